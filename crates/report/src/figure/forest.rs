//! What a forest plot shows: a point and its interval per row, on one axis.

/// Rows under each other.
#[derive(Clone, Debug)]
pub struct Forest {
    /// Above everything.
    pub title: String,
    /// What the axis measures.
    pub x: String,
    /// Vertical lines: a number, and whether it is a limit that was set rather than no difference.
    pub lines: Vec<(f64, bool)>,
    /// From top to bottom.
    pub rows: Vec<Estimate>,
}

/// A row.
#[derive(Clone, Debug)]
pub struct Estimate {
    /// What is between it and the row above.
    pub above: Above,
    /// At its left.
    pub name: String,
    /// The same number in words, at its right.
    pub value: String,
    /// Both ends of its interval in words, behind that; left out where a phone has room for names or for these alone.
    pub range: String,
    /// What it belongs to, behind the number; empty for nothing.
    pub group: String,
    /// The estimate.
    pub point: f64,
    /// Its interval; an end that is not finite runs off the axis.
    pub interval: Option<(f64, f64)>,
    /// A full point rather than a hollow one.
    pub shown: bool,
    /// It sums the rows above it up: its point is a diamond.
    pub is_sum: bool,
}

/// What is between two rows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Above {
    /// Nothing.
    #[default]
    Nothing,
    /// A rule: rows on its two sides are told apart.
    Rule,
    /// What the rows from here on are of.
    Heading(String),
}

#[cfg(feature = "figures")]
impl Forest {
    /// All finite numbers of the axis, from the least to the largest.
    pub(super) fn range(&self) -> Option<(f64, f64)> {
        let of_rows = self.rows.iter().flat_map(|row| {
            let (low, high) = row.interval.unwrap_or((row.point, row.point));
            [row.point, low, high]
        });
        let numbers = of_rows.chain(self.lines.iter().map(|line| line.0)).filter(|number| number.is_finite());
        let (low, high) = numbers.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), number| {
            (low.min(number), high.max(number))
        });
        (low <= high).then_some((low, high))
    }
}
