//! Draws that are shared out between processes, go on after a kill, and grow: the same bytes as one long run.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use insta::assert_snapshot;

use crate::support::{Folder, Ran, root};

/// Files for all of it.
fn made() -> Folder {
    let folder = Folder::new();
    folder.restrap("generate continuous --items 300 --effect 0.1 --seed 1 a.txt b.txt");
    folder.restrap("generate graded --items 300 --seed 2 c.txt d.txt");
    let mut table = String::from("id,set,doc,x,y,z\n");
    for i in 0..240_u64 {
        let score = |k: u64| (i * i * 31 + i * k * 17 + k * k * 7) % 97 + k;
        let (set, doc) = (["u", "v"][usize::from(i >= 100)], i / 6);
        writeln!(
            table,
            "{i},{set},{doc},{}.5,{}.25,{}.125",
            score(1),
            score(2),
            score(5)
        )
        .expect("a string");
    }
    folder.put("t.csv", table);
    folder
}

/// A command of each kind that draws, with R for what it draws.
fn commands() -> Vec<String> {
    let outputs = root().join("datasets/outputs").display().to_string();
    vec![
        "compare a.txt b.txt --exact never --test permutation,bootstrap --resamples R".to_owned(),
        "compare a.txt b.txt --interval bca --noninferior abs:0.2 --resamples R".to_owned(),
        "compare c.txt d.txt --exact never --interval studentized --resamples R".to_owned(),
        "compare a.txt b.txt --unpaired --exact never --resamples R".to_owned(),
        "compare t.csv:x t.csv:y t.csv:z --id id --cluster doc --exact never --resamples R".to_owned(),
        "compare t.csv:x t.csv:y --id id --by set --exact never --interval percentile --resamples R"
            .to_owned(),
        format!(
            "compare {outputs}/baseline.txt {outputs}/system.txt --ref {outputs}/reference.txt --metric bleu --exact never --resamples R"
        ),
        format!(
            "compare {outputs}/labels.csv:baseline {outputs}/labels.csv:system --gold {outputs}/labels.csv:gold --metric f1 --average macro --resamples R"
        ),
        "rank t.csv:x t.csv:y t.csv:z --id id --resamples R".to_owned(),
        "rank t.csv:x t.csv:y t.csv:z --id id --adjust bootstrap-maxt --resamples R".to_owned(),
        "rank t.csv:x t.csv:y t.csv:z --id id --dataset set --resamples R".to_owned(),
        "replicate t.csv:x t.csv:y --id id --dataset set --exact never --resamples R".to_owned(),
        // On zeros in the place of resamples a margin has no spread.
        "compare a.txt b.txt --test bootstrap --equivalent abs:0.2 --exact never --resamples R".to_owned(),
        "compare a.txt b.txt --interval studentized --equivalent abs:0.2 --resamples R".to_owned(),
        // Two draws make one answer.
        "compare a.txt b.txt --unpaired --over seeds --test aso --resamples R".to_owned(),
        format!(
            "compare {outputs}/baseline.txt {outputs}/system.txt --ref {outputs}/reference.txt --metric bleu,chrf --test bootstrap --interval bca --noninferior 1pt --resamples R"
        ),
        // Its swaps are drawn for the test and for the file.
        "compare a.txt b.txt --exact never --replicates replicates.csv --resamples R".to_owned(),
    ]
}

fn answer(folder: &Folder, line: &str) -> String {
    let ran = folder.restrap(line);
    assert_eq!(ran.code, Some(0), "{ran}");
    ran.out
}

/// The parts of a job, each drawn by a process of its own.
fn parts(folder: &Folder, job: &str, of: u64) -> Vec<String> {
    let draw = |part: u64| {
        let ran = folder.restrap(&format!("run {job} --part {part}/{of} --out {part}.part"));
        assert_eq!((ran.code, &ran.out[..]), (Some(0), ""), "{ran}");
        format!("{part}.part")
    };
    (1..=of).map(draw).collect()
}

