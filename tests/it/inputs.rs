//! Inputs that mislead: rows that are not items, ids that repeat, columns that are not rivals, and what is said about them.

use crate::support::{Folder, lines, restrap};

/// A header and rows that are made from their number.
fn table(header: &str, rows: usize, row: impl Fn(usize) -> String) -> String {
    format!("{header}\n{}", records(rows, row))
}

/// Rows that are made from their number, one per line.
fn records(rows: usize, row: impl Fn(usize) -> String) -> String {
    (0..rows).map(|number| row(number) + "\n").collect()
}

#[test]
fn a_doubled_id_is_never_made_longer_and_its_column_is_named() {
    let folder = Folder::new();
    folder.put(
        "seeds.csv",
        table("id,seed,a,b", 12, |row| {
            format!("{},{},0.{row},0.5", row / 3, row % 3)
        }),
    );
    folder.put(
        "epochs.jsonl",
        records(8, |row| {
            format!(
                "{{\"id\":{},\"epoch\":{},\"a\":{row},\"b\":1}}",
                row / 4,
                row % 4
            )
        }),
    );
    folder.put(
        "long.csv",
        table("system,item,seed,score", 12, |row| {
            format!("{},{},{},0.5", row % 2, row / 4, row / 2 % 2)
        }),
    );
    for (line, column) in [
        ("compare seeds.csv:a seeds.csv:b --id id", "seed"),
        ("compare seeds.csv --id id", "seed"),
        ("compare epochs.jsonl:a epochs.jsonl:b --id id", "epoch"),
        (
            "compare long.csv --long system=system,item=item,score=score",
            "seed",
        ),
    ] {
        let ran = folder.restrap(line);
        let hint = ran.hint().unwrap();
        assert!(
            hint.contains(&format!("differ in `{column}` (`0` and `1`)")),
            "{ran}"
        );
        for option in [
            format!("`--repeat '{column}'`"),
            format!("`--seed-col '{column}'`"),
            "`--cluster 'COL'`".to_owned(),
        ] {
            assert!(hint.contains(&option), "{ran}");
        }
        assert!(
            !hint.contains("--id") && !hint.contains(&format!("id,{column}")),
            "{ran}"
        );
    }
}

#[test]
fn overlapping_sub_populations_have_no_pooled_p_and_numbers_that_start_anew_do() {
    let folder = Folder::new();
    // Ten random splits of thirty items, and ten documents whose sentences are numbered.
    let score = |row: usize| format!("{},{}", row * 7 % 11, row * 7 % 11 + row % 3);
    let split = |row: usize| {
        format!(
            "q{}x,{},{}",
            (row * 17 + row / 12) % 30,
            row / 12,
            score(row)
        )
    };
    folder.put("splits.csv", table("id,part,a,b", 120, split));
    folder.put(
        "docs.csv",
        table("id,part,a,b", 120, |row| {
            format!("{},{},{}", row % 12, row / 12, score(row))
        }),
    );
    for id in ["", " --id part,id"] {
        let line = format!(
            "compare splits.csv:a splits.csv:b --by part --require superior{id} --json --no-host"
        );
        let ran = folder.restrap(&line);
        assert_eq!(ran.code, Some(11), "{ran}");
        let json = ran.json();
        let pooled = &json["comparisons"][0];
        assert!(
            pooled["tests"][0]["pvalue"].is_null() && pooled["interval"].is_null(),
            "{ran}"
        );
        assert!(
            pooled["verdict"]
                .as_str()
                .unwrap()
                .contains("the values of part overlap"),
            "{ran}"
        );
        assert!(json["systems"][0]["interval"].is_null(), "{ran}");
        assert_eq!(json["family"]["size"], 10, "{ran}");
        assert!(!ran.sentences().contains("are these groups?"), "{ran}");
        assert!(
            json["by"]["populations"][0]["comparisons"][0]["tests"][0]["p_adjusted"].is_number(),
            "{ran}"
        );
        let docs = folder
            .restrap(&line.replace("splits.csv", "docs.csv"))
            .json();
        assert!(
            docs["comparisons"][0]["tests"][0]["pvalue"].is_number(),
            "{docs}"
        );
    }
}

#[test]
fn rows_that_are_folds_are_said_to_share_training_items() {
    let folder = Folder::new();
    let rows = |row: usize| format!("{row},0.{},0.{}", 51 + row, 52 + row * 2);
    folder.put("folds.csv", table("n,a,b", 10, rows));
    folder.put("cv.csv", table("fold,a,b", 10, rows));
    folder.put(
        "items.csv",
        table("fold,a,b", 40, |row| {
            format!("{},{},{}", row % 10, row % 7, row % 5)
        }),
    );
    for line in [
        "folds.csv:a folds.csv:b --test t",
        "cv.csv",
        "cv.csv --id fold",
    ] {
        let ran = folder.restrap(&format!("compare {line}"));
        assert!(
            ran.sentences().contains("which share training items"),
            "{ran}"
        );
        assert!(ran.sentences().contains("--over folds"), "{ran}");
    }
    assert!(
        !folder
            .restrap("compare items.csv")
            .sentences()
            .contains("share training items")
    );
    assert!(
        !folder
            .restrap("ci cv.csv --over folds")
            .sentences()
            .contains("share training items")
    );
}

