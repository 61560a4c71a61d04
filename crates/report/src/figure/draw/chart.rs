//! Lines in panels.
//!
//! Sizes are in pixels.

use plotters::prelude::*;
use plotters::style::FontStyle;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::axis::Horizontal;
use super::canvas::{Area, Drawn, FINE, svg_of, units};
use super::letters::{LEADING, MARGIN, TEXT, TITLE, broken, font, fonts, text_width, tick, titled};
use super::marks;
use crate::figure::panel::{Chart, Line, Panel};
use crate::figure::picture::{BadFigure, Theme};
use crate::figure::rounding::rounded_up;

const PANEL_TITLE: u32 = 15;
/// Height of a panel, the gap to the next row included.
const PANEL: u32 = 300;
const BETWEEN: u32 = 16;
/// Panels stand side by side where each has this width.
const LEAST_PANEL: u32 = 300;
/// Room of the labels of an axis.
const X_LABELS: u32 = 46;
const Y_LABELS: u32 = 58;
/// Margin at the right of a panel: half of the last label.
const RIGHT: u32 = 18;
/// A sample of a line in the legend, and the gap to its name and after it.
const SAMPLE: u32 = 36;
const GAP: u32 = 8;
const AFTER: u32 = 20;
/// Points up to which each has a marker.
const MARKED: usize = 25;

/// The SVG of a figure `width` pixels wide; its height follows from what it holds.
pub fn svg(figure: &Chart, width: u32, theme: Theme) -> Result<String, BadFigure> {
    fonts();
    let inner = width - 2 * MARGIN;
    let title = broken(&figure.title, inner, TITLE, FontStyle::Bold);
    let legend = legend_rows(&names(figure), inner);
    let columns = (inner / LEAST_PANEL).clamp(1, figure.panels.len().clamp(1, 2) as u32);
    let rows = (figure.panels.len() as u32).div_ceil(columns);
    let top = MARGIN + LEADING * (title.len() + legend.len()) as u32 + GAP;
    let height = top + rows * PANEL - BETWEEN + MARGIN;
    svg_of((width, height), theme, |root| {
        draw(root, figure, theme, &title, &legend, (width, top, columns, rows))
    })
}

/// Names of the lines, and of the level at the end.
fn names(figure: &Chart) -> Vec<String> {
    let level = figure.panels.iter().find_map(|panel| panel.level.as_ref());
    figure.legend.iter().chain(level.map(|(_, name)| name)).cloned().collect()
}

/// Names of the legend by row.
fn legend_rows(names: &[String], room: u32) -> Vec<Vec<usize>> {
    let mut rows: Vec<Vec<usize>> = Vec::new();
    let mut taken = 0;
    for (k, name) in names.iter().enumerate() {
        let wide = SAMPLE + GAP + text_width(name, TEXT, FontStyle::Normal) + AFTER;
        if rows.is_empty() || taken + wide > room + AFTER {
            rows.push(Vec::new());
            taken = 0;
        }
        taken += wide;
        if let Some(row) = rows.last_mut() {
            row.push(k);
        }
    }
    rows
}

fn draw(
    root: &Area,
    figure: &Chart,
    theme: Theme,
    title: &[String],
    legend: &[Vec<usize>],
    (width, top, columns, rows): (u32, u32, u32, u32),
) -> Drawn {
    let mut y = titled(root, theme, title)?;
    let left = Pos::new(HPos::Left, VPos::Center);
    let names = names(figure);
    for row in legend {
        let mut x = MARGIN;
        for &k in row {
            let middle = units(y + LEADING / 2);
            let (from, to) = ((units(x), middle), (units(x + SAMPLE), middle));
            if k < figure.legend.len() {
                marks::line(root, theme, k, vec![from, to])?;
                root.draw(&marks::shape(theme, k, (i32::midpoint(from.0, to.0), middle)))?;
            } else {
                marks::level(root, theme, [from, to])?;
            }
            let style = font(TEXT, FontStyle::Normal).color(&theme.ink()).pos(left);
            root.draw_text(&names[k], &style, (units(x + SAMPLE + GAP), middle))?;
            x += SAMPLE + GAP + text_width(&names[k], TEXT, FontStyle::Normal) + AFTER;
        }
        y += LEADING;
    }
    let (_, below) = root.split_vertically(units(top));
    let wide = (width - 2 * MARGIN) / columns;
    for (k, panel) in figure.panels.iter().enumerate() {
        let (row, column) = (k as u32 / columns, k as u32 % columns);
        debug_assert!(row < rows, "rows hold all panels");
        let x = MARGIN + column * wide;
        let area =
            below.clone().shrink((units(x), units(row * PANEL)), (units(wide), units(PANEL - BETWEEN)));
        panel_on(&area, panel, theme)?;
    }
    Ok(())
}

