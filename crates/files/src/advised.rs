//! From files to a design, and to the call that compares them: what is read is looked at, and no test is run.

use restrap_io::{Missing, Options, locate};
use restrap_stats::{Alternative, McNemarVariant, repeats::Reducer};
use restrap_words::{Asked, Code, HELD, Note, asked, asked_as};

use crate::sources::SourceError;
use crate::sources::Sources;
use crate::sources::Votes;
use crate::sources::data::Owned;
use restrap_lib::{GridChoice, Over, Request, outcome::InputInfo};
use restrap_power::{
    Null, Observed,
    advise::{AdviseOutcome, Call, Design, Fact, ScoreKind, advise},
};

/// Advice, and the pair that a simulation takes.
///
/// What is recommended with its reasons, and the pair of systems that a self-check simulates on, where the files hold one.
#[derive(Debug)]
pub struct Advised {
    /// What fits.
    pub advice: AdviseOutcome,
    /// The differences of the first two systems, where they have single items that differ.
    pub observed: Option<Observed>,
}

/// What was read, looked at.
struct Seen {
    design: Design,
    observed: Option<Observed>,
    inputs: Vec<InputInfo>,
    notes: Vec<Note>,
}

impl Sources {
    /// Reads the files and says what fits them. `dataset` is a column of data sets; the first of them is looked at.
    ///
    /// # Errors
    /// [`SourceError`] for files that cannot be read, paired or scored.
    pub fn advise(&self, request: &Request, dataset: Option<&str>) -> Result<Advised, SourceError> {
        let has_sets =
            dataset.is_some() || self.systems.iter().any(|typed| typed.contains("{dataset}"));
        let seen = if has_sets {
            let study = crate::study::Study::new(self, dataset)?;
            let first = study
                .measures
                .iter()
                .flat_map(|measure| &measure.sets)
                .next();
            let mut seen = match first {
                Some(set) => set.sources.seen(request)?,
                None => {
                    return Err(SourceError::usage(
                        "expected data sets, found none",
                        "look at the column with restrap inspect",
                    ));
                }
            };
            seen.design.data_sets = true;
            seen
        } else {
            self.seen(request)?
        };
        let mut call = self.call(request);
        call.options
            .extend(dataset.map(|column| asked_as("dataset", column)));
        let mut advice = advise(&seen.design, &call);
        advice.inputs = seen
            .inputs
            .into_iter()
            .filter(|input| !input.path.starts_with(HELD))
            .collect();
        advice.warnings = seen.notes;
        Ok(Advised {
            advice,
            observed: seen.observed,
        })
    }

    fn seen(&self, request: &Request) -> Result<Seen, SourceError> {
        if let Some(seen) = self.votes_of_many(request)? {
            return Ok(seen);
        }
        let data = self.read(request)?;
        let mut design = Design::of(&data.data(), request);
        let own = self.with_roles()?;
        design.raters = own.answers.judge.is_some();
        design.against = self.against.is_some();
        design.baseline = self.reading.baseline.is_some() && !design.against;
        design.metric = self.metrics.first().map(|first| first.metric.to_string());
        if self.summary.is_some() {
            design.kind = ScoreKind::Quantile;
        }
        design.seems_clustered.clone_from(&data.seems_clustered);
        let single = design.systems == 2 && !design.unpaired && !design.clustered && !design.seeds;
        let observed = match &data.owned {
            Owned::Scores { systems, .. } if single && request.sample.over == Over::Items => {
                Observed::of(&systems[0], &systems[1], request.sample.grid).ok()
            }
            _ => None,
        };
        // That rows look like groups is said among what the data show.
        let mut notes = data.notes;
        if design.seems_clustered.is_some() {
            notes.retain(|note| note.code != Code::SeemsGrouped);
        }
        Ok(Seen {
            design,
            observed,
            inputs: data.inputs,
            notes,
        })
    }

    /// Votes between more systems than two.
    fn votes_of_many(&self, request: &Request) -> Result<Option<Seen>, SourceError> {
        let Some(columns) = &self.votes else {
            return Ok(None);
        };
        let located = locate(&self.systems)?;
        let Some(first) = located.first() else {
            return Ok(None);
        };
        let votes = Votes::read(first, columns, &self.reading)?;
        let named = located.iter().filter(|one| one.column.is_some()).count();
        let systems = if named > 0 {
            named
        } else {
            votes.systems.len()
        };
        if systems < 3 {
            return Ok(None);
        }
        let mut design = Design::of_words(&[Fact::Votes]);
        (design.systems, design.items) = (systems as u64, Some(votes.votes.len() as u64));
        design.clustered = columns.item.is_some() || columns.judge.is_some();
        design.alpha = request.question.alpha;
        Ok(Some(Seen {
            design,
            observed: None,
            inputs: vec![votes.input],
            notes: Vec::new(),
        }))
    }

