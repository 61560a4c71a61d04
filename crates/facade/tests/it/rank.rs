//! Rankings: one decision in all its words, an oracle by loops, the same bytes whatever the machine does.

use restrap_facade::{
    Ballots, Clustering, Control, Correction, Data, Error, Exact, Groups, IntervalMethod, Level,
    Populations, RankOutcome, RankRequest, Request, Sampling, Scores, Units, compare, rank,
    rank_votes,
};
use restrap_testing::{Numbers, effort};

use restrap_stats::votes::Duel;

/// Numbers of a seed.
struct Stream(Numbers);

impl Stream {
    fn unit(&mut self) -> f64 {
        self.0.share()
    }

    fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.unit()).sum::<f64>() - 6.0
    }

    fn below(&mut self, n: usize) -> usize {
        (self.unit() * n as f64) as usize
    }
}

/// Systems of any noise and gap, with items in common.
fn family(stream: &mut Stream, systems: usize, items: usize, gap: f64) -> Vec<Scores<'static>> {
    let common: Vec<f64> = (0..items).map(|_| stream.normal()).collect();
    let system = |number: usize| {
        let (shift, noise) = (gap * stream.unit(), 0.3 + stream.unit());
        let digits = if number.is_multiple_of(3) { 100.0 } else { 1.0 };
        let values = common.iter().map(|&common| {
            let value = common + shift + noise * stream.normal();
            (value * digits).round() / digits
        });
        Scores::new(format!("s{number}"), values.collect::<Vec<_>>())
    };
    (0..systems).map(system).collect()
}

fn ranked(systems: &[Scores], asked: &RankRequest) -> RankOutcome {
    rank(systems, asked, &Control::default()).expect("a ranking")
}

fn quick(correction: Correction) -> RankRequest {
    RankRequest::new(Request::default().resamples(999)).correction(correction)
}

/// Where ranks, tiers, letters, intervals to the best or p-values say something else than the pairs.
fn contradictions(outcome: &RankOutcome) -> Vec<String> {
    let place = |name: &str| {
        outcome
            .systems
            .iter()
            .position(|system| system.name == name)
            .expect("a system")
    };
    let systems = outcome.systems.len();
    let mut ahead = vec![vec![false; systems]; systems];
    let mut found = Vec::new();
    for pair in &outcome.pairs {
        let p = pair.p_adjusted.expect("a p-value");
        if pair.shown != (p <= outcome.alpha) {
            found.push(format!(
                "{} and {}: shown {} at {p}",
                pair.a, pair.b, pair.shown
            ));
        }
        if pair.pvalue.is_some_and(|raw| raw > p * (1.0 + 1e-11)) {
            found.push(format!("{} and {}: adjustment lowered p", pair.a, pair.b));
        }
        // A constant difference has no spread to make an interval of.
        if let Some(interval) = &pair.interval {
            let excludes = interval.low > 0.0 || interval.high < 0.0;
            if excludes && !pair.shown {
                found.push(format!(
                    "{} and {}: interval {interval:?} excludes 0, p {p}",
                    pair.a, pair.b
                ));
            }
            if outcome.family.adjust == Correction::MaxT && excludes != pair.shown {
                found.push(format!(
                    "{} and {}: interval {interval:?} and p {p} disagree",
                    pair.a, pair.b
                ));
            }
            if pair.difference > interval.high || pair.difference < interval.low {
                found.push(format!(
                    "{} and {}: {} outside {interval:?}",
                    pair.a, pair.b, pair.difference
                ));
            }
        } else if pair.standard_error != Some(0.0) {
            found.push(format!("{} and {}: no interval", pair.a, pair.b));
        }
        ahead[place(&pair.a)][place(&pair.b)] = pair.shown;
    }
    let differ = |a: usize, b: usize| ahead[a][b] || ahead[b][a];
    let letters: Vec<&str> = outcome
        .systems
        .iter()
        .map(|system| system.letters.as_deref().expect("letters"))
        .collect();
    for (at, system) in outcome.systems.iter().enumerate() {
        let better = (0..systems).filter(|&other| ahead[other][at]).count() as u64;
        let worse = (0..systems).filter(|&other| ahead[at][other]).count() as u64;
        if (system.rank.low, system.rank.high) != (1 + better, systems as u64 - worse) {
            found.push(format!("{}: rank {:?}", system.name, system.rank));
        }
        let level: Vec<u64> = (0..systems)
            .filter(|&other| other != at && !differ(other, at))
            .map(|other| other as u64 + 1)
            .collect();
        if level != system.level_with {
            found.push(format!(
                "{}: level with {:?}",
                system.name, system.level_with
            ));
        }
        if at > 0 {
            let to_best = system.to_best.as_ref().expect("a pair with the best");
            if to_best.shown != ahead[0][at] {
                found.push(format!("{}: to the best {to_best:?}", system.name));
            }
            let parted = (at..systems).all(|low| (0..at).all(|high| ahead[high][low]));
            if parted != (system.tier == outcome.systems[at - 1].tier + 1) {
                found.push(format!("{}: tier {}", system.name, system.tier));
            }
        }
        for other in 0..at {
            let shared = letters[at]
                .chars()
                .any(|letter| letters[other].contains(letter));
            if shared == differ(at, other) {
                found.push(format!(
                    "{} and {}: letters {} {}",
                    system.name, outcome.systems[other].name, letters[at], letters[other]
                ));
            }
        }
    }
    found
}

