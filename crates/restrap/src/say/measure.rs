//! Names of metrics as papers print them; what is typed is lower case.

use crate::outcome::{MetricInfo, Reading};

/// Returns the name of a metric as papers print it, `BLEU` or `nDCG@10`, with its options in brackets; a name that is not known stays as
/// it is.
pub fn metric_name(name: &str) -> String {
    if let Some((name, said)) = name.split_once(" (") {
        return format!("{} ({said}", metric_name(name));
    }
    if let Some((bare, options)) = metric_options(name) {
        return format!("{} ({options})", metric_name(&bare));
    }
    let (head, cut) = name
        .split_once('@')
        .map_or((name, None), |(head, cut)| (head, Some(cut)));
    let head = of_papers(head, cut.is_some()).unwrap_or_else(|| head.to_owned());
    cut.map_or_else(|| head.clone(), |cut| format!("{head}@{cut}"))
}

/// The name in papers, from the description of the metric; numbers alone come without descriptions, and keep their names.
#[cfg(any(test, feature = "files"))]
fn of_papers(name: &str, is_cut: bool) -> Option<String> {
    restrap_metrics::printed(name, is_cut)
}

#[cfg(not(any(test, feature = "files")))]
fn of_papers(_: &str, _: bool) -> Option<String> {
    None
}

/// Returns a name without its options, and these: `rr@10` and `rel=2` of `rr(rel=2)@10`; `None` without options.
pub fn metric_options(name: &str) -> Option<(String, &str)> {
    let (head, rest) = name
        .split_once('(')
        .filter(|(head, _)| !head.ends_with(' '))?;
    let (options, tail) = rest.split_once(')')?;
    Some((format!("{head}{tail}"), options))
}

impl MetricInfo {
    /// Returns the name that papers print.
    pub fn printed(&self) -> String {
        metric_name(&self.name)
    }

    /// Returns the header of a column of scores: the name that papers print, or `score` for a mean of scores.
    pub fn title(&self) -> String {
        match &self.name[..] {
            "mean" => "score".to_owned(),
            _ => self.printed(),
        }
    }

    /// Returns what the scores are, as a noun: `BLEU`, `mean of acc`, `mean score`.
    pub(crate) fn noun(&self, reading: &Reading) -> String {
        match (&self.name[..], &reading.measure) {
            ("mean", None) => "mean score".to_owned(),
            (name @ ("mean" | "median" | "quantile"), Some(column)) => {
                format!("{name} of {column}")
            }
            _ => self.printed(),
        }
    }

    /// Returns `true` if the name stands behind a number like a unit: `0.012 nDCG@10`.
    pub(crate) fn is_unit(&self) -> bool {
        let is_known = self.signature.is_some() || self.name == "accuracy";
        let is_of_columns = self.name.contains(':') || self.name == "formula";
        is_known && !is_of_columns && !matches!(&self.name[..], "mean" | "median" | "quantile")
    }
}

#[cfg(test)]
mod tests {
    use super::metric_name;

    #[test]
    fn names_are_those_of_papers() {
        for (typed, name) in [
            ("bleu", "BLEU"),
            ("chrf++", "chrF++"),
            ("ndcg@10", "nDCG@10"),
            ("recall@100", "R@100"),
            ("recall", "recall"),
            ("span-f1", "span F1"),
            ("ter (lower)", "TER (lower)"),
            ("COMET", "COMET"),
            ("rr(rel=2)@10", "RR@10 (rel=2)"),
            ("f1(average=macro)", "F1 (average=macro)"),
        ] {
            assert_eq!(metric_name(typed), name);
        }
    }

    #[test]
    fn every_name_of_papers_is_printed() {
        let mut read = 0;
        for one in restrap_metrics::metrics() {
            let Some(printed) = one.printed else { continue };
            let example = one.example();
            let name = metric_name(&example);
            assert!(name.starts_with(printed), "{example}: {name}");
            read += 1;
        }
        assert!(read > 40, "{read} metrics");
    }
}
