//! Options that newcomers guess, and the option of restrap that each of them means.

use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use restrap::metrics::MetricName;

use crate::help;
use crate::run::failure::Failure;

/// Options that are known from other tools, with an option that the command must have, and what to type.
const GUESSES: &[(&[&str], &str, &str)] = &[
    (
        &["epochs", "epoch", "repeats", "samples", "answers"],
        "repeat",
        "sampled answers to an item are a column: --id COL --repeat COL",
    ),
    (
        &["seeds", "runs", "seed-column"],
        "seed-col",
        "training runs are a column: --id COL --seed-col COL; --seed N seeds the resamples",
    ),
    (
        &["judges", "raters", "rater", "annotator", "annotators"],
        "judge",
        "raters are a column: --id COL --judge COL; votes between two systems: --votes left=COL,right=COL,winner=COL",
    ),
    (
        &["preferences", "battles", "win-rate", "winrate", "winner"],
        "votes",
        "a table of votes: --votes left=COL,right=COL,winner=COL,item=COL,judge=COL",
    ),
    (
        &["folds", "cv", "kfold", "k-fold", "splits"],
        "over",
        "one score per fold: --over folds; per random split: --over splits --test-fraction SHARE",
    ),
    (
        &["human-labels", "gold-labels", "ppi", "labels-file"],
        "human",
        "people's scores of some items: --id COL --human FILE",
    ),
    (
        &["all-pairs", "allpairs", "pairwise", "pairs"],
        "baseline",
        "restrap rank compares all pairs; compare takes one baseline, --baseline NAME",
    ),
    (
        &[
            "group", "groups", "group-by", "groupby", "clusters", "block", "blocks",
        ],
        "cluster",
        "--cluster COL for items that depend on each other; --by COL (of compare) for a comparison per value",
    ),
    (
        &[
            "fail-under",
            "fail-if",
            "threshold",
            "tolerance",
            "max-drop",
            "gate",
            "margin",
        ],
        "require",
        "--noninferior 1pt --require noninferior fails if worse by more than 1 point; --require superior if not significantly better",
    ),
    (
        &["acc"],
        "metric",
        "labels: --metric accuracy --gold FILE:COL; 0/1 scores are compared without --metric",
    ),
    (
        &[
            "bootstrap",
            "n-bootstrap",
            "iterations",
            "num-samples",
            "n-resamples",
            "permutations",
            "trials",
        ],
        "resamples",
        "--resamples R is their number, --test bootstrap or permutation the test",
    ),
    (
        &["paired"],
        "unpaired",
        "systems are paired, by line or --id COL, unless --unpaired says otherwise",
    ),
    (&["paired-bs"], "profile", "--profile sacrebleu-bs"),
    (&["paired-ar"], "profile", "--profile sacrebleu-ar"),
    (
        &["correction", "correct", "multiple"],
        "adjust",
        "--adjust holm, or another of its names",
    ),
    (
        &["one-sided", "greater", "two-sided"],
        "alternative",
        "--alternative better is one-sided",
    ),
    (
        &["ci", "level", "conf"],
        "confidence",
        "--confidence 0.95 is the level of intervals",
    ),
    (
        &["histogram"],
        "plot-kind",
        "histograms are drawn: --plot FILE.svg --plot-kind replicates; --replicates FILE.csv writes each resample",
    ),
    (
        &["reproduction"],
        "over",
        "--over replications gives mean and standard deviation; CV* of n is 100 (1 + 1/(4n)) s*/mean (docs/textbook-examples.md has it in Python)",
    ),
    (
        &["csv", "latex", "markdown", "format", "oneline"],
        "output",
        "--output table, markdown, latex, csv or line",
    ),
];

