//! Judges of draws: figures with a known law where the draws are right, each as a p-value.
//!
//! A verdict holds dozens of p-values and rejects below [`LIMIT`]: with a thousand figures in all, right draws are
//! rejected for one seed in a thousand, and seeds are fixed. Chi-square probabilities are those of Wilson and Hilferty
//! (1931), right to a small factor at the limit, which decides nothing; their lower end counts too, as draws that are
//! too even are wrong as well.

use restrap_core::Resampler;
pub use restrap_testing::effort;

/// A p-value below it rejects.
pub const LIMIT: f64 = 1e-6;

/// Figures by name.
#[derive(Default)]
pub struct Verdict(Vec<(String, f64)>);

impl Verdict {
    pub fn add(&mut self, name: impl Into<String>, p: f64) {
        assert!(!p.is_nan(), "a figure is a number");
        self.0.push((name.into(), p));
    }

    /// The smallest p-value and what it is of.
    pub fn worst(&self) -> (&str, f64) {
        let worst = self
            .0
            .iter()
            .min_by(|x, y| x.1.total_cmp(&y.1))
            .expect("a figure");
        (&worst.0, worst.1)
    }

    pub fn rejects(&self) -> bool {
        self.worst().1 < LIMIT
    }

    /// Panics where right draws are rejected.
    pub fn hold(&self, what: &str) {
        let (name, p) = self.worst();
        println!(
            "{what}: {} figures, the smallest p is {p:.1e} ({name})",
            self.0.len()
        );
        assert!(!self.rejects(), "{what}: {name}: p = {p:e}");
    }

    /// Panics where wrong draws pass.
    pub fn reject(&self, what: &str) {
        let (name, p) = self.worst();
        println!("{what}: rejected by {name}, p = {p:.1e}");
        assert!(
            self.rejects(),
            "the judge must see {what}; the smallest p is {p:e} ({name})"
        );
    }
}

/// Two-sided p-value of a standardised figure.
pub fn of_z(z: f64) -> f64 {
    libm::erfc(z.abs() / std::f64::consts::SQRT_2)
}

/// p-value of counts in cells that are expected so often, at either end; neighbouring cells are pooled until ten are
/// expected. `scale` divides the statistic, where counts vary less than those of a multinomial.
pub fn of_cells(observed: &[u64], expected: &[f64], scale: f64) -> f64 {
    let mut cells: Vec<(f64, f64)> = Vec::new();
    let mut open = (0.0, 0.0);
    for (&seen, &mean) in observed.iter().zip(expected) {
        open = (open.0 + seen as f64, open.1 + mean);
        if open.1 >= 10.0 {
            cells.push(open);
            open = (0.0, 0.0);
        }
    }
    if let Some(last) = cells.last_mut() {
        *last = (last.0 + open.0, last.1 + open.1);
    }
    if cells.len() < 2 {
        return 1.0;
    }
    let statistic = cells
        .iter()
        .map(|(seen, mean)| (seen - mean).powi(2) / mean)
        .sum::<f64>()
        / scale;
    of_chi_square(statistic, cells.len() as f64 - 1.0)
}

/// p-value of a chi-square at either end.
pub fn of_chi_square(statistic: f64, degrees: f64) -> f64 {
    let spread = 2.0 / (9.0 * degrees);
    of_z((libm::cbrt(statistic / degrees) - (1.0 - spread)) / spread.sqrt())
}

/// p-value of the distance of two samples by Kolmogorov and Smirnov; conservative where values are tied.
pub fn of_samples(mut one: Vec<i64>, mut two: Vec<i64>) -> f64 {
    one.sort_unstable();
    two.sort_unstable();
    let share = |sample: &[i64], up_to: i64| {
        sample.partition_point(|&value| value <= up_to) as f64 / sample.len() as f64
    };
    let far = one
        .iter()
        .chain(&two)
        .map(|&at| (share(&one, at) - share(&two, at)).abs());
    let distance = far.fold(0.0, f64::max);
    let (n, m) = (one.len() as f64, two.len() as f64);
    of_distance(distance, n * m / (n + m))
}

/// p-value of a Kolmogorov distance by its asymptotic law, with Stephens' (1970) correction for n values.
pub fn of_distance(distance: f64, n: f64) -> f64 {
    let x = (n.sqrt() + 0.12 + 0.11 / n.sqrt()) * distance;
    if x < 0.3 {
        return 1.0;
    }
    let terms = (1..=20).map(|k| {
        let k = f64::from(k);
        2.0 * (-2.0 * k * k * x * x).exp() * if k % 2.0 == 1.0 { 1.0 } else { -1.0 }
    });
    terms.sum::<f64>().clamp(0.0, 1.0)
}

