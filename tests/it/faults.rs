//! Outputs that could harm the files next to them, and inputs that could take the machine: refused before anything is written or
//! reserved, or made harmless.

use std::fmt::Write as _;
use std::fs;
use std::io::Write;

use crate::support::{Folder, Ran, binary_pair, program};

/// Refused as usage, with nothing written.
fn refused(folder: &Folder, line: &str, expected: &str) {
    let before = fs::read_dir(folder.path()).expect("a folder").count();
    let ran = folder.restrap(line);
    assert_eq!(ran.code, Some(2), "{ran}");
    assert!(
        ran.error().contains(expected),
        "expected `{expected}`: {ran}"
    );
    assert!(ran.hint().is_some(), "{ran}");
    assert_eq!(
        fs::read_dir(folder.path()).expect("a folder").count(),
        before,
        "{ran}"
    );
}

/// Two lines of text and their reference.
fn texts() -> Folder {
    Folder::with(&[("h.txt", "a b\nc d\n"), ("r.txt", "a b\nc e\n")])
}

#[test]
fn two_outputs_of_one_file_are_refused() {
    let folder = texts();
    for other in ["out.csv", "./out.csv"] {
        let line = format!("score h.txt --ref r.txt --metric wer -o out.csv --json={other}");
        refused(&folder, &line, "found ");
    }
    refused(
        &folder,
        "score h.txt --ref r.txt --metric wer -o x.npy --json=x.npy.json",
        "which are the same",
    );
    refused(
        &folder,
        "generate continuous --items 5 x.txt ./x.txt",
        "found ./x.txt and x.txt, which are the same",
    );
    refused(
        &folder,
        "power curve --items 50 --json=x.svg --plot x.svg",
        "which are the same",
    );
}

#[cfg(unix)]
#[test]
fn a_link_to_another_output_and_a_file_of_several_names_are_refused() {
    let folder = texts();
    let path = |name: &str| folder.path().join(name);
    std::os::unix::fs::symlink("out.csv", path("link.json")).expect("a link");
    refused(
        &folder,
        "score h.txt --ref r.txt --metric wer -o out.csv --json=link.json",
        "which are the same",
    );
    folder.put("kept.json", "old");
    fs::hard_link(path("kept.json"), path("backup.json")).expect("a hard link");
    refused(
        &folder,
        "score h.txt --ref r.txt --metric wer --json=kept.json",
        "one with 2 hard links",
    );
    assert_eq!(folder.read("backup.json"), b"old");
}

#[test]
fn the_name_of_a_system_does_not_leave_the_folder() {
    let folder = texts();
    let line = "score ../evil=h.txt --ref r.txt --metric wer -o 'out-{}.csv'";
    refused(&folder, line, "found `../evil`");
    refused(
        &folder,
        &line.replace("../evil", "/tmp/evil"),
        "found `/tmp/evil`",
    );
}

#[test]
fn no_cell_of_csv_is_a_formula_and_ids_come_back() {
    let rows = (0..12).map(|item| format!("-x{item},{},{}", item % 2, item % 3 / 2));
    let rows = rows.collect::<Vec<_>>().join("\n");
    let folder = Folder::with(&[("t.csv", &format!("id,base,=1+1\n{rows}\n"))]);
    let ran = folder.restrap("compare t.csv --id id --output csv");
    assert!(ran.out.contains(",'=1+1,"), "{ran}");
    let columns = "--id id --columns base,c --formula base/c";
    let counts = Folder::with(&[("t.csv", "id,base,c\n-x,1,2\n@y,0,1\n'=z,1,1\n")]);
    let saved = counts.restrap(&format!("score s=t.csv {columns} -o s.csv"));
    assert_eq!(saved.code, Some(0), "{saved}");
    let text = String::from_utf8(counts.read("s.csv")).expect("text");
    for id in ["\n'-x,", "\n'@y,", "\n'=z,"] {
        assert!(text.contains(id), "{text}");
    }
    let again = counts.restrap(&format!("compare a=t.csv b=s.csv {columns}"));
    assert_eq!(again.code, Some(0), "the ids pair: {again}");
}

