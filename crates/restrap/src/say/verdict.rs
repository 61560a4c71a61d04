//! The verdict in words: what was seen, what the evidence is, what it does not say.

use restrap_stats::Alternative;
use restrap_words::asked_as;

use crate::number::format::{count, end, grouped, percent, probability};
use crate::outcome::{
    ClusterOutcome, ComparisonOutcome, IntervalOutcome, MarginMethod, MarginOutcome, TestOutcome,
};
use crate::request::{Claim, Exact, Over, Request, Test};
use crate::say::method::p_is as of_text;
use crate::say::scale::Scale;
use crate::say::{order, planning, posterior};

/// The words and whether a difference was shown.
pub(crate) fn of(
    comparison: &ComparisonOutcome,
    decimals: usize,
    request: &Request,
) -> (String, bool) {
    let scale = Scale::of(comparison, decimals);
    let (mut words, shown) = superiority(comparison, &scale, request);
    if let Some(margin) = &comparison.margin {
        words = format!("{words} {}", within(margin, comparison, &scale, request));
    }
    if let Some(posterior) = &comparison.posterior {
        words = format!(
            "{words} {}",
            posterior::words(posterior, comparison, &scale, request)
        );
    }
    (words, shown)
}

/// What the margin test says.
fn within(
    margin: &MarginOutcome,
    comparison: &ComparisonOutcome,
    scale: &Scale,
    request: &Request,
) -> String {
    let [limit, size] = scale.margin(margin.size, &margin.asked);
    let (Some(p), Some(interval)) = (margin.p_adjusted.or(margin.pvalue), &margin.interval) else {
        let why = margin
            .notes
            .first()
            .map_or("no test is defined", String::as_str);
        return format!("Your margin of {size} was not tested: {why}.");
    };
    let (low, high) = margin
        .improvements(request.question.higher_is_better)
        .unwrap_or_default();
    let (is_worse, is_better) = (high < -margin.size, low > margin.size);
    let end = |value: f64| end(value * scale.factor, scale.decimals);
    // In the sign of the difference that stands above, with the ends that it may not reach.
    let limit = match (margin.claim, request.question.higher_is_better) {
        (Claim::Equivalent, _) => {
            format!(
                "limits −{} and +{}",
                scale.with_unit(&limit),
                scale.with_unit(&limit)
            )
        }
        // A gain, or a loss.
        (claim, higher) => {
            let sign = if (claim == Claim::Superior) == higher {
                '+'
            } else {
                '−'
            };
            format!("limit {sign}{}", scale.with_unit(&limit))
        }
    };
    let (of, limit) = if margin.beyond {
        ("beyond it", String::new())
    } else {
        ("of the difference", format!(", {limit}"))
    };
    let interval = format!(
        "{} CI {of} {} to {}{}{limit}",
        percent(interval.confidence),
        end(interval.low),
        end(interval.high),
        if scale.unit.is_empty() { "" } else { " points" }
    );
    let adjusted = if margin.p_adjusted.is_some() {
        "adjusted "
    } else {
        ""
    };
    // The largest p over what is not known of these items.
    let is_worst_case = matches!(
        margin.method,
        Some(MarginMethod::Unconditional | MarginMethod::ChanZhang)
    );
    let p = if is_worst_case {
        format!("{adjusted}p at most {}", probability(p))
    } else {
        let text = margin.p_text(request.compute.resamples).unwrap_or_default();
        format!("{adjusted}{}", of_text(&text))
    };
    let open = planning::words(comparison).map_or_else(String::new, |words| format!("; {words}"));
    match (margin.claim, margin.shown) {
        // The opposite is shown, of which p says nothing.
        (Claim::Equivalent, false) if is_worse || is_better => {
            format!("A difference of more than your margin of {size} was shown ({interval}).")
        }
        (Claim::Noninferior, false) if is_worse => {
            format!("Being worse by more than your margin of {size} was shown ({interval}).")
        }
        (Claim::Superior, true) => format!("Better by more than {size} ({interval}; {p})."),
        (Claim::Superior, false) if high < margin.size => {
            format!("Being better by less than {size} was shown ({interval}).")
        }
        (Claim::Superior, false) => {
            format!("Being better by more than {size} was not shown ({interval}; {p}){open}.")
        }
        (Claim::Equivalent, true) => format!("Within your margin of {size} ({interval}; {p})."),
        (Claim::Equivalent, false) => {
            format!("Not shown to be within your margin of {size} ({interval}; {p}){open}.")
        }
        (_, true) => format!("Not worse by your margin of {size} ({interval}; {p})."),
        (_, false) => {
            format!(
                "Being worse by your margin of {size} was not ruled out ({interval}; {p}){open}."
            )
        }
    }
}

