//! One table of several metrics, or of the data sets behind a mean: systems down, measures across.
//!
//! Letters stand at the measure that is tested: of data sets that count alike, their mean. The order of the systems is that of the
//! first metric.

use std::fmt::Write as _;

use restrap::RankOutcome;
use restrap::number::number;
use textwrap::core::display_width;

use super::paper;
use super::words::{LETTERS, apart, groups, heading_of, level, measured, metric};
use crate::family::called;
use crate::mark::{Mark, legend};
use crate::sheet::latex::{Fit, below, escaped};
use crate::sheet::{Sheet, Titles, left, right, shortened};
use crate::terminal::{bold, filled, signature, width, wrapped};
use restrap::inner::{metric_name, metric_options};

/// A score of every system.
struct Measure {
    /// The place of the metric among all: two may have one name.
    place: usize,
    /// The options of the metric as they are typed.
    options: Option<String>,
    /// The metric as it is typed, and as papers print it.
    names: [String; 2],
    /// The printed one without its options.
    short: String,
    /// The data set, or that it is their mean; empty where there is one.
    of: String,
    cells: Vec<Cell>,
    is_tested: bool,
}

/// A score of one system.
struct Cell {
    score: String,
    /// The letters of systems that do not differ significantly, or a mark beside a baseline.
    group: String,
    /// The same for LaTeX, nothing for none.
    superscript: String,
    /// No system is significantly better.
    may_be_best: bool,
}

/// The measures, where there are several.
fn measures(outcome: &RankOutcome) -> Option<Vec<Measure>> {
    let all = std::iter::once(outcome).chain(&outcome.further);
    let mut all: Vec<Measure> = all
        .enumerate()
        .flat_map(|(place, one)| of_metric(outcome, (place, one)))
        .collect();
    // Options stand below the table, but where names are alike without.
    let short: Vec<(String, String)> = all
        .iter()
        .map(|one| (one.short.clone(), one.of.clone()))
        .collect();
    for (at, measure) in all.iter_mut().enumerate() {
        if short.iter().filter(|other| **other == short[at]).count() == 1 {
            measure.names[1].clone_from(&short[at].0);
        }
    }
    // Two metrics that papers print alike differ in their options.
    let heads: Vec<(usize, String)> = all
        .iter()
        .map(|one| (one.place, one.names[1].clone()))
        .collect();
    for measure in &mut all {
        let is_double = heads
            .iter()
            .any(|(place, head)| *place != measure.place && *head == measure.names[1]);
        if is_double && let Some(options) = &measure.options {
            measure.names = [0, 1].map(|at| format!("{} ({options})", measure.names[at]));
        }
    }
    (all.len() > 1 && outcome.systems.len() <= LETTERS).then_some(all)
}

fn of_metric(first: &RankOutcome, (place, one): (usize, &RankOutcome)) -> Vec<Measure> {
    let decimals = one.decimals as usize;
    let arrow = if one.metrics[0].higher_is_better {
        ""
    } else {
        " ↓"
    };
    let names = [metric(one) + arrow, metric(one) + arrow];
    let full = one.metrics[0].full_name.as_deref();
    let options = full
        .and_then(metric_options)
        .map(|(_, options)| options.to_owned());
    let bare = metric_options(&one.metrics[0].name).map(|(bare, _)| metric_name(&bare));
    let short = bare.unwrap_or_else(|| metric(one)) + arrow;
    let systems = || {
        first
            .systems
            .iter()
            .filter_map(|system| one.systems.iter().find(|own| own.name == system.name))
    };
    let sets = one
        .datasets
        .iter()
        .flat_map(|sets| sets.names.iter().enumerate());
    let mut measures: Vec<Measure> = sets
        .map(|(set, of)| {
            let score = |at: &f64| number(*at, decimals);
            let cell = |score: String| Cell {
                score,
                group: String::new(),
                superscript: String::new(),
                may_be_best: false,
            };
            Measure {
                place,
                options: options.clone(),
                names: names.clone(),
                short: short.clone(),
                of: of.clone(),
                cells: systems()
                    .map(|own| cell(own.on_datasets.get(set).map_or_else(String::new, score)))
                    .collect(),
                is_tested: false,
            }
        })
        .collect();
    let cells = systems().map(|own| {
        let [group, superscript] = if one.baseline.is_some() {
            let mark = apart(one, own).map_or(Mark::None, |apart| apart.mark(one));
            [mark.sign(), mark.superscript()].map(str::to_owned)
        } else {
            let letters = groups(one, own, false);
            let superscript = match letters.as_str() {
                "" => String::new(),
                letters => format!("\\textsuperscript{{{}}}", escaped(letters)),
            };
            [letters, superscript]
        };
        Cell {
            score: number(own.score, decimals),
            group,
            superscript,
            may_be_best: paper::may_be_best(one, own),
        }
    });
    let of = if measures.is_empty() { "" } else { "mean" }.to_owned();
    measures.push(Measure {
        place,
        options,
        names,
        short,
        of,
        cells: cells.collect(),
        is_tested: true,
    });
    measures
}

