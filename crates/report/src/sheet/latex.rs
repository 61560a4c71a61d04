//! A sheet for LaTeX, with the rules of `booktabs`. Escaping is by hand: there are a dozen special characters, which is not
//! worth a crate.

use std::fmt::Write as _;

use textwrap::core::display_width;

use super::Sheet;
use crate::terminal::filled;

/// Columns of a comment.
const COMMENT: usize = 100;

/// What a LaTeX table is called, and whose row stands out.
#[derive(Clone, Copy, Debug, Default)]
pub struct Titles<'a> {
    /// Its caption.
    pub caption: Option<&'a str>,
    /// Its label.
    pub label: Option<&'a str>,
    /// Systems whose names are bold.
    pub highlight: &'a [String],
}

impl<'a> Titles<'a> {
    /// Returns the same with this caption if it has none.
    pub(crate) fn or_caption(self, caption: &'a str) -> Self {
        Self {
            caption: self.caption.or(Some(caption)),
            ..self
        }
    }

    /// Returns caption and label, and the end of the table; `star` is that of its beginning.
    pub(crate) fn end(self, star: &str) -> String {
        let mut text = String::new();
        if let Some(caption) = self.caption {
            let _ = writeln!(text, "  \\caption{{{}}}", escaped(caption));
        }
        if let Some(label) = self.label {
            let _ = writeln!(
                text,
                "  \\label{{{}}}",
                label.replace(['{', '}', '\\', '%'], "")
            );
        }
        text + &format!("\\end{{table{star}}}\n")
    }
}

/// Returns notes in small print below a table.
pub(crate) fn below(notes: &str) -> String {
    format!("  \\par\\smallskip{{\\footnotesize {notes}\\par}}\n")
}

impl Sheet {
    /// Returns a table with its report in comments above it. The notes are its caption, or are printed below it if it has another.
    pub fn latex(&self, titles: Titles) -> String {
        let alignment: String = self
            .columns
            .iter()
            .map(|column| if column.is_right { 'r' } else { 'l' })
            .collect();
        let line = |cells: &mut dyn Iterator<Item = &String>| {
            let cells: Vec<String> = cells.map(|cell| escaped(cell)).collect();
            format!("    {} \\\\\n", cells.join(" & "))
        };
        let mut text = String::from("% needs \\usepackage{booktabs}\n");
        let report = self
            .report
            .as_ref()
            .map(|report| format!("report: {report}"));
        for comment in report.iter().chain(&self.next) {
            text += &filled(&format!("% {}", escaped(comment)), COMMENT, "% ");
            text += "\n";
        }
        let Fit { star, size } = self.fit();
        let _ = writeln!(
            text,
            "\\begin{{table{star}}}\n  \\centering\\{size}\n  \\setlength{{\\tabcolsep}}{{3pt}}"
        );
        let _ = writeln!(text, "  \\begin{{tabular}}{{{alignment}}}\n    \\toprule");
        text += &line(&mut self.columns.iter().map(|column| &column.name));
        text += "    \\midrule\n";
        let lines: Vec<Vec<String>> = self.lines().collect();
        for (place, cells) in lines.iter().enumerate() {
            // Groups that share their first cell stand together.
            let is_new = place > 0 && cells[0] != lines[place - 1][0];
            if is_new && lines.iter().filter(|other| other[0] == cells[0]).count() > 1 {
                text += "    \\addlinespace\n";
            }
            text += &line(&mut cells.iter());
        }
        text += "    \\bottomrule\n  \\end{tabular}\n";
        let notes = self.notes.join(" ");
        let titles = match titles.caption {
            Some(_) => {
                text += &below(&escaped(&notes));
                titles
            }
            None => Titles {
                caption: Some(&notes),
                ..titles
            },
        };
        text + &titles.end(star)
    }

    fn fit(&self) -> Fit {
        let lines: Vec<Vec<String>> = self.lines().collect();
        let width = |at: usize| {
            let cells = lines
                .iter()
                .filter_map(|cells| cells.get(at))
                .chain([&self.columns[at].name]);
            cells.map(|cell| set_width(cell)).max().unwrap_or(0)
        };
        Fit::new((0..self.columns.len()).map(width))
    }
}

/// How a table is set: over one column of text or both, and in which print.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fit {
    /// The star of a table over both columns of text, for one that is wider than a column of 8.3 cm.
    pub star: &'static str,
    /// The size of the print in which it is no wider than the text of a page in one column.
    pub size: &'static str,
}

