//! The tokenizers of sacrebleu 2.6.0: `13a`, `intl`, `char`, `zh`, `none`.
//!
//! Each is a few substitutions from left to right over a line, as in the scripts that they come from (NIST mteval-v13a and
//! mteval-v14, Moses); here a substitution is one pass over the characters. `intl` takes
//! the general categories of `unicode-properties`, which are those of Python's `regex` 2026.11 for every character; lowercasing
//! differs from Python 3.11 in 55 letters that newer versions of Unicode added.

use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

use crate::outputs::whitespace;

restrap_words::vocabulary! {
    /// How text is cut into words.
    pub enum Tokenizer: "a tokenizer" {
        /// mteval-v13a, the default of sacrebleu and WMT.
        V13a = "13a",
        /// mteval-v14 international: punctuation and symbols of any script.
        Intl = "intl",
        /// Characters.
        Char = "char",
        /// Chinese characters apart, the rest as in 13a.
        Zh = "zh",
        /// At whitespace.
        None = "none",
    }
    default V13a
}

impl Tokenizer {
    /// The line with whitespace between its words.
    pub(super) fn tokenize(self, line: &str) -> String {
        match self {
            Self::V13a => western(&format!(" {} ", unescape(&line.replace("<skipped>", "")))),
            Self::Intl => international(line),
            Self::Char => line.chars().flat_map(|c| [c, ' ']).collect(),
            Self::Zh => western(&spaced(line.trim_matches(whitespace::is_space), is_chinese)),
            Self::None => line.to_owned(),
        }
    }
}

/// The four entities that mteval knows, one after another, so that `&amp;lt;` ends as `<`.
pub(super) fn unescape(line: &str) -> String {
    if !line.contains('&') {
        return line.to_owned();
    }
    line.replace("&quot;", "\"")
        .replace("&amp;", "&")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
}

/// The language-dependent part of mteval-v13a for Western languages.
pub(super) fn western(line: &str) -> String {
    let line = spaced(line, is_western_punctuation);
    western_numbers(&line)
}

/// ASCII punctuation and the space, without `'`, `,`, `-` and `.`.
pub(super) fn is_western_punctuation(c: char) -> bool {
    matches!(c, '{'..='~' | '['..='`' | ' '..='&' | '('..='+' | ':'..='@' | '/')
}

/// Periods and commas apart unless between digits, dashes apart behind a digit.
pub(super) fn western_numbers(line: &str) -> String {
    let is_point = |c: char| c == '.' || c == ',';
    let line = behind(line, |before, c| !before.is_ascii_digit() && is_point(c));
    let line = before(&line, |c, after| is_point(c) && !after.is_ascii_digit());
    behind(&line, |before, c| before.is_ascii_digit() && c == '-')
}

fn international(line: &str) -> String {
    let in_group = |c: char, group| c.general_category_group() == group;
    let is_number = |c: char| in_group(c, GeneralCategoryGroup::Number);
    let is_punctuation = |c: char| in_group(c, GeneralCategoryGroup::Punctuation);
    let line = behind(line, |before, c| !is_number(before) && is_punctuation(c));
    let line = before(&line, |c, after| is_punctuation(c) && !is_number(after));
    spaced(&line, |c| in_group(c, GeneralCategoryGroup::Symbol))
}

/// Spaces around every character of a kind.
pub(super) fn spaced(line: &str, kind: impl Fn(char) -> bool) -> String {
    let mut out = String::with_capacity(line.len() * 2);
    for c in line.chars() {
        if kind(c) {
            out.extend([' ', c, ' ']);
        } else {
            out.push(c);
        }
    }
    out
}

/// `s/(a)(b)/\1 \2 /g` for the pairs that match.
fn behind(line: &str, pair: impl Fn(char, char) -> bool) -> String {
    pairs(line, pair, |a, b| [a, ' ', b, ' '])
}

