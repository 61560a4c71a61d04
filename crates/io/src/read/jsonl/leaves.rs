//! One JSON object as leaves with dotted paths: `{"metrics": {"acc": 1}}` has the leaf `metrics.acc`.
//!
//! Values stay text of the file until somebody asks for them, so that a number keeps its digits and a long prompt costs
//! nothing. An element of an array is a leaf only when its path (`scores.0`) is asked for. A duplicate key is a fault:
//! parsers disagree about which value counts.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;

use foldhash::fast::RandomState;
use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::Cells;
use crate::error::kind::FaultKind;
use crate::error::quote;
use crate::format::number;
use crate::read::jsonl::wanted::Wanted;

/// Objects within objects that are followed.
const DEPTH: usize = 64;

/// A value that is not an object with keys.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Leaf<'a> {
    /// `null`, or no such path.
    Null,
    Bool(bool),
    /// The digits as they are in the file.
    Number(&'a str),
    /// A number that was computed, not read.
    Value(f64),
    Text(Cow<'a, str>),
    /// Two numbers of an item, the ratio of whose sums is a score.
    Pair([f64; 2]),
    /// An array, or an empty object.
    Other(&'a str),
}

impl Leaf<'_> {
    /// A score: a number or a boolean; NaN where it is missing.
    pub(crate) fn score(&self) -> Result<f64, FaultKind> {
        match self {
            Self::Null => Ok(f64::NAN),
            Self::Bool(value) => Ok(f64::from(u8::from(*value))),
            Self::Number(digits) => number::score(digits.as_bytes(), false),
            Self::Value(value) => Ok(*value),
            Self::Text(text) => {
                number::verdict(text.trim().as_bytes()).ok_or_else(|| infinity(text))
            }
            Self::Pair(_) | Self::Other(_) => Err(FaultKind::NotANumber),
        }
    }

    /// The text of an id or a filter, as it would stand in a table.
    pub(crate) fn text(&self) -> Cow<'_, str> {
        match self {
            Self::Null => Cow::Borrowed(""),
            Self::Bool(value) => Cow::Borrowed(if *value { "true" } else { "false" }),
            Self::Number(text) | Self::Other(text) => Cow::Borrowed(text),
            Self::Value(value) => Cow::Owned(value.to_string()),
            Self::Pair([one, other]) => Cow::Owned(format!("[{one}, {other}]")),
            Self::Text(text) => Cow::Borrowed(text.trim_matches([' ', '\t'])),
        }
    }

    /// The text of a label or count, as a key of one part; of a list of labels, one part each behind an empty one, and of a list of
    /// texts behind two.
    pub(crate) fn parts(&self, held: Cells) -> Result<Vec<Cow<'_, str>>, FaultKind> {
        let list = match (self, held) {
            (Self::Other(list), Cells::LabelSets) => list,
            (Self::Other(_), Cells::Labels) | (Self::Null, Cells::LabelSets) => {
                return Err(FaultKind::NoLabel);
            }
            // An empty text is an output; no value is none.
            (Self::Null, Cells::Texts) => return Err(FaultKind::NoText),
            (Self::Other(list), Cells::Texts) => return texts(list).ok_or(FaultKind::NoText),
            _ => return Ok(vec![self.text()]),
        };
        let values: Vec<&RawValue> = serde_json::from_str(list).map_err(|_| FaultKind::NoLabel)?;
        let mut parts = vec![Cow::Borrowed("")];
        for value in values {
            let label = leaf(value.get()).map_err(|_| FaultKind::NoLabel)?;
            match label.text().trim() {
                "" => return Err(FaultKind::NoLabel),
                text if text.contains('\0') || matches!(label, Self::Other(_)) => {
                    return Err(FaultKind::NoLabel);
                }
                text => parts.push(Cow::Owned(text.to_owned())),
            }
        }
        Ok(parts)
    }

    /// Whether it is a list of two numbers.
    pub(crate) fn is_pair(&self) -> bool {
        match self {
            Self::Pair(_) => true,
            Self::Other(list) => serde_json::from_str::<[f64; 2]>(list).is_ok(),
            _ => false,
        }
    }

    /// As it appears in a message.
    pub(crate) fn shown(&self) -> String {
        match self {
            Self::Null => "no value".to_owned(),
            Self::Text(text) => format!("the text {}", quote::quoted(text.as_bytes())),
            Self::Pair(_) => format!("two numbers {}", quote::quoted(self.text().as_bytes())),
            Self::Other(text) => format!("a list or an object {}", quote::quoted(text.as_bytes())),
            other => quote::quoted(other.text().as_bytes()),
        }
    }
}