/// How cells are counted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Draws with replacement: the count of a cell is Binomial(draws, weight / items).
    Again,
    /// Draws without replacement: cells are items, taken or not.
    Once,
    /// Swaps: Binomial(weight, ½), independent.
    Swaps,
}

/// What counts should look like: cells of several strata.
pub struct Shape {
    pub kind: Kind,
    /// Items of each cell, and draws.
    pub strata: Vec<(Vec<u64>, u64)>,
}

impl Shape {
    /// One item a cell.
    pub fn items(kind: Kind, strata: &[(u64, u64)]) -> Self {
        let strata = strata
            .iter()
            .map(|&(items, draws)| (vec![1; items as usize], draws))
            .collect();
        Self { kind, strata }
    }

    /// Trials and probability of the binomial count of each cell.
    fn laws(&self) -> Vec<(u64, f64)> {
        let of_stratum = |(weights, draws): &(Vec<u64>, u64)| {
            let (items, draws, kind) = (weights.iter().sum::<u64>() as f64, *draws, self.kind);
            let law = move |weight: u64| match kind {
                Kind::Again => (draws, weight as f64 / items),
                Kind::Once => (1, draws as f64 / items),
                Kind::Swaps => (weight, 0.5),
            };
            weights
                .iter()
                .map(|&weight| law(weight))
                .collect::<Vec<_>>()
        };
        self.strata.iter().flat_map(of_stratum).collect()
    }

    /// Covariance of the counts of two cells.
    fn covariance(&self, i: usize, j: usize) -> f64 {
        let mut first = 0;
        for (weights, draws) in &self.strata {
            let cells = first..first + weights.len();
            first = cells.end;
            if cells.contains(&i) && cells.contains(&j) {
                let (items, m) = (weights.iter().sum::<u64>() as f64, *draws as f64);
                let weight = |cell: usize| weights[cell - cells.start] as f64;
                return match self.kind {
                    Kind::Again => -m * weight(i) * weight(j) / (items * items),
                    Kind::Once => -(m / items) * (1.0 - m / items) / (items - 1.0),
                    Kind::Swaps => 0.0,
                };
            }
        }
        0.0
    }

    /// Every outcome of a few cells with its probability, by its number in base `draws + 1`.
    fn outcomes(&self) -> Option<Vec<(u64, f64)>> {
        let [(weights, draws)] = &self.strata[..] else {
            return None;
        };
        let laws = self.laws();
        let most: f64 = laws.iter().map(|law| law.0 as f64 + 1.0).product();
        if self.kind == Kind::Once || most > 10_000.0 {
            return None;
        }
        let items = weights.iter().sum::<u64>() as f64;
        let base = laws.iter().map(|law| law.0 + 1).max()?;
        let mut outcomes = vec![(0, 1.0, 0)];
        for (&weight, &(trials, p)) in weights.iter().zip(&laws) {
            let more = |&(number, so_far, taken): &(u64, f64, u64)| {
                (0..=trials).filter_map(move |k| {
                    let share = weight as f64 / items;
                    let factor = match self.kind {
                        // Products of share^k / k!, times draws! in the end.
                        Kind::Again if taken + k > *draws => return None,
                        Kind::Again => share.powi(k as i32) / libm::tgamma(k as f64 + 1.0),
                        Kind::Once | Kind::Swaps => binomial(k, trials, p),
                    };
                    Some((number * base + k, so_far * factor, taken + k))
                })
            };
            outcomes = outcomes.iter().flat_map(more).collect();
        }
        if self.kind == Kind::Again {
            outcomes.retain(|outcome| outcome.2 == *draws);
            for outcome in &mut outcomes {
                outcome.1 *= libm::tgamma(*draws as f64 + 1.0);
            }
        }
        Some(
            outcomes
                .into_iter()
                .map(|(number, p, _)| (number, p))
                .collect(),
        )
    }
}

/// Probability of k of n.
fn binomial(k: u64, n: u64, p: f64) -> f64 {
    let (k, n) = (k as f64, n as f64);
    let ways = libm::lgamma(n + 1.0) - libm::lgamma(k + 1.0) - libm::lgamma(n - k + 1.0);
    let ln = |share: f64, power: f64| if power > 0.0 { power * share.ln() } else { 0.0 };
    (ways + ln(p, k) + ln(1.0 - p, n - k)).exp()
}

