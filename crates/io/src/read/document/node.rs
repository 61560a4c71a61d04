//! A JSON document as it stands in the file: looked at level by level, and only where it is asked.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::format::number;
use crate::read::jsonl::leaves::{self, Leaf, Members};

/// A value of a document whose syntax was checked.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Node<'a>(&'a str);

/// A member of an object: its key and its value.
pub(crate) type Member<'a> = (Cow<'a, str>, Node<'a>);

impl<'a> Node<'a> {
    /// The whole of a document.
    ///
    /// # Errors
    /// When it is not JSON.
    pub(crate) fn document(bytes: &'a [u8]) -> Result<Self, serde_json::Error> {
        let raw: &'a RawValue = serde_json::from_slice(bytes)?;
        Ok(Self(raw.get()))
    }

    pub(crate) fn text(self) -> &'a str {
        self.0
    }

    fn first(self) -> u8 {
        self.0.as_bytes().first().copied().unwrap_or_default()
    }

    pub(crate) fn is_object(self) -> bool {
        self.first() == b'{'
    }

    pub(crate) fn is_list(self) -> bool {
        self.first() == b'['
    }

    /// Whether it is neither an object nor a list.
    pub(crate) fn is_single(self) -> bool {
        !self.is_object() && !self.is_list()
    }

    pub(crate) fn is_null(self) -> bool {
        self.0 == "null"
    }

    /// Whether it may be a score: a number, a truth value, a word for one, or nothing.
    pub(crate) fn is_score(self) -> bool {
        match self.first() {
            b'{' | b'[' => false,
            b'"' => {
                matches!(self.leaf(), Leaf::Text(text) if number::verdict(text.trim().as_bytes()).is_some())
            }
            _ => true,
        }
    }

    /// The members of an object, in their order; none of anything else.
    pub(crate) fn members(self) -> Vec<Member<'a>> {
        if !self.is_object() {
            return Vec::new();
        }
        let members = serde_json::from_str::<Members<'a>>(self.0)
            .map(|members| members.0)
            .unwrap_or_default();
        members
            .into_iter()
            .map(|(key, value)| (key, Self(value.get())))
            .collect()
    }

    /// The elements of a list; none of anything else.
    pub(crate) fn items(self) -> Vec<Self> {
        if !self.is_list() {
            return Vec::new();
        }
        let items = serde_json::from_str::<Vec<&'a RawValue>>(self.0).unwrap_or_default();
        items.into_iter().map(|item| Self(item.get())).collect()
    }

    /// The first element of a list, without a look at the others.
    pub(crate) fn first_item(self) -> Option<Self> {
        let rest = self.is_list().then(|| &self.0[1..])?;
        let first = serde_json::Deserializer::from_str(rest)
            .into_iter::<&'a RawValue>()
            .next()?;
        first.ok().map(|value| Self(value.get()))
    }

    /// Whether it is an object of more members than this, without a look at the others.
    pub(crate) fn has_more_than(self, most: usize) -> bool {
        struct Most(usize);
        impl<'de> Visitor<'de> for Most {
            type Value = bool;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<bool, A::Error> {
                for _ in 0..=self.0 {
                    if map.next_entry::<IgnoredAny, IgnoredAny>()?.is_none() {
                        return Ok(false);
                    }
                }
                // What is left is not read, which ends in an error.
                Ok(true)
            }
        }
        let mut json = serde_json::Deserializer::from_str(self.0);
        self.is_object() && json.deserialize_map(Most(most)).unwrap_or(true)
    }

    /// The member of an object that is called so.
    pub(crate) fn get(self, key: &str) -> Option<Self> {
        self.members()
            .into_iter()
            .find(|(name, _)| name == key)
            .map(|(_, value)| value)
    }

    /// The value at a path of keys.
    pub(crate) fn at(self, keys: &[&str]) -> Option<Self> {
        keys.iter().try_fold(self, |node, key| node.get(key))
    }

    /// Whether it is an object with these keys.
    pub(crate) fn has(self, keys: &[&str]) -> bool {
        let members = self.members();
        keys.iter()
            .all(|key| members.iter().any(|(name, _)| name == key))
    }

    /// Whether it is a list whose first element is an object with these keys.
    pub(crate) fn starts_with(self, keys: &[&str]) -> bool {
        self.first_item().is_some_and(|first| first.has(keys))
    }

    pub(crate) fn leaf(self) -> Leaf<'a> {
        leaves::leaf(self.0).unwrap_or(Leaf::Null)
    }

    /// A number, or a truth value as 1 or 0.
    pub(crate) fn number(self) -> Option<f64> {
        self.is_single()
            .then(|| self.leaf().score().ok())
            .flatten()
            .filter(|score| !score.is_nan())
    }

    /// A text; what else it is, as it stands.
    pub(crate) fn string(self) -> String {
        self.leaf().text().into_owned()
    }
}

/// The lines on which the values of a document start, asked for in their order.
pub(crate) struct Lines<'a> {
    bytes: &'a [u8],
    counted: usize,
    line: u64,
}

impl<'a> Lines<'a> {
    pub(crate) fn of(document: &'a [u8]) -> Self {
        Self {
            bytes: document,
            counted: 0,
            line: 1,
        }
    }

    /// The line of a value, which is a part of the document.
    pub(crate) fn line(&mut self, node: Node<'_>) -> u64 {
        let start = (node.0.as_ptr() as usize).saturating_sub(self.bytes.as_ptr() as usize);
        let start = start.clamp(self.counted, self.bytes.len());
        self.line += memchr::memchr_iter(b'\n', &self.bytes[self.counted..start]).count() as u64;
        self.counted = start;
        self.line
    }
}
