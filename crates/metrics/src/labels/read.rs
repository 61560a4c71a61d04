//! Label files: one label a line, a column of a CSV or TSV table, a field of JSON lines.
//!
//! Several labels of a multi-label item are separated by `|` (in JSON they may be an array); spaces around a label are
//! not part of it. Tables have a header and quotes as in RFC 4180.

use serde_json::Value;

use super::items::{Arity, Labels};
use crate::{Error, Input, quote, table};

/// Most labels of an item: finding a double one takes the square of their number.
const LABELS: usize = 10_000;

/// What to do about a byte that no label holds.
const NUL_HINT: &str = "text holds no NUL: is the file binary, UTF-16, or damaged?";

impl Labels {
    /// One item a line, one label each.
    ///
    /// # Errors
    ///
    /// A blank line, text that is not UTF-8, or an empty file.
    pub fn lines(input: Input<'_>) -> Result<Self, Error> {
        Self::text(input, Arity::Single)
    }

    /// One item a line, labels separated by `|`; a blank line is an item without labels.
    ///
    /// # Errors
    ///
    /// An empty label, a label that stands twice in an item, text that is not UTF-8, or an empty file.
    pub fn multi_lines(input: Input<'_>) -> Result<Self, Error> {
        Self::text(input, Arity::Multi)
    }

    fn text(input: Input<'_>, arity: Arity) -> Result<Self, Error> {
        let mut made = Self::empty(input.name, arity);
        for line in input.lines("one item a line")? {
            let line = line?;
            made.take(line.text, |part, expected, found| {
                input.fault(line.number, Some(line.column_of(part)), expected, found)
            })?;
        }
        Ok(made)
    }

    /// A column of a table with a header, separated by `delimiter`; `id` names a column that pairs rows across files.
    ///
    /// # Errors
    ///
    /// A column that the header lacks, a row with another number of fields, an open quote, an empty label or id, an id
    /// that stands twice, or a table without rows.
    pub fn table(
        input: Input<'_>,
        delimiter: u8,
        column: &str,
        id: Option<&str>,
        arity: Arity,
    ) -> Result<Self, Error> {
        let mut made = Self::empty(input.name, arity);
        let ids = table::rows(input, delimiter, &[column], id, |line, fields| {
            made.take(fields[0], |_, expected, found| {
                let expected = format!("{expected} in column {}", quote::quoted(column));
                input.fault(line, None, &expected, found)
            })
        })?;
        made.ids = ids;
        Ok(made)
    }

    /// A field of one JSON object a line; `id` names a field that pairs lines across files.
    ///
    /// A label is a text, an integer or a boolean; in a multi-label item an array of them, or a text separated by `|`.
    ///
    /// # Errors
    ///
    /// A line that is no JSON object, lacks a field or holds something else in it, an id that stands twice, or an empty
    /// file.
    pub fn json_lines(input: Input<'_>, field: &str, id: Option<&str>, arity: Arity) -> Result<Self, Error> {
        let mut made = Self::empty(input.name, arity);
        let mut ids = id.map(|_| Vec::new());
        for line in input.lines("one JSON object a line")? {
            let line = line?;
            let fault =
                |column, expected: &str, found: &str| input.fault(line.number, column, expected, found);
            let object: serde_json::Map<String, Value> =
                serde_json::from_str(line.text).map_err(|error| {
                    let at = (error.column() > 0).then_some(error.column() as u64);
                    fault(at, "a JSON object", &quote::quoted(line.text))
                })?;
            let missing = |name: &str| {
                fault(
                    None,
                    &format!("a field {}", quote::quoted(name)),
                    &format!("fields {}", quote::list(object.keys())),
                )
            };
            let value = object.get(field).ok_or_else(|| missing(field))?;
            let refuse = |value: &Value, expected: &str| {
                let expected = format!("{expected} in field {}", quote::quoted(field));
                fault(None, &expected, &quote::quoted(value.to_string()))
            };
            if let (Value::Array(values), Arity::Multi) = (value, arity) {
                if values.len() > LABELS {
                    return Err(fault(None, &format!("at most {LABELS} labels an item"), "more"));
                }
                for value in values {
                    let label = scalar(value).ok_or_else(|| refuse(value, "a text, integer or boolean"))?;
                    if label.contains('\0') {
                        return Err(refuse(value, "labels without NUL").with_hint(NUL_HINT));
                    }
                    if label.trim().is_empty() || !made.add(label.trim()) {
                        return Err(refuse(value, "labels that are not empty, each once"));
                    }
                }
                made.close();
            } else {
                let label = scalar(value).ok_or_else(|| refuse(value, "a text, integer or boolean"))?;
                made.take(&label, |_, expected, _| refuse(value, expected))?;
            }
            if let (Some(ids), Some(name)) = (&mut ids, id) {
                let value = object.get(name).ok_or_else(|| missing(name))?;
                ids.push(scalar(value).ok_or_else(|| {
                    fault(None, "a text or integer as id", &quote::quoted(value.to_string()))
                })?);
            }
        }
        if let Some(ids) = &ids {
            table::check_ids(input, ids)?;
        }
        made.ids = ids;
        Ok(made)
    }

