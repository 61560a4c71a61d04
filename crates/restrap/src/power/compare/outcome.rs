//! What a simulation found: schema `restrap/power/1`, kind `compare`.

use restrap_core::STREAM_NAME;
use restrap_stats::MonteCarlo;
use restrap_words::asked;
use serde::Serialize;

use super::method::PowerMethod;
use super::model::{Null, Observed, PowerModel, Setting};
use super::plan::{PowerRequest, Rejections};
use crate::error::Error;
use crate::number::digits::rounded;
use crate::number::format::{count, grouped, plain};
use crate::power::SCHEMA;
use crate::request::Test;

/// A share with its Monte Carlo interval (Clopper & Pearson 1934).
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rate {
    /// The share.
    pub value: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// No test here resamples clusters: what clusters do to tests of items is all that they show.
const CLUSTERS: &str = "clusters: every test here takes items as independent, and resamples items; rates show what that \
                        costs where items come in clusters, not what a test of clusters would do";

/// One test of one cell.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TestRates {
    /// Name of the test or profile.
    pub name: &'static str,
    /// How its p-values come: `exact`, `sampled` or `asymptotic`.
    pub method: &'static str,
    /// Experiments that it rejects.
    pub rejected: u64,
    /// Their share: the type-I error where the effect is 0.
    pub rate: Rate,
    /// Share of rejections in the direction of the effect.
    pub power: Option<Rate>,
    /// Share of the wrong direction among rejections; none without an effect or a rejection.
    pub type_s: Option<Rate>,
    /// Mean size of a rejected difference over the effect.
    pub type_m: Option<f64>,
    /// Its standard error.
    pub type_m_error: Option<f64>,
}

/// One cell of the design.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CellOutcome {
    /// What was set.
    #[serde(flatten)]
    pub setting: Setting,
    /// Experiments that count.
    pub experiments: u64,
    /// One a test that applies.
    pub tests: Vec<TestRates>,
}

/// What a test is.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MethodInfo {
    /// Name of the test or profile.
    pub name: &'static str,
    /// The test behind it.
    pub test: &'static str,
    /// The published profile, if it is one.
    pub profile: Option<&'static str>,
    /// Side.
    pub alternative: &'static str,
    /// The first test before it that rejected the very same experiments of every cell, if any.
    pub same_as: Option<&'static str>,
}

/// A whole simulation.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PowerOutcome {
    /// [`SCHEMA`].
    pub schema: &'static str,
    /// `compare`.
    pub kind: &'static str,
    /// Version of restrap.
    pub version: &'static str,
    /// Name of the stream.
    pub stream: &'static str,
    /// Seed of all draws.
    pub seed: u64,
    /// Name of the data model.
    pub model: &'static str,
    /// How files are made a null; none for other models.
    pub null: Option<&'static str>,
    /// Level of all tests.
    pub alpha: f64,
    /// Level of the intervals.
    pub confidence: f64,
    /// Experiments asked for, of each cell.
    pub experiments: u64,
    /// Resamples of each sampled test; none where all are exact.
    pub resamples: Option<u64>,
    /// Correlation of two items of a cluster, where there are clusters.
    pub icc: Option<f64>,
    /// The tests, in the order of every cell's.
    pub methods: Vec<MethodInfo>,
    /// Items change fastest, then what the model has, then effects.
    pub cells: Vec<CellOutcome>,
    /// Cells asked for, where the job was stopped before all were finished.
    pub interrupted_of: Option<usize>,
    /// What the reader must know.
    pub warnings: Vec<String>,
    /// One line for the paper.
    pub report: String,
}

/// What one cell got.
pub(crate) struct PowerCell {
    pub setting: Setting,
    pub experiments: u64,
    pub tests: Vec<Rejections>,
}

