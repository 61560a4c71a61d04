//! Rankings against judgements: the queries of the judgements are the items.

use restrap_io::{Content, Located, Ranking, has_columns, held_lines, lend, shown, trec_lines};
use restrap_metrics::{
    Error as MetricError, Input, MetricName,
    rankings::{
        Evaluation, Measure, QUERIES, Qrels, Queries, REL, TIES, evaluate, evaluate_stream,
    },
};
use restrap_words::{Code, Note, asked_as};

use super::error::ScoreError;
use super::files::{Files, info, role};
use super::request::ScoreRequest;
use super::scoring::{Scoring, means};
use restrap_lib::{
    number::format::{count, grouped, number},
    outcome::Role,
};

pub(super) fn score(
    systems: &[Located],
    measure: &Measure,
    request: &ScoreRequest,
    files: &mut Files,
) -> Result<Scoring, ScoreError> {
    let name = &request.metric;
    let (ties, counting) = (name.get(&TIES), name.get(&QUERIES));
    let measures = std::slice::from_ref(measure);
    let typed = request.qrels.clone().unwrap_or_default();
    let qrels = match held_lines(&typed, Ranking::Judgements)? {
        Some(lines) => Qrels::read(Input::new(shown(&typed), &lines))?,
        None => files.other(Role::Qrels, &typed, |input, _| {
            let lines = trec_lines(input.bytes, input.name, Ranking::Judgements)
                .map_err(|error| unread(&error))?;
            Qrels::read(
                lines
                    .as_ref()
                    .map_or(input, |lines| Input::new(input.name, lines)),
            )
        })?,
    };
    let mut evaluations = Vec::new();
    // One run after the other: each is read by all threads.
    let meter = &request.reading.meter;
    meter.expect_files(systems.iter().map(|system| &system.path[..]));
    for (place, system) in systems
        .iter()
        .enumerate()
        .take_while(|_| !meter.is_stopped())
    {
        let _reading = meter.file(&system.path);
        let file = shown(&system.path);
        // A table or JSON has no lines of its own.
        let has_lines = !has_columns(&system.path);
        let of_lines = |lines: &[u8]| evaluate(&qrels, Input::new(file, lines), measures, ties);
        let evaluation: Evaluation = if let Some(lines) = held_lines(&system.path, Ranking::Run)? {
            of_lines(&lines)?
        } else {
            let evaluated = lend(
                &system.path,
                request.reading.mmap,
                has_lines,
                |content, _| match content {
                    Content::Bytes(bytes) => {
                        let lines = trec_lines(bytes, file, Ranking::Run)
                            .map_err(|error| unread(&error))?;
                        of_lines(lines.as_deref().unwrap_or(bytes))
                    }
                    Content::Stream(stream) => {
                        evaluate_stream(&qrels, file, stream, measures, ties)
                    }
                },
            )?;
            files
                .inputs
                .push(info(role(place), &system.path, evaluated.blake3));
            evaluated.made?
        };
        files.notes.extend(notes(&system.name, &evaluation, name));
        evaluations.push(evaluation);
        meter.finish_system();
    }
    let queries = qrels.len();
    let without = qrels.without_relevant(measure);
    if without > 0 && measure.needs_relevant() {
        files.notes.push(Code::QueriesWithoutRelevant.says(format!(
            "{} of {} judged queries have no relevant document: they score 0 and are averaged, as in trec_eval",
            grouped(without as u64),
            grouped(queries as u64)
        )));
    }
    if qrels.has_irrelevant() {
        files.notes.extend(unjudged(systems, measure, &evaluations));
    }
    files.notes.extend(graded(name, qrels.highest()));
    files.notes.extend(depths(systems, measure, &evaluations));
    let kept: Vec<usize> = (0..queries)
        .filter(|&query| {
            counting == Queries::Judged || evaluations.iter().all(|run| run.retrieved[query])
        })
        .collect();
    if kept.is_empty() {
        return Err(ScoreError::usage(
            format!(
                "{} needs a query that every run has, found none",
                asked_as("queries", Queries::Intersection)
            ),
            format!("use {}", asked_as("queries", Queries::Judged)),
        ));
    }
    if kept.len() < queries {
        files.notes.push(Code::QueriesLeftOut.says(format!(
            "{} of {} judged queries are in every run and count",
            grouped(kept.len() as u64),
            grouped(queries as u64)
        )));
    }
    let scored = evaluations.iter().map(|evaluation| {
        let mut scores = evaluation.scores(0);
        if kept.len() < queries {
            scores.mean.signature = scores
                .mean
                .signature
                .replace("queries:judged", "queries:intersection");
            scores.scores = kept.iter().map(|&query| scores.scores[query]).collect();
            scores.ids = scores
                .ids
                .map(|ids| kept.iter().map(|&query| ids[query].clone()).collect());
        }
        Ok::<_, MetricError>(scores)
    });
    means(systems, name.clone(), scored.collect())
}

