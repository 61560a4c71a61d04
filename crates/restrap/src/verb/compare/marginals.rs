//! Whether two systems give the classes equally often: the Stuart–Maxwell test, beside the test of a metric of labels.

use restrap_core::Entries;
use restrap_metrics::Metric;
use restrap_stats::{Alternative, StuartMaxwell};
use restrap_words::{Code, asked_as};

use crate::data::contest::Contest;
use crate::data::scores::Counted;
use crate::design::repeated::one_by_one;
use crate::error::Error;
use crate::evidence::test::observed::ClosedForm;
use crate::outcome::Method;
use crate::request::Test;

/// The test of the labels of a contest.
///
/// # Errors
/// For metrics whose statistics do not tell classes apart, several labels an item, clusters, and one-sided questions.
pub(crate) fn closed_form(contest: &Contest, side: Alternative) -> Result<ClosedForm, Error> {
    let test = of(contest, side)?;
    Ok(ClosedForm {
        p: Some(test.p()),
        method: Method::Asymptotic,
        centred: None,
        relative_error: 0.0,
        df: Some(test.df as f64),
        statistic: Some(test.chi_square),
        floor: None,
        design: None,
        recipe: format!(
            "Stuart-Maxwell test of marginal homogeneity (1955, 1970), chi-square with {} degrees of freedom",
            test.df
        ).into(),
        notes: vec![Code::MarginalHomogeneity.says(format!(
            "it tests whether both systems predict each class equally often, not how often they are right; {} items have different labels",
            test.discordant
        ))],
    })
}

fn of(contest: &Contest, side: Alternative) -> Result<StuartMaxwell, Error> {
    let refuse = |needs: &'static str, found: &'static str, hint: String| {
        Error::not_applicable(asked_as("test", Test::StuartMaxwell), needs, found, hint)
    };
    let macro_average = || format!("add {}", asked_as("metric", "'f1(average=macro)'"));
    let classes = "statistics of each class";
    let Some(summed) = contest.summed() else {
        return Err(refuse(classes, "this metric has none", macro_average()));
    };
    if contest.clusters.is_some() || contest.apart.is_some() {
        let found = "these are clusters, or of different items";
        return Err(refuse(
            "items that both systems labelled, one by one",
            found,
            "drop it".to_owned(),
        ));
    }
    if side != Alternative::TwoSided {
        let hint = format!("use {}", asked_as("alternative", Alternative::TwoSided));
        return Err(refuse(
            "two sides",
            "more than two classes have no direction",
            hint,
        ));
    }
    let Some(given) = Given::of(summed.metric) else {
        return Err(refuse(
            classes,
            "this metric is of all classes together",
            macro_average(),
        ));
    };
    let [baseline, system] = [summed.baseline, summed.system].map(|counted| given.classes(counted));
    match (baseline, system) {
        (Some(baseline), Some(system)) => {
            let times = summed.times();
            let [baseline, system] = [&baseline, &system].map(|rows| one_by_one(rows, times));
            let pairs = baseline?.into_owned().into_iter().zip(system?.into_owned());
            Ok(StuartMaxwell::new(given.found.len(), pairs))
        }
        _ => Err(refuse(
            "one label per item",
            "some items have several, or none",
            format!("use {}", asked_as("test", Test::Permutation)),
        )),
    }
}

/// The columns that say whether an item was given a class: rightly, and wrongly.
struct Given {
    found: Vec<usize>,
    false_positive: Vec<usize>,
}

impl Given {
    fn of(metric: &dyn Metric) -> Option<Self> {
        let columns = metric.columns();
        let of = |count: &str| -> Vec<usize> {
            (0..columns.len())
                .filter(|&column| columns[column].starts_with(count))
                .collect()
        };
        let (found, false_positive) = (of("tp["), of("fp["));
        (found.len() > 1 && found.len() == false_positive.len()).then_some(Self {
            found,
            false_positive,
        })
    }

    /// The class of every item; `None` where one has none or several.
    fn classes(&self, counted: &Counted) -> Option<Vec<usize>> {
        let items = counted.rows();
        let mut of_items = vec![None; items];
        for (class, (&right, &wrong)) in self.found.iter().zip(&self.false_positive).enumerate() {
            let mut is_one = true;
            counted.columns[right]
                .plus(1, &counted.columns[wrong])
                .each(|item, times| {
                    is_one &= times == 1 && of_items[item].replace(class).is_none();
                });
            if !is_one {
                return None;
            }
        }
        of_items.into_iter().collect()
    }
}
