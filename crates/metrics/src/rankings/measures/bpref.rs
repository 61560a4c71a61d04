//! Preference of judged relevant over judged other documents (Buckley & Voorhees 2004), with the denominator of trec_eval, min(R, N);
//! negative grades count as unjudged.

use crate::describe::{Description, Make};
use crate::kinds::topic::{Topic, share};
use crate::rankings::options::{OPTIONS, of_relevance};

pub(crate) static BPREF: Description = Description {
    options: OPTIONS,
    ..Description::new(
        "bpref",
        "bpref: preference of relevant over other judged documents",
        Make::Rankings(|name| Ok(of_relevance(name, bpref))),
    )
};

fn bpref(topic: &Topic) -> f64 {
    let relevant = topic.relevant();
    let others = topic.judged.at_least(0).saturating_sub(relevant);
    let bound = others.min(relevant) as f64;
    let (mut sum, mut above) = (0.0, 0);
    for grade in topic.top.iter().flatten() {
        if *grade >= topic.level {
            sum += if above > 0 {
                1.0 - above.min(relevant) as f64 / bound
            } else {
                1.0
            };
        } else if *grade >= 0 {
            above += 1;
        }
    }
    share(sum, relevant)
}
