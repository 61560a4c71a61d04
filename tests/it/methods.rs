//! `--report-methods`: a paragraph that a journal would take, and the references of what was used.

use insta::assert_snapshot;

use crate::support::{Folder, WIDTH, binary_pair, lines, restrap};

/// The paragraph, and the first line of every entry.
fn told(ran: &crate::support::Ran) -> String {
    assert_eq!(ran.code, Some(0), "{ran}");
    let (_, text) = ran
        .out
        .split_once("\nrestrap|")
        .and_then(|(_, text)| text.split_once("\n\n"))
        .unwrap_or_else(|| panic!("{ran}"));
    let (paragraph, entries) = text.split_once("\n\n").unwrap_or_else(|| panic!("{ran}"));
    assert!(
        paragraph.lines().all(|line| line.chars().count() <= WIDTH),
        "{ran}"
    );
    let keys: Vec<&str> = entries
        .lines()
        .filter(|line| line.starts_with('@'))
        .collect();
    format!("$ restrap {}\n{paragraph}\n{}\n", ran.line, keys.join(" "))
}

fn tweets() -> &'static str {
    "compare datasets/sentiment/tweets.csv:vader_no_but datasets/sentiment/tweets.csv:vader --id id --report-methods"
}

#[test]
fn paragraphs_of_one_pair() {
    let paragraphs = [
        "",
        "--noninferior 1pt",
        "--equivalent 0.5pt --alternative better",
        "--test mcnemar,sign,permutation --mcnemar mid-p --sign-ties split",
        "--profile urbano",
        "--profile sacrebleu-ar",
        "--exact never --test permutation,t --resamples 9999 --interval newcombe",
        "--test bootstrap --subsample 0.2",
    ]
    .map(|flags| told(&restrap(&format!("{} {flags}", tweets()))));
    assert_snapshot!(paragraphs.join("\n"));
}

#[test]
fn paragraphs_of_several_systems_and_sub_populations() {
    let several = restrap(
        "compare datasets/sentiment/movie-reviews-error.csv --id id --lower-is-better --equivalent abs:0.05 --test t,wilcoxon \
         --report-methods",
    );
    let by = restrap(
        "compare datasets/sentiment/product-reviews.csv:vader_no_but datasets/sentiment/product-reviews.csv:vader --id id \
         --by review --adjust bh --report-methods",
    );
    assert_snapshot!([told(&several), told(&by)].join("\n"));
}

#[test]
fn paragraphs_of_metrics_and_of_different_items() {
    let outputs = "datasets/outputs";
    let bleu = restrap(&format!(
        "compare {outputs}/baseline.txt {outputs}/system.txt --ref {outputs}/reference.txt --metric bleu --test \
         permutation,bootstrap --report-methods"
    ));
    let f1 = restrap(&format!(
        "compare {outputs}/labels.csv:baseline {outputs}/labels.csv:system --gold {outputs}/labels.csv:gold --metric f1 \
         --average macro --profile compare-mt --report-methods"
    ));
    let ndcg = restrap(&format!(
        "compare {outputs}/baseline.run {outputs}/system.run --qrels {outputs}/qrels.txt --metric ndcg@5 --noninferior 1pt \
         --report-methods"
    ));
    let shares = binary_pair(9, 3, 28);
    let shares = shares.restrap(
        "compare base.txt new.txt --unpaired --test mann-whitney,welch --noninferior 5pt --report-methods",
    );
    let [one, other] = [
        lines((0..30).map(f64::from)),
        lines((0..25).map(|i| f64::from(i) * 1.1)),
    ];
    let graded = Folder::with(&[("a.txt", &one), ("b.txt", &other)]);
    let graded =
        graded.restrap("compare a.txt b.txt --unpaired --equivalent abs:5 --report-methods");
    assert_snapshot!(
        [bleu, f1, ndcg, shares, graded]
            .map(|ran| told(&ran))
            .join("\n")
    );
}

#[test]
fn latex_cites_and_markdown_fences() {
    let folder = binary_pair(30, 12, 158);
    folder.put("new_a.txt", folder.read("new.txt"));
    for output in ["latex", "markdown"] {
        let ran = folder.restrap(&format!(
            "compare base.txt new_a.txt --noninferior 1pt --output {output} --report-methods"
        ));
        assert_eq!(ran.code, Some(0), "{ran}");
        assert_snapshot!(output, ran);
    }
}
