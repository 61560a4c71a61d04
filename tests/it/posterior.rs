//! The posterior of a difference by the Bayesian bootstrap.

use insta::assert_snapshot;
use serde_json::Value;

use crate::support::{Folder, Ran, binary, lines, root};

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

fn posterior(ran: &Ran) -> Value {
    ran.json()["comparisons"][0]["posterior"].clone()
}

/// Differences against a baseline of zeros.
fn folder(d: &[f64]) -> Folder {
    Folder::with(&[
        ("a.txt", &lines(d.iter().map(|_| 0.0))),
        ("b.txt", &lines(d.iter().copied())),
    ])
}

/// P(Bin(n, 1/2) <= k): Beta's tail at one half.
fn heads(n: u64, k: u64) -> f64 {
    let mut ln = -(n as f64) * std::f64::consts::LN_2;
    let mut sum = 0.0;
    for i in 0..=k {
        sum += ln.exp();
        ln += ((n - i) as f64).ln() - ((i + 1) as f64).ln();
    }
    sum
}

#[test]
fn posteriors_of_the_program_have_their_closed_form() {
    let text = std::fs::read_to_string(root().join("tests/golden/bayesian_bootstrap.json"))
        .expect("reference values");
    let golden: Value = serde_json::from_str(&text).expect("golden cases");
    let cases = golden["cases"].as_array().expect("cases");
    for case in cases {
        let d: Vec<f64> = case["inputs"]["d"]
            .as_array()
            .expect("values")
            .iter()
            .map(number)
            .collect();
        let found =
            posterior(&folder(&d).restrap("compare a.txt b.txt --bayesian --interval none --json"));
        let want = |name: &str| number(&case["expected"][name]);
        // The JSON has 12 digits.
        let close =
            |found: &Value, want: f64| (number(found) - want).abs() <= 1e-11 * want.abs().max(0.01);
        assert!(
            close(&found["mean"], want("posterior_mean")),
            "{}: {found}",
            case["name"]
        );
        assert!(
            close(&found["sd"], want("posterior_sd")),
            "{}: {found}",
            case["name"]
        );
        assert!(
            close(&found["worse"], want("p_mean_le_zero")),
            "{}: {found}",
            case["name"]
        );
        assert_eq!(found["method"], "exact");
    }
    println!(
        "golden bayesian_bootstrap {} through the program",
        cases.len()
    );
}

#[test]
fn a_posterior_is_told_as_probabilities_and_never_as_a_p_value() {
    let [a, b] = binary(14, 6, 80);
    let folder = Folder::with(&[("a.txt", &a), ("b.txt", &b)]);
    let ran = folder.restrap("compare a.txt b.txt --bayesian --rope 2pt");
    assert_snapshot!("posterior_of_a_pair", ran);
    let json = folder.restrap("compare a.txt b.txt --bayesian --rope 2pt --json");
    let found = posterior(&json);
    assert!(
        found
            .as_object()
            .expect("an object")
            .keys()
            .all(|key| !key.contains("pvalue")),
        "{found}"
    );
    // Only items that differ move the sign: Beta(14, 6).
    assert!(
        (number(&found["better"]) - heads(19, 13)).abs() < 1e-12,
        "{found}"
    );
    let rope = &found["rope"];
    let all: f64 = ["better", "equal", "worse"]
        .iter()
        .map(|name| number(&rope[*name]))
        .sum();
    assert!(
        (all - 1.0).abs() < 1e-11 && number(&rope["size"]) == 0.02,
        "{rope}"
    );
    assert!(number(&rope["better"]) < number(&found["better"]));
    // The p-value stays what it is without a posterior.
    let plain = folder.restrap("compare a.txt b.txt --json");
    assert_eq!(
        plain.json()["comparisons"][0]["tests"],
        json.json()["comparisons"][0]["tests"]
    );
    assert!(plain.json()["comparisons"][0].get("posterior").is_none());
}

