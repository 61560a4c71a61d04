//! Registrations as files: written once, read with their digest checked.

use std::path::Path;

use serde_json::Value;

use super::outcome::{REGISTER_SCHEMA, RegisterOutcome, RegisteredPlan};
use crate::sources::SourceError;

impl RegisterOutcome {
    /// Where the registration of a study file is: `STUDY.registered.json` beside it.
    pub fn place(study: &str) -> String {
        Path::new(study)
            .with_extension("registered.json")
            .display()
            .to_string()
    }

    /// Writes it beside the study file.
    ///
    /// # Errors
    /// Where the study was registered before, and for a file that cannot be written.
    pub(super) fn write(&self, study: &str) -> Result<(), SourceError> {
        let path = refuse_second(study)?;
        let text = serde_json::to_string_pretty(self).map_err(|error| {
            SourceError::usage(format!("{path}: {error}"), "rename what is not text")
        })?;
        Ok(restrap_io::write_whole(&path, |out| {
            writeln!(out, "{text}")
        })?)
    }

    /// The registration of a study file.
    ///
    /// # Errors
    /// Where there is none, for a file that holds something else, and for one that was changed.
    pub fn read(study: &str) -> Result<Self, SourceError> {
        let path = Self::place(study);
        let text = std::fs::read_to_string(&path).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => SourceError::usage(
                format!("expected a registration of {study} in {path}, found none"),
                format!("restrap register {study} writes it, before the run"),
            ),
            _ => SourceError::usage(
                format!("{path}: cannot be read: {error}"),
                "make it readable",
            ),
        })?;
        let again = || format!("take {path} from where it was kept, such as a commit");
        let broken = |found: String| {
            SourceError::usage(
                format!("{path}: expected a registration, {REGISTER_SCHEMA}, found {found}"),
                again(),
            )
        };
        let raw: Value = serde_json::from_str(&text).map_err(|error| broken(error.to_string()))?;
        match raw.get("schema").and_then(Value::as_str) {
            Some(REGISTER_SCHEMA) => {}
            Some(other) => return Err(broken(other.to_owned())),
            None => return Err(broken("JSON without the name of its schema".to_owned())),
        }
        let (kept, of_plan) = (
            raw.get("digest").and_then(Value::as_str),
            raw.get("plan").map(digest),
        );
        if of_plan.is_some() && kept != of_plan.as_deref() {
            return Err(SourceError::usage(
                format!(
                    "{path}: expected the plan of digest {}, found another: it was changed after the registration",
                    kept.unwrap_or("none")
                ),
                again(),
            ));
        }
        let version = raw
            .get("version")
            .and_then(Value::as_str)
            .unwrap_or("another version")
            .to_owned();
        serde_json::from_value(raw)
            .map_err(|error| broken(format!("one of restrap {version}: {error}")))
    }
}

/// The place of a registration that is not there yet.
///
/// # Errors
/// Where it is.
pub(super) fn refuse_second(study: &str) -> Result<String, SourceError> {
    let path = RegisterOutcome::place(study);
    if Path::new(&path).exists() {
        return Err(SourceError::usage(
            format!("expected a study that is not registered, found {path}"),
            "run it as registered: what has changed is then listed; or copy the study under another name and register that",
        ));
    }
    Ok(path)
}

impl RegisteredPlan {
    /// What tells it from every other plan.
    ///
    /// # Errors
    /// For what is not JSON.
    pub(super) fn digest(&self) -> Result<String, serde_json::Error> {
        Ok(digest(&serde_json::to_value(self)?))
    }
}

/// BLAKE3 of JSON without blanks, keys in the order of their letters, however a file has them.
fn digest(value: &Value) -> String {
    let mut text = String::new();
    write(value, &mut text);
    blake3::hash(text.as_bytes()).to_hex().to_string()
}

fn write(value: &Value, text: &mut String) {
    match value {
        Value::Object(fields) => {
            let mut fields: Vec<(&String, &Value)> = fields.iter().collect();
            fields.sort_unstable_by_key(|(key, _)| *key);
            text.push('{');
            for (at, (key, value)) in fields.into_iter().enumerate() {
                if at > 0 {
                    text.push(',');
                }
                *text += &Value::from(key.as_str()).to_string();
                text.push(':');
                write(value, text);
            }
            text.push('}');
        }
        Value::Array(values) => {
            text.push('[');
            for (at, value) in values.iter().enumerate() {
                if at > 0 {
                    text.push(',');
                }
                write(value, text);
            }
            text.push(']');
        }
        scalar => *text += &scalar.to_string(),
    }
}