/// The texts of a list, whose elements are texts or, as in SQuAD, objects that hold one as `text`; an empty list is an empty text.
fn texts(list: &str) -> Option<Vec<Cow<'static, str>>> {
    #[derive(serde::Deserialize)]
    #[serde(untagged)]
    enum Element {
        Bare(String),
        Inside { text: String },
    }
    let elements: Vec<Element> = serde_json::from_str(list).ok()?;
    let text = |element| match element {
        Element::Bare(text) | Element::Inside { text } => text,
    };
    let texts: Vec<String> = elements.into_iter().map(text).collect();
    if texts.iter().any(|text| text.contains('\0')) {
        return None;
    }
    let head = if texts.is_empty() { 1 } else { 2 };
    Some(
        std::iter::repeat_n(Cow::Borrowed(""), head)
            .chain(texts.into_iter().map(Cow::Owned))
            .collect(),
    )
}

/// What is wrong with a text that is not a score: it may be an infinity, which JSON has no number for.
fn infinity(text: &str) -> FaultKind {
    if matches!(text.strip_prefix('-').unwrap_or(text), "Infinity") {
        FaultKind::Infinite
    } else {
        FaultKind::NotANumber
    }
}

/// What is wrong with a record, before its place is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Broken {
    pub kind: FaultKind,
    pub found: String,
    /// Byte of the record, from 1, where the parser knows it.
    pub column: Option<u64>,
    /// Path inside the record.
    pub path: Option<String>,
}

/// The members of an object in their order, values unread.
pub(crate) struct Members<'a>(pub Vec<(Cow<'a, str>, &'a RawValue)>);

struct Key<'a>(Cow<'a, str>);

impl<'de> Deserialize<'de> for Key<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Keys;
        impl<'de> Visitor<'de> for Keys {
            type Value = Key<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }

            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
                Ok(Key(Cow::Borrowed(text)))
            }

            fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
                Ok(Key(Cow::Owned(text.to_owned())))
            }
        }
        deserializer.deserialize_str(Keys)
    }
}

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object;
        impl<'de> Visitor<'de> for Object {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some((key, value)) = map.next_entry::<Key<'de>, &'de RawValue>()? {
                    members.push((key.0, value));
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(Object)
    }
}

/// A place, and whether something inside is asked for.
type Asked = (Option<usize>, bool);

/// The leaves of one record, which are told one after the other.
trait Sink<'a> {
    /// The place of a path whose value is asked for, and whether one inside of it is.
    fn asks(&self, path: &str) -> Asked;

    fn take(&mut self, place: usize, path: Cow<'_, str>, leaf: Leaf<'a>) -> Result<(), Broken>;
}

/// Keeps leaves with their paths.
struct Named<'a, 'w> {
    wanted: Option<&'w Wanted>,
    leaves: Vec<(String, Leaf<'a>)>,
}

impl<'a> Sink<'a> for Named<'a, '_> {
    fn asks(&self, path: &str) -> Asked {
        self.wanted.map_or((Some(0), false), |wanted| {
            (wanted.place(path), wanted.is_above(path))
        })
    }

