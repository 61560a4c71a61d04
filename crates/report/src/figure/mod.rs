//! Figures for papers: line charts in panels, as SVG or PNG.
//!
//! `draw` makes the SVG with plotters; `png` renders that same SVG with resvg and an embedded font, so both forms are one
//! picture. The background is opaque, so that a figure reads on any page.

mod axis;
mod canvas;
mod draw;
mod error;
mod marks;
mod panel;
mod png;
pub mod power;
mod theme;

use std::path::Path;

use restrap_words::vocabulary;

pub use error::BadFigure;
pub use panel::{Figure, Line, Panel};
pub use theme::Theme;

vocabulary! {
    /// What a figure is written as.
    pub enum Picture: "a kind of picture" {
        /// Lines and letters.
        Svg = "svg",
        /// Pixels, at twice the width that is asked for.
        Png = "png",
    }
}

impl Picture {
    /// What the name of a file asks for.
    pub fn of(path: &Path) -> Option<Self> {
        path.extension()?.to_str()?.to_ascii_lowercase().parse().ok()
    }
}

impl Figure {
    /// The bytes of a file, `width` pixels wide; the height follows from what it holds.
    ///
    /// # Errors
    /// [`BadFigure`] where a number is not finite.
    pub fn bytes(&self, picture: Picture, width: u32, theme: Theme) -> Result<Vec<u8>, BadFigure> {
        let svg = draw::svg(self, width, theme)?;
        match picture {
            Picture::Svg => Ok(svg.into_bytes()),
            Picture::Png => png::render(&svg),
        }
    }
}
