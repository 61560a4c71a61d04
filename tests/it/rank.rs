//! Rankings of many systems.

use restrap_testing::Numbers;
use std::process::Command;

use insta::assert_snapshot;
use serde_json::Value;

use crate::support::{Folder, restrap, root, wide};

/// Scores of some systems: each a gap below the one before, with noise of its own.
fn table(systems: usize, items: usize, gap: f64) -> String {
    let mut numbers = Numbers(1);
    let mut unit = || numbers.unit();
    let names: Vec<String> = (0..systems)
        .map(|system| format!("system {}", system + 1))
        .collect();
    let mut text = format!("id,{}\n", names.join(","));
    for item in 0..items {
        let hardness = unit();
        let scores: Vec<String> = (0..systems)
            .map(|system| {
                let score = 0.5 * hardness + 0.4 - gap * system as f64 + 0.3 * unit() * unit();
                format!("{:.4}", score.clamp(0.0, 1.0))
            })
            .collect();
        text.extend([format!("q{item},{}\n", scores.join(","))]);
    }
    text
}

fn folder(systems: usize, gap: f64) -> Folder {
    Folder::with(&[("scores.csv", &table(systems, 43, gap))])
}

#[test]
fn areas_under_curves_are_ranked_by_the_test_of_each_pair() {
    const HOW: &str = "--metric roc-auc --gold t.csv:y --id id --json";
    let mut numbers = Numbers(5);
    let mut table = "id,y,a,b,c\n".to_owned();
    for item in 0..120 {
        let positive = numbers.below(3) == 0;
        let shift = if positive { 0.3 } else { 0.0 };
        let scores: Vec<String> = [0.2, 1.0, 1.2]
            .iter()
            .map(|weight| format!("{:.4}", weight * shift + numbers.unit()))
            .collect();
        table.extend([format!(
            "q{item},{},{}\n",
            u8::from(positive),
            scores.join(",")
        )]);
    }
    let folder = Folder::with(&[("t.csv", &table)]);
    let ranked = folder
        .restrap(&format!("rank t.csv:a t.csv:b t.csv:c {HOW}"))
        .json();
    assert_eq!(
        (
            &ranked["family"]["each"]["name"],
            &ranked["family"]["adjust"]
        ),
        (&"delong".into(), &"holm".into())
    );
    for pair in ranked["pairs"].as_array().expect("pairs") {
        let (a, b) = (
            pair["a"].as_str().expect("a name"),
            pair["b"].as_str().expect("a name"),
        );
        let own = folder
            .restrap(&format!("compare t.csv:{a} t.csv:{b} {HOW}"))
            .json();
        assert_eq!(
            pair["pvalue"], own["comparisons"][0]["tests"][0]["pvalue"],
            "{a} {b}"
        );
        assert_eq!(pair["difference"], own["comparisons"][0]["difference"]);
    }
    let runs = Folder::with(&[(
        "s.csv",
        "a,b,c\n.80,.82,.91\n.81,.83,.92\n.79,.82,.90\n.80,.84,.93\n",
    )]);
    let ran = runs.restrap("rank s.csv --over seeds");
    assert!(
        ran.code == Some(0)
            && ran.out.contains("12 training runs in all, unpaired")
            && ran.out.contains("test:welch"),
        "{ran}"
    );
}

