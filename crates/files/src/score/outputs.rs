//! Which scorer reads what.

use restrap_engine::Control;
use restrap_io::{Located, locate, note_of_parts, of_systems, repeats};
use restrap_lib::{
    DescribeOutcome, DescribeRequest, Error, describe, describe_counted, describe_items,
    outcome::{Provenance, Role},
};
use restrap_metrics::{
    MetricName, classes::OfClasses, describe::Make, labels::LABELS, numbers::OfNumbers,
};
use restrap_words::{Code, Note, asked, asked_as};

use crate::score::error::ScoreError;
use crate::score::files::Files;
use crate::score::request::ScoreRequest;
use crate::score::scoring::{Scored, Scoring};
use crate::score::{
    classes, confusion, labels, numbers, ranked, rankings, segments, spans, unpaired,
};

/// Leaves the files of systems out that have no score.
fn keep_finished(scoring: &mut Scoring, systems: &[Located]) {
    let finished: Vec<String> = scoring.names().into_iter().map(str::to_owned).collect();
    let mut names = systems.iter().map(|system| &system.name);
    scoring.inputs.retain(|input| {
        let is_own = [Role::Baseline, Role::System].contains(&input.role);
        !is_own || names.next().is_some_and(|name| finished.contains(name))
    });
    let (finished, of) = (finished.len(), systems.len());
    scoring.notes.push(Code::Interrupted.says(format!(
        "interrupted: {finished} of {of} systems are scored"
    )));
}

/// Scores systems (`[NAME=]FILE[:COLUMN]`) by a metric.
///
/// # Errors
/// [`ScoreError`] for files that cannot be read or scored, or options that do not belong to the metric.
pub fn score(typed: &[String], request: &ScoreRequest) -> Result<Scoring, ScoreError> {
    let systems = locate(typed)?;
    if !request.reading.paired {
        return unpaired::score(&systems, request, score_of);
    }
    let scored = request
        .check()
        .and_then(|()| score_of(typed, &systems, request));
    scored.map_err(|error| request.naming_right_answers(error, &systems))
}

/// Scores systems whose files were found.
fn score_of(
    typed: &[String],
    systems: &[Located],
    request: &ScoreRequest,
) -> Result<Scoring, ScoreError> {
    let mut files = Files::new(request);
    if !request.reads_columns() {
        // Columns are loaded by a reader that says it itself.
        files.notes = repeats(typed)?;
        files.notes.extend(
            systems
                .iter()
                .filter_map(|system| note_of_parts(&system.path)),
        );
    }
    let name = &request.metric;
    let mut scoring = match name.description().make {
        Make::Labels(make) if request.gold.is_none() => {
            match confusion::score(typed, systems, make, request, &mut files)? {
                Some(scoring) => scoring,
                None => labels::of_decisions(typed, systems, make, request, &mut files)?,
            }
        }
        Make::Numbers(make) if !name.get(&LABELS).is_empty() => match make(name) {
            OfNumbers::Losses(of) => {
                classes::score(typed, systems, &OfClasses::Loss(of), request, &mut files)?
            }
            OfNumbers::Calibration(of) => {
                classes::calibration(typed, systems, of, request, &mut files)?
            }
        },
        Make::Ranked(of) if !name.get(&LABELS).is_empty() => {
            classes::areas(typed, systems, of, request, &mut files)?
        }
        Make::Classes(make) => classes::score(typed, systems, &make(name), request, &mut files)?,
        Make::Numbers(make) => numbers::score(typed, systems, &make(name), request, &mut files)
            .map_err(|error| or_classes(error, name))?,
        Make::Ranked(of) => ranked::score(typed, systems, of, request, &mut files)
            .map_err(|error| or_classes(error, name))?,
        Make::Labels(make) => labels::score(typed, systems, make, request, &mut files)?,
        Make::Spans(make) => spans::score(systems, name, make, &mut files)?,
        Make::Trees(make) => spans::of_trees(systems, name, make, &mut files)?,
        Make::Segments(make) => segments::score(typed, systems, make, request, &mut files)?,
        Make::Rankings(make) => rankings::score(systems, &make(name)?, request, &mut files)?,
        Make::Counts(make) => numbers::of_counts(typed, systems, make(name)?, request, &mut files)?,
        Make::Scores | Make::Order(_) => {
            let message = format!(
                "expected a metric of outputs, found {} {name}",
                asked("metric")
            );
            return Err(ScoreError::usage(
                message,
                "scores in files need no scoring",
            ));
        }
    };
    let items = scoring.items() as u64;
    scoring.inputs = files.inputs;
    if scoring.interrupted_of.is_some() {
        keep_finished(&mut scoring, systems);
    }
    // Every file holds all items: other lengths are refused.
    scoring
        .inputs
        .iter_mut()
        .filter(|input| input.items == 0)
        .for_each(|input| input.items = items);
    scoring.notes.extend(files.notes);
    let nothing = note(&scoring);
    scoring.notes.extend(nothing);
    Ok(scoring)
}

