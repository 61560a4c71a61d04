//! What a ranking says: verdict, warnings, report line.

use restrap_words::{Code, Note, asked_as};

use super::verdicts::FEW_UNITS;
use crate::evidence::interval::resampled::NO_SPREAD;
use crate::number::format::{count, grouped, number, p_is, percent, plain};
use crate::outcome::rank::{OmnibusOutcome, RankOutcome, RankedPair};
use crate::outcome::{IntervalOutcome, Method};
use crate::request::IntervalMethod;
use crate::request::rank::Correction;
use crate::say::phrase::{named, sides};
use crate::say::signature::{self, Signature};

/// Clusters below which a result leans on too few of them.
const FEW_CLUSTERS: u64 = 20;

/// Prompts a system from which strengths are nearly normal.
const PROMPTS_PER_SYSTEM: u64 = 50;

/// Returns how many pairs differ significantly, and which systems may be best.
pub(crate) fn verdict(outcome: &RankOutcome) -> String {
    let (apart, all) = (outcome.told_apart(), outcome.pairs.len());
    let exchange = exchange(outcome).unwrap_or_default();
    if let Some(baseline) = &outcome.baseline {
        return format!("{}{exchange}", against(outcome, baseline));
    }
    let pairs = differing(outcome, apart as u64, all as u64);
    let best = &outcome.systems[0];
    let first = outcome
        .systems
        .iter()
        .take_while(|system| system.score == best.score)
        .count();
    let rest = &outcome.systems[first..];
    let level: Vec<&str> = rest
        .iter()
        .filter(|system| system.to_best.as_ref().is_some_and(|pair| !pair.shown))
        .map(|system| &system.name[..])
        .collect();
    let of_first: Vec<&str> = outcome.systems[..first]
        .iter()
        .map(|system| &system.name[..])
        .collect();
    let best = named(&of_first);
    let share = if first > 1 {
        format!(" {best} share the first place.")
    } else {
        String::new()
    };
    let of_best = match level.len() {
        _ if rest.is_empty() => String::new(),
        0 => format!(" Every other system is significantly worse than {best}."),
        all if all == rest.len() => format!(" No system is significantly worse than {best}."),
        _ => format!(" Not significantly worse than {best}: {}.", named(&level)),
    };
    format!("{pairs}{share}{of_best}{exchange}")
}

/// What a test of exchange says, where it decides a pair otherwise than that of equal means.
fn exchange(outcome: &RankOutcome) -> Option<String> {
    let exchange = outcome.exchange.filter(|exchange| !exchange.agree)?;
    Some(format!(
        " These are tests of equal means; under exchange ({}) {} of {} {}.",
        asked_as("adjust", Correction::MaxT),
        grouped(exchange.differ),
        count(outcome.pairs.len() as u64, "pair"),
        if exchange.differ == 1 {
            "differs"
        } else {
            "differ"
        }
    ))
}

/// Returns how many pairs differ significantly, or are selected at a false discovery rate.
fn differing(outcome: &RankOutcome, apart: u64, all: u64) -> String {
    let is_of_discoveries = matches!(
        outcome.family.adjust,
        Correction::BenjaminiHochberg | Correction::BenjaminiYekutieli
    );
    let (one, many) = if is_of_discoveries {
        let rate = format!("selected at a false discovery rate of {}", outcome.alpha);
        (format!("is {rate}"), format!("are {rate}"))
    } else {
        (
            "differs significantly".to_owned(),
            "differ significantly".to_owned(),
        )
    };
    match (apart, all) {
        (0, 1) => "The two systems do not differ significantly: this is not evidence of equality."
            .to_owned(),
        (1, 1) => "The two systems differ significantly.".to_owned(),
        (0, all) => format!(
            "None of {} {one}: this is not evidence of equality.",
            count(all, "pair")
        ),
        (apart, all) if apart == all => format!("All {} {many}.", count(all, "pair")),
        (apart, all) => {
            let verb = if apart == 1 { one } else { many };
            format!("{} of {} pairs {verb}.", grouped(apart), grouped(all))
        }
    }
}