#[test]
fn nemenyi_compares_mean_ranks_by_one_critical_difference() {
    let folder = folder(6, 0.035);
    let json = folder
        .restrap("rank scores.csv --id id --adjust nemenyi --json")
        .json();
    let pairs = json["pairs"].as_array().expect("pairs");
    let number = |of: &Value| of.as_f64().expect("a number");
    let half = |pair: &Value| number(&pair["interval"]["high"]) - number(&pair["difference"]);
    // 2.850 of the table for six systems, √(6 · 7 / (6 · 43)) of 43 items without ties.
    assert!(
        (half(&pairs[0]) - 2.850 * (42.0 / 258.0_f64).sqrt()).abs() < 2e-3,
        "{}",
        half(&pairs[0])
    );
    for pair in pairs {
        assert!((half(pair) - half(&pairs[0])).abs() < 1e-9);
        assert_eq!(
            pair["shown"],
            Value::Bool(number(&pair["difference"]).abs() > half(pair)),
            "{pair}"
        );
    }
    assert_eq!(
        (&json["metrics"][0]["name"], &json["family"]["adjust"]),
        (&"mean rank".into(), &"nemenyi".into())
    );
    let told = folder.restrap("rank scores.csv --id id --adjust nemenyi");
    let out = told.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        out.contains("Mean ranks depend on which other systems are entered. Any difference among all systems: Friedman chi-square"),
        "{told}"
    );
    let refused = folder.restrap("rank scores.csv --id id --adjust nemenyi --cluster id");
    assert!(
        refused.code == Some(2) && refused.err.contains("scores of items, and all pairs"),
        "{refused}"
    );
    // In print names stand without their options.
    let judged = |query: usize| format!("q{query} 0 d1 2\nq{query} 0 d2 1\n");
    let qrels: Vec<String> = (0..12).map(judged).collect();
    let run = |name: &str, first: usize| {
        let line = |query: usize| {
            let [a, b] = if query % 3 < first {
                ["d1", "d2"]
            } else {
                ["d2", "d1"]
            };
            format!("q{query} Q0 {a} 1 2 {name}\nq{query} Q0 {b} 2 1 {name}\n")
        };
        (0..12).map(line).collect::<Vec<_>>().concat()
    };
    let runs = Folder::with(&[
        ("a.run", &run("a", 1)),
        ("b.run", &run("b", 3)),
        ("qrels.txt", &qrels.concat()),
    ]);
    let page = runs
        .restrap("rank a.run b.run --qrels qrels.txt --metric ndcg@10,rr(rel=2)@10 --output latex");
    assert!(
        page.out.contains("{nDCG@10}")
            && page.out.contains("{RR@10}")
            && page.out.contains("RR@10: rel=2."),
        "{page}"
    );
}

#[test]
fn six_systems_are_a_leaderboard_with_letters() {
    let ran = folder(6, 0.035).restrap("rank scores.csv --id id");
    assert_eq!(ran.code, Some(0), "{ran}");
    assert_eq!(wide(&ran.out), None, "{ran}");
    assert_snapshot!(ran);
}

#[test]
fn forty_systems_have_a_line_each() {
    let ran = folder(40, 0.006).restrap("rank scores.csv --id id --resamples 20000");
    assert_eq!(ran.code, Some(0), "{ran}");
    assert!(ran.out.lines().count() <= 50, "{ran}");
    assert_eq!(wide(&ran.out), None, "{ran}");
    assert_snapshot!(ran);
}

#[test]
fn a_baseline_has_marks_and_gates() {
    let folder = folder(5, 0.05);
    let ran = folder.restrap("rank scores.csv --id id --baseline 'system 3'");
    assert_eq!(ran.code, Some(0), "{ran}");
    assert_snapshot!(ran);
    let gate = |rest: &str| {
        let ran = folder.restrap(&format!("rank scores.csv --id id {rest} --no-host --json"));
        (ran.code, ran.json()["gate"]["passed"].clone())
    };
    assert_eq!(
        gate("--baseline 'system 5' --require superior"),
        (Some(0), Value::Bool(true))
    );
    assert_eq!(
        gate("--baseline 'system 1' --require superior"),
        (Some(10), Value::Bool(false))
    );
    assert_eq!(
        gate("--baseline 'system 1' --forbid inferior"),
        (Some(10), Value::Bool(false))
    );
    let level = Folder::with(&[("scores.csv", &table(3, 43, 0.0))]);
    let ran = level.restrap("rank scores.csv --id id --baseline 'system 1' --require superior");
    assert_eq!(ran.code, Some(11), "{ran}");
}

#[test]
fn a_ranking_has_every_form() {
    let folder = folder(4, 0.05);
    for form in ["markdown", "latex", "csv", "line"] {
        let ran = folder.restrap(&format!("rank scores.csv --id id --output {form}"));
        assert_eq!(ran.code, Some(0), "{ran}");
        assert_snapshot!(format!("ranking_{form}"), ran);
    }
}

