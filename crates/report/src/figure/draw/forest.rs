//! A forest plot: names, points with their intervals on one axis, numbers. Where the page is narrow, names and numbers stand above
//! their points.

use plotters::coord::ranged1d::Ranged;
use plotters::coord::types::RangedCoordf64;
use plotters::element::{Circle, DashedPathElement, PathElement, Polygon};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::canvas::{Area, Drawn, FINE, svg_of, units};
use super::letters::{
    LEADING, MARGIN, TEXT, TITLE, broken, font, fonts, shortened, text_width, tick, titled,
};
use super::marks;
use crate::figure::forest::{Estimate, Forest};
use crate::figure::picture::{BadFigure, Theme};

/// A page below this is narrow.
const NARROW: u32 = 560;
/// Height of a row, and of one with its name above.
const ROW: u32 = 30;
const TALL_ROW: u32 = 48;
/// Room of the axis: its ticks and what it measures, a line of that each.
const TICKS: u32 = 26;
/// Between columns.
const GAP: u32 = 16;
/// Pixels from one tick to the next, about.
const TICK_EVERY: u32 = 90;
/// Share of the axis left free at each end.
const ROOM: f64 = 0.04;

/// Where things stand, in pixels.
struct Layout {
    width: u32,
    narrow: bool,
    title: Vec<String>,
    x: Vec<String>,
    /// Room of a name.
    names: u32,
    /// Ends of the axis on the page.
    axis: (u32, u32),
    /// Top of the rows.
    top: u32,
    row: u32,
    /// Ends of the axis in numbers.
    ends: (f64, f64),
}

/// The SVG of a forest plot `width` pixels wide.
pub fn svg(forest: &Forest, width: u32, theme: Theme) -> Result<String, BadFigure> {
    fonts();
    let layout = Layout::new(forest, width).ok_or(BadFigure)?;
    let rows = layout.row * forest.rows.len() as u32;
    let height = layout.top + rows + TICKS + LEADING * layout.x.len() as u32 + MARGIN;
    svg_of((width, height), theme, |root| layout.draw(root, forest, theme))
}

impl Layout {
    fn new(forest: &Forest, width: u32) -> Option<Self> {
        let (low, high) = forest.range()?;
        let room = if high > low { ROOM * (high - low) } else { 0.5 };
        let inner = width - 2 * MARGIN;
        let narrow = width < NARROW;
        let widest = |text: fn(&Estimate) -> &String| {
            forest.rows.iter().map(|row| text_width(text(row), TEXT, FontStyle::Normal)).max().unwrap_or(0)
        };
        let values = widest(|row| &row.value);
        let names =
            widest(|row| &row.name).min(if narrow { inner.saturating_sub(values + GAP) } else { inner / 3 });
        let axis = if narrow {
            (MARGIN + GAP, width - MARGIN - GAP)
        } else {
            (MARGIN + names + GAP, (width - MARGIN).saturating_sub(values + GAP))
        };
        let title = broken(&forest.title, inner, TITLE, FontStyle::Bold);
        let top = MARGIN + LEADING * title.len() as u32 + GAP / 2;
        Some(Self {
            width,
            narrow,
            x: broken(&forest.x, inner, TEXT, FontStyle::Normal),
            title,
            names,
            axis: (axis.0, axis.1.max(axis.0 + GAP)),
            top,
            row: if narrow { TALL_ROW } else { ROW },
            ends: (low - room, high + room),
        })
    }

    /// Where a number stands; one off the axis stands at its end.
    fn x_of(&self, number: f64) -> i32 {
        let (low, high) = self.ends;
        let share = ((number - low) / (high - low)).clamp(0.0, 1.0);
        units(self.axis.0) + (share * f64::from(units(self.axis.1 - self.axis.0))).round() as i32
    }

