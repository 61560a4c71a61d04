//! What is a system: which columns of bare tables are taken, and which are asked about.

use crate::support::Folder;

/// Two files of one evaluation: ids, groups, a score and its cost.
fn folder() -> Folder {
    let row =
        |item: usize, right: usize, cost: f64| format!("q{item},{},{right},{cost}\n", 3 + item / 2);
    let file = |shift: usize| {
        let rows = (0..8).map(|item| row(item, (item + shift) % 3 / 2, 0.1 + item as f64 / 7.0));
        "id,passage,acc,cost\n".to_owned() + &rows.collect::<String>()
    };
    Folder::with(&[("a.csv", &file(0)), ("b.csv", &file(1))])
}

#[test]
fn files_that_share_several_columns_are_asked_about_and_the_hint_works() {
    let folder = folder();
    let ran = folder.restrap("compare a.csv b.csv --id id");
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{ran}");
    let hint = ran.hint().expect("a hint").to_owned();
    let typed = hint.split('`').nth(1).expect("arguments").to_owned();
    assert_eq!(typed, "a.csv:acc b.csv:acc");
    let json = folder
        .restrap(&format!("compare {typed} --id id --json"))
        .json();
    assert_eq!(json["systems"][1]["name"], "b", "{json}");
}

#[test]
fn the_only_column_that_files_share_is_taken_and_named() {
    let folder = folder();
    let rows: Vec<String> = (0..8)
        .map(|item| format!("q{item},{},0.{item}\n", item % 2))
        .collect();
    folder.put("c.csv", "id,acc,other\n".to_owned() + &rows.concat());
    let ran = folder.restrap("compare a.csv c.csv --id id --json");
    assert_eq!(
        ran.json()["systems"].as_array().map(Vec::len),
        Some(2),
        "{ran}"
    );
    assert!(
        ran.sentences()
            .contains("compared by `acc`, the only column that all files have"),
        "{ran}"
    );
}

#[test]
fn counters_groups_and_what_was_written_here_are_no_systems_unless_they_are_named() {
    let folder = folder();
    folder.put(
        "t.csv",
        "q,trial_index,x,y\n0,5,0.5,0.75\n1,5,0.25,1\n2,5,1,0.5\n3,5,0,0.25\n4,5,0.5,1\n",
    );
    let json = folder.restrap("compare t.csv --json").json();
    let names: Vec<&str> = json["systems"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["x", "y"]);
    let named = folder
        .restrap("compare t.csv:trial_index t.csv:x --json")
        .json();
    assert_eq!(named["systems"][0]["name"], "trial_index");
    let ran = folder.restrap("compare t.csv:x t.csv:y --per-item items.csv --quiet");
    assert_eq!(ran.code, Some(0), "{ran}");
    let json = folder.restrap("rank items.csv --json").json();
    assert_eq!(json["pairs"].as_array().map(Vec::len), Some(1), "{json}");
}

#[test]
fn another_quantity_beside_scores_is_refused_with_what_to_type() {
    let ran = folder().restrap("rank a.csv");
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{ran}");
    assert!(
        ran.error()
            .contains("`cost` is another quantity than `acc`"),
        "{ran}"
    );
}

#[test]
fn values_of_groups_and_names_reach_no_output_as_they_are() {
    let evil = "\u{1b}[31mred\u{202e}x\u{2028}y\u{2066}";
    let folder = Folder::new();
    let rows = (0..24).map(|item| {
        format!(
            "{item},{},{},{}\n",
            item * 7 % 5,
            item % 3,
            if item % 2 == 0 { evil } else { "plain" }
        )
    });
    folder.put(
        "t.csv",
        "id,x,y,group\n".to_owned() + &rows.collect::<String>(),
    );
    let line = "compare a\u{202e}b=t.csv:x t.csv:y --id id --by group --html t.html --plot t.svg --per-item t.items.csv";
    let ran = folder.restrap(line);
    assert_eq!(ran.code, Some(0), "{ran}");
    let csv = folder.restrap(&format!(
        "{} --output csv",
        line.split(" --html").next().unwrap()
    ));
    let mut texts = vec![csv.out];
    texts.extend(
        ["t.html", "t.svg", "t.items.csv"]
            .map(|name| std::fs::read_to_string(folder.path().join(name)).unwrap()),
    );
    for text in texts {
        assert!(
            !text.contains(['\u{1b}', '\u{202e}', '\u{2028}', '\u{2066}']),
            "{text}"
        );
    }
}
