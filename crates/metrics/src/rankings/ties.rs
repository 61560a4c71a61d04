//! The order of documents of equal score, and the queries of the judgements that are items.

restrap_words::vocabulary! {
    /// What decides between documents of one query with equal scores.
    pub enum Ties: "a rule for ties" {
        /// The greater document id comes first, byte by byte: trec_eval.
        Trec = "trec",
        /// The lesser document id comes first: the MS MARCO scorer as ir_measures wraps it.
        DocidAscending = "docid-asc",
        /// The line that comes first in the file.
        File = "file",
        /// They are an error.
        Error = "error",
    }
    default Trec
}

restrap_words::vocabulary! {
    /// The queries of the judgements that count.
    pub enum Queries: "queries" {
        /// All: one that a run misses scores 0.
        Judged = "judged",
        /// Those that every run has.
        Intersection = "intersection",
    }
    default Judged
}
