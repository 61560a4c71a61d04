//! One JSON object as leaves with dotted paths: `{"metrics": {"acc": 1}}` has the leaf `metrics.acc`.
//!
//! Values stay text of the file until somebody asks for them, so that a number keeps its digits and a long prompt costs
//! nothing. An element of an array is a leaf only when its path (`scores.0`) is asked for. A duplicate key is a fault:
//! parsers disagree about which value counts.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
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
            Self::Text(text) => number::verdict(text.trim().as_bytes()).ok_or_else(|| infinity(text)),
            Self::Other(_) => Err(FaultKind::NotANumber),
        }
    }

    /// The text of an id or a filter, as it would stand in a table.
    pub(crate) fn text(&self) -> Cow<'_, str> {
        match self {
            Self::Null => Cow::Borrowed(""),
            Self::Bool(value) => Cow::Borrowed(if *value { "true" } else { "false" }),
            Self::Number(text) | Self::Other(text) => Cow::Borrowed(text),
            Self::Value(value) => Cow::Owned(value.to_string()),
            Self::Text(text) => Cow::Borrowed(text.trim_matches([' ', '\t'])),
        }
    }

    /// The text of a label or count, as a key of one part; of a list of labels, one part each behind an empty one.
    pub(crate) fn parts(&self, held: Cells) -> Result<Vec<Cow<'_, str>>, FaultKind> {
        let list = match (self, held) {
            (Self::Other(list), Cells::LabelSets) => list,
            (Self::Other(_), Cells::Labels) | (Self::Null, Cells::LabelSets) => {
                return Err(FaultKind::NoLabel);
            }
            // An empty text is an output; no value is none.
            (Self::Other(_) | Self::Null, Cells::Texts) => return Err(FaultKind::NoText),
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
        let Self::Other(list) = self else { return false };
        serde_json::from_str::<[f64; 2]>(list).is_ok()
    }

    /// As it appears in a message.
    pub(crate) fn shown(&self) -> String {
        match self {
            Self::Null => "no value".to_owned(),
            Self::Text(text) => format!("the text {}", quote::quoted(text.as_bytes())),
            Self::Other(text) => format!("a list or an object {}", quote::quoted(text.as_bytes())),
            other => quote::quoted(other.text().as_bytes()),
        }
    }
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

/// The leaves of one record. `wanted`: only these paths; `None`: all, arrays whole.
pub(crate) fn of<'a>(record: &'a [u8], wanted: Option<&Wanted>) -> Result<Vec<(String, Leaf<'a>)>, Broken> {
    let text = std::str::from_utf8(record).map_err(|error| Broken {
        kind: FaultKind::NotText,
        found: quote::quoted(&record[error.valid_up_to()..]),
        column: Some(error.valid_up_to() as u64 + 1),
        path: None,
    })?;
    let mut leaves = Vec::new();
    object(text, "", wanted, DEPTH, &mut leaves)?;
    // `{"a.b": 1, "a": {"b": 2}}`: two values of one path.
    once_each(&leaves)?;
    Ok(leaves)
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
    let mut seen = HashSet::new();
    names.into_iter().find(|name| !seen.insert(*name))
}

fn doubled(path: &str) -> Broken {
    let found = quote::quoted(path.as_bytes());
    Broken { kind: FaultKind::DoubledKey, found, column: None, path: None }
}

fn object<'a>(
    text: &'a str,
    prefix: &str,
    wanted: Option<&Wanted>,
    depth: usize,
    leaves: &mut Vec<(String, Leaf<'a>)>,
) -> Result<(), Broken> {
    let path = || Some(prefix.to_owned()).filter(|path| !path.is_empty());
    if depth == 0 {
        let found = format!("more than {DEPTH}");
        return Err(Broken { kind: FaultKind::TooDeep, found, column: None, path: None });
    }
    let members: Members<'a> = serde_json::from_str(text).map_err(|error| not_json(text, &error, path()))?;
    if let Some(key) = twice(members.0.iter().map(|(key, _)| &key[..])) {
        return Err(doubled(&join(prefix, Cow::Borrowed(key))));
    }
    if members.0.is_empty() && !prefix.is_empty() {
        leaves.push((prefix.to_owned(), Leaf::Other(text)));
    }
    for (key, value) in members.0 {
        value_at(value.get(), join(prefix, key), wanted, depth, leaves)?;
    }
    Ok(())
}

