//! The p-values and quantiles of a mean, from its law, under the keys of the golden files.
//!
//! The tests of `restrap` read their families with this file too.

use restrap_stats::{Law, Tail};
use serde_json::{Value, json as value};

/// Differences of 0/1 scores with their numbers of items.
pub fn helped_and_hurt(items: u64, helped: u64, hurt: u64) -> Vec<(i64, u64)> {
    vec![(1, helped), (0, items - helped - hurt), (-1, hurt)]
}

fn p(tail: Tail) -> f64 {
    tail.probability.value()
}

/// Sum of the differences and number of items.
fn observed(values: &[(i64, u64)]) -> (i128, u64) {
    let sum = values
        .iter()
        .map(|&(d, count)| i128::from(d) * i128::from(count))
        .sum();
    (sum, values.iter().map(|v| v.1).sum())
}

/// Everything that a golden file may ask of the bootstrap of a mean of `values / per_one`.
pub fn bootstrap(values: &[(i64, u64)], per_one: f64) -> Value {
    let (sum, items) = observed(values);
    let law = Law::bootstrap(values);
    let divisor = per_one * items as f64;
    let (low, high) = (p(law.at_most(0)), p(law.at_least(0)));
    // |m* - m| >= |m|, where m = 0 is always.
    let centred = |by: i128| {
        let reach = sum.abs() + by;
        let both = p(law.at_least(sum + reach)) + p(law.at_most(sum - reach));
        if reach == 0 { 1.0 } else { both }
    };
    let quantile = |q: f64| law.quantile(q) as f64 / divisor;
    value!({
        "observed_mean": sum as f64 / divisor,
        "boot_sd": law.variance().sqrt() / divisor,
        "p_le_zero": low,
        "p_lt_zero": p(law.at_most(-1)),
        "p_ge_zero": high,
        "p_zero_midp": f64::midpoint(low, p(law.at_most(-1))),
        "p_shift_ge": p(law.at_least(2 * sum)),
        "p_shift_gt": p(law.at_least(2 * sum + 1)),
        "p_shift_less": p(law.at_most(2 * sum)),
        "p_centred_two_sided": centred(0),
        "p_centred_two_sided_strict": centred(1),
        "p_percentile_two_sided": (2.0 * low.min(high)).min(1.0),
        "q025": quantile(0.025),
        "q05": quantile(0.05),
        "q50": quantile(0.5),
        "q95": quantile(0.95),
        "q975": quantile(0.975),
    })
}

/// Everything that a golden file may ask of the permutation of a mean of `values / per_one`.
pub fn permutation(values: &[(i64, u64)], per_one: f64) -> Value {
    let (sum, items) = observed(values);
    let law = Law::permutation(values);
    let both = |reach: i128| {
        if reach == 0 {
            1.0
        } else {
            2.0 * p(law.at_least(reach))
        }
    };
    value!({
        "observed_sum": sum as f64 / per_one,
        "observed_mean": sum as f64 / per_one / items as f64,
        "p_greater": p(law.at_least(sum)),
        "p_less": p(law.at_most(sum)),
        "p_two_sided": both(sum.abs()),
        "p_greater_strict": p(law.at_least(sum + 1)),
        "p_two_sided_strict": both(sum.abs() + 1),
    })
}
