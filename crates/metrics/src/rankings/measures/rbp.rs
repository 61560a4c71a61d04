//! Rank-biased precision (Moffat & Zobel 2008), with the persistence of trec_eval.

use crate::describe::{Choice, Description, Flag, Make};
use crate::rankings::options::{CUT, QUERIES, REL, TIES, measure};
use crate::rankings::topic::total;

static P: Choice<f64> = Choice::read_by(
    "p",
    Flag::None,
    "SHARE",
    "Persistence: how likely a reader goes on",
    0.9,
    |text| {
        let share = text.parse().ok().filter(|share: &f64| *share > 0.0 && *share < 1.0);
        share.ok_or_else(|| "0 < p < 1".to_owned())
    },
    |share| Some(share.to_string()),
);

pub(crate) static RBP: Description = Description {
    cut: CUT,
    options: &[&P, &REL, &TIES, &QUERIES],
    ..Description::new(
        "rbp",
        "Rank-biased precision",
        Make::Rankings(|name| {
            let persistence = name.get(&P);
            let definition = format!("|rel:{}|p:{persistence}", name.get(&REL));
            Ok(measure(name, &definition, move |topic| {
                let weight = |at: usize| libm::pow(persistence, at as f64);
                (1.0 - persistence) * total(topic.places().map(weight))
            }))
        }),
    )
};
