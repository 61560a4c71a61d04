//! `restrap ci`: error bars and the digits that they allow.

use insta::assert_snapshot;

use crate::support::{Folder, restrap};

/// The quoted score of each system.
fn quoted(line: &str) -> Vec<String> {
    let outcome = restrap(&format!("{line} --json")).json();
    let systems = outcome["systems"].as_array().expect("systems").clone();
    systems
        .iter()
        .map(|system| {
            system["quoted"]
                .as_str()
                .expect("a quoted score")
                .to_owned()
        })
        .collect()
}

#[test]
fn a_score_has_no_digit_below_its_error() {
    assert_eq!(quoted("ci 63/123"), ["0.51"]);
    // Its standard error is 0.014, and compare prints as many.
    assert_eq!(quoted("ci 630/1230"), ["0.512"]);
    assert_eq!(quoted("ci 630/1230 --digits 5"), ["0.51220"]);
    assert_eq!(quoted("ci 630/1230 --plus-minus 10"), ["0.51"]);
    assert_eq!(quoted("ci 630/1230 --plus-minus 1"), ["0.512"]);
    assert_eq!(quoted("ci 630/1230 --interval none"), ["0.512"]);
    let printed = restrap("ci 63/123 630/1230");
    assert_eq!(printed.out.matches(" 0.51 ").count(), 2, "{printed}");
}

#[test]
fn systems_need_not_share_items() {
    let folder = Folder::with(&[
        ("a.csv", "id,x,y\n1,0.5,\n2,0.25,1\n3,0.75,0\n4,1,0\n"),
        ("b.txt", "1\n0\n1\n"),
    ]);
    assert_snapshot!(folder.restrap("ci a.csv new=b.txt --missing drop"));
}

#[test]
fn folds_are_corrected_and_replications_are_not() {
    let folder = Folder::with(&[(
        "f.csv",
        "base,new\n0.81,0.83\n0.79,0.80\n0.84,0.84\n0.80,0.83\n0.82,0.82\n",
    )]);
    assert_snapshot!(folder.restrap("ci f.csv --over replications"));
    assert_snapshot!(folder.restrap("ci f.csv --over folds"));
    let error = |line: &str| {
        let outcome = folder
            .restrap(&format!("ci f.csv:base {line} --json"))
            .json();
        outcome["systems"][0]["standard_error"]
            .as_f64()
            .expect("a standard error")
    };
    // 1/5 + n_test/n_train against 1/5: (1/5 + 1/4) and (1/5 + 1/1).
    let plain = error("--over replications");
    assert!((error("--over folds") / plain - 1.5).abs() < 1e-11);
    assert!((error("--over folds --test-fraction 0.5") / plain - 6f64.sqrt()).abs() < 1e-11);
}

#[test]
fn what_ci_refuses() {
    let folder = Folder::with(&[("one.txt", "0.5\n"), ("a.txt", "1\n0\n")]);
    let told = [
        "ci 5/4",
        "ci 0/0",
        "ci one.txt --over folds",
        "ci a.txt --test-fraction 0.2",
        "ci a.txt 1/2 --plus-minus 1",
        "ci 1/2 1/3 --plus-minus 1",
        "ci a.txt --interval none --confidence 1",
        "ci a.txt --interval tango",
        "ci a.txt --interval invert",
        "ci a.txt --interval newcombe",
        "ci one.txt --interval wilson",
        "ci a.txt --over folds --interval bca",
    ]
    .map(|line| {
        let ran = folder.restrap(line);
        assert!(
            matches!(ran.code, Some(1 | 2)) && ran.out.is_empty(),
            "{ran}"
        );
        format!(
            "{line}\n  {}\n  hint: {}",
            ran.err.lines().next().unwrap_or(""),
            ran.hint().unwrap_or("-")
        )
    });
    assert_snapshot!(told.join("\n"));
}

#[test]
fn an_interval_is_called_what_it_is() {
    // Shares have Wilson's interval, all right or not.
    let ran = restrap("ci 3/3 5/10");
    assert!(
        ran.out.contains("0.44 to 1.00") && ran.out.contains("0.24 to 0.76"),
        "{ran}"
    );
    assert!(ran.out.contains("|ci:wilson.95"), "{ran}");
    let ran = restrap("ci 5/10 --interval wilson --json");
    assert_eq!(ran.json()["systems"][0]["interval"]["method"], "wilson");
    let folds = Folder::with(&[("f.txt", "0.81\n0.79\n0.84\n")]);
    let ran = folds.restrap("ci f.txt --over folds --interval none");
    assert!(
        ran.out.contains("|ci:none") && !ran.out.contains("CI"),
        "{ran}"
    );
}

