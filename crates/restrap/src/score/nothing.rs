//! Notes about systems that match nothing of what they were scored against: most often another file than was meant.

use restrap_metrics::Named;

use super::Scoring;

/// A note where the metric of some systems is 0 because nothing matches.
pub(super) fn note(named: &Named, scoring: &Scoring) -> Option<String> {
    let against = match named {
        // 0 is chance, perfect, or up to the user.
        Named::Mcc
        | Named::Kappa
        | Named::HammingLoss
        | Named::Ter
        | Named::Wer
        | Named::Cer
        | Named::Ratio { .. }
        | Named::Formula => return None,
        Named::Ranking(_) => {
            "no document in the ranks that count is relevant: are the ids of documents those of the judgements?"
        }
        Named::Bleu | Named::Chrf { .. } | Named::Rouge(_) => {
            "nothing matches: are the references those of these segments, in this language and order?"
        }
        Named::Span(_) => "no span is right: are these the tags of this gold, and the column that was meant?",
        Named::Attachment { .. } => "no head is right: is the gold that of these sentences?",
        _ => "nothing is right: are the labels spelled as in the gold, and the items in its order?",
    };
    let described = scoring.described();
    let names = scoring.names().into_iter().zip(&described.scores);
    let zero: Vec<&str> = names.filter(|(_, score)| **score == 0.0).map(|(name, _)| name).collect();
    (!zero.is_empty()).then(|| format!("{}: {} is 0, {against}", zero.join(", "), described.metric.name))
}
