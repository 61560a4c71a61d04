//! What a simulation found: schema `restrap/power/1`, kind `compare`.

use restrap_core::STREAM_NAME;
use restrap_stats::{Alternative, MonteCarlo};
use serde::Serialize;

use super::SCHEMA;
use super::compare::{PowerRequest, Rejections};
use super::method::PowerMethod;
use super::model::{Null, Observed, PowerModel, Setting};
use crate::digits::rounded;
use crate::error::Error;
use crate::request::Test;
use crate::words::{count, plain};

/// A share with its Monte Carlo interval (Clopper & Pearson 1934).
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Rate {
    /// The share.
    pub value: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// One test of one cell.
#[derive(Clone, Debug, Serialize)]
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
        profile: method.request.profile.map(|profile| profile.row().name),
        alternative: method.request.alternative.name(),
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
        report: report(request, sampled, interrupted_of),
        cells: told,
        interrupted_of,
    })
}

fn of_cell(request: &PowerRequest, cell: &PowerCell, exact: bool) -> Result<CellOutcome, Error> {
    let effect = cell.setting.effect;
    // What an integer estimate is divided by to give a difference.
    let units =
        request.model.per_one().map_or(super::corpus::UNITS, |per_one| per_one * cell.setting.items as f64);
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

/// alpha (R + 1) is a whole number.
fn fits(request: &PowerRequest) -> bool {
    is_whole(request.alpha * (request.resamples as f64 + 1.0))
}

fn is_whole(steps: f64) -> bool {
    (steps - steps.round()).abs() < 1e-9 * steps
}

/// Sampled tests that double the smaller of two tails, each with its own add-one: half of alpha (R + 1) has to be whole.
fn halved(request: &PowerRequest) -> Option<String> {
    let doubled = request.methods.iter().filter(|method| {
        let asked = &method.request;
        let doubles = method.kind() == Test::BootstrapPercentile || asked.rule.doubled;
        doubles && asked.alternative == Alternative::TwoSided && !asked.raw_p
    });
    let names: Vec<&str> = doubled.map(|method| method.name).collect();
    let draws = request.resamples as f64 + 1.0;
    let steps = request.alpha * draws / 2.0;
    if names.is_empty() || is_whole(steps) {
        return None;
    }
    Some(format!(
        "alpha (R + 1)/2 is {}, no whole number: {}, which {} the smaller of two tails, {} in at most {} under the null, \
         below alpha; R = 999 has none of it at 0.05 and 0.01",
        plain(rounded(steps)),
        names.join(" and "),
        if names.len() == 1 { "doubles" } else { "double" },
        if names.len() == 1 { "rejects" } else { "reject" },
        plain(rounded(2.0 * steps.floor() / draws))
    ))
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
    if sampled && !fits(request) {
        let steps = request.alpha * (request.resamples as f64 + 1.0);
        warnings.push(format!(
            "alpha (R + 1) is {}, no whole number: sampled tests reject in at most {} under their null, below alpha; \
             R = 999 has none of it at 0.05 and 0.01",
            plain(rounded(steps)),
            plain(rounded(steps.floor() / (request.resamples as f64 + 1.0)))
        ));
    }
    if sampled && fits(request) {
        warnings.extend(halved(request));
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
            "0/1 scores less their mean are scores that no system can have: --null swaps is the null of such files"
                .to_owned(),
        );
    }
    if cells.iter().any(|cell| cell.setting.cluster_size > 1) {
        warnings.push("clusters: all tests here take items as independent, which they are not".to_owned());
    }
    warnings
}

fn report(request: &PowerRequest, sampled: bool, interrupted_of: Option<usize>) -> String {
    let model = match &request.model {
        PowerModel::Files(observed) => {
            let pairs = count(observed.differences.len() as u64, "pair");
            format!("{pairs} of two files, null by {}", observed.null.name())
        }
        model => format!("model {}", model.name()),
    };
    let inner = if sampled {
        let whole = if fits(request) { ", alpha (R + 1) a whole number" } else { "" };
        format!(
            "sampled tests R = {}{whole}, p = (c + 1)/(R + 1) unless a profile says c/R",
            request.resamples
        )
    } else {
        "all p-values by law, no resampling".to_owned()
    };
    let stopped = if interrupted_of.is_some() { ", interrupted" } else { "" };
    format!(
        "rejections at alpha {} by simulation: {model}, {} a cell{stopped}, seed {}; {inner}; Clopper-Pearson intervals \
         of {}; restrap {}.",
        request.alpha,
        count(request.experiments, "experiment"),
        request.seed,
        crate::words::percent(request.confidence),
        env!("CARGO_PKG_VERSION")
    )
}
