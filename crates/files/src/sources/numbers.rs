//! Numbers in the place of files: counts of items, a table of two by two, a list of scores.

use std::fmt;
use std::str::FromStr;

use restrap_core::Times;
use restrap_io::MOST_COUNTED;
use restrap_lib::Scores;

/// Numbers in the place of files.
///
/// Counts of items won, lost and tied; a table of two by two; or scores typed as a list. They become columns, and are compared as
/// files are.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Numbers {
    /// Items that one of two systems has right alone, and all others.
    Counts(WonAndLost),
    /// All four kinds of items.
    Table(PairTable),
    /// The scores of each system, the baseline first.
    Scores(Vec<ListedScores>),
}

/// Items on which the system does better, does worse, and neither: `plus=7,minus=3,null=55`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WonAndLost {
    /// Items on which the system does better.
    pub plus: u64,
    /// Items on which it does worse.
    pub minus: u64,
    /// Items on which both do alike.
    pub null: u64,
}

/// Text that is not counts of items.
///
/// Counts are `plus=P,minus=M,null=N` with whole numbers: items won, lost and tied. The error says which of them is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected plus=P,minus=M and perhaps null=N, whole numbers of items that are not all 0")]
pub struct BadCounts;

impl fmt::Display for WonAndLost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "plus={},minus={},null={}",
            self.plus, self.minus, self.null
        )
    }
}

impl FromStr for WonAndLost {
    type Err = BadCounts;

    fn from_str(text: &str) -> Result<Self, BadCounts> {
        let mut found = [None; 3];
        for part in text.split(',') {
            let (name, number) = part.split_once('=').ok_or(BadCounts)?;
            let at = ["plus", "minus", "null"]
                .iter()
                .position(|known| *known == name.trim());
            let place = &mut found[at.ok_or(BadCounts)?];
            if place.replace(whole(number).ok_or(BadCounts)?).is_some() {
                return Err(BadCounts);
            }
        }
        let [Some(plus), Some(minus), null] = found else {
            return Err(BadCounts);
        };
        let counts = Self {
            plus,
            minus,
            null: null.unwrap_or(0),
        };
        if (counts.plus, counts.minus, counts.null) == (0, 0, 0) {
            Err(BadCounts)
        } else {
            Ok(counts)
        }
    }
}

/// Items by which systems have them right: both, only the baseline, only the system, neither.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairTable {
    /// Items that both have right.
    pub both: u64,
    /// Items that only the baseline has right.
    pub baseline: u64,
    /// Items that only the system has right.
    pub system: u64,
    /// Items that neither has right.
    pub neither: u64,
}

/// Text that is not such a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "expected numbers of items that BOTH,BASELINE,SYSTEM,NEITHER have right, such as 30,4,0,16, not all 0"
)]
/// A table is four whole numbers with commas: items that both systems have right, only the baseline, only the system, and neither.
pub struct BadTable;

impl fmt::Display for PairTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{},{},{},{}",
            self.both, self.baseline, self.system, self.neither
        )
    }
}

impl FromStr for PairTable {
    type Err = BadTable;

    fn from_str(text: &str) -> Result<Self, BadTable> {
        let counts = text
            .split(',')
            .map(whole)
            .collect::<Option<Vec<u64>>>()
            .ok_or(BadTable)?;
        let &[both, baseline, system, neither] = &counts[..] else {
            return Err(BadTable);
        };
        if counts.iter().all(|count| *count == 0) {
            return Err(BadTable);
        }
        Ok(Self {
            both,
            baseline,
            system,
            neither,
        })
    }
}

/// The scores of one system in words: `NAME=0.81,0.79,0.84`, `NAME=8/10` for 8 items right (1) of 10, or `NAME=87.3±0.4:5` for the mean
/// and standard deviation of 5 runs.
#[derive(Clone, Debug, PartialEq)]
pub struct ListedScores {
    /// Name of the system.
    pub name: String,
    /// Its scores; of a count, those of right and of wrong items.
    values: Vec<f64>,
    /// How many items have each; none of a list.
    times: Times,
    /// Their mean, standard deviation and number, where nothing else is known: values with these stand for them.
    pub summary: Option<Summary>,
    /// Right items and all items, if they are a count: the scores of items are not known.
    pub count: Option<[u64; 2]>,
    /// The text of the values, of K/N, or of mean and standard deviation.
    written: String,
}

