//! Files of one system by run or answer, roles of long tables, what one value is, raters, and clusters of two kinds.

use serde_json::{Value, json};

use crate::support::{Folder, lines};

/// The score of an item by one of three runs.
fn score(model: usize, seed: usize, item: usize) -> f64 {
    ((item * 7 + seed * 3 * (model + 1) + 2 * model) % 11) as f64 / 10.0 + 0.1 * model as f64
}

/// Three runs of each of two systems, a file each, and the same in one long table.
fn runs() -> Folder {
    let folder = Folder::new();
    std::fs::create_dir(folder.path().join("new")).unwrap();
    let mut rows = vec!["model,item,doc,seed,score\n".to_owned()];
    for (model, name) in ["base", "new/s"].into_iter().enumerate() {
        for seed in [2, 10, 1] {
            folder.put(
                &format!("{name}{seed}.txt"),
                lines((0..24).map(|item| score(model, seed, item))),
            );
            let row = |item: usize| {
                let name = ["base", "new"][model];
                format!(
                    "{name},{},d{},{seed},{}\n",
                    item + 1,
                    item / 4,
                    score(model, seed, item)
                )
            };
            rows.extend((0..24).map(row));
        }
    }
    folder.put("t.csv", rows.concat());
    folder
}

fn first(json: &Value) -> &Value {
    &json["comparisons"][0]
}

#[test]
fn paths_tell_runs_apart_as_columns_do() {
    let folder = runs();
    let paths = folder
        .restrap("compare base{seed}.txt new=new/s{seed}.txt --json --no-host")
        .json();
    let long =
        "compare t.csv:base t.csv:new --json --no-host --long system=model,item=item,score=score";
    let column = folder.restrap(&format!("{long} --seed-col seed")).json();
    let role = folder.restrap(&format!("{long},seed=seed")).json();
    for field in ["tests", "interval", "difference", "runs", "standard_error"] {
        assert_eq!(first(&paths)[field], first(&column)[field], "{field}");
        assert_eq!(first(&role)[field], first(&column)[field], "{field}");
    }
    assert_eq!(
        (&first(&paths)["runs"]["system"], &paths["items"]),
        (&json!(3), &json!(24))
    );
    assert_eq!(
        (&first(&paths)["baseline"], &first(&paths)["system"]),
        (&json!("base"), &json!("new"))
    );
    assert_eq!(
        paths["inputs"].as_array().unwrap().len(),
        6,
        "every file is named"
    );
    // The standard error is that of the first test, of items and runs.
    let p = first(&paths)["tests"][0]["statistic"].as_f64().unwrap();
    let ratio = first(&paths)["difference"].as_f64().unwrap()
        / first(&paths)["standard_error"].as_f64().unwrap();
    assert!((p - ratio).abs() < 1e-9, "{p} {ratio}");
    let answers = folder
        .restrap("compare base{repeat}.txt new=new/s{repeat}.txt --json --reduce best")
        .json();
    assert_eq!(
        (&answers["unit"], &answers["items"]),
        (&json!("item"), &json!(24))
    );
    let alone = folder.restrap("ci base{seed}.txt --json").json();
    assert_eq!(
        alone["systems"][0]["interval"],
        paths["systems"][0]["interval"]
    );
    let clustered = folder
        .restrap(&format!("{long},seed=seed,cluster=doc"))
        .json();
    assert_eq!(
        (&clustered["unit"], &clustered["clusters"]),
        (&json!("cluster"), &json!(6))
    );
}

#[test]
fn over_seeds_draws_the_runs_alone_on_exactly_these_items() {
    let folder = runs();
    let json = folder
        .restrap("compare base{seed}.txt new=new/s{seed}.txt --over seeds --json")
        .json();
    let one = first(&json);
    assert_eq!(
        (&json["unit"], json["items"].as_u64()),
        (&json!("seed"), Some(6)),
        "{json}"
    );
    for (model, name) in ["b.txt", "n.txt"].into_iter().enumerate() {
        let mean = |seed: usize| (0..24).map(|item| score(model, seed, item)).sum::<f64>() / 24.0;
        folder.put(name, lines([1, 2, 10].into_iter().map(mean)));
    }
    let from_means = folder
        .restrap("compare b.txt n.txt --over seeds --json")
        .json();
    assert_eq!(
        one["tests"][0]["pvalue"],
        first(&from_means)["tests"][0]["pvalue"],
        "{from_means}"
    );
    // 3 + 3 runs: 20 ways to choose, two-sided.
    let labels = folder
        .restrap("compare b.txt n.txt --over seeds --test permutation --json")
        .json();
    assert!(
        first(&labels)["tests"][0]["pvalue"]
            .as_f64()
            .is_some_and(|p| p >= 0.1),
        "{labels}"
    );
}

