//! Families: comparisons whose p-values are adjusted together, once, before they are rounded.

use restrap_stats::Probability;

use crate::evidence::level::FamilyOf;
use crate::evidence::test::order::Ordered;
use crate::evidence::test::outcome::printed;
use crate::outcome::{ComparisonOutcome, Family};
use crate::request::Request;

/// A comparison before its p-values are adjusted.
pub(crate) struct Member {
    pub comparison: ComparisonOutcome,
    /// p-value of the primary test; `None` where it is undefined.
    pub primary: Option<Probability>,
    /// p-value of the margin test; `None` where none is defined.
    pub margin: Option<Probability>,
    /// p-value of the contrary of the margin's claim; `None` if the difference does not lie on its side.
    pub opposite: Option<Probability>,
    /// p-value of the two-sided form of a one-sided primary test, where a gate needs it.
    pub two_sided: Option<Probability>,
    /// p-value when the training runs are taken as fixed, which the second test does.
    pub checkpoints: Option<Probability>,
    /// Almost stochastic order, where it is the primary test.
    pub ordered: Option<Ordered>,
}

/// Returns the family with these adjusted p-values and those that an adjustment of the false discovery rate rejects; `None` if it is
/// another adjustment, or rejects none or one, so that intervals are the same.
pub(crate) fn rejected(adjusted: impl Iterator<Item = f64>, request: &Request) -> Option<FamilyOf> {
    let question = &request.question;
    question.adjust.filter(|one| one.is_of_discoveries())?;
    let adjusted: Vec<f64> = adjusted.collect();
    let rejected = adjusted.iter().filter(|p| **p <= question.alpha).count();
    (rejected > 1).then_some(FamilyOf {
        size: adjusted.len(),
        rejected,
    })
}

/// Returns the adjusted p-values of a family's other metrics, beside these of its first.
pub(crate) fn others_adjusted(pvalues: &[f64], other_p: &[f64], request: &Request) -> Vec<f64> {
    let all = pvalues.iter().chain(other_p);
    let all: Vec<Probability> = all.map(|&p| Probability::new(p)).collect();
    let adjusted = request.question.adjust.map(|adjust| adjust.adjust(&all));
    let adjusted = adjusted.into_iter().flatten().skip(pvalues.len());
    adjusted.map(printed).collect()
}

/// Adjusts the primary tests of all members together, and each apart from them the margin tests, the contraries of their claims, and the
/// two-sided forms of one-sided tests.
///
/// `asked`: the number of members that were asked for. Comparisons that an interrupted run did not reach count with p = 1; those
/// whose test is undefined are not members, and are named. `other_p`: p-values of primary tests that are members of the same family.
pub(crate) fn adjust<'m>(
    members: impl Iterator<Item = &'m mut Member>,
    asked: usize,
    other_p: &[f64],
    request: &Request,
) -> Option<Family> {
    let mut members: Vec<&mut Member> = members.collect();
    let unreached = asked.saturating_sub(members.len());
    let adjusted = |of: fn(&Member) -> Option<Probability>,
                    other_p: &[f64],
                    members: &[&mut Member]| {
        let adjustment = request
            .question
            .adjust
            .filter(|_| asked + other_p.len() > 1);
        let mut family: Vec<Probability> = members.iter().filter_map(|member| of(member)).collect();
        family.resize(family.len() + unreached, Probability::ONE);
        family.extend(other_p.iter().map(|&p| Probability::new(p)));
        let mut adjusted = adjustment?.adjust(&family).into_iter();
        Some(
            members
                .iter()
                .map(|member| of(member).and(adjusted.next()))
                .collect::<Vec<_>>(),
        )
    };
    let primary = adjusted(|member| member.primary, other_p, &members);
    let margins = adjusted(|member| member.margin, &[], &members);
    let two_sided = adjusted(|member| member.two_sided, &[], &members);
    // A difference that does not lie on the side of the contrary says nothing for it.
    let contrary = |member: &Member| {
        member
            .margin
            .and(member.opposite.or(Some(Probability::ONE)))
    };
    let opposites = adjusted(contrary, &[], &members);
    let at =
        |all: &Option<Vec<Option<Probability>>>, at: usize| all.as_ref().and_then(|all| all[at]);
    for (place, member) in members.iter_mut().enumerate() {
        let test = &mut member.comparison.tests[0];
        // The p-value has the digits that its distribution supports, and no adjustment makes it smaller.
        let own = test.pvalue.unwrap_or(0.0);
        let adjusted = at(&primary, place);
        test.p_adjusted = adjusted.map(|p| printed(p).max(own));
        if let (Some(ordered), Some(own), Some(adjusted)) =
            (&mut member.ordered, member.primary, adjusted)
        {
            // An adjusted p is at or below alpha exactly where p is at or below this.
            ordered.settle(request.question.alpha * own.value() / adjusted.value());
            member.comparison.order = Some(ordered.outcome());
        }
        if let Some(test) = &mut member.comparison.two_sided {
            let own = test.pvalue.unwrap_or(0.0);
            test.p_adjusted = at(&two_sided, place).map(|p| printed(p).max(own));
        }
        let Some(margin) = &mut member.comparison.margin else {
            continue;
        };
        let own = margin.pvalue.unwrap_or(0.0);
        margin.p_adjusted = at(&margins, place).map(|p| printed(p).max(own));
        if let Some(opposite) = &mut margin.opposite {
            let own = opposite.pvalue.unwrap_or(0.0);
            opposite.p_adjusted = at(&opposites, place).map(|p| printed(p).max(own));
        }
    }
    let undefined = members.iter().filter(|member| member.primary.is_none());
    let excluded: Vec<String> = undefined
        .map(|member| member.comparison.system.clone())
        .collect();
    let size = (members.len() + unreached - excluded.len() + other_p.len()) as u64;
    let adjustment = request
        .question
        .adjust
        .filter(|_| asked + other_p.len() > 1);
    adjustment.map(|adjust| Family {
        size,
        adjust,
        excluded,
    })
}