/// Columns of several classes may have been meant, where one was expected.
fn or_classes(error: ScoreError, name: &MetricName) -> ScoreError {
    match &error {
        ScoreError::Io(restrap_io::Error::NoLabelColumn { columns, .. })
            if columns.len() > 1 && name.description().takes(&LABELS) =>
        {
            // Columns without a name are called by their number.
            let is_number = |name: &&String| name.parse::<f64>().is_ok();
            let named = of_systems(columns)
                .into_iter()
                .filter(|name| !is_number(name) || columns.iter().all(|name| is_number(&name)));
            let all = asked_as(
                "labels",
                named.map(String::as_str).collect::<Vec<_>>().join(","),
            );
            let hint = error.hint().unwrap_or_default();
            ScoreError::usage(
                error.to_string(),
                format!("{hint}; {all} reads a column for each class"),
            )
        }
        _ => error,
    }
}

/// A note where the metric of some systems is 0 because nothing matches.
pub(super) fn note(scoring: &Scoring) -> Option<Note> {
    let metric = scoring.saved.metric.description();
    let against = match metric.make {
        // Up to the user.
        Make::Scores
        | Make::Order(_)
        | Make::Numbers(_)
        | Make::Ranked(_)
        | Make::Classes(_)
        | Make::Counts(_) => return None,
        Make::Rankings(_) => {
            "no retrieved document is relevant: do run and judgements use the same document ids?"
        }
        Make::Segments(_) => {
            "nothing matches: do the references belong to these segments, in the same language and order?"
        }
        Make::Spans(_) => {
            "no span is correct: do the tags belong to this gold, and is this the right column?"
        }
        Make::Trees(_) => "no head is correct: does the gold belong to these sentences?",
        Make::Labels(_) => {
            "nothing is correct: are the labels spelled as in the gold, and the items in its order?"
        }
    };
    let described = scoring.described();
    // 0 is chance, or perfect.
    if metric.chance_is_zero || !described.metric.higher_is_better {
        return None;
    }
    let names = scoring.names().into_iter().zip(&described.scores);
    let zero: Vec<&str> = names
        .filter(|(_, score)| **score == 0.0)
        .map(|(name, _)| name)
        .collect();
    (!zero.is_empty()).then(|| {
        Code::NothingMatches.says(format!(
            "{}: {} is 0, {against}",
            zero.join(", "),
            described.metric.printed()
        ))
    })
}

/// Value and interval of a metric for every system, from statistics of its items.
///
/// # Errors
/// As [`describe`]; replications and folds have scores, not statistics.
pub(crate) fn describe_scored(
    scoring: &Scoring,
    asked: &DescribeRequest,
    control: &Control,
) -> Result<DescribeOutcome, Error> {
    let known = scoring.described();
    let inputs = scoring.inputs.clone();
    let (mut described, notes) = match &scoring.scored {
        Scored::Scores { mean, systems } => {
            let mut asked = asked.clone();
            asked.request.sample.of_metric = mean.range;
            let mut described = describe(systems, &asked, control)?;
            described.measures(known.metric);
            (described, Vec::new())
        }
        Scored::Items(metric) => {
            let rows: Vec<_> = (0..metric.systems().len())
                .map(|place| (&**metric, place))
                .collect();
            (
                describe_items(&rows, known.metric, asked, control)?,
                scoring.notes.clone(),
            )
        }
        Scored::Counted { metric, systems } => (
            describe_counted(metric.as_ref(), systems, known.metric, asked, control)?,
            scoring.notes.clone(),
        ),
    };
    described.came_from(Provenance {
        inputs,
        notes,
        ..Provenance::default()
    });
    Ok(described)
}
