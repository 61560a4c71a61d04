//! A figure as PNG, at twice its size: sharp in print and on dense screens.

use resvg::{tiny_skia, usvg};

use crate::figure::picture::BadFigure;

/// Pixels of the PNG for one of the SVG.
const DENSITY: f32 = 2.0;

/// The bytes of a PNG file.
pub fn render(tree: &usvg::Tree) -> Result<Vec<u8>, BadFigure> {
    let size = tree.size().to_int_size().scale_by(DENSITY).ok_or(BadFigure)?;
    let mut pixels = tiny_skia::Pixmap::new(size.width(), size.height()).ok_or(BadFigure)?;
    resvg::render(tree, tiny_skia::Transform::from_scale(DENSITY, DENSITY), &mut pixels.as_mut());
    pixels.encode_png().map_err(|_| BadFigure)
}
