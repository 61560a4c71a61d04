//! What is known about the data before any test is run; that includes no p-value.

#[cfg(feature = "files")]
use restrap_metrics::describe::Description;
use restrap_stats::{Sample, Skewness};
use restrap_words::vocabulary;
use serde::{Deserialize, Serialize};

use restrap_lib::Data;
use restrap_lib::Scores;
use restrap_lib::inner::Systems;
use restrap_lib::inner::{are_replicates, is_telling};
use restrap_lib::outcome::MarginMethod;
use restrap_lib::{Claim, Over, Request, Units};

vocabulary! {
    /// What a score is.
    pub enum ScoreKind: "a kind of score" {
        /// Right or wrong: every item scores 0 or 1.
        Binary = "binary",
        /// A number for every item, of which the mean is compared.
        Graded = "graded",
        /// A number for every item, of which a quantile is compared.
        Quantile = "quantile",
        /// One value of the whole corpus, made of sums over its items: F1, BLEU, a ratio.
        Corpus = "corpus",
        /// Which of two outputs was preferred.
        Votes = "votes",
    }
    default Graded
}

vocabulary! {
    /// What may be said of data that are not at hand.
    pub enum Fact: "a fact about the data" {
        /// Every item is right or wrong.
        Binary = "binary" | "0/1",
        /// Every item has a number, and the mean is compared.
        Graded = "graded" | "scores",
        /// Scores of which a quantile is compared, such as the median.
        Quantile = "quantile" | "median",
        /// A value of the whole corpus, such as F1 or BLEU.
        Corpus = "corpus",
        /// Votes between two outputs.
        Votes = "votes",
        /// Several votes on one prompt.
        Prompts = "prompts",
        /// Ten voters or more.
        Voters = "voters",
        /// Differences with a long tail on one side.
        Skewed = "skewed",
        /// No item differs.
        Identical = "identical",
        /// Rows are scores of resampled test sets.
        Resampled = "resampled",
        /// One system, and its error bar.
        OneSystem = "one-system",
        /// More than two systems, and all pairs.
        ManySystems = "many-systems",
        /// Several systems, each against one baseline.
        Baseline = "baseline",
        /// Several data sets.
        DataSets = "data-sets",
        /// The systems scored different items.
        Unpaired = "unpaired",
        /// Items belong together: sentences of a document, questions on a passage.
        Clusters = "clusters",
        /// Items belong together in fewer than six groups.
        FewClusters = "few-clusters",
        /// Items belong together in two ways that cross each other.
        CrossedClusters = "crossed-clusters",
        /// Every training run of a recipe answered every item.
        Seeds = "seeds",
        /// One score a training run, repetition or replication, and no items.
        RunScores = "run-scores",
        /// Several sampled answers to every item.
        Repeats = "repeats" | "epochs",
        /// Ten raters or more, each of many items.
        Raters = "raters" | "judges",
        /// Fewer than ten raters.
        FewRaters = "few-raters" | "few-judges",
        /// Scores of a judge or metric for all items, and of people for some.
        Human = "human",
        /// One score a fold.
        Folds = "folds",
        /// One score a random split.
        Splits = "splits",
        /// A system against a number, such as 0.5.
        Against = "against",
        /// A loss below a margin is to be ruled out.
        Noninferior = "noninferior" | "margin",
        /// A difference beyond a margin is to be ruled out, on both sides.
        Equivalent = "equivalent",
    }
}

/// A micro average over one label per item.
#[cfg(feature = "files")]
fn is_micro(metric: &str) -> bool {
    metric.contains("average=micro")
        && !metric.contains("multi-label")
        && !metric.contains("labels=")
}

#[cfg(feature = "files")]
impl ScoreKind {
    /// What a score of this metric is, as far as its name tells.
    pub fn of(metric: &restrap_metrics::MetricName) -> Self {
        use restrap_metrics::describe::Make;
        let Description { name, make, .. } = metric.description();
        match make {
            Make::Scores | Make::Rankings(_) => Self::Graded,
            Make::Order(_) => Self::Quantile,
            _ if *name == "accuracy" => Self::Binary,
            // With one label per item it is the accuracy.
            Make::Labels(_) if is_micro(&metric.to_string()) => Self::Binary,
            // Of segments and of items by themselves, averaged.
            _ if name.starts_with("rouge") || metric.to_string().contains("average=samples") => {
                Self::Graded
            }
            _ => Self::Corpus,
        }
    }
}

