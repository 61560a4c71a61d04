//! Reads golden families, compares every expected number and reports what was covered.
//!
//! The tests of `restrap` read their families with this file too.
//!
//! A family is checked by a function from a case to an [`Answer`]. Every number in `expected` must be answered within the
//! case's tolerance or be named as not exposed; a method that no one claims fails the test.

use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// One golden case.
pub struct Case {
    pub name: String,
    pub method: String,
    pub inputs: Value,
    pub expected: Value,
    rtol: f64,
    atol: f64,
}

/// What the crate says about a case.
pub enum Answer {
    /// Values under the keys of `expected`, nested alike.
    Values(Value),
    /// As `Values`, with keys of `expected` that describe the case and are not computed here.
    Partial(Value, &'static [&'static str]),
    /// Simulated values, and how far each may lie from what was printed, nested alike: the case's own tolerance is that of
    /// the printed digits, which no other simulation meets.
    Simulated(Value, Value),
    /// A method or case that is computed elsewhere or not at all, with the place or the reason.
    Elsewhere(&'static str),
}

/// The cases of a family in `tests/golden`.
pub fn family(name: &str) -> Vec<Case> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/golden")
        .join(name)
        .with_extension("json");
    let text = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let file: Value = serde_json::from_str(&text).expect("a golden file is JSON");
    let cases = file["cases"].as_array().expect("a golden file has cases");
    cases.iter().map(Case::read).collect()
}

impl Case {
    fn read(case: &Value) -> Self {
        let text = |key: &str| case[key].as_str().expect("a text field").to_owned();
        Self {
            name: text("name"),
            method: text("method"),
            inputs: case["inputs"].clone(),
            expected: case["expected"].clone(),
            rtol: case["tol"]["rtol"].as_f64().expect("rtol"),
            atol: case["tol"]["atol"].as_f64().expect("atol"),
        }
    }

    /// A list of numbers among the inputs.
    pub fn numbers(&self, key: &str) -> Vec<f64> {
        numbers(&self.inputs[key])
    }

    /// A number among the inputs.
    pub fn number(&self, key: &str) -> f64 {
        number(&self.inputs[key]).unwrap_or_else(|| panic!("{}: no number {key}", self.name))
    }

    /// A count among the inputs.
    pub fn count(&self, key: &str) -> u64 {
        self.inputs[key]
            .as_u64()
            .unwrap_or_else(|| panic!("{}: no count {key}", self.name))
    }

    /// A number among the expected ones.
    pub fn number_expected(&self, key: &str) -> f64 {
        number(&self.expected[key]).unwrap_or_else(|| panic!("{}: no expected {key}", self.name))
    }

    /// Disagreements between `got` and what is expected, one line each.
    pub fn disagreements(&self, got: &Value, not_exposed: &[&str]) -> Vec<String> {
        let mut found = Vec::new();
        let close = |_: &str, want: f64, got: f64| self.close(want, got);
        compare(
            &self.expected,
            Some(got),
            ("", not_exposed),
            &close,
            &mut found,
        );
        found
    }

    /// As [`Case::disagreements`], with how far each number may lie from the expected one.
    pub fn further_than(&self, within: &Value, got: &Value) -> Vec<String> {
        let mut found = Vec::new();
        let close = |at: &str, want: f64, got: f64| {
            let within = within.pointer(at).and_then(number);
            (got - want).abs()
                <= within.unwrap_or_else(|| panic!("{}: no tolerance for {at}", self.name))
        };
        compare(&self.expected, Some(got), ("", &[]), &close, &mut found);
        found
    }

    /// How many values of `expected` are compared, and which keys of it are not.
    fn coverage(&self, not_exposed: &[&str]) -> (usize, BTreeSet<String>) {
        let (mut compared, mut left) = (0, BTreeSet::new());
        count(&self.expected, not_exposed, &mut compared, &mut left);
        (compared, left)
    }

    fn close(&self, want: f64, got: f64) -> bool {
        want == got
            || (want.is_nan() && got.is_nan())
            || (got - want).abs() <= self.atol + self.rtol * want.abs()
    }
}

/// Writes down where `got` is not `want`: place by place, but for the keys left out, and numbers as `close` has it.
fn compare(
    want: &Value,
    got: Option<&Value>,
    (at, skip): (&str, &[&str]),
    close: &impl Fn(&str, f64, f64) -> bool,
    found: &mut Vec<String>,
) {
    match (want, got) {
        (Value::Object(fields), _) => {
            for (key, want) in fields
                .iter()
                .filter(|(key, _)| !skip.contains(&key.as_str()))
            {
                compare(
                    want,
                    got.and_then(|got| got.get(key)),
                    (&format!("{at}/{key}"), skip),
                    close,
                    found,
                );
            }
        }
        (Value::Array(items), _) => {
            let answered = got.and_then(Value::as_array).map_or(0, Vec::len);
            if answered != items.len() {
                found.push(format!("{at}: want {} values, got {answered}", items.len()));
            }
            for (index, want) in items.iter().enumerate() {
                let got = got.and_then(|got| got.get(index));
                compare(want, got, (&format!("{at}/{index}"), skip), close, found);
            }
        }
        (Value::Null, Some(Value::Null)) => {}
        (_, Some(got)) => match (number(want), number(got)) {
            (Some(want), Some(got)) if close(at, want, got) => {}
            // A word, such as the class of an error.
            (None, None) if want == got => {}
            _ => found.push(format!("{at}: want {want}, got {got}")),
        },
        (_, None) => found.push(format!("{at}: want {want}, nothing computed")),
    }
}

