//! How large a difference still does not matter.

#![allow(
    rustdoc::broken_intra_doc_links,
    reason = "doc comments are help texts, where brackets mean optional"
)]

use clap::Args;
use restrap::{Claim, MetricMargin};

/// A margin that was fixed beforehand.
#[derive(Args)]
pub struct MarginArgs {
    /// Largest loss that would not matter: 1pt, 0.5% or abs:0.01
    ///
    /// Largest loss that would not matter, fixed beforehand: 1pt, 0.5% (of the baseline) or abs:0.01. One one-sided test of
    /// whether SYSTEM is not worse by it, and the interval of the difference at 1 − 2·alpha. With the name of a metric (acc=1pt) margins are
    /// one gate: exit with 0 where all are shown, 10 where the opposite of one is, 11 where neither
    #[arg(long, value_name = "[METRIC=]MARGIN", help_heading = "Margins")]
    pub noninferior: Vec<MetricMargin>,
    /// The same in both directions: two one-sided tests
    #[arg(long, value_name = "[METRIC=]MARGIN", help_heading = "Margins")]
    pub equivalent: Vec<MetricMargin>,
    /// A gain that has to be exceeded: one one-sided test of whether SYSTEM is better by more
    #[arg(long, value_name = "[METRIC=]MARGIN", help_heading = "Margins")]
    pub superior: Vec<MetricMargin>,
}

impl MarginArgs {
    /// The margins with what is claimed of each.
    pub fn asked(&self) -> impl Iterator<Item = (Claim, MetricMargin)> {
        let of = |claim, margins: &[MetricMargin]| {
            margins
                .iter()
                .map(|margin| (claim, margin.clone()))
                .collect::<Vec<_>>()
        };
        let all = [
            of(Claim::Noninferior, &self.noninferior),
            of(Claim::Equivalent, &self.equivalent),
            of(Claim::Superior, &self.superior),
        ];
        all.into_iter().flatten()
    }
}
