//! The posterior of a mean difference by the Bayesian bootstrap, computed from its law: nothing is drawn.

use rayon::join;
use restrap_stats::{Interval, MeanPosterior, StatsError};

use crate::data::pair::Pair;
use crate::error::Error;
use crate::evidence::test::margin;
use crate::number::digits::{rounded, supported};
use crate::outcome::{Method, PosteriorOutcome, RopeOutcome};
use crate::request::Request;

/// Relative error of a probability or an end that comes from an integral.
const BY_INTEGRAL: f64 = 1e-9;

/// The posterior that was asked for.
///
/// # Errors
/// For a region in points of scores that have none.
pub(crate) fn of(pair: &Pair, request: &Request) -> Result<Option<PosteriorOutcome>, Error> {
    let Some(asked) = request.question.bayesian else {
        return Ok(None);
    };
    let per_one = pair.grid.per_one();
    let differences = pair.difference.one_by_one()?;
    let units = differences.iter().enumerate().map(|(place, &total)| {
        let size = pair
            .clusters()
            .as_ref()
            .map_or(1, |clusters| clusters.sizes[place]);
        (total as f64 / per_one, size)
    });
    let posterior = MeanPosterior::of_units(units)?;
    let size = |asked| margin::in_units(asked, [pair.baseline.sample(), pair.system.sample()]);
    let rope = asked
        .rope
        .map(|asked| Ok::<_, Error>((asked, size(asked)?)))
        .transpose()?;
    // 10⁶ distinct differences take a second for all of these.
    let level = request.question.confidence;
    let told = |value: f64, c: f64| {
        if posterior.is_exact(c) {
            rounded(value)
        } else {
            supported(value, BY_INTEGRAL)
        }
    };
    let (interval, (around_0, beyond)) = join(
        || posterior.interval(level),
        || {
            join(
                || sides(&posterior, 0.0),
                || rope.map(|(_, size)| sides(&posterior, size)),
            )
        },
    );
    let interval: Result<Interval, StatsError> = interval;
    let Interval { low, high, .. } = interval?;
    let turned = |[worse, better]: [f64; 2]| {
        if request.question.higher_is_better {
            [worse, better]
        } else {
            [better, worse]
        }
    };
    let [worse, better] = turned(around_0).map(|chance| told(chance, 0.0));
    let rope = rope.zip(beyond).map(|((asked, size), beyond)| {
        let [worse, better] = turned(beyond);
        RopeOutcome {
            asked: asked.to_string(),
            size: rounded(size),
            better: told(better, size),
            // What is left is at least 0, whatever the last digit of both.
            equal: told((1.0 - better - worse).max(0.0), size),
            worse: told(worse, size),
        }
    });
    let is_exact = posterior.is_exact(0.0);
    let units = if pair.clusters().is_some() {
        "clusters"
    } else {
        "items"
    };
    Ok(Some(PosteriorOutcome {
        better,
        worse,
        rope,
        low: told(low, low),
        high: told(high, high),
        probability: level,
        mean: posterior.sd().map(|_| rounded(posterior.mean())),
        sd: posterior.sd().map(rounded),
        method: if is_exact {
            Method::Exact
        } else {
            Method::Inversion
        },
        recipe: format!(
            "Bayesian bootstrap (Rubin 1981): Dirichlet(1, ..., 1) weights of {units}, {}, equal tails; no comparison is adjusted",
            if is_exact {
                "exact"
            } else {
                "by inversion of the moment generating function"
            }
        ).into(),
    }))
}

/// P(δ < −c) and P(δ > c).
fn sides(posterior: &MeanPosterior, c: f64) -> [f64; 2] {
    let (below, above) = join(|| posterior.below(-c), || posterior.above(c));
    [below, above]
}