#[test]
fn paths_that_say_nothing_are_refused_by_name() {
    let folder = runs();
    folder.put("new/s2.txt", "0.5\n");
    for (line, words) in [
        (
            "compare base{seed}.txt none/s{seed}.txt",
            "none/s{seed}.txt: no file matches",
        ),
        ("compare base{seed}.txt {sead}{seed}.txt", "found {sead}"),
        (
            "compare base{seed}.txt new/s{seed}.txt",
            "new: run 2 has no answer to item 2",
        ),
        (
            "compare base{seed}.txt base2.txt",
            "expected at least 2 training runs, found 1",
        ),
        (
            "compare base2.txt base1.txt --reduce best",
            "--reduce needs a column that names the answers to an item",
        ),
        (
            "compare base{seed}.txt base{seed}.txt --metric bleu --ref t.csv",
            "expected as many segments in base1.txt as in t.csv, found 24 and 145",
        ),
        (
            "compare base{seed}.txt base{seed}.txt --over repeats",
            "--over takes each line for a replication",
        ),
        (
            "compare base{repeat}.txt new=base{repeat}.txt --over seeds",
            "needs the training run of every row, found none",
        ),
        (
            "compare t.csv:base t.csv:new --long system=model,item=item,score=score,seed=seed --seed-col item",
            "name two columns",
        ),
    ] {
        let ran = folder.restrap(line);
        assert!(ran.code == Some(1) || ran.code == Some(2), "{ran}");
        assert!(ran.error().contains(words), "{words}: {ran}");
        assert!(ran.hint().is_some(), "{ran}");
    }
}

#[test]
fn values_of_runs_are_two_samples_and_values_of_folds_are_pairs() {
    let folder = Folder::with(&[
        ("b.seeds", "0.71\n0.73\n0.70\n0.72\n0.74\n"),
        ("o.seeds", "0.75\n0.77\n0.74\n0.78\n0.76\n0.79\n"),
        ("b.folds", "0.71\n0.73\n0.70\n0.72\n0.74\n"),
        ("o.folds", "0.72\n0.75\n0.70\n0.73\n0.77\n"),
    ]);
    let ran = folder.restrap("compare b.seeds o.seeds --over seeds");
    assert!(
        ran.sentences()
            .contains("on these 5 and 6 training runs o.seeds scored"),
        "{ran}"
    );
    let report = folder.restrap("compare b.seeds o.seeds --over seeds --output markdown");
    assert!(
        report.sentences().contains("other items were not sampled"),
        "{report}"
    );
    assert!(!ran.err.contains("--unpaired"), "{ran}");
    let json = folder
        .restrap("compare b.seeds o.seeds --over seeds --json --no-host")
        .json();
    let plain = folder
        .restrap("compare b.seeds o.seeds --unpaired --test welch --json")
        .json();
    assert_eq!(first(&json)["tests"], first(&plain)["tests"]);
    assert_eq!(
        (&json["unit"], &json["request"]["sample"]["over"]),
        (&json!("seed"), &json!("seeds"))
    );
    let folds = folder
        .restrap("compare b.folds o.folds --over folds --json --no-host")
        .json();
    let test = &first(&folds)["tests"][0];
    assert_eq!(
        (&folds["unit"], &test["name"]),
        (&json!("fold"), &json!("t"))
    );
    assert_eq!(first(&folds)["interval"]["method"], "corrected-t");
    // d = .01, .02, 0, .01, .03: mean .014, s² = .00013; s²(1/5 + 1/4).
    let error = (0.00013_f64 * 0.45).sqrt();
    assert!((first(&folds)["standard_error"].as_f64().unwrap() - error).abs() < 1e-12);
    assert!((test["statistic"].as_f64().unwrap() - 0.014 / error).abs() < 1e-9);
    let splits = folder
        .restrap("compare b.folds o.folds --over splits --test-fraction 0.2 --json")
        .json();
    assert_eq!(first(&splits)["tests"][0]["pvalue"], test["pvalue"]);
    for (options, words) in [
        ("--over votes", "needs a table of votes"),
        (
            "--over splits",
            "the share of the data that each split tests on",
        ),
        ("--over folds --test wilcoxon", "these share training items"),
        ("--over folds --interval bca", "--interval bca"),
        (
            "--over seeds --test-fraction 0.2",
            "needs values of folds or splits",
        ),
        (
            "--over folds --test 5x2cv",
            "the two folds of each of five replications",
        ),
    ] {
        let ran = folder.restrap(&format!("compare b.folds o.folds {options}"));
        assert!(ran.error().contains(words), "{words}: {ran}");
    }
}

