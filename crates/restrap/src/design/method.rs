//! What every design has: the column that its estimate is of, a row of names, and the spread of its units.

use crate::outcome::TestedDesign;
use restrap_stats::Moments;
use restrap_stats::power::PilotSpread;

use crate::design::repeated::Repeated;
use crate::outcome::{IntervalKind, MarginMethod, Unit};
use crate::request::Over;
use crate::works::{self, Work};

/// A column as its standard error needs it.
pub(crate) struct UnitColumn<'c> {
    /// Items, or the totals of clusters, in grid units.
    pub units: &'c Repeated,
    /// Grid units in one unit of the score.
    pub per_one: f64,
    /// Moments of single items, in units of the score.
    pub items: Moments,
}

/// The names of a design's t test, one row for tests, intervals, margins and recipes.
pub(crate) struct Method {
    /// Its name.
    pub design: TestedDesign,
    /// Its t test, with the source.
    pub test: &'static str,
    /// Its interval.
    pub interval: IntervalKind,
    /// Its margin test.
    pub margin: MarginMethod,
    /// Its interval and its margin test in a methods paragraph.
    pub in_methods: [&'static str; 2],
    /// Its interval in the report of systems that are described each alone: of what its values are, and of which clusters, by which
    /// method, or with which share of a fold.
    pub report: fn(Over, &str) -> String,
    /// The work that is cited.
    pub work: &'static Work,
    /// Its p-value is exact where differences are normal.
    pub is_exact: bool,
    /// Its units in the plural; `None` where [`crate::Over`] names them.
    pub units: Option<&'static str>,
    /// Degrees of freedom are estimated, and have decimals.
    pub has_estimated_df: bool,
    /// What can be asked of it.
    pub allows: Allows,
}

/// What can be asked of a design.
pub(crate) struct Allows {
    /// No swap or resample is known that holds its level: t alone is.
    pub t_alone: bool,
    /// A raised baseline has the same units.
    pub gains_in_per_cent: bool,
}

impl Method {
    /// The row of a design of which nothing is to be said beside its names.
    pub const PLAIN: Self = Self {
        design: TestedDesign::Items,
        test: "",
        interval: IntervalKind::T,
        margin: MarginMethod::T,
        in_methods: [""; 2],
        report: |_, _| String::new(),
        work: &works::STUDENT,
        is_exact: false,
        units: None,
        has_estimated_df: false,
        allows: Allows {
            t_alone: false,
            gains_in_per_cent: false,
        },
    };
}

impl Method {
    /// Returns its t test as a noun, without the source.
    pub fn noun(&self) -> &'static str {
        self.test.split(" (").next().unwrap_or(self.test)
    }
}

/// The spread of units whose number can be raised.
pub(crate) struct Pilot {
    pub of: PilotSpread,
    pub unit: Unit,
    pub units: u64,
}
