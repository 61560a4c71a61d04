//! Bytes of a file as they appear in a message: short, on one line, and without control characters.

use std::fmt::Write as _;

use unicode_width::UnicodeWidthStr;

/// Characters shown of what was found.
const WIDTH: usize = 40;
/// Columns of a terminal that they take at most: those of Chinese take two.
const COLUMNS: usize = 60;

/// `bytes` in backquotes; control characters, quotes' escapes and invalid UTF-8 escaped, cut at 40 characters or 60 columns.
pub(crate) fn quoted(bytes: &[u8]) -> String {
    format!("`{}`", plain(bytes))
}

/// Shortens and escapes bytes, without backquotes around them.
pub(crate) fn plain(bytes: &[u8]) -> String {
    // Enough bytes for 40 characters of four bytes and one more to see that there is more.
    let head = bytes.get(..WIDTH * 4 + 4).unwrap_or(bytes);
    let mut out = String::new();
    let is_full = |out: &String| out.chars().nth(WIDTH - 1).is_some() || out.width() >= COLUMNS;
    for chunk in head.utf8_chunks() {
        for c in chunk.valid().chars() {
            if is_full(&out) {
                return out + "…";
            }
            if c.is_control() || is_invisible(c) {
                out.extend(c.escape_default());
            } else {
                out.push(c);
            }
        }
        for byte in chunk.invalid() {
            if is_full(&out) {
                return out + "…";
            }
            let _ = write!(out, "\\x{byte:02x}");
        }
    }
    if head.len() < bytes.len() {
        out.push('…');
    }
    out
}

/// What a library says, on one line and cut at 200 characters.
#[cfg(feature = "columnar")]
pub(crate) fn line(text: &str) -> String {
    let flat: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let flat: String = flat
        .chars()
        .map(|c| {
            if c.is_control() || is_invisible(c) {
                '\u{fffd}'
            } else {
                c
            }
        })
        .collect();
    match flat.char_indices().nth(200) {
        Some((end, _)) => format!("{}…", &flat[..end]),
        None => flat,
    }
}

/// Characters that a reader would not see, or that reorder the line on a terminal.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{a0}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// A list of names for a message: the first few, then how many more.
pub(crate) fn list<S: AsRef<str>>(names: &[S]) -> String {
    const FEW: usize = 8;
    let mut shown: Vec<String> = names
        .iter()
        .take(FEW)
        .map(|name| quoted(name.as_ref().as_bytes()))
        .collect();
    if names.len() > FEW {
        shown.push(format!("and {} more", names.len() - FEW));
    }
    shown.join(", ")
}

/// Up to three of `names` that look like `wanted`, closest first.
pub(crate) fn close<'a>(wanted: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    // 0.7 is the threshold with which clap suggests flags, so that both kinds of suggestion agree.
    const NEAR: f64 = 0.7;
    let lower = wanted.to_lowercase();
    let mut scored: Vec<(f64, &str)> = names
        .into_iter()
        .map(|name| {
            // The last part of a path is what people remember of it.
            let is_end = name.rsplit_once('.').is_some_and(|(_, end)| end == wanted);
            let near = strsim::jaro_winkler(&lower, &name.to_lowercase());
            (if is_end { 1.0 } else { near }, name)
        })
        .filter(|(score, _)| *score > NEAR)
        .collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0));
    scored
        .into_iter()
        .take(3)
        .map(|(_, name)| name.to_owned())
        .collect()
}

/// Returns the name of a file as the beginning of a sentence; no text for no name.
pub(crate) fn before(file: &str) -> String {
    if file.is_empty() {
        String::new()
    } else {
        format!("{file}: ")
    }
}

/// ` (and 3 more files)`; empty for none.
pub(crate) fn and_more(more: u64, noun: &str) -> String {
    if more == 0 {
        String::new()
    } else {
        format!(" (and {})", count(more, &format!("more {noun}")))
    }
}

/// `1 row`, `2 rows`.
pub(crate) fn count(n: u64, noun: &str) -> String {
    if n == 1 {
        format!("1 {noun}")
    } else {
        format!("{n} {noun}s")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_and_invalid_bytes_are_escaped() {
        assert_eq!(quoted(b"a\0b\x1b[31m\xff\r"), r"`a\u{0}b\u{1b}[31m\xff\r`");
        assert_eq!(quoted("0\u{a0}5\u{202e}".as_bytes()), r"`0\u{a0}5\u{202e}`");
        assert_eq!(quoted("héé".as_bytes()), "`héé`");
    }

    #[test]
    fn long_text_is_cut_at_forty_characters() {
        assert_eq!(plain(&vec![b'9'; 10_000_000]), "9".repeat(40) + "…");
        assert_eq!(plain("é".repeat(41).as_bytes()), "é".repeat(40) + "…");
        assert_eq!(plain(&[b'9'; 40]), "9".repeat(40));
        assert_eq!(plain("国".repeat(40).as_bytes()), "国".repeat(30) + "…");
    }

    #[test]
    fn close_names_come_nearest_first() {
        assert_eq!(
            close("f1_micro", ["em", "f1", "f1_macro"]),
            ["f1_macro", "f1"]
        );
        assert_eq!(close("topic", ["id", "metadata.topic"]), ["metadata.topic"]);
        assert!(close("zzz", ["em", "f1"]).is_empty());
    }
}