/// Rates from counts.
pub(crate) fn outcome(
    request: &PowerRequest,
    cells: &[PowerCell],
    exact: bool,
    interrupted_of: Option<usize>,
) -> Result<PowerOutcome, Error> {
    let told = cells.iter().map(|cell| of_cell(request, cell, exact)).collect::<Result<Vec<_>, Error>>()?;
    let sampled = told.iter().flat_map(|cell| &cell.tests).any(|test| test.method == "sampled");
    let null = match &request.model {
        PowerModel::Files(observed) => Some(observed.null.name()),
        _ => None,
    };
    let which = |place: usize| {
        cells
            .iter()
            .map(move |cell| cell.tests.get(place).map(|test| (test.judged, test.rejected, test.which)))
    };
    let methods = request.methods.iter().enumerate().map(|(place, method)| MethodInfo {
        same_as: (0..place)
            .find(|&other| which(other).eq(which(place)))
            .map(|other| request.methods[other].name),
        name: method.name,
        test: method.kind().name(),
        profile: method.request.question.profile.map(|profile| profile.name()),
        alternative: method.request.question.alternative.name(),
    });
    Ok(PowerOutcome {
        schema: SCHEMA,
        kind: "compare",
        version: env!("CARGO_PKG_VERSION"),
        stream: STREAM_NAME,
        seed: request.seed,
        model: request.model.name(),
        null,
        alpha: request.alpha,
        confidence: request.confidence,
        experiments: request.experiments,
        resamples: sampled.then_some(request.resamples),
        icc: request.cluster_sizes.iter().any(|&size| size > 1).then_some(request.icc),
        methods: methods.collect(),
        warnings: warnings(request, &told, sampled, interrupted_of),
        report: report(request, &told, sampled, interrupted_of),
        cells: told,
        interrupted_of,
    })
}

fn of_cell(request: &PowerRequest, cell: &PowerCell, exact: bool) -> Result<CellOutcome, Error> {
    let effect = cell.setting.effect;
    // What an integer estimate is divided by to give a difference.
    let units =
        request.model.per_one().map_or(super::f1::UNITS, |per_one| per_one * cell.setting.items as f64);
    let rate = |part: u64, whole: u64| -> Result<Rate, Error> {
        let interval = MonteCarlo::new(part, whole)?.clopper_pearson(request.confidence)?;
        let value = rounded(part as f64 / whole as f64);
        Ok(Rate { value, low: rounded(interval.low), high: rounded(interval.high) })
    };
    let mut tests = Vec::new();
    for (method, got) in request.methods.iter().zip(&cell.tests) {
        if got.judged == 0 {
            continue;
        }
        let (right, wrong) = if effect > 0.0 { (got.up, got.down) } else { (got.down, got.up) };
        let with_effect = effect != 0.0;
        let any = with_effect && got.rejected > 0;
        let n = got.rejected as f64;
        let (mean, square) = (got.size as f64 / n / units, got.square as f64 / n / (units * units));
        let error = libm::sqrt((square - mean * mean).max(0.0) / (n - 1.0));
        tests.push(TestRates {
            name: method.name,
            method: how(method, exact, cell.setting.items),
            rejected: got.rejected,
            rate: rate(got.rejected, got.judged)?,
            power: if with_effect { Some(rate(right, got.judged)?) } else { None },
            type_s: if any { Some(rate(wrong, got.rejected)?) } else { None },
            type_m: any.then(|| rounded(mean / effect.abs())),
            type_m_error: (any && got.rejected > 1).then(|| rounded(error / effect.abs())),
        });
    }
    Ok(CellOutcome { setting: cell.setting, experiments: cell.experiments, tests })
}

/// How a test's p-values come in a cell.
fn how(method: &PowerMethod, exact: bool, items: u64) -> &'static str {
    match method.kind() {
        Test::Sign | Test::McNemar => "exact",
        Test::Wilcoxon if items <= super::method::EXACT_RANKS => "exact",
        Test::T | Test::Wilcoxon => "asymptotic",
        _ if exact => "exact",
        _ => "sampled",
    }
}

/// Steps of 1/(R + 1) up to alpha, of a share that a test multiplies by `factor`, and whether they are a whole number.
fn steps(alpha: f64, resamples: u64, factor: f64) -> (f64, bool) {
    let steps = alpha * (resamples as f64 + 1.0) / factor;
    (steps, (steps - steps.round()).abs() < 1e-9 * steps)
}

/// Names of the tests that reject where (c + 1)/(R + 1) times this factor is at most alpha.
fn multiplied(request: &PowerRequest, factor: f64) -> Vec<&'static str> {
    let add_one = |method: &&PowerMethod| method.resampling().is_some() && !method.request.variants.raw_p;
    let with = request.methods.iter().filter(add_one).filter(|method| method.factor() == factor);
    with.map(|method| method.name).collect()
}

/// Factors of the tests, 1 first.
fn factors(request: &PowerRequest) -> Vec<f64> {
    [1.0, 2.0].into_iter().filter(|&factor| !multiplied(request, factor).is_empty()).collect()
}

