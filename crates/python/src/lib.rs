//! The engine of the Python package `restrap`: requests in, outcomes as JSON out. It computes nothing itself.
//!
//! Functions here take what `restrap/*.py` has made of the arguments (paths of tables in memory, a dictionary of keywords) and return
//! the JSON that the command line prints. The interpreter lock is released while they work.

mod adjusted;
mod advise;
mod compare;
mod correlate;
mod describe;
mod error;
mod failure;
mod function;
mod given;
mod held;
mod inspect;
mod items;
mod keywords;
mod metric;
mod power;
mod rank;
mod render;
mod replicate;
mod request;
mod resampling;
mod running;
mod score;
mod scores;
mod sources;

use std::ffi::OsString;

use pyo3::prelude::*;

/// Does what the command line does: the words of a command line, program name first; the exit code.
#[pyfunction]
fn command(py: Python<'_>, words: Vec<OsString>) -> u8 {
    let code = py.detach(|| restrap_cli::run(words));
    restrap_words::speak(restrap_words::Spelling::Keywords);
    code
}

/// The options of a command: name, default, meaning.
#[pyfunction]
fn options(command: &str) -> Vec<(String, String, String)> {
    let all = restrap_cli::options(command).into_iter();
    all.map(|option| (option.name, option.default, option.help))
        .collect()
}

/// The engine of restrap.
#[pymodule(gil_used = false)]
mod _native {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::adjusted::{adjust_path, adjust_values};
    #[pymodule_export]
    use super::advise::{advise, advise_words};
    #[pymodule_export]
    use super::command;
    #[pymodule_export]
    use super::compare::compare;
    #[pymodule_export]
    use super::correlate::correlate;
    #[pymodule_export]
    use super::describe::describe;
    #[pymodule_export]
    use super::held::Held;
    #[pymodule_export]
    use super::inspect::inspect;
    #[pymodule_export]
    use super::options;
    #[pymodule_export]
    use super::power::{amount, power, profiled};
    #[pymodule_export]
    use super::rank::rank;
    #[pymodule_export]
    use super::render::{checked, explained, forest, frame, html, methods, picture, render};
    #[pymodule_export]
    use super::replicate::replicate;
    #[pymodule_export]
    use super::request::go_together;
    #[pymodule_export]
    use super::resampling::{bootstrap, permuted, resampled_means};
    #[pymodule_export]
    use super::score::{kind, labels, score};
    #[pymodule_export]
    use super::scores::read_scores;

    #[pymodule_init]
    fn start(module: &Bound<'_, PyModule>) -> PyResult<()> {
        restrap_words::speak(restrap_words::Spelling::Keywords);
        module.add("LOOKED_AT", restrap::io::LOOKED_AT)?;
        module.add("version", env!("CARGO_PKG_VERSION"))
    }
}
