//! What `restrap compare` asks, as a request.

use restrap::outcome::RouteUsed;
use restrap::{AskedMargin, Claim, Draws, Exact, Gate, IntervalMethod, Request, ScoreRange, Subsample, Test};

use super::args::CompareArgs;
use crate::run::failure::Failure;

/// Resamples where nothing else is said.
const RESAMPLES: u64 = 100_000;

pub fn request(args: &CompareArgs) -> Result<Request, Failure> {
    let mut request = Request::default()
        .tests(tests(args)?)
        .unpaired(args.unpaired)
        .alternative(args.alternative)
        .resamples(args.resamples.unwrap_or(RESAMPLES))
        .exact(match (args.route, args.exact) {
            (Some(RouteUsed::Law), _) => Exact::Always,
            (Some(_), _) => Exact::Never,
            (None, exact) => exact,
        })
        .interval(args.interval)
        .alpha(args.alpha)
        .confidence(args.confidence.unwrap_or(1.0 - args.alpha))
        .seed(args.seed)
        .digits(args.digits.digits)
        .grid(args.input.grid)
        .raw_p(args.raw_p)
        .rule(restrap::Rule { draws: draws(args), ..restrap::Rule::PLAIN })
        .higher_is_better(!args.metric.is_lower_better())
        .sign_ties(args.sign_ties)
        .sign_p(args.sign)
        .zeros(args.zeros)
        .wilcoxon_p(args.wilcoxon)
        .mcnemar(args.mcnemar)
        .gate(gate(args)?)
        .forbid(args.forbid)
        .adjust(args.adjust)
        // The law is no route of draws.
        .route(args.route.and_then(|route| route.name().parse().ok()))
        .level(args.level)
        .shard_size(args.shard_size);
    request.question.margin = margin(args);
    request.question.bounded = bounded(args)?;
    if let Some(profile) = args.profile {
        let row = profile.row();
        if let Some(given) = args.resamples.filter(|&given| given != row.resamples) {
            return Err(Failure::usage(
                format!(
                    "--profile {profile} is a recipe of {} resamples, found --resamples {given}",
                    row.resamples
                ),
                "drop --resamples: where the law is known the p-value is the limit of ever more resamples, and --exact never \
                 draws as many as the recipe; or drop --profile and say the test",
            ));
        }
        request = request.profile(profile);
    }
    if args.subsample.is_some() {
        for_the_bootstrap(&request)?;
    }
    with_their_tests(&request)?;
    Ok(request)
}

/// A variant of a test that is not run would be passed over in silence.
fn with_their_tests(request: &Request) -> Result<(), Failure> {
    let default = Request::default();
    let asked = [
        (request.variants.sign_ties != default.variants.sign_ties, "--sign-ties", Test::Sign),
        (request.variants.sign_p != default.variants.sign_p, "--sign", Test::Sign),
        (request.variants.mcnemar != default.variants.mcnemar, "--mcnemar", Test::McNemar),
        (request.variants.zeros != default.variants.zeros, "--zeros", Test::Wilcoxon),
        (request.variants.wilcoxon_p != default.variants.wilcoxon_p, "--wilcoxon", Test::Wilcoxon),
    ];
    for (is_asked, flag, test) in asked {
        if is_asked && !request.question.tests.contains(&test) {
            let tests: Vec<&str> = request.question.tests.iter().map(|test| test.name()).collect();
            return Err(Failure::usage(
                format!("{flag} is a variant of --test {}, found --test {}", test.name(), tests.join(",")),
                format!("add {} to --test, or drop {flag}", test.name()),
            ));
        }
    }
    Ok(())
}

fn draws(args: &CompareArgs) -> Draws {
    let replacement = !args.without_replacement;
    args.subsample.map_or(Draws::All, |size| Draws::Subsample(Subsample { size, replacement }))
}

/// A subsample without anything that draws it.
fn for_the_bootstrap(request: &Request) -> Result<(), Failure> {
    use IntervalMethod::{Basic, Bca, Normal, Percentile};
    let is_bootstrap = |test: &Test| matches!(test, Test::Bootstrap | Test::BootstrapPercentile);
    let primary = request.question.tests[0];
    if primary == Test::Permutation {
        return Err(Failure::usage(
            "--subsample draws items for the bootstrap, found --test permutation, which swaps all of them",
            "add --test bootstrap, or drop --subsample",
        ));
    }
    let draws = request.question.tests.iter().any(is_bootstrap)
        || matches!(request.question.interval, Percentile | Basic | Bca | Normal);
    if draws {
        return Ok(());
    }
    Err(Failure::usage(
        format!(
            "--subsample draws items for the bootstrap, found --test {} and no bootstrap interval",
            primary.name()
        ),
        "add --test bootstrap or --interval percentile, or drop --subsample",
    ))
}

pub fn margin(args: &CompareArgs) -> Option<AskedMargin> {
    let noninferior = args.noninferior.map(|size| AskedMargin { claim: Claim::Noninferior, size });
    noninferior.or(args.equivalent.map(|size| AskedMargin { claim: Claim::Equivalent, size }))
}

/// A range is for a margin.
fn bounded(args: &CompareArgs) -> Result<Option<ScoreRange>, Failure> {
    if args.bounded.is_some() && margin(args).is_none() {
        return Err(Failure::usage(
            "--bounded is for a margin, found none",
            "add --noninferior 1pt, or the margin that matters to you",
        ));
    }
    Ok(args.bounded)
}

fn gate(args: &CompareArgs) -> Result<Option<Gate>, Failure> {
    let Some(gate) = args.require else { return Ok(None) };
    let (given, flag) = match gate {
        Gate::Superior => (true, ""),
        Gate::Noninferior => (args.noninferior.is_some(), "--noninferior"),
        Gate::Equivalent => (args.equivalent.is_some(), "--equivalent"),
    };
    if !given {
        return Err(Failure::usage(
            format!("--require {} needs a margin, found none", gate.name()),
            format!("add {flag} 1pt, or the margin that matters to you"),
        ));
    }
    Ok(Some(gate))
}

fn tests(args: &CompareArgs) -> Result<Vec<Test>, Failure> {
    if is_all(args) {
        let Some(primary) = args.primary else {
            return Err(Failure::usage(
                "--test all needs the primary test beforehand, found none",
                "add --primary permutation (the p-value you pick after seeing six is not a p-value)",
            ));
        };
        let all = if args.unpaired { &Test::UNPAIRED[..] } else { &Test::PAIRED };
        let rest = all.iter().copied().filter(|&test| test != primary);
        return Ok([primary].into_iter().chain(rest).collect());
    }
    if args.primary.is_some() {
        return Err(Failure::usage("--primary goes with --test all", "put the primary test first in --test"));
    }
    let mut tests: Vec<Test> = Vec::new();
    for test in args.tests.iter().copied().flatten() {
        if tests.contains(&test) {
            return Err(Failure::usage(
                format!("expected each test once, found {} twice", test.name()),
                "drop one",
            ));
        }
        tests.push(test);
    }
    if tests.is_empty() {
        tests.push(Test::Permutation);
    }
    Ok(tests)
}

/// Every test there is was asked for, rather than some by name.
pub fn is_all(args: &CompareArgs) -> bool {
    args.tests.contains(&None)
}
