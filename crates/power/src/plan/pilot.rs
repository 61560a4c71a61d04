//! What a pilot says of the items: the agreement of 0/1 scores with its limits, or the variance of real differences.

use restrap_lib::number::digits::rounded;
use restrap_stats::interval::clopper_pearson;
use restrap_words::{Code, Note, asked};

use super::outcome::{PILOT, PILOT_VARIANCE};
use super::request::PlanRequest;
use super::simulated;
use crate::format::{share as share_words, share_of_items};
use crate::scenario::{BinaryAssumption, Disagreement, Scenario, Target, of_variance};
use restrap_lib::Error;
use restrap_lib::Scores;
use restrap_lib::number::format::{count, plain};

/// The 97.5 % quantile of the normal law.
const Z: f64 = 1.959_963_984_540_054;

/// The pilot's difference in the place of the gain.
const OBSERVED: &str = "the gain asked is the pilot's own difference, which is not the true one: its power only restates the pilot's p-value; ask for the smallest gain that matters";

/// The accuracy of a baseline of 0/1 scores, and the assumptions that the pilot leaves.
///
/// # Errors
/// When the columns are not a pilot.
pub(super) fn scenarios(
    baseline: &Scores,
    system: &Scores,
    request: &PlanRequest,
    warnings: &mut Vec<Note>,
) -> Result<(Option<f64>, Vec<Scenario>), Error> {
    if baseline.rows().len() != system.rows().len() {
        return Err(Error::LengthMismatch {
            baseline: baseline.name.clone(),
            baseline_items: baseline.rows().len(),
            system: system.name.clone(),
            system_items: system.rows().len(),
        });
    }
    if baseline.items() < 2 {
        return Err(Error::BadParameter {
            expected: "a pilot of at least 2 items",
            found: baseline.items().to_string(),
        });
    }
    if [baseline, system]
        .iter()
        .all(|s| s.rows().iter().all(|&v| v == 0.0 || v == 1.0))
    {
        let (accuracy, scenarios) = of_binary_pilot(baseline, system, request, warnings)?;
        Ok((Some(accuracy), scenarios))
    } else {
        Ok((None, of_pilot(baseline, system, request, warnings)?))
    }
}

/// What a share of disagreement stands for: itself, or the nearest that the gain and the accuracies leave room for.
fn assumed(
    accuracy: f64,
    share: f64,
    name: &'static str,
    target: &Target,
) -> Result<(Disagreement, &'static str), Error> {
    let most = (
        Disagreement::Within(0.0),
        "the highest agreement with such a gain",
    );
    let least = (
        Disagreement::Within(1.0),
        "the lowest agreement with such a gain",
    );
    let itself = (Disagreement::Fixed(share), name);
    Ok(match target.gain {
        Some(gain) => match restrap_stats::power::disagreement_range(accuracy, gain)? {
            (low, _) if share < low => most,
            (_, high) if share > high => least,
            _ => itself,
        },
        None if (BinaryAssumption {
            baseline: accuracy,
            disagreement: itself.0,
        })
        .has_room() =>
        {
            itself
        }
        // Without errors to mend, or without anything to lose, the gain alone sets the disagreement.
        None if share == 0.0 || accuracy == 0.0 => most,
        None => least,
    })
}

/// The pilot's agreement and both ends of its 95 % interval.
fn of_binary_pilot(
    baseline: &Scores,
    system: &Scores,
    request: &PlanRequest,
    warnings: &mut Vec<Note>,
) -> Result<(f64, Vec<Scenario>), Error> {
    let target = request.target();
    let items = baseline.items();
    let right_of = |scores: &Scores| -> u64 {
        let right = scores.each().filter(|(score, _)| *score == 1.0);
        right.map(|(_, times)| times).sum()
    };
    let right = right_of(baseline);
    let both = baseline.each().zip(system.rows());
    let discordant: u64 = both
        .filter(|((b, _), s)| b != *s)
        .map(|((_, times), _)| times)
        .sum();
    let accuracy = right as f64 / items as f64;
    let mean = right_of(system) as f64 / items as f64 - accuracy;
    if request
        .gain
        .is_some_and(|gain| (gain - mean).abs() <= 0.005 * mean.abs())
    {
        warnings.push(Code::GainOfPilot.says(OBSERVED));
    }
    if right == 0 || right == items {
        let bounds = clopper_pearson(right, items, 0.95)?;
        warnings.push(Code::PilotExtreme.says(format!(
            "the pilot's baseline is right on {} of {}: its accuracy is between {} and {} (95 %), and all answers here assume {}",
            if right == 0 { "none" } else { "each" },
            count(items, "item"),
            share_words(bounds.low),
            share_words(bounds.high),
            share_words(accuracy)
        )));
    }
    if target.gain.is_none() && right == items {
        return Err(Error::not_applicable(
            "a plan from a pilot",
            "a baseline that leaves room for a gain",
            format!("this one is right on each of {}", count(items, "item")),
            format!(
                "give a pilot with items that the baseline gets wrong, or {} and {}",
                asked("baseline"),
                asked("agreement")
            ),
        ));
    }
    let bounds = clopper_pearson(discordant, items, 0.95)?;
    let pilot = discordant as f64 / items as f64;
    if discordant == 0 {
        warnings.push(Code::PilotAgrees.says(format!(
            "the pilot's systems agree on all {}: that says only that they disagree on at most {} of such items (95 %)",
            count(items, "item"),
            share_of_items(bounds.high)
        )));
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
        let (disagreement, named) = assumed(accuracy, share, name, &target)?;
        let binary = BinaryAssumption {
            baseline: accuracy,
            disagreement,
        };
        // Two shares may have the same nearest one.
        if scenarios.last().is_none_or(|last| last.name != named) {
            scenarios.push(binary.scenario(named.to_owned(), &target)?);
        }
        if let Some(scenario) = scenarios.pop_if(|_| name == PILOT) {
            scenarios.push(simulated::of_table(scenario, &binary, request)?);
        }
    }
    Ok((accuracy, scenarios))
}

