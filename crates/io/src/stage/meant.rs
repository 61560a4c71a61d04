//! Which columns of bare tables are systems: what counts rows, names them or was written here is none, and what may be another quantity
//! is asked about.
//!
//! A column that the user names is always taken. The reader of a file has already left out text and known identifiers; here the values
//! are known, and the other files.

use restrap_words::{asked, asked_as, shell_word};

use crate::Error;
use crate::error::question::Question;
use crate::error::quote;
use crate::format::identifier::{
    is_counter, is_of_groups, is_quantity, is_size, is_written_here, names_right_answers,
};
use crate::words::List;

/// A column of a bare table that may be a system.
pub(crate) struct Candidate<'a> {
    /// The file as typed.
    pub path: &'a str,
    pub label: &'a str,
    pub scores: &'a [f64],
    /// Its cells are words such as `pass` and `fail`.
    pub is_of_words: bool,
    /// The table has columns of text as well.
    pub has_texts: bool,
}

/// Numbers of a part of the file, less one.
const LONG: f64 = 9.0;

/// Medians that lie further apart are of different quantities, if all else says so too.
const FAR: f64 = 20.0;

impl Candidate<'_> {
    /// It numbers rows, tells them apart, or is what an earlier run wrote beside the scores.
    pub(crate) fn is_no_system(&self) -> bool {
        let whole = || {
            self.scores
                .iter()
                .all(|score| score.fract() == 0.0 || score.is_nan())
        };
        is_written_here(self.label)
            || is_counter(self.label)
            || is_of_groups(self.label) && whole()
            || is_consecutive(self.scores)
            || is_in_blocks(self.scores)
    }

    /// Rows share its values, evenly, as answers to one item share its number: how many values there are.
    pub(crate) fn is_shared(&self) -> Option<usize> {
        let (first, last) = (
            self.scores.first()?,
            self.scores
                .iter()
                .copied()
                .fold(f64::NEG_INFINITY, f64::max),
        );
        let values = (last - first + 1.0) as usize;
        let rows = self.scores.len();
        let is_numbered = is_consecutive(self.scores) || is_in_blocks(self.scores);
        (is_numbered && rows >= 2 * values && rows.is_multiple_of(values)).then_some(values)
    }

    fn typed(&self) -> String {
        format!("{}:{}", self.path, self.label)
    }
}

/// Whole numbers of which each is one more than the one before: at least three in a row, or anew in each part of the file after ten or
/// more, which no scale of few grades has.
fn is_consecutive(scores: &[f64]) -> bool {
    let Some(&first) = scores.first() else {
        return false;
    };
    let rises = scores.windows(2).all(|pair| {
        let restarts = pair[1] == first && first.abs() <= 1.0 && pair[0] >= first + LONG;
        pair[1] == pair[0] + 1.0 || restarts
    });
    first.fract() == 0.0 && scores.len() > 2 && rises
}

/// Whole numbers that stay or rise by one from row to row, over more than a scale of few grades has.
fn is_in_blocks(scores: &[f64]) -> bool {
    let (Some(&first), Some(&last)) = (scores.first(), scores.last()) else {
        return false;
    };
    let steps = scores
        .windows(2)
        .all(|pair| pair[1] == pair[0] || pair[1] == pair[0] + 1.0);
    first.fract() == 0.0 && steps && last - first >= LONG
}

/// Returns the columns of one bare table that hold one number throughout, outside the range of the others or called a number of trials.
pub(crate) fn sizes<'a>(of_file: &[Candidate<'a>]) -> Vec<&'a str> {
    let spread: Vec<Spread<'_>> = of_file.iter().map(|one| Spread::of(one.scores)).collect();
    let varying = || spread.iter().filter(|one| one.low < one.high);
    let mut low = varying().map(|one| one.low).fold(f64::INFINITY, f64::min);
    let mut high = varying()
        .map(|one| one.high)
        .fold(f64::NEG_INFINITY, f64::max);
    if low > high {
        return Vec::new();
    }
    // A system that solves nothing, or all, has the end of the scale throughout.
    low = low.min(0.0);
    if high <= 1.0 {
        high = 1.0;
    }
    let is_size = |(one, spread): &(&Candidate<'_>, &Spread<'_>)| {
        let is_outside = spread.low > high || spread.high < low;
        spread.low >= spread.high && (is_outside || is_size(one.label))
    };
    let sizes = of_file.iter().zip(&spread).filter(is_size);
    sizes.map(|(one, _)| one.label).collect()
}

