//! `restrap power`: one file a question.

mod audit;
mod compare;
mod curve;
mod plan;

use clap::{Args, Subcommand};
use restrap::power::PowerQuestion;
use restrap_words::Word;

use crate::args::shared::RangesArgs;
use crate::run::failure::Failure;
use crate::run::ranges::Ranges;

#[derive(Args)]
pub struct PowerArgs {
    #[command(subcommand)]
    question: Question,
}

#[derive(Subcommand)]
enum Question {
    #[command(about = PowerQuestion::Curve.help())]
    Curve(curve::CurveArgs),
    #[command(about = PowerQuestion::Compare.help())]
    Compare(Box<compare::CompareArgs>),
    #[command(about = PowerQuestion::Plan.help())]
    Plan(Box<plan::PlanArgs>),
    #[command(about = PowerQuestion::Audit.help())]
    Audit(audit::AuditArgs),
}

impl PowerArgs {
    /// Where draws run, of a question that has some to share out.
    pub fn ranges(&self) -> Option<&RangesArgs> {
        if let Question::Compare(args) = &self.question {
            Some(&args.ranges)
        } else {
            None
        }
    }
}

pub fn run(args: &PowerArgs, ranges: &Ranges) -> Result<u8, Failure> {
    match &args.question {
        Question::Curve(args) => curve::run(args),
        Question::Compare(args) => compare::run(args, ranges),
        Question::Plan(args) => plan::run(args),
        Question::Audit(args) => audit::run(args),
    }
}
