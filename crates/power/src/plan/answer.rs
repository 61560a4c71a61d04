//! Plans in words.

use restrap_words::asked;

use super::outcome::{PILOT, PILOT_VARIANCE, PlanBasis, PlanOutcome};
use crate::format::{enough, gain_words, power_beside, power_words, share, share_of_items, short};
use crate::scenario::{PowerApproach, PowerEstimate, Scenario};
use restrap_lib::inner::{Signature, side};
use restrap_lib::number::format::{count, grouped, plain, probability};

/// How many items are still needed, and what the items that there are can do.
pub(crate) fn of_plan(outcome: &PlanOutcome) -> String {
    let of_pilot = |scenario: &&Scenario| [PILOT, PILOT_VARIANCE].contains(&&scenario.name[..]);
    let middle = outcome.scenarios.iter().find(of_pilot);
    if outcome.known == PlanBasis::AnyAgreement {
        return over_all(outcome);
    }
    if outcome.known == PlanBasis::Pilot && outcome.binary && middle.is_none() {
        return beyond_the_pilot(outcome);
    }
    let scenario = middle.unwrap_or(&outcome.scenarios[0]);
    let quoted = scenario.quoted();
    let mut words = Vec::new();
    if let Some(gain) = outcome.gain {
        let gain = gain_words(gain, outcome.binary);
        words.push(match quoted.items_needed {
            None => format!(
                "No number of items up to 10 million detects {gain} with power {} ({}, {}, alpha {}).",
                outcome.power, quoted.test, outcome.alternative, outcome.alpha
            ),
            Some(needed) => format!(
                "To detect {gain} with power {}, {} are needed ({}, {}, alpha {}).",
                outcome.power,
                count(needed, "item"),
                quoted.test,
                outcome.alternative,
                outcome.alpha
            ),
        });
        words.extend(still(outcome, quoted));
        words.extend(ends(outcome));
        words.extend(overstated(outcome, quoted));
        words.extend(disagreement(scenario, quoted));
        words.extend(against_simulation(outcome, scenario, quoted));
    }
    words.extend(least(outcome, quoted));
    words.extend(against_margin(outcome));
    words.extend(in_clusters(outcome, quoted));
    words.extend(of_several(outcome));
    words.extend(by_runs(outcome));
    words.join(" ")
}

/// That several comparisons share the level.
fn of_several(outcome: &PlanOutcome) -> Option<String> {
    let comparisons = outcome.request.comparisons;
    (comparisons > 1).then(|| {
        let own = short(outcome.request.own_level());
        format!("Each of {comparisons} comparisons is tested at alpha {own} (Bonferroni; a step-down correction needs no more items).")
    })
}

/// What training runs leave open however many items there are.
fn by_runs(outcome: &PlanOutcome) -> Option<String> {
    let [baseline, system] = outcome.request.seeds?;
    let of_run = outcome.request.seed_variance?;
    let error = libm::sqrt(of_run * (1.0 / baseline as f64 + 1.0 / system as f64));
    Some(format!(
        "{} against {} alone give a standard error of {}, whatever the number of items.",
        count(system, "training run"),
        grouped(baseline),
        short(error)
    ))
}

