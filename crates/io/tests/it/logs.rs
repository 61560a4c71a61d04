//! JSON lines, long tables, sub-populations, and logs of evaluation frameworks.

use std::io::Write;

use restrap_io::{By, Format, Missing, Options, describe};

use crate::support::{Folder, filtered};

fn options(change: impl FnOnce(&mut Options)) -> Options {
    let mut options = Options::default();
    change(&mut options);
    options
}

const LINES: &str = concat!(
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
    assert_eq!(folder.said(&["DIR/a.jsonl:metrics.f1"], &filtered), "a [0.25]\n");
}

#[test]
fn a_list_of_objects_is_read_like_lines() {
    let list = "[\n{\"id\": 1, \"s\": 0.5},\n{\"id\": 2, \"s\": \"x\"}]";
    let folder = Folder::new(&[("a.json", list.as_bytes()), ("b", list.replace("\"x\"", "2").as_bytes())]);
    assert_eq!(folder.said(&["DIR/b:s"], &Options::default()), "b [0.5, 2.0]\n");
    assert_eq!(
        folder.said(&["DIR/a.json:s"], &Options::default()),
        "unreadable: a.json:3 (column `s`): expected a number, found the text `x`\n\
         hint: write numbers without quotes, or pick another field with `FILE:FIELD`\n"
    );
    let described = describe(&folder.path("b"), &Options::default()).unwrap();
    assert_eq!((described.format, described.rows, described.columns.len()), (Format::Json, 2, 2));
}

#[test]
fn bad_records_say_line_path_and_what_to_do() {
    let said = |text: &str, field: &str| {
        let folder = Folder::new(&[("a.jsonl", text.as_bytes())]);
        folder.said(&[&format!("DIR/a.jsonl:{field}")], &Options::default())
    };
    for (text, field, expected) in [
        ("{\"s\": 1}\n{\"s\": NaN}\n", "s", "unreadable: a.jsonl:2:7: expected JSON, found"),
        (
            "{\"s\": 1}\n{\"t\": 1}\n",
            "s",
            "non_finite: a.jsonl:2 (column `s`): expected a number, found no value",
        ),
        ("{\"s\": 1}\n[1]\n", "s", "unreadable: a.jsonl:2:1: expected a JSON object, found `[1]`"),
        ("{\"s\": 1, \"s\": 2}\n", "s", "unreadable: a.jsonl:1: expected each key once, found `s` twice"),
        ("{\"s\": 1e400}\n", "s", "non_finite: a.jsonl:1 (column `s`): expected a number up to 1.8e308"),
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
            "usage: a.jsonl: :COLUMN asks for the column `m.ac`, which this file does",
        ),
        ("\n\n", "s", "empty: a.jsonl: expected scores, found no records"),
        ("{\"s\": 1", "s", "unreadable: a.jsonl:1:7: expected JSON, found"),
    ] {
        let said = said(text, field);
        assert!(said.starts_with(expected), "{text}: {said}");
        assert!(said.contains("hint: ") || said.starts_with("empty"), "{said}");
    }
    let binary = Folder::new(&[("a.jsonl", b"{\"s\": 1}\n{\"\xff\": 1}\n")]);
    let said = binary.said(&["DIR/a.jsonl:s"], &Options::default());
    assert!(said.starts_with("unreadable: a.jsonl:2:3: expected UTF-8 text, found `\\xff"), "{said}");
}

