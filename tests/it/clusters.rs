//! `--cluster`: columns and files of clusters, means and corpus metrics, and what they refuse.

use serde_json::{Value, json};

use crate::support::Folder;

/// Twelve passages of two to six questions, interleaved: what a passage gains its questions share.
fn rows() -> Vec<(String, usize, f64, f64)> {
    let mut rows = Vec::new();
    for question in 0..6 {
        for passage in 0..12_usize {
            if question < 2 + passage * 5 % 5 + passage % 4 {
                let base = ((passage * 3 + question * 5) % 7) as f64 / 10.0;
                let gain = [0.3, 0.2, -0.1, 0.4, 0.1, 0.2, -0.1, 0.3, 0.1, 0.2, 0.1, 0.2][passage];
                rows.push((
                    format!("p{passage}"),
                    question,
                    base,
                    base + gain + question as f64 / 50.0,
                ));
            }
        }
    }
    rows
}

fn folder() -> Folder {
    let table = rows()
        .iter()
        .map(|(p, q, b, n)| format!("{p}-{q},{p},{b},{n:.2}\n"))
        .collect::<Vec<_>>()
        .concat();
    let lines = rows()
        .iter()
        .map(|row| format!("{}\n", row.0))
        .collect::<Vec<_>>()
        .concat();
    let words = ["a", "b", "c"];
    let label = |at: usize| words[at % 3];
    let labels = rows()
        .iter()
        .enumerate()
        .map(|(at, (p, q, ..))| {
            format!(
                "{p},{},{},{}\n",
                label(at),
                label(at * at),
                label(at + q % 2)
            )
        })
        .collect::<Vec<_>>()
        .concat();
    let text = |step: usize| -> String {
        let line = |at: usize| {
            format!(
                "the {} cat sat on the {} mat\n",
                label(at * step),
                label(at + step)
            )
        };
        (0..rows().len()).map(line).collect::<Vec<_>>().concat()
    };
    Folder::with(&[
        ("t.csv", &format!("id,passage,base,new\n{table}")),
        ("docs.txt", &lines),
        ("l.csv", &format!("passage,gold,base,new\n{labels}")),
        ("base.txt", &text(1)),
        ("new.txt", &text(2)),
        ("ref.txt", &text(4)),
    ])
}

fn first(json: &Value) -> &Value {
    &json["comparisons"][0]
}

#[test]
fn a_part_of_every_id_is_a_cluster() {
    let folder = folder();
    let column = folder
        .restrap("compare t.csv:base t.csv:new --cluster passage --id id --json")
        .json();
    let part = folder
        .restrap("compare t.csv:base t.csv:new --cluster {cluster}- --id id --json")
        .json();
    assert_eq!(
        (&part["unit"], &part["clusters"]),
        (&json!("cluster"), &json!(12))
    );
    for field in ["tests", "interval", "variance"] {
        assert_eq!(first(&part)[field], first(&column)[field], "{field}");
    }
    let within = folder
        .restrap("compare t.csv:base t.csv:new --cluster p{cluster}- --id id --json")
        .json();
    assert_eq!(
        (&within["clusters"], &first(&within)["tests"]),
        (&json!(12), &first(&column)["tests"])
    );
    for (asked, words) in [
        (
            "{cluster} --id id",
            "needs the text that ends a cluster, once",
        ),
        (
            "{cluster}_ --id id",
            "--cluster {cluster}_ is a part of every id, found `p0-0`",
        ),
        ("q{cluster}- --id id", "is a part of every id, found `p0-0`"),
    ] {
        let ran = folder.restrap(&format!("compare t.csv:base t.csv:new --cluster {asked}"));
        assert!(ran.code.is_some_and(|code| code == 1 || code == 2), "{ran}");
        assert!(ran.error().contains(words), "{words}: {ran}");
    }
}

