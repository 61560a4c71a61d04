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
        Self { name, points, intervals: Vec::new(), shape: Shape::Joined }
    }

    /// Drawn so.
    #[must_use]
    pub fn drawn(self, shape: Shape) -> Self {
        Self { shape, ..self }
    }
}
