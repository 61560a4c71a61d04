//! The first row of a table: names, or already data.
//!
//! It is a header when any field is neither a number nor a missing score (`0.5,NA,1` is data). One more case is a
//! header: an empty first field followed by 0, 1, 2, ..., which is how pandas writes a frame without column names.

use crate::fault::{FaultKind, Faults};
use crate::number;
use crate::table::record::{Records, Step};

/// What the first row tells.
#[derive(Debug)]
pub(crate) struct Header {
    pub names: Option<Vec<String>>,
    pub width: usize,
    /// Where the data start, in bytes and in lines.
    pub offset: usize,
    pub lines: u64,
}

/// Whether a row of fields is data rather than names.
pub(crate) fn is_data_row<'a>(fields: impl IntoIterator<Item = &'a [u8]>) -> bool {
    let mut frame = true;
    let mut width = 0;
    for (index, field) in fields.into_iter().enumerate() {
        let field = number::trim(field);
        // Infinities and numbers beyond a double are data too, and an error later on.
        if number::score(field, true) == Err(FaultKind::NotANumber) {
            return false;
        }
        frame &= if index == 0 { field.is_empty() } else { field == (index - 1).to_string().as_bytes() };
        width = index + 1;
    }
    !(frame && width > 1)
}

/// Reads the first row; `None` when there is no row at all.
pub(crate) fn read(text: &[u8], delimiter: u8) -> Result<Option<Header>, Faults> {
    let mut faults = Faults::default();
    let mut records = Records::new(text, delimiter, true);
    match records.advance() {
        Step::End => return Ok(None),
        Step::Record => {}
        Step::Blank => faults.add(0, 1, None, FaultKind::BlankLine, b""),
        Step::TooLong => faults.add(0, 1, None, FaultKind::LongLine, text),
        Step::OpenQuote => {
            let (line, column) = records.place(usize::MAX);
            faults.add(line, column, None, FaultKind::OpenQuote, b"");
        }
    }
    if faults.count > 0 {
        return Err(faults);
    }
    let width = records.len();
    if is_data_row(records.fields()) {
        return Ok(Some(Header { names: None, width, offset: 0, lines: 0 }));
    }
    let mut names = Vec::with_capacity(width);
    for (index, field) in records.fields().enumerate() {
        match std::str::from_utf8(field) {
            Ok(name) if !name.contains('\0') => names.push(name.trim().to_owned()),
            _ => {
                let (line, column) = records.place(index);
                faults.add(line, column, None, FaultKind::NotText, field);
            }
        }
    }
    if faults.count > 0 {
        return Err(faults);
    }
    Ok(Some(Header { names: Some(names), width, offset: records.offset(), lines: records.lines_read() }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Option<Vec<String>> {
        read(text.as_bytes(), b',').unwrap().unwrap().names
    }

    #[test]
    fn a_row_with_any_word_is_a_header() {
        assert_eq!(names("id,score\n1,2\n").unwrap(), ["id", "score"]);
        assert_eq!(names("1,\"a,b\"\r\n1,2\n").unwrap(), ["1", "a,b"]);
        assert_eq!(names("2018,acc").unwrap(), ["2018", "acc"]);
    }

    #[test]
    fn a_row_of_numbers_and_missing_scores_is_data() {
        for text in ["0.5,NA,1\n", "1,,2\n", "true,false\n", ",1,2\n", "inf,1\n", "1e400\n", "\"1\",\"2\"\n"]
        {
            assert_eq!(names(text), None, "{text}");
        }
    }

    #[test]
    fn an_index_of_pandas_over_unnamed_columns_is_a_header() {
        assert_eq!(names(",0,1\n0,0.5,0.25\n").unwrap(), ["", "0", "1"]);
    }

    #[test]
    fn data_start_behind_a_header_that_spans_lines() {
        let header = read(b"\"a\nb\",c\n1,2\n", b',').unwrap().unwrap();
        assert_eq!((header.offset, header.lines, header.width), (8, 2, 2));
        assert!(read(b"", b',').unwrap().is_none());
    }

    #[test]
    fn a_header_that_is_not_text_is_a_fault_at_its_field() {
        for text in [&b"a,\xff\n"[..], b"a,b\0\n"] {
            let spot = read(text, b',').unwrap_err().first.unwrap();
            assert_eq!((spot.kind, spot.column), (FaultKind::NotText, 3));
        }
    }
}