/// Mean, standard deviation (with n − 1) and number of scores that are not known one by one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// The mean.
    pub mean: f64,
    /// The standard deviation.
    pub deviation: f64,
    /// The number of scores.
    pub number: u64,
}

impl Summary {
    /// Returns values with this mean and standard deviation, placed symmetrically around the mean. Their skewness is 0, so
    /// every interval of the mean equals Student's.
    fn values(self) -> Vec<f64> {
        let Self {
            mean,
            deviation,
            number,
        } = self;
        let halves = number / 2;
        let away = deviation * ((number - 1) as f64 / (2 * halves) as f64).sqrt();
        let pairs = (0..halves).flat_map(|_| [mean - away, mean + away]);
        pairs.chain((number % 2 == 1).then_some(mean)).collect()
    }

    /// Returns the probability that a score of the other system is greater if both are normal (McGraw and Wong 1992).
    pub(super) fn superiority(self, other: Self) -> f64 {
        let spread = libm::hypot(self.deviation, other.deviation);
        let gap = other.mean - self.mean;
        if spread > 0.0 {
            restrap_stats::special::normal_cdf(gap / spread)
        } else {
            0.5 + 0.5 * f64::from(i8::from(gap > 0.0) - i8::from(gap < 0.0))
        }
    }
}

/// Text that is not a list of scores.
///
/// Scores are `NAME=0.81,0.79,0.84`, finite numbers, `NAME=K/N` or `NAME=MEAN±SD:N`. The error repeats the text and says what was
/// expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "expected NAME=SCORE,SCORE and so on, finite numbers, NAME=K/N, K right of N up to 2^53, or NAME=MEAN±SD:N of 2 runs or more"
)]
pub struct BadScores;

impl ListedScores {
    /// Most items of a count.
    pub const MOST: u64 = MOST_COUNTED;

    /// Returns the scores as those of a system.
    pub fn scores(&self) -> Scores<'static> {
        Scores::counted(&self.name, self.values.clone(), self.times.clone())
    }

    /// Reads `[NAME=]K/N`, K right of N; nothing from any other text.
    ///
    /// # Errors
    /// [`BadScores`] for more right ones than there are, and more items than there may be.
    pub fn read_count(text: &str) -> Result<Option<Self>, BadScores> {
        let (name, ratio) = text.rsplit_once('=').unwrap_or((text, text));
        let whole = |text| whole(text).filter(|_| !text.is_empty());
        let counts = ratio
            .split_once('/')
            .map(|(right, items)| (whole(right), whole(items)));
        match counts {
            Some((Some(right), Some(items))) => Self::from_count(name, right, items).map(Some),
            _ => Ok(None),
        }
    }

    /// Reads systems that are all given as `[NAME=]K/N`; `None` if one is not. Equal names get a number.
    ///
    /// # Errors
    /// [`BadScores`] as [`Self::read_count`].
    pub fn read_counts(systems: &[String]) -> Result<Option<Vec<Self>>, BadScores> {
        let counts = systems.iter().map(|system| Self::read_count(system));
        let counts: Option<Vec<Self>> = counts.collect::<Result<_, BadScores>>()?;
        let mut counts = counts.filter(|counts| !counts.is_empty());
        if let Some(counts) = &mut counts {
            for at in 1..counts.len() {
                let name = counts[at].name.clone();
                if counts[..at].iter().any(|other| other.name == name) {
                    counts[at].name = format!("{name}#{}", at + 1);
                }
            }
        }
        Ok(counts)
    }

    fn from_count(name: &str, right: u64, items: u64) -> Result<Self, BadScores> {
        if right > items || !(1..=Self::MOST).contains(&items) {
            return Err(BadScores);
        }
        let rows = [(1.0, right), (0.0, items - right)];
        let rows: Vec<(f64, u64)> = rows.into_iter().filter(|(_, times)| *times > 0).collect();
        Ok(Self {
            name: name.to_owned(),
            values: rows.iter().map(|(score, _)| *score).collect(),
            times: Times::Counted(rows.iter().map(|(_, times)| *times).collect()),
            summary: None,
            count: Some([right, items]),
            written: format!("{right}/{items}"),
        })
    }
}

