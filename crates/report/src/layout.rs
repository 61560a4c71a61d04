//! An outcome on a terminal of 80 columns.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use restrap::number::{count, grouped, number, percent, plain, probability, signed};
use restrap::outcome::{
    ByOutcome, ComparisonOutcome, IntervalKind, IntervalOutcome, Item, MarginOutcome, Outcome, TestOutcome,
};
use restrap::{Alternative, ColumnReport, DescribeOutcome, PairReport, Test, method_words};

use crate::table::{Name, Table, width};

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
const YELLOW: Style = AnsiColor::Yellow.on_default().bold();

/// Systems, differences, tests, verdict and report line.
pub fn compare(out: &mut dyn Write, outcome: &Outcome, verbose: bool) -> io::Result<()> {
    let direction = if outcome.metric.higher_is_better { "higher" } else { "lower" };
    let several = outcome.systems.len() > 2;
    let system = if several { "SYSTEM" } else { &outcome.comparisons[0].system };
    let heading = wrapped(&format!("difference = {system} − {}", outcome.comparisons[0].baseline), "  ");
    writeln!(out, "{BOLD}{heading}{BOLD:#}")?;
    let samples = outcome.comparisons.iter().any(|comparison| comparison.samples.is_some());
    writeln!(
        out,
        "{}{}, {}, {direction} is better\n",
        count(outcome.items, "item"),
        if samples { " in all, unpaired" } else { "" },
        match (outcome.metric.name.as_str(), outcome.metric.binary) {
            ("accuracy", _) => "share of right labels",
            ("mean", true) => "mean of 0/1 scores",
            ("mean", false) => "mean of scores",
            (name, _) => name,
        }
    )?;
    writeln!(out, "{}\n", systems(outcome))?;
    if let Some(signature) = &outcome.metric.signature {
        writeln!(out, "{DIM}{}{DIM:#}\n", wrapped(&format!("signature: {signature}"), "  "))?;
    }
    if !outcome.also.is_empty() {
        writeln!(out, "{}\n", also(outcome))?;
        for signature in outcome.also.iter().filter_map(|also| also.metric.signature.as_ref()) {
            writeln!(out, "{DIM}{}{DIM:#}", wrapped(&format!("signature: {signature}"), "  "))?;
        }
        writeln!(out)?;
    }
    if several {
        writeln!(out, "{}\n", differences(outcome))?;
    }
    for comparison in &outcome.comparisons {
        if several {
            let heading = wrapped(&format!("{} − {}", comparison.system, comparison.baseline), "  ");
            writeln!(out, "{BOLD}{heading}{BOLD:#}")?;
        } else {
            writeln!(out, "{}\n", details(comparison, outcome))?;
        }
        writeln!(out, "{}\n", wrapped(&comparison.verdict, ""))?;
        if let Some(text) = comparison.margin.as_ref().and_then(flips) {
            writeln!(out, "{}\n", wrapped(&text, "  "))?;
        }
        if several && comparison.tests.len() > 1 {
            writeln!(out, "{}\n", tests(Table::new(&[]), comparison, outcome))?;
        }
    }
    if let Some(by) = &outcome.by {
        writeln!(out, "{BOLD}by {}{BOLD:#}\n\n{}\n", by.column, populations(by, outcome))?;
    }
    if let Some(text) = interrupted(outcome) {
        writeln!(out, "{YELLOW}{}{YELLOW:#}\n", wrapped(&text, ""))?;
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

/// A gate that did not pass: what, and whose comparison.
pub fn gate(out: &mut dyn Write, outcome: &Outcome) -> io::Result<()> {
    match &outcome.gate {
        Some(gate) if !gate.passed => {
            let text = format!("gate: {} was not shown for {}", gate.require, gate.failed.join(", "));
            writeln!(out, "{YELLOW}{}{YELLOW:#}", wrapped(&text, "      "))
        }
        _ => Ok(()),
    }
}

/// What each column holds.
pub fn columns(columns: &[ColumnReport]) -> String {
    let mut table =
        Table::new(&["system", "items", "mean", "least", "most", "distinct", "zeros", "grid"]).right(1..7);
    for column in columns {
        let decimals = restrap::decimals(column.items, 0.0, false);
        table.row(
            Name::Of(&column.name),
            [
                grouped(column.items),
                number(column.mean, decimals),
                plain(column.least),
                plain(column.most),
                grouped(column.distinct),
                grouped(column.zeros),
                column.grid.clone(),
            ],
        );
    }
    table.to_string()
}

/// How each pair stands.
pub fn pairs(pairs: &[PairReport]) -> String {
    let mut table =
        Table::new(&["pair", "higher", "lower", "tied", "distinct differences", "grid"]).right(1..5);
    for pair in pairs {
        table.row(
            Name::Difference(&pair.system, &pair.baseline),
            [
                grouped(pair.higher),
                grouped(pair.lower),
                grouped(pair.tied),
                grouped(pair.distinct_differences),
                pair.grid.clone(),
            ],
        );
    }
    table.to_string()
}

/// The header of a column of intervals, and whether each row names its own method.
fn interval_header<'a>(
    intervals: impl Iterator<Item = Option<&'a IntervalOutcome>>,
    confidence: f64,
) -> (String, bool) {
    let methods: Vec<IntervalKind> = intervals.flatten().map(|interval| interval.method).collect();
    let Some(first) = methods.first() else { return (String::new(), false) };
    let differ = methods.iter().any(|method| method != first);
    let of_all = if differ { String::new() } else { format!(" ({first})") };
    (format!("{} CI{of_all}", percent(confidence)), differ)
}

/// Its ends, with its method where the header has none.
fn interval_cell(interval: &IntervalOutcome, decimals: usize, named: bool) -> String {
    let method = if named { format!(" ({})", interval.method) } else { String::new() };
    format!("{}{method}", ends(interval.low, interval.high, decimals))
}

fn systems(outcome: &Outcome) -> String {
    let all = outcome.systems.iter().map(|system| system.interval.as_ref());
    let (header, differ) = interval_header(all, outcome.confidence);
    let beside = beside(outcome);
    let columns: Vec<&str> =
        ["system", "score", &header].into_iter().chain(beside.iter().map(String::as_str)).collect();
    let mut table = Table::new(&columns).right(1..2).right(3..columns.len());
    // One number of decimals for the column: that of the widest interval.
    let spread =
        |s: &restrap::outcome::SystemOutcome| s.interval.as_ref().map_or(0.0, |i| (i.high - i.low) / 4.0);
    let widest = outcome.systems.iter().map(spread).fold(0.0, f64::max);
    let decimals = restrap::decimals(outcome.items, widest, outcome.metric.binary);
    for system in &outcome.systems {
        let interval =
            system.interval.as_ref().map_or_else(String::new, |i| interval_cell(i, decimals, differ));
        let named = |name: &String| system.beside.iter().find(|beside| beside.name == *name);
        let beside = beside
            .iter()
            .map(|name| named(name).map_or_else(String::new, |beside| number(beside.value, decimals.max(3))));
        table.row(
            Name::Of(&system.name),
            [number(system.score, decimals), interval].into_iter().chain(beside),
        );
    }
    table.to_string()
}

/// Numbers beside the metric that fit a line; the others are in the JSON and in `restrap score`.
fn beside(outcome: &Outcome) -> Vec<String> {
    const MOST: usize = 2;
    let Some(system) = outcome.systems.first() else { return Vec::new() };
    let names = system.beside.iter().map(|beside| beside.name.replace('_', " "));
    let told = |name: &String| !name.ends_with(" len") && !name.chars().any(|c| c.is_ascii_digit());
    names.filter(told).take(MOST).map(|name| name.replace(' ', "_")).collect()
}

/// Further metrics: values alone.
fn also(outcome: &Outcome) -> String {
    let names: Vec<String> = outcome
        .also
        .iter()
        .map(|also| {
            if also.metric.higher_is_better {
                also.metric.name.clone()
            } else {
                format!("{} (lower)", also.metric.name)
            }
        })
        .collect();
    let header: Vec<&str> = ["not tested"].into_iter().chain(names.iter().map(String::as_str)).collect();
    let mut table = Table::new(&header).right(1..header.len());
    for (place, system) in outcome.systems.iter().enumerate() {
        // Percentages have two decimals, shares four, as the tools of the field print them.
        let shown = |score: f64| number(score, if score > 1.0 { 2 } else { 4 });
        let scores = outcome.also.iter().filter_map(|also| also.scores.get(place).copied().map(shown));
        table.row(Name::Of(&system.name), scores);
    }
    table.to_string()
}

/// One row a comparison, when there are several.
fn differences(outcome: &Outcome) -> String {
    let interval_header = if outcome.comparisons.iter().any(|comparison| comparison.interval.is_some()) {
        format!("{} CI", percent(outcome.confidence))
    } else {
        String::new()
    };
    let adjusted = outcome.family.as_ref().map(|family| format!("p ({})", family.adjust));
    let mut header = vec!["system", "difference", &interval_header, "p"];
    header.extend(adjusted.as_deref());
    header.push("");
    let mut table = Table::new(&header).right(1..2).right(3..header.len() - 1);
    for comparison in &outcome.comparisons {
        let decimals = decimals(comparison, outcome);
        let test = &comparison.tests[0];
        let mut row = vec![
            signed(comparison.difference, decimals),
            interval(comparison, decimals),
            probability(test.pvalue),
        ];
        row.extend(test.p_adjusted.map(probability));
        row.push(if comparison.shown { "shown" } else { "" }.to_owned());
        table.row(Name::Of(&comparison.system), row);
    }
    table.to_string()
}

/// One row a sub-population and system.
fn populations(by: &ByOutcome, outcome: &Outcome) -> String {
    let several = outcome.systems.len() > 2;
    let interval_header = format!("{} CI", percent(outcome.confidence));
    let adjusted = outcome.family.as_ref().map(|family| format!("p ({})", family.adjust));
    let mut header = vec![by.column.as_str()];
    header.extend(several.then_some("system"));
    // A line of 80 columns has no room for both.
    header.extend(["items", "base", "difference", &interval_header, adjusted.as_deref().unwrap_or("p")]);
    header.push("");
    let first = usize::from(several) + 1;
    let mut table = Table::new(&header).right(first..first + 3).right(first + 4..header.len() - 1);
    for part in &by.populations {
        for comparison in &part.comparisons {
            let error = comparison.standard_error.unwrap_or(0.0);
            let decimals = restrap::decimals(part.items, error, comparison.binary);
            let test = &comparison.tests[0];
            let mut row: Vec<String> = several.then(|| comparison.system.clone()).into_iter().collect();
            row.extend([
                grouped(part.items),
                number(part.systems[0].score, decimals),
                signed(comparison.difference, decimals),
                interval(comparison, decimals),
                probability(test.p_adjusted.unwrap_or(test.pvalue)),
            ]);
            row.push(if comparison.shown { "shown" } else { "" }.to_owned());
            table.row(Name::Of(&part.value), row);
        }
    }
    table.to_string()
}

/// What each system has on its own.
pub fn alone(out: &mut dyn Write, outcome: &DescribeOutcome) -> io::Result<()> {
    let all = outcome.systems.iter().map(|system| system.interval.as_ref());
    let (header, differ) = interval_header(all, outcome.confidence);
    let mut table =
        Table::new(&["system", outcome.over.name(), "score", "sd", "std. error", &header]).right(1..5);
    for system in &outcome.systems {
        // Two digits of half the width: more than the score has, none that the interval does not support.
        let half = system.interval.as_ref().map_or(0.0, |interval| (interval.high - interval.low) / 2.0);
        let decimals = restrap::decimals(system.count, half, system.binary);
        // Two digits of an error, whatever the score has.
        let two = |value: Option<f64>| {
            value.map_or_else(
                || "−".to_owned(),
                |value| number(value, restrap::decimals(system.count, value, false)),
            )
        };
        table.row(
            Name::Of(&system.name),
            [
                grouped(system.count),
                system.quoted.clone(),
                two(system.variance.map(f64::sqrt)),
                two(system.standard_error),
                system.interval.as_ref().map_or_else(String::new, |i| interval_cell(i, decimals, differ)),
            ],
        );
    }
    writeln!(out, "{table}\n\n{DIM}{}{DIM:#}", wrapped(&format!("report: {}", outcome.report), ""))
}

/// Difference, counts, effect and tests of the only comparison.
fn details(comparison: &ComparisonOutcome, outcome: &Outcome) -> String {
    let decimals = decimals(comparison, outcome);
    let effect = &comparison.effect;
    let mut table = Table::new(&[]);
    let method = comparison.interval.as_ref().map_or_else(String::new, |i| {
        format!("{} CI {} ({})", percent(i.confidence), interval(comparison, decimals), i.method)
    });
    table.row(Name::Of("difference"), [signed(comparison.difference, decimals), method]);
    let (better, worse, tied) = (grouped(effect.better), grouped(effect.worse), grouped(effect.tied));
    let what = if comparison.samples.is_some() { "across" } else { "items" };
    table.row(Name::Of(what), [String::new(), format!("{better} better, {worse} worse, {tied} tied")]);
    let dz = effect
        .cohen_dz
        .map_or_else(|| "d_z undefined (no spread)".to_owned(), |d| format!("d_z {}", number(d, 3)));
    let dz = effect.cohen_ds.map_or(dz, |d| format!("d_s {}", number(d, 3)));
    // A corpus metric has no score an item to standardize by.
    let of_corpus = effect.cohen_dz.is_none() && outcome.metric.signature.is_some();
    let dz = if of_corpus { String::new() } else { format!("{dz}, ") };
    let superiority = format!("{dz}P(better) + P(tied)/2 = {}", number(effect.superiority, 3));
    table.row(Name::Of("effect"), [String::new(), superiority]);
    tests(table, comparison, outcome)
}

/// Items whose 0/1 score changes, by id or number, the first of each kind.
fn flips(margin: &MarginOutcome) -> Option<String> {
    /// Items that a line lists.
    const LISTED: usize = 12;
    let flips = margin.flips.as_ref()?;
    let listed = |items: &[Item]| {
        let shown: Vec<String> = items.iter().take(LISTED).map(Item::to_string).collect();
        match items.len() {
            0 => "none".to_owned(),
            all if all > LISTED => {
                format!("{}, ... (all of them with {})", shown.join(", "), restrap_words::asked("json"))
            }
            _ => shown.join(", "),
        }
    };
    Some(format!("items broken: {}; items mended: {}", listed(&flips.harmful), listed(&flips.beneficial)))
}

/// One row a test.
fn tests(table: Table, comparison: &ComparisonOutcome, outcome: &Outcome) -> String {
    let mut table = table.right(1..2);
    let mut told: Vec<&TestOutcome> = Vec::new();
    for test in &comparison.tests {
        if told.iter().any(|seen| same_test(seen, test, outcome)) {
            continue;
        }
        told.push(test);
        let side = match test.alternative {
            Alternative::TwoSided => "two-sided".to_owned(),
            side => format!("one-sided ({side})"),
        };
        let label = if test.primary { "p-value" } else { "sensitivity" };
        let same = comparison.tests.iter().filter(|other| same_test(test, other, outcome));
        let names: Vec<String> = same.map(variant).collect();
        let words = format!("{}, {side}, {}", names.join(" = "), method_words(test));
        table.row(Name::Of(label), [probability(test.pvalue), words]);
    }
    table.to_string()
}

/// The name of a test, with its variant where that is not the default.
fn variant(test: &TestOutcome) -> String {
    match test.name {
        Test::Sign if test.recipe.contains("split") => "sign (ties split)".to_owned(),
        Test::McNemar if test.recipe.contains("mid-p") => "mcnemar (mid-p)".to_owned(),
        Test::Wilcoxon => match ["pratt", "zsplit"].into_iter().find(|word| test.recipe.contains(word)) {
            Some(zeros) => format!("wilcoxon ({zeros})"),
            None => "wilcoxon".to_owned(),
        },
        name => name.to_string(),
    }
}

/// On 0/1 data permutation, sign and exact McNemar are one test: one row tells it.
fn same_test(one: &TestOutcome, other: &TestOutcome, outcome: &Outcome) -> bool {
    let exact_binomial = |test: &TestOutcome| {
        test.exact
            && matches!(test.name, Test::Permutation | Test::Sign | Test::McNemar)
            && !test.recipe.contains("split")
            && !test.recipe.contains("mid-p")
    };
    one.name == other.name || outcome.metric.binary && exact_binomial(one) && exact_binomial(other)
}

/// What an interrupted run has and lacks.
fn interrupted(outcome: &Outcome) -> Option<String> {
    let completed = outcome.interrupted_after?;
    let text = if completed > 0 {
        format!(
            "Interrupted after {} of {}: sampled figures rest on those.",
            grouped(completed),
            count(outcome.resamples, "resample")
        )
    } else {
        "Interrupted: what had not been drawn yet is left out.".to_owned()
    };
    let (begun, asked) = (outcome.comparisons.len(), outcome.systems.len() - 1);
    let reached =
        if begun < asked { format!(" {begun} of {asked} comparisons were begun.") } else { String::new() };
    Some(text + &reached)
}

fn decimals(comparison: &ComparisonOutcome, outcome: &Outcome) -> usize {
    restrap::decimals(outcome.items, comparison.standard_error.unwrap_or(0.0), outcome.metric.binary)
}

fn interval(comparison: &ComparisonOutcome, decimals: usize) -> String {
    comparison.interval.as_ref().map_or_else(String::new, |i| ends(i.low, i.high, decimals))
}

fn ends(low: f64, high: f64, decimals: usize) -> String {
    format!("{} to {}", number(low, decimals), number(high, decimals))
}

fn plan(outcome: &Outcome) -> String {
    let plan = &outcome.plan;
    let mut lines = vec![wrapped(
        &format!(
            "plan: route {} ({}), grid {}, {}{}",
            plan.route,
            plan.because,
            plan.grid,
            count(plan.distinct_rows, "distinct difference"),
            plan.level.as_ref().map_or_else(String::new, |level| format!(", level {level}"))
        ),
        "  ",
    )];
    if let Some(host) = &outcome.host {
        let peak = host.peak_bytes.map_or_else(String::new, |b| format!(", peak {} MiB", b >> 20));
        lines.push(format!("host: {}, {:.3} s{peak}", count(host.threads, "thread"), host.seconds));
    }
    let several = outcome.comparisons.len() > 1;
    for comparison in &outcome.comparisons {
        let whose = if several { format!("{}: ", comparison.system) } else { String::new() };
        for test in &comparison.tests {
            lines.push(wrapped(&format!("{whose}{}: {}", test.name, test.recipe), "  "));
            lines.extend(test.notes.iter().map(|note| wrapped(&format!("  note: {note}"), "  ")));
        }
    }
    lines.join("\n")
}

fn wrapped(text: &str, indent: &str) -> String {
    super::table::filled(text, width(), indent)
}
