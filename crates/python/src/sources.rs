//! Where systems stand and what scores them: from keywords to sources.

use pyo3::prelude::*;
use restrap::io::{Decisions, Grouping, Long, Options};
use restrap::metrics::scores::LOWER;
use restrap::metrics::{MetricName, split_names};
use restrap::{
    Answers, ListedScores, Measures, Numbers, ScoreColumn, ScoreRequest, ScoredBy, Sources,
};

use crate::error::Raise;
use crate::keywords::Keywords;

/// The sources of `compare`: systems as on the command line, and what the keywords say of their files.
pub fn sources(systems: Vec<String>, asked: &Keywords) -> PyResult<Sources> {
    let (systems, numbers) = numbers(systems, asked)?;
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
    let by = if columns.is_empty() {
        let raise = |error: restrap::SourceError| error.raise(asked.py());
        ScoredBy::new(&metrics, &accuracy(asked)?).map_err(raise)?
    } else {
        ScoredBy::Scores(None)
    };
    let mut sources = Sources::new(systems)
        .reading(reading)
        .answers(answers(asked)?)
        .columns(columns);
    sources.numbers = numbers;
    sources.votes = asked.word("votes")?;
    sources.human = asked.get("human")?;
    sources.against = asked.get("against")?;
    sources.direction_by_name =
        metrics.is_empty() && asked.get::<bool>("higher_is_better")?.is_none();
    if let Some(mix) = asked.word("mix")? {
        sources = sources.mix(mix);
    }
    Ok(sources.scored_by(by))
}

/// Numbers in the place of files: K/N of every system, counts of wins, or a table of two by two.
fn numbers(systems: Vec<String>, asked: &Keywords) -> PyResult<(Vec<String>, Option<Numbers>)> {
    if let Some(counts) = asked.word("counts")? {
        return Ok((systems, Some(Numbers::Counts(counts))));
    }
    if let Some(table) = asked.word("table")? {
        return Ok((systems, Some(Numbers::Table(table))));
    }
    let is_file = systems
        .iter()
        .any(|system| std::path::Path::new(system).exists());
    let counts = if is_file {
        None
    } else {
        let bad = |error| asked.refuse(error, Some("63/123 is 63 right of 123"));
        ListedScores::read_counts(&systems).map_err(bad)?
    };
    Ok(match counts {
        Some(counts) => (Vec::new(), Some(Numbers::Scores(counts))),
        None => (systems, None),
    })
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
        count: asked.get("count")?,
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
        decisions: Decisions {
            missing_value: asked.get("missing_value")?,
            rows: asked.word("rows")?,
            words: asked.word("words")?.unwrap_or_default(),
            same_items: asked.is("same_items")?,
            ..Decisions::default()
        },
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

/// Accuracy, with what outputs are compared with.
pub fn accuracy(asked: &Keywords) -> PyResult<ScoreRequest> {
    let raise = |error: restrap::metrics::Error| error.raise(asked.py());
    Ok(ScoreRequest {
        gold: asked.get("gold")?,
        references: asked.texts("references")?,
        qrels: asked.get("qrels")?,
        reading: options(asked)?,
        ..ScoreRequest::new("accuracy".parse().map_err(raise)?)
    })
}
