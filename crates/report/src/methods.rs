//! The methods paragraph of a comparison, with its bibliography.

use restrap::{Outcome, Piece};

use crate::output::Output;
use crate::sheet::{latex, markdown};
use crate::terminal::wrapped;

/// The methods paragraph and its bibliography, as text, Markdown or LaTeX has them.
pub fn methods(outcome: &Outcome, output: Output) -> String {
    let methods = restrap::methods(outcome);
    let filled = |text: &str| wrapped(text, "");
    match output {
        Output::Markdown => {
            let paragraph = markdown::escaped(&methods.paragraph);
            format!("{paragraph}\n\n```bibtex\n{}\n```\n", methods.bibtex)
        }
        Output::Latex => {
            let piece = |piece: &Piece| match piece {
                Piece::Words(words) => latex::escaped(words),
                Piece::Cited(keys) => format!("~\\citep{{{}}}", keys.join(",")),
            };
            let paragraph: String = methods.pieces.iter().map(piece).collect();
            format!(
                "% needs \\usepackage{{natbib}} and \\bibliography{{restrap}}\n{}\n\n\
                 \\begin{{filecontents*}}{{restrap.bib}}\n{}\n\\end{{filecontents*}}\n",
                filled(&paragraph),
                methods.bibtex
            )
        }
        Output::Table | Output::Csv | Output::Line => {
            format!("{}\n\n{}\n", filled(&methods.paragraph), methods.bibtex)
        }
    }
}
