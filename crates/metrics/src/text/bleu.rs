//! BLEU (Papineni et al. 2002), as sacrebleu 2.6.0 defines it.
//!
//! BP · exp(mean of log p_n, n = 1..4), p_n the share of matched n-grams summed over segments, BP from summed lengths; the
//! reference length of a segment is the one closest to the system's (the shorter of two). Statistics: `sys_len`, `ref_len`,
//! `correct_n`, `total_n`. With no match at all BLEU is 0 under every smoothing. Smoothing (Chen & Cherry 2014) works on sums,
//! so that a resample is smoothed as the corpus is. Cost: about 8 µs per segment of 25 words with one reference and core.

use super::Tokenizer;
use super::ngram::{Grams, ORDERS, Vocabulary};
use super::options::LOWERCASE;
use super::signature::{VERSION, case, yes_no};
use crate::describe::{Choice, Description, Flag, Make, Scorer};
use crate::losses::{Losses, MatchRows};
use crate::outputs::segments::{Segments, check_aligned, check_references, score};
use crate::outputs::whitespace;
use crate::{ColumnName, Error, Metric, Statistics};

/// How text is cut into words.
static TOKENIZE: Choice<Tokenizer> = Choice::word(
    "tokenize",
    Flag::Own,
    "NAME",
    "Tokenizer of BLEU",
    Tokenizer::V13a,
);

/// What becomes of an order without matches.
static SMOOTH: Choice<Smoothing> = Choice::read_by(
    "smooth",
    Flag::Own,
    "HOW",
    "Smoothing of BLEU: exp, floor[:X], add-k[:X] or none",
    Smoothing::Exp,
    Smoothing::read,
    |smoothing| Some(smoothing.name()),
);

/// Whether orders that no segment is long enough for are left out.
static EFFECTIVE_ORDER: Choice<bool> = Choice::switch(
    "effective-order",
    Flag::Own,
    "Ignore n-gram orders that are longer than the segments in BLEU",
);

pub(super) static BLEU: Description = Description {
    printed: Some("BLEU"),
    options: &[&TOKENIZE, &LOWERCASE, &SMOOTH, &EFFECTIVE_ORDER],
    ..Description::new(
        "bleu",
        "Corpus BLEU, 0 to 100",
        Make::Segments(|name, references| {
            let options = BleuOptions {
                tokenizer: name.get(&TOKENIZE),
                lowercase: name.get(&LOWERCASE),
                smoothing: name.get(&SMOOTH),
                effective_order: name.get(&EFFECTIVE_ORDER),
                ..BleuOptions::default()
            };
            Ok(Scorer::counted(
                Bleu::new(options, references)?,
                Bleu::score,
            ))
        }),
    )
};

/// What becomes of an order without matches.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub enum Smoothing {
    /// The k-th such order counts 1/2^k of a match (NIST; Chen & Cherry's method 3).
    #[default]
    Exp,
    /// It counts this many matches (method 1; sacrebleu's default is 0.1).
    Floor(f64),
    /// This many are added to matches and totals of every order but the first (method 2; sacrebleu's default is 1).
    AddK(f64),
    /// Nothing: BLEU is 0.
    None,
}

impl Smoothing {
    /// `exp`, `floor`, `floor:0.2`, `add-k`, `add-k:2` or `none`.
    fn read(text: &str) -> Result<Self, String> {
        let (name, value) = text
            .split_once(':')
            .map_or((text, None), |(name, value)| (name, Some(value)));
        let number = |default: f64| {
            value.map_or(Ok(default), |value| {
                let number = value
                    .parse()
                    .ok()
                    .filter(|number: &f64| *number > 0.0 && number.is_finite());
                number.ok_or_else(|| format!("a number above 0 behind {name}:"))
            })
        };
        match name {
            "exp" if value.is_none() => Ok(Self::Exp),
            "none" if value.is_none() => Ok(Self::None),
            "floor" => number(0.1).map(Self::Floor),
            "add-k" => number(1.0).map(Self::AddK),
            _ => Err("exp, floor[:X], add-k[:X] or none".to_owned()),
        }
    }

