//! The lower end of a metric of labels that are all right.
//!
//! No resample of such labels holds an error. The interval holds the laws under which what was seen, no error, still has a probability
//! of a tail of the confidence; the gold labels are fixed (Clopper & Pearson 1934, of one class).

/// Passes over pairs of classes, each with half the step of the one before.
const STEPS: i32 = 40;

/// Returns the smallest value of a metric over recalls r of the classes with Π r_c^n_c = `tail`.
///
/// `counts`: the items of each class, all above 0; `tail`: (1 − confidence) / 2; `value`: the metric by recalls, errors going where they
/// cost most. The search starts at recalls in proportion to the classes (the exact minimum of balanced accuracy), at equal recalls of the
/// rarest classes (of all: accuracy) and at each class alone, and moves probability between two classes at a time. `None` without classes.
pub fn all_right_low(counts: &[f64], tail: f64, value: impl Fn(&[f64]) -> f64) -> Option<f64> {
    let log = libm::log(tail);
    // Shares s of the logarithm: r_c = tail^(s_c / n_c).
    let recalls = |shares: &[f64]| -> Vec<f64> {
        let of = |(share, count): (&f64, &f64)| libm::exp(log * share / count);
        shares.iter().zip(counts).map(of).collect()
    };
    let of = |shares: &[f64]| value(&recalls(shares));
    let mut starts = vec![in_proportion(counts, log)];
    let mut order: Vec<usize> = (0..counts.len()).collect();
    order.sort_by(|&a, &b| counts[a].total_cmp(&counts[b]));
    for rarest in 1..=counts.len() {
        let all: f64 = order[..rarest].iter().map(|&class| counts[class]).sum();
        let mut shares = vec![0.0; counts.len()];
        for &class in &order[..rarest] {
            shares[class] = counts[class] / all;
        }
        starts.push(shares);
    }
    for class in 0..counts.len() {
        let mut shares = vec![0.0; counts.len()];
        shares[class] = 1.0;
        starts.push(shares);
    }
    let values = starts.into_iter().map(|shares| (of(&shares), shares));
    let (mut lowest, mut at) = values
        .filter(|(value, _)| value.is_finite())
        .min_by(|a, b| a.0.total_cmp(&b.0))?;
    // Pairs of many classes would take minutes, and the laws above are close.
    if counts.len() <= 12 {
        for step in 1..=STEPS {
            let step = libm::exp2(-0.5 * f64::from(step));
            for (from, to) in pairs(counts.len()) {
                let moved = step.min(at[from]);
                if moved <= 0.0 {
                    continue;
                }
                let mut shares = at.clone();
                shares[from] -= moved;
                shares[to] += moved;
                let value = of(&shares);
                if value < lowest {
                    (lowest, at) = (value, shares);
                }
            }
        }
    }
    Some(lowest)
}

/// Every two different classes.
fn pairs(classes: usize) -> impl Iterator<Item = (usize, usize)> {
    let all = (0..classes).flat_map(move |from| (0..classes).map(move |to| (from, to)));
    all.filter(|(from, to)| from != to)
}

/// Shares of recalls min(1, μ·n_c).
fn in_proportion(counts: &[f64], log: f64) -> Vec<f64> {
    let logs = |mu: f64| -> Vec<f64> {
        let of = |count: &f64| count * (mu + libm::log(*count)).min(0.0);
        counts.iter().map(of).collect()
    };
    let largest = counts.iter().copied().fold(0.0, f64::max);
    // At the upper end all recalls are 1; below the lower one the largest class alone is beyond the tail.
    let smallest = counts.iter().copied().fold(f64::INFINITY, f64::min);
    let (mut low, mut high) = (
        log / largest - libm::log(largest) + log,
        -libm::log(smallest),
    );
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if logs(middle).iter().sum::<f64>() < log {
            low = middle;
        } else {
            high = middle;
        }
    }
    let found = logs(high);
    let all: f64 = found.iter().sum();
    if all < 0.0 {
        found.iter().map(|one| one / all).collect()
    } else {
        counts.iter().map(|_| 1.0 / counts.len() as f64).collect()
    }
}
