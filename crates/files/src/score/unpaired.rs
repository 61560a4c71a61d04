//! Systems that were scored on different items: each alone, against what is right for its own items.

use restrap_io::{Located, Options, locate};
use restrap_metrics::{
    MetricName, Restored,
    describe::{Make, MakeLabels},
};
use restrap_words::{asked, asked_as};

use super::error::ScoreError;
use super::files::{Files, role};
use super::labels;
use super::request::ScoreRequest;
use super::saved::score_saved;
use super::scoring::{Scored, Scoring};
use restrap_lib::inner::ItemsApart;
use restrap_lib::{Counted, IntegerColumn};

/// Scores systems whose files were found.
type ScoreOne = fn(&[String], &[Located], &ScoreRequest) -> Result<Scoring, ScoreError>;

/// Scores every system on its own items, each by `one`.
///
/// # Errors
/// As [`score`](super::score), and for systems whose metrics differ.
pub(super) fn score(
    systems: &[Located],
    request: &ScoreRequest,
    one: ScoreOne,
) -> Result<Scoring, ScoreError> {
    let typed: Vec<String> = systems.iter().map(typed_as).collect();
    let own: Vec<ScoreRequest> = systems
        .iter()
        .map(|system| own(request, system, systems))
        .collect();
    let each = typed.iter().zip(systems).zip(&own);
    let scored = match request.metric.description().make {
        Make::Labels(make) if request.gold.is_some() => of_labels(&typed, systems, make, &own)?,
        _ => each
            .map(|((typed, system), own)| {
                own.check()?;
                one(
                    std::slice::from_ref(typed),
                    std::slice::from_ref(system),
                    own,
                )
            })
            .collect::<Result<Vec<_>, _>>()?,
    };
    joined(scored)
}

/// Reads statistics that earlier runs saved, each system's against its own gold or references.
///
/// # Errors
/// As [`score_saved`], and for systems whose metrics differ.
pub(crate) fn score_saved_apart(
    typed: &[String],
    mmap: bool,
) -> Result<Option<Scoring>, ScoreError> {
    let Ok(systems) = locate(typed) else {
        return Ok(None);
    };
    let mut scored = Vec::new();
    for system in &systems {
        let Some(mut scoring) = score_saved(&[typed_as(system)], mmap)? else {
            return Ok(None);
        };
        scoring.scored.name(&system.name);
        scored.push(scoring);
    }
    joined(scored).map(Some)
}

/// A system as it was typed, without its name.
fn typed_as(system: &Located) -> String {
    match &system.column {
        Some(column) => format!("{}:{column}", system.path),
        None => system.path.clone(),
    }
}

/// What one system is scored against: a column of its own file, or the references that bear its name or none.
fn own(request: &ScoreRequest, system: &Located, systems: &[Located]) -> ScoreRequest {
    let mut own = request.clone();
    // Groups of items do not go with items of one system: nothing is asked about them.
    own.reading = Options {
        paired: true,
        baseline: None,
        clusters_elsewhere: true,
        ..own.reading
    };
    let column = own.gold.as_ref().filter(|gold| gold.starts_with(':'));
    own.gold = column
        .map(|column| format!("{}{column}", system.path))
        .or(own.gold);
    own.references
        .retain_mut(|typed| match typed.split_once('=') {
            Some((name, path)) if systems.iter().any(|system| system.name == name) => {
                let is_own = system.name == name;
                *typed = path.to_owned();
                is_own
            }
            _ => true,
        });
    own
}

/// The labels of every system against its own gold, in the classes of all.
fn of_labels(
    typed: &[String],
    systems: &[Located],
    make: MakeLabels,
    own: &[ScoreRequest],
) -> Result<Vec<Scoring>, ScoreError> {
    let mut files: Vec<Files> = own.iter().map(Files::new).collect();
    let one = |at: usize, files: &mut Files| {
        own[at].check()?;
        labels::read(&typed[at..=at], &systems[at..=at], &own[at], files)
    };
    let read = files
        .iter_mut()
        .enumerate()
        .map(|(at, files)| one(at, files));
    let read = read.collect::<Result<Vec<_>, ScoreError>>()?;
    let Some(name) = own.first().map(|own| &own.metric) else {
        return Ok(Vec::new());
    };
    let mut notes = Vec::new();
    let set = labels::classes(name, &read, &mut notes)?;
    let mut all = Vec::new();
    for ((at, read), files) in read.into_iter().enumerate().zip(files) {
        let mut scoring = labels::scored_in(read, &systems[at..=at], make, (name, &set), &files)?;
        scoring.inputs = files.inputs;
        scoring.notes.extend(files.notes);
        scoring.notes.append(&mut notes);
        all.push(scoring);
    }
    Ok(all)
}

