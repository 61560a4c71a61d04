//! The words and cells of a ranking, in every form.

use restrap::number::{count, end, number, percent, probability};
use restrap::outcome::IntervalOutcome;
use restrap::{Adjustment, Correction, RankOutcome, RankedPair, RankedSystem};

use crate::family::{LATER, called, of_later_steps, of_selected};
use crate::mark::{Mark, legend};

/// Systems up to which letters say who is level with whom; of more, places do.
pub(super) const LETTERS: usize = 16;
/// The header of places of systems that do not differ significantly.
pub(super) const LEVEL: &str = "not diff. from";

/// The metric as a header has it.
pub(crate) fn metric(outcome: &RankOutcome) -> String {
    outcome.metrics[0].title()
}

/// What is ranked, on what, how pairs are decided.
pub(crate) fn heading(outcome: &RankOutcome) -> String {
    heading_of(outcome, true)
}

/// What the scores of the systems are.
pub(super) fn measured(outcome: &RankOutcome) -> String {
    match (outcome.metrics[0].name.as_str(), outcome.metrics[0].binary) {
        ("mean", true) => "0/1 scores".to_owned(),
        ("mean", false) => "scores".to_owned(),
        _ if outcome.votes.is_some() => "strength".to_owned(),
        _ => metric(outcome),
    }
}

/// What is compared, with or without the metric and its direction.
pub(super) fn heading_of(outcome: &RankOutcome, with_metric: bool) -> String {
    let direction = if outcome.metrics[0].higher_is_better {
        "higher"
    } else {
        "lower"
    };
    let metric = if with_metric {
        format!(", {} ({direction} is better)", measured(outcome))
    } else {
        String::new()
    };
    let clusters = match (outcome.clusters, &outcome.cluster) {
        (Some(clusters), Some(column)) => format!(" in {} ({column})", count(clusters, "cluster")),
        _ => String::new(),
    };
    let sets = outcome.datasets.as_ref().map_or_else(String::new, |sets| {
        format!(
            " in {} ({})",
            count(sets.names.len() as u64, "data set"),
            sets.column
        )
    });
    let runs = outcome
        .recipes
        .as_ref()
        .map_or_else(String::new, |column| format!(", training runs ({column})"));
    let metrics = outcome
        .family
        .over
        .get(1)
        .map_or_else(String::new, |metrics| format!(" × {metrics}"));
    let apart = if outcome.request.request.sample.over.is_independent() {
        " in all, unpaired"
    } else {
        ""
    };
    let with = outcome
        .baseline
        .as_ref()
        .map_or_else(String::new, |name| format!(" with {name}"));
    format!(
        "{}, {}{apart}{sets}{clusters}{runs}{metric}; {}{metrics}{with}, {}, alpha {}",
        count(outcome.systems.len() as u64, "system"),
        count(outcome.items, outcome.noun()),
        count(outcome.pairs.len() as u64, "pair"),
        called(outcome.family.adjust),
        outcome.alpha
    )
}

/// The ranks of a system: `1–3`, or one.
pub(crate) fn ranks(system: &RankedSystem) -> String {
    let (low, high) = (system.rank.low, system.rank.high);
    if low == high {
        low.to_string()
    } else {
        format!("{low}–{high}")
    }
}

/// The interval of a pair, with its mark.
pub(super) fn ends_of(apart: &Apart, decimals: usize) -> String {
    ends(apart.interval, decimals) + if apart.is_later { LATER } else { "" }
}

/// Both ends, or nothing.
pub(super) fn ends(interval: Option<&IntervalOutcome>, decimals: usize) -> String {
    let both = |one: &IntervalOutcome| {
        format!("{} to {}", end(one.low, decimals), end(one.high, decimals))
    };
    interval.map_or_else(String::new, both)
}

