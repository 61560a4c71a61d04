//! The questions of power, and the schema that all answers share.

use restrap_words::vocabulary;

/// Schema of every outcome of this module.
pub const SCHEMA: &str = "restrap/power/1";

vocabulary! {
    /// A question of power; outcomes name it as their `kind`.
    pub enum PowerQuestion: "a question of power" {
        /// Plot p-values against the share of hurt items, for given gains (Jansen's figures by default)
        Curve = "curve",
        /// Simulate type-I error and power of tests and published recipes, on models or your files
        Compare = "compare",
        /// Compute the sample size for a gain, or the smallest detectable gain
        Plan = "plan",
        /// Bound the p-value of two published scores without per-item scores
        Audit = "audit",
    }
}
