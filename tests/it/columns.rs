//! Labels and counts of metrics in every format that holds columns: one reader, one way to pick rows and to pair them.

use std::fmt::Write as _;

use serde_json::Value;

use crate::support::{Folder, root};

/// Labels that pyarrow wrote: `split` is the gold, `ok` a system that is never right.
const COLUMNAR: &str = "crates/io/tests/data/columnar";

/// The outcome without what names the files and the machine.
fn outcome(folder: &Folder, line: &str) -> Value {
    let ran = folder.restrap(&format!("{line} --json --no-host"));
    assert_eq!(ran.code, Some(0), "{ran}");
    let mut outcome = ran.json();
    outcome.as_object_mut().expect("an object").remove("inputs");
    outcome
}

/// A folder with one table of labels in each format, and the names of the files.
fn one_table_in_each_format() -> (Folder, Vec<String>) {
    let folder = Folder::new();
    let read = |name: &str| std::fs::read(root().join(COLUMNAR).join(name)).expect("a fixture");
    let expected: Value =
        serde_json::from_slice(&read("expected.json")).expect("what pyarrow reads");
    let column = |name: &str| -> Vec<String> {
        let values = expected[name].as_array().expect("a column").iter();
        values
            .map(|value| value.as_str().expect("text").to_owned())
            .collect()
    };
    let (ids, gold, ok) = (column("qid"), column("split"), column("ok"));
    let [mut csv, mut tsv, mut jsonl] =
        ["qid,\"split\",ok\n", "qid\tsplit\tok\n", ""].map(str::to_owned);
    for ((id, gold), ok) in ids.iter().zip(&gold).zip(&ok) {
        let ok = ok == "1.0";
        let _ = writeln!(csv, "{id},\"{gold}\",{ok}");
        let _ = writeln!(tsv, "{id}\t{gold}\t{ok}");
        let _ = writeln!(
            jsonl,
            "{{\"qid\": \"{id}\", \"ok\": {ok}, \"split\": \"{gold}\"}}"
        );
    }
    let files = [
        ("x.csv", csv.into_bytes()),
        ("x.tsv", tsv.into_bytes()),
        ("x.jsonl", jsonl.into_bytes()),
        ("x.parquet", read("snappy.parquet")),
        ("x.arrow", read("plain.arrow")),
    ];
    for (name, bytes) in &files {
        folder.put(name, bytes);
    }
    (
        folder,
        files.into_iter().map(|(name, _)| name.to_owned()).collect(),
    )
}

#[test]
fn f1_of_one_table_is_the_same_in_every_format() {
    let (folder, names) = one_table_in_each_format();
    // Every other right answer is another one.
    let text = String::from_utf8(folder.read("x.csv")).expect("text");
    let flipped = text.lines().enumerate().map(|(row, line)| match row % 2 {
        0 => format!("{line}\n"),
        _ => format!("{}\n", line.replace("dev", "test")),
    });
    folder.put("gold.csv", flipped.collect::<String>());
    let f1 = |name: &str, options: &str| {
        let files = format!("one={name}:split other={name}:split --gold gold.csv:split");
        outcome(
            &folder,
            &format!("compare {files} --metric f1 --average macro {options}"),
        )
    };
    for options in ["", "--id qid", "--id qid --where ok=true"] {
        let first = f1(&names[0], options);
        assert!(first["systems"][1]["score"].as_f64() > Some(0.3), "{first}");
        for name in &names[1..] {
            assert_eq!(
                f1(name, options).to_string(),
                first.to_string(),
                "{name} {options}"
            );
        }
    }
    // One label that differs shows.
    let text = String::from_utf8(folder.read("x.csv")).expect("text");
    folder.put("x.csv", text.replacen("test", "dev", 1));
    assert_ne!(f1("x.csv", "").to_string(), f1("x.tsv", "").to_string());
}

