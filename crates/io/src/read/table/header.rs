//! The first row of a table: names, or already data.
//!
//! Numbers and missing scores are data (`0.5,NA,1`); words are a header. A mixture of both is an error, because
//! `q1,1` may be the first item as well as a header, unless a word is a known name for ids (`qid,2018,2019`). An empty
//! first field followed by numbers is an error too, unless they are 0, 1, 2, ...: so pandas writes a frame without
//! column names, and that is a header.

use crate::ask::columns::is_identifier;
use crate::error::fault::{FaultKind, Faults};
use crate::format::number;
use crate::read::table::record::{Records, Step};

/// What the first row tells.
#[derive(Debug)]
pub(crate) struct Header {
    pub names: Option<Vec<String>>,
    pub width: usize,
    /// Where the data start, in bytes and in lines.
    pub offset: usize,
    pub lines: u64,
}

/// What a first row can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FirstRow {
    Names,
    Data,
    Unclear,
}

/// Whether a row of fields is a header beyond doubt.
pub(crate) fn is_header<'a>(fields: impl IntoIterator<Item = &'a [u8]>) -> bool {
    first_row(fields) == FirstRow::Names
}

fn first_row<'a>(fields: impl IntoIterator<Item = &'a [u8]>) -> FirstRow {
    let (mut words, mut numbers, mut known, mut frame, mut width) = (0usize, 0usize, false, true, 0);
    let mut nameless = false;
    for (index, field) in fields.into_iter().enumerate() {
        let field = number::trim(field);
        if number::score(field, true) == Err(FaultKind::NotANumber) {
            words += 1;
            known |= std::str::from_utf8(field).is_ok_and(is_identifier);
        } else if !number::is_missing(field) {
            // Infinities and numbers beyond a double count as numbers here, and are errors later on.
            numbers += 1;
        }
        frame &= if index == 0 { field.is_empty() } else { field == (index - 1).to_string().as_bytes() };
        nameless |= index == 0 && field.is_empty();
        width = index + 1;
    }
    match (words, numbers) {
        (1.., 0) => FirstRow::Names,
        (1.., _) if known => FirstRow::Names,
        (1.., _) => FirstRow::Unclear,
        (0, 1..) if frame && width > 1 => FirstRow::Names,
        (0, 1..) if nameless => FirstRow::Unclear,
        (0, _) => FirstRow::Data,
    }
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
    match first_row(records.fields()) {
        FirstRow::Names => {}
        FirstRow::Data => return Ok(Some(Header { names: None, width, offset: 0, lines: 0 })),
        FirstRow::Unclear => {
            faults.add(0, 1, None, FaultKind::UnclearHeader, records.raw());
            return Err(faults);
        }
    }
    let mut names = Vec::with_capacity(width);
    for (index, field) in records.fields().enumerate() {
        match std::str::from_utf8(field) {
            Ok(name) if name.contains('\r') => {
                let (line, column) = records.place(index);
                faults.add(line, column, None, FaultKind::LoneReturn, field);
            }
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
    fn a_row_of_words_is_a_header_and_so_is_one_with_a_known_id_name() {
        assert_eq!(names("id,score\n1,2\n").unwrap(), ["id", "score"]);
        assert_eq!(names("a,\"b,c\"\r\n1,2\n").unwrap(), ["a", "b,c"]);
        assert_eq!(names("qid,2018,2019\nq1,0,1\n").unwrap(), ["qid", "2018", "2019"]);
    }

    #[test]
    fn a_row_of_numbers_and_missing_scores_is_data() {
        for text in [
            "0.5,NA,1\n",
            "1,,2\n",
            "true,false\n",
            "NA,1,2\n",
            ",NA\n",
            "inf,1\n",
            "1e400\n",
            "\"1\",\"2\"\n",
        ] {
            assert_eq!(names(text), None, "{text}");
        }
    }

    #[test]
    fn a_mixture_of_words_and_numbers_is_never_guessed() {
        for text in
            ["q1,0.5\nq2,0.25\n", "1006728\tQ0,1,23.5\n", "2018,acc\n", ",2018,2019\n0,1,1\n", ",a,7\n"]
        {
            let spot = read(text.as_bytes(), b',').unwrap_err().first.unwrap();
            assert_eq!((spot.kind, spot.line, spot.column), (FaultKind::UnclearHeader, 0, 1), "{text}");
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