#[test]
fn ranks_tiers_letters_intervals_and_p_values_are_one_decision() {
    let mut stream = Stream(Numbers(42));
    let corrections = [
        Correction::MaxT,
        Correction::BootstrapMaxT,
        Correction::MaxTStepDown,
        Correction::Hsd,
        Correction::Holm,
        Correction::Bonferroni,
        Correction::BenjaminiHochberg,
        Correction::BenjaminiYekutieli,
        Correction::HolmSidak,
    ];
    let (mut shown, mut pairs) = (0, 0);
    let families = effort(300, 1_000);
    for number in 0..families {
        let (systems, items) = (2 + stream.below(7), 4 + stream.below(26));
        let gap = 3.0 * stream.unit();
        let systems = family(&mut stream, systems, items, gap);
        let outcome = ranked(
            &systems,
            &quick(corrections[number as usize % corrections.len()]),
        );
        let found = contradictions(&outcome);
        assert!(
            found.is_empty(),
            "family {number}, {}: {found:?}",
            outcome.family.adjust
        );
        shown += outcome.told_apart();
        pairs += outcome.pairs.len();
        // Negative control: a rank that is off by one.
        if number == 0 {
            let mut wrong = outcome.clone();
            wrong.systems[0].rank.high += 1;
            assert_eq!(contradictions(&wrong).len(), 1);
        }
    }
    println!("{families} families: {shown} of {pairs} pairs differ significantly");
    assert!(
        shown * 10 > pairs && shown * 10 < 9 * pairs,
        "both kinds of pairs: {shown} of {pairs}"
    );
}

/// Max-T by loops over every sign vector, in real numbers.
fn by_loops(systems: &[Scores], a: usize, b: usize, strictly: bool) -> f64 {
    let items = systems[0].rows().len();
    let pairs: Vec<(usize, usize)> = (0..systems.len())
        .flat_map(|i| (i + 1..systems.len()).map(move |j| (i, j)))
        .collect();
    let d = |(i, j): (usize, usize), item: usize| systems[i].rows()[item] - systems[j].rows()[item];
    let statistic = |pair, signs: u32| {
        let (mut sum, mut squares) = (0.0_f64, 0.0_f64);
        for item in 0..items {
            let value = d(pair, item);
            sum += if signs >> item & 1 == 1 {
                -value
            } else {
                value
            };
            squares += value * value;
        }
        if squares > 1e-20 {
            sum.abs() / squares.sqrt()
        } else {
            0.0
        }
    };
    let observed: Vec<f64> = pairs.iter().map(|&pair| statistic(pair, 0)).collect();
    let at = pairs
        .iter()
        .position(|&pair| pair == (a, b))
        .expect("a pair");
    let adjusted = |at: usize| {
        let rest: Vec<usize> = (0..pairs.len())
            .filter(|&other| observed[other] <= observed[at] + 1e-9)
            .collect();
        let all = 1_u32 << items;
        let reaches = |largest: f64| {
            if strictly {
                largest > observed[at] + 1e-9
            } else {
                largest >= observed[at] - 1e-9
            }
        };
        let count = (0..all).filter(|&signs| {
            reaches(
                rest.iter()
                    .map(|&other| statistic(pairs[other], signs))
                    .fold(0.0, f64::max),
            )
        });
        count.count() as f64 / f64::from(all)
    };
    (0..pairs.len())
        .filter(|&other| observed[other] >= observed[at] - 1e-9)
        .map(adjusted)
        .fold(0.0, f64::max)
}

