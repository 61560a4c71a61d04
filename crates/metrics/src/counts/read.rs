//! Count columns of a table as statistics, for ratios and formulas: `clicks,views`, `tp,fp,fn`.

use crate::{Error, Input, Statistics, quote, table};

/// Largest count, so that 2^26 items of it sum without overflow.
const LARGEST: u64 = 1 << 36;

/// Reads columns of integers from a table with a header, separated by `delimiter`; one row an item, `id` names the column of ids.
///
/// The result has the columns in the order of `columns`: those of a [`crate::counts::Ratio`] or [`crate::counts::Formula`] made with the same names.
///
/// # Errors
///
/// A column that the header lacks, a row with another number of fields, a cell that is no integer of at most 2^36, an id that is empty
/// or stands twice, or a table without rows.
pub fn read_counts(
    input: Input<'_>,
    delimiter: u8,
    columns: &[&str],
    id: Option<&str>,
) -> Result<Statistics, Error> {
    let mut made = Statistics { columns: vec![Vec::new(); columns.len()], ids: None };
    made.ids = table::rows(input, delimiter, columns, id, |line, fields| {
        for ((column, name), text) in made.columns.iter_mut().zip(columns).zip(fields) {
            let count = text.trim().parse().ok().filter(|count: &i64| (0..=LARGEST as i64).contains(count));
            column.push(count.ok_or_else(|| {
                let expected = format!("a count from 0 to {LARGEST} in column {}", quote::quoted(name));
                input.fault(line, None, &expected, &quote::quoted(text))
            })?);
        }
        Ok(())
    })?;
    Ok(made)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Metric as _;
    use crate::counts::Formula;

    #[test]
    fn counts_feed_a_formula() {
        let columns = ["tp", "fp", "fn"];
        let table = "id,fp,tp,fn,note\na,1,3,0,x\nb,0, 2,4,\n";
        let counts = read_counts(Input::new("t.csv", table), b',', &columns, Some("id")).unwrap();
        assert_eq!((counts.sums(), counts.row(1)), (vec![5, 1, 4], vec![2, 0, 4]));
        assert_eq!(counts.ids.as_deref(), Some(&["a".to_owned(), "b".to_owned()][..]));
        let f1 = Formula::new(&columns, "tp/(tp+0.5*(fp+fn))").unwrap();
        assert_eq!(f1.finish(&counts.sums()), 5.0 / 7.5);
    }

    #[test]
    fn what_is_no_count_is_refused_with_its_line_and_column() {
        let error =
            |text: &str| read_counts(Input::new("t.csv", text), b',', &["n"], None).unwrap_err().to_string();
        assert_eq!(
            error("n\n1\n1.5\n"),
            "t.csv:3: expected a count from 0 to 68719476736 in column `n`, found `1.5`"
        );
        assert!(error("n\n\"\"\n").contains("found ``"));
        assert!(error("n\n-5\n").contains("found `-5`"));
        assert!(error("n\n9223372036854775807\n").contains("found `9223372036854775807`"));
        assert_eq!(error("m\n1\n"), "t.csv: no column is called `n`");
    }
}
