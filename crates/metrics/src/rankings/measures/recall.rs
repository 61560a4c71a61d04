//! Recall and success above a rank.

use crate::describe::{Cut, CutRule, Description, Make};
use crate::kinds::topic::share;
use crate::rankings::options::{CUT, OPTIONS, of_relevance};

pub(crate) static RECALL: Description = Description {
    printed: Some("R"),
    cut: Cut {
        rule: CutRule::Needed(100),
        aliases: &["r"],
        numbered: &["recall"],
    },
    options: OPTIONS,
    ..Description::new(
        "recall",
        "Recall at rank k",
        Make::Rankings(|name| {
            Ok(of_relevance(name, |topic| {
                share(topic.hits(), topic.relevant())
            }))
        }),
    )
};

pub(crate) static SUCCESS: Description = Description {
    cut: Cut {
        aliases: &["hit_rate"],
        numbered: &["success"],
        ..CUT
    },
    options: OPTIONS,
    ..Description::new(
        "success",
        "Success: 1 if a relevant document is in the first k",
        Make::Rankings(|name| {
            Ok(of_relevance(name, |topic| {
                f64::from(u8::from(topic.hits() > 0.0))
            }))
        }),
    )
};
