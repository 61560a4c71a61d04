//! Published recipes: one row each.

use restrap_stats::Alternative;

use crate::request::{Request, Test};

/// A recipe from the literature or from a tool, as that source runs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Profile {
    /// Jansen's primer: share of resampled difference sums that are 0 or less.
    Jansen,
}

/// What a profile fixes.
#[derive(Clone, Copy, Debug)]
pub struct ProfileRow {
    /// Name on the command line.
    pub name: &'static str,
    /// Where the recipe is published.
    pub source: &'static str,
    /// The test.
    pub test: Test,
    /// Its side.
    pub alternative: Alternative,
    /// Its number of resamples.
    pub resamples: u64,
    /// c/R instead of (c + 1)/(R + 1).
    pub raw_p: bool,
}

impl Profile {
    /// All profiles, in the order of the documentation.
    pub const ALL: [Self; 1] = [Self::Jansen];

    /// The row of the table.
    pub fn row(self) -> ProfileRow {
        match self {
            Self::Jansen => ProfileRow {
                name: "jansen",
                source: "Jansen, \"Non-parametric bootstrap resampling\": p = share of resamples whose summed \
                         difference is 0 or less; one-sided, 10,000 resamples, no add-one",
                test: Test::BootstrapPercentile,
                alternative: Alternative::Greater,
                resamples: 10_000,
                raw_p: true,
            },
        }
    }

    /// The request with everything that the profile fixes.
    pub fn apply(self, request: &mut Request) {
        let row = self.row();
        request.tests = vec![row.test];
        request.alternative = row.alternative;
        request.resamples = row.resamples;
        request.raw_p = row.raw_p;
        request.profile = Some(self);
    }
}
