//! A methods paragraph and the references of what was used, for a paper.
//!
//! Sentences follow the order of a methods section: what was compared, how it was tested, how p-values were computed, intervals,
//! margins, the family. A work is cited where it was used, and nothing else is in the bibliography.

mod many;
mod tests_of;
mod text;

pub use many::{methods_of_ranking, methods_of_replication};
pub use text::{Methods, Piece};

use restrap_stats::Adjustment;

use crate::design;
use crate::number::format::{count, grouped, number, percent, plain};
use crate::outcome::{ComparisonOutcome, IntervalKind, Method, Outcome};
use crate::request::rule::{Draws, Subsample};
use crate::request::{AskedMargin, Bayesian, Claim, ClusterWeight, MarginSize};
use crate::request::{Exact, Test};
use crate::say::method::{margin_noun, test_noun};
use crate::works;
use text::{Text, different, listed};

/// What an adjustment is called in a sentence.
pub(crate) fn named_adjustment(adjustment: Adjustment) -> &'static str {
    works::of_adjustment(adjustment).0
}

/// What was done, in sentences, and what it cites.
pub fn methods(outcome: &Outcome) -> Methods {
    let mut text = Text::default();
    for (place, one) in std::iter::once(outcome).chain(&outcome.further).enumerate() {
        let Some(first) = one.comparisons.first() else {
            continue;
        };
        text.say(if place == 0 { "" } else { " " });
        compared(&mut text, one, first);
        tests_of::tested(&mut text, one, first);
        drawn(&mut text, one);
        tests_of::computed(&mut text, one);
        intervals(&mut text, one);
        resampled(&mut text, one);
        margin(&mut text, one);
        posterior(&mut text, one);
        family(&mut text, one);
        secondary(&mut text, one);
    }
    if outcome.comparisons.is_empty() {
        return text.done();
    }
    if !outcome.further.is_empty() {
        text.say(" All claims had to be established, each at its own level (intersection–union).");
    }
    text.say(&format!(
        " The level of the tests was {}. All computations were made with restrap {}.",
        outcome.alpha, outcome.run.version
    ));
    text.done()
}

fn compared(text: &mut Text, outcome: &Outcome, first: &ComparisonOutcome) {
    /// Systems that a sentence names.
    const NAMED: usize = 6;
    let names: Vec<String> = outcome
        .comparisons
        .iter()
        .map(|one| one.system.clone())
        .collect();
    let systems = match names.len() {
        1 => names[0].clone(),
        few if few <= NAMED => format!("{few} systems ({})", listed(&names)),
        many => format!("{many} systems"),
    };
    let metric = match (outcome.metric.name.as_str(), outcome.metric.binary) {
        ("mean", true) => "the mean of 0/1 scores",
        ("mean", false) => "the mean score",
        _ => &outcome.metric.printed(),
    };
    let baseline = match first.baseline.as_str() {
        "baseline" => String::new(),
        name => format!(" {name}"),
    };
    text.say(&format!(
        "We compared {systems} with the baseline{baseline} by {metric}"
    ));
    text.cite(works::of_metric(&outcome.metric.name));
    if let Some(measure) = &outcome.run.reading.measure {
        text.say(&format!(" ({measure})"));
    }
    if let Some(signature) = &outcome.metric.signature {
        text.say(&format!(", signature {signature},"));
    }
    if let Some(column) = &outcome.metric.mean_over {
        text.say(&format!(", averaged over {column},"));
    }
    let noun = outcome.request.sample.over.noun();
    if let Some([baseline, _]) = first.samples {
        let sizes: Vec<String> = outcome
            .comparisons
            .iter()
            .filter_map(|one| Some(format!("{} of {}", grouped(one.samples?[1]), one.system)))
            .collect();
        let sizes = if sizes.len() <= NAMED {
            format!(", {}", listed(&sizes))
        } else {
            String::new()
        };
        text.say(&format!(
            " on samples of different {noun}s ({} of {}{sizes}), which are not paired.",
            grouped(baseline),
            first.baseline
        ));
    } else {
        text.say(&format!(
            " on {}, paired {noun} by {noun}.",
            count(outcome.items, noun)
        ));
    }
    text.say(&outcome.run.reading.sentences());
    if let Some(runs) = &first.runs {
        text.say(&format!(
            " Each score is a mean over training runs, {} of {} and {} of {}.",
            grouped(runs.baseline),
            first.baseline,
            grouped(runs.system),
            first.system
        ));
    }
    if let Some(clusters) = &first.clusters {
        text.say(&format!(
            " The items form {} ({}), which were the units of resampling and of standard errors.",
            count(clusters.number, "cluster"),
            clusters.column
        ));
        if let Some(crossed) = &clusters.crossed {
            text.say(&format!(
                " They also form {} ({}), which cross the first; standard errors allow for both.",
                count(crossed.number, "cluster"),
                crossed.column
            ));
        }
        if clusters.weight == ClusterWeight::Equal {
            text.say(" Clusters had equal weights, whatever their size.");
        }
    }
    if outcome
        .comparisons
        .iter()
        .all(|one| one.effect.cohen_dz.is_none())
        && outcome.metric.signature.is_some()
    {
        let mut tests = outcome.comparisons.iter().flat_map(|one| &one.tests);
        let permutes = tests.any(|test| test.name == Test::Permutation);
        let draws = outcome.request.question.tests.first() != Some(&Test::DeLong);
        if permutes && matches!(&outcome.metric.name[..], "roc-auc" | "pr-auc") {
            text.say(" Swaps exchanged the ranks that the two systems give an item");
            text.cite(&[&works::BANDOS]);
            text.say(", not their scores.");
        }
        text.say(if draws {
            " The metric was computed anew from the items of each resample."
        } else {
            ""
        });
    }
    if !outcome.metric.higher_is_better {
        text.say(" Lower scores are better.");
    }
    let most = |of: fn(&crate::outcome::InputInfo) -> u64| {
        outcome.run.inputs.iter().map(of).max().unwrap_or(0)
    };
    match (most(|input| input.dropped), most(|input| input.zeroed)) {
        (0, 0) => {}
        (0, zeroed) => {
            text.say(&format!(
                " Missing scores, at most {} per system, counted as 0.",
                grouped(zeroed)
            ));
        }
        (dropped, _) => {
            text.say(&format!(
                " Items without a score, at most {} per system, were left out.",
                grouped(dropped)
            ));
        }
    }
}

