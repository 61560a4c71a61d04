//! How many items a gain needs, and which gain a number of items sees.
//!
//! For 0/1 scores everything follows from the baseline's accuracy, the gain, and the share of items on which both systems
//! agree (Card et al. 2020). Without that share the answer is a range over all that is possible. A pilot's scores supply
//! it, or the variance of real differences, but never the gain: power at the pilot's own difference restates its p-value
//! (Hoenig & Heisey 2001).

pub(super) mod answer;

use rayon::prelude::*;
use restrap_stats::interval::clopper_pearson;
use restrap_stats::power::MeanDifference;
use restrap_stats::{Alternative, McNemarVariant};
use serde::Serialize;

use crate::data::scores::Scores;
use crate::error::Error;
use crate::number::digits::rounded;
use crate::number::format::{count, grouped, plain};
use crate::outcome::InputInfo;
use crate::power::SCHEMA;
use crate::power::scenario::{Asked, Binary, Disagreement, MOST_ITEMS, Scenario, of_variance};
use crate::power::simulate::{Draws, simulate_pilot, simulate_table};

/// Simulated items are drawn one by one: at most so many for all simulations of a pilot.
const MOST_DRAWS: u64 = 200_000_000;

/// Most simulations: what each found is kept until all are done.
const MOST_SIMULATIONS: u64 = 10_000_000;

/// The pilot's difference in the place of the gain.
const OBSERVED: &str = "the gain asked is the pilot's own difference, which is not the true one: power at it only restates \
                        the pilot's p-value; ask for the least gain that would matter";

/// What is known of the systems.
#[derive(Clone, Debug)]
pub enum Known<'a> {
    /// 0/1 scores: accuracy of the baseline, and the share of items on which both systems agree, if known.
    Accuracy {
        /// Accuracy of the baseline, 0 to 1.
        baseline: f64,
        /// Share of items that both have right or both have wrong.
        agreement: Option<f64>,
    },
    /// Paired scores of a pilot.
    Pilot {
        /// Scores of the baseline.
        baseline: &'a Scores<'a>,
        /// Scores of the system on the same items.
        system: &'a Scores<'a>,
    },
    /// Variances of a metric (Miller 2024).
    Variance {
        /// Of an item's mean difference, between items.
        between: f64,
        /// Of a system's score within an item, baseline and system.
        within: [f64; 2],
        /// Answers an item, baseline and system.
        repeats: [u64; 2],
    },
}

/// A question of sample size.
#[derive(Clone, Debug)]
pub struct PlanRequest<'a> {
    /// What is known.
    pub known: Known<'a>,
    /// The gain that matters, system − baseline.
    pub gain: Option<f64>,
    /// Items that there are.
    pub items: Option<u64>,
    /// Wanted power.
    pub power: f64,
    /// Level of the test.
    pub alpha: f64,
    /// Side of the test.
    pub alternative: Alternative,
    /// Variant of the test of 0/1 scores; exact is also the permutation test.
    pub variant: McNemarVariant,
    /// Simulations; none if 0.
    pub draws: Draws,
}

/// The answer.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlanOutcome {
    /// [`SCHEMA`].
    pub schema: &'static str,
    /// `plan`.
    pub kind: &'static str,
    /// Version of restrap.
    pub version: &'static str,
    /// The files of a pilot.
    pub inputs: Vec<InputInfo>,
    /// `agreement`, `any agreement`, `pilot` or `variance`.
    pub known: &'static str,
    /// Scores are all 0 or 1.
    pub binary: bool,
    /// Accuracy of the baseline.
    pub baseline: Option<f64>,
    /// The gain that matters.
    pub gain: Option<f64>,
    /// Items that there are.
    pub items: Option<u64>,
    /// Wanted power.
    pub power: f64,
    /// Level of the test.
    pub alpha: f64,
    /// Side of the test.
    pub alternative: &'static str,
    /// The assumptions; where there are several, from the fewest items to the most.
    pub scenarios: Vec<Scenario>,
    /// How many items are still needed, in words.
    pub answer: String,
    /// What the reader must know.
    pub warnings: Vec<String>,
    /// One line for the paper.
    pub report: String,
}

