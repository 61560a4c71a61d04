//! The tree: from a design to a leaf.

use restrap_words::vocabulary;

use super::design::{Design, FEW_CLUSTERS, ScoreKind};
use restrap_lib::Over;

vocabulary! {
    /// What a design comes to.
    pub enum Leaf: "a leaf of advice" {
        /// One system on its own.
        OneSystem = "one-system",
        /// Paired items that are right or wrong.
        Binary = "binary",
        /// Paired items with numbers.
        Graded = "graded",
        /// Paired scores whose differences have a long tail on one side.
        Skewed = "skewed",
        /// Fewer items that differ than any two-sided test needs.
        FewItems = "few-items",
        /// Two systems that differ on no item.
        Identical = "identical",
        /// Rows that are scores of resampled test sets.
        Resampled = "resampled",
        /// A quantile of the scores.
        Quantile = "quantile",
        /// A value of the whole corpus.
        Corpus = "corpus",
        /// The area under the ROC curve.
        Areas = "areas",
        /// A value of the whole corpus, whose items belong together.
        CorpusClusters = "corpus-clusters",
        /// Items that belong together.
        Clusters = "clusters",
        /// Items that belong together in fewer than six groups.
        FewClusters = "few-clusters",
        /// Items that belong together in two ways.
        CrossedClusters = "crossed-clusters",
        /// Training runs that each answered every item.
        TrainingRuns = "training-runs",
        /// One score a training run, repetition or replication.
        RunScores = "run-scores",
        /// One score a fold.
        Folds = "folds",
        /// One score a random split.
        Splits = "splits",
        /// Several sampled answers to every item.
        Answers = "answers",
        /// Ten raters or more.
        Raters = "raters",
        /// Fewer than ten raters.
        FewRaters = "few-raters",
        /// Scores of a judge for all items, and of people for some.
        Human = "human",
        /// Different items, right or wrong.
        UnpairedBinary = "unpaired-binary",
        /// Different items with numbers.
        Unpaired = "unpaired",
        /// Different items that belong together.
        UnpairedClusters = "unpaired-clusters",
        /// A system against a number.
        Against = "against",
        /// A loss, or a difference, that is to be ruled out.
        Margin = "margin",
        /// Votes between two systems, one a prompt.
        Votes = "votes",
        /// Several votes a prompt.
        VotesByPrompt = "votes-by-prompt",
        /// Votes of ten voters or more.
        VotesByVoter = "votes-by-voter",
        /// Votes between more than two systems.
        VotesBoard = "votes-board",
        /// More than two systems, all pairs.
        Board = "board",
        /// Several systems, each against a baseline.
        AgainstBaseline = "against-baseline",
        /// Several data sets.
        DataSets = "data-sets",
    }
}

impl Design {
    /// The leaf of the tree. What was drawn is asked before what the scores look like; how many systems and data sets there are, first.
    pub fn leaf(&self) -> Leaf {
        if self.systems < 2 && !self.against {
            return Leaf::OneSystem;
        }
        if self.data_sets {
            return Leaf::DataSets;
        }
        match (self.kind, self.systems > 2) {
            (ScoreKind::Votes, true) => return Leaf::VotesBoard,
            (ScoreKind::Votes, false) => return self.votes(),
            (_, true) if self.baseline => return Leaf::AgainstBaseline,
            (_, true) => return Leaf::Board,
            (_, false) => {}
        }
        match self.over {
            Over::Folds => return Leaf::Folds,
            Over::Splits => return Leaf::Splits,
            Over::Seeds | Over::Repeats | Over::Replications => return Leaf::RunScores,
            Over::Items | Over::Votes => {}
        }
        if let Some(leaf) = self.units() {
            return leaf;
        }
        if self.unpaired {
            return match (self.kind, self.clustered) {
                (_, true) => Leaf::UnpairedClusters,
                (ScoreKind::Binary, false) => Leaf::UnpairedBinary,
                _ => Leaf::Unpaired,
            };
        }
        match (self.kind, self.clustered) {
            (ScoreKind::Corpus, true) => return Leaf::CorpusClusters,
            (ScoreKind::Corpus, false) if self.is_of_areas() => return Leaf::Areas,
            (ScoreKind::Corpus, false) => return Leaf::Corpus,
            (ScoreKind::Quantile, _) => return Leaf::Quantile,
            (_, true)
                if self
                    .clusters
                    .is_some_and(|clusters| clusters < FEW_CLUSTERS) =>
            {
                return Leaf::FewClusters;
            }
            (_, true) => return Leaf::Clusters,
            _ => {}
        }
        if self.repeats {
            return Leaf::Answers;
        }
        self.items()
    }

    /// The metric is the area under the ROC curve, which has a variance of its own.
    fn is_of_areas(&self) -> bool {
        let metric = self.metric.as_deref();
        metric.is_some_and(|metric| metric.starts_with("roc-auc"))
    }

    fn votes(&self) -> Leaf {
        match (self.crossed, self.clustered) {
            (true, _) => Leaf::VotesByVoter,
            (_, true) => Leaf::VotesByPrompt,
            _ => Leaf::Votes,
        }
    }

    /// Units beside items.
    fn units(&self) -> Option<Leaf> {
        if self.human {
            return Some(Leaf::Human);
        }
        if self.seeds {
            return Some(Leaf::TrainingRuns);
        }
        if self.raters {
            return Some(if self.crossed {
                Leaf::Raters
            } else {
                Leaf::FewRaters
            });
        }
        self.crossed.then_some(Leaf::CrossedClusters)
    }

    /// Single items of two systems.
    fn items(&self) -> Leaf {
        if self.against {
            return Leaf::Against;
        }
        if self.resampled {
            return Leaf::Resampled;
        }
        if self.claim.is_some() {
            return Leaf::Margin;
        }
        match self.differing.or(self.items) {
            Some(0) => Leaf::Identical,
            // Swaps of k items that differ give 2/2^k at best, two-sided.
            Some(differing) if libm::exp2(1.0 - differing as f64) > self.alpha => Leaf::FewItems,
            _ if self.kind == ScoreKind::Binary => Leaf::Binary,
            _ if self.skewed => Leaf::Skewed,
            _ => Leaf::Graded,
        }
    }
}
