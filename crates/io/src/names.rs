//! Words by which columns name the systems of their rows.

use crate::words::List;

/// Returns `true` if a column of this name says which system a row is of.
pub(crate) fn names_systems(name: &str) -> bool {
    List::RowSystems.holds(name)
}
