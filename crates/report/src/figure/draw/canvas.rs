//! The canvas: an SVG with four units per pixel.

use plotters::coord::Shift;
use plotters::prelude::*;

use crate::figure::picture::{BadFigure, Theme};

/// The family that the SVG asks for.
pub const FAMILY: &str = "sans-serif";
/// Units a pixel.
pub const FINE: u32 = 4;

pub type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

pub type Drawn = Result<(), DrawingAreaErrorKind<std::io::Error>>;

/// The SVG of what is drawn on a page of so many pixels: plotters places everything on whole units, and the header maps them back,
/// so that curves stay smooth.
pub fn svg_of(
    (width, height): (u32, u32),
    theme: Theme,
    draw: impl FnOnce(&Area) -> Drawn,
) -> Result<String, BadFigure> {
    let mut text = String::new();
    {
        let root = SVGBackend::with_string(&mut text, (width * FINE, height * FINE)).into_drawing_area();
        let drawn = root.fill(&theme.background()).and_then(|()| draw(&root));
        drawn.map_err(|_| BadFigure)?;
        root.present().map_err(|_| BadFigure)?;
    }
    let fine = format!("<svg width=\"{}\" height=\"{}\"", width * FINE, height * FINE);
    Ok(text.replacen(&fine, &format!("<svg width=\"{width}\" height=\"{height}\""), 1))
}

/// Units of so many pixels.
pub fn units(pixels: u32) -> i32 {
    (pixels * FINE) as i32
}
