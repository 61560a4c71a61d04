//! Raw outputs scored and compared, a family of metrics a test, on the data sets that come with the project.

use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::support::{Folder, Ran, restrap, wide};

const LABELS: &str = "datasets/outputs/labels.csv:baseline datasets/outputs/labels.csv:system --gold datasets/outputs/labels.csv:gold";
const TAGS: &str = "baseline=datasets/outputs/entities.conll:baseline system=datasets/outputs/entities.conll:system \
                    --gold datasets/outputs/entities.conll:gold";
const TEXT: &str = "datasets/outputs/baseline.txt datasets/outputs/system.txt --ref datasets/outputs/reference.txt";
const TREES: &str = "datasets/outputs/baseline.conllu datasets/outputs/system.conllu --gold datasets/outputs/gold.conllu";
const RUNS: &str =
    "datasets/outputs/baseline.run datasets/outputs/system.run --qrels datasets/outputs/qrels.txt";
const COUNTS: &str =
    "datasets/outputs/baseline-counts.csv datasets/outputs/system-counts.csv --id report";

/// Runs that answer, one below the other.
fn answers(command: &str, files: &str, options: &[&str]) -> String {
    let ran = options
        .iter()
        .map(|options| answer(&format!("{command} {files} {options}")).to_string());
    ran.collect::<Vec<_>>().join("\n\n")
}

/// A run that answers; a comparison in lines of at most 80 columns.
fn answer(line: &str) -> Ran {
    let ran = restrap(line);
    assert_eq!(ran.code, Some(0), "{ran}");
    if line.starts_with("compare") {
        assert_eq!(wide(&ran.out).or(wide(&ran.err)), None, "{ran}");
    }
    ran
}

#[test]
fn labels_compared() {
    assert_snapshot!(answer(&format!(
        "compare {LABELS} --metric f1 --average macro"
    )));
}

#[test]
fn labels_scored() {
    let metrics = [
        "--metric accuracy",
        "--metric f1 --average macro",
        "--metric f1 --average micro",
        "--metric precision --average weighted",
        "--metric mcc",
        "--metric kappa",
        "--metric balanced-accuracy",
    ];
    assert_snapshot!(answers("score", LABELS, &metrics));
}

#[test]
fn spans_compared() {
    assert_snapshot!(answer(&format!("compare {TAGS} --metric span-f1")));
}

#[test]
fn spans_scored() {
    let metrics = [
        "--metric span-f1",
        "--metric span-recall --positive ORG",
        "--metric span-f1 --scheme iob2",
    ];
    assert_snapshot!(answers("score", TAGS, &metrics));
}

#[test]
fn translations_compared() {
    assert_snapshot!(answer(&format!(
        "compare {TEXT} --metric bleu --test bootstrap,permutation"
    )));
}

#[test]
fn translations_compared_where_lower_is_better() {
    assert_snapshot!(answer(&format!(
        "compare {TEXT} --metric ter --interval percentile"
    )));
}

#[test]
fn translations_compared_by_profiles() {
    let profiles = [
        "--metric chrf --profile sacrebleu-bs",
        "--metric bleu --profile sacrebleu-ar --exact never",
    ];
    assert_snapshot!(answers("compare", TEXT, &profiles));
}

#[test]
fn translations_scored() {
    let metrics = [
        "bleu", "chrf", "chrf++", "ter", "wer", "cer", "rouge-1", "rouge-2", "rouge-l",
    ];
    assert_snapshot!(answers(
        "score",
        TEXT,
        &metrics
            .map(|name| format!("--metric {name}"))
            .each_ref()
            .map(String::as_str)
    ));
}

#[test]
fn trees_compared() {
    assert_snapshot!(answer(&format!("compare {TREES} --metric las")));
}

#[test]
fn trees_scored() {
    let metrics = [
        "--metric uas",
        "--metric las",
        "--metric las --subtypes",
        "--metric uas --skip-punct",
    ];
    assert_snapshot!(answers("score", TREES, &metrics));
}

#[test]
fn rankings_compared() {
    assert_snapshot!(answer(&format!("compare {RUNS} --metric ndcg@5")));
}

#[test]
fn rankings_scored() {
    let metrics = [
        "ndcg@5",
        "rr@10",
        "ap",
        "p@3",
        "recall@5",
        "success@1",
        "rbp",
        "bpref",
        "err@5",
    ];
    assert_snapshot!(answers(
        "score",
        RUNS,
        &metrics
            .map(|name| format!("--metric {name}"))
            .each_ref()
            .map(String::as_str)
    ));
}

#[test]
fn counts_compared() {
    assert_snapshot!(answer(&format!(
        "compare {COUNTS} --columns tp,fp,fn --formula 'tp/(tp+0.5*(fp+fn))'"
    )));
}

#[test]
fn counts_scored() {
    let metrics = [
        "--columns tp,fp,fn --formula 'tp/(tp+0.5*(fp+fn))'",
        "--metric ratio:fn/tp --lower-is-better",
    ];
    assert_snapshot!(answers("score", COUNTS, &metrics));
}

