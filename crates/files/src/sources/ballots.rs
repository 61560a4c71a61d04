//! Votes on many systems, from a table to their ranking.

use std::collections::{HashMap, HashSet};

use restrap_engine::Control;
use restrap_io::locate;
use restrap_stats::votes::Duel;
use restrap_words::{Code, asked as asked_for, asked_as, refers_to};

use super::Sources;
use super::error::SourceError;
use super::reduce::MANY_JUDGES;
use super::votes::{Vote, VoteColumns, Votes};
use restrap_lib::{Ballots, RankOutcome, RankRequest, number::format::count, rank_votes};

impl Sources {
    /// Reads the votes of one table and ranks its systems, or those that are named: `FILE:NAME FILE:NAME ...`.
    ///
    /// # Errors
    /// [`SourceError`] for files that cannot be read, names that no vote has, and votes that allow no strengths.
    pub(super) fn rank_votes(
        &self,
        columns: &VoteColumns,
        asked: &RankRequest,
        control: &Control,
    ) -> Result<RankOutcome, SourceError> {
        self.check_options(&asked.request)?;
        let located = locate(&self.systems)?;
        if let Some(other) = located.iter().find(|one| one.path != located[0].path) {
            return Err(SourceError::usage(
                format!(
                    "{} ranks systems of one table, found {} and {}",
                    asked_for("votes"),
                    located[0].path,
                    other.path
                ),
                "put all votes into one file",
            ));
        }
        let votes = Votes::read(&located[0], columns, &self.reading)?;
        let place = |name: &String| {
            votes
                .systems
                .iter()
                .position(|known| refers_to(name, known))
                .ok_or_else(|| {
                    SourceError::usage(
                        format!(
                            "{}: expected a system of the votes, found {name}",
                            located[0].path
                        ),
                        format!("the systems are {}", votes.systems.join(", ")),
                    )
                })
        };
        let typed = located.iter().filter_map(|one| one.column.as_ref());
        let mut chosen = typed.map(place).collect::<Result<Vec<usize>, _>>()?;
        if chosen.is_empty() {
            chosen = (0..votes.systems.len()).collect();
        }
        if let Some(baseline) = &self.reading.baseline {
            let baseline = place(baseline)?;
            chosen.retain(|&system| system != baseline);
            chosen.insert(0, baseline);
        }
        let (ballots, own) = ballots(&votes, &chosen, columns);
        let judges = distinct(&own, |vote| vote.judge);
        let mut outcome = rank_votes(&ballots, asked, control)?;
        outcome.run.take_inputs(vec![votes.input.clone()]);
        if columns.judge.is_some() && (columns.item.is_some() || judges < MANY_JUDGES) {
            let column = columns.judge.as_deref().unwrap_or_default();
            outcome.run.warnings.push(Code::JudgesFixed.says(format!(
                "{} ({column}) are fixed: nothing is claimed about others",
                count(judges as u64, "judge")
            )));
        }
        if columns.item.is_none() && outcome.clusters.is_none() {
            outcome.run.warnings.push(Code::VotesIndependent.says(format!(
                "no column names the prompts, so votes are treated as independent; if several are on one prompt, add {}",
                asked_as("votes", format!("{columns},item=COL"))
            )));
        }
        Ok(outcome)
    }
}

/// The votes between chosen systems, together where they are on one prompt, or else of one of many voters.
fn ballots(votes: &Votes, chosen: &[usize], columns: &VoteColumns) -> (Ballots, Vec<Vote>) {
    let places: HashMap<usize, usize> = chosen
        .iter()
        .enumerate()
        .map(|(at, &system)| (system, at))
        .collect();
    let placed = |vote: &Vote| {
        let (left, right) = (*places.get(&vote.left)?, *places.get(&vote.right)?);
        (left != right).then_some(Vote {
            left,
            right,
            ..*vote
        })
    };
    let own: Vec<Vote> = votes.votes.iter().filter_map(placed).collect();
    let by_judge = columns.item.is_none() && distinct(&own, |vote| vote.judge) >= MANY_JUDGES;
    let of = |at: usize, vote: &Vote| match () {
        () if columns.item.is_some() => vote.item,
        () if by_judge => vote.judge,
        () => at,
    };
    let column = if by_judge {
        columns.judge.as_ref()
    } else {
        columns.item.as_ref()
    };
    let mut places: HashMap<usize, usize> = HashMap::new();
    let mut prompts: Vec<Vec<Duel>> = Vec::new();
    for (at, vote) in own.iter().enumerate() {
        let place = *places.entry(of(at, vote)).or_insert_with(|| {
            prompts.push(Vec::new());
            prompts.len() - 1
        });
        let is = |share: f64| u64::from(vote.share == share);
        prompts[place].push(Duel {
            first: vote.left,
            second: vote.right,
            first_wins: is(1.0),
            second_wins: is(0.0),
            ties: is(0.5),
        });
    }
    let systems = chosen
        .iter()
        .map(|&system| votes.systems[system].clone())
        .collect();
    // Prompts that were voted on once form no clusters.
    let column = column.filter(|_| prompts.len() < own.len()).cloned();
    let mut ballots = Ballots::new(systems, prompts, column);
    ballots.missing = votes.missing;
    (ballots, own)
}

fn distinct(votes: &[Vote], of: impl Fn(&Vote) -> usize) -> usize {
    votes.iter().map(of).collect::<HashSet<_>>().len()
}
