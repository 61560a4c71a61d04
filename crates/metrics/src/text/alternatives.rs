//! References with alternatives in braces, as sclite's transcripts have them: `{ gonna / going to } stay`.
//!
//! Words are separated by whitespace; so are `{`, `/` and `}`. `@` is an alternative without words,
//! and an alternative may hold further ones.

use super::ngram::Vocabulary;
use crate::outputs::segments::Segments;
use crate::outputs::whitespace::words;
use crate::{Error, Input};

/// Words in sequence, some of which are a choice.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Network<W>(Vec<Part<W>>);

#[derive(Debug, Clone, PartialEq)]
enum Part<W> {
    Word(W),
    OneOf(Vec<Network<W>>),
}

/// Edits, then words of the reference with the sign turned: fewest edits first, then most words.
type Cost = (i64, i64);

impl<'t> Network<&'t str> {
    /// Reads a reference.
    ///
    /// # Errors
    /// Describes a brace that is not closed, or that closes nothing.
    pub(super) fn parse(text: &'t str) -> Result<Self, &'static str> {
        let mut tokens = words(text);
        match Self::sequence(&mut tokens, 0)? {
            (network, None) => Ok(network),
            (_, Some(_)) => Err("a `}` without its `{`"),
        }
    }

    /// Reads up to what ends an alternative, which is returned; outside of braces `/` and `@` are words.
    fn sequence(
        tokens: &mut impl Iterator<Item = &'t str>,
        depth: usize,
    ) -> Result<(Self, Option<&'t str>), &'static str> {
        /// Braces within braces.
        const DEEPEST: usize = 32;
        let mut parts = Vec::new();
        while let Some(token) = tokens.next() {
            match token {
                "{" if depth == DEEPEST => return Err("more than 32 braces in each other"),
                "{" => {
                    let mut all = Vec::new();
                    loop {
                        let (one, end) = Self::sequence(&mut *tokens, depth + 1)?;
                        all.push(one);
                        match end {
                            Some("/") => {}
                            Some(_) => break,
                            None => return Err("a `{` without its `}`"),
                        }
                    }
                    parts.push(Part::OneOf(all));
                }
                "}" => return Ok((Self(parts), Some(token))),
                "/" if depth > 0 => return Ok((Self(parts), Some(token))),
                "@" if depth > 0 => {}
                word => parts.push(Part::Word(word)),
            }
        }
        Ok((Self(parts), None))
    }

    /// The words as the numbers of a vocabulary.
    pub(super) fn numbered(&self, vocabulary: &mut Vocabulary<'t>) -> Network<u32> {
        let part = |part: &Part<&'t str>| match part {
            Part::Word(word) => Part::Word(vocabulary.number(word)),
            Part::OneOf(all) => {
                Part::OneOf(all.iter().map(|one| one.numbered(vocabulary)).collect())
            }
        };
        Network(self.0.iter().map(part).collect())
    }
}

impl Network<u32> {
    /// The fewest edits that lead from any spelling to these words, and the words of that spelling:
    /// the longest one of those with as few edits.
    ///
    /// Cost: the words of all alternatives times those of the system.
    pub(super) fn edits(&self, system: &[u32]) -> [i64; 2] {
        let start = (0..=system.len() as i64)
            .map(|inserted| (inserted, 0))
            .collect();
        let row: Vec<Cost> = self.after(start, system);
        let (edits, words) = row[system.len()];
        [edits, -words]
    }

