//! The SVG of a figure as PNG, at twice its size: sharp in print and on dense screens.

use std::sync::Arc;

use resvg::{tiny_skia, usvg};

use super::canvas::FAMILY;
use crate::figure::picture::BadFigure;

/// Pixels of the PNG for one of the SVG.
const DENSITY: f32 = 2.0;

/// The bytes of a PNG file.
pub fn render(svg: &str) -> Result<Vec<u8>, BadFigure> {
    let mut fonts = usvg::fontdb::Database::new();
    for font in [notosans::REGULAR_TTF, notosans::BOLD_TTF] {
        fonts.load_font_data(font.to_vec());
    }
    fonts.set_sans_serif_family("Noto Sans");
    let options =
        usvg::Options { fontdb: Arc::new(fonts), font_family: FAMILY.to_owned(), ..usvg::Options::default() };
    let tree = usvg::Tree::from_str(svg, &options).map_err(|_| BadFigure)?;
    let size = tree.size().to_int_size().scale_by(DENSITY).ok_or(BadFigure)?;
    let mut pixels = tiny_skia::Pixmap::new(size.width(), size.height()).ok_or(BadFigure)?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(DENSITY, DENSITY), &mut pixels.as_mut());
    pixels.encode_png().map_err(|_| BadFigure)
}
