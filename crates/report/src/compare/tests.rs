//! Rows of a page that tell one comparison: difference, counts, effect, and its tests.

use restrap::number::{chance, count, end, grouped, number, percent, plain, signed};
use restrap::outcome::{
    ClusterOutcome, ComparisonOutcome, HumanOutcome, More, PosteriorOutcome, TestOutcome,
    VotesOutcome,
};
use restrap::{
    Alternative, ClusterWeight, McNemarVariant, Outcome, SignTies, Test, Variants, Zeros,
    method_words,
};

use super::systems::decimals;
use crate::cells::ends;
use crate::sheet::{Sheet, left, right};

/// Difference, counts, effect and tests of the only comparison.
pub(crate) fn details(comparison: &ComparisonOutcome, outcome: &Outcome) -> Sheet {
    let decimals = decimals(outcome.comparisons.iter(), outcome);
    let effect = &comparison.effect;
    let mut sheet = bare();
    let interval = comparison.interval.as_ref();
    let without = comparison.no_interval.as_ref();
    let without = without.map_or_else(String::new, |why| format!("no interval: {why}"));
    let method = interval.map_or(without, |i| {
        let of = i
            .quantity()
            .zip(i.estimate)
            .map_or_else(String::new, |([name, _], at)| {
                format!(", {name} {}", number(at, decimals))
            });
        format!(
            "{} CI {} ({}{of})",
            percent(i.confidence),
            ends(interval, decimals),
            i.method_beside(comparison.tests[0].name, outcome.request.question.interval)
        )
    });
    sheet.row(
        "difference",
        [signed(comparison.difference, decimals), method],
    );
    // Pairs of different items are not items: P(better) tells them.
    let [better, worse, tied] = [effect.better, effect.worse, effect.tied].map(grouped);
    let items = comparison.samples.map_or_else(
        || {
            // A judge's scores count here, before people's correct them; an area compares each item with those of the other class.
            let by = if comparison.human.is_some() {
                " by the judge alone"
            } else if outcome.metric.name == "roc-auc" {
                " (by rank among the other class)"
            } else {
                ""
            };
            format!("{better} better, {worse} worse, {tied} tied{by}")
        },
        |[baseline, system]| format!("{} against {}", grouped(system), grouped(baseline)),
    );
    if comparison.votes.is_none() && comparison.counts_items() {
        sheet.row(units(comparison, outcome), [String::new(), items]);
    }
    // In the direction of P(better).
    let sign = if outcome.metric.higher_is_better {
        1.0
    } else {
        -1.0
    };
    let dz = effect.cohen_dz.map_or_else(
        || "d_z undefined (no spread)".to_owned(),
        |d| format!("d_z {}", number(sign * d, 3)),
    );
    let dz = effect
        .cohen_ds
        .map_or(dz, |d| format!("d_s {}", number(sign * d, 3)));
    // A corpus metric has no score per item to standardize by.
    let of_corpus = effect.cohen_dz.is_none() && outcome.metric.signature.is_some();
    let dz = if of_corpus {
        String::new()
    } else {
        format!("{dz}, ")
    };
    let superiority = format!(
        "{dz}P(better) + P(tied)/2 = {}",
        number(effect.superiority, 3)
    );
    if comparison.human.is_none() && comparison.counts_items() {
        sheet.row("effect", [String::new(), superiority]);
    }
    if let Some(runs) = &comparison.runs {
        let text = format!(
            "{} against {} training runs, from which {} of the variance comes",
            grouped(runs.system),
            grouped(runs.baseline),
            whole_percent(runs.share_of_runs)
        );
        sheet.row("runs", [String::new(), text]);
    }
    if let Some(human) = &comparison.human {
        corrected(&mut sheet, human, decimals);
    }
    if let Some(votes) = &comparison.votes {
        voted(&mut sheet, votes, comparison);
    }
    if let Some(answers) = &comparison.answers {
        let error = comparison.standard_error.unwrap_or(0.0);
        let told = |error: f64| number(error, restrap::decimals(comparison.items(), error, false));
        let text = format!(
            "standard error {}; {} with twice the items, {} with twice the answers per item",
            told(error),
            told(answers.error_with_twice_the_items),
            told(answers.error_with_twice_the_answers)
        );
        sheet.row("answers", [String::new(), text]);
    }
    if let Some(clusters) = &comparison.clusters
        && let (Some(effect), Some(icc)) = (clusters.design_effect, clusters.icc)
    {
        // The estimate of a correlation of 0 or little falls below 0 as often as above.
        let icc = if icc < 0.0 {
            "0 (estimated below it)".to_owned()
        } else {
            number(icc, 2)
        };
        let text = format!(
            "design effect {}, intraclass correlation {icc}; the largest holds {} of the items",
            number(effect, 1),
            whole_percent(clusters.largest_share)
        );
        sheet.row("clusters", [String::new(), text]);
    }
    if let Some(variance) = &comparison.variance {
        let each = variance.more.iter().filter_map(|more| {
            let gain = number(more.detectable?, decimals);
            Some(format!(
                "{gain} with twice the {}",
                units_of(comparison, more.of)
            ))
        });
        let own = variance.detectable.map(|gain| number(gain, decimals));
        let all: Vec<String> = own
            .into_iter()
            .chain(Some(each.collect::<Vec<_>>().join(", ")))
            .collect();
        let text = all
            .into_iter()
            .filter(|text| !text.is_empty())
            .collect::<Vec<_>>()
            .join("; ");
        if !text.is_empty() {
            let text = format!("smallest with 80 % power: {text}");
            sheet.row("gain", [String::new(), text]);
        }
    }
    if let Some(runs) = comparison
        .runs
        .as_ref()
        .filter(|_| comparison.variance.is_some())
    {
        let fewest = runs.baseline.min(runs.system);
        if fewest < 3 {
            let text = format!(
                "{} per recipe are too few to estimate the variance between runs: train at least 3 of each",
                count(fewest, "run")
            );
            sheet.row("gain", [String::new(), text]);
        }
    }
    add(&mut sheet, comparison, outcome);
    if let Some(order) = &comparison.order {
        let text = format!(
            "violation ratio of {} over the other; epsilon min {} at {}, threshold {}",
            order.better,
            number(order.epsilon_min, 3),
            percent(order.confidence),
            plain(order.threshold)
        );
        sheet.row("order", [number(order.ratio, 3), text]);
    }
    if let Some(posterior) = &comparison.posterior {
        believed(&mut sheet, posterior, decimals);
    }
    sheet
}

