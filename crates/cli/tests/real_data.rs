//! Figures that others published or computed of real scores, through the program.
//!
//! The scores lie in `../shared/data` beside the workspace; their licences keep them out of this repository.

use std::path::Path;
use std::process::Command;

use assert_cmd::prelude::*;
use serde_json::Value;

/// The path of a data file, or `None` with a line that says so.
fn data(name: &str) -> Option<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data").join(name);
    if path.exists() {
        return Some(path.display().to_string());
    }
    println!("SKIPPED {name}: shared/data not found");
    None
}

fn json(arguments: &[&str]) -> Value {
    let mut command = Command::cargo_bin("restrap").expect("the binary");
    let output = command.args(arguments).output().expect("a process");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// `value` has every printed digit of `printed`.
fn prints_as(value: &Value, printed: &str) {
    let decimals = printed.split_once('.').map_or(0, |parts| parts.1.len());
    let got = value.as_f64().unwrap_or_else(|| panic!("want {printed}, got {value}"));
    assert_eq!(format!("{got:.decimals$}"), printed, "{got}");
}

fn test<'a>(outcome: &'a Value, name: &str) -> &'a Value {
    let tests = outcome["comparisons"][0]["tests"].as_array().expect("tests");
    tests.iter().find(|test| test["name"] == name).expect("the test was asked for")
}

#[test]
fn the_t_test_of_the_hitchhikers_guide() {
    let (Some(a), Some(b)) = (data("dror2018/resA.txt"), data("dror2018/resB.txt")) else { return };
    let two = json(&["compare", &a, &b, "--test", "t", "--json"]);
    prints_as(&test(&two, "t")["pvalue"], "0.00974390201414");
    // Half of it is what its README prints, the value of one side.
    let one = json(&["compare", &a, &b, "--test", "t", "--alternative", "better", "--json"]);
    prints_as(&test(&one, "t")["pvalue"], "0.00487195100707");
    // resA.txt is the baseline here, so t is positive.
    prints_as(&test(&two, "t")["statistic"], "2.5897650243");
    prints_as(&two["systems"][0]["score"], "49.8004755");
    prints_as(&two["systems"][1]["score"], "51.5195186");
    println!("golden dror2018: 5 of 5 cases agree (p of both sides and of one, t, two means)");
}

#[test]
fn the_trec_pair_of_urbano_lima_and_hanjalic() {
    let Some(table) = data("trec-topic-scores/adhoc8_ap.csv") else { return };
    let systems = ["125", "126"].map(|run| format!("{table}:run{run}"));
    let tests = "permutation,t";
    let two = json(&["compare", &systems[0], &systems[1], "--test", tests, "--json"]);
    prints_as(&test(&two, "t")["pvalue"], "0.0013193972");
    let permutation = test(&two, "permutation");
    prints_as(&permutation["pvalue"], "0.001191492");
    assert_eq!((&permutation["method"], &two["items"]), (&"exact".into(), &50.into()));
    let side = ["--alternative", "better", "--json"];
    let one = json(&[&["compare", &systems[0], &systems[1], "--test", tests], &side[..]].concat());
    prints_as(&test(&one, "t")["pvalue"], "0.0006596986");
    prints_as(&test(&one, "permutation")["pvalue"], "0.000595746");
    // Their printed 0.003445 ranked raw doubles and missed a tie.
    for (how, printed) in [("exact", "0.002821"), ("normal", "0.003392")] {
        let ranks = ["--test", "wilcoxon", "--wilcoxon", how, "--json"];
        let ranks = json(&[&["compare", &systems[0], &systems[1]], &ranks[..]].concat());
        prints_as(&test(&ranks, "wilcoxon")["pvalue"], printed);
    }
    println!(
        "golden adhoc8_ap: 6 of 6 cases agree (t and exact permutation, both sides and one, signed ranks)"
    );
}

#[test]
fn ms_marco_dev_bm25_against_ance_on_the_grid_of_reciprocal_ranks() {
    let Some(table) = data("msmarco-dev-per-query/bm25_ance.mrr10_recall100.csv") else { return };
    let systems = ["bm25:mrr@10", "ance:mrr@10"].map(|column| format!("{table}:{column}"));
    let input = [systems[0].as_str(), &systems[1], "--id", "qid"];
    let outcome = json(&[&["compare"], &input[..], &["--grid", "1/2520", "--json"]].concat());
    prints_as(&outcome["systems"][0]["score"], "0.1840");
    prints_as(&outcome["systems"][1]["score"], "0.3301");
    let permutation = test(&outcome, "permutation");
    prints_as(&permutation["log10_pvalue"], "-201.51248671");
    assert_eq!((&outcome["items"], &outcome["plan"]["grid"]), (&6980.into(), &"1/2520".into()));
    // The file prints six decimals, which break ties; the program says so and names the grid.
    let inspected = json(&[&["inspect"], &input[..], &["--json"]].concat());
    for column in inspected["columns"].as_array().expect("columns") {
        assert_eq!(column["suggested_grid"], "1/2520", "{column}");
    }
    let as_printed = json(&[&["compare"], &input[..], &["--json"]].concat());
    let warnings = as_printed["warnings"].to_string();
    assert!(warnings.contains("--grid 1/2520 restores them"), "{warnings}");
    assert_eq!(as_printed["plan"]["grid"], "1/1000000");
    println!("golden msmarco_dev: 5 of 5 cases agree (two means, log10 p, two suggested grids)");
}
