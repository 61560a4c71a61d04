//! Intervals of a difference and of a single system, by law or from replicates.

use restrap_engine::Control;
use restrap_stats::interval::{
    BcaFallback, BootstrapDistribution, PairedTable, Replicates, clopper_pearson, invert, mean_acceleration,
    newcombe_paired, tango, wilson,
};
use restrap_stats::{Counts, Interval};
use restrap_words::{asked, asked_as};

use crate::data::design::BootstrapDesign;
use crate::data::pair::{Alone, Pair};
use crate::error::Error;
use crate::interval::studentized;
use crate::number::digits::rounded;
use crate::outcome::IntervalOutcome;
use crate::request::{IntervalMethod, Request};
use crate::resample::draw::{Drawn, draw_alone};

/// Distinct differences up to which the permutation test is inverted by default: beyond, both intervals agree to a
/// thousandth of their width and the bootstrap one costs a single law.
const MOST_INVERTED: u64 = 20_000;

/// What `auto` stands for: a function of the data alone (and of `--exact never`, which leaves only replicates).
pub(crate) fn resolve(pair: &Pair, request: &Request) -> Result<IntervalMethod, Error> {
    let sampled = request.compute.exact == crate::request::Exact::Never;
    if !pair.design.is_plain() {
        return of_design(request);
    }
    match request.question.interval {
        IntervalMethod::Auto if pair.binary => Ok(IntervalMethod::Tango),
        IntervalMethod::Auto if sampled || pair.distinct() > MOST_INVERTED => Ok(IntervalMethod::Percentile),
        IntervalMethod::Auto => Ok(IntervalMethod::Invert),
        method if method.is_of_shares() && !pair.binary => Err(not_binary(method)),
        IntervalMethod::Studentized if request.compute.exact == crate::request::Exact::Always => {
            Err(Error::not_applicable(
                asked_as("interval", "studentized"),
                "resamples",
                format!("{exact_always} forbids them", exact_always = asked_as("exact", "always")),
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
            format!("use {interval_none}", interval_none = asked_as("interval", "none")),
        )),
        IntervalMethod::Invert if sampled => Err(Error::not_applicable(
            asked_as("interval", "invert"),
            "the law of the permutation test",
            format!("{exact_never} forbids it", exact_never = asked_as("exact", "never")),
            format!(
                "use {interval_percentile} or drop {exact_never}",
                interval_percentile = asked_as("interval", "percentile"),
                exact_never = asked_as("exact", "never")
            ),
        )),
        method => Ok(method),
    }
}

/// Intervals that know of subsamples and strata: those of the bootstrap.
fn of_design(request: &Request) -> Result<IntervalMethod, Error> {
    use IntervalMethod::{Auto, Basic, Bca, None, Normal, Percentile};
    match request.question.interval {
        Auto => return Ok(Percentile),
        Percentile | Basic | Bca | Normal | None => return Ok(request.question.interval),
        _ => {}
    }
    Err(Error::not_applicable(
        asked_as("interval", request.question.interval),
        "all items drawn from one population",
        if request.sample.strata.is_some() {
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
        format!("use {interval_auto}", interval_auto = asked_as("interval", "auto")),
    )
}

/// Whether a system on its own has such an interval.
///
/// # Errors
/// [`Error::NotApplicable`] for those of a difference, with the names of the others.
pub(crate) fn check_alone(method: IntervalMethod) -> Result<(), Error> {
    use IntervalMethod::{Invert, Newcombe, Tango};
    if !matches!(method, Invert | Tango | Newcombe) {
        return Ok(());
    }
    Err(Error::not_applicable(
        asked_as("interval", method),
        "the difference of two systems",
        "ci is about each system on its own",
        "use percentile, basic, bca, normal or studentized, or of 0/1 scores wilson or clopper-pearson; for the \
               difference: restrap compare",
    ))
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
    drawn: Option<&Drawn>,
    request: &Request,
    notes: &mut Vec<String>,
) -> Result<Option<IntervalOutcome>, Error> {
    let level = request.question.confidence;
    let mut shown = match method {
        // They are about one share.
        IntervalMethod::ClopperPearson => IntervalMethod::Tango,
        IntervalMethod::Wilson => IntervalMethod::Newcombe,
        method => method,
    };
    let interval = match method {
        // The studentized one is drawn by itself.
        IntervalMethod::None | IntervalMethod::Auto | IntervalMethod::Studentized => return Ok(None),
        IntervalMethod::Newcombe | IntervalMethod::Wilson => newcombe_paired(table(pair), level)?,
        IntervalMethod::Tango | IntervalMethod::ClopperPearson => {
            tango(pair.counts.better, pair.counts.worse, pair.items(), level)?
        }
        IntervalMethod::Invert => {
            invert(&pair.weighted().collect::<Vec<_>>(), pair.divisor() / pair.items() as f64, level)?
        }
        _ => match drawn {
            None => {
                let law = pair.interval_law();
                let ideal = pair.design.ideal(&law, pair.total, pair.divisor());
                let acceleration = || acceleration(&pair.encoded.difference, pair.design);
                bootstrap(&ideal, &mut shown, level, acceleration, notes)?
            }
            Some(drawn) if drawn.sums.len() < 2 => {
                let found = drawn.sums.len().to_string();
                return Err(Error::BadParameter { expected: "at least 2 resamples for an interval", found });
            }
            Some(drawn) => {
                let observed = pair.total as f64 / pair.divisor();
                let replicates = Replicates::new(observed, pair.replicates(&drawn.sums))?;
                let acceleration = || acceleration(&pair.encoded.difference, pair.design);
                bootstrap(&replicates, &mut shown, level, acceleration, notes)?
            }
        },
    };
    Ok(Some(outcome(interval, shown, level)))
}

/// Items by which systems have them right.
fn table(pair: &Pair) -> PairedTable {
    let right = pair.system.values.iter().zip(pair.baseline.values.iter());
    let both = right.filter(|&(&s, &b)| s == 1.0 && b == 1.0).count() as u64;
    let Counts { better, worse, tied } = pair.counts;
    PairedTable { both, system: better, baseline: worse, neither: tied - both }
}

/// The interval of one system's mean from the law of its bootstrap.
pub(crate) fn of_system(
    alone: Alone,
    design: &BootstrapDesign,
    place: u16,
    request: &Request,
    control: &Control,
) -> Result<Option<IntervalOutcome>, Error> {
    let level = request.question.confidence;
    let constant = alone.encoded.difference.iter().all(|score| *score == alone.encoded.difference[0]);
    if constant && request.question.interval == IntervalMethod::Auto {
        // Resamples of equal scores are all alike: their spread is no evidence. A share of all or none has an interval.
        let items = alone.encoded.difference.len() as u64;
        let right = if alone.mean == 1.0 { items } else { 0 };
        let is_share = items > 1 && (alone.mean == 0.0 || alone.mean == 1.0);
        let share = is_share.then(|| wilson(right, items, level)).transpose()?;
        return Ok(share.map(|interval| outcome(interval, IntervalMethod::Wilson, level)));
    }
    let mut method = match request.question.interval {
        IntervalMethod::None => return Ok(None),
        IntervalMethod::Newcombe | IntervalMethod::Wilson => {
            let (right, items) = (alone.total.unsigned_abs(), alone.encoded.difference.len() as u64);
            return Ok(Some(outcome(wilson(right, items, level)?, IntervalMethod::Wilson, level)));
        }
        IntervalMethod::ClopperPearson => {
            let (right, items) = (alone.total.unsigned_abs(), alone.encoded.difference.len() as u64);
            return Ok(Some(outcome(
                clopper_pearson(right, items, level)?,
                request.question.interval,
                level,
            )));
        }
        IntervalMethod::Studentized => {
            let (column, items) = (&alone.encoded.difference, alone.encoded.difference.len() as f64);
            let drawn = studentized::interval(column, alone.divisor / items, place, request, control)?;
            return Ok(drawn.map(|drawn| outcome(drawn.interval, request.question.interval, level)));
        }
        // The dual of a paired test and Tango's interval are about differences.
        IntervalMethod::Auto | IntervalMethod::Invert | IntervalMethod::Tango => IntervalMethod::Percentile,
        other => other,
    };
    let (total, divisor) = (alone.total, alone.divisor);
    let column = &alone.encoded.difference;
    let acceleration = if method == IntervalMethod::Bca { acceleration(column, design)? } else { 0.0 };
    if !design.has_law() {
        let sums = draw_alone(column, design, place, request, control)?;
        if sums.len() < 2 {
            return Ok(None);
        }
        let replicates = Replicates::new(total as f64 / divisor, design.replicates(&sums, total, divisor))?;
        let interval = bootstrap(&replicates, &mut method, level, || Ok(acceleration), &mut Vec::new())?;
        return Ok(Some(outcome(interval, method, level)));
    }
    let law = alone.into_interval_law(design);
    let ideal = design.ideal(&law, total, divisor);
    let interval = bootstrap(&ideal, &mut method, level, || Ok(acceleration), &mut Vec::new())?;
    Ok(Some(outcome(interval, method, level)))
}

/// From the law of the resamples, or from replicates. `method` becomes the one that the interval is by, where the one that was
/// asked for is undefined.
fn bootstrap(
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
fn acceleration(column: &[i64], design: &BootstrapDesign) -> Result<f64, Error> {
    if column.len() < 2 {
        return Ok(0.0);
    }
    let values = design.centred(column).unwrap_or_else(|| column.iter().map(|&v| v as f64).collect());
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
    notes.push(format!("BCa is undefined here ({reason}); the percentile interval is shown"));
}

pub(crate) fn outcome(interval: Interval, method: IntervalMethod, confidence: f64) -> IntervalOutcome {
    IntervalOutcome {
        low: rounded(interval.low),
        high: rounded(interval.high),
        method: method.into(),
        confidence,
    }
}
