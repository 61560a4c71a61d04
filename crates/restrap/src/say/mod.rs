//! Words about an outcome: verdict, report line, warnings, methods paragraph.

pub(crate) mod explain;
mod family;
pub(crate) mod gate;
pub mod guard;
pub mod measure;
pub(crate) mod method;
pub(crate) mod methods;
mod next;
mod order;
pub(crate) mod phrase;
pub(crate) mod planning;
mod posterior;
pub(crate) mod report;
mod scale;
mod secondary;
pub(crate) mod signature;
pub(crate) mod straddling;
pub(crate) mod verdict;
pub(crate) mod warning;