#[test]
fn threads_of_the_environment_are_bounded() {
    let folder = binary_pair(3, 2, 5);
    let line = "compare base.txt new.txt --json";
    let mut command = program(folder.path(), line);
    let ran = Ran::of(
        line,
        command
            .env("RAYON_NUM_THREADS", "5000")
            .output()
            .expect("the program starts"),
    );
    let threads = ran.json()["host"]["threads"].as_u64().expect("a number");
    assert!(ran.code == Some(0) && threads < 5000, "{ran}");
    assert!(
        ran.err.contains(&format!(
            "RAYON_NUM_THREADS asks for 5000 threads: {threads} are used"
        )),
        "{ran}"
    );
}

#[test]
fn content_beyond_the_budget_is_refused_with_its_bytes() {
    let folder = binary_pair(3, 2, 5);
    let mut bomb = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    bomb.write_all("0.5\n".repeat(8 << 20).as_bytes())
        .expect("in memory");
    folder.put("bomb.gz", bomb.finish().expect("in memory"));
    let line = "compare bomb.gz bomb.gz --memory 20MiB";
    for line in [
        line,
        "inspect bomb.gz --memory 20m",
        "score h=bomb.gz --ref bomb.gz --metric wer --memory 20m",
    ] {
        let ran = folder.restrap(line);
        assert_eq!(ran.code, Some(4), "{ran}");
        let error =
            "bomb.gz: expected content of at most 20971520 bytes in memory, found at least ";
        assert!(ran.error().contains(error), "{ran}");
        assert!(
            ran.hint().is_some_and(|hint| hint.contains("--memory ")),
            "{ran}"
        );
    }
    let ran = folder.restrap("ci bomb.gz --memory 1GiB");
    assert_eq!(ran.code, Some(0), "{ran}");
    let ran = folder.restrap("ci base.txt --memory little");
    assert_eq!(ran.code, Some(2), "{ran}");
}

#[cfg(unix)]
#[test]
fn a_device_without_end_is_refused() {
    let ran = binary_pair(3, 2, 5).restrap("inspect /dev/zero --input-format npy --memory 32MiB");
    assert_eq!(ran.code, Some(4), "{ran}");
    assert!(
        ran.error()
            .starts_with("/dev/zero: expected content of at most 33554432 bytes"),
        "{ran}"
    );
}

/// What text of files may hold: a cleared screen, a title, a colour of ours and of others, C1, a carriage return, turns of direction.
const HOSTILE: [&str; 6] = [
    "\u{1b}[2J",
    "\u{1b}]0;title\u{7}",
    "\u{1b}[31mred\u{1b}[0m",
    "\u{9b}5n",
    "a\u{202e}b\u{2028}",
    "x\ry\u{7f}",
];

/// Names, ids, values, classes and metadata that hold it.
fn hostile(evil: &str) -> Folder {
    let mut table = format!("id,one{evil},two{evil},by\n");
    let mut labels = "gold,a,b\n".to_owned();
    for item in 0..12 {
        let (one, two) = (u8::from(item % 3 == 0), u8::from(item % 2 == 0));
        writeln!(
            table,
            "\"i{item}{evil}\",{one},{two},\"g{}{evil}\"",
            item % 2
        )
        .expect("a string");
        writeln!(labels, "\"x{one}{evil}\",\"x{two}{evil}\",\"x{one}{evil}\"").expect("a string");
    }
    let folder = Folder::with(&[("t.csv", &table), ("l.csv", &labels)]);
    folder.put("bad.csv", format!("id,one\n\"i{evil}\",\"x{evil}\"\n"));
    folder.put("dup.csv", format!("id,one\n\"i{evil}\",1\n\"i{evil}\",0\n"));
    folder.put(
        "saved.csv",
        format!(
            "# restrap.metric: {{\"metric\":\"cer\"}}{}\ncer\n0.5\n1\n",
            evil.replace('\r', "\\r")
        ),
    );
    folder
}

