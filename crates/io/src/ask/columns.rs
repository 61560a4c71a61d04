//! Which columns of a file are meant: by name, by number, by glob, or all that hold numbers.

use std::collections::{HashMap, HashSet};

use glob::Pattern;
use restrap_words::{Code, Note, escaped, refers_to};

use crate::error::Bare;
use crate::error::quote;
use crate::error::subject::Subject;
use crate::format::identifier::{is_counter, is_identifier};
use crate::items::assumption::Assumption;
use crate::items::rows;
use crate::words::{List, normal};
use crate::{Error, Kind};

/// The columns of a file.
pub(crate) struct Columns<'a> {
    /// The file as shown.
    pub file: &'a str,
    /// Header names, where there is a header.
    pub names: Option<&'a [String]>,
    pub width: usize,
}

impl Columns<'_> {
    /// The column's name, or its number from 1. Characters that a terminal acts on are escaped.
    pub(crate) fn label(&self, index: usize) -> String {
        match self.names.and_then(|names| names.get(index)) {
            Some(name) if !name.is_empty() => escaped(name).into_owned(),
            _ => (index + 1).to_string(),
        }
    }

    /// Whether the header calls the column an identifier; a column without a header is none.
    pub(crate) fn is_identifier(&self, index: usize) -> bool {
        self.names
            .and_then(|names| names.get(index))
            .is_some_and(|name| is_identifier(name))
    }

    /// Every label.
    pub(crate) fn labels(&self) -> Vec<String> {
        (0..self.width).map(|index| self.label(index)).collect()
    }

    /// Returns `true` if `%` behind the name of a column says that it is per cent: no column has the whole name.
    pub(crate) fn is_percent(&self, wanted: &str) -> bool {
        let has = |name: &str| self.labels().iter().any(|label| label == name);
        wanted
            .strip_suffix('%')
            .is_some_and(|column| has(column) && !has(wanted))
    }

    /// The column that `by` asks for: a header name, else a number from 1. `NAME%` is the column `NAME` if none has the whole name.
    pub(crate) fn find(&self, wanted: &str, by: Subject) -> Result<usize, Error> {
        let file = self.file.to_owned();
        let wanted = wanted.to_owned();
        let named = self
            .names
            .unwrap_or_default()
            .iter()
            .enumerate()
            .filter(|(_, name)| {
                **name == wanted || wanted.contains('\\') && escaped(name) == wanted
            });
        let at: Vec<usize> = named.map(|(index, _)| index).collect();
        match at[..] {
            [index] => return Ok(index),
            [] => {}
            _ => {
                let at = at.into_iter().map(|index| index + 1).collect();
                return Err(Error::AmbiguousColumn {
                    file,
                    by,
                    wanted,
                    at,
                });
            }
        }
        match wanted.parse::<usize>() {
            Ok(number) if (1..=self.width).contains(&number) => Ok(number - 1),
            _ if self.is_percent(&wanted) && by == Subject::COLUMN => {
                self.find(wanted.strip_suffix('%').unwrap_or_default(), by)
            }
            _ => Err(Error::NoSuchColumn {
                file,
                by,
                wanted,
                columns: self.labels(),
            }),
        }
    }
}

/// The patterns of `--systems`.
pub(crate) struct Globs {
    text: String,
    patterns: Vec<(String, Pattern)>,
}

impl Globs {
    /// Reads a comma-separated list.
    pub(crate) fn new(text: &str) -> Result<Self, Error> {
        let mut patterns = Vec::new();
        for pattern in text
            .split(',')
            .map(str::trim)
            .filter(|pattern| !pattern.is_empty())
        {
            let bad = |reason: String| Error::BadGlob {
                pattern: pattern.to_owned(),
                reason,
            };
            let glob = Pattern::new(pattern).map_err(|error| bad(error.msg.to_owned()))?;
            patterns.push((pattern.to_owned(), glob));
        }
        if patterns.is_empty() {
            return Err(Error::BadGlob {
                pattern: text.to_owned(),
                reason: "it is empty".to_owned(),
            });
        }
        Ok(Self {
            text: text.to_owned(),
            patterns,
        })
    }

    /// The error of picking none of these systems.
    pub(crate) fn nothing(&self, file: &str, names: &[String]) -> Error {
        Error::NothingPicked {
            file: file.to_owned(),
            pattern: self.text.clone(),
            columns: names.to_vec(),
        }
    }