impl Fit {
    /// How columns of so many characters are set.
    pub(crate) fn new(columns: impl Iterator<Item = usize>) -> Self {
        // Points of a digit in each print, the gap of a column, a column of text, and the text of a page in one column.
        const PRINTS: [(&str, f64); 3] =
            [("small", 4.7), ("footnotesize", 4.3), ("scriptsize", 3.8)];
        const GAP: f64 = 6.0;
        const COLUMN: f64 = 236.0;
        const PAGE: f64 = 345.0;
        let widths: Vec<usize> = columns.collect();
        let points = |digit: f64| {
            widths
                .iter()
                .map(|width| digit * *width as f64 + GAP)
                .sum::<f64>()
        };
        let fits = PRINTS.iter().find(|(_, digit)| points(*digit) <= PAGE);
        Self {
            star: if points(PRINTS[0].1) > COLUMN {
                "*"
            } else {
                ""
            },
            size: fits.unwrap_or(&PRINTS[PRINTS.len() - 1]).0,
        }
    }
}

/// Characters that a cell takes when it is set: a power of ten takes more than its `e`.
pub(crate) fn set_width(cell: &str) -> usize {
    let powers = cell.split(' ').filter(|word| power_of_ten(word).is_some());
    display_width(cell) + 4 * powers.count()
}

/// Text as LaTeX sets it: special characters escaped, signs and powers of ten in mathematics.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (place, word) in text.split(' ').enumerate() {
        if place > 0 {
            out.push(' ');
        }
        let bare = word.trim_end_matches(['.', ',', ';', ':']);
        if word.starts_with("restrap|") {
            out.push_str(&typewriter(word));
            continue;
        }
        if let Some((digits, power)) = power_of_ten(bare) {
            let _ = write!(
                out,
                "${digits} \\times 10^{{{power}}}${}",
                &word[bare.len()..]
            );
            continue;
        }
        for c in word.chars() {
            match c {
                '\\' => out.push_str("\\textbackslash{}"),
                // A dash in the encoding that LaTeX begins with.
                '|' => out.push_str("\\textbar{}"),
                '~' => out.push_str("\\textasciitilde{}"),
                '^' => out.push_str("\\textasciicircum{}"),
                '&' | '%' | '$' | '#' | '_' | '{' | '}' => out.extend(['\\', c]),
                '<' | '>' => out.extend(['$', c, '$']),
                '−' => out.push_str("$-$"),
                '∞' => out.push_str("$\\infty$"),
                '√' => out.push_str("$\\surd$"),
                '½' => out.push_str("$\\frac12$"),
                '↓' => out.push_str("$\\downarrow$"),
                'κ' => out.push_str("$\\kappa$"),
                'α' => out.push_str("$\\alpha$"),
                'χ' => out.push_str("$\\chi$"),
                '²' => out.push_str("$^2$"),
                '·' => out.push_str("$\\cdot$"),
                '*' => out.push_str("$^{*}$"),
                '†' => out.push_str("$^{\\dagger}$"),
                c if c.is_control() => out.push(' '),
                c => out.push(c),
            }
        }
    }
    out
}

/// A signature in typewriter, which may break behind each bar.
fn typewriter(signature: &str) -> String {
    let parts: Vec<String> = signature.split('|').map(escaped).collect();
    format!("\\texttt{{{}}}", parts.join("\\textbar{}\\allowbreak{}"))
}

/// `3.52e-7` as 3.52 and -7.
fn power_of_ten(word: &str) -> Option<(&str, i32)> {
    let (digits, power) = word.split_once('e')?;
    digits.parse::<f64>().ok()?;
    Some((digits, power.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn latex_text_holds_no_live_special_character() {
        assert_eq!(
            escaped("a_b & 95 % {x} #1 ~^\\"),
            "a\\_b \\& 95 \\% \\{x\\} \\#1 \\textasciitilde{}\\textasciicircum{}\\textbackslash{}"
        );
        assert_eq!(
            escaped("−0.5, p = 3.52e-7; x"),
            "$-$0.5, p = $3.52 \\times 10^{-7}$; x"
        );
        assert_eq!(escaped("p(a|b)"), "p(a\\textbar{}b)");
        assert_eq!(
            escaped("restrap|v:1|n:5 x"),
            "\\texttt{restrap\\textbar{}\\allowbreak{}v:1\\textbar{}\\allowbreak{}n:5} x"
        );
        assert_eq!(escaped("model-1e and 0.05"), "model-1e and 0.05");
    }
}
