//! Answers for other programs: one row per test, system, pair or point, with the values that the JSON has.
//!
//! `frames.txt` lists the rows and the columns of each schema as paths into its JSON, so that a column cannot say something else than
//! the JSON does. CSV and the frames of Python are this one walk.

mod layout;

use serde_json::Value;

use self::layout::{Bound, Layout, Term};
use crate::sheet::{Sheet, left};

/// Columns of values.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Frame {
    /// The names of the columns.
    pub names: Vec<String>,
    /// The cells of each row; null where there is no value.
    pub rows: Vec<Vec<Value>>,
}

impl Frame {
    /// The frame of an answer, by its JSON; without rows for a schema that has no frame.
    pub fn new(answer: &Value) -> Self {
        let Some(layout) = Layout::find(answer) else {
            return Self::default();
        };
        let mut rows = Vec::new();
        let mut bound = vec![Bound::root(answer)];
        walk(layout, &layout.rows, &mut bound, &mut rows);
        let mut frame = Self {
            names: layout
                .columns
                .iter()
                .map(|column| column.name.clone())
                .collect(),
            rows,
        };
        for at in (0..layout.columns.len()).rev() {
            if layout.columns[at].is_optional && frame.rows.iter().all(|row| row[at].is_null()) {
                frame.names.remove(at);
                frame.rows.iter_mut().for_each(|row| drop(row.remove(at)));
            }
        }
        frame
    }

    /// CSV with a header. Every number has the digits of the JSON.
    pub fn csv(&self) -> String {
        let mut sheet = Sheet::new(self.names.iter().map(left));
        for row in &self.rows {
            let mut cells = row.iter().map(text);
            sheet.row(cells.next().unwrap_or_default(), cells);
        }
        sheet.csv()
    }
}

/// Adds the rows below some elements of the answer.
fn walk<'a>(
    layout: &'a Layout,
    rows: &'a [layout::Rows],
    bound: &mut Vec<Bound<'a>>,
    found: &mut Vec<Vec<Value>>,
) {
    for each in rows {
        if each
            .unless
            .as_ref()
            .is_some_and(|path| path.value(bound).is_some_and(is_true))
        {
            continue;
        }
        for path in &each.paths {
            for (place, element) in path.elements(bound) {
                bound.push(Bound {
                    name: &each.name,
                    place,
                    value: element,
                });
                match each.leaf {
                    Some(leaf) => {
                        let cell = |column: &layout::Column| {
                            column
                                .cells
                                .get(leaf)
                                .or(column.cells.first())
                                .and_then(|cell| value(cell, bound))
                        };
                        let cells = layout
                            .columns
                            .iter()
                            .map(|column| cell(column).unwrap_or(Value::Null));
                        found.push(cells.collect());
                    }
                    None => walk(layout, &each.inner, bound, found),
                }
                bound.pop();
            }
        }
    }
}

/// The value of a cell: of the first alternative that has one.
fn value(cell: &layout::Cell, bound: &[Bound<'_>]) -> Option<Value> {
    let holds = cell.condition.as_ref().is_none_or(|(path, word)| {
        path.value(bound).is_some_and(|value| match word {
            Some(word) => value == word,
            None => is_true(value),
        })
    });
    if !holds {
        return None;
    }
    cell.alternatives.iter().find_map(|terms| {
        match &terms[..] {
            [Term::Path(path)] => return path.value(bound).cloned(),
            [Term::No] => return Some(Value::Bool(false)),
            _ => {}
        }
        let parts = terms.iter().map(|term| match term {
            Term::No => None,
            Term::Text(text) => Some(text.clone()),
            Term::Path(path) => path.value(bound).map(text),
        });
        Some(Value::String(parts.collect::<Option<String>>()?))
    })
}

fn is_true(value: &Value) -> bool {
    !matches!(value, Value::Null | Value::Bool(false)) && value != ""
}

/// A value as a cell of CSV: all digits of a number, with an exponent where zeros would hide them.
fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Number(number) if number.is_f64() => {
            let number = number.as_f64().unwrap_or(f64::NAN);
            if number != 0.0 && number.abs() < 1e-5 {
                format!("{number:e}")
            } else {
                number.to_string()
            }
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn rows_are_those_of_the_json() {
        let answer = json!({
            "schema": "restrap/adjust/1", "signature": "s",
            "rows": [{"name": "=a", "pvalue": 1e-7, "is_bound": false, "p_adjusted": 2e-7, "shown": true}]
        });
        let frame = Frame::new(&answer);
        assert_eq!(frame.rows[0][..2], [json!("=a"), json!(1e-7)]);
        assert_eq!(
            frame.csv(),
            "name,p,bound,p_adjusted,shown,signature\n'=a,1e-7,false,2e-7,true,s\n"
        );
        assert_eq!(Frame::new(&json!({"schema": "none/1"})), Frame::default());
    }
}
