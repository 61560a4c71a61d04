//! Text files of labels, one per line, or several with `|` between them.

use crate::error::fault::Faults;
use crate::error::kind::{FaultKind, LINE_LIMIT};
use crate::frame::parsed::{Parsed, Precision, Request};
use crate::frame::text_lines::TextLines;
use crate::frame::texts::Texts;
use crate::ids::Ids;
use crate::{Cells, Error};

/// A text file of one item per line.
pub(crate) fn lines(bytes: &[u8], request: &Request<'_>, texts: &Texts) -> Result<Parsed, Error> {
    let content = if matches!(texts.cells, Cells::LabelSets | Cells::Texts) {
        // A blank line is an item without labels, or an empty text, at the end too.
        bytes.strip_suffix(b"\n").unwrap_or(bytes)
    } else {
        let end = bytes
            .iter()
            .rposition(|byte| !matches!(byte, b'\n' | b'\r'))
            .map_or(0, |last| last + 1);
        &bytes[..end]
    };
    let mut keys = Ids::default();
    for (number, line) in content.split(|byte| *byte == b'\n').enumerate() {
        if line.len() > LINE_LIMIT {
            let mut faults = Faults::default();
            faults.add(number as u64, 1, None, FaultKind::LongLine, line);
            if let Some(fault) = faults.into_fault(request.file, 1, |_| String::new()) {
                return Err(fault.into());
            }
        }
        let memory = |_| Error::Memory {
            path: request.file.to_owned(),
            bytes: bytes.len() as u64,
        };
        keys.push(std::iter::once(line)).map_err(memory)?;
    }
    // What a line is depends on the other files.
    let mut parsed = Parsed::single(
        vec![f64::NAN; keys.len()],
        request.arguments.len(),
        Precision::Double,
    );
    parsed.text_lines = Some(TextLines::new(keys));
    Ok(parsed)
}
