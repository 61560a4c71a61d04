//! Areas under the ROC curve of systems on different items, of which one separates the classes: DeLong's variance is then 0.
//!
//! Within a class the items of both systems have exchangeable scores under the null hypothesis that both systems' scores have one law in
//! each class, on one scale (Venkatraman 2000). Which of them are the system's is drawn, or gone through where the choices are few.

use rayon::prelude::*;
use restrap_core::{Design, Level, Resampler, StreamedBootstrap};
use restrap_stats::Probability;
use restrap_stats::interval::Scale;
use restrap_stats::roc::keyed;
use restrap_words::{Code, Note, asked_as};

use crate::data::areas::Areas;
use crate::data::contest::Contest;
use crate::error::Error;
use crate::evidence::level::decided;
use crate::evidence::resample::bounds::Value;
use crate::evidence::resample::event::ExtremeValues;
use crate::evidence::test::observed::Observed;
use crate::evidence::test::outcome;
use crate::outcome::{IntervalKind, IntervalOutcome};
use crate::request::{Exact, Request, Test};
use crate::verb::compare::evidence::{Question, Tested};

/// Choices that are gone through one by one, at most.
const FEW: f64 = 200_000.0;

/// The items of both systems: positive ones first, within a class those of the baseline first.
struct Pooled {
    /// Places of items in ascending order of their scores, and whether each has a higher score than the one before.
    ascending: Vec<(u32, bool)>,
    /// Positive and negative items.
    classes: [usize; 2],
    /// Those of the system.
    of_system: [usize; 2],
}

impl Pooled {
    /// `None` of other metrics than areas.
    fn new(contest: &Contest) -> Option<Self> {
        let pair = contest.pair()?;
        let (mut scores, mut classes, mut of_system) = (Vec::new(), [0; 2], [0; 2]);
        for (place, class) in [true, false].into_iter().enumerate() {
            for (which, system) in pair.places.into_iter().enumerate() {
                let (own, is_positive) = pair.metric.scored(system)?;
                let before = scores.len();
                let of_class = own.iter().zip(is_positive).filter(|(_, is)| **is == class);
                scores.extend(of_class.map(|(score, _)| *score));
                let items = scores.len() - before;
                classes[place] += items;
                if which == 1 {
                    of_system[place] = items;
                }
            }
        }
        let mut order = keyed(&scores);
        order.par_sort_unstable();
        let mut last = None;
        let step = |(key, item)| (item, last.replace(key) != Some(key));
        Some(Self {
            ascending: order.into_iter().map(step).collect(),
            classes,
            of_system,
        })
    }

    /// In how many ways the items can be the system's.
    fn choices(&self) -> f64 {
        let of_class = |(all, own): (&usize, &usize)| -> f64 {
            let steps = 1..=*own.min(&(all - own));
            steps.map(|i| (all + 1 - i) as f64 / i as f64).product()
        };
        self.classes
            .iter()
            .zip(&self.of_system)
            .map(of_class)
            .product::<f64>()
            .round()
    }

    /// The area of the system less that of the baseline where the marked items are the system's.
    fn difference(&self, is_system: &[bool]) -> f64 {
        // Twice the ordered pairs of both, and the negative items below.
        let (mut right, mut below, mut tied) = ([0_u64; 2], [0_u64; 2], [[0_u64; 2]; 2]);
        let mut close = |tied: &mut [[u64; 2]; 2]| {
            for which in 0..2 {
                let [positive, negative] = std::mem::take(&mut tied[which]);
                right[which] += positive * (2 * below[which] + negative);
                below[which] += negative;
            }
        };
        for &(item, starts) in &self.ascending {
            if starts {
                close(&mut tied);
            }
            let is_negative = item as usize >= self.classes[0];
            tied[usize::from(is_system[item as usize])][usize::from(is_negative)] += 1;
        }
        close(&mut tied);
        let area = |which: usize| {
            let pairs: f64 = (0..2)
                .map(|class| {
                    let own = self.of_system[class];
                    (if which == 1 {
                        own
                    } else {
                        self.classes[class] - own
                    }) as f64
                })
                .product();
            right[which] as f64 / (2.0 * pairs)
        };
        area(1) - area(0)
    }

    /// Calls `seen` with every choice of `left` items of each class, from the place `from` of the class `class` on.
    fn each(
        &self,
        (class, from, left): (usize, usize, usize),
        is_system: &mut [bool],
        seen: &mut impl FnMut(&[bool]),
    ) {
        if left == 0 {
            if class == 1 {
                return seen(is_system);
            }
            return self.each((1, self.classes[0], self.of_system[1]), is_system, seen);
        }
        let end = if class == 0 {
            self.classes[0]
        } else {
            is_system.len()
        };
        for item in from..=end - left {
            is_system[item] = true;
            self.each((class, item + 1, left - 1), is_system, seen);
            is_system[item] = false;
        }
    }

