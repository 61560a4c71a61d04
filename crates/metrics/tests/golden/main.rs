//! Golden cases from independent reference implementations, family by family.

mod classification;
mod mt;
#[allow(dead_code, reason = "the other families use the rest")]
#[path = "../../../stats/tests/golden/reader.rs"]
mod reader;
mod trec;
