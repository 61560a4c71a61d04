//! How often a test sees the gain that is printed as seen in 80 %: `docs/calibration/gain.csv`.
//!
//! `cargo run --release -p restrap-studies --bin gain -- 10000`: data sets per cell, a standard error of .004 at a power of .8. Twice for each
//! design: at the gain that the true variances give, and at the root mean square of the gains that data sets without a difference print.

use rand::{RngExt, SeedableRng};
use rand_distr::StandardNormal;
use rand_pcg::Pcg64Mcg;
use restrap_facade::{Clustering, Control, Data, Error, Request, Scores, Units, compare};
use restrap_stats::Alternative;
use restrap_stats::power::{seen_by_flips, seen_by_t};
use restrap_stats::seeds::{Recipes, Runs, recipe_df};
use restrap_studies::in_threads;

/// Level, half of it at each side.
const ALPHA: f64 = 0.05;
/// Power of the gain.
const POWER: f64 = 0.8;
/// Items of the designs with training runs.
const ITEMS: usize = 50;
/// Standard deviations: of the true difference of an item, of a training run, of one answer.
const RUNS: [f64; 3] = [0.2, 0.05, 0.3];
/// Items of a cluster, and standard deviations of a cluster's difference and of an item's within it.
const CLUSTERS: (usize, [f64; 2]) = (5, [0.3, 0.5]);

fn normal(random: &mut Pcg64Mcg) -> f64 {
    random.sample(StandardNormal)
}

/// A design: the gain that its true variances give, and one data set with a difference: the gain that it prints, and whether its test
/// rejects.
trait Design: Sync {
    fn name(&self) -> String;
    fn true_gain(&self) -> Result<f64, Error>;
    fn set(&self, random: &mut Pcg64Mcg, gain: f64) -> Result<(f64, bool), Error>;
}

/// So many training runs of each system, of which each answers every item.
struct OfRuns(usize);

impl Design for OfRuns {
    fn name(&self) -> String {
        format!("{} runs of each system", self.0)
    }

    fn true_gain(&self) -> Result<f64, Error> {
        let (runs, items) = (self.0 as f64, ITEMS as f64);
        let [item, run, answer] = RUNS.map(|sd| sd * sd);
        let of_items = (item + 2.0 * answer / runs) / items;
        let variance = of_items + 2.0 * run / runs;
        // A mean square of runs holds what answers add to a run's mean.
        let square = ((run + answer / items) / runs, runs - 1.0);
        let df = recipe_df(variance, (of_items, items - 1.0), &[square; 2]);
        Ok(seen_by_t(df, 0.5 * ALPHA, POWER)? * libm::sqrt(variance))
    }

    fn set(&self, random: &mut Pcg64Mcg, gain: f64) -> Result<(f64, bool), Error> {
        let [item, run, answer] = RUNS;
        let of_items: Vec<f64> = (0..ITEMS).map(|_| item * normal(random)).collect();
        let mut side = |gain: f64, of_items: &[f64]| -> Result<Runs, Error> {
            let rows = (0..self.0).map(|_| {
                let of_run = run * normal(random);
                of_items
                    .iter()
                    .map(|of_item| gain + of_run + of_item + answer * normal(random))
                    .collect()
            });
            Ok(Runs::new(&rows.collect::<Vec<Vec<f64>>>())?)
        };
        let (baseline, system) = (side(0.0, &[0.0; ITEMS])?, side(gain, &of_items)?);
        let estimate = Recipes::new(&system, &baseline)?.recipe(true)?;
        let printed = seen_by_t(estimate.df(), 0.5 * ALPHA, POWER)? * estimate.standard_error();
        Ok((printed, estimate.p(Alternative::TwoSided).value() <= ALPHA))
    }
}

/// So many clusters of items.
struct OfClusters(usize);

impl Design for OfClusters {
    fn name(&self) -> String {
        format!("{} clusters", self.0)
    }

    fn true_gain(&self) -> Result<f64, Error> {
        let (size, [between, within]) = CLUSTERS;
        let size = size as f64;
        let spread = libm::sqrt(size * size * between * between + size * within * within);
        let error = spread / (size * libm::sqrt(self.0 as f64));
        let seen = seen_by_flips(
            &vec![spread; self.0],
            &vec![size; self.0],
            0.5 * ALPHA,
            POWER,
        )?;
        Ok(seen.unwrap_or(f64::NAN) * error)
    }

    fn set(&self, random: &mut Pcg64Mcg, gain: f64) -> Result<(f64, bool), Error> {
        let (size, [between, within]) = CLUSTERS;
        let (mut values, mut codes) = (Vec::new(), Vec::new());
        for cluster in 1..=self.0 as u32 {
            let own = gain + between * normal(random);
            values.extend((0..size).map(|_| own + within * normal(random)));
            codes.extend((0..size).map(|_| cluster));
        }
        let systems = [
            Scores::new("base", vec![0.0; values.len()]),
            Scores::new("new", values),
        ];
        let clusters = Clustering {
            column: "cluster".to_owned(),
            codes: codes.into(),
        };
        let request = Request::default();
        let outcome = compare(
            Data::scores(&systems).sampling(&Units::Clusters(clusters.clone()).into()),
            &request,
            &Control::default(),
        )?;
        let comparison = &outcome.comparisons[0];
        let printed = comparison
            .variance
            .as_ref()
            .and_then(|variance| variance.detectable);
        Ok((printed.unwrap_or(f64::NAN), comparison.shown))
    }
}

fn main() -> Result<(), Error> {
    let sets: u64 = std::env::args()
        .nth(1)
        .and_then(|word| word.parse().ok())
        .unwrap_or(2_000);
    println!("design,sets,true_gain,power_at_true_gain,printed_gain_rms,power_at_printed_gain");
    let runs = [3, 5, 10].map(|runs| Box::new(OfRuns(runs)) as Box<dyn Design>);
    let clusters =
        [6, 7, 8, 10, 12, 16, 20].map(|number| Box::new(OfClusters(number)) as Box<dyn Design>);
    for (cell, design) in runs.into_iter().chain(clusters).enumerate() {
        let all = |gain: f64, salt: u64| {
            in_threads(sets, &|set| {
                let mut random = Pcg64Mcg::seed_from_u64((cell as u64) << 40 | salt << 32 | set);
                design.set(&mut random, gain)
            })
        };
        let power = |of: &[(f64, bool)]| {
            of.iter().filter(|(_, rejects)| *rejects).count() as f64 / sets as f64
        };
        let true_gain = design.true_gain()?;
        let printed = all(0.0, 0)?;
        let mean_square = printed.iter().map(|(gain, _)| gain * gain).sum::<f64>() / sets as f64;
        let printed = libm::sqrt(mean_square);
        println!(
            "{},{sets},{true_gain:.4},{:.3},{printed:.4},{:.3}",
            design.name(),
            power(&all(true_gain, 1)?),
            power(&all(printed, 2)?)
        );
    }
    Ok(())
}
