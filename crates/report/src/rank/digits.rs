//! The sheet of a ranking for other programs: one row per system, then one per pair, with all digits of the JSON.

use restrap::outcome::IntervalOutcome;
use restrap::{RankOutcome, RankedPair, RankedSystem, SystemVotes};

use crate::cells::{digits, known};
use crate::output::SIGNATURE;
use crate::sheet::Sheet;

/// A system, or a pair.
struct Row<'a> {
    outcome: &'a RankOutcome,
    system: Option<&'a RankedSystem>,
    pair: Option<&'a RankedPair>,
}

impl<'a> Row<'a> {
    fn votes(&self) -> Option<&'a SystemVotes> {
        self.system.and_then(|system| system.votes.as_ref())
    }

    fn interval(&self) -> Option<&'a IntervalOutcome> {
        let of_system = self.system.and_then(|system| system.interval.as_ref());
        of_system.or_else(|| self.pair.and_then(|pair| pair.interval.as_ref()))
    }
}

fn rows(outcome: &RankOutcome) -> impl Iterator<Item = Row<'_>> {
    let systems = outcome.systems.iter().map(move |system| Row {
        outcome,
        system: Some(system),
        pair: None,
    });
    let pairs = outcome.pairs.iter().map(move |pair| Row {
        outcome,
        system: None,
        pair: Some(pair),
    });
    systems.chain(pairs)
}

pub(super) fn sheet(outcome: &RankOutcome) -> Sheet {
    Sheet::of(
        &[
            ("element", |row: &Row| {
                if row.system.is_some() {
                    "system"
                } else {
                    "pair"
                }
                .to_owned()
            }),
            ("a", |row| {
                known(
                    row.system
                        .map(|system| &system.name)
                        .or(row.pair.map(|pair| &pair.a)),
                )
            }),
            ("b", |row| known(row.pair.map(|pair| &pair.b))),
            ("metric", |row| row.outcome.metrics[0].name.clone()),
            ("items", |row| row.outcome.items.to_string()),
            ("score", |row| known(row.system.map(|system| system.score))),
            ("rank_low", |row| {
                known(row.system.map(|system| system.rank.low))
            }),
            ("rank_high", |row| {
                known(row.system.map(|system| system.rank.high))
            }),
            ("tier", |row| known(row.system.map(|system| system.tier))),
            ("letters", |row| {
                known(row.system.and_then(|system| system.letters.as_ref()))
            }),
            ("best_share", |row| {
                known(row.system.and_then(|system| system.best_share))
            }),
            ("difference", |row| {
                known(row.pair.map(|pair| pair.difference))
            }),
            ("standard_error", |row| {
                known(row.pair.and_then(|pair| pair.standard_error))
            }),
            ("low", |row| {
                known(row.interval().map(|interval| interval.low))
            }),
            ("high", |row| {
                known(row.interval().map(|interval| interval.high))
            }),
            ("interval", |row| {
                known(row.interval().map(|interval| interval.method))
            }),
            ("confidence", |row| {
                known(row.interval().map(|interval| interval.confidence))
            }),
            ("pvalue", |row| {
                digits(row.pair.and_then(|pair| pair.pvalue))
            }),
            ("p_adjusted", |row| {
                digits(row.pair.and_then(|pair| pair.p_adjusted))
            }),
            ("shown", |row| known(row.pair.map(|pair| pair.shown))),
            ("later_step", |row| {
                known(row.pair.map(|pair| pair.later_step))
            }),
            ("adjust", |row| row.outcome.family.adjust.name().to_owned()),
            ("family", |row| row.outcome.family.size.to_string()),
            ("alpha", |row| row.outcome.alpha.to_string()),
            ("method", |row| row.outcome.family.method.to_string()),
            ("resamples", |row| known(row.outcome.family.resamples)),
            ("seed", |row| row.outcome.seed.to_string()),
            ("stream", |row| row.outcome.stream.clone()),
            ("version", |row| row.outcome.run.version.clone()),
            ("won", |row| known(row.votes().map(|votes| votes.won))),
            ("lost", |row| known(row.votes().map(|votes| votes.lost))),
            ("tied", |row| known(row.votes().map(|votes| votes.tied))),
            ("win_rate", |row| {
                known(row.votes().map(|votes| votes.win_rate))
            }),
            (SIGNATURE, |row| row.outcome.run.signature.clone()),
        ],
        std::iter::once(outcome)
            .chain(&outcome.further)
            .flat_map(rows),
    )
}
