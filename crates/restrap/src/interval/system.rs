//! The interval of one system on its own: by law, in closed form, or from draws of its items.

use std::borrow::Cow;

use restrap_engine::Control;
use restrap_stats::cluster::Sandwich;
use restrap_stats::interval::{Replicates, Scale, clopper_pearson, skewed_mean, wilson};
use restrap_stats::seeds::{self, Runs};
use restrap_stats::{Folds, Moments, StatsError, StudentT, TEstimate};

use crate::data::basis::Basis;
use crate::data::clusters::ClusterMap;
use crate::data::design::BootstrapDesign;
use crate::data::human::Labelled;
use crate::data::pair::Alone;
use crate::error::Error;
use crate::interval::mean::{acceleration, bootstrap, outcome};
use crate::interval::studentized;
use crate::outcome::{IntervalKind, IntervalOutcome};
use crate::request::{Exact, IntervalMethod, Request};
use crate::resample::deviations::Deviations;
use crate::resample::draw::{Draw, DrawKind, Drawn};
use crate::resample::mean::route_of_column;
use crate::resample::resampler::{Columns, Ready};

/// The interval of so many items may have to be drawn.
pub(crate) fn draws(request: &Request) -> bool {
    let method = request.question.interval;
    method == IntervalMethod::Studentized
        || request.compute.exact == Exact::Never && !matches!(method, IntervalMethod::Auto)
}

/// What the scores of one system belong to, or are means of.
#[derive(Clone, Copy, Default)]
pub(crate) struct MadeOf<'m> {
    pub clusters: Option<&'m ClusterMap>,
    pub runs: Option<&'m Runs>,
    /// Share of the data that each fold or split tests on.
    pub folds: Option<f64>,
    /// Corrected by human scores of some items.
    pub labelled: Option<&'m Labelled>,
}

impl MadeOf<'_> {
    /// What its standard error is made of.
    pub fn basis(&self) -> Basis {
        match self {
            Self {
                labelled: Some(_), ..
            } => Basis::Labelled,
            Self { folds: Some(_), .. } => Basis::Folds,
            Self { runs: Some(_), .. } => Basis::Runs,
            Self {
                clusters: Some(clusters),
                ..
            } if clusters.crossed.is_some() => Basis::Crossed,
            Self {
                clusters: Some(_), ..
            } => Basis::Clusters,
            _ => Basis::Items,
        }
    }

    /// Its mean, with that standard error.
    ///
    /// # Errors
    /// For fewer than two units.
    pub fn estimate(&self, alone: &Alone) -> Result<TEstimate, Error> {
        if let Some(labelled) = self.labelled {
            return Ok(labelled.estimate);
        }
        if let Some(test_fraction) = self.folds {
            return Ok(Folds::new(&alone.values())?.corrected(test_fraction)?);
        }
        let of_items = match self.clusters {
            Some(clusters) => match clusters.two_way(&alone.values())? {
                Some(crossed) => crossed.estimate()?,
                None => alone.cluster_sums(clusters)?.estimate(Sandwich::Cr2)?,
            },
            None => StudentT::of_moments(Moments::of(&alone.values())?)?.estimate(),
        };
        Ok(match self.runs {
            Some(runs) => seeds::recipe(&of_items, [runs], true)?,
            None => of_items,
        })
    }

    /// The interval of that estimate, inside the range of the scores; none without spread.
    ///
    /// # Errors
    /// For a confidence outside (0, 1).
    pub fn interval(
        &self,
        estimate: &TEstimate,
        scale: Scale,
        level: f64,
    ) -> Result<Option<IntervalOutcome>, Error> {
        let found = match self.labelled {
            Some(labelled) => labelled.interval(level)?,
            None => scale
                .interval_of_estimate(estimate, level)?
                .map(|interval| (interval, self.basis().interval())),
        };
        Ok(found.map(|(interval, kind)| {
            IntervalOutcome::new(interval.within(scale, estimate.estimate()), kind, level)
        }))
    }
}

/// The interval of a system, or what has to be drawn for it.
pub(crate) enum SystemInterval {
    /// Nothing has to be drawn.
    Done(Option<IntervalOutcome>),
    /// Draws of these scores.
    Drawn(DrawKind, Alone),
}

