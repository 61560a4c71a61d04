//! The margin test of a pair: which method applies to its scores, and the items that a change of systems breaks and mends.

use restrap_stats::{Margin, MarginTest, Probability, TStatistic, Unconditional};
use restrap_words::{Code, asked};

use super::tested::{FEWEST, MOST_LISTED, Replicates, Tested};
use super::tested::{by_bootstrap, by_replicates, few, in_unit_range, sided};
use crate::data::contest::Raised;
use crate::data::pair::Pair;
use crate::error::Error;
use crate::evidence::resample::deviations;
use crate::evidence::test::against::{self, OneSample};
use crate::number::format::percent;
use crate::outcome::{Flips, IntervalKind, Item, MarginMethod};
use crate::request::{IntervalMethod, Request, ScoreRange};

/// Tests the margin of a pair by the first method that applies. `is_gain`: the claim is a gain beyond the margin.
///
/// # Errors
/// For scores outside a declared range, and methods that these scores do not allow.
pub(super) fn test(
    pair: &Pair,
    (margin, is_gain): (Margin, bool),
    drawn: &Replicates,
    request: &Request,
) -> Result<Tested, Error> {
    if let Some(range) = request.question.bounded {
        return bounded(pair, margin, range, request);
    }
    let (items, alpha) = (pair.units(), request.question.alpha);
    if against::decides(pair, request) {
        let sample = OneSample::new(request.question.tests[0], pair, request)?;
        let Some((test, interval)) = sample.margin(margin, alpha)? else {
            return Ok(Tested::undefined(Code::NoSpread.says(
                "all scores are equal: there is no spread to compare the margin with",
            )));
        };
        let method = if sample.is_binomial() {
            MarginMethod::Binomial
        } else {
            MarginMethod::OneSample
        };
        return Ok(Tested::by(
            method,
            interval,
            sided(request, &sample.recipe()),
            test,
        ));
    }
    if let Some(raised) = &pair.raised {
        return of_raised(pair, raised, drawn, request);
    }
    let is_exact = request.question.interval != IntervalMethod::Tango && !pair.is_of_many_changes();
    if pair.binary && is_exact {
        let shares = Unconditional::new(pair.counts.better, pair.counts.worse, items)?;
        let (test, how) = if is_gain {
            (
                shares.superior(margin, alpha)?,
                ", at least that of exact McNemar against 0",
            )
        } else {
            (shares.margin(margin, alpha)?, "")
        };
        let recipe = sided(
            request,
            &format!(
                "score test of paired 0/1 scores, exact whatever share of items differs (Berger & Boos 1994){how}"
            ),
        );
        return Ok(Tested::by(
            MarginMethod::Unconditional,
            IntervalKind::Unconditional,
            recipe,
            test,
        ));
    }
    if pair.binary {
        let (b, c) = (pair.counts.better, pair.counts.worse);
        let test = if is_gain {
            MarginTest::gain_of_changes(b, c, items, margin, alpha)?
        } else {
            MarginTest::of_changes(b, c, items, margin, alpha)?
        };
        let recipe = sided(request, "score test of paired 0/1 scores (Tango 1998)");
        return Ok(Tested::by(
            MarginMethod::Tango,
            IntervalKind::Tango,
            recipe,
            test,
        ));
    }
    if pair.changed() == 0 {
        if !in_unit_range([pair.baseline.rows(), pair.system.rows()]) {
            return Ok(Tested::without_spread(
                "no item differs, and for scores outside 0 to 1 the largest possible difference of one is unknown",
            ));
        }
        let mut test = MarginTest::of_identical(items, 1.0, margin, alpha)?;
        if is_gain {
            (test.p_low, test.p_high) = (Probability::ONE, Probability::ONE);
        }
        let recipe = "no item differs: exact upper bound of the share of items that change, each by at most 1 (Hanley & Lippman-Hand 1983)";
        return Ok(Tested::by(
            MarginMethod::Identical,
            IntervalKind::Identical,
            recipe.to_owned(),
            test,
        ));
    }
    if pair.moments.sd().is_none_or(|sd| sd == 0.0) {
        return Ok(Tested::without_spread(
            "all differences are equal: there is no spread to compare the margin with",
        ));
    }
    if items < FEWEST {
        return Ok(Tested::undefined(
            Code::UndefinedTest.says(few(pair.clusters().is_some())),
        ));
    }
    if by_bootstrap(pair, request) {
        let recipe = sided(request, "bootstrap test centred on the observed difference");
        let Replicates::Sums(sums) = drawn else {
            let law = pair.bootstrap_law();
            let test =
                MarginTest::of_law(law, i128::from(pair.total), pair.divisor(), margin, alpha)?;
            return Ok(Tested::by(
                MarginMethod::Bootstrap,
                IntervalKind::Basic,
                recipe,
                test,
            ));
        };
        let observed = pair.total as f64 / pair.divisor();
        return by_replicates(observed, pair.replicates(sums), margin, request);
    }
    let (share, own) = (percent(3.0 / items as f64), pair.method());
    let of = pair.of.units(request.sample.over);
    let blind = (!is_gain).then(|| {
        Code::RareCollapse.says(format!(
            "these {of} cannot reveal a collapse on fewer than about {share} of all"
        ))
    });
    if !pair.of.is_of_items() {
        let estimate = pair.t_estimate()?;
        if !matches!(estimate.t(), TStatistic::Finite(_)) {
            return Ok(Tested::without_spread(
                "all units differ by the same amount: there is no spread to compare the margin with",
            ));
        }
        let recipe = sided(request, own.test);
        let tested = estimate.margin(margin, alpha)?;
        let tested = Tested::by(own.margin, own.interval, recipe, tested);
        return Ok(Tested {
            note: blind,
            ..tested
        });
    }
    if let Replicates::Studentized(deviations::Replicates {
        observed,
        replicates,
    }) = drawn
    {
        let test = MarginTest::of_studentized(*observed, replicates, margin, alpha)?;
        let recipe = sided(
            request,
            "studentized bootstrap test (Hall 1992), p = (c + 1)/(R + 1)",
        );
        let tested = Tested::by(
            MarginMethod::Studentized,
            IntervalKind::Studentized,
            recipe,
            test,
        );
        return Ok(Tested {
            note: blind,
            ..tested
        });
    }
    let t = pair.t_estimate()?.margin(margin, alpha)?;
    let recipe = sided(request, "paired t test (Student 1908)");
    Ok(Tested {
        note: blind,
        ..Tested::by(MarginMethod::T, IntervalKind::T, recipe, t)
    })
}

