//! Resamples of comparisons as a file: one row per resample, in order of their numbers.

use restrap_engine::Control;
use restrap_io::{Metadata, Values};

use super::data::OwnedData;
use restrap_lib::Error;
use restrap_lib::Request;
use restrap_lib::{Replicates, replicates};

impl OwnedData {
    /// What each resample of the comparisons comes to.
    ///
    /// # Errors
    /// As [`replicates`].
    pub fn replicates(&self, request: &Request, control: &Control) -> Result<Vec<Replicates>, Error> {
        replicates(self.data(), request, control)
    }
}

/// Writes resamples as `.csv`, `.tsv`, `.npy` (with the names of its columns in a `.json` beside it) or `.parquet`. A column is called
/// `swaps new - base: difference`: what was resampled, whose, and what its values are.
///
/// # Errors
/// When the extension is another, or the file cannot be written.
pub fn write_replicates(path: &str, all: &[Replicates]) -> Result<(), restrap_io::Error> {
    let named = all.iter().flat_map(|of| {
        of.columns.iter().map(move |column| {
            let name = format!("{} {} - {}: {}", column.resample, of.system, of.baseline, column.of);
            (name, Values::Doubles(&column.values))
        })
    });
    let named: Vec<(String, Values)> = named.collect();
    let columns: Vec<(&str, Values)> = named.iter().map(|(name, values)| (name.as_str(), *values)).collect();
    // Resamples are not statistics of items: the file says nothing of a metric.
    restrap_io::write_columns(path, &columns, None, &Metadata::default())
}
