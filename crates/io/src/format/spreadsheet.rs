//! Cells that a spreadsheet would compute.
//!
//! A text cell that starts like a formula gets an apostrophe, which spreadsheets read as "this is text" (OWASP, *CSV Injection*).
//! Numbers stay as they are. An id that is read from a table loses the apostrophe again, so that ids pair wherever they come from.

use std::borrow::Cow;

/// A cell that is text, such that no spreadsheet computes it.
pub fn text_cell(cell: &str) -> Cow<'_, str> {
    if is_formula(cell.as_bytes()) {
        Cow::Owned(format!("'{cell}"))
    } else {
        Cow::Borrowed(cell)
    }
}

/// The text that [`text_cell`] was given.
pub(crate) fn plain(cell: &[u8]) -> &[u8] {
    cell.strip_prefix(b"'")
        .filter(|rest| is_formula(rest))
        .unwrap_or(cell)
}

/// Apostrophes before it are passed over, so that none is taken for ours.
fn is_formula(cell: &[u8]) -> bool {
    let start = cell
        .iter()
        .position(|byte| *byte != b'\'')
        .unwrap_or(cell.len());
    let starts = matches!(
        cell.get(start),
        Some(b'=' | b'+' | b'-' | b'@' | b'\t' | b'\r')
    );
    starts && (start > 0 || fast_float2::parse::<f64, _>(cell).is_err())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_become_text_and_come_back_and_numbers_stay() {
        for (text, cell) in [
            ("=1+1", "'=1+1"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("-->", "'-->"),
            ("+x", "'+x"),
            ("\t=1", "'\t=1"),
            ("'=1", "''=1"),
            ("'tis", "'tis"),
            ("-0.5", "-0.5"),
            ("+1e-9", "+1e-9"),
            ("a=b", "a=b"),
            ("", ""),
        ] {
            assert_eq!(text_cell(text), cell);
            assert_eq!(plain(cell.as_bytes()), text.as_bytes());
        }
    }
}
