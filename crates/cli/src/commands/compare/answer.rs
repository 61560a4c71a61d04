//! From arguments to an outcome.

use restrap::io::{Grouping, Options, Prepared};
use restrap::outcome::Outcome;
use restrap::{Extremes, Numbers, OwnedData, Replicates, Request, Sources, SwapLaw};
use restrap_report::figure::OfComparison;

use super::args::CompareArgs;
use super::request::is_all;
use crate::run::failure::Failure;
use crate::run::progress::Watch;
use crate::run::ranges::Ranges;

/// Items of each kind that a page lists.
pub const LISTED: usize = 10;
/// Bins of the law of swaps in a figure.
const BINS: u32 = 80;

/// What came out, and what pages and figures show beside it.
pub struct Answered {
    pub outcome: Outcome,
    /// Items on which the systems are farthest apart: all of them for a figure, a few for a page.
    pub extremes: Vec<Extremes>,
    /// Law of the swaps of each system, for a figure.
    pub swaps: Vec<SwapLaw>,
    /// Resamples of each comparison, for a file or a figure.
    pub replicates: Vec<Replicates>,
    /// The file of scores by item, which appears with the others.
    pub items: Option<Prepared>,
}

pub fn answer(args: &CompareArgs, request: &Request, ranges: &Ranges) -> Result<Answered, Failure> {
    let watch = Watch::start(
        "resampling",
        !args.print.json.quiet && !args.run.no_progress,
    );
    let sources = sources(args)?;
    let (primary, own) = sources.primary(request)?;
    let mut data = primary.read(&own)?;
    let items = match &args.per_item {
        Some(path) => Some(data.prepare_items(&path.display().to_string())?),
        None => None,
    };
    let drawn = args.plot.plot.as_ref().map(|_| args.plot_kind);
    let extremes = match drawn {
        Some(OfComparison::Items) if !args.unpaired => data.extremes(usize::MAX),
        _ if args.html.html.is_some() && !args.unpaired => data.extremes(LISTED),
        _ => Vec::new(),
    };
    let swaps = match drawn {
        Some(OfComparison::Null) if !args.unpaired => data.swap_laws(args.input.grid, BINS)?,
        _ => Vec::new(),
    };
    let is_missing = match drawn {
        Some(OfComparison::Items) => extremes.is_empty(),
        Some(OfComparison::Null) => swaps.is_empty(),
        _ => false,
    };
    if is_missing {
        return Err(Failure::usage(
            format!(
                "--plot-kind {} needs items with a score of each system, found other units",
                args.plot_kind
            ),
            "use --plot-kind differences",
        ));
    }
    let own = leave_out(args, &mut data, own);
    let is_drawn = args.replicates.is_some() || drawn == Some(OfComparison::Replicates);
    let control = watch.control(ranges);
    let replicates = if is_drawn {
        data.replicates(&own, &control)?
    } else {
        Vec::new()
    };
    let outcome = sources.decided(data, &own, request, &control)?;
    Ok(Answered {
        outcome,
        extremes,
        swaps,
        replicates,
        items,
    })
}

/// What is read, and what scores it.
fn sources(args: &CompareArgs) -> Result<Sources, Failure> {
    let columns = args
        .metric
        .columns(&args.input.systems, &args.input.options())?;
    let mixed = args.mix.as_ref().map(|mix| &mix.column[..]);
    args.input.check_unseen(
        [args.by.as_deref(), args.stratum.as_deref(), mixed]
            .into_iter()
            .flatten(),
    )?;
    let reading = Options {
        by: args.by.clone().or_else(|| args.stratum.clone()),
        grouping: if args.stratum.is_some() {
            Grouping::Strata
        } else {
            Grouping::Populations
        },
        cluster: args.cluster.clone(),
        keep_ids: args.per_item.is_some() || args.html.html.is_some(),
        ..args.input.options()
    };
    let mut sources = args
        .metric
        .sources(&args.input, &args.input.systems, reading, columns)?
        .answers(args.answers.answers(args.judge.as_ref()));
    sources.direction_by_name = args.metric.is_unsaid();
    sources.votes.clone_from(&args.votes);
    sources.human.clone_from(&args.human);
    sources.against = args.against;
    sources.numbers = numbers(args);
    if let Some(mix) = &args.mix {
        sources = sources.mix(mix.clone());
    }
    Ok(sources)
}

/// The numbers of the command line that replace files.
fn numbers(args: &CompareArgs) -> Option<Numbers> {
    let lists = (!args.scores.is_empty()).then(|| Numbers::Scores(args.scores.clone()));
    args.counts
        .map(Numbers::Counts)
        .or(args.table.map(Numbers::Table))
        .or(lists)
}

/// `--test all` is all that the scores allow; a note where that leaves some out.
fn leave_out(args: &CompareArgs, data: &mut OwnedData, mut request: Request) -> Request {
    let note = is_all(args).then(|| data.data().leave_out(&mut request));
    if let Some(note) = note.flatten() {
        data.note(note);
    }
    request
}
