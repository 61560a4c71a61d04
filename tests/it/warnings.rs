//! What a careful reader must be told, each shown once.

use std::fmt::Write;

use insta::assert_snapshot;

use crate::support::{Folder, Ran, WIDTH, binary_pair, lines};

fn warned(ran: &Ran, words: &str) {
    assert_eq!(ran.code, Some(0), "{ran}");
    let err = ran.err.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(err.contains(words), "expected the warning {words:?}: {ran}");
}

fn said(ran: &Ran, words: &str) {
    let out = ran.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(out.contains(words), "expected the words {words:?}: {ran}");
}

/// 16 to 6: the exact two-sided p is 0.0525, within the bounds of 1,000 draws.
fn near_alpha() -> Folder {
    binary_pair(16, 6, 0)
}

#[test]
fn bounds_that_straddle_alpha() {
    let ran = near_alpha().restrap("compare base.txt new.txt --exact never --resamples 1000");
    warned(
        &ran,
        "decide otherwise: use --resamples 10000000 or --exact always",
    );
    said(
        &ran,
        "decide otherwise: use --resamples 10000000 or --exact always.",
    );
}

#[test]
fn bounds_of_an_adjusted_p_straddle_too() {
    let folder = binary_pair(18, 6, 0);
    folder.put("other.txt", folder.read("base.txt"));
    // One of two: Holm doubles 0.0227 to 0.0453.
    let ran = folder.restrap("compare base.txt new.txt other.txt --exact never --resamples 1000");
    warned(
        &ran,
        "new: the permutation test is too close to call at 0.05: adjusted p = ",
    );
    warned(&ran, "too close to call");
    assert!(
        !ran.out.contains("close to call"),
        "a table has no room: {ran}"
    );
    let each = folder
        .restrap("compare base.txt new.txt other.txt --exact never --resamples 1000 --verbose");
    said(&each, "oo close to call");
    let alone = folder.restrap("compare base.txt new.txt --exact never --resamples 1000");
    assert!(!alone.err.contains("close to call"), "{alone}");
}

#[test]
fn exact_p_values_straddle_nothing() {
    let ran = near_alpha().restrap("compare base.txt new.txt");
    assert!(
        !ran.err.contains("close to call") && !ran.out.contains("close to call"),
        "{ran}"
    );
}

#[test]
fn a_test_that_cannot_reach_alpha() {
    let ran = binary_pair(5, 0, 10).restrap("compare base.txt new.txt");
    // Once: in the verdict.
    said(
        &ran,
        "no result could be: with 5 differing items the smallest possible p is 0.0625",
    );
    assert_eq!(
        ran.sentences().matches("no result could be").count(),
        1,
        "{ran}"
    );
    let paper = binary_pair(5, 0, 10).restrap("compare base.txt new.txt --output markdown");
    said(
        &paper,
        "No p of new can be 0.05 or smaller: too few items differ.",
    );
    let one_sided = binary_pair(5, 0, 10).restrap("compare base.txt new.txt --alternative better");
    assert!(
        !one_sided.err.contains("cannot reach"),
        "half of it can: {one_sided}"
    );
}

#[test]
fn few_resamples_cannot_reach_alpha_either() {
    let ran = binary_pair(30, 2, 0).restrap("compare base.txt new.txt --exact never --resamples 9");
    said(&ran, "no result could be: the smallest possible p is 0.100");
}

#[test]
fn labels_of_few_items_cannot_reach_alpha_and_the_interval_holds_0() {
    let folder = Folder::with(&[
        ("a.txt", "1\n2\n3\n"),
        ("b.txt", "11\n12\n13\n"),
        ("c.txt", "11\n11\n11\n2\n"),
    ]);
    let ran = folder.restrap("compare a.txt b.txt --unpaired --test permutation");
    said(&ran, "no result could be: the smallest possible p is 0.100");
    said(&ran, "the interval allows no change to 20.00 better");
    // Of 35 ways to share out the labels, one gives the lowest four scores to one side.
    let json = folder
        .restrap("compare a.txt c.txt --unpaired --test permutation --json")
        .json();
    let test = &json["comparisons"][0]["tests"][0];
    assert_eq!(
        test["p_floor"].as_f64().map(|p| (p * 35.0).round()),
        Some(1.0),
        "{test}"
    );
    assert!(
        folder
            .restrap("compare a.txt b.txt --unpaired")
            .out
            .contains("3 against 3")
    );
}

