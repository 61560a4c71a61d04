//! Guards: data and tests that answer another question than the one that was asked, each with the command that does.

use restrap_stats::{Moments, Sample, Skewness};
use restrap_words::{Code, Note, asked_as};

use crate::data::pair::Pair;
use crate::evidence::test::recipe::SMALL;
use crate::number::digits::decimals;
use crate::number::format::{count, grouped, number, percent, signed};
use crate::outcome::{ComparisonOutcome, MarginMethod};
use crate::request::{ClusterWeight, Exact, IntervalMethod, Request, Test};

/// Items from which rows may be replicates of resampling.
const REPLICATES: u64 = 100;
/// Standardized difference that no two systems have item by item, and every two columns of replicates have.
const SEPARATED: f64 = 3.0;
/// Skewness that means of resampled test sets stay below, but for 1 of 25 columns of 100 rows. Twice as much would take two pairs
/// of real runs for replicates.
const SHAPE: f64 = 0.5;
/// Ratio of their spreads that they stay below.
const SPREADS: f64 = 2.0;
/// Ratio of two systems' scores by one measure that people compare. Two measures of one system are as often farther apart: of
/// 100 real fine-tuning runs (McCoy, Min & Linzen 2020) all pairs of measures with the shape of replicates score 4 to 53 times
/// as much by one as by the other, and those runs are a sample.
const SCORES: f64 = 2.0;
/// Rows from which a narrow spread is told from few items alike.
const MANY: u64 = 1_000;
/// Spread over mean of columns of resampled means: below this in a thousand rows, and in no column of scores of items seen so far.
const NARROW: f64 = 0.05;
/// Discordant 0/1 pairs below which t is not an approximation (as for chi-square).
const DISCORDANT: u64 = 25;
/// Skewness over √n from which one-sided error rates at 0.025 leave 0.008 to 0.042: the shift is skewness times
/// (2z² + 1) φ(z) / (6 √n) (Johnson 1978).
const SKEWED: f64 = 0.2;
/// Training runs below which the spread between runs is hardly known.
const FEW_RUNS: u64 = 5;
/// Human scores below which the judge's errors are hardly seen.
const FEW_LABELS: u64 = 50;
/// Clusters below which a result leans on too few of them.
const FEW_CLUSTERS: u64 = 20;
/// Share of the items beyond which one cluster speaks for all.
const LARGEST_SHARE: f64 = 0.5;
/// Items below which a margin test always warns.
const MOST_TAILS: u64 = 50;
/// Standard errors of skewness that chance does not explain.
const UNEXPLAINED: f64 = 3.0;

/// Guards of one pair that differs somewhere.
pub(crate) fn of_pair(pair: &Pair, comparison: &ComparisonOutcome, request: &Request) -> Vec<Note> {
    let name = &comparison.system;
    // The binomial test is exact whatever the share, and the test of a mean against a number allows for skewness.
    let is_exact = matches!(request.question.tests[0], Test::Binomial | Test::OneSample);
    let of_means = || {
        [
            replicates(pair, comparison, request),
            small_bootstrap(pair, request),
            skewed(pair, request),
            margin_of_few(pair, comparison),
            binary_t(pair, request),
        ]
    };
    let guards = if is_exact {
        [const { None }; 5]
    } else {
        of_means()
    };
    let warnings = guards.into_iter().flatten().map(|note| note.naming(name));
    warnings.chain(of_profile(comparison, request)).collect()
}

/// Warns of a margin test of few units under a corpus metric, whose items have no differences to be skewed.
pub(crate) fn margin_of_few_units(units: u64, comparison: &ComparisonOutcome) -> Option<Note> {
    let margin = comparison.margin.as_ref().filter(|one| !one.is_tilted)?;
    margin.method?;
    let noun = if comparison.clusters.is_some() {
        "clusters"
    } else {
        "items"
    };
    (units < MOST_TAILS).then(|| {
        Code::MarginOfFew.says(format!(
            "{}: with {units} {noun} a margin test rejects more often than alpha if a few {noun} score very low: collect more {noun}; \
             restrap power plan says how many",
            comparison.system
        ))
    })
}

