//! The design of a simulation: what was asked with every list filled in, and its cells.

use restrap_words::asked_as;

use super::item_law::Source;
use super::method::{PowerMethod, Recipe};
use super::observed::Observed;
use super::request::{Null, PowerModel, PowerRequest, Setting};
use restrap_lib::Error;
use restrap_lib::inner::{Given, goes_with};
use restrap_lib::number::format::{grouped, plain};
use restrap_lib::{Exact, Profile, Test};

/// Most cells: the addresses of a stream have 16 bits for them.
const MOST_CELLS: usize = 1 << 16;
/// Most items of an experiment.
const MOST_ITEMS: u64 = 1_000_000;
/// Most resamples of an experiment: each thread keeps their sums.
const MOST_RESAMPLES: u64 = 1_000_000;
/// Most experiments of a cell.
pub(crate) const MOST_EXPERIMENTS: u64 = 1 << 40;

/// What stays of two files once their differences are in the laws of the cells.
#[derive(Debug)]
pub(crate) struct FilesInfo {
    pub pairs: u64,
    pub binary: bool,
    /// BLAKE3 of the differences.
    pub digest: String,
}

/// What every cell shares.
#[derive(Debug)]
pub(crate) struct Setup {
    /// What was asked, with every list filled in.
    pub request: PowerRequest,
    pub recipes: Vec<Recipe>,
    /// p-values of tests that resample come by law.
    pub exact: bool,
    /// Grid units in one unit of the score; none for metrics that are not means.
    pub per_one: Option<f64>,
    pub files: Option<FilesInfo>,
}

impl Setup {
    /// # Errors
    /// When a number lies outside its range, or a test needs other scores.
    pub fn new(request: &PowerRequest, source: Source) -> Result<Self, Error> {
        let request = filled(request, source);
        let recipe =
            |&method: &PowerMethod| Recipe::new(method, request.alternative, &request.variants);
        let recipes: Vec<Recipe> = request.methods.iter().map(recipe).collect();
        check(&request, source, &recipes)?;
        let of_files = |observed: &Observed| FilesInfo {
            pairs: observed.differences.len() as u64,
            binary: observed.binary,
            digest: observed.digest(),
        };
        let files = match source {
            Source::Model(_) => None,
            Source::Files(observed, _) => Some(of_files(observed)),
            Source::Outputs(observed) => Some(FilesInfo {
                pairs: observed.items(),
                binary: false,
                digest: observed.digest(),
            }),
        };
        let exact = source.is_binary() && request.exact != Exact::Never;
        Ok(Self {
            recipes,
            exact,
            per_one: source.per_one(),
            files,
            request,
        })
    }
}

/// A request whose empty lists hold what fits the data.
fn filled(request: &PowerRequest, source: Source) -> PowerRequest {
    let mut request = request.clone();
    if request.items.is_empty() {
        request.items = match source {
            Source::Model(_) => vec![25, 100, 400],
            Source::Files(observed, _) => vec![observed.differences.len() as u64],
            Source::Outputs(observed) => vec![observed.items()],
        };
    }
    if request.effects.is_empty() {
        request.effects = [0.0].into_iter().chain(request.model.effect()).collect();
    }
    if request.methods.is_empty() {
        let tests = Test::PAIRED.map(PowerMethod::Test).into_iter();
        let all = tests.chain(Profile::ALL.map(PowerMethod::Profile));
        request.methods = all
            .filter(|&method| request.model.allows(method, source.is_binary()))
            .collect();
    }
    request
}

fn check(request: &PowerRequest, source: Source, recipes: &[Recipe]) -> Result<(), Error> {
    let bad = |expected, found: String| Err(Error::BadParameter { expected, found });
    if request.experiments == 0 || request.experiments > 1 << 40 {
        return bad("1 to 2^40 experiments", request.experiments.to_string());
    }
    if !(1..=MOST_RESAMPLES).contains(&request.resamples) {
        return bad(
            "1 to 1,000,000 resamples an experiment",
            grouped(request.resamples),
        );
    }
    if !(request.alpha > 0.0 && request.alpha < 1.0) {
        return bad("0 < alpha < 1", request.alpha.to_string());
    }
    if let Some(&items) = request
        .items
        .iter()
        .find(|items| !(1..=MOST_ITEMS).contains(items))
    {
        return bad("1 to 1,000,000 items", grouped(items));
    }
    if let Some(method) = request
        .methods
        .iter()
        .find(|method| !Test::PAIRED.contains(&method.test()))
    {
        return bad("tests of paired scores", method.to_string());
    }
    goes_with::check(&goes_with::of(&[
        (Given::Centred, request.null == Null::Centred),
        (Given::Metric, matches!(source, Source::Outputs(_))),
    ]))?;
    if recipes.iter().any(|recipe| recipe.test() == Test::McNemar) && !source.is_binary() {
        return Err(Error::not_applicable(
            asked_as("test", Test::McNemar),
            "scores that are all 0 or 1",
            format!("those of the model {} are not", request.model),
            format!(
                "leave it out, or use {}",
                asked_as("model", PowerModel::Accuracy)
            ),
        ));
    }
    let sampled = recipes.iter().find(|recipe| recipe.resampling().is_some());
    if let (Exact::Always, false, Some(recipe)) = (request.exact, source.is_binary(), sampled) {
        return Err(Error::not_applicable(
            asked_as("exact", Exact::Always),
            "scores that are all 0 or 1",
            format!(
                "{} resamples those of the model {}",
                recipe.method, request.model
            ),
            format!(
                "use {}, or tests that resample nothing: {},sign,wilcoxon",
                asked_as("exact", Exact::Auto),
                asked_as("test", Test::T)
            ),
        ));
    }
    Ok(())
}

/// The cells of the design, items changing fastest.
pub(crate) fn settings(request: &PowerRequest) -> Result<Vec<Setting>, Error> {
    let own = request.model.parameters();
    let lists = [
        (&request.ties, "no shares of ties for this model"),
        (&request.correlations, "no correlations for this model"),
        (&request.skews, "no skewnesses for this model"),
    ];
    let mut parameters = Vec::new();
    for ((list, expected), own) in lists.into_iter().zip(own) {
        parameters.push(match (list.as_slice(), own) {
            ([], own) => vec![own],
            (_, None) => {
                let found = format!("{} for {}", plain(list[0]), request.model);
                return Err(Error::BadParameter { expected, found });
            }
            (list, Some(_)) => list.iter().copied().map(Some).collect(),
        });
    }
    let [ties, correlations, skews] = &parameters[..] else {
        return Ok(Vec::new());
    };
    let mut settings = Vec::new();
    for &effect in &request.effects {
        for &ties in ties {
            for &correlation in correlations {
                for &skew in skews {
                    for &cluster_size in &request.cluster_sizes {
                        for &items in &request.items {
                            settings.push(Setting {
                                items,
                                effect,
                                ties,
                                correlation,
                                skew,
                                cluster_size,
                            });
                        }
                    }
                }
            }
        }
    }
    if settings.is_empty() || settings.len() > MOST_CELLS {
        return Err(Error::BadParameter {
            expected: "1 to 65,536 cells of the design",
            found: grouped(settings.len() as u64),
        });
    }
    Ok(settings)
}
