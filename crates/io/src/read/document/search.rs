//! Where in a document its table is: at the top, at the path that is asked for, or the only one inside.

use crate::Error;
use crate::error::quote;
use crate::read::document::node::{Lines, Node};
use crate::read::document::shape::Shape;
use crate::read::document::table::{Table, Wanted};

/// Objects within objects that are searched.
const DEPTH: usize = 5;
/// Tables that an error lists.
const LISTED: usize = 8;
/// Members of one object that are searched: an object of more is a table, or none that a person made.
const MEMBERS: usize = 1000;

/// The table of a document; `wanted` loses the path that leads to it.
pub(super) fn table<'a>(
    root: Node<'a>,
    file: &str,
    wanted: &mut Wanted<'_>,
    lines: &mut Lines<'_>,
) -> Result<Table<'a>, Error> {
    let refused = |(found, hint): (String, String)| {
        let hint = hint.replace("FILE:", &format!("{file}:"));
        Error::NoTable {
            path: file.to_owned(),
            found,
            hint,
        }
    };
    let texts = wanted.texts;
    if let Some(shape) = Shape::of(root, texts) {
        return shape.table(lines, wanted).map_err(refused);
    }
    let (at, shape) = match wanted
        .columns
        .iter()
        .flatten()
        .next()
        .and_then(|path| along(root, path, texts))
    {
        Some((at, shape)) => (at.to_owned(), shape),
        None => only(root, file, texts).map_err(refused)?,
    };
    for column in &mut wanted.columns {
        let Some(path) = column else { continue };
        *column = match path.strip_prefix(&at[..]) {
            Some("") => None,
            Some(rest) => rest.strip_prefix('.').or(Some(path)),
            None => Some(path),
        };
    }
    let size = shape.size();
    let table = shape.table(lines, wanted).map_err(refused)?;
    let said = format!("{size} under {}", quote::quoted(at.as_bytes()));
    Ok(Table {
        said: Some(said),
        ..table
    })
}

/// The first table along a path that has the rest of it as a column, or else the last; and the path to it.
fn along<'a, 'p>(root: Node<'a>, path: &'p str, texts: bool) -> Option<(&'p str, Shape<'a>)> {
    let (mut node, mut start, mut found) = (root, 0, None);
    for _ in 0..DEPTH {
        let rest = &path[start..];
        let leads = |key: &str| {
            rest.strip_prefix(key)
                .is_some_and(|after| after.is_empty() || after.starts_with('.'))
        };
        let members = node.members().into_iter().filter(|(key, _)| leads(key));
        let Some((key, value)) = members.max_by_key(|(key, _)| key.len()) else {
            break;
        };
        let end = start + key.len();
        if let Some(shape) = Shape::of(value, texts) {
            let rest = path[end..].strip_prefix('.').unwrap_or_default();
            let is_it = rest.is_empty() || shape.has(rest);
            found = Some((&path[..end], shape));
            if is_it {
                break;
            }
        }
        (node, start) = (value, (end + 1).min(path.len()));
    }
    found
}

/// The only table of a document, and its path; or what there is instead, and what to do.
fn only<'a>(
    root: Node<'a>,
    file: &str,
    texts: bool,
) -> Result<(String, Shape<'a>), (String, String)> {
    let mut found = Vec::new();
    search(root, "", DEPTH, texts, &mut found);
    // Lists of records before objects of numbers, which settings are as well.
    if found.iter().any(|(_, shape)| shape.is_plain()) {
        found.retain(|(_, shape)| shape.is_plain());
    }
    if found.len() == 1 {
        return Ok(found.swap_remove(0));
    }
    let Some((first, _)) = found.first() else {
        let fields: Vec<String> = root
            .members()
            .into_iter()
            .map(|(key, _)| key.into_owned())
            .collect();
        let found = match fields.len() {
            0 => "an empty object or list".to_owned(),
            _ => format!("an object without them: {}", quote::list(&fields)),
        };
        let hint =
            "give the score of each item, as {id: score}, {system: [scores]} or a list of records"
                .to_owned();
        return Err((found, hint));
    };
    let hint = format!("name one: `{file}:{first}`");
    let more = found.len().saturating_sub(LISTED);
    let listed = found
        .iter()
        .take(LISTED)
        .map(|(at, shape)| format!("{} ({})", quote::quoted(at.as_bytes()), shape.size()));
    let listed = listed.collect::<Vec<_>>().join(", ");
    let more = if more > 0 {
        format!(" and {more} more")
    } else {
        String::new()
    };
    Err((format!("{} tables: {listed}{more}", found.len()), hint))
}

/// The tables inside an object, each with its path; none is sought inside of one.
fn search<'a>(
    node: Node<'a>,
    path: &str,
    depth: usize,
    texts: bool,
    found: &mut Vec<(String, Shape<'a>)>,
) {
    for (key, value) in node
        .members()
        .into_iter()
        .take(MEMBERS)
        .filter(|(_, value)| !value.is_single())
    {
        let at = if path.is_empty() {
            key.into_owned()
        } else {
            format!("{path}.{key}")
        };
        match Shape::of(value, texts) {
            Some(shape) => found.push((at, shape)),
            None if depth > 1 => search(value, &at, depth - 1, texts, found),
            None => {}
        }
    }
}
