//! The level of the test of a mean against a number, on scores with a tail and on bounded ones.

use restrap_stats::interval::{Scale, skewed_mean_p};
use restrap_stats::{Moments, Probability, StudentT};
use restrap_testing::Numbers;

/// Sets of each cell: a level of .05 is known to ±.002.
const SETS: usize = 50_000;

fn normal(numbers: &mut Numbers) -> f64 {
    let (radius, angle) = (1.0 - numbers.share(), numbers.share());
    (-2.0 * radius.ln()).sqrt() * (2.0 * std::f64::consts::PI * angle).cos()
}

/// Share of sets whose two-sided p is at most .05.
fn level(
    items: usize,
    score: impl Fn(&mut Numbers) -> f64,
    sides: impl Fn(&[f64]) -> Option<[Probability; 2]>,
) -> f64 {
    let mut numbers = Numbers(26 + items as u64);
    let rejected = (0..SETS).filter(|_| {
        let scores: Vec<f64> = (0..items).map(|_| score(&mut numbers)).collect();
        sides(&scores).is_some_and(|both| {
            let [greater, less] = both.map(Probability::value);
            2.0 * greater.min(less) <= 0.05
        })
    });
    rejected.count() as f64 / SETS as f64
}

#[test]
fn scores_with_a_long_tail_are_rejected_less_often_than_by_t() {
    let lognormal = |numbers: &mut Numbers| normal(numbers).exp();
    let mean = 0.5_f64.exp();
    // Simulated beforehand, by other code: the hull of t and Hall, and t.
    for (items, expected, by_t) in [
        (5, 0.116, 0.183),
        (10, 0.092, 0.158),
        (30, 0.061, 0.115),
        (100, 0.044, 0.079),
    ] {
        let found = level(items, lognormal, |scores| {
            skewed_mean_p(scores, mean).expect("scores")
        });
        assert!((found - expected).abs() < 0.01, "{items}: {found}");
        let t = level(items, lognormal, |scores| {
            let moments = Moments::of_each(scores.len(), |i| scores[i] - mean).expect("scores");
            let test = StudentT::of_moments(moments).ok()?.estimate();
            Some(
                [
                    restrap_stats::Alternative::Greater,
                    restrap_stats::Alternative::Less,
                ]
                .map(|side| test.p(side)),
            )
        });
        assert!((t - by_t).abs() < 0.01, "{items}: t {t}");
    }
}

#[test]
fn scores_in_a_known_range_hold_the_level() {
    let unit = Scale::new(0.0, 1.0).expect("a range");
    let likert = |numbers: &mut Numbers| {
        [0.0, 0.25, 0.5, 0.75, 1.0, 1.0, 1.0, 1.0][numbers.below(8) as usize]
    };
    let reciprocal =
        |numbers: &mut Numbers| [1.0, 1.0, 1.0, 0.5, 1.0 / 3.0, 0.0][numbers.below(6) as usize];
    let beta = |numbers: &mut Numbers| numbers.share().powi(3);
    let means = [0.6875, (3.0 + 0.5 + 1.0 / 3.0) / 6.0, 0.25];
    for items in [5, 10, 30, 100] {
        let p = |mean: f64| move |scores: &[f64]| unit.p_of_mean(scores, mean).expect("scores");
        for (shape, found) in [
            ("likert", level(items, likert, p(means[0]))),
            ("reciprocal", level(items, reciprocal, p(means[1]))),
            ("cubes", level(items, beta, p(means[2]))),
        ] {
            // Of five values with a long tail inside the range nothing tells of it.
            let most = if shape == "cubes" && items < 30 {
                0.085
            } else {
                0.057
            };
            assert!(found <= most, "{shape} {items}: {found}");
        }
    }
}
