//! What `restrap compare` takes.

#![allow(
    rustdoc::broken_intra_doc_links,
    reason = "doc comments are help texts, where brackets mean optional"
)]

use std::path::PathBuf;

use crate::commands::ci::{count, unit_of_scores};
use crate::run::failure::Failure;
use clap::{ArgGroup, Args};
use restrap::outcome::RouteUsed;
use restrap::{
    AdjustedMetrics, Adjustment, Alternative, Centre, ClusterWeight, Forbid, Gate, IntervalMethod,
    ListedScores, MarginSize, McNemarVariant, Mix, PairTable, Profile, ScoreRange, SignP, SignTies,
    SubsampleSize, Test, VoteColumns, WonAndLost, Zeros,
};
use restrap_report::figure::OfComparison;

use crate::args::input::InputArgs;
use crate::args::metric::MetricArgs;
use crate::args::number::{positive, real, size};
use crate::args::plot::PlotArgs;
use crate::args::print::ExplainArgs;
use crate::args::print::HtmlArgs;
use crate::args::print::{DetailArgs, DigitsArgs, PrintArgs, ScaleArgs, TitleArgs};
use crate::args::shared::MarginArgs;
use crate::args::shared::RangesArgs;
use crate::args::shared::{AnswersArgs, DrawsArgs, EngineArgs, LevelsArgs, OverArgs, RunArgs};
use crate::args::word::{Choice, one_of_or, word};