#[test]
fn max_t_of_few_items_equals_loops_over_every_sign() {
    let mut stream = Stream(Numbers(7));
    let (mut compared, mut strict) = (0, 0);
    for _ in 0..12 {
        let systems = family(&mut stream, 4, 8, 1.5);
        let outcome = ranked(
            &systems,
            &RankRequest::default().correction(Correction::MaxTStepDown),
        );
        let number = |name: &str| name[1..].parse::<usize>().expect("a number");
        for pair in &outcome.pairs {
            let (a, b) = (
                number(&pair.a).min(number(&pair.b)),
                number(&pair.a).max(number(&pair.b)),
            );
            let expected = by_loops(&systems, a, b, false);
            let got = pair.p_adjusted.expect("a p-value");
            // 256 sign vectors: shares are exact.
            assert!((got - expected).abs() < 1e-12, "{a} {b}: {got} {expected}");
            compared += 1;
            // Negative control: ties do not count.
            strict += usize::from((by_loops(&systems, a, b, true) - got).abs() > 1e-6);
        }
    }
    assert!(compared == 72 && strict > 60, "{compared} {strict}");
}

#[test]
fn threads_levels_and_shards_never_change_a_byte() {
    let systems = family(&mut Stream(Numbers(3)), 9, 60, 1.0);
    let bytes = |threads: usize, level: Level, shard: u64, correction| {
        let request = Request::default()
            .resamples(3_000)
            .level(level)
            .shard_size(shard);
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("a small pool");
        let outcome =
            pool.install(|| ranked(&systems, &RankRequest::new(request).correction(correction)));
        serde_json::to_string(&outcome).expect("JSON")
    };
    for correction in [
        Correction::MaxT,
        Correction::BootstrapMaxT,
        Correction::Hsd,
        Correction::Holm,
    ] {
        let expected = bytes(1, Level::Scalar, 1_000_000, correction);
        for (threads, shard) in [(1, 7), (2, 128), (5, 1_000)] {
            for level in Level::available() {
                assert_eq!(
                    bytes(threads, level, shard, correction),
                    expected,
                    "{correction} {threads} {shard}"
                );
            }
        }
    }
}

#[test]
fn samples_agree_with_every_swap() {
    let systems = family(&mut Stream(Numbers(11)), 5, 12, 1.2);
    let every = ranked(&systems, &RankRequest::default());
    let drawn = ranked(
        &systems,
        &RankRequest::new(Request::default().exact(Exact::Never)),
    );
    assert_eq!(
        (every.family.resamples, drawn.family.resamples),
        (Some(2_048), Some(100_000))
    );
    for (exact, sampled) in every.pairs.iter().zip(&drawn.pairs) {
        let [p, q] = [exact, sampled].map(|pair| pair.p_adjusted.expect("a p-value"));
        // Five standard errors of 100,000 draws, over ten pairs.
        assert!(
            (p - q).abs() < 5.0 * (p * (1.0 - p) / 1e5).sqrt() + 2e-5,
            "{p} {q}"
        );
    }
}

