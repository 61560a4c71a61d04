//! The same comparison on every sub-population of the items, and on all of them.
//!
//! Each sub-population gives what a comparison of its items alone gives (the seed is the same); p-values are adjusted
//! over the whole family: every system on every sub-population and on all items. So are those of margin tests; a gate is about
//! all items.

use restrap_engine::Control;
use restrap_stats::Probability;

use crate::compare::compare;
use crate::data::scores::Scores;
use crate::error::Error;
use crate::outcome::{ByOutcome, ComparisonOutcome, Family, Outcome, PopulationOutcome};
use crate::request::Request;
use crate::{say::gate, say::report, say::verdict, say::warning, test::margin, test::tested};

/// Most values of a column of sub-populations.
const MOST: usize = 1_000;

/// Which sub-population each item belongs to.
#[derive(Clone, Copy, Debug)]
pub struct Populations<'a> {
    /// The column, for messages.
    pub column: &'a str,
    /// Its values.
    pub values: &'a [String],
    /// For each item the number of its value, from 1; 0 belongs to none.
    pub codes: &'a [u32],
}

/// Compares every system after the first with the first, on all items and on each sub-population.
///
/// # Errors
/// As [`compare`]; when `codes` are not one an item or there are more than 1,000 values.
pub fn compare_by(
    systems: &[Scores],
    populations: Populations<'_>,
    request: &Request,
    control: &Control,
) -> Result<Outcome, Error> {
    let Populations { column, values, codes } = populations;
    let bad = |expected, found: usize| Error::BadParameter { expected, found: found.to_string() };
    if request.sample.strata.is_some() {
        return Err(bad("one column: of sub-populations or of strata", 2));
    }
    if values.len() > MOST {
        return Err(bad("at most 1,000 sub-populations", values.len()));
    }
    if systems.iter().any(|system| system.values.len() != codes.len()) {
        return Err(bad("a sub-population for every item", codes.len()));
    }
    let plain = request.clone().adjust(None);
    let mut outcome = compare(systems, &plain, control)?;
    let mut done = Vec::with_capacity(values.len());
    let mut few = Vec::new();
    for (code, value) in (1_u32..).zip(values) {
        if outcome.interrupted_after.is_some() {
            break;
        }
        let part: Vec<Scores> = systems.iter().map(|system| only(system, codes, code)).collect();
        if part.iter().any(|system| system.values.is_empty()) {
            continue;
        }
        match compare(&part, &plain, control) {
            Ok(one) => {
                let new = one.warnings.iter().filter(|text| {
                    // What is said of all items is not said again, and what few items mean once for all.
                    !outcome.warnings.contains(text) && !warning::is_of_few(text)
                });
                let new: Vec<String> = new.map(|text| format!("{column} {value}: {text}")).collect();
                outcome.warnings.extend(new);
                if one.comparisons.iter().any(|comparison| out_of_reach(comparison, request)) {
                    few.push(value.as_str());
                }
                outcome.interrupted_after = one.interrupted_after;
                done.push(PopulationOutcome {
                    value: value.clone(),
                    code,
                    items: one.items,
                    systems: one.systems,
                    comparisons: one.comparisons,
                });
            }
            // What was finished stays.
            Err(Error::Interrupted) => outcome.interrupted_after = Some(0),
            Err(other) => return Err(other),
        }
    }
    outcome.warnings.extend(warning::of_few(column, &few, done.len(), &outcome.comparisons[0], request));
    let asked = (systems.len() - 1) * (values.len() + 1);
    outcome.by = Some(ByOutcome { column: column.to_owned(), populations: done });
    outcome.family = adjust(&mut outcome, asked, request);
    let of_margin = |comparison: &mut ComparisonOutcome| {
        let p = comparison.margin.as_ref().and_then(|margin| margin.pvalue);
        p.map_or(Probability::ONE, Probability::new)
    };
    let margins: Vec<Probability> = everything(&mut outcome).map(of_margin).collect();
    let asked = asked.max(margins.len());
    margin::adjust(everything(&mut outcome), &margins, asked, request);
    for comparison in everything(&mut outcome) {
        (comparison.verdict, comparison.shown) = verdict::of(comparison, request);
    }
    outcome.request = request.clone();
    outcome.report = report::line(&outcome, request);
    // The one of all items alone went by p-values that were not adjusted yet.
    outcome.gate = request.question.gate.map(|gate| gate::of(&outcome, gate));
    Ok(outcome)
}