/// A command of a page, its first lines of output, and whether more follows.
pub struct Shown {
    pub command: String,
    pub output: String,
    pub more: bool,
}

/// The commands of fenced blocks that start with `$ restrap`.
pub fn commands(page: &str) -> Vec<Shown> {
    let blocks = page.split("\n```").skip(1).step_by(2);
    let told = blocks.filter_map(|block| {
        let block = block
            .trim_start_matches('\n')
            .strip_prefix("$ restrap ")?
            .replace("\\\n", " ");
        let (command, output) = block.split_once('\n')?;
        let more = output.trim_end().ends_with("\n...") || output.trim_end() == "...";
        let output = output
            .trim_end()
            .trim_end_matches("...")
            .trim_end()
            .to_owned();
        Some(Shown {
            command: command.to_owned(),
            output,
            more,
        })
    });
    told.collect()
}

#[test]
fn systems_of_different_items_have_their_own_right_answers() {
    let folder = Folder::with(&[
        ("a.csv", "gold,given\ny,y\nn,y\ny,n\nn,n\ny,y\n"),
        ("b.csv", "gold,given\nz,z\nn,n\ny,y\nn,n\ny,y\nz,z\ny,n\n"),
        ("ta.csv", "outcome\ntp\nfp\nfn\ntn\ntp\n"),
        ("tb.csv", "outcome\ntrue positive\ntn\ntp\ntn\ntp\ntp\nfn\n"),
        ("na.csv", "gold,p\n1,1.5\n2,2.25\n3,2\n"),
        ("nb.csv", "gold,p\n1,1\n2,2.125\n3,3\n4,4.5\n"),
        (
            "a.txt",
            "the cat sat on the mat\nit rained all day long\nwe went home at noon\n",
        ),
        (
            "b.txt",
            "a dog ran over the green hill\nthe sun was low and red\n",
        ),
        (
            "ra.txt",
            "the cat sat on a mat\nit rained all day long\nwe went home at night\n",
        ),
        (
            "rb.txt",
            "a dog ran over the green hill\nthe sun was low and pale\n",
        ),
    ]);
    let scores = |line: &str| {
        let json = folder
            .restrap(&format!(
                "compare {line} --unpaired --resamples 99 --json --no-host"
            ))
            .json();
        let score = |system: &Value| system["score"].as_f64().expect("a score");
        let all: Vec<f64> = json["systems"]
            .as_array()
            .expect("systems")
            .iter()
            .map(score)
            .collect();
        (all, json["comparisons"][0]["samples"].clone(), json)
    };
    let alone = |line: &str| {
        let json = folder.restrap(&format!("score {line} --json")).json();
        json["systems"][0]["score"].as_f64().expect("a score")
    };
    // Classes are those of all systems: the third is 0 for the first system.
    let (labels, samples, _) =
        scores("a.csv:given b.csv:given --gold :gold --metric f1 --average macro");
    assert_eq!(samples, json!([5, 7]));
    let of = |table: &str| {
        alone(&format!(
            "{table}:given --gold {table}:gold --metric f1 --average macro --labels n,y,z"
        ))
    };
    assert_eq!(labels, [of("a.csv"), of("b.csv")]);
    let (words, samples, _) = scores("ta.csv:outcome tb.csv:outcome --metric f1 --positive 1");
    assert!((words[0] - 4.0 / 6.0).abs() < 1e-9, "{words:?}");
    assert_eq!(samples, json!([5, 7]));
    let (numbers, ..) = scores("na.csv:p nb.csv:p --gold :gold --metric rmse");
    assert_eq!(
        numbers,
        ["na.csv", "nb.csv"].map(|t| alone(&format!("{t}:p --gold {t}:gold --metric rmse")))
    );
    let (accuracy, ..) = scores("a.csv:given b.csv:given --gold :gold --metric accuracy");
    assert_eq!(accuracy[0], 0.6);
    let texts =
        "a=a.txt b=b.txt --ref a=ra.txt --ref b=rb.txt --metric bleu --interval studentized";
    let (bleu, samples, json) = scores(texts);
    assert_eq!(
        bleu,
        ["a", "b"].map(|name| alone(&format!("{name}.txt --ref r{name}.txt --metric bleu")))
    );
    assert_eq!(
        (samples, json["inputs"].as_array().map(Vec::len)),
        (json!([3, 2]), Some(4))
    );
    for name in ["a", "b"] {
        folder.restrap(&format!(
            "score {name}.txt --ref r{name}.txt --metric bleu --out {name}-sums.csv"
        ));
    }
    let (saved, ..) = scores("a=a-sums.csv b=b-sums.csv");
    assert_eq!(saved, bleu);
    let other = folder.restrap(
        "compare a=a.txt b=b.txt --ref a=ra.txt --ref b=rb.txt --ref b=b.txt --metric bleu --unpaired",
    );
    assert_eq!(
        (other.code, other.hint()),
        (
            Some(2),
            Some("give every system as many references (--ref NAME=FILE)")
        )
    );
}
