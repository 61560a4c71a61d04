//! The recipe in one line, as sacrebleu's: `restrap|v:0.2.0|metric:mean(acc)|unit:item|n:10568|test:mcnemar-unc|alt:two|ci:unconditional.95|...`.
//!
//! Keys stand in a fixed order and values have no spaces, so that two lines are equal exactly where the recipes are. No result is in
//! it: what data decide by themselves (a default test, degrees of freedom) is part of the recipe, a p-value is not.

use std::fmt::{Display, Write};

use restrap_stats::{Alternative, McNemarVariant, SignTies, Zeros};

use crate::number::format::plain;
use crate::outcome::{
    ComparisonOutcome, Family, IntervalKind, IntervalOutcome, MarginOutcome, Method, MetricInfo,
    Outcome, Run, TestOutcome,
};
use crate::request::rule::{Draws, Subsample};
use crate::request::{ClusterWeight, Profile, Request, Test};
use crate::say::methods;

/// A line that is being written, key by key.
pub struct Signature(String);

impl Signature {
    /// Begins the signature of an answer, with the version that gave it.
    pub fn new(run: &Run) -> Self {
        Self(format!("restrap|v:{}", run.version))
    }

    /// Adds a key. Spaces and bars of names in files are written as `_` and `/`.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl Display) -> Self {
        let value = value.to_string();
        let safe = value.chars().map(|c| match c {
            '|' => '/',
            c if c.is_whitespace() => '_',
            c => c,
        });
        let _ = write!(self.0, "|{key}:");
        self.0.extend(safe);
        self
    }

    /// Adds a key where there is something to say.
    #[must_use]
    pub fn maybe(self, key: &str, value: Option<impl Display>) -> Self {
        match value {
            Some(value) => self.with(key, value),
            None => self,
        }
    }

    /// What is measured, from which rows and answers.
    #[must_use]
    pub fn read(self, run: &Run, metric: Option<&MetricInfo>) -> Self {
        let name = metric.map_or("mean", |metric| &metric.name);
        let name = match metric.and_then(|metric| metric.signature.as_ref()) {
            // Some begin with the name.
            Some(options) => match options
                .strip_prefix(name)
                .map(|rest| rest.trim_start_matches('|'))
            {
                Some("") => name.to_owned(),
                rest => format!("{name}({})", rest.unwrap_or(options).replace('|', ",")),
            },
            None => run.reading.metric(name),
        };
        let is_lower = metric.is_some_and(|metric| !metric.higher_is_better);
        let reduced = run.reading.reduction.as_ref().map(|reduction| {
            let [fewest, most] = reduction.answers;
            let answers = if fewest == most {
                fewest.to_string()
            } else {
                format!("{fewest}-{most}")
            };
            format!("{}({},{answers})", reduction.reducer, reduction.column)
        });
        let decisions = &run.reading.decisions;
        let decisions = (!decisions.is_empty()).then(|| decisions.join(","));
        let filters = (!run.reading.filters.is_empty()).then(|| run.reading.filters.join(","));
        self.with("metric", name)
            .maybe("mean", metric.and_then(|metric| metric.mean_over.as_ref()))
            .maybe("better", is_lower.then_some("lower"))
            .maybe("where", filters)
            .maybe("read", decisions)
            .maybe("reduce", reduced)
            .maybe("missing", run.missing)
    }

    /// Draws, where there were any: how many, from which seed of which stream.
    #[must_use]
    pub fn drawn(self, resamples: Option<u64>, seed: u64, stream: &str) -> Self {
        match resamples {
            Some(resamples) => self
                .with("R", resamples)
                .with("seed", seed)
                .with("stream", stream),
            None => self.with("seed", "-"),
        }
    }

    /// The line.
    pub fn done(self) -> String {
        self.0
    }
}

/// An interval by its method and level, `invert.95`, or `none`.
pub(crate) fn interval(interval: Option<&IntervalOutcome>) -> String {
    interval.map_or_else(
        || "none".to_owned(),
        |interval| kind(interval.method, interval.confidence),
    )
}

/// A method and a level: `t.95`, `wilson.999`.
pub(crate) fn kind(method: IntervalKind, confidence: f64) -> String {
    // Levels of a family have as many digits as a double.
    let level = plain((1e5 * confidence).round() / 1e5);
    format!("{method}{}", level.trim_start_matches('0'))
}

/// Sides in a word.
pub fn side(alternative: Alternative) -> &'static str {
    match alternative {
        Alternative::TwoSided => "two",
        Alternative::Greater => "better",
        Alternative::Less => "worse",
    }
}

