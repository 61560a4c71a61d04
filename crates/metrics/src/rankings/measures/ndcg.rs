//! Discounted cumulative gain over that of the best order.

use crate::describe::{Choice, Cut, Description, Flag, Make};
use crate::kinds::topic::Topic;
use crate::rankings::options::{CUT, DOCUMENTS, QUERIES, TIES, measure};

restrap_words::vocabulary! {
    /// What a grade is worth in nDCG.
    pub enum Gain: "a gain" {
        /// The grade: trec_eval, Järvelin & Kekäläinen 2002.
        Linear = "linear",
        /// 2^grade - 1: Burges et al. 2005, gdeval.
        Exponential = "exp",
    }
    default Linear
}

static GAIN: Choice<Gain> = Choice::word(
    "gain",
    Flag::None,
    "WORD",
    "Gain of a grade: the grade, or 2^grade - 1",
    Gain::Linear,
);

/// 2^60 - 1 and its sums are far below the largest double.
const HIGHEST: i32 = 60;

pub(crate) static NDCG: Description = Description {
    printed: Some("nDCG"),
    cut: Cut {
        numbered: &["ndcg_cut", "ndcg"],
        ..CUT
    },
    options: &[&GAIN, &DOCUMENTS, &TIES, &QUERIES],
    ..Description::new(
        "ndcg",
        "Normalized discounted cumulative gain",
        Make::Rankings(|name| {
            let gain = name.get(&GAIN);
            let definition = format!("|gain:{gain}|discount:log2(rank+1)");
            let ndcg = measure(name, &definition, move |topic| ndcg(gain, topic));
            Ok(if gain == Gain::Exponential {
                ndcg.up_to_grade(HIGHEST)
            } else {
                ndcg
            })
        }),
    )
};

fn ndcg(gain: Gain, topic: &Topic) -> f64 {
    let best = topic
        .judged
        .ideal
        .iter()
        .take(topic.depth)
        .map(|grade| Some(*grade));
    let ideal = discounted(gain, best);
    if ideal == 0.0 {
        0.0
    } else {
        discounted(gain, topic.top.iter().copied()) / ideal
    }
}

/// Discounted cumulative gain: gain / log2(rank + 1), summed.
fn discounted(gain: Gain, grades: impl Iterator<Item = Option<i32>>) -> f64 {
    let mut sum = 0.0;
    for (at, grade) in grades.enumerate() {
        // Grades of 0 and below gain nothing.
        if let Some(grade) = grade.filter(|grade| *grade > 0) {
            sum += gain.of(grade) / libm::log2((at + 2) as f64);
        }
    }
    sum
}

impl Gain {
    fn of(self, grade: i32) -> f64 {
        match self {
            Self::Linear => f64::from(grade),
            Self::Exponential => libm::exp2(f64::from(grade)) - 1.0,
        }
    }
}
