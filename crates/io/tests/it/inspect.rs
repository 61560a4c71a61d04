//! Logs of Inspect: archives and JSON.

use std::io::Write;

use restrap_io::{Missing, Options};

use crate::logs::{LINES, options};
use crate::support::Folder;

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

/// A small log.
pub fn small() -> Vec<u8> {
    zipped(&[("header.json", HEADER), ("summaries.json", SUMMARIES)])
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
        let loaded = folder
            .load(&["DIR/a.eval:match"], &Options::default())
            .unwrap();
        assert_eq!(loaded.systems[0].scores, [0.0, 0.75], "{method:?}");
        // A changed byte of a member is noticed: archives hold checksums.
        let at = log.windows(4).position(|bytes| bytes == b"json").unwrap() + 40;
        log[at] ^= 1;
        let folder = Folder::new(&[("a.eval", &log)]);
        assert!(
            folder
                .load(&["DIR/a.eval:match"], &Options::default())
                .is_err(),
            "{method:?}"
        );
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
    for (name, argument) in [
        ("a.eval", "DIR/a.eval"),
        ("b.json", "DIR/b.json"),
        ("logs", "DIR/logs"),
    ] {
        let said = folder.said(&[argument], &options(|o| o.paired = false));
        assert_eq!(
            said,
            format!(
                "{expected}note: {name}: the epochs of 2 samples are averaged: items are samples, not answers; `id=id repeat=epoch \
                 reduce=pass@K` takes them otherwise\n"
            )
        );
    }
    // One metric of a run against another would compare no systems.
    assert_eq!(
        folder.said(&["DIR/logs"], &Options::default()),
        "usage: logs: expected a measure, as logs:match, found none, and 3 measures in the file\n\
         hint: the measures are match, f.p, f.r\n"
    );
    let loaded = folder
        .load(
            &["DIR/a.eval:match"],
            &options(|o| o.by = Some("metadata.k".to_owned())),
        )
        .unwrap();
    assert_eq!(loaded.by.unwrap().values, ["y", "x"]);
    assert!(
        folder
            .said(&["DIR/u.eval"], &Options::default())
            .contains("found a log that was never finished")
    );
    assert!(
        folder
            .said(&["DIR/arrays"], &Options::default())
            .contains("found a zip archive (.npz?)")
    );
    let bad = SUMMARIES.replace("\"P\"", "\"maybe\"");
    let folder = Folder::new(&[(
        "a.eval",
        &zipped(&[("header.json", HEADER), ("summaries.json", &bad)]),
    )]);
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
        let at = from
            + archive[from..]
                .windows(4)
                .position(|four| four == b"PK\x03\x04")
                .expect("a member");
        let length = |place: usize| {
            usize::from(u16::from_le_bytes([
                archive[at + place],
                archive[at + place + 1],
            ]))
        };
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
        (
            "samples/1_epoch_1.json",
            r#"{"id": 1, "scores": {"match": {"value": "C"}}}"#,
        ),
        (
            "samples/2_epoch_1.json",
            r#"{"id": 2, "scores": {"match": {"value": "I"}}}"#,
        ),
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
            (
                "stored/x.eval",
                &zipped_by(zip::CompressionMethod::Stored, members),
            ),
        ]);
        let scores = |name: &str| -> Vec<Vec<f64>> {
            let loaded = folder
                .load(&[&format!("DIR/{name}:match")], &Options::default())
                .unwrap();
            loaded
                .systems
                .into_iter()
                .map(|system| system.scores)
                .collect()
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
    let directory = packed
        .windows(4)
        .position(|four| four == b"PK\x01\x02")
        .expect("a directory");
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
    let archive =
        |value: &str| zipped(&[("header.json", eval), ("summaries.json", &samples(value))]);
    let json = |value: &str| {
        eval.replace(
            "\"results\"",
            &format!("\"samples\": {}, \"results\"", samples(value)),
        )
        .into_bytes()
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
            "non_finite: {name}: sample `2` (scorer `f`): expected a number, found none: unscored\nhint: `missing=drop`"
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
    assert!(
        said.starts_with("unreadable: x.json:") && said.contains("expected JSON, found"),
        "{said}"
    );
}

#[test]
fn a_log_that_did_not_succeed_says_so_and_how_many_samples_it_has() {
    let header = |status: &str| format!(r#"{{"status": "{status}", "eval": {{"task": "t"}}}}"#);
    let samples =
        r#"[{"id": 1, "scores": {"f": {"value": 1}}}, {"id": 2, "scores": {"f": {"value": 0}}}]"#;
    let log = |status: &str| {
        zipped(&[
            ("header.json", &header(status)),
            ("summaries.json", samples),
        ])
    };
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
        assert_eq!(
            said(argument),
            format!("{name} [1.0, 0.0]\nnote: {file}: {note}\n")
        );
    }
}

#[test]
fn no_prefix_and_no_changed_byte_of_a_log_panics() {
    let log = zipped(&[("header.json", HEADER), ("summaries.json", SUMMARIES)]);
    let json = format!(r#"{{"version": 2, "eval": {{"task": "t"}}, "samples": {SUMMARIES}}}"#)
        .into_bytes();
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
            Ok(loaded) => assert!(
                loaded
                    .systems
                    .iter()
                    .flat_map(|s| &s.scores)
                    .all(|x| x.is_finite())
            ),
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
