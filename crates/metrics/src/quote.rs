//! Text of a file as it appears in a message: short, on one line, nothing that moves a terminal.

use std::fmt::Write as _;

/// Characters shown of what was found.
const WIDTH: usize = 40;

/// `bytes` in backquotes, control characters and invalid UTF-8 escaped, cut at 40 characters.
pub(crate) fn quoted(bytes: impl AsRef<[u8]>) -> String {
    let bytes = bytes.as_ref();
    let head = &bytes[..bytes.len().min(WIDTH * 4)];
    let mut out = String::from("`");
    let mut count = 0;
    for chunk in head.utf8_chunks() {
        for c in chunk.valid().chars() {
            if count == WIDTH {
                return out + "…`";
            }
            count += 1;
            if c == '\'' || c == '"' || c == '\\' {
                out.push(c);
            } else {
                out.extend(c.escape_debug());
            }
        }
        for byte in chunk.invalid() {
            if count == WIDTH {
                return out + "…`";
            }
            count += 1;
            let _ = write!(out, "\\x{byte:02x}");
        }
    }
    out + if head.len() < bytes.len() {
        "…`"
    } else {
        "`"
    }
}

/// The first few of some names, then how many more.
pub(crate) fn list(names: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    const FEW: usize = 8;
    let mut names = names.into_iter();
    let mut shown: Vec<String> = names
        .by_ref()
        .take(FEW)
        .map(|name| quoted(name.as_ref()))
        .collect();
    match names.count() {
        0 => {}
        more => shown.push(format!("and {more} more")),
    }
    shown.join(", ")
}

/// `1 row`, `2 rows`.
pub(crate) fn count(n: usize, noun: &str) -> String {
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
    fn what_a_terminal_would_act_on_is_escaped_and_length_is_bounded() {
        assert_eq!(quoted(b"a\0b\x1b[31m\xff"), r"`a\0b\u{1b}[31m\xff`");
        assert_eq!(quoted("é".repeat(41)), format!("`{}…`", "é".repeat(40)));
        assert_eq!(quoted("naïve \"x\""), "`naïve \"x\"`");
        assert_eq!(
            list((0..10).map(|n| n.to_string())),
            "`0`, `1`, `2`, `3`, `4`, `5`, `6`, `7`, and 2 more"
        );
    }
}