/// Refuses columns of right answers among those of bare tables.
///
/// # Errors
/// [`Error::RightAnswers`] for the first.
pub(crate) fn no_right_answers(all: &[Candidate<'_>]) -> Result<(), Error> {
    // A column `y` may be a system among columns as it is.
    let is_binary = |one: &Candidate<'_>| every(one.scores, |score| score == 0.0 || score == 1.0);
    let is_beside_others = || all.iter().any(|one| !is_binary(one));
    let is_right = |one: &Candidate<'_>| {
        let is_y = || one.label.eq_ignore_ascii_case("y") && is_binary(one) && is_beside_others();
        names_right_answers(one.label) || is_y()
    };
    let Some(gold) = all.iter().find(|one| is_right(one)) else {
        return Ok(());
    };
    let mut files: Vec<&str> = Vec::new();
    for one in all {
        if !files.contains(&one.path) {
            files.push(one.path);
        }
    }
    let others = all.iter().filter(|one| !is_right(one));
    // Of a column that the files share, each file has one.
    let of_scores: Vec<String> = if files.len() > 1 {
        let name = others.clone().next().map_or(gold.label, |one| one.label);
        files
            .iter()
            .map(|path| shell_word(&format!("{path}:{name}")).into_owned())
            .collect()
    } else if others.clone().count() > 1 {
        others
            .clone()
            .map(|one| shell_word(&one.typed()).into_owned())
            .collect()
    } else {
        all.iter()
            .map(|one| shell_word(&one.typed()).into_owned())
            .collect()
    };
    let of_labels = if files.len() > 1 {
        of_scores.join(" ")
    } else {
        shell_word(gold.path).into_owned()
    };
    let metric = if is_binary(gold) && is_beside_others() {
        "roc-auc"
    } else {
        "accuracy"
    };
    Err(Error::RightAnswers {
        file: gold.path.to_owned(),
        column: gold.label.to_owned(),
        labels: format!(
            "{of_labels} {} {}",
            asked_as("gold", shell_word(&gold.typed())),
            asked_as("metric", metric)
        ),
        scores: of_scores.join(" "),
    })
}

/// Refuses a column of whole numbers in a bare table that is called a count.
///
/// # Errors
/// [`Question::Counts`] for the first.
pub(crate) fn no_counts(all: &[Candidate<'_>]) -> Result<(), Error> {
    let is_count = |one: &&Candidate<'_>| {
        let mut scores = one.scores.iter().filter(|score| !score.is_nan());
        List::Counts.holds(one.label) && scores.all(|score| *score >= 0.0 && score.fract() == 0.0)
    };
    let Some(count) = all.iter().find(is_count) else {
        return Ok(());
    };
    let of_file = all.iter().filter(|one| one.path == count.path);
    let scores: Vec<String> = of_file
        .map(|one| shell_word(&one.typed()).into_owned())
        .collect();
    if scores.len() < 2 {
        return Ok(());
    }
    Err(Error::Asked {
        file: count.path.to_owned(),
        question: Box::new(Question::Counts {
            column: count.label.to_owned(),
            scores: scores.join(" "),
        }),
    })
}

