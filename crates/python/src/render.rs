//! Outcomes for readers: the JSON of an outcome in, a text out.

use pyo3::prelude::*;
use restrap::power::{AuditOutcome, CurveOutcome, PlanOutcome, PowerOutcome, PowerQuestion};
use restrap::{
    AdjustOutcome, AdviseOutcome, CorrelateOutcome, DescribeOutcome, Explain as _, Outcome,
    RankOutcome, ReplicateOutcome,
};
use restrap_report::figure::{self, Figure, Picture, Theme};
use restrap_report::{
    Compared, ComparisonPage, Document, Output, Paged, PlanPage, Ranked, Rates, Replicated, Report,
    Titles,
};
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
    Rank(Box<RankOutcome>),
    Replicate(Box<ReplicateOutcome>),
    Ci(Box<DescribeOutcome>),
    Plan(Box<PlanOutcome>),
    Audit(Box<AuditOutcome>),
    Curve(Box<CurveOutcome>),
    Power(Box<PowerOutcome>),
    Adjust(Box<AdjustOutcome>),
    Advise(Box<AdviseOutcome>),
    Correlate(Box<CorrelateOutcome>),
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
            "restrap/rank/1" => read(py, json).map(Self::Rank),
            "restrap/replicate/1" => read(py, json).map(Self::Replicate),
            "restrap/ci/1" => read(py, json).map(Self::Ci),
            "restrap/adjust/1" => read(py, json).map(Self::Adjust),
            "restrap/advise/1" => read(py, json).map(Self::Advise),
            "restrap/correlate/1" => read(py, json).map(Self::Correlate),
            "restrap/power/1" => match kind {
                Some(PowerQuestion::Plan) => read(py, json).map(Self::Plan),
                Some(PowerQuestion::Audit) => read(py, json).map(Self::Audit),
                Some(PowerQuestion::Curve) => read(py, json).map(Self::Curve),
                _ => read(py, json).map(Self::Power),
            },
            other => {
                let message = format!(
                    "expected the JSON of an outcome of restrap, found the schema {other:?}"
                );
                Err(raised(py, &Fault::Input, message, None))
            }
        }
    }

    /// The page. Items and the curves of a plan are not in an outcome.
    fn document(&self) -> Document {
        match self {
            Self::Compare(outcome) => ComparisonPage {
                outcome,
                extremes: &[],
            }
            .document(),
            Self::Rank(outcome) => outcome.document(),
            Self::Replicate(outcome) => outcome.document(),
            Self::Ci(outcome) => outcome.document(),
            Self::Plan(outcome) => PlanPage {
                outcome,
                curves: &[],
            }
            .document(),
            Self::Audit(outcome) => outcome.document(),
            Self::Curve(outcome) => outcome.document(),
            Self::Power(outcome) => Rates {
                outcome,
                self_check: false,
            }
            .document(),
            Self::Adjust(outcome) => outcome.document(),
            Self::Advise(outcome) => outcome.document(),
            Self::Correlate(outcome) => outcome.document(),
        }
    }

    /// The figure; `None` where it has none.
    fn figure(&self) -> Option<Figure> {
        match self {
            Self::Compare(outcome) => Some(figure::differences(outcome).into()),
            Self::Rank(outcome) => Some(figure::to_the_best(outcome).into()),
            Self::Replicate(outcome) => Some(figure::data_sets(outcome).into()),
            Self::Ci(outcome) => Some(figure::scores(outcome).into()),
            Self::Audit(outcome) => Some(figure::power::audit(outcome).into()),
            Self::Curve(outcome) => Some(figure::power::curves(outcome).into()),
            Self::Power(outcome) => Some(figure::power::of_power(outcome)),
            Self::Plan(_) | Self::Adjust(_) | Self::Advise(_) | Self::Correlate(_) => None,
        }
    }
}

/// What each number of a saved outcome is and is not, by its name; empty for an outcome that explains itself.
#[pyfunction]
pub fn explained(py: Python<'_>, json: &str) -> PyResult<Vec<(String, String)>> {
    let all = match Saved::read(py, json)? {
        Saved::Compare(outcome) => outcome.explained(),
        Saved::Rank(outcome) => outcome.explained(),
        Saved::Replicate(outcome) => outcome.explained(),
        Saved::Ci(outcome) => outcome.explained(),
        Saved::Correlate(outcome) => outcome.explained(),
        _ => Vec::new(),
    };
    Ok(all.into_iter().map(|one| (one.number, one.words)).collect())
}

