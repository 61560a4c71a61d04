//! Published recipes against the enumeration of all resamples of a few items, ties and all.
//!
//! By law a profile has the exact share; by draws its own R has to lie within 4.5 standard errors of it, seeds fixed.

use restrap_facade::outcome::{Method, TestOutcome};
use restrap_facade::{Control, Exact, IntervalMethod, Profile, Request, Scores, compare};
use restrap_testing::resamples;

/// Differences of six items: their sums tie often.
const DIFFERENCES: [i64; 6] = [2, -1, 1, 0, 2, -1];

fn scores(name: &str, values: Vec<f64>) -> Scores<'static> {
    Scores::new(name, values)
}

fn run(profile: Profile, exact: Exact, differences: &[i64]) -> TestOutcome {
    let system = differences.iter().map(|&d| d as f64).collect();
    let systems = [
        scores("base", vec![0.0; differences.len()]),
        scores("new", system),
    ];
    let mut request = Request::default();
    request = request.profile(profile);
    let request = request.exact(exact);
    let outcome = compare(&systems, &request, &Control::default()).expect("valid scores");
    outcome
        .comparisons
        .into_iter()
        .next()
        .expect("one comparison")
        .tests
        .remove(0)
}

/// Sums of all resamples of `draws` of six items with replacement.
fn sums(draws: usize) -> Vec<i64> {
    resamples(6, draws)
        .map(|places| places.into_iter().map(|place| DIFFERENCES[place]).sum())
        .collect()
}

/// Sums under all swaps.
fn swaps() -> Vec<i64> {
    let sign = |code: usize, item: usize| if code >> item & 1 == 0 { 1 } else { -1 };
    (0..64)
        .map(|code| {
            (0..6)
                .map(|item| sign(code, item) * DIFFERENCES[item])
                .sum()
        })
        .collect()
}

fn share(sums: &[i64], extreme: impl Fn(f64) -> bool) -> f64 {
    sums.iter().filter(|&&sum| extreme(sum as f64)).count() as f64 / sums.len() as f64
}

/// The limit of a recipe, written out beside its source.
fn limit(profile: Profile) -> Option<f64> {
    let t = DIFFERENCES.iter().sum::<i64>() as f64;
    let (items, signs) = (sums(6), swaps());
    let size = items.iter().map(|sum| sum.abs() as f64).sum::<f64>() / items.len() as f64;
    Some(match profile {
        Profile::Jansen | Profile::Koehn => share(&items, |sum| sum <= 0.0),
        Profile::Noreen | Profile::Scipy | Profile::Mlxtend | Profile::RanxFisher => {
            share(&signs, |sum| sum.abs() >= t)
        }
        Profile::SacrebleuAr | Profile::MultEval => share(&signs, |sum| sum.abs() > t),
        Profile::EfronTibshirani => share(&items, |sum| sum >= 2.0 * t),
        Profile::BergKirkpatrick | Profile::Jurafsky | Profile::Dror => {
            share(&items, |sum| sum > 2.0 * t)
        }
        Profile::SacrebleuBs => share(&items, |sum| sum.abs() - size > t),
        Profile::Moses => share(&items, |sum| sum.abs() - size >= t),
        Profile::CompareMt => share(&sums(3), |sum| sum <= 0.0),
        Profile::Urbano => share(&items, |sum| (sum - t).abs() >= t),
        Profile::Comet => return None,
    })
}

#[test]
fn every_profile_has_its_limit_by_law_and_its_own_resamples_around_it() {
    let mut by_law = 0;
    for profile in Profile::ALL {
        let Some(limit) = limit(profile) else {
            continue;
        };
        let name = profile.name();
        let law = run(profile, Exact::Auto, &DIFFERENCES);
        if law.method == Method::Exact {
            by_law += 1;
            // Printed with 12 digits.
            assert!(
                (law.pvalue.unwrap_or(0.0) - limit).abs() < 1e-11,
                "{name}: {} is not {limit}",
                law.pvalue.unwrap_or(0.0)
            );
        }
        // The centre of the resamples moves by an error of its own, and sums tie with the threshold: Urbano's count is
        // about the law around it, not about one side of a tie.
        if profile == Profile::Urbano {
            continue;
        }
        let sampled = run(profile, Exact::Never, &DIFFERENCES);
        assert_eq!(
            (sampled.method, sampled.resamples),
            (Method::Sampled, Some(profile.row().resamples))
        );
        let error = (limit * (1.0 - limit) / profile.row().resamples as f64).sqrt();
        // A doubled tail has twice the error of its half.
        let times = if profile == Profile::Scipy { 2.0 } else { 1.0 };
        let add_one = 2.0 / profile.row().resamples as f64;
        assert!(
            (sampled.pvalue.unwrap_or(0.0) - limit).abs() < 4.5 * times * error + add_one,
            "{name}: {sampled:?} {limit}"
        );
    }
    assert_eq!(by_law, 13, "all but three have a law");
}

