//! Votes between pairs of systems, and strengths that explain them.
//!
//! For two systems, the win rate is a mean: a vote counts 1, ½ or 0, and prompts are the [clusters](crate::cluster). For
//! many systems, strengths are fitted: see [`Davidson`].

mod davidson;
mod position;
mod symmetric;

pub use davidson::{Davidson, Estimated};
pub use position::Position;

use crate::StatsError;

/// Votes on two systems in the order in which they were shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Duel {
    /// The system shown first, by number.
    pub first: usize,
    /// The system shown second.
    pub second: usize,
    /// Votes for the first.
    pub first_wins: u64,
    /// Votes for the second.
    pub second_wins: u64,
    /// Votes for neither.
    pub ties: u64,
}

impl Duel {
    /// All votes.
    pub fn votes(&self) -> u64 {
        self.first_wins + self.second_wins + self.ties
    }
}

/// Finite strengths need that no group of systems has never lost to the rest, nor tied with it (Ford 1957).
///
/// # Errors
/// With the first such group.
fn connected(systems: usize, duels: &[Duel]) -> Result<(), StatsError> {
    // From a system to those that it did not always beat.
    let mut edges = vec![(Vec::new(), Vec::new()); systems];
    let mut edge = |from: usize, to: usize| {
        edges[from].0.push(to);
        edges[to].1.push(from);
    };
    for duel in duels {
        if duel.first_wins + duel.ties > 0 {
            edge(duel.second, duel.first);
        }
        if duel.second_wins + duel.ties > 0 {
            edge(duel.first, duel.second);
        }
    }
    let reached = |backwards: bool| {
        let mut seen = vec![false; systems];
        let mut stack = vec![0];
        while let Some(system) = stack.pop() {
            if !std::mem::replace(&mut seen[system], true) {
                stack.extend(if backwards {
                    &edges[system].1
                } else {
                    &edges[system].0
                });
            }
        }
        seen
    };
    // Those that reach system 0 against the arrows never beat the others: the others are unbeaten by them.
    let groups = [
        reached(false),
        reached(true).iter().map(|seen| !seen).collect(),
    ];
    for unbeaten in groups {
        let group: Vec<usize> = (0..systems).filter(|&system| unbeaten[system]).collect();
        if !group.is_empty() && group.len() < systems {
            let apart = group
                .iter()
                .all(|&system| edges[system].1.iter().all(|&other| unbeaten[other]));
            return Err(StatsError::Unbeaten {
                systems: group,
                apart,
            });
        }
    }
    Ok(())
}
