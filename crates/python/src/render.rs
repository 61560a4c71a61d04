//! Outcomes for readers: the JSON of an outcome in, a text out.

use pyo3::prelude::*;
use restrap::power::{AuditOutcome, CurveOutcome, PlanOutcome, PowerOutcome, PowerQuestion};
use restrap::{DescribeOutcome, Outcome};
use restrap_report::{Compared, Output, Rates, Report};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::{Fault, raised};

/// As the command line prints it.
pub fn json(outcome: &impl Serialize) -> PyResult<String> {
    serde_json::to_string_pretty(outcome)
        .map_err(|error| pyo3::exceptions::PyRuntimeError::new_err(error.to_string()))
}

/// An outcome that was saved as JSON.
enum Saved {
    Compare(Box<Outcome>),
    Ci(Box<DescribeOutcome>),
    Plan(Box<PlanOutcome>),
    Audit(Box<AuditOutcome>),
    Curve(Box<CurveOutcome>),
    Power(Box<PowerOutcome>),
}

impl Saved {
    fn read(py: Python<'_>, json: &str) -> PyResult<Self> {
        #[derive(serde::Deserialize)]
        struct Schema {
            schema: String,
            kind: Option<PowerQuestion>,
        }
        let Schema { schema, kind } = read(py, json)?;
        match schema.as_str() {
            "restrap/compare/1" => read(py, json).map(Self::Compare),
            "restrap/ci/1" => read(py, json).map(Self::Ci),
            "restrap/power/1" => match kind {
                Some(PowerQuestion::Plan) => read(py, json).map(Self::Plan),
                Some(PowerQuestion::Audit) => read(py, json).map(Self::Audit),
                Some(PowerQuestion::Curve) => read(py, json).map(Self::Curve),
                _ => read(py, json).map(Self::Power),
            },
            other => {
                let message =
                    format!("expected the JSON of an outcome of restrap, found the schema {other:?}");
                Err(raised(py, &Fault::Input, message, None))
            }
        }
    }
}

/// The JSON of an outcome, read and written again.
#[pyfunction]
pub fn checked(py: Python<'_>, json: &str) -> PyResult<String> {
    match Saved::read(py, json)? {
        Saved::Compare(outcome) => self::json(&outcome),
        Saved::Ci(outcome) => self::json(&outcome),
        Saved::Plan(outcome) => self::json(&outcome),
        Saved::Audit(outcome) => self::json(&outcome),
        Saved::Curve(outcome) => self::json(&outcome),
        Saved::Power(outcome) => self::json(&outcome),
    }
}

/// A saved outcome in one of the forms of `output`, in which styles of a terminal are left out.
#[pyfunction]
pub fn render(py: Python<'_>, json: &str, form: &str) -> PyResult<String> {
    let output: Output =
        form.parse().map_err(|error: restrap_words::UnknownWord| raised(py, &Fault::Input, error, None))?;
    let text = match Saved::read(py, json)? {
        Saved::Compare(outcome) => Compared { outcome: &outcome, verbose: false }.printed(output),
        Saved::Ci(outcome) => restrap_report::describe::page(&outcome),
        Saved::Plan(outcome) => outcome.printed(output),
        Saved::Audit(outcome) => outcome.printed(output),
        Saved::Curve(outcome) => outcome.printed(output),
        Saved::Power(outcome) => Rates { outcome: &outcome, self_check: false }.printed(output),
    };
    Ok(anstream::adapter::strip_str(&text).to_string())
}

fn read<T: DeserializeOwned>(py: Python<'_>, json: &str) -> PyResult<T> {
    serde_json::from_str(json).map_err(|error| {
        let message = format!("expected the JSON of an outcome of restrap, found {error}");
        raised(py, &Fault::Input, message, None)
    })
}