#[test]
fn clusters_are_swapped_whole_and_single_ones_are_items() {
    let systems = family(&mut Stream(Numbers(5)), 4, 24, 1.0);
    let of = |codes: Vec<u32>| {
        let clusters = Clustering {
            column: "passage".to_owned(),
            codes: codes.into(),
        };
        rank(
            Data::scores(&systems).sampling(&Units::Clusters(clusters.clone()).into()),
            &RankRequest::default(),
            &Control::default(),
        )
    };
    let outcome = of((0..24).map(|item| item / 4 + 1).collect()).expect("six clusters");
    assert_eq!(
        (outcome.clusters, outcome.family.resamples),
        (Some(6), Some(32))
    );
    assert!(
        contradictions(&outcome).is_empty(),
        "{:?}",
        contradictions(&outcome)
    );
    let totals: Vec<Scores> = systems
        .iter()
        .map(|system| {
            let sums: Vec<f64> = system
                .rows()
                .chunks(4)
                .map(|items| (items.iter().sum::<f64>() * 100.0).round() / 100.0)
                .collect();
            Scores::new(system.name.clone(), sums)
        })
        .collect();
    let of_totals = ranked(&totals, &RankRequest::default());
    let p = |outcome: &RankOutcome| {
        outcome
            .pairs
            .iter()
            .map(|pair| pair.p_adjusted)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        p(&outcome),
        p(&of_totals),
        "swaps of clusters are swaps of their totals"
    );
    assert!(
        of((1..25).collect()).is_err(),
        "clusters of one item are items"
    );
}

#[test]
fn a_baseline_has_pairs_of_its_own_and_lower_may_be_better() {
    let systems = family(&mut Stream(Numbers(9)), 6, 40, 2.0);
    let outcome = ranked(&systems, &quick(Correction::MaxT).against_first(true));
    assert_eq!(outcome.pairs.len(), 5);
    assert!(
        outcome.pairs.iter().all(|pair| pair.a == "s0")
            && outcome.baseline.as_deref() == Some("s0")
    );
    let lower = RankRequest::new(Request::default().resamples(999).higher_is_better(false));
    let turned = ranked(&systems, &lower);
    let names = |outcome: &RankOutcome| {
        outcome
            .systems
            .iter()
            .map(|system| system.name.clone())
            .collect::<Vec<_>>()
    };
    let upright = ranked(&systems, &quick(Correction::MaxT));
    assert_eq!(
        names(&turned),
        names(&upright).into_iter().rev().collect::<Vec<_>>()
    );
    assert_eq!(turned.told_apart(), upright.told_apart());
    assert!(contradictions(&turned).is_empty());
}

#[test]
fn a_system_alone_has_one_interval_whoever_asks() {
    // One system of 0/1 scores beside graded ones: the metric is not of shares.
    let mut systems = family(&mut Stream(Numbers(21)), 3, 40, 1.0);
    let shares = (0..40).map(|item| f64::from(u8::from(item % 3 > 0)));
    systems[1] = Scores::new(&systems[1].name, shares.collect::<Vec<_>>());
    let compared =
        compare(&systems, &Request::default(), &Control::default()).expect("a comparison");
    let ranked = ranked(&systems, &RankRequest::default());
    for system in &ranked.systems {
        let same = compared
            .systems
            .iter()
            .find(|same| same.name == system.name)
            .expect("the system");
        assert_eq!(system.interval, same.interval, "{}", system.name);
    }
}

#[test]
fn of_many_pairs_those_with_the_best_have_inverted_intervals() {
    let systems = family(&mut Stream(Numbers(17)), 17, 20, 1.0);
    let all = ranked(&systems[..16], &quick(Correction::Holm));
    assert!(all.pairs.iter().all(|pair| pair.interval.is_some()) && all.pairs.len() == 120);
    let many = ranked(&systems, &quick(Correction::Holm));
    let best = &many.systems[0].name;
    assert!(
        many.pairs
            .iter()
            .all(|pair| pair.interval.is_some() == (pair.a == *best)),
        "{best}"
    );
    assert!(many.systems[1..].iter().all(|system| {
        system
            .to_best
            .as_ref()
            .is_some_and(|to| to.interval.is_some())
    }));
    let told = |outcome: &RankOutcome| {
        outcome
            .run
            .warnings
            .iter()
            .any(|warning| warning.text.contains("120 pairs more"))
    };
    assert!(told(&many) && !told(&all), "{:?}", many.run.warnings);
    let against = ranked(&systems, &quick(Correction::Holm).against_first(true));
    assert!(against.pairs.iter().all(|pair| pair.interval.is_some()));
}

