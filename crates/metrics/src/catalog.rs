//! All metrics, and how to find one by its name.

use std::borrow::Cow;
use std::str::FromStr;

use restrap_words::{asked, asked_as};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::describe::{CutRule, Description, Make, MetricName, parts, split_outside};
use crate::rankings::{Measure, meant, other_meaning};
use crate::{
    Error, classes, counts, labels, numbers, quote, ranked, rankings, scores, spans, text, trees,
};

/// One list per kind of input.
static LISTS: [&[&Description]; 10] = [
    scores::METRICS,
    labels::METRICS,
    numbers::METRICS,
    ranked::METRICS,
    classes::METRICS,
    spans::METRICS,
    text::METRICS,
    trees::METRICS,
    rankings::METRICS,
    counts::METRICS,
];

/// All metrics, in the order of the documentation.
pub fn metrics() -> impl Iterator<Item = &'static Description> {
    LISTS.iter().flat_map(|list| list.iter().copied())
}

/// The name in papers of a metric by its own name, without options and with a number that belongs to it (`f0.5`); `None` where papers have
/// no other, and of names that are not known. `is_cut`: rankings are cut at a rank, as labels and rankings both have a recall.
pub fn printed(name: &str, is_cut: bool) -> Option<String> {
    metrics().find_map(|one| {
        let printed = one.printed?;
        let is_number = |rest: &&str| one.tail.is_some() && rest.parse::<f64>().is_ok();
        let rest = name.strip_prefix(one.name)?;
        let fits = match one.cut.rule {
            CutRule::Needed(_) => is_cut,
            CutRule::Allowed | CutRule::Refused => true,
        };
        let is_whole = rest.is_empty() && one.tail.is_none();
        (fits && (is_whole || is_number(&rest))).then(|| format!("{printed}{rest}"))
    })
}

/// The names of several metrics, cut at commas outside brackets and quotes.
pub fn split_names(text: &str) -> Vec<&str> {
    split_outside(text, ',')
}

impl FromStr for MetricName {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        if let Some(error) = other_meaning(text) {
            return Err(error);
        }
        let starts = |name: &str| {
            text.get(..name.len())
                .is_some_and(|head| head.eq_ignore_ascii_case(name))
        };
        let of_columns =
            metrics().any(|one| starts(one.name) && one.tail.is_some_and(|tail| tail.columns));
        let refused = |expected: String| Error::option(expected, quote::quoted(text));
        let typed = parts(text, of_columns)
            .ok_or_else(|| refused("a metric such as ndcg(gain=exp)@10".to_owned()))?;
        let lower = typed.head.to_ascii_lowercase();
        let (head, k) = match (numbered(&lower), typed.cutoff) {
            (Some((description, k)), None) => (Some((description, None)), Some(k)),
            (_, k) => (find(typed.head, &lower, k.is_some())?, k),
        };
        let (description, tail) = head.ok_or_else(|| unknown(text, &lower, k))?;
        let cutoff = match (k, description.cut.rule) {
            (Some(_), CutRule::Refused) => {
                return Err(refused(format!("{} without @", description.example())));
            }
            (None, CutRule::Needed(_)) => {
                return Err(refused(format!(
                    "a rank, such as {}",
                    description.example()
                )));
            }
            (Some(k), _) => Some(k.parse().ok().filter(|k| *k >= 1).ok_or_else(|| {
                refused(format!("a rank of 1 or more after {}@", description.name))
            })?),
            (None, _) => None,
        };
        let mut name = Self::new(description, tail, cutoff);
        for (place, (option, value)) in typed.pairs.iter().enumerate() {
            if typed.pairs[..place]
                .iter()
                .any(|(before, _)| before == option)
            {
                let expected = format!("each option of {} once", description.example());
                return Err(Error::option(
                    expected,
                    format!("{} again", quote::quoted(option)),
                ));
            }
            name.set(option, value.unwrap_or_default())?;
        }
        Ok(name)
    }
}

/// A metric whose cut-off stands behind `_` or `.`, as in `ndcg_cut_10`.
fn numbered(lower: &str) -> Option<(&'static Description, &str)> {
    let (head, k) = lower.rsplit_once(['_', '.'])?;
    let is_rank = !k.is_empty() && k.bytes().all(|byte| byte.is_ascii_digit());
    let found = metrics().find(|one| is_rank && one.cut.numbered.contains(&head))?;
    Some((found, k))
}

