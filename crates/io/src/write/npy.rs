//! NumPy arrays of one column, and the header of any array.

use std::io::{self, Write};

use crate::format::magic;

/// `.npy` version 1.0, one dimension.
pub(super) fn column(out: &mut dyn Write, scores: &[f64]) -> io::Result<()> {
    let dict = format!(
        "{{'descr': '<f8', 'fortran_order': False, 'shape': ({},), }}",
        scores.len()
    );
    header(out, &dict)?;
    if cfg!(target_endian = "little") {
        return out.write_all(bytemuck::cast_slice(scores));
    }
    scores
        .iter()
        .try_for_each(|score| out.write_all(&score.to_le_bytes()))
}

/// What is before the data of a `.npy` file: version 1.0, or 3.0 where `dict` is long or no ASCII.
pub(crate) fn header(out: &mut dyn Write, dict: &str) -> io::Result<()> {
    let new = !dict.is_ascii() || dict.len() > 60_000;
    // Magic, version and length; data start at a multiple of 64 after a newline.
    let before = if new { 12 } else { 10 };
    let padded = (before + dict.len() + 1).next_multiple_of(64) - before;
    out.write_all(magic::NUMPY)?;
    if new {
        out.write_all(&[3, 0])?;
        out.write_all(&(padded as u32).to_le_bytes())?;
    } else {
        out.write_all(&[1, 0])?;
        out.write_all(&(padded as u16).to_le_bytes())?;
    }
    out.write_all(dict.as_bytes())?;
    writeln!(out, "{:width$}", "", width = padded - 1 - dict.len())
}