#[test]
fn names_are_text_in_every_form() {
    let name = "=x&_$<b>|\u{1b}[31m";
    let text = table(3, 20, 0.05).replace("system 2", name);
    let folder = Folder::with(&[("scores.csv", &text)]);
    for form in ["table", "markdown", "latex", "csv", "line"] {
        let ran = folder.restrap(&format!("rank scores.csv --id id --output {form}"));
        assert_eq!(ran.code, Some(0), "{ran}");
    }
}

#[test]
fn every_correction_runs_and_json_follows_its_schema() {
    let folder = folder(5, 0.03);
    for adjust in [
        "maxt",
        "maxt-stepdown",
        "bootstrap-maxt",
        "hsd",
        "holm",
        "bonferroni",
        "hochberg",
        "hommel",
        "bh",
        "by",
        "none",
    ] {
        let ran = folder.restrap(&format!(
            "rank scores.csv --id id --adjust {adjust} --no-host --json"
        ));
        assert_eq!(ran.code, Some(0), "{ran}");
        let json = ran.json();
        assert_eq!(
            (&json["schema"], &json["family"]["adjust"]),
            (&"restrap/rank/1".into(), &adjust.into())
        );
        assert_eq!(json["pairs"].as_array().map(Vec::len), Some(10), "{ran}");
    }
}

#[test]
fn a_corpus_metric_is_scored_again_for_every_pair() {
    let line = "rank datasets/outputs/baseline.txt datasets/outputs/system.txt copy=datasets/outputs/reference.txt \
                --ref datasets/outputs/reference.txt --metric bleu --no-host";
    let ran = restrap(line);
    assert_eq!(ran.code, Some(0), "{ran}");
    assert_snapshot!(ran);
    let json = restrap(&format!("{line} --json")).json();
    assert_eq!(json["systems"][0]["name"], "copy");
    let compared = restrap(
        "compare datasets/outputs/baseline.txt datasets/outputs/system.txt --ref datasets/outputs/reference.txt --metric bleu \
         --no-host --json",
    );
    let pair = json["pairs"]
        .as_array()
        .expect("pairs")
        .iter()
        .find(|pair| pair["a"] != "copy")
        .expect("the other pair");
    let difference = |value: &Value| value.as_f64().expect("a number").abs();
    assert_eq!(
        difference(&pair["difference"]),
        difference(&compared.json()["comparisons"][0]["difference"])
    );
}

#[test]
fn clusters_are_swapped_together() {
    let ran = restrap(
        "rank datasets/sentiment/editorials.csv --id id --cluster article --no-host --json",
    );
    assert_eq!(ran.code, Some(0), "{ran}");
    let json = ran.json();
    assert_eq!(
        (&json["unit"], &json["cluster"]),
        (&"cluster".into(), &"article".into())
    );
}

#[test]
fn threads_and_shards_never_change_a_byte() {
    let folder = folder(7, 0.02);
    let run = |rest: &str| {
        folder
            .restrap(&format!("rank scores.csv --id id --no-host --json {rest}"))
            .out
    };
    let expected = run("--threads 1");
    assert_eq!(run("--threads 2 --shard-size 64"), expected);
    assert_eq!(run("--threads 5 --shard-size 5000"), expected);
}

#[test]
fn what_cannot_be_ranked_is_refused_with_the_reason() {
    let folder = folder(3, 0.05);
    let runs = [
        "rank scores.csv:'system 1' --id id",
        "rank scores.csv --id id --require superior",
        "rank scores.csv --id id --baseline nobody",
        "rank scores.csv --id id --seed-col run",
        "rank scores.csv --id id --exact always",
        "rank scores.csv --id id --metric bleu,chrf --ref x",
        "rank scores.csv --id id --dataset nothing",
        "rank",
    ];
    let told: Vec<String> = runs
        .iter()
        .map(|line| folder.restrap(line).to_string())
        .collect();
    assert_snapshot!(told.join("\n\n"));
}