#[test]
fn five_times_two_folds_have_their_f() {
    let base: Vec<f64> = (0..10).map(|at| 0.70 + 0.01 * f64::from(at % 3)).collect();
    let gain = [0.02, 0.03, 0.01, 0.02, 0.04, 0.02, 0.03, 0.01, 0.02, 0.03];
    let new: Vec<f64> = base
        .iter()
        .zip(gain)
        .map(|(base, gain)| ((base + gain) * 1e4).round() / 1e4)
        .collect();
    let folder = Folder::with(&[("b.txt", &lines(base)), ("n.txt", &lines(new))]);
    let json = folder
        .restrap("compare b.txt n.txt --over folds --test-fraction 0.5 --test 5x2cv,t --json")
        .json();
    // Sum of d² over twice the sum of (d1 − d2)²/2.
    let squares: f64 = gain.iter().map(|d| d * d).sum();
    let variances: f64 = gain.chunks(2).map(|d| (d[0] - d[1]).powi(2)).sum();
    let f = first(&json)["tests"][0]["statistic"].as_f64().unwrap();
    assert!((f - squares / variances).abs() < 1e-6, "{f}");
    assert_eq!(first(&json)["tests"][0]["name"], "5x2cv");
}

#[test]
fn many_raters_cross_the_items_and_few_are_taken_as_they_are() {
    let table = |judges: usize| {
        let mut rows = vec!["model,item,judge,score\n".to_owned()];
        for (model, name) in ["base", "new"].into_iter().enumerate() {
            for item in 0..20 {
                for judge in 0..judges {
                    let noise = (item * 5 + judge * 3 + model * 4) % 7;
                    rows.push(format!(
                        "{name},{item},r{judge},{}\n",
                        noise + model * (1 + judge % 3)
                    ));
                }
            }
        }
        Folder::with(&[("t.csv", &rows.concat())])
    };
    let line = "compare t.csv:base t.csv:new --long system=model,item=item,score=score,judge=judge";
    let few = table(4).restrap(line);
    assert!(
        few.sentences().contains("4 judges (judge) are fixed"),
        "{few}"
    );
    let few = table(4).restrap(&format!("{line} --json")).json();
    assert_eq!((&few["unit"], &few["items"]), (&json!("item"), &json!(20)));
    let folder = table(12);
    let many = folder.restrap(&format!("{line} --json")).json();
    assert_eq!(
        (&many["unit"], &many["items"], &many["clusters"]),
        (&json!("cluster"), &json!(240), &json!(20))
    );
    assert_eq!(
        first(&many)["clusters"]["crossed"],
        json!({"column": "judge", "number": 12})
    );
    assert_eq!(first(&many)["interval"]["method"], "crossed-t");
    let words = folder.restrap(line).sentences();
    assert!(
        words.contains("240 items in 20 clusters (item) crossed with 12 (judge)"),
        "{words}"
    );
    // The same clusters by name.
    let wide: Vec<String> = (0..240)
        .map(|row| {
            let (item, judge) = (row / 12, row % 12);
            let of =
                |model: usize| (item * 5 + judge * 3 + model * 4) % 7 + model * (1 + judge % 3);
            format!("{item},r{judge},{},{}\n", of(0), of(1))
        })
        .collect();
    folder.put("w.csv", format!("item,judge,base,new\n{}", wide.concat()));
    let line = "compare w.csv:base w.csv:new --cluster item,judge";
    let named = folder.restrap(&format!("{line} --json")).json();
    for field in ["tests", "interval", "standard_error", "variance"] {
        assert_eq!(first(&named)[field], first(&many)[field], "{field}");
    }
    // Every item by every judge: the mean squares of both and of the rest.
    let d = |item: usize, judge: usize| {
        let of = |model: usize| (item * 5 + judge * 3 + model * 4) % 7 + model * (1 + judge % 3);
        of(1) as f64 - of(0) as f64
    };
    let item = |i: usize| (0..12).map(|j| d(i, j)).sum::<f64>() / 12.0;
    let judge = |j: usize| (0..20).map(|i| d(i, j)).sum::<f64>() / 20.0;
    let mean = (0..20).map(item).sum::<f64>() / 20.0;
    let of_items = (0..20).map(|i| (item(i) - mean).powi(2)).sum::<f64>() * 12.0;
    let of_judges = (0..12).map(|j| (judge(j) - mean).powi(2)).sum::<f64>() * 20.0;
    let cells = (0..240)
        .map(|at| (d(at / 12, at % 12) - mean).powi(2))
        .sum::<f64>();
    let rest = (cells - of_items - of_judges) / (19.0 * 11.0);
    let parts = [
        ("clusters", (of_items / 19.0 - rest) / 12.0),
        ("crossed", (of_judges / 11.0 - rest) / 20.0),
    ];
    for (field, part) in parts.into_iter().chain([("items", rest)]) {
        let told = first(&many)["variance"][field].as_f64().unwrap();
        assert!((told - part).abs() < 1e-9, "{field}: {told} {part}");
    }
    let more = first(&many)["variance"]["more"].as_array().unwrap();
    assert_eq!(
        (&more[0]["of"], &more[1]["of"]),
        (&json!("clusters"), &json!("crossed clusters"))
    );
    assert!(words.contains("with twice the clusters (judge)"), "{words}");
    let refused = folder.restrap(&format!("{line} --test permutation,t"));
    assert!(
        refused
            .error()
            .contains("--test permutation takes one kind of clusters"),
        "{refused}"
    );
}

