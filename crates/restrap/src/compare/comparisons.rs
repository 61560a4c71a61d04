//! The comparisons on some items: their list of draws, what each comparison uses of them, and the results.

use std::ops::Range;

use rayon::prelude::*;
use restrap_engine::{Route, Threshold};

use crate::compare::comparison::{Comparison, Share, Wants};
use crate::compare::contrasts::Contrasts;
use crate::compare::metric;
use crate::data::basis::Basis;
use crate::data::contrast::Contrast;
use crate::data::human::Labelled;
use crate::error::Error;
use crate::family::Member;
use crate::interval::metric::rough_errors;
use crate::interval::system::{MadeOf, SystemInterval};
use crate::number::digits::{rounded, standard_error};
use crate::outcome::{AgreementOutcome, HumanOutcome, IntervalOutcome, Plan, SystemOutcome};
use crate::request::Request;
use crate::resample::draw::{Draw, DrawKind, Drawn, Kept, Tail};
use crate::resample::judge::Resampled;

/// The comparisons of some items on their way.
pub(crate) struct Comparisons<'c, 'a> {
    pub contrasts: &'c Contrasts<'a>,
    all: Vec<Comparison<'c, 'a>>,
    systems: Vec<OneSystem>,
    /// Resamples after which a run was stopped.
    interrupted_after: Option<u64>,
}

/// One system on its own.
struct OneSystem {
    score: f64,
    /// Standard error of the score.
    error: f64,
    interval: SystemInterval,
    drawn: Option<Drawn>,
}

/// What comes of the comparisons of some items.
pub(crate) struct Finished {
    pub members: Vec<Member>,
    pub systems: Vec<SystemOutcome>,
    /// Rough standard errors of the systems' scores.
    pub errors: Vec<f64>,
    pub plan: Option<Plan>,
    pub warnings: Vec<String>,
    /// All scores of the comparisons that were reached are 0 or 1.
    pub binary: bool,
    /// Resamples after which a run was stopped.
    pub interrupted_after: Option<u64>,
}

impl<'c, 'a> Comparisons<'c, 'a> {
    /// Everything that is computed from a law.
    ///
    /// # Errors
    /// For scores or options that allow no outcome.
    pub fn new(contrasts: &'c Contrasts<'a>, request: &Request) -> Result<Self, Error> {
        let comparison =
            |contrast| Comparison::new(contrast, contrasts.voted, contrasts.family, request);
        let system = |place: usize| {
            let alone = contrasts.alone(place, request)?;
            let score = rounded(alone.mean);
            let design = contrasts.design_of(place, request);
            let of = MadeOf {
                clusters: contrasts.clusters.as_deref().or(contrasts.apart.get(place)),
                runs: contrasts.runs.map(|runs| &runs[place]),
                folds: contrasts.folds,
                labelled: contrasts.labelled.get(place),
            };
            let score = of
                .labelled
                .map_or(score, |labelled| rounded(labelled.estimate.estimate()));
            // What the digits of its score rest on: the error of its own units.
            let mut error = standard_error(&contrasts.systems[place].scores.values);
            let interval = if of.basis() == Basis::Items {
                SystemInterval::new(alone, contrasts.is_binary(), &design, request)?
            } else {
                error = of
                    .estimate(&alone)
                    .map_or(error, |estimate| estimate.standard_error());
                SystemInterval::by_t(&alone, &of, request)?
            };
            Ok(OneSystem {
                score,
                error,
                interval,
                drawn: None,
            })
        };
        let (all, systems) = rayon::join(
            || {
                contrasts
                    .all
                    .par_iter()
                    .map(comparison)
                    .collect::<Result<Vec<_>, Error>>()
            },
            || {
                (0..contrasts.systems.len())
                    .into_par_iter()
                    .map(system)
                    .collect::<Result<Vec<_>, Error>>()
            },
        );
        Ok(Self {
            contrasts,
            all: all?,
            systems: systems?,
            interrupted_after: None,
        })
    }

