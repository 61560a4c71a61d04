//! Where a run is not what was registered: every field of two plans that differs, in words.

use serde_json::{Map, Value};

use super::outcome::RegisteredPlan;
use restrap_lib::{DepartureOutcome, inner::short};

/// A field of two plans: its path, what was registered, what is run.
type Field<'a> = (Vec<&'a str>, &'a Value, &'a Value);

/// How fields of the request are called; a path that is none of these names itself.
const ASKED: [(&str, &str); 16] = [
    ("micro", "each item counts alike in the mean"),
    ("question.tests", "test"),
    ("question.alternative", "alternative"),
    ("question.alpha", "alpha"),
    ("question.interval", "interval"),
    ("question.confidence", "level of the intervals"),
    ("question.margin", "margin"),
    ("question.gate", "gate: must be shown"),
    ("question.forbid", "gate: must not be shown"),
    ("question.adjust", "correction"),
    ("question.higher_is_better", "higher is better"),
    ("sample.grid", "grid of the scores"),
    ("variants.mcnemar", "variant of McNemar's test"),
    ("compute.resamples", "resamples"),
    ("compute.exact", "when p-values go by law"),
    ("compute.seed", "seed"),
];
/// How it is printed: nothing is claimed with it.
const PRINTED: &str = "question.digits";

/// Where `run` is not `registered`, in the order of request, study, units, inputs.
///
/// # Errors
/// For a plan that is not JSON.
pub(super) fn departures(
    registered: &RegisteredPlan,
    run: &RegisteredPlan,
) -> Result<Vec<DepartureOutcome>, serde_json::Error> {
    let (was, is) = (
        serde_json::to_value(registered)?,
        serde_json::to_value(run)?,
    );
    let mut fields = Vec::new();
    differ(&was, &is, &mut Vec::new(), &mut fields);
    let mut found: Vec<(usize, DepartureOutcome)> = Vec::new();
    for (path, was, is) in &fields {
        if let Some((place, what)) = called(path, was, is) {
            found.push((
                place,
                DepartureOutcome {
                    what,
                    registered: told(was),
                    run: told(is),
                },
            ));
        }
    }
    found.sort_by_key(|(place, _)| *place);
    let of_inputs = registered.inputs.iter().filter_map(|(file, was)| {
        let is = run.inputs.get(file).and_then(Option::as_deref);
        let departs = is.is_none() || was.as_deref().is_some_and(|was| is != Some(was));
        departs.then(|| DepartureOutcome {
            what: format!("input {file}"),
            registered: Some(
                was.as_deref()
                    .map_or_else(|| "a file to come".to_owned(), |was| short(was).to_owned()),
            ),
            run: is.map(|is| short(is).to_owned()),
        })
    });
    Ok(found
        .into_iter()
        .map(|(_, departure)| departure)
        .chain(of_inputs)
        .collect())
}

/// Every field that differs. What one side lacks is told as a whole.
fn differ<'a>(was: &'a Value, is: &'a Value, path: &mut Vec<&'a str>, found: &mut Vec<Field<'a>>) {
    let (Value::Object(before), Value::Object(after)) = (was, is) else {
        if was != is {
            found.push((path.clone(), was, is));
        }
        return;
    };
    let of = |fields: &'a Map<String, Value>, key: &str| fields.get(key).unwrap_or(&Value::Null);
    let added = after.keys().filter(|key| !before.contains_key(*key));
    for key in before.keys().chain(added) {
        path.push(key);
        differ(of(before, key), of(after, key), path, found);
        path.pop();
    }
}

/// How a field is called, and where it is told; `None` for what another departure tells, and for what is not of the plan.
fn called(path: &[&str], was: &Value, is: &Value) -> Option<(usize, String)> {
    let both = !was.is_null() && !is.is_null();
    let what = match path {
        ["stream"] => (2, "stream of the draws".to_owned()),
        ["request", rest @ ..] => {
            let field = rest.strip_prefix(&["request"]).unwrap_or(rest).join(".");
            if field == PRINTED {
                return None;
            }
            let known = ASKED
                .iter()
                .position(|(path, _)| field == *path || field.starts_with(&format!("{path}.")));
            (1, known.map_or(field, |at| ASKED[at].1.to_owned()))
        }
        ["study", "systems", system] => (3, format!("system {system}")),
        ["study", "datasets", set] => (3, format!("data set {set}")),
        ["study", "datasets", set, field @ ..] => {
            (3, format!("{} of data set {set}", field.join(" of ")))
        }
        // A metric that came or went is told by the metrics.
        ["study", "definitions", metric] if both => (3, format!("options of metric {metric}")),
        // A system or a data set that came or went is told by its name.
        ["study", "system_order"] if same_names(was, is) => (3, "order of the systems".to_owned()),
        ["study", "dataset_order"] if same_names(was, is) => {
            (3, "order of the data sets".to_owned())
        }
        [
            "study",
            "definitions" | "system_order" | "dataset_order",
            ..,
        ] => return None,
        ["study", field] => (3, (*field).to_owned()),
        ["units", set, field] => (4, format!("{field} of data set {set}")),
        // Data that came after the registration; data that are gone are inputs that are.
        _ => return None,
    };
    Some(what)
}

