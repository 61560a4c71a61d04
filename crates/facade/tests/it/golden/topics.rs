//! Type-I error of tests on simulated topics, after Urbano, Lima and Hanjalic (SIGIR 2019, section 4).
//!
//! A trial takes a collection with the probability of its number of runs, two runs of it, and draws topics from a copula
//! of the two. Both scores of a topic pass through the margin of the first run: the two systems have the same margin, hence
//! equal means, and whoever rejects is wrong. They need not be exchangeable, since the copula may be asymmetric: this is
//! what moves the median of the differences off 0, and the Wilcoxon and sign tests with it, the more the more topics.
//!
//! The authors choose one of VineCopula's parametric copulas and one of five margins a run, by AIC. Here nothing is chosen:
//!
//! - the copula is the *empirical beta copula* (Segers, Sibuya and Tsukahara 2017, section 2) of the pair's ranks: one of
//!   its topics, then two independent beta variables, the laws of order statistics of those ranks; ties are ranked at random;
//! - the margin of a continuous measure is a normal kernel density cut to [0, 1], its bandwidth `0.9 min(s, IQR / 1.34)
//!   n^(-1/5)` (Silverman 1986, equation 3.31); that of a discrete one is the run's own scores.
//!
//! Runs that repeat another and the lowest tenth by mean are left out, as the authors do.

use std::path::Path;

use rand_distr::{Beta, Distribution};
use rayon::prelude::*;
use restrap_core::{
    Experiment, Level, NestedBootstrap, NestedSwaps, Room, Sample, ScalarStream, below,
};
use restrap_facade::Alternative::TwoSided;
use restrap_facade::io::{Options, load};
use restrap_stats::special::normal_cdf;
use restrap_stats::{Counts, Moments, SignTest, SignTies, SignedRank, StudentT, Zeros};

/// Steps of a score: differences are integers, fine enough that continuous scores seldom tie.
const PER_ONE: f64 = 1e6;
/// Differences of 0.01 or less are the authors' ties of the sign test.
const SIGN_TIE: i64 = 10_000;
/// Points of a table of quantiles, less one.
const STEPS: u32 = 1_000;

/// How the two coordinates of a topic depend on each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Copula {
    /// The empirical beta copula.
    Beta,
    /// Uniform within the cell of the topic's two ranks: keeps every accident of the 50 topics that were seen.
    Checkerboard,
    /// The empirical beta copula with labels swapped by a fair coin: exchangeable, so that no test drifts.
    Swapped,
}

/// Scores of a run as a function of a uniform variable.
enum Margin {
    /// Quantiles at equal steps, straight lines between them.
    Smooth(Vec<f64>),
    /// Sorted scores.
    Observed(Vec<f64>),
}

impl Margin {
    fn new(scores: &[f64], discrete: bool) -> Self {
        let mut sorted = scores.to_vec();
        sorted.sort_by(f64::total_cmp);
        if discrete {
            Self::Observed(sorted)
        } else {
            Self::smooth(&sorted)
        }
    }

    /// The kernel estimate of sorted scores.
    fn smooth(sorted: &[f64]) -> Self {
        let n = sorted.len() as f64;
        let quartile = |q: f64| {
            let place = q * (n - 1.0);
            let (below, share) = (place as usize, place.fract());
            sorted[below] + share * (sorted[(below + 1).min(sorted.len() - 1)] - sorted[below])
        };
        let deviation = StudentT::of_moments(Moments::of(sorted).expect("scores")).expect("topics");
        let spread =
            (deviation.standard_error() * n.sqrt()).min((quartile(0.75) - quartile(0.25)) / 1.34);
        let bandwidth = 0.9 * spread * n.powf(-0.2);
        let lower = |x: f64| {
            sorted
                .iter()
                .map(|score| normal_cdf((x - score) / bandwidth))
                .sum::<f64>()
        };
        let grid: Vec<f64> = (0..=STEPS)
            .map(|k| lower(f64::from(k) / f64::from(STEPS)))
            .collect();
        let (first, last) = (grid[0], grid[STEPS as usize]);
        let quantile = |k: u32| {
            let wanted = first + f64::from(k) / f64::from(STEPS) * (last - first);
            let above = grid
                .partition_point(|&mass| mass < wanted)
                .clamp(1, STEPS as usize);
            let share = (wanted - grid[above - 1]) / (grid[above] - grid[above - 1]);
            (above as f64 - 1.0 + share) / f64::from(STEPS)
        };
        Self::Smooth((0..=STEPS).map(quantile).collect())
    }

    /// The score at `u`, in steps.
    fn at(&self, u: f64) -> i64 {
        let score = match self {
            Self::Observed(sorted) => {
                sorted[((u * sorted.len() as f64) as usize).min(sorted.len() - 1)]
            }
            Self::Smooth(quantiles) => {
                let place = u * f64::from(STEPS);
                let below = (place as usize).min(STEPS as usize - 1);
                quantiles[below]
                    + (place - below as f64) * (quantiles[below + 1] - quantiles[below])
            }
        };
        (score * PER_ONE).round() as i64
    }
}

