//! Sentences below the tables: what each number is, and what it is not.

use restrap::Explained;

use crate::output::Output;
use crate::sheet::{Sheet, left};
use crate::terminal::{bold, wrapped};

/// What the block is called.
pub(crate) const TITLE: &str = "What the numbers are, and are not";

/// The numbers of an answer in words, in a form that has room for them; `None` for one row per number, and for a line.
pub fn explained(all: &[Explained], output: Output) -> Option<String> {
    let lines = |of: &dyn Fn(&Explained) -> String| all.iter().map(of).collect::<Vec<_>>().join("\n");
    Some(match output {
        Output::Table => {
            let each = lines(&|one| wrapped(&format!("{}: {}", one.number, one.words), "  "));
            format!("{}\n{each}\n", bold(TITLE))
        }
        Output::Markdown => {
            format!("**{TITLE}**\n\n{}\n", lines(&|one| format!("- {}: {}", one.number, one.words)))
        }
        Output::Latex => format!("{}\n", lines(&|one| format!("% {}: {}", one.number, one.words))),
        Output::Csv | Output::Line => return None,
    })
}

/// The same as a table of a page.
pub(crate) fn sheet(all: &[Explained]) -> Sheet {
    let mut sheet = Sheet::new([left("number"), left("what it is, and is not")]);
    for one in all {
        sheet.row(&one.number, [one.words.clone()]);
    }
    sheet
}
