//! JSON lines, long tables, sub-populations, and folders of lm-evaluation-harness.

use restrap_io::{By, Format, Missing, Options, describe};

use crate::support::{Folder, filtered};

pub fn options(change: impl FnOnce(&mut Options)) -> Options {
    let mut options = Options::default();
    change(&mut options);
    options
}

pub const LINES: &str = concat!(
    r#"{"id": "q1", "lang": "en", "metrics": {"acc": 1, "f1": 0.5}, "ok": true, "n": null}"#,
    "\n\n",
    r#"{"lang": "de", "id": "q2", "metrics": {"f1": 0.25, "acc": 0}, "ok": false}"#,
    "\r\n"
);

#[test]
fn fields_are_dotted_paths_and_a_bare_file_gives_its_fields_of_numbers() {
    let folder = Folder::new(&[("a.jsonl", LINES.as_bytes())]);
    let plain = Options::default();
    assert_eq!(
        folder.said(&["DIR/a.jsonl:metrics.acc", "DIR/a.jsonl:ok"], &plain),
        "metrics.acc [1.0, 0.0]\nok [1.0, 0.0]\n"
    );
    assert_eq!(
        folder.said(&["DIR/a.jsonl"], &plain),
        "metrics.acc [1.0, 0.0]\nmetrics.f1 [0.5, 0.25]\nok [1.0, 0.0]\n\
         note: a.jsonl: not taken as systems (text, empty or identifiers): `id`, `lang`, `n`\n"
    );
    let filtered = options(|o| o.filters = vec!["lang=de".parse().unwrap()]);
    assert_eq!(
        folder.said(&["DIR/a.jsonl:metrics.f1"], &filtered),
        "a [0.25]\n"
    );
}

#[test]
fn a_list_of_objects_is_read_like_lines() {
    let list = "[\n{\"id\": 1, \"s\": 0.5},\n{\"id\": 2, \"s\": \"x\"}]";
    let folder = Folder::new(&[
        ("a.json", list.as_bytes()),
        ("b", list.replace("\"x\"", "2").as_bytes()),
    ]);
    assert_eq!(
        folder.said(&["DIR/b:s"], &Options::default()),
        "b [0.5, 2.0]\n"
    );
    assert_eq!(
        folder.said(&["DIR/a.json:s"], &Options::default()),
        "unreadable: a.json:3 (column `s`): expected a number, found the text `x`\n\
         hint: write numbers without quotes, or pick another field with `FILE:FIELD`\n"
    );
    let described = describe(&folder.path("b"), &Options::default()).unwrap();
    assert_eq!(
        (described.format, described.rows, described.columns.len()),
        (Format::Json, 2, 2)
    );
}

#[test]
fn bad_records_say_line_path_and_what_to_do() {
    let said = |text: &str, field: &str| {
        let folder = Folder::new(&[("a.jsonl", text.as_bytes())]);
        folder.said(&[&format!("DIR/a.jsonl:{field}")], &Options::default())
    };
    for (text, field, expected) in [
        (
            "{\"s\": 1}\n{\"s\": NaN}\n",
            "s",
            "non_finite: a.jsonl:2 (column `s`): expected a number, found no value",
        ),
        (
            "{\"s\": 1}\n{\"t\": 1}\n",
            "s",
            "non_finite: a.jsonl:2 (column `s`): expected a number, found no value",
        ),
        (
            "{\"s\": 1}\n[1]\n",
            "s",
            "unreadable: a.jsonl:2:1: expected a JSON object, found `[1]`",
        ),
        (
            "{\"s\": 1, \"s\": 2}\n",
            "s",
            "unreadable: a.jsonl:1: expected each key once, found `s` twice",
        ),
        (
            "{\"s\": 1e400}\n",
            "s",
            "non_finite: a.jsonl:1 (column `s`): expected a number up to 1.8e308",
        ),
        (
            "{\"s\": 9007199254740993}\n",
            "s",
            "unreadable: a.jsonl:1 (column `s`): expected an integer that a double",
        ),
        (
            "{\"s\": [1]}\n",
            "s",
            "unreadable: a.jsonl:1 (column `s`): expected a number, found a list or an object",
        ),
        (
            "{\"m\": {\"acc\": 1}}\n",
            "m.ac",
            "usage: a.jsonl: :COLUMN asks for the column `m.ac`, which it does not",
        ),
        (
            "\n\n",
            "s",
            "empty: a.jsonl: expected scores, found no records",
        ),
        (
            "{\"s\": 1",
            "s",
            "unreadable: a.jsonl:1:7: expected JSON, found",
        ),
    ] {
        let said = said(text, field);
        assert!(said.starts_with(expected), "{text}: {said}");
        assert!(
            said.contains("hint: ") || said.starts_with("empty"),
            "{said}"
        );
    }
    let binary = Folder::new(&[("a.jsonl", b"{\"s\": 1}\n{\"\xff\": 1}\n")]);
    let said = binary.said(&["DIR/a.jsonl:s"], &Options::default());
    assert!(
        said.starts_with("unreadable: a.jsonl:2:3: expected UTF-8 text, found `\\xff"),
        "{said}"
    );
}