    /// What has to be drawn: the primary test first, since without it an interrupted run has nothing to tell.
    ///
    /// # Errors
    /// Where a route was asked for that does not draw such resamples.
    pub fn draws(&self, request: &Request) -> Result<Vec<Draw>, Error> {
        let mut draws = Vec::new();
        let mut kinds = [DrawKind::Swaps, DrawKind::Items, DrawKind::Labels];
        if self.all[0].primary_kind() == Some(DrawKind::Items) {
            kinds.swap(0, 1);
        }
        for kind in kinds {
            self.list(kind, request, &mut draws)?;
        }
        let population = self.contrasts.population;
        for (place, comparison) in (0_u16..).zip(&self.all) {
            if let Some(route) = comparison.route_of_deviations(request) {
                let keep = (0..comparison.values_of_deviations()).collect();
                let (kind, of) = (DrawKind::Deviations, vec![place]);
                draws.push(Draw {
                    population,
                    kind,
                    route,
                    address: place,
                    of,
                    tails: Vec::new(),
                    keep,
                });
            }
        }
        for (place, comparison) in (0_u16..).zip(&self.all) {
            if let Some(route) = comparison.route_of_ratios(request)? {
                let (kind, of, keep) = (DrawKind::Samples, vec![place], vec![0]);
                draws.push(Draw {
                    population,
                    kind,
                    route,
                    address: place,
                    of,
                    tails: Vec::new(),
                    keep,
                });
            }
        }
        let systems = (0_u16..).zip(&self.systems);
        draws.extend(
            systems.filter_map(|(place, one)| one.interval.draw(population, place, request)),
        );
        Ok(draws)
    }

    /// The draws of one kind of resample: the streamed ones together, since they share their counts or signs, every other one
    /// alone, with its own number in the addresses of the stream.
    fn list(&self, kind: DrawKind, request: &Request, draws: &mut Vec<Draw>) -> Result<(), Error> {
        let mut runs: Vec<(Route, Vec<(u16, Wants)>)> = Vec::new();
        for (place, comparison) in (0_u16..).zip(&self.all) {
            let Some(wants) = comparison.wants(kind) else {
                continue;
            };
            let route = comparison.route_of(kind, request)?;
            let shares = route == Route::Streamed && kind != DrawKind::Labels;
            match runs.iter_mut().find(|run| shares && run.0 == route) {
                Some((_, places)) => places.push((place, wants)),
                None => runs.push((route, vec![(place, wants)])),
            }
        }
        let of_metric = matches!(self.contrasts.all[0], Contrast::Metric(_));
        for (route, wanted) in runs {
            let shared = route == Route::Streamed && kind != DrawKind::Labels;
            let (mut tails, mut keep) = (Vec::new(), Vec::new());
            let resampled = of_metric && kind == DrawKind::Items;
            if resampled {
                // Resamples that lost a class.
                tails.push(Tail::Value(0, Threshold::AtLeast(0.5)));
                keep.extend(
                    wanted
                        .iter()
                        .any(|(_, wants)| wants.of_interval)
                        .then_some(Resampled::of_system(0)),
                );
            }
            for (at, (_, wants)) in wanted.iter().enumerate() {
                let value = if resampled {
                    Resampled::of_difference(at + 1)
                } else {
                    at
                };
                tails.extend(wants.events.iter().flat_map(|event| event.tails(value)));
                if resampled {
                    keep.extend(wants.of_interval.then_some(Resampled::of_system(at + 1)));
                }
                keep.extend(wants.replicates.then_some(value));
            }
            draws.push(Draw {
                population: self.contrasts.population,
                kind,
                route,
                // No single comparison owns shared draws.
                address: if shared { 0 } else { wanted[0].0 },
                of: wanted.iter().map(|(place, _)| *place).collect(),
                tails,
                keep,
            });
        }
        Ok(())
    }

    /// Replicates of a bootstrap of a corpus metric are of the systems and of the differences.
    fn is_resampled(&self, draw: &Draw) -> bool {
        draw.kind == DrawKind::Items && matches!(self.contrasts.all[0], Contrast::Metric(_))
    }

    /// Which tails of a draw are those of one of its comparisons, and which value of a resample is its difference.
    fn tails_of(&self, draw: &Draw, at: usize) -> Range<usize> {
        let value = self.value_of(draw, at);
        let first = draw
            .tails
            .iter()
            .position(|tail| tail.value() == value)
            .unwrap_or(0);
        first
            ..first
                + draw.tails[first..]
                    .iter()
                    .take_while(|tail| tail.value() == value)
                    .count()
    }

    fn value_of(&self, draw: &Draw, at: usize) -> usize {
        if self.is_resampled(draw) {
            Resampled::of_difference(at + 1)
        } else {
            at
        }
    }

