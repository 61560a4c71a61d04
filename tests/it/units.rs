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
            folder.put(&format!("{name}{seed}.txt"), lines((0..24).map(|item| score(model, seed, item))));
            let row = |item: usize| {
                let name = ["base", "new"][model];
                format!("{name},{},d{},{seed},{}\n", item + 1, item / 4, score(model, seed, item))
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
    let paths = folder.restrap("compare base{seed}.txt new=new/s{seed}.txt --json --no-host").json();
    let long = "compare t.csv:base t.csv:new --json --no-host --long system=model,item=item,score=score";
    let column = folder.restrap(&format!("{long} --seed-col seed")).json();
    let role = folder.restrap(&format!("{long},seed=seed")).json();
    for field in ["tests", "interval", "difference", "runs", "standard_error"] {
        assert_eq!(first(&paths)[field], first(&column)[field], "{field}");
        assert_eq!(first(&role)[field], first(&column)[field], "{field}");
    }
    assert_eq!((&first(&paths)["runs"]["system"], &paths["items"]), (&json!(3), &json!(24)));
    assert_eq!((&first(&paths)["baseline"], &first(&paths)["system"]), (&json!("base"), &json!("new")));
    assert_eq!(paths["inputs"].as_array().unwrap().len(), 6, "every file is named");
    // The standard error is that of the first test, of items and runs.
    let p = first(&paths)["tests"][0]["statistic"].as_f64().unwrap();
    let ratio =
        first(&paths)["difference"].as_f64().unwrap() / first(&paths)["standard_error"].as_f64().unwrap();
    assert!((p - ratio).abs() < 1e-9, "{p} {ratio}");
    let answers =
        folder.restrap("compare base{repeat}.txt new=new/s{repeat}.txt --json --reduce best").json();
    assert_eq!((&answers["unit"], &answers["items"]), (&json!("item"), &json!(24)));
    let alone = folder.restrap("ci base{seed}.txt --json").json();
    assert_eq!(alone["systems"][0]["interval"], paths["systems"][0]["interval"]);
    let clustered = folder.restrap(&format!("{long},seed=seed,cluster=doc")).json();
    assert_eq!((&clustered["unit"], &clustered["clusters"]), (&json!("cluster"), &json!(6)));
}

#[test]
fn over_seeds_draws_the_runs_alone_on_exactly_these_items() {
    let folder = runs();
    let json = folder.restrap("compare base{seed}.txt new=new/s{seed}.txt --over seeds --json").json();
    let one = first(&json);
    assert_eq!((&json["unit"], json["items"].as_u64()), (&json!("seed"), Some(6)), "{json}");
    for (model, name) in ["b.txt", "n.txt"].into_iter().enumerate() {
        let mean = |seed: usize| (0..24).map(|item| score(model, seed, item)).sum::<f64>() / 24.0;
        folder.put(name, lines([1, 2, 10].into_iter().map(mean)));
    }
    let from_means = folder.restrap("compare b.txt n.txt --over seeds --json").json();
    assert_eq!(one["tests"][0]["pvalue"], first(&from_means)["tests"][0]["pvalue"], "{from_means}");
    // 3 + 3 runs: 20 ways to choose, two-sided.
    assert!(one["tests"][0]["pvalue"].as_f64().is_some_and(|p| p >= 0.1), "{one}");
}

