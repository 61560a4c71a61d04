//! Families: comparisons whose p-values are adjusted together, once and unrounded.

use restrap_stats::Probability;

use crate::outcome::{ComparisonOutcome, Family};
use crate::request::Request;
use crate::test::told::printed;

/// A comparison before its p-values are adjusted.
pub(crate) struct Member {
    pub comparison: ComparisonOutcome,
    /// Of the primary test.
    pub primary: Probability,
    /// Of the margin test; 1 where none is defined.
    pub margin: Probability,
}

/// Adjusts the primary tests of all members together, and apart from them the margin tests; says which margins are shown.
///
/// `asked`: the size of the family that was asked for. Comparisons that an interrupted run did not reach count with p = 1.
pub(crate) fn adjust<'m>(
    members: impl Iterator<Item = &'m mut Member>,
    asked: usize,
    request: &Request,
) -> Option<Family> {
    let mut members: Vec<&mut Member> = members.collect();
    let size = asked.max(members.len());
    let adjustment = request.question.adjust.filter(|_| asked > 1);
    let adjusted = |of: fn(&Member) -> Probability, members: &[&mut Member]| {
        let mut family: Vec<Probability> = members.iter().map(|member| of(member)).collect();
        family.resize(size, Probability::ONE);
        adjustment.map(|adjustment| adjustment.adjust(&family))
    };
    let primary = adjusted(|member| member.primary, &members);
    let margins = adjusted(|member| member.margin, &members);
    for (at, member) in members.iter_mut().enumerate() {
        if let Some(primary) = &primary {
            member.comparison.tests[0].p_adjusted = Some(printed(primary[at]));
        }
        let Some(margin) = &mut member.comparison.margin else { continue };
        let of_margin = margins.as_ref().filter(|_| margin.pvalue.is_some());
        margin.p_adjusted = of_margin.map(|margins| printed(margins[at]));
        margin.shown = margin.p_adjusted.or(margin.pvalue).is_some_and(|p| p <= request.question.alpha);
    }
    adjustment.map(|adjust| Family { size: size as u64, adjust, excluded: Vec::new() })
}
