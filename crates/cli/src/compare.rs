//! `restrap compare`.

use std::io::Write;
use std::time::Instant;

use restrap::metrics::Spec;
use restrap::outcome::{AlsoOutcome, Host, InputInfo, Outcome};
use restrap::{
    Claim, Draws, Exact, Gate, IntervalMethod, MarginSize, Populations, Request, Route, ScoreRequest, Scored,
    Scores, Scoring, Strata, Subsample, Test, compare, compare_by, compare_mean, compare_metric, score,
    score_saved,
};

use crate::args::{CompareArgs, OutputWord, RouteWord};
use crate::failure::Failure;
use crate::metric::Source;
use crate::progress::Watch;
use crate::{export, json, layout};

/// Resamples where nothing else is said.
const RESAMPLES: u64 = 100_000;

pub fn run(args: &CompareArgs) -> Result<u8, Failure> {
    let start = Instant::now();
    let request = request(args)?;
    check_output(args)?;
    let inputs = args.input.systems.iter().chain(args.metric.files());
    restrap::io::keep_apart(json::file(args.json.as_deref()), inputs)?;
    let threads = args.threads.unwrap_or(0) as usize;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| {
        Failure::usage(format!("expected to start threads, found {error}"), "lower --threads")
    })?;
    let mut outcome = pool.install(|| answer(args, &request))?;
    if args.no_host {
        outcome.plan.level = None;
    } else {
        outcome.host = Some(Host {
            threads: pool.current_num_threads() as u64,
            seconds: start.elapsed().as_secs_f64(),
            peak_bytes: peak_bytes(),
        });
    }
    print(args, &outcome)?;
    Ok(match &outcome.gate {
        _ if outcome.interrupted_after.is_some() => Failure::PARTIAL,
        Some(gate) if !gate.passed => Failure::GATE,
        _ => 0,
    })
}

fn answer(args: &CompareArgs, request: &Request) -> Result<Outcome, Failure> {
    let source = args.metric.source(&args.input)?;
    let plain = matches!(source, Source::Scores)
        && !args.unpaired
        && args.by.is_none()
        && args.stratum.is_none()
        && args.input.is_plain();
    let scoring = match &source {
        Source::Outputs(wanted) => Some(of_outputs(args, wanted)?),
        _ if plain => score_saved(&args.input.systems, !args.input.no_mmap)?,
        _ => None,
    };
    if let Some(scoring) = scoring {
        let also = args.metric.also(&args.input)?;
        let also =
            also.iter().map(|wanted| score(&args.input.systems, wanted)).collect::<Result<Vec<_>, _>>()?;
        let mut outcome = of_scoring(args, scoring, request)?;
        outcome.also = also.iter().map(|scoring| described(scoring, &outcome)).collect();
        return Ok(outcome);
    }
    let loaded = if args.unpaired {
        crate::unpaired::load(&args.input.systems, &options(args))?
    } else {
        restrap::io::load(&args.input.systems, &options(args))?
    };
    let systems: Vec<Scores> = loaded.systems.into_iter().map(scores).collect();
    let mut notes = loaded.notes;
    let mut request = request.clone();
    notes.extend(leave_mcnemar_out(args, &systems, &mut request));
    let watch = Watch::start(!args.quiet && !args.no_progress);
    let mut by = loaded.by;
    if args.stratum.is_some() {
        request.strata = by.take().map(|by| Strata { column: by.column, codes: by.codes.into() });
    }
    let mut outcome = match &by {
        None => compare(&systems, &request, &watch.control())?,
        Some(by) => {
            let populations = Populations { column: &by.column, values: &by.values, codes: &by.codes };
            compare_by(&systems, populations, &request, &watch.control())?
        }
    };
    if let Some(ids) = &loaded.ids {
        outcome.name_items(|item| ids.get(item), by.as_ref().map(|by| &by.codes[..]));
    }
    if matches!(source, Source::Agreement) {
        "accuracy".clone_into(&mut outcome.metric.name);
    }
    outcome.inputs = inputs(loaded.inputs);
    outcome.warnings.extend(notes);
    Ok(outcome)
}

