//! `restrap score`.

use restrap_words::Note;
use std::path::Path;

use clap::Args;

use restrap::io::{Metadata, Values, write_columns};
use restrap::outcome::Role;
use restrap::{IntegerColumn, ScoreOutcome, Scored, ScoredBy, Scoring, score};
use restrap_report::ScorePage;

use crate::args::input::InputArgs;
use crate::args::metric::MetricArgs;
use crate::args::print::HtmlArgs;
use crate::args::print::{DigitsArgs, PrintArgs};
use crate::commands::metric_list;
use crate::run::failure::Failure;
use crate::run::print;
use crate::run::progress::Watch;

#[derive(Args)]
#[command(
    mut_arg("baseline", |baseline| baseline.hide(true)),
    mut_arg("systems", |systems| systems.required(false).required_unless_present("list"))
)]
pub struct ScoreArgs {
    #[command(flatten)]
    pub input: InputArgs,
    #[command(flatten)]
    pub metric: MetricArgs,
    /// List all metrics, or describe one and its options
    #[arg(long, value_name = "NAME", num_args = 0..=1, default_missing_value = "all", help_heading = "Metric")]
    pub list: Option<String>,
    /// Add precision, recall and F1 of every class or type
    #[arg(long, help_heading = "Output")]
    pub per_class: bool,
    /// Write per-item statistics: FILE.parquet, .npy, .csv or .tsv, with {} for the system's name
    #[arg(long, short, value_name = "FILE", help_heading = "Output")]
    pub out: Option<String>,
    #[command(flatten)]
    pub digits: DigitsArgs,
    #[command(flatten)]
    pub print: PrintArgs,
    #[command(flatten)]
    pub html: HtmlArgs,
}

pub fn run(args: &ScoreArgs) -> Result<u8, Failure> {
    if let Some(name) = &args.list {
        let writes = [
            args.out.as_ref().map(|_| "out"),
            args.html.file().map(|_| "html"),
            args.print.json.json.as_ref().map(|_| "json"),
        ];
        if let Some(option) = writes.into_iter().flatten().next() {
            return Err(Failure::usage(
                format!("--list prints the metrics for people, found --{option}"),
                format!("drop --{option}; docs/metrics.md has the same list"),
            ));
        }
        let text = match &name[..] {
            "all" => metric_list::all(),
            name => metric_list::one(name)?,
        };
        print::out(&text)?;
        return Ok(0);
    }
    let reading = args.input.options();
    let requests = match args.metric.scored_by(&reading)? {
        ScoredBy::Outputs(requests) => requests,
        ScoredBy::Agreement(_) => vec![args.metric.accuracy(&reading)?],
        ScoredBy::Scores(summary) => {
            let found = summary.map_or_else(|| "mean".to_owned(), |summary| summary.to_string());
            return Err(Failure::usage(
                format!("score computes a metric of outputs, found --metric {found}"),
                "add --metric bleu --ref FILE, --metric f1 --gold FILE, --metric ndcg@10 --qrels FILE, ...",
            ));
        }
    };
    run_with(args, &requests)
}

fn run_with(args: &ScoreArgs, requests: &[restrap::ScoreRequest]) -> Result<u8, Failure> {
    keep_apart(args)?;
    if let (Some(pattern), Some(second)) = (&args.out, requests.get(1)) {
        return Err(Failure::usage(
            format!(
                "--out {pattern} takes the statistics of one metric, found {} as well",
                second.metric
            ),
            "run it once for each metric, or drop --out",
        ));
    }
    let _watch = Watch::of_scores(!args.print.json.quiet);
    let mut scorings = Vec::new();
    for request in requests {
        let mut request = request.clone();
        // A file of statistics has a row for every item.
        request.reading.takes_counts = args.out.is_none();
        let mut scoring = score(&args.input.systems, &request)?;
        scoring.digits = args.digits.digits;
        if args.per_class {
            check_classes(&scoring)?;
        }
        scorings.push(scoring);
    }
    let files = match &args.out {
        None => Vec::new(),
        Some(pattern) if matches!(scorings[0].scored, Scored::Items(_)) => {
            let found = format!(
                "--out {pattern} takes statistics of items, and {} has none",
                requests[0].metric
            );
            return Err(Failure::usage(
                found,
                "drop --out: compare reads the scores themselves",
            ));
        }
        Some(pattern) => save(&scorings[0], pattern)?,
    };
    let mut outcomes = scorings.iter().map(|scoring| scoring.outcome(Vec::new()));
    let Some(first) = outcomes.next() else {
        return Ok(0);
    };
    let outcome = ScoreOutcome {
        written: files,
        further: outcomes.collect(),
        ..first
    };
    let page = ScorePage {
        scorings: &scorings,
        outcome: &outcome,
        classes: args.per_class,
    };
    let files = [args.html.page(&page, &outcome)];
    let warnings: Vec<Note> = outcome
        .by_metric()
        .flat_map(|one| one.warnings.clone())
        .collect();
    args.print.answer(files, &outcome, &page, &warnings)?;
    Ok(
        if outcome.by_metric().any(|one| one.interrupted_of.is_some()) {
            Failure::PARTIAL
        } else {
            0
        },
    )
}

