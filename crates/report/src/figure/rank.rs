//! A ranking as a figure.

use restrap::number::count;
use restrap::{RankOutcome, RankedSystem};

use super::compare::{both, in_brackets, measure};
use super::forest::{Above, Estimate, Forest};
use crate::cells::ends;
use crate::rank::{apart, difference, has_letters, ranks, simultaneous};

/// The difference of each system from the best, or from the baseline, with rules between tiers.
pub fn to_the_best(outcome: &RankOutcome) -> Forest {
    let decimals = outcome.decimals_of_differences();
    let (letters, against) = (has_letters(outcome), outcome.baseline.as_ref());
    let row = |(place, system): (usize, &RankedSystem)| {
        let apart = apart(outcome, system);
        let interval = apart.as_ref().and_then(|apart| apart.interval);
        let reference = if against.is_some() { "baseline" } else { "best" };
        let value = apart.as_ref().map_or_else(
            || reference.to_owned(),
            |apart| difference(outcome, apart, decimals) + &in_brackets(ends(interval, decimals)),
        );
        let parted = place > 0 && outcome.systems[place - 1].tier != system.tier;
        Estimate {
            above: if parted && against.is_none() { Above::Rule } else { Above::Nothing },
            name: system.name.clone(),
            value,
            group: match &system.letters {
                _ if against.is_some() => String::new(),
                Some(own) if letters => own.clone(),
                _ => ranks(system),
            },
            point: apart.as_ref().map_or(0.0, |apart| apart.difference),
            interval: interval.map(both),
            shown: apart.is_some_and(|apart| apart.shown),
            is_sum: false,
        }
    };
    let groups = match against {
        Some(_) => "",
        None if letters => {
            "; systems without a common letter are told apart; rule: all above are ahead of all below"
        }
        None => "; at the right: ranks that a system may have; rule: all above are ahead of all below",
    };
    Forest {
        title: format!(
            "Each system less {}, {}",
            against.map_or("the best", String::as_str),
            simultaneous(outcome)
        ),
        x: format!(
            "difference in {}, {}; full point: a difference was shown{groups}",
            measure(&outcome.metrics[0]),
            count(outcome.clusters.unwrap_or(outcome.items), outcome.unit.name()),
        ),
        lines: vec![(0.0, false)],
        rows: outcome.systems.iter().enumerate().map(row).collect(),
    }
}