    fn take(&mut self, _: usize, path: Cow<'_, str>, leaf: Leaf<'a>) -> Result<(), Broken> {
        self.leaves.push((path.into_owned(), leaf));
        Ok(())
    }
}

/// Keeps leaves at the places of their paths.
struct Placed<'c, 'a> {
    wanted: &'c Wanted,
    cells: &'c mut [Option<Leaf<'a>>],
}

impl<'a> Sink<'a> for Placed<'_, 'a> {
    fn asks(&self, path: &str) -> Asked {
        (self.wanted.place(path), self.wanted.is_above(path))
    }

    fn take(&mut self, place: usize, path: Cow<'_, str>, leaf: Leaf<'a>) -> Result<(), Broken> {
        // `{"a.b": 1, "a": {"b": 2}}`: two values of one path.
        let before = self.cells[place].replace(leaf);
        before.map_or(Ok(()), |_| Err(doubled(&path)))
    }
}

/// The leaves of one record. `wanted`: only these paths; `None`: all, arrays whole.
pub(crate) fn of<'a>(
    record: &'a [u8],
    wanted: Option<&Wanted>,
) -> Result<Vec<(String, Leaf<'a>)>, Broken> {
    let mut named = Named {
        wanted,
        leaves: Vec::new(),
    };
    object(text(record)?, "", DEPTH, &mut named)?;
    once_each(&named.leaves)?;
    Ok(named.leaves)
}

/// Puts the leaves of one record at the places of their paths in `wanted`, of which none may be filled.
pub(crate) fn place<'a>(
    record: &'a [u8],
    wanted: &Wanted,
    cells: &mut [Option<Leaf<'a>>],
) -> Result<(), Broken> {
    object(text(record)?, "", DEPTH, &mut Placed { wanted, cells })
}

/// Puts leaves that were made there as well.
pub(crate) fn place_made<'a>(
    made: &[(String, Leaf<'a>)],
    wanted: &Wanted,
    cells: &mut [Option<Leaf<'a>>],
) -> Result<(), Broken> {
    let mut placed = Placed { wanted, cells };
    made.iter()
        .try_for_each(|(path, leaf)| match wanted.place(path) {
            Some(place) => placed.take(place, Cow::Borrowed(path), leaf.clone()),
            None => Ok(()),
        })
}

fn text(record: &[u8]) -> Result<&str, Broken> {
    std::str::from_utf8(record).map_err(|error| Broken {
        kind: FaultKind::NotText,
        found: quote::quoted(&record[error.valid_up_to()..]),
        column: Some(error.valid_up_to() as u64 + 1),
        path: None,
    })
}

/// Refuses two values of one path.
pub(crate) fn once_each(leaves: &[(String, Leaf<'_>)]) -> Result<(), Broken> {
    twice(leaves.iter().map(|(path, _)| path.as_str())).map_or(Ok(()), |path| Err(doubled(path)))
}

/// A name that stands twice.
fn twice<'k>(names: impl Iterator<Item = &'k str> + Clone) -> Option<&'k str> {
    /// Up to here each is compared with each, which needs no memory.
    const FEW: usize = 12;
    if names.clone().nth(FEW).is_none() {
        let mut rest = names;
        while let Some(name) = rest.next() {
            if rest.clone().any(|other| other == name) {
                return Some(name);
            }
        }
        return None;
    }
    let mut seen = HashSet::<_, RandomState>::default();
    names.into_iter().find(|name| !seen.insert(*name))
}

fn doubled(path: &str) -> Broken {
    let found = quote::quoted(path.as_bytes());
    Broken {
        kind: FaultKind::DoubledKey,
        found,
        column: None,
        path: None,
    }
}

/// Members of an object as they are read: what is not asked for is passed over.
struct Object<'s, S> {
    prefix: &'s str,
    depth: usize,
    sink: &'s mut S,
    /// What is wrong inside of a member.
    broken: &'s mut Option<Broken>,
}

impl<'de, S: Sink<'de>> Visitor<'de> for Object<'_, S> {
    type Value = usize;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<usize, A::Error> {
        /// Members of most objects.
        const MOST: usize = 12;
        let mut keys: Vec<Cow<'de, str>> = Vec::with_capacity(MOST);
        while let Some(Key(key)) = map.next_key::<Key<'de>>()? {
            let path = join(self.prefix, Cow::Borrowed(&key[..]));
            let asked = self.sink.asks(&path);
            if let (None, false) = asked {
                drop(path);
                map.next_value::<IgnoredAny>()?;
            } else {
                let value: &'de RawValue = map.next_value()?;
                let read = value_at(value.get(), path, asked, self.depth, self.sink);
                if let Err(broken) = read {
                    *self.broken = Some(broken);
                    return Err(serde::de::Error::custom("a member"));
                }
            }
            keys.push(key);
        }
        if let Some(key) = twice(keys.iter().map(|key| &key[..])) {
            *self.broken = Some(doubled(&join(self.prefix, Cow::Borrowed(key))));
            return Err(serde::de::Error::custom("a key"));
        }
        Ok(keys.len())
    }
}

