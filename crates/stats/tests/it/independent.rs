//! Barnard's and Boschloo's tests of two independent shares: against SciPy, and their levels by enumeration.

use restrap_stats::special::Chance;
use restrap_stats::{Alternative, IndependentShares, binomial};
use serde_json::Value;

#[test]
fn five_hundred_tables_equal_scipy_but_where_scipy_loses_tables_to_rounding() {
    let text = include_str!("fixtures/two_shares.json");
    let cases: Vec<Value> = serde_json::from_str(text).expect("the cases are JSON");
    let (mut values, mut lost, mut short) = (0, Vec::new(), 0);
    for case in &cases {
        let table: Vec<u64> = case["table"]
            .as_array()
            .expect("a table")
            .iter()
            .map(|x| x.as_u64().expect("a count"))
            .collect();
        let test =
            IndependentShares::new((table[0], table[1]), (table[2], table[3])).expect("counts");
        let mut held = |got: f64, want: f64| {
            // SciPy searches by sampling and may stop short of the largest probability, never above it.
            assert!(got > want - 1e-9 * want, "got {got}, want {want}: {case}");
            assert!(got < want * (1.0 + 2e-3), "got {got}, want {want}: {case}");
            values += 1;
            short += usize::from(got > want * (1.0 + 1e-6));
        };
        for side in Alternative::ALL {
            let name = match side {
                Alternative::TwoSided => "two-sided",
                Alternative::Greater => "greater",
                Alternative::Less => "less",
            };
            held(
                test.boschloo(side).value(),
                case[format!("boschloo {name}")].as_f64().expect("a number"),
            );
        }
        let (got, scipy) = (
            test.barnard(Alternative::TwoSided).value(),
            case["barnard two-sided"].as_f64().expect("a number"),
        );
        match case["true_two_sided"].as_f64() {
            Some(exact) => {
                held(got, exact);
                lost.push(format!(
                    "{}/{} {}/{}: {got:.5}, SciPy {scipy:.5}",
                    table[0], table[1], table[2], table[3]
                ));
            }
            None => held(got, scipy),
        }
    }
    println!(
        "scipy two shares: {} tables, {values} values, {short} that SciPy's search falls short of by 1e-6",
        cases.len()
    );
    println!("lost by SciPy to rounding:\n{}", lost.join("\n"));
    assert_eq!(values, 2000);
}

/// The largest rejection rate of a table of decisions over common shares.
fn size(decisions: &[Vec<bool>]) -> f64 {
    let (n1, n2) = (decisions.len() as u64 - 1, decisions[0].len() as u64 - 1);
    (0..=200)
        .map(|step| {
            let share = Chance::new(f64::from(step) / 200.0);
            let rate = |row: &Vec<bool>| -> f64 {
                row.iter()
                    .zip(0..)
                    .filter(|(rejected, _)| **rejected)
                    .map(|(_, k)| binomial::point(k, n2, share).value())
                    .sum()
            };
            decisions
                .iter()
                .zip(0..)
                .map(|(row, k)| binomial::point(k, n1, share).value() * rate(row))
                .sum()
        })
        .fold(0.0, f64::max)
}

#[test]
fn no_share_makes_them_reject_more_often_than_alpha_and_pooled_z_does() {
    let sides = [
        (20, 20),
        (20, 13),
        (5, 20),
        (12, 12),
        (3, 4),
        (17, 19),
        (1, 20),
    ];
    let mut largest: f64 = 0.0;
    for (n1, n2) in sides {
        let of = |p: &dyn Fn(IndependentShares) -> f64| -> Vec<Vec<f64>> {
            let row = |x1| {
                (0..=n2)
                    .map(|x2| p(IndependentShares::new((x1, n1), (x2, n2)).expect("counts")))
                    .collect()
            };
            (0..=n1).map(row).collect()
        };
        for side in [Alternative::TwoSided, Alternative::Greater] {
            for p in [
                of(&|test| test.barnard(side).value()),
                of(&|test| test.boschloo(side).value()),
            ] {
                for alpha in [0.05, 0.01, 0.1] {
                    let rejected: Vec<Vec<bool>> = p
                        .iter()
                        .map(|row| row.iter().map(|&p| p <= alpha).collect())
                        .collect();
                    let rate = size(&rejected);
                    // Rates and p round sums of 400 terms.
                    assert!(
                        rate <= alpha * (1.0 + 1e-9),
                        "{n1}, {n2}, {side}, {alpha}: {rate}"
                    );
                    largest = largest.max(rate / alpha);
                }
            }
        }
    }
    println!("two shares: largest size is {largest:.4} of alpha");
    // The negative control: the normal law of pooled z, which Barnard's test replaces.
    let z = |x1: f64, x2: f64| {
        (x1 - x2) / 12.0 / ((x1 + x2) / 24.0 * (1.0 - (x1 + x2) / 24.0) / 6.0).sqrt()
    };
    let row = |x1| {
        (0..=12)
            .map(|x2| z(f64::from(x1), f64::from(x2)).abs() >= 1.96)
            .collect()
    };
    let rejected: Vec<Vec<bool>> = (0..=12).map(row).collect();
    assert!(size(&rejected) > 0.06, "{}", size(&rejected));
}

#[test]
fn what_no_test_takes_is_refused_and_equal_shares_are_no_evidence() {
    assert!(IndependentShares::new((0, 0), (1, 2)).is_err());
    assert!(IndependentShares::new((3, 2), (1, 2)).is_err());
    assert!(IndependentShares::new((3, 20_000), (1, 2)).is_err());
    let equal = IndependentShares::new((5, 10), (10, 20)).expect("counts");
    assert_eq!(equal.barnard(Alternative::TwoSided).value(), 1.0);
    assert_eq!(equal.boschloo(Alternative::TwoSided).value(), 1.0);
}