#[test]
fn parts_in_any_order_are_one_long_run() {
    let folder = made();
    let power = "power compare --items 20,40 --effect 0,0.1 --experiments 90 --resamples 99 --json";
    let lines = commands()
        .into_iter()
        .map(|line| line.replace(" R", " 5000") + " --no-host --json");
    for line in lines.chain([power.to_owned(), format!("{power} --model continuous")]) {
        let whole = answer(&folder, &line);
        let job = folder.restrap(&format!("{line} --job j.json"));
        assert_eq!((job.code, &job.out[..]), (Some(0), ""), "{job}");
        assert!(job.err.contains("to share out"), "{job}");
        let mut parts = parts(&folder, "j.json", 7);
        parts.rotate_left(3);
        parts.swap(0, 5);
        assert_eq!(
            answer(&folder, &format!("merge {}", parts.join(" "))),
            whole,
            "{line}"
        );
    }
}

#[test]
fn a_checkpoint_is_drawn_once_and_grows() {
    let folder = made();
    let kept = |name: &str| {
        std::fs::read_dir(folder.path().join(name))
            .expect("a folder")
            .count()
    };
    for (place, line) in commands().into_iter().enumerate() {
        let of =
            |resamples: u64| line.replace(" R", &format!(" {resamples}")) + " --no-host --json";
        let with = |resamples| format!("{} --checkpoint c{place}", of(resamples));
        assert_eq!(
            answer(&folder, &with(3_000)),
            answer(&folder, &of(3_000)),
            "{line}"
        );
        let files = kept(&format!("c{place}"));
        assert!(files > 0, "{line}");
        assert_eq!(
            answer(&folder, &with(3_000)),
            answer(&folder, &of(3_000)),
            "again: {line}"
        );
        assert_eq!(kept(&format!("c{place}")), files, "{line}");
        assert_eq!(
            answer(&folder, &with(7_000)),
            answer(&folder, &of(7_000)),
            "more: {line}"
        );
        assert!(kept(&format!("c{place}")) > files, "{line}");
        assert_eq!(
            answer(&folder, &with(1_000)),
            answer(&folder, &of(1_000)),
            "fewer: {line}"
        );
    }
}

#[test]
fn a_killed_run_goes_on_where_it_was() {
    let folder = Folder::new();
    folder.restrap("generate continuous --items 3000 --effect 0.1 a.npy b.npy");
    let line =
        "compare a.npy b.npy --exact never --interval none --resamples 400000 --no-host --json";
    let whole = answer(&folder, line);
    for wait in [20, 60, 150, 90, 200] {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin!("restrap"))
            .current_dir(folder.path())
            .args(format!("{line} --checkpoint c").split_whitespace())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        std::thread::sleep(Duration::from_millis(wait));
        // Where it was faster than that, what follows reads what it kept.
        let _ = child.kill();
        child.wait().expect("a child");
    }
    assert_eq!(
        answer(&folder, &format!("{line} --checkpoint c --threads 1")),
        whole
    );
}

fn refused(ran: &Ran) -> &str {
    assert_eq!((ran.code, &ran.out[..]), (Some(5), ""), "{ran}");
    ran.error()
}