/// No data of so few items that differ are at or below alpha.
fn out_of_reach(comparison: &ComparisonOutcome, request: &Request) -> bool {
    let tied = comparison.effect.better + comparison.effect.worse == 0;
    tied || comparison.tests[0].p_floor.is_some_and(|floor| floor > request.question.alpha)
}

fn only(system: &Scores, codes: &[u32], code: u32) -> Scores<'static> {
    let kept = system.values.iter().zip(codes).filter(|(_, of)| **of == code);
    Scores {
        name: system.name.clone(),
        values: kept.map(|(score, _)| *score).collect(),
        precision: system.precision,
    }
}

fn everything(outcome: &mut Outcome) -> impl Iterator<Item = &mut ComparisonOutcome> {
    let parts = outcome.by.iter_mut().flat_map(|by| &mut by.populations);
    outcome.comparisons.iter_mut().chain(parts.flat_map(|part| &mut part.comparisons))
}

/// Adjusts the primary tests of all comparisons together; what an interrupted run did not reach counts with p = 1.
fn adjust(outcome: &mut Outcome, asked: usize, request: &Request) -> Option<Family> {
    let adjustment = request.question.adjust.filter(|_| asked > 1)?;
    let probability = |comparison: &mut ComparisonOutcome| {
        let test = &comparison.tests[0];
        match test.log10_pvalue {
            Some(log) if test.pvalue < 1e-290 => Probability::from_ln(log * std::f64::consts::LN_10),
            _ => Probability::new(test.pvalue),
        }
    };
    let mut family: Vec<Probability> = everything(outcome).map(probability).collect();
    family.resize(asked.max(family.len()), Probability::ONE);
    for (comparison, p) in everything(outcome).zip(adjustment.adjust(&family)) {
        comparison.tests[0].p_adjusted = Some(tested::printed(p));
    }
    Some(Family { size: family.len() as u64, adjust: adjustment, excluded: Vec::new() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use restrap_core::Precision;

    #[test]
    fn a_sub_population_is_the_comparison_of_its_items_and_the_family_holds_all() {
        let scores = |name: &str, step: usize| Scores {
            name: name.to_owned(),
            values: (0..60).map(|item| f64::from(u8::from(item % step == 0))).collect(),
            precision: Precision::Double,
        };
        let systems = [scores("base", 5), scores("new", 2)];
        let codes: Vec<u32> = (0..60).map(|item| 1 + u32::from(item >= 40)).collect();
        let values = ["x".to_owned(), "y".to_owned()];
        let (request, control) = (Request::default(), Control::default());
        let populations = Populations { column: "kind", values: &values, codes: &codes };
        let all = compare_by(&systems, populations, &request, &control).unwrap();
        let parts = &all.by.as_ref().unwrap().populations;
        let halves = [1, 2].map(|code| systems.each_ref().map(|system| only(system, &codes, code)));
        for (part, half) in parts.iter().zip(&halves) {
            let alone = compare(half, &request, &control).unwrap();
            assert_eq!(part.items, alone.items);
            assert_eq!(part.comparisons[0].tests[0].pvalue, alone.comparisons[0].tests[0].pvalue);
            assert_eq!(part.comparisons[0].difference, alone.comparisons[0].difference);
        }
        let family = all.family.as_ref().unwrap();
        assert_eq!((family.size, family.adjust), (3, restrap_stats::Adjustment::Holm));
        let p = |comparison: &ComparisonOutcome| {
            (comparison.tests[0].pvalue, comparison.tests[0].p_adjusted.unwrap())
        };
        let mut both: Vec<(f64, f64)> =
            parts.iter().flat_map(|part| &part.comparisons).chain(&all.comparisons).map(p).collect();
        both.sort_by(|a, b| a.0.total_cmp(&b.0));
        assert!(
            (both[0].1 / (3.0 * both[0].0) - 1.0).abs() < 1e-11,
            "Holm takes the smallest three times: {both:?}"
        );
        assert!(all.report.contains("holm correction over 3 comparisons"), "{}", all.report);
    }
}
