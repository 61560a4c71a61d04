//! A figure drawn.
//!
//! `chart` and `forest` make the SVG with plotters. With the feature `images`, resvg reads that same SVG with an embedded font and
//! writes PNG, `pdf` writes PDF, so that all forms are one picture. The background is opaque, so that a figure is readable
//! on any page.

#[cfg(any(target_arch = "wasm32", test))]
mod advances;
mod axis;
mod canvas;
mod chart;
mod critical;
mod forest;
#[cfg(feature = "images")]
mod images;
mod letters;
mod marks;
mod panel;
#[cfg(feature = "images")]
mod pdf;

use super::Figure;
use super::picture::{BadFigure, Picture, Theme};

/// The bytes of a file.
pub fn bytes(
    figure: &Figure,
    picture: Picture,
    width: u32,
    theme: Theme,
) -> Result<Vec<u8>, BadFigure> {
    let svg = svg(figure, width, theme)?;
    match picture {
        Picture::Svg => Ok(svg.into_bytes()),
        #[cfg(feature = "images")]
        Picture::Png => images::render(&images::tree(&svg)?),
        #[cfg(feature = "images")]
        Picture::Pdf => pdf::written(&images::tree(&svg)?),
        #[cfg(not(feature = "images"))]
        Picture::Png | Picture::Pdf => Err(BadFigure),
    }
}

/// An element of a page, in the colours of that page.
pub fn inline(figure: &Figure, width: u32) -> Result<String, BadFigure> {
    Ok(canvas::of_the_page(&svg(figure, width, Theme::Light)?))
}

fn svg(figure: &Figure, width: u32, theme: Theme) -> Result<String, BadFigure> {
    match figure {
        Figure::Chart(chart) => chart::svg(chart, width, theme),
        Figure::Critical(critical) => critical::svg(critical, width, theme),
        Figure::Forest(forest) => forest::svg(forest, width, theme),
    }
}