#[test]
fn nested_clusters_are_the_outer_ones() {
    let row = |at: usize| format!("p{},b{},{},{}\n", at / 3, at / 12, at % 5, (at * 7) % 5);
    let table = format!(
        "passage,book,base,new\n{}",
        (0..72).map(row).collect::<Vec<_>>().concat()
    );
    let folder = Folder::with(&[("t.csv", &table)]);
    let outer = folder
        .restrap("compare t.csv:base t.csv:new --cluster book --json --no-host")
        .json();
    for columns in ["passage,book", "book,passage"] {
        let ran = folder.restrap(&format!(
            "compare t.csv:base t.csv:new --cluster {columns} --json --no-host"
        ));
        assert_eq!(first(&ran.json())["tests"], first(&outer)["tests"]);
        let words = ran.json()["warnings"].to_string();
        assert!(words.contains("each passage lies in one book"), "{words}");
    }
}

#[test]
fn clusters_that_weigh_alike_answer_another_question() {
    // The gain is in the large passage alone.
    let mut rows = Vec::new();
    for passage in 0..8 {
        for item in 0..if passage == 0 { 40 } else { 4 } {
            let gain = if passage == 0 {
                3
            } else {
                i64::from((item + passage) % 2 == 0) - i64::from(passage % 2 == 0)
            };
            // No score is -1, which could mean none.
            rows.push(format!(
                "p{passage},{},{}\n",
                item % 3 + 1,
                item % 3 + 1 + gain
            ));
        }
    }
    let folder = Folder::with(&[("t.csv", &format!("passage,base,new\n{}", rows.concat()))]);
    let line = "compare t.csv --cluster passage";
    let items = folder.restrap(&format!("{line} --json")).json();
    let equal = folder
        .restrap(&format!("{line} --cluster-weight equal --json"))
        .json();
    let told = |json: &Value| {
        [
            &first(json)["difference"],
            &first(json)["clusters"]["other_weight"],
        ]
        .map(|value| value.as_f64().unwrap())
    };
    let ([own, other], [alike, by_items]) = (told(&items), told(&equal));
    assert!(
        (own - by_items).abs() < 1e-9 && (other - alike).abs() < 1e-9,
        "{own} {other} {alike} {by_items}"
    );
    assert!(own > alike + 0.5, "{own} {alike}");
    assert_eq!(
        (&equal["items"], &equal["clusters"]),
        (&items["items"], &json!(8))
    );
    let ran = folder.restrap(&format!("{line} --cluster-weight equal"));
    assert!(ran.sentences().contains("--cluster-weight items"), "{ran}");
    // By hand: one value a cluster.
    let mean = |passage: usize| {
        let of = |item: usize| {
            i64::from((item + passage).is_multiple_of(2)) - i64::from(passage.is_multiple_of(2))
        };
        if passage == 0 {
            3.0
        } else {
            (0..4).map(of).sum::<i64>() as f64 / 4.0
        }
    };
    let by_hand = (0..8).map(mean).sum::<f64>() / 8.0;
    assert!((alike - by_hand).abs() < 1e-9, "{alike} {by_hand}");
    assert!(
        folder
            .restrap("compare t.csv:base t.csv:new --cluster-weight equal")
            .error()
            .contains("clusters")
    );
}