    fn draw(&self, root: &Area, forest: &Forest, theme: Theme) -> Drawn {
        titled(root, theme, &self.title)?;
        let bottom = self.top + self.row * forest.rows.len() as u32;
        self.axis(root, theme, bottom)?;
        for &(number, is_limit) in &forest.lines {
            let x = self.x_of(number);
            let style = theme.ink().stroke_width(FINE * 3 / 2);
            for (from, to) in self.bands(bottom) {
                let ends = [(x, units(from)), (x, units(to))];
                if is_limit {
                    root.draw(&DashedPathElement::new(ends, 4 * FINE, 3 * FINE, style))?;
                } else {
                    root.draw(&PathElement::new(ends.to_vec(), style))?;
                }
            }
        }
        for (place, row) in forest.rows.iter().enumerate() {
            self.row(root, theme, row, self.top + self.row * place as u32)?;
        }
        Ok(())
    }

    /// Where vertical lines run: all the way, or beside points alone where letters stand between them.
    fn bands(&self, bottom: u32) -> Vec<(u32, u32)> {
        if !self.narrow {
            return vec![(self.top, bottom)];
        }
        (self.top..bottom).step_by(TALL_ROW as usize).map(|row| (row + LEADING, row + TALL_ROW)).collect()
    }

    /// Grid lines, ticks and what they measure.
    fn axis(&self, root: &Area, theme: Theme, bottom: u32) -> Drawn {
        let most = ((self.axis.1 - self.axis.0) / TICK_EVERY).max(2) as usize;
        let centre = |vertical| Pos::new(HPos::Center, vertical);
        let letters = font(TEXT, FontStyle::Normal).color(&theme.ink());
        let mut free = 0;
        for number in RangedCoordf64::from(self.ends.0..self.ends.1).key_points(most) {
            let x = self.x_of(number);
            for (from, to) in self.bands(bottom) {
                let line = vec![(x, units(from)), (x, units(to))];
                root.draw(&PathElement::new(line, theme.grid().stroke_width(FINE)))?;
            }
            let label = tick(number);
            let half = units(text_width(&label, TEXT, FontStyle::Normal)) / 2;
            if x - half >= free && x + half <= units(self.width) {
                root.draw_text(&label, &letters.pos(centre(VPos::Center)), (x, units(bottom + TICKS / 2)))?;
                free = x + half + units(GAP / 2);
            }
        }
        for (line, text) in self.x.iter().enumerate() {
            let y = bottom + TICKS + LEADING * line as u32 + LEADING / 2;
            root.draw_text(text, &letters.pos(centre(VPos::Center)), (units(self.width) / 2, units(y)))?;
        }
        Ok(())
    }

    fn row(&self, root: &Area, theme: Theme, row: &Estimate, top: u32) -> Drawn {
        let letters = font(TEXT, FontStyle::Normal).color(&theme.ink());
        let (text, middle) = if self.narrow {
            (top + LEADING / 2, top + LEADING + (TALL_ROW - LEADING) / 2)
        } else {
            (top + ROW / 2, top + ROW / 2)
        };
        let at = |side| Pos::new(side, VPos::Center);
        let name = shortened(&row.name, self.names, TEXT);
        root.draw_text(&name, &letters.pos(at(HPos::Left)), (units(MARGIN), units(text)))?;
        let right = units(self.width - MARGIN);
        root.draw_text(&row.value, &letters.pos(at(HPos::Right)), (right, units(text)))?;
        let y = units(middle);
        let colour = theme.line(0);
        if let Some((low, high)) = row.interval {
            let ends = [self.x_of(low), self.x_of(high)];
            root.draw(&PathElement::new(ends.map(|x| (x, y)).to_vec(), colour.stroke_width(2 * FINE)))?;
            for (end, x, outward) in [(low, ends[0], -1), (high, ends[1], 1)] {
                let (short, long) = (units(4), units(7));
                if end.is_finite() {
                    let bar = vec![(x, y - short), (x, y + short)];
                    root.draw(&PathElement::new(bar, colour.stroke_width(2 * FINE)))?;
                } else {
                    let arrow = vec![(x + outward * long, y), (x, y - short), (x, y + short)];
                    root.draw(&Polygon::new(arrow, colour.filled()))?;
                }
            }
        }
        if row.point.is_finite() {
            let point = (self.x_of(row.point), y);
            root.draw(&Circle::new(point, marks::RADIUS, colour.filled()))?;
            if !row.shown {
                root.draw(&Circle::new(point, marks::RADIUS - units(2), theme.background().filled()))?;
            }
        }
        Ok(())
    }
}