#[test]
fn sizes_of_a_region_are_those_of_a_margin_and_bare_numbers_are_scores() {
    let [a, b] = binary(14, 6, 80);
    let folder = Folder::with(&[("a.txt", &a), ("b.txt", &b)]);
    let rope = |size: &str| {
        let ran = folder.restrap(&format!(
            "compare a.txt b.txt --bayesian --rope {size} --json"
        ));
        number(&posterior(&ran)["rope"]["equal"])
    };
    assert_eq!(rope("2pt"), rope("0.02"));
    assert_eq!(rope("abs:0.02"), rope("0.02"));
    assert!(rope("5pt") > rope("2pt") && rope("2pt") > rope("10%") - 1.0);
    // Losses turn both sides round.
    let found = |line: &str| {
        posterior(&folder.restrap(&format!("compare a.txt b.txt --bayesian --json {line}")))
    };
    let (gain, loss) = (found(""), found("--lower-is-better"));
    assert_eq!(
        (&gain["better"], &gain["worse"]),
        (&loss["worse"], &loss["better"])
    );
    assert_eq!((&gain["low"], &gain["high"]), (&loss["low"], &loss["high"]));
}

#[test]
fn many_items_go_by_an_integral_that_agrees_with_the_beta_law() {
    let [a, b] = binary(3_050, 2_950, 14_000);
    let folder = Folder::with(&[("a.txt", &a), ("b.txt", &b)]);
    let found = posterior(&folder.restrap("compare a.txt b.txt --bayesian --json"));
    assert_eq!(found["method"], "inversion");
    assert!(
        (number(&found["better"]) / heads(5_999, 3_049) - 1.0).abs() < 1e-8,
        "{found}"
    );
    assert!((number(&found["better"]) + number(&found["worse"]) - 1.0).abs() < 1e-9);
    // So many items have nearly a normal posterior.
    let (mean, sd) = (number(&found["mean"]), number(&found["sd"]));
    for (end, z) in [("low", -1.959_964), ("high", 1.959_964)] {
        assert!(
            (number(&found[end]) - mean - z * sd).abs() < 1e-3 * sd,
            "{found}"
        );
    }
}

#[test]
fn items_that_favour_one_side_alone_are_sure_and_the_words_say_why() {
    let folder = folder(&[0.5, 0.25, 1.0, 0.0]);
    let ran = folder.restrap("compare a.txt b.txt --bayesian");
    assert!(
        ran.sentences()
            .contains("b is better with probability 1, worse with 0"),
        "{ran}"
    );
    assert!(ran.sentences().contains("however few they are"), "{ran}");
    // Nothing differs: practically equal on these items, for what that is worth.
    let same = Folder::with(&[
        ("a.txt", &lines([1.0, 0.5, 0.25])),
        ("b.txt", &lines([1.0, 0.5, 0.25])),
    ]);
    let found = posterior(&same.restrap("compare a.txt b.txt --bayesian --rope 0.01 --json"));
    assert_eq!(
        (number(&found["better"]), number(&found["worse"])),
        (0.0, 0.0)
    );
    assert_eq!(number(&found["rope"]["equal"]), 1.0);
}

#[test]
fn clusters_are_drawn_as_wholes_and_sub_populations_have_their_own() {
    let mut rows = "id,doc,lang,a,b\n".to_owned();
    for (place, doc) in ["x", "x", "x", "y", "y", "z", "u", "u", "v", "w"]
        .iter()
        .enumerate()
    {
        let better = [1.0, 0.5, 0.75, -0.5, -0.25, 0.5, 0.25, 0.75, -0.25, 0.5][place];
        let lang = if place % 2 == 0 { "de" } else { "fr" };
        rows =
            rows + &place.to_string() + "," + doc + "," + lang + ",0," + &better.to_string() + "\n";
    }
    let folder = Folder::with(&[("t.csv", &rows)]);
    let of = |line: &str| {
        folder.restrap(&format!(
            "compare t.csv:a t.csv:b --id id --bayesian --json {line}"
        ))
    };
    let (items, clusters) = (posterior(&of("")), posterior(&of("--cluster doc")));
    let width = |found: &Value| number(&found["high"]) - number(&found["low"]);
    assert!(width(&clusters) > width(&items), "{clusters} {items}");
    assert!(
        clusters["sd"].is_null() && clusters["recipe"].as_str().unwrap().contains("of clusters")
    );
    // Documents that weigh alike are values of one size again.
    let alike = posterior(&of("--cluster doc --cluster-weight equal"));
    assert!(!alike["sd"].is_null(), "{alike}");
    let by = of("--by lang").json();
    for part in by["by"]["populations"].as_array().expect("populations") {
        assert!(
            part["comparisons"][0]["posterior"]["better"].is_number(),
            "{part}"
        );
    }
}

