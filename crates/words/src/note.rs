//! Sentences that answers say beside their numbers, each with a code by which programs know it.

use std::fmt;

use crate::vocabulary;

vocabulary! {
    /// The subject of a warning or a note. The sentence may change between versions; its code keeps its meaning.
    pub enum Code: "a code" {
        /// Every item is tied: no test can find a difference.
        AllTied = "all-tied",
        /// Values or differences are all equal, or vary too little for a standard error or an interval.
        NoSpread = "no-spread",
        /// The variance of an area is 0 or cannot be estimated.
        NoVariance = "no-variance",
        /// The test has no matching interval, or the data allow none.
        NoInterval = "no-interval",
        /// Too few items for an interval at this level.
        FewForInterval = "few-for-interval",
        /// BCa has no value; the percentile interval is given.
        BcaUndefined = "bca-undefined",
        /// Resamples without spread count as infinite in a studentised interval.
        ResamplesWithoutSpread = "resamples-without-spread",
        /// Resamples lost a class or have no value.
        ResamplesLeftOut = "resamples-left-out",
        /// A test has no p-value on these data.
        UndefinedTest = "undefined-test",
        /// Too few units differ, or too few resamples, for a p at or below alpha.
        UnreachableAlpha = "unreachable-alpha",
        /// The Monte Carlo bounds of p lie on both sides of alpha.
        TooCloseToCall = "too-close-to-call",
        /// The exact distribution is not accurate enough; p is from resamples.
        SampledLaw = "sampled-law",
        /// The exact distribution is not accurate enough; p is by the normal law.
        NormalApproximation = "normal-approximation",
        /// Every item favours one side, so no resample can be as extreme.
        NoExtremeResample = "no-extreme-resample",
        /// The null is symmetry about 0 or a number, not a mean.
        Symmetry = "symmetry",
        /// The null is equal distributions, not equal means.
        EqualDistributions = "equal-distributions",
        /// The test is of how often each class is predicted, not of how often rightly.
        MarginalHomogeneity = "marginal-homogeneity",
        /// The bootstrap percentile test inverts an interval.
        IntervalInverted = "interval-inverted",
        /// Mid-p is chosen beforehand, not after the exact p.
        MidP = "mid-p",
        /// Both samples have the same quantiles.
        EqualQuantiles = "equal-quantiles",
        /// Stochastic order of few values rejects too often if spread or skewness differ.
        OrderOfFew = "order-of-few",
        /// The bootstrap rejects too often on few items.
        BootstrapOfFew = "bootstrap-of-few",
        /// Skewed scores or differences move error rates or shorten an interval.
        Skewed = "skewed",
        /// Differences are skewed, and the bootstrap is used for them.
        BootstrapChosen = "bootstrap-chosen",
        /// t of 0/1 scores with few items that differ.
        TOfFewChanges = "t-of-few-changes",
        /// A margin test of few or skewed units rejects too often if a few score very low.
        MarginOfFew = "margin-of-few",
        /// These items cannot reveal a collapse on few of all.
        RareCollapse = "rare-collapse",
        /// Too many items differ to count which are better or worse.
        ChangesNotJudged = "changes-not-judged",
        /// A single item has no spread between items.
        OneItem = "one-item",
        /// Strata change nothing in a test of swaps.
        StrataUnused = "strata-unused",
        /// Swaps use all items; only the bootstrap draws a subsample.
        SubsampleUnused = "subsample-unused",
        /// The known limits of a published recipe.
        Profile = "profile",
        /// p is the limit of a recipe for infinitely many resamples.
        ProfileLimit = "profile-limit",
        /// Tests that these scores do not allow are left out.
        TestsLeftOut = "tests-left-out",
        /// The run was stopped; results are of what was finished.
        Interrupted = "interrupted",
        /// Too few clusters to estimate the variance between them.
        FewClusters = "few-clusters",
        /// One cluster holds most of the items.
        DominantCluster = "dominant-cluster",
        /// Equal weights of items and of clusters give different answers.
        WeightsDisagree = "weights-disagree",
        /// Every test treats items in clusters as independent.
        ClustersIgnored = "clusters-ignored",
        /// One kind of clusters lies within the other.
        NestedClusters = "nested-clusters",
        /// Too few human scores to estimate the errors of the judge.
        FewHumanScores = "few-human-scores",
        /// Human scores of items that were not compared are left out.
        HumanLeftOut = "human-left-out",
        /// Items with human scores are treated as a random sample.
        HumanRandomSample = "human-random-sample",
        /// Too few training runs to estimate the variance between them.
        FewRuns = "few-runs",
        /// The training runs are fixed: the answer is about these checkpoints.
        FixedRuns = "fixed-runs",
        /// Each value is a training run over the same items.
        RunsAsValues = "runs-as-values",
        /// Judges are fixed: nothing is claimed about others.
        JudgesFixed = "judges-fixed",
        /// Votes are treated as independent, as no column names the prompts.
        VotesIndependent = "votes-independent",
        /// Too few votes for the strengths of so many systems.
        FewVotes = "few-votes",
        /// Values are taken for the folds of one cross-validation.
        FoldsAssumed = "folds-assumed",
        /// Scores are for the mix that was asked for, not for that of the test set.
        MixDiffers = "mix-differs",
        /// Groups share items, so all rows together are not a sample.
        OverlappingGroups = "overlapping-groups",
        /// The number of ties, which decides the size of the difference, is not known.
        TiesUnknown = "ties-unknown",
        /// Only means and standard deviations are known: normal scores are assumed.
        NormalAssumed = "normal-assumed",
        /// Pairs are tested without a correction.
        NoCorrection = "no-correction",
        /// HSD assumes that all systems have the same distribution.
        HsdAssumes = "hsd-assumes",
        /// Pairs differ by a later step of the correction, although their intervals contain 0.
        LaterSteps = "later-steps",
        /// Some pairs have no interval, which would take minutes.
        IntervalsLeftOut = "intervals-left-out",
        /// Some pairs cannot be tested.
        PairsLeftOut = "pairs-left-out",
        /// A system is absent on some data sets.
        Absent = "absent",
        /// A data set is left out.
        DataSetLeftOut = "data-set-left-out",
        /// One data set says nothing about others.
        OneDataSet = "one-data-set",
        /// A mean over data sets is over different metrics.
        MixedMetrics = "mixed-metrics",
        /// Heterogeneity of data sets with few items is poorly approximated.
        HeterogeneityOfFew = "heterogeneity-of-few",
        /// A p-value is a bound, and so are the results.
        PBounds = "p-bounds",
        /// Two tests have one name.
        DoubledName = "doubled-name",
        /// Few systems: an interval that resamples them is approximate.
        FewSystems = "few-systems",
        /// Too few swaps for an adjusted p as small as alpha.
        FewSwaps = "few-swaps",
        /// Groups in which a metric does not vary are left out.
        GroupsWithoutSpread = "groups-without-spread",
        /// Segments without an output of every system are left out.
        OutputsMissing = "outputs-missing",
        /// A correlation below 0: lower scores may be better.
        PerhapsLowerIsBetter = "perhaps-lower-is-better",
        /// Williams' test treats dependent outputs as independent.
        WilliamsDependent = "williams-dependent",
        /// Too few trials: the bands are too narrow.
        FewTrials = "few-trials",
        /// The V-statistic is biased near the last budget.
        BiasedBudget = "biased-budget",
        /// The expected best assumes independent trials.
        IndependentTrials = "independent-trials",
        /// Rows look like groups of items that belong together.
        SeemsGrouped = "seems-grouped",
        /// Rows look like those of several systems.
        SeemsSystems = "seems-systems",
        /// Rows look like folds or splits of one data set.
        SeemsFolds = "seems-folds",
        /// Both files have as many items: perhaps they are the same.
        SeemsPaired = "seems-paired",
        /// Systems look like training runs of fewer recipes.
        SeemsRuns = "seems-runs",
        /// Rows look like bootstrap replicates, not items.
        SeemsReplicates = "seems-replicates",
        /// Scores look like fractions that were printed with few decimals.
        RoundedFractions = "rounded-fractions",
        /// One file is printed with fewer digits than the other.
        MixedPrecision = "mixed-precision",
        /// Lower is better, by the name of the column.
        DirectionByName = "direction-by-name",
        /// Items or scores without a value are left out.
        MissingDropped = "missing-dropped",
        /// Items without a value count as 0, or as an empty text.
        MissingZeroed = "missing-zeroed",
        /// Columns are not taken as systems.
        ColumnsLeftOut = "columns-left-out",
        /// Of several columns one is compared.
        ColumnChosen = "column-chosen",
        /// A file or column is named twice and read once.
        NamedTwice = "named-twice",
        /// A function of another library is computed here.
        ComputedNatively = "computed-natively",
        /// Several files are read as one.
        FilesAsOne = "files-as-one",
        /// Lines of text begin with ids, which pair them.
        LinesWithIds = "lines-with-ids",
        /// Columns without a score are left out.
        EmptyColumns = "empty-columns",
        /// Tasks without a row under the filter are left out.
        TasksLeftOut = "tasks-left-out",
        /// The file of a tool is read in a way that must be said.
        Tool = "tool",
        /// The epochs of a sample are averaged.
        EpochsAveraged = "epochs-averaged",
        /// Answers without a score count for nothing.
        AnswersWithoutScore = "answers-without-score",
        /// A log did not end with success.
        LogStatus = "log-status",
        /// The first of several filters is used.
        FilterChosen = "filter-chosen",
        /// Earlier samples of a folder are left out.
        EarlierLeftOut = "earlier-left-out",
        /// A metric is 0 because nothing matches.
        NothingMatches = "nothing-matches",
        /// A column of tags holds no span.
        NoSpans = "no-spans",
        /// Some sentences are not trees.
        NotTrees = "not-trees",
        /// The positive class, by which scores are read.
        PositiveClass = "positive-class",
        /// Segments with fewer references are scored against those that they have.
        ReferencesShort = "references-short",
        /// A table of counts in one row has no items to pair.
        CountsInOneRow = "counts-in-one-row",
        /// Counts of two systems contradict each other.
        CountsContradict = "counts-contradict",
        /// A threshold that was tuned on these items favours its system.
        ThresholdTuned = "threshold-tuned",
        /// Labels with `|` are read as single labels.
        LabelsWithBar = "labels-with-bar",
        /// Labels that the gold does not have count as classes.
        LabelsNotInGold = "labels-not-in-gold",
        /// Judged queries without a relevant document score 0.
        QueriesWithoutRelevant = "queries-without-relevant",
        /// Queries that not every run has are left out.
        QueriesLeftOut = "queries-left-out",
        /// Judged queries that a run lacks score 0.
        QueriesMissing = "queries-missing",
        /// Queries without judgements are skipped.
        QueriesUnjudged = "queries-unjudged",
        /// Documents without a judgement count as not relevant.
        Unjudged = "unjudged",
        /// Grade 1 counts as relevant, although grades go higher.
        Grades = "grades",
        /// Runs are cut at different depths.
        DepthsDiffer = "depths-differ",
        /// Equal scores on both sides of the cut-off.
        TiesAtCutoff = "ties-at-cutoff",
        /// The gain asked is that of the pilot itself.
        GainOfPilot = "gain-of-pilot",
        /// The pilot's baseline is right on all items, or on none.
        PilotExtreme = "pilot-extreme",
        /// The pilot's systems agree on all items.
        PilotAgrees = "pilot-agrees",
        /// The pilot has few items.
        PilotOfFew = "pilot-of-few",
        /// A simulation would take too many draws.
        NotSimulated = "not-simulated",
        /// The steps of sampled p-values lose some of the level.
        LevelLost = "level-lost",
        /// Skewed differences violate the null of tests that assume symmetry.
        SkewedNull = "skewed-null",
        /// Centred 0/1 scores are values that no system can have.
        CentredBinary = "centred-binary",
        /// Decimals of a column were numbers of single precision.
        SinglePrecision = "single-precision",
        /// −1 is taken for a score, not for a missing one.
        MinusOneScore = "minus-one-score",
        /// Rows that summarise the others are left out.
        SumsLeftOut = "sums-left-out",
        /// Rows are taken for items, although a column names systems.
        RowsAreItems = "rows-are-items",
        /// Statistics, folds and indexes are not taken as systems.
        StatisticsLeftOut = "statistics-left-out",
        /// The files of patterns are paired by their paths.
        PairedByPath = "paired-by-path",
        /// Labels are compared as numbers or truth values.
        LabelsAsNumbers = "labels-as-numbers",
        /// Raters of an item differ between systems.
        RatersDiffer = "raters-differ",
        /// Cells of text are split into sets of labels.
        SetsSplit = "sets-split",
        /// A sentence of another version.
        Other = "other",
    }
}

