//! The exact resampling distribution of a sum: nothing is drawn.
//!
//! The permutation distribution of a mean is the law of `sum of ±d_i` with fair signs (Noreen 1989; Fisher 1935), its
//! bootstrap distribution that of n independent draws from the d_i (Efron 1979; the *ideal bootstrap* of Efron and
//! Tibshirani 1993, section 6.4), or of m draws, or of the draws of all strata. All are computed for integer differences
//! at any n: by convolution or by halves when small, of rounded weights where few are continuous, by inversion of the
//! characteristic function otherwise (`inversion`), relative accuracy in any tail.
//!
//! Cost: some milliseconds at a million items after one pass over the distinct values.

mod draws;
mod flips;
mod halves;
mod inversion;
mod kept;
mod lanes;
mod lattice;
mod lobes;
mod rounded;
mod search;
mod series;
mod shifted;
mod strata;
mod table;
mod tail;
mod transform;

use std::borrow::Borrow;
use std::sync::OnceLock;

use draws::Draws;
use flips::Flips;
use halves::{CoinHalves, Halves};
use inversion::{Side, TiltedGrid, saddle};
use kept::{CENTRAL, Kept};
use lattice::Lattice;
pub use search::LawSearch;
pub(crate) use shifted::ShiftedFlips;
use strata::Strata;
use table::Table;
pub use tail::Tail;
pub(crate) use transform::Cumulants;
use transform::Transform;

use crate::Probability;
use crate::binomial;
use crate::special::Chance;
use crate::trinomial::Trinomial;

/// The distribution of an integer sum T on `origin, origin + step, ..., origin + step·width`.
#[derive(Debug)]
pub struct Law {
    origin: i128,
    step: i128,
    width: i128,
    mean: f64,
    variance: f64,
    form: Form,
    /// Relative error that is good enough to leave other lobes out.
    tolerance: f64,
    /// The grids that serve the centre of an inverted law, once asked for: upper tails, and lower ones below the mean.
    central: OnceLock<TiltedGrid>,
    central_lower: OnceLock<TiltedGrid>,
}

#[derive(Debug)]
enum Form {
    Point,
    Lattice(Lattice),
    CoinHalves(CoinHalves),
    Halves(Halves),
    /// Flips of one size: a binomial count, whatever their number.
    Coins(u64),
    Flips(Flips),
    Draws(Draws),
    Strata(Strata),
    /// Inverted where the table has no digits left.
    Table(Table, Strata),
    /// Draws from {−1, 0, 1}; Y counts from −draws.
    Trinomial {
        law: Trinomial,
        draws: i64,
    },
}

/// Error of an inversion from which rounding few weights may do better.
const ROUNDED: f64 = 1e-6;
/// Error of rounded weights below which no inversion is tried: it takes half a second to come as far.
const GOOD: f64 = 4e-4;

/// Convolution table entries at most: 8 MiB.
const WIDEST_TABLE: i128 = 1 << 20;

impl Law {
    /// The permutation law of `sum of ±d_i`, fair independent signs, from distinct values with multiplicities.
    ///
    /// Zeros do not matter. Values may repeat.
    pub fn permutation<V: Borrow<(i64, u64)>>(values: impl IntoIterator<Item = V>) -> Self {
        Self::permutation_within(values, 0.0)
    }

    /// The permutation law for searches that need many laws: tails may be off by `tolerance` of themselves, and are
    /// `complete` only where nothing was left out all the same. Cost: a few milliseconds a law.
    pub fn permutation_within<V: Borrow<(i64, u64)>>(
        values: impl IntoIterator<Item = V>,
        tolerance: f64,
    ) -> Self {
        let (most_flips, most_cells) = if tolerance > 0.0 {
            (30, 1 << 20)
        } else {
            (halves::MOST_FLIPS, lattice::MOST_CELLS)
        };
        let values = values.into_iter().map(|v| *v.borrow());
        let sizes = merge(
            values
                .filter(|v| v.0 != 0)
                .map(|(d, m)| (d.unsigned_abs(), m)),
        );
        let step = common_divisor(sizes.iter().map(|v| v.0));
        let atoms: Vec<(u64, u64)> = sizes.into_iter().map(|(v, m)| (v / step, m)).collect();
        let width: i128 = atoms
            .iter()
            .map(|&(w, m)| i128::from(w) * i128::from(m))
            .sum();
        let items: u64 = atoms.iter().map(|a| a.1).sum();
        let squares = atoms
            .iter()
            .map(|&(w, m)| w as f64 * w as f64 * m as f64)
            .sum();
        let form = if width == 0 {
            Form::Point
        } else if items <= lattice::MOST_ITEMS
            && width <= WIDEST_TABLE
            && width * i128::from(items) <= i128::from(most_cells)
        {
            Form::Lattice(Lattice::new(&atoms, width as usize))
        } else if items <= most_flips && u64::try_from(width).is_ok() {
            Form::CoinHalves(CoinHalves::new(&atoms))
        } else if let [(_, coins)] = atoms[..] {
            Form::Coins(coins)
        } else {
            Form::Flips(Flips::new(atoms))
        };
        Self::of_flipped(form, width, squares, step, tolerance)
    }

