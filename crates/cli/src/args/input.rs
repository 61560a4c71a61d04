//! Which files are read, and how their rows pair.

#![allow(
    rustdoc::broken_intra_doc_links,
    reason = "doc comments are help texts, where brackets mean optional"
)]

use clap::Args;
use restrap::GridChoice;
use restrap::inner::{Given, goes_with};
use restrap::io::{Filter, Format, Long, Missing, UNSEEN, Unseen};

use super::number::grid;
use super::word::word;
use crate::run::failure::Failure;
use crate::run::progress::meter;

/// Which scores, and how they pair.
#[derive(Args)]
pub struct InputArgs {
    /// Systems, baseline first: [NAME=]FILE[:COLUMN], or - for standard input. A bare table is one system per column
    ///
    /// Systems, baseline first: [NAME=]FILE[:COLUMN], or - for standard input. A bare table is one system per column, and {system} in a
    /// path a system for each file that is called so: 'out/{system}.de'
    #[arg(required = true, value_name = "SYSTEM")]
    pub systems: Vec<String>,
    /// Columns that identify an item; without it rows pair by line
    #[arg(
        long,
        value_name = "COL[,COL]",
        value_delimiter = ',',
        help_heading = "Input"
    )]
    pub id: Vec<String>,
    /// Keep rows whose column holds this value, or with COL!=VALUE does not (repeatable: values of one column are alternatives)
    #[arg(long = "where", value_name = "COL=VALUE", help_heading = "Input")]
    pub filters: Vec<Filter>,
    /// A column `unseen` (yes, no): whether the text of COLUMN has a token that the list lacks
    ///
    /// A column `unseen` (yes, no): whether the text of COLUMN has a token that the list lacks, such as a word that training never saw.
    /// For --where, and for --by, --stratum and --mix where they are. Blanks separate tokens
    #[arg(long, value_name = "WORDS.txt:COLUMN", help_heading = "Input")]
    pub unseen: Option<Unseen>,
    /// What a missing score or id means
    #[arg(long, value_name = "WORD", default_value_t = Missing::Error, value_parser = word::<Missing>(), help_heading = "Input")]
    pub missing: Missing,
    /// Columns of a bare table that are systems
    #[arg(long = "systems", value_name = "GLOB[,GLOB]", help_heading = "Input")]
    pub globs: Option<String>,
    /// A long table, one row per system and item; then FILE:NAME and --systems pick its systems
    ///
    /// A long table, one row per system and item; then FILE:NAME and --systems pick its systems. More roles may follow: cluster=COL,
    /// repeat=COL, seed=COL, judge=COL
    #[arg(
        long,
        value_name = "system=COL,item=COL,score=COL",
        help_heading = "Input"
    )]
    pub long: Option<Long>,
    /// The system to compare with, if not the first
    #[arg(long, value_name = "NAME", help_heading = "Input")]
    pub baseline: Option<String>,
    /// Format of every file, if extension and first bytes do not tell
    #[arg(long, value_name = "FORMAT", value_parser = word::<Format>(), help_heading = "Input")]
    pub input_format: Option<Format>,
    /// Read files instead of mapping them
    #[arg(long, help_heading = "Input")]
    pub no_mmap: bool,
    /// Lattice of the scores: auto, as-printed, or 1/N such as 1/2520; auto finds it and never snaps
    #[arg(long, default_value = "auto", value_parser = grid, value_name = "GRID", help_heading = "Input")]
    pub grid: GridChoice,
}

impl InputArgs {
    pub fn options(&self) -> restrap::io::Options {
        restrap::io::Options {
            id: self.id.clone(),
            filters: self.filters.clone(),
            unseen: self.unseen.clone(),
            missing: self.missing,
            mmap: !self.no_mmap,
            format: self.input_format,
            systems: self.globs.clone(),
            long: self.long.clone(),
            baseline: self.baseline.clone(),
            meter: meter(),
            ..restrap::io::Options::default()
        }
    }

    /// Refuses a derived column that nothing looks at; `columns`: those that groups are read from.
    pub fn check_unseen<'a>(
        &'a self,
        columns: impl IntoIterator<Item = &'a str>,
    ) -> Result<(), Failure> {
        let filtered = self.filters.iter().map(|filter| &filter.column[..]);
        Ok(goes_with::check(&goes_with::of(&[
            (Given::Unseen, self.unseen.is_some()),
            (
                Given::UnseenUsed,
                columns
                    .into_iter()
                    .chain(filtered)
                    .any(|column| column == UNSEEN),
            ),
        ]))?)
    }
}

/// How the rows of two files pair, of a command that also does without (its files are the argument `systems`).
#[derive(Args)]
#[group(id = "of_files", requires = "systems")]
pub struct PairArgs {
    /// Columns that identify an item; without it rows pair by line
    #[arg(long, value_name = "COL[,COL]", value_delimiter = ',')]
    pub id: Vec<String>,
    /// Keep rows whose column holds this value, or with COL!=VALUE does not (repeatable: values of one column are alternatives)
    #[arg(long = "where", value_name = "COL=VALUE")]
    pub filters: Vec<Filter>,
    /// What a missing score or id means
    #[arg(long, value_name = "WORD", default_value_t = Missing::Error, value_parser = word::<Missing>())]
    pub missing: Missing,
    /// Format of the files, if extension and first bytes do not tell
    #[arg(long, value_name = "FORMAT", value_parser = word::<Format>())]
    pub input_format: Option<Format>,
}

impl PairArgs {
    pub fn options(&self) -> restrap::io::Options {
        restrap::io::Options {
            id: self.id.clone(),
            filters: self.filters.clone(),
            missing: self.missing,
            format: self.input_format,
            ..restrap::io::Options::default()
        }
    }
}
