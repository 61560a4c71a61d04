//! Measures of the retrieved set, whatever its order, and its counts.

use crate::describe::{Choice, Description, Flag, Make};
use crate::kinds::topic::{Topic, share};
use crate::rankings::options::{OPTIONS, QUERIES, REL, TIES, measure, of_relevance};

static BETA: Choice<f64> = Choice::read_by(
    "beta",
    Flag::None,
    "BETA",
    "Weight of recall relative to precision",
    1.0,
    |text| {
        let given = text
            .parse()
            .ok()
            .filter(|beta: &f64| *beta > 0.0 && beta.is_finite());
        given.ok_or_else(|| "0 < beta < infinity".to_owned())
    },
    |beta| Some(beta.to_string()),
);

pub(crate) static SET_P: Description = Description {
    aliases: &["setp"],
    options: OPTIONS,
    ..Description::new(
        "set_p",
        "Precision of the retrieved set",
        Make::Rankings(|name| Ok(of_relevance(name, precision))),
    )
};

pub(crate) static SET_RECALL: Description = Description {
    aliases: &["setr"],
    options: OPTIONS,
    ..Description::new(
        "set_recall",
        "Recall of the retrieved set",
        Make::Rankings(|name| Ok(of_relevance(name, recall))),
    )
};

pub(crate) static SET_F: Description = Description {
    aliases: &["setf"],
    options: &[&BETA, &REL, &TIES, &QUERIES],
    ..Description::new(
        "set_f",
        "F measure of the retrieved set",
        Make::Rankings(|name| {
            let beta = name.get(&BETA);
            Ok(of_relevance(name, move |topic| f(beta, topic)))
        }),
    )
};

pub(crate) static SET_MAP: Description = Description {
    aliases: &["setap"],
    options: OPTIONS,
    ..Description::new(
        "set_map",
        "Precision times recall of the retrieved set",
        Make::Rankings(|name| Ok(of_relevance(name, |topic| precision(topic) * recall(topic)))),
    )
};

pub(crate) static NUM_RET: Description = Description {
    aliases: &["numret"],
    options: &[&TIES, &QUERIES],
    ..Description::new(
        "num_ret",
        "Number of retrieved documents",
        Make::Rankings(|name| {
            Ok(measure(name, "", |topic| topic.retrieved as f64)
                .without_relevant()
                .of_counts())
        }),
    )
};

pub(crate) static NUM_REL: Description = Description {
    aliases: &["numrel"],
    options: OPTIONS,
    ..Description::new(
        "num_rel",
        "Number of relevant documents",
        Make::Rankings(|name| Ok(of_relevance(name, |topic| topic.relevant() as f64).of_counts())),
    )
};

#[expect(
    clippy::redundant_closure_for_method_calls,
    reason = "the path of the method is not general enough in its lifetime"
)]
pub(crate) static NUM_REL_RET: Description = Description {
    aliases: &["numrelret"],
    options: OPTIONS,
    ..Description::new(
        "num_rel_ret",
        "Number of relevant retrieved documents",
        Make::Rankings(|name| Ok(of_relevance(name, |topic| topic.hits()).of_counts())),
    )
};

fn precision(topic: &Topic) -> f64 {
    share(topic.hits(), topic.retrieved)
}

fn recall(topic: &Topic) -> f64 {
    share(topic.hits(), topic.relevant())
}

fn f(beta: f64, topic: &Topic) -> f64 {
    let (precision, recall) = (precision(topic), recall(topic));
    let square = beta * beta;
    if precision + recall == 0.0 {
        0.0
    } else {
        (1.0 + square) * precision * recall / (square * precision + recall)
    }
}
