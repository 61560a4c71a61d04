//! What a chart shows: panels of lines.

/// Panels that share a legend.
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
#[derive(Clone, Debug)]
pub struct Panel {
    /// Above the axes; empty for none.
    pub title: String,
    /// What the x axis measures, with its unit.
    pub x: String,
    /// What the y axis measures.
    pub y: String,
    /// Top of the y axis, where the data do not set it.
    pub top: Option<f64>,
    /// A horizontal line with its name.
    pub level: Option<(f64, String)>,
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
}

impl Line {
    /// Without intervals.
    pub fn plain(name: usize, points: Vec<(f64, f64)>) -> Self {
        Self { name, points, intervals: Vec::new() }
    }
}
