//! What is on the screen: widths, names, digits, signs, one and many.

use insta::assert_snapshot;

use crate::support::{Folder, Ran, binary_pair, restrap, wide};

fn fits(ran: &Ran) {
    assert_eq!(ran.code, Some(0), "{ran}");
    assert_eq!(wide(&ran.out).or(wide(&ran.err)), None, "{ran}");
}

const LONG: &str = "llama-3.1-8b-instruct-chat-template-v2-step-120000";
const LONGER: &str =
    "llama-3.1-8b-instruct-chat-template-v2-step-120000-merged-with-the-adapter-of-monday-evening";
const WIDE: &str = "模型一号模型一号模型一号模型一号模型一号模型一号模型一号模型一号";

fn graded() -> Folder {
    Folder::with(&[
        ("a.txt", "0.12\n0.25\n0.5\n0.41\n0.33\n0.9\n0.71\n0.02\n"),
        ("b.txt", "0.3\n0.27\n0.7\n0.9\n0.32\n0.95\n0.99\n0.14\n"),
        ("c.txt", "0.3\n0.2\n0.1\n0.3\n0.2\n0.15\n0.29\n0.14\n"),
    ])
}

#[test]
fn typical_output_fits_80_columns() {
    let movies = "datasets/sentiment/movie-reviews.csv";
    for line in [
        "compare datasets/ten-questions/baseline.txt datasets/ten-questions/experimental.txt --profile jansen --exact never",
        &format!(
            "compare {movies} --id id -v --test permutation,bootstrap,bootstrap-percentile,t,sign,mcnemar"
        ),
        &format!("compare {movies} --id id --exact never --resamples 300 --adjust hommel"),
        "compare datasets/helped-hurt/n500-helped10-hurt7.csv --test all --primary bootstrap-percentile --exact never",
        "inspect datasets/sentiment/editorials.csv --id id",
        "inspect datasets/sentiment/movie-reviews-error.csv --id id",
    ] {
        fits(&restrap(line));
    }
}

#[test]
fn long_names_keep_both_ends_in_tables_and_are_whole_in_sentences() {
    let ran = graded().restrap(&format!("compare {LONG}=a.txt {LONGER}=b.txt short=c.txt"));
    fits(&ran);
    assert_snapshot!(ran);
}

#[test]
fn long_names_of_a_single_comparison() {
    let ran = graded().restrap(&format!("compare {LONG}=a.txt {LONGER}=b.txt"));
    fits(&ran);
    assert_snapshot!(ran);
    fits(&graded().restrap(&format!("inspect {LONG}=a.txt {LONGER}=b.txt {WIDE}=c.txt")));
}

#[test]
fn long_names_that_differ_in_the_middle_are_not_confused() {
    let middle = |seed: u32| {
        format!("a-name-that-starts-like-all-others-seed-{seed}-and-that-ends-like-all-others")
    };
    let ran = graded().restrap(&format!(
        "compare {}=a.txt {}=b.txt {}=c.txt",
        middle(1),
        middle(2),
        middle(3)
    ));
    fits(&ran);
    let table: String = ran.out.lines().skip(3).take(12).map(str::trim).collect();
    for seed in 1..=3 {
        assert!(table.contains(&format!("seed-{seed}")), "{ran}");
    }
}

#[test]
fn wide_characters_take_two_columns() {
    let ran = graded().restrap(&format!("compare {WIDE}=a.txt système=b.txt ответ=c.txt"));
    fits(&ran);
    assert_snapshot!(ran);
}

#[test]
fn one_is_singular() {
    let ran = binary_pair(1, 0, 0).restrap("compare base.txt new.txt -v --no-host");
    for words in ["1 item,", "1 differing item ", "1 distinct difference\n"] {
        assert!(
            format!("{}\n{}", ran.out, ran.sentences()).contains(words),
            "{words}: {ran}"
        );
    }
    let tied = binary_pair(0, 0, 1).restrap("compare base.txt new.txt");
    assert!(tied.sentences().contains("the only pair is tied"), "{tied}");
    for ran in [ran, tied] {
        assert!(
            !ran.sentences().contains(" 1 items") && !ran.sentences().contains("All 1"),
            "{ran}"
        );
    }
    let one_point =
        binary_pair(30, 20, 950).restrap("compare base.txt new.txt --alpha 0.25 --interval none");
    assert!(
        one_point.sentences().contains("scored 1.0 points above"),
        "{one_point}"
    );
    let whole_point = binary_pair(9, 8, 83).restrap("compare base.txt new.txt");
    assert!(
        !whole_point.sentences().contains(" 1 points"),
        "{whole_point}"
    );
}