/// What is ranked and what the letters mean.
fn notes(outcome: &RankOutcome) -> Vec<String> {
    let all: Vec<&RankOutcome> = std::iter::once(outcome).chain(&outcome.further).collect();
    let mut notes = vec![match &outcome.baseline {
        Some(name) => legend(name, &level(outcome)),
        None => "Systems without a common letter differ significantly.".to_owned(),
    }];
    if all.iter().any(|one| !one.metrics[0].higher_is_better) {
        notes.push("↓ at a metric: lower is better.".to_owned());
    }
    let named = all
        .iter()
        .filter_map(|one| metric_options(&one.metrics[0].name));
    notes.extend(named.map(|(name, options)| format!("{}: {options}.", metric_name(&name))));
    if outcome.datasets.is_some() {
        notes.push(
            "mean: over the data sets with equal weights; it is the only score that is tested."
                .to_owned(),
        );
    }
    notes
}

/// Systems that no other is shown to be ahead of, by any metric.
fn behind_on_none(outcome: &RankOutcome) -> Option<String> {
    if outcome.further.is_empty() || outcome.baseline.is_some() {
        return None;
    }
    let all = || std::iter::once(outcome).chain(&outcome.further);
    let is_ahead = |name: &str| {
        all().all(|one| {
            one.systems
                .iter()
                .any(|system| system.name == name && system.rank.low == 1)
        })
    };
    let names: Vec<&str> = outcome
        .systems
        .iter()
        .map(|system| &system.name[..])
        .filter(|name| is_ahead(name))
        .collect();
    Some(match names.len() {
        0 => "By some metric every system is significantly worse than another.".to_owned(),
        _ => format!(
            "By no metric significantly worse than another: {}.",
            names.join(", ")
        ),
    })
}

/// Returns how the level is shared between pairs and metrics.
fn shared_level(outcome: &RankOutcome) -> String {
    let by = called(outcome.family.adjust);
    let alpha = outcome.alpha;
    if outcome.further.is_empty() {
        format!("{by}, alpha {alpha}.")
    } else if outcome.request.alongside > 0 {
        format!("{by}, alpha {alpha} over the pairs of all metrics together.")
    } else {
        format!("{by}, alpha {alpha} over the pairs of each metric separately.")
    }
}

/// What is compared, once for all metrics.
fn heading(outcome: &RankOutcome) -> String {
    // The direction of each metric stands at its column.
    let is_named = outcome.further.is_empty() || measured(outcome) != metric(outcome);
    heading_of(outcome, is_named)
}

/// The verdict of each metric.
pub(crate) fn verdicts(outcome: &RankOutcome) -> Vec<String> {
    let all: Vec<&RankOutcome> = std::iter::once(outcome).chain(&outcome.further).collect();
    let named = |one: &&RankOutcome| {
        if all.len() > 1 {
            format!("{}: {}", metric(one), one.verdict)
        } else {
            one.verdict.clone()
        }
    };
    all.iter().map(named).collect()
}