#[test]
fn paths_that_say_nothing_are_refused_by_name() {
    let folder = runs();
    folder.put("new/s2.txt", "0.5\n");
    for (line, words) in [
        ("compare base{seed}.txt none/s{seed}.txt", "none/s{seed}.txt: no file is called so"),
        ("compare base{seed}.txt {sead}{seed}.txt", "found {sead}"),
        ("compare base{seed}.txt new/s{seed}.txt", "new: run 2 has no answer to item 2"),
        ("compare base{seed}.txt base2.txt", "expected at least 2 training runs, found 1"),
        ("compare base2.txt base1.txt --reduce best", "found nothing that tells them apart"),
        (
            "compare base{seed}.txt base{seed}.txt --metric bleu --ref t.csv",
            "a path of several files is for scores",
        ),
        ("compare base{seed}.txt base{seed}.txt --over repeats", "found --over repeats"),
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
    assert!(ran.sentences().contains("On these 11 training runs o.seeds scored"), "{ran}");
    assert!(ran.sentences().contains("other items were not sampled"), "{ran}");
    assert!(!ran.err.contains("--unpaired"), "{ran}");
    let json = folder.restrap("compare b.seeds o.seeds --over seeds --json --no-host").json();
    let plain = folder.restrap("compare b.seeds o.seeds --unpaired --test permutation,welch --json").json();
    assert_eq!(first(&json)["tests"], first(&plain)["tests"]);
    assert_eq!((&json["unit"], &json["request"]["sample"]["over"]), (&json!("seed"), &json!("seeds")));
    let folds = folder.restrap("compare b.folds o.folds --over folds --json --no-host").json();
    let test = &first(&folds)["tests"][0];
    assert_eq!((&folds["unit"], &test["name"]), (&json!("fold"), &json!("t")));
    assert_eq!(first(&folds)["interval"]["method"], "corrected-t");
    // d = .01, .02, 0, .01, .03: mean .014, s² = .00013; s²(1/5 + 1/4).
    let error = (0.00013_f64 * 0.45).sqrt();
    assert!((first(&folds)["standard_error"].as_f64().unwrap() - error).abs() < 1e-12);
    assert!((test["statistic"].as_f64().unwrap() - 0.014 / error).abs() < 1e-9);
    let splits = folder.restrap("compare b.folds o.folds --over splits --test-fraction 0.2 --json").json();
    assert_eq!(first(&splits)["tests"][0]["pvalue"], test["pvalue"]);
    for (options, words) in [
        ("--over votes", "needs a table of votes"),
        ("--over splits", "the share of the data that each split tests on"),
        ("--over folds --test wilcoxon", "these share training items"),
        ("--over folds --interval bca", "--interval bca"),
        ("--over seeds --test-fraction 0.2", "goes with folds"),
        ("--over folds --test 5x2cv", "the two folds of each of five replications"),
    ] {
        let ran = folder.restrap(&format!("compare b.folds o.folds {options}"));
        assert!(ran.error().contains(words), "{words}: {ran}");
    }
}

#[test]
fn five_times_two_folds_have_their_f() {
    let base: Vec<f64> = (0..10).map(|at| 0.70 + 0.01 * f64::from(at % 3)).collect();
    let gain = [0.02, 0.03, 0.01, 0.02, 0.04, 0.02, 0.03, 0.01, 0.02, 0.03];
    let new: Vec<f64> =
        base.iter().zip(gain).map(|(base, gain)| ((base + gain) * 1e4).round() / 1e4).collect();
    let folder = Folder::with(&[("b.txt", &lines(base)), ("n.txt", &lines(new))]);
    let json =
        folder.restrap("compare b.txt n.txt --over folds --test-fraction 0.5 --test 5x2cv,t --json").json();
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
                    rows.push(format!("{name},{item},r{judge},{}\n", noise + model * (1 + judge % 3)));
                }
            }
        }
        Folder::with(&[("t.csv", &rows.concat())])
    };
    let line = "compare t.csv:base t.csv:new --long system=model,item=item,score=score,judge=judge";
    let few = table(4).restrap(line);
    assert!(few.sentences().contains("4 judges (judge) are taken as they are"), "{few}");
    let few = table(4).restrap(&format!("{line} --json")).json();
    assert_eq!((&few["unit"], &few["items"]), (&json!("item"), &json!(20)));
    let folder = table(12);
    let many = folder.restrap(&format!("{line} --json")).json();
    assert_eq!(
        (&many["unit"], &many["items"], &many["clusters"]),
        (&json!("cluster"), &json!(240), &json!(20))
    );
    assert_eq!(first(&many)["clusters"]["crossed"], json!({"column": "judge", "number": 12}));
    assert_eq!(first(&many)["interval"]["method"], "crossed-t");
    let words = folder.restrap(line).sentences();
    assert!(words.contains("240 items in 20 clusters (item) crossed with 12 (judge)"), "{words}");
    // The same clusters by name.
    let wide: Vec<String> = (0..240)
        .map(|row| {
            let (item, judge) = (row / 12, row % 12);
            let of = |model: usize| (item * 5 + judge * 3 + model * 4) % 7 + model * (1 + judge % 3);
            format!("{item},r{judge},{},{}\n", of(0), of(1))
        })
        .collect();
    folder.put("w.csv", format!("item,judge,base,new\n{}", wide.concat()));
    let line = "compare w.csv:base w.csv:new --cluster item,judge";
    let named = folder.restrap(&format!("{line} --json")).json();
    for field in ["tests", "interval", "standard_error"] {
        assert_eq!(first(&named)[field], first(&many)[field], "{field}");
    }
    let refused = folder.restrap(&format!("{line} --test permutation,t"));
    assert!(refused.error().contains("--test permutation takes one kind of clusters"), "{refused}");
}