fn superiority(comparison: &ComparisonOutcome, scale: &Scale, request: &Request) -> (String, bool) {
    let test = &comparison.tests[0];
    let shown = test.is_significant(request.question.alpha);
    let mut words = Vec::new();
    let effect = &comparison.effect;
    if effect.better == 0 && effect.worse == 0 && comparison.counts_items() {
        let tied = match effect.tied {
            1 => "The only pair is tied".to_owned(),
            pairs => format!("All {} pairs are tied", grouped(pairs)),
        };
        let verdict = format!(
            "{tied}: no test can find a difference here, and that is not evidence that the systems are equal elsewhere."
        );
        return (verdict, false);
    }
    let order = comparison.order.as_ref().filter(|_| test.name == Test::Aso);
    if let Some(order) = order {
        if shown {
            words.push(gap_sentence(scale, comparison, request));
            words.push(order::shown(order, comparison, request));
        } else {
            words.push(order::not_shown(order, comparison, request));
        }
    } else if shown && comparison.is_contradicted() {
        words.push(contradicted(scale, comparison, request));
    } else if shown {
        words.push(gap_sentence(scale, comparison, request));
        let evidence = evidence(test, comparison, request);
        words.push(match scale.range(comparison, request) {
            Some(range) => {
                let units = drawn(comparison, request);
                let runs = if comparison.runs.is_some() {
                    " and training runs"
                } else {
                    ""
                };
                let other = comparison
                    .interval
                    .as_ref()
                    .and_then(|interval| interval.quantity().zip(interval.estimate));
                let of = other.map_or_else(
                    || "the gap".to_owned(),
                    |([_, name], at)| format!("the {name}, here {},", scale.amount(at)),
                );
                format!(
                    "For {units}{runs} like these {of} is {range}; {}",
                    uncapitalized(&evidence)
                )
            }
            None => evidence,
        });
    } else {
        words.push(not_shown(comparison, scale, request));
    }
    if let Some(floor) = test.p_floor.filter(|&floor| floor > request.question.alpha) {
        let alpha = request.question.alpha;
        words.push(format!(
            "This test cannot reach {alpha} here: smallest possible p {}{}.",
            probability(floor),
            if comparison.samples.is_some()
                || comparison.clusters.is_some()
                || test.resamples.is_some()
            {
                String::new()
            } else {
                let noun = format!("differing {}", request.sample.over.noun());
                format!(" with {}", count(effect.better + effect.worse, &noun))
            }
        ));
    }
    if let Some(straddling) = straddling(test, request) {
        words.push(format!("{}.", capitalized(&straddling)));
    }
    // An order is not a difference of means.
    if let Some(interval) = comparison.interval.as_ref().filter(|_| order.is_none())
        && disagree(interval, test, request)
    {
        let alpha = request.question.alpha;
        let near = test
            .pvalue
            .is_some_and(|p| p <= 3.0 * alpha && p >= alpha / 3.0);
        let words_of = if near {
            "Interval and test disagree near alpha: the test decides, and this is borderline."
        } else {
            "Interval and test disagree: they are two methods, and the test decides."
        };
        words.push(words_of.to_owned());
    }
    (words.join(" "), shown)
}

/// Resamples beyond which no gate goes on drawing.
pub(crate) const MOST_RESAMPLES: u64 = 10_000_000;

/// The Monte Carlo bounds of a p-value, adjusted with it, lie on both sides of alpha: in words, with what settles it.
pub(crate) fn straddling(test: &TestOutcome, request: &Request) -> Option<String> {
    straddles(
        test.pvalue?,
        test.p_adjusted,
        test.pvalue_interval?,
        request,
    )
}

