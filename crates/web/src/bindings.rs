//! The functions that a page calls, one per calculator: JSON of the request in, an [`Answer`] out.

use serde::Deserialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{Adjust, Answer, Audit, Calculator, Compare, Plan, Problem, Share};

fn answer<'a, Request: Calculator + Deserialize<'a>>(request: &'a str) -> Result<Answer, Problem> {
    serde_json::from_str::<Request>(request)?.answer()
}

/// Compares two systems from counts of items.
///
/// # Errors
/// [`Problem`] for a request that cannot be read or answered; so for all functions here.
#[wasm_bindgen]
pub fn compare(request: &str) -> Result<Answer, Problem> {
    answer::<Compare>(request)
}

/// Gives the interval of k right of n, or tests it against a number.
///
/// # Errors
/// [`Problem`], as for [`compare`].
#[wasm_bindgen]
pub fn share(request: &str) -> Result<Answer, Problem> {
    answer::<Share>(request)
}

/// Says what two published accuracies allow.
///
/// # Errors
/// [`Problem`], as for [`compare`].
#[wasm_bindgen]
pub fn audit(request: &str) -> Result<Answer, Problem> {
    answer::<Audit>(request)
}

/// Computes how many items are needed.
///
/// # Errors
/// [`Problem`], as for [`compare`].
#[wasm_bindgen]
pub fn plan(request: &str) -> Result<Answer, Problem> {
    answer::<Plan>(request)
}

/// Adjusts p-values for multiple testing.
///
/// # Errors
/// [`Problem`], as for [`compare`].
#[wasm_bindgen]
pub fn adjust(request: &str) -> Result<Answer, Problem> {
    answer::<Adjust>(request)
}
