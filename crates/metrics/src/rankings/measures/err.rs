//! Expected reciprocal rank (Chapelle et al. 2009): a reader stops at a document with probability (2^grade - 1) / 2^max.

use crate::describe::{Choice, Description, Flag, Make};
use crate::rankings::options::{CUT, DOCUMENTS, QUERIES, TIES, measure};

static MAX: Choice<u32> = Choice::read_by(
    "max",
    Flag::None,
    "GRADE",
    "Highest relevance grade",
    4,
    |text| {
        let grade = text.parse().ok().filter(|grade| (1..=30).contains(grade));
        grade.ok_or_else(|| "1 to 30".to_owned())
    },
    |grade| Some(grade.to_string()),
);

pub(crate) static ERR: Description = Description {
    printed: Some("ERR"),
    cut: CUT,
    options: &[&MAX, &DOCUMENTS, &TIES, &QUERIES],
    ..Description::new(
        "err",
        "Expected reciprocal rank (highest grade as in gdeval)",
        Make::Rankings(|name| {
            let max = name.get(&MAX);
            Ok(measure(name, &format!("|max:{max}"), move |topic| {
                err(topic.top, max)
            })
            .up_to_grade(max as i32))
        }),
    )
};

fn err(top: &[Option<i32>], max: u32) -> f64 {
    let (mut value, mut reads_on) = (0.0, 1.0);
    for (at, grade) in top.iter().enumerate() {
        if let Some(grade) = grade.filter(|grade| *grade > 0) {
            let stops = (libm::exp2(f64::from(grade)) - 1.0) / libm::exp2(f64::from(max));
            value += reads_on * stops / (at + 1) as f64;
            reads_on *= 1.0 - stops;
        }
    }
    value
}