#[test]
fn nested_clusters_are_the_outer_ones() {
    let row = |at: usize| format!("p{},b{},{},{}\n", at / 3, at / 12, at % 5, (at * 7) % 5);
    let table = format!("passage,book,base,new\n{}", (0..72).map(row).collect::<Vec<_>>().concat());
    let folder = Folder::with(&[("t.csv", &table)]);
    let outer = folder.restrap("compare t.csv:base t.csv:new --cluster book --json --no-host").json();
    for columns in ["passage,book", "book,passage"] {
        let ran =
            folder.restrap(&format!("compare t.csv:base t.csv:new --cluster {columns} --json --no-host"));
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
            rows.push(format!("p{passage},{},{}\n", item % 3, item % 3 + gain));
        }
    }
    let folder = Folder::with(&[("t.csv", &format!("passage,base,new\n{}", rows.concat()))]);
    let line = "compare t.csv --cluster passage";
    let items = folder.restrap(&format!("{line} --json")).json();
    let equal = folder.restrap(&format!("{line} --cluster-weight equal --json")).json();
    let told = |json: &Value| {
        [&first(json)["difference"], &first(json)["clusters"]["other_weight"]]
            .map(|value| value.as_f64().unwrap())
    };
    let ([own, other], [alike, by_items]) = (told(&items), told(&equal));
    assert!(
        (own - by_items).abs() < 1e-9 && (other - alike).abs() < 1e-9,
        "{own} {other} {alike} {by_items}"
    );
    assert!(own > alike + 0.5, "{own} {alike}");
    assert_eq!((&equal["items"], &equal["clusters"]), (&items["items"], &json!(8)));
    let ran = folder.restrap(&format!("{line} --cluster-weight equal"));
    assert!(ran.sentences().contains("--cluster-weight items"), "{ran}");
    // By hand: one value a cluster.
    let mean = |passage: usize| {
        let of = |item: usize| {
            i64::from((item + passage).is_multiple_of(2)) - i64::from(passage.is_multiple_of(2))
        };
        if passage == 0 { 3.0 } else { (0..4).map(of).sum::<i64>() as f64 / 4.0 }
    };
    let by_hand = (0..8).map(mean).sum::<f64>() / 8.0;
    assert!((alike - by_hand).abs() < 1e-9, "{alike} {by_hand}");
    assert!(
        folder.restrap("compare t.csv:base t.csv:new --cluster-weight equal").error().contains("clusters")
    );
}

#[test]
fn a_name_that_is_a_file_and_a_column_is_asked_about() {
    let row = |at: usize| format!("p{},{},{}\n", at / 4, at % 5, (at * 7) % 5);
    let table = format!("doc,base,new\n{}", (0..40).map(row).collect::<Vec<_>>().concat());
    let docs = (0..40).map(|at| format!("d{}\n", at / 8)).collect::<Vec<_>>().concat();
    let folder = Folder::with(&[("t.csv", &table), ("doc", &docs)]);
    let asked = folder.restrap("compare t.csv:base t.csv:new --cluster doc");
    assert!(asked.error().contains("--cluster doc is a file, and a column of t.csv"), "{asked}");
    assert!(asked.hint().unwrap().contains("./doc"), "{asked}");
    let file = folder.restrap("compare t.csv:base t.csv:new --cluster ./doc --json").json();
    assert_eq!(file["clusters"], 5);
}