/// Who is ahead of the baseline, and who behind.
fn against(outcome: &RankOutcome, baseline: &str) -> String {
    let higher = outcome.metrics[0].higher_is_better;
    let of = |ahead: bool| {
        let is = |pair: &&RankedPair| pair.shown && ((pair.difference > 0.0) == higher) == ahead;
        outcome
            .pairs
            .iter()
            .filter(is)
            .map(|pair| &pair.b[..])
            .collect::<Vec<_>>()
    };
    sides(baseline, &of(true), &of(false), outcome.pairs.len())
}

/// The units, with what they are in.
fn units(outcome: &RankOutcome) -> String {
    let mut items = count(outcome.items, outcome.noun());
    if let Some(sets) = &outcome.datasets {
        items = format!(
            "{items} in {} ({})",
            count(sets.names.len() as u64, "data set"),
            sets.column
        );
    }
    match (outcome.clusters, &outcome.cluster) {
        (Some(clusters), Some(column)) => {
            format!("{items} in {} ({column})", count(clusters, "cluster"))
        }
        _ => items,
    }
}

/// `skewed`: pairs that differ significantly and whose differences are skewed; `units`: items or clusters.
pub(crate) fn warnings(outcome: &RankOutcome, skewed: &[String], units: u64) -> Vec<Note> {
    let mut warnings = Vec::new();
    let noun = if outcome.clusters.is_some() {
        "cluster"
    } else {
        outcome.noun()
    };
    if let Some(floor) = outcome
        .family
        .p_floor
        .filter(|&floor| floor > outcome.alpha)
    {
        let why = match outcome.family.method {
            Method::Exact => format!("too few {noun}s differ"),
            _ => "too few resamples".to_owned(),
        };
        warnings.push(Code::UnreachableAlpha.says(format!(
            "no pair of this family can differ significantly at {}: the smallest p is {floor} ({why})",
            outcome.alpha
        )));
    }
    warnings.extend(of_correction(outcome, skewed, noun));
    if noun == "cluster" && units < FEW_CLUSTERS {
        warnings.push(Code::FewClusters.says(format!(
            "{} are too few to estimate the variance between them; more items per cluster do not help",
            count(units, "cluster")
        )));
    }
    if outcome.votes.is_some() && units < PROMPTS_PER_SYSTEM * outcome.systems.len() as u64 {
        warnings.push(Code::FewVotes.says(format!(
            "{} are too few for the strengths of {}: below {PROMPTS_PER_SYSTEM} per system the family-wise error exceeds alpha; collect more",
            count(units, if outcome.clusters.is_some() { "prompt" } else { "vote" }),
            count(outcome.systems.len() as u64, "system")
        )));
    }
    let beyond: Vec<String> = outcome
        .pairs
        .iter()
        .filter(|pair| {
            pair.shown
                && pair
                    .interval
                    .as_ref()
                    .is_some_and(IntervalOutcome::contains_0)
        })
        .map(|pair| format!("{} and {}", pair.a, pair.b))
        .collect();
    if !beyond.is_empty() {
        let intervals = if beyond.len() == 1 {
            "interval contains"
        } else {
            "intervals contain"
        };
        let beyond: Vec<&str> = beyond.iter().map(String::as_str).collect();
        warnings.push(Code::LaterSteps.says(format!(
            "{} differ significantly although their simultaneous {intervals} 0: p-values are adjusted stepwise, intervals in a single step",
            named(&beyond)
        )));
    }
    let left_out = outcome
        .pairs
        .iter()
        .filter(|pair| is_left_out(pair))
        .count() as u64;
    if left_out > 0 && outcome.request.request.question.interval != IntervalMethod::None {
        warnings.push(Code::IntervalsLeftOut.says(format!(
            "only pairs with {} have intervals: {} more would take minutes; {} gives all of them, {} none",
            outcome.systems[0].name,
            count(left_out, "pair"),
            asked_as("adjust", Correction::MaxT),
            asked_as("interval", IntervalMethod::None)
        )));
    }
    let constant: Vec<String> = outcome
        .pairs
        .iter()
        .filter(|pair| {
            pair.interval.is_none() && pair.standard_error.is_none_or(|error| error == 0.0)
        })
        .map(|pair| format!("{} and {}", pair.a, pair.b))
        .collect();
    let wants_interval = outcome.request.request.question.interval != IntervalMethod::None;
    if !constant.is_empty() && wants_interval {
        let pairs: Vec<&str> = constant.iter().map(String::as_str).collect();
        warnings
            .push(Code::NoSpread.says(format!("no interval of {}: {NO_SPREAD}", named(&pairs))));
    }
    if !outcome.excluded.is_empty() {
        let pairs: Vec<String> = outcome
            .excluded
            .iter()
            .map(|pair| format!("{} and {}", pair.a, pair.b))
            .collect();
        let pairs: Vec<&str> = pairs.iter().map(String::as_str).collect();
        warnings.push(Code::PairsLeftOut.says(format!(
            "no test of {}: {}",
            named(&pairs),
            outcome.excluded[0].reason
        )));
    }
    if let Some(completed) = outcome.interrupted_after {
        warnings.push(Code::Interrupted.says(format!(
            "interrupted after {} of {}: all results are from those",
            grouped(completed),
            count(outcome.resamples, "resample")
        )));
    }
    warnings
}

