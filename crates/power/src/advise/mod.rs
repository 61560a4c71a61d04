//! Which test, interval and unit fit a metric, the data and the design.
//!
//! Dror, Baumer, Shlomov and Reichart (2018, ACL, figure 1) choose a test by the distribution of the measure and the size of the test
//! set. Here the law of the swaps is known, so neither matters. What decides is what was drawn: items, clusters of them, training
//! runs, raters, data sets, votes. [`Design::leaf`] is the tree, [`Leaf`] its leaves. A leaf recommends what a comparison does by
//! default; tests check that for every leaf.

mod call;
mod design;
mod leaf;
mod outcome;
mod recommend;
mod words;

pub use call::Call;
pub use design::{Design, Fact, ScoreKind};
pub use leaf::Leaf;
pub use outcome::{ADVISE_SCHEMA, AdviseOutcome, SelfCheck};
pub use recommend::{Recommended, Verb};

/// What fits a design, and how to ask for it.
///
/// ```
/// # use restrap_facade as restrap;
/// use restrap::{Call, Design, Fact, Leaf, advise};
///
/// let design = Design::of_words(&[Fact::Binary, Fact::Clusters]);
/// let advice = advise(&design, &Call::of_words(&design));
/// assert_eq!(advice.leaf, Leaf::Clusters);
/// assert_eq!(advice.command, "restrap compare BASELINE SYSTEM --cluster COL");
/// ```
pub fn advise(design: &Design, call: &Call) -> AdviseOutcome {
    outcome::of(design, call)
}
