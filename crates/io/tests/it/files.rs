//! What is not a plain file, what changes, and what a load costs (I4, I5, I6, I9).
//!
//! Some claims need a process of their own: this binary runs itself again for one ignored test.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use restrap_io::{Compression, Error, Format, Kind, Options, describe, load};

use crate::support::Folder;

fn no_mmap() -> Options {
    Options {
        mmap: false,
        ..Options::default()
    }
}

fn numbers(count: usize) -> (Vec<f64>, String) {
    let values: Vec<f64> = (0..count)
        .map(|row| (row * 7919 % 1000) as f64 / 8.0)
        .collect();
    let text: Vec<String> = values.iter().map(f64::to_string).collect();
    (values, text.join("\n") + "\n")
}

/// The command that runs one ignored test of this binary in a shell, behind `before`.
fn again(test: &str, before: &str, file: &str) -> Command {
    let mut command = Command::new("sh");
    let me = std::env::current_exe().expect("this binary");
    command.args([
        "-c",
        &format!("{before} exec \"$0\" --exact {test} --ignored --nocapture"),
    ]);
    command
        .arg(me)
        .env("RESTRAP_IO_FILE", file)
        .stdin(Stdio::null());
    command
}

fn succeeded(output: &Output) {
    let text = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success() && text.contains("1 passed"),
        "{text}{errors}"
    );
}

fn given() -> String {
    std::env::var("RESTRAP_IO_FILE").expect("run by the test that needs it")
}

#[test]
fn a_file_truncated_after_loading_changes_nothing() {
    let (values, text) = numbers(20_000);
    for _ in 0..100 {
        let folder = Folder::new(&[("a.txt", text.as_bytes())]);
        let loaded = folder
            .load(&["DIR/a.txt"], &Options::default())
            .expect("valid scores");
        File::create(folder.path("a.txt")).expect("the file to truncate");
        assert_eq!(loaded.systems[0].scores, values);
    }
}

#[test]
fn mapped_read_and_unpacked_files_give_the_same_scores() {
    let (values, text) = numbers(300_000);
    let gzip = |bytes: &[u8]| {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(bytes).expect("memory");
        encoder.finish().expect("memory")
    };
    let (head, tail) = text.as_bytes().split_at(text.len() / 2);
    let packed = [gzip(head), gzip(tail)].concat();
    let zstd = zstd::encode_all(text.as_bytes(), 1).unwrap();
    let files: [(&str, &[u8]); 4] = [
        ("a.txt", text.as_bytes()),
        ("b.txt.gz", &packed),
        ("c.zst", &zstd),
        ("d", text.as_bytes()),
    ];
    let folder = Folder::new(&files);
    let arguments = ["DIR/a.txt", "DIR/b.txt.gz", "DIR/c.zst", "DIR/d"];
    for options in [Options::default(), no_mmap()] {
        let loaded = folder.load(&arguments, &options).expect("valid scores");
        let names: Vec<&str> = loaded
            .systems
            .iter()
            .map(|system| system.name.as_str())
            .collect();
        assert_eq!(names, ["a", "b", "c", "d"]);
        assert!(loaded.systems.iter().all(|system| system.scores == values));
        for (input, (_, bytes)) in loaded.inputs.iter().zip(&files) {
            assert_eq!(input.blake3, blake3::hash(bytes).to_hex().as_str());
        }
    }
}

#[test]
fn the_number_of_threads_never_shows() {
    let rows: Vec<String> = (0..200_000)
        .map(|row| format!("q{row},{},{}", row * 5 % 97, row % 7))
        .collect();
    let table = format!("qid,a,b\n{}\n", rows.join("\n"));
    let bad = table.replace("q150000,", "q150000,x");
    let folder = Folder::new(&[("t.csv", table.as_bytes()), ("bad.csv", bad.as_bytes())]);
    let said = |threads| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("threads");
        pool.install(|| {
            let loaded = folder
                .load(&["DIR/t.csv"], &Options::default())
                .expect("valid scores");
            (
                loaded,
                folder.said(&["DIR/bad.csv", "DIR/t.csv"], &Options::default()),
            )
        })
    };
    let one = said(1);
    assert!(
        one.1
            .contains("bad.csv:150002:9 (column `a`): expected a number, found `x"),
        "{}",
        one.1
    );
    for threads in [2, 3, 7] {
        assert_eq!(said(threads), one);
    }
}

