//! Seven ranges, drawn in seven processes, shuffled and merged, give the bytes of one call: for every route, interval and shape of
//! contrast.
//!
//! Every process is this test binary again: it draws one range of one case and writes it to a file.

use std::fs::File;
use std::path::Path;
use std::process::{Command, Stdio};

use restrap_lib::metrics::Metric;
use restrap_lib::metrics::counts::Formula;
use restrap_lib::metrics::text::{Bleu, BleuOptions};
use restrap_lib::{
    Adaptive, Adjustment, Alternative, Claim, Control, Counted, Data, Exact, IntervalMethod, Job, MarginSize,
    Outcome, Partial, Parts, Populations, Request, Route, Scores, Strata, Subsample, SubsampleSize, Test,
    compare,
};

const R: u64 = 2_500;
/// Cuts inside chunks of 1,024, an empty range, a range of 1.
const CUTS: [u64; 8] = [0, 300, 300, 1_024, 1_025, 2_047, 2_300, R];

/// Whole scores from 0 to `largest`, without a pattern.
fn scores(name: &str, items: u64, largest: u64, seed: u64) -> Scores<'static> {
    let hash = |item: u64| ((item * 2_654_435_761 + seed * 40_503) % 4_294_967_291) >> 5;
    Scores::new(name, (0..items).map(|item| (hash(item) % (largest + 1)) as f64).collect::<Vec<_>>())
}

fn continuous(name: &str, items: u64, seed: u64) -> Scores<'static> {
    let whole = scores(name, items, 1_000_003, seed);
    Scores::new(name, whole.values.iter().map(|score| (score / 997.0).sqrt()).collect::<Vec<_>>())
}

/// Everything that a case needs.
struct Case {
    name: &'static str,
    systems: Vec<Scores<'static>>,
    counted: Option<(Box<dyn Metric>, Vec<Counted>)>,
    strata: Option<Strata>,
    populations: Option<(Vec<String>, Vec<u32>)>,
    request: Request,
}

impl Case {
    fn new(name: &'static str, systems: Vec<Scores<'static>>, request: Request) -> Self {
        let request = request.resamples(R).seed(11);
        Self { name, systems, counted: None, strata: None, populations: None, request }
    }

    fn data(&self) -> Data<'_> {
        let mut data = match &self.counted {
            Some((metric, counted)) => Data::counted(metric.as_ref(), counted),
            None => Data::from(&self.systems),
        };
        if let Some(strata) = &self.strata {
            data = data.within(strata);
        }
        if let Some((values, codes)) = &self.populations {
            data = data.by(Populations { column: "kind", values, codes });
        }
        data
    }
}

