//! What tests of several crates share.

/// Returns `long` if `RESTRAP_LONG=1` is set, as by `scripts/nightly`, else `short`: the number of data sets of a statistical test.
pub fn effort(short: u64, long: u64) -> u64 {
    if std::env::var_os("RESTRAP_LONG").is_some_and(|value| value == "1") {
        long
    } else {
        short
    }
}

/// Numbers of a seed, the same on every machine: Knuth's linear congruence modulo 2^64 (*The Art of Computer Programming* 2, section
/// 3.3.4, table 1). Its high bits are good enough for data; a judge of draws needs a better one.
#[derive(Clone, Debug)]
pub struct Numbers(pub u64);

impl Numbers {
    /// The next state, of which the low bits are poor.
    pub fn bits(&mut self) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        self.0
    }

    /// From 0 to `n` − 1, for an `n` far below 2^31.
    pub fn below(&mut self, n: u64) -> u64 {
        (self.bits() >> 33) % n
    }

    /// From 0 to 1, in steps of 2^-31.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 33) as f64 / (1_u64 << 31) as f64
    }

    /// From 0 to 1, in steps of 2^-53.
    pub fn share(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// Every list of `draws` of `items` with replacement, by their places: the oracle of a bootstrap. There are `items^draws`.
///
/// # Panics
/// Where that is not a `usize`.
pub fn resamples(items: usize, draws: usize) -> impl Iterator<Item = Vec<usize>> {
    let all = items.checked_pow(draws as u32).expect("few items");
    (0..all).map(move |mut code| {
        let digit = |_| {
            let place = code % items;
            code /= items;
            place
        };
        (0..draws).map(digit).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_their_seed() {
        let mut numbers = Numbers(1);
        assert_eq!(
            [numbers.bits(), numbers.bits()],
            [7_806_831_264_735_756_412, 9_396_908_728_118_811_419]
        );
        assert!(
            (0..1_000)
                .all(|_| numbers.below(7) < 7 && numbers.unit() < 1.0 && numbers.share() < 1.0)
        );
    }

    #[test]
    fn every_list_comes_once() {
        let mut all: Vec<Vec<usize>> = resamples(3, 2).collect();
        assert_eq!(all[..4], [[0, 0], [1, 0], [2, 0], [0, 1]]);
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 9);
    }
}
