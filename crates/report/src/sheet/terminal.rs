//! A sheet within the width of a terminal: names are shortened first, then the last column wraps.

use comfy_table::{CellAlignment, presets};
use textwrap::core::display_width;

use super::{Column, Name, Sheet};
use crate::cells::plain;
use crate::terminal::{filled, width};

/// Left margin, and gap between columns.
const GAP: usize = 2;
/// A name keeps this much.
const SHORTEST_NAME: usize = 16;
/// A wrapped last column keeps this much.
const SHORTEST_TEXT: usize = 24;

impl Sheet {
    /// Lines for a terminal, without the last line feed.
    pub fn text(&self) -> String {
        let shown = self.visible();
        shown.aligned()
    }

    /// The sheet as a terminal shows its text, which settles how wide its columns are.
    fn visible(&self) -> Self {
        let plain = |text: &String| plain(text).into_owned();
        let row = |(name, cells): &(Name, Vec<String>)| {
            let name = match name {
                Name::Of(name) => Name::Of(plain(name)),
                Name::Difference(system, baseline) => {
                    Name::Difference(plain(system), plain(baseline))
                }
            };
            (name, cells.iter().map(plain).collect())
        };
        let columns = self.columns.iter();
        let columns = columns
            .map(|column| Column {
                name: plain(&column.name),
                ..column.clone()
            })
            .collect();
        Self {
            columns,
            rows: self.rows.iter().map(row).collect(),
            ..Self::default()
        }
    }

    fn aligned(&self) -> String {
        let columns = self.columns.len();
        let taken: usize = (1..columns).map(|column| self.widest(column) + GAP).sum();
        let names: Vec<&Name> = self.rows.iter().map(|(name, _)| name).collect();
        let names = fitted(
            &names,
            width().saturating_sub(GAP + taken).max(SHORTEST_NAME),
        );
        let longest = names
            .iter()
            .map(|name| display_width(name))
            .max()
            .unwrap_or(0);
        let before: usize = (1..columns.saturating_sub(1))
            .map(|column| self.widest(column) + GAP)
            .sum();
        let last = width()
            .saturating_sub(GAP + longest + GAP + before)
            .max(SHORTEST_TEXT);
        let mut table = comfy_table::Table::new();
        table.load_style(presets::NOTHING);
        if self.columns.iter().any(|column| !column.name.is_empty()) {
            table.set_header(self.columns.iter().map(|column| &column.name));
        }
        for (name, (_, cells)) in names.into_iter().zip(&self.rows) {
            let mut row = vec![name];
            row.extend(cells.iter().cloned());
            if let Some(text) = row.last_mut().filter(|text| display_width(text) > last) {
                *text = filled(text, last, "");
            }
            table.add_row(row);
        }
        for (column, asked) in table.column_iter_mut().zip(&self.columns) {
            column.set_padding((0, GAP as u16));
            if asked.is_right {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        let lines: Vec<String> = table
            .lines()
            .map(|line| format!("  {}", line.trim_end()))
            .collect();
        lines.join("\n")
    }

    /// Widest cell of a column after the first, header included.
    fn widest(&self, column: usize) -> usize {
        let header = display_width(&self.columns[column].name);
        let cells = self
            .rows
            .iter()
            .filter_map(|(_, cells)| cells.get(column - 1));
        cells
            .map(|cell| display_width(cell))
            .fold(header, usize::max)
    }
}

/// Names within `room` columns: the middle of a long one gives way, unless two names would become equal; then long ones
/// run over several lines.
fn fitted(names: &[&Name], room: usize) -> Vec<String> {
    let all: Vec<String> = names.iter().map(|name| name.whole()).collect();
    if all.iter().all(|name| display_width(name) <= room) {
        return all;
    }
    let short: Vec<String> = names
        .iter()
        .map(|name| match name {
            Name::Of(name) => shortened(name, room),
            Name::Difference(system, baseline) => {
                let room = room.saturating_sub(3);
                // What a short baseline does not need goes to the system, and the other way round.
                let half = room / 2;
                let (s, b) = (display_width(system), display_width(baseline));
                let for_system = if b < half {
                    room - b
                } else {
                    half.max(room.saturating_sub(b))
                };
                let for_baseline = room.saturating_sub(s.min(for_system));
                format!(
                    "{} − {}",
                    shortened(system, for_system),
                    shortened(baseline, for_baseline)
                )
            }
        })
        .collect();
    let clash = (0..all.len()).any(|i| (0..i).any(|j| short[i] == short[j] && all[i] != all[j]));
    if clash {
        all.iter().map(|name| filled(name, room, "")).collect()
    } else {
        short
    }
}

/// At most `room` columns, an ellipsis for the middle.
pub(crate) fn shortened(name: &str, room: usize) -> String {
    if display_width(name) <= room {
        return name.to_owned();
    }
    let kept = room.saturating_sub(1);
    let tail: String = taken(name.chars().rev(), kept / 2).chars().rev().collect();
    format!("{}…{tail}", taken(name.chars(), kept - kept / 2))
}

/// The longest prefix of at most `room` columns.
fn taken(characters: impl Iterator<Item = char>, room: usize) -> String {
    let mut used = 0;
    characters
        .take_while(|c| {
            used += display_width(c.encode_utf8(&mut [0; 4]));
            used <= room
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::{left, right};
    use super::*;
    use crate::terminal::WIDTH;

    #[test]
    fn a_long_name_keeps_both_ends() {
        assert_eq!(shortened("checkpoint_step_120000", 13), "checkp…120000");
        assert_eq!(shortened("short", 13), "short");
        // Each of these takes two columns.
        assert_eq!(shortened("模型模型模型模型", 9), "模型…模型");
    }

    #[test]
    fn names_that_would_become_equal_stay_whole() {
        let names = [
            "run_with_seed_1_of_the_model",
            "run_with_seed_2_of_the_model",
        ]
        .map(Name::from);
        let fitted = fitted(&names.each_ref(), 16);
        assert_eq!(fitted[0], "run_with_seed_1_\nof_the_model");
        assert_ne!(fitted[0], fitted[1]);
    }

    #[test]
    fn a_difference_keeps_both_systems() {
        let name = Name::Difference("a_long_name_of_a_system".to_owned(), "base".to_owned());
        assert_eq!(fitted(&[&name], 20), ["a_long…system − base"]);
    }

    #[test]
    fn text_of_files_neither_styles_nor_shifts_a_table() {
        let mut sheet = Sheet::new([left("system"), right("p")]);
        sheet.row("a\u{1b}[31m", ["0.5".to_owned()]);
        sheet.row("b", ["\u{7f}".to_owned()]);
        assert_eq!(
            sheet.text(),
            "  system            p\n  a\\u{1b}[31m     0.5\n  b            \\u{7f}"
        );
    }

    #[test]
    fn no_line_is_wider_than_the_terminal() {
        let mut sheet = Sheet::new([left("system"), right("p"), left("how")]);
        let long = "words ".repeat(30);
        sheet.row(long.as_str(), ["0.5".to_owned(), long.clone()]);
        assert!(
            sheet
                .text()
                .lines()
                .all(|line| display_width(line) <= WIDTH)
        );
    }
}
