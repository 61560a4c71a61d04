//! Panels under a title and a legend.
//!
//! Sizes are in pixels.

use plotters::style::FontStyle;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::canvas::{Area, Drawn, svg_of, units};
use super::letters::{
    GAP, LEADING, MARGIN, TEXT, TITLE, broken, font, fonts, shortened, text_width, titled,
};
use super::marks;
use super::panel::{Ends, Y_LABELS, panel_on};
use crate::figure::picture::{BadFigure, Theme};
use crate::figure::shapes::{Chart, Shape};

/// Height of a panel, the gap to the next row included.
const PANEL: u32 = 300;
const BETWEEN: u32 = 16;
/// Panels stand side by side where each has this width.
const LEAST_PANEL: u32 = 300;
/// A sample of a line in the legend, and the gap after its name.
const SAMPLE: u32 = 36;
const AFTER: u32 = 20;
/// Lines of a panel up to which their names stand at their ends.
const NAMED: usize = 6;

/// The SVG of a figure `width` pixels wide; its height follows from what it holds.
pub fn svg(figure: &Chart, width: u32, theme: Theme) -> Result<String, BadFigure> {
    fonts();
    let inner = width - 2 * MARGIN;
    let title = broken(&figure.title, inner, TITLE, FontStyle::Bold);
    let columns = (inner / LEAST_PANEL).clamp(1, figure.panels.len().clamp(1, 2) as u32);
    let labels = labels(figure, inner / columns);
    let legend = legend_rows(&names(figure, labels, inner), inner);
    let rows = (figure.panels.len() as u32).div_ceil(columns);
    let top = MARGIN + LEADING * (title.len() + legend.len()) as u32 + GAP;
    let height = top + rows * PANEL - BETWEEN + MARGIN;
    svg_of((width, height), theme, |root| {
        draw(
            root,
            figure,
            theme,
            (&title, &legend, labels),
            (width, top, columns, rows),
        )
    })
}

/// Room that names need at the ends of their lines; none where they stand in the legend.
fn labels(figure: &Chart, panel: u32) -> Option<u32> {
    let fit = figure.panels.iter().all(|panel| {
        let joined = |line: &_| matches!(line, crate::figure::Line { shape: Shape::Joined, intervals, .. } if intervals.is_empty());
        panel.lines.len() <= NAMED && panel.lines.iter().all(joined)
    });
    let widest = figure
        .legend
        .iter()
        .map(|name| text_width(name, TEXT, FontStyle::Normal))
        .max()?;
    (fit && widest <= panel.saturating_sub(Y_LABELS) / 3).then_some(widest + GAP)
}

/// Names of the lines that have none at their ends, and of the level after them.
fn names(figure: &Chart, labels: Option<u32>, room: u32) -> Vec<(Entry, String)> {
    let level = figure.panels.iter().find_map(|panel| panel.level.as_ref());
    let lines = figure
        .legend
        .iter()
        .enumerate()
        .filter(|_| labels.is_none());
    let fitting = |name: &str| shortened(name, room.saturating_sub(SAMPLE + GAP), TEXT);
    let shape = |k: usize| {
        let mut lines = figure.panels.iter().flat_map(|panel| &panel.lines);
        lines
            .find(|line| line.name == k)
            .map_or(Shape::Joined, |line| line.shape)
    };
    let lines = lines.map(|(k, name)| (Entry::Line(k, shape(k)), fitting(name)));
    lines
        .chain(level.map(|(_, name)| (Entry::Level, fitting(name))))
        .collect()
}

/// What a name of the legend is of.
#[derive(Clone, Copy, Debug)]
enum Entry {
    Line(usize, Shape),
    Level,
}

/// Names of the legend by row.
fn legend_rows(names: &[(Entry, String)], room: u32) -> Vec<Vec<usize>> {
    let mut rows: Vec<Vec<usize>> = Vec::new();
    let mut taken = 0;
    for (k, (_, name)) in names.iter().enumerate() {
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
    (title, legend, labels): (&[String], &[Vec<usize>], Option<u32>),
    (width, top, columns, rows): (u32, u32, u32, u32),
) -> Drawn {
    let mut y = titled(root, theme, title)?;
    let left = Pos::new(HPos::Left, VPos::Center);
    let names = names(figure, labels, width - 2 * MARGIN);
    for row in legend {
        let mut x = MARGIN;
        for &k in row {
            let middle = units(y + LEADING / 2);
            let (from, to) = ((units(x), middle), (units(x + SAMPLE), middle));
            let centre = (i32::midpoint(from.0, to.0), middle);
            let (entry, name) = &names[k];
            match *entry {
                Entry::Level => marks::level(root, theme, [from, to])?,
                Entry::Line(k, Shape::Joined) => {
                    marks::line(root, theme, k, vec![from, to])?;
                    root.draw(&marks::shape(theme, k, centre))?;
                }
                Entry::Line(k, Shape::Points) => marks::dot(root, theme, k, centre)?,
                Entry::Line(k, Shape::Area) => {
                    let half = units(LEADING / 4);
                    let top = [(from.0, middle - half), (to.0, middle - half)];
                    marks::area(root, theme, k, &top, middle + half)?;
                }
            }
            let style = font(TEXT, FontStyle::Normal).color(&theme.ink()).pos(left);
            root.draw_text(name, &style, (units(x + SAMPLE + GAP), middle))?;
            x += SAMPLE + GAP + text_width(name, TEXT, FontStyle::Normal) + AFTER;
        }
        y += LEADING;
    }
    let (_, below) = root.split_vertically(units(top));
    let wide = (width - 2 * MARGIN) / columns;
    for (k, panel) in figure.panels.iter().enumerate() {
        let (row, column) = (k as u32 / columns, k as u32 % columns);
        debug_assert!(row < rows, "rows hold all panels");
        let x = MARGIN + column * wide;
        let area = below.clone().shrink(
            (units(x), units(row * PANEL)),
            (units(wide), units(PANEL - BETWEEN)),
        );
        if let Some(ends) = Ends::of(figure, panel) {
            panel_on(&area, (panel, &figure.legend), ends, labels, theme)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_titles_break_and_long_legends_wrap() {
        fonts();
        let lines = broken(
            "a title that is far too long for a phone in the hand",
            200,
            TITLE,
            FontStyle::Bold,
        );
        assert!(
            lines.len() > 1
                && lines
                    .iter()
                    .all(|line| text_width(line, TITLE, FontStyle::Bold) <= 200),
            "{lines:?}"
        );
        let names: Vec<(Entry, String)> = (0..5)
            .map(|k| {
                (
                    Entry::Line(k, Shape::Joined),
                    format!("a gain of {k} points"),
                )
            })
            .collect();
        let rows = legend_rows(&names, 330);
        assert!(
            rows.len() > 1 && rows.concat() == [0, 1, 2, 3, 4],
            "{rows:?}"
        );
    }
}
