//! Items of one population, each with a score, or with the mean of several sampled answers.

use crate::outcome::TestedDesign;
use restrap_stats::power::PilotSpread;
use restrap_stats::repeats::{ItemVariance, Repeats};
use restrap_stats::{StatsError, StudentT, TEstimate};

use super::method::{Allows, Method, Pilot, UnitColumn};
use super::variance::{Planned, Planning, Plans, is_of_swaps};
use crate::error::Error;
use crate::number::digits::rounded;
use crate::outcome::{IntervalKind, MarginMethod, More, Unit, VarianceOutcome};
use crate::request::{Over, Request};
use crate::works;

/// Items whose flips are enumerated; of more t is as good.
const FEW: u64 = 12;

pub(super) static METHOD: Method = Method {
    design: TestedDesign::Items,
    test: "paired t test (Student 1908)",
    interval: IntervalKind::T,
    margin: MarginMethod::T,
    in_methods: ["Student t intervals", "paired t test"],
    report: |over, by| match over {
        Over::Items | Over::Votes => format!("interval by {by} over items"),
        _ => format!(
            "Student's t over independent {}s, standard error s/√K, K − 1 degrees of freedom",
            over.noun()
        ),
    },
    work: &works::STUDENT,
    is_exact: true,
    allows: Allows {
        t_alone: false,
        gains_in_per_cent: true,
    },
    ..Method::PLAIN
};

pub(super) fn estimate(column: &UnitColumn) -> Result<TEstimate, StatsError> {
    Ok(StudentT::of_moments(column.items)?.estimate())
}

/// Returns what more items or more answers would make of the standard error: twice the items halve the variance, twice the answers leave
/// what items differ by.
pub(super) fn variance(
    column: &UnitColumn,
    repeats: Option<[&Repeats; 2]>,
    request: &Request,
    variance: &mut VarianceOutcome,
) -> Result<Option<Plans>, Error> {
    let Some(repeats) = repeats else {
        return Ok(None);
    };
    let estimate = estimate(column)?;
    let Some(parts) = ItemVariance::new(&estimate, repeats) else {
        return Ok(None);
    };
    let within = repeats.map(Repeats::variance_within);
    variance.repeats = within.into_iter().sum::<Option<f64>>().map(rounded);
    variance.items = Some(rounded(parts.between()));
    let all = estimate.standard_error().powi(2);
    let share = parts.share_of_answers().min(1.0);
    let planned = |items: u64, of_all: f64| {
        let law = if is_of_swaps(request) && items <= FEW {
            Planning::Flips(vec![1.0; items as usize], vec![1.0; items as usize])
        } else {
            Planning::T(items as f64 - 1.0)
        };
        Planned::new(of_all, law)
    };
    let items = column.units.units();
    Ok(Some(Plans {
        own: planned(items, all),
        more: vec![
            (More::Items, planned(2 * items, 0.5 * all)),
            (More::Answers, planned(items, all * (1.0 - 0.5 * share))),
        ],
    }))
}

pub(super) fn pilot(column: &UnitColumn) -> Option<Pilot> {
    let differences = column.units.each();
    let of = differences.map(|(d, times)| (d as f64 / column.per_one, times));
    let of = PilotSpread::from_differences(of)?;
    Some(Pilot {
        of,
        unit: Unit::Item,
        units: column.units.units(),
    })
}