#[test]
fn columns_of_several_measures_are_asked_about() {
    let folder = Folder::new();
    let row = |row: usize| format!("{row},{},{},{},{}", row % 3, row % 4, row % 2, row % 5);
    folder.put(
        "m.csv",
        table(
            "qid,bm25:rr,ance:rr,bm25:recall@100,ance:recall@100",
            20,
            row,
        ),
    );
    let ran = folder.restrap("compare m.csv --id qid");
    assert_eq!(
        ran.error(),
        "m.csv: expected one measure, found 2 measures of 2 systems each: `rr`, `recall@100`"
    );
    assert!(ran.hint().unwrap().contains("`--systems '*:rr'`"), "{ran}");
    let one = folder
        .restrap("compare m.csv --id qid --systems '*:recall@100' --json --no-host")
        .json();
    assert_eq!(one["comparisons"][0]["system"], "ance:recall@100");
    assert_eq!(
        folder
            .restrap("compare m.csv --id qid --systems '*' --json")
            .json()["systems"][3]["name"],
        "ance:recall@100"
    );
    assert_eq!(folder.restrap("ci m.csv").code, Some(0));
}

#[test]
fn rows_of_sums_are_left_out_and_said() {
    let folder = Folder::new();
    // Means of nine items below them, to three decimals.
    let wide = |row: usize| {
        if row == 9 {
            "average,0.444,1.000".to_owned()
        } else {
            format!("t{row},{},1", row % 2)
        }
    };
    folder.put("wide.csv", table("topic,a,b", 10, wide));
    // Each of two systems has four items and their mean; one system is called as a row of sums.
    let long = |row: usize| {
        let (system, item) = (["average", "b"][row / 5], row % 5);
        match item {
            4 => format!("{system},all,0.5"),
            item => format!("{system},t{item},{}", item % 2),
        }
    };
    folder.put("long.csv", table("runid,topic,ndcg", 10, long));
    let json = |row: usize| {
        let (id, a, b) = match row {
            4 => ("amean".to_owned(), 7.0, 7.0),
            5 => ("mean".to_owned(), 0.5, 1.0),
            _ => (row.to_string(), (row % 2) as f64, 1.0),
        };
        format!("{{\"id\":\"{id}\",\"a\":{a},\"b\":{b}}}")
    };
    folder.put("wide.jsonl", records(4, json));
    folder.put("sums.jsonl", records(4, json) + &json(5) + "\n");
    let long = "long.csv --long system=runid,item=topic,score=ndcg";
    for (line, items, rows) in [
        ("wide.csv", 9, "`average`"),
        ("wide.csv --id topic", 9, "`average`"),
        (long, 4, "`all`"),
        ("wide.jsonl --id id", 4, ""),
        ("sums.jsonl --id id", 4, "`mean`"),
    ] {
        let ran = folder.restrap(&format!("compare {line} --json --no-host"));
        let json = ran.json();
        assert_eq!(json["items"], items, "{ran}");
        let said = json["assumptions"].to_string();
        if rows.is_empty() {
            assert!(json["assumptions"].is_null(), "{ran}");
        } else {
            assert!(
                said.contains("of the other rows: ") && said.contains(rows),
                "{ran}"
            );
        }
    }
    // Of a long file the end is looked at, and its ids if they pair the rows.
    let many = 120_000;
    let long = |row: usize| match row {
        row if row == many => "Average,0.50,1".to_owned(),
        row => format!("{row}x,{},1", row % 2),
    };
    folder.put("many.csv", table("id,a,b", many + 1, long));
    for options in ["", "--id id"] {
        let line = format!("compare many.csv {options} --test t --interval none --json");
        let json = folder.restrap(&line).json();
        assert_eq!(
            (&json["items"], json["assumptions"].is_array()),
            (&many.into(), true),
            "{options}"
        );
    }
    // A word that its numbers do not confirm is asked about, and both answers go on.
    folder.put(
        "asked.csv",
        "topic,a,b\nt1,0,1\nt2,1,1\nt3,0,0\nOverall,0.4,0.8\n",
    );
    let ran = folder.restrap("compare asked.csv");
    assert_eq!(ran.code, Some(2), "{ran}");
    for (option, items) in [("--where topic!=Overall", 3), ("--rows items", 4)] {
        assert!(
            ran.hint().unwrap().replace('\'', "").contains(option),
            "{ran}"
        );
        let json = folder
            .restrap(&format!("compare asked.csv {option} --json"))
            .json();
        assert_eq!(json["items"], items);
    }
    // Whoever asks for the row gets it.
    let asked = folder
        .restrap("compare wide.csv --where topic=average --json")
        .json();
    assert_eq!(asked["items"], 1);
}

