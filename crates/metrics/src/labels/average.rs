//! How precision, recall and F of classes become one number.

restrap_words::vocabulary! {
    /// How precision, recall and F of classes become one number, as it is asked for.
    pub enum LabelAverage: "an average" {
        /// Of one class of two.
        Binary = "binary",
        /// From pooled counts.
        Micro = "micro",
        /// The mean over classes.
        Macro = "macro",
        /// The mean over classes, weighted by their items.
        Weighted = "weighted",
        /// Of the label set of each item, then the mean over items.
        Samples = "samples",
    }
}
