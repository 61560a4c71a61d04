//! Information retrieval: TREC runs and judgements (qrels) to per-query scores, as trec_eval defines them.
//!
//! A ranking is in order of the score in *single precision*, ties by document id descending ([`Ties`] has other rules); the
//! rank column is ignored. Unjudged documents are not relevant, nor are negative grades. The queries of the qrels are the items,
//! in their order there: a query that a run misses has an empty ranking, which scores 0 (trec_eval's `-c`), and lines of queries
//! without judgements are skipped. A query without relevant documents stays and scores 0, as in trec_eval, which averages it too;
//! judgements in which no query has any are refused. Source: trec_eval 10 (`form_res_rels.c`, `m_*.c`).
//!
//! [`evaluate`] takes the whole run in memory or in a map and reads it in parallel, its lines in any order. [`evaluate_stream`]
//! takes any reader, holds 64 MiB and the lines of one query, and needs the lines of a query together. Cost: about 0.1 µs a
//! line and core.
//!
//! ```
//! use restrap_metrics::Input;
//! use restrap_metrics::trec::{Measure, Qrels, Ties, evaluate};
//!
//! let qrels = Qrels::read(Input::new("qrels", "q1 0 a 1\nq1 0 b 0\nq2 0 c 2\n"))?;
//! let run = Input::new("run", "q1 Q0 b 1 0.9 x\nq1 Q0 a 2 0.5 x\n");
//! let measures: Vec<Measure> = vec!["rr@10".parse()?, "ndcg@10".parse()?];
//! let evaluated = evaluate(&qrels, run, &measures, Ties::default())?;
//! assert_eq!(evaluated.scores(0).scores, [0.5, 0.0]);
//! # Ok::<(), restrap_metrics::Error>(())
//! ```

mod groups;
mod measure;
mod qrels;
mod ranking;
mod spelling;
mod stream;
mod value;

pub use measure::{Gain, Measure};
pub use qrels::Qrels;
pub use stream::evaluate_stream;

use rayon::prelude::*;

use crate::{Error, Input, Mean, Scores, shown};
use groups::Groups;
use ranking::Ranked;

/// What decides between documents of one query with equal scores.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Ties {
    /// The greater document id comes first, byte by byte: trec_eval.
    #[default]
    Trec,
    /// The lesser document id comes first: the MS MARCO scorer as ir_measures wraps it.
    DocidAscending,
    /// The line that comes first in the file.
    File,
    /// They are an error.
    Error,
}

impl Ties {
    /// All, in the order of the documentation.
    pub const ALL: [Self; 4] = [Self::Trec, Self::DocidAscending, Self::File, Self::Error];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Trec => "trec",
            Self::DocidAscending => "docid-asc",
            Self::File => "file",
            Self::Error => "error",
        }
    }
}

impl std::str::FromStr for Ties {
    type Err = Error;

    fn from_str(word: &str) -> Result<Self, Error> {
        let named = Self::ALL.into_iter().find(|ties| ties.name() == word);
        named.ok_or_else(|| Error::option("trec, docid-asc, file or error", shown::quoted(word)))
    }
}

/// What a run scores on the queries of the qrels.
#[derive(Debug, Clone, PartialEq)]
pub struct Evaluation {
    /// The queries of the qrels, in their order.
    pub queries: Vec<String>,
    /// Whether the run has lines for each query; what `--queries intersection` keeps.
    pub retrieved: Vec<bool>,
    /// How many queries of the run have no judgements; their lines were skipped.
    pub unjudged_queries: usize,
    /// In how many queries documents with equal scores stand on both sides of a measure's cut-off; 0 without a cut-off.
    pub ties_across: Vec<usize>,
    /// Documents above a measure's cut-off in all rankings, and how many of them are judged; 0 without a cut-off.
    pub judged: Vec<[u64; 2]>,
    measures: Vec<Measure>,
    ties: Ties,
    /// A column a measure, a row a query.
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
        let signature =
            format!("{}|queries:judged|ties:{}", self.measures[measure].signature(), self.ties.name());
        Scores {
            mean: Mean { name, signature, higher_is_better: true },
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
struct Evaluator<'a> {
    qrels: &'a Qrels,
    file: &'a str,
    measures: &'a [Measure],
    ties: Ties,
    format: Option<ranking::Format>,
    ranked: Vec<Option<Ranked>>,
    unjudged: std::collections::HashSet<Vec<u8>>,
}

impl<'a> Evaluator<'a> {
    fn new(qrels: &'a Qrels, file: &'a str, measures: &'a [Measure], ties: Ties) -> Self {
        let ranked = (0..qrels.len()).map(|_| None).collect();
        Self { qrels, file, measures, ties, format: None, ranked, unjudged: std::collections::HashSet::new() }
    }

