//! JSON schemas: those in `docs/schema` are those of the types, and every document that a test of this program prints is held
//! against the one that it names ([`check`]).

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::LazyLock;

use jsonschema::Validator;
use serde_json::{Value, json};

use crate::support::{restrap, root};

/// Validators by the name of the schema. Readers pass over fields that they do not know; a field that no schema knows is a fault
/// of this program all the same, so it is refused here.
static STRICT: LazyLock<BTreeMap<&str, Validator>> = LazyLock::new(|| {
    let strict = restrap_lib::schemas().into_iter().map(|(name, schema)| {
        let mut schema = schema.to_value();
        close(&mut schema);
        (name, jsonschema::validator_for(&schema).expect("a schema"))
    });
    strict.collect()
});

/// Refuses fields that a schema does not name.
fn close(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            if fields.contains_key("properties") {
                fields.insert("additionalProperties".to_owned(), json!(false));
            }
            fields.values_mut().for_each(close);
        }
        Value::Array(values) => values.iter_mut().for_each(close),
        _ => {}
    }
}

/// Holds a document against the schema that it names.
pub fn check(document: &Value) -> Result<(), String> {
    let name = document["schema"].as_str().ok_or("a document without the name of its schema")?;
    let schema = STRICT.get(name).ok_or_else(|| format!("no schema {name}"))?;
    let wrong: Vec<String> =
        schema.iter_errors(document).map(|error| format!("{}: {error}", error.instance_path())).collect();
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

/// Where a schema is kept: `restrap/compare/1` in `compare-1.json`.
fn place(name: &str) -> PathBuf {
    let file = name.trim_start_matches("restrap/").replace('/', "-");
    root().join("docs/schema").join(file).with_extension("json")
}

#[test]
fn schemas_in_the_documentation_are_those_of_the_types() {
    for (name, schema) in restrap_lib::schemas() {
        let text = serde_json::to_string_pretty(&schema).expect("a schema is JSON") + "\n";
        if std::env::var_os("UPDATE_SCHEMAS").is_some() {
            std::fs::write(place(name), &text).expect("docs/schema is there");
        }
        let kept = std::fs::read_to_string(place(name)).unwrap_or_default();
        assert!(
            kept == text,
            "{name}: UPDATE_SCHEMAS=1 cargo test schemas_in writes docs/schema; see docs/json.md"
        );
    }
}

#[test]
fn a_document_with_a_wrong_type_a_missing_or_an_unknown_field_is_refused() {
    let right =
        restrap("compare datasets/labels/correct.csv:B datasets/labels/correct.csv:A --id item --json")
            .json();
    assert_eq!(check(&right), Ok(()));
    let changed = |change: &dyn Fn(&mut Value)| {
        let mut document = right.clone();
        change(&mut document);
        check(&document)
    };
    assert!(changed(&|of| of["schema"] = json!("restrap/compare/2")).is_err());
    assert!(changed(&|of| of["items"] = json!("100")).is_err());
    assert!(changed(&|of| of["alternative"] = json!("sideways")).is_err());
    assert!(changed(&|of| of["comparisons"][0]["p"] = json!(0.5)).is_err());
    assert!(
        changed(&|of| drop(of["comparisons"][0]["effect"].as_object_mut().unwrap().remove("tied"))).is_err()
    );
    assert_eq!(
        changed(&|of| of["comparisons"][0]["tests"][0]["pvalue"] = json!(null)),
        Ok(()),
        "declared nullable"
    );
    assert_eq!(
        changed(&|of| of["comparisons"][0]["interval"]["low"] = json!(null)),
        Ok(()),
        "declared nullable"
    );
}
