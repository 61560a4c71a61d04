//! Reciprocal rank: 1 / rank of the first relevant document.

use crate::describe::{Cut, Description, Make};
use crate::rankings::options::{CUT, OPTIONS, of_relevance};

pub(crate) static RR: Description = Description {
    printed: Some("RR"),
    aliases: &["recip_rank", "mrr"],
    cut: Cut {
        numbered: &["recip_rank_cut"],
        ..CUT
    },
    options: OPTIONS,
    ..Description::new(
        "rr",
        "Reciprocal rank of the first relevant document (mean: MRR)",
        Make::Rankings(|name| {
            Ok(of_relevance(name, |topic| {
                topic
                    .places()
                    .next()
                    .map_or(0.0, |at| 1.0 / (at + 1) as f64)
            }))
        }),
    )
};
