//! NumPy arrays (`.npy`) of one or two dimensions.
//!
//! Elements: doubles, 32-bit and 16-bit floats, integers of every width, booleans, in both byte orders and both
//! memory orders. An array of two dimensions has its systems in columns, asked for by number from 1. The file must
//! hold exactly the bytes that its header declares.
//!
//! Cost: one pass over the bytes in parallel blocks of rows, about 1 ns per double and core.

mod element;
mod header;
use rayon::prelude::*;

use crate::ask::columns::{self, Columns};
use crate::bytes::chunks;
use crate::error::fault::Faults;
use crate::error::kind::FaultKind;
use crate::error::npy::NpyProblem;
use crate::error::quote;
use crate::error::subject::Subject;
use crate::frame::parsed::{Column, Parsed, Request};
use crate::items::look::Seen;
use crate::{Error, Kind, Missing};
use header::Header;

/// Rows per block of parallel work: with many columns a block still fits the cache.
const BLOCK: usize = 1 << 14;

/// Columns, rows and element type.
pub(crate) fn survey(bytes: &[u8], path: &str) -> Result<(usize, Option<usize>, String), Error> {
    let header = open(bytes, path)?;
    Ok((header.rows, header.columns, header.element.name()))
}

fn open(bytes: &[u8], path: &str) -> Result<Header, Error> {
    header::read(bytes).map_err(|problem| match problem {
        NpyProblem::NoElements { .. } => Error::Empty {
            path: path.to_owned(),
            found: "an array without elements",
        },
        problem => Error::Npy {
            path: path.to_owned(),
            problem,
        },
    })
}

/// Reads what is asked for.
pub(crate) fn parse(bytes: &[u8], request: &Request<'_>) -> Result<Parsed, Error> {
    let header = open(bytes, request.file)?;
    let width = header.columns.unwrap_or(1);
    let columns = Columns {
        file: request.file,
        names: None,
        width,
    };
    request.refuse_bare(&columns)?;
    let mut notes = Vec::new();
    let mut picks = Vec::with_capacity(request.arguments.len());
    for argument in &request.arguments {
        picks.push(match argument {
            Some(wanted) => vec![columns.find(wanted, Subject::COLUMN)?],
            None if header.columns.is_none() => vec![0],
            None => {
                // Bounded by the file: each column has at least one element in it.
                let (picked, note) = columns::bare(
                    &columns,
                    &vec![(Kind::Numbers, String::new()); width],
                    &[],
                    request.globs,
                )?;
                notes.extend(note);
                picked
            }
        });
    }
    let mut used = picks.concat();
    used.sort_unstable();
    used.dedup();
    let scores = read(&bytes[header.offset..], &header, &used, request)?;
    let position = |field: &usize| used.binary_search(field).unwrap_or_default();
    let label = |field: &usize| header.columns.map(|_| columns.label(*field));
    let picks = picks
        .iter()
        .map(|fields| fields.iter().map(position).collect())
        .collect();
    let columns = used
        .iter()
        .zip(scores)
        .map(|(field, scores)| Column {
            label: label(field),
            scores,
            precision: header.element.precision(),
            is_of_words: false,
        })
        .collect();
    Ok(Parsed {
        columns,
        picks,
        rows: header.rows,
        ids: None,
        lookalikes: Vec::new(),
        texts: Vec::new(),
        text_lines: None,
        lines: Vec::new(),
        notes,
        seen: Seen::default(),
        groups: Vec::new(),
        absent: Vec::new(),
    })
}

/// The columns `used`, in blocks of rows so that each byte is fetched once however many columns there are.
fn read(
    data: &[u8],
    header: &Header,
    used: &[usize],
    request: &Request<'_>,
) -> Result<Vec<Vec<f64>>, Error> {
    let rows = header.rows;
    let mut columns = Vec::with_capacity(used.len());
    for _ in used {
        let mut column = chunks::room(rows).map_err(|_| Error::Memory {
            path: request.file.to_owned(),
            bytes: 8 * (rows * used.len()) as u64,
        })?;
        column.resize(rows, 0.0);
        columns.push(column);
    }
    let mut blocks: Vec<Vec<&mut [f64]>> = (0..rows.div_ceil(BLOCK)).map(|_| Vec::new()).collect();
    for column in &mut columns {
        for (block, part) in blocks.iter_mut().zip(column.chunks_mut(BLOCK)) {
            block.push(part);
        }
    }
    let faults: Vec<Faults> = blocks
        .par_iter_mut()
        .enumerate()
        .map(|(index, parts)| read_block(data, header, used, index * BLOCK, parts, request.missing))
        .collect();
    let mut all = Faults::default();
    for (index, faults) in faults.into_iter().enumerate() {
        all.append(faults, (index * BLOCK) as u64);
    }
    match all.into_row_fault(request.file, |_| None) {
        Some(fault) => Err(fault.into()),
        None => Ok(columns),
    }
}

