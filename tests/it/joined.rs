//! Outputs whose tables have different rows: the answer is that of files which a slow join wrote, row by row.

use restrap_testing::Numbers;
use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::Value;

use crate::support::Folder;

const CASES: u64 = 50;

/// What an item's output is.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Label,
    Set,
    Text,
}

impl Kind {
    fn output(self, numbers: &mut Numbers) -> String {
        let words: &[&str] = match self {
            Self::Text => &["the", "cat", "sat", "on", "a", "mat", "dog"],
            _ => &["a", "b", "c"],
        };
        let mut word = || words[numbers.below(words.len() as u64) as usize];
        match self {
            Self::Label => word().to_owned(),
            Self::Set => {
                let (one, other) = (word(), word());
                if one == other {
                    one.to_owned()
                } else {
                    format!("{one}|{other}")
                }
            }
            Self::Text => (0..6).map(|_| word()).collect::<Vec<_>>().join(" "),
        }
    }

    /// The same, changed in part.
    fn like(self, wanted: &str, numbers: &mut Numbers) -> String {
        let other = self.output(numbers);
        match self {
            _ if numbers.below(3) == 0 => other,
            Self::Text => {
                let words = wanted.split(' ').zip(other.split(' '));
                let mixed =
                    words.map(|(own, other)| if numbers.below(4) == 0 { other } else { own });
                mixed.collect::<Vec<_>>().join(" ")
            }
            _ => wanted.to_owned(),
        }
    }
}

/// Rows of three tables, each in its own order and with its own gaps.
struct Case {
    gold: BTreeMap<u64, String>,
    systems: [BTreeMap<u64, String>; 2],
    tables: [String; 3],
    /// Items in the order of the gold's rows.
    order: Vec<u64>,
}

impl Case {
    fn new(kind: Kind, seed: u64) -> Self {
        let mut numbers = Numbers(seed * 97 + 5);
        let items = 24 + numbers.below(10);
        let gold: BTreeMap<u64, String> = (0..items)
            .map(|item| (item, kind.output(&mut numbers)))
            .collect();
        let mut systems = [0, 1].map(|_| {
            let each = gold
                .iter()
                .map(|(&item, wanted)| (item, kind.like(wanted, &mut numbers)));
            each.collect::<BTreeMap<_, _>>()
        });
        for system in &mut systems {
            for _ in 0..3 {
                system.remove(&numbers.below(items));
            }
        }
        let mut shuffled = |rows: &BTreeMap<u64, String>| {
            let mut items: Vec<u64> = rows.keys().copied().collect();
            for place in (1..items.len()).rev() {
                items.swap(place, numbers.below(place as u64 + 1) as usize);
            }
            items
        };
        let order = shuffled(&gold);
        let orders = [order.clone(), shuffled(&systems[0]), shuffled(&systems[1])];
        let of = [&gold, &systems[0], &systems[1]];
        let tables = [0, 1, 2].map(|which: usize| {
            orders[which].iter().fold(
                "id,y
"
                .to_owned(),
                |mut text, item| {
                    writeln!(text, "q{item},{}", of[which][item]).unwrap();
                    text
                },
            )
        });
        Self {
            gold,
            systems,
            tables,
            order,
        }
    }

    /// Plain files of gold and systems in the order of the gold: items that all have, or all items of the gold with nothing where a system has none.
    fn joined(&self, zero: bool) -> [String; 3] {
        let all = |item: &u64| zero || self.systems.iter().all(|system| system.contains_key(item));
        let items: Vec<u64> = self.order.iter().copied().filter(all).collect();
        [&self.gold, &self.systems[0], &self.systems[1]].map(|of| {
            items.iter().fold(String::new(), |text, item| {
                text + of.get(item).map_or("", |own| own) + "\n"
            })
        })
    }
}

fn agrees(kind: Kind, metric: &str, against: &str, missing: &str, seed: u64) {
    let case = Case::new(kind, seed);
    let [gold, baseline, system] = case.joined(missing == "zero");
    let folder = Folder::with(&[
        ("gold.csv", &case.tables[0]),
        ("base.csv", &case.tables[1]),
        ("new.csv", &case.tables[2]),
        ("gold.txt", &gold),
        ("base.txt", &baseline),
        ("new.txt", &system),
    ]);
    let asked = format!(
        "{metric} --seed {seed} --test permutation,bootstrap --exact never --resamples 199 --no-host --json"
    );
    let tables = format!(
        "compare base.csv:y new.csv:y {against} gold.csv:y --id id --missing {missing} {asked}"
    );
    let [tables, plain] = [
        tables,
        format!("compare base.txt new.txt {against} gold.txt {asked}"),
    ]
    .map(|line| folder.restrap(&line).json());
    for field in ["/systems/0/score", "/systems/1/score", "/comparisons"] {
        let [found, wanted] = [&tables, &plain].map(|json| json.pointer(field).expect(field));
        assert!(
            *found != Value::Null && found == wanted,
            "{metric}, {missing}, {seed}, {field}: {found} is not {wanted}"
        );
    }
    let counted = tables["inputs"].as_array().expect("inputs").iter();
    let field = if missing == "zero" {
        "zeroed"
    } else {
        "dropped"
    };
    let changed: u64 = counted.filter_map(|input| input[field].as_u64()).sum();
    assert!(
        changed > 0,
        "{metric}, {missing}, {seed}: nothing is counted as {field}"
    );
}

#[test]
fn f1_of_tables_with_different_rows_is_that_of_their_join() {
    for seed in 0..CASES {
        let average = ["macro", "micro", "weighted"][seed as usize % 3];
        agrees(
            Kind::Label,
            &format!("--metric f1(average={average})"),
            "--gold",
            "drop",
            seed,
        );
        agrees(
            Kind::Set,
            "--metric f1(average=macro,multi-label)",
            "--gold",
            "zero",
            100 + seed,
        );
    }
}

#[test]
fn texts_that_are_not_there_are_refused_with_their_place() {
    let folder = Folder::with(&[
        (
            "a.jsonl",
            "{\"id\":1,\"t\":\"a b\"}\n{\"id\":2,\"t\":null}\n",
        ),
        ("a.csv", "id,t\n1,a b c d\n2,\n"),
        ("b.csv", "id,t\n1,a b c\n2,d\n3,e\n"),
    ]);
    let refused = |systems: &str, says: &str| {
        let ran = folder.restrap(&format!("compare {systems} --ref b.csv:t --metric bleu"));
        assert_ne!(ran.code, Some(0), "{ran}");
        assert!(ran.error().contains(says), "{ran}");
    };
    refused(
        "a.jsonl:t b.csv:t --id id",
        "a.jsonl:2 (column `t`): expected a text, found no value",
    );
    refused(
        "a.csv b.csv:t",
        "expected the column of the texts, as a.csv:COLUMN, found none",
    );
    refused(
        "a.csv:t b.csv:t --id id",
        "expected the same ids everywhere, found 1 id only in b.csv",
    );
    // An empty text is an output.
    let ran = folder.restrap(
        "compare a.csv:t b.csv:t --ref b.csv:t --id id --missing drop --metric bleu --json",
    );
    assert_eq!(ran.json()["comparisons"][0]["effect"]["tied"], 0, "{ran}");
}

#[test]
fn bleu_of_tables_with_different_rows_is_that_of_their_join() {
    for seed in 0..CASES {
        agrees(Kind::Text, "--metric bleu", "--ref", "drop", 200 + seed);
        agrees(Kind::Text, "--metric bleu", "--ref", "zero", 300 + seed);
    }
}
