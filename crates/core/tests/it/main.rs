//! Judges of the draws and of the streams beneath: every route against its law and its oracle, and wrong draws that the
//! same judges must reject. `RESTRAP_LONG=1`, which `scripts/quality` sets, draws fifty times as much.

mod controls;
mod judge;
mod routes;
mod streams;
