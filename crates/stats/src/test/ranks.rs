//! Mid-ranks, doubled: tied items share the middle of their places, and twice that is an integer.

/// Twice the mid-rank of each group of tied items, from the group sizes in ascending order of the items.
///
/// A group on places `s + 1 ..= s + c` has mid-rank `s + (c + 1) / 2`.
pub(crate) fn doubled_mid_ranks(sizes: impl IntoIterator<Item = u64>) -> impl Iterator<Item = u64> {
    sizes.into_iter().scan(0, |before, size| {
        let doubled = 2 * *before + size + 1;
        *before += size;
        Some(doubled)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_share_the_middle_of_their_places() {
        // Places 1 | 2 3 | 4 | 5 6 7: mid-ranks 1, 2.5, 4, 6.
        assert_eq!(
            doubled_mid_ranks([1, 2, 1, 3]).collect::<Vec<_>>(),
            [2, 5, 8, 12]
        );
    }
}
