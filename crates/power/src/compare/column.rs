//! One experiment of any scores: every test of its column, resampled as often as the simulation says.
//!
//! Resamples are drawn a tile at a time (`restrap_core::NestedBootstrap`) and are shared by all methods that need the same
//! kind. A method is decided once its count of extreme resamples is too large for a rejection, or can no longer become so:
//! counts only grow, so further draws could not change a decision. Drawing ends when all methods of a kind are decided.

use restrap_core::{
    Design, Experiment, Level, NestedBootstrap, NestedSwaps, Resampler, Room, Sample,
    StreamedBootstrap, StreamedFlips,
};
use restrap_engine::Threshold;
use restrap_stats::{Counts, Moments};

use super::method::{Facts, Recipe};
use restrap_lib::Error;
use restrap_lib::inner::Extreme;
use restrap_lib::inner::Resampling;
use restrap_lib::{Draws, Rule};

/// What stays the same over all experiments of a cell.
pub(crate) struct Inner {
    pub alpha: f64,
    pub resamples: u64,
    pub level: Level,
    /// Draw all resamples, decided or not.
    pub in_full: bool,
    /// Bootstraps of all and of half of the items, where a tile holds them.
    bootstraps: [Option<NestedBootstrap>; 2],
}

/// What one thread uses again and again.
#[derive(Default)]
pub(crate) struct Workspace {
    pub room: Room,
    pub column: Vec<i64>,
    sums: Vec<i64>,
}

/// Appends some of the next sums at each call, at least one.
type Drawing<'a> = Box<dyn FnMut(&mut Room, &mut Vec<i64>) + 'a>;

/// A method that is being counted.
struct Pending<'a> {
    place: usize,
    recipe: &'a Recipe,
    extreme: Extreme,
    thresholds: Vec<Threshold<i64>>,
    counts: Vec<u64>,
    decided: Option<bool>,
}

impl Inner {
    pub fn new((items, alpha, resamples): (u64, f64, u64), level: Level, in_full: bool) -> Self {
        let half = Rule {
            draws: Draws::Half,
            ..Rule::PLAIN
        }
        .draws(items);
        let bootstraps = [items, half].map(|draws| {
            (items <= NestedBootstrap::MOST).then(|| NestedBootstrap::new(items, draws, level))
        });
        Self {
            alpha,
            resamples,
            level,
            in_full,
            bootstraps,
        }
    }

    /// Whether each recipe rejects the column in `workspace`; `None` where it does not apply.
    pub fn decisions(
        &self,
        recipes: &[Recipe],
        experiment: Experiment,
        workspace: &mut Workspace,
    ) -> Result<Vec<Option<bool>>, Error> {
        let Workspace { room, column, sums } = workspace;
        let column = &column[..];
        let facts = Facts {
            counts: Counts::of(column.iter().map(|&d| (d > 0, d < 0))),
            moments: moments(column)?,
            groups: &|| column.iter().map(|&d| (d, 1)).collect(),
        };
        let mut decisions = Vec::with_capacity(recipes.len());
        for recipe in recipes {
            decisions.push(facts.rejects(recipe, self.alpha)?);
        }
        let total: i64 = column.iter().sum();
        let sample = Sample::new(column);
        for kind in [
            (Resampling::Swaps, false),
            (Resampling::Items, false),
            (Resampling::Items, true),
        ] {
            let wants = |recipe: &&Recipe| recipe.resampling() == Some(kind);
            let mut pending: Vec<Pending> = (0..)
                .zip(recipes)
                .filter(|pair| wants(&pair.1))
                .filter_map(|(place, recipe)| {
                    let request = &recipe.request;
                    let extreme = Extreme::of_sum(
                        recipe.test(),
                        request.question.alternative,
                        total,
                        0,
                        request.variants.rule,
                    )?;
                    let thresholds = extreme.thresholds();
                    let counts = vec![0; thresholds.len()];
                    Some(Pending {
                        place,
                        recipe,
                        extreme,
                        thresholds,
                        counts,
                        decided: None,
                    })
                })
                .collect();
            if pending.is_empty() {
                continue;
            }
            sums.clear();
            let mut draw = self.drawing(kind, experiment, column, sample.as_ref());
            let mut done = 0;
            while done < self.resamples as usize {
                draw(room, sums);
                sums.truncate(self.resamples as usize);
                let left = self.resamples - sums.len() as u64;
                for pending in &mut pending {
                    pending.count(&sums[done..], sums.len() as u64, left, self);
                }
                done = sums.len();
                let undecided = pending.iter().any(|one| one.decided.is_none());
                if !self.in_full && !undecided {
                    break;
                }
            }
            for one in pending {
                decisions[one.place] = Some(one.decided.unwrap_or_else(|| one.by_sums(sums, self)));
            }
        }
        Ok(decisions)
    }

