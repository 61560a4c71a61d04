//! The JSON contract, field by field.

use serde_json::{Value, json};

use crate::support::{Folder, Ran, binary_pair, program, restrap, root};

const CORRECT: &str = "datasets/labels/correct.csv:B datasets/labels/correct.csv:A --id item";

fn keys(value: &Value) -> Vec<&str> {
    value
        .as_object()
        .expect("an object")
        .keys()
        .map(String::as_str)
        .collect()
}

fn has(value: &Value, expected: &[&str]) {
    let mut found = keys(value);
    let mut expected = expected.to_vec();
    found.sort_unstable();
    expected.sort_unstable();
    assert_eq!(found, expected);
}

const TEST: [&str; 17] = [
    "name",
    "primary",
    "recipe",
    "alternative",
    "statistic",
    "pvalue",
    "log10_pvalue",
    "p_adjusted",
    "p_floor",
    "method",
    "exact",
    "error",
    "resamples",
    "at_least_as_extreme",
    "pvalue_interval",
    "note_codes",
    "notes",
];

#[test]
fn every_field_of_the_contract_is_there() {
    let json = restrap(&format!("compare {CORRECT} --json")).json();
    has(
        &json,
        &[
            "schema",
            "version",
            "stream",
            "seed",
            "metric",
            "unit",
            "clusters",
            "items",
            "resamples",
            "alternative",
            "alpha",
            "confidence",
            "decimals",
            "inputs",
            "systems",
            "comparisons",
            "next",
            "family",
            "plan",
            "warning_codes",
            "warnings",
            "signature",
            "report",
            "request",
            "host",
        ],
    );
    assert_eq!(json["schema"], "restrap/compare/1");
    assert_eq!(json["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(json["stream"], "restrap-1");
    assert_eq!(json["seed"], 0);
    assert_eq!(
        json["metric"],
        json!({"name": "mean", "higher_is_better": true, "binary": true})
    );
    assert_eq!(
        (&json["unit"], &json["clusters"]),
        (&json!("item"), &Value::Null)
    );
    assert_eq!(
        (&json["items"], &json["resamples"]),
        (&json!(10), &json!(100_000))
    );
    assert_eq!(json["alternative"], "two-sided");
    assert_eq!(
        (&json["alpha"], &json["confidence"]),
        (&json!(0.05), &json!(0.95))
    );
    let inputs = json["inputs"].as_array().expect("inputs");
    assert_eq!(inputs.len(), 1, "one file, read once");
    has(
        &inputs[0],
        &["role", "path", "items", "dropped", "zeroed", "blake3"],
    );
    assert_eq!(
        (&inputs[0]["role"], &inputs[0]["path"]),
        (&json!("baseline"), &json!("datasets/labels/correct.csv"))
    );
    assert_eq!(inputs[0]["blake3"].as_str().map(str::len), Some(64));
    let systems = json["systems"].as_array().expect("systems");
    assert_eq!(systems.len(), 2);
    has(&systems[0], &["name", "score", "interval"]);
    has(
        &systems[0]["interval"],
        &["low", "high", "method", "confidence"],
    );
    assert_eq!(
        (&systems[0]["name"], &systems[0]["score"]),
        (&json!("B"), &json!(0.5))
    );
    assert_eq!(json["family"], Value::Null);
    has(
        &json["plan"],
        &["route", "because", "distinct_rows", "grid", "level"],
    );
    assert_eq!(
        (&json["plan"]["route"], &json["plan"]["grid"]),
        (&json!("law"), &json!("1"))
    );
    has(&json["host"], &["threads", "seconds", "peak_bytes"]);
    assert!(json["warnings"].is_array() && json["report"].is_string());
}

#[test]
fn every_field_of_a_comparison_is_there() {
    let json = restrap(&format!("compare {CORRECT} --json")).json();
    let comparison = &json["comparisons"][0];
    has(
        comparison,
        &[
            "baseline",
            "system",
            "difference",
            "improvement",
            "standard_error",
            "interval",
            "effect",
            "tests",
            "margin",
            "next",
            "verdict",
            "binary",
            "shown",
        ],
    );
    assert_eq!(
        (&comparison["baseline"], &comparison["system"]),
        (&json!("B"), &json!("A"))
    );
    assert_eq!(
        (&comparison["difference"], &comparison["improvement"]),
        (&json!(0.2), &json!(0.2))
    );
    assert_eq!(comparison["interval"]["method"], "unconditional");
    has(
        &comparison["effect"],
        &["cohen_dz", "superiority", "better", "worse", "tied"],
    );
    assert_eq!(comparison["effect"]["superiority"], 0.6);
    assert_eq!(comparison["margin"], Value::Null);
    let test = &comparison["tests"][0];
    has(test, &TEST);
    assert_eq!(
        (&test["name"], &test["primary"]),
        (&json!("permutation"), &json!(true))
    );
    assert_eq!(
        (&test["pvalue"], &test["p_floor"]),
        (&json!(0.625), &json!(0.125))
    );
    assert_eq!(
        (&test["method"], &test["exact"]),
        (&json!("exact"), &json!(true))
    );
    assert_eq!(test["statistic"], 0.2);
    for field in [
        "p_adjusted",
        "error",
        "resamples",
        "at_least_as_extreme",
        "pvalue_interval",
    ] {
        assert_eq!(test[field], Value::Null, "{field}");
    }
    assert_eq!(test["notes"], json!([]));
}

#[test]
fn a_sampled_test_says_what_was_drawn() {
    let json = restrap(&format!(
        "compare {CORRECT} --json --exact never --resamples 999 --seed 7"
    ))
    .json();
    let test = &json["comparisons"][0]["tests"][0];
    has(test, &TEST);
    assert_eq!(
        (&test["method"], &test["exact"], &test["resamples"]),
        (&json!("sampled"), &json!(false), &json!(999))
    );
    let extreme = test["at_least_as_extreme"].as_f64().expect("a count");
    assert_eq!(test["pvalue"], (extreme + 1.0) / 1000.0);
    assert_eq!(test["pvalue_interval"].as_array().map(Vec::len), Some(2));
    assert_eq!(
        (&json["seed"], &json["plan"]["route"]),
        (&json!(7), &json!("compressed"))
    );
}

#[test]
fn several_systems_are_a_family() {
    let json = restrap("compare datasets/sentiment/tweets.csv --id id --json").json();
    assert_eq!(
        json["family"],
        json!({"size": 4, "adjust": "holm", "excluded": []})
    );
    let comparisons = json["comparisons"].as_array().expect("comparisons");
    assert_eq!(comparisons.len(), 4);
    for comparison in comparisons {
        let test = &comparison["tests"][0];
        assert!(test["p_adjusted"].as_f64() >= test["pvalue"].as_f64());
    }
}

#[test]
fn no_host_leaves_the_same_bytes_for_any_threads() {
    let out = |flags: &str| {
        restrap(&format!(
            "compare {CORRECT} --json --no-host --exact never --interval bca {flags}"
        ))
        .out
    };
    let expected = out("--threads 1");
    assert!(!expected.contains("\"host\"") && !expected.contains("\"level\""));
    for flags in [
        "--threads 2",
        "--threads 7 --shard-size 13",
        "--no-mmap",
        "--no-progress",
    ] {
        assert_eq!(out(flags), expected, "{flags}");
    }
}

#[test]
fn json_goes_to_a_file_beside_the_table_or_alone() {
    for flag in ["--json=out.json", "--json out.json", "--json=deep.txt"] {
        let folder = binary_pair(10, 1, 5);
        let table = folder.restrap(&format!("compare base.txt new.txt {flag}"));
        assert!(table.out.contains("difference = new − base"), "{table}");
        let name = if flag.ends_with("json") {
            "out.json"
        } else {
            "deep.txt"
        };
        let whole: Value = serde_json::from_slice(&folder.read(name)).expect("JSON");
        assert_eq!(whole["schema"], "restrap/compare/1");
        let quiet = folder.restrap(&format!("compare base.txt new.txt --quiet {flag}"));
        assert_eq!(
            (quiet.code, quiet.out.as_str(), quiet.err.as_str()),
            (Some(0), "", "")
        );
    }
}

#[test]
fn json_alone_does_not_swallow_a_system() {
    let folder = binary_pair(10, 1, 5);
    let json = folder.restrap("compare --json base.txt new.txt").json();
    assert_eq!(json["systems"][0]["name"], "base");
}

#[test]
fn warnings_are_in_the_json_and_not_beside_it() {
    let ran = restrap(&format!("compare {CORRECT} --test t --json"));
    assert_eq!(ran.err, "");
    assert!(
        ran.json()["warnings"][0]
            .as_str()
            .is_some_and(|text| text.contains("the t test of 0/1 scores")),
        "{ran}"
    );
}

#[test]
fn infinite_ends_are_null_and_named() {
    let folder = Folder::with(&[("a.txt", "1\n2\n"), ("b.txt", "2\n4\n")]);
    let json = folder.restrap("compare a.txt b.txt --json").json();
    let ends = json!({"low": null, "high": null, "method": "invert", "confidence": 0.95, "unbounded": ["low", "high"]});
    assert_eq!(json["comparisons"][0]["interval"], ends);
    let finite = &json["systems"][0]["interval"];
    assert!(
        finite["low"].is_number() && finite.get("unbounded").is_none(),
        "{finite}"
    );
}

#[test]
fn inspect_has_json_too() {
    let line = "inspect datasets/ten-questions/baseline.txt datasets/ten-questions/experimental.txt --json";
    let json = restrap(line).json();
    has(
        &json,
        &["schema", "files", "columns", "pairs", "next", "notes"],
    );
    assert_eq!(json["files"][0]["columns"][0]["role"], "score");
    assert_eq!(json["next"]["kind"], "command");
    assert_eq!(json["schema"], "restrap/inspect/1");
    assert_eq!(
        (&json["columns"][0]["name"], &json["columns"][0]["items"]),
        (&json!("baseline"), &json!(10))
    );
    assert_eq!(
        (&json["pairs"][0]["higher"], &json["pairs"][0]["lower"]),
        (&json!(4), &json!(3))
    );
}

#[test]
fn a_system_on_standard_input_has_a_name_and_a_digest() {
    let mut command = program(
        &root(),
        "compare - datasets/ten-questions/experimental.txt --json",
    );
    command.write_stdin(
        std::fs::read(root().join("datasets/ten-questions/baseline.txt")).expect("a data set"),
    );
    let json = Ran::of(
        "compare - ...",
        command.output().expect("the program starts"),
    )
    .json();
    assert_eq!(json["systems"][0]["name"], "stdin");
    assert_eq!(json["inputs"][0]["blake3"].as_str().map(str::len), Some(64));
}
