//! Mutated files of every format, through the one door: scores that are finite, or an error with a sentence; never a panic.

use restrap_io::{Cells, Grouping, Missing, Options, load, xray};
use restrap_testing::{Numbers, effort};

use crate::support::Folder;

/// Bytes that mean something to one reader or another.
const TOKENS: [&[u8]; 24] = [
    b",",
    b"\t",
    b"\n",
    b"\r\n",
    b"\"",
    b"{",
    b"}",
    b"[",
    b"]",
    b":",
    b"\0",
    b"\xff",
    b"NaN",
    b"null",
    b"-1",
    b"1e999",
    b"true",
    b"id",
    b"Average",
    b";",
    b"|",
    b"\xef\xbb\xbf",
    b"all",
    b"PAR1",
];

fn seeds() -> Vec<(&'static str, Vec<u8>)> {
    let text = |text: &str| text.as_bytes().to_vec();
    let table = "id,doc,base,new,gold\nq1,d1,0.5,1,yes\nq2,d1,0.25,0,no\nq3,d2,1,1,yes\nq4,d3,0.75,0.5,no\nq5,d3,0,1,yes\nq6,d4,0.5,0.25,no\n";
    let records = (1..6)
        .map(|row| format!("{{\"id\": \"q{row}\", \"doc\": {{\"id\": {row}}}, \"base\": 0.{row}, \"new\": {row}, \"gold\": \"x\"}}\n"))
        .collect::<Vec<String>>().concat();
    let list = "[".to_owned() + &records.trim_end().replace('\n', ",") + "]";
    let header = "{'descr': '<f8', 'fortran_order': False, 'shape': (6,), }";
    let mut array = b"\x93NUMPY\x01\x00".to_vec();
    array.extend(118_u16.to_le_bytes());
    array.extend(format!("{header:117}\n").bytes());
    array.extend((0..6).flat_map(|row| f64::from(row).to_le_bytes()));
    let evaluated = (1..6)
        .map(|row| {
            format!(
                "{:22}\tq{row}\t0.{row}\n{:22}\tq{row}\t0.5\n",
                "map", "ndcg"
            )
        })
        .collect::<Vec<String>>()
        .concat();
    let comet = (0..5)
        .map(|row| format!("base.txt\tSegment {row}\tscore: 0.{row}\n"))
        .collect::<Vec<String>>()
        .concat();
    vec![
        ("a.csv", text(table)),
        ("a.tsv", text(&table.replace(',', "\t"))),
        ("b.csv", text(&table.replace(',', ";").replace('.', ","))),
        ("a.txt", text("0.5\n1\n0.25\n-1\n1e-3\n0\n")),
        ("a.jsonl", text(&records)),
        ("a.json", text(&list)),
        (
            "b.json",
            text("{\"q1\": 0.5, \"q2\": 1, \"q3\": 0.25, \"q4\": null}"),
        ),
        ("a.npy", array),
        ("a.eval.txt", text(&evaluated)),
        ("comet.txt", text(&comet)),
        (
            "a.parquet",
            include_bytes!("../data/columnar/small.parquet").to_vec(),
        ),
        (
            "b.parquet",
            include_bytes!("../data/columnar/nested.parquet").to_vec(),
        ),
        (
            "a.feather",
            include_bytes!("../data/columnar/small.feather").to_vec(),
        ),
        (
            "a.arrows",
            include_bytes!("../data/columnar/small.arrows").to_vec(),
        ),
        ("a.eval", crate::inspect::small()),
    ]
}

fn mutated(seed: &[u8], numbers: &mut Numbers) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for _ in 0..=numbers.below(3) {
        if bytes.is_empty() {
            return bytes;
        }
        let at = numbers.below(bytes.len() as u64) as usize;
        match numbers.below(6) {
            0 => bytes[at] = numbers.below(256) as u8,
            1 => {
                let length = 1 + numbers.below(12) as usize;
                bytes.drain(at..(at + length).min(bytes.len()));
            }
            2 => bytes.truncate(at),
            3 => {
                let end = (at + 1 + numbers.below(40) as usize).min(bytes.len());
                let copy = bytes[at..end].to_vec();
                bytes.splice(at..at, copy);
            }
            4 => {
                let token = TOKENS[numbers.below(TOKENS.len() as u64) as usize];
                bytes.splice(at..at, token.iter().copied());
            }
            _ => bytes[at] ^= 1 << numbers.below(8),
        }
    }
    bytes
}

/// Ways to ask for a file.
fn questions() -> Vec<Options> {
    let plain = Options::default;
    let id = || vec!["id".to_owned()];
    vec![
        plain(),
        Options {
            id: id(),
            by: Some("doc".to_owned()),
            missing: Missing::Drop,
            keep_ids: true,
            ..plain()
        },
        Options {
            paired: false,
            missing: Missing::Zero,
            ..plain()
        },
        Options {
            id: id(),
            roles: vec![
                (Grouping::Items, "id".to_owned()),
                (Grouping::Repeats, "doc".to_owned()),
            ],
            ..plain()
        },
        Options {
            inspects: true,
            ..plain()
        },
    ]
}

#[test]
fn mutated_files_of_every_format_are_read_or_refused() {
    let count = effort(150, 10_000);
    let questions = questions();
    for (name, seed) in seeds() {
        let folder = Folder::new(&[(name, &seed[..])]);
        let path = folder.path(name);
        let (mut read, mut refused) = (0, 0);
        for round in 0..count {
            let mut numbers = Numbers(round * 2 + 1);
            std::fs::write(&path, mutated(&seed, &mut numbers)).expect("a temporary file");
            let options = &questions[numbers.below(questions.len() as u64) as usize];
            let (arguments, options) = match numbers.below(4) {
                0 => (
                    vec![format!("{path}:base"), format!("{path}:new")],
                    options.clone(),
                ),
                1 => {
                    let labels = Options {
                        gold: Some(format!("{path}:gold")),
                        cells: Cells::Labels,
                        ..options.clone()
                    };
                    (vec![format!("{path}:new")], labels)
                }
                2 => {
                    let beside = vec![(Grouping::Clusters, format!("{path}:doc"))];
                    let clustered = Options {
                        beside,
                        ..options.clone()
                    };
                    (vec![format!("{path}:new")], clustered)
                }
                _ => (vec![path.clone()], options.clone()),
            };
            // A file that can be opened has a page, whatever it holds.
            let seen = xray(&path, &Options::default());
            assert!(seen.is_ok(), "{name}, round {round}: {seen:?}");
            match load(&arguments, &options) {
                Ok(loaded) => {
                    read += 1;
                    let mut scores = loaded.systems.iter().flat_map(|system| &system.scores);
                    assert!(
                        scores.all(|score| score.is_finite()),
                        "{name}, round {round}: a score that is none"
                    );
                }
                Err(error) => {
                    refused += 1;
                    assert!(
                        !error.to_string().is_empty(),
                        "{name}, round {round}: no sentence"
                    );
                    let _ = error.hint();
                }
            }
        }
        println!("{name}: {read} read, {refused} refused");
        assert!(refused > 0, "{name}");
    }
}
