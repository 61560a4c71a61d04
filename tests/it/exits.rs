//! Every exit code that this version has, each reached by a test of its own; interruption; closed pipes.

use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use insta::assert_snapshot;

use crate::support::{Folder, Ran, binary_pair, program};

#[test]
fn code_0_is_an_answer() {
    assert_eq!(
        binary_pair(3, 2, 5)
            .restrap("compare base.txt new.txt")
            .code,
        Some(0)
    );
}

#[test]
fn code_1_is_an_input_error() {
    let folder = Folder::with(&[("a.txt", "1\n2\n"), ("b.txt", "1\nx\n")]);
    assert_snapshot!(folder.restrap("compare a.txt b.txt"));
}

#[test]
fn code_2_is_a_usage_error() {
    let folder = Folder::with(&[("a.txt", "1\n2\n"), ("b.txt", "1\n3\n")]);
    assert_snapshot!(folder.restrap("compare a.txt b.txt --test all"));
}

#[test]
fn code_4_is_memory_that_is_not_there() {
    // 10^15 replicates of 8 bytes; refused before anything is drawn.
    let folder = binary_pair(3, 2, 5);
    let ran = folder.restrap(
        "compare base.txt new.txt --exact never --interval percentile --resamples 1000000000000000",
    );
    assert_eq!(ran.code, Some(4), "{ran}");
    assert_snapshot!(ran);
}

/// Longer than any run here takes, even on a machine that is busy with something else.
const PATIENCE: Duration = Duration::from_secs(300);