/// How often the margin test is passed by systems that are equal, and by those that are worse by the margin.
fn against_margin(outcome: &PlanOutcome) -> Option<String> {
    let plan = outcome.noninferior.as_ref()?;
    let loss = gain_words(plan.margin, outcome.binary);
    let loss = loss.trim_start_matches("a gain of ");
    let by = |how: PowerApproach| match how {
        PowerApproach::Enumeration => "the unconditional test of 0/1 scores, enumerated",
        PowerApproach::Score => "the score test of 0/1 scores, enumerated",
        _ => "the noncentral t",
    };
    // Said once where both are computed alike.
    let planned_by = plan.planned_by.filter(|one| *one != plan.how);
    let needed = match plan.items_needed {
        Some(needed) => format!(
            "To show that a system equal to the baseline is not worse by {loss} takes {} for power {} (one-sided, alpha {}{}).",
            count(needed, "item"),
            outcome.power,
            outcome.alpha,
            planned_by.map_or_else(String::new, |how| format!("; {}", by(how)))
        ),
        None => format!(
            "No number of items up to 10 million shows that an equal system is not worse by {loss} with power {}.",
            outcome.power
        ),
    };
    let (Some(items), Some(equal), Some(worse)) =
        (plan.items, plan.equal_passes, plan.worse_passes)
    else {
        return Some(needed);
    };
    let how = by(plan.how);
    Some(format!(
        "{needed} With {} the gate passes {} of equal systems, and {} of systems that are worse by the margin ({how}).",
        count(items, "item"),
        share_of_items(equal),
        share_of_items(worse)
    ))
}

/// What clusters do to the items that are needed.
fn in_clusters(outcome: &PlanOutcome, quoted: &PowerEstimate) -> Option<String> {
    let (effect, size) = (outcome.design_effect?, outcome.request.cluster_size?);
    let icc = outcome.request.icc?;
    let items = quoted.items_needed.filter(|_| outcome.gain.is_some());
    let clusters = items.map_or_else(String::new, |items| {
        format!(
            ": {} of them",
            count((items as f64 / size).round() as u64, "cluster")
        )
    });
    Some(format!(
        "Items are in clusters of {}, with an intraclass correlation of {}: one independent item is worth {} of these{clusters}.",
        short((size * 10.0).round() / 10.0),
        short((icc * 1000.0).round() / 1000.0),
        short((effect * 100.0).round() / 100.0)
    ))
}

fn still(outcome: &PlanOutcome, quoted: &PowerEstimate) -> Option<String> {
    let (items, power) = (outcome.items?, quoted.power?);
    let have = format!(
        "With {} the power is {}",
        count(items, "item"),
        power_beside(power, outcome.power)
    );
    Some(match quoted.items_needed {
        Some(needed) if needed == items + 1 => format!("{have}: 1 more is still needed."),
        Some(needed) if needed > items => {
            format!("{have}: {} more are still needed.", grouped(needed - items))
        }
        Some(_) => format!("{have}: no more are needed."),
        None => format!("{have}."),
    })
}

/// What the uncertainty of a pilot's agreement means for the items.
fn ends(outcome: &PlanOutcome) -> Option<String> {
    let needed: Vec<u64> = outcome
        .scenarios
        .iter()
        .filter_map(|scenario| scenario.quoted().items_needed)
        .collect();
    let (least, most) = (needed.iter().min()?, needed.iter().max()?);
    (outcome.scenarios.len() > 1 && least < most).then(|| {
        format!(
            "The pilot's {} is uncertain: its 95 % limits give {} to {} items.",
            if outcome.binary {
                "agreement"
            } else {
                "variance"
            },
            grouped(*least),
            grouped(*most)
        )
    })
}

fn overstated(outcome: &PlanOutcome, quoted: &PowerEstimate) -> Option<String> {
    let (items, type_m) = (outcome.items?, quoted.type_m?);
    let wrong = quoted.type_s.unwrap_or(0.0);
    let sign = if wrong >= 5e-5 {
        format!(
            " and has the wrong sign with probability {} (type S)",
            probability(wrong)
        )
    } else {
        String::new()
    };
    let times = short((type_m * 100.0).round() / 100.0);
    let items = count(items, "item");
    Some(if times == "1" {
        format!(
            "A significant result on {items} barely overestimates the gain (type M error 1.00){sign}."
        )
    } else {
        format!(
            "A significant result on {items} overestimates the gain {times} times on average (type M error){sign}."
        )
    })
}

