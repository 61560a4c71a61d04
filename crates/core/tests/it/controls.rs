//! Negative controls: resamplers with one fault each, which the judges of the routes must reject; and the same without a
//! fault, which they must not.

use rand::Rng;
use restrap_core::{
    Address, CoinFlips, Design, Domain, IndexedBootstrap, Resampler, ScalarStream, below,
};

use crate::judge::{Kind, Shape, Verdict};
use crate::routes::{column, short_verdict};

/// What is wrong with a bootstrap.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    None,
    /// A byte that no count of the Poisson table owns counts as 0: the law has eight bits.
    LostEscapes,
    /// What the Poisson counts leave missing stays missing.
    NoTopUp,
    /// Indices are 12 bits modulo the number of items.
    Modulo,
    /// Draws that exceed the total are cut off at the end, instead of drawn again.
    CutOff,
}

/// Counts by a table of Poisson(λ) bytes, or indices.
struct Bootstrap {
    column: Vec<i64>,
    fault: Fault,
}

fn scalar(domain: Domain, seed: u64, comparison: u16, resample: u64) -> ScalarStream {
    Address {
        seed,
        domain,
        comparison,
        resample,
        tile: 7,
        attempt: 9,
    }
    .scalar()
}

/// Poisson(λ) by the eight-bit table and, beyond, its exact residual law.
fn poisson(stream: &mut ScalarStream, lambda: f64, fault: Fault) -> u64 {
    let byte = stream.next_u64() >> 56;
    let probability =
        |k: u64| (-lambda + k as f64 * lambda.ln() - libm::lgamma(k as f64 + 1.0)).exp();
    let mut slots = 0;
    for k in 0..12 {
        slots += (256.0 * probability(k)).floor() as u64;
        if byte < slots {
            return k;
        }
    }
    if fault == Fault::LostEscapes {
        return 0;
    }
    let left = |k| 256.0 * probability(k) - (256.0 * probability(k)).floor();
    let mut at = stream.open_unit() * (0..40).map(left).sum::<f64>();
    for k in 0..40 {
        at -= left(k);
        if at < 0.0 {
            return k;
        }
    }
    unreachable!("Poisson counts of a mean below 1 stay below 40")
}

impl Bootstrap {
    fn draw(&self, seed: u64, comparison: u16, resample: u64) -> Vec<u64> {
        let mut stream = scalar(Domain::Bootstrap, seed, comparison, resample);
        let n = self.column.len() as u64;
        let mut counts = vec![0; n as usize];
        if self.fault == Fault::Modulo {
            for _ in 0..n {
                counts[((stream.next_u64() >> 52) % n) as usize] += 1;
            }
            return counts;
        }
        let lambda = 1.0 - 0.9 / (n as f64).sqrt();
        let mut missing = loop {
            for count in &mut counts {
                *count = poisson(&mut stream, lambda, self.fault);
            }
            let total: u64 = counts.iter().sum();
            if let Some(missing) = n.checked_sub(total) {
                break missing;
            }
            if self.fault == Fault::CutOff {
                let mut over = total - n;
                for count in counts.iter_mut().rev() {
                    let cut = over.min(*count);
                    *count -= cut;
                    over -= cut;
                }
                break 0;
            }
        };
        if self.fault == Fault::NoTopUp {
            missing = 0;
        }
        for _ in 0..missing {
            counts[below(&mut stream, n) as usize] += 1;
        }
        counts
    }
}

impl Resampler for Bootstrap {
    fn sums(&self, seed: u64, comparison: u16, first: u64, sums: &mut [i64]) {
        for (resample, sum) in (first..).zip(sums) {
            let counts = self.draw(seed, comparison, resample);
            *sum = counts
                .iter()
                .zip(&self.column)
                .map(|(&k, value)| k.cast_signed() * value)
                .sum();
        }
    }

    fn counts(&self, seed: u64, comparison: u16, resample: u64) -> Vec<u64> {
        self.draw(seed, comparison, resample)
    }

    fn cost(&self) -> u64 {
        self.column.len() as u64
    }
}

fn of_bootstrap(items: u64, fault: Fault) -> Verdict {
    let column = column(items, 0);
    let indexed = IndexedBootstrap::new(&[&column], &Design::full(items));
    let cells: Vec<usize> = (0..items as usize).collect();
    let shape = Shape::items(Kind::Again, &[(items, items)]);
    short_verdict(
        &shape,
        &Bootstrap {
            column: column.clone(),
            fault,
        },
        (&indexed, &cells),
    )
}

#[test]
fn a_bootstrap_with_a_fault_is_rejected() {
    for items in [64, 1_000] {
        of_bootstrap(items, Fault::None).hold(&format!("a bootstrap of {items} without a fault"));
        for fault in [
            Fault::LostEscapes,
            Fault::NoTopUp,
            Fault::Modulo,
            Fault::CutOff,
        ] {
            // 4,096 is a multiple of 64: that modulo is fair.
            if (items, fault) != (64, Fault::Modulo) {
                of_bootstrap(items, fault).reject(&format!("{fault:?} in a bootstrap of {items}"));
            }
        }
    }
    of_bootstrap(5, Fault::NoTopUp).reject("NoTopUp in a bootstrap of 5");
}

/// What is wrong with swaps.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Slip {
    None,
    /// Every 64 pairs have the same word.
    SharedWord,
    /// Two neighbouring resamples have the same stream.
    ReusedStream,
    /// Resample 16 r + k begins k words into the stream of 16 r: most words are shared with the next.
    Overlap,
    /// A coin shows heads 33 times in 64.
    Loaded,
}

