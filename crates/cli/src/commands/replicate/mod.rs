//! `restrap replicate`.

mod args;

use std::path::Path;
use std::time::Instant;

use restrap::io::Options;
use restrap::{
    Answers, ReplicateOutcome, ReplicateRequest, Request, Sources, Study, StudyFile, replicate_files,
};
use restrap_report::figure::{self, Figure, OfDataSets};
use restrap_report::{Replicated, Titles, gate};

use crate::args::metric::Source;
use crate::run::failure::Failure;
use crate::run::host::host;
use crate::run::print;
use crate::run::progress::Watch;
use crate::run::ranges::Ranges;
use crate::run::threads::pool;

pub use args::ReplicateArgs;

pub fn run(args: &ReplicateArgs, ranges: &Ranges) -> Result<u8, Failure> {
    let start = Instant::now();
    let inputs = args.input.systems.iter().chain(args.metric.files());
    let outputs = [args.print.json.file(), args.html.file(), args.plot.file()];
    restrap::io::keep_apart(outputs.into_iter().flatten(), inputs)?;
    args.explain.check(
        args.print.output,
        args.print.json.json.as_deref(),
        args.print.json.quiet,
        &args.html,
    )?;
    let pool = pool(args.threads)?;
    let mut outcome = pool.install(|| answer(args, ranges))?;
    if !ranges.is_answer(&outcome.inputs)? {
        return Ok(0);
    }
    if !args.no_host {
        outcome.host = Some(host(&pool, start));
    }
    args.html.write_explained(&outcome, &outcome, &args.explain.of(&outcome))?;
    args.plot.write(|| match args.plot_kind {
        OfDataSets::Differences => Figure::from(figure::data_sets(&outcome)),
        OfDataSets::Counts => figure::counts(&outcome).into(),
    })?;
    let titles =
        Titles { caption: args.caption.as_deref(), label: args.label.as_deref(), ..Titles::default() };
    let told = args.explain.text(&outcome, args.print.output);
    args.print.answer_with(&outcome, &Replicated { outcome: &outcome, titles }, &told, &outcome.warnings)?;
    print::err(&gate(outcome.gate.as_ref()))?;
    Ok(match outcome.gate.map(|gate| gate.passed) {
        None | Some(Some(true)) => 0,
        Some(Some(false)) => Failure::GATE,
        Some(None) => Failure::UNDECIDED,
    })
}

fn answer(args: &ReplicateArgs, ranges: &Ranges) -> Result<ReplicateOutcome, Failure> {
    let study = study(args)?;
    let request = Request::default()
        .tests([args.test])
        .alternative(args.alternative)
        .exact(args.exact)
        .resamples(args.resamples)
        .seed(args.seed)
        .alpha(args.alpha)
        .adjust(args.adjust)
        .mcnemar(args.mcnemar)
        .interval(args.interval)
        .confidence(args.confidence.unwrap_or(1.0 - args.alpha))
        .gate(args.require)
        .forbid(args.forbid)
        .grid(args.input.grid)
        .digits(args.digits.digits)
        .higher_is_better(!args.metric.is_lower_better());
    // Of training runs the test of these checkpoints stands beside.
    let watch = Watch::start("resampling", !args.print.json.quiet && !args.no_progress);
    let request = ReplicateRequest::new(request).micro(args.micro);
    Ok(replicate_files(&study, &request, &watch.control(ranges))?)
}

/// The files of all data sets.
fn study(args: &ReplicateArgs) -> Result<Study, Failure> {
    if let [path] = &args.input.systems[..]
        && Path::new(path).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("toml"))
    {
        if args.dataset.is_some() || args.metric.files().next().is_some() {
            return Err(Failure::usage(
                format!("{path} says where its files are, found --dataset, --gold, --ref or --qrels"),
                "write them into the study",
            ));
        }
        return Ok(StudyFile::read(path)?.study()?);
    }
    let (source, also) = args.metric.source(&args.input.options())?;
    let reading = Options {
        gold: matches!(source, Source::Agreement).then(|| args.metric.gold.clone()).flatten(),
        cluster: args.cluster.clone(),
        ..args.input.options()
    };
    let mut answers = Answers::default();
    answers.repeat.clone_from(&args.repeat);
    answers.seed.clone_from(&args.seed_col);
    answers.reducer = args.reduce;
    let sources = Sources::new(&args.input.systems).reading(reading).answers(answers);
    let sources = match source {
        Source::Outputs(metric) => [*metric].into_iter().chain(also).fold(sources, Sources::metric),
        Source::Scores(summary) => summary.into_iter().fold(sources, Sources::summary),
        Source::Agreement => sources,
    };
    Ok(Study::new(&sources, args.dataset.as_deref())?)
}
