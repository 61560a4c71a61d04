//! A figure drawn.
//!
//! `chart` makes the SVG with plotters; `png` renders that same SVG with resvg and an embedded font, so both forms are one
//! picture. The background is opaque, so that a figure reads on any page.

mod axis;
mod canvas;
mod chart;
mod marks;
mod png;
mod theme;

use super::panel::Figure;
use super::picture::{BadFigure, Picture, Theme};

/// The bytes of a file.
pub fn bytes(figure: &Figure, picture: Picture, width: u32, theme: Theme) -> Result<Vec<u8>, BadFigure> {
    let svg = chart::svg(figure, width, theme)?;
    match picture {
        Picture::Svg => Ok(svg.into_bytes()),
        Picture::Png => png::render(&svg),
    }
}
