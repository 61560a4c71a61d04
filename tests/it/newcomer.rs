//! What people type on the first day who come from other tools: each wrong command ends in a hint of this program, and what the hint says
//! works. `newcomer.txt` has the commands; they were written down before any of them was tried.

use std::fs;

use crate::support::{Folder, binary, root, wide};

/// Words of the parser, which nobody should meet.
const PARSER: [&str; 5] = [
    "For more information",
    "Usage:",
    "tip:",
    "a similar",
    "unexpected argument",
];

/// The files that the commands name.
fn files() -> Folder {
    let folder = Folder::new();
    let [base, new] = binary(9, 5, 12);
    folder.put("base.txt", base);
    folder.put("new.txt", new);
    folder.put(
        "results.xlsx",
        b"PK\x03\x04\x14\0\0\0\x08\0[Content_Types].xml\0\0\0\0\0\0\0\0",
    );
    let pickle = b"\x80\x04\x95\x1a\0\0\0\0\0\0\0}\x94(\x8c\x01a\x94G?\xe0\0\0\0\0\0\0u.";
    folder.put("model.pkl", pickle);
    folder.put("other.pkl", pickle);
    folder.put(
        "tabs.csv",
        "id\tbase\tnew\n1\t0.5\t0.7\n2\t0.2\t0.4\n3\t0.9\t0.5\n4\t0.1\t0.8\n5\t0.3\t0.6\n",
    );
    folder.put("pvalues.csv", "test,p\na,0.01\nb,0.03\nc,0.2\n");
    for part in ["sentiment", "outputs"] {
        for entry in fs::read_dir(root().join("datasets").join(part)).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path
                .file_name()
                .and_then(|name| name.to_str())
                .expect("UTF-8");
            folder.put(
                &format!("datasets/{part}/{name}"),
                fs::read(&path).expect("a file"),
            );
        }
    }
    folder
}

#[test]
fn a_wrong_command_of_a_newcomer_ends_in_a_hint_that_leads_on() {
    let folder = files();
    let (mut wrong, mut led, mut answered, mut all) = (Vec::new(), 0, 0, 0);
    let text = include_str!("newcomer.txt");
    let lines: Vec<&str> = text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .collect();
    let mut rest = &lines[..];
    while let [typed, follow @ ..] = rest {
        let typed = typed.strip_prefix("$ ").expect("a command");
        let count = follow
            .iter()
            .take_while(|line| !line.starts_with("$ "))
            .count();
        let (then, next) = follow.split_at(count);
        rest = next;
        assert!(!then.is_empty(), "what follows {typed}");
        all += 1;
        let first = folder.restrap(typed);
        if first.code == Some(0) {
            answered += 1;
            continue;
        }
        let found = PARSER.iter().find(|words| first.err.contains(**words));
        if let Some(words) = found {
            wrong.push(format!("the parser's words {words:?}: {first}"));
            continue;
        }
        let Some(hint) = first.hint().map(str::to_owned) else {
            wrong.push(format!("no hint: {first}"));
            continue;
        };
        if let Some(line) = wide(&first.printed) {
            wrong.push(format!("wider than a terminal: {line}"));
        }
        if then[0].starts_with("= ") {
            led += 1;
            continue;
        }
        // Each line types what the hint before it names; the last one is answered.
        let (mut before, mut hint, mut is_led) = (typed.to_owned(), hint, true);
        for (step, line) in then.iter().enumerate() {
            let line = line.strip_prefix("> ").expect("what is typed then");
            let unnamed: Vec<&str> = line
                .split_whitespace()
                .filter(|word| word.starts_with("--") && !before.contains(word))
                .map(|word| word.split('=').next().unwrap_or(word))
                .filter(|word| !hint.contains(word) && *word != "--id")
                .collect();
            let ran = folder.restrap(line);
            let is_last = step + 1 == then.len();
            if !unnamed.is_empty() || (ran.code == Some(0)) != is_last {
                wrong.push(format!("{first}\nthe hint lacks {unnamed:?}\n{ran}"));
                is_led = false;
                break;
            }
            line.clone_into(&mut before);
            hint = ran.hint().unwrap_or_default().to_owned();
        }
        led += usize::from(is_led);
    }
    println!("{all} wrong commands: {answered} are answered, {led} end in a hint that leads on");
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n\n"));
    assert_eq!((all, led + answered), (120, 120));
}