#[test]
fn a_large_p_is_not_evidence_of_equality() {
    let folder = binary_pair(9, 8, 100);
    said(
        &folder.restrap("compare base.txt new.txt"),
        "To show 'not worse': --noninferior MARGIN, fixed before looking, on new items",
    );
    let ran = folder.restrap("compare base.txt new.txt --interval none");
    said(
        &ran,
        "not significant at 0.05 (mean score; paired permutation test, p = 1).",
    );
    said(
        &ran,
        "Next: these items detect a true gain of about 10 points",
    );
}

#[test]
fn all_pairs_tied() {
    let folder = Folder::with(&[
        ("a.txt", "0.5\n0.25\n0.125\n"),
        ("b.txt", "0.5\n0.25\n0.125\n"),
    ]);
    let ran = folder.restrap("compare a.txt b.txt");
    warned(
        &ran,
        "b: all 3 pairs are tied, so every p-value is 1; are these two copies of one file?",
    );
    said(
        &ran,
        "all 3 pairs are tied (mean score), so no test can find a difference",
    );
    said(&ran, "Next: to show 'not worse': --noninferior MARGIN");
}

#[test]
fn interval_and_test_disagree() {
    // Tango's interval leaves 0 out, the exact test has 2 / 2^5.
    let ran = binary_pair(5, 0, 15).restrap("compare base.txt new.txt --interval tango");
    said(
        &ran,
        "Interval and test disagree near alpha: the test decides, and this is borderline.",
    );
    let agreeing = binary_pair(5, 0, 15)
        .restrap("compare base.txt new.txt --interval tango --interval invert");
    assert!(
        !agreeing.out.contains("disagree"),
        "the dual agrees: {agreeing}"
    );
}

#[test]
fn a_law_that_gives_0_and_t_without_spread_are_undefined() {
    let folder = Folder::with(&[("a.txt", "1\n2\n3\n"), ("b.txt", "2\n4\n6\n")]);
    let ran = folder.restrap("compare a.txt b.txt --test bootstrap-percentile");
    warned(
        &ran,
        "bootstrap-percentile is undefined: no resample can be as extreme because every item favours one side",
    );
    let folder = Folder::with(&[("a.txt", "1\n2\n3\n"), ("b.txt", "2\n3\n4\n")]);
    warned(
        &folder.restrap("compare a.txt b.txt --test t"),
        "t is undefined: all differences are equal",
    );
}

#[test]
fn sampling_where_auto_found_no_law() {
    let folder = Folder::with(&[
        (
            "a.txt",
            "1e13\n0.12345678901\n0.23456789012\n0.34567890123\n0.45678901234\n",
        ),
        ("b.txt", "0\n0.3\n0.1\n0.2\n0.9\n"),
    ]);
    let ran = folder.restrap("compare a.txt b.txt");
    warned(
        &ran,
        "the p-value of permutation is from resampling, because the exact distribution of these differences is not accurate enough",
    );
}

#[test]
fn printed_fractions_that_hide_ties() {
    let folder = Folder::with(&[
        (
            "a.txt",
            "0.333\n0.667\n0.333\n1\n0\n0.667\n0.333\n0.667\n0\n1\n0.333\n0.667\n",
        ),
        (
            "b.txt",
            "0.667\n0.667\n0\n1\n0.333\n1\n0.333\n0.333\n0\n0.667\n0.667\n1\n",
        ),
    ]);
    let ran = folder.restrap("compare a.txt b.txt");
    warned(
        &ran,
        "scores look like multiples of 1/3 printed with 3 decimals",
    );
    assert!(
        !folder
            .restrap("compare a.txt b.txt --grid 1/3")
            .err
            .contains("multiples")
    );
}

#[test]
fn one_item() {
    let ran = binary_pair(1, 0, 0).restrap("compare base.txt new.txt");
    warned(&ran, "one item is no sample");
}

#[test]
fn the_small_bootstrap_has_its_note() {
    let ran =
        binary_pair(9, 3, 8).restrap("compare base.txt new.txt --test bootstrap -v --no-host");
    said(
        &ran,
        "note: the centred bootstrap rejects too often on few items",
    );
}