#[test]
fn no_text_of_a_file_steers_a_terminal() {
    let lines = [
        "compare t.csv --id id",
        "compare t.csv --id id --by by -v --report-methods",
        "compare t.csv --id id --output markdown",
        "compare t.csv --id id --output latex",
        "compare t.csv --id id --noninferior 1pt --require noninferior",
        "ci t.csv",
        "inspect t.csv",
        "inspect t.csv --id id",
        "compare bad.csv t.csv",
        "compare dup.csv t.csv --id id",
        "compare t.csv dup.csv --id id",
        "compare t.csv:zzz t.csv",
        "compare t.csv --where by=zz",
        "compare l.csv:a l.csv:b --gold l.csv:gold --metric f1 --average macro",
        "score l.csv:a l.csv:b --gold l.csv:gold --metric f1 --average macro --per-class",
        "compare l.csv:a l.csv:b --gold l.csv:gold --metric f1",
        "compare saved.csv saved.csv",
    ];
    for evil in HOSTILE {
        let folder = hostile(evil);
        let typed = [
            "compare no*.txt t.csv",
            "ci s*=5/10",
            "compare --x*",
            "compare t.csv --metric x*",
        ];
        let typed = typed.map(|line| line.replace('*', evil));
        for line in lines
            .iter()
            .copied()
            .chain(typed.iter().map(String::as_str))
        {
            let ran = folder.restrap(line);
            for text in [&ran.out, &ran.err] {
                let harmful = |c: char| {
                    c != '\n' && (c.is_control() || ('\u{2028}'..='\u{202e}').contains(&c))
                };
                assert!(!text.contains(harmful), "{evil:?}: {ran:?}");
            }
        }
    }
}

/// CSV and JSON are for other programs and pass as they are, but not to a terminal, where JSON stays JSON.
#[cfg(target_os = "linux")]
#[test]
fn csv_and_json_on_a_terminal_show_what_they_hold() {
    let folder = hostile("\u{9b}5n");
    let program = assert_cmd::cargo::cargo_bin!("restrap").display();
    let lines = [
        ("compare t.csv --id id --output csv", "one\\u{9b}5n"),
        ("ci x\u{9b}5n=5/10 --json", "x\\\\u{9b}5n"),
    ];
    for (line, shown) in lines {
        let command = format!("{program} {line}");
        let ran = std::process::Command::new("script")
            .args(["-qc", &command, "/dev/null"])
            .current_dir(folder.path())
            .output();
        let Ok(ran) = ran else {
            println!("SKIPPED: script (util-linux) makes a terminal");
            return;
        };
        let text = String::from_utf8_lossy(&ran.stdout);
        assert!(text.contains(shown) && !text.contains('\u{9b}'), "{text}");
    }
}

#[test]
fn what_is_alike_is_warned_of_once() {
    let mut table = "id,base".to_owned();
    for system in 0..8 {
        write!(table, ",s{system}").expect("a string");
    }
    for item in 0..300 {
        write!(table, "\n{item},{}", item % 2).expect("a string");
        for system in 0..8 {
            // Reciprocal ranks of six digits.
            table += [",0.333333", ",0.166667", ",1", ",0"][(item * (system + 3) / 2) % 4];
        }
    }
    let ran = Folder::with(&[("t.csv", &format!("{table}\n"))]).restrap("compare t.csv --id id");
    assert_eq!(ran.code, Some(0), "{ran}");
    assert_eq!(
        ran.sentences().matches("which breaks true ties").count(),
        1,
        "{ran}"
    );
    assert!(ran.sentences().contains("(and s1, s2 and 5 more)"), "{ran}");
}

#[test]
fn papers_have_every_metric_under_its_name_and_a_short_caption() {
    let folder = texts();
    folder.put("g.txt", "a b\nc e\n");
    let line = "compare h.txt g.txt --ref r.txt --metric wer,chrf --output";
    for form in ["markdown", "latex", "csv"] {
        let ran = folder.restrap(&format!("{line} {form}"));
        assert_eq!(ran.code, Some(0), "{ran}");
        // As papers print them; programs read what is typed.
        let names = if form == "csv" {
            ["wer", "chrf"]
        } else {
            ["WER", "chrF"]
        };
        assert!(names.iter().all(|name| ran.out.contains(name)), "{ran}");
        assert!(!ran.out.contains("| score"), "{ran}");
    }
    let latex = folder.restrap(&format!("{line} latex"));
    let caption = latex
        .out
        .lines()
        .find(|line| line.contains("caption"))
        .expect("a caption");
    assert!(
        caption.chars().count() < 200 && latex.out.contains("\n% report: "),
        "{latex}"
    );
}
