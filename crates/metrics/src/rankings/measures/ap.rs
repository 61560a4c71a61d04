//! Average precision: the mean over relevant documents of the precision at each, divided by all that are relevant.

use crate::describe::{Cut, Description, Make};
use crate::kinds::topic::{Topic, share, total};
use crate::rankings::options::{CUT, OPTIONS, of_relevance};

pub(crate) static AP: Description = Description {
    printed: Some("AP"),
    aliases: &["map"],
    cut: Cut {
        numbered: &["map_cut"],
        ..CUT
    },
    options: OPTIONS,
    ..Description::new(
        "ap",
        "Average precision (mean: MAP)",
        Make::Rankings(|name| Ok(of_relevance(name, average_precision))),
    )
};

fn average_precision(topic: &Topic) -> f64 {
    let precisions = topic
        .places()
        .enumerate()
        .map(|(before, at)| (before + 1) as f64 / (at + 1) as f64);
    share(total(precisions), topic.relevant())
}
