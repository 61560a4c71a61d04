//! Type-I error of every test and profile on data whose null is true, at alpha 0.05 and 0.01, as Markdown.
//!
//! `cargo run --release -p restrap-studies --bin calibration [DATA_SETS]`, 20,000 by default. One fixed seed a data set, so the
//! table is the same on every machine and at any thread count; `docs/calibration.md` holds it.
//!
//! | law of the differences | null of a mean | null of symmetry |
//! |---|---|---|
//! | `normal` | true | true |
//! | `signs`: 0, with 10 % each of 1 and -1, of 0/1 scores | true | true |
//! | `graded`: difference of two reciprocal ranks to 10, one law for both | true | true |
//! | `lognormal`: exp(Z) minus its mean sqrt e, skewness 6.2 | true | false |
//!
//! Everything goes through [`restrap_facade::compare`], as a user's files do. What has a law is computed from it for 10 items and for 0/1
//! scores; elsewhere 999 resamples with add-one stand for it: 0.05 and 0.01 of 1,000 are whole, so sampling leaves the
//! level of a test that keeps it alone. Recipes without a law draw their own number. Signed ranks of 1,000 items go by
//! their normal approximation. Tests of different items split the differences into halves; margins are tested at their
//! limit, where the error is largest.

use std::collections::BTreeMap;

use rand::{RngExt, SeedableRng};
use rand_distr::{Distribution, StandardNormal};
use rand_pcg::Pcg64Dxsm;
use restrap_facade::{
    Claim, Control, Exact, IntervalMethod, MarginSize, McNemarVariant, Profile, Request, Rule,
    Scores, SignP, SignTies, Test, Zeros, compare,
};

/// Steps of the decimal grid in one unit of a continuous law.
const STEPS: f64 = 1e6;
/// Numbers of items.
const SIZES: [usize; 3] = [10, 50, 1000];
/// Levels.
const ALPHAS: [f64; 2] = [0.05, 0.01];
/// Resamples that stand for a law out of reach of 20,000 data sets.
const RESAMPLES: u64 = 999;
/// The same for 1,000 labels, which cost more.
const LABELS: u64 = 199;
/// Items up to which the exact law of signed ranks is within reach.
const RANKED: usize = 50;
/// Standard errors above the level from which a rate is marked.
const MARKED: f64 = 3.3;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Null {
    Normal,
    Signs,
    Graded,
    Lognormal,
}

impl Null {
    const ALL: [(Self, &'static str); 4] = [
        (Self::Normal, "normal"),
        (Self::Signs, "signs"),
        (Self::Graded, "graded"),
        (Self::Lognormal, "lognormal"),
    ];

    /// The scores of one item: the baseline's and the system's.
    fn draw(self, stream: &mut Pcg64Dxsm) -> (f64, f64) {
        let normal = |stream: &mut Pcg64Dxsm| -> f64 { StandardNormal.sample(stream) };
        match self {
            Self::Normal => (0.0, decimal(normal(stream))),
            Self::Signs => match stream.random_range(0..10_u8) {
                0 => (0.0, 1.0),
                1 => (1.0, 0.0),
                place => (f64::from(place % 2), f64::from(place % 2)),
            },
            Self::Graded => (reciprocal_rank(stream), reciprocal_rank(stream)),
            Self::Lognormal => (0.0, decimal(libm::exp(normal(stream)) - libm::exp(0.5))),
        }
    }
}

/// On the grid of the continuous laws.
fn decimal(value: f64) -> f64 {
    (STEPS * value).round() / STEPS
}

/// Found on rank 1 in 30 of 100 queries, on rank r up to 10 in about 30 / r, else not found.
fn reciprocal_rank(stream: &mut Pcg64Dxsm) -> f64 {
    let mut place = stream.random_range(0..100_i32);
    for rank in 1..=10 {
        place -= 30 / rank;
        if place < 0 {
            return 1.0 / f64::from(rank);
        }
    }
    0.0
}

/// What of a data set a recipe is asked about.
#[derive(Clone, Copy)]
enum Data {
    Pairs,
    /// Differences of the first half against those of the second.
    Halves,
    /// Differences moved down by a margin of 1.
    Moved,
    /// The second half moved down by a margin of 1.
    MovedHalf,
    /// 12.5 % hurt and 7.5 % helped: at a margin of 5 points.
    Hurt,
    /// Half as many items each, shares 0.80 and 0.75: at a margin of 5 points.
    Shares,
}

/// Where a p-value stands in an outcome.
#[derive(Clone, Copy)]
enum Found {
    /// Of the test at this place.
    Test(usize),
    Margin,
}

struct Recipe {
    request: Request,
    data: Data,
    rows: Vec<(String, Found)>,
}

impl Recipe {
    fn one(name: &str, data: Data, request: Request) -> Self {
        Self {
            request,
            data,
            rows: vec![(name.to_owned(), Found::Test(0))],
        }
    }

