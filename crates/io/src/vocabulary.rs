//! The vocabulary of this crate: formats, ways to treat missing scores, roles of an input in a comparison.

use restrap_words::vocabulary;

vocabulary! {
    /// A file format that holds scores.
    #[non_exhaustive]
    pub enum Format: "an input format" {
        /// One number a line.
        Text = "text",
        /// Comma-separated table.
        Csv = "csv",
        /// Tab-separated table.
        Tsv = "tsv",
        /// NumPy array of one or two dimensions.
        Npy = "npy",
        /// Parquet file.
        Parquet = "parquet",
        /// Arrow IPC file or stream (Feather version 2).
        Arrow = "arrow",
        /// Output of `trec_eval -q`.
        TrecEval = "trec_eval",
        /// Output of `comet-score`.
        Comet = "comet",
        /// JSON, one object per line.
        Jsonl = "jsonl",
        /// JSON: a list of objects, or a log of Inspect.
        Json = "json",
        /// Zipped log of Inspect.
        Eval = "eval",
    }
}

impl Format {
    /// Whether a file of this format has lines of bounded length.
    pub(crate) fn has_lines(self) -> bool {
        matches!(
            self,
            Self::Text | Self::Csv | Self::Tsv | Self::TrecEval | Self::Comet
        )
    }

    /// The feature without which a file of this format is refused.
    #[cfg(not(all(feature = "columnar", feature = "logs")))]
    pub(crate) fn feature(self) -> Feature {
        if matches!(self, Self::Parquet | Self::Arrow) {
            Feature::Columnar
        } else {
            Feature::Logs
        }
    }

    /// Whether a file of this format is not text.
    pub(crate) fn is_binary(self) -> bool {
        matches!(self, Self::Npy | Self::Parquet | Self::Arrow | Self::Eval)
    }
}

vocabulary! {
    /// What a missing score means: an empty cell, `NaN`, `NA`, `null`, or an id that one file lacks.
    pub enum Missing: "a way to treat missing scores" {
        /// It is an error that names the place.
        Error = "error",
        /// The item is left out of every system, and counted.
        Drop = "drop",
        /// It is the worst score, 0 or an end of the range, and is counted; with ids, the items are those of all files together.
        Zero = "zero" | "worst",
    }
    default Error
}

vocabulary! {
    /// What the rows of a table are, where it was said.
    pub enum RowsAre: "what a row is" {
        /// Each row is an item, whatever its table looks like.
        Items = "items",
        /// Each row is a system, and each column of numbers an item.
        Systems = "systems",
    }
}

vocabulary! {
    /// What the values of a column of groups are; the names are those of the options that ask for it.
    #[non_exhaustive]
    pub enum Grouping: "a kind of groups" {
        /// Sub-populations of the items.
        Populations = "by",
        /// Strata, of which each keeps its number of items.
        Strata = "stratum",
        /// Strata that weigh as a stated mix says.
        Mix = "mix",
        /// Clusters: items that belong together.
        Clusters = "cluster",
        /// Items, of which several rows hold answers.
        Items = "id",
        /// Sampled answers to one item.
        Repeats = "repeat",
        /// Training runs, each of which answers every item.
        Seeds = "seed-col",
        /// Raters, each of which judges items.
        Judges = "judge",
        /// Clusters of a second kind, which cross the first.
        Crossed = "crossed",
        /// Systems that were shown first.
        Left = "left",
        /// Systems that were shown second.
        Right = "right",
        /// Prompts that were voted on.
        Prompts = "prompt",
        /// Those who voted.
        Voters = "voter",
        /// Systems of a long table.
        Systems = "long",
        /// Data sets, which share no items.
        Datasets = "dataset",
        /// Systems that made the outputs which metrics score.
        Makers = "system",
        /// Segments that the outputs are of.
        Segments = "segment",
        /// Ways of scoring, of which one is meant.
        Measures = "where",
        /// How often each row occurs.
        Counts = "count",
    }
    default Populations
}

impl Grouping {
    /// The option that asks for it.
    pub(crate) fn option(self) -> &'static str {
        match self {
            Self::Crossed => Self::Clusters.name(),
            Self::Left | Self::Right | Self::Prompts | Self::Voters => "votes",
            other => other.name(),
        }
    }
}