/// How far the other methods are from the one that is quoted.
fn disagreement(scenario: &Scenario, quoted: &PowerEstimate) -> Option<String> {
    let needed = quoted.items_needed?;
    let others: Vec<String> = scenario
        .methods
        .iter()
        .filter(|method| method.how != quoted.how)
        .filter_map(|method| {
            let other = method.items_needed?;
            let part = (other as f64 / needed as f64 - 1.0) * 100.0;
            let how = match (other.cmp(&needed), method.how) {
                (std::cmp::Ordering::Equal, how) => {
                    return Some(format!("{how} gives the same number"));
                }
                (std::cmp::Ordering::Less, how) => {
                    format!("{how} gives {} fewer", grouped(needed - other))
                }
                (std::cmp::Ordering::Greater, how) => {
                    format!("{how} gives {} more", grouped(other - needed))
                }
            };
            let part = (part.abs() * 10.0).round() / 10.0;
            let part = if part > 0.0 {
                short(part)
            } else {
                "below 0.1".to_owned()
            };
            Some(format!("{how} ({part} %)"))
        })
        .collect();
    if others.is_empty() {
        None
    } else {
        Some(format!(
            "Compared with {}: {}.",
            quoted.how,
            others.join(", ")
        ))
    }
}

/// Where a simulation contradicts the formula, which one to believe.
fn against_simulation(
    outcome: &PlanOutcome,
    scenario: &Scenario,
    quoted: &PowerEstimate,
) -> Option<String> {
    let (drawn, predicted) = (scenario.simulated.as_ref()?, scenario.predicted?);
    let [low, high] = drawn.power_interval;
    let items = outcome.items.or(quoted.items_needed)?;
    (!(low..=high).contains(&predicted)).then(|| {
        format!(
            "Simulated power at {} is {} ({} to {}); {} differs from it by more than Monte Carlo error: trust the simulation.",
            count(items, "item"),
            power_words(drawn.power),
            power_words(low),
            power_words(high),
            quoted.how
        )
    })
}

fn least(outcome: &PlanOutcome, quoted: &PowerEstimate) -> Option<String> {
    let items = count(outcome.items?, "item");
    Some(match quoted.least_gain {
        Some(gain) => {
            let gain = gain_words(enough(gain), outcome.binary);
            format!(
                "{items} detect {gain} or more with power {}.",
                outcome.power
            )
        }
        None => format!(
            "{items} detect no possible gain with power {}.",
            outcome.power
        ),
    })
}

/// A pilot whose agreement no such gain allows: what its limits leave.
fn beyond_the_pilot(outcome: &PlanOutcome) -> String {
    let of = match outcome.gain {
        Some(gain) => gain_words(gain, outcome.binary),
        None => "any gain".to_owned(),
    };
    let limits = if outcome.scenarios.len() > 1 {
        "; its 95 % limits follow"
    } else {
        ""
    };
    format!(
        "The pilot's agreement is too high for {of}{limits}. {}",
        range(outcome)
    )
}

fn over_all(outcome: &PlanOutcome) -> String {
    format!(
        "{} Give {agreement}, or the scores of two systems of this kind as a pilot.",
        range(outcome),
        agreement = asked("agreement")
    )
}

