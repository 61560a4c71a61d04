//! Precision, recall and F of the label set of each item, averaged over items.

use super::values::{Measure, ZeroDivision};
use crate::outputs::labels::{Arity, LabelSet, Labels};
use crate::{Error, Mean, Scores};

/// A measure of each item's label set: scikit-learn's `average='samples'`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Samples {
    measure: Measure,
    zero_division: ZeroDivision,
}

impl Samples {
    /// A measure with the value of 0/0.
    ///
    /// # Errors
    ///
    /// A beta that is not positive and finite.
    pub fn new(measure: Measure, zero_division: ZeroDivision) -> Result<Self, Error> {
        measure.check()?;
        Ok(Self {
            measure,
            zero_division,
        })
    }

    /// One score per item: the measure of tp, fp and fn counted over the labels of the item.
    ///
    /// # Errors
    ///
    /// Different numbers of items, or items with single labels.
    pub fn score(&self, gold: &Labels, system: &Labels) -> Result<Scores, Error> {
        for labels in [gold, system] {
            if labels.arity != Arity::Multi {
                return Err(Error::option(
                    "label sets for an average over samples",
                    format!("single labels in {}", labels.file),
                )
                .with_hint("the accuracy of single labels is the same number"));
            }
        }
        let set = LabelSet::of([gold, system]);
        let (of_gold, of_system) = (set.map(gold), set.map(system));
        system.check_paired(gold)?;
        let score = |item: usize| {
            let right: Vec<_> = gold
                .item(item)
                .iter()
                .map(|code| of_gold[*code as usize])
                .collect();
            let given = system.item(item);
            let hits = given
                .iter()
                .filter(|code| right.contains(&of_system[**code as usize]))
                .count();
            let counts = [hits, given.len() - hits, right.len() - hits].map(|count| count as i64);
            self.measure.value(counts, self.zero_division)
        };
        let scores = (0..gold.items()).map(score).collect();
        let name = self.measure.name();
        let signature = format!(
            "{name}|average:samples|zero-division:{}",
            self.zero_division.name()
        );
        Ok(Scores {
            mean: Mean {
                name,
                signature,
                higher_is_better: true,
                range: Some(crate::range::UNIT),
            },
            scores,
            ids: None,
        })
    }
}
