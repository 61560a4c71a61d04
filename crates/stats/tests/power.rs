//! The noncentral t against mpmath, and the cost of enumeration.

use restrap_stats::power::noncentral_t_upper;

/// (t, df, noncentrality, upper tail): `integral of Phi(d - t s) f(s) ds` by mpmath 1.3 with 40 digits.
const TAILS: [(f64, f64, f64, f64); 12] = [
    (2.0, 58.0, 1.8434, 0.442_186_209_171_858_16),
    (2.0, 58.0, -1.8434, 8.101_514_744_166_666e-5),
    (12.706, 1.0, 0.5, 0.043_695_140_527_553_96),
    (1.96, 1e4, 2.8, 0.799_536_929_714_764),
    (0.5, 2.5, 1.0, 0.703_809_426_122_223_2),
    (3.0, 9.0, 0.0, 0.007_478_181_955_207_107),
    (40.0, 5.0, 45.0, 0.723_764_325_047_879_8),
    (2.0, 1e6, 4.5, 0.993_790_299_617_571_4),
    (10.0, 1.0, 3.0, 0.234_717_409_085_365_07),
    (-1.0, 7.0, 0.3, 0.889_539_991_161_297_2),
    (1.6, 3.0, -2.0, 0.001_164_748_133_356_312_2),
    (2.2, 11.0, 6.0, 0.999_732_250_977_261_9),
];

#[test]
fn noncentral_t_tails_equal_those_of_mpmath() {
    let mut worst = 0.0_f64;
    for (t, df, d, want) in TAILS {
        let got = noncentral_t_upper(t, df, d);
        worst = worst.max((got / want - 1.0).abs());
    }
    println!("noncentral t: largest relative error {worst:.1e} of {} tails", TAILS.len());
    // A sum of some hundred positive terms of 15 digits, times a constant of 14.
    assert!(worst < 1e-13, "{worst}");
}
