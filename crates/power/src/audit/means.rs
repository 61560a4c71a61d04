//! What two published means with their standard deviations show: t of two samples, or of pairs whose correlation is known.
//!
//! For the same items the correlation decides: `sd² = s_a² + s_b² − 2 r s_a s_b` (the standard deviation of the differences).
//! Papers leave it out, so for two samples of the same size the answer also says from which correlation on a paired test would
//! reject.

use restrap_stats::{Alternative, Moments, StudentT, TEstimate, TStatistic, TwoSamples};
use serde::{Deserialize, Serialize};

use crate::plan::level;
use crate::schema::SCHEMA;
use crate::setters::setters;
use restrap_lib::Error;
use restrap_lib::inner::printed_p;
use restrap_lib::inner::{Signature, side};
use restrap_lib::number::digits::{decimals, rounded};
use restrap_lib::number::format::{count, end, grouped, number, p_is, percent, plain, signed};
use restrap_lib::outcome::Run;

/// Published means and what is known of their spread.
///
/// ```
/// # use restrap_facade as restrap;
/// use restrap::power::{MeansRequest, Spread, audit_means};
///
/// let spread = Spread::Differences { deviation: 0.08, items: 25 };
/// let outcome = audit_means(&MeansRequest::new([1.56, 1.47], spread))?;
/// assert_eq!(outcome.statistic, Some(-5.625));
/// # Ok::<(), restrap::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct MeansRequest {
    /// Means of baseline and system.
    pub means: [f64; 2],
    /// How far scores spread.
    pub spread: Spread,
    /// Side of the test.
    #[serde(default)]
    pub alternative: Alternative,
    /// Level of the test; the interval has 1 − alpha.
    #[serde(default = "level")]
    pub alpha: f64,
}

/// What is known of the spread of scores, in their units.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Spread {
    /// Standard deviations of baseline and system, which scored different items.
    Samples {
        /// Standard deviations of the scores: baseline, then system.
        deviations: [f64; 2],
        /// Items of each.
        items: [u64; 2],
    },
    /// Standard deviations of both on the same items, and how these scores correlate.
    Pairs {
        /// Standard deviations of the scores: baseline, then system.
        deviations: [f64; 2],
        /// From −1 to 1.
        correlation: f64,
        /// Items of both.
        items: u64,
    },
    /// The standard deviation of the differences between the two on the same items.
    Differences {
        /// Standard deviation of the difference per item.
        deviation: f64,
        /// Items of both.
        items: u64,
    },
}

impl MeansRequest {
    /// A two-sided test at level 0.05.
    pub fn new(means: [f64; 2], spread: Spread) -> Self {
        Self {
            means,
            spread,
            alternative: Alternative::TwoSided,
            alpha: level(),
        }
    }
}

setters!(MeansRequest {
    /// Side of the test.
    alternative: Alternative => alternative,
    /// Level of the test.
    alpha: f64 => alpha,
});

/// The answer: schema `restrap/power/1`, kind `means`.
///
/// The difference of two published means with its t, degrees of freedom, p-value and interval, and the correlation at which paired
/// scores would reject.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct MeansOutcome {
    /// Version, inputs, warnings, signature, report: what every answer has.
    #[serde(flatten)]
    pub run: Run,
    /// `means`.
    pub kind: String,
    /// Items of baseline and system.
    pub items: [u64; 2],
    /// System − baseline.
    pub difference: f64,
    /// Standard error of the difference.
    pub standard_error: f64,
    /// t; null where nothing spreads.
    pub statistic: Option<f64>,
    /// Its degrees of freedom.
    pub df: f64,
    /// The p-value; null where nothing spreads.
    pub pvalue: Option<f64>,
    /// Interval of the difference at 1 − alpha.
    pub interval: Option<[f64; 2]>,
    /// Difference over the standard deviation of the differences, or the pooled one of two samples.
    pub cohen_d: Option<f64>,
    /// For two samples of one size, the least correlation at which pairs of these items would reject; null where none does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rejects_from_correlation: Option<f64>,
    /// The test.
    pub test: String,
    /// In words.
    pub answer: String,
    /// What was asked.
    pub request: MeansRequest,
}