    /// These sources and this request, as they are typed; what is left at its default is left out.
    pub fn call(&self, request: &Request) -> Call {
        let mut options: Vec<Asked> = Vec::new();
        let mut add = |name: &'static str, value: Option<String>| {
            options.extend(value.map(|value| asked_as(name, value)));
        };
        let metrics: Vec<String> = self
            .metrics
            .iter()
            .map(|metric| metric.metric.to_string())
            .collect();
        let first = self.metrics.first();
        let metric = match (metrics.is_empty(), &self.reading.gold, &self.summary) {
            (false, ..) => Some(metrics.join(",")),
            (true, Some(_), _) => Some("accuracy".to_owned()),
            (true, None, summary) => summary.as_ref().map(ToString::to_string),
        };
        add("metric", metric);
        let gold = first
            .and_then(|first| first.gold.clone())
            .or_else(|| self.reading.gold.clone());
        add("gold", gold);
        for reference in first.iter().flat_map(|first| &first.references) {
            add("ref", Some(reference.clone()));
        }
        add("qrels", first.and_then(|first| first.qrels.clone()));
        let Options {
            id,
            count,
            filters,
            missing,
            format,
            systems,
            long,
            baseline,
            cluster,
            by,
            ..
        } = &self.reading;
        add("id", (!id.is_empty()).then(|| id.join(",")));
        add("count", count.clone());
        for filter in filters {
            add("where", Some(filter.to_string()));
        }
        add(
            "missing",
            (*missing != Missing::Error).then(|| missing.to_string()),
        );
        let decided = self.reading.decisions.typed();
        for (name, value) in decided.iter().filter(|(_, value)| !value.is_empty()) {
            add(name, Some(value.clone()));
        }
        add("input-format", format.map(|format| format.to_string()));
        add("systems", systems.clone());
        add("long", long.as_ref().map(ToString::to_string));
        add("baseline", baseline.clone());
        add("cluster", cluster.clone());
        add("by", by.clone());
        let answers = &self.answers;
        add("repeat", answers.repeat.clone());
        add(
            "reduce",
            (answers.reducer != Reducer::Mean).then(|| answers.reducer.to_string()),
        );
        add("seed-col", answers.seed.clone());
        add("judge", answers.judge.clone());
        add("votes", self.votes.as_ref().map(ToString::to_string));
        add("human", self.human.clone());
        add("against", self.against.map(|number| number.to_string()));
        let (sample, question) = (&request.sample, &request.question);
        add(
            "grid",
            (sample.grid != GridChoice::Auto).then(|| sample.grid.to_string()),
        );
        add(
            "over",
            (sample.over != Over::Items).then(|| sample.over.to_string()),
        );
        add(
            "test-fraction",
            sample.test_fraction.map(|share| share.to_string()),
        );
        if let Some(margin) = &question.margin {
            add(margin.claim.name(), Some(margin.size.to_string()));
        }
        add(
            "alternative",
            (question.alternative != Alternative::TwoSided)
                .then(|| question.alternative.to_string()),
        );
        add(
            "alpha",
            (question.alpha != Request::default().question.alpha)
                .then(|| question.alpha.to_string()),
        );
        add(
            "mcnemar",
            (request.variants.mcnemar != McNemarVariant::Exact)
                .then(|| request.variants.mcnemar.to_string()),
        );
        if sample.unpaired {
            options.push(asked("unpaired"));
        }
        if !question.higher_is_better {
            options.push(asked("lower-is-better"));
        }
        let flags = decided.iter().filter(|(_, value)| value.is_empty());
        options.extend(flags.map(|(name, _)| asked(name)));
        Call {
            systems: self.systems.clone(),
            options,
            in_memory: false,
        }
    }
}

impl Advised {
    /// The methods of a simulation on these items: tests of the tree, those that the scores allow.
    pub fn tests(&self) -> Vec<restrap_power::PowerMethod> {
        use restrap_power::{PowerMethod, PowerModel};
        let binary = self
            .observed
            .as_ref()
            .is_some_and(|observed| observed.is_binary(Null::Swaps));
        let all = restrap_lib::Test::PAIRED.map(PowerMethod::Test);
        all.into_iter()
            .filter(|&method| PowerModel::Files.allows(method, binary))
            .collect()
    }
}