fn cases() -> Vec<Case> {
    let graded = |items| vec![scores("base", items, 4, 1), scores("new", items, 4, 2)];
    let binary = || vec![scores("base", 200, 1, 1), scores("new", 200, 1, 2)];
    let real =
        |items| vec![continuous("base", items, 1), continuous("new", items, 2), continuous("more", items, 3)];
    let drawn = || Request::default().exact(Exact::Never);
    let all = [Test::Permutation, Test::Bootstrap, Test::BootstrapPercentile, Test::T, Test::Wilcoxon];
    let mut cases = vec![
        Case::new("means by law", graded(90), Request::default().tests(all)),
        Case::new("0/1 by law", binary(), Request::default().tests([Test::McNemar, Test::Permutation])),
        Case::new("0/1 drawn", binary(), drawn().tests([Test::Bootstrap, Test::Permutation])),
        Case::new("three systems", real(120), drawn().tests(all).interval(IntervalMethod::Bca)),
        Case::new("studentized", graded(80), Request::default().interval(IntervalMethod::Studentized)),
        Case::new(
            "margin",
            real(70),
            drawn().tests([Test::Bootstrap]).margin(Claim::Noninferior, MarginSize::Absolute(3.0)),
        ),
        Case::new(
            "unpaired",
            vec![scores("base", 300, 9, 1), scores("new", 280, 9, 2)],
            drawn().unpaired(true),
        ),
    ];
    for (name, rule) in [("stops for a decision", Adaptive::Decision), ("stops for p", Adaptive::P)] {
        let request = drawn().interval(IntervalMethod::None).adjust(Adjustment::Bonferroni).adaptive(rule);
        cases.push(Case::new(name, real(120), request));
    }
    for route in [Route::Compressed, Route::Streamed, Route::Indexed] {
        let request = drawn().tests([Test::Bootstrap, Test::Permutation]).route(route);
        cases.push(Case::new(route.name(), graded(150), request.interval(IntervalMethod::Bca)));
    }
    let subsample = Subsample { size: SubsampleSize::Items(30), replacement: false };
    let rule = restrap_lib::Rule { draws: restrap_lib::Draws::Subsample(subsample), ..Default::default() };
    cases.push(Case::new("subsample", graded(90), Request::default().tests([Test::Bootstrap]).rule(rule)));
    let codes: Vec<u32> = (0..90).map(|item| 1 + item % 3).collect();
    let mut strata = Case::new("strata", graded(90), drawn().tests([Test::Bootstrap]));
    strata.strata = Some(Strata { column: "kind".to_owned(), codes: codes.clone().into() });
    cases.push(strata);
    let names = ["x", "y", "z"].map(str::to_owned).to_vec();
    let mut by = Case::new("sub-populations", graded(90), drawn().alternative(Alternative::Greater));
    by.populations = Some((names, codes));
    cases.push(by);
    let tests = [Test::Permutation, Test::Bootstrap];
    let mut of_metric = |name, metric: Box<dyn Metric>, counted: &dyn Fn(&str, u64) -> Counted| {
        let mut case = Case::new(name, Vec::new(), Request::default().tests(tests));
        case.counted = Some((
            metric,
            ["base", "new", "more"].into_iter().zip(1..).map(|(name, seed)| counted(name, seed)).collect(),
        ));
        cases.push(case);
    };
    let column = |items, largest, seed| {
        scores("", items, largest, seed).values.iter().map(|&v| v as i64).collect::<Vec<_>>()
    };
    let named = |name: &str, columns| Counted { name: name.to_owned(), columns };
    let f1 = || Box::new(Formula::new(&["tp", "fp", "fn"], "tp/(tp+0.5*(fp+fn))").expect("a formula"));
    // Few distinct rows are drawn compressed, many by a byte per item.
    for (name, largest) in [("F1 of few rows", 1), ("F1 of many rows", 60)] {
        let counts = |name: &str, seed| {
            let of = |more| column(130, largest, seed + more);
            named(name, vec![of(0).iter().map(|tp| tp + 1).collect(), of(10), of(20)])
        };
        of_metric(name, f1(), &counts);
    }
    let bleu = Box::new(Bleu::new(BleuOptions::default(), 1).expect("a metric"));
    of_metric("BLEU", bleu, &|name, seed| {
        let columns = (0..10_i64)
            .map(|order| column(90, 8, seed * 10 + order as u64).iter().map(|n| 20 - order + n).collect());
        named(name, columns.collect())
    });
    cases
}

fn bytes(outcome: &Outcome) -> String {
    serde_json::to_string(outcome).expect("an outcome is JSON")
}

/// What a process of its own does: one range of one case.
#[test]
fn one_range() {
    let Ok(asked) = std::env::var("RESTRAP_RANGE") else { return };
    let mut words = asked.splitn(4, ' ');
    let mut number = || words.next().and_then(|word| word.parse::<u64>().ok()).expect("a number");
    let (case, start, end) = (number() as usize, number(), number());
    let folder = Path::new(asked.splitn(4, ' ').last().expect("a folder"));
    let case = &cases()[case];
    let job = std::fs::read(folder.join("job.json")).expect("a job");
    let job: Job = serde_json::from_slice(&job).expect("a job");
    let parts = Parts::new(case.data(), &job.request).expect("valid data");
    let plan = job.plan(&parts).expect("the data of the job");
    let partial = plan.draw(start..end, &Control::default()).expect("memory");
    let mut file = File::create(folder.join(format!("{start}-{end}.part"))).expect("a file");
    partial.write(&mut file).expect("a written part");
}

