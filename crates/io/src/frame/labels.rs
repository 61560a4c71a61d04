//! Labels as codes: equal text is one code, in whatever file it stands, so that labels pair like scores do.
//!
//! Codes number labels in the order in which threads meet them; only whether two are equal is ever used.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use crate::error::fault::{Fault, Place};
use crate::error::kind::{FaultKind, missing_hint};
use crate::format::number;
use crate::frame::ids::Ids;
use crate::{Error, Missing};

/// The codes of all labels of a comparison, from 1.
#[derive(Debug, Default)]
pub(crate) struct Labels(Mutex<HashMap<Vec<u8>, usize>>);

impl Labels {
    /// A column of codes, NaN where the label is missing. `lines`: of each row; `name`: of the column.
    pub(crate) fn column(
        &self,
        keys: &Ids,
        lines: &[u64],
        (file, missing): (&str, Missing),
        name: Option<&str>,
    ) -> Result<Vec<f64>, Error> {
        let mut codes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut column = Vec::with_capacity(keys.len());
        let (mut first, mut gaps) = (None, 0);
        for (row, key) in keys.iter().enumerate() {
            let label = number::trim(key);
            if label.is_empty() {
                first = first.or(Some(row));
                gaps += 1;
                column.push(f64::NAN);
                continue;
            }
            if memchr::memchr(0, label).is_some() {
                let line = lines.get(row).copied().unwrap_or(row as u64 + 1);
                let name = name.map(str::to_owned);
                let place = Place::Line { file: file.to_owned(), line, column: None, name };
                let hint = Some("text holds no NUL: is the file binary, UTF-16, or damaged?".to_owned());
                let found = crate::error::quote::quoted(label);
                return Err(Fault { place, kind: FaultKind::NoLabel, found, more: 0, hint }.into());
            }
            let next = codes.len() + 1;
            let code = codes.get(label).copied().unwrap_or(next);
            if code == next {
                codes.insert(label.to_vec(), code);
            }
            column.push(code as f64);
        }
        match first.filter(|_| missing == Missing::Error) {
            None => Ok(column),
            Some(row) => {
                let line = lines.get(row).copied().unwrap_or(row as u64 + 1);
                let name = name.map(str::to_owned);
                let place = Place::Line { file: file.to_owned(), line, column: None, name };
                let found = "an empty one".to_owned();
                let hint = Some(missing_hint("wrong"));
                Err(Fault { place, kind: FaultKind::NoLabel, found, more: gaps - 1, hint }.into())
            }
        }
    }
}