/// Tests the difference of two published means.
///
/// # Errors
/// [`Error::BadParameter`] for numbers outside their range, and for fewer than two items.
pub fn audit_means(request: &MeansRequest) -> Result<MeansOutcome, Error> {
    check(request)?;
    let [baseline, system] = request.means;
    let difference = system - baseline;
    let of_pairs = |sd: f64, items: u64| -> Result<_, Error> {
        let squares = sd * sd * (items - 1) as f64;
        let t = StudentT::of_moments(Moments::from_mean(items, difference, squares)?)?.estimate();
        Ok(([items, items], t, (sd > 0.0).then(|| difference / sd)))
    };
    let (items, t, cohen_d) = match request.spread {
        Spread::Differences { deviation, items } => of_pairs(deviation, items)?,
        Spread::Pairs {
            deviations: [one, other],
            correlation,
            items,
        } => {
            // At a correlation of 1 rounding may leave less than nothing.
            let variance = (one - other) * (one - other) + 2.0 * (1.0 - correlation) * one * other;
            of_pairs(libm::sqrt(variance), items)?
        }
        Spread::Samples { deviations, items } => {
            let moments = |at: usize| {
                let squares = deviations[at] * deviations[at] * (items[at] - 1) as f64;
                Moments::from_mean(items[at], request.means[at], squares)
            };
            let samples = TwoSamples::of_moments(moments(1)?, moments(0)?);
            let pooled = samples.student()?;
            let per_root = libm::sqrt(1.0 / items[0] as f64 + 1.0 / items[1] as f64);
            let pooled_sd = pooled.standard_error() / per_root;
            (
                items,
                samples.welch()?,
                (pooled_sd > 0.0).then(|| difference / pooled_sd),
            )
        }
    };
    let statistic = if let TStatistic::Finite(value) = t.t() {
        Some(value)
    } else {
        None
    };
    let pvalue = statistic.map(|_| printed_p(t.p(request.alternative)));
    let interval = t.interval(1.0 - request.alpha)?;
    let test = match request.spread {
        Spread::Samples { .. } => "Welch's t test (1947) of two samples",
        _ => "paired t test",
    };
    let mut outcome = MeansOutcome {
        run: Run::new(SCHEMA),
        kind: "means".to_owned(),
        items,
        difference: rounded(difference),
        standard_error: rounded(t.standard_error()),
        statistic: statistic.map(rounded),
        df: rounded(t.df()),
        pvalue,
        interval: interval.map(|interval| [rounded(interval.low), rounded(interval.high)]),
        cohen_d: cohen_d.map(rounded),
        rejects_from_correlation: from_correlation(request)?.map(rounded),
        test: test.to_owned(),
        answer: String::new(),
        request: request.clone(),
    };
    outcome.answer = words(&outcome);
    outcome.run.report = report(&outcome);
    outcome.run.signature = Signature::new(&outcome.run)
        .with("question", &outcome.kind)
        .with("n", format!("{}+{}", items[0], items[1]))
        .with(
            "test",
            if matches!(request.spread, Spread::Samples { .. }) {
                "welch"
            } else {
                "t"
            },
        )
        .with("df", plain(outcome.df))
        .with("alt", side(request.alternative))
        .with("alpha", plain(request.alpha))
        .done();
    Ok(outcome)
}

fn check(request: &MeansRequest) -> Result<(), Error> {
    let bad = |expected, found: String| Err(Error::BadParameter { expected, found });
    if let Some(mean) = request.means.iter().find(|mean| !mean.is_finite()) {
        return bad("means that are finite", mean.to_string());
    }
    if !(request.alpha > 0.0 && request.alpha < 1.0) {
        return bad("0 < alpha < 1", request.alpha.to_string());
    }
    let (deviations, correlation, items) = match request.spread {
        Spread::Samples {
            deviations,
            items: [n, m],
        } => (deviations, 0.0, n.min(m)),
        Spread::Pairs {
            deviations,
            correlation,
            items,
        } => (deviations, correlation, items),
        Spread::Differences { deviation, items } => ([deviation; 2], 0.0, items),
    };
    if items < 2 {
        return bad("at least 2 items of each system", items.to_string());
    }
    if let Some(sd) = deviations
        .iter()
        .find(|sd| !(**sd >= 0.0 && sd.is_finite()))
    {
        return bad("standard deviations of 0 or more", sd.to_string());
    }
    if !(-1.0..=1.0).contains(&correlation) {
        return bad("a correlation from -1 to 1", correlation.to_string());
    }
    Ok(())
}