#[test]
fn what_does_not_belong_is_named_and_nothing_is_merged() {
    let folder = made();
    let line =
        "compare a.txt b.txt --exact never --interval none --resamples 3000 --json --no-host";
    folder.restrap(&format!("{line} --job j.json"));
    folder.restrap(&format!("{line} --seed 7 --job other.json"));
    let all = parts(&folder, "j.json", 3);
    let all = all.join(" ");
    assert_snapshot!("a part is missing", folder.restrap("merge 1.part 3.part"));
    assert_snapshot!(
        "a part is there twice",
        folder.restrap("merge 1.part 2.part 3.part 2.part")
    );
    folder.restrap("run other.json --part 2/3 --out foreign.part");
    assert_snapshot!(
        "a part of another job",
        folder.restrap("merge 1.part foreign.part 3.part")
    );
    let whole = folder.read("2.part");
    folder.put("2.part", &whole[..whole.len() - 1]);
    // How many ranges a part has, and so its size, depends on the speed of the machine.
    let cut = folder.restrap(&format!("merge {all}"));
    assert!(
        refused(&cut).starts_with("2.part: ")
            && refused(&cut).ends_with("the file was cut or changed"),
        "{cut}"
    );
    for at in (0..whole.len()).step_by(whole.len() / 40) {
        let mut changed = whole.clone();
        changed[at] ^= 4;
        folder.put("2.part", &changed);
        let ran = folder.restrap(&format!("merge {all}"));
        assert!(refused(&ran).starts_with("2.part: "), "byte {at}: {ran}");
    }
    folder.put("2.part", &whole);
    folder.put("notes.txt", "1\n2\n");
    assert!(refused(&folder.restrap("merge 1.part 2.part notes.txt")).starts_with("notes.txt: "));
    let scores = String::from_utf8(folder.read("a.txt")).expect("text");
    folder.put(
        "a.txt",
        format!("0.5\n{}", scores.split_once('\n').expect("lines").1),
    );
    assert_snapshot!(
        "a file that changed",
        folder.restrap("run j.json --part 1/3 --out 1.part")
    );
    refused(&folder.restrap(&format!("merge {all}")));
    folder.put("a.txt", scores);
    assert_eq!(folder.restrap(&format!("merge {all}")).code, Some(0));
    let job = String::from_utf8(folder.read("j.json")).expect("text");
    folder.put("j.json", job.replace("\"version\": \"", "\"version\": \"9"));
    assert!(
        refused(&folder.restrap("run j.json --part 1/3 --out 1.part")).contains("one of restrap 9")
    );
    folder.put("j.json", job.replace("compare", "inspect"));
    refused(&folder.restrap("run j.json --part 1/3 --out 1.part"));
    assert_eq!(
        folder.restrap("run none.json --part 1/3 --out 1.part").code,
        Some(1)
    );
}

#[test]
fn a_folder_of_another_job_and_damage_in_it_are_named() {
    let folder = made();
    let line = "compare a.txt b.txt --exact never --interval none --resamples 1000 --checkpoint c";
    answer(&folder, line);
    assert_snapshot!(
        "a folder of another job",
        folder.restrap(&line.replace("a.txt", "c.txt"))
    );
    let entries = std::fs::read_dir(folder.path().join("c")).expect("a folder");
    let path: PathBuf = entries
        .map(|entry| entry.expect("an entry").path())
        .min()
        .expect("a range");
    let mut bytes = std::fs::read(&path).expect("a range");
    let last = bytes.len() - 40;
    bytes[last] ^= 1;
    std::fs::write(&path, bytes).expect("a range");
    let ran = folder.restrap(line);
    assert!(
        refused(&ran).contains(&*path.file_name().expect("a name").to_string_lossy()),
        "{ran}"
    );
    folder.put("file", "");
    assert_eq!(
        folder
            .restrap(&line.replace("checkpoint c", "checkpoint file"))
            .code,
        Some(1)
    );
}

#[test]
fn a_job_by_law_has_nothing_to_share_out() {
    let folder = made();
    folder.restrap("generate helped-hurt --items 60 --helped 9 --hurt 4 e.txt f.txt");
    let ran = folder.restrap("compare e.txt f.txt --job j.json");
    assert_eq!(ran.code, Some(2), "{ran}");
    assert!(ran.error().contains("a job needs resamples"), "{ran}");
    assert!(!folder.path().join("j.json").exists());
    folder.restrap("compare a.txt b.txt --exact never --job j.json");
    let ran = folder.restrap("compare - a.txt --job j.json");
    assert_ne!(ran.code, Some(0), "{ran}");
    assert_eq!(
        folder.restrap("run j.json --part 0/3 --out x").code,
        Some(2)
    );
    assert_eq!(
        folder
            .restrap("compare a.txt b.txt --job j.json --checkpoint c")
            .code,
        Some(2)
    );
}

