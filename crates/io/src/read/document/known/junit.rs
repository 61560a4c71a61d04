//! JUnit XML, as pytest, Maven and others write it: a `testcase` for each test, with an element inside if it failed, was in error or was
//! skipped.
//!
//! Source: testmoapp/junitxml. A test that was in error has failed; one that was skipped has no score.

use std::collections::HashMap;

use crate::read::document::table::Table;
use crate::read::jsonl::leaves::Leaf;
use crate::read::jsonl::part::{Dialect, Record};

/// The fields of a test and of its score.
const TEST: &str = "test";
const PASSED: &str = "passed";

/// Reads the tests; returns `None` of anything but a report.
pub(super) fn read(text: &[u8]) -> Option<Table<'static>> {
    let text = std::str::from_utf8(text).ok()?;
    let head = text.trim_start().get(..4096).unwrap_or(text);
    if !head.trim_start().starts_with('<') || !head.contains("<testsuite") {
        return None;
    }
    let document = roxmltree::Document::parse(text).ok()?;
    let mut seen: HashMap<String, usize> = HashMap::new();
    let mut records = Vec::new();
    for case in document
        .descendants()
        .filter(|node| node.has_tag_name("testcase"))
    {
        let part = |name| case.attribute(name).unwrap_or_default();
        let name = [part("classname"), part("name")]
            .into_iter()
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join("::");
        let has = |name: &str| case.children().any(|child| child.has_tag_name(name));
        let score = if has("failure") || has("error") {
            Leaf::Bool(false)
        } else if has("skipped") {
            Leaf::Null
        } else {
            Leaf::Bool(true)
        };
        // A test in error when it is taken down stands a second time: it has failed.
        if let Some(&place) = seen.get(&name) {
            if matches!(score, Leaf::Bool(false)) {
                let record: &mut Record<'_> = &mut records[place];
                record.leaves[1].1 = score;
            }
            continue;
        }
        seen.insert(name.clone(), records.len());
        let line = document.text_pos_at(case.range().start).row;
        records.push(Record {
            leaves: vec![
                (TEST.to_owned(), Leaf::Text(name.into())),
                (PASSED.to_owned(), score),
            ],
            ..Record::new(line.into())
        });
    }
    (!records.is_empty()).then(|| Table {
        records,
        dialect: Dialect {
            ids: vec![TEST.to_owned()],
            metrics: Some(vec![PASSED.to_owned()]),
        },
        said: Some("a test in error has failed, a skipped one has no score".to_owned()),
        samples: None,
        only: None,
    })
}
