//! The header of a `.npy` file: magic, version, length, and a Python dict literal.
//!
//! Format: numpy.lib.format, versions 1.0, 2.0 and 3.0. Nothing here allocates from a declared number, and every
//! declared number is checked against the bytes that are there. (The `npyz` crate reads the header into a buffer of
//! the declared length and multiplies the shape unchecked, which is why it is not used.)

use super::element::Element;
use crate::error::npy::NpyProblem;
use crate::format::magic;

/// Longest header accepted; numpy itself refuses more than 10,000 bytes unless told otherwise.
const LONGEST: usize = 1 << 16;

/// Most columns, as in a table whose line has 1 MiB: more are items in the wrong dimension.
const MOST_COLUMNS: u64 = 1 << 20;

/// What the header says, checked against the file's size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Header {
    pub element: Element,
    pub fortran: bool,
    pub rows: usize,
    /// `None`: one dimension.
    pub columns: Option<usize>,
    /// Where the data start.
    pub offset: usize,
}

/// Version and length, after the magic, before the dict.
const SHORTEST: u64 = 4;

/// Reads and checks the header of a whole file.
pub(crate) fn read(bytes: &[u8]) -> Result<Header, NpyProblem> {
    let rest = bytes
        .strip_prefix(magic::NUMPY)
        .ok_or(NpyProblem::NoMagic)?;
    let (length, start) = match *rest {
        [1, _, a, b, ..] => (
            u64::from(u16::from_le_bytes([a, b])),
            magic::NUMPY.len() + 4,
        ),
        [2 | 3, _, a, b, c, d, ..] => (
            u64::from(u32::from_le_bytes([a, b, c, d])),
            magic::NUMPY.len() + 6,
        ),
        [1..=3, ..] | [] => {
            return Err(NpyProblem::HeaderLength {
                declared: SHORTEST,
                present: rest.len() as u64,
            });
        }
        [major, ..] => return Err(NpyProblem::Version { major }),
    };
    let present = (bytes.len() - start) as u64;
    if length > present {
        return Err(NpyProblem::HeaderLength {
            declared: length,
            present,
        });
    }
    let offset = start + length as usize;
    let text = &bytes[start..offset];
    if text.len() > LONGEST {
        return Err(NpyProblem::HeaderLength {
            declared: length,
            present: LONGEST as u64,
        });
    }
    let (element, fortran, shape) = Dict::new(text).parse()?;
    let (rows, columns) = match shape[..] {
        [rows] => (rows, None),
        [rows, columns] => (rows, Some(columns)),
        _ => return Err(NpyProblem::Dimensions { found: shape.len() }),
    };
    if columns.is_some_and(|columns| columns > MOST_COLUMNS) {
        return Err(NpyProblem::Columns {
            shape: shown(&shape),
        });
    }
    let present = (bytes.len() - offset) as u64;
    let declared = (element.size() as u64)
        .checked_mul(rows)
        .and_then(|bytes| bytes.checked_mul(columns.unwrap_or(1)))
        .ok_or_else(|| NpyProblem::TooLarge {
            shape: shown(&shape),
        })?;
    if declared != present {
        return Err(NpyProblem::DataLength {
            shape: shown(&shape),
            declared,
            present,
        });
    }
    // Both products fit the bytes of the file, unless a dimension is 0: then there is nothing to address.
    let [rows, columns] =
        [rows, columns.unwrap_or(1)].map(|n| usize::try_from(n).unwrap_or(usize::MAX));
    let columns = (shape.len() == 2).then_some(columns);
    if rows == 0 || columns == Some(0) {
        return Err(NpyProblem::NoElements {
            shape: shown(&shape),
        });
    }
    Ok(Header {
        element,
        fortran,
        rows,
        columns,
        offset,
    })
}

fn shown(shape: &[u64]) -> String {
    if let [rows] = shape {
        return format!("({rows},)");
    }
    let numbers: Vec<String> = shape.iter().map(u64::to_string).collect();
    format!("({})", numbers.join(", "))
}

