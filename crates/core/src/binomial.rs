//! Binomial draws: popcounts for fair coins, inversion for small means, transformed rejection otherwise.
//!
//! All three sample the binomial law itself; no normal approximation. Transcendental functions come from `libm`, so a
//! draw is the same on every machine. Rejection consumes two uniforms an attempt (1.15 attempts on average).

use rand::Rng;

use crate::stream::ScalarStream;

/// Mean up to which the inversion walks along the probabilities.
const INVERSION_MEAN: f64 = 10.0;
/// Fair coins counted bit by bit: 8 words.
const MOST_COINS: u64 = 512;

/// The binomial law of `trials` independent trials with probability `p`.
#[derive(Clone, Copy, Debug)]
pub struct Binomial {
    trials: u64,
    /// The method draws the rarer outcome, and that is a failure.
    swapped: bool,
    method: Method,
}

#[derive(Clone, Copy, Debug)]
enum Method {
    Never,
    Coins,
    Inversion { first: f64, odds: f64 },
    Rejection(Rejection),
}

/// Constants of BTRS (Hörmann 1993, "The generation of binomial random variates", algorithm BTRS).
#[derive(Clone, Copy, Debug)]
struct Rejection {
    a: f64,
    b: f64,
    c: f64,
    v_r: f64,
    alpha: f64,
    ln_odds: f64,
    mode: f64,
    /// `ln(mode! (trials − mode)!)`
    h: f64,
}

impl Binomial {
    /// The law; `p` outside `[0, 1]` is clamped.
    pub fn new(trials: u64, p: f64) -> Self {
        let swapped = p > 0.5;
        let p = if swapped { 1.0 - p } else { p }.clamp(0.0, 0.5);
        let mean = trials as f64 * p;
        let method = if mean == 0.0 {
            Method::Never
        } else if p == 0.5 && trials <= MOST_COINS {
            Method::Coins
        } else if mean < INVERSION_MEAN {
            let first = libm::exp(trials as f64 * libm::log1p(-p));
            Method::Inversion { first, odds: p / (1.0 - p) }
        } else {
            Method::Rejection(Rejection::new(trials as f64, p))
        };
        Self { trials, swapped, method }
    }

    /// One draw.
    pub fn sample(&self, stream: &mut ScalarStream) -> u64 {
        let rarer = match &self.method {
            Method::Never => 0,
            Method::Coins => coins(self.trials, stream),
            Method::Inversion { first, odds } => self.invert(*first, *odds, stream),
            Method::Rejection(constants) => constants.sample(self.trials as f64, stream),
        };
        if self.swapped { self.trials - rarer } else { rarer }
    }

    fn invert(&self, first: f64, odds: f64, stream: &mut ScalarStream) -> u64 {
        loop {
            let mut u = stream.open_unit();
            let mut term = first;
            for k in 0..=self.trials {
                if u < term {
                    return k;
                }
                u -= term;
                term *= odds * (self.trials - k) as f64 / (k + 1) as f64;
            }
            // Rounding left a sliver above the total of all terms, below 1e-15: draw again.
        }
    }
}

fn coins(trials: u64, stream: &mut ScalarStream) -> u64 {
    let mut heads = 0;
    let mut left = trials;
    while left >= 64 {
        heads += stream.next_u64().count_ones();
        left -= 64;
    }
    if left > 0 {
        heads += (stream.next_u64() & ((1 << left) - 1)).count_ones();
    }
    u64::from(heads)
}

impl Rejection {
    fn new(n: f64, p: f64) -> Self {
        let q = 1.0 - p;
        let deviation = libm::sqrt(n * p * q);
        let b = 1.15 + 2.53 * deviation;
        let mode = libm::floor((n + 1.0) * p);
        Self {
            a: -0.0873 + 0.0248 * b + 0.01 * p,
            b,
            c: n * p + 0.5,
            v_r: 0.92 - 4.2 / b,
            alpha: (2.83 + 5.1 / b) * deviation,
            ln_odds: libm::log(p / q),
            mode,
            h: ln_factorial(mode) + ln_factorial(n - mode),
        }
    }

    fn sample(&self, n: f64, stream: &mut ScalarStream) -> u64 {
        loop {
            let u = stream.open_unit() - 0.5;
            let v = stream.open_unit();
            let us = 0.5 - u.abs();
            let k = libm::floor((2.0 * self.a / us + self.b) * u + self.c);
            if k < 0.0 || k > n {
                continue;
            }
            if us >= 0.07 && v <= self.v_r {
                return k as u64;
            }
            let v = libm::log(v * self.alpha / (self.a / (us * us) + self.b));
            let bound = self.h - ln_factorial(k) - ln_factorial(n - k) + (k - self.mode) * self.ln_odds;
            if v <= bound {
                return k as u64;
            }
        }
    }
}