    fn name(self) -> String {
        match self {
            Self::Exp => "exp".to_owned(),
            Self::Floor(value) => format!("floor:{value}"),
            Self::AddK(value) => format!("add-k:{value}"),
            Self::None => "none".to_owned(),
        }
    }

    fn signature(self) -> String {
        match self {
            Self::Exp => "exp".to_owned(),
            Self::Floor(value) => format!("floor[{value:.2}]"),
            Self::AddK(value) => format!("add-k[{value:.2}]"),
            Self::None => "none".to_owned(),
        }
    }
}

/// How BLEU is computed; the default is sacrebleu's.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BleuOptions {
    /// How text is cut into words.
    pub tokenizer: Tokenizer,
    /// Whether case is ignored.
    pub lowercase: bool,
    /// What becomes of an order without matches.
    pub smoothing: Smoothing,
    /// Whether orders that no segment is long enough for are left out; for BLEU of single sentences.
    pub effective_order: bool,
    /// The highest order, 1 to 6.
    pub order: usize,
}

impl Default for BleuOptions {
    fn default() -> Self {
        Self {
            tokenizer: Tokenizer::default(),
            lowercase: false,
            smoothing: Smoothing::default(),
            effective_order: false,
            order: 4,
        }
    }
}

/// Corpus BLEU, 0 to 100.
#[derive(Debug, Clone, PartialEq)]
pub struct Bleu {
    options: BleuOptions,
    references: usize,
    columns: Vec<ColumnName>,
}

impl Bleu {
    /// BLEU against a number of references.
    ///
    /// # Errors
    ///
    /// No references, an order outside 1 to 6, or a smoothing value that is not positive and finite.
    pub fn new(options: BleuOptions, references: usize) -> Result<Self, Error> {
        check_references(references)?;
        if !(1..=ORDERS).contains(&options.order) {
            return Err(Error::option(
                "1 <= order <= 6",
                format!("order = {}", options.order),
            ));
        }
        if let Smoothing::Floor(value) | Smoothing::AddK(value) = options.smoothing
            && !(value > 0.0 && value.is_finite())
        {
            return Err(Error::option(
                "0 < smoothing value < infinity",
                format!("{value}"),
            ));
        }
        let numbered =
            |word: &'static str| (1..=options.order).map(move |n| format!("{word}_{n}").into());
        let columns = ["sys_len".into(), "ref_len".into()]
            .into_iter()
            .chain(numbered("correct"))
            .chain(numbered("total"))
            .collect();
        Ok(Self {
            options,
            references,
            columns,
        })
    }

    /// The statistics of a system's segments.
    ///
    /// # Errors
    ///
    /// Another number of references than the metric was made for, or files of different lengths.
    pub fn score(&self, references: &[Segments], system: &Segments) -> Result<Statistics, Error> {
        check_aligned(references, system, self.references)?;
        score(
            references,
            system,
            self.columns.len(),
            |line, references| self.segment(line, references),
        )
    }

    /// `sys_len`, `ref_len`, `correct_n`, `total_n` of one segment.
    fn segment(&self, system: &str, references: &[&str]) -> Vec<i64> {
        let prepare = |line: &str| {
            let lower = self.options.lowercase.then(|| line.to_lowercase());
            self.options
                .tokenizer
                .tokenize(lower.as_deref().unwrap_or(line))
        };
        let system = prepare(system);
        let references: Vec<String> = references.iter().map(|line| prepare(line)).collect();
        let mut vocabulary = Vocabulary::default();
        let mut grams = |line| Grams::new(vocabulary.numbers(whitespace::words(line)).into_iter());
        let system = grams(&system);
        let references: Vec<Grams> = references.iter().map(|line| grams(line)).collect();
        let length = system.total(1);
        let lengths = references.iter().map(|reference| reference.total(1));
        let closest = lengths
            .min_by_key(|other| ((other - length).abs(), *other))
            .unwrap_or(0);
        let orders = 1..=self.options.order;
        let mut row = vec![length, closest];
        row.extend(
            orders
                .clone()
                .map(|order| system.matches(&references, order)),
        );
        row.extend(orders.map(|order| system.total(order)));
        row
    }

