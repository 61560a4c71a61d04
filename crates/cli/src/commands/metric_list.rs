//! `restrap score --list`: the metrics, and one of them with its options.

use std::fmt::Write as _;

use restrap::metrics::describe::{CutRule, Description, Make};
use restrap::metrics::{MetricName, metrics};
use restrap_report::wrapped;

use crate::run::failure::Failure;

/// Returns every metric by what it reads, with a line for each.
pub fn all() -> String {
    let width = metrics().map(|metric| metric.example().len()).max();
    let width = width.unwrap_or(0);
    let mut text = String::new();
    let mut last = None;
    for metric in metrics() {
        let (reads, against) = read(metric.make);
        if last.replace(reads) != Some(reads) {
            let blank = if text.is_empty() { "" } else { "\n" };
            let against = if against.is_empty() {
                String::new()
            } else {
                format!(", with {against}")
            };
            let _ = writeln!(text, "{blank}{reads}{against}");
        }
        let line = format!("  {:width$}  {}", metric.example(), metric.help);
        let _ = writeln!(text, "{}", wrapped(&line, &" ".repeat(width + 4)));
    }
    text + "\nrestrap score --list NAME describes a metric and its options.\n"
}

/// Returns what a metric computes, reads and takes.
///
/// # Errors
/// For a name that no metric has.
pub fn one(name: &str) -> Result<String, Failure> {
    let named = metrics().find(|metric| metric.name == name);
    let metric: &Description = match named {
        Some(metric) => metric,
        None => name.parse::<MetricName>()?.description(),
    };
    let (reads, against) = read(metric.make);
    let mut text = wrapped(&format!("{}: {}", metric.example(), metric.help), "  ") + "\n\n";
    let mut line = |head: &str, said: &str| {
        let _ = writeln!(
            text,
            "{}",
            wrapped(&format!("{head:<9}{said}"), "         ")
        );
    };
    line("reads", reads);
    if !against.is_empty() {
        line("with", against);
    }
    let aliases = metric.aliases.iter().chain(metric.cut.aliases);
    let aliases: Vec<&str> = aliases.copied().collect();
    if !aliases.is_empty() {
        line("also", &aliases.join(", "));
    }
    match metric.cut.rule {
        CutRule::Allowed => line("cutoff", "optional: NAME@K"),
        CutRule::Needed(_) => line("cutoff", "required: NAME@K"),
        CutRule::Refused => {}
    }
    if metric.options.is_empty() {
        return Ok(text);
    }
    text.push_str("\nOptions, in brackets: NAME(OPTION=VALUE,...)\n");
    for option in metric.options {
        let default = option.default().map(|value| format!(" [default: {value}]"));
        let _ = writeln!(text, "  {}", option.shape());
        let said = format!("      {}{}", option.help(), default.unwrap_or_default());
        let _ = writeln!(text, "{}", wrapped(&said, "      "));
    }
    Ok(text)
}

/// Returns what a metric reads, and the option that names what it is compared with.
fn read(make: Make) -> (&'static str, &'static str) {
    const GOLD: &str = "--gold FILE[:COLUMN]";
    match make {
        Make::Scores | Make::Order(_) => ("Scores of items", ""),
        Make::Labels(_) => ("Labels", GOLD),
        Make::Numbers(_) => ("Predictions or probabilities", GOLD),
        Make::Ranked(_) => ("Scores of a class", GOLD),
        Make::Classes(_) => ("Scores of each class", GOLD),
        Make::Spans(_) => ("Tags in CoNLL columns", GOLD),
        Make::Trees(_) => ("Dependency trees in CoNLL-U", GOLD),
        Make::Segments(_) => ("Texts", "--ref FILE[:COLUMN]"),
        Make::Rankings(_) => ("Rankings (TREC runs)", "--qrels FILE"),
        Make::Counts(_) => ("Columns of a table", ""),
    }
}
