//! What malformed input must do, and what identical systems must give.

use super::reader::{Answer, Case, check};
use super::{by_law, compare};
use restrap_facade::{Alternative, Error, Exact, Outcome, Request, Test};
use serde_json::{Value, json as value};

fn class(error: &Error) -> &'static str {
    match error {
        Error::Empty => "empty",
        Error::LengthMismatch { .. } => "length_mismatch",
        Error::NonFinite { .. } => "non_finite",
        Error::BadParameter { .. } => "bad_parameter",
        other => panic!("no class for {other}"),
    }
}

/// The class that the reader gives to the two columns written as text, if it refuses them.
fn class_of_files(case: &Case) -> Option<&'static str> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let paths = ["b", "a"].map(|key| {
        let lines = case
            .numbers(key)
            .into_iter()
            .map(|score| format!("{score}\n"));
        let path = folder.path().join(key).with_extension("txt");
        std::fs::write(&path, lines.collect::<String>()).expect("a file");
        path.display().to_string()
    });
    restrap_facade::io::load(&paths, &restrap_facade::io::Options::default())
        .err()
        .map(|error| error.class().name())
}

fn p(outcome: &Outcome, test: Test) -> f64 {
    let tests = &outcome.comparisons[0].tests;
    tests
        .iter()
        .find(|outcome| outcome.name == test.name())
        .expect("the test was run")
        .pvalue
        .unwrap_or(0.0)
}

fn refused(case: &Case) -> Value {
    let resamples = case.inputs.get("resamples").and_then(Value::as_u64);
    let request =
        by_law(&[Test::Permutation], Alternative::TwoSided).resamples(resamples.unwrap_or(1000));
    let error =
        compare(&case.numbers("b"), &case.numbers("a"), &request).expect_err("malformed input");
    if resamples.is_none() {
        assert_eq!(
            class_of_files(case),
            Some(class(&error)),
            "{}: the reader refuses it alike",
            case.name
        );
    }
    value!({"error": class(&error)})
}

fn answered(case: &Case) -> Value {
    let (baseline, system) = (case.numbers("b"), case.numbers("a"));
    assert_eq!(class_of_files(case), None, "{}", case.name);
    let tests = [
        Test::Permutation,
        Test::Sign,
        Test::Bootstrap,
        Test::BootstrapPercentile,
    ];
    let run = |request: &Request| compare(&baseline, &system, request).expect("valid");
    let (two, one) = (
        run(&by_law(&tests, Alternative::TwoSided)),
        run(&by_law(&tests, Alternative::Greater)),
    );
    let any_number = [1, 2, 7, 1000].map(|resamples| {
        let request = by_law(&tests, Alternative::TwoSided);
        p(
            &run(&request.exact(Exact::Never).resamples(resamples)),
            Test::Permutation,
        )
    });
    assert!(
        any_number.iter().all(|p| *p == any_number[0]),
        "{}: {any_number:?}",
        case.name
    );
    let effect = &two.comparisons[0].effect;
    value!({
        "plus": effect.better,
        "minus": effect.worse,
        "ties": effect.tied,
        "p_permutation_two_sided": p(&two, Test::Permutation),
        "p_sign_two_sided": p(&two, Test::Sign),
        "p_bootstrap_shift_ge": p(&one, Test::Bootstrap),
        "p_bootstrap_le_zero": p(&one, Test::BootstrapPercentile),
        "p_mc_permutation_two_sided_any_R": any_number[0],
    })
}

#[test]
fn malformed_scores_are_refused_by_class_and_identical_systems_give_one() {
    check("validation", |case| {
        if case.method != "paired_input" {
            return None;
        }
        let refuses = case.expected.get("error").is_some();
        Some(Answer::Values(if refuses {
            refused(case)
        } else {
            answered(case)
        }))
    });
}
