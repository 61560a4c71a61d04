//! Requests as a page sends them, and the command line and Python call that ask the same.

use restrap::number::confidence_of;
use restrap::power::{Known, PlanRequest, read_difference, read_share};
use restrap::{Adjustment, Alternative, Claim, PairTable, WonAndLost};
use restrap_words::{shell_word, turns};
use serde::{Deserialize, Serialize};

use crate::problem::Problem;

/// A question that the command line and Python can ask, too.
pub trait Question {
    /// Returns the command line that prints the same answer, without `--json`.
    fn command(&self) -> String;

    /// Returns the Python call that returns the same answer; empty if Python has none (it tests files against a number, not values).
    fn python(&self) -> String;
}

/// Items by the system that did better on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counts {
    /// Items on which the system is better.
    pub better: u64,
    /// Items on which it is worse.
    pub worse: u64,
    /// Items on which both are equal.
    pub tied: u64,
}

impl From<Counts> for WonAndLost {
    fn from(counts: Counts) -> Self {
        Self {
            plus: counts.better,
            minus: counts.worse,
            null: counts.tied,
        }
    }
}

/// Items by the systems that are right on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// Items that both have right.
    pub both: u64,
    /// Items that only the baseline has right.
    pub baseline: u64,
    /// Items that only the system has right.
    pub system: u64,
    /// Items that neither has right.
    pub neither: u64,
}

impl From<Table> for PairTable {
    fn from(table: Table) -> Self {
        Self {
            both: table.both,
            baseline: table.baseline,
            system: table.system,
            neither: table.neither,
        }
    }
}

/// What is known of the items of two systems.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Counted {
    /// Which system did better.
    Counts(Counts),
    /// Which systems are right.
    Table(Table),
}

/// A margin that was fixed beforehand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Margin {
    /// Non-inferiority, equivalence or superiority.
    pub claim: Claim,
    /// The size: `1pt`, `0.5%` of the baseline, or `abs:0.01`.
    pub size: String,
}

/// Two systems from counts of items: `restrap compare --counts` or `--table`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Compare {
    /// The counts.
    pub counted: Counted,
    /// A margin, if the question has one.
    #[serde(default)]
    pub margin: Option<Margin>,
    /// The alternative hypothesis.
    #[serde(default)]
    pub alternative: Alternative,
    /// The level; intervals have confidence 1 − alpha.
    #[serde(default = "level")]
    pub alpha: f64,
}

/// k right of n items: `restrap ci K/N`, or `restrap compare K/N --against NUMBER`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Share {
    /// Items that are right.
    pub right: u64,
    /// All items.
    pub items: u64,
    /// A number that the share is tested against; without it the answer is an interval.
    #[serde(default)]
    pub against: Option<f64>,
    /// The alternative hypothesis of the test.
    #[serde(default)]
    pub alternative: Alternative,
    /// The level; intervals have confidence 1 − alpha.
    #[serde(default = "level")]
    pub alpha: f64,
}

/// Two published accuracies: `restrap power audit`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Audit {
    /// The baseline's accuracy as printed: `0.852`, `85.2%` or `426/500`.
    pub baseline: String,
    /// The system's accuracy.
    pub system: String,
    /// The number of items; may be missing if an accuracy is a count.
    #[serde(default)]
    pub items: Option<u64>,
    /// The alternative hypothesis.
    #[serde(default)]
    pub alternative: Alternative,
    /// The level.
    #[serde(default = "level")]
    pub alpha: f64,
    /// The power of the smallest detectable gap.
    #[serde(default = "wanted_power")]
    pub power: f64,
}

/// How many items are needed: `restrap power plan`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The baseline's accuracy: `0.8` or `80%`.
    pub baseline: String,
    /// The smallest gain worth detecting: `0.02` or `2pt`.
    #[serde(default)]
    pub gain: Option<String>,
    /// The share of items on which both systems are right or both wrong; all possible values if it is missing.
    #[serde(default)]
    pub agreement: Option<String>,
    /// The number of items that there are.
    #[serde(default)]
    pub items: Option<u64>,
    /// A non-inferiority margin: `0.01` or `1pt`.
    #[serde(default)]
    pub noninferior: Option<String>,
    /// The alternative hypothesis.
    #[serde(default)]
    pub alternative: Alternative,
    /// The level.
    #[serde(default = "level")]
    pub alpha: f64,
    /// The target power.
    #[serde(default = "wanted_power")]
    pub power: f64,
    /// The number of comparisons that share alpha (Bonferroni).
    #[serde(default = "one")]
    pub comparisons: u64,
}

/// A p-value and the name of its test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// The name; empty in every row for none.
    pub name: String,
    /// The p-value as a paper prints it: `0.03` or `<0.001`.
    pub p: String,
}

