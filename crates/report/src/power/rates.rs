//! Rates of rejection: tables for people, Markdown, LaTeX and CSV.
//!
//! Tests that rejected the same experiments everywhere stand in one row, and a line below names the others.

use std::fmt::Write as _;
use std::io::{self, Write};

use anstyle::Style;
use restrap::number::{grouped, percent, plain};
use restrap::power::{CellOutcome, PowerOutcome, Proportion, Setting, TestRates};

use crate::export::{escaped_latex, escaped_markdown};
use crate::table::{Name, Table, filled, width};

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();

/// Numbers of items side by side: what 80 columns hold of type S and M.
const ACROSS: usize = 4;

/// Cells that differ in their number of items alone.
pub(crate) struct Block<'a> {
    pub title: String,
    pub cells: Vec<&'a CellOutcome>,
}

/// One row: a test and those that rejected alike.
pub(crate) struct Row<'a> {
    pub name: &'a str,
    alike: Vec<&'a str>,
}

pub(crate) fn blocks(outcome: &PowerOutcome) -> Vec<Block<'_>> {
    let mut blocks: Vec<Block> = Vec::new();
    let without_items = |cell: &CellOutcome| {
        let mut setting = cell.setting;
        setting.items = 0;
        setting
    };
    for cell in &outcome.cells {
        match blocks.iter_mut().find(|block| without_items(block.cells[0]) == without_items(cell)) {
            Some(block) => block.cells.push(cell),
            None => blocks.push(Block { title: title(outcome, &cell.setting), cells: vec![cell] }),
        }
    }
    blocks
}

fn title(outcome: &PowerOutcome, setting: &Setting) -> String {
    let mut title = match (outcome.null, setting.effect == 0.0) {
        (Some(null), true) => format!("files, null by {null}: type-I error"),
        (Some(_), false) => format!("files, effect {}: power", plain(setting.effect)),
        (None, true) => format!("{}, no effect: type-I error", outcome.model),
        (None, false) => format!("{}, effect {}: power", outcome.model, plain(setting.effect)),
    };
    for (name, value) in
        [("ties", setting.ties), ("correlation", setting.correlation), ("skewness", setting.skew)]
    {
        if let Some(value) = value {
            let _ = write!(title, ", {name} {}", plain(value));
        }
    }
    if setting.cluster_size > 1 {
        let icc = outcome.icc.unwrap_or(0.0);
        let _ = write!(title, ", clusters of {} (correlation {})", setting.cluster_size, plain(icc));
    }
    title
}

pub(crate) fn test<'a>(cell: &'a CellOutcome, name: &str) -> Option<&'a TestRates> {
    cell.tests.iter().find(|test| test.name.name() == name)
}

/// Rows in the order of the methods, alike ones together.
pub(crate) fn rows(outcome: &PowerOutcome) -> Vec<Row<'_>> {
    let judged = |name: &str| outcome.cells.iter().any(|cell| test(cell, name).is_some());
    let mut rows: Vec<Row> = Vec::new();
    for method in outcome.methods.iter().filter(|method| judged(method.name.name())) {
        match rows.iter_mut().find(|row| method.same_as.is_some_and(|same| same.name() == row.name)) {
            Some(row) => row.alike.push(method.name.name()),
            None => rows.push(Row { name: method.name.name(), alike: Vec::new() }),
        }
    }
    rows
}

/// What a cell shows: power in the direction of the effect, else the share of rejections.
pub(crate) fn shown(test: &TestRates) -> Proportion {
    test.power.unwrap_or(test.rate)
}

/// As many decimals as the interval supports, three at least.
fn decimals(rate: &Proportion) -> usize {
    if rate.high - rate.low < 0.001 { 5 } else { 3 }
}

fn share(rate: &Proportion, digits: usize) -> String {
    format!("{:.digits$}", rate.value)
}

fn interval(rate: &Proportion, digits: usize) -> String {
    format!("{:.digits$} to {:.digits$}", rate.low, rate.high)
}

/// A null that is rejected too often: alpha lies below the interval.
fn too_often(outcome: &PowerOutcome, cell: &CellOutcome, rate: &Proportion) -> bool {
    cell.setting.effect == 0.0 && rate.low > outcome.alpha
}