    /// Whether a pattern is, or matches, this label.
    pub(crate) fn picks(&self, label: &str) -> bool {
        self.patterns
            .iter()
            .any(|(text, glob)| refers_to(text, label) || glob.matches(label))
    }

    /// Whether a pattern is exactly this label, so that it is asked for by name.
    pub(crate) fn names(&self, label: &str) -> bool {
        self.patterns.iter().any(|(text, _)| refers_to(text, label))
    }
}

/// The columns of a table given without `:COLUMN` that are systems, and a note about those that are not.
pub(crate) fn bare(
    columns: &Columns<'_>,
    kinds: &[(Kind, String)],
    taken: &[usize],
    globs: Option<&Globs>,
) -> Result<(Vec<usize>, Vec<Note>), Error> {
    let labels = columns.labels();
    let file = columns.file.to_owned();
    let (mut picked, mut passed, mut candidates) = (Vec::new(), Vec::new(), Vec::new());
    let taken: HashSet<usize> = taken.iter().copied().collect();
    for (index, label) in labels.iter().enumerate() {
        let candidate = !columns.is_identifier(index) && !taken.contains(&index);
        let is_scored = matches!(kinds[index].0, Kind::Numbers | Kind::Verdicts);
        let scores = candidate && is_scored && !is_counter(label);
        if candidate {
            candidates.push(index);
        }
        match globs {
            Some(globs) if globs.names(label) || scores && globs.picks(label) => picked.push(index),
            None if scores => picked.push(index),
            None if !taken.contains(&index) => passed.push(label.clone()),
            _ => {}
        }
    }
    let mut left_out = Vec::new();
    if globs.is_none() {
        no_votes(&labels, kinds, &file)?;
        left_out = statistics(columns, &mut picked);
    }
    match globs {
        _ if !picked.is_empty() => {}
        // The only column that can be meant: what is wrong in it says more than that it holds no numbers.
        None if candidates.len() == 1 => return Ok((candidates, Vec::new())),
        Some(globs) => {
            return Err(Error::NothingPicked {
                file,
                pattern: globs.text.clone(),
                columns: labels,
            });
        }
        None => {
            return Err(Error::NoNumbers {
                path: file,
                columns: labels,
                inside: None,
                bare: Bare::default(),
            });
        }
    }
    let mut places: HashMap<&str, Vec<usize>> = HashMap::new();
    for index in &picked {
        places.entry(&labels[*index]).or_default().push(index + 1);
    }
    if let Some(index) = picked
        .iter()
        .find(|index| places[&labels[**index][..]].len() > 1)
    {
        let (by, wanted) = (
            Subject::Part("one system per column"),
            labels[*index].clone(),
        );
        return Err(Error::AmbiguousColumn {
            file,
            by,
            at: places[&wanted[..]].clone(),
            wanted,
        });
    }
    let note = (!passed.is_empty()).then(|| {
        Code::ColumnsLeftOut.says(format!(
            "{file}: not taken as systems (text, empty or identifiers): {}",
            quote::list(&passed)
        ))
    });
    let left_out = (!left_out.is_empty()).then(|| {
        Assumption::StatisticsLeftOut {
            file: columns.file.to_owned(),
            columns: left_out,
        }
        .note()
    });
    Ok((picked, left_out.into_iter().chain(note).collect()))
}

/// Takes columns out that are statistics, folds or indexes by their names, unless nothing else is left; returns their labels.
fn statistics(columns: &Columns<'_>, picked: &mut Vec<usize>) -> Vec<String> {
    if columns.names.is_none() {
        return Vec::new();
    }
    let labels = columns.labels();
    let names: Vec<&str> = labels.iter().map(String::as_str).collect();
    let none = rows::no_systems(&names);
    let is_none = |column: &usize| none.contains(column);
    if picked.iter().all(is_none) {
        return Vec::new();
    }
    let left_out: Vec<usize> = picked.iter().copied().filter(is_none).collect();
    picked.retain(|column| !is_none(column));
    left_out
        .into_iter()
        .map(|column| labels[column].clone())
        .collect()
}