/// What outputs score.
fn of_outputs(args: &CompareArgs, wanted: &ScoreRequest) -> Result<Scoring, Failure> {
    if let Some((_, flag)) =
        [(args.unpaired, "--unpaired"), (args.by.is_some(), "--by"), (args.stratum.is_some(), "--stratum")]
            .iter()
            .find(|one| one.0)
    {
        return Err(Failure::usage(
            format!("{flag} is for files of scores, found --metric {}", args.metric.metric),
            format!("drop {flag}: a metric of the whole corpus has no score an item"),
        ));
    }
    Ok(score(&args.input.systems, wanted)?)
}

/// A further metric, in the order of the outcome's systems.
fn described(scoring: &Scoring, outcome: &Outcome) -> AlsoOutcome {
    let (names, described) = (scoring.names(), scoring.described());
    let place = |name: &str| names.iter().position(|known| *known == name);
    let scores = outcome.systems.iter().filter_map(|system| Some(described.scores[place(&system.name)?]));
    AlsoOutcome { scores: scores.collect(), ..described }
}

/// A comparison of systems by what they score.
fn of_scoring(args: &CompareArgs, scoring: Scoring, request: &Request) -> Result<Outcome, Failure> {
    let mut notes = scoring.notes;
    let watch = Watch::start(!args.quiet && !args.no_progress);
    let mut outcome = match scoring.scored {
        Scored::Counted { metric, systems } => {
            let systems = baseline_first(systems, |system| &system.name, args)?;
            // Ratios and formulas know their direction already.
            let own = matches!(scoring.spec, Spec::Ratio { .. } | Spec::Formula { .. });
            let request = Request { higher_is_better: own || request.higher_is_better, ..request.clone() };
            compare_metric(metric.as_ref(), &systems, &request, &watch.control())?
        }
        Scored::Scores { mean, systems } => {
            let systems = baseline_first(systems, |system| &system.name, args)?;
            let mut request = request.clone();
            notes.extend(leave_mcnemar_out(args, &systems, &mut request));
            compare_mean(&mean, &systems, &request, &watch.control())?
        }
    };
    outcome.inputs = scoring.inputs;
    outcome.warnings.extend(notes);
    Ok(outcome)
}

/// The systems with the one that --baseline names in front.
fn baseline_first<T>(
    mut systems: Vec<T>,
    name: impl Fn(&T) -> &str,
    args: &CompareArgs,
) -> Result<Vec<T>, Failure> {
    let Some(wanted) = &args.input.baseline else { return Ok(systems) };
    let Some(at) = systems.iter().position(|system| name(system) == wanted) else {
        let names: Vec<&str> = systems.iter().map(name).collect();
        return Err(Failure::usage(
            format!("expected --baseline to name a system, found {wanted}"),
            format!("the systems are {}", names.join(", ")),
        ));
    };
    systems[..=at].rotate_right(1);
    Ok(systems)
}

/// `--test all` is all that the scores allow; a note where that leaves one out.
fn leave_mcnemar_out(args: &CompareArgs, systems: &[Scores], request: &mut Request) -> Option<String> {
    let left_out = is_all(args) && request.tests[0] != Test::McNemar && !systems.iter().all(is_binary);
    left_out.then(|| {
        request.tests.retain(|&test| test != Test::McNemar);
        "--test all leaves mcnemar out: it needs scores that are all 0 or 1".to_owned()
    })
}

/// The files and rows that are asked for.
fn options(args: &CompareArgs) -> restrap::io::Options {
    restrap::io::Options {
        gold: args.metric.gold.clone(),
        by: args.by.clone().or_else(|| args.stratum.clone()),
        by_flag: if args.stratum.is_some() { "--stratum" } else { "--by" },
        keep_ids: margin(args).is_some(),
        ..args.input.options()
    }
}

