//! Precision, recall and F of spans: true and false positives and misses of each item.

use std::collections::{BTreeSet, HashMap};

use super::options::{SCHEME, UNIT};
use super::{Scheme, Unit};
use crate::describe::{AnyChoice, Description, Make, MetricName, Scorer};
use crate::labels::{
    AVERAGE, Average, BETA, ClassCounts, LabelAverage, LabelSet, Measure, POSITIVE, ZERO_DIVISION,
    ZeroDivision, beta, class_columns,
};
use crate::outputs::spans::{Span, Spans};
use crate::{ColumnName, Error, Metric, OfClass, Statistics, quote};

static OPTIONS: &[&dyn AnyChoice] = &[&AVERAGE, &POSITIVE, &ZERO_DIVISION, &SCHEME, &UNIT];

pub(super) static PRECISION: Description = Description {
    printed: Some("span precision"),
    options: OPTIONS,
    ..Description::new(
        "span-precision",
        "Precision of spans",
        Make::Spans(|name, types, unit| scorer(Measure::Precision, name, types, unit)),
    )
};

pub(super) static RECALL: Description = Description {
    printed: Some("span recall"),
    options: OPTIONS,
    ..Description::new(
        "span-recall",
        "Recall of spans",
        Make::Spans(|name, types, unit| scorer(Measure::Recall, name, types, unit)),
    )
};

pub(super) static F: Description = Description {
    printed: Some("span F"),
    tail: Some(BETA),
    options: OPTIONS,
    ..Description::new(
        "span-f",
        "F1 of spans, or F-beta as span-f0.5",
        Make::Spans(|name, types, unit| {
            scorer(
                Measure::F {
                    beta: beta(name.tail()),
                },
                name,
                types,
                unit,
            )
        }),
    )
};

fn scorer(
    measure: Measure,
    name: &MetricName,
    types: &LabelSet,
    unit: Unit,
) -> Result<Scorer<Spans, Spans>, Error> {
    let average = Average::asked(name, Some(LabelAverage::Micro), types.names())?;
    let unit = name.get(&UNIT).unwrap_or(unit);
    let metric = SpanF::new(measure, average, types, name.get(&SCHEME), unit)?;
    Ok(Scorer::counted(
        metric.zero_division(name.get(&ZERO_DIVISION)),
        SpanF::score,
    ))
}

/// Precision, recall or F of spans.
#[derive(Debug, Clone, PartialEq)]
pub struct SpanF {
    measure: Measure,
    average: Average,
    scheme: Scheme,
    unit: Unit,
    zero_division: ZeroDivision,
    types: Vec<String>,
    columns: Vec<ColumnName>,
}

/// The types of the spans of some files (gold and all systems), in order of code points.
pub fn types<'a>(files: impl IntoIterator<Item = &'a Spans>) -> LabelSet {
    let names: BTreeSet<&str> = files.into_iter().flat_map(Spans::types).collect();
    LabelSet::sorted(names)
}

impl SpanF {
    /// A measure of spans under an average over types; a binary average looks at the spans of one type.
    ///
    /// # Errors
    ///
    /// A type outside the set, or a beta that is not positive and finite.
    pub fn new(
        measure: Measure,
        average: Average,
        types: &LabelSet,
        scheme: Scheme,
        unit: Unit,
    ) -> Result<Self, Error> {
        measure.check()?;
        let types = types.names().to_vec();
        if let Average::Binary { positive } = &average
            && !types.contains(positive)
        {
            let expected = format!("a type among {}", quote::list(&types));
            return Err(Error::option(expected, quote::quoted(positive)));
        }
        let columns = match average {
            Average::Binary { .. } | Average::Micro => vec!["tp".into(), "fp".into(), "fn".into()],
            Average::Macro | Average::Weighted => class_columns(&types),
        };
        let zero_division = ZeroDivision::default();
        Ok(Self {
            measure,
            average,
            scheme,
            unit,
            zero_division,
            types,
            columns,
        })
    }

    /// Sets the value of 0/0, as seqeval's `zero_division`: of a precision without spans of the system, of a recall
    /// without spans of the gold, and of an F without either.
    #[must_use]
    pub fn zero_division(self, zero_division: ZeroDivision) -> Self {
        Self {
            zero_division,
            ..self
        }
    }

