//! Outcomes that earlier builds saved: every later build reads them and writes the same fields.

use std::fs;
use std::path::Path;

use restrap_facade::{Outcome, methods};
use serde_json::{Value, json};

/// Takes the codes of sentences out, each of which is that of another version.
fn without_codes(document: &mut Value) {
    match document {
        Value::Array(all) => all.iter_mut().for_each(without_codes),
        Value::Object(fields) => {
            for name in ["warning_codes", "note_codes"] {
                let codes = fields.remove(name).unwrap_or_else(|| json!([]));
                let codes = codes.as_array().expect("a list");
                assert!(codes.iter().all(|code| code == "other"), "{codes:?}");
            }
            fields.values_mut().for_each(without_codes);
        }
        _ => {}
    }
}

#[test]
fn saved_outcomes_read_back_as_they_were_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/outcomes");
    let mut read = 0;
    for part in fs::read_dir(folder)
        .expect("saved outcomes")
        .flatten()
        .filter(|entry| entry.path().is_dir())
    {
        for file in fs::read_dir(part.path()).expect("a part").flatten() {
            let text = fs::read_to_string(file.path()).expect("a file");
            let outcome: Outcome =
                serde_json::from_str(&text).unwrap_or_else(|error| panic!("{file:?}: {error}"));
            let mut written = serde_json::to_value(&outcome).expect("JSON");
            // Builds before the line of the recipe knew none.
            assert_eq!(
                written
                    .as_object_mut()
                    .expect("an object")
                    .remove("signature"),
                Some("".into())
            );
            let saved: Value = serde_json::from_str(&text).expect("JSON");
            let again: Outcome = serde_json::from_value(written.clone()).expect("an outcome");
            assert_eq!(again, outcome, "{file:?}");
            // Nor did they know codes.
            without_codes(&mut written);
            assert_eq!(written, saved, "{file:?}");
            assert!(!methods(&outcome).paragraph.is_empty(), "{file:?}");
            read += 1;
        }
    }
    assert!(read > 15, "{read} outcomes were saved");
}