#[test]
fn hostile_families_have_defined_answers() {
    let scores = |name: &str, values: &[f64]| Scores::new(name, values.to_vec());
    // Copies, constant gaps, one item that differs, huge offsets, scores of any size.
    let same = [
        scores("a", &[1.0; 5]),
        scores("b", &[1.0; 5]),
        scores("c", &[1.0; 5]),
    ];
    let outcome = ranked(&same, &RankRequest::default());
    assert!(
        outcome
            .pairs
            .iter()
            .all(|pair| pair.p_adjusted == Some(1.0) && !pair.shown),
        "{:?}",
        outcome.pairs
    );
    assert!(
        outcome.verdict.contains("not evidence of equality"),
        "{}",
        outcome.verdict
    );
    let gap = [
        scores("a", &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]),
        scores("b", &[2.0, 3.0, 4.0, 5.0, 6.0, 7.0]),
    ];
    let outcome = ranked(&gap, &RankRequest::default());
    assert_eq!(outcome.pairs[0].p_adjusted, Some(0.03125));
    let wild = [
        scores("a", &[1e15, 1e15 + 1.0, 1e15 + 2.0, 1e15]),
        scores("b", &[1e15 + 4.0, 1e15, 1e15 + 1.0, 1e15 + 3.0]),
        scores("c", &[1e15 + 0.5, 1e15 + 0.25, 1e15, 1e15]),
    ];
    assert!(contradictions(&ranked(&wild, &RankRequest::default())).is_empty());
    let tiny: Vec<Scores> = (0..4)
        .map(|s| {
            scores(
                &format!("s{s}"),
                &(0..30)
                    .map(|i| {
                        1e-30 * f64::from((i * 7 + s * i * i) % 11)
                            + 1e-31 * std::f64::consts::PI * f64::from(s)
                    })
                    .collect::<Vec<_>>(),
            )
        })
        .collect();
    for correction in Correction::ALL {
        let outcome = ranked(&tiny, &quick(correction));
        assert!(
            outcome
                .pairs
                .iter()
                .all(|pair| pair.p_adjusted.is_some_and(|p| (0.0..=1.0).contains(&p))),
            "{correction}"
        );
    }
    let refused = |systems: &[Scores]| rank(systems, &RankRequest::default(), &Control::default());
    assert!(matches!(
        refused(&same[..1]),
        Err(Error::TooFewSystems { found: 1 })
    ));
    assert!(matches!(
        refused(&[scores("a", &[]), scores("b", &[])]),
        Err(Error::Empty)
    ));
    assert!(matches!(
        refused(&[scores("a", &[1.0]), scores("b", &[f64::NAN])]),
        Err(Error::NonFinite { .. })
    ));
    assert!(matches!(
        refused(&[scores("a", &[1.0]), scores("b", &[1.0, 2.0])]),
        Err(Error::LengthMismatch { .. })
    ));
}

/// Votes of two judges on each prompt, who agree more than chance lets them.
fn ballots(stream: &mut Stream, systems: usize, prompts: usize, gap: f64) -> Ballots {
    let strengths: Vec<f64> = (0..systems).map(|_| gap * stream.normal()).collect();
    let prompt = |_| {
        let first = stream.below(systems);
        let second = (first + 1 + stream.below(systems - 1)) % systems;
        let share = 1.0 / (1.0 + (strengths[second] - strengths[first]).exp());
        let mood = stream.unit();
        let votes = [0, 1].map(|_| {
            if stream.unit() < 0.5 {
                mood
            } else {
                stream.unit()
            }
        });
        let of = |vote: f64| Duel {
            first,
            second,
            first_wins: u64::from(vote < 0.9 * share),
            second_wins: u64::from(vote > share),
            ties: u64::from((0.9 * share..=share).contains(&vote)),
        };
        votes.map(of).to_vec()
    };
    let prompts = (0..prompts).map(prompt).collect();
    let names = (0..systems).map(|system| format!("s{system}")).collect();
    Ballots::new(names, prompts, Some("prompt".to_owned()))
}

