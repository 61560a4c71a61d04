//! Families of pairs: step-down maxima, randomised HSD, the step-down bootstrap.

use restrap_core::{EverySwap, Resampler};
use restrap_engine::{Block, Control, Family, Reached, StepDown, step_down};
use restrap_facade::{Correction, RankOutcome, RankRequest, Request, Scores, rank};
use serde_json::{Value, json};

use super::reader::{Answer, Case, check, numbers};
use super::scores;

fn rows(value: &Value) -> Vec<Vec<f64>> {
    value
        .as_array()
        .expect("rows")
        .iter()
        .map(numbers)
        .collect()
}

fn systems(case: &Case) -> Vec<Scores<'static>> {
    let rows = rows(&case.inputs["scores_items_by_systems"]);
    let column = |system: usize| rows.iter().map(|row| row[system]).collect::<Vec<_>>();
    (0..rows[0].len())
        .map(|system| scores(&system.to_string(), &column(system)))
        .collect()
}

fn ranked(case: &Case, correction: Correction, alpha: f64) -> RankOutcome {
    let request = Request::default()
        .alpha(alpha)
        .confidence(1.0 - alpha)
        .digits(3);
    let asked = RankRequest::new(request).correction(correction);
    rank(&systems(case), &asked, &Control::default()).expect("systems and items")
}

/// A pair of system numbers, as golden cases order them, and its place among the pairs of the outcome.
fn pairs(outcome: &RankOutcome) -> Vec<([usize; 2], usize)> {
    let number = |name: &str| name.parse::<usize>().expect("a number");
    let both = |(at, pair): (usize, &restrap_facade::RankedPair)| {
        let [a, b] = [number(&pair.a), number(&pair.b)];
        ([a.min(b), a.max(b)], at)
    };
    let mut all: Vec<_> = outcome.pairs.iter().enumerate().map(both).collect();
    all.sort_unstable();
    all
}

fn each(outcome: &RankOutcome, of: impl Fn(&restrap_facade::RankedPair) -> f64) -> Vec<f64> {
    pairs(outcome)
        .into_iter()
        .map(|(_, at)| of(&outcome.pairs[at]))
        .collect()
}

/// The largest sets of systems that share a letter.
fn groups(outcome: &RankOutcome) -> Vec<Vec<usize>> {
    let letters = |at: usize| {
        outcome.systems[at]
            .letters
            .as_deref()
            .expect("few letters")
            .to_owned()
    };
    let all: std::collections::BTreeSet<char> = (0..outcome.systems.len())
        .flat_map(|at| letters(at).chars().collect::<Vec<_>>())
        .collect();
    let holders = |letter: char| {
        let with = (0..outcome.systems.len()).filter(|&at| letters(at).contains(letter));
        let mut numbers: Vec<usize> = with
            .map(|at| outcome.systems[at].name.parse().expect("a number"))
            .collect();
        numbers.sort_unstable();
        numbers
    };
    all.into_iter().map(holders).collect()
}

fn sorted(groups: &Value) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> =
        serde_json::from_value(groups.clone()).expect("groups of numbers");
    for group in &mut groups {
        group.sort_unstable();
    }
    groups.sort();
    groups
}

/// The golden groups where ours are the same sets, whatever their order; else ours.
fn same_sets(outcome: &RankOutcome, expected: &Value) -> Value {
    let own = json!(groups(outcome));
    if sorted(&own) == sorted(expected) {
        expected.clone()
    } else {
        own
    }
}

/// The expected numbers where ours are those with the 12 digits of the JSON; else ours.
fn printed(own: &[f64], expected: &Value) -> Value {
    let expected = numbers(expected);
    let is_printed = |(own, expected): (&f64, &f64)| format!("{expected:.11e}").parse() == Ok(*own);
    if own.len() == expected.len() && own.iter().zip(&expected).all(is_printed) {
        json!(expected)
    } else {
        json!(own)
    }
}

