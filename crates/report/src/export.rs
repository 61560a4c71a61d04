//! An outcome for other readers: Markdown, LaTeX, CSV, and a methods paragraph.
//!
//! Escaping is by hand: Markdown tables and LaTeX text know a dozen characters, and no crate is kept for either.

use std::fmt::Write as _;
use std::io;

use restrap::Piece;
use restrap::number::{grouped, number, percent, probability, signed};
use restrap::outcome::{ComparisonOutcome, MarginOutcome, Outcome, SystemOutcome};

use crate::output::Output;

/// One line of the tables.
struct Row {
    population: String,
    items: u64,
    system: String,
    score: String,
    difference: String,
    interval: String,
    p: String,
    adjusted: String,
    shown: bool,
    /// p of the margin test, and whether its claim was shown.
    margin: String,
}

/// Every line: the baseline and the systems, on all items and then on each sub-population.
fn rows(outcome: &Outcome) -> Vec<Row> {
    let mut rows = Vec::new();
    add(&mut rows, "all", outcome.items, &outcome.systems, &outcome.comparisons);
    for part in outcome.by.iter().flat_map(|by| &by.populations) {
        add(&mut rows, &part.value, part.items, &part.systems, &part.comparisons);
    }
    rows
}

fn add(
    rows: &mut Vec<Row>,
    population: &str,
    items: u64,
    systems: &[SystemOutcome],
    comparisons: &[ComparisonOutcome],
) {
    let decimals = |comparison: &ComparisonOutcome| {
        restrap::decimals(items, comparison.standard_error.unwrap_or(0.0), comparison.binary)
    };
    // The baseline's score has the digits of the most certain difference.
    let most = comparisons.iter().map(decimals).max().unwrap_or(2);
    for (place, system) in systems.iter().enumerate() {
        let comparison = place.checked_sub(1).and_then(|place| comparisons.get(place));
        let digits = comparison.map_or(most, decimals);
        let test = comparison.map(|comparison| &comparison.tests[0]);
        rows.push(Row {
            population: population.to_owned(),
            items,
            system: system.name.clone(),
            score: number(system.score, digits),
            difference: comparison.map_or_else(String::new, |c| signed(c.difference, digits)),
            interval: comparison.and_then(|c| c.interval.as_ref()).map_or_else(String::new, |i| {
                format!("{} to {}", number(i.low, digits), number(i.high, digits))
            }),
            p: test.map_or_else(String::new, |test| probability(test.pvalue)),
            adjusted: test.and_then(|test| test.p_adjusted).map_or_else(String::new, probability),
            shown: comparison.is_some_and(|comparison| comparison.shown),
            margin: comparison.and_then(|c| c.margin.as_ref()).map_or_else(String::new, |margin| {
                let p =
                    margin.p_adjusted.or(margin.pvalue).map_or_else(|| "not tested".to_owned(), probability);
                format!("{p}{}", if margin.shown { " shown" } else { "" })
            }),
        });
    }
}

/// The names of the columns, and whether each is right-aligned.
fn header(outcome: &Outcome) -> Vec<(String, bool)> {
    let mut header = Vec::new();
    if let Some(by) = &outcome.by {
        header.extend([(by.column.clone(), false), ("items".to_owned(), true)]);
    }
    header.extend([
        ("system".to_owned(), false),
        ("score".to_owned(), true),
        ("difference".to_owned(), true),
    ]);
    header.extend([(format!("{} CI", percent(outcome.confidence)), false), ("p".to_owned(), true)]);
    if let Some(family) = &outcome.family {
        header.push((format!("p ({})", family.adjust), true));
    }
    if let Some(margin) = margin(outcome) {
        header.push((format!("p ({} by {})", margin.claim, margin.asked), true));
    }
    header
}

/// The cells of a row under that header; a shown difference carries `mark`.
fn cells(row: &Row, outcome: &Outcome, mark: &str) -> Vec<String> {
    let mut cells = Vec::new();
    if outcome.by.is_some() {
        cells.extend([row.population.clone(), grouped(row.items)]);
    }
    let mark = if row.shown { mark } else { "" };
    cells.extend([row.system.clone(), row.score.clone(), format!("{}{mark}", row.difference)]);
    cells.extend([row.interval.clone(), row.p.clone()]);
    if outcome.family.is_some() {
        cells.push(row.adjusted.clone());
    }
    if margin(outcome).is_some() {
        cells.push(row.margin.clone());
    }
    cells
}