/// What a correction takes for granted, or why the data called for it.
fn of_correction(outcome: &RankOutcome, skewed: &[String], noun: &str) -> Vec<Note> {
    let (adjust, all) = (outcome.family.adjust, outcome.pairs.len() as u64);
    let mut warnings = Vec::new();
    if adjust == Correction::Hsd {
        warnings.push(Code::HsdAssumes.says(format!(
            "hsd assumes that all systems have the same distribution on every {noun}, and rejects equal means too often if some systems \
             vary more; {} does not",
            asked_as("adjust", "maxt")
        )));
    }
    if adjust == Correction::None && all > 1 {
        warnings.push(Code::NoCorrection.says(format!(
            "{} without a correction: at {} about {} would differ significantly if no systems differed",
            count(all, "pair"),
            outcome.alpha,
            grouped((outcome.alpha * all as f64).round() as u64)
        )));
    }
    if adjust == Correction::BootstrapMaxT && outcome.request.correction.is_none() {
        let units = outcome.clusters.unwrap_or(outcome.items);
        let why = if units < FEW_UNITS as u64 {
            format!("there are only {}", count(units, noun))
        } else {
            format!(
                "the range of the scores is not known ({})",
                asked_as("range", "LOW,HIGH")
            )
        };
        warnings.push(Code::BootstrapChosen.says(format!(
            "differences are skewed and {why}: the bootstrap is used ({}), which keeps the error rate",
            asked_as("adjust", adjust)
        )));
    }
    if !skewed.is_empty() && !adjust.is_bootstrap() {
        const NAMED: usize = 3;
        let named: Vec<&str> = skewed.iter().take(NAMED).map(String::as_str).collect();
        let more = match skewed.len().saturating_sub(NAMED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        warnings.push(Code::Skewed.says(format!(
            "the differences of {}{more} are skewed, and swaps assume symmetry where means are equal; {} does not",
            named.join(", "),
            asked_as("adjust", Correction::BootstrapMaxT)
        )));
    }
    warnings
}

/// It has a spread, and yet no interval.
fn is_left_out(pair: &RankedPair) -> bool {
    pair.interval.is_none() && pair.standard_error.is_some_and(|error| error > 0.0)
}

/// A maximum in several steps is called so.
fn steps(adjust: Correction) -> &'static str {
    if adjust.is_in_steps() {
        "step-down "
    } else {
        ""
    }
}