struct Swaps {
    column: Vec<i64>,
    slip: Slip,
}

impl Swaps {
    fn draw(&self, seed: u64, comparison: u16, resample: u64) -> Vec<u64> {
        let number = match self.slip {
            Slip::ReusedStream => resample / 2,
            Slip::Overlap => resample / 16,
            _ => resample,
        };
        let mut stream = scalar(Domain::Permutation, seed, comparison, number);
        if self.slip == Slip::Overlap {
            (0..resample % 16).for_each(|_| _ = stream.next_u64());
        }
        let mut word = 0;
        let swap = |i: usize| {
            if self.slip == Slip::Loaded {
                return u64::from(stream.next_u64() >> 58 < 33);
            }
            if i == 0 || i.is_multiple_of(64) && self.slip != Slip::SharedWord {
                word = stream.next_u64();
            }
            word >> (i % 64) & 1
        };
        (0..self.column.len()).map(swap).collect()
    }
}

impl Resampler for Swaps {
    fn sums(&self, seed: u64, comparison: u16, first: u64, sums: &mut [i64]) {
        for (resample, sum) in (first..).zip(sums) {
            let swaps = self.draw(seed, comparison, resample);
            *sum = swaps
                .iter()
                .zip(&self.column)
                .map(|(&k, value)| value * (1 - 2 * k.cast_signed()))
                .sum();
        }
    }

    fn counts(&self, seed: u64, comparison: u16, resample: u64) -> Vec<u64> {
        self.draw(seed, comparison, resample)
    }

    fn cost(&self) -> u64 {
        self.column.len() as u64
    }
}

fn of_swaps(items: u64, slip: Slip) -> Verdict {
    let column = column(items, 0);
    let coins = CoinFlips::new(&[&column]);
    let cells: Vec<usize> = (0..items as usize).collect();
    let shape = Shape::items(Kind::Swaps, &[(items, 0)]);
    short_verdict(
        &shape,
        &Swaps {
            column: column.clone(),
            slip,
        },
        (&coins, &cells),
    )
}

#[test]
fn swaps_with_a_fault_are_rejected() {
    for items in [5, 64, 1_000] {
        of_swaps(items, Slip::None).hold(&format!("swaps of {items} without a fault"));
        of_swaps(items, Slip::ReusedStream).reject(&format!("ReusedStream in swaps of {items}"));
        of_swaps(items, Slip::Loaded).reject(&format!("Loaded in swaps of {items}"));
    }
    of_swaps(1_000, Slip::SharedWord).reject("SharedWord in swaps of 1,000");
    of_swaps(1_000, Slip::Overlap).reject("Overlap in swaps of 1,000");
}

/// Swaps of counted rows with one coin for all items of a row, or one share of heads for all rows.
struct SharedHeads {
    weights: Vec<u64>,
    values: Vec<i64>,
    whole_rows: bool,
}

impl Resampler for SharedHeads {
    fn sums(&self, seed: u64, comparison: u16, first: u64, sums: &mut [i64]) {
        for (resample, sum) in (first..).zip(sums) {
            let heads = self.counts(seed, comparison, resample);
            let rows = heads.iter().zip(&self.weights).zip(&self.values);
            *sum = rows
                .map(|((heads, weight), value)| {
                    value * (weight.cast_signed() - 2 * heads.cast_signed())
                })
                .sum();
        }
    }

    fn counts(&self, seed: u64, comparison: u16, resample: u64) -> Vec<u64> {
        let mut stream = scalar(Domain::Permutation, seed, comparison, resample);
        if self.whole_rows {
            return self
                .weights
                .iter()
                .map(|weight| weight * (stream.next_u64() >> 63))
                .collect();
        }
        // One binomial number of all items, handed out in proportion.
        let items: u64 = self.weights.iter().sum();
        let heads: u64 = (0..items).map(|_| stream.next_u64() >> 63).sum();
        let mut before = 0;
        let share = |upto: u64| (upto * heads + items / 2) / items;
        let of_row = |weight: &u64| {
            let upto = before + weight;
            let row = share(upto) - share(before);
            before = upto;
            row
        };
        self.weights.iter().map(of_row).collect()
    }

    fn cost(&self) -> u64 {
        self.weights.len() as u64
    }
}

#[test]
fn one_binomial_for_all_rows_is_rejected() {
    for weights in [&[40_u64, 20, 4][..], &[600, 300, 90, 10]] {
        let values: Vec<i64> = (1..=weights.len() as i64)
            .map(|group| 3 * group + 1)
            .collect();
        let of_items = |of: &dyn Fn(usize) -> i64| -> Vec<i64> {
            let rows = weights.iter().enumerate();
            rows.flat_map(|(row, weight)| (0..*weight).map(move |_| row))
                .map(of)
                .collect()
        };
        let column = of_items(&|row| values[row]);
        let cells: Vec<usize> = of_items(&|row| row as i64)
            .into_iter()
            .map(|row| row as usize)
            .collect();
        let coins = CoinFlips::new(&[&column]);
        let shape = Shape {
            kind: Kind::Swaps,
            strata: vec![(weights.to_vec(), 0)],
        };
        for whole_rows in [false, true] {
            let wrong = SharedHeads {
                weights: weights.to_vec(),
                values: values.clone(),
                whole_rows,
            };
            short_verdict(&shape, &wrong, (&coins, &cells))
                .reject(&format!("heads shared by the rows of {weights:?}"));
        }
    }
}
