//! The calculators of a page in a browser, compiled for this machine: every answer is that of the program.
//!
//! The random requests are written to `target/tmp/calculators.jsonl` with the program's answers, where `scripts/page check` finds them;
//! `RESTRAP_REQUESTS` sets their number.

use std::fmt::Write as _;
use std::process::{Command, Output};

use crate::support::unwrapped;
use restrap_testing::Numbers;
use restrap_web::{Adjust, Answer, Audit, Calculator, Compare, Plan, Problem, Share};
use serde_json::{Value, from_value, json};

const CALCULATORS: [&str; 5] = ["compare", "share", "audit", "plan", "adjust"];

/// Returns the answer to a request as a page sends it, and its command.
fn answer(calculator: &str, request: &Value) -> (Result<Answer, Problem>, String) {
    fn ask(asked: &impl Calculator) -> (Result<Answer, Problem>, String) {
        (asked.answer(), asked.command())
    }
    let request = request.clone();
    match calculator {
        "compare" => ask(&from_value::<Compare>(request).expect("a request")),
        "share" => ask(&from_value::<Share>(request).expect("a request")),
        "audit" => ask(&from_value::<Audit>(request).expect("a request")),
        "plan" => ask(&from_value::<Plan>(request).expect("a request")),
        _ => ask(&from_value::<Adjust>(request).expect("a request")),
    }
}

/// Runs a command as a shell does.
fn shell(command: &str, options: &str) -> Output {
    let line = format!("{command} {options}");
    let program = env!("CARGO_BIN_EXE_restrap");
    let line = match line.rsplit_once("restrap ") {
        Some((before, after)) => format!("{before}'{program}' {after}"),
        None => panic!("{line} is no command of restrap"),
    };
    Command::new("sh")
        .args(["-c", &line])
        .output()
        .expect("a shell")
}

/// The options that print JSON without what depends on the machine.
fn to_json(command: &str) -> &'static str {
    if command.starts_with("restrap compare") {
        "--json --no-host"
    } else {
        "--json"
    }
}

/// Chooses one of several values.
trait One {
    fn one<T: Copy, const N: usize>(&mut self, of: [T; N]) -> T;
}

impl One for Numbers {
    fn one<T: Copy, const N: usize>(&mut self, of: [T; N]) -> T {
        of[self.below(N as u64) as usize]
    }
}

