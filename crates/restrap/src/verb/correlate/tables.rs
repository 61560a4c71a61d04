//! From columns of outputs to tables of systems by segments.

use restrap_stats::correlation::Matrix;
use restrap_words::asked_as;

use crate::data::scores::Scores;
use crate::error::Error;
use crate::number::count;

/// Outputs at most: systems times segments.
const MOST: usize = 50_000_000;

/// The system and the segment of each output.
///
/// Numbers from 0 in the order of the outputs, for correlations by system, by segment, and for draws that take whole systems or
/// segments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OutputsOf {
    /// Names of the systems.
    pub systems: Vec<String>,
    /// Names of the segments.
    pub segments: Vec<String>,
    /// For each output the places of its system and its segment.
    pub places: Vec<(u32, u32)>,
    /// Leave out segments that lack the output of a system; else they are an error.
    pub complete_segments: bool,
}

/// Every column as a table of the same outputs.
pub(super) struct Tables {
    pub gold: Matrix,
    pub metrics: Vec<Matrix>,
    /// Segments that lack an output, left out.
    pub dropped: usize,
}

impl Tables {
    /// Single items: one row, as of one system.
    pub fn of_items(gold: &Scores, metrics: &[Scores]) -> Result<Self, Error> {
        Self::of(gold, metrics, 1, 0, <[f64]>::to_vec)
    }

    /// Outputs of systems, each segment with one output of every system.
    pub fn of_outputs(gold: &Scores, metrics: &[Scores], of: &OutputsOf) -> Result<Self, Error> {
        let (systems, segments) = (of.systems.len(), of.segments.len());
        if systems < 2 || segments < 2 {
            return Err(Error::unfit(
                format!(
                    "expected at least 2 systems and 2 segments, found {} and {}",
                    count(systems as u64, "system"),
                    count(segments as u64, "segment")
                ),
                "name the columns that hold them, or drop both for single items",
            ));
        }
        if systems.saturating_mul(segments) > MOST {
            let found = format!("{systems} systems and {segments} segments");
            return Err(Error::BadParameter {
                expected: "at most 50,000,000 outputs",
                found,
            });
        }
        let mut rows: Vec<Option<usize>> = vec![None; systems * segments];
        for (row, (system, segment)) in of.places.iter().enumerate() {
            let cell = &mut rows[*system as usize * segments + *segment as usize];
            if cell.replace(row).is_some() {
                let (system, segment) = (
                    &of.systems[*system as usize],
                    &of.segments[*segment as usize],
                );
                return Err(Error::unfit(
                    format!("expected one output of {system} for segment {segment}, found several"),
                    "keep one of them, or take their mean beforehand",
                ));
            }
        }
        let lacks = |segment: usize| {
            (0..systems).find(|system| rows[system * segments + segment].is_none())
        };
        let kept: Vec<usize> = (0..segments)
            .filter(|segment| lacks(*segment).is_none())
            .collect();
        let dropped = segments - kept.len();
        if let Some(segment) = (0..segments)
            .find(|segment| lacks(*segment).is_some())
            .filter(|_| !of.complete_segments)
        {
            let system = &of.systems[lacks(segment).unwrap_or(0)];
            return Err(Error::unfit(
                format!(
                    "expected an output of every system for every segment, found none of {system} for segment {}{}",
                    of.segments[segment],
                    if dropped > 1 {
                        format!(", and {} more segments like it", dropped - 1)
                    } else {
                        String::new()
                    }
                ),
                format!(
                    "{} leaves such segments out of every system",
                    asked_as("missing", "drop")
                ),
            ));
        }
        if kept.len() < 2 {
            return Err(Error::unfit(
                format!(
                    "expected at least 2 segments with an output of every system, found {}",
                    kept.len()
                ),
                "leave out the systems with few outputs",
            ));
        }
        let places: Vec<usize> = (0..systems)
            .flat_map(|system| kept.iter().map(move |segment| system * segments + segment))
            .filter_map(|cell| rows[cell])
            .collect();
        Self::of(gold, metrics, systems, dropped, |column| {
            places.iter().map(|row| column[*row]).collect()
        })
    }

    fn of(
        gold: &Scores,
        metrics: &[Scores],
        systems: usize,
        dropped: usize,
        cells: impl Fn(&[f64]) -> Vec<f64>,
    ) -> Result<Self, Error> {
        let table = |scores: &Scores| -> Result<Matrix, Error> {
            let values = &scores.one_by_one()?[..];
            if values.len() as u64 != gold.items() {
                return Err(Error::LengthMismatch {
                    baseline: gold.name.clone(),
                    baseline_items: gold.items() as usize,
                    system: scores.name.clone(),
                    system_items: values.len(),
                });
            }
            if let Some(item) = values.iter().position(|value| !value.is_finite()) {
                let value = values[item];
                return Err(Error::NonFinite {
                    system: scores.name.clone(),
                    item: item + 1,
                    value,
                });
            }
            Ok(Matrix::new(cells(values), systems)?)
        };
        Ok(Self {
            gold: table(gold)?,
            metrics: metrics.iter().map(table).collect::<Result<_, _>>()?,
            dropped,
        })
    }
}