/// No sampled test loses some of its level to the steps of its p-values.
fn fits(request: &PowerRequest) -> bool {
    factors(request).into_iter().all(|factor| steps(request.alpha, request.resamples, factor).1)
}

/// What each kind of sampled test loses of its level, and how many resamples lose nothing.
fn lost_level(request: &PowerRequest) -> Vec<String> {
    /// How far the next fitting number of resamples is looked for: alpha with four decimals has one within.
    const AHEAD: u64 = 20_000;
    let (alpha, resamples) = (request.alpha, request.resamples);
    let factors = factors(request);
    let fitting = (resamples..resamples + AHEAD)
        .find(|&resamples| factors.iter().all(|&factor| steps(alpha, resamples, factor).1));
    let hint =
        fitting.map_or_else(String::new, |fitting| format!("; R = {} loses nothing", grouped(fitting)));
    let lost = |&factor: &f64| {
        let (found, whole) = steps(alpha, resamples, factor);
        let (what, who) = if factor == 1.0 {
            ("alpha (R + 1)", "sampled tests".to_owned())
        } else {
            let names = multiplied(request, factor).join(", ");
            ("alpha/2 (R + 1)", format!("tests that double their smaller tail ({names})"))
        };
        let most = factor * found.floor() / (resamples as f64 + 1.0);
        let reach = if most > 0.0 {
            format!("reject in at most {} under their null, below alpha", plain(rounded(most)))
        } else {
            "can never reject".to_owned()
        };
        (!whole).then(|| format!("{what} is {}, no whole number: {who} {reach}{hint}", plain(rounded(found))))
    };
    factors.iter().filter_map(lost).collect()
}

fn warnings(
    request: &PowerRequest,
    cells: &[CellOutcome],
    sampled: bool,
    interrupted_of: Option<usize>,
) -> Vec<String> {
    let mut warnings = Vec::new();
    if let Some(asked) = interrupted_of {
        let least = cells.iter().map(|cell| cell.experiments).min().unwrap_or(0);
        warnings.push(format!(
            "interrupted: {} of {asked} cells were begun, the last after {}; every interval is that of what was finished",
            cells.len(),
            count(least, "experiment")
        ));
    }
    if sampled {
        warnings.extend(lost_level(request));
    }
    let skewed = |cell: &CellOutcome| cell.setting.skew.is_some_and(|skew| skew != 0.0);
    if cells.iter().any(skewed) {
        warnings.push(
            "skewed differences of mean 0 are a null for means, not for symmetry: permutation, sign and Wilcoxon tests \
             answer another question there"
                .to_owned(),
        );
    }
    if let PowerModel::Files(Observed { binary: true, null: Null::Centred, .. }) = request.model {
        warnings.push(
            format!("0/1 scores less their mean are scores that no system can have: {null} swaps is the null of such files", null = asked("null"))
                .to_owned(),
        );
    }
    if cells.iter().any(|cell| cell.setting.cluster_size > 1) {
        warnings.push(CLUSTERS.to_owned());
    }
    warnings
}

fn report(
    request: &PowerRequest,
    cells: &[CellOutcome],
    sampled: bool,
    interrupted_of: Option<usize>,
) -> String {
    let model = match &request.model {
        PowerModel::Files(observed) => {
            let pairs = count(observed.differences.len() as u64, "pair");
            format!("{pairs} of two files, null by {}", observed.null.name())
        }
        model => format!("model {}", model.name()),
    };
    let inner = if sampled {
        let whole = match (fits(request), factors(request).contains(&2.0)) {
            (false, _) => "",
            (true, false) => ", alpha (R + 1) a whole number",
            (true, true) => ", alpha (R + 1) and its half whole numbers",
        };
        format!(
            "sampled tests R = {}{whole}, p = (c + 1)/(R + 1) unless a profile says c/R",
            request.resamples
        )
    } else {
        "all p-values by law, no resampling".to_owned()
    };
    let clusters = if cells.iter().any(|cell| cell.setting.cluster_size > 1) {
        "; items in clusters, taken as independent by every test"
    } else {
        ""
    };
    let stopped = if interrupted_of.is_some() { ", interrupted" } else { "" };
    format!(
        "rejections at alpha {} by simulation: {model}, {} a cell{stopped}, seed {}; {inner}{clusters}; Clopper-Pearson intervals \
         of {}; restrap {}.",
        request.alpha,
        count(request.experiments, "experiment"),
        request.seed,
        crate::number::format::percent(request.confidence),
        env!("CARGO_PKG_VERSION")
    )
}