#[test]
fn a_name_that_is_a_file_and_a_column_is_asked_about() {
    let row = |at: usize| format!("p{},{},{}\n", at / 4, at % 5, (at * 7) % 5);
    let table = format!(
        "doc,base,new\n{}",
        (0..40).map(row).collect::<Vec<_>>().concat()
    );
    let docs = (0..40)
        .map(|at| format!("d{}\n", at / 8))
        .collect::<Vec<_>>()
        .concat();
    let folder = Folder::with(&[("t.csv", &table), ("doc", &docs)]);
    let asked = folder.restrap("compare t.csv:base t.csv:new --cluster doc");
    assert!(
        asked
            .error()
            .contains("--cluster doc is both a file and a column of t.csv"),
        "{asked}"
    );
    assert!(asked.hint().unwrap().contains("./doc"), "{asked}");
    let file = folder
        .restrap("compare t.csv:base t.csv:new --cluster ./doc --json")
        .json();
    assert_eq!(file["clusters"], 5);
}

#[test]
fn clusters_of_different_items_have_the_errors_of_both_samples() {
    let table = |shift: usize, clusters: usize| -> String {
        let row = |at: usize| format!("d{},{}\n", at / 5, (at * 7 + at / 5 * 3 + shift) % 11);
        format!(
            "doc,x\n{}",
            (0..5 * clusters).map(row).collect::<Vec<_>>().concat()
        )
    };
    let folder = Folder::with(&[("a.csv", &table(0, 12)), ("b.csv", &table(4, 9))]);
    let line = "compare a.csv:x b.csv:x --unpaired --cluster";
    let json = folder
        .restrap(&format!("{line} doc --json --no-host"))
        .json();
    assert_eq!(
        (&json["unit"], &json["clusters"], &json["items"]),
        (&json!("cluster"), &json!(21), &json!(105))
    );
    let (test, interval) = (&first(&json)["tests"][0], &first(&json)["interval"]);
    assert_eq!(
        (&test["name"], &interval["method"]),
        (&json!("welch"), &json!("cluster-t"))
    );
    // Each on its own, and the root of both squares.
    let alone = folder
        .restrap("ci a.csv:x b.csv:x --cluster doc --json")
        .json();
    let error = |at: usize| alone["systems"][at]["standard_error"].as_f64().unwrap();
    let both = error(0).hypot(error(1));
    assert!((first(&json)["standard_error"].as_f64().unwrap() / both - 1.0).abs() < 1e-9);
    for at in 0..2 {
        assert_eq!(
            json["systems"][at]["interval"],
            alone["systems"][at]["interval"]
        );
    }
    let ran = folder.restrap(&format!("{line} doc"));
    assert!(
        ran.sentences().contains("105 items in 21 clusters (doc)"),
        "{ran}"
    );
    for (options, words) in [
        ("doc --test permutation,welch", "takes items as independent"),
        ("doc,x", "a column of clusters in every file"),
    ] {
        let ran = folder.restrap(&format!("{line} {options}"));
        assert!(ran.error().contains(words), "{ran}");
    }
}

