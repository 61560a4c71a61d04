//! lm-evaluation-harness: `results_*.json`, which holds means of whole tasks and no scores of items.

use crate::read::document::node::{Lines, Node};
use crate::read::document::table::Read;

pub(super) fn read<'a>(root: Node<'a>, _: &mut Lines<'_>) -> Read<'a> {
    let is_report =
        root.has(&["results", "configs"]) || root.has(&["results", "config", "versions"]);
    is_report.then(|| {
        Err((
            "the means of whole tasks by lm-evaluation-harness".to_owned(),
            "have it log its samples (log_samples), and give the folder of the samples_*.jsonl"
                .to_owned(),
        ))
    })
}
