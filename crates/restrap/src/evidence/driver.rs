//! Draws the resamples that tests, intervals and margin tests need, once for all that can share them.
//!
//! Streamed swaps and streamed bootstrap resamples of items are drawn once for all contrasts of a data set, which then share their
//! signs or counts. Every other draw belongs to one contrast or system and has its own number in the addresses of the stream. The list
//! of draws is a function of the data and the request alone, never of threads or time.

use std::ops::Range;

use restrap_engine::{Control, Ledger, Route, Threshold};

use crate::data::contrast::Contrast;
use crate::error::Error;
use crate::evidence::pending::{Asks, Quantity, Share, Spec};
use crate::evidence::resample::draw::{Draw, DrawKind, Drawn, Resamples, Tail, room_for};
use crate::evidence::resample::judge::Resampled;
use crate::evidence::resample::resampler::Ready;
use crate::request::Request;

/// The order in which kinds are drawn, after the kind of the primary test: an interrupted run has no answer without that one.
const ORDER: [DrawKind; DrawKind::ALL.len()] = [
    DrawKind::Swaps,
    DrawKind::Items,
    DrawKind::Labels,
    DrawKind::Deviations,
    DrawKind::Samples,
    DrawKind::Tilted,
    DrawKind::System,
    DrawKind::SystemDeviations,
];

/// The purpose of the draws, which decides what they count and keep.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Evidence: tails are counted, among them resamples that lost a class, and each kept value is kept once, in order of position.
    Evidence,
    /// Values for a file: nothing is counted, and values are kept in the order of the specs.
    Values,
}

/// Draws for the contrasts and systems of one data set.
pub(crate) struct Driver<'r, 'a> {
    /// The contrasts by their places; empty if only systems are drawn.
    pub contrasts: &'r [Contrast<'a>],
    /// The number of the sub-population, from 1; 0 is all items.
    pub population: u32,
    /// The first address of the data set, so that the data sets of one study have different resamples.
    pub from: u16,
    /// The purpose of the draws.
    pub purpose: Purpose,
    pub request: &'r Request,
    pub control: &'r Control<'r>,
}

/// Evidence that may wait for draws, with the place of its contrast or system. Askers of one place follow each other.
pub(crate) struct Asker<'s, 'c> {
    pub place: u16,
    pub asks: &'s mut (dyn Asks<'c> + 's),
}

/// The progress of a run.
#[derive(Clone, Copy, Default)]
pub(crate) struct Progress {
    /// `true` if the run was stopped before every draw was complete.
    pub is_stopped: bool,
    /// Resamples of the first draw of contrasts that was stopped.
    pub interrupted_after: Option<u64>,
    /// `true` if this process draws only a part, or nothing: the answers of such draws stay open.
    pub is_blank: bool,
}

/// The draws of a run, and the part of each asker in them.
struct Plan<'c> {
    /// In the order in which they are drawn.
    jobs: Vec<Job<'c>>,
    /// The seats of each asker, in the order of its specs.
    seats: Vec<Vec<Seat>>,
}

/// A draw, with the askers that share it.
struct Job<'c> {
    draw: Draw,
    resamples: Resamples<'c>,
    askers: Vec<usize>,
    /// `true` if the first tail counts resamples that lost a class.
    counts_lost: bool,
}

/// The part of one spec in a draw.
struct Seat {
    job: usize,
    /// The number of the spec among those of the asker.
    spec: usize,
    tails: Range<usize>,
    kept: Vec<usize>,
}

/// Specs that one draw serves.
struct Group<'s, 'c> {
    /// The place of the only contrast or system, or `None` if contrasts share the draw.
    owner: Option<u16>,
    members: Vec<Member<'s, 'c>>,
}

struct Member<'s, 'c> {
    asker: usize,
    number: usize,
    place: u16,
    spec: &'s Spec<'c>,
}

impl Group<'_, '_> {
    fn serves(&self, spec: &Spec, owner: Option<u16>) -> bool {
        let first = self.members[0].spec;
        self.owner == owner
            && first.route == spec.route
            && first.resamples.has_column_of(&spec.resamples)
    }
}

/// The result of a job.
struct Results {
    drawn: Drawn,
    totals: Vec<u64>,
}

impl Driver<'_, '_> {
    /// Draws what the askers need, and has each compute its answer as soon as its draws are there. `primary` is the kind of resample
    /// that is drawn first.
    ///
    /// # Errors
    /// Before anything is drawn for values that memory cannot hold; for resamples that allow no answer.
    pub fn run(&self, askers: &mut [Asker], primary: DrawKind) -> Result<Progress, Error> {
        let plan = self.plan(askers, primary);
        let resamples = self.request.compute.resamples;
        room_for(plan.jobs.iter().map(|job| &job.draw), resamples)?;
        let mut progress = Progress {
            is_blank: self.control.ledger.is_some_and(Ledger::is_blank),
            ..Progress::default()
        };
        let mut results: Vec<Option<Results>> = Vec::new();
        for job in &plan.jobs {
            let draw = job.draw.clone();
            let ready = Ready::new(draw, self.contrasts, &job.resamples, self.request)?;
            let drawn = ready.run(0..resamples, self.request, self.control)?;
            let completed = drawn.completed();
            progress.is_stopped = completed < resamples;
            if progress.is_stopped && !job.is_of_system() {
                progress.interrupted_after = Some(completed);
            }
            let counts = completed > 0 && !progress.is_blank;
            results.push(counts.then(|| Results {
                totals: drawn.totals(),
                drawn,
            }));
            plan.finish(job, &mut results, askers)?;
            if progress.is_stopped {
                break;
            }
        }
        Ok(progress)
    }