    /// Adds the item that a text holds.
    fn take(&mut self, text: &str, fault: impl Fn(&str, &str, &str) -> Error) -> Result<(), Error> {
        let text = text.trim();
        if let Some(at) = text.find('\0') {
            return Err(fault(&text[at..], "a label", "a NUL byte").with_hint(NUL_HINT));
        }
        if self.arity == Arity::Single {
            if text.is_empty() {
                return Err(fault(text, "a label", "a blank").with_hint("every item needs a label"));
            }
            self.add(text);
        } else if !text.is_empty() {
            if text.split('|').nth(LABELS).is_some() {
                return Err(fault(text, &format!("at most {LABELS} labels an item"), "more"));
            }
            for part in text.split('|') {
                let label = part.trim();
                if label.is_empty() {
                    return Err(fault(part, "a label between `|`", "none"));
                }
                if !self.add(label) {
                    return Err(fault(
                        part,
                        "each label of an item once",
                        &format!("{} again", quote::quoted(label)),
                    ));
                }
            }
        }
        self.close();
        Ok(())
    }
}

fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Bool(value) => Some(value.to_string()),
        Value::Number(number) if number.is_i64() || number.is_u64() => Some(number.to_string()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(labels: &Labels) -> Vec<Vec<&str>> {
        (0..labels.items())
            .map(|item| labels.item(item).iter().map(|code| labels.names[*code as usize].as_str()).collect())
            .collect()
    }

    #[test]
    fn text_tables_and_json_lines_give_the_same_labels() {
        let want = [vec!["a", "b"], vec![], vec!["b"]];
        let text = Labels::multi_lines(Input::new("t", "a| b\r\n\nb\n")).unwrap();
        let table = "id,\"my labels\"\r\n1,a|b\r\n2,\"\"\r\n3,b\r\n";
        let table =
            Labels::table(Input::new("c", table), b',', "my labels", Some("id"), Arity::Multi).unwrap();
        let json = "{\"y\":[\"a\",\"b\"]}\n{\"y\":[]}\n{\"y\":\"b\"}\n";
        let json = Labels::json_lines(Input::new("j", json), "y", None, Arity::Multi).unwrap();
        for labels in [&text, &table, &json] {
            assert_eq!(names(labels), want);
        }
        assert_eq!(table.ids.unwrap(), ["1", "2", "3"]);
        let single =
            Labels::json_lines(Input::new("j", "{\"y\":1}\n{\"y\":true}"), "y", None, Arity::Single).unwrap();
        assert_eq!(names(&single), [["1"], ["true"]]);
    }

    #[test]
    fn bad_labels_are_errors_with_their_place() {
        let error = |outcome: Result<Labels, Error>| outcome.unwrap_err().to_string();
        let lines = |text: &str| error(Labels::lines(Input::new("a.txt", text)));
        assert_eq!(lines("x\n\ny\n"), "a.txt:2:1: expected a label, found a blank");
        assert_eq!(lines("x\ny\0z\n"), "a.txt:2:2: expected a label, found a NUL byte");
        let multi = |text: &str| error(Labels::multi_lines(Input::new("a.txt", text)));
        assert_eq!(multi("x|y\nx||y\n"), "a.txt:2:3: expected a label between `|`, found none");
        assert_eq!(multi("x|y|x\n"), "a.txt:1:5: expected each label of an item once, found `x` again");
        let table = |text: &str| {
            error(Labels::table(Input::new("a.csv", text), b',', "y", Some("id"), Arity::Single))
        };
        assert_eq!(table("id,x\n1,2\n"), "a.csv: no column is called `y`");
        assert_eq!(table("id,y\n1\n"), "a.csv:2: expected 2 fields as in the header, found 1 field");
        assert_eq!(table("id,y\n1,\n"), "a.csv:2: expected a label in column `y`, found a blank");
        assert_eq!(table("id,y\n1,a\n1,b\n"), "a.csv: expected each id once, found `1` at items 1 and 2");
        assert_eq!(
            table("id,y\n1,\"a\n2,b\n3,c\n"),
            "a.csv:2: expected a closing quote, found the end of the file"
        );
        assert_eq!(table("id,y\n"), "a.csv:1: expected items below the header, found none");
        let json =
            |text: &str| error(Labels::json_lines(Input::new("a.jsonl", text), "y", None, Arity::Single));
        assert_eq!(json("{\"y\":1}\n{\"y\":\n"), "a.jsonl:2:5: expected a JSON object, found `{\"y\":`");
        assert_eq!(json("{\"x\":1}\n"), "a.jsonl:1: expected a field `y`, found fields `x`");
        assert_eq!(
            json("{\"y\":\"a\\u0000\"}\n"),
            "a.jsonl:1: expected a label in field `y`, found `\"a\\u0000\"`"
        );
        assert_eq!(
            json("{\"y\":0.5}\n"),
            "a.jsonl:1: expected a text, integer or boolean in field `y`, found `0.5`"
        );
    }
}
