//! Answers as Markdown, LaTeX and CSV.

use std::fmt::Write as _;
use std::io;

use restrap::number::{grouped, percent, plain, probability};
use restrap::power::{AuditOutcome, CurveOutcome, PlanOutcome};

use super::show;
use crate::export::{escaped_latex, escaped_markdown};

/// A table and what it says: columns with their alignment (true: right), rows, a caption.
pub struct Sheet {
    header: Vec<(String, bool)>,
    rows: Vec<Vec<String>>,
    caption: String,
}

impl Sheet {
    /// A table in GitHub's Markdown, and the caption.
    pub fn markdown(&self) -> String {
        let line = |cells: &mut dyn Iterator<Item = &String>| {
            let cells: Vec<String> = cells.map(|cell| escaped_markdown(cell)).collect();
            format!("| {} |\n", cells.join(" | "))
        };
        let mut text = line(&mut self.header.iter().map(|(name, _)| name));
        let rule: Vec<&str> =
            self.header.iter().map(|(_, right)| if *right { "---:" } else { "---" }).collect();
        let _ = writeln!(text, "|{}|", rule.join("|"));
        for row in &self.rows {
            text += &line(&mut row.iter());
        }
        let _ = writeln!(text, "\n{}", escaped_markdown(&self.caption));
        text
    }

    /// A `booktabs` table with its caption.
    pub fn latex(&self) -> String {
        let alignment: String = self.header.iter().map(|(_, right)| if *right { 'r' } else { 'l' }).collect();
        let line = |cells: &mut dyn Iterator<Item = &String>| {
            let cells: Vec<String> = cells.map(|cell| escaped_latex(cell)).collect();
            format!("    {} \\\\\n", cells.join(" & "))
        };
        let mut text = String::from("% needs \\usepackage{booktabs}\n\\begin{table}\n  \\centering\n");
        let _ = writeln!(text, "  \\begin{{tabular}}{{{alignment}}}\n    \\toprule");
        text += &line(&mut self.header.iter().map(|(name, _)| name));
        text += "    \\midrule\n";
        let mut before = self.rows.first().map_or("", |row| row[0].as_str());
        for row in &self.rows {
            // Groups that share their first cell stand together.
            if row[0] != before && self.rows.iter().filter(|other| other[0] == row[0]).count() > 1 {
                text += "    \\addlinespace\n";
            }
            before = &row[0];
            text += &line(&mut row.iter());
        }
        let caption = escaped_latex(&self.caption);
        let _ =
            writeln!(text, "    \\bottomrule\n  \\end{{tabular}}\n  \\caption{{{caption}}}\n\\end{{table}}");
        text
    }
}

/// One row a number of items and share of hurt items, one column a gain.
pub fn curves(outcome: &CurveOutcome) -> Sheet {
    let effects = outcome.panels.first().map_or(&[][..], |panel| &panel.curves);
    let gains = effects.iter().map(|curve| (show::gain(curve.effect_percent), true));
    let mut rows = Vec::new();
    for panel in &outcome.panels {
        for share in show::shares(panel) {
            let cells = panel.curves.iter().map(|curve| show::p_at(curve, share));
            rows.push(
                [grouped(panel.items), format!("{} %", plain(share))].into_iter().chain(cells).collect(),
            );
        }
    }
    Sheet {
        header: [("items".to_owned(), true), ("hurt".to_owned(), true)].into_iter().chain(gains).collect(),
        rows,
        caption: outcome.report.clone(),
    }
}

/// One row an assumption and method.
pub fn plan(outcome: &PlanOutcome) -> Sheet {
    let columns = show::headers(outcome).into_iter().map(|name| (name, true));
    let mut rows = Vec::new();
    for scenario in &outcome.scenarios {
        for method in &scenario.methods {
            let agreement = scenario
                .agreement
                .map_or_else(|| scenario.name.clone(), |share| percent((share * 1e4).round() / 1e4));
            let cells = show::cells(method, outcome);
            rows.push([agreement, show::method_name(method)].into_iter().chain(cells).collect());
        }
    }
    let names = [("agreement".to_owned(), false), ("method".to_owned(), false)];
    Sheet {
        header: names.into_iter().chain(columns).collect(),
        rows,
        caption: format!("{} {}", outcome.answer, outcome.report),
    }
}

/// Both ends of what is possible.
pub fn audit(outcome: &AuditOutcome) -> Sheet {
    let rows = [("smallest", outcome.least), ("largest", outcome.largest)].map(|(name, end)| {
        let agreement = show::agreement(end, outcome.items);
        vec![name.to_owned(), grouped(end.won), grouped(end.lost), agreement, probability(end.pvalue)]
    });
    let header = [("p", false), ("won", true), ("lost", true), ("agreement", true), ("p", true)];
    Sheet {
        header: header.into_iter().map(|(name, right)| (name.to_owned(), right)).collect(),
        rows: rows.to_vec(),
        caption: format!("{} {}", outcome.answer, outcome.report),
    }
}

/// One row a point, with all digits.
pub fn curves_csv(out: &mut dyn io::Write, outcome: &CurveOutcome) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record([
        "items",
        "effect_percent",
        "hurt_percent",
        "helped",
        "hurt",
        "pvalue",
        "pvalue_low",
        "pvalue_high",
    ])?;
    for panel in &outcome.panels {
        for curve in &panel.curves {
            for point in &curve.points {
                let bound =
                    |k: usize| point.pvalue_interval.map_or_else(String::new, |bounds| bounds[k].to_string());
                writer.write_record([
                    panel.items.to_string(),
                    curve.effect_percent.to_string(),
                    point.hurt_percent.to_string(),
                    point.helped.to_string(),
                    point.hurt.to_string(),
                    point.pvalue.to_string(),
                    bound(0),
                    bound(1),
                ])?;
            }
        }
    }
    writer.flush()
}

/// One row an assumption and method, with all digits.
pub fn plan_csv(out: &mut dyn io::Write, outcome: &PlanOutcome) -> io::Result<()> {
    let number = |value: Option<f64>| value.map_or_else(String::new, |value| value.to_string());
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record([
        "assumption",
        "agreement",
        "variance",
        "test",
        "how",
        "items_needed",
        "power",
        "type_m",
        "type_s",
        "least_gain",
    ])?;
    for scenario in &outcome.scenarios {
        let common = [scenario.name.clone(), number(scenario.agreement), number(scenario.variance)];
        for method in &scenario.methods {
            writer.write_record(common.iter().cloned().chain([
                method.test.clone(),
                method.how.to_string(),
                method.items_needed.map_or_else(String::new, |items| items.to_string()),
                number(method.power),
                number(method.type_m),
                number(method.type_s),
                number(method.least_gain),
            ]))?;
        }
        if let Some(drawn) = &scenario.simulated {
            let power = Some(drawn.power);
            writer.write_record(common.iter().cloned().chain([
                scenario.methods[0].test.clone(),
                format!("{} simulations", drawn.simulations),
                String::new(),
                number(power),
                number(drawn.type_m),
                number(drawn.type_s),
                String::new(),
            ]))?;
        }
    }
    writer.flush()
}

/// One row a number of lost items, with all digits.
pub fn audit_csv(out: &mut dyn io::Write, outcome: &AuditOutcome) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(["lost", "agreement", "pvalue"])?;
    for point in &outcome.points {
        writer.write_record([
            point.lost.to_string(),
            point.agreement.to_string(),
            point.pvalue.to_string(),
        ])?;
    }
    writer.flush()
}