/// The pair of a system with the baseline.
pub(super) fn with_baseline<'a>(
    outcome: &'a RankOutcome,
    system: &RankedSystem,
) -> Option<&'a RankedPair> {
    outcome.pairs.iter().find(|pair| pair.b == system.name)
}

/// A system's difference from the best, or from the baseline: the difference, its interval, the adjusted p, whether it is shown.
pub(crate) struct Apart<'a> {
    pub difference: f64,
    pub interval: Option<&'a IntervalOutcome>,
    pub p: Option<f64>,
    pub shown: bool,
    /// A later step of the adjustment rejects, and the interval contains 0.
    pub is_later: bool,
}

impl Apart<'_> {
    /// Returns the mark beside a baseline, none where all pairs are ranked.
    pub fn mark(&self, outcome: &RankOutcome) -> Mark {
        let improvement = if outcome.metrics[0].higher_is_better {
            self.difference
        } else {
            -self.difference
        };
        let is_marked = self.shown && outcome.baseline.is_some();
        Mark::new(is_marked, improvement.partial_cmp(&0.0))
    }
}

pub(crate) fn apart<'a>(outcome: &'a RankOutcome, system: &'a RankedSystem) -> Option<Apart<'a>> {
    if outcome.baseline.is_some() {
        let pair = with_baseline(outcome, system)?;
        let interval = pair.interval.as_ref();
        return Some(Apart {
            difference: pair.difference,
            interval,
            p: pair.p_adjusted,
            shown: pair.shown,
            is_later: pair.later_step,
        });
    }
    let pair = system.to_best.as_ref()?;
    let interval = pair.interval.as_ref();
    Some(Apart {
        difference: pair.difference,
        interval,
        p: pair.p_adjusted,
        shown: pair.shown,
        is_later: pair.later_step,
    })
}

/// The header of intervals of pairs.
pub(crate) fn simultaneous(outcome: &RankOutcome) -> String {
    format!(
        "{}{} CI",
        outcome.family.adjust.level_prefix(),
        percent(outcome.confidence)
    )
}

/// Letters, each in a column of its own: `a`, `ab`, ` b`; or the places of systems that are level.
pub(super) fn groups(outcome: &RankOutcome, system: &RankedSystem, aligned: bool) -> String {
    if outcome.baseline.is_some() {
        return apart(outcome, system)
            .and_then(|apart| apart.p)
            .map_or_else(String::new, probability);
    }
    match &system.letters {
        Some(letters) if outcome.systems.len() <= LETTERS => {
            if !aligned {
                return letters.clone();
            }
            let last = letters.bytes().max().unwrap_or(b'a');
            let place = |letter: u8| {
                if letters.as_bytes().contains(&letter) {
                    char::from(letter)
                } else {
                    ' '
                }
            };
            (b'a'..=last).map(place).collect()
        }
        _ => places(&system.level_with),
    }
}

/// `13–19, 22`.
pub(super) fn places(places: &[u64]) -> String {
    let mut runs: Vec<(u64, u64)> = Vec::new();
    for &place in places {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == place => *last = place,
            _ => runs.push((place, place)),
        }
    }
    let told = |&(first, last): &(u64, u64)| {
        if first == last {
            first.to_string()
        } else {
            format!("{first}–{last}")
        }
    };
    runs.iter().map(told).collect::<Vec<_>>().join(", ")
}

/// What the last column holds.
pub(super) fn of_groups(outcome: &RankOutcome) -> &'static str {
    match () {
        () if outcome.baseline.is_some() => "adjusted p",
        () if has_letters(outcome) => "",
        () => LEVEL,
    }
}

pub(crate) fn has_letters(outcome: &RankOutcome) -> bool {
    outcome.systems.len() <= LETTERS
        && outcome
            .systems
            .iter()
            .all(|system| system.letters.is_some())
}

/// What differences are from.
pub(super) fn from(outcome: &RankOutcome) -> String {
    outcome
        .baseline
        .as_ref()
        .map_or_else(|| "to the best".to_owned(), |name| format!("to {name}"))
}