    /// The law of flips of weights that are multiples of `step`.
    fn of_flips(flips: Flips, step: u64, tolerance: f64) -> Self {
        let (width, squares) = (flips.width(), flips.variance());
        Self::of_flipped(Form::Flips(flips), width, squares, step, tolerance)
    }

    /// `squares`: sum of the squares of all weights in steps.
    fn of_flipped(form: Form, width: i128, squares: f64, step: u64, tolerance: f64) -> Self {
        let unit = step as f64;
        let step = i128::from(step);
        Self {
            origin: -width * step,
            step: 2 * step,
            width,
            mean: 0.0,
            variance: squares * unit * unit,
            form,
            tolerance,
            central: OnceLock::new(),
            central_lower: OnceLock::new(),
        }
    }

    /// The bootstrap law of the sum of n draws with replacement from n items, from distinct values with their
    /// numbers of items.
    pub fn bootstrap<V: Borrow<(i64, u64)>>(values: impl IntoIterator<Item = V>) -> Self {
        Self::from_strata(vec![(merged(values), None)])
    }

    /// The law of the sum of `draws` draws with replacement from n items: the m-out-of-n bootstrap (Bickel, Götze & van
    /// Zwet 1997), unscaled.
    pub fn bootstrap_draws<V: Borrow<(i64, u64)>>(
        values: impl IntoIterator<Item = V>,
        draws: u64,
    ) -> Self {
        Self::from_strata(vec![(merged(values), Some(draws))])
    }

    /// The stratified bootstrap law: from every stratum as many draws with replacement as it has items.
    pub fn bootstrap_strata<V: Borrow<(i64, u64)>, S: IntoIterator<Item = V>>(
        strata: impl IntoIterator<Item = S>,
    ) -> Self {
        Self::from_strata(
            strata
                .into_iter()
                .map(|values| (merged(values), None))
                .collect(),
        )
    }

    /// The law of the sum of `draws` independent draws of values with these weights, which need not sum to 1.
    ///
    /// A weight is kept as a multiple of 2^-52 of their sum.
    pub fn weighted(values: impl IntoIterator<Item = (i64, f64)>, draws: u64) -> Self {
        Self::weighted_strata([(values.into_iter().collect(), draws)])
    }

    /// The law of the sum of independent draws of several kinds, each of values with weights and with its own number of draws, as
    /// [`Self::weighted`].
    pub fn weighted_strata(strata: impl IntoIterator<Item = (Vec<(i64, f64)>, u64)>) -> Self {
        const ALL: f64 = (1_u64 << 52) as f64;
        let counted = |(values, draws): (Vec<(i64, f64)>, u64)| {
            let sum: f64 = values.iter().map(|one| one.1).sum();
            let count = |weight: f64| libm::round(weight / sum * ALL) as u64;
            let counts = values.iter().map(|&(value, weight)| (value, count(weight)));
            (merged(counts), Some(draws))
        };
        Self::drawn_by(strata.into_iter().map(counted).collect(), MOST_OUTCOMES)
    }

    /// The law of draws of distinct values, as many as items where no number is given.
    fn from_strata(strata: Vec<Counted>) -> Self {
        Self::drawn_by(strata, 0)
    }

