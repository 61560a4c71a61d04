//! From files to an outcome.

use restrap::io::Grouping;
use restrap::metrics::describe::Make;
use restrap::outcome::{AlsoOutcome, Outcome};
use restrap::{
    Data, Populations, Request, ScoreRequest, Scored, Scores, Scoring, Strata, Test, compare, score,
    score_saved,
};

use super::args::CompareArgs;
use super::request::{is_all, margin};
use crate::args::metric::Source;
use crate::run::failure::Failure;
use crate::run::progress::Watch;
use crate::run::scores::{inputs, scores};
use crate::run::unpaired;

pub fn answer(args: &CompareArgs, request: &Request) -> Result<Outcome, Failure> {
    let (source, also) = args.metric.source(&args.input)?;
    let plain = matches!(source, Source::Scores)
        && !args.unpaired
        && args.by.is_none()
        && args.stratum.is_none()
        && args.input.is_plain();
    let scoring = match &source {
        Source::Outputs(wanted) => Some(of_outputs(args, wanted)?),
        _ if plain => score_saved(&args.input.systems, !args.input.no_mmap)?,
        _ => None,
    };
    if let Some(scoring) = scoring {
        let also =
            also.iter().map(|wanted| score(&args.input.systems, wanted)).collect::<Result<Vec<_>, _>>()?;
        let mut outcome = of_scoring(args, scoring, request)?;
        outcome.also = also.iter().map(|scoring| described(scoring, &outcome)).collect();
        return Ok(outcome);
    }
    let loaded = if args.unpaired {
        unpaired::load(&args.input.systems, &options(args))?
    } else {
        restrap::io::load(&args.input.systems, &options(args))?
    };
    let systems: Vec<Scores> = loaded.systems.into_iter().map(scores).collect();
    let mut notes = loaded.notes;
    let mut request = request.clone();
    notes.extend(leave_mcnemar_out(args, &systems, &mut request));
    let watch = Watch::start(!args.quiet && !args.no_progress);
    let mut by = loaded.by;
    let strata = by.take_if(|_| args.stratum.is_some());
    let strata = strata.map(|by| Strata { column: by.column, codes: by.codes.into() });
    let mut data = Data::from(&systems);
    if let Some(strata) = &strata {
        data = data.within(strata);
    }
    if let Some(by) = &by {
        data = data.by(Populations { column: &by.column, values: &by.values, codes: &by.codes });
    }
    let mut outcome = compare(data, &request, &watch.control())?;
    if let Some(ids) = &loaded.ids {
        outcome.name_items(|item| ids.get(item), by.as_ref().map(|by| &by.codes[..]));
    }
    if matches!(source, Source::Agreement) {
        "accuracy".clone_into(&mut outcome.metric.name);
    }
    outcome.inputs = inputs(loaded.inputs);
    outcome.warnings.extend(notes);
    Ok(outcome)
}

/// What outputs score.
fn of_outputs(args: &CompareArgs, wanted: &ScoreRequest) -> Result<Scoring, Failure> {
    if let Some((_, flag)) =
        [(args.unpaired, "--unpaired"), (args.by.is_some(), "--by"), (args.stratum.is_some(), "--stratum")]
            .iter()
            .find(|one| one.0)
    {
        return Err(Failure::usage(
            format!("{flag} is for files of scores, found --metric {}", args.metric.metric),
            format!("drop {flag}: a metric of the whole corpus has no score an item"),
        ));
    }
    Ok(score(&args.input.systems, wanted)?)
}

/// A further metric, in the order of the outcome's systems.
fn described(scoring: &Scoring, outcome: &Outcome) -> AlsoOutcome {
    let (names, described) = (scoring.names(), scoring.described());
    let place = |name: &str| names.iter().position(|known| *known == name);
    let scores = outcome.systems.iter().filter_map(|system| Some(described.scores[place(&system.name)?]));
    AlsoOutcome { scores: scores.collect(), ..described }
}

/// A comparison of systems by what they score.
fn of_scoring(args: &CompareArgs, scoring: Scoring, request: &Request) -> Result<Outcome, Failure> {
    let full_name = scoring.full_name();
    let mut notes = scoring.notes;
    let watch = Watch::start(!args.quiet && !args.no_progress);
    let mut outcome = match scoring.scored {
        Scored::Counted { metric, systems } => {
            let systems = baseline_first(systems, |system| &system.name, args)?;
            // Ratios and formulas know their direction already.
            let own = matches!(scoring.saved.metric.description().make, Make::Counts(_));
            let request = request.clone().higher_is_better(own || request.question.higher_is_better);
            compare(Data::counted(metric.as_ref(), &systems), &request, &watch.control())?
        }
        Scored::Scores { mean, systems } => {
            let systems = baseline_first(systems, |system| &system.name, args)?;
            let mut request = request.clone();
            notes.extend(leave_mcnemar_out(args, &systems, &mut request));
            compare(Data::scores(&systems).called(&mean), &request, &watch.control())?
        }
    };
    outcome.metric.full_name = full_name;
    outcome.inputs = scoring.inputs;
    outcome.warnings.extend(notes);
    Ok(outcome)
}

/// The systems with the one that --baseline names in front.
fn baseline_first<T>(
    mut systems: Vec<T>,
    name: impl Fn(&T) -> &str,
    args: &CompareArgs,
) -> Result<Vec<T>, Failure> {
    let Some(wanted) = &args.input.baseline else { return Ok(systems) };
    let Some(at) = systems.iter().position(|system| name(system) == wanted) else {
        let names: Vec<&str> = systems.iter().map(name).collect();
        return Err(Failure::usage(
            format!("expected --baseline to name a system, found {wanted}"),
            format!("the systems are {}", names.join(", ")),
        ));
    };
    systems[..=at].rotate_right(1);
    Ok(systems)
}

/// `--test all` is all that the scores allow; a note where that leaves one out.
fn leave_mcnemar_out(args: &CompareArgs, systems: &[Scores], request: &mut Request) -> Option<String> {
    let left_out =
        is_all(args) && request.question.tests[0] != Test::McNemar && !systems.iter().all(is_binary);
    left_out.then(|| {
        request.question.tests.retain(|&test| test != Test::McNemar);
        "--test all leaves mcnemar out: it needs scores that are all 0 or 1".to_owned()
    })
}

/// The files and rows that are asked for.
fn options(args: &CompareArgs) -> restrap::io::Options {
    restrap::io::Options {
        gold: args.metric.gold.clone(),
        by: args.by.clone().or_else(|| args.stratum.clone()),
        grouping: if args.stratum.is_some() { Grouping::Strata } else { Grouping::Populations },
        keep_ids: margin(args).is_some(),
        ..args.input.options()
    }
}

fn is_binary(system: &Scores) -> bool {
    system.values.iter().all(|&score| score == 0.0 || score == 1.0)
}
