//! Output of trec_eval, and runs given in place of it.

use insta::assert_snapshot;
use restrap_io::{Format, Kind, Missing, Options, describe, load};

use crate::support::{Folder, filtered, format, id, missing, one};

/// As `trec_eval -q` prints them: measures padded to 22 characters.
fn output(rows: &[(&str, &str, &str)]) -> Vec<u8> {
    let lines = rows
        .iter()
        .map(|(measure, topic, value)| format!("{measure:22}\t{topic}\t{value}\n"));
    lines.collect::<Vec<_>>().concat().into()
}

fn few() -> Vec<u8> {
    output(&[
        ("num_ret", "301", "500"),
        ("map", "301", "0.0324"),
        ("num_ret", "302", "500"),
        ("map", "302", "0.4"),
        ("runid", "all", "STANDARD"),
        ("num_ret", "all", "1000"),
        ("map", "all", "0.2162"),
    ])
}

#[test]
fn measures_are_columns_and_topics_are_ids_in_any_order() {
    let other = output(&[
        ("map", "302", "0.5"),
        ("map", "all", "0.3"),
        ("map", "301", "0.1"),
    ]);
    let folder = Folder::new(&[("a.eval", &few()), ("b", &other), ("c.txt", &few())]);
    let said = |arguments: &[&str]| folder.said(arguments, &Options::default());
    assert_snapshot!(said(&["DIR/a.eval:map", "DIR/b"]), @"
    a [0.0324, 0.4]
    b [0.1, 0.5]
    ");
    // Two measures of one run are not two systems: one has to be named, or picked, or described by itself.
    assert_snapshot!(said(&["DIR/c.txt", "DIR/b"]), @"
    usage: c.txt: expected a measure, as c.txt:map, found none, and 2 measures in the file
    hint: the measures are num_ret, map
    ");
    let alone = Options {
        paired: false,
        ..Options::default()
    };
    assert_snapshot!(folder.said(&["DIR/c.txt"], &alone), @"
    num_ret [500.0, 500.0]
    map [0.0324, 0.4]
    ");
    let picked = Options {
        systems: Some("m*".to_owned()),
        ..Options::default()
    };
    assert_snapshot!(folder.said(&["DIR/c.txt"], &picked), @"c [0.0324, 0.4]");
    assert_snapshot!(said(&["DIR/a.eval:ndcg"]), @"
    usage: a.eval: :COLUMN asks for the column `ndcg`, which it does not have
    hint: the columns are `topic`, `num_ret`, `map`
    ");
    assert_snapshot!(folder.said(&["DIR/a.eval:map"], &filtered(&["topic=302"])), @"a [0.4]");
    assert_snapshot!(folder.said(&["DIR/a.eval:map"], &id()), @"
    usage: a.eval: id asks for the column `qid`, which it does not have
    hint: the columns are `topic`, `num_ret`, `map`
    ");
    assert_snapshot!(said(&["DIR/a.eval:map", "DIR/missing.eval:map"]), @"
    file: missing.eval:map: no such file
    hint: did you mean `a.eval`?
    ");
}

#[test]
fn topics_that_one_file_lacks_are_named() {
    let other = output(&[("map", "302", "0.5"), ("P_10", "301", "0.1")]);
    let folder = Folder::new(&[("a", &few()), ("b", &other), ("c.txt", b"0.5\n0.25\n")]);
    let said = |options: &Options| folder.said(&["DIR/a:map", "DIR/b:map"], options);
    assert_snapshot!(said(&Options::default()), @"
    non_finite: b:2:1 (column `map`): expected a number, found `no row for topic 301`
    hint: `missing=drop` leaves such items out of every system, `missing=zero` counts them as 0
    ");
    assert_snapshot!(said(&missing(Missing::Drop)), @"
    a [0.4]
    b [0.5]
    note: a: 1 row left out: an item needs a score from every system (missing=drop)
    note: b: 1 row left out: an item needs a score from every system (missing=drop)
    ");
    assert_snapshot!(said(&missing(Missing::Zero)), @"
    a [0.0324, 0.4]
    b [0.0, 0.5]
    note: b: 1 item without a score counted as 0 (missing=zero)
    ");
    assert_snapshot!(folder.said(&["DIR/a:map", "DIR/c.txt"], &Options::default()), @"
    ids: expected ids in every file, because a is paired by its own ids; found none in c.txt
    hint: pair by ids: `id=COL`, for tables with such a column
    ");
}

#[test]
fn damaged_output_is_refused_with_its_line() {
    let with = |line: &str| {
        Folder::new(&[("a", &[&few()[..], line.as_bytes()].concat())])
            .said(&["DIR/a:map"], &Options::default())
    };
    assert_snapshot!(with("map                   \t303\n"), @"
    unreadable: a:8:1: expected 3 fields as in the first line, found 2
    hint: every row needs every field; a field that holds the separator needs quotes
    ");
    let said = with("map                   \t303\tO.5\n");
    assert!(
        said.starts_with("unreadable: a:8:28 (column `map`): expected a number, found `O.5`"),
        "{said}"
    );
    assert_snapshot!(with("map                   \t303\tinf\nnum_ret \t303\t7\n"), @"
    non_finite: a:8:28 (column `map`): expected a finite number, found `inf`
    hint: a score must be finite: correct it, or write NaN for a missing one
    ");
    assert_snapshot!(with("map                   \t301\t0.5\n"), @"
    ids: a: expected each id once, found `map` of topic `301` on lines 2 and 8
    hint: evaluate each run into a file of its own
    ");
    assert_snapshot!(with("                      \t301\t0.5\n"), @"
    ids: a:8:1: expected an id, found an empty cell
    hint: every row needs an id; `where=COL=VALUE` keeps the rows that have one
    ");
    assert_snapshot!(one("a", &output(&[("map", "all", "0.2162")])), @"empty: a: expected scores, found means over all topics alone: evaluate with `trec_eval -q`");
    let wide: Vec<u8> = (0..5000)
        .flat_map(|at| output(&[(&format!("m{at}"), &format!("{at}"), "1")]))
        .collect();
    assert_snapshot!(one("a", &wide), @"unreadable: a: expected scores in a known format (text, csv, tsv, npy, parquet, arrow, trec_eval, comet, jsonl, json, eval), found more than 4096 measures");
}

#[test]
fn runs_are_told_from_scores() {
    assert_snapshot!(one("run.txt", b"30 Q0 d1 1 23.5 bm25\n30 Q0 d2 2 22.5 bm25\n"), @"
    unreadable: run.txt: expected scores in a known format (text, csv, tsv, npy, parquet, arrow, trec_eval, comet, jsonl, json, eval), found a TREC run
    hint: a run ranks documents: score it with `metric=rr@10 qrels=FILE`, or give what `trec_eval -q` prints
    ");
    assert_snapshot!(one("run.tsv", b"1048585\t7187158\t1\n1048585\t7187157\t2\n"), @"
    unreadable: run.tsv: expected scores in a known format (text, csv, tsv, npy, parquet, arrow, trec_eval, comet, jsonl, json, eval), found an MS MARCO run
    hint: a run ranks documents: score it with `metric=rr@10 qrels=FILE`, or give what `trec_eval -q` prints
    ");
    let folder = Folder::new(&[("run.tsv", b"1048585\t7187158\t1\n1048585\t7187157\t2\n")]);
    assert_snapshot!(folder.said(&["DIR/run.tsv:3"], &format(Format::Tsv)), @"run [1.0, 2.0]");
    // Three columns of integers that count nothing up are scores.
    assert_snapshot!(one("counts.tsv", b"5\t7\t1\n5\t6\t3\n"), @"
    counts:1 [5.0, 5.0]
    counts:2 [7.0, 6.0]
    counts:3 [1.0, 3.0]
    ");
}

#[test]
fn the_output_that_trec_eval_ships_is_read() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/data/trec_eval-tests/out.test.aq"
    );
    let described = describe(path, &Options::default()).expect("output of trec_eval");
    assert_eq!((described.format, described.rows), (Format::TrecEval, 3));
    let is_text = |name: &str| matches!(name, "topic" | "relstring");
    for column in &described.columns {
        let name = column.name.as_deref().unwrap_or_default();
        assert_eq!(
            column.kind == Kind::Text,
            is_text(name) && name != "topic",
            "{name}"
        );
    }
    let loaded = load(&[format!("{path}:map")], &Options::default()).expect("scores");
    // Its own mean, to the four digits that it prints.
    let mean = loaded.systems[0].scores.iter().sum::<f64>() / 3.0;
    assert!((mean - 0.1785).abs() <= 0.00005 + 0.00005, "{mean}");
    println!("golden: trec_eval out.test.aq");
}

#[test]
fn comet_prints_systems_by_turns_and_closes_with_their_means() {
    let text =
        b"a.en\tSegment 0\tscore: 0.4230\nb.en\tSegment 0\tscore: 0.4126\na.en\tSegment 1\tscore: 0.5320\n\
        b.en\tSegment 1\tscore: 0.5\na.en\tscore: 0.4775\nb.en\tscore: 0.4563\n";
    let folder = Folder::new(&[
        ("comet.txt", text),
        ("out", &text[..29]),
        ("torn.txt", &text[..40]),
    ]);
    let said = |arguments: &[&str]| folder.said(arguments, &Options::default());
    assert_snapshot!(said(&["DIR/comet.txt"]), @"
    a.en [0.423, 0.532]
    b.en [0.4126, 0.5]
    ");
    assert_eq!(
        said(&["DIR/comet.txt:b.en", "DIR/comet.txt:a.en"]),
        "b.en [0.4126, 0.5]\na.en [0.423, 0.532]\n"
    );
    assert_eq!(
        folder.said(&["DIR/comet.txt"], &filtered(&["segment=1"])),
        "a.en [0.532]\nb.en [0.5]\n"
    );
    assert_snapshot!(said(&["DIR/torn.txt"]), @"
    unreadable: torn.txt:2:1: expected 3 fields as in the first line, found 2
    hint: every row needs every field; a field that holds the separator needs quotes
    ");
    let described = describe(&folder.path("out"), &Options::default()).expect("it is read");
    assert_eq!((described.format, described.rows), (Format::Comet, 1));
}
