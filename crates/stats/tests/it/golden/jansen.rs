//! Jansen's curves: n items, an effect, and a share of items hurt.

use super::law;
use super::reader::{Answer, Case, check, family};
use restrap_stats::{Alternative, Counts, SignTest, SignTies};
use serde_json::{Value, json as value};

/// Helped and hurt items at `i` percent hurt, in double arithmetic and in the order of his code.
fn counts(n: f64, effect: f64, i: f64) -> (u64, u64) {
    let helped = i / 100.0 * n + effect / 100.0 * n;
    (helped.trunc() as u64, (i / 100.0 * n).trunc() as u64)
}

fn row(case: &Case, i: u64) -> Value {
    let n = case.count("n");
    let (helped, hurt) = counts(n as f64, case.number("effect_percent"), i as f64);
    let mut row = law::bootstrap(&law::helped_and_hurt(n, helped, hurt), 1.0);
    let sign = SignTest::new(
        Counts {
            better: helped,
            worse: hurt,
            tied: n - helped - hurt,
        },
        SignTies::Drop,
    );
    row["i"] = i.into();
    row["helped"] = helped.into();
    row["hurt"] = hurt.into();
    row["signflip_p_greater"] = sign.exact(Alternative::Greater).value().into();
    row["signflip_p_two_sided"] = sign.exact(Alternative::TwoSided).value().into();
    let flips = law::permutation(&law::helped_and_hurt(n, helped, hurt), 1.0);
    for (ours, key) in [
        ("signflip_p_greater", "p_greater"),
        ("signflip_p_two_sided", "p_two_sided"),
    ] {
        let (sign, flips) = (
            row[ours].as_f64().expect("a number"),
            flips[key].as_f64().expect("a number"),
        );
        // The binomial tail is good to 1e-12, its convolution or inversion states 1e-11 or less.
        assert!(
            (flips / sign - 1.0).abs() < 1e-11,
            "{}, {i} % hurt: {flips} and {sign}",
            case.name
        );
    }
    row
}

#[test]
fn all_four_hundred_points_of_jansens_curves_equal_exact_rationals() {
    check("jansen_curves", |case| {
        if case.method != "jansen_curve" {
            return None;
        }
        let rows = case.expected["rows"].as_array().map_or(0, Vec::len);
        assert_eq!(rows, 20, "{}", case.name);
        Some(Answer::Values(
            value!({"rows": (0..20).map(|i| row(case, i)).collect::<Vec<_>>()}),
        ))
    });
}

#[test]
fn another_order_of_the_sum_changes_the_counts_of_24_points() {
    // Negative control: the counts of the file are those of one order of double arithmetic.
    let cases = family("jansen_curves");
    let mut changed = 0;
    for case in &cases {
        let (n, effect) = (case.number("n"), case.number("effect_percent"));
        for i in 0..20 {
            let i = f64::from(i);
            changed += u32::from(
                ((i / 100.0 + effect / 100.0) * n).trunc() as u64 != counts(n, effect, i).0,
            );
        }
    }
    assert_eq!(changed, 24);
}
