//! Studies that are written down before they are run: [`register`] keeps what a study file says, what is asked of it with every default
//! spelled out, and the digests of its inputs; [`replicate_registered`] runs the study and says where it departs from that.
//!
//! A registration is as good as its digest is public: whoever can write the file can write another. So the digest belongs where others
//! see it before the results, in a commit or a paper's appendix. (Nosek, Ebersole, DeHaven and Mellor 2018, The preregistration
//! revolution, on what it is for.)

mod departures;
mod outcome;
mod run;
mod stored;

pub use outcome::{REGISTER_SCHEMA, RegisterOutcome, RegisteredPlan, RegisteredUnits};
pub use run::{register, replicate_registered};
