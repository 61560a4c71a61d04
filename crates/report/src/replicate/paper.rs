//! Several data sets for papers and README files: one row per metric and system.

use std::fmt::Write as _;

use restrap::ReplicateOutcome;
use restrap::number::format::count;
use restrap::number::number;
use restrap::outcome::MetricInfo;
use textwrap::core::display_width;

use crate::replicate::by_test;
use crate::replicate::cell::{Cell, Count, Table};
use crate::sheet::latex::{Fit, Titles, below, escaped};
use crate::sheet::{Sheet, left, right};
use crate::terminal::filled;

/// The rows of one metric.
pub(crate) fn of_metric(outcome: &ReplicateOutcome, metric: &MetricInfo) -> Sheet {
    let sets = outcome.datasets.iter().map(|set| right(&set.name));
    let columns = [left("system")]
        .into_iter()
        .chain(sets)
        .chain([right("mean"), left("better on")]);
    let mut sheet = Sheet::new(columns);
    for row in Table::new(outcome, metric).rows {
        let count = row.count.map_or_else(String::new, Count::words);
        sheet.row(
            row.system,
            row.cells.iter().map(Cell::marked).chain([count]),
        );
    }
    sheet
}

pub(super) fn sheet(outcome: &ReplicateOutcome) -> Sheet {
    let mut sheet = match &outcome.metrics[..] {
        [one] => of_metric(outcome, one),
        several => {
            let sets = outcome.datasets.iter().map(|set| right(&set.name));
            let names = [left("metric"), left("system")];
            let mut sheet = Sheet::new(
                names
                    .into_iter()
                    .chain(sets)
                    .chain([right("mean"), left("better on")]),
            );
            for metric in several {
                for row in of_metric(outcome, metric).cells() {
                    let cells = row.into_iter().map(|(_, cell)| cell).collect::<Vec<_>>();
                    sheet.row(metric.title(), cells);
                }
            }
            sheet
        }
    };
    for note in notes(outcome).into_iter().chain(by_tests(outcome)) {
        sheet.note(note);
    }
    if let Some(gate) = &outcome.gate {
        sheet.gate(gate);
    }
    sheet.report(&outcome.run.report);
    sheet
}

/// What is below the table.
pub(crate) fn notes(outcome: &ReplicateOutcome) -> Vec<String> {
    let family = outcome.family.as_ref();
    let family = family.map_or_else(
        || "No correction.".to_owned(),
        |family| format!("{} correction, {}.", family.adjust, family.words()),
    );
    vec![
        outcome.marks(),
        outcome.counted().to_owned(),
        outcome.weighed().to_owned(),
        family,
    ]
}

/// Each further test of each system under each metric, data set by data set.
fn by_tests(outcome: &ReplicateOutcome) -> Vec<String> {
    let Some(sheet) = by_test(outcome) else {
        return Vec::new();
    };
    let mut told = Vec::new();
    for cells in sheet.cells() {
        let words = cells.iter().map(|(column, cell)| {
            if column.name().starts_with("p ") {
                format!("{} {cell}", column.name())
            } else {
                cell.clone()
            }
        });
        told.push(words.collect::<Vec<_>>().join("; ") + ".");
    }
    told
}

/// The means and counts under the primary metric in one line.
pub(super) fn line(outcome: &ReplicateOutcome) -> String {
    let metric = &outcome.metrics[0];
    let decimals = outcome.decimals(metric);
    let told = outcome
        .means
        .iter()
        .filter(|mean| mean.metric == metric.name)
        .map(|mean| {
            let count = outcome
                .counts
                .iter()
                .find(|count| count.metric == mean.metric && count.system == mean.system);
            let shown = count.map_or_else(String::new, |count| {
                format!(", better on {} of {}", count.k_bonferroni, count.n)
            });
            let p = mean.p_text(outcome.resamples);
            let p = p.map_or_else(String::new, |p| format!(", p {p}"));
            format!(
                "{}: mean {} {}{p}{shown}",
                mean.system,
                metric.title(),
                number(mean.score, decimals)
            )
        });
    let lead = outcome.gate.iter().map(restrap::GateOutcome::words);
    let line = lead.chain(told).collect::<Vec<_>>().join("; ");
    line.replace(char::is_control, " ") + "\n"
}

