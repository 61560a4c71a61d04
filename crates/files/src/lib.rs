//! From files to outcomes: reading, scoring and studies, in front of the comparisons of `restrap-lib`.

mod adjusted;
mod advised;
mod correlate;
mod inspected;
mod planned;
mod score;
mod sources;
mod study;

pub use adjusted::adjust_files;
pub use advised::Advised;
pub use correlate::{CorrelateSources, correlate_files};
pub use inspected::{as_long_table, inspect_files, report as file_report};
pub use planned::{plan_files, plan_study};
pub use score::{
    ClassOutcome, ScoreError, ScoreOutcome, ScoreRequest, Scored, ScoredSystem, Scoring, SumOf,
    score, score_saved,
};
pub use sources::{
    Answers, BadCounts, BadMix, BadScores, BadTable, BadVotes, Extremes, GroupWeights,
    ListedScores, Measured, Measures, Mix, Numbers, OwnedData, PairTable, RowMetric, ScoreColumn,
    ScoredBy, ScoredItem, SourceError, Sources, SwapLaw, Vote, VoteColumns, Votes, Winner,
    WonAndLost, are_lower_better, compare_files, compare_numbers, describe_files, rank_files,
    write_replicates,
};
pub use study::{NamedSet, Study, StudyFile, StudyMeasure, StudySet, replicate_files};
