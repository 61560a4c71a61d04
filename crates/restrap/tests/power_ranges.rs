//! A simulation drawn in ranges, by other processes, is the simulation drawn at once; and what is damaged or foreign is refused.

use std::fs::{self, File};
use std::io::Cursor;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::AtomicBool;

use restrap_lib::power::{
    Observed, PowerModel, PowerOutcome, PowerPartial, PowerPlan, PowerRequest, compare, compare_files,
};
use restrap_lib::{Control, Error, Exact, MergeError, Scores};

/// What a worker draws, as `request.json from to file`, and where it is told so.
const ASKED: &str = "RESTRAP_TEST_RANGE";

fn control() -> Control<'static> {
    Control::default()
}

/// 0/1 scores by counts and by columns, the same sampled, scores of a model, F1.
fn requests() -> Vec<(&'static str, PowerRequest)> {
    let small = || PowerRequest::default().items([12, 30]).effects([0.0, 0.1]).experiments(200).resamples(59);
    vec![
        ("counts", small().experiments(3_000)),
        ("columns", small().cluster_sizes([1, 3])),
        ("sampled", small().exact(Exact::Never)),
        ("graded", small().model(PowerModel::Graded).effects([0.02])),
        ("f1", small().model(PowerModel::F1).effects([0.0, 0.05])),
    ]
}

fn observed() -> Observed {
    let scores = |name, of: fn(u32) -> f64| Scores::new(name, (0..40).map(of).collect::<Vec<f64>>());
    let base = scores("base", |i| f64::from(i % 7) / 10.0);
    let new = scores("new", |i| f64::from(i % 7) / 10.0 + f64::from(i * 5 % 11) / 10.0 - 0.4);
    Observed::of(&base, &new, restrap_lib::GridChoice::Auto).expect("files that differ")
}

fn plan(request: &PowerRequest) -> PowerPlan {
    match request.model {
        PowerModel::Files => PowerPlan::of_files(request, &observed()),
        _ => PowerPlan::new(request),
    }
    .expect("a design")
}

fn draw(request: &PowerRequest, range: std::ops::Range<u64>) -> PowerPartial {
    plan(request).draw(range, &control()).expect("a range")
}

fn merged(parts: impl IntoIterator<Item = PowerPartial>) -> Result<PowerPartial, Error> {
    let mut parts = parts.into_iter();
    let first = parts.next().expect("a part");
    parts.try_fold(first, PowerPartial::merge)
}

fn bytes(partial: &PowerPartial) -> Vec<u8> {
    let mut bytes = Vec::new();
    partial.write(&mut bytes).expect("memory");
    bytes
}

fn read(bytes: &[u8]) -> Result<PowerPartial, Error> {
    PowerPartial::read(Cursor::new(bytes))
}

fn json(outcome: &PowerOutcome) -> String {
    serde_json::to_string(outcome).expect("an outcome")
}

/// Draws what another process asks for; alone it does nothing.
#[test]
fn a_worker_draws_what_it_is_asked() {
    let Ok(asked) = std::env::var(ASKED) else { return };
    let [request, from, to, file] = asked.split(' ').collect::<Vec<_>>()[..] else { panic!("{asked}") };
    let request: PowerRequest =
        serde_json::from_str(&fs::read_to_string(request).expect("a file")).expect("a request");
    let range = from.parse().expect("a number")..to.parse().expect("a number");
    draw(&request, range).write(&mut File::create(file).expect("a folder")).expect("room for a file");
}

/// Ranges drawn by processes of this test program, which know nothing but the request.
fn by_processes(request: &PowerRequest, cuts: &[u64], folder: &Path) -> Vec<PowerPartial> {
    let asked = folder.join("request.json");
    fs::write(&asked, serde_json::to_string(request).expect("a request")).expect("a folder");
    let program = std::env::current_exe().expect("this program");
    let place = |place: usize| folder.join(format!("{place}.part"));
    let workers: Vec<_> = (0..cuts.len() - 1)
        .map(|k| {
            let range = format!("{} {} {} {}", asked.display(), cuts[k], cuts[k + 1], place(k).display());
            let mut worker = Command::new(&program);
            worker.args(["--exact", "a_worker_draws_what_it_is_asked"]).env(ASKED, range);
            worker.output().expect("a process")
        })
        .collect();
    assert!(workers.iter().all(|worker| worker.status.success()), "{workers:?}");
    (0..cuts.len() - 1)
        .map(|k| PowerPartial::read(File::open(place(k)).expect("a part")).expect("a whole part"))
        .collect()
}

#[test]
fn seven_ranges_of_seven_processes_are_the_bytes_of_one_call() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, request) in requests() {
        let n = request.experiments;
        let expected = json(&compare(&request, &control()).expect("a design"));
        // An empty range, a range of 1, and none that ends where a shard does.
        let cuts = [0, 1, 17, 17, 90, 131, n - 60, n];
        let mut parts = by_processes(&request, &cuts, folder.path());
        assert_eq!(parts.len(), 7);
        for shuffle in [[6, 0, 3, 5, 1, 4, 2], [2, 4, 1, 0, 6, 5, 3]] {
            let all = merged(shuffle.map(|place| parts[place].clone())).expect("parts of one job");
            assert_eq!(json(&plan(&request).finish(&all).expect("all of it")), expected, "{name}");
        }
        // Any grouping: the last four first, and then the others.
        let late = merged(parts.split_off(3)).expect("parts of one job");
        let all = merged(parts.into_iter().chain([late])).expect("parts of one job");
        assert_eq!(json(&plan(&request).finish(&all).expect("all of it")), expected, "{name}");
    }
}