/// Clusters of which few, or one that is much of the data, leave the level to luck (25 of unequal size and ICC .3:
/// `docs/calibration.md`).
pub(crate) fn few_clusters(comparison: &ComparisonOutcome) -> Option<Note> {
    let clusters = comparison.clusters.as_ref()?;
    let name = &comparison.system;
    if let Some(crossed) = clusters
        .crossed
        .as_ref()
        .filter(|crossed| crossed.number < FEW_CLUSTERS)
    {
        return Some(Code::FewClusters.says(format!(
            "{name}: {} ({}) are too few to estimate the variance between them; more items per cluster do not help",
            count(crossed.number, "cluster"),
            crossed.column
        )));
    }
    if clusters.largest_share > LARGEST_SHARE {
        return Some(Code::DominantCluster.says(format!(
            "{name}: the largest of {} holds {} of the items and dominates the result",
            count(clusters.number, "cluster"),
            percent((100.0 * clusters.largest_share).round() / 100.0)
        )));
    }
    (clusters.number < FEW_CLUSTERS).then(|| {
        Code::FewClusters.says(format!(
            "{name}: {} are too few to estimate the variance between them; more items per cluster do not help",
            count(clusters.number, "cluster")
        ))
    })
}

/// Where the gain goes with the size of the clusters, weights answer two questions.
pub(crate) fn weights_apart(comparison: &ComparisonOutcome) -> Option<Note> {
    let clusters = comparison.clusters.as_ref()?;
    let (other, error) = (clusters.other_weight?, comparison.standard_error?);
    if (other - comparison.difference).abs() <= error || error == 0.0 {
        return None;
    }
    let (own, instead) = match clusters.weight {
        ClusterWeight::Items => ("items have equal weight", ClusterWeight::Equal),
        ClusterWeight::Equal => ("clusters have equal weight", ClusterWeight::Items),
    };
    let decimals = decimals(comparison.items(), error, false);
    Some(Code::WeightsDisagree.says(format!(
        "{}: {own}, and the difference is {}; it depends on the size of the clusters, and is {} with {}",
        comparison.system,
        signed(comparison.difference, decimals),
        signed(other, decimals),
        asked_as("cluster-weight", instead)
    )))
}

/// Few human scores say little about the judge's errors (`docs/calibration.md`).
pub(crate) fn few_labels(comparison: &ComparisonOutcome) -> Option<Note> {
    let human = comparison.human.as_ref()?;
    (human.labelled < FEW_LABELS).then(|| {
        Code::FewHumanScores.says(format!(
            "{}: {} per system are too few to estimate the judge's errors: label more items, drawn at random",
            comparison.system,
            count(human.labelled, "human score")
        ))
    })
}

/// Few training runs hardly say how far runs of one recipe are apart (2 against 10 reject in up to .09: `docs/calibration.md`).
pub(crate) fn few_runs(comparison: &ComparisonOutcome) -> Option<Note> {
    let runs = comparison.runs.as_ref()?;
    let fewest = runs.baseline.min(runs.system);
    (fewest < FEW_RUNS).then(|| {
        Code::FewRuns.says(format!(
            "{}: {} per recipe are too few to estimate the variance between runs: more runs of both systems help more than more items",
            comparison.system,
            count(fewest, "training run")
        ))
    })
}

/// What a published recipe is known to do, and a number of resamples that is not its own and of which none was drawn.
pub(crate) fn of_profile(comparison: &ComparisonOutcome, request: &Request) -> Vec<Note> {
    let (name, Some(profile)) = (&comparison.system, request.question.profile) else {
        return Vec::new();
    };
    let row = profile.row();
    let known = row
        .note()
        .map(|note| Code::Profile.says(format!("{name}: profile {profile}: {note}")));
    let (own, given) = (row.resamples, request.compute.resamples);
    let by_law = comparison
        .tests
        .first()
        .is_some_and(|test| test.resamples.is_none());
    let unused = (by_law && own != given).then(|| {
        Code::ProfileLimit.says(format!(
            "{name}: this p is the limit of profile {profile} for infinitely many resamples; to draw {} of them use {}",
            grouped(given),
            asked_as("exact", Exact::Never)
        ))
    });
    known.into_iter().chain(unused).collect()
}

