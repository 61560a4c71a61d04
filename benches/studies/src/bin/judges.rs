//! Coverage and width of means that people's scores of few items correct: `docs/calibration.md`.

use restrap_stats::StatsError;
use restrap_stats::interval::Interval;
use restrap_stats::prediction::Prediction;

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
    fn add(&mut self, interval: Option<Interval>, truth: f64) {
        // Equal scores have no interval by t, which holds nothing.
        let Some(interval) = interval else { return };
        self.covered += u32::from(interval.contains(truth));
        self.width += interval.high - interval.low;
    }
}

/// Two systems on the same items: which of the cells (both, system only, baseline only, neither) an item is in, by people; the judge
/// errs on each system alone.
fn differences(times: u32) -> Result<(), StatsError> {
    println!(
        "| differ | gain | judge errs in | n | people, t | people, cells | PPI++ | width | guarded | width |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    let mut random = Random(8);
    for differ in [0.05, 0.1, 0.2, 0.4] {
        for gain in [0.0, 0.5] {
            for errs in [0.02, 0.1, 0.3] {
                for labels in [30, 100, 300] {
                    let truth = differ * gain;
                    let mut item = || {
                        let u = random.uniform();
                        let [b, s] = if u < 0.5 * (differ + truth) {
                            [false, true]
                        } else if u < differ {
                            [true, false]
                        } else {
                            [random.uniform() < 0.7; 2]
                        };
                        let of = |right: bool| f64::from(u8::from(right));
                        let human = of(s) - of(b);
                        let judged = [s, b].map(|right| of(right != (random.uniform() < errs)));
                        (human, judged[0] - judged[1])
                    };
                    let mut seen: [Seen; 4] = Default::default();
                    for _ in 0..times {
                        let (human, judge): (Vec<f64>, Vec<f64>) =
                            (0..labels).map(|_| item()).unzip();
                        let others: Vec<f64> = (0..OTHERS).map(|_| item().1).collect();
                        let prediction = Prediction::new(&human, &judge, &others)?;
                        let intervals = [
                            prediction.humans_alone()?.interval(0.95)?,
                            prediction.humans_alone_pair()?.interval(0.95)?,
                            prediction.estimate(prediction.weight())?.interval(0.95)?,
                            prediction.guarded_pair(1.0)?.interval(0.95)?,
                        ];
                        for (seen, interval) in seen.iter_mut().zip(intervals) {
                            seen.add(interval, truth);
                        }
                    }
                    print!("| {differ} | {truth} | {errs} | {labels} ");
                    for (place, each) in seen.iter().enumerate() {
                        print!("| {:.3} ", f64::from(each.covered) / f64::from(times));
                        if place > 1 {
                            print!("| {:.2} ", each.width / seen[1].width);
                        }
                    }
                    println!("|");
                }
            }
        }
    }
    Ok(())
}

fn main() -> Result<(), StatsError> {
    let times: u32 = std::env::args()
        .nth(1)
        .and_then(|word| word.parse().ok())
        .unwrap_or(20_000);
    if std::env::args()
        .nth(2)
        .is_some_and(|word| word == "differences")
    {
        return differences(times);
    }
    println!(
        "| right | judge errs in | n | people, t | people, Wilson | PPI++ | width | guarded | width | share | width |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|");
    let mut random = Random(7);
    for right in [0.5, 0.8, 0.95] {
        for errs in [0.02, 0.04, 0.1, 0.2, 0.35] {
            for labels in [30, 100, 300] {
                let mut seen: [Seen; 5] = Default::default();
                for _ in 0..times {
                    let (human, judge): (Vec<f64>, Vec<f64>) =
                        (0..labels).map(|_| random.item(right, errs)).unzip();
                    let others: Vec<f64> =
                        (0..OTHERS).map(|_| random.item(right, errs).1).collect();
                    let prediction = Prediction::new(&human, &judge, &others)?;
                    let intervals = [
                        prediction.humans_alone()?.interval(0.95)?,
                        Some(prediction.humans_alone_share(0.95)?),
                        prediction.estimate(prediction.weight())?.interval(0.95)?,
                        prediction.guarded(1.0)?.interval(0.95)?,
                        Some(prediction.share(1.0, None, 0.95)?),
                    ];
                    for (seen, interval) in seen.iter_mut().zip(intervals) {
                        seen.add(interval, right);
                    }
                }
                print!("| {right} | {errs} | {labels} ");
                for (place, each) in seen.iter().enumerate() {
                    print!("| {:.3} ", f64::from(each.covered) / f64::from(times));
                    if place > 1 {
                        print!("| {:.2} ", each.width / seen[1].width);
                    }
                }
                println!("|");
            }
        }
    }
    Ok(())
}
