//! Loader's saddle-point expansion: point probabilities of binomial type without cancellation.
//!
//! Source: Loader, *Fast and accurate computation of binomial probabilities*, 2000, sections 2 to 5:
//! `x! = sqrt(2 pi x) x^x e^(-x + stirling(x))` turns a point probability into a sum of terms of one sign,
//! `deviance(x, m) = x ln(x / m) + m - x >= 0`. Departures: the mean `m` is a twofold number, the series of the deviance
//! reaches to m/3 < x < 3m instead of +-10 %, and `stirling` takes any real argument.
//!
//! Accuracy: the logarithm is off by at most 6e-16 of its size plus 4e-15, so a probability of 1e-300 has 12 digits or
//! more, and one above 1e-10 has 14. Far below the smallest double only the logarithm is kept; its last bit is 2e-12 at
//! 10^-5000.

use super::chance::Chance;
use super::twofold::Twofold;
use std::f64::consts::PI;

/// `stirling(x)` at x = 0, 1/2, 1, ..., 31/2 (mpmath, 40 digits); at 0 the convention for `0! = 1` without the root.
const STIRLING_HALVES: [f64; 32] = [
    0.0,
    0.153_426_409_720_027_35,
    0.081_061_466_795_327_26,
    0.054_814_121_051_917_65,
    0.041_340_695_955_409_29,
    0.033_162_873_519_936_29,
    0.027_677_925_684_998_34,
    0.023_746_163_656_297_496,
    0.020_790_672_103_765_093,
    0.018_488_450_532_673_187,
    0.016_644_691_189_821_193,
    0.015_134_973_221_917_38,
    0.013_876_128_823_070_748,
    0.012_810_465_242_920_227,
    0.011_896_709_945_891_77,
    0.011_104_559_758_206_917,
    0.010_411_265_261_972_096,
    0.009_799_416_126_158_803,
    0.009_255_462_182_712_733,
    0.008_768_700_134_139_386,
    0.008_330_563_433_362_87,
    0.007_934_114_564_314_02,
    0.007_573_675_487_951_841,
    0.007_244_554_301_320_383,
    0.006_942_840_107_209_53,
    0.006_665_247_032_707_682,
    0.006_408_994_188_004_207,
    0.006_171_712_263_039_458,
    0.005_951_370_112_758_848,
    0.005_746_216_513_010_116,
    0.005_554_733_551_962_801,
    0.005_375_599_032_926_834,
];

/// `ln Gamma(x + 1) - (x + 1/2) ln x + x - ln sqrt(2 pi)` for x > 0, and 0 at 0. Absolute error below 2e-15.
pub(crate) fn stirling(x: f64) -> f64 {
    if x < 16.0 {
        let halves = 2.0 * x;
        if halves == libm::floor(halves) {
            return STIRLING_HALVES[halves as usize];
        }
        // Gamma(x + 2) = (x + 1) Gamma(x + 1), down from where the series holds.
        let mut below = x;
        let mut sum = 0.0;
        while below < 16.0 {
            sum += (below + 0.5) * libm::log1p(1.0 / below) - 1.0;
            below += 1.0;
        }
        return sum + stirling(below);
    }
    // Bernoulli numbers over 2k(2k - 1); the first term left out is 7e-3 / 16^13 = 2e-18.
    let inverse = 1.0 / (x * x);
    let mut sum = -691.0 / 360_360.0;
    for coefficient in [
        1.0 / 1188.0,
        -1.0 / 1680.0,
        1.0 / 1260.0,
        -1.0 / 360.0,
        1.0 / 12.0,
    ] {
        sum = sum * inverse + coefficient;
    }
    sum / x
}

/// `x ln(x / m) + m - x` for x >= 0, m > 0: never negative, relative error below 8e-16 where `m` is exact.
pub(crate) fn deviance(x: f64, m: Twofold) -> f64 {
    if x == 0.0 {
        return m.hi;
    }
    let gap = (x - m.hi) - m.lo;
    let v = gap / (x + m.hi);
    if v.abs() >= 0.5 {
        return x * libm::log(x / m.hi) - gap;
    }
    // ln(x / m) = 2 atanh(v): the leading terms cancel on paper, not in the machine.
    let square = v * v;
    let mut power = 2.0 * x * v;
    let mut sum = gap * v;
    let mut odd = 3.0;
    loop {
        power *= square;
        let next = sum + power / odd;
        if next == sum {
            return sum;
        }
        sum = next;
        odd += 2.0;
    }
}

/// `ln [ Gamma(k + l + 1) / (Gamma(k + 1) Gamma(l + 1)) p^k q^l ]` for real k, l >= 0 and 0 < p < 1.
pub(crate) fn ln_binomial_point(k: f64, l: f64, chance: Chance) -> f64 {
    let n = k + l;
    let exponent = -deviance(k, chance.mean(n)) - deviance(l, chance.swapped().mean(n));
    if k == 0.0 || l == 0.0 {
        return exponent;
    }
    let roots = 0.5 * libm::log(n / (2.0 * PI * k) / l);
    exponent + (stirling(n) - stirling(k) - stirling(l)) + roots
}
