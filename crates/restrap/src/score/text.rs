//! Text against references, and trees against gold trees.

use std::collections::HashMap;

use rayon::prelude::*;
use restrap_io::Located;
use restrap_metrics::text::{
    Bleu, BleuOptions, Chrf, ChrfOptions, ErrorRate, Rouge, Segments, Ter, TerOptions,
};
use restrap_metrics::trees::{Trees, attachment, score_attachment};
use restrap_metrics::{Error as MetricError, Named, Spec, Statistics};

use restrap_words::asked;

use super::files::Files;
use super::{ScoreError, ScoreRequest, Scoring, counted, means};
use crate::number::format::grouped;
use crate::outcome::Role;

pub(super) fn score(
    systems: &[Located],
    request: &ScoreRequest,
    files: &mut Files,
) -> Result<Scoring, ScoreError> {
    if let Named::Attachment { labelled } = request.metric {
        let options = request.attachment;
        let gold = files.gold(|input, _| Trees::read(input))?;
        gold.check()?;
        let read = files.systems(systems, |input, _| Trees::read(input))?;
        for (system, (broken, sentences)) in systems.iter().zip(read.iter().map(Trees::no_trees)) {
            if broken > 0 {
                files.notes.push(format!(
                    "{}: {} of {} sentences are no trees (a cycle, or not one root), which the CoNLL 2018 script refuses: heads are \
                     counted word by word all the same",
                    system.name,
                    grouped(broken as u64),
                    grouped(sentences as u64)
                ));
            }
        }
        let scored = read.par_iter().map(|trees| score_attachment(&gold, trees, labelled, options)).collect();
        let spec = Spec::Attachment { labelled, options };
        return counted(systems, Box::new(attachment(labelled, options)), spec, scored);
    }
    let mut all = Vec::new();
    for typed in &request.references {
        all.push(files.other(Role::Reference, typed, |input, _, _| Segments::read(input))?);
    }
    let read = files.systems(systems, |input, _| Segments::read(input))?;
    let references = all.len();
    let lowercase = request.lowercase;
    match &request.metric {
        Named::Chrf { words } => {
            let options = ChrfOptions {
                char_order: request.char_order,
                word_order: request.word_order.unwrap_or(if *words { 2 } else { 0 }),
                beta: request.chrf_beta,
                lowercase,
                whitespace: request.whitespace,
            };
            let metric = Chrf::new(options, references)?;
            let scored = read.iter().map(|system| metric.score(&all, system)).collect();
            counted(systems, Box::new(metric), Spec::Chrf { options, references }, scored)
        }
        Named::Ter => {
            let options =
                TerOptions { case_sensitive: request.ter.case_sensitive && !lowercase, ..request.ter };
            let metric = Ter::new(options, references)?;
            let scored = read.iter().map(|system| metric.score(&all, system)).collect();
            counted(systems, Box::new(metric), Spec::Ter { options, references }, scored)
        }
        Named::Wer | Named::Cer => {
            if references > 1 {
                return Err(ScoreError::usage(
                    format!("error rates take one reference, found {references}"),
                    format!("give one {}", asked("ref")),
                ));
            }
            let (metric, spec) = if request.metric == Named::Wer {
                (ErrorRate::words(lowercase), Spec::Wer { lowercase })
            } else {
                (ErrorRate::characters(lowercase), Spec::Cer { lowercase })
            };
            let scored = read.iter().map(|system| metric.score(&all[0], system)).collect();
            counted(systems, Box::new(metric), spec, scored)
        }
        Named::Rouge(kind) => {
            let rouge = Rouge::new(*kind, request.rouge)?;
            means(systems, read.iter().map(|system| rouge.score(&all, system)).collect())
        }
        _ => {
            let options = BleuOptions {
                tokenizer: request.tokenizer,
                lowercase,
                smoothing: request.smoothing,
                effective_order: request.effective_order,
                ..BleuOptions::default()
            };
            let metric = Bleu::new(options, references)?;
            let scored = read.iter().map(|system| metric.score(&all, system)).collect();
            counted(systems, Box::new(metric), Spec::Bleu { options, references }, scored)
        }
    }
}

/// Tables of counts in the order of the first one's ids.
pub(super) fn paired(read: Vec<Statistics>, systems: &[Located]) -> Result<Vec<Statistics>, ScoreError> {
    let Some(first) = read.first() else { return Ok(read) };
    let lengths = |at: usize| (systems[at].path.clone(), read[at].items());
    if let Some(at) = read.iter().position(|statistics| statistics.items() != first.items()) {
        let error = MetricError::Lengths { what: "rows", first: lengths(0), second: lengths(at) };
        return Err(error.into());
    }
    let Some(ids) = first.ids.clone() else { return Ok(read) };
    let order = |(at, statistics): (usize, Statistics)| {
        let places: HashMap<&str, usize> =
            statistics.ids.iter().flatten().enumerate().map(|(row, id)| (id.as_str(), row)).collect();
        let rows = ids.iter().map(|id| {
            places.get(id.as_str()).copied().ok_or_else(|| MetricError::Ids {
                file: systems[at].path.clone(),
                expected: format!("the ids of {}, such as `{id}`", systems[0].path),
                found: "no row with it".to_owned(),
            })
        });
        let rows = rows.collect::<Result<Vec<usize>, _>>()?;
        let columns = statistics.columns.iter().map(|column| rows.iter().map(|&row| column[row]).collect());
        Ok(Statistics { columns: columns.collect(), ids: Some(ids.clone()) })
    };
    read.into_iter().enumerate().map(order).collect::<Result<_, MetricError>>().map_err(Into::into)
}