/// The recipe of a comparison.
pub(crate) fn of(outcome: &Outcome) -> String {
    let request = &outcome.request;
    let Some(first) = outcome.comparisons.first() else {
        return String::new();
    };
    let (primary, rest) = first
        .tests
        .split_first()
        .map_or((None, &[][..]), |(first, rest)| (Some(first), rest));
    let also = (!rest.is_empty()).then(|| {
        rest.iter()
            .map(|one| named(one, request))
            .collect::<Vec<_>>()
            .join(",")
    });
    let size = match first.samples {
        Some([baseline, system]) => format!("{baseline}+{system}"),
        None => outcome.items.to_string(),
    };
    let runs = first
        .runs
        .as_ref()
        .map(|runs| format!("{}+{}", runs.baseline, runs.system));
    let by = outcome
        .by
        .as_ref()
        .map(|by| format!("{}({})", by.column, by.populations.len()));
    let drawn = outcome
        .all_comparisons()
        .flat_map(|one| &one.tests)
        .filter_map(|test| test.resamples)
        .max();
    let draws_margins = || {
        let mut margins = outcome
            .all_comparisons()
            .filter_map(|one| one.margin.as_ref());
        margins.any(MarginOutcome::is_drawn)
    };
    let drawn = drawn.or_else(|| {
        (methods::draws_intervals(outcome) || draws_margins()).then_some(outcome.resamples)
    });
    let of_size = |family: &Family| format!("{}({})", family.adjust, family.size);
    let overall = outcome.by.as_ref().and_then(|by| by.overall.as_ref());
    let adjust = match (overall, &outcome.family) {
        (_, None) => "none".to_owned(),
        (None, Some(family)) => of_size(family),
        (Some(overall), Some(parts)) => format!("{},by:{}", of_size(overall), of_size(parts)),
    };
    let margin = first.margin.as_ref().map(|margin| {
        let method = margin
            .method
            .map_or_else(|| "undefined".to_owned(), |method| method.to_string());
        format!("{},{},{method}", margin.claim, margin.asked)
    });
    let question = &request.question;
    let is_dual = (question.alpha - (1.0 - outcome.confidence)).abs() < 1e-12;
    Signature::new(&outcome.run)
        .read(&outcome.run, Some(&outcome.metric))
        .with("unit", outcome.unit)
        .with("n", size)
        .maybe("clusters", clusters(first))
        .maybe(
            "cluster-weight",
            (request.sample.cluster_weight == ClusterWeight::Equal).then_some("equal"),
        )
        .maybe("runs", runs)
        .maybe("test-fraction", request.sample.test_fraction.map(plain))
        .maybe("by", by)
        .maybe("strata", outcome.strata.as_ref())
        .maybe("mix", outcome.mix.as_ref().map(|mix| mix.column.clone()))
        .maybe("human", first.human.as_ref().map(|human| human.labelled))
        .maybe("profile", question.profile.map(Profile::name))
        .with(
            "test",
            primary.map_or_else(|| "none".to_owned(), |test| named(test, request)),
        )
        .maybe(
            "df",
            primary
                .and_then(|test| test.df)
                .map(|df| plain((df * 100.0).round() / 100.0)),
        )
        .maybe("draws", draws(request, outcome.items))
        .maybe("also", also)
        .with("alt", side(question.alternative))
        .maybe("alpha", (!is_dual).then(|| plain(question.alpha)))
        .with("ci", interval(first.interval.as_ref()))
        .with("adj", adjust)
        .maybe("margin", margin)
        .drawn(drawn, outcome.seed, &outcome.stream)
        .done()
}

/// How many items a resample draws, where it is not as many as there are with replacement.
fn draws(request: &Request, items: u64) -> Option<String> {
    let rule = &request.variants.rule;
    match rule.draws {
        Draws::All => None,
        Draws::Half => Some("half".to_owned()),
        Draws::Subsample(Subsample { replacement, .. }) => {
            let how = if replacement { "with" } else { "without" };
            Some(format!("{},{how}", rule.draws(items)))
        }
    }
}

/// Clusters by number and column, those of both kinds.
fn clusters(comparison: &ComparisonOutcome) -> Option<String> {
    let clusters = comparison.clusters.as_ref()?;
    let crossed = clusters.crossed.as_ref();
    let crossed = crossed.map_or_else(String::new, |crossed| {
        format!("x{}({})", crossed.number, crossed.column)
    });
    Some(format!("{}({}){crossed}", clusters.number, clusters.column))
}

/// A test with its variant: `mcnemar-unc`, `sign-split`, `wilcoxon-pratt`; `~` before one that is sampled.
fn named(test: &TestOutcome, request: &Request) -> String {
    let variants = &request.variants;
    let variant = match test.name {
        Test::McNemar => match variants.mcnemar {
            McNemarVariant::Unconditional => "-unc".to_owned(),
            other => format!("-{other}"),
        },
        Test::Sign if variants.sign_ties == SignTies::Split => "-split".to_owned(),
        Test::Wilcoxon if variants.zeros != Zeros::default() => format!("-{}", variants.zeros),
        Test::Permutation | Test::Bootstrap | Test::BootstrapPercentile => match test.method {
            Method::Sampled => "-sampled".to_owned(),
            _ => "-law".to_owned(),
        },
        _ => String::new(),
    };
    format!("{}{variant}", test.name)
}
