//! The words of the command line: names that are known, numbers in their range.

use clap::ValueEnum;
use clap::builder::PossibleValuesParser;
use restrap::{Adjustment, Exact, Gate, IntervalMethod, Level, Over, Profile, SignP, SignTies, Test};

/// A parser of words that the help lists.
pub fn words<T>(known: &'static [&'static str]) -> impl clap::builder::TypedValueParser<Value = T>
where
    T: std::str::FromStr + Clone + Send + Sync + 'static,
    T::Err: std::error::Error + Send + Sync + 'static,
{
    use clap::builder::TypedValueParser;
    PossibleValuesParser::new(known).try_map(|word| word.parse::<T>())
}

/// The intervals of a single system. Those of a difference are known but not listed: the library says what they need.
pub fn intervals_alone() -> impl clap::builder::TypedValueParser<Value = IntervalWord> {
    use clap::builder::{PossibleValue, TypedValueParser};
    let value = |name| PossibleValue::new(name).hide(matches!(name, "invert" | "tango" | "newcombe"));
    PossibleValuesParser::new(INTERVAL_NAMES.map(value)).try_map(|word| word.parse::<IntervalWord>())
}

/// As [`Format::name`] has them.
pub const FORMAT_NAMES: [&str; 10] =
    ["text", "csv", "tsv", "npy", "parquet", "arrow", "trec_eval", "jsonl", "json", "eval"];

pub const TEST_NAMES: [&str; 7] =
    ["permutation", "bootstrap", "bootstrap-percentile", "t", "sign", "mcnemar", "wilcoxon"];
pub const UNPAIRED_NAMES: [&str; 3] = ["welch", "student", "mann-whitney"];
pub const OVER_NAMES: [&str; 3] = ["items", "replications", "folds"];
pub const INTERVAL_NAMES: [&str; 12] = [
    "auto",
    "invert",
    "tango",
    "percentile",
    "basic",
    "bca",
    "normal",
    "studentized",
    "newcombe",
    "wilson",
    "clopper-pearson",
    "none",
];
pub const ADJUST_NAMES: [&str; 9] =
    ["holm", "bonferroni", "sidak", "holm-sidak", "hochberg", "hommel", "bh", "by", "none"];

pub const PROFILE_NAMES: [&str; 17] = [
    "jansen",
    "noreen",
    "efron-tibshirani",
    "berg-kirkpatrick",
    "jurafsky",
    "koehn",
    "sacrebleu-bs",
    "sacrebleu-ar",
    "moses",
    "multeval",
    "compare-mt",
    "comet",
    "scipy",
    "mlxtend",
    "ranx-fisher",
    "dror",
    "urbano",
];

pub fn test_names() -> PossibleValuesParser {
    PossibleValuesParser::new(TEST_NAMES.into_iter().chain(UNPAIRED_NAMES).chain(["all"]))
}

pub fn primary_names() -> impl clap::builder::TypedValueParser<Value = TestWord> {
    use clap::builder::TypedValueParser;
    PossibleValuesParser::new(TEST_NAMES.into_iter().chain(UNPAIRED_NAMES))
        .try_map(|word| word.parse::<TestWord>())
}

/// A word that names nothing; clap has checked the list before, so it is never shown.
#[derive(Debug, thiserror::Error)]
#[error("unknown word")]
pub struct Unknown;

macro_rules! named {
    ($word:ident, $inner:ty, $find:expr) => {
        #[derive(Clone, Copy, Debug)]
        pub struct $word(pub $inner);

        impl std::str::FromStr for $word {
            type Err = Unknown;

            fn from_str(word: &str) -> Result<Self, Unknown> {
                let find: fn(&str) -> Option<$inner> = $find;
                find(word).map(Self).ok_or(Unknown)
            }
        }
    };
}

named!(TestWord, Test, |word| word.parse().ok());
named!(IntervalWord, IntervalMethod, |word| word.parse().ok());
named!(OverWord, Over, |word| Over::ALL.into_iter().find(|over| over.name() == word));
named!(ProfileWord, Profile, |word| word.parse().ok());
named!(SignWord, SignP, |word| word.parse().ok());
named!(GateWord, Gate, |word| word.parse().ok());
named!(AdjustWord, Option<Adjustment>, |word| {
    if word == "none" { Some(None) } else { word.parse().ok().map(Some) }
});

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum ExactWord {
    Auto,
    Always,
    Never,
}

impl From<ExactWord> for Exact {
    fn from(word: ExactWord) -> Self {
        match word {
            ExactWord::Auto => Self::Auto,
            ExactWord::Always => Self::Always,
            ExactWord::Never => Self::Never,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RouteWord {
    Law,
    Compressed,
    Streamed,
    Indexed,
}

/// A vector level that this machine has.
pub fn level(word: &str) -> Result<Level, String> {
    let available = Level::available();
    available.iter().copied().find(|level| level.name() == word).ok_or_else(|| {
        let names: Vec<&str> = available.into_iter().map(Level::name).collect();
        format!("expected a level of this machine: {}", names.join(", "))
    })
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum SignTiesWord {
    Drop,
    Split,
}

impl From<SignTiesWord> for SignTies {
    fn from(word: SignTiesWord) -> Self {
        match word {
            SignTiesWord::Drop => Self::Drop,
            SignTiesWord::Split => Self::Split,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use restrap::io::Format;

    #[test]
    fn every_name_of_the_library_is_on_the_command_line() {
        assert_eq!(TEST_NAMES, Test::PAIRED.map(Test::name));
        assert_eq!(FORMAT_NAMES, Format::ALL.map(Format::name));
        assert_eq!(PROFILE_NAMES, Profile::ALL.map(Profile::name));
        assert_eq!(["superior", "noninferior", "equivalent"], Gate::ALL.map(Gate::name));
        assert_eq!(UNPAIRED_NAMES, Test::UNPAIRED.map(Test::name)[1..]);
        assert_eq!(OVER_NAMES, Over::ALL.map(Over::name));
        assert_eq!(INTERVAL_NAMES, IntervalMethod::ALL.map(IntervalMethod::name));
        assert_eq!(ADJUST_NAMES[..8], Adjustment::ALL.map(Adjustment::name));
    }
}
