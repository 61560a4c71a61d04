//! A ranking on a terminal of 80 columns: verdict, leaderboard with one line per system, explanation, recipe.

use restrap::number::{number, percent};
use restrap::{RankOutcome, RankedSystem};
use textwrap::core::display_width;

use super::words::{
    Apart, LETTERS, LEVEL, apart, difference, ends, ends_of, from, groups, heading, metric, notes,
    of_groups, ranks, simultaneous,
};
use crate::cells::plain;
use crate::sheet::shortened;
use crate::terminal::{bold, signature, width, wrapped};

/// Left margin, and gap between columns.
const GAP: usize = 2;
/// A name keeps this much.
const SHORTEST_NAME: usize = 12;
/// A name that long is whole before intervals of single systems stand there.
const WHOLE_NAME: usize = 20;
/// Places of level systems keep this much.
const SHORTEST_PLACES: usize = 12;

/// A column of cells under its header.
struct Column {
    header: String,
    cells: Vec<String>,
    is_right: bool,
}

impl Column {
    fn width(&self) -> usize {
        self.cells
            .iter()
            .chain([&self.header])
            .map(|cell| display_width(cell))
            .max()
            .unwrap_or(0)
    }

    fn is_empty(&self) -> bool {
        self.cells.iter().all(String::is_empty)
    }
}

/// The board: its lines, the header first.
pub(super) struct Board {
    pub lines: Vec<String>,
    /// A column has intervals of single systems.
    pub alone: bool,
}

pub(super) fn board(outcome: &RankOutcome) -> Board {
    let decimals = outcome.decimals as usize;
    let of_differences = outcome.decimals_of_differences();
    let column = |header: &str, is_right, cell: &dyn Fn(&RankedSystem) -> String| Column {
        header: header.to_owned(),
        is_right,
        cells: outcome.systems.iter().map(cell).collect(),
    };
    let told = |cell: &dyn Fn(&Apart) -> String| {
        let told = |system: &RankedSystem| {
            apart(outcome, system).map_or_else(String::new, |apart| cell(&apart))
        };
        outcome.systems.iter().map(told).collect::<Vec<String>>()
    };
    let many = outcome.systems.len() > LETTERS;
    let mut place = 0;
    let places = outcome.systems.iter().map(|_| {
        place += 1;
        format!("{place}")
    });
    let before = if many {
        Column {
            header: "place".to_owned(),
            cells: places.collect(),
            is_right: true,
        }
    } else {
        column("rank", false, &ranks)
    };
    let (names, longest) = names(outcome);
    let score = column(&metric(outcome), true, &|system| {
        number(system.score, decimals)
    });
    let alone = column(
        &format!("{} CI", percent(outcome.confidence)),
        false,
        &|system| ends(system.interval.as_ref(), decimals),
    );
    let to_best = told(&|apart| difference(outcome, apart, of_differences));
    let mut after = vec![Column {
        header: from(outcome),
        cells: to_best,
        is_right: true,
    }];
    let mut last = column(of_groups(outcome), false, &|system| {
        groups(outcome, system, true)
    });
    let joint = told(&|apart| ends_of(apart, of_differences));
    if many {
        after.insert(0, column("rank", false, &ranks));
        after.push(last);
    } else {
        // Letters stand below the end of a long header.
        let widest = joint
            .iter()
            .map(|cell| display_width(cell))
            .max()
            .unwrap_or(0);
        if last.header.is_empty() && widest > 0 {
            let both = joint.iter().zip(&last.cells);
            let cell = |(joint, letters): (&String, &String)| {
                format!(
                    "{joint}{}{letters}",
                    " ".repeat(widest - display_width(joint) + GAP)
                )
            };
            last = Column {
                header: simultaneous(outcome),
                cells: both.map(cell).collect(),
                is_right: false,
            };
        } else {
            after.push(Column {
                header: simultaneous(outcome),
                cells: joint,
                is_right: false,
            });
        }
        after.push(last);
    }
    after.retain(|column| !column.is_empty());
    let mut shown = vec![before];
    let room = |columns: &[&Column]| {
        let taken: usize = columns
            .iter()
            .map(|column| column.width().min(most(column)) + GAP)
            .sum();
        width().saturating_sub(GAP + taken)
    };
    let fixed: Vec<&Column> = shown.iter().chain([&score]).chain(&after).collect();
    // The interval of a system alone gives way to its name.
    let with: Vec<&Column> = fixed.iter().copied().chain([&alone]).collect();
    let has_alone = !alone.is_empty() && room(&with) >= longest.min(WHOLE_NAME);
    let room = if has_alone { room(&with) } else { room(&fixed) };
    let short: Vec<String> = names
        .iter()
        .map(|name| shortened(name, room.max(SHORTEST_NAME)))
        .collect();
    let clash =
        (0..names.len()).any(|a| (0..a).any(|b| short[a] == short[b] && names[a] != names[b]));
    let names = if clash { names } else { short };
    shown.extend([
        Column {
            header: "system".to_owned(),
            cells: names,
            is_right: false,
        },
        score,
    ]);
    shown.extend(has_alone.then_some(alone));
    shown.append(&mut after);
    cut_places(&mut shown);
    Board {
        lines: lines(outcome, &shown),
        alone: has_alone,
    }
}

/// Returns the names of the systems, and the width of the longest.
pub(super) fn names(outcome: &RankOutcome) -> (Vec<String>, usize) {
    let plain = |system: &RankedSystem| plain(&system.name).into_owned();
    let names: Vec<String> = outcome.systems.iter().map(plain).collect();
    let widths = names.iter().map(|name| display_width(name));
    let longest = widths.max().unwrap_or(0);
    (names, longest)
}

/// Columns that a column may take: places of level systems take what is left.
fn most(column: &Column) -> usize {
    if column.header == LEVEL {
        SHORTEST_PLACES
    } else {
        usize::MAX
    }
}

/// Leaves places out that find no room: `1–3, 5, …`.
fn cut_places(columns: &mut [Column]) {
    let [others @ .., last] = columns else { return };
    if last.header != LEVEL {
        return;
    }
    let taken: usize = others.iter().map(|column| column.width() + GAP).sum();
    let room = width().saturating_sub(taken + GAP).max(SHORTEST_PLACES);
    for cell in last
        .cells
        .iter_mut()
        .filter(|cell| display_width(cell) > room)
    {
        let mut kept = String::new();
        for run in cell.split(", ") {
            let longer = if kept.is_empty() {
                run.to_owned()
            } else {
                format!("{kept}, {run}")
            };
            if display_width(&longer) + 3 > room {
                break;
            }
            kept = longer;
        }
        *cell = kept + ", …";
    }
}

fn lines(outcome: &RankOutcome, columns: &[Column]) -> Vec<String> {
    let widths: Vec<usize> = columns.iter().map(Column::width).collect();
    let line = |cell: &dyn Fn(&Column) -> String| {
        let mut line = String::new();
        for (column, &width) in columns.iter().zip(&widths) {
            let cell = cell(column);
            let blank = " ".repeat(width - display_width(&cell));
            line.push_str(&" ".repeat(GAP));
            line.push_str(&if column.is_right {
                blank + &cell
            } else {
                cell + &blank
            });
        }
        line.trim_end().to_owned()
    };
    let mut lines = vec![line(&|column| column.header.clone())];
    lines.extend((0..outcome.systems.len()).map(|at| line(&|column| column.cells[at].clone())));
    lines
}

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
