//! The rows and columns of `frames.txt`.

use std::sync::LazyLock;

use serde_json::Value;

/// The frame of one schema.
#[derive(Debug)]
pub(crate) struct Layout {
    pub schema: String,
    /// A path that an answer of this layout has.
    pub condition: Option<Path>,
    pub rows: Vec<Rows>,
    pub columns: Vec<Column>,
}

/// Elements of the answer that are a row each, or hold rows.
#[derive(Debug)]
pub(crate) struct Rows {
    /// The name by which paths begin.
    pub name: String,
    pub paths: Vec<Path>,
    /// A path whose value, if it has one, leaves these rows out.
    pub unless: Option<Path>,
    pub inner: Vec<Rows>,
    /// The number of these rows among those of the layout; `None` if they hold others.
    pub leaf: Option<usize>,
}

/// A column: its name, and its cell in each kind of rows.
#[derive(Debug)]
pub(crate) struct Column {
    pub name: String,
    /// Left out if no row has a value.
    pub is_optional: bool,
    /// One cell for all rows, or one for each kind.
    pub cells: Vec<Cell>,
}

/// A cell: texts and values side by side, or the first of several such that is there.
#[derive(Debug, Default)]
pub(crate) struct Cell {
    pub alternatives: Vec<Vec<Term>>,
    /// A path whose value is true, or a certain one.
    pub condition: Option<(Path, Option<String>)>,
}

#[derive(Debug)]
pub(crate) enum Term {
    No,
    Text(String),
    Path(Path),
}

/// A path into the answer: an element by its name, then steps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Path {
    pub from: String,
    pub steps: Vec<Step>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Step {
    Field(String),
    /// All elements of a list.
    All,
    /// The element at a place.
    At(usize),
    /// The element at the place that a bound element has in its own list, and so many further.
    As(String, usize),
    /// The element whose fields have the values of paths.
    With(Vec<(String, Path)>),
}

/// An element of the answer that rows are below.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bound<'a> {
    pub name: &'a str,
    /// Its place in its list.
    pub place: usize,
    pub value: &'a Value,
}

impl<'a> Bound<'a> {
    pub fn root(value: &'a Value) -> Self {
        Self {
            name: "root",
            place: 0,
            value,
        }
    }
}

impl Path {
    /// The elements that the path leads to, each with its place.
    pub fn elements<'a>(&self, bound: &[Bound<'a>]) -> Vec<(usize, &'a Value)> {
        let Some(from) = bound.iter().rev().find(|one| one.name == self.from) else {
            return Vec::new();
        };
        let mut found = vec![(from.place, from.value)];
        for step in &self.steps {
            let next = |(place, value): (usize, &'a Value)| -> Vec<(usize, &'a Value)> {
                let list = || value.as_array().map_or(&[][..], Vec::as_slice);
                match step {
                    Step::Field(name) => value
                        .get(name)
                        .map(|value| (place, value))
                        .into_iter()
                        .collect(),
                    Step::All => list().iter().enumerate().collect(),
                    Step::At(at) => list()
                        .get(*at)
                        .map(|value| (*at, value))
                        .into_iter()
                        .collect(),
                    Step::As(name, further) => {
                        let at = bound.iter().rev().find(|one| one.name == *name);
                        let at = at.map(|one| one.place + further);
                        at.and_then(|at| Some((at, list().get(at)?)))
                            .into_iter()
                            .collect()
                    }
                    Step::With(wanted) => {
                        let has = |element: &&Value| {
                            wanted
                                .iter()
                                .all(|(field, path)| element.get(field) == path.value(bound))
                        };
                        list()
                            .iter()
                            .filter(has)
                            .map(|value| (place, value))
                            .collect()
                    }
                }
            };
            found = found.into_iter().flat_map(next).collect();
        }
        found.retain(|(_, value)| !value.is_null());
        found
    }

    /// The value that the path leads to.
    pub fn value<'a>(&self, bound: &[Bound<'a>]) -> Option<&'a Value> {
        self.elements(bound).first().map(|(_, value)| *value)
    }
}