/// The margin that was tested, if one was.
fn margin(outcome: &Outcome) -> Option<&MarginOutcome> {
    outcome.comparisons.first().and_then(|comparison| comparison.margin.as_ref())
}

/// What the mark means, if it stands somewhere.
fn note(rows: &[Row], outcome: &Outcome, mark: &str) -> String {
    let adjusted = if outcome.family.is_some() { "adjusted " } else { "" };
    let shown = rows.iter().any(|row| row.shown);
    if shown { format!("{mark} {adjusted}p at most {}. ", outcome.alpha) } else { String::new() }
}

/// A table in GitHub's Markdown, and the report line.
pub fn markdown(outcome: &Outcome) -> String {
    let (rows, header) = (rows(outcome), header(outcome));
    let line = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| escaped_markdown(cell)).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    let mut text = line(&header.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>());
    let rule: Vec<&str> = header.iter().map(|(_, right)| if *right { "---:" } else { "---" }).collect();
    let _ = writeln!(text, "|{}|", rule.join("|"));
    for row in &rows {
        text += &line(&cells(row, outcome, "*"));
    }
    let _ =
        writeln!(text, "\n{}", escaped_markdown(&format!("{}{}", note(&rows, outcome, "*"), outcome.report)));
    text
}

/// Characters that would end a cell or start a markup.
pub fn escaped_markdown(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#' | '~' => out.extend(['\\', c]),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// A `booktabs` table with the report line as its caption.
pub fn latex(outcome: &Outcome) -> String {
    const MARK: &str = "*";
    let (rows, header) = (rows(outcome), header(outcome));
    let alignment: String = header.iter().map(|(_, right)| if *right { 'r' } else { 'l' }).collect();
    let line = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| escaped_latex(cell)).collect();
        format!("    {} \\\\\n", cells.join(" & "))
    };
    let mut text = String::from("% needs \\usepackage{booktabs}\n\\begin{table}\n  \\centering\n");
    let _ = writeln!(text, "  \\begin{{tabular}}{{{alignment}}}\n    \\toprule");
    text += &line(&header.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>());
    text += "    \\midrule\n";
    let mut before = rows.first().map_or("", |row| row.population.as_str());
    for row in &rows {
        if row.population != before {
            text += "    \\addlinespace\n";
            before = &row.population;
        }
        text += &line(&cells(row, outcome, MARK));
    }
    let caption = escaped_latex(&format!("{}{}", note(&rows, outcome, MARK), outcome.report));
    let _ = writeln!(text, "    \\bottomrule\n  \\end{{tabular}}\n  \\caption{{{caption}}}\n\\end{{table}}");
    text
}

/// Text as LaTeX sets it: special characters escaped, signs and powers of ten in mathematics.
pub fn escaped_latex(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (place, word) in text.split(' ').enumerate() {
        if place > 0 {
            out.push(' ');
        }
        let bare = word.trim_end_matches(['.', ',', ';', ':']);
        if let Some((digits, power)) = power_of_ten(bare) {
            let _ = write!(out, "${digits} \\times 10^{{{power}}}${}", &word[bare.len()..]);
            continue;
        }
        for c in word.chars() {
            match c {
                '\\' => out.push_str("\\textbackslash{}"),
                '~' => out.push_str("\\textasciitilde{}"),
                '^' => out.push_str("\\textasciicircum{}"),
                '&' | '%' | '$' | '#' | '_' | '{' | '}' => out.extend(['\\', c]),
                '<' | '>' => out.extend(['$', c, '$']),
                '−' => out.push_str("$-$"),
                '∞' => out.push_str("$\\infty$"),
                '√' => out.push_str("$\\surd$"),
                '½' => out.push_str("$\\frac12$"),
                'χ' => out.push_str("$\\chi$"),
                '²' => out.push_str("$^2$"),
                '·' => out.push_str("$\\cdot$"),
                '*' => out.push_str("$^{*}$"),
                c if c.is_control() => out.push(' '),
                c => out.push(c),
            }
        }
    }
    out
}

/// `3.52e-7` as 3.52 and -7.
fn power_of_ten(word: &str) -> Option<(&str, i32)> {
    let (digits, power) = word.split_once('e')?;
    digits.parse::<f64>().ok()?;
    Some((digits, power.parse().ok()?))
}