#[test]
fn a_number_is_printed_alike_in_ci_compare_and_score() {
    let of = |line: &str| {
        let ran = restrap(line);
        let row = ran
            .out
            .lines()
            .find(|line| line.trim_start().starts_with("textblob"))
            .map(str::to_owned);
        row.unwrap_or_else(|| panic!("{ran}"))
    };
    let file = "datasets/sentiment/movie-reviews-error.csv";
    let ci = of(&format!("ci {file}:textblob {file}:vader --id id"));
    let compare = of(&format!("compare {file}:textblob {file}:vader --id id"));
    assert!(
        ci.contains(" 1.557 ") && ci.contains("1.539 to 1.576"),
        "{ci}"
    );
    assert!(
        compare.contains(" 1.557 ") && compare.contains("1.539 to 1.576"),
        "{compare}"
    );
    let text = "datasets/outputs/baseline.txt datasets/outputs/system.txt --ref datasets/outputs/reference.txt";
    for (digits, number) in [("", " 92.2"), (" --digits 2", " 92.18")] {
        let score = restrap(&format!("score {text} --metric chrf{digits}"));
        let compare = restrap(&format!("compare {text} --metric chrf{digits}"));
        let beside = restrap(&format!("compare {text} --metric bleu,chrf{digits}"));
        for ran in [score, compare, beside] {
            assert!(
                ran.out.contains(&format!("{number}\n")) || ran.out.contains(&format!("{number} ")),
                "{ran}"
            );
        }
    }
    let ran = restrap(&format!(
        "compare {file}:textblob {file}:vader --id id --digits 1"
    ));
    let decimals = |word: &str| word.rsplit_once('.').map_or(0, |(_, digits)| digits.len());
    let above = ran.out.split("p-value").next().expect("a table");
    let scores = above
        .split_whitespace()
        .filter(|word| word.contains('.') && word.parse::<f64>().is_ok());
    assert!(
        scores.clone().count() > 3 && scores.clone().filter(|word| decimals(word) == 1).count() > 3,
        "{ran}"
    );
}

#[test]
fn error_bars_and_scores_are_printed_in_every_form() {
    let folder = Folder::with(&[
        ("a.txt", "1\n0\n1\n1\n0\n1\n"),
        ("b.txt", "0\n0\n1\n1\n0\n1\n"),
        (
            "x.csv",
            "id,gold,y\n1,cat,cat\n2,dog,cat\n3,dog,dog\n4,cat,cat\n",
        ),
    ]);
    let mut printed = String::new();
    for form in ["markdown", "latex", "csv", "line"] {
        for line in [
            "ci a.txt b.txt",
            "score x.csv:y --gold x.csv:gold --metric f1 --average macro --per-class",
        ] {
            let ran = folder.restrap(&format!("{line} --output {form}"));
            assert_eq!(ran.code, Some(0), "{ran}");
            printed += &ran.out;
            printed.push('\n');
        }
    }
    assert_snapshot!(printed);
}

/// A metric, the files of two systems and what they are scored against.
const METRICS: [(&str, &str); 8] = [
    ("bleu", "baseline.txt system.txt --ref reference.txt"),
    ("chrf", "baseline.txt system.txt --ref reference.txt"),
    ("ter", "baseline.txt system.txt --ref reference.txt"),
    ("wer", "baseline.txt system.txt --ref reference.txt"),
    ("rouge-l", "baseline.txt system.txt --ref reference.txt"),
    (
        "f1(average=macro)",
        "labels.csv:baseline labels.csv:system --gold labels.csv:gold",
    ),
    (
        "mcc",
        "labels.csv:baseline labels.csv:system --gold labels.csv:gold",
    ),
    ("ndcg@10", "baseline.run system.run --qrels qrels.txt"),
];