/// Votes of two people on each of 240 prompts.
pub fn votes() -> String {
    let mut numbers = Numbers(7);
    let mut below = |n: u64| numbers.below(n);
    let mut text = "prompt,judge,left,right,winner\n".to_owned();
    for prompt in 0..240 {
        let left = below(4);
        let right = (left + 1 + below(3)) % 4;
        for judge in ["p1", "p2"] {
            let winner = match below(10) + right {
                0..=5 => "left",
                6 => "tie",
                _ if left > right => "left",
                _ => "right",
            };
            text.extend([format!("q{prompt},{judge},m{left},m{right},{winner}\n")]);
        }
    }
    text
}

#[test]
fn votes_are_a_leaderboard_of_strengths() {
    let folder = Folder::with(&[("votes.csv", &votes())]);
    let line = "rank votes.csv --votes left=left,right=right,winner=winner,item=prompt,judge=judge";
    let ran = folder.restrap(line);
    assert_eq!(ran.code, Some(0), "{ran}");
    assert_eq!(wide(&ran.out), None, "{ran}");
    assert_snapshot!(ran);
    for form in ["markdown", "latex", "csv", "line"] {
        let ran = folder.restrap(&format!("{line} --output {form}"));
        assert!(ran.code == Some(0) && ran.out.contains("m3"), "{ran}");
    }
    let json = folder
        .restrap(&format!(
            "{line} --json --no-host --baseline m2 --adjust holm"
        ))
        .json();
    assert_eq!(
        (&json["unit"], &json["cluster"]),
        (&"cluster".into(), &"prompt".into())
    );
    assert_eq!(json["pairs"].as_array().map(Vec::len), Some(3));
    let named = "rank votes.csv:m0 votes.csv:m3 --votes left=left,right=right,winner=winner --json";
    let two = folder.restrap(named).json();
    assert_eq!(
        (&two["unit"], two["systems"].as_array().map(Vec::len)),
        (&"vote".into(), Some(2))
    );
}

#[test]
fn votes_that_cannot_rank_are_refused_with_the_reason() {
    let unbeaten = "l,r,w\na,b,left\nb,a,left\nc,a,left\nc,b,left\n";
    let folder = Folder::with(&[("votes.csv", &votes()), ("unbeaten.csv", unbeaten)]);
    let columns = "--votes left=left,right=right,winner=winner";
    let runs = [
        "rank unbeaten.csv --votes left=l,right=r,winner=w".to_owned(),
        format!("rank votes.csv:nobody {columns}"),
        format!("rank votes.csv {columns} --baseline nobody"),
        format!("rank votes.csv {columns} --adjust bootstrap-maxt"),
        format!("rank votes.csv {columns} --cluster prompt"),
        format!("rank votes.csv {columns} --caption x"),
        format!("rank votes.csv {columns} --highlight nobody --output latex"),
    ];
    let told: Vec<String> = runs
        .iter()
        .map(|line| folder.restrap(line).to_string())
        .collect();
    assert_snapshot!(told.join("\n\n"));
}

/// Three runs of each system on 30 items.
fn runs() -> String {
    let mut numbers = Numbers(3);
    let mut unit = || numbers.unit();
    let mut text = "item,run,set,base,new,best\n".to_owned();
    for item in 0..30 {
        for run in 0..3 {
            let hard = unit();
            let [base, new, best] = [0.2, 0.25, 0.5].map(|gain| 0.5 * hard + gain * unit());
            let set = if item < 10 { "short" } else { "long" };
            text.extend([format!(
                "q{item},{run},{set},{base:.3},{new:.3},{best:.3}\n"
            )]);
        }
    }
    text
}