/// A cursor over the dict literal.
struct Dict<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Dict<'a> {
    fn new(text: &'a [u8]) -> Self {
        Self { text, at: 0 }
    }

    fn parse(mut self) -> Result<(Element, bool, Vec<u64>), NpyProblem> {
        let (mut element, mut fortran, mut shape) = (None, None, None);
        self.expect(b'{')?;
        while self.peek() != Some(b'}') {
            let key = self.string()?;
            self.expect(b':')?;
            match key {
                b"descr" if self.peek() == Some(b'[') => return Err(NpyProblem::Structured),
                b"descr" => element = Some(Element::parse(self.string()?)?),
                b"fortran_order" => fortran = Some(self.boolean()?),
                b"shape" => shape = Some(self.tuple()?),
                _ => return Err(self.bad("the keys descr, fortran_order and shape")),
            }
            if self.peek() != Some(b'}') {
                self.expect(b',')?;
            }
        }
        self.expect(b'}')?;
        if self.peek().is_some() {
            return Err(self.bad("nothing behind the dict"));
        }
        match (element, fortran, shape) {
            (Some(element), Some(fortran), Some(shape)) => Ok((element, fortran, shape)),
            _ => Err(self.bad("the keys descr, fortran_order and shape")),
        }
    }

    /// The next byte that is not white space.
    fn peek(&mut self) -> Option<u8> {
        while self.text.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
        self.text.get(self.at).copied()
    }

    fn expect(&mut self, byte: u8) -> Result<(), NpyProblem> {
        if self.peek() != Some(byte) {
            return Err(self.bad("a Python dict"));
        }
        self.at += 1;
        Ok(())
    }

    fn string(&mut self) -> Result<&'a [u8], NpyProblem> {
        let Some(quote @ (b'\'' | b'"')) = self.peek() else {
            return Err(self.bad("a quoted string"));
        };
        let rest = &self.text[self.at + 1..];
        let Some(end) = memchr::memchr(quote, rest) else {
            return Err(self.bad("a closing quote"));
        };
        self.at += end + 2;
        Ok(&rest[..end])
    }

    fn boolean(&mut self) -> Result<bool, NpyProblem> {
        self.peek();
        for (word, value) in [(&b"True"[..], true), (b"False", false)] {
            if self.text[self.at..].starts_with(word) {
                self.at += word.len();
                return Ok(value);
            }
        }
        Err(self.bad("True or False"))
    }

    fn tuple(&mut self) -> Result<Vec<u64>, NpyProblem> {
        let mut numbers = Vec::new();
        self.expect(b'(')?;
        while self.peek() != Some(b')') {
            numbers.push(self.number()?);
            if self.peek() != Some(b')') {
                self.expect(b',')?;
            }
        }
        self.expect(b')')?;
        Ok(numbers)
    }

    fn number(&mut self) -> Result<u64, NpyProblem> {
        self.peek();
        let rest = &self.text[self.at..];
        let length = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if length == 0 {
            return Err(self.bad("a count of rows or columns"));
        }
        let digits = String::from_utf8_lossy(&rest[..length]).into_owned();
        self.at += length;
        // Python 2 wrote long integers as `10L`.
        if self.text.get(self.at) == Some(&b'L') {
            self.at += 1;
        }
        digits
            .parse()
            .map_err(|_| NpyProblem::TooLarge { shape: digits })
    }

    fn bad(&self, expected: &'static str) -> NpyProblem {
        let found = crate::error::quote::quoted(self.text[self.at..].trim_ascii_end());
        NpyProblem::Header { expected, found }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(version: u8, dict: &str, data: usize) -> Vec<u8> {
        let mut bytes = magic::NUMPY.to_vec();
        bytes.extend([version, 0]);
        if version == 1 {
            bytes.extend((dict.len() as u16).to_le_bytes());
        } else {
            bytes.extend((dict.len() as u32).to_le_bytes());
        }
        bytes.extend(dict.as_bytes());
        bytes.resize(bytes.len() + data, 0);
        bytes
    }

    fn dict(shape: &str) -> String {
        format!("{{'descr': '<f8', 'fortran_order': False, 'shape': {shape}, }}   \n")
    }

    #[test]
    fn all_versions_orders_and_spellings_are_read() {
        for version in 1..=3 {
            let header = read(&file(version, &dict("(3,)"), 24)).unwrap();
            assert_eq!(
                (header.rows, header.columns, header.fortran),
                (3, None, false)
            );
        }
        let spelled = "{\"shape\":(2L, 1), 'fortran_order':True,'descr':'>f8'}";
        let header = read(&file(1, spelled, 16)).unwrap();
        assert_eq!(
            (header.rows, header.columns, header.fortran),
            (2, Some(1), true)
        );
    }

    #[test]
    fn a_header_that_lies_about_its_rows_is_refused_before_anything_is_reserved() {
        for (shape, problem) in [
            ("(0,)", "24 bytes"),
            ("(2,)", "16 bytes"),
            ("(4,)", "32 bytes"),
            ("(4294967296,)", "34359738368 bytes"),
            ("(9223372036854775808,)", "2^64"),
            ("(99999999999999999999,)", "2^64"),
            ("(4294967296, 4294967296)", "2^20 columns"),
            ("(18446744073709551615, 4)", "2^64"),
            ("(-1,)", "`-1,), }`"),
            ("(3.0,)", "`.0,), }`"),
            ("()", "0 dimensions"),
            ("(1, 1, 3)", "3 dimensions"),
            ("(0, 18446744073709551615)", "2^20 columns"),
        ] {
            let error = read(&file(1, &dict(shape), 24)).unwrap_err().to_string();
            assert!(error.contains(problem), "{shape}: {error}");
        }
        assert!(matches!(
            read(&file(1, &dict("(0,)"), 0)),
            Err(NpyProblem::NoElements { .. })
        ));
    }

    #[test]
    fn a_header_length_beyond_the_file_is_refused() {
        let mut bytes = file(2, &dict("(3,)"), 24);
        bytes[8..12].copy_from_slice(&u32::MAX.to_le_bytes());
        assert!(matches!(
            read(&bytes),
            Err(NpyProblem::HeaderLength {
                declared: 0xffff_ffff,
                ..
            })
        ));
        for length in 0..12 {
            assert!(read(&bytes[..length]).is_err());
        }
    }

    #[test]
    fn broken_dicts_say_what_was_expected() {
        for dict in [
            "",
            "{",
            "{'descr'",
            "{'descr': '<f8'}",
            "{'a': 1}",
            "{'shape': (3}",
            "{'descr': [('a', '<f8')]}",
        ] {
            assert!(read(&file(1, dict, 0)).is_err(), "{dict}");
        }
    }
}
