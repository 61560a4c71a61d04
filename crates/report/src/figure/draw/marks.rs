//! How lines are told apart: colour, dashes and the shape of their points.
//!
//! Six colours, three kinds of dashes and seven shapes give 126 lines of which no two share all three; the first eighteen
//! differ in colour or dashes already, and lines of one colour always have other shapes.

use plotters::element::{
    Circle, Cross, DashedPathElement, DynElement, IntoDynElement, PathElement, Polygon,
    TriangleMarker,
};
use plotters::prelude::*;

use super::canvas::COLOURS;
use super::canvas::{Area, Drawn, FINE, units};
use crate::figure::picture::Theme;

/// Length of a dash and of the space after it, in pixels, of each kind of line; none is solid.
const DASHES: [Option<(u32, u32)>; 3] = [None, Some((9, 5)), Some((2, 4))];
/// Shapes of points.
const SHAPES: usize = 7;
/// Half the size of a point.
pub const RADIUS: i32 = 5 * FINE as i32;
/// Dashes of a level and the space between them.
const LEVEL: (u32, u32) = (6 * FINE, 4 * FINE);

/// What tells line `k`: colour, kind of dashes, shape.
fn kind(k: usize) -> (usize, usize, usize) {
    (k % COLOURS, k / COLOURS % DASHES.len(), k % SHAPES)
}

/// A horizontal level.
pub fn level(area: &Area, theme: Theme, ends: [(i32, i32); 2]) -> Drawn {
    let style = theme.ink().stroke_width(FINE * 3 / 2);
    area.draw(&DashedPathElement::new(ends, LEVEL.0, LEVEL.1, style))
}

/// Line `k` through these points.
pub fn line(area: &Area, theme: Theme, k: usize, points: Vec<(i32, i32)>) -> Drawn {
    let style = theme.line(k).stroke_width(2 * FINE);
    match DASHES[kind(k).1] {
        None => area.draw(&PathElement::new(points, style)),
        Some((dash, space)) => area.draw(&DashedPathElement::new(
            points,
            dash * FINE,
            space * FINE,
            style,
        )),
    }
}

/// What lies between points and a baseline.
pub fn area(area: &Area, theme: Theme, k: usize, points: &[(i32, i32)], base: i32) -> Drawn {
    let [(first, _), .., (last, _)] = points else {
        return Ok(());
    };
    let outline = [(*first, base)]
        .into_iter()
        .chain(points.iter().copied())
        .chain([(*last, base)]);
    area.draw(&Polygon::new(
        outline.collect::<Vec<_>>(),
        theme.line(k).filled(),
    ))
}

/// One point of many.
pub fn dot(area: &Area, theme: Theme, k: usize, at: (i32, i32)) -> Drawn {
    area.draw(&Circle::new(at, units(2), theme.line(k).filled()))
}

/// An interval at a point, with short ends.
pub fn bar(area: &Area, theme: Theme, k: usize, x: i32, (low, high): (i32, i32)) -> Drawn {
    let style = theme.line(k).stroke_width(FINE);
    let half = units(2);
    for ends in [
        [(x, low), (x, high)],
        [(x - half, low), (x + half, low)],
        [(x - half, high), (x + half, high)],
    ] {
        area.draw(&PathElement::new(ends.to_vec(), style))?;
    }
    Ok(())
}

/// The shape of line `k`.
pub fn shape<'a>(
    theme: Theme,
    k: usize,
    at: (i32, i32),
) -> DynElement<'a, SVGBackend<'a>, (i32, i32)> {
    let r = units(4);
    let full = theme.line(k).filled();
    let stroke = theme.line(k).stroke_width(2 * FINE);
    let around = |corners: [(i32, i32); 4], size: i32| -> Vec<(i32, i32)> {
        corners
            .map(|(x, y)| (at.0 + x * size / 5, at.1 + y * size / 5))
            .to_vec()
    };
    let square = [(-1, -1), (1, -1), (1, 1), (-1, 1)];
    let hollow = |corners: Vec<(i32, i32)>| {
        let closed: Vec<_> = corners.iter().chain(&corners[..2]).copied().collect();
        EmptyElement::at((0, 0))
            + Polygon::new(corners, theme.background().filled())
            + PathElement::new(closed, stroke)
    };
    match kind(k).2 {
        0 => Circle::new(at, r * 9 / 10, full).into_dyn(),
        1 => Polygon::new(around(square, r * 4), full).into_dyn(),
        2 => TriangleMarker::new(at, r * 6 / 5, full).into_dyn(),
        3 => Polygon::new(around([(0, -1), (1, 0), (0, 1), (-1, 0)], r * 6), full).into_dyn(),
        4 => Cross::new(at, r * 4 / 5, stroke).into_dyn(),
        5 => (EmptyElement::at(at)
            + Circle::new((0, 0), r * 4 / 5, theme.background().filled())
            + Circle::new((0, 0), r * 4 / 5, stroke))
        .into_dyn(),
        _ => hollow(around(square, r * 7 / 2)).into_dyn(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn no_two_lines_look_alike() {
        let kinds: Vec<_> = (0..126).map(kind).collect();
        assert_eq!(kinds.iter().collect::<HashSet<_>>().len(), kinds.len());
        let first = |k: usize| (kinds[k].0, kinds[k].1);
        assert_eq!(
            (0..18).map(first).collect::<HashSet<_>>().len(),
            18,
            "by colour or dashes alone"
        );
    }
}