fn value_at<'a>(
    text: &'a str,
    path: Cow<'_, str>,
    wanted: Option<&Wanted>,
    depth: usize,
    leaves: &mut Vec<(String, Leaf<'a>)>,
) -> Result<(), Broken> {
    let is_asked = wanted.is_none_or(|wanted| wanted.place(&path).is_some());
    let asked_below = wanted.is_some_and(|wanted| wanted.is_above(&path));
    match text.as_bytes().first() {
        Some(b'{') if asked_below || is_asked => object(text, &path, wanted, depth - 1, leaves),
        Some(b'[') if asked_below && depth > 1 => {
            let items: Vec<&'a RawValue> = serde_json::from_str(text)
                .map_err(|error| not_json(text, &error, Some(path.clone().into_owned())))?;
            for (index, item) in items.into_iter().enumerate() {
                value_at(item.get(), Cow::Owned(format!("{path}.{index}")), wanted, depth - 1, leaves)?;
            }
            Ok(())
        }
        _ if is_asked => {
            leaves.push((path.into_owned(), leaf(text)?));
            Ok(())
        }
        _ => Ok(()),
    }
}

/// A value that is not an object.
pub(crate) fn leaf(text: &str) -> Result<Leaf<'_>, Broken> {
    Ok(match text.as_bytes().first() {
        Some(b'n') => Leaf::Null,
        Some(b't') => Leaf::Bool(true),
        Some(b'f') => Leaf::Bool(false),
        Some(b'"') => {
            let Key(content) = serde_json::from_str(text).map_err(|error| not_json(text, &error, None))?;
            Leaf::Text(content)
        }
        Some(b'[' | b'{') => Leaf::Other(text),
        _ => Leaf::Number(text),
    })
}

fn join<'k>(prefix: &str, key: Cow<'k, str>) -> Cow<'k, str> {
    if prefix.is_empty() { key } else { Cow::Owned(format!("{prefix}.{key}")) }
}

/// What the parser says, without its own count of lines.
pub(crate) fn not_json(text: &str, error: &serde_json::Error, path: Option<String>) -> Broken {
    let said = error.to_string();
    let said = said.split(" at line ").next().unwrap_or(&said).to_owned();
    let found = format!("{} ({said})", quote::quoted(text.as_bytes()));
    let kind = if error.is_data() { FaultKind::NotAnObject } else { FaultKind::NotJson };
    Broken { kind, found, column: Some(error.column().max(1) as u64), path }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(text: &str, wanted: Option<&[&str]>) -> Vec<(String, String)> {
        let wanted: Option<Wanted> = wanted.map(|paths| paths.iter().collect());
        let leaves = of(text.as_bytes(), wanted.as_ref()).unwrap();
        leaves.into_iter().map(|(path, leaf)| (path, leaf.text().into_owned())).collect()
    }

    #[test]
    fn paths_join_keys_with_dots_and_numbers_keep_their_digits() {
        let text =
            r#"{"id": "a\u0062", "metrics": {"acc": 1.50, "none": null}, "list": [1, {"x": 2}], "ok": true}"#;
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
        assert_eq!(paths(text, Some(&["list.1.x", "ok"])), [pair("list.1.x", "2"), pair("ok", "true")]);
        assert_eq!(paths(r#"{"a.b": 3}"#, Some(&["a.b"])), [pair("a.b", "3")]);
    }

    #[test]
    fn doubled_keys_are_faults_at_every_level() {
        for text in [r#"{"a":1,"a":2}"#, r#"{"x":{"a":1,"\u0061":2}}"#, r#"{"a.b":1,"a":{"b":2}}"#] {
            assert_eq!(of(text.as_bytes(), None).unwrap_err().kind, FaultKind::DoubledKey, "{text}");
        }
    }

    #[test]
    fn deep_nesting_neither_overflows_the_stack_nor_is_read() {
        let deep = format!("{}1{}", r#"{"a":"#.repeat(100_000), "}".repeat(100_000));
        assert_eq!(of(deep.as_bytes(), None).unwrap_err().kind, FaultKind::TooDeep);
        let arrays = format!(r#"{{"a": {}{}, "b": 1}}"#, "[".repeat(100_000), "]".repeat(100_000));
        assert_eq!(of(arrays.as_bytes(), None).unwrap().len(), 2);
        let wanted: Wanted = [String::from("a") + &".0".repeat(1_000)].into_iter().collect();
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