fn max_t(case: &Case) -> Value {
    let outcome = ranked(case, Correction::MaxTStepDown, 0.05);
    let loose = ranked(case, Correction::MaxTStepDown, 0.2);
    let mut means: Vec<(usize, f64)> = outcome
        .systems
        .iter()
        .map(|system| (system.name.parse().expect("a number"), system.score))
        .collect();
    means.sort_by_key(|mean| mean.0);
    // First − second, whichever scored higher.
    let difference = |pair: &restrap_facade::RankedPair| {
        let number = |name: &str| name.parse::<usize>().expect("a number");
        let turned = number(&pair.a) > number(&pair.b);
        if turned {
            pair.difference
        } else {
            -pair.difference
        }
    };
    // An interval excludes 0 exactly where the single-step p is at most 1 − its level.
    let single = numbers(&case.expected["p_maxT_single_step"]);
    for (of, alpha) in [(&outcome, 0.05), (&loose, 0.2)] {
        for ((_, at), single) in pairs(of).into_iter().zip(&single) {
            // Differences that are all equal have none.
            let Some(interval) = &of.pairs[at].interval else {
                continue;
            };
            let excludes = interval.low > 0.0 || interval.high < 0.0;
            assert_eq!(
                excludes,
                *single <= alpha,
                "{}: {interval:?} {single}",
                case.name
            );
        }
    }
    json!({
        "means": printed(&means.into_iter().map(|mean| mean.1).collect::<Vec<_>>(), &case.expected["means"]),
        "pairs": pairs(&outcome).into_iter().map(|pair| pair.0).collect::<Vec<_>>(),
        "differences": printed(&each(&outcome, difference), &case.expected["differences"]),
        "p_raw": each(&outcome, |pair| pair.pvalue.expect("a p-value")),
        "p_maxT_step_down": each(&outcome, |pair| pair.p_adjusted.expect("a p-value")),
        "p_maxT_single_step": each(&ranked(case, Correction::MaxT, 0.05), |pair| pair.p_adjusted.expect("a p-value")),
        "groups_step_down_0.05": same_sets(&outcome, &case.expected["groups_step_down_0.05"]),
        "groups_step_down_0.2": same_sets(&loose, &case.expected["groups_step_down_0.2"]),
    })
}

/// Sampled p within 4 standard errors; everything else as it is.
fn hsd(case: &Case) -> Answer {
    const RESAMPLES: f64 = 100_000.0;
    let outcome = ranked(case, Correction::Hsd, 0.2);
    let p = each(&outcome, |pair| pair.p_adjusted.expect("a p-value"));
    let within = |p: f64| 4.0 * (p * (1.0 - p) / RESAMPLES).sqrt() + 1.0 / RESAMPLES;
    let mut answer = json!({
        "means": null, "exact_count": case.expected["exact_count"],
        "pairs": pairs(&outcome).into_iter().map(|pair| pair.0).collect::<Vec<_>>(),
        "p": p,
    });
    let mut near =
        json!({ "exact_count": 0, "p": p.iter().map(|&p| within(p)).collect::<Vec<_>>() });
    let exact = |of: &Value| match of.as_array() {
        Some(list) => list
            .iter()
            .map(|of| {
                of.as_array()
                    .map_or(json!(0), |of| json!(vec![0; of.len()]))
            })
            .collect(),
        None => json!(0),
    };
    near["pairs"] = exact(&answer["pairs"]);
    if case.expected.get("means").is_some() {
        let mut means: Vec<(usize, f64)> = outcome
            .systems
            .iter()
            .map(|system| (system.name.parse().expect("a number"), system.score))
            .collect();
        means.sort_by_key(|mean| mean.0);
        answer["means"] = means.iter().map(|mean| mean.1).collect();
        near["means"] = means.iter().map(|_| 1e-12).collect();
        answer["groups_0.2"] = same_sets(&outcome, &case.expected["groups_0.2"]);
        near["groups_0.2"] = exact(&answer["groups_0.2"]);
    }
    Answer::Simulated(answer, near)
}

#[test]
fn all_pairs_by_step_down_maxima_equal_enumeration() {
    check("all_pairs_maxt", |case| match case.method.as_str() {
        "all_pairs_maxt" => Some(Answer::Partial(
            max_t(case),
            &["t", "statistic", "p_maxT_single_step"],
        )),
        "tukey_hsd_all_pairs" => Some(hsd(case)),
        _ => None,
    });
}

/// Hypotheses whose statistics are sizes of sums.
struct Sizes(usize);

impl Family for Sizes {
    fn columns(&self) -> usize {
        self.0
    }

    fn hypotheses(&self) -> usize {
        self.0
    }

