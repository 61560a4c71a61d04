//! The rational grid behind printed decimals: reciprocal ranks at six digits lie beside multiples of 1/2520.

use super::precision::Precision;
use super::survey::{
    LARGEST_DENOMINATOR, decimal_digits, lcm, nearest, power_of_ten, smallest_denominator,
};

/// Slots of the filter that passes a score on only when it was not among the last ones.
const SLOTS: usize = 1 << 12;
/// Scores gathered before they are made distinct.
const GATHERED: usize = 1 << 16;

/// What printed decimals may hide: every score lies within half a last digit of a multiple of 1/q.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PrintedGrid {
    /// Fractional digits as printed.
    pub digits: u32,
    /// The denominator to suggest.
    pub denominator: u32,
}

/// The rational grid behind printed decimals, such as reciprocal ranks at six digits: a denominator up to 5,040 of
/// which every score is a rounded multiple, where that could not be coincidence (chance below one in a million).
pub fn printed_rational(columns: &[&[f64]]) -> Option<PrintedGrid> {
    let each = columns
        .iter()
        .map(|column| decimal_digits(column, Precision::Double));
    let digits = each
        .collect::<Option<Vec<u32>>>()?
        .into_iter()
        .max()
        .filter(|&digits| digits >= 3)?;
    let half_digit = 0.5 / power_of_ten(digits) * (1.0 + 1e-9);
    let distinct = distinct(columns)?;
    let mut q = 1;
    for &score in &distinct {
        let fits = |q: u64| {
            let scaled = score * q as f64;
            (scaled - nearest(scaled)).abs() <= half_digit * q as f64
        };
        if !fits(q) {
            q = lcm(q, smallest_denominator(score, half_digit)?);
            if q > LARGEST_DENOMINATOR || !fits(q) {
                return None;
            }
        }
    }
    let printed = 10_u64.pow(digits);
    let chance = (q as f64 / printed as f64).min(1.0);
    let coincidence = distinct.len() as f64 * libm::log10(chance);
    (printed % q != 0 && coincidence < -6.0).then_some(PrintedGrid {
        digits,
        denominator: q as u32,
    })
}

/// Distinct scores, ascending; `None` when there are more than multiples of any 1/q in their range.
fn distinct(columns: &[&[f64]]) -> Option<Vec<f64>> {
    let mut filter = vec![f64::NAN; SLOTS];
    let mut gathered: Vec<f64> = Vec::new();
    let mut limit = GATHERED;
    for &score in columns.iter().copied().flatten() {
        let slot = (score.to_bits().wrapping_mul(0x9e37_79b9_7f4a_7c15)
            >> (64 - SLOTS.trailing_zeros())) as usize;
        if filter[slot] == score {
            continue;
        }
        filter[slot] = score;
        gathered.push(score);
        if gathered.len() >= limit {
            make_distinct(&mut gathered);
            let range = gathered.last()? - gathered.first()?;
            if gathered.len() as f64 > LARGEST_DENOMINATOR as f64 * range + 2.0 {
                return None;
            }
            limit = 2 * gathered.len().max(GATHERED);
        }
    }
    make_distinct(&mut gathered);
    Some(gathered)
}

fn make_distinct(scores: &mut Vec<f64>) {
    scores.sort_unstable_by(f64::total_cmp);
    scores.dedup();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounded_reciprocal_ranks_suggest_their_denominator() {
        let printed: Vec<f64> = (0..=10)
            .map(|k| {
                if k == 0 {
                    0.0
                } else {
                    (1e6 / f64::from(k)).round() / 1e6
                }
            })
            .collect();
        let expected = Some(PrintedGrid {
            digits: 6,
            denominator: 2520,
        });
        assert_eq!(printed_rational(&[&printed]), expected);
        let many: Vec<f64> = printed.iter().copied().cycle().take(200_000).collect();
        assert_eq!(
            printed_rational(&[&many, &printed]),
            expected,
            "repeats change nothing"
        );
        assert_eq!(
            printed_rational(&[&[0.1234, 0.5671, 0.9982, 0.4413]]),
            None,
            "four digits of noise"
        );
        assert_eq!(
            printed_rational(&[&[0.25, 0.5, 0.125]]),
            None,
            "exact decimals hide nothing"
        );
    }

    #[test]
    fn more_distinct_scores_than_fractions_are_no_fractions() {
        let noise: Vec<f64> = (0..300_000_u64)
            .map(|i| (i * 7_919 % 1_000_003) as f64 / 1e6)
            .collect();
        assert_eq!(distinct(&[&noise]), None);
        let wide: Vec<f64> = noise.iter().map(|x| x * 1e6).collect();
        assert_eq!(
            distinct(&[&wide]).map(|d| d.len()),
            Some(300_000),
            "a wide range holds as many"
        );
    }
}