/// The error of a run or of judgements that have a form of their own.
fn unread(error: &restrap_io::Error) -> MetricError {
    let hint = error.hint().unwrap_or_default();
    MetricError::Usage {
        message: error.to_string(),
        hint,
    }
}

/// The share of judged documents above the cut-off (judged@k of ir_measures), where some are not: of one run, or the extremes of several.
fn unjudged(systems: &[Located], measure: &Measure, evaluations: &[Evaluation]) -> Option<Note> {
    let k = measure.cutoff()?;
    let share = |evaluation: &Evaluation| match evaluation.judged[0] {
        [0, _] => 1.0,
        [documents, judged] => judged as f64 / documents as f64,
    };
    let mut shares: Vec<(f64, &str)> = evaluations
        .iter()
        .map(share)
        .zip(systems.iter().map(|system| system.name.as_str()))
        .collect();
    shares.sort_by(|x, y| x.0.total_cmp(&y.0));
    let (lowest, highest) = (shares.first()?, shares.last()?);
    if lowest.0 == 1.0 {
        return None;
    }
    let of = |(share, name): &(f64, &str)| format!("{} % of {name}", number(100.0 * share, 1));
    let said = match shares.len() {
        1 => of(lowest),
        2 => format!("{} and {}", of(lowest), of(highest)),
        _ => format!("from {} to {}", of(lowest), of(highest)),
    };
    Some(Code::Unjudged.says(format!(
        "judged@{k}: {said}; a document in the top {k} without a judgement counts as not relevant, which favours the runs that the \
         judgements were made from"
    )))
}

/// A note where grades become relevant or not without a word about which.
fn graded(name: &MetricName, highest: i32) -> Option<Note> {
    let takes_grades = ["ndcg", "err", "num_ret"].contains(&name.description().name);
    let is_said = name.setting(&REL).is_some() || !name.description().takes(&REL);
    (highest > 1 && !takes_grades && !is_said).then(|| {
        Code::Grades.says(format!(
            "grades go up to {highest}, and a document of grade 1 counts as relevant, as in trec_eval; TREC Deep Learning counts from \
             grade 2 on, which is rel=2 in the brackets of the metric"
        ))
    })
}

/// A note where runs are cut at different depths, within the ranks that count.
fn depths(systems: &[Located], measure: &Measure, evaluations: &[Evaluation]) -> Option<Note> {
    let counted = |evaluation: &Evaluation| {
        evaluation
            .deepest
            .min(measure.cutoff().unwrap_or(usize::MAX))
    };
    let depths = evaluations.iter().zip(systems);
    let shortest = depths.clone().min_by_key(|(run, _)| run.deepest)?;
    let deepest = depths.max_by_key(|(run, _)| run.deepest)?;
    // A run that is cut, and not one that finds a little less.
    let is_cut = shortest.0.deepest >= 5 && 5 * shortest.0.deepest <= 4 * deepest.0.deepest;
    (is_cut && counted(shortest.0) < counted(deepest.0)).then(|| {
        let cut = shortest.0.deepest;
        let bare = measure.to_string();
        let bare = bare.split('@').next().unwrap_or(&bare);
        let command = match format!("{bare}@{cut}").parse::<MetricName>() {
            Ok(name) => format!(", as in {}", asked_as("metric", format!("'{name}'"))),
            Err(_) => String::new(),
        };
        Code::DepthsDiffer.says(format!(
            "{} has at most {} documents per query and {} has {}: deeper runs have an advantage; cut both{command}",
            shortest.1.name,
            grouped(cut as u64),
            deepest.1.name,
            grouped(deepest.0.deepest as u64)
        ))
    })
}

/// What users of a run want to know of it.
fn notes(name: &str, evaluation: &Evaluation, metric: &MetricName) -> Vec<Note> {
    let mut notes = Vec::new();
    let missing = evaluation
        .retrieved
        .iter()
        .filter(|retrieved| !**retrieved)
        .count() as u64;
    if missing > 0 && metric.get(&QUERIES) == Queries::Judged {
        let judged = grouped(evaluation.queries.len() as u64);
        notes.push(Code::QueriesMissing.says(format!(
            "{name}: {} of {judged} judged queries are not in the run and score 0; {} leaves them out",
            grouped(missing),
            asked_as("queries", Queries::Intersection)
        )));
    }
    if evaluation.unjudged_queries > 0 {
        notes.push(Code::QueriesUnjudged.says(format!(
            "{name}: {} without judgements skipped",
            count(evaluation.unjudged_queries as u64, "query").replace("querys", "queries")
        )));
    }
    if evaluation.ties_across[0] > 0 {
        notes.push(Code::TiesAtCutoff.says(format!(
            "{name}: in {} of its queries documents with equal scores are on both sides of the cut-off; {} decides between them",
            grouped(evaluation.ties_across[0] as u64),
            asked_as("run-ties", metric.get(&TIES))
        )));
    }
    notes
}
