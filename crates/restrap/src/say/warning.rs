//! Warnings: what a careful reader must know beyond the verdict.

use restrap_core::{Grid, printed_rational};
use restrap_words::{Code, Note, asked, asked_as};

use crate::data::contest::Contest;
use crate::data::pair::Pair;
use crate::number::format::{count, grouped};
use crate::outcome::{ComparisonOutcome, Method};
use crate::request::rule::Centre;
use crate::request::{Exact, GridChoice, IntervalMethod, Over, Request};
use crate::say::{guard, straddling};

/// What ties of a whole file may mean.
const COPIES: &str = "; are these two copies of one file?";

/// Words for a file in which every score is 0.
const NOTHING: &str = "; every score of both is 0: is it the right file and column?";

/// All sub-populations of `all` in which the primary test cannot reach alpha, in one warning.
pub(crate) fn of_few(
    column: &str,
    few: &[&str],
    all: usize,
    first: &ComparisonOutcome,
    request: &Request,
) -> Option<Note> {
    /// Sub-populations that it names.
    const NAMED: usize = 8;
    let named = few
        .iter()
        .take(NAMED)
        .copied()
        .collect::<Vec<_>>()
        .join(", ");
    let more = if few.len() > NAMED { ", ..." } else { "" };
    let units = if first.clusters.is_some() {
        "clusters"
    } else {
        "items"
    };
    (!few.is_empty()).then(|| {
        Code::UnreachableAlpha.says(format!(
            "{column}: the {} test cannot be significant at {} in {} of {}, where too few {units} differ: {named}{more}",
            first.tests[0].name,
            request.question.alpha,
            grouped(few.len() as u64),
            count(all as u64, "sub-population")
        ))
    })
}

/// Warnings of one pair.
pub(crate) fn of_pair(pair: &Pair, comparison: &ComparisonOutcome, request: &Request) -> Vec<Note> {
    let mut warnings = Vec::new();
    let name = &comparison.system;
    let items = pair.items();
    if comparison.effect.better + comparison.effect.worse == 0 {
        let tied = match items {
            1 => "the only pair is tied".to_owned(),
            pairs => format!("all {} pairs are tied", grouped(pairs)),
        };
        let so = if comparison.tests.iter().all(|test| test.pvalue == Some(1.0)) {
            ", so every p-value is 1"
        } else {
            ""
        };
        let mut scores = pair.baseline.rows().iter().chain(pair.system.rows());
        let nothing = scores.all(|&score| score == 0.0);
        let asked = if nothing { NOTHING } else { COPIES };
        warnings.push(Code::AllTied.says(format!("{name}: {tied}{so}{asked}")));
        warnings.extend(guard::of_profile(comparison, request));
        return warnings;
    }
    warnings.extend(guard::of_pair(pair, comparison, request));
    // The interval is called what it is; that it is not what was asked for is said too.
    if request.question.interval == IntervalMethod::Bca {
        let fallback = comparison.tests.iter().flat_map(|test| &test.notes);
        let fallback = fallback.filter(|note| note.code == Code::BcaUndefined);
        warnings.extend(fallback.map(|note| note.naming(name)));
    }
    warnings.extend(guard::few_clusters(comparison));
    warnings.extend(guard::weights_apart(comparison));
    warnings.extend(guard::few_labels(comparison));
    warnings.extend(guard::few_runs(comparison));
    for test in &comparison.tests {
        let has_law =
            request.variants.rule.has_law() && request.variants.rule.centre != Centre::MeanSize;
        if test.method == Method::Sampled
            && request.compute.exact == Exact::Auto
            && has_law
            && !request.variants.rule.strict
        {
            warnings.push(Code::SampledLaw.says(format!(
                "{name}: the p-value of {} is from resampling, because the exact distribution of these differences is not accurate enough",
                test.name
            )));
        }
        if test.pvalue.is_none() {
            warnings.extend(test.notes.last().map(|note| {
                Code::UndefinedTest.says(format!("{name}: {} is undefined: {note}", test.name))
            }));
        }
    }
    if request.sample.grid == GridChoice::Auto && matches!(pair.grid, Grid::Decimals(_)) {
        // A number in the place of a baseline was not scored, however it was rounded.
        let columns = [pair.system.rows(), pair.baseline.rows()];
        let scores = if pair.against.is_some() {
            &columns[..1]
        } else {
            &columns
        };
        if let Some(found) = printed_rational(scores) {
            warnings.push(Code::RoundedFractions.says(format!(
                "{name}: scores look like multiples of 1/{} printed with {} decimals, which breaks true ties; \
                 {} restores them",
                found.denominator,
                found.digits,
                asked_as("grid", format!("1/{}", found.denominator))
            )));
        }
    }
    warnings.extend(mixed_precision(pair, comparison));
    if items == 1 {
        warnings.push(Code::OneItem.says(format!(
            "{name}: one item is no sample, so no test can generalise from it"
        )));
    }
    warnings
}

