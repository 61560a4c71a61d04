//! Parquet and Arrow files that pyarrow wrote (`crates/io/tests/data/make_columnar_fixtures.py`), against what pyarrow reads from
//! them, and what is said of columns that hold no scores.

use std::collections::BTreeMap;

use insta::assert_snapshot;
use restrap_io::{Format, Kind, Missing, Options, Precision, describe, load};

use crate::support::{Folder, filtered, id, missing, one};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/columnar/");

fn bytes(name: &str) -> Vec<u8> {
    std::fs::read(format!("{FOLDER}{name}")).expect("a fixture")
}

/// What loading columns of one fixture says.
fn said(name: &str, columns: &[&str], options: &Options) -> String {
    let folder = Folder::new(&[(name, &bytes(name))]);
    let arguments: Vec<String> = columns
        .iter()
        .map(|column| format!("DIR/{name}{column}"))
        .collect();
    folder.said(
        &arguments.iter().map(String::as_str).collect::<Vec<_>>(),
        options,
    )
}

fn expected() -> BTreeMap<String, Vec<String>> {
    serde_json::from_slice(&bytes("expected.json")).expect("the values that pyarrow read")
}

const READ: [&str; 10] = [
    "none.parquet",
    "snappy.parquet",
    "gzip.parquet",
    "zstd.parquet",
    "lz4.parquet",
    "groups.parquet",
    "lz4.feather",
    "zstd.feather",
    "plain.arrow",
    "plain.arrows",
];

#[test]
fn every_type_and_compression_gives_what_pyarrow_reads() {
    let expected = expected();
    for name in READ {
        // Its columns are one type each, and no systems of one comparison.
        let every = Options {
            systems: Some("*".to_owned()),
            ..id()
        };
        let loaded = load(&[format!("{FOLDER}{name}")], &every).expect("a valid file");
        let names: Vec<&str> = loaded
            .systems
            .iter()
            .map(|system| &system.name[..])
            .collect();
        let scores = [
            "f64", "f32", "f16", "i64", "u8", "ok", "price", "wide", "level",
        ];
        assert_eq!(names, scores, "{name}");
        for (system, column) in loaded.systems.iter().zip(scores) {
            let values: Vec<f64> = expected[column]
                .iter()
                .map(|value| value.parse().expect("a number"))
                .collect();
            assert_eq!(system.scores, values, "{name}: {column}");
        }
        let restrap_io::Error::WhichSystems { why, .. } =
            load(&[format!("{FOLDER}{name}")], &id()).expect_err("a price")
        else {
            panic!("{name}: another error");
        };
        assert!(
            why.ends_with("`price` is another quantity than `f64`"),
            "{why}"
        );
    }
}

#[test]
fn single_precision_is_that_of_each_column() {
    let precision = |columns: &[&str]| {
        let arguments: Vec<String> = columns
            .iter()
            .map(|column| format!("{FOLDER}none.parquet:{column}"))
            .collect();
        load(&arguments, &Options::default())
            .expect("scores")
            .systems[0]
            .precision
    };
    assert_eq!(precision(&["f32", "f16"]), Precision::Single);
    assert_eq!(precision(&["f64"]), Precision::Double);
    assert_eq!(precision(&["f64", "f32"]), Precision::Double);
    assert_eq!(precision(&["f32", "f64"]), Precision::Single);
}

