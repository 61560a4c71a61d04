//! Names and values of files as every answer shows them.

use std::borrow::Cow;

/// Returns a name or value of a file as every answer shows it: characters that a terminal acts on, that turn the order of a line or that
/// break it in two are written as their escapes (`\u{200f}`).
pub fn escaped(text: &str) -> Cow<'_, str> {
    let acts = |c: char| c.is_control() || turns(c);
    if !text.contains(acts) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if acts(c) {
            out.extend(c.escape_default());
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

/// Returns true if `typed` refers to `name`, which is [`escaped`]: typed as the file has it, or copied from an answer.
pub fn refers_to(typed: &str, name: &str) -> bool {
    typed == name || escaped(typed) == name
}

/// Returns true for characters that turn or break a line, or that nobody sees at its start.
pub fn turns(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_found_as_the_file_has_it_and_as_answers_show_it() {
        for raw in [
            "a\u{200f}",
            "\u{feff}b",
            "c\td",
            "e\u{1b}[31m",
            "plain, 模型",
        ] {
            let name = escaped(raw);
            assert!(!name.contains(|c: char| c.is_control() || turns(c)));
            assert!(refers_to(raw, &name) && refers_to(&name, &name));
            assert!(!refers_to("a", &name));
        }
    }
}
