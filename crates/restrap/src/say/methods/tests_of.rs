//! Tests in sentences: what they are, and how their p-values were computed.

use restrap_stats::{Alternative, McNemarVariant, SignTies, Zeros};

use super::text::{Text, different, listed};
use crate::design;
use crate::evidence::test::order::NEITHER;
use crate::number::format::count;
use crate::outcome::{ComparisonOutcome, Method, Outcome};
use crate::request::profile::Profile;
use crate::request::rule::Centre;
use crate::request::{Request, SignP, Test};
use crate::say::method::test_noun;
use crate::works::{self, Work};

/// Which tests were run.
pub(super) fn tested(text: &mut Text, outcome: &Outcome, first: &ComparisonOutcome) {
    let request = &outcome.request;
    // What a stopped run did not reach is not told.
    let run: Vec<Test> = first.tests.iter().map(|test| test.name).collect();
    let Some((primary, rest)) = run.split_first() else {
        return;
    };
    let row = |of: Test| {
        let test = first.tests.iter().find(|test| test.name == of);
        test.and_then(|test| design::Method::of_test(test.design?))
    };
    let sides = if request.question.alternative == Alternative::TwoSided {
        "two-sided"
    } else {
        "one-sided"
    };
    text.say(&format!(" Significance was tested with a {sides} "));
    noun(text, *primary, row(*primary), request);
    let others = outcome.comparisons.iter().map(|one| one.tests[0].name);
    for other in different(others).into_iter().filter(|test| test != primary) {
        text.say(" or, where DeLong's variance is 0, with a ");
        noun(text, other, row(other), request);
    }
    match request.question.alternative {
        Alternative::TwoSided => {}
        Alternative::Greater => text.say(", whose alternative is that the system is better"),
        Alternative::Less => text.say(", whose alternative is that the system is worse"),
    }
    text.say(".");
    if let Some(profile) = request.question.profile {
        let row = profile.row();
        let words = row
            .source
            .split_once(": ")
            .map_or(row.source, |(_, words)| words);
        let is_program = matches!(
            profile,
            Profile::SacrebleuBs
                | Profile::SacrebleuAr
                | Profile::Moses
                | Profile::Comet
                | Profile::Scipy
                | Profile::Mlxtend
                | Profile::RanxFisher
        );
        text.say(if is_program {
            " It follows the recipe of a program"
        } else {
            " It follows a published recipe"
        });
        text.cite(works::of_profile(profile));
        text.say(&format!(", the profile {profile} of restrap: {words}."));
    }
    let (of_classes, rest): (Vec<Test>, Vec<Test>) =
        rest.iter().partition(|test| **test == Test::StuartMaxwell);
    if let Some(test) = of_classes.first() {
        text.say(
            " Whether both systems give each class equally often was tested with a two-sided ",
        );
        noun(text, *test, row(*test), request);
        text.say(".");
    }
    if rest.is_empty() {
        return;
    }
    text.say(" For sensitivity we also ran ");
    for (place, test) in rest.iter().enumerate() {
        text.say(match place {
            0 => "a ",
            last if last + 1 == rest.len() => " and a ",
            _ => ", a ",
        });
        text.say(&format!("{sides} "));
        noun(text, *test, row(*test), request);
    }
    text.say(".");
}