#[test]
fn ids_filters_groups_and_labels_are_text_of_any_readable_type() {
    for name in ["groups.parquet", "plain.arrows"] {
        let path = format!("{FOLDER}{name}");
        let options = Options {
            id: vec!["large".into(), "u8".into()],
            filters: vec![
                "ok=false".parse().expect("a filter"),
                "split=dev".parse().expect("a filter"),
            ],
            by: Some("price".into()),
            ..Options::default()
        };
        let loaded = load(&[format!("{path}:f64")], &options).expect("rows");
        let kept: Vec<f64> = expected()["f64"]
            .iter()
            .map(|value| value.parse().expect("a number"))
            .collect();
        let rows = [1, 2, 5, 7, 10, 11];
        assert_eq!(
            loaded.systems[0].scores,
            rows.map(|row: usize| kept[row]),
            "{name}"
        );
        assert_eq!(loaded.by.expect("groups").values[..2], ["-0.063", "-0.026"]);

        let labels = Options {
            gold: Some(format!("{path}:split")),
            ..Options::default()
        };
        let loaded =
            load(&[format!("{path}:split"), format!("{path}:split")], &labels).expect("labels");
        assert_eq!(loaded.systems[1].scores, [1.0; 12]);
        let error = load(&[format!("{path}:split"), format!("{path}:large")], &labels);
        let error = error.expect_err("no label of the gold").to_string();
        assert!(error.contains("none of its labels (`ü0`"), "{error}");
    }
}

#[test]
fn a_parquet_file_pairs_with_a_table_by_id() {
    let rows: Vec<String> = (0..12)
        .rev()
        .map(|row| format!("q{row:02},{row}"))
        .collect();
    let csv = format!("qid,s\n{}\n", rows.join("\n"));
    let folder = Folder::new(&[
        ("a.parquet", &bytes("zstd.parquet")),
        ("b.csv", csv.as_bytes()),
    ]);
    let loaded = folder
        .load(&["DIR/a.parquet:u8", "DIR/b.csv:s"], &id())
        .expect("the same ids");
    let shifted: Vec<f64> = loaded.systems[1]
        .scores
        .iter()
        .map(|score| score + 244.0)
        .collect();
    assert_eq!(loaded.systems[0].scores, shifted);
}

