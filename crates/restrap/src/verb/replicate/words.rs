//! Several data sets in words: verdict, report line, warnings and gate.

use restrap_words::{Code, Note};
use std::fmt::Write as _;

use restrap_stats::Alternative;

use crate::number::format::{count, end, grouped, is_zero, number, p_is, percent, plain};
use crate::outcome::Recipe;
use crate::outcome::State;
use crate::outcome::replicate::{
    CellOutcome, CountOutcome, MeanOutcome, ReplicateFamily, ReplicateOutcome,
};
use crate::outcome::{GateOutcome, GatedSystem, Method, MetricInfo, Unit};
use crate::request::Forbid;
use crate::say::signature::{self, Signature};
use crate::verb::claim;

/// Items of a data set below which the chi-square law of Q is rough.
const FEW_ITEMS: u64 = 50;
/// Data sets that a sentence names.
const NAMED: usize = 12;

impl ReplicateFamily {
    /// `family of 60 = 5 systems × 4 data sets × 3 metrics`.
    pub fn words(&self) -> String {
        let all: u64 = self.over.iter().map(|over| over.number).product();
        let sides: Vec<String> = self
            .over
            .iter()
            .map(|over| count(over.number, &over.name))
            .collect();
        let less = match all.saturating_sub(self.size) {
            0 => String::new(),
            less => format!(" − {less} absent or undefined"),
        };
        format!("family of {} = {}{less}", self.size, sides.join(" × "))
    }
}

/// What was shown for each system under the primary metric.
pub(crate) fn verdict(outcome: &ReplicateOutcome) -> Vec<String> {
    let Some(metric) = outcome.metrics.first() else {
        return Vec::new();
    };
    let of = outcome
        .counts
        .iter()
        .filter(|count| count.metric == metric.name);
    let told = of.map(|counted| {
        let mut sentences = vec![on_how_many(counted, outcome.alpha)];
        let same = |mean: &&MeanOutcome| mean.metric == counted.metric && mean.system == counted.system;
        sentences.extend(outcome.means.iter().find(same).map(|mean| of_mean(mean, metric, outcome)));
        let same = outcome.heterogeneity.iter();
        let mut same = same.filter(|one| one.metric == counted.metric && one.system == counted.system);
        sentences.extend(same.find_map(|one| {
            let (p, q, i2) = (one.pvalue?, one.q?, one.i2?);
            (p <= outcome.alpha).then(|| {
                format!(
                    "The differences vary between data sets more than sampling of items explains (Cochran's Q = {}, {} df, {}; I² {}).",
                    number(q, 1),
                    one.df,
                    p_is(p),
                    percent((100.0 * i2).round() / 100.0)
                )
            })
        }));
        sentences.join(" ")
    });
    told.collect()
}

/// On how many data sets a system is ahead, and behind.
fn on_how_many(counted: &CountOutcome, alpha: f64) -> String {
    let CountOutcome {
        system,
        baseline,
        n,
        k_bonferroni,
        k_fisher,
        behind,
        ..
    } = counted;
    let sets = count(*n, "data set");
    let how = format!("one-sided, alpha {alpha}");
    let mut words = match k_bonferroni {
        0 => format!("{system} is significantly better than {baseline} on none of {sets} ({how})"),
        k if k == n => {
            format!("{system} is significantly better than {baseline} on each of {sets} ({how})")
        }
        k => format!(
            "{system} is significantly better than {baseline} on at least {k} of {sets} ({how})"
        ),
    };
    if k_fisher > k_bonferroni {
        let _ = write!(
            words,
            "; on {k_fisher} if the data sets are independent (Fisher)"
        );
    }
    if behind.k_bonferroni > 0 {
        let _ = write!(
            words,
            "; significantly worse on at least {}",
            behind.k_bonferroni
        );
    }
    words + "."
}