/// What a bootstrap resample is, where it is not as many draws from all items.
fn drawn(text: &mut Text, outcome: &Outcome) {
    let request = &outcome.request;
    let bootstrap = |kind: IntervalKind| {
        matches!(
            kind,
            IntervalKind::Percentile
                | IntervalKind::Basic
                | IntervalKind::Normal
                | IntervalKind::Bca
        )
    };
    let by_test = request
        .question
        .tests
        .iter()
        .any(|test| matches!(test, Test::Bootstrap | Test::BootstrapPercentile));
    let by_interval = outcome
        .all_comparisons()
        .filter_map(|one| one.interval.as_ref())
        .any(|i| bootstrap(i.method));
    if !by_test && !by_interval {
        return;
    }
    if let Some(column) = &outcome.strata {
        text.say(&format!(
            " Each bootstrap resample kept the sizes of the strata of {column}"
        ));
        text.cite(&[&works::DAVISON_HINKLEY]);
        text.say(".");
    }
    match request.variants.rule.draws {
        Draws::All => {}
        Draws::Half => {
            text.say(" Each bootstrap resample of the test drew half as many items as there are.");
        }
        Draws::Subsample(Subsample { replacement, .. }) => {
            let (how, by, work) = if replacement {
                ("with", "√(n/m)", &works::BICKEL)
            } else {
                ("without", "√(n/m)·√(1 − m/n)", &works::POLITIS)
            };
            let scaling = request.variants.rule.scaling(outcome.items).unwrap_or(1.0);
            text.say(&format!(
                " Each bootstrap resample drew m = {} of the n = {} items {how} replacement, and its deviations were divided \
                 by {by} = {}",
                grouped(request.variants.rule.draws(outcome.items)),
                grouped(outcome.items),
                number(scaling, 3)
            ));
            text.cite(&[work]);
            text.say(".");
        }
    }
}

