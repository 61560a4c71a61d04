//! Ranges that were drawn before, and ranges that are drawn elsewhere: how a run continues after a stop, and is shared
//! between processes.
//!
//! A draw asks its ledger what to do with each range of resample numbers, and hands over what it drew, range after range. The
//! results of ranges add up to the result of the whole, wherever the ranges are cut, so the outcome has the same bytes with any
//! ledger that ends up with all of them.

use std::ops::Range;

use crate::error::EngineError;

/// The source of the results of a range of resamples.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// It was drawn before: its result.
    Known(Range<u64>, Vec<u8>),
    /// It is drawn now.
    Draw(Range<u64>),
    /// Another process draws it. It does not count here, and the result of this process for the whole is not an
    /// answer.
    Elsewhere(Range<u64>),
}

impl Step {
    /// Its numbers.
    pub fn range(&self) -> &Range<u64> {
        let (Self::Known(range, _) | Self::Draw(range) | Self::Elsewhere(range)) = self;
        range
    }
}

/// The store of the results of ranges. Draws are identified by bytes that hold everything that determines them, except how many
/// resamples they have.
pub trait Ledger: Sync {
    /// Returns the steps that make up the resamples of a draw, in order.
    ///
    /// # Errors
    /// [`EngineError::Foreign`] where what is kept is not of this draw.
    fn steps(&self, draw: &[u8], whole: Range<u64>) -> Result<Vec<Step>, EngineError>;

    /// Keeps the result of a range that was drawn.
    ///
    /// # Errors
    /// [`EngineError::Unwritten`] where it cannot be kept.
    fn keep(&self, draw: &[u8], range: Range<u64>, result: Vec<u8>) -> Result<(), EngineError>;

    /// Returns `true` if this process draws a part of every draw, or nothing, so that what it computes from its draws is no answer.
    ///
    /// Callers then leave their answers open: a p-value of resamples that another process draws would be one of zeros.
    fn is_blank(&self) -> bool {
        false
    }
}