/// The same of a p-value with these bounds.
pub(crate) fn straddles(
    own: f64,
    adjusted: Option<f64>,
    bounds: [f64; 2],
    request: &Request,
) -> Option<String> {
    let adjusted = adjusted.filter(|_| own > 0.0);
    let factor = adjusted.map_or(1.0, |p| p / own);
    let [low, high] = bounds.map(|bound| (bound * factor).min(1.0));
    if low > request.question.alpha || request.question.alpha >= high {
        return None;
    }
    let kind = if adjusted.is_some() { "adjusted " } else { "" };
    let drawn = request.compute.resamples;
    let more = if drawn < MOST_RESAMPLES {
        let law = if request.compute.exact == Exact::Never {
            format!(" or {}", asked_as("exact", Exact::Always))
        } else {
            String::new()
        };
        format!(": use {}{law}", asked_as("resamples", MOST_RESAMPLES))
    } else {
        String::new()
    };
    Some(format!(
        "too close to call at {}: {kind}p = {} from {} (Monte Carlo bounds {} to {}), and another seed may decide otherwise{more}",
        request.question.alpha,
        probability(adjusted.unwrap_or(own)),
        count(drawn, "resample"),
        probability(low),
        probability(high),
    ))
}

/// Interval and test of the same level point to different sides of alpha.
fn disagree(interval: &IntervalOutcome, test: &TestOutcome, request: &Request) -> bool {
    let same_level = (request.question.alpha - (1.0 - interval.confidence)).abs() < 1e-9;
    let excludes_zero = interval.low > 0.0 || interval.high < 0.0;
    request.question.alternative == Alternative::TwoSided
        && same_level
        && test
            .pvalue
            .is_some_and(|p| excludes_zero != (p <= request.question.alpha))
}

fn evidence(test: &TestOutcome, comparison: &ComparisonOutcome, request: &Request) -> String {
    let null = match test.name {
        _ if request.is_unconditional() => "If neither were ahead, a gap this large",
        Test::Permutation if request.sample.unpaired => &format!(
            "If the {}s were interchangeable between the two, a gap this large",
            request.sample.over.noun()
        ),
        Test::Boschloo | Test::Barnard | Test::ChanZhang | Test::Score => {
            "If both had one share of right answers, whatever that share, a gap this large"
        }
        Test::Binomial => &format!(
            "If the true share were {}, a share this far from it",
            comparison.baseline
        ),
        Test::OneSample => &format!(
            "If the true mean were {}, a mean this far from it",
            comparison.baseline
        ),
        Test::MannWhitney => {
            "If both sets of scores came from one distribution, a rank sum this uneven"
        }
        Test::Permutation if comparison.clusters.is_some() => {
            "If the two were interchangeable cluster by cluster, a gap this large"
        }
        Test::Permutation => "If the two were interchangeable item by item, a gap this large",
        Test::Sign | Test::McNemar => {
            "If each differing item were equally likely to favour either, a split this uneven"
        }
        Test::Wilcoxon => "If the differences were symmetric about 0, a rank sum this uneven",
        _ => "If the true difference were 0, a gap this large",
    };
    let direction = if request.question.alternative == Alternative::TwoSided {
        ""
    } else {
        " in this direction"
    };
    // What is adjusted is not a probability of these data.
    let adjusted = test
        .adjusted_text()
        .map_or_else(String::new, |p| format!("; adjusted p {p}"));
    let p = test.p_text();
    if request.question.tests[0] == Test::BootstrapPercentile {
        let share = match request.question.alternative {
            Alternative::Greater => {
                format!("Of resampled test sets, a share of {p} showed no gain")
            }
            Alternative::Less => {
                format!("Of resampled test sets, a share of {p} showed no loss")
            }
            Alternative::TwoSided => {
                format!("Twice the share of resampled test sets on the other side of 0 is {p}")
            }
        };
        let sides = crate::test::recipe::sides(request.question.alternative);
        return format!("{share} ({sides}{adjusted}).");
    }
    let chance = match (test.bound_words(), p.strip_prefix("< ")) {
        _ if request.is_unconditional() => {
            format!("probability at most {p}, whatever share of items differs")
        }
        (Some(words), Some(bound)) => format!("probability below {bound} ({words})"),
        _ => format!("probability {p}"),
    };
    format!("{null}{direction} would have {chance}{adjusted}.")
}

