//! Intervals of a difference, by law or from replicates.

use restrap_stats::interval::{
    BcaFallback, BootstrapDistribution, PairedTable, Replicates, Scale, hodges_lehmann, invert,
    mean_acceleration, newcombe_paired, tango,
};
use restrap_stats::{Counts, Interval, Unconditional, Zeros};
use restrap_words::{asked, asked_as};

use crate::data::design::BootstrapDesign;
use crate::data::pair::Pair;
use crate::error::Error;
use crate::interval::level::IntervalLevel;
use crate::interval::level::decided;
use crate::number::digits::rounded;
use crate::outcome::{IntervalKind, IntervalOutcome};
use crate::request::{IntervalMethod, Request, Test};
use crate::test::wilcoxon;

/// Distinct differences up to which the permutation test is inverted by default: beyond, both intervals agree to a
/// thousandth of their width and the bootstrap one costs a single law.
const MOST_INVERTED: u64 = 20_000;

/// Returns the interval that `auto` stands for: a function of the data alone, and of `--exact never`, which leaves only replicates.
pub(crate) fn resolve(pair: &Pair, request: &Request) -> Result<IntervalMethod, Error> {
    let sampled = request.compute.exact == crate::request::Exact::Never;
    if request.question.tests[0] == Test::FiveByTwo
        && request.question.interval == IntervalMethod::Auto
    {
        return Ok(IntervalMethod::None);
    }
    if pair.basis().has_t_alone() {
        return of_t(request);
    }
    if pair.clusters.is_some() {
        return of_clusters(request);
    }
    if !pair.design.is_plain() {
        return of_design(pair, request);
    }
    match request.question.interval {
        IntervalMethod::Auto if request.question.tests[0] == Test::T => Ok(IntervalMethod::T),
        IntervalMethod::Auto if request.question.tests[0] == Test::Wilcoxon => {
            Ok(IntervalMethod::HodgesLehmann)
        }
        // The dual of exact McNemar, which the sign test and random swaps of 0/1 scores are too, or of the unconditional test.
        IntervalMethod::Auto if pair.binary && request.is_exact_of_shares() => {
            Ok(IntervalMethod::Unconditional)
        }
        IntervalMethod::Auto if pair.binary => Ok(IntervalMethod::Tango),
        IntervalMethod::Auto if sampled || pair.distinct() > MOST_INVERTED => {
            Ok(IntervalMethod::Percentile)
        }
        IntervalMethod::Auto => Ok(IntervalMethod::Invert),
        method if method.is_of_shares() && !pair.binary => Err(not_binary(method)),
        IntervalMethod::Studentized if request.compute.exact == crate::request::Exact::Always => {
            Err(Error::not_applicable(
                asked_as("interval", "studentized"),
                "resamples",
                format!(
                    "{exact_always} forbids them",
                    exact_always = asked_as("exact", "always")
                ),
                format!(
                    "use {interval_invert}, or {exact_auto}",
                    interval_invert = asked_as("interval", "invert"),
                    exact_auto = asked_as("exact", "auto")
                ),
            ))
        }
        IntervalMethod::Studentized if pair.items() < 2 => Err(Error::not_applicable(
            asked_as("interval", "studentized"),
            "at least 2 items",
            "there is 1",
            format!(
                "use {interval_none}",
                interval_none = asked_as("interval", "none")
            ),
        )),
        IntervalMethod::Invert if sampled => Err(Error::not_applicable(
            asked_as("interval", "invert"),
            "the law of the permutation test",
            format!(
                "{exact_never} forbids it",
                exact_never = asked_as("exact", "never")
            ),
            format!(
                "use {interval_percentile} or drop {exact_never}",
                interval_percentile = asked_as("interval", "percentile"),
                exact_never = asked_as("exact", "never")
            ),
        )),
        method => Ok(method),
    }
}

/// Returns the interval of designs for which only t is known to hold its level.
fn of_t(request: &Request) -> Result<IntervalMethod, Error> {
    match request.question.interval {
        IntervalMethod::Auto | IntervalMethod::T => Ok(IntervalMethod::T),
        IntervalMethod::None => Ok(IntervalMethod::None),
        method => Err(Error::not_applicable(
            asked_as("interval", method),
            "items that are drawn one by one",
            "these belong together in several ways".to_owned(),
            format!("use {}, or none", asked_as("interval", "t")),
        )),
    }
}

