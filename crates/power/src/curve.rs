//! p against the share of items that a system hurts, for a given effect (Jansen's figures).
//!
//! The baseline fails every item that the system helps and solves every item that it hurts; all others tie. A curve keeps
//! helped − hurt fixed and lets both grow: the same gain becomes weaker evidence. Every point is a whole comparison of such
//! columns by [`compare`], so any test of paired scores can draw it, by law or by resampling; sampled points all use the
//! seed as it is, so that each is what `compare --seed` prints on the same data.

use restrap_core::STREAM_NAME;
use restrap_engine::Control;
use restrap_stats::Alternative;
use restrap_words::Code;
use serde::{Deserialize, Serialize};

use super::schema::{PowerQuestion, SCHEMA};
use super::setters::setters;
use restrap_lib::Error;
use restrap_lib::Scores;
use restrap_lib::compare;
use restrap_lib::inner::{Signature, side};
use restrap_lib::number::format::{count, grouped, plain};
use restrap_lib::outcome::Recipe;
use restrap_lib::outcome::{Method, Run};
use restrap_lib::{IntervalMethod, Profile, Request, Test};

/// Most items of a panel: the columns of each point are built in memory, 16 bytes an item and thread.
const MOST_ITEMS: u64 = 1_000_000;
/// Most points of all curves.
const MOST_POINTS: usize = 100_000;

/// Which curves; by default Jansen's four figures.
///
/// Numbers of items, gains and shares of hurt items, and the test with its level. Values of `Default` draw the four figures of
/// Jansen's primer, which `docs/power.md` shows.
///
/// ```
/// # use restrap_facade as restrap;
/// use restrap::Control;
/// use restrap::power::{CurveRequest, curve};
///
/// let request = CurveRequest::default().items([100]).effects([5.0]).hurt([0.0, 10.0]);
/// let outcome = curve(&request, &Control::default())?;
/// assert_eq!(outcome.panels[0].curves[0].points[1].helped, 15);
/// # Ok::<(), restrap::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
#[non_exhaustive]
pub struct CurveRequest {
    /// Items, one panel each; 1 to 1,000,000.
    pub items: Vec<u64>,
    /// Effects in percent of the items, one curve each: helped − hurt.
    pub effects: Vec<f64>,
    /// Shares of hurt items in percent, the x axis.
    pub hurt: Vec<f64>,
    /// The test, the first of its tests; its interval is not computed.
    pub request: Request,
}

impl Default for CurveRequest {
    fn default() -> Self {
        Self {
            items: vec![100, 500, 2_000, 10_000],
            effects: vec![0.5, 1.0, 2.0, 5.0, 10.0],
            hurt: (0..20).map(f64::from).collect(),
            request: Request::default().profile(Profile::Jansen),
        }
    }
}

setters!(CurveRequest {
    /// Items, one panel each.
    items: impl Into<Vec<u64>> => items.into(),
    /// Effects in percent of the items, one curve each.
    effects: impl Into<Vec<f64>> => effects.into(),
    /// Shares of hurt items in percent.
    hurt: impl Into<Vec<f64>> => hurt.into(),
    /// The test.
    request: Request => request,
});

/// The test of every point.
///
/// Which test made the p-values of a figure, with its side, number of resamples and rule, so that the figure can be drawn again
/// from its JSON alone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CurveTest {
    /// Name of the test.
    pub name: Test,
    /// The published profile, if one was asked for.
    pub profile: Option<Profile>,
    /// All that determines a p-value, in words.
    pub recipe: Recipe,
    /// Side.
    pub alternative: Alternative,
    /// How p was obtained.
    pub method: Method,
}

/// One point of a curve.
///
/// Numbers of helped and hurt items with the p-value of the test on them. Its place on the axis is the share of items that got
/// worse.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Point {
    /// Share of hurt items in percent, as asked.
    pub hurt_percent: f64,
    /// Items that only the system solves.
    pub helped: u64,
    /// Items that only the baseline solves.
    pub hurt: u64,
    /// The p-value.
    pub pvalue: f64,
    /// Monte Carlo bounds of a sampled p.
    pub pvalue_interval: Option<[f64; 2]>,
}

