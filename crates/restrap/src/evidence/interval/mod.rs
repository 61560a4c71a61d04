//! From laws, draws or closed forms to intervals.

pub(crate) mod all_right;
pub(crate) mod calibration;
pub(crate) mod dual;
pub(crate) mod mean;
pub(crate) mod metric;
pub(crate) mod posterior;
pub(crate) mod resampled;
pub(crate) mod studentized;
pub(crate) mod system;
