//! Warnings: what a careful reader must know beyond the verdict.

use restrap_core::{Grid, printed_rational};

use crate::outcome::{ComparisonOutcome, Method};
use crate::pair::Pair;
use crate::request::{GridChoice, Request};
use crate::words::{grouped, probability};

/// Warnings of one pair.
pub(crate) fn of_pair(pair: &Pair, comparison: &ComparisonOutcome, request: &Request) -> Vec<String> {
    let mut warnings = Vec::new();
    let name = &comparison.system;
    let items = pair.items();
    if comparison.effect.better + comparison.effect.worse == 0 {
        warnings.push(format!(
            "{name}: all {} pairs are tied, so every p-value is 1; are these two copies of one file?",
            grouped(items)
        ));
        return warnings;
    }
    let primary = &comparison.tests[0];
    if let Some(floor) = primary.p_floor.filter(|&floor| floor > request.alpha) {
        warnings.push(format!(
            "{name}: the {} test cannot reach {} here: smallest possible p {} with {} differing items",
            primary.name,
            request.alpha,
            probability(floor),
            grouped(pair.changed())
        ));
    }
    for test in &comparison.tests {
        if let Some([low, high]) = test.pvalue_interval
            && low <= request.alpha
            && request.alpha < high
        {
            warnings.push(format!(
                "{name}: {} p = {} (bounds {} to {}) straddles alpha; raise --resamples or use --exact always",
                test.name,
                probability(test.pvalue),
                probability(low),
                probability(high)
            ));
        }
        if test.method == Method::Sampled && request.exact == crate::request::Exact::Auto {
            warnings.push(format!(
                "{name}: the exact law of so few continuous differences is not known well enough; {} was sampled",
                test.name
            ));
        }
    }
    if request.grid == GridChoice::Auto && matches!(pair.encoded.grid, Grid::Decimals(_)) {
        let columns = [pair.baseline.values.as_slice(), pair.system.values.as_slice()];
        if let Some(found) = printed_rational(&columns) {
            warnings.push(format!(
                "{name}: scores look like multiples of 1/{} printed with {} decimals, which breaks true ties; \
                 --grid 1/{} restores them",
                found.denominator, found.digits, found.denominator
            ));
        }
    }
    if items == 1 {
        warnings
            .push(format!("{name}: one item says nothing about others; every resampling test is degenerate"));
    }
    warnings
}
