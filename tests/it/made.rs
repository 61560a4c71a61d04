//! `restrap generate`: every model to every kind of file.

use insta::assert_snapshot;

use crate::support::{Folder, Ran};

const MODELS: [&str; 3] = [
    "helped-hurt --helped 3 --hurt 2",
    "graded --depth 5 --agreement 0.4 --effect 0.5",
    "continuous --correlation -0.5 --effect 0.3",
];

fn quietly(ran: &Ran) {
    assert_eq!(
        (ran.code, ran.out.as_str(), ran.err.as_str()),
        (Some(0), "", ""),
        "{ran}"
    );
}

#[test]
fn every_model_to_standard_output() {
    for model in MODELS {
        let ran = Folder::new().restrap(&format!("generate {model} --items 6 --seed 1"));
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{ran}");
        assert_eq!(ran.out.lines().next(), Some("baseline,system"));
        assert_eq!(ran.out.lines().count(), 7, "{ran}");
    }
}

#[test]
fn every_kind_of_file_holds_the_same_scores() {
    for model in MODELS {
        let folder = Folder::new();
        let made = format!("generate {model} --items 50 --seed 3");
        quietly(&folder.restrap(&format!("{made} b.txt s.txt")));
        quietly(&folder.restrap(&format!("{made} b.npy s.npy")));
        quietly(&folder.restrap(&format!("{made} both.csv")));
        assert_eq!(
            folder.restrap(&made).out.as_bytes(),
            folder.read("both.csv")
        );
        let answer = |systems: &str| {
            let json = folder
                .restrap(&format!("compare {systems} --json --no-host"))
                .json();
            json["comparisons"][0]["tests"][0].clone()
        };
        let expected = answer("b.txt s.txt");
        assert_eq!(answer("b.npy s.npy"), expected, "{model}");
        assert_eq!(answer("both.csv"), expected, "{model}");
    }
}

#[test]
fn helped_and_hurt_are_exact_counts() {
    let folder = Folder::new();
    quietly(&folder.restrap("generate helped-hurt --items 500 --helped 10 --hurt 7 d.csv"));
    let effect = folder.restrap("compare d.csv --json").json()["comparisons"][0]["effect"].clone();
    assert_eq!(
        (&effect["better"], &effect["worse"], &effect["tied"]),
        (&10.into(), &7.into(), &483.into())
    );
}

#[test]
fn a_seed_is_a_set_of_scores() {
    let out = |seed: &str| {
        Folder::new()
            .restrap(&format!("generate graded --items 40 --seed {seed}"))
            .out
    };
    assert_eq!(out("7"), out("7"));
    assert_ne!(out("7"), out("8"));
}

#[test]
fn what_cannot_be_made_is_refused() {
    let lines = [
        "helped-hurt --items 5 --helped 4 --hurt 4",
        "helped-hurt --items 0",
        "helped-hurt --accuracy 2",
        "helped-hurt --helped -1",
        "graded --depth 0",
        "graded --agreement nan",
        "continuous --correlation 2",
        "continuous --effect inf",
        "continuous one.txt",
        "continuous x.txt x.txt",
        "continuous x.csv y.csv",
        "continuous a.txt b.txt c.txt",
    ];
    let folder = Folder::new();
    let errors = lines.map(|line| {
        let ran = folder.restrap(&format!("generate {line}"));
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{ran}");
        format!(
            "{line}\n  error: {}\n  hint: {}",
            ran.error(),
            ran.hint().unwrap_or("-")
        )
    });
    assert_snapshot!(errors.join("\n"));
    assert_eq!(
        std::fs::read_dir(folder.path())
            .expect("the folder")
            .count(),
        0,
        "nothing was written"
    );
}

#[test]
fn a_folder_that_is_not_there_is_named() {
    let ran = Folder::new().restrap("generate graded nowhere/a.txt nowhere/b.txt");
    assert_snapshot!(ran);
}

#[test]
fn splits_are_files_of_items_that_keep_groups_and_shares() {
    let row = |item| {
        format!(
            "q{item},p{},{}\n",
            item / 4,
            if item % 40 < 8 { "rare" } else { "common" }
        )
    };
    let rows = (0..120).map(row).collect::<Vec<_>>().concat();
    let folder = Folder::with(&[("d.csv", &format!("name,passage,kind\n{rows}"))]);
    let made =
        "generate splits d.csv --k 3 --id name --cluster passage --stratum kind --seed 7 --out";
    quietly(&folder.restrap(&format!("{made} s{{split}}.{{part}}")));
    for split in 1..=3 {
        let part = |part: &str| -> Vec<usize> {
            let text = folder.read_text(&format!("s{split}.{part}"));
            text.lines()
                .map(|name| {
                    name.strip_prefix('q')
                        .and_then(|item| item.parse().ok())
                        .expect("an id")
                })
                .collect()
        };
        let parts = ["train", "dev", "test"].map(part);
        // A part is full with the group that brings it to its share of a stratum: 3 of 24 groups, and 1 of 6 rare ones.
        assert_eq!(parts.iter().map(Vec::len).collect::<Vec<_>>(), [92, 12, 16]);
        let mut all = parts.concat();
        all.sort_unstable();
        assert_eq!(all, (0..120).collect::<Vec<_>>(), "every item once");
        assert!(parts.iter().all(|items| {
            items
                .iter()
                .all(|item| (0..4).all(|k| items.contains(&(item / 4 * 4 + k))))
        }));
    }
    assert_ne!(folder.read("s1.test"), folder.read("s2.test"));
    let first = folder.read("s1.train");
    quietly(&folder.restrap(&format!("{made} s{{split}}.{{part}}").replace("--k 3", "--k 1")));
    assert_eq!(
        folder.read("s1.train"),
        first,
        "a split does not depend on how many there are"
    );
    quietly(&folder.restrap("generate splits --items 10 --folds --k 5 --out f{split}.{part}"));
    let tested: Vec<String> = (1..=5)
        .map(|fold| folder.read_text(&format!("f{fold}.test")))
        .collect();
    let mut items: Vec<u32> = tested
        .concat()
        .lines()
        .map(|item| item.parse().expect("a row"))
        .collect();
    items.sort_unstable();
    assert_eq!(items, (1..=10).collect::<Vec<_>>());
    assert!(!folder.path().join("f1.dev").exists());
}

#[test]
fn splits_that_cannot_be_are_refused() {
    let folder = Folder::with(&[("d.csv", "name,kind\na,x\nb,y\nc,x\n")]);
    for (line, words) in [
        ("--items 100 --out s.txt", "without {split}"),
        ("--items 100 --out s{split}.txt", "without {part}"),
        ("d.csv --out {split}{part}", "found none"),
        ("d.csv --cluster passage --out {split}{part}", "passage"),
        ("--items 3 --out {split}{part}", "a part without items"),
        (
            "--items 3 --folds --k 4 --out {split}{part}",
            "4 folds of 3",
        ),
        (
            "--items 30 --test 0.6 --dev 0.4 --out {split}{part}",
            "test + dev < 1",
        ),
    ] {
        let ran = folder.restrap(&format!("generate splits {line}"));
        assert!(
            matches!(ran.code, Some(1 | 2)) && ran.error().contains(words),
            "{line}: {ran}"
        );
    }
}
