//! The file format of a figure, and its colours.

use std::path::Path;

use restrap_words::vocabulary;

vocabulary! {
    /// What a figure is written as.
    pub enum Picture: "a kind of picture" {
        /// Lines and letters.
        Svg = "svg",
        /// Pixels, at twice the width that is asked for.
        Png = "png",
        /// Lines and letters on a page of their size, for LaTeX; letters are outlines.
        Pdf = "pdf",
    }
}

vocabulary! {
    /// Colours of a figure.
    pub enum Theme: "a theme" {
        /// A white page.
        Light = "light",
        /// A dark page.
        Dark = "dark",
    }
    default Light
}

impl Picture {
    /// What the name of a file asks for.
    pub fn of(path: &Path) -> Option<Self> {
        path.extension()?
            .to_str()?
            .to_ascii_lowercase()
            .parse()
            .ok()
    }

    /// The feature that writes it, and whether this build has it.
    pub const fn feature(self) -> (&'static str, bool) {
        match self {
            Self::Svg => ("figures", cfg!(feature = "figures")),
            Self::Png | Self::Pdf => ("images", cfg!(feature = "images")),
        }
    }
}

/// A figure that could not be made: a fault of the drawing, since figures hold finite numbers only, or a build that draws none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the figure cannot be drawn")]
pub struct BadFigure;

vocabulary! {
    /// Figures of a comparison.
    pub enum OfComparison: "a figure" {
        /// The difference of each system with its interval.
        Differences = "differences",
        /// The difference of every item, sorted: helped and hurt.
        Items = "items",
        /// The law of the difference under random swaps, with the one observed.
        Null = "null",
        /// What each resample comes to, under swaps and in the bootstrap, with the difference observed.
        Replicates = "replicates",
    }
    default Differences
}

vocabulary! {
    /// Figures of a ranking.
    pub enum OfRanking: "a figure" {
        /// Each system less the best, with simultaneous intervals.
        Differences = "differences",
        /// Scores on an axis, with bars over systems that do not differ significantly (up to 16 systems).
        Critical = "critical-difference",
        /// The ranks that each system may have.
        Ranks = "ranks",
        /// The gain of every pair against its p.
        Gains = "gains",
    }
    default Differences
}

vocabulary! {
    /// Figures of several data sets.
    pub enum OfDataSets: "a figure" {
        /// The difference on each data set and in the mean.
        Differences = "differences",
        /// On how many data sets a system is ahead: p against that number.
        Counts = "counts",
    }
    default Differences
}
