//! The files that a command writes. None of them is a file that it reads, and no two are one.

use std::path::Path;

use restrap::io::Prepared;
use restrap::outcome::InputInfo;

use crate::run::failure::Failure;

/// A file of an answer that is ready to appear, if it was asked for.
pub type Ready = Result<Option<Prepared>, Failure>;

/// Files that are written, checked before anything is read.
pub struct Outputs<'a>(Vec<&'a str>);

impl<'a> Outputs<'a> {
    /// `typed` are the inputs as they were typed: `[NAME=]FILE[:COLUMN]`.
    ///
    /// # Errors
    /// Where an output is among them, is another output, or has several hard links.
    pub fn new(
        files: impl IntoIterator<Item = Option<&'a str>>,
        typed: impl IntoIterator<Item = &'a String>,
    ) -> Result<Self, Failure> {
        let files: Vec<&str> = files.into_iter().flatten().collect();
        restrap::io::keep_apart(files.iter().copied(), typed)?;
        Ok(Self(files))
    }

    /// Checks all files that were read, before the first output is written: a study, a file of clusters or of human scores names
    /// files that no system does.
    ///
    /// # Errors
    /// Where an output is one of them.
    pub fn are_none_of(&self, read: &[InputInfo]) -> Result<(), Failure> {
        let paths: Vec<String> = read.iter().map(|input| input.path.clone()).collect();
        Ok(restrap::io::keep_apart(self.0.iter().copied(), &paths)?)
    }
}

/// A file that an option names, if its name is text.
pub fn path_of(path: Option<&Path>) -> Option<&str> {
    path.and_then(Path::to_str)
}