#[test]
fn a_filter_may_leave_a_value_out() {
    let folder = Folder::new();
    folder.put(
        "t.csv",
        table("id,kind,a,b", 12, |row| {
            format!("{row},{},{},1", row % 3, row % 2)
        }),
    );
    folder.put(
        "t.jsonl",
        records(12, |row| {
            format!("{{\"kind\":{},\"a\":{},\"b\":1}}", row % 3, row % 2)
        }),
    );
    let items =
        |line: &str| folder.restrap(&format!("compare {line} --json")).json()["items"].clone();
    for file in ["t.csv", "t.jsonl"] {
        assert_eq!(items(&format!("{file}:a {file}:b --where kind!=0")), 8);
        assert_eq!(
            items(&format!(
                "{file}:a {file}:b --where kind!=0 --where kind!=1"
            )),
            4
        );
        assert_eq!(
            items(&format!("{file}:a {file}:b --where kind!=0 --where kind=1")),
            4
        );
    }
}

#[test]
fn statistics_that_were_saved_give_their_metric_in_every_command() {
    let folder = Folder::new();
    for (name, step) in [("gold.txt", 3), ("a.txt", 4), ("b.txt", 5)] {
        folder.put(
            name,
            records(60, |row| ["x", "y", "z"][row / step % 3].to_owned()),
        );
    }
    let score = folder
        .restrap(
            "score a.txt b.txt --metric f1 --average macro --gold gold.txt --out '{}.csv' --json",
        )
        .json();
    let compared = folder
        .restrap("compare a.csv b.csv --json --no-host")
        .json();
    let ci = folder.restrap("ci a.csv b.csv --json").json();
    let one = folder.restrap("ci a.csv --json").json();
    for at in [0, 1] {
        assert_eq!(
            ci["systems"][at]["score"], score["systems"][at]["score"],
            "{ci}"
        );
        assert_eq!(
            ci["systems"][at]["interval"], compared["systems"][at]["interval"],
            "{ci}"
        );
    }
    assert_eq!(
        (&one["systems"][0]["score"], &one["metric"]["name"]),
        (&ci["systems"][0]["score"], &ci["metric"]["name"])
    );
    assert!(one["systems"][0]["interval"].is_object(), "{one}");
    let page = folder.restrap("inspect a.csv b.csv");
    assert!(
        !page.out.contains("tp_") && page.out.contains("f1"),
        "{page}"
    );
    assert_eq!(folder.restrap("ci a.csv --over folds").code, Some(2));
}

#[test]
fn refusals_give_their_true_reason() {
    let outputs = "datasets/outputs/baseline.run datasets/outputs/system.run --metric ndcg@10 --qrels datasets/outputs/qrels.txt";
    let ran = restrap(&format!("compare {outputs} --by topic"));
    assert!(
        !ran.err.contains("no score per item") && ran.hint().unwrap().contains("restrap score"),
        "{ran}"
    );
    let ran = restrap(&format!("compare {outputs} --unpaired"));
    assert!(
        ran.error().contains("--metric needs items of all systems")
            && ran
                .hint()
                .unwrap()
                .contains("the queries of runs are the same"),
        "{ran}"
    );
    let bleu = "compare datasets/outputs/baseline.txt datasets/outputs/system.txt --ref datasets/outputs/reference.txt";
    let ran = restrap(&format!("{bleu} --metric bleu --lower-is-better"));
    assert_eq!(
        (ran.code, ran.error()),
        (
            Some(2),
            "--lower-is-better needs scores, a ratio or a formula, and --metric is a metric where higher is better"
        )
    );
    assert_eq!(
        restrap(&format!(
            "{bleu} --metric ter --lower-is-better --resamples 200"
        ))
        .code,
        Some(0)
    );
    let folder = Folder::new();
    let label = |row: usize, by: usize| ["refund", "ship", "size", "other"][row / by % 4];
    folder.put(
        "l.csv",
        table("gold,a,b", 40, |row| {
            format!(
                "{},{},{}",
                label(row, 1),
                label(row, 1 + row % 2),
                label(row, 3)
            )
        }),
    );
    let f1 = |options: &str| {
        let line = format!(
            "compare l.csv:a l.csv:b --gold l.csv:gold --metric f1 {options} --json --no-host"
        );
        folder.restrap(&line).json()["comparisons"][0]["tests"].clone()
    };
    assert_eq!(
        f1("--positive refund")[0]["pvalue"],
        f1("--labels refund --average macro")[0]["pvalue"]
    );
}

