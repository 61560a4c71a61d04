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
use crate::args::print::{DetailArgs, DigitsArgs, PrintArgs, ScaleArgs};
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
    /// No files: items on which the system is right alone, the baseline is, and neither or both are
    ///
    /// No files: numbers of items that only the system has right (plus), only the baseline (minus), and both or neither (null)
    #[arg(long, value_name = "plus=P,minus=M,null=N", value_parser = str::parse::<WonAndLost>, group = "numbers", help_heading = "Input")]
    pub counts: Option<WonAndLost>,
    /// No files: a table of two by two, numbers of items that both have right, only the baseline, only the system, neither
    #[arg(long, value_name = "BOTH,BASELINE,SYSTEM,NEITHER", value_parser = str::parse::<PairTable>, group = "numbers", help_heading = "Input")]
    pub table: Option<PairTable>,
    /// No files: the scores of a system (repeatable, baseline first), K/N, or the mean and standard deviation of N runs as MEAN±SD:N;
    /// --over says of what
    #[arg(long, value_name = "NAME=SCORE,SCORE", allow_hyphen_values = true, value_parser = str::parse::<ListedScores>, group = "numbers", help_heading = "Input")]
    pub scores: Vec<ListedScores>,
    /// The systems scored different items: files may differ in length, and tests lose the power that pairing gives
    ///
    /// The systems scored different items: files may differ in length, and tests lose the power that pairing gives. Of outputs,
    /// --gold :COLUMN is then a column of each system's own file, and --ref NAME=FILE is of that system alone
    #[arg(long, help_heading = "Input")]
    pub unpaired: bool,
    /// Repeat the comparison for the items of each value of this column; of texts, of a file with one value per line
    #[arg(long, value_name = "COL|FILE", help_heading = "Input")]
    pub by: Option<String>,
    /// Weigh the groups of a column as a stated mix does, whatever the test set has: lang=de:0.5,fr:0.5, or all alike: lang=equal
    ///
    /// Weigh the groups of a column as a stated mix does, whatever the test set has: lang=de:0.5,fr:0.5, or all alike: lang=equal. Scores are Σ share · mean of
    /// the group; resamples keep the sizes of the groups
    #[arg(long, value_name = "COL=GROUP:SHARE,...", value_parser = str::parse::<Mix>, help_heading = "Input")]
    pub mix: Option<Mix>,
    /// Clusters: items that belong together, such as passages or documents
    ///
    /// Clusters: items that belong together (a passage, document, template, repository) are swapped and drawn together; a column, a
    /// file with one per line, or a part of every id ({cluster}- is the text before its last -). Two columns cross each other, unless one lies within the other
    #[arg(long, value_name = "COL|FILE", help_heading = "Input")]
    pub cluster: Option<String>,
    /// How clusters of different sizes weigh
    #[arg(long, value_name = "HOW", default_value_t = ClusterWeight::default(), value_parser = word::<ClusterWeight>(), help_heading = "Input")]
    pub cluster_weight: ClusterWeight,
    #[command(flatten)]
    pub answers: AnswersArgs,
    /// A column of raters
    ///
    /// A column of raters, each of whom scores items: ten or more are drawn as the items are, fewer are taken as they are
    #[arg(long, value_name = "COL", help_heading = "Input")]
    pub judge: Option<String>,
    /// Human scores of some items, FILE[:COLUMN], which correct a judge's scores of all
    ///
    /// Human scores of some items, FILE[:COLUMN], which correct a judge's or metric's scores of all (PPI++): columns of the systems'
    /// names, or a long table of the same columns. These items are taken for a random sample
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    pub human: Option<String>,
    /// Columns of a table of votes: left=COL,right=COL,winner=COL, and perhaps item=COL,judge=COL
    ///
    /// Columns of a table of votes, one row a vote: left=COL,right=COL,winner=COL, and perhaps item=COL,judge=COL. The left output
    /// was shown first; winner is left, right, tie or both-bad (or a, b, 1, 2, 0, or a system). Ranks: left-rank=COL,right-rank=COL.
    /// Systems are FILE:NAME, or FILE where it has two
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
    /// Test every system against this number, such as 0 or 0.5
    ///
    /// Test every system against this number, such as 0, 0.5 or a margin, which becomes the baseline: one sample of scores
    #[arg(long, value_name = "NUMBER", value_parser = real, allow_hyphen_values = true, help_heading = "Metric")]
    pub against: Option<f64>,

    /// Tests: the first is primary, the rest print under sensitivity; all needs --primary. With --unpaired: permutation,
    /// welch, student, mann-whitney, aso (almost stochastic order), and of 0/1 scores boschloo and barnard; the last six only there
    #[arg(long = "test", value_delimiter = ',', value_parser = one_of_or(Test::ALL, "all"), value_name = "NAME[,NAME]", help_heading = "Tests")]
    pub tests: Vec<Choice<Test>>,
    /// The primary test of --test all
    #[arg(long, value_name = "NAME", value_parser = word::<Test>(), help_heading = "Tests")]
    pub primary: Option<Test>,
    /// Side; better means that SYSTEM is better, whatever the metric's direction (greater, less: the same)
    #[arg(long, value_name = "SIDE", default_value_t = Alternative::TwoSided, value_parser = word::<Alternative>(), help_heading = "Tests")]
    pub alternative: Alternative,
    /// A published recipe: fixes test, side, number of resamples and p-value rule
    #[arg(long, value_name = "NAME", value_parser = word::<Profile>(), help_heading = "Tests")]
    pub profile: Option<Profile>,
    #[command(flatten)]
    pub draws: DrawsArgs,
    /// How to compute: by law, or drawing by one route [default: by the data]. Draws differ between routes, the law does
    /// not
    #[arg(long, value_name = "ROUTE", value_parser = word::<RouteUsed>(), help_heading = "Tests")]
    pub route: Option<RouteUsed>,
    #[command(flatten)]
    pub levels: LevelsArgs,
    /// Adjustment over several systems
    #[arg(long, value_name = "NAME", default_value = "holm", value_parser = one_of_or(Adjustment::ALL, "none"), help_heading = "Tests")]
    pub adjust: Choice<Adjustment>,
    /// Metrics that are adjusted together: the first, or all that are named
    #[arg(long, value_name = "METRICS", default_value_t = AdjustedMetrics::Primary, value_parser = word::<AdjustedMetrics>(), help_heading = "Tests")]
    pub family: AdjustedMetrics,
    /// Ties in the sign test: left out, or half to each side
    #[arg(long, value_name = "WORD", default_value_t = SignTies::Drop, value_parser = word::<SignTies>(), help_heading = "Tests")]
    pub sign_ties: SignTies,
    /// How the sign test's p-value is computed; normal has the ½ correction
    #[arg(long, value_name = "HOW", default_value_t = SignP::default(), value_parser = word::<SignP>(), help_heading = "Tests")]
    pub sign: SignP,
    /// Variant of McNemar's test, chosen beforehand
    #[arg(long, value_name = "HOW", default_value_t = McNemarVariant::Exact, value_parser = word::<McNemarVariant>(), help_heading = "Tests")]
    pub mcnemar: McNemarVariant,
    /// Differences of 0 in Wilcoxon's test: dropped, dropped after ranking, or half to each side
    #[arg(long, value_name = "WORD", default_value_t = Zeros::Wilcox, value_parser = word::<Zeros>(), help_heading = "Tests")]
    pub zeros: Zeros,
    /// How Wilcoxon's p-value is computed; exact counts ties, normal has the ½ correction
    #[arg(long, value_name = "HOW", default_value_t = SignP::default(), value_parser = word::<SignP>(), help_heading = "Tests")]
    pub wilcoxon: SignP,
    /// Violation ratio below which --test aso says that one sample is almost stochastically larger [default: 0.5]
    ///
    /// Violation ratio below which --test aso says that one sample is almost stochastically larger, fixed beforehand [default: 0.5].
    /// 0.5 is the largest that makes sense; 0.2 asks for more
    #[arg(long, value_name = "RATIO", value_parser = positive, help_heading = "Tests")]
    pub aso_threshold: Option<f64>,
    /// Items that a bootstrap resample draws, of n: a number, or a share such as 0.2. Deviations are then divided by √(n/m).
    /// Goes with --test bootstrap or bootstrap-percentile, or a bootstrap interval
    #[arg(long, value_name = "M|FRACTION", help_heading = "Tests")]
    pub subsample: Option<SubsampleSize>,
    /// An item is drawn once at most; deviations are also divided by √(1 − m/n)
    #[arg(long, help_heading = "Tests")]
    pub without_replacement: bool,
    /// A column of strata: every bootstrap resample keeps their sizes. It is not --cluster, which is for items that belong together
    #[arg(long, value_name = "COL", help_heading = "Tests")]
    pub stratum: Option<String>,
    /// Sampled p-values as c/R instead of (c + 1)/(R + 1)
    #[arg(long, help_heading = "Tests")]
    pub raw_p: bool,
    /// Count resamples beyond the threshold alone, not those on it: too small a p, to repeat what was published
    #[arg(long, help_heading = "Tests")]
    pub strict: bool,
    /// What --test bootstrap centres its resamples at [default: observed]
    #[arg(long, value_name = "WHERE", value_parser = word::<Centre>(), help_heading = "Tests")]
    pub centre: Option<Centre>,

    /// Interval of the difference. Each system then has percentile; studentized, basic, normal and bca are of both. wilson and
    /// clopper-pearson are of each system, whose difference has newcombe and tango
    #[arg(long, value_name = "METHOD", default_value_t = IntervalMethod::default(), value_parser = word::<IntervalMethod>(), help_heading = "Intervals")]
    pub interval: IntervalMethod,

    /// Add the posterior of the difference: probabilities that SYSTEM is better or worse
    ///
    /// Add the posterior of the difference by the Bayesian bootstrap (Rubin 1981): probabilities that SYSTEM is better or worse, given
    /// the items, and an interval at the level of the others. They are not p-values, and are not adjusted
    #[arg(long, help_heading = "Intervals")]
    pub bayesian: bool,
    /// Region of practical equivalence of --bayesian: 1pt, 0.5% or abs:0.01
    ///
    /// Region of practical equivalence of --bayesian, fixed beforehand: a difference up to 1pt, 0.5% (of the baseline) or abs:0.01 either
    /// way does not matter. A number alone is in the unit of the scores
    #[arg(long, value_name = "SIZE", value_parser = size, help_heading = "Intervals")]
    pub rope: Option<MarginSize>,

    #[command(flatten)]
    pub margin: MarginArgs,
    /// The least and the largest score that there can be, fixed beforehand: the margin test then holds its level whatever the scores
    /// look like, and needs more items
    #[arg(
        long,
        value_name = "LOW,HIGH",
        allow_hyphen_values = true,
        help_heading = "Margins"
    )]
    pub bounded: Option<ScoreRange>,
    /// A gate for scripts: exit with 0 where it is shown
    ///
    /// A gate for scripts: exit with 0 where every SYSTEM is shown to be so, 10 where the opposite is shown of one, 11 where neither
    #[arg(long, value_name = "WORD", value_parser = word::<Gate>(), help_heading = "Margins")]
    pub require: Option<Gate>,
    /// The gate's opposite: exit with 10 only where a SYSTEM is shown to be worse (by more than the margin, if one is given)
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
    /// Write the scores of every item and their differences: FILE.csv
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub per_item: Option<PathBuf>,
    /// Write what each resample comes to, one row per resample: FILE.csv, FILE.npy or FILE.parquet
    ///
    /// Write what each resample comes to, one row per resample: FILE.csv, FILE.npy or FILE.parquet. The difference under swaps and in the
    /// bootstrap (of a corpus metric, both systems too), as --exact never draws them; the names of the columns say which
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub replicates: Option<PathBuf>,
    /// Add histograms of the resamples to the table: the null, and the bootstrap
    #[arg(long, help_heading = "Output")]
    pub histogram: bool,
    #[command(flatten)]
    pub explain: ExplainArgs,
    #[command(flatten)]
    pub html: HtmlArgs,
    #[command(flatten)]
    pub plot: PlotArgs,
    /// What the figure shows
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
    /// Converts systems that are all given as K right of N into scores of different items.
    ///
    /// # Errors
    /// For more right ones than there are.
    pub fn take_counts(&mut self) -> Result<(), Failure> {
        let counts = self.input.systems.iter().map(|system| count(system));
        let counts: Option<Vec<ListedScores>> = counts.collect::<Result<_, Failure>>()?;
        if let Some(mut counts) = counts.filter(|counts| !counts.is_empty()) {
            for at in 1..counts.len() {
                let name = counts[at].name.clone();
                if counts[..at].iter().any(|other| other.name == name) {
                    counts[at].name = format!("{name}#{}", at + 1);
                }
            }
            self.input.systems.clear();
            self.scores = counts;
            self.unpaired = true;
        }
        self.over.over = unit_of_scores(self.over.over, &self.scores);
        Ok(())
    }
}