/// An interval in words.
fn interval_words(method: IntervalKind, unpaired: bool) -> &'static str {
    if let Some(row) = design::Method::of_interval(method) {
        return row.in_methods[0];
    }
    match method {
        IntervalKind::Invert => "intervals that invert the two-sided permutation test",
        IntervalKind::Tango => "score intervals of paired proportions",
        IntervalKind::Unconditional => "exact unconditional score intervals of paired proportions",
        IntervalKind::Bca => "bias-corrected and accelerated bootstrap intervals",
        IntervalKind::Percentile => "bootstrap percentile intervals",
        IntervalKind::BootstrapCentred => "centred bootstrap intervals",
        IntervalKind::SignOrder => {
            "order-statistic intervals of the median of the differences that are not 0"
        }
        IntervalKind::WinsMidP => "mid-p intervals given how many items differ",
        IntervalKind::WinsWilson => "Wilson score intervals given how many items differ",
        IntervalKind::WinsWilsonCorrected => {
            "Wilson score intervals with continuity correction given how many items differ"
        }
        IntervalKind::Basic => "basic bootstrap intervals",
        IntervalKind::Normal => "normal intervals with the bootstrap standard error",
        IntervalKind::Studentized => "studentized bootstrap intervals",
        IntervalKind::Tilted => "null-tilted intervals",
        IntervalKind::Betting => "betting intervals",
        IntervalKind::PredictionWilson => "Wilson intervals of prediction-powered shares",
        IntervalKind::DisjointPairs => {
            "exact intervals for areas of 0 or 1, without assumptions about the scores"
        }
        IntervalKind::AllRight => {
            "intervals of the laws under which all labels are right often enough"
        }
        IntervalKind::ClusterScore => "score intervals with the variance of clusters",
        IntervalKind::DeLong => "intervals with DeLong's variance of areas",
        IntervalKind::Wilson => "Wilson score intervals",
        IntervalKind::WilsonDispersed => "Wilson score intervals with the dispersion of the scores",
        IntervalKind::HallT => "t intervals joined with Hall's correction for skewness",
        IntervalKind::HodgesLehmann => "Hodges-Lehmann intervals of the pseudo-median",
        IntervalKind::ChanZhang => "exact unconditional intervals of independent proportions",
        IntervalKind::HodgesLehmannShift => "Hodges-Lehmann intervals of the shift",
        IntervalKind::MiettinenNurminen => "score intervals of independent proportions",
        IntervalKind::ClopperPearson => "exact binomial intervals",
        IntervalKind::Newcombe if unpaired => "Newcombe intervals of independent proportions",
        IntervalKind::Newcombe => "Newcombe intervals of paired proportions",
        IntervalKind::SwapCalibrated => {
            "swap-calibrated intervals, as wide as the distribution of the permutation test"
        }
        IntervalKind::MaxT => {
            "simultaneous intervals from the maximum studentised difference over random swaps"
        }
        IntervalKind::BootstrapMaxT => "simultaneous studentised bootstrap intervals",
        IntervalKind::Nemenyi => {
            "simultaneous intervals of mean ranks by Nemenyi's critical difference"
        }
        IntervalKind::Hsd => "simultaneous intervals of randomised HSD",
        IntervalKind::JackknifeT => "t intervals with the leave-one-out standard error",
        // Items that do not differ; those of designs are in their rows.
        _ => "intervals",
    }
}

fn intervals(text: &mut Text, outcome: &Outcome) {
    let unpaired = outcome.request.sample.unpaired;
    let told = |text: &mut Text, methods: &[IntervalKind]| {
        for (place, method) in methods.iter().enumerate() {
            text.say(match place {
                0 => " ",
                last if last + 1 == methods.len() => " or ",
                _ => ", ",
            });
            text.say(interval_words(*method, unpaired));
            let own = design::Method::of_interval(*method).map(|row| row.work);
            text.cite(own.or(works::of_interval(*method, unpaired)).as_slice());
        }
    };
    let differences = different(
        outcome
            .all_comparisons()
            .filter_map(|one| Some(one.interval.as_ref()?.method)),
    );
    let systems = different(
        outcome
            .systems
            .iter()
            .filter_map(|one| Some(one.interval.as_ref()?.method)),
    );
    let level = percent(outcome.confidence);
    if !differences.is_empty() {
        let intervals = outcome
            .all_comparisons()
            .filter_map(|one| one.interval.as_ref());
        let family = outcome.family.as_ref().map(|family| family.adjust);
        let held = intervals.map(|interval| interval.level_prefix(outcome.confidence, family));
        let held = held.max_by_key(|held| held.len()).unwrap_or_default();
        let on_all = outcome
            .comparisons
            .iter()
            .filter_map(|one| one.interval.as_ref());
        let on_all = on_all
            .map(|one| one.level_prefix(outcome.confidence, family))
            .max();
        match &outcome.by {
            Some(by) if on_all.is_some_and(|on_all| on_all != held) => text.say(&format!(
                " For differences we give {level} (for the values of {}: {held}{level})",
                by.column
            )),
            _ => text.say(&format!(" For differences we give {held}{level}")),
        }
        told(text, &differences);
        if systems == differences && held.is_empty() {
            text.say(", and the same for each system.");
            return;
        }
        text.say(if systems.is_empty() {
            "."
        } else {
            ", and for each system"
        });
    } else if !systems.is_empty() {
        text.say(&format!(" For each system we give {level}"));
    }
    if !systems.is_empty() {
        told(text, &systems);
        text.say(".");
    }
}