/// A sentence beside the numbers of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Its subject.
    pub code: Code,
    /// The sentence, without a full stop.
    pub text: String,
}

impl Code {
    /// Returns a note with this code.
    pub fn says(self, text: impl Into<String>) -> Note {
        Note {
            code: self,
            text: text.into(),
        }
    }
}

impl Code {
    /// Returns `true` if the sentence is an assumption about items, systems or numbers, which is said before the answer.
    pub fn is_assumption(self) -> bool {
        matches!(
            self,
            Self::SinglePrecision
                | Self::MinusOneScore
                | Self::SumsLeftOut
                | Self::RowsAreItems
                | Self::StatisticsLeftOut
                | Self::PairedByPath
                | Self::LabelsAsNumbers
                | Self::RatersDiffer
                | Self::SetsSplit
        )
    }
}

impl Note {
    /// Adds notes to others, assumptions before all else.
    pub fn add(all: &mut Vec<Self>, notes: impl IntoIterator<Item = Self>) {
        all.extend(notes);
        all.sort_by_key(|note| !note.code.is_assumption());
    }

    /// Returns the note with a name before its sentence: `name: sentence`.
    #[must_use]
    pub fn naming(&self, name: impl fmt::Display) -> Self {
        self.code.says(format!("{name}: {}", self.text))
    }