    fn statistics(&self, block: &Block, hypothesis: usize, values: &mut [f64]) {
        values
            .iter_mut()
            .zip(block.column(hypothesis))
            .for_each(|(value, sum)| *value = sum.abs());
    }
}

/// Resamples that were given, in thousandths.
struct Given(Vec<Vec<i64>>);

impl Resampler for Given {
    fn columns(&self) -> usize {
        self.0[0].len()
    }

    fn sums(&self, _: u64, _: u16, first: u64, sums: &mut [i64]) {
        let rows = self.0[first as usize..].iter().flatten();
        sums.iter_mut()
            .zip(rows)
            .for_each(|(sum, value)| *sum = *value);
    }

    fn counts(&self, _: u64, _: u16, _: u64) -> Vec<u64> {
        Vec::new()
    }

    fn cost(&self) -> u64 {
        1
    }
}

fn reached(observed: &[f64], resampler: &dyn Resampler, resamples: u64) -> (Vec<u32>, Reached) {
    let mut order: Vec<u32> = (0..observed.len() as u32).collect();
    order.sort_by(|&a, &b| observed[a as usize].total_cmp(&observed[b as usize]));
    let thresholds = order.iter().map(|&at| observed[at as usize]).collect();
    let plan = StepDown {
        seed: 0,
        address: 0,
        resamples,
        order: order.clone(),
        thresholds,
        shard_size: 50,
    };
    (
        order,
        step_down(
            &plan,
            resampler,
            &Sizes(observed.len()),
            &Control::default(),
        )
        .expect("memory"),
    )
}

/// Step-down p-values in the order of the input.
fn stepped(order: &[u32], counts: &[u64], p: impl Fn(u64) -> f64) -> Vec<f64> {
    let (mut running, mut all) = (0.0_f64, vec![0.0; order.len()]);
    for (&hypothesis, &count) in order.iter().zip(counts).rev() {
        running = running.max(p(count));
        all[hypothesis as usize] = running;
    }
    all
}

fn westfall_young(case: &Case) -> Value {
    let columns: Vec<Vec<i64>> = rows(&case.inputs["d_hypotheses_by_items"])
        .into_iter()
        .map(|row| row.into_iter().map(|d| d as i64).collect())
        .collect();
    let slices: Vec<&[i64]> = columns.iter().map(Vec::as_slice).collect();
    let every = EverySwap::new(&slices).expect("few items");
    let observed: Vec<f64> = columns
        .iter()
        .map(|column| column.iter().sum::<i64>().abs() as f64)
        .collect();
    let (order, reached) = reached(&observed, &every, every.number());
    let share = |count: u64| count as f64 / every.number() as f64;
    let mut raw = vec![0.0; observed.len()];
    order
        .iter()
        .zip(&reached.own)
        .for_each(|(&at, &count)| raw[at as usize] = share(count));
    let beyond = |t: &f64| {
        share(
            reached
                .largest
                .iter()
                .filter(|largest| *largest >= t)
                .count() as u64,
        )
    };
    json!({
        "p_raw": raw,
        "p_maxT_single_step": observed.iter().map(beyond).collect::<Vec<_>>(),
        "p_maxT_step_down": stepped(&order, &reached.stepped, share),
    })
}

fn romano_wolf(case: &Case) -> Value {
    let thousandths = |value: &f64| (value * 1_000.0).round() as i64;
    let given: Vec<Vec<i64>> = rows(&case.inputs["t_boot_centred_abs"])
        .iter()
        .map(|row| row.iter().map(thousandths).collect())
        .collect();
    let observed: Vec<f64> = case
        .numbers("t_observed_abs")
        .iter()
        .map(|t| thousandths(t) as f64)
        .collect();
    let resamples = given.len() as u64;
    let (order, reached) = reached(&observed, &Given(given), resamples);
    json!({ "p_adjusted": stepped(&order, &reached.stepped, |count| (count + 1) as f64 / (resamples + 1) as f64) })
}

#[test]
fn maxima_of_the_engine_equal_westfall_young_romano_wolf_and_tukey() {
    check("multi_resample", |case| match case.method.as_str() {
        // Smallest p-values in steps are not built: all statistics are studentised.
        "westfall_young" => Some(Answer::Partial(westfall_young(case), &["p_minP_step_down"])),
        "romano_wolf" => Some(Answer::Values(romano_wolf(case))),
        "randomized_tukey_hsd" => Some(hsd(case)),
        _ => None,
    });
}