/// The posterior of the difference: probabilities, not p-values.
fn believed(sheet: &mut Sheet, posterior: &PosteriorOutcome, decimals: usize) {
    let text = format!(
        "P(better); P(worse) {}; {} from {} to {}",
        chance(posterior.worse),
        percent(posterior.probability),
        end(posterior.low, decimals),
        end(posterior.high, decimals)
    );
    sheet.row("posterior", [chance(posterior.better), text]);
    if let Some(rope) = &posterior.rope {
        let text = format!(
            "P(practically equal) within {}; P(better by more) {}, P(worse by more) {}",
            rope.asked,
            chance(rope.better),
            chance(rope.worse)
        );
        sheet.row("", [chance(rope.equal), text]);
    }
}

/// What there may be more of, in words of the user's own columns where two kinds of clusters cross.
fn units_of(comparison: &ComparisonOutcome, more: More) -> String {
    let clusters = comparison.clusters.as_ref();
    let crossed =
        clusters.and_then(|clusters| Some((&clusters.column, &clusters.crossed.as_ref()?.column)));
    match (more, crossed) {
        (More::Clusters, Some((first, _))) => format!("clusters ({first})"),
        (More::Crossed, Some((_, second))) => format!("clusters ({second})"),
        _ => more.to_string(),
    }
}

/// What people's scores of some items did to a judge's of all.
fn corrected(sheet: &mut Sheet, human: &HumanOutcome, decimals: usize) {
    let interval = human
        .humans_interval
        .as_ref()
        .map_or_else(String::new, |interval| {
            format!(
                " ({} CI {})",
                percent(interval.confidence),
                ends(Some(interval), decimals)
            )
        });
    let text = format!(
        "{} of {} have a human score; by human scores alone {}{interval}, by the judge alone {}; weight of the judge {} in the difference and in both scores; alone each system has its own",
        grouped(human.labelled),
        count(human.labelled + human.unlabelled, "item"),
        signed(human.humans, decimals),
        signed(human.judge, decimals),
        number(human.weight, 2)
    );
    sheet.row("human", [String::new(), text]);
    if let Some(labels) = human.effective_labels {
        let saved = labels - human.labelled as f64;
        let text = match saved.round() {
            saved if saved >= 1.0 => {
                format!("as precise as {} more human scores", grouped(saved as u64))
            }
            _ => "adds no precision".to_owned(),
        };
        sheet.row("judge", [String::new(), text]);
    }
    if let Some(agreement) = &human.agreement {
        let told = |share: Option<f64>| {
            share.map_or_else(|| "undefined".to_owned(), |share| number(share, 2))
        };
        let text = format!(
            "kappa {}, sensitivity {}, specificity {}",
            told(agreement.kappa),
            told(agreement.sensitivity),
            told(agreement.specificity)
        );
        sheet.row("agreement", [String::new(), text]);
    }
}