    /// The costs of every prefix of the system behind this network.
    fn after(&self, mut row: Vec<Cost>, system: &[u32]) -> Vec<Cost> {
        for part in &self.0 {
            row = match part {
                Part::Word(word) => behind(*word, &row, system),
                Part::OneOf(all) => {
                    let each = all.iter().map(|one| one.after(row.clone(), system));
                    let best = |one: Vec<Cost>, other: Vec<Cost>| {
                        one.into_iter().zip(other).map(|(a, b)| a.min(b)).collect()
                    };
                    each.reduce(best).unwrap_or_default()
                }
            };
        }
        row
    }
}

/// The row of the table of edit distances behind a word.
fn behind(word: u32, above: &[Cost], system: &[u32]) -> Vec<Cost> {
    let mut row: Vec<Cost> = Vec::with_capacity(above.len());
    row.push((above[0].0 + 1, above[0].1 - 1));
    for (at, said) in system.iter().enumerate() {
        let (edits, words) = above[at];
        let matched = (edits + i64::from(*said != word), words - 1);
        let (edits, words) = above[at + 1];
        let deleted = (edits + 1, words - 1);
        let (edits, words) = row[at];
        row.push(matched.min(deleted).min((edits + 1, words)));
    }
    row
}

/// Fails where a reference does not close its braces, or a system has alternatives.
pub(super) fn check(reference: &Segments, system: &Segments) -> Result<(), Error> {
    for (number, line) in (1..).zip(reference.lines()) {
        Network::parse(line).map_err(|found| {
            let expected = "alternatives such as `{ a / b }`";
            Input::new(reference.file(), "")
                .fault(number, None, expected, found)
                .with_hint("end each choice with ` }`, between blanks")
        })?;
    }
    let is_choice = |(_, line): &(u64, &str)| words(line).any(|word| word == "{");
    match (1..).zip(system.lines()).find(is_choice) {
        None => Ok(()),
        Some((number, _)) => {
            let expected = "alternatives in the reference alone";
            let found = "a `{` in a system's text";
            Err(Input::new(system.file(), "")
                .fault(number, None, expected, found)
                .with_hint("write the words that the system put out"))
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rapidfuzz::distance::levenshtein;

    use super::*;

    /// Every spelling.
    fn spellings(network: &Network<u32>) -> Vec<Vec<u32>> {
        let mut all = vec![Vec::new()];
        for part in &network.0 {
            let ends = match part {
                Part::Word(word) => vec![vec![*word]],
                Part::OneOf(each) => each.iter().flat_map(spellings).collect(),
            };
            let longer = |start: &Vec<u32>| -> Vec<Vec<u32>> {
                ends.iter().map(|end| [&start[..], end].concat()).collect()
            };
            all = all.iter().flat_map(longer).collect();
        }
        all
    }

    fn network() -> impl Strategy<Value = Network<u32>> {
        let word = (0_u32..4).prop_map(Part::Word);
        let part = word.prop_recursive(2, 12, 3, |inner| {
            let one = prop::collection::vec(inner, 0..3).prop_map(Network);
            prop::collection::vec(one, 1..4).prop_map(Part::OneOf)
        });
        prop::collection::vec(part, 0..5).prop_map(Network)
    }

    proptest! {
        #[test]
        fn edits_are_the_fewest_of_all_spellings(
            network in network(),
            system in prop::collection::vec(0_u32..4, 0..8),
        ) {
            let cost = |words: Vec<u32>| {
                let edits = levenshtein::distance(words.iter().copied(), system.iter().copied());
                (edits as i64, -(words.len() as i64))
            };
            let best = spellings(&network).into_iter().map(cost).min();
            let [edits, words] = network.edits(&system);
            prop_assert_eq!(Some((edits, -words)), best);
        }
    }

    #[test]
    fn braces_are_read_as_sclite_writes_them() {
        let mut numbers = Vocabulary::default();
        let system = numbers.numbers("i am going to go / home".split(' '));
        let text = "i { am / 'm } { { gonna / going to } / @ } go / { @ / straight } home";
        let network = Network::parse(text).unwrap().numbered(&mut numbers);
        assert_eq!(network.edits(&system), [0, 7]);
        for wrong in ["a { b / c", "a } b", "{ a / { b } "] {
            assert!(Network::parse(wrong).is_err(), "{wrong}");
        }
    }
}
