//! Human scores of some items, with a judge's or metric's scores of all.

use crate::outcome::TestedDesign;
use restrap_stats::TEstimate;
use restrap_stats::interval::Interval;
use restrap_stats::prediction::Prediction;
use restrap_words::asked;

use super::method::{Allows, Method};
use crate::error::Error;
use crate::number::format::count;
use crate::outcome::{IntervalKind, MarginMethod};
use crate::works;

pub(super) static METHOD: Method = Method {
    design: TestedDesign::Human,
    test: "prediction-powered t test (PPI++, Angelopoulos, Duchi & Zrnic 2023, with one unseen error of the judge added)",
    interval: IntervalKind::PredictionT,
    margin: MarginMethod::PredictionT,
    in_methods: [
        "t intervals of prediction-powered means with one unseen error of the judge added",
        "t test of prediction-powered means with one unseen error of the judge added",
    ],
    report: |_, of| {
        let by = if of == IntervalKind::PredictionWilson.name() {
            "Wilson"
        } else {
            "t"
        };
        format!(
            "interval by {by} of prediction-powered means (PPI++, Angelopoulos, Duchi & Zrnic 2023, with one unseen error of the judge added)"
        )
    },
    work: &works::ANGELOPOULOS,
    allows: Allows {
        t_alone: true,
        gains_in_per_cent: false,
    },
    ..Method::PLAIN
};

/// Human scores of some of the items of each system.
#[derive(Clone, Debug, PartialEq)]
pub struct Human {
    /// Where they stand, for messages.
    pub column: String,
    /// For each system, for each item its human score, if it has one.
    pub scores: Vec<Vec<Option<f64>>>,
}

/// A mean or difference of a judge's scores, corrected by those of people.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Labelled {
    /// Corrected (PPI++; Angelopoulos, Duchi and Zrnic 2023), with errors of the judge that few labels hide.
    pub estimate: TEstimate,
    /// People alone.
    pub humans: TEstimate,
    /// The judge's mean over all items.
    pub judge: f64,
    /// Weight of the judge, from 0 to 1.
    pub weight: f64,
    /// Items with and without a human score.
    pub items: [u64; 2],
    /// How people and the judge agree on single scores.
    pub agreement: Option<Agreement>,
    /// What the interval of a share is made of, where human scores are all 0 or 1.
    share: Option<Share>,
    /// Human scores and those of the judge, with the size of an error that few labels may hide.
    scores: Share,
    /// The weight of the judge that was given; `None` is the best for these scores.
    given: Option<f64>,
}

/// A share of right items by people, with the size of an error of the judge.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Share {
    prediction: Prediction,
    error: f64,
}

/// How a judge's 0/1 scores agree with people's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Agreement {
    /// Cohen's kappa; `None` where chance alone would agree on everything.
    pub kappa: Option<f64>,
    /// Share of the items that people find right which the judge finds right.
    pub sensitivity: Option<f64>,
    /// Share of the items that people find wrong which the judge finds wrong.
    pub specificity: Option<f64>,
}

impl Human {
    /// Returns the human scores of one system, by its place.
    ///
    /// # Panics
    /// For a place that there is not.
    #[must_use]
    pub fn only(&self, place: usize) -> Self {
        Self {
            column: self.column.clone(),
            scores: vec![self.scores[place].clone()],
        }
    }

    /// Returns the corrected mean of one system.
    ///
    /// # Errors
    /// For fewer than two items with a human score, or none without.
    pub(crate) fn of_system(&self, place: usize, judge: &[f64]) -> Result<Labelled, Error> {
        let own = self.scores.get(place).map_or(&[][..], |own| own);
        let rows = own.iter().zip(judge).map(|(human, &judge)| (*human, judge));
        let labelled = self.labelled(
            rows,
            Agreement::of(own.iter().copied().zip(judge.iter().copied())),
        )?;
        Ok(Labelled {
            share: labelled.share.filter(|_| self.are_shares()),
            ..labelled
        })
    }

    /// Returns `true` if every human score is 0 or 1.
    fn are_shares(&self) -> bool {
        self.scores
            .iter()
            .flatten()
            .flatten()
            .all(|&score| score == 0.0 || score == 1.0)
    }