/// Intervals that know of clusters: the dual of their swaps, and t with their standard error.
fn of_clusters(request: &Request) -> Result<IntervalMethod, Error> {
    use IntervalMethod::{Auto, Invert, None, T};
    let by_t = request.question.tests[0] == Test::T
        || request.compute.exact == crate::request::Exact::Never;
    match request.question.interval {
        Auto => Ok(if by_t { T } else { Invert }),
        method @ (Invert | T | None) => Ok(method),
        method => Err(Error::not_applicable(
            asked_as("interval", method),
            "units that are items",
            format!("{} makes them clusters", asked("cluster")),
            format!("use {}, t or none", asked_as("interval", Invert)),
        )),
    }
}

/// Intervals that know of subsamples and strata: those of the bootstrap.
fn of_design(pair: &Pair, request: &Request) -> Result<IntervalMethod, Error> {
    use IntervalMethod::{Auto, Basic, Bca, None, Normal, Percentile};
    match request.question.interval {
        Auto => return Ok(Percentile),
        Percentile | Basic | Bca | Normal | None => return Ok(request.question.interval),
        _ => {}
    }
    Err(Error::not_applicable(
        asked_as("interval", request.question.interval),
        "all items drawn from one population",
        if pair.design.has_strata() {
            format!("{stratum} draws within strata", stratum = asked("stratum"))
        } else {
            format!("{subsample} draws others", subsample = asked("subsample"))
        },
        format!(
            "use {interval_percentile}, basic, bca, normal or none",
            interval_percentile = asked_as("interval", "percentile")
        ),
    ))
}

/// An interval of shares was asked of other scores.
pub(crate) fn not_binary(method: IntervalMethod) -> Error {
    Error::not_applicable(
        asked_as("interval", method),
        "scores that are all 0 or 1",
        "these are not",
        format!(
            "use {interval_auto}",
            interval_auto = asked_as("interval", "auto")
        ),
    )
}

/// Methods that need replicates when nothing may be computed by law.
pub(crate) fn from_replicates(method: IntervalMethod) -> bool {
    use IntervalMethod::{Basic, Bca, Normal, Percentile};
    matches!(method, Percentile | Basic | Bca | Normal)
}

/// The interval of the difference; notes say where a method had to fall back.
pub(crate) fn of_difference(
    pair: &Pair,
    method: IntervalMethod,
    sums: Option<&[i64]>,
    at: IntervalLevel,
    request: &Request,
    notes: &mut Vec<String>,
) -> Result<Option<IntervalOutcome>, Error> {
    let level = at.of_both_ends();
    // Shares differ by 1 at most.
    let scale = if pair.binary {
        Scale::new(0.0, 1.0)?
    } else {
        request.sample.scale()
    }
    .of_difference();
    let mut shown = match method {
        // They are about one share.
        IntervalMethod::ClopperPearson => IntervalMethod::Tango,
        IntervalMethod::Wilson => IntervalMethod::Newcombe,
        method => method,
    };
    let is_of_shares = pair.binary && (method.is_of_shares() || method == IntervalMethod::Tango);
    if method != IntervalMethod::None
        && !is_of_shares
        && pair.moments.sd().is_none_or(|sd| sd == 0.0)
    {
        notes.push("all differences are equal: without spread there is no interval".to_owned());
        return Ok(None);
    }
    let interval = match method {
        // The studentized one is drawn by itself.
        IntervalMethod::None | IntervalMethod::Auto | IntervalMethod::Studentized => {
            return Ok(None);
        }
        IntervalMethod::Newcombe | IntervalMethod::Wilson => newcombe_paired(table(pair), level)?,
        IntervalMethod::Tango | IntervalMethod::ClopperPearson => {
            tango(pair.counts.better, pair.counts.worse, pair.items(), level)?
        }
        IntervalMethod::Unconditional => {
            let test = Unconditional::new(pair.counts.better, pair.counts.worse, pair.items())?;
            if request.is_unconditional() {
                test.interval(at.side, at.confidence)?
            } else {
                test.conditional_interval(at.side, at.confidence)?
            }
        }
        IntervalMethod::T => {
            let estimate = pair.t_estimate()?;
            return Ok(estimate.interval(level)?.map(|interval| {
                let inside = interval.within(scale, estimate.estimate());
                IntervalOutcome::new(inside, pair.basis().interval(), level)
            }));
        }
        IntervalMethod::HodgesLehmann => return pseudo_median(pair, at, request),
        IntervalMethod::Invert => match pair.cluster_sums()? {
            Some(clusters) => clusters.interval(level)?,
            None => invert(
                &pair.weighted().collect::<Vec<_>>(),
                pair.encoded.grid.per_one(),
                level,
            )?,
        },
        _ => match sums {
            None => {
                let law = pair.interval_law();
                let ideal = pair.design.ideal(&law, pair.total, pair.divisor());
                let acceleration = || acceleration(&pair.encoded.difference, &pair.design);
                bootstrap(&ideal, &mut shown, level, acceleration, notes)?
            }
            Some(sums) if sums.len() < 2 => {
                let found = sums.len().to_string();
                return Err(Error::BadParameter {
                    expected: "at least 2 resamples for an interval",
                    found,
                });
            }
            Some(sums) => {
                let observed = pair.total as f64 / pair.divisor();
                let replicates = Replicates::new(observed, pair.replicates(sums))?;
                let acceleration = || acceleration(&pair.encoded.difference, &pair.design);
                bootstrap(&replicates, &mut shown, level, acceleration, notes)?
            }
        },
    };
    let observed = pair.total as f64 / pair.divisor();
    Ok(Some(outcome(
        interval.within(scale, observed),
        shown,
        level,
    )))
}

