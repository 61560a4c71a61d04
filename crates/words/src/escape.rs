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

/// Returns a word as a POSIX shell reads it, for a command that can be pasted: plain, in single quotes, or, with characters that act on a
/// terminal, as `$'\x15'`, so that none of them reaches the terminal.
pub fn shell_word(word: &str) -> Cow<'_, str> {
    let is_plain = |c: char| c.is_alphanumeric() || "_./%=,:+-@".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return Cow::Borrowed(word);
    }
    let acts = |c: char| c.is_control() || turns(c);
    if !word.contains(acts) {
        return Cow::Owned(format!("'{}'", word.replace('\'', r"'\''")));
    }
    let mut out = String::from("$'");
    for c in word.chars() {
        if acts(c) {
            let mut bytes = [0; 4];
            for byte in c.encode_utf8(&mut bytes).bytes() {
                // Three digits each, so that a digit behind them stays one.
                let octal = [6, 3, 0].map(|shift| char::from(b'0' + (byte >> shift & 7)));
                out.push('\\');
                out.extend(octal);
            }
        } else {
            if matches!(c, '\'' | '\\') {
                out.push('\\');
            }
            out.push(c);
        }
    }
    out.push('\'');
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_of_a_command_acts_on_a_terminal() {
        for (word, typed) in [
            ("plain_1.csv:acc", "plain_1.csv:acc"),
            ("", "''"),
            ("two words", "'two words'"),
            ("it's", r"'it'\''s'"),
            ("\u{15}touch x #\u{f}1", r"$'\025touch x #\0171'"),
            ("a\u{202e}b'\\", r"$'a\342\200\256b\'\\'"),
            ("模型", "模型"),
        ] {
            assert_eq!(shell_word(word), typed);
            assert!(!shell_word(word).contains(|c: char| c.is_control() || turns(c)));
        }
    }

    #[test]
    fn a_shell_reads_the_words_back() {
        for word in [
            "\u{15}touch x #\u{f}1",
            "a\u{202e}b'\\c",
            "line\nbreak",
            "it's $HOME `x`",
        ] {
            let script = format!("printf %s {}", shell_word(word));
            let Ok(ran) = std::process::Command::new("bash")
                .args(["-c", &script])
                .output()
            else {
                return;
            };
            assert_eq!(String::from_utf8_lossy(&ran.stdout), word);
        }
    }

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