#[derive(Args)]
#[command(
    group(ArgGroup::new("numbers")),
    mut_arg("systems", |systems| {
        let without = systems.required(false).conflicts_with_all(["counts", "table", "scores"]);
        without.required_unless_present("numbers")
    })
)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag of the command line"
)]
pub struct CompareArgs {
    #[command(flatten)]
    pub input: InputArgs,
    /// Without files: items that SYSTEM wins, loses and ties (if known)
    #[arg(long, value_name = "plus=P,minus=M,null=N", value_parser = str::parse::<WonAndLost>, group = "numbers", help_heading = "Input")]
    pub counts: Option<WonAndLost>,
    /// Without files: a 2 × 2 table of right and wrong answers
    #[arg(long, value_name = "BOTH,BASELINE,SYSTEM,NEITHER", value_parser = str::parse::<PairTable>, group = "numbers", help_heading = "Input")]
    pub table: Option<PairTable>,
    /// Without files: scores of a system, K/N, or MEAN±SD:N; repeat per system, baseline first
    #[arg(long, value_name = "NAME=SCORE,SCORE", allow_hyphen_values = true, value_parser = str::parse::<ListedScores>, group = "numbers", help_heading = "Input")]
    pub scores: Vec<ListedScores>,
    /// The systems scored different items; tests lose the power of pairing
    #[arg(long, help_heading = "Input")]
    pub unpaired: bool,
    /// Also compare on the items of each value of this column
    #[arg(long, value_name = "COL|FILE", help_heading = "Input")]
    pub by: Option<String>,
    /// Target shares of groups: lang=de:0.5,fr:0.5, or lang=equal
    #[arg(long, value_name = "COL=GROUP:SHARE,...", value_parser = str::parse::<Mix>, help_heading = "Input")]
    pub mix: Option<Mix>,
    /// Column, file or id pattern of clusters
    #[arg(long, value_name = "COL|FILE", help_heading = "Input")]
    pub cluster: Option<String>,
    /// Weight of clusters that differ in size
    #[arg(long, value_name = "HOW", default_value_t = ClusterWeight::default(), value_parser = word::<ClusterWeight>(), help_heading = "Input")]
    pub cluster_weight: ClusterWeight,
    #[command(flatten)]
    pub answers: AnswersArgs,
    /// Column of raters; ten or more are treated as a random sample
    #[arg(long, value_name = "COL", help_heading = "Input")]
    pub judge: Option<String>,
    /// Human ratings of some items, which correct automatic scores of all (PPI++): FILE[:COLUMN]
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    pub human: Option<String>,
    /// Columns of a table of votes; left came first, winner may be a tie
    #[arg(
        long,
        value_name = "left=COL,right=COL,winner=COL",
        help_heading = "Input"
    )]
    pub votes: Option<VoteColumns>,
    #[command(flatten)]
    pub over: OverArgs,
    #[command(flatten)]
    pub metric: MetricArgs,
    /// Test every system against this number, such as 0.5, instead of a baseline
    #[arg(long, value_name = "NUMBER", value_parser = real, allow_hyphen_values = true, help_heading = "Metric")]
    pub against: Option<f64>,

    /// Tests, the first is primary; with --unpaired permutation, welch, mann-whitney, ...
    #[arg(long = "test", value_delimiter = ',', value_parser = one_of_or(Test::ALL, "all"), value_name = "NAME[,NAME]", help_heading = "Tests")]
    pub tests: Vec<Choice<Test>>,
    /// Primary test of --test all
    #[arg(long, value_name = "NAME", value_parser = word::<Test>(), help_heading = "Tests")]
    pub primary: Option<Test>,
    /// Alternative hypothesis; better means that SYSTEM is better in the metric's direction
    #[arg(long, value_name = "SIDE", default_value_t = Alternative::TwoSided, value_parser = word::<Alternative>(), help_heading = "Tests")]
    pub alternative: Alternative,
    /// Published recipe: fixes test, side, number of resamples and p-value rule
    #[arg(long, value_name = "NAME", value_parser = word::<Profile>(), help_heading = "Tests")]
    pub profile: Option<Profile>,
    #[command(flatten)]
    pub draws: DrawsArgs,
    /// Route: the exact distribution, or one way of drawing [default: by the data]
    #[arg(long, value_name = "ROUTE", value_parser = word::<RouteUsed>(), help_heading = "Tests")]
    pub route: Option<RouteUsed>,
    #[command(flatten)]
    pub levels: LevelsArgs,
    /// Correction for several systems
    #[arg(long, value_name = "NAME", default_value = "holm", value_parser = one_of_or(Adjustment::ALL, "none"), help_heading = "Tests")]
    pub adjust: Choice<Adjustment>,
    /// Metrics to correct together: the first, or all
    #[arg(long, value_name = "METRICS", default_value_t = AdjustedMetrics::Primary, value_parser = word::<AdjustedMetrics>(), help_heading = "Tests")]
    pub family: AdjustedMetrics,
    /// Ties in the sign test
    #[arg(long, value_name = "WORD", default_value_t = SignTies::Drop, value_parser = word::<SignTies>(), help_heading = "Tests")]
    pub sign_ties: SignTies,
    /// p-value of the sign test
    #[arg(long, value_name = "HOW", default_value_t = SignP::default(), value_parser = word::<SignP>(), help_heading = "Tests")]
    pub sign: SignP,
    /// Variant of McNemar's test
    #[arg(long, value_name = "HOW", default_value_t = McNemarVariant::Exact, value_parser = word::<McNemarVariant>(), help_heading = "Tests")]
    pub mcnemar: McNemarVariant,
    /// Zero differences in Wilcoxon's test
    #[arg(long, value_name = "WORD", default_value_t = Zeros::Wilcox, value_parser = word::<Zeros>(), help_heading = "Tests")]
    pub zeros: Zeros,
    /// p-value of Wilcoxon's test
    #[arg(long, value_name = "HOW", default_value_t = SignP::default(), value_parser = word::<SignP>(), help_heading = "Tests")]
    pub wilcoxon: SignP,
    /// Violation ratio below which --test aso claims stochastic order [default: 0.5]
    #[arg(long, value_name = "RATIO", value_parser = positive, help_heading = "Tests")]
    pub aso_threshold: Option<f64>,
    /// Items per bootstrap resample (m out of n): a number, or a share such as 0.2
    #[arg(long, value_name = "M|FRACTION", help_heading = "Tests")]
    pub subsample: Option<SubsampleSize>,
    /// Subsample without replacement
    #[arg(long, help_heading = "Tests")]
    pub without_replacement: bool,
    /// Column of strata; bootstrap resamples keep their sizes
    #[arg(long, value_name = "COL", help_heading = "Tests")]
    pub stratum: Option<String>,
    /// Report sampled p-values as c/R instead of (c + 1)/(R + 1)
    #[arg(long, help_heading = "Tests")]
    pub raw_p: bool,
    /// Count only resamples beyond the observed value, not equal ones (to reproduce published p)
    #[arg(long, help_heading = "Tests")]
    pub strict: bool,
    /// Centre of the resamples of --test bootstrap [default: observed]
    #[arg(long, value_name = "WHERE", value_parser = word::<Centre>(), help_heading = "Tests")]
    pub centre: Option<Centre>,

    /// Confidence interval of the difference
    #[arg(long, value_name = "METHOD", default_value_t = IntervalMethod::default(), value_parser = word::<IntervalMethod>(), help_heading = "Intervals")]
    pub interval: IntervalMethod,

    /// Add the posterior of the difference by the Bayesian bootstrap (Rubin 1981)
    #[arg(long, help_heading = "Intervals")]
    pub bayesian: bool,
    /// Region of practical equivalence for --bayesian: 1pt, 0.5% or abs:0.01
    #[arg(long, value_name = "SIZE", value_parser = size, help_heading = "Intervals")]
    pub rope: Option<MarginSize>,

    #[command(flatten)]
    pub margin: MarginArgs,
    /// Smallest and largest possible score; makes the margin test valid for any distribution
    #[arg(
        long,
        value_name = "LOW,HIGH",
        allow_hyphen_values = true,
        help_heading = "Margins"
    )]
    pub bounded: Option<ScoreRange>,
    /// Gate: exit 0 if every SYSTEM passes, 10 if one fails, 11 if undecided
    #[arg(long, value_name = "WORD", value_parser = word::<Gate>(), help_heading = "Margins")]
    pub require: Option<Gate>,
    /// Gate: exit 10 only if a SYSTEM is significantly worse (beyond the margin, if one is given)
    #[arg(long, value_name = "WORD", value_parser = word::<Forbid>(), help_heading = "Margins")]
    pub forbid: Option<Forbid>,

    #[command(flatten)]
    pub print: PrintArgs,
    #[command(flatten)]
    pub detail: DetailArgs,
    #[command(flatten)]
    pub scale: ScaleArgs,
    #[command(flatten)]
    pub digits: DigitsArgs,
    /// Write scores and differences of every item: FILE.csv
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub per_item: Option<PathBuf>,
    /// Write one row per resample: FILE.csv, FILE.npy or FILE.parquet
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub replicates: Option<PathBuf>,
    #[command(flatten)]
    pub title: TitleArgs,
    #[command(flatten)]
    pub explain: ExplainArgs,
    #[command(flatten)]
    pub html: HtmlArgs,
    #[command(flatten)]
    pub plot: PlotArgs,
    /// Kind of figure
    #[arg(long, value_name = "WHAT", default_value_t = OfComparison::default(), value_parser = word::<OfComparison>(), group = "look", help_heading = "Plot")]
    pub plot_kind: OfComparison,
    #[command(flatten)]
    pub run: RunArgs,

    #[command(flatten)]
    pub engine: EngineArgs,
    #[command(flatten)]
    pub ranges: RangesArgs,
}

