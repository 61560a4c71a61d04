//! `restrap sql`: the query of each command in each dialect, and the command that reads its result.

use std::fmt::Write;

use insta::assert_snapshot;

use crate::support::{Folder, restrap};

const COMMANDS: [&str; 12] = [
    "sql compare scores.parquet:base scores.parquet:new",
    "sql compare runs/base.csv:correct runs/new.csv:correct --id task,nr --by lang --noninferior 1pt",
    "sql compare a.parquet:x b.parquet:x --unpaired",
    "sql compare s.parquet:p s.parquet:q --gold s.parquet:gold --metric f1 --average macro --where split=test --where lang!=de",
    "sql compare long.parquet:base long.parquet:new --long system=model,item=id,score=acc --cluster doc",
    "sql compare counts.parquet:a counts.parquet:b --count n --exact never --seed 3",
    "sql ci s.parquet:acc --stratum lang --confidence 0.9",
    "sql rank s.parquet:a s.parquet:b s.parquet:c --adjust holm",
    "sql replicate s.parquet:a s.parquet:b --dataset set",
    "sql power plan s.parquet:a s.parquet:b --gain 1pt",
    "sql --dialect bigquery compare proj.data.scores:base 'proj.data.scores:it`s'",
    "sql --dialect spark compare lake.scores:base new=/data/other.parquet:acc --id id --where topic=arts",
];

#[test]
fn every_command_has_its_query() {
    let mut all = String::new();
    for line in COMMANDS {
        let ran = restrap(line);
        assert_eq!(ran.code, Some(0), "{ran}");
        // A printed command is shown as one that is typed.
        let printed = ran.out.replace("\nrestrap ", "\n$ restrap ");
        writeln!(all, "$ restrap {line}\n{printed}").expect("text");
    }
    assert_snapshot!(all);
}

#[test]
fn what_no_query_can_give_is_refused() {
    for (line, error) in [
        (
            "sql adjust p.csv",
            "expected a command that reads counted rows",
        ),
        (
            "sql compare a.parquet:x b.parquet:x",
            "expected the column that pairs the rows",
        ),
        ("sql compare a.parquet b.parquet --id id", "TABLE:COLUMN"),
        (
            "sql compare s.parquet:a s.parquet:b --repeat k",
            "--repeat looks at single items",
        ),
        (
            "sql compare s.parquet:a s.parquet:b --cluster docs.csv:doc",
            "expected a column of groups",
        ),
        (
            "sql --dialect bigquery compare s.parquet:a s.parquet:b",
            "expected a table of BigQuery",
        ),
        (
            "sql compare s.parquet:a s.parquet:b --tset t",
            "has no option `--tset`",
        ),
        (
            "sql compare s.parquet:a s.parquet:b --long model,id",
            "expected system=COL,item=COL,score=COL",
        ),
    ] {
        let ran = restrap(line);
        assert_eq!(ran.code, Some(2), "{ran}");
        assert!(ran.error().contains(error), "{ran}");
        assert!(ran.hint().is_some(), "{ran}");
    }
}

#[test]
fn the_command_reads_the_result_of_the_query() {
    let folder = Folder::new();
    folder.put(
        "counts.csv",
        "base,new,items\n0,1,30\n1,0,12\n1,1,400\n0,0,58\n",
    );
    let printed = folder.restrap(
        "sql compare scores.parquet:base scores.parquet:new --noninferior 1pt --json --no-host",
    );
    let command = printed.out.lines().last().expect("a command");
    let ran = folder.restrap(command.strip_prefix("restrap ").expect("the program"));
    assert_eq!(ran.code, Some(0), "{ran}");
    assert_eq!(ran.json()["items"], 500, "{ran}");
}
