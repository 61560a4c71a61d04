//! The documentation is that of the descriptions: `docs/metrics.md` is made from them.
//!
//! `UPDATE_DOCS=1 cargo test -p restrap-metrics --test it documentation` writes the page.

use std::fmt::Write as _;
use std::path::PathBuf;

use restrap_metrics::describe::{AnyChoice, CutRule, Description, Flag, Make, Scorer};
use restrap_metrics::labels::LabelSet;
use restrap_metrics::spans::Unit;
use restrap_metrics::{Metric, MetricName, metrics};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The heading of a kind of input, and what it is computed from.
fn kind(make: Make) -> (&'static str, &'static str) {
    match make {
        Make::Scores | Make::Order(_) => {
            ("Scores", "Numbers that stand in the files, one per item.")
        }
        Make::Numbers(_) => (
            "Numbers",
            "A prediction or probability per item, against the numbers of `--gold FILE[:COLUMN]`. Checked \
             against scikit-learn.",
        ),
        Make::Ranked(_) => (
            "Order",
            "A score per item, such as a probability, against its class in `--gold FILE[:COLUMN]`. Checked against scikit-learn and pROC.",
        ),
        Make::Classes(_) => (
            "Classes",
            "A column of scores for each class of `--labels`, against the class in `--gold FILE[:COLUMN]`; so do `log-loss`, `brier`, `roc-auc` and `pr-auc` with `--labels`. Checked against scikit-learn.",
        ),
        Make::Labels(_) => (
            "Labels",
            "One label per item, or a set of them, against the labels of `--gold FILE[:COLUMN]`. Checked against scikit-learn.",
        ),
        Make::Spans(_) => (
            "Spans",
            "Tags in CoNLL columns, against those of `--gold FILE[:COLUMN]`. Checked against conlleval and seqeval.",
        ),
        Make::Trees(_) => (
            "Trees",
            "Dependency trees in CoNLL-U, against those of `--gold FILE`.",
        ),
        Make::Segments(_) => (
            "Text",
            "One segment per line, or in a column of a table, against those of `--ref FILE[:COLUMN]` (repeatable). Checked \
             against sacrebleu 2.6.0, jiwer and rouge-score.",
        ),
        Make::Rankings(_) => (
            "Rankings",
            "Runs of TREC or MS MARCO, against the judgements of `--qrels FILE`. Checked against trec_eval, whose `rbp` of graded judgements is `rbp(gain=graded)`.",
        ),
        Make::Counts(_) => (
            "Columns",
            "Columns of numbers of a table, one row per item.",
        ),
    }
}

fn is_lower_better(metric: &'static Description) -> bool {
    let example = metric
        .example()
        .replace("NUM/DEN", "a/b")
        .replace("NLL/TOKENS", "a/b");
    let name: MetricName = example.parse().expect("a metric");
    let classes = LabelSet::from_names(["0", "1"]).expect("labels");
    let made = match metric.make {
        Make::Labels(make) => make(&name, &classes).ok().and_then(Scorer::metric),
        Make::Spans(make) => make(&name, &classes, Unit::Sentence)
            .ok()
            .and_then(Scorer::metric),
        Make::Trees(make) => make(&name).ok().and_then(Scorer::metric),
        Make::Segments(make) => make(&name, 1).ok().and_then(Scorer::metric),
        Make::Counts(make) => make(&name).ok().map(|metric| -> Box<dyn Metric> { metric }),
        Make::Numbers(make) => {
            let of_sums: Box<dyn Metric> = make(&name).of_sums();
            Some(of_sums)
        }
        Make::Scores | Make::Rankings(_) | Make::Order(_) | Make::Ranked(_) | Make::Classes(_) => {
            None
        }
    };
    made.is_some_and(|metric| !metric.higher_is_better())
}

fn listed<S: AsRef<str>>(names: impl IntoIterator<Item = S>) -> String {
    let names: Vec<String> = names
        .into_iter()
        .map(|name| format!("`{}`", name.as_ref()))
        .collect();
    names.join(", ").replace('|', "\\|")
}

/// A row of a table of metrics.
fn row(metric: &'static Description) -> String {
    let numbered = metric.cut.numbered.iter().map(|name| format!("{name}_10"));
    let cut = metric.cut.aliases.iter().map(|name| format!("{name}@10"));
    let others = listed(
        metric
            .aliases
            .iter()
            .map(|name| (*name).to_owned())
            .chain(cut)
            .chain(numbered),
    );
    let cut = if metric.cut.rule == CutRule::Allowed {
        ", `@k`"
    } else {
        ""
    };
    let options = listed(metric.options.iter().map(|option| option.name()));
    let lower = if is_lower_better(metric) {
        "; lower is better"
    } else {
        ""
    };
    format!(
        "| `{}`{cut} | {}{lower} | {options} | {others} |\n",
        metric.example(),
        metric.help
    )
}

/// All options, each once, in the order of the metrics.
fn options() -> Vec<&'static dyn AnyChoice> {
    let mut seen: Vec<&'static dyn AnyChoice> = Vec::new();
    for option in metrics().flat_map(|metric| metric.options).copied() {
        if !seen.iter().any(|known| std::ptr::addr_eq(*known, option)) {
            seen.push(option);
        }
    }
    seen
}

fn page() -> String {
    let mut page = String::from(
        "# Metrics\n\n\
         Made from the descriptions in `crates/metrics`; a test fails where this page is not what they say.\n\n\
         A metric is named with its options in brackets and the rank at which rankings are cut behind an `@`: `f1(average=macro)`, \
         `bleu(tokenize=zh,lowercase)`, `rr(rel=2)@10`. The same text stands on the command line (`--metric`), in JSON and in Rust \
         (`MetricName`). Several values are separated by `|`; a value that holds `,`, `|`, `=`, a bracket or a quote stands in double \
         quotes. For a single metric, or where all metrics take it, most options are flags as well: `--metric bleu --tokenize zh`.\n",
    );
    let mut last = "";
    for metric in metrics() {
        let (heading, from) = kind(metric.make);
        if heading != last {
            write!(
                page,
                "\n## {heading}\n\n{from}\n\n| metric | | options | also read |\n|---|---|---|---|\n"
            )
            .unwrap();
            last = heading;
        }
        page += &row(metric);
    }
    page += "\n## Options\n\n| option | flag | | default |\n|---|---|---|---|\n";
    for option in options() {
        let flag = match option.flag() {
            Flag::Own => format!("`--{}`", option.name()),
            Flag::Named(flag) => format!("`--{flag}`"),
            Flag::WordOf(switches) => format!("`--{} {}`", switches.flag, option.name()),
            Flag::None => String::new(),
        };
        let default = option
            .default()
            .map_or_else(String::new, |value| format!("`{value}`"));
        writeln!(
            page,
            "| {} | {flag} | {} | {default} |",
            listed([option.shape()]),
            option.help()
        )
        .unwrap();
    }
    page
}

#[test]
fn the_page_of_metrics_is_what_the_descriptions_say() {
    let place = root().join("docs/metrics.md");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&place, page()).expect("docs is there");
    }
    let kept = std::fs::read_to_string(&place).unwrap_or_default();
    assert!(
        kept == page(),
        "docs/metrics.md is not what the metrics say: run with UPDATE_DOCS=1"
    );
}
