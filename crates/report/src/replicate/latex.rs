//! Several data sets for LaTeX: rules of `booktabs`, marks that take no room, the best in bold, a note below.

use std::fmt::Write as _;

use restrap::ReplicateOutcome;

use super::cell::{Cell, Count, Mark, Table, title};
use super::paper;
use crate::sheet::latex::{Titles, escaped};
use crate::terminal::filled;

/// Columns of a comment.
const COMMENT: usize = 100;

pub(super) fn table(outcome: &ReplicateOutcome, titles: Titles) -> String {
    let sets = outcome.datasets.len();
    let mut text = String::from("% needs \\usepackage{booktabs}\n");
    text += &filled(&format!("% report: {}", escaped(&outcome.run.report)), COMMENT, "% ");
    text += "\n\\begin{table}\n  \\centering\n";
    let _ = writeln!(text, "  \\begin{{tabular}}{{l{}l}}\n    \\toprule", "r".repeat(sets + 1));
    for (at, metric) in outcome.metrics.iter().enumerate() {
        let table = Table::new(outcome, metric);
        if at > 0 {
            text += "    \\midrule\n";
        }
        let direction = if metric.higher_is_better { "" } else { " (lower is better)" };
        let headers = std::iter::once(format!("{}{direction}", title(metric))).chain(table.columns);
        let headers: Vec<String> = headers.map(|header| escaped(&header)).collect();
        let _ = writeln!(text, "    {} & shown on \\\\\n    \\midrule", headers.join(" & "));
        for row in table.rows {
            let cells = row.cells.iter().map(set);
            let cells = std::iter::once(escaped(&row.system))
                .chain(cells)
                .chain([escaped(&row.count.map_or_else(String::new, Count::words))]);
            let _ = writeln!(text, "    {} \\\\", cells.collect::<Vec<_>>().join(" & "));
        }
    }
    text += "    \\bottomrule\n  \\end{tabular}\n";
    let mut notes = vec![
        "\\textsuperscript{*} shown ahead, \\textsuperscript{$\\downarrow$} shown behind, bold: best, or the baseline where nothing \
         is shown ahead of it."
            .to_owned(),
    ];
    notes.extend(paper::notes(outcome).iter().skip(1).map(|note| escaped(note)));
    let _ = writeln!(text, "  \\par\\smallskip{{\\footnotesize {}\\par}}", notes.join(" "));
    text + &titles.end()
}

/// A number with a mark that takes no room, so that digits stay below each other.
fn set(cell: &Cell) -> String {
    let number = escaped(&cell.text);
    let number = if cell.best { format!("\\textbf{{{number}}}") } else { number };
    let mark = match cell.mark {
        Mark::Ahead => "*",
        Mark::Behind => "$\\downarrow$",
        Mark::Checkpoints => "$\\circ$",
        Mark::Nothing => return number,
    };
    format!("{number}\\rlap{{\\textsuperscript{{{mark}}}}}")
}
