//! What a caller asks of the files: which rows, which columns, what a missing score means.

use crate::ask::decisions::Decisions;
use crate::ask::long::Long;
use crate::ask::unseen::{UNSEEN, Unseen};
use crate::{Cells, Filter, Format, Grouping, Meter, Missing};

/// How [`crate::load`] reads and pairs the files.
#[derive(Debug, Clone)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option of its own"
)]
pub struct Options {
    /// Columns that identify an item (`--id`). Empty: rows are paired by line.
    pub id: Vec<String>,
    /// Rows to keep (`--where`): filters of one column are alternatives, those of different columns must all hold.
    pub filters: Vec<Filter>,
    /// What a missing score means (`--missing`).
    pub missing: Missing,
    /// Map files into memory; `false` (`--no-mmap`) reads them, which is safe against a file that is
    /// truncated at the same moment.
    pub mmap: bool,
    /// The format of every file (`--input-format`); `None` decides by extension and first bytes.
    pub format: Option<Format>,
    /// Comma-separated globs (`--systems`) that pick columns of a table given without `:COLUMN`.
    pub systems: Option<String>,
    /// The columns of a long table (`--long`); then `:COLUMN` and `--systems` are about its systems.
    pub long: Option<Long>,
    /// The column (`--by`) whose values are sub-populations.
    pub by: Option<String>,
    /// What these values are: sub-populations, or strata.
    pub grouping: Grouping,
    /// A list of tokens (`--unseen`), which makes a column [`UNSEEN`](crate::UNSEEN) of a column of texts.
    pub unseen: Option<Unseen>,
    /// The column (`--cluster`) whose values are clusters of items.
    pub cluster: Option<String>,
    /// The column (`--count`) that says how many items each row stands for.
    pub count: Option<String>,
    /// Whether rows come back as they occur, each with its number of items; `false` repeats them, for what looks at items one by one.
    pub takes_counts: bool,
    /// Files beside the systems, `FILE[:COLUMN]`, that hold groups of the items.
    pub beside: Vec<(Grouping, String)>,
    /// Clusters are known otherwise: nothing is asked about groups of rows.
    pub clusters_elsewhere: bool,
    /// They are of a study file, which has keys in the place of options.
    pub of_study: bool,
    /// What one row is was said: nothing is asked about folds.
    pub knows_rows: bool,
    /// Columns that tell what a row is, where several rows belong to one item; they come back as [`crate::Loaded::roles`].
    pub roles: Vec<(Grouping, String)>,
    /// `FILE[:COLUMN]` with the right labels (`--gold`): columns hold labels, and a score is 1 where they agree, else 0.
    pub gold: Option<String>,
    /// What the columns hold. Labels and label sets need a gold and come back as codes ([`crate::Loaded::labels`]).
    pub cells: Cells,
    /// `{ a / b }` in a text holds alternatives.
    pub alternatives: bool,
    /// The columns of every system, where one has several; then `:COLUMN` is not looked at.
    pub columns: Vec<String>,
    /// Whether the systems share their items. `false` (`ci`) leaves each system the items that it has scores for.
    pub paired: bool,
    /// Whether rows are only looked at (`inspect`): several systems below each other are told, not refused.
    pub inspects: bool,
    /// The system (`--baseline`) that goes first; `None` leaves the first argument there.
    pub baseline: Option<String>,
    /// Whether the ids of the items are given back; they take the room of their text.
    pub keep_ids: bool,
    /// The answers about items, systems and numbers.
    pub decisions: Decisions,
    /// Who is told how far the reading is.
    pub meter: Meter,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            id: Vec::new(),
            filters: Vec::new(),
            missing: Missing::Error,
            mmap: true,
            format: None,
            systems: None,
            long: None,
            by: None,
            grouping: Grouping::Populations,
            unseen: None,
            cluster: None,
            count: None,
            takes_counts: false,
            beside: Vec::new(),
            clusters_elsewhere: false,
            knows_rows: false,
            of_study: false,
            roles: Vec::new(),
            gold: None,
            cells: Cells::Scores,
            alternatives: false,
            columns: Vec::new(),
            paired: true,
            inspects: false,
            baseline: None,
            keep_ids: false,
            decisions: Decisions::default(),
            meter: Meter::default(),
        }
    }
}

impl Options {
    /// What belongs together was said.
    pub(crate) fn knows_groups(&self) -> bool {
        let has_file = |(kind, _): &(Grouping, String)| *kind == Grouping::Clusters;
        self.cluster.is_some() || self.clusters_elsewhere || self.beside.iter().any(has_file)
    }

    /// What a column is was said: a part of the ids, or a group.
    pub(crate) fn is_said(&self, column: &str) -> bool {
        let groups = [
            self.by.as_deref(),
            self.cluster.as_deref(),
            self.count.as_deref(),
        ];
        self.id.iter().any(|id| id == column)
            || groups.contains(&Some(column))
            || self.roles.iter().any(|(_, role)| role == column)
    }

    /// Columns hold labels or counts rather than scores.
    pub(crate) fn is_text(&self) -> bool {
        self.gold.is_some() || self.cells != Cells::Scores
    }

    /// The column that groups are read from.
    fn source<'a>(&'a self, column: &'a str) -> &'a str {
        self.unseen
            .as_ref()
            .filter(|_| column == UNSEEN)
            .map_or(column, |unseen| &unseen.column)
    }

    /// Every column of groups that is asked for.
    pub(crate) fn groups(&self) -> Vec<(Grouping, &str)> {
        let by = self
            .by
            .as_deref()
            .map(|column| (self.grouping, self.source(column)));
        let cluster = self
            .cluster
            .as_deref()
            .map(|column| (Grouping::Clusters, column));
        let roles = self.roles.iter().map(|(kind, column)| (*kind, &column[..]));
        let count = self
            .count
            .as_deref()
            .map(|column| (Grouping::Counts, column));
        by.into_iter()
            .chain(cluster)
            .chain(roles)
            .chain(count)
            .collect()
    }
}
