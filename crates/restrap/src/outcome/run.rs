//! What every answer has beside its numbers: where they come from, the recipe in one line, and what a reader must know.

use std::fmt::Write;

use restrap_words::{HELD, Note, vocabulary};
use serde::{Deserialize, Serialize};

use crate::number::format::count;

/// What every answer has, whatever was asked: written by one author, so that no answer lacks a part of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Run {
    /// Name of the JSON schema, `restrap/compare/1`.
    pub schema: String,
    /// Version of restrap.
    pub version: String,
    /// Files that were read, in the order in which they were named.
    #[serde(default)]
    pub inputs: Vec<InputInfo>,
    /// How the scores came from the files; left out where there is nothing to say.
    #[serde(default, skip_serializing_if = "Reading::is_plain")]
    pub reading: Reading,
    /// What a careful reader must know.
    #[serde(flatten, with = "restrap_words::note::warnings")]
    #[cfg_attr(
        feature = "schema",
        schemars(with = "restrap_words::note::warnings::Warnings")
    )]
    pub warnings: Vec<Note>,
    /// The recipe in one line of `key:value`, in a fixed order, without results: equal lines are equal recipes.
    #[serde(default)]
    pub signature: String,
    /// The recipe in sentences, for the paper.
    #[serde(default)]
    pub report: String,
    /// Time and memory; left out by `--no-host`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host: Option<Host>,
    /// The treatment of missing scores, `drop` or `zero`, or `None` if there were none.
    #[serde(skip)]
    pub(crate) missing: Option<&'static str>,
}

vocabulary! {
    /// What a file is to a comparison.
    pub enum Role: "a role" {
        /// It holds the baseline, and perhaps other systems.
        Baseline = "baseline",
        /// It holds other systems only.
        System = "system",
        /// It holds the right labels, spans or trees.
        Gold = "gold",
        /// It holds references.
        Reference = "ref",
        /// It holds judgements.
        Qrels = "qrels",
        /// It holds the clusters of the items.
        Cluster = "cluster",
        /// It holds the sub-populations or strata of the items.
        Groups = "groups",
        /// It holds votes on the systems.
        Votes = "votes",
        /// It holds human scores of some items.
        Human = "human",
    }
}

/// A file that was read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InputInfo {
    /// The role of the file in the comparison.
    pub role: Role,
    /// Path as typed.
    pub path: String,
    /// Items taken.
    pub items: u64,
    /// Items dropped as missing.
    pub dropped: u64,
    /// Missing scores counted as 0.
    pub zeroed: u64,
    /// BLAKE3 digest of the file as stored.
    pub blake3: String,
}

/// Where and how fast.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Host {
    /// Threads of the pool.
    pub threads: u64,
    /// Wall time.
    pub seconds: f64,
    /// Peak resident memory, where the system tells.
    pub peak_bytes: Option<u64>,
}

/// Where scores came from: the files, how they were read, and what reading them was worth a note.
#[derive(Clone, Debug, Default)]
pub struct Provenance {
    /// Files that were read, in the order in which they were named.
    pub inputs: Vec<InputInfo>,
    /// How the scores came from them.
    pub reading: Reading,
    /// Notes about how the files were read.
    pub notes: Vec<Note>,
}

impl Provenance {
    /// Adds further systems, read from other files: what was read in two ways is not told.
    pub fn add(&mut self, other: Self) {
        if self.inputs.is_empty() {
            self.reading = other.reading;
        } else {
            self.reading.agree(&other.reading);
        }
        self.inputs.extend(other.inputs);
        self.notes.extend(other.notes);
    }
}

/// How scores came from files: the part of the recipe before any test.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Reading {
    /// The column of the scores, where all systems share it: `acc` of `a.csv:acc b.csv:acc`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measure: Option<String>,
    /// Conditions on rows, `lang=de` or `kind!=dev`: of one column any must hold, of different columns all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub filters: Vec<String>,
    /// Answers about items, systems and numbers: `rows=systems`, `missing-value=-1`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub decisions: Vec<String>,
    /// What became of several answers to each item.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reduction: Option<Reduction>,
}

/// What became of several answers to each item.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Reduction {
    /// How the answers became one value: `mean`, `pass@2`, `majority`.
    pub reducer: String,
    /// The column that tells the answers apart, or the part of the path.
    pub column: String,
    /// Fewest and most answers to an item of a system.
    pub answers: [u64; 2],
}

impl Run {
    /// An answer of this schema, by this version, that nothing is known of yet.
    pub fn new(schema: &str) -> Self {
        Self {
            schema: schema.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            ..Self::default()
        }
    }

    /// Records that scores were missing, and were dropped or counted as zero.
    pub fn were_missing(&mut self, as_zero: bool) {
        self.missing = Some(if as_zero { "zero" } else { "drop" });
    }

    /// Says where the scores came from.
    pub fn came_from(&mut self, from: Provenance) {
        self.reading = from.reading;
        self.take_inputs(from.inputs);
        Note::add(&mut self.warnings, from.notes);
    }

    /// Returns the assumptions about items, systems and numbers, in words.
    pub fn assumptions(&self) -> impl Iterator<Item = &Note> {
        self.warnings
            .iter()
            .filter(|note| note.code.is_assumption())
    }

    /// Records the files that were read and the treatment of missing scores. Inputs that the caller holds in memory are left out.
    pub fn take_inputs(&mut self, mut inputs: Vec<InputInfo>) {
        let is_any = |count: fn(&InputInfo) -> u64| inputs.iter().any(|input| count(input) > 0);
        if is_any(|input| input.dropped) {
            self.were_missing(false);
        } else if is_any(|input| input.zeroed) {
            self.were_missing(true);
        }
        inputs.retain(|input| !input.path.starts_with(HELD));
        self.inputs = inputs;
    }
}

impl Reading {
    /// Scores are the numbers of the files as they stand.
    pub fn is_plain(&self) -> bool {
        *self == Self::default()
    }

    /// Keeps what both readings have.
    pub fn agree(&mut self, other: &Self) {
        if self.measure != other.measure {
            self.measure = None;
        }
        if self.filters != other.filters {
            self.filters.clear();
        }
        if self.decisions != other.decisions {
            self.decisions.clear();
        }
        if self.reduction != other.reduction {
            self.reduction = None;
        }
    }

    /// Which rows were taken, and what became of several answers: sentences, each after a blank.
    pub fn sentences(&self) -> String {
        let mut text = String::new();
        if !self.filters.is_empty() {
            text.push_str(" Rows with ");
            text.push_str(&self.filters.join(", "));
            text.push_str(" were taken.");
        }
        if let Some(Reduction {
            reducer,
            column,
            answers: [fewest, most],
        }) = &self.reduction
        {
            let answers = count(*most, "answer");
            let few = if fewest == most {
                String::new()
            } else {
                format!("{fewest} to ")
            };
            let _ = write!(
                text,
                " Each item counts with {reducer} of its {few}{answers} ({column})."
            );
        }
        text
    }

    /// The metric with the column that it is of: `mean(acc)`.
    pub(crate) fn metric(&self, name: &str) -> String {
        match &self.measure {
            Some(measure) => format!("{name}({measure})"),
            None => name.to_owned(),
        }
    }
}