/// The pseudo-median with its interval: of the differences that Wilcoxon's test ranks.
fn pseudo_median(
    pair: &Pair,
    at: IntervalLevel,
    request: &Request,
) -> Result<Option<IntervalOutcome>, Error> {
    let (per_one, all) = (pair.encoded.grid.per_one(), &pair.encoded.difference);
    let kept = |d: &&i64| **d != 0 || request.variants.zeros != Zeros::Wilcox;
    let ranked: Vec<i64> = all.iter().filter(kept).copied().collect();
    let (estimate, interval) = hodges_lehmann(&ranked, per_one, at.of_both_ends())?;
    // Ties move the rank sum's law, and with it the decision, by less than one average.
    let p = wilcoxon::run(at.side, pair, request)?.p;
    let excludes = p.is_some_and(|p| p.value() <= (1.0 - at.confidence) * (1.0 + 1e-12));
    let found = decided(
        (interval.low, interval.high),
        excludes,
        estimate,
        request.sample.scale().of_difference(),
    );
    Ok(found.map(|found| {
        let kind = IntervalKind::HodgesLehmann;
        IntervalOutcome {
            estimate: Some(rounded(estimate)),
            ..IntervalOutcome::new(found, kind, at.confidence)
        }
    }))
}

/// Items by which systems have them right.
fn table(pair: &Pair) -> PairedTable {
    let right = pair.system.values.iter().zip(pair.baseline.values.iter());
    let both = right.filter(|&(&s, &b)| s == 1.0 && b == 1.0).count() as u64;
    let Counts {
        better,
        worse,
        tied,
    } = pair.counts;
    PairedTable {
        both,
        system: better,
        baseline: worse,
        neither: tied - both,
    }
}

/// From the law of the resamples, or from replicates. `method` becomes the one that the interval is by, where the one that was
/// asked for is undefined.
pub(crate) fn bootstrap(
    distribution: &dyn BootstrapDistribution,
    method: &mut IntervalMethod,
    level: f64,
    acceleration: impl Fn() -> Result<f64, Error>,
    notes: &mut Vec<String>,
) -> Result<Interval, Error> {
    Ok(match *method {
        IntervalMethod::Basic => distribution.basic(level)?,
        IntervalMethod::Normal => distribution.normal(level)?,
        IntervalMethod::Bca => {
            let bca = distribution.bca(level, acceleration()?)?;
            note_fallback(bca.fallback, method, notes);
            bca.interval
        }
        _ => distribution.percentile(level)?,
    })
}

/// `sum (x − mean)^3 / (6 (sum (x − mean)^2)^1.5)`, 0 for a single item; means are those of strata.
pub(crate) fn acceleration(column: &[i64], design: &BootstrapDesign) -> Result<f64, Error> {
    if column.len() < 2 {
        return Ok(0.0);
    }
    let values = design
        .centred(column)
        .unwrap_or_else(|| column.iter().map(|&v| v as f64).collect());
    Ok(mean_acceleration(&values)?)
}

/// A BCa interval that is undefined is the percentile interval, and is called so.
pub(crate) fn note_fallback(
    fallback: Option<BcaFallback>,
    method: &mut IntervalMethod,
    notes: &mut Vec<String>,
) {
    let reason = match fallback {
        None => return,
        Some(BcaFallback::OneSided) => "all replicates lie on one side of the observed difference",
        Some(BcaFallback::Folded) => "the acceleration is too large for this level",
    };
    *method = IntervalMethod::Percentile;
    notes.push(format!(
        "BCa is undefined here ({reason}); the percentile interval is shown"
    ));
}

pub(crate) fn outcome(
    interval: Interval,
    method: IntervalMethod,
    confidence: f64,
) -> IntervalOutcome {
    IntervalOutcome::new(interval, method.into(), confidence)
}
