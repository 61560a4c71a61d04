//! Where systems stand and what scores them: from keywords to sources.

use pyo3::prelude::*;
use restrap::io::{Grouping, Long, Options};
use restrap::metrics::describe::Make;
use restrap::metrics::scores::LOWER;
use restrap::metrics::{MetricName, split_names};
use restrap::{Answers, Measures, ScoreColumn, ScoreRequest, Sources};

use crate::error::Raise;
use crate::keywords::Keywords;

/// The sources of `compare`: systems as on the command line, and what the keywords say of their files.
pub fn sources(systems: Vec<String>, asked: &Keywords) -> PyResult<Sources> {
    let mut reading = options(asked)?;
    let stratum: Option<String> = asked.get("stratum")?;
    if stratum.is_some() {
        reading.grouping = Grouping::Strata;
    }
    reading.by = asked.get("by")?.or(stratum);
    reading.cluster = clusters(asked)?;
    let columns = columns(&systems, asked, &reading)?;
    let metrics = if columns.is_empty() {
        metrics(asked)?
    } else {
        Vec::new()
    };
    let requests = requests(asked, &metrics)?;
    if requests.is_empty() {
        // One label an item, equal to the gold's or not, in any format that holds scores.
        reading.gold = asked.get("gold")?;
    }
    let mut sources = Sources::new(systems)
        .reading(reading)
        .answers(answers(asked)?)
        .columns(columns);
    sources.votes = asked.word("votes")?;
    sources.human = asked.get("human")?;
    sources.against = asked.get("against")?;
    sources.direction_by_name =
        metrics.is_empty() && asked.get::<bool>("higher_is_better")?.is_none();
    if let Some(mix) = asked.word("mix")? {
        sources = sources.mix(mix);
    }
    sources.summary = metrics
        .first()
        .filter(|name| matches!(name.description().make, Make::Order(_)))
        .cloned();
    Ok(requests.into_iter().fold(sources, Sources::metric))
}

/// A column or file of clusters; two columns cross each other.
pub fn clusters(asked: &Keywords) -> PyResult<Option<String>> {
    let names = asked.texts("cluster")?;
    Ok((!names.is_empty()).then(|| names.join(",")))
}

/// How files are read and paired.
pub fn options(asked: &Keywords) -> PyResult<Options> {
    let globs = asked.texts("systems")?;
    let mut options = Options {
        id: asked.words("item")?,
        filters: asked
            .texts("where")?
            .iter()
            .map(|text| asked.read("where", text))
            .collect::<PyResult<_>>()?,
        mmap: !asked.is("no_mmap")?,
        format: asked.word("input_format")?,
        systems: (!globs.is_empty()).then(|| globs.join(",")),
        long: asked.word::<Long>("long")?,
        unseen: asked.word("unseen")?,
        baseline: asked.get("baseline")?,
        ..Options::default()
    };
    if let Some(missing) = asked.word("missing")? {
        options.missing = missing;
    }
    Ok(options)
}

/// What tells several rows of one item apart.
pub fn answers(asked: &Keywords) -> PyResult<Answers> {
    let mut answers = Answers::default();
    answers.repeat = asked.get("repeat")?;
    answers.seed = asked.get("seed_col")?;
    answers.judge = asked.get("judge")?;
    if let Some(reducer) = asked.word("reduce")? {
        answers.reducer = reducer;
    }
    Ok(answers)
}

/// Columns of the systems' files that are named in the place of metrics; none where metrics are.
fn columns(systems: &[String], asked: &Keywords, reading: &Options) -> PyResult<Vec<ScoreColumn>> {
    let names = asked.texts("metric")?;
    if names.is_empty() {
        return Ok(Vec::new());
    }
    let measures = Measures::named(&names.join(","), systems, reading);
    Ok(match measures.map_err(|error| error.raise(asked.py()))? {
        Measures::Columns(columns) => columns,
        Measures::Metrics(_) => Vec::new(),
    })
}

/// The metrics with their options, in their order.
pub fn metrics(asked: &Keywords) -> PyResult<Vec<MetricName>> {
    let raise = |error: restrap::metrics::Error| error.raise(asked.py());
    let lower = asked.get::<bool>("higher_is_better")? == Some(false);
    let mut metrics = Vec::new();
    for text in asked.texts("metric")? {
        for name in split_names(&text) {
            let mut name: MetricName = name.parse().map_err(raise)?;
            if lower && name.description().takes(&LOWER) {
                name.set("lower", "true").map_err(raise)?;
            }
            metrics.push(name);
        }
    }
    Ok(metrics)
}

/// Whether a metric is of scores that stand in the files: their mean, or a quantile.
fn is_of_scores(name: &MetricName) -> bool {
    matches!(name.description().make, Make::Scores | Make::Order(_))
}

/// What is computed from outputs; nothing where the files hold scores, or labels that agree with the gold's or do not.
fn requests(asked: &Keywords, names: &[MetricName]) -> PyResult<Vec<ScoreRequest>> {
    let given = ["gold", "references", "qrels"];
    let given: Vec<bool> = given
        .iter()
        .map(|name| Ok(!asked.texts(name)?.is_empty()))
        .collect::<PyResult<_>>()?;
    let named: Vec<String> = names.iter().map(ToString::to_string).collect();
    if names.iter().all(is_of_scores) {
        let examples = [
            ("gold", "accuracy"),
            ("references", "bleu"),
            ("qrels", "ndcg@10"),
        ];
        let extra = examples.iter().zip(&given).find(|(_, given)| **given);
        return match (extra, names.len()) {
            (Some(((name, metric), _)), _) => Err(asked.refuse(
                format!("{name} goes with a metric of outputs, found metric=\"mean\""),
                Some(&format!(
                    "add metric={metric:?}, or the metric that you want"
                )),
            )),
            (None, 0 | 1) => Ok(Vec::new()),
            _ => Err(one_by_one(asked, &named)),
        };
    }
    if names.iter().any(is_of_scores) {
        return Err(one_by_one(asked, &named));
    }
    if named == ["accuracy"] && given == [true, false, false] {
        return Ok(Vec::new());
    }
    names
        .iter()
        .map(|name| score_request(asked, name))
        .collect()
}

fn one_by_one(asked: &Keywords, names: &[String]) -> PyErr {
    let found = format!(
        "mean is of scores in the files, found metric={:?}",
        names.join(",")
    );
    asked.refuse(
        found,
        Some("compare mean and metrics of outputs one by one"),
    )
}

/// A metric of outputs, with what it is computed against.
pub fn score_request(asked: &Keywords, metric: &MetricName) -> PyResult<ScoreRequest> {
    Ok(ScoreRequest {
        gold: asked.get("gold")?,
        references: asked.texts("references")?,
        qrels: asked.get("qrels")?,
        reading: options(asked)?,
        ..ScoreRequest::new(metric.clone())
    })
}

/// Whether lower scores are better, of scores that stand in files.
pub fn is_lower(names: &[MetricName]) -> bool {
    names
        .first()
        .is_some_and(|name| is_of_scores(name) && name.get(&LOWER))
}
