//! Power without simulation: how often a test rejects, how many items it needs, and how far off a rejected estimate is.
//!
//! | file | what | source |
//! |---|---|---|
//! | `agreement` | the 2x2 table of two systems from accuracy, gain and agreement | Card et al. 2020, accuracy notebook |
//! | `detectable` | the least difference that t or few sign flips see | Johnson and Welch 1940; Hoeffding 1952 |
//! | `discordant` | power, type S and type M of a test of discordant items, by enumeration | Card et al. 2020; Gelman & Carlin 2014 |
//! | `mean` | tails of the noncentral t; paired t by them, and the normal closed form | Benton & Krishnamoorthy 2003 (integration over the scale); Miller 2024 |
//! | `noninferior` | how often a margin test of 0/1 scores is passed, by enumeration | Berger & Boos 1994 |
//! | `pilot` | numbers of units from the spread of a pilot, for systems that are equally good, and the gain that units find | Bonett 2006 |
//! | `search` | least number of items, least effect | |
//! | `margins` | what two accuracies alone allow | |

mod agreement;
mod detectable;
mod discordant;
mod margins;
mod mean;
mod noninferior;
mod pilot;
mod search;

pub use agreement::{Agreement, disagreement_range};
pub use detectable::{seen_by_flips, seen_by_t};
pub use discordant::{Discordant, Rejections};
pub use margins::{Accuracies, Bounds};
pub use mean::{MeanDifference, TPower};
pub use noninferior::Passing;
pub use pilot::{PilotSpread, SampleSize, gain_of_shares, gain_of_units, noninferior_units};
pub use search::{least_effect, least_items};