/// `ln k!`, from a table below 10 and by Stirling's series above: absolute error below 1e-13 up to 10^7.
fn ln_factorial(k: f64) -> f64 {
    const SMALL: [f64; 10] = [
        0.0,
        0.0,
        std::f64::consts::LN_2,
        1.791_759_469_228_055,
        3.178_053_830_347_946,
        4.787_491_742_782_046,
        6.579_251_212_010_101,
        8.525_161_361_065_415,
        10.604_602_902_745_25,
        12.801_827_480_081_469,
    ];
    if k < 10.0 {
        return SMALL[k as usize];
    }
    let (x, x2) = (k + 1.0, (k + 1.0) * (k + 1.0));
    let series = (1.0 / 12.0 - (1.0 / 360.0 - (1.0 / 1260.0 - 1.0 / (1680.0 * x2)) / x2) / x2) / x;
    (x - 0.5) * libm::log(x) - x + 0.918_938_533_204_672_7 + series
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stream::{Address, Domain};

    fn stream(seed: u64) -> ScalarStream {
        Address { seed, domain: Domain::Bootstrap, comparison: 0, resample: 0, tile: 0, attempt: 0 }.scalar()
    }

    /// Kolmogorov–Smirnov distance between draws and the law, times the square root of the number of draws.
    fn distance(trials: u64, p: f64, draw: impl Fn(&mut ScalarStream) -> u64) -> f64 {
        const DRAWS: usize = 200_000;
        let mut stream = stream(trials ^ (p * 1e6) as u64);
        let mut counts = vec![0_u32; trials as usize + 1];
        for _ in 0..DRAWS {
            counts[draw(&mut stream) as usize] += 1;
        }
        let (mut law, mut empirical, mut largest) = (0.0, 0.0, 0.0_f64);
        let (ln_p, ln_q) = (p.ln(), (-p).ln_1p());
        for (k, &count) in counts.iter().enumerate() {
            let (k, n) = (k as f64, trials as f64);
            let ln_choose = ln_factorial(n) - ln_factorial(k) - ln_factorial(n - k);
            law += (ln_choose + k * ln_p + (n - k) * ln_q).exp();
            empirical += f64::from(count) / DRAWS as f64;
            largest = largest.max((law - empirical).abs());
        }
        largest * (DRAWS as f64).sqrt()
    }

    #[test]
    fn every_method_follows_the_binomial_law() {
        // The 1e-4 quantile of Kolmogorov's law is 2.23; discrete laws stay below it.
        for (trials, p) in [
            (1, 0.5),
            (64, 0.5),
            (65, 0.5),
            (512, 0.5),
            (513, 0.5),
            (20, 0.3),
            (20, 0.9),
            (1_000, 0.001),
            (25, 0.45),
            (1_000, 0.2),
            (1_000, 0.83),
            (100_000, 0.5),
        ] {
            let law = Binomial::new(trials, p);
            let d = distance(trials, p, |stream| law.sample(stream));
            assert!(d < 2.23, "({trials}, {p}): {d}");
        }
    }

    #[test]
    fn the_judge_rejects_a_law_that_is_one_percent_off() {
        let law = Binomial::new(1_000, 0.2 * 1.01);
        assert!(distance(1_000, 0.2, |stream| law.sample(stream)) > 2.23);
    }

    #[test]
    fn certain_and_impossible_outcomes_are_constant() {
        for (p, expected) in [(0.0, 0), (1.0, 17), (-1e-18, 0), (1.0 + 1e-15, 17)] {
            let law = Binomial::new(17, p);
            assert_eq!(law.sample(&mut stream(0)), expected);
        }
        assert_eq!(Binomial::new(0, 0.4).sample(&mut stream(0)), 0);
    }

    #[test]
    fn draws_have_known_values_on_every_path() {
        for (path, trials, p, expected) in [
            ("coins", 100, 0.5, [50, 49, 52, 41]),
            ("inversion", 50, 0.1, [5, 3, 6, 1]),
            ("rejection", 1_000, 0.3, [304, 312, 314, 304]),
            ("rejection, swapped", 1_000_000, 0.999, [998_991, 998_974, 998_971, 998_991]),
        ] {
            let law = Binomial::new(trials, p);
            let mut stream = stream(1);
            assert_eq!([(); 4].map(|()| law.sample(&mut stream)), expected, "{path}");
        }
    }
}