/// The test of a gain in per cent: of the system against the raised baseline, with the interval of what the difference has beyond it.
fn of_raised(
    pair: &Pair,
    raised: &Raised,
    drawn: &Replicates,
    request: &Request,
) -> Result<Tested, Error> {
    let (margin, alpha, own) = (Margin::beyond(0.0)?, request.question.alpha, pair.method());
    if !raised.deviating().has_spread {
        return Ok(Tested::undefined(Code::NoSpread.says(
            "all differences from the raised baseline are equal: there is no spread",
        )));
    }
    if pair.units() < FEWEST {
        return Ok(Tested::undefined(
            Code::UndefinedTest.says(few(pair.clusters().is_some())),
        ));
    }
    let of = |test: &str| {
        sided(
            request,
            &format!(
                "{test} of the differences from the baseline's scores, each changed by that share of itself"
            ),
        )
    };
    let (test, method, interval, recipe) = if let Replicates::Studentized(drawn) = drawn {
        let test = MarginTest::of_studentized(drawn.observed, &drawn.replicates, margin, alpha)?;
        let recipe = of("studentized bootstrap test (Hall 1992), p = (c + 1)/(R + 1),");
        (
            test,
            MarginMethod::Studentized,
            IntervalKind::Studentized,
            recipe,
        )
    } else {
        (
            raised.estimate.margin(margin, alpha)?,
            own.margin,
            own.interval,
            of(own.test),
        )
    };
    Ok(Tested {
        beyond: true,
        ..Tested::by(method, interval, recipe, test)
    })
}

/// The margin test of scores in a range that was declared.
fn bounded(
    pair: &Pair,
    margin: Margin,
    range: ScoreRange,
    request: &Request,
) -> Result<Tested, Error> {
    let refuse = |needs: &'static str, found: String, hint: &'static str| {
        Err(Error::not_applicable(asked("bounded"), needs, found, hint))
    };
    if !pair.of.is_of_items() {
        let found = if pair.runs().is_some() {
            "training runs".to_owned()
        } else {
            pair.of.units(request.sample.over)
        };
        return refuse("independent items", found, "drop one of the two");
    }
    for system in [pair.baseline, pair.system] {
        let beyond = |score: &&f64| !(range.low..=range.high).contains(*score);
        if let Some(score) = system.rows().iter().find(beyond) {
            let found = format!("{score} in {}", system.name);
            return refuse(
                "scores in the range that was declared",
                found,
                "declare the range that scores can have",
            );
        }
    }
    let width = range.high - range.low;
    if margin.high() >= width {
        return refuse(
            "a margin below the range",
            margin.high().to_string(),
            "give a smaller margin",
        );
    }
    if pair.difference.single().is_none() {
        return refuse(
            "items in the order in which they were drawn",
            "rows that stand for several items".to_owned(),
            "drop one of the two",
        );
    }
    let scores = pair.system.rows().iter().zip(pair.baseline.rows());
    let differences: Vec<f64> = scores.map(|(s, b)| s - b).collect();
    let test = MarginTest::of_bounded(&differences, width, margin, request.question.alpha)?;
    let recipe = format!(
        "betting test of scores between {} and {} (Waudby-Smith & Ramdas 2024)",
        range.low, range.high
    );
    Ok(Tested::by(
        MarginMethod::Betting,
        IntervalKind::Betting,
        sided(request, &recipe),
        test,
    ))
}

/// Items that the change of systems breaks and mends, counted from 1; `None` of rows that stand for several items and name none.
pub(super) fn flips(pair: &Pair, request: &Request) -> Option<Flips> {
    let items = pair.difference.single()?;
    let of = |sign: i64| {
        let numbers = (1_u64..).zip(items);
        let changed = numbers
            .filter(|(_, d)| **d * sign > 0)
            .map(|(item, _)| Item::Number(item));
        changed.take(MOST_LISTED).collect()
    };
    let (harmful, beneficial) = if request.question.higher_is_better {
        (of(-1), of(1))
    } else {
        (of(1), of(-1))
    };
    Some(Flips {
        harmful,
        beneficial,
    })
}
