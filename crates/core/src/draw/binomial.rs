//! Binomial counts by inverse distribution: of a normal variate z, the least k with `P(X <= k) >= P(Z <= z)`.
//!
//! The same z gives counts that grow with n and p and are near each other for near n and p. `P(X <= k)` is a smooth function at k + 1/2
//! whose cumulants are those of X less those of a uniform variate on (-1/2, 1/2) (Sheppard's corrections); its quantile is expanded by
//! Cornish and Fisher (1938) to the third order. Where that is nearer to the next count than its error, tails are summed, from
//! probabilities by Stirling errors and deviances (Loader 2000).

/// Variances up to which counts are searched from 0 on.
const SMALL: f64 = 25.0;
/// The error of the expansion times sigma^3, beside that of rounding; the greatest found is .011 (1 + |z|^5), by the test below.
const ERROR: f64 = 0.022;

/// One trial: the shares of success and failure, and the logarithm of the latter.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trial {
    p: f64,
    q: f64,
    ln_q: f64,
}

impl Trial {
    /// Returns the trial of a weight beside the rest of the weights; certain without a rest.
    pub fn new(weight: f64, rest: f64) -> Self {
        let sum = weight + rest;
        let (p, q) = if rest > 0.0 {
            (weight / sum, rest / sum)
        } else {
            (1.0, 0.0)
        };
        Self {
            p,
            q,
            ln_q: if p < 0.5 {
                libm::log1p(-p)
            } else {
                libm::log(q)
            },
        }
    }

    fn turned(self) -> Self {
        Self {
            p: self.q,
            q: self.p,
            ln_q: if self.q < 0.5 {
                libm::log1p(-self.q)
            } else {
                libm::log(self.p)
            },
        }
    }

    /// The count of n trials.
    pub fn count(self, n: u64, z: f64) -> u64 {
        if n == 0 || self.p <= 0.0 {
            return 0;
        }
        if self.q <= 0.0 {
            return n;
        }
        if self.p > self.q {
            return n - self.turned().count(n, -z);
        }
        let variance = n as f64 * self.p * self.q;
        if variance < SMALL {
            self.searched(n, z)
        } else {
            self.expanded(n, z, variance)
        }
    }

    /// From 0 on.
    fn searched(self, n: u64, z: f64) -> u64 {
        let of_none = libm::exp(n as f64 * self.ln_q);
        let (mut k, mut term) = (0, of_none);
        let odds = self.p / self.q;
        if z < 0.0 {
            let below = normal_lower(z);
            let mut sum = term;
            while sum < below && k < n {
                term *= (n - k) as f64 / (k + 1) as f64 * odds;
                k += 1;
                sum += term;
            }
            return k;
        }
        // What is left above k, from 1 downward: beyond the rounding of that, terms are summed from above.
        let above = normal_lower(-z);
        let mut left = 1.0 - term;
        while left > above && k < n {
            term *= (n - k) as f64 / (k + 1) as f64 * odds;
            k += 1;
            left -= term;
            if left < 1e-10 {
                return self.settled(n, z, k);
            }
        }
        k
    }

    /// By the expansion of the quantile.
    fn expanded(self, n: u64, z: f64, variance: f64) -> u64 {
        let at = self.position(n, z, variance);
        let size = z * z * z * z * z.abs();
        let error = ERROR * (1.0 + size) / (variance * variance.sqrt()) + 1e-12 * n as f64;
        let low = (at - error).floor();
        if low == (at + error).floor() && low >= 0.0 && low <= n as f64 {
            return low as u64;
        }
        self.settled(n, z, at.floor().clamp(0.0, n as f64) as u64)
    }