#[test]
fn rankings_by_votes_are_one_decision_too() {
    let mut stream = Stream(Numbers(23));
    let corrections = [
        Correction::MaxT,
        Correction::MaxT,
        Correction::Holm,
        Correction::BenjaminiHochberg,
        Correction::None,
    ];
    let (mut shown, mut pairs) = (0, 0);
    for number in 0..60 {
        let (systems, prompts) = (2 + stream.below(6), 150 + stream.below(200));
        let ballots = ballots(&mut stream, systems, prompts, 0.6);
        let asked = quick(corrections[number % corrections.len()]);
        let outcome = rank_votes(&ballots, &asked, &Control::default()).expect("strengths");
        let found = contradictions(&outcome);
        assert!(
            found.is_empty(),
            "family {number}, {}: {found:?}",
            outcome.family.adjust
        );
        shown += outcome.told_apart();
        pairs += outcome.pairs.len();
        assert_eq!(
            (outcome.clusters, outcome.items),
            (Some(prompts as u64), 2 * prompts as u64)
        );
    }
    assert!(
        shown * 10 > pairs && shown * 10 < 9 * pairs,
        "both kinds of pairs: {shown} of {pairs}"
    );
}

#[test]
fn max_t_of_votes_is_never_more_than_holm_by_much() {
    let ballots = ballots(&mut Stream(Numbers(29)), 6, 900, 0.3);
    let of = |correction| {
        let asked = RankRequest::new(Request::default()).correction(correction);
        rank_votes(&ballots, &asked, &Control::default()).expect("strengths")
    };
    let (shared, holm) = (of(Correction::MaxTStepDown), of(Correction::Holm));
    for (pair, other) in shared.pairs.iter().zip(&holm.pairs) {
        let [p, q] = [pair, other].map(|pair| pair.p_adjusted.expect("a p-value"));
        // Dependence is used, or at worst nothing is gained: three standard errors of 100,000 draws, and t against signs.
        assert!(
            p < q * 1.1 + 3.0 * (q / 1e5).sqrt() + 2e-5,
            "{} {}: {p} {q}",
            pair.a,
            pair.b
        );
        assert_eq!(
            (pair.difference, pair.standard_error),
            (other.difference, other.standard_error)
        );
    }
}

#[test]
fn systems_that_votes_cannot_rank_are_named() {
    let duel = |first, second, first_wins, second_wins| {
        vec![Duel {
            first,
            second,
            first_wins,
            second_wins,
            ties: 0,
        }]
    };
    let names = ["a", "b", "c"].map(str::to_owned).to_vec();
    let refused = |prompts: Vec<Vec<Duel>>| {
        let ballots = Ballots::new(names.clone(), prompts, None);
        rank_votes(&ballots, &RankRequest::default(), &Control::default())
            .expect_err("no strengths")
            .to_string()
    };
    let unbeaten = refused(vec![duel(0, 1, 3, 1), duel(1, 0, 1, 1), duel(2, 0, 4, 0)]);
    assert!(unbeaten.contains("c never did"), "{unbeaten}");
    let apart = refused(vec![duel(0, 1, 3, 1), duel(1, 0, 1, 1)]);
    assert!(apart.contains("none between"), "{apart}");
    let ballots = ballots(&mut Stream(Numbers(3)), 4, 200, 0.3);
    let asked = |asked: RankRequest| rank_votes(&ballots, &asked, &Control::default());
    assert!(
        asked(quick(Correction::BootstrapMaxT)).is_err() && asked(quick(Correction::Hsd)).is_err()
    );
    assert!(asked(RankRequest::new(Request::default().exact(Exact::Always))).is_err());
    assert!(asked(RankRequest::new(Request::default().higher_is_better(false))).is_err());
}