/// `s/(a)(b)/ \1 \2/g` for the pairs that match.
fn before(line: &str, pair: impl Fn(char, char) -> bool) -> String {
    pairs(line, pair, |a, b| [' ', a, ' ', b])
}

/// Replaces pairs of neighbours from left to right; a character is part of one match at most.
fn pairs(
    line: &str,
    pair: impl Fn(char, char) -> bool,
    with: impl Fn(char, char) -> [char; 4],
) -> String {
    let mut out = String::with_capacity(line.len() * 2);
    let mut chars = line.chars();
    let mut held = chars.next();
    while let Some(first) = held {
        held = chars.next();
        match held {
            Some(second) if pair(first, second) => {
                out.extend(with(first, second));
                held = chars.next();
            }
            _ => out.push(first),
        }
    }
    out
}

/// The ranges of sacrebleu's `zh`. Two of them are written there as `'\u20000'` to `'\u2a6d6'` and `'\u2f800'` to `'\u2fa1d'`,
/// which Python reads as two characters each; what they come to for one character is given here; the first of
/// them holds U+2600 to U+27BF, which sacrebleu lists too.
fn is_chinese(c: char) -> bool {
    matches!(c,
        '\u{3400}'..='\u{4db5}' | '\u{4e00}'..='\u{9fbb}' | '\u{f900}'..='\u{fa2d}' | '\u{fa30}'..='\u{fa6a}'
        | '\u{fa70}'..='\u{fad9}' | '\u{2001}'..='\u{2a6d}' | '\u{2f81}'..='\u{2fa1}' | '\u{ff00}'..='\u{ffef}'
        | '\u{2e80}'..='\u{2eff}' | '\u{3000}'..='\u{303f}' | '\u{31c0}'..='\u{31ef}' | '\u{2f00}'..='\u{2fdf}'
        | '\u{2ff0}'..='\u{2fff}' | '\u{3100}'..='\u{312f}' | '\u{31a0}'..='\u{31bf}' | '\u{fe10}'..='\u{fe1f}'
        | '\u{fe30}'..='\u{fe4f}' | '\u{3200}'..='\u{33ff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(tokenizer: Tokenizer, line: &str) -> String {
        whitespace::words(&tokenizer.tokenize(line))
            .collect::<Vec<_>>()
            .join(" ")
    }

    #[test]
    fn lines_are_cut_as_sacrebleu_2_6_0_cuts_them() {
        // Expected values were printed by sacrebleu 2.6.0.
        let line =
            "&amp;quot;It's 3.5, U.S. 1,000-2 \u{201c}na\u{ef}ve\u{201d}\u{2014}&lt;a&gt; $5.";
        for (tokenizer, want) in [
            (
                Tokenizer::V13a,
                "& quot ; It's 3.5 , U . S . 1,000 - 2 \u{201c}na\u{ef}ve\u{201d}\u{2014} < a > $ 5 .",
            ),
            (
                Tokenizer::Intl,
                "& amp ; quot ; It ' s 3.5 , U . S . 1,000-2 \u{201c} na\u{ef}ve \u{201d} \u{2014} & lt ; a & gt ; $ 5.",
            ),
            (
                Tokenizer::Zh,
                "& amp ; quot ; It's 3.5 , U . S . 1,000 - 2 \u{201c} na\u{ef}ve \u{201d} \u{2014} & lt ; a & gt ; $ 5.",
            ),
            (
                Tokenizer::None,
                "&amp;quot;It's 3.5, U.S. 1,000-2 \u{201c}na\u{ef}ve\u{201d}\u{2014}&lt;a&gt; $5.",
            ),
        ] {
            assert_eq!(words(tokenizer, line), want, "{}", tokenizer.name());
        }
        assert_eq!(
            words(Tokenizer::Zh, "\u{6771}\u{4eac}is 3.\u{3002}"),
            "\u{6771} \u{4eac} is 3 . \u{3002}"
        );
        assert_eq!(words(Tokenizer::Char, "ab c"), "a b c");
    }
}
