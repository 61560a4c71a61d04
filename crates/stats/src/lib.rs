//! Exact laws, classical tests, intervals and effect sizes: pure functions without randomness, threads or files.

mod probability;

pub use probability::Probability;

/// Exact resampling distributions of a sum.
mod law;

pub use law::{Law, Tail};

fn normal_quantile(q: f64) -> f64 {
    use statrs::distribution::{ContinuousCDF, Normal};
    Normal::standard().inverse_cdf(q)
}
