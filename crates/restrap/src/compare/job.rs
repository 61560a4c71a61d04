//! A comparison in parts: what is to be drawn, as a file; ranges of it, drawn anywhere; and the outcome of all ranges together.
//!
//! Laws are evaluated where a job is made and where it is finished, never where it is drawn.

use std::ops::Range;

use blake3::Hasher;
use restrap_core::STREAM_NAME;
use restrap_engine::Control;
use serde::{Deserialize, Serialize};

use crate::compare::comparisons::Comparisons;
use crate::compare::contrasts::Contrasts;
use crate::compare::finish;
use crate::compare::parts::Parts;
use crate::error::Error;
use crate::outcome::Outcome;
use crate::request::Request;
use crate::resample::draw::{Draw, room_for};
use crate::resample::merge::MergeError;
use crate::resample::partial::Partial;
use crate::resample::ready::Ready;

/// Name of the format.
const FORMAT: &str = "restrap/job/1";

/// A file that the scores came from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// The path as typed.
    pub path: String,
    /// BLAKE3 of the file as stored.
    pub blake3: String,
}

/// What is to be drawn for a comparison, without the data.
///
/// ```
/// # use restrap_lib as restrap;
/// use restrap::{Control, Job, Parts, Request, Scores, compare};
///
/// let base = Scores::new("base", (0..50).map(|i| (i % 7) as f64).collect::<Vec<_>>());
/// let new = Scores::new("new", (0..50).map(|i| (i % 5) as f64).collect::<Vec<_>>());
/// let systems = [base, new];
/// let request = Request::default().exact(restrap::Exact::Never).resamples(3_000);
///
/// let parts = Parts::new(&systems, &request)?;
/// let job = Job::new(&parts, Vec::new())?;
/// // Each range may be drawn in another process, in any order.
/// let plan = job.plan(&parts)?;
/// let late = plan.draw(1_000..3_000, &Control::default())?;
/// let early = plan.draw(0..1_000, &Control::default())?;
/// let outcome = job.finish(&parts, late.merge(early)?)?;
/// assert_eq!(outcome, compare(&systems, &request, &Control::default())?);
/// # Ok::<(), restrap::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Job {
    /// `restrap/job/1`.
    pub format: String,
    /// Version of restrap that made it.
    pub version: String,
    /// Name of the random stream.
    pub stream: String,
    /// What is asked.
    pub request: Request,
    /// Files that the scores came from; none where they came from memory.
    pub sources: Vec<Source>,
    /// What no law gives.
    pub draws: Vec<Draw>,
    /// BLAKE3 of what determines draws and counts: columns, design, draws, seed, stream and format; not the number of resamples, so
    /// that more of them continue a job, and nothing that belongs to a machine.
    pub digest: String,
}

impl Job {
    /// Everything that is computed from a law is evaluated here, to know what is left to be drawn.
    ///
    /// # Errors
    /// As [`crate::compare`].
    pub fn new(parts: &Parts, sources: Vec<Source>) -> Result<Self, Error> {
        let contrasts = parts.contrasts()?;
        let (_, draws) = prepared(&contrasts, &parts.request)?;
        Ok(Self {
            format: FORMAT.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            stream: STREAM_NAME.to_owned(),
            digest: digest(&contrasts, &draws, &parts.request)?,
            request: parts.request.clone(),
            sources,
            draws,
        })
    }

    /// The same with another number of resamples: what was drawn already still belongs to it.
    #[must_use]
    pub fn resamples(mut self, resamples: u64) -> Self {
        self.request.compute.resamples = resamples;
        self
    }

    /// Bytes that all kept values will take.
    pub fn bytes(&self) -> u64 {
        let kept: usize = self.draws.iter().map(|draw| draw.keep.len()).sum();
        (8 * kept as u64).saturating_mul(self.request.compute.resamples)
    }