    /// The statistics of a system, one row per sentence or document of the gold.
    ///
    /// # Errors
    ///
    /// Sentences that are not those of the gold or have other lengths, or documents as the unit where the gold marks
    /// none.
    pub fn score(&self, gold: &Spans, system: &Spans) -> Result<Statistics, Error> {
        gold.check_aligned(system)?;
        let starts = match self.unit {
            Unit::Sentence => None,
            Unit::Document => Some(gold.documents()?),
        };
        let items = starts.map_or(gold.sentences(), <[usize]>::len);
        let mut statistics = Statistics::zeros(self.columns.len(), items);
        let places = self
            .types
            .iter()
            .enumerate()
            .map(|(at, name)| (name.as_str(), at))
            .collect();
        for sentence in 0..gold.sentences() {
            let item = starts.map_or(sentence, |starts| {
                starts.partition_point(|start| *start <= sentence) - 1
            });
            let (right, given) = (gold.sentence(sentence), system.sentence(sentence));
            for span in &given {
                self.add(
                    &mut statistics,
                    item,
                    usize::from(!holds(&right, span)),
                    &places,
                    span.kind,
                );
            }
            for span in right.iter().filter(|span| !holds(&given, span)) {
                self.add(&mut statistics, item, 2, &places, span.kind);
            }
        }
        Ok(statistics)
    }

    /// Counts one span of a type as tp (0), fp (1) or fn (2).
    fn add(
        &self,
        statistics: &mut Statistics,
        item: usize,
        count: usize,
        places: &HashMap<&str, usize>,
        kind: &str,
    ) {
        let column = match &self.average {
            Average::Micro => Some(count),
            Average::Binary { positive } => (positive == kind).then_some(count),
            Average::Macro | Average::Weighted => {
                places.get(kind).map(|at| count * self.types.len() + at)
            }
        };
        if let Some(column) = column {
            statistics.columns[column].add(item, 1);
        }
    }
}

/// Whether a span is among others, which are in order of their starts.
fn holds(spans: &[Span<'_>], span: &Span<'_>) -> bool {
    spans
        .binary_search_by_key(&span.start, |other| other.start)
        .is_ok_and(|at| spans[at] == *span)
}

impl Metric for SpanF {
    fn name(&self) -> String {
        format!("span-{}", self.measure.name())
    }

    fn signature(&self) -> String {
        let of = match &self.average {
            Average::Binary { positive } => format!("type:{positive}"),
            average => format!("average:{}", average.name()),
        };
        format!(
            "{}|{of}|scheme:{}|unit:{}|zero-division:{}",
            self.name(),
            self.scheme.name(),
            self.unit.name(),
            self.zero_division.name()
        )
    }

    fn columns(&self) -> &[ColumnName] {
        &self.columns
    }

    fn finish(&self, sums: &[i64]) -> f64 {
        match self.average {
            Average::Binary { .. } | Average::Micro => self
                .measure
                .value([sums[0], sums[1], sums[2]], self.zero_division),
            Average::Macro | Average::Weighted => {
                let weighted = self.average == Average::Weighted;
                ClassCounts::new(sums).averaged(self.measure, self.zero_division, weighted)
            }
        }
    }

    fn range(&self) -> [f64; 2] {
        crate::range::UNIT
    }

    fn higher_is_better(&self) -> bool {
        true
    }

    fn classes(&self, sums: &[i64]) -> Option<u64> {
        (self.average == Average::Macro).then(|| ClassCounts::new(sums).in_gold())
    }

    fn by_class(&self, sums: &[i64]) -> Vec<OfClass> {
        match self.average {
            Average::Macro | Average::Weighted => {
                ClassCounts::new(sums).by_class(&self.types, self.zero_division)
            }
            Average::Binary { .. } | Average::Micro => Vec::new(),
        }
    }

    fn beside(&self, sums: &[i64]) -> Vec<(String, f64)> {
        let value = |measure: Measure| {
            let other = Self {
                measure,
                ..self.clone()
            };
            (measure.name(), other.finish(sums))
        };
        self.measure.companions().into_iter().map(value).collect()
    }
}