#[test]
fn means_over_data_sets_are_those_of_the_golden_file() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/golden/macro_mean.json"
    );
    let text = std::fs::read_to_string(path).expect("reference values");
    let golden: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let (mut agreed, mut exact) = (0, 0);
    for case in golden["cases"].as_array().expect("cases") {
        let Some(sets) = case["inputs"]["datasets"]
            .as_array()
            .filter(|sets| sets.len() > 1)
        else {
            continue;
        };
        let (mut values, mut codes) = (Vec::new(), Vec::new());
        for (code, set) in (1_u32..).zip(sets) {
            for value in set.as_array().expect("differences") {
                values.push(value.as_f64().expect("a number"));
                codes.push(code);
            }
        }
        if values.len() < 4 {
            continue;
        }
        let names: Vec<String> = (0..sets.len()).map(|set| format!("set {set}")).collect();
        let systems = [
            Scores::new("base", vec![0.0; values.len()]),
            Scores::new("new", values.clone()),
        ];
        let of = Populations {
            column: "dataset".to_owned(),
            values: names.clone(),
            codes: codes.clone(),
            shared: 0,
        };
        let sorted = Sampling::from(Groups::Populations(of.clone()));
        let data = Data::scores(&systems).sampling(&sorted);
        let outcome = rank(data, &RankRequest::default(), &Control::default()).expect("a ranking");
        let expected = |name: &str| case["expected"][name].as_f64().expect("a value");
        let pair = &outcome.pairs[0];
        assert!(
            (pair.difference.abs() - expected("macro_mean").abs()).abs() < 1e-11,
            "{}",
            case["name"]
        );
        let error = pair.standard_error.expect("an error");
        // Fixed point of 38 bits.
        assert!(
            (error - expected("se")).abs() < 1e-9,
            "{}: {error}",
            case["name"]
        );
        let (p, want) = (
            pair.p_adjusted.expect("a p-value"),
            expected("p_signflip_two_sided"),
        );
        let is_exact = outcome.family.p_floor.is_some_and(|floor| floor > 1e-5);
        let tolerance = if is_exact {
            1e-11
        } else {
            5.0 * (want * (1.0 - want) / 1e5).sqrt() + 2e-5
        };
        assert!((p - want).abs() < tolerance, "{}: {p} {want}", case["name"]);
        let sets: Vec<f64> = case["expected"]["dataset_means"]
            .as_array()
            .expect("means")
            .iter()
            .map(|mean| mean.as_f64().expect("a mean"))
            .collect();
        let new = outcome
            .systems
            .iter()
            .find(|system| system.name == "new")
            .expect("the system");
        for (got, want) in new.on_datasets.iter().zip(&sets) {
            assert!((got - want).abs() < 1e-11, "{}: {got} {want}", case["name"]);
        }
        agreed += 1;
        exact += usize::from(is_exact);
    }
    println!(
        "golden macro_mean in a ranking: {agreed} of {agreed} cases agree, {exact} of them exactly"
    );
    assert!(agreed >= 5 && exact >= 2, "{agreed} {exact}");
}

#[test]
fn data_sets_refuse_what_knows_nothing_of_them() {
    let systems = family(&mut Stream(Numbers(31)), 3, 30, 1.0);
    let names = ["one".to_owned(), "two".to_owned()];
    let codes: Vec<u32> = (0..30).map(|item| 1 + u32::from(item > 20)).collect();
    let of = |codes: &[u32]| {
        let (column, values) = ("set".to_owned(), names.to_vec());
        Groups::Populations(Populations {
            column,
            values,
            codes: codes.to_vec(),
            shared: 0,
        })
    };
    let told = |correction| {
        rank(
            Data::scores(&systems).sampling(&of(&codes).into()),
            &quick(correction),
            &Control::default(),
        )
    };
    assert!(told(Correction::Holm).is_err() && told(Correction::BootstrapMaxT).is_err());
    assert!(contradictions(&told(Correction::MaxT).expect("a ranking")).is_empty());
    let mut lacking = codes.clone();
    lacking[3] = 0;
    assert!(
        rank(
            Data::scores(&systems).sampling(&of(&lacking).into()),
            &quick(Correction::MaxT),
            &Control::default()
        )
        .is_err()
    );
    assert!(
        rank(
            Data::scores(&systems).sampling(&of(&[1; 30]).into()),
            &quick(Correction::MaxT),
            &Control::default()
        )
        .is_err(),
        "one data set"
    );
}

