//! Scores against a number: the exact binomial test of 0/1 scores, its interval, its margins.

use restrap_testing::effort;
use serde_json::Value;

use crate::support::{Folder, lines};

/// So many ones of so many scores.
fn shares(right: usize, items: usize) -> Folder {
    let scores = lines((0..items).map(|item| f64::from(u8::from(item < right))));
    Folder::with(&[("o.txt", &scores)])
}

fn comparison(folder: &Folder, options: &str) -> Value {
    let ran = folder.restrap(&format!("compare o.txt {options} --json"));
    assert!(
        ran.code.is_some_and(|code| [0, 10, 11].contains(&code)),
        "{ran}"
    );
    ran.json()
}

fn p(outcome: &Value) -> f64 {
    outcome["comparisons"][0]["tests"][0]["pvalue"]
        .as_f64()
        .expect("a p-value")
}

#[test]
fn all_right_is_no_evidence_against_a_high_number() {
    // Twelve of twelve have probability .28 where nine of ten are right.
    let folder = shares(12, 12);
    let ran = folder.restrap("compare o.txt --against 0.9 --require superior");
    assert!(ran.code == Some(11) && ran.out.contains("0.565"), "{ran}");
    let found = comparison(&folder, "--against 0.9");
    assert!((p(&found) - 2.0 * 0.9_f64.powi(12)).abs() < 1e-9);
    assert_eq!(
        found["systems"][0]["interval"],
        Value::Null,
        "a number has no interval"
    );
    // One score has one interval on a screen.
    let (own, of_difference) = (
        &found["systems"][1]["interval"],
        &found["comparisons"][0]["interval"],
    );
    for end in ["low", "high"] {
        let ends = [own, of_difference].map(|interval| interval[end].as_f64().expect("an end"));
        assert!((ends[0] - 0.9 - ends[1]).abs() < 1e-9, "{ends:?}");
    }
    assert_eq!(own["method"], "clopper-pearson");
}

#[test]
fn test_and_interval_are_one_decision() {
    for items in [1, 5, 10, 20] {
        let step = if items < effort(6, 21) as usize {
            1
        } else {
            items / 2
        };
        for right in (0..=items).step_by(step) {
            let folder = shares(right, items);
            for number in [0.05, 0.5, 0.8, 0.95] {
                for alternative in ["two-sided", "better", "worse"] {
                    let options = format!("--against {number} --alternative {alternative}");
                    let found = comparison(&folder, &options);
                    let interval = &found["comparisons"][0]["interval"];
                    let end = |name: &str| interval[name].as_f64();
                    let excludes = end("low").is_some_and(|low| low > 0.0)
                        || end("high").is_some_and(|high| high < 0.0);
                    assert_eq!(p(&found) <= 0.05, excludes, "{right} of {items} {options}");
                }
            }
        }
    }
}

#[test]
fn numbers_and_margins_that_no_share_can_exceed_are_refused() {
    for (options, words) in [
        ("--against 1", "the true mean is 1 only if every score is 1"),
        ("--against 0", "the true mean is 0 only if every score is 0"),
        (
            "--against 0.8 --noninferior 90pt",
            "inside the range of the scores",
        ),
        (
            "--against 0.95 --superior 5pt",
            "inside the range of the scores",
        ),
    ] {
        let ran = shares(19, 20).restrap(&format!("compare o.txt {options}"));
        assert!(
            ran.code == Some(2) && ran.err.contains(words),
            "{options}: {ran}"
        );
    }
    // Another test than the binomial needs no number.
    let ran = Folder::with(&[("a.txt", "1\n0\n1\n"), ("b.txt", "0\n1\n1\n")])
        .restrap("compare a.txt b.txt --test binomial");
    assert!(
        ran.code == Some(2) && ran.err.contains("--against 0.5"),
        "{ran}"
    );
}

#[test]
fn margins_shift_the_number() {
    let found = comparison(&shares(19, 20), "--against 0.8 --noninferior 5pt");
    let margin = &found["comparisons"][0]["margin"];
    // P(Bin(20, .75) >= 19).
    let tail = 20.0 * 0.75_f64.powi(19) * 0.25 + 0.75_f64.powi(20);
    assert!(
        (margin["pvalue"].as_f64().expect("a p-value") - tail).abs() < 1e-9,
        "{margin}"
    );
    assert_eq!(margin["method"], "binomial");
    // Beyond the upper limit there is no share: equivalence is that nothing is lost.
    let found = comparison(&shares(100, 100), "--against 0.95 --equivalent 10pt");
    assert_eq!(found["comparisons"][0]["margin"]["shown"], true);
}

