//! From keywords to a request: what is asked about a difference.

use std::collections::BTreeMap;

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict};
use restrap::inner::{Given, goes_with};
use restrap::number::confidence_of;
use restrap::{
    Bayesian, Claim, Draws, MarginSize, MetricMargin, Over, Profile, Request, ScoreRange,
    Subsample, SubsampleSize, Test,
};

use restrap_words::{Asked, Spelling};

use crate::error::Raise;
use crate::keywords::Keywords;

/// The request of `compare`, and of each cell of `replicate`.
pub fn request(asked: &Keywords) -> PyResult<Request> {
    changed(Request::default(), asked)
}

/// A request, in which the keywords that were given are changed.
pub fn changed(request: Request, asked: &Keywords) -> PyResult<Request> {
    let mut request = changed_unadjusted(request, asked)?;
    match asked.get::<String>("adjust")?.as_deref() {
        Some("none") => request.question.adjust = None,
        Some(name) => request.question.adjust = Some(asked.read("adjust", name)?),
        None => {}
    }
    Ok(request)
}

/// Everything but what keeps the error of a family.
pub fn unadjusted(asked: &Keywords) -> PyResult<Request> {
    changed_unadjusted(Request::default(), asked)
}

fn changed_unadjusted(request: Request, asked: &Keywords) -> PyResult<Request> {
    let mut request = request
        .digits(asked.get::<u8>("digits")?)
        .range(score_range(asked, "range")?)
        .unpaired(asked.is("unpaired")?)
        .raw_p(asked.is("raw_p")?);
    let margins = margins(asked)?;
    if !margins.is_empty() {
        request = request
            .claims(margins)
            .map_err(|error| error.raise(asked.py()))?;
    }
    let tests = tests(asked)?;
    if !tests.is_empty() {
        request = request.tests(tests);
    }
    let (question, variants) = (&mut request.question, &mut request.variants);
    if let Some(alpha) = asked.get("alpha")? {
        (question.alpha, question.confidence) = (alpha, confidence_of(alpha));
    }
    set(&mut question.confidence, asked.get("confidence")?);
    set(
        &mut question.higher_is_better,
        asked.get("higher_is_better")?,
    );
    question.gate = asked.word("require")?.or(question.gate);
    question.forbid = asked.word("forbid")?.or(question.forbid);
    set(&mut question.alternative, asked.word("alternative")?);
    set(&mut question.interval, asked.word("interval")?);
    set(&mut question.family, asked.word("family")?);
    question.bounded = score_range(asked, "bounded")?;
    if asked.is("bayesian")? {
        question.bayesian = Some(Bayesian::within(size(asked, "rope")?));
    }
    variants.aso_threshold = asked.get("aso_threshold")?;
    set(&mut variants.sign_ties, asked.word("sign_ties")?);
    set(&mut variants.sign_p, asked.word("sign")?);
    set(&mut variants.zeros, asked.word("zeros")?);
    set(&mut variants.wilcoxon_p, asked.word("wilcoxon")?);
    set(&mut variants.mcnemar, asked.word("mcnemar")?);
    variants.rule.strict = asked.is("strict")?;
    set(&mut variants.rule.centre, asked.word("centre")?);
    if let Some(text) = asked.text("subsample")? {
        let size: SubsampleSize = asked.read("subsample", &text)?;
        let replacement = !asked.is("without_replacement")?;
        variants.rule.draws = Draws::Subsample(Subsample { size, replacement });
    }
    set(&mut request.sample.grid, asked.word("grid")?);
    set(&mut request.sample.over, asked.word("over")?);
    set(
        &mut request.sample.cluster_weight,
        asked.word("cluster_weight")?,
    );
    request.sample.test_fraction = asked.get("test_fraction")?;
    set(&mut request.compute.exact, asked.word("exact")?);
    if let Some(route) = asked.word("route")? {
        request.compute = request.compute.by(route);
    }
    set(&mut request.compute.seed, asked.get("seed")?);
    let resamples = asked.get::<u64>("n_resamples")?;
    set(&mut request.compute.resamples, resamples);
    if let Some(profile) = asked.word::<Profile>("profile")? {
        request = request.profile(profile);
        set(&mut request.compute.resamples, resamples);
    }
    request.fits().map_err(|error| error.raise(asked.py()))?;
    Ok(request)
}

