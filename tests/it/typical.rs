//! What people type first, on the data sets that come with the project.

use insta::assert_snapshot;

use crate::support::restrap;

const TEN: &str = "datasets/ten-questions/baseline.txt datasets/ten-questions/experimental.txt";
const MOVIES: &str = "datasets/sentiment/movie-reviews.csv";
const ERRORS: &str = "datasets/sentiment/movie-reviews-error.csv";
const CORRECT: &str = "datasets/labels/correct.csv:B datasets/labels/correct.csv:A --id item";

#[test]
fn two_text_files() {
    assert_snapshot!(restrap(&format!("compare {TEN}")));
}

#[test]
fn two_columns_of_a_table_paired_by_id() {
    assert_snapshot!(restrap(&format!(
        "compare {MOVIES}:vader_no_but {MOVIES}:vader --id id"
    )));
}

#[test]
fn a_bare_table_is_one_system_a_column_and_p_values_are_adjusted_by_holm() {
    assert_snapshot!(restrap(&format!("compare {MOVIES} --id id")));
}

#[test]
fn a_chosen_baseline_and_chosen_columns() {
    assert_snapshot!(restrap(&format!(
        "compare {MOVIES} --id id --systems vader* --baseline vader --adjust none --interval none"
    )));
}

#[test]
fn jansens_ten_questions_have_0_422() {
    let ran = restrap(&format!("compare {TEN} --profile jansen"));
    assert_snapshot!(ran);
    assert!(ran.out.contains("p = 0.422)"));
}

#[test]
fn jansens_ten_questions_by_draws_lie_within_their_bounds() {
    let line = format!("compare {TEN} --profile jansen --exact never --no-host");
    assert_snapshot!(restrap(&line));
    let test = &restrap(&format!("{line} --json")).json()["comparisons"][0]["tests"][0];
    let number = |value: &serde_json::Value| value.as_f64().expect("a number");
    let (low, high) = (
        number(&test["pvalue_interval"][0]),
        number(&test["pvalue_interval"][1]),
    );
    assert!(low <= number(&test["pvalue"]) && number(&test["pvalue"]) <= high);
    assert!(
        low <= 0.421_732_332 && 0.421_732_332 <= high,
        "the exact value: {low} to {high}"
    );
    assert_eq!(
        number(&test["pvalue"]),
        number(&test["at_least_as_extreme"]) / 10_000.0,
        "c/R"
    );
}

#[test]
fn on_0_1_data_permutation_sign_and_mcnemar_are_printed_once_and_kept_apart_in_json() {
    let line = format!("compare {CORRECT} --test permutation,t,sign,bootstrap,mcnemar");
    assert_snapshot!(restrap(&line));
    let json = restrap(&format!("{line} --json")).json();
    let tests = json["comparisons"][0]["tests"].as_array().expect("tests");
    let names: Vec<&str> = tests
        .iter()
        .filter_map(|test| test["name"].as_str())
        .collect();
    assert_eq!(names, ["permutation", "t", "sign", "bootstrap", "mcnemar"]);
    for index in [2, 4] {
        assert_eq!(tests[index]["pvalue"], tests[0]["pvalue"]);
    }
}

#[test]
fn other_variants_of_sign_and_mcnemar_are_tests_of_their_own() {
    assert_snapshot!(restrap(&format!(
        "compare {CORRECT} --test permutation,sign,mcnemar --sign-ties split --mcnemar mid-p"
    )));
}

#[test]
fn is_it_better() {
    assert_snapshot!(restrap(&format!("compare {CORRECT} --alternative better")));
}

#[test]
fn is_it_worse() {
    assert_snapshot!(restrap(&format!("compare {CORRECT} --alternative worse")));
}

#[test]
fn greater_and_less_are_better_and_worse() {
    for (one, other) in [("greater", "better"), ("less", "worse")] {
        let of = |side: &str| restrap(&format!("compare {CORRECT} --alternative {side}")).out;
        assert_eq!(of(one), of(other));
    }
}

#[test]
fn lower_is_better() {
    let line = format!(
        "compare {ERRORS}:vader_no_but {ERRORS}:vader --id id --lower-is-better --test permutation,t,sign"
    );
    let ran = restrap(&line);
    assert_snapshot!(ran);
    let comparison = &restrap(&format!("{line} --json")).json()["comparisons"][0];
    assert!(
        comparison["difference"].as_f64() < Some(0.0)
            && comparison["improvement"].as_f64() > Some(0.0)
    );
}

#[test]
fn better_follows_the_direction_of_the_metric() {
    let p = |flags: &str| {
        let line = format!("compare {ERRORS}:vader_no_but {ERRORS}:vader --id id --json {flags}");
        restrap(&line).json()["comparisons"][0]["tests"][0]["pvalue"]
            .as_f64()
            .expect("p")
    };
    assert!(p("--lower-is-better --alternative better") < 1e-5);
    assert!(p("--alternative better") > 0.99);
}

#[test]
fn several_tests_of_several_systems_all_show() {
    assert_snapshot!(restrap(&format!(
        "compare {ERRORS} --id id --lower-is-better --test permutation,t --systems textblob,vader* -v --no-host"
    )));
}

#[test]
fn verbose_says_how() {
    assert_snapshot!(restrap(&format!(
        "compare {TEN} --test bootstrap,permutation -v --no-host"
    )));
}

#[test]
fn every_interval_method() {
    let methods = [
        "auto",
        "invert",
        "tango",
        "percentile",
        "basic",
        "bca",
        "normal",
        "studentized",
        "newcombe",
        "wilson",
        "clopper-pearson",
        "none",
    ];
    let lines = methods.map(|method| {
        let out = restrap(&format!("compare {CORRECT} --interval {method}")).out;
        let line = out
            .lines()
            .find(|line| line.starts_with("  difference"))
            .expect("a difference");
        format!("{method:>15}: {line}")
    });
    assert_snapshot!(lines.join("\n"));
}

#[test]
fn quiet_says_nothing() {
    let ran = restrap(&format!("compare {CORRECT} --quiet"));
    assert_eq!(
        (ran.code, ran.out.as_str(), ran.err.as_str()),
        (Some(0), "", "")
    );
}

#[test]
fn inspect_says_what_a_file_holds() {
    assert_snapshot!(restrap(&format!("inspect {ERRORS} --id id")));
    assert_snapshot!(restrap("inspect datasets/labels/labels.csv"));
}
