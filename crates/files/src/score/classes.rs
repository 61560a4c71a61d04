//! Scores of several classes in columns that are called as these, against the class of each item.

use std::collections::HashMap;

use restrap_io::{By, Cells, Located, Missing, Options, System, shown};
use restrap_lib::Scores;
use restrap_lib::inner::{AreasOfClasses, ClassAverage, Classified};
use restrap_metrics::{
    Error as MetricError, MetricName, Place, Ranked, SavedMetric, Scores as ItemScores,
    classes::OfClasses,
    labels::{AVERAGE, LABELS, LabelAverage},
    numbers::Calibration,
    ranked::{MULTI_CLASS, MultiClass},
};
use restrap_words::{asked, asked_as};

use crate::score::error::ScoreError;
use crate::score::files::{Files, ids};
use crate::score::numbers::on_grid_of;
use crate::score::request::ScoreRequest;
use crate::score::scoring::{Scored, Scoring, means};

/// Farther from 1 a sum of probabilities is not rounding.
const ROUNDING: f64 = 0.02;

/// The scores of every system.
struct Read {
    classes: Vec<String>,
    /// The place of the class of each item.
    gold: Vec<usize>,
    /// Of every system, of every class, of every item.
    systems: Vec<Vec<Vec<f64>>>,
    ids: Option<Vec<String>>,
    by: Option<By>,
    clusters: Option<By>,
}

/// Systems by a mean over items.
pub(super) fn score(
    typed: &[String],
    systems: &[Located],
    of: &OfClasses,
    request: &ScoreRequest,
    files: &mut Files,
) -> Result<Scoring, ScoreError> {
    let read = read(typed, systems, request, files)?;
    let mean = of.mean(&read.classes);
    let mut scored = Vec::with_capacity(systems.len());
    for (located, columns) in systems.iter().zip(&read.systems) {
        let mut scores = Vec::with_capacity(read.gold.len());
        let mut row = vec![0.0; columns.len()];
        for (item, &class) in read.gold.iter().enumerate() {
            row.iter_mut()
                .zip(columns)
                .for_each(|(cell, column)| *cell = column[item]);
            if of.are_probabilities() {
                check(&row, located, item)?;
            }
            let score = of.of(class, &row);
            if !score.is_finite() {
                return Err(MetricError::Value {
                    place: Place {
                        file: shown(&located.path).to_owned(),
                        line: item as u64 + 1,
                        column: None,
                    },
                    expected: format!(
                        "a probability above 0 of the class of the item, {}",
                        read.classes[class]
                    ),
                    found: format!("{}, whose logarithm is infinite", row[class]),
                    hint: Some(format!(
                        "{} counts it as that probability",
                        asked_as("metric", "'log-loss(floor=1e-15)'")
                    )),
                }
                .into());
            }
            scores.push(score);
        }
        scored.push(Ok(ItemScores {
            mean: mean.clone(),
            scores,
            ids: read.ids.clone(),
        }));
    }
    let scored = means(systems, request.metric.clone(), scored)?;
    Ok(Scoring {
        by: read.by,
        clusters: read.clusters,
        ..scored
    })
}

/// Systems by the calibration of the probability of their likeliest class.
pub(super) fn calibration(
    typed: &[String],
    systems: &[Located],
    of: Calibration,
    request: &ScoreRequest,
    files: &mut Files,
) -> Result<Scoring, ScoreError> {
    let read = read(typed, systems, request, files)?;
    let mut rows = Vec::with_capacity(systems.len());
    for (located, columns) in systems.iter().zip(&read.systems) {
        let (mut right, mut given) = (Vec::new(), Vec::new());
        let mut row = vec![0.0; columns.len()];
        for (item, &class) in read.gold.iter().enumerate() {
            row.iter_mut()
                .zip(columns)
                .for_each(|(cell, column)| *cell = column[item]);
            check(&row, located, item)?;
            // Of equal ones the first counts, as in argmax.
            let likeliest =
                (1..row.len()).fold(0, |best, at| if row[at] > row[best] { at } else { best });
            right.push(f64::from(u8::from(likeliest == class)));
            given.push(row[likeliest]);
        }
        rows.push(of.count(&right, &given));
    }
    let scored = on_grid_of(systems, of, &rows, read.ids.as_ref(), request)?;
    Ok(Scoring {
        by: read.by,
        clusters: read.clusters,
        ..scored
    })
}

