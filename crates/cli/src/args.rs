//! Arguments: what the user types, in the words of the field.

#![allow(
    rustdoc::broken_intra_doc_links,
    reason = "doc comments are help texts, where brackets mean optional"
)]

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use restrap::io::{Filter, Format, Long, Missing};
use restrap::{Alternative, GridChoice, Level, MarginSize, McNemarVariant, SubsampleSize, Zeros};

use crate::metric::MetricArgs;
use crate::power::Question;
pub use crate::words::*;

/// How much evidence does a difference between two NLP, IR or LLM systems have?
#[derive(Parser)]
#[command(name = "restrap", version, max_term_width = 80)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    /// Is SYSTEM ahead of BASELINE on this kind of item, by how much, with what evidence?
    Compare(Box<CompareArgs>),
    /// A metric of raw outputs, and its statistics item by item, saved for later runs
    Score(Box<ScoreArgs>),
    /// Error bars for each system, over items, replications or folds
    Ci(CiArgs),
    /// Artificial paired scores with a known effect
    Generate(GenerateArgs),
    /// What a file holds: rows, range, grid, distinct values, ties; how one resample was drawn
    Inspect(InspectArgs),
    /// Which effects a test can see at which number of items
    Power(PowerArgs),
}

#[derive(Args)]
pub struct PowerArgs {
    #[command(subcommand)]
    pub question: Question,
}

/// Which scores, and how they pair.
#[derive(Args)]
pub struct InputArgs {
    /// Systems, baseline first: [NAME=]FILE[:COLUMN], or - for standard input. A bare table is one system a column
    #[arg(required = true, value_name = "SYSTEM")]
    pub systems: Vec<String>,
    /// Columns that identify an item; without it rows pair by line
    #[arg(long, value_name = "COL[,COL]", value_delimiter = ',', help_heading = "Input")]
    pub id: Vec<String>,
    /// Keep rows whose column holds this value (repeatable: values of one column are alternatives)
    #[arg(long = "where", value_name = "COL=VALUE", help_heading = "Input")]
    pub filters: Vec<Filter>,
    /// What a missing score or id means
    #[arg(long, value_name = "WORD", default_value_t = Missing::Error, value_parser = words::<Missing>(&["error", "drop", "zero"]), help_heading = "Input")]
    pub missing: Missing,
    /// Columns of a bare table that are systems
    #[arg(long = "systems", value_name = "GLOB[,GLOB]", help_heading = "Input")]
    pub globs: Option<String>,
    /// A long table, one row a system and item; then FILE:NAME and --systems pick its systems
    #[arg(long, value_name = "system=COL,item=COL,score=COL", conflicts_with = "id", help_heading = "Input")]
    pub long: Option<Long>,
    /// The system to compare with, if not the first
    #[arg(long, value_name = "NAME", help_heading = "Input")]
    pub baseline: Option<String>,
    /// Format of every file, if extension and first bytes do not tell
    #[arg(long, value_name = "FORMAT", value_parser = words::<Format>(&FORMAT_NAMES), help_heading = "Input")]
    pub input_format: Option<Format>,
    /// Read files instead of mapping them
    #[arg(long, help_heading = "Input")]
    pub no_mmap: bool,
    /// Lattice of the scores: auto, as-printed, or 1/N such as 1/2520; auto finds it and never snaps
    #[arg(long, default_value = "auto", value_parser = grid, value_name = "GRID", help_heading = "Input")]
    pub grid: GridChoice,
}

impl InputArgs {
    /// Nothing is asked of the files but their scores.
    pub fn is_plain(&self) -> bool {
        self.id.is_empty()
            && self.filters.is_empty()
            && self.missing == Missing::Error
            && self.globs.is_none()
            && self.long.is_none()
            && self.input_format.is_none()
            && self.grid == GridChoice::Auto
    }

    pub fn options(&self) -> restrap::io::Options {
        restrap::io::Options {
            id: self.id.clone(),
            filters: self.filters.clone(),
            missing: self.missing,
            mmap: !self.no_mmap,
            format: self.input_format,
            systems: self.globs.clone(),
            long: self.long.clone(),
            baseline: self.baseline.clone(),
            ..restrap::io::Options::default()
        }
    }
}

