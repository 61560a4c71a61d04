//! Help pages: complete, narrow, honest.

use insta::assert_snapshot;

use crate::support::{Folder, WIDTH, restrap};

/// Lines of a screen.
const SCREEN: usize = 50;

const PAGES: [&str; 21] = [
    "--help",
    "compare --help",
    "replicate --help",
    "rank --help",
    "score --help",
    "ci --help",
    "generate --help",
    "generate helped-hurt --help",
    "generate graded --help",
    "generate continuous --help",
    "generate splits --help",
    "advise --help",
    "correlate --help",
    "inspect --help",
    "power --help",
    "power curve --help",
    "power compare --help",
    "power plan --help",
    "power audit --help",
    "completions --help",
    "man --help",
];

#[test]
fn every_page() {
    for page in PAGES {
        let ran = restrap(page);
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{page}");
        assert_snapshot!(
            page.replace([' ', '-'], "_").trim_matches('_').to_owned(),
            ran
        );
    }
}

#[test]
fn the_longest_page_has_at_most_320_lines() {
    for page in PAGES {
        let lines = restrap(page).out.lines().count();
        assert!(lines <= 320, "{page}: {lines}");
    }
}

#[test]
fn metrics_are_listed_and_described() {
    let all = restrap("score --list").out;
    for name in ["f1", "bleu", "ndcg", "roc-auc", "ratio:NUM/DEN"] {
        assert!(all.contains(&format!("  {name} ")), "{name}: {all}");
    }
    for line in all.lines() {
        assert!(line.chars().count() <= WIDTH, "{line}");
    }
    let one = restrap("score --list f0.5").out;
    assert!(one.contains("average=binary|micro|macro"), "{one}");
    assert_eq!(restrap("score --list f1x").code, Some(2));
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
fn a_short_page_is_one_screen_that_starts_with_examples() {
    for page in PAGES {
        let ran = restrap(&page.replace("--help", "-h"));
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{page}");
        assert!(ran.out.lines().count() <= SCREEN, "{ran}");
        assert!(
            ran.out.lines().all(|line| line.chars().count() <= WIDTH),
            "{ran}"
        );
    }
    for page in ["-h", "compare -h", "score -h", "ci -h"] {
        let ran = restrap(page);
        assert_eq!(examples(&ran.out).len(), 3, "{ran}");
        assert!(ran.out.find("Examples:") < ran.out.find("Usage:"), "{ran}");
        assert_snapshot!(
            page.replace([' ', '-'], "_").trim_matches('_').to_owned(),
            ran
        );
    }
}

/// The command lines of a page, without the program's name.
fn examples(page: &str) -> Vec<String> {
    let joined = page.replace("\\\n", " ");
    joined
        .lines()
        .filter_map(|line| line.strip_prefix("  restrap "))
        .map(str::to_owned)
        .collect()
}

#[test]
fn every_example_runs() {
    let mut seen = 0;
    for page in PAGES {
        for line in examples(&restrap(page).out) {
            let ran = restrap(&line);
            assert_eq!(ran.code, Some(0), "{ran}");
            assert!(!ran.err.contains("error:") && !ran.out.is_empty(), "{ran}");
            seen += 1;
        }
    }
    assert!(seen >= 25, "{seen} examples");
}

#[test]
fn the_readme_has_an_example_for_each_kind_of_user() {
    let readme =
        std::fs::read_to_string(crate::support::root().join("README.md")).expect("a readme");
    assert!(
        readme.split_whitespace().count() <= 1_000,
        "a first page is short"
    );
    let block = readme
        .split("```")
        .find(|block| block.contains("# machine translation"))
        .expect("a block of examples")
        .replace("\\\n", " ");
    let lines: Vec<&str> = block
        .lines()
        .filter_map(|line| line.strip_prefix("restrap "))
        .collect();
    assert_eq!(lines.len(), 4, "{block}");
    for line in lines {
        assert_eq!(restrap(line).code, Some(0), "{line}");
    }
}

#[test]
fn a_command_without_systems_says_what_to_type() {
    for command in ["compare", "score", "ci", "inspect"] {
        let ran = restrap(command);
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{ran}");
        let hint = ran.hint().expect("a hint");
        let line = hint
            .strip_prefix("for example: `restrap ")
            .and_then(|rest| rest.split('`').next());
        assert_eq!(restrap(line.expect("an example")).code, Some(0), "{ran}");
    }
}

#[test]
fn shells_complete_what_the_commands_take() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let ran = restrap(&format!("completions {shell}"));
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{ran}");
        assert!(
            ran.out.contains("noninferior") && ran.out.contains("helped-hurt"),
            "{shell}"
        );
    }
    assert_eq!(restrap("completions csh").code, Some(2));
}

#[test]
fn every_command_has_a_page_for_man() {
    let folder = Folder::new();
    assert_eq!(folder.restrap("man pages").code, Some(0));
    let page =
        |name: &str| String::from_utf8(folder.read(&format!("pages/{name}.1"))).expect("UTF-8");
    assert!(page("restrap-compare").contains("noninferior"));
    assert!(page("restrap-power-plan").contains("agreement"));
    assert_eq!(folder.restrap("man").out, page("restrap"));
}

#[test]
fn every_flag_of_the_page_is_built() {
    // A flag that is listed but not read would be accepted here and change nothing; one that is not listed is refused.
    for flag in ["--margin", "--level"] {
        assert!(!restrap("compare --help").out.contains(flag), "{flag}");
        assert_eq!(
            restrap(&format!("compare a b {flag} x")).code,
            Some(2),
            "{flag}"
        );
    }
}

#[test]
fn the_version_is_one_line() {
    assert_eq!(
        restrap("--version").out,
        format!("restrap {}\n", env!("CARGO_PKG_VERSION"))
    );
}

#[test]
fn nothing_asked_is_the_page_on_standard_error() {
    for line in ["", "generate"] {
        let ran = restrap(line);
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{ran}");
        assert!(ran.err.contains("Usage: restrap"), "{ran}");
        assert!(ran.err.contains("Examples:\n  # "), "{ran}");
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
    assert_eq!(
        out(&[("CLICOLOR_FORCE", "1")]),
        [true, true],
        "the check can see colours"
    );
    assert_eq!(
        out(&[("TERM", "xterm-256color"), ("COLORTERM", "truecolor")]),
        [false, false]
    );
}

#[test]
fn a_pipe_gets_no_progress_bar() {
    let folder = Folder::new();
    folder.restrap("generate continuous --items 2000 a.npy b.npy");
    let ran = folder.restrap("compare a.npy b.npy --exact never --resamples 20000 --interval none");
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
}
