//! Metrics of summed counts of labels.

use restrap_words::asked_as;

use super::LabelAverage;
use super::{Arity, ClassCounts, LabelSet, Labels, Measure, ZeroDivision};
use crate::counts::ratio;
use crate::{ColumnName, Error, Metric, OfClass, Statistics, quote};

/// How precision, recall and F of classes become one number.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Average {
    /// Of one class of two.
    Binary {
        /// That class.
        positive: String,
    },
    /// From counts pooled over classes.
    Micro,
    /// The plain mean over the label set.
    Macro,
    /// The mean over the label set, weighted by the number of gold items of each class.
    Weighted,
}

impl Average {
    /// The name on the command line.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Binary { .. } => "binary",
            Self::Micro => "micro",
            Self::Macro => "macro",
            Self::Weighted => "weighted",
        }
    }
}

/// `tp`, `fp` and `fn` of every class: the layout of [`ClassCounts`].
pub(crate) fn class_columns(classes: &[String]) -> Vec<ColumnName> {
    let of_count = |count| classes.iter().map(move |class| format!("{count}[{class}]").into());
    ["tp", "fp", "fn"].into_iter().flat_map(of_count).collect()
}

/// A classification metric of summed counts.
#[derive(Debug, Clone, PartialEq)]
pub struct Classification {
    kind: Kind,
    zero_division: ZeroDivision,
    set: LabelSet,
    columns: Vec<ColumnName>,
}

#[derive(Debug, Clone, PartialEq)]
enum Kind {
    Accuracy,
    HammingLoss,
    /// The class's index where one class is meant.
    Averaged(Measure, Average, Option<usize>),
    Mcc,
    Kappa,
    BalancedAccuracy,
}

impl Classification {
    /// Precision, recall or F under an average.
    ///
    /// # Errors
    ///
    /// A positive class outside the set, a binary average over more than two classes, or a beta that is not positive and
    /// finite.
    pub fn new(measure: Measure, average: Average, set: &LabelSet) -> Result<Self, Error> {
        measure.check()?;
        let mut positive_class = None;
        if let Average::Binary { positive } = &average {
            let at = set.names().iter().position(|name| name == positive).ok_or_else(|| {
                Error::option(
                    format!("a positive class among {}", quote::list(set.names())),
                    quote::quoted(positive),
                )
            })?;
            if set.names().len() > 2 {
                let found = format!("{} labels: {}", set.names().len(), quote::list(set.names()));
                return Err(Error::option("two labels for a binary average", found).with_hint(format!(
                    "use {}, micro or weighted",
                    asked_as("average", LabelAverage::Macro)
                )));
            }
            positive_class = Some(at);
        }
        Ok(Self::of(Kind::Averaged(measure, average, positive_class), set))
    }

    /// The share of items whose label (or set of labels) is the gold one.
    pub fn accuracy() -> Self {
        Self::of(Kind::Accuracy, &LabelSet::of([]))
    }

    /// The share of wrong (item, label) decisions of multi-label items; lower is better.
    pub fn hamming_loss(set: &LabelSet) -> Self {
        Self::of(Kind::HammingLoss, set)
    }

    /// Matthews correlation: the multi-class R_K of Gorodkin (2004).
    pub fn mcc(set: &LabelSet) -> Self {
        Self::of(Kind::Mcc, set)
    }

    /// Cohen's kappa (1960), unweighted.
    pub fn kappa(set: &LabelSet) -> Self {
        Self::of(Kind::Kappa, set)
    }

    /// The mean recall of the classes that the gold has.
    pub fn balanced_accuracy(set: &LabelSet) -> Self {
        Self::of(Kind::BalancedAccuracy, set)
    }

    /// The same with another value for 0/0.
    #[must_use]
    pub fn zero_division(self, zero_division: ZeroDivision) -> Self {
        Self { zero_division, ..self }
    }

    fn of(kind: Kind, set: &LabelSet) -> Self {
        let columns: Vec<ColumnName> = match &kind {
            Kind::Accuracy => vec!["correct".into(), "items".into()],
            Kind::HammingLoss => vec!["wrong".into(), "decisions".into()],
            Kind::Averaged(_, Average::Binary { .. } | Average::Micro, _) => {
                vec!["tp".into(), "fp".into(), "fn".into()]
            }
            _ => class_columns(set.names()),
        };
        Self { kind, zero_division: ZeroDivision::default(), set: set.clone(), columns }
    }