#[derive(Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub struct CompareArgs {
    #[command(flatten)]
    pub input: InputArgs,
    /// The systems scored different items: files may differ in length, and tests lose the power that pairing gives
    #[arg(long, conflicts_with_all = ["id", "by", "profile"], help_heading = "Input")]
    pub unpaired: bool,
    /// Repeat the comparison for the items of each value of this column
    #[arg(long, value_name = "COL", help_heading = "Input")]
    pub by: Option<String>,
    #[command(flatten)]
    pub metric: MetricArgs,

    /// Tests: the first is primary, the rest print under sensitivity; all needs --primary. With --unpaired: permutation,
    /// welch, student, mann-whitney, and only there
    #[arg(long = "test", value_delimiter = ',', value_parser = test_names(), value_name = "NAME[,NAME]", help_heading = "Tests")]
    pub tests: Vec<String>,
    /// The primary test of --test all
    #[arg(long, value_name = "NAME", value_parser = primary_names(), help_heading = "Tests")]
    pub primary: Option<TestWord>,
    /// Side; better means that SYSTEM is better, whatever the metric's direction (greater, less: the same)
    #[arg(long, value_name = "SIDE", default_value_t = Alternative::TwoSided, value_parser = words::<Alternative>(&["two-sided", "better", "worse", "greater", "less"]), help_heading = "Tests")]
    pub alternative: Alternative,
    /// A published recipe: fixes test, side, number of resamples and p-value rule
    #[arg(long, value_name = "NAME", value_parser = words::<ProfileWord>(&PROFILE_NAMES), conflicts_with_all = ["tests", "primary", "alternative", "raw_p"], help_heading = "Tests")]
    pub profile: Option<ProfileWord>,
    /// Compute p-values by law: where it is known (a function of the data alone), always (or fail), or never (draw)
    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = "Tests")]
    pub exact: ExactWord,
    /// How to compute: by law, or drawing by one route [default: by the data]. Draws differ between routes, the law does
    /// not
    #[arg(long, value_name = "ROUTE", conflicts_with_all = ["exact", "profile"], help_heading = "Tests")]
    pub route: Option<RouteWord>,
    /// Resamples of everything that is sampled [default: 100000, or the profile's own]
    #[arg(long, value_name = "R", value_parser = at_least_one, help_heading = "Tests")]
    pub resamples: Option<u64>,
    /// Seed of all draws; 0 is a seed
    #[arg(long, value_name = "N", value_parser = whole, default_value_t = 0, help_heading = "Tests")]
    pub seed: u64,
    /// Level of the tests
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, value_parser = share, help_heading = "Tests")]
    pub alpha: f64,
    /// Adjustment over several systems
    #[arg(long, value_name = "NAME", default_value = "holm", value_parser = words::<AdjustWord>(&ADJUST_NAMES), help_heading = "Tests")]
    pub adjust: AdjustWord,
    /// Ties in the sign test: left out, or half to each side
    #[arg(long, value_name = "WORD", default_value = "drop", help_heading = "Tests")]
    pub sign_ties: SignTiesWord,
    /// How the sign test's p-value is computed; normal has the ½ correction
    #[arg(long, value_name = "HOW", default_value = "exact", value_parser = words::<SignWord>(&["exact", "normal", "normal-uncorrected"]), help_heading = "Tests")]
    pub sign: SignWord,
    /// Variant of McNemar's test, chosen beforehand
    #[arg(long, value_name = "HOW", default_value_t = McNemarVariant::Exact, value_parser = words::<McNemarVariant>(&["exact", "mid-p", "chi2", "chi2-corrected"]), help_heading = "Tests")]
    pub mcnemar: McNemarVariant,
    /// Differences of 0 in Wilcoxon's test: dropped, dropped after ranking, or half to each side
    #[arg(long, value_name = "WORD", default_value_t = Zeros::Wilcox, value_parser = words::<Zeros>(&["wilcox", "pratt", "zsplit"]), help_heading = "Tests")]
    pub zeros: Zeros,
    /// How Wilcoxon's p-value is computed; exact counts ties, normal has the ½ correction
    #[arg(long, value_name = "HOW", default_value = "exact", value_parser = words::<SignWord>(&["exact", "normal", "normal-uncorrected"]), help_heading = "Tests")]
    pub wilcoxon: SignWord,
    /// Items that a bootstrap resample draws, of n: a number, or a share such as 0.2. Deviations are then divided by √(n/m).
    /// Goes with --test bootstrap or bootstrap-percentile, or a bootstrap interval
    #[arg(long, value_name = "M|FRACTION", conflicts_with_all = ["profile", "unpaired"], help_heading = "Tests")]
    pub subsample: Option<SubsampleSize>,
    /// An item is drawn once at most; deviations are also divided by √(1 − m/n)
    #[arg(long, requires = "subsample", help_heading = "Tests")]
    pub without_replacement: bool,
    /// A column of strata: every bootstrap resample keeps their sizes
    #[arg(long, value_name = "COL", conflicts_with_all = ["by", "profile", "unpaired", "subsample"], help_heading = "Tests")]
    pub stratum: Option<String>,
    /// Sampled p-values as c/R instead of (c + 1)/(R + 1)
    #[arg(long, help_heading = "Tests")]
    pub raw_p: bool,

    /// Interval of the difference. Each system then has percentile; studentized, basic, normal and bca are of both. wilson and
    /// clopper-pearson are of each system, whose difference has newcombe and tango
    #[arg(long, value_name = "METHOD", default_value = "auto", value_parser = words::<IntervalWord>(&INTERVAL_NAMES), help_heading = "Intervals")]
    pub interval: IntervalWord,
    /// Level of the intervals
    #[arg(long, value_name = "SHARE", default_value_t = 0.95, value_parser = share, help_heading = "Intervals")]
    pub confidence: f64,

    /// Largest loss that would not matter, fixed beforehand: 1pt, 0.5% (of the baseline) or abs:0.01. One one-sided test of
    /// whether SYSTEM is not worse by it, and the interval of the difference at 1 − 2·alpha
    #[arg(long, value_name = "MARGIN", conflicts_with = "equivalent", help_heading = "Margins")]
    pub noninferior: Option<MarginSize>,
    /// The same in both directions: two one-sided tests
    #[arg(long, value_name = "MARGIN", help_heading = "Margins")]
    pub equivalent: Option<MarginSize>,
    /// Exit with code 10 unless every SYSTEM is shown to be so
    #[arg(long, value_name = "WORD", value_parser = words::<GateWord>(&["superior", "noninferior", "equivalent"]), help_heading = "Margins")]
    pub require: Option<GateWord>,

    /// How the comparison is printed
    #[arg(long, value_name = "FORMAT", default_value = "table", help_heading = "Output")]
    pub output: OutputWord,
    /// Add a methods paragraph and the BibTeX entries of what was used, to a table, Markdown or LaTeX
    #[arg(long, help_heading = "Output")]
    pub report_methods: bool,
    /// JSON to standard output, or to a file: --json=FILE, or --json FILE.json
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "-", value_name = "FILE", help_heading = "Output")]
    pub json: Option<PathBuf>,
    /// Leave time, threads and memory out: what remains is the same bytes everywhere
    #[arg(long, help_heading = "Output")]
    pub no_host: bool,
    /// No table and no warnings; exit code and --json=FILE remain
    #[arg(long, short, help_heading = "Output")]
    pub quiet: bool,
    /// No progress bar
    #[arg(long, help_heading = "Output")]
    pub no_progress: bool,
    /// How it was computed
    #[arg(long, short, help_heading = "Output")]
    pub verbose: bool,

    /// Threads; never changes a result [default: all cores]
    #[arg(long, value_name = "N", value_parser = threads, help_heading = "Running")]
    pub threads: Option<u64>,
    /// Vector level; never changes a result
    #[arg(long, value_name = "LEVEL", value_parser = level, hide = true)]
    pub level: Option<Level>,
    /// Resamples a shard; never changes a result
    #[arg(long, value_name = "N", value_parser = at_least_one, help_heading = "Running")]
    pub shard_size: Option<u64>,
}

