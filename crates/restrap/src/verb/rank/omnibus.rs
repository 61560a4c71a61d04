//! Do any systems differ at all? Friedman's test with Iman and Davenport's F, and Cochran's Q of 0/1 scores.

use restrap_stats::{CochranQ, Friedman, Probability, StatsError};

use super::columns::Field;
use crate::evidence::test::outcome::SMALLEST;
use crate::number::digits::rounded;
use crate::outcome::rank::OmnibusOutcome;

/// Scores beyond which ranking them takes longer than anything else.
const MOST: usize = 50_000_000;

/// Tests of all systems at once, over units (for clusters, their totals); `binary`: all scores are 0 or 1.
pub(super) fn omnibus(field: &Field, binary: bool) -> Result<Vec<OmnibusOutcome>, StatsError> {
    if field.units() * field.columns.len() > MOST {
        return Ok(Vec::new());
    }
    // Differences from the first system rank as the scores do.
    let columns: Vec<Vec<f64>> = field
        .columns
        .iter()
        .map(|column| column.iter().map(|&d| d as f64).collect())
        .collect();
    let columns: Vec<&[f64]> = columns.iter().map(Vec::as_slice).collect();
    let friedman = Friedman::new(&columns)?;
    // A p-value of a closed form is above 0, however small.
    let told = |name: &str, statistic: f64, df: &[u64], p: Probability| OmnibusOutcome {
        name: name.to_owned(),
        statistic: statistic.is_finite().then(|| rounded(statistic)),
        df: df.to_vec(),
        pvalue: rounded(p.value().max(SMALLEST)),
    };
    let chi_square = friedman.chi_square();
    let f = friedman.f_of(chi_square);
    let mut all = vec![
        told(
            "friedman",
            chi_square,
            &[friedman.df()],
            friedman.p_of(chi_square),
        ),
        told("iman-davenport", f, &friedman.f_df(), friedman.p_of_f(f)),
    ];
    if binary {
        let first = columns_of_ones(&columns);
        let ones: Vec<&[f64]> = first.iter().map(Vec::as_slice).collect();
        let q = CochranQ::new(&ones)?;
        all.push(told("cochran-q", q.statistic(), &[q.df()], q.p()));
    }
    Ok(all)
}

/// 0/1 scores with the same differences: an item on which all agree tells Q nothing, whichever score they agree on.
fn columns_of_ones(columns: &[&[f64]]) -> Vec<Vec<f64>> {
    let mut least = vec![0.0_f64; columns[0].len()];
    for column in columns {
        least
            .iter_mut()
            .zip(*column)
            .for_each(|(least, &d)| *least = least.min(d));
    }
    let largest = columns
        .iter()
        .flat_map(|column| column.iter().zip(&least))
        .map(|(d, l)| d - l)
        .fold(0.0, f64::max);
    let one = |(d, l): (&f64, &f64)| {
        if d - l >= 0.5 * largest && largest > 0.0 {
            1.0
        } else {
            0.0
        }
    };
    columns
        .iter()
        .map(|column| column.iter().zip(&least).map(one).collect())
        .collect()
}