/// Answers it.
///
/// # Errors
/// When a number lies outside its range, gain and agreement contradict each other, or neither gain nor items are given.
pub fn plan(asked: &PlanRequest) -> Result<PlanOutcome, Error> {
    check(asked)?;
    let of = of(asked);
    let mut warnings = Vec::new();
    let (known, baseline, scenarios) = match asked.known {
        Known::Accuracy { baseline, agreement: Some(agreement) } => {
            let binary = Binary { baseline, disagreement: Disagreement::Fixed(1.0 - agreement) };
            let scenario = binary.scenario(format!("agreement {}", answer::share(agreement)), &of)?;
            let scenario = simulated(scenario, &binary, asked)?;
            ("agreement", Some(baseline), vec![scenario])
        }
        Known::Accuracy { baseline, agreement: None } => {
            ("any agreement", Some(baseline), over_all(baseline, &of)?)
        }
        Known::Pilot { baseline, system } => {
            if baseline.values.len() != system.values.len() {
                return Err(Error::LengthMismatch {
                    baseline: baseline.name.clone(),
                    baseline_items: baseline.values.len(),
                    system: system.name.clone(),
                    system_items: system.values.len(),
                });
            }
            if baseline.values.len() < 2 {
                return Err(Error::BadParameter {
                    expected: "a pilot of at least 2 items",
                    found: baseline.values.len().to_string(),
                });
            }
            let binary = [baseline, system].iter().all(|s| s.values.iter().all(|&v| v == 0.0 || v == 1.0));
            if binary {
                let (accuracy, scenarios) = of_binary_pilot(baseline, system, asked, &of, &mut warnings)?;
                ("pilot", Some(accuracy), scenarios)
            } else {
                ("pilot", None, vec![of_pilot(baseline, system, asked, &of, &mut warnings)?])
            }
        }
        Known::Variance { between, within, repeats } => {
            let variance = MeanDifference::variance_of(between, within, repeats);
            let name = format!("variance of the differences {}", rounded(variance));
            ("variance", None, vec![of_variance(variance, name, &of)?])
        }
    };
    let binary = scenarios[0].methods[0].how == "enumeration";
    let mut outcome = PlanOutcome {
        schema: SCHEMA,
        kind: "plan",
        version: env!("CARGO_PKG_VERSION"),
        inputs: Vec::new(),
        known,
        binary,
        baseline: baseline.map(rounded),
        gain: asked.gain,
        items: asked.items,
        power: asked.power,
        alpha: asked.alpha,
        alternative: asked.alternative.name(),
        scenarios,
        answer: String::new(),
        warnings,
        report: String::new(),
    };
    outcome.answer = answer::of_plan(&outcome);
    outcome.report = answer::report_of_plan(&outcome);
    Ok(outcome)
}

fn of(asked: &PlanRequest) -> Asked {
    Asked {
        gain: asked.gain,
        items: asked.items,
        power: asked.power,
        alpha: asked.alpha,
        alternative: asked.alternative,
        variant: asked.variant,
    }
}

/// Power against the number of items.
#[derive(Clone, Debug)]
pub struct PowerCurve {
    /// The method or the assumption.
    pub name: String,
    /// Items and power.
    pub points: Vec<(f64, f64)>,
}

/// The curves of a plan: two methods of the only assumption, or one curve an assumption, up to twice the items that are
/// needed or there.
///
/// # Errors
/// When the plan has no gain.
pub fn power_curves(asked: &PlanRequest, outcome: &PlanOutcome) -> Result<Vec<PowerCurve>, Error> {
    /// Points of a curve.
    const POINTS: u64 = 120;
    let Some(gain) = asked.gain else {
        return Err(Error::BadParameter { expected: "a gain", found: "none".to_owned() });
    };
    let of = of(asked);
    let needed = |scenario: &Scenario| scenario.quoted().items_needed;
    // Assumptions differ by orders of magnitude: the middle one sets the scale.
    let middle = &outcome.scenarios[outcome.scenarios.len() / 2];
    let most = needed(middle).or(asked.items).unwrap_or(MOST_ITEMS).max(asked.items.unwrap_or(0));
    let most = (2 * most).clamp(20, MOST_ITEMS);
    let sizes: Vec<u64> = (1..=POINTS).map(|k| (most * k).div_ceil(POINTS).max(2)).collect();
    let mut lines: Vec<(String, &Scenario, bool)> = Vec::new();
    match outcome.scenarios.as_slice() {
        [only] => {
            for (method, first) in only.methods.iter().zip([true, false]) {
                lines.push((format!("{} ({})", method.test, method.how), only, first));
            }
        }
        several => lines.extend(several.iter().map(|scenario| {
            let agreement = scenario.agreement.map_or_else(|| scenario.name.clone(), answer::share_of_items);
            (format!("agreement {agreement}"), scenario, true)
        })),
    }
    let curve = |(name, scenario, first): (String, &Scenario, bool)| {
        let at = |&items: &u64| Some((items as f64, scenario.power_at(items, gain, &of, first)?));
        PowerCurve { name, points: sizes.par_iter().filter_map(at).collect() }
    };
    Ok(lines.into_iter().map(curve).collect())
}

