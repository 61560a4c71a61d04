//! Which queries of the judgements are items.

restrap_words::vocabulary! {
    /// Which queries of the judgements count.
    pub enum Queries: "queries" {
        /// All: one that a run misses scores 0.
        Judged = "judged",
        /// Those that every run has.
        Intersection = "intersection",
    }
    default Judged
}
