//! Which options go together: one table for command line, Python and study files. It is read before a file is opened, with what was asked
//! for, and again where numbers are compared, with what they are.

use restrap_words::{asked, asked_as};

use crate::error::Error;
use crate::request::{IntervalMethod, Question, Test};

/// Makes [`Given`] with the word of each and what it does.
macro_rules! given {
    ($(#[$about:meta])* pub enum $given:ident { $($name:ident = $word:literal, $does:literal;)+ }) => {
        $(#[$about])*
        pub enum $given {
            $(#[doc = $does] $name,)+
        }

        impl $given {
            /// Every one.
            pub const ALL: &[Self] = &[$(Self::$name),+];

            /// The option that says it, or a phrase where none does; and what it does.
            const fn words(self) -> (&'static str, &'static str) {
                match self {
                    $(Self::$name => ($word, $does),)+
                }
            }
        }
    };
}

given! {
    /// What a comparison is asked for, or what its data are.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Given {
        Against = "against", "puts a number in the place of a baseline";
        AllPairs = "a ranking", "compares all pairs of systems on the same items";
        Answers = "several answers to an item", "are of all items, and paired";
        Apart = "cluster", "is of the items of each system";
        Baseline = "baseline", "picks a system";
        Bayesian = "bayesian", "weighs paired items, or clusters of one kind";
        Bounded = "bounded", "is about paired scores";
        By = "by", "sorts items into sub-populations";
        Cluster = "cluster", "keeps items together";
        ClusteredScores = "cluster", "is of scores that are drawn and swapped together";
        ClusterFile = "cluster", "names clusters that no column of the table holds";
        Crossed = "cluster", "crosses two kinds of clusters";
        Gold = "gold", "turns labels into right and wrong";
        Human = "human", "corrects the scores of a judge, item by item";
        Id = "id", "names items by a column";
        ItemMetric = "metric", "is a function of the items of every system";
        Judge = "judge", "tells the raters of an item apart";
        Long = "long", "reads one row per system and item";
        Margin = "a margin", "does not know groups that weigh";
        Metric = "metric", "is of the whole corpus";
        MetricApart = "unpaired", "draws the items of each system one by one";
        Mix = "mix", "weighs groups of items";
        Counts = "counts", "is all that is known of the items";
        Listed = "scores", "is all that is known of the items";
        Pairs = "table", "is all that is known of the items";
        Over = "over", "says that each value is of a run, fold or split";
        Overlapping = "over", "is of values that share training items";
        PairedClusters = "cluster", "is of items that all systems scored";
        Patterns = "a path of several files", "has a run of the system in each";
        Rankings = "metric", "is of the queries of a run, which has no columns";
        Repeat = "repeat", "tells the answers to an item apart";
        Replications = "over", "takes each line for a replication";
        Runs = "seed-col", "draws training runs, too";
        Swaps = "a metric that has values of swaps alone", "knows no samples of items";
        SeedColumn = "seed-col", "tells the training runs of an item apart";
        Stratum = "stratum", "keeps the sizes of groups";
        Summary = "metric", "is a quantile of items";
        Systems = "systems", "picks columns";
        Unpaired = "unpaired", "compares different items";
        Values = "over", "is of values that are not pairs";
        VoteColumns = "votes", "names all columns of its table";
        Voted = "votes", "is about two systems";
        Where = "where", "picks rows";
    }
}

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
    pub or: Option<&'static str>,
}

const fn row(option: Given, needs: &'static str, never: &'static [Given]) -> GoesWith {
    GoesWith { option, needs, never, or: None }
}

impl GoesWith {
    const fn or(self, or: &'static str) -> Self {
        Self { or: Some(or), ..self }
    }
}

use Given::{
    Against, AllPairs, Answers, Apart, Baseline, Bayesian, Bounded, By, Cluster, ClusterFile,
    ClusteredScores, Counts, Crossed, Gold, Human, Id, ItemMetric, Judge, Listed, Long, Margin, Metric,
    MetricApart, Mix, Over, Overlapping, PairedClusters, Pairs, Patterns, Rankings, Repeat, Replications,
    Runs, SeedColumn, Stratum, Summary, Swaps, Systems, Unpaired, Values, VoteColumns, Voted, Where,
};

/// What to do about numbers in place of files.
const MORE: &str = "name files that hold more";
/// What several rows of one item do not go with.
const OF_ROWS: &[Given] = &[Metric, Rankings, Unpaired, Overlapping, Replications, Crossed, ClusterFile];
/// What only files say.
const OF_FILES: &[Given] = &[
    Metric,
    Rankings,
    Summary,
    Against,
    Id,
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

/// The tests and intervals that there are for something; all where none is listed.
#[derive(Debug)]
pub struct Takes {
    /// What is asked or known.
    pub option: Given,
    /// What such a test is.
    pub needs: &'static str,
    /// Tests that hold their level.
    pub tests: &'static [Test],
    /// Intervals beside them.
    pub intervals: &'static [IntervalMethod],
    /// What another test or interval does instead.
    pub others: &'static str,
}

const fn takes(option: Given, needs: &'static str, tests: &'static [Test], others: &'static str) -> Takes {
    Takes { option, needs, tests, intervals: &[], others }
}

impl Takes {
    const fn intervals(self, intervals: &'static [IntervalMethod]) -> Self {
        Self { intervals, ..self }
    }
}

/// What has tests or intervals of its own.
pub const TAKES: &[Takes] = &[
    takes(
        Overlapping,
        "t",
        &[Test::T, Test::FiveByTwo],
        "takes values as independent, and these share training items",
    ),
    takes(Crossed, "t", &[Test::T], "takes one kind of clusters, or items"),
    takes(Human, "t", &[Test::T], "takes the judge's scores as they are"),
    takes(Apart, "t of two samples", &[Test::Welch], "takes items as independent")
        .intervals(&[IntervalMethod::Auto, IntervalMethod::None]),
    takes(ClusteredScores, "a test of clusters", &[Test::Permutation, Test::T], "is a test of single items"),
    takes(Swaps, "a test of swaps", &[Test::Permutation], "draws samples of one system's items")
        .intervals(&[IntervalMethod::Auto, IntervalMethod::None]),
    takes(
        Mix,
        "resamples of means",
        &[Test::Permutation, Test::Bootstrap, Test::BootstrapPercentile],
        "knows no groups that weigh",
    ),
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
    .or("prompts and voters are item=COL and judge=COL"),
    row(Counts, "no files and no columns", OF_FILES).or(MORE),
    row(Pairs, "no files and no columns", OF_FILES).or(MORE),
    row(Listed, "no files and no columns", OF_FILES).or(MORE),
    row(Counts, "two systems on the same items", &[Baseline, Unpaired, Over]).or(MORE),
    row(Pairs, "two systems on the same items", &[Baseline, Unpaired, Over]).or(MORE),
    row(SeedColumn, "scores of items in one table", OF_ROWS).or("score each answer by itself first"),
    row(Judge, "scores of items in one table", OF_ROWS).or("score each answer by itself first"),
    row(Repeat, "scores of items in one table", OF_ROWS).or("score each answer by itself first"),
    row(Patterns, "scores of items", OF_ROWS).or("score each answer by itself first"),
    row(Rankings, "items of all systems, without groups", &[Unpaired, By, Stratum, Mix])
        .or("the queries of runs are the same, and have no columns: save their scores with restrap score, and compare these files"),
    row(MetricApart, "items without groups", &[By, Stratum, Mix, Cluster]),
    row(Crossed, "means of items", &[Metric, Rankings]).or("name the kind of clusters that matters more"),
    row(Swaps, "a question about all items", &[Margin, By]),
    row(ItemMetric, "paired items without strata", &[Unpaired, Stratum]),
    row(PairedClusters, "items that all systems scored", &[Unpaired]),
    row(Unpaired, "a column of clusters in every file", &[Crossed, ClusterFile]),
    row(Cluster, "one kind of groups", &[Stratum]),
    row(Over, "one value a line", &[Metric, ItemMetric, Cluster, By]),
    row(
        Human,
        "items that are drawn one by one",
        &[Unpaired, Cluster, Runs, By, Stratum, Voted, Over, Bounded, Metric, ItemMetric],
    ),
    row(Answers, "paired items in one group", &[By, Unpaired]),
    row(Bounded, "paired scores of items", &[Unpaired, Metric, ItemMetric]),
    row(By, "one column of groups", &[Stratum]),
    row(
        Bayesian,
        "paired scores of items, or of clusters of one kind",
        &[Metric, ItemMetric, Values, Unpaired, Human, Runs, Stratum, Crossed, Overlapping],
    ),
    row(
        AllPairs,
        "scores of items, paired and drawn alike",
        &[Stratum, Voted, Human, Crossed, Unpaired, Bayesian, Margin],
    )
    .or("compare two systems"),
    row(Mix, "resamples of means", &[Margin]).or("or the margin"),
];

impl Given {
    /// The option, where one says it.
    fn option(self) -> Option<String> {
        let word = self.words().0;
        (!word.contains(' ')).then(|| asked(word).to_string())
    }

    /// As a sentence names it.
    fn said(self) -> String {
        self.option().unwrap_or_else(|| self.words().0.to_owned())
    }
}

/// Refuses tests and intervals that what is given has not.
///
/// # Errors
/// [`Error::NotApplicable`] for the first row of [`TAKES`] that applies.
pub fn check_tests(given: &[Given], question: &Question) -> Result<(), Error> {
    for Takes { option, needs, tests, intervals, others } in
        TAKES.iter().filter(|row| given.contains(&row.option))
    {
        let is_other = !intervals.is_empty() && !intervals.contains(&question.interval);
        let (other, hint) = if let Some(test) = question.tests.iter().find(|test| !tests.contains(test)) {
            let also: Vec<String> = tests[1..].iter().map(|test| format!(", or {test}")).collect();
            (asked_as("test", test), format!("use {}{}", asked_as("test", tests[0]), also.concat()))
        } else if is_other {
            (asked_as("interval", question.interval), format!("use {}", asked_as("interval", intervals[0])))
        } else {
            continue;
        };
        return Err(Error::not_applicable(option.said(), needs, format!("{other} {others}"), hint));
    }
    Ok(())
}

/// Refuses what does not go together.
///
/// # Errors
/// [`Error::NotApplicable`] for the first row of [`GOES_WITH`] that applies.
pub fn check(given: &[Given]) -> Result<(), Error> {
    for GoesWith { option, needs, never, or } in GOES_WITH.iter().filter(|row| given.contains(&row.option)) {
        if let Some(other) = never.iter().find(|other| given.contains(other)) {
            let found = format!("{} {}", other.said(), other.words().1);
            let drop = [option.option(), other.option()];
            let drop = format!("drop {}", drop.into_iter().flatten().collect::<Vec<_>>().join(" or "));
            let hint = or.map_or(drop.clone(), |or| format!("{drop}; {or}"));
            return Err(Error::not_applicable(option.said(), needs, found, hint));
        }
    }
    Ok(())
}