fn check(asked: &PlanRequest) -> Result<(), Error> {
    let bad = |expected, found: String| Err(Error::BadParameter { expected, found });
    for (share, expected) in
        [(asked.power, "a wanted power between 0 and 1"), (asked.alpha, "an alpha between 0 and 1")]
    {
        if !(share > 0.0 && share < 1.0) {
            return bad(expected, share.to_string());
        }
    }
    if asked.power <= asked.alpha {
        return bad("a wanted power above alpha", format!("{} and {}", asked.power, asked.alpha));
    }
    if let Some(items) = asked.items.filter(|items| !(2..=MOST_ITEMS).contains(items)) {
        return bad("2 to 10,000,000 items", items.to_string());
    }
    if asked.draws.simulations > MOST_SIMULATIONS {
        return bad("at most 10,000,000 simulations", grouped(asked.draws.simulations));
    }
    match (asked.gain, asked.items) {
        (None, None) => {
            return Err(Error::not_applicable(
                "a plan",
                "the gain that matters, or the number of items",
                "neither is given",
                format!(
                    "add {gain_0_02} to learn how many items it needs, or {items_500} to learn which gain they see; a \
                       pilot's own difference is not the true one, and power at it only restates its p-value",
                    gain_0_02 = restrap_words::asked_as("gain", "0.02"),
                    items_500 = restrap_words::asked_as("items", "500")
                ),
            ));
        }
        (Some(gain), _) if !gain.is_finite() || gain == 0.0 => {
            return bad("a gain other than 0", gain.to_string());
        }
        _ => {}
    }
    let gain = asked.gain.unwrap_or(0.0);
    let side = asked.alternative;
    if side == Alternative::Greater && gain < 0.0 || side == Alternative::Less && gain > 0.0 {
        return bad(
            "a gain in the direction of a one-sided test",
            format!(
                "{gain} and {alternative_side}",
                alternative_side = restrap_words::asked_as("alternative", side)
            ),
        );
    }
    match asked.known {
        Known::Accuracy { baseline, .. } if !(0.0..=1.0).contains(&baseline) => {
            bad("an accuracy of the baseline from 0 to 1", baseline.to_string())
        }
        Known::Accuracy { agreement: Some(agreement), .. } if !(0.0..=1.0).contains(&agreement) => {
            bad("an agreement from 0 to 1", agreement.to_string())
        }
        Known::Variance { between, within, repeats } => {
            let parts = [between, within[0], within[1]];
            if parts.iter().any(|part| !(part.is_finite() && *part >= 0.0)) {
                return bad("variances from 0 on", format!("{parts:?}"));
            }
            if parts.iter().all(|&part| part == 0.0) {
                return bad("differences that vary", "variances of 0".to_owned());
            }
            if repeats.contains(&0) {
                return bad("at least 1 answer an item", "0".to_owned());
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

/// From the agreement that needs the fewest items to the one that needs the most.
fn over_all(baseline: f64, of: &Asked) -> Result<Vec<Scenario>, Error> {
    let parts = [
        (0.0, "most agreement: nothing is lost"),
        (0.25, "between"),
        (0.5, "between"),
        (0.75, "between"),
        (1.0, "least agreement: no error is shared"),
    ];
    let scenario = |(part, name): (f64, &str)| {
        Binary { baseline, disagreement: Disagreement::Within(part) }.scenario(name.to_owned(), of)
    };
    parts.into_iter().map(scenario).collect()
}

/// Name of the scenario that the answer quotes.
pub(crate) const PILOT: &str = "the pilot's agreement";

/// What a share of disagreement stands for: itself, or the nearest that the gain and the accuracies leave room for.
fn assumed(
    accuracy: f64,
    share: f64,
    name: &'static str,
    of: &Asked,
) -> Result<(Disagreement, &'static str), Error> {
    let most = (Disagreement::Within(0.0), "the most agreement with such a gain");
    let least = (Disagreement::Within(1.0), "the least agreement with such a gain");
    let itself = (Disagreement::Fixed(share), name);
    Ok(match of.gain {
        Some(gain) => match restrap_stats::power::disagreement_range(accuracy, gain)? {
            (low, _) if share < low => most,
            (_, high) if share > high => least,
            _ => itself,
        },
        None if (Binary { baseline: accuracy, disagreement: itself.0 }).has_room() => itself,
        // Without errors to mend, or without anything to lose, the gain alone sets the disagreement.
        None if share == 0.0 || accuracy == 0.0 => most,
        None => least,
    })
}

/// The pilot's agreement and both ends of its 95 % interval.
fn of_binary_pilot(
    baseline: &Scores,
    system: &Scores,
    asked: &PlanRequest,
    of: &Asked,
    warnings: &mut Vec<String>,
) -> Result<(f64, Vec<Scenario>), Error> {
    let items = baseline.values.len() as u64;
    let right = baseline.values.iter().filter(|&&score| score == 1.0).count() as u64;
    let discordant = baseline.values.iter().zip(system.values.iter()).filter(|(b, s)| b != s).count() as u64;
    let accuracy = right as f64 / items as f64;
    let mean = system.values.iter().sum::<f64>() / items as f64 - accuracy;
    if asked.gain.is_some_and(|gain| (gain - mean).abs() <= 0.005 * mean.abs()) {
        warnings.push(OBSERVED.to_owned());
    }
    if right == 0 || right == items {
        let bounds = clopper_pearson(right, items, 0.95)?;
        warnings.push(format!(
            "the pilot's baseline is right on {} of {}: its accuracy may be {} to {} (95 %), and all answers here take it \
             for {}",
            if right == 0 { "none" } else { "each" },
            count(items, "item"),
            answer::share(bounds.low),
            answer::share(bounds.high),
            answer::share(accuracy)
        ));
    }
    if of.gain.is_none() && right == items {
        return Err(Error::not_applicable(
            "a plan from a pilot",
            "a baseline that leaves room for a gain",
            format!("this one is right on each of {}", count(items, "item")),
            format!(
                "give a pilot with items that the baseline gets wrong, or {baseline} and {agreement}",
                baseline = restrap_words::asked("baseline"),
                agreement = restrap_words::asked("agreement")
            ),
        ));
    }
    let bounds = clopper_pearson(discordant, items, 0.95)?;
    let pilot = discordant as f64 / items as f64;
    if discordant == 0 {
        warnings.push(format!(
            "the pilot's systems agree on all {}: that says only that they disagree on at most {} of such items (95 %)",
            count(items, "item"),
            answer::share_of_items(bounds.high)
        ));
    }
    let mut scenarios: Vec<Scenario> = Vec::new();
    for (share, name) in [
        (bounds.low, "upper 95 % limit of the agreement"),
        (pilot, PILOT),
        (bounds.high, "lower 95 % limit of the agreement"),
    ] {
        // No disagreement at all, or nothing else, is an end of its own interval.
        if name != PILOT && share == pilot {
            continue;
        }
        let (disagreement, named) = assumed(accuracy, share, name, of)?;
        let binary = Binary { baseline: accuracy, disagreement };
        // Two shares may have the same nearest one.
        if scenarios.last().is_none_or(|last| last.name != named) {
            scenarios.push(binary.scenario(named.to_owned(), of)?);
        }
        if let Some(scenario) = scenarios.pop_if(|_| name == PILOT) {
            scenarios.push(simulated(scenario, &binary, asked)?);
        }
    }
    Ok((accuracy, scenarios))
}

/// Differences that spread by less than this share of themselves and of the scores differ by the digits that were printed.
const ROUNDED: f64 = 4e-6;

/// All differences are the same number but for the rounding of scores that are decimals.
fn are_constant(baseline: &Scores, system: &Scores, differences: &[f64]) -> bool {
    let largest = |values: &[f64]| values.iter().fold(0.0, |most: f64, value| most.max(value.abs()));
    let (low, high) = differences
        .iter()
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &d| (low.min(d), high.max(d)));
    let scores = largest(&baseline.values).max(largest(&system.values));
    high - low <= ROUNDED * (low.abs() + scores)
}

fn of_pilot(
    baseline: &Scores,
    system: &Scores,
    asked: &PlanRequest,
    of: &Asked,
    warnings: &mut Vec<String>,
) -> Result<Scenario, Error> {
    /// Items below which the pilot's own variance is told to be uncertain: a relative standard error above a quarter.
    const FEW: usize = 34;
    let differences: Vec<f64> =
        baseline.values.iter().zip(system.values.iter()).map(|(b, s)| s - b).collect();
    let n = differences.len() as f64;
    let mean = differences.iter().sum::<f64>() / n;
    let squares: f64 = differences.iter().map(|d| (d - mean) * (d - mean)).sum();
    let variance = squares / (n - 1.0);
    if asked.gain.is_some_and(|gain| (gain - mean).abs() <= 0.005 * mean.abs()) {
        warnings.push(OBSERVED.to_owned());
    }
    if variance <= 0.0 || are_constant(baseline, system, &differences) {
        let items = count(differences.len() as u64, "item");
        let found = if differences.iter().all(|&d| d == 0.0) {
            format!("both systems have the same scores on all {items}")
        } else {
            let side = if mean < 0.0 { "below" } else { "above" };
            format!(
                "the system is {} {side} the baseline on each of {items}",
                plain(short_decimal(mean.abs()))
            )
        };
        return Err(Error::not_applicable(
            "a plan from a pilot",
            "differences that vary",
            found,
            format!(
                "give a pilot of systems as different as the ones to be compared, or the variance of such differences as \
                   {variance}",
                variance = restrap_words::asked("variance")
            ),
        ));
    }
    if differences.len() < FEW {
        warnings.push(format!(
            "the pilot has {}: the variance of its differences, and the items needed with it, have a standard error of \
             {:.0} % (normal differences)",
            count(differences.len() as u64, "item"),
            100.0 * libm::sqrt(2.0 / (n - 1.0))
        ));
    }
    let mut scenario = of_variance(variance, "the pilot's variance".to_owned(), of)?;
    let at = asked.items.or(scenario.quoted().items_needed);
    if let (Some(gain), Some(items), 1..) = (asked.gain, at, asked.draws.simulations) {
        if asked.draws.simulations.saturating_mul(items) > MOST_DRAWS {
            warnings.push(format!(
                "not simulated: {} simulations of {items} items exceed {MOST_DRAWS} draws; lower {simulations}",
                asked.draws.simulations,
                simulations = restrap_words::asked("simulations")
            ));
        } else {
            scenario.simulated =
                Some(simulate_pilot(&differences, gain, items, asked.alternative, asked.alpha, asked.draws)?);
            scenario.predicted = scenario.power_at(items, gain, of, true);
        }
    }
    Ok(scenario)
}

/// To five significant digits, which hide the rounding of decimals.
fn short_decimal(value: f64) -> f64 {
    format!("{value:.4e}").parse().unwrap_or(value)
}

/// With the test of the first method run on simulated items, at the items asked or needed.
fn simulated(mut scenario: Scenario, binary: &Binary, asked: &PlanRequest) -> Result<Scenario, Error> {
    let at = asked.items.or(scenario.quoted().items_needed);
    if let (Some(gain), Some(items), 1..) = (asked.gain, at, asked.draws.simulations) {
        let table = binary.table(gain)?;
        let (variant, alternative) = (asked.variant, asked.alternative);
        scenario.simulated =
            Some(simulate_table(&table, items, variant, alternative, asked.alpha, asked.draws)?);
        let of = of(asked);
        let first = !scenario.methods[0].out_of_reach;
        scenario.predicted = scenario.power_at(items, gain, &of, first);
    }
    Ok(scenario)
}
