//! Damaged, lying and strange files of every format that is read, and things that are not files.

use std::io::Write;

use insta::assert_snapshot;

use crate::support::{Folder, Ran};

/// The error of comparing this file with a good one of 4 items; exit 1, nothing on standard output.
fn refused(name: &str, content: &[u8]) -> String {
    let ran = with_good(name, content);
    assert_eq!((ran.code, ran.out.as_str()), (Some(1), ""), "{name}: {ran}");
    format!(
        "{}{}",
        ran.error(),
        ran.hint()
            .map_or_else(String::new, |hint| format!("\n  hint: {hint}"))
    )
}

fn with_good(name: &str, content: &[u8]) -> Ran {
    let folder = Folder::with(&[("good.txt", "1\n2\n3\n5\n")]);
    folder.put(name, content);
    folder.restrap(&format!("compare good.txt {name} --same-items"))
}

fn accepted(name: &str, content: &[u8]) {
    let ran = with_good(name, content);
    assert_eq!(ran.code, Some(0), "{ran}");
    assert!(ran.out.contains("4 items"), "{ran}");
}

/// A `.npy` file of version 1.0 with this header and these data.
fn npy(header: &str, data: &[u8]) -> Vec<u8> {
    let padded = (10 + header.len() + 1).next_multiple_of(64) - 10;
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((padded as u16).to_le_bytes());
    bytes.extend(format!("{header:width$}\n", width = padded - 1).bytes());
    bytes.extend(data);
    bytes
}

fn doubles(shape: &str) -> String {
    format!("{{'descr': '<f8', 'fortran_order': False, 'shape': ({shape}), }}")
}

fn scores(scores: &[f64]) -> Vec<u8> {
    scores
        .iter()
        .flat_map(|score| score.to_le_bytes())
        .collect()
}

const FOUR: [f64; 4] = [1.0, 2.5, 3.0, 4.0];

#[test]
fn a_header_that_lies_about_its_rows_is_caught() {
    let data = scores(&FOUR);
    let lies = [
        "0,",
        "3,",
        "5,",
        "4294967296,",
        "9223372036854775808,",
        "-1,",
    ];
    let told = lies.map(|shape| {
        format!(
            "{shape}\n  {}",
            refused("x.npy", &npy(&doubles(shape), &data))
        )
    });
    assert_snapshot!(told.join("\n"));
}

#[test]
fn arrays_that_hold_no_column_of_scores() {
    let data = scores(&FOUR);
    let cases: [(&str, Vec<u8>); 11] = [
        ("magic alone", b"\x93NUMPY".to_vec()),
        ("no header", b"\x93NUMPY\x01\x00".to_vec()),
        (
            "header longer than the file",
            b"\x93NUMPY\x01\x00\xff\xff{".to_vec(),
        ),
        (
            "version 9",
            [
                b"\x93NUMPY\x09\x00".as_slice(),
                &npy(&doubles("4,"), &data)[8..],
            ]
            .concat(),
        ),
        ("not a dictionary", npy("garbage", &data)),
        (
            "strings",
            npy(
                "{'descr': '<U1', 'fortran_order': False, 'shape': (4,), }",
                &data,
            ),
        ),
        (
            "objects",
            npy(
                "{'descr': '|O', 'fortran_order': False, 'shape': (4,), }",
                &data,
            ),
        ),
        ("three dimensions", npy(&doubles("2, 2, 1"), &data)),
        ("a scalar", npy(&doubles(""), &data[..8])),
        (
            "NaN",
            npy(&doubles("4,"), &scores(&[1.0, f64::NAN, 2.0, 3.0])),
        ),
        (
            "infinity",
            npy(&doubles("4,"), &scores(&[1.0, 2.0, f64::INFINITY, 3.0])),
        ),
    ];
    let told = cases.map(|(name, bytes)| format!("{name}\n  {}", refused("x.npy", &bytes)));
    assert_snapshot!(told.join("\n"));
}

#[test]
fn good_arrays_are_read() {
    let data = scores(&FOUR);
    accepted("x.npy", &npy(&doubles("4,"), &data));
    accepted("x.npy", &npy(&doubles("4, 1"), &data));
    let singles: Vec<u8> = FOUR
        .iter()
        .flat_map(|&score| (score as f32).to_le_bytes())
        .collect();
    accepted(
        "x.npy",
        &npy(
            "{'descr': '<f4', 'fortran_order': False, 'shape': (4,), }",
            &singles,
        ),
    );
    accepted(
        "x.npy",
        &npy(
            "{'descr': '|b1', 'fortran_order': False, 'shape': (4,), }",
            &[1, 0, 1, 1],
        ),
    );
}