/// Returns the level of the marks beside a baseline.
pub(super) fn level(outcome: &RankOutcome) -> String {
    match outcome.family.adjust {
        Correction::None => format!("p at most {}", outcome.alpha),
        Correction::BenjaminiHochberg | Correction::BenjaminiYekutieli => {
            format!("false discovery rate {}", outcome.alpha)
        }
        _ => format!("adjusted p at most {}", outcome.alpha),
    }
}

/// What the ranks and letters mean; `alone`: a column has intervals of single systems.
pub(crate) fn notes(outcome: &RankOutcome, alone: bool) -> Vec<String> {
    let systems = outcome.systems.len();
    let together = match outcome.family.adjust {
        Correction::None => "no correction".to_owned(),
        Correction::BenjaminiHochberg | Correction::BenjaminiYekutieli => {
            format!("false discovery rate {}", outcome.alpha)
        }
        _ => format!("simultaneous {}", percent(1.0 - outcome.alpha)),
    };
    let mut notes = vec![format!(
        "rank: 1 + significantly better to {systems} − significantly worse, {together}."
    )];
    let alone = alone.then(|| format!(" {} CI: of one system alone.", percent(outcome.confidence)));
    let groups = match &outcome.baseline {
        Some(name) => legend(name, &level(outcome)),
        None if has_letters(outcome) => {
            "Systems without a common letter differ significantly.".to_owned()
        }
        None => "not diff. from: places of systems that do not differ significantly.".to_owned(),
    };
    notes.push(groups + &alone.unwrap_or_default());
    if outcome
        .systems
        .iter()
        .any(|system| apart(outcome, system).is_some_and(|apart| apart.is_later))
    {
        notes.push(of_later_steps(&called(outcome.family.adjust)));
    }
    let adjustment = outcome.family.adjust.adjustment();
    if adjustment.is_some_and(Adjustment::is_of_discoveries) {
        notes.push(of_selected(outcome.confidence));
    }
    if outcome.family.adjust == Correction::Nemenyi {
        let half = outcome
            .pairs
            .iter()
            .find_map(|pair| Some(pair.interval.as_ref()?.high - pair.difference));
        let critical = half.map_or_else(String::new, |half| {
            format!(
                "Critical difference {} (corrected for ties). ",
                number(half, 3)
            )
        });
        notes.push(format!(
            "{critical}Mean ranks depend on which other systems are entered."
        ));
    }
    if outcome.family.adjust == Correction::Nemenyi {
        notes.extend(omnibus(outcome));
    }
    if let Some(sets) = &outcome.datasets {
        notes.push(format!(
            "{}: mean over {} with equal weights; items are sampled within them, data sets are fixed.",
            metric(outcome),
            count(sets.names.len() as u64, "data set")
        ));
    }
    if outcome.votes.is_some() {
        notes.push(
            "strength: on a logarithmic scale with mean 0; a system that is ahead by 1 wins 73 % of the votes that are not ties."
                .to_owned(),
        );
    }
    notes
}

/// Returns the note about the tests of all systems at once, which decide no pair.
pub(super) fn omnibus(outcome: &RankOutcome) -> Option<String> {
    let words = outcome.omnibus_words()?;
    Some(format!("Any difference among all systems: {words}."))
}

/// Returns the notes of a paper, which has room for the tests of all systems at once.
pub(super) fn notes_of_paper(outcome: &RankOutcome) -> Vec<String> {
    let mut all = notes(outcome, true);
    if outcome.family.adjust != Correction::Nemenyi {
        all.extend(omnibus(outcome));
    }
    all
}

/// A difference with its mark.
pub(crate) fn difference(outcome: &RankOutcome, apart: &Apart, decimals: usize) -> String {
    number(apart.difference, decimals) + apart.mark(outcome).sign()
}
