//! `restrap power`: one file a question.

mod audit;
mod compare;
mod curve;
mod plan;

use clap::{Args, Subcommand};

use crate::run::failure::Failure;

#[derive(Args)]
pub struct PowerArgs {
    #[command(subcommand)]
    question: Question,
}

#[derive(Subcommand)]
enum Question {
    /// p against the share of items that a system hurts, for given gains: Jansen's four figures by default
    Curve(curve::CurveArgs),
    /// Type-I error and power of every test and published recipe, by simulation, on models or on your own files
    Compare(Box<compare::CompareArgs>),
    /// How many items a gain needs, and which gain a number of items sees
    Plan(Box<plan::PlanArgs>),
    /// What two published accuracies allow without per-item scores: bounds on p, and whether such a test set can show the gap
    Audit(audit::AuditArgs),
}

pub fn run(args: &PowerArgs) -> Result<u8, Failure> {
    match &args.question {
        Question::Curve(args) => curve::run(args),
        Question::Compare(args) => compare::run(args),
        Question::Plan(args) => plan::run(args),
        Question::Audit(args) => audit::run(args),
    }
}
