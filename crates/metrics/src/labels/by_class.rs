//! Metrics for one label per item that are functions of the counts of all classes: MCC, kappa, balanced accuracy.

use super::count::{add_classes, check_single, statistics};
use super::options::{LABELS, MULTI_LABEL, THRESHOLD, recipe};
use super::values::{ClassCounts, ZeroDivision, class_columns};
use crate::describe::{AnyChoice, MetricName, Scorer};
use crate::losses::{LabelRows, Losses};
use crate::outputs::labels::{LabelSet, Labels};
use crate::{ColumnName, Error, Metric, OfClass, Statistics, quote};

/// Options of these metrics.
pub(super) static OPTIONS: &[&dyn AnyChoice] = &[&THRESHOLD, &LABELS, &MULTI_LABEL];

/// A function of `tp`, `fp` and `fn` of every class.
#[derive(Debug, Clone)]
pub(super) struct ByClass {
    pub(super) name: &'static str,
    pub(super) set: LabelSet,
    pub(super) value: fn(&ClassCounts) -> f64,
    /// Whether a class that a resample lost counts otherwise than one that was never there.
    pub(super) averages_classes: bool,
    /// What else its signature says.
    recipe: String,
    columns: Vec<ColumnName>,
}

impl ByClass {
    /// The scorer of such a function.
    #[expect(
        clippy::unnecessary_wraps,
        reason = "a constructor of scorers, as every other"
    )]
    pub(super) fn scorer(
        name: &MetricName,
        set: &LabelSet,
        averages_classes: bool,
        value: fn(&ClassCounts) -> f64,
    ) -> Result<Scorer<Labels, Labels>, Error> {
        let columns = class_columns(set.names());
        let (name, recipe) = (name.description().name, recipe(name));
        let metric = Self {
            name,
            set: set.clone(),
            value,
            averages_classes,
            recipe,
            columns,
        };
        Ok(Scorer::counted(metric, Self::count))
    }

    fn count(&self, gold: &Labels, system: &Labels) -> Result<Statistics, Error> {
        check_single(self.name, &self.set, gold, system)?;
        let k = self.set.names().len();
        statistics(
            self.columns.len(),
            &self.set,
            gold,
            system,
            |right, given, row| {
                add_classes(k, right, given, row);
            },
        )
    }
}

impl Metric for ByClass {
    fn name(&self) -> String {
        self.name.to_owned()
    }

    fn signature(&self) -> String {
        format!(
            "{}|labels:{}{}",
            self.name,
            quote::list(self.set.names()).replace('`', ""),
            self.recipe
        )
    }

    fn columns(&self) -> &[ColumnName] {
        &self.columns
    }

    fn finish(&self, sums: &[i64]) -> f64 {
        (self.value)(&ClassCounts::new(sums))
    }

    fn range(&self) -> [f64; 2] {
        // Means over classes are of shares; the others are correlations.
        if self.averages_classes {
            crate::range::UNIT
        } else {
            crate::range::SIGNED_UNIT
        }
    }

    fn higher_is_better(&self) -> bool {
        true
    }

    fn classes(&self, sums: &[i64]) -> Option<u64> {
        self.averages_classes
            .then(|| ClassCounts::new(sums).in_gold())
    }

    fn losses(&self) -> Losses<'_> {
        Losses::Labels(LabelRows::of_classes(self.set.names().len(), 0))
    }

    fn by_class(&self, sums: &[i64]) -> Vec<OfClass> {
        ClassCounts::new(sums).by_class(self.set.names(), ZeroDivision::default())
    }
}
