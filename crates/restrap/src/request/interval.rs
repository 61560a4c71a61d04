//! The intervals of a difference and of one system.

use restrap_words::vocabulary;

vocabulary! {
    /// An interval for the difference.
    pub enum IntervalMethod: "an interval" {
        /// One decision with the primary test: what it does not reject; of a corpus metric, as wide as its swaps reach.
        Auto = "auto",
        /// The differences that a two-sided permutation test does not reject.
        Invert = "invert",
        /// Tango's (1998) score interval for paired 0/1 scores.
        Tango = "tango",
        /// The differences of paired 0/1 scores that an exact test does not reject, whatever share of items differs; 0 is decided by
        /// exact McNemar unless the unconditional test was asked.
        Unconditional = "unconditional",
        /// Bootstrap percentiles.
        Percentile = "percentile",
        /// Reflected bootstrap percentiles.
        Basic = "basic",
        /// Bias-corrected and accelerated bootstrap.
        Bca = "bca",
        /// Bootstrap standard deviation and normal quantiles.
        Normal = "normal",
        /// Bootstrap t: each resample by its own standard error.
        Studentized = "studentized",
        /// Student's t (1908).
        T = "t",
        /// The pseudo-medians that Wilcoxon's test does not reject (Hodges and Lehmann 1963).
        HodgesLehmann = "hodges-lehmann",
        /// Newcombe's (1998) interval of the difference of 0/1 scores, made of Wilson's (1927), which each system gets.
        Newcombe = "newcombe",
        /// Wilson's (1927) interval of each system's share; Newcombe's, which is made of it, for the difference.
        Wilson = "wilson",
        /// Clopper and Pearson's (1934) exact interval of each system's share; Tango's for the difference.
        ClopperPearson = "clopper-pearson",
        /// No interval.
        None = "none",
    }
    default Auto
}

impl IntervalMethod {
    /// It is about shares of 0/1 scores.
    pub(crate) fn is_of_shares(self) -> bool {
        matches!(
            self,
            Self::Tango | Self::Unconditional | Self::Newcombe | Self::Wilson | Self::ClopperPearson
        )
    }
}
