//! Strengths of systems from votes: Bradley and Terry (1952), with ties (Davidson 1970) and an effect of the order in which two
//! systems are shown (Davidson and Beaver 1977).
//!
//! ```text
//! first wins : second wins : tie  =  γ π_i : π_j : ν √(π_i π_j),    λ = ln π,   sum of λ = 0
//! ```
//!
//! Without ties ν is absent, and γ = 1 unless asked for. The likelihood is concave in λ, ln ν and ln γ: Newton's method finds its
//! maximum; if there is none, the steps never become small. Standard errors come from the observed information under the
//! constraint, or from the sandwich of scores summed by prompt, times C/(C − 1).

use super::symmetric::Symmetric;
use super::{Duel, connected};
use crate::StatsError;
use crate::moments::sum;

/// Newton steps at most; 10 serve where a maximum exists.
const MOST_STEPS: u32 = 100;
/// A step below which the maximum is found, in logarithms of strengths.
const SMALL: f64 = 1e-11;

/// A number with its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimated {
    /// The estimate.
    pub value: f64,
    /// Its standard error.
    pub error: f64,
}

/// Fitted strengths.
#[derive(Clone, Debug, PartialEq)]
pub struct Davidson {
    form: Form,
    parameters: Vec<f64>,
    covariance: Symmetric,
    log_likelihood: f64,
}

/// Which parameters follow the strengths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Form {
    systems: usize,
    ties: bool,
    order: bool,
}

impl Form {
    fn size(self) -> usize {
        self.systems + usize::from(self.ties) + usize::from(self.order)
    }

    fn nu(self) -> Option<usize> {
        self.ties.then_some(self.systems)
    }

    fn gamma(self) -> Option<usize> {
        self.order.then_some(self.systems + usize::from(self.ties))
    }

    /// Outcomes of a duel: votes, and the parameters whose weighted sum is the logarithm of its odds.
    fn outcomes(self, duel: &Duel) -> Vec<(f64, Vec<(usize, f64)>)> {
        let mut first = vec![(duel.first, 1.0)];
        first.extend(self.gamma().map(|gamma| (gamma, 1.0)));
        let mut outcomes = vec![
            (duel.first_wins as f64, first),
            (duel.second_wins as f64, vec![(duel.second, 1.0)]),
        ];
        if let Some(nu) = self.nu() {
            outcomes.push((
                duel.ties as f64,
                vec![(duel.first, 0.5), (duel.second, 0.5), (nu, 1.0)],
            ));
        }
        outcomes
    }

    /// Adds a duel's score and information; returns its log-likelihood.
    fn add(
        self,
        at: &[f64],
        duel: &Duel,
        score: &mut [f64],
        information: Option<&mut Symmetric>,
    ) -> f64 {
        let outcomes = self.outcomes(duel);
        let odds: Vec<f64> = outcomes
            .iter()
            .map(|(_, terms)| terms.iter().map(|&(i, x)| x * at[i]).sum())
            .collect();
        let most = odds.iter().copied().fold(f64::MIN, f64::max);
        let total = most + libm::log(odds.iter().map(|odds| libm::exp(odds - most)).sum());
        let votes = duel.votes() as f64;
        let mut mean: Vec<(usize, f64)> = Vec::new();
        for ((seen, terms), odds) in outcomes.iter().zip(&odds) {
            let p = libm::exp(odds - total);
            for &(i, x) in terms {
                score[i] += (seen - votes * p) * x;
                mean.push((i, p * x));
            }
        }
        if let Some(information) = information {
            for ((_, terms), odds) in outcomes.iter().zip(&odds) {
                let p = libm::exp(odds - total);
                information.add_outer(terms, votes * p);
            }
            information.add_outer(&mean, -votes);
        }
        outcomes
            .iter()
            .zip(&odds)
            .map(|((seen, _), odds)| seen * (odds - total))
            .sum()
    }
}