/// Names a test with its variant and cites its source. `row` is the design of a t test.
pub(super) fn noun(
    text: &mut Text,
    test: Test,
    row: Option<&'static design::Method>,
    request: &Request,
) {
    let (tail, more): (String, &[&'static Work]) = match test {
        Test::Permutation if request.sample.unpaired => (" by random labels".to_owned(), &[]),
        Test::Permutation if request.variants.rule.doubled => {
            (" by random swaps, the smaller tail doubled".to_owned(), &[])
        }
        Test::Permutation => (" by random swaps".to_owned(), &[]),
        Test::Bootstrap => {
            let centre = match request.variants.rule.centre {
                Centre::Observed => " centred on the observed difference",
                Centre::Replicates => " centred at the mean of the resamples",
                Centre::MeanSize => " of sizes of differences centred at their mean",
            };
            (centre.to_owned(), &[])
        }
        Test::T if row.is_none() && request.sample.over.overlaps() => {
            (String::new(), &[&works::NADEAU_BENGIO])
        }
        Test::StuartMaxwell => (" of labels".to_owned(), &[]),
        Test::Aso => {
            let threshold = request.variants.aso_threshold.unwrap_or(NEITHER);
            let words = format!(
                " with violation ratio below {threshold}, a bootstrap of both samples that must also find their labels significantly \
                 different"
            );
            (words, &[&works::DROR_ASO])
        }
        Test::Binomial => (" against a number".to_owned(), &[]),
        Test::Sign => {
            let ties = if request.variants.sign_ties == SignTies::Drop {
                " without ties"
            } else {
                " with ties split"
            };
            (
                format!("{ties}{}", correction(request.variants.sign_p)),
                &[],
            )
        }
        Test::McNemar => (
            String::new(),
            match request.variants.mcnemar {
                McNemarVariant::MidP => &[&works::FAGERLAND],
                McNemarVariant::Unconditional => &[&works::SUISSA_SHUSTER, &works::BERGER_BOOS],
                McNemarVariant::ChiSquareCorrected => &[&works::EDWARDS],
                McNemarVariant::Exact | McNemarVariant::ChiSquare => &[],
            },
        ),
        Test::Wilcoxon => {
            let (zeros, more): (&str, &[&'static Work]) = match request.variants.zeros {
                Zeros::Wilcox => ("zeros dropped", &[]),
                Zeros::Pratt => ("zeros ranked and then dropped", &[&works::PRATT]),
                Zeros::Zsplit => ("zeros split", &[]),
            };
            let how = approximation(request.variants.wilcoxon_p);
            (format!(" with mid-ranks for ties and {zeros}{how}"), more)
        }
        _ => (String::new(), &[]),
    };
    text.say(test_noun(test, row, request));
    text.say(&tail);
    let source = match row {
        Some(row) if matches!(test, Test::T | Test::Welch) => row.work,
        _ => works::of_test(test, request.sample.unpaired),
    };
    let all: Vec<&'static Work> = [source].into_iter().chain(more.iter().copied()).collect();
    text.cite(&all);
}

fn approximation(how: SignP) -> String {
    match how {
        SignP::Exact => String::new(),
        _ => format!(", by the normal approximation{}", correction(how)),
    }
}

fn correction(how: SignP) -> &'static str {
    match how {
        SignP::Exact => "",
        SignP::Normal => " with continuity correction",
        SignP::NormalUncorrected => " without continuity correction",
    }
}

/// How p-values were computed: one sentence for tests that went the same way.
pub(super) fn computed(text: &mut Text, outcome: &Outcome) {
    let request = &outcome.request;
    let names = different(
        outcome
            .all_comparisons()
            .flat_map(|one| &one.tests)
            .map(|test| test.name),
    );
    let ways = |name: Test| {
        let of_name = outcome
            .all_comparisons()
            .flat_map(|one| &one.tests)
            .filter(|test| test.name == name);
        let mut ways = different(of_name.map(|test| test.method));
        ways.sort_by_key(|way| *way as u8);
        ways
    };
    let mut groups: Vec<(Vec<Method>, Vec<String>)> = Vec::new();
    for name in names {
        let ways = ways(name);
        match groups.iter_mut().find(|(known, _)| *known == ways) {
            Some((_, names)) => names.push(named(name).to_owned()),
            None => groups.push((ways, vec![named(name).to_owned()])),
        }
    }
    let single = groups.len() == 1;
    let several = outcome
        .all_comparisons()
        .map(|one| one.tests.len())
        .sum::<usize>()
        > 1;
    for (ways, names) in &groups {
        let whose = match (single, names.len()) {
            (true, _) if several => " The p-values".to_owned(),
            (true, _) => " The p-value".to_owned(),
            (false, 1) => format!(" The p-value of the {} test", names[0]),
            (false, _) => format!(" The p-values of the {} tests", listed(names)),
        };
        let verb = if whose.starts_with(" The p-values") {
            "are"
        } else {
            "is"
        };
        text.say(&format!("{whose} {verb} "));
        for (place, way) in ways.iter().enumerate() {
            text.say(if place == 0 {
                ""
            } else {
                ", or where the law is out of reach, "
            });
            told(text, *way, outcome, request);
        }
        text.say(".");
    }
}

/// A test's name in a sentence.
fn named(test: Test) -> &'static str {
    match test {
        Test::Wilcoxon => "Wilcoxon",
        Test::McNemar => "McNemar",
        Test::Welch => "Welch",
        Test::DeLong => "DeLong",
        Test::StuartMaxwell => "Stuart-Maxwell",
        Test::Student => "Student",
        Test::MannWhitney => "Mann-Whitney",
        Test::Boschloo => "Boschloo",
        Test::Barnard => "Barnard",
        Test::Aso => "almost stochastic order",
        Test::BootstrapPercentile => "bootstrap percentile",
        other => other.name(),
    }
}

fn told(text: &mut Text, way: Method, outcome: &Outcome, request: &Request) {
    match way {
        Method::Exact if request.question.profile.is_some() => {
            text.say(
                "the exact limit of that recipe for infinitely many resamples: nothing was drawn",
            );
        }
        // A mid-p is computed from the law of an exact test, and is none.
        Method::Exact
            if request.variants.mcnemar == McNemarVariant::MidP
                && request.question.tests.contains(&Test::McNemar) =>
        {
            text.say("computed from the binomial distribution itself: nothing was resampled");
        }
        Method::Exact => text.say("exact: nothing was resampled"),
        Method::Inversion => {
            text.say("computed from the resampling distribution itself, to the digits given: nothing was resampled");
        }
        Method::Asymptotic => text.say("asymptotic"),
        Method::Sampled => {
            let most = outcome
                .all_comparisons()
                .flat_map(|one| &one.tests)
                .filter_map(|test| test.resamples)
                .max();
            let drawn = count(most.unwrap_or(outcome.resamples), "random resample");
            let of_stream = format!("seed {}, stream {}", outcome.seed, outcome.stream);
            if request.variants.raw_p {
                text.say(&format!(
                    "the share c/R of {drawn} ({of_stream}) that were at least as extreme"
                ));
            } else {
                text.say(&format!(
                    "estimated from R = {drawn} ({of_stream}), c of them at least as extreme, as (c + 1)/(R + 1)"
                ));
                text.cite(&[&works::PHIPSON_SMYTH]);
            }
        }
    }
}
