//! An outcome on a terminal of 80 columns.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use comfy_table::{CellAlignment, Table, presets};
use restrap::outcome::{ComparisonOutcome, Outcome, TestOutcome};
use restrap::words::{grouped, method_words, percent, probability};
use restrap::{ColumnReport, PairReport};

/// Text is wrapped to this width, or to a narrower terminal.
const WIDTH: usize = 80;
const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
const YELLOW: Style = AnsiColor::Yellow.on_default().bold();

/// Systems, differences, tests, verdict and report line.
pub fn compare(out: &mut dyn Write, outcome: &Outcome, verbose: bool) -> io::Result<()> {
    let direction = if outcome.metric.higher_is_better { "higher" } else { "lower" };
    let several = outcome.comparisons.len() > 1;
    let system = if several { "SYSTEM" } else { &outcome.comparisons[0].system };
    let heading = format!("difference = {system} − {}", outcome.comparisons[0].baseline);
    writeln!(out, "{BOLD}{heading}{BOLD:#}")?;
    writeln!(
        out,
        "{} items, mean of {}, {direction} is better\n",
        grouped(outcome.items),
        if outcome.metric.binary { "0/1 scores" } else { "scores" }
    )?;
    writeln!(out, "{}\n", systems(outcome))?;
    if several {
        writeln!(out, "{}\n", differences(outcome))?;
    }
    for comparison in &outcome.comparisons {
        if several {
            writeln!(out, "{BOLD}{} − {}{BOLD:#}", comparison.system, comparison.baseline)?;
        } else {
            writeln!(out, "{}\n", details(comparison, outcome))?;
        }
        writeln!(out, "{}\n", wrapped(&comparison.verdict, ""))?;
    }
    if let Some(completed) = outcome.interrupted_after {
        let text =
            format!("Interrupted after {} of {} resamples.", grouped(completed), grouped(outcome.resamples));
        writeln!(out, "{YELLOW}{text}{YELLOW:#}\n")?;
    }
    if verbose {
        writeln!(out, "{}\n", plan(outcome))?;
    }
    writeln!(out, "{DIM}{}{DIM:#}", wrapped(&format!("report: {}", outcome.report), ""))
}

/// One `warning:` a line of thought.
pub fn warnings(out: &mut dyn Write, warnings: &[String]) -> io::Result<()> {
    for warning in warnings {
        let text = wrapped(&format!("warning: {warning}"), "         ");
        let rest = text.strip_prefix("warning:").unwrap_or(&text);
        writeln!(out, "{YELLOW}warning:{YELLOW:#}{rest}")?;
    }
    Ok(())
}

/// What each column holds.
pub fn columns(columns: &[ColumnReport]) -> String {
    let mut table = plain();
    table.set_header(["system", "items", "mean", "least", "most", "distinct", "zeros", "grid"]);
    for column in columns {
        let decimals = restrap::decimals(column.items, 0.0, false);
        table.add_row([
            column.name.clone(),
            grouped(column.items),
            number(column.mean, decimals),
            column.least.to_string(),
            column.most.to_string(),
            grouped(column.distinct),
            grouped(column.zeros),
            column.grid.clone(),
        ]);
    }
    aligned(table, &[1, 2, 3, 4, 5, 6])
}

/// How each pair stands.
pub fn pairs(pairs: &[PairReport]) -> String {
    let mut table = plain();
    table.set_header(["pair", "higher", "lower", "tied", "distinct differences", "grid"]);
    for pair in pairs {
        table.add_row([
            format!("{} − {}", pair.system, pair.baseline),
            grouped(pair.higher),
            grouped(pair.lower),
            grouped(pair.tied),
            grouped(pair.distinct_differences),
            pair.grid.clone(),
        ]);
    }
    aligned(table, &[1, 2, 3, 4])
}

fn plain() -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table
}

/// Right-aligns the given columns and sets the gaps between all of them.
fn aligned(mut table: Table, right: &[usize]) -> String {
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
    }
    for &index in right {
        if let Some(column) = table.column_mut(index) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let lines: Vec<String> = table.lines().map(|line| format!("  {}", line.trim_end())).collect();
    lines.join("\n")
}

fn systems(outcome: &Outcome) -> String {
    let mut table = plain();
    let level = percent(outcome.confidence);
    let method = outcome.systems.iter().find_map(|s| s.interval.as_ref()).map(|i| i.method);
    table.set_header(vec![
        "system".to_owned(),
        "score".to_owned(),
        method.map_or_else(String::new, |method| format!("{level} CI ({method})")),
    ]);
    for system in &outcome.systems {
        let spread = system.interval.as_ref().map_or(0.0, |i| (i.high - i.low) / 4.0);
        let decimals = restrap::decimals(outcome.items, spread, outcome.metric.binary);
        let interval = system.interval.as_ref().map_or_else(String::new, |i| {
            format!("{} to {}", number(i.low, decimals), number(i.high, decimals))
        });
        table.add_row(vec![system.name.clone(), number(system.score, decimals), interval]);
    }
    aligned(table, &[1])
}

