//! Which of two rows of exponentials ends last, exactly.

/// Chance that exponentials with the means of `later`, one after the other, end after those of `sooner`; 0 for none.
pub(super) fn last_to_end(later: &[f64], sooner: &[f64]) -> f64 {
    if later.is_empty() {
        return 0.0;
    }
    // `chance[j]`: with the `later` so far and j of the `sooner` left.
    let mut chance = vec![0.0; sooner.len() + 1];
    for &p in later {
        chance[0] = 1.0;
        for (j, &q) in sooner.iter().enumerate() {
            // The one of `later` ends next with chance q / (p + q), and one fewer of it is left: the old entry.
            chance[j + 1] = (q * chance[j + 1] + p * chance[j]) / (p + q);
        }
    }
    chance[sooner.len()]
}
