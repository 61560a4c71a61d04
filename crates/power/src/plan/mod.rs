//! How many items a gain needs, and which gain a number of items can show.
//!
//! For 0/1 scores everything follows from the baseline's accuracy, the gain, and the share of items on which both systems
//! agree (Card et al. 2020). Without that share the answer is a range over all possible shares. A pilot's scores supply
//! it, or the variance of real differences, but never the gain: power at the pilot's own difference restates its p-value
//! (Hoenig & Heisey 2001).

mod answer;
mod curves;
mod margin;
mod outcome;
mod pilot;
mod request;
mod simulated;

pub use curves::{PowerCurve, power_curves};
pub use margin::MarginPlan;
pub use outcome::{PilotSet, PlanBasis, PlanOutcome};
pub use request::{Known, PlanRequest};
use restrap_words::Note;

use restrap_stats::power::MeanDifference;

use crate::format::share;
use crate::scenario::{
    BinaryAssumption, Disagreement, PowerApproach, Scenario, Target, of_variance,
};
use crate::schema::{PowerQuestion, SCHEMA};
use restrap_lib::Error;
use restrap_lib::Scores;
use restrap_lib::number::digits::rounded;
use restrap_lib::outcome::Run;

use outcome::{PILOT, PILOT_VARIANCE};
pub(crate) use request::{level, wanted_power};

/// Answers a plan from numbers.
///
/// # Errors
/// When a number lies outside its range, gain and agreement contradict each other, neither gain nor items are given, or the
/// request is about a pilot, whose scores [`plan_of_pilot`] takes.
pub fn plan(request: &PlanRequest) -> Result<PlanOutcome, Error> {
    request.check()?;
    let request = &alone(request);
    let target = request.target();
    let (known, baseline, scenarios) = match request.known {
        Known::Accuracy {
            baseline,
            agreement: Some(agreement),
        } => {
            let binary = BinaryAssumption {
                baseline,
                disagreement: Disagreement::Fixed(1.0 - agreement),
            };
            let scenario = binary.scenario(format!("agreement {}", share(agreement)), &target)?;
            let scenario = simulated::of_table(scenario, &binary, request)?;
            (PlanBasis::Agreement, Some(baseline), vec![scenario])
        }
        Known::Accuracy {
            baseline,
            agreement: None,
        } => (
            PlanBasis::AnyAgreement,
            Some(baseline),
            over_all(baseline, &target)?,
        ),
        Known::Variance {
            between,
            within,
            repeats,
        } => {
            let variance = MeanDifference::variance_of(between, within, repeats);
            let name = format!("variance of the differences {}", rounded(variance));
            (
                PlanBasis::Variance,
                None,
                vec![of_variance(variance, name, &target)?],
            )
        }
        Known::Pilot => {
            return Err(Error::not_applicable(
                "a plan from a pilot",
                "the scores of two systems",
                "none are given",
                "give the pilot's scores with the request",
            ));
        }
    };
    answered(request, known, baseline, scenarios, Vec::new())
}

/// Answers a plan from the paired scores of a pilot.
///
/// # Errors
/// As [`plan`], and when the scores are not a pilot: columns of different lengths, fewer than 2 items, differences that do not vary.
pub fn plan_of_pilot(
    request: &PlanRequest,
    baseline: &Scores,
    system: &Scores,
) -> Result<PlanOutcome, Error> {
    request.check()?;
    if request.known != Known::Pilot {
        return Err(Error::BadParameter {
            expected: "a plan from a pilot",
            found: "its scores with a plan from numbers".to_owned(),
        });
    }
    let (mut warnings, request) = (Vec::new(), &alone(request));
    let (accuracy, scenarios) = pilot::scenarios(baseline, system, request, &mut warnings)?;
    answered(request, PlanBasis::Pilot, accuracy, scenarios, warnings)
}

/// The same plan of single items: clusters and training runs add a formula, and are not simulated.
fn alone(request: &PlanRequest) -> PlanRequest {
    let simulations = if request.is_plain() {
        request.simulations
    } else {
        Some(0)
    };
    PlanRequest {
        simulations,
        ..request.clone()
    }
}

fn answered(
    request: &PlanRequest,
    known: PlanBasis,
    baseline: Option<f64>,
    mut scenarios: Vec<Scenario>,
    warnings: Vec<Note>,
) -> Result<PlanOutcome, Error> {
    let middle = scenarios
        .iter()
        .find(|scenario| [PILOT, PILOT_VARIANCE].contains(&&scenario.name[..]))
        .unwrap_or(&scenarios[0]);
    let noninferior = margin::of(request, middle)?;
    for method in scenarios
        .iter_mut()
        .flat_map(|scenario| &mut scenario.methods)
    {
        method.items_needed = method
            .items_needed
            .and_then(|items| request.dependent(items));
    }
    let mut outcome = PlanOutcome {
        run: Run::new(SCHEMA),
        kind: PowerQuestion::Plan,
        known,
        binary: scenarios[0].methods[0].how == PowerApproach::Enumeration,
        baseline: baseline.map(rounded),
        gain: request.gain,
        items: request.items,
        noninferior,
        design_effect: request
            .cluster_size
            .map(|_| rounded(request.design_effect())),
        power: request.power,
        alpha: request.alpha,
        alternative: request.alternative,
        scenarios,
        answer: String::new(),
        dataset: None,
        further: Vec::new(),
        request: request.clone(),
    };
    outcome.run.warnings = warnings;
    outcome.answer = answer::of_plan(&outcome);
    outcome.run.report = answer::report_of_plan(&outcome);
    outcome.run.signature = answer::signature_of_plan(&outcome);
    Ok(outcome)
}

/// From the agreement that needs the fewest items to the one that needs the most.
fn over_all(baseline: f64, target: &Target) -> Result<Vec<Scenario>, Error> {
    let parts = [
        (0.0, "highest agreement: no item is lost"),
        (0.25, "between"),
        (0.5, "between"),
        (0.75, "between"),
        (1.0, "lowest agreement: no error is shared"),
    ];
    let scenario = |(part, name): (f64, &str)| {
        BinaryAssumption {
            baseline,
            disagreement: Disagreement::Within(part),
        }
        .scenario(name.to_owned(), target)
    };
    parts.into_iter().map(scenario).collect()
}
