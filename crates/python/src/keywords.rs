//! The keyword arguments that were given, by name.

use restrap_words::{Code, Note};
use std::fmt::Display;
use std::str::FromStr;

use pyo3::conversion::FromPyObjectOwned;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::error::{Fault, raised};

/// A note as Python has it: its code and its sentence.
pub type Told = (String, String);

/// Notes as the library has them.
pub fn notes(told: &[Told]) -> Vec<Note> {
    let note = |(code, text): &Told| code.parse().unwrap_or(Code::Other).says(text);
    told.iter().map(note).collect()
}

/// Keyword arguments that are not at their defaults.
pub struct Keywords<'py>(pub Bound<'py, PyDict>);

impl<'py> Keywords<'py> {
    /// The interpreter.
    pub fn py(&self) -> Python<'py> {
        self.0.py()
    }

    fn value(&self, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        Ok(self.0.get_item(name)?.filter(|value| !value.is_none()))
    }

    /// Whether it was given, whatever it says.
    pub fn has(&self, name: &str) -> PyResult<bool> {
        Ok(self.value(name)?.is_some())
    }

    /// A number, truth value or text.
    pub fn get<T: FromPyObjectOwned<'py>>(&self, name: &str) -> PyResult<Option<T>> {
        let Some(value) = self.value(name)? else {
            return Ok(None);
        };
        value
            .extract()
            .map(Some)
            .map_err(|_| mistyped(name, &value))
    }

    /// Whether it was given and is true.
    pub fn is(&self, name: &str) -> PyResult<bool> {
        Ok(self.get(name)?.unwrap_or(false))
    }

    /// A number that a word may stand for, as text.
    pub fn text(&self, name: &str) -> PyResult<Option<String>> {
        let Some(value) = self.value(name)? else {
            return Ok(None);
        };
        value.str()?.extract().map(Some)
    }

    /// What a word names.
    pub fn word<T: FromStr<Err: Display>>(&self, name: &str) -> PyResult<Option<T>> {
        self.get::<String>(name)?
            .map(|word| self.read(name, &word))
            .transpose()
    }

    /// The notes on the data.
    pub fn notes(&self) -> PyResult<Vec<Note>> {
        let told: Option<Vec<Told>> = self.get("notes")?;
        Ok(notes(&told.unwrap_or_default()))
    }

    /// The texts of a sequence; a bare text is one of them.
    pub fn texts(&self, name: &str) -> PyResult<Vec<String>> {
        let Some(value) = self.value(name)? else {
            return Ok(Vec::new());
        };
        if let Ok(text) = value.cast::<PyString>() {
            return Ok(vec![text.extract()?]);
        }
        value.extract().map_err(|_| mistyped(name, &value))
    }

    /// What the words of a sequence name; in a bare text they stand between commas.
    pub fn words<T: FromStr<Err: Display>>(&self, name: &str) -> PyResult<Vec<T>> {
        let texts = self.texts(name)?;
        texts
            .iter()
            .flat_map(|text| text.split(','))
            .map(|word| self.read(name, word.trim()))
            .collect()
    }

    /// What a text of this keyword says.
    pub fn read<T: FromStr<Err: Display>>(&self, name: &str, text: &str) -> PyResult<T> {
        text.parse()
            .map_err(|error: T::Err| self.refuse(format!("{name}: {error}"), None))
    }

    /// What is wrong with them, and what to do.
    pub fn refuse(&self, message: impl Display, hint: Option<&str>) -> PyErr {
        raised(self.py(), &Fault::Input, message, hint.map(str::to_owned))
    }
}

fn mistyped(name: &str, value: &Bound<'_, PyAny>) -> PyErr {
    let found = value
        .repr()
        .map_or_else(|_| "something else".to_owned(), |found| found.to_string());
    let message = format!("{name} does not take {found}");
    raised(value.py(), &Fault::Keyword, message, None)
}