/// Differences that spread by less than this share of themselves and of the scores differ by the digits that were printed.
const ROUNDED: f64 = 4e-6;

/// All differences are the same number but for the rounding of scores that are decimals.
fn are_constant(baseline: &Scores, system: &Scores, differences: &[f64]) -> bool {
    let largest = |values: &[f64]| {
        values
            .iter()
            .fold(0.0, |most: f64, value| most.max(value.abs()))
    };
    let (low, high) = differences
        .iter()
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &d| {
            (low.min(d), high.max(d))
        });
    let scores = largest(baseline.rows()).max(largest(system.rows()));
    high - low <= ROUNDED * (low.abs() + scores)
}

fn of_pilot(
    baseline: &Scores,
    system: &Scores,
    request: &PlanRequest,
    warnings: &mut Vec<Note>,
) -> Result<Vec<Scenario>, Error> {
    /// Items below which the pilot's own variance is told to be uncertain: a relative standard error above a quarter.
    const FEW: u64 = 34;
    let both = baseline.rows().iter().zip(system.rows());
    let differences: Vec<f64> = both.map(|(b, s)| s - b).collect();
    let counted = baseline.times().each(&differences);
    let n = baseline.items() as f64;
    let mean = counted
        .clone()
        .map(|(d, times)| d * times as f64)
        .sum::<f64>()
        / n;
    let squares: f64 = counted
        .clone()
        .map(|(d, times)| (d - mean) * (d - mean) * times as f64)
        .sum();
    let variance = rounded(squares / (n - 1.0));
    if request
        .gain
        .is_some_and(|gain| (gain - mean).abs() <= 0.005 * mean.abs())
    {
        warnings.push(Code::GainOfPilot.says(OBSERVED));
    }
    if variance <= 0.0 || are_constant(baseline, system, &differences) {
        let items = count(baseline.items(), "item");
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
                variance = asked("variance")
            ),
        ));
    }
    if baseline.items() < FEW {
        warnings.push(Code::PilotOfFew.says(format!(
            "the pilot has {}: the variance of its differences, and the items needed with it, have a standard error of \
             {:.0} % (normal differences)",
            count(baseline.items(), "item"),
            100.0 * libm::sqrt(2.0 / (n - 1.0))
        )));
    }
    let target = request.target();
    let scenario = of_variance(variance, PILOT_VARIANCE.to_owned(), &target)?;
    let population = Scores::counted("", &differences[..], baseline.times().clone());
    let scenario = if let Ok(items) = population.one_by_one() {
        simulated::of_differences(scenario, &items, request, warnings)?
    } else {
        warnings.push(Code::NotSimulated.says(format!(
            "not simulated: data sets are drawn from a pilot of 10,000,000 items at most, found {}",
            count(baseline.items(), "item")
        )));
        scenario
    };
    // The relative standard error of a variance, from the fourth moment of what it is of.
    let second = squares / n;
    let fourths = counted.map(|(d, times)| (d - mean).powi(4) * times as f64);
    let fourth = fourths.sum::<f64>() / n;
    let error = libm::sqrt((fourth / (second * second) - (n - 3.0) / (n - 1.0)).max(0.0) / n);
    let limit = |sign: f64, name: &str| {
        of_variance(
            variance * libm::exp(sign * Z * error),
            name.to_owned(),
            &target,
        )
    };
    Ok(vec![
        scenario,
        limit(-1.0, "lower 95 % limit of the variance")?,
        limit(1.0, "upper 95 % limit of the variance")?,
    ])
}

/// To five significant digits, which hide the rounding of decimals.
fn short_decimal(value: f64) -> f64 {
    format!("{value:.4e}").parse().unwrap_or(value)
}