/// What intervals were drawn from, where no test says it.
fn resampled(text: &mut Text, outcome: &Outcome) {
    let mut tests = outcome.all_comparisons().flat_map(|one| &one.tests);
    if tests.any(|test| test.method == Method::Sampled) || !draws_intervals(outcome) {
        return;
    }
    text.say(&format!(
        " Bootstrap intervals rest on {} (seed {}, stream {}).",
        count(outcome.resamples, "resample"),
        outcome.seed,
        outcome.stream
    ));
}

/// Some interval comes from resamples that no test counts.
pub(crate) fn draws_intervals(outcome: &Outcome) -> bool {
    let request = &outcome.request;
    let of_systems = outcome
        .systems
        .iter()
        .filter_map(|system| system.interval.as_ref());
    let mut all = outcome
        .all_comparisons()
        .filter_map(|one| one.interval.as_ref())
        .chain(of_systems);
    let of_corpus = outcome.metric.signature.is_some()
        && outcome
            .comparisons
            .iter()
            .all(|one| one.effect.cohen_dz.is_none());
    let drawn =
        of_corpus || request.compute.exact == Exact::Never || !request.variants.rule.has_law();
    all.any(|interval| match interval.method {
        IntervalKind::Studentized => true,
        IntervalKind::Percentile
        | IntervalKind::Basic
        | IntervalKind::Normal
        | IntervalKind::Bca => drawn,
        _ => false,
    })
}

/// A margin as a sentence has it.
fn size(asked: MarginSize) -> String {
    match asked {
        MarginSize::Points(1.0) => "1 percentage point".to_owned(),
        MarginSize::Points(size) => format!("{} percentage points", plain(size)),
        MarginSize::Percent(size) => format!("{} % of the baseline's score", plain(size)),
        MarginSize::Absolute(size) => plain(size),
    }
}

fn margin(text: &mut Text, outcome: &Outcome) {
    let Some(AskedMargin { claim, size: asked }) = outcome.request.question.margin else {
        return;
    };
    let size = size(asked);
    let methods = different(
        outcome
            .all_comparisons()
            .filter_map(|one| one.margin.as_ref()?.method),
    );
    let beyond = outcome
        .all_comparisons()
        .any(|one| one.margin.as_ref().is_some_and(|margin| margin.beyond));
    let what = match claim {
        Claim::Noninferior => {
            format!(" Non-inferiority by a margin of {size}, fixed beforehand, was tested")
        }
        Claim::Equivalent => {
            format!(
                " Equivalence within a margin of {size} either way, fixed beforehand, was tested"
            )
        }
        Claim::Superior => {
            format!(" Superiority by more than {size}, fixed beforehand, was tested")
        }
    };
    text.say(&what);
    if methods.is_empty() {
        text.say(", but these scores do not allow such a test.");
        return;
    }
    match claim {
        Claim::Noninferior | Claim::Superior => text.say(" with a one-sided"),
        Claim::Equivalent => {
            text.say(" with two one-sided tests");
            text.cite(&[&works::SCHUIRMANN]);
            text.say(", each");
        }
    }
    for (place, method) in methods.iter().enumerate() {
        let (noun, work) = margin_noun(*method);
        text.say(if place == 0 { " " } else { " or " });
        if place == 0 && claim == Claim::Equivalent {
            text.say(if noun.starts_with(['a', 'e', 'i', 'o']) {
                "an "
            } else {
                "a "
            });
        }
        text.say(noun);
        text.cite(&[work]);
    }
    text.say(&format!(
        ", at level {}; the matching interval of {} has confidence {}, 1 − 2·alpha.",
        outcome.alpha,
        if beyond {
            "the difference beyond the margin"
        } else {
            "the difference"
        },
        percent(1.0 - 2.0 * outcome.alpha)
    ));
}

