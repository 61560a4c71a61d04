//! Runs of the program, and files to run it on.

use std::fmt;
use std::path::{Path, PathBuf};

use assert_cmd::Command;

/// Columns of a terminal that nothing may exceed by default.
pub const WIDTH: usize = 80;

/// The first line that a terminal would break, if there is one. The recipe is one logical line, which may be.
pub fn wide(text: &str) -> Option<&str> {
    text.lines().find(|line| {
        // The recipe is one logical line, and a single word cannot be broken.
        let word = line.trim().trim_end_matches(" \\");
        textwrap::core::display_width(line) > WIDTH
            && !line.starts_with("restrap|v:")
            && word.contains(' ')
    })
}

/// The repository root, where `datasets/` lies.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The program, with an environment that says nothing about colours.
pub fn program(folder: &Path, line: &str) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("restrap"));
    for name in [
        "NO_COLOR",
        "CLICOLOR",
        "CLICOLOR_FORCE",
        "COLUMNS",
        "RUST_BACKTRACE",
    ] {
        command.env_remove(name);
    }
    command.current_dir(folder).args(words(line));
    command
}

/// Words of a command line; single quotes keep spaces.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (index, part) in line.split('\'').enumerate() {
        if index % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

/// What a run left behind.
#[derive(Clone, Debug)]
pub struct Ran {
    pub line: String,
    pub code: Option<i32>,
    pub out: String,
    /// Standard error, in which an error and its hint are one line each.
    pub err: String,
    /// Standard error as it was printed.
    pub printed: String,
}

/// Errors and hints without the breaks of their lines.
pub fn unwrapped(text: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut indent = None;
    for line in text.lines() {
        let rest = indent.and_then(|indent: usize| line.strip_prefix(&" ".repeat(indent)));
        if let (Some(rest), Some(last)) = (rest, lines.last_mut()) {
            let kept = last.strip_suffix(" \\").unwrap_or(last).len();
            last.truncate(kept);
            last.push(' ');
            last.push_str(rest);
            continue;
        }
        let first = ["error: ", "hint: "]
            .into_iter()
            .find(|first| line.starts_with(first));
        indent = first.map(str::len);
        lines.push(line.to_owned());
    }
    lines.iter().flat_map(|line| [line, "\n"]).collect()
}

impl Ran {
    pub fn of(line: &str, output: std::process::Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8 goes out");
        let printed = text(output.stderr);
        let ran = Self {
            line: line.to_owned(),
            code: output.status.code(),
            out: text(output.stdout),
            err: unwrapped(&printed),
            printed,
        };
        ran.check();
        ran
    }

    /// What holds for every run: no panic, no NaN as a number, no escape code where there is no terminal; JSON is what its schema
    /// says.
    fn check(&self) {
        assert!(
            !matches!(self.code, None | Some(6 | 101)),
            "a fault or a signal: {self}"
        );
        assert!(
            !self.err.contains("panicked") && !self.err.contains("internal fault"),
            "{self}"
        );
        for word in self.out.split(|c: char| !c.is_alphanumeric()) {
            assert!(
                !matches!(word, "NaN" | "nan" | "inf"),
                "`{word}` is printed: {self}"
            );
        }
        assert!(
            !self.out.contains('\x1b') && !self.err.contains('\x1b'),
            "escape codes: {self}"
        );
        if self.out.starts_with('{') {
            crate::schema::check(&self.json()).unwrap_or_else(|wrong| panic!("{wrong}\n{self}"));
        }
    }

    /// Standard output as JSON.
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {self}"))
    }

    /// The one `error:` line.
    pub fn error(&self) -> &str {
        let mut errors = self
            .err
            .lines()
            .filter_map(|line| line.strip_prefix("error: "));
        let first = errors
            .next()
            .unwrap_or_else(|| panic!("no error line: {self}"));
        assert_eq!(errors.next(), None, "one error line is enough: {self}");
        first
    }

    /// The `hint:` line, if there is one.
    pub fn hint(&self) -> Option<&str> {
        self.err
            .lines()
            .find_map(|line| line.strip_prefix("hint: "))
    }

    /// The text with lines joined, for sentences that are wrapped.
    pub fn sentences(&self) -> String {
        format!("{} {}", self.out, self.err)
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    }
}

impl fmt::Display for Ran {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let code = self
            .code
            .map_or_else(|| "a signal".to_owned(), |code| code.to_string());
        writeln!(f, "$ restrap {}\n{}", self.line, self.out.trim_end())?;
        if !self.err.is_empty() {
            writeln!(f, "--- stderr\n{}", self.err.trim_end())?;
        }
        write!(f, "--- exit {code}")
    }
}

/// A run in the repository root.
pub fn restrap(line: &str) -> Ran {
    Ran::of(
        line,
        program(&root(), line).output().expect("the program starts"),
    )
}

/// A folder that goes away with the test.
pub struct Folder(tempfile::TempDir);

impl Folder {
    pub fn new() -> Self {
        Self(tempfile::tempdir().expect("a temporary folder"))
    }

    /// A folder with these text files.
    pub fn with(files: &[(&str, &str)]) -> Self {
        let folder = Self::new();
        for (name, text) in files {
            folder.put(name, text);
        }
        folder
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn put(&self, name: &str, content: impl AsRef<[u8]>) {
        let path = self.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a folder"))
            .expect("a folder in a temporary one");
        std::fs::write(path, content).expect("a file in a temporary folder");
    }

    pub fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub fn read_text(&self, name: &str) -> String {
        String::from_utf8(self.read(name)).expect("UTF-8 goes out")
    }

    /// A run in this folder.
    pub fn restrap(&self, line: &str) -> Ran {
        Ran::of(
            line,
            program(self.path(), line)
                .output()
                .expect("the program starts"),
        )
    }

    /// A run in this folder with something on standard input.
    pub fn piped(&self, line: &str, input: impl Into<Vec<u8>>) -> Ran {
        let mut command = program(self.path(), line);
        Ran::of(
            line,
            command
                .write_stdin(input)
                .output()
                .expect("the program starts"),
        )
    }
}

/// `scores`, one per line.
pub fn lines(scores: impl IntoIterator<Item = f64>) -> String {
    scores
        .into_iter()
        .flat_map(|score| [score.to_string(), "\n".to_owned()])
        .collect()
}

/// 0/1 scores of a pair: `better` items that only the second gets right, `worse` only the first, `tied` both wrong.
pub fn binary(better: usize, worse: usize, tied: usize) -> [String; 2] {
    let column = |b: f64, w: f64| {
        let ones = [(b, better), (w, worse), (0.0, tied)];
        lines(
            ones.into_iter()
                .flat_map(|(score, times)| std::iter::repeat_n(score, times)),
        )
    };
    [column(0.0, 1.0), column(1.0, 0.0)]
}

/// A folder with `base.txt` and `new.txt` of 0/1 scores.
pub fn binary_pair(better: usize, worse: usize, tied: usize) -> Folder {
    let [base, new] = binary(better, worse, tied);
    Folder::with(&[("base.txt", &base), ("new.txt", &new)])
}