fn not_shown(comparison: &ComparisonOutcome, scale: &Scale, request: &Request) -> String {
    let test = &comparison.tests[0];
    if test.pvalue.is_none() {
        let why = test.notes.last().map_or("", String::as_str);
        return format!(
            "The {} test is undefined on {}: {why}.",
            test.name,
            these(comparison, request)
        );
    }
    let what = match request.question.alternative {
        Alternative::TwoSided => "No difference was shown",
        Alternative::Greater => "No improvement was shown",
        Alternative::Less => "No worsening was shown",
    };
    let items = these(comparison, request);
    let is_adjusted = test.p_adjusted.is_some();
    let text = test.adjusted_text().unwrap_or_else(|| test.p_text());
    let p = format!(
        "({}{})",
        if is_adjusted { "adjusted " } else { "" },
        of_text(&text)
    );
    match &comparison.interval {
        None => format!("{what} on {items} {p}; a large p is not evidence of equality."),
        Some(interval) => {
            let (low, high) = interval.oriented(request.question.higher_is_better);
            let range = format!(
                "from {} to {}",
                scale.worse_better(low),
                scale.worse_better(high)
            );
            let of = interval
                .quantity()
                .map_or_else(String::new, |[_, name]| format!(", of the {name},"));
            if low <= 0.0 && high >= 0.0 {
                return format!(
                    "{what} on {items} {p}. The interval{of} allows {range}, so this is not evidence of equality."
                );
            }
            let why = match request.question.alternative {
                Alternative::TwoSided
                    if is_adjusted && test.pvalue.is_some_and(|p| p <= request.question.alpha) =>
                {
                    "; before the correction p is at most alpha"
                }
                Alternative::TwoSided => "",
                _ => ", which is not the one that the test asked for",
            };
            format!("{what} on {items} {p}. The interval, {range}, is on one side of 0{why}.")
        }
    }
}

impl ClusterOutcome {
    /// Returns what the items belong to, as the end of their number.
    pub fn phrase(&self) -> String {
        let crossed = self.crossed.as_ref().map(|crossed| {
            let number = grouped(crossed.number);
            format!(" crossed with {number} ({})", crossed.column)
        });
        let (number, column) = (count(self.number, "cluster"), &self.column);
        format!(" in {number} ({column}){}", crossed.unwrap_or_default())
    }
}

/// What is drawn, in the plural.
fn drawn(comparison: &ComparisonOutcome, request: &Request) -> String {
    match &comparison.clusters {
        Some(_) => "clusters".to_owned(),
        None if request.sample.over.overlaps() => "training and test sets".to_owned(),
        None => format!("{}s", request.sample.over.noun()),
    }
}

/// What a claim is not about.
pub(super) fn not_sampled(comparison: &ComparisonOutcome, request: &Request) -> &'static str {
    match request.sample.over {
        Over::Items if comparison.runs.is_some() => "Other kinds of items were not sampled.",
        Over::Items => "Other kinds of items and other training runs were not sampled.",
        Over::Votes => "Other kinds of prompts and other voters were not sampled.",
        Over::Seeds | Over::Repeats => {
            "The items were the same throughout: other items were not sampled."
        }
        Over::Replications => "Other kinds of items were not sampled.",
        Over::Folds | Over::Splits => "Other data sets were not sampled.",
    }
}

/// What was compared: items, and what they belong to.
pub(super) fn units(comparison: &ComparisonOutcome, request: &Request) -> String {
    let mut items = count(comparison.items(), request.sample.over.noun());
    if let Some(runs) = &comparison.runs {
        items = format!(
            "{items}, means of {} against {},",
            count(runs.system, "training run"),
            grouped(runs.baseline)
        );
    }
    match &comparison.clusters {
        None => items,
        Some(clusters) => items + &clusters.phrase(),
    }
}

/// `these 50 items`, `this item`.
fn these(comparison: &ComparisonOutcome, request: &Request) -> String {
    let units = units(comparison, request);
    match units.strip_prefix("1 ") {
        Some(one) => format!("this {one}"),
        None => format!("these {units}"),
    }
}

