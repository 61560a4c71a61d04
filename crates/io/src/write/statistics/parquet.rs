//! Statistics as Parquet: INT64, DOUBLE and UTF8 columns without nulls.

use std::fs::File;
use std::io::{self, Write};
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::{KeyValue, ParquetMetaDataReader};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{PrimitiveTypeBuilder, Type, TypePtr};

use super::table::{Metadata, Table, Values};
use crate::Error;

/// Rows of a row group, which is held in memory while it is written.
const GROUP: usize = 1 << 20;

/// A file of row groups, its metadata in the footer.
pub(super) fn write(
    out: &mut (dyn Write + Send),
    table: &Table<'_>,
    metadata: &Metadata,
) -> io::Result<()> {
    fill(out, table, metadata).map_err(io::Error::other)
}

fn fill(
    out: &mut (dyn Write + Send),
    table: &Table<'_>,
    metadata: &Metadata,
) -> Result<(), ParquetError> {
    let pairs = metadata
        .pairs()
        .map(|(key, value)| KeyValue::new(key.to_owned(), value.to_owned()));
    let properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_created_by(concat!("restrap version ", env!("CARGO_PKG_VERSION")).to_owned())
        .set_key_value_metadata(Some(pairs.collect()))
        .build();
    let mut file = SerializedFileWriter::new(out, schema(table)?, Arc::new(properties))?;
    for start in (0..table.rows).step_by(GROUP) {
        let rows = start..table.rows.min(start + GROUP);
        let mut group = file.next_row_group()?;
        if let Some((_, ids)) = table.ids {
            let ids: Vec<ByteArray> = ids[rows.clone()]
                .iter()
                .map(|id| id.as_str().into())
                .collect();
            if let Some(mut column) = group.next_column()? {
                column
                    .typed::<ByteArrayType>()
                    .write_batch(&ids, None, None)?;
                column.close()?;
            }
        }
        for (_, values) in table.columns {
            let Some(mut column) = group.next_column()? else {
                continue;
            };
            match values {
                Values::Integers(values) => {
                    column
                        .typed::<Int64Type>()
                        .write_batch(&values[rows.clone()], None, None)?
                }
                Values::Doubles(values) => {
                    column
                        .typed::<DoubleType>()
                        .write_batch(&values[rows.clone()], None, None)?
                }
            };
            column.close()?;
        }
        group.close()?;
    }
    file.close()?;
    Ok(())
}

fn required(name: &str, physical: Physical) -> PrimitiveTypeBuilder<'_> {
    Type::primitive_type_builder(name, physical).with_repetition(Repetition::REQUIRED)
}

fn schema(table: &Table<'_>) -> Result<TypePtr, ParquetError> {
    let mut fields = Vec::new();
    if let Some((name, _)) = table.ids {
        let text =
            required(name, Physical::BYTE_ARRAY).with_logical_type(Some(LogicalType::String));
        fields.push(Arc::new(text.build()?));
    }
    for (name, values) in table.columns {
        let physical = match values {
            Values::Integers(_) => Physical::INT64,
            Values::Doubles(_) => Physical::DOUBLE,
        };
        fields.push(Arc::new(required(name, physical).build()?));
    }
    Ok(Arc::new(
        Type::group_type_builder("items")
            .with_fields(fields)
            .build()?,
    ))
}

/// The metadata of the footer.
pub(super) fn metadata(file: &File, path: &str) -> Result<Option<Metadata>, Error> {
    let footer = ParquetMetaDataReader::new()
        .parse_and_finish(file)
        .map_err(|error| Error::Columnar {
            path: path.to_owned(),
            kind: "Parquet",
            reason: error.to_string(),
        })?;
    let pairs = footer
        .file_metadata()
        .key_value_metadata()
        .into_iter()
        .flatten();
    Ok(Metadata::from_pairs(pairs.filter_map(|pair| {
        Some((pair.key.clone(), pair.value.clone()?))
    })))
}