#[test]
fn no_job_and_no_part_replaces_what_is_read() {
    let folder = made();
    let table = folder.read("t.csv");
    folder.put(
        "docs.txt",
        (0..240)
            .map(|item| (item / 6).to_string())
            .collect::<Vec<_>>()
            .join("\n"),
    );
    folder.put("STUDY.toml", "baseline = \"x\"\nmetrics = [\"right\"]\n[systems]\nx = \"x\"\ny = \"y\"\n[datasets.one]\nid = \"id\"\nscores.right = \"t.csv:{system}\"\n");
    let drawn = "--exact never --resamples 2000";
    for (line, file) in [
        (
            format!("compare t.csv:x t.csv:y --id id {drawn} --job t.csv"),
            "t.csv",
        ),
        (
            "rank t.csv:x t.csv:y t.csv:z --id id --job t.csv".to_owned(),
            "t.csv",
        ),
        (
            format!("replicate t.csv:x t.csv:y --id id --dataset set {drawn} --job t.csv"),
            "t.csv",
        ),
        (
            "power compare t.csv:x t.csv:y --id id --experiments 50 --job t.csv".to_owned(),
            "t.csv",
        ),
        // Files that no system names.
        (
            format!("compare t.csv:x t.csv:y --cluster docs.txt {drawn} --job docs.txt"),
            "docs.txt",
        ),
        (format!("replicate STUDY.toml {drawn} --job t.csv"), "t.csv"),
        (
            format!("replicate STUDY.toml {drawn} --json=t.csv"),
            "t.csv",
        ),
    ] {
        let before = folder.read(file);
        let ran = folder.restrap(&line);
        assert!(
            ran.code == Some(2) && ran.err.contains("is an input"),
            "{ran}"
        );
        assert!(folder.read(file) == before, "{ran}");
    }
    let ran = folder.restrap(&format!(
        "compare t.csv:x t.csv:y --id id {drawn} --job j.json"
    ));
    assert_eq!(ran.code, Some(0), "{ran}");
    let job = folder.read("j.json");
    for out in ["j.json", "t.csv"] {
        let ran = folder.restrap(&format!("run j.json --part 1/2 --out {out}"));
        assert_eq!(ran.code, Some(2), "{ran}");
        assert!(
            folder.read("j.json") == job && folder.read("t.csv") == table,
            "{ran}"
        );
    }
}

#[test]
fn fewer_swaps_than_a_digest_looks_at_are_shared_out_too() {
    // From 1 to 6 items differ: 2 to 32 swaps, each of which is computed.
    for differing in 1..=6 {
        let rows: String = (0..8)
            .map(|item| if item < differing { "1,0\n" } else { "0,0\n" })
            .collect();
        let folder = Folder::with(&[("s.csv", &format!("a,b\n{rows}"))]);
        let whole = answer(&folder, "rank s.csv --no-host --json");
        assert_eq!(
            answer(&folder, "rank s.csv --no-host --json --checkpoint c"),
            whole,
            "{differing} items"
        );
        let job = folder.restrap("rank s.csv --no-host --json --job j.json");
        assert_eq!(job.code, Some(0), "{job}");
        let parts = parts(&folder, "j.json", 2);
        assert_eq!(
            answer(&folder, &format!("merge {}", parts.join(" "))),
            whole,
            "{differing} items"
        );
    }
}

#[test]
fn a_command_that_is_refused_leaves_no_folder() {
    let folder = made();
    for line in [
        "compare a.txt b.txt --test mcnemar --interval none",
        "compare a.txt nowhere.txt",
        // Margins that these scores do not have, and a test of other scores behind one that draws.
        "compare a.txt b.txt --noninferior 1pt --exact never",
        "compare a.txt b.txt --noninferior 1pt --test bootstrap --exact never",
        "compare a.txt b.txt --superior 1pt",
        "compare a.txt b.txt --test permutation,mcnemar --exact never --interval none",
    ] {
        let ran = folder.restrap(&format!("{line} --checkpoint c"));
        assert!(
            ran.code != Some(0) && !folder.path().join("c").exists(),
            "{ran}"
        );
    }
    // A law needs no draws, and so no folder.
    assert_eq!(
        folder
            .restrap("compare c.txt d.txt --interval none --checkpoint c")
            .code,
        Some(0)
    );
    assert!(!folder.path().join("c").exists());
    assert_eq!(
        folder
            .restrap(
                "compare c.txt d.txt --exact never --interval none --resamples 99 --checkpoint c"
            )
            .code,
        Some(0)
    );
    assert!(folder.path().join("c").exists());
}
