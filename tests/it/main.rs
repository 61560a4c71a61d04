//! The program as its users meet it: exit code, standard output and standard error together.
//!
//! Runs on `datasets/` start in the repository root, all others in a folder of their own, so that no path of a machine
//! shows. Nothing is cut out of the output; `--no-host` is given where time and memory would show.

#![allow(
    clippy::disallowed_methods,
    reason = "a test computes what it expects by other means than the code"
)]

mod adjust;
mod advise;
mod against;
mod answers;
mod areas;
mod asked;
mod budgets;
mod calculators;
mod ci;
mod classified;
mod clusters;
mod codes;
mod columns;
mod correlate;
mod counts;
mod deaf;
mod decisions;
mod design;
mod documents;
mod every_claim;
mod exits;
mod explain;
mod export;
mod faults;
mod findings;
mod followed;
mod formats;
mod gates;
mod guide;
mod help;
mod hints;
mod hostile;
mod hostile_outputs;
mod inputs;
mod inspected;
mod joined;
mod json;
mod layout;
mod made;
mod margins;
mod matching;
mod meant;
mod measures;
#[cfg(target_os = "linux")]
mod memory;
mod messages;
mod methods;
mod mix;
mod names;
mod newcomer;
mod numbers;
mod orders;
mod outputs;
mod pages;
mod pair;
mod paired;
mod posterior;
mod power;
mod power_compare;
mod rank;
mod readers;
mod real;
mod recipe;
mod replicate;
mod replicates;
mod runs;
mod same_bytes;
mod schema;
mod shared_out;
mod sql;
mod support;
mod tools;
mod traps;
mod typical;
mod units;
mod usage;
mod votes;
mod warnings;
mod wild;