/// p-values to adjust for multiple testing: `restrap adjust`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Adjust {
    /// The p-values.
    pub rows: Vec<Row>,
    /// The correction.
    #[serde(default)]
    pub adjust: Adjustment,
    /// The level.
    #[serde(default = "level")]
    pub alpha: f64,
    /// `true` if the p-values are independent and are combined too.
    #[serde(default)]
    pub independent: bool,
}

const fn level() -> f64 {
    0.05
}

const fn wanted_power() -> f64 {
    0.8
}

const fn one() -> u64 {
    1
}

/// Returns a text as Python reads it.
fn literal(text: &str) -> String {
    let json = serde_json::Value::from(text).to_string();
    let acts = |c: char| c.is_control() || turns(c);
    json.chars().fold(String::new(), |mut literal, c| {
        if acts(c) {
            literal.extend(
                c.encode_utf16(&mut [0; 2])
                    .iter()
                    .map(|unit| format!("\\u{unit:04x}")),
            );
        } else {
            literal.push(c);
        }
        literal
    })
}

/// The words of a command, or the keywords of a call, as both grow.
struct Asking {
    command: Vec<String>,
    python: Vec<String>,
}

impl Asking {
    fn new(command: &[&str]) -> Self {
        Self {
            command: command.iter().map(|word| (*word).to_owned()).collect(),
            python: Vec::new(),
        }
    }

    /// Adds an option with a text.
    fn text(&mut self, name: &str, value: &str) {
        self.command
            .extend([format!("--{name}"), shell_word(value).into_owned()]);
        self.python
            .push(format!("{}={}", name.replace('-', "_"), literal(value)));
    }

    /// Adds an option with a number.
    fn number(&mut self, name: &str, value: impl std::fmt::Display) {
        self.command
            .extend([format!("--{name}"), value.to_string()]);
        self.python
            .push(format!("{}={value}", name.replace('-', "_")));
    }

    /// Adds a level and a side that are not the usual ones.
    fn level_and_side(&mut self, alpha: f64, side: Alternative) {
        if side != Alternative::default() {
            self.text("alternative", &side.to_string());
        }
        if alpha != level() {
            self.number("alpha", alpha);
        }
    }

    fn command(self) -> String {
        self.command.join(" ")
    }

    /// Returns the call of this function with these positional arguments.
    fn call(self, function: &str, first: impl IntoIterator<Item = String>) -> String {
        let words: Vec<String> = first.into_iter().chain(self.python).collect();
        format!("restrap.{function}({})", words.join(", "))
    }
}

impl Compare {
    fn asking(&self) -> Asking {
        let mut asking = Asking::new(&["restrap", "compare"]);
        asking.command.extend(match self.counted {
            Counted::Counts(counts) => {
                ["--counts".to_owned(), WonAndLost::from(counts).to_string()]
            }
            Counted::Table(table) => ["--table".to_owned(), PairTable::from(table).to_string()],
        });
        if let Some(margin) = &self.margin {
            asking.text(&margin.claim.to_string(), &margin.size);
        }
        asking.level_and_side(self.alpha, self.alternative);
        asking
    }
}

impl Question for Compare {
    fn command(&self) -> String {
        self.asking().command()
    }

    fn python(&self) -> String {
        let counted = match self.counted {
            Counted::Counts(counts) => format!("counts=\"{}\"", WonAndLost::from(counts)),
            Counted::Table(table) => format!("table=\"{}\"", PairTable::from(table)),
        };
        self.asking().call("compare", [counted])
    }
}

impl Share {
    /// Returns `K/N`.
    pub(crate) fn ratio(&self) -> String {
        format!("{}/{}", self.right, self.items)
    }
}

impl Question for Share {
    fn command(&self) -> String {
        let verb = if self.against.is_some() {
            "compare"
        } else {
            "ci"
        };
        let mut asking = Asking::new(&["restrap", verb, &self.ratio()]);
        self.options(&mut asking);
        asking.command()
    }

    fn python(&self) -> String {
        if self.against.is_some() {
            return String::new();
        }
        let mut asking = Asking::new(&[]);
        self.options(&mut asking);
        asking.call("ci", [literal(&self.ratio())])
    }
}

impl Share {
    fn options(&self, asking: &mut Asking) {
        if let Some(number) = self.against {
            asking.number("against", number);
            asking.level_and_side(self.alpha, self.alternative);
        } else if self.alpha != level() {
            asking.number("confidence", confidence_of(self.alpha));
        }
    }
}

impl Audit {
    fn asking(&self, command: &[&str]) -> Asking {
        let mut asking = Asking::new(command);
        if let Some(items) = self.items {
            asking.number("items", items);
        }
        asking.level_and_side(self.alpha, self.alternative);
        if self.power != wanted_power() {
            asking.number("power", self.power);
        }
        asking
    }
}