/// Systems by the mean of areas of classes.
pub(super) fn areas(
    typed: &[String],
    systems: &[Located],
    of: Ranked,
    request: &ScoreRequest,
    files: &mut Files,
) -> Result<Scoring, ScoreError> {
    let average = average(of, &request.metric)?;
    let Read {
        classes,
        gold,
        systems: columns,
        ids,
        by,
        clusters,
    } = read(typed, systems, request, files)?;
    if let Some(lone) = (0..classes.len()).find(|class| !gold.contains(class)) {
        return Err(ScoreError::usage(
            format!(
                "{} needs items of every class, found none of {}",
                of.name(),
                classes[lone]
            ),
            format!("leave it out of {}", asked("labels")),
        ));
    }
    let of_system = |(located, columns): (&Located, Vec<Vec<f64>>)| {
        columns
            .into_iter()
            .map(|column| Scores::new(located.name.clone(), column))
            .collect()
    };
    let systems: Vec<Vec<Scores>> = systems.iter().zip(columns).map(of_system).collect();
    let areas = AreasOfClasses::new(
        of,
        average,
        Classified {
            classes,
            of_items: gold,
        },
        &systems,
    );
    Ok(Scoring {
        scored: Scored::Items(Box::new(areas)),
        saved: SavedMetric::new(request.metric.clone()),
        ids,
        by,
        clusters,
        inputs: Vec::new(),
        notes: Vec::new(),
        digits: None,
        interrupted_of: None,
    })
}

/// How the areas of classes become one.
fn average(of: Ranked, name: &MetricName) -> Result<ClassAverage, ScoreError> {
    let is_weighted = match name.get(&AVERAGE) {
        None | Some(LabelAverage::Macro) => false,
        Some(LabelAverage::Weighted) => true,
        Some(other) => {
            return Err(ScoreError::usage(
                format!(
                    "areas of several classes are averaged by macro or weighted, found {other}"
                ),
                format!("add {}", asked_as("average", LabelAverage::Macro)),
            ));
        }
    };
    let in_pairs = of == Ranked::RocAuc && name.get(&MULTI_CLASS) == MultiClass::Ovo;
    Ok(ClassAverage {
        in_pairs,
        is_weighted,
    })
}

/// Reads the columns of every system, and the class of every item.
fn read(
    typed: &[String],
    systems: &[Located],
    request: &ScoreRequest,
    files: &mut Files,
) -> Result<Read, ScoreError> {
    let classes = request.metric.get(&LABELS);
    if classes.len() < 2 {
        return Err(ScoreError::usage(
            format!(
                "{} has a column of scores for each class, and none are named",
                request.metric
            ),
            format!("name them, as in {}", asked_as("labels", "cat,dog,bird")),
        ));
    }
    if request.reading.missing == Missing::Zero {
        return Err(ScoreError::usage(
            format!(
                "{} is for scores of items, found scores of classes",
                asked_as("missing", Missing::Zero)
            ),
            format!("use {}", asked_as("missing", Missing::Drop)),
        ));
    }
    if let Some(located) = systems.iter().find(|located| located.column.is_some()) {
        return Err(ScoreError::usage(
            format!(
                "{} names the columns, found one of {}",
                asked("labels"),
                located.name
            ),
            format!("leave the column out: {}", shown(&located.path)),
        ));
    }
    let of_classes = Options {
        cells: Cells::Classes,
        columns: classes.clone(),
        gold: request.gold.clone(),
        ..Options::default()
    };
    let loaded = files.columns(typed, systems, of_classes)?;
    let class = |code: &f64| match (&loaded.labels[..], (*code as usize).checked_sub(1)) {
        ([], _) => code.to_string(),
        (labels, at) => at
            .and_then(|at| labels.get(at))
            .map_or_else(String::new, |label| label.join("|")),
    };
    let gold: Vec<String> = loaded.gold.iter().map(class).collect();
    let mut places = Vec::with_capacity(gold.len());
    // Each class is looked for once.
    let mut known: HashMap<&str, Option<usize>> = HashMap::new();
    for (item, class) in gold.iter().enumerate() {
        let number = |text: &str| text.parse::<f64>().ok();
        let is = |named: &String| {
            named == class || number(named).is_some() && number(named) == number(class)
        };
        let place = known
            .entry(class)
            .or_insert_with(|| classes.iter().position(is));
        places.push(place.ok_or_else(|| {
            ScoreError::usage(
                format!(
                    "item {} belongs to class {class}, which {} does not name",
                    item + 1,
                    asked("labels")
                ),
                "name every class; each is a column of the systems",
            )
        })?);
    }
    let ids = ids(&loaded);
    let columns = |system: System| std::iter::once(system.scores).chain(system.more).collect();
    let systems = loaded.systems.into_iter().map(columns).collect();
    Ok(Read {
        classes,
        gold: places,
        systems,
        ids,
        by: loaded.by,
        clusters: loaded.clusters,
    })
}

/// Refuses what cannot be the probabilities of the classes of an item.
fn check(row: &[f64], located: &Located, item: usize) -> Result<(), ScoreError> {
    let sum: f64 = row.iter().sum();
    if row.iter().all(|share| (0.0..=1.0).contains(share)) && (sum - 1.0).abs() <= ROUNDING {
        return Ok(());
    }
    Err(ScoreError::usage(
        format!(
            "expected probabilities of the classes that sum to 1, found a sum of {sum:.4} for item {} of {}",
            item + 1,
            shown(&located.path)
        ),
        format!(
            "{} names all columns; logits need a softmax first",
            asked("labels")
        ),
    ))
}