/// The posterior, which is not a test.
fn posterior(text: &mut Text, outcome: &Outcome) {
    let Some(Bayesian { rope }) = outcome.request.question.bayesian else {
        return;
    };
    text.say(" Beside the tests we give posterior probabilities of the difference by the Bayesian bootstrap");
    text.cite(&[&works::RUBIN]);
    text.say(&format!(
        ", with {} intervals of equal tails",
        percent(outcome.confidence)
    ));
    if let Some(rope) = rope {
        text.say(&format!(
            "; differences within {} either way, fixed beforehand, count as practically equal",
            size(rope)
        ));
    }
    text.say(". They are not p-values, and are not adjusted.");
}

fn family(text: &mut Text, outcome: &Outcome) {
    if let Some(by) = &outcome.by {
        text.say(&format!(
            " The comparison was repeated on each of the {} of {}.",
            count(by.populations.len() as u64, "sub-population"),
            by.column
        ));
    }
    let tests = outcome.all_comparisons().count();
    match (&outcome.family, outcome.request.question.adjust) {
        (Some(family), Some(adjustment)) => {
            let (name, cited) = works::of_adjustment(adjustment);
            let of_discoveries = matches!(
                adjustment,
                Adjustment::BenjaminiHochberg | Adjustment::BenjaminiYekutieli
            );
            let rate = if of_discoveries {
                "false discovery rate"
            } else {
                "family-wise error rate"
            };
            let kind = if outcome.request.question.tests.len() > 1 {
                "primary "
            } else {
                ""
            };
            let margins = if outcome.request.question.margin.is_some() {
                ", and separately those of their margin tests,"
            } else {
                ""
            };
            let size = count(family.size, "comparison");
            let overall = outcome.by.as_ref().and_then(|by| by.overall.as_ref());
            let overall = overall.map_or_else(String::new, |overall| {
                format!(
                    " and, apart from them, of the {} on all items",
                    overall.size
                )
            });
            let by = if outcome.adjusts_all() {
                format!(" by {} metrics", 1 + outcome.also.len())
            } else {
                String::new()
            };
            text.say(&format!(
                " The {kind}p-values of the {size}{by}{overall}{margins} were adjusted by {name}"
            ));
            text.cite(cited);
            text.say(&format!(", which controls the {rate}."));
        }
        _ if tests > 1 => text.say(&format!(
            " The p-values of these {tests} comparisons were not adjusted."
        )),
        _ => {}
    }
}

/// Metrics beside the one that the comparison is about.
fn secondary(text: &mut Text, outcome: &Outcome) {
    if outcome.also.is_empty() {
        return;
    }
    let unpaired = outcome.request.sample.unpaired;
    text.say(if outcome.also.len() == 1 {
        " The secondary metric was "
    } else {
        " Secondary metrics were "
    });
    let own = |comparisons: &[ComparisonOutcome]| {
        let tests = comparisons.iter().filter_map(|one| one.tests.first());
        let intervals = comparisons.iter().filter_map(|one| one.interval.as_ref());
        (
            different(tests.map(|test| test.name)),
            different(intervals.map(|interval| interval.method)),
        )
    };
    let (primary, mut is_alike) = (own(&outcome.comparisons), true);
    for (place, also) in outcome.also.iter().enumerate() {
        text.say(match place {
            0 => "",
            last if last + 1 == outcome.also.len() => " and ",
            _ => ", ",
        });
        text.say(&also.metric.printed());
        text.cite(works::of_metric(&also.metric.name));
        if let Some(signature) = &also.metric.signature {
            text.say(&format!(" with signature {signature}"));
        }
        let (tests, intervals) = own(&also.comparisons);
        is_alike &= (&tests, &intervals) == (&primary.0, &primary.1);
        for test in tests.iter().filter(|test| !primary.0.contains(test)) {
            let noun = test_noun(*test, None, &outcome.request);
            text.say(&format!(", by the {noun}"));
            text.cite(&[works::of_test(*test, unpaired)]);
        }
        for (place, method) in intervals
            .iter()
            .filter(|kind| !primary.1.contains(kind))
            .enumerate()
        {
            text.say(if place == 0 { ", with " } else { " or " });
            text.say(interval_words(*method, unpaired));
            text.cite(works::of_interval(*method, unpaired).as_slice());
        }
    }
    text.say(if is_alike {
        ", tested in the same way"
    } else {
        ", tested in the same way otherwise"
    });
    text.say(if outcome.adjusts_all() {
        "."
    } else {
        "; their p-values were not adjusted."
    });
}

#[cfg(test)]
mod tests;