fn object<'a, S: Sink<'a>>(
    text: &'a str,
    prefix: &str,
    depth: usize,
    sink: &mut S,
) -> Result<(), Broken> {
    if depth == 0 {
        let found = format!("more than {DEPTH}");
        return Err(Broken {
            kind: FaultKind::TooDeep,
            found,
            column: None,
            path: None,
        });
    }
    let mut broken = None;
    let mut json = serde_json::Deserializer::from_str(text);
    let members = Object {
        prefix,
        depth,
        sink,
        broken: &mut broken,
    };
    let read = json
        .deserialize_map(members)
        .and_then(|count| json.end().map(|()| count));
    match read {
        Ok(0) if !prefix.is_empty() => {
            let (place, _) = sink.asks(prefix);
            place.map_or(Ok(()), |place| {
                sink.take(place, Cow::Borrowed(prefix), Leaf::Other(text))
            })
        }
        Ok(_) => Ok(()),
        Err(error) => Err(broken.unwrap_or_else(|| {
            not_json(
                text,
                &error,
                Some(prefix.to_owned()).filter(|path| !path.is_empty()),
            )
        })),
    }
}

fn value_at<'a, S: Sink<'a>>(
    text: &'a str,
    path: Cow<'_, str>,
    (place, below): Asked,
    depth: usize,
    sink: &mut S,
) -> Result<(), Broken> {
    match text.as_bytes().first() {
        Some(b'{') if place.is_some() || below => object(text, &path, depth - 1, sink),
        Some(b'[') if below && depth > 1 => {
            let items: Vec<&'a RawValue> = serde_json::from_str(text)
                .map_err(|error| not_json(text, &error, Some(path.clone().into_owned())))?;
            for (index, item) in items.into_iter().enumerate() {
                let path = format!("{path}.{index}");
                let asked = sink.asks(&path);
                value_at(item.get(), Cow::Owned(path), asked, depth - 1, sink)?;
            }
            Ok(())
        }
        _ => place.map_or(Ok(()), |place| sink.take(place, path, leaf(text)?)),
    }
}

/// A value that is not an object.
pub(crate) fn leaf(text: &str) -> Result<Leaf<'_>, Broken> {
    Ok(match text.as_bytes().first() {
        Some(b'n') => Leaf::Null,
        Some(b't') => Leaf::Bool(true),
        Some(b'f') => Leaf::Bool(false),
        Some(b'"') => {
            let Key(content) =
                serde_json::from_str(text).map_err(|error| not_json(text, &error, None))?;
            Leaf::Text(content)
        }
        Some(b'[' | b'{') => Leaf::Other(text),
        _ => Leaf::Number(text),
    })
}

fn join<'k>(prefix: &str, key: Cow<'k, str>) -> Cow<'k, str> {
    if prefix.is_empty() {
        key
    } else {
        Cow::Owned(format!("{prefix}.{key}"))
    }
}

