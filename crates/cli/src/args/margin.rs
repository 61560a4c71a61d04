//! How large a difference still does not matter.

#![allow(
    rustdoc::broken_intra_doc_links,
    reason = "doc comments are help texts, where brackets mean optional"
)]

use clap::Args;
use restrap::{AskedMargin, Claim, MarginSize};

/// A margin that was fixed beforehand.
#[derive(Args)]
pub struct MarginArgs {
    /// Largest loss that would not matter: 1pt, 0.5% or abs:0.01
    ///
    /// Largest loss that would not matter, fixed beforehand: 1pt, 0.5% (of the baseline) or abs:0.01. One one-sided test of
    /// whether SYSTEM is not worse by it, and the interval of the difference at 1 − 2·alpha
    #[arg(long, value_name = "MARGIN", conflicts_with = "equivalent", help_heading = "Margins")]
    pub noninferior: Option<MarginSize>,
    /// The same in both directions: two one-sided tests
    #[arg(long, value_name = "MARGIN", help_heading = "Margins")]
    pub equivalent: Option<MarginSize>,
}

impl MarginArgs {
    /// The margin with its claim, where one was asked for.
    pub fn asked(&self) -> Option<AskedMargin> {
        let noninferior = self.noninferior.map(|size| AskedMargin { claim: Claim::Noninferior, size });
        noninferior.or(self.equivalent.map(|size| AskedMargin { claim: Claim::Equivalent, size }))
    }
}
