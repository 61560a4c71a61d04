//! Columns to files: the inverse of reading, for generated scores.

use std::io::{self, Write};
use std::path::Path;

use crate::write::npy;
use crate::{Error, Prepared, text_cell, write_whole};

/// Prepares a file of one column, by extension: `.npy` as little-endian doubles, anything else as text, one number per line.
///
/// # Errors
/// When the file cannot be written.
pub fn prepare_column(path: &str, scores: &[f64]) -> Result<Prepared, Error> {
    if Path::new(path)
        .extension()
        .is_some_and(|e| e.eq_ignore_ascii_case("npy"))
    {
        return Prepared::new(path, |out| npy::column(out, scores));
    }
    Prepared::new(path, |out| {
        scores.iter().try_for_each(|score| writeln!(out, "{score}"))
    })
}

/// Writes named columns of equal length as CSV.
///
/// # Errors
/// When the file cannot be written.
pub fn write_table(path: &str, columns: &[(&str, &[f64])]) -> Result<(), Error> {
    write_whole(path, |out| table(out, columns))
}

/// The CSV text of named columns of equal length.
///
/// # Errors
/// When the writer fails.
pub fn table(out: &mut dyn Write, columns: &[(&str, &[f64])]) -> io::Result<()> {
    let names: Vec<&str> = columns.iter().map(|c| c.0).collect();
    writeln!(out, "{}", names.join(","))?;
    let rows = columns.iter().map(|c| c.1.len()).min().unwrap_or(0);
    for row in 0..rows {
        let cells: Vec<String> = columns.iter().map(|c| c.1[row].to_string()).collect();
        writeln!(out, "{}", cells.join(","))?;
    }
    Ok(())
}

/// Prepares a file of rows of names and numbers as CSV, quoted where that is needed, such that no spreadsheet computes a cell.
///
/// # Errors
/// When the file cannot be written.
pub fn prepare_rows(
    path: &str,
    header: &[String],
    rows: impl Iterator<Item = Vec<String>>,
) -> Result<Prepared, Error> {
    Prepared::new(path, |out| {
        let mut table = csv::Writer::from_writer(out);
        let mut write = |cells: &[String]| {
            table.write_record(cells.iter().map(|cell| text_cell(cell).into_owned()))
        };
        write(header)?;
        for row in rows {
            write(&row)?;
        }
        table.flush()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, load};

    #[test]
    fn what_is_written_is_read_back_bit_for_bit() {
        let folder = tempfile::tempdir().unwrap();
        let scores = [0.1, -1.5e-300, 1.0 / 3.0, 0.0, 12_345_678.9];
        let read = |path: &str| load(&[path.to_owned()], &Options::default()).unwrap();
        for name in ["a.txt", "a.npy"] {
            let path = folder.path().join(name).display().to_string();
            crate::appear([prepare_column(&path, &scores).unwrap()]).unwrap();
            assert_eq!(read(&path).systems[0].scores, scores, "{name}");
        }
        let path = folder.path().join("t.csv").display().to_string();
        write_table(&path, &[("x", &scores), ("y", &scores)]).unwrap();
        let loaded = read(&path);
        assert_eq!(
            (
                loaded.systems[1].name.as_str(),
                &loaded.systems[1].scores[..]
            ),
            ("y", &scores[..])
        );
    }
}