    /// The same; a law with up to `most_outcomes` outcomes of half the draws is that of all pairs of halves.
    fn drawn_by(mut strata: Vec<Counted>, most_outcomes: u64) -> Self {
        let one = strata.len() == 1;
        if let [(values, draws)] = &strata[..] {
            let items = values.iter().map(|v| v.1).sum();
            if let Some(law) = Self::trinomial(values, items, draws.unwrap_or(items)) {
                return law;
            }
        }
        let (mut origin, mut mean, mut variance) = (0, 0.0, 0.0);
        let mut steps = Vec::new();
        for (values, draws) in &mut strata {
            let items: u64 = values.iter().map(|v| v.1).sum();
            let draws = *draws.get_or_insert(items);
            let least = values.iter().map(|v| v.0).min().unwrap_or(0);
            origin += i128::from(least) * i128::from(draws);
            steps.push(common_divisor(values.iter().map(|v| v.0.abs_diff(least))));
            let total: i128 = values
                .iter()
                .map(|&(d, c)| i128::from(d) * i128::from(c))
                .sum();
            let per_item = draws as f64 / items.max(1) as f64;
            mean += total as f64 * per_item;
            let squares: f64 = values
                .iter()
                .map(|&(d, c)| {
                    let product = i128::from(d) * i128::from(items) - total;
                    // Conversion from 64 bits is an instruction, from 128 a call.
                    let deviation = i64::try_from(product)
                        .map_or_else(|_| product as f64, |p| p as f64)
                        / items as f64;
                    deviation * deviation * c as f64
                })
                .sum();
            variance += squares * per_item;
        }
        // A stratum of equal values has no step.
        let varied = |stratum: &Counted| stratum.0.iter().any(|v| v.0 != stratum.0[0].0);
        let step = common_divisor(
            steps
                .iter()
                .zip(&strata)
                .filter(|one| varied(one.1))
                .map(|one| *one.0),
        );
        let varied = strata.into_iter().filter(varied).map(|(values, draws)| {
            let least = values.iter().map(|v| v.0).min().unwrap_or(0);
            let atoms = values
                .into_iter()
                .map(|(d, c)| (d.abs_diff(least) / step, c))
                .collect();
            (atoms, draws.unwrap_or(0))
        });
        let strata: Vec<(Vec<(u64, u64)>, u64)> = varied.collect();
        let most = |atoms: &[(u64, u64)]| i128::from(atoms.iter().map(|a| a.0).max().unwrap_or(0));
        let width: i128 = strata
            .iter()
            .map(|(atoms, draws)| most(atoms) * i128::from(*draws))
            .sum();
        let form = if width == 0 {
            Form::Point
        } else {
            Self::form_of_draws(strata, one, (width, most_outcomes))
        };
        Self {
            origin,
            step: i128::from(step),
            width,
            mean,
            variance,
            form,
            tolerance: 0.0,
            central: OnceLock::new(),
            central_lower: OnceLock::new(),
        }
    }

    /// The form that serves strata of values from 0 on with their numbers of items and draws; `one`: there is one.
    fn form_of_draws(
        mut strata: Vec<(Vec<(u64, u64)>, u64)>,
        one: bool,
        (width, most_outcomes): (i128, u64),
    ) -> Form {
        let inverted = |strata: Vec<(Vec<(u64, u64)>, u64)>| {
            Strata(
                strata
                    .into_iter()
                    .map(|(atoms, draws)| Draws::new(atoms, draws))
                    .collect(),
            )
        };
        if let ([(atoms, draws)], true) = (&strata[..], one) {
            let items: u64 = atoms.iter().map(|a| a.1).sum();
            let are_few = *draws <= halves::MOST_DRAWS && atoms.len() as u64 <= halves::MOST_DRAWS;
            if are_few || outcomes(atoms.len() as u64, draws.div_ceil(2)) <= most_outcomes {
                return Form::Halves(Halves::of_draws(atoms, *draws));
            }
            if *draws == items
                && let Some((atoms, draws)) = strata.pop()
            {
                return Form::Draws(Draws::new(atoms, draws));
            }
        }
        if width < WIDEST_TABLE && Table::cells(&strata, width) <= table::MOST_CELLS {
            return Form::Table(Table::new(&strata, width as usize), inverted(strata));
        }
        Form::Strata(inverted(strata))
    }

    /// Lets the tails of an inverted law be off by this share of themselves; such a tail is not `complete`.
    #[must_use]
    pub fn with_tolerance(self, relative_error: f64) -> Self {
        Self {
            tolerance: relative_error,
            central: OnceLock::new(),
            central_lower: OnceLock::new(),
            ..self
        }
    }

