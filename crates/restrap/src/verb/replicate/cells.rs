//! Cells: the comparisons of each data set under each metric, with the p-values of either side.

use restrap_engine::Control;
use restrap_stats::{Alternative, Probability};
use restrap_words::Note;

use super::sets::{DataSet, Measure};
use crate::data::contrast::Contrast;
use crate::error::Error;
use crate::evidence::family::{self, Member};
use crate::evidence::level::FamilyOf;
use crate::evidence::test::outcome::printed;
use crate::number::digits::rounded;
use crate::outcome::Recipe;
use crate::outcome::replicate::{
    AbsentOutcome, CellOutcome, CellTestOutcome, CheckpointsOutcome, DatasetOutcome, OverOutcome,
    ReplicateFamily,
};
use crate::outcome::{ComparisonOutcome, GateOutcome, MetricInfo, Unit};
use crate::request::replicate::ReplicateRequest;
use crate::request::{IntervalMethod, Request};
use crate::say::warning;
use crate::verb::claim::{self, OtherSides, Scope};
use crate::verb::compare::Parts;
use crate::verb::compare::comparisons::Comparisons;
use crate::verb::compare::contrasts::Contrasts;

/// A data set under one metric, ready to be compared.
pub(super) struct Prepared<'a> {
    measure: usize,
    set: usize,
    parts: Parts<'a>,
    /// Cells of the family.
    family: usize,
}

/// The data sets that have a system beside the baseline.
///
/// # Errors
/// For systems and options that do not fit together, and where no data set has two systems.
pub(super) fn prepared<'a>(
    measures: &'a [Measure<'a>],
    request: &ReplicateRequest,
) -> Result<Vec<Prepared<'a>>, Error> {
    let sets = || {
        let of = |(at, measure): (usize, &'a Measure<'a>)| {
            measure
                .sets
                .iter()
                .enumerate()
                .map(move |(set, one)| (at, set, one))
        };
        measures
            .iter()
            .enumerate()
            .flat_map(of)
            .filter(|(.., one)| one.data.number() > 1)
    };
    let family = sets().map(|(.., one)| one.data.number() - 1).sum();
    if family == 0 {
        let found = measures
            .iter()
            .flat_map(|measure| &measure.sets)
            .map(|one| one.data.number())
            .max();
        return Err(Error::TooFewSystems {
            found: found.unwrap_or(0),
        });
    }
    let prepare = |(measure, set, one): (usize, usize, &'a DataSet<'a>)| {
        Ok(Prepared {
            measure,
            set,
            parts: Parts::new(one.data, &request.request)?,
            family,
        })
    };
    sets().map(prepare).collect()
}

/// Contrasts of a data set, and the score of each system.
pub(super) struct Scored<'a> {
    pub contrasts: Contrasts<'a>,
    scores: Vec<f64>,
}

/// The contrasts of each, encoded.
///
/// # Errors
/// For scores that do not lie on the lattice that was asked for.
pub(super) fn contrasts<'a>(prepared: &'a [Prepared]) -> Result<Vec<Scored<'a>>, Error> {
    let of = |one: &'a Prepared| {
        let mut contrasts = one.parts.of_family(FamilyOf::of_size(one.family))?;
        let alone = |place| Ok(contrasts.alone(place, &one.parts.request)?.mean);
        let mut scores = (0..contrasts.systems.len())
            .map(alone)
            .collect::<Result<Vec<f64>, Error>>()?;
        if scores.is_empty() {
            let values =
                contrasts
                    .all
                    .iter()
                    .enumerate()
                    .flat_map(|(at, contrast)| match contrast {
                        Contrast::Metric(contest) => contest.values[usize::from(at > 0)..].to_vec(),
                        _ => Vec::new(),
                    });
            scores = values.collect();
        }
        // Systems on their own have no intervals in a table of data sets.
        contrasts.systems.clear();
        Ok(Scored { contrasts, scores })
    };
    prepared.iter().map(of).collect()
}

