//! What each leaf recommends: what a comparison does by default.

use restrap_words::vocabulary;

use super::design::{Design, ScoreKind};
use super::leaf::Leaf;
use restrap_lib::outcome::{IntervalKind, Unit};
use restrap_lib::{Over, Test};

vocabulary! {
    /// The question that a leaf asks.
    pub enum Verb: "a question" {
        /// Systems beside a baseline.
        Compare = "compare",
        /// All pairs of many systems.
        Rank = "rank",
        /// The same comparison on several data sets.
        Replicate = "replicate",
        /// Each system on its own.
        Ci = "ci",
    }
}

/// A test, an interval and a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recommended {
    /// The question.
    pub verb: Verb,
    /// The primary test; none where the question has none.
    pub test: Option<Test>,
    /// The interval of the difference, or of the system alone; none where it depends on the metric or cannot be bounded.
    pub interval: Option<IntervalKind>,
    /// What is drawn.
    pub unit: Unit,
}

impl Leaf {
    /// What fits a design of this leaf.
    pub fn recommended(self, design: &Design) -> Recommended {
        use IntervalKind as I;
        let compare = |test, interval, unit| Recommended {
            verb: Verb::Compare,
            test: Some(test),
            interval: Some(interval),
            unit,
        };
        let of = |verb, unit| Recommended {
            verb,
            test: None,
            interval: None,
            unit,
        };
        let units = Unit::Item.or_cluster(design.clustered);
        // A design of few words may leave open what the values are of.
        let values = match (self, design.over) {
            (Self::Folds, _) => Unit::Fold,
            (Self::Splits, _) => Unit::Split,
            (_, Over::Items) => Unit::Seed,
            (_, over) => over.into(),
        };
        match self {
            Self::OneSystem => Recommended {
                interval: Some(match (design.clustered, design.kind) {
                    (true, _) => I::ClusterT,
                    (_, ScoreKind::Binary) => I::Wilson,
                    _ => I::HallT,
                }),
                ..of(Verb::Ci, units)
            },
            Self::Binary => compare(Test::Permutation, I::Unconditional, Unit::Item),
            Self::Margin => {
                let interval = if design.kind == ScoreKind::Binary {
                    I::Unconditional
                } else {
                    I::Invert
                };
                compare(Test::Permutation, interval, Unit::Item)
            }
            Self::Graded | Self::Skewed | Self::Answers | Self::FewRaters => {
                compare(Test::Permutation, I::Invert, Unit::Item)
            }
            Self::Against if design.kind == ScoreKind::Binary => {
                compare(Test::Binomial, I::ClopperPearson, Unit::Item)
            }
            Self::Against => compare(Test::OneSample, I::HallT, Unit::Item),
            Self::FewItems | Self::Identical => Recommended {
                test: Some(Test::Permutation),
                ..of(Verb::Compare, Unit::Item)
            },
            Self::Resampled => of(Verb::Compare, Unit::Item),
            Self::Quantile => compare(Test::Permutation, I::SwapCalibrated, units),
            Self::Areas => compare(Test::DeLong, I::DeLong, Unit::Item),
            Self::Corpus => compare(Test::Permutation, I::SwapCalibrated, Unit::Item),
            Self::CorpusClusters => compare(Test::Permutation, I::SwapCalibrated, Unit::Cluster),
            Self::Clusters | Self::FewClusters | Self::VotesByPrompt => {
                compare(Test::Permutation, I::Invert, Unit::Cluster)
            }
            Self::CrossedClusters | Self::Raters | Self::VotesByVoter => {
                compare(Test::T, I::CrossedT, Unit::Cluster)
            }
            Self::TrainingRuns => compare(Test::T, I::RecipeT, Unit::Item),
            Self::RunScores => compare(Test::Welch, I::Welch, values),
            Self::Folds | Self::Splits => compare(Test::T, I::CorrectedT, values),
            Self::Human => compare(Test::T, I::PredictionT, Unit::Item),
            Self::UnpairedBinary => compare(Test::ChanZhang, I::ChanZhang, Unit::Item),
            Self::Unpaired => compare(Test::Welch, I::Welch, Unit::Item),
            Self::UnpairedClusters => compare(Test::Welch, I::ClusterT, Unit::Cluster),
            Self::Votes => compare(Test::Permutation, I::Invert, Unit::Vote),
            Self::AgainstBaseline => Recommended {
                test: Some(Test::Permutation),
                ..of(Verb::Compare, units)
            },
            Self::Board => Recommended {
                interval: Some(I::MaxT),
                ..of(Verb::Rank, units)
            },
            Self::VotesBoard => Recommended {
                interval: Some(I::MaxT),
                ..of(Verb::Rank, Unit::Vote.or_cluster(design.clustered))
            },
            Self::DataSets => Recommended {
                test: Some(Test::Permutation),
                ..of(Verb::Replicate, units)
            },
        }
    }
}
