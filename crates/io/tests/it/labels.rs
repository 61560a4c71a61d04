//! Labels, sets of labels and counts that cannot be read: where, what was expected, what was found.

use std::fmt::Write as _;

use insta::assert_snapshot;
use restrap_io::{Cells, Options};

use crate::support::Folder;

/// What is read, the file's name, its content.
const HOSTILE: [(Cells, &str, &str); 31] = [
    (Cells::Labels, "f.txt", ""),
    (Cells::Labels, "f.txt", "yes\n\nno\n"),
    (Cells::Labels, "f.txt", "\n\n\n"),
    (Cells::Labels, "f.txt", "yes\nno\0\n"),
    (Cells::LabelSets, "f.txt", "a|\nb\nc\n"),
    (Cells::LabelSets, "f.txt", "a|b|a\nb\nc\n"),
    (Cells::LabelSets, "f.txt", "||\n\n\n"),
    (Cells::Labels, "f.csv", "id,gold\n1,yes\n"),
    (Cells::Labels, "f.csv", "id,gold,y\n"),
    (Cells::Labels, "f.csv", "id,gold,y\n1,yes\n"),
    (Cells::Labels, "f.csv", "id,gold,y\n1,yes,no,x\n"),
    (Cells::Labels, "f.csv", "id,gold,y\n1,yes,\n"),
    (Cells::Labels, "f.csv", "id,gold,y\n1,yes,no\n1,no,no\n"),
    (Cells::Labels, "f.csv", "id,gold,y\n,yes,no\n"),
    (
        Cells::Labels,
        "f.csv",
        "id,gold,y\n1,\"yes,no\n2,no,no\n3,x,y\n",
    ),
    (Cells::Labels, "f.csv", "id,y,gold,y\n1,yes,no,no\n"),
    (Cells::Labels, "f.csv", "id|gold|y\n1|yes|no\n"),
    (Cells::Labels, "f.csv", "\n\n"),
    (Cells::Labels, "f.jsonl", "[1]\n"),
    (Cells::Labels, "f.jsonl", "{\"id\":1,\"y\":null}\n"),
    (Cells::Labels, "f.jsonl", "{\"id\":1,\"y\":[\"a\"]}\n"),
    (Cells::Labels, "f.jsonl", "{\"id\":1}\n"),
    (Cells::Labels, "f.jsonl", "{\"y\":\"a\"}\n"),
    (Cells::LabelSets, "f.jsonl", "{\"id\":1,\"y\":null}\n"),
    (
        Cells::LabelSets,
        "f.jsonl",
        "{\"id\":1,\"y\":[\"a\",\"a\"]}\n",
    ),
    (Cells::LabelSets, "f.jsonl", "{\"id\":1,\"y\":[[]]}\n"),
    (Cells::LabelSets, "f.jsonl", "{\"id\":1,\"y\":[\"\"]}\n"),
    (
        Cells::Labels,
        "f.jsonl",
        "{\"id\":1,\"y\":\"a\"}\n{\"id\":1,\"y\":\"b\"}\n",
    ),
    (Cells::Labels, "f.jsonl", "{\"id\":1,\"y\":\"a\"\n"),
    (Cells::Numbers, "f.csv", "id,y\n1,2\n2,\n"),
    (Cells::Numbers, "f.jsonl", "{\"id\":1,\"y\":\"x\"}\n"),
];

#[test]
fn labels_and_numbers_that_cannot_be_read() {
    let mut said = String::new();
    for (cells, name, text) in HOSTILE {
        let folder = Folder::new(&[(name, text.as_bytes())]);
        let is_text = name == "f.txt";
        let file = if is_text {
            "DIR/f.txt".to_owned()
        } else {
            format!("DIR/{name}:y")
        };
        let of_labels = cells != Cells::Numbers;
        let options = Options {
            cells,
            id: if is_text {
                Vec::new()
            } else {
                vec!["id".to_owned()]
            },
            gold: of_labels.then(|| file.replace("DIR/", &folder.path(""))),
            columns: if of_labels {
                Vec::new()
            } else {
                vec!["y".to_owned()]
            },
            ..Options::default()
        };
        let file = if of_labels {
            file
        } else {
            format!("DIR/{name}")
        };
        assert!(folder.load(&[&file], &options).is_err(), "{cells} {text:?}");
        let _ = writeln!(
            said,
            "{cells} {text:?}\n{}",
            folder.said(&[&file], &options)
        );
    }
    assert_snapshot!(said);
}

#[test]
fn text_tables_json_lines_and_lists_give_the_same_label_sets() {
    let folder = Folder::new(&[
        ("t.txt", b"a| b\r\n\nb\n\n"),
        (
            "t.csv",
            b"id,\"my labels\"\r\n1,a|b\r\n2,\"\"\r\n3,b\r\n4, \r\n",
        ),
        (
            "t.jsonl",
            b"{\"y\":[\"a\",\"b\"]}\n{\"y\":[]}\n{\"y\":\"b\"}\n{\"y\":\"\"}\n",
        ),
    ]);
    let options = Options {
        cells: Cells::LabelSets,
        gold: Some(folder.path("t.txt")),
        ..Options::default()
    };
    let loaded = folder
        .load(
            &["DIR/t.txt", "DIR/t.csv:my labels", "DIR/t.jsonl:y"],
            &options,
        )
        .unwrap();
    let sets = |codes: &[f64]| -> Vec<Vec<String>> {
        codes
            .iter()
            .map(|&code| loaded.labels[code as usize - 1].clone())
            .collect()
    };
    let want = [vec!["a", "b"], vec![], vec!["b"], vec![]];
    assert_eq!(sets(&loaded.gold), want);
    for system in &loaded.systems {
        assert_eq!(sets(&system.scores), want, "{}", system.name);
    }
}

#[test]
fn numbers_of_an_array_are_labels_and_counts_too() {
    let mut array =
        b"\x93NUMPY\x01\x00\x3a\x00{'descr': '<i4', 'fortran_order': False, 'shape': (3,), }"
            .to_vec();
    array.resize(67, b' ');
    array.push(b'\n');
    (0..3i32).for_each(|value| array.extend(value.to_le_bytes()));
    let folder = Folder::new(&[("a.npy", &array), ("b.txt", b"0\n1\n1\n")]);
    let gold = Options {
        gold: Some(folder.path("b.txt")),
        ..Options::default()
    };
    // The label 0 is right where the gold is 0.
    assert_eq!(
        folder.load(&["DIR/a.npy"], &gold).unwrap().systems[0].scores,
        [1.0, 1.0, 0.0]
    );
}
