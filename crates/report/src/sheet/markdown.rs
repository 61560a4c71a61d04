//! A sheet in GitHub's Markdown. Escaping is by hand: there are a dozen special characters, which is not worth a
//! crate.

use std::borrow::Cow;
use std::fmt::Write as _;

use restrap::io::text_cell;

use crate::sheet::Sheet;

impl Sheet {
    /// A table, and the notes below it.
    pub fn markdown(&self) -> String {
        let line = |cells: &mut dyn Iterator<Item = &String>| {
            let cells: Vec<String> = cells.map(|cell| escaped(cell)).collect();
            format!("| {} |\n", cells.join(" | "))
        };
        let lead = self
            .lead
            .iter()
            .map(|lead| format!("**{}**\n\n", escaped(lead)));
        let parts = self
            .parts
            .iter()
            .map(|part| format!("- {}\n", escaped(part)));
        let parts = parts.chain((!self.parts.is_empty()).then(|| "\n".to_owned()));
        let mut text = lead.chain(parts).collect::<String>()
            + &line(&mut self.columns.iter().map(|column| &column.name));
        let rule: Vec<&str> = self
            .columns
            .iter()
            .map(|column| if column.is_right { "---:" } else { "---" })
            .collect();
        let _ = writeln!(text, "|{}|", rule.join("|"));
        for cells in self.lines() {
            text += &line(&mut cells.iter());
        }
        for paragraph in [
            Some(self.notes.join(" ")),
            self.next.clone(),
            self.report.clone(),
        ]
        .into_iter()
        .flatten()
        {
            let _ = writeln!(text, "\n{}", escaped(&paragraph));
        }
        text
    }
}

/// Characters that would end a cell or start a markup.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#' | '~' => {
                out.extend(['\\', c]);
            }
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

impl Sheet {
    /// The header and a line per row; notes have no place here.
    pub fn csv(&self) -> String {
        let line = |cells: &mut dyn Iterator<Item = &str>| {
            let cells: Vec<Cow<str>> = cells.map(quoted).collect();
            cells.join(",") + "\n"
        };
        let mut text = line(&mut self.columns.iter().map(|column| column.name.as_str()));
        for cells in self.lines() {
            text += &line(&mut cells.iter().map(String::as_str));
        }
        text
    }
}

/// As text that no spreadsheet computes, in quotation marks where it would not be one field otherwise.
fn quoted(cell: &str) -> Cow<'_, str> {
    let cell = text_cell(cell);
    if cell.contains(['"', ',', '\n', '\r']) {
        Cow::Owned(format!("\"{}\"", cell.replace('"', "\"\"")))
    } else {
        cell
    }
}

impl Sheet {
    /// What is above the rows, then each row as its name and its cells behind their headers.
    pub fn line(&self) -> String {
        let rows = self.rows.iter().map(|(name, cells)| {
            let told = self
                .columns
                .iter()
                .skip(1)
                .zip(cells)
                .filter(|(_, cell)| !cell.is_empty());
            let cells: Vec<String> = told
                .map(|(column, cell)| format!("{} {cell}", column.name))
                .collect();
            format!("{}: {}", name.whole(), cells.join(", "))
        });
        let line = self
            .lead
            .iter()
            .map(|lead| lead.trim_end_matches('.').to_owned())
            .chain(rows)
            .collect::<Vec<_>>()
            .join("; ");
        line.replace(char::is_control, " ") + "\n"
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Sheet, left, right};

    use super::*;

    #[test]
    fn markdown_cells_neither_end_early_nor_start_markup() {
        assert_eq!(escaped("a|b_c*\n<d>"), "a\\|b\\_c\\* \\<d\\>");
    }

    #[test]
    fn a_field_with_a_comma_stays_one_field() {
        let mut sheet = Sheet::new([left("name"), left("said")]);
        sheet.row("a,b", ["she said \"no\"".to_owned()]);
        sheet.row("c", [String::new()]);
        assert_eq!(
            sheet.csv(),
            "name,said\n\"a,b\",\"she said \"\"no\"\"\"\nc,\n"
        );
    }

    #[test]
    fn names_are_no_formulas_and_numbers_stay_numbers() {
        let mut sheet = Sheet::new([left("@name"), left("score")]);
        sheet.row("=HYPERLINK(\"x\",1)", ["-0.5".to_owned()]);
        assert_eq!(
            sheet.csv(),
            "'@name,score\n\"'=HYPERLINK(\"\"x\"\",1)\",-0.5\n"
        );
    }

    #[test]
    fn a_line_is_one_line_without_empty_cells() {
        let mut sheet = Sheet::new([left("system"), right("BLEU"), right("p")]);
        sheet.row("base\nline", ["31.2".to_owned(), String::new()]);
        sheet.row("new", ["31.9".to_owned(), "0.04".to_owned()]);
        sheet.lead("gate passed");
        assert_eq!(
            sheet.line(),
            "gate passed; base line: BLEU 31.2; new: BLEU 31.9, p 0.04\n"
        );
    }
}