static LAYOUTS: LazyLock<Vec<Layout>> = LazyLock::new(|| read(include_str!("frames.txt")));

impl Layout {
    /// All layouts.
    #[cfg(test)]
    pub fn all() -> &'static [Self] {
        &LAYOUTS
    }

    /// The layout of an answer.
    pub fn find(answer: &Value) -> Option<&'static Self> {
        let schema = answer.get("schema")?.as_str()?;
        let root = [Bound::root(answer)];
        LAYOUTS.iter().find(|layout| {
            let condition = layout.condition.as_ref();
            layout.schema == schema && condition.is_none_or(|path| path.value(&root).is_some())
        })
    }
}

fn read(text: &str) -> Vec<Layout> {
    let mut layouts: Vec<Layout> = Vec::new();
    for line in text
        .lines()
        .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
    {
        if let Some(head) = line.strip_prefix('[') {
            let (schema, condition) = split(head.trim_end_matches(']'), " if ");
            layouts.push(Layout {
                schema: schema.to_owned(),
                condition: condition.map(path),
                rows: Vec::new(),
                columns: Vec::new(),
            });
            continue;
        }
        let Some(layout) = layouts.last_mut() else {
            continue;
        };
        if let Some((name, cells)) = line.split_once(" = ") {
            let name = name.trim();
            layout.columns.push(Column {
                name: name.trim_end_matches('?').to_owned(),
                is_optional: name.ends_with('?'),
                cells: cells.split(" ; ").map(cell).collect(),
            });
        } else if let Some((name, paths)) = line.split_once(':') {
            let depth = (line.len() - line.trim_start().len()) / 2;
            let (paths, unless) = split(paths, " unless ");
            inner_at(&mut layout.rows, depth).push(Rows {
                name: name.trim().to_owned(),
                paths: paths.split_whitespace().map(path).collect(),
                unless: unless.map(path),
                inner: Vec::new(),
                leaf: Some(0),
            });
            number(&mut layout.rows, &mut 0);
        }
    }
    layouts
}

/// The rows so many steps below the last ones.
fn inner_at(rows: &mut Vec<Rows>, depth: usize) -> &mut Vec<Rows> {
    match rows.len().checked_sub(1) {
        Some(last) if depth > 0 => inner_at(&mut rows[last].inner, depth - 1),
        _ => rows,
    }
}

/// Numbers the rows that hold no others.
fn number(rows: &mut [Rows], next: &mut usize) {
    for each in rows {
        each.leaf = each.inner.is_empty().then_some(*next);
        if each.inner.is_empty() {
            *next += 1;
        }
        number(&mut each.inner, next);
    }
}

fn split<'a>(text: &'a str, by: &str) -> (&'a str, Option<&'a str>) {
    text.split_once(by)
        .map_or((text, None), |(before, after)| (before, Some(after)))
}

fn cell(text: &str) -> Cell {
    if text.trim() == "-" {
        return Cell::default();
    }
    let (text, condition) = split(text, " if ");
    let term = |text: &str| {
        let text = text.trim();
        if text == "false" {
            return Term::No;
        }
        text.strip_prefix('"').map_or_else(
            || Term::Path(path(text)),
            |text| Term::Text(text.trim_end_matches('"').to_owned()),
        )
    };
    Cell {
        alternatives: text
            .split(" | ")
            .map(|terms| terms.split(" + ").map(term).collect())
            .collect(),
        condition: condition.map(|condition| {
            let (of, word) = split(condition, " is ");
            (path(of), word.map(|word| word.trim().to_owned()))
        }),
    }
}

fn path(text: &str) -> Path {
    let mut parts = text.trim().split('.');
    let mut steps = Vec::new();
    let from = add(parts.next().unwrap_or_default(), &mut steps);
    for part in parts {
        let mut brackets = Vec::new();
        steps.push(Step::Field(add(part, &mut brackets)));
        steps.extend(brackets);
    }
    Path { from, steps }
}

