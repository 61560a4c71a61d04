//! A sheet as comma-separated values (RFC 4180, lines that end in a line feed).

use std::borrow::Cow;

use restrap::io::text_cell;

use super::Sheet;

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

#[cfg(test)]
mod tests {
    use super::super::{Sheet, left};

    #[test]
    fn a_field_with_a_comma_stays_one_field() {
        let mut sheet = Sheet::new([left("name"), left("said")]);
        sheet.row("a,b", ["she said \"no\"".to_owned()]);
        sheet.row("c", [String::new()]);
        assert_eq!(sheet.csv(), "name,said\n\"a,b\",\"she said \"\"no\"\"\"\nc,\n");
    }

    #[test]
    fn names_are_no_formulas_and_numbers_stay_numbers() {
        let mut sheet = Sheet::new([left("@name"), left("score")]);
        sheet.row("=HYPERLINK(\"x\",1)", ["-0.5".to_owned()]);
        assert_eq!(sheet.csv(), "'@name,score\n\"'=HYPERLINK(\"\"x\"\",1)\",-0.5\n");
    }
}
