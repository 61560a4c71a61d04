//! One file per measure: its names, its options, its value for a query.
//!
//! Sources: trec_eval 10 (`m_map.c`, `m_ndcg_cut.c`, `m_bpref.c`, ...) where a file names no other. Sums run down the ranking in double
//! precision.

mod ap;
mod bpref;
mod err;
mod ndcg;
mod precision;
mod rbp;
mod recall;
mod rr;
mod set;

pub use ndcg::Gain;

use crate::describe::Description;

/// Measures of rankings.
pub(crate) static METRICS: &[&Description] = &[
    &rr::RR,
    &ap::AP,
    &ndcg::NDCG,
    &precision::P,
    &recall::RECALL,
    &recall::SUCCESS,
    &precision::RPREC,
    &rbp::RBP,
    &err::ERR,
    &bpref::BPREF,
    &set::SET_P,
    &set::SET_RECALL,
    &set::SET_F,
    &set::SET_MAP,
    &set::NUM_RET,
    &set::NUM_REL,
    &set::NUM_REL_RET,
];
