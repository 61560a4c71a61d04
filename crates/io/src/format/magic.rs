//! First bytes that identify a format.

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
