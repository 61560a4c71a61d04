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
    let head = match head {
        "bleu" | "ter" | "wer" | "cer" | "mcc" | "mae" | "mse" | "rmse" | "uas" | "las" | "rr"
        | "ap" | "rbp" | "err" | "rouge-1" | "rouge-2" | "rouge-l" => head.to_uppercase(),
        "chrf" => "chrF".to_owned(),
        "chrf++" => "chrF++".to_owned(),
        "ndcg" => "nDCG".to_owned(),
        "p" => "P".to_owned(),
        "recall" if cut.is_some() => "R".to_owned(),
        "rprec" => "R-precision".to_owned(),
        "f1" | "span-f1" => head.replace('f', "F").replace("span-", "span "),
        "roc-auc" => "ROC AUC".to_owned(),
        "pr-auc" => "PR AUC".to_owned(),
        "exact-match" => "EM".to_owned(),
        "answer-f1" => "answer F1".to_owned(),
        "brier" => "Brier score".to_owned(),
        "hamming-loss" => "Hamming loss".to_owned(),
        "kappa" => "Cohen's κ".to_owned(),
        "krippendorff" => "Krippendorff's α".to_owned(),
        "ac1" => "AC1".to_owned(),
        "log-loss" | "balanced-accuracy" | "sentence-accuracy" | "top-accuracy"
        | "calibration-error" | "span-precision" | "span-recall" => head.replace('-', " "),
        other => other.to_owned(),
    };
    cut.map_or_else(|| head.clone(), |cut| format!("{head}@{cut}"))
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
}
