//! The tokenizer of Tercom (`Normalizer.java`), as sacrebleu 2.6.0 ports it.

use crate::text::tokenize::{is_western_punctuation, spaced, unescape, western_numbers};

/// How TER is computed; the default is sacrebleu's.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "Tercom has four independent switches"
)]
pub struct TerOptions {
    /// Whether entities are resolved and punctuation is cut off words.
    pub normalized: bool,
    /// Whether punctuation is removed.
    pub no_punctuation: bool,
    /// Whether Chinese and Japanese are treated in normalization and removal.
    pub asian_support: bool,
    /// Whether case matters.
    pub case_sensitive: bool,
}

impl TerOptions {
    /// The line with whitespace between its words.
    pub(super) fn tokenize(self, line: &str) -> String {
        let mut line = if self.case_sensitive {
            line.to_owned()
        } else {
            line.to_lowercase()
        };
        if self.normalized {
            line = western(&line);
            if self.asian_support {
                line = asian(&line);
            }
        }
        if self.no_punctuation {
            line.retain(|c| !matches!(c, '.' | ',' | '?' | ':' | ';' | '!' | '"' | '(' | ')'));
            if self.asian_support {
                line.retain(|c| !is_asian_punctuation(c) && !is_full_width_punctuation(c));
            }
        }
        line
    }
}

fn western(line: &str) -> String {
    let line = spaced(&format!(" {} ", unescape(line)), is_western_punctuation);
    // The line ends with a space, so that this finds every possessive.
    western_numbers(&line.replace("'s ", " 's "))
}

/// Cuts Chinese characters and kanji apart. Kana stay together: sacrebleu's patterns for them begin at the start of the line, where
/// normalization has put a space, and never match.
fn asian(line: &str) -> String {
    let kinds: [fn(char) -> bool; 4] = [
        |c| matches!(c, '\u{4e00}'..='\u{9fff}' | '\u{3400}'..='\u{4dbf}'),
        |c| matches!(c, '\u{31c0}'..='\u{31ef}' | '\u{2e80}'..='\u{2eff}'),
        |c| matches!(c, '\u{3300}'..='\u{33ff}' | '\u{f900}'..='\u{faff}' | '\u{fe30}'..='\u{fe4f}'),
        // sacrebleu's range ends at U+3F22 where U+32FF was meant.
        |c| matches!(c, '\u{3200}'..='\u{3f22}'),
    ];
    let mut line = line.to_owned();
    for kind in kinds {
        line = spaced(&line, kind);
    }
    spaced(
        &spaced(&line, is_asian_punctuation),
        is_full_width_punctuation,
    )
}

fn is_asian_punctuation(c: char) -> bool {
    matches!(c, '\u{3001}' | '\u{3002}' | '\u{3008}'..='\u{3011}' | '\u{3014}'..='\u{301f}' | '\u{ff61}'..='\u{ff65}' | '\u{30fb}')
}

fn is_full_width_punctuation(c: char) -> bool {
    matches!(
        c,
        '\u{ff0e}'
            | '\u{ff0c}'
            | '\u{ff1f}'
            | '\u{ff1a}'
            | '\u{ff1b}'
            | '\u{ff01}'
            | '\u{ff02}'
            | '\u{ff08}'
            | '\u{ff09}'
    )
}