/// From the first assumption to the last.
fn range(outcome: &PlanOutcome) -> String {
    let (Some(first), Some(last)) = (outcome.scenarios.first(), outcome.scenarios.last()) else {
        return String::new();
    };
    let (first, last) = (first.quoted(), last.quoted());
    let mut words = Vec::new();
    if let Some(gain) = outcome.gain {
        let needed = |method: &PowerEstimate| {
            method
                .items_needed
                .map_or_else(|| "more than 10 million".to_owned(), grouped)
        };
        let (least, most) = (needed(first), needed(last));
        let gain = gain_words(gain, outcome.binary);
        words.push(if least == most {
            format!("To detect {gain} with power {}, {least} items are needed.", outcome.power)
        } else {
            format!(
                "To detect {gain} with power {}, {least} to {most} items are needed, depending on the systems' agreement.",
                outcome.power
            )
        });
        if let (Some(items), Some(high), Some(low)) = (outcome.items, first.power, last.power) {
            let (items, low, high) = (count(items, "item"), power_words(low), power_words(high));
            let power = if low == high {
                low
            } else {
                format!("{low} to {high}")
            };
            words.push(format!("With {items} the power is {power}."));
        }
    }
    if outcome.scenarios.len() == 1 {
        words.extend(least(outcome, first));
    } else if let (Some(items), Some(gain)) = (outcome.items, first.least_gain) {
        let most = last.least_gain.map_or_else(
            || "no possible gain at the lowest agreement".to_owned(),
            |gain| gain_words(enough(gain), outcome.binary),
        );
        words.push(format!(
            "{} detect {} at the highest agreement, {most} at the lowest, with power {}.",
            count(items, "item"),
            gain_words(enough(gain), outcome.binary),
            outcome.power
        ));
    }
    words.join(" ")
}

/// All that determines the figures.
pub(crate) fn report_of_plan(outcome: &PlanOutcome) -> String {
    let first = outcome.scenarios[0].quoted();
    let given = [
        outcome
            .baseline
            .map(|baseline| format!("baseline accuracy {}", share(baseline))),
        outcome.gain.map(|gain| {
            gain_words(gain, outcome.binary)
                .trim_start_matches("a ")
                .to_owned()
        }),
        outcome.items.map(|items| count(items, "item")),
        outcome
            .noninferior
            .as_ref()
            .map(|plan| format!("margin {}", short(plan.margin))),
    ];
    let given: Vec<String> = given.into_iter().flatten().collect();
    let simulated = outcome
        .scenarios
        .iter()
        .find_map(|scenario| scenario.simulated.as_ref());
    let drawn = simulated.map_or_else(
        || "no simulation".to_owned(),
        |drawn| {
            format!(
                "{}, seed {}",
                count(drawn.simulations, "simulation"),
                drawn.seed
            )
        },
    );
    let superiority = format!(
        "the {} test, {}, by {}",
        first.test, outcome.alternative, first.how
    );
    let margin = outcome.noninferior.as_ref().map(|plan| {
        format!(
            "the non-inferiority test ({}), one-sided, by {}",
            margin_test(plan.how),
            plan.how
        )
    });
    // Of a margin alone no test of a gain is planned.
    let tests = match (margin, outcome.gain) {
        (Some(margin), None) => margin,
        (Some(margin), Some(_)) => format!("{superiority}, and of {margin}"),
        (None, _) => superiority,
    };
    format!(
        "power {} of {tests}, alpha {}: {}; {drawn}; restrap {}.",
        outcome.power,
        outcome.alpha,
        given.join(", "),
        outcome.run.version
    )
}

/// The margin test that `compare` runs on such scores.
fn margin_test(how: PowerApproach) -> &'static str {
    match how {
        PowerApproach::Enumeration => "unconditional score test of paired shares",
        _ => "paired t",
    }
}

/// The recipe in one line.
pub(crate) fn signature_of_plan(outcome: &PlanOutcome) -> String {
    let first = outcome.scenarios[0].quoted();
    let margin = outcome
        .noninferior
        .as_ref()
        .map(|plan| format!("noninferior,{},{}", short(plan.margin), plan.how));
    Signature::new(&outcome.run)
        .with("question", outcome.kind)
        .maybe(
            "test",
            (margin.is_none() || outcome.gain.is_some()).then_some(&first.test),
        )
        .maybe("margin", margin)
        .with("alt", side(outcome.alternative))
        .with("alpha", plain(outcome.alpha))
        .maybe(
            "comparisons",
            (outcome.request.comparisons > 1).then_some(outcome.request.comparisons),
        )
        .with("power", plain(outcome.power))
        .with("by", first.how)
        .maybe("n", outcome.items)
        .done()
}