#[test]
fn training_runs_are_ranked_as_they_are_compared() {
    let folder = Folder::with(&[("runs.csv", &runs())]);
    let line = "runs.csv --systems base,new,best --id item --seed-col run --json --no-host";
    let ranked = folder.restrap(&format!("rank {line} --adjust none")).json();
    assert_eq!(ranked["recipes"], "run");
    let compared = folder.restrap(&format!("compare {line}")).json();
    let pairs = ranked["pairs"].as_array().expect("pairs");
    for comparison in compared["comparisons"].as_array().expect("comparisons") {
        let names = ["base".into(), comparison["system"].clone()];
        let is_it = |pair: &&Value| names.contains(&pair["a"]) && names.contains(&pair["b"]);
        let pair = pairs.iter().find(is_it).expect("the pair");
        assert_eq!(pair["pvalue"], comparison["tests"][0]["pvalue"]);
        assert_eq!(pair["standard_error"], comparison["standard_error"]);
    }
    let shown = folder
        .restrap("rank runs.csv --systems base,new,best --id item --seed-col run --adjust holm");
    assert_eq!(shown.code, Some(0), "{shown}");
    assert_snapshot!(shown);
    // Holm's is the one that they have where none is named.
    let line = "rank runs.csv --systems base,new,best --id item --seed-col run";
    assert_eq!(folder.restrap(line).out, shown.out);
    let refused = folder.restrap(&format!("{line} --adjust maxt"));
    assert_snapshot!("runs_need_a_correction_of_p_values", refused);
}

#[test]
fn several_data_sets_count_alike() {
    let one = runs().lines().step_by(3).collect::<Vec<_>>().join("\n") + "\n";
    let folder = Folder::with(&[("sets.csv", &one)]);
    let line = "rank sets.csv --systems base,new,best --id item --dataset set";
    let ran = folder.restrap(line);
    assert_eq!(ran.code, Some(0), "{ran}");
    assert_snapshot!(ran);
    assert_snapshot!(
        "data_sets_need_max_t",
        folder.restrap(&format!("{line} --adjust holm"))
    );
    let json = folder.restrap(&format!("{line} --json --no-host")).json();
    let means = folder
        .restrap("replicate sets.csv --systems base,best --id item --dataset set --json --no-host")
        .json();
    let best = json["systems"]
        .as_array()
        .expect("systems")
        .iter()
        .find(|system| system["name"] == "best");
    assert_eq!(best.expect("a system")["score"], means["macro"][0]["score"]);
}

#[test]
fn data_sets_of_a_metric_of_sums_are_those_of_means() {
    let pairs = [
        (1, 1),
        (0, 1),
        (0, 1),
        (1, 0),
        (0, 1),
        (0, 1),
        (0, 1),
        (1, 1),
        (0, 1),
    ];
    let table = |header: &str, cells: &dyn Fn((u8, u8)) -> String| {
        let row = |(item, pair): (usize, &(u8, u8))| {
            format!(
                "{item},{},{}\n",
                if item < 6 { "x" } else { "y" },
                cells(*pair)
            )
        };
        let rows: Vec<String> = pairs.iter().enumerate().map(row).collect();
        format!("id,set,{header}\n{}", rows.concat())
    };
    let scores = table("a,b", &|(a, b)| format!("{a},{b}"));
    let (a, b) = (
        table("hits,n", &|(a, _)| format!("{a},1")),
        table("hits,n", &|(_, b)| format!("{b},1")),
    );
    let folder = Folder::with(&[("scores.csv", &scores), ("a.csv", &a), ("b.csv", &b)]);
    let of = |line: &str| {
        folder
            .restrap(&format!(
                "rank {line} --id id --dataset set --no-host --json"
            ))
            .json()
    };
    let (means, sums) = (
        of("scores.csv --systems a,b"),
        of("a.csv b.csv --metric ratio:hits/n"),
    );
    assert_eq!(means["datasets"], sums["datasets"]);
    assert_eq!(means["pairs"][0]["pvalue"], sums["pairs"][0]["pvalue"]);
    for place in [0, 1] {
        for key in ["name", "score", "on_datasets", "rank"] {
            assert_eq!(
                means["systems"][place][key], sums["systems"][place][key],
                "{key}"
            );
        }
    }
    // Not so of all items together.
    let pooled = folder
        .restrap("rank a.csv b.csv --id id --metric ratio:hits/n --no-host --json")
        .json();
    assert_ne!(pooled["systems"][0]["score"], sums["systems"][0]["score"]);
    let board = folder
        .restrap("rank a.csv b.csv --metric ratio:hits/n --id id --dataset set --output markdown");
    assert!(
        board
            .out
            .starts_with("| system | ratio:hits/n x | ratio:hits/n y | ratio:hits/n mean |"),
        "{board}"
    );
}

