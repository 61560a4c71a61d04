//! Numbers at places, with the sum of all at lower places kept up to date: what Kendall's tau asks of each item.

/// Places side by side on each level.
const WIDTH: usize = 32;

/// `MASKS[p][q]`: all ones where q is above p.
static MASKS: [[u32; WIDTH]; WIDTH] = {
    let mut masks = [[0; WIDTH]; WIDTH];
    let mut at = 0;
    while at < WIDTH * WIDTH {
        if at % WIDTH > at / WIDTH {
            masks[at / WIDTH][at % WIDTH] = u32::MAX;
        }
        at += 1;
    }
    masks
};

/// Sums of the numbers at lower places.
///
/// A tree of blocks of 32. Each entry is the sum of what lies before it within its block, so that a question reads one entry of each
/// level, and a number is added to one whole block of each level, without a branch.
#[derive(Clone, Debug, Default)]
pub(super) struct RunningCounts {
    /// From the places to the whole.
    levels: Vec<Vec<[u32; WIDTH]>>,
    /// Several items have one place.
    is_shared: bool,
}

impl RunningCounts {
    /// Nothing at any of `places` places, which are those of `items` items; questions may be one place beyond.
    pub fn new(places: usize, items: usize) -> Self {
        let mut levels = Vec::new();
        let mut entries = places + 1;
        loop {
            entries = entries.div_ceil(WIDTH);
            levels.push(vec![[0; WIDTH]; entries]);
            if entries == 1 {
                return Self {
                    levels,
                    is_shared: places < items,
                };
            }
        }
    }

    /// Takes all numbers away.
    pub fn clear(&mut self) {
        for level in &mut self.levels {
            level.fill([0; WIDTH]);
        }
    }

    /// Adds to the number at a place.
    #[allow(clippy::inline_always, reason = "compiled for each vector level")]
    #[inline(always)]
    pub fn add(&mut self, mut place: usize, number: u32) {
        for level in &mut self.levels {
            let mask = &MASKS[place % WIDTH];
            let block = &mut level[place / WIDTH];
            for (sum, mask) in block.iter_mut().zip(mask) {
                *sum += number & mask;
            }
            place /= WIDTH;
        }
    }

    /// The sum of the numbers below a place.
    #[allow(clippy::inline_always, reason = "compiled for each vector level")]
    #[inline(always)]
    pub fn below(&self, mut place: usize) -> u32 {
        let mut sum = 0;
        for level in &self.levels {
            sum += level[place / WIDTH][place % WIDTH];
            place /= WIDTH;
        }
        sum
    }

    /// The sums of the numbers below the place of an item, and up to it, while nothing of the item itself has been added.
    #[allow(clippy::inline_always, reason = "compiled for each vector level")]
    #[inline(always)]
    pub fn around(&self, place: u32) -> [u32; 2] {
        let below = self.below(place as usize);
        let up_to = if self.is_shared {
            self.below(place as usize + 1)
        } else {
            below
        };
        [below, up_to]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use restrap_testing::Numbers;

    #[test]
    fn sums_are_those_of_all_lower_places() {
        let mut numbers = Numbers(7);
        for places in [1, 2, 31, 32, 33, 1023, 1024, 1025, 40_000] {
            let mut running = RunningCounts::new(places, places);
            let mut plain = vec![0; places];
            for _ in 0..300 {
                let (place, number) = (numbers.below(places as u64) as usize, numbers.below(9));
                running.add(place, number as u32);
                plain[place] += number as u32;
                let asked = numbers.below(places as u64 + 1) as usize;
                assert_eq!(
                    running.below(asked),
                    plain[..asked].iter().sum::<u32>(),
                    "{places}"
                );
            }
            running.clear();
            assert_eq!(running.below(places), 0);
        }
    }
}