/// What the parser says, without its own count of lines.
pub(crate) fn not_json(text: &str, error: &serde_json::Error, path: Option<String>) -> Broken {
    let said = error.to_string();
    let said = said.split(" at line ").next().unwrap_or(&said).to_owned();
    let found = format!("{} ({said})", quote::quoted(text.as_bytes()));
    let kind = if error.is_data() {
        FaultKind::NotAnObject
    } else {
        FaultKind::NotJson
    };
    Broken {
        kind,
        found,
        column: Some(error.column().max(1) as u64),
        path,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(text: &str, wanted: Option<&[&str]>) -> Vec<(String, String)> {
        let wanted: Option<Wanted> = wanted.map(|paths| paths.iter().collect());
        let leaves = of(text.as_bytes(), wanted.as_ref()).unwrap();
        leaves
            .into_iter()
            .map(|(path, leaf)| (path, leaf.text().into_owned()))
            .collect()
    }

    #[test]
    fn paths_join_keys_with_dots_and_numbers_keep_their_digits() {
        let text = r#"{"id": "a\u0062", "metrics": {"acc": 1.50, "none": null}, "list": [1, {"x": 2}], "ok": true}"#;
        let all = paths(text, None);
        let pair = |path: &str, text: &str| (path.to_owned(), text.to_owned());
        assert_eq!(
            all,
            [
                pair("id", "ab"),
                pair("metrics.acc", "1.50"),
                pair("metrics.none", ""),
                pair("list", r#"[1, {"x": 2}]"#),
                pair("ok", "true")
            ]
        );
        assert_eq!(
            paths(text, Some(&["list.1.x", "ok"])),
            [pair("list.1.x", "2"), pair("ok", "true")]
        );
        assert_eq!(paths(r#"{"a.b": 3}"#, Some(&["a.b"])), [pair("a.b", "3")]);
    }

    #[test]
    fn doubled_keys_are_faults_at_every_level() {
        for text in [
            r#"{"a":1,"a":2}"#,
            r#"{"x":{"a":1,"\u0061":2}}"#,
            r#"{"a.b":1,"a":{"b":2}}"#,
        ] {
            assert_eq!(
                of(text.as_bytes(), None).unwrap_err().kind,
                FaultKind::DoubledKey,
                "{text}"
            );
        }
    }

    #[test]
    fn deep_nesting_neither_overflows_the_stack_nor_is_read() {
        let deep = format!("{}1{}", r#"{"a":"#.repeat(100_000), "}".repeat(100_000));
        assert_eq!(
            of(deep.as_bytes(), None).unwrap_err().kind,
            FaultKind::TooDeep
        );
        let arrays = format!(
            r#"{{"a": {}{}, "b": 1}}"#,
            "[".repeat(100_000),
            "]".repeat(100_000)
        );
        assert_eq!(of(arrays.as_bytes(), None).unwrap().len(), 2);
        let wanted: Wanted = [String::from("a") + &".0".repeat(1_000)]
            .into_iter()
            .collect();
        assert_eq!(of(arrays.as_bytes(), Some(&wanted)).unwrap().len(), 0);
    }

    #[test]
    fn what_is_no_object_says_where_and_why() {
        let broken = |text: &str| of(text.as_bytes(), None).unwrap_err();
        assert_eq!(broken("[1]").kind, FaultKind::NotAnObject);
        let nan = broken(r#"{"score": NaN}"#);
        assert_eq!((nan.kind, nan.column), (FaultKind::NotJson, Some(11)));
        assert!(nan.found.contains("expected value"), "{}", nan.found);
        assert_eq!(of(b"{\"a\": \"\xff\"}", None).unwrap_err().column, Some(8));
        assert_eq!(broken(r#"{"a": 1} 2"#).kind, FaultKind::NotJson);
        assert_eq!(broken("").kind, FaultKind::NotJson);
    }
}
