//! Laws against draws: the tails of the permutation and bootstrap laws at eleven thresholds a side, on every route, by
//! 10^5 resamples, or 10^7 under `RESTRAP_LONG=1`.
//!
//! The count beyond a threshold is binomial around the law's probability; the judge asks for both binomial tails of the
//! count above 1e-6. Of 400 counts one lies outside by chance in one suite of 1,200; seeds are fixed.

use restrap_core::{
    CoinFlips, CompressedBootstrap, CompressedFlips, Design, DistinctRows, IndexedBootstrap, Level,
    Resampler, StreamedBootstrap, StreamedFlips, Sums, encode,
};
use restrap_engine::{Run, Threshold, default_shard_size, run};
use restrap_facade::{Control, Model, Precision, generate};
use restrap_stats::special::Chance;
use restrap_stats::{Law, binomial};
use restrap_testing::effort;

fn resamples() -> u64 {
    effort(100_000, 10_000_000)
}

/// Differences of generated scores, on their grid.
fn differences(model: Model, items: u64) -> Vec<i64> {
    let (baseline, system) = generate(model, items, 5).expect("a valid model");
    encode(&baseline, &system, Precision::Double).difference
}

/// `extreme` of all draws may come from events of probability `p`.
fn is_plausible(extreme: u64, all: u64, p: f64) -> bool {
    let chance = Chance::new(p);
    binomial::lower(extreme, all, chance).value() > 1e-6
        && binomial::upper(extreme, all, chance).value() > 1e-6
}

/// Thresholds up to five standard deviations either side of the mean, and what the law puts beyond them.
fn thresholds(law: &Law) -> Vec<(Threshold<i64>, f64)> {
    let mut thresholds = Vec::new();
    for sixths in (0..=30).step_by(3) {
        let far = f64::from(sixths) / 6.0 * law.variance().sqrt();
        let (low, high) = (
            (law.mean() - far).floor() as i64,
            (law.mean() + far).ceil() as i64,
        );
        thresholds.push((
            Threshold::AtMost(low),
            law.at_most(low.into()).probability.value(),
        ));
        thresholds.push((
            Threshold::AtLeast(high),
            law.at_least(high.into()).probability.value(),
        ));
    }
    thresholds
}

/// Counts that no draws from the law give, among so many.
fn outside(resampler: &dyn Resampler, thresholds: &[(Threshold<i64>, f64)]) -> (usize, usize) {
    let plan = Run {
        seed: 8,
        comparison: 1,
        range: 0..resamples(),
        shard_size: default_shard_size(resampler.cost(), resampler.batch()),
        thresholds: thresholds
            .iter()
            .map(|&(threshold, _)| (0, threshold))
            .collect(),
        keep: Vec::new(),
    };
    let tally = run(&plan, resampler, &Sums(1), &Control::default()).expect("nothing is kept");
    let beyond = tally.totals().into_iter().zip(thresholds);
    let wrong = beyond
        .filter(|&(count, &(_, p))| !is_plausible(count, tally.completed(), p))
        .count();
    (wrong, thresholds.len())
}

#[test]
fn tails_of_the_laws_are_those_of_the_draws_on_every_route() {
    let level = Level::detected();
    let data = [
        (
            "graded",
            differences(
                Model::Graded {
                    depth: 10,
                    agreement: 0.6,
                    effect: 0.05,
                },
                300,
            ),
        ),
        (
            "binary",
            differences(
                Model::HelpedHurt {
                    helped: 30,
                    hurt: 17,
                    accuracy: 0.6,
                },
                300,
            ),
        ),
        (
            "continuous",
            differences(
                Model::Continuous {
                    correlation: 0.5,
                    effect: 0.02,
                },
                270,
            ),
        ),
    ];
    let mut counts = 0;
    for (name, column) in &data {
        let items = column.len() as u64;
        let rows = DistinctRows::of_column(column);
        let sizes: Vec<i64> = column.iter().map(|d| d.abs()).collect();
        let design = Design::full(items);
        let bootstrap = thresholds(&Law::bootstrap(rows.pairs()));
        let permutation = thresholds(&Law::permutation(rows.pairs()));
        let mut routes: Vec<(&str, Box<dyn Resampler>, &[_])> = vec![
            (
                "compressed bootstrap",
                Box::new(CompressedBootstrap::new(rows.clone(), items, level)),
                &bootstrap,
            ),
            (
                "streamed bootstrap",
                Box::new(StreamedBootstrap::new(&[column], &design, level)),
                &bootstrap,
            ),
            (
                "streamed swaps",
                Box::new(StreamedFlips::new(&[column], level)),
                &permutation,
            ),
            (
                "indexed swaps",
                Box::new(CoinFlips::new(&[column])),
                &permutation,
            ),
        ];
        let by_size = CompressedFlips::new(DistinctRows::of_column(&sizes), level);
        routes.push(("compressed swaps", Box::new(by_size), &permutation));
        if *name == "graded" {
            routes.push((
                "indexed bootstrap",
                Box::new(IndexedBootstrap::new(&[column], &design)),
                &bootstrap,
            ));
        }
        for (route, resampler, tails) in routes {
            let (wrong, all) = outside(resampler.as_ref(), tails);
            counts += all;
            assert_eq!(wrong, 0, "{name}, {route}: {wrong} of {all} counts");
        }
        // Negative controls: a tenth of the draws is missing; thirty pairs are never swapped.
        let fewer = StreamedBootstrap::new(&[column], &Design::draws(items, items * 9 / 10), level);
        assert!(
            outside(&fewer, &bootstrap).0 > 0,
            "{name}: the judge must see missing draws"
        );
        let mut held = column.clone();
        for value in held.iter_mut().take(30) {
            *value = 0;
        }
        let held = StreamedFlips::new(&[&held], level);
        assert!(
            outside(&held, &permutation).0 > 0,
            "{name}: the judge must see pairs that stay"
        );
    }
    println!("{counts} counts of {} resamples, none outside", resamples());
}
