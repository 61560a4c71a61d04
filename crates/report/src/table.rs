//! Tables within the width of the terminal: names give way first, then the last column wraps.

use std::fmt;
use std::ops::Range;

use comfy_table::{CellAlignment, presets};
use textwrap::core::display_width;

/// Text is wrapped to this width, or to a narrower terminal.
const WIDTH: usize = 80;
/// Below this nothing is narrowed further.
const LEAST: usize = 40;
/// Left margin, and gap between columns.
const GAP: usize = 2;
/// A name keeps this much.
const SHORTEST_NAME: usize = 16;
/// A wrapped last column keeps this much.
const SHORTEST_TEXT: usize = 24;

/// Columns that may be printed on.
pub fn width() -> usize {
    textwrap::termwidth().clamp(LEAST, WIDTH)
}

/// Lines of at most `width` columns, broken between words: "two-sided" and names with hyphens stay whole where they fit, and
/// a number stays with its per cent sign.
pub fn filled(text: &str, width: usize, indent: &str) -> String {
    let options = textwrap::Options::new(width).word_splitter(textwrap::WordSplitter::NoHyphenation);
    let kept = text.replace(" %", "\u{a0}%");
    textwrap::fill(&kept, options.subsequent_indent(indent)).replace("\u{a0}%", " %")
}

/// What stands in the first column.
pub enum Name<'a> {
    /// One name.
    Of(&'a str),
    /// System − baseline.
    Difference(&'a str, &'a str),
}

/// Rows under a header, if there is one.
pub struct Table<'a> {
    header: Vec<String>,
    right: Vec<usize>,
    names: Vec<Name<'a>>,
    cells: Vec<Vec<String>>,
}

impl<'a> Table<'a> {
    /// An empty table; without a header it is only rows.
    pub fn new(header: &[&str]) -> Self {
        let header = header.iter().map(|&word| word.to_owned()).collect();
        Self { header, right: Vec::new(), names: Vec::new(), cells: Vec::new() }
    }

    /// Right-aligns these columns.
    #[must_use]
    pub fn right(mut self, columns: Range<usize>) -> Self {
        self.right.extend(columns);
        self
    }

    /// Adds a row: its name and the cells after it.
    pub fn row(&mut self, name: Name<'a>, cells: impl IntoIterator<Item = String>) {
        self.names.push(name);
        self.cells.push(cells.into_iter().collect());
    }

    /// Widest cell of a column after the first, header included.
    fn widest(&self, column: usize) -> usize {
        let header = self.header.get(column).map_or(0, |word| display_width(word));
        self.cells.iter().map(|row| display_width(&row[column - 1])).fold(header, usize::max)
    }
}

impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = self.cells.first().map_or(0, Vec::len) + 1;
        let taken: usize = (1..columns).map(|column| self.widest(column) + GAP).sum();
        let names = fitted(&self.names, width().saturating_sub(GAP + taken).max(SHORTEST_NAME));
        let longest = names.iter().map(|name| display_width(name)).max().unwrap_or(0);
        let before: usize = (1..columns.saturating_sub(1)).map(|column| self.widest(column) + GAP).sum();
        let last = width().saturating_sub(GAP + longest + GAP + before).max(SHORTEST_TEXT);
        let mut table = comfy_table::Table::new();
        table.load_style(presets::NOTHING);
        if !self.header.is_empty() {
            table.set_header(&self.header);
        }
        for (name, cells) in names.into_iter().zip(&self.cells) {
            let mut row = vec![name];
            row.extend(cells.iter().cloned());
            if let Some(text) = row.last_mut().filter(|text| display_width(text) > last) {
                *text = filled(text, last, "");
            }
            table.add_row(row);
        }
        for column in table.column_iter_mut() {
            column.set_padding((0, GAP as u16));
        }
        for &column in &self.right {
            if let Some(column) = table.column_mut(column) {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        let lines: Vec<String> = table.lines().map(|line| format!("  {}", line.trim_end())).collect();
        f.write_str(&lines.join("\n"))
    }
}

/// Names within `room` columns: the middle of a long one gives way, unless two names would become equal; then long ones
/// run over several lines.
fn fitted(names: &[Name], room: usize) -> Vec<String> {
    let whole = |name: &Name| match name {
        Name::Of(name) => (*name).to_owned(),
        Name::Difference(system, baseline) => format!("{system} − {baseline}"),
    };
    let all: Vec<String> = names.iter().map(whole).collect();
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
                let for_system = if b < half { room - b } else { half.max(room.saturating_sub(b)) };
                let for_baseline = room.saturating_sub(s.min(for_system));
                format!("{} − {}", shortened(system, for_system), shortened(baseline, for_baseline))
            }
        })
        .collect();
    let clash = (0..all.len()).any(|i| (0..i).any(|j| short[i] == short[j] && all[i] != all[j]));
    if clash { all.iter().map(|name| filled(name, room, "")).collect() } else { short }
}

/// At most `room` columns, an ellipsis for the middle.
fn shortened(name: &str, room: usize) -> String {
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
    use super::*;

    #[test]
    fn a_long_name_keeps_both_ends() {
        assert_eq!(shortened("checkpoint_step_120000", 13), "checkp…120000");
        assert_eq!(shortened("short", 13), "short");
        // Each of these takes two columns.
        assert_eq!(shortened("模型模型模型模型", 9), "模型…模型");
    }

    #[test]
    fn names_that_would_become_equal_stay_whole() {
        let names = ["run_with_seed_1_of_the_model", "run_with_seed_2_of_the_model"];
        let fitted = fitted(&names.map(Name::Of), 16);
        assert_eq!(fitted[0], "run_with_seed_1_\nof_the_model");
        assert_ne!(fitted[0], fitted[1]);
    }

    #[test]
    fn a_difference_keeps_both_systems() {
        let names = [Name::Difference("a_long_name_of_a_system", "base")];
        assert_eq!(fitted(&names, 20), ["a_long…system − base"]);
    }

    #[test]
    fn no_line_is_wider_than_the_terminal() {
        let mut table = Table::new(&["system", "p", "how"]).right(1..2);
        let long = "words ".repeat(30);
        table.row(Name::Of(&long), ["0.5".to_owned(), long.clone()]);
        assert!(table.to_string().lines().all(|line| display_width(line) <= WIDTH));
    }
}