/// What one resample says beside its sums: cells that are taken, taken once, and the sum of squared counts.
fn scalars(counts: &[u64]) -> [i64; 3] {
    let count = |of: &dyn Fn(u64) -> bool| counts.iter().filter(|&&k| of(k)).count() as i64;
    [
        count(&|k| k > 0),
        count(&|k| k == 1),
        counts.iter().map(|k| k * k).sum::<u64>().cast_signed(),
    ]
}

/// Cells looked at one by one: ends, borders of words and of vectors.
fn chosen(cells: usize) -> Vec<usize> {
    let mut chosen = vec![0, 1, 7, 8, 63, 64, cells / 2, cells - 1];
    chosen.retain(|&cell| cell < cells);
    chosen.sort_unstable();
    chosen.dedup();
    chosen
}

/// Judges the counts of `resamples` resamples: totals, laws of single cells, all outcomes of few cells, covariances; the
/// spread of counts against that of the oracle, whose items belong to the cells that `cell_of` says.
pub fn judge_counts(
    verdict: &mut Verdict,
    shape: &Shape,
    candidate: &dyn Resampler,
    (oracle, cell_of): (&dyn Resampler, &[usize]),
    resamples: u64,
) {
    const MOST: usize = 64;
    let laws = shape.laws();
    let cells = laws.len();
    let means: Vec<f64> = laws.iter().map(|&(trials, p)| trials as f64 * p).collect();
    let chosen = chosen(cells);
    let outcomes = shape.outcomes();
    let base = laws.iter().map(|law| law.0 + 1).max().expect("a cell");
    let mut totals = vec![0; cells];
    let mut seen = vec![vec![0; MOST + 1]; chosen.len()];
    let mut numbers = std::collections::HashMap::new();
    let mut spreads = [vec![], vec![], vec![]];
    let lags: Vec<usize> = [1, 2, 8, 64]
        .into_iter()
        .filter(|&lag| lag < cells)
        .collect();
    let mut products = vec![(0.0, 0.0); lags.len()];
    let mut centred = vec![0.0; cells];
    for r in 0..resamples {
        let counts = candidate.counts(11, 3, r);
        assert_eq!(counts.len(), cells);
        for (i, &k) in counts.iter().enumerate() {
            totals[i] += k;
            centred[i] = k as f64 - means[i];
        }
        for (&cell, seen) in chosen.iter().zip(&mut seen) {
            seen[(counts[cell] as usize).min(MOST)] += 1;
        }
        for (spread, value) in spreads.iter_mut().zip(scalars(&counts)) {
            spread.push(value);
        }
        for (&lag, sums) in lags.iter().zip(&mut products) {
            let product: f64 = centred
                .iter()
                .zip(&centred[lag..])
                .map(|(x, y)| x * y)
                .sum();
            *sums = (sums.0 + product, sums.1 + product * product);
        }
        if outcomes.is_some() {
            *numbers
                .entry(counts.iter().fold(0_u64, |number, k| number * base + k))
                .or_insert(0_u64) += 1;
        }
    }
    let all = resamples as f64;
    // Without replacement and for swaps, totals vary less than those of a multinomial; the latter are free of one another.
    let expected: Vec<f64> = means.iter().map(|mean| mean * all).collect();
    match shape.kind {
        Kind::Swaps => {
            let terms = totals.iter().zip(&laws).zip(&expected);
            let statistic: f64 = terms
                .map(|((&seen, &(trials, p)), mean)| {
                    (seen as f64 - mean).powi(2) / (all * trials as f64 * p * (1.0 - p))
                })
                .sum();
            verdict.add("totals", of_chi_square(statistic, cells as f64));
        }
        Kind::Again | Kind::Once => {
            let mut first = 0;
            for (weights, draws) in &shape.strata {
                let of_stratum = first..first + weights.len();
                first = of_stratum.end;
                let n = weights.len() as f64;
                let scale = if shape.kind == Kind::Once {
                    (1.0 - *draws as f64 / n) * n / (n - 1.0)
                } else {
                    1.0
                };
                verdict.add(
                    "totals",
                    of_cells(&totals[of_stratum.clone()], &expected[of_stratum], scale),
                );
            }
        }
    }
    for (&cell, seen) in chosen.iter().zip(&seen) {
        let (trials, p) = laws[cell];
        let mut expected: Vec<f64> = (0..MOST as u64)
            .map(|k| {
                if k <= trials {
                    binomial(k, trials, p) * all
                } else {
                    0.0
                }
            })
            .collect();
        expected.push((all - expected.iter().sum::<f64>()).max(0.0));
        verdict.add(
            format!("counts of cell {cell}"),
            of_cells(seen, &expected, 1.0),
        );
    }
    if let Some(outcomes) = outcomes {
        let seen: Vec<u64> = outcomes
            .iter()
            .map(|o| numbers.get(&o.0).copied().unwrap_or(0))
            .collect();
        // An outcome that cannot be has been seen where the numbers do not add up.
        verdict.add(
            "impossible outcomes",
            if seen.iter().sum::<u64>() == resamples {
                1.0
            } else {
                0.0
            },
        );
        let expected: Vec<f64> = outcomes.iter().map(|o| o.1 * all).collect();
        verdict.add("all outcomes", of_cells(&seen, &expected, 1.0));
    }
    for (&lag, &(sum, squares)) in lags.iter().zip(&products) {
        let expected: f64 = (0..cells - lag).map(|i| shape.covariance(i, i + lag)).sum();
        let (mean, square) = (sum / all, squares / all);
        let error = ((square - mean * mean) / all).sqrt();
        verdict.add(
            format!("covariance {lag} cells apart"),
            // Two swaps of one item each have a product that never varies.
            if error > 0.0 {
                of_z((mean - expected) / error)
            } else {
                1.0
            },
        );
    }
    let mut others = [vec![], vec![], vec![]];
    for r in 0..resamples {
        let mut counts = vec![0; cells];
        for (&cell, k) in cell_of.iter().zip(oracle.counts(12, 4, r)) {
            counts[cell] += k;
        }
        for (other, value) in others.iter_mut().zip(scalars(&counts)) {
            other.push(value);
        }
    }
    for ((spread, other), name) in
        spreads
            .into_iter()
            .zip(others)
            .zip(["taken", "taken once", "squares"])
    {
        verdict.add(
            format!("{name} against the oracle"),
            of_samples(spread, other),
        );
    }
}

