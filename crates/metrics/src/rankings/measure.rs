//! The measures and their names: `ndcg@10`, `rr(rel=2)@10`, `ndcg(gain=exp)@5`, `rbp(p=0.8)`.
//!
//! | name | value for a query |
//! |---|---|
//! | `rr` | 1 / rank of the first relevant document |
//! | `ap` | mean over relevant documents of the precision at each; divided by all that are relevant |
//! | `ndcg` | discounted cumulative gain over that of the best order; `gain=linear` (grade) or `exp` (2^grade - 1) |
//! | `p`, `recall`, `success` | relevant documents over k; over all relevant; whether there is any |
//! | `rprec` | precision at the number of relevant documents |
//! | `rbp` | rank-biased precision, `p` the persistence (0.9, as in trec_eval) |
//! | `err` | expected reciprocal rank, `max` the highest grade (4, as in gdeval) |
//! | `bpref` | preference of judged relevant over judged other documents |
//! | `set_p`, `set_recall`, `set_f`, `set_map` | of the retrieved set |
//! | `num_ret`, `num_rel`, `num_rel_ret` | counts |
//!
//! Names of trec_eval and ir_measures are read too ([`super::spelling`]). `@k` cuts the ranking at k. `rel=r` (1) is the grade from which a document is relevant; `ndcg` and `err` use the grade itself.

use std::fmt;
use std::str::FromStr;

use super::spelling;
use crate::{Error, quote};

restrap_words::vocabulary! {
    /// What a grade is worth in nDCG.
    pub enum Gain: "a gain" {
        /// The grade: trec_eval, Järvelin & Kekäläinen 2002.
        Linear = "linear",
        /// 2^grade - 1: Burges et al. 2005, gdeval.
        Exponential = "exp",
    }
    default Linear
}

