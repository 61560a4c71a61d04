//! Damaged Parquet and Arrow files: every prefix, changed bytes everywhere, and bytes that are random from some place on.
//! An error with a message, or finite scores, never a panic. Overflow checks are on in the test profile.

use proptest::prelude::*;

use super::frame::Frame;
use crate::bytes::chunks::Cut;
use crate::frame::grid;
use crate::frame::parsed::Request;
use crate::{Error, Format, Missing};

const SMALL: [(&str, Format, &[u8]); 3] = [
    (
        "small.parquet",
        Format::Parquet,
        include_bytes!("../../../tests/data/columnar/small.parquet"),
    ),
    (
        "small.feather",
        Format::Arrow,
        include_bytes!("../../../tests/data/columnar/small.feather"),
    ),
    (
        "small.arrows",
        Format::Arrow,
        include_bytes!("../../../tests/data/columnar/small.arrows"),
    ),
];

/// With columns of every type, row groups, dictionaries, and every compression.
const LARGE: [(&str, Format, &[u8]); 6] = [
    (
        "zstd.parquet",
        Format::Parquet,
        include_bytes!("../../../tests/data/columnar/zstd.parquet"),
    ),
    (
        "groups.parquet",
        Format::Parquet,
        include_bytes!("../../../tests/data/columnar/groups.parquet"),
    ),
    (
        "gzip.parquet",
        Format::Parquet,
        include_bytes!("../../../tests/data/columnar/gzip.parquet"),
    ),
    (
        "lz4.feather",
        Format::Arrow,
        include_bytes!("../../../tests/data/columnar/lz4.feather"),
    ),
    (
        "zstd.feather",
        Format::Arrow,
        include_bytes!("../../../tests/data/columnar/zstd.feather"),
    ),
    (
        "plain.arrows",
        Format::Arrow,
        include_bytes!("../../../tests/data/columnar/plain.arrows"),
    ),
];

fn read(bytes: &[u8], name: &str, format: Format) -> Result<Vec<Vec<f64>>, Error> {
    let request = Request {
        file: name,
        arguments: vec![None],
        ids: &[String::from("qid")],
        long: false,
        filters: &[],
        missing: Missing::Error,
        said: crate::frame::parsed::Said {
            paired: true,
            ..crate::frame::parsed::Said::default()
        },
        globs: None,
        texts: None,
        groups: &[],
        check_ids: false,
        may_lack_ids: false,
        cut: Cut::INTO_MEGABYTES,
    };
    let parsed = grid::parse(&Frame::open(bytes, name, format)?, &request)?;
    Ok(parsed
        .columns
        .into_iter()
        .map(|column| column.scores)
        .collect())
}

/// Whether the outcome is one that a caller can live with.
fn is_sound(outcome: &Result<Vec<Vec<f64>>, Error>) -> bool {
    match outcome {
        Ok(columns) => columns.iter().flatten().all(|score| score.is_finite()),
        Err(error) => {
            !error.to_string().is_empty() && error.hint().is_none_or(|hint| !hint.is_empty())
        }
    }
}

#[test]
fn the_files_are_valid() {
    for (name, format, bytes) in SMALL {
        assert_eq!(
            read(bytes, name, format).unwrap(),
            [[0.5, 0.25, -1.0]],
            "{name}"
        );
    }
    for (name, format, bytes) in LARGE {
        assert_eq!(read(bytes, name, format).unwrap().len(), 9, "{name}");
    }
}

#[test]
fn every_prefix_is_an_error() {
    for (name, format, bytes) in SMALL.into_iter().chain(LARGE) {
        for end in 0..bytes.len() {
            let outcome = read(&bytes[..end], name, format);
            assert!(
                outcome.is_err() && is_sound(&outcome),
                "{name}: {end} bytes: {outcome:?}"
            );
        }
    }
}

#[test]
fn no_changed_byte_panics() {
    for (name, format, bytes) in SMALL {
        for at in 0..bytes.len() {
            let old = bytes[at];
            for value in [
                0,
                1,
                0x7f,
                0x80,
                0xfe,
                0xff,
                old ^ 1,
                old ^ 2,
                old ^ 0x40,
                old ^ 0x80,
            ] {
                let mut changed = bytes.to_vec();
                changed[at] = value;
                let outcome = read(&changed, name, format);
                assert!(
                    is_sound(&outcome),
                    "{name}: byte {at} = {value}: {outcome:?}"
                );
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]
    #[test]
    fn no_changed_bytes_panic(file in 0usize..6, changes in prop::collection::vec((any::<usize>(), any::<u8>()), 1..6)) {
        let (name, format, bytes) = LARGE[file];
        let mut changed = bytes.to_vec();
        for (at, value) in changes {
            let at = at % bytes.len();
            changed[at] = value;
        }
        let outcome = read(&changed, name, format);
        prop_assert!(is_sound(&outcome), "{}: {:?}", name, outcome);
    }
}