/// Votes, and what the order of two outputs did.
fn voted(sheet: &mut Sheet, votes: &VotesOutcome, comparison: &ComparisonOutcome) {
    let missing = match votes.missing {
        0 => String::new(),
        missing => format!("; {} without a winner left out", count(missing, "row")),
    };
    let text = format!(
        "{} won, {} lost, {} tied (half each){missing}",
        grouped(votes.won),
        grouped(votes.lost),
        grouped(votes.tied)
    );
    sheet.row("votes", [String::new(), text]);
    let Some(position) = &votes.position else {
        let text = format!(
            "{} was always shown in one place: order and system are confounded",
            comparison.system
        );
        sheet.row("position", [String::new(), text]);
        return;
    };
    let interval = position
        .interval
        .as_ref()
        .map_or_else(String::new, |interval| {
            format!(
                " ({} CI {} to {})",
                percent(interval.confidence),
                end(interval.low, 2),
                end(interval.high, 2)
            )
        });
    let text = format!(
        "the output shown first got {} of the votes{interval}; with balanced order {} gets {}",
        number(position.first_share, 2),
        comparison.system,
        number(position.balanced, 2)
    );
    sheet.row("position", [String::new(), text]);
}

/// What is better, worse or tied: clusters where each has one value, else items or what takes their place.
fn units(comparison: &ComparisonOutcome, outcome: &Outcome) -> String {
    let has_values = |clusters: &ClusterOutcome| {
        comparison.effect.cohen_dz.is_none() || clusters.weight == ClusterWeight::Equal
    };
    if comparison.clusters.as_ref().is_some_and(has_values) {
        return "clusters".to_owned();
    }
    let plural = format!("{}s", outcome.request.sample.over.noun());
    plural
        .split(' ')
        .next_back()
        .map_or_else(String::new, str::to_owned)
}

/// A share without decimals.
fn whole_percent(share: f64) -> String {
    if share > 0.0 && share < 0.005 {
        "less than 1 %".to_owned()
    } else {
        percent((100.0 * share).round() / 100.0)
    }
}

/// The tests of one of several comparisons.
pub(super) fn tests(comparison: &ComparisonOutcome, outcome: &Outcome) -> Sheet {
    let mut sheet = bare();
    add(&mut sheet, comparison, outcome);
    sheet
}

/// Rows without a header: what, a number, words.
fn bare() -> Sheet {
    Sheet::new([left(""), right(""), left("")])
}

/// One row per test.
fn add(sheet: &mut Sheet, comparison: &ComparisonOutcome, outcome: &Outcome) {
    let mut told: Vec<&TestOutcome> = Vec::new();
    for test in &comparison.tests {
        if told.iter().any(|seen| same_test(seen, test, outcome)) {
            continue;
        }
        told.push(test);
        let side = match test.alternative {
            Alternative::TwoSided => "two-sided".to_owned(),
            side => format!("one-sided ({side})"),
        };
        let label = match (test.primary, test.name) {
            (true, _) => "p-value",
            (_, Test::StuartMaxwell) => "class shares",
            _ => "sensitivity",
        };
        let same = comparison
            .tests
            .iter()
            .filter(|other| same_test(test, other, outcome));
        let names: Vec<String> = same
            .map(|test| variant(test, &outcome.request.variants))
            .collect();
        // A count of 0 is its own bound.
        let bound = test.bound_words();
        let how = bound.unwrap_or_else(|| method_words(test));
        let about = match (&comparison.runs, test.name) {
            (None, _) => "",
            (Some(_), Test::T) => "; this recipe",
            (Some(_), _) => "; these checkpoints",
        };
        let words = format!("{}, {side}, {how}{about}", names.join(" = "));
        sheet.row(label, [test.p_text(), words]);
    }
}

/// The name of a test, with its variant where that is not the default.
fn variant(test: &TestOutcome, variants: &Variants) -> String {
    match test.name {
        Test::Sign if variants.sign_ties == SignTies::Split => "sign (ties split)".to_owned(),
        Test::McNemar if variants.mcnemar != McNemarVariant::Exact => {
            format!("mcnemar ({})", variants.mcnemar)
        }
        Test::Wilcoxon if variants.zeros != Zeros::Wilcox => {
            format!("wilcoxon ({})", variants.zeros)
        }
        name => name.to_string(),
    }
}

/// Returns `true` if one row tells both tests: on 0/1 data permutation, sign and exact McNemar are one test with one p-value.
fn same_test(one: &TestOutcome, other: &TestOutcome, outcome: &Outcome) -> bool {
    let variants = &outcome.request.variants;
    let exact_binomial = |test: &TestOutcome| {
        test.exact
            && match test.name {
                Test::Permutation => true,
                Test::Sign => variants.sign_ties == SignTies::Drop,
                Test::McNemar => variants.mcnemar == McNemarVariant::Exact,
                _ => false,
            }
    };
    let is_same = outcome.metric.binary && exact_binomial(one) && exact_binomial(other);
    one.name == other.name || is_same && one.pvalue == other.pvalue
}
