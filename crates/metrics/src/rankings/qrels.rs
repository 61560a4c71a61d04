//! Judgements: `query iteration document grade`, separated by spaces or tabs.
//!
//! The iteration is ignored, a line that starts with `#` is a comment, blank lines are skipped. Grades are integers, `1` or `1.0`.

use std::collections::HashMap;

use crate::kinds::measure::Measure;
use crate::kinds::topic::Judged;
use crate::{Error, Input, quote};

/// A whole number, perhaps written as one with a point, as pandas does.
fn whole(grade: &str) -> Option<i32> {
    let (digits, zeros) = grade.split_once('.').unwrap_or((grade, ""));
    zeros
        .bytes()
        .all(|byte| byte == b'0')
        .then(|| digits.parse().ok())
        .flatten()
}

/// The judged documents of some queries, in the order of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Qrels {
    file: String,
    ids: Vec<String>,
    judged: Vec<Judged>,
    places: HashMap<Vec<u8>, usize>,
}

impl Qrels {
    /// Reads judgements.
    ///
    /// # Errors
    ///
    /// A line without four fields, a grade that is not an integer, a document that is judged twice for a query, text that is not
    /// UTF-8, or a file without judgements.
    pub fn read(input: Input<'_>) -> Result<Self, Error> {
        let mut made = Self {
            file: input.name.to_owned(),
            ids: Vec::new(),
            judged: Vec::new(),
            places: HashMap::new(),
        };
        for line in input.lines("judgements")? {
            let line = line?;
            let fields: Vec<&str> = line.text.split_ascii_whitespace().collect();
            if fields.is_empty() || line.text.starts_with('#') {
                continue;
            }
            let [query, _, document, grade] = fields[..] else {
                let found = format!(
                    "{}: {}",
                    quote::count(fields.len(), "field"),
                    quote::quoted(line.text)
                );
                return Err(input.fault(
                    line.number,
                    None,
                    "4 fields, `query iteration document grade`",
                    &found,
                ));
            };
            let grade = whole(grade).ok_or_else(|| {
                let found = quote::quoted(grade);
                let fault = input.fault(
                    line.number,
                    Some(line.column_of(grade)),
                    "an integer grade",
                    &found,
                );
                fault.with_hint("grades are whole numbers: multiply fractions until they are whole")
            })?;
            let place = match made.places.get(query.as_bytes()) {
                Some(place) => *place,
                None => made.open(query),
            };
            if made.judged[place]
                .grades
                .insert(document.as_bytes().to_vec(), grade)
                .is_some()
            {
                let found = format!("{} again", quote::quoted(document));
                return Err(input.fault(
                    line.number,
                    Some(line.column_of(document)),
                    "each document of a query once",
                    &found,
                ));
            }
        }
        if made.ids.is_empty() {
            return Err(input.fault(1, None, "judgements", "only comments or blank lines"));
        }
        for judged in &mut made.judged {
            judged.ideal.extend(judged.grades.values());
            judged.ideal.sort_unstable_by(|a, b| b.cmp(a));
        }
        Ok(made)
    }

    fn open(&mut self, query: &str) -> usize {
        let place = self.ids.len();
        self.ids.push(query.to_owned());
        self.judged.push(Judged::default());
        self.places.insert(query.as_bytes().to_vec(), place);
        place
    }

    /// Fails when a grade is beyond what a measure is defined for, or no document is relevant.
    pub(super) fn check_grades(&self, measures: &[Measure]) -> Result<(), Error> {
        let highest = |judged: &Judged| judged.ideal.first().copied().unwrap_or(0);
        let (query, grade) = self
            .judged
            .iter()
            .map(highest)
            .enumerate()
            .max_by_key(|(_, grade)| *grade)
            .unwrap_or((0, 0));
        for measure in measures.iter().filter(|measure| measure.needs_relevant()) {
            if self.without_relevant(measure) == self.len() {
                let expected = format!(
                    "a document of grade {} or more for {measure}",
                    measure.level()
                );
                let found = format!(
                    "none in {}, where the highest grade is {grade}",
                    self.file()
                );
                return Err(Error::option(expected, found).with_hint(
                    "lower rel= in the name of the measure, or check the columns: query, iteration, document, grade",
                ));
            }
        }
        let beyond = |measure: &&Measure| {
            measure
                .highest_grade()
                .is_some_and(|highest| highest < grade)
        };
        match measures.iter().find(beyond) {
            None => Ok(()),
            Some(measure) => Err(Error::option(
                format!(
                    "grades up to {} for {measure}",
                    measure.highest_grade().unwrap_or(grade)
                ),
                format!(
                    "grade {grade} for query {} in {}",
                    quote::quoted(self.id(query)),
                    self.file
                ),
            )
            .with_hint("err(max=GRADE) takes another highest grade; ndcg has a linear gain too")),
        }
    }

    /// How many queries have no document that is relevant to a measure: whatever is retrieved, they score 0.
    pub fn without_relevant(&self, measure: &Measure) -> usize {
        self.judged
            .iter()
            .filter(|judged| judged.at_least(measure.level()) == 0)
            .count()
    }

    /// The highest grade.
    pub fn highest(&self) -> i32 {
        self.judged
            .iter()
            .filter_map(|judged| judged.ideal.first().copied())
            .max()
            .unwrap_or(0)
    }

    /// Whether documents are judged not relevant as well, as in pools; else a document without a judgement says nothing.
    pub fn has_irrelevant(&self) -> bool {
        self.judged
            .iter()
            .any(|judged| judged.ideal.last().is_some_and(|lowest| *lowest < 1))
    }

    /// The number of queries.
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Whether there are none; never so for qrels that were read.
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// The id of a query.
    pub(super) fn id(&self, query: usize) -> &str {
        &self.ids[query]
    }

    /// The judgements of a query.
    pub(super) fn judged(&self, query: usize) -> &Judged {
        &self.judged[query]
    }

    /// The place of a query.
    pub(super) fn find(&self, query: &[u8]) -> Option<usize> {
        self.places.get(query).copied()
    }

    /// How messages call the file.
    pub(super) fn file(&self) -> &str {
        &self.file
    }
}
