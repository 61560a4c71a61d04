//! The best of n trials of a search.

use std::fmt::Write;

use crate::support::{Folder, lines};

/// A steady search and one that is rarely lucky.
fn folder() -> Folder {
    let mut table = "steady,lucky\n".to_owned();
    for trial in 0..24 {
        let steady = 0.70 + 0.002 * f64::from(trial * 7 % 24);
        let lucky = 0.40 + 0.016 * f64::from(trial * 11 % 24);
        writeln!(table, "{steady:.3},{lucky:.3}").unwrap();
    }
    Folder::with(&[("trials.csv", &table)])
}

#[test]
fn searches_are_told_budget_by_budget_with_where_they_cross() {
    let folder = folder();
    let json = folder.restrap("ci trials.csv --budget --json").json();
    let budget = &json["budget"];
    assert_eq!(
        (&json["over"], &budget["estimator"]),
        (&"replications".into(), &"v".into())
    );
    let at = |search: usize, n: u64| {
        let points = budget["searches"][search]["points"]
            .as_array()
            .expect("points");
        points[n as usize - 1]["best"].as_f64().expect("a score")
    };
    // One trial is the mean trial; the best of all is by hand.
    assert!((at(0, 1) - 0.723).abs() < 1e-9, "{}", at(0, 1));
    let by_hand = |n: i32| -> f64 {
        let share = |i: i32| (f64::from(i) / 24.0).powi(n);
        (1..=24)
            .map(|i| (0.40 + 0.016 * f64::from(i - 1)) * (share(i) - share(i - 1)))
            .sum()
    };
    for n in [1, 5, 24] {
        assert!(
            (at(1, n as u64) - by_hand(n)).abs() < 1e-9,
            "{n}: {}",
            at(1, n as u64)
        );
    }
    let crossing = &budget["pairs"][0]["crossings"][0];
    let last = crossing["last"].as_u64().expect("a budget");
    assert!(
        at(0, last) > at(1, last) && at(0, last + 1) < at(1, last + 1),
        "{crossing}"
    );
    let page = folder.restrap("ci trials.csv --budget").out;
    assert!(
        page.contains(&format!(
            "steady is ahead up to {last} trials, lucky from {}",
            last + 1
        )),
        "{page}"
    );
    insta::assert_snapshot!("budgets_of_two_searches", page);
    // Trials are checked as items are: a deviation of 1e300 has no square.
    folder.put("far.txt", "1e300\n1.5e300\n-1e300\n");
    for line in [
        "ci far.txt --budget",
        "ci far.txt --over seeds",
        "ci far.txt",
    ] {
        let ran = folder.restrap(line);
        assert!(
            ran.code == Some(1) && ran.err.contains("found 1.5e300 for item 2 of far"),
            "{ran}"
        );
    }
    // Losses: the same, turned round.
    folder.put("losses.txt", lines((0..24).map(f64::from)));
    let json = folder
        .restrap("ci losses.txt --budget --lower-is-better --estimator u --json")
        .json();
    let points = json["budget"]["searches"][0]["points"]
        .as_array()
        .expect("points");
    assert_eq!(
        (points[0]["best"].as_f64(), points[23]["best"].as_f64()),
        (Some(11.5), Some(0.0))
    );
}

#[test]
fn budgets_have_every_form_and_the_same_bytes_on_any_number_of_threads() {
    let folder = folder();
    for output in ["markdown", "latex", "csv"] {
        let ran = folder.restrap(&format!("ci trials.csv --budget --output {output}"));
        assert!(ran.out.contains("lucky") && ran.code == Some(0), "{ran}");
    }
    let rows = folder.restrap("ci trials.csv --budget --output csv").out;
    assert_eq!(
        (rows.lines().next(), rows.lines().count()),
        (Some("search,trials,best,deviation,low,high,signature"), 49)
    );
    let json = |threads: u8| {
        folder
            .restrap(&format!(
                "ci trials.csv --budget --json --no-host --threads {threads}"
            ))
            .out
    };
    assert_eq!(json(1), json(3));
    let ran = folder.restrap("ci trials.csv --budget --plot curve.svg");
    assert!(
        ran.code == Some(0)
            && folder
                .read_text("curve.svg")
                .contains("trials of the search"),
        "{ran}"
    );
}

#[test]
fn what_is_no_search_has_no_budget() {
    let folder = folder();
    for (line, says) in [
        (
            "ci trials.csv --budget --over folds",
            "--budget needs one score per independent trial",
        ),
        ("ci trials.csv --estimator u", "--budget"),
        ("ci trials.csv --budget --cluster steady", "--cluster"),
    ] {
        let ran = folder.restrap(line);
        assert!(ran.code != Some(0) && ran.err.contains(says), "{ran}");
    }
}
