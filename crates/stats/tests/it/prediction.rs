//! A human subset and a judge: what the correction must hold, by simulation and by hand.

use restrap_stats::StudentT;
use restrap_stats::prediction::Prediction;
use restrap_stats::{Moments, StatsError};
use restrap_testing::Numbers;

/// Items of a seed.
struct Drawn(Numbers);

impl Drawn {
    fn uniform(&mut self) -> f64 {
        self.0.share()
    }

    /// A human score of 0 or 1, right in `share` of the items, and what a judge says who errs in a tenth or a third of them.
    fn item(&mut self, share: f64, agrees: f64) -> (f64, f64) {
        let right = self.uniform() < share;
        // It errs towards 1: its mean alone is biased.
        let judged = right || self.uniform() > agrees;
        (f64::from(u8::from(right)), f64::from(u8::from(judged)))
    }
}

#[test]
fn intervals_cover_and_are_not_wider_than_humans_alone() {
    let mut random = Drawn(Numbers(31));
    for (labels, agrees) in [(30, 0.9), (30, 0.6), (100, 0.9), (300, 0.6)] {
        let (mut covered, mut as_seen, mut of_judge, mut wider) = (0, 0, 0, 0.0_f64);
        for _ in 0..2_000 {
            let labelled: Vec<(f64, f64)> = (0..labels).map(|_| random.item(0.6, agrees)).collect();
            let others: Vec<f64> = (0..1_000).map(|_| random.item(0.6, agrees).1).collect();
            let (human, judge): (Vec<f64>, Vec<f64>) = labelled.into_iter().unzip();
            let prediction = Prediction::new(&human, &judge, &others).expect("scores");
            let cautious = prediction.with_unseen_errors(1.0).expect("a size");
            let ends = |of: Prediction, weight| {
                let estimate = of.estimate(weight).expect("finite");
                estimate
                    .interval(0.95)
                    .expect("a confidence")
                    .expect("some spread")
            };
            let tuned = ends(cautious, cautious.weight());
            covered += u32::from(tuned.contains(0.6));
            as_seen += u32::from(ends(prediction, prediction.weight()).contains(0.6));
            let alone = Moments::of(&others).expect("scores");
            let judged = StudentT::of_moments(alone)
                .expect("items")
                .interval(0.95)
                .expect("a confidence");
            of_judge += u32::from(judged.expect("some spread").contains(0.6));
            let humans = ends(prediction, 0.0);
            wider = wider.max((tuned.high - tuned.low) / (humans.high - humans.low));
        }
        // .93 wanted, 3.3 standard errors of .0057 below it allowed.
        assert!(covered >= 1_822, "{labels} {agrees}: {covered} of 2,000");
        assert!(wider <= 1.05, "{labels} {agrees}: {wider}");
        // Negative controls: few labels hide the judge's errors; alone it is 4 % to 16 % too high.
        assert!(
            labels > 30 || as_seen < 1_822,
            "{labels} {agrees}: {as_seen} of 2,000"
        );
        assert!(of_judge < 900, "{labels} {agrees}: {of_judge} of 2,000");
    }
}

#[test]
fn shares_are_covered_where_few_labels_hold_no_wrong_item() {
    let mut random = Drawn(Numbers(32));
    for (labels, agrees) in [(30, 0.9), (30, 0.3), (100, 0.9), (300, 0.3)] {
        let (mut covered, mut by_t, mut widest, mut widths) = (0, 0, 0.0_f64, [0.0; 2]);
        for _ in 0..2_000 {
            let labelled: Vec<(f64, f64)> =
                (0..labels).map(|_| random.item(0.95, agrees)).collect();
            let others: Vec<f64> = (0..1_000).map(|_| random.item(0.95, agrees).1).collect();
            let (human, judge): (Vec<f64>, Vec<f64>) = labelled.into_iter().unzip();
            let prediction = Prediction::new(&human, &judge, &others).expect("scores");
            let share = prediction.share(1.0, None, 0.95).expect("a confidence");
            let alone = prediction.humans_alone_share(0.95).expect("a confidence");
            covered += u32::from(share.contains(0.95));
            let t = prediction
                .guarded(1.0)
                .expect("a size")
                .interval(0.95)
                .expect("a confidence");
            by_t += u32::from(t.is_some_and(|t| t.contains(0.95)));
            let both = [share, alone].map(|interval| interval.high - interval.low);
            widest = widest.max(both[0] / both[1]);
            widths = [widths[0] + both[0], widths[1] + both[1]];
        }
        // .93 wanted, 3.3 standard errors of .0057 below it allowed.
        assert!(covered >= 1_822, "{labels} {agrees}: {covered} of 2,000");
        assert!(widest <= 1.05 + 1e-12, "{labels} {agrees}: {widest}");
        assert!(widths[0] <= widths[1], "{labels} {agrees}: {widths:?}");
        // Negative control: t has nothing to go by where all labels agree.
        assert!(
            labels > 30 || by_t < 1_700,
            "{labels} {agrees}: {by_t} of 2,000"
        );
    }
}