    /// Differences of 0/1 scores: every tail is a short sum of positive terms.
    fn trinomial(values: &[(i64, u64)], items: u64, draws: u64) -> Option<Self> {
        if values.len() > 3 {
            return None;
        }
        let size = values
            .iter()
            .map(|v| v.0.unsigned_abs())
            .max()
            .filter(|&size| size > 0)?;
        let of = |value: i128| {
            values
                .iter()
                .find(|v| i128::from(v.0) == value)
                .map_or(0, |v| v.1)
        };
        let size = i128::from(size);
        let (helped, hurt) = (of(size), of(-size));
        if helped + hurt + of(0) != items || items.max(draws) > 1 << 32 {
            return None;
        }
        let (up, down, n) = (helped as f64, hurt as f64, items as f64);
        let (unit, per_item) = (size as f64, draws as f64 / n);
        Some(Self {
            origin: -size * i128::from(draws),
            step: size,
            width: 2 * i128::from(draws),
            mean: unit * (up - down) * per_item,
            variance: unit * unit * (up + down - (up - down) * (up - down) / n) * per_item,
            form: Form::Trinomial {
                law: Trinomial::new(draws, helped, hurt, of(0)),
                draws: draws.cast_signed(),
            },
            tolerance: 0.0,
            central: OnceLock::new(),
            central_lower: OnceLock::new(),
        })
    }

    /// Mean of the sum.
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// Variance of the sum.
    pub fn variance(&self) -> f64 {
        self.variance
    }

    /// `P(T >= t)`.
    pub fn at_least(&self, t: i128) -> Tail {
        self.upper(self.place(t), &mut Kept::default())
    }

    /// `P(T >= t)` and `P(T >= further)`, at little more than the cost of one where they are close.
    pub fn at_least_both(&self, t: i128, further: i128) -> (Tail, Tail) {
        let mut kept = Kept::default();
        (
            self.upper(self.place(t), &mut kept),
            self.upper(self.place(further), &mut kept),
        )
    }

    /// The first place of the lattice from `t` on.
    fn place(&self, t: i128) -> i128 {
        (t - self.origin).div_euclid(self.step)
            + i128::from((t - self.origin).rem_euclid(self.step) != 0)
    }

    /// `P(T <= t)`.
    pub fn at_most(&self, t: i128) -> Tail {
        self.lower(
            (t - self.origin).div_euclid(self.step),
            &mut Kept::default(),
        )
    }

    /// The q-quantile with the error of the probability that it was found by, relative to the tail on its side; lobes that
    /// [`Self::with_tolerance`] leaves out are not in it.
    pub fn quantile_with_error(&self, q: f64) -> (i128, f64) {
        let quantile = self.quantile(q);
        let y = (quantile - self.origin).div_euclid(self.step);
        let central = self.transform().filter(|transform| {
            let (first, last) = self.centre(*transform);
            (first..=last).contains(&y)
        });
        // A grid tilted to this very value would cost more than the quantile did.
        let error = match central {
            Some(transform) => {
                let grid = self.central_grid(transform);
                let mut above = tail_of(grid.tail(transform, y + 1));
                if self.tolerance > 0.0 {
                    // What was left out was to be left out.
                    above.relative_error -= grid.left_out();
                }
                if q < 0.5 {
                    above.complement().relative_error
                } else {
                    above.relative_error
                }
            }
            None if q < 0.5 => self.lower(y, &mut Kept::default()).relative_error,
            None => self.upper(y, &mut Kept::default()).relative_error,
        };
        (quantile, error)
    }

    fn transform(&self) -> Option<&dyn Transform> {
        match &self.form {
            Form::Flips(flips) => Some(flips),
            Form::Draws(draws) => Some(draws),
            Form::Strata(strata) => Some(strata),
            Form::Point
            | Form::Lattice(_)
            | Form::Table(..)
            | Form::CoinHalves(_)
            | Form::Halves(_)
            | Form::Coins(_)
            | Form::Trinomial { .. } => None,
        }
    }

    fn upper(&self, y: i128, kept: &mut Kept) -> Tail {
        if y <= 0 {
            return Tail::closed(Probability::ONE, 0.0);
        }
        if y > self.width {
            return Tail::closed(Probability::ZERO, 0.0);
        }
        match &self.form {
            Form::Point => unreachable!("a point has no width"),
            // m roundings of half a unit each, and the sum of the tail.
            Form::Lattice(lattice) => Tail::closed(lattice.at_least(y), 1e-13),
            Form::CoinHalves(halves) => Tail::closed(halves.at_least(y as u64), 1e-15),
            Form::Halves(halves) => Tail::closed(halves.at_least(y), 1e-13),
            Form::Flips(flips) => self.flipped(flips, y, kept),
            Form::Draws(draws) => self.invert(draws, Side::Upper, y, kept),
            Form::Strata(strata) => self.invert(strata, Side::Upper, y, kept),
            Form::Table(table, strata) => table.at_least(y).map_or_else(
                || self.invert(strata, Side::Upper, y, kept),
                |p| Tail::closed(p, 1e-13),
            ),
            Form::Coins(coins) => {
                Tail::closed(binomial::upper(y as u64, *coins, Chance::HALF), 1e-12)
            }
            Form::Trinomial { law, draws } => Tail::closed(law.upper(y as i64 - draws), 1e-12),
        }
    }