/// One collection: kept runs with their scores and margins.
struct Collection {
    runs: Vec<(Vec<f64>, Margin)>,
    /// The laws of the order statistics of as many uniform variables as there are topics.
    orders: Vec<Beta<f64>>,
}

impl Collection {
    fn read(path: &Path, discrete: bool) -> Self {
        let loaded =
            load(&[path.display().to_string()], &Options::default()).expect("a table of scores");
        let mut runs: Vec<Vec<f64>> = Vec::new();
        for system in loaded.systems {
            let repeats = |run: &Vec<f64>| {
                run.iter()
                    .zip(&system.scores)
                    .all(|(a, b)| (a - b).abs() <= 1e-5)
            };
            if !runs.iter().any(repeats) {
                runs.push(system.scores);
            }
        }
        let mean = |run: &[f64]| run.iter().sum::<f64>() / run.len() as f64;
        let mut means: Vec<f64> = runs.iter().map(|run| mean(run)).collect();
        means.sort_by(f64::total_cmp);
        // The tenth quantile lies between two means, or on one: what is below it goes.
        let lowest = means[(0.1 * (means.len() - 1) as f64).ceil() as usize];
        runs.retain(|run| mean(run) >= lowest);
        let topics = runs[0].len();
        let order =
            |rank| Beta::new(rank as f64, (topics + 1 - rank) as f64).expect("positive shapes");
        let with_margin = |run: Vec<f64>| {
            let margin = Margin::new(&run, discrete);
            (run, margin)
        };
        Self {
            runs: runs.into_iter().map(with_margin).collect(),
            orders: (1..=topics).map(order).collect(),
        }
    }
}

/// Ranks from 0, ties at random.
fn ranks(scores: &[f64], stream: &mut ScalarStream) -> Vec<usize> {
    let mut order: Vec<(f64, f64, usize)> = scores
        .iter()
        .enumerate()
        .map(|(topic, &score)| (score, stream.open_unit(), topic))
        .collect();
    order.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let mut ranks = vec![0; scores.len()];
    for (rank, (.., topic)) in order.into_iter().enumerate() {
        ranks[topic] = rank;
    }
    ranks
}

/// The collections of a measure.
pub struct Topics(Vec<Collection>);

impl Topics {
    /// Reads the score tables of `tests/data`.
    pub fn of(measure: &str) -> Self {
        let folder =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/trec-topic-scores");
        let discrete = ["p10", "rr"].contains(&measure);
        let names = if ["ndcg20", "err20"].contains(&measure) {
            ["web2010", "web2012"]
        } else {
            ["adhoc6", "adhoc8"]
        };
        let read = |name| Collection::read(&folder.join(format!("{name}_{measure}.csv")), discrete);
        Self(names.map(read).into())
    }

    /// Differences of one trial, in steps.
    fn column(&self, topics: usize, copula: Copula, stream: &mut ScalarStream) -> Vec<i64> {
        let all: usize = self.0.iter().map(|collection| collection.runs.len()).sum();
        let mut first = below(stream, all as u64) as usize;
        let mut collections = self.0.iter();
        let collection = collections
            .find(|collection| {
                let within = first < collection.runs.len();
                first -= if within { 0 } else { collection.runs.len() };
                within
            })
            .expect("a run");
        let Collection { runs, orders } = collection;
        let other = (first + 1 + below(stream, runs.len() as u64 - 1) as usize) % runs.len();
        let margin = &runs[first].1;
        let ranks = [first, other].map(|run| ranks(&runs[run].0, stream));
        let cells = orders.len() as f64;
        let one = |_| {
            let topic = below(stream, orders.len() as u64) as usize;
            let [b, e] = [0, 1].map(|side| {
                let rank = ranks[side][topic];
                margin.at(match copula {
                    Copula::Checkerboard => (rank as f64 + stream.open_unit()) / cells,
                    Copula::Beta | Copula::Swapped => orders[rank].sample(stream),
                })
            });
            if copula == Copula::Swapped && stream.open_unit() < 0.5 {
                b - e
            } else {
                e - b
            }
        };
        (0..topics).map(one).collect()
    }

    /// Share of trials in which the p-value of each test is at most 0.05.
    ///
    /// Trial by trial the same at any number of threads.
    pub fn rates(&self, design: &Design, tests: &[Test]) -> Vec<f64> {
        let bootstrap = NestedBootstrap::new(
            design.topics as u64,
            design.topics as u64,
            Level::detected(),
        );
        let judged = |room: &mut Room, number| {
            let experiment = Experiment {
                seed: 2019,
                cell: design.topics as u16,
                number,
            };
            let column = self.column(design.topics, design.copula, &mut experiment.data());
            let trial = Trial::new(column, design.resamples, experiment, &bootstrap, room);
            tests
                .iter()
                .map(|(_, p)| u64::from(p(&trial) <= 0.05))
                .collect::<Vec<_>>()
        };
        let add = |a: Vec<u64>, b: Vec<u64>| a.iter().zip(&b).map(|(a, b)| a + b).collect();
        let trials = (0..design.trials)
            .into_par_iter()
            .map_init(Room::default, judged);
        let rejected = trials.reduce(|| vec![0; tests.len()], add);
        rejected
            .into_iter()
            .map(|count| count as f64 / design.trials as f64)
            .collect()
    }
}