/// What the mean is, and what was shown of it.
fn of_mean(mean: &MeanOutcome, metric: &MetricInfo, outcome: &ReplicateOutcome) -> String {
    let decimals = outcome.decimals(metric);
    let (over, units) = if mean.micro {
        ("all items of ", "items")
    } else {
        ("", "data sets")
    };
    let what = format!("The mean over {over}{} ", count(mean.n, "data set"));
    // What is no 0 is not told as one.
    let told = [decimals, decimals + 1, decimals + 2]
        .map(|decimals| number(mean.difference.abs(), decimals));
    let gap = told.iter().find(|text| !is_zero(text)).unwrap_or(&told[0]);
    let side = match mean.difference {
        d if d > 0.0 => format!("is {gap} above"),
        d if d < 0.0 => format!("is {gap} below"),
        _ => "is the same".to_owned(),
    };
    let interval = mean.interval.as_ref().map_or_else(String::new, |interval| {
        let family = mean.p_adjusted.and(outcome.request.request.question.adjust);
        let joint = interval.level_prefix(outcome.confidence, family);
        let ends = format!(
            "{} to {}",
            end(interval.low, decimals),
            end(interval.high, decimals)
        );
        format!("{joint}{} CI {ends}, ", percent(outcome.confidence))
    });
    let p = match mean.p_adjusted.or(mean.pvalue) {
        Some(p) if mean.p_adjusted.is_some() => format!("adjusted {}", p_is(p)),
        Some(p) => p_is(p),
        None => "no test is defined".to_owned(),
    };
    let drawn = if outcome.datasets.iter().any(|set| set.runs.is_some()) {
        "items and training runs sampled"
    } else {
        drawn_units(outcome)
    };
    let sampled = if mean.shown {
        format!("; other {units} were not sampled")
    } else {
        String::new()
    };
    let significant = match mean.shown {
        true => ", significant",
        false if mean.difference == 0.0 => "",
        false => ", not significant",
    };
    format!("{what}{side}{significant} ({interval}{p}; {drawn} within these data sets{sampled}).")
}

fn drawn_units(outcome: &ReplicateOutcome) -> &'static str {
    let clusters = outcome
        .datasets
        .iter()
        .filter(|set| set.unit == Unit::Cluster)
        .count();
    match clusters {
        0 => "items sampled",
        all if all == outcome.datasets.len() => "clusters sampled",
        _ => "items or clusters sampled",
    }
}

/// One sentence that lets a reader repeat it. `recipe`: of the primary test on the first data set.
pub(crate) fn report(outcome: &ReplicateOutcome, recipe: &Recipe) -> String {
    let sampled = outcome
        .cells
        .iter()
        .any(|cell| cell.method == Method::Sampled)
        || outcome
            .means
            .iter()
            .any(|mean| mean.method == Method::Sampled);
    let drawn = if sampled {
        format!(
            "{} where no exact distribution is known, seed {}, stream {}",
            count(outcome.resamples, "resample"),
            outcome.seed,
            outcome.stream
        )
    } else {
        "exact distribution; no resampling".to_owned()
    };
    let family = match &outcome.family {
        Some(family) => format!("{} correction over a {}", family.adjust, family.words()),
        None => "no correction".to_owned(),
    };
    let further = outcome.request.request.question.tests.iter().skip(1);
    let further: Vec<String> = further
        .map(|test| format!(" {test} beside it, a family of its own;"))
        .collect();
    let further = further.concat();
    let mean = outcome.means.first().map_or_else(String::new, |mean| {
        format!(
            " means: {}, a family of {};",
            mean.recipe,
            outcome.means.len()
        )
    });
    format!(
        "{recipe} on each of {} of {}: {drawn}; alpha {}; {family};{further}{mean} number of data sets by partial conjunction (Dror et al. 2017), \
         one-sided; heterogeneity by Cochran's Q; restrap {}.",
        count(outcome.datasets.len() as u64, "data set"),
        sizes(outcome),
        outcome.alpha,
        outcome.run.version
    )
}

