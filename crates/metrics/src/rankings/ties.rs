//! What decides between documents of equal score.

use crate::{Error, quote};

/// What decides between documents of one query with equal scores.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Ties {
    /// The greater document id comes first, byte by byte: trec_eval.
    #[default]
    Trec,
    /// The lesser document id comes first: the MS MARCO scorer as ir_measures wraps it.
    DocidAscending,
    /// The line that comes first in the file.
    File,
    /// They are an error.
    Error,
}

impl Ties {
    /// All, in the order of the documentation.
    pub const ALL: [Self; 4] = [Self::Trec, Self::DocidAscending, Self::File, Self::Error];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Trec => "trec",
            Self::DocidAscending => "docid-asc",
            Self::File => "file",
            Self::Error => "error",
        }
    }
}

impl std::str::FromStr for Ties {
    type Err = Error;

    fn from_str(word: &str) -> Result<Self, Error> {
        let named = Self::ALL.into_iter().find(|ties| ties.name() == word);
        named.ok_or_else(|| Error::option("trec, docid-asc, file or error", quote::quoted(word)))
    }
}