/// Scores of resampled test sets, in the place of scores of items: their number is not a sample size.
fn replicates(pair: &Pair, comparison: &ComparisonOutcome, request: &Request) -> Option<Note> {
    // Costs and times never tie, and one system may be cheaper on every item.
    if !request.question.higher_is_better {
        return None;
    }
    let items = pair.items();
    let d = comparison
        .effect
        .cohen_dz
        .filter(|_| items >= REPLICATES && comparison.effect.tied == 0)?;
    let (baseline, system) = (pair.baseline.sample(), pair.system.sample());
    let apart = d.abs() > SEPARATED || is_narrow(baseline, system);
    (apart && is_resampled(baseline, system)).then(|| {
        Code::SeemsReplicates.says(format!(
            "{} rows, none tied, d_z {}: these look like bootstrap replicates, not items, and p depends on how many were drawn. Give \
             one score per item: restrap compare BASE_ITEMS NEW_ITEMS",
            grouped(items),
            number(d, 1)
        ))
    })
}

/// Warns of two samples that seem copies of few values, which tests of different items would take for evidence without end.
pub(crate) fn replicates_apart(baseline: Sample, system: Sample, d: Option<f64>) -> Option<Note> {
    let d = d.filter(|d| d.abs() > SEPARATED || is_narrow(baseline, system))?;
    let rows = baseline.items().min(system.items());
    (rows >= REPLICATES && is_resampled(baseline, system)).then(|| {
        Code::SeemsReplicates.says(format!(
            "{} and {} rows, d_s {}: these look like bootstrap replicates, not items, and p depends on how many were drawn. Give \
             one score per item: restrap compare BASE_ITEMS NEW_ITEMS",
            grouped(baseline.items()),
            grouped(system.items()),
            number(d, 1)
        ))
    })
}

/// Rows of two columns look like scores of resampled test sets: none tied, far apart or narrow, and of the shape of means.
pub fn are_replicates(baseline: &[f64], system: &[f64]) -> bool {
    let differences: Vec<f64> = system
        .iter()
        .zip(baseline)
        .map(|(new, old)| new - old)
        .collect();
    if (differences.len() as u64) < REPLICATES || differences.contains(&0.0) {
        return false;
    }
    let moments = Moments::of(&differences).ok();
    let d = moments.and_then(|moments| Some(moments.mean() / moments.sd()?));
    let (baseline, system) = (Sample::from(baseline), Sample::from(system));
    let apart = d.is_some_and(|d| d.abs() > SEPARATED) || is_narrow(baseline, system);
    apart && is_resampled(baseline, system)
}

/// Both columns have a spread that means over a test set have and scores of items have not.
fn is_narrow(baseline: Sample, system: Sample) -> bool {
    let narrow = |values: Sample| {
        let moments = Moments::of(values).ok()?;
        Some(values.items() >= MANY && moments.sd()? < NARROW * moments.mean().abs())
    };
    narrow(baseline) == Some(true) && narrow(system) == Some(true)
}

/// Both columns have the shape of means of one measure over one test set: hardly skewed, of like spread, and of like size. Two
/// measures side by side, which may be as many spreads apart, have not.
fn is_resampled(baseline: Sample, system: Sample) -> bool {
    let shape = |values: Sample| {
        let skewness = Skewness::of(values).ok()??;
        let moments = Moments::of(values).ok()?;
        let spread = moments.sd()?;
        (skewness.g1.abs() < SHAPE).then_some((moments.mean(), spread))
    };
    let like = |one: f64, other: f64, ratio: f64| {
        one * other > 0.0 && one.abs().max(other.abs()) < ratio * one.abs().min(other.abs())
    };
    let shapes = shape(baseline).zip(shape(system));
    shapes.is_some_and(|(one, other)| like(one.0, other.0, SCORES) && like(one.1, other.1, SPREADS))
}

fn small_bootstrap(pair: &Pair, request: &Request) -> Option<Note> {
    let test = request.question.tests[0];
    let bootstrap = matches!(test, Test::Bootstrap | Test::BootstrapPercentile);
    (bootstrap && pair.items() < SMALL && request.question.profile.is_none()).then(|| {
        Code::BootstrapOfFew.says(format!(
            "with few items, here {1}, the {0} test rejects more often than alpha: use {test_permutation}, which does not",
            test.name(),
            pair.items(),
            test_permutation = asked_as("test", "permutation")
        ))
    })
}

/// Skewness that moves error rates, and that chance does not explain.
pub fn is_telling(skewness: &Skewness, units: u64) -> bool {
    skewness.g1.abs() / (units as f64).sqrt() > SKEWED && skewness.z().abs() > UNEXPLAINED
}

