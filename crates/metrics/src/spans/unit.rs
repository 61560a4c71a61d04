//! What is resampled together: sentences or documents.

/// What an item is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// A sentence: the lines between two blank ones.
    #[default]
    Sentence,
    /// A document: the sentences behind a line `-DOCSTART-`.
    Document,
}

impl Unit {
    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sentence => "sentence",
            Self::Document => "document",
        }
    }
}
