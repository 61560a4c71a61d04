//! How the bootstrap of a comparison draws its items: all, m of n, or within strata; with or without replacement.
//!
//! Laws and draws both come from here, so that they describe the same resamples. Strata keep their sizes in every resample
//! (statistic: the mean of all items); items of a stratum are adjacent for the draws, in a copy of the columns sorted by
//! stratum. Swaps need none of this.

use std::borrow::{Borrow, Cow};
use std::sync::Arc;

use restrap_core::{Design, IntegerColumn};
use restrap_stats::Law;
use restrap_stats::interval::IdealBootstrap;

use crate::design::repeated::Repeated;
use crate::error::Error;
use crate::number::format::{count, grouped};
use crate::request::Request;
use crate::request::rule::{Draws, Rule, rescaled};

/// The stratum of each item.
///
/// Every bootstrap resample draws as many items of each stratum as there are. Strata do not make items of one stratum dependent:
/// that is what clusters are for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strata {
    /// The column, for messages.
    pub column: String,
    /// For each item the number of its stratum, from 1; 0, an item of none, is refused.
    pub codes: Arc<[u32]>,
}

impl Strata {
    /// Returns the number of strata.
    pub fn number(&self) -> usize {
        let mut codes = self.codes.to_vec();
        codes.sort_unstable();
        codes.dedup();
        codes.len()
    }

    /// Returns the words of a recipe.
    fn words(&self) -> String {
        let strata = match self.number() {
            1 => "1 stratum".to_owned(),
            number => format!("{} strata", grouped(number as u64)),
        };
        format!(", sampled within {strata} ({}) of fixed size", self.column)
    }
}

/// The draws of one bootstrap resample.
#[derive(Debug)]
pub struct Scheme {
    rule: Rule,
    items: u64,
    design: Design,
    /// Items in the order of their strata, where there are several.
    order: Option<Vec<u32>>,
    /// Its strata in the words of a recipe; empty where there are none.
    strata: String,
    is_plain: bool,
}

impl Scheme {
    /// Returns the items in the order of their strata, where there are several.
    pub fn order(&self) -> Option<&[u32]> {
        self.order.as_deref()
    }

    /// Returns the scheme of samples with replacement of as many items.
    pub fn plain(items: u64) -> Self {
        Self {
            rule: Rule::PLAIN,
            items,
            design: Design::full(items),
            order: None,
            strata: String::new(),
            is_plain: true,
        }
    }

    /// Returns the scheme of systems whose items are drawn separately, from a table that has one system after the other.
    pub fn apart(sizes: &[u64]) -> Self {
        let items: u64 = sizes.iter().sum();
        Self {
            design: Design {
                strata: sizes.iter().map(|&size| (size, size)).collect(),
                replacement: true,
            },
            order: Some((0..items as u32).collect()),
            strata: ", of each system's items alone".to_owned(),
            is_plain: false,
            ..Self::plain(items)
        }
    }

    /// Returns the scheme that a request asks for, of so many items.
    ///
    /// # Errors
    /// For subsamples and strata that these items do not have, and options that go with neither.
    pub fn new(request: &Request, strata: Option<&Strata>, items: u64) -> Result<Self, Error> {
        let rule = request.variants.rule;
        let is_subsample = matches!(rule.draws, Draws::Subsample(_));
        if !is_subsample && strata.is_none() {
            let design = Design::draws(items, rule.draws(items));
            return Ok(Self {
                rule,
                design,
                ..Self::plain(items)
            });
        }
        rule.check(items)?;
        let mut drawn = Design {
            replacement: rule.replaces(),
            ..Design::draws(items, rule.draws(items))
        };
        let mut order = None;
        if let Some(strata) = strata {
            let (sizes, sorted) = sorted(strata, items)?;
            if sizes.len() > 1 {
                drawn.strata = sizes.into_iter().map(|size| (size, size)).collect();
                order = Some(sorted);
            }
        }
        let strata = strata.map_or_else(String::new, Strata::words);
        Ok(Self {
            rule,
            items,
            design: drawn,
            order,
            strata,
            is_plain: false,
        })
    }

    /// Returns `true` if one population is drawn as a whole, or as a published recipe draws it: nothing is scaled, and there are no strata.
    pub fn is_plain(&self) -> bool {
        self.is_plain
    }

    /// Returns `true` if items are drawn within strata.
    pub fn has_strata(&self) -> bool {
        !self.strata.is_empty()
    }

    /// Returns its strata in the words of a recipe.
    pub fn strata(&self) -> &str {
        &self.strata
    }

    /// Returns the number of draws in a resample.
    pub fn draws(&self) -> u64 {
        self.design.total()
    }

