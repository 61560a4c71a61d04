//! Laws of many values on a wide lattice, where power sums stand for them: against 30-digit reference values and against
//! themselves in another form.
//!
//! `fixtures/wide.json` comes from `crates/stats/tests/it/fixtures/wide_law_reference.py`: the tilted Fourier sum of every value, one by one, in
//! 40 digits.

use restrap_stats::{Law, Tail};
use restrap_testing::Numbers;
use serde_json::Value;

/// The values of the script: a 64-bit LCG, 28 high bits, shifted.
fn values(seed: u64, count: usize, shift: i64) -> Vec<i64> {
    let mut numbers = Numbers(seed);
    (0..count)
        .map(|_| (numbers.bits() >> 36) as i64 - (1 << 27) + shift)
        .collect()
}

/// Values of very different sizes: every third one is a thousandth.
fn uneven(seed: u64, count: usize, shift: i64) -> Vec<i64> {
    let scaled = values(seed, count, shift).into_iter().enumerate();
    scaled
        .map(|(i, v)| if i % 3 == 0 { v / 1000 } else { v })
        .collect()
}

fn law(kind: &str, values: &[i64]) -> Law {
    let counted = values.iter().map(|&v| (v, 1));
    if kind == "permutation" {
        Law::permutation(counted)
    } else {
        Law::bootstrap(counted)
    }
}

/// Distance in units of 1e-11 of the value: what rounding of 2,000 terms may leave. What a law states is more, since it
/// cannot prove that such values are never in phase again.
fn misses(tail: Tail, expected_ln: f64) -> f64 {
    (tail.probability.ln() - expected_ln).abs() / 1e-11
}

#[test]
fn tails_of_two_thousand_continuous_values_meet_mpmath() {
    let fixture: Value = serde_json::from_str(include_str!("fixtures/wide.json")).expect("JSON");
    let rows = fixture["rows"].as_array().expect("rows");
    let mut worst = 0.0_f64;
    for row in rows {
        let number = |name: &str| row[name].as_i64().expect("an integer");
        let kind = row["law"].as_str().expect("a name");
        let column = uneven(
            number("seed") as u64,
            number("count") as usize,
            number("shift"),
        );
        assert_eq!(
            column.iter().sum::<i64>(),
            number("sum"),
            "the script makes the same values"
        );
        let law = law(kind, &column);
        let expected: f64 = row["ln"]
            .as_str()
            .expect("digits")
            .parse()
            .expect("a number");
        let tail = law.at_least(i128::from(number("t")));
        let miss = misses(tail, expected);
        worst = worst.max(miss);
        assert!(
            miss <= 1.0,
            "{kind} at {}: {} against {expected}",
            number("t"),
            tail.probability.ln()
        );
        assert!(
            tail.relative_error < 1e-4,
            "{kind} at {}: {}",
            number("t"),
            tail.relative_error
        );
        // Negative control.
        let other =
            law.at_least(i128::from(number("t")) + (libm::sqrt(law.variance()) / 1e9) as i128);
        assert!(
            misses(other, expected) > 1.0,
            "{kind}: a shift of 1e-9 standard errors must show"
        );
    }
    println!("{} tails, worst {worst:.3} of 1e-11", rows.len());
}

#[test]
fn repeats_that_are_not_brought_together_change_nothing() {
    let once = values(3, 40_000, 300_000);
    let twice: Vec<(i64, u64)> = once.iter().chain(&once).map(|&v| (v, 1)).collect();
    let merged: Vec<(i64, u64)> = once.iter().map(|&v| (v, 2)).collect();
    let total: i64 = 2 * once.iter().sum::<i64>();
    for (apart, together) in [
        (Law::permutation(&twice), Law::permutation(&merged)),
        (Law::bootstrap(&twice), Law::bootstrap(&merged)),
    ] {
        for t in [total / 2, total, 2 * total] {
            let (a, b) = (
                apart.at_least(i128::from(t)),
                together.at_least(i128::from(t)),
            );
            let gap = (a.probability.ln() - b.probability.ln()).abs();
            assert!(
                gap <= a.relative_error + b.relative_error,
                "{t}: {a:?} {b:?}"
            );
        }
        let step = libm::sqrt(apart.variance()) * 1e-9;
        assert!((apart.quantile(0.975) - together.quantile(0.975)).abs() as f64 <= step);
    }
}