/// The skewness of the differences, if it moves error rates and chance does not explain it.
pub(crate) fn telling_skewness(pair: &Pair) -> Option<Skewness> {
    let skewness = if pair.grid.is_recovered() || pair.clusters().is_some() {
        Skewness::of_groups(&pair.weighted().collect::<Vec<_>>())
    } else {
        let each = pair.system.rows().iter().zip(pair.baseline.rows());
        let rows: Vec<f64> = each.map(|(s, b)| s - b).collect();
        Skewness::of(Sample::new(&rows, pair.system.times().counts()))
    };
    let skewness = skewness.ok().flatten()?;
    Some(skewness).filter(|skewness| is_telling(skewness, pair.units()))
}

fn skewed(pair: &Pair, request: &Request) -> Option<Note> {
    let of_ranks;
    let about_means = match request.question.tests[0] {
        Test::Sign | Test::McNemar => return None,
        Test::Wilcoxon => {
            of_ranks = format!(
                "Wilcoxon's test assumes symmetry about 0, so p also reflects the skewness; {} does not",
                asked_as("test", "sign")
            );
            &of_ranks
        }
        Test::T => {
            "the t test assumes symmetry, so one side rejects too often and the other too rarely"
        }
        Test::Permutation => {
            "the test assumes symmetry about 0, so p is approximate for a mean difference of 0"
        }
        _ => "the bootstrap of so few items misses the tail",
    };
    if pair.binary || request.question.interval == IntervalMethod::Studentized {
        return None;
    }
    telling_skewness(pair).map(|skewness| {
        let skewness = number(skewness.adjusted, 1);
        if pair.clusters().is_some() {
            let clusters = count(pair.units(), "cluster");
            return Code::Skewed.says(format!(
                "the differences of clusters are skewed (skewness {skewness}, {clusters}): {about_means}"
            ));
        }
        Code::Skewed.says(format!(
            "the differences are skewed (skewness {skewness}, {}): {about_means}. For the mean use \
             {interval_studentized}",
            count(pair.items(), request.sample.over.noun()),
            interval_studentized = asked_as("interval", "studentized")
        ))
    })
}

/// Margin tests rest on the tail on the side of a loss, of which few items show little: sizes at .05 up to .13 of 10 items and .08 of
/// 30 under a left lognormal (`docs/calibration.md`).
fn margin_of_few(pair: &Pair, comparison: &ComparisonOutcome) -> Option<Note> {
    use MarginMethod::{Bootstrap, ClusterT, Studentized, T};
    let margin = comparison.margin.as_ref().filter(|one| !one.is_tilted)?;
    let method = margin.method?;
    let additive = matches!(method, Studentized | T | Bootstrap | ClusterT);
    let of_raised = pair
        .raised
        .as_ref()
        .map(|raised| raised.deviating().column.each().collect());
    let groups: Vec<(i64, u64)> = of_raised.unwrap_or_else(|| pair.weighted().collect());
    let skewness = Skewness::of_groups(&groups).ok().flatten()?;
    let relative = skewness.g1.abs() / (pair.units() as f64).sqrt();
    let units = if pair.clusters().is_some() {
        "clusters"
    } else {
        "items"
    };
    // Of few items the test warns also where they are not skewed.
    let skewed = if relative > SKEWED / 2.0 {
        format!(" of skewness {}", number(skewness.adjusted, 1))
    } else {
        String::new()
    };
    (additive && (pair.units() < MOST_TAILS || relative > SKEWED / 2.0)).then(|| {
        Code::MarginOfFew.says(format!(
            "with {} {units}{skewed} a margin test rejects more often than alpha if a few {units} score very low: look at the worst \
             ones with {}",
            grouped(pair.units()),
            asked_as("per-item", "FILE.csv")
        ))
    })
}

fn binary_t(pair: &Pair, request: &Request) -> Option<Note> {
    (pair.binary && request.question.tests[0] == Test::T && pair.changed() < DISCORDANT).then(|| {
        Code::TOfFewChanges.says(format!(
            "the t test of 0/1 scores needs {DISCORDANT} items that differ, found {}: use {test_mcnemar}, which is exact",
            pair.changed(),
            test_mcnemar = asked_as("test", "mcnemar")
        ))
    })
}
