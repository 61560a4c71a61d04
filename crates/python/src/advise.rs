//! `advise`: for systems, and for words.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use restrap::metrics::MetricName;
use restrap::{Call, Design, Fact, ScoreKind, SourceError};

use crate::error::{Fault, Raise, raised};
use crate::given::Given;
use crate::keywords::Keywords;
use crate::render::json;
use crate::request::request;
use crate::running::Running;

/// What fits systems.
#[pyfunction]
#[pyo3(signature = (systems, dataset, asked))]
#[expect(
    clippy::needless_pass_by_value,
    reason = "what comes from Python is owned"
)]
pub fn advise(
    systems: Vec<String>,
    dataset: Option<String>,
    asked: Bound<'_, PyDict>,
) -> PyResult<String> {
    let asked = Keywords(asked);
    let mut request = request(&asked)?;
    let given = Given::new(systems, &asked)?;
    if given.is_lower(&asked)? {
        request = request.higher_is_better(false);
    }
    let ran = Running::asked(&asked)?.run(asked.py(), |_| {
        let mut advice = given.sources.advise(&request, dataset.as_deref())?.advice;
        let held = |system: &String| system.contains(restrap_words::HELD);
        if given.sources.systems.iter().any(held) {
            // Values in memory have no names.
            let mut call = named(&["baseline".to_owned(), "system".to_owned()]);
            let cluster = |_| restrap_words::asked_as("cluster", "cluster");
            call.options.extend(advice.design.clusters.map(cluster));
            let warnings = std::mem::take(&mut advice.warnings);
            advice = restrap::advise(&advice.design, &call);
            advice.warnings = warnings;
        }
        Ok::<_, SourceError>(advice)
    })?;
    given.failure().map_or_else(|| ran.told(asked.py()), Err)
}

/// What fits a design in words.
#[pyfunction]
#[pyo3(signature = (facts, metric, items, alpha))]
#[expect(
    clippy::needless_pass_by_value,
    reason = "what comes from Python is owned"
)]
pub fn advise_words(
    py: Python<'_>,
    facts: Vec<String>,
    metric: Option<String>,
    items: Option<u64>,
    alpha: Option<f64>,
) -> PyResult<String> {
    let read = |word: &String| {
        word.parse::<Fact>()
            .map_err(|error| raised(py, &Fault::Input, error, None))
    };
    let mut design = Design::of_words(&facts.iter().map(read).collect::<PyResult<Vec<Fact>>>()?);
    if let Some(metric) = metric {
        let name: MetricName = metric
            .parse()
            .map_err(|error: restrap::metrics::Error| error.raise(py))?;
        (design.kind, design.metric) = (ScoreKind::of(&name), Some(name.to_string()));
    }
    (design.items, design.alpha) = (items, alpha.unwrap_or(design.alpha));
    json(&restrap::advise(&design, &Call::of_words(&design)))
}

/// Systems that are names in a program.
fn named(systems: &[String]) -> Call {
    Call {
        systems: systems.to_vec(),
        options: Vec::new(),
        in_memory: true,
    }
}
