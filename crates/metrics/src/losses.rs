//! How much one unit can lose under a metric, for margins of which few units lose.

use std::fmt;

/// The form of a metric, as far as the loss of one unit goes.
pub enum Losses<'m> {
    /// It is not known how much a unit can lose.
    Unknown,
    /// The value is `factor` times the sum of the first column over that of the second; a part of the second is lost by 1 of the first.
    Ratio {
        /// The value of a ratio of 1.
        factor: f64,
    },
    /// Each item has one label in the gold and one from the system.
    Labels(LabelRows<'m>),
    /// Each item is a segment with matches.
    Segments(MatchRows<'m>),
}

type Entries = Vec<(u32, i64)>;
type RowOf<'m> = Box<dyn Fn(usize, usize) -> Entries + Sync + 'm>;
type GoldOf<'m> = Box<dyn Fn(&[(u32, i64)]) -> Option<usize> + Sync + 'm>;
type RowOfSize<'m> = Box<dyn Fn(&[i64], f64) -> Vec<f64> + Sync + 'm>;

/// The statistics of items by the label in the gold and the one from the system.
pub struct LabelRows<'m> {
    /// Number of labels. The gold may have one more, which stands for all labels outside the set.
    pub labels: usize,
    row: RowOf<'m>,
    gold: GoldOf<'m>,
}

impl<'m> LabelRows<'m> {
    #[cfg(feature = "scorers")]
    pub(crate) fn new(
        labels: usize,
        row: impl Fn(usize, usize) -> Entries + Sync + 'm,
        gold: impl Fn(&[(u32, i64)]) -> Option<usize> + Sync + 'm,
    ) -> Self {
        Self {
            labels,
            row: Box::new(row),
            gold: Box::new(gold),
        }
    }

    /// Counts of `tp`, `fp`, `fn` of each of `labels` classes, in columns from `first` on.
    #[cfg(feature = "scorers")]
    pub(crate) fn of_classes(labels: usize, first: usize) -> Self {
        let column = move |kind: usize, label: usize| (first + kind * labels + label) as u32;
        Self::new(
            labels,
            move |gold, given| {
                let mut row = Vec::new();
                if gold == given && gold < labels {
                    row.push((column(0, gold), 1));
                } else {
                    row.extend((given < labels).then(|| (column(1, given), 1)));
                    row.extend((gold < labels).then(|| (column(2, gold), 1)));
                }
                row
            },
            move |row| {
                let counts = row.iter().filter(|(at, _)| *at as usize >= first);
                let mut gold = labels;
                for &(at, count) in counts {
                    let (kind, label) = (
                        (at as usize - first) / labels,
                        (at as usize - first) % labels,
                    );
                    if count != 1 || kind > 2 || kind != 1 && gold < labels {
                        // A set of labels, or several items.
                        return None;
                    }
                    if kind != 1 {
                        gold = label;
                    }
                }
                Some(gold)
            },
        )
    }

    /// Returns the statistics of an item, by column. `labels` stands for a label outside the set.
    pub fn row(&self, gold: usize, given: usize) -> Vec<(u32, i64)> {
        (self.row)(gold, given)
    }

    /// Returns the label of an item in the gold by its statistics; `None` if they are not those of one item with one label.
    pub fn gold(&self, row: &[(u32, i64)]) -> Option<usize> {
        (self.gold)(row)
    }
}

impl fmt::Debug for LabelRows<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LabelRows")
            .field("labels", &self.labels)
            .finish_non_exhaustive()
    }
}

/// The statistics of a segment by its size, with every match and without any.
pub struct MatchRows<'m> {
    /// The column of sizes: words or characters of the reference.
    pub size: usize,
    /// Columns of matches.
    pub matches: Vec<usize>,
    row: RowOfSize<'m>,
}

impl<'m> MatchRows<'m> {
    #[cfg(feature = "scorers")]
    pub(crate) fn new(
        size: usize,
        matches: Vec<usize>,
        row: impl Fn(&[i64], f64) -> Vec<f64> + Sync + 'm,
    ) -> Self {
        Self {
            size,
            matches,
            row: Box::new(row),
        }
    }

    /// Returns the statistics of a segment of this size that matches its reference wholly. `sums`: those of all segments.
    pub fn row(&self, sums: &[i64], size: f64) -> Vec<i64> {
        let whole = |value: f64| value.max(0.0).round() as i64;
        (self.row)(sums, size).into_iter().map(whole).collect()
    }
}

impl fmt::Debug for MatchRows<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MatchRows")
            .field("size", &self.size)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for Losses<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => f.write_str("Unknown"),
            Self::Ratio { factor } => f.debug_struct("Ratio").field("factor", factor).finish(),
            Self::Labels(rows) => rows.fmt(f),
            Self::Segments(rows) => rows.fmt(f),
        }
    }
}

#[cfg(all(test, feature = "scorers"))]
mod tests {
    use super::*;

    #[test]
    fn the_gold_label_of_a_row_is_the_one_that_it_was_made_of() {
        for rows in [LabelRows::of_classes(3, 0), LabelRows::of_classes(3, 1)] {
            for gold in 0..=3 {
                for given in 0..=3 {
                    assert_eq!(
                        rows.gold(&rows.row(gold, given)),
                        Some(gold),
                        "{gold} {given}"
                    );
                }
            }
        }
        let rows = LabelRows::of_classes(3, 0);
        // Two labels in the gold, and two items.
        assert_eq!(rows.gold(&[(0, 1), (7, 1)]), None);
        assert_eq!(rows.gold(&[(0, 2)]), None);
    }
}
