//! The format of a file by its first bytes, and by its name.

use crate::Format;

/// NumPy arrays.
pub(crate) const NUMPY: &[u8] = b"\x93NUMPY";
/// Arrow files.
pub(crate) const ARROW: &[u8] = b"ARROW1";
/// Messages of an Arrow stream.
pub(crate) const CONTINUATION: &[u8] = &[0xff; 4];

/// A format that is not text.
pub(crate) fn format(bytes: &[u8]) -> Option<Format> {
    if bytes.starts_with(NUMPY) {
        Some(Format::Npy)
    } else if is_parquet(bytes) {
        Some(Format::Parquet)
    } else if is_arrow(bytes) {
        Some(Format::Arrow)
    } else {
        is_zip(bytes).then_some(Format::Eval)
    }
}

/// Parquet files.
pub(crate) fn is_parquet(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PAR1")
}

/// Arrow files and streams.
pub(crate) fn is_arrow(bytes: &[u8]) -> bool {
    bytes.starts_with(ARROW) || bytes.starts_with(CONTINUATION)
}

/// Zip archives.
fn is_zip(bytes: &[u8]) -> bool {
    matches!(bytes, [b'P', b'K', 3 | 5, 4 | 6, ..])
}

/// The file's name without folders, `.gz` or `.zst`.
fn plain_name(path: &str) -> &str {
    let name = path
        .rsplit(['/', std::path::MAIN_SEPARATOR])
        .next()
        .unwrap_or(path);
    let lower = name.to_ascii_lowercase();
    let cut = [".gz", ".zst"]
        .iter()
        .find(|end| lower.ends_with(**end))
        .map_or(0, |end| end.len());
    &name[..name.len() - cut]
}

/// The file's name and, where it has one that decides, its format.
pub(crate) fn by_name(path: &str) -> (&str, Option<Format>) {
    let name = plain_name(path);
    let Some((stem, extension)) = name.rsplit_once('.') else {
        return (name, None);
    };
    let format = match extension.to_ascii_lowercase().as_str() {
        "txt" | "text" => Format::Text,
        "csv" => Format::Csv,
        "tsv" | "tab" => Format::Tsv,
        "npy" => Format::Npy,
        "parquet" | "pq" => Format::Parquet,
        "arrow" | "arrows" | "feather" | "ipc" => Format::Arrow,
        "jsonl" | "ndjson" => Format::Jsonl,
        "json" => Format::Json,
        "eval" => Format::Eval,
        // Runs of TREC are known by their first line.
        "run" if !stem.is_empty() => return (stem, None),
        _ => return (name, None),
    };
    if stem.is_empty() {
        (name, Some(format))
    } else {
        (stem, Some(format))
    }
}

#[cfg(test)]
mod extension_tests {
    use super::*;

    #[test]
    fn the_extension_decides_and_leaves_the_stem() {
        for (path, stem, format) in [
            ("runs/bm25.csv", "bm25", Some(Format::Csv)),
            ("bm25.CSV.gz", "bm25", Some(Format::Csv)),
            ("a.b.tsv.zst", "a.b", Some(Format::Tsv)),
            ("x.npy", "x", Some(Format::Npy)),
            ("x.txt", "x", Some(Format::Text)),
            ("scores", "scores", None),
            ("run.v2", "run.v2", None),
            (".csv", ".csv", Some(Format::Csv)),
        ] {
            assert_eq!(by_name(path), (stem, format), "{path}");
        }
    }
}
