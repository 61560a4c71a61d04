//! The formulas of the measures, on the grades of a ranking.
//!
//! Sources: trec_eval 10 (`m_map.c`, `m_ndcg_cut.c`, `m_bpref.c`, ...); Moffat & Zobel 2008 (RBP); Chapelle et al. 2009 (ERR).
//! Sums run down the ranking in double precision.

use super::measure::{Gain, Kind, Measure};
use super::qrels::Judged;

/// The value of a measure for a ranking: the grade of each document from the top (`None`: unjudged) as far as any measure looks,
/// and how many documents were retrieved. 0 where a measure is undefined, such as recall without relevant documents.
pub(super) fn value(measure: &Measure, judged: &Judged, ranking: &[Option<i32>], retrieved: usize) -> f64 {
    let depth = measure.cutoff().unwrap_or(usize::MAX);
    let top = &ranking[..ranking.len().min(depth)];
    let is_relevant = |grade: &Option<i32>| grade.is_some_and(|grade| grade >= measure.level());
    let relevant = judged.at_least(measure.level());
    let hits = || top.iter().filter(|grade| is_relevant(grade)).count();
    let places = || top.iter().enumerate().filter(|(_, grade)| is_relevant(grade)).map(|(at, _)| at);
    match measure.kind() {
        Kind::Rr => places().next().map_or(0.0, |at| 1.0 / (at + 1) as f64),
        Kind::Ap => {
            let precisions = places().enumerate().map(|(before, at)| (before + 1) as f64 / (at + 1) as f64);
            share(total(precisions), relevant)
        }
        Kind::P => share(hits() as f64, depth),
        Kind::Recall => share(hits() as f64, relevant),
        Kind::Success => f64::from(u8::from(hits() > 0)),
        Kind::RPrec => {
            let top = &ranking[..ranking.len().min(relevant)];
            share(top.iter().filter(|grade| is_relevant(grade)).count() as f64, relevant)
        }
        Kind::Ndcg(gain) => {
            let ideal = discounted(gain, judged.ideal.iter().take(depth).map(|grade| Some(*grade)));
            if ideal == 0.0 { 0.0 } else { discounted(gain, top.iter().copied()) / ideal }
        }
        Kind::Rbp { persistence } => {
            let weight = |at: usize| libm::pow(persistence, at as f64);
            (1.0 - persistence) * total(places().map(weight))
        }
        Kind::Err { max } => err(top, max),
        Kind::Bpref => bpref(judged, top, measure.level(), relevant),
        Kind::SetP => share(hits() as f64, retrieved),
        Kind::SetF { beta } => {
            let (precision, recall) = (share(hits() as f64, retrieved), share(hits() as f64, relevant));
            let square = beta * beta;
            if precision + recall == 0.0 {
                0.0
            } else {
                (1.0 + square) * precision * recall / (square * precision + recall)
            }
        }
        Kind::SetMap => share(hits() as f64, retrieved) * share(hits() as f64, relevant),
        Kind::NumRet => retrieved as f64,
        Kind::NumRel => relevant as f64,
        Kind::NumRelRet => hits() as f64,
    }
}

/// The sum, from 0: an empty `Iterator::sum` of doubles is -0.
fn total(values: impl Iterator<Item = f64>) -> f64 {
    values.fold(0.0, |sum, value| sum + value)
}

fn share(part: f64, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part / whole as f64 }
}

/// Discounted cumulative gain: gain / log2(rank + 1), summed.
fn discounted(gain: Gain, grades: impl Iterator<Item = Option<i32>>) -> f64 {
    let mut sum = 0.0;
    for (at, grade) in grades.enumerate() {
        // Grades of 0 and below gain nothing.
        if let Some(grade) = grade.filter(|grade| *grade > 0) {
            sum += gain.of(grade) / libm::log2((at + 2) as f64);
        }
    }
    sum
}

/// Expected reciprocal rank: a reader stops at a document with probability (2^grade - 1) / 2^max.
fn err(top: &[Option<i32>], max: u32) -> f64 {
    let (mut value, mut reads_on) = (0.0, 1.0);
    for (at, grade) in top.iter().enumerate() {
        if let Some(grade) = grade.filter(|grade| *grade > 0) {
            let stops = Gain::Exponential.of(grade) / libm::exp2(f64::from(max));
            value += reads_on * stops / (at + 1) as f64;
            reads_on *= 1.0 - stops;
        }
    }
    value
}

/// Buckley & Voorhees 2004 with trec_eval's denominator min(R, N); negative grades count as unjudged.
fn bpref(judged: &Judged, top: &[Option<i32>], level: i32, relevant: usize) -> f64 {
    let others = judged.at_least(0).saturating_sub(relevant);
    let bound = others.min(relevant) as f64;
    let (mut sum, mut above) = (0.0, 0);
    for grade in top.iter().flatten() {
        if *grade >= level {
            sum += if above > 0 { 1.0 - above.min(relevant) as f64 / bound } else { 1.0 };
        } else if *grade >= 0 {
            above += 1;
        }
    }
    share(sum, relevant)
}
