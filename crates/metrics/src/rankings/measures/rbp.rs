//! Rank-biased precision (Moffat & Zobel 2008), with the persistence of trec_eval: of documents that are relevant or not, or with the
//! gains of trec_eval 10 (`m_rbp.c`), where a grade is worth its share of the highest that the query has, if that is above 1. The two
//! agree where no grade is above 1.

use crate::describe::{Choice, Description, Flag, Make};
use crate::kinds::topic::total;
use crate::rankings::options::{CUT, DOCUMENTS, QUERIES, REL, TIES, measure};

static P: Choice<f64> = Choice::read_by(
    "p",
    Flag::None,
    "SHARE",
    "Persistence: probability that a reader continues",
    0.9,
    |text| {
        let share = text
            .parse()
            .ok()
            .filter(|share: &f64| *share > 0.0 && *share < 1.0);
        share.ok_or_else(|| "0 < p < 1".to_owned())
    },
    |share| Some(share.to_string()),
);

restrap_words::vocabulary! {
    /// What a document is worth in rank-biased precision.
    pub enum Worth: "a gain" {
        /// 1 if it is relevant.
        Binary = "binary",
        /// Its grade over the highest of the query: trec_eval.
        Graded = "graded",
    }
    default Binary
}

static GAIN: Choice<Worth> = Choice::word(
    "gain",
    Flag::None,
    "WORD",
    "Gain: 1 from grade rel on, or grade over the query's highest (as in trec_eval)",
    Worth::Binary,
);

pub(crate) static RBP: Description = Description {
    printed: Some("RBP"),
    cut: CUT,
    options: &[&P, &GAIN, &REL, &DOCUMENTS, &TIES, &QUERIES],
    ..Description::new(
        "rbp",
        "Rank-biased precision",
        Make::Rankings(|name| {
            let (persistence, graded) = (name.get(&P), name.get(&GAIN) == Worth::Graded);
            let gain = if graded {
                "gain:graded".to_owned()
            } else {
                format!("rel:{}", name.get(&REL))
            };
            Ok(measure(
                name,
                &format!("|{gain}|p:{persistence}"),
                move |topic| {
                    let weight = |at: usize| libm::pow(persistence, at as f64);
                    let sum = if graded {
                        let highest = topic.judged.ideal.first().copied().unwrap_or(1).max(1);
                        let worth = |grade: Option<i32>| {
                            f64::from(grade.unwrap_or(0).max(0)) / f64::from(highest)
                        };
                        total(
                            topic
                                .top
                                .iter()
                                .enumerate()
                                .map(|(at, grade)| worth(*grade) * weight(at)),
                        )
                    } else {
                        total(topic.places().map(weight))
                    };
                    (1.0 - persistence) * sum
                },
            ))
        }),
    )
};
