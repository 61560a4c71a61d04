//! Dependency trees in CoNLL-U.
//!
//! Multiword tokens (`1-2`), empty nodes (`1.1`) and comments are skipped. Only sentences of the gold must be trees
//! ([`Trees::check`]): parsers that choose each head by itself may give a cycle or two roots, which [`Trees::no_trees`] counts.

use crate::{Error, Input, quote};

/// The trees of one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trees {
    pub(crate) file: String,
    words: Vec<Word>,
    /// Where each sentence's words end.
    pub(crate) ends: Vec<usize>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Word {
    pub(crate) line: u64,
    pub(crate) form: String,
    pub(crate) head: u32,
    pub(crate) relation: String,
}

impl Trees {
    /// Reads CoNLL-U: ten columns separated by tabs, a blank line behind every sentence.
    ///
    /// # Errors
    ///
    /// A line without ten columns, words that are not numbered from 1, a head that is not a word of the sentence, an empty relation, text
    /// that is not UTF-8, or a file without words.
    pub fn read(input: Input<'_>) -> Result<Self, Error> {
        let mut made = Self {
            file: input.name.to_owned(),
            words: Vec::new(),
            ends: Vec::new(),
        };
        for line in input.lines("sentences in CoNLL-U")? {
            let line = line?;
            if line.text.trim().is_empty() {
                made.close(input)?;
                continue;
            }
            if line.text.starts_with('#') {
                continue;
            }
            let fields: Vec<&str> = line.text.split('\t').collect();
            let [id, form, _, _, _, _, head, relation, _, _] = fields[..] else {
                let found = quote::count(fields.len(), "column");
                return Err(input.fault(
                    line.number,
                    None,
                    "10 columns separated by tabs (CoNLL-U)",
                    &found,
                ));
            };
            if id.contains(['-', '.']) {
                continue;
            }
            let number = made.words.len() - made.ends.last().copied().unwrap_or(0) + 1;
            let at = |part, expected: &str| {
                input.fault(
                    line.number,
                    Some(line.column_of(part)),
                    expected,
                    &quote::quoted(part),
                )
            };
            if id != number.to_string() {
                return Err(at(id, &format!("word number {number}")));
            }
            let head = head
                .parse()
                .map_err(|_| at(head, "the number of a head, or 0 for the root"))?;
            if relation.is_empty() || relation == "_" {
                return Err(at(relation, "a relation"));
            }
            made.words.push(Word {
                line: line.number,
                form: form.to_owned(),
                head,
                relation: relation.to_owned(),
            });
        }
        made.close(input)?;
        if made.ends.is_empty() {
            return Err(input.fault(1, None, "words", "only comments or blank lines"));
        }
        Ok(made)
    }

    /// Ends the open sentence, if it has words.
    fn close(&mut self, input: Input<'_>) -> Result<(), Error> {
        let start = self.ends.last().copied().unwrap_or(0);
        let words = &self.words[start..];
        if let Some(word) = words.iter().find(|word| word.head as usize > words.len()) {
            let expected = format!(
                "a head from 0 to {}, the words of the sentence",
                words.len()
            );
            return Err(input.fault(word.line, None, &expected, &word.head.to_string()));
        }
        if !words.is_empty() {
            self.ends.push(self.words.len());
        }
        Ok(())
    }

    /// Fails unless every sentence is a tree: one root, no cycle.
    ///
    /// # Errors
    ///
    /// The first sentence that is not a tree.
    pub fn check(&self) -> Result<(), Error> {
        match self.sentences().find_map(no_tree) {
            None => Ok(()),
            Some((line, expected, found)) => {
                Err(Input::new(&self.file, "").fault(line, None, &expected, &found))
            }
        }
    }

    /// How many sentences are not trees, of how many.
    pub fn no_trees(&self) -> (usize, usize) {
        (
            self.sentences()
                .filter(|words| no_tree(words).is_some())
                .count(),
            self.ends.len(),
        )
    }

    /// The words of each sentence.
    pub(crate) fn sentences(&self) -> impl Iterator<Item = &[Word]> {
        let starts = [0].into_iter().chain(self.ends.iter().copied());
        starts
            .zip(&self.ends)
            .map(|(start, end)| &self.words[start..*end])
    }
}

/// What keeps a sentence from being a tree: the line, what was expected, what was found.
fn no_tree(words: &[Word]) -> Option<(u64, String, String)> {
    let mut roots = words.iter().filter(|word| word.head == 0);
    if let (Some(first), Some(second)) = (roots.next(), roots.next()) {
        let expected = format!("one root per sentence, and line {} is one", first.line);
        return Some((
            second.line,
            expected,
            format!("a second root at {}", quote::quoted(&second.form)),
        ));
    }
    // The start, from 1, from which each word was first reached.
    let mut reached = vec![0; words.len()];
    for start in 0..words.len() {
        let mut at = start;
        while reached[at] == 0 {
            reached[at] = start + 1;
            match words[at].head {
                0 => break,
                head => at = head as usize - 1,
            }
        }
        if words[at].head != 0 && reached[at] == start + 1 {
            let found = format!(
                "heads that lead from {} back to it",
                quote::quoted(&words[at].form)
            );
            return Some((words[at].line, "a tree, without a cycle".to_owned(), found));
        }
    }
    None
}
