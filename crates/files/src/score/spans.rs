//! Spans in CoNLL columns against gold spans.

use restrap_io::Located;
use restrap_lib::number::format::grouped;
use restrap_metrics::{
    Error as MetricError, MetricName, SavedMetric,
    describe::Scorer,
    labels::LabelSet,
    spans::{Column, Spans, UNIT, Unit, scheme, types},
    trees::Trees,
};
use restrap_words::Code;

use crate::score::error::ScoreError;
use crate::score::files::Files;
use crate::score::scoring::{Scoring, scored};

#[expect(
    clippy::type_complexity,
    reason = "a type of its own would hide what the constructor takes"
)]
pub(super) fn score(
    systems: &[Located],
    name: &MetricName,
    make: fn(&MetricName, &LabelSet, Unit) -> Result<Scorer<Spans, Spans>, MetricError>,
    files: &mut Files,
) -> Result<Scoring, ScoreError> {
    let column = |column: Option<&str>| match column {
        None => Column::Last,
        Some(text) => text
            .parse()
            .map_or_else(|_| Column::Name(text.to_owned()), Column::Number),
    };
    let scheme = scheme(name);
    let gold = files.gold(|input, from| Spans::read(input, &column(from), scheme))?;
    let read = files.systems(systems, |input, from| {
        Spans::read(input, &column(from), scheme)
    })?;
    for (name, spans) in [("the gold", &gold)]
        .into_iter()
        .chain(systems.iter().map(|s| &*s.name).zip(&read))
    {
        if spans.is_without_spans() {
            files.notes.push(Code::NoSpans.says(format!(
                "{name} has no spans: is this the column of tags, and the right scheme?"
            )));
        }
    }
    let types = types(read.iter().chain([&gold]));
    // Documents where the file marks them, unless sentences were asked for.
    let unit = name.get(&UNIT).unwrap_or_else(|| gold.default_unit());
    let saved = SavedMetric::new(name.clone())
        .with_classes(&types)
        .with_unit(unit);
    scored(
        systems,
        saved,
        make(name, &types, unit)?,
        &gold,
        &read,
        files.meter(),
    )
}

pub(super) fn of_trees(
    systems: &[Located],
    name: &MetricName,
    make: fn(&MetricName) -> Result<Scorer<Trees, Trees>, MetricError>,
    files: &mut Files,
) -> Result<Scoring, ScoreError> {
    let gold = files.gold(|input, _| Trees::read(input))?;
    gold.check()?;
    let read = files.systems(systems, |input, _| Trees::read(input))?;
    for (system, (broken, sentences)) in systems.iter().zip(read.iter().map(Trees::no_trees)) {
        if broken > 0 {
            files.notes.push(Code::NotTrees.says(format!(
                "{}: {} of {} sentences are not trees (a cycle, or several roots), which the CoNLL 2018 script refuses; heads are counted word by word",
                system.name,
                grouped(broken as u64),
                grouped(sentences as u64)
            )));
        }
    }
    scored(
        systems,
        SavedMetric::new(name.clone()),
        make(name)?,
        &gold,
        &read,
        files.meter(),
    )
}