#[test]
fn several_metrics_are_a_table_each_and_one_family() {
    let line = "rank datasets/outputs/baseline.txt datasets/outputs/system.txt copy=datasets/outputs/reference.txt \
                --ref datasets/outputs/reference.txt --no-host --metric";
    let ran = restrap(&format!("{line} bleu,chrf"));
    assert_eq!(ran.code, Some(0), "{ran}");
    assert_snapshot!(ran);
    let (both, bleu) = (
        restrap(&format!("{line} bleu,chrf --json")).json(),
        restrap(&format!("{line} bleu --json")).json(),
    );
    assert_eq!(
        (
            &both["family"]["size"],
            &both["further"][0]["metrics"][0]["name"]
        ),
        (&6.into(), &"chrf".into())
    );
    for (pair, alone) in both["pairs"]
        .as_array()
        .expect("pairs")
        .iter()
        .zip(bleu["pairs"].as_array().expect("pairs"))
    {
        let [p, q] = [pair, alone].map(|pair| pair["p_adjusted"].as_f64().expect("a p-value"));
        assert!((p - (2.0 * q).min(1.0)).abs() < 1e-11, "{p} {q}");
    }
    let rows = restrap(&format!("{line} bleu,chrf --output csv"));
    assert_eq!(rows.out.lines().count(), 1 + 2 * 6, "{rows}");
    let folder = Folder::new();
    let page = folder.path().join("both.html").display().to_string();
    let drawn = restrap(&format!("{line} bleu,chrf --html {page}"));
    assert_eq!(drawn.code, Some(0), "{drawn}");
    let html = std::fs::read_to_string(&page).expect("a page");
    for words in [
        "Leaderboard: BLEU",
        "Leaderboard: chrF",
        "ranked by BLEU and chrF",
    ] {
        assert!(html.contains(words), "{words}");
    }
    assert_eq!(
        html.matches("<svg").count() % 2,
        0,
        "a figure for each metric"
    );
    let latex = restrap(&format!("{line} bleu,chrf --output latex"));
    assert_eq!(latex.out.matches("\\begin{table}").count(), 1, "{latex}");
    assert!(
        latex.out.contains("{BLEU} & \\multicolumn{2}{c}{chrF}"),
        "{latex}"
    );
}