#[test]
fn records_pair_by_id_and_a_doubled_one_names_the_field_that_differs() {
    let folder = Folder::new(&[
        ("a.jsonl", b"{\"id\":1,\"s\":0.1}\n{\"id\":2,\"s\":0.2}\n"),
        ("b.csv", b"id,s\n2,0.4\n1,0.3\n"),
        (
            "c.jsonl",
            b"{\"id\":1,\"f\":\"x\",\"s\":0.1}\n{\"id\":1,\"f\":\"y\",\"s\":0.2}\n",
        ),
    ]);
    let by_id = options(|o| o.id = vec!["id".to_owned()]);
    assert_eq!(
        folder.said(&["DIR/a.jsonl:s", "DIR/b.csv:s"], &by_id),
        "a [0.1, 0.2]\nb [0.3, 0.4]\n"
    );
    assert!(
        folder
            .said(&["DIR/a.jsonl:s", "DIR/b.csv:s"], &Options::default())
            .contains("`id=id`")
    );
    assert_eq!(
        folder.said(&["DIR/c.jsonl:s"], &by_id),
        "ids: c.jsonl: expected each id once, found `1` on lines 1 and 2\n\
         hint: the records differ in `f` (`x` and `y`); if these are ways of scoring, keep one: `where=f=x` or `where=f=y`; if \
         it names answers to one item (epochs): `repeat=order`, of which `reduce=last` keeps the last; if training runs: `seed-col=f`; if this id names a group of \
         items (a passage): `cluster=COL`, and name the column of the items\n"
    );
}

#[test]
fn a_long_table_is_one_column_a_system() {
    let csv = "model,task,ok\nx,1,0.5\ny,1,1\nx,2,0\ny,2,0.25\nz,1,1\n";
    let folder = Folder::new(&[("a.csv", csv.as_bytes())]);
    let long = |globs: Option<&str>, missing| {
        options(|o| {
            o.long = Some("system=model,item=task,score=ok".parse().unwrap());
            o.systems = globs.map(str::to_owned);
            o.missing = missing;
        })
    };
    assert_eq!(
        folder.said(&["DIR/a.csv"], &long(Some("x,y"), Missing::Error)),
        "x [0.5, 0.0]\ny [1.0, 0.25]\n"
    );
    assert_eq!(
        folder.said(&["DIR/a.csv:y", "DIR/a.csv:x"], &long(None, Missing::Error)),
        "y [1.0, 0.25]\nx [0.5, 0.0]\n"
    );
    assert!(
        folder
            .said(&["DIR/a.csv"], &long(None, Missing::Drop))
            .starts_with("x [0.5]\ny [1.0]\nz [1.0]\n")
    );
    let said = folder.said(&["DIR/a.csv"], &long(None, Missing::Error));
    assert!(
        said.starts_with(
            "ids: a.csv: expected a row for every system and item, found none for system `z` and item `2`: it \
             lacks 1 of 2 items\n"
        ),
        "{said}"
    );
    assert!(
        folder
            .said(&["DIR/a.csv:w"], &long(None, Missing::Error))
            .contains(":SYSTEM asks for the column `w`")
    );
}