/// The comparisons of one data set under one metric.
struct Ran<'c, 'a> {
    measure: usize,
    set: usize,
    dataset: &'c str,
    contrasts: &'c Contrasts<'a>,
    request: &'c Request,
    scores: &'c [f64],
    /// The first address of its draws.
    from: u16,
    members: Vec<Member>,
    /// One-sided p-values of each comparison: of being better, and of being worse.
    sides: Vec<[Option<Probability>; 2]>,
    info: MetricInfo,
    warnings: Vec<Note>,
}

/// All of them.
pub(super) struct Cells<'c, 'a> {
    all: Vec<Ran<'c, 'a>>,
    checkpoints: Vec<Option<f64>>,
    /// Adjusted p-values of all cells, for each test after the first.
    further: Vec<Vec<Option<f64>>>,
}

/// A system under one metric, on the data sets that have it.
pub(super) struct Column<'s> {
    pub metric: &'s str,
    pub system: &'s str,
    pub baseline: &'s str,
    pub entries: Vec<Entry<'s>>,
}

/// A data set of a column.
pub(super) struct Entry<'s> {
    pub dataset: &'s str,
    pub contrast: &'s Contrast<'s>,
    pub contrasts: &'s Contrasts<'s>,
    pub request: &'s Request,
    pub place: u16,
    pub from: u16,
    pub scores: [f64; 2],
    pub comparison: &'s ComparisonOutcome,
    pub sides: [Option<Probability>; 2],
}