#[test]
fn clusters_are_the_units_of_every_sentence() {
    let folder = folder();
    let ran = folder.restrap("compare t.csv:base t.csv:new --cluster passage");
    assert_eq!(ran.code, Some(0), "{ran}");
    let words = ran.sentences();
    let number = rows().len();
    assert!(
        words.contains(&format!(
            "on these {number} items in 12 clusters (passage) new scored"
        )),
        "{ran}"
    );
    assert!(
        words.contains("paired permutation test over clusters"),
        "{ran}"
    );
    assert!(
        words.contains("|unit:cluster|") && words.contains("design effect"),
        "{ran}"
    );
    let json = folder
        .restrap("compare t.csv:base t.csv:new --cluster passage --json")
        .json();
    assert_eq!(
        (&json["unit"], &json["clusters"], &json["items"]),
        (&json!("cluster"), &json!(12), &json!(number))
    );
    // Negative control: as single items they claim far more.
    let of_items = folder.restrap("compare t.csv:base t.csv:new --json").json();
    let p = |json: &Value| first(json)["tests"][0]["pvalue"].as_f64().unwrap();
    assert!(
        p(&of_items) < p(&json) / 100.0,
        "{} {}",
        p(&of_items),
        p(&json)
    );
}

#[test]
fn a_file_of_clusters_is_as_good_as_a_column() {
    let folder = folder();
    let line = "compare t.csv:base t.csv:new --json --no-host --cluster";
    let column = folder.restrap(&format!("{line} passage")).json();
    for file in [
        "docs.txt --same-items",
        "t.csv:passage",
        "t.csv:passage --id id",
    ] {
        let json = folder.restrap(&format!("{line} {file}")).json();
        assert_eq!(first(&json)["tests"], first(&column)["tests"], "{file}");
        assert_eq!(
            first(&json)["interval"],
            first(&column)["interval"],
            "{file}"
        );
        // A column of a systems' file is read with it.
        let role = if file.starts_with("docs") {
            "cluster"
        } else {
            "baseline"
        };
        assert_eq!(
            json["inputs"].as_array().unwrap().last().unwrap()["role"],
            role
        );
    }
}

#[test]
fn metrics_of_outputs_have_clusters_too() {
    let folder = folder();
    let of_column = "compare l.csv:base l.csv:new --gold l.csv:gold --metric f1(average=macro)";
    let one = folder
        .restrap(&format!("{of_column} --cluster passage --json --no-host"))
        .json();
    let other = folder
        .restrap(&format!("{of_column} --cluster docs.txt --json --no-host"))
        .json();
    assert_eq!(first(&one)["tests"], first(&other)["tests"]);
    assert_eq!(
        (&one["unit"], &one["clusters"]),
        (&json!("cluster"), &json!(12))
    );
    let bleu = "compare base.txt new.txt --ref ref.txt --metric bleu";
    let items = folder.restrap(&format!("{bleu} --json")).json();
    let documents = folder
        .restrap(&format!("{bleu} --cluster docs.txt --json"))
        .json();
    assert_eq!(first(&items)["difference"], first(&documents)["difference"]);
    assert_ne!(
        first(&items)["tests"][0]["pvalue"],
        first(&documents)["tests"][0]["pvalue"]
    );
    let refused = folder.restrap(&format!("{bleu} --cluster passage"));
    assert_eq!(refused.code, Some(2), "{refused}");
    assert!(refused.error().contains("is no file"), "{refused}");
}

#[test]
fn a_system_alone_has_the_error_of_its_clusters() {
    let folder = folder();
    let both = folder
        .restrap("compare t.csv:base t.csv:new --cluster passage --json")
        .json();
    let alone = folder
        .restrap("ci t.csv:base t.csv:new --cluster passage --json")
        .json();
    for at in 0..2 {
        assert_eq!(
            alone["systems"][at]["interval"],
            both["systems"][at]["interval"]
        );
        assert_eq!(alone["systems"][at]["clusters"]["number"], 12);
    }
    let ran = folder.restrap("ci t.csv:base t.csv:new --cluster passage");
    assert!(
        ran.out.contains("clusters") && ran.out.contains("|clusters:12(passage)|"),
        "{ran}"
    );
    let refused = folder.restrap("ci 63/123 --cluster passage");
    assert_eq!(refused.code, Some(2), "{refused}");
}

