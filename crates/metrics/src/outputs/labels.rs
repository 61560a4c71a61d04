//! Labels of items, and the set of labels that a metric averages over.

use std::collections::{BTreeSet, HashMap};

use crate::{Error, quote};

/// How many labels an item has.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Arity {
    /// Exactly one.
    #[default]
    Single,
    /// A set, possibly empty.
    Multi,
}

/// The labels of the items of one file, in file order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Labels {
    /// How messages call the file.
    pub(crate) file: String,
    pub(crate) arity: Arity,
    /// Distinct labels, in order of appearance.
    pub(crate) names: Vec<String>,
    /// Indices into `names`, item after item, and where each item's end.
    codes: Vec<u32>,
    ends: Vec<usize>,
    seen: HashMap<String, u32>,
}

impl Labels {
    fn empty(file: &str, arity: Arity) -> Self {
        Self {
            file: file.to_owned(),
            arity,
            names: Vec::new(),
            codes: Vec::new(),
            ends: Vec::new(),
            seen: HashMap::new(),
        }
    }

    /// Labels that are already in memory, one a single-label item.
    pub fn from_items<S: AsRef<str>>(name: &str, items: impl IntoIterator<Item = S>) -> Self {
        let mut made = Self::empty(name, Arity::Single);
        for item in items {
            made.add(item.as_ref());
            made.close();
        }
        made
    }

    /// Labels that are already numbered: for each item the position of its label set in `labels`, from 1, or 0 if it has
    /// none.
    pub fn from_codes(
        name: &str,
        arity: Arity,
        labels: &[Vec<String>],
        items: impl IntoIterator<Item = usize>,
    ) -> Self {
        let mut made = Self::empty(name, arity);
        let mut known: Vec<Option<Vec<u32>>> = vec![None; labels.len()];
        for code in items {
            if let Some(place) = code.checked_sub(1) {
                let own = known[place].get_or_insert_with(|| {
                    labels[place].iter().map(|label| made.code(label)).collect()
                });
                made.codes.extend_from_slice(own);
            }
            made.close();
        }
        made
    }

    /// The code of a label, a new one if need be.
    fn code(&mut self, label: &str) -> u32 {
        if let Some(code) = self.seen.get(label) {
            return *code;
        }
        let code = self.names.len() as u32;
        self.names.push(label.to_owned());
        self.seen.insert(label.to_owned(), code);
        code
    }

    /// Adds a label to the current item, unless the item has it already.
    fn add(&mut self, label: &str) {
        let code = self.code(label);
        let open = self.ends.last().copied().unwrap_or(0);
        if !self.codes[open..].contains(&code) {
            self.codes.push(code);
        }
    }

    /// Ends the current item.
    fn close(&mut self) {
        self.ends.push(self.codes.len());
    }

    /// The number of items.
    pub fn items(&self) -> usize {
        self.ends.len()
    }

    /// The codes of an item.
    pub(crate) fn item(&self, index: usize) -> &[u32] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.codes[start..self.ends[index]]
    }

    /// Refuses another number of items than the gold's.
    pub(crate) fn check_paired(&self, gold: &Self) -> Result<(), Error> {
        if self.items() == gold.items() {
            return Ok(());
        }
        Err(Error::Lengths {
            what: "labels",
            first: (gold.file.clone(), gold.items()),
            second: (self.file.clone(), self.items()),
        })
    }
}

/// The labels that a metric looks at, in a fixed order.
///
/// Systems that are compared need one set for all: a macro average depends on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LabelSet {
    names: Vec<String>,
}

impl LabelSet {
    /// Every label that occurs in some files (gold and all systems): integers by value, else by code point.
    pub fn of<'a>(files: impl IntoIterator<Item = &'a Labels>) -> Self {
        let names: BTreeSet<&str> = files
            .into_iter()
            .flat_map(|labels| labels.names.iter().map(String::as_str))
            .collect();
        let mut names: Vec<String> = names.into_iter().map(str::to_owned).collect();
        if let Ok(mut numbered) = names
            .iter()
            .map(|name| name.parse::<i64>().map(|number| (number, name.clone())))
            .collect::<Result<Vec<_>, _>>()
        {
            numbered.sort();
            names = numbered.into_iter().map(|(_, name)| name).collect();
        }
        Self { names }
    }

    /// A set of names that are in order.
    pub(crate) fn sorted<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        Self {
            names: names.into_iter().map(str::to_owned).collect(),
        }
    }

    /// Creates the set of these labels, in this order.
    ///
    /// # Errors
    ///
    /// When it is empty or names a label twice.
    pub fn from_names<S: AsRef<str>>(names: impl IntoIterator<Item = S>) -> Result<Self, Error> {
        let mut set = Self { names: Vec::new() };
        for name in names {
            let name = name.as_ref();
            if name.is_empty() || set.names.iter().any(|known| known == name) {
                return Err(Error::option(
                    "labels that are not empty, each once",
                    quote::quoted(name),
                ));
            }
            set.names.push(name.to_owned());
        }
        if set.names.is_empty() {
            return Err(Error::option("at least one label", "none"));
        }
        Ok(set)
    }

    /// The labels, in order.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The index in the set of each label of a file; `None` for a label outside the set.
    pub(crate) fn map(&self, labels: &Labels) -> Vec<Option<usize>> {
        let places: HashMap<&str, usize> = self
            .names
            .iter()
            .enumerate()
            .map(|(at, name)| (name.as_str(), at))
            .collect();
        labels
            .names
            .iter()
            .map(|name| places.get(name.as_str()).copied())
            .collect()
    }

    /// The first label of a file that the set lacks, as an error.
    pub(crate) fn check_complete(&self, labels: &Labels) -> Result<(), Error> {
        let Some(code) = self.map(labels).iter().position(Option::is_none) else {
            return Ok(());
        };
        let item = (0..labels.items()).find(|item| labels.item(*item).contains(&(code as u32)));
        Err(Error::UnknownLabel {
            file: labels.file.clone(),
            item: item.unwrap_or(0) + 1,
            label: labels.names[code].clone(),
            set: self.names.clone(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_of_integers_is_in_order_of_value_and_of_words_in_order_of_code_points() {
        let numbers = Labels::from_items("a", ["10", "2", "10", "-1"]);
        assert_eq!(LabelSet::of([&numbers]).names(), ["-1", "2", "10"]);
        let words = Labels::from_items("b", ["no", "Yes", "10"]);
        assert_eq!(
            LabelSet::of([&words, &numbers]).names(),
            ["-1", "10", "2", "Yes", "no"]
        );
    }

    #[test]
    fn a_given_set_is_not_empty_and_names_no_label_twice() {
        assert!(LabelSet::from_names(["a", "b", "a"]).is_err());
        assert!(LabelSet::from_names(Vec::<String>::new()).is_err());
        assert_eq!(
            LabelSet::from_names(["b", "a"]).unwrap().names(),
            ["b", "a"]
        );
    }
}