impl ListedScores {
    fn from_summary(name: &str, mean: &str, rest: &str) -> Option<Self> {
        const MOST: u64 = 1_000_000;
        let (deviation, number) = rest.split_once(':')?;
        let read = |text: &str| {
            text.trim()
                .parse()
                .ok()
                .filter(|value: &f64| value.is_finite())
        };
        let summary = Summary {
            mean: read(mean)?,
            deviation: read(deviation).filter(|deviation| *deviation >= 0.0)?,
            number: whole(number).filter(|number| (2..=MOST).contains(number))?,
        };
        Some(Self {
            name: name.to_owned(),
            values: summary.values(),
            times: Times::Once,
            summary: Some(summary),
            count: None,
            written: format!("{}±{}:{}", summary.mean, summary.deviation, summary.number),
        })
    }
}

impl fmt::Display for ListedScores {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.name, self.written)
    }
}

impl FromStr for ListedScores {
    type Err = BadScores;

    fn from_str(text: &str) -> Result<Self, BadScores> {
        let (name, values) = text
            .split_once('=')
            .filter(|(name, _)| !name.is_empty())
            .ok_or(BadScores)?;
        if let Some((mean, rest)) = values.split_once('±').or_else(|| values.split_once("+-")) {
            return Self::from_summary(name, mean, rest).ok_or(BadScores);
        }
        if let Some((right, items)) = values.split_once('/') {
            let (right, items) = whole(right).zip(whole(items)).ok_or(BadScores)?;
            return Self::from_count(name, right, items);
        }
        let values = values
            .split(',')
            .map(|value| value.trim().parse().ok().filter(|v: &f64| v.is_finite()));
        let values = values.collect::<Option<Vec<f64>>>().ok_or(BadScores)?;
        let written: Vec<String> = values.iter().map(ToString::to_string).collect();
        Ok(Self {
            name: name.to_owned(),
            values,
            times: Times::Once,
            summary: None,
            count: None,
            written: written.join(","),
        })
    }
}

fn whole(text: &str) -> Option<u64> {
    let text = text.trim();
    text.bytes()
        .all(|byte| byte.is_ascii_digit())
        .then(|| text.parse().ok())?
}

impl Numbers {
    /// The option that gives them.
    pub(super) fn option(&self) -> &'static str {
        match self {
            Self::Counts(_) => "counts",
            Self::Table(_) => "table",
            Self::Scores(_) => "scores",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_whole_each_once_and_not_all_zero() {
        let all: WonAndLost = "plus=7,minus=3,null=55".parse().expect("counts");
        assert_eq!((all.plus, all.minus, all.null), (7, 3, 55));
        assert_eq!(
            "minus=3, plus=7".parse(),
            Ok(WonAndLost {
                plus: 7,
                minus: 3,
                null: 0
            })
        );
        for text in [
            "plus=-7,minus=3",
            "plus=7",
            "plus=7,minus=3,plus=1",
            "plus=7,minus=x",
            "plus=7.0,minus=3",
            "plus=7,minus=+3",
            "plus=0,minus=0,null=0",
            "plus=,minus=1",
            "",
        ] {
            assert!(text.parse::<WonAndLost>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_table_is_four_counts() {
        let table: PairTable = "30,4,0,16".parse().expect("a table");
        assert_eq!(
            (table.both, table.baseline, table.system, table.neither),
            (30, 4, 0, 16)
        );
        for text in [
            "30,4,0",
            "30,4,0,16,1",
            "30,-4,0,16",
            "0,0,0,0",
            "a,b,c,d",
            "1e3,0,0,1",
            "",
        ] {
            assert!(text.parse::<PairTable>().is_err(), "{text}");
        }
    }

    #[test]
    fn scores_have_a_name_and_are_finite() {
        let list: ListedScores = "new=0.5, -1,2e-3".parse().expect("scores");
        assert_eq!(
            (list.name.as_str(), list.values),
            ("new", vec![0.5, -1.0, 0.002])
        );
        let shares: ListedScores = "new=2/3".parse().expect("right of all");
        let scores = shares.scores();
        assert_eq!(scores.each().collect::<Vec<_>>(), [(1.0, 2), (0.0, 1)]);
        for text in [
            "0.5,1",
            "=1,2",
            "a=",
            "a=1,,2",
            "a=1,inf",
            "a=NaN",
            "a=3/2",
            "a=0/0",
            "a=1/2,1/2",
            "a=/2",
        ] {
            assert!(text.parse::<ListedScores>().is_err(), "{text}");
        }
    }
}
