//! Advice: the JSON contract `restrap/advise/1`.

use restrap_words::{Note, asked, asked_as};
use serde::{Deserialize, Serialize};

use super::call::Call;
use super::design::Design;
use super::leaf::Leaf;
use super::recommend::{Recommended, Verb};
use super::words;
use crate::{PowerOutcome, TestRates};
use restrap_lib::outcome::{InputInfo, IntervalKind, Unit};
use restrap_lib::{IntervalMethod, Test};

/// Name of the JSON schema.
pub const ADVISE_SCHEMA: &str = "restrap/advise/1";

/// What fits a metric, the data and the design.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct AdviseOutcome {
    /// [`ADVISE_SCHEMA`].
    pub schema: String,
    /// Version of restrap.
    pub version: String,
    /// What the design comes to.
    pub leaf: Leaf,
    /// The question to ask.
    pub verb: Verb,
    /// The primary test; null where the question has none.
    pub test: Option<Test>,
    /// The interval; null where it depends on the metric, or none is bounded.
    pub interval: Option<IntervalKind>,
    /// What is drawn: the unit of inference.
    pub unit: Unit,
    /// Why.
    pub why: String,
    /// What it assumes.
    pub assumes: String,
    /// What to avoid.
    pub avoid: Vec<String>,
    /// What the data show, where they are at hand.
    pub seen: Vec<String>,
    /// The command to type.
    pub command: String,
    /// The call in Python.
    pub python: String,
    /// Commands that check the recommendation on these data.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub checks: Vec<String>,
    /// Type-I error of tests on these very items, where it was simulated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub self_check: Option<SelfCheck>,
    /// Files that were read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inputs: Vec<InputInfo>,
    /// What reading them was worth a note.
    #[serde(flatten, with = "restrap_words::note::warnings")]
    #[cfg_attr(
        feature = "schema",
        schemars(with = "restrap_words::note::warnings::Warnings")
    )]
    pub warnings: Vec<Note>,
    /// What the advice is about.
    pub design: Design,
}

/// How often tests reject on these items where labels of the systems mean nothing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SelfCheck {
    /// Level of the tests.
    pub alpha: f64,
    /// Experiments.
    pub experiments: u64,
    /// One a test.
    pub tests: Vec<TestRates>,
}

impl AdviseOutcome {
    /// Adds what a simulation on the items found.
    #[must_use]
    pub fn checked(mut self, simulated: PowerOutcome) -> Self {
        let alpha = simulated.alpha;
        self.self_check = simulated.cells.into_iter().next().map(|cell| SelfCheck {
            alpha,
            experiments: cell.experiments,
            tests: cell.tests,
        });
        self
    }
}

pub(super) fn of(design: &Design, call: &Call) -> AdviseOutcome {
    let leaf = design.leaf();
    let Recommended {
        verb,
        test,
        interval,
        unit,
    } = leaf.recommended(design);
    let words::Words {
        why,
        assumes,
        avoid,
    } = leaf.words(design);
    AdviseOutcome {
        schema: ADVISE_SCHEMA.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        leaf,
        verb,
        test,
        interval,
        unit,
        why,
        assumes,
        avoid,
        seen: words::seen(design),
        command: call.command(verb),
        python: call.python(verb),
        checks: checks(leaf, design, call),
        self_check: None,
        inputs: Vec::new(),
        warnings: Vec::new(),
        design: design.clone(),
    }
}

/// Options of a simulation on files.
const PAIRING: [&str; 8] = [
    "id",
    "where",
    "missing",
    "missing-value",
    "rows",
    "words",
    "same-items",
    "input-format",
];

/// Commands whose figures decide on these very data.
fn checks(leaf: Leaf, design: &Design, call: &Call) -> Vec<String> {
    let mut checks = Vec::new();
    if design.items.is_none() || call.in_memory {
        return checks;
    }
    if leaf == Leaf::Skewed {
        let mut beside = call.clone();
        beside
            .options
            .push(asked_as("interval", IntervalMethod::Studentized));
        checks.push(beside.command(Verb::Compare));
    }
    let of_scores = call.options.iter().all(|option| option.name() != "metric");
    if of_scores
        && matches!(
            leaf,
            Leaf::Graded | Leaf::Skewed | Leaf::FewItems | Leaf::Binary
        )
    {
        let mut pair = call.clone();
        pair.options
            .retain(|option| PAIRING.contains(&option.name()));
        pair.options.push(asked("self-check"));
        checks.push(pair.typed("power compare"));
    }
    if let Some(groups) = &design.seems_clustered {
        let mut grouped = call.clone();
        grouped.options.push(asked_as("cluster", groups));
        checks.push(grouped.command(Verb::Compare));
    }
    checks
}
