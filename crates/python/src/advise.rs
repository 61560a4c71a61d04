//! `advise`: for files, for columns, and for words.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use restrap::metrics::MetricName;
use restrap::{Call, Data, Design, Fact, ScoreKind, SourceError, advise};

use crate::error::{Fault, Raise, raised};
use crate::given::Given;
use crate::keywords::Keywords;
use crate::metric::{Asked as AskedMetric, Callable};
use crate::render::json;
use crate::request::request;
use crate::running::Running;
use crate::sources::{is_lower, metrics, sources};

/// What fits systems in files, written as on the command line.
#[pyfunction]
#[pyo3(signature = (systems, dataset, asked))]
#[expect(
    clippy::needless_pass_by_value,
    reason = "what comes from Python is owned"
)]
pub fn advise_paths(
    systems: Vec<String>,
    dataset: Option<String>,
    asked: Bound<'_, PyDict>,
) -> PyResult<String> {
    let asked = Keywords(asked);
    let mut request = request(&asked)?;
    if is_lower(&metrics(&asked)?) {
        request = request.higher_is_better(false);
    }
    let in_memory = systems
        .iter()
        .any(|system| system.contains(restrap_words::HELD));
    let sources = sources(systems, &asked)?;
    let ran = Running::asked(&asked)?.run(asked.py(), |_| {
        let mut advice = sources.advise(&request, dataset.as_deref())?.advice;
        if in_memory {
            // Values in memory have no names.
            advice = advise(
                &advice.design,
                &named(&["baseline".to_owned(), "system".to_owned()]),
            );
        }
        Ok::<_, SourceError>(advice)
    })?;
    ran.told(asked.py())
}

/// What fits systems that are columns of the same items.
#[pyfunction]
#[expect(
    clippy::needless_pass_by_value,
    reason = "what comes from Python is owned"
)]
pub fn advise_columns(
    py: Python<'_>,
    given: Given<'_>,
    metric: Option<AskedMetric>,
    notes: Vec<String>,
    asked: Bound<'_, PyDict>,
) -> PyResult<String> {
    let asked = Keywords(asked);
    let request = request(&asked)?;
    let (metric, held) = (metric.map(Callable::from), given.borrow(py)?);
    let data: Data<'_> = held.data(metric.as_ref());
    let design = Design::of(&data, &request);
    let names: Vec<String> = data.names().into_iter().map(str::to_owned).collect();
    let mut call = named(&names);
    call.options.extend(
        design
            .clusters
            .map(|_| restrap_words::asked_as("cluster", "cluster")),
    );
    let mut advice = advise(&design, &call);
    advice.warnings = notes;
    json(&advice)
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
    json(&advise(&design, &Call::of_words(&design)))
}

/// Systems that are names in a program.
fn named(systems: &[String]) -> Call {
    Call {
        systems: systems.to_vec(),
        options: Vec::new(),
        in_memory: true,
    }
}