impl Gain {
    pub(super) fn of(self, grade: i32) -> f64 {
        match self {
            Self::Linear => f64::from(grade),
            Self::Exponential => libm::exp2(f64::from(grade)) - 1.0,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Kind {
    Rr,
    Ap,
    Ndcg(Gain),
    P,
    Recall,
    Success,
    RPrec,
    Rbp { persistence: f64 },
    Err { max: u32 },
    Bpref,
    SetP,
    SetF { beta: f64 },
    SetMap,
    NumRet,
    NumRel,
    NumRelRet,
}

impl Kind {
    /// Parameters and what they take.
    fn parameters(self) -> &'static [&'static str] {
        match self {
            Self::Ndcg(_) => &["gain=linear|exp"],
            Self::Err { .. } => &["max=GRADE"],
            Self::NumRet => &[],
            Self::Rbp { .. } => &["p=SHARE", "rel=GRADE"],
            Self::SetF { .. } => &["beta=BETA", "rel=GRADE"],
            _ => &["rel=GRADE"],
        }
    }
}

/// A measure of a ranking.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Measure {
    kind: Kind,
    cutoff: Option<usize>,
    level: i32,
}

/// Names without parameters, and how the ranking may be cut.
const NAMES: [(&str, Kind, Cut); 18] = [
    ("rr", Kind::Rr, Cut::Allowed),
    ("ap", Kind::Ap, Cut::Allowed),
    ("ndcg", Kind::Ndcg(Gain::Linear), Cut::Allowed),
    ("p", Kind::P, Cut::Needed),
    ("recall", Kind::Recall, Cut::Allowed),
    ("success", Kind::Success, Cut::Allowed),
    ("rprec", Kind::RPrec, Cut::Refused),
    ("rbp", Kind::Rbp { persistence: 0.9 }, Cut::Allowed),
    ("err", Kind::Err { max: 4 }, Cut::Allowed),
    ("bpref", Kind::Bpref, Cut::Refused),
    ("set_p", Kind::SetP, Cut::Refused),
    ("set_recall", Kind::Recall, Cut::Refused),
    ("set_f", Kind::SetF { beta: 1.0 }, Cut::Refused),
    ("set_map", Kind::SetMap, Cut::Refused),
    ("num_ret", Kind::NumRet, Cut::Refused),
    ("num_rel", Kind::NumRel, Cut::Refused),
    ("num_rel_ret", Kind::NumRelRet, Cut::Refused),
    ("map", Kind::Ap, Cut::Allowed),
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cut {
    Allowed,
    Needed,
    Refused,
}

impl Measure {
    /// The names of all measures, for help and messages.
    pub fn names() -> impl Iterator<Item = &'static str> {
        NAMES.iter().map(|(name, ..)| *name)
    }

    /// Whether a text begins with the name of a measure, in any spelling that is read.
    pub fn is_named(text: &str) -> bool {
        let text = spelling::own(text).to_ascii_lowercase();
        let head = text.split(['@', '(']).next().unwrap_or(&text);
        Self::names().any(|name| name == head)
    }

    /// What a text that is no measure may mean, for messages.
    pub fn meant(text: &str) -> Option<String> {
        spelling::meant(text)
    }

    pub(super) fn kind(&self) -> Kind {
        self.kind
    }

    /// Whether the value of a query without relevant documents is 0 whatever is retrieved.
    pub fn needs_relevant(&self) -> bool {
        self.kind != Kind::NumRet
    }

    pub(super) fn level(&self) -> i32 {
        self.level
    }

    /// The rank at which the ranking is cut.
    pub fn cutoff(&self) -> Option<usize> {
        self.cutoff
    }

    /// The rank down to which any of some measures looks; `None` for the whole ranking.
    pub(super) fn depth(measures: &[Self]) -> Option<usize> {
        measures
            .iter()
            .map(|measure| measure.cutoff)
            .try_fold(0, |deepest, cutoff| Some(deepest.max(cutoff?)))
    }

    /// The highest grade for which the measure is defined.
    pub(super) fn highest_grade(&self) -> Option<i32> {
        match self.kind {
            Kind::Err { max } => Some(max as i32),
            // 2^60 - 1 and its sums are far below the largest double.
            Kind::Ndcg(Gain::Exponential) => Some(60),
            _ => None,
        }
    }

    /// Everything that a reader needs to compute the same value.
    pub fn signature(&self) -> String {
        let name = self.to_string();
        match self.kind {
            Kind::Ndcg(gain) => {
                format!("{name}|gain:{gain}|discount:log2(rank+1)")
            }
            Kind::Rbp { persistence } => format!("{name}|rel:{}|p:{persistence}", self.level),
            Kind::Err { max } => format!("{name}|max:{max}"),
            Kind::NumRet => name,
            _ => format!("{name}|rel:{}", self.level),
        }
    }

    /// Takes one `key=value`.
    fn set(&mut self, name: &str, key: &str, text: &str) -> Result<(), Error> {
        let bad =
            |expected: &str| Error::option(format!("{expected} in {name}({key}=...)"), quote::quoted(text));
        match (key, &mut self.kind) {
            ("gain", Kind::Ndcg(gain)) => {
                *gain = text.parse().map_err(|_| bad("linear or exp"))?;
            }
            ("p", Kind::Rbp { persistence }) => {
                let share = text.parse().ok().filter(|share: &f64| *share > 0.0 && *share < 1.0);
                *persistence = share.ok_or_else(|| bad("0 < p < 1"))?;
            }
            ("max", Kind::Err { max }) => {
                *max =
                    text.parse().ok().filter(|max| (1..=30).contains(max)).ok_or_else(|| bad("1 to 30"))?;
            }
            ("beta", Kind::SetF { beta }) => {
                let given = text.parse().ok().filter(|beta: &f64| *beta > 0.0 && beta.is_finite());
                *beta = given.ok_or_else(|| bad("0 < beta < infinity"))?;
            }
            ("rel", kind) if !matches!(kind, Kind::Ndcg(_) | Kind::Err { .. } | Kind::NumRet) => {
                self.level = text
                    .parse()
                    .ok()
                    .filter(|level| *level >= 1)
                    .ok_or_else(|| bad("a grade of 1 or more"))?;
            }
            _ => {
                let own = self.kind.parameters();
                let expected = if own.is_empty() {
                    format!("{name} without parameters")
                } else {
                    format!("{} in {name}(...)", own.join(" or "))
                };
                return Err(Error::option(expected, quote::quoted(format!("{key}={text}"))));
            }
        }
        Ok(())
    }
}

impl FromStr for Measure {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        if let Some(meant) = spelling::other_rbp(text) {
            return Err(Error::option(format!("a measure such as {meant}"), quote::quoted(text)).with_hint(
                "RBP of ir_measures has p=0.8 and, without rel, graded gains, which are not computed here; rbp has p=0.9 and rel=1",
            ));
        }
        let own = spelling::own(text);
        let (head, cutoff) = own.split_once('@').map_or((&*own, None), |(head, k)| (head, Some(k)));
        let (name, parameters) = match head.split_once('(') {
            None => (head, None),
            Some((name, rest)) => {
                let inner = rest.strip_suffix(')');
                (
                    name,
                    Some(inner.ok_or_else(|| {
                        Error::option("a measure such as ndcg(gain=exp)@10", quote::quoted(text))
                    })?),
                )
            }
        };
        let known = NAMES.iter().find(|(known, ..)| known.eq_ignore_ascii_case(name));
        let Some(&(name, kind, cut)) = known else {
            let expected = format!("a measure: {}", Self::names().collect::<Vec<_>>().join(", "));
            return Err(Error::option(expected, quote::quoted(text)));
        };
        let cutoff = match (cutoff, cut) {
            (Some(k), Cut::Allowed | Cut::Needed) => {
                let k = k.parse().ok().filter(|k| *k >= 1);
                Some(k.ok_or_else(|| {
                    Error::option(format!("a rank of 1 or more behind {name}@"), quote::quoted(text))
                })?)
            }
            (None, Cut::Needed) => {
                return Err(Error::option(format!("a rank, such as {name}@10"), quote::quoted(text)));
            }
            (Some(_), Cut::Refused) => {
                return Err(Error::option(format!("{name} without @"), quote::quoted(text)));
            }
            (None, _) => None,
        };
        let mut measure = Self { kind, cutoff, level: 1 };
        for parameter in parameters.into_iter().flat_map(|parameters| parameters.split(',')) {
            let (key, value) = parameter.split_once('=').ok_or_else(|| {
                Error::option(format!("key=value in {name}(...)"), quote::quoted(parameter))
            })?;
            measure.set(name, key.trim(), value.trim())?;
        }
        Ok(measure)
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_this = |kind: &Kind| std::mem::discriminant(kind) == std::mem::discriminant(&self.kind);
        let name = NAMES.iter().find(|(_, kind, _)| is_this(kind)).map_or("", |(name, ..)| name);
        let mut parameters = Vec::new();
        match self.kind {
            Kind::Ndcg(Gain::Exponential) => parameters.push("gain=exp".to_owned()),
            Kind::Rbp { persistence } if persistence != 0.9 => parameters.push(format!("p={persistence}")),
            Kind::Err { max } if max != 4 => parameters.push(format!("max={max}")),
            Kind::SetF { beta } if beta != 1.0 => parameters.push(format!("beta={beta}")),
            _ => {}
        }
        if self.level != 1 {
            parameters.push(format!("rel={}", self.level));
        }
        f.write_str(name)?;
        if !parameters.is_empty() {
            write!(f, "({})", parameters.join(","))?;
        }
        self.cutoff.map_or(Ok(()), |cutoff| write!(f, "@{cutoff}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_written_alike() {
        for name in [
            "rr@10",
            "ndcg",
            "ndcg(gain=exp)@5",
            "ap(rel=2)",
            "rbp(p=0.8)@20",
            "err(max=3)@10",
            "p@5",
            "set_f(beta=2)",
            "bpref",
        ] {
            assert_eq!(name.parse::<Measure>().unwrap().to_string(), name);
        }
        assert_eq!("nDCG( gain = linear )@10".parse::<Measure>().unwrap().to_string(), "ndcg@10");
        assert_eq!("map".parse::<Measure>().unwrap().to_string(), "ap");
        let error = "ndcg(rel=2)".parse::<Measure>().unwrap_err().to_string();
        assert_eq!(error, "expected gain=linear|exp in ndcg(...), found `rel=2`");
        let error = "num_ret(rel=2)".parse::<Measure>().unwrap_err().to_string();
        assert_eq!(error, "expected num_ret without parameters, found `rel=2`");
    }

    #[test]
    fn what_is_no_measure_is_refused() {
        for name in [
            "",
            "ndgc@10",
            "p",
            "rr@0",
            "rr@x",
            "ndcg(rel=2)",
            "ndcg(gain=x)",
            "rbp(p=1)",
            "bpref@5",
            "ap(",
            "ap(rel)",
            "err(max=99)",
        ] {
            assert!(name.parse::<Measure>().is_err(), "{name}");
        }
    }

    #[test]
    fn the_depth_is_that_of_the_deepest_measure() {
        let measures =
            |names: &[&str]| names.iter().map(|name| name.parse().unwrap()).collect::<Vec<Measure>>();
        assert_eq!(Measure::depth(&measures(&["rr@10", "ndcg@20"])), Some(20));
        assert_eq!(Measure::depth(&measures(&["rr@10", "ap"])), None);
    }
}
