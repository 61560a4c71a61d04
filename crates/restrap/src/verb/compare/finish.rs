//! From comparisons with all their draws to an outcome: one family, adjusted once, then sentences, report line and gate.

use restrap_core::STREAM_NAME;

use restrap_words::{Code, Note, asked_as};

use crate::error::Error;
use crate::evidence::family;
use crate::evidence::family::Member;
use crate::number::digits::{Spread, of_scores};
use crate::outcome::{
    ByOutcome, ComparisonOutcome, Outcome, PopulationOutcome, Run, SCHEMA, SystemOutcome,
};
use crate::request::{Request, Test, unclear_folds};
use crate::say::warning;
use crate::verb::claim;
use crate::verb::compare::comparisons::{Comparisons, Finished};
use crate::verb::compare::contrasts::Contrasts;
use crate::verb::compare::data::Data;
use crate::verb::compare::units;

/// The outcome of all parts; the first is of all items.
///
/// # Errors
/// [`Error::Interrupted`] where the primary test of the first comparison has no value.
pub(crate) fn outcome(
    data: &Data,
    parts: Vec<Comparisons>,
    request: &Request,
) -> Result<Outcome, Error> {
    let mut interrupted_after = None;
    let mut finished: Vec<(&Contrasts, Finished)> = Vec::new();
    for part in parts {
        if !part.has_primary() {
            // A stopped run did not reach it.
            interrupted_after = interrupted_after.or(Some(0));
            continue;
        }
        let contrasts = part.contrasts;
        let one = part.finish()?;
        interrupted_after = interrupted_after.or(one.interrupted_after);
        finished.push((contrasts, one));
    }
    if finished
        .first()
        .is_none_or(|(contrasts, _)| contrasts.population > 0)
    {
        return Err(Error::Interrupted);
    }
    // Sub-populations are a family. The comparisons on all items, which contain theirs, are another one.
    let (on_all, on_parts) = finished.split_at_mut(1);
    let (size, other_p) = (data.own_family(0), data.other_p());
    let overall = family::adjust(
        on_all.iter_mut().flat_map(|(_, one)| &mut one.members),
        size,
        other_p,
        request,
    );
    let populations = data.sampling.groups.populations();
    let family = if populations.is_some() {
        let members = on_parts.iter_mut().flat_map(|(_, one)| &mut one.members);
        family::adjust(members, data.own_family(1), other_p, request)
    } else {
        overall.clone()
    };
    let shares_ids = populations.is_some_and(|by| by.shared > 0);
    let overall = overall.filter(|_| !shares_ids);
    let mut parts = finished.into_iter();
    let (contrasts, mut all) = parts.next().ok_or(Error::Interrupted)?;
    all.warnings
        .splice(0..0, swaps_about_a_number(data, contrasts, request));
    let sample = &request.sample;
    all.warnings.extend(unclear_folds(
        sample.over,
        sample.test_fraction,
        data.number_of_rows(),
    )?);
    if let Some(populations) = data
        .sampling
        .groups
        .populations()
        .filter(|by| by.shared > 0)
    {
        let (members, systems) = (&mut all.members, &mut all.systems);
        all.warnings = vec![units::untested(
            &populations.column,
            populations.shared,
            members,
            systems,
        )];
    }
    let (comparisons, mut warnings) = settled(all.members, all.warnings, request);
    let by = data.sampling.groups.populations().map(|populations| {
        let mut by = ByOutcome {
            column: populations.column.clone(),
            overall,
            populations: Vec::new(),
        };
        let mut few = Vec::new();
        for (contrasts, one) in parts {
            let value = &populations.values[contrasts.population as usize - 1];
            let (own, told) = settled(one.members, one.warnings, request);
            // What is said of all items is not said again, and what few items mean once for all.
            let new = told
                .iter()
                .filter(|note| !warnings.contains(note) && note.code != Code::AllTied);
            let new: Vec<Note> = new
                .map(|note| note.naming(format!("{} {value}", by.column)))
                .collect();
            warnings.extend(new);
            if own
                .iter()
                .any(|comparison| out_of_reach(comparison, request))
            {
                few.push(value.as_str());
            }
            by.populations
                .push(population(value, contrasts, one.systems, own));
        }
        let number = by.populations.len();
        warnings.extend(warning::of_few(
            &by.column,
            &few,
            number,
            &comparisons[0],
            request,
        ));
        by
    });
    let mut outcome = Outcome {
        run: Run {
            warnings,
            ..Run::new(SCHEMA)
        },
        stream: STREAM_NAME.to_owned(),
        seed: request.compute.seed,
        metric: data.metric(request, all.binary),
        unit: contrasts.design.unit(request.sample.over),
        clusters: contrasts.design.number_of_clusters(),
        items: contrasts.items,
        resamples: request.compute.resamples,
        alternative: request.question.alternative,
        alpha: request.question.alpha,
        confidence: request.question.confidence,
        decimals: Some(of_scores(
            request.question.digits,
            all.errors.iter().map(|&error| Spread {
                items: contrasts.items,
                error,
                binary: all.binary,
            }),
        ) as u64),
        systems: all.systems,
        comparisons,
        by,
        strata: data
            .sampling
            .groups
            .strata()
            .map(|strata| strata.column.clone()),
        mix: None,
        also: Vec::new(),
        further: Vec::new(),
        family,
        plan: all.plan.ok_or(Error::Interrupted)?,
        next: None,
        gate: None,
        interrupted_after,
        request: request.clone(),
    };
    outcome.put_texts();
    outcome.gate = claim::gate(&outcome, request);
    Ok(outcome)
}

/// The warning that a permutation test against a number is about symmetry, not about the mean.
fn swaps_about_a_number(data: &Data, contrasts: &Contrasts, request: &Request) -> Option<Note> {
    let number = data.sampling.against?;
    let unit = if contrasts.design.clusters().is_some() {
        "cluster"
    } else {
        request.sample.over.noun()
    };
    (request.question.tests[0] == Test::Permutation).then(|| {
        Code::Symmetry.says(format!(
            "against the number {number} the permutation test assumes that the {unit}s are symmetric about it; for their mean alone use {}",
            asked_as("test", Test::T)
        ))
    })
}

fn population(
    value: &str,
    contrasts: &Contrasts,
    systems: Vec<SystemOutcome>,
    comparisons: Vec<ComparisonOutcome>,
) -> PopulationOutcome {
    let (value, code, items) = (value.to_owned(), contrasts.population, contrasts.items);
    PopulationOutcome {
        value,
        code,
        items,
        systems,
        comparisons,
    }
}

/// Returns comparisons with what is significant among them, and the warnings with those of p-values as they stand after adjustment.
fn settled(
    members: Vec<Member>,
    mut warnings: Vec<Note>,
    request: &Request,
) -> (Vec<ComparisonOutcome>, Vec<Note>) {
    let mut comparisons: Vec<ComparisonOutcome> = members
        .into_iter()
        .map(|member| member.comparison)
        .collect();
    for comparison in &mut comparisons {
        claim::settle(comparison, request.question.alpha);
        warnings.extend(warning::of_p_values(comparison, request));
    }
    (comparisons, warnings)
}

/// No data of so few items that differ are at or below alpha.
fn out_of_reach(comparison: &ComparisonOutcome, request: &Request) -> bool {
    let tied = comparison.effect.better + comparison.effect.worse == 0;
    tied || comparison.tests[0]
        .p_floor
        .is_some_and(|floor| floor > request.question.alpha)
}
