//! The whole way from files to an outcome: what is compared as paths, read and scored once, then compared.

mod as_scores;
mod ballots;
mod clusters;
mod columns;
mod counts;
pub(crate) mod data;
mod described;
mod duel;
mod error;
mod human;
mod items;
mod measures;
mod mix;
mod numbers;
mod options;
mod order;
mod read;
mod reduce;
mod roles;
mod row_metric;
mod rows;
mod scored_by;
mod scored_rows;
mod summary;
mod votes;

pub use as_scores::compare_numbers;
pub use columns::{Measures, ScoreColumn};
pub use data::OwnedData;
pub use described::describe_files;
pub use error::SourceError;
pub use items::SwapLaw;
pub use items::write_replicates;
pub use items::{Extremes, ScoredItem};
pub use mix::{BadMix, GroupWeights, Mix};
pub use numbers::{BadCounts, BadScores, BadTable, ListedScores, Numbers, PairTable, WonAndLost};
pub use row_metric::{Measured, RowMetric};
pub use scored_by::{ScoredBy, are_lower_better};
pub use votes::{BadVotes, Vote, VoteColumns, Votes, Winner};

use std::sync::Arc;

use restrap_engine::Control;
use restrap_io::{Grouping, Options};
use restrap_metrics::MetricName;
use restrap_stats::repeats::Reducer;

use crate::score::{ScoreRequest, Scoring, score_saved, score_saved_apart};
use restrap_lib::{RankOutcome, RankRequest, Request, Sample, outcome::Outcome};

/// Which columns tell several rows of one item apart, and what becomes of them.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Answers {
    /// The column of sampled answers to one item.
    pub repeat: Option<String>,
    /// How they become one value.
    pub reducer: Reducer,
    /// The column of training runs.
    pub seed: Option<String>,
    /// The column of raters.
    pub judge: Option<String>,
}

impl Default for Answers {
    fn default() -> Self {
        Self {
            repeat: None,
            reducer: Reducer::Mean,
            seed: None,
            judge: None,
        }
    }
}

impl Answers {
    /// Rows are told apart by a column.
    pub(super) fn has_column(&self) -> bool {
        self.repeat.is_some() || self.seed.is_some() || self.judge.is_some()
    }
}

/// Where the systems of a comparison stand, how their files are read and paired, and what scores them.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Sources {
    /// Systems, baseline first: `[NAME=]FILE[:COLUMN]`, or `-` for standard input.
    pub systems: Vec<String>,
    /// Numbers in the place of files.
    pub numbers: Option<Numbers>,
    /// What scores outputs; the first is compared, the others are printed beside. Empty where the files hold scores.
    pub metrics: Vec<ScoreRequest>,
    /// Columns of the files that are the scores, in the place of metrics; the first is compared. Empty where systems say which.
    pub columns: Vec<ScoreColumn>,
    /// How files are read and paired.
    pub reading: Options,
    /// What tells several rows of one item apart.
    pub answers: Answers,
    /// The columns of a table of votes, in the place of scores.
    pub votes: Option<VoteColumns>,
    /// Human scores of some items: `FILE[:COLUMN]`.
    pub human: Option<String>,
    /// A metric that the caller computes from rows of its own, whose places the cells of the systems are.
    pub rows: Option<Arc<dyn RowMetric>>,
    /// What the scores of items are summed up in, in the place of their mean: the median, or a quantile.
    pub summary: Option<MetricName>,
    /// A number in the place of a baseline: every system is tested against it.
    pub against: Option<f64>,
    /// Groups of items weigh as in this population, whatever their shares of the items.
    pub mix: Option<Mix>,
    /// The groups of items are data sets that count alike.
    pub are_sets: bool,
    /// Neither metric nor direction was said: lower scores are better where the files say so (a loss, an error rate, MetricX).
    pub direction_by_name: bool,
}

impl Sources {
    /// Systems whose files hold scores, one per item.
    pub fn new<S: Into<String>>(systems: impl IntoIterator<Item = S>) -> Self {
        Self {
            systems: systems.into_iter().map(Into::into).collect(),
            ..Self::default()
        }
    }

    /// Compares numbers instead of files.
    #[must_use]
    pub fn numbers(self, numbers: Numbers) -> Self {
        Self {
            numbers: Some(numbers),
            ..self
        }
    }

    /// Computes this from outputs; a further one is printed beside the first.
    #[must_use]
    pub fn metric(mut self, metric: ScoreRequest) -> Self {
        self.metrics.push(metric);
        self
    }

    /// Says how files are read and paired.
    #[must_use]
    pub fn reading(self, reading: Options) -> Self {
        Self { reading, ..self }
    }

    /// Says that several rows belong to one item, and what becomes of them.
    #[must_use]
    pub fn answers(self, answers: Answers) -> Self {
        Self { answers, ..self }
    }

