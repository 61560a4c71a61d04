//! A critical-difference diagram: an axis, bars of groups under it, and names at both sides whose lines lead to the axis.
//!
//! Sizes are in pixels.

use plotters::coord::ranged1d::Ranged;
use plotters::coord::types::RangedCoordf64;
use plotters::element::{Circle, PathElement};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::canvas::{Area, Drawn, FINE, svg_of, units};
use super::letters::{
    GAP, LEADING, MARGIN, TEXT, TITLE, broken, font, fonts, shortened, text_width, tick, titled,
};
use crate::figure::picture::{BadFigure, Theme};
use crate::figure::shapes::Critical;

/// Between bars, and between the names of a side.
const BAR: u32 = 14;
const NAME: u32 = 22;
/// Room of the labels above the axis.
const TICKS: u32 = 26;
/// Pixels from one tick to the next, about.
const TICK_EVERY: u32 = 90;
/// Share of the axis left free at each end.
const ROOM: f64 = 0.03;

struct Layout {
    width: u32,
    title: Vec<String>,
    x: Vec<String>,
    /// Ends of the axis on the page, and in numbers.
    axis: (u32, u32),
    ends: (f64, f64),
    /// Where the axis lies, where the first bar, and where the first name.
    line: u32,
    bars: u32,
    names: u32,
    height: u32,
}

/// The SVG of a diagram `width` pixels wide.
pub fn svg(figure: &Critical, width: u32, theme: Theme) -> Result<String, BadFigure> {
    fonts();
    let layout = Layout::new(figure, width).ok_or(BadFigure)?;
    svg_of((width, layout.height), theme, |root| {
        layout.draw(root, figure, theme)
    })
}

impl Layout {
    fn new(figure: &Critical, width: u32) -> Option<Self> {
        let scores = || figure.systems.iter().map(|system| system.1);
        let (low, high) = scores()
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), score| {
                (low.min(score), high.max(score))
            });
        if !(low.is_finite() && high.is_finite()) {
            return None;
        }
        let room = if high > low { ROOM * (high - low) } else { 0.5 };
        let inner = width - 2 * MARGIN;
        let widest = |(name, _): &(String, f64)| text_width(name, TEXT, FontStyle::Normal);
        let sides = figure.systems.iter().map(widest).max()?.min(inner / 4) + GAP;
        let title = broken(&figure.title, inner, TITLE, FontStyle::Bold);
        let x = broken(&figure.x, inner, TEXT, FontStyle::Normal);
        let line = MARGIN + LEADING * title.len() as u32 + TICKS + GAP;
        let bars = line + BAR;
        let names = bars + BAR * figure.groups.len() as u32 + GAP;
        let below = names + NAME * figure.systems.len().div_ceil(2) as u32 + GAP;
        Some(Self {
            width,
            axis: (MARGIN + sides, width - MARGIN - sides),
            ends: (low - room, high + room),
            line,
            bars,
            names,
            height: below + LEADING * x.len() as u32 + MARGIN,
            title,
            x,
        })
    }

    fn x_of(&self, number: f64) -> i32 {
        let share = (number - self.ends.0) / (self.ends.1 - self.ends.0);
        units(self.axis.0) + (share * f64::from(units(self.axis.1 - self.axis.0))).round() as i32
    }

    fn draw(&self, root: &Area, figure: &Critical, theme: Theme) -> Drawn {
        titled(root, theme, &self.title)?;
        let ink = theme.ink();
        let letters = font(TEXT, FontStyle::Normal).color(&ink);
        let at = |side| Pos::new(side, VPos::Center);
        let line = units(self.line);
        let axis = vec![(units(self.axis.0), line), (units(self.axis.1), line)];
        root.draw(&PathElement::new(axis, ink.stroke_width(FINE * 3 / 2)))?;
        let most = ((self.axis.1 - self.axis.0) / TICK_EVERY).max(2) as usize;
        let mut free = 0;
        for number in RangedCoordf64::from(self.ends.0..self.ends.1).key_points(most) {
            let (x, label) = (self.x_of(number), tick(number));
            let half = units(text_width(&label, TEXT, FontStyle::Normal)) / 2;
            root.draw(&PathElement::new(
                vec![(x, line - units(5)), (x, line)],
                ink.stroke_width(FINE),
            ))?;
            if x - half >= free {
                let place = (x, line - units(TICKS / 2 + 4));
                root.draw_text(&label, &letters.pos(at(HPos::Center)), place)?;
                free = x + half + units(GAP);
            }
        }
        for (row, group) in figure.groups.iter().enumerate() {
            let y = units(self.bars + BAR * row as u32);
            let xs: Vec<i32> = group
                .iter()
                .map(|&place| self.x_of(figure.systems[place].1))
                .collect();
            let (Some(&from), Some(&to)) = (xs.iter().min(), xs.iter().max()) else {
                continue;
            };
            root.draw(&PathElement::new(
                vec![(from, y), (to, y)],
                theme.line(0).stroke_width(3 * FINE),
            ))?;
            for x in xs {
                root.draw(&Circle::new((x, y), units(4), theme.line(0).filled()))?;
            }
        }
        let half = figure.systems.len().div_ceil(2);
        for (place, (name, score)) in figure.systems.iter().enumerate() {
            // The outermost stand highest, so that no line crosses another.
            let is_left = place < half;
            let row = if is_left {
                place
            } else {
                figure.systems.len() - 1 - place
            } as u32;
            let (x, y) = (self.x_of(*score), units(self.names + NAME * row + NAME / 2));
            let (edge, side, text) = if is_left {
                (self.axis.0, HPos::Right, self.axis.0 - GAP)
            } else {
                (self.axis.1, HPos::Left, self.axis.1 + GAP)
            };
            let leader = vec![(x, line), (x, y), (units(edge), y)];
            root.draw(&PathElement::new(leader, theme.faint().stroke_width(FINE)))?;
            root.draw(&Circle::new((x, line), units(3), ink.filled()))?;
            let name = shortened(name, self.axis.0 - MARGIN - GAP, TEXT);
            root.draw_text(&name, &letters.pos(at(side)), (units(text), y))?;
        }
        let below = self.height - MARGIN - LEADING * self.x.len() as u32;
        for (row, text) in self.x.iter().enumerate() {
            let place = (
                units(self.width) / 2,
                units(below + LEADING * row as u32 + LEADING / 2),
            );
            root.draw_text(text, &letters.pos(at(HPos::Center)), place)?;
        }
        Ok(())
    }
}