/// Points of one effect; shares at which helped and hurt items exceed all items have none.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Curve {
    /// helped − hurt in percent of the items, as asked.
    pub effect_percent: f64,
    /// In the order of the shares.
    pub points: Vec<Point>,
    /// Largest share of hurt items at which p is below alpha.
    pub last_below_alpha: Option<f64>,
}

/// The curves of one number of items.
///
/// One number of items, with a curve of p-values for each gain. A figure has one panel for each number of items, all on one axis of
/// p.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Panel {
    /// Items.
    pub items: u64,
    /// One an effect.
    pub curves: Vec<Curve>,
}

/// All curves.
///
/// One panel per number of items, one curve per gain, one point per share of hurt items: the p-value of that table of helped and
/// hurt items. Written as `restrap/power/1`, kind `curve`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CurveOutcome {
    /// Version, inputs, warnings, signature, report: what every answer has.
    #[serde(flatten)]
    pub run: Run,
    /// `curve`.
    pub kind: PowerQuestion,
    /// Seed of the draws; none by law.
    pub seed: Option<u64>,
    /// Resamples of each point; none by law.
    pub resamples: Option<u64>,
    /// Level at which a point counts as significant.
    pub alpha: f64,
    /// The test.
    pub test: CurveTest,
    /// One a number of items.
    pub panels: Vec<Panel>,
    /// What was asked.
    pub request: CurveRequest,
    /// Points that were asked for, where the run was interrupted before the last of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interrupted_of: Option<usize>,
}

/// Helped and hurt items at `hurt` percent hurt and `effect` percent gained of `items`: truncated, in doubles, and in the
/// order of Jansen's program, `(i / 100 * n) + (e / 100 * n)`. Another order moves 24 of his 400 points by one item.
pub fn helped_and_hurt(items: u64, effect: f64, hurt: f64) -> (u64, u64) {
    let n = items as f64;
    let helped = hurt / 100.0 * n + effect / 100.0 * n;
    (helped as u64, (hurt / 100.0 * n) as u64)
}

/// Draws the curves. A run that is cancelled returns the points that are finished, with
/// [`CurveOutcome::interrupted_of`] set.
///
/// # Errors
/// [`Error::Interrupted`] before the first point is finished; when a list is empty, a number lies outside its range, no point of an effect exists, or as [`compare`].
pub fn curve(asked: &CurveRequest, control: &Control) -> Result<CurveOutcome, Error> {
    check(asked)?;
    let request = asked.request.clone().interval(IntervalMethod::None);
    let counts = counts(asked)?;
    let of = counts.iter().flatten().map(Vec::len).sum();
    let steps = control.steps(of as u64);
    let (mut panels, mut recipe, mut finished) = (Vec::new(), None, 0);
    for (&items, counts) in asked.items.iter().zip(&counts) {
        let mut curves = Vec::new();
        for (&effect, counts) in asked.effects.iter().zip(counts) {
            let mut told = Vec::with_capacity(counts.len());
            // One after the other: each comparison is parallel inside, and nested tasks would pile up on one stack.
            for &(share, helped, hurt) in counts {
                let (point, test) = match point(items, share, helped, hurt, &request, &steps.each) {
                    Err(Error::Interrupted) if finished > 0 => break,
                    point => point?,
                };
                // The last one: identical columns, if any, come first and are not drawn.
                recipe = Some(test);
                told.push(point);
                finished += 1;
                steps.finish_one();
            }
            if told.is_empty() {
                break;
            }
            let below = told
                .iter()
                .filter(|point| point.pvalue < request.question.alpha);
            let last = below
                .map(|point| point.hurt_percent)
                .fold(None, |last: Option<f64>, share| {
                    Some(last.map_or(share, |last| last.max(share)))
                });
            curves.push(Curve {
                effect_percent: effect,
                points: told,
                last_below_alpha: last,
            });
        }
        if curves.is_empty() {
            break;
        }
        panels.push(Panel { items, curves });
    }
    let Some(test) = recipe else {
        return Err(Error::Empty);
    };
    let sampled = test.method == Method::Sampled;
    let report = report(&panels, &test, &request);
    let interrupted_of = (finished < of).then_some(of);
    let stopped = interrupted_of.map(|of| {
        Code::Interrupted.says(format!(
            "interrupted: {finished} of {of} points are finished"
        ))
    });
    let caution = request
        .question
        .profile
        .and_then(|profile| profile.row().note())
        .unwrap_or_default();
    let of_profile = (!caution.is_empty()).then(|| {
        let name = test.profile.map_or(test.name.name(), Profile::name);
        Code::Profile.says(format!("profile {name}: {caution}"))
    });
    let warnings = stopped.into_iter().chain(of_profile).collect();
    let mut run = Run::new(SCHEMA);
    (run.warnings, run.report) = (warnings, report);
    let items = asked
        .items
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(",");
    run.signature = Signature::new(&run)
        .with("question", PowerQuestion::Curve)
        .with("n", items)
        .with("test", test.name)
        .maybe("profile", test.profile.map(Profile::name))
        .with("alt", side(test.alternative))
        .with("alpha", plain(request.question.alpha))
        .drawn(
            sampled.then_some(request.compute.resamples),
            request.compute.seed,
            STREAM_NAME,
        )
        .done();
    Ok(CurveOutcome {
        run,
        kind: PowerQuestion::Curve,
        seed: sampled.then_some(request.compute.seed),
        resamples: sampled.then_some(request.compute.resamples),
        alpha: request.question.alpha,
        interrupted_of,
        test,
        panels,
        request: asked.clone(),
    })
}

