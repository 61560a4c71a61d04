//! Lines of other formats than plain text: tags, subtitles, times, alternatives, ids before a bar.

use std::collections::HashSet;

use crate::Error;
use crate::error::question::{Markup, Question};
use crate::words::List;

/// The texts of lines of another format, with what identifies each.
pub(crate) struct Marked {
    pub ids: Vec<String>,
    pub texts: Vec<String>,
    /// The format, as a sentence names it.
    pub format: &'static str,
}

/// Returns `true` if the lines are of a format that marks its texts: SGML, XML, stm, lines of `id|text`.
///
/// `has_choices` is true where `{ a / b }` in a text is known to be alternatives.
pub fn are_marked<'t>(lines: impl Iterator<Item = &'t str>, has_choices: bool) -> bool {
    marked(lines, has_choices).is_some()
}

/// Takes the texts out of SGML or XML of WMT, of `.stm`, and of `id|text`; returns `None` of plain texts and of what has no single reading.
pub(crate) fn marked<'t>(
    lines: impl Iterator<Item = &'t str>,
    has_choices: bool,
) -> Option<Marked> {
    let texts: Vec<&str> = lines.filter(|line| !line.trim().is_empty()).collect();
    if texts.len() < 2 {
        return None;
    }
    if tags(&texts) == Some(Markup::Tags) {
        segments(&texts)
    } else if alternatives(&texts).is_none() && times(&texts).is_some() {
        spoken(&texts, has_choices)
    } else if bars(&texts).is_some() {
        let split = texts.iter().filter_map(|line| {
            let (id, _) = line.split_once('|')?;
            let (_, text) = line.rsplit_once('|')?;
            Some((id.to_owned(), text.trim().to_owned()))
        });
        let (ids, texts) = split.unzip();
        Some(Marked {
            ids,
            texts,
            format: "lines of an id, a bar and a text",
        })
    } else {
        None
    }
}

/// The segments of SGML or XML: `<seg id="1">text</seg>`, in documents with ids. A file of several sides (`src`, `ref`, `hyp`) or of several
/// systems has no single reading.
fn segments(lines: &[&str]) -> Option<Marked> {
    let whole = lines.join("\n");
    let (mut ids, mut texts) = (Vec::new(), Vec::new());
    let (mut document, mut sides) = (String::new(), HashSet::new());
    let mut rest = &whole[..];
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        let end = rest.find('>')?;
        let (inside, after) = (&rest[..end], &rest[end + 1..]);
        let name = inside
            .split_whitespace()
            .next()
            .unwrap_or_default()
            .to_lowercase();
        rest = after;
        match &name[..] {
            "doc" => {
                document = attribute(inside, "docid")
                    .or_else(|| attribute(inside, "id"))
                    .unwrap_or_default();
                sides.extend(attribute(inside, "sysid"));
            }
            "src" | "ref" | "hyp" => {
                let of = ["translator", "system", "language"]
                    .iter()
                    .find_map(|key| attribute(inside, key));
                sides.insert(format!("{name} {}", of.unwrap_or_default()));
            }
            "seg" => {
                let close = after.find("</seg>").or_else(|| after.find("</SEG>"))?;
                let id = attribute(inside, "id")?;
                ids.push(format!("{document}:{id}"));
                let words: Vec<&str> = after[..close].split_whitespace().collect();
                texts.push(plain(&words.join(" ")));
                rest = &after[close..];
            }
            _ => {}
        }
    }
    let distinct: HashSet<&String> = ids.iter().collect();
    (!ids.is_empty() && distinct.len() == ids.len() && sides.len() < 2).then_some(Marked {
        ids,
        texts,
        format: "segments of SGML or XML",
    })
}

/// The value of an attribute of a tag.
fn attribute(tag: &str, name: &str) -> Option<String> {
    let lower = tag.to_lowercase();
    let start = lower.find(&format!(" {name}="))? + name.len() + 2;
    let quote = tag[start..]
        .chars()
        .next()
        .filter(|c| matches!(c, '"' | '\''))?;
    let value = &tag[start + 1..];
    Some(value[..value.find(quote)?].to_owned())
}

/// A text without the entities that every XML has.
fn plain(text: &str) -> String {
    let mut text = text.to_owned();
    for (entity, c) in [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&apos;", "'"),
        ("&amp;", "&"),
    ] {
        text = text.replace(entity, c);
    }
    text
}

/// The segments of `.stm`: file, channel, speaker, begin, end, perhaps a label in `<>`, and the words.
fn spoken(lines: &[&str], has_choices: bool) -> Option<Marked> {
    let (mut ids, mut texts) = (Vec::new(), Vec::new());
    for line in lines.iter().filter(|line| !line.starts_with(";;")) {
        let mut words = line.split_whitespace();
        let head: Vec<&str> = words.by_ref().take(5).collect();
        let [file, channel, _, begin, end] = head[..] else {
            return None;
        };
        let mut words = words.peekable();
        words.next_if(|word| word.starts_with('<') && word.ends_with('>'));
        let text = words.collect::<Vec<_>>().join(" ");
        // sclite does not score these.
        if text.eq_ignore_ascii_case("ignore_time_segment_in_scoring") {
            continue;
        }
        if !has_choices && has_choice(&text) {
            return None;
        }
        ids.push(format!("{file} {channel} {begin} {end}"));
        texts.push(text);
    }
    let distinct: HashSet<&String> = ids.iter().collect();
    (!ids.is_empty() && distinct.len() == ids.len()).then_some(Marked {
        ids,
        texts,
        format: "segments of .stm",
    })
}

/// Refuses lines of a file that another format than plain text wrote; `has_choices` as in [`are_marked`].
///
/// # Errors
/// [`Error::Asked`] with what they look like.
pub fn check_texts<'t>(
    file: &str,
    lines: impl Iterator<Item = &'t str>,
    has_choices: bool,
) -> Result<(), Error> {
    check(lines, has_choices).map_err(|question| Error::Asked {
        file: file.to_owned(),
        question: Box::new(question),
    })
}

/// Refuses lines that another format than plain text wrote.
fn check<'t>(lines: impl Iterator<Item = &'t str>, has_choices: bool) -> Result<(), Question> {
    let texts: Vec<&str> = lines.filter(|line| !line.trim().is_empty()).collect();
    if texts.len() < 2 {
        return Ok(());
    }
    let found = tags(&texts)
        .or_else(|| subtitles(&texts))
        .or_else(|| alternatives(&texts).filter(|_| !has_choices))
        .or_else(|| match times(&texts) {
            // Their texts alone would not be plain either.
            Some(_) if !has_choices && texts.iter().any(|text| has_choice(text)) => {
                Some(Markup::Alternatives)
            }
            found => found,
        })
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
    (lines.iter().all(has_id) && lines.iter().any(|line| has_choice(line)))
        .then_some(Markup::Alternatives)
}

/// A text has a choice of words: `{ a / b }`.
fn has_choice(text: &str) -> bool {
    let inside = text
        .split_once("{ ")
        .and_then(|(_, rest)| rest.split_once(" }"));
    inside.is_some_and(|(inside, _)| inside.contains(" / "))
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
