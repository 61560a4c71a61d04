//! Every form of the law against enumeration, and the forms against each other.

use super::*;

/// A small generator of test cases: 64-bit LCG, high bits.
struct Cases(u64);

impl Cases {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    /// `n` values with many ties and zeros, of a size that varies by case.
    fn values(&mut self, n: u64) -> Vec<i64> {
        let size = [1, 2, 5, 40, 3000, 1 << 29][self.below(6) as usize];
        self.values_of_size(n, size)
    }

    fn values_of_size(&mut self, n: u64, size: u64) -> Vec<i64> {
        (0..n)
            .map(|_| match self.below(4) {
                0 => 0,
                1 => size as i64,
                _ => self.below(2 * size + 1) as i64 - size as i64,
            })
            .collect()
    }
}

fn counted(values: &[i64]) -> Vec<(i64, u64)> {
    values.iter().map(|&v| (v, 1)).collect()
}

/// All 2^n sign-flip sums with their common weight.
fn flip_sums(values: &[i64]) -> Vec<(i128, f64)> {
    let n = values.len();
    (0..1_u32 << n)
        .map(|mask| {
            let sum = (0..n).map(|i| i128::from(values[i]) * if mask >> i & 1 == 1 { 1 } else { -1 }).sum();
            (sum, 0.5_f64.powi(n as i32))
        })
        .collect()
}

/// All sums of n draws, by n-fold convolution of the empirical distribution.
fn draw_sums(values: &[i64]) -> Vec<(i128, f64)> {
    let mut sums = std::collections::BTreeMap::from([(0_i128, 1.0_f64)]);
    for _ in values {
        let mut next = std::collections::BTreeMap::new();
        for (sum, p) in &sums {
            for &v in values {
                *next.entry(sum + i128::from(v)).or_insert(0.0) += p / values.len() as f64;
            }
        }
        sums = next;
    }
    sums.into_iter().collect()
}

fn check(law: &Law, outcomes: &[(i128, f64)], tolerance: f64, what: &str) {
    let mut points: Vec<i128> = outcomes.iter().map(|o| o.0).collect();
    points.sort_unstable();
    points.dedup();
    let step = (points.len() / 9).max(1);
    for &t in points.iter().step_by(step).chain(points.last()) {
        for t in [t - 1, t, t + 1] {
            let upper: f64 = outcomes.iter().filter(|o| o.0 >= t).map(|o| o.1).sum();
            let lower: f64 = outcomes.iter().filter(|o| o.0 <= t).map(|o| o.1).sum();
            for (got, want, side) in [(law.at_least(t), upper, ">="), (law.at_most(t), lower, "<=")] {
                let got_value = got.probability.value();
                let allowed = tolerance * want + got.relative_error * got_value + 1e-300;
                assert!(
                    (got_value - want).abs() <= allowed,
                    "{what}: P(T {side} {t}) is {got_value:e}, expected {want:e}, stated error {:e}",
                    got.relative_error
                );
            }
        }
    }
    let mut cumulative = 0.0;
    let mut cdf: Vec<(i128, f64)> = Vec::new();
    for &t in &points {
        cumulative += outcomes.iter().filter(|o| o.0 == t).map(|o| o.1).sum::<f64>();
        cdf.push((t, cumulative));
    }
    for q in [0.025, 0.05, 0.31, 0.5, 0.777, 0.95, 0.975] {
        let want = cdf.iter().find(|c| c.1 * (1.0 + 1e-12) >= q).expect("the last is 1").0;
        // Where the cumulative probability lies within the error of q, either neighbour is right.
        let near = cdf.iter().any(|c| (c.1 - q).abs() < 1e-9);
        assert!(near || law.quantile(q) == want, "{what}: quantile {q} is {}, expected {want}", law.quantile(q));
    }
}

/// The same law, computed by inversion whatever its size.
fn by_inversion(law: Law, values: &[(i64, u64)], bootstrap: bool) -> Law {
    let form = if matches!(law.form, Form::Point) {
        Form::Point
    } else if bootstrap {
        let least = values.iter().map(|v| v.0).min().unwrap_or(0);
        Form::Draws(Draws::new(merge(values.iter().map(|&(d, c)| (d.abs_diff(least) / law.step as u64, c)))))
    } else {
        let step = (law.step / 2) as u64;
        Form::Flips(Flips::new(merge(
            values.iter().filter(|v| v.0 != 0).map(|&(d, c)| (d.unsigned_abs() / step, c)),
        )))
    };
    Law { form, central: OnceLock::new(), ..law }
}

#[test]
fn permutation_law_equals_enumeration_on_a_thousand_cases() {
    let mut cases = Cases(7);
    for case in 0..1000 {
        let n = 1 + cases.below(if case % 10 == 0 { 12 } else { 9 });
        let values = cases.values(n);
        let outcomes = flip_sums(&values);
        check(&Law::permutation(&counted(&values)), &outcomes, 1e-12, &format!("case {case} {values:?}"));
    }
}

#[test]
fn bootstrap_law_equals_enumeration_on_a_thousand_cases() {
    let mut cases = Cases(11);
    for case in 0..1000 {
        let n = 1 + cases.below(if case % 10 == 0 { 8 } else { 6 });
        let values = cases.values(n);
        check(&Law::bootstrap(&counted(&values)), &draw_sums(&values), 1e-12, &format!("case {case} {values:?}"));
    }
}

#[test]
fn inversion_alone_equals_enumeration_on_a_thousand_cases() {
    let mut cases = Cases(13);
    for case in 0..1000 {
        let n = 1 + cases.below(8);
        // Wider lattices of so few items belong to `Halves`: an inversion would have to sum the whole circle.
        let size = [1, 2, 5, 40, 300][cases.below(5) as usize];
        let values = cases.values_of_size(n, size);
        let atoms = counted(&values);
        let flips = by_inversion(Law::permutation(&atoms), &atoms, false);
        assert!(flips.at_least(1).complete, "case {case}: the sweep must end");
        check(&flips, &flip_sums(&values), 1e-11, &format!("flips {case} {values:?}"));
        let draws = by_inversion(Law::bootstrap(&atoms), &atoms, true);
        if n <= 6 {
            check(&draws, &draw_sums(&values), 1e-11, &format!("draws {case} {values:?}"));
        }
    }
}

#[test]
fn inversion_and_convolution_agree_where_both_serve() {
    let mut cases = Cases(17);
    for size in [3, 40, 2520] {
        let values: Vec<i64> = (0..120).map(|_| cases.below(2 * size + 1) as i64 - size as i64 / 2).collect();
        let atoms = counted(&values);
        let law = Law::permutation(&atoms);
        assert!(matches!(law.form, Form::Lattice(_)));
        let inverted = by_inversion(Law::permutation(&atoms), &atoms, false);
        let total: i64 = values.iter().map(|v| v.abs()).sum();
        for t in [1, total / 10, total / 3, total / 2, total * 3 / 4, total - 2, total] {
            let (a, b) = (law.at_least(i128::from(t)), inverted.at_least(i128::from(t)));
            let gap = (a.probability.ln() - b.probability.ln()).abs();
            assert!(gap <= 1e-11 + b.relative_error, "size {size}, t {t}: {:e} and {:e}", a.probability.value(), b.probability.value());
            assert!(b.complete || size == 2520, "size {size}, t {t}: the sweep must end");
        }
    }
}