/// Judges the sums of `resamples` resamples against those of the oracle: each column and an alternating sum of all, and
/// whether neighbouring resamples have anything to do with one another.
pub fn judge_sums(
    verdict: &mut Verdict,
    candidate: &dyn Resampler,
    oracle: &dyn Resampler,
    resamples: u64,
) {
    let columns = candidate.columns();
    let draw = |resampler: &dyn Resampler, seed| {
        let mut sums = vec![0; resamples as usize * columns];
        resampler.sums(seed, 5, 0, &mut sums);
        sums
    };
    let (mine, theirs) = (draw(candidate, 21), draw(oracle, 22));
    let column = |sums: &[i64], c: usize| {
        sums.iter()
            .skip(c)
            .step_by(columns)
            .copied()
            .collect::<Vec<_>>()
    };
    for c in 0..columns {
        verdict.add(
            format!("sums of column {c} against the oracle"),
            of_samples(column(&mine, c), column(&theirs, c)),
        );
    }
    if columns > 1 {
        let alternating = |sums: &[i64]| {
            let of_row = |row: &[i64]| {
                row.iter()
                    .zip([1, -1].iter().cycle())
                    .map(|(s, sign)| s * sign)
                    .sum()
            };
            sums.chunks(columns).map(of_row).collect::<Vec<i64>>()
        };
        verdict.add(
            "columns together",
            of_samples(alternating(&mine), alternating(&theirs)),
        );
    }
    judge_lags(verdict, &column(&mine, 0));
}

/// Correlation of sums of resamples that are 1, 2, 4, ... apart.
pub fn judge_lags(verdict: &mut Verdict, sums: &[i64]) {
    let all = sums.len() as f64;
    let mean = sums.iter().map(|&sum| sum as f64).sum::<f64>() / all;
    let centred: Vec<f64> = sums.iter().map(|&sum| sum as f64 - mean).collect();
    let variance = centred.iter().map(|x| x * x).sum::<f64>() / all;
    let mut lag = 1;
    while lag <= sums.len() / 2 {
        let pairs = (sums.len() - lag) as f64;
        let product: f64 = centred
            .iter()
            .zip(&centred[lag..])
            .map(|(x, y)| x * y)
            .sum();
        let correlation = product / pairs / variance;
        verdict.add(
            format!("correlation {lag} resamples apart"),
            of_z(correlation * pairs.sqrt()),
        );
        lag *= 2;
    }
}