/// Votes of three judges on 30 prompts between a and b, in both orders, and a few with c.
fn votes() -> Folder {
    let mut rows = vec!["prompt,one,two,who,judge\n".to_owned()];
    for prompt in 0..30 {
        for judge in 0..3 {
            let swapped = (prompt + judge) % 2 == 0;
            let (left, right) = if swapped { ("b", "a") } else { ("a", "b") };
            let luck = (prompt * 7 + judge * 2) % 10;
            let who = match luck {
                0..3 => left,
                3 | 4 => "tie",
                9 => "",
                _ => "b",
            };
            rows.push(format!("p{prompt},{left},{right},{who},j{judge}\n"));
        }
        rows.push(format!("p{prompt},a,c,left,j0\n"));
    }
    Folder::with(&[("v.csv", &rows.concat())])
}

const COLUMNS: &str = "--votes left=one,right=two,winner=who,item=prompt,judge=judge";

#[test]
fn votes_on_two_systems_are_win_rates_over_prompts() {
    let folder = votes();
    let json = folder.restrap(&format!("compare v.csv:a v.csv:b {COLUMNS} --json --no-host")).json();
    let votes = &first(&json)["votes"];
    let [won, lost, tied] = ["won", "lost", "tied"].map(|field| votes[field].as_f64().unwrap());
    assert_eq!(won + lost + tied + votes["missing"].as_f64().unwrap(), 90.0);
    let rate = (won + 0.5 * tied) / (won + lost + tied);
    assert!((json["systems"][1]["score"].as_f64().unwrap() - rate).abs() < 1e-9);
    assert!((first(&json)["difference"].as_f64().unwrap() - (2.0 * rate - 1.0)).abs() < 1e-9);
    assert_eq!(
        (&json["unit"], &json["clusters"], &votes["judges"]),
        (&json!("cluster"), &json!(30), &json!(3))
    );
    assert_eq!(json["metric"]["name"], "win rate");
    // The same as scores: whole prompts are swapped.
    let table = std::fs::read_to_string(folder.path().join("v.csv")).unwrap();
    let share = |line: &str| -> Option<String> {
        let cells: Vec<&str> = line.split(',').collect();
        let share = match cells[3] {
            "" | "left" => return None,
            "tie" => 0.5,
            who => f64::from(u8::from(who == "b")),
        };
        Some(format!("{},{},{share}\n", cells[0], 1.0 - share))
    };
    let rows: Vec<String> = table.lines().skip(1).filter_map(share).collect();
    folder.put("s.csv", format!("prompt,a,b\n{}", rows.concat()));
    let scores = folder.restrap("compare s.csv:a s.csv:b --cluster prompt --json --no-host").json();
    assert_eq!(first(&json)["tests"], first(&scores)["tests"]);
    assert_eq!(first(&json)["interval"], first(&scores)["interval"]);
    let position = &votes["position"];
    assert!(position["first_share"].as_f64().unwrap() > 0.5, "{position}");
    assert_eq!(
        position["shown_first"].as_u64().unwrap() + position["shown_second"].as_u64().unwrap(),
        (won + lost + tied) as u64
    );
    let words = folder.restrap(&format!("compare v.csv:a v.csv:b {COLUMNS}")).sentences();
    for said in [
        "votes in 30 clusters (prompt)",
        "3 judges (judge) are taken as they are",
        "the output shown first got",
    ] {
        assert!(words.contains(said), "{said}: {words}");
    }
    let turned = folder.restrap(&format!("compare v.csv:b v.csv:a {COLUMNS} --json --no-host")).json();
    assert_eq!(first(&turned)["tests"][0]["pvalue"], first(&json)["tests"][0]["pvalue"]);
    assert_eq!(first(&turned)["votes"]["position"]["first_share"], position["first_share"]);
}

#[test]
fn ranks_are_votes_too() {
    let row = |at: usize| format!("{},a,{},b,{}\n", at % 9, 1 + at * 5 % 3, 1 + at * 7 % 4);
    let folder = Folder::with(&[(
        "r.csv",
        &format!("p,s1,r1,s2,r2\n{}", (0..40).map(row).collect::<Vec<_>>().concat()),
    )]);
    let json = folder
        .restrap("compare r.csv --votes left=s1,right=s2,left-rank=r1,right-rank=r2,item=p --json")
        .json();
    let wins = (0..40).filter(|at| 1 + at * 7 % 4 < 1 + at * 5 % 3).count();
    assert_eq!(first(&json)["votes"]["won"], wins as u64);
    assert!(first(&json)["votes"]["position"].is_null());
    let words =
        folder.restrap("compare r.csv --votes left=s1,right=s2,left-rank=r1,right-rank=r2").sentences();
    assert!(
        words.contains("always shown in one place") && words.contains("no column says what was voted on"),
        "{words}"
    );
}