/// A random request.
fn request(calculator: &str, numbers: &mut Numbers) -> Value {
    let side = numbers.one(["two-sided", "better", "worse"]);
    let alpha = numbers.one([0.05, 0.05, 0.01, 0.1, 0.07]);
    let largest = numbers.one([12, 200, 5_000]);
    let mut asked = match calculator {
        "compare" => {
            let mut count = || numbers.below(largest);
            let (first, second, third, fourth) = (1 + count(), count(), count(), count());
            let counted = if numbers.below(2) == 0 {
                json!({"counts": {"better": first, "worse": second, "tied": third}})
            } else {
                json!({"table": {"both": first, "baseline": second, "system": third, "neither": fourth}})
            };
            let margin = match numbers.below(4) {
                0 => {
                    json!({"claim": "noninferior", "size": numbers.one(["1pt", "2.5%", "abs:0.05"])})
                }
                1 => json!({"claim": "equivalent", "size": "3pt"}),
                2 => json!({"claim": "superior", "size": "0.5pt"}),
                _ => Value::Null,
            };
            json!({"counted": counted, "margin": margin})
        }
        "share" => {
            let items = 1 + numbers.below(largest);
            let mut asked = json!({"right": numbers.below(items + 1), "items": items});
            if numbers.below(2) == 0 {
                asked["against"] = json!(numbers.one([0.5, 0.25, 0.9]));
            }
            asked
        }
        "audit" => {
            let items = 20 + numbers.below(2_000);
            let mut score = || {
                let right = items / 2 + numbers.below(items / 2);
                let share = right as f64 / items as f64;
                match numbers.below(3) {
                    0 => format!("{right}/{items}"),
                    1 => format!("{:.1}%", share * 100.0),
                    _ => format!("{share:.3}"),
                }
            };
            let [baseline, system] = [score(), score()];
            json!({"baseline": baseline, "system": system, "items": items, "power": numbers.one([0.8, 0.9])})
        }
        "plan" => {
            let baseline = 50 + numbers.below(45);
            let mut asked =
                json!({"baseline": format!("{baseline}%"), "comparisons": 1 + numbers.below(3)});
            if numbers.below(3) > 0 {
                asked["gain"] = json!(numbers.one(["2pt", "0.01", "3.5pt", "5pt"]));
            }
            if numbers.below(2) == 0 {
                asked["agreement"] = json!(numbers.one(["90%", "0.8", "95%"]));
            }
            if numbers.below(3) == 0 {
                asked["items"] = json!(50 + numbers.below(2_000));
            }
            if numbers.below(4) == 0 {
                asked["noninferior"] = json!("1pt");
            }
            asked["power"] = json!(numbers.one([0.8, 0.9]));
            if side == "worse" && asked["gain"] == "2pt" {
                asked["gain"] = json!("-2pt");
            }
            asked
        }
        _ => {
            let names = [
                "mnli",
                "de-en, fr",
                "it's",
                "a \"b\"",
                "$HOME",
                " n%d ",
                "mnli",
            ];
            let is_named = numbers.below(2) == 0;
            let rows: Vec<Value> = (0..=numbers.below(7))
                .map(|at| {
                    let p = match numbers.below(4) {
                        0 => "<0.001".to_owned(),
                        1 => format!("{:e}", numbers.share().max(1e-9) * 1e-3),
                        _ => format!("{:.4}", numbers.share().max(1e-3)),
                    };
                    json!({"name": if is_named { names[at as usize] } else { "" }, "p": p})
                })
                .collect();
            let adjust = [
                "holm",
                "bonferroni",
                "hochberg",
                "hommel",
                "sidak",
                "holm-sidak",
                "bh",
                "by",
            ];
            json!({"rows": rows, "adjust": numbers.one(adjust), "independent": numbers.below(2) == 0})
        }
    };
    asked["alpha"] = json!(alpha);
    if calculator != "adjust" {
        asked["alternative"] = json!(side);
    }
    asked
}

#[test]
fn random_requests_have_the_bytes_of_the_program() {
    let wanted =
        std::env::var("RESTRAP_REQUESTS").map_or(60, |text| text.parse().expect("a number"));
    let mut numbers = Numbers(57);
    let (mut lines, mut refused) = (String::new(), 0);
    for number in 0..wanted {
        let calculator = CALCULATORS[number % CALCULATORS.len()];
        let request = request(calculator, &mut numbers);
        let (answer, command) = answer(calculator, &request);
        let ran = shell(&command, to_json(&command));
        let printed = String::from_utf8(ran.stdout).expect("text");
        match answer {
            Ok(answer) => {
                assert!(
                    ran.status
                        .code()
                        .is_some_and(|code| [0, 10, 11].contains(&code)),
                    "{command}"
                );
                assert_eq!(answer.json, printed, "{command}");
                let line = json!({"calculator": calculator, "request": request, "json": printed, "command": command});
                writeln!(lines, "{line}").expect("a string");
            }
            Err(problem) => {
                let said = unwrapped(&String::from_utf8(ran.stderr).expect("text"));
                assert!(
                    said.contains(&problem.message),
                    "{command}: {problem:?}, {said}"
                );
                refused += 1;
            }
        }
    }
    assert!(refused < wanted / 4, "{refused} of {wanted} have no answer");
    let tmp = env!("CARGO_TARGET_TMPDIR");
    std::fs::write(format!("{tmp}/calculators.jsonl"), lines).expect("a file");
}

