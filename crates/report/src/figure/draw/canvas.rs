//! What is drawn on: an SVG of four units a pixel.

use plotters::coord::Shift;
use plotters::prelude::*;

/// The family that the SVG asks for.
pub const FAMILY: &str = "sans-serif";
/// Units a pixel.
pub const FINE: u32 = 4;

pub type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

pub type Drawn = Result<(), DrawingAreaErrorKind<std::io::Error>>;

pub fn units(pixels: u32) -> i32 {
    (pixels * FINE) as i32
}