impl Davidson {
    /// Fits strengths of `systems` systems, numbered from 0, with an effect of being shown first if `order` is set.
    ///
    /// # Errors
    /// For fewer than two systems, a duel of a system with itself or one beyond `systems`, and where no finite strengths are most
    /// likely: [`StatsError::Unbeaten`] names a group that never lost to the rest, [`StatsError::NoFiniteStrengths`] is the rest
    /// of such cases.
    pub fn fit(systems: usize, duels: &[Duel], order: bool) -> Result<Self, StatsError> {
        if systems < 2 {
            return Err(StatsError::TooFew {
                what: "systems",
                needed: 2,
                found: systems,
            });
        }
        for duel in duels {
            let last = duel.first.max(duel.second);
            if last >= systems || duel.first == duel.second {
                let high = systems as f64 - 1.0;
                return Err(StatsError::OutOfRange {
                    name: "the systems of a duel, two different numbers",
                    low: 0.0,
                    high,
                    value: last as f64,
                });
            }
        }
        connected(systems, duels)?;
        let form = Form {
            systems,
            ties: duels.iter().any(|duel| duel.ties > 0),
            order,
        };
        let mut at = vec![0.0; form.size()];
        for _ in 0..MOST_STEPS {
            let (log_likelihood, score, information) = form.totals(&at, duels);
            let factor = information.factor().ok_or(StatsError::NoFiniteStrengths)?;
            let step = factor.solve(&score);
            let longest = step
                .iter()
                .copied()
                .fold(0.0, |longest: f64, part| longest.max(part.abs()));
            if longest < SMALL {
                let mut covariance = factor.inverse();
                form.pin(&mut covariance, -1.0);
                let parameters = at.iter().zip(&step).map(|(x, part)| x + part).collect();
                return Ok(Self {
                    form,
                    parameters,
                    covariance,
                    log_likelihood,
                });
            }
            // Halved until the likelihood does not fall: concave, so some part of a step rises.
            let tried = (0..40)
                .map(|halvings| libm::ldexp(1.0, -halvings))
                .find_map(|share| {
                    let next: Vec<f64> = at
                        .iter()
                        .zip(&step)
                        .map(|(x, part)| x + share * part)
                        .collect();
                    let rounding = 1e-12 * log_likelihood.abs();
                    (form.totals(&next, duels).0 >= log_likelihood - rounding).then_some(next)
                });
            at = tried.ok_or(StatsError::NoFiniteStrengths)?;
        }
        Err(StatsError::NoFiniteStrengths)
    }

    /// What each prompt moves the parameters by, the strengths first: the inverse of the information times its score, from the errors
    /// of [`Davidson::fit`]. They sum to 0.
    pub fn influences<P: AsRef<[Duel]>>(&self, prompts: &[P]) -> Vec<Vec<f64>> {
        let of = |prompt: &P| {
            let mut score = vec![0.0; self.form.size()];
            for duel in prompt.as_ref() {
                self.form.add(&self.parameters, duel, &mut score, None);
            }
            self.covariance.times(&score)
        };
        prompts.iter().map(of).collect()
    }

    /// The strengths with standard errors from votes that belong together: the votes on each prompt.
    ///
    /// # Errors
    /// For fewer than two prompts.
    pub fn by_prompt<P: AsRef<[Duel]>>(&self, prompts: &[P]) -> Result<Self, StatsError> {
        let count = prompts.len();
        if count < 2 {
            return Err(StatsError::TooFew {
                what: "prompts",
                needed: 2,
                found: count,
            });
        }
        let mut covariance = Symmetric::zero(self.form.size());
        let correction = count as f64 / (count as f64 - 1.0);
        for influence in self.influences(prompts) {
            covariance.add_outer(
                &influence.into_iter().enumerate().collect::<Vec<_>>(),
                correction,
            );
        }
        Ok(Self {
            covariance,
            ..self.clone()
        })
    }

    /// Logarithms of the strengths, which sum to 0.
    pub fn strengths(&self) -> Vec<Estimated> {
        (0..self.form.systems)
            .map(|system| self.parameter(system))
            .collect()
    }

    /// One system's advantage over another, in logarithms of strengths.
    pub fn difference(&self, system: usize, other: usize) -> Estimated {
        let covariance = |i, k| self.covariance.at(i, k);
        let variance =
            covariance(system, system) + covariance(other, other) - 2.0 * covariance(system, other);
        let value = self.parameters[system] - self.parameters[other];
        Estimated {
            value,
            error: libm::sqrt(variance.max(0.0)),
        }
    }

    /// `ln ν`: how readily two equal systems tie; `None` without ties.
    pub fn ties(&self) -> Option<Estimated> {
        self.form.nu().map(|nu| self.parameter(nu))
    }

    /// `ln γ`: what being shown first is worth; `None` unless asked for.
    pub fn order(&self) -> Option<Estimated> {
        self.form.gamma().map(|gamma| self.parameter(gamma))
    }

    /// Logarithm of the likelihood, without the multinomial constant.
    pub fn log_likelihood(&self) -> f64 {
        self.log_likelihood
    }

    fn parameter(&self, i: usize) -> Estimated {
        Estimated {
            value: self.parameters[i],
            error: libm::sqrt(self.covariance.at(i, i).max(0.0)),
        }
    }
}

impl Form {
    /// Log-likelihood, score, and information with the sum of the strengths pinned.
    fn totals(self, at: &[f64], duels: &[Duel]) -> (f64, Vec<f64>, Symmetric) {
        let (mut score, mut information) = (vec![0.0; self.size()], Symmetric::zero(self.size()));
        let likelihood = sum(duels
            .iter()
            .map(|duel| self.add(at, duel, &mut score, Some(&mut information))));
        self.pin(&mut information, 1.0);
        (likelihood, score, information)
    }

    /// Adds the projection on the mean of the strengths, of which the votes say nothing; a step of Newton's leaves their sum 0, and
    /// the inverse has the same projection to take off.
    fn pin(self, matrix: &mut Symmetric, sign: f64) {
        let mean: Vec<(usize, f64)> = (0..self.systems).map(|system| (system, 1.0)).collect();
        matrix.add_outer(&mean, sign / self.systems as f64);
    }
}
