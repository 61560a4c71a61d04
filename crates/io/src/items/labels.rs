//! Words in columns: scores such as `pass` and `fail`, or labels such as `Yes` and `No` that a gold column judges.

use std::collections::BTreeSet;

use crate::format::number;
use crate::ids::Ids;
use crate::words::List;

/// The distinct words of a column, in lower case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct WordColumn {
    pub name: String,
    pub words: BTreeSet<String>,
}

/// The most distinct words that a set of words may have.
const MOST: usize = 12;

impl WordColumn {
    /// The words of a column; `None` if there are more than any set of words has.
    pub(crate) fn new(name: &str, cells: &Ids) -> Option<Self> {
        let mut words = BTreeSet::new();
        for cell in cells.iter().map(number::trim) {
            if number::is_missing(cell) {
                continue;
            }
            let word = String::from_utf8_lossy(cell).to_lowercase();
            words.insert(word);
            if words.len() > MOST {
                return None;
            }
        }
        Some(Self {
            name: name.to_owned(),
            words,
        })
    }

    /// Returns `true` if its words are yes and no, or true and false, which may be labels.
    fn are_answers(&self) -> bool {
        let of = |known: &[&str]| self.words.iter().all(|word| known.contains(&&word[..]));
        // A single letter says nothing without the other.
        let is_lone_letter = self.words.len() < 2 && of(&["y", "n"]);
        !self.words.is_empty()
            && !is_lone_letter
            && (of(&["yes", "y", "no", "n"]) || of(&["true", "false"]))
    }

    /// Returns `true` if it is called right answers, and could be those of this column.
    fn is_gold_of(&self, column: &Self) -> bool {
        let is_digit = |word: &String| ["0", "1", "0.0", "1.0"].contains(&&word[..]);
        List::Golds.ends(&self.name)
            && !self.words.is_empty()
            && (!self.words.is_disjoint(&column.words) || self.words.iter().all(is_digit))
    }
}

/// Returns `true` if a cell may be of a column of answers, so that all of its words are looked at: a word, or 1 and 0 of right answers.
pub(crate) fn may_be_answer(name: &str, example: &str) -> bool {
    let example = example.to_lowercase();
    let is_word = matches!(&example[..], "yes" | "no" | "y" | "n" | "true" | "false");
    let is_digit = matches!(&example[..], "0" | "1" | "0.0" | "1.0");
    is_word || is_digit && List::Golds.ends(name)
}

/// The answer of the rule about one column of scores: the gold that judges it, if it holds labels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Judged {
    /// By its own name.
    ByName,
    /// By right answers beside it: the place of the file and the column.
    By(usize, String),
}

/// Returns what says that a column holds labels, `None` if it holds scores. `golds`: word columns of all files.
pub(crate) fn labels(column: &WordColumn, file: usize, all: &[Vec<WordColumn>]) -> Option<Judged> {
    if !column.are_answers() || List::Verdicts.holds_word(&column.name) {
        return None;
    }
    let own = all
        .iter()
        .enumerate()
        .skip(file)
        .chain(all.iter().enumerate().take(file));
    let gold = own
        .flat_map(|(at, columns)| columns.iter().map(move |one| (at, one)))
        .find(|(at, one)| (*at != file || one.name != column.name) && one.is_gold_of(column));
    match gold {
        Some((at, gold)) => Some(Judged::By(at, gold.name.clone())),
        None if List::Labels.ends(&column.name) || List::Golds.ends(&column.name) => {
            Some(Judged::ByName)
        }
        None => None,
    }
}