#[test]
fn tables_that_hold_no_such_votes_are_refused_in_their_words() {
    let folder = votes();
    folder.put("odd.csv", "one,two,who\na,b,left\na,b,maybe\n");
    for (line, words) in [
        ("v.csv --votes left=one,right=two,winner=who", "3 systems (b, a, c)"),
        ("v.csv:b v.csv:c --votes left=one,right=two,winner=who", "found no vote between b and c"),
        ("v.csv:a v.csv:x --votes left=one,right=two,winner=who", "expected a system of the votes, found x"),
        ("v.csv:a v.csv:b --votes left=one,right=two,winner=nope", "nope"),
        ("v.csv:a v.csv:b --votes left=none,right=two,winner=who", "--votes asks for the column `none`"),
        ("v.csv:a v.csv:b --votes left=one,right=two,winner=who --cluster prompt", "found --cluster"),
        ("v.csv:a odd.csv:b --votes left=one,right=two,winner=who", "found v.csv and odd.csv"),
        ("odd.csv --votes left=one,right=two,winner=who", "in who, found `maybe`"),
        ("v.csv --votes left=one,right=two", "expected left=COL,right=COL,winner=COL"),
    ] {
        let ran = folder.restrap(&format!("compare {line}"));
        assert!(ran.code == Some(1) || ran.code == Some(2), "{ran}");
        assert!(ran.err.contains(words), "{words}: {ran}");
    }
}

/// A judge's 0/1 scores of 200 items for two systems, and people's of 40 of them.
fn judged() -> Folder {
    let truth = |model: usize, item: usize| usize::from((item * 7 + model * 3) % 10 < 5 + 2 * model);
    // It errs towards 1, of the second system more often.
    let judge =
        |model: usize, item: usize| truth(model, item).max(usize::from(item.is_multiple_of(9 - 4 * model)));
    let line = |of: &dyn Fn(usize, usize) -> usize, item: usize| {
        format!("q{item},{},{}\n", of(0, item), of(1, item))
    };
    let all = (0..200).map(|item| line(&judge, item)).collect::<Vec<_>>().concat();
    let some = (0..120).step_by(3).map(|item| line(&truth, item)).collect::<Vec<_>>().concat();
    let long = (0..200)
        .flat_map(|item| {
            [("base", 0), ("new", 1)].map(|(name, model)| format!("{name},q{item},{}\n", judge(model, item)))
        })
        .collect::<Vec<_>>()
        .concat();
    let people = (0..120)
        .step_by(3)
        .flat_map(|item| {
            [("base", 0), ("new", 1)].map(|(name, model)| format!("{name},q{item},{}\n", truth(model, item)))
        })
        .collect::<Vec<_>>()
        .concat();
    Folder::with(&[
        ("judge.csv", &format!("id,base,new\n{all}")),
        ("people.csv", &format!("id,base,new\n{some}")),
        ("long.csv", &format!("model,id,score\n{long}")),
        ("long-people.csv", &format!("model,id,score\n{people}")),
        ("odd.csv", "id,base,new\nq0,1,1\nq0,1,1\nq5,0,1\n"),
        ("one.csv", "id,base,new\nq0,1,1\n"),
    ])
}

