//! Which files are read, and how their rows pair.

#![allow(
    rustdoc::broken_intra_doc_links,
    reason = "doc comments are help texts, where brackets mean optional"
)]

use clap::Args;
use restrap::GridChoice;
use restrap::inner::{Given, goes_with};
use restrap::io::{Decisions, Filter, Format, Long, Missing, RowsAre, ScoreWords, UNSEEN, Unseen};

use super::number::{finite, grid};
use super::word::word;
use crate::run::failure::Failure;
use crate::run::progress::meter;

/// Answers to questions about items, systems and numbers.
#[derive(Args)]
pub struct DecisionArgs {
    /// Number that means that there is no score, such as -1
    #[arg(long, value_name = "NUMBER", value_parser = finite, allow_negative_numbers = true)]
    pub missing_value: Option<f64>,
    /// Meaning of a row of a table
    #[arg(long, value_name = "WORD", value_parser = word::<RowsAre>())]
    pub rows: Option<RowsAre>,
    /// Words that are scores, such as yes=1,no=0
    #[arg(long, value_name = "WORD=SCORE[,WORD=SCORE]")]
    pub words: Option<ScoreWords>,
    /// Rows with the same id are the same items, although their texts differ
    #[arg(long)]
    pub same_items: bool,
}

impl DecisionArgs {
    pub fn decisions(&self) -> Decisions {
        Decisions {
            missing_value: self.missing_value,
            rows: self.rows,
            words: self.words.clone().unwrap_or_default(),
            same_items: self.same_items,
            ..Decisions::default()
        }
    }
}

/// Which scores, and how they pair.
#[derive(Args)]
pub struct InputArgs {
    /// Systems, baseline first: [NAME=]FILE[:COLUMN], or -; without :COLUMN, every score column
    #[arg(required = true, value_name = "SYSTEM")]
    pub systems: Vec<String>,
    /// Columns that identify an item [default: rows are paired by line]
    #[arg(
        long,
        value_name = "COL[,COL]",
        value_delimiter = ',',
        help_heading = "Input"
    )]
    pub id: Vec<String>,
    /// Column that says how many items each row stands for: count(*)
    #[arg(long, value_name = "COL", help_heading = "Input")]
    pub count: Option<String>,
    /// Keep rows with this value, or all others by COL!=VALUE; repeatable
    #[arg(long = "where", value_name = "COL=VALUE", help_heading = "Input")]
    pub filters: Vec<Filter>,
    /// Add a yes/no column `unseen`: COLUMN has a token not in the list
    #[arg(long, value_name = "WORDS.txt:COLUMN", help_heading = "Input")]
    pub unseen: Option<Unseen>,
    /// How to treat missing scores and ids
    #[arg(long, value_name = "WORD", default_value_t = Missing::Error, value_parser = word::<Missing>(), help_heading = "Input")]
    pub missing: Missing,
    #[command(flatten, next_help_heading = "Input")]
    pub decisions: DecisionArgs,
    /// Columns of a table to take as systems
    #[arg(long = "systems", value_name = "GLOB[,GLOB]", help_heading = "Input")]
    pub globs: Option<String>,
    /// Roles of a long table's columns; also cluster, repeat, seed and judge
    #[arg(
        long,
        value_name = "system=COL,item=COL,score=COL",
        help_heading = "Input"
    )]
    pub long: Option<Long>,
    /// Name of the baseline [default: the first system]
    #[arg(long, value_name = "NAME", help_heading = "Input")]
    pub baseline: Option<String>,
    /// Format of every file [default: by extension and first bytes]
    #[arg(long, value_name = "FORMAT", value_parser = word::<Format>(), help_heading = "Input")]
    pub input_format: Option<Format>,
    /// Read files instead of memory-mapping them
    #[arg(long, help_heading = "Input")]
    pub no_mmap: bool,
    /// Rounding grid of the scores: auto, as-printed (the printed decimals), or 1/N
    #[arg(long, default_value = "auto", value_parser = grid, value_name = "GRID", help_heading = "Input")]
    pub grid: GridChoice,
}

impl InputArgs {
    pub fn options(&self) -> restrap::io::Options {
        restrap::io::Options {
            id: self.id.clone(),
            count: self.count.clone(),
            filters: self.filters.clone(),
            unseen: self.unseen.clone(),
            missing: self.missing,
            mmap: !self.no_mmap,
            format: self.input_format,
            systems: self.globs.clone(),
            long: self.long.clone(),
            baseline: self.baseline.clone(),
            decisions: self.decisions.decisions(),
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
    /// Columns that identify an item [default: rows are paired by line]
    #[arg(long, value_name = "COL[,COL]", value_delimiter = ',')]
    pub id: Vec<String>,
    /// Column that says how many items each row stands for: count(*)
    #[arg(long, value_name = "COL")]
    pub count: Option<String>,
    /// Keep rows with this value, or all others by COL!=VALUE; repeatable
    #[arg(long = "where", value_name = "COL=VALUE")]
    pub filters: Vec<Filter>,
    /// How to treat missing scores and ids
    #[arg(long, value_name = "WORD", default_value_t = Missing::Error, value_parser = word::<Missing>())]
    pub missing: Missing,
    #[command(flatten)]
    pub decisions: DecisionArgs,
    /// Format of every file [default: by extension and first bytes]
    #[arg(long, value_name = "FORMAT", value_parser = word::<Format>())]
    pub input_format: Option<Format>,
}

impl PairArgs {
    pub fn options(&self) -> restrap::io::Options {
        restrap::io::Options {
            id: self.id.clone(),
            count: self.count.clone(),
            filters: self.filters.clone(),
            missing: self.missing,
            format: self.input_format,
            decisions: self.decisions.decisions(),
            ..restrap::io::Options::default()
        }
    }
}
