//! How metrics agree with a gold score, and whether one agrees more than another (Deutsch, Dror & Roth 2021; Deutsch, Foster & Freitag
//! 2023).

mod drawn;
mod ends;
mod explain;
mod outcome;
mod request;
mod tables;
mod words;

use restrap_engine::Control;
use restrap_stats::correlation::{Agreement, Coefficient, Criterion, Level, Matrix, Williams};
use restrap_stats::{Probability, StatsError};

pub use outcome::{
    CORRELATE_SCHEMA, CorrelateOutcome, CorrelatedMetric, CorrelatedPair, WilliamsOutcome,
};
pub use request::{CorrelateRequest, Redrawn};
pub use tables::OutputsOf;

use crate::data::scores::Scores;
use crate::error::Error;
use crate::number::digits::rounded;
use crate::outcome::{IntervalKind, Run};
use drawn::{Drawing, Reached, Standard};
use ends::Drawn;
use tables::Tables;

/// Metrics at most: every two of them are compared.
const MOST_METRICS: usize = 64;

/// How metrics agree with a gold score, item by item, or output by output of systems on segments.
///
/// `gold` and each of `metrics` hold one finite score per output, in the same order; `of` says of which system and segment each is. Draws
/// depend on the seed alone, never on threads.
///
/// # Errors
/// [`Error`] for columns that do not fit together, for a level without systems, and where the caller stopped it.
pub fn correlate(
    gold: &Scores,
    metrics: &[Scores],
    of: Option<&OutputsOf>,
    request: &CorrelateRequest,
    control: &Control,
) -> Result<CorrelateOutcome, Error> {
    request.check()?;
    if metrics.is_empty() || metrics.len() > MOST_METRICS {
        let found = metrics.len().to_string();
        return Err(Error::BadParameter {
            expected: "1 to 64 metrics",
            found,
        });
    }
    let criterion = request.criterion(of.is_some())?;
    let lower = lower(metrics, request)?;
    let pairs = pairs(metrics, request)?;
    let tables = match of {
        Some(of) => Tables::of_outputs(gold, metrics, of)?,
        None => Tables::of_items(gold, metrics)?,
    };
    let turned = tables.metrics.iter().zip(&lower).map(|(table, lower)| {
        if *lower {
            table.negated()
        } else {
            table.clone()
        }
    });
    let tables = Tables {
        metrics: turned.collect(),
        ..tables
    };
    let Some(standard_gold) = tables.gold.standardised() else {
        return Err(Error::unfit(
            format!(
                "expected a gold score that varies, found one value of {}",
                gold.name
            ),
            "a constant score has no correlation; check the column",
        ));
    };
    let standard =
        |metric: &Matrix| Some((metric.standardised()?, criterion.of_deviations(metric)));
    let standard = Standard {
        gold: standard_gold,
        metrics: tables.metrics.iter().map(standard).collect(),
    };
    let drawing = Drawing {
        redrawn: request.redrawn,
        resamples: request.resamples,
        seed: request.seed,
    };
    let observed: Vec<_> = tables
        .metrics
        .iter()
        .map(|metric| criterion.of(&tables.gold, metric))
        .collect::<Result<_, StatsError>>()?;
    // Items are independent, and Pearson's r of them has an error of its own in every resample.
    let interval = if of.is_none() && criterion.agreement == Agreement::Pearson {
        IntervalKind::Studentized
    } else {
        IntervalKind::Percentile
    };
    let intervals = if interval == IntervalKind::Studentized {
        drawing.studentised(&standard, &pairs, request.confidence, control)?
    } else {
        drawing.percentiles(&standard, &pairs, &observed, request.confidence, control)?
    };
    let reached = drawing.swaps(&standard, &pairs, request.alternative, control)?;
    let of_metrics = metrics.iter().zip(&observed).zip(lower).enumerate().map(
        |(place, ((scores, agreed), lower))| {
            let Drawn { ends, without } = intervals.metrics[place];
            CorrelatedMetric {
                name: scores.name.clone(),
                lower_is_better: lower,
                value: agreed.value.map(rounded),
                low: ends.map(|ends| rounded(ends.low)),
                high: ends.map(|ends| rounded(ends.high)),
                threshold: agreed.threshold.map(rounded),
                groups: agreed.defined as u64,
                groups_without: agreed.undefined as u64,
                resamples_without: without,
            }
        },
    );
    let of_metrics: Vec<CorrelatedMetric> = of_metrics.collect();
    let of_pairs = pairs.iter().zip(&intervals.pairs).zip(&reached).map(
        |((&[base, metric], drawn), reached)| {
            let difference = observed[metric]
                .value
                .zip(observed[base].value)
                .map(|(metric, base)| metric - base);
            Ok(CorrelatedPair {
                metrics: [base, metric].map(|place| metrics[place].name.clone()),
                difference: difference.map(rounded),
                low: drawn.ends.map(|ends| rounded(ends.low)),
                high: drawn.ends.map(|ends| rounded(ends.high)),
                pvalue: reached.map(|reached| rounded(reached.pvalue())),
                adjusted_pvalue: None,
                reached: reached.map(|reached| reached.swaps),
                swaps: reached.map(|reached| reached.of),
                exact: reached.is_some_and(|reached| reached.all),
                williams: williams(&tables, [base, metric], criterion, request)?,
            })
        },
    );
    let mut of_pairs = of_pairs.collect::<Result<Vec<_>, Error>>()?;
    adjust(&mut of_pairs, &reached, request);
    let mut outcome = CorrelateOutcome {
        run: Run::new(CORRELATE_SCHEMA),
        request: request.clone(),
        level: criterion.level,
        interval,
        gold: gold.name.clone(),
        outputs: tables.gold.cells().len() as u64,
        systems: of.map(|_| tables.gold.systems() as u64),
        segments: of.map(|_| tables.gold.segments() as u64),
        dropped_segments: tables.dropped as u64,
        metrics: of_metrics,
        pairs: of_pairs,
        verdicts: Vec::new(),
    };
    outcome.put_words();
    Ok(outcome)
}

