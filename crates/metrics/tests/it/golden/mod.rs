//! Golden cases from independent reference implementations, family by family.

mod labels;
mod rankings;
#[allow(dead_code, reason = "the other families use the rest")]
#[path = "../../../../stats/tests/it/golden/reader.rs"]
mod reader;
mod text;