/// The JSON of an outcome, read and written again.
#[pyfunction]
pub fn checked(py: Python<'_>, json: &str) -> PyResult<String> {
    match Saved::read(py, json)? {
        Saved::Compare(outcome) => self::json(&outcome),
        Saved::Rank(outcome) => self::json(&outcome),
        Saved::Replicate(outcome) => self::json(&outcome),
        Saved::Ci(outcome) => self::json(&outcome),
        Saved::Plan(outcome) => self::json(&outcome),
        Saved::Audit(outcome) => self::json(&outcome),
        Saved::Curve(outcome) => self::json(&outcome),
        Saved::Power(outcome) => self::json(&outcome),
        Saved::Adjust(outcome) => self::json(&outcome),
        Saved::Advise(outcome) => self::json(&outcome),
        Saved::Correlate(outcome) => self::json(&outcome),
    }
}

/// A saved outcome in one of the forms of `output`, in which styles of a terminal are left out.
#[pyfunction]
pub fn render(py: Python<'_>, json: &str, form: &str) -> PyResult<String> {
    let output: Output = form
        .parse()
        .map_err(|error: restrap_words::UnknownWord| raised(py, &Fault::Input, error, None))?;
    let text = match Saved::read(py, json)? {
        Saved::Compare(outcome) => Compared {
            outcome: &outcome,
            verbose: false,
            titles: Titles::default(),
        }
        .printed(output),
        Saved::Rank(outcome) => Ranked {
            outcome: &outcome,
            titles: Titles::default(),
        }
        .printed(output),
        Saved::Replicate(outcome) => Replicated {
            outcome: &outcome,
            titles: Titles::default(),
        }
        .printed(output),
        Saved::Ci(outcome) => outcome.printed(output),
        Saved::Plan(outcome) => outcome.printed(output),
        Saved::Audit(outcome) => outcome.printed(output),
        Saved::Curve(outcome) => outcome.printed(output),
        Saved::Power(outcome) => Rates {
            outcome: &outcome,
            self_check: false,
        }
        .printed(output),
        Saved::Adjust(outcome) => outcome.printed(output),
        Saved::Advise(outcome) => outcome.printed(output),
        Saved::Correlate(outcome) => outcome.printed(output),
    };
    Ok(anstream::adapter::strip_str(&text).to_string())
}

/// A saved outcome as HTML: the fragment that a notebook shows, or a page that needs nothing else.
#[pyfunction]
pub fn html(py: Python<'_>, json: &str, whole: bool) -> PyResult<String> {
    let document = Saved::read(py, json)?.document();
    Ok(if whole {
        document.page(json)
    } else {
        document.fragment()
    })
}

/// The figure of a saved outcome as the bytes of a file; `None` where it has none.
#[pyfunction]
pub fn picture(
    py: Python<'_>,
    json: &str,
    form: &str,
    width: u32,
    theme: &str,
) -> PyResult<Option<Vec<u8>>> {
    let refuse = |error: restrap_words::UnknownWord| raised(py, &Fault::Input, error, None);
    let (form, theme): (Picture, Theme) = (
        form.parse().map_err(refuse)?,
        theme.parse().map_err(refuse)?,
    );
    let Some(figure) = Saved::read(py, json)?.figure() else {
        return Ok(None);
    };
    let bytes = figure.bytes(form, width, theme);
    bytes
        .map(Some)
        .map_err(|error| raised(py, &Fault::Input, error, None))
}

/// A row of a forest plot: its name, the estimate, its interval, and whether it is shown.
type Row = (String, f64, Option<(f64, f64)>, bool);
/// A forest plot: title, axis, lines (and whether they are limits), and rows from top to bottom.
type Forest = (String, String, Vec<(f64, bool)>, Vec<Row>);

/// What the figure of a saved outcome shows, where it is points and intervals.
#[pyfunction]
pub fn forest(py: Python<'_>, json: &str) -> PyResult<Option<Forest>> {
    let Some(Figure::Forest(forest)) = Saved::read(py, json)?.figure() else {
        return Ok(None);
    };
    let rows = forest
        .rows
        .into_iter()
        .map(|row| (row.name, row.point, row.interval, row.shown));
    Ok(Some((forest.title, forest.x, forest.lines, rows.collect())))
}

fn read<T: DeserializeOwned>(py: Python<'_>, json: &str) -> PyResult<T> {
    serde_json::from_str(json).map_err(|error| {
        let message = format!("expected the JSON of an outcome of restrap, found {error}");
        raised(py, &Fault::Input, message, None)
    })
}