#[test]
fn a_system_that_is_named_twice_is_read_once_and_gold_is_none() {
    let folder = Folder::new();
    for (name, of) in [("base.txt", 2), ("new.txt", 3), ("other.txt", 5)] {
        folder.put(name, records(20, |row| (row % of).to_string()));
    }
    folder.put("twice.csv", "x,x\n0,1\n1,1\n");
    folder.put(
        "fig.csv",
        table("id,gold,a,b", 20, |row| {
            format!("{row},{},{},{}", row % 2, row % 3 % 2, row % 5 % 2)
        }),
    );
    let names = |line: &str| {
        let json = folder
            .restrap(&format!("compare {line} --json --no-host"))
            .json();
        json["systems"]
            .as_array()
            .unwrap()
            .iter()
            .map(|system| system["name"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        names("base.txt base.txt new.txt other.txt"),
        ["base", "new", "other"]
    );
    assert_eq!(
        names("fig.csv:b fig.csv:gold fig.csv:a --id id"),
        ["b", "gold", "a"]
    );
    let refused = folder.restrap("compare fig.csv --id id");
    assert!(
        refused.code == Some(2) && refused.err.contains("`gold`, which names right answers"),
        "{refused}"
    );
    assert_eq!(names("base.txt base.txt"), ["base", "base#2"]);
    assert_eq!(
        names("fig.csv --gold fig.csv:gold --metric accuracy --id id"),
        ["a", "b"]
    );
    let again = folder.restrap("compare base.txt base.txt new.txt");
    assert!(
        again
            .sentences()
            .contains("base.txt: named twice, read once"),
        "{again}"
    );
    let ran = folder.restrap("compare twice.csv");
    assert!(
        ran.error()
            .contains("the column `x`, which the header has 2 times (columns 1, 2)"),
        "{ran}"
    );
}

#[test]
fn ci_never_takes_the_rows_of_several_systems_for_one() {
    let folder = Folder::new();
    let row = |row: usize| {
        format!(
            "{{\"model\":\"{}\",\"id\":{},\"acc\":{}}}",
            ["m", "n"][row % 2],
            row / 2,
            row % 3 % 2
        )
    };
    folder.put("long.jsonl", records(20, row));
    folder.put("gaps.csv", "id,a,b\n1,0.5,\n2,0.25,1\n3,,0\n4,1,\n");
    let ran = folder.restrap("ci long.jsonl:acc");
    assert_eq!(
        (ran.code, ran.error()),
        (
            Some(2),
            "long.jsonl: expected the rows of one system, found 2 in the column `model`"
        )
    );
    assert!(
        ran.hint()
            .unwrap()
            .contains("--long system=model,item=id,score=acc"),
        "{ran}"
    );
    assert_eq!(
        folder.restrap("compare long.jsonl:acc").out,
        ran.out,
        "one system in all is no comparison either"
    );
    // Several columns of a long table are not systems either, unless they are named.
    let row = |row: usize| {
        format!(
            "{},t{},{},{}",
            ["m", "n"][row % 2],
            row / 2,
            row % 3,
            row % 5
        )
    };
    folder.put("wide.csv", table("model,task,acc,f1", 20, row));
    for line in ["compare wide.csv", "rank wide.csv", "ci wide.csv"] {
        let ran = folder.restrap(line);
        assert_eq!(ran.code, Some(2), "{ran}");
        assert!(
            ran.hint()
                .unwrap()
                .contains("--long system=model,item=task,score=acc"),
            "{ran}"
        );
    }
    for line in [
        "rank wide.csv --systems '*'",
        "compare wide.csv:acc wide.csv:f1 --id model,task",
        "compare wide.csv --by model",
    ] {
        assert_eq!(folder.restrap(line).code, Some(0), "{line}");
    }
    let long = folder
        .restrap("ci long.jsonl --long system=model,item=id,score=acc --json")
        .json();
    assert_eq!(
        (&long["systems"][0]["count"], &long["systems"][1]["name"]),
        (&10.into(), &"n".into())
    );
    assert_eq!(
        folder.restrap("ci long.jsonl:acc --where model=m").code,
        Some(0)
    );
    let ran = folder.restrap("ci gaps.csv --missing drop");
    assert!(
        ran.sentences()
            .contains("3 missing scores left out, each of the one system that lacks it"),
        "{ran}"
    );
    let ran = folder.restrap("compare long.jsonl --long system=sys,item=id,score=acc");
    assert!(
        ran.error().contains("--long asks for the column `sys`"),
        "{ran}"
    );
}

#[test]
fn rows_of_groups_are_asked_about_once() {
    let folder = Folder::new();
    let ids = |row: usize| format!("passage-{}-q{},{},{}", row / 4, row % 4, row % 3, row % 5);
    folder.put("ids.csv", table("id,a,b", 40, ids));
    let column = |row: usize| format!("{row},doc{},{},{}", row / 4, row % 3, row % 5);
    folder.put("column.csv", table("id,origin,a,b", 40, column));
    folder.put(
        "long.csv",
        table("model,item,acc", 40, |row| {
            format!("m{},{},{}", row / 20, row % 20, row % 2)
        }),
    );
    let prompt = |row: usize| {
        format!(
            "{{\"prompt\":\"p{}\",\"a\":{},\"b\":{}}}",
            row % 30,
            row % 3,
            row % 5
        )
    };
    folder.put("prompts.jsonl", records(40, prompt));
    for (line, seen) in [
        (
            "compare ids.csv --id id",
            "40 rows have ids with 10 different prefixes, such as `passage-0`: are these groups?",
        ),
        (
            "compare column.csv --id id",
            "40 rows hold 10 values of `origin`: are these groups?",
        ),
        (
            "compare prompts.jsonl",
            "40 rows hold 30 values of `prompt`: are these groups?",
        ),
        ("ci column.csv", "are these groups?"),
        (
            "inspect long.csv",
            "are these systems? `--long system=model,item=item,score=COL` compares them",
        ),
    ] {
        let ran = folder.restrap(line);
        assert!(ran.sentences().contains(seen), "{ran}");
        if line.starts_with("inspect") {
            continue;
        }
        assert_eq!(
            ran.sentences().matches("are these groups?").count(),
            1,
            "{ran}"
        );
    }
    folder.put(
        "groups.txt",
        lines((0_u32..40).map(|row| f64::from(row / 4))),
    );
    for line in [
        "compare column.csv --id id --by origin",
        "compare column.csv --id id --cluster origin",
        "compare ids.csv --cluster groups.txt",
        "compare datasets/sentiment/tweets.csv --id id",
    ] {
        let ran = if line.contains("datasets") {
            restrap(line)
        } else {
            folder.restrap(line)
        };
        assert!(!ran.sentences().contains("are these groups?"), "{ran}");
    }
}

#[test]
fn errored_timed_out_and_unscored_samples_are_missing_and_counted() {
    let folder = Folder::new();
    let log = |wrong: usize| {
        let sample = |id: usize| {
            let rest = match id {
                3 => ",\"error\":{\"message\":\"refused\"}".to_owned(),
                5 => ",\"limit\":{\"type\":\"time\",\"limit\":9}".to_owned(),
                7 => return format!("{{\"id\":{id},\"epoch\":1,\"scores\":{{}}}}"),
                9 => ",\"limit\":\"token\",\"error\":null".to_owned(),
                _ => String::new(),
            };
            let value = if id == wrong { "I" } else { "C" };
            format!(
                "{{\"id\":{id},\"epoch\":1,\"scores\":{{\"match\":{{\"value\":\"{value}\"}}}}{rest}}}"
            )
        };
        let samples: Vec<String> = (1..=10).map(sample).collect();
        format!(
            "{{\"status\":\"success\",\"eval\":{{\"task\":\"t\"}},\"samples\":[{}]}}",
            samples.join(",")
        )
    };
    folder.put("a.json", log(1));
    folder.put("b.json", log(2));
    let ran = folder.restrap("compare a.json b.json");
    assert_eq!(
        ran.error(),
        "a.json: sample `3` (scorer `match`): expected a number, found none: errored (and 2 more in this file)"
    );
    assert!(ran.hint().unwrap().contains("--missing drop"), "{ran}");
    let ran = folder.restrap("compare a.json b.json --missing drop --json --no-host");
    assert_eq!(ran.json()["items"], 7, "{ran}");
    for file in ["a.json", "b.json"] {
        let counted =
            format!("{file}: 3 of 10 answers without a score: 1 errored, 1 timed out, 1 unscored");
        assert!(ran.sentences().contains(&counted), "{ran}");
    }
    let ci = |missing: &str| {
        folder
            .restrap(&format!("ci a.json --missing {missing} --json"))
            .json()["systems"][0]
            .clone()
    };
    assert_eq!(
        (&ci("drop")["count"], &ci("zero")["count"]),
        (&7.into(), &10.into())
    );
    assert_eq!(ci("zero")["score"], 0.6);
}

#[test]
fn what_newcomers_type_meets_its_way() {
    let folder = Folder::new();
    folder.put("semi.csv", "id;base;new\n1;0;1\n2;1;1\n");
    folder.put(
        "t.csv",
        table("id,base,new", 10, |row| format!("{row},{},1", row % 2)),
    );
    folder.put("blank.txt", "id  base new\n1  0  1\n2  1  1\n");
    folder.put("comma.csv", "id,base,new\n1,0,1\n2,1,1\n");
    let of = |file: &str| {
        let mut json = folder
            .restrap(&format!(
                "compare {file}:base {file}:new --id id --json --no-host"
            ))
            .json();
        json["inputs"].take();
        json
    };
    assert_eq!(
        (of("semi.csv"), of("blank.txt")),
        (of("comma.csv"), of("comma.csv"))
    );
    let ran = folder.restrap("compare t.csv:base t.csv:new --metric accuracy");
    assert!(
        ran.hint()
            .unwrap()
            .contains("the mean is the accuracy: drop --metric"),
        "{ran}"
    );
    for line in [
        "compare t.csv --clusters id",
        "compare t.csv --pairwise",
        "ci t.csv --ref x",
    ] {
        let ran = folder.restrap(line);
        assert_eq!(ran.code, Some(2), "{ran}");
        assert!(
            !ran.err.contains("-- --") && !ran.err.contains("--unpaired"),
            "{ran}"
        );
    }
    let piped = folder.piped("compare -:base -:new", "base,new\n0,1\n1,1\n0,1\n");
    assert_eq!(piped.code, Some(0), "{piped}");
    assert!(piped.out.contains("new"), "{piped}");
}

#[test]
fn standard_input_is_read_once_for_all_metrics() {
    let folder = Folder::new();
    folder.put("new.txt", "the cat sat\na dog ran off\nhe slept\n");
    folder.put("ref.txt", "the cat sat down\na dog ran\nhe slept well\n");
    let base = "the cat sits\na dog runs off\nhe sleeps\n";
    folder.put("base.txt", base);
    for metrics in ["bleu,chrf", "wer,cer,rouge-1"] {
        let line = |base: &str| {
            format!("compare base={base} new.txt --ref ref.txt --metric {metrics} --json")
        };
        let piped = folder.piped(&line("-"), base).json();
        let read = folder.restrap(&line("base.txt")).json();
        assert_eq!(piped["comparisons"], read["comparisons"]);
        assert_eq!(piped["also"], read["also"]);
    }
    // So is a run.
    folder.put("qrels.txt", "q1 0 d1 1\nq2 0 d2 1\n");
    folder.put("b.run", "q1 Q0 d1 1 2 b\nq2 Q0 d2 1 2 b\n");
    let run = "q1 Q0 d3 1 2 a\nq1 Q0 d1 2 1 a\nq2 Q0 d2 1 2 a\n";
    let ran = folder.piped(
        "compare - b.run --qrels qrels.txt --metric ndcg@10,p@5 --json",
        run,
    );
    assert_eq!(ran.json()["also"][0]["scores"][0], 0.2, "{ran}");
}

#[test]
fn a_range_is_of_what_was_read_and_answers_of_0_and_1_keep_theirs() {
    let folder = Folder::new();
    let rows = table("id,k,a,b", 30, |row| {
        let a = if row == 7 { -1 } else { 1 + row as i64 % 10 };
        format!("q{},{},{a},{}", row / 2, row % 2, 1 + row * 7 % 10)
    });
    folder.put("t.csv", rows);
    let ran = folder.restrap("compare t.csv --id id --repeat k --range 1,10");
    assert!(
        ran.code == Some(2) && ran.error().contains("item q3 of a has -1"),
        "{ran}"
    );
    let rows = table("id,k,a,b", 15, |row| {
        format!(
            "q{},{},{},{}",
            row / 3,
            row % 3,
            u8::from(row < 3),
            u8::from(row % 4 == 0)
        )
    });
    folder.put("u.csv", rows);
    for line in [
        "ci u.csv --id id --repeat k --json",
        "compare u.csv --id id --repeat k --json",
    ] {
        let json = folder.restrap(line).json();
        for system in json["systems"].as_array().expect("two") {
            let end = |of: &str| system["interval"][of].as_f64().expect("an end");
            assert!(end("low") >= 0.0 && end("high") <= 1.0, "{system}");
        }
    }
    let ran = folder.restrap("compare u.csv --id id --repeat k --per-item items.csv -q");
    assert_eq!(ran.code, Some(0), "{ran}");
    assert!(folder.read_text("items.csv").contains("\nq1,"));
}

#[test]
fn texts_with_ids_may_lack_some_and_those_without_may_not() {
    let folder = Folder::new();
    let words = |at: usize| format!("word{} is here and there", at % 4);
    folder.put(
        "ref.trn",
        records(12, |at| format!("{} (u{at})", words(at))),
    );
    folder.put(
        "a.trn",
        records(12, |at| format!("{} (u{at})", words(at * 3))),
    );
    folder.put(
        "b.trn",
        records(10, |at| format!("{} (u{})", words(9 - at), 9 - at)),
    );
    let line = "compare a.trn b.trn --ref ref.trn --metric wer";
    let refused = folder.restrap(line);
    let hint = refused.hint().unwrap_or_default().to_owned();
    assert!(
        refused.code == Some(1) && hint.contains("--missing drop"),
        "{refused}"
    );
    let json = folder
        .restrap(&format!("{line} --missing drop --json"))
        .json();
    assert_eq!(
        (&json["items"], &json["systems"][1]["score"]),
        (&10.into(), &0.0.into()),
        "{json}"
    );
    let json = folder
        .restrap(&format!("{line} --missing zero --json"))
        .json();
    assert_eq!(json["items"], 12);
    for name in ["a", "b", "ref"] {
        folder.put(&format!("{name}.txt"), records(12, words));
    }
    let ran = folder.restrap("compare a.txt b.txt --ref ref.txt --metric wer --missing drop");
    assert!(
        ran.code == Some(2) && ran.error().contains("reads outputs whole"),
        "{ran}"
    );
}

#[test]
fn a_column_without_a_value_twice_tells_no_rows_of_an_item_apart() {
    let folder = Folder::with(&[
        (
            "judged.csv",
            &table("run_id,item,rater,score", 12, |row| {
                format!(
                    "r{row},q{},{},{}",
                    row / 2,
                    ["ann", "bob"][row % 2],
                    row % 5
                )
            }),
        ),
        (
            "judged.jsonl",
            &records(12, |row| {
                let (item, turn) = (row / 2, row % 2);
                format!(
                    "{{\"judgment\":\"text {row}\",\"item\":\"q{item}\",\"turn\":{turn},\"score\":{}}}",
                    row % 5
                )
            }),
        ),
        (
            "plain.csv",
            &table("id,item,score", 12, |row| {
                format!("r{row},q{},{}", row / 2, row % 5)
            }),
        ),
    ]);
    let hint = |line: &str| folder.restrap(line).hint().unwrap_or_default().to_owned();
    assert!(hint("ci judged.csv:score --id item").contains("differ in `rater` (`ann` and `bob`)"));
    assert!(hint("ci judged.jsonl:score --id item").contains("differ in `turn` (`0` and `1`)"));
    let nothing = hint("ci plain.csv:score --id item");
    assert!(
        nothing.starts_with("each row has a `id` of its own")
            && nothing.contains("`--repeat order`"),
        "{nothing}"
    );
    assert_eq!(
        folder
            .restrap("ci judged.csv:score --id item --judge rater")
            .code,
        Some(0)
    );
    assert_eq!(
        folder
            .restrap("ci plain.csv:score --id item --repeat order")
            .code,
        Some(0)
    );
}

#[test]
fn rows_that_are_scored_in_two_ways_are_no_answers_to_one_item() {
    let long = table("criterion,run,item,score", 40, |row| {
        let criterion = ["fluency", "adequacy"][row % 2];
        format!(
            "{criterion},{},q{},{}",
            ["old", "new"][row / 2 % 2],
            row / 4,
            row * 7 % 5
        )
    });
    let wide = table("metric,item,score", 20, |row| {
        format!("{},q{},{}", ["f", "a"][row % 2], row / 2, row * 7 % 5)
    });
    let answers = table("metric,item,score", 20, |row| {
        format!("f,q{},{}", row / 2, row * 7 % 5)
    });
    let folder = Folder::with(&[
        ("long.csv", &long),
        ("wide.csv", &wide),
        ("answers.csv", &answers),
    ]);
    for (line, kept, repeat) in [
        (
            "compare long.csv --long system=run,item=item,score=score,repeat=order",
            "--where 'criterion=fluency'",
            "--repeat 'criterion'",
        ),
        (
            "ci wide.csv:score --id item --repeat order",
            "--where 'metric=f'",
            "--repeat 'metric'",
        ),
    ] {
        let found = folder.restrap(line);
        assert_eq!(found.code, Some(2), "{found}");
        assert!(
            found.hint().unwrap().contains(kept) && found.hint().unwrap().contains(repeat),
            "{found}"
        );
        let asked = line
            .replace(",repeat=order", "")
            .replace(" --repeat order", "");
        for option in [kept, repeat] {
            assert_eq!(
                folder.restrap(&format!("{asked} {option}")).code,
                Some(0),
                "{asked} {option}"
            );
        }
    }
    // Answers that one metric scored are answers.
    assert_eq!(
        folder
            .restrap("ci answers.csv:score --id item --repeat order")
            .code,
        Some(0)
    );
}

#[test]
fn names_are_found_as_the_file_has_them_and_as_answers_show_them() {
    let names = ["q\u{200f}", "b\u{feff}", "c\td"];
    let groups = ["x\u{200f}", "y\u{feff}z", "p\tq"];
    let quoted = |text: &str| format!("\"{text}\"");
    let header = format!("id,ds,{}", names.map(quoted).join(","));
    let scores = table(&header, 24, |row| {
        format!(
            "i{row},\"{}\",0.{},0.{},0.{}",
            groups[row % 3],
            row * 7 % 10,
            row * 3 % 10,
            row * 11 % 13
        )
    });
    let votes = table("id,left,right,winner", 30, |row| {
        let (left, right) = (names[row % 3], names[(row + 1) % 3]);
        let winner = [left, right, "tie"][row * 7 % 5 % 3];
        format!("v{row},\"{left}\",\"{right}\",\"{winner}\"")
    });
    let folder = Folder::with(&[("t.csv", &scores), ("v.csv", &votes)]);
    let shown = |name: &str| name.escape_default().to_string();
    for spelled in [
        |name: &str| name.to_owned(),
        |name: &str| name.escape_default().to_string(),
    ] {
        let name = names.map(spelled);
        let group = groups.map(spelled);
        let mix = format!("ds={}:0.5,{}:0.2,{}:0.3", group[0], group[1], group[2]);
        for line in [
            format!("compare t.csv --id id --baseline '{}'", name[1]),
            format!("compare t.csv --id id --systems '{},{}'", name[0], name[1]),
            format!("compare 't.csv:{}' 't.csv:{}' --id id", name[1], name[0]),
            format!(
                "compare 't.csv:{}' 't.csv:{}' --id id --where 'ds={}'",
                name[1], name[0], group[2]
            ),
            format!(
                "compare 't.csv:{}' 't.csv:{}' --id id --mix '{mix}'",
                name[1], name[0]
            ),
            format!("rank t.csv --id id --baseline '{}'", name[1]),
            format!(
                "replicate 't.csv:{}' 't.csv:{}' --id id --dataset ds",
                name[1], name[0]
            ),
            format!(
                "rank v.csv --votes left=left,right=right,winner=winner,item=id --baseline '{}'",
                name[1]
            ),
            format!(
                "compare 'v.csv:{}' 'v.csv:{}' --votes left=left,right=right,winner=winner,item=id",
                name[1], name[0]
            ),
        ] {
            let found = folder.restrap(&line);
            assert_eq!(found.code, Some(0), "{found}");
            assert!(found.out.contains(&shown(names[1])), "{found}");
        }
    }
    let data_sets = folder
        .restrap("replicate 't.csv:q\u{200f}' 't.csv:b\u{feff}' --id id --dataset ds --json")
        .json();
    assert_eq!(
        data_sets["datasets"].as_array().map_or(0, Vec::len),
        3,
        "{data_sets}"
    );
    let scores = folder.restrap("compare --scores 'q\u{200f}=1,2,3,7' --scores 'b\u{feff}=2,3,4,5' --unpaired --baseline 'b\u{feff}' --json").json();
    assert_eq!(scores["comparisons"][0]["baseline"], "b\\u{feff}");
}

#[test]
fn each_of_several_metrics_has_its_name_and_its_signature() {
    const OPTIONS: &str = "a.csv b.csv c.csv --id id --metric 'quality,cost(lower)'";
    let scored = |shift: usize| {
        table("id,quality,cost", 20, |row| {
            format!(
                "i{row},0.{},{}",
                (row * 7 + shift) % 10,
                (row * 3 + shift) % 11
            )
        })
    };
    let folder = Folder::with(&[
        ("a.csv", &scored(0)),
        ("b.csv", &scored(3)),
        ("c.csv", &scored(5)),
    ]);
    let line = folder.restrap(&format!("rank {OPTIONS} --output line")).out;
    let begins: Vec<&str> = line
        .lines()
        .map(|line| line.split(':').next().unwrap())
        .collect();
    assert_eq!(begins, ["quality", "cost"]);
    for command in ["compare", "rank"] {
        let csv = folder
            .restrap(&format!("{command} {OPTIONS} --output csv"))
            .out;
        let mut rows = csv.lines();
        let header: Vec<&str> = rows.next().unwrap().split(',').collect();
        let metric = header.iter().position(|name| *name == "metric").unwrap();
        assert_eq!(header.last(), Some(&"signature"));
        let mut seen = [0, 0];
        for row in rows {
            let own = row.split(',').nth(metric).unwrap();
            seen[usize::from(own == "cost")] += 1;
            assert!(row.contains(&format!("|metric:{own}({own})|")), "{row}");
            assert_eq!(row.contains("|better:lower|"), own == "cost", "{row}");
            assert_eq!(
                row.contains("|adj:none"),
                command == "compare" && own == "cost",
                "{row}"
            );
        }
        assert!(seen[0] > 1 && seen[0] == seen[1], "{csv}");
    }
    for line in ["compare a.csv b.csv", "rank a.csv b.csv c.csv"] {
        let line = format!("{line} --id id --metric 'quality,cost(lower)' --html page.html");
        assert_eq!(folder.restrap(&line).code, Some(0));
        let page = folder.read_text("page.html");
        let verdicts: Vec<&str> = page.split("<p class=\"verdict\">").skip(1).collect();
        assert!(
            verdicts[0].starts_with("quality") && verdicts[1].starts_with("cost"),
            "{verdicts:?}"
        );
    }
}