#[test]
fn the_bootstrap_of_clusters_of_one_size_is_that_of_their_totals() {
    let systems = family(&mut Stream(Numbers(37)), 4, 120, 0.6);
    let codes: Vec<u32> = (0..120).map(|item| item / 2 + 1).collect();
    let clusters = Clustering {
        column: "passage".to_owned(),
        codes: codes.into(),
    };
    let asked = RankRequest::new(Request::default().resamples(20_000))
        .correction(Correction::BootstrapMaxT);
    let whole = rank(
        Data::scores(&systems).sampling(&Units::Clusters(clusters.clone()).into()),
        &asked,
        &Control::default(),
    )
    .expect("clusters");
    assert!(
        contradictions(&whole).is_empty(),
        "{:?}",
        contradictions(&whole)
    );
    let mean = |system: &Scores| {
        let means: Vec<f64> = system
            .rows()
            .chunks(2)
            .map(|both| 0.5 * (both[0] + both[1]))
            .collect();
        Scores::new(system.name.clone(), means)
    };
    let totals: Vec<Scores> = systems.iter().map(mean).collect();
    let alone = ranked(&totals, &asked);
    for (pair, other) in whole.pairs.iter().zip(&alone.pairs) {
        let [p, q] = [pair, other].map(|pair| pair.p_adjusted.expect("a p-value"));
        // Five standard errors of 20,000 draws of either.
        assert!(
            (p - q).abs() < 5.0 * (2.0 * q * (1.0 - q) / 2e4).sqrt() + 2e-4,
            "{} {}: {p} {q}",
            pair.a,
            pair.b
        );
        let [e, f] = [pair, other].map(|pair| pair.standard_error.expect("an error"));
        assert!((e / f - 1.0).abs() < 1e-9, "{e} {f}");
    }
}

#[test]
fn metrics_beside_a_ranking_cost_it_what_bonferroni_costs() {
    let systems = family(&mut Stream(Numbers(41)), 5, 40, 0.8);
    for correction in [
        Correction::MaxT,
        Correction::Holm,
        Correction::BenjaminiHochberg,
    ] {
        let alone = ranked(&systems, &quick(correction));
        let three = ranked(&systems, &quick(correction).alongside(2));
        assert_eq!(three.family.size, 30);
        for (pair, other) in three.pairs.iter().zip(&alone.pairs) {
            let [p, q] = [pair, other].map(|pair| pair.p_adjusted.expect("a p-value"));
            assert!(
                (p - (3.0 * q).min(1.0)).abs() < 1e-11,
                "{correction}: {p} {q}"
            );
            let [wide, narrow] =
                [pair, other].map(|pair| pair.interval.clone().expect("an interval"));
            assert!(
                wide.low <= narrow.low && narrow.high <= wide.high,
                "{correction}"
            );
        }
        assert!(
            contradictions(&three).is_empty(),
            "{:?}",
            contradictions(&three)
        );
    }
}

#[test]
fn an_outcome_reads_back_as_it_was_written() {
    let systems = family(&mut Stream(Numbers(13)), 5, 30, 1.0);
    for correction in Correction::ALL {
        let outcome = ranked(&systems, &quick(correction));
        let text = serde_json::to_string(&outcome).expect("JSON");
        assert_eq!(
            serde_json::from_str::<RankOutcome>(&text).expect("JSON"),
            outcome,
            "{correction}"
        );
    }
    let without = RankRequest::new(Request::default().interval(IntervalMethod::None));
    let outcome = ranked(&systems, &without);
    assert!(outcome.pairs.iter().all(|pair| pair.interval.is_none()));
}

#[test]
fn an_outcome_of_a_correction_that_is_no_longer_there_is_refused_by_its_name() {
    let systems = family(&mut Stream(Numbers(5)), 3, 12, 0.2);
    let outcome = ranked(&systems, &quick(Correction::BootstrapMaxT));
    let json = serde_json::to_string(&outcome).expect("an outcome");
    let old = json.replace("\"bootstrap-maxt\"", "\"romano-wolf\"");
    let error = serde_json::from_str::<RankOutcome>(&old)
        .unwrap_err()
        .to_string();
    assert!(
        error.starts_with("\"romano-wolf\" is no longer a correction: bootstrap-maxt"),
        "{error}"
    );
}