#[test]
fn labels_pair_by_id_in_the_order_of_the_gold() {
    let folder = Folder::with(&[
        ("gold.csv", "id,kind,y\n1,p,a\n2,q,b\n3,p,b\n4,p,a\n"),
        ("a.csv", "id,kind,y\n1,p,a\n2,q,a\n3,p,b\n4,p,b\n"),
        (
            "b.jsonl",
            "{\"id\":4,\"kind\":\"p\",\"y\":\"a\"}\n{\"id\":3,\"kind\":\"p\",\"y\":\"b\"}\n{\"id\":2,\"kind\":\"q\",\"y\":\"b\"}\n{\"id\":1,\"kind\":\"p\",\"y\":\"b\"}\n",
        ),
        ("sorted.csv", "id,kind,y\n1,p,b\n2,q,b\n3,p,b\n4,p,a\n"),
        ("wrong.csv", "id,kind,y\n1,p,b\n2,q,b\n5,p,b\n4,p,a\n"),
        ("twice.csv", "id,kind,y\n1,p,b\n2,q,b\n1,p,b\n4,p,a\n"),
    ]);
    let line = |system: &str, options: &str| {
        format!(
            "compare a.csv:y new={system}:y --gold gold.csv:y --metric f1 --average macro {options}"
        )
    };
    for options in ["--id id", "--id id,kind", "--id id --where kind=p"] {
        let [shuffled, sorted] =
            ["b.jsonl", "sorted.csv"].map(|system| outcome(&folder, &line(system, options)));
        assert_eq!(shuffled.to_string(), sorted.to_string(), "{options}");
        assert_eq!(
            sorted["items"].as_u64(),
            Some(if options.contains("where") { 3 } else { 4 })
        );
    }
    // Without the ids the rows of files in other orders are refused rather than misread.
    let error = |line: &str| folder.restrap(line).error().to_owned();
    assert_eq!(
        error(&line("b.jsonl", "")),
        "paired by line, but the column `id` differs: `1` at a.csv:2 and `4` at b.jsonl:1 (4 of 4 rows differ)"
    );
    assert_eq!(
        error(&line("wrong.csv", "--id id")),
        "expected the same ids everywhere, found 1 id only in a.csv (`3` at a.csv:4) (and 3 more mismatches)"
    );
    assert_eq!(
        error(&line("twice.csv", "--id id")),
        "twice.csv: expected each id once, found `1` on lines 2 and 4"
    );
    assert_eq!(
        error(&line("sorted.csv", "--id id --where kind=r")),
        "a.csv: no row has kind=r; the column holds `p`, `q`"
    );
    let dropped = outcome(&folder, &line("wrong.csv", "--id id --missing drop"));
    assert_eq!(dropped["items"].as_u64(), Some(3));
    assert!(
        dropped["warnings"].to_string().contains("1 row left out"),
        "{}",
        dropped["warnings"]
    );
    assert_eq!(
        error(&line("wrong.csv", "--id id --missing zero")),
        "--missing zero is for scores, counts and label sets, found one label per item"
    );
}

#[test]
fn counts_pair_by_id_and_are_filtered_in_every_format() {
    let folder = Folder::with(&[
        ("a.csv", "id,kind,hits,all\n1,p,1,4\n2,q,2,4\n3,p,3,4\n"),
        ("b.csv", "id,kind,hits,all\n3,p,4,4\n2,q,2,4\n1,p,2,4\n"),
        (
            "b.jsonl",
            "{\"id\":3,\"kind\":\"p\",\"hits\":4,\"all\":4}\n{\"id\":1,\"kind\":\"p\",\"hits\":2,\"all\":4}\n{\"id\":2,\"kind\":\"q\",\"hits\":2,\"all\":4}\n",
        ),
        ("wrong.csv", "id,kind,hits,all\n3,p,4,4\n2,q,2,4\n7,p,2,4\n"),
        (
            "half.csv",
            "id,kind,hits,all\n3,p,4,4\n2,q,\"2,5\",4\n1,p,2,4\n",
        ),
    ]);
    let formula = "--metric formula --columns hits,all --formula hits/all --id id";
    for (options, scores) in [("", [0.5, 2.0 / 3.0]), ("--where kind=p", [0.5, 0.75])] {
        let line = |new: &str| format!("compare a.csv new={new} {formula} {options}");
        let csv = outcome(&folder, &line("b.csv"));
        assert_eq!(
            outcome(&folder, &line("b.jsonl")).to_string(),
            csv.to_string()
        );
        for (system, score) in scores.into_iter().enumerate() {
            let found = csv["systems"][system]["score"].as_f64().expect("a score");
            assert!((found - score).abs() < 1e-12, "{csv}");
        }
    }
    let error = |new: &str| {
        folder
            .restrap(&format!("compare a.csv {new} {formula}"))
            .error()
            .to_owned()
    };
    assert_eq!(
        error("wrong.csv"),
        "expected the same ids everywhere, found 1 id only in a.csv (`1` at a.csv:2) (and 1 more mismatch)"
    );
    assert_eq!(
        error("half.csv"),
        "half.csv:3 (column `hits`): expected a number, found `2,5`"
    );
}