#[test]
fn records_pair_by_id_and_a_doubled_one_names_the_field_that_differs() {
    let folder = Folder::new(&[
        ("a.jsonl", b"{\"id\":1,\"s\":0.1}\n{\"id\":2,\"s\":0.2}\n"),
        ("b.csv", b"id,s\n2,20\n1,10\n"),
        ("c.jsonl", b"{\"id\":1,\"f\":\"x\",\"s\":0.1}\n{\"id\":1,\"f\":\"y\",\"s\":0.2}\n"),
    ]);
    let by_id = options(|o| o.id = vec!["id".to_owned()]);
    assert_eq!(folder.said(&["DIR/a.jsonl:s", "DIR/b.csv:s"], &by_id), "a [0.1, 0.2]\nb [10.0, 20.0]\n");
    assert!(folder.said(&["DIR/a.jsonl:s", "DIR/b.csv:s"], &Options::default()).contains("`id=id`"));
    assert_eq!(
        folder.said(&["DIR/c.jsonl:s"], &by_id),
        "ids: c.jsonl: expected each id once, found `1` on lines 1 and 2\n\
         hint: the records differ in `f` (`x` and `y`): keep one kind with `where=f=x`, or add it to the id: \
         `id=id,f`\n"
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
        folder.said(&["DIR/a.csv"], &long(None, Missing::Drop)).starts_with("x [0.5]\ny [1.0]\nz [1.0]\n")
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
        ("b.csv", b"id,s\n3,30\n1,10\n"),
        ("c.txt", b"1\n2\n3\n"),
    ]);
    let by = |column: &str| {
        options(|o| {
            o.id = vec!["id".to_owned()];
            o.by = Some(column.to_owned());
            o.missing = Missing::Drop;
        })
    };
    let expected =
        By { column: "kind".to_owned(), values: vec!["x".to_owned(), "y".to_owned()], codes: vec![1, 1] };
    for arguments in [["DIR/a.csv:s", "DIR/b.csv:s"], ["DIR/b.csv:s", "DIR/a.csv:s"]] {
        assert_eq!(folder.load(&arguments, &by("kind")).unwrap().by, Some(expected.clone()));
    }
    assert!(
        folder.said(&["DIR/a.csv:s", "DIR/b.csv:s"], &by("sort")).contains("by asks for the column `sort`")
    );
    let text = options(|o| o.by = Some("kind".to_owned()));
    assert!(folder.said(&["DIR/c.txt"], &text).starts_with("usage: c.txt: by needs a column of groups"));
}

fn sample(doc: u32, filter: &str, score: f64) -> String {
    format!(
        "{{\"doc_id\": {doc}, \"doc\": {{\"answer\": 7}}, \"target\": 7, \"resps\": [[\"x\"]], \"filter\": \"{filter}\", \
         \"metrics\": [\"exact_match\"], \"exact_match\": {score}}}\n"
    )
}

#[test]
fn samples_of_the_harness_pair_by_task_and_document() {
    let strict: String = [0, 1, 2].map(|doc| sample(doc, "strict-match", f64::from(doc % 2))).concat();
    let both = strict.clone() + &[0, 1, 2].map(|doc| sample(doc, "flexible-extract", 1.0)).concat();
    let reversed: String = [2, 1, 0].map(|doc| sample(doc, "strict-match", f64::from(doc))).concat();
    let folder = Folder::new(&[
        ("base/samples_gsm8k_2024-06-01T10-00-00.jsonl", strict.as_bytes()),
        ("base/samples_arc_2024-06-01T10-00-00.jsonl", sample(0, "none", 1.0).as_bytes()),
        ("new/samples_gsm8k_2025-01-02T00-00-00.jsonl", reversed.as_bytes()),
        ("new/samples_arc_2025-01-02T00-00-00.jsonl", sample(0, "none", 0.0).as_bytes()),
        ("both/samples_gsm8k_2025-01-02T00-00-00.jsonl", both.as_bytes()),
        ("scores.txt", b"1\n2\n3\n"),
    ]);
    // Tasks in the order of the names: arc, then gsm8k.
    assert_eq!(
        folder.said(&["DIR/base", "DIR/new"], &Options::default()),
        "base [1.0, 0.0, 1.0, 0.0]\nnew [0.0, 0.0, 1.0, 2.0]\n"
    );
    let loaded = folder.load(&["DIR/base", "DIR/new"], &options(|o| o.by = Some("task".to_owned()))).unwrap();
    assert_eq!(loaded.by.unwrap().codes, [1, 2, 2, 2]);
    let said = folder.said(&["DIR/both"], &Options::default());
    assert!(said.contains("keep one kind with `where=filter=strict-match`"), "{said}");
    let one = options(|o| o.filters = vec!["filter=strict-match".parse().unwrap()]);
    assert_eq!(folder.said(&["DIR/both"], &one), "both [0.0, 1.0, 0.0]\n");
    let said = folder.said(&["DIR/base", "DIR/scores.txt"], &Options::default());
    assert!(
        said.starts_with("ids: expected ids in every file, because base pairs by ids of its own"),
        "{said}"
    );
}

