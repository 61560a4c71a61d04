//! The marks of a significant difference, the same in every form: one for better, another for worse.

use std::cmp::Ordering;

/// The result of a test of a system against its baseline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// Significantly better.
    Better,
    /// Significantly worse.
    Worse,
    /// Significantly better for these training runs alone.
    Checkpoints,
    /// Neither.
    None,
}

impl Mark {
    /// Returns the mark of a system that is better (`Greater`) or worse than the baseline.
    pub fn new(is_significant: bool, side: Option<Ordering>) -> Self {
        match (is_significant, side) {
            (true, Some(Ordering::Greater)) => Self::Better,
            (true, Some(Ordering::Less)) => Self::Worse,
            _ => Self::None,
        }
    }

    /// Returns the sign that stands behind a number.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Better => "*",
            Self::Worse => "↓",
            Self::Checkpoints => "°",
            Self::None => "",
        }
    }

    /// Returns the sign with its word, for the last column of a table, nothing for none.
    pub fn label(self) -> String {
        let word = match self {
            Self::Better => "better",
            Self::Worse => "worse",
            Self::Checkpoints => "these runs",
            Self::None => return String::new(),
        };
        format!("{} {word}", self.sign())
    }

    /// Returns the sign as a superscript of LaTeX, nothing for none.
    pub fn superscript(self) -> &'static str {
        match self {
            Self::Better => "\\textsuperscript{*}",
            Self::Worse => "\\textsuperscript{$\\downarrow$}",
            Self::Checkpoints => "\\textsuperscript{$\\circ$}",
            Self::None => "",
        }
    }
}

/// Returns the legend of the marks beside a baseline; `level` is the condition, such as `p at most 0.05`.
pub(crate) fn legend(baseline: &str, level: &str) -> String {
    format!(
        "{} significantly better, {} significantly worse than {baseline} ({level}).",
        Mark::Better.sign(),
        Mark::Worse.sign()
    )
}