/// Looks whether the columns of one bare table may be systems of one comparison.
///
/// # Errors
/// [`Error::WhichSystems`] where one is called another quantity, or looks like one.
pub(crate) fn alike(of_file: &[Candidate<'_>]) -> Result<(), Error> {
    let scores: Vec<&Candidate<'_>> = of_file
        .iter()
        .filter(|one| !is_quantity(one.label))
        .collect();
    let other = of_file.iter().find(|one| is_quantity(one.label));
    if let (Some(other), false) = (other, scores.is_empty()) {
        let why = format!(
            "{}: {} is another quantity than {}",
            other.path,
            quote::quoted(other.label.as_bytes()),
            quote::quoted(scores[0].label.as_bytes())
        );
        return Err(which(
            of_file[0].path,
            why,
            scores.iter().map(|one| one.typed()),
        ));
    }
    let words = of_file.iter().find(|one| one.is_of_words);
    let numbers: Vec<_> = of_file.iter().filter(|one| !one.is_of_words).collect();
    if let (Some(words), [first, ..]) = (words, &numbers[..]) {
        let why = format!(
            "{}: {} contains words for 1 and 0, {} contains numbers: are both scores of systems?",
            words.path,
            quote::quoted(words.label.as_bytes()),
            quote::quoted(first.label.as_bytes())
        );
        let typed = if numbers.len() > 1 {
            numbers.iter().map(|one| one.typed()).collect()
        } else {
            of_file.iter().map(Candidate::typed).collect::<Vec<_>>()
        };
        return Err(which(of_file[0].path, why, typed.into_iter()));
    }
    let spread: Vec<Spread> = of_file.iter().map(|one| Spread::of(one.scores)).collect();
    // Of the columns before, by kind: the lowest of the highest values, and the highest of the lowest.
    let mut ends = [(f64::INFINITY, f64::NEG_INFINITY); 3];
    for (at, one) in spread.iter().enumerate() {
        let others = (0..)
            .zip(&ends)
            .filter(|(kind, _)| *kind != one.kind as usize);
        let overlaps = others
            .into_iter()
            .all(|(_, (least, most))| one.low <= *least && one.high >= *most);
        let own = &mut ends[one.kind as usize];
        *own = (own.0.min(one.high), own.1.max(one.low));
        if overlaps {
            continue;
        }
        if let Some(other) = spread[..at].iter().position(|other| one.is_unlike(other)) {
            let [one, other] = [at, other].map(|place| of_file[place].label.as_bytes());
            let why = format!(
                "{}: {} and {} have other values throughout, and seem to be different quantities",
                of_file[0].path,
                quote::quoted(other),
                quote::quoted(one)
            );
            return Err(which(
                of_file[0].path,
                why,
                of_file.iter().map(Candidate::typed),
            ));
        }
    }
    Ok(())
}

/// The one column that several bare tables all have, if it is the only one; none where there is nothing to choose.
///
/// # Errors
/// [`Error::WhichSystems`] where they share several columns.
pub(crate) fn shared<'a>(files: &[Vec<Candidate<'a>>]) -> Result<Option<&'a str>, Error> {
    let [first, others @ ..] = files else {
        return Ok(None);
    };
    if others.is_empty() {
        return Ok(None);
    }
    if files.iter().all(|of_file| of_file.len() < 2) {
        return refuse_constant(files).map(|()| None);
    }
    let has = |label: &str| {
        others
            .iter()
            .all(|of_file| of_file.iter().any(|one| one.label == label))
    };
    let labels: Vec<&str> = first
        .iter()
        .map(|one| one.label)
        .filter(|label| has(label))
        .collect();
    match labels[..] {
        [] => Ok(None),
        [only] => Ok(Some(only)),
        [label, ..] => {
            let label = labels
                .iter()
                .copied()
                .find(|label| !is_quantity(label))
                .unwrap_or(label);
            let why = format!(
                "{} files share {}: every system would be compared on each of them",
                files.len(),
                quote::list(
                    &labels
                        .iter()
                        .map(|label| (*label).to_owned())
                        .collect::<Vec<_>>()
                )
            );
            Err(which(
                files[0][0].path,
                why,
                files
                    .iter()
                    .map(|of_file| format!("{}:{label}", of_file[0].path)),
            ))
        }
    }
}

/// Refuses the only column of numbers of several tables of other columns if it has one value throughout: what is compared is in another.
fn refuse_constant(files: &[Vec<Candidate<'_>>]) -> Result<(), Error> {
    let all: Vec<&Candidate<'_>> = files.iter().flatten().collect();
    let [first, ..] = &all[..] else {
        return Ok(());
    };
    let Some(value) = first.scores.first() else {
        return Ok(());
    };
    let is_same = |one: &&Candidate<'_>| {
        one.label == first.label
            && one.scores.len() > 1
            && every(one.scores, |score| score == *value)
    };
    if all.len() < 2 || !first.has_texts || !all.iter().all(is_same) {
        return Ok(());
    }
    let why = format!(
        "{}: {} is {value} in every row of {}: is it a score?",
        first.path,
        quote::quoted(first.label.as_bytes()),
        quote::count(files.len() as u64, "file")
    );
    Err(which(
        first.path,
        why,
        files
            .iter()
            .map(|of_file| format!("{}:COLUMN", of_file[0].path)),
    ))
}

/// All but one column of a table number its rows, or name them.
pub(crate) fn one_is_left(
    path: &str,
    label: &str,
    typed: impl Iterator<Item = (String, String)>,
) -> Error {
    let label = quote::quoted(label.as_bytes());
    let why = format!(
        "{path}: expected two columns of scores, found one beside {label}, which seems to number or name the rows"
    );
    which(
        path,
        why,
        typed.map(|(path, label)| format!("{path}:{label}")),
    )
}

fn which(file: &str, why: String, typed: impl Iterator<Item = String>) -> Error {
    let choose = typed
        .map(|argument| shell_word(&argument).into_owned())
        .collect::<Vec<_>>()
        .join(" ");
    Error::WhichSystems {
        file: file.to_owned(),
        why,
        choose,
        option: asked("systems").to_string(),
    }
}

