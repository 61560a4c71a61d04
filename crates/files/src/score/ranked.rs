//! Scores of items for one class, against the class of each: in their order, or cut at a threshold.

use std::collections::HashMap;

use restrap_io::{Cells, Loaded, Located, Missing, Options};
use restrap_lib::inner::RankedItems;
use restrap_lib::{Placed, Scores};
use restrap_metrics::{Ranked, SavedMetric, labels::POSITIVE};
use restrap_words::{Code, Note, asked, asked_as};

use crate::score::error::ScoreError;
use crate::score::files::{Files, ids};
use crate::score::request::ScoreRequest;
use crate::score::scoring::{Scored, Scoring};

/// Scores of items for one class, and which items are of it.
pub(super) struct Judged {
    pub loaded: Loaded,
    pub is_positive: Vec<bool>,
    /// The other class, or what stands for several; the positive class.
    pub classes: [String; 2],
}

pub(super) fn score(
    typed: &[String],
    systems: &[Located],
    of: Ranked,
    request: &ScoreRequest,
    files: &mut Files,
) -> Result<Scoring, ScoreError> {
    let Judged {
        loaded,
        is_positive,
        classes: [_, positive],
    } = read(typed, systems, request, files)?;
    let scores: Vec<Scores> = systems
        .iter()
        .zip(&loaded.systems)
        .map(|(located, system)| Scores::new(located.name.clone(), system.scores.clone()))
        .collect();
    let ids = ids(&loaded);
    Ok(Scoring {
        scored: Scored::Items(Box::new(RankedItems::new(
            of,
            positive,
            &scores,
            is_positive,
        ))),
        saved: SavedMetric::new(request.metric.clone()),
        ids,
        by: loaded.by,
        clusters: loaded.clusters,
        inputs: Vec::new(),
        notes: Vec::new(),
        digits: None,
        interrupted_of: None,
    })
}

/// Reads the scores of systems and the class of each item.
pub(super) fn read(
    typed: &[String],
    systems: &[Located],
    request: &ScoreRequest,
    files: &mut Files,
) -> Result<Judged, ScoreError> {
    if request.reading.missing == Missing::Zero {
        return Err(ScoreError::usage(
            format!(
                "{} is for scores of items, found scores of a class",
                asked_as("missing", Missing::Zero)
            ),
            format!("use {}", asked_as("missing", Missing::Drop)),
        ));
    }
    let asked = Options {
        cells: Cells::Classes,
        gold: request.gold.clone(),
        ..Options::default()
    };
    let loaded = files.columns(typed, systems, asked)?;
    let gold = match &loaded.labels[..] {
        [] => Coded::of_numbers(&loaded.gold),
        labels => Coded::of_words(&loaded.gold, labels),
    };
    if gold.codes.len() >= Placed::MOST {
        return Err(ScoreError::usage(
            format!(
                "{} ranks fewer than {} items, found {}",
                request.metric,
                Placed::MOST,
                gold.codes.len()
            ),
            "draw a sample of them",
        ));
    }
    let (is_positive, classes) = classes(&gold, request, &mut files.notes)?;
    Ok(Judged {
        loaded,
        is_positive,
        classes,
    })
}

/// The class of each item as a place among the classes.
struct Coded {
    classes: Vec<String>,
    codes: Vec<u32>,
}

impl Coded {
    fn of_numbers(gold: &[f64]) -> Self {
        let mut places: HashMap<u64, u32> = HashMap::new();
        let mut classes = Vec::new();
        let code = |&number: &f64| {
            // 0 and -0 are one class.
            *places.entry((number + 0.0).to_bits()).or_insert_with(|| {
                classes.push(number.to_string());
                classes.len() as u32 - 1
            })
        };
        let codes = gold.iter().map(code).collect();
        Self { classes, codes }
    }

    /// Classes as words: codes from 1 of these labels.
    fn of_words(gold: &[f64], labels: &[Vec<String>]) -> Self {
        let (mut classes, mut places) = (Vec::new(), HashMap::new());
        let code = |&code: &f64| {
            *places.entry(code as usize).or_insert_with(|| {
                let label = (code as usize).checked_sub(1).and_then(|at| labels.get(at));
                classes.push(label.map_or_else(String::new, |label| label.join("|")));
                classes.len() as u32 - 1
            })
        };
        let codes = gold.iter().map(code).collect();
        Self { classes, codes }
    }
}

/// Which items are positive and the two classes; `notes` say which class was taken where nobody named it.
fn classes(
    gold: &Coded,
    request: &ScoreRequest,
    notes: &mut Vec<Note>,
) -> Result<(Vec<bool>, [String; 2]), ScoreError> {
    let mut found: Vec<&str> = gold.classes.iter().map(String::as_str).collect();
    found.sort_unstable();
    let number = |text: &str| text.parse::<f64>().ok();
    if found.iter().all(|text| number(text).is_some()) {
        found.sort_by(|a, b| {
            number(a)
                .unwrap_or(0.0)
                .total_cmp(&number(b).unwrap_or(0.0))
        });
    }
    let shown = || found.iter().take(5).copied().collect::<Vec<_>>().join(", ");
    if found.len() < 2 {
        return Err(ScoreError::usage(
            format!(
                "{} needs items of two classes in the gold, found only {}",
                request.metric,
                shown()
            ),
            "an area needs items of both classes",
        ));
    }
    let given = request.metric.get(&POSITIVE);
    let is = |text: &str, class: &str| {
        text == class || number(text).is_some() && number(text) == number(class)
    };
    let positive = match &given {
        Some(class) if found.iter().any(|text| is(text, class)) => class.clone(),
        Some(class) => {
            return Err(ScoreError::usage(
                format!(
                    "no item of the gold is {class}: the classes are {}",
                    shown()
                ),
                format!(
                    "name one of them: {}",
                    asked_as("positive", found[found.len() - 1])
                ),
            ));
        }
        None if found.len() > 2 => {
            return Err(ScoreError::usage(
                format!(
                    "{} needs two classes, found {} in the gold: {}",
                    request.metric,
                    found.len(),
                    shown()
                ),
                format!(
                    "{} scores that class against the others",
                    asked_as("positive", found[0])
                ),
            ));
        }
        None => found[1].to_owned(),
    };
    let is_plain = given.is_some() || found == ["0", "1"];
    notes.extend((!is_plain).then(|| {
        Code::PositiveClass.says(format!(
            "{positive} is the positive class, so higher scores mean {positive}; {} names another",
            asked("positive")
        ))
    }));
    let other = match &found[..] {
        [one, other] => (if is(one, &positive) { other } else { one }).to_string(),
        _ => format!("not {positive}"),
    };
    let are: Vec<bool> = gold
        .classes
        .iter()
        .map(|class| is(class, &positive))
        .collect();
    Ok((
        gold.codes.iter().map(|&code| are[code as usize]).collect(),
        [other, positive],
    ))
}