#[test]
fn people_correct_a_judge_of_all_items() {
    let folder = judged();
    let line = "compare judge.csv:base judge.csv:new --id id --human people.csv";
    let json = folder.restrap(&format!("{line} --json --no-host")).json();
    let human = &first(&json)["human"];
    assert_eq!((&human["labelled"], &human["unlabelled"]), (&json!(40), &json!(160)));
    assert_eq!(first(&json)["interval"]["method"], "prediction-t");
    assert_eq!(first(&json)["tests"][0]["name"], "t");
    let plain = folder.restrap("compare judge.csv:base judge.csv:new --id id --json").json();
    assert_eq!(human["judge"], first(&plain)["difference"], "the judge alone");
    let people = folder.restrap("compare people.csv:base people.csv:new --id id --test t --json").json();
    assert_eq!(human["humans"], first(&people)["difference"]);
    let width = |interval: &Value| interval["high"].as_f64().unwrap() - interval["low"].as_f64().unwrap();
    assert!(width(&first(&json)["interval"]) <= 1.05 * width(&human["humans_interval"]) + 1e-9);
    let weight = human["weight"].as_f64().unwrap();
    assert!(weight > 0.0 && weight <= 1.0, "{human}");
    // By hand: the judge's errors, of 40 items for two systems.
    let truth = |model: usize, item: usize| usize::from((item * 7 + model * 3) % 10 < 5 + 2 * model);
    let judge =
        |model: usize, item: usize| truth(model, item).max(usize::from(item.is_multiple_of(9 - 4 * model)));
    let of = |wanted: usize| {
        let all =
            (0..120).step_by(3).flat_map(|item| [0, 1].map(|model| (truth(model, item), judge(model, item))));
        let own: Vec<_> = all.filter(|(truth, _)| *truth == wanted).collect();
        own.iter().filter(|(truth, judge)| truth == judge).count() as f64 / own.len() as f64
    };
    for (field, wanted) in [("sensitivity", 1), ("specificity", 0)] {
        assert!((human["agreement"][field].as_f64().unwrap() - of(wanted)).abs() < 1e-9, "{field}");
    }
    let long =
        "compare long.csv:base long.csv:new --long system=model,item=id,score=score --human long-people.csv";
    let long = folder.restrap(&format!("{long} --json --no-host")).json();
    for field in ["tests", "interval", "human", "difference"] {
        assert_eq!(first(&long)[field], first(&json)[field], "{field}");
    }
    let words = folder.restrap(line).sentences();
    for said in [
        "40 of 200 items have a human score",
        "kappa",
        "a random sample of all 200 items",
        "40 human scores of both",
    ] {
        assert!(words.contains(said), "{said}: {words}");
    }
    let alone = folder.restrap("ci judge.csv:new --id id --human people.csv --json").json();
    assert_eq!(alone["systems"][0]["interval"], json["systems"][1]["interval"]);
    assert_eq!(alone["systems"][0]["score"], json["systems"][1]["score"]);
}

#[test]
fn human_scores_that_correct_nothing_are_refused_in_their_words() {
    let folder = judged();
    for (line, words) in [
        ("judge.csv:base judge.csv:new --human people.csv", "needs the ids of the items"),
        ("judge.csv:base judge.csv:new --id id --human judge.csv", "every item has one"),
        ("judge.csv:base judge.csv:new --id id --human one.csv", "1 item in one.csv"),
        ("judge.csv:base judge.csv:new --id id --human odd.csv", "q0"),
        ("judge.csv:base judge.csv:new --id id --human people.csv:base", "is one column, found 2 systems"),
        (
            "judge.csv:base judge.csv:new --id id --human people.csv --test permutation,t",
            "the judge's scores as they are",
        ),
        (
            "judge.csv:base judge.csv:new --id id --human people.csv --bounded 0,1 --noninferior 1pt",
            "--bounded is given",
        ),
        ("judge.csv:base judge.csv:new --id id --human people.csv --interval bca", "--interval bca"),
    ] {
        let ran = folder.restrap(&format!("compare {line}"));
        assert!(ran.code == Some(1) || ran.code == Some(2), "{ran}");
        assert!(ran.error().contains(words), "{words}: {ran}");
    }
}