/// Scorings of one metric as one; a file that several were scored against is named once.
fn joined(mut scored: Vec<Scoring>) -> Result<Scoring, ScoreError> {
    on_one_grid(&mut scored)?;
    let mut areas = Vec::new();
    let mut scored = scored.into_iter();
    let Some(mut all) = scored.next() else {
        return Err(restrap_io::Error::NoSystems.into());
    };
    for (place, one) in (1..).zip(scored) {
        if one.saved != all.saved {
            return Err(ScoreError::usage(
                format!(
                    "{} compares one metric, found {} of them with other references, classes or grids",
                    asked("unpaired"),
                    all.saved.metric
                ),
                format!(
                    "give every system as many references ({})",
                    asked_as("ref", "NAME=FILE")
                ),
            ));
        }
        match (&mut all.scored, one.scored) {
            (Scored::Counted { systems, .. }, Scored::Counted { systems: more, .. }) => {
                systems.extend(more);
            }
            (Scored::Scores { systems, .. }, Scored::Scores { systems: more, .. }) => {
                systems.extend(more);
            }
            (Scored::Items(_), Scored::Items(metric)) => areas.push(metric),
            _ => return Err(not_apart(&all.saved.metric)),
        }
        for mut input in one.inputs {
            // Each was the first of its own.
            if input.role == role(0) {
                input.role = role(place);
            }
            if !all
                .inputs
                .iter()
                .any(|other| other.role == input.role && other.path == input.path)
            {
                all.inputs.push(input);
            }
        }
        for note in one.notes {
            if !all.notes.contains(&note) {
                all.notes.push(note);
            }
        }
        all.interrupted_of = all.interrupted_of.or(one.interrupted_of);
    }
    all.scored = match all.scored {
        Scored::Items(first) if !areas.is_empty() => {
            let all_areas = std::iter::once(first).chain(areas).collect();
            let apart = ItemsApart::new(all_areas).ok_or_else(|| not_apart(&all.saved.metric))?;
            Scored::Items(Box::new(apart))
        }
        scored => scored,
    };
    // Items of one system are not those of another.
    all.ids = None;
    Ok(all)
}

/// What is neither a mean nor a function of sums has no test of different items but for areas of two classes.
fn not_apart(metric: &MetricName) -> ScoreError {
    ScoreError::usage(
        format!(
            "{} compares scores, sums and roc-auc of two classes, found {metric}",
            asked("unpaired")
        ),
        format!("restrap ci --metric {metric} gives each its own interval"),
    )
}

/// Puts numbers that files of different systems hold on the finest of their grids, where that is a multiple of the others.
fn on_one_grid(scored: &mut [Scoring]) -> Result<(), ScoreError> {
    // Steps that make 1 in each column: whole numbers name none.
    let own_steps = |one: &Scoring| -> Vec<f64> {
        match &one.scored {
            Scored::Counted { metric, .. } if one.saved.per_one.is_empty() => {
                vec![1.0; metric.columns().len()]
            }
            _ => one.saved.per_one.clone(),
        }
    };
    let mut finest = scored.first().map(own_steps).unwrap_or_default();
    for one in &*scored {
        finest
            .iter_mut()
            .zip(own_steps(one))
            .for_each(|(most, own)| *most = most.max(own));
    }
    if finest.iter().all(|&steps| steps == 1.0) {
        return Ok(());
    }
    for one in scored.iter_mut().filter(|one| one.saved.per_one != finest) {
        let steps: Vec<f64> = finest
            .iter()
            .zip(own_steps(one))
            .map(|(most, own)| most / own)
            .collect();
        let Scored::Counted { systems, .. } = &one.scored else {
            continue;
        };
        let finer = |(column, &steps): (&IntegerColumn, &f64)| -> Option<IntegerColumn> {
            let steps = Some(steps)
                .filter(|steps| steps.fract() == 0.0 && *steps < i64::MAX as f64)?
                as i64;
            let column = column.whole();
            column
                .iter()
                .map(|value| value.checked_mul(steps))
                .collect()
        };
        let finer = systems.iter().map(|system| {
            let columns = system
                .columns
                .iter()
                .zip(&steps)
                .map(finer)
                .collect::<Option<_>>()?;
            Some(Counted {
                name: system.name.clone(),
                columns,
                times: system.times.clone(),
            })
        });
        // What finds no common grid is refused with its reason.
        let Some(systems) = finer.collect::<Option<Vec<_>>>() else {
            continue;
        };
        one.saved.per_one.clone_from(&finest);
        if let Restored::Sums(metric) = one.saved.restore()? {
            one.scored = Scored::Counted { metric, systems };
        }
    }
    Ok(())
}