impl SystemInterval {
    /// Everything that is computed from a law. `binary`: all scores that are compared are 0 or 1, which makes this system's a share.
    pub fn new(
        alone: Alone,
        binary: bool,
        design: &BootstrapDesign,
        request: &Request,
    ) -> Result<Self, Error> {
        let level = request.question.confidence;
        let scores = &alone.encoded.difference;
        let (items, right) = (scores.len() as u64, alone.right());
        let mut method = match request.question.interval {
            IntervalMethod::Auto if !design.is_plain() => IntervalMethod::Percentile,
            IntervalMethod::Auto if binary => IntervalMethod::Wilson,
            IntervalMethod::Auto => return Self::in_closed_form(&alone, request).map(Self::Done),
            IntervalMethod::T if items < 2 => return Ok(Self::Done(None)),
            IntervalMethod::T => {
                let interval =
                    StudentT::of_moments(Moments::of(&alone.values())?)?.interval(level)?;
                return Ok(Self::Done(interval.map(|interval| {
                    IntervalOutcome::new(interval, IntervalKind::T, level)
                })));
            }
            method => of_one(method),
        };
        match method {
            IntervalMethod::None => return Ok(Self::Done(None)),
            IntervalMethod::Newcombe | IntervalMethod::Wilson => {
                let interval = outcome(wilson(right, items, level)?, IntervalMethod::Wilson, level);
                return Ok(Self::Done(Some(interval)));
            }
            IntervalMethod::ClopperPearson => {
                let interval = clopper_pearson(right, items, level)?;
                return Ok(Self::Done(Some(outcome(
                    interval,
                    IntervalMethod::ClopperPearson,
                    level,
                ))));
            }
            // Resamples of equal scores are all alike: their spread is no evidence.
            _ if scores.iter().all(|score| *score == scores[0]) => return Ok(Self::Done(None)),
            IntervalMethod::Studentized => {
                return Ok(Self::Drawn(DrawKind::SystemDeviations, alone));
            }
            _ if !design.has_law() => return Ok(Self::Drawn(DrawKind::System, alone)),
            _ => {}
        }
        let acceleration = if method == IntervalMethod::Bca {
            acceleration(scores, design)?
        } else {
            0.0
        };
        let law = alone.interval_law(design);
        let ideal = design.ideal(&law, alone.total, alone.divisor);
        match bootstrap(
            &ideal,
            &mut method,
            level,
            || Ok(acceleration),
            &mut Vec::new(),
        ) {
            Ok(interval) => Ok(Self::Done(Some(outcome(interval, method, level)))),
            Err(Error::Stats(StatsError::Unresolved)) => Ok(Self::Drawn(DrawKind::System, alone)),
            Err(error) => Err(error),
        }
    }

    /// The default: Wilson's with dispersion where the range of the scores is known, else what t and Hall's correction for skewness
    /// cover, as far as an extreme that the scores reach more than once lets them. `docs/calibration` has their coverage.
    fn in_closed_form(alone: &Alone, request: &Request) -> Result<Option<IntervalOutcome>, Error> {
        let (level, scale) = (request.question.confidence, request.sample.scale());
        let values = alone.values();
        if request.sample.over.is_independent() {
            // Runs are few, and each is a mean of its own.
            let estimate = StudentT::of_moments(Moments::of(&values)?).map(|t| t.estimate());
            let interval = estimate
                .ok()
                .map(|estimate| scale.interval_of_estimate(&estimate, level));
            return Ok(interval
                .transpose()?
                .flatten()
                .map(|found| IntervalOutcome::new(found, IntervalKind::T, level)));
        }
        if scale.is_bounded() && scale.holds(values.iter().copied()) {
            let interval = scale.interval_of_mean(&values, level)?;
            return Ok(interval
                .map(|found| IntervalOutcome::new(found, IntervalKind::WilsonDispersed, level)));
        }
        let interval = skewed_mean(&values, level)?.map(|found| found.within(scale, alone.mean));
        let reached = alone.reached_twice();
        Ok(interval.map(|found| {
            IntervalOutcome::new(
                found.within(reached, alone.mean),
                IntervalKind::HallT,
                level,
            )
        }))
    }