fn read_block(
    data: &[u8],
    header: &Header,
    used: &[usize],
    first_row: usize,
    parts: &mut [&mut [f64]],
    missing: Missing,
) -> Faults {
    let element = header.element;
    let size = element.size();
    let width = header.columns.unwrap_or(1);
    let (row_step, column_step) = if header.fortran {
        (1, header.rows)
    } else {
        (width, 1)
    };
    let mut faults = Faults::default();
    let rows = parts.first().map_or(0, |part| part.len());
    if element.is_native_double() && row_step == 1 && (width == 1 || header.fortran) {
        for (field, part) in used.iter().zip(parts.iter_mut()) {
            let start = (first_row + field * column_step) * size;
            bytemuck::cast_slice_mut::<f64, u8>(part)
                .copy_from_slice(&data[start..start + rows * size]);
        }
        let all_finite = parts
            .iter()
            .all(|part| part.iter().all(|value| value.is_finite()));
        if all_finite {
            return faults;
        }
    }
    for row in 0..rows {
        for (field, part) in used.iter().zip(parts.iter_mut()) {
            let start = ((first_row + row) * row_step + field * column_step) * size;
            let bytes = &data[start..start + size];
            let kind = match element.value(bytes) {
                Ok(value) => {
                    part[row] = value;
                    if !value.is_nan() || missing != Missing::Error {
                        continue;
                    }
                    FaultKind::Missing
                }
                Err(kind) => kind,
            };
            let column = header.columns.map(|_| *field);
            faults.add(
                row as u64,
                0,
                column,
                kind,
                quote::plain(element.describe(bytes).as_bytes()).as_bytes(),
            );
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::magic;
    use proptest::prelude::*;

    fn file(descr: &str, fortran: &str, shape: &str, data: &[u8]) -> Vec<u8> {
        let dict =
            format!("{{'descr': '{descr}', 'fortran_order': {fortran}, 'shape': {shape}, }}\n");
        let mut bytes = magic::NUMPY.to_vec();
        bytes.extend([1, 0]);
        bytes.extend((dict.len() as u16).to_le_bytes());
        bytes.extend(dict.as_bytes());
        bytes.extend(data);
        bytes
    }

    fn load(bytes: &[u8], column: Option<&str>, missing: Missing) -> Result<Parsed, Error> {
        let request = Request {
            file: "m.npy",
            arguments: vec![column],
            ids: &[],
            long: false,
            filters: &[],
            missing,
            said: crate::frame::parsed::Said {
                paired: true,
                ..crate::frame::parsed::Said::default()
            },
            globs: None,
            texts: None,
            groups: &[],
            check_ids: false,
            may_lack_ids: false,
            cut: chunks::Cut::INTO_MEGABYTES,
        };
        parse(bytes, &request)
    }

    fn doubles(values: &[f64]) -> Vec<u8> {
        values
            .iter()
            .flat_map(|value| value.to_le_bytes())
            .collect()
    }

    #[test]
    fn columns_are_the_same_in_c_and_fortran_order() {
        let c = file(
            "<f8",
            "False",
            "(2, 3)",
            &doubles(&[1., 2., 3., 4., 5., 6.]),
        );
        let fortran = file("<f8", "True", "(2, 3)", &doubles(&[1., 4., 2., 5., 3., 6.]));
        for bytes in [c, fortran] {
            let all = load(&bytes, None, Missing::Error).unwrap();
            let columns: Vec<&[f64]> = all
                .columns
                .iter()
                .map(|column| &column.scores[..])
                .collect();
            assert_eq!(columns, [[1., 4.], [2., 5.], [3., 6.]]);
            let one = load(&bytes, Some("2"), Missing::Error).unwrap();
            assert_eq!(
                (one.columns.len(), &one.columns[0].scores[..]),
                (1, &[2., 5.][..])
            );
            assert_eq!(
                load(&bytes, Some("4"), Missing::Error)
                    .unwrap_err()
                    .class()
                    .name(),
                "usage"
            );
        }
    }

    #[test]
    fn a_bad_element_is_named_by_row_and_column() {
        let bytes = file(
            "<f8",
            "False",
            "(2, 2)",
            &doubles(&[1., f64::INFINITY, f64::NAN, 4.]),
        );
        let error = load(&bytes, None, Missing::Error).unwrap_err();
        assert_eq!(
            error.to_string(),
            "m.npy: row 1 (column 2): expected a finite number, found `inf` (and 1 more in this file)"
        );
        let bytes = file("<f8", "False", "(2,)", &doubles(&[1., f64::NAN]));
        assert_eq!(
            load(&bytes, None, Missing::Error)
                .unwrap_err()
                .class()
                .name(),
            "non_finite"
        );
        assert!(load(&bytes, None, Missing::Drop).unwrap().columns[0].scores[1].is_nan());
    }

    #[test]
    fn a_bad_element_behind_the_first_block_keeps_its_row() {
        for descr in ["<f8", ">f8"] {
            let mut values = vec![0.0; BLOCK + 5];
            values[BLOCK + 2] = f64::NAN;
            values[BLOCK + 4] = f64::NAN;
            let swap = |value: f64| {
                if descr == ">f8" {
                    f64::from_bits(value.to_bits().swap_bytes())
                } else {
                    value
                }
            };
            let data = doubles(&values.into_iter().map(swap).collect::<Vec<_>>());
            let error = load(
                &file(descr, "False", &format!("({},)", BLOCK + 5), &data),
                None,
                Missing::Error,
            );
            let expected = format!(
                "m.npy: row {}: expected a number, found `NaN` (and 1 more in this file)",
                BLOCK + 3
            );
            assert_eq!(error.unwrap_err().to_string(), expected);
        }
    }

    #[test]
    fn single_precision_is_remembered() {
        let bytes = file("<f4", "False", "(1,)", &0.1f32.to_le_bytes());
        let parsed = load(&bytes, None, Missing::Error).unwrap();
        assert_eq!(parsed.columns[0].precision, crate::Precision::Single);
        assert_eq!(parsed.columns[0].scores, [f64::from(0.1f32)]);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20))]
        #[test]
        fn arrays_longer_than_a_block_come_out_bit_for_bit(rows in BLOCK - 1..2 * BLOCK + 2, seed: u64) {
            let values: Vec<f64> = (0..rows as u64).map(|row| (row ^ seed) as f64 / 7.0).collect();
            let bytes = file("<f8", "False", &format!("({rows},)"), &doubles(&values));
            let parsed = load(&bytes, None, Missing::Error).unwrap();
            prop_assert_eq!(&parsed.columns[0].scores, &values);
        }
    }
}