/// How large the data sets are.
fn sizes(outcome: &ReplicateOutcome) -> String {
    let of = |sizes: Vec<u64>, noun: &str| match (sizes.iter().min(), sizes.iter().max()) {
        (Some(least), Some(most)) if least < most => {
            format!("{} to {}", grouped(*least), count(*most, noun))
        }
        (Some(least), _) => count(*least, noun),
        (None, _) => String::new(),
    };
    let items = of(
        outcome.datasets.iter().map(|set| set.items).collect(),
        "item",
    );
    let clusters: Vec<u64> = outcome
        .datasets
        .iter()
        .filter_map(|set| set.clusters)
        .collect();
    if clusters.is_empty() {
        items
    } else {
        format!("{items} in {}", of(clusters, "cluster"))
    }
}

/// What a careful reader must know of all data sets together.
pub(crate) fn warnings(outcome: &ReplicateOutcome) -> Vec<Note> {
    let mut warnings = Vec::new();
    let mut told: Vec<(&str, &str, Vec<&str>)> = Vec::new();
    for absent in &outcome.absent {
        let same = |one: &&mut (&str, &str, Vec<&str>)| {
            (one.0, one.1) == (&absent.system[..], &absent.reason[..])
        };
        match told.iter_mut().find(same) {
            Some((.., sets)) if sets.contains(&&absent.dataset[..]) => {}
            Some((.., sets)) => sets.push(&absent.dataset),
            None => told.push((&absent.system, &absent.reason, vec![&absent.dataset])),
        }
    }
    for (system, reason, sets) in told {
        let mut named = sets
            .iter()
            .take(NAMED)
            .copied()
            .collect::<Vec<_>>()
            .join(", ");
        if sets.len() > NAMED {
            named += ", ...";
        }
        warnings.push(Code::Absent.says(format!(
            "{system}: absent on {named} ({reason}); its means and counts are over the other data sets"
        )));
    }
    let small: Vec<&str> = outcome
        .datasets
        .iter()
        .filter(|set| set.clusters.unwrap_or(set.items) < FEW_ITEMS)
        .map(|set| &set.name[..])
        .collect();
    if outcome.datasets.len() > 1 && !small.is_empty() {
        warnings.push(Code::HeterogeneityOfFew.says(format!(
            "heterogeneity: the chi-square approximation is poor below {FEW_ITEMS} items or clusters: {}",
            if small.len() == outcome.datasets.len() {
                "all data sets".to_owned()
            } else {
                small.join(", ")
            }
        )));
    }
    if outcome.datasets.len() == 1 {
        warnings.push(Code::OneDataSet.says(
            "one data set says nothing about others: the mean and the count describe it alone",
        ));
    }
    for (at, metric) in outcome.metrics.iter().enumerate() {
        let mut own: Vec<&str> = outcome
            .datasets
            .iter()
            .filter_map(|set| set.metrics[at].as_deref())
            .collect();
        own.sort_unstable();
        own.dedup();
        if own.len() > 1 {
            warnings.push(Code::MixedMetrics.says(format!(
                "{}: its mean is over different metrics ({}), whose units may differ",
                metric.title(),
                own.join(", ")
            )));
        }
    }
    warnings
}