    /// Returns the draws of columns in the order of [`Self::columns`].
    pub fn drawn(&self) -> &Design {
        &self.design
    }

    /// Returns `true` if the count of each distinct difference can be drawn without the items.
    pub fn is_compressible(&self) -> bool {
        self.order.is_none() && self.design.replacement
    }

    /// Returns `true` if the law of the sums is computed; half the items of a recipe have the law of all.
    pub fn has_law(&self) -> bool {
        self.design.replacement
    }

    /// Returns κ, the divisor of deviations, where they are scaled.
    pub fn scaling(&self) -> Option<f64> {
        self.rule.scaling(self.items)
    }

    /// Returns columns in which the items of each stratum are neighbours.
    pub fn columns<'c>(&self, columns: &[&'c [i64]]) -> Vec<Cow<'c, [i64]>> {
        let sorted = |column: &&'c [i64]| match &self.order {
            None => Cow::Borrowed(*column),
            Some(order) => Cow::Owned(order.iter().map(|&item| column[item as usize]).collect()),
        };
        columns.iter().map(sorted).collect()
    }

    /// As [`Self::columns`], of columns that are held whole or by what is not 0.
    pub fn moved<'c>(&self, columns: &[&'c IntegerColumn]) -> Vec<Cow<'c, IntegerColumn>> {
        let Some(order) = &self.order else {
            return columns
                .iter()
                .map(|column| Cow::Borrowed(*column))
                .collect();
        };
        let mut places = vec![0; order.len()];
        for (place, item) in (0_u32..).zip(order) {
            places[*item as usize] = place;
        }
        let moved = |column: &&IntegerColumn| Cow::Owned(column.moved(&places));
        columns.iter().map(moved).collect()
    }

    /// Returns the law of resampled sums of distinct values with their numbers of items, without strata.
    pub fn law<V: Borrow<(i64, u64)>>(&self, values: impl IntoIterator<Item = V>) -> Law {
        match self.rule.draws {
            Draws::Subsample(_) => Law::bootstrap_draws(values, self.draws()),
            Draws::All | Draws::Half => Law::bootstrap(values),
        }
    }

    /// Returns the law of resampled sums of a column of items within strata; `None` without strata.
    pub fn law_of_strata(&self, column: &Repeated) -> Option<Law> {
        self.order.as_ref()?;
        Some(Law::bootstrap_strata(
            self.parts(column.rows())
                .into_iter()
                .map(|part| part.into_iter().map(|d| (d, 1))),
        ))
    }

    /// Returns the values of each stratum.
    fn parts(&self, column: &[i64]) -> Vec<Vec<i64>> {
        let mut sorted = self.columns(&[column]).remove(0).into_owned();
        let sizes = self
            .design
            .strata
            .iter()
            .map(|stratum| stratum.0 as usize)
            .rev();
        let mut parts: Vec<Vec<i64>> = sizes
            .map(|size| sorted.split_off(sorted.len() - size))
            .collect();
        parts.reverse();
        parts
    }

    /// Returns the law of the mean from that of a sum: `total` over all items, divided by `divisor`.
    pub fn ideal<'l>(&self, law: &'l Law, total: i64, divisor: f64) -> IdealBootstrap<'l> {
        let ideal = IdealBootstrap::new(law, i128::from(total), divisor);
        match self.scaling() {
            None => ideal,
            Some(kappa) => ideal.scaled(self.items, self.draws(), kappa),
        }
    }

    /// Returns the expected sum of a resample as a fraction, given the sum over all items.
    pub fn expected(&self, total: i64) -> (i128, i128) {
        let (total, items) = (i128::from(total), i128::from(self.items));
        match self.scaling() {
            None => (total, 1),
            Some(_) => (total * i128::from(self.draws()), items),
        }
    }

    /// Returns the means of resamples with these sums, scaled about the observed mean.
    pub fn replicates(&self, sums: &[i64], total: i64, divisor: f64) -> Vec<f64> {
        let Some(kappa) = self.scaling() else {
            return sums.iter().map(|&sum| sum as f64 / divisor).collect();
        };
        let (observed, per_draw) = (
            total as f64 / divisor,
            self.items as f64 / self.draws() as f64,
        );
        sums.iter()
            .map(|&sum| rescaled(observed, sum as f64 * per_draw / divisor, Some(kappa)))
            .collect()
    }

    /// Returns values of the items moved so that each stratum has the mean of all: the spread within strata is left.
    pub fn centred_within(&self, values: &[f64]) -> Vec<f64> {
        let Some(order) = &self.order else {
            return values.to_vec();
        };
        let mean = |values: &mut dyn Iterator<Item = f64>, count: usize| {
            values.sum::<f64>() / count as f64
        };
        let of_all = mean(&mut values.iter().copied(), values.len());
        let (mut rest, mut centred) = (&order[..], values.to_vec());
        for &(size, _) in &self.design.strata {
            let (stratum, others) = rest.split_at(size as usize);
            let own = mean(
                &mut stratum.iter().map(|&item| values[item as usize]),
                stratum.len(),
            );
            for &item in stratum {
                centred[item as usize] += of_all - own;
            }
            rest = others;
        }
        centred
    }

    /// Returns deviations from the means of the strata; `None` without strata.
    pub fn centred(&self, column: &[i64]) -> Option<Vec<f64>> {
        self.order.as_ref()?;
        let centred = |part: Vec<i64>| {
            let mean = part.iter().map(|&d| d as f64).sum::<f64>() / part.len() as f64;
            part.into_iter().map(move |d| d as f64 - mean)
        };
        Some(self.parts(column).into_iter().flat_map(centred).collect())
    }

    /// Returns the standard error of the mean of all items where strata are sampled separately: `√(Σ n_s s_s²) / n`, a stratum of one item
    /// adding nothing (Cochran 1977, section 5.4).
    pub fn standard_error(&self, column: &Repeated, divisor: f64) -> Option<f64> {
        let deviations = self.centred(column.rows())?;
        let (mut rest, mut variance) = (&deviations[..], 0.0);
        for &(size, _) in &self.design.strata {
            let (part, others) = rest.split_at(size as usize);
            let squares: f64 = part.iter().map(|deviation| deviation * deviation).sum();
            variance += squares * size as f64 / (size as f64 - 1.0).max(1.0);
            rest = others;
        }
        Some(libm::sqrt(variance) / divisor)
    }
}