#[test]
fn sub_populations_follow_the_items_through_pairing() {
    let folder = Folder::new(&[
        ("a.csv", b"id,kind,s\n1,x,0.1\n2,y,0.2\n3,x,0.3\n"),
        ("b.csv", b"id,s\n3,0.6\n1,0.5\n"),
        ("c.txt", b"1\n2\n3\n"),
    ]);
    let by = |column: &str| {
        options(|o| {
            o.id = vec!["id".to_owned()];
            o.by = Some(column.to_owned());
            o.missing = Missing::Drop;
        })
    };
    let expected = By {
        column: "kind".to_owned(),
        values: vec!["x".to_owned()],
        codes: vec![1, 1],
        shared: 0,
    };
    for arguments in [
        ["DIR/a.csv:s", "DIR/b.csv:s"],
        ["DIR/b.csv:s", "DIR/a.csv:s"],
    ] {
        assert_eq!(
            folder.load(&arguments, &by("kind")).unwrap().by,
            Some(expected.clone())
        );
    }
    assert!(
        folder
            .said(&["DIR/a.csv:s", "DIR/b.csv:s"], &by("sort"))
            .contains("by asks for the column `sort`")
    );
    let text = options(|o| o.by = Some("kind".to_owned()));
    assert!(
        folder
            .said(&["DIR/c.txt"], &text)
            .starts_with("usage: c.txt: by needs a column of groups")
    );
}

fn sample(doc: u32, filter: &str, score: f64) -> String {
    format!(
        "{{\"doc_id\": {doc}, \"doc\": {{\"answer\": 7}}, \"target\": 7, \"resps\": [[\"x\"]], \"filter\": \"{filter}\", \
         \"metrics\": [\"exact_match\"], \"exact_match\": {score}}}\n"
    )
}

#[test]
fn samples_of_the_harness_pair_by_task_and_document() {
    let strict: String = [0, 1, 2]
        .map(|doc| sample(doc, "strict-match", f64::from(doc % 2)))
        .concat();
    let both = strict.clone()
        + &[0, 1, 2]
            .map(|doc| sample(doc, "flexible-extract", 1.0))
            .concat();
    let reversed: String = [2, 1, 0]
        .map(|doc| sample(doc, "strict-match", f64::from(doc)))
        .concat();
    let folder = Folder::new(&[
        (
            "base/samples_gsm8k_2024-06-01T10-00-00.jsonl",
            strict.as_bytes(),
        ),
        (
            "base/samples_arc_2024-06-01T10-00-00.jsonl",
            sample(0, "none", 1.0).as_bytes(),
        ),
        (
            "new/samples_gsm8k_2025-01-02T00-00-00.jsonl",
            reversed.as_bytes(),
        ),
        (
            "new/samples_arc_2025-01-02T00-00-00.jsonl",
            sample(0, "none", 0.0).as_bytes(),
        ),
        (
            "both/samples_gsm8k_2025-01-02T00-00-00.jsonl",
            both.as_bytes(),
        ),
        ("scores.txt", b"1\n2\n3\n"),
    ]);
    // Tasks in the order of the names: arc, then gsm8k.
    assert_eq!(
        folder.said(&["DIR/base", "DIR/new"], &Options::default()),
        "base [1.0, 0.0, 1.0, 0.0]\nnew [0.0, 0.0, 1.0, 2.0]\n"
    );
    let loaded = folder
        .load(
            &["DIR/base", "DIR/new"],
            &options(|o| o.by = Some("task".to_owned())),
        )
        .unwrap();
    assert_eq!(loaded.by.unwrap().codes, [1, 2, 2, 2]);
    let said = folder.said(&["DIR/both"], &Options::default());
    assert!(
        said.contains("keep one: `where=filter=strict-match`"),
        "{said}"
    );
    let one = options(|o| o.filters = vec!["filter=strict-match".parse().unwrap()]);
    assert_eq!(folder.said(&["DIR/both"], &one), "both [0.0, 1.0, 0.0]\n");
    let said = folder.said(&["DIR/base", "DIR/scores.txt"], &Options::default());
    assert!(
        said.starts_with("ids: expected ids in every file, because base is paired by its own ids"),
        "{said}"
    );
}

