//! `restrap replicate`.

mod args;
mod typed;

use std::time::Instant;

use clap::{Arg, Args, Command};
use restrap::io::Options;
use restrap::{
    AdjustRequest, ReplicateOutcome, ReplicateRequest, Study, StudyFile, adjust_files,
    replicate_files,
};
use restrap_report::figure::{self, Figure, OfDataSets};
use restrap_report::{Replicated, gate};

use crate::run::failure::Failure;
use crate::run::outputs::{Outputs, path_of};
use crate::run::print;
use crate::run::progress::Watch;
use crate::run::ranges::Ranges;
use crate::run::threads::host;
use crate::run::threads::pool;

pub use args::ReplicateArgs;

pub fn run(args: &ReplicateArgs, ranges: &Ranges) -> Result<u8, Failure> {
    let start = Instant::now();
    if let Some(file) = &args.pvalues {
        refuse_beside_pvalues(args)?;
        let Some(adjust) = args.asked.adjust else {
            let found = "--pvalues adjusts for their number, found --adjust none";
            return Err(Failure::usage(found, "drop --adjust"));
        };
        let request = AdjustRequest {
            adjust,
            alpha: args.asked.levels.alpha,
            independent: false,
        };
        let outcome = adjust_files(file, None, &args.input.options(), &request)?;
        let files = [args.html.page(&outcome, &outcome)];
        args.print
            .result(files, (&outcome, &outcome), &args.detail, String::new)?;
        return Ok(0);
    }
    let inputs = args.input.systems.iter().chain(args.metric.files());
    let job = path_of(args.ranges.job.as_deref());
    let outputs = Outputs::new(
        [
            args.print.json.file(),
            args.html.file(),
            args.plot.file(),
            job,
        ],
        inputs,
    )?;
    let [caption, label] = args.title.facts();
    let explain = args.explain.fact(&args.html);
    args.print
        .check(&[args.detail.fact(), explain, caption, label])?;
    let pool = pool(args.run.threads)?;
    let mut outcome = pool.install(|| answer(args, ranges))?;
    outputs.are_none_of(&outcome.run.inputs)?;
    if !ranges.is_answer(&outcome.run.inputs)? {
        return Ok(0);
    }
    if !args.run.no_host {
        outcome.run.host = Some(host(&pool, start));
    }
    let files = [
        args.html
            .explained(&outcome, &outcome, &args.explain.of(&outcome)),
        args.plot.picture(|| match args.plot_kind {
            OfDataSets::Differences => Figure::from(figure::data_sets(&outcome)),
            OfDataSets::Counts => figure::counts(&outcome).into(),
        }),
    ];
    let report = Replicated {
        outcome: &outcome,
        titles: args.title.titles(),
    };
    args.print
        .result(files, (&outcome, &report), &args.detail, || {
            args.explain.text(&outcome, args.print.output)
        })?;
    print::err(&gate(outcome.gate.as_ref()))?;
    Ok(match outcome.gate.map(|gate| gate.passed) {
        None | Some(Some(true)) => 0,
        Some(Some(false)) => Failure::GATE,
        Some(None) => Failure::UNDECIDED,
    })
}

/// Options that go with `--pvalues`; every other one is refused.
const OF_PVALUES: [&str; 11] = [
    "pvalues",
    "input_format",
    "adjust",
    "alpha",
    "json",
    "quiet",
    "output",
    "html",
    "verbose",
    "report_methods",
    "memory",
];

/// Refuses an option that p-values alone leave without use.
fn refuse_beside_pvalues(args: &ReplicateArgs) -> Result<(), Failure> {
    let command = ReplicateArgs::augment_args(Command::new("replicate"));
    let is_other = |arg: &&Arg| {
        let id = arg.get_id().as_str();
        !OF_PVALUES.contains(&id) && args.given.has(id)
    };
    let Some(long) = command
        .get_arguments()
        .find(is_other)
        .and_then(Arg::get_long)
    else {
        return Ok(());
    };
    Err(Failure::usage(
        format!("--pvalues adjusts and counts p-values, found --{long}, which needs scores"),
        format!("drop --{long}, or give the scores of the data sets in place of --pvalues"),
    ))
}

fn answer(args: &ReplicateArgs, ranges: &Ranges) -> Result<ReplicateOutcome, Failure> {
    let watch = || {
        Watch::start(
            "resampling",
            !args.print.json.quiet && !args.run.no_progress,
        )
    };
    let study = study(args)?;
    let watch = watch();
    Ok(replicate_files(
        &study,
        &request(args)?,
        &watch.control(ranges),
    )?)
}

fn request(args: &ReplicateArgs) -> Result<ReplicateRequest, Failure> {
    let mut asked = args
        .asked
        .request(args.input.grid, args.metric.is_lower_better())?;
    asked.request = asked
        .request
        .digits(args.digits.digits)
        .range(args.scale.range);
    Ok(asked)
}

/// The study file, where a command line names one.
fn study_file(args: &ReplicateArgs) -> Option<&String> {
    let [path] = &args.input.systems[..] else {
        return None;
    };
    StudyFile::is_called(path).then_some(path)
}

/// What a study file leaves to the command line, of what is read and how it is scored.
const LEFT: [&str; 3] = ["grid", "lower_is_better", "no_mmap"];

/// A study file says itself what is read and how it is scored: an option of these that was typed would be passed over.
fn refuse_inputs(args: &ReplicateArgs, path: &str) -> Result<(), Failure> {
    let command = ReplicateArgs::augment_args(Command::new("replicate"));
    let is_of_study = |arg: &&Arg| {
        matches!(arg.get_help_heading(), Some("Input" | "Metric"))
            && !LEFT.contains(&arg.get_id().as_str())
    };
    let mut refused = command.get_arguments().filter(is_of_study);
    let Some(long) = refused
        .find(|arg| args.given.has(arg.get_id().as_str()))
        .and_then(Arg::get_long)
    else {
        return Ok(());
    };
    Err(StudyFile::says_itself(path, format!("--{long}")).into())
}

/// The files of all data sets.
fn study(args: &ReplicateArgs) -> Result<Study, Failure> {
    if let Some(path) = study_file(args) {
        refuse_inputs(args, path)?;
        return Ok(StudyFile::read(path)?.study()?);
    }
    let reading = Options {
        cluster: args.cluster.clone(),
        ..args.input.options()
    };
    let mut sources = args
        .metric
        .sources(&args.input, &args.input.systems, reading, Vec::new())?
        .answers(args.answers.answers(None));
    sources.direction_by_name = args.metric.is_unsaid();
    Ok(Study::new(&sources, args.dataset.as_deref())?)
}