impl CompareArgs {
    /// Converts systems that are all given as K right of N into scores: of different items, or each against a number.
    ///
    /// # Errors
    /// For more right ones than there are.
    pub fn take_counts(&mut self) -> Result<(), Failure> {
        let counts = self.input.systems.iter().map(|system| count(system));
        let counts = counts.collect::<Result<Vec<Option<ListedScores>>, Failure>>()?;
        let is_count = |at: usize| counts[at].is_some();
        let (one, other) = (0..counts.len()).partition::<Vec<usize>, _>(|&at| is_count(at));
        if let ([one, ..], [other, ..]) = (&one[..], &other[..]) {
            let systems = &self.input.systems;
            return Err(Failure::usage(
                format!(
                    "K/N stands for every system or for none, found {} beside {}",
                    systems[*one], systems[*other]
                ),
                "give each system as K/N, or as a file of scores",
            ));
        }
        let counts: Option<Vec<ListedScores>> = counts.into_iter().collect();
        if counts.is_some_and(|counts| !counts.is_empty()) {
            // Names that are equal get a number.
            let counts = ListedScores::read_counts(&self.input.systems);
            let counts = counts.ok().flatten().unwrap_or_default();
            self.input.systems.clear();
            self.scores = counts;
        }
        self.over.over = unit_of_scores(self.over.over, &self.scores);
        Ok(())
    }
}
