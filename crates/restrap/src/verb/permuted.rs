//! Permutations of samples of numbers: the value of a statistic when labels, signs or partners carry no
//! information.
//!
//! The draws are those of comparisons: labels as for unpaired systems, swaps as for paired ones, partners as the shuffle of a
//! single item. Cost: O(n) per resample, O(n log n) for quantiles.

use std::sync::atomic::Ordering;

use rayon::prelude::*;
use restrap_core::{Design, Level, Resampler, StreamedBootstrap, StreamedFlips, WithinItems};
use restrap_engine::Control;
use restrap_stats::Alternative;
use restrap_words::vocabulary;

use crate::error::Error;
use crate::request::Request;
use crate::verb::sample::{SampleStatistic, statistic_of};

vocabulary! {
    /// What a permutation exchanges.
    ///
    /// Numbers move between two samples, sides or signs flip within pairs, or partners move between pairs, by the names of
    /// `scipy.stats.permutation_test`. Which is right follows from how the data were collected.
    pub enum Permutation: "a kind of permutation" {
        /// Numbers of two samples.
        Independent = "independent",
        /// The two numbers of a pair; the sign of a number that has no partner.
        Samples = "samples",
        /// The partners of the first column's numbers.
        Pairings = "pairings",
    }
}

/// Values this close to the observed one, as a share of it, are equal to it.
const EQUAL: f64 = 100.0 * f64::EPSILON;

/// What a permutation test found.
///
/// The statistic on the data, its p-value (c + 1)/(R + 1), or c/N where all N permutations were gone through, and its values under
/// the permutations.
#[derive(Clone, Debug, PartialEq)]
pub struct Permuted {
    /// The statistic of the columns as they are.
    pub observed: f64,
    /// p as [`permuted`] was asked for it: twice the smaller one, of both sides.
    pub pvalue: f64,
    /// The statistic of each permutation, in order of resample number; NaN where it has none, and of those that a stopped run did not
    /// reach.
    pub null: Vec<f64>,
}

/// A permutation test of a statistic: its p is (c + 1)/(R + 1), c being the permutations at least as extreme.
///
/// ```
/// # use restrap_lib as restrap;
/// use restrap::{Control, Permutation, Request, SampleStatistic, permuted};
///
/// let request = Request::default().resamples(1_000);
/// let (one, two) = (&[1.0, 2.0, 4.0][..], &[3.0, 5.0][..]);
/// let of = SampleStatistic::MeanDifference;
/// let found = permuted(&[one, two], of, Permutation::Independent, &request, &Control::default())?;
/// assert_eq!((found.null.len(), found.pvalue > 0.05), (1_000, true));
/// # Ok::<(), restrap::Error>(())
/// ```
///
/// # Errors
/// [`Error`] for columns of other numbers or lengths than the statistic and the permutation take.
pub fn permuted(
    columns: &[&[f64]],
    statistic: SampleStatistic,
    permutation: Permutation,
    request: &Request,
    control: &Control,
) -> Result<Permuted, Error> {
    let lengths: Vec<usize> = columns.iter().map(|column| column.len()).collect();
    let alike = lengths.iter().all(|&length| length == lengths[0]);
    let fits = columns.len() == statistic.columns()
        && lengths.iter().all(|&length| length > 1)
        && (alike || permutation == Permutation::Independent)
        && (columns.len() == 2 || permutation == Permutation::Samples);
    if !fits {
        let found = format!("{lengths:?}");
        return Err(Error::BadParameter {
            expected: "columns of at least 2 items, as the permutation takes",
            found,
        });
    }
    let level = request.compute.level.unwrap_or_else(Level::detected);
    let source = Source::new(columns, permutation, level);
    let value = |resample| {
        if control
            .cancel
            .is_some_and(|flag| flag.load(Ordering::Relaxed))
        {
            return f64::NAN;
        }
        statistic_of(
            source.draw(columns, request.compute.seed, resample),
            statistic,
        )
    };
    let null: Vec<f64> = (0..request.compute.resamples)
        .into_par_iter()
        .map(value)
        .collect();
    let observed = statistic_of(
        columns.iter().map(|column| column.to_vec()).collect(),
        statistic,
    );
    let slack = EQUAL * observed.abs();
    let p = |is: &dyn Fn(f64) -> bool| {
        (null.iter().filter(|&&value| is(value)).count() as f64 + 1.0) / (null.len() as f64 + 1.0)
    };
    let (less, greater) = (
        p(&|value| value <= observed + slack),
        p(&|value| value >= observed - slack),
    );
    let pvalue = match request.question.alternative {
        Alternative::Less => less,
        Alternative::Greater => greater,
        Alternative::TwoSided => (2.0 * less.min(greater)).min(1.0),
    };
    Ok(Permuted {
        observed,
        pvalue,
        null,
    })
}

/// What draws the permutations.
enum Source {
    /// Which numbers are of the first sample.
    Labels(StreamedBootstrap),
    /// Which pairs are swapped, or numbers turned.
    Signs(StreamedFlips),
    /// The order of the second column.
    Partners(WithinItems),
}

