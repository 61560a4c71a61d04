//! Krippendorff's alpha of gold and system as two coders without missing labels (2004, chapter 11); 0 where it is undefined.
//!
//! One less what disagrees over what would by chance, with m the number of a class among all 2n labels: a pair of classes (c, k) has the
//! chance m_c m_k / 2n (2n - 1). Its distance is 1 of names, (c - k)² of numbers, and of an order the square of the labels between the two,
//! each of them by half.

use super::by_class::ByClass;
use super::count::{check_single, each_item};
use super::options::{LABELS, MULTI_LABEL};
use super::values::ClassCounts;
use crate::describe::{Choice, Description, Flag, Make, Scorer};
use crate::losses::{LabelRows, Losses};
use crate::outputs::labels::{LabelSet, Labels};
use crate::{ColumnName, Error, Metric, Statistics, quote};

restrap_words::vocabulary! {
    /// What the distance of two labels is.
    pub enum Level: "a level of measurement" {
        /// All labels are equally far from each other.
        Nominal = "nominal",
        /// Labels have an order.
        Ordinal = "ordinal",
        /// Labels are numbers.
        Interval = "interval",
    }
    default Nominal
}

/// What the distance of two labels is.
static LEVEL: Choice<Level> = Choice::word(
    "level",
    Flag::None,
    "WORD",
    "Level of measurement of the labels",
    Level::Nominal,
);

pub(super) static ALPHA: Description = Description {
    printed: Some("Krippendorff's α"),
    options: &[&LEVEL, &LABELS, &MULTI_LABEL],
    chance_is_zero: true,
    aliases: &["krippendorff-alpha"],
    ..Description::new(
        "krippendorff",
        "Krippendorff's alpha between gold and system; ordinal or interval with a level",
        Make::Labels(|name, set| match name.get(&LEVEL) {
            Level::Nominal => ByClass::scorer(name, set, false, nominal),
            level => Ok(Scorer::counted(Alpha::new(level, set)?, Alpha::count)),
        }),
    )
};

fn nominal(classes: &ClassCounts) -> f64 {
    let [n, right, both, gold, given] = classes.moments();
    let pairs = 2 * n * (2 * n - 1);
    let apart = pairs - (gold + 2 * both + given - 2 * n);
    if apart == 0 {
        0.0
    } else {
        1.0 - (n - right) as f64 / n as f64 * pairs as f64 / apart as f64
    }
}

/// Labels at most: every pair of them is a column of its own.
const MOST: usize = 500;

/// Alpha of an order or of numbers, from the number of items with each pair of labels.
#[derive(Debug, Clone)]
struct Alpha {
    level: Level,
    set: LabelSet,
    /// The labels as numbers.
    values: Vec<f64>,
    columns: Vec<ColumnName>,
}

impl Alpha {
    fn new(level: Level, set: &LabelSet) -> Result<Self, Error> {
        let names = set.names();
        if names.len() > MOST {
            return Err(Error::option(
                format!("at most {MOST} labels for level={level}, which counts every pair of them"),
                format!("{} labels", names.len()),
            ));
        }
        let number = |name: &String| match level {
            Level::Interval => name.parse::<f64>().ok().filter(|number| number.is_finite()),
            _ => Some(0.0),
        };
        let refused = |name: &String| {
            Error::option(
                "labels that are numbers for level=interval",
                quote::quoted(name),
            )
        };
        let values = names
            .iter()
            .map(|name| number(name).ok_or_else(|| refused(name)));
        let values = values.collect::<Result<_, _>>()?;
        let pair = |gold: &String| {
            names
                .iter()
                .map(move |given| format!("n[{gold},{given}]").into())
                .collect()
        };
        let columns = names
            .iter()
            .map(pair)
            .collect::<Vec<Vec<ColumnName>>>()
            .concat();
        Ok(Self {
            level,
            set: set.clone(),
            values,
            columns,
        })
    }

