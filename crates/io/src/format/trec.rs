//! Tab-separated text that trec_eval prints or reads.

use crate::error::foreign::Foreign;
use crate::format::number;

/// Fields of a line that trec_eval prints: measure, topic, value.
pub(crate) const FIELDS: usize = 3;

/// Whether the first line is one that trec_eval prints: three fields, the measure filled up with spaces.
pub(crate) fn is_output(text: &[u8]) -> bool {
    let fields = first_fields(text, 0);
    matches!(fields[..], [measure, topic, value]
        if measure.ends_with(b" ") && !measure.trim_ascii().is_empty() && !topic.is_empty() && !value.is_empty())
}

/// Text that `ir_measures -q` prints: the query stands first.
pub(crate) mod by_query {
    use super::number;

    /// The query of the means, which stand at the end.
    pub(crate) const ALL: &str = "all";

    /// Query, measure and value of a line.
    pub(crate) fn fields(line: &[u8]) -> Option<[&str; 3]> {
        let line = std::str::from_utf8(number::trim(line)).ok()?;
        let mut fields = line.split('\t');
        let all = [fields.next()?, fields.next()?, fields.next()?];
        fields
            .next()
            .is_none()
            .then_some(all)
            .filter(|all| number::score(all[2].as_bytes(), false).is_ok())
    }

    /// Whether the last line is a mean, and the first a value of a query.
    pub(crate) fn is_output(text: &[u8]) -> bool {
        let text = text.trim_ascii();
        let last = memchr::memrchr(b'\n', text).map(|end| &text[end + 1..]);
        let first = text.split(|byte| *byte == b'\n').next().and_then(fields);
        last.and_then(fields)
            .is_some_and(|[query, ..]| query == ALL)
            && first.is_some()
    }
}

/// Whether the first line may be such output without the spaces: a word, a topic and a number.
pub(crate) fn may_be_output(text: &[u8]) -> bool {
    let fields = first_fields(text, 0);
    matches!(fields[..], [measure, topic, value]
        if number::score(measure, false).is_err()
            && !measure.trim_ascii().is_empty()
            && !topic.trim_ascii().is_empty()
            && number::score(value, false).is_ok())
}

/// What kind of run a text is, if it is one: of TREC, or of MS MARCO with the first two ranks of a query.
pub(crate) fn run(text: &[u8]) -> Option<Foreign> {
    let line = text.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let words: Vec<&[u8]> = line
        .split(u8::is_ascii_whitespace)
        .filter(|word| !word.is_empty())
        .take(7)
        .collect();
    if let [_, q0, _, rank, score, _] = words[..]
        && q0.eq_ignore_ascii_case(b"Q0")
        && is_digits(rank)
        && number::score(score, false).is_ok()
    {
        return Some(Foreign::TrecRun);
    }
    let (first, second) = (first_fields(text, 0), first_fields(text, 1));
    let all_digits = first.iter().chain(&second).all(|field| is_digits(field));
    match (&first[..], &second[..]) {
        ([query, _, b"1"], [same, _, b"2"]) if query == same && all_digits => {
            Some(Foreign::MsMarcoRun)
        }
        _ => None,
    }
}

fn is_digits(field: &[u8]) -> bool {
    !field.is_empty() && field.iter().all(u8::is_ascii_digit)
}

/// The fields of a line of the text, with one more where there are more than three.
fn first_fields(text: &[u8], line: usize) -> Vec<&[u8]> {
    let line = text
        .split(|byte| *byte == b'\n')
        .nth(line)
        .unwrap_or_default();
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    line.split(|byte| *byte == b'\t').take(FIELDS + 1).collect()
}
