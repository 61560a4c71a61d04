//! Twofold arithmetic: a number as the unevaluated sum of two doubles, about 32 digits.
//!
//! Source: Dekker, *A floating-point technique for extending the available precision*, 1971; Knuth, TAOCP 2, 4.2.2.
//! Plain additions and multiplications only (no fused operation), so results are the same on every platform.
//! Needed where a difference of nearly equal numbers is the answer: `k - np` and `1 - p`.

/// `hi + lo` with `|lo| <= ulp(hi) / 2`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Twofold {
    pub hi: f64,
    pub lo: f64,
}

/// `a + b` without error, for any order of magnitude of the two.
fn two_sum(a: f64, b: f64) -> Twofold {
    let hi = a + b;
    let part = hi - a;
    Twofold {
        hi,
        lo: (a - (hi - part)) + (b - part),
    }
}

/// `a + b` without error, where `|a| >= |b|`.
fn quick_two_sum(a: f64, b: f64) -> Twofold {
    let hi = a + b;
    Twofold {
        hi,
        lo: b - (hi - a),
    }
}

/// Halves of 26 bits, `a = high + low`; `|a| < 2^996`.
fn split(a: f64) -> (f64, f64) {
    let scaled = 134_217_729.0 * a; // 2^27 + 1
    let high = scaled - (scaled - a);
    (high, a - high)
}

/// `a * b` without error, barring overflow and underflow.
pub(crate) fn two_product(a: f64, b: f64) -> Twofold {
    let hi = a * b;
    let (a_high, a_low) = split(a);
    let (b_high, b_low) = split(b);
    let lo = ((a_high * b_high - hi) + a_high * b_low + a_low * b_high) + a_low * b_low;
    Twofold { hi, lo }
}

impl Twofold {
    pub fn new(value: f64) -> Self {
        Self { hi: value, lo: 0.0 }
    }

    /// `a - b` without error.
    pub fn difference(a: f64, b: f64) -> Self {
        two_sum(a, -b)
    }

    pub fn plus(self, other: Self) -> Self {
        let sum = two_sum(self.hi, other.hi);
        quick_two_sum(sum.hi, sum.lo + (self.lo + other.lo))
    }

    pub fn times(self, factor: f64) -> Self {
        let product = two_product(self.hi, factor);
        quick_two_sum(product.hi, product.lo + self.lo * factor)
    }

    /// Quotient, relative error about 2^-104.
    pub fn over(self, divisor: Self) -> Self {
        let first = self.hi / divisor.hi;
        let rest = self.plus(divisor.times(-first));
        let second = rest.hi / divisor.hi;
        quick_two_sum(first, second)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_third_times_three_is_one_to_thirty_digits() {
        let third = Twofold::new(1.0).over(Twofold::new(3.0));
        let rest = third.times(3.0).plus(Twofold::new(-1.0));
        // 2^-104 is 5e-32; one more rounding in the product doubles it.
        assert!((rest.hi + rest.lo).abs() < 1e-31, "{rest:?}");
    }

    #[test]
    fn one_minus_a_small_double_keeps_every_bit_of_it() {
        let q = Twofold::difference(1.0, 1e-20);
        assert_eq!(
            q,
            Twofold {
                hi: 1.0,
                lo: -1e-20
            }
        );
    }
}
