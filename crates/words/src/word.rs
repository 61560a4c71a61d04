//! What a named choice is.

use std::fmt;

/// A choice with a name: the same on the command line, in JSON, in Python and in the documentation.
pub trait Word: Copy + PartialEq + 'static {
    /// What the words name, with its article: `a test`.
    const WHAT: &'static str;
    /// All choices, in the order of the documentation.
    const ALL: &'static [Self];
    /// Names that an earlier version understood, each with what to use instead.
    const GONE: &'static [(&'static str, &'static str)] = &[];

    /// The name.
    fn name(self) -> &'static str;

    /// Other names that are understood.
    fn aliases(self) -> &'static [&'static str];

    /// What it means, in one line.
    fn help(self) -> &'static str;

    /// The choice of this name or alias, whether it is written `BCa` or `bca`, `two_sided` or `two-sided`.
    ///
    /// # Errors
    /// [`UnknownWord`] with the names there are.
    fn named(word: &str) -> Result<Self, UnknownWord> {
        let plain = word.to_lowercase().replace('_', "-");
        let is = |choice: &Self| {
            let mut names = choice.aliases().iter().copied().chain([choice.name()]);
            names.any(|name| name == word || name.to_lowercase() == plain)
        };
        Self::ALL
            .iter()
            .copied()
            .find(is)
            .ok_or_else(|| UnknownWord {
                what: Self::WHAT,
                found: word.to_owned(),
                known: Self::ALL.iter().map(|choice| choice.name()).collect(),
                instead: Self::GONE
                    .iter()
                    .find(|(gone, _)| *gone == plain)
                    .map(|(_, instead)| *instead),
            })
    }
}

/// A word that is not the name of a choice.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownWord {
    /// What it should have named, with its article.
    pub what: &'static str,
    /// The word.
    pub found: String,
    /// The known names.
    pub known: Vec<&'static str>,
    /// The replacement of a name that an earlier version understood.
    pub instead: Option<&'static str>,
}

impl fmt::Display for UnknownWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(instead) = self.instead {
            return write!(f, "{:?} is no longer {}: {instead}", self.found, self.what);
        }
        write!(
            f,
            "expected {} ({}), found {:?}",
            self.what,
            self.known.join(", "),
            self.found
        )
    }
}

impl std::error::Error for UnknownWord {}