#[test]
fn latex_of_a_ranking_compiles() {
    let folder = folder(6, 0.035);
    let ran = folder.restrap(
        "rank scores.csv --id id --output latex --caption 'Six systems & 100 %' --label tab:six --highlight 'system 2'",
    );
    assert_eq!(ran.code, Some(0), "{ran}");
    assert_snapshot!(ran);
    let tables = [
        ran,
        folder.restrap("rank scores.csv --id id --output latex --baseline 'system 3'"),
        restrap(
            "compare datasets/sentiment/tweets.csv:vader_no_but datasets/sentiment/tweets.csv:vader --id id --output latex",
        ),
        restrap("compare datasets/sentiment/tweets.csv --id id --output latex"),
        restrap(
            "replicate 'datasets/sentiment/{dataset}-reviews.csv:textblob' 'datasets/sentiment/{dataset}-reviews.csv:vader' --id id --output latex",
        ),
        restrap("ci datasets/sentiment/tweets.csv --id id --output latex"),
    ];
    for table in &tables {
        assert!(
            table.code == Some(0) && table.out.contains("\\caption{"),
            "{table}"
        );
    }
    let engines = [
        (
            "pdflatex",
            vec!["-interaction=nonstopmode", "-halt-on-error"],
        ),
        ("tectonic", vec!["--keep-logs"]),
    ];
    let found = engines
        .into_iter()
        .find(|(name, _)| Command::new(name).arg("--version").output().is_ok());
    let Some((engine, arguments)) = found else {
        println!("SKIPPED latex of a ranking: neither pdflatex nor tectonic is on the PATH");
        return;
    };
    let place = tempfile::tempdir().expect("a folder");
    // BibTeX entries stand in a comment-free block of their own, which a paper keeps in another file.
    let body: Vec<&str> = tables
        .iter()
        .map(|table| table.out.split("\n@").next().unwrap_or_default())
        .collect();
    for (columns, class) in [("one", "{article}"), ("two", "[twocolumn]{article}")] {
        let document = format!(
            "\\documentclass{class}\n\\usepackage[utf8]{{inputenc}}\n\\usepackage{{booktabs}}\n\\begin{{document}}\n{}\nSee \\ref{{tab:six}}.\n\\end{{document}}\n",
            body.join("\n")
        );
        std::fs::write(place.path().join("table.tex"), document).expect("written");
        let compiled = Command::new(engine)
            .args(&arguments)
            .arg("table.tex")
            .current_dir(&place)
            .output()
            .expect("a process");
        let said = String::from_utf8_lossy(&compiled.stdout);
        if said.contains("`booktabs.sty' not found") {
            println!("SKIPPED latex of a ranking: {engine} has no booktabs");
            return;
        }
        assert!(
            compiled.status.success() && place.path().join("table.pdf").exists(),
            "{columns}: {said}"
        );
        let log = std::fs::read(place.path().join("table.log")).expect("a log");
        let log = String::from_utf8_lossy(&log);
        let wide: Vec<&str> = log
            .lines()
            .filter(|line| line.starts_with("Overfull \\hbox"))
            .collect();
        assert!(wide.is_empty(), "{columns} columns: {wide:#?}");
    }
    println!(
        "golden latex of a ranking: {engine} compiles {} of {0} tables in one column and in two",
        tables.len()
    );
}

#[test]
fn golden_pairs_agree_through_the_program() {
    let path = root().join("tests/golden/all_pairs_maxt.json");
    let text = std::fs::read_to_string(path).expect("reference values");
    let golden: Value = serde_json::from_str(&text).expect("JSON");
    let cases = golden["cases"]
        .as_array()
        .expect("cases")
        .iter()
        .filter(|case| case["method"] == "all_pairs_maxt");
    let (mut agreed, mut values) = (0, 0);
    for case in cases {
        let rows = case["inputs"]["scores_items_by_systems"]
            .as_array()
            .expect("rows");
        let systems = rows[0].as_array().map_or(0, Vec::len);
        let mut csv: String = (0..systems)
            .map(|system| format!("s{system}"))
            .collect::<Vec<_>>()
            .join(",")
            + "\n";
        for row in rows {
            let cells: Vec<String> = row
                .as_array()
                .expect("scores")
                .iter()
                .map(Value::to_string)
                .collect();
            csv += &(cells.join(",") + "\n");
        }
        let folder = Folder::with(&[("scores.csv", &csv)]);
        let json = folder
            .restrap("rank scores.csv --no-host --json --adjust maxt-stepdown")
            .json();
        let expected = &case["expected"];
        let pairs = expected["pairs"].as_array().expect("pairs");
        for (pair, p) in pairs
            .iter()
            .zip(expected["p_maxT_step_down"].as_array().expect("p-values"))
        {
            let names = [0, 1].map(|side| format!("s{}", pair[side]));
            let is_it = |found: &&Value| {
                names
                    .iter()
                    .all(|name| found["a"] == **name || found["b"] == **name)
            };
            let found = json["pairs"]
                .as_array()
                .expect("pairs")
                .iter()
                .find(is_it)
                .expect("the pair");
            let (got, want) = (
                found["p_adjusted"].as_f64().expect("p"),
                p.as_f64().expect("p"),
            );
            // Twelve digits are printed.
            assert!(
                (got - want).abs() < 1e-11,
                "{} {names:?}: {got} {want}",
                case["name"]
            );
            values += 1;
        }
        agreed += 1;
    }
    println!("golden all_pairs_maxt through the program: {agreed} cases agree in {values} values");
    assert!(agreed == 8 && values > 20, "{agreed} {values}");
}