/// A metric, the data and the design of an evaluation.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
#[non_exhaustive]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a fact that holds or does not"
)]
pub struct Design {
    /// What a score is.
    pub kind: ScoreKind,
    /// The metric as it is asked for, where one is named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metric: Option<String>,
    /// Systems, with the baseline.
    pub systems: u64,
    /// One of them is the baseline of the others.
    pub baseline: bool,
    /// There are several data sets.
    pub data_sets: bool,
    /// Items, or other values of a system.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub items: Option<u64>,
    /// Items on which the first two systems differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub differing: Option<u64>,
    /// Share of their scores that are 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zeros: Option<f64>,
    /// Skewness of their differences, of units that are drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skewness: Option<f64>,
    /// Chance does not explain the skewness, and it moves error rates.
    pub skewed: bool,
    /// Rows look like scores of resampled test sets.
    pub resampled: bool,
    /// The systems scored different items.
    pub unpaired: bool,
    /// What one value is.
    pub over: Over,
    /// Items belong together.
    pub clustered: bool,
    /// In so many clusters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clusters: Option<u64>,
    /// Clusters of two kinds cross each other.
    pub crossed: bool,
    /// Every training run answered every item.
    pub seeds: bool,
    /// Several answers to an item were sampled.
    pub repeats: bool,
    /// People or models rated items, several each.
    pub raters: bool,
    /// People scored some of the items that a judge or metric scored.
    pub human: bool,
    /// A number stands in the place of a baseline.
    pub against: bool,
    /// What is to be ruled out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<Claim>,
    /// Level of the test.
    pub alpha: f64,
    /// A column, or a part of the ids, whose values look like groups: `passage`, `{cluster}-`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seems_clustered: Option<String>,
}

impl Design {
    /// Two systems on the same items at alpha 0.05, with these facts.
    pub fn of_words(facts: &[Fact]) -> Self {
        let mut design = Self {
            systems: 2,
            alpha: 0.05,
            ..Self::default()
        };
        for &fact in facts {
            design.add(fact);
        }
        design
    }

    fn add(&mut self, fact: Fact) {
        match fact {
            Fact::Binary => self.kind = ScoreKind::Binary,
            Fact::Graded => self.kind = ScoreKind::Graded,
            Fact::Quantile => self.kind = ScoreKind::Quantile,
            Fact::Corpus => self.kind = ScoreKind::Corpus,
            Fact::Votes => self.kind = ScoreKind::Votes,
            Fact::Prompts => (self.kind, self.clustered) = (ScoreKind::Votes, true),
            Fact::Voters => {
                (self.kind, self.clustered, self.crossed) = (ScoreKind::Votes, true, true);
            }
            Fact::Skewed => self.skewed = true,
            Fact::Identical => self.differing = Some(0),
            Fact::Resampled => self.resampled = true,
            Fact::OneSystem => self.systems = 1,
            Fact::ManySystems => self.systems = 3,
            Fact::Baseline => (self.systems, self.baseline) = (3, true),
            Fact::DataSets => self.data_sets = true,
            Fact::Unpaired => self.unpaired = true,
            Fact::Clusters => self.clustered = true,
            Fact::FewClusters => (self.clustered, self.clusters) = (true, Some(FEW_CLUSTERS - 1)),
            Fact::CrossedClusters => (self.clustered, self.crossed) = (true, true),
            Fact::Seeds => self.seeds = true,
            Fact::RunScores => self.over = Over::Seeds,
            Fact::Repeats => self.repeats = true,
            Fact::Raters => (self.raters, self.clustered, self.crossed) = (true, true, true),
            Fact::FewRaters => self.raters = true,
            Fact::Human => self.human = true,
            Fact::Folds => self.over = Over::Folds,
            Fact::Splits => self.over = Over::Splits,
            Fact::Against => self.against = true,
            Fact::Noninferior => self.claim = Some(Claim::Noninferior),
            Fact::Equivalent => self.claim = Some(Claim::Equivalent),
        }
    }

