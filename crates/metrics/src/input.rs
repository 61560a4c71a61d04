//! Bytes that the caller has opened, as lines of text with their position.
//!
//! Lines end with LF or CRLF, the last one needs none; a byte order mark before the first is not part of it. Text must be
//! UTF-8. A line holds at most 1 MiB, so that a broken file cannot ask for quadratic work.

use crate::{Error, Place, quote};

/// The longest line that a scorer accepts.
pub(crate) const LINE_LIMIT: usize = 1 << 20;

/// A named input.
#[derive(Debug, Clone, Copy)]
pub struct Input<'a> {
    /// How messages call it: the file as typed.
    pub name: &'a str,
    /// The content, unpacked.
    pub bytes: &'a [u8],
}

/// A line of an input.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Line<'a> {
    /// From 1.
    pub number: u64,
    /// Without its end.
    pub text: &'a str,
}

impl<'a> Input<'a> {
    /// `bytes` under a name.
    pub fn new(name: &'a str, bytes: &'a (impl AsRef<[u8]> + ?Sized)) -> Self {
        Self {
            name,
            bytes: bytes.as_ref(),
        }
    }

    /// The content without a byte order mark; an error when nothing is left or when it is not text at all.
    pub(crate) fn content(self, expected: &str) -> Result<&'a [u8], Error> {
        let bytes = self
            .bytes
            .strip_prefix(b"\xef\xbb\xbf")
            .unwrap_or(self.bytes);
        if bytes.is_empty() {
            return Err(Error::Empty {
                file: self.name.to_owned(),
                expected: expected.to_owned(),
            });
        }
        if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
            return Err(self
                .fault(1, Some(1), "UTF-8 text", "UTF-16 text")
                .with_hint("save the file as UTF-8"));
        }
        Ok(bytes)
    }

    /// The lines as text.
    pub(crate) fn lines(
        self,
        expected: &str,
    ) -> Result<impl Iterator<Item = Result<Line<'a>, Error>> + use<'a>, Error> {
        let content = self.content(expected)?;
        let content = content.strip_suffix(b"\n").unwrap_or(content);
        Ok(content
            .split(|byte| *byte == b'\n')
            .zip(1..)
            .map(move |(bytes, number)| self.line(bytes, number)))
    }

    /// One line, checked.
    fn line(self, bytes: &'a [u8], number: u64) -> Result<Line<'a>, Error> {
        let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
        if bytes.len() > LINE_LIMIT {
            let found = format!("a longer one: {}", quote::quoted(bytes));
            return Err(self.fault(number, Some(1), "lines of at most 1 MiB", &found));
        }
        match std::str::from_utf8(bytes) {
            Ok(text) => Ok(Line { number, text }),
            Err(error) => Err(self.not_text(bytes, error.valid_up_to(), number)),
        }
    }

    /// The error of bytes that are not UTF-8 from `at` of a line on.
    pub(crate) fn not_text(self, line: &[u8], at: usize, number: u64) -> Error {
        self.fault(
            number,
            Some(at as u64 + 1),
            "UTF-8 text",
            &quote::quoted(&line[at..]),
        )
        .with_hint("save the file as UTF-8")
    }

    /// An error at a place of this input.
    pub(crate) fn fault(
        self,
        line: u64,
        column: Option<u64>,
        expected: &str,
        found: &str,
    ) -> Error {
        let place = Place {
            file: self.name.to_owned(),
            line,
            column,
        };
        Error::Value {
            place,
            expected: expected.to_owned(),
            found: found.to_owned(),
            hint: None,
        }
    }
}

impl Line<'_> {
    /// The place in this line, from 1, of `part`, a slice of its text.
    pub(crate) fn column_of(&self, part: &str) -> u64 {
        (part.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize) as u64 + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Result<Vec<String>, Error> {
        let lines = Input::new("a.txt", bytes).lines("lines")?;
        lines
            .map(|line| line.map(|line| line.text.to_owned()))
            .collect()
    }

    #[test]
    fn line_ends_and_the_byte_order_mark_are_not_content() {
        assert_eq!(read(b"\xef\xbb\xbfa\r\n\nb").unwrap(), ["a", "", "b"]);
        assert_eq!(read(b"a\n").unwrap(), ["a"]);
        assert_eq!(read(b"\n\n").unwrap(), ["", ""]);
    }

    #[test]
    fn what_is_not_text_is_refused_with_its_place() {
        assert_eq!(
            read(b"ab\nc\xffd\n").unwrap_err().to_string(),
            r"a.txt:2:2: expected UTF-8 text, found `\xffd`"
        );
        assert_eq!(
            read(b"").unwrap_err().to_string(),
            "a.txt: expected lines, found an empty file"
        );
        assert!(
            read(b"\xff\xfea\0")
                .unwrap_err()
                .to_string()
                .contains("UTF-16")
        );
        let long = vec![b'x'; LINE_LIMIT + 1];
        assert!(
            read(&long)
                .unwrap_err()
                .to_string()
                .contains("at most 1 MiB")
        );
    }
}