/// The name before the brackets of a part, whose steps are added.
fn add(part: &str, steps: &mut Vec<Step>) -> String {
    let mut pieces = part.split('[');
    let name = pieces.next().unwrap_or_default();
    for piece in pieces {
        let inside = piece.trim_end_matches(']');
        steps.push(match (inside, inside.split_once('='), inside.parse()) {
            ("", ..) => Step::All,
            (_, _, Ok(at)) => Step::At(at),
            (_, Some(_), _) => Step::With(inside.split('&').filter_map(wanted).collect()),
            _ => {
                let (name, further) = split(inside, "+");
                Step::As(
                    name.to_owned(),
                    further.and_then(|more| more.parse().ok()).unwrap_or(0),
                )
            }
        });
    }
    name.to_owned()
}

/// A field and the path to its value, of `FIELD=PATH`.
fn wanted(text: &str) -> Option<(String, Path)> {
    let (field, of) = text.split_once('=')?;
    Some((field.to_owned(), path(&of.replace('/', "."))))
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    /// The schemas that a reference or a choice stands for.
    fn resolved<'s>(root: &'s Value, schema: &'s Value) -> Vec<&'s Value> {
        if let Some(name) = schema.get("$ref").and_then(Value::as_str) {
            let place = name.trim_start_matches('#');
            return root
                .pointer(place)
                .map_or_else(Vec::new, |schema| resolved(root, schema));
        }
        let choices = ["anyOf", "oneOf", "allOf"]
            .iter()
            .filter_map(|name| schema.get(name)?.as_array());
        let choices: Vec<&Value> = choices
            .flatten()
            .flat_map(|choice| resolved(root, choice))
            .collect();
        [vec![schema], choices].concat()
    }

    /// The schemas after a path; none if the answer has nothing there.
    fn after<'s>(
        root: &'s Value,
        path: &Path,
        known: &HashMap<&str, Vec<&'s Value>>,
    ) -> Vec<&'s Value> {
        let mut found = known.get(&path.from[..]).cloned().unwrap_or_default();
        for step in &path.steps {
            let next = |schema: &'s Value| match step {
                Step::Field(name) => schema.get("properties").and_then(|all| all.get(name)),
                Step::At(_) => schema
                    .get("items")
                    .or_else(|| schema.get("prefixItems")?.get(0)),
                Step::All | Step::As(..) | Step::With(_) => schema.get("items"),
            };
            found = found
                .into_iter()
                .filter_map(next)
                .flat_map(|schema| resolved(root, schema))
                .collect();
        }
        found
    }

    /// Checks the rows, and returns the number of paths.
    fn check<'s>(
        layout: &'s Layout,
        rows: &'s [Rows],
        root: &'s Value,
        known: &mut HashMap<&'s str, Vec<&'s Value>>,
    ) -> usize {
        let mut paths = 0;
        for each in rows {
            for path in &each.paths {
                let found = after(root, path, known);
                assert!(
                    !found.is_empty(),
                    "{}: {path:?} of {}",
                    layout.schema,
                    each.name
                );
                known.entry(&each.name).or_default().extend(found);
                paths += 1;
            }
            paths += check(layout, &each.inner, root, known);
        }
        paths
    }

    #[test]
    fn every_path_is_of_the_schema() {
        let schemas: HashMap<&str, Value> = restrap::schemas()
            .into_iter()
            .map(|(name, schema)| (name, schema.into()))
            .collect();
        let mut paths = 0;
        for layout in Layout::all() {
            let root = &schemas[&layout.schema[..]];
            let mut known = HashMap::from([("root", resolved(root, root))]);
            paths += check(layout, &layout.rows, root, &mut known);
            for column in &layout.columns {
                let cells = column.cells.iter().flat_map(|cell| {
                    let of = cell
                        .alternatives
                        .iter()
                        .flatten()
                        .filter_map(|term| match term {
                            Term::Path(path) => Some(path),
                            Term::No | Term::Text(_) => None,
                        });
                    of.chain(cell.condition.as_ref().map(|(path, _)| path))
                });
                for path in cells {
                    assert!(
                        !after(root, path, &known).is_empty(),
                        "{}: {} is {path:?}",
                        layout.schema,
                        column.name
                    );
                    paths += 1;
                }
            }
        }
        assert!(paths > 250, "{paths} paths");
    }
}
