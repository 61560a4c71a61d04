//! What separates the fields of a table if the format does not say so: `;`, or blanks.
//!
//! Spreadsheets write CSV with `;` where the comma is the decimal mark. R, awk and `numpy.savetxt` write fields between blanks,
//! into files that are called text.

use std::borrow::Cow;

use crate::format::content;
use crate::format::first_row::{FirstRow, first_row_above};
use crate::format::number;

/// The separator of a file that is said to be CSV: `;` where the first line holds one, and no comma.
pub(crate) fn of_csv(text: &[u8]) -> u8 {
    let line = lines(text).next().unwrap_or_default();
    if line.contains(&b';') && !line.contains(&b',') {
        b';'
    } else {
        b','
    }
}

/// The table that a file of text is, and its separator: as many fields in the second line as in the first, several, and, unless
/// columns are asked for, names in the first and a number in the second. Blanks become tabs.
pub(crate) fn of_text(text: &[u8], columns_are_asked_for: bool) -> Option<(Cow<'_, [u8]>, u8)> {
    let mut lines = lines(text);
    let (first, second) = (lines.next()?, lines.next()?);
    let is_table = |fields: fn(&[u8]) -> Vec<&[u8]>| {
        let (names, row) = (fields(first), fields(second));
        names.len() > 1
            && names.len() == row.len()
            && (columns_are_asked_for
                || row.iter().any(|field| number::score(field, true).is_ok())
                    && first_row_above(&names, row.into_iter()) == FirstRow::Names)
    };
    if is_table(|line| line.split(|&byte| byte == b';').collect()) {
        return Some((Cow::Borrowed(text), b';'));
    }
    is_table(|line| words(line).collect()).then(|| (Cow::Owned(with_tabs(text)), b'\t'))
}

/// Lines below the comments about the table.
fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text[content::split(text).0.len()..]
        .split(|&byte| byte == b'\n')
        .map(<[u8]>::trim_ascii_end)
}

fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(u8::is_ascii_whitespace)
        .filter(|word| !word.is_empty())
}

/// Every run of blanks inside a line made one tab; those at its ends are gone.
fn with_tabs(text: &[u8]) -> Vec<u8> {
    let mut table = Vec::with_capacity(text.len());
    let mut lines = text.split(|&byte| byte == b'\n').peekable();
    while let Some(line) = lines.next() {
        for (place, word) in words(line).enumerate() {
            if place > 0 {
                table.push(b'\t');
            }
            table.extend_from_slice(word);
        }
        if lines.peek().is_some() {
            table.push(b'\n');
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn semicolons_separate_where_the_first_line_has_no_comma() {
        assert_eq!(of_csv(b"id;a;b\n1;0,5;0,7\n"), b';');
        assert_eq!(of_csv(b"id,a;b\n1,0.5\n"), b',');
        assert_eq!(of_csv(b"score\n1\n"), b',');
    }

    #[test]
    fn text_is_a_table_where_its_first_line_has_names() {
        let of = |text: &str, asked| {
            of_text(text.as_bytes(), asked).map(|(table, by)| (table.into_owned(), by))
        };
        assert_eq!(
            of("qid  a b\n1 0.5\t0.7 \r\n", false),
            Some((b"qid\ta\tb\n1\t0.5\t0.7\n".to_vec(), b'\t'))
        );
        assert_eq!(
            of("id;a\n1;0.5\n", false),
            Some((b"id;a\n1;0.5\n".to_vec(), b';'))
        );
        // Thousands with a blank are not a table unless somebody asks for its columns.
        assert_eq!(of("1 000\n2 000\n", false), None);
        assert_eq!(
            of("1 000\n2 000\n", true),
            Some((b"1\t000\n2\t000\n".to_vec(), b'\t'))
        );
        // Sentences, sentences above scores, JSON, and scores alone.
        assert_eq!(of("the cat sat\na dog ran\n", false), None);
        assert_eq!(of("{\"score\": 1}\n{\"score\": 0}\n", false), None);
        assert_eq!(of("scores of bm25\n0.5\n0.7\n", false), None);
        assert_eq!(of("item 0: 0.5\nitem 1: 0.7\n", false), None);
        assert_eq!(of("0.5\n0.7\n", true), None);
    }
}
