//! Values of folds whose share of test data was not said.

use restrap_words::{Code, Note, asked_as};

use crate::error::Error;
use crate::request::Over;

/// Folds up to which values are taken for those of one cross-validation.
const FOLDS: usize = 20;
/// Values of five times two folds, and of one cross-validation of ten.
const UNCLEAR: usize = 10;

/// Returns the warning that values are taken for the folds of one cross-validation, where they may be those of a repeated one.
///
/// # Errors
/// For more values than one cross-validation has, whose share of test data is not known.
pub(crate) fn unclear_folds(
    over: Over,
    test_fraction: Option<f64>,
    values: usize,
) -> Result<Option<Note>, Error> {
    if over != Over::Folds || test_fraction.is_some() || values < UNCLEAR {
        return Ok(None);
    }
    if values > FOLDS {
        return Err(Error::not_applicable(
            asked_as("over", over),
            "the share of the data that each fold tests on",
            format!("there are {values} values, as of repeated cross-validation"),
            format!(
                "add {} for repeated 10-fold cross-validation",
                asked_as("test-fraction", 0.1)
            ),
        ));
    }
    Ok(Some(Code::FoldsAssumed.says(format!(
        "the {values} values are taken for the folds of one cross-validation, each of which tests on 1/{values} of the data: for five \
         times two folds use {}",
        asked_as("test-fraction", 0.5)
    ))))
}
