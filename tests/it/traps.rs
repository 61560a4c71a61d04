//! The page of traps: every command gives the rate beside it, here in a short form.

use std::process::Command;

use crate::support::{restrap, root};

/// Experiments of the short form.
const SHORT: u32 = 400;

/// What a command of the page measures under this name.
fn rate(command: &str, name: &str) -> f64 {
    if let Some(line) = command.strip_prefix("restrap ") {
        let ran = restrap(&format!("{line} --experiments {SHORT} --seed 1 --json"));
        let told = ran.json();
        let tests = told["cells"][0]["tests"].as_array().unwrap();
        return tests.iter().find(|test| test["name"] == name).unwrap()["rate"]["value"]
            .as_f64()
            .unwrap();
    }
    let words: Vec<&str> = command.split(' ').collect();
    let mut script = Command::new("python3");
    script
        .current_dir(root())
        .args(words)
        .args(["--experiments", &SHORT.to_string()]);
    let output = script.output().expect("python3");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let text = String::from_utf8(output.stdout).unwrap();
    let told = text
        .strip_prefix(&format!("{name}: claims a difference in "))
        .expect(&text);
    told.split(' ').next().unwrap().parse().unwrap()
}

#[test]
fn every_trap_errs_as_often_as_its_page_says() {
    let page = std::fs::read_to_string(root().join("docs/traps.md")).expect("docs/traps.md");
    let mut traps = 0;
    for row in page.lines().filter(|line| line.starts_with("| [")) {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        let [_, name, said, command] = cells[..] else {
            panic!("{row}")
        };
        let said: f64 = said.parse().unwrap();
        let found = rate(command.trim_matches('`'), name);
        // Two Monte Carlo errors, that of the page (2,000 experiments) and that of the short form: 4 standard errors.
        let variance = said * (1.0 - said) * (1.0 / 2000.0 + 1.0 / f64::from(SHORT));
        assert!(
            (found - said).abs() <= 4.0 * variance.sqrt() + 0.001,
            "{name}: {found}, and the page says {said}"
        );
        assert!(found > 0.05, "{name} is no trap: {found}");
        traps += 1;
    }
    assert_eq!(traps, 9);
}

#[test]
fn the_control_of_the_page_keeps_its_level() {
    let control = rate(
        "restrap power compare --model accuracy --items 50 --effect 0 --test permutation",
        "permutation",
    );
    assert!(control <= 0.05, "{control}");
}
