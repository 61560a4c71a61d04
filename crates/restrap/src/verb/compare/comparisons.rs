//! The comparisons on the items of one data set, and the intervals of its systems.

use rayon::prelude::*;
use restrap_engine::Control;
use restrap_words::Note;

use crate::data::contrast::Contrast;
use crate::error::Error;
use crate::evidence::driver::{Asker, Driver, Progress, Purpose};
use crate::evidence::family::Member;
use crate::evidence::interval::metric::rough_errors;
use crate::evidence::interval::system;
use crate::evidence::pending::Pending;
use crate::evidence::resample::bounds::Resampling;
use crate::evidence::resample::draw::DrawKind;
use crate::number::digits::{rounded, standard_error};
use crate::outcome::{IntervalOutcome, Plan, SystemOutcome};
use crate::request::{IntervalMethod, Request};
use crate::verb::claim::OtherSides;
use crate::verb::compare::comparison::Comparison;
use crate::verb::compare::contrasts::Contrasts;
use crate::verb::compare::evidence::Question;
use crate::verb::compare::{metric, paired};

/// The state of all comparisons on one set of items while resamples are drawn.
pub(crate) struct Comparisons<'c, 'a> {
    pub contrasts: &'c Contrasts<'a>,
    all: Vec<Comparison<'c, 'a>>,
    systems: Vec<OneSystem<'c>>,
    request: &'c Request,
    progress: Progress,
}

/// One system on its own.
struct OneSystem<'c> {
    score: f64,
    /// Standard error of the score.
    error: f64,
    interval: Pending<'c, Option<IntervalOutcome>>,
}

/// The outcomes on one set of items, before p-values are adjusted.
pub(crate) struct Finished {
    pub members: Vec<Member>,
    pub systems: Vec<SystemOutcome>,
    /// Rough standard errors of the systems' scores.
    pub errors: Vec<f64>,
    pub plan: Option<Plan>,
    pub warnings: Vec<Note>,
    /// All scores of the comparisons that were reached are 0 or 1.
    pub binary: bool,
    /// Resamples after which a run was stopped.
    pub interrupted_after: Option<u64>,
}

impl<'c, 'a> Comparisons<'c, 'a> {
    /// Computes every result that has an exact distribution or a closed form, before anything is drawn.
    ///
    /// # Errors
    /// For scores or options that allow no outcome.
    pub fn new(
        contrasts: &'c Contrasts<'a>,
        request: &'c Request,
        other_sides: Option<&'c OtherSides>,
    ) -> Result<Self, Error> {
        let comparison = |(place, contrast)| {
            let question = Question::new(place, contrasts.family, request, other_sides);
            Comparison::new(contrast, contrasts.voted, question)
        };
        let is_binary = contrasts.is_binary();
        let system = |place: usize| {
            let alone = contrasts.alone(place, request)?;
            let score = rounded(alone.mean);
            let scheme = contrasts.scheme_of(place, request);
            let scores = contrasts.systems[place].scores;
            let of = alone.bind(&contrasts.design, place, scores.rows())?;
            // The scores of a difference have its weight of the judge: each system alone would have one of its own.
            let weighed = match (of.labelled(), contrasts.all.get(place.saturating_sub(1))) {
                (Some(labelled), Some(Contrast::Paired(pair))) => pair
                    .labelled()
                    .map(|of_pair| labelled.clone().at_weight(of_pair.weight))
                    .transpose()?,
                _ => None,
            };
            let score = weighed
                .as_ref()
                .map_or(score, |one| rounded(one.estimate.estimate()));
            // The digits of a score depend on the error of its own units.
            let mut error = standard_error(scores.sample());
            let sample = match place.checked_sub(1).and_then(|at| contrasts.all.get(at)) {
                Some(Contrast::Paired(pair)) => paired::one_sample(pair, request)?,
                _ => None,
            };
            let interval = if contrasts.against.is_some() && place == 0 {
                Pending::Known(None)
            } else if let Some(sample) = sample {
                // One score has one interval on a screen: the dual of its test.
                Pending::Known(sample.interval(request.question.confidence)?)
            } else if let Some(one) = &weighed {
                error = one.estimate.standard_error();
                let (scale, level) = (request.sample.scale(), request.question.confidence);
                let wants = request.question.interval != IntervalMethod::None;
                let interval = one.interval(level)?.filter(|_| wants);
                Pending::Known(interval.map(|(ends, kind)| {
                    IntervalOutcome::new(ends.within(scale, score), kind, level)
                }))
            } else if of.is_of_items() {
                system::of_items(alone, is_binary, &scheme, request)?
            } else {
                error = alone
                    .estimate(&of)
                    .map_or(error, |(estimate, _)| estimate.standard_error());
                Pending::Known(system::by_t(&alone, &of, request)?)
            };
            Ok(OneSystem {
                score,
                error,
                interval,
            })
        };
        let (all, systems) = rayon::join(
            || {
                contrasts
                    .all
                    .par_iter()
                    .enumerate()
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
            request,
            progress: Progress::default(),
        })
    }

