//! Counts of right and wrong decisions as files give them: columns `tp`, `fp`, `fn` and `tn`, a row for each document or fold, or the
//! whole table in one.

use restrap_io::{Cells, Error as IoError, Loaded, Located, Options, System, shown};
use restrap_metrics::{
    SavedMetric, Scores as ItemScores, Statistics,
    describe::{MakeLabels, Scorer},
    labels::{LabelSet, Labels},
};
use restrap_words::{Code, asked, asked_as};

use crate::score::error::ScoreError;
use crate::score::files::{Files, ids};
use crate::score::request::ScoreRequest;
use crate::score::scoring::{Scoring, counted, means};

/// Names of the columns, each with the gold and the given label of its items.
const COLUMNS: [(&str, [usize; 2]); 4] = [
    ("tp", [1, 1]),
    ("fp", [0, 1]),
    ("fn", [1, 0]),
    ("tn", [0, 0]),
];

/// Items that a table in one row may stand for.
const MOST: f64 = 1e8;

/// Scores of counts; `None` where the files have no such columns.
pub(super) fn score(
    typed: &[String],
    systems: &[Located],
    make: MakeLabels,
    request: &ScoreRequest,
    files: &mut Files,
) -> Result<Option<Scoring>, ScoreError> {
    let Some(loaded) = load(typed, systems, request, files)? else {
        return Ok(None);
    };
    let set = LabelSet::from_names(["0", "1"])?;
    let is_total = systems.len() == 1 && loaded.items() == 1;
    if systems.len() > 1 && loaded.items() == 1 {
        files.notes.push(Code::CountsInOneRow.says(format!(
            "a table of counts in one row has no items to pair: to compare such tables, add {}",
            asked("unpaired")
        )));
    }
    let mut tables = Vec::with_capacity(systems.len());
    for (located, system) in systems.iter().zip(&loaded.systems) {
        let rows = rows(located, system)?;
        tables.push(if is_total {
            items(&rows[0], located)?
        } else {
            rows
        });
    }
    let each = COLUMNS
        .map(|(name, labels)| labels.map(|label| Labels::from_items(name, [label.to_string()])));
    let saved = SavedMetric::new(request.metric.clone()).with_classes(&set);
    let scored = match make(&request.metric, &set)? {
        Scorer::Counted { metric, count } => {
            // What an item of each kind adds to the statistics.
            let kinds = each.iter().map(|[gold, given]| count(gold, given));
            let kinds = kinds.collect::<Result<Vec<_>, _>>()?;
            let of_rows = |rows: &Vec<[i64; 4]>| {
                let sum = |row: &[i64; 4], at: usize| {
                    row.iter()
                        .zip(&kinds)
                        .map(|(items, kind)| items * kind.columns[at].get(0))
                        .sum()
                };
                let column = |at| rows.iter().map(|row| sum(row, at)).collect();
                Ok(Statistics {
                    columns: (0..kinds[0].columns.len()).map(column).collect(),
                    ids: None,
                })
            };
            counted(systems, metric, saved, tables.iter().map(of_rows).collect())?
        }
        Scorer::Mean(score) if is_total => {
            let kinds = each.iter().map(|[gold, given]| score(gold, given));
            let kinds = kinds.collect::<Result<Vec<_>, _>>()?;
            let of_item = |row: &[i64; 4]| {
                row.iter()
                    .zip(&kinds)
                    .map(|(n, kind)| *n as f64 * kind.scores[0])
                    .sum()
            };
            let of_rows = |rows: &Vec<[i64; 4]>| {
                let mean = kinds[0].mean.clone();
                Ok(ItemScores {
                    mean,
                    scores: rows.iter().map(of_item).collect(),
                    ids: None,
                })
            };
            means(
                systems,
                request.metric.clone(),
                tables.iter().map(of_rows).collect(),
            )?
        }
        Scorer::Mean(_) => {
            return Err(ScoreError::usage(
                format!(
                    "{} is a mean over items, found counts of several rows",
                    request.metric
                ),
                format!(
                    "{} {} is a formula of their sums",
                    asked_as("columns", "tp,fp,fn,tn"),
                    asked_as("formula", "'(tp+tn)/(tp+fp+fn+tn)'")
                ),
            ));
        }
    };
    let ids = ids(&loaded).filter(|_| !is_total);
    Ok(Some(Scoring {
        ids,
        by: loaded.by,
        clusters: loaded.clusters,
        ..scored
    }))
}

