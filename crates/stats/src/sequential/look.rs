//! What a count says when it is looked at.

/// A side of the threshold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The p-value is at or below it.
    Below,
    /// The p-value is above it.
    Above,
}

/// What a count says after so many draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Draws until now.
    pub draws: u64,
    /// Counts from here on stop above; beyond `draws` none does.
    pub upper: u64,
    /// Counts up to here stop below.
    pub lower: Option<u64>,
}

impl Look {
    /// The side on which this many exceedances stop.
    pub fn side(&self, count: u64) -> Option<Side> {
        if count >= self.upper {
            return Some(Side::Above);
        }
        self.lower
            .is_some_and(|lower| count <= lower)
            .then_some(Side::Below)
    }
}