    /// Says that the groups of items are data sets, of which a ranking takes the mean.
    #[must_use]
    pub fn sets(self, are_sets: bool) -> Self {
        Self { are_sets, ..self }
    }

    /// Says that the file holds votes between systems.
    #[must_use]
    pub fn votes(self, columns: VoteColumns) -> Self {
        Self {
            votes: Some(columns),
            ..self
        }
    }

    /// Corrects the scores, a judge's or metric's of all items, by human scores of some: `FILE[:COLUMN]`.
    #[must_use]
    pub fn human(self, file: impl Into<String>) -> Self {
        Self {
            human: Some(file.into()),
            ..self
        }
    }

    /// Compares a quantile of the scores, and not their mean.
    #[must_use]
    pub fn summary(self, summary: MetricName) -> Self {
        Self {
            summary: Some(summary),
            ..self
        }
    }

    /// Tests every system against a number, which becomes the baseline.
    #[must_use]
    pub fn against(self, number: f64) -> Self {
        Self {
            against: Some(number),
            ..self
        }
    }

    /// Weighs groups of items as a population does, whatever their shares of the items.
    #[must_use]
    pub fn mix(self, mix: Mix) -> Self {
        let reading = Options {
            by: Some(mix.column.clone()),
            grouping: Grouping::Mix,
            ..self.reading
        };
        Self {
            reading,
            mix: Some(mix),
            ..self
        }
    }

    /// Nothing is asked of the files but their scores, so that statistics of an earlier run may stand in for outputs.
    fn is_plain(&self, request: &Request) -> bool {
        let Options {
            id,
            count,
            filters,
            missing,
            format,
            systems,
            long,
            by,
            cluster,
            gold,
            ..
        } = &self.reading;
        let of_files = id.is_empty()
            && count.is_none()
            && filters.is_empty()
            && *missing == restrap_io::Missing::Error;
        let of_columns = format.is_none()
            && systems.is_none()
            && long.is_none()
            && by.is_none()
            && gold.is_none();
        let of_columns =
            of_columns && cluster.is_none() && self.human.is_none() && self.summary.is_none();
        let mut sample = Sample::default();
        (sample.unpaired, sample.range) = (request.sample.unpaired, request.sample.range);
        of_files && of_columns && request.sample == sample
    }

    /// Statistics that an earlier run saved, where all files are such and nothing is asked of them but their scores.
    ///
    /// # Errors
    /// [`SourceError`] for files that cannot be read, or that hold statistics of different metrics.
    pub fn saved(&self, request: &Request) -> Result<Option<Scoring>, SourceError> {
        if !self.is_plain(request) {
            return Ok(None);
        }
        let saved = if request.sample.unpaired {
            score_saved_apart
        } else {
            score_saved
        };
        Ok(saved(&self.systems, self.reading.mmap)?)
    }

    fn has_strata(&self) -> bool {
        self.reading.grouping == Grouping::Strata
    }
}

/// Reads, scores and compares: every system after the first with the first.
///
/// ```
/// # use restrap_facade as restrap;
/// use restrap::{Control, Request, Sources, compare_files};
/// # let folder = tempfile::tempdir()?;
/// # let table = folder.path().join("scores.csv");
/// std::fs::write(&table, "base,new\n0,1\n1,1\n0,1\n0,1\n1,1\n")?;
///
/// let sources = Sources::new([table.display().to_string()]);
/// let outcome = compare_files(&sources, &Request::default(), &Control::default())?;
/// assert_eq!(outcome.comparisons[0].tests[0].pvalue, Some(0.25));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`SourceError`] for files that cannot be read, paired or scored, and for scores or options that allow no outcome.
pub fn compare_files(
    sources: &Sources,
    request: &Request,
    control: &Control,
) -> Result<Outcome, SourceError> {
    let (primary, asked) = sources.primary(request)?;
    sources.decided(primary.read(&asked)?, &asked, request, control)
}

/// Reads, scores and ranks: all pairs of systems, or every system with the first.
///
/// # Errors
/// As [`compare_files`].
pub fn rank_files(
    sources: &Sources,
    asked: &RankRequest,
    control: &Control,
) -> Result<RankOutcome, SourceError> {
    if let Some(columns) = &sources.votes {
        return sources.rank_votes(columns, asked, control);
    }
    let each = sources.each()?;
    let asked = asked.clone().alongside(each.len() as u64 - 1);
    let one = |alone: &Sources| Ok(alone.read(&asked.request)?.rank(&asked, control)?);
    let mut all = each
        .iter()
        .map(one)
        .collect::<Result<Vec<RankOutcome>, SourceError>>()?;
    let primary = all.remove(0);
    Ok(primary.beside(all))
}