#[test]
fn files_are_drawn_in_ranges_too_and_others_are_another_job() {
    let request = PowerRequest::default().model(PowerModel::Files).experiments(80).resamples(39);
    let expected = json(&compare_files(&request, &observed(), &control()).expect("a design"));
    let parts = [50..80, 0..50].map(|range| draw(&request, range));
    let all = merged(parts).expect("parts of one job");
    assert_eq!(json(&plan(&request).finish(&all).expect("all of it")), expected);
    let mut others = observed();
    others.differences[3] += 1;
    let foreign = PowerPlan::of_files(&request, &others).expect("a design");
    assert_eq!(foreign.finish(&all), Err(MergeError::OtherJob { what: "files".to_owned() }.into()));
}

#[test]
fn a_part_is_read_back_as_it_was_written_and_a_damaged_one_is_refused() {
    for (name, request) in requests() {
        let part = draw(&request, 3..40);
        let bytes = bytes(&part);
        assert_eq!(read(&bytes).as_ref(), Ok(&part), "{name}");
        for place in (0..bytes.len()).step_by(71).chain([bytes.len() - 1]) {
            let mut changed = bytes.clone();
            changed[place] ^= 1;
            assert!(matches!(read(&changed), Err(Error::Container(_))), "{name}: byte {place}");
            assert!(matches!(read(&bytes[..place]), Err(Error::Container(_))), "{name}: {place} bytes");
        }
    }
}

#[test]
fn other_jobs_overlaps_and_holes_are_refused_by_name() {
    let request = PowerRequest::default().items([20]).effects([0.0]).experiments(100);
    let part = |range| draw(&request, range);
    let said = |result: Result<PowerPartial, Error>| result.expect_err("a complaint").to_string();
    for (what, other) in [
        ("seed", request.clone().seed(1)),
        ("alpha", request.clone().alpha(0.01)),
        ("items", request.clone().items([21])),
        ("methods", request.clone().methods([restrap_lib::Test::Sign.into()])),
        ("cells", request.clone().items([20, 30])),
    ] {
        let foreign = draw(&other, 50..100);
        let complaint = format!("expected results of the same job, found another {what}");
        assert_eq!(said(part(0..50).merge(foreign.clone())), complaint);
        let finished = plan(&request).finish(&foreign).expect_err("another job");
        assert_eq!(finished.to_string(), complaint);
    }
    let twice = "expected experiments of cell 0 once each, found 40 to 49 twice";
    assert_eq!(said(part(0..50).merge(part(40..100))), twice);
    assert_eq!(said(part(40..100).merge(part(0..50))), twice);
    assert_eq!(said(part(40..50).merge(part(40..50))), twice);
    let finish = |parts: Vec<PowerPartial>| plan(&request).finish(&merged(parts).expect("one job"));
    let missing = finish(vec![part(60..100), part(0..30)]).expect_err("a hole");
    assert_eq!(missing.to_string(), "expected all of 100 experiments, found none of 30 to 59");
    assert!(missing.hint().is_some());
    let missing = finish(vec![part(0..99)]).expect_err("a hole");
    assert_eq!(missing.to_string(), "expected all of 100 experiments, found none of 99 to 99");
    let beyond = finish(vec![part(0..101)]).expect_err("too many");
    assert_eq!(beyond.to_string(), "expected 100 experiments at most, found 101");
}

#[test]
fn more_experiments_continue_a_job() {
    let request = PowerRequest::default().items([20]).effects([0.0, 0.1]).experiments(100);
    let first = plan(&request).draw(0..100, &control()).expect("a range");
    let longer = request.experiments(250).confidence(0.99);
    let more = plan(&longer).draw(100..250, &control()).expect("a range");
    let got = plan(&longer).finish(&first.merge(more).expect("one job")).expect("all of it");
    assert_eq!(got, compare(&longer, &control()).expect("a design"));
}

#[test]
fn a_prefix_counts_where_drawing_was_stopped_and_a_range_after_it_does_not() {
    let request = PowerRequest::default().items([20]).effects([0.0]).experiments(100);
    let flag = AtomicBool::new(true);
    let stopped = Control { cancel: Some(&flag), ..Control::default() };
    let nothing = plan(&request).draw(40..100, &stopped).expect("a range");
    let prefix = draw(&request, 0..40).merge(nothing.clone()).expect("one job");
    let outcome = plan(&request).finish(&read(&bytes(&prefix)).expect("a part")).expect("a prefix");
    assert_eq!((outcome.cells[0].experiments, outcome.interrupted_of), (40, Some(1)));
    assert_eq!(
        plan(&request).finish(
            &draw(&request, 0..0)
                .merge(plan(&request).draw(0..100, &stopped).expect("a range"))
                .expect("one job")
        ),
        Err(Error::Interrupted)
    );
    // What follows the gap is there: the gap is a hole.
    let stopped_early = plan(&request).draw(0..40, &stopped).expect("a range");
    let hole = stopped_early.merge(draw(&request, 40..100)).expect("one job");
    let missing = plan(&request).finish(&hole).expect_err("a hole").to_string();
    assert_eq!(missing, "expected all of 100 experiments of cell 0, found none of 0 to 39");
    // Drawn again, the range that was stopped is left out.
    let all = draw(&request, 0..40).merge(draw(&request, 40..100)).expect("one job");
    assert_eq!(plan(&request).finish(&all), compare(&request, &control()));
}

#[test]
fn outcomes_are_read_back_as_they_were_written() {
    for (name, request) in requests() {
        let outcome = compare(&request, &control()).expect("a design");
        assert_eq!(serde_json::from_str::<PowerOutcome>(&json(&outcome)).expect("JSON"), outcome, "{name}");
        let again = compare(&outcome.request, &control()).expect("a design");
        assert_eq!(again, outcome, "{name}: an outcome holds all that was asked");
    }
}