fn started(folder: &Path, line: &str) -> Child {
    let mut command: Command = Command::new(assert_cmd::cargo::cargo_bin!("restrap"));
    command.current_dir(folder).args(line.split_whitespace());
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

/// Waits for the end.
fn ended(mut child: Child) -> Output {
    let start = Instant::now();
    while child.try_wait().expect("a child").is_none() {
        if start.elapsed() > PATIENCE {
            child.kill().expect("a child");
            panic!("still running after {PATIENCE:?}");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    child.wait_with_output().expect("a child")
}

#[cfg(unix)]
mod interrupted {
    use super::*;

    fn signal(child: &Child, name: &str) {
        let sent = Command::new("kill")
            .args(["-s", name, &child.id().to_string()])
            .status()
            .expect("kill starts");
        assert!(sent.success());
    }

    fn generated() -> Folder {
        let folder = Folder::new();
        folder.restrap("generate continuous --items 2000 --effect 0.1 a.npy b.npy");
        folder
    }

    /// Scores, labels, texts and a table of many columns; what runs on them without end is in [`ENDLESS`].
    fn furnished(items: u64) -> Folder {
        let mut numbers = restrap_testing::Numbers(4);
        let (mut scores, mut labels, mut lines) = (
            vec!["id,doc,kind,human,base,new".to_owned()],
            vec!["gold,base,new".to_owned()],
            Vec::new(),
        );
        for item in 0..items {
            let (base, noise) = (numbers.share(), numbers.share() - 0.49);
            let score = base + 0.1 * noise;
            let (doc, kind) = (item / 50, item % 4);
            scores.push(format!(
                "i{item},d{doc},k{kind},{noise:.3},{base:.6},{score:.6}"
            ));
            let [gold, one, other] = std::array::from_fn(|_| numbers.below(30));
            labels.push(format!("c{gold},c{},c{}", one.min(gold), other.min(gold)));
            lines.push(format!("{{\"base\":{base:.3},\"new\":{score:.3}}}"));
        }
        let mut word = || format!("w{}", numbers.below(9));
        let texts: Vec<String> = (0..items / 5)
            .map(|_| [word(), word(), word()].join(" "))
            .collect();
        let [scores, labels, lines, texts] =
            [scores, labels, lines, texts].map(|rows| rows.join("\n") + "\n");
        let one = texts.replace("w1", "w2");
        Folder::with(&[
            ("s.csv", &scores),
            ("l.csv", &labels),
            ("s.jsonl", &lines),
            ("ref.txt", &texts),
            ("one.txt", &one),
            ("two.txt", &texts),
        ])
    }

    const ENDLESS: &str = "\
compare s.csv:base s.csv:new --exact never --resamples 1000000000
compare s.csv:base s.csv:new --exact never --test bootstrap --interval none --resamples 1000000000
compare s.csv:base s.csv:new --metric median --resamples 1000000000
compare s.csv:base s.csv:new --metric quantile(p=.9) --resamples 1000000000
compare s.csv:base s.csv:new --exact never --interval bca --resamples 100000000
compare s.csv:base s.csv:new --exact never --interval studentized --resamples 100000000
compare s.csv:base s.csv:new --unpaired --exact never --resamples 1000000000
compare s.csv:base s.csv:new --cluster doc --exact never --resamples 1000000000
compare s.csv:base s.csv:new --stratum kind --exact never --resamples 1000000000
compare s.csv:base s.csv:new --by kind --exact never --resamples 1000000000
compare s.jsonl:base s.jsonl:new --exact never --resamples 1000000000
compare l.csv:base l.csv:new --gold l.csv:gold --metric f1 --average macro --resamples 1000000000
compare l.csv:base l.csv:new --gold l.csv:gold --metric kappa --resamples 1000000000
compare one.txt two.txt --ref ref.txt --metric bleu --exact never --resamples 1000000000
correlate s.csv:base s.csv:new --gold human --resamples 1000000000
correlate s.csv:base s.csv:new --gold human --agreement spearman --resamples 1000000000
correlate s.csv:base s.csv:new --gold human --agreement kendall --resamples 1000000000
rank s.csv:base s.csv:new s.csv:human --resamples 1000000000
advise s.csv:base s.csv:new
score one.txt --ref ref.txt --metric chrf
inspect s.csv
power plan s.csv:base s.csv:new --gain 0.001";

    #[test]
    fn every_command_ends_soon_after_a_signal_with_what_it_has() {
        let folder = furnished(restrap_testing::effort(20_000, 1_000_000));
        for line in ENDLESS.lines() {
            for wait in [60, 700] {
                let child = started(folder.path(), line);
                std::thread::sleep(Duration::from_millis(wait));
                // What had its answer is gone by now.
                let _ = Command::new("kill")
                    .args(["-s", "INT", &child.id().to_string()])
                    .stderr(Stdio::null())
                    .status();
                let output = ended(child);
                let told = String::from_utf8_lossy(&output.stderr);
                match output.status.code() {
                    Some(130) => {
                        assert!(told.contains("interrupted"), "{line}: {told}");
                        assert!(output.stdout.is_empty(), "{line}");
                    }
                    Some(3) => {
                        let answer = String::from_utf8_lossy(&output.stdout);
                        let all = format!("{answer}{told}");
                        assert!(all.contains("nterrupted"), "{line}: {all}");
                    }
                    // Before the handler stood, or after the answer.
                    None | Some(0) => {}
                    Some(code) => panic!("{line}: code {code}: {told}"),
                }
            }
        }
    }

    /// On a terminal, which `script` makes, something moves while a command works: a bar, or the seconds.
    #[test]
    #[cfg(target_os = "linux")]
    fn a_terminal_shows_a_sign_of_life() {
        use std::io::Read as _;
        let folder = furnished(restrap_testing::effort(20_000, 1_000_000));
        let program = assert_cmd::cargo::cargo_bin("restrap");
        for line in ENDLESS
            .lines()
            .step_by(restrap_testing::effort(4, 1) as usize)
        {
            let quoted = line.replace("quantile(p=.9)", "'quantile(p=.9)'");
            let typed = format!("{} {quoted}", program.display());
            let mut child = Command::new("script")
                .args(["-qefc", &typed, "/dev/null"])
                .current_dir(folder.path())
                .stdin(Stdio::null())
                .stdout(Stdio::piped())
                .spawn()
                .expect("script, of bsdutils");
            let mut shown = child.stdout.take().expect("a pipe");
            let (mut signs, mut last, start) = (0, Instant::now(), Instant::now());
            let mut longest = Duration::ZERO;
            let mut bytes = [0; 4096];
            while signs < 6 && shown.read(&mut bytes).expect("a pipe") > 0 {
                assert!(start.elapsed() < PATIENCE, "{line}");
                longest = longest.max(last.elapsed());
                (signs, last) = (signs + 1, Instant::now());
            }
            // The terminal is gone, and what ran in it with it.
            drop(shown);
            let _ = child.kill();
            let _ = child.wait();
            println!("{line}: {signs} signs, longest silence {longest:?}");
            assert!(
                signs >= 6 || start.elapsed() < Duration::from_secs(2),
                "{line}: {signs} signs in {:?}",
                start.elapsed()
            );
        }
    }

    /// A billion resamples, stopped after a while; again with more time as long as nothing was finished.
    fn stopped(folder: &Folder, flags: &str, name: &str) -> Ran {
        let line =
            format!("compare a.npy b.npy --exact never --resamples 1000000000 --threads 2 {flags}");
        stopped_at(folder, &line, name)
    }

    /// A command line, stopped as [`stopped`] stops one.
    fn stopped_at(folder: &Folder, line: &str, name: &str) -> Ran {
        let mut wait = Duration::from_millis(400);
        loop {
            let child = started(folder.path(), line);
            std::thread::sleep(wait);
            signal(&child, name);
            let output = ended(child);
            if output.status.code() == Some(130) && wait < PATIENCE {
                assert!(
                    output.stdout.is_empty(),
                    "130 has nothing to say on standard output"
                );
                wait *= 2;
                continue;
            }
            // Killed before the handler stood: try again, later.
            if output.status.code().is_none() && wait < PATIENCE {
                wait *= 2;
                continue;
            }
            return Ran::of(line, output);
        }
    }

    #[test]
    fn code_3_is_a_partial_result_that_says_so() {
        let ran = stopped(&generated(), "--interval none", "INT");
        assert_eq!(ran.code, Some(3), "{ran}");
        let text = ran.sentences();
        assert!(
            text.contains("Interrupted after ") && text.contains(" of 1,000,000,000 resamples"),
            "{ran}"
        );
    }

    #[test]
    fn a_partial_result_parses_and_counts_what_was_drawn() {
        let ran = stopped(&generated(), "--interval none --json", "INT");
        assert_eq!(ran.code, Some(3), "{ran}");
        let json = ran.json();
        let completed = json["interrupted_after"].as_u64().expect("a count");
        assert!(completed > 0 && completed < 1_000_000_000, "{completed}");
        assert_eq!(json["resamples"], 1_000_000_000);
        assert_eq!(json["comparisons"][0]["tests"][0]["resamples"], completed);
    }

    #[test]
    fn a_ranking_that_was_stopped_says_so_by_a_code() {
        let folder = generated();
        let line = "rank a.npy b.npy --exact never --adjust bootstrap-maxt --resamples 1000000000 --threads 2";
        let ran = stopped_at(&folder, &format!("{line} --json"), "INT");
        assert_eq!(ran.code, Some(3), "{ran}");
        let codes = &ran.json()["warning_codes"];
        let codes = codes.as_array().expect("codes of warnings");
        assert!(codes.iter().any(|code| code == "interrupted"), "{ran}");
    }

    #[test]
    fn a_partial_result_is_a_prefix_of_the_whole() {
        let folder = generated();
        let partial = stopped(&folder, "--interval none --json --shard-size 64", "INT").json();
        let completed = partial["interrupted_after"].as_u64().expect("a count");
        let line = format!(
            "compare a.npy b.npy --exact never --interval none --json --resamples {completed}"
        );
        let whole = folder.restrap(&line).json();
        assert_eq!(
            partial["comparisons"][0]["tests"],
            whole["comparisons"][0]["tests"]
        );
    }

    #[test]
    fn what_was_not_reached_is_left_out() {
        let ran = stopped(
            &generated(),
            "--interval none --test permutation,bootstrap,t --json",
            "INT",
        );
        assert_eq!(ran.code, Some(3), "{ran}");
        let comparison = &ran.json()["comparisons"][0];
        let tests = comparison["tests"].as_array().expect("tests");
        let names: Vec<&str> = tests
            .iter()
            .filter_map(|test| test["name"].as_str())
            .collect();
        assert_eq!(names, ["permutation", "t"], "the bootstrap was not begun");
    }

    #[test]
    fn an_interval_that_was_not_reached_is_left_out() {
        let folder = generated();
        let line =
            "compare a.npy b.npy --exact never --interval percentile --resamples 20000000 --json";
        let mut wait = Duration::from_millis(400);
        let output = loop {
            let child = started(folder.path(), line);
            std::thread::sleep(wait);
            signal(&child, "INT");
            let output = ended(child);
            if output.status.code() == Some(3) || wait > PATIENCE {
                break output;
            }
            wait *= 2;
        };
        let ran = Ran::of(line, output);
        assert_eq!(ran.code, Some(3), "{ran}");
        let comparison = &ran.json()["comparisons"][0];
        assert!(
            comparison["tests"][0]["pvalue"].is_number() && comparison["interval"].is_null(),
            "{ran}"
        );
    }

    #[test]
    fn systems_that_share_their_draws_stop_together() {
        let folder = generated();
        folder.restrap("generate continuous --items 2000 --seed 1 c.npy d.npy");
        let ran = stopped(&folder, "c.npy d.npy --interval none --json", "INT");
        assert_eq!(ran.code, Some(3), "{ran}");
        let json = ran.json();
        let comparisons = json["comparisons"].as_array().expect("comparisons");
        let reached = |comparison: &serde_json::Value| comparison["tests"][0]["resamples"].as_u64();
        assert_eq!(comparisons.len(), 3, "{ran}");
        assert!(
            comparisons
                .iter()
                .all(|one| reached(one) == json["interrupted_after"].as_u64()),
            "{ran}"
        );
    }

    #[test]
    fn systems_with_groups_of_their_own_keep_those_that_were_begun() {
        let folder = Folder::new();
        for (seed, names) in [(1, "a.npy b.npy"), (2, "c.npy d.npy")] {
            folder.restrap(&format!(
                "generate helped-hurt --items 500 --helped 40 --hurt 20 --seed {seed} {names}"
            ));
        }
        let ran = stopped(&folder, "c.npy d.npy --interval none", "INT");
        assert_eq!(ran.code, Some(3), "{ran}");
        assert!(
            ran.sentences().contains("1 of 3 comparisons were begun."),
            "{ran}"
        );
        assert!(ran.out.contains("|adj:holm(3)|"), "{ran}");
    }

    #[test]
    fn a_partial_result_goes_to_its_file_too() {
        let folder = generated();
        let ran = stopped(&folder, "--interval none --json=part.json --quiet", "INT");
        assert_eq!((ran.code, ran.out.as_str()), (Some(3), ""), "{ran}");
        let json: serde_json::Value =
            serde_json::from_slice(&folder.read("part.json")).expect("JSON");
        assert!(json["interrupted_after"].as_u64() > Some(0));
    }

    #[test]
    fn termination_is_an_interruption() {
        assert_eq!(
            stopped(&generated(), "--interval none", "TERM").code,
            Some(3)
        );
    }

    #[test]
    fn code_130_is_an_interruption_with_nothing_finished() {
        // One shard that no machine finishes.
        let folder = generated();
        let line = "compare a.npy b.npy --exact never --resamples 1000000000 --shard-size 1000000000 --interval none";
        let mut wait = Duration::from_millis(300);
        let output = loop {
            let child = started(folder.path(), line);
            std::thread::sleep(wait);
            signal(&child, "INT");
            let output = ended(child);
            if output.status.code().is_some() || wait > PATIENCE {
                break output;
            }
            wait *= 2;
        };
        let ran = Ran::of(line, output);
        assert_eq!((ran.code, ran.out.as_str()), (Some(130), ""), "{ran}");
    }

    #[test]
    fn a_second_interruption_ends_at_once() {
        let folder = generated();
        let line = "compare a.npy b.npy --exact never --resamples 1000000000 --interval none";
        let child = started(folder.path(), line);
        std::thread::sleep(Duration::from_millis(500));
        signal(&child, "INT");
        // The first may have been enough: then there is nobody to signal any more.
        let _ = Command::new("kill")
            .args(["-s", "INT", &child.id().to_string()])
            .stderr(Stdio::null())
            .status();
        let output = ended(child);
        assert!(matches!(output.status.code(), Some(3 | 130)), "{output:?}");
    }
}

#[cfg(unix)]
mod closed {
    use super::*;

    /// `restrap LINE | head -1`, and its exit code.
    fn headed(folder: &Folder, line: &str) -> (String, String) {
        let script = format!(
            "{{ '{}' {line}; echo $? > code; }} 2> errors | head -1",
            assert_cmd::cargo::cargo_bin!("restrap").display()
        );
        let output = Command::new("sh")
            .args(["-c", &script])
            .current_dir(folder.path())
            .output()
            .expect("sh starts");
        let first = String::from_utf8(output.stdout).expect("UTF-8");
        // The reader is gone before the writer is: wait for it.
        let start = Instant::now();
        while !folder.path().join("code").exists() && start.elapsed() < PATIENCE {
            std::thread::sleep(Duration::from_millis(5));
        }
        let code = String::from_utf8(folder.read("code")).expect("UTF-8");
        let errors = String::from_utf8(folder.read("errors")).expect("UTF-8");
        assert!(
            !errors.contains("panicked") && !errors.contains("error"),
            "{line}: {errors}"
        );
        (first, code.trim().to_owned())
    }

    #[test]
    fn a_reader_that_has_enough_is_no_error() {
        let folder = binary_pair(30, 12, 8);
        folder.restrap("generate continuous --items 3000 big.csv");
        for line in [
            "compare base.txt new.txt",
            "compare base.txt new.txt --json",
            "compare --help",
            "inspect big.csv --json",
            "generate continuous --items 200000",
        ] {
            let (first, code) = headed(&folder, line);
            assert!(!first.is_empty(), "{line}");
            assert_eq!(code, "0", "{line}");
            std::fs::remove_file(folder.path().join("code")).expect("it was there");
        }
    }

    fn to(folder: &Folder, line: &str, out: Stdio, err: Stdio) -> Output {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("restrap"));
        command
            .current_dir(folder.path())
            .args(line.split_whitespace())
            .stdout(out)
            .stderr(err);
        command.output().expect("the program starts")
    }

    /// The writing end of a pipe whose reader is gone.
    fn gone() -> Stdio {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        writer.into()
    }

    #[test]
    fn a_closed_standard_output_is_silence() {
        let folder = binary_pair(30, 12, 8);
        for line in [
            "compare base.txt new.txt",
            "compare base.txt new.txt --json",
            "inspect base.txt",
            "generate graded",
        ] {
            let output = to(&folder, line, gone(), Stdio::piped());
            assert_eq!(
                (output.status.code(), output.stderr.as_slice()),
                (Some(0), b"".as_slice()),
                "{line}"
            );
        }
    }

    #[test]
    fn a_closed_standard_error_keeps_the_code() {
        let folder = binary_pair(3, 0, 8);
        for (line, code) in [
            ("compare base.txt new.txt", 0),
            ("compare base.txt nothing.txt", 1),
            ("compare base.txt new.txt --test all", 2),
            ("compare base.txt new.txt --bogus", 2),
        ] {
            let output = to(&folder, line, Stdio::null(), gone());
            assert_eq!(output.status.code(), Some(code), "{line}");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_an_error() {
        let folder = binary_pair(3, 0, 8);
        for line in [
            "compare base.txt new.txt",
            "compare base.txt new.txt --json",
            "inspect base.txt new.txt",
            "generate graded --items 2",
            "generate graded --items 20000",
        ] {
            let full = std::fs::OpenOptions::new()
                .write(true)
                .open("/dev/full")
                .expect("/dev/full");
            let output = to(&folder, line, full.into(), Stdio::piped());
            let errors = String::from_utf8(output.stderr).expect("UTF-8");
            assert_eq!(output.status.code(), Some(1), "{line}: {errors}");
            assert!(
                errors.starts_with("error: the result cannot be written: No space left"),
                "{line}: {errors}"
            );
        }
    }
}

#[test]
fn an_existing_file_stays_when_the_new_one_cannot_be_written() {
    let folder = binary_pair(3, 2, 5);
    std::fs::create_dir(folder.path().join("taken")).expect("a folder");
    let mut command = program(folder.path(), "compare base.txt new.txt --json=taken");
    let ran = Ran::of(
        "compare base.txt new.txt --json=taken",
        command.output().expect("the program starts"),
    );
    // The answer is not lost.
    assert!(ran.code == Some(1) && ran.out.contains("p-value"), "{ran}");
    assert!(
        ran.error().starts_with("taken: cannot be written: "),
        "{ran}"
    );
    assert_eq!(
        std::fs::read_dir(folder.path())
            .expect("the folder")
            .count(),
        3,
        "no temporary file stays"
    );
}

#[test]
fn no_file_is_replaced_by_a_command_that_fails_and_all_appear_together() {
    let folder = Folder::new();
    folder.put("a.txt", "1\n2\n3.5\n4\n");
    folder.put("b.txt", "2\n2\n3\n6\n");
    let two = "compare a.txt b.txt --per-item items.csv --html page.html --plot plot.svg";
    for (line, is_printed) in [
        ("compare a.txt --per-item items.csv".to_owned(), false),
        (format!("{two} --test mcnemar"), false),
        (format!("{two} --interval tango"), false),
        (format!("{two} --json=none/x.json"), true),
        (format!("{two} --replicates r.foo"), false),
        (format!("{two} --replicates none/r.npy"), true),
        (
            "rank a.txt b.txt --html page.html --json=none/x.json".to_owned(),
            true,
        ),
        (
            "ci a.txt --plot plot.svg --html none/page.html".to_owned(),
            true,
        ),
        (
            "power plan --baseline 0.8 --gain 0.1 --html page.html --plot none/plot.svg".to_owned(),
            true,
        ),
    ] {
        for name in ["items.csv", "page.html", "plot.svg"] {
            folder.put(name, "old");
        }
        let ran = folder.restrap(&line);
        assert!(matches!(ran.code, Some(1 | 2)), "{ran}");
        // What was computed is not lost.
        assert_eq!(!ran.out.is_empty(), is_printed, "{ran}");
        for name in ["items.csv", "page.html", "plot.svg"] {
            assert_eq!(folder.read_text(name), "old", "{name} after {ran}");
        }
        let left = std::fs::read_dir(folder.path()).expect("a folder");
        let left = left.filter(|one| {
            let name = one.as_ref().expect("an entry").file_name();
            name.to_string_lossy().contains(".restrap-")
        });
        assert_eq!(left.count(), 0, "{ran}");
    }
    let ran = folder.restrap(&format!("{two} --json=x.json --replicates r.npy"));
    assert_eq!(ran.code, Some(0), "{ran}");
    for name in ["items.csv", "page.html", "plot.svg"] {
        assert_ne!(folder.read_text(name), "old", "{name}");
    }
}