/// Returns the sizes of the strata by their numbers, and the items in that order.
fn sorted(strata: &Strata, items: u64) -> Result<(Vec<u64>, Vec<u32>), Error> {
    let codes = &strata.codes;
    if codes.len() as u64 != items {
        let found = count(codes.len() as u64, "code");
        return Err(Error::BadParameter {
            expected: "a stratum for every item",
            found,
        });
    }
    if let Some(item) = codes.iter().position(|&code| code == 0) {
        let found = format!("none in {} for item {}", strata.column, item + 1);
        return Err(Error::BadParameter {
            expected: "a stratum for every item",
            found,
        });
    }
    let Ok(items) = u32::try_from(items) else {
        return Err(Error::BadParameter {
            expected: "fewer than 2^32 items with strata",
            found: items.to_string(),
        });
    };
    let mut order: Vec<u32> = (0..items).collect();
    order.sort_by_key(|&item| codes[item as usize]);
    let sizes = order.chunk_by(|&a, &b| codes[a as usize] == codes[b as usize]);
    Ok((sizes.map(|stratum| stratum.len() as u64).collect(), order))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn designed(codes: &[u32], items: u64) -> Result<Scheme, Error> {
        let strata = Strata {
            column: "domain".to_owned(),
            codes: codes.into(),
        };
        Scheme::new(&Request::default(), Some(&strata), items)
    }

    #[test]
    fn items_of_a_stratum_become_neighbours_in_their_order() {
        let design = designed(&[2, 1, 2, 1, 3], 5).unwrap();
        assert_eq!(
            design.columns(&[&[10, 11, 12, 13, 14]])[0][..],
            [11, 13, 10, 12, 14]
        );
        assert_eq!(design.drawn().strata, [(2, 2), (2, 2), (1, 1)]);
        assert_eq!(
            design.parts(&[10, 11, 12, 13, 14]),
            [vec![11, 13], vec![10, 12], vec![14]]
        );
        // Deviations ±1 in two strata of two: 2·(2·2 / 1) = 8 over 5 items.
        let error = design
            .standard_error(&vec![10, 11, 12, 13, 14].into(), 5.0)
            .unwrap();
        assert!((error - 8.0_f64.sqrt() / 5.0).abs() < 1e-15, "{error}");
        assert!(!design.is_plain() && !design.is_compressible());
    }

    #[test]
    fn one_stratum_is_no_stratum() {
        let design = designed(&[7; 4], 4).unwrap();
        assert_eq!(design.drawn(), &Design::full(4));
        assert!(
            design.is_compressible() && design.law_of_strata(&vec![1, 2, 3, 4].into()).is_none()
        );
    }

    #[test]
    fn items_without_a_stratum_are_refused() {
        for codes in [&[1, 0, 2][..], &[1, 2]] {
            assert!(designed(codes, 3).is_err(), "{codes:?}");
        }
    }
}
