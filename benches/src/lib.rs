//! Benches of kernels and routes.