/// Scores of one step: one chain of comparisons would wait for each before the next.
const LANES: usize = 8;

/// Scores that are looked at without a branch for each.
const BLOCK: usize = 1_024;

/// Returns `true` if the condition holds for every score.
fn every(scores: &[f64], holds: impl Fn(f64) -> bool) -> bool {
    let mut blocks = scores.chunks(BLOCK);
    blocks.all(|block| block.iter().fold(true, |all, score| all & holds(*score)))
}

/// Where the values of a column lie, and what kind they are.
struct Spread<'a> {
    scores: &'a [f64],
    low: f64,
    high: f64,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Binary,
    Whole,
    Real,
}

impl<'a> Spread<'a> {
    fn of(scores: &'a [f64]) -> Self {
        let is_binary = |score: f64| score == 0.0 || score == 1.0 || score.is_nan();
        let is_whole = |score: f64| score.fract() == 0.0 || score.is_nan();
        let kind = if every(scores, is_binary) {
            Kind::Binary
        } else if every(scores, is_whole) {
            Kind::Whole
        } else {
            Kind::Real
        };
        // Comparisons with NaN are false, which leaves it out.
        let (mut low, mut high) = ([f64::INFINITY; LANES], [f64::NEG_INFINITY; LANES]);
        for block in scores.chunks(LANES) {
            for ((low, high), &score) in low.iter_mut().zip(&mut high).zip(block) {
                *low = if score < *low { score } else { *low };
                *high = if score > *high { score } else { *high };
            }
        }
        Self {
            scores,
            low: low.into_iter().fold(f64::INFINITY, f64::min),
            high: high.into_iter().fold(f64::NEG_INFINITY, f64::max),
            kind,
        }
    }

    fn median(&self) -> f64 {
        let mut known: Vec<f64> = self
            .scores
            .iter()
            .copied()
            .filter(|score| !score.is_nan())
            .collect();
        let middle = known.len() / 2;
        if known.is_empty() {
            0.0
        } else {
            *known.select_nth_unstable_by(middle, f64::total_cmp).1
        }
    }

