//! Names of metrics as papers print them; what is typed is lower case.

/// A metric in print: `BLEU`, `nDCG@10`; any other name as it is.
pub(crate) fn printed(name: &str) -> String {
    if let Some((name, said)) = name.split_once(" (") {
        return format!("{} ({said}", printed(name));
    }
    if let Some((bare, options)) = options(name) {
        return format!("{} ({options})", printed(&bare));
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
        "kappa" => "Cohen's κ".to_owned(),
        "krippendorff" => "Krippendorff's α".to_owned(),
        "ac1" => "AC1".to_owned(),
        "log-loss" | "balanced-accuracy" | "top-accuracy" | "span-precision" | "span-recall" => {
            head.replace('-', " ")
        }
        other => other.to_owned(),
    };
    cut.map_or_else(|| head.clone(), |cut| format!("{head}@{cut}"))
}

/// A name without its options, and these: `rr@10` and `rel=2` of `rr(rel=2)@10`.
pub(crate) fn options(name: &str) -> Option<(String, &str)> {
    let (head, rest) = name
        .split_once('(')
        .filter(|(head, _)| !head.ends_with(' '))?;
    let (options, tail) = rest.split_once(')')?;
    Some((format!("{head}{tail}"), options))
}

#[cfg(test)]
mod tests {
    use super::printed;

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
            assert_eq!(printed(typed), name);
        }
    }
}