vocabulary! {
    /// What a word in braces in a path tells files apart by.
    #[non_exhaustive]
    pub enum PathRole: "a role in a path" {
        /// Training runs.
        Seed = "seed",
        /// Sampled answers to the same items.
        Repeat = "repeat",
        /// Raters of the same items.
        Judge = "judge",
        /// Who was scored: each is a system of its own, by this name.
        System = "system",
    }
}

impl PathRole {
    /// What may stand in braces.
    pub(crate) fn in_braces() -> String {
        Self::ALL.map(|role| format!("{{{role}}}")).join(", ")
    }
}

vocabulary! {
    /// What the columns of a comparison hold.
    pub enum Cells: "what columns hold" {
        /// Numbers.
        Scores = "scores",
        /// One label per item.
        Labels = "labels",
        /// A set of labels per item, perhaps an empty one.
        LabelSets = "label sets",
        /// One text per item, perhaps an empty one.
        Texts = "texts",
        /// Numbers of any kind, such as predictions and what they should be.
        Numbers = "numbers",
        /// Numbers from 0 to 1.
        Probabilities = "probabilities",
        /// Numbers of the systems, and the class of each item in the gold: a number or a word.
        Classes = "classes",
    }
    default Scores
}

vocabulary! {
    /// What an input is to the comparison.
    pub enum Role: "a role of an input" {
        /// It holds the baseline (and perhaps other systems).
        Baseline = "baseline",
        /// It holds other systems only.
        System = "system",
        /// It holds the right answers.
        Gold = "gold",
        /// It holds the clusters of the items.
        Cluster = "cluster",
        /// It holds other groups of the items.
        Groups = "groups",
    }
}

vocabulary! {
    /// What a column holds, as far as its first hundred rows tell.
    pub enum Kind: "a kind of column" {
        /// Numbers.
        Numbers = "numbers",
        /// Words such as `pass` and `fail`, which count as 1 and 0.
        Verdicts = "verdicts",
        /// Other text.
        Text = "text",
        /// Nothing but missing values.
        Nothing = "nothing",
    }
}

impl Kind {
    /// What a column of so many numbers, verdicts and other words holds.
    pub(crate) fn of(numbers: usize, verdicts: usize, words: usize) -> Self {
        match (numbers, verdicts, words) {
            (0, 0, 0) => Self::Nothing,
            (numbers, verdicts, words) if numbers >= verdicts + words => Self::Numbers,
            (numbers, verdicts, words) if numbers + verdicts >= words => Self::Verdicts,
            _ => Self::Text,
        }
    }
}

vocabulary! {
    /// How a file is compressed.
    #[non_exhaustive]
    pub enum Compression: "a compression" {
        /// gzip (`.gz`).
        Gzip = "gzip",
        /// Zstandard (`.zst`).
        Zstd = "zstd",
    }
}

vocabulary! {
    /// A part of this crate that a build may leave out.
    #[non_exhaustive]
    pub enum Feature: "a feature" {
        /// Logs of Inspect, and folders of logs.
        Logs = "logs",
        /// Parquet and Arrow files.
        Columnar = "columnar",
        /// Zstandard, in files and in members of logs.
        Zstd = "zstd",
    }
}

vocabulary! {
    /// What kind of error it is, for programs.
    #[non_exhaustive]
    pub enum ErrorClass: "a class of errors" {
        /// What was asked for cannot be had of these files.
        Usage = "usage",
        /// A file cannot be opened, read or written.
        File = "file",
        /// A file needs more memory than there is, or than it may take.
        Memory = "memory",
        /// A file changed while it was read.
        Changed = "changed",
        /// A file holds something else than it should.
        Unreadable = "unreadable",
        /// A value is missing or not finite.
        NonFinite = "non_finite",
        /// Nothing is left.
        Empty = "empty",
        /// Files that are paired by line differ in length.
        LengthMismatch = "length_mismatch",
        /// Ids are missing, doubled or do not match.
        Ids = "ids",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_parses_back_to_its_choice() {
        for format in Format::ALL {
            assert_eq!(format.name().parse(), Ok(format));
        }
        for missing in Missing::ALL {
            assert_eq!(missing.name().parse(), Ok(missing));
        }
    }

    #[test]
    fn an_unknown_word_lists_the_known_ones() {
        let error = "xlsx".parse::<Format>().unwrap_err();
        assert!(error.to_string().starts_with(
            "expected an input format (text, csv, tsv, npy, parquet, arrow, trec_eval, comet, jsonl, json, eval), found"
        ));
    }
}
