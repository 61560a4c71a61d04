//! One pair of axes and what is drawn on it.
//!
//! Sizes are in pixels.

use plotters::prelude::*;
use plotters::style::FontStyle;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::axis::{Axis, DECADES};
use super::canvas::{Area, Drawn, FINE, units};
use super::letters::{GAP, LEADING, TEXT, broken, font, text_width, tick, tick_of_p};
use super::marks;
use crate::figure::picture::Theme;
use crate::figure::shapes::rounded_up;
use crate::figure::shapes::{Chart, Line, Panel, Shape};

const PANEL_TITLE: u32 = 15;
/// Room of the labels of an axis.
const X_LABELS: u32 = 46;
pub const Y_LABELS: u32 = 58;
/// Margin at the right of a panel: half of the last label.
const RIGHT: u32 = 18;
/// Points up to which each has a marker.
const MARKED: usize = 25;
/// Between the names of two lines.
const LABEL: i32 = 17 * FINE as i32;
/// Share of the y axis left free at each end, so that markers on the axes stay whole.
const FREE: f64 = 0.02;

/// Ends of both axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ends {
    x: (f64, f64),
    y: (f64, f64),
}

impl Ends {
    /// Ends of the axes of all panels that measure the same as this one; none where nothing is drawn.
    pub fn of(figure: &Chart, panel: &Panel) -> Option<Self> {
        let x_alike = || figure.panels.iter().filter(|other| other.x == panel.x);
        let y_alike = || {
            figure
                .panels
                .iter()
                .filter(|other| (&other.y, other.of_p) == (&panel.y, panel.of_p))
        };
        let marks = x_alike()
            .filter_map(|panel| panel.mark.as_ref())
            .map(|mark| mark.0);
        let x = span(x_alike().flat_map(points).map(|point| point.0).chain(marks))?;
        let of_intervals = y_alike()
            .flat_map(|panel| &panel.lines)
            .flat_map(|line| &line.intervals);
        let levels = y_alike()
            .filter_map(|panel| panel.level.as_ref())
            .map(|level| level.0);
        let (low, high) = span(
            y_alike()
                .flat_map(points)
                .map(|point| point.1)
                .chain(of_intervals.map(|interval| interval.1))
                .chain(levels),
        )?;
        if panel.of_p {
            return Some(Self { x, y: (low, 1.0) });
        }
        if panel.close {
            let ends = y_alike()
                .flat_map(|panel| &panel.lines)
                .flat_map(|line| &line.intervals);
            let low = ends.map(|interval| interval.0).fold(low, f64::min);
            let room = FREE * (high - low).max(1e-9 * high.abs().max(1e-300));
            return Some(Self {
                x,
                y: (low - room, high + room),
            });
        }
        let low = if low < 0.0 { -rounded_up(-low) } else { 0.0 };
        let set = y_alike().filter_map(|panel| panel.top).reduce(f64::max);
        Some(Self {
            x,
            y: (low, set.unwrap_or_else(|| rounded_up(high))),
        })
    }
}

fn points(panel: &Panel) -> impl Iterator<Item = &(f64, f64)> {
    panel.lines.iter().flat_map(|line| &line.points)
}

fn span(numbers: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    let (low, high) = numbers.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), number| {
        (low.min(number), high.max(number))
    });
    (low <= high).then_some((low, high))
}

