//! A sheet as one line, for logs and commit messages.

use super::Sheet;

impl Sheet {
    /// What is above the rows, then each row as its name and its cells behind their headers.
    pub fn line(&self) -> String {
        let rows = self.rows.iter().map(|(name, cells)| {
            let told = self.columns.iter().skip(1).zip(cells).filter(|(_, cell)| !cell.is_empty());
            let cells: Vec<String> = told.map(|(column, cell)| format!("{} {cell}", column.name)).collect();
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

    #[test]
    fn a_line_is_one_line_without_empty_cells() {
        let mut sheet = Sheet::new([left("system"), right("BLEU"), right("p")]);
        sheet.row("base\nline", ["31.2".to_owned(), String::new()]);
        sheet.row("new", ["31.9".to_owned(), "0.04".to_owned()]);
        sheet.lead("gate passed");
        assert_eq!(sheet.line(), "gate passed; base line: BLEU 31.2; new: BLEU 31.9, p 0.04\n");
    }
}
