//! From files to outcomes: what is read, scored, planned as a study and registered, in front of the comparisons of `restrap-lib`.

mod adjusted;
mod correlate;
mod planned;
mod registered;
mod score;
mod sources;
mod study;

pub use adjusted::adjust_files;
pub use correlate::{CorrelateSources, correlate_files};
pub use planned::{plan_files, plan_study};
pub use registered::{
    REGISTER_SCHEMA, RegisterOutcome, RegisteredPlan, RegisteredUnits, register,
    replicate_registered,
};
pub use score::{
    ClassOutcome, ScoreError, ScoreOutcome, ScoreRequest, Scored, ScoredSystem, Scoring, SumOf,
    score, score_saved,
};
pub use sources::{
    Advised, Answers, BadCounts, BadMix, BadScores, BadTable, BadVotes, Extremes, ListedScores,
    Measures, Mix, Numbers, OwnedData, PairTable, ScoreColumn, ScoredItem, SourceError, Sources,
    SwapLaw, Vote, VoteColumns, Votes, Winner, WonAndLost, compare_files, describe_files,
    rank_files, write_replicates,
};
pub use study::{
    PlannedSet, PlannedStudy, Study, StudyFile, StudyMeasure, StudySet, replicate_files,
};
