//! A measure of rankings, with its options: one number per query.

use std::fmt;
use std::sync::Arc;

use super::topic::Judged;
use super::topic::Topic;

type Value = dyn Fn(&Topic) -> f64 + Send + Sync;

/// A measure of a ranking: `ndcg@10`, `rr(rel=2)@10`, `ndcg(gain=exp)@5`, `rbp(p=0.8)`.
///
/// It is parsed as a [`crate::MetricName`]; its `Display` leaves out what says which documents and queries count.
#[derive(Clone)]
pub struct Measure {
    name: String,
    signature: String,
    cutoff: Option<usize>,
    level: i32,
    highest_grade: Option<i32>,
    needs_relevant: bool,
    is_count: bool,
    /// Documents without a judgement are taken out of the ranking.
    of_judged: bool,
    value: Arc<Value>,
}

impl Measure {
    /// A measure whose value is a function of a query's ranking; `definition` stands behind the name in the signature.
    pub(crate) fn new(
        name: String,
        definition: &str,
        cutoff: Option<usize>,
        level: i32,
        value: impl Fn(&Topic) -> f64 + Send + Sync + 'static,
    ) -> Self {
        let signature = format!("{name}{definition}");
        let value = Arc::new(value);
        Self {
            name,
            signature,
            cutoff,
            level,
            highest_grade: None,
            needs_relevant: true,
            is_count: false,
            of_judged: false,
            value,
        }
    }

    /// Sets the highest grade.
    pub(crate) fn up_to_grade(self, highest: i32) -> Self {
        Self {
            highest_grade: Some(highest),
            ..self
        }
    }

    /// Sets whether documents without a judgement are taken out of the ranking.
    pub(crate) fn of_judged(self, of_judged: bool) -> Self {
        Self { of_judged, ..self }
    }

    /// The rank of the whole ranking at which it is cut; `None` if it is not, or only after documents are taken out.
    pub(crate) fn cut_of_all(&self) -> Option<usize> {
        self.cutoff.filter(|_| !self.of_judged)
    }

    /// Says that the measure counts documents.
    pub(crate) fn of_counts(self) -> Self {
        Self {
            is_count: true,
            ..self
        }
    }

    /// The least and the largest value of a query, where both are known.
    pub fn range(&self) -> Option<[f64; 2]> {
        (!self.is_count).then_some(crate::range::UNIT)
    }

    /// Says that a query without relevant documents has a value too.
    pub(crate) fn without_relevant(self) -> Self {
        Self {
            needs_relevant: false,
            ..self
        }
    }

    /// Whether the value of a query without relevant documents is 0 whatever is retrieved.
    pub fn needs_relevant(&self) -> bool {
        self.needs_relevant
    }

    pub(crate) fn level(&self) -> i32 {
        self.level
    }

    /// The rank at which the ranking is cut.
    pub fn cutoff(&self) -> Option<usize> {
        self.cutoff
    }

    /// The rank down to which any of some measures looks; `None` for the whole ranking.
    pub(crate) fn depth(measures: &[Self]) -> Option<usize> {
        measures
            .iter()
            .map(Self::cut_of_all)
            .try_fold(0, |deepest, cutoff| Some(deepest.max(cutoff?)))
    }

    /// The highest grade for which the measure is defined.
    pub(crate) fn highest_grade(&self) -> Option<i32> {
        self.highest_grade
    }

    /// Everything that a reader needs to compute the same value.
    pub fn signature(&self) -> &str {
        &self.signature
    }

    /// The value for a ranking: the grade of each document from the top (`None`: unjudged) as far as any measure looks, and how many
    /// documents were retrieved. 0 where a measure is undefined, such as recall without relevant documents.
    pub(crate) fn value(&self, judged: &Judged, ranking: &[Option<i32>], retrieved: usize) -> f64 {
        let judged_ones: Vec<Option<i32>>;
        let (ranking, retrieved) = if self.of_judged {
            judged_ones = ranking.iter().copied().flatten().map(Some).collect();
            (&judged_ones[..], judged_ones.len())
        } else {
            (ranking, retrieved)
        };
        let depth = self.cutoff.unwrap_or(usize::MAX);
        let top = &ranking[..ranking.len().min(depth)];
        (self.value)(&Topic {
            judged,
            ranking,
            top,
            depth,
            retrieved,
            level: self.level,
        })
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl fmt::Debug for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.signature)
    }
}

impl PartialEq for Measure {
    fn eq(&self, other: &Self) -> bool {
        self.signature == other.signature
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_depth_is_that_of_the_deepest_measure() {
        let measures = |names: &[&str]| {
            names
                .iter()
                .map(|name| name.parse().unwrap())
                .collect::<Vec<Measure>>()
        };
        assert_eq!(Measure::depth(&measures(&["rr@10", "ndcg@20"])), Some(20));
        assert_eq!(Measure::depth(&measures(&["rr@10", "ap"])), None);
    }

    #[test]
    fn a_measure_is_named_without_what_says_which_documents_and_queries_count() {
        let measure: Measure = "ndcg(gain=exp,ties=file,queries=intersection)@10"
            .parse()
            .unwrap();
        assert_eq!(measure.to_string(), "ndcg(gain=exp)@10");
        assert_eq!(
            measure.signature(),
            "ndcg(gain=exp)@10|gain:exp|discount:log2(rank+1)"
        );
    }
}
