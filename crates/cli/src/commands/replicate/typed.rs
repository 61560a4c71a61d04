//! The options of `restrap replicate` that make its request.

#![allow(
    rustdoc::broken_intra_doc_links,
    reason = "doc comments are help texts, where brackets mean optional"
)]

use clap::parser::ValueSource;
use clap::{ArgMatches, Args, Command, Error, FromArgMatches};
use restrap::{
    Adjustment, Alternative, AskedMargin, Forbid, Gate, GridChoice, IntervalMethod, McNemarVariant,
    ReplicateRequest, Request, Test,
};

use crate::args::shared::MarginArgs;
use crate::args::shared::{DrawsArgs, LevelsArgs};
use crate::args::word::{Choice, one_of, one_of_or, word};
use crate::run::failure::Failure;

#[derive(Args)]
pub struct AskedArgs {
    /// Tests of each data set, the first is primary
    #[arg(long = "test", value_delimiter = ',', default_values_t = [Test::Permutation], value_parser = one_of(Test::PAIRED), value_name = "NAME[,NAME]", help_heading = "Tests")]
    pub tests: Vec<Test>,
    /// Alternative hypothesis of each test; counts of data sets are always one-sided
    #[arg(long, value_name = "SIDE", default_value_t = Alternative::TwoSided, value_parser = word::<Alternative>(), help_heading = "Tests")]
    pub alternative: Alternative,
    /// Weight items equally in the mean, instead of data sets
    #[arg(long, help_heading = "Tests")]
    pub micro: bool,
    #[command(flatten)]
    pub draws: DrawsArgs,
    #[command(flatten)]
    pub levels: LevelsArgs,
    /// Correction over all systems, data sets and metrics
    #[arg(long, value_name = "NAME", default_value = "holm", value_parser = one_of_or(Adjustment::ALL, "none"), help_heading = "Tests")]
    pub adjust: Choice<Adjustment>,
    /// Variant of McNemar's test
    #[arg(long, value_name = "HOW", default_value_t = McNemarVariant::Exact, value_parser = word::<McNemarVariant>(), help_heading = "Tests")]
    pub mcnemar: McNemarVariant,
    /// Confidence interval of each difference
    #[arg(long, value_name = "METHOD", default_value_t = IntervalMethod::default(), value_parser = word::<IntervalMethod>(), help_heading = "Intervals")]
    pub interval: IntervalMethod,

    #[command(flatten)]
    pub margin: MarginArgs,
    /// Gate: superior for the mean, noninferior and equivalent for every data set
    #[arg(long, value_name = "WORD", value_parser = word::<Gate>(), help_heading = "Margins")]
    pub require: Option<Gate>,
    /// Gate: exit 10 only if a SYSTEM is significantly worse in the mean or on a data set
    #[arg(long, value_name = "WORD", value_parser = word::<Forbid>(), help_heading = "Margins")]
    pub forbid: Option<Forbid>,
}

/// The options that were typed, rather than left at their defaults.
///
/// Parsing takes what it has read out of the matches, so this stands before every other argument of its command.
#[derive(Clone, Debug, Default)]
pub struct Given(Vec<String>);

impl Given {
    /// Whether the argument was typed.
    pub fn has(&self, id: &str) -> bool {
        self.0.iter().any(|given| given == id)
    }
}

impl Args for Given {
    fn augment_args(command: Command) -> Command {
        command
    }

    fn augment_args_for_update(command: Command) -> Command {
        command
    }
}

impl FromArgMatches for Given {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let is_typed = |id: &&str| matches.value_source(id) == Some(ValueSource::CommandLine);
        Ok(Self(
            matches
                .ids()
                .map(clap::Id::as_str)
                .filter(is_typed)
                .map(str::to_owned)
                .collect(),
        ))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl AskedArgs {
    /// The request. `grid` and `lower_is_better` are options of other groups.
    ///
    /// # Errors
    /// For a margin of a metric that is not the primary one.
    pub fn request(
        &self,
        grid: GridChoice,
        lower_is_better: bool,
    ) -> Result<ReplicateRequest, Failure> {
        let mut asked = ReplicateRequest::default();
        asked.micro = self.micro;
        asked.request.sample.grid = grid;
        let question = &mut asked.request.question;
        question.tests.clone_from(&self.tests);
        question.alternative = self.alternative;
        question.alpha = self.levels.alpha;
        question.confidence = self.levels.confidence();
        question.adjust = self.adjust;
        question.interval = self.interval;
        question.margin = self.margin()?;
        question.gate = self.require;
        question.forbid = self.forbid;
        question.higher_is_better &= !lower_is_better;
        asked.request.variants.mcnemar = self.mcnemar;
        let compute = &mut asked.request.compute;
        compute.exact = self.draws.exact;
        compute.resamples = self.draws.resamples();
        compute.seed = self.draws.seed;
        Ok(asked)
    }

    /// The margin of every cell, where one was asked for.
    fn margin(&self) -> Result<Option<AskedMargin>, Failure> {
        let question = Request::default().claims(self.margin.asked())?.question;
        if let Some(claim) = question.claims.first() {
            return Err(Failure::usage(
                format!(
                    "on several data sets a margin applies to the primary metric, found one for {}",
                    claim.metric
                ),
                format!(
                    "put it first in --metric, and write the margin without a name: --{} {}",
                    claim.claim, claim.size
                ),
            ));
        }
        Ok(question.margin)
    }
}
