//! What decides between documents of equal score.

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
