//! Files in a folder of their own, and what loading them says, without the folder's name.

use std::fmt::Write as _;

use restrap_io::{Error, Format, Loaded, Missing, Options, load};

/// A temporary folder with files.
pub struct Folder {
    folder: tempfile::TempDir,
}

impl Folder {
    /// Writes the files.
    pub fn new(files: &[(&str, &[u8])]) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for (name, bytes) in files {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(path, bytes).expect("a temporary file");
        }
        Self { folder }
    }

    /// The path of a file.
    pub fn path(&self, name: &str) -> String {
        self.folder.path().join(name).display().to_string()
    }

    /// Loads arguments in which `DIR/` stands for the folder.
    pub fn load(&self, arguments: &[&str], options: &Options) -> Result<Loaded, Error> {
        let folder = format!("{}/", self.folder.path().display());
        let arguments: Vec<String> = arguments
            .iter()
            .map(|argument| argument.replace("DIR/", &folder))
            .collect();
        load(&arguments, options)
    }

    /// The outcome as text: class, message and hint, or the systems and notes.
    pub fn said(&self, arguments: &[&str], options: &Options) -> String {
        let mut out = String::new();
        match self.load(arguments, options) {
            Ok(loaded) => {
                for system in &loaded.systems {
                    let _ = writeln!(out, "{} {:?}", system.name, system.scores);
                }
                for note in &loaded.notes {
                    let _ = writeln!(out, "note: {note}");
                }
            }
            Err(error) => {
                let _ = writeln!(out, "{}: {error}", error.class());
                if let Some(hint) = error.hint() {
                    let _ = writeln!(out, "hint: {hint}");
                }
            }
        }
        out.replace(&format!("{}/", self.folder.path().display()), "")
    }
}

/// What loading one file by itself says.
pub fn one(name: &str, bytes: &[u8]) -> String {
    Folder::new(&[(name, bytes)]).said(&[&format!("DIR/{name}")], &Options::default())
}

/// What loading a text file says.
pub fn text(bytes: &[u8]) -> String {
    one("a.txt", bytes)
}

/// What loading a table says.
pub fn csv(bytes: &[u8]) -> String {
    one("a.csv", bytes)
}

/// What loading two tables paired by `qid` says.
pub fn paired(first: &str, second: &str, missing: Missing) -> String {
    let folder = Folder::new(&[("a.csv", first.as_bytes()), ("b.csv", second.as_bytes())]);
    folder.said(
        &["DIR/a.csv:s", "DIR/b.csv:s"],
        &Options { missing, ..id() },
    )
}

/// Options with a rule for missing scores.
pub fn missing(missing: Missing) -> Options {
    Options {
        missing,
        ..Options::default()
    }
}

/// Options that pair by `qid`.
pub fn id() -> Options {
    Options {
        id: vec!["qid".into()],
        ..Options::default()
    }
}

/// Options with row filters.
pub fn filtered(filters: &[&str]) -> Options {
    let filters = filters
        .iter()
        .map(|filter| filter.parse().expect("a filter"))
        .collect();
    Options {
        filters,
        ..Options::default()
    }
}

/// Options with globs for columns.
pub fn systems(globs: &str) -> Options {
    Options {
        systems: Some(globs.into()),
        ..Options::default()
    }
}

/// Options with a format.
pub fn format(format: Format) -> Options {
    Options {
        format: Some(format),
        ..Options::default()
    }
}

/// Options with a baseline.
pub fn baseline(name: &str) -> Options {
    Options {
        baseline: Some(name.into()),
        ..Options::default()
    }
}

/// Two text files and a table.
pub fn few() -> Folder {
    Folder::new(&[
        (
            "a.txt", b"1
",
        ),
        (
            "b.txt", b"2
",
        ),
        (
            "t.csv",
            b"qid,f1,em
1,0.5,1
",
        ),
    ])
}

/// A `.npy` file, version 1.
pub fn npy(descr: &str, shape: &str, data: &[u8]) -> Vec<u8> {
    let dict = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}\n");
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend(
        u16::try_from(dict.len())
            .expect("a short header")
            .to_le_bytes(),
    );
    bytes.extend(dict.as_bytes());
    bytes.extend(data);
    bytes
}

/// The bytes of doubles.
pub fn doubles(values: &[f64]) -> Vec<u8> {
    values
        .iter()
        .flat_map(|value| value.to_le_bytes())
        .collect()
}