#[test]
fn another_answer_is_noticed() {
    let request = json!({"counted": {"counts": {"better": 7, "worse": 3, "tied": 0}}});
    let (answer, command) = answer("compare", &request);
    let other = shell(&command.replace("plus=7", "plus=8"), to_json(&command));
    assert_ne!(answer.expect("an answer").json.as_bytes(), other.stdout);
}

#[test]
fn what_cannot_be_read_names_its_field() {
    for (calculator, request, field, words) in [
        (
            "audit",
            json!({"baseline": "852%", "system": "86%", "items": 100}),
            "baseline",
            "expected a share",
        ),
        (
            "audit",
            json!({"baseline": "85%", "system": "x", "items": 100}),
            "system",
            "found 'x'",
        ),
        (
            "audit",
            json!({"baseline": "85%", "system": "86%"}),
            "items",
            "the number of items",
        ),
        (
            "plan",
            json!({"baseline": "80", "gain": "2pt"}),
            "baseline",
            "a share from 0 to 1",
        ),
        (
            "plan",
            json!({"baseline": "80%", "gain": "2%"}),
            "gain",
            "such as 2pt",
        ),
        (
            "compare",
            json!({"counted": {"counts": {"better": 1, "worse": 0, "tied": 9}}, "margin": {"claim": "noninferior", "size": "1"}}),
            "margin",
            "1pt",
        ),
        ("share", json!({"right": 5, "items": 4}), "right", "K/N"),
        ("share", json!({"right": 0, "items": 0}), "right", "K/N"),
        (
            "adjust",
            json!({"rows": [{"name": "", "p": "0"}]}),
            "",
            "no test gives 0",
        ),
        (
            "plan",
            json!({"baseline": "80%"}),
            "",
            "the gain that matters",
        ),
        (
            "audit",
            json!({"baseline": "80%", "system": "81%", "items": 100, "alpha": 1}),
            "",
            "0 < alpha < 1",
        ),
    ] {
        let problem = answer(calculator, &request).0.expect_err("a problem");
        assert_eq!(problem.field, field, "{request}: {problem:?}");
        assert!(
            format!("{} {}", problem.message, problem.hint).contains(words),
            "{problem:?}"
        );
    }
}

/// What a page of the site says of each calculator: the command, the Python call, and the first line of the verdict.
#[test]
fn each_calculator_says_how_to_ask_elsewhere() {
    let requests = [
        (
            "compare",
            json!({"counted": {"counts": {"better": 102, "worse": 41, "tied": 1_176}}}),
        ),
        (
            "compare",
            json!({"counted": {"table": {"both": 3_700, "baseline": 60, "system": 52, "neither": 384}}, "margin": {"claim": "noninferior", "size": "1pt"}}),
        ),
        ("share", json!({"right": 63, "items": 123})),
        (
            "share",
            json!({"right": 58, "items": 80, "against": 0.5, "alternative": "better"}),
        ),
        (
            "audit",
            json!({"baseline": "78.4%", "system": "79.1%", "items": 1_000}),
        ),
        (
            "plan",
            json!({"baseline": "80%", "gain": "2pt", "agreement": "90%"}),
        ),
        (
            "adjust",
            json!({"rows": [{"name": "mnli", "p": "0.012"}, {"name": "it's", "p": "<0.001"}], "adjust": "bh"}),
        ),
        (
            "adjust",
            json!({"rows": [{"name": "", "p": "0.012"}, {"name": "", "p": "0.034"}], "independent": true}),
        ),
    ];
    let mut text = String::new();
    for (calculator, request) in requests {
        let answer = answer(calculator, &request).0.expect("an answer");
        assert!(
            answer.fragment.contains("<main class=\"restrap\">")
                && answer.latex.contains("\\begin{table")
        );
        writeln!(
            text,
            "$ {}\n>>> {}\n{}\n",
            answer.command, answer.python, answer.verdict
        )
        .expect("a string");
    }
    // Python's tests call what it says.
    insta::with_settings!({snapshot_path => "../data", prepend_module_to_snapshot => false}, {
        insta::assert_snapshot!("calculators", text);
    });
}
