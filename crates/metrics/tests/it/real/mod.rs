//! Real evaluation data with published figures, where the folder `shared` lies beside the workspace.

mod labels;
mod rankings;
mod spans;
mod text;

use std::path::PathBuf;

/// The content of a data file, unpacked, or `None` with a line that says so.
fn data(name: &str) -> Option<Vec<u8>> {
    let path: PathBuf = [
        env!("CARGO_MANIFEST_DIR"),
        "..",
        "..",
        "..",
        "shared",
        "data",
        name,
    ]
    .iter()
    .collect();
    let Ok(bytes) = std::fs::read(&path) else {
        println!("SKIPPED {name}: shared/data not found");
        return None;
    };
    if path.extension().is_none_or(|extension| extension != "zst") {
        return Some(bytes);
    }
    Some(zstd::decode_all(&bytes[..]).expect("whole frames"))
}
