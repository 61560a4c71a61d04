//! The questions of power, and the schema that all answers share.

use restrap_words::vocabulary;

/// Schema of every outcome of this module.
pub const SCHEMA: &str = "restrap/power/1";

vocabulary! {
    /// A question of power; outcomes name it as their `kind`.
    pub enum PowerQuestion: "a question of power" {
        /// p against the share of items that a system hurts, for given gains: Jansen's four figures by default
        Curve = "curve",
        /// Type-I error and power of every test and published recipe, by simulation, on models or on your own files
        Compare = "compare",
        /// How many items a gain needs, and which gain a number of items sees
        Plan = "plan",
        /// What two published accuracies allow without per-item scores: bounds on p, and whether such a test set can show the gap
        Audit = "audit",
    }
}
