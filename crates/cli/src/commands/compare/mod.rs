//! `restrap compare`.

mod answer;
mod args;
mod request;

use std::time::Instant;

use restrap::Replicates;
use restrap::outcome::Outcome;
use restrap_report::figure::{self, Figure, OfComparison};
use restrap_report::{Compared, ComparisonPage};

use crate::run::failure::Failure;
use crate::run::outputs::{Outputs, Ready, path_of};
use crate::run::ranges::Ranges;
use crate::run::threads::host;
use crate::run::threads::pool;
use crate::run::{json, print};
use answer::{Answered, LISTED, answer};
use request::request;

pub use args::CompareArgs;

pub fn run(args: &CompareArgs, ranges: &Ranges) -> Result<u8, Failure> {
    let start = Instant::now();
    let request = request(args)?;
    let [caption, label] = args.title.facts();
    args.print.check(&[
        caption,
        label,
        args.detail.fact(),
        args.explain.fact(&args.html),
    ])?;
    let words = args.input.unseen.iter().map(|unseen| &unseen.path);
    let inputs = args
        .input
        .systems
        .iter()
        .chain(args.metric.files())
        .chain(words);
    let files = [
        json::file(args.print.json.json.as_deref()),
        path_of(args.per_item.as_deref()),
        path_of(args.replicates.as_deref()),
        args.html.file(),
        args.plot.file(),
        path_of(args.ranges.job.as_deref()),
    ];
    let outputs = Outputs::new(files, inputs)?;
    if let Some(path) = path_of(args.replicates.as_deref()) {
        restrap::io::check_extension(path)?;
    }
    let pool = pool(args.run.threads)?;
    let Answered {
        mut outcome,
        extremes,
        swaps,
        replicates,
        items,
    } = pool.install(|| answer(args, &request, ranges))?;
    outputs.are_none_of(&outcome.run.inputs)?;
    if !ranges.is_answer(&outcome.run.inputs)? {
        return Ok(0);
    }
    if args.run.no_host {
        outcome.plan.level = None;
    } else {
        outcome.run.host = Some(host(&pool, start));
    }
    let listed: Vec<_> = extremes
        .iter()
        .map(|extremes| extremes.farthest(LISTED))
        .collect();
    let explained = args.explain.of(&outcome);
    let page = ComparisonPage {
        outcome: &outcome,
        extremes: &listed,
    };
    let files = [
        Ok(items),
        args.html.explained(&page, &outcome, &explained),
        args.plot.picture(|| match args.plot_kind {
            OfComparison::Differences => Figure::from(figure::differences(&outcome)),
            OfComparison::Items => figure::items(&outcome, &extremes).into(),
            OfComparison::Null => figure::null(&outcome, &swaps).into(),
            OfComparison::Replicates => figure::replicates(&outcome, &replicates).into(),
        }),
        // Its file appears before the others, if it can be written.
        written(args, &replicates),
    ];
    print(args, files, &outcome)?;
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

/// Writes the replicates if that was asked for.
fn written(args: &CompareArgs, replicates: &[Replicates]) -> Ready {
    if let Some(path) = &args.replicates {
        restrap::write_replicates(&path.display().to_string(), replicates)?;
    }
    Ok(None)
}

fn print(args: &CompareArgs, files: [Ready; 4], outcome: &Outcome) -> Result<(), Failure> {
    let report = Compared {
        outcome,
        verbose: args.detail.verbose,
        titles: args.title.titles(),
    };
    args.print
        .result(files, (outcome, &report), &args.detail, || {
            args.explain.text(outcome, args.print.output)
        })?;
    // A gate has its line also where nothing else is printed.
    print::err(&restrap_report::gate(outcome.gate.as_ref()))?;
    Ok(())
}
