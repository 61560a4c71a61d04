//! Sentence accuracy: the share of sentences (or documents) all of whose token labels are right, of parts of speech, chunks, entities.
//!
//! A share of items is a mean of 0/1 scores, with all the laws of such a mean. Labels are compared as text: `I-PER` is not
//! `B-PER`.

use super::options::UNIT;
use super::{Spans, Unit};
use crate::describe::{Description, Make, Scorer};
use crate::{Error, Mean, Scores};

pub(super) static SENTENCE_ACCURACY: Description = Description {
    printed: Some("sentence accuracy"),
    aliases: &["sequence-accuracy"],
    options: &[&UNIT],
    ..Description::new(
        "sentence-accuracy",
        "Share of sentences whose labels are all correct",
        Make::Spans(|name, _, unit| {
            let unit = name.get(&UNIT).unwrap_or(unit);
            Ok(Scorer::mean(move |gold, system| {
                all_right(gold, system, unit)
            }))
        }),
    )
};

fn all_right(gold: &Spans, system: &Spans, unit: Unit) -> Result<Scores, Error> {
    gold.check_aligned(system)?;
    let starts: Vec<usize> = match unit {
        Unit::Sentence => (0..gold.sentences()).collect(),
        Unit::Document => gold.documents()?.to_vec(),
    };
    let ends = starts.iter().skip(1).copied().chain([gold.sentences()]);
    let is_right = |sentence: usize| gold.sentence(sentence) == system.sentence(sentence);
    let scores = starts
        .iter()
        .zip(ends)
        .map(|(&start, end)| f64::from(u8::from((start..end).all(is_right))));
    let name = SENTENCE_ACCURACY.name.to_owned();
    let mean = Mean {
        signature: format!("{name}|unit:{}", unit.name()),
        name,
        higher_is_better: true,
        range: Some(crate::range::UNIT),
    };
    Ok(Scores {
        mean,
        scores: scores.collect(),
        ids: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::labels::{Average, Measure};
    use crate::spans::{Column, Scheme, SpanF, types};
    use crate::{Input, Metric};

    const GOLD: &str =
        "-DOCSTART- O\n\nthe DT\ncat NN\n\nit PRP\nsat VBD\n\n-DOCSTART- O\n\na DT\n";
    /// One label of the second sentence is wrong.
    const GIVEN: &str =
        "-DOCSTART- O\n\nthe DT\ncat NN\n\nit PRP\nsat NN\n\n-DOCSTART- O\n\na DT\n";

    fn read(text: &str) -> Spans {
        Spans::read(Input::new("x", text.as_bytes()), &Column::Last, None).expect("any labels")
    }

    #[test]
    fn a_sentence_counts_when_all_its_labels_are_right() {
        let scores = |unit| all_right(&read(GOLD), &read(GIVEN), unit).expect("the same sentences");
        assert_eq!(scores(Unit::Sentence).scores, [1.0, 0.0, 1.0]);
        assert_eq!(scores(Unit::Document).scores, [0.0, 1.0]);
        assert_eq!(
            scores(Unit::Document).mean.signature,
            "sentence-accuracy|unit:document"
        );
        assert!(all_right(&read(GOLD), &read("the DT\n"), Unit::Sentence).is_err());
    }

    #[test]
    fn labels_are_compared_as_text() {
        let scores = all_right(
            &read("x I-PER\n\ny O\n"),
            &read("x B-PER\n\ny O\n"),
            Unit::Sentence,
        );
        assert_eq!(scores.expect("the same sentences").scores, [0.0, 1.0]);
    }

    #[test]
    fn the_pooled_f_of_tokens_is_their_accuracy() {
        let (gold, given) = (read(GOLD), read(GIVEN));
        let of = types([&gold, &given]);
        let metric = SpanF::new(
            Measure::F { beta: 1.0 },
            Average::Micro,
            &of,
            Scheme::Tokens,
            Unit::Sentence,
        )
        .unwrap();
        let sums = metric
            .score(&gold, &given)
            .expect("the same sentences")
            .sums();
        assert_eq!((metric.finish(&sums), sums), (0.8, vec![4, 1, 1]));
    }
}