#[test]
fn a_filter_that_a_task_does_not_have_names_the_task() {
    let two = [0, 1]
        .map(|doc| sample(doc, "strict-match", 1.0) + &sample(doc, "flexible-extract", 0.0))
        .concat();
    let none = sample(0, "none", 1.0);
    let folder = Folder::new(&[
        ("run/samples_arc_2024-06-01T10-00-00.jsonl", none.as_bytes()),
        (
            "run/samples_gsm8k_2024-06-01T10-00-00.jsonl",
            two.as_bytes(),
        ),
        (
            "run/samples_piqa_2024-06-01T10-00-00.jsonl",
            none.as_bytes(),
        ),
    ]);
    let said = |filters: &[&str]| folder.said(&["DIR/run"], &filtered(filters));
    assert_eq!(
        said(&["filter=strict-match"]),
        "empty: run: 2 of 3 tasks have no row with filter=strict-match: `arc`, `piqa`; the column holds `none` there\n\
         hint: keep them too: add where=filter=none (filters of one column are alternatives); or name the tasks \
         that you mean: where=task=gsm8k\n"
    );
    assert_eq!(
        said(&["filter=strict-match", "filter=none"]),
        "run [1.0, 1.0, 1.0, 1.0]\n"
    );
    assert_eq!(
        said(&["filter=strict-match", "task=gsm8k"]),
        "run [1.0, 1.0]\n"
    );
    // A task that was named and lost all the same is still told.
    let lost = said(&["task=gsm8k", "task=arc", "filter=strict-match"]);
    assert!(
        lost.starts_with("empty: run: 1 of 3 tasks have no row with filter=strict-match: `arc`;"),
        "{lost}"
    );
    // Other fields may well leave tasks out.
    assert_eq!(
        said(&["doc_id=1", "filter=strict-match"]),
        "run [1.0]\nnote: run: 2 of 3 tasks have no row with doc_id=1 and are left out: `arc`, `piqa`\n"
    );
}

