//! What a careful reader must be told, each shown once.

use crate::support::{Folder, Ran, binary_pair};

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
    warned(&ran, "straddles alpha; raise --resamples or use --exact always");
    said(&ran, "straddles alpha; raise --resamples or use --exact always.");
}

#[test]
fn bounds_of_an_adjusted_p_straddle_too() {
    let folder = binary_pair(18, 6, 0);
    folder.put("other.txt", folder.read("base.txt"));
    // One of two: Holm doubles 0.0227 to 0.0453.
    let ran = folder.restrap("compare base.txt new.txt other.txt --exact never --resamples 1000");
    warned(&ran, "new: permutation adjusted p = ");
    said(&ran, "straddles alpha");
    let alone = folder.restrap("compare base.txt new.txt --exact never --resamples 1000");
    assert!(!alone.err.contains("straddles"), "{alone}");
}

#[test]
fn exact_p_values_straddle_nothing() {
    let ran = near_alpha().restrap("compare base.txt new.txt");
    assert!(!ran.err.contains("straddles") && !ran.out.contains("straddles"), "{ran}");
}

#[test]
fn a_test_that_cannot_reach_alpha() {
    let ran = binary_pair(5, 0, 10).restrap("compare base.txt new.txt");
    warned(
        &ran,
        "the permutation test cannot reach 0.05 here: smallest possible p 0.0625 with 5 differing items",
    );
    said(&ran, "This test cannot reach 0.05 here: smallest possible p 0.0625.");
    let one_sided = binary_pair(5, 0, 10).restrap("compare base.txt new.txt --alternative better");
    assert!(!one_sided.err.contains("cannot reach"), "half of it can: {one_sided}");
}

#[test]
fn few_resamples_cannot_reach_alpha_either() {
    let ran = binary_pair(30, 2, 0).restrap("compare base.txt new.txt --exact never --resamples 9");
    said(&ran, "This test cannot reach 0.05 here: smallest possible p 0.100.");
}

#[test]
fn a_large_p_is_not_evidence_of_equality() {
    let folder = binary_pair(9, 8, 100);
    said(&folder.restrap("compare base.txt new.txt"), "so this is not evidence of equality.");
    let ran = folder.restrap("compare base.txt new.txt --interval none");
    said(&ran, "No difference was shown (p = 1); a large p is not evidence of equality.");
}

#[test]
fn all_pairs_tied() {
    let folder = Folder::with(&[("a.txt", "0.5\n0.25\n0.125\n"), ("b.txt", "0.5\n0.25\n0.125\n")]);
    let ran = folder.restrap("compare a.txt b.txt");
    warned(&ran, "b: all 3 pairs are tied, so every p-value is 1; are these two copies of one file?");
    said(&ran, "All 3 pairs are tied: no test can tell these systems apart here");
    said(&ran, "not evidence that they are equal elsewhere");
}

#[test]
fn interval_and_test_disagree() {
    // Tango's interval leaves 0 out, the exact test has 2 / 2^5.
    let ran = binary_pair(5, 0, 15).restrap("compare base.txt new.txt");
    said(&ran, "Interval and test disagree near alpha: treat as borderline.");
    let agreeing = binary_pair(5, 0, 15).restrap("compare base.txt new.txt --interval invert");
    assert!(!agreeing.out.contains("disagree"), "the dual agrees: {agreeing}");
}

#[test]
fn an_interval_is_not_adjusted_where_the_test_is() {
    let folder = binary_pair(17, 6, 0);
    folder.put("other.txt", folder.read("base.txt"));
    let ran = folder.restrap("compare base.txt new.txt other.txt");
    said(
        &ran,
        "No difference was shown (adjusted p = 0.0694). The interval, which is not adjusted, allows from",
    );
}

#[test]
fn a_p_of_0_by_law_is_a_limit() {
    let folder = Folder::with(&[("a.txt", "1\n2\n3\n"), ("b.txt", "2\n4\n6\n")]);
    let ran = folder.restrap("compare a.txt b.txt --test bootstrap-percentile");
    warned(
        &ran,
        "bootstrap-percentile gave p = 0; no resample can be as extreme, because every item favours one side",
    );
    let folder = Folder::with(&[("a.txt", "1\n2\n3\n"), ("b.txt", "2\n3\n4\n")]);
    warned(&folder.restrap("compare a.txt b.txt --test t"), "t gave p = 0; all differences are equal");
}

#[test]
fn sampling_where_auto_found_no_law() {
    let folder = Folder::with(&[
        ("a.txt", "1e13\n0.12345678901\n0.23456789012\n0.34567890123\n0.45678901234\n"),
        ("b.txt", "0\n0.3\n0.1\n0.2\n0.9\n"),
    ]);
    let ran = folder.restrap("compare a.txt b.txt");
    warned(
        &ran,
        "permutation was sampled, because the exact law of these differences is not known well enough",
    );
}

#[test]
fn printed_fractions_that_hide_ties() {
    let folder = Folder::with(&[
        ("a.txt", "0.333\n0.667\n0.333\n1\n0\n0.667\n0.333\n0.667\n0\n1\n0.333\n0.667\n"),
        ("b.txt", "0.667\n0.667\n0\n1\n0.333\n1\n0.333\n0.333\n0\n0.667\n0.667\n1\n"),
    ]);
    let ran = folder.restrap("compare a.txt b.txt");
    warned(&ran, "scores look like multiples of 1/3 printed with 3 decimals");
    assert!(!folder.restrap("compare a.txt b.txt --grid 1/3").err.contains("multiples"));
}

#[test]
fn one_item() {
    let ran = binary_pair(1, 0, 0).restrap("compare base.txt new.txt");
    warned(&ran, "one item says nothing about others");
}

#[test]
fn the_small_bootstrap_has_its_note() {
    let ran = binary_pair(9, 3, 8).restrap("compare base.txt new.txt --test bootstrap -v --no-host");
    said(&ran, "note: the centred bootstrap rejects too often on few items");
}