/// The points of one curve: shares of hurt items in percent, with helped and hurt items.
type Counts = Vec<(f64, u64, u64)>;

/// For every number of items the counts of each effect.
fn counts(asked: &CurveRequest) -> Result<Vec<Vec<Counts>>, Error> {
    let of = |items: u64, effect: f64| {
        let counts = asked
            .hurt
            .iter()
            .map(|&share| (share, helped_and_hurt(items, effect, share)));
        let counts = counts.filter(|(_, (helped, hurt))| helped + hurt <= items);
        let counts: Vec<_> = counts
            .map(|(share, (helped, hurt))| (share, helped, hurt))
            .collect();
        if counts.is_empty() {
            let found = format!("{effect} % gained and {} % hurt of {items}", asked.hurt[0]);
            let expected = "helped + hurt <= items for at least one share of hurt items";
            return Err(Error::BadParameter { expected, found });
        }
        Ok(counts)
    };
    let panels = asked.items.iter();
    panels
        .map(|&items| {
            asked
                .effects
                .iter()
                .map(|&effect| of(items, effect))
                .collect()
        })
        .collect()
}

fn check(asked: &CurveRequest) -> Result<(), Error> {
    let bad = |expected, found: String| Err(Error::BadParameter { expected, found });
    let points = asked.items.len() * asked.effects.len() * asked.hurt.len();
    if points == 0 {
        return bad(
            "numbers of items, effects and shares of hurt items",
            "an empty list".to_owned(),
        );
    }
    if points > MOST_POINTS {
        return bad("at most 100,000 points", count(points as u64, "point"));
    }
    if let Some(items) = asked
        .items
        .iter()
        .find(|items| !(1..=MOST_ITEMS).contains(items))
    {
        return bad("1 to 1,000,000 items", count(*items, "item"));
    }
    if let Some(effect) = asked
        .effects
        .iter()
        .find(|effect| !(**effect >= 0.0 && **effect <= 100.0))
    {
        return bad("an effect of 0 to 100 percent", format!("{effect} %"));
    }
    if let Some(share) = asked
        .hurt
        .iter()
        .find(|share| !(**share >= 0.0 && **share <= 100.0))
    {
        return bad(
            "a share of hurt items of 0 to 100 percent",
            format!("{share} %"),
        );
    }
    Ok(())
}