    /// The sums of a kind, from the first on.
    fn drawing<'b>(
        &'b self,
        (resampling, halved): (Resampling, bool),
        experiment: Experiment,
        column: &'b [i64],
        sample: Option<&'b Sample>,
    ) -> Drawing<'b> {
        let mut tile = 0;
        match (resampling, &self.bootstraps[usize::from(halved)], sample) {
            (Resampling::Swaps, _, Some(sample)) => {
                let swaps = NestedSwaps::new(self.level);
                Box::new(move |room, sums| {
                    swaps.tile(experiment, tile, sample, room, sums);
                    tile += 1;
                })
            }
            (Resampling::Items, Some(bootstrap), Some(sample)) => Box::new(move |room, sums| {
                let before = sums.len();
                // A tile without a resample is rare, and for large experiments alone.
                while sums.len() == before {
                    bootstrap.tile(experiment, tile, sample, room, sums);
                    tile += 1;
                }
            }),
            _ => {
                let draws = Rule {
                    draws: if halved { Draws::Half } else { Draws::All },
                    ..Rule::PLAIN
                }
                .draws(column.len() as u64);
                let resampler: Box<dyn Resampler> = match resampling {
                    Resampling::Swaps => Box::new(StreamedFlips::new(&[column], self.level)),
                    Resampling::Items => {
                        let design = Design::draws(column.len() as u64, draws);
                        Box::new(StreamedBootstrap::new(&[column], &design, self.level))
                    }
                };
                let seed = experiment.own_seed();
                Box::new(move |_, sums| {
                    let first = sums.len();
                    sums.resize(first + resampler.batch() as usize, 0);
                    resampler.sums(seed, u16::from(halved), first as u64, &mut sums[first..]);
                })
            }
        }
    }
}

impl Pending<'_> {
    /// Counts new sums and decides where that is already possible.
    fn count(&mut self, new: &[i64], drawn: u64, left: u64, inner: &Inner) {
        if self.extreme.needs_sums() || self.decided.is_some() {
            return;
        }
        for (count, threshold) in self.counts.iter_mut().zip(&self.thresholds) {
            // A plain loop a threshold: the compiler makes vectors of it.
            *count += match *threshold {
                Threshold::AtLeast(t) => new.iter().filter(|&&sum| sum >= t).count() as u64,
                Threshold::AtMost(t) => new.iter().filter(|&&sum| sum <= t).count() as u64,
            };
        }
        let (extreme, factor) = self.extreme.combined(&self.counts, drawn);
        let limit = self.recipe.limit(inner.resamples, factor, inner.alpha);
        self.decided = match limit {
            None => Some(false),
            Some(limit) if extreme > limit => Some(false),
            Some(limit) if extreme + left <= limit => Some(true),
            Some(_) => None,
        };
    }

    /// The decision that needs every sum.
    fn by_sums(&self, sums: &[i64], inner: &Inner) -> bool {
        let limit = self.recipe.limit(inner.resamples, 1.0, inner.alpha);
        limit.is_some_and(|limit| self.extreme.counted(sums) <= limit)
    }
}

/// Moments of integers, in grid units: sums are exact, and only the last steps round.
fn moments(column: &[i64]) -> Result<Moments, Error> {
    let n = column.len() as i128;
    let sum: i128 = column.iter().map(|&d| i128::from(d)).sum();
    let squares: i128 = column.iter().map(|&d| i128::from(d) * i128::from(d)).sum();
    Ok(Moments::new(
        column.len() as u64,
        sum as f64,
        (n * squares - sum * sum) as f64 / n as f64,
    )?)
}