    /// The statistics of a system against the gold labels, one row an item of the gold, in its order.
    ///
    /// Items are paired by id where both files have ids, else by position.
    /// Cost: linear in the items; a column a class takes memory only for the pages that are not zero.
    ///
    /// # Errors
    ///
    /// Different numbers of items, ids that do not match, single labels against label sets, or a label outside the set
    /// where the metric needs all.
    pub fn score(&self, gold: &Labels, system: &Labels) -> Result<Statistics, Error> {
        let places = system.paired_with(gold)?;
        if gold.arity != system.arity {
            let kind =
                |labels: &Labels| format!("{:?} labels in {}", labels.arity, labels.file).to_lowercase();
            return Err(Error::option(format!("{} as in the gold", kind(gold)), kind(system)));
        }
        if !matches!(self.kind, Kind::Accuracy | Kind::Averaged(..)) {
            self.set.check_complete(gold)?;
            self.set.check_complete(system)?;
            if gold.arity == Arity::Multi && self.kind != Kind::HammingLoss {
                return Err(Error::option(format!("one label an item for {}", self.name()), "label sets"));
            }
        }
        let all = LabelSet::of([gold, system]);
        let set = if self.kind == Kind::Accuracy { &all } else { &self.set };
        let (of_gold, of_system) = (set.map(gold), set.map(system));
        let mut statistics = Statistics::zeros(self.columns.len(), gold.items());
        statistics.ids.clone_from(&gold.ids);
        let (mut right, mut given) = (Vec::new(), Vec::new());
        for (item, place) in places.into_iter().enumerate() {
            right.clear();
            given.clear();
            right.extend(gold.item(item).iter().filter_map(|code| of_gold[*code as usize]));
            given.extend(system.item(place).iter().filter_map(|code| of_system[*code as usize]));
            self.count(&right, &given, |column, count| statistics.columns[column][item] += count);
        }
        Ok(statistics)
    }

    /// Adds what one item counts; labels are indices into the set.
    fn count(&self, right: &[usize], given: &[usize], mut add: impl FnMut(usize, i64)) {
        let k = self.set.names().len();
        let hits = given.iter().filter(|class| right.contains(class)).count();
        match &self.kind {
            Kind::Accuracy => {
                add(0, i64::from(hits == right.len() && hits == given.len()));
                add(1, 1);
            }
            Kind::HammingLoss => {
                add(0, (right.len() + given.len() - 2 * hits) as i64);
                add(1, k as i64);
            }
            Kind::Averaged(_, Average::Micro, _) => {
                add(0, hits as i64);
                add(1, (given.len() - hits) as i64);
                add(2, (right.len() - hits) as i64);
            }
            Kind::Averaged(_, _, Some(positive)) => {
                let (in_gold, in_given) = (right.contains(positive), given.contains(positive));
                add(0, i64::from(in_gold && in_given));
                add(1, i64::from(in_given && !in_gold));
                add(2, i64::from(in_gold && !in_given));
            }
            _ => {
                for class in given {
                    add(if right.contains(class) { *class } else { k + class }, 1);
                }
                for class in right.iter().filter(|class| !given.contains(class)) {
                    add(2 * k + class, 1);
                }
            }
        }
    }
}

impl Metric for Classification {
    fn name(&self) -> String {
        match &self.kind {
            Kind::Accuracy => "accuracy".to_owned(),
            Kind::HammingLoss => "hamming-loss".to_owned(),
            Kind::Averaged(measure, ..) => measure.name(),
            Kind::Mcc => "mcc".to_owned(),
            Kind::Kappa => "kappa".to_owned(),
            Kind::BalancedAccuracy => "balanced-accuracy".to_owned(),
        }
    }

    fn signature(&self) -> String {
        let classes = quote::list(self.set.names()).replace('`', "");
        let (name, zero) = (self.name(), self.zero_division.name());
        match &self.kind {
            Kind::Accuracy => name,
            Kind::Averaged(_, Average::Binary { positive }, _) => {
                format!("{name}|average:binary|positive:{positive}|zero-division:{zero}")
            }
            Kind::Averaged(_, average, _) => {
                format!("{name}|average:{}|labels:{classes}|zero-division:{zero}", average.name())
            }
            _ => format!("{name}|labels:{classes}"),
        }
    }

    fn columns(&self) -> &[ColumnName] {
        &self.columns
    }

    fn finish(&self, sums: &[i64]) -> f64 {
        let zero = self.zero_division;
        let classes = ClassCounts::new(sums);
        match &self.kind {
            Kind::Accuracy | Kind::HammingLoss => ratio(sums[0], sums[1]),
            Kind::Averaged(measure, Average::Binary { .. } | Average::Micro, _) => {
                measure.value([sums[0], sums[1], sums[2]], zero)
            }
            Kind::Averaged(measure, average, _) => {
                classes.averaged(*measure, zero, *average == Average::Weighted)
            }
            Kind::Mcc => classes.mcc(),
            Kind::Kappa => classes.kappa(),
            Kind::BalancedAccuracy => classes.balanced_accuracy(),
        }
    }

    fn higher_is_better(&self) -> bool {
        self.kind != Kind::HammingLoss
    }

    fn classes(&self, sums: &[i64]) -> Option<u64> {
        match &self.kind {
            Kind::Averaged(_, Average::Macro, _) | Kind::BalancedAccuracy => {
                Some(ClassCounts::new(sums).in_gold())
            }
            _ => None,
        }
    }

    fn by_class(&self, sums: &[i64]) -> Vec<OfClass> {
        match &self.kind {
            Kind::Averaged(_, Average::Macro | Average::Weighted, _)
            | Kind::Mcc
            | Kind::Kappa
            | Kind::BalancedAccuracy => ClassCounts::new(sums).by_class(self.set.names(), self.zero_division),
            _ => Vec::new(),
        }
    }

    fn beside(&self, sums: &[i64]) -> Vec<(String, f64)> {
        let Kind::Averaged(measure, average, place) = &self.kind else { return Vec::new() };
        let value = |other: Measure| {
            let kind = Kind::Averaged(other, average.clone(), *place);
            (other.name(), Self { kind, ..self.clone() }.finish(sums))
        };
        measure.companions().into_iter().map(value).collect()
    }
}
