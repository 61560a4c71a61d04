//! What a reader read, as the library takes it.

use restrap::Scores;
use restrap::outcome::{InputInfo, Role};

/// The files that were read, for the outcome.
pub fn inputs(inputs: Vec<restrap::io::Input>) -> Vec<InputInfo> {
    let info = |input: restrap::io::Input| InputInfo {
        role: match input.role {
            restrap::io::Role::Baseline => Role::Baseline,
            restrap::io::Role::System => Role::System,
            restrap::io::Role::Gold => Role::Gold,
        },
        path: input.path,
        items: input.items as u64,
        dropped: input.dropped as u64,
        zeroed: input.zeroed as u64,
        blake3: input.blake3,
    };
    inputs.into_iter().map(info).collect()
}

/// Scores of the reader as scores of the library.
pub fn scores(system: restrap::io::System) -> Scores<'static> {
    let precision = match system.precision {
        restrap::io::Precision::Double => restrap::Precision::Double,
        restrap::io::Precision::Single => restrap::Precision::Single,
    };
    Scores { name: system.name, values: system.scores.into(), precision }
}
