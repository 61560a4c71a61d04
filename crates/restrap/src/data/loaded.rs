//! What was read as what is compared.

use restrap_core::Precision;
use restrap_io::{By, Input, Loaded, Options, System};

use crate::data::scores::Scores;
use crate::design::clusters::Clustering;
use crate::design::scheme::Strata;
use crate::design::units::{Groups, Populations};
use crate::outcome::{InputInfo, Provenance, Reading, Role};

impl From<Input> for InputInfo {
    fn from(input: Input) -> Self {
        Self {
            role: match input.role {
                restrap_io::Role::Baseline => Role::Baseline,
                restrap_io::Role::System => Role::System,
                restrap_io::Role::Gold => Role::Gold,
                restrap_io::Role::Cluster => Role::Cluster,
                restrap_io::Role::Groups => Role::Groups,
            },
            path: input.path,
            items: input.items as u64,
            dropped: input.dropped as u64,
            zeroed: input.zeroed as u64,
            blake3: input.blake3,
        }
    }
}

impl Provenance {
    /// Where the scores came from, for files whose rows are items.
    pub fn of_loaded(loaded: &mut Loaded, reading: &Options) -> Self {
        let inputs = std::mem::take(&mut loaded.inputs)
            .into_iter()
            .map(Into::into)
            .collect();
        let filters = reading.filters.iter().map(ToString::to_string).collect();
        let reading = Reading {
            measure: loaded.measure.take(),
            filters,
            decisions: reading.decisions.recipe(),
            ..Reading::default()
        };
        Self {
            inputs,
            reading,
            notes: std::mem::take(&mut loaded.notes),
        }
    }
}

impl Groups {
    /// What a column sorts items into: strata or sub-populations.
    pub fn of(by: Option<By>, are_strata: bool) -> Self {
        match by {
            None => Self::None,
            Some(By { column, codes, .. }) if are_strata => Self::Strata(Strata {
                column,
                codes: codes.into(),
            }),
            Some(By {
                column,
                values,
                codes,
                shared,
            }) => Self::Populations(Populations {
                column,
                values,
                codes,
                shared: shared as u64,
            }),
        }
    }
}

impl From<By> for Clustering {
    fn from(of: By) -> Self {
        Self {
            column: of.column,
            codes: of.codes.into(),
        }
    }
}

impl From<System> for Scores<'static> {
    fn from(system: System) -> Self {
        let precision = match system.precision {
            restrap_io::Precision::Double => Precision::Double,
            restrap_io::Precision::Single => Precision::Single,
        };
        // Its name has been escaped.
        Self::counted(system.name, system.scores, system.times).in_precision(precision)
    }
}