/// The least correlation at which the pairs of two samples of one size would reject: `t` of the largest standard deviation of the
/// differences is the critical value.
fn from_correlation(request: &MeansRequest) -> Result<Option<f64>, Error> {
    let Spread::Samples {
        deviations: [one, other],
        items: [n, m],
    } = request.spread
    else {
        return Ok(None);
    };
    if n != m || n < 2 || one * other == 0.0 {
        return Ok(None);
    }
    let difference = match request.alternative {
        Alternative::TwoSided => (request.means[1] - request.means[0]).abs(),
        Alternative::Greater => request.means[1] - request.means[0],
        Alternative::Less => request.means[0] - request.means[1],
    };
    if difference <= 0.0 {
        return Ok(None);
    }
    let tails = if request.alternative == Alternative::TwoSided {
        1.0
    } else {
        2.0
    };
    let confidence = 1.0 - tails * request.alpha;
    if confidence <= 0.0 {
        return Ok(None);
    }
    let unit = TEstimate::new(0.0, 1.0, (n - 1) as f64)?;
    let Some(critical) = unit.interval(confidence)?.map(|interval| interval.high) else {
        return Ok(None);
    };
    let sd = difference * libm::sqrt(n as f64) / critical;
    let correlation = (one * one + other * other - sd * sd) / (2.0 * one * other);
    Ok((correlation <= 1.0).then_some(correlation.max(-1.0)))
}

fn words(outcome: &MeansOutcome) -> String {
    let request = &outcome.request;
    let [n, m] = outcome.items;
    let of = match request.spread {
        Spread::Samples { .. } => format!("samples of {} and {}", grouped(n), count(m, "item")),
        _ => format!("the same {}", count(n, "item")),
    };
    let places = places(outcome);
    let difference = signed(outcome.difference, places);
    let (Some(p), Some([low, high])) = (outcome.pvalue, outcome.interval) else {
        return format!("A difference of {difference} on {of} without variance: t is undefined.");
    };
    let interval = format!(
        "{} CI {} to {}",
        percent(1.0 - request.alpha),
        end(low, places),
        end(high, places)
    );
    let shown = if p <= request.alpha {
        "is significant"
    } else {
        "is not significant"
    };
    let mut words = vec![format!(
        "A difference of {difference} on {of} {shown} at {}: {} ({interval}).",
        plain(request.alpha),
        p_is(p)
    )];
    match (request.spread, outcome.rejects_from_correlation) {
        (Spread::Samples { items: [n, m], .. }, Some(from)) if n == m && from > -1.0 => words.push(format!(
            "If both systems scored the same {}, their correlation decides: the paired test is significant from {} on.",
            count(n, "item"),
            number(libm::ceil(from * 100.0) / 100.0, 2)
)),
        (Spread::Samples { items: [n, m], .. }, None) if n == m && p > request.alpha => words.push(format!(
            "If both systems scored the same {}, the paired test is not significant at any correlation.",
            count(n, "item")
        )),
        _ => {}
    }
    words.join(" ")
}

/// Decimals that the standard error supports.
fn places(outcome: &MeansOutcome) -> usize {
    decimals(
        outcome.items[0].min(outcome.items[1]),
        outcome.standard_error,
        false,
    )
}