#[test]
fn graded_scores_and_clusters_are_not_counted_as_trials() {
    let graded = Folder::with(&[("o.txt", "1\n0\n0.5\n1\n0.5\n1\n")]);
    assert_ne!(
        comparison(&graded, "--against 0.5")["comparisons"][0]["tests"][0]["name"],
        "binomial"
    );
    let row = |i: usize| format!("{i},d{},{}", i / 4, u8::from(!i.is_multiple_of(5)));
    let rows = (0..24).map(row).collect::<Vec<_>>().join("\n");
    let folder = Folder::with(&[("o.csv", &format!("id,doc,score\n{rows}"))]);
    let ran = folder.restrap("compare o.csv:score --id id --cluster doc --against 0.5 --json");
    assert_ne!(ran.json()["comparisons"][0]["tests"][0]["name"], "binomial");
}

#[test]
fn a_mean_against_a_number_decides_as_its_interval() {
    let skewed = lines((1..=25).map(|i| f64::from(i * i % 23 * (i % 4)) / 4.0));
    let likert = lines((0..30).map(|i| f64::from(1 + (i * i + 3) % 5)));
    let row = |i: usize| format!("{i},d{},{}", i / 4, (i * i % 7) as f64 / 6.0);
    let rows = (0..60).map(row).collect::<Vec<_>>().join("\n");
    let folder = Folder::with(&[
        ("skewed.txt", &skewed),
        ("likert.txt", &likert),
        ("c.csv", &format!("id,doc,score\n{rows}\n")),
    ]);
    for (system, numbers) in [
        ("skewed.txt", [1.0, 2.0, 4.0, 6.0, 8.0]),
        ("likert.txt --range 1,5", [1.2, 2.0, 2.5, 3.0, 4.5]),
        (
            "c.csv:score --id id --cluster doc",
            [0.2, 0.3, 0.4, 0.6, 0.9],
        ),
        (
            "c.csv:score --id id --cluster doc --range 0,1",
            [0.2, 0.3, 0.4, 0.6, 0.9],
        ),
    ] {
        for number in numbers {
            for alternative in ["two-sided", "better", "worse"] {
                let line = format!(
                    "compare {system} --against {number} --alternative {alternative} --json"
                );
                let found = folder.restrap(&line).json();
                let comparison = &found["comparisons"][0];
                assert_eq!(comparison["tests"][0]["name"], "one-sample", "{line}");
                let end = |of: &Value, name: &str| of["interval"][name].as_f64();
                let excludes = end(comparison, "low").is_some_and(|low| low > 0.0)
                    || end(comparison, "high").is_some_and(|high| high < 0.0);
                assert_eq!(p(&found) <= 0.05, excludes, "{line}");
                if alternative == "two-sided" {
                    let own = end(&found["systems"][1], "low").expect("an end");
                    let low = end(comparison, "low").expect("an end");
                    assert!((own - number - low).abs() < 1e-9, "{line}: {own} {low}");
                }
            }
        }
    }
    let line = "compare c.csv:score --id id --cluster doc --against 0.5 --test wilcoxon";
    assert_eq!(folder.restrap(line).code, Some(2));
}

#[test]
fn clusters_that_are_all_right_are_as_many_trials_as_clusters() {
    let row = |i: usize| format!("{i},d{},1", i / 5);
    let rows = (0..50).map(row).collect::<Vec<_>>().join("\n");
    let folder = Folder::with(&[("c.csv", &format!("id,doc,score\n{rows}\n"))]);
    let found = folder
        .restrap("compare c.csv:score --id id --cluster doc --against 0.8 --json")
        .json();
    assert!(
        (p(&found) - 2.0 * 0.8_f64.powi(10)).abs() < 1e-9,
        "{}",
        p(&found)
    );
}

#[test]
fn a_margin_that_ends_at_an_end_of_the_range_is_about_that_end() {
    // None right of 10: nothing speaks against a true share of 0, which lies at the limit of 0.05 - 5 points.
    let found = comparison(&shares(0, 10), "--against 0.05 --equivalent 5pt");
    let margin = &found["comparisons"][0]["margin"];
    assert_eq!(
        (&margin["pvalue"], &margin["shown"]),
        (&Value::from(1.0), &Value::from(false)),
        "{margin}"
    );
}

#[test]
fn a_count_is_tested_as_its_scores_in_a_file() {
    let folder = shares(63, 123);
    let of_file = comparison(&folder, "--against 0.5");
    for line in [
        "compare 63/123 --against 0.5",
        "compare --scores o=63/123 --against 0.5",
    ] {
        let of_count = folder.restrap(&format!("{line} --json")).json();
        assert_eq!(p(&of_count), p(&of_file), "{line}");
        assert_eq!(
            of_count["comparisons"][0]["interval"], of_file["comparisons"][0]["interval"],
            "{line}"
        );
    }
    let ran = folder.restrap("compare --counts plus=3,minus=1 --against 0.5");
    assert_eq!(
        ran.error(),
        "--counts needs two systems on the same items, and --against puts a number in the place of a baseline"
    );
}