fn set<T>(field: &mut T, given: Option<T>) {
    if let Some(given) = given {
        *field = given;
    }
}

/// Refuses keywords that do not go together, before values or files are looked at.
#[pyfunction]
pub fn go_together(asked: Bound<'_, PyDict>) -> PyResult<()> {
    let asked = Keywords(asked);
    let over = asked.word::<Over>("over")?.unwrap_or_default();
    let keywords = asked.0.iter().filter_map(|(name, value)| {
        let is_off =
            value.is_none() || value.is_exact_instance_of::<PyBool>() && !value.is_truthy().ok()?;
        (!is_off).then(|| name.extract::<String>().ok())?
    });
    let given: Vec<String> = keywords.collect();
    let is_given = |option: &Asked| given.contains(&option.spelled(Spelling::Keywords));
    let facts = goes_with::of_options(over, is_given);
    goes_with::check(&facts).map_err(|error| error.raise(asked.py()))
}

/// `auto`, names in a text or a sequence, or `all` with a primary test.
fn tests(asked: &Keywords) -> PyResult<Vec<Test>> {
    let primary = asked.word::<Test>("primary")?;
    let names = asked.texts("test")?;
    let is_all = names == ["all"];
    let given = goes_with::of(&[
        (Given::AllTests, is_all),
        (Given::Primary, primary.is_some()),
    ]);
    goes_with::check(&given).map_err(|error| error.raise(asked.py()))?;
    if let Some(primary) = primary {
        return Ok(primary.all_after(asked.is("unpaired")?));
    }
    if names == ["auto"] {
        Ok(Vec::new())
    } else {
        asked.words("test")
    }
}

/// Whether every test was asked for, rather than some by name.
pub fn is_all(asked: &Keywords) -> PyResult<bool> {
    Ok(asked.texts("test")? == ["all"])
}

/// A bare number is in the unit of the scores; a text is as on the command line.
fn size(asked: &Keywords, name: &str) -> PyResult<Option<MarginSize>> {
    let Some(text) = asked.text(name)? else {
        return Ok(None);
    };
    let absolute = text.parse::<f64>().map(|_| format!("abs:{text}"));
    asked
        .read(name, absolute.as_deref().unwrap_or(&text))
        .map(Some)
}

/// Margins with what is claimed of each: a size, or one of each metric, in a dictionary or as `METRIC=SIZE`.
fn margins(asked: &Keywords) -> PyResult<Vec<(Claim, MetricMargin)>> {
    let mut margins = Vec::new();
    for claim in Claim::ALL {
        let name = claim.name();
        let texts = if let Ok(Some(size)) = asked.get::<f64>(name) {
            vec![size.to_string()]
        } else if let Ok(Some(each)) = asked.get::<BTreeMap<String, String>>(name) {
            each.into_iter()
                .map(|(metric, size)| format!("{metric}={size}"))
                .collect()
        } else {
            asked.texts(name)?
        };
        for text in texts {
            let absolute = text.parse::<f64>().map(|_| format!("abs:{text}"));
            margins.push((
                claim,
                asked.read(name, absolute.as_deref().unwrap_or(&text))?,
            ));
        }
    }
    Ok(margins)
}

/// The least and the largest possible score, as a pair or as `"0,1"`.
/// A pair of numbers, or both in a text.
pub fn score_range(asked: &Keywords, keyword: &'static str) -> PyResult<Option<ScoreRange>> {
    if let Ok(Some((low, high))) = asked.get::<(f64, f64)>(keyword) {
        return asked.read(keyword, &format!("{low},{high}")).map(Some);
    }
    asked.word(keyword)
}