    /// The quantile of the smooth function, and 1/2.
    fn position(self, n: u64, z: f64, variance: f64) -> f64 {
        let (p, q) = (self.p, self.q);
        let of_two = variance - 1.0 / 12.0;
        let of_three = variance * (q - p);
        let of_four = variance * (1.0 - 6.0 * p * q) + 1.0 / 120.0;
        let of_five = variance * (q - p) * (1.0 - 12.0 * p * q);
        let sigma = of_two.sqrt();
        let (s3, s4) = (of_three / (of_two * sigma), of_four / (of_two * of_two));
        let s5 = of_five / (of_two * of_two * sigma);
        let (z2, z4) = (z * z, z * z * z * z);
        let first = s3 * (z2 - 1.0) / 6.0;
        let second = s4 * z * (z2 - 3.0) / 24.0 - s3 * s3 * z * (2.0 * z2 - 5.0) / 36.0;
        let third = s5 * (z4 - 6.0 * z2 + 3.0) / 120.0 - s3 * s4 * (z4 - 5.0 * z2 + 2.0) / 24.0
            + s3 * s3 * s3 * (12.0 * z4 - 53.0 * z2 + 17.0) / 324.0;
        n as f64 * p + sigma * (z + first + second + third) + 0.5
    }

    /// The least count whose lower tail holds z, near a guess.
    fn settled(self, n: u64, z: f64, guess: u64) -> u64 {
        let mut k = guess.min(n);
        while k > 0 && self.holds(n, k - 1, z) {
            k -= 1;
        }
        while k < n && !self.holds(n, k, z) {
            k += 1;
        }
        k
    }

    /// Returns `true` if `P(X <= k) >= P(Z <= z)`, by the tails on the side of z.
    fn holds(self, n: u64, k: u64, z: f64) -> bool {
        if k >= n {
            return true;
        }
        let odds = self.p / self.q;
        if z < 0.0 {
            let (mut at, mut term) = (k, self.point(n, k));
            let mut sum = term;
            while at > 0 && term > 1e-18 * sum {
                term *= at as f64 / ((n - at + 1) as f64 * odds);
                at -= 1;
                sum += term;
            }
            return sum >= normal_lower(z);
        }
        let (mut at, mut term) = (k + 1, self.point(n, k + 1));
        let mut sum = term;
        while at < n && term > 1e-18 * sum {
            term *= (n - at) as f64 / (at + 1) as f64 * odds;
            at += 1;
            sum += term;
        }
        sum <= normal_lower(-z)
    }

    /// `P(X = k)`.
    fn point(self, n: u64, k: u64) -> f64 {
        let (n, k) = (n as f64, k as f64);
        if k == 0.0 {
            return libm::exp(n * self.ln_q);
        }
        if k == n {
            return libm::exp(n * libm::log(self.p));
        }
        let errors = stirling(n) - stirling(k) - stirling(n - k);
        let deviances = deviance(k, n * self.p) + deviance(n - k, n * self.q);
        let spread = n / (2.0 * std::f64::consts::PI * k * (n - k));
        spread.sqrt() * libm::exp(errors - deviances)
    }
}

/// `P(Z <= z)`.
fn normal_lower(z: f64) -> f64 {
    0.5 * libm::erfc(-z * std::f64::consts::FRAC_1_SQRT_2)
}

/// The error of Stirling's formula for ln n!.
fn stirling(n: f64) -> f64 {
    if n < 16.0 {
        let half_ln_2_pi = 0.918_938_533_204_672_8;
        return libm::lgamma(n + 1.0) - ((n + 0.5) * libm::log(n) - n + half_ln_2_pi);
    }
    let n2 = n * n;
    (1.0 / 12.0 - (1.0 / 360.0 - (1.0 / 1260.0 - 1.0 / (1680.0 * n2)) / n2) / n2) / n
}