/// The table on a terminal of 80 columns, where it fits.
pub(super) fn page(outcome: &RankOutcome) -> Option<String> {
    const GAP: usize = 2;
    const SHORTEST_NAME: usize = 8;
    let measures = measures(outcome)?;
    let widest =
        |texts: &mut dyn Iterator<Item = &str>| texts.map(display_width).max().unwrap_or(0);
    let columns: Vec<[usize; 2]> = measures
        .iter()
        .map(|measure| {
            let score = widest(&mut measure.cells.iter().map(|cell| &cell.score[..]));
            let score = score
                .max(display_width(&measure.names[0]))
                .max(display_width(&measure.of));
            [
                score,
                widest(&mut measure.cells.iter().map(|cell| &cell.group[..])),
            ]
        })
        .collect();
    let taken: usize = columns
        .iter()
        .map(|[score, group]| score + GAP + if *group > 0 { group + 1 } else { 0 })
        .sum();
    let room = width().checked_sub(taken + GAP)?;
    let (names, longest) = super::board::names(outcome);
    if room < longest.min(SHORTEST_NAME) {
        return None;
    }
    let short: Vec<String> = names.iter().map(|name| shortened(name, room)).collect();
    if (0..short.len()).any(|a| short[..a].contains(&short[a])) {
        return None;
    }
    let head = short
        .iter()
        .map(|name| display_width(name))
        .max()
        .unwrap_or(0)
        .max("system".len().min(room));
    let line = |name: &str, cell: &dyn Fn(&Measure) -> [String; 2]| {
        let mut line = format!(
            "{}{name}{}",
            " ".repeat(GAP),
            " ".repeat(head.saturating_sub(display_width(name)))
        );
        for (measure, [score, group]) in measures.iter().zip(&columns) {
            let [own, letters] = cell(measure);
            let _ = write!(
                line,
                "{}{own}",
                " ".repeat(GAP + score - display_width(&own))
            );
            if *group > 0 {
                let _ = write!(
                    line,
                    " {letters}{}",
                    " ".repeat(group - display_width(&letters))
                );
            }
        }
        line.trim_end().to_owned()
    };
    let bare = |text: &str| [text.to_owned(), String::new()];
    let mut lines = vec![bold(&line("system", &|measure| bare(&measure.names[0])))];
    if measures.iter().any(|measure| !measure.of.is_empty()) {
        lines.push(line("", &|measure| bare(&measure.of)));
    }
    for (at, name) in short.iter().enumerate() {
        lines.push(line(name, &|measure| {
            let cell = &measure.cells[at];
            [cell.score.clone(), cell.group.clone()]
        }));
    }
    let mut head = vec![bold(&wrapped(&heading(outcome), ""))];
    head.extend(verdicts(outcome).iter().map(|verdict| wrapped(verdict, "")));
    head.extend(behind_on_none(outcome).map(|said| wrapped(&said, "")));
    let all = std::iter::once(outcome).chain(&outcome.further);
    let recipes: Vec<String> = all.map(|one| signature(&one.run)).collect();
    let notes = wrapped(&notes(outcome).join(" "), "");
    Some(crate::terminal::page([
        head.join("\n"),
        lines.join("\n"),
        notes,
        recipes.join("\n"),
    ]))
}

/// The table of a paper in Markdown or a page.
pub(crate) fn sheet(outcome: &RankOutcome) -> Option<Sheet> {
    let measures = measures(outcome)?;
    let head = |measure: &Measure| {
        format!("{} {}", measure.names[1], measure.of)
            .trim_end()
            .to_owned()
    };
    let columns = measures.iter().flat_map(|measure| {
        std::iter::once(right(head(measure))).chain(measure.is_tested.then(|| left("")))
    });
    let mut sheet = Sheet::new(std::iter::once(left("system")).chain(columns));
    for (at, system) in outcome.systems.iter().enumerate() {
        let cells = measures.iter().flat_map(|measure| {
            let cell = &measure.cells[at];
            std::iter::once(cell.score.clone()).chain(measure.is_tested.then(|| cell.group.clone()))
        });
        sheet.row(&system.name, cells);
    }
    if let Some(gate) = &outcome.gate {
        sheet.gate(gate);
    }
    sheet.note(format!("{}.", heading(outcome)));
    for verdict in verdicts(outcome) {
        sheet.note(verdict);
    }
    for note in behind_on_none(outcome).into_iter().chain(notes(outcome)) {
        sheet.note(note);
    }
    sheet.note("A late entry changes every adjusted value: rerun with all systems.");
    let all = std::iter::once(outcome).chain(&outcome.further);
    sheet.report(
        all.map(|one| one.run.report.as_str())
            .collect::<Vec<_>>()
            .join(" "),
    );
    Some(sheet)
}