#[test]
fn a_long_table_is_read() {
    let long = "system=split,item=qid,score=f64"
        .parse()
        .expect("three columns");
    let options = Options {
        long: Some(long),
        missing: Missing::Drop,
        paired: false,
        ..Options::default()
    };
    assert_snapshot!(said("zstd.parquet", &[""], &options), @"
    test [0.8050029237453802, 0.053930702381656426, 0.04875771072716806]
    dev [0.8079407897364937, 0.515325561042142, 0.2858013800881416, 0.38336888078551823, 0.40847320541999865, 0.045275193902445166, 0.9991761150650714, 0.6523691115879877, 0.23451020166982395]
    ");
}

#[test]
fn the_first_bytes_tell_what_a_file_is() {
    for name in ["small.parquet", "small.feather", "small.arrows"] {
        assert!(
            one("scores", &bytes(name)).starts_with("scores [0.5, 0.25, -1.0]\nnote: "),
            "{name}"
        );
    }
    assert_snapshot!(one("a.csv", &bytes("small.parquet")), @"
    unreadable: a.csv: expected scores in a known format (text, csv, tsv, npy, parquet, arrow, trec_eval, comet, jsonl, json, eval), found a Parquet file
    hint: give it the extension .parquet, or use `input-format=parquet`
    ");
    assert_snapshot!(one("a.txt", &bytes("small.feather")), @"
    unreadable: a.txt: expected scores in a known format (text, csv, tsv, npy, parquet, arrow, trec_eval, comet, jsonl, json, eval), found an Arrow file
    hint: give it the extension .arrow, or use `input-format=arrow`
    ");
    assert_snapshot!(one("a.feather", &bytes("old.feather")), @"
    unreadable: a.feather: expected a complete Arrow file, found a damaged or unsupported one: Feather of version 1, which is not Arrow; version 2 is
    hint: write it again, whole: uncompressed, or with zstd, lz4, snappy or gzip
    ");
    assert_snapshot!(one("a", &bytes("old.feather")), @"
    unreadable: a: expected scores in a known format (text, csv, tsv, npy, parquet, arrow, trec_eval, comet, jsonl, json, eval), found a Feather file of version 1
    hint: write it again as version 2: pyarrow.feather.write_feather(table, path)
    ");
    assert_snapshot!(one("a.parquet", b"0.5\n0.25\n"), @"
    unreadable: a.parquet: expected a complete Parquet file, found a damaged or unsupported one: Parquet error: Invalid Parquet file. Corrupt footer
    hint: write it again, whole: uncompressed, or with zstd, lz4, snappy or gzip
    ");
    assert_snapshot!(one("a.arrow", b"0.5\n0.25\n"), @"
    unreadable: a.arrow: expected a complete Arrow file, found a damaged or unsupported one: a message that is longer than the file: it is incomplete
    hint: write it again, whole: uncompressed, or with zstd, lz4, snappy or gzip
    ");
}

#[test]
fn missing_and_infinite_scores_are_named_by_row_and_column() {
    // The same words for both.
    insta::allow_duplicates! { for name in ["gaps.parquet", "gaps.arrow"] {
        let error = |column: &str| said(name, &[column], &Options::default()).replace(name, "gaps");
        assert_snapshot!(error(":null"), @"
        non_finite: gaps: row 2 (column `null`): expected a number, found `null`
        hint: `missing=drop` leaves such items out of every system, `missing=zero` counts them as 0
        ");
        assert_snapshot!(error(":nan"), @"
        non_finite: gaps: row 3 (column `nan`): expected a number, found `NaN`
        hint: `missing=drop` leaves such items out of every system, `missing=zero` counts them as 0
        ");
        assert_snapshot!(error(":inf"), @"
        non_finite: gaps: row 4 (column `inf`): expected a finite number, found `-inf`
        hint: a score must be finite: correct it, or write NaN for a missing one
        ");
        assert_snapshot!(error(":big"), @"
        unreadable: gaps: row 4 (column `big`): expected an integer that a double can hold, found `9007199254740993`, which is beyond 2^53
        hint: write it with a decimal exponent if rounding is acceptable, or rescale the scores
        ");
        assert_snapshot!(error(":none"), @"
        non_finite: gaps: row 1 (column `none`): expected a number, found an empty cell (and 3 more in this file)
        hint: `missing=drop` leaves such items out of every system, `missing=zero` counts them as 0
        ");
        let other = Options { missing: Missing::Drop, ..id() };
        assert_snapshot!(said(name, &[":null"], &other).replace(name, "gaps"), @"
        ids: gaps: row 3 (column `qid`): expected an id, found an empty cell
        hint: every row needs an id; `where=COL=VALUE` keeps the rows that have one
        ");
        assert_snapshot!(said(name, &[":null", ":nan"], &missing(Missing::Drop)).replace(name, "gaps"), @"
        null [0.5, 1.0]
        nan [0.5, 1.0]
        note: gaps: 2 rows left out: an item needs a score from every system (missing=drop)
        ");
        assert_snapshot!(said(name, &[":null"], &missing(Missing::Zero)).replace(name, "gaps"), @"
        gaps [0.5, 0.0, 0.25, 1.0]
        note: gaps: 1 item without a score counted as 0 (missing=zero)
        ");
    } }
}

#[test]
fn columns_that_hold_no_scores_are_refused() {
    assert_snapshot!(said("none.parquet", &[":tokens"], &Options::default()), @"
    usage: none.parquet: :COLUMN needs a column of numbers or booleans, found `tokens` of type List(Int64, field: 'element')
    hint: write it as numbers, booleans or text; flatten lists and structures first
    ");
    assert_snapshot!(said("none.parquet", &[":qid"], &Options::default()), @"
    unreadable: none.parquet: row 1 (column `qid`): expected a number, found `q00` (and 11 more in this file)
    hint: labels are compared with the right answers: `metric=accuracy gold=FILE:COLUMN`
    ");
    assert_snapshot!(said("none.parquet", &[":f63"], &Options::default()), @"
    usage: none.parquet: :COLUMN asks for the column `f63`, which it does not have
    hint: did you mean `f64`?
    ");
    let by_day = Options {
        id: vec!["day".into()],
        ..Options::default()
    };
    assert_snapshot!(said("plain.arrow", &[":f64"], &by_day), @"
    usage: plain.arrow: id needs a column of text, numbers or booleans, found `day` of type Date32
    hint: write it as numbers, booleans or text; flatten lists and structures first
    ");
    assert_snapshot!(said("nested.parquet", &[""], &Options::default()), @r#"
    usage: nested.parquet: :COLUMN needs a column of numbers or booleans, found `s` of type Struct("x": Float64)
    hint: write it as numbers, booleans or text; flatten lists and structures first
    "#);
    assert_snapshot!(said("empty.parquet", &[""], &Options::default()), @"empty: empty.parquet: expected scores, found a header without rows");
    assert_snapshot!(said("brotli.parquet", &[":f64"], &Options::default()), @"
    unreadable: brotli.parquet: expected a complete Parquet file, found a damaged or unsupported one: Parquet argument error: Parquet error: Disabled feature at compile time: brotli
    hint: write it again, whole: uncompressed, or with zstd, lz4, snappy or gzip
    ");
}

#[test]
fn doubled_names_and_ids_and_filters_that_keep_nothing_are_refused() {
    assert_snapshot!(said("twice.parquet", &[":a"], &Options::default()), @"
    usage: twice.parquet: :COLUMN asks for the column `a`, which the header has 2 times (columns 1, 2)
    hint: use the number of the column in place of its name: NAME=FILE:NUMBER
    ");
    assert_snapshot!(said("twice.parquet", &[":2"], &Options::default()), @"twice [3.0, 4.0]");
    let by_id = Options {
        id: vec!["id".into()],
        ..Options::default()
    };
    assert_snapshot!(said("twice.parquet", &[":1"], &by_id), @"
    ids: twice.parquet: expected each id once, found `x` on rows 1 and 2
    hint: the rows differ in `a` (`3` and `4`); if it names answers to one item (epochs): `repeat=a`, of which `reduce=last` keeps the last; if training runs: `seed-col=a`; if this id names a group of items (a passage): `cluster=COL`, and name the column of the items
    ");
    let by_split = Options {
        id: vec!["split".into()],
        ..Options::default()
    };
    assert_snapshot!(said("groups.parquet", &[":f64"], &by_split), @"
    ids: groups.parquet: expected each id once, found `dev` on rows 2 and 3 (and 9 more doubled ids)
    hint: each row has a `qid` of its own; if the rows are answers to one item: `repeat=order`; if this id names a group of items (a passage): `id=qid cluster=COL`
    ");
    assert_snapshot!(said("groups.parquet", &[":f64"], &filtered(&["ok=true", "split=train"])), @"empty: groups.parquet: no row has ok=true and split=train; the column holds `test`, `dev`");
}

#[test]
fn a_description_names_types_by_what_they_hold() {
    let options = Options::default();
    for name in ["groups.parquet", "zstd.feather"] {
        let described = describe(&format!("{FOLDER}{name}"), &options).expect("a table");
        let format = if name.ends_with("parquet") {
            Format::Parquet
        } else {
            Format::Arrow
        };
        assert_eq!(
            (described.format, described.rows, described.header),
            (format, 12, true)
        );
        let columns: Vec<(&str, Kind, &str)> = described
            .columns
            .iter()
            .map(|column| {
                (
                    column.name.as_deref().unwrap_or_default(),
                    column.kind,
                    &column.example[..],
                )
            })
            .collect();
        assert_eq!(columns[0], ("qid", Kind::Text, "q00"));
        assert_eq!(columns[1], ("f64", Kind::Numbers, "0.8050029237453802"));
        assert_eq!(columns[7], ("price", Kind::Numbers, "-0.100"));
        assert_eq!(columns[9], ("split", Kind::Text, "test"));
        assert_eq!(columns[13], ("tokens", Kind::Text, ""));
    }
}
