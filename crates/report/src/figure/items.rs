//! Items of a comparison as figures: sorted differences, the law of the mean difference under swaps, and resamples.

use restrap::number::{count, grouped, signed};
use restrap::{Extremes, Outcome, Replicates, ScoredItem, SwapLaw};

use super::bins;
use super::compare::measure;
use super::shapes::rounded_up;
use super::shapes::{Chart, Line, Panel, Shape};
use crate::compare::decimals;

/// Corners of an area beyond which items are taken by quantiles: what 700 pixels show.
const CORNERS: usize = 700;

/// The difference of every item, from those that a system helped most to those that it hurt most; one panel per system.
pub fn items(outcome: &Outcome, extremes: &[Extremes]) -> Chart {
    let higher = outcome.metric.higher_is_better;
    let panels = extremes.iter().map(|of| {
        let (helped, hurt) = if higher {
            (&of.above, &of.below)
        } else {
            (&of.below, &of.above)
        };
        let gap = |item: &ScoredItem| item.system - item.baseline;
        let [gains, losses] =
            [helped, hurt].map(|(items, _)| items.iter().map(gap).collect::<Vec<f64>>());
        let all = outcome.items as f64;
        let losses: Vec<f64> = losses.into_iter().rev().collect();
        Panel {
            title: format!(
                "{}: {} helped, {} hurt",
                of.system,
                count(helped.1, "item"),
                grouped(hurt.1)
            ),
            x: format!("items of {}, sorted", grouped(outcome.items)),
            y: "difference of an item".to_owned(),
            lines: vec![
                Line::plain(0, steps(&gains, 0.0)).drawn(Shape::Area),
                Line::plain(1, steps(&losses, all - losses.len() as f64)).drawn(Shape::Area),
                // The axis holds all items, those without a difference too.
                Line::plain(0, vec![(0.0, 0.0), (all, 0.0)]).drawn(Shape::Area),
            ],
            ..Panel::default()
        }
    });
    let baseline = outcome.systems.first().map_or("", |system| &system.name);
    Chart {
        title: format!("Each item − {baseline}: {}", measure(&outcome.metric)),
        legend: ["helped", "hurt"].map(str::to_owned).to_vec(),
        panels: panels.collect(),
    }
}

/// Bins of resamples in a figure.
const BINS: usize = 80;

/// What each resample of a comparison comes to, and the difference observed; one panel per system and kind of resample.
pub fn replicates(outcome: &Outcome, all: &[Replicates]) -> Chart {
    let observed =
        |of: &Replicates| signed(of.difference, decimals(outcome.comparisons.iter(), outcome));
    let panels = all.iter().flat_map(|of| {
        bins::by_kind(of, BINS).into_iter().map(move |one| {
            let bars = one
                .shares
                .iter()
                .flat_map(|&(low, high, share)| [(low, share), (high, share)]);
            Panel {
                title: format!("{}: {}", of.system, one.column.resample),
                x: "difference of a resample".to_owned(),
                y: "share of resamples".to_owned(),
                top: Some(rounded_up(
                    1.25 * one.shares.iter().map(|share| share.2).fold(0.0, f64::max),
                )),
                mark: Some((of.difference, format!("{} observed", observed(of)))),
                lines: vec![Line::plain(0, bars.collect()).drawn(Shape::Area)],
                ..Panel::default()
            }
        })
    });
    let baseline = outcome.systems.first().map_or("", |system| &system.name);
    Chart {
        title: format!(
            "Resamples of {}: each system − {baseline}",
            count(
                outcome.clusters.unwrap_or(outcome.items),
                outcome.unit.name()
            )
        ),
        legend: vec![format!("{} resamples of each kind", bins::resamples(all))],
        panels: panels.collect(),
    }
}

/// Corners of bars of width 1 from `from` on.
fn steps(heights: &[f64], from: f64) -> Vec<(f64, f64)> {
    let shown = heights.len().min(CORNERS);
    let wide = heights.len() as f64 / shown.max(1) as f64;
    let bars = (0..shown).flat_map(|bar| {
        let height = heights[((bar as f64 + 0.5) * wide) as usize];
        let left = from + bar as f64 * wide;
        [(left, height), (left + wide, height)]
    });
    bars.collect()
}

/// How the mean difference is spread where scores are swapped at random, and the one observed; one panel per system.
pub fn null(outcome: &Outcome, laws: &[SwapLaw]) -> Chart {
    let panels = laws.iter().map(|law| {
        let bars = law
            .shares
            .iter()
            .flat_map(|&(low, high, share)| [(low, share), (high, share)]);
        let of = outcome
            .comparisons
            .iter()
            .find(|comparison| comparison.system == law.system);
        let p = of.map_or_else(String::new, |one| format!(", p {}", one.tests[0].p_text()));
        let seen = signed(
            law.difference,
            decimals(outcome.comparisons.iter(), outcome),
        );
        Panel {
            title: law.system.clone(),
            x: "mean difference under swaps".to_owned(),
            y: "share of all swaps".to_owned(),
            // The name of the mark stands above the law.
            top: Some(rounded_up(
                1.25 * law.shares.iter().map(|share| share.2).fold(0.0, f64::max),
            )),
            mark: Some((law.difference, format!("{seen} observed{p}"))),
            lines: vec![Line::plain(0, bars.collect()).drawn(Shape::Area)],
            ..Panel::default()
        }
    });
    let baseline = outcome.systems.first().map_or("", |system| &system.name);
    Chart {
        title: format!(
            "Each item's two scores swapped at random with {baseline}'s, over {}",
            count(outcome.items, "item")
        ),
        legend: vec!["every swap of items, exact".to_owned()],
        panels: panels.collect(),
    }
}