#[test]
fn text_with_strange_bytes() {
    let long = [b"1\n".as_slice(), &b"9".repeat(10 << 20), b"\n2\n3\n"].concat();
    let cases: [(&str, &[u8]); 10] = [
        ("NUL", b"1\n2\0\n3\n4\n"),
        ("bad UTF-8", b"1\n\xff\xfe2\n3\n4\n"),
        ("a line of 10 MiB", &long),
        ("lone carriage returns", b"1\r2\r3\r4"),
        ("UTF-16", b"\xff\xfe1\0\n\x002\0\n\0"),
        ("a no-break space", "1\n2\u{a0}\n3\n4\n".as_bytes()),
        ("two columns", b"1 2\n3 4\n5 6\n7 8\n"),
        ("an escape sequence", b"1\n\x1b[31m2\n3\n4\n"),
        ("JSON lines", b"{\"score\": 1}\n{\"score\": 2}\n"),
        ("a PDF", b"%PDF-1.4\n1 0 obj\n"),
    ];
    let told = cases.map(|(name, bytes)| format!("{name}\n  {}", refused("x.txt", bytes)));
    assert_snapshot!(told.join("\n"));
}

#[test]
fn text_that_is_accepted() {
    accepted("x.txt", b"1\r\n2\r\n3\r\n4.5\r\n");
    accepted("x.txt", b"\xef\xbb\xbf1\n2\n3\n4.5\n");
    accepted("x.txt", b"1 \n\t2\n3\n4.5  \n");
    accepted("x.txt", b"1\n2\n3\n4.5");
    accepted("x.txt", b"+1\n2.\n.5\n1e-3\n");
}

#[test]
fn damaged_tables() {
    let cases: [(&str, &str, &[u8]); 12] = [
        ("a row too short", "x.csv", b"id,f\n1,0.5\n2\n"),
        ("a row too long", "x.csv", b"id,f\n1,0.5\n2,0.5,9\n"),
        ("an open quote", "x.csv", b"id,f\n\"1,0.5\n2,0.5\n"),
        ("no header", "x.csv", b"1,0.5\n2,abc\n"),
        ("a mixed first line", "x.csv", b"id,0.5\n1,0.7\n"),
        ("no numbers", "x.csv", b"id,label\na,pos\nb,neg\n"),
        ("an empty file", "x.csv", b""),
        ("a header alone", "x.tsv", b"id\tf\n"),
        ("bars", "x.csv", b"id|f\n1|0.5\n2|0.7\n"),
        ("NUL in a cell", "x.csv", b"id,f\na\0,0.5\nb,0.7\n"),
        ("bad UTF-8 in a name", "x.csv", b"id,f\xff\na,0.5\nb,0.7\n"),
        ("an empty cell", "x.tsv", b"id\tf\na\t0.5\nb\t\n"),
    ];
    let told = cases.map(|(what, name, bytes)| format!("{what}\n  {}", refused(name, bytes)));
    assert_snapshot!(told.join("\n"));
}

#[test]
fn good_tables_are_read() {
    accepted("x.csv", b"id,f\r\na,1\r\nb,2\r\nc,3\r\nd,4.5\r\n");
    accepted(
        "x.csv",
        b"\xef\xbb\xbfid,f\na,1\n\"b\"\"\n,\",2\nc,3\nd,4.5\n",
    );
    accepted("x.tsv", b"id\tf\na\t1\nb\t2\nc\t3\nd\t4.5");
}

fn gzip(content: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder
        .write_all(content)
        .and_then(|()| encoder.finish())
        .expect("memory takes it")
}

/// A frame of one raw block, its size in the header, no checksum.
fn zstd(content: &[u8]) -> Vec<u8> {
    let mut bytes = vec![0x28, 0xb5, 0x2f, 0xfd, 0x20, content.len() as u8];
    bytes.extend_from_slice(&((content.len() as u32) << 3 | 1).to_le_bytes()[..3]);
    bytes.extend_from_slice(content);
    bytes
}

