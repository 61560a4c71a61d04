//! Everything that restrap offers as a library, in one name: the package `restrap` re-exports it, and the program, reports and the Python
//! package are built on it.

#[cfg(feature = "schema")]
mod schema;

#[cfg(feature = "files")]
pub use restrap_files::*;
#[cfg(feature = "files")]
pub use restrap_io as io;
#[doc(inline)]
pub use restrap_lib::*;
pub use restrap_power as power;
pub use restrap_power::advise::{
    ADVISE_SCHEMA, AdviseOutcome, Call, Design, Fact, Leaf, Recommended, ScoreKind, SelfCheck,
    Verb, advise,
};
#[cfg(feature = "schema")]
pub use schema::schemas;
