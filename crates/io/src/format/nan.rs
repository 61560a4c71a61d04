//! Numbers that Python writes and JSON does not know, as Inspect leaves them in its logs: `NaN` and `Infinity`.
//!
//! Outside strings, `NaN` becomes `null`, a missing value. An infinity becomes the text of its name, which cannot be a
//! score, so that the sample that has it can be named. All other bytes stay, and so do the line numbers.

use std::borrow::Cow;

use memchr::memmem;

/// The words, and what stands for them.
const WORDS: [(&[u8], &[u8]); 3] = [
    (b"NaN", b"null"),
    (b"-Infinity", b"\"-Infinity\""),
    (b"Infinity", b"\"Infinity\""),
];

/// JSON without these words; the same bytes where none is in them.
pub(crate) fn replaced(bytes: &[u8]) -> Cow<'_, [u8]> {
    if ["NaN", "Infinity"]
        .iter()
        .all(|word| memmem::find(bytes, word.as_bytes()).is_none())
    {
        return Cow::Borrowed(bytes);
    }
    let mut out = Vec::with_capacity(bytes.len() + bytes.len() / 64);
    let (mut at, mut in_string) = (0, false);
    while let Some(&byte) = bytes.get(at) {
        let rest = &bytes[at..];
        let word = WORDS
            .iter()
            .filter(|_| !in_string && starts_value(&out))
            .find(|(word, _)| {
                rest.strip_prefix(*word).is_some_and(|after| {
                    after
                        .first()
                        .is_none_or(|next| b",]} \t\r\n".contains(next))
                })
            });
        if let Some((word, instead)) = word {
            out.extend_from_slice(instead);
            at += word.len();
            continue;
        }
        let mut length = 1;
        match byte {
            b'"' => in_string = !in_string,
            // What follows a backslash does not end the string.
            b'\\' if in_string => length = rest.len().min(2),
            _ => {}
        }
        out.extend_from_slice(&rest[..length]);
        at += length;
    }
    Cow::Owned(out)
}

/// Whether a value may start after these bytes.
fn starts_value(before: &[u8]) -> bool {
    before
        .last()
        .is_none_or(|last| b":,[ \t\r\n".contains(last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_words_outside_strings_are_replaced() {
        for (from, to) in [
            (
                r#"{"a": NaN,"b":[NaN,-Infinity, Infinity]}"#,
                r#"{"a": null,"b":[null,"-Infinity", "Infinity"]}"#,
            ),
            (
                r#"{"NaN": "a NaN, Infinity"}"#,
                r#"{"NaN": "a NaN, Infinity"}"#,
            ),
            (r#"["\" NaN", "\\", NaN]"#, r#"["\" NaN", "\\", null]"#),
            (
                "[NaNs, xNaN, -NaN, Infinity1]",
                "[NaNs, xNaN, -NaN, Infinity1]",
            ),
            ("NaN", "null"),
            ("{\"NaN\\", "{\"NaN\\"),
        ] {
            assert_eq!(
                String::from_utf8_lossy(&replaced(from.as_bytes())),
                to,
                "{from}"
            );
        }
        assert!(matches!(replaced(b"{\"a\": 1e400}"), Cow::Borrowed(_)));
    }
}
