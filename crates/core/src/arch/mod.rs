//! Kernels: random bytes, counts from bytes, dot products with digit planes; one scalar definition, one file a level.
//!
//! ```text
//! seed:        lane l of 8 from Philox4x32-10 blocks 2 l and 2 l + 1 of an address
//! fill:        bytes[64 s + 8 l ..][..8] = output s of lane l, xoshiro256++ (Blackman & Vigna 2018)
//! counts:      count i = first table (byte i); escaped items, in order, from the second table and the bytes of the
//!              next steps; those that escape again, in order, from the words of the steps after
//! dot_counts:  sum_p += sum over i of count i · plane_p[i]
//! dot_rows:    sum_p += sum over i of count i · plane_p[i], for several rows of counts
//! pick:        sum of the values that 16-bit words w name, item ⌊w n / 2^16⌋ of n; w is skipped where
//!              w n mod 2^16 < 2^16 mod n (Lemire 2019); words from whole steps, the rest of the last step is lost
//! dot_bits:    sum_p += sum over i of bit i · plane_p[i], for several resamples;
//!              bit 64 s + 8 q + b is bit q of byte 8 s + b
//! add_entries: sum r of column c += count r of item i · value, for values (c, i, value) and several resamples
//! transpose:   bit r of row p = bit p of row r, of 64 rows of 64 bits, eight times side by side
//! count_bits:  counter r += sum over the named items of bit r, the counters' binary digits side by side
//! ```
//!
//! Every level gives the same bytes and the same sums: lane and byte order are those of the definition above, and sums
//! are integers. Levels are detected once; `RESTRAP_LEVEL` (`scalar`, `neon`, `avx2`, `avx512`) forces one that the machine
//! has.

// Vectors of 64-bit words are bytes in the order of the definition on little-endian machines alone.
#[cfg(all(target_arch = "aarch64", target_endian = "little"))]
mod aarch64;
mod generic;
mod kernels;
#[cfg(any(
    target_arch = "x86_64",
    all(target_arch = "aarch64", target_endian = "little")
))]
mod planes;
mod scalar;
mod sliced;
#[cfg(target_arch = "x86_64")]
mod x86_64;

use std::sync::OnceLock;

use restrap_words::vocabulary;

pub(crate) use generic::Lanes;
#[cfg(test)]
pub(crate) use kernels::bit_place;
pub(crate) use kernels::{
    BATCH, BatchSum, DrawnItem, Entry, Escaped, Kernels, SIDE, SIGNS_OF_BLOCK, STEP, Side, TILE,
};

vocabulary! {
    /// How wide the machine's vectors are.
    #[derive(PartialOrd, Ord)]
    pub enum Level: "a vector level" {
        /// Plain Rust.
        Scalar = "scalar",
        /// 128-bit vectors of 64-bit Arm.
        Neon = "neon",
        /// 256-bit integer vectors.
        Avx2 = "avx2",
        /// 512-bit vectors with byte permutes and byte dot products (VBMI, VNNI).
        Avx512 = "avx512",
    }
}

impl Level {
    /// Every level that this machine runs, narrowest first.
    pub fn available() -> Vec<Self> {
        Self::ALL.into_iter().filter(|level| level.runs()).collect()
    }

    fn runs(self) -> bool {
        match self {
            Self::Scalar => true,
            #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
            Self::Neon => true,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => x86_64::has_avx2(),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => x86_64::has_avx512(),
            _ => false,
        }
    }

    /// The widest available level, or the one that `RESTRAP_LEVEL` names if the machine has it.
    pub fn detected() -> Self {
        static DETECTED: OnceLock<Level> = OnceLock::new();
        *DETECTED.get_or_init(|| {
            let available = Self::available();
            let forced = std::env::var("RESTRAP_LEVEL").ok();
            let named = available
                .iter()
                .copied()
                .find(|level| Some(level.name()) == forced.as_deref());
            named.or(available.last().copied()).unwrap_or(Self::Scalar)
        })
    }

    /// The kernels of this level; those of the widest narrower one where the machine lacks it.
    pub(crate) fn kernels(self) -> &'static Kernels {
        match self {
            #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
            Self::Neon => &aarch64::NEON,
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 if x86_64::has_avx512() => &x86_64::AVX512,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 | Self::Avx512 if x86_64::has_avx2() => &x86_64::AVX2,
            _ => &scalar::KERNELS,
        }
    }
}

#[cfg(test)]
mod battery;