#[test]
fn clusters_of_different_items_have_the_errors_of_both_samples() {
    let table = |shift: usize, clusters: usize| -> String {
        let row = |at: usize| format!("d{},{}\n", at / 5, (at * 7 + at / 5 * 3 + shift) % 11);
        format!("doc,x\n{}", (0..5 * clusters).map(row).collect::<Vec<_>>().concat())
    };
    let folder = Folder::with(&[("a.csv", &table(0, 12)), ("b.csv", &table(4, 9))]);
    let line = "compare a.csv:x b.csv:x --unpaired --cluster";
    let json = folder.restrap(&format!("{line} doc --json --no-host")).json();
    assert_eq!(
        (&json["unit"], &json["clusters"], &json["items"]),
        (&json!("cluster"), &json!(21), &json!(105))
    );
    let (test, interval) = (&first(&json)["tests"][0], &first(&json)["interval"]);
    assert_eq!((&test["name"], &interval["method"]), (&json!("welch"), &json!("cluster-t")));
    // Each on its own, and the root of both squares.
    let alone = folder.restrap("ci a.csv:x b.csv:x --cluster doc --json").json();
    let error = |at: usize| alone["systems"][at]["standard_error"].as_f64().unwrap();
    let both = error(0).hypot(error(1));
    assert!((first(&json)["standard_error"].as_f64().unwrap() / both - 1.0).abs() < 1e-9);
    for at in 0..2 {
        assert_eq!(json["systems"][at]["interval"], alone["systems"][at]["interval"]);
    }
    let ran = folder.restrap(&format!("{line} doc"));
    assert!(ran.sentences().contains("105 items in 21 clusters (doc)"), "{ran}");
    for (options, words) in
        [("doc --test permutation,welch", "takes items as independent"), ("doc,x", "one column of each file")]
    {
        let ran = folder.restrap(&format!("{line} {options}"));
        assert!(ran.error().contains(words), "{ran}");
    }
}

#[test]
fn plans_of_items_in_clusters_need_whole_clusters_of_more() {
    let folder = Folder::new();
    let line = "power plan --gain 2pt --baseline 80% --agreement 90% --simulations 0 --json";
    let needed = |json: &Value| json["scenarios"][0]["methods"][0]["items_needed"].as_u64().unwrap();
    let alone = needed(&folder.restrap(line).json());
    let json = folder.restrap(&format!("{line} --cluster-size 10 --icc 0.3")).json();
    assert_eq!(json["design_effect"], 3.7);
    let clustered = needed(&json);
    assert!(clustered.is_multiple_of(10) && clustered as f64 >= 3.7 * alone as f64, "{clustered} {alone}");
    assert!((clustered as f64) < 3.7 * alone as f64 + 10.0, "{clustered} {alone}");
    assert!(
        json["answer"].as_str().unwrap().contains(&format!("{} clusters of them", clustered / 10)),
        "{json}"
    );
    // Items that there are are worth fewer.
    let items = |more: &str| {
        let line =
            format!("power plan --items 370 --baseline 80% --agreement 90% --simulations 0 --json {more}");
        folder.restrap(&line).json()["scenarios"][0]["methods"][0]["least_gain"].as_f64().unwrap()
    };
    let fewer =
        folder.restrap("power plan --items 100 --baseline 80% --agreement 90% --simulations 0 --json").json();
    assert_eq!(
        items("--cluster-size 10 --icc 0.3"),
        fewer["scenarios"][0]["methods"][0]["least_gain"].as_f64().unwrap()
    );
    let refused = folder.restrap("power plan --items 370 --baseline 80% --cluster-size 10");
    assert!(refused.error().contains("--cluster-size needs their correlation"), "{refused}");
    // Of a pilot as compare has them.
    let row = |at: usize| {
        let shared = [5, 1, 4, 6, 2, 3, 0, 5][at / 5];
        format!("d{},{},{}\n", at / 5, at % 3, at % 3 + shared + at * 7 % 3)
    };
    let table = (0..40).map(row).collect::<Vec<_>>().concat();
    folder.put("p.csv", format!("doc,base,new\n{table}"));
    let pilot = folder.restrap("power plan p.csv:base p.csv:new --gain 0.5 --cluster doc --json").json();
    let compared = folder.restrap("compare p.csv:base p.csv:new --cluster doc --json").json();
    let icc = first(&compared)["clusters"]["icc"].as_f64().unwrap();
    assert!((pilot["design_effect"].as_f64().unwrap() - (1.0 + 4.0 * icc)).abs() < 1e-6, "{pilot} {icc}");
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
    assert_eq!(needed("0.3 --seeds 5,5 --seed-variance 0.01"), Some((1.0 / room).ceil() as u64));
    assert_eq!(needed("0.1 --seeds 5,5 --seed-variance 0.01"), None);
    let words =
        folder.restrap("power plan --variance 1 --gain 0.1 --seeds 5,5 --seed-variance 0.01").sentences();
    assert!(words.contains("5 training runs against 5 alone leave a standard error of 0.063"), "{words}");
    let half = folder.restrap("power plan --variance 1 --gain 0.1 --seeds 5,5");
    assert!(half.error().contains("--seeds needs their number and their variance"), "{half}");
}
