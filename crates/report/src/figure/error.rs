//! What cannot be drawn.

/// A figure that could not be made: a fault of the drawing, since figures hold finite numbers only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the figure cannot be drawn")]
pub struct BadFigure;