    /// The job with its columns in memory.
    ///
    /// # Errors
    /// [`MergeError::OtherJob`] where the data are not those of the job; as [`crate::compare`] elsewhere.
    pub fn plan<'p>(&self, parts: &'p Parts) -> Result<Plan<'p>, Error> {
        let contrasts = parts.contrasts()?;
        self.belongs(&digest(&contrasts, &self.draws, &parts.request)?)?;
        let ready = |draw: &Draw| {
            let of = contrasts.iter().find(|contrasts| contrasts.population == draw.population);
            let of = of.ok_or_else(|| other("population"))?;
            of.ready(draw.clone(), &self.request)
        };
        let request = self.request.clone();
        let draws = self.draws.iter().map(ready).collect::<Result<_, Error>>()?;
        Ok(Plan { digest: self.digest.clone(), request, draws })
    }

    /// The outcome of all resamples.
    ///
    /// # Errors
    /// [`MergeError`] for results of another job and for resamples that are missing; as [`crate::compare`] elsewhere.
    pub fn finish(&self, parts: &Parts, partial: Partial) -> Result<Outcome, Error> {
        let contrasts = parts.contrasts()?;
        let request = &parts.request.clone().resamples(self.request.compute.resamples);
        let (mut all, draws) = prepared(&contrasts, request)?;
        self.belongs(&digest(&contrasts, &draws, request)?)?;
        self.belongs(partial.digest())?;
        let whole = partial.whole(&draws, request.compute.resamples)?;
        for (draw, drawn) in draws.iter().zip(whole) {
            let of = all.iter_mut().find(|one| one.contrasts.population == draw.population);
            of.ok_or_else(|| other("population"))?.take(draw, drawn, request)?;
        }
        finish::outcome(&parts.data, all, request)
    }

    fn belongs(&self, digest: &str) -> Result<(), Error> {
        if self.format != FORMAT {
            return Err(other(&format!("format: {}", self.format)));
        }
        if self.digest != digest {
            return Err(other(&format!("digest: {} and {digest}", self.digest)));
        }
        Ok(())
    }
}

fn other(what: &str) -> Error {
    MergeError::OtherJob { what: what.to_owned() }.into()
}

/// Comparisons with everything that is computed from a law, and what is left to be drawn.
fn prepared<'c, 'a>(
    contrasts: &'c [Contrasts<'a>],
    request: &Request,
) -> Result<(Vec<Comparisons<'c, 'a>>, Vec<Draw>), Error> {
    let all = contrasts.iter().map(|one| Comparisons::new(one, request)).collect::<Result<Vec<_>, _>>()?;
    let mut draws = Vec::new();
    for one in &all {
        draws.extend(one.draws(request)?);
    }
    Ok((all, draws))
}

fn digest(contrasts: &[Contrasts], draws: &[Draw], request: &Request) -> Result<String, Error> {
    let mut hasher = Hasher::new();
    let told = serde_json::to_vec(&(FORMAT, STREAM_NAME, request.compute.seed, request.variants.rule, draws));
    hasher.update(&told.unwrap_or_default());
    for one in contrasts {
        let own: Vec<Draw> = draws.iter().filter(|draw| draw.population == one.population).cloned().collect();
        one.digest(&own, request, &mut hasher)?;
    }
    Ok(hasher.finalize().to_hex().to_string())
}

/// A job with its columns in memory.
pub struct Plan<'p> {
    digest: String,
    request: Request,
    draws: Vec<Ready<'p>>,
}

impl Plan<'_> {
    /// Draws a range of resamples; of a run that was stopped through `control`, the prefix of it that was finished.
    ///
    /// # Errors
    /// Where memory for what is kept cannot be had.
    pub fn draw(&self, range: Range<u64>, control: &Control) -> Result<Partial, Error> {
        let resamples = range.end.saturating_sub(range.start);
        room_for(self.draws.iter().map(Ready::draw), resamples)?;
        let mut drawn = Vec::with_capacity(self.draws.len());
        let mut interrupted = false;
        for ready in &self.draws {
            let range = if interrupted { range.start..range.start } else { range.clone() };
            let one = ready.run(range.clone(), &self.request, control)?;
            interrupted |= one.range.end < range.end;
            drawn.push(one);
        }
        Ok(Partial::new(&self.digest, drawn, interrupted))
    }
}