#[test]
fn minus_signs_are_minus_signs() {
    let ran = graded().restrap("compare b.txt a.txt");
    assert_snapshot!(ran);
    let hyphens = ran
        .out
        .match_indices('-')
        .filter(|(at, _)| ran.out[at + 1..].starts_with(|c: char| c.is_ascii_digit()));
    let signs: Vec<_> = hyphens
        .filter(|(at, _)| !ran.out[..*at].ends_with('e'))
        .collect();
    assert_eq!(signs, [], "{ran}");
}

#[test]
fn no_interval() {
    assert_snapshot!(graded().restrap("compare a.txt b.txt --interval none"));
    assert_snapshot!(graded().restrap("compare a.txt b.txt c.txt --interval none"));
}

#[test]
fn infinite_ends() {
    let folder = Folder::with(&[("a.txt", "0.25\n0.5\n0.75\n"), ("b.txt", "0.5\n0.6\n0.8\n")]);
    let ran = folder.restrap("compare a.txt b.txt");
    assert!(ran.out.contains("95 % CI −∞ to ∞ (invert)"), "{ran}");
    assert!(
        ran.sentences().contains("the smallest possible p is"),
        "{ran}"
    );
    let bound = folder.restrap("compare a.txt b.txt --alternative better --alpha 0.2");
    assert!(
        bound.sentences().contains("80 % bound: at least 0.050"),
        "{bound}"
    );
}

#[test]
fn a_p_below_1e_300() {
    let folder = Folder::new();
    folder.restrap("generate helped-hurt --items 3000 --helped 2000 d.csv");
    let ran = folder.restrap("compare d.csv");
    assert_snapshot!(ran);
    let test = folder.restrap("compare d.csv --json").json()["comparisons"][0]["tests"][0].clone();
    assert_eq!(test["pvalue"], 1e-300);
    assert!(
        test["log10_pvalue"].as_f64() < Some(-600.0),
        "the logarithm goes on"
    );
}

#[test]
fn identical_systems() {
    assert_snapshot!(graded().restrap("compare a.txt a.txt"));
}

#[test]
fn a_sampled_p_stands_beside_its_bounds() {
    let ran = graded()
        .restrap("compare a.txt b.txt --exact never --resamples 2000 --test bootstrap,permutation");
    assert_snapshot!(ran);
    fits(&ran);
}

#[test]
fn one_file_is_one_item_longer() {
    let folder = Folder::with(&[("a.txt", "1\n2\n"), ("b.txt", "1\n2\n3\n")]);
    assert_snapshot!(folder.restrap("compare a.txt b.txt"));
}

#[test]
fn huge_and_tiny_scores_have_exponents() {
    let folder = Folder::with(&[
        ("a.txt", "1e20\n2e20\n3e20\n"),
        ("b.txt", "2e20\n4e20\n3e20\n"),
    ]);
    folder.put("c.txt", "1e-20\n2e-20\n3e-20\n");
    folder.put("d.txt", "2e-20\n2e-20\n-4e-20\n");
    for line in [
        "compare a.txt b.txt",
        "compare c.txt d.txt",
        "inspect a.txt b.txt",
        "inspect c.txt d.txt",
    ] {
        let ran = folder.restrap(line);
        fits(&ran);
        assert!(ran.out.contains("e20") || ran.out.contains("e-20"), "{ran}");
    }
}

#[test]
fn the_words_of_the_verdict_are_kept() {
    let forbidden = ["real", "by chance", "proves", "proven"];
    for (better, worse, tied) in [(20, 2, 5), (5, 5, 5), (2, 20, 5), (0, 0, 5), (4, 0, 5)] {
        for flags in [
            "",
            "--alternative better",
            "--alternative worse",
            "--test bootstrap-percentile",
            "--test t",
            "--lower-is-better",
        ] {
            let ran = binary_pair(better, worse, tied)
                .restrap(&format!("compare base.txt new.txt {flags}"));
            assert!(ran.out.starts_with("difference = new − base\n"), "{ran}");
            let sentences = ran.sentences();
            for word in sentences.split(|c: char| !c.is_alphabetic()) {
                assert!(!forbidden.contains(&word), "`{word}`: {ran}");
            }
            assert!(!sentences.contains("by chance"), "{ran}");
        }
    }
}