/// The table of a paper in LaTeX: over one column of text, or over both where it is wider.
pub(super) fn latex(outcome: &RankOutcome, titles: Titles) -> Option<String> {
    const COMMENT: usize = 100;
    let measures = measures(outcome)?;
    let all: Vec<&RankOutcome> = std::iter::once(outcome).chain(&outcome.further).collect();
    let mut text = String::from("% needs \\usepackage{booktabs}\n");
    for one in &all {
        text += &filled(
            &format!("% report: {}", escaped(&one.run.report)),
            COMMENT,
            "% ",
        );
        text += "\n";
    }
    let widest =
        |texts: &mut dyn Iterator<Item = &str>| texts.map(display_width).max().unwrap_or(0);
    let names = widest(&mut outcome.systems.iter().map(|system| &system.name[..]));
    let of_measure = |measure: &Measure| {
        let score = widest(
            &mut measure
                .cells
                .iter()
                .map(|cell| &cell.score[..])
                .chain([&measure.of[..]]),
        );
        let cells = score + widest(&mut measure.cells.iter().map(|cell| &cell.group[..]));
        if measure.of.is_empty() {
            cells.max(display_width(&measure.names[1]))
        } else {
            cells
        }
    };
    let Fit { star, size } =
        Fit::new(std::iter::once(names).chain(measures.iter().map(of_measure)));
    let _ = writeln!(
        text,
        "\\begin{{table{star}}}\n  \\centering\\{size}\n  \\setlength{{\\tabcolsep}}{{3pt}}"
    );
    let alignment: String = measures
        .iter()
        .map(|one| if one.is_tested { "r@{\\,}l" } else { "r" })
        .collect();
    let _ = writeln!(text, "  \\begin{{tabular}}{{l{alignment}}}\n    \\toprule");
    // The metric over its data sets and their mean.
    let mut heads = vec![String::new()];
    for group in measures.chunk_by(|one, next| one.place == next.place) {
        let tested = group.iter().filter(|measure| measure.is_tested).count();
        let columns = group.len() + tested;
        heads.push(format!(
            "\\multicolumn{{{columns}}}{{c}}{{{}}}",
            escaped(&group[0].names[1])
        ));
    }
    if measures.iter().all(|measure| measure.of.is_empty()) {
        let _ = writeln!(text, "    system{} \\\\", heads.join(" & "));
    } else {
        let _ = writeln!(text, "    {} \\\\", heads.join(" & "));
        let of = measures.iter().map(|measure| {
            let of = escaped(&measure.of);
            if measure.is_tested {
                format!("\\multicolumn{{2}}{{c}}{{{of}}}")
            } else {
                format!("\\multicolumn{{1}}{{c}}{{{of}}}")
            }
        });
        let _ = writeln!(
            text,
            "    system & {} \\\\",
            of.collect::<Vec<_>>().join(" & ")
        );
    }
    text += "    \\midrule\n";
    for (at, system) in outcome.systems.iter().enumerate() {
        let name = paper::bold(
            escaped(&system.name),
            titles.highlight.contains(&system.name),
        );
        let cells = measures.iter().map(|measure| {
            let cell = &measure.cells[at];
            let score = paper::bold(escaped(&cell.score), measure.is_tested && cell.may_be_best);
            if measure.is_tested {
                format!("{score} & {}", cell.superscript)
            } else {
                score
            }
        });
        let _ = writeln!(
            text,
            "    {name} & {} \\\\",
            cells.collect::<Vec<_>>().join(" & ")
        );
    }
    text += "    \\bottomrule\n  \\end{tabular}\n";
    let best = paper::bold_scores(outcome);
    let level = shared_level(outcome);
    let said: Vec<String> = notes(outcome)
        .into_iter()
        .chain([best.to_owned(), level])
        .collect();
    let said = escaped(&said.join(" "));
    text += &below(&said);
    let caption = format!("{}.", heading(outcome));
    Some(text + &titles.or_caption(&caption).end(star))
}
