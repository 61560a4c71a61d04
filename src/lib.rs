//! How much evidence does a difference between two NLP, IR or LLM systems have?
//!
//! Paired scores go in as [`Scores`], a [`Request`] says which tests, [`compare`] answers with an [`Outcome`]: by how much the
//! systems differ, between which bounds, with which p-value, and what may be said of it.
//!
//! ```
//! use restrap::{Control, Request, Scores, compare};
//!
//! let base = Scores::new("base", vec![0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0]);
//! let new = Scores::new("new", vec![1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0]);
//! let outcome = compare(&[base, new], &Request::default(), &Control::default())?;
//! assert_eq!(outcome.comparisons[0].difference, 0.5);
//! assert_eq!(outcome.comparisons[0].tests[0].pvalue, Some(0.125));
//! # Ok::<(), restrap::Error>(())
//! ```
//!
//! # What is asked and answered
//!
//! | question | function |
//! |---|---|
//! | Is a system ahead of a baseline, by how much, with what evidence? | [`compare`] |
//! | The same from paths: read, paired, scored, compared | [`compare_files`] |
//! | The same for a metric of a whole corpus, for sub-populations, within strata | [`Data`] |
//! | The same in parts, drawn in other processes or later | [`Checkpoint`], [`Share`], [`Shares`] |
//! | What does a metric of raw outputs say, item by item? | [`score`] |
//! | Error bars of each system alone | [`describe`] |
//! | Which gain can so many items show, and do the tests keep their level? | [`power`] |
//! | The methods paragraph of a paper, with its references | [`methods`] |
//!
//! An [`Outcome`] is also the JSON that the program prints with `--json`. Same input, request and seed give the same bytes on every
//! machine, at any number of threads. Errors are values with a hint; nothing panics on input.
//!
//! # The program and the library
//!
//! `cargo install restrap` installs the command line. As a dependency, leave it out:
//!
//! ```toml
//! restrap = { version = "0.1", default-features = false }
//! ```
//!
//! This crate alone promises a stable interface; the `restrap-*` crates below it are pinned to one version.

#[doc(inline)]
pub use restrap_facade::*;

/// The example of the README, compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
