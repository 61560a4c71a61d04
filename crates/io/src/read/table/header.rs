//! The header of a table, if its first row is one.

use crate::error::fault::Faults;
use crate::error::kind::FaultKind;
use crate::format::first_row::{FirstRow, first_row_above};
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
    let mut next = Records::new(&text[records.offset()..], delimiter, true);
    let second = matches!(next.advance(), Step::Record).then(|| next.fields());
    let first: Vec<&[u8]> = records.fields().collect();
    match first_row_above(&first, second.into_iter().flatten()) {
        FirstRow::Names => {}
        FirstRow::Data => {
            return Ok(Some(Header {
                names: None,
                width,
                offset: 0,
                lines: 0,
            }));
        }
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
    Ok(Some(Header {
        names: Some(names),
        width,
        offset: records.offset(),
        lines: records.lines_read(),
    }))
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
        assert_eq!(
            names("qid,2018,2019\nq1,0,1\n").unwrap(),
            ["qid", "2018", "2019"]
        );
        // Unless it stands in the second row as well: then the first is an item.
        assert!(read(b"item,0,0.5\nitem,1,0.7\n", b',').is_err());
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
        for text in [
            "q1,0.5\nq2,0.25\n",
            "1006728\tQ0,1,23.5\n",
            "2018,acc\n",
            ",2018,2019\n0,1,1\n",
            ",a,7\n",
        ] {
            let spot = read(text.as_bytes(), b',').unwrap_err().first.unwrap();
            assert_eq!(
                (spot.kind, spot.line, spot.column),
                (FaultKind::UnclearHeader, 0, 1),
                "{text}"
            );
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
