//! `score`: a metric of raw outputs, item by item.

use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use restrap::metrics::{describe::Make, labels::LABELS};
use restrap::{IntegerColumn, ScoreRequest, Scored, Scoring};
use restrap_report::{Report, ScorePage};

use crate::keywords::Keywords;
use crate::running::Running;
use crate::sources::{accuracy, metrics};

/// What a metric is computed from: scores, labels, spans, trees, segments, rankings or counts; `unknown` of a name that no metric has,
/// which may be that of a column.
#[pyfunction]
pub fn kind(asked: Bound<'_, PyDict>) -> PyResult<&'static str> {
    let asked = Keywords(asked);
    let Ok(names) = metrics(&asked) else {
        asked.texts("metric")?;
        return Ok("unknown");
    };
    Ok(names
        .first()
        .map_or("scores", |name| match name.description().make {
            Make::Scores | Make::Order(_) => "scores",
            Make::Numbers(_) | Make::Ranked(_) if !name.get(&LABELS).is_empty() => "classes",
            Make::Numbers(_) | Make::Ranked(_) => "numbers",
            Make::Classes(_) => "classes",
            Make::Labels(_) => "labels",
            Make::Spans(_) => "spans",
            Make::Trees(_) => "trees",
            Make::Segments(_) => "segments",
            Make::Rankings(_) => "rankings",
            Make::Counts(_) => "counts",
        }))
}

/// The labels that a metric names.
#[pyfunction]
pub fn labels(asked: Bound<'_, PyDict>) -> PyResult<Vec<String>> {
    let names = metrics(&Keywords(asked))?;
    Ok(names
        .first()
        .map(|name| name.get(&LABELS))
        .unwrap_or_default())
}

/// One statistic of every item: integers that are summed, or scores that are averaged.
#[derive(IntoPyObject)]
pub enum Values<'py> {
    Sums(Bound<'py, PyArray1<i64>>),
    Scores(Bound<'py, PyArray1<f64>>),
}

/// The statistics of a system by their names.
type System<'py> = (String, Vec<(String, Values<'py>)>);
/// JSON, what a terminal shows, the items where they have names, and the systems.
type Answer<'py> = (String, String, Option<Vec<String>>, Vec<System<'py>>);

/// Scores outputs in files, written as on the command line.
#[pyfunction]
#[expect(
    clippy::needless_pass_by_value,
    reason = "what comes from Python is owned"
)]
pub fn score(systems: Vec<String>, asked: Bound<'_, PyDict>) -> PyResult<Answer<'_>> {
    let asked = Keywords(asked);
    let py = asked.py();
    let [name] = &metrics(&asked)?[..] else {
        return Err(asked.refuse(
            "score takes one metric at a time",
            Some("call it once for each metric, or restrap.ci, which takes several"),
        ));
    };
    let request = ScoreRequest {
        metric: name.clone(),
        ..accuracy(&asked)?
    };
    let digits = asked.get("digits")?;
    let ran = Running::asked(&asked)?.run(py, |_| restrap::score(&systems, &request))?;
    let mut scoring = ran.whole(py)?;
    scoring.digits = digits;
    let outcome = scoring.outcome(Vec::new());
    let page = ScorePage {
        scorings: std::slice::from_ref(&scoring),
        outcome: &outcome,
        classes: false,
    }
    .page();
    let page = anstream::adapter::strip_str(&page).to_string();
    let json = crate::render::json(&outcome)?;
    let ids = scoring.ids.clone();
    Ok((json, page, ids, per_item(py, scoring)))
}

fn per_item(py: Python<'_>, scoring: Scoring) -> Vec<System<'_>> {
    match scoring.scored {
        Scored::Counted { metric, systems } => {
            let names = metric.columns();
            let of = |columns: Vec<IntegerColumn>| {
                let arrays = columns
                    .into_iter()
                    .map(|column| Values::Sums(column.whole().into_owned().into_pyarray(py)));
                names.iter().map(ToString::to_string).zip(arrays).collect()
            };
            systems
                .into_iter()
                .map(|system| (system.name, of(system.columns)))
                .collect()
        }
        // The order of all items is not a statistic of one.
        Scored::Items(_) => Vec::new(),
        Scored::Scores { mean, systems } => {
            let of = |values: Vec<f64>| {
                vec![(mean.name.clone(), Values::Scores(values.into_pyarray(py)))]
            };
            systems
                .into_iter()
                .map(|system| (system.name.clone(), of(system.rows().to_vec())))
                .collect()
        }
    }
}
