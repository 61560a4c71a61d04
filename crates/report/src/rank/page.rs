//! A ranking on a terminal of 80 columns: verdict, leaderboard, what it means, recipe.

use restrap::RankOutcome;

use super::board::{Board, board};
use super::words::{LETTERS, heading, notes};
use crate::terminal::{bold, signature, wrapped};

pub(super) fn page(outcome: &RankOutcome) -> String {
    let all = std::iter::once(outcome).chain(&outcome.further);
    all.map(one).collect::<Vec<_>>().join("\n")
}

/// By one metric.
fn one(outcome: &RankOutcome) -> String {
    let mut head = bold(&wrapped(&heading(outcome), ""));
    head.push('\n');
    head.push_str(&wrapped(&outcome.verdict, ""));
    let Board { mut lines, alone } = board(outcome);
    lines[0] = bold(&lines[0]);
    let notes = notes(outcome, alone);
    let is_long = outcome.systems.len() > LETTERS;
    // A long board has no lines to spare.
    let notes = if is_long {
        wrapped(&notes.join(" "), "")
    } else {
        notes
            .iter()
            .map(|note| wrapped(note, ""))
            .collect::<Vec<_>>()
            .join("\n")
    };
    let (board, signature) = (lines.join("\n"), signature(&outcome.run));
    if is_long {
        return format!("{head}\n{board}\n{notes}\n{signature}\n");
    }
    crate::terminal::page([head, board, notes, signature])
}
