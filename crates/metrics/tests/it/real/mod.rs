//! Evaluation data of `tests/data` with published figures.

mod labels;
mod rankings;
mod spans;
mod text;

use std::path::Path;

/// The content of a file of `tests/data`, unpacked.
fn data(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/data")
        .join(name);
    let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    if path.extension().is_none_or(|extension| extension != "zst") {
        return bytes;
    }
    zstd::decode_all(&bytes[..]).expect("whole frames")
}
