//! What a request can be asked for, and what its data can be.

use restrap_words::{Asked, asked};

/// Makes [`Given`] with the word of each and what it does.
macro_rules! given {
    ($(#[$about:meta])* pub enum $given:ident { $($name:ident = $word:literal $($alone:ident)?, $does:literal;)+ }) => {
        $(#[$about])*
        pub enum $given {
            $(#[doc = $does] $name,)+
        }

        impl $given {
            /// Every one.
            pub const ALL: &[Self] = &[$(Self::$name),+];

            /// Whether its option says it by being given, whatever its value.
            pub(super) const fn is_alone(self) -> bool {
                match self {
                    $(Self::$name => !stringify!($($alone)?).is_empty(),)+
                }
            }

            /// The option that says it, or a phrase where none does; and what it does.
            pub(super) const fn words(self) -> (&'static str, &'static str) {
                match self {
                    $(Self::$name => ($word, $does),)+
                }
            }
        }
    };
}

given! {
    /// What is asked for, or what the data are.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Given {
        Against = "against" alone, "puts a number in the place of a baseline";
        AgainstFirst = "baseline", "puts each system against one";
        Agreement = "agreement", "says how often the systems agree";
        AllMetrics = "family", "adjusts all metrics together";
        AllPairs = "a ranking", "compares all pairs of systems on the same items";
        AllTests = "test", "runs all tests";
        Alone = "an interval of one system", "does not depend on other systems";
        AloneClusters = "cluster", "has its own standard error";
        AloneOver = "over", "declares one value per run, fold or split";
        AloneStrata = "mix", "draws within its groups";
        Answers = "several answers to an item", "are paired";
        AnyBootstrap = "test", "runs a bootstrap";
        Apart = "cluster", "groups the items of each system separately";
        AsoTest = "test", "runs almost stochastic order, which draws a bootstrap";
        AsoThreshold = "aso-threshold", "belongs to the test of almost stochastic order";
        BareOutput = "output", "has no room for sentences";
        Baseline = "baseline" alone, "picks a system";
        Bayesian = "bayesian" alone, "weighs paired items, or clusters of one kind";
        BootstrapInterval = "interval", "draws a bootstrap";
        BootstrapTest = "test", "runs the bootstrap";
        Bounded = "bounded", "applies to paired scores";
        BoundedMargin = "bounded", "belongs to a margin test";
        Budget = "budget" alone, "treats each value as one trial";
        By = "by" alone, "splits items into sub-populations";
        Caption = "caption", "goes above a LaTeX table";
        CentreNamed = "centre" alone, "is a rule of resamples";
        Centred = "null", "draws from centred differences";
        Cluster = "cluster" alone, "keeps items together";
        ClusterFile = "cluster", "reads clusters from a file";
        ClusterSize = "cluster-size", "says how many items belong together";
        ClusterWeight = "cluster-weight", "weighs clusters alike";
        ClusteredScores = "cluster", "groups scores that are swapped and resampled together";
        Compressed = "route", "groups items with equal scores";
        CountColumn = "count" alone, "lets a row stand for several items";
        Counts = "counts", "is all that is known of the items";
        Crossed = "cluster", "crosses two kinds of clusters";
        DataSets = "several data sets", "are paired scores of items with equal weights";
        Dataset = "dataset" alone, "makes several data sets";
        Estimator = "estimator" alone, "estimates the best of several trials";
        Experiments = "experiments" alone, "sets the number of simulated experiments";
        ExactAlways = "exact", "asks for the exact distribution of a test";
        ExactNamed = "exact" alone, "says when the exact distribution is used";
        Explain = "explain", "adds sentences to a printed table";
        Forbidding = "forbid", "is a gate on each system";
        Gain = "gain", "is the gain that matters";
        GateEquivalent = "require", "asks for a margin both ways";
        GateNoninferior = "require", "asks for a margin of losses";
        Gated = "require", "is a gate on each system";
        Gold = "gold", "turns labels into right and wrong";
        GoldFile = "gold", "names the right answers";
        Highlight = "highlight", "marks names in a LaTeX table";
        Human = "human" alone, "corrects the scores of a judge, item by item";
        Icc = "icc", "is the correlation in a cluster";
        Id = "id" alone, "names items by a column";
        ItemMetric = "metric", "is a function of the items of every system";
        PerItem = "per-item" alone, "writes a row for each item that both systems scored";
        PairedItems = "metric", "is a function of items that all systems scored";
        AreasApart = "unpaired", "compares areas of different items";
        Items = "items", "is the number of items";
        JointDraws = "adjust", "swaps and resamples all systems together";
        JsonPrinted = "json", "is on standard output";
        Judge = "judge" alone, "names the raters of an item";
        KnownDirection = "metric", "is a metric where higher is better";
        Label = "label", "names a LaTeX table";
        Latex = "output", "is a LaTeX table";
        Level = "level", "applies to the segments of systems";
        Listed = "scores" alone, "is all that is known of the items";
        Long = "long" alone, "reads one row per system and item";
        LowerIsBetter = "lower-is-better", "is for scores whose direction is not known";
        Margin = "a margin", "does not support weighted groups";
        MarginEquivalent = "equivalent", "is a margin both ways";
        MarginGate = "require", "asks for a margin";
        MarginNoninferior = "noninferior", "is a margin of losses";
        MarginSuperior = "superior", "is a margin of gains";
        McNemarTest = "test", "runs McNemar's test";
        McNemarVariant = "mcnemar", "is a variant of McNemar's test";
        MeanRanks = "adjust", "compares mean ranks over items";
        Metric = "metric", "is computed from the whole corpus";
        MetricClaims = "a margin that names its metric", "is a separate gate";
        MetricApart = "unpaired", "resamples the items of each system one by one";
        Missing = "missing", "says what an empty cell means";
        Mix = "mix" alone, "weighs groups of items";
        NoCorrection = "adjust", "adjusts nothing";
        NoLaw = "a recipe without replacement or a margin test of subsamples", "is computed by resampling";
        NoReplacement = "without-replacement" alone, "draws no item twice";
        Noninferior = "noninferior", "is the largest loss that would not matter";
        NoninferiorShare = "noninferior", "is a margin of accuracies";
        OfAnswers = "metric", "compares answers with a gold";
        OfCounts = "metric", "is computed without right answers";
        OfJudgements = "metric", "compares rankings with judgements";
        OfLabels = "metric", "compares labels with a gold";
        OfReferences = "metric", "compares texts with references";
        OneDataSet = "adjust", "works on one data set";
        OneMetric = "one metric", "is compared";
        OtherCentre = "centre", "centres bootstrap differences";
        OtherDraws = "a recipe with its own draws", "draws another number of items, or without replacement";
        OtherForbid = "forbid", "is a gate";
        OtherGate = "require", "is a gate";
        OtherRange = "metric", "has its own range";
        OutputForm = "output", "is printed too";
        Outputs = "metric", "reads outputs";
        Over = "over", "declares one value per run, fold or split";
        OverVotes = "over", "applies to votes";
        Overlapping = "over", "declares values that share training items";
        PairedClusters = "cluster", "groups items that all systems scored";
        Pairs = "table", "is all that is known of the items";
        PairwiseAccuracy = "agreement", "counts pairs and their ties";
        Patterns = "a path of several files", "reads one run of the system from each file";
        Plan = "a plan", "needs a gain or a number of items";
        Primary = "primary", "names the first of all tests";
        Profile = "profile" alone, "draws single items";
        Qrels = "qrels", "names judgements";
        Quiet = "quiet", "prints no table";
        Range = "range", "applies to scores of items";
        Rankings = "metric", "scores the queries of a run, which has no columns";
        RawPNamed = "raw-p" alone, "is a rule of p-values";
        ReadWhole = "metric", "reads outputs whole, line by line";
        Recipe = "profile" alone, "fixes test, side, p-value and number of resamples";
        Redrawn = "redrawn", "draws systems, or segments";
        Reduce = "reduce", "combines several answers to an item";
        References = "ref", "names references";
        Repeat = "repeat" alone, "names the answers to an item";
        Replications = "over", "takes each line for a replication";
        ReportMethods = "report-methods", "adds text to a printed table";
        ResamplingTest = "test", "resamples";
        Rope = "rope" alone, "is the region of practical equivalence of a posterior";
        RouteNamed = "route" alone, "chooses how resamples are drawn";
        Runs = "seed-col", "draws training runs, too";
        ScoresAdjusted = "adjust", "adjusts scores of items";
        SeedColumn = "seed-col" alone, "names the training runs of an item";
        SeedVariance = "seed-variance", "is the variance between training runs";
        Seeds = "seeds", "is the number of training runs";
        SeveralIds = "id", "names several columns";
        SelfCheck = "self-check" alone, "simulates on the items of the files";
        SharedItems = "dataset", "puts some items into several data sets";
        SideNamed = "alternative" alone, "names a side";
        SignTest = "test", "runs the sign test";
        SignTies = "sign-ties", "is a variant of the sign test";
        SignVariant = "sign", "is a variant of the sign test";
        Splits = "over", "declares one value per split";
        Stratum = "stratum" alone, "keeps the sizes of groups";
        Strengths = "votes", "compares strengths, which max-T or Holm's correction adjusts";
        Strict = "strict", "is a rule of resamples";
        StrictNamed = "strict" alone, "is a rule of resamples";
        Subsample = "subsample" alone, "draws single items";
        SubsampleAsked = "subsample", "draws items for a bootstrap";
        Summary = "metric", "is a quantile";
        Swaps = "a metric with values of swaps only", "has no values of resampled items";
        SwapsFirst = "the first test", "swaps all items";
        Systems = "systems", "picks columns";
        SystemsAndSegments = "system", "names the system and the segment of every output";
        TestFraction = "test-fraction", "applies to folds and splits";
        TestsNamed = "test" alone, "names tests";
        TieThreshold = "tie-threshold", "applies to pairs and their ties";
        Unpaired = "unpaired" alone, "compares different items";
        Unseen = "unseen", "makes a column of its own";
        UnseenUsed = "where", "looks at it";
        Values = "over", "declares values that are not paired";
        Variance = "variance", "is the variance of differences";
        VoteColumns = "votes" alone, "names all columns of its table";
        Voted = "votes", "compares two systems";
        Where = "where", "picks rows";
        WilcoxonTest = "test", "runs Wilcoxon's test";
        WilcoxonVariant = "wilcoxon", "is a variant of Wilcoxon's test";
        Zeros = "zeros", "is a variant of Wilcoxon's test";
    }
}

impl Given {
    /// The option, where one says it.
    pub(super) fn asked(self) -> Option<Asked> {
        let word = self.words().0;
        (!word.contains(' ')).then(|| asked(word))
    }

    /// The option in the spelling of the process.
    pub(super) fn option(self) -> Option<String> {
        self.asked().map(|option| option.to_string())
    }

    /// As a sentence names it.
    pub(super) fn said(self) -> String {
        self.option().unwrap_or_else(|| self.words().0.to_owned())
    }
}