    /// Returns the corrected difference of a system and the first.
    ///
    /// # Errors
    /// As of one system.
    pub(crate) fn of_pair(&self, place: usize, judge: [&[f64]; 2]) -> Result<Labelled, Error> {
        let [baseline, system] =
            [0, place].map(|place| self.scores.get(place).map_or(&[][..], |own| own));
        let human = baseline
            .iter()
            .zip(system)
            .map(|(b, s)| Some((*s)? - (*b)?));
        let scored = judge[1].iter().zip(judge[0]).map(|(s, b)| s - b);
        let single = [(baseline, judge[0]), (system, judge[1])];
        let single = single
            .into_iter()
            .flat_map(|(human, judge)| human.iter().copied().zip(judge.iter().copied()));
        let labelled = self.labelled(human.zip(scored), Agreement::of(single))?;
        Ok(match labelled.share {
            Some(Share { prediction, error }) if self.are_shares() => Labelled {
                estimate: prediction.guarded_pair(error)?,
                humans: prediction.humans_alone_pair()?,
                share: None,
                ..labelled
            },
            _ => Labelled {
                share: None,
                ..labelled
            },
        })
    }

    fn labelled(
        &self,
        rows: impl Iterator<Item = (Option<f64>, f64)>,
        agreement: Option<Agreement>,
    ) -> Result<Labelled, Error> {
        let (mut human, mut judge, mut others) = (Vec::new(), Vec::new(), Vec::new());
        for (scored, judged) in rows {
            match scored {
                Some(score) => {
                    human.push(score);
                    judge.push(judged);
                }
                None => others.push(judged),
            }
        }
        let refuse = |needs, found: String, hint: &str| {
            Err(Error::not_applicable(asked("human"), needs, found, hint))
        };
        if human.len() < 2 {
            let found = format!("{} in {}", count(human.len() as u64, "item"), self.column);
            return refuse(
                "at least 2 items with a human score",
                found,
                "score more of them, selected at random",
            );
        }
        if others.is_empty() {
            let found = "every item has one".to_owned();
            return refuse(
                "items without a human score",
                found,
                "compare the human scores: no judge is needed",
            );
        }
        let prediction = Prediction::new(&human, &judge, &others)?;
        let size = error_size(&human, &judge);
        let judged = judge.iter().chain(&others).sum::<f64>() / (judge.len() + others.len()) as f64;
        Ok(Labelled {
            estimate: prediction.guarded(size)?,
            humans: prediction.humans_alone()?,
            judge: judged,
            weight: prediction.with_unseen_errors(size)?.weight(),
            items: [human.len() as u64, others.len() as u64],
            agreement,
            share: Some(Share {
                prediction,
                error: size,
            }),
            scores: Share {
                prediction,
                error: size,
            },
            given: None,
        })
    }
}

impl Labelled {
    /// Returns these scores with this weight of the judge, that of a difference.
    ///
    /// # Errors
    /// For a variance that overflows.
    pub fn at_weight(self, weight: f64) -> Result<Self, Error> {
        let Share { prediction, error } = self.scores;
        Ok(Self {
            estimate: prediction.with_unseen_errors(error)?.estimate(weight)?,
            weight,
            given: Some(weight),
            ..self
        })
    }

    /// Returns Wilson's interval of a share, Student's t interval of any other mean or difference; `None` without spread.
    ///
    /// # Errors
    /// For a confidence outside (0, 1).
    pub fn interval(&self, confidence: f64) -> Result<Option<(Interval, IntervalKind)>, Error> {
        let Some(Share { prediction, error }) = self.share else {
            let interval = self.estimate.interval(confidence)?;
            return Ok(interval.map(|interval| (interval, IntervalKind::PredictionT)));
        };
        let interval = prediction.share(error, self.given, confidence)?;
        Ok(Some((interval, IntervalKind::PredictionWilson)))
    }

    /// Returns the interval of the human scores alone, without the judge.
    ///
    /// # Errors
    /// For a confidence outside (0, 1).
    pub fn humans_interval(
        &self,
        confidence: f64,
    ) -> Result<Option<(Interval, IntervalKind)>, Error> {
        let Some(Share { prediction, .. }) = self.share else {
            let interval = self.humans.interval(confidence)?;
            return Ok(interval.map(|interval| (interval, IntervalKind::T)));
        };
        let interval = prediction.humans_alone_share(confidence)?;
        Ok(Some((interval, IntervalKind::Wilson)))
    }

    /// Returns the number of human scores that would have the same standard error without the judge.
    pub fn effective_labels(&self) -> Option<f64> {
        let ratio = self.humans.standard_error() / self.estimate.standard_error();
        Some(self.items[0] as f64 * ratio * ratio).filter(|labels| labels.is_finite())
    }
}