    /// The share of matched n-grams of each order, in percent and smoothed, from summed statistics; all 0 without a match.
    pub fn precisions(&self, sums: &[i64]) -> Vec<f64> {
        self.smoothed(sums).0
    }

    /// The brevity penalty of summed statistics.
    pub fn brevity_penalty(&self, sums: &[i64]) -> f64 {
        match (sums[0], sums[1]) {
            (system, reference) if system >= reference => 1.0,
            (0, _) => 0.0,
            (system, reference) => libm::exp(1.0 - reference as f64 / system as f64),
        }
    }

    /// The precisions, and how many of them count.
    fn smoothed(&self, sums: &[i64]) -> (Vec<f64>, usize) {
        let BleuOptions {
            smoothing,
            effective_order,
            order,
            ..
        } = self.options;
        let (correct, total) = sums[2..].split_at(order);
        let mut precisions = vec![0.0; order];
        let mut counted = order;
        if correct.iter().all(|count| *count == 0) {
            return (precisions, counted);
        }
        let mut halvings = 1.0;
        for n in 0..order {
            let (mut part, mut whole) = (correct[n] as f64, total[n] as f64);
            if let Smoothing::AddK(k) = smoothing
                && n > 0
            {
                part += k;
                whole += k;
            }
            if whole == 0.0 {
                break;
            }
            if effective_order {
                counted = n + 1;
            }
            if part != 0.0 {
                precisions[n] = 100.0 * part / whole;
            } else if smoothing == Smoothing::Exp {
                halvings *= 2.0;
                precisions[n] = 100.0 / (halvings * whole);
            } else if let Smoothing::Floor(floor) = smoothing {
                precisions[n] = 100.0 * floor / whole;
            }
        }
        (precisions, counted)
    }
}

impl Metric for Bleu {
    fn name(&self) -> String {
        "bleu".to_owned()
    }

    fn signature(&self) -> String {
        let BleuOptions {
            tokenizer,
            lowercase,
            smoothing,
            effective_order,
            order,
        } = self.options;
        // sacrebleu has no word for another order.
        let order = if order == 4 {
            String::new()
        } else {
            format!("order:{order}|")
        };
        format!(
            "nrefs:{}|case:{}|eff:{}|tok:{}|smooth:{}|{order}{VERSION}",
            self.references,
            case(lowercase),
            yes_no(effective_order),
            tokenizer.name(),
            smoothing.signature(),
        )
    }

    fn columns(&self) -> &[ColumnName] {
        &self.columns
    }

    fn losses(&self) -> Losses<'_> {
        let order = self.options.order;
        let row = move |_: &[i64], size: f64| {
            let grams = (0..order).map(move |n| size - n as f64);
            [size, size]
                .into_iter()
                .chain(grams.clone())
                .chain(grams)
                .collect()
        };
        Losses::Segments(MatchRows::new(1, (2..2 + order).collect(), row))
    }

    fn finish(&self, sums: &[i64]) -> f64 {
        let (precisions, counted) = self.smoothed(sums);
        if precisions.iter().all(|precision| *precision == 0.0) {
            return 0.0;
        }
        // The logarithm of 0 is a number so low that the power is 0.
        let log = |p: &f64| {
            if *p == 0.0 {
                -9_999_999_999.0
            } else {
                libm::log(*p)
            }
        };
        let mean = precisions[..counted].iter().map(log).sum::<f64>() / counted as f64;
        self.brevity_penalty(sums) * libm::exp(mean)
    }

    fn range(&self) -> [f64; 2] {
        crate::range::PERCENT
    }

    fn higher_is_better(&self) -> bool {
        true
    }

    fn is_percentage(&self) -> bool {
        true
    }

    fn beside(&self, sums: &[i64]) -> Vec<(String, f64)> {
        let precisions = self.precisions(sums).into_iter().zip(1..);
        let precisions = precisions.map(|(value, n)| (format!("precision_{n}"), value));
        let lengths = [("sys_len", sums[0]), ("ref_len", sums[1])];
        let lengths = lengths.map(|(name, length)| (name.to_owned(), length as f64));
        let penalty = ("brevity_penalty".to_owned(), self.brevity_penalty(sums));
        precisions.chain([penalty]).chain(lengths).collect()
    }
}