/// Files of different precision: what was done about their ties, or that they are lost.
fn mixed_precision(pair: &Pair, comparison: &ComparisonOutcome) -> Option<Note> {
    /// Share of the items from which near ties are no coincidence.
    const SHARE: f64 = 0.01;
    let mixed = pair.mixed?;
    let (printed, whole) = (&comparison.baseline, &comparison.system);
    let (printed, whole) = if mixed.is_system {
        (whole, printed)
    } else {
        (printed, whole)
    };
    let digits = mixed.digits;
    if mixed.broken == 0 {
        return Some(Code::MixedPrecision.says(format!(
            "{printed} is printed with {digits} decimals and {whole} is not: both were read as multiples of {}",
            pair.grid
        )));
    }
    (mixed.broken as f64 >= SHARE * pair.items() as f64).then(|| {
        Code::MixedPrecision.says(format!(
            "{} of {printed} and {whole} differ by less than the last digit that {printed} prints ({digits} decimals), and count \
             as differences: write both files with the same digits",
            count(mixed.broken as u64, "item")
        ))
    })
}

/// Warnings of one comparison of different items.
pub(crate) fn of_samples(comparison: &ComparisonOutcome, request: &Request) -> Vec<Note> {
    match comparison.samples {
        Some([one, other])
            if one == other
                && request.sample.over == Over::Items
                && request.sample.summary.is_none() =>
        {
            vec![Code::SeemsPaired.says(format!(
                "{}: both files have {one} items; if these are the same items, a paired test has far more power: drop {}",
                comparison.system,
                asked("unpaired")
            ))]
        }
        _ => Vec::new(),
    }
}

/// Warnings of one comparison by a corpus metric.
pub(crate) fn of_corpus(
    contest: &Contest,
    comparison: &ComparisonOutcome,
    request: &Request,
) -> Vec<Note> {
    let (changed, name) = (contest.changed, &comparison.system);
    let mut warnings: Vec<Note> = guard::margin_of_few_units(contest.items(), comparison)
        .into_iter()
        .collect();
    if contest.sizes_apart().is_some() {
        warnings.extend(of_samples(comparison, request));
    } else if changed == 0 {
        warnings.push(Code::AllTied.says(format!(
            "{name}: no item differs, so every p-value is 1{COPIES}"
        )));
    }
    if contest.unjudged {
        let differ = count(changed, "item");
        warnings.push(Code::ChangesNotJudged.says(format!(
            "{name}: {differ} differ, too many to compute the metric with each one swapped, so none is counted as better or worse"
        )));
    }
    warnings.extend(guard::few_clusters(comparison));
    warnings.extend(guard::of_profile(comparison, request));
    warnings
}

/// Warnings of p-values as they stand after adjustment.
pub(crate) fn of_p_values(comparison: &ComparisonOutcome, request: &Request) -> Vec<Note> {
    let told = |test| {
        let straddling = straddling::straddling(test, request)?;
        Some(Code::TooCloseToCall.says(format!(
            "{}: the {} test is {straddling}",
            comparison.system, test.name
        )))
    };
    comparison.tests.iter().filter_map(told).collect()
}
