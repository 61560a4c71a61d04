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
    /// The documents of a run that are ranked.
    pub enum Documents: "documents" {
        /// All: one without a judgement is not relevant.
        All = "all",
        /// Those that are judged: the others are taken out of the ranking before it is cut (trec_eval's `-J`, Sakai 2007).
        Judged = "judged",
    }
    default All
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