#[test]
fn a_pipe_is_read_and_dev_null_is_empty() {
    if !cfg!(unix) {
        eprintln!("skipped: no named pipes here");
        return;
    }
    let (values, text) = numbers(50_000);
    let folder = Folder::new(&[]);
    let path = folder.path("pipe");
    assert!(
        Command::new("mkfifo")
            .arg(&path)
            .status()
            .expect("mkfifo")
            .success()
    );
    let writer = std::thread::spawn({
        let path = path.clone();
        move || {
            OpenOptions::new()
                .write(true)
                .open(path)
                .and_then(|mut pipe| pipe.write_all(text.as_bytes()))
        }
    });
    let loaded = load(&[path], &Options::default()).expect("valid scores");
    writer.join().expect("the writer").expect("a written pipe");
    assert_eq!(loaded.systems[0].scores, values);

    let error = load(&["/dev/null".into()], &Options::default()).expect_err("an empty file");
    assert_eq!(
        error.to_string(),
        "/dev/null: expected scores, found an empty file"
    );
}

#[test]
fn an_endless_device_is_refused() {
    if !Path::new("/dev/zero").exists() {
        eprintln!("skipped: no /dev/zero here");
        return;
    }
    let error = load(&["/dev/zero".into()], &Options::default()).expect_err("an endless line");
    assert!(
        error
            .to_string()
            .starts_with("/dev/zero:1:1: expected lines of at most 1 MiB"),
        "{error}"
    );
}

#[test]
fn a_folder_is_refused_with_a_hint() {
    let folder = Folder::new(&[("runs/a.txt", b"1\n")]);
    let said = folder.said(&["DIR/runs"], &Options::default());
    assert_eq!(
        said,
        "file: runs: expected a file, found a folder\nhint: name the file in it: `runs/a.txt`\n"
    );
}

#[cfg(unix)]
#[test]
fn an_unreadable_file_says_why() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new(&[("a.txt", b"1\n")]);
    fs::set_permissions(folder.path("a.txt"), fs::Permissions::from_mode(0o000))
        .expect("permissions");
    if File::open(folder.path("a.txt")).is_ok() {
        eprintln!("skipped: this user may read every file");
        return;
    }
    let error = folder
        .load(&["DIR/a.txt"], &Options::default())
        .expect_err("permission denied");
    assert_eq!(error.class().name(), "file");
    assert!(
        error
            .to_string()
            .contains("cannot be opened: Permission denied"),
        "{error}"
    );
}

#[test]
fn standard_input_is_a_system_with_name_and_column() {
    if !cfg!(unix) {
        eprintln!("skipped: no shell here");
        return;
    }
    let folder = Folder::new(&[("t.csv", b"qid,f1,em\n1,0.5,1\n2,0.25,0\n")]);
    let mut command = again("files::child_reads_standard_input", "", "");
    command.stdin(File::open(folder.path("t.csv")).expect("the table"));
    succeeded(&command.output().expect("a child"));
}

#[test]
#[ignore = "run by standard_input_is_a_system_with_name_and_column"]
fn child_reads_standard_input() {
    let loaded = load(&["new=-:em".into()], &Options::default()).expect("valid scores");
    assert_eq!(
        (
            loaded.systems[0].name.as_str(),
            &loaded.systems[0].scores[..]
        ),
        ("new", &[1.0, 0.0][..])
    );
    assert_eq!(loaded.inputs[0].path, "-");
}

#[test]
fn a_refused_mapping_falls_back_to_reading() {
    if !cfg!(target_os = "linux") {
        eprintln!("skipped: no limit on address space here");
        return;
    }
    let folder = Folder::new(&[("big.txt", b"1\n")]);
    let file = OpenOptions::new()
        .write(true)
        .open(folder.path("big.txt"))
        .expect("the file");
    // Sparse: 8 GiB that cannot be mapped within the 4 GiB of addresses that the child has.
    file.set_len(8 << 30).expect("a sparse file");
    let mut command = again(
        "files::child_cannot_map",
        "ulimit -v 4194304 &&",
        &folder.path("big.txt"),
    );
    succeeded(&command.output().expect("a child"));
}