/// Columns of a comment.
const COMMENT: usize = 100;

pub(super) fn table(outcome: &ReplicateOutcome, titles: Titles) -> String {
    let sets = outcome.datasets.len();
    let mut text = String::from("% needs \\usepackage{booktabs}\n");
    text += &filled(
        &format!("% report: {}", escaped(&outcome.run.report)),
        COMMENT,
        "% ",
    );
    let Fit { star, size } = Fit::new(widths(outcome).into_iter());
    let _ = writeln!(
        text,
        "\n\\begin{{table{star}}}\n  \\centering\\{size}\n  \\setlength{{\\tabcolsep}}{{3pt}}"
    );
    let _ = writeln!(
        text,
        "  \\begin{{tabular}}{{l{}l}}\n    \\toprule",
        "r".repeat(sets + 1)
    );
    for (at, metric) in outcome.metrics.iter().enumerate() {
        let table = Table::new(outcome, metric);
        if at > 0 {
            text += "    \\midrule\n";
        }
        let direction = if metric.higher_is_better {
            ""
        } else {
            " (lower is better)"
        };
        let headers =
            std::iter::once(format!("{}{direction}", metric.title())).chain(table.columns);
        let headers: Vec<String> = headers.map(|header| escaped(&header)).collect();
        let _ = writeln!(
            text,
            "    {} & better on \\\\\n    \\midrule",
            headers.join(" & ")
        );
        for row in table.rows {
            let cells = row.cells.iter().map(set);
            let cells = std::iter::once(escaped(&row.system))
                .chain(cells)
                .chain([escaped(&row.count.map_or_else(String::new, Count::words))]);
            let _ = writeln!(text, "    {} \\\\", cells.collect::<Vec<_>>().join(" & "));
        }
    }
    text += "    \\bottomrule\n  \\end{tabular}\n";
    let mut said = vec![
        "\\textsuperscript{*} significantly better, \\textsuperscript{$\\downarrow$} significantly worse, bold: best, or the baseline if \
         nothing is significantly better."
            .to_owned(),
    ];
    said.extend(notes(outcome).iter().skip(1).map(|note| escaped(note)));
    text += &below(&said.join(" "));
    let caption = caption(outcome);
    text + &titles.or_caption(&caption).end(star)
}

/// What the table shows, where nobody gave it a caption.
fn caption(outcome: &ReplicateOutcome) -> String {
    let metrics: Vec<String> = outcome.metrics.iter().map(MetricInfo::title).collect();
    format!(
        "{} of {} and the baseline {} on {}.",
        metrics.join(", "),
        count(outcome.systems.len() as u64, "system"),
        outcome.baseline,
        count(outcome.datasets.len() as u64, "data set")
    )
}

/// Characters of the widest cell of each column, marks included.
fn widths(outcome: &ReplicateOutcome) -> Vec<usize> {
    let mut widths = vec![0; outcome.datasets.len() + 3];
    for metric in &outcome.metrics {
        let table = Table::new(outcome, metric);
        let head = std::iter::once(metric.title())
            .chain(table.columns)
            .chain(["better on".to_owned()]);
        let rows = table.rows.into_iter().map(|row| {
            let cells = row.cells.into_iter().map(|cell| cell.text + "*");
            let count = row.count.map_or_else(String::new, Count::words);
            std::iter::once(row.system)
                .chain(cells)
                .chain([count])
                .collect()
        });
        for line in std::iter::once(head.collect::<Vec<String>>()).chain(rows) {
            for (width, cell) in widths.iter_mut().zip(line) {
                *width = display_width(&cell).max(*width);
            }
        }
    }
    widths
}

/// A number with a mark that takes no room, so that digits stay below each other.
fn set(cell: &Cell) -> String {
    let number = escaped(&cell.text);
    let number = if cell.best {
        format!("\\textbf{{{number}}}")
    } else {
        number
    };
    match cell.mark.superscript() {
        "" => number,
        mark => format!("{number}\\rlap{{{mark}}}"),
    }
}