#[derive(Args)]
pub struct ScoreArgs {
    #[command(flatten)]
    pub input: InputArgs,
    #[command(flatten)]
    pub metric: MetricArgs,
    /// Precision, recall and F1 of every class or type (--average macro or weighted, mcc, kappa, balanced-accuracy)
    #[arg(long, help_heading = "Output")]
    pub per_class: bool,
    /// Write the statistics of each item: FILE.parquet, .npy, .csv or .tsv, with {} for the system's name
    #[arg(long, short, value_name = "FILE", help_heading = "Output")]
    pub out: Option<String>,
    /// JSON to standard output, or to a file: --json=FILE, or --json FILE.json
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "-", value_name = "FILE", help_heading = "Output")]
    pub json: Option<PathBuf>,
    /// No table and no warnings
    #[arg(long, short, help_heading = "Output")]
    pub quiet: bool,
}

#[derive(Args)]
pub struct CiArgs {
    #[command(flatten)]
    pub input: InputArgs,
    /// What the scores of a system are
    #[arg(long, value_name = "WHAT", default_value = "items", value_parser = words::<OverWord>(&OVER_NAMES), help_heading = "Intervals")]
    pub over: OverWord,
    /// Share of the data that each fold tests on [default: 1/K of K folds]
    #[arg(long, value_name = "SHARE", value_parser = share, help_heading = "Intervals")]
    pub test_fraction: Option<f64>,
    /// Interval over items; wilson and clopper-pearson are of 0/1 scores
    #[arg(long, value_name = "METHOD", default_value = "auto", value_parser = intervals_alone(), help_heading = "Intervals")]
    pub interval: IntervalWord,
    /// Level of the intervals
    #[arg(long, value_name = "SHARE", default_value_t = 0.95, value_parser = share, help_heading = "Intervals")]
    pub confidence: f64,
    /// Error bars known from elsewhere, ± X, that settle the digits: in items for K/N, else in scores
    #[arg(long, value_name = "X", value_parser = positive, help_heading = "Intervals")]
    pub plus_minus: Option<f64>,
    /// JSON to standard output, or to a file: --json=FILE, or --json FILE.json
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "-", value_name = "FILE", help_heading = "Output")]
    pub json: Option<PathBuf>,
    /// No table and no warnings
    #[arg(long, short, help_heading = "Output")]
    pub quiet: bool,
}