    /// What these data are, for a comparison by this request: counts and shapes, no test.
    pub fn of(data: &Data, request: &Request) -> Self {
        let mut design = Self {
            systems: data.number() as u64,
            baseline: false,
            unpaired: request.sample.unpaired,
            over: request.sample.over,
            clustered: !matches!(data.sampling.units, Units::Items),
            crossed: matches!(data.sampling.units, Units::Crossed(..)),
            seeds: data.runs().is_some(),
            repeats: data
                .sampling
                .answered
                .as_ref()
                .is_some_and(|answered| answered.repeats.is_some()),
            human: data.sampling.human.is_some(),
            claim: request.question.margin.map(|margin| margin.claim),
            alpha: request.question.alpha,
            items: Some(data.number_of_items()),
            clusters: data
                .sampling
                .units
                .clusters()
                .map(|clusters| clusters.number() as u64),
            ..Self::default()
        };
        match data.systems {
            Systems::Scores(systems) => design.look_at(systems, data),
            Systems::Counted(..) | Systems::Items(_) => design.kind = ScoreKind::Corpus,
        }
        if data.sampling.voted.is_some() {
            design.kind = ScoreKind::Votes;
        }
        design
    }

    /// What the scores of the first two systems show.
    fn look_at(&mut self, systems: &[Scores], data: &Data) {
        let values = || systems.iter().flat_map(Scores::each);
        if values().all(|(score, _)| score == 0.0 || score == 1.0) {
            self.kind = ScoreKind::Binary;
        }
        let all: u64 = values().map(|(_, times)| times).sum();
        let zeros = values().filter(|(score, _)| *score == 0.0);
        let zeros: u64 = zeros.map(|(_, times)| times).sum();
        self.zeros = (all > 0).then(|| zeros as f64 / all as f64);
        let [baseline, system, ..] = systems else {
            return;
        };
        if self.unpaired || self.over != Over::Items || baseline.rows().len() != system.rows().len()
        {
            return;
        }
        let both = system.rows().iter().zip(baseline.rows());
        let differences: Vec<f64> = both.map(|(new, old)| new - old).collect();
        let times = baseline.times();
        let differing = times.each(&differences).filter(|(d, _)| *d != 0.0);
        self.differing = Some(differing.map(|(_, times)| times).sum());
        let of_clusters = match data
            .sampling
            .units
            .clusters()
            .map(|clusters| clusters.map(differences.len(), |_| true))
        {
            Some(Ok(clusters)) => {
                let clusters = clusters.counted(times.clone());
                let means = clusters.means(&differences);
                let totals = means.iter().zip(&clusters.sizes);
                let totals = totals.map(|(mean, &items)| mean * items as f64);
                Some(totals.collect::<Vec<f64>>())
            }
            _ => None,
        };
        let units = match &of_clusters {
            Some(totals) => Sample::from(totals),
            None => Sample::new(&differences, times.counts()),
        };
        if let Ok(Some(skewness)) = Skewness::of(units) {
            self.skewness = Some(restrap_lib::number::digits::rounded(skewness.adjusted));
            self.skewed = self.kind != ScoreKind::Binary && is_telling(&skewness, units.items());
        }
        // Resamples are values of their own, which no count repeats.
        self.resampled = times.are_once() && are_replicates(baseline.rows(), system.rows());
    }

    /// How a margin of single items is tested.
    pub(super) fn margin_method(&self) -> MarginMethod {
        match self.kind {
            ScoreKind::Binary => MarginMethod::Unconditional,
            _ => MarginMethod::Studentized,
        }
    }
}

/// Clusters below which no two-sided 95 % interval is bounded: swaps of five give 2/2⁵ at best.
pub(super) const FEW_CLUSTERS: u64 = 6;