    /// Joins sentences and codes as JSON has them. Sentences of a version without codes, and codes of a later one, are of [`Code::Other`].
    fn joined(texts: Vec<String>, codes: &[String]) -> Vec<Self> {
        let codes = codes.iter().map(|code| code.parse().unwrap_or(Code::Other));
        let codes = codes.chain(std::iter::repeat(Code::Other));
        texts
            .into_iter()
            .zip(codes)
            .map(|(text, code)| code.says(text))
            .collect()
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

macro_rules! lists {
    ($module:ident, $name:ident, $texts:ident, $codes:ident, $what:literal $(, $assumed:ident, $assumed_codes:ident)?) => {
        #[doc = concat!("The serde form of ", $what, ": a list of sentences, and beside it the list of their codes, to be flattened.")]
        pub mod $module {
            use serde::{Deserialize, Deserializer, Serialize, Serializer};

            use super::Note;

            #[derive(Serialize)]
            struct Written<'n> {
                $(#[serde(skip_serializing_if = "Vec::is_empty")]
                $assumed: Vec<&'n str>,
                #[serde(skip_serializing_if = "Vec::is_empty")]
                $assumed_codes: Vec<super::Code>,)?
                $texts: Vec<&'n str>,
                $codes: Vec<super::Code>,
            }

            #[doc = concat!("Sentences and codes of ", $what, ", as JSON has them.")]
            #[expect(clippy::allow_attributes, reason = "only one of both lists has a field that begins so")]
            #[allow(clippy::struct_field_names, reason = "the names are those of the JSON")]
            #[derive(Deserialize)]
            #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
            pub struct $name {
                $(/// The assumptions about items, systems and numbers.
                #[serde(default, skip_serializing_if = "Vec::is_empty")]
                $assumed: Vec<String>,
                /// The codes of the assumptions, in the same order.
                #[serde(default, skip_serializing_if = "Vec::is_empty")]
                $assumed_codes: Vec<String>,)?
                #[doc = concat!("The sentences of ", $what, ".")]
                #[serde(default)]
                $texts: Vec<String>,
                #[doc = concat!("The codes of ", $what, ", in the same order.")]
                #[serde(default)]
                $codes: Vec<String>,
            }

            /// # Errors
            /// Those of the serializer.
            pub fn serialize<S: Serializer>(notes: &[Note], serializer: S) -> Result<S::Ok, S::Error> {
                let all = || notes.iter();
                $(let (assumed, notes): (Vec<&Note>, Vec<&Note>) = all().partition(|note| note.code.is_assumption());
                let all = || notes.iter().copied();
                let $assumed = assumed.iter().map(|note| &note.text[..]).collect();
                let $assumed_codes = assumed.iter().map(|note| note.code).collect();)?
                Written {
                    $($assumed,
                    $assumed_codes,)?
                    $texts: all().map(|note| &note.text[..]).collect(),
                    $codes: all().map(|note| note.code).collect(),
                }
                .serialize(serializer)
            }

            /// # Errors
            /// Those of the deserializer.
            pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Note>, D::Error> {
                let read = $name::deserialize(deserializer)?;
                let all: [Vec<Note>; _] = [
                    $(Note::joined(read.$assumed, &read.$assumed_codes),)?
                    Note::joined(read.$texts, &read.$codes),
                ];
                Ok(all.concat())
            }
        }
    };
}

lists!(
    warnings,
    Warnings,
    warnings,
    warning_codes,
    "warnings",
    assumptions,
    assumption_codes
);
lists!(notes, Notes, notes, note_codes, "notes");

#[cfg(test)]
mod tests {
    use serde::{Deserialize, Serialize};

