//! What a reader must know about a simulation, and its line for the paper.

use restrap_words::{Code, Note, asked_as};

use super::design::Setup;
use super::method::Recipe;
use super::outcome::CellOutcome;
use super::request::Null;
use restrap_lib::number::digits::rounded;
use restrap_lib::number::format::{count, grouped, percent, plain};

/// No test here resamples clusters: what clusters do to tests of items is all that they show.
const CLUSTERS: &str = "clusters: every test here treats items as independent; the rates show the cost of that, not the rates of a cluster test";

/// Steps of 1/(R + 1) up to alpha, of a share that a test multiplies by `factor`, and whether they are a whole number.
fn steps(alpha: f64, resamples: u64, factor: f64) -> (f64, bool) {
    let steps = alpha * (resamples as f64 + 1.0) / factor;
    (steps, (steps - steps.round()).abs() < 1e-9 * steps)
}

/// Names of the tests that reject where (c + 1)/(R + 1) times this factor is at most alpha.
fn multiplied(recipes: &[Recipe], factor: f64) -> Vec<&'static str> {
    let add_one =
        |recipe: &&Recipe| recipe.resampling().is_some() && !recipe.request.variants.raw_p;
    let with = recipes
        .iter()
        .filter(add_one)
        .filter(|recipe| recipe.factor() == factor);
    with.map(|recipe| recipe.method.name()).collect()
}

/// Factors of the tests, 1 first.
fn factors(recipes: &[Recipe]) -> Vec<f64> {
    [1.0, 2.0]
        .into_iter()
        .filter(|&factor| !multiplied(recipes, factor).is_empty())
        .collect()
}

/// No sampled test loses some of its level to the steps of its p-values.
fn fits(setup: &Setup) -> bool {
    let Setup {
        request, recipes, ..
    } = setup;
    factors(recipes)
        .into_iter()
        .all(|factor| steps(request.alpha, request.resamples, factor).1)
}

/// What each kind of sampled test loses of its level, and how many resamples lose nothing.
fn lost_level(setup: &Setup) -> Vec<Note> {
    /// How far the next fitting number of resamples is looked for: alpha with four decimals has one within.
    const AHEAD: u64 = 20_000;
    let (alpha, resamples) = (setup.request.alpha, setup.request.resamples);
    let factors = factors(&setup.recipes);
    let fitting = (resamples..resamples + AHEAD).find(|&resamples| {
        factors
            .iter()
            .all(|&factor| steps(alpha, resamples, factor).1)
    });
    let hint = fitting.map_or_else(String::new, |fitting| {
        format!("; R = {} loses nothing", grouped(fitting))
    });
    let lost = |&factor: &f64| {
        let (found, whole) = steps(alpha, resamples, factor);
        let (what, who) = if factor == 1.0 {
            ("alpha (R + 1)", "sampled tests".to_owned())
        } else {
            let names = multiplied(&setup.recipes, factor).join(", ");
            (
                "alpha/2 (R + 1)",
                format!("tests that double their smaller tail ({names})"),
            )
        };
        let most = factor * found.floor() / (resamples as f64 + 1.0);
        let reach = if most > 0.0 {
            format!(
                "have a type-I error of at most {}, below alpha",
                plain(rounded(most))
            )
        } else {
            "can never reject".to_owned()
        };
        (!whole).then(|| {
            Code::LevelLost.says(format!(
                "{what} is {}, no whole number: {who} {reach}{hint}",
                plain(rounded(found))
            ))
        })
    };
    factors.iter().filter_map(lost).collect()
}

/// What the reader must know.
pub(crate) fn warnings(
    setup: &Setup,
    cells: &[CellOutcome],
    sampled: bool,
    interrupted_of: Option<usize>,
) -> Vec<Note> {
    let mut warnings = Vec::new();
    if let Some(asked) = interrupted_of {
        let least = cells.iter().map(|cell| cell.experiments).min().unwrap_or(0);
        warnings.push(Code::Interrupted.says(format!(
            "interrupted: {} of {asked} cells were begun, the last after {}; intervals are of the finished experiments",
            cells.len(),
            count(least, "experiment")
        )));
    }
    if sampled {
        warnings.extend(lost_level(setup));
    }
    let skewed = |cell: &CellOutcome| cell.setting.skew.is_some_and(|skew| skew != 0.0);
    if cells.iter().any(skewed) {
        warnings.push(
            Code::SkewedNull.says("skewed differences with mean 0 satisfy the null hypothesis about means, but not symmetry, which the permutation, sign and Wilcoxon tests assume"),
        );
    }
    if setup.files.as_ref().is_some_and(|files| files.binary) && setup.request.null == Null::Centred
    {
        warnings.push(Code::CentredBinary.says(format!(
            "centred 0/1 scores are values that no system can have: use {} as the null of such files",
            asked_as("null", Null::Swaps)
        )));
    }
    if cells.iter().any(|cell| cell.setting.cluster_size > 1) {
        warnings.push(Code::ClustersIgnored.says(CLUSTERS));
    }
    warnings
}

/// One line for the paper.
pub(crate) fn report(
    setup: &Setup,
    cells: &[CellOutcome],
    sampled: bool,
    interrupted: bool,
) -> String {
    let request = &setup.request;
    let model = match &setup.files {
        Some(files) => format!(
            "{} of two files, null by {}",
            count(files.pairs, "pair"),
            request.null
        ),
        None => format!("model {}", request.model),
    };
    let inner = if sampled {
        let whole = match (fits(setup), factors(&setup.recipes).contains(&2.0)) {
            (false, _) => "",
            (true, false) => ", alpha (R + 1) a whole number",
            (true, true) => ", alpha (R + 1) and its half whole numbers",
        };
        format!(
            "sampled tests R = {}{whole}, p = (c + 1)/(R + 1) unless a profile says c/R",
            request.resamples
        )
    } else {
        "all p-values exact, no resampling".to_owned()
    };
    let clusters = if cells.iter().any(|cell| cell.setting.cluster_size > 1) {
        "; items in clusters, which every test treats as independent"
    } else {
        ""
    };
    let stopped = if interrupted { ", interrupted" } else { "" };
    format!(
        "rejections at alpha {} by simulation: {model}, {} per cell{stopped}, seed {}; {inner}{clusters}; Clopper-Pearson intervals \
         of {}; restrap {}.",
        request.alpha,
        count(request.experiments, "experiment"),
        request.seed,
        percent(request.confidence),
        env!("CARGO_PKG_VERSION")
    )
}