/// Tables of 80 columns.
pub fn table(out: &mut dyn Write, outcome: &PowerOutcome, self_check: bool) -> io::Result<()> {
    let rows = rows(outcome);
    let mut marked = false;
    for block in blocks(outcome) {
        let heading = if self_check { "type-I error on these files".to_owned() } else { block.title.clone() };
        let heading = filled(&format!("{heading}, alpha {}", outcome.alpha), width(), "  ");
        writeln!(out, "{BOLD}{heading}{BOLD:#}\n")?;
        let (text, any) = match &block.cells[..] {
            [cell] => single(outcome, cell, &rows),
            cells => {
                let parts: Vec<_> =
                    cells.chunks(ACROSS).map(|cells| by_items(outcome, cells, &rows)).collect();
                let texts: Vec<&str> = parts.iter().map(|part| part.0.as_str()).collect();
                (texts.join("\n\n"), parts.iter().any(|part| part.1))
            }
        };
        marked |= any;
        writeln!(out, "{text}\n")?;
    }
    let mut notes = Vec::new();
    if marked {
        notes.push(format!(
            "! rejects too often: the {} interval lies above alpha",
            percent(outcome.confidence)
        ));
    }
    if outcome.cells.len() > 1 {
        let widest = outcome.cells.iter().flat_map(|cell| &cell.tests).map(shown);
        let widest = widest.map(|rate| rate.high - rate.low).fold(0.0, f64::max);
        notes.push(format!(
            "Monte Carlo error: at most ± {:.4} ({})",
            widest / 2.0,
            percent(outcome.confidence)
        ));
    }
    for row in rows.iter().filter(|row| !row.alike.is_empty()) {
        let alike = row.alike.join(", ");
        notes.push(format!("{} stands for {alike} too: they reject the same experiments", row.name));
    }
    for note in &notes {
        writeln!(out, "{}", filled(note, width(), "  "))?;
    }
    if !notes.is_empty() {
        writeln!(out)?;
    }
    let report = filled(&format!("report: {}", outcome.report), width(), "");
    writeln!(out, "{DIM}{report}{DIM:#}")
}

/// One number of items: rates with their intervals.
fn single(outcome: &PowerOutcome, cell: &CellOutcome, rows: &[Row]) -> (String, bool) {
    let effect = cell.setting.effect != 0.0;
    let rate = if effect { "power" } else { "rate" };
    let percent = format!("{} interval", percent(outcome.confidence));
    let mut header = vec!["test", rate, &percent];
    if effect {
        header.extend(["type S", "type M"]);
    }
    header.push("p-values");
    let mut table = Table::new(&header).right(1..header.len() - 1);
    let mut marked = false;
    for row in rows {
        let Some(test) = test(cell, row.name) else { continue };
        let rate = shown(test);
        let digits = decimals(&rate);
        let mark = too_often(outcome, cell, &rate);
        marked |= mark;
        let mut cells = vec![share(&rate, digits) + if mark { " !" } else { "" }, interval(&rate, digits)];
        if effect {
            cells.push(test.type_s.map_or_else(|| "−".to_owned(), |rate| share(&rate, 3)));
            cells.push(test.type_m.map_or_else(|| "−".to_owned(), |value| format!("{value:.2}")));
        }
        cells.push(test.method.to_string());
        table.row(Name::Of(row.name), cells);
    }
    (format!("{}\n  {} of {}", table, counted(cell), items(cell)), marked)
}

fn counted(cell: &CellOutcome) -> String {
    restrap::number::count(cell.experiments, "experiment")
}

fn items(cell: &CellOutcome) -> String {
    restrap::number::count(cell.setting.items, "item")
}

/// Several numbers of items: a column each; with an effect, type S and M below.
fn by_items(outcome: &PowerOutcome, cells: &[&CellOutcome], rows: &[Row]) -> (String, bool) {
    let sizes: Vec<String> =
        cells.iter().map(|cell| format!("n = {}", grouped(cell.setting.items))).collect();
    let columns = |first: &'static str| -> Vec<String> {
        [first.to_owned()].into_iter().chain(sizes.iter().cloned()).collect()
    };
    let made = |header: &[String], value: &dyn Fn(&CellOutcome, &TestRates) -> String| {
        let header: Vec<&str> = header.iter().map(String::as_str).collect();
        let mut table = Table::new(&header).right(1..header.len());
        for row in rows {
            let cell = |cell: &&CellOutcome| {
                test(cell, row.name).map_or_else(|| "−".to_owned(), |test| value(cell, test))
            };
            let values: Vec<String> = cells.iter().map(cell).collect();
            if values.iter().any(|value| value != "−") {
                table.row(Name::Of(row.name), values);
            }
        }
        table.to_string()
    };
    let marked = rows.iter().any(|row| {
        let marked = |cell: &&&CellOutcome| {
            test(cell, row.name).is_some_and(|test| too_often(outcome, cell, &test.rate))
        };
        cells.iter().any(|cell| marked(&cell))
    });
    let mut text = made(&columns("test"), &|cell, test| {
        let rate = shown(test);
        // A place for the mark in every cell, so that digits stay aligned.
        let mark = match (marked, too_often(outcome, cell, &rate)) {
            (true, true) => " !",
            (true, false) => "\u{a0}\u{a0}",
            (false, _) => "",
        };
        share(&rate, decimals(&rate)) + mark
    });
    if cells[0].setting.effect != 0.0 {
        let of = |_: &CellOutcome, test: &TestRates| match (test.type_s, test.type_m) {
            (Some(s), Some(m)) => format!("{} · {m:.2}", share(&s, 3)),
            _ => "−".to_owned(),
        };
        let _ = write!(text, "\n\n{}", made(&columns("type S · M"), &of));
    }
    (text, marked)
}