/// Refuses files that would replace what is read, or each other.
fn keep_apart(args: &ScoreArgs) -> Result<(), Failure> {
    let names = match &args.out {
        None => Vec::new(),
        Some(pattern) => {
            let systems = restrap::io::locate(&args.input.systems)?;
            // Several systems in one file have an error of their own.
            let of_each = if pattern.contains("{}") {
                systems.len()
            } else {
                1
            };
            let paths = systems
                .iter()
                .take(of_each)
                .map(|system| restrap::io::named(pattern, &system.name));
            let paths = paths.collect::<Result<Vec<_>, _>>()?;
            paths
                .into_iter()
                .flat_map(|path| [explained(&path), Some(path)])
                .flatten()
                .collect()
        }
    };
    let outputs = names
        .iter()
        .map(String::as_str)
        .chain(args.print.json.file())
        .chain(args.html.file());
    Ok(restrap::io::keep_apart(
        outputs,
        args.input.systems.iter().chain(args.metric.files()),
    )?)
}

/// The file that explains an array; other files explain themselves.
fn explained(path: &str) -> Option<String> {
    path.to_ascii_lowercase()
        .ends_with(".npy")
        .then(|| format!("{path}.json"))
}

/// Refuses a metric without classes.
fn check_classes(scoring: &Scoring) -> Result<(), Failure> {
    let has_classes = match &scoring.scored {
        Scored::Counted { metric, .. } => {
            !metric.by_class(&vec![0; metric.columns().len()]).is_empty()
        }
        Scored::Items(_) | Scored::Scores { .. } => false,
    };
    if has_classes {
        return Ok(());
    }
    Err(Failure::usage(
        "--per-class needs a metric per class, found one of pooled counts",
        "use --average macro or weighted, or --metric mcc, kappa or balanced-accuracy",
    ))
}

/// The file that was asked for, with a name for each system in place of its own: the same folder, which exists, and format.
fn apart(file: &str) -> String {
    let file = Path::new(file);
    let name = file.extension().map_or_else(
        || "{}".into(),
        |ending| format!("{{}}.{}", ending.to_string_lossy()),
    );
    file.with_file_name(name).to_string_lossy().into_owned()
}

/// Writes the statistics of each system; the names of the files.
fn save(scoring: &Scoring, pattern: &str) -> Result<Vec<String>, Failure> {
    let names = scoring.names();
    if names.len() > 1 && !pattern.contains("{}") {
        return Err(Failure::usage(
            format!(
                "one file for each of {} systems is needed, found --out {pattern}",
                names.len()
            ),
            format!(
                "put {{}} where the name of the system goes: --out '{}'",
                apart(pattern)
            ),
        ));
    }
    let metric = serde_json::to_string(&scoring.saved)
        .map_err(|error| Failure::from(std::io::Error::other(error)))?;
    let shared = scoring
        .inputs
        .iter()
        .filter(|input| ![Role::Baseline, Role::System].contains(&input.role));
    let shared: Vec<String> = shared
        .map(|input| format!("{}:{}", input.role, input.blake3))
        .collect();
    let own = scoring
        .inputs
        .iter()
        .filter(|input| [Role::Baseline, Role::System].contains(&input.role));
    let mut files = Vec::new();
    for ((place, name), input) in names.iter().enumerate().zip(own) {
        let path = restrap::io::named(pattern, name)?;
        let mut digest = shared.clone();
        digest.push(format!("system:{}", input.blake3));
        let signature = match &scoring.scored {
            Scored::Items(metric) => metric.signature(),
            Scored::Counted { metric, .. } => metric.signature(),
            Scored::Scores { mean, .. } => mean.signature.clone(),
        };
        let metadata = Metadata {
            metric: metric.clone(),
            signature,
            digest: digest.join(" "),
            id: scoring.ids.as_ref().map(|_| "id".to_owned()),
        };
        let whole: Vec<_> = match &scoring.scored {
            Scored::Counted { systems, .. } => {
                let columns = systems[place].columns.iter();
                columns.map(IntegerColumn::whole).collect()
            }
            Scored::Items(_) | Scored::Scores { .. } => Vec::new(),
        };
        let columns: Vec<(&str, Values)> = match &scoring.scored {
            Scored::Counted { metric, .. } => {
                let names = metric.columns().iter().map(AsRef::as_ref);
                names
                    .zip(whole.iter().map(|column| Values::Integers(column)))
                    .collect()
            }
            Scored::Items(_) => Vec::new(),
            Scored::Scores { mean, systems } => {
                vec![(mean.name.as_str(), Values::Doubles(systems[place].rows()))]
            }
        };
        let ids = scoring.ids.as_ref().map(|ids| ("id", ids.as_slice()));
        write_columns(&path, &columns, ids, &metadata)?;
        files.extend(explained(&path).into_iter().chain([path]));
    }
    Ok(files)
}