#[test]
fn differences_are_covered_where_few_labels_differ() {
    let mut random = Drawn(Numbers(33));
    for (labels, errs) in [(30, 0.02), (30, 0.1), (30, 0.3), (100, 0.1), (300, 0.3)] {
        let (mut covered, mut by_t, mut widest) = (0, 0, 0.0_f64);
        // 7.5 % of the items are the system's alone, 2.5 % the baseline's.
        let mut item = || {
            let place = random.uniform();
            let human = if place < 0.075 {
                1.0
            } else {
                -f64::from(u8::from(place < 0.1))
            };
            let judge = if random.uniform() < errs {
                human + 1.0 - 2.0 * random.uniform().round()
            } else {
                human
            };
            (human, judge)
        };
        for _ in 0..2_000 {
            let (human, judge): (Vec<f64>, Vec<f64>) = (0..labels).map(|_| item()).unzip();
            let others: Vec<f64> = (0..1_000).map(|_| item().1).collect();
            let prediction = Prediction::new(&human, &judge, &others).expect("scores");
            let ends = |of: Result<restrap_stats::TEstimate, StatsError>| {
                of.expect("a size").interval(0.95).expect("a confidence")
            };
            let pair = ends(prediction.guarded_pair(1.0)).expect("some spread");
            let alone = ends(prediction.humans_alone_pair()).expect("some spread");
            covered += u32::from(pair.contains(0.05));
            by_t += u32::from(ends(prediction.guarded(1.0)).is_some_and(|t| t.contains(0.05)));
            widest = widest.max((pair.high - pair.low) / (alone.high - alone.low));
        }
        // .93 wanted, 3.3 standard errors of .0057 below it allowed.
        assert!(covered >= 1_822, "{labels} {errs}: {covered} of 2,000");
        assert!(widest <= 1.05 + 1e-12, "{labels} {errs}: {widest}");
        // Negative control: three items that differ say little of their spread.
        assert!(
            labels > 30 || errs < 0.3 || by_t < 1_822,
            "{labels} {errs}: {by_t} of 2,000"
        );
    }
}

#[test]
fn a_share_of_people_alone_is_wilsons() {
    let human: Vec<f64> = (0..30).map(|item| f64::from(u8::from(item > 2))).collect();
    let prediction = Prediction::new(&human, &human, &[1.0, 0.0]).expect("scores");
    let [alone, wilson] = [
        prediction.humans_alone_share(0.95),
        restrap_stats::interval::wilson(27, 30, 0.95),
    ]
    .map(Result::unwrap);
    assert!((alone.low - wilson.low).abs() < 1e-15 && (alone.high - wilson.high).abs() < 1e-15);
}

#[test]
fn weights_at_the_ends_are_the_humans_and_a_shifted_judge() {
    let (human, judge) = ([1.0, 0.0, 1.0, 1.0, 0.0], [1.0, 0.0, 0.0, 1.0, 1.0]);
    let others = [1.0, 1.0, 0.0, 1.0];
    let prediction = Prediction::new(&human, &judge, &others).expect("scores");
    assert!((prediction.estimate(0.0).expect("finite").estimate() - 0.6).abs() < 1e-15);
    // The judge's 3/4, less what it gave too much on the labelled items: 3/5 − 3/5.
    assert!((prediction.estimate(1.0).expect("finite").estimate() - 0.75).abs() < 1e-15);
    assert_eq!(prediction.estimate(1.0).expect("finite").df(), 4.0);
    // A judge that says the opposite gets no weight.
    let opposite = Prediction::new(&human, &human.map(|y| 1.0 - y), &others).expect("scores");
    assert!(opposite.raw_weight() < 0.0 && opposite.weight() == 0.0);
    assert!((opposite.effective_labels().expect("finite") - 5.0).abs() < 1e-12);
}

#[test]
fn scores_that_do_not_pair_are_refused() {
    let mismatch = StatsError::LengthMismatch { left: 2, right: 1 };
    assert_eq!(Prediction::new(&[1.0, 0.0], &[1.0], &[1.0]), Err(mismatch));
    assert!(Prediction::new(&[1.0], &[1.0], &[1.0]).is_err());
    assert!(Prediction::new(&[1.0, 0.0], &[1.0, 0.0], &[]).is_err());
    assert!(Prediction::new(&[1.0, 0.0], &[1.0, f64::NAN], &[1.0]).is_err());
}