#[test]
fn a_filter_that_a_task_does_not_have_names_the_task() {
    let two =
        [0, 1].map(|doc| sample(doc, "strict-match", 1.0) + &sample(doc, "flexible-extract", 0.0)).concat();
    let none = sample(0, "none", 1.0);
    let folder = Folder::new(&[
        ("run/samples_arc_2024-06-01T10-00-00.jsonl", none.as_bytes()),
        ("run/samples_gsm8k_2024-06-01T10-00-00.jsonl", two.as_bytes()),
        ("run/samples_piqa_2024-06-01T10-00-00.jsonl", none.as_bytes()),
    ]);
    let said = |filters: &[&str]| folder.said(&["DIR/run"], &filtered(filters));
    assert_eq!(
        said(&["filter=strict-match"]),
        "empty: run: 2 of 3 tasks have no row with filter=strict-match: `arc`, `piqa`; the column holds `none` there\n\
         hint: keep them too: add where=filter=none (filters of one column are alternatives); or name the tasks \
         that you mean: where=task=gsm8k\n"
    );
    assert_eq!(said(&["filter=strict-match", "filter=none"]), "run [1.0, 1.0, 1.0, 1.0]\n");
    assert_eq!(said(&["filter=strict-match", "task=gsm8k"]), "run [1.0, 1.0]\n");
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
    let both = |doc| sample(doc, "strict-match", score(doc)) + &sample(doc, "flexible-extract", 1.0);
    let gsm8k = (0..60).map(both).collect();
    let record = |doc: u32| {
        let scores = format!(r#""acc": {}, "acc_norm": 1.0"#, score(doc));
        format!(
            "{{\"doc_id\": {doc}, \"doc\": {{}}, \"filtered_resps\": [\"1\"], \"filter\": \"none\", \
             \"metrics\": [\"acc\", \"acc_norm\"], {scores}}}\n"
        )
    };
    let arc = (0..40).map(record).collect();
    [(format!("samples_arc_easy_{date}.jsonl"), arc), (format!("samples_gsm8k_{date}.jsonl"), gsm8k)]
}

#[test]
fn metrics_of_tasks_that_are_filtered_out_are_no_systems() {
    let files: Vec<(String, String)> = [("le/base", "2025-01-01", false), ("le/new", "2025-02-01", true)]
        .into_iter()
        .flat_map(|(folder, date, flip)| {
            run(date, flip).map(|(name, text)| (format!("{folder}/{name}"), text))
        })
        .collect();
    let files: Vec<(&str, &[u8])> =
        files.iter().map(|(name, text)| (name.as_str(), text.as_bytes())).collect();
    let folder = Folder::new(&files);
    let both = ["DIR/le/base", "DIR/le/new"];
    let filters = filtered(&["filter=strict-match", "task=gsm8k"]);
    for missing in [Missing::Error, Missing::Drop, Missing::Zero] {
        let loaded = folder.load(&both, &Options { missing, ..filters.clone() }).unwrap();
        let [base, new] = &loaded.systems[..] else { panic!("{:?}", loaded.systems) };
        assert_eq!((base.scores.len(), &base.scores[..4]), (60, &[1.0, 0.0, 0.0, 1.0][..]), "{missing}");
        assert_eq!((new.scores.len(), &new.scores[..4]), (60, &[0.0, 1.0, 1.0, 0.0][..]), "{missing}");
        assert!(
            loaded.notes[0].ends_with(
                "base: not taken as systems (no value in the rows that are kept): `acc`, `acc_norm`"
            ),
            "{:?}",
            loaded.notes
        );
    }
    // A metric that was named is asked of the rows that are kept, and faults are counted on these.
    let said = folder.said(&["DIR/le/base:acc"], &filters);
    assert!(said.contains(":1 (column `acc`): expected a number, found no value (and 59 more"), "{said}");
    // What the hint says for a run without filters is what works.
    for argument in ["DIR/le/base", "DIR/le/base:exact_match"] {
        let said = folder.said(&[argument], &Options::default());
        assert!(said.starts_with("non_finite: le/base/samples_arc_easy_"), "{said}");
        let hint = "hint: the tasks report different metrics: name one, and the tasks that have it: \
                    `le/base:exact_match` where=task=gsm8k\n";
        assert!(said.ends_with(hint), "{said}");
    }
    let named = filtered(&["task=arc_easy"]);
    assert_eq!(folder.load(&["DIR/le/base:acc"], &named).unwrap().systems[0].scores.len(), 40);
    // A gap within a task is another thing.
    let gap = sample(0, "none", 1.0) + &sample(1, "none", 1.0).replace("\"exact_match\": 1", "\"x\": 1");
    let folder = Folder::new(&[
        ("r/samples_a_2025-01-01.jsonl", gap.as_bytes()),
        ("r/samples_b_2025-01-01.jsonl", sample(0, "none", 1.0).as_bytes()),
    ]);
    assert!(folder.said(&["DIR/r"], &Options::default()).contains("hint: `missing=drop` leaves"));
}

#[test]
fn filters_of_one_field_are_alternatives() {
    let folder = Folder::new(&[("a.jsonl", LINES.as_bytes())]);
    assert_eq!(
        folder.said(&["DIR/a.jsonl:metrics.f1"], &filtered(&["lang=de", "lang=en"])),
        "a [0.5, 0.25]\n"
    );
    let said = folder.said(&["DIR/a.jsonl:metrics.f1"], &filtered(&["lang=fr", "lang=it"]));
    assert!(said.starts_with("empty: a.jsonl: no row has lang=fr or lang=it; the column holds `"), "{said}");
}

fn zipped(members: &[(&str, &str)]) -> Vec<u8> {
    zipped_by(zip::CompressionMethod::Deflated, members)
}

fn zipped_by(method: zip::CompressionMethod, members: &[(&str, &str)]) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default().compression_method(method);
    for (name, text) in members {
        archive.start_file(*name, options).unwrap();
        archive.write_all(text.as_bytes()).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

const HEADER: &str = r#"{"version": 2, "eval": {"task": "t", "model": "m"}}"#;
const SUMMARIES: &str = r#"[
    {"id": 10, "epoch": 1, "scores": {"match": {"value": "C"}, "f": {"value": {"p": 0.5, "r": 1}}}, "metadata": {"k": "x"}},
    {"id": 9, "epoch": 1, "scores": {"match": {"value": "I"}, "f": {"value": {"p": 0, "r": 1}}}, "metadata": {"k": "y"}},
    {"id": 10, "epoch": 2, "scores": {"match": {"value": "P"}, "f": {"value": {"p": 1, "r": 1}}}},
    {"id": 9, "epoch": 2, "scores": {"match": {"value": "N"}, "f": {"value": {"p": 0, "r": 1}}}}]"#;

#[test]
fn logs_of_inspect_are_read_however_their_members_are_packed() {
    use zip::CompressionMethod::{Deflated, Stored, Zstd};
    let members = [("header.json", HEADER), ("summaries.json", SUMMARIES)];
    for method in [Stored, Deflated, Zstd] {
        let mut log = zipped_by(method, &members);
        let folder = Folder::new(&[("a.eval", &log)]);
        let loaded = folder.load(&["DIR/a.eval:match"], &Options::default()).unwrap();
        assert_eq!(loaded.systems[0].scores, [0.0, 0.75], "{method:?}");
        // A changed byte of a member is noticed: archives hold checksums.
        let at = log.windows(4).position(|bytes| bytes == b"json").unwrap() + 40;
        log[at] ^= 1;
        let folder = Folder::new(&[("a.eval", &log)]);
        assert!(folder.load(&["DIR/a.eval:match"], &Options::default()).is_err(), "{method:?}");
    }
    // Method 93 is Zstandard: what Inspect writes.
    let log = zipped_by(Zstd, &members);
    assert_eq!(u16::from_le_bytes([log[8], log[9]]), 93);
}

#[test]
fn logs_of_inspect_are_one_item_a_sample_and_one_column_a_scorer() {
    let log = zipped(&[("header.json", HEADER), ("summaries.json", SUMMARIES)]);
    let json = format!(r#"{{"version": 2, "eval": {{"task": "t"}}, "samples": {SUMMARIES}}}"#);
    let unfinished = zipped(&[("_journal/start.json", "{}")]);
    let folder = Folder::new(&[
        ("a.eval", &log),
        ("b.json", json.as_bytes()),
        ("logs/x.eval", &log),
        ("u.eval", &unfinished),
        ("arrays", &zipped(&[("x.npy", "")])),
    ]);
    let expected = "match [0.0, 0.75]\nf.p [0.0, 0.75]\nf.r [1.0, 1.0]\n";
    for (name, argument) in [("a.eval", "DIR/a.eval"), ("b.json", "DIR/b.json"), ("logs", "DIR/logs")] {
        let said = folder.said(&[argument], &options(|o| o.paired = false));
        assert_eq!(
            said,
            format!(
                "{expected}note: {name}: the epochs of 2 samples are averaged: items are samples, not answers\n"
            )
        );
    }
    // One metric of a run against another would compare no systems.
    assert_eq!(
        folder.said(&["DIR/logs"], &Options::default()),
        "usage: logs: expected a measure, as logs:match, found none, and 3 measures in the file\n\
         hint: the measures are match, f.p, f.r\n"
    );
    let loaded =
        folder.load(&["DIR/a.eval:match"], &options(|o| o.by = Some("metadata.k".to_owned()))).unwrap();
    assert_eq!(loaded.by.unwrap().values, ["y", "x"]);
    assert!(
        folder.said(&["DIR/u.eval"], &Options::default()).contains("found a log that was never finished")
    );
    assert!(folder.said(&["DIR/arrays"], &Options::default()).contains("found a zip archive (.npz?)"));
    let bad = SUMMARIES.replace("\"P\"", "\"maybe\"");
    let folder = Folder::new(&[("a.eval", &zipped(&[("header.json", HEADER), ("summaries.json", &bad)]))]);
    assert_eq!(
        folder.said(&["DIR/a.eval"], &Options::default()),
        "unreadable: a.eval: sample `10` (scorer `match`): expected a number, found the text `maybe`\n\
         hint: a score is a number, a boolean, or one of C, P, I and N\n"
    );
}

/// Where the data of a stored or packed member start: behind its local header.
fn data_of(archive: &[u8], member: &str) -> usize {
    let mut from = 0;
    loop {
        let at = from + archive[from..].windows(4).position(|four| four == b"PK\x03\x04").expect("a member");
        let length =
            |place: usize| usize::from(u16::from_le_bytes([archive[at + place], archive[at + place + 1]]));
        let (name, extra) = (length(26), length(28));
        if &archive[at + 30..at + 30 + name] == member.as_bytes() {
            return at + 30 + name + extra;
        }
        from = at + 4;
    }
}

#[test]
fn members_packed_with_zstandard_are_read_like_deflated_ones() {
    let summarised = [("header.json", HEADER), ("summaries.json", SUMMARIES)];
    let single = [
        ("header.json", HEADER),
        ("samples/1_epoch_1.json", r#"{"id": 1, "scores": {"match": {"value": "C"}}}"#),
        ("samples/2_epoch_1.json", r#"{"id": 2, "scores": {"match": {"value": "I"}}}"#),
    ];
    for members in [&summarised[..], &single] {
        let packed = zipped_by(zip::CompressionMethod::ZSTD, members);
        // Method 93, as the archive itself says, and a frame of Zstandard.
        let data = data_of(&packed, "header.json");
        assert_eq!(packed[8..10], [93, 0]);
        assert_eq!(packed[data..data + 4], [0x28, 0xb5, 0x2f, 0xfd]);
        let folder = Folder::new(&[
            ("deflated/x.eval", &zipped(members)),
            ("packed/x.eval", &packed),
            ("stored/x.eval", &zipped_by(zip::CompressionMethod::Stored, members)),
        ]);
        let scores = |name: &str| -> Vec<Vec<f64>> {
            let loaded = folder.load(&[&format!("DIR/{name}:match")], &Options::default()).unwrap();
            loaded.systems.into_iter().map(|system| system.scores).collect()
        };
        for place in ["packed", "stored", "packed/x.eval"] {
            assert_eq!(scores(place), scores("deflated/x.eval"), "{place}");
        }
    }
}

#[test]
fn a_damaged_member_of_zstandard_is_an_error_and_its_window_is_bounded() {
    let members = [("header.json", HEADER), ("summaries.json", SUMMARIES)];
    let packed = zipped_by(zip::CompressionMethod::ZSTD, &members);
    let said = |archive: &[u8]| {
        let folder = Folder::new(&[("a.eval", archive)]);
        folder.said(&["DIR/a.eval:match"], &Options::default())
    };
    assert!(said(&packed).starts_with("a [0.0, 0.75]"));
    // The content's checksum stands in the central directory, behind the name of which it is found.
    let directory = packed.windows(4).position(|four| four == b"PK\x01\x02").expect("a directory");
    let mut other = packed.clone();
    other[directory + 16] ^= 1;
    assert!(
        said(&other).contains("expected a complete Inspect log, found Invalid checksum"),
        "{}",
        said(&other)
    );
    // A frame without a single segment and a window of 2^(10 + 17) bytes.
    let data = data_of(&packed, "header.json");
    let mut wide = packed.clone();
    wide[data + 4..data + 9].copy_from_slice(&[0, 17 << 3, 1, 0, 0]);
    assert!(said(&wide).contains("memory"), "{}", said(&wide));
    for at in data..data + 40 {
        let mut changed = packed.clone();
        changed[at] ^= 0xff;
        let outcome = said(&changed);
        assert!(
            outcome.starts_with("unreadable: ") || outcome.starts_with("a [0.0, 0.75]"),
            "{at}: {outcome}"
        );
    }
}

#[test]
fn a_bare_nan_of_inspect_is_a_missing_score_and_an_infinity_none() {
    let samples = |value: &str| {
        format!(
            r#"[{{"id": 1, "input": "NaN, Infinity", "scores": {{"f": {{"value": 0.5}}, "g": {{"value": NaN}}}}}},
            {{"id": 2, "metadata": {{"x": Infinity}}, "scores": {{"f": {{"value": {value}}}}}}}]"#
        )
    };
    let eval = r#"{"status": "success", "eval": {"task": "t"}, "results": {"stderr": NaN}}"#;
    let archive = |value: &str| zipped(&[("header.json", eval), ("summaries.json", &samples(value))]);
    let json = |value: &str| {
        eval.replace("\"results\"", &format!("\"samples\": {}, \"results\"", samples(value))).into_bytes()
    };
    let folder = Folder::new(&[
        ("n.eval", &archive("NaN")),
        ("n.json", &json("NaN")),
        ("i.eval", &archive("-Infinity")),
        ("i.json", &json("-Infinity")),
        ("x.json", &json("Nan")),
    ]);
    let missing = |missing| options(|o| o.missing = missing);
    for name in ["n.eval", "n.json"] {
        let said = |argument: &str, rule| folder.said(&[argument], &missing(rule));
        let argument = format!("DIR/{name}");
        let gap = said(&argument, Missing::Error);
        let expected = format!(
            "non_finite: {name}: sample `2` (scorer `f`): expected a number, found no value\nhint: `missing=drop`"
        );
        assert!(gap.starts_with(&expected), "{gap}");
        let dropped = said(&argument, Missing::Drop);
        assert!(dropped.starts_with("n [0.5]\n"), "{dropped}");
        assert!(
            dropped.contains("not taken as systems (no value in the rows that are kept): `g`"),
            "{dropped}"
        );
        assert!(said(&argument, Missing::Zero).starts_with("n [0.5, 0.0]\n"));
        let named = said(&format!("{argument}:g"), Missing::Error);
        assert!(
            named.contains("sample `1` (scorer `g`): expected a number, found no value (and 1"),
            "{named}"
        );
    }
    for name in ["i.eval", "i.json"] {
        assert_eq!(
            folder.said(&[&format!("DIR/{name}")], &missing(Missing::Drop)),
            format!(
                "non_finite: {name}: sample `2` (scorer `f`): expected a finite number, found the text `-Infinity`\n\
                 hint: a score must be finite: correct it, or write NaN for a missing one\n"
            )
        );
    }
    let said = folder.said(&["DIR/x.json"], &missing(Missing::Drop));
    assert!(said.starts_with("unreadable: x.json:") && said.contains("expected JSON, found"), "{said}");
}

#[test]
fn a_log_that_did_not_succeed_says_so_and_how_many_samples_it_has() {
    let header = |status: &str| format!(r#"{{"status": "{status}", "eval": {{"task": "t"}}}}"#);
    let samples = r#"[{"id": 1, "scores": {"f": {"value": 1}}}, {"id": 2, "scores": {"f": {"value": 0}}}]"#;
    let log = |status: &str| zipped(&[("header.json", &header(status)), ("summaries.json", samples)]);
    let json = header("error").replace("\"eval\"", &format!("\"samples\": {samples}, \"eval\""));
    let folder = Folder::new(&[
        ("good.eval", &log("success")),
        ("cut.eval", &log("cancelled")),
        ("logs/cut.eval", &log("cancelled")),
        ("bad.json", json.as_bytes()),
    ]);
    let said = |argument: &str| folder.said(&[argument], &Options::default());
    assert_eq!(said("DIR/good.eval"), "good [1.0, 0.0]\n");
    for (argument, name, file, status) in [
        ("DIR/cut.eval", "cut", "cut.eval", "cancelled"),
        ("DIR/bad.json", "bad", "bad.json", "error"),
        ("DIR/logs", "logs", "logs/cut.eval", "cancelled"),
    ] {
        let note = format!("the status of the log is `{status}`, not `success`: it has 2 samples");
        assert_eq!(said(argument), format!("{name} [1.0, 0.0]\nnote: {file}: {note}\n"));
    }
}

#[test]
fn no_prefix_and_no_changed_byte_of_a_log_panics() {
    let log = zipped(&[("header.json", HEADER), ("summaries.json", SUMMARIES)]);
    let json = format!(r#"{{"version": 2, "eval": {{"task": "t"}}, "samples": {SUMMARIES}}}"#).into_bytes();
    let list = LINES.replace("\n\n", ",").trim_end().to_owned();
    let files = [
        ("a.eval", log),
        ("a.json", json),
        ("a.jsonl", LINES.into()),
        ("b.json", format!("[{list}]").into_bytes()),
    ];
    let sound = |name: &str, bytes: &[u8]| {
        let folder = Folder::new(&[(name, bytes)]);
        match folder.load(&[&format!("DIR/{name}")], &Options::default()) {
            Ok(loaded) => assert!(loaded.systems.iter().flat_map(|s| &s.scores).all(|x| x.is_finite())),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    };
    for (name, bytes) in &files {
        for end in 0..bytes.len() {
            sound(name, &bytes[..end]);
        }
        for at in 0..bytes.len() {
            for value in [0, b'"', 0xff] {
                let mut changed = bytes.clone();
                changed[at] = value;
                sound(name, &changed);
            }
        }
    }
}

#[test]
fn systems_on_their_own_keep_the_scores_that_they_have() {
    let folder = Folder::new(&[("a.csv", b"a,b\n1,\n2,0.5\n,0.25\n"), ("c.txt", b"7\n")]);
    let alone = options(|o| {
        o.paired = false;
        o.missing = Missing::Drop;
    });
    let said = folder.said(&["DIR/a.csv", "DIR/c.txt"], &alone);
    assert!(said.starts_with("a [1.0, 2.0]\nb [0.5, 0.25]\nc [7.0]\n"), "{said}");
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
            o.id = [id].into_iter().filter(|id| !id.is_empty()).map(str::to_owned).collect();
        })
    };
    for (path, id) in [("a.csv:gold", ""), ("a.csv:gold", "id"), ("gold.txt", "")] {
        assert_eq!(
            folder.said(&["DIR/a.csv:x", "DIR/a.csv:y"], &gold(path, id)),
            "x [1.0, 1.0, 0.0]\ny [0.0, 1.0, 1.0]\n"
        );
    }
    let said = folder.said(&["DIR/a.csv:x", "DIR/z.jsonl:label"], &gold("a.csv:gold", "id"));
    assert!(
        said.starts_with("non_finite: z.jsonl:2 (column `label`): expected a label, found an empty one"),
        "{said}"
    );
    let zero = Options { missing: Missing::Zero, ..gold("a.csv:gold", "id") };
    let said = folder.said(&["DIR/a.csv:x", "DIR/z.jsonl:label"], &zero);
    assert!(said.starts_with("x [1.0, 1.0, 0.0]\nz [0.0, 0.0, 1.0]\n"), "{said}");
    let by = Options { by: Some("kind".to_owned()), ..gold("a.csv:gold", "") };
    assert_eq!(folder.load(&["DIR/a.csv:x", "DIR/a.csv:y"], &by).unwrap().by.unwrap().codes, [1, 2, 1]);
}
