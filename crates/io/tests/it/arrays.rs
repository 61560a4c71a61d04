//! Hostile binary files: lying array headers, damaged compression, foreign formats (I3).

use insta::assert_snapshot;
use restrap_io::Options;

use crate::support::{Folder, doubles, npy, one};

#[test]
fn a_numpy_header_that_lies_about_its_rows_is_refused() {
    assert_snapshot!(one("a.npy", &npy("<f8", "(0,)", &[])), @"empty: a.npy: expected scores, found an array without elements");
    assert_snapshot!(one("a.npy", &npy("<f8", "(2,)", &doubles(&[1., 2., 3.]))), @"
    unreadable: a.npy: expected 16 bytes of data for the shape (2,), found 24 bytes
    hint: the file is damaged or incomplete: save it again
    ");
    assert_snapshot!(one("a.npy", &npy("<f8", "(4,)", &doubles(&[1., 2., 3.]))), @"
    unreadable: a.npy: expected 32 bytes of data for the shape (4,), found 24 bytes
    hint: the file is damaged or incomplete: save it again
    ");
    assert_snapshot!(one("a.npy", &npy("<f8", "(4294967296,)", &doubles(&[1., 2., 3.]))), @"
    unreadable: a.npy: expected 34359738368 bytes of data for the shape (4294967296,), found 24 bytes
    hint: the file is damaged or incomplete: save it again
    ");
    assert_snapshot!(one("a.npy", &npy("<f8", "(9223372036854775808,)", &doubles(&[1., 2., 3.]))), @"
    unreadable: a.npy: expected a shape of fewer than 2^64 bytes, found (9223372036854775808,)
    hint: write it with NumPy: numpy.save(path, array)
    ");
    assert_snapshot!(one("a.npy", &npy("<f8", "(-1,)", &doubles(&[1., 2., 3.]))), @"
    unreadable: a.npy: expected a count of rows or columns in the .npy header, found `-1,), }`
    hint: write it with NumPy: numpy.save(path, array)
    ");
    assert_snapshot!(one("a.npy", &npy("<f8", "(18446744073709551615, 18446744073709551615)", &doubles(&[1.]))), @"
    unreadable: a.npy: expected at most 2^20 columns, found an array of shape (18446744073709551615, 18446744073709551615)
    hint: save items as rows and systems as columns: array.reshape(items, systems)
    ");
}

#[test]
fn a_numpy_file_that_is_cut_or_followed_by_more_is_refused() {
    assert_snapshot!(one("a.npy", b"\x93NUMPY\x01\x00\xff\xff{"), @"
    unreadable: a.npy: expected a header of 65535 bytes or more, found 1
    hint: the file is damaged or incomplete: save it again
    ");
    assert_snapshot!(one("a.npy", b"\x93NUM"), @r"
    unreadable: a.npy: expected a .npy file, found one that does not start with \x93NUMPY
    hint: write it with NumPy: numpy.save(path, array)
    ");
    assert_snapshot!(one("a.npy", b"0.5\n"), @r"
    unreadable: a.npy: expected a .npy file, found one that does not start with \x93NUMPY
    hint: write it with NumPy: numpy.save(path, array)
    ");
    assert_snapshot!(one("a.npy", &[npy("<f8", "(1,)", &doubles(&[1.])), b"more".to_vec()].concat()), @"
    unreadable: a.npy: expected 8 bytes of data for the shape (1,), found 12 bytes
    hint: the file is damaged or incomplete: save it again
    ");
    assert_snapshot!(one("a.npy", b"\x93NUMPY\x07\x00\x01\x00{"), @"
    unreadable: a.npy: expected .npy version 1, 2 or 3, found 7
    hint: write it with NumPy: numpy.save(path, array)
    ");
}

#[test]
fn numpy_types_that_are_not_numbers_are_refused() {
    assert_snapshot!(one("a.npy", &npy("|O", "(1,)", &[0; 8])), @"
    unreadable: a.npy: expected elements of floats, integers or booleans, found type `|O`
    hint: convert it before saving: array.astype(float)
    ");
    assert_snapshot!(one("a.npy", &npy("<U3", "(1,)", &[0; 12])), @"
    unreadable: a.npy: expected elements of floats, integers or booleans, found type `<U3`
    hint: convert it before saving: array.astype(float)
    ");
    assert_snapshot!(one("a.npy", &npy("<c16", "(1,)", &[0; 16])), @"
    unreadable: a.npy: expected elements of floats, integers or booleans, found type `<c16`
    hint: convert it before saving: array.astype(float)
    ");
    assert_snapshot!(one("a.npy", &npy("<f8", "()", &[0; 8])), @"
    unreadable: a.npy: expected one or two dimensions, found 0 dimensions
    hint: save items as rows and systems as columns: array.reshape(items, systems)
    ");
    assert_snapshot!(one("a.npy", &npy("<f8", "(1, 1, 1)", &[0; 8])), @"
    unreadable: a.npy: expected one or two dimensions, found 3 dimensions
    hint: save items as rows and systems as columns: array.reshape(items, systems)
    ");
}

#[test]
fn numpy_values_that_are_not_finite_are_refused_by_row() {
    assert_snapshot!(one("a.npy", &npy("<f8", "(2,)", &doubles(&[1., f64::NAN]))), @"
    non_finite: a.npy: row 2: expected a number, found `NaN`
    hint: `missing=drop` leaves such items out of every system, `missing=zero` counts them as 0
    ");
    assert_snapshot!(one("a.npy", &npy("<f8", "(1, 2)", &doubles(&[1., f64::NEG_INFINITY]))), @"
    non_finite: a.npy: row 1 (column 2): expected a finite number, found `-inf`
    hint: a score must be finite: correct it, or write NaN for a missing one
    ");
    assert_snapshot!(one("a.npy", &npy("<i8", "(1,)", &i64::MAX.to_le_bytes())), @"
    unreadable: a.npy: row 1: expected an integer that a double can hold, found `9223372036854775807`, which is beyond 2^53
    hint: write it with a decimal exponent if rounding is acceptable, or rescale the scores
    ");
    assert_snapshot!(one("a.npy", &npy("|b1", "(2,)", &[1, 2])), @"unreadable: a.npy: row 2: expected a boolean (byte 0 or 1), found `2`");
}

#[test]
fn numpy_columns_are_systems() {
    assert_snapshot!(one("a.npy", &npy("<f8", "(2, 2)", &doubles(&[1., 2., 3., 4.]))), @"
    a:1 [1.0, 3.0]
    a:2 [2.0, 4.0]
    ");
    assert_snapshot!(Folder::new(&[("a.npy", &npy("<f8", "(2, 2)", &doubles(&[1., 2., 3., 4.])))]).said(&["new=DIR/a.npy:2"], &Options::default()), @"new [2.0, 4.0]");
    assert_snapshot!(Folder::new(&[("a.npy", &npy("<f8", "(2, 2)", &doubles(&[1., 2., 3., 4.])))]).said(&["DIR/a.npy:3"], &Options::default()), @"
    usage: a.npy: :COLUMN asks for the column `3`, which it does not have
    hint: the columns are `1`, `2`
    ");
}

#[test]
fn damaged_compressed_files_are_refused() {
    assert_snapshot!(one("a.txt.gz", b"\x1f\x8b\x08\0\0\0\0\0\0\x03\x33"), @"
    unreadable: a.txt.gz: expected a complete gzip stream, found a damaged or truncated one: incomplete deflate stream
    hint: test it with `gzip -t` or `zstd -t`, and fetch it again
    ");
    assert_snapshot!(one("a.txt.zst", b"\x28\xb5\x2f\xfd\x24\x15\xa9\0\0"), @"
    unreadable: a.txt.zst: expected a complete zstd stream, found a damaged or truncated one: incomplete frame
    hint: test it with `gzip -t` or `zstd -t`, and fetch it again
    ");
    assert_snapshot!(one("a.txt.zst", b"\x28\xb5\x2f\xfd\xa4\xff\xff\xff\xff\x01\0\0"), @"
    unreadable: a.txt.zst: expected a complete zstd stream, found a damaged or truncated one: a frame that asks for 4294967295 bytes of memory
    hint: test it with `gzip -t` or `zstd -t`, and fetch it again
    ");
}

#[test]
fn foreign_formats_are_named() {
    assert_snapshot!(one("a", b"PAR1...."), @"
    unreadable: a: expected a complete Parquet file, found a damaged or unsupported one: Parquet error: Invalid Parquet file. Corrupt footer
    hint: write it again, whole: uncompressed, or with zstd, lz4, snappy or gzip
    ");
    assert_snapshot!(one("a", b"PK\x03\x04...."), @"
    unreadable: a: expected scores in a known format (text, csv, tsv, npy, parquet, arrow, trec_eval, comet, jsonl, json, eval), found a zip archive (.npz?)
    hint: save each array with numpy.save, or unpack the archive
    ");
    assert_snapshot!(one("a.jsonl", b"{\"score\": 1}\n"), @"a [1.0]");
}
