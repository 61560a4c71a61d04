//! `restrap rank`.

mod args;

use std::time::Instant;

use restrap::inner::Given;
use restrap::io::Options;
use restrap::{RankOutcome, RankRequest, Request, Sources, rank_files};
use restrap_report::figure::{self, Figure, OfRanking};
use restrap_report::{Ranked, Titles, gate, pairs_of};

use crate::run::failure::Failure;
use crate::run::outputs::{Outputs, Ready, path_of};
use crate::run::progress::Watch;
use crate::run::ranges::Ranges;
use crate::run::threads::{host, pool};
use crate::run::{json, print};

pub use args::RankArgs;

pub fn run(args: &RankArgs, ranges: &Ranges) -> Result<u8, Failure> {
    let start = Instant::now();
    let inputs = args.input.systems.iter().chain(args.metric.files());
    let job = path_of(args.ranges.job.as_deref());
    let outputs = Outputs::new(
        [
            json::file(args.print.json.json.as_deref()),
            args.html.file(),
            args.plot.file(),
            job,
        ],
        inputs,
    )?;
    let [caption, label] = args.title.facts();
    args.print.check(&[
        args.detail.fact(),
        args.explain.fact(&args.html),
        caption,
        label,
        (Given::Highlight, !args.highlight.is_empty()),
    ])?;
    let pool = pool(args.run.threads)?;
    let mut outcome = pool.install(|| answer(args, ranges))?;
    outputs.are_none_of(&outcome.run.inputs)?;
    if !ranges.is_answer(&outcome.run.inputs)? {
        return Ok(0);
    }
    let is_ranked = |name: &String| outcome.systems.iter().any(|system| system.name == *name);
    let listed: Vec<String> = match args.pairs.as_deref() {
        None | Some("") => Vec::new(),
        Some(names) => names.split(',').map(str::to_owned).collect(),
    };
    let named = args.highlight.iter().map(|name| ("highlight", name));
    let named = named.chain(listed.iter().map(|name| ("pairs", name)));
    if let Some((option, name)) = named.into_iter().find(|(_, name)| !is_ranked(name)) {
        let names: Vec<&str> = outcome
            .systems
            .iter()
            .map(|system| &system.name[..])
            .collect();
        return Err(Failure::usage(
            format!("--{option}: expected the name of a system, found {name}"),
            format!("the systems are {}", names.join(", ")),
        ));
    }
    if !args.run.no_host {
        outcome.run.host = Some(host(&pool, start));
    }
    let files = [
        args.html
            .explained(&outcome, &outcome, &args.explain.of(&outcome)),
        draw(args, &outcome),
    ];
    let titles = Titles {
        highlight: &args.highlight,
        ..args.title.titles()
    };
    let report = Ranked {
        outcome: &outcome,
        titles,
    };
    args.print
        .result(files, (&outcome, &report), &args.detail, || {
            let pairs = args
                .pairs
                .as_ref()
                .map(|_| pairs_of(&outcome, &listed, args.print.output));
            let pairs = pairs.unwrap_or_default();
            pairs + &args.explain.text(&outcome, args.print.output)
        })?;
    print::err(&gate(outcome.gate.as_ref()))?;
    Ok(match &outcome.gate {
        _ if outcome.interrupted_after.is_some() => Failure::PARTIAL,
        Some(gate) => match gate.passed {
            Some(true) => 0,
            Some(false) => Failure::GATE,
            None => Failure::UNDECIDED,
        },
        None => 0,
    })
}

fn draw(args: &RankArgs, outcome: &RankOutcome) -> Ready {
    let figure = match args.plot_kind {
        OfRanking::Differences => Figure::from(figure::to_the_best(outcome)),
        OfRanking::Ranks => figure::possible_ranks(outcome).into(),
        OfRanking::Gains => figure::gains(outcome).into(),
        OfRanking::Critical => match figure::critical(outcome) {
            Some(critical) => critical.into(),
            None => {
                return Err(Failure::usage(
                    format!(
                        "a critical-difference diagram shows all pairs of at most 16 systems, found {}{}",
                        outcome.systems.len(),
                        outcome
                            .baseline
                            .as_ref()
                            .map_or("", |_| " against a baseline")
                    ),
                    "use --plot-kind ranks",
                ));
            }
        },
    };
    let whole = args.plot_kind == OfRanking::Differences && figure::is_drawn_whole(outcome);
    if args.plot.file().is_some() && !outcome.further.is_empty() && !whole && !args.print.json.quiet
    {
        let name = &outcome.metrics[0].name;
        print::warn(&[format!(
            "the figure shows {name} alone; --html draws every metric, or run the command once per metric"
        )])?;
    }
    args.plot.picture(|| figure)
}

fn answer(args: &RankArgs, ranges: &Ranges) -> Result<RankOutcome, Failure> {
    let asked = request(args).memory(Some(restrap::io::allowed_memory()));
    asked.check()?;
    let sources = sources(args)?;
    let watch = Watch::start(
        "resampling",
        !args.print.json.quiet && !args.run.no_progress,
    );
    Ok(rank_files(&sources, &asked, &watch.control(ranges))?)
}

fn request(args: &RankArgs) -> RankRequest {
    let request = Request::default()
        .alpha(args.levels.alpha)
        .confidence(args.levels.confidence())
        .resamples(args.draws.resamples())
        .seed(args.draws.seed)
        .exact(args.draws.exact)
        .interval(args.interval)
        .digits(args.digits.digits)
        .range(args.scale.range)
        .grid(args.input.grid)
        .over(args.over.over)
        .test_fraction(args.over.test_fraction)
        .higher_is_better(!args.metric.is_lower_better())
        .gate(args.require)
        .forbid(args.forbid)
        .level(args.engine.level)
        .shard_size(args.engine.shard_size);
    RankRequest::new(request)
        .correction(args.adjust)
        .against_first(args.input.baseline.is_some())
}

/// What is read, and what scores it.
fn sources(args: &RankArgs) -> Result<Sources, Failure> {
    let columns = args
        .metric
        .columns(&args.input.systems, &args.input.options())?;
    let mut id = args.input.id.clone();
    // Every data set has its own items.
    id.extend(
        args.dataset
            .clone()
            .filter(|dataset| !id.is_empty() && !id.contains(dataset)),
    );
    let reading = Options {
        id,
        cluster: args.cluster.clone(),
        by: args.dataset.clone(),
        ..args.input.options()
    };
    let mut sources = args
        .metric
        .sources(&args.input, &args.input.systems, reading, columns)?
        .answers(args.answers.answers(None))
        .sets(args.dataset.is_some());
    sources.direction_by_name = args.metric.is_unsaid();
    sources.votes.clone_from(&args.votes);
    Ok(sources)
}