/// What the pairs were decided by.
fn recipe(outcome: &RankOutcome) -> String {
    let adjust = outcome.family.adjust;
    let alike = if outcome.datasets.is_some() {
        " within data sets, which count alike,"
    } else {
        ""
    };
    if outcome.recipes.is_some() {
        let how = if adjust == Correction::None {
            "no".to_owned()
        } else {
            adjust.to_string()
        };
        return format!(
            "two-sided t of each pair over items{alike} and training runs (Satterthwaite 1946), {how} correction"
        );
    }
    if outcome.votes.is_some() {
        let strengths = "strengths of votes with ties (Davidson 1970)";
        return match adjust {
            Correction::MaxT | Correction::MaxTStepDown => format!(
                "{strengths}, two-sided {}max-T over random signs of influences shared by all pairs (Westfall and Young 1993; \
                 Kline and Santos 2012)",
                steps(adjust)
            ),
            Correction::None => format!("{strengths}, two-sided t of each pair, no correction"),
            other => format!("{strengths}, two-sided t of each pair, {other} correction"),
        };
    }
    if let Some(each) = &outcome.family.each {
        return match adjust {
            Correction::None => format!("{} of each pair, no correction", each.recipe),
            other => format!("{} of each pair, {other} correction", each.recipe),
        };
    }
    match adjust {
        Correction::MaxT | Correction::MaxTStepDown => format!(
            "two-sided {}max-T over random swaps{}{alike} shared by all pairs (Westfall and Young 1993)",
            steps(adjust),
            if alike.is_empty() { "" } else { " of items" }
        ),
        Correction::BootstrapMaxT => {
            "two-sided max-T of the studentised bootstrap shared by all pairs (Romano and Wolf 2005)".to_owned()
        }
        Correction::Hsd => "randomised Tukey HSD (Carterette 2012)".to_owned(),
        Correction::Nemenyi => {
            "Nemenyi test of mean ranks, corrected for ties (1963; Demsar 2006)".to_owned()
        }
        Correction::None => "two-sided permutation test of each pair, no correction".to_owned(),
        other => format!("two-sided permutation test of each pair, {other} correction"),
    }
}

impl OmnibusOutcome {
    /// Returns the name of the test and its statistic: `Friedman chi-square`.
    pub fn title(&self) -> &str {
        match self.name.as_str() {
            "friedman" => "Friedman chi-square",
            "iman-davenport" => "Iman–Davenport F",
            "cochran-q" => "Cochran Q",
            other => other,
        }
    }
}

impl RankOutcome {
    /// The tests of all systems at once, which decide no pair: `Friedman chi-square 33.4 (5 df), p = 3.12e-6`.
    pub fn omnibus_words(&self) -> Option<String> {
        let told = |test: &OmnibusOutcome| {
            let name = test.title();
            let statistic = test
                .statistic
                .map_or_else(|| "∞".to_owned(), |value| number(value, 2));
            let df: Vec<String> = test.df.iter().map(|&df| grouped(df)).collect();
            format!(
                "{name} {statistic} ({} df), {}",
                df.join(" and "),
                // A tail below what a double holds is not 0.
                p_is(test.pvalue.max(1e-300))
            )
        };
        let told: Vec<String> = self.omnibus.iter().map(told).collect();
        (!told.is_empty()).then(|| told.join("; "))
    }

    /// Writes the recipe, in a line and in sentences, of what the outcome knows by now.
    pub fn put_recipe(&mut self) {
        self.run.signature = signature_of(self);
        self.run.report = report(self);
    }
}