    /// Takes what a draw of its list found. Whether it was stopped before it had enough.
    ///
    /// # Errors
    /// For too few resamples.
    pub fn take(
        &mut self,
        draw: &Draw,
        mut drawn: Drawn,
        request: &Request,
    ) -> Result<bool, Error> {
        let most = request.compute.resamples;
        let completed = drawn.completed();
        let is_stopped = completed < most;
        let is_system = matches!(draw.kind, DrawKind::System | DrawKind::SystemDeviations);
        if is_stopped && !is_system {
            self.interrupted_after = self.interrupted_after.or(Some(completed));
        }
        let first = usize::from(draw.of[0]);
        if is_system {
            self.systems[first].drawn = Some(drawn);
            return Ok(is_stopped);
        }
        if completed == 0 {
            return Ok(is_stopped);
        }
        if draw.kind == DrawKind::Deviations {
            self.all[first].take_deviations(&drawn, request)?;
            return Ok(is_stopped);
        }
        if draw.kind == DrawKind::Samples {
            let ratios = drawn.kept.pop().unwrap_or(Kept::Nothing).into_values();
            self.all[first].take_ratios(draw.route, ratios);
            return Ok(is_stopped);
        }
        let totals = drawn.totals();
        let resampled = self.is_resampled(draw);
        let mut kept = |value: usize| match draw.keep.iter().position(|&known| known == value) {
            None => Kept::Nothing,
            // All comparisons share the baseline.
            Some(at) if resampled && value == Resampled::of_system(0) => drawn.kept[at].clone(),
            Some(at) => std::mem::replace(&mut drawn.kept[at], Kept::Nothing),
        };
        let lost = if resampled { totals[0] } else { 0 };
        for (at, &place) in draw.of.iter().enumerate() {
            let (value, tails) = (self.value_of(draw, at), &totals[self.tails_of(draw, at)]);
            let comparison = &mut self.all[usize::from(place)];
            let systems = if resampled {
                // One comparison describes the baseline.
                let baseline = if place == 0 {
                    kept(Resampled::of_system(0))
                } else {
                    Kept::Nothing
                };
                [
                    baseline.into_values(),
                    kept(Resampled::of_system(at + 1)).into_values(),
                ]
            } else {
                [Vec::new(), Vec::new()]
            };
            let (kind, route, difference) = (draw.kind, draw.route, kept(value));
            let share = Share {
                kind,
                route,
                completed,
                tails,
                difference,
                systems,
                lost,
            };
            comparison.take(share, request)?;
        }
        Ok(is_stopped)
    }

    /// The primary test of the first comparison has its value.
    pub fn has_primary(&self) -> bool {
        self.all[0].has_primary()
    }

    /// Outcomes before their p-values are adjusted. What was finished before a run was stopped stays.
    ///
    /// # Errors
    /// For tests that these scores do not allow.
    pub fn finish(self, request: &Request) -> Result<Finished, Error> {
        let mut finished = Finished {
            members: Vec::new(),
            systems: Vec::new(),
            errors: Vec::new(),
            plan: None,
            warnings: Vec::new(),
            binary: true,
            interrupted_after: self.interrupted_after,
        };
        let contrasts = self.contrasts;
        for (comparison, contrast) in self.all.into_iter().zip(&contrasts.all) {
            if !comparison.has_primary() {
                finished.interrupted_after = finished.interrupted_after.or(Some(0));
                break;
            }
            finished
                .plan
                .get_or_insert_with(|| comparison.plan(request));
            if let Contrast::Metric(contest) = contrast {
                let errors = rough_errors(contest);
                finished
                    .errors
                    .extend(&errors[usize::from(!finished.systems.is_empty())..]);
                if finished.systems.is_empty() {
                    finished.systems.push(metric::system(
                        contest,
                        0,
                        comparison.interval_of_system(0),
                    ));
                }
                finished
                    .systems
                    .push(metric::system(contest, 1, comparison.interval_of_system(1)));
            }
            let (member, warnings) = comparison.finish(request)?;
            finished.binary &= contrast.is_binary();
            finished.members.push(member);
            finished.warnings.extend(warnings);
        }
        for (
            place,
            OneSystem {
                score,
                error,
                interval,
                drawn,
            },
        ) in self.systems.into_iter().enumerate()
        {
            let design = contrasts.design_of(place, request);
            finished.errors.push(error);
            finished.systems.push(SystemOutcome {
                name: contrasts.systems[place].scores.name.clone(),
                score,
                interval: interval.finish(drawn.as_ref(), &design, request)?,
                beside: Vec::new(),
            });
        }
        Ok(finished)
    }
}

impl HumanOutcome {
    /// Says how a mean or difference was corrected; `confidence` is the level of the interval of human scores alone.
    ///
    /// # Errors
    /// For a confidence outside (0, 1).
    pub(crate) fn new(labelled: &Labelled, confidence: f64) -> Result<Self, Error> {
        Ok(Self {
            labelled: labelled.items[0],
            unlabelled: labelled.items[1],
            weight: rounded(labelled.weight),
            judge: rounded(labelled.judge),
            humans: rounded(labelled.humans.estimate()),
            humans_interval: labelled
                .humans_interval(confidence)?
                .map(|(interval, kind)| IntervalOutcome::new(interval, kind, confidence)),
            effective_labels: labelled.effective_labels().map(rounded),
            agreement: labelled.agreement.map(|agreement| AgreementOutcome {
                kappa: agreement.kappa.map(rounded),
                sensitivity: agreement.sensitivity.map(rounded),
                specificity: agreement.specificity.map(rounded),
            }),
        })
    }
}
