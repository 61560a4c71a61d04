//! How often t of raters crossed with items rejects where nothing is there, and what knows of one of them, or of none: rows of
//! `docs/calibration.md`.
//!
//! `cargo run --release -p restrap-studies --bin raters -- 4000`: data sets per cell, a standard error of .0034 at .05.

use restrap_stats::cluster::{Clusters, Crossed, Sandwich};
use restrap_stats::special::normal_quantile;
use restrap_stats::{Alternative, Moments, StatsError, StudentT, TEstimate};

/// Steps of the grid in a standard deviation.
const PER_ONE: f64 = 64.0;
const ALPHA: f64 = 0.05;
const ITEMS: usize = 50;
const RATERS: [usize; 4] = [5, 10, 20, 40];
const TESTS: [&str; 3] = [
    "items and raters (t, crossed)",
    "items alone (t, CR2)",
    "single scores (t)",
];

/// SplitMix64 (Steele, Lea and Flood 2014).
struct Random(u64);

impl Random {
    /// By the quantile of a uniform number between the ends.
    fn normal(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let bits = ((z ^ (z >> 31)) >> 11) as f64;
        normal_quantile((bits + 0.5) / (1_u64 << 53) as f64)
    }
}

/// Which tests reject the difference of two systems, of which items and raters each have their own.
fn rejected(random: &mut Random, raters: usize, sd: f64) -> Result<[bool; 3], StatsError> {
    let mut normal = || random.normal();
    let of_raters: Vec<f64> = (0..raters).map(|_| sd * normal()).collect();
    let (mut differences, mut of_item, mut of_rater) = (Vec::new(), Vec::new(), Vec::new());
    for item in 0..ITEMS as u32 {
        let shared = 0.5 * normal();
        for (rater, own) in (0_u32..).zip(&of_raters) {
            differences.push((PER_ONE * (shared + own + normal())).round());
            of_item.push(item);
            of_rater.push(rater);
        }
    }
    let moments = Moments::of(&differences)?;
    let totals = differences
        .chunks(raters)
        .map(|item| (item.iter().sum::<f64>() as i64, raters as u64));
    let rejects = |t: TEstimate| t.p(Alternative::TwoSided).value() <= ALPHA;
    Ok([
        rejects(Crossed::new(&differences, &of_item, &of_rater)?.estimate()?),
        rejects(Clusters::new(totals, 1.0, moments.squares())?.estimate(Sandwich::Cr2)?),
        rejects(StudentT::of_moments(moments)?.estimate()),
    ])
}

fn main() -> Result<(), StatsError> {
    let sets: u64 = std::env::args()
        .nth(1)
        .and_then(|text| text.parse().ok())
        .unwrap_or(2_000);
    println!(
        "| sd of raters | test | {} |",
        RATERS.map(|raters| format!("{raters} raters")).join(" | ")
    );
    println!("|---|---|---|---|---|---|");
    for sd in [0.0, 0.1, 0.3] {
        let (mut rates, mut random) = (Vec::new(), Random(11));
        for raters in RATERS {
            let mut counts = [0_u64; 3];
            for _ in 0..sets {
                let found = rejected(&mut random, raters, sd)?;
                counts
                    .iter_mut()
                    .zip(found)
                    .for_each(|(count, found)| *count += u64::from(found));
            }
            rates.push(counts.map(|count| count as f64 / sets as f64));
        }
        for (at, test) in TESTS.iter().enumerate() {
            let cells: Vec<String> = rates
                .iter()
                .map(|rate| format!("{:.3}", rate[at]))
                .collect();
            println!("| {sd} | {test} | {} |", cells.join(" | "));
        }
    }
    Ok(())
}
