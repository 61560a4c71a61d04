//! The sheet of a ranking for papers and README files: one row per system.

use std::fmt::Write as _;

use restrap::number::{number, percent};
use restrap::{RankOutcome, RankedSystem};
use textwrap::core::display_width;

use crate::rank::words::{
    Apart, apart, difference, ends, ends_of, from, groups, heading, metric, notes_of_paper,
    of_groups, ranks, simultaneous,
};
use crate::sheet::latex::{Fit, below, escaped};
use crate::sheet::{Sheet, Titles, left, right};
use crate::terminal::filled;

/// The rows alone.
pub(crate) fn table(outcome: &RankOutcome) -> Sheet {
    let (decimals, of_differences) = (outcome.decimals as usize, outcome.decimals_of_differences());
    let last = match of_groups(outcome) {
        "" => "group",
        name => name,
    };
    let mut columns = vec![left("system"), right("rank"), right(metric(outcome))];
    columns.push(left(format!("{} CI", percent(outcome.confidence))));
    columns.extend([
        right(from(outcome)),
        left(simultaneous(outcome)),
        left(last),
    ]);
    let mut sheet = Sheet::new(columns);
    for system in &outcome.systems {
        let apart = apart(outcome, system);
        let told = |cell: &dyn Fn(&Apart) -> String| apart.as_ref().map_or_else(String::new, cell);
        sheet.row(
            &system.name,
            [
                ranks(system),
                number(system.score, decimals),
                ends(system.interval.as_ref(), decimals),
                told(&|apart| difference(outcome, apart, of_differences)),
                told(&|apart| ends_of(apart, of_differences)),
                groups(outcome, system, false),
            ],
        );
    }
    sheet
}

pub(super) fn sheet(outcome: &RankOutcome) -> Sheet {
    let mut sheet = table(outcome);
    let gate = outcome.gate.as_ref().map(|gate| {
        sheet.gate(gate);
        gate.lead() + ". "
    });
    sheet.lead(gate.unwrap_or_default() + &outcome.verdict);
    sheet.note(format!("{}.", heading(outcome)));
    for note in notes_of_paper(outcome) {
        sheet.note(note);
    }
    sheet.note("A late entry changes every adjusted value: rerun with all systems.");
    sheet.report(&outcome.run.report);
    sheet
}

/// Columns of a comment.
const COMMENT: usize = 100;

pub(super) fn latex(outcome: &RankOutcome, titles: Titles) -> String {
    let decimals = outcome.decimals as usize;
    let mut text = String::from("% needs \\usepackage{booktabs}\n");
    text += &filled(
        &format!("% report: {}", escaped(&outcome.run.report)),
        COMMENT,
        "% ",
    );
    let headers = [
        "system",
        "rank",
        &metric(outcome),
        &format!("{} CI", percent(outcome.confidence)),
        &from(outcome),
        &simultaneous(outcome),
        match of_groups(outcome) {
            "" => "group",
            name => name,
        },
    ];
    let rows: Vec<(u64, [String; 7])> = outcome
        .systems
        .iter()
        .map(|system| {
            let apart = apart(outcome, system);
            let of_pair =
                |cell: &dyn Fn(&Apart) -> String| apart.as_ref().map_or_else(String::new, cell);
            let cells = [
                system.name.clone(),
                ranks(system),
                number(system.score, decimals),
                ends(system.interval.as_ref(), decimals),
                of_pair(&|apart| marked(outcome, apart)),
                of_pair(&|apart| ends_of(apart, outcome.decimals_of_differences())),
                groups(outcome, system, false),
            ];
            (system.tier, cells)
        })
        .collect();
    let width = |at: usize| {
        let cells = rows.iter().map(|(_, cells)| &cells[at][..]);
        let all = cells.chain([headers[at]]);
        all.map(display_width).max().unwrap_or(0)
    };
    let Fit { star, size } = Fit::new((0..headers.len()).map(width));
    let _ = writeln!(
        text,
        "\n\\begin{{table{star}}}\n  \\centering\\{size}\n  \\setlength{{\\tabcolsep}}{{3pt}}\n  \\begin{{tabular}}{{lrrlrll}}\n    \\toprule"
    );
    let _ = writeln!(
        text,
        "    {} \\\\\n    \\midrule",
        headers.map(escaped).join(" & ")
    );
    let mut tier = None;
    for (system, (own, cells)) in outcome.systems.iter().zip(&rows) {
        if tier.is_some_and(|tier| tier != *own) {
            text += "    \\midrule\n";
        }
        tier = Some(*own);
        let set = |(place, cell): (usize, &String)| match place {
            0 => bold(escaped(cell), titles.highlight.contains(&system.name)),
            2 => bold(escaped(cell), may_be_best(outcome, system)),
            // It holds marks of its own.
            4 => cell.clone(),
            _ => escaped(cell),
        };
        let cells: Vec<String> = cells.iter().enumerate().map(set).collect();
        let _ = writeln!(text, "    {} \\\\", cells.join(" & "));
    }
    text += "    \\bottomrule\n  \\end{tabular}\n";
    let mut said: Vec<String> = titles
        .caption
        .map(|_| format!("{}.", heading(outcome)))
        .into_iter()
        .collect();
    said.push(outcome.verdict.clone());
    said.extend(notes_of_paper(outcome));
    let parted = outcome.systems.last().is_some_and(|system| system.tier > 1);
    said.extend(parted.then(|| {
        "Rules: every system above is significantly better than every one below.".to_owned()
    }));
    said.push(bold_scores(outcome).to_owned());
    let said: Vec<String> = said.iter().map(|note| escaped(note)).collect();
    text += &below(&said.join(" "));
    let caption = format!("{}.", heading(outcome));
    text + &titles.or_caption(&caption).end(star)
}

/// No system is shown to be ahead of it; against a baseline, nothing says it but the score.
pub(super) fn may_be_best(outcome: &RankOutcome, system: &RankedSystem) -> bool {
    match outcome.baseline {
        Some(_) => system.name == outcome.systems[0].name,
        None => system.to_best.as_ref().is_none_or(|pair| !pair.shown),
    }
}

/// Returns which scores are bold.
pub(super) fn bold_scores(outcome: &RankOutcome) -> &'static str {
    if outcome.baseline.is_some() {
        "Bold: the best score."
    } else {
        "Bold: the best score, and all that are not significantly worse."
    }
}

/// A difference with a mark that takes no room, so that digits stay below each other.
fn marked(outcome: &RankOutcome, apart: &Apart) -> String {
    let number = escaped(&number(apart.difference, outcome.decimals_of_differences()));
    match apart.mark(outcome).superscript() {
        "" => number,
        mark => format!("{number}\\rlap{{{mark}}}"),
    }
}

pub(super) fn bold(text: String, is_bold: bool) -> String {
    if is_bold {
        format!("\\textbf{{{text}}}")
    } else {
        text
    }
}
