//! A score for each of several classes against the class of the item.
//!
//! | metric | of an item | over items |
//! |---|---|---|
//! | `log-loss` | -ln p of its class | mean (cross-entropy) |
//! | `brier` | Σ over classes of (p - 1 or 0)² | mean (Brier 1950) |
//! | `top-accuracy@k` | whether its class is among the k highest scores | mean |
//!
//! Definitions are those of scikit-learn (`log_loss`, `brier_score_loss`, `top_k_accuracy_score`): of equal scores the later class counts
//! as the higher one.

mod listed;

pub use crate::kinds::classes::OfClasses;
pub(crate) use listed::METRICS;