fn panel_on(area: &Area, panel: &Panel, theme: Theme) -> Drawn {
    let points = || panel.lines.iter().flat_map(|line| &line.points);
    let (x_low, x_high) = points()
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), point| (low.min(point.0), high.max(point.0)));
    if x_low > x_high {
        return Ok(());
    }
    let ends = panel.lines.iter().flat_map(|line| &line.intervals).map(|interval| interval.1);
    let highest = points()
        .map(|point| point.1)
        .chain(ends)
        .fold(panel.level.as_ref().map_or(0.0, |level| level.0), f64::max);
    let y_high = panel.top.unwrap_or_else(|| rounded_up(highest));
    let ink = theme.ink();
    let titled = !panel.title.is_empty();
    // As many lines as the panel's own width needs.
    let room = (area.dim_in_pixel().0 / FINE).saturating_sub(Y_LABELS + GAP);
    let title = if titled { broken(&panel.title, room, PANEL_TITLE, FontStyle::Bold) } else { Vec::new() };
    if titled {
        let style = font(PANEL_TITLE, FontStyle::Bold).color(&ink).pos(Pos::new(HPos::Left, VPos::Center));
        for (line, text) in title.iter().enumerate() {
            let middle = LEADING * line as u32 + LEADING / 2;
            area.draw_text(text, &style, (units(Y_LABELS), units(middle)))?;
        }
    }
    let wide = f64::from((area.dim_in_pixel().0 / FINE).saturating_sub(Y_LABELS + RIGHT).max(1));
    let beside = Beside::of(panel, (x_low, x_high), wide);
    let label = |x: f64| f64::from(text_width(&tick(x), TEXT, FontStyle::Normal) + GAP) / wide;
    let axis = Horizontal::new((x_low, x_high), &panel.at, beside.room).thinned(label);
    let mut chart = ChartBuilder::on(area)
        .margin_top(units(LEADING * title.len() as u32 + 4))
        .margin_right(units(RIGHT))
        .x_label_area_size(units(X_LABELS))
        .y_label_area_size(units(Y_LABELS))
        // Markers on the axes stay whole.
        .build_cartesian_2d(axis, -0.02 * y_high..y_high * 1.02)?;
    let text = || font(TEXT, FontStyle::Normal).color(&ink);
    chart
        .configure_mesh()
        .x_labels(6)
        .y_labels(6)
        .x_desc(&panel.x)
        .y_desc(&panel.y)
        .x_label_formatter(&|x| tick(*x))
        .y_label_formatter(&|y| tick(*y))
        .label_style(text())
        .axis_desc_style(text())
        .axis_style(ink.stroke_width(FINE))
        .light_line_style(theme.background())
        .bold_line_style(theme.grid().stroke_width(FINE))
        .set_all_tick_mark_size(units(4))
        .draw()?;
    let root = area.strip_coord_spec();
    let (x0, y0) = root.get_base_pixel();
    let plotting = chart.plotting_area();
    let at = |point: (f64, f64)| {
        let (x, y) = plotting.map_coordinate(&point);
        (x - x0, y - y0)
    };
    if let Some((level, _)) = &panel.level {
        let axis = plotting.get_x_axis_pixel_range();
        let y = at((x_low, *level)).1;
        marks::level(&root, theme, [(axis.start - x0, y), (axis.end - x0, y)])?;
    }
    let lines = || panel.lines.iter().enumerate();
    for (place, line) in lines() {
        for (point, interval) in line.points.iter().zip(&line.intervals) {
            let [low, high] = [interval.0, interval.1.min(y_high)].map(|end| at((point.0, end)).1);
            marks::bar(&root, theme, line.name, at(*point).0 + beside.shift(place), (low, high))?;
        }
    }
    for (place, line) in lines() {
        let inside: Vec<(i32, i32)> = line
            .points
            .iter()
            .filter(|point| point.1 <= y_high * 1.02)
            .map(|point| at(*point))
            .map(|(x, y)| (x + beside.shift(place), y))
            .collect();
        // A long line has some ten markers, and no two lines at the same places.
        let every = if inside.len() <= MARKED { 1 } else { inside.len() / 10 };
        let marked: Vec<_> =
            inside.iter().skip(line.name * every / 5 % every).step_by(every).copied().collect();
        marks::line(&root, theme, line.name, inside)?;
        for point in marked {
            root.draw(&marks::shape(theme, line.name, point))?;
        }
    }
    Ok(())
}

/// How far lines with intervals stand beside each other, so that no interval hides another.
struct Beside {
    /// Pixels from one line to the next.
    step: f64,
    lines: usize,
    /// Share of the axis left free at each end.
    room: f64,
}

impl Beside {
    /// Half a marker at both ends of the axis.
    const ROOM: f64 = 0.02;
    /// Pixels between intervals, where the next number of the axis leaves them.
    const STEP: f64 = 5.0;

    fn of(panel: &Panel, ends: (f64, f64), wide: f64) -> Self {
        let with: fn(&&Line) -> bool = |line| !line.intervals.is_empty();
        let lines = panel.lines.iter().filter(with).count();
        if lines < 2 {
            return Self { step: 0.0, lines, room: Self::ROOM };
        }
        let axis = Horizontal::new(ends, &panel.at, 0.0);
        let mut places: Vec<f64> =
            panel.lines.iter().flat_map(|line| &line.points).map(|point| axis.place(point.0)).collect();
        places.sort_by(f64::total_cmp);
        let gaps = places.windows(2).map(|pair| (pair[1] - pair[0]) * wide).filter(|gap| *gap > 0.5);
        // Lines at one number stay nearer to each other than to those at the next.
        let step = (gaps.fold(f64::INFINITY, f64::min) * 0.7 / lines as f64).min(Self::STEP);
        let room = Self::ROOM + step * lines as f64 / 2.0 / wide;
        Self { step, lines, room }
    }

    /// Units to the right of the number itself.
    fn shift(&self, place: usize) -> i32 {
        let from_middle = place as f64 - (self.lines as f64 - 1.0) / 2.0;
        if self.step > 0.0 { (from_middle * self.step * f64::from(FINE)).round() as i32 } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_titles_break_and_long_legends_wrap() {
        fonts();
        let lines =
            broken("a title that is far too long for a phone in the hand", 200, TITLE, FontStyle::Bold);
        assert!(
            lines.len() > 1 && lines.iter().all(|line| text_width(line, TITLE, FontStyle::Bold) <= 200),
            "{lines:?}"
        );
        let names: Vec<String> = (0..5).map(|k| format!("a gain of {k} points")).collect();
        let rows = legend_rows(&names, 330);
        assert!(rows.len() > 1 && rows.concat() == [0, 1, 2, 3, 4], "{rows:?}");
    }
}
