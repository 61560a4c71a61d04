//! Options of measures of rankings.

use super::ties::Documents;
use super::ties::Queries;
use super::ties::Ties;
use crate::describe::{AnyChoice, Choice, Cut, CutRule, Flag, MetricName};
use crate::kinds::measure::Measure;
use crate::kinds::topic::Topic;

/// The grade from which a document is relevant.
pub static REL: Choice<i32> = Choice::read_by(
    "rel",
    Flag::None,
    "GRADE",
    "Smallest grade of a relevant document",
    1,
    |text| {
        let level = text.parse().ok().filter(|level| *level >= 1);
        level.ok_or_else(|| "a grade of 1 or more".to_owned())
    },
    |level| Some(level.to_string()),
);

/// What decides between documents of equal score.
pub static TIES: Choice<Ties> = Choice::word(
    "ties",
    Flag::Named("run-ties"),
    "WORD",
    "Order of documents with equal scores in a run; trec is by id, descending",
    Ties::Trec,
);

/// Which queries count.
pub static QUERIES: Choice<Queries> = Choice::word(
    "queries",
    Flag::Own,
    "WORD",
    "Queries to average: all judged ones (a missing one scores 0), or those in every run",
    Queries::Judged,
);

/// Which documents of a run are ranked.
pub static DOCUMENTS: Choice<Documents> = Choice::word(
    "documents",
    Flag::None,
    "WORD",
    "Documents of a run that are ranked: all, or the judged ones alone",
    Documents::All,
);

/// The options of a measure that has none of its own.
pub(super) static OPTIONS: &[&dyn AnyChoice] = &[&REL, &DOCUMENTS, &TIES, &QUERIES];

/// A ranking may be cut.
pub(super) const CUT: Cut = Cut {
    rule: CutRule::Allowed,
    aliases: &[],
    numbered: &[],
};

/// The measure of a name; `definition` stands behind the name in the signature.
pub(super) fn measure(
    name: &MetricName,
    definition: &str,
    value: impl Fn(&Topic) -> f64 + Send + Sync + 'static,
) -> Measure {
    let measure = Measure::new(
        name.without(&[&TIES, &QUERIES]),
        definition,
        name.cutoff(),
        name.get(&REL),
        value,
    );
    measure.of_judged(name.get(&DOCUMENTS) == Documents::Judged)
}

/// A measure that asks of a document only whether it is relevant.
pub(super) fn of_relevance(
    name: &MetricName,
    value: impl Fn(&Topic) -> f64 + Send + Sync + 'static,
) -> Measure {
    measure(name, &format!("|rel:{}", name.get(&REL)), value)
}
