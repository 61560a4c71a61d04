//! What a calculator gives: the answer of the library in the forms that a page shows.

use std::fmt::Display;

use restrap::outcome::{InputInfo, Outcome, Role};
use restrap::power::{AuditRequest, PlanRequest, audit, plan, power_curves};
use restrap::{
    AdjustRequest, Control, DescribeRequest, Error, Explain, GivenP, ListedScores, Numbers,
    Request, Scores, SourceError, Sources, adjust, compare_files, describe_files,
};
use restrap_report::{Compared, ComparisonPage, Document, Output, Paged, PlanPage, Report, Titles};
use restrap_words::{Spelling, speak};
use serde::Serialize;

use crate::request::{Adjust, Audit, Calculator, Compare, Counted, Plan, Share};

/// The answer of a calculator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(
    target_arch = "wasm32",
    wasm_bindgen::prelude::wasm_bindgen(getter_with_clone)
)]
pub struct Answer {
    /// What the program prints for the command with `--json` and `--no-host`.
    pub json: String,
    /// The verdict, one paragraph per line.
    pub verdict: String,
    /// The page of the program's `--html` without its head, in HTML.
    pub fragment: String,
    /// The table of the program's `--output latex`.
    pub latex: String,
    /// The command line that prints this answer.
    pub command: String,
    /// The Python call that returns this answer.
    pub python: String,
}

/// A request that has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(
    target_arch = "wasm32",
    wasm_bindgen::prelude::wasm_bindgen(getter_with_clone)
)]
pub struct Problem {
    /// What was expected, and what was found.
    pub message: String,
    /// What to do; empty if the message says it.
    pub hint: String,
    /// The name of the field that it is about, if one is.
    pub field: String,
}

impl Problem {
    /// Returns the problem of a field whose text cannot be read.
    pub(crate) fn of_field(field: &str, error: impl Display) -> Self {
        Self {
            message: error.to_string(),
            hint: String::new(),
            field: field.to_owned(),
        }
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        Self {
            message: error.to_string(),
            hint: error.hint().unwrap_or_default(),
            field: String::new(),
        }
    }
}

impl From<SourceError> for Problem {
    fn from(error: SourceError) -> Self {
        Self {
            message: error.to_string(),
            hint: error.hint().unwrap_or_default(),
            field: String::new(),
        }
    }
}

impl From<serde_json::Error> for Problem {
    fn from(error: serde_json::Error) -> Self {
        Self {
            message: error.to_string(),
            hint: String::new(),
            field: String::new(),
        }
    }
}

/// Puts an answer together: `outcome` is what the program writes as JSON.
fn answer(
    asked: &impl Calculator,
    outcome: &impl Serialize,
    document: Document,
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

/// Compares what `sources` hold, as `restrap compare` does.
fn compared(
    asked: &impl Calculator,
    sources: &Sources,
    request: &Request,
) -> Result<Answer, Problem> {
    request.fits()?;
    let mut outcome: Outcome = compare_files(sources, request, &Control::default())?;
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
    answer(asked, &outcome, document, &report)
}

pub(crate) fn compare(asked: &Compare) -> Result<Answer, Problem> {
    as_the_program();
    let numbers = match asked.counted {
        Counted::Counts(counts) => Numbers::Counts(counts.into()),
        Counted::Table(table) => Numbers::Table(table.into()),
    };
    let mut request = Request::default()
        .alternative(asked.alternative)
        .alpha(asked.alpha)
        .confidence(1.0 - asked.alpha);
    if let Some(margin) = &asked.margin {
        let size = margin
            .size
            .parse()
            .map_err(|error: restrap::BadMargin| Problem::of_field("margin", error))?;
        request = request.claims([(margin.claim, size)])?;
    }
    compared(asked, &Sources::default().numbers(numbers), &request)
}

pub(crate) fn share(asked: &Share) -> Result<Answer, Problem> {
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
            .confidence(1.0 - asked.alpha);
        let sources = Sources::default()
            .numbers(Numbers::Scores(vec![counted]))
            .against(number);
        return compared(asked, &sources, &request);
    }
    let request = DescribeRequest {
        request: Request::default().confidence(1.0 - asked.alpha),
        ..DescribeRequest::default()
    };
    let scores = Scores::new(counted.name, counted.values);
    let outcome = describe_files(
        &Sources::default(),
        vec![scores],
        &request,
        &Control::default(),
    )?;
    let document = outcome.document().explained(&outcome.explained());
    answer(asked, &outcome, document, &outcome)
}

pub(crate) fn audited(asked: &Audit) -> Result<Answer, Problem> {
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
    answer(asked, &outcome, outcome.document(), &outcome)
}

pub(crate) fn planned(asked: &Plan) -> Result<Answer, Problem> {
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
    answer(asked, &outcome, page.document(), &outcome)
}

pub(crate) fn adjusted(asked: &Adjust) -> Result<Answer, Problem> {
    as_the_program();
    let given = asked
        .rows
        .iter()
        .enumerate()
        .map(|(at, row)| {
            let name = if asked.is_named() {
                row.name.clone()
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
    answer(asked, &outcome, outcome.document(), &outcome)
}
