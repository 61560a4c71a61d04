//! A figure as an image: its SVG parsed again, and as PNG at twice its size, sharp in print and on dense screens.

use std::sync::Arc;

use resvg::{tiny_skia, usvg};

use super::canvas::FAMILY;
use crate::figure::picture::BadFigure;

/// Pixels of the PNG for one of the SVG.
const DENSITY: f32 = 2.0;

/// The bytes of a PNG file.
pub fn render(tree: &usvg::Tree) -> Result<Vec<u8>, BadFigure> {
    let size = tree
        .size()
        .to_int_size()
        .scale_by(DENSITY)
        .ok_or(BadFigure)?;
    let mut pixels = tiny_skia::Pixmap::new(size.width(), size.height()).ok_or(BadFigure)?;
    resvg::render(
        tree,
        tiny_skia::Transform::from_scale(DENSITY, DENSITY),
        &mut pixels.as_mut(),
    );
    pixels.encode_png().map_err(|_| BadFigure)
}

/// The SVG of a figure, parsed again, with its letters as outlines of the embedded font.
pub fn tree(svg: &str) -> Result<usvg::Tree, BadFigure> {
    let mut fonts = usvg::fontdb::Database::new();
    for font in [notosans::REGULAR_TTF, notosans::BOLD_TTF] {
        fonts.load_font_data(font.to_vec());
    }
    fonts.set_sans_serif_family("Noto Sans");
    let options = usvg::Options {
        fontdb: Arc::new(fonts),
        font_family: FAMILY.to_owned(),
        ..usvg::Options::default()
    };
    usvg::Tree::from_str(svg, &options).map_err(|_| BadFigure)
}