/// One row a comparison and test, with all digits of the JSON.
pub fn csv(out: &mut dyn io::Write, outcome: &Outcome) -> io::Result<()> {
    const HEADER: [&str; 25] = [
        "population",
        "items",
        "baseline",
        "system",
        "baseline_score",
        "score",
        "difference",
        "low",
        "high",
        "interval",
        "confidence",
        "test",
        "primary",
        "alternative",
        "method",
        "pvalue",
        "p_adjusted",
        "shown",
        "margin_claim",
        "margin",
        "margin_method",
        "margin_low",
        "margin_high",
        "margin_pvalue",
        "margin_shown",
    ];
    let mut writer = ::csv::Writer::from_writer(out);
    writer.write_record(HEADER)?;
    let whole = (String::new(), outcome.items, &outcome.systems, &outcome.comparisons);
    let parts = outcome.by.iter().flat_map(|by| {
        by.populations.iter().map(|part| {
            (format!("{}={}", by.column, part.value), part.items, &part.systems, &part.comparisons)
        })
    });
    let text = |value: Option<f64>| value.map_or_else(String::new, |value| value.to_string());
    for (population, items, systems, comparisons) in std::iter::once(whole).chain(parts) {
        for (comparison, system) in comparisons.iter().zip(&systems[1..]) {
            let interval = comparison.interval.as_ref();
            let margin = comparison.margin.as_ref();
            for test in &comparison.tests {
                let method = test.method.to_string();
                writer.write_record([
                    population.clone(),
                    items.to_string(),
                    comparison.baseline.clone(),
                    comparison.system.clone(),
                    systems[0].score.to_string(),
                    system.score.to_string(),
                    comparison.difference.to_string(),
                    text(interval.map(|i| i.low)),
                    text(interval.map(|i| i.high)),
                    interval.map_or_else(String::new, |i| i.method.to_string()),
                    text(interval.map(|i| i.confidence)),
                    test.name.to_string(),
                    test.primary.to_string(),
                    test.alternative.to_string(),
                    method,
                    test.pvalue.to_string(),
                    text(test.p_adjusted),
                    if test.primary { comparison.shown.to_string() } else { String::new() },
                    margin.map_or_else(String::new, |m| m.claim.to_string()),
                    margin.map_or_else(String::new, |m| m.asked.clone()),
                    margin.and_then(|m| m.method).map_or_else(String::new, |method| method.to_string()),
                    text(margin.and_then(|m| m.interval.as_ref()).map(|i| i.low)),
                    text(margin.and_then(|m| m.interval.as_ref()).map(|i| i.high)),
                    text(margin.and_then(|m| m.p_adjusted.or(m.pvalue))),
                    margin.map_or_else(String::new, |m| m.shown.to_string()),
                ])?;
            }
        }
    }
    writer.flush()
}

/// The methods paragraph and its bibliography, as text, Markdown or LaTeX has them.
pub fn methods(outcome: &Outcome, output: Output) -> String {
    let methods = restrap::methods(outcome);
    let filled = |text: &str| super::table::filled(text, super::table::width(), "");
    match output {
        Output::Markdown => {
            let paragraph = escaped_markdown(&methods.paragraph);
            format!("{paragraph}\n\n```bibtex\n{}\n```\n", methods.bibtex)
        }
        Output::Latex => {
            let piece = |piece: &Piece| match piece {
                Piece::Words(words) => escaped_latex(words),
                Piece::Cited(keys) => format!("~\\citep{{{}}}", keys.join(",")),
            };
            let paragraph: String = methods.pieces.iter().map(piece).collect();
            format!(
                "% needs \\usepackage{{natbib}} and \\bibliography{{restrap}}\n{}\n\n\
                 \\begin{{filecontents*}}{{restrap.bib}}\n{}\n\\end{{filecontents*}}\n",
                filled(&paragraph),
                methods.bibtex
            )
        }
        Output::Table | Output::Csv => {
            format!("{}\n\n{}\n", filled(&methods.paragraph), methods.bibtex)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn latex_text_holds_no_live_special_character() {
        assert_eq!(
            escaped_latex("a_b & 95 % {x} #1 ~^\\"),
            "a\\_b \\& 95 \\% \\{x\\} \\#1 \\textasciitilde{}\\textasciicircum{}\\textbackslash{}"
        );
        assert_eq!(escaped_latex("−0.5, p = 3.52e-7; x"), "$-$0.5, p = $3.52 \\times 10^{-7}$; x");
        assert_eq!(escaped_latex("model-1e and 0.05"), "model-1e and 0.05");
    }

    #[test]
    fn markdown_cells_neither_end_early_nor_start_markup() {
        assert_eq!(escaped_markdown("a|b_c*\n<d>"), "a\\|b\\_c\\* \\<d\\>");
    }
}