#[test]
fn plans_of_items_in_clusters_need_whole_clusters_of_more() {
    let folder = Folder::new();
    let line = "power plan --gain 2pt --baseline 80% --agreement 90% --simulations 0 --json";
    let needed = |json: &Value| {
        json["scenarios"][0]["methods"][0]["items_needed"]
            .as_u64()
            .unwrap()
    };
    let alone = needed(&folder.restrap(line).json());
    let json = folder
        .restrap(&format!("{line} --cluster-size 10 --icc 0.3"))
        .json();
    assert_eq!(json["design_effect"], 3.7);
    let clustered = needed(&json);
    assert!(
        clustered.is_multiple_of(10) && clustered as f64 >= 3.7 * alone as f64,
        "{clustered} {alone}"
    );
    assert!(
        (clustered as f64) < 3.7 * alone as f64 + 10.0,
        "{clustered} {alone}"
    );
    assert!(
        json["answer"]
            .as_str()
            .unwrap()
            .contains(&format!("{} clusters of them", clustered / 10)),
        "{json}"
    );
    // Items that there are are worth fewer.
    let items = |more: &str| {
        let line = format!(
            "power plan --items 370 --baseline 80% --agreement 90% --simulations 0 --json {more}"
        );
        folder.restrap(&line).json()["scenarios"][0]["methods"][0]["least_gain"]
            .as_f64()
            .unwrap()
    };
    let fewer = folder
        .restrap("power plan --items 100 --baseline 80% --agreement 90% --simulations 0 --json")
        .json();
    assert_eq!(
        items("--cluster-size 10 --icc 0.3"),
        fewer["scenarios"][0]["methods"][0]["least_gain"]
            .as_f64()
            .unwrap()
    );
    let refused = folder.restrap("power plan --items 370 --baseline 80% --cluster-size 10");
    assert!(
        refused
            .error()
            .contains("--cluster-size needs their correlation"),
        "{refused}"
    );
    // Of a pilot as compare has them.
    let row = |at: usize| {
        let shared = [5, 1, 4, 6, 2, 3, 0, 5][at / 5];
        format!("d{},{},{}\n", at / 5, at % 3, at % 3 + shared + at * 7 % 3)
    };
    let table = (0..40).map(row).collect::<Vec<_>>().concat();
    folder.put("p.csv", format!("doc,base,new\n{table}"));
    let pilot = folder
        .restrap("power plan p.csv:base p.csv:new --gain 0.5 --cluster doc --json")
        .json();
    let compared = folder
        .restrap("compare p.csv:base p.csv:new --cluster doc --json")
        .json();
    let icc = first(&compared)["clusters"]["icc"].as_f64().unwrap();
    assert!(
        (pilot["design_effect"].as_f64().unwrap() - (1.0 + 4.0 * icc)).abs() < 1e-6,
        "{pilot} {icc}"
    );
}

#[test]
fn plans_of_training_runs_say_what_no_number_of_items_sees() {
    let folder = Folder::new();
    let line = "power plan --variance 1 --simulations 0 --json --gain";
    let needed = |options: &str| {
        let json = folder.restrap(&format!("{line} {options}")).json();
        json["scenarios"][0]["methods"][0]["items_needed"].as_u64()
    };
    let alone = needed("0.3").unwrap();
    // 1/n is what is left of 1/(items alone) beside 0.01 (1/5 + 1/5).
    let room = 1.0 / alone as f64 - 0.004;
    assert_eq!(
        needed("0.3 --seeds 5,5 --seed-variance 0.01"),
        Some((1.0 / room).ceil() as u64)
    );
    assert_eq!(needed("0.1 --seeds 5,5 --seed-variance 0.01"), None);
    let words = folder
        .restrap("power plan --variance 1 --gain 0.1 --seeds 5,5 --seed-variance 0.01")
        .sentences();
    assert!(
        words.contains("5 training runs against 5 alone give a standard error of 0.063"),
        "{words}"
    );
    let half = folder.restrap("power plan --variance 1 --gain 0.1 --seeds 5,5");
    assert!(
        half.error()
            .contains("--seeds needs the variance between training runs"),
        "{half}"
    );
}

#[test]
fn answers_are_numbered_by_their_order_unless_a_column_is_called_so() {
    let folder = Folder::with(&[
        ("plain.csv", "id,base,new\n1,0,1\n1,1,1\n2,0,0\n2,1,1\n"),
        (
            "named.csv",
            "id,order,base,new\n1,a,0,1\n1,a,1,1\n2,a,0,0\n2,b,1,1\n",
        ),
    ]);
    let plain = folder
        .restrap("compare plain.csv:base plain.csv:new --id id --repeat order --json")
        .json();
    assert_eq!(
        (&plain["items"], &plain["systems"][1]["score"]),
        (&2.into(), &0.75.into())
    );
    let named = folder.restrap("compare named.csv:base named.csv:new --id id --repeat order");
    assert_eq!(
        named.error(),
        "base: item 1 has two rows with the same order"
    );
}
