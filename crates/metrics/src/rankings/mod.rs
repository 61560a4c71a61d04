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
//! use restrap_metrics::rankings::{Measure, Qrels, Ties, evaluate};
//!
//! let qrels = Qrels::read(Input::new("qrels", "q1 0 a 1\nq1 0 b 0\nq2 0 c 2\n"))?;
//! let run = Input::new("run", "q1 Q0 b 1 0.9 x\nq1 Q0 a 2 0.5 x\n");
//! let measures: Vec<Measure> = vec!["rr@10".parse()?, "ndcg@10".parse()?];
//! let evaluated = evaluate(&qrels, run, &measures, Ties::default())?;
//! assert_eq!(evaluated.scores(0).scores, [0.5, 0.0]);
//! # Ok::<(), restrap_metrics::Error>(())
//! ```

mod evaluate;
mod groups;
mod measures;
mod options;
mod qrels;
mod ranking;
mod spelling;
mod stream;
mod ties;

pub use crate::kinds::measure::Measure;
pub use evaluate::{Evaluation, evaluate};
pub use measures::Gain;
pub(crate) use measures::METRICS;
pub use options::{QUERIES, REL, TIES};
pub use qrels::Qrels;
pub(crate) use spelling::{meant, other_meaning};
pub use stream::evaluate_stream;
pub use ties::Queries;
pub use ties::Ties;