/// The gate: of the mean under the primary metric, and of every data set under it.
///
/// A system is superior where its mean is shown ahead, and fails where it is shown behind. It is inferior where its mean or any data
/// set is shown behind.
pub(crate) fn gate(outcome: &ReplicateOutcome) -> Option<GateOutcome> {
    let question = &outcome.request.request.question;
    let (require, forbid) = (question.gate, question.forbid);
    if require.is_none() && forbid.is_none() {
        return None;
    }
    let (metric, alpha) = (&outcome.metrics.first()?.name, outcome.alpha);
    let of = |name: &String| {
        let mean = outcome
            .means
            .iter()
            .find(|mean| mean.metric == *metric && mean.system == *name)?;
        let p = mean.p_adjusted.or(mean.pvalue);
        let [gain, loss] = claim::sided_states(p, mean.improvement, alpha);
        let of_system = |cell: &&CellOutcome| cell.metric == *metric && cell.system == *name;
        let cells = outcome.cells.iter().filter(of_system);
        let losses = cells.map(|cell| {
            let p = cell.p_adjusted.or(cell.pvalue);
            let side = f64::from(cell.side() as i8);
            match claim::sided_states(p, side, alpha)[1] {
                // A test of ranks says nothing about a mean on the other side.
                State::Shown if cell.is_contradicted() => State::Undecided,
                state => state,
            }
        });
        let losses: Vec<State> = losses.chain([loss]).collect();
        let any = |state| losses.contains(&state);
        let inferior = match () {
            () if any(State::Shown) => State::Shown,
            () if any(State::Undecided) => State::Undecided,
            () => State::NotShown,
        };
        let required = require.map(|_| gain);
        claim::passes_by(required, forbid.map(|Forbid::Inferior| inferior))
    };
    let told = outcome.systems.iter().map(|name| GatedSystem {
        name: name.clone(),
        claim: None,
        passed: of(name),
        two_sided_p: None,
        items_needed: None,
        settles: None,
    });
    Some(GateOutcome::new(told.collect(), &outcome.request.request))
}

impl ReplicateOutcome {
    /// What marks mean, in a sentence.
    pub fn marks(&self) -> String {
        let side = match self.alternative {
            Alternative::TwoSided => "two-sided".to_owned(),
            side => format!("one-sided ({side})"),
        };
        let runs = self.datasets.iter().any(|set| set.runs.is_some());
        let drawn = if runs {
            "items and training runs sampled"
        } else {
            drawn_units(self)
        };
        let checkpoints = if runs {
            ". ° significant for these checkpoints only (items sampled)"
        } else {
            ""
        };
        format!(
            "* better, ↓ worse than {}: significant {side}, alpha {}, {drawn}{checkpoints}.",
            self.baseline,
            plain(self.alpha)
        )
    }

    /// Returns what the number of data sets means.
    pub fn counted(&self) -> &'static str {
        "better on: at least this many data sets simultaneously (partial conjunction)."
    }

    /// How a mean weighs data sets.
    pub fn weighed(&self) -> &'static str {
        if self.request.micro {
            "mean: items have equal weights."
        } else {
            "mean: data sets have equal weights."
        }
    }
}

/// The recipe of the same comparison on several data sets.
pub fn signature_of(outcome: &ReplicateOutcome) -> String {
    let items: Vec<u64> = outcome.datasets.iter().map(|set| set.items).collect();
    let (least, most) = (
        items.iter().min().copied().unwrap_or(0),
        items.iter().max().copied().unwrap_or(0),
    );
    let size = if least == most {
        least.to_string()
    } else {
        format!("{least}-{most}")
    };
    let question = &outcome.request.request.question;
    let tests: Vec<String> = question.tests.iter().map(ToString::to_string).collect();
    let test = if tests.is_empty() {
        "auto".to_owned()
    } else {
        tests.join(",")
    };
    let adjust = outcome.family.as_ref().map_or_else(
        || "none".to_owned(),
        |family| format!("{}({})", family.adjust, family.size),
    );
    let sampled = outcome
        .cells
        .iter()
        .any(|cell| cell.method == Method::Sampled)
        || outcome
            .means
            .iter()
            .any(|mean| mean.method == Method::Sampled);
    let interval = outcome.cells.iter().find_map(|cell| cell.interval.as_ref());
    Signature::new(&outcome.run)
        .read(&outcome.run, outcome.metrics.first())
        .with("metrics", outcome.metrics.len())
        .with("datasets", outcome.datasets.len())
        .with("n", size)
        .with("systems", outcome.systems.len() + 1)
        .with(
            "mean",
            if outcome.request.micro {
                "micro"
            } else {
                "macro"
            },
        )
        .with("test", test)
        .with("alt", signature::side(outcome.alternative))
        .with("alpha", plain(outcome.alpha))
        .with("ci", signature::interval(interval))
        .with("adj", adjust)
        .drawn(
            sampled.then_some(outcome.resamples),
            outcome.seed,
            &outcome.stream,
        )
        .done()
}