/// Rows of all cells, one a test, for tables of other programs.
fn flat(outcome: &PowerOutcome) -> Vec<[String; 8]> {
    let rows = rows(outcome);
    let mut lines = Vec::new();
    for block in blocks(outcome) {
        for cell in &block.cells {
            for test in rows.iter().filter_map(|row| test(cell, row.name)) {
                let rate = shown(test);
                let digits = decimals(&rate);
                lines.push([
                    block.title.clone(),
                    grouped(cell.setting.items),
                    test.name.to_string(),
                    share(&rate, digits),
                    interval(&rate, digits),
                    test.type_s.map_or_else(String::new, |rate| share(&rate, 3)),
                    test.type_m.map_or_else(String::new, |value| format!("{value:.2}")),
                    test.method.to_string(),
                ]);
            }
        }
    }
    lines
}

/// Columns of the flat tables, and which are numbers.
const HEADER: [(&str, bool); 8] = [
    ("data", false),
    ("items", true),
    ("test", false),
    ("rate", true),
    ("interval", true),
    ("type S", true),
    ("type M", true),
    ("p-values", false),
];

/// A Markdown table, the report below.
pub fn markdown(outcome: &PowerOutcome) -> String {
    let mut text = String::new();
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    text += &line(&HEADER.map(|column| column.0.to_owned()));
    text += &line(&HEADER.map(|column| if column.1 { "--:" } else { "---" }.to_owned()));
    for row in flat(outcome) {
        text += &line(&row.map(|cell| escaped_markdown(&cell)));
    }
    let _ = writeln!(text, "\n{}", escaped_markdown(&outcome.report));
    text
}

/// A `tabular` with the rules of `booktabs`, the report as a comment-free line below.
pub fn latex(outcome: &PowerOutcome) -> String {
    let columns: String = HEADER.iter().map(|column| if column.1 { 'r' } else { 'l' }).collect();
    let line = |cells: &[String]| format!("{} \\\\\n", cells.join(" & "));
    let mut text = format!("\\begin{{tabular}}{{{columns}}}\n\\toprule\n");
    text += &line(&HEADER.map(|column| column.0.to_owned()));
    text += "\\midrule\n";
    for row in flat(outcome) {
        text += &line(&row.map(|cell| escaped_latex(&cell)));
    }
    text += "\\bottomrule\n\\end{tabular}\n";
    let _ = writeln!(text, "\n{}", escaped_latex(&outcome.report));
    text
}

/// One row a cell and test, with all digits of the JSON; every test, alike or not.
pub fn csv(out: &mut dyn Write, outcome: &PowerOutcome) -> io::Result<()> {
    const HEADER: [&str; 22] = [
        "model",
        "items",
        "effect",
        "ties",
        "correlation",
        "skew",
        "cluster_size",
        "test",
        "method",
        "experiments",
        "rejected",
        "rate",
        "rate_low",
        "rate_high",
        "power",
        "power_low",
        "power_high",
        "type_s",
        "type_s_low",
        "type_s_high",
        "type_m",
        "type_m_error",
    ];
    let text = |value: Option<f64>| value.map_or_else(String::new, |value| value.to_string());
    let three = |rate: Option<Proportion>| match rate {
        Some(rate) => [rate.value, rate.low, rate.high].map(|value| value.to_string()),
        None => [const { String::new() }; 3],
    };
    let mut writer = ::csv::Writer::from_writer(out);
    writer.write_record(HEADER)?;
    for cell in &outcome.cells {
        let setting = &cell.setting;
        for test in &cell.tests {
            let mut record = vec![
                outcome.model.to_string(),
                setting.items.to_string(),
                setting.effect.to_string(),
                text(setting.ties),
                text(setting.correlation),
                text(setting.skew),
                setting.cluster_size.to_string(),
                test.name.to_string(),
                test.method.to_string(),
                cell.experiments.to_string(),
                test.rejected.to_string(),
            ];
            record.extend(three(Some(test.rate)));
            record.extend(three(test.power));
            record.extend(three(test.type_s));
            record.extend([text(test.type_m), text(test.type_m_error)]);
            writer.write_record(record)?;
        }
    }
    writer.flush()
}
