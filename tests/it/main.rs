//! The program as its users meet it: exit code, standard output and standard error together.
//!
//! Runs on `datasets/` start in the repository root, all others in a folder of their own, so that no path of a machine
//! shows. Nothing is cut out of the output; `--no-host` is given where time and memory would show.

mod advise;
mod answers;
mod asked;
mod budgets;
mod ci;
mod clusters;
mod columns;
mod design;
mod documents;
mod exits;
mod export;
mod faults;
mod formats;
mod help;
mod hints;
mod hostile;
mod hostile_outputs;
mod inputs;
mod joined;
mod json;
mod layout;
mod made;
mod margins;
mod matching;
mod measures;
mod messages;
mod methods;
mod mix;
mod numbers;
mod orders;
mod outputs;
mod pages;
mod pair;
mod posterior;
mod power;
mod power_compare;
mod rank;
mod replicate;
mod replicates;
mod runs;
mod schema;
mod shared_out;
mod support;
mod traps;
mod typical;
mod units;
mod usage;
mod votes;
mod warnings;