impl Question for Audit {
    fn command(&self) -> String {
        let [baseline, system] =
            [&self.baseline, &self.system].map(|score| shell_word(score.trim()));
        let first = [
            "restrap",
            "power",
            "audit",
            "--baseline",
            &baseline,
            "--system",
            &system,
        ];
        self.asking(&first).command()
    }

    fn python(&self) -> String {
        let first = [&self.baseline, &self.system].map(|score| literal(score.trim()));
        self.asking(&[]).call("power.audit", first)
    }
}

impl Plan {
    /// Returns the request of the library.
    pub(crate) fn request(&self) -> Result<PlanRequest, Problem> {
        let share = |field: &str, text: &str| {
            read_share(text.trim()).map_err(|error| Problem::of_field(field, error))
        };
        let difference = |field: &str, text: &Option<String>| {
            let read = |text: &String| {
                read_difference(text.trim()).map_err(|error| Problem::of_field(field, error))
            };
            text.as_ref().map(read).transpose()
        };
        let agreement = self
            .agreement
            .as_ref()
            .map(|text| share("agreement", text))
            .transpose()?;
        let known = Known::Accuracy {
            baseline: share("baseline", &self.baseline)?,
            agreement,
        };
        Ok(PlanRequest::new(known)
            .gain(difference("gain", &self.gain)?)
            .items(self.items)
            .noninferior(difference("noninferior", &self.noninferior)?)
            .power(self.power)
            .alpha(self.alpha)
            .comparisons(self.comparisons)
            .alternative(self.alternative))
    }

    fn asking(&self) -> Asking {
        let mut asking = Asking::new(&["restrap", "power", "plan"]);
        let texts = [
            ("gain", &self.gain),
            ("baseline", &Some(self.baseline.clone())),
            ("agreement", &self.agreement),
            ("noninferior", &self.noninferior),
        ];
        for (name, text) in texts {
            if let Some(text) = text {
                asking.text(name, text.trim());
            }
        }
        if let Some(items) = self.items {
            asking.number("items", items);
        }
        asking.level_and_side(self.alpha, self.alternative);
        if self.power != wanted_power() {
            asking.number("power", self.power);
        }
        if self.comparisons != one() {
            asking.number("comparisons", self.comparisons);
        }
        asking
    }
}

impl Question for Plan {
    fn command(&self) -> String {
        self.asking().command()
    }

    fn python(&self) -> String {
        self.asking().call("power.plan", [])
    }
}

impl Adjust {
    /// Returns `true` if the rows have names.
    pub(crate) fn is_named(&self) -> bool {
        self.rows.iter().any(|row| !row.name.trim().is_empty())
    }

    /// Returns the lines that the program reads: p-values alone, or a table of names and p-values.
    pub(crate) fn lines(&self) -> Vec<String> {
        if !self.is_named() {
            return self
                .rows
                .iter()
                .map(|row| row.p.trim().to_owned())
                .collect();
        }
        let cell = |text: &str| {
            if text.contains([',', '"', '\n', '\r']) {
                format!("\"{}\"", text.replace('"', "\"\""))
            } else {
                text.to_owned()
            }
        };
        let of = |row: &Row| format!("{},{}", cell(row.name.trim()), cell(row.p.trim()));
        std::iter::once("test,p".to_owned())
            .chain(self.rows.iter().map(of))
            .collect()
    }

    fn asking(&self, command: &[&str]) -> Asking {
        let mut asking = Asking::new(command);
        if self.adjust != Adjustment::default() {
            asking.text("adjust", &self.adjust.to_string());
        }
        if self.alpha != level() {
            asking.number("alpha", self.alpha);
        }
        if self.independent {
            asking.command.push("--independent".to_owned());
            asking.python.push("independent=True".to_owned());
        }
        asking
    }
}

impl Question for Adjust {
    fn command(&self) -> String {
        let lines: Vec<String> = self
            .lines()
            .iter()
            .map(|line| shell_word(line).into_owned())
            .collect();
        let read: &[&str] = if self.is_named() {
            &["restrap", "adjust", "-:p", "--id", "test"]
        } else {
            &["restrap", "adjust", "-"]
        };
        format!(
            "printf '%s\\n' {} | {}",
            lines.join(" "),
            self.asking(read).command()
        )
    }

    fn python(&self) -> String {
        let value = |row: &Row| literal(row.p.trim());
        let pvalues = if self.is_named() {
            let pairs: Vec<String> = self
                .rows
                .iter()
                .map(|row| format!("{}: {}", literal(row.name.trim()), value(row)))
                .collect();
            format!("{{{}}}", pairs.join(", "))
        } else {
            let all: Vec<String> = self.rows.iter().map(value).collect();
            format!("[{}]", all.join(", "))
        };
        self.asking(&[]).call("adjust", [pvalues])
    }
}