/// What was seen on these items.
fn gap_sentence(scale: &Scale, comparison: &ComparisonOutcome, request: &Request) -> String {
    let side = if comparison.difference < 0.0 {
        "below"
    } else {
        "above"
    };
    let lower = if scale.higher_is_better {
        ""
    } else {
        "; lower is better"
    };
    format!(
        "On {} {} scored {} {side} {}{lower}.",
        these(comparison, request),
        comparison.system,
        scale.amount(comparison.difference),
        comparison.baseline,
    )
}

/// Returns the result of a test of signs or ranks whose direction is not that of the means.
fn contradicted(scale: &Scale, comparison: &ComparisonOutcome, request: &Request) -> String {
    let (test, system, baseline) = (
        &comparison.tests[0],
        &comparison.system,
        &comparison.baseline,
    );
    let (name, effect) = (test.name, &comparison.effect);
    let is_better = comparison.direction().is_gt();
    let side = if is_better { "better" } else { "worse" };
    let noun = request.sample.over.noun();
    let what = match name {
        Test::Sign => {
            let wins = if is_better {
                effect.better
            } else {
                effect.worse
            };
            let differing = count(effect.better + effect.worse, noun);
            format!(
                "{system} is {side} on {} of the {differing} that differ",
                grouped(wins)
            )
        }
        Test::MannWhitney => {
            let of = probability(effect.superiority);
            format!(
                "the scores of {system} rank {side} than those of {baseline}: P(better) + P(tied)/2 = {of}"
            )
        }
        _ => format!(
            "the ranks of the differences favour {}",
            if is_better { system } else { baseline }
        ),
    };
    let named = match name {
        Test::Sign => "the sign test",
        Test::MannWhitney => "the Mann-Whitney test",
        _ => "Wilcoxon's test",
    };
    let alpha = request.question.alpha;
    let p = of_text(&test.adjusted_text().unwrap_or_else(|| test.p_text()));
    let adjusted = if test.p_adjusted.is_some() {
        "adjusted "
    } else {
        ""
    };
    let gap = scale.amount(comparison.difference);
    let below = if comparison.difference < 0.0 {
        "below"
    } else {
        "above"
    };
    format!(
        "Significant at {alpha} by {named}: {what} ({adjusted}{p}). The mean points the other way: {system} scored {gap} {below}."
    )
}

/// A phrase as a sentence.
pub(super) fn capitalized(phrase: &str) -> String {
    let mut chars = phrase.chars();
    chars.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(chars).collect()
    })
}

/// A sentence as the second half of one.
fn uncapitalized(sentence: &str) -> String {
    let mut chars = sentence.chars();
    chars.next().map_or_else(String::new, |first| {
        first.to_lowercase().chain(chars).collect()
    })
}

/// Names that a sentence holds.
const NAMED: usize = 8;

/// Some names, and how many more there are.
pub(crate) fn named(names: &[&str]) -> String {
    let listed = names
        .iter()
        .take(NAMED)
        .copied()
        .collect::<Vec<_>>()
        .join(", ");
    let more = names.len().saturating_sub(NAMED);
    if more > 0 {
        format!("{listed} and {} more", grouped(more as u64))
    } else {
        listed
    }
}

/// Who is shown ahead of what, and who behind; `names` of each.
pub(crate) fn sides(against: &str, ahead: &[&str], behind: &[&str], all: usize) -> String {
    let shown = ahead.len() + behind.len();
    let mut sentence = format!(
        "{} of {} {} significantly from {against}",
        grouped(shown as u64),
        count(all as u64, "system"),
        if shown == 1 { "differs" } else { "differ" }
    );
    for (names, word) in [(ahead, "better"), (behind, "worse")] {
        if !names.is_empty() {
            sentence.push_str("; significantly ");
            sentence.push_str(word);
            sentence.push_str(": ");
            sentence.push_str(&named(names));
        }
    }
    sentence.push('.');
    if shown < all {
        let rest = if shown == 0 {
            "This"
        } else {
            "The others do not differ significantly, which"
        };
        sentence = format!("{sentence} {rest} is not evidence of equality.");
    }
    sentence
}
