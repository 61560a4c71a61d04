//! Unlabelled and labelled attachment score (UAS, LAS) of dependency trees.
//!
//! A word counts when its head (UAS), or its head and relation (LAS), are the gold ones; the score is right words over words, summed
//! over sentences. As in the CoNLL 2018 shared task (`conll18_ud_eval.py`) relations are compared without their subtype (`nsubj:pass`
//! is `nsubj`) and punctuation counts, unless asked otherwise. Unlike there, both files must have the same words.

use crate::counts::Ratio;
use crate::describe::{Choice, Description, Flag, Make, MetricName, Scorer};
use crate::outputs::trees::{Trees, Word};
use crate::{Error, Input, Metric as _, Statistics, quote};

/// Whether subtypes of relations count.
static SUBTYPES: Choice<bool> = Choice::switch(
    "subtypes",
    Flag::Own,
    "Compare subtypes of relations in LAS",
);

/// Whether punctuation is left out.
static SKIP_PUNCT: Choice<bool> =
    Choice::switch("skip-punct", Flag::Own, "Ignore punctuation in UAS and LAS");

pub(super) static UAS: Description = Description {
    printed: Some("UAS"),
    options: &[&SKIP_PUNCT],
    ..Description::new(
        "uas",
        "Unlabelled attachment score: words with the correct head",
        Make::Trees(|name| Ok(scorer(name, false))),
    )
};

pub(super) static LAS: Description = Description {
    printed: Some("LAS"),
    options: &[&SUBTYPES, &SKIP_PUNCT],
    ..Description::new(
        "las",
        "Labelled attachment score: words with the correct head and relation",
        Make::Trees(|name| Ok(scorer(name, true))),
    )
};

fn scorer(name: &MetricName, labelled: bool) -> Scorer<Trees, Trees> {
    let options = AttachmentOptions {
        subtypes: name.get(&SUBTYPES),
        skip_punctuation: name.get(&SKIP_PUNCT),
    };
    Scorer::counted(attachment(labelled, options), move |_, gold, system| {
        score_attachment(gold, system, labelled, options)
    })
}

/// What counts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct AttachmentOptions {
    /// Whether subtypes of relations must agree too.
    pub subtypes: bool,
    /// Whether words of the gold relation `punct` are left out.
    pub skip_punctuation: bool,
}

/// The metric UAS, or LAS where `labelled`; its columns are `correct` and `words`.
pub fn attachment(labelled: bool, options: AttachmentOptions) -> Ratio {
    let name = if labelled { "las" } else { "uas" };
    let relations = match (labelled, options.subtypes) {
        (false, _) => "",
        (true, false) => "|relations:universal",
        (true, true) => "|relations:full",
    };
    let punctuation = if options.skip_punctuation {
        "no"
    } else {
        "yes"
    };
    Ratio::new(name, "correct", "words")
        .with_signature(format!("{name}{relations}|punct:{punctuation}"))
}

/// The statistics of a system's trees, one row a sentence: those of [`attachment`] with the same arguments.
///
/// # Errors
///
/// Another number of sentences, or other words, than the gold has.
pub fn score_attachment(
    gold: &Trees,
    system: &Trees,
    labelled: bool,
    options: AttachmentOptions,
) -> Result<Statistics, Error> {
    let metric = attachment(labelled, options);
    let mut rows = Vec::new();
    for (right, given) in gold.sentences().zip(system.sentences()) {
        check_words(gold, system, right, given)?;
        let relation = |word: &'_ Word| {
            let whole = word.relation.as_str();
            let kept = if options.subtypes {
                whole
            } else {
                whole.split(':').next().unwrap_or(whole)
            };
            kept.to_owned()
        };
        let counted =
            |word: &Word| !options.skip_punctuation || !word.relation.starts_with("punct");
        let pairs = right.iter().zip(given).filter(|(word, _)| counted(word));
        let hits = pairs
            .clone()
            .filter(|(a, b)| a.head == b.head && (!labelled || relation(a) == relation(b)));
        rows.push(vec![hits.count() as i64, pairs.count() as i64]);
    }
    if gold.ends.len() != system.ends.len() {
        return Err(Error::Lengths {
            what: "sentences",
            first: (gold.file.clone(), gold.ends.len()),
            second: (system.file.clone(), system.ends.len()),
        });
    }
    Ok(Statistics::from_rows(metric.columns().len(), &rows))
}