/// Normal-looking numbers: a sum of twelve scattered digits.
fn noise(i: u64, salt: u64) -> f64 {
    let digit = |j: u64| {
        ((i * 12 + j + salt).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as f64 / 16_777_216.0
    };
    (0..12).map(digit).sum::<f64>() - 6.0
}

fn all_sorts() -> Folder {
    let folder = Folder::with(&[
        ("a.txt", "0.1\n0.25\n0.5\n0.4\n"),
        ("b.txt", "0.3\n0.2\n0.7\n0.9\n"),
        ("one.txt", "0.5\n"),
        ("two.txt", "0.75\n"),
        ("up.txt", "1.1\n1.25\n1.5\n1.4\n"),
        ("twice.txt", "0.2\n0.5\n1\n0.8\n"),
        (
            "far.txt",
            "1e13\n0.12345678901\n0.23456789012\n0.34567890123\n0.45678901234\n",
        ),
        ("near.txt", "0\n0.3\n0.1\n0.2\n0.9\n"),
        (
            "thirds.txt",
            "0.333\n0.667\n0.333\n1\n0\n0.667\n0.333\n0.667\n0\n1\n0.333\n0.667\n",
        ),
        (
            "others.txt",
            "0.667\n0.667\n0\n1\n0.333\n1\n0.333\n0.333\n0\n0.667\n0.667\n1\n",
        ),
        (
            "gaps.csv",
            "id,note,a,b\nx,good,1,0.5\ny,bad,,1\nz,good,0.25,0.75\n",
        ),
    ]);
    let scores = |mean: f64, salt: u64| lines((0..500).map(move |i| mean + 0.006 * noise(i, salt)));
    folder.put("rows1.txt", scores(0.70, 1));
    folder.put("rows2.txt", scores(0.74, 77_777));
    folder.put("flat.txt", lines([1.0; 60]));
    // Differences of 10/i less 0.7.
    folder.put(
        "skewed.txt",
        lines((1..61).map(|i| 0.3 + 10.0 / f64::from(i))),
    );
    let [base, new] = crate::support::binary(16, 6, 0);
    folder.put("base.txt", base);
    folder.put("new.txt", new);
    folder
}

#[test]
fn every_warning_is_shown_as_it_reads() {
    let folder = all_sorts();
    let mut text = String::new();
    for line in [
        "compare a.txt same=a.txt",
        "compare one.txt two.txt",
        "compare far.txt near.txt",
        "compare thirds.txt others.txt",
        "compare base.txt new.txt --exact never --resamples 1000",
        "compare base.txt new.txt --test t",
        "compare base.txt new.txt --test bootstrap",
        "compare base.txt new.txt --profile berg-kirkpatrick",
        "compare base.txt new.txt --unpaired",
        "compare a.txt up.txt --test t",
        "compare a.txt twice.txt --test bootstrap-percentile",
        "compare rows1.txt rows2.txt --test t",
        "compare flat.txt skewed.txt",
        "compare flat.txt skewed.txt --test t",
        "compare flat.txt skewed.txt --test wilcoxon",
        "compare flat.txt skewed.txt --test bootstrap",
        "compare gaps.csv --id id --missing drop",
        "compare gaps.csv --id id --missing zero",
        "compare a.txt b.txt --test all --primary permutation",
    ] {
        let ran = folder.restrap(line);
        assert_eq!(ran.code, Some(0), "{ran}");
        assert!(
            ran.err.lines().all(|line| line.chars().count() <= WIDTH),
            "{ran}"
        );
        assert!(ran.err.contains("warning:"), "{ran}");
        writeln!(text, "$ restrap {line}\n{}\n", ran.err.trim_end()).expect("a string");
    }
    assert_snapshot!(text);
}

#[test]
fn runs_of_unlike_depth_and_grades_without_a_word() {
    let run = |depth: u32| {
        let line = |query: u32, rank: u32| format!("q{query} Q0 d{rank} {rank} {} t\n", 100 - rank);
        let lines: Vec<String> = (0..8)
            .flat_map(|query| (1..=depth).map(move |rank| line(query, rank)))
            .collect();
        lines.concat()
    };
    let judged = |query: u32| format!("q{query} 0 d{} 1\nq{query} 0 d{} 2\n", query + 1, query + 3);
    let qrels: Vec<String> = (0..8).map(judged).collect();
    let folder = Folder::with(&[
        ("short.run", &run(6)),
        ("long.run", &run(20)),
        ("qrels", &qrels.concat()),
    ]);
    let compared = |metric: &str| {
        folder.restrap(&format!(
            "compare short.run long.run --qrels qrels -v --metric {metric}"
        ))
    };
    let ran = compared("ap");
    warned(
        &ran,
        "short has at most 6 documents per query and long has 20",
    );
    warned(&ran, "cut both, as in --metric 'ap@6'");
    warned(&ran, "a document of grade 1 counts as relevant");
    warned(&ran, "which is rel=2 in the brackets of the metric");
    // Within the ranks of both, with a word about grades, and by grades themselves.
    for metric in ["ap(rel=2)@5", "ndcg@5"] {
        let ran = compared(metric);
        assert!(
            !ran.err.contains("cut both") && !ran.err.contains("of grade 1 counts"),
            "{ran}"
        );
    }
}
