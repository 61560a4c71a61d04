//! What a critical-difference diagram shows: systems on an axis of scores, with a bar over each group that is not told apart (Demšar
//! 2006). Demšar's bars are one critical difference long; here pairs differ in their errors, so that a bar has a point for each
//! of its systems and spans what it spans.

/// Systems on an axis.
#[derive(Clone, Debug)]
pub struct Critical {
    /// Above everything.
    pub title: String,
    /// What the axis measures, and what a bar means.
    pub x: String,
    /// Names and scores, from the left of the axis to its right.
    pub systems: Vec<(String, f64)>,
    /// Places of the systems that are not told apart, of each group of two or more.
    pub groups: Vec<Vec<usize>>,
}