/// Returns the size of an error that few labels may hide: the largest that they show, or the range of the human scores.
fn error_size(human: &[f64], judge: &[f64]) -> f64 {
    let largest = |values: &mut dyn Iterator<Item = f64>| {
        values.fold(0.0_f64, |most, value| most.max(value.abs()))
    };
    let seen = largest(&mut human.iter().zip(judge).map(|(human, judge)| human - judge));
    let range = largest(&mut human.iter().map(|score| score - human[0]));
    [seen, range]
        .into_iter()
        .find(|&size| size > 0.0)
        .unwrap_or(1.0)
}

impl Agreement {
    /// Returns the agreement of scores that are all 0 or 1; `None` where some are others, or there are none.
    fn of(rows: impl Iterator<Item = (Option<f64>, f64)>) -> Option<Self> {
        // By people, then by the judge.
        let mut table = [[0_u64; 2]; 2];
        for (human, judge) in rows.filter_map(|(human, judge)| Some((human?, judge))) {
            let [row, column] = [human, judge].map(|score| match score {
                0.0 => Some(0),
                1.0 => Some(1),
                _ => None,
            });
            table[row?][column?] += 1;
        }
        let [[both_wrong, wrongly_right], [wrongly_wrong, both_right]] =
            table.map(|row| row.map(|cell| cell as f64));
        let all = both_wrong + wrongly_right + wrongly_wrong + both_right;
        if all == 0.0 {
            return None;
        }
        let share = |part: f64, of: f64| (of > 0.0).then(|| part / of);
        let (right, judged_right) = (wrongly_wrong + both_right, wrongly_right + both_right);
        let (wrong, judged_wrong) = (all - right, all - judged_right);
        let by_chance = (right * judged_right + wrong * judged_wrong) / (all * all);
        let seen = (both_wrong + both_right) / all;
        Some(Self {
            kappa: (by_chance < 1.0).then(|| (seen - by_chance) / (1.0 - by_chance)),
            sensitivity: share(both_right, right),
            specificity: share(both_wrong, wrong),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agreement_is_that_of_the_table() {
        // 20 both right, 5 missed, 10 wrongly right, 15 both wrong: kappa 0.4 (Cohen's example).
        let rows = [
            (1.0, 1.0, 20),
            (1.0, 0.0, 5),
            (0.0, 1.0, 10),
            (0.0, 0.0, 15),
        ];
        let each = rows
            .into_iter()
            .flat_map(|(human, judge, times)| std::iter::repeat_n((Some(human), judge), times));
        let agreement = Agreement::of(each.chain([(None, 1.0)])).unwrap();
        assert!((agreement.kappa.unwrap() - 0.4).abs() < 1e-12);
        assert_eq!(
            (agreement.sensitivity, agreement.specificity),
            (Some(0.8), Some(0.6))
        );
        assert_eq!(Agreement::of([(Some(0.5), 1.0)].into_iter()), None);
        assert_eq!(Agreement::of([(None, 1.0)].into_iter()), None);
    }

    #[test]
    fn differences_are_of_items_that_people_scored_for_both() {
        let human = Human {
            column: "h".to_owned(),
            scores: vec![
                vec![Some(1.0), Some(0.0), Some(1.0), None, Some(0.0), None],
                vec![Some(1.0), Some(1.0), None, None, Some(1.0), None],
            ],
        };
        let judge = [
            &[1.0, 0.0, 1.0, 1.0, 0.0, 0.0][..],
            &[1.0, 1.0, 0.0, 1.0, 0.0, 1.0],
        ];
        let pair = human.of_pair(1, judge).unwrap();
        assert_eq!(pair.items, [3, 3]);
        assert!((pair.humans.estimate() - 2.0 / 3.0).abs() < 1e-15);
        assert!((pair.judge - 1.0 / 6.0).abs() < 1e-15);
        let alone = human.of_system(0, judge[0]).unwrap();
        assert_eq!(alone.items, [4, 2]);
        assert!(alone.estimate.standard_error() <= 1.05 * alone.humans.standard_error() + 1e-15);
        let all = Human {
            column: "h".to_owned(),
            scores: vec![vec![Some(1.0); 6]; 2],
        };
        assert!(
            all.of_pair(1, judge)
                .unwrap_err()
                .to_string()
                .contains("every item has one")
        );
    }
}
