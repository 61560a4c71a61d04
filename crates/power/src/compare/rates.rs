//! Rates from counts, with their Monte Carlo intervals.

use restrap_core::STREAM_NAME;
use restrap_stats::MonteCarlo;

use super::design::Setup;
use super::method::{EXACT_RANKS, Recipe};
use super::outcome::{CellOutcome, MethodInfo, PowerOutcome, Proportion, TestRates};
use super::outputs;
use super::report;
use super::request::{PowerRequest, Setting};
use super::sums::TestCounts;
use crate::schema::{PowerQuestion, SCHEMA};
use restrap_lib::Error;
use restrap_lib::Test;
use restrap_lib::inner::Signature;
use restrap_lib::number::digits::rounded;
use restrap_lib::number::format::plain;
use restrap_lib::outcome::{Method, Run};

/// What one cell got.
pub(crate) struct PowerCell {
    pub setting: Setting,
    pub experiments: u64,
    pub tests: Vec<TestCounts>,
}

/// Rates from counts.
pub(crate) fn outcome(
    setup: &Setup,
    cells: &[PowerCell],
    interrupted_of: Option<usize>,
) -> Result<PowerOutcome, Error> {
    let Setup {
        request, recipes, ..
    } = setup;
    let told = cells
        .iter()
        .map(|cell| of_cell(setup, cell))
        .collect::<Result<Vec<_>, Error>>()?;
    let sampled = told
        .iter()
        .flat_map(|cell| &cell.tests)
        .any(|test| test.method == Method::Sampled);
    let which = |place: usize| {
        cells.iter().map(move |cell| {
            cell.tests
                .get(place)
                .map(|test| (test.judged, test.rejected, test.which))
        })
    };
    let methods = recipes
        .iter()
        .enumerate()
        .map(|(place, recipe)| MethodInfo {
            same_as: (0..place)
                .find(|&other| which(other).eq(which(place)))
                .map(|other| recipes[other].method),
            name: recipe.method,
            test: recipe.test(),
            profile: recipe.method.profile(),
            alternative: recipe.request.question.alternative,
        });
    let mut run = Run::new(SCHEMA);
    run.warnings = report::warnings(setup, &told, sampled, interrupted_of);
    run.report = report::report(setup, &told, sampled, interrupted_of.is_some());
    let tests: Vec<String> = recipes
        .iter()
        .map(|recipe| recipe.method.to_string())
        .collect();
    run.signature = Signature::new(&run)
        .with("question", PowerQuestion::Compare)
        .with("model", request.model)
        .with("tests", tests.join(","))
        .with("experiments", request.experiments)
        .with("alpha", plain(request.alpha))
        .maybe("R", sampled.then_some(request.resamples))
        .with("seed", request.seed)
        .with("stream", STREAM_NAME)
        .done();
    Ok(PowerOutcome {
        run,
        kind: PowerQuestion::Compare,
        stream: STREAM_NAME.to_owned(),
        seed: request.seed,
        model: request.model,
        null: setup.files.is_some().then_some(request.null),
        alpha: request.alpha,
        confidence: request.confidence,
        experiments: request.experiments,
        resamples: sampled.then_some(request.resamples),
        icc: request
            .cluster_sizes
            .iter()
            .any(|&size| size > 1)
            .then_some(request.icc),
        methods: methods.collect(),
        cells: told,
        interrupted_of,
        request: PowerRequest {
            in_full: false,
            level: None,
            ..request.clone()
        },
    })
}

fn of_cell(setup: &Setup, cell: &PowerCell) -> Result<CellOutcome, Error> {
    let effect = cell.setting.effect;
    // What an integer estimate is divided by to give a difference.
    let units = setup.per_one.map_or(outputs::UNITS, |per_one| {
        per_one * cell.setting.items as f64
    });
    let rate = |part: u64, whole: u64| -> Result<Proportion, Error> {
        let interval = MonteCarlo::new(part, whole)?.clopper_pearson(setup.request.confidence)?;
        let value = rounded(part as f64 / whole as f64);
        Ok(Proportion {
            value,
            low: rounded(interval.low),
            high: rounded(interval.high),
        })
    };
    let mut tests = Vec::new();
    for (recipe, got) in setup.recipes.iter().zip(&cell.tests) {
        if got.judged == 0 {
            continue;
        }
        let (right, wrong) = if effect > 0.0 {
            (got.up, got.down)
        } else {
            (got.down, got.up)
        };
        let with_effect = effect != 0.0;
        let any = with_effect && got.rejected > 0;
        let n = got.rejected as f64;
        let (mean, square) = (
            got.size as f64 / n / units,
            got.square as f64 / n / (units * units),
        );
        let error = libm::sqrt((square - mean * mean).max(0.0) / (n - 1.0));
        tests.push(TestRates {
            name: recipe.method,
            method: how(recipe, setup.exact, cell.setting.items),
            rejected: got.rejected,
            rate: rate(got.rejected, got.judged)?,
            power: if with_effect {
                Some(rate(right, got.judged)?)
            } else {
                None
            },
            type_s: if any {
                Some(rate(wrong, got.rejected)?)
            } else {
                None
            },
            type_m: any.then(|| rounded(mean / effect.abs())),
            type_m_error: (any && got.rejected > 1).then(|| rounded(error / effect.abs())),
        });
    }
    Ok(CellOutcome {
        setting: cell.setting,
        experiments: cell.experiments,
        tests,
    })
}

/// How a test's p-values come in a cell.
fn how(recipe: &Recipe, exact: bool, items: u64) -> Method {
    match recipe.test() {
        Test::Sign | Test::McNemar => Method::Exact,
        Test::Wilcoxon if items <= EXACT_RANKS => Method::Exact,
        Test::T | Test::Wilcoxon => Method::Asymptotic,
        _ if exact => Method::Exact,
        _ => Method::Sampled,
    }
}