/// One sentence that lets a reader repeat it.
fn report(outcome: &RankOutcome) -> String {
    let family = &outcome.family;
    let drawn = match (family.method, family.resamples) {
        (Method::Sampled, Some(resamples)) => {
            format!(
                "{}, seed {}, stream {}",
                count(resamples, "resample"),
                outcome.seed,
                outcome.stream
            )
        }
        (Method::Exact, Some(1)) => "exact: all swaps are one, up to sign".to_owned(),
        (Method::Exact, Some(resamples)) => {
            format!("exact over all {} swaps up to sign", grouped(resamples))
        }
        (Method::Inversion, _) => "computed by inversion; no resampling".to_owned(),
        (Method::Asymptotic, _) => "asymptotic; no resampling".to_owned(),
        _ => "exact; no resampling".to_owned(),
    };
    let metrics = outcome.request.alongside + 1;
    let across = if metrics > 1 {
        format!(", Bonferroni over {metrics} metrics")
    } else {
        String::new()
    };
    let metric = &outcome.metrics[0];
    let signature = match &metric.signature {
        Some(signature) => format!(" metric {signature};"),
        None => format!(" {};", outcome.run.reading.metric(&metric.name)),
    };
    let read = outcome.run.reading.sentences();
    let over = match &outcome.baseline {
        Some(baseline) => format!("{} with {baseline}", family.over.join(" × ")),
        None => {
            format!(
                "{}, all of {}",
                family.over.join(" × "),
                count(outcome.systems.len() as u64, "system")
            )
        }
    };
    let interval = outcome.pairs.iter().find_map(|pair| pair.interval.as_ref());
    let interval = interval.map_or_else(
        || "no intervals of differences".to_owned(),
        |interval| {
            let joint = family.adjust.level_prefix();
            format!(
                "{joint}{} intervals by {}",
                percent(outcome.confidence),
                interval.method
            )
        },
    );
    format!(
        "{}{across}: {drawn};{signature} {}, unit of resampling: {}; alpha {}; family of {over}; {interval}; restrap {}.{read}",
        recipe(outcome),
        units(outcome),
        outcome.unit,
        outcome.alpha,
        outcome.run.version
    )
}

/// The recipe of a ranking.
fn signature_of(outcome: &RankOutcome) -> String {
    let family = &outcome.family;
    let size = format!("{}({})", family.adjust, family.size);
    let test = match () {
        () if outcome.votes.is_some() => "davidson",
        () if outcome.recipes.is_some() => "recipe-t",
        () if family.each.is_some() => family.each.as_ref().map_or("", |each| each.name.name()),
        () if family.adjust.is_bootstrap() => "studentized-bootstrap",
        () if family.adjust == Correction::Hsd => "shuffles",
        () if family.adjust == Correction::Nemenyi => "mean-ranks",
        () => "permutation",
    };
    let clusters = outcome.clusters.map(|number| {
        let column = outcome
            .cluster
            .as_ref()
            .map_or_else(String::new, |column| format!("({column})"));
        format!("{number}{column}")
    });
    let sets = outcome
        .datasets
        .as_ref()
        .map(|sets| format!("{}({})", sets.names.len(), sets.column));
    let interval = outcome.pairs.iter().find_map(|pair| pair.interval.as_ref());
    let sampled = (family.method == Method::Sampled)
        .then_some(family.resamples)
        .flatten();
    Signature::new(&outcome.run)
        .read(&outcome.run, outcome.metrics.first())
        .with("unit", outcome.unit)
        .with("n", outcome.items)
        .maybe("clusters", clusters)
        .maybe("datasets", sets)
        .maybe("runs", outcome.recipes.as_ref())
        .with("systems", outcome.systems.len())
        .maybe("baseline", outcome.baseline.as_ref())
        .with("test", test)
        .with("alt", "two")
        .with("alpha", plain(outcome.alpha))
        .with("ci", signature::interval(interval))
        .with("adj", size)
        .drawn(sampled, outcome.seed, &outcome.stream)
        .done()
}
