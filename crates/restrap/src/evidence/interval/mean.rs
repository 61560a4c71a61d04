//! Intervals of a difference, by law or from replicates.

use restrap_stats::interval::{
    BcaFallback, BootstrapDistribution, PairedTable, Replicates, Scale, hodges_lehmann, invert,
    mean_acceleration, newcombe_paired, tango,
};
use restrap_stats::{
    Counts, Interval, McNemar, McNemarVariant, Sample, SignTest, SignTies, Unconditional, Zeros,
};
use restrap_words::{Code, Note, asked, asked_as};

use crate::data::pair::Pair;
use crate::design::repeated::Repeated;
use crate::design::scheme::Scheme;
use crate::error::Error;
use crate::evidence::interval::dual::Dual;
use crate::evidence::interval::resampled::NO_SPREAD;
use crate::evidence::level::IntervalLevel;
use crate::evidence::level::decided;
use crate::evidence::test::wilcoxon;
use crate::number::digits::rounded;
use crate::outcome::{IntervalKind, IntervalOutcome};
use crate::request::{IntervalMethod, Request};

/// Returns the interval of a request: the dual of the primary test, or the one that was asked for by name.
///
/// # Errors
/// For an interval that these data do not allow.
pub(crate) fn resolve(pair: &Pair, request: &Request) -> Result<Dual, Error> {
    match Dual::asked(request) {
        Some(method) => named(method, pair, request).map(Dual::By),
        None => Ok(Dual::for_pair(pair, request)),
    }
}

/// Returns an interval that was asked for by name, if these data allow it.
fn named(method: IntervalMethod, pair: &Pair, request: &Request) -> Result<IntervalMethod, Error> {
    let sampled = request.compute.exact == crate::request::Exact::Never;
    if pair.method().allows.t_alone {
        return of_t(method);
    }
    if pair.clusters().is_some() {
        return of_clusters(method);
    }
    if !pair.design.is_plain() {
        return of_design(method, pair);
    }
    match method {
        method if method.is_of_shares() && !pair.binary => Err(not_binary(method)),
        IntervalMethod::Studentized if request.compute.exact == crate::request::Exact::Always => {
            Err(Error::not_applicable(
                asked_as("interval", "studentized"),
                "resamples",
                format!("{} forbids them", asked_as("exact", "always")),
                format!(
                    "use {}, or {}",
                    asked_as("interval", "invert"),
                    asked_as("exact", "auto")
                ),
            ))
        }
        IntervalMethod::Studentized if pair.items() < 2 => Err(Error::not_applicable(
            asked_as("interval", "studentized"),
            "at least 2 items",
            "there is 1",
            format!("use {}", asked_as("interval", "none")),
        )),
        IntervalMethod::Invert if sampled => Err(Error::not_applicable(
            asked_as("interval", "invert"),
            "the exact distribution of the permutation test",
            format!("{} forbids it", asked_as("exact", "never")),
            format!(
                "use {} or drop {}",
                asked_as("interval", "percentile"),
                asked_as("exact", "never")
            ),
        )),
        method => Ok(method),
    }
}

/// Intervals of designs for which only t is known to hold its level.
fn of_t(method: IntervalMethod) -> Result<IntervalMethod, Error> {
    match method {
        IntervalMethod::T | IntervalMethod::None => Ok(method),
        method => Err(Error::not_applicable(
            asked_as("interval", method),
            "independent items",
            "these are in crossed clusters".to_owned(),
            format!("use {}, or none", asked_as("interval", "t")),
        )),
    }
}

/// Intervals that know of clusters: the dual of their swaps, and t with their standard error.
fn of_clusters(method: IntervalMethod) -> Result<IntervalMethod, Error> {
    use IntervalMethod::{Invert, None, T};
    match method {
        Invert | T | None => Ok(method),
        method => Err(Error::not_applicable(
            asked_as("interval", method),
            "units that are items",
            format!("{} makes them clusters", asked("cluster")),
            format!("use {}, t or none", asked_as("interval", Invert)),
        )),
    }
}