    /// Draws what the comparisons and systems wait for. `from` is added to the addresses of the stream, so that data sets of one
    /// study have different resamples.
    ///
    /// # Errors
    /// For resamples that allow no answer.
    pub fn draw(&mut self, from: u16, control: &Control) -> Result<(), Error> {
        let driver = Driver {
            contrasts: &self.contrasts.all,
            population: self.contrasts.population,
            from,
            purpose: Purpose::Evidence,
            request: self.request,
            control,
        };
        let primary = match Resampling::of(self.request.question.tests[0]) {
            Some(Resampling::Items) => DrawKind::Items,
            _ => DrawKind::Swaps,
        };
        let all = (0_u16..).zip(&mut self.all);
        let mut askers: Vec<Asker> = all
            .flat_map(|(place, one)| one.askers().map(move |asks| Asker { place, asks }))
            .collect();
        let systems = (0_u16..).zip(&mut self.systems);
        askers.extend(systems.map(|(place, one)| Asker {
            place,
            asks: &mut one.interval,
        }));
        self.progress = driver.run(&mut askers, primary)?;
        Ok(())
    }

    /// Returns `true` if the run was stopped while these were drawn.
    pub fn is_stopped(&self) -> bool {
        self.progress.is_stopped
    }

    /// Returns `true` if the primary test of the first comparison has its result, or if other processes draw for it.
    pub fn has_primary(&self) -> bool {
        self.all[0].has_primary() || self.progress.is_blank
    }

    /// Returns the outcomes before their p-values are adjusted; of a run that was stopped, those that were finished.
    ///
    /// # Errors
    /// For tests that these scores do not allow.
    pub fn finish(self) -> Result<Finished, Error> {
        let mut finished = Finished {
            members: Vec::new(),
            systems: Vec::new(),
            errors: Vec::new(),
            plan: None,
            warnings: Vec::new(),
            binary: true,
            interrupted_after: self.progress.interrupted_after,
        };
        let (contrasts, is_blank) = (self.contrasts, self.progress.is_blank);
        for (comparison, contrast) in self.all.into_iter().zip(&contrasts.all) {
            if !comparison.has_primary() && !is_blank {
                finished.interrupted_after = finished.interrupted_after.or(Some(0));
                break;
            }
            finished.plan.get_or_insert_with(|| comparison.plan());
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
                        self.request,
                    ));
                }
                finished.systems.push(metric::system(
                    contest,
                    1,
                    comparison.interval_of_system(1),
                    self.request,
                ));
            }
            let (member, warnings) = comparison.finish(is_blank)?;
            finished.binary &= contrast.is_binary();
            finished.members.push(member);
            finished.warnings.extend(warnings);
        }
        for (
            system,
            OneSystem {
                score,
                error,
                interval,
            },
        ) in contrasts.systems.iter().zip(self.systems)
        {
            finished.errors.push(error);
            finished.systems.push(SystemOutcome {
                name: system.scores.name.clone(),
                score,
                interval: interval.into_known().flatten(),
                beside: Vec::new(),
            });
        }
        Ok(finished)
    }
}
