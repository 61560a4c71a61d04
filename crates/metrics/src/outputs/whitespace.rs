//! Whitespace as Python's `str` knows it: Unicode's White_Space and the four ASCII separators U+001C to U+001F.

/// Whether `str.split` cuts at `c`.
pub(crate) fn is_space(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{1c}'..='\u{1f}')
}

/// `str.split()`.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(is_space).filter(|word| !word.is_empty())
}

/// `str.rstrip()`.
pub(crate) fn trim_end(text: &str) -> &str {
    text.trim_end_matches(is_space)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ascii_separators_and_ideographic_spaces_cut_and_zero_width_ones_do_not() {
        assert_eq!(
            words(" a\u{1c}b\u{3000}c\u{85}\u{200b}d ").collect::<Vec<_>>(),
            ["a", "b", "c", "\u{200b}d"]
        );
        assert_eq!(trim_end(" a \u{1f}\n"), " a");
    }
}