    fn lower(&self, y: i128, kept: &mut Kept) -> Tail {
        if y < 0 {
            return Tail::closed(Probability::ZERO, 0.0);
        }
        if y >= self.width {
            return Tail::closed(Probability::ONE, 0.0);
        }
        match &self.form {
            // Symmetric: the lower tail is an upper tail, without a subtraction.
            Form::Lattice(_) | Form::CoinHalves(_) | Form::Coins(_) | Form::Flips(_) => {
                self.upper(self.width - y, kept)
            }
            Form::Draws(draws) => self.invert(draws, Side::Lower, y, kept),
            Form::Strata(strata) => self.invert(strata, Side::Lower, y, kept),
            Form::Table(table, strata) => table.at_most(y).map_or_else(
                || self.invert(strata, Side::Lower, y, kept),
                |p| Tail::closed(p, 1e-13),
            ),
            Form::Halves(halves) => Tail::closed(halves.at_most(y), 1e-13),
            Form::Trinomial { law, draws } => Tail::closed(law.lower(y as i64 - draws), 1e-12),
            Form::Point => Tail::closed(Probability::ZERO, 0.0),
        }
    }

    /// The y that the central grid serves.
    fn centre(&self, transform: &dyn Transform) -> (i128, i128) {
        let reach = (CENTRAL * self.deviation_of_y()).floor() as i128;
        let middle = transform.twice_mean() / 2;
        (
            (middle - reach).max(0),
            (middle + reach).min(self.width - 1),
        )
    }

    fn central_grid(&self, transform: &dyn Transform) -> &TiltedGrid {
        self.central.get_or_init(|| {
            let (first, last) = self.centre(transform);
            let theta = saddle(transform, Side::Upper, transform.twice_mean() / 2);
            TiltedGrid::new(
                transform,
                Side::Upper,
                theta,
                (first, last + 1),
                self.tolerance,
            )
        })
    }

    fn central_lower_grid(&self, transform: &dyn Transform) -> &TiltedGrid {
        self.central_lower.get_or_init(|| {
            let (first, _) = self.centre(transform);
            let middle = transform.twice_mean() / 2;
            let theta = saddle(transform, Side::Lower, middle);
            TiltedGrid::new(
                transform,
                Side::Lower,
                theta,
                (first, middle),
                self.tolerance,
            )
        })
    }

    fn deviation_of_y(&self) -> f64 {
        libm::sqrt(self.variance) / self.step as f64
    }

    /// `P(Y <= y)` or `P(Y >= y)` by inversion: near the mean from the central grids, further out from a grid of its own
    /// tilted to `y`, or one that is kept.
    fn invert(&self, transform: &dyn Transform, side: Side, y: i128, kept: &mut Kept) -> Tail {
        // As an upper tail P(Y >= from) and its complement.
        let from = if side == Side::Upper { y } else { y + 1 };
        let deviations = (2 * from - transform.twice_mean()) as f64 / 2.0 / self.deviation_of_y();
        let (first, last) = self.centre(transform);
        // Below the mean the upper tail is near 1 and its complement loses digits: two at one deviation.
        let is_upper = deviations > 0.0 || deviations >= -1.0 && from >= first;
        let (of, at) = if is_upper {
            (Side::Upper, from)
        } else {
            (Side::Lower, from - 1)
        };
        let tail = if at >= first && at <= last {
            let grid = match of {
                Side::Upper => self.central_grid(transform),
                Side::Lower => self.central_lower_grid(transform),
            };
            tail_of(grid.tail(transform, at))
        } else {
            let law = (self.deviation_of_y(), self.tolerance);
            tail_of(kept.beyond(transform, law, of, at).unwrap_or_else(|| {
                let theta = saddle(transform, of, at);
                TiltedGrid::new(transform, of, theta, (at, at), self.tolerance).tail(transform, at)
            }))
        };
        if side == of { tail } else { tail.complement() }
    }

