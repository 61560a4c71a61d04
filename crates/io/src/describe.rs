//! What a file holds, for `restrap inspect`.

use crate::ask::columns::Columns;
use crate::bytes::chunks::Cut;
use crate::bytes::{named, parts};
use crate::read::file::Stored;
use crate::read::logs::inspect;
use crate::read::table::{Table, separator};
use crate::read::trec::{By, Evaluated};
use crate::read::{columnar, document, file, json, npy};
use crate::{Compression, Error, Format, Kind, Missing, Options};

/// What a file holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Description {
    /// The path as typed.
    pub path: String,
    /// Its format.
    pub format: Format,
    /// How it is compressed.
    pub compression: Option<Compression>,
    /// Bytes as stored.
    pub bytes: u64,
    /// BLAKE3 of these bytes, in hexadecimal.
    pub blake3: String,
    /// Rows, without the header.
    pub rows: usize,
    /// Whether the first row holds names.
    pub header: bool,
    /// NumPy's name of the element type (`f8`, `i4`, ...), for arrays.
    pub element: Option<String>,
    /// The columns, in order.
    pub columns: Vec<ColumnDescription>,
}

/// What a column holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ColumnDescription {
    /// Its number, from 1: `FILE:NUMBER`.
    pub number: usize,
    /// Its name in the header.
    pub name: Option<String>,
    /// What it holds.
    pub kind: Kind,
    /// Its first value that is not missing, shortened.
    pub example: String,
    /// Whether its name is one of an identifier, so that a bare table does not take it as a system.
    pub identifier: bool,
}

type Survey = (
    usize,
    Option<Vec<String>>,
    Option<String>,
    Vec<(Kind, String)>,
);

/// Reads a file (a path, or `-`) and says what it holds; of `options`, only `mmap` and `format` matter.
///
/// # Errors
///
/// As [`crate::load`], except that missing scores and columns of text are allowed.
pub fn describe(path: &str, options: &Options) -> Result<Description, Error> {
    let shown = named::shown(path);
    let opened = file::open(
        (path, &parts::files(path)),
        options.mmap,
        options.format,
        |stored| survey(stored, shown),
    )?;
    let (rows, names, element, kinds) = opened.content;
    let labels = Columns {
        file: shown,
        names: names.as_deref(),
        width: kinds.len(),
    };
    let columns = kinds
        .into_iter()
        .enumerate()
        .map(|(index, (kind, example))| ColumnDescription {
            number: index + 1,
            name: labels.names.and_then(|names| names.get(index).cloned()),
            kind,
            example,
            identifier: labels.is_identifier(index),
        });
    Ok(Description {
        path: path.to_owned(),
        format: opened.format,
        compression: opened.compression,
        bytes: opened.bytes,
        blake3: opened.blake3,
        rows,
        header: names.is_some(),
        element,
        columns: columns.collect(),
    })
}

fn survey(stored: Stored<'_>, file: &str) -> Result<Survey, Error> {
    let (bytes, format) = match stored {
        Stored::Bytes(bytes, format) => (bytes, format),
        #[cfg(feature = "columnar")]
        Stored::Table(table) => {
            let (rows, names, kinds) = columnar::survey_held(table, file)?;
            return Ok((rows, Some(names), None, kinds));
        }
    };
    if matches!(format, Format::Tsv | Format::Text)
        && let Some(table) = document::known::text(bytes, file)
    {
        let (records, survey) = json::survey_table(table, file)?;
        return Ok((records, Some(survey.names), None, survey.kinds));
    }
    match format {
        Format::Csv | Format::Tsv => {
            let by = if format == Format::Csv {
                separator::of_csv(bytes)
            } else {
                b'\t'
            };
            let table = Table::open(bytes, file, by)?;
            let (rows, kinds) = table.survey(Cut::INTO_MEGABYTES)?;
            Ok((rows, table.header.names, None, kinds))
        }
        Format::Npy => {
            let (rows, columns, element) = npy::survey(bytes, file)?;
            let kinds = vec![(Kind::Numbers, String::new()); columns.unwrap_or(1)];
            Ok((rows, None, Some(element), kinds))
        }
        Format::Parquet | Format::Arrow => {
            let (rows, names, kinds) = columnar::survey(bytes, format, file)?;
            Ok((rows, Some(names), None, kinds))
        }
        Format::TrecEval | Format::Comet => {
            let by = if format == Format::Comet {
                By::Comet
            } else {
                By::TrecEval
            };
            let (rows, names, kinds) = Evaluated::open(bytes, file, by)?.survey();
            Ok((rows, Some(names), None, kinds))
        }
        Format::Jsonl | Format::Json => {
            let (records, survey) = json::survey(bytes, format, file)?;
            Ok((records, Some(survey.names), None, survey.kinds))
        }
        Format::Eval => {
            let (samples, names, kinds) = inspect::survey(bytes, format, file)?;
            Ok((samples, Some(names), None, kinds))
        }
        Format::Text => {
            if let Some((table, by)) = separator::of_text(bytes, false) {
                let table = Table::open(&table, file, by)?;
                let (rows, kinds) = table.survey(Cut::INTO_MEGABYTES)?;
                return Ok((rows, table.header.names, None, kinds));
            }
            let scores = file::text_scores(bytes, file, Missing::Drop, Cut::INTO_MEGABYTES)?;
            let example = scores
                .iter()
                .find(|score| !score.is_nan())
                .map(ToString::to_string);
            let kind = if example.is_some() {
                Kind::Numbers
            } else {
                Kind::Nothing
            };
            Ok((
                scores.len(),
                None,
                None,
                vec![(kind, example.unwrap_or_default())],
            ))
        }
    }
}