/// Trials of a simulation.
#[derive(Clone, Copy)]
pub struct Design {
    pub topics: usize,
    pub copula: Copula,
    pub trials: u64,
    /// Swaps and bootstraps of each trial; 0.05 of them and the observed one is a whole number, so that no level is lost.
    pub resamples: usize,
}

/// Differences of one trial, with sums under random swaps and of bootstrap samples.
pub struct Trial {
    column: Vec<i64>,
    sum: i64,
    swaps: Vec<i64>,
    bootstrap: Vec<i64>,
}

impl Trial {
    fn new(
        column: Vec<i64>,
        resamples: usize,
        experiment: Experiment,
        bootstrap: &NestedBootstrap,
        room: &mut Room,
    ) -> Self {
        let sample = Sample::new(&column).expect("differences of 32 bits");
        let swapping = NestedSwaps::new(Level::detected());
        let mut filled = |draw: &dyn Fn(u32, &mut Room, &mut Vec<i64>)| {
            let (mut sums, mut tiles) = (Vec::new(), 0..);
            while sums.len() < resamples {
                draw(tiles.next().expect("tiles have no end"), room, &mut sums);
            }
            sums.truncate(resamples);
            sums
        };
        let swaps =
            filled(&|tile, room, sums| swapping.tile(experiment, tile, &sample, room, sums));
        let sums =
            filled(&|tile, room, sums| bootstrap.tile(experiment, tile, &sample, room, sums));
        Self {
            sum: column.iter().sum(),
            column,
            swaps,
            bootstrap: sums,
        }
    }

    fn counts(&self) -> Counts {
        Counts::of(self.column.iter().map(|&d| (d > SIGN_TIE, d < -SIGN_TIE)))
    }
}

/// The key of the golden file, and the p-value of a trial.
pub type Test = (&'static str, fn(&Trial) -> f64);

/// The authors' tests, two-sided.
pub const TESTS: [Test; 5] = [
    ("t", student),
    ("wilcoxon", wilcoxon),
    ("sign", |trial| {
        SignTest::new(trial.counts(), SignTies::Drop)
            .exact(TwoSided)
            .value()
    }),
    // They centre at the mean of their million replicates, which is the observed mean in the limit.
    ("bootstrap_shift", |trial| {
        let extreme = |sum: i64| (sum - trial.sum).abs() >= trial.sum.abs();
        share(&trial.bootstrap, extreme)
    }),
    ("permutation", |trial| {
        share(&trial.swaps, |sum| sum.abs() >= trial.sum.abs())
    }),
];

/// What each must not be taken for: half of a two-sided p, a bootstrap centred by the mean of absolute sums (as sacrebleu has
/// it) or not at all, and one tail of the swaps.
pub const WRONG: [Test; 6] = [
    ("t", |trial| 0.5 * student(trial)),
    ("wilcoxon", |trial| 0.5 * wilcoxon(trial)),
    ("sign", |trial| {
        0.5 * SignTest::new(trial.counts(), SignTies::Drop)
            .exact(TwoSided)
            .value()
    }),
    ("bootstrap_shift", |trial| {
        let sizes = trial.bootstrap.iter().map(|sum| sum.abs());
        let centre = sizes.sum::<i64>() / trial.bootstrap.len() as i64;
        share(&trial.bootstrap, |sum| {
            sum.abs() - centre >= trial.sum.abs()
        })
    }),
    ("bootstrap_shift", |trial| {
        share(&trial.bootstrap, |sum| sum.abs() >= trial.sum.abs())
    }),
    ("permutation", |trial| {
        share(&trial.swaps, |sum| sum >= trial.sum.abs())
    }),
];

/// The observed sums among the others: p is valid at any number of resamples.
fn share(sums: &[i64], extreme: impl Fn(i64) -> bool) -> f64 {
    let count = sums.iter().filter(|&&sum| extreme(sum)).count();
    (count + 1) as f64 / (sums.len() + 1) as f64
}

fn student(trial: &Trial) -> f64 {
    let differences: Vec<f64> = trial.column.iter().map(|&d| d as f64).collect();
    let test =
        StudentT::of_moments(Moments::of(&differences).expect("differences")).expect("two topics");
    test.p(TwoSided).value()
}

/// R's `wilcox.test`: exact below 50 differences without ties or zeros, else normal with continuity correction.
fn wilcoxon(trial: &Trial) -> f64 {
    let topics = trial.column.len();
    let test = SignedRank::of_differences(&trial.column, Zeros::Wilcox).expect("differences");
    let tabled = topics < 50 && test.changed() == topics as u64 && !test.has_ties();
    if tabled {
        test.exact(TwoSided).probability.value()
    } else {
        test.normal(TwoSided, true).value()
    }
}
