//! Which scorer reads what.

use restrap_io::{Located, locate, repeats};
use restrap_metrics::describe::Make;
use restrap_words::asked;

use super::error::ScoreError;
use super::files::Files;
use super::request::ScoreRequest;
use super::scoring::Scoring;
use super::{apart, counts, labels, no_match, numbers, outcome_words, rankings, segments, spans, trees};
use restrap_lib::outcome::Role;

/// Leaves the files of systems out that have no score.
fn keep_finished(scoring: &mut Scoring, systems: &[Located]) {
    let finished: Vec<String> = scoring.names().into_iter().map(str::to_owned).collect();
    let mut names = systems.iter().map(|system| &system.name);
    scoring.inputs.retain(|input| {
        let is_own = [Role::Baseline, Role::System].contains(&input.role);
        !is_own || names.next().is_some_and(|name| finished.contains(name))
    });
    let (finished, of) = (finished.len(), systems.len());
    scoring.notes.push(format!("interrupted: {finished} of {of} systems are scored"));
}

/// Scores systems (`[NAME=]FILE[:COLUMN]`) by a metric.
///
/// # Errors
/// [`ScoreError`] for files that cannot be read or scored, or options that do not belong to the metric.
pub fn score(typed: &[String], request: &ScoreRequest) -> Result<Scoring, ScoreError> {
    let systems = locate(typed)?;
    if !request.reading.paired {
        return apart::score(&systems, request, score_of);
    }
    request.check()?;
    score_of(typed, &systems, request)
}

/// The same of systems whose files were found.
fn score_of(typed: &[String], systems: &[Located], request: &ScoreRequest) -> Result<Scoring, ScoreError> {
    let mut files = Files::new(request);
    if !request.reads_columns() {
        // Columns are loaded by a reader that says it itself.
        files.notes = repeats(typed)?;
    }
    let name = &request.metric;
    let mut scoring = match name.description().make {
        Make::Labels(make) if request.gold.is_none() => {
            outcome_words::score(typed, systems, make, request, &mut files)?
        }
        Make::Numbers(make) => numbers::score(typed, systems, &make(name), request, &mut files)?,
        Make::Labels(make) => labels::score(typed, systems, make, request, &mut files)?,
        Make::Spans(make) => spans::score(systems, name, make, &mut files)?,
        Make::Trees(make) => trees::score(systems, name, make, &mut files)?,
        Make::Segments(make) => segments::score(typed, systems, make, request, &mut files)?,
        Make::Rankings(make) => rankings::score(systems, &make(name)?, request, &mut files)?,
        Make::Counts(make) => counts::score(typed, systems, make(name)?, request, &mut files)?,
        Make::Scores | Make::Order(_) => {
            let message = format!("expected a metric of outputs, found {} {name}", asked("metric"));
            return Err(ScoreError::usage(message, "scores in files need no scoring"));
        }
    };
    let items = scoring.items() as u64;
    scoring.inputs = files.inputs;
    if scoring.interrupted_of.is_some() {
        keep_finished(&mut scoring, systems);
    }
    // Every file holds all items: other lengths are refused.
    scoring.inputs.iter_mut().filter(|input| input.items == 0).for_each(|input| input.items = items);
    scoring.notes.extend(files.notes);
    let nothing = no_match::note(&scoring);
    scoring.notes.extend(nothing);
    Ok(scoring)
}
