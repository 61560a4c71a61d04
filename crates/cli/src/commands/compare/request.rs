//! What `restrap compare` asks, as a request.

use restrap::inner::{Given, goes_with};
use restrap::{Bayesian, Draws, Request, Rule, Subsample, Test};

use super::args::CompareArgs;
use crate::run::failure::Failure;

pub fn request(args: &CompareArgs) -> Result<Request, Failure> {
    let mut request = Request::default()
        .tests(tests(args)?)
        .unpaired(args.unpaired)
        .alternative(args.alternative)
        .resamples(args.draws.resamples())
        .exact(args.draws.exact)
        .interval(args.interval)
        .alpha(args.levels.alpha)
        .confidence(args.levels.confidence())
        .seed(args.draws.seed)
        .digits(args.digits.digits)
        .range(args.scale.range)
        .grid(args.input.grid)
        .over(args.over.over)
        .test_fraction(args.over.test_fraction)
        .cluster_weight(args.cluster_weight)
        .raw_p(args.raw_p)
        .rule(Rule {
            strict: args.strict,
            centre: args.centre.unwrap_or_default(),
            draws: draws(args),
            ..Rule::PLAIN
        })
        .higher_is_better(!args.metric.is_lower_better())
        .sign_ties(args.sign_ties)
        .sign_p(args.sign)
        .zeros(args.zeros)
        .wilcoxon_p(args.wilcoxon)
        .mcnemar(args.mcnemar)
        .aso_threshold(args.aso_threshold)
        .bayesian(args.bayesian.then(|| Bayesian::within(args.rope)))
        .gate(args.require)
        .forbid(args.forbid)
        .adjust(args.adjust)
        .family(args.family)
        .level(args.engine.level)
        .shard_size(args.engine.shard_size);
    if let Some(route) = args.route {
        request.compute = request.compute.by(route);
    }
    request = request.claims(args.margin.asked())?;
    request.question.bounded = args.bounded;
    if let Some(profile) = args.profile {
        request = request.profile(profile);
        if let Some(resamples) = args.draws.resamples {
            request = request.resamples(resamples);
        }
    }
    request.fits()?;
    Ok(request)
}

fn draws(args: &CompareArgs) -> Draws {
    let replacement = !args.without_replacement;
    args.subsample.map_or(Draws::All, |size| {
        Draws::Subsample(Subsample { size, replacement })
    })
}

fn tests(args: &CompareArgs) -> Result<Vec<Test>, Failure> {
    goes_with::check(&goes_with::of(&[
        (Given::AllTests, is_all(args)),
        (Given::Primary, args.primary.is_some()),
    ]))?;
    Ok(match args.primary {
        Some(primary) => primary.all_after(args.unpaired),
        None => args.tests.iter().copied().flatten().collect(),
    })
}

/// Every test there is was asked for, rather than some by name.
pub fn is_all(args: &CompareArgs) -> bool {
    args.tests.contains(&None)
}
