//! Help pages: complete, narrow, honest.

use insta::assert_snapshot;

use crate::support::{Folder, WIDTH, restrap};

const PAGES: [&str; 14] = [
    "--help",
    "compare --help",
    "score --help",
    "ci --help",
    "generate --help",
    "generate helped-hurt --help",
    "generate graded --help",
    "generate continuous --help",
    "inspect --help",
    "power --help",
    "power curve --help",
    "power compare --help",
    "power plan --help",
    "power audit --help",
];

#[test]
fn every_page() {
    for page in PAGES {
        let ran = restrap(page);
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{page}");
        assert_snapshot!(page.replace([' ', '-'], "_").trim_matches('_').to_owned(), ran);
    }
}

#[test]
fn no_page_is_wider_than_a_terminal() {
    for page in PAGES {
        for line in restrap(page).out.lines() {
            assert!(line.chars().count() <= WIDTH, "{page}: {line}");
        }
    }
}

#[test]
fn the_short_page_is_the_page() {
    for page in PAGES {
        let short = restrap(&page.replace("--help", "-h"));
        assert_eq!(short.out, restrap(page).out, "{page}");
    }
}

#[test]
fn every_flag_of_the_page_is_built() {
    // A flag that is listed but not read would be accepted here and change nothing; one that is not listed is refused.
    for flag in ["--margin", "--plot", "--adaptive", "--level"] {
        assert!(!restrap("compare --help").out.contains(flag), "{flag}");
        assert_eq!(restrap(&format!("compare a b {flag} x")).code, Some(2), "{flag}");
    }
}

#[test]
fn the_version_is_one_line() {
    assert_eq!(restrap("--version").out, format!("restrap {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn nothing_asked_is_the_page_on_standard_error() {
    for line in ["", "generate"] {
        let ran = restrap(line);
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{ran}");
        assert!(ran.err.contains("Usage: restrap"), "{ran}");
    }
}

#[test]
fn a_pipe_gets_no_colours_unless_it_is_forced() {
    let folder = Folder::with(&[("a.txt", "1\n2\n"), ("b.txt", "1\n2\n")]);
    let out = |set: &[(&str, &str)]| {
        let mut command = crate::support::program(folder.path(), "compare a.txt b.txt");
        command.envs(set.iter().copied());
        let output = command.output().expect("the program starts");
        [output.stdout, output.stderr].map(|bytes| bytes.contains(&0x1b))
    };
    assert_eq!(out(&[]), [false, false]);
    assert_eq!(out(&[("NO_COLOR", "1")]), [false, false]);
    assert_eq!(out(&[("CLICOLOR_FORCE", "1")]), [true, true], "the check can see colours");
    assert_eq!(out(&[("TERM", "xterm-256color"), ("COLORTERM", "truecolor")]), [false, false]);
}

#[test]
fn a_pipe_gets_no_progress_bar() {
    let folder = Folder::new();
    folder.restrap("generate continuous --items 2000 a.npy b.npy");
    let ran = folder.restrap("compare a.npy b.npy --exact never --resamples 20000 --interval none");
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
}
