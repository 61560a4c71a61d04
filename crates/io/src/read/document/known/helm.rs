//! HELM: `per_instance_stats.json`, a list of instances, each with a list of statistics by name.
//!
//! Source: stanford-crfm/helm, `helm/benchmark/metrics/metric.py` (`PerInstanceStats`) and `statistic.py` (`Stat`). A statistic of one
//! instance is its mean. What counts tokens, references or seconds is a field, and no score.

use std::collections::{HashMap, HashSet};

use crate::error::quote;
use crate::read::document::node::{Lines, Node};
use crate::read::document::table::{Read, Table};
use crate::read::jsonl::leaves::Leaf;
use crate::read::jsonl::part::{Dialect, Record};

/// Beginnings of the names of statistics that measure no quality.
const NO_SCORES: [&str; 9] = [
    "num_",
    "inference_",
    "training_",
    "estimated_",
    "max_prob",
    "finish_reason_",
    "batch_size",
    "logprob",
    "prompt_truncated",
];

/// Instance, name of its perturbation and number of its trial.
type Key<'a> = [Option<Leaf<'a>>; 3];

pub(super) fn read<'a>(root: Node<'a>, lines: &mut Lines<'_>) -> Read<'a> {
    if !root.starts_with(&["instance_id", "stats"]) {
        return None;
    }
    let leaf = |node: Node<'a>, keys: &[&str]| node.at(keys).map(Node::leaf);
    let key = |node: Node<'a>| -> Key<'a> {
        [
            &["instance_id"][..],
            &["perturbation", "name"],
            &["train_trial_index"],
        ]
        .map(|keys| leaf(node, keys))
    };
    let instances = root.items();
    let is_plain = |node: &Node<'a>| node.get("perturbation").is_none_or(Node::is_null);
    let plain = instances.iter().filter(|node| is_plain(node)).count();
    let left_out = if plain == 0 {
        0
    } else {
        instances.len() - plain
    };
    let (mut records, mut metrics) = (Vec::<Record<'a>>::new(), Vec::new());
    let (mut names, mut cells) = (HashSet::new(), HashSet::new());
    // Each metric of a run writes records of its own.
    let mut known: HashMap<String, usize> = HashMap::new();
    for instance in instances
        .into_iter()
        .filter(|node| left_out == 0 || is_plain(node))
    {
        let key = key(instance);
        let text = key
            .each_ref()
            .map(|leaf| {
                leaf.as_ref()
                    .map(|leaf| leaf.text().into_owned())
                    .unwrap_or_default()
            })
            .join("\0");
        let at = *known.entry(text).or_insert_with(|| {
            let named = ["instance_id", "perturbation", "train_trial_index"]
                .into_iter()
                .zip(key);
            let leaves = named
                .filter_map(|(name, leaf)| Some((name.to_owned(), leaf?)))
                .collect();
            records.push(Record {
                leaves,
                ..Record::new(lines.line(instance))
            });
            records.len() - 1
        });
        let leaves = &mut records[at].leaves;
        for stat in instance.get("stats").map(Node::items).unwrap_or_default() {
            let Some(name) = stat.at(&["name", "name"]).map(Node::string) else {
                continue;
            };
            // The first of a name is kept: others are of a part of the instance's references.
            if !cells.insert((at, name.clone())) {
                continue;
            }
            if names.insert(name.clone()) && !NO_SCORES.iter().any(|start| name.starts_with(start))
            {
                metrics.push(name.clone());
            }
            leaves.push((name, stat.get("mean").map_or(Leaf::Null, Node::leaf)));
        }
    }
    let perturbed = (plain == 0).then(|| "perturbation".to_owned());
    let ids = std::iter::once("instance_id".to_owned())
        .chain(perturbed)
        .collect();
    let said = (left_out > 0).then(|| {
        format!(
            "without {}",
            quote::count(left_out as u64, "perturbed instance")
        )
    });
    Some(Ok(Table {
        records,
        dialect: Dialect {
            ids,
            metrics: Some(metrics),
        },
        said,
        samples: None,
        only: None,
    }))
}