fn point(
    items: u64,
    share: f64,
    helped: u64,
    hurt: u64,
    request: &Request,
    control: &Control,
) -> Result<(Point, CurveTest), Error> {
    let (helped_end, hurt_end) = (helped as usize, (helped + hurt) as usize);
    let column = |name: &str, ones: std::ops::Range<usize>| {
        let mut values = vec![0.0; items as usize];
        values[ones].fill(1.0);
        Scores::new(name, values)
    };
    let systems = [
        column("baseline", helped_end..hurt_end),
        column("system", 0..helped_end),
    ];
    let outcome = compare(&systems, request, control)?;
    if outcome.interrupted_after.is_some() {
        return Err(Error::Interrupted);
    }
    let test = outcome
        .comparisons
        .into_iter()
        .next()
        .and_then(|mut first| first.tests.drain(..).next());
    let Some(test) = test else {
        return Err(Error::Interrupted);
    };
    let told = Point {
        hurt_percent: share,
        helped,
        hurt,
        pvalue: test.pvalue.unwrap_or(0.0),
        pvalue_interval: test.pvalue_interval,
    };
    let recipe = CurveTest {
        name: test.name,
        profile: request.question.profile,
        recipe: test.recipe,
        alternative: test.alternative,
        method: test.method,
    };
    Ok((told, recipe))
}

fn report(panels: &[Panel], test: &CurveTest, request: &Request) -> String {
    let sizes: Vec<String> = panels.iter().map(|panel| grouped(panel.items)).collect();
    let drawn = match test.method {
        Method::Sampled => {
            format!(
                "{}, seed {}",
                count(request.compute.resamples, "resample"),
                request.compute.seed
            )
        }
        _ => "exact; no resampling".to_owned(),
    };
    format!(
        "{}: {drawn}; 0/1 scores of {} items with counts of helped and hurt items truncated; alpha {}; restrap {}.",
        test.recipe,
        sizes.join(", "),
        request.question.alpha,
        env!("CARGO_PKG_VERSION")
    )
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use crossbeam::channel::bounded;
    use restrap_engine::Progress;

    use super::*;

    #[test]
    fn a_run_that_is_stopped_draws_the_points_that_are_finished() {
        let asked = CurveRequest::default()
            .items([100, 500])
            .effects([5.0])
            .hurt([5.0, 10.0]);
        let mut test = Request::default().tests(vec![Test::Permutation]);
        (test.compute.exact, test.compute.resamples) = (restrap_lib::Exact::Never, 20_000);
        let asked = asked.request(test);
        let whole = curve(&asked, &Control::default()).unwrap();
        let cancel = AtomicBool::new(false);
        // A channel without room: no message is sent before the last one was heard.
        let (sender, messages) = bounded(0);
        let control = Control {
            cancel: Some(&cancel),
            progress: Some(sender),
            ledger: None,
        };
        let (stopped, seen) = std::thread::scope(|scope| {
            let listener = scope.spawn(|| {
                let mut seen = Vec::new();
                for message in messages {
                    seen.push(message);
                    cancel.fetch_or(message == Progress::Done(1), Ordering::SeqCst);
                }
                seen
            });
            let stopped = curve(&asked, &control);
            drop(control);
            (stopped.unwrap(), listener.join().unwrap())
        });
        assert_eq!(
            (seen[0], seen.last()),
            (Progress::Begin(4), Some(&Progress::End))
        );
        let points = |outcome: &CurveOutcome| -> Vec<Point> {
            outcome
                .panels
                .iter()
                .flat_map(|panel| panel.curves[0].points.clone())
                .collect()
        };
        let (whole, found) = (points(&whole), points(&stopped));
        assert!((1..=2).contains(&found.len()) && stopped.interrupted_of == Some(4));
        assert_eq!(found[..], whole[..found.len()]);
        let none = Control {
            cancel: Some(&cancel),
            ..Control::default()
        };
        assert!(matches!(curve(&asked, &none), Err(Error::Interrupted)));
    }
}
