//! Names of measures as other programs write them.
//!
//! | program | written | read as |
//! |---|---|---|
//! | trec_eval | `P_10`, `P.10`, `recall_100`, `success_5`, `ndcg_cut_10`, `map_cut_100`, `recip_rank`, `set_P`, `Rprec` | `p@10`, ... |
//! | ir_measures | `RR`, `MRR@10`, `AP`, `MAP`, `nDCG@10`, `P@10`, `R@100`, `SetP`, `SetR`, `NumRet` | `rr`, ... |
//! | ranx | `mrr@10`, `precision@10`, `hit_rate@5`, `r-precision` | `rr@10`, ... |
//!
//! Only names that mean the same everywhere are read; of others [`meant`] says what comes close, for the message.

use std::borrow::Cow;

/// Names with the same meaning, lower case, and this crate's.
const SAME: [(&str, &str); 13] = [
    ("recip_rank", "rr"),
    ("mrr", "rr"),
    ("map", "ap"),
    ("r-precision", "rprec"),
    ("r_precision", "rprec"),
    ("r-prec", "rprec"),
    ("setp", "set_p"),
    ("setr", "set_recall"),
    ("setf", "set_f"),
    ("setap", "set_map"),
    ("numret", "num_ret"),
    ("numrel", "num_rel"),
    ("numrelret", "num_rel_ret"),
];

/// The same for names that need a cut-off: without one `precision` and `recall` are those of labels.
const CUT: [(&str, &str); 3] = [("precision", "p"), ("r", "recall"), ("hit_rate", "success")];

/// Measures whose cut-off trec_eval writes behind `_` or `.`.
const NUMBERED: [(&str, &str); 7] = [
    ("p", "p"),
    ("recall", "recall"),
    ("success", "success"),
    ("ndcg_cut", "ndcg"),
    ("map_cut", "ap"),
    ("recip_rank_cut", "rr"),
    ("ndcg", "ndcg"),
];

fn find(names: &[(&str, &'static str)], name: &str) -> Option<&'static str> {
    names.iter().find(|(other, _)| *other == name).map(|(_, own)| *own)
}

/// `ndcg_cut_10`: the name and the cut-off.
fn numbered(lower: &str) -> Option<(&str, &str)> {
    let (head, k) = lower.rsplit_once(['_', '.'])?;
    (!k.is_empty() && k.bytes().all(|byte| byte.is_ascii_digit())).then_some((head, k))
}

/// A name in this crate's spelling; as it is where it means nothing else.
pub(super) fn own(text: &str) -> Cow<'_, str> {
    let lower = text.to_ascii_lowercase();
    if let Some((head, k)) = numbered(&lower)
        && let Some(own) = find(&NUMBERED, head)
    {
        return format!("{own}@{k}").into();
    }
    let end = lower.find(['@', '(']).unwrap_or(lower.len());
    let (head, rest) = lower.split_at(end);
    let cut = if rest.contains('@') { find(&CUT, head) } else { None };
    cut.or_else(|| find(&SAME, head)).map_or(text.into(), |own| format!("{own}{rest}").into())
}

/// The measure that comes close to a name with another meaning, and how to write it.
pub(super) fn meant(text: &str) -> Option<String> {
    let lower = text.to_ascii_lowercase();
    let head = lower.split(['@', '(']).next().unwrap_or(&lower);
    let rest = lower.split_once('@').map_or(String::new(), |(_, k)| format!("@{k}"));
    Some(match head {
        "ndcg_burges" => format!("ndcg(gain=exp){rest}"),
        "r" => "recall@100".to_owned(),
        "gm_map" | "gmap" | "infap" | "11pt_avg" => "ap".to_owned(),
        "ndcg_rel" | "rndcg" | "dcg" => format!("ndcg{rest}"),
        "hits" => format!("success{rest}"),
        _ => {
            let persistence = lower.strip_prefix("rbp.").filter(|digits| digits.parse::<u32>().is_ok())?;
            format!("rbp(p=0.{persistence})")
        }
    })
}

/// `RBP` of ir_measures, where its value would differ from `rbp`: p is 0.8 unless given, and without `rel` gains are graded. What
/// to write instead; `None` where all of that is said, or the name is another.
pub(super) fn other_rbp(text: &str) -> Option<String> {
    let rest = text.strip_prefix("RBP").filter(|rest| rest.is_empty() || rest.starts_with(['@', '(']))?;
    let (inner, cut) =
        rest.rsplit_once('@').map_or((rest, String::new()), |(inner, k)| (inner, format!("@{k}")));
    let given = |key: &str| {
        let pairs = inner.trim_matches(['(', ')']).split(',').filter_map(|pair| pair.split_once('='));
        pairs.map(|(name, value)| (name.trim(), value.trim())).find(|(name, _)| *name == key)
    };
    let [p, rel] = [given("p"), given("rel")].map(|pair| pair.map(|(_, value)| value));
    let said = p.is_some() && rel.is_some();
    (!said).then(|| format!("rbp(p={},rel={}){cut}", p.unwrap_or("0.8"), rel.unwrap_or("1")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_other_programs_are_read() {
        for (typed, name) in [
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
            ("precision@10", "p@10"),
            ("Bpref", "bpref"),
            ("NumRelRet", "num_rel_ret"),
        ] {
            assert_eq!(typed.parse::<super::super::Measure>().expect(typed).to_string(), name);
        }
    }

    #[test]
    fn rbp_of_ir_measures_needs_its_parameters() {
        for (typed, close) in [
            ("RBP", "rbp(p=0.8,rel=1)"),
            ("RBP@10", "rbp(p=0.8,rel=1)@10"),
            ("RBP(p=0.95)", "rbp(p=0.95,rel=1)"),
            ("RBP(rel=2)@20", "rbp(p=0.8,rel=2)@20"),
        ] {
            let error = typed.parse::<super::super::Measure>().unwrap_err().to_string();
            assert_eq!(error, format!("expected a measure such as {close}, found `{typed}`"));
            assert!(close.parse::<super::super::Measure>().is_ok(), "{close}");
        }
        for (typed, name) in [("rbp", "rbp"), ("RBP(p=0.8, rel=1)@20", "rbp(p=0.8)@20")] {
            assert_eq!(typed.parse::<super::super::Measure>().expect(typed).to_string(), name);
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
            assert!(typed.parse::<super::super::Measure>().is_err(), "{typed}");
            assert_eq!(meant(typed).expect(typed), close);
            assert!(close.parse::<super::super::Measure>().is_ok(), "{close}");
        }
        assert_eq!(meant("bleu"), None);
        assert_eq!(own("precision"), "precision");
    }
}