/// `k ln(k / mean) + mean - k`, which does not cancel where both are near.
fn deviance(k: f64, mean: f64) -> f64 {
    let away = (k - mean) / (k + mean);
    if away.abs() >= 0.1 {
        return k * libm::log(k / mean) + mean - k;
    }
    // The logarithm as twice the series of the hyperbolic tangent's inverse.
    let square = away * away;
    let (mut sum, mut term, mut odd) = ((k - mean) * away, 2.0 * k * away, 1.0);
    loop {
        term *= square;
        odd += 2.0;
        let next = sum + term / odd;
        if next == sum {
            return sum;
        }
        sum = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The least count by all probabilities, from the nearer end.
    fn by_sums(trial: Trial, n: u64, z: f64) -> u64 {
        let all: Vec<f64> = (0..=n).map(|k| trial.point(n, k)).collect();
        let mut sum = 0.0;
        if z < 0.0 {
            let below = normal_lower(z);
            for (k, point) in all.iter().enumerate() {
                sum += point;
                if sum >= below {
                    return k as u64;
                }
            }
            return n;
        }
        let above = normal_lower(-z);
        for (k, point) in all.iter().enumerate().rev() {
            // `sum` is what is above k.
            if sum + point > above {
                return k as u64;
            }
            sum += point;
        }
        0
    }

    /// The z at which the count steps from k to k + 1.
    fn step(trial: Trial, n: u64, k: u64) -> f64 {
        let (mut low, mut high) = (-9.0, 9.0);
        for _ in 0..80 {
            let middle = f64::midpoint(low, high);
            if trial.holds(n, k, middle) {
                low = middle;
            } else {
                high = middle;
            }
        }
        low
    }

    const CASES: [(u64, f64); 14] = [
        (1, 0.3),
        (9, 0.5),
        (40, 0.02),
        (40, 0.9),
        (200, 0.45),
        (150, 0.2),
        (1_000, 0.003),
        (1_000, 0.026),
        (3_000, 0.5),
        (33_000, 0.9),
        (33_000, 0.001),
        (100_000, 0.31),
        (400_000, 0.02),
        (1_000_000, 0.5),
    ];

    #[test]
    fn counts_are_those_of_the_sums() {
        for (n, p) in CASES {
            let trial = Trial::new(p, 1.0 - p);
            let zs = (-400..=400).map(|at| (f64::from(at) + 0.3) * 0.017);
            for z in zs.step_by(if n > 10_000 { 40 } else { 1 }) {
                assert_eq!(trial.count(n, z), by_sums(trial, n, z), "{n} {p} {z}");
            }
        }
    }

    #[test]
    fn counts_step_where_the_tails_do() {
        for (n, p) in CASES {
            let trial = Trial::new(p, 1.0 - p);
            let (mean, sd) = (n as f64 * p, (n as f64 * p * (1.0 - p)).sqrt());
            for at in -60..=60 {
                let k = (mean + 0.1 * f64::from(at) * sd).floor();
                if k < 0.0 || k >= n as f64 {
                    continue;
                }
                let z = step(trial, n, k as u64);
                if z.abs() > 7.0 {
                    continue;
                }
                let beside = 1e-7 / sd.max(1.0);
                assert_eq!(trial.count(n, z - beside), k as u64, "{n} {p} {z}");
                assert_eq!(trial.count(n, z + beside), k as u64 + 1, "{n} {p} {z}");
            }
        }
    }

    #[test]
    fn the_error_of_the_expansion_is_half_of_what_is_allowed() {
        let mut most: f64 = 0.0;
        for n in [60_u64, 110, 300, 2_000, 20_000] {
            for p in [0.002, 0.01, 0.05, 0.1, 0.25, 0.4, 0.5] {
                let variance = n as f64 * p * (1.0 - p);
                if variance < SMALL {
                    continue;
                }
                let trial = Trial::new(p, 1.0 - p);
                let (mean, sd) = (n as f64 * p, variance.sqrt());
                for at in -35..=35 {
                    let k = (mean + 0.2 * f64::from(at) * sd).floor();
                    if k < 0.0 || k >= n as f64 {
                        continue;
                    }
                    let z = step(trial, n, k as u64);
                    if z.abs() < 7.0 {
                        let away = trial.position(n, z, variance) - (k + 1.0);
                        most = most.max(away.abs() * sd * sd * sd / (1.0 + z.abs().powi(5)));
                    }
                }
            }
        }
        assert!(most <= 0.5 * ERROR, "{most}");
        assert!(most >= 0.1 * ERROR, "{most}: the bound is too wide");
    }
}
