//! Names of measures that mean something else in other programs.
//!
//! Names of trec_eval (`P_10`, `ndcg_cut_10`, `recip_rank`), ir_measures (`nDCG@10`, `R@100`, `SetP`) and ranx (`mrr@10`, `hit_rate@5`)
//! that mean the same are listed with each measure. For other names, [`meant`] says which measure comes close, for the message.

use crate::{Error, quote};

/// The measure that comes close to a name with another meaning, and how to write it.
pub(crate) fn meant(text: &str) -> Option<String> {
    let lower = text.to_ascii_lowercase();
    let head = lower.split(['@', '(']).next().unwrap_or(&lower);
    let rest = lower
        .split_once('@')
        .map_or(String::new(), |(_, k)| format!("@{k}"));
    Some(match head {
        "ndcg_burges" => format!("ndcg(gain=exp){rest}"),
        "r" => "recall@100".to_owned(),
        "gm_map" | "gmap" | "infap" | "11pt_avg" => "ap".to_owned(),
        "ndcg_rel" | "rndcg" | "dcg" => format!("ndcg{rest}"),
        "hits" => format!("success{rest}"),
        _ => {
            let persistence = lower
                .strip_prefix("rbp.")
                .filter(|digits| digits.parse::<u32>().is_ok())?;
            format!("rbp(p=0.{persistence})")
        }
    })
}

/// `RBP` of ir_measures, where its value would differ from `rbp`: p is 0.8 unless given, and without `rel` gains are graded. `None`
/// where all of that is said, or the name is another.
pub(crate) fn other_meaning(text: &str) -> Option<Error> {
    let rest = text
        .strip_prefix("RBP")
        .filter(|rest| rest.is_empty() || rest.starts_with(['@', '(']))?;
    let (inner, cut) = rest
        .rsplit_once('@')
        .map_or((rest, String::new()), |(inner, k)| (inner, format!("@{k}")));
    let given = |key: &str| {
        let pairs = inner
            .trim_matches(['(', ')'])
            .split(',')
            .filter_map(|pair| pair.split_once('='));
        pairs
            .map(|(name, value)| (name.trim(), value.trim()))
            .find(|(name, _)| *name == key)
    };
    let [p, rel] = [given("p"), given("rel")].map(|pair| pair.map(|(_, value)| value));
    if p.is_some() && rel.is_some() {
        return None;
    }
    let meant = format!(
        "rbp(p={},rel={}){cut}",
        p.unwrap_or("0.8"),
        rel.unwrap_or("1")
    );
    Some(Error::option(format!("a measure such as {meant}"), quote::quoted(text)).with_hint(
        "RBP of ir_measures has p=0.8 and, without rel, graded gains of its own; rbp has p=0.9 and rel=1, or gain=graded as in trec_eval",
    ))
}
