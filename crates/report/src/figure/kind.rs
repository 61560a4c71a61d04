//! What a figure shows, where a command has several.

use restrap_words::vocabulary;

vocabulary! {
    /// Figures of a comparison.
    pub enum OfComparison: "a figure" {
        /// The difference of each system with its interval.
        Differences = "differences",
        /// The difference of every item, sorted: helped and hurt.
        Items = "items",
        /// The law of the difference under random swaps, with the one observed.
        Null = "null",
        /// What each resample comes to, under swaps and in the bootstrap, with the difference observed.
        Replicates = "replicates",
    }
    default Differences
}

vocabulary! {
    /// Figures of a ranking.
    pub enum OfRanking: "a figure" {
        /// Each system less the best, with simultaneous intervals.
        Differences = "differences",
        /// Scores on an axis, with bars over systems that are not told apart (up to 16 systems).
        Critical = "critical-difference",
        /// The ranks that each system may have.
        Ranks = "ranks",
        /// The gain of every pair against its p.
        Gains = "gains",
    }
    default Differences
}

vocabulary! {
    /// Figures of several data sets.
    pub enum OfDataSets: "a figure" {
        /// The difference on each data set and in the mean.
        Differences = "differences",
        /// On how many data sets a system is ahead: p against that number.
        Counts = "counts",
    }
    default Differences
}