/// Draws a panel with the names of all lines; `labels`: room of those at the ends of their lines.
pub fn panel_on(
    area: &Area,
    (panel, names): (&Panel, &[String]),
    ends: Ends,
    labels: Option<u32>,
    theme: Theme,
) -> Drawn {
    let ink = theme.ink();
    let title = titled(area, &panel.title, theme)?;
    let right = RIGHT.max(labels.unwrap_or(0));
    let wide = f64::from(
        (area.dim_in_pixel().0 / FINE)
            .saturating_sub(Y_LABELS + right)
            .max(1),
    );
    let beside = Beside::of(panel, ends.x, wide);
    let label = |x: f64| f64::from(text_width(&tick(x), TEXT, FontStyle::Normal) + GAP) / wide;
    let axis = Axis::new(ends.x, &panel.at, beside.room).thinned(label);
    let upright = if panel.of_p {
        Axis::of_p(ends.y.0, FREE)
    } else {
        Axis::new(ends.y, &[], FREE)
    };
    let mut chart = ChartBuilder::on(area)
        .margin_top(units(title + 4))
        .margin_right(units(right))
        .x_label_area_size(units(X_LABELS))
        .y_label_area_size(units(Y_LABELS))
        .build_cartesian_2d(axis, upright)?;
    let root = area.strip_coord_spec();
    let (x0, y0) = root.get_base_pixel();
    let (across, down) = (
        chart.plotting_area().get_x_axis_pixel_range(),
        chart.plotting_area().get_y_axis_pixel_range(),
    );
    let across = (across.start - x0, across.end - x0);
    let (top, foot) = (down.start.min(down.end) - y0, down.start.max(down.end) - y0);
    if let (Some((level, _)), true) = (&panel.level, panel.of_p) {
        let y = chart.plotting_area().map_coordinate(&(ends.x.0, *level)).1 - y0;
        root.draw(&Rectangle::new(
            [(across.0, y), (across.1, foot)],
            theme.shade().filled(),
        ))?;
    }
    let text = || font(TEXT, FontStyle::Normal).color(&ink);
    chart
        .configure_mesh()
        .x_labels(6)
        .y_labels(6)
        .x_desc(&panel.x)
        .y_desc(&panel.y)
        .x_label_formatter(&|x| tick(*x))
        .y_label_formatter(&|y| if panel.of_p { tick_of_p(*y) } else { tick(*y) })
        .label_style(text())
        .axis_desc_style(text())
        .axis_style(ink.stroke_width(FINE))
        .max_light_lines(0)
        .bold_line_style(theme.grid().stroke_width(FINE))
        .set_all_tick_mark_size(units(4))
        .draw()?;
    let plotting = chart.plotting_area();
    let least = libm::pow(10.0, -f64::from(DECADES));
    let at = |(x, y): (f64, f64)| {
        let (x, y) = plotting.map_coordinate(&(x, if panel.of_p { y.max(least) } else { y }));
        (x - x0, y - y0)
    };
    let lines = || panel.lines.iter().enumerate();
    for (_, line) in lines().filter(|(_, line)| line.shape == Shape::Area) {
        let points: Vec<(i32, i32)> = line.points.iter().map(|point| at(*point)).collect();
        marks::area(&root, theme, line.name, &points, at((ends.x.0, 0.0)).1)?;
    }
    if let Some((level, _)) = &panel.level {
        let y = at((ends.x.0, *level)).1;
        marks::level(&root, theme, [(across.0, y), (across.1, y)])?;
    }
    if let Some((number, name)) = &panel.mark {
        marked(
            &root,
            theme,
            name,
            at((*number, ends.y.1)).0,
            across,
            (top, foot),
        )?;
    }
    for (place, line) in lines() {
        for (point, interval) in line.points.iter().zip(&line.intervals) {
            let [low, high] =
                [interval.0, interval.1.min(ends.y.1)].map(|end| at((point.0, end)).1);
            marks::bar(
                &root,
                theme,
                line.name,
                at(*point).0 + beside.shift(place),
                (low, high),
            )?;
        }
    }
    let mut last: Vec<(&str, (i32, i32))> = Vec::new();
    for (place, line) in lines() {
        let inside: Vec<(i32, i32)> = line
            .points
            .iter()
            .filter(|point| point.1 <= ends.y.1 * (1.0 + FREE))
            .map(|point| at(*point))
            .map(|(x, y)| (x + beside.shift(place), y))
            .collect();
        match line.shape {
            Shape::Area => {}
            Shape::Points => {
                for point in inside {
                    marks::dot(&root, theme, line.name, point)?;
                }
            }
            Shape::Joined => {
                // A long line has some ten markers, and no two lines at the same places.
                let every = if inside.len() <= MARKED {
                    1
                } else {
                    inside.len() / 10
                };
                let marked: Vec<_> = inside
                    .iter()
                    .skip(line.name * every / 5 % every)
                    .step_by(every)
                    .copied()
                    .collect();
                last.extend(
                    names
                        .get(line.name)
                        .map(String::as_str)
                        .zip(inside.last().copied()),
                );
                marks::line(&root, theme, line.name, inside)?;
                for point in marked {
                    root.draw(&marks::shape(theme, line.name, point))?;
                }
            }
        }
    }
    if labels.is_some() {
        for (name, place) in spread(last, (top, foot)) {
            let style = text().pos(Pos::new(HPos::Left, VPos::Center));
            root.draw_text(name, &style, (place.0 + units(GAP), place.1))?;
        }
    }
    Ok(())
}

