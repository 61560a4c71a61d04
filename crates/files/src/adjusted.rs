//! From a table of p-values to adjusted ones.

use std::path::Path;

use restrap_io::{Cells, Options, describe, load, locate};
use restrap_lib::outcome::Provenance;
use restrap_lib::{AdjustOutcome, AdjustRequest, GivenP, adjust};

use crate::sources::SourceError;

/// What a column of p-values is called.
const NAMES: [&str; 7] = [
    "p", "pvalue", "p_value", "p-value", "p value", "pval", "p.value",
];

/// Reads a column of p-values, `FILE[:COLUMN]`, and adjusts them; `id` names the column of what was tested.
///
/// # Errors
/// [`SourceError`] for a file that cannot be read, a column that cannot be told, and as [`adjust`].
pub fn adjust_files(
    typed: &str,
    id: Option<&str>,
    reading: &Options,
    request: &AdjustRequest,
) -> Result<AdjustOutcome, SourceError> {
    let located = locate(&[typed.to_owned()])?;
    let [file] = &located[..] else {
        let found = format!("expected one file of p-values, found {}", located.len());
        return Err(SourceError::usage(found, "name the column: FILE:COLUMN"));
    };
    let columns: Vec<Option<String>> = match file.path.as_str() {
        "-" => Vec::new(),
        path => match describe(path, reading) {
            Ok(found) => found
                .columns
                .into_iter()
                .map(|column| column.name)
                .collect(),
            // Lines such as `<.001` are not numbers, and have no columns to describe.
            Err(_) if Path::new(path).extension().is_none_or(|end| end == "txt") => Vec::new(),
            Err(error) => return Err(error.into()),
        },
    };
    let named: Vec<&str> = columns.iter().flatten().map(String::as_str).collect();
    let column = match (&file.column, &named[..]) {
        (Some(column), _) => Some(column.clone()),
        (None, []) => None,
        (None, [only]) => Some((*only).to_owned()),
        (None, all) => {
            let is_p = |name: &&&str| NAMES.contains(&name.to_ascii_lowercase().as_str());
            let Some(found) = all.iter().find(is_p) else {
                let found = format!(
                    "expected a column of p-values in {}, found {}",
                    file.path,
                    all.join(", ")
                );
                return Err(SourceError::usage(
                    found,
                    format!("name it: {}:COLUMN", file.path),
                ));
            };
            Some((*found).to_owned())
        }
    };
    let path = &file.path;
    let of = |column: &str| format!("{path}:{column}");
    let texts = |argument: String| -> Result<(Vec<String>, restrap_io::Loaded), SourceError> {
        let options = Options {
            cells: Cells::Labels,
            knows_rows: true,
            id: Vec::new(),
            ..reading.clone()
        };
        let loaded = load(&[argument], &options)?;
        let text = |code: &f64| {
            loaded
                .labels
                .get(*code as usize - 1)
                .map_or_else(String::new, |label| label.join("|"))
        };
        let texts = loaded.systems[0].scores.iter().map(text).collect();
        Ok((texts, loaded))
    };
    let (pvalues, loaded) = texts(column.as_deref().map_or_else(|| path.clone(), of))?;
    let other = named.iter().find(|name| {
        column.as_deref() != Some(**name) && !NAMES.contains(&name.to_ascii_lowercase().as_str())
    });
    let names = match id.or(other.copied()) {
        Some(name) => texts(of(name))?.0,
        None => (1..=pvalues.len()).map(|row| row.to_string()).collect(),
    };
    let read = names
        .into_iter()
        .zip(&pvalues)
        .map(|(name, text)| GivenP::read(name, text));
    let mut outcome = adjust(read.collect::<Result<_, _>>()?, request)?;
    let inputs = loaded.inputs.into_iter().map(Into::into).collect();
    outcome.run.came_from(Provenance {
        inputs,
        ..Provenance::default()
    });
    Ok(outcome)
}