#[test]
fn compressed_files_are_read() {
    accepted("x.txt.gz", &gzip(b"1\n2\n3\n4.5\n"));
    accepted("x.csv.gz", &gzip(b"id,f\na,1\nb,2\nc,3\nd,4.5\n"));
    accepted("x.npy.gz", &gzip(&npy(&doubles("4,"), &scores(&FOUR))));
    accepted("x.txt.zst", &zstd(b"1\n2\n3\n4.5\n"));
}

#[test]
fn damaged_compressed_files() {
    let whole = gzip(b"1\n2\n3\n4.5\n");
    let mut flipped = whole.clone();
    let last = flipped.len() - 6;
    flipped[last] ^= 0xff;
    let cases: [(&str, &str, Vec<u8>); 5] = [
        (
            "gzip cut short",
            "x.txt.gz",
            whole[..whole.len() - 9].to_vec(),
        ),
        ("gzip with a wrong checksum", "x.txt.gz", flipped),
        ("gzip of nothing", "x.txt.gz", gzip(b"")),
        (
            "zstd cut short",
            "x.txt.zst",
            zstd(b"1\n2\n3\n4.5\n")[..12].to_vec(),
        ),
        (
            "zstd magic alone",
            "x.txt.zst",
            b"\x28\xb5\x2f\xfd".to_vec(),
        ),
    ];
    for (what, name, bytes) in cases {
        // The words after the colon are the decoder's own and change with it.
        let error = refused(name, &bytes);
        assert!(
            error.starts_with(&format!("{name}: expected ")),
            "{what}: {error}"
        );
    }
}

#[test]
fn a_small_file_that_unpacks_to_much_ends_at_its_first_bad_line() {
    let bomb = gzip(&vec![b'9'; 64 << 20]);
    assert!(bomb.len() < 100_000);
    assert!(refused("x.txt.gz", &bomb).contains("expected lines of at most 1 MiB"));
}

#[test]
fn things_that_are_no_score_files() {
    let folder = Folder::with(&[
        ("good.txt", "1\n2\n3\n5\n"),
        ("scores.txt", "1\n2\n3\n5\n"),
        ("e.txt", ""),
    ]);
    std::fs::create_dir(folder.path().join("runs")).expect("a folder");
    folder.put("x.npz", b"PK\x03\x04rest");
    folder.put("x.parquet", b"PAR1restPAR1");
    folder.put("x.json", b"[1, 2, 3]");
    let told = [
        "runs",
        "e.txt",
        "score.txt",
        "nothing",
        "x.npz",
        "x.parquet",
        "x.json",
    ]
    .map(|name| {
        let ran = folder.restrap(&format!("compare good.txt {name}"));
        assert_eq!((ran.code, ran.out.as_str()), (Some(1), ""), "{ran}");
        format!("{}\n  hint: {}", ran.error(), ran.hint().unwrap_or("-"))
    });
    assert_snapshot!(told.join("\n"));
}

#[test]
fn standard_input_is_a_file_like_others() {
    let folder = Folder::with(&[("good.txt", "1\n2\n3\n5\n")]);
    assert_eq!(
        folder.piped("compare - good.txt", "1\n2\n3\n4\n").code,
        Some(0)
    );
    assert_eq!(
        folder
            .piped("compare -", "id,a,b\n1,0.5,0.7\n2,0.5,0.25\n")
            .code,
        Some(0)
    );
    assert_eq!(
        folder
            .piped("compare good.txt -", gzip(b"1\n2\n3\n4\n"))
            .code,
        Some(0)
    );
    assert_snapshot!(folder.piped("compare - good.txt", ""));
    assert_snapshot!(folder.piped("compare - good.txt", "score\n1\n"));
}

#[cfg(unix)]
#[test]
fn pipes_and_devices_are_read_like_files() {
    let folder = Folder::with(&[("good.txt", "1\n2\n3\n5\n")]);
    let made = std::process::Command::new("mkfifo")
        .arg("pipe")
        .current_dir(folder.path())
        .status();
    assert!(made.expect("mkfifo starts").success());
    let path = folder.path().join("pipe");
    let writer = std::thread::spawn(move || std::fs::write(path, "1\n2\n3\n4\n"));
    assert_eq!(folder.restrap("compare good.txt pipe").code, Some(0));
    writer.join().expect("no panic").expect("the pipe takes it");
    let ran = folder.restrap("compare good.txt /dev/null");
    assert_eq!(
        (ran.code, ran.error()),
        (Some(1), "/dev/null: expected scores, found an empty file")
    );
}
