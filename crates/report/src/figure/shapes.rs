//! What a chart shows: panels of lines, points and areas.

/// Panels in one figure. Names stand at the ends of lines where they fit there, else in a legend. Panels whose axes measure the same
/// have the same axes.
#[derive(Clone, Debug)]
pub struct Chart {
    /// Above everything.
    pub title: String,
    /// One name a line style.
    pub legend: Vec<String>,
    /// From left to right, then down.
    pub panels: Vec<Panel>,
}

/// One pair of axes.
#[derive(Clone, Debug, Default)]
pub struct Panel {
    /// Above the axes; empty for none.
    pub title: String,
    /// What the x axis measures, with its unit.
    pub x: String,
    /// What the y axis measures.
    pub y: String,
    /// Top of the y axis, where the data do not set it.
    pub top: Option<f64>,
    /// The y axis need not start at 0: it holds the points and their intervals, and little more.
    pub close: bool,
    /// The y axis is of p-values: logarithmic, shaded up to the level. Smaller ones than 1e-6 stand at its foot.
    pub of_p: bool,
    /// A horizontal line with its name.
    pub level: Option<(f64, String)>,
    /// A vertical line with its name.
    pub mark: Option<(f64, String)>,
    /// Numbers of the x axis that alone have ticks; none for round ones.
    pub at: Vec<f64>,
    /// What is drawn.
    pub lines: Vec<Line>,
}

/// One curve.
#[derive(Clone, Debug)]
pub struct Line {
    /// Index into the legend.
    pub name: usize,
    /// From left to right.
    pub points: Vec<(f64, f64)>,
    /// Interval of each point, or none at all. Lines with intervals stand a little beside each other.
    pub intervals: Vec<(f64, f64)>,
    /// How points are drawn.
    pub shape: Shape,
}

/// How the points of a curve are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shape {
    /// A line through them.
    #[default]
    Joined,
    /// Each by itself.
    Points,
    /// What lies between them and 0.
    Area,
}

impl Line {
    /// Without intervals.
    pub fn plain(name: usize, points: Vec<(f64, f64)>) -> Self {
        Self {
            name,
            points,
            intervals: Vec::new(),
            shape: Shape::Joined,
        }
    }

    /// Drawn so.
    #[must_use]
    pub fn drawn(self, shape: Shape) -> Self {
        Self { shape, ..self }
    }
}

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
    /// The number in words, at the right of its point.
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
    /// A rule: rows on its two sides differ significantly.
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
        let numbers = of_rows
            .chain(self.lines.iter().map(|line| line.0))
            .filter(|number| number.is_finite());
        let (low, high) = numbers
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), number| {
                (low.min(number), high.max(number))
            });
        (low <= high).then_some((low, high))
    }
}

/// Systems on an axis.
#[derive(Clone, Debug)]
pub struct Critical {
    /// Above everything.
    pub title: String,
    /// What the axis measures, and what a bar means.
    pub x: String,
    /// Names and scores, from the left of the axis to its right.
    pub systems: Vec<(String, f64)>,
    /// Places of the systems that do not differ significantly, of each group of two or more.
    pub groups: Vec<Vec<usize>>,
}

/// The next 1, 2, 3, 4, 5, 6 or 8 times a power of ten.
pub fn rounded_up(value: f64) -> f64 {
    if value <= 0.0 {
        return 1.0;
    }
    let unit = power_of_ten(value);
    let steps = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0];
    steps
        .into_iter()
        .map(|step| step * unit)
        .find(|&top| top >= value * (1.0 - 1e-9))
        .unwrap_or(10.0 * unit)
}

/// The power of ten at or below a number, from its decimal text.
fn power_of_ten(value: f64) -> f64 {
    let text = format!("{value:e}");
    let exponent = text.split_once('e').map_or("0", |(_, exponent)| exponent);
    format!("1e{exponent}").parse().unwrap_or(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_end_at_round_numbers() {
        for (value, top) in [
            (0.53, 0.6),
            (1.0, 1.0),
            (0.05, 0.05),
            (0.081, 0.1),
            (7.0, 8.0),
            (0.0, 1.0),
        ] {
            assert!(
                (rounded_up(value) - top).abs() < 1e-12,
                "{value}: {}",
                rounded_up(value)
            );
        }
    }
}