    use super::*;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Answer {
        n: u64,
        #[serde(flatten, with = "warnings")]
        warnings: Vec<Note>,
    }

    #[test]
    fn sentences_stay_a_list_and_codes_stand_beside_them() {
        let answer = Answer {
            n: 2,
            warnings: vec![
                Code::OneItem.says("one").naming("a"),
                Code::Skewed.says("two"),
            ],
        };
        let json = r#"{"n":2,"warnings":["a: one","two"],"warning_codes":["one-item","skewed"]}"#;
        assert_eq!(serde_json::to_string(&answer).unwrap(), json);
        assert_eq!(serde_json::from_str::<Answer>(json).unwrap(), answer);
    }

    #[test]
    fn answers_of_other_versions_are_read() {
        let of = |json: &str| serde_json::from_str::<Answer>(json).unwrap().warnings;
        assert_eq!(
            of(r#"{"n":2,"warnings":["old"]}"#),
            [Code::Other.says("old")]
        );
        let newer = r#"{"n":2,"warnings":["new"],"warning_codes":["not-known-yet"]}"#;
        assert_eq!(of(newer), [Code::Other.says("new")]);
        assert!(of(r#"{"n":2}"#).is_empty());
    }

    #[test]
    fn the_page_of_the_json_lists_every_code() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/json.md");
        let page = std::fs::read_to_string(path).expect("the page");
        for code in Code::ALL {
            let row = format!("| `{code}` | {} |\n", crate::Word::help(code));
            assert!(page.contains(&row), "docs/json.md lacks the row\n{row}");
        }
    }
}