impl Reached {
    /// The share of all swaps that are as extreme; of random ones with the observed one counted among them.
    fn pvalue(self) -> f64 {
        if self.all {
            self.swaps as f64 / self.of as f64
        } else {
            (self.swaps + 1) as f64 / (self.of + 1) as f64
        }
    }
}

/// Which metrics are better when lower.
fn lower(metrics: &[Scores], request: &CorrelateRequest) -> Result<Vec<bool>, Error> {
    let names = || {
        metrics
            .iter()
            .map(|metric| &metric.name[..])
            .collect::<Vec<_>>()
    };
    for name in request.lower_is_better.iter().chain(&request.baseline) {
        if !names().contains(&&name[..]) {
            return Err(Error::unfit(
                format!(
                    "expected one of the metrics ({}), found {name}",
                    names().join(", ")
                ),
                "name it as the table of metrics does",
            ));
        }
    }
    Ok(metrics
        .iter()
        .map(|metric| request.lower_is_better.contains(&metric.name))
        .collect())
}

/// Every two metrics, or each beside the baseline.
fn pairs(metrics: &[Scores], request: &CorrelateRequest) -> Result<Vec<[usize; 2]>, Error> {
    let many = metrics.len();
    if let Some(name) = &request.baseline {
        let base = metrics.iter().position(|metric| metric.name == *name);
        let base = base
            .ok_or_else(|| Error::unfit(format!("no metric {name}"), "name one of the metrics"))?;
        return Ok((0..many)
            .filter(|metric| *metric != base)
            .map(|metric| [base, metric])
            .collect());
    }
    Ok((0..many)
        .flat_map(|first| (first + 1..many).map(move |second| [first, second]))
        .collect())
}

/// Williams' test where its n is that of the correlation: over all outputs, or over systems.
fn williams(
    tables: &Tables,
    [base, metric]: [usize; 2],
    criterion: Criterion,
    request: &CorrelateRequest,
) -> Result<Option<WilliamsOutcome>, Error> {
    let n = match criterion.level {
        Level::Global => tables.gold.cells().len(),
        Level::System => tables.gold.systems(),
        Level::Segment | Level::WithinSystem => return Ok(None),
    };
    if criterion.agreement != Agreement::Pearson || n < 4 {
        return Ok(None);
    }
    let of = |x: &Matrix, y: &Matrix| {
        Ok::<_, Error>(
            x.correlation(y, Coefficient::Pearson, criterion.level)?
                .mean,
        )
    };
    let (base, metric) = (&tables.metrics[base], &tables.metrics[metric]);
    let (first, second) = (of(&tables.gold, metric)?, of(&tables.gold, base)?);
    let (Some(first), Some(second), Some(between)) = (first, second, of(metric, base)?) else {
        return Ok(None);
    };
    let test = Williams::new(first, second, between, n)?;
    Ok(test.map(|test| WilliamsOutcome {
        between: rounded(between),
        t: rounded(test.t()),
        degrees_of_freedom: test.degrees_of_freedom(),
        pvalue: rounded(test.p_value(request.alternative).value()),
    }))
}

/// Adjusts the unrounded p-values of the pairs that have one.
fn adjust(pairs: &mut [CorrelatedPair], reached: &[Option<Reached>], request: &CorrelateRequest) {
    let family: Vec<Probability> = reached
        .iter()
        .flatten()
        .map(|reached| Probability::new(reached.pvalue()))
        .collect();
    let known = pairs.iter_mut().filter(|pair| pair.pvalue.is_some());
    for (pair, p) in known.zip(request.correction.adjust(&family)) {
        pair.adjusted_pvalue = Some(rounded(p.value()));
    }
}
