//! What each number is, and what it is not.

use crate::support::{Folder, restrap};

const TWEETS: &str =
    "datasets/sentiment/tweets.csv:textblob datasets/sentiment/tweets.csv:vader --id id";

/// Names of the numbers that a page explains.
fn explained(page: &str) -> Vec<String> {
    let below = page
        .split("What the numbers are, and are not")
        .nth(1)
        .unwrap_or_default();
    below
        .lines()
        .filter(|line| !line.starts_with(' '))
        .filter_map(|line| Some(line.split_once(": ")?.0.to_owned()))
        .collect()
}

#[test]
fn every_number_of_a_comparison_has_its_sentence() {
    let ran = restrap(&format!("compare {TWEETS} --explain --no-host"));
    assert_eq!(ran.code, Some(0), "{ran}");
    insta::assert_snapshot!(
        "explain_comparison",
        ran.out.split("What the numbers").nth(1).expect("a block")
    );
    // Each row of the table is there, and nothing that the table lacks.
    let found = explained(&ran.out);
    for wanted in [
        "score",
        "95 % CI of a score",
        "difference",
        "95 % CI of the difference",
        "better, worse, tied",
        "d_z",
        "p (permutation)",
    ] {
        assert!(
            found.iter().any(|name| name == wanted),
            "{wanted} in {found:?}"
        );
    }
    for absent in [
        "adjusted p",
        "bounds",
        "design effect",
        "p of the margin 1pt",
    ] {
        assert!(
            !found.iter().any(|name| name == absent),
            "{absent} in {found:?}"
        );
    }
    // Without the option nothing is said.
    assert!(
        !restrap(&format!("compare {TWEETS} --no-host"))
            .out
            .contains("are not")
    );
}

#[test]
fn what_an_option_adds_is_explained_too() {
    for (asked, wanted) in [
        (
            "compare datasets/sentiment/tweets.csv --id id --adjust holm",
            "adjusted p",
        ),
        (
            "compare datasets/sentiment/editorials.csv:textblob datasets/sentiment/editorials.csv:vader --id id --cluster article",
            "design effect",
        ),
        (
            "compare datasets/outputs/baseline.txt datasets/outputs/system.txt --ref datasets/outputs/reference.txt --metric bleu --resamples 500",
            "bounds",
        ),
        (
            "compare datasets/ten-questions/baseline.txt datasets/ten-questions/experimental.txt --bayesian",
            "posterior",
        ),
        (
            "compare --scores a=0.81,0.79,0.84,0.80,0.82 --scores b=0.83,0.80,0.85,0.84,0.83 --over seeds --test aso",
            "epsilon min",
        ),
        (
            "compare datasets/ten-questions/baseline.txt datasets/ten-questions/experimental.txt --noninferior 1pt",
            "p of the margin 1pt",
        ),
        ("ci datasets/sentiment/tweets.csv --id id", "std. error"),
        ("rank datasets/sentiment/tweets.csv --id id", "letters"),
        (
            "replicate --id id textblob=datasets/sentiment/{dataset}-reviews.csv:textblob vader=datasets/sentiment/{dataset}-reviews.csv:vader",
            "better on k data sets",
        ),
        (
            "correlate datasets/sentiment/tweets-ratings.csv --gold people --id id --resamples 100",
            "Williams p",
        ),
    ] {
        let ran = restrap(&format!("{asked} --explain"));
        let found = explained(&ran.out);
        assert!(
            found.iter().any(|name| name == wanted),
            "{asked}: {found:?}\n{ran}"
        );
        assert!(found.len() >= 3, "{asked}: {found:?}");
    }
}

#[test]
fn sentences_stand_in_every_form_that_has_room_for_them() {
    for (output, wanted) in [
        ("markdown", "\n- difference: "),
        ("latex", "\n% difference: "),
    ] {
        let ran = restrap(&format!("compare {TWEETS} --explain --output {output}"));
        assert!(ran.out.contains(wanted), "{ran}");
    }
    for asked in ["--output csv", "--output line", "--json", "--quiet"] {
        let ran = restrap(&format!("compare {TWEETS} --explain {asked}"));
        assert_eq!(ran.code, Some(2), "{asked}: {ran}");
        assert!(
            ran.out.is_empty() && ran.err.contains("--explain"),
            "{asked}: {ran}"
        );
    }
    let folder = Folder::new();
    folder.put("a.txt", "1\n0\n1\n1\n0\n1\n");
    folder.put("b.txt", "1\n1\n1\n1\n0\n1\n");
    let ran = folder.restrap("compare a.txt b.txt --explain --quiet --html page.html");
    assert_eq!(ran.code, Some(0), "{ran}");
    assert!(
        folder
            .read_text("page.html")
            .contains("What the numbers are, and are not")
    );
    folder.restrap("compare a.txt b.txt --quiet --html bare.html");
    assert!(
        !folder
            .read_text("bare.html")
            .contains("What the numbers are, and are not")
    );
}