#[test]
fn seven_processes_give_the_bytes_of_one_call() {
    let binary = std::env::current_exe().expect("this binary");
    for (number, case) in cases().iter().enumerate() {
        let folder = tempfile::tempdir().expect("a folder");
        let whole = compare(case.data(), &case.request, &Control::default()).expect("valid data");
        let parts = Parts::new(case.data(), &case.request).expect("valid data");
        let job = Job::new(&parts, Vec::new()).expect("a job");
        std::fs::write(folder.path().join("job.json"), serde_json::to_vec(&job).expect("JSON"))
            .expect("a file");
        let drawn = |cut: &[u64]| {
            let asked = format!("{number} {} {} {}", cut[0], cut[1], folder.path().display());
            let mut process = Command::new(&binary);
            process.args(["--exact", "one_range", "--quiet"]).env("RESTRAP_RANGE", asked);
            // Other threads and shards than the whole run had.
            process.env("RAYON_NUM_THREADS", (1 + cut[0] % 3).to_string());
            process.stdout(Stdio::null()).spawn().expect("a process")
        };
        let processes: Vec<_> = CUTS.windows(2).map(drawn).collect();
        for mut process in processes {
            assert!(process.wait().expect("an end").success(), "{}", case.name);
        }
        // The empty range has the name of no other.
        let read = |cut: &[u64]| {
            let path = folder.path().join(format!("{}-{}.part", cut[0], cut[1]));
            Partial::read(File::open(path).expect("a part")).expect("a whole part")
        };
        let mut pieces: Vec<Partial> = CUTS.windows(2).map(read).collect();
        pieces.rotate_left(3);
        pieces.swap(0, 5);
        let merged = pieces.into_iter().reduce(|one, more| more.merge(one).expect("one job")).expect("parts");
        let outcome = job.finish(&parts, merged).expect("all resamples");
        assert_eq!(bytes(&outcome), bytes(&whole), "{}", case.name);
        let read: Outcome = serde_json::from_str(&bytes(&whole)).expect("an outcome reads back");
        assert_eq!(bytes(&read), bytes(&whole), "{}", case.name);
    }
}

#[test]
fn more_resamples_continue_a_job() {
    for case in cases() {
        let parts = Parts::new(case.data(), &case.request).expect("valid data");
        let job = Job::new(&parts, Vec::new()).expect("a job");
        let early = job.plan(&parts).expect("a plan").draw(0..R, &Control::default()).expect("memory");
        let job = job.resamples(4_000);
        let late = job.plan(&parts).expect("a plan").draw(R..4_000, &Control::default()).expect("memory");
        let outcome = job.finish(&parts, early.merge(late).expect("one job")).expect("all resamples");
        let request = case.request.clone().resamples(4_000);
        let whole = compare(case.data(), &request, &Control::default()).expect("valid data");
        assert_eq!(bytes(&outcome), bytes(&whole), "{}", case.name);
    }
}

#[test]
fn what_does_not_belong_to_a_job_is_refused() {
    let (case, other) = (&cases()[3], &cases()[2]);
    let request = case.request.clone();
    let parts = Parts::new(case.data(), &request).expect("valid data");
    let job = Job::new(&parts, Vec::new()).expect("a job");
    let plan = job.plan(&parts).expect("a plan");
    let draw = |range| plan.draw(range, &Control::default()).expect("memory");
    assert!(job.finish(&parts, draw(0..R - 1)).is_err(), "a resample is missing");
    assert!(draw(0..100).merge(draw(99..200)).is_err(), "a resample came twice");
    let seed = Job::new(&Parts::new(case.data(), &request.clone().seed(12)).expect("data"), Vec::new());
    let seed = seed.expect("a job");
    assert!(seed.finish(&parts, draw(0..R)).is_err(), "another seed");
    let foreign = Parts::new(other.data(), &other.request).expect("valid data");
    assert!(job.plan(&foreign).is_err(), "other data");
    // Which item is in which stratum, of as many items each.
    let of_codes = |code: fn(u32) -> u32| {
        let mut strata = cases().into_iter().find(|case| case.name == "strata").expect("a case");
        strata.strata = Some(Strata { column: "kind".to_owned(), codes: (0..90).map(code).collect() });
        let parts = Parts::new(strata.data(), &strata.request).expect("valid data");
        Job::new(&parts, Vec::new()).expect("a job").digest
    };
    assert_ne!(of_codes(|item| 1 + item % 3), of_codes(|item| 1 + item / 30), "other strata");
    // Threads, shards and level belong to a machine.
    let machine = request.shard_size(7).level(restrap_lib::Level::available()[0]);
    let same = Job::new(&Parts::new(case.data(), &machine).expect("data"), Vec::new()).expect("a job");
    assert_eq!(same.digest, job.digest);
}
