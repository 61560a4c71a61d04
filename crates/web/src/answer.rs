//! The answers of the calculators: those of the library, in the forms that a page shows.

use restrap::number::confidence_of;
use restrap::outcome::{InputInfo, Outcome, Role};
use restrap::power::{AuditRequest, PlanRequest, audit, plan, power_curves};
use restrap::{
    AdjustRequest, Control, DescribeRequest, Explain, GivenP, ListedScores, Numbers, Request,
    adjust, compare_numbers, describe,
};
use restrap_report::{Compared, ComparisonPage, Document, Output, Paged, PlanPage, Report, Titles};
use restrap_words::{Spelling, escaped, speak, turns};
use serde::Serialize;

use crate::problem::Problem;
use crate::request::{Adjust, Audit, Compare, Counted, Plan, Question, Share};

/// The answer of a calculator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(
    target_arch = "wasm32",
    wasm_bindgen::prelude::wasm_bindgen(getter_with_clone)
)]
pub struct Answer {
    /// The JSON that the program prints for the command with `--json` and `--no-host`.
    pub json: String,
    /// The verdict, one paragraph per line.
    pub verdict: String,
    /// The page of the program's `--html` without its head, in HTML.
    pub fragment: String,
    /// The table of the program's `--output latex`.
    pub latex: String,
    /// The command line that prints this answer.
    pub command: String,
    /// The Python call that returns this answer; empty if there is none.
    pub python: String,
}

/// A question of one calculator, which it can answer.
pub trait Calculator: Question {
    /// Computes the answer.
    ///
    /// # Errors
    /// [`Problem`] for text that cannot be read, and for numbers that allow no answer.
    fn answer(&self) -> Result<Answer, Problem>;
}

impl Calculator for Compare {
    fn answer(&self) -> Result<Answer, Problem> {
        compare(self)
    }
}

impl Calculator for Share {
    fn answer(&self) -> Result<Answer, Problem> {
        share(self)
    }
}

impl Calculator for Audit {
    fn answer(&self) -> Result<Answer, Problem> {
        audit_accuracies(self)
    }
}

impl Calculator for Plan {
    fn answer(&self) -> Result<Answer, Problem> {
        plan_items(self)
    }
}

impl Calculator for Adjust {
    fn answer(&self) -> Result<Answer, Problem> {
        adjust_all(self)
    }
}

/// Puts an answer together: `outcome` is what the program writes as JSON.
fn answer(
    asked: &impl Question,
    outcome: &impl Serialize,
    document: &Document,
    report: &impl Report,
) -> Result<Answer, Problem> {
    Ok(Answer {
        json: serde_json::to_string_pretty(outcome)? + "\n",
        verdict: document.verdicts().join("\n"),
        fragment: document.fragment(),
        latex: report.printed(Output::Latex),
        command: asked.command(),
        python: asked.python(),
    })
}

/// Options are spelled as the command line spells them, since that is what the page shows and what the program's JSON holds.
fn as_the_program() {
    speak(Spelling::Flags);
}

/// Compares numbers as `restrap compare` does.
fn compared(
    asked: &impl Question,
    numbers: &Numbers,
    against: Option<f64>,
    request: &Request,
) -> Result<Answer, Problem> {
    request.fits()?;
    let mut outcome: Outcome = compare_numbers(numbers, against, request, &Control::default())?;
    // The program leaves out what depends on the machine.
    outcome.plan.level = None;
    let page = ComparisonPage {
        outcome: &outcome,
        extremes: &[],
    };
    let document = page.document().explained(&outcome.explained());
    let report = Compared {
        outcome: &outcome,
        verbose: false,
        titles: Titles::default(),
    };
    answer(asked, &outcome, &document, &report)
}

fn compare(asked: &Compare) -> Result<Answer, Problem> {
    as_the_program();
    let numbers = match asked.counted {
        Counted::Counts(counts) => Numbers::Counts(counts.into()),
        Counted::Table(table) => Numbers::Table(table.into()),
    };
    let mut request = Request::default()
        .alternative(asked.alternative)
        .alpha(asked.alpha)
        .confidence(confidence_of(asked.alpha));
    if let Some(margin) = &asked.margin {
        let size = margin
            .size
            .parse()
            .map_err(|error: restrap::BadMargin| Problem::of_field("margin", error))?;
        request = request.claims([(margin.claim, size)])?;
    }
    compared(asked, &numbers, None, &request)
}