/// One row a comparison, when there are several.
fn differences(outcome: &Outcome) -> String {
    let mut table = plain();
    let adjusted = outcome.family.as_ref().map(|family| format!("p ({})", family.adjust));
    let mut header =
        vec!["system".to_owned(), "difference".to_owned(), format!("{} CI", percent(outcome.confidence))];
    header.push("p".to_owned());
    header.extend(adjusted);
    header.push(String::new());
    table.set_header(header);
    for comparison in &outcome.comparisons {
        let decimals = decimals(comparison, outcome);
        let test = &comparison.tests[0];
        let mut row = vec![
            comparison.system.clone(),
            signed(comparison.difference, decimals),
            interval(comparison, decimals),
            probability(test.pvalue),
        ];
        row.extend(test.p_adjusted.map(probability));
        row.push(if comparison.shown { "shown" } else { "" }.to_owned());
        table.add_row(row);
    }
    aligned(table, if outcome.family.is_some() { &[1, 3, 4] } else { &[1, 3] })
}

/// Difference, counts, effect and tests of the only comparison.
fn details(comparison: &ComparisonOutcome, outcome: &Outcome) -> String {
    let decimals = decimals(comparison, outcome);
    let effect = &comparison.effect;
    let mut table = plain();
    let method = comparison.interval.as_ref().map_or_else(String::new, |i| {
        format!("{} CI {} ({})", percent(i.confidence), interval(comparison, decimals), i.method)
    });
    table.add_row(vec!["difference".to_owned(), signed(comparison.difference, decimals), method]);
    let (better, worse, tied) = (grouped(effect.better), grouped(effect.worse), grouped(effect.tied));
    table.add_row(vec![
        "items".to_owned(),
        String::new(),
        format!("{better} better, {worse} worse, {tied} tied"),
    ]);
    let dz = effect.cohen_dz.map_or_else(|| "no spread".to_owned(), |d| format!("d_z {}", number(d, 3)));
    let superiority = format!("{dz}, P(better) + P(tied)/2 = {}", number(effect.superiority, 3));
    table.add_row(vec!["effect".to_owned(), String::new(), superiority]);
    let mut told: Vec<&TestOutcome> = Vec::new();
    for test in &comparison.tests {
        if told.iter().any(|seen| same_test(seen, test, outcome)) {
            continue;
        }
        told.push(test);
        let side = if test.alternative == "two-sided" {
            "two-sided".to_owned()
        } else {
            format!("for {}", test.alternative)
        };
        let label = if test.primary { "p-value" } else { "sensitivity" };
        let names: Vec<&str> =
            comparison.tests.iter().filter(|other| same_test(test, other, outcome)).map(|t| t.name).collect();
        table.add_row(vec![
            label.to_owned(),
            probability(test.pvalue),
            format!("{}, {side}, {}", names.join(" = "), method_words(test)),
        ]);
    }
    aligned(table, &[1])
}

/// On 0/1 data permutation, sign and exact McNemar are one test: one row tells it.
fn same_test(one: &TestOutcome, other: &TestOutcome, outcome: &Outcome) -> bool {
    let exact_binomial = |test: &TestOutcome| {
        test.exact
            && matches!(test.name, "permutation" | "sign" | "mcnemar")
            && !test.recipe.contains("split")
            && !test.recipe.contains("mid-p")
    };
    one.name == other.name || outcome.metric.binary && exact_binomial(one) && exact_binomial(other)
}

fn decimals(comparison: &ComparisonOutcome, outcome: &Outcome) -> usize {
    restrap::decimals(outcome.items, comparison.standard_error.unwrap_or(0.0), outcome.metric.binary)
}

fn interval(comparison: &ComparisonOutcome, decimals: usize) -> String {
    comparison
        .interval
        .as_ref()
        .map_or_else(String::new, |i| format!("{} to {}", number(i.low, decimals), number(i.high, decimals)))
}

/// A number with a true minus sign, never "−0".
fn number(value: f64, decimals: usize) -> String {
    if value.is_infinite() {
        return if value < 0.0 { "−∞" } else { "∞" }.to_owned();
    }
    let text = format!("{:.decimals$}", value.abs());
    let zero = text.chars().all(|c| c == '0' || c == '.');
    if value < 0.0 && !zero { format!("−{text}") } else { text }
}

fn signed(value: f64, decimals: usize) -> String {
    let text = number(value, decimals);
    if value > 0.0 && text.chars().any(|c| ('1'..='9').contains(&c)) { format!("+{text}") } else { text }
}

fn plan(outcome: &Outcome) -> String {
    let plan = &outcome.plan;
    let mut lines = vec![format!(
        "plan: route {}, grid {}, {} distinct differences",
        plan.route,
        plan.grid,
        grouped(plan.distinct_rows)
    )];
    if let Some(host) = &outcome.host {
        let peak = host.peak_bytes.map_or_else(String::new, |b| format!(", peak {} MiB", b >> 20));
        lines.push(format!("host: {} threads, {:.3} s{peak}", host.threads, host.seconds));
    }
    for comparison in &outcome.comparisons {
        for test in &comparison.tests {
            lines.push(wrapped(&format!("{}: {}", test.name, test.recipe), "  "));
            lines.extend(test.notes.iter().map(|note| wrapped(&format!("  note: {note}"), "  ")));
        }
    }
    lines.join("\n")
}

fn wrapped(text: &str, indent: &str) -> String {
    let width = textwrap::termwidth().clamp(40, WIDTH);
    textwrap::fill(text, textwrap::Options::new(width).subsequent_indent(indent))
}