/// Refuses a table of votes, which say who won and give no scores.
fn no_votes(labels: &[String], kinds: &[(Kind, String)], file: &str) -> Result<(), Error> {
    let find = |name: &str| labels.iter().position(|label| normal(label) == name);
    let is_text = |at: &usize| kinds[*at].0 == Kind::Text;
    let text = |name: &str| find(name).filter(is_text);
    let pair = List::VotedPairs.in_order().find_map(|pair| {
        let (left, right) = pair.split_once('|')?;
        Some([text(left)?, text(right)?])
    });
    let winner = List::Winners.in_order().find_map(text);
    let (Some([left, right]), Some(winner)) = (pair, winner) else {
        return Ok(());
    };
    let pair = [left, right].map(|at| labels[at].clone());
    let item = List::VotedItems.in_order().find_map(find);
    let item = item.map_or_else(String::new, |at| format!(",item={}", labels[at]));
    Err(Error::Votes {
        file: file.to_owned(),
        votes: format!(
            "left={},right={},winner={}{item}",
            pair[0], pair[1], labels[winner]
        ),
        pair: Box::new(pair),
    })
}

/// Refuses to compare by several measures at once: columns called SYSTEM:MEASURE, of which every system has every measure.
pub(crate) fn one_measure(columns: &Columns<'_>, picked: &[usize]) -> Result<(), Error> {
    let labels: Vec<String> = picked.iter().map(|column| columns.label(*column)).collect();
    let halves = |by: char| -> Option<Vec<(&str, &str)>> {
        labels.iter().map(|label| label.rsplit_once(by)).collect()
    };
    let distinct = |names: Vec<&str>| {
        let mut known = HashSet::new();
        names
            .into_iter()
            .filter(|name| known.insert(*name))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    for by in [':', '.'] {
        let halves = halves(by).unwrap_or_default();
        let systems = distinct(halves.iter().map(|(system, _)| *system).collect());
        let measures = distinct(halves.iter().map(|(_, measure)| *measure).collect());
        let is_crossed = systems.len() * measures.len() == halves.len();
        if systems.len() > 1 && measures.len() > 1 && is_crossed {
            return Err(Error::SeveralMeasures {
                file: columns.file.to_owned(),
                systems,
                measures,
                by,
            });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::Kind::{Nothing, Numbers, Text};
    use super::*;

    fn names() -> Vec<String> {
        ["qid", "bm25", "ance", "split", "2", "ance"]
            .map(str::to_owned)
            .to_vec()
    }

    #[test]
    fn a_name_wins_over_a_number_and_a_doubled_name_needs_a_number() {
        let names = names();
        let columns = Columns {
            file: "a.csv",
            names: Some(&names),
            width: 6,
        };
        assert_eq!(columns.find("bm25", Subject::COLUMN).unwrap(), 1);
        assert_eq!(columns.find("2", Subject::COLUMN).unwrap(), 4);
        assert_eq!(columns.find("3", Subject::COLUMN).unwrap(), 2);
        let error = columns.find("ance", Subject::ID).unwrap_err();
        assert_eq!(
            error.to_string(),
            "a.csv: id asks for the column `ance`, which the header has 2 times (columns 3, 6)"
        );
        let error = columns.find("bm52", Subject::COLUMN).unwrap_err();
        assert_eq!(error.hint().unwrap(), "did you mean `bm25`?");
        for wanted in ["0", "7", "-1", ""] {
            assert!(columns.find(wanted, Subject::COLUMN).is_err(), "{wanted}");
        }
    }

    #[test]
    fn a_bare_table_gives_its_columns_of_numbers_without_identifiers() {
        let names = names();
        let columns = Columns {
            file: "a.csv",
            names: Some(&names),
            width: 6,
        };
        let kinds =
            [Numbers, Numbers, Numbers, Text, Numbers, Nothing].map(|kind| (kind, String::new()));
        let (picked, note) = bare(&columns, &kinds, &[4], None).unwrap();
        assert_eq!(picked, [1, 2]);
        assert!(note[0].text.ends_with("`qid`, `split`, `ance`"));
        let globs = Globs::new("b*, qid").unwrap();
        assert_eq!(bare(&columns, &kinds, &[], Some(&globs)).unwrap().0, [0, 1]);
        let globs = Globs::new("q*").unwrap();
        assert_eq!(
            bare(&columns, &kinds, &[], Some(&globs))
                .unwrap_err()
                .class()
                .name(),
            "usage"
        );
    }

    #[test]
    fn globs_that_cannot_be_read_are_errors() {
        assert!(Globs::new("[a").is_err());
        assert!(Globs::new(" , ").is_err());
    }

    #[test]
    fn identifiers_are_known_in_any_spelling() {
        for name in ["ID", "Query ID", "example-id", "Unnamed: 0", ""] {
            assert!(is_identifier(name), "{name}");
        }
        assert!(!is_identifier("rouge"));
    }
}
