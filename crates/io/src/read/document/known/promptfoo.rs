//! promptfoo: `eval -o results.json`, whose `results.results` has a record for each provider, prompt, test and repeat.
//!
//! Source: promptfoo/promptfoo, `src/types/index.ts` (`OutputFile`, `EvaluateResult`). A system is a provider, with the label of the
//! prompt where there are several; an item is a test. Repeats have no number of their own.

use std::collections::HashSet;

use crate::read::document::node::{Lines, Node};
use crate::read::document::table::{Read, Table};
use crate::read::jsonl::leaves::Leaf;
use crate::read::jsonl::part::{Dialect, Record};

pub(super) fn read<'a>(root: Node<'a>, lines: &mut Lines<'_>) -> Read<'a> {
    let list = root
        .at(&["results", "results"])
        .filter(|list| list.starts_with(&["score", "vars"]))?;
    let results = list.items();
    let text = |node: Node<'_>, keys: &[&str]| {
        node.at(keys)
            .map(Node::string)
            .filter(|text| !text.is_empty())
    };
    let prompt = |node: Node<'_>| text(node, &["prompt", "label"]).unwrap_or_default();
    let prompts: HashSet<String> = results.iter().map(|node| prompt(*node)).collect();
    let system = |node: Node<'_>| {
        let provider =
            text(node, &["provider", "label"]).or_else(|| text(node, &["provider", "id"]));
        let provider = provider
            .or_else(|| text(node, &["provider"]))
            .unwrap_or_default();
        if prompts.len() > 1 {
            format!("{provider} {}", prompt(node))
        } else {
            provider
        }
    };
    let systems: HashSet<String> = results.iter().map(|node| system(*node)).collect();
    let is_one = systems.len() < 2;
    let records = results.into_iter().map(|node| {
        // Files before version 3 do not number their tests, which are their variables.
        let vars = || Leaf::Text(node.get("vars").map_or("", Node::text).into());
        let item = node.get("testIdx").map_or_else(vars, Node::leaf);
        Record {
            leaves: vec![
                ("system".to_owned(), Leaf::Text(system(node).into())),
                ("item".to_owned(), item),
            ],
            ..Record::text(lines.line(node), node.text().as_bytes())
        }
    });
    let ids = if is_one {
        vec!["item".to_owned()]
    } else {
        Vec::new()
    };
    let metrics = Some(vec!["score".to_owned()]);
    Some(Ok(Table {
        records: records.collect(),
        dialect: Dialect { ids, metrics },
        said: None,
        samples: None,
        only: None,
    }))
}
