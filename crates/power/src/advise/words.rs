//! Why a leaf recommends what it does, what that assumes, and what to avoid there.

use restrap_words::{asked, asked_as};

use super::design::{Design, ScoreKind};
use super::leaf::Leaf;
use restrap_lib::number::format::{count, grouped, number, percent};
use restrap_lib::outcome::MarginMethod;

/// What is said of a leaf.
pub(super) struct Words {
    /// Why this test and interval.
    pub why: String,
    /// What they assume of the units.
    pub assumes: String,
    /// What to avoid, and why.
    pub avoid: Vec<String>,
}

/// A section for each leaf, or for some of its designs.
const ADVICE: &str = include_str!("advice.txt");

impl Leaf {
    /// What is said of it.
    pub(super) fn words(self, design: &Design) -> Words {
        let is_binary = design.kind == ScoreKind::Binary;
        let section = match self {
            Self::Against if is_binary => "against-binary",
            Self::Margin if design.margin_method() == MarginMethod::Unconditional => {
                "margin-binary"
            }
            Self::Board if design.clustered => "board-clusters",
            Self::AgainstBaseline if design.clustered => "against-baseline-clusters",
            leaf => leaf.name(),
        };
        let mut words = Words {
            why: String::new(),
            assumes: String::new(),
            avoid: Vec::new(),
        };
        for line in lines(section) {
            match line.split_once(' ') {
                Some(("why", text)) => words.why = filled(text, design),
                Some(("assumes", text)) => {
                    words.assumes = format!("{}{}.", text[..1].to_uppercase(), &text[1..]);
                }
                Some(("avoid", text)) => words.avoid.push(filled(text, design)),
                _ => {}
            }
        }
        words
    }
}

/// The lines of a section.
fn lines(section: &str) -> impl Iterator<Item = &'static str> {
    let is_head = move |line: &&str| {
        line.strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(']'))
            == Some(section)
    };
    let after = ADVICE
        .lines()
        .skip_while(move |line| !is_head(line))
        .skip(1);
    after.take_while(|line| !line.starts_with('['))
}

/// A text with its options and numbers.
fn filled(text: &str, design: &Design) -> String {
    let mut pieces = text.split(['{', '}']);
    let mut out = pieces.next().unwrap_or_default().to_owned();
    // Words in braces, and the text behind them.
    while let (Some(name), Some(rest)) = (pieces.next(), pieces.next()) {
        out += &match name.split_once(' ') {
            Some(("test", test)) => asked_as("test", test).to_string(),
            Some(("interval", interval)) => asked_as("interval", interval).to_string(),
            _ => design.alpha.to_string(),
        };
        out += rest;
    }
    out
}

/// What the data show, sentence by sentence.
pub(super) fn seen(design: &Design) -> Vec<String> {
    let mut seen = Vec::new();
    if let Some(items) = design.items {
        let noun = if design.kind == ScoreKind::Votes {
            "vote"
        } else {
            design.over.noun()
        };
        let kind = match design.kind {
            ScoreKind::Binary => "scores of 0 or 1",
            ScoreKind::Graded => "scores other than 0 and 1",
            ScoreKind::Quantile => "scores, compared by a quantile",
            ScoreKind::Corpus => "statistics of a corpus metric",
            ScoreKind::Votes => "votes",
        };
        seen.push(format!(
            "{}, {}: {kind}.",
            count(design.systems, "system"),
            count(items, noun)
        ));
        if let Some(differing) = design.differing {
            let tied = items.saturating_sub(differing);
            let share = percent((1e3 * tied as f64 / items.max(1) as f64).round() / 1e3);
            seen.push(format!(
                "{} of {} are tied ({share}).",
                grouped(tied),
                count(items, noun)
            ));
        }
    }
    if let Some(zeros) = design
        .zeros
        .filter(|&zeros| zeros > 0.0 && design.kind != ScoreKind::Binary)
    {
        seen.push(format!(
            "{} of the scores are 0.",
            percent((1e3 * zeros).round() / 1e3)
        ));
    }
    if let Some(clusters) = design.clusters {
        seen.push(format!("The items lie in {}.", count(clusters, "cluster")));
    }
    if let Some(skewness) = design.skewness.filter(|_| design.kind != ScoreKind::Binary) {
        let verdict = if design.skewed {
            "more than chance explains"
        } else {
            "too little to matter"
        };
        let of = if design.clustered {
            "clusters"
        } else {
            &design.over.noun_of_several()
        };
        seen.push(format!(
            "Skewness of the differences of {of}: {} ({verdict}).",
            number(skewness, 1)
        ));
    }
    if let Some(groups) = &design.seems_clustered {
        seen.push(format!(
            "{groups} looks like groups of items. If so, the unit is the cluster: add {}.",
            asked_as("cluster", groups).quoted()
        ));
    }
    if design.resampled {
        seen.push(format!(
            "These rows look like bootstrap replicates; {} shows them.",
            asked("plot")
        ));
    }
    seen
}

#[cfg(test)]
mod tests {
    use restrap_lib::{IntervalMethod, Test};

    use super::*;

    /// The sections whose leaf has another one, too.
    const OF_DESIGNS: [&str; 4] = [
        "against-binary",
        "margin-binary",
        "board-clusters",
        "against-baseline-clusters",
    ];

    #[test]
    fn every_section_is_of_a_leaf_and_every_leaf_has_one() {
        let names = Leaf::ALL.map(Leaf::name);
        let heads = ADVICE
            .lines()
            .filter_map(|line| line.strip_prefix('[')?.strip_suffix(']'));
        let heads: Vec<&str> = heads.collect();
        assert_eq!(heads.len(), names.len() + OF_DESIGNS.len());
        for section in names.iter().chain(&OF_DESIGNS) {
            assert!(heads.contains(section), "{section}");
            let of = |word: &str| lines(section).filter(|line| line.starts_with(word)).count();
            assert_eq!((of("why "), of("assumes ")), (1, 1), "{section}");
            assert!(of("avoid ") > 0, "{section}");
            let known = ["why ", "assumes ", "avoid "];
            for line in lines(section).filter(|line| !line.is_empty()) {
                assert!(known.iter().any(|word| line.starts_with(word)), "{line}");
                assert_eq!(
                    line.matches('{').count(),
                    line.matches('}').count(),
                    "{line}"
                );
            }
        }
    }

    #[test]
    fn every_option_in_braces_is_one() {
        let named = ADVICE
            .split('{')
            .skip(1)
            .filter_map(|rest| rest.split_once('}'));
        let mut read = 0;
        for (name, _) in named.filter(|(name, _)| name.contains(' ') && !name.ends_with("NAME")) {
            match name.split_once(' ') {
                Some(("test", test)) => assert!(test.parse::<Test>().is_ok(), "{name}"),
                Some(("interval", interval)) => {
                    assert!(interval.parse::<IntervalMethod>().is_ok(), "{name}");
                }
                _ => panic!("{name}"),
            }
            read += 1;
        }
        assert!(read > 8, "{read}");
    }
}