    /// `P(Y >= y)` of sign flips: counted near the end, from rounded weights where that loses little, or less than the
    /// inversion.
    fn flipped(&self, flips: &Flips, y: i128, kept: &mut Kept) -> Tail {
        let rest = self.width - y;
        let counted = || flips.near_end(rest, flips::FEW_SUBSETS);
        if let Some(tail) = (rest < self.width / 64).then(counted).flatten() {
            return tail;
        }
        let rounded = (self.tolerance == 0.0)
            .then(|| flips.rounded(rest))
            .flatten();
        let mut bounded = None;
        if let Some(rounded) = rounded
            .as_ref()
            .filter(|r| r.is_exact() || flips.is_continuous())
        {
            bounded = rounded.at_most(&mut kept.rounded);
            // Where single outcomes matter they can be counted.
            let close = |tail: &Tail| tail.relative_error < GOOD;
            let near = bounded
                .filter(close)
                .or_else(|| flips.near_end(rest, flips::MANY_SUBSETS));
            if let Some(tail) = near {
                return tail;
            }
        }
        let inverted = self.invert(flips, Side::Upper, y, kept);
        if inverted.relative_error > ROUNDED {
            bounded = bounded.or_else(|| {
                rounded
                    .as_ref()
                    .and_then(|rounded| rounded.at_most(&mut kept.rounded))
            });
        }
        bounded
            .filter(|bounded| bounded.relative_error < inverted.relative_error)
            .unwrap_or(inverted)
    }
}

/// Outcomes of half the draws up to which all are listed: 10 ms.
const MOST_OUTCOMES: u64 = 1 << 16;

/// Returns the number of multisets of so many draws from so many values, at most `u64::MAX`.
fn outcomes(values: u64, draws: u64) -> u64 {
    let (all, of) = (
        u128::from(values + draws - 1),
        u128::from(draws.min(values - 1)),
    );
    let mut ways = 1_u128;
    for k in 1..=of {
        ways = ways.saturating_mul(all + 1 - k) / k;
        if ways > u128::from(MOST_OUTCOMES) {
            return u64::MAX;
        }
    }
    ways as u64
}

fn reaches(lower: Tail, q: f64) -> bool {
    // Rounding alone may break a tie; an estimate of what was left out says nothing about its sign.
    lower.probability.value() * (1.0 + lower.relative_error.min(1e-12) + 1e-13) >= q
}

fn tail_of(inverted: inversion::Inverted) -> Tail {
    Tail {
        probability: inverted.probability,
        relative_error: inverted.relative_error,
        complete: inverted.complete,
    }
}

/// Smallest integer in `[low, high]` for which a monotone predicate holds; `high` is taken to satisfy it.
fn first_true(mut low: i128, mut high: i128, holds: impl Fn(i128) -> bool) -> i128 {
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    high
}

/// Distinct values with their numbers of items, and how many are drawn if not as many.
type Counted = (Vec<(i64, u64)>, Option<u64>);

/// Distinct values that some items hold.
fn merged<V: Borrow<(i64, u64)>>(values: impl IntoIterator<Item = V>) -> Vec<(i64, u64)> {
    merge(values.into_iter().map(|v| *v.borrow()).filter(|v| v.1 > 0))
}

/// Values up to which equal ones are brought together: of more, most are distinct, and repeats cost nothing where power
/// sums stand for them.
const MERGED: usize = 1 << 16;

/// Sorted distinct values with their counts added; many values as they come.
fn merge<T: Ord + Copy>(values: impl Iterator<Item = (T, u64)>) -> Vec<(T, u64)> {
    // No more room than needed for a million of them.
    let mut merged = Vec::with_capacity(values.size_hint().1.unwrap_or(0));
    merged.extend(values);
    let mut values: Vec<(T, u64)> = merged;
    if values.len() > MERGED {
        return values;
    }
    values.sort_unstable_by_key(|v| v.0);
    values.dedup_by(|later, kept| {
        let same = later.0 == kept.0;
        if same {
            kept.1 += later.1;
        }
        same
    });
    values
}

/// Greatest common divisor; 1 for none but zeros.
fn common_divisor(mut values: impl Iterator<Item = u64>) -> u64 {
    let divisor = values.try_fold(0, |a, b| {
        let (mut a, mut b) = (a, b);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        // Nothing divides less than 1.
        if a == 1 { Err(a) } else { Ok(a) }
    });
    let (Ok(divisor) | Err(divisor)) = divisor;
    divisor.max(1)
}

#[cfg(test)]
mod tests;