/// The columns of counts, in small letters or capitals.
fn load(
    typed: &[String],
    systems: &[Located],
    request: &ScoreRequest,
    files: &mut Files,
) -> Result<Option<Loaded>, ScoreError> {
    if systems.iter().any(|system| system.column.is_some()) {
        return Ok(None);
    }
    let small = spelled(typed, systems, request, files, &str::to_owned)?;
    if small.is_some() {
        Ok(small)
    } else {
        spelled(typed, systems, request, files, &str::to_uppercase)
    }
}

/// The columns in one spelling; true negatives are not asked of metrics that do not look at them.
fn spelled(
    typed: &[String],
    systems: &[Located],
    request: &ScoreRequest,
    files: &mut Files,
    spell: &dyn Fn(&str) -> String,
) -> Result<Option<Loaded>, ScoreError> {
    let needs_all = !matches!(
        request.metric.description().name,
        "f" | "precision" | "recall"
    );
    for asked_for in [4, 3] {
        let columns = COLUMNS[..asked_for]
            .iter()
            .map(|(name, _)| spell(name))
            .collect();
        let options = Options {
            cells: Cells::Numbers,
            columns,
            ..Options::default()
        };
        match files.columns(typed, systems, options) {
            Ok(loaded) => return Ok(Some(loaded)),
            Err(ScoreError::Io(IoError::NoColumns { .. })) => return Ok(None),
            Err(ScoreError::Io(error)) => match &error {
                IoError::NoSuchColumn { wanted, .. } if *wanted == spell("tn") && !needs_all => {}
                IoError::NoSuchColumn { wanted, .. } if *wanted == spell("tp") => return Ok(None),
                _ => return Err(error.into()),
            },
            Err(error) => return Err(error),
        }
    }
    Ok(None)
}

/// The counts of every row, in the order of [`COLUMNS`].
fn rows(located: &Located, system: &System) -> Result<Vec<[i64; 4]>, ScoreError> {
    let mut rows = vec![[0; 4]; system.scores.len()];
    let columns = std::iter::once(&system.scores).chain(&system.more);
    for (place, ((name, _), column)) in COLUMNS.iter().zip(columns).enumerate() {
        for (item, (row, &count)) in rows.iter_mut().zip(column).enumerate() {
            if count.fract() != 0.0 || !(0.0..=MOST).contains(&count) {
                return Err(ScoreError::usage(
                    format!(
                        "expected a count from 0 to 100,000,000 in {name} of {}, found {count} in row {}",
                        shown(&located.path),
                        item + 1
                    ),
                    "counts are whole numbers of items",
                ));
            }
            row[place] = count as i64;
        }
    }
    Ok(rows)
}

/// A row for each item of a table.
fn items(total: &[i64; 4], located: &Located) -> Result<Vec<[i64; 4]>, ScoreError> {
    let all: i64 = total.iter().sum();
    if all == 0 {
        return Err(ScoreError::usage(
            format!(
                "expected counts of items, found only 0 in {}",
                shown(&located.path)
            ),
            "a table of counts has at least one item",
        ));
    }
    if all as f64 > MOST {
        return Err(ScoreError::usage(
            format!(
                "expected at most 100,000,000 items, found {all} in {}",
                shown(&located.path)
            ),
            "give the counts of documents or folds, one row each",
        ));
    }
    let one = |place: usize| {
        let mut item = [0; 4];
        item[place] = 1;
        std::iter::repeat_n(item, total[place] as usize)
    };
    Ok((0..4).flat_map(one).collect())
}