/// Intervals that know of subsamples and strata: those of the bootstrap.
fn of_design(method: IntervalMethod, pair: &Pair) -> Result<IntervalMethod, Error> {
    use IntervalMethod::{Basic, Bca, None, Normal, Percentile};
    if matches!(method, Percentile | Basic | Bca | Normal | None) {
        return Ok(method);
    }
    Err(Error::not_applicable(
        asked_as("interval", method),
        "items of one population",
        if pair.design.has_strata() {
            format!("{} draws within strata", asked("stratum"))
        } else {
            format!("{} draws others", asked("subsample"))
        },
        format!(
            "use {}, basic, bca, normal or none",
            asked_as("interval", "percentile")
        ),
    ))
}

/// An interval of shares was asked of other scores.
pub(crate) fn not_binary(method: IntervalMethod) -> Error {
    Error::not_applicable(
        asked_as("interval", method),
        "scores that are all 0 or 1",
        "these are not",
        format!("use {}", asked_as("interval", "auto")),
    )
}

/// Methods that need replicates when nothing may be computed by law.
pub(crate) fn from_replicates(method: IntervalMethod) -> bool {
    use IntervalMethod::{Basic, Bca, Normal, Percentile};
    matches!(method, Percentile | Basic | Bca | Normal)
}

/// The interval of the difference; notes say why there is none, and where a method had to fall back. One that is part of the answer of
/// the primary test is none here.
pub(crate) fn of_difference(
    pair: &Pair,
    dual: Dual,
    sums: Option<&[i64]>,
    at: IntervalLevel,
    request: &Request,
    notes: &mut Vec<Note>,
) -> Result<Option<IntervalOutcome>, Error> {
    let method = match dual {
        Dual::By(method) => method,
        Dual::OfTest => return Ok(None),
        Dual::Without(reason) => {
            notes.push(Code::NoInterval.says(reason));
            return Ok(None);
        }
        Dual::OrderStatistics => return order_statistics(pair, at, request, notes),
        Dual::Wins(variant) => return wins(pair, variant, at, notes),
    };
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
        notes.push(Code::NoSpread.says(NO_SPREAD));
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
        IntervalMethod::Unconditional
            if pair.is_of_many_changes()
                && request.question.interval != IntervalMethod::Unconditional
                && !request.is_unconditional() =>
        {
            return by_score(pair, at);
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
                IntervalOutcome::new(inside, pair.method().interval, level)
            }));
        }
        IntervalMethod::HodgesLehmann => return pseudo_median(pair, at, request),
        IntervalMethod::Invert => match pair.cluster_sums()? {
            Some(clusters) => clusters.interval(level)?,
            None => invert(
                &pair.weighted().collect::<Vec<_>>(),
                pair.grid.per_one(),
                level,
            )?,
        },
        _ => match sums {
            None => {
                let law = pair.interval_law();
                let ideal = pair.design.ideal(&law, pair.total, pair.divisor());
                let acceleration = || acceleration(&pair.difference, &pair.design);
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
                let acceleration = || acceleration(&pair.difference, &pair.design);
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

/// Tango's interval (1998) of so many items that it is as good as the exact one: 0 lies outside exactly where McNemar's exact test
/// rejects it.
fn by_score(pair: &Pair, at: IntervalLevel) -> Result<Option<IntervalOutcome>, Error> {
    let (b, c, items) = (pair.counts.better, pair.counts.worse, pair.items());
    let found = tango(b, c, items, at.of_both_ends())?;
    let p = McNemar { b, c }.p(items, McNemarVariant::Exact, at.side)?;
    let excludes = p.value() <= (1.0 - at.confidence) * (1.0 + 1e-12);
    let unit = Scale::new(0.0, 1.0)?.of_difference();
    let found = decided((found.low, found.high), excludes, pair.difference(), unit);
    Ok(found.map(|found| IntervalOutcome::new(found, IntervalKind::Tango, at.confidence)))
}

/// The median of the differences that are not 0, with the order statistics that the sign test does not reject.
fn order_statistics(
    pair: &Pair,
    at: IntervalLevel,
    request: &Request,
    notes: &mut Vec<Note>,
) -> Result<Option<IntervalOutcome>, Error> {
    let test = SignTest::new(pair.counts, SignTies::Drop);
    let Some(rank) = test.rank(at.side, at.confidence) else {
        notes.push(Code::FewForInterval.says(format!(
            "{} differing items are too few for an interval of the median at this level",
            test.n()
        )));
        return Ok(None);
    };
    let per_one = pair.grid.per_one();
    let mut moved: Vec<(i64, u64)> = pair.difference.each().filter(|(d, _)| *d != 0).collect();
    moved.sort_unstable();
    let items: u64 = moved.iter().map(|(_, times)| times).sum();
    let mut ends: Vec<u64> = Vec::with_capacity(moved.len());
    for (_, times) in &moved {
        ends.push(ends.last().unwrap_or(&0) + times);
    }
    let nth = |place: u64| moved[ends.partition_point(|end| *end <= place)].0 as f64 / per_one;
    let estimate = f64::midpoint(nth((items - 1) / 2), nth(items / 2));
    let (low, high) = (nth(rank - 1), nth(items - rank));
    let scale = request.sample.scale().of_difference();
    let interval = Interval::new(low, high)?.within(scale, estimate);
    Ok(Some(IntervalOutcome {
        estimate: Some(rounded(estimate)),
        ..IntervalOutcome::new(interval, IntervalKind::SignOrder, at.confidence)
    }))
}

/// The limits of the share P of wins among the m of n items that differ, as differences (2P − 1)·m/n.
fn wins(
    pair: &Pair,
    variant: McNemarVariant,
    at: IntervalLevel,
    notes: &mut Vec<Note>,
) -> Result<Option<IntervalOutcome>, Error> {
    let test = McNemar {
        b: pair.counts.better,
        c: pair.counts.worse,
    };
    let kind = match variant {
        McNemarVariant::ChiSquare => IntervalKind::WinsWilson,
        McNemarVariant::ChiSquareCorrected => IntervalKind::WinsWilsonCorrected,
        _ => IntervalKind::WinsMidP,
    };
    let Some(share) = test.wins(variant, at.of_both_ends())? else {
        notes.push(Code::NoSpread.says("no item differs"));
        return Ok(None);
    };
    let differing = test.discordant() as f64 / pair.items() as f64;
    let of = |share: f64| (2.0 * share - 1.0) * differing;
    let p = test.p(pair.items(), variant, at.side)?;
    let excludes = p.value() <= (1.0 - at.confidence) * (1.0 + 1e-12);
    let unit = Scale::new(0.0, 1.0)?.of_difference();
    let ends = (of(share.low), of(share.high));
    let found = decided(ends, excludes, pair.difference(), unit);
    Ok(found.map(|found| IntervalOutcome::new(found, kind, at.confidence)))
}

/// The pseudo-median with its interval: of the differences that Wilcoxon's test ranks.
fn pseudo_median(
    pair: &Pair,
    at: IntervalLevel,
    request: &Request,
) -> Result<Option<IntervalOutcome>, Error> {
    let (per_one, all) = (pair.grid.per_one(), pair.difference.one_by_one()?);
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
    let right = pair.system.each().zip(pair.baseline.rows());
    let right = right.filter(|((s, _), b)| *s == 1.0 && **b == 1.0);
    let both: u64 = right.map(|((_, times), _)| times).sum();
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
    notes: &mut Vec<Note>,
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
pub(crate) fn acceleration(column: &Repeated, design: &Scheme) -> Result<f64, Error> {
    if column.units() < 2 {
        return Ok(0.0);
    }
    let rows = column.rows();
    let values = design
        .centred(rows)
        .unwrap_or_else(|| rows.iter().map(|&v| v as f64).collect());
    Ok(mean_acceleration(Sample::new(
        &values,
        column.times().counts(),
    ))?)
}

/// A BCa interval that is undefined is the percentile interval, and is called so.
pub(crate) fn note_fallback(
    fallback: Option<BcaFallback>,
    method: &mut IntervalMethod,
    notes: &mut Vec<Note>,
) {
    let reason = match fallback {
        None => return,
        Some(BcaFallback::OneSided) => "all replicates lie on one side of the observed difference",
        Some(BcaFallback::Folded) => "the acceleration is too large for this level",
    };
    *method = IntervalMethod::Percentile;
    notes.push(Code::BcaUndefined.says(format!(
        "BCa is undefined here ({reason}); the percentile interval is given instead"
    )));
}

pub(crate) fn outcome(
    interval: Interval,
    method: IntervalMethod,
    confidence: f64,
) -> IntervalOutcome {
    IntervalOutcome::new(interval, method.into(), confidence)
}