#[test]
fn clusters_that_are_none_are_refused_in_the_words_of_the_file() {
    let row = |item: usize| format!("q{item},same,c{item},0.{},0.{}\n", item % 7, item % 5);
    let table = format!(
        "id,one,own,base,new\n{}",
        (0..20).map(row).collect::<Vec<_>>().concat()
    );
    let folder = Folder::with(&[("t.csv", &table), ("short.txt", "a\na\nb\n")]);
    for (option, words) in [
        ("--cluster one", "at least 2 clusters"),
        ("--cluster own", "each item has its own cluster (own)"),
        ("--cluster nope", "--cluster asks for the column `nope`"),
        (
            "--cluster short.txt",
            "--cluster needs a value for each of 20 items, found 3 rows",
        ),
        (
            "--cluster one --test sign",
            "--test sign treats items as independent",
        ),
        ("--cluster one --interval bca", "at least 2 clusters"),
    ] {
        let ran = folder.restrap(&format!("compare t.csv:base t.csv:new {option}"));
        assert!(ran.code == Some(1) || ran.code == Some(2), "{ran}");
        assert!(ran.error().contains(words), "{ran}");
        assert!(ran.err.contains("hint:"), "{ran}");
    }
    for option in ["--stratum one", "--profile koehn", "--subsample 0.5"] {
        assert_eq!(
            folder
                .restrap(&format!(
                    "compare t.csv:base t.csv:new --cluster one {option}"
                ))
                .code,
            Some(2)
        );
    }
}

#[test]
fn a_sub_population_in_one_cluster_has_no_interval_and_a_folder_is_no_file_of_clusters() {
    let row = |item: usize| {
        format!(
            "{},d{},0.{},0.{}\n",
            if item < 6 { "x" } else { "y" },
            item / 6,
            item % 7,
            item * 3 % 8
        )
    };
    let folder = Folder::with(&[(
        "t.csv",
        &format!(
            "kind,docs,base,new\n{}",
            (0..36).map(row).collect::<Vec<_>>().concat()
        ),
    )]);
    std::fs::create_dir(folder.path().join("docs")).unwrap();
    let json = folder
        .restrap("compare t.csv:base t.csv:new --cluster docs --by kind --json")
        .json();
    let lone = &json["by"]["populations"][0];
    assert_eq!(
        (&lone["value"], &first(lone)["clusters"]["number"]),
        (&json!("x"), &json!(1))
    );
    assert_eq!(
        (
            &lone["systems"][0]["interval"],
            &first(lone)["tests"][0]["pvalue"]
        ),
        (&Value::Null, &json!(1.0))
    );
    assert_eq!(json["clusters"], 6);
}

#[test]
fn few_clusters_and_one_that_is_most_of_the_data_are_warned_of() {
    let table = |sizes: &[usize]| {
        let of = |(passage, size): (usize, &usize)| -> Vec<String> {
            let row = |item| {
                format!(
                    "p{passage},{},{}\n",
                    item % 3,
                    item % 3 + (item * 5 + passage) % 4
                )
            };
            (0..*size).map(row).collect()
        };
        let rows: Vec<String> = sizes.iter().enumerate().flat_map(of).collect();
        let table = format!("passage,base,new\n{}", rows.concat());
        Folder::with(&[("t.csv", &table)])
    };
    let few = table(&[3, 4, 5, 3]).restrap("compare t.csv --cluster passage");
    assert!(few.err.contains("4 clusters are too few"), "{few}");
    assert!(
        few.sentences()
            .contains("no result could be: the smallest possible p"),
        "{few}"
    );
    let one = table(&[40, 3, 4, 3, 5, 2, 3]).restrap("compare t.csv --cluster passage");
    assert!(one.err.contains("holds 67 % of the items"), "{one}");
    let many = table(&[4; 30]).restrap("compare t.csv --cluster passage");
    assert!(
        !many.err.contains("few") && !many.err.contains("holds"),
        "{many}"
    );
}

