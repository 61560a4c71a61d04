//! What the dot products of all vector levels ask of their planes.

use super::kernels::STEP;

/// The planes as an array, whose length the compiler knows.
///
/// # Panics
/// Unless there are P planes: callers match on their number.
#[inline]
pub(super) fn array<'a, const P: usize>(planes: &[&'a [i8]]) -> [&'a [i8]; P] {
    std::array::from_fn(|p| planes[p])
}

/// The items of whole steps, which no plane falls short of.
///
/// # Panics
/// If one does.
#[inline]
pub(super) fn checked<const P: usize>(planes: &[&[i8]; P], items: usize) -> usize {
    let whole = items / STEP * STEP;
    assert!(
        planes.iter().all(|plane| plane.len() >= whole),
        "planes are as long as what they are dotted with"
    );
    whole
}
