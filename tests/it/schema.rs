//! JSON schemas, generated from the types: every document that a test of this program prints is held against the one that it names
//! ([`check`]).

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::LazyLock;

use jsonschema::Validator;
use serde_json::{Value, json};

use crate::support::restrap;

/// Validators by the name of the schema. Readers pass over fields that they do not know; a field that no schema knows is a fault
/// of this program all the same, so it is refused here.
static STRICT: LazyLock<BTreeMap<&str, Validator>> = LazyLock::new(|| {
    let strict = restrap_facade::schemas().into_iter().map(|(name, schema)| {
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
    let name = document["schema"]
        .as_str()
        .ok_or("a document without the name of its schema")?;
    let schema = STRICT
        .get(name)
        .ok_or_else(|| format!("no schema {name}"))?;
    let wrong: Vec<String> = schema
        .iter_errors(document)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(wrong.join("\n"))
    }
}

/// The contract alone: words about fields may change.
fn without_words(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            fields.retain(|key, value| key != "description" || !value.is_string());
            fields.sort_keys();
            fields.values_mut().for_each(without_words);
        }
        Value::Array(values) => values.iter_mut().for_each(without_words),
        _ => {}
    }
}

/// Writes the schemas where `scripts/site` finds them. What one says, without its words, has a digest: whoever changes it says so in
/// `docs/json.md`.
#[test]
fn schemas_are_written_and_say_what_they_said() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("schema");
    std::fs::create_dir_all(&folder).expect("a folder");
    let mut digests = String::new();
    for (name, schema) in restrap_facade::schemas() {
        let mut schema = schema.to_value();
        let text = serde_json::to_string_pretty(&schema).expect("JSON") + "\n";
        let file = name.trim_start_matches("restrap/").replace('/', "-") + ".json";
        std::fs::write(folder.join(file), text).expect("a file");
        without_words(&mut schema);
        let digest = blake3::hash(schema.to_string().as_bytes()).to_hex();
        writeln!(digests, "{name} {}", &digest[..16]).expect("a string");
    }
    insta::assert_snapshot!("schemas", digests);
}

#[test]
fn a_document_with_a_wrong_type_a_missing_or_an_unknown_field_is_refused() {
    let right = restrap(
        "compare datasets/labels/correct.csv:B datasets/labels/correct.csv:A --id item --json",
    )
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
        changed(&|of| drop(
            of["comparisons"][0]["effect"]
                .as_object_mut()
                .unwrap()
                .remove("tied")
        ))
        .is_err()
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
