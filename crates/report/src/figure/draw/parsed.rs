//! The SVG of a figure, parsed again, with its letters as outlines of the embedded font.

use std::sync::Arc;

use resvg::usvg;

use super::canvas::FAMILY;
use crate::figure::picture::BadFigure;

pub fn tree(svg: &str) -> Result<usvg::Tree, BadFigure> {
    let mut fonts = usvg::fontdb::Database::new();
    for font in [notosans::REGULAR_TTF, notosans::BOLD_TTF] {
        fonts.load_font_data(font.to_vec());
    }
    fonts.set_sans_serif_family("Noto Sans");
    let options =
        usvg::Options { fontdb: Arc::new(fonts), font_family: FAMILY.to_owned(), ..usvg::Options::default() };
    usvg::Tree::from_str(svg, &options).map_err(|_| BadFigure)
}