/// The metric of a name, and what follows it as part of the name.
fn find(
    head: &str,
    lower: &str,
    is_cut: bool,
) -> Result<Option<(&'static Description, Option<String>)>, Error> {
    // As functions of Python are called.
    let dashed = lower.replace('_', "-");
    let named = || {
        metrics().filter(|one| {
            let of_cut = is_cut && one.cut.aliases.contains(&lower);
            let is = |name: &&str| *name == lower || *name == dashed;
            one.tail.is_none() && (is(&one.name) || one.aliases.iter().any(is) || of_cut)
        })
    };
    // Labels and rankings both have a recall.
    let fits = |one: &&Description| match one.cut.rule {
        CutRule::Allowed => true,
        CutRule::Needed(_) => is_cut,
        CutRule::Refused => !is_cut,
    };
    if let Some(found) = named().find(fits).or_else(|| named().next()) {
        return Ok(Some((found, None)));
    }
    for one in metrics().filter(|one| lower.starts_with(one.name)) {
        let read = one
            .tail
            .and_then(|tail| (tail.read)(&head[one.name.len()..]));
        if let Some(read) = read {
            let tail = read.map_err(|expected| Error::option(expected, quote::quoted(head)))?;
            return Ok(Some((one, Some(tail))));
        }
    }
    Ok(None)
}

/// The error of a name that no metric has, with the one that comes close.
fn unknown(text: &str, lower: &str, k: Option<&str>) -> Error {
    let expected = |what: String| Error::option(what, quote::quoted(text));
    let such_as = |names: &[String]| {
        let typed: Vec<String> = names
            .iter()
            .map(|name| {
                let option = asked_as("metric", name);
                let is_plain = !name.contains(['(', '*', '$']);
                format!("`{}`", if is_plain { option } else { option.quoted() })
            })
            .collect();
        expected(format!("a metric such as {}", names.join(" or ")))
            .with_hint(format!("did you mean {}?", typed.join(", or ")))
    };
    if let Some(meant) = meant(text) {
        return expected(format!("a metric such as {meant}")).with_hint(
            "that name means something else, which is not computed here; scores of it can be given as a file",
        );
    }
    if let Some(correlation) = CORRELATIONS.iter().find(|name| lower.starts_with(**name)) {
        return Error::option("a metric of one system", quote::quoted(text)).with_hint(format!(
            "restrap correlate measures the agreement of scores with people's ({correlation})"
        ));
    }
    let plain = lower.replace(['-', '_', ' '], "");
    if let Some(neural) = NEURAL.iter().find(|name| plain.starts_with(**name)) {
        return Error::option("a metric that needs no model", quote::quoted(text)).with_hint(
            format!(
                "save a score of {} for each segment, and compare the files of scores without {}",
                neural.to_uppercase(),
                asked("metric")
            ),
        );
    }
    if let Some(averaged) = averaged(lower) {
        return such_as(&[averaged]);
    }
    if let Some(here) = elsewhere(lower) {
        let names: Vec<String> = here.split(" or ").map(str::to_owned).collect();
        return such_as(&names);
    }
    let begun: Vec<String> = metrics()
        .filter(|one| lower.len() >= 3 && one.name.starts_with(lower))
        .filter(|one| k.is_none() || one.cut.rule != CutRule::Refused)
        .map(|one| suggested(one, k))
        .collect();
    if !begun.is_empty() {
        return such_as(&begun);
    }
    let distance = |one: &&Description| strsim::damerau_levenshtein(&spelt(one), lower);
    // Labels and rankings both have a recall.
    let misfit = |one: &&Description| k.is_some() == (one.cut.rule == CutRule::Refused);
    match metrics()
        .min_by_key(|one| (distance(one), misfit(one)))
        .filter(|one| distance(one) <= 2)
    {
        None => expected("the name of a metric".to_owned()).with_hint(format!(
            "`restrap score {}` lists the metrics; scores of another one can be given as a file",
            asked("list")
        )),
        Some(close) => such_as(&[suggested(close, k)]),
    }
}

/// Metrics that run a neural network, which is left to their own programs.
const NEURAL: [&str; 12] = [
    "comet",
    "xcomet",
    "cometkiwi",
    "bertscore",
    "bleurt",
    "bartscore",
    "metricx",
    "moverscore",
    "unieval",
    "geval",
    "prism",
    "yisi",
];

/// Correlations of the scores of metrics with those of people: no system has one alone.
const CORRELATIONS: [&str; 3] = ["spearman", "pearson", "kendall"];

/// What other packages and habits call a metric.
fn elsewhere(lower: &str) -> Option<String> {
    let name = lower.replace(['_', ' '], "-");
    let name = name.strip_suffix("-score").unwrap_or(&name);
    if let Some(averaged) = averaged(name) {
        return Some(averaged);
    }
    Some(match name {
        "auc" => "roc-auc or pr-auc".to_owned(),
        "acc" => "accuracy".to_owned(),
        "squad" | "squad-f1" | "qa-f1" => "exact-match or answer-f1".to_owned(),
        "sacrebleu" => "bleu".to_owned(),
        "rougel" | "rouge" => "rouge-l".to_owned(),
        "mrr" => "rr".to_owned(),
        "logloss" => "log-loss".to_owned(),
        "brier-score-loss" => "brier".to_owned(),
        "cohen-kappa" => "kappa".to_owned(),
        "matthews-corrcoef" => "mcc".to_owned(),
        name => metrics()
            .find(|one| one.name == name || one.aliases.contains(&name))?
            .example(),
    })
}

