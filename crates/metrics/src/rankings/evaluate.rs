//! The scores of a run on the queries of the judgements.

use rayon::prelude::*;

use super::groups::Groups;
use super::ranking::{self, Ranked};
use super::{Measure, Qrels, Ties};
use crate::{Error, Input, Mean, Scores, quote};

/// What a run scores on the queries of the qrels.
#[derive(Debug, Clone, PartialEq)]
pub struct Evaluation {
    /// The queries of the qrels, in their order.
    pub queries: Vec<String>,
    /// Whether the run has lines for each query; what `--queries intersection` keeps.
    pub retrieved: Vec<bool>,
    /// How many queries of the run have no judgements; their lines were skipped.
    pub unjudged_queries: usize,
    /// In how many queries documents with equal scores are on both sides of a measure's cut-off; 0 without a cut-off.
    pub ties_across: Vec<usize>,
    /// Documents above a measure's cut-off in all rankings, and how many of them are judged; 0 without a cut-off.
    pub judged: Vec<[u64; 2]>,
    /// The most documents that the run has for a query.
    pub deepest: usize,
    measures: Vec<Measure>,
    ties: Ties,
    /// One column per measure, one row per query.
    values: Vec<Vec<f64>>,
}

impl Evaluation {
    /// The scores under one of the measures, by its position among those that were asked for.
    ///
    /// # Panics
    ///
    /// When there is no such measure.
    pub fn scores(&self, measure: usize) -> Scores {
        let name = self.measures[measure].to_string();
        let signature = format!(
            "{}|queries:judged|ties:{}",
            self.measures[measure].signature(),
            self.ties
        );
        Scores {
            mean: Mean {
                name,
                signature,
                higher_is_better: true,
                range: self.measures[measure].range(),
            },
            scores: self.values[measure].clone(),
            ids: Some(self.queries.clone()),
        }
    }
}

/// Scores a run whose content is in memory or mapped.
///
/// # Errors
///
/// A line that is neither `query Q0 document rank score tag` nor (MS MARCO) `query document rank`, a score that is not a number,
/// a document that stands twice in a query, a grade beyond what a measure is defined for, ties under [`Ties::Error`], or a run that shares no query with the qrels.
pub fn evaluate(
    qrels: &Qrels,
    run: Input<'_>,
    measures: &[Measure],
    ties: Ties,
) -> Result<Evaluation, Error> {
    qrels.check_grades(measures)?;
    let mut evaluator = Evaluator::new(qrels, run.name, measures, ties);
    evaluator.block(run.content("a run")?, 1)?;
    evaluator.finish()
}

/// Scores blocks of a run that hold all lines of their queries.
pub(super) struct Evaluator<'a> {
    qrels: &'a Qrels,
    file: &'a str,
    measures: &'a [Measure],
    ties: Ties,
    format: Option<ranking::Format>,
    ranked: Vec<Option<Ranked>>,
    unjudged: std::collections::HashSet<Vec<u8>>,
}

impl<'a> Evaluator<'a> {
    pub(super) fn new(
        qrels: &'a Qrels,
        file: &'a str,
        measures: &'a [Measure],
        ties: Ties,
    ) -> Self {
        let ranked = (0..qrels.len()).map(|_| None).collect();
        Self {
            qrels,
            file,
            measures,
            ties,
            format: None,
            ranked,
            unjudged: std::collections::HashSet::new(),
        }
    }

    /// Scores a block of whole lines, the first of which has a number in the file.
    pub(super) fn block(&mut self, bytes: &[u8], first_line: u64) -> Result<(), Error> {
        let input = Input::new(self.file, bytes);
        let groups = Groups::find(input, self.qrels, first_line)?;
        self.unjudged
            .extend(groups.unjudged.iter().map(|query| query.to_vec()));
        let format = match self.format {
            Some(format) => format,
            None => ranking::Format::of(input, first_line)?,
        };
        self.format = Some(format);
        let depth = Measure::depth(self.measures);
        let reader = ranking::Reader {
            input,
            format,
            ties: self.ties,
            depth,
            measures: self.measures,
        };
        let ranked: Vec<(usize, Result<Ranked, Error>)> = groups
            .judged
            .into_par_iter()
            .map(|(query, parts)| (query, reader.rank(self.qrels.judged(query), &parts)))
            .collect();
        // The error that stands first in the file, whichever thread met it.
        let errors = ranked
            .iter()
            .filter_map(|(_, ranked)| ranked.as_ref().err());
        if let Some(error) = errors.min_by_key(|error| error.line()) {
            return Err(error.clone());
        }
        let ranked = ranked
            .into_iter()
            .filter_map(|(query, ranked)| Some((query, ranked.ok()?)));
        for (query, ranked) in ranked {
            let line = ranked.first_line;
            if let Some(before) = self.ranked[query].replace(ranked) {
                let found = format!(
                    "more of query {}, after those that begin at line {}",
                    quote::quoted(self.qrels.id(query)),
                    before.first_line
                );
                return Err(input
                    .fault(
                        line,
                        Some(1),
                        "the lines of a query together in a stream",
                        &found,
                    )
                    .with_hint("sort the run by query, or give it as a plain file"));
            }
        }
        Ok(())
    }

    pub(super) fn finish(self) -> Result<Evaluation, Error> {
        if self.ranked.iter().all(Option::is_none) {
            let example = self
                .unjudged
                .iter()
                .min()
                .map_or_else(String::new, quote::quoted);
            return Err(Error::Ids {
                file: self.file.to_owned(),
                expected: format!(
                    "queries of {}, such as {}",
                    self.qrels.file(),
                    quote::quoted(self.qrels.id(0))
                ),
                found: format!("none of them, but {example}"),
            });
        }
        let mut values = vec![Vec::with_capacity(self.ranked.len()); self.measures.len()];
        let mut ties_across = vec![0; self.measures.len()];
        let mut judged = vec![[0, 0]; self.measures.len()];
        for (query, ranked) in self.ranked.iter().enumerate() {
            for (at, measure) in self.measures.iter().enumerate() {
                let missing = || measure.value(self.qrels.judged(query), &[], 0);
                values[at].push(
                    ranked
                        .as_ref()
                        .map_or_else(missing, |ranked| ranked.values[at]),
                );
                for (sum, count) in judged[at]
                    .iter_mut()
                    .zip(ranked.as_ref().map_or([0, 0], |ranked| ranked.judged[at]))
                {
                    *sum += count;
                }
                ties_across[at] +=
                    usize::from(ranked.as_ref().is_some_and(|ranked| ranked.ties_across[at]));
            }
        }
        Ok(Evaluation {
            queries: (0..self.qrels.len())
                .map(|query| self.qrels.id(query).to_owned())
                .collect(),
            retrieved: self.ranked.iter().map(Option::is_some).collect(),
            unjudged_queries: self.unjudged.len(),
            ties_across,
            judged,
            deepest: self
                .ranked
                .iter()
                .flatten()
                .map(|ranked| ranked.documents)
                .max()
                .unwrap_or(0),
            measures: self.measures.to_vec(),
            ties: self.ties,
            values,
        })
    }
}
