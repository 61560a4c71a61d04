//! The tests of a difference.

use restrap_stats::Alternative;
use restrap_words::vocabulary;

vocabulary! {
    /// A test of the difference between two systems.
    ///
    /// Paired tests are of items that all systems scored; tests of two samples are of different items. The first one named is
    /// primary, and decides.
    pub enum Test: "a test" {
        /// Random swaps of the paired scores.
        Permutation = "permutation",
        /// Bootstrap centred on the observed difference.
        Bootstrap = "bootstrap",
        /// Share of bootstrap differences on the wrong side of 0.
        BootstrapPercentile = "bootstrap-percentile",
        /// Paired t.
        T = "t" | "ttest" | "t-test" | "ttest-rel" | "paired-t",
        /// Sign test.
        Sign = "sign",
        /// McNemar's test of 0/1 scores.
        McNemar = "mcnemar",
        /// Wilcoxon's signed ranks.
        Wilcoxon = "wilcoxon",
        /// Welch's t of two samples of different items.
        Welch = "welch",
        /// Student's t of two samples, equal variances.
        Student = "student",
        /// Mann-Whitney's rank sums of two samples.
        MannWhitney = "mann-whitney",
        /// Boschloo's unconditional exact test of two samples of 0/1 scores.
        Boschloo = "boschloo",
        /// Barnard's unconditional exact test of two samples of 0/1 scores.
        Barnard = "barnard",
        /// Unconditional exact test of two samples of 0/1 scores, tables by Miettinen and Nurminen's score (Chan and Zhang 1999).
        ChanZhang = "chan-zhang",
        /// Score test of two samples of 0/1 scores: the N − 1 chi-square (Pearson 1947; Campbell 2007).
        Score = "score",
        /// Almost stochastic order of two samples: the violation ratio of their quantiles is below a threshold.
        Aso = "aso" | "almost-stochastic-order",
        /// DeLong's test of areas under the ROC curve.
        DeLong = "delong",
        /// Stuart and Maxwell's test of two systems' labels: whether both give each class equally often. It stands behind another test.
        StuartMaxwell = "stuart-maxwell",
        /// Exact binomial test of 0/1 scores against a number (Clopper and Pearson 1934).
        Binomial = "binomial",
        /// Test of a mean against a number, the dual of its interval: by the score test where the range of the scores is known (Wilson
        /// 1927), else the larger p of Student's and Hall's (1992).
        OneSample = "one-sample",
        /// F of five times two folds, two lines a time (Alpaydin 1999).
        FiveByTwo = "5x2cv",
    }
}

impl Test {
    /// Tests of two samples of different items, whatever their scores, in the order of the documentation.
    pub const UNPAIRED: [Self; 4] = [
        Self::Permutation,
        Self::Welch,
        Self::Student,
        Self::MannWhitney,
    ];

    /// Tests of paired scores, in the order of the documentation.
    pub const PAIRED: [Self; 7] = [
        Self::Permutation,
        Self::Bootstrap,
        Self::BootstrapPercentile,
        Self::T,
        Self::Sign,
        Self::McNemar,
        Self::Wilcoxon,
    ];

    /// Returns every test that scores may allow, this one first.
    pub fn all_after(self, unpaired: bool) -> Vec<Self> {
        let all = if unpaired {
            &Self::UNPAIRED[..]
        } else {
            &Self::PAIRED
        };
        let rest = all.iter().copied().filter(|test| *test != self);
        [self].into_iter().chain(rest).collect()
    }

    /// Its p-value is that of resamples.
    pub(crate) fn resamples(self) -> bool {
        matches!(
            self,
            Self::Permutation | Self::Bootstrap | Self::BootstrapPercentile
        )
    }

    /// It doubles its smaller tail: a percentile test, and swaps where their rule says so.
    pub fn doubles(self, side: Alternative, rule: bool) -> bool {
        side == Alternative::TwoSided
            && (self == Self::BootstrapPercentile || self == Self::Permutation && rule)
    }
}
