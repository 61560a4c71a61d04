//! Almost stochastic order of two samples.

use std::fmt::Write;

use insta::assert_snapshot;
use serde_json::Value;

use crate::support::{Folder, Ran, lines, restrap, root};

/// Eight and seven training runs; the second recipe is ahead at nearly every quantile.
const BASE: [f64; 8] = [71.2, 70.4, 72.0, 69.8, 71.5, 70.9, 72.3, 70.1];
const NEW: [f64; 7] = [73.1, 72.5, 74.0, 71.0, 73.6, 72.9, 73.3];

fn folder() -> Folder {
    Folder::with(&[("base.txt", &lines(BASE)), ("new.txt", &lines(NEW))])
}

fn order(ran: &Ran) -> Value {
    ran.json()["comparisons"][0]["order"].clone()
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

/// The same integral over both samples repeated to one size.
fn by_pairs(a: &[f64], b: &[f64]) -> f64 {
    let mut sorted = [a.to_vec(), b.to_vec()];
    for values in &mut sorted {
        values.sort_by(f64::total_cmp);
    }
    let mut parts = [0.0; 2];
    for rank in 0..a.len() * b.len() {
        let apart = sorted[0][rank / b.len()] - sorted[1][rank / a.len()];
        parts[usize::from(apart < 0.0)] += apart * apart;
    }
    if parts == [0.0; 2] {
        0.5
    } else {
        parts[1] / (parts[0] + parts[1])
    }
}

#[test]
fn violation_ratios_of_the_program_are_exact_rationals() {
    let text =
        std::fs::read_to_string(root().join("tests/golden/aso.json")).expect("reference values");
    let golden: Value = serde_json::from_str(&text).expect("golden cases");
    let cases = golden["cases"].as_array().expect("cases");
    let list = |values: &Value| {
        let values = values.as_array().expect("scores").iter();
        values
            .map(|value| number(value).to_string())
            .collect::<Vec<_>>()
            .join(",")
    };
    let mut compared = 0;
    for case in cases {
        let (a, b) = (list(&case["inputs"]["a"]), list(&case["inputs"]["b"]));
        // One run has no spread, and the program no interval; the ratio is there all the same.
        let line = format!(
            "compare --scores=b={b} --scores=a={a} --unpaired --test aso --alternative better --json"
        );
        let ran = restrap(&format!("{line} --interval none --over seeds"));
        let want = number(&case["expected"]["ratio"]);
        if !a.contains(',') {
            assert!(ran.error().contains("at least 2 values"), "{ran}");
            continue;
        }
        let order = order(&ran);
        assert!(
            (number(&order["ratio"]) - want).abs() <= 1e-11,
            "{}: {ran}",
            case["name"]
        );
        assert_eq!(
            order["better"], "a",
            "the claim is the asked one, whatever was found"
        );
        compared += 1;
    }
    assert_eq!(compared, cases.len() - 1);
    println!("golden aso {compared} through the program");
}

#[test]
fn an_order_is_told_with_its_ratio_its_bound_and_its_unit() {
    let folder = folder();
    let ran = folder.restrap("compare base.txt new.txt --over seeds --test aso,permutation");
    assert_snapshot!("orders_of_two_recipes", ran);
    let json = folder.restrap("compare base.txt new.txt --over seeds --test aso --json");
    let order = order(&json);
    assert!(
        (number(&order["ratio"]) - by_pairs(&NEW, &BASE)).abs() < 1e-11,
        "{order}"
    );
    assert!(
        number(&order["epsilon_min"]) < 0.5 && order["better"] == "new",
        "{order}"
    );
    // The other way round nothing is claimed, or the same thing.
    let back = folder.restrap("compare new.txt base.txt --over seeds --test aso --json");
    assert_eq!(back.json()["comparisons"][0]["order"]["better"], "new");
    let asked = folder
        .restrap("compare new.txt base.txt --over seeds --test aso --alternative better --json");
    assert_eq!(asked.json()["comparisons"][0]["shown"], false, "{asked}");
    assert!(
        (number(&asked.json()["comparisons"][0]["order"]["ratio"]) - by_pairs(&BASE, &NEW)).abs()
            < 1e-11
    );
    // Losses: the smaller ones are better.
    let losses =
        folder.restrap("compare new.txt base.txt --over seeds --test aso --lower-is-better");
    let words = losses.sentences();
    assert!(
        words.contains("new is almost stochastically smaller than base") || words.contains("base"),
        "{losses}"
    );
}

#[test]
fn every_form_has_the_bound() {
    let folder = folder();
    let line = "compare base.txt new.txt --over seeds --test aso";
    for output in ["markdown", "latex"] {
        let ran = folder.restrap(&format!("{line} --output {output} --report-methods"));
        assert!(
            ran.out.contains("epsilon min") && ran.out.contains("del Barrio"),
            "{ran}"
        );
    }
    let csv = folder.restrap(&format!("{line} --output csv")).out;
    let mut rows = csv.lines().map(|row| row.split(',').collect::<Vec<_>>());
    let header = rows.next().expect("a header");
    let at = header
        .iter()
        .position(|name| *name == "epsilon_min")
        .expect("its column");
    let bound: f64 = rows.next().expect("a row")[at].parse().expect("a number");
    assert_eq!(
        bound,
        number(&order(&folder.restrap(&format!("{line} --json")))["epsilon_min"])
    );
    folder.restrap(&format!("{line} --html page.html"));
    assert!(folder.read_text("page.html").contains("epsilon min"));
}

#[test]
fn the_sampled_bootstrap_lies_around_all_resamples() {
    // All 3³ · 3³ resamples of samples that overlap.
    let (a, b) = ([1.0, 4.0, 6.0], [0.5, 3.0, 5.5]);
    let all = |values: &[f64; 3]| -> Vec<Vec<f64>> {
        (0..27)
            .map(|i| {
                [i % 3, i / 3 % 3, i / 9]
                    .map(|place| values[place])
                    .to_vec()
            })
            .collect()
    };
    let ratios: Vec<f64> = all(&a)
        .iter()
        .flat_map(|x| all(&b).into_iter().map(move |y| by_pairs(x, &y)))
        .collect();
    let share = ratios.iter().filter(|ratio| **ratio >= 0.33).count() as f64 / 729.0;
    let folder = Folder::with(&[("a.txt", &lines(a)), ("b.txt", &lines(b))]);
    let line = "compare b.txt a.txt --over seeds --test aso --alternative better --aso-threshold 0.33 --json";
    let p = number(&order(&folder.restrap(line))["p_bootstrap"]);
    let error = 4.0 * (share * (1.0 - share) / 1e5).sqrt() + 1e-5;
    assert!((p - share).abs() < error, "{p} {share}");
    // Negative control: another threshold is told apart.
    let other = ratios.iter().filter(|ratio| **ratio >= 0.02).count() as f64 / 729.0;
    assert!((p - other).abs() > 10.0 * error, "{p} {other}");
}

#[test]
fn a_bootstrap_alone_claims_nothing_where_labels_could_have_done_it() {
    // Three runs each, all of one above all of the other: 1 of 20 labels on each side.
    let folder = Folder::with(&[
        ("a.txt", &lines([1.0, 2.0, 3.0])),
        ("b.txt", &lines([4.0, 5.0, 6.5])),
    ]);
    let ran = folder.restrap("compare a.txt b.txt --over seeds --test aso --json");
    let order = order(&ran);
    assert!(
        number(&order["p_bootstrap"]) < 1e-4,
        "the bootstrap has no doubt: {order}"
    );
    assert_eq!(number(&order["p_labels"]), 0.1, "{order}");
    assert_eq!(
        (number(&order["ratio"]), number(&order["epsilon_min"])),
        (0.0, 0.5)
    );
    let json = ran.json();
    assert_eq!(json["comparisons"][0]["shown"], false);
    assert_eq!(json["comparisons"][0]["tests"][0]["pvalue"], 0.1);
    let words = folder
        .restrap("compare a.txt b.txt --over seeds --test aso")
        .sentences();
    assert!(words.contains("no almost stochastic order"), "{words}");
    assert!(words.contains("p = 0.100"), "{words}");
    // Means that point the other way are no evidence either: one run far ahead of nine that are a little behind.
    let behind: Vec<f64> = (0..10)
        .map(|run| 1.0 + 0.1 * f64::from(run) + if run < 9 { -0.3 } else { 1.5 })
        .collect();
    let folder = Folder::with(&[
        (
            "a.txt",
            &lines((0..10).map(|run| 1.0 + 0.1 * f64::from(run))),
        ),
        ("b.txt", &lines(behind)),
    ]);
    let json = folder
        .restrap("compare a.txt b.txt --over seeds --test aso --json")
        .json();
    let comparison = &json["comparisons"][0];
    assert!(
        number(&comparison["difference"]) < 0.0 && comparison["order"]["better"] == "b",
        "{comparison}"
    );
    assert_eq!(
        (
            number(&comparison["order"]["p_labels"]),
            &comparison["shown"]
        ),
        (1.0, &Value::Bool(false))
    );
}

#[test]
fn a_bound_is_below_the_threshold_exactly_where_the_adjusted_p_is_at_most_alpha() {
    // Systems ever farther ahead of a baseline.
    let mut table = "base,s1,s2,s3,s4\n".to_owned();
    for (run, base) in BASE.iter().enumerate() {
        let wobble = |by: usize| ((run * by) % 8) as f64 * 0.4;
        writeln!(
            table,
            "{base:.2},{:.2},{:.2},{:.2},{:.2}",
            70.2 + wobble(3),
            70.9 + wobble(5),
            71.3 + wobble(7),
            72.0 + wobble(3)
        )
        .unwrap();
    }
    let folder = Folder::with(&[("t.csv", &table)]);
    let mut seen = [0; 2];
    let mut bounds = Vec::new();
    for adjust in ["none", "holm", "bonferroni", "bh"] {
        for threshold in [0.5, 0.2] {
            let line = format!(
                "compare t.csv --over seeds --test aso --adjust {adjust} --aso-threshold {threshold} --resamples 4999 --json"
            );
            for comparison in folder.restrap(&line).json()["comparisons"]
                .as_array()
                .expect("comparisons")
            {
                let bound = number(&comparison["order"]["epsilon_min"]);
                let shown = comparison["shown"].as_bool().expect("a claim");
                assert_eq!(
                    bound < threshold,
                    shown,
                    "{adjust} {threshold}: {comparison}"
                );
                seen[usize::from(shown)] += 1;
                bounds.push((adjust, bound));
            }
        }
    }
    assert!(
        seen.iter().all(|&seen| seen > 3),
        "both ends occur: {seen:?}"
    );
    let mean = |of: &str| {
        let own: Vec<f64> = bounds
            .iter()
            .filter(|(adjust, _)| *adjust == of)
            .map(|(_, bound)| *bound)
            .collect();
        own.iter().sum::<f64>() / own.len() as f64
    };
    assert!(
        mean("bonferroni") > mean("holm") && mean("holm") > mean("none"),
        "{bounds:?}"
    );
}

#[test]
fn orders_have_the_same_bytes_on_any_number_of_threads_and_in_parts() {
    let folder = folder();
    let line = "compare base.txt new.txt --over seeds --test aso --json --no-host";
    let one = folder.restrap(&format!("{line} --threads 1")).out;
    assert_eq!(
        one,
        folder
            .restrap(&format!("{line} --threads 3 --shard-size 700"))
            .out
    );
    let other = folder.restrap(&format!("{line} --seed 1")).json();
    let json: Value = serde_json::from_str(&one).expect("JSON");
    let p = |json: &Value| number(&json["comparisons"][0]["order"]["p_bootstrap"]);
    assert_ne!(p(&json), p(&other), "another seed is another draw");
    let streamed = folder.restrap(&format!("{line} --route streamed")).json();
    let error = (p(&json) * (1.0 - p(&json)) / 1e5).sqrt();
    assert!(
        (p(&json) - p(&streamed)).abs() < 6.0 * error,
        "{} {}",
        p(&json),
        p(&streamed)
    );
}

#[test]
fn what_has_no_order_is_refused_with_what_to_do() {
    let folder = folder();
    folder.put("docs.csv", "id,doc,a\n1,x,0.5\n2,x,0.25\n3,y,0.75\n4,z,1\n");
    folder.put("more.csv", "id,doc,b\n5,u,0.5\n6,u,0.75\n7,v,1\n8,w,0.25\n");
    for (line, expected, hint) in [
        (
            "compare base.txt base.txt --test aso",
            "--test aso needs samples of different items",
            "add --unpaired",
        ),
        (
            "compare base.txt new.txt --unpaired --aso-threshold 0.2",
            "--aso-threshold needs almost stochastic order",
            "add --test aso",
        ),
        (
            "compare base.txt new.txt --unpaired --test aso --aso-threshold 0.7",
            "0 < violation ratio <= 0.5",
            "",
        ),
        (
            "compare base.txt new.txt --unpaired --test aso --exact always",
            "--test needs a sampled bootstrap, and --exact asks for the exact distribution of a test",
            "drop --test or --exact",
        ),
        (
            "compare docs.csv:a more.csv:b --unpaired --cluster doc --test aso",
            "takes items as independent",
            "use --test welch",
        ),
    ] {
        let ran = folder.restrap(line);
        assert_eq!(ran.code, Some(2), "{ran}");
        assert!(ran.error().contains(expected), "{line}: {ran}");
        assert!(ran.hint().unwrap_or("").contains(hint), "{line}: {ran}");
    }
}
