//! Metrics beside a gold score.

use std::fmt::Write;

use serde_json::Value;

use crate::support::{Folder, restrap};

/// Outputs of systems on segments: `near` follows people, `far` hardly does, `loss` is people turned round.
fn table(systems: u32, segments: u32) -> String {
    let mut table = "system,segment,people,near,far,loss\n".to_owned();
    for system in 0..systems {
        for segment in 0..segments {
            let people = (system * 3 + segment * 7) % 11;
            let near = f64::from(people) + f64::from((system * 5 + segment * 3) % 4) * 0.5;
            let far = (system * 7 + segment * 5) % 13;
            writeln!(
                table,
                "s{system},d{segment},{people},{near},{far},{}",
                20 - people
            )
            .unwrap();
        }
    }
    table
}

fn number(json: &Value, field: &str) -> f64 {
    json[field]
        .as_f64()
        .unwrap_or_else(|| panic!("{field} of {json}"))
}

/// Pearson's r by its definition.
fn pearson(x: &[f64], y: &[f64]) -> f64 {
    let n = x.len() as f64;
    let mean = |column: &[f64]| column.iter().sum::<f64>() / n;
    let (mx, my) = (mean(x), mean(y));
    let products = |a: &[f64], ma: f64, b: &[f64], mb: f64| -> f64 {
        a.iter().zip(b).map(|(a, b)| (a - ma) * (b - mb)).sum()
    };
    products(x, mx, y, my) / (products(x, mx, x, mx) * products(y, my, y, my)).sqrt()
}

#[test]
fn metrics_are_told_with_the_pairs_that_differ() {
    let ran = restrap(
        "correlate datasets/sentiment/tweets-ratings.csv --gold people --id id --resamples 500",
    );
    insta::assert_snapshot!("correlate_ratings", ran.out);
    assert_eq!((ran.code, &ran.err[..]), (Some(0), ""));
    let json = restrap(
        "correlate datasets/sentiment/tweets-ratings.csv --gold people --id id --resamples 500 --json",
    )
    .json();
    assert_eq!(json["schema"], "restrap/correlate/1");
    assert_eq!(
        (json["outputs"].as_u64(), &json["systems"]),
        (Some(4_200), &Value::Null)
    );
}

#[test]
fn every_swap_of_few_segments_is_looked_at() {
    let folder = Folder::with(&[("t.csv", &table(4, 5))]);
    let asked = "correlate t.csv --gold people --metrics near,far --system system --segment segment --redrawn segments --json";
    let json = folder.restrap(asked).json();
    let pair = &json["pairs"][0];
    assert_eq!(
        (&pair["exact"], pair["swaps"].as_u64()),
        (&Value::Bool(true), Some(32))
    );
    // By brute force: whole segments of the two standardised metrics change places.
    let text = table(4, 5);
    let rows: Vec<Vec<f64>> = text
        .lines()
        .skip(1)
        .map(|line| {
            line.split(',')
                .skip(2)
                .map(|cell| cell.parse().unwrap())
                .collect()
        })
        .collect();
    let column = |at: usize| rows.iter().map(|row| row[at]).collect::<Vec<f64>>();
    let (people, near, far) = (column(0), column(1), column(2));
    let standard = |column: &[f64]| -> Vec<f64> {
        let n = column.len() as f64;
        let mean = column.iter().sum::<f64>() / n;
        let deviation = (column
            .iter()
            .map(|value| (value - mean).powi(2))
            .sum::<f64>()
            / n)
            .sqrt();
        column
            .iter()
            .map(|value| (value - mean) / deviation)
            .collect()
    };
    let (near, far) = (standard(&near), standard(&far));
    let observed = pearson(&people, &far) - pearson(&people, &near);
    let reached = (0..32_u32).filter(|mask| {
        let swap = |own: &[f64], other: &[f64]| -> Vec<f64> {
            (0..20)
                .map(|at| {
                    if mask >> (at % 5) & 1 == 1 {
                        other[at]
                    } else {
                        own[at]
                    }
                })
                .collect()
        };
        let drawn = pearson(&people, &swap(&far, &near)) - pearson(&people, &swap(&near, &far));
        drawn.abs() >= observed.abs() - 1e-10
    });
    assert_eq!(pair["reached"].as_u64(), Some(reached.count() as u64));
    assert!((number(pair, "difference") - observed).abs() < 1e-9);
    assert!(number(pair, "pvalue") < 1.0);
}

#[test]
fn a_metric_turned_round_is_the_metric() {
    let folder = Folder::with(&[("t.csv", &table(5, 8))]);
    let json = folder
        .restrap("correlate t.csv --gold people --metrics near,loss --system system --segment segment --lower-is-better loss --resamples 100 --json")
        .json();
    let loss = &json["metrics"][1];
    assert_eq!(
        (&loss["name"], number(loss, "value")),
        (&"loss".into(), 1.0)
    );
    // Negative control: as it stands, it goes against people, and the reader is told.
    let ran = folder.restrap(
        "correlate t.csv --gold people --metrics near,loss --system system --segment segment --resamples 100",
    );
    assert!(
        ran.sentences()
            .contains("loss: below 0; if lower scores are better, add --lower-is-better loss"),
        "{ran}"
    );
}