/// The files that were read, for the outcome.
pub fn inputs(inputs: Vec<restrap::io::Input>) -> Vec<InputInfo> {
    let info = |input: restrap::io::Input| InputInfo {
        role: input.role.name(),
        path: input.path,
        items: input.items as u64,
        dropped: input.dropped as u64,
        zeroed: input.zeroed as u64,
        blake3: input.blake3,
    };
    inputs.into_iter().map(info).collect()
}

/// Every test there is was asked for, rather than some by name.
fn is_all(args: &CompareArgs) -> bool {
    args.tests.iter().any(|word| word == "all")
}

fn is_binary(system: &Scores) -> bool {
    system.values.iter().all(|&score| score == 0.0 || score == 1.0)
}

/// Scores of the reader as scores of the library.
pub fn scores(system: restrap::io::System) -> Scores {
    let precision = match system.precision {
        restrap::io::Precision::Double => restrap::Precision::Double,
        restrap::io::Precision::Single => restrap::Precision::Single,
    };
    Scores { name: system.name, values: system.scores, precision }
}

fn request(args: &CompareArgs) -> Result<Request, Failure> {
    let mut request = Request {
        tests: tests(args)?,
        unpaired: args.unpaired,
        alternative: args.alternative,
        resamples: args.resamples.unwrap_or(RESAMPLES),
        exact: match (args.route, args.exact) {
            (Some(RouteWord::Law), _) => Exact::Always,
            (Some(_), _) => Exact::Never,
            (None, word) => word.into(),
        },
        interval: args.interval.0,
        alpha: args.alpha,
        confidence: args.confidence,
        seed: args.seed,
        grid: args.input.grid,
        profile: None,
        raw_p: args.raw_p,
        rule: restrap::Rule { draws: draws(args), ..restrap::Rule::PLAIN },
        strata: None,
        higher_is_better: !args.metric.lower_is_better,
        sign_ties: args.sign_ties.into(),
        sign_p: args.sign.0,
        zeros: args.zeros,
        wilcoxon_p: args.wilcoxon.0,
        mcnemar: args.mcnemar,
        margin: margin(args),
        gate: gate(args)?,
        adjust: args.adjust.0,
        route: match args.route {
            None | Some(RouteWord::Law) => None,
            Some(RouteWord::Compressed) => Some(Route::Compressed),
            Some(RouteWord::Streamed) => Some(Route::Streamed),
            Some(RouteWord::Indexed) => Some(Route::Indexed),
        },
        level: args.level,
        shard_size: args.shard_size,
    };
    if let Some(profile) = args.profile {
        let row = profile.0.row();
        if let Some(given) = args.resamples.filter(|&given| given != row.resamples) {
            return Err(Failure::usage(
                format!(
                    "--profile {} is a recipe of {} resamples, found --resamples {given}",
                    row.name, row.resamples
                ),
                "drop --resamples: where the law is known the p-value is the limit of ever more resamples, and --exact never \
                 draws as many as the recipe; or drop --profile and say the test",
            ));
        }
        profile.0.apply(&mut request);
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
        (request.sign_ties != default.sign_ties, "--sign-ties", Test::Sign),
        (request.sign_p != default.sign_p, "--sign", Test::Sign),
        (request.mcnemar != default.mcnemar, "--mcnemar", Test::McNemar),
        (request.zeros != default.zeros, "--zeros", Test::Wilcoxon),
        (request.wilcoxon_p != default.wilcoxon_p, "--wilcoxon", Test::Wilcoxon),
    ];
    for (is_asked, flag, test) in asked {
        if is_asked && !request.tests.contains(&test) {
            let tests: Vec<&str> = request.tests.iter().map(|test| test.name()).collect();
            return Err(Failure::usage(
                format!("{flag} is a variant of --test {}, found --test {}", test.name(), tests.join(",")),
                format!("add {} to --test, or drop {flag}", test.name()),
            ));
        }
    }
    Ok(())
}

