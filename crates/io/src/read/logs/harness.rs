//! Samples of lm-evaluation-harness (`--log_samples`): JSON lines, one record per document and filter.
//!
//! A record has `doc_id`, the document, the responses, and one field per metric; later versions also name the
//! `filter` and list the `metrics`. The task is only in the file's name, `samples_TASK_DATE.jsonl`. Several filters
//! are several records of one document: then `--where filter=...` has to pick one.

use crate::read::jsonl::leaves::{self, Leaf};
use crate::read::jsonl::part::{Dialect, Part, TASK};

/// Records that settle what the metrics are.
const SAMPLE: usize = 100;

/// The dialect of these files: with metrics where every first record is a sample of the harness, else without any.
pub(crate) fn dialect(parts: &[Part<'_>]) -> Dialect {
    let mut metrics: Vec<String> = Vec::new();
    let mut named = false;
    for part in parts {
        for (index, record) in part.records.iter().take(SAMPLE).enumerate() {
            let Some(text) = record.text else {
                return Dialect::default();
            };
            let Ok(found) = leaves::of(text, None) else {
                return Dialect::default();
            };
            if index == 0 && !is_sample(&found) {
                return Dialect::default();
            }
            let listed = found.iter().find(|(path, _)| path == "metrics");
            let own: Vec<String> = match listed {
                Some((_, Leaf::Other(list))) => serde_json::from_str(list).unwrap_or_default(),
                _ => numbers(&found),
            };
            named |= !own.is_empty();
            for name in own {
                // A corpus metric (BLEU) logs its inputs, which are not a score of the item.
                let is_score =
                    |(path, leaf): &(String, Leaf<'_>)| *path == name && leaf.score().is_ok();
                if !metrics.contains(&name) && found.iter().any(is_score) {
                    metrics.push(name);
                }
            }
        }
    }
    if !named {
        return Dialect::default();
    }
    let tasks = parts
        .iter()
        .all(|part| part.task.is_some())
        .then(|| TASK.to_owned());
    Dialect {
        ids: tasks.into_iter().chain(["doc_id".to_owned()]).collect(),
        metrics: Some(metrics),
    }
}

fn is_sample(found: &[(String, Leaf<'_>)]) -> bool {
    let has = |name: &str| found.iter().any(|(path, _)| path == name);
    has("doc_id") && (has("filter") || has("filtered_resps") || has("resps"))
}

/// Fields at the top that hold a number.
fn numbers(found: &[(String, Leaf<'_>)]) -> Vec<String> {
    let is_metric = |(path, leaf): &&(String, Leaf<'_>)| {
        path != "doc_id"
            && !path.contains('.')
            && matches!(leaf, Leaf::Number(_) | Leaf::Bool(_))
            && path != "target"
    };
    found
        .iter()
        .filter(is_metric)
        .map(|(path, _)| path.clone())
        .collect()
}

/// The task of `samples_TASK_DATE.jsonl`; a file of another name does not tell.
pub(crate) fn task(file: &str) -> Option<String> {
    let task = crate::format::magic::by_name(file)
        .0
        .strip_prefix("samples_")?;
    let dated = |(_, date): &(&str, &str)| {
        let bytes = date.as_bytes();
        bytes.len() >= 10 && bytes[..4].iter().all(u8::is_ascii_digit) && bytes[4] == b'-'
    };
    Some(
        task.rsplit_once('_')
            .filter(dated)
            .map_or(task, |(task, _)| task)
            .to_owned(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_task_stands_between_samples_and_the_date() {
        let named = |file: &str| task(file).unwrap();
        assert_eq!(
            named("run/samples_gsm8k_cot_2024-06-01T10-00-00.123.jsonl"),
            "gsm8k_cot"
        );
        assert_eq!(named("samples_arc_easy.jsonl.gz"), "arc_easy");
        assert_eq!(task("run/arc_easy.jsonl"), None);
    }
}
