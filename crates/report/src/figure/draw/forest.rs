//! A forest plot: names, points with their intervals on one axis, numbers. On a narrow page, names and numbers are above their
//! points.

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
use crate::figure::picture::{BadFigure, Theme};
use crate::figure::shapes::{Above, Estimate, Forest};

/// A page below this is narrow.
const NARROW: u32 = 560;
/// Height of a row, and of one with its name above.
const ROW: u32 = 30;
const TALL_ROW: u32 = 48;
/// Rows beyond which they stand closer, by this.
const MANY: usize = 40;
const CLOSER: u32 = 8;
/// Height of a rule between rows.
const RULE: u32 = 10;
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
    /// Room of a name, and of what is behind the number.
    names: u32,
    groups: u32,
    /// Ends of intervals stand in words, too.
    ranges: bool,
    /// Ends of the axis on the page.
    axis: (u32, u32),
    /// Top of the first row, of each row below what is above it, and the bottom of the last.
    top: u32,
    tops: Vec<u32>,
    bottom: u32,
    row: u32,
    /// Ends of the axis in numbers.
    ends: (f64, f64),
}

/// The SVG of a forest plot `width` pixels wide.
pub fn svg(forest: &Forest, width: u32, theme: Theme) -> Result<String, BadFigure> {
    fonts();
    let layout = Layout::new(forest, width).ok_or(BadFigure)?;
    let height = layout.bottom + TICKS + LEADING * layout.x.len() as u32 + MARGIN;
    svg_of((width, height), theme, |root| {
        layout.draw(root, forest, theme)
    })
}

