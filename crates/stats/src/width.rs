//! One body compiled for the vectors of several processors, and the choice at run time.
#![allow(
    unsafe_code,
    reason = "a function with more instructions may only be called where the processor has them"
)]

/// Defines a function whose body is compiled for plain x86-64, AVX2 and AVX-512 (elsewhere once), and which runs the widest that the
/// processor has. The bits of the result do not depend on which: Rust neither reorders nor fuses operations of floating point.
macro_rules! at_every_width {
    (
        $(#[$about:meta])*
        pub(super) fn $name:ident($($argument:ident: $kind:ty),* $(,)?) -> $out:ty $body:block
    ) => {
        $(#[$about])*
        pub(super) fn $name($($argument: $kind),*) -> $out {
            #[inline(always)]
            fn plain($($argument: $kind),*) -> $out $body

            $crate::width::choose!(plain($($argument: $kind),*) -> $out)
        }
    };
}

#[cfg(target_arch = "x86_64")]
macro_rules! choose {
    ($plain:ident($($argument:ident: $kind:ty),*) -> $out:ty) => {{
        #[target_feature(enable = "avx2")]
        fn avx2($($argument: $kind),*) -> $out {
            $plain($($argument),*)
        }
        #[target_feature(enable = "avx512f,avx512dq,avx512vl")]
        fn avx512($($argument: $kind),*) -> $out {
            $plain($($argument),*)
        }
        #[allow(unsafe_code, reason = "see the head of the file")]
        match $crate::width::Width::of_machine() {
            $crate::width::Width::Plain => $plain($($argument),*),
            // SAFETY: the machine has AVX2.
            $crate::width::Width::Avx2 => unsafe { avx2($($argument),*) },
            // SAFETY: the machine has the three parts of AVX-512.
            $crate::width::Width::Avx512 => unsafe { avx512($($argument),*) },
        }
    }};
}

#[cfg(not(target_arch = "x86_64"))]
macro_rules! choose {
    ($plain:ident($($argument:ident: $kind:ty),*) -> $out:ty) => {
        $plain($($argument),*)
    };
}

pub(crate) use {at_every_width, choose};

/// Vectors of x86-64.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Width {
    Plain,
    Avx2,
    Avx512,
}

#[cfg(target_arch = "x86_64")]
impl Width {
    /// The widest that this machine has, up to the one that `RESTRAP_LEVEL` names (`scalar`, `avx2`), as for the draws.
    pub fn of_machine() -> Self {
        use std::arch::is_x86_feature_detected;
        static WIDTH: std::sync::OnceLock<Width> = std::sync::OnceLock::new();
        *WIDTH.get_or_init(|| {
            let named = std::env::var("RESTRAP_LEVEL").ok();
            let is_at_most =
                |names: &[&str]| named.as_deref().is_some_and(|name| names.contains(&name));
            if !is_at_most(&["scalar", "avx2"])
                && is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vl")
            {
                Self::Avx512
            } else if !is_at_most(&["scalar"]) && is_x86_feature_detected!("avx2") {
                Self::Avx2
            } else {
                Self::Plain
            }
        })
    }
}
