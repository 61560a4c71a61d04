//! A figure as PDF: one page of its size, outlines alone. There is no date and no machine name in it: the same figure gives
//! the same bytes.
//!
//! Only what a figure consists of is written: opaque paths in plain colours. Letters are outlines, which need no font and cannot
//! be searched.

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use pdf_writer::{Content, Filter, Finish, Pdf, Rect, Ref};
use resvg::tiny_skia::PathSegment;
use resvg::usvg::{FillRule, Group, Node, Paint, Path, Stroke, Transform, Tree};

use crate::figure::picture::BadFigure;

/// Points of a pixel: 96 pixels and 72 points are an inch.
const POINTS: f32 = 0.75;

/// The bytes of a PDF file.
pub fn written(tree: &Tree) -> Result<Vec<u8>, BadFigure> {
    let mut content = Content::new();
    // A page of PDF counts from below.
    let upright = Transform::from_row(
        POINTS,
        0.0,
        0.0,
        -POINTS,
        0.0,
        POINTS * tree.size().height(),
    );
    group(&mut content, tree.root(), upright);
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::default());
    packed.write_all(&content.finish()).map_err(|_| BadFigure)?;
    let packed = packed.finish().map_err(|_| BadFigure)?;

    let [catalog, pages, page, drawn] = [1, 2, 3, 4].map(Ref::new);
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(pages);
    pdf.pages(pages).kids([page]).count(1);
    let mut sheet = pdf.page(page);
    sheet.media_box(Rect::new(
        0.0,
        0.0,
        POINTS * tree.size().width(),
        POINTS * tree.size().height(),
    ));
    sheet.parent(pages).contents(drawn);
    sheet.resources();
    sheet.finish();
    pdf.stream(drawn, &packed).filter(Filter::FlateDecode);
    Ok(pdf.finish())
}

fn group(content: &mut Content, of: &Group, upright: Transform) {
    for node in of.children() {
        match node {
            Node::Group(inner) => group(content, inner, upright),
            Node::Path(path) => draw(content, path, upright),
            Node::Text(text) => group(content, text.flattened(), upright),
            // No figure holds one.
            Node::Image(_) => {}
        }
    }
}

fn draw(content: &mut Content, path: &Path, upright: Transform) {
    let placed = upright.pre_concat(path.abs_transform());
    let Some(outline) = path.data().clone().transform(placed) else {
        return;
    };
    if let Some(fill) = path.fill()
        && let Some([r, g, b]) = plain(fill.paint())
    {
        content.set_fill_rgb(r, g, b);
        trace(content, outline.segments());
        match fill.rule() {
            FillRule::NonZero => content.fill_nonzero(),
            FillRule::EvenOdd => content.fill_even_odd(),
        };
    }
    if let Some(stroke) = path.stroke()
        && let Some([r, g, b]) = plain(stroke.paint())
    {
        content.set_stroke_rgb(r, g, b);
        pen(content, stroke, placed.get_scale().0);
        trace(content, outline.segments());
        content.stroke();
    }
}

fn pen(content: &mut Content, stroke: &Stroke, scale: f32) {
    content.set_line_width(scale * stroke.width().get());
    let dashes = stroke.dasharray().unwrap_or_default();
    content.set_dash_pattern(dashes.iter().map(|dash| scale * dash), 0.0);
}

/// The path, with every curve as a cubic one, which is all that PDF has.
fn trace(content: &mut Content, segments: impl Iterator<Item = PathSegment>) {
    let mut last = (0.0, 0.0);
    for segment in segments {
        match segment {
            PathSegment::MoveTo(to) => {
                content.move_to(to.x, to.y);
                last = (to.x, to.y);
            }
            PathSegment::LineTo(to) => {
                content.line_to(to.x, to.y);
                last = (to.x, to.y);
            }
            PathSegment::QuadTo(by, to) => {
                let towards =
                    |(x, y): (f32, f32)| (x + 2.0 / 3.0 * (by.x - x), y + 2.0 / 3.0 * (by.y - y));
                let ((x1, y1), (x2, y2)) = (towards(last), towards((to.x, to.y)));
                content.cubic_to(x1, y1, x2, y2, to.x, to.y);
                last = (to.x, to.y);
            }
            PathSegment::CubicTo(one, two, to) => {
                content.cubic_to(one.x, one.y, two.x, two.y, to.x, to.y);
                last = (to.x, to.y);
            }
            PathSegment::Close => {
                content.close_path();
            }
        }
    }
}

/// Shares of red, green and blue.
fn plain(paint: &Paint) -> Option<[f32; 3]> {
    match paint {
        Paint::Color(colour) => {
            Some([colour.red, colour.green, colour.blue].map(|part| f32::from(part) / 255.0))
        }
        Paint::LinearGradient(_) | Paint::RadialGradient(_) | Paint::Pattern(_) => None,
    }
}