/// What is wrong with a command line, in the words of this program where its parser has none that help.
pub fn failure(told: &clap::Error, root: &Command, words: &[String]) -> Option<Failure> {
    let text = |kind| match told.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    let named = words
        .iter()
        .skip(1)
        .find_map(|word| root.find_subcommand(word));
    // Questions of power are commands of their own.
    let named = named.map(|parent| {
        let own = words
            .iter()
            .skip(1)
            .find_map(|word| parent.find_subcommand(word));
        own.unwrap_or(parent)
    });
    let argument = text(ContextKind::InvalidArg);
    match told.kind() {
        ErrorKind::UnknownArgument => {
            let option = argument?;
            if !option.starts_with('-') {
                let is_audit = named.is_some_and(|command| command.get_name() == "audit");
                return is_audit.then(|| {
                    Failure::usage(
                        format!("an audit takes published numbers, found the file `{option}`"),
                        "audit one claim at a time: restrap power audit --baseline 85.2% --system 86.1% --items 1000",
                    )
                });
            }
            let hint = match option.strip_prefix("--") {
                Some(name) => meant(name, named?, root)?,
                None => short(option, named?)?,
            };
            Some(Failure::usage(
                format!("unexpected argument '{option}' found"),
                hint,
            ))
        }
        ErrorKind::ValueValidation if argument == Some("--seed <N>") && has(named?, "seed-col") => {
            let found = text(ContextKind::InvalidValue)?;
            Some(Failure::usage(
                format!("--seed is the random seed, a whole number, found `{found}`"),
                "a column of training runs is --seed-col COL",
            ))
        }
        ErrorKind::MissingRequiredArgument => {
            let command = named?.get_name();
            let missing = told.get(ContextKind::InvalidArg)?.to_string();
            let what = match command {
                "compare" => "a baseline and at least one system",
                "rank" => "at least two systems",
                _ => "at least one system",
            };
            let example = help::shortest(command).filter(|_| missing == "<SYSTEM>...")?;
            Some(Failure::usage(
                format!("{command} needs {what}, found none"),
                format!("for example: {example}; restrap {command} -h shows more"),
            ))
        }
        _ => None,
    }
}

/// Letters of sacrebleu and other tools, and the option that each means.
const LETTERS: [(&str, &str, &str); 7] = [
    ("-r", "ref", "FILE"),
    ("-m", "metric", "NAME"),
    ("-n", "resamples", "R"),
    ("-s", "seed", "N"),
    ("-o", "output", "FORM"),
    ("-i", "id", "COL"),
    ("-t", "threads", "N"),
];

/// The option that a letter means, where the command has it.
fn short(letter: &str, command: &Command) -> Option<String> {
    let (_, option, value) = LETTERS.iter().find(|(known, ..)| *known == letter)?;
    has(command, option).then(|| format!("options have long names: --{option} {value}"))
}

/// What to type instead of an option that the command does not have.
fn meant(option: &str, command: &Command, root: &Command) -> Option<String> {
    let known = GUESSES
        .iter()
        .find(|(names, needs, _)| names.contains(&option) && has(command, needs));
    if let Some((_, _, hint)) = known {
        return Some((*hint).to_owned());
    }
    if has(command, "metric") && option.parse::<MetricName>().is_ok() {
        return Some(format!("a metric is a value: --metric {option}"));
    }
    // Of power, its own questions come first.
    let among = |parent: &Command, before: &str| -> Vec<String> {
        let having = parent.get_subcommands().filter(|other| has(other, option));
        having
            .map(|other| format!("{before}{}", other.get_name()))
            .collect()
    };
    let sisters = root
        .get_subcommands()
        .find(|parent| {
            parent
                .get_subcommands()
                .any(|own| std::ptr::eq(own, command))
        })
        .map_or_else(Vec::new, |parent| {
            among(parent, &format!("{} ", parent.get_name()))
        });
    let owners = if sisters.is_empty() {
        among(root, "")
    } else {
        sisters
    };
    (!owners.is_empty()).then(|| {
        format!(
            "--{option} is an option of restrap {}",
            owners.join(", restrap ")
        )
    })
}

fn has(command: &Command, flag: &str) -> bool {
    command
        .get_arguments()
        .any(|argument| argument.get_long() == Some(flag) && !argument.is_hide_set())
}