fn share(asked: &Share) -> Result<Answer, Problem> {
    as_the_program();
    let counted = ListedScores::read_count(&asked.ratio())
        .ok()
        .flatten()
        .ok_or_else(|| {
            let found = asked.ratio();
            Problem::of_field(
                "right",
                format!("expected K/N with K at most N, found {found}"),
            )
        })?;
    if let Some(number) = asked.against {
        let request = Request::default()
            .alternative(asked.alternative)
            .alpha(asked.alpha)
            .confidence(confidence_of(asked.alpha));
        let numbers = Numbers::Scores(vec![counted]);
        return compared(asked, &numbers, Some(number), &request);
    }
    let request = DescribeRequest {
        request: Request::default().confidence(confidence_of(asked.alpha)),
        ..DescribeRequest::default()
    };
    let scores = counted.scores();
    request.check()?;
    let outcome = describe(&[scores], &request, &Control::default())?;
    let document = outcome.document().explained(&outcome.explained());
    answer(asked, &outcome, &document, &outcome)
}

fn audit_accuracies(asked: &Audit) -> Result<Answer, Problem> {
    as_the_program();
    let published = |field: &str, text: &str| {
        text.trim()
            .parse()
            .map_err(|error: restrap::power::NoAccuracy| Problem::of_field(field, error))
    };
    let baseline: restrap::power::Published = published("baseline", &asked.baseline)?;
    let system: restrap::power::Published = published("system", &asked.system)?;
    let items = asked.items.or(baseline.items()).or(system.items());
    let items = items.ok_or_else(|| {
        Problem::of_field("items", "an audit needs the number of items, found none")
    })?;
    let request = AuditRequest::new(items, baseline, system)
        .alternative(asked.alternative)
        .alpha(asked.alpha)
        .power(asked.power);
    let outcome = audit(&request)?;
    answer(asked, &outcome, &outcome.document(), &outcome)
}

fn plan_items(asked: &Plan) -> Result<Answer, Problem> {
    as_the_program();
    let request: PlanRequest = asked.request()?;
    let outcome = plan(&request)?;
    let curves = if outcome.gain.is_some() {
        power_curves(&outcome)?
    } else {
        Vec::new()
    };
    let page = PlanPage {
        outcome: &outcome,
        curves: &curves,
    };
    answer(asked, &outcome, &page.document(), &outcome)
}

fn adjust_all(asked: &Adjust) -> Result<Answer, Problem> {
    as_the_program();
    let acts = |c: char| c.is_control() || turns(c);
    if let Some(row) = asked.rows.iter().find(|row| row.name.contains(acts)) {
        return Err(Problem::of_field(
            "pvalues",
            format!(
                "p-values: expected a name without control characters, found {}",
                escaped(&row.name)
            ),
        ));
    }
    let given = asked
        .rows
        .iter()
        .enumerate()
        .map(|(at, row)| {
            let name = if asked.is_named() {
                row.name.trim().to_owned()
            } else {
                (at + 1).to_string()
            };
            GivenP::read(name, &row.p)
        })
        .collect::<Result<Vec<_>, _>>()?;
    let request = AdjustRequest {
        adjust: asked.adjust,
        alpha: asked.alpha,
        independent: asked.independent,
    };
    let mut outcome = adjust(given, &request)?;
    // The program reads these lines from standard input.
    let text = asked.lines().join("\n") + "\n";
    outcome.run.inputs = vec![InputInfo {
        role: Role::Baseline,
        path: "-".to_owned(),
        items: asked.rows.len() as u64,
        dropped: 0,
        zeroed: 0,
        blake3: blake3::hash(text.as_bytes()).to_hex().to_string(),
    }];
    answer(asked, &outcome, &outcome.document(), &outcome)
}
