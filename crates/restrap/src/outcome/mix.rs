//! The population that weighted scores describe.

use restrap_words::{Code, Note};
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::number::format::number;

/// How far shares of one mix may lie apart by rounding.
const ROUNDING: f64 = 1e-9;

/// The population that scores are of, where groups of items weigh as was asked for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MixOutcome {
    /// The column of groups.
    pub column: String,
    /// One for each group of items.
    pub groups: Vec<MixedGroup>,
}

/// A group of items.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MixedGroup {
    /// Value of the column.
    pub value: String,
    /// Its items.
    pub items: u64,
    /// Its share in the population.
    pub share: f64,
    /// Its share of the items.
    pub own: f64,
}

impl fmt::Display for MixOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shares: Vec<String> = self
            .groups
            .iter()
            .map(|group| format!("{}:{}", group.value, group.share))
            .collect();
        write!(f, "{}={}", self.column, shares.join(","))
    }
}

impl MixOutcome {
    /// That the test set has another mix; nothing where it has this one. `of`: the system whose items these are, if they are its own.
    pub fn warning(&self, of: Option<&str>) -> Option<Note> {
        let differs = self
            .groups
            .iter()
            .any(|group| (group.share - group.own).abs() > ROUNDING);
        let each = |share: fn(&MixedGroup) -> f64| {
            let groups = self.groups.iter().map(|group| {
                let percent = number(100.0 * share(group), 1);
                format!(
                    "{} {} %",
                    group.value,
                    percent.strip_suffix(".0").unwrap_or(&percent)
                )
            });
            groups.collect::<Vec<String>>().join(", ")
        };
        let of = of.map_or_else(String::new, |name| format!("{name}: "));
        differs.then(|| {
            Code::MixDiffers.says(format!(
                "{of}scores are for the requested mix ({}: {}); the test set has another ({}), so plain means differ",
                self.column,
                each(|group| group.share),
                each(|group| group.own)
            ))
        })
    }
}