impl Layout {
    fn new(forest: &Forest, width: u32) -> Option<Self> {
        let (low, high) = forest.range()?;
        let room = if high > low { ROOM * (high - low) } else { 0.5 };
        let inner = width - 2 * MARGIN;
        let narrow = width < NARROW;
        let widest = |text: fn(&Estimate) -> String| {
            forest
                .rows
                .iter()
                .map(|row| text_width(&text(row), TEXT, FontStyle::Normal))
                .max()
                .unwrap_or(0)
        };
        let groups = match widest(|row| row.group.clone()) {
            0 => 0,
            wide => wide.min(inner / 4) + GAP,
        };
        let longest = widest(|row| row.name.clone());
        let [short, whole] =
            [widest(|row| row.value.clone()), widest(valued)].map(|wide| wide + groups);
        let ranges = !narrow || longest + GAP + whole <= inner;
        let values = if ranges { whole } else { short };
        let names = longest.min(if narrow {
            inner.saturating_sub(values + GAP)
        } else {
            inner / 3
        });
        let axis = if narrow {
            (MARGIN + GAP, width - MARGIN - GAP)
        } else {
            (
                MARGIN + names + GAP,
                (width - MARGIN).saturating_sub(values + GAP),
            )
        };
        let title = broken(&forest.title, inner, TITLE, FontStyle::Bold);
        let top = MARGIN + LEADING * title.len() as u32 + GAP / 2;
        let closer = if forest.rows.len() > MANY { CLOSER } else { 0 };
        let row = if narrow { TALL_ROW } else { ROW } - closer;
        let (mut tops, mut bottom) = (Vec::new(), top);
        for estimate in &forest.rows {
            bottom += match estimate.above {
                Above::Nothing => 0,
                Above::Rule => RULE,
                Above::Heading(_) => LEADING + GAP / 2,
            };
            tops.push(bottom);
            bottom += row;
        }
        Some(Self {
            width,
            narrow,
            x: broken(&forest.x, inner, TEXT, FontStyle::Normal),
            title,
            names,
            ranges,
            groups,
            axis: (axis.0, axis.1.max(axis.0 + GAP)),
            top,
            tops,
            bottom,
            row,
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
        let bands = self.bands(forest);
        self.axis(root, theme, &bands)?;
        for &(number, is_limit) in &forest.lines {
            let x = self.x_of(number);
            let style = theme.ink().stroke_width(FINE * 3 / 2);
            for &(from, to) in &bands {
                let ends = [(x, units(from)), (x, units(to))];
                if is_limit {
                    root.draw(&DashedPathElement::new(ends, 4 * FINE, 3 * FINE, style))?;
                } else {
                    root.draw(&PathElement::new(ends.to_vec(), style))?;
                }
            }
        }
        for (row, &top) in forest.rows.iter().zip(&self.tops) {
            self.above(root, theme, &row.above, top)?;
            self.row(root, theme, row, top)?;
        }
        Ok(())
    }

    /// Where vertical lines run: all the way, or beside points alone where letters stand between them.
    fn bands(&self, forest: &Forest) -> Vec<(u32, u32)> {
        let letters_between = self.narrow
            || forest
                .rows
                .iter()
                .any(|row| matches!(row.above, Above::Heading(_)));
        if !letters_between {
            return vec![(self.top, self.bottom)];
        }
        let above = if self.narrow { LEADING } else { 0 };
        self.tops
            .iter()
            .map(|top| (top + above, top + self.row))
            .collect()
    }

    /// A rule, or a heading, in the room above a row.
    fn above(&self, root: &Area, theme: Theme, above: &Above, top: u32) -> Drawn {
        match above {
            Above::Nothing => Ok(()),
            Above::Rule => {
                let y = units(top - RULE / 2);
                let ends = vec![(units(MARGIN), y), (units(self.width - MARGIN), y)];
                root.draw(&PathElement::new(ends, theme.ink().stroke_width(FINE)))
            }
            Above::Heading(text) => {
                let style = font(TEXT, FontStyle::Bold).color(&theme.ink());
                let text = shortened(text, self.width - 2 * MARGIN - GAP, TEXT);
                let place = (units(MARGIN), units(top - LEADING / 2));
                root.draw_text(&text, &style.pos(Pos::new(HPos::Left, VPos::Center)), place)
            }
        }
    }

    /// Grid lines, ticks and what they measure.
    fn axis(&self, root: &Area, theme: Theme, bands: &[(u32, u32)]) -> Drawn {
        let most = ((self.axis.1 - self.axis.0) / TICK_EVERY).max(2) as usize;
        let centre = |vertical| Pos::new(HPos::Center, vertical);
        let letters = font(TEXT, FontStyle::Normal).color(&theme.ink());
        let mut free = 0;
        for number in RangedCoordf64::from(self.ends.0..self.ends.1).key_points(most) {
            let x = self.x_of(number);
            for &(from, to) in bands {
                let line = vec![(x, units(from)), (x, units(to))];
                root.draw(&PathElement::new(line, theme.grid().stroke_width(FINE)))?;
            }
            let label = tick(number);
            let half = units(text_width(&label, TEXT, FontStyle::Normal)) / 2;
            if x - half >= free && x + half <= units(self.width) {
                root.draw_text(
                    &label,
                    &letters.pos(centre(VPos::Center)),
                    (x, units(self.bottom + TICKS / 2)),
                )?;
                free = x + half + units(GAP / 2);
            }
        }
        for (line, text) in self.x.iter().enumerate() {
            let y = self.bottom + TICKS + LEADING * line as u32 + LEADING / 2;
            root.draw_text(
                text,
                &letters.pos(centre(VPos::Center)),
                (units(self.width) / 2, units(y)),
            )?;
        }
        Ok(())
    }

    fn row(&self, root: &Area, theme: Theme, row: &Estimate, top: u32) -> Drawn {
        let letters = font(TEXT, FontStyle::Normal).color(&theme.ink());
        let (text, middle) = if self.narrow {
            (top + LEADING / 2, top + LEADING + (self.row - LEADING) / 2)
        } else {
            (top + self.row / 2, top + self.row / 2)
        };
        let at = |side| Pos::new(side, VPos::Center);
        let name = shortened(&row.name, self.names, TEXT);
        root.draw_text(
            &name,
            &letters.pos(at(HPos::Left)),
            (units(MARGIN), units(text)),
        )?;
        let right = self.width - MARGIN - self.groups;
        let value = if self.ranges {
            valued(row)
        } else {
            row.value.clone()
        };
        root.draw_text(
            &value,
            &letters.pos(at(HPos::Right)),
            (units(right), units(text)),
        )?;
        if !row.group.is_empty() {
            let group = shortened(&row.group, self.groups - GAP, TEXT);
            root.draw_text(
                &group,
                &letters.pos(at(HPos::Left)),
                (units(right + GAP), units(text)),
            )?;
        }
        let y = units(middle);
        let colour = theme.line(0);
        if let Some((low, high)) = row.interval {
            let ends = [self.x_of(low), self.x_of(high)];
            root.draw(&PathElement::new(
                ends.map(|x| (x, y)).to_vec(),
                colour.stroke_width(2 * FINE),
            ))?;
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
            let inside = (!row.shown).then_some((marks::RADIUS - units(2), theme.background()));
            for (radius, colour) in std::iter::once((marks::RADIUS, colour)).chain(inside) {
                if row.is_sum {
                    root.draw(&Polygon::new(
                        diamond(point, radius * 7 / 5),
                        colour.filled(),
                    ))?;
                } else {
                    root.draw(&Circle::new(point, radius, colour.filled()))?;
                }
            }
        }
        Ok(())
    }
}

fn valued(row: &Estimate) -> String {
    format!("{}{}", row.value, row.range)
}

fn diamond((x, y): (i32, i32), half: i32) -> Vec<(i32, i32)> {
    vec![(x, y - half), (x + half, y), (x, y + half), (x - half, y)]
}