#[test]
fn a_metric_of_outputs_has_the_interval_that_compare_gives_a_system() {
    let folder = Folder::new();
    let groups = |of: usize| {
        (0..60)
            .map(|item| ["c", &(item / of).to_string(), "\n"].concat())
            .collect::<Vec<_>>()
            .concat()
    };
    folder.put("clusters.txt", groups(4));
    let clusters = folder.path().join("clusters.txt").display().to_string();
    for (metric, files) in METRICS {
        let files: Vec<String> = files
            .split(' ')
            .map(|word| {
                if word.starts_with('-') {
                    word.to_owned()
                } else {
                    format!("datasets/outputs/{word}")
                }
            })
            .collect();
        let words = format!("{} --metric {metric} --json", files.join(" "));
        let plain = [words.clone()];
        let clustered = files[0]
            .contains(".txt")
            .then(|| format!("{words} --cluster {clusters}"));
        for line in plain.into_iter().chain(clustered) {
            let (alone, compared) = (
                restrap(&format!("ci {line}")).json(),
                restrap(&format!("compare {line}")).json(),
            );
            for place in 0..2 {
                let (own, beside) = (&alone["systems"][place], &compared["systems"][place]);
                assert_eq!(own["name"], beside["name"], "{line}");
                assert_eq!(
                    (&own["score"], &own["interval"]),
                    (&beside["score"], &beside["interval"]),
                    "{line}"
                );
            }
            assert_eq!(alone["metric"], compared["metric"], "{line}");
        }
    }
}

#[test]
fn several_metrics_and_sub_populations_stand_in_one_table() {
    let folder = Folder::with(&[
        (
            "a.txt",
            "the cat sat\na dog ran off\nthe bird flew\nwe saw the sea\n",
        ),
        (
            "r.txt",
            "the cat sat\nthe dog ran off\na bird flew\nwe saw a sea\n",
        ),
        ("by.txt", "x\ny\nx\ny\n"),
        ("half.txt", "the cat sat\nthe bird flew\n"),
        ("half.r.txt", "the cat sat\na bird flew\n"),
        ("s.csv", "g,a\nx,1\nx,0\nx,1\ny,0\ny,1\n"),
        ("x.csv", "a\n1\n0\n1\n"),
    ]);
    assert_snapshot!(folder.restrap("ci a.txt --ref r.txt --metric chrf,wer --by by.txt"));
    let both = folder
        .restrap("ci a.txt --ref r.txt --metric chrf,wer --by by.txt --json")
        .json();
    let half = folder
        .restrap("ci half.txt --ref half.r.txt --metric chrf,wer --json")
        .json();
    for (both, half) in [(&both, &half), (&both["further"][0], &half["further"][0])] {
        let x = &both["systems"][1];
        assert_eq!(x["population"], "x");
        assert_eq!(
            (&x["score"], &x["interval"]),
            (
                &half["systems"][0]["score"],
                &half["systems"][0]["interval"]
            )
        );
    }
    let (by, x) = (
        folder.restrap("ci s.csv:a --by g --json").json(),
        folder.restrap("ci x.csv --json").json(),
    );
    assert_eq!(by["systems"][1]["interval"], x["systems"][0]["interval"]);
    assert_snapshot!(folder.restrap("score a.txt --ref r.txt --metric chrf,wer"));
    for (line, error) in [
        (
            "ci 3/4 --metric bleu --ref r.txt",
            "a metric of outputs needs files of items, found K/N or --scores",
        ),
        (
            "ci s.csv:a --metric median",
            "median has no interval for one system; restrap compare has one of a difference",
        ),
        (
            "score a.txt --ref r.txt --metric chrf,wer --out x.csv",
            "--out x.csv takes the statistics of one metric, found wer as well",
        ),
    ] {
        assert_eq!(folder.restrap(line).error(), error);
    }
}

#[test]
fn accuracy_is_the_share_of_labels_that_are_the_golds() {
    let folder = Folder::new();
    folder.put(
        "t.csv",
        "id,gold,a,b\n1,cat,cat,dog\n2,dog,cat,dog\n3,cat,cat,cat\n4,eel,eel,cat\n",
    );
    folder.put("a.csv", "id,label\n4,eel\n1,cat\n3,cat\n2,cat\n");
    folder.put("n.csv", "gold,a\n0,0\n1,0\n0,0\n1,1\n1,1\n");
    for (line, scores) in [
        ("ci t.csv:a --gold t.csv:gold --metric accuracy", vec![0.75]),
        (
            "ci t.csv:a t.csv:b --gold t.csv:gold --metric accuracy",
            vec![0.75, 0.5],
        ),
        (
            "ci a.csv:label --gold t.csv:gold --metric accuracy --id id",
            vec![0.75],
        ),
        ("ci n.csv:a --gold n.csv:gold --metric accuracy", vec![0.8]),
    ] {
        let json = folder.restrap(&format!("{line} --json")).json();
        let found: Vec<f64> = json["systems"]
            .as_array()
            .expect("systems")
            .iter()
            .map(|one| one["score"].as_f64().expect("a score"))
            .collect();
        assert_eq!(found, scores, "{line}: {json}");
    }
}