#[derive(Args)]
pub struct GenerateArgs {
    #[command(subcommand)]
    pub model: ModelArgs,
}

/// Items, seed and files of generated scores.
#[derive(Args)]
pub struct OutputArgs {
    /// Number of items
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = items)]
    pub items: u64,
    /// Seed; 0 is a seed
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole)]
    pub seed: u64,
    /// Two files (.npy or text), baseline and system; or one .csv; without any, CSV on standard output
    #[arg(value_name = "FILE", num_args = 0..=2)]
    pub files: Vec<String>,
}

#[derive(Subcommand)]
pub enum ModelArgs {
    /// 0/1 scores with exactly so many items helped and hurt by the system
    HelpedHurt {
        /// Items that only the system gets right
        #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole)]
        helped: u64,
        /// Items that only the baseline gets right
        #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole)]
        hurt: u64,
        /// Share of the tied items that both get right
        #[arg(long, value_name = "SHARE", default_value_t = 0.5)]
        accuracy: f64,
        #[command(flatten)]
        output: OutputArgs,
    },
    /// Reciprocal ranks: 1/r with probability proportional to 1/r, a miss with probability 0.4
    Graded {
        /// Largest rank that scores
        #[arg(long, value_name = "RANK", default_value_t = 10)]
        depth: u32,
        /// Probability that the system keeps the baseline's rank
        #[arg(long, value_name = "SHARE", default_value_t = 0.6)]
        agreement: f64,
        /// Probability that the system then moves up one rank
        #[arg(long, value_name = "SHARE", default_value_t = 0.02)]
        effect: f64,
        #[command(flatten)]
        output: OutputArgs,
    },
    /// Normal scores of standard deviation 1, correlated item by item
    Continuous {
        /// Correlation of the two scores of an item
        #[arg(long, value_name = "R", default_value_t = 0.5, allow_negative_numbers = true)]
        correlation: f64,
        /// Difference of the means
        #[arg(long, value_name = "X", default_value_t = 0.0, allow_negative_numbers = true)]
        effect: f64,
        #[command(flatten)]
        output: OutputArgs,
    },
}

#[derive(Args)]
pub struct InspectArgs {
    #[command(flatten)]
    pub input: InputArgs,
    /// Redraw this resample of the first comparison and show what it took
    #[arg(long, value_name = "K", value_parser = whole, help_heading = "Resample")]
    pub resample: Option<u64>,
    /// Whose resample
    #[arg(long = "test", value_name = "NAME", default_value = "bootstrap", value_parser = words::<TestWord>(&["permutation", "bootstrap", "bootstrap-percentile"]), requires = "resample", help_heading = "Resample")]
    pub test: TestWord,
    /// Seed of the draws
    #[arg(long, value_name = "N", value_parser = whole, default_value_t = 0, requires = "resample", help_heading = "Resample")]
    pub seed: u64,
    /// JSON instead of a table
    #[arg(long, help_heading = "Output")]
    pub json: bool,
}

/// `--json FILE.json` as `--json=FILE.json`: a word after `--json` is its file only when it ends in .json, so that
/// `compare --json a.csv b.csv` does not swallow a system.
pub fn with_json_file(words: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut joined: Vec<OsString> = Vec::new();
    let is_json =
        |word: &OsStr| std::path::Path::new(word).extension().is_some_and(|e| e.eq_ignore_ascii_case("json"));
    for word in words {
        match joined.last_mut() {
            Some(last) if last == "--json" && is_json(&word) => {
                last.push("=");
                last.push(word);
            }
            _ => joined.push(word),
        }
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn a_word_after_json_is_its_file_only_when_it_says_so() {
        let joined = |words: &[&str]| with_json_file(words.iter().map(OsString::from));
        assert_eq!(joined(&["--json", "out.json", "a"]), ["--json=out.json", "a"]);
        assert_eq!(joined(&["--json", "a.csv"]), ["--json", "a.csv"]);
    }
}
