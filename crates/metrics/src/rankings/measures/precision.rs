//! Precision at a rank, and at the number of relevant documents.

use crate::describe::{Cut, CutRule, Description, Make};
use crate::kinds::topic::{Topic, share};
use crate::rankings::options::{OPTIONS, of_relevance};

pub(crate) static P: Description = Description {
    printed: Some("P"),
    cut: Cut {
        rule: CutRule::Needed(10),
        aliases: &["precision"],
        numbered: &["p"],
    },
    options: OPTIONS,
    ..Description::new(
        "p",
        "Precision at rank k",
        Make::Rankings(|name| Ok(of_relevance(name, |topic| share(topic.hits(), topic.depth)))),
    )
};

pub(crate) static RPREC: Description = Description {
    printed: Some("R-precision"),
    aliases: &["r-precision", "r_precision", "r-prec"],
    options: OPTIONS,
    ..Description::new(
        "rprec",
        "R-precision: precision at the number of relevant documents",
        Make::Rankings(|name| Ok(of_relevance(name, r_precision))),
    )
};

fn r_precision(topic: &Topic) -> f64 {
    let relevant = topic.relevant();
    share(
        topic.among(&topic.ranking[..topic.ranking.len().min(relevant)]),
        relevant,
    )
}
