//! Accuracy: the share of items whose label, or set of labels, is the gold one (*subset accuracy*).
//!
//! A share of items is a mean of 0/1 scores, with all the laws of such a mean.

use super::count::{each_item, hits};
use super::options::{LABELS, MULTI_LABEL, THRESHOLD, recipe};
use crate::describe::{Description, Make, Scorer};
use crate::outputs::labels::{LabelSet, Labels};
use crate::{Error, Mean, Scores};

pub(super) static ACCURACY: Description = Description {
    options: &[&THRESHOLD, &LABELS, &MULTI_LABEL],
    ..Description::new(
        "accuracy",
        "Share of items whose label, or label set, equals the gold",
        Make::Labels(|name, _| {
            let signature = format!("{}{}", ACCURACY.name, recipe(name));
            Ok(Scorer::mean(move |gold, system| {
                let mean = Mean {
                    name: ACCURACY.name.to_owned(),
                    signature: signature.clone(),
                    higher_is_better: true,
                    range: Some(crate::range::UNIT),
                };
                right_labels(mean, gold, system)
            }))
        }),
    )
};

/// Returns 1 for each item whose label, or set of labels, is the gold one, else 0, as the scores of a mean.
pub(super) fn right_labels(mean: Mean, gold: &Labels, system: &Labels) -> Result<Scores, Error> {
    let mut scores = Vec::with_capacity(gold.items());
    each_item(
        &LabelSet::of([gold, system]),
        gold,
        system,
        |_, right, given| {
            let hits = hits(right, given);
            scores.push(f64::from(u8::from(
                hits == right.len() && hits == given.len(),
            )));
        },
    )?;
    Ok(Scores {
        mean,
        scores,
        ids: None,
    })
}