/// `macro-f1`, as papers write it, in the words of this program.
fn averaged(lower: &str) -> Option<String> {
    ["macro", "micro", "weighted", "binary"]
        .into_iter()
        .find_map(|average| {
            let rest = lower
                .strip_prefix(average)
                .or(lower.strip_suffix(average))?;
            let name = rest.trim_matches(['-', '_', ' ']);
            let has = metrics().any(|one| {
                spelt(one) == name && one.options.iter().any(|option| option.name() == "average")
            });
            has.then(|| format!("{name}(average={average})"))
        })
}

/// A metric as it may be typed, with the rank that was asked for where it takes one.
fn suggested(one: &Description, k: Option<&str>) -> String {
    let k = k.filter(|_| one.cut.rule != CutRule::Refused);
    k.map_or_else(|| one.example(), |k| format!("{}@{k}", spelt(one)))
}

/// The name of a metric without its rank.
fn spelt(one: &Description) -> String {
    format!("{}{}", one.name, one.tail.map_or("", |tail| tail.example))
}

impl Serialize for MetricName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for MetricName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

impl FromStr for Measure {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let name: MetricName = text.parse()?;
        match name.description().make {
            Make::Rankings(make) => make(&name),
            _ => Err(Error::option(
                "a measure of rankings, such as ndcg@10",
                quote::quoted(text),
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> String {
        text.parse::<MetricName>().expect(text).to_string()
    }

    fn refusal(text: &str) -> String {
        text.parse::<MetricName>().expect_err(text).to_string()
    }

    #[test]
    fn every_example_is_the_name_of_its_metric() {
        for metric in metrics() {
            let parsed: MetricName = metric.example().parse().expect("a metric");
            assert!(std::ptr::eq(parsed.description(), metric), "{metric:?}");
            assert_eq!(parsed.to_string(), metric.example());
        }
    }

    #[test]
    fn a_metric_has_one_spelling() {
        for text in [
            "mean(lower)",
            "f1(average=macro,labels=no|\"a,b\")",
            "f0.5(average=binary,positive=\"(yes)\")",
            "bleu(tokenize=zh,lowercase)",
            "bleu(smooth=add-k:1)",
            "chrf(beta=1,whitespace)",
            "chrf++",
            "ter(normalized,no-punct)",
            "rouge-l(report=recall)",
            "las(subtypes,skip-punct)",
            "ndcg(gain=exp)@5",
            "rr(rel=2)@10",
            "rbp(p=0.8)@20",
            "ap(ties=file,queries=intersection)",
            "recall@100",
            "recall",
            "ratio:hits@10/n(lower)",
            "ratio:\"a/b\"/c",
            "formula(columns=tp|fp,formula=\"tp/(tp+fp)\")",
        ] {
            assert_eq!(name(text), text);
        }
        for (typed, spelt) in [
            ("BLEU( lowercase = true, tokenize=13a )", "bleu(lowercase)"),
            ("bleu(lowercase,tokenize=zh)", "bleu(tokenize=zh,lowercase)"),
            ("bleu(lowercase=false)", "bleu"),
            ("bleu(smooth=floor)", "bleu(smooth=floor:0.1)"),
            ("f1()", "f1"),
            ("f01.0", "f1"),
            ("nDCG( gain = linear )@10", "ndcg@10"),
            ("ratio:a(b)/c", "ratio:\"a(b)\"/c"),
        ] {
            assert_eq!(name(typed), spelt);
        }
        let json =
            serde_json::to_string(&"f1(average=macro)".parse::<MetricName>().unwrap()).unwrap();
        assert_eq!(json, "\"f1(average=macro)\"");
        assert_eq!(
            serde_json::from_str::<MetricName>(&json)
                .unwrap()
                .to_string(),
            "f1(average=macro)"
        );
    }

    #[test]
    fn names_of_other_programs_are_read() {
        for (typed, own) in [
            ("P_10", "p@10"),
            ("P.5", "p@5"),
            ("recall_1000", "recall@1000"),
            ("ndcg_cut_10", "ndcg@10"),
            ("ndcg_cut.20", "ndcg@20"),
            ("map_cut_100", "ap@100"),
            ("recip_rank", "rr"),
            ("success_1", "success@1"),
            ("Rprec", "rprec"),
            ("set_P", "set_p"),
            ("MRR@10", "rr@10"),
            ("RR(rel=2)@10", "rr(rel=2)@10"),
            ("MAP", "ap"),
            ("AP(rel=2)", "ap(rel=2)"),
            ("R@100", "recall@100"),
            ("R(rel=2)@100", "recall(rel=2)@100"),
            ("nDCG@10", "ndcg@10"),
            ("SetF", "set_f"),
            // Without a cut-off they are those of labels.
            ("precision@10", "p@10"),
            ("precision", "precision"),
            ("Bpref", "bpref"),
            ("NumRelRet", "num_rel_ret"),
            ("RBP(p=0.8, rel=1)@20", "rbp(p=0.8)@20"),
        ] {
            assert_eq!(name(typed), own);
        }
    }

    #[test]
    fn names_of_another_meaning_are_not() {
        for (typed, close) in [
            ("ndcg_burges@10", "ndcg(gain=exp)@10"),
            ("rbp.95", "rbp(p=0.95)"),
            ("gm_map", "ap"),
            ("hits@5", "success@5"),
            ("R", "recall@100"),
        ] {
            assert_eq!(
                refusal(typed),
                format!("expected a metric such as {close}, found `{typed}`")
            );
            assert_eq!(name(close), close);
        }
        for (typed, close) in [
            ("RBP", "rbp(p=0.8,rel=1)"),
            ("RBP@10", "rbp(p=0.8,rel=1)@10"),
            ("RBP(p=0.95)", "rbp(p=0.95,rel=1)"),
            ("RBP(rel=2)@20", "rbp(p=0.8,rel=2)@20"),
        ] {
            assert_eq!(
                refusal(typed),
                format!("expected a measure such as {close}, found `{typed}`")
            );
            assert!(close.parse::<Measure>().is_ok(), "{close}");
        }
    }

    #[test]
    fn what_is_no_metric_is_refused_with_what_was_meant() {
        for (typed, said) in [
            ("belu", "expected a metric such as bleu, found `belu`"),
            (
                "ndgc@10",
                "expected a metric such as ndcg@10, found `ndgc@10`",
            ),
            (
                "span-f",
                "expected a metric such as span-f1, found `span-f`",
            ),
            (
                "macro-f1",
                "expected a metric such as f1(average=macro), found `macro-f1`",
            ),
            (
                "recall_micro",
                "expected a metric such as recall(average=micro), found `recall_micro`",
            ),
            (
                "recal(rel=2)@20",
                "expected a metric such as recall@20, found `recal(rel=2)@20`",
            ),
            (
                "ap(",
                "expected a metric such as ndcg(gain=exp)@10, found `ap(`",
            ),
            ("p", "expected a rank, such as p@10, found `p`"),
            (
                "rr@0",
                "expected a rank of 1 or more after rr@, found `rr@0`",
            ),
            ("bpref@5", "expected bpref without @, found `bpref@5`"),
            (
                "ratio:tp",
                "expected ratio:NUM/DEN, two columns, found `ratio:tp`",
            ),
            (
                "ndcg(gain=x)",
                "expected linear or exp in ndcg(gain=...), found `x`",
            ),
            ("rbp(p=1)", "expected 0 < p < 1 in rbp(p=...), found `1`"),
            (
                "err(max=99)",
                "expected 1 to 30 in err(max=...), found `99`",
            ),
            ("ap(rel)", "expected rel=GRADE in ap(...), found `rel`"),
            (
                "wer(tokenize=zh)",
                "expected lowercase or alternatives in wer(...), found `tokenize=zh`",
            ),
            (
                "uas(subtypes)",
                "expected skip-punct in uas(...), found `subtypes`",
            ),
            (
                "ap(gain=exp)",
                "expected rel=GRADE, documents=all|judged, ties=trec|docid-asc|file|error or queries=judged|intersection in ap(...), found \
                 `gain=exp`",
            ),
            (
                "bleu(lowercase=maybe)",
                "expected true or false in bleu(lowercase=...), found `maybe`",
            ),
            (
                "bleu(tokenize=zh,tokenize=13a)",
                "expected each option of bleu once, found `tokenize` again",
            ),
        ] {
            assert_eq!(refusal(typed), said);
        }
        assert_eq!(
            refusal("nonesuch"),
            "expected the name of a metric, found `nonesuch`"
        );
        assert_eq!(
            refusal("bertscore"),
            "expected a metric that needs no model, found `bertscore`"
        );
        for text in [
            "", "rr@x", "@5", "f", "f-1", "finf", "bleu)", "bleu(\"", "ratio:", "ratio:/", "\u{0}",
        ] {
            assert!(text.parse::<MetricName>().is_err(), "{text}");
        }
    }
}
