//! Words by which columns name the systems of their rows.

/// Header names of a column that says which system a row is of.
const SYSTEMS: [&str; 9] = [
    "model",
    "model_name",
    "model_id",
    "system",
    "system_id",
    "system_name",
    "runid",
    "run_id",
    "method",
];

/// Returns `true` if a column of this name says which system a row is of.
pub(crate) fn names_systems(name: &str) -> bool {
    SYSTEMS.contains(&name.trim().to_lowercase().as_str())
}
