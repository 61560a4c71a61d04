//! What is resampled together: sentences or documents.

restrap_words::vocabulary! {
    /// What an item is.
    pub enum Unit: "a unit" {
        /// A sentence: the lines between two blank ones.
        Sentence = "sentence",
        /// A document: the sentences behind a line `-DOCSTART-`.
        Document = "document",
    }
    default Sentence
}
