//! The first row of a table: names, or already data.
//!
//! Numbers and missing scores are data (`0.5,NA,1`); words are a header. A mixture of both is an error, because
//! `q1,1` may be the first item as well as a header, unless a word is a known name for ids (`qid,2018,2019`) and does not stand in
//! the second row as well (`item 0 0.5` above `item 1 0.7`). An empty
//! first field followed by numbers is an error too, unless they are 0, 1, 2, ...: that is how pandas writes a frame
//! without column names, and it is a header.

use crate::error::kind::FaultKind;
use crate::format::identifier::is_identifier;
use crate::format::number;

/// What a first row can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FirstRow {
    Names,
    Data,
    Unclear,
}

/// Classifies the first row, given the second: a word that both have is not a name if the first has numbers, too.
pub(crate) fn first_row_above<'a>(
    first: &[&'a [u8]],
    second: impl Iterator<Item = &'a [u8]>,
) -> FirstRow {
    let is_number = |field: &&[u8]| number::score(field, false).is_ok_and(|score| !score.is_nan());
    let found = first_row(first.iter().copied());
    if found != FirstRow::Names || !first.iter().any(is_number) {
        return found;
    }
    let is_in_both = |(one, other): (&&[u8], &[u8])| {
        let one = number::trim(one);
        one == number::trim(other)
            && number::score(one, true) == Err(FaultKind::NotANumber)
            && !number::is_missing(one)
    };
    if first.iter().zip(second).any(is_in_both) {
        FirstRow::Unclear
    } else {
        found
    }
}

/// What a row of fields tells, if it is the first.
pub(crate) fn first_row<'a>(fields: impl IntoIterator<Item = &'a [u8]>) -> FirstRow {
    let (mut words, mut numbers, mut known, mut frame, mut width) =
        (0usize, 0usize, false, true, 0);
    let mut nameless = false;
    for (index, field) in fields.into_iter().enumerate() {
        let field = number::trim(field);
        // A column may be called `correct`.
        if number::score(field, true) == Err(FaultKind::NotANumber) || number::is_verdict(field) {
            words += 1;
            known |= std::str::from_utf8(field).is_ok_and(is_identifier);
        } else if !number::is_missing(field) {
            // Infinities and numbers beyond a double count as numbers here, and are errors later on.
            numbers += 1;
        }
        frame &= if index == 0 {
            field.is_empty()
        } else {
            field == (index - 1).to_string().as_bytes()
        };
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