/// Outputs that leave no place for each other.
fn check_output(args: &CompareArgs) -> Result<(), Failure> {
    let json = args.json.as_ref().is_some_and(|path| path.as_os_str() == "-");
    if args.report_methods && (json || args.quiet || args.output == OutputWord::Csv) {
        let found = match (json, args.quiet) {
            (true, _) => "--json on standard output",
            (_, true) => "--quiet",
            _ => "--output csv",
        };
        return Err(Failure::usage(
            format!("--report-methods adds text to a table, found {found}"),
            "use it with --output table, markdown or latex; --json=FILE writes JSON beside it",
        ));
    }
    if json && args.output != OutputWord::Table {
        return Err(Failure::usage(
            "--output and --json both write to standard output",
            "use --json=FILE, or drop one of them",
        ));
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
    let primary = request.tests[0];
    if primary == Test::Permutation {
        return Err(Failure::usage(
            "--subsample draws items for the bootstrap, found --test permutation, which swaps all of them",
            "add --test bootstrap, or drop --subsample",
        ));
    }
    let draws = request.tests.iter().any(is_bootstrap)
        || matches!(request.interval, Percentile | Basic | Bca | Normal);
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

fn margin(args: &CompareArgs) -> Option<(Claim, MarginSize)> {
    let noninferior = args.noninferior.map(|size| (Claim::Noninferior, size));
    noninferior.or(args.equivalent.map(|size| (Claim::Equivalent, size)))
}

fn gate(args: &CompareArgs) -> Result<Option<Gate>, Failure> {
    let Some(word) = args.require else { return Ok(None) };
    let (given, flag) = match word.0 {
        Gate::Superior => (true, ""),
        Gate::Noninferior => (args.noninferior.is_some(), "--noninferior"),
        Gate::Equivalent => (args.equivalent.is_some(), "--equivalent"),
    };
    if !given {
        return Err(Failure::usage(
            format!("--require {} needs a margin, found none", word.0.name()),
            format!("add {flag} 1pt, or the margin that matters to you"),
        ));
    }
    Ok(Some(word.0))
}

fn tests(args: &CompareArgs) -> Result<Vec<Test>, Failure> {
    let every = || Test::ALL.into_iter().chain(Test::UNPAIRED);
    let named = |word: &str| every().find(|test| test.name() == word);
    if is_all(args) {
        let Some(primary) = args.primary else {
            return Err(Failure::usage(
                "--test all needs the primary test beforehand, found none",
                "add --primary permutation (the p-value you pick after seeing six is not a p-value)",
            ));
        };
        let all = if args.unpaired { &Test::UNPAIRED[..] } else { &Test::ALL };
        let rest = all.iter().copied().filter(|&test| test != primary.0);
        return Ok([primary.0].into_iter().chain(rest).collect());
    }
    if args.primary.is_some() {
        return Err(Failure::usage("--primary goes with --test all", "put the primary test first in --test"));
    }
    let mut tests: Vec<Test> = Vec::new();
    for test in args.tests.iter().filter_map(|word| named(word)) {
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

fn print(args: &CompareArgs, outcome: &Outcome) -> Result<(), Failure> {
    if json::write(args.json.as_deref(), outcome)? && !args.quiet {
        let mut out = anstream::stdout().lock();
        match args.output {
            OutputWord::Table => layout::compare(&mut out, outcome, args.verbose)?,
            OutputWord::Markdown => write!(out, "{}", export::markdown(outcome))?,
            OutputWord::Latex => write!(out, "{}", export::latex(outcome))?,
            OutputWord::Csv => export::csv(&mut out, outcome)?,
        }
        if args.report_methods {
            write!(out, "\n{}", export::methods(outcome, args.output))?;
        }
        drop(out);
        layout::warnings(&mut anstream::stderr().lock(), &outcome.warnings)?;
        layout::gate(&mut anstream::stderr().lock(), outcome)?;
    }
    Ok(())
}

/// High-water mark of resident memory, where the system tells.
fn peak_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kib| kib * 1024)
}
