//! Figures for papers, as SVG, PNG or PDF: charts in panels, forest plots, critical-difference
//! diagrams. What they show is made always; drawing them needs
//! the feature `figures`.

pub(crate) mod bins;
mod budget;
mod compare;
#[cfg(feature = "figures")]
mod draw;
mod file;
mod items;
mod picture;
pub mod power;
mod rank;
mod replicate;
mod shapes;

pub use budget::budget;
pub use compare::{described, differences, scores};
pub use items::{items, null, replicates};
pub use picture::{BadFigure, Picture, Theme};
pub use picture::{OfComparison, OfDataSets, OfRanking};
pub(crate) use rank::by_metric;
pub use rank::{critical, gains, is_drawn_whole, possible_ranks, to_the_best};
pub use replicate::{counts, data_sets};
pub use shapes::Critical;
pub use shapes::{Above, Estimate, Forest};
pub use shapes::{Chart, Line, Panel, Shape};

/// A figure.
#[derive(Clone, Debug)]
pub enum Figure {
    /// Lines in panels.
    Chart(Chart),
    /// Systems on an axis, with bars of groups.
    Critical(Critical),
    /// Points and intervals, one row each.
    Forest(Forest),
}

impl Figure {
    /// What is above it.
    pub fn title(&self) -> &str {
        match self {
            Self::Chart(chart) => &chart.title,
            Self::Critical(critical) => &critical.title,
            Self::Forest(forest) => &forest.title,
        }
    }
}

impl From<Chart> for Figure {
    fn from(chart: Chart) -> Self {
        Self::Chart(chart)
    }
}

impl From<Critical> for Figure {
    fn from(critical: Critical) -> Self {
        Self::Critical(critical)
    }
}

impl From<Forest> for Figure {
    fn from(forest: Forest) -> Self {
        Self::Forest(forest)
    }
}
