//! The tab-separated lines that `comet-score` prints: `FILE<TAB>Segment N<TAB>score: X`, and at the end
//! `FILE<TAB>score: MEAN`.

/// File, segment and score; the mean of a file is of no segment.
type Fields<'a> = (&'a [u8], Option<&'a [u8]>, &'a [u8]);

pub(crate) fn fields(line: &[u8]) -> Option<Fields<'_>> {
    let fields: Vec<&[u8]> = line.split(|byte| *byte == b'\t').take(4).collect();
    match fields[..] {
        [file, segment, score] => Some((
            file,
            Some(segment.strip_prefix(b"Segment ")?),
            score.strip_prefix(b"score: ")?,
        )),
        [file, mean] => Some((file, None, mean.strip_prefix(b"score: ")?)),
        _ => None,
    }
}

/// Whether the first line is the score of a segment.
pub(crate) fn is_output(text: &[u8]) -> bool {
    let line = text.split(|byte| *byte == b'\n').next().unwrap_or_default();
    matches!(
        fields(line.strip_suffix(b"\r").unwrap_or(line)),
        Some((_, Some(_), _))
    )
}