impl<'c, 'a> Cells<'c, 'a> {
    /// Compares every data set, and computes the p-values of either side.
    ///
    /// # Errors
    /// [`Error::Interrupted`] where a run was stopped; for tests that these scores do not allow.
    pub fn run(
        measures: &'c [Measure<'a>],
        prepared: &'c [Prepared<'a>],
        contrasts: &'c [Scored<'a>],
        control: &Control,
    ) -> Result<Self, Error> {
        let most = prepared
            .iter()
            .map(|one| one.parts.data.number())
            .max()
            .unwrap_or(1);
        let address = |at: usize| {
            // The last comparison of the last data set has an address, too.
            u16::try_from((at + 1) * most)
                .map(|end| end - most as u16)
                .map_err(|_| Error::BadParameter {
                    expected: "at most 65,535 systems on all data sets",
                    found: (prepared.len() * most).to_string(),
                })
        };
        let mut all = Vec::new();
        for (at, (one, scored)) in prepared.iter().zip(contrasts).enumerate() {
            let (from, own) = (address(at)?, &one.parts.request);
            let run = |request: &Request| {
                let other_sides = OtherSides::new(request)?;
                let mut comparisons =
                    Comparisons::new(&scored.contrasts, request, Some(&other_sides))?;
                comparisons.draw(from, control)?;
                if comparisons.is_stopped() {
                    Err(Error::Interrupted)
                } else {
                    comparisons.finish()
                }
            };
            let finished = run(own)?;
            let [better, worse] = [Alternative::Greater, Alternative::Less].map(|side| {
                if own.question.alternative == side {
                    return Ok(finished
                        .members
                        .iter()
                        .map(|member| member.primary)
                        .collect());
                }
                let mut one_sided = own
                    .clone()
                    .tests([own.question.tests[0]])
                    .alternative(side)
                    .interval(IntervalMethod::None);
                one_sided.question.margin = None;
                let members = run(&one_sided)?.members;
                Ok::<Vec<_>, Error>(members.into_iter().map(|member| member.primary).collect())
            });
            let sides = better?
                .into_iter()
                .zip(worse?)
                .map(|(better, worse)| [better, worse])
                .collect();
            let dataset = &measures[one.measure].sets[one.set].name;
            let told = |note: &Note| note.code.says(format!("{dataset}, {note}"));
            all.push(Ran {
                measure: one.measure,
                set: one.set,
                dataset,
                contrasts: &scored.contrasts,
                request: own,
                scores: &scored.scores,
                from,
                sides,
                info: one.parts.data.metric(own, finished.binary),
                warnings: finished.warnings.iter().map(told).collect(),
                members: finished.members,
            });
        }
        Ok(Self {
            all,
            checkpoints: Vec::new(),
            further: Vec::new(),
        })
    }

    /// Adjusts all cells together, and apart from them the tests that take training runs as they are.
    pub fn adjust(
        &mut self,
        measures: &[Measure],
        request: &ReplicateRequest,
    ) -> Option<ReplicateFamily> {
        let members: Vec<&mut Member> = self
            .all
            .iter_mut()
            .flat_map(|ran| &mut ran.members)
            .collect();
        let of: Vec<Option<Probability>> =
            members.iter().map(|member| member.checkpoints).collect();
        let adjust = request.request.question.adjust;
        self.checkpoints = adjusted(&of, adjust)
            .into_iter()
            .map(|p| p.map(printed))
            .collect();
        let further = 1..request.request.question.tests.len();
        let of_test = |place: usize| {
            let p = |member: &&mut Member| {
                let test = member.comparison.tests.get(place)?;
                test.pvalue.map(Probability::new)
            };
            let of: Vec<Option<Probability>> = members.iter().map(p).collect();
            let adjusted = adjusted(&of, adjust).into_iter();
            adjusted.map(|p| p.map(printed)).collect()
        };
        self.further = further.map(of_test).collect();
        let asked = members.len();
        let family = family::adjust(members.into_iter(), asked, &[], &request.request);
        for member in self.all.iter_mut().flat_map(|ran| &mut ran.members) {
            claim::settle(&mut member.comparison, request.request.question.alpha);
        }
        let family = family?;
        let excluded = self.all.iter().flat_map(|ran| {
            let undefined = ran.members.iter().filter(|member| member.primary.is_none());
            undefined.map(|member| format!("{} on {}", member.comparison.system, ran.dataset))
        });
        let datasets = self.datasets(measures).len() as u64;
        let over = [
            ("system", self.systems().len() as u64),
            ("data set", datasets),
            ("metric", measures.len() as u64),
        ];
        let over = over.map(|(name, number)| OverOutcome {
            name: name.to_owned(),
            number,
        });
        Some(ReplicateFamily {
            size: family.size,
            over: over.into(),
            adjust: family.adjust,
            excluded: excluded.collect(),
        })
    }

    /// Returns the family with those that are rejected, if intervals depend on their number.
    pub fn rejected(&self, request: &ReplicateRequest) -> Option<FamilyOf> {
        let members = self.all.iter().flat_map(|ran| &ran.members);
        let adjusted = members.filter_map(|one| one.comparison.tests[0].p_adjusted);
        family::rejected(adjusted, &request.request)
    }

    /// Name of the baseline.
    pub fn baseline(&self) -> &str {
        &self.all[0].members[0].comparison.baseline
    }

    /// All other systems, in the order in which they are met.
    pub fn systems(&self) -> Vec<String> {
        let mut systems: Vec<String> = Vec::new();
        for member in self.all.iter().flat_map(|ran| &ran.members) {
            if !systems.contains(&member.comparison.system) {
                systems.push(member.comparison.system.clone());
            }
        }
        systems
    }

    /// Returns the metric as its first data set describes it.
    pub fn metric(&self, measure: usize) -> MetricInfo {
        let of = self.all.iter().filter(|ran| ran.measure == measure);
        let mut infos = of.map(|ran| ran.info.clone());
        let Some(first) = infos.next() else {
            return MetricInfo {
                name: String::new(),
                higher_is_better: true,
                binary: false,
                signature: None,
                full_name: None,
                mean_over: None,
            };
        };
        infos.fold(first, |first, other| MetricInfo {
            binary: first.binary && other.binary,
            signature: first
                .signature
                .filter(|signature| other.signature.as_ref() == Some(signature)),
            ..first
        })
    }

    /// The names that data sets have for a metric, each once.
    pub fn own_names(&self, measure: usize, of: &Measure) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for ran in self.all.iter().filter(|ran| ran.measure == measure) {
            let name = own_name(&of.sets[ran.set], ran);
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// The data sets, in the order in which they are met.
    pub fn datasets(&self, measures: &[Measure]) -> Vec<DatasetOutcome> {
        let mut datasets: Vec<DatasetOutcome> = Vec::new();
        for set in measures.iter().flat_map(|measure| &measure.sets) {
            if datasets.iter().any(|known| known.name == set.name) {
                continue;
            }
            let ran = self.all.iter().find(|ran| ran.dataset == set.name);
            let of = |measure: usize| {
                let ran = self
                    .all
                    .iter()
                    .find(|ran| ran.measure == measure && ran.dataset == set.name)?;
                Some(own_name(&measures[measure].sets[ran.set], ran))
            };
            let runs = ran.and_then(|ran| ran.members[0].comparison.runs.as_ref());
            let clusters = ran.and_then(|ran| ran.contrasts.design.clusters());
            datasets.push(DatasetOutcome {
                name: set.name.clone(),
                items: ran.map_or(0, |ran| ran.contrasts.items),
                unit: Unit::Item.or_cluster(clusters.is_some()),
                clusters: clusters.map(|clusters| clusters.number()),
                runs: runs.map(|runs| runs.system),
                metrics: (0..measures.len()).map(of).collect(),
            });
        }
        datasets
    }

    /// Every cell that has scores.
    pub fn told(&self, names: &[MetricInfo]) -> Vec<CellOutcome> {
        let mut cells = 0..;
        let mut checkpoints = self.checkpoints.iter();
        let mut told = Vec::new();
        for ran in &self.all {
            for (at, member) in ran.members.iter().enumerate() {
                let (comparison, test) = (&member.comparison, &member.comparison.tests[0]);
                let alpha = ran.request.question.alpha;
                let is_shown = |p: Option<f64>| claim::is_shown(p, alpha);
                let adjusted = checkpoints.next().copied().flatten();
                let cell = cells.next().unwrap_or_default();
                let of_runs = comparison.runs.is_some();
                let named = comparison.tests.iter().skip(1).filter(|_| !of_runs);
                let further = self.further.iter().zip(named).map(|(adjusted, test)| {
                    let p_adjusted = adjusted[cell];
                    CellTestOutcome {
                        name: test.name,
                        pvalue: test.pvalue,
                        p_adjusted,
                        shown: is_shown(p_adjusted.or(test.pvalue)),
                        method: test.method,
                        direction: test.direction,
                    }
                });
                let these = comparison
                    .tests
                    .get(1)
                    .filter(|_| comparison.runs.is_some());
                told.push(CellOutcome {
                    dataset: ran.dataset.to_owned(),
                    metric: names[ran.measure].name.clone(),
                    system: comparison.system.clone(),
                    baseline: comparison.baseline.clone(),
                    score: rounded(ran.scores[at + 1]),
                    baseline_score: rounded(ran.scores[0]),
                    difference: comparison.difference,
                    improvement: comparison.improvement,
                    standard_error: comparison.standard_error,
                    interval: comparison.interval.clone(),
                    pvalue: test.pvalue,
                    p_adjusted: test.p_adjusted,
                    shown: is_shown(test.p_adjusted.or(test.pvalue)),
                    method: test.method,
                    direction: test.direction,
                    margin: comparison.margin.clone(),
                    further: further.collect(),
                    checkpoints: these.map(|test| CheckpointsOutcome {
                        pvalue: test.pvalue,
                        p_adjusted: adjusted,
                        shown: is_shown(adjusted.or(test.pvalue)),
                    }),
                });
            }
        }
        told
    }

    /// Every system that a data set has no scores of.
    pub fn absent(&self, measures: &[Measure], names: &[MetricInfo]) -> Vec<AbsentOutcome> {
        let (systems, datasets) = (self.systems(), self.datasets(measures));
        let mut absent = Vec::new();
        for (measure, name) in measures.iter().zip(names) {
            for dataset in &datasets {
                let set = measure.sets.iter().find(|set| set.name == dataset.name);
                let has = |system: &&String| {
                    set.is_some_and(|set| set.data.names().contains(&&system[..]))
                };
                absent.extend(systems.iter().filter(|system| !has(system)).map(|system| {
                    AbsentOutcome {
                        dataset: dataset.name.clone(),
                        metric: name.name.clone(),
                        system: system.clone(),
                        reason: match set {
                            Some(_) => "the data set has no scores of it".to_owned(),
                            None => "the data set does not have this metric".to_owned(),
                        },
                    }
                }));
            }
        }
        absent
    }

    /// Each system under each metric, on the data sets that have it.
    pub fn columns<'s>(&'s self, names: &'s [MetricInfo]) -> Vec<Column<'s>> {
        let mut columns: Vec<Column<'s>> = Vec::new();
        for ran in &self.all {
            for (at, member) in ran.members.iter().enumerate() {
                let (metric, comparison) = (&names[ran.measure].name[..], &member.comparison);
                let entry = Entry {
                    dataset: ran.dataset,
                    contrast: &ran.contrasts.all[at],
                    contrasts: ran.contrasts,
                    request: ran.request,
                    place: at as u16,
                    from: ran.from,
                    scores: [ran.scores[at + 1], ran.scores[0]],
                    comparison,
                    sides: ran.sides[at],
                };
                let same = |column: &&mut Column| {
                    column.metric == metric && column.system == comparison.system
                };
                match columns.iter_mut().find(same) {
                    Some(column) => column.entries.push(entry),
                    None => columns.push(Column {
                        metric,
                        system: &comparison.system,
                        baseline: &comparison.baseline,
                        entries: vec![entry],
                    }),
                }
            }
        }
        columns
    }

    /// The gate of a margin: every system on every data set under the primary metric.
    pub fn gate(&self, request: &ReplicateRequest) -> Option<GateOutcome> {
        let question = &request.request.question;
        if question.gate.is_none() && question.forbid.is_none() {
            return None;
        }
        let of = |ran: &Ran| {
            let dataset = ran.dataset.to_owned();
            let gated = |member: &Member| {
                let name = format!("{} on {dataset}", member.comparison.system);
                claim::gated(name, Some(&member.comparison), Scope::All, ran.request)
            };
            ran.members.iter().map(gated).collect::<Vec<_>>()
        };
        let primary = self.all.iter().filter(|ran| ran.measure == 0);
        Some(GateOutcome::new(
            primary.flat_map(of).collect(),
            &request.request,
        ))
    }

    /// Returns the recipe of the primary test on the first data set.
    pub fn recipe(&self) -> &Recipe {
        &self.all[0].members[0].comparison.tests[0].recipe
    }

    /// Returns the warnings about single data sets.
    pub fn warnings(&self) -> Vec<Note> {
        let mut warnings: Vec<Note> = Vec::new();
        for ran in &self.all {
            let of_p = ran
                .members
                .iter()
                .flat_map(|member| warning::of_p_values(&member.comparison, ran.request));
            let of_p = of_p.map(|note| note.code.says(format!("{}, {note}", ran.dataset)));
            for text in ran.warnings.iter().cloned().chain(of_p) {
                if !warnings.contains(&text) {
                    warnings.push(text);
                }
            }
        }
        warnings
    }
}

/// Returns the name of the metric of a data set.
fn own_name(set: &DataSet, ran: &Ran) -> String {
    set.metric
        .clone()
        .unwrap_or_else(|| match ran.contrasts.all[0] {
            Contrast::Metric(_) => ran
                .info
                .full_name
                .clone()
                .unwrap_or_else(|| ran.info.name.clone()),
            _ => ran.info.name.clone(),
        })
}

/// p-values adjusted together, where there are several and an adjustment; those without one are not members.
pub(super) fn adjusted(
    of: &[Option<Probability>],
    adjust: Option<restrap_stats::Adjustment>,
) -> Vec<Option<Probability>> {
    let family: Vec<Probability> = of.iter().copied().flatten().collect();
    let Some(adjust) = adjust.filter(|_| of.len() > 1) else {
        return vec![None; of.len()];
    };
    let mut adjusted = adjust.adjust(&family).into_iter();
    of.iter().map(|p| p.and_then(|_| adjusted.next())).collect()
}
