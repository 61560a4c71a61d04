//! Outcomes for readers: the JSON of an outcome in, a text out.

use pyo3::prelude::*;
use restrap::power::{AuditOutcome, CurveOutcome, PlanOutcome, PowerOutcome, PowerQuestion};
use restrap::{
    AdjustOutcome, AdviseOutcome, CorrelateOutcome, DescribeOutcome, Explain as _, Outcome,
    RankOutcome, ReplicateOutcome,
};
use restrap_report::figure::{self, Figure, OfComparison, OfDataSets, OfRanking, Picture, Theme};
use restrap_report::{
    Compared, ComparisonPage, Document, Frame, Output, Paged, PlanPage, Ranked, Rates, Replicated,
    Report, Titles,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

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

    /// The figure of a kind; `None` where there is none.
    ///
    /// # Errors
    /// For a kind that such answers have not, or that needs the items themselves.
    fn figure(&self, py: Python<'_>, kind: Option<&str>) -> PyResult<Option<Figure>> {
        let refuse = |error: restrap_words::UnknownWord| raised(py, &Fault::Input, error, None);
        let lacks = |needs: &str, instead: &str| {
            let hint = Some(format!("kind=\"{instead}\""));
            raised(
                py,
                &Fault::NotApplicable,
                format!("this figure {needs}"),
                hint,
            )
        };
        Ok(match self {
            Self::Compare(outcome) => {
                match kind.unwrap_or("differences").parse().map_err(refuse)? {
                    OfComparison::Differences => Some(figure::differences(outcome).into()),
                    OfComparison::Items | OfComparison::Null | OfComparison::Replicates => {
                        return Err(lacks(
                            "needs the scores of all items, which an answer does not hold: restrap compare draws it from files",
                            "differences",
                        ));
                    }
                }
            }
            Self::Rank(outcome) => match kind.unwrap_or("differences").parse().map_err(refuse)? {
                OfRanking::Differences => Some(figure::to_the_best(outcome).into()),
                OfRanking::Ranks => Some(figure::possible_ranks(outcome).into()),
                OfRanking::Gains => Some(figure::gains(outcome).into()),
                OfRanking::Critical => {
                    let Some(critical) = figure::critical(outcome) else {
                        let needs = "shows all pairs of at most 16 systems, without a baseline";
                        return Err(lacks(needs, "ranks"));
                    };
                    Some(critical.into())
                }
            },
            Self::Replicate(outcome) => {
                match kind.unwrap_or("differences").parse().map_err(refuse)? {
                    OfDataSets::Differences => Some(figure::data_sets(outcome).into()),
                    OfDataSets::Counts => Some(figure::counts(outcome).into()),
                }
            }
            _ if kind.is_some() => {
                let message = "this answer has one figure, found a kind";
                return Err(raised(
                    py,
                    &Fault::Input,
                    message,
                    Some("drop kind".to_owned()),
                ));
            }
            Self::Ci(outcome) => Some(figure::described(outcome)),
            Self::Audit(outcome) => Some(figure::power::audit(outcome).into()),
            Self::Curve(outcome) => Some(figure::power::curves(outcome).into()),
            Self::Power(outcome) => Some(figure::power::of_power(outcome)),
            Self::Plan(_) | Self::Adjust(_) | Self::Advise(_) | Self::Correlate(_) => None,
        })
    }

    /// Gives the answer to `take` as what is printed in every form.
    fn as_report<T>(&self, take: impl FnOnce(&dyn Report) -> T) -> T {
        let titles = Titles::default;
        match self {
            Self::Compare(outcome) => take(&Compared {
                outcome,
                verbose: false,
                titles: titles(),
            }),
            Self::Rank(outcome) => take(&Ranked {
                outcome,
                titles: titles(),
            }),
            Self::Replicate(outcome) => take(&Replicated {
                outcome,
                titles: titles(),
            }),
            Self::Power(outcome) => take(&Rates {
                outcome,
                self_check: false,
            }),
            Self::Ci(outcome) => take(&**outcome),
            Self::Plan(outcome) => take(&**outcome),
            Self::Audit(outcome) => take(&**outcome),
            Self::Curve(outcome) => take(&**outcome),
            Self::Adjust(outcome) => take(&**outcome),
            Self::Advise(outcome) => take(&**outcome),
            Self::Correlate(outcome) => take(&**outcome),
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

/// A saved outcome in one of the forms of `output`, in which styles of a terminal are left out; the table has the warnings below it.
#[pyfunction]
pub fn render(py: Python<'_>, json: &str, form: &str) -> PyResult<String> {
    let output = output(py, form)?;
    let text = Saved::read(py, json)?.as_report(|report| {
        let mut text = report.printed(output);
        if output == Output::Table {
            let warnings = report.run().map_or(&[][..], |run| &run.warnings);
            let others: Vec<_> = warnings
                .iter()
                .filter(|note| !note.code.is_assumption())
                .collect();
            text.push_str(&restrap_report::warnings(&others, usize::MAX));
        }
        text
    });
    Ok(anstream::adapter::strip_str(&text).to_string())
}

/// The methods paragraph of a saved outcome, with its bibliography.
#[pyfunction]
pub fn methods(py: Python<'_>, json: &str, form: &str) -> PyResult<String> {
    let output = output(py, form)?;
    Ok(Saved::read(py, json)?.as_report(|report| report.methods(output)))
}

fn output(py: Python<'_>, form: &str) -> PyResult<Output> {
    form.parse()
        .map_err(|error: restrap_words::UnknownWord| raised(py, &Fault::Input, error, None))
}

/// A cell of a frame.
#[derive(IntoPyObject)]
pub enum Cell {
    Truth(bool),
    Whole(i128),
    Number(f64),
    Text(String),
}

/// The cells of a column; None where there is no value.
type Column = Vec<Option<Cell>>;

/// The names of the columns of a saved outcome's frame, and the cells of each; None where there is no value.
#[pyfunction]
pub fn frame(py: Python<'_>, json: &str) -> PyResult<(Vec<String>, Vec<Column>)> {
    let frame = Frame::new(&read(py, json)?);
    let cell = |value: &Value| match value {
        Value::Null => None,
        Value::Bool(truth) => Some(Cell::Truth(*truth)),
        Value::Number(number) => number
            .as_i128()
            .map(Cell::Whole)
            .or_else(|| number.as_f64().map(Cell::Number)),
        Value::String(text) => Some(Cell::Text(text.clone())),
        other => Some(Cell::Text(other.to_string())),
    };
    let columns =
        (0..frame.names.len()).map(|at| frame.rows.iter().map(|row| cell(&row[at])).collect());
    let columns = columns.collect();
    Ok((frame.names, columns))
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
#[pyo3(signature = (json, form, width, theme, kind))]
pub fn picture(
    py: Python<'_>,
    json: &str,
    form: &str,
    width: u32,
    theme: &str,
    kind: Option<&str>,
) -> PyResult<Option<Vec<u8>>> {
    let refuse = |error: restrap_words::UnknownWord| raised(py, &Fault::Input, error, None);
    let (form, theme): (Picture, Theme) = (
        form.parse().map_err(refuse)?,
        theme.parse().map_err(refuse)?,
    );
    let Some(figure) = Saved::read(py, json)?.figure(py, kind)? else {
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
#[pyo3(signature = (json, kind))]
pub fn forest(py: Python<'_>, json: &str, kind: Option<&str>) -> PyResult<Option<Forest>> {
    let Some(Figure::Forest(forest)) = Saved::read(py, json)?.figure(py, kind)? else {
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