    /// Returns the draws that the askers need, in the order in which they are drawn.
    fn plan<'c>(&self, askers: &[Asker<'_, 'c>], primary: DrawKind) -> Plan<'c> {
        let mut groups: Vec<Group> = Vec::new();
        let others = ORDER.into_iter().filter(|kind| *kind != primary);
        for kind in [primary].into_iter().chain(others) {
            for (asker, one) in askers.iter().enumerate() {
                let specs = one.asks.specs().iter().enumerate();
                for (number, spec) in specs.filter(|(_, spec)| spec.resamples.kind() == kind) {
                    let owner = (!is_shared(spec)).then_some(one.place);
                    let member = Member {
                        asker,
                        number,
                        place: one.place,
                        spec,
                    };
                    match groups.iter_mut().find(|group| group.serves(spec, owner)) {
                        Some(group) => group.members.push(member),
                        None => groups.push(Group {
                            owner,
                            members: vec![member],
                        }),
                    }
                }
            }
        }
        let mut plan = Plan {
            jobs: Vec::new(),
            seats: Vec::new(),
        };
        plan.seats.resize_with(askers.len(), Vec::new);
        for group in &groups {
            self.add_job(&mut plan, group);
        }
        for seats in &mut plan.seats {
            seats.sort_by_key(|seat| seat.spec);
        }
        plan
    }

    /// Adds the draw of a group: its tails, the values that it keeps, and the seat of each member.
    ///
    /// A checkpoint recognises its draws by the tails and the kept values, in this order.
    fn add_job<'c>(&self, plan: &mut Plan<'c>, group: &Group<'_, 'c>) {
        let Spec {
            resamples, route, ..
        } = group.members[0].spec;
        let is_of_metric = matches!(self.contrasts.first(), Some(Contrast::Metric(_)));
        let has_systems = is_of_metric && matches!(resamples, Resamples::Items);
        let counts_lost = has_systems && self.purpose == Purpose::Evidence;
        let lost = counts_lost.then_some(Tail::Value(0, Threshold::AtLeast(0.5)));
        let (mut of, mut tails, mut keep) = (Vec::new(), Vec::from_iter(lost), Vec::new());
        let mut seats = Vec::new();
        for &Member {
            asker,
            number,
            place,
            spec,
        } in &group.members
        {
            if of.last() != Some(&place) {
                of.push(place);
            }
            let at = of.len() - 1;
            let position = |quantity: &Quantity| match *quantity {
                Quantity::Value(position) => position,
                Quantity::Difference if has_systems => Resampled::of_difference(at + 1),
                Quantity::Difference => at,
                Quantity::Baseline => Resampled::of_system(0),
                Quantity::System => Resampled::of_system(at + 1),
            };
            let first = tails.len();
            if let Some(event) = &spec.event {
                tails.extend(event.tails(position(&Quantity::Difference)));
            }
            let wanted: Vec<usize> = spec.keep.iter().map(position).collect();
            keep.extend(&wanted);
            seats.push((asker, number, first..tails.len(), wanted));
        }
        if self.purpose == Purpose::Evidence {
            keep.sort_unstable();
            keep.dedup();
        }
        for (asker, spec, tails, wanted) in seats {
            let column = |value| keep.iter().position(|kept| kept == value);
            let kept = wanted.iter().filter_map(column).collect();
            plan.seats[asker].push(Seat {
                job: plan.jobs.len(),
                spec,
                tails,
                kept,
            });
        }
        let draw = Draw {
            population: self.population,
            kind: resamples.kind(),
            route: *route,
            // No single contrast owns a shared draw.
            address: group.owner.unwrap_or(0) + self.from,
            of,
            tails,
            keep,
        };
        let askers = group.members.iter().map(|member| member.asker).collect();
        plan.jobs.push(Job {
            draw,
            resamples: resamples.clone(),
            askers,
            counts_lost,
        });
    }
}

/// `true` if contrasts share the draw.
fn is_shared(spec: &Spec) -> bool {
    let is_of_all = matches!(spec.resamples, Resamples::Swaps | Resamples::Items);
    is_of_all && spec.route == Route::Streamed
}

impl Plan<'_> {
    /// Has the askers of the last job compute their answers, except those that wait for further jobs, and frees the results that
    /// nobody waits for.
    fn finish(
        &self,
        job: &Job,
        results: &mut [Option<Results>],
        askers: &mut [Asker],
    ) -> Result<(), Error> {
        for &asker in &job.askers {
            let asks = &mut askers[asker].asks;
            let shares: Option<Vec<Share>> = self.seats[asker]
                .iter()
                .map(|seat| Some(self.share(seat, results.get(seat.job)?.as_ref()?)))
                .collect();
            if let Some(shares) = shares.filter(|_| !asks.specs().is_empty()) {
                asks.take(&shares)?;
            }
        }
        let done = results.len();
        for (job, result) in self.jobs.iter().zip(results) {
            let seats = job.askers.iter().flat_map(|&asker| &self.seats[asker]);
            if result.is_some() && seats.map(|seat| seat.job).max() < Some(done) {
                *result = None;
            }
        }
        Ok(())
    }

    fn share<'d>(&self, seat: &'d Seat, results: &'d Results) -> Share<'d> {
        let Job {
            draw, counts_lost, ..
        } = &self.jobs[seat.job];
        let Results { drawn, totals } = results;
        Share {
            drawn,
            tails: &totals[seat.tails.clone()],
            kept: &seat.kept,
            route: draw.route,
            address: draw.address,
            lost: if *counts_lost { totals[0] } else { 0 },
        }
    }
}

impl Job<'_> {
    fn is_of_system(&self) -> bool {
        matches!(
            self.resamples,
            Resamples::System(..) | Resamples::SystemDeviations(_)
        )
    }
}
