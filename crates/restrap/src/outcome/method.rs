//! How a p-value was computed.

use restrap_words::vocabulary;

vocabulary! {
    /// How a p-value was computed.
    pub enum Method: "a way to a p-value" {
        /// From resamples.
        Sampled = "sampled",
        /// In closed form, up to rounding.
        Exact = "exact",
        /// By numerical inversion, with an error estimate.
        Inversion = "inversion",
        /// From a limiting distribution.
        Asymptotic = "asymptotic",
    }
}