#[test]
#[ignore = "run by a_refused_mapping_falls_back_to_reading"]
fn child_cannot_map() {
    // Read, the file shows its endless second line; a failed mapping that was not survived would be an Io error.
    let error = load(&[given()], &Options::default()).expect_err("an endless line");
    assert!(
        error
            .to_string()
            .contains("big.txt:2:1: expected lines of at most 1 MiB"),
        "{error}"
    );
}

/// Loads again and again while another thread calls `change`; every load is judged.
fn under_change(
    path: &str,
    options: &Options,
    change: impl Fn() + Sync,
    judge: impl Fn(Result<Vec<f64>, Error>),
) {
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !stop.load(Ordering::Relaxed) {
                change();
                std::thread::sleep(Duration::from_micros(300));
            }
        });
        for _ in 0..200 {
            judge(
                load(&[path.to_owned()], options).map(|mut loaded| loaded.systems.remove(0).scores),
            );
        }
        stop.store(true, Ordering::Relaxed);
    });
}

#[test]
fn a_file_that_grows_is_read_right_or_reported() {
    let (values, text) = numbers(5_000);
    let folder = Folder::new(&[("a.txt", text.as_bytes())]);
    let file = OpenOptions::new()
        .append(true)
        .open(folder.path("a.txt"))
        .expect("the file");
    for options in [no_mmap(), Options::default()] {
        let grow = || (&file).write_all(b"0.5\n").expect("a line");
        under_change(
            &folder.path("a.txt"),
            &options,
            grow,
            |outcome| match outcome {
                Ok(scores) => {
                    assert_eq!(scores[..values.len()], values);
                    assert!(scores[values.len()..].iter().all(|score| *score == 0.5));
                }
                Err(error) => assert_eq!(error.class().name(), "changed", "{error}"),
            },
        );
    }
}

#[test]
fn a_file_that_is_truncated_is_read_right_or_reported_without_mmap() {
    let (values, text) = numbers(5_000);
    let folder = Folder::new(&[("a.txt", text.as_bytes())]);
    let path = folder.path("a.txt");
    // A different length each time, so that no rewrite looks like the file before it.
    let length = AtomicU64::new(0);
    let rewrite = || {
        let file = OpenOptions::new()
            .write(true)
            .open(&path)
            .expect("the file");
        let size = 1 + length.fetch_add(7, Ordering::Relaxed) % text.len() as u64;
        file.set_len(size).expect("a shorter file");
    };
    under_change(&path, &no_mmap(), rewrite, |outcome| match outcome {
        Ok(scores) => {
            // The last number may have been cut in the file itself; NULs of a regrown file never pass.
            let whole = scores.len() - 1;
            assert_eq!(scores[..whole], values[..whole]);
        }
        Err(error) => assert!(
            ["changed", "unreadable"].contains(&error.class().name()),
            "{error}"
        ),
    });
}

#[test]
fn a_file_that_is_replaced_is_read_whole() {
    let (values, text) = numbers(5_000);
    let folder = Folder::new(&[("a.txt", text.as_bytes()), ("b.txt", text.as_bytes())]);
    let (path, other) = (folder.path("a.txt"), folder.path("b.txt"));
    let replace = || {
        fs::write(&other, text.as_bytes()).expect("the new file");
        fs::rename(&other, &path).expect("its place");
    };
    under_change(&path, &Options::default(), replace, |outcome| {
        assert_eq!(outcome.expect("valid scores"), values);
    });
}

#[test]
fn ten_columns_peak_below_twice_their_size_and_64_mib() {
    if !cfg!(target_os = "linux") {
        eprintln!("skipped: no /proc here");
        return;
    }
    let row = |row: u64| {
        (0..10)
            .map(|c| format!("{}", (row * 31 + c) % 1000))
            .collect::<Vec<_>>()
            .join(",")
    };
    let rows: Vec<String> = (0..1_000_000).map(row).collect();
    let names: Vec<String> = (0..10).map(|column| format!("s{column}")).collect();
    let table = format!("{}\n{}\n", names.join(","), rows.join("\n"));
    let folder = Folder::new(&[("t.csv", table.as_bytes())]);
    let mut command = again("files::child_measures_its_peak", "", &folder.path("t.csv"));
    succeeded(&command.output().expect("a child"));
}

