//! Sub-populations, labels, and outcomes for other readers.

use insta::assert_snapshot;

use crate::support::{Folder, restrap};

/// Labels of 24 items of two kinds.
fn labels() -> Folder {
    let mut text = String::from("id,kind,gold,old_model,new\n");
    for item in 0..24 {
        let gold = if item % 3 == 0 { "yes" } else { "no" };
        let old = if item % 2 == 0 { gold } else { "maybe" };
        let new = if item % 5 == 0 { "maybe" } else { gold };
        let kind = if item < 14 { "a|b" } else { "c_d" };
        text.extend([format!("{item},{kind},{gold},{old},{new}\n")]);
    }
    Folder::with(&[("labels.csv", &text)])
}

const ACCURACY: &str =
    "compare labels.csv:old_model labels.csv:new --metric accuracy --gold labels.csv:gold --id id";

#[test]
fn accuracy_of_labels_by_kind() {
    let ran = labels().restrap(&format!("{ACCURACY} --by kind"));
    assert_eq!(ran.code, Some(0), "{ran}");
    assert_snapshot!(ran);
}

#[test]
fn each_sub_population_is_the_comparison_of_its_rows() {
    let folder = labels();
    let all = folder
        .restrap(&format!("{ACCURACY} --by kind --no-host --json"))
        .json();
    let one = folder
        .restrap(&format!("{ACCURACY} --where kind=c_d --no-host --json"))
        .json();
    let part = &all["by"]["populations"][1];
    assert_eq!(part["value"], "c_d");
    assert_eq!(part["items"], one["items"]);
    assert_eq!(
        part["comparisons"][0]["tests"][0]["pvalue"],
        one["comparisons"][0]["tests"][0]["pvalue"]
    );
    assert_eq!(all["family"]["size"], 2, "the pooled line is no member");
    assert_eq!(all["metric"]["name"], "accuracy");
}

#[test]
fn tables_for_papers_and_readmes() {
    let folder = labels();
    for format in ["markdown", "latex", "csv"] {
        let ran = folder.restrap(&format!("{ACCURACY} --by kind --output {format}"));
        assert_eq!(ran.code, Some(0), "{ran}");
        assert_snapshot!(format!("by_kind_{format}"), ran);
    }
    assert_snapshot!(restrap(
        "compare datasets/sentiment/movie-reviews.csv:vader_no_but datasets/sentiment/movie-reviews.csv:vader --id id \
         --output latex"
    ));
}

#[test]
fn a_comparison_is_one_line_for_logs() {
    let ran = restrap(
        "compare datasets/sentiment/tweets.csv:vader_no_but datasets/sentiment/tweets.csv:vader --id id --noninferior 1pt \
         --require noninferior --output line",
    );
    assert_eq!((ran.code, ran.out.lines().count()), (Some(0), 1), "{ran}");
    assert_snapshot!(ran);
}

#[test]
fn the_methods_paragraph_follows_the_table() {
    let ran = labels().restrap(&format!(
        "{ACCURACY} --by kind --test permutation,t --output markdown --report-methods"
    ));
    assert_eq!(ran.code, Some(0), "{ran}");
    assert_snapshot!(ran);
}

#[test]
fn labels_and_scores_are_not_mixed_up() {
    let folder = labels();
    let told = [
        "compare labels.csv:old_model labels.csv:new --metric accuracy",
        "compare labels.csv:old_model labels.csv:new --gold labels.csv:gold",
        "compare labels.csv:old_model labels.csv:new --metric accuracy --gold labels.csv:golden",
        "compare labels.csv:old_model labels.csv:new --metric accuracy --gold labels.csv:gold --by sort",
        "compare labels.csv --long system=kind,item=id",
    ]
    .map(|line| {
        let ran = folder.restrap(line);
        assert!(matches!(ran.code, Some(1 | 2)) && ran.out.is_empty(), "{ran}");
        format!("{line}\n  {}\n  hint: {}", ran.err.lines().next().unwrap_or(""), ran.hint().unwrap_or("-"))
    });
    assert_snapshot!(told.join("\n"));
}