#[test]
fn runs_of_outputs_are_ranked_by_the_mean_over_data_sets() {
    let folder = Folder::new();
    let words = ["the", "cat", "sat", "on", "a", "mat", "and", "ran"];
    // Of every system and run, more words are wrong the larger `wrong`; the second language has twice as many segments.
    let files = |system: &str, run: usize, wrong: usize| {
        let row = |item: usize| {
            let lang = if item.is_multiple_of(3) { "de" } else { "fr" };
            let text = |shift: usize| -> String {
                let word = |at: usize| {
                    words[(item * 5 + at * 3 + if (item + at) % 7 < wrong { shift } else { 0 }) % 8]
                };
                (0..9).map(word).collect::<Vec<_>>().join(" ")
            };
            (
                lang,
                format!("{item},{lang},{},{}\n", text(0), text(1 + run + item % 2)),
            )
        };
        let rows: Vec<_> = (0..60).map(row).collect();
        let head = "item,lang,ref,hyp\n";
        let of = |keep: &dyn Fn(&str) -> bool| {
            rows.iter()
                .filter(|(lang, _)| keep(lang))
                .map(|(_, row)| row.as_str())
                .collect::<String>()
        };
        folder.put(
            &format!("{system}.{run}.csv"),
            head.to_owned() + &of(&|_| true),
        );
        for lang in ["de", "fr"] {
            folder.put(
                &format!("{lang}.{system}.{run}.csv"),
                head.to_owned() + &of(&|own| own == lang),
            );
        }
    };
    for run in 0..3 {
        files("a", run, 1 + run % 2);
        files("b", run, 3);
    }
    let systems = "a=a.{seed}.csv:hyp b=b.{seed}.csv:hyp --ref a.0.csv:ref --metric bleu";
    let ran = folder.restrap(&format!("rank {systems} --dataset lang --json"));
    let json = ran.json();
    for system in json["systems"].as_array().expect("systems") {
        let name = system["name"].as_str().expect("a name");
        let of = |lang: &str| -> f64 {
            let one = |run: usize| {
                let file = format!("{lang}.{name}.{run}.csv");
                let scored = folder.restrap(&format!(
                    "score {file}:hyp --ref {file}:ref --metric bleu --json"
                ));
                scored.json()["systems"][0]["score"]
                    .as_f64()
                    .expect("a score")
            };
            (0..3).map(one).sum::<f64>() / 3.0
        };
        let (known, each) = (
            [of("de"), of("fr")],
            system["on_datasets"].as_array().expect("data sets"),
        );
        for (known, told) in known.iter().zip(each) {
            assert!(
                (told.as_f64().expect("a score") - known).abs() < 1e-8,
                "{name}: {told} {known}"
            );
        }
        let mean = system["score"].as_f64().expect("a score");
        assert!(
            (mean - 0.5 * (known[0] + known[1])).abs() < 1e-8,
            "{name}: {mean} {known:?}"
        );
    }
    assert_eq!(
        (&json["family"]["adjust"], &json["datasets"]["items"]),
        (&serde_json::json!("holm"), &serde_json::json!([20, 40]))
    );
    // Not passed over where it has no answer.
    let by = folder.restrap(&format!("compare {systems} --by lang"));
    assert!(by.code == Some(2) && by.err.contains("--by lang"), "{by}");
    // A pair's p-values stand on the screen where they are asked for.
    let pairs = folder.restrap(&format!("rank {systems} --dataset lang --pairs"));
    assert!(
        pairs.out.contains("adjusted p") && pairs.out.contains(" − "),
        "{pairs}"
    );
    let other = folder.restrap(&format!("rank {systems} --dataset lang --pairs=c"));
    assert!(other.err.contains("the systems are"), "{other}");
    // What outputs add to their metric is a pilot.
    let line = "power plan a.0.csv:hyp b.0.csv:hyp --ref a.0.csv:ref --metric bleu --gain 2 --simulations 0 --json";
    let plan = folder.restrap(line).json();
    assert_eq!(
        plan["scenarios"].as_array().map(Vec::len),
        Some(3),
        "{plan}"
    );
}