#[test]
#[ignore = "run by ten_columns_peak_below_twice_their_size_and_64_mib"]
fn child_measures_its_peak() {
    // Anonymous memory: what the map holds is the page cache's. Sampled each 0.2 ms, so that the true peak may be a
    // few percent higher.
    let anonymous = || {
        let status = fs::read_to_string("/proc/self/status").expect("/proc");
        let line = status
            .lines()
            .find(|line| line.starts_with("RssAnon:"))
            .expect("a kernel since 4.5");
        line.split_whitespace()
            .nth(1)
            .and_then(|kib| kib.parse::<u64>().ok())
            .expect("a number")
            << 10
    };
    let (stop, peak) = (AtomicBool::new(false), AtomicU64::new(0));
    let columns = std::thread::scope(|scope| {
        scope.spawn(|| {
            while !stop.load(Ordering::Relaxed) {
                peak.fetch_max(anonymous(), Ordering::Relaxed);
                std::thread::sleep(Duration::from_micros(200));
            }
        });
        let loaded = load(&[given()], &Options::default()).expect("valid scores");
        stop.store(true, Ordering::Relaxed);
        loaded
            .systems
            .iter()
            .map(|system| 8 * system.scores.len() as u64)
            .sum::<u64>()
    });
    let peak = peak.into_inner();
    println!("columns {columns} bytes, peak {peak} bytes");
    assert_eq!(columns, 80_000_000);
    assert!(
        peak <= 2 * columns + (64 << 20),
        "columns {columns} bytes, peak {peak} bytes"
    );
}

#[test]
fn a_description_names_format_rows_and_columns() {
    let folder = Folder::new(&[
        ("t.csv", b"qid,model,f1,note\n1,gpt,0.5,\n2,gpt,NaN,\n"),
        ("s.txt", b"# c\n0.5\nNaN\n"),
    ]);
    let table = describe(&folder.path("t.csv"), &Options::default()).expect("a table");
    assert_eq!(
        (table.format, table.rows, table.header, table.compression),
        (Format::Csv, 2, true, None)
    );
    let columns: Vec<_> = table
        .columns
        .iter()
        .map(|column| {
            (
                column.number,
                column.name.as_deref(),
                column.kind,
                &column.example[..],
                column.identifier,
            )
        })
        .collect();
    assert_eq!(
        columns,
        [
            (1, Some("qid"), Kind::Numbers, "1", true),
            (2, Some("model"), Kind::Text, "gpt", false),
            (3, Some("f1"), Kind::Numbers, "0.5", false),
            (4, Some("note"), Kind::Nothing, "", false),
        ]
    );
    let text = describe(&folder.path("s.txt"), &Options::default()).expect("scores");
    assert_eq!(
        (text.format, text.rows, text.columns.len()),
        (Format::Text, 2, 1)
    );
    assert!(describe(&folder.path("none"), &Options::default()).is_err());
}

#[test]
fn a_compressed_array_is_described_as_what_it_is() {
    let mut npy =
        b"\x93NUMPY\x01\x00\x00\x00{'descr': '>i2', 'fortran_order': True, 'shape': (3, 2)}"
            .to_vec();
    npy[8] = u8::try_from(npy.len() - 10).expect("a short header");
    npy.extend([0; 12]);
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(&npy).expect("memory");
    let packed = encoder.finish().expect("memory");
    let folder = Folder::new(&[("a.npy.gz", &packed)]);
    let array = describe(&folder.path("a.npy.gz"), &Options::default()).expect("an array");
    assert_eq!(
        (array.format, array.compression),
        (Format::Npy, Some(Compression::Gzip))
    );
    assert_eq!(
        (array.rows, array.columns.len(), array.element.as_deref()),
        (3, 2, Some("i2"))
    );
    assert_eq!(array.bytes, packed.len() as u64);
}