/// The title of a panel, on as many lines as its own width needs; their height.
fn titled(
    area: &Area,
    title: &str,
    theme: Theme,
) -> Result<u32, DrawingAreaErrorKind<std::io::Error>> {
    if title.is_empty() {
        return Ok(0);
    }
    let room = (area.dim_in_pixel().0 / FINE).saturating_sub(Y_LABELS + GAP);
    let lines = broken(title, room, PANEL_TITLE, FontStyle::Bold);
    let style = font(PANEL_TITLE, FontStyle::Bold)
        .color(&theme.ink())
        .pos(Pos::new(HPos::Left, VPos::Center));
    for (line, text) in (0_u32..).zip(&lines) {
        area.draw_text(
            text,
            &style,
            (units(Y_LABELS), units(LEADING * line + LEADING / 2)),
        )?;
    }
    Ok(LEADING * lines.len() as u32)
}

/// A vertical line, and its name on the side that has more room.
fn marked(
    area: &Area,
    theme: Theme,
    name: &str,
    x: i32,
    across: (i32, i32),
    (top, foot): (i32, i32),
) -> Drawn {
    let ink = theme.ink();
    area.draw(&PathElement::new(
        vec![(x, top), (x, foot)],
        ink.stroke_width(2 * FINE),
    ))?;
    let is_left = x - across.0 > across.1 - x;
    let (side, gap) = if is_left {
        (HPos::Right, -units(GAP))
    } else {
        (HPos::Left, units(GAP))
    };
    let style = font(TEXT, FontStyle::Normal)
        .color(&ink)
        .pos(Pos::new(side, VPos::Center));
    area.draw_text(name, &style, (x + gap, top + units(LEADING / 2)))
}

/// Names at the ends of their lines, moved up and down until none touches another.
fn spread(mut names: Vec<(&str, (i32, i32))>, (top, foot): (i32, i32)) -> Vec<(&str, (i32, i32))> {
    names.sort_by_key(|(_, (_, y))| *y);
    let mut free = top;
    for (_, (_, y)) in &mut names {
        *y = (*y).max(free);
        free = *y + LABEL;
    }
    let mut free = foot;
    for (_, (_, y)) in names.iter_mut().rev() {
        *y = (*y).min(free);
        free = *y - LABEL;
    }
    names
}

/// How far apart lines with intervals are drawn, so that no interval hides another.
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
            return Self {
                step: 0.0,
                lines,
                room: Self::ROOM,
            };
        }
        let axis = Axis::new(ends, &panel.at, 0.0);
        let mut places: Vec<f64> = panel
            .lines
            .iter()
            .flat_map(|line| &line.points)
            .map(|point| axis.place(point.0))
            .collect();
        places.sort_by(f64::total_cmp);
        let gaps = places
            .windows(2)
            .map(|pair| (pair[1] - pair[0]) * wide)
            .filter(|gap| *gap > 0.5);
        // Lines at one number stay nearer to each other than to those at the next.
        let step = (gaps.fold(f64::INFINITY, f64::min) * 0.7 / lines as f64).min(Self::STEP);
        let room = Self::ROOM + step * lines as f64 / 2.0 / wide;
        Self { step, lines, room }
    }

    /// Units to the right of the number itself.
    fn shift(&self, place: usize) -> i32 {
        let from_middle = place as f64 - (self.lines as f64 - 1.0) / 2.0;
        if self.step > 0.0 {
            (from_middle * self.step * f64::from(FINE)).round() as i32
        } else {
            0
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_at_the_ends_of_lines_do_not_touch() {
        let ends = vec![
            ("a", (0, 900)),
            ("b", (0, 900)),
            ("c", (0, 890)),
            ("d", (0, 10)),
        ];
        let placed = spread(ends, (0, 900));
        let ys: Vec<i32> = placed.iter().map(|(_, (_, y))| *y).collect();
        assert!(
            ys.windows(2).all(|pair| pair[1] - pair[0] >= LABEL) && ys[3] <= 900 && ys[0] == 10,
            "{ys:?}"
        );
    }

    #[test]
    fn panels_that_measure_the_same_have_the_same_axes() {
        let panel = |points: Vec<(f64, f64)>, y: &str| Panel {
            x: "items".to_owned(),
            y: y.to_owned(),
            lines: vec![Line::plain(0, points)],
            ..Panel::default()
        };
        let panels = vec![
            panel(vec![(1.0, 0.1)], "power"),
            panel(vec![(9.0, 0.7)], "power"),
            panel(vec![(5.0, 30.0)], "items"),
        ];
        let figure = Chart {
            title: String::new(),
            legend: vec!["a".to_owned()],
            panels,
        };
        let ends = |k: usize| Ends::of(&figure, &figure.panels[k]);
        assert_eq!(ends(0), ends(1));
        assert_eq!(
            ends(2),
            Some(Ends {
                x: (1.0, 9.0),
                y: (0.0, 30.0)
            })
        );
    }
}
