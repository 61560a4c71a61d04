//! Judges of the draws and of the streams beneath: every route against its law and its oracle, and wrong draws that the
//! same judges must reject. `RESTRAP_LONG=1`, which `scripts/quality` sets, draws fifty times as much.

#![allow(
    clippy::disallowed_methods,
    reason = "a test computes what it expects by other means than the code"
)]

mod controls;
mod judge;
mod routes;
mod streams;