#[test]
fn every_form_has_the_probabilities() {
    let [a, b] = binary(14, 6, 80);
    let folder = Folder::with(&[("a.txt", &a), ("b.txt", &b)]);
    let line = "compare a.txt b.txt --bayesian --rope 2pt";
    let markdown = folder.restrap(&format!("{line} --output markdown --report-methods"));
    assert_snapshot!("posterior_in_markdown", markdown);
    let latex = folder.restrap(&format!("{line} --output latex"));
    assert!(
        latex.out.contains("P(better)") && latex.out.contains("not p-values"),
        "{latex}"
    );
    let csv = folder.restrap(&format!("{line} --output csv")).out;
    let mut rows = csv.lines().map(|row| row.split(',').collect::<Vec<_>>());
    let header = rows.next().expect("a header");
    let row = rows.next().expect("a row");
    let at = |name: &str| row[header.iter().position(|known| *known == name).expect(name)];
    let found = posterior(&folder.restrap(&format!("{line} --json")));
    assert_eq!(
        at("rope_equal").parse::<f64>().unwrap(),
        number(&found["rope"]["equal"])
    );
    assert_eq!((at("rope"), at("posterior_low").is_empty()), ("2pt", false));
    folder.restrap(&format!("{line} --html page.html"));
    assert!(
        folder
            .read_text("page.html")
            .contains("P(practically equal)")
    );
}

#[test]
fn what_has_no_posterior_is_refused_with_what_to_do() {
    let [a, b] = binary(14, 6, 80);
    let folder = Folder::with(&[
        ("a.txt", &a),
        ("b.txt", &b),
        ("short.txt", &lines([1.0, 0.0, 1.0])),
    ]);
    folder.put("f.csv", "a,b\n0.5,0.75\n0.25,0.5\n0.5,0.25\n0.125,0.5\n");
    folder.put("c1.csv", "hits,all\n3,5\n2,4\n5,6\n");
    folder.put("c2.csv", "hits,all\n4,5\n2,4\n3,6\n");
    folder.put("s.csv", "id,kind,a,b\n1,x,0,1\n2,x,1,1\n3,y,0,1\n4,y,1,0\n");
    for (line, expected) in [
        (
            "compare a.txt short.txt --unpaired --bayesian",
            "--bayesian needs paired scores of items, or of clusters of one kind, and --unpaired",
        ),
        ("compare a.txt b.txt --rope 2pt", "--bayesian"),
        (
            "compare f.csv --over folds --bayesian",
            "--bayesian needs paired scores of items, or of clusters of one kind, and --over",
        ),
        (
            "compare c1.csv c2.csv --metric ratio:hits/all --bayesian",
            "--metric is computed from the whole corpus",
        ),
        (
            "compare s.csv:a s.csv:b --id id --stratum kind --bayesian",
            "--bayesian needs paired scores of items, or of clusters of one kind, and --stratum",
        ),
        (
            "compare a.txt b.txt --bayesian --rope 0",
            "expected a size above 0",
        ),
    ] {
        let ran = folder.restrap(line);
        assert_eq!(ran.code, Some(2), "{ran}");
        assert!(
            format!("{}{}", ran.error(), ran.sentences()).contains(expected),
            "{line}: {ran}"
        );
    }
    let seeds = folder.restrap("compare f.csv --over seeds --bayesian");
    assert!(
        seeds
            .error()
            .contains("--over declares values that are not paired"),
        "{seeds}"
    );
}