#[test]
fn strictness_is_seen_on_ties() {
    // Negative control of the enumeration: with and without ties differ by far more than any error here.
    let of = |profile| limit(profile).expect("a limit");
    assert!(of(Profile::EfronTibshirani) - of(Profile::BergKirkpatrick) > 0.05);
    assert!(of(Profile::Noreen) - of(Profile::SacrebleuAr) > 0.1);
}

#[test]
fn a_system_against_itself_has_one_over_all_in_strict_tools_and_1_by_default() {
    for profile in [
        Profile::SacrebleuAr,
        Profile::MultEval,
        Profile::SacrebleuBs,
    ] {
        for exact in [Exact::Auto, Exact::Never] {
            let p = run(profile, exact, &[0; 6]).pvalue.unwrap_or(0.0);
            let all = profile.row().resamples as f64 + 1.0;
            assert!((p * all - 1.0).abs() < 1e-9, "{profile:?} {exact:?}: {p}");
        }
    }
    for profile in [
        Profile::Noreen,
        Profile::Scipy,
        Profile::Mlxtend,
        Profile::RanxFisher,
        Profile::Moses,
    ] {
        assert_eq!(
            run(profile, Exact::Auto, &[0; 6]).pvalue.unwrap_or(0.0),
            1.0,
            "{profile:?}"
        );
    }
}

#[test]
fn every_recipe_names_its_profile() {
    for profile in Profile::ALL {
        let test = run(profile, Exact::Auto, &DIFFERENCES);
        let name = profile.name();
        assert!(
            test.recipe.to_string().contains(&format!("profile {name}")),
            "{name}: {}",
            test.recipe
        );
    }
}

/// A p-value of the tool that a profile names: `benches/peers/profiles_against_tools --write`.
#[derive(serde::Deserialize)]
struct Reference {
    profile: String,
    file: String,
    baseline: String,
    system: String,
    rows: usize,
    p: f64,
    /// Standard error of p: 20,000 draws, but 1e-10 of p for t tests.
    error: f64,
}

/// Seeds over which a sampled p-value is averaged, as the tool's own was.
const SEEDS: u64 = 20;

/// Mean p-value over the seeds and its standard error; one law needs one seed.
fn over_seeds(systems: &[Scores], request: &Request) -> (f64, f64) {
    let mut found = Vec::new();
    for seed in 0..SEEDS {
        let outcome = compare(systems, &request.clone().seed(seed), &Control::default());
        let test = outcome
            .expect("valid scores")
            .comparisons
            .remove(0)
            .tests
            .remove(0);
        if test.method != Method::Sampled {
            return (test.pvalue.unwrap_or(0.0), 0.0);
        }
        found.push(test.pvalue.unwrap_or(0.0));
    }
    let mean = found.iter().sum::<f64>() / found.len() as f64;
    let squares: f64 = found.iter().map(|p| (p - mean) * (p - mean)).sum();
    (mean, (squares / ((SEEDS - 1) * SEEDS) as f64).sqrt())
}

#[test]
fn profiles_give_the_p_values_of_the_tools_that_they_name() {
    let cases: Vec<Reference> =
        serde_json::from_str(include_str!("fixtures/profiles.json")).expect("JSON");
    let mut distances: Vec<(f64, String)> = Vec::new();
    for case in &cases {
        let table = format!(
            "{}/../../datasets/{}",
            env!("CARGO_MANIFEST_DIR"),
            case.file
        );
        let columns = [&case.baseline, &case.system].map(|column| format!("{table}:{column}"));
        let loaded = restrap_facade::io::load(&columns, &restrap_facade::io::Options::default())
            .expect("a data set");
        let first = |system: &restrap_facade::io::System| system.scores[..case.rows].to_vec();
        let systems =
            [("0", 0), ("1", 1)].map(|(name, place)| scores(name, first(&loaded.systems[place])));
        let profile = Profile::ALL
            .into_iter()
            .find(|profile| profile.name() == case.profile);
        let mut request = Request::default().interval(IntervalMethod::None);
        request = request.profile(profile.expect("a known name"));
        let (p, error) = over_seeds(&systems, &request);
        let name = format!(
            "{} {} {}: {p}, tool {}",
            case.profile, case.file, case.system, case.p
        );
        distances.push(((p - case.p).abs() / error.hypot(case.error), name));
    }
    assert_eq!(cases.len(), 60);
    distances.sort_by(|one, other| other.0.total_cmp(&one.0));
    // The normal tail of 60 comparisons together: 4e-4.
    assert!(distances[0].0 < 4.5, "{:?}", distances[0]);
    // Negative control: half of them lie beyond a third of a standard error, as errors do.
    assert!(distances[19].0 > 0.33, "{:?}", distances[19]);
}
