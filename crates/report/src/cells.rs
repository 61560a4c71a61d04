//! Cells that several sheets have: intervals, numbers that may be missing.

use std::borrow::Cow;

use restrap::Outcome;
use restrap::number::{end, percent};
use restrap::outcome::{ComparisonOutcome, IntervalKind, IntervalOutcome};
use restrap_words::turns;

/// What is printed where a number is not defined.
pub(crate) fn dash() -> String {
    "−".to_owned()
}

/// All digits of a number, or a name; nothing where there is none.
pub(crate) fn known(value: Option<impl ToString>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

/// Both ends of an interval, or nothing.
pub(crate) fn ends(interval: Option<&IntervalOutcome>, decimals: usize) -> String {
    interval.map_or_else(String::new, |i| {
        format!("{} to {}", end(i.low, decimals), end(i.high, decimals))
    })
}

/// A column of intervals: its header, and its cells, which name their method where the methods differ.
pub(crate) struct Intervals {
    pub header: String,
    differ: bool,
}

impl Intervals {
    pub fn of<'a>(
        intervals: impl Iterator<Item = Option<&'a IntervalOutcome>>,
        confidence: f64,
    ) -> Self {
        let methods: Vec<IntervalKind> = intervals
            .flatten()
            .map(|interval| interval.method)
            .collect();
        let Some(first) = methods.first() else {
            return Self {
                header: String::new(),
                differ: false,
            };
        };
        let differ = methods.iter().any(|method| method != first);
        let of_all = if differ {
            String::new()
        } else {
            format!(" ({first})")
        };
        Self {
            header: format!("{} CI{of_all}", percent(confidence)),
            differ,
        }
    }

    pub fn cell(&self, interval: Option<&IntervalOutcome>, decimals: usize) -> String {
        let method = interval
            .filter(|_| self.differ)
            .map(|interval| format!(" ({})", interval.method));
        ends(interval, decimals) + &method.unwrap_or_default()
    }
}

/// The header of intervals of differences: their level, and that several hold together if it is true of every interval below it.
pub(crate) fn ci<'a>(
    comparisons: impl IntoIterator<Item = &'a ComparisonOutcome>,
    outcome: &Outcome,
) -> String {
    let prefix = common_prefix(comparisons, outcome).unwrap_or_default();
    format!("{prefix}{} CI", percent(outcome.confidence))
}

/// Returns what all intervals say before their level; `None` if some hold together and others do not.
pub(crate) fn common_prefix<'a>(
    comparisons: impl IntoIterator<Item = &'a ComparisonOutcome>,
    outcome: &Outcome,
) -> Option<&'static str> {
    let prefixes = comparisons.into_iter().filter_map(|one| {
        let adjusted = one.tests.first().and_then(|test| test.p_adjusted);
        let family = adjusted.and(outcome.request.question.adjust);
        Some(
            one.interval
                .as_ref()?
                .level_prefix(outcome.confidence, family),
        )
    });
    let mut common = None;
    for prefix in prefixes {
        if *common.get_or_insert(prefix) != prefix {
            return None;
        }
    }
    Some(common.unwrap_or_default())
}

/// What could move a cursor, name a window, colour text or turn it round is written as its escape; our own styles pass.
pub fn visible(text: &str) -> Cow<'_, str> {
    escaped(text, &OWN, |c, shown| shown.extend(c.escape_default()))
}

/// Text for what is not a terminal: no style passes.
pub fn plain(text: &str) -> Cow<'_, str> {
    escaped(text, &[], |c, shown| shown.extend(c.escape_default()))
}

/// JSON without control characters, which stays JSON.
pub fn json(text: &str) -> Cow<'_, str> {
    // All of them are characters of four hexadecimal digits.
    escaped(text, &[], |c, shown| {
        shown.extend(["\\u", &format!("{:04x}", u32::from(c))]);
    })
}

fn escaped<'a>(text: &'a str, own: &[&str], escape: impl Fn(char, &mut String)) -> Cow<'a, str> {
    let harmless = |c: char| c == '\n' || !(c.is_control() || turns(c));
    if text.chars().all(harmless) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let style = own.iter().find(|style| rest.starts_with(**style));
        let taken = style.map_or(c.len_utf8(), |style| style.len());
        match style {
            Some(style) => shown.push_str(style),
            None if harmless(c) => shown.push(c),
            None => escape(c, &mut shown),
        }
        rest = &rest[taken..];
    }
    Cow::Owned(shown)
}

/// Styles that the program itself writes: reset, bold, dim, red, yellow, cyan.
const OWN: [&str; 6] = [
    "\u{1b}[0m",
    "\u{1b}[1m",
    "\u{1b}[2m",
    "\u{1b}[31m",
    "\u{1b}[33m",
    "\u{1b}[36m",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_files_cannot_move_a_terminal() {
        for (raw, shown) in [
            ("plain, 模型 and −1\n", "plain, 模型 and −1\n"),
            ("\u{1b}]0;title\u{7}", "\\u{1b}]0;title\\u{7}"),
            ("\u{1b}[5mblink\u{1b}[0m", "\\u{1b}[5mblink\u{1b}[0m"),
            ("\u{1b}[2J\u{9b}1m\r\u{8}", "\\u{1b}[2J\\u{9b}1m\\r\\u{8}"),
            (
                "a\u{202e}b\u{2066}c\u{2028}",
                "a\\u{202e}b\\u{2066}c\\u{2028}",
            ),
        ] {
            assert_eq!(visible(raw), shown);
        }
    }

    #[test]
    fn a_page_lets_no_style_of_a_file_pass() {
        assert_eq!(
            plain("\u{1b}[31mred\u{1b}[0m\n"),
            "\\u{1b}[31mred\\u{1b}[0m\n"
        );
        assert_eq!(json("\"\u{9b}2J\u{202e}\""), "\"\\u009b2J\\u202e\"");
    }

    #[test]
    fn the_programs_own_styles_pass() {
        use anstyle::AnsiColor;
        for style in [
            AnsiColor::Red.on_default().bold(),
            AnsiColor::Cyan.on_default().bold(),
        ] {
            let text = format!("{style}error:{style:#} no");
            assert_eq!(visible(&text), text);
        }
    }
}