impl Source {
    fn new(columns: &[&[f64]], permutation: Permutation, level: Level) -> Self {
        let items = columns[0].len();
        match permutation {
            Permutation::Independent => {
                let all = items + columns[1].len();
                let design = Design {
                    strata: vec![(all as u64, items as u64)],
                    replacement: false,
                };
                // Marks are of places: what is there does not matter.
                Self::Labels(StreamedBootstrap::new(&[&vec![0; all]], &design, level))
            }
            // Pairs that differ in no column would be left out.
            Permutation::Samples => Self::Signs(StreamedFlips::new(&[&vec![1; items]], level)),
            Permutation::Pairings => {
                let places: Vec<[i64; 1]> = (0..items as i64).map(|place| [place]).collect();
                let places: Vec<&[i64]> = places.iter().map(|place| &place[..]).collect();
                Self::Partners(WithinItems::new(&places))
            }
        }
    }

    /// The columns of a resample.
    fn draw(&self, columns: &[&[f64]], seed: u64, resample: u64) -> Vec<Vec<f64>> {
        match self {
            Self::Labels(labels) => {
                let all = columns.iter().copied().flatten();
                let mut sides = [
                    Vec::with_capacity(columns[0].len()),
                    Vec::with_capacity(columns[1].len()),
                ];
                for (&value, mark) in all.zip(labels.counts(seed, 0, resample)) {
                    sides[usize::from(mark == 0)].push(value);
                }
                sides.to_vec()
            }
            Self::Signs(signs) => {
                let marks = signs.counts(seed, 0, resample);
                let other = |side: usize, item: usize| match columns {
                    [alone] => -alone[item],
                    _ => columns[1 - side][item],
                };
                let side = |side: usize| {
                    let own = columns[side].iter().zip(&marks).enumerate();
                    own.map(|(item, (&own, &mark))| if mark == 1 { other(side, item) } else { own })
                        .collect()
                };
                (0..columns.len()).map(side).collect()
            }
            Self::Partners(partners) => {
                let mut order = vec![0; columns[0].len()];
                partners.sums(seed, 0, resample, &mut order);
                vec![
                    columns[0].to_vec(),
                    order
                        .into_iter()
                        .map(|place| columns[1][place as usize])
                        .collect(),
                ]
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn null(columns: &[&[f64]], statistic: SampleStatistic, permutation: Permutation) -> Vec<f64> {
        let request = Request::default().resamples(24_000);
        permuted(
            columns,
            statistic,
            permutation,
            &request,
            &Control::default(),
        )
        .unwrap()
        .null
    }

    /// Every value of the law is drawn about equally often: 24,000 draws of so many values, within five standard errors.
    fn is_even(mut drawn: Vec<f64>, values: usize) {
        drawn.sort_by(f64::total_cmp);
        let groups: Vec<usize> = drawn
            .chunk_by(|a, b| (a - b).abs() < 1e-12)
            .map(<[f64]>::len)
            .collect();
        assert_eq!(groups.len(), values);
        let expected = 24_000.0 / values as f64;
        assert!(
            groups
                .iter()
                .all(|&group| (group as f64 - expected).abs() < 5.0 * expected.sqrt()),
            "{groups:?}"
        );
    }

    #[test]
    fn labels_signs_and_partners_have_all_their_orders_alike() {
        use SampleStatistic::{Correlation, Mean, MeanDifference};
        // Sums of powers of two tell all subsets apart: 5 choose 2, 2^4, 4!.
        is_even(
            null(
                &[&[1.0, 2.0], &[4.0, 8.0, 16.0]],
                MeanDifference,
                Permutation::Independent,
            ),
            10,
        );
        is_even(
            null(&[&[1.0, 2.0, 4.0, 8.0]], Mean, Permutation::Samples),
            16,
        );
        is_even(
            null(
                &[&[1.0, 2.0, 4.0, 8.0], &[0.0; 4]],
                MeanDifference,
                Permutation::Samples,
            ),
            16,
        );
        is_even(
            null(
                &[&[1.0, 10.0, 100.0, 1_000.0], &[1.0, 2.0, 5.0, 11.0]],
                Correlation,
                Permutation::Pairings,
            ),
            24,
        );
    }

    #[test]
    fn columns_that_do_not_fit_are_refused() {
        let (two, three) = (&[1.0, 2.0][..], &[1.0, 2.0, 3.0][..]);
        for (columns, permutation) in [
            (&[two][..], Permutation::Independent),
            (&[two, three][..], Permutation::Samples),
            (&[two, three][..], Permutation::Pairings),
            (&[two, &[1.0]][..], Permutation::Independent),
        ] {
            let statistic = SampleStatistic::MeanDifference;
            let refused = permuted(
                columns,
                statistic,
                permutation,
                &Request::default(),
                &Control::default(),
            );
            assert!(refused.is_err(), "{columns:?} {permutation}");
        }
    }
}