/// A run of two tasks with metrics of their own; `flip` changes each third score.
fn run(date: &str, flip: bool) -> [(String, String); 2] {
    let score = |doc: u32| f64::from(u32::from(doc.is_multiple_of(3) ^ flip));
    let both =
        |doc| sample(doc, "strict-match", score(doc)) + &sample(doc, "flexible-extract", 1.0);
    let gsm8k = (0..60).map(both).collect();
    let record = |doc: u32| {
        let scores = format!(r#""acc": {}, "acc_norm": 1.0"#, score(doc));
        format!(
            "{{\"doc_id\": {doc}, \"doc\": {{}}, \"filtered_resps\": [\"1\"], \"filter\": \"none\", \
             \"metrics\": [\"acc\", \"acc_norm\"], {scores}}}\n"
        )
    };
    let arc = (0..40).map(record).collect();
    [
        (format!("samples_arc_easy_{date}.jsonl"), arc),
        (format!("samples_gsm8k_{date}.jsonl"), gsm8k),
    ]
}

#[test]
fn metrics_of_tasks_that_are_filtered_out_are_no_systems() {
    let files: Vec<(String, String)> = [
        ("le/base", "2025-01-01", false),
        ("le/new", "2025-02-01", true),
    ]
    .into_iter()
    .flat_map(|(folder, date, flip)| {
        run(date, flip).map(|(name, text)| (format!("{folder}/{name}"), text))
    })
    .collect();
    let files: Vec<(&str, &[u8])> = files
        .iter()
        .map(|(name, text)| (name.as_str(), text.as_bytes()))
        .collect();
    let folder = Folder::new(&files);
    let both = ["DIR/le/base", "DIR/le/new"];
    let filters = filtered(&["filter=strict-match", "task=gsm8k"]);
    for missing in [Missing::Error, Missing::Drop, Missing::Zero] {
        let loaded = folder
            .load(
                &both,
                &Options {
                    missing,
                    ..filters.clone()
                },
            )
            .unwrap();
        let [base, new] = &loaded.systems[..] else {
            panic!("{:?}", loaded.systems)
        };
        assert_eq!(
            (base.scores.len(), &base.scores[..4]),
            (60, &[1.0, 0.0, 0.0, 1.0][..]),
            "{missing}"
        );
        assert_eq!(
            (new.scores.len(), &new.scores[..4]),
            (60, &[0.0, 1.0, 1.0, 0.0][..]),
            "{missing}"
        );
        assert!(
            loaded.notes[0].text.ends_with(
                "base: not taken as systems (no value in the rows that are kept): `acc`, `acc_norm`"
            ),
            "{:?}",
            loaded.notes
        );
    }
    // A metric that was named is asked of the rows that are kept, and faults are counted on these.
    let said = folder.said(&["DIR/le/base:acc"], &filters);
    assert!(
        said.contains(":1 (column `acc`): expected a number, found no value (and 59 more"),
        "{said}"
    );
    // What the hint says for a run without filters is what works.
    for argument in ["DIR/le/base", "DIR/le/base:exact_match"] {
        let said = folder.said(&[argument], &Options::default());
        assert!(
            said.starts_with("non_finite: le/base/samples_arc_easy_"),
            "{said}"
        );
        let hint = "hint: the tasks report different metrics: name one, and the tasks that have it: \
                    `le/base:exact_match` where=task=gsm8k\n";
        assert!(said.ends_with(hint), "{said}");
    }
    let named = filtered(&["task=arc_easy"]);
    assert_eq!(
        folder.load(&["DIR/le/base:acc"], &named).unwrap().systems[0]
            .scores
            .len(),
        40
    );
    // A gap within a task is another thing.
    let gap =
        sample(0, "none", 1.0) + &sample(1, "none", 1.0).replace("\"exact_match\": 1", "\"x\": 1");
    let folder = Folder::new(&[
        ("r/samples_a_2025-01-01.jsonl", gap.as_bytes()),
        (
            "r/samples_b_2025-01-01.jsonl",
            sample(0, "none", 1.0).as_bytes(),
        ),
    ]);
    assert!(
        folder
            .said(&["DIR/r"], &Options::default())
            .contains("hint: `missing=drop` leaves")
    );
}

#[test]
fn filters_of_one_field_are_alternatives() {
    let folder = Folder::new(&[("a.jsonl", LINES.as_bytes())]);
    assert_eq!(
        folder.said(
            &["DIR/a.jsonl:metrics.f1"],
            &filtered(&["lang=de", "lang=en"])
        ),
        "a [0.5, 0.25]\n"
    );
    let said = folder.said(
        &["DIR/a.jsonl:metrics.f1"],
        &filtered(&["lang=fr", "lang=it"]),
    );
    assert!(
        said.starts_with("empty: a.jsonl: no row has lang=fr or lang=it; the column holds `"),
        "{said}"
    );
}

#[test]
fn systems_on_their_own_keep_the_scores_that_they_have() {
    let folder = Folder::new(&[("a.csv", b"a,b\n1,\n2,0.5\n,0.25\n"), ("c.txt", b"7\n")]);
    let alone = options(|o| {
        o.paired = false;
        o.missing = Missing::Drop;
    });
    let said = folder.said(&["DIR/a.csv", "DIR/c.txt"], &alone);
    assert!(
        said.starts_with("a [1.0, 2.0]\nb [0.5, 0.25]\nc [7.0]\n"),
        "{said}"
    );
}

#[test]
fn labels_score_one_where_they_are_the_right_ones() {
    let folder = Folder::new(&[
        ("a.csv", b"id,kind,gold,x,y\n1,p,e,e,n\n2,q,n,n,n\n3,p,e,n,e\n"),
        ("gold.txt", b"e\nn\ne\n"),
        (
            "z.jsonl",
            b"{\"id\": 3, \"label\": \"e\"}\n{\"id\": 1, \"label\": null}\n{\"id\": 2, \"label\": \"e\"}\n",
        ),
    ]);
    let gold = |path: &str, id: &str| {
        options(|o| {
            o.gold = Some(folder.path(path));
            o.id = [id]
                .into_iter()
                .filter(|id| !id.is_empty())
                .map(str::to_owned)
                .collect();
        })
    };
    for (path, id) in [("a.csv:gold", ""), ("a.csv:gold", "id"), ("gold.txt", "")] {
        assert_eq!(
            folder.said(&["DIR/a.csv:x", "DIR/a.csv:y"], &gold(path, id)),
            "x [1.0, 1.0, 0.0]\ny [0.0, 1.0, 1.0]\n"
        );
    }
    let said = folder.said(
        &["DIR/a.csv:x", "DIR/z.jsonl:label"],
        &gold("a.csv:gold", "id"),
    );
    assert!(
        said.starts_with(
            "non_finite: z.jsonl:2 (column `label`): expected a label, found an empty one"
        ),
        "{said}"
    );
    let zero = Options {
        missing: Missing::Zero,
        ..gold("a.csv:gold", "id")
    };
    let said = folder.said(&["DIR/a.csv:x", "DIR/z.jsonl:label"], &zero);
    assert!(
        said.starts_with("a [1.0, 1.0, 0.0]\nz [0.0, 0.0, 1.0]\n"),
        "{said}"
    );
    let by = Options {
        by: Some("kind".to_owned()),
        ..gold("a.csv:gold", "")
    };
    assert_eq!(
        folder
            .load(&["DIR/a.csv:x", "DIR/a.csv:y"], &by)
            .unwrap()
            .by
            .unwrap()
            .codes,
        [1, 2, 1]
    );
}