    /// How many of how many choices are beyond the upper bound and beyond the lower bound, and whether these are all that there are.
    fn counted(
        &self,
        event: &ExtremeValues,
        request: &Request,
    ) -> Result<([u64; 2], u64, bool), Error> {
        let is_beyond = |difference: f64| {
            let above = event.bounds.upper.is_some_and(|bound| difference >= bound);
            let below = event.bounds.lower.is_some_and(|bound| difference <= bound);
            [u64::from(above), u64::from(below)]
        };
        let (items, choices) = (self.classes[0] + self.classes[1], self.choices());
        if choices <= FEW && request.compute.exact != Exact::Never {
            let (mut beyond, mut is_system) = ([0; 2], vec![false; items]);
            self.each(
                (0, 0, self.of_system[0]),
                &mut is_system,
                &mut |is_system| {
                    let [above, below] = is_beyond(self.difference(is_system));
                    beyond = [beyond[0] + above, beyond[1] + below];
                },
            );
            return Ok((beyond, choices as u64, true));
        }
        if request.compute.exact == Exact::Always {
            return Err(Error::not_applicable(
                asked_as("exact", Exact::Always),
                "at most 200,000 choices of the items that are the system's",
                format!("these items have {choices:.3e}"),
                format!("use {}", asked_as("exact", Exact::Auto)),
            ));
        }
        let strata = self.classes.iter().zip(&self.of_system);
        let design = Design {
            strata: strata
                .map(|(&all, &own)| (all as u64, own as u64))
                .collect(),
            replacement: false,
        };
        let level = request.compute.level.unwrap_or_else(Level::detected);
        // Marks are of places: what is there does not matter.
        let labels = StreamedBootstrap::new(&[&vec![0; items]], &design, level);
        let beyond = (0..request.compute.resamples)
            .into_par_iter()
            .map(|resample| {
                let marks = labels.counts(request.compute.seed, 0, resample);
                let is_system: Vec<bool> = marks.into_iter().map(|mark| mark == 1).collect();
                is_beyond(self.difference(&is_system))
            })
            .reduce(
                || [0; 2],
                |one, other| [one[0] + other[0], one[1] + other[1]],
            );
        Ok((beyond, request.compute.resamples, false))
    }
}

/// The test by exchange of the systems' labels, with the interval that goes with it; `None` of other metrics than areas.
///
/// # Errors
/// For `--exact always` with too many choices.
pub(super) fn exchanged(
    contest: &Contest,
    areas: &Areas,
    note: Note,
    question: Question,
) -> Result<Option<Tested>, Error> {
    let Question {
        side,
        level,
        request,
        ..
    } = question;
    let event = ExtremeValues::new(Test::Permutation, side, contest, request);
    let (Some(pooled), Some(event)) = (Pooled::new(contest), event) else {
        return Ok(None);
    };
    let value = if event.bounds.is_certain() {
        exact(1.0)
    } else {
        match pooled.counted(&event, request)? {
            (beyond, choices, true) => {
                let (extreme, factor) = event.bounds.combined(&beyond, choices);
                exact((factor * extreme as f64 / choices as f64).min(1.0))
            }
            (beyond, resamples, false) => {
                let raw = request.variants.raw_p;
                event.bounds.of_counts(&beyond, resamples, raw)?
            }
        }
    };
    let p = outcome::defined(&value, request);
    let observed = Observed {
        apart: true,
        of_ranks: true,
        ..Observed::of_metric(contest)
    };
    let mut outcome = outcome::resampled(Test::Permutation, &value, &observed, request);
    outcome.notes.push(note);
    let excludes = p.is_some_and(|p| p.value() <= (1.0 - level.confidence) * (1.0 + 1e-12));
    let both = level.of_both_ends();
    let ends = areas.hull_apart(both)?.and_then(|hull| {
        let ends = (hull.low, hull.high);
        decided(ends, excludes, contest.difference(), Scale::UNIT_DIFFERENCE)
    });
    let interval = match ends {
        Some(ends) => Ok(level.told(&IntervalOutcome::new(
            ends,
            IntervalKind::DisjointPairs,
            both,
        ))),
        None => Err(Code::NoVariance.says(areas.without_interval())),
    };
    Ok(Some(Tested {
        interval: Some(interval),
        ..Tested::new((p, outcome))
    }))
}

fn exact(p: f64) -> Value {
    Value {
        p: Probability::new(p),
        relative_error: 0.0,
        exact: true,
        sampled: None,
    }
}
