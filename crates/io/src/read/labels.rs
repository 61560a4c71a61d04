//! Text files of labels, one a line.

use crate::Error;
use crate::frame::ids::Ids;
use crate::frame::parsed::{Parsed, Precision, Request};

/// A text file of one label a line.
pub(crate) fn lines(bytes: &[u8], request: &Request<'_>) -> Result<Parsed, Error> {
    let end = bytes.iter().rposition(|byte| !matches!(byte, b'\n' | b'\r')).map_or(0, |last| last + 1);
    let mut keys = Ids::default();
    for line in bytes[..end].split(|byte| *byte == b'\n') {
        let memory = |_| Error::Memory { path: request.file.to_owned(), bytes: bytes.len() as u64 };
        keys.push(std::iter::once(line)).map_err(memory)?;
    }
    let codes = match request.labels {
        Some(labels) => labels.column(&keys, &[], (request.file, request.missing), None)?,
        None => Vec::new(),
    };
    Ok(Parsed::single(codes, request.arguments.len(), Precision::Double))
}
