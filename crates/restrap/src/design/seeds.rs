//! Training runs of each system on the same items: the answer is about the recipe.

use crate::outcome::TestedDesign;
use restrap_stats::seeds::{self, Recipes, Runs, recipe_df};
use restrap_stats::{StatsError, TEstimate};

use super::method::Method;
use super::variance::{Planned, Planning, Plans};
use crate::error::Error;
use crate::number::digits::rounded;
use crate::outcome::{IntervalKind, MarginMethod, More, VarianceOutcome};
use crate::works;

pub(super) static METHOD: Method = Method {
    design: TestedDesign::Runs,
    test: "t test over items and training runs (Satterthwaite 1946)",
    interval: IntervalKind::RecipeT,
    margin: MarginMethod::RecipeT,
    in_methods: [
        "t intervals with the standard error of items and training runs",
        "t test with the standard error of items and training runs",
    ],
    report: |_, _| "interval by t over items and training runs (Satterthwaite 1946)".to_owned(),
    work: &works::SATTERTHWAITE,
    is_exact: false,
    has_estimated_df: true,
    ..Method::PLAIN
};

/// Adds the spread of training runs to the estimate of the units. The degrees of freedom are decided here.
pub(super) fn estimate(units: &TEstimate, runs: &[&Runs]) -> Result<TEstimate, StatsError> {
    match *runs {
        [one] => seeds::recipe(units, [one], true),
        [system, baseline, ..] => seeds::recipe(units, [system, baseline], true),
        [] => Ok(*units),
    }
}

/// Returns what more units or more runs would make of the standard error: twice the units leave what runs differ by, twice the runs what
/// units do. `items` is their number, if units are items; the estimates are those of the design and of its units alone.
pub(super) fn variance(
    runs: &[&Runs],
    items: Option<u64>,
    [estimate, of_units]: &[TEstimate; 2],
    variance: &mut VarianceOutcome,
) -> Result<Option<Plans>, Error> {
    let &[system, baseline] = runs else {
        return Ok(None);
    };
    let (all, of_items) = (
        estimate.standard_error().powi(2),
        of_units.standard_error().powi(2),
    );
    let parts = [system, baseline].map(Runs::variances);
    variance.seeds = Some(rounded(parts[0].seeds + parts[1].seeds));
    // Runs of other items each leave something of their own in every item's mean; clusters do not tell how much.
    let mut of_interaction = 0.0;
    if let Some(number) = items {
        let of_each = Recipes::new(system, baseline)?.variance_of_items()?;
        variance.items = Some(rounded(of_each));
        let rest = |runs: &Runs| runs.mean_squares().residual / runs.run_means().len() as f64;
        of_interaction = ((rest(system) + rest(baseline)) / number as f64).min(of_items);
    }
    let of_runs = all - of_items;
    let planned = |of_all: f64, of_items: f64, units: f64, runs: f64| {
        let df_items = (of_units.df() + 1.0) * units - 1.0;
        let seeds = [system, baseline].map(|of| {
            let (share, df) = of.part_of_seeds();
            (share / runs, (df + 1.0) * runs - 1.0)
        });
        let df = recipe_df(of_all, (of_items, df_items), &seeds);
        Planned::new(of_all, Planning::T(df))
    };
    let more_units = planned(of_runs + 0.5 * of_items, 0.5 * of_items, 2.0, 1.0);
    let of_more_runs = all - 0.5 * (of_runs + of_interaction);
    let more_runs = planned(of_more_runs, of_items - 0.5 * of_interaction, 1.0, 2.0);
    let units = items.map_or(More::Clusters, |_| More::Items);
    Ok(Some(Plans {
        own: Planned::new(all, Planning::T(estimate.df())),
        more: vec![(units, more_units), (More::Runs, more_runs)],
    }))
}
