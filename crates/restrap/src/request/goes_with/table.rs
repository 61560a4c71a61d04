//! The table: what does not go together, what needs what, and what has tests or intervals of its own.

#![allow(clippy::enum_glob_use, reason = "the rows are of its variants")]

use super::facts::Given::{self, *};
use crate::request::Test;
use restrap_words::{asked, asked_as};

/// An option, and what it does not go with.
#[derive(Debug)]
pub struct GoesWith {
    /// The option.
    pub option: Given,
    /// What it needs.
    pub needs: &'static str,
    /// What is something else.
    pub never: &'static [Given],
    /// What else can be done than to drop one of the two.
    pub or: Option<fn() -> String>,
}

impl GoesWith {
    const fn or(self, or: fn() -> String) -> Self {
        Self {
            or: Some(or),
            ..self
        }
    }
}

/// An option, and what has to be given with it.
#[derive(Debug)]
pub struct Needs {
    /// The option.
    pub option: Given,
    /// What has to be given too; one of them is enough.
    pub beside: &'static [Given],
    /// What that is.
    pub needs: &'static str,
    /// What there is instead.
    pub found: &'static str,
    /// The options to add, each with a value.
    pub add: Add,
}

/// Options to add, each with a value.
#[derive(Debug)]
pub enum Add {
    /// One of them.
    Either(&'static [(&'static str, &'static str)]),
    /// All of them.
    Both([(&'static str, &'static str); 2]),
}

const fn row(option: Given, needs: &'static str, never: &'static [Given]) -> GoesWith {
    GoesWith {
        option,
        needs,
        never,
        or: None,
    }
}

const fn lacks(
    option: Given,
    needs: &'static str,
    beside: &'static [Given],
    found: &'static str,
    add: &'static [(&'static str, &'static str)],
) -> Needs {
    Needs {
        option,
        beside,
        needs,
        found,
        add: Add::Either(add),
    }
}

const fn of_latex(option: Given) -> Needs {
    const LATEX: &[(&str, &str)] = &[("output", "latex")];
    lacks(
        option,
        "a LaTeX table",
        &[Latex],
        "another form is printed",
        LATEX,
    )
}

const fn of_baseline(option: Given) -> Needs {
    const NAME: &[(&str, &str)] = &[("baseline", "NAME")];
    lacks(
        option,
        "a baseline",
        &[AgainstFirst],
        "all pairs are ranked",
        NAME,
    )
}

/// A variant of a test needs this test.
const fn variant(
    option: Given,
    needs: &'static str,
    test: &'static [Given],
    add: &'static [(&'static str, &'static str)],
) -> Needs {
    lacks(option, needs, test, "it is not run", add)
}

const SIGN: &[(&str, &str)] = &[("test", "sign")];
const MCNEMAR: &[(&str, &str)] = &[("test", "mcnemar")];
const WILCOXON: &[(&str, &str)] = &[("test", "wilcoxon")];
const ASO: &[(&str, &str)] = &[("test", "aso")];
const BOOTSTRAP: &[(&str, &str)] = &[("test", "bootstrap")];

const fn of_outputs(option: Given) -> Needs {
    Needs {
        option,
        beside: &[SystemsAndSegments],
        needs: "the system and the segment of every output",
        found: "these are single items",
        add: Add::Both([("system", "COL"), ("segment", "COL")]),
    }
}

/// What to do about numbers in place of files.
const MORE: &str = "give files with more data";
/// What several rows of one item do not go with.
const OF_ROWS: &[Given] = &[
    Metric,
    Rankings,
    Unpaired,
    Overlapping,
    Replications,
    Crossed,
    ClusterFile,
];
/// What several files of one system do not go with.
const OF_FILES_OF_ROWS: &[Given] = &[Unpaired, Overlapping, Replications, Crossed];
/// What only files say.
const OF_FILES: &[Given] = &[
    Metric,
    Rankings,
    Summary,
    Id,
    CountColumn,
    Where,
    Long,
    By,
    Stratum,
    Mix,
    Cluster,
    Gold,
    Systems,
    Repeat,
    SeedColumn,
    Judge,
    Human,
    VoteColumns,
];

/// What does not go together; of several rows the first that applies is told.
pub const GOES_WITH: &[GoesWith] = &[
    row(
        VoteColumns,
        "a table whose columns it names",
        &[
            Metric, Rankings, Id, Long, By, Stratum, Mix, Cluster, Gold, Systems, Repeat, SeedColumn, Judge,
            Unpaired, Over,
        ],
    )
    .or(|| "prompts and voters are item=COL and judge=COL".to_owned()),
    row(
        CountColumn,
        "rows of which nothing but values is known",
        &[Rankings, Repeat, SeedColumn, Judge, Human, Patterns, VoteColumns, Over],
    )
    .or(|| format!("give one row per item, without {}", asked("count"))),
    row(CountColumn, "a method without an order of items", &[Bounded]),
    row(RouteNamed, "one row per item", &[CountColumn]),
    row(Counts, "no files and no columns", OF_FILES).or(|| MORE.to_owned()),
    row(Pairs, "no files and no columns", OF_FILES).or(|| MORE.to_owned()),
    row(Listed, "no files and no columns", OF_FILES).or(|| MORE.to_owned()),
    row(Counts, "two systems on the same items", &[Baseline, Against, Unpaired, Over]).or(|| MORE.to_owned()),
    row(Pairs, "two systems on the same items", &[Baseline, Against, Unpaired, Over]).or(|| MORE.to_owned()),
    row(SeedColumn, "scores of items in one table", OF_ROWS).or(|| "score each answer first, and compare the scores".to_owned()),
    row(Judge, "scores of items in one table", OF_ROWS).or(|| "score each answer first, and compare the scores".to_owned()),
    row(Repeat, "scores of items in one table", OF_ROWS).or(|| "score each answer first, and compare the scores".to_owned()),
    row(Patterns, "paired items of one kind", OF_FILES_OF_ROWS).or(|| "score each answer first, and compare the scores".to_owned()),
    row(Rankings, "items of all systems, without groups", &[Unpaired, By, Stratum, Mix])
        .or(|| "the queries of runs are the same, and have no columns: save their scores with restrap score, and compare these files".to_owned()),
    row(Metric, "the mean of several answers", &[Reduce]),
    row(MetricApart, "items without groups", &[By, Stratum, Mix, Cluster]),
    row(Crossed, "means of items", &[Metric, Rankings]).or(|| "name the kind of clusters that matters more".to_owned()),
    row(Swaps, "a question about all items", &[Margin, By]),
    row(PairedItems, "systems on the same items", &[Unpaired]),
    row(ItemMetric, "items without strata", &[Stratum]),
    row(PairedClusters, "items that all systems scored", &[Unpaired]),
    row(Unpaired, "a column of clusters in every file", &[Crossed, ClusterFile]),
    row(Stratum, "paired scores", &[Unpaired]),
    row(Cluster, "one kind of groups", &[Stratum]),
    row(Over, "one value per line", &[Metric, ItemMetric, Cluster, By, Stratum, Repeat, SeedColumn, Judge, Dataset, Profile, Subsample]),
    row(
        Human,
        "independent items",
        &[Unpaired, Cluster, Runs, SeedColumn, By, Stratum, Voted, Over, Bounded, Metric, ItemMetric, Profile, Subsample],
    ),
    row(Judge, "items of one population", &[By, Stratum]),
    row(Answers, "paired items", &[Unpaired]),
    row(Bounded, "paired scores of items", &[Unpaired, Metric, ItemMetric]),
    row(By, "one column of groups", &[Stratum, Mix]),
    row(By, "items that all systems scored", &[Unpaired]),
    row(Stratum, "one column of groups", &[Mix]),
    row(
        Bayesian,
        "paired scores of items, or of clusters of one kind",
        &[Metric, ItemMetric, Values, Unpaired, Human, Runs, SeedColumn, Stratum, Mix, Crossed, Overlapping],
    ),
    row(
        AllPairs,
        "paired scores of items from one population",
        &[Stratum, Voted, Human, Crossed, Unpaired, Bayesian, Margin],
    )
    .or(|| "compare two systems".to_owned()),
    row(Mix, "means of paired items", &[Margin, Unpaired, Over, Metric]),
    row(Mix, "independent items", &[Cluster, Human, SeedColumn, Repeat, Judge, Profile, Subsample]),
    row(Unpaired, "files without common items", &[Id]),
    row(Profile, "items of one population", &[Stratum, Judge, SeedColumn, Repeat, Subsample, Unpaired]),
    row(Cluster, "clusters of one population", &[Subsample, Profile]),
    row(RouteNamed, "a free choice of the route", &[ExactNamed, Profile]),
    row(PerItem, "systems on the same items", &[Unpaired]),
    row(Budget, "one value of each trial", &[Cluster, Repeat, SeedColumn, Judge, Human, Mix]),
    row(Against, "one score per item", &[Baseline, Unpaired, Values, VoteColumns, Human, SeedColumn, Judge, Patterns, Metric, Rankings])
        .or(|| "for the interval of one system use restrap ci".to_owned()),
    row(Summary, "one score per item", &[Unpaired, Over, VoteColumns, Human, SeedColumn, Repeat, Judge, Patterns]),
    row(Range, "scores of an unknown range", &[OtherRange, Metric]),
    row(Subsample, "paired items of one population", &[Unpaired, Stratum]),
    row(ExactAlways, "a test with an exact distribution", &[NoLaw]),
    row(ClusteredScores, "clusters of one population", &[Subsample, Profile]),
    row(MetricApart, "samples with replacement of as many items", &[OtherDraws, Compressed]),
    row(Compressed, "sums of items that are sampled with replacement", &[ItemMetric, NoReplacement, Stratum])
        .or(|| "use streamed or indexed".to_owned()),
    row(DataSets, "paired items", &[Unpaired, Over, OverVotes, TestFraction, ClusterWeight, Range, Bayesian]),
    row(AllPairs, "a gate without a margin", &[MarginGate]).or(|| "compare has margins".to_owned()),
    row(MeanRanks, "scores of items, and all pairs", &[Cluster, Runs, Dataset, AgainstFirst, Metric, ItemMetric, Values, Overlapping])
        .or(|| "maxt takes them".to_owned()),
    row(JointDraws, "units that can be swapped or resampled together", &[Runs, Values, Overlapping, ItemMetric])
        .or(|| "holm takes the p-value of each pair".to_owned()),
    row(Dataset, "items of one data set each", &[Runs, SharedItems]).or(|| "replicate takes them".to_owned()),
    row(Dataset, "max-t or hsd", &[OneDataSet]).or(|| "max-t takes several data sets".to_owned()),
    row(Strengths, "max-T or Holm's correction of votes", &[ScoresAdjusted, ExactAlways, LowerIsBetter, MarginGate, Margin]).or(|| "max-t and holm take votes".to_owned()),
    row(LowerIsBetter, "scores, a ratio or a formula", &[KnownDirection]),
    row(JsonPrinted, "standard output for itself", &[Explain, ReportMethods, OutputForm])
        .or(|| format!("a file takes the JSON: {}", asked_as("json", "FILE.json"))),
    row(Explain, "a printed table", &[Quiet, BareOutput]),
    row(ReportMethods, "a printed table", &[Quiet, BareOutput]),
    row(GoldFile, "a metric of answers", &[OfReferences, OfJudgements, OfCounts]).or(|| "choose a metric that uses it".to_owned()),
    row(References, "a metric of texts", &[OfAnswers, OfLabels, OfJudgements, OfCounts]).or(|| "choose a metric that uses them".to_owned()),
    row(Qrels, "a metric of rankings", &[OfAnswers, OfLabels, OfReferences, OfCounts]).or(|| "choose a metric that uses them".to_owned()),
    row(Long, "files of scores", &[Outputs]),
    row(Systems, "files of scores", &[Outputs]),
    row(Where, "files with columns", &[ReadWhole]),
    row(CountColumn, "files with columns", &[ReadWhole]),
    row(Missing, "files with columns", &[ReadWhole]),
    row(SeveralIds, "files with columns", &[ReadWhole]),
    row(AsoTest, "a sampled bootstrap", &[ExactAlways]),
    row(SubsampleAsked, "a bootstrap", &[SwapsFirst]).or(|| format!("add {}", asked_as("test", Test::Bootstrap))),
    row(Recipe, "the settings of its recipe", &[TestsNamed, SideNamed, RawPNamed, StrictNamed, CentreNamed]),
    row(GateEquivalent, "its own margin", &[MarginNoninferior, MarginSuperior])
        .or(|| format!("use {}", asked_as("equivalent", "1pt"))),
    row(GateNoninferior, "its own margin", &[MarginEquivalent, MarginSuperior])
        .or(|| format!("use {}", asked_as("noninferior", "1pt"))),
    row(BoundedMargin, "a margin of losses", &[MarginSuperior]),
    row(AllMetrics, "several metrics of all items, and a correction", &[OneMetric, By, NoCorrection, MetricClaims])
        .or(|| format!("name the metrics: {}", asked_as("metric", "NAME,NAME"))),
    row(MetricClaims, "no other gate or margin", &[OtherGate, OtherForbid, BoundedMargin]),
    row(Centred, "differences of items", &[Metric]).or(|| "swaps take any metric".to_owned()),
];

/// What needs another option beside it.
pub const NEEDS: &[Needs] = &[
    lacks(
        OverVotes,
        "a table of votes",
        &[Voted, VoteColumns],
        "these are scores",
        &[("votes", "COLUMNS")],
    ),
    lacks(
        Splits,
        "the share of the data that each split tests on",
        &[TestFraction],
        "none is given",
        &[("test-fraction", "SHARE")],
    ),
    lacks(
        TestFraction,
        "values of folds or splits",
        &[Overlapping],
        "these are others",
        &[("over", "folds")],
    ),
    lacks(
        ClusterWeight,
        "clusters",
        &[Cluster],
        "none are named",
        &[("cluster", "COL")],
    ),
    lacks(
        Budget,
        "one score per independent trial",
        &[Values],
        "these are scores of other values",
        &[("over", "replications")],
    ),
    lacks(
        Estimator,
        "the best of several trials",
        &[Budget],
        "it is not asked for",
        &[("budget", "true")],
    ),
    lacks(
        Experiments,
        "a simulation",
        &[SelfCheck],
        "none is asked for",
        &[("self-check", "true")],
    ),
    Needs {
        option: NoReplacement,
        beside: &[Subsample],
        needs: "fewer items than there are",
        found: "all are drawn",
        add: Add::Both([("subsample", "0.5"), ("test", "bootstrap")]),
    },
    lacks(
        Rope,
        "a posterior",
        &[Bayesian],
        "none is asked for",
        &[("bayesian", "true")],
    ),
    variant(SignTies, "the sign test", &[SignTest], SIGN),
    variant(SignVariant, "the sign test", &[SignTest], SIGN),
    variant(McNemarVariant, "McNemar's test", &[McNemarTest], MCNEMAR),
    variant(Zeros, "Wilcoxon's test", &[WilcoxonTest], WILCOXON),
    variant(
        WilcoxonVariant,
        "Wilcoxon's test",
        &[WilcoxonTest],
        WILCOXON,
    ),
    variant(AsoThreshold, "almost stochastic order", &[AsoTest], ASO),
    lacks(
        Strict,
        "a test that resamples",
        &[ResamplingTest],
        "none is run",
        &[("test", "bootstrap")],
    ),
    variant(
        OtherCentre,
        "the bootstrap test",
        &[BootstrapTest],
        BOOTSTRAP,
    ),
    lacks(
        SubsampleAsked,
        "a bootstrap",
        &[AnyBootstrap, BootstrapInterval],
        "nothing draws one",
        &[("test", "bootstrap"), ("interval", "percentile")],
    ),
    lacks(
        GateNoninferior,
        "its own margin",
        &[MarginNoninferior],
        "it is not given",
        &[("noninferior", "1pt")],
    ),
    lacks(
        GateEquivalent,
        "its own margin",
        &[MarginEquivalent],
        "it is not given",
        &[("equivalent", "1pt")],
    ),
    lacks(
        BoundedMargin,
        "a margin",
        &[MarginNoninferior, MarginEquivalent],
        "none is given",
        &[("noninferior", "1pt"), ("equivalent", "1pt")],
    ),
    lacks(
        AllTests,
        "the name of the primary test",
        &[Primary],
        "none is named (the p-value you pick after seeing six is not a p-value)",
        &[("primary", "permutation")],
    ),
    lacks(
        Primary,
        "all tests",
        &[AllTests],
        "some are named: the first of them is primary",
        &[("test", "all")],
    ),
    lacks(
        Unseen,
        "an option that looks at its column",
        &[UnseenUsed],
        "none does",
        &[("where", "unseen=yes")],
    ),
    lacks(
        Reduce,
        "a column that names the answers to an item",
        &[Repeat, SeedColumn, Judge, Patterns],
        "nothing does",
        &[("repeat", "order")],
    ),
    lacks(
        OfAnswers,
        "the right answers",
        &[GoldFile],
        "none are named",
        &[("gold", "FILE")],
    ),
    lacks(
        OfReferences,
        "the references",
        &[References],
        "none are named",
        &[("ref", "FILE")],
    ),
    lacks(
        OfJudgements,
        "the judgements",
        &[Qrels],
        "none are named",
        &[("qrels", "FILE")],
    ),
    of_latex(Caption),
    of_latex(Label),
    of_latex(Highlight),
    of_baseline(Gated),
    of_baseline(Forbidding),
    lacks(
        TieThreshold,
        "a measure of pairs and their ties",
        &[PairwiseAccuracy],
        "this is another",
        &[("agreement", "pairwise-accuracy")],
    ),
    of_outputs(Level),
    of_outputs(Redrawn),
    lacks(
        NoninferiorShare,
        "the agreement of the systems",
        &[Agreement],
        "it is not given",
        &[("agreement", "SHARE")],
    ),
    lacks(
        Seeds,
        "the variance between training runs",
        &[SeedVariance],
        "it is not given",
        &[("seed-variance", "V")],
    ),
    lacks(
        SeedVariance,
        "the number of training runs",
        &[Seeds],
        "it is not given",
        &[("seeds", "5,5")],
    ),
    lacks(
        Seeds,
        "the variance of an item's difference",
        &[Variance],
        "it is not given",
        &[("variance", "V")],
    ),
    lacks(
        ClusterSize,
        "their correlation, often 0.1 to 0.3",
        &[Icc],
        "none is given",
        &[("icc", "SHARE")],
    ),
    lacks(
        Icc,
        "the size of the clusters",
        &[ClusterSize],
        "none is given",
        &[("cluster-size", "N")],
    ),
    lacks(
        Plan,
        "the gain that matters, the number of items, or a margin",
        &[Gain, Items, Noninferior],
        "none is given, and a pilot's own difference is not the true one: power at it only restates its p-value",
        &[("gain", "0.02"), ("items", "500")],
    ),
];
