//! Exact match and F1 of short answers, as SQuAD defines them (Rajpurkar et al. 2016, section 6.1).
//!
//! Answers are compared without case, punctuation and articles, and with single spaces. F1 is that of the bags of words. Of several right
//! answers the best counts. As in version 2 of the official script, an answer without words is right where the right answer has none, and
//! scores 0 elsewhere. The corpus value is the mean over questions.

use std::collections::HashMap;

use crate::describe::{Description, Make, Scorer};
use crate::labels::{Measure, ZeroDivision};
use crate::outputs::segments::{Segments, check_aligned, check_references, references_of};
use crate::outputs::whitespace;
use crate::{Error, Mean, Scores};

pub(super) static EXACT_MATCH: Description = Description {
    printed: Some("EM"),
    aliases: &["em"],
    ..Description::new(
        "exact-match",
        "Share of answers equal to a reference, ignoring case, punctuation and articles (SQuAD)",
        Make::Segments(|_, _| scorer(Answers::ExactMatch)),
    )
};

pub(super) static ANSWER_F1: Description = Description {
    printed: Some("answer F1"),
    ..Description::new(
        "answer-f1",
        "Token F1 of an answer with its closest reference (SQuAD)",
        Make::Segments(|_, _| scorer(Answers::F1)),
    )
};

#[expect(
    clippy::unnecessary_wraps,
    reason = "a constructor of scorers, as every other"
)]
fn scorer(metric: Answers) -> Result<Scorer<[Segments], Segments>, Error> {
    Ok(Scorer::mean(move |references: &[Segments], system| {
        metric.score(references, system)
    }))
}

/// What is counted of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answers {
    /// Whether it is a right one.
    ExactMatch,
    /// F1 of its words.
    F1,
}

impl Answers {
    /// One score per question.
    ///
    /// # Errors
    ///
    /// No references, or files of different lengths.
    pub fn score(self, references: &[Segments], system: &Segments) -> Result<Scores, Error> {
        check_references(references.len())?;
        check_aligned(references, system, references.len())?;
        let scores = system.map(|at| self.best(system.line(at), &references_of(references, at)))?;
        let name = match self {
            Self::ExactMatch => "exact-match",
            Self::F1 => "answer-f1",
        };
        let signature = format!("{name}|nrefs:{}|norm:squad", references.len());
        let range = Some(crate::range::UNIT);
        let mean = Mean {
            name: name.to_owned(),
            signature,
            higher_is_better: true,
            range,
        };
        Ok(Scores {
            mean,
            scores,
            ids: None,
        })
    }

    fn best(self, answer: &str, right: &[&str]) -> f64 {
        let given = normalized(answer);
        // A right answer without words counts where there is no other.
        let mut right: Vec<String> = right.iter().map(|right| normalized(right)).collect();
        if right.iter().any(|right| !right.is_empty()) {
            right.retain(|right| !right.is_empty());
        }
        let of = |right: &String| match self {
            Self::ExactMatch => f64::from(u8::from(given == *right)),
            Self::F1 => f1(&given, right),
        };
        right.iter().map(of).fold(0.0, f64::max)
    }
}

fn f1(given: &str, right: &str) -> f64 {
    if given.is_empty() || right.is_empty() {
        return f64::from(u8::from(given == right));
    }
    let mut left: HashMap<&str, i64> = HashMap::new();
    for word in right.split(' ') {
        *left.entry(word).or_default() += 1;
    }
    let (mut of_given, of_right) = (0, left.values().sum::<i64>());
    let mut shared = 0;
    for word in given.split(' ') {
        of_given += 1;
        if let Some(count) = left.get_mut(word).filter(|count| **count > 0) {
            *count -= 1;
            shared += 1;
        }
    }
    Measure::F { beta: 1.0 }.value(
        [shared, of_given - shared, of_right - shared],
        ZeroDivision::Zero,
    )
}

/// `normalize_answer` of the official script.
fn normalized(answer: &str) -> String {
    let plain: String = answer
        .to_lowercase()
        .chars()
        .filter(|c| !c.is_ascii_punctuation())
        .collect();
    let mut text = String::with_capacity(plain.len());
    // Runs of the characters that `\w` matches, and of the others.
    let is_word = |c: char| c.is_alphanumeric();
    let mut rest = &plain[..];
    while let Some(first) = rest.chars().next() {
        let end = rest
            .find(|c| is_word(c) != is_word(first))
            .unwrap_or(rest.len());
        let (run, after) = rest.split_at(end);
        text.push_str(if matches!(run, "a" | "an" | "the") {
            " "
        } else {
            run
        });
        rest = after;
    }
    whitespace::words(&text).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_normalized_as_by_the_official_script() {
        for (answer, plain) in [
            ("The  U.S. Army!", "us army"),
            ("a\u{2013}b", "\u{2013}b"),
            ("An-other the", "another"),
            ("l\u{e2}the a_n", "l\u{e2}the"),
            (" ... ", ""),
        ] {
            assert_eq!(normalized(answer), plain, "{answer}");
        }
    }

    #[test]
    fn the_best_of_several_answers_counts_and_none_is_an_answer() {
        let best = |answer, right: &[&str]| {
            [Answers::ExactMatch, Answers::F1].map(|of| of.best(answer, right))
        };
        assert_eq!(
            best("the Broncos", &["Denver Broncos", "Broncos"]),
            [1.0, 1.0]
        );
        assert_eq!(
            best("big red dog dog", &["red dog", "cat"]),
            [0.0, 2.0 / 3.0]
        );
        assert_eq!(best("", &[""]), [1.0, 1.0]);
        assert_eq!(
            (best("dog", &[""]), best("the", &["dog"])),
            ([0.0, 0.0], [0.0, 0.0])
        );
        assert_eq!(best("", &["the", "dog"]), [0.0, 0.0]);
    }
}