    /// Student's t of a system whose units are more than single items, with the standard error of these units.
    pub fn by_t(alone: &Alone, of: &MadeOf, request: &Request) -> Result<Self, Error> {
        // A sub-population may lie in one cluster, which says nothing about others.
        let lone = of.clusters.is_some_and(|clusters| clusters.number() < 2);
        if request.question.interval == IntervalMethod::None || lone {
            return Ok(Self::Done(None));
        }
        let (scale, level) = (request.sample.scale(), request.question.confidence);
        Ok(Self::Done(of.interval(
            &of.estimate(alone)?,
            scale,
            level,
        )?))
    }

    /// What has to be drawn, if anything; `place` numbers the system in the addresses of its draws.
    pub fn draw(&self, population: u32, place: u16, request: &Request) -> Option<Draw> {
        let Self::Drawn(kind, alone) = self else {
            return None;
        };
        let (scores, asked) = (&alone.encoded.difference, request.compute.route);
        let (route, keep) = match kind {
            DrawKind::SystemDeviations => (
                asked.unwrap_or_else(|| Deviations::of(scores).route()),
                vec![0, 1],
            ),
            _ => (route_of_column(scores.len() as u64, asked), vec![0]),
        };
        let (kind, of) = (*kind, vec![place]);
        Some(Draw {
            population,
            kind,
            route,
            address: place,
            of,
            tails: Vec::new(),
            keep,
        })
    }

    /// The scores that are drawn from.
    pub fn scores(&self) -> &[i64] {
        if let Self::Drawn(_, alone) = self {
            &alone.encoded.difference
        } else {
            &[]
        }
    }

    /// The interval, from its draws where it needs them; none from fewer than two resamples.
    pub fn finish(
        self,
        drawn: Option<&Drawn>,
        design: &BootstrapDesign,
        request: &Request,
    ) -> Result<Option<IntervalOutcome>, Error> {
        let (kind, alone) = match self {
            Self::Done(interval) => return Ok(interval),
            Self::Drawn(kind, alone) => (kind, alone),
        };
        let Some(drawn) = drawn else { return Ok(None) };
        let (level, scores) = (request.question.confidence, &alone.encoded.difference);
        if kind == DrawKind::SystemDeviations {
            let per_one = alone.divisor / scores.len() as f64;
            let done = studentized::interval(scores, per_one, drawn, level)?;
            return Ok(
                done.map(|(interval, _)| outcome(interval, IntervalMethod::Studentized, level))
            );
        }
        let sums = drawn.kept.first().map_or(&[][..], |kept| kept.sums());
        if sums.len() < 2 {
            return Ok(None);
        }
        let (total, divisor) = (alone.total, alone.divisor);
        let mut method = of_one(request.question.interval);
        let replicates = Replicates::new(
            total as f64 / divisor,
            design.replicates(sums, total, divisor),
        )?;
        let acceleration = || {
            if method == IntervalMethod::Bca {
                acceleration(scores, design)
            } else {
                Ok(0.0)
            }
        };
        let acceleration = acceleration()?;
        let interval = bootstrap(
            &replicates,
            &mut method,
            level,
            || Ok(acceleration),
            &mut Vec::new(),
        )?;
        Ok(Some(outcome(interval, method, level)))
    }
}

/// The dual of a paired test and Tango's interval are about differences.
fn of_one(method: IntervalMethod) -> IntervalMethod {
    match method {
        IntervalMethod::Auto
        | IntervalMethod::Invert
        | IntervalMethod::Tango
        | IntervalMethod::Unconditional => IntervalMethod::Percentile,
        other => other,
    }
}

/// The interval of a system at once, with its draws.
pub(crate) fn interval(
    alone: Alone,
    binary: bool,
    design: &BootstrapDesign,
    place: u16,
    request: &Request,
    control: &Control,
) -> Result<Option<IntervalOutcome>, Error> {
    let made = SystemInterval::new(alone, binary, design, request)?;
    let drawn = match made.draw(0, place, request) {
        None => None,
        Some(draw) => {
            let system = |_| Ok(Cow::Borrowed(made.scores()));
            let columns = Columns {
                contrasts: &[],
                system: &system,
                design,
            };
            let drawn = Ready::new(draw, &columns, request)?.run(
                0..request.compute.resamples,
                request,
                control,
            )?;
            if drawn.range.end < request.compute.resamples {
                return Err(Error::Interrupted);
            }
            Some(drawn)
        }
    };
    made.finish(drawn.as_ref(), design, request)
}
