//! From arguments to an outcome.

use restrap::io::{Grouping, Options};
use restrap::outcome::Outcome;
use restrap::{Answers, Extremes, OwnedData, Request, Sources, Test};

use super::args::CompareArgs;
use super::request::is_all;
use crate::args::metric::Source;
use crate::run::failure::Failure;
use crate::run::progress::Watch;

/// Items of each kind that a page lists.
const LISTED: usize = 10;

/// The outcome, and for a page the items on which the systems are farthest apart.
pub fn answer(args: &CompareArgs, request: &Request) -> Result<(Outcome, Vec<Extremes>), Failure> {
    let mut data = sources(args)?.read(request)?;
    if let Some(path) = &args.per_item {
        data.write_items(&path.display().to_string())?;
    }
    let extremes =
        if args.html.html.is_some() && !args.unpaired { data.extremes(LISTED) } else { Vec::new() };
    let request = leave_mcnemar_out(args, &mut data, request.clone());
    let watch = Watch::start(!args.quiet && !args.no_progress);
    Ok((data.compare(&request, &watch.control())?, extremes))
}

/// What is read, and what scores it.
fn sources(args: &CompareArgs) -> Result<Sources, Failure> {
    let (source, also) = args.metric.source(&args.input)?;
    let reading = Options {
        gold: matches!(source, Source::Agreement).then(|| args.metric.gold.clone()).flatten(),
        by: args.by.clone().or_else(|| args.stratum.clone()),
        grouping: if args.stratum.is_some() { Grouping::Strata } else { Grouping::Populations },
        cluster: args.cluster.clone(),
        keep_ids: args.per_item.is_some() || args.html.html.is_some(),
        ..args.input.options()
    };
    let mut answers = Answers::default();
    answers.repeat.clone_from(&args.repeat);
    answers.seed.clone_from(&args.seed_col);
    answers.judge.clone_from(&args.judge);
    answers.reducer = args.reduce;
    let mut sources = Sources::new(&args.input.systems).reading(reading).answers(answers);
    sources.votes.clone_from(&args.votes);
    sources.human.clone_from(&args.human);
    let metrics = match source {
        Source::Outputs(metric) => [*metric].into_iter().chain(also),
        Source::Scores | Source::Agreement => return Ok(sources),
    };
    Ok(metrics.fold(sources, Sources::metric))
}

/// `--test all` is all that the scores allow; a note where that leaves one out.
fn leave_mcnemar_out(args: &CompareArgs, data: &mut OwnedData, mut request: Request) -> Request {
    if is_all(args) && request.question.tests[0] != Test::McNemar && data.has_other_scores() {
        request.question.tests.retain(|&test| test != Test::McNemar);
        data.note("--test all leaves mcnemar out: it needs scores that are all 0 or 1");
    }
    request
}
