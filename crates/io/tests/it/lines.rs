//! Hostile numbers and lines: what is accepted, and every other error word by word (I7, C15).

use insta::assert_snapshot;
use restrap_io::Missing;

use crate::support::{Folder, csv, missing, one, text};

#[test]
fn crlf_a_byte_order_mark_and_outer_spaces_are_accepted() {
    assert_snapshot!(text(b"\xef\xbb\xbf0.5\r\n 0.25\t\r\n1e0  \r\n"), @"a [0.5, 0.25, 1.0]");
    assert_snapshot!(csv(b"\xef\xbb\xbfqid,s\r\n1, 0.5 \r\n2,1\r\n"), @"
    a [0.5, 1.0]
    note: a.csv: not taken as systems (text, empty or identifiers): `qid`
    ");
}

#[test]
fn comments_and_trailing_blank_lines_are_accepted_in_text() {
    assert_snapshot!(text(b"# scores\n0.5\n  # more\n0.25\n\n \r\n\n"), @"a [0.5, 0.25]");
}

#[test]
fn the_last_line_needs_no_newline() {
    assert_snapshot!(text(b"0.5\n0.25"), @"a [0.5, 0.25]");
}

#[test]
fn a_nul_byte_is_not_a_number() {
    assert_snapshot!(text(b"0.5\n0.\x0025\n"), @r"
    unreadable: a.txt:2:1: expected a number, found `0.\u{0}25`
    hint: is this a binary file?
    ");
    assert_snapshot!(text(b"0.5\0\n"), @r"
    unreadable: a.txt:1:1: expected a number, found `0.5\u{0}`
    hint: is this a binary file?
    ");
}

#[test]
fn text_in_utf_16_is_named() {
    assert_snapshot!(text(b"\xff\xfe0\0.\x005\0\n\0"), @"
    unreadable: a.txt: expected scores in a known format (text, csv, tsv, npy, parquet, arrow, trec_eval, comet, jsonl, json, eval), found UTF-16 text
    hint: save the file as UTF-8
    ");
}

#[test]
fn bad_utf_8_is_shown_escaped() {
    assert_snapshot!(text(b"0.5\n\xff\xfe0.5\n"), @r"
    unreadable: a.txt:2:1: expected a number, found `\xff\xfe0.5`
    hint: a text file holds one number per line
    ");
    assert_snapshot!(csv(b"qid,s\n1,\xc3\x28\n"), @r"
    unreadable: a.csv:2:3 (column `s`): expected a number, found `\xc3(`
    hint: correct the cell, or empty it: an empty cell is a missing score; further lines of headings are deleted
    ");
}

#[test]
fn a_line_of_ten_megabytes_is_refused() {
    assert_snapshot!(text(&[b"0.5\n".to_vec(), vec![b"9"[0]; 10_000_000], b"\n0.25\n".to_vec()].concat()), @"
    unreadable: a.txt:2:1: expected lines of at most 1 MiB, found a longer one: `9999999999999999999999999999999999999999…`
    hint: a line holds one item, in at most 1 MiB: end each item with a line feed, or write texts as JSON lines, `FILE.jsonl:COLUMN`
    ");
    assert_snapshot!(csv(&[b"qid,s\n1,".to_vec(), vec![b"9"[0]; 10_000_000], b"\n2,0.25\n3\n".to_vec()].concat()), @"
    unreadable: a.csv:2:1: expected lines of at most 1 MiB, found a longer one: `1,99999999999999999999999999999999999999…` (and 1 more in this file)
    hint: a line holds one item, in at most 1 MiB: end each item with a line feed, or write texts as JSON lines, `FILE.jsonl:COLUMN`
    ");
    assert_snapshot!(csv(&[b"qid,s\n\"1".to_vec(), vec![b"\n"[0]; 10_000_000]].concat()), @"
    unreadable: a.csv:2:1: expected a closing quote, found the end of the file
    hint: a field that starts with a quote must end with one; a quote inside it is doubled
    ");
}

#[test]
fn numbers_beyond_a_double_are_refused() {
    assert_snapshot!(text(b"1e400\n-1e400\n"), @"
    non_finite: a.txt:1:1: expected a number up to 1.8e308 (the largest double), found `1e400` (and 1 more in this file)
    hint: a score must be finite: correct it, or write NaN for a missing one
    ");
    assert_snapshot!(csv(b"s\n1e309\n"), @"
    non_finite: a.csv:2:1 (column `s`): expected a number up to 1.8e308 (the largest double), found `1e309`
    hint: a score must be finite: correct it, or write NaN for a missing one
    ");
}

#[test]
fn infinities_are_refused_whatever_missing_says() {
    assert_snapshot!(text(b"0.5\ninf\n"), @"
    non_finite: a.txt:2:1: expected a finite number, found `inf`
    hint: a score must be finite: correct it, or write NaN for a missing one
    ");
    assert_snapshot!(Folder::new(&[("a.txt", b"-Infinity\n")]).said(&["DIR/a.txt"], &missing(Missing::Drop)), @"
    non_finite: a.txt:1:1: expected a finite number, found `-Infinity`
    hint: a score must be finite: correct it, or write NaN for a missing one
    ");
}

#[test]
fn hexadecimal_is_refused() {
    assert_snapshot!(text(b"0x1p3\n"), @"
    unreadable: a.txt:1:1: expected a number, found `0x1p3`
    hint: write hexadecimal numbers in decimal
    ");
}

#[test]
fn a_decimal_comma_is_refused() {
    assert_snapshot!(text(b"0,5\n0,25\n"), @"
    unreadable: a.txt:1:1: expected a number, found `0,5` (and 1 more in this file)
    hint: if this is a decimal comma, write a decimal point: 0.5; if it separates columns, use `input-format=csv`
    ");
    assert_snapshot!(csv(b"s\n0,5\n"), @"
    unreadable: a.csv:2:1: expected 1 field as in the first line, found 2
    hint: if this is a decimal comma, write a decimal point: 0.5
    ");
    assert_snapshot!(csv(b"qid,s\n1,\"0,5\"\n"), @"
    unreadable: a.csv:2:3 (column `s`): expected a number, found `0,5`
    hint: if this is a decimal comma, write a decimal point: 0.5
    ");
    assert_snapshot!(csv(b"qid;s\n1;0,5\n"), @"
    unreadable: a.csv:2:3 (column `s`): expected a number, found `0,5`
    hint: if this is a decimal comma, write a decimal point: 0.5
    ");
    assert_snapshot!(one("scores", b"0,5\n0,25\n"), @"
    unreadable: scores:1:1: expected a number, found `0,5` (and 1 more in this file)
    hint: if this is a decimal comma, write a decimal point: 0.5; if it separates columns, use `input-format=csv`
    ");
}

#[test]
fn percentages_and_a_typographic_minus_are_refused() {
    assert_snapshot!(text(b"45%\n"), @"
    unreadable: a.txt:1:1: expected a number, found `45%`
    hint: write percentages as plain numbers, without `%`: `tr -d '%' < FILE > PLAIN`
    ");
    assert_snapshot!(text("\u{2212}0.5\n".as_bytes()), @"
    unreadable: a.txt:1:1: expected a number, found `−0.5`
    hint: the minus sign is U+2212: write the ASCII `-`
    ");
}

#[test]
fn a_blank_line_between_scores_is_refused() {
    assert_snapshot!(text(b"0.5\n\n0.25\n"), @"
    unreadable: a.txt:2:1: expected a score, found a blank line
    hint: lines are paired by position: write NaN where a score is missing
    ");
    assert_snapshot!(text(b"\n0.5\n"), @"
    unreadable: a.txt:1:1: expected a score, found a blank line
    hint: lines are paired by position: write NaN where a score is missing
    ");
    assert_snapshot!(csv(b"s\n0.5\n\n0.25\n"), @"
    unreadable: a.csv:3:1: expected a score, found a blank line
    hint: lines are paired by position: write NaN where a score is missing
    ");
}

#[test]
fn old_macintosh_line_ends_are_refused() {
    assert_snapshot!(text(b"0.5\r0.25\r"), @r"
    unreadable: a.txt:1:1: expected a number, found `0.5\r0.25`
    hint: are these old Macintosh line ends? convert them to newlines
    ");
    assert_snapshot!(csv(b"s\r0.5\r0.25\r"), @r"
    unreadable: a.csv:1:1: expected lines that end with LF or CRLF, found a lone carriage return: `s\r0.5\r0.25`
    hint: are these old Macintosh line ends? convert them to newlines
    ");
}

#[test]
fn several_numbers_on_a_line_are_refused() {
    assert_snapshot!(text(b"0.5 0.25\n"), @"
    unreadable: a.txt:1:1: expected a number, found `0.5 0.25`
    hint: if these are columns of numbers, name them by their places: `FILE:1 FILE:2`
    ");
    assert_snapshot!(text(b"0.5\t0.25\n"), @r"
    unreadable: a.txt:1:1: expected a number, found `0.5\t0.25`
    hint: if this is a table, use `input-format=tsv`
    ");
    assert_snapshot!(text(b"0.5,0.25,1\n"), @"
    unreadable: a.txt:1:1: expected a number, found `0.5,0.25,1`
    hint: if this is a table, use `input-format=csv`
    ");
}

#[test]
fn a_header_in_a_text_file_is_refused() {
    assert_snapshot!(text(b"score\n0.5\n"), @"
    unreadable: a.txt:1:1: expected a number, found `score`
    hint: a text file holds one number per line; if this is a header, use `input-format=csv`
    ");
}

#[test]
fn a_missing_score_is_an_error_that_names_the_flag() {
    assert_snapshot!(text(b"0.5\nNaN\nNA\n"), @"
    non_finite: a.txt:2:1: expected a number, found `NaN` (and 1 more in this file)
    hint: `missing=drop` leaves such items out of every system, `missing=zero` counts them as 0
    ");
    assert_snapshot!(csv(b"qid,s\n1,0.5\n2,\n3,null\n"), @"
    non_finite: a.csv:3:3 (column `s`): expected a number, found an empty cell (and 1 more in this file)
    hint: `missing=drop` leaves such items out of every system, `missing=zero` counts them as 0
    ");
}

#[test]
fn an_integer_that_a_double_would_round_is_refused() {
    assert_snapshot!(text(b"9007199254740993\n"), @"
    unreadable: a.txt:1:1: expected an integer that a double can hold, found `9007199254740993`, which is beyond 2^53
    hint: write it with a decimal exponent if rounding is acceptable, or rescale the scores
    ");
    assert_snapshot!(text(b"9007199254740992\n-9007199254740994\n"), @"a [9007199254740992.0, -9007199254740994.0]");
}

#[test]
fn zeros_subnormals_and_extremes_are_accepted() {
    assert_snapshot!(text(b"-0.0\n0\n5e-324\n1e300\n1e-400\n"), @"a [-0.0, 0.0, 5e-324, 1e300, 0.0]");
}

#[test]
fn files_without_scores_are_empty() {
    assert_snapshot!(text(b""), @"
    empty: a.txt: expected scores, found an empty file
    hint: see whether the program that writes it had an error
    ");
    assert_snapshot!(text(b"# nothing\n\n"), @"empty: a.txt: expected scores, found only comments or blank lines");
    assert_snapshot!(csv(b"\n\n"), @"empty: a.csv: expected scores, found an empty table");
    assert_snapshot!(csv(b"qid,s\n"), @"empty: a.csv: expected scores, found a header without rows");
    assert_snapshot!(csv(b"\xef\xbb\xbf"), @"empty: a.csv: expected scores, found an empty table");
}

#[test]
fn one_or_two_items_are_enough_to_load() {
    assert_snapshot!(text(b"0.5\n"), @"a [0.5]");
    assert_snapshot!(text(b"0.5\n0.5\n"), @"a [0.5, 0.5]");
}

#[test]
fn control_characters_never_reach_the_terminal() {
    assert_snapshot!(text(b"\x1b[31mred\n"), @r"
    unreadable: a.txt:1:1: expected a number, found `\u{1b}[31mred`
    hint: a text file holds one number per line; if this is a header, use `input-format=csv`
    ");
    assert_snapshot!(csv(b"qid,s\n1,\x1b]0;title\x07\n"), @r"
    unreadable: a.csv:2:3 (column `s`): expected a number, found `\u{1b}]0;title\u{7}`
    hint: correct the cell, or empty it: an empty cell is a missing score; further lines of headings are deleted
    ");
    assert_snapshot!(csv(b"\"a\x1b[31m\",b\n1,2\n"), @r"
    a\u{1b}[31m [1.0]
    b [2.0]
    ");
}