fn count(want: &Value, not_exposed: &[&str], compared: &mut usize, left: &mut BTreeSet<String>) {
    match want {
        Value::Object(fields) => {
            for (key, want) in fields {
                if not_exposed.contains(&key.as_str()) {
                    left.insert(key.clone());
                } else {
                    count(want, not_exposed, compared, left);
                }
            }
        }
        Value::Array(items) => items
            .iter()
            .for_each(|want| count(want, not_exposed, compared, left)),
        _ => *compared += 1,
    }
}

/// A golden number; "NaN", "Infinity" and "-Infinity" are written as text.
pub fn number(value: &Value) -> Option<f64> {
    match value.as_str() {
        Some("NaN") => Some(f64::NAN),
        Some("Infinity") => Some(f64::INFINITY),
        Some("-Infinity") => Some(f64::NEG_INFINITY),
        _ => value.as_f64(),
    }
}

/// A list of golden numbers.
pub fn numbers(value: &Value) -> Vec<f64> {
    value
        .as_array()
        .expect("a list")
        .iter()
        .map(|item| number(item).expect("a number"))
        .collect()
}

/// The JSON of a number, with the texts of the golden files where JSON has none; `null` for `None`.
pub fn json(value: impl Into<Option<f64>>) -> Value {
    match value.into() {
        None => Value::Null,
        Some(value) if value.is_nan() => "NaN".into(),
        Some(value) if value.is_infinite() => {
            if value > 0.0 { "Infinity" } else { "-Infinity" }.into()
        }
        Some(value) => value.into(),
    }
}

/// An object of numbers.
pub fn object<const N: usize>(fields: [(&str, f64); N]) -> Value {
    Value::Object(
        fields
            .into_iter()
            .map(|(key, value)| (key.to_owned(), json(value)))
            .collect::<Map<_, _>>(),
    )
}

/// Checks a family, prints what agreed and what is computed elsewhere, and fails on any disagreement.
///
/// `answer` returns `None` for a method that it does not know: that fails too, so a new method cannot pass unseen.
pub fn check(name: &str, answer: impl Fn(&Case) -> Option<Answer>) {
    let cases = family(name);
    let (mut agreed, mut values, mut wrong) = (0, 0, Vec::new());
    let mut left = BTreeSet::new();
    let mut methods: BTreeMap<&str, usize> = BTreeMap::new();
    let mut elsewhere: BTreeMap<String, usize> = BTreeMap::new();
    for case in &cases {
        let (disagreements, not_exposed) = match answer(case) {
            Some(Answer::Values(got)) => (case.disagreements(&got, &[]), [].as_slice()),
            Some(Answer::Partial(got, not_exposed)) => {
                (case.disagreements(&got, not_exposed), not_exposed)
            }
            Some(Answer::Simulated(got, within)) => {
                (case.further_than(&within, &got), [].as_slice())
            }
            Some(Answer::Elsewhere(place)) => {
                *elsewhere
                    .entry(format!("{}: {place}", case.method))
                    .or_default() += 1;
                continue;
            }
            None => {
                wrong.push(format!(
                    "{}: no one claims method {}",
                    case.name, case.method
                ));
                continue;
            }
        };
        if disagreements.is_empty() {
            agreed += 1;
            let (compared, skipped) = case.coverage(not_exposed);
            values += compared;
            left.extend(skipped);
            *methods.entry(&case.method).or_default() += 1;
        }
        wrong.extend(
            disagreements
                .into_iter()
                .map(|line| format!("{} {line}", case.name)),
        );
    }
    let methods: Vec<String> = methods
        .iter()
        .map(|(method, count)| format!("{method} {count}"))
        .collect();
    println!(
        "golden {name}: {agreed} of {} cases agree in {values} values ({})",
        cases.len(),
        methods.join(", ")
    );
    if !left.is_empty() {
        println!(
            "  keys not computed: {}",
            left.into_iter().collect::<Vec<_>>().join(", ")
        );
    }
    for (label, count) in &elsewhere {
        println!("  not covered, {count} cases of {label}");
    }
    assert!(
        wrong.is_empty(),
        "{name}: {} disagreements\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(agreed > 0, "{name}: nothing was compared");
}
