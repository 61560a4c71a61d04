//! Pairs one by one: their p-values, which a board has no room for.

use restrap::number::{count, signed};
use restrap::{RankOutcome, RankedPair};
use restrap_words::asked;

use super::words::{metric, simultaneous};
use crate::cells::{dash, ends};
use crate::family::{LATER, called, of_later_steps};
use crate::output::Output;
use crate::sheet::{Sheet, Titles, left, right};
use crate::terminal::{bold, wrapped};

/// Pairs up to which all are listed where none are named; of more, neighbours in the ranking.
const MOST: usize = 45;

/// A row for each pair.
pub(crate) fn sheet(outcome: &RankOutcome, pairs: &[&RankedPair]) -> Sheet {
    let decimals = outcome.decimals_of_differences();
    let columns = ["pair", "difference", "", "p", "adjusted p", ""];
    let mut columns: Vec<_> = columns.into_iter().map(right).collect();
    (columns[0], columns[2], columns[5]) = (
        left("pair"),
        left(simultaneous(outcome)),
        left("significant"),
    );
    let mut sheet = Sheet::new(columns);
    for pair in pairs {
        let own = pair.pvalue;
        let p = |p: Option<f64>| p.map_or_else(dash, |p| outcome.family.p_text(p, own));
        let cells = [
            signed(pair.difference, decimals),
            ends(pair.interval.as_ref(), decimals) + if pair.later_step { LATER } else { "" },
            p(pair.pvalue),
            p(pair.p_adjusted),
            if pair.shown { "yes" } else { "" }.to_owned(),
        ];
        sheet.row(format!("{} − {}", pair.b, pair.a), cells);
    }
    sheet
}

/// Returns the note about the mark of a later step, if a pair has it.
fn of_later(outcome: &RankOutcome, pairs: &[&RankedPair]) -> Option<String> {
    let any = pairs.iter().any(|pair| pair.later_step);
    any.then(|| of_later_steps(&called(outcome.family.adjust)))
}

/// Pairs of a ranking on a terminal: those among the named systems, or with the one that is named; of none all, or where there are many
/// the neighbours in the ranking.
///
/// In Markdown and LaTeX they are a table of their own; the sheet for other programs has all pairs as it is.
pub fn pairs_of(outcome: &RankOutcome, names: &[String], output: Output) -> String {
    let all = std::iter::once(outcome).chain(&outcome.further);
    let is_named = !outcome.further.is_empty();
    let each = all.map(|one| match output {
        Output::Table => by_metric(one, names, is_named),
        Output::Markdown => format!("\n{}", noted(one, names).markdown()),
        Output::Latex => format!("\n{}", noted(one, names).latex(Titles::default())),
        Output::Csv | Output::Line => String::new(),
    });
    each.collect()
}

/// The pairs with what they are of.
fn noted(outcome: &RankOutcome, names: &[String]) -> Sheet {
    let pairs = chosen(outcome, names);
    let mut sheet = sheet(outcome, &pairs);
    if let Some(note) = of_later(outcome, &pairs) {
        sheet.note(note);
    }
    sheet.note(format!(
        "Pairs by {}; p adjusted by {}.",
        metric(outcome),
        called(outcome.family.adjust)
    ));
    sheet
}

/// Those among the named systems, or with the one that is named; of none all, or where there are many the neighbours.
fn chosen<'o>(outcome: &'o RankOutcome, names: &[String]) -> Vec<&'o RankedPair> {
    let place = |name: &String| {
        outcome
            .systems
            .iter()
            .position(|system| system.name == *name)
    };
    let is_neighbour = |pair: &RankedPair| {
        place(&pair.a)
            .zip(place(&pair.b))
            .is_some_and(|(a, b)| a.abs_diff(b) == 1)
    };
    let among = |pair: &RankedPair| match names {
        [] => outcome.pairs.len() <= MOST || is_neighbour(pair),
        [one] => pair.a == *one || pair.b == *one,
        some => some.contains(&pair.a) && some.contains(&pair.b),
    };
    outcome.pairs.iter().filter(|pair| among(pair)).collect()
}

fn by_metric(outcome: &RankOutcome, names: &[String], is_named: bool) -> String {
    let pairs = chosen(outcome, names);
    let left_out = outcome.pairs.len() - pairs.len();
    let head = if is_named {
        format!("pairs, {}", metric(outcome))
    } else {
        "pairs".to_owned()
    };
    let note = match (left_out, names) {
        (0, _) | (_, [_, ..]) => String::new(),
        (more, []) => format!(
            "{}\n",
            wrapped(
                &format!(
                    "Neighbours in the ranking; {} more: {}=NAME,NAME names them, and {} has all.",
                    count(more as u64, "pair"),
                    asked("pairs"),
                    asked("json")
                ),
                ""
            )
        ),
    };
    let later =
        of_later(outcome, &pairs).map_or_else(String::new, |note| wrapped(&note, "") + "\n");
    format!(
        "\n{}\n{}\n{later}{note}",
        bold(&head),
        sheet(outcome, &pairs).text()
    )
}
