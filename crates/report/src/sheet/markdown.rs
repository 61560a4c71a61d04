//! A sheet in GitHub's Markdown. Escaping is by hand: there are a dozen special characters, which is not worth a
//! crate.

use std::fmt::Write as _;

use super::Sheet;

impl Sheet {
    /// A table, and the notes below it.
    pub fn markdown(&self) -> String {
        let line = |cells: &mut dyn Iterator<Item = &String>| {
            let cells: Vec<String> = cells.map(|cell| escaped(cell)).collect();
            format!("| {} |\n", cells.join(" | "))
        };
        let lead = self.lead.iter().map(|lead| format!("**{}**\n\n", escaped(lead)));
        let mut text = lead.collect::<String>() + &line(&mut self.columns.iter().map(|column| &column.name));
        let rule: Vec<&str> =
            self.columns.iter().map(|column| if column.is_right { "---:" } else { "---" }).collect();
        let _ = writeln!(text, "|{}|", rule.join("|"));
        for cells in self.lines() {
            text += &line(&mut cells.iter());
        }
        for paragraph in [Some(self.notes.join(" ")), self.report.clone()].into_iter().flatten() {
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
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#' | '~' => out.extend(['\\', c]),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_cells_neither_end_early_nor_start_markup() {
        assert_eq!(escaped("a|b_c*\n<d>"), "a\\|b\\_c\\* \\<d\\>");
    }
}
