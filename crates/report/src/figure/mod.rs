//! Figures for papers: line charts in panels, as SVG or PNG. What they show is made always; drawing them needs the feature
//! `figures`.

#[cfg(feature = "figures")]
mod draw;
mod file;
mod panel;
mod picture;
pub mod power;
mod rounding;

pub use panel::{Figure, Line, Panel};
pub use picture::{BadFigure, Picture, Theme};