    fn count(&self, gold: &Labels, system: &Labels) -> Result<Statistics, Error> {
        check_single(ALPHA.name, &self.set, gold, system)?;
        let mut statistics = Statistics::zeros(self.columns.len(), gold.items());
        each_item(&self.set, gold, system, |item, right, given| {
            if let (Some(right), Some(given)) = (right.first(), given.first()) {
                statistics.columns[right * self.values.len() + given].add(item, 1);
            }
        })?;
        Ok(statistics)
    }

    /// Returns the squared distance of two classes, from the count of each among all labels and the counts of those before each.
    fn distance(&self, one: usize, other: usize, sizes: &[f64], before: &[f64]) -> f64 {
        let apart = match self.level {
            Level::Nominal => f64::from(u8::from(one != other)),
            Level::Interval => self.values[one] - self.values[other],
            Level::Ordinal => {
                let (low, high) = (one.min(other), one.max(other));
                // Counts are whole numbers, so that their differences are exact.
                before[high] + sizes[high] - before[low] - 0.5 * (sizes[low] + sizes[high])
            }
        };
        apart * apart
    }
}

impl Metric for Alpha {
    fn name(&self) -> String {
        ALPHA.name.to_owned()
    }

    fn signature(&self) -> String {
        let labels = quote::list(self.set.names()).replace('`', "");
        format!("{}|level:{}|labels:{labels}", ALPHA.name, self.level)
    }

    fn columns(&self) -> &[ColumnName] {
        &self.columns
    }

    fn losses(&self) -> Losses<'_> {
        let k = self.values.len();
        Losses::Labels(LabelRows::new(
            k,
            move |gold, given| vec![((gold * k + given) as u32, 1)],
            move |row| match row {
                [(at, 1)] => Some(*at as usize / k),
                _ => None,
            },
        ))
    }

    fn finish(&self, sums: &[i64]) -> f64 {
        let k = self.values.len();
        let mut sizes = vec![0.0; k];
        for (place, &items) in sums.iter().enumerate() {
            sizes[place / k] += items as f64;
            sizes[place % k] += items as f64;
        }
        let mut before = Vec::with_capacity(k);
        let mut all = 0.0;
        for size in &sizes {
            before.push(all);
            all += size;
        }
        let (mut observed, mut expected) = (0.0, 0.0);
        for (place, &items) in sums.iter().enumerate() {
            let distance = self.distance(place / k, place % k, &sizes, &before);
            observed += items as f64 * distance;
            expected += sizes[place / k] * sizes[place % k] * distance;
        }
        // Each item is two ordered pairs of labels.
        if expected == 0.0 {
            0.0
        } else {
            1.0 - 2.0 * observed * (all - 1.0) / expected
        }
    }

    fn range(&self) -> [f64; 2] {
        crate::range::SIGNED_UNIT
    }

    fn higher_is_better(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alpha_is_that_of_krippendorff() {
        // krippendorff.alpha of the items of this table of gold by given, with the labels 1, 2 and 10.
        let table = [20, 5, 1, 4, 15, 6, 0, 3, 26];
        let set = LabelSet::sorted(["1", "2", "10"]);
        for (level, known) in KNOWN {
            let value = Alpha::new(level, &set).unwrap().finish(&table);
            assert!((value - known).abs() < 1e-12, "{level} {value} {known}");
        }
        assert!(Alpha::new(Level::Interval, &LabelSet::sorted(["low", "high"])).is_err());
        let many: Vec<String> = (0..=MOST).map(|label| label.to_string()).collect();
        let many = LabelSet::sorted(many.iter().map(String::as_str));
        let refused = Alpha::new(Level::Ordinal, &many).unwrap_err();
        assert!(refused.to_string().contains("501 labels"), "{refused}");
    }

    const KNOWN: [(Level, f64); 3] = [
        (Level::Nominal, 0.643_581_878_244_454_9),
        (Level::Ordinal, 0.803_613_876_557_116_4),
        (Level::Interval, 0.761_480_660_594_102_2),
    ];
}