    fn margin(name: &str, data: Data, size: MarginSize, unpaired: bool) -> Self {
        let tests = [if unpaired { Test::Welch } else { Test::T }];
        let request = request(&tests)
            .margin(Claim::Noninferior, size)
            .unpaired(unpaired);
        Self {
            request,
            data,
            rows: vec![(name.to_owned(), Found::Margin)],
        }
    }

    fn all(named: impl Fn(&Test) -> String, data: Data, request: Request) -> Self {
        let rows = request.question.tests.iter().enumerate();
        let rows = rows
            .map(|(place, test)| (named(test), Found::Test(place)))
            .collect();
        Self {
            request,
            data,
            rows,
        }
    }
}

/// Two-sided, no intervals: only p-values are looked at.
fn request(tests: &[Test]) -> Request {
    Request::default()
        .tests(tests.to_vec())
        .interval(IntervalMethod::None)
}

fn recipes(null: Null, n: usize) -> Vec<Recipe> {
    let mut recipes = paired(null, n);
    profiles(&mut recipes);
    let labels = if n == 1000 { LABELS } else { RESAMPLES };
    let halves = request(&Test::UNPAIRED).unpaired(true).resamples(labels);
    recipes.push(Recipe::all(
        |test| format!("unpaired {}", test.name()),
        Data::Halves,
        halves,
    ));
    let (points, one) = (MarginSize::Points(5.0), MarginSize::Absolute(1.0));
    if null == Null::Signs {
        let mut tango = Recipe::margin("margin, tango", Data::Hurt, points, false);
        tango.request = tango.request.interval(IntervalMethod::Tango);
        recipes.push(tango);
        // An exact test of 500 items a side takes a tenth of a second.
        if n < 1000 {
            recipes.push(Recipe::margin(
                "margin, unpaired chan-zhang",
                Data::Shares,
                points,
                true,
            ));
        }
    } else {
        recipes.push(Recipe::margin("margin, t", Data::Moved, one, false));
        recipes.push(Recipe::margin(
            "margin, unpaired welch",
            Data::MovedHalf,
            one,
            true,
        ));
    }
    for Recipe { request, .. } in &mut recipes {
        if null != Null::Signs
            && n > 10
            && !request.sample.unpaired
            && request.question.profile.is_none_or(has_law)
        {
            (
                request.compute.exact,
                request.compute.resamples,
                request.variants.raw_p,
            ) = (Exact::Never, RESAMPLES, false);
        }
    }
    recipes
}

fn paired(null: Null, n: usize) -> Vec<Recipe> {
    let of_0_1 = null == Null::Signs;
    let applies = |test: &Test| match test {
        Test::McNemar => of_0_1,
        Test::Wilcoxon => n <= RANKED,
        _ => true,
    };
    let tests: Vec<Test> = Test::PAIRED.into_iter().filter(applies).collect();
    let mut recipes = vec![Recipe::all(
        |test| test.name().to_owned(),
        Data::Pairs,
        request(&tests),
    )];
    let mut variant = |name: &str, test, change: &dyn Fn(&mut Request)| {
        let mut request = request(&[test]);
        change(&mut request);
        recipes.push(Recipe::one(name, Data::Pairs, request));
    };
    variant("sign, ties split", Test::Sign, &|r| {
        r.variants.sign_ties = SignTies::Split;
    });
    variant("sign, normal", Test::Sign, &|r| {
        r.variants.sign_p = SignP::Normal;
    });
    variant("wilcoxon, normal", Test::Wilcoxon, &|r| {
        r.variants.wilcoxon_p = SignP::Normal;
    });
    variant("wilcoxon, normal-uncorrected", Test::Wilcoxon, &|r| {
        r.variants.wilcoxon_p = SignP::NormalUncorrected;
    });
    for zeros in [Zeros::Pratt, Zeros::Zsplit] {
        if n <= RANKED {
            variant(&format!("wilcoxon, {zeros}"), Test::Wilcoxon, &|r| {
                r.variants.zeros = zeros;
            });
        }
        variant(
            &format!("wilcoxon, {zeros}, normal"),
            Test::Wilcoxon,
            &|r| {
                (r.variants.zeros, r.variants.wilcoxon_p) = (zeros, SignP::Normal);
            },
        );
    }
    if of_0_1 {
        for mcnemar in [
            McNemarVariant::MidP,
            McNemarVariant::ChiSquare,
            McNemarVariant::ChiSquareCorrected,
        ] {
            variant(&format!("mcnemar, {mcnemar}"), Test::McNemar, &|r| {
                r.variants.mcnemar = mcnemar;
            });
        }
    }
    recipes
}

/// Its p-values have a limit that is computed.
fn has_law(profile: Profile) -> bool {
    !matches!(
        profile,
        Profile::SacrebleuBs | Profile::Moses | Profile::CompareMt
    )
}

/// Adds a row for all profiles whose p-values have one limit, asked for once.
fn profiles(recipes: &mut Vec<Recipe>) {
    // The doubled smaller tail of a law that is symmetric about 0 is the share of both.
    let limit = |request: &Request, place: usize| {
        (
            request.question.tests[place],
            request.question.alternative,
            Rule {
                doubled: false,
                ..request.variants.rule
            },
        )
    };
    let mut rows: Vec<(String, Profile, usize, usize)> = Vec::new();
    for profile in Profile::ALL {
        let mut request = request(&[]);
        request = request.profile(profile);
        let name = profile.name();
        let known = rows.iter_mut().find(|(_, other, recipe, place)| {
            has_law(profile)
                && has_law(*other)
                && limit(&recipes[*recipe].request, *place) == limit(&request, 0)
        });
        if let Some(row) = known {
            row.0 = format!("{}, {name}", row.0);
            continue;
        }
        let same = |&place: &usize| {
            has_law(profile) && limit(&recipes[0].request, place) == limit(&request, 0)
        };
        let place = (0..recipes[0].request.question.tests.len()).find(same);
        let name = format!("profile {name}");
        if let Some(place) = place {
            rows.push((name, profile, 0, place));
        } else {
            rows.push((name, profile, recipes.len(), 0));
            recipes.push(Recipe {
                request,
                data: Data::Pairs,
                rows: Vec::new(),
            });
        }
    }
    for (name, _, recipe, place) in rows {
        recipes[recipe].rows.push((name, Found::Test(place)));
    }
}

/// The two systems of each kind of data, drawn from one stream.
struct DataSet([[Scores<'static>; 2]; 6]);

impl DataSet {
    fn new(null: Null, n: usize, number: u64) -> Self {
        let mut stream = Pcg64Dxsm::seed_from_u64(20_261 + number);
        let (base, new): (Vec<f64>, Vec<f64>) = (0..n).map(|_| null.draw(&mut stream)).unzip();
        let differences: Vec<f64> = base.iter().zip(&new).map(|(b, s)| decimal(s - b)).collect();
        let down = |values: &[f64]| values.iter().map(|d| decimal(d - 1.0)).collect::<Vec<_>>();
        let (one, other) = differences.split_at(n / 2);
        let changes = (0..n).map(|_| match stream.random_range(0..1000_u16) {
            0..75 => (0.0, 1.0),
            75..200 => (1.0, 0.0),
            _ => (1.0, 1.0),
        });
        let (before, after) = changes.unzip();
        let mut share = |per_cent| {
            let right = |_| f64::from(u8::from(stream.random_range(0..100_u8) < per_cent));
            (0..n / 2).map(right).collect::<Vec<f64>>()
        };
        let scores = |name: &str, values: Vec<f64>| Scores::new(name, values);
        let pair = |base, new| [scores("base", base), scores("new", new)];
        // In the order of `Data`.
        Self([
            pair(base, new),
            pair(one.to_vec(), other.to_vec()),
            pair(vec![0.0; n], down(&differences)),
            pair(one.to_vec(), down(other)),
            pair(before, after),
            pair(share(80), share(75)),
        ])
    }

    fn of(&self, data: Data) -> &[Scores<'static>] {
        &self.0[data as usize]
    }
}

/// Whether each row rejects at each level.
fn rejections(recipes: &[Recipe], set: &DataSet, number: u64) -> Vec<[u32; 2]> {
    let mut found = Vec::new();
    for recipe in recipes {
        let request = recipe.request.clone().seed(number);
        let outcome =
            compare(set.of(recipe.data), &request, &Control::default()).expect("valid scores");
        let comparison = &outcome.comparisons[0];
        for &(_, place) in &recipe.rows {
            let p = match place {
                Found::Test(place) => comparison.tests[place].pvalue.unwrap_or(1.0),
                Found::Margin => comparison
                    .margin
                    .as_ref()
                    .and_then(|margin| margin.pvalue)
                    .unwrap_or(1.0),
            };
            // Printed digits of a p that is alpha on paper must not turn a rejection away.
            found.push(ALPHAS.map(|alpha| u32::from(p <= alpha + 1e-11)));
        }
    }
    found
}

/// How many data sets each row rejects at each level.
///
/// One worker a core with a pool of one thread: in a shared pool a comparison that waits for its own halves would steal
/// whole data sets, one upon the other, until the stack ends.
fn count(null: Null, n: usize, recipes: &[Recipe], data_sets: u64) -> Vec<[u32; 2]> {
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let none = vec![[0; 2]; recipes.iter().map(|recipe| recipe.rows.len()).sum()];
    let share = &|worker: usize| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(1)
            .build()
            .expect("a thread");
        let mine = (worker as u64..data_sets).step_by(workers);
        pool.install(|| {
            mine.map(|number| rejections(recipes, &DataSet::new(null, n, number), number))
                .fold(none.clone(), add)
        })
    };
    std::thread::scope(|scope| {
        let running: Vec<_> = (0..workers)
            .map(|worker| scope.spawn(move || share(worker)))
            .collect();
        running
            .into_iter()
            .map(|worker| worker.join().expect("a worker"))
            .fold(none.clone(), add)
    })
}

fn add(mut one: Vec<[u32; 2]>, other: impl IntoIterator<Item = [u32; 2]>) -> Vec<[u32; 2]> {
    for (sum, more) in one.iter_mut().zip(other) {
        sum[0] += more[0];
        sum[1] += more[1];
    }
    one
}

fn main() {
    let data_sets: u32 = std::env::args()
        .nth(1)
        .map_or(20_000, |word| match word.parse() {
            Ok(number) if number > 0 => number,
            _ => {
                eprintln!("expected a number of data sets above 0, found '{word}'");
                std::process::exit(2);
            }
        });
    // Only recipes whose name contains this.
    let only = std::env::args().nth(2);
    let error = |rate: f64| (rate * (1.0 - rate) / f64::from(data_sets)).sqrt();
    let mut order: Vec<String> = Vec::new();
    let mut rates: BTreeMap<(String, usize), [f64; 2]> = BTreeMap::new();
    let columns: Vec<_> = Null::ALL
        .into_iter()
        .flat_map(|null| SIZES.map(|n| (null, n)))
        .collect();
    for (column, &((null, law), n)) in columns.iter().enumerate() {
        let started = std::time::Instant::now();
        let mut recipes = recipes(null, n);
        if let Some(part) = &only {
            recipes.retain(|recipe| recipe.rows.iter().any(|row| row.0.contains(part)));
        }
        if recipes.is_empty() {
            continue;
        }
        let rows: Vec<&String> = recipes
            .iter()
            .flat_map(|recipe| &recipe.rows)
            .map(|row| &row.0)
            .collect();
        let counts = count(null, n, &recipes, u64::from(data_sets));
        for (name, counts) in rows.into_iter().zip(counts) {
            if !order.contains(name) {
                order.push(name.clone());
            }
            rates.insert(
                (name.clone(), column),
                counts.map(|count| f64::from(count) / f64::from(data_sets)),
            );
        }
        eprintln!("{law}, n = {n}: {:.0} s", started.elapsed().as_secs_f64());
    }
    println!(
        "{data_sets} data sets a cell; standard error {:.4} at 0.05, {:.4} at 0.01.",
        error(0.05),
        error(0.01)
    );
    for (level, alpha) in ALPHAS.into_iter().enumerate() {
        println!("\n## Share rejected at alpha {alpha}\n");
        let heads: Vec<String> = columns
            .iter()
            .map(|((_, law), n)| format!("{law} {n}"))
            .collect();
        println!("| test | {} |", heads.join(" | "));
        println!("|---|{}", "---:|".repeat(columns.len()));
        for name in &order {
            let cell = |column| match rates.get(&(name.clone(), column)) {
                None => "–".to_owned(),
                Some(rate) if rate[level] > alpha + MARKED * error(alpha) => {
                    format!("**{:.4}**", rate[level])
                }
                Some(rate) => format!("{:.4}", rate[level]),
            };
            println!(
                "| {name} | {} |",
                (0..columns.len()).map(cell).collect::<Vec<_>>().join(" | ")
            );
        }
    }
}