#[test]
fn a_corpus_metric_by_sub_population_is_that_of_its_rows() {
    let folder = folder();
    let table = std::fs::read_to_string(folder.path().join("l.csv")).unwrap();
    let side = |line: &str| {
        if line.as_bytes()[1].is_multiple_of(2) {
            "even"
        } else {
            "odd"
        }
    };
    let rows: Vec<String> = table
        .lines()
        .skip(1)
        .map(|line| format!("{},{line}\n", side(line)))
        .collect();
    folder.put(
        "s.csv",
        format!("side,passage,gold,base,new\n{}", rows.concat()),
    );
    let line = "compare s.csv:base s.csv:new --gold s.csv:gold --metric f1(average=macro) --json --no-host";
    let by = folder.restrap(&format!("{line} --by side")).json();
    let populations = by["by"]["populations"].as_array().unwrap();
    assert_eq!(populations.len(), 2);
    for part in populations {
        let alone = folder
            .restrap(&format!(
                "{line} --where side={}",
                part["value"].as_str().unwrap()
            ))
            .json();
        assert_eq!(
            (&part["items"], &first(part)["difference"]),
            (&alone["items"], &first(&alone)["difference"])
        );
        let p = |json: &Value| first(json)["tests"][0]["pvalue"].as_f64().unwrap();
        // Other draws of one law.
        assert!((p(part) - p(&alone)).abs() < 0.02, "{part} {alone}");
    }
    let clustered = folder
        .restrap(&format!("{line} --by side --cluster passage"))
        .json();
    let number = |part: &Value| first(part)["clusters"]["number"].as_u64().unwrap();
    let of_parts: u64 = clustered["by"]["populations"]
        .as_array()
        .unwrap()
        .iter()
        .map(number)
        .sum();
    assert_eq!(clustered["clusters"], json!(of_parts));
    let lines = folder.restrap("compare base.txt new.txt --ref ref.txt --metric bleu --by side");
    assert!(
        lines
            .err
            .contains("the outputs of --metric bleu have no columns"),
        "{lines}"
    );
}

#[test]
fn items_without_a_cluster_are_left_out_by_their_own_words() {
    let items = 0..12;
    let rows = items
        .clone()
        .map(|item| format!("q{item},0.{},0.{}\n", item % 7, item % 5));
    // In another order, and without the last two.
    let docs = items
        .rev()
        .skip(2)
        .map(|item| format!("q{item},d{}\n", item / 3));
    let folder = Folder::with(&[
        (
            "t.csv",
            &("id,base,new\n".to_owned() + &rows.collect::<String>()),
        ),
        (
            "docs.csv",
            &("id,doc\n".to_owned() + &docs.collect::<String>()),
        ),
    ]);
    let line = "compare t.csv:base t.csv:new --id id --cluster docs.csv:doc";
    let refused = folder.restrap(line);
    assert_eq!(
        refused.error(),
        "--cluster needs a value for every item, docs.csv has none for `q10` (and 1 more item)"
    );
    let ran = folder.restrap(&format!("{line} --missing drop"));
    let said = ran.sentences();
    assert!(said.contains("10 items in 4 clusters"), "{ran}");
    assert!(
        said.contains(
            "docs.csv: 2 items left out for want of a value of --cluster (--missing drop)"
        ),
        "{ran}"
    );
    assert!(!said.contains("needs a score from every system"), "{ran}");
}
