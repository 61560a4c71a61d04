//! A figure drawn.
//!
//! `chart` and `forest` make the SVG with plotters; `png` renders that same SVG with resvg and an embedded font, so both forms are
//! one picture. The background is opaque, so that a figure reads on any page.

mod axis;
mod canvas;
mod chart;
mod forest;
mod letters;
mod marks;
mod png;
mod theme;

use super::Figure;
use super::picture::{BadFigure, Picture, Theme};

/// The bytes of a file.
pub fn bytes(figure: &Figure, picture: Picture, width: u32, theme: Theme) -> Result<Vec<u8>, BadFigure> {
    let svg = svg(figure, width, theme)?;
    match picture {
        Picture::Svg => Ok(svg.into_bytes()),
        Picture::Png => png::render(&svg),
    }
}

/// An element of a page, in the colours of that page.
pub fn inline(figure: &Figure, width: u32) -> Result<String, BadFigure> {
    let svg = theme::of_the_page(&svg(figure, width, Theme::Light)?);
    Ok(svg.replacen("<svg ", "<svg role=\"img\" ", 1))
}

fn svg(figure: &Figure, width: u32, theme: Theme) -> Result<String, BadFigure> {
    match figure {
        Figure::Chart(chart) => chart::svg(chart, width, theme),
        Figure::Forest(forest) => forest::svg(forest, width, theme),
    }
}