/// Fails unless two sentences have the same words.
fn check_words(gold: &Trees, system: &Trees, right: &[Word], given: &[Word]) -> Result<(), Error> {
    let place = Input::new(&system.file, "");
    if let Some((a, b)) = right.iter().zip(given).find(|(a, b)| a.form != b.form) {
        let expected = format!(
            "the word {}, as at {}:{}",
            quote::quoted(&a.form),
            gold.file,
            a.line
        );
        return Err(place.fault(b.line, None, &expected, &quote::quoted(&b.form)));
    }
    if right.len() != given.len() {
        let line = |words: &[Word]| words.first().map_or(1, |word| word.line);
        let expected = format!(
            "a sentence of {}, as at {}:{}",
            quote::count(right.len(), "word"),
            gold.file,
            line(right)
        );
        return Err(place.fault(
            line(given),
            None,
            &expected,
            &quote::count(given.len(), "word"),
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Input;
    use std::fmt::Write as _;

    fn trees(rows: &[(&str, u32, &str)]) -> Result<Trees, Error> {
        let mut text = String::from("# text = x\n");
        for (at, (form, head, relation)) in rows.iter().enumerate() {
            writeln!(
                text,
                "{}\t{form}\t_\t_\t_\t_\t{head}\t{relation}\t_\t_",
                at + 1
            )
            .unwrap();
        }
        Trees::read(Input::new(
            "trees",
            &(text + "1.1\t_\t_\t_\t_\t_\t_\t_\t_\t_\n\n"),
        ))
    }

    #[test]
    fn heads_and_relations_count_by_word() {
        let gold = trees(&[
            ("It", 2, "nsubj:pass"),
            ("works", 0, "root"),
            (".", 2, "punct"),
        ])
        .unwrap();
        let system = trees(&[
            ("It", 2, "nsubj"),
            ("works", 0, "parataxis"),
            (".", 1, "punct"),
        ])
        .unwrap();
        let sums = |labelled, options| {
            score_attachment(&gold, &system, labelled, options)
                .unwrap()
                .sums()
        };
        let plain = AttachmentOptions::default();
        assert_eq!(sums(false, plain), [2, 3]);
        assert_eq!(sums(true, plain), [1, 3]);
        assert_eq!(
            sums(
                true,
                AttachmentOptions {
                    subtypes: true,
                    ..plain
                }
            ),
            [0, 3]
        );
        assert_eq!(
            sums(
                false,
                AttachmentOptions {
                    skip_punctuation: true,
                    ..plain
                }
            ),
            [2, 2]
        );
        assert_eq!(attachment(true, plain).finish(&[1, 3]), 1.0 / 3.0);
    }

    #[test]
    fn what_is_no_tree_of_the_gold_words_is_refused() {
        let error = |outcome: Result<Trees, Error>| outcome.unwrap_err().to_string();
        assert_eq!(
            error(trees(&[("a", 2, "x")])),
            "trees:2: expected a head from 0 to 1, the words of the sentence, found 2"
        );
        assert_eq!(
            error(trees(&[("a", 0, "_")])),
            "trees:2:15: expected a relation, found `_`"
        );
        let read = |text: &str| error(Trees::read(Input::new("t", text)));
        assert_eq!(
            read("1\ta\n"),
            "t:1: expected 10 columns separated by tabs (CoNLL-U), found 2 columns"
        );
        assert_eq!(
            read("2\ta\t_\t_\t_\t_\t0\troot\t_\t_\n"),
            "t:1:1: expected word number 1, found `2`"
        );
        assert_eq!(
            read("# only\n"),
            "t:1: expected words, found only comments or blank lines"
        );
        let (a, b) = (
            trees(&[("a", 0, "root")]).unwrap(),
            trees(&[("b", 0, "root")]).unwrap(),
        );
        let outcome = score_attachment(&a, &b, false, AttachmentOptions::default());
        assert_eq!(
            outcome.unwrap_err().to_string(),
            "trees:2: expected the word `a`, as at trees:2, found `b`"
        );
    }

    #[test]
    fn sentences_with_two_roots_or_a_cycle_are_no_trees() {
        let broken = |rows: &[(&str, u32, &str)]| {
            let trees = trees(rows).unwrap();
            assert_eq!(trees.no_trees(), (1, 1));
            trees.check().unwrap_err().to_string()
        };
        assert_eq!(
            broken(&[("a", 0, "root"), ("b", 1, "x"), ("c", 0, "root")]),
            "trees:4: expected one root per sentence, and line 2 is one, found a second root at `c`"
        );
        assert_eq!(
            broken(&[
                ("a", 3, "x"),
                ("b", 0, "root"),
                ("c", 4, "x"),
                ("d", 3, "x")
            ]),
            "trees:4: expected a tree, without a cycle, found heads that lead from `c` back to it"
        );
        assert_eq!(
            broken(&[("a", 1, "x")]),
            "trees:2: expected a tree, without a cycle, found heads that lead from `a` back to it"
        );
        // Words that hang on each other, in any order, are a tree.
        let good = trees(&[
            ("a", 2, "x"),
            ("b", 3, "x"),
            ("c", 0, "root"),
            ("d", 1, "x"),
        ])
        .unwrap();
        assert!(good.check().is_ok() && good.no_trees() == (0, 1));
    }
}