#[test]
fn one_metric_under_two_names_differs_by_nothing() {
    let folder = Folder::with(&[("t.csv", &table(6, 10))]);
    for agreement in ["pearson", "spearman", "kendall", "pairwise-accuracy"] {
        let asked = format!(
            "correlate a=t.csv:near b=t.csv:near --gold people --system system --segment segment --agreement {agreement} --resamples 200 --json"
        );
        let json = folder.restrap(&asked).json();
        let pair = &json["pairs"][0];
        let found = [
            number(pair, "difference"),
            number(pair, "low"),
            number(pair, "high"),
            number(pair, "pvalue"),
        ];
        assert_eq!(found, [0.0, 0.0, 0.0, 1.0], "{agreement}: {pair}");
        assert_eq!(pair.get("williams"), None, "{agreement}");
    }
    // Negative control: another metric has a p below 1, and Williams' test.
    let json = folder
        .restrap("correlate t.csv --gold people --metrics near,far --system system --segment segment --resamples 200 --json")
        .json();
    assert!(
        number(&json["pairs"][0], "pvalue") < 0.1,
        "{}",
        json["pairs"]
    );
    assert!(
        number(&json["pairs"][0]["williams"], "pvalue") < 0.1,
        "{}",
        json["pairs"]
    );
}

#[test]
fn threads_change_nothing_and_every_form_is_printed() {
    let folder = Folder::with(&[("t.csv", &table(6, 12))]);
    let asked = "correlate t.csv --gold people --system system --segment segment --agreement pairwise-accuracy --resamples 300";
    let one = folder.restrap(&format!("{asked} --json --threads 1")).out;
    for threads in [2, 7] {
        assert_eq!(
            folder
                .restrap(&format!("{asked} --json --threads {threads}"))
                .out,
            one
        );
    }
    assert_ne!(folder.restrap(&format!("{asked} --json --seed 1")).out, one);
    for output in ["markdown", "latex", "csv", "line"] {
        let ran = folder.restrap(&format!("{asked} --output {output}"));
        assert!(ran.out.contains("near") && ran.code == Some(0), "{ran}");
    }
    let ran = folder.restrap(&format!("{asked} --html page.html -q"));
    assert_eq!(ran.code, Some(0), "{ran}");
    let page = folder.read_text("page.html");
    assert!(
        page.contains("Pairs of metrics") && page.contains("near"),
        "{page}"
    );
    insta::assert_snapshot!("correlate_outputs", folder.restrap(asked).out);
}

#[test]
fn tables_that_do_not_fit_have_one_error_each() {
    let whole = table(3, 4);
    let lacking: String = whole
        .lines()
        .filter(|line| !line.starts_with("s1,d2,"))
        .fold(String::new(), |text, line| text + line + "\n");
    let twice = format!("{whole}s0,d0,1,1,1,1\n");
    let flat: Vec<String> = whole
        .lines()
        .map(|line| {
            format!(
                "{line},{}",
                if line.starts_with("system") {
                    "flat"
                } else {
                    "1"
                }
            )
        })
        .collect();
    let flat = flat.join("\n");
    let folder = Folder::with(&[
        ("t.csv", &whole),
        ("lacking.csv", &lacking),
        ("twice.csv", &twice),
        ("flat.csv", &flat),
    ]);
    let systems = "--system system --segment segment";
    for (asked, wanted) in [
        (
            format!("correlate lacking.csv --gold people {systems}"),
            "error: expected an output of every system for every segment, found none of s1 for segment d2\nhint: --missing drop leaves",
        ),
        (
            format!("correlate twice.csv --gold people {systems}"),
            "expected each id once, found `d0`, `s0` on lines 2 and 14",
        ),
        (
            "correlate t.csv --gold people --level system".to_owned(),
            "hint: add --system COL and --segment COL",
        ),
        (
            "correlate t.csv --gold nothing".to_owned(),
            "which it does not have",
        ),
        (
            "correlate t.csv:near --gold people --tie-threshold 0.5".to_owned(),
            "hint: add --agreement pairwise-accuracy",
        ),
        (
            format!("correlate flat.csv --gold flat {systems}"),
            "error: expected a gold score that varies",
        ),
        (
            format!("correlate t.csv --gold people {systems} --baseline x"),
            "error: expected one of the metrics (near, far, loss), found x",
        ),
    ] {
        let ran = folder.restrap(&asked);
        assert!(
            ran.code != Some(0) && ran.err.contains(wanted),
            "{asked}: {ran}"
        );
        assert!(ran.out.is_empty(), "{asked}: {ran}");
    }
    let ran = folder.restrap(&format!(
        "correlate lacking.csv --gold people {systems} --missing drop --resamples 100"
    ));
    assert!(
        ran.err
            .contains("1 segment left out because a system has no output there"),
        "{ran}"
    );
    assert!(ran.out.contains("3 segments of 3 systems"), "{ran}");
}
