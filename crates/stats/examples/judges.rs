//! Coverage and width of means that people's scores of few items correct: `docs/calibration.md`.

use restrap_stats::prediction::Prediction;
use restrap_stats::{StatsError, TEstimate};

/// Items that the judge alone scored.
const OTHERS: usize = 1_000;

/// SplitMix64 (Steele, Lea and Flood 2014).
struct Random(u64);

impl Random {
    fn uniform(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Right or wrong by people, and by a judge that errs as often either way.
    fn item(&mut self, right: f64, errs: f64) -> (f64, f64) {
        let human = self.uniform() < right;
        let judge = human != (self.uniform() < errs);
        (f64::from(u8::from(human)), f64::from(u8::from(judge)))
    }
}

/// Intervals that hold the truth, and the sum of their widths where people alone have one.
#[derive(Default)]
struct Seen {
    covered: u32,
    width: f64,
}

impl Seen {
    fn add(&mut self, estimate: TEstimate, truth: f64, is_compared: bool) -> Result<(), StatsError> {
        // Equal scores have no interval, which holds nothing.
        let Some(interval) = estimate.interval(0.95)? else { return Ok(()) };
        self.covered += u32::from(interval.contains(truth));
        self.width += if is_compared { interval.high - interval.low } else { 0.0 };
        Ok(())
    }
}

fn main() -> Result<(), StatsError> {
    let times: u32 = std::env::args().nth(1).and_then(|word| word.parse().ok()).unwrap_or(20_000);
    println!("| right | judge errs in | n | people alone | PPI++ | width | guarded | width |");
    println!("|---|---|---|---|---|---|---|---|");
    let mut random = Random(7);
    for right in [0.5, 0.8, 0.95] {
        for errs in [0.02, 0.04, 0.1, 0.2, 0.35] {
            for labels in [30, 100, 300] {
                let [mut alone, mut plain, mut guarded] = [(); 3].map(|()| Seen::default());
                for _ in 0..times {
                    let (human, judge): (Vec<f64>, Vec<f64>) =
                        (0..labels).map(|_| random.item(right, errs)).unzip();
                    let others: Vec<f64> = (0..OTHERS).map(|_| random.item(right, errs).1).collect();
                    let prediction = Prediction::new(&human, &judge, &others)?;
                    let people = prediction.humans_alone()?;
                    let is_compared = people.interval(0.95)?.is_some();
                    alone.add(people, right, is_compared)?;
                    plain.add(prediction.estimate(prediction.weight())?, right, is_compared)?;
                    guarded.add(prediction.guarded(1.0)?, right, is_compared)?;
                }
                let share = |seen: &Seen| f64::from(seen.covered) / f64::from(times);
                let width = |seen: &Seen| seen.width / alone.width;
                println!(
                    "| {right} | {errs} | {labels} | {:.3} | {:.3} | {:.2} | {:.3} | {:.2} |",
                    share(&alone),
                    share(&plain),
                    width(&plain),
                    share(&guarded),
                    width(&guarded)
                );
            }
        }
    }
    Ok(())
}