fn report(outcome: &MeansOutcome) -> String {
    let request = &outcome.request;
    let [baseline, system] = request.means;
    let spread = match request.spread {
        Spread::Samples {
            deviations: [one, other],
            items: [n, m],
        } => format!(
            "standard deviations {} and {}, n = {} and {}",
            plain(one),
            plain(other),
            grouped(n),
            grouped(m)
        ),
        Spread::Pairs {
            deviations: [one, other],
            correlation,
            items,
        } => format!(
            "standard deviations {} and {}, correlation {}, n = {}",
            plain(one),
            plain(other),
            plain(correlation),
            grouped(items)
        ),
        Spread::Differences { deviation, items } => {
            format!(
                "standard deviation of the differences {}, n = {}",
                plain(deviation),
                grouped(items)
            )
        }
    };
    format!(
        "{}, {}, {} degrees of freedom, of published means {} and {}, {spread}; alpha {}; unit: item; restrap {}.",
        outcome.test,
        request.alternative,
        number(outcome.df, 2),
        plain(baseline),
        plain(system),
        plain(request.alpha),
        outcome.run.version
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(value: Option<f64>, expected: f64) {
        assert!(
            value.is_some_and(|value| (value / expected - 1.0).abs() < 1e-9),
            "{value:?} {expected}"
        );
    }

    #[test]
    fn the_slide_divides_a_standard_deviation_by_the_root_of_n() {
        // SciPy 1.17, stats.t.sf(5.625, 24) * 2 and of 1.125.
        let of = |deviation| {
            let spread = Spread::Differences {
                deviation,
                items: 25,
            };
            audit_means(&MeansRequest::new([1.56, 1.47], spread)).expect("a test")
        };
        let slide = of(0.08);
        assert_eq!((slide.statistic, slide.df), (Some(-5.625), 24.0));
        near(slide.pvalue, 8.625_848_851_454_675e-06);
        let other = of(0.4);
        assert_eq!(other.statistic, Some(-1.125));
        near(other.pvalue, 0.271_714_641_684_566_94);
    }

    #[test]
    fn samples_are_welch_and_pairs_are_paired() {
        // SciPy 1.17, stats.ttest_ind_from_stats(1.47, .28, 25, 1.56, .30, 30, equal_var=False).
        let spread = Spread::Samples {
            deviations: [0.30, 0.28],
            items: [30, 25],
        };
        let outcome = audit_means(&MeansRequest::new([1.56, 1.47], spread)).expect("a test");
        near(outcome.statistic, -1.148_946_572_673_372_7);
        near(outcome.pvalue, 0.255_807_154_735_157_5);
        assert!(
            outcome.rejects_from_correlation.is_none(),
            "no pairs of unlike numbers"
        );
        let spread = Spread::Pairs {
            deviations: [0.30, 0.28],
            correlation: 0.9,
            items: 25,
        };
        let outcome = audit_means(&MeansRequest::new([1.56, 1.47], spread)).expect("a test");
        let sd = (0.09_f64 + 0.0784 - 2.0 * 0.9 * 0.30 * 0.28).sqrt();
        near(outcome.statistic.map(|t| -t), 0.09 / (sd / 5.0));
        near(outcome.cohen_d.map(|d| -d), 0.09 / sd);
    }

    #[test]
    fn the_correlation_that_rejects_is_the_least_one() {
        for alternative in [Alternative::TwoSided, Alternative::Less] {
            let spread = Spread::Samples {
                deviations: [0.30, 0.28],
                items: [25, 25],
            };
            let request = MeansRequest::new([1.56, 1.47], spread).alternative(alternative);
            let from = audit_means(&request)
                .expect("a test")
                .rejects_from_correlation
                .expect("a correlation");
            let p = |correlation| {
                let spread = Spread::Pairs {
                    deviations: [0.30, 0.28],
                    correlation,
                    items: 25,
                };
                audit_means(&MeansRequest {
                    spread,
                    ..request.clone()
                })
                .expect("a test")
                .pvalue
                .expect("a p")
            };
            assert!(p(from + 1e-6) <= 0.05 && p(from - 1e-6) > 0.05, "{from}");
        }
        let spread = Spread::Samples {
            deviations: [0.30, 0.28],
            items: [25, 25],
        };
        let other_side = MeansRequest::new([1.56, 1.47], spread).alternative(Alternative::Greater);
        assert_eq!(
            audit_means(&other_side)
                .expect("a test")
                .rejects_from_correlation,
            None
        );
    }

    #[test]
    fn numbers_outside_their_range_are_refused() {
        let samples = |deviations, items| Spread::Samples { deviations, items };
        let pairs = |correlation| Spread::Pairs {
            deviations: [1.0, 1.0],
            correlation,
            items: 10,
        };
        for spread in [
            samples([-1.0, 1.0], [9, 9]),
            samples([f64::NAN, 1.0], [9, 9]),
            samples([1.0, 1.0], [1, 9]),
            samples([1.0, 1.0], [0, 9]),
            pairs(1.01),
            pairs(-2.0),
            pairs(f64::NAN),
            Spread::Differences {
                deviation: 1.0,
                items: 1,
            },
        ] {
            assert!(
                audit_means(&MeansRequest::new([0.0, 1.0], spread)).is_err(),
                "{spread:?}"
            );
        }
        assert!(audit_means(&MeansRequest::new([f64::INFINITY, 1.0], pairs(0.5))).is_err());
    }

    #[test]
    fn without_spread_nothing_is_claimed() {
        let spread = Spread::Pairs {
            deviations: [1.0, 1.0],
            correlation: 1.0,
            items: 10,
        };
        let outcome = audit_means(&MeansRequest::new([0.0, 1.0], spread)).expect("an answer");
        assert_eq!(
            (outcome.pvalue, outcome.interval, outcome.cohen_d),
            (None, None, None)
        );
        assert!(outcome.answer.contains("undefined"), "{}", outcome.answer);
    }
}