fn same_names(was: &Value, is: &Value) -> bool {
    let sorted = |value: &Value| {
        let mut names: Vec<String> = value
            .as_array()
            .into_iter()
            .flatten()
            .map(Value::to_string)
            .collect();
        names.sort_unstable();
        names
    };
    sorted(was) == sorted(is)
}

/// A value in a sentence; `None` for nothing.
fn told(value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::Bool(true) => Some("yes".to_owned()),
        Value::Bool(false) => Some("no".to_owned()),
        Value::String(text) => Some(text.clone()).filter(|text| !text.is_empty()),
        Value::Array(values) => {
            let told: Vec<String> = values.iter().filter_map(told).collect();
            (!told.is_empty()).then(|| told.join(", "))
        }
        Value::Object(fields) => {
            if let Some(Value::String(name)) = fields.get("name") {
                return Some(name.clone());
            }
            let told = |(key, value): (&String, &Value)| Some(format!("{key} {}", told(value)?));
            Some(
                fields
                    .iter()
                    .filter_map(told)
                    .collect::<Vec<_>>()
                    .join(", "),
            )
        }
        Value::Number(number) => Some(number.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use restrap_lib::{Claim, MarginSize};
    use serde_json::json;

    fn plan() -> Value {
        let study = json!({
            "baseline": "a", "metrics": ["bleu"], "definitions": {"bleu": "bleu(tokenize=13a)"}, "family": "all",
            "systems": {"a": "A", "b": "B"}, "system_order": ["a", "b"], "datasets": {}, "dataset_order": []
        });
        json!({
            "stream": "one", "request": restrap_lib::ReplicateRequest::default(), "study": study,
            "units": {"x": {"unit": "item", "items": 9, "clusters": null, "runs": null}}, "inputs": {"x.txt": "00", "y.txt": null}
        })
    }

    fn found(change: impl Fn(&mut Value)) -> Vec<String> {
        let read = |value: Value| serde_json::from_value::<RegisteredPlan>(value).unwrap();
        let mut changed = plan();
        changed["inputs"]["y.txt"] = json!("11");
        change(&mut changed);
        departures(&read(plan()), &read(changed))
            .unwrap()
            .iter()
            .map(DepartureOutcome::words)
            .collect()
    }

    #[test]
    fn each_field_is_told_once_and_equal_plans_by_nothing() {
        assert_eq!(found(|_| {}), [""; 0]);
        assert_eq!(
            found(|plan| plan["stream"] = json!("two")),
            ["Departure in stream of the draws: one registered, two run."]
        );
        let another =
            |plan: &mut Value| plan["study"]["definitions"]["bleu"] = json!("bleu(tokenize=intl)");
        let told = "Departure in options of metric bleu: bleu(tokenize=13a) registered, bleu(tokenize=intl) run.";
        assert_eq!(found(another), [told]);
        let margin = |plan: &mut Value| {
            let asked = restrap_lib::Request::default()
                .margin(Claim::Noninferior, MarginSize::Absolute(1.0));
            plan["request"]["request"] = serde_json::to_value(asked).unwrap();
        };
        assert_eq!(
            found(margin),
            ["Departure in margin: claim noninferior, size abs:1 run, nothing registered."]
        );
        let seed = |plan: &mut Value| plan["request"]["request"]["compute"]["seed"] = json!(1);
        assert_eq!(found(seed), ["Departure in seed: 0 registered, 1 run."]);
        assert_eq!(
            found(|plan| plan["study"]["system_order"] = json!(["b", "a"])).len(),
            1
        );
        assert_eq!(
            found(|plan| plan["units"]["x"]["items"] = json!(8)),
            ["Departure in items of data set x: 9 registered, 8 run."]
        );
        assert_eq!(
            found(|plan| plan["units"] = json!({})),
            [""; 0],
            "its files tell it"
        );
        assert_eq!(
            found(|plan| plan["inputs"]["x.txt"] = json!("22")),
            ["Departure in input x.txt: 00 registered, 22 run."]
        );
        assert_eq!(
            found(|plan| plan["inputs"] = json!({"x.txt": "00"})),
            ["Departure in input y.txt: a file to come registered, nothing run."]
        );
        assert_eq!(
            found(|plan| plan["request"]["request"]["question"]["digits"] = json!(3)),
            [""; 0]
        );
    }
}
