//! Figures for papers, as SVG or PNG: line charts in panels, and forest plots. What they show is made always; drawing them needs
//! the feature `figures`.

pub(crate) mod compare;
#[cfg(feature = "figures")]
mod draw;
mod file;
mod forest;
mod panel;
mod picture;
pub mod power;
mod rank;
mod replicate;
mod rounding;

pub use compare::{differences, scores};
pub use forest::{Above, Estimate, Forest};
pub use panel::{Chart, Line, Panel};
pub use picture::{BadFigure, Picture, Theme};
pub use rank::to_the_best;
pub use replicate::data_sets;

/// A figure.
#[derive(Clone, Debug)]
pub enum Figure {
    /// Lines in panels.
    Chart(Chart),
    /// Points and intervals, one row each.
    Forest(Forest),
}

impl From<Chart> for Figure {
    fn from(chart: Chart) -> Self {
        Self::Chart(chart)
    }
}

impl From<Forest> for Figure {
    fn from(forest: Forest) -> Self {
        Self::Forest(forest)
    }
}
