//! Notes about systems that match nothing of what they were scored against: most often another file than was meant.

use restrap_metrics::describe::Make;

use super::scoring::Scoring;

/// A note where the metric of some systems is 0 because nothing matches.
pub(super) fn note(scoring: &Scoring) -> Option<String> {
    let metric = scoring.saved.metric.description();
    let described = scoring.described();
    // 0 is chance, or perfect.
    if metric.chance_is_zero || !described.metric.higher_is_better {
        return None;
    }
    let against = match metric.make {
        // Up to the user.
        Make::Scores | Make::Order(_) | Make::Numbers(_) | Make::Counts(_) => return None,
        Make::Rankings(_) => {
            "no document in the ranks that count is relevant: are the ids of documents those of the judgements?"
        }
        Make::Segments(_) => {
            "nothing matches: are the references those of these segments, in this language and order?"
        }
        Make::Spans(_) => "no span is right: are these the tags of this gold, and the column that was meant?",
        Make::Trees(_) => "no head is right: is the gold that of these sentences?",
        Make::Labels(_) => {
            "nothing is right: are the labels spelled as in the gold, and the items in its order?"
        }
    };
    let names = scoring.names().into_iter().zip(&described.scores);
    let zero: Vec<&str> = names.filter(|(_, score)| **score == 0.0).map(|(name, _)| name).collect();
    (!zero.is_empty()).then(|| format!("{}: {} is 0, {against}", zero.join(", "), described.metric.name))
}