    /// Another kind, disjoint ranges and medians far apart.
    fn is_unlike(&self, other: &Self) -> bool {
        let disjoint = self.low > other.high || other.low > self.high;
        self.kind != other.kind && disjoint && {
            let (a, b) = (self.median().abs(), other.median().abs());
            a.max(b) > FAR * a.min(b)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate<'a>(label: &'a str, scores: &'a [f64]) -> Candidate<'a> {
        Candidate {
            path: "a.csv",
            label,
            scores,
            is_of_words: false,
            has_texts: false,
        }
    }

    #[test]
    fn what_numbers_rows_is_no_system() {
        let scores = [0.5, 0.25, 1.0];
        for label in [
            "id",
            "epoch",
            "train_trial_index",
            "Seed",
            "difference of b",
            "fold",
        ] {
            assert!(candidate(label, &scores).is_no_system(), "{label}");
        }
        let twice: Vec<f64> = (0..10).chain(0..10).map(f64::from).collect();
        let blocks: Vec<f64> = (0..40).map(|row| f64::from(row / 4)).collect();
        assert_eq!(candidate("q", &blocks).is_shared(), Some(10));
        assert_eq!(candidate("q", &twice).is_shared(), Some(10));
        assert_eq!(candidate("q", &twice[..15]).is_shared(), None);
        for numbered in [&[3.0, 4.0, 5.0][..], &twice, &blocks] {
            assert!(candidate("q", numbered).is_no_system(), "{numbered:?}");
        }
        for scores in [
            &[0.0, 1.0, 0.0, 1.0][..],
            &[1.0, 2.0],
            &[1.0, 2.0, 2.0, 3.0],
            &[0.5, 1.5, 2.5],
            &[3.0, 4.0, 5.0, 3.0],
            &[0.0, 1.0, 2.0, 0.0, 1.0, 2.0],
        ] {
            assert!(!candidate("bm25", scores).is_no_system(), "{scores:?}");
        }
        assert!(candidate("passage", &[7.0, 3.0, 9.0]).is_no_system());
        assert!(!candidate("user", &[0.7, 0.3, 0.9]).is_no_system());
    }

    #[test]
    fn other_quantities_are_asked_about() {
        let (acc, cost) = ([1.0, 0.0, 1.0], [0.3, 0.2, 0.9]);
        let error = alike(&[candidate("acc", &acc), candidate("cost", &cost)]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "a.csv: `cost` is another quantity than `acc`"
        );
        assert!(
            error.hint().unwrap().starts_with("choose `a.csv:acc`"),
            "{error:?}"
        );
        assert!(alike(&[candidate("cost", &cost), candidate("price", &acc)]).is_ok());
        let words = [812.0, 640.0, 700.0];
        assert!(alike(&[candidate("x", &acc), candidate("y", &words)]).is_err());
        assert!(alike(&[candidate("x", &acc), candidate("y", &[0.1, 0.9, 5.0])]).is_ok());
    }

    #[test]
    fn right_answers_are_never_systems() {
        let scores = [1.0, 0.0];
        let of = |labels: &[&'static str]| -> Vec<Candidate<'static>> {
            labels
                .iter()
                .map(|label| candidate(label, &[1.0, 0.0]))
                .collect()
        };
        assert!(
            no_right_answers(&[candidate("golden", &scores), candidate("acc", &scores)]).is_ok()
        );
        for name in [
            "y_true",
            "Gold",
            "label",
            "Reference",
            "targets",
            "true label",
        ] {
            let error = no_right_answers(&of(&[name, "m1", "m2"])).unwrap_err();
            assert!(
                error.to_string().contains("which names right answers"),
                "{error}"
            );
            let hint = error.hint().unwrap();
            assert!(
                hint.starts_with("`a.csv ") && hint.ends_with("`a.csv:m1 a.csv:m2`"),
                "{hint}"
            );
        }
    }

    #[test]
    fn y_is_right_where_it_alone_is_0_or_1() {
        let shares = [0.25, 0.75];
        let beside =
            |scores| no_right_answers(&[candidate("y", &[0.0, 1.0]), candidate("a", scores)]);
        let hint = beside(&shares).unwrap_err().hint().unwrap();
        assert!(
            hint.contains("--gold") || hint.contains("gold=a.csv:y metric=roc-auc"),
            "{hint}"
        );
        assert!(beside(&[1.0, 0.0]).is_ok());
        assert!(no_right_answers(&[candidate("x", &shares), candidate("y", &shares)]).is_ok());
    }

    #[test]
    fn one_number_throughout_is_a_size_outside_the_range_of_scores() {
        let right = [1.0, 0.0, 1.0];
        let all = |x: &'static str, scores: &'static [f64]| {
            sizes(&[candidate("a", &[1.0, 0.0, 1.0]), candidate(x, scores)]).len()
        };
        assert_eq!(sizes(&[candidate("a", &right)]), Vec::<&str>::new());
        assert_eq!(all("k", &[10.0; 3]), 1);
        assert_eq!(all("perfect", &[1.0; 3]), 0);
        assert_eq!(all("nothing", &[0.0; 3]), 0);
        assert_eq!(all("n", &[1.0; 3]), 1);
        assert_eq!(all("half", &[0.5, 0.5, 0.25]), 0);
        assert_eq!(
            sizes(&[candidate("a", &[1.0; 3]), candidate("b", &[0.0; 3])]).len(),
            0
        );
        // A system of another metric that never gets above 0.
        assert_eq!(
            sizes(&[
                candidate("a", &[20.0, 31.0, 27.0]),
                candidate("b", &[0.0; 3])
            ])
            .len(),
            0
        );
    }

    #[test]
    fn words_beside_numbers_are_asked_about() {
        let scores = [1.0, 0.0];
        let words = Candidate {
            is_of_words: true,
            ..candidate("hard", &scores)
        };
        let error = alike(&[candidate("x", &scores), candidate("y", &scores), words]).unwrap_err();
        assert!(
            error
                .hint()
                .unwrap()
                .starts_with("choose `a.csv:x a.csv:y`")
        );
    }

    #[test]
    fn files_share_one_column_or_are_asked_about() {
        let scores = [1.0, 0.0];
        let of = |labels: &[&'static str]| {
            labels
                .iter()
                .map(|label| candidate(label, &scores))
                .collect::<Vec<_>>()
        };
        assert_eq!(
            shared(&[of(&["acc", "x"]), of(&["acc", "y"])]).unwrap(),
            Some("acc")
        );
        assert_eq!(shared(&[of(&["acc"]), of(&["acc"])]).unwrap(), None);
        assert_eq!(shared(&[of(&["a", "b"]), of(&["c"])]).unwrap(), None);
        assert_eq!(shared(&[of(&["a", "b"])]).unwrap(), None);
        let error = shared(&[of(&["cost", "acc"]), of(&["acc", "cost"])]).unwrap_err();
        assert!(
            error
                .hint()
                .unwrap()
                .starts_with("choose `a.csv:acc a.csv:acc`"),
            "{:?}",
            error.hint()
        );
    }
}
