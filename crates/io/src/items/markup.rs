//! Lines of other formats than plain text: tags, subtitles, times, alternatives, ids before a bar.

use std::collections::HashSet;

use crate::Error;
use crate::error::question::{Markup, Question};
use crate::words::List;

/// Refuses lines of a file that another format than plain text wrote.
///
/// # Errors
/// [`Error::Asked`] with what they look like.
pub fn check_texts<'t>(file: &str, lines: impl Iterator<Item = &'t str>) -> Result<(), Error> {
    check(lines).map_err(|question| Error::Asked {
        file: file.to_owned(),
        question: Box::new(question),
    })
}

/// Refuses lines that another format than plain text wrote.
fn check<'t>(lines: impl Iterator<Item = &'t str>) -> Result<(), Question> {
    let texts: Vec<&str> = lines.filter(|line| !line.trim().is_empty()).collect();
    if texts.len() < 2 {
        return Ok(());
    }
    let found = tags(&texts)
        .or_else(|| subtitles(&texts))
        .or_else(|| alternatives(&texts))
        .or_else(|| times(&texts))
        .or_else(|| bars(&texts));
    found.map_or(Ok(()), |markup| Err(Question::Markup { markup }))
}

/// The name of the tag with which a line begins.
fn tag(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix('<')?;
    let rest = rest.strip_prefix('/').unwrap_or(rest);
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '?' | '!' | ':' | '-' | '_');
    let end = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
    (end > 0).then(|| &rest[..end])
}

/// Half of the lines are known tags, the first line too; or every line is a tag, of three names or more.
fn tags(lines: &[&str]) -> Option<Markup> {
    let is_known = |line: &&&str| tag(line).is_some_and(|name| List::Tags.holds(name));
    if is_known(&&lines[0]) && 2 * lines.iter().filter(is_known).count() >= lines.len() {
        return Some(Markup::Tags);
    }
    let names: Option<HashSet<&str>> = lines.iter().map(|line| tag(line)).collect();
    names
        .filter(|names| names.len() >= 3)
        .map(|_| Markup::PerhapsTags)
}

/// A line gives the time of a subtitle: `00:00:01,000 --> 00:00:02,500`.
fn subtitles(lines: &[&str]) -> Option<Markup> {
    let is_time = |text: &str| {
        let parts: Vec<&str> = text.trim().split(':').collect();
        let are_numbers = parts.iter().all(|part| {
            !part.is_empty()
                && part
                    .bytes()
                    .all(|byte| byte.is_ascii_digit() || matches!(byte, b',' | b'.'))
        });
        parts.len() == 3 && are_numbers && text.contains([',', '.'])
    };
    let is_line = |line: &&str| {
        line.split_once(" --> ")
            .is_some_and(|(begin, _)| is_time(begin))
    };
    lines.iter().any(is_line).then_some(Markup::Subtitles)
}

/// Every line ends with its id in brackets, and one has a choice of words: `{ a / b }`.
fn alternatives(lines: &[&str]) -> Option<Markup> {
    let has_id = |line: &&str| {
        let id = line
            .trim_end()
            .strip_suffix(')')
            .and_then(|line| line.rsplit_once('('));
        id.is_some_and(|(_, id)| !id.is_empty() && !id.contains(char::is_whitespace))
    };
    let has_choice = |line: &&str| {
        let inside = line
            .split_once("{ ")
            .and_then(|(_, rest)| rest.split_once(" }"));
        inside.is_some_and(|(inside, _)| inside.contains(" / "))
    };
    (lines.iter().all(has_id) && lines.iter().any(has_choice)).then_some(Markup::Alternatives)
}

/// Every line has the time of a segment in its fourth and fifth field, as `.stm` does.
fn times(lines: &[&str]) -> Option<Markup> {
    let time = |text: &str| text.parse::<f64>().ok().filter(|time| time.is_finite());
    let (mut has_point, mut is_ranking, mut any) = (false, true, false);
    let is_segment = |line: &&str| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let Some(ends) = fields.get(3..5) else {
            return false;
        };
        has_point |= ends.concat().contains('.');
        is_ranking &= fields.len() == 6;
        any = true;
        matches!((time(ends[0]), time(ends[1])), (Some(begin), Some(end)) if begin <= end)
    };
    let mut segments = lines.iter().filter(|line| !line.starts_with(";;"));
    let is_it = segments.all(is_segment) && any && has_point && !is_ranking;
    is_it.then_some(Markup::Times)
}

/// Every line begins with an id of its own and a bar, before a text.
fn bars(lines: &[&str]) -> Option<Markup> {
    let split: Option<Vec<(&str, &str)>> = lines
        .iter()
        .map(|line| {
            let (id, _) = line.split_once('|')?;
            let (_, text) = line.rsplit_once('|')?;
            (!id.is_empty() && !id.contains(char::is_whitespace)).then_some((id, text))
        })
        .collect();
    let split = split?;
    let ids: HashSet<&str> = split.iter().map(|(id, _)| *id).collect();
    let texts = split
        .iter()
        .filter(|(_, text)| text.trim().contains(' '))
        .count();
    (ids.len() == split.len() && 2 * texts >= split.len()).then_some(Markup::Bars)
}