    /// Scores a block of whole lines, the first of which has a number in the file.
    fn block(&mut self, bytes: &[u8], first_line: u64) -> Result<(), Error> {
        let input = Input::new(self.file, bytes);
        let groups = Groups::find(input, self.qrels, first_line)?;
        self.unjudged.extend(groups.unjudged.iter().map(|query| query.to_vec()));
        let format = match self.format {
            Some(format) => format,
            None => ranking::Format::of(input, first_line)?,
        };
        self.format = Some(format);
        let depth = Measure::depth(self.measures);
        let reader = ranking::Reader { input, format, ties: self.ties, depth, measures: self.measures };
        let ranked: Vec<(usize, Result<Ranked, Error>)> = groups
            .judged
            .into_par_iter()
            .map(|(query, parts)| (query, reader.rank(self.qrels.judged(query), &parts)))
            .collect();
        // The error that stands first in the file, whichever thread met it.
        let errors = ranked.iter().filter_map(|(_, ranked)| ranked.as_ref().err());
        if let Some(error) = errors.min_by_key(|error| error.line()) {
            return Err(error.clone());
        }
        let ranked = ranked.into_iter().filter_map(|(query, ranked)| Some((query, ranked.ok()?)));
        for (query, ranked) in ranked {
            let line = ranked.first_line;
            if let Some(before) = self.ranked[query].replace(ranked) {
                let found = format!(
                    "more of query {}, after those that begin at line {}",
                    shown::quoted(self.qrels.id(query)),
                    before.first_line
                );
                return Err(input
                    .fault(line, Some(1), "the lines of a query together in a stream", &found)
                    .with_hint("sort the run by query, or give it as a plain file"));
            }
        }
        Ok(())
    }

    fn finish(self) -> Result<Evaluation, Error> {
        if self.ranked.iter().all(Option::is_none) {
            let example = self.unjudged.iter().min().map_or_else(String::new, shown::quoted);
            return Err(Error::Ids {
                file: self.file.to_owned(),
                expected: format!(
                    "queries of {}, such as {}",
                    self.qrels.file(),
                    shown::quoted(self.qrels.id(0))
                ),
                found: format!("none of them, but {example}"),
            });
        }
        let mut values = vec![Vec::with_capacity(self.ranked.len()); self.measures.len()];
        let mut ties_across = vec![0; self.measures.len()];
        let mut judged = vec![[0, 0]; self.measures.len()];
        for (query, ranked) in self.ranked.iter().enumerate() {
            for (at, measure) in self.measures.iter().enumerate() {
                let missing = || value::value(measure, self.qrels.judged(query), &[], 0);
                values[at].push(ranked.as_ref().map_or_else(missing, |ranked| ranked.values[at]));
                for (sum, count) in
                    judged[at].iter_mut().zip(ranked.as_ref().map_or([0, 0], |ranked| ranked.judged[at]))
                {
                    *sum += count;
                }
                ties_across[at] += usize::from(ranked.as_ref().is_some_and(|ranked| ranked.ties_across[at]));
            }
        }
        Ok(Evaluation {
            queries: (0..self.qrels.len()).map(|query| self.qrels.id(query).to_owned()).collect(),
            retrieved: self.ranked.iter().map(Option::is_some).collect(),
            unjudged_queries: self.unjudged.len(),
            ties_across,
            judged,
            measures: self.measures.to_vec(),
            ties: self.ties,
            values,
        })
    }
}
