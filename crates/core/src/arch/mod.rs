//! Kernels: random bytes, counts from bytes, dot products with digit planes; one scalar definition, one file a level.
//!
//! ```text
//! fill:        tile[64 s + 8 l ..][..8] = output s of lane l of an 8-lane xoshiro256++ (Blackman & Vigna 2018)
//! count_dot:   for each item i: k = table(byte i); escapes collect i, else total += k, sum_p += k · plane_p[i]
//! bits_dot:    for each item i: if bit i of the bytes: sum_p += plane_p[i]
//! ```
//!
//! Every level gives the same bytes and the same sums: lane and byte order are those of the definition above, and sums
//! are integers. Levels are detected once; `RESTRAP_LEVEL` (`scalar`, `avx2`, `avx512`) forces one that the machine has.

mod generic;
mod scalar;
#[cfg(target_arch = "x86_64")]
mod x86_64;

use std::sync::OnceLock;

pub(crate) use generic::Lanes;

/// Random bytes of one tile.
pub(crate) const TILE: usize = 4096;

/// One tile of random bytes, aligned for whole-line loads.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(crate) struct Tile(pub [u8; TILE]);

impl Default for Tile {
    fn default() -> Self {
        Self([0; TILE])
    }
}

/// A byte to a count: the number of thresholds at or below it; bytes from `escape` on ask for a longer draw.
///
/// `lookup` says the same as a table, with 128 for an escape.
#[derive(Clone, Debug)]
pub(crate) struct CountTable {
    pub thresholds: Vec<u8>,
    pub lookup: Box<[u8; 256]>,
}

/// Sums of one tile: items drawn, and one sum a plane.
pub(crate) struct TileSums<'a> {
    pub drawn: u64,
    pub planes: &'a mut [i64],
    /// Items whose byte escaped, in order.
    pub escapes: &'a mut Escapes,
}

/// Item numbers of a tile, appended without a branch: whole vectors are stored and only their first entries count.
#[derive(Clone, Debug)]
pub(crate) struct Escapes {
    items: [u16; TILE + 64],
    length: usize,
}

impl Default for Escapes {
    fn default() -> Self {
        Self { items: [0; TILE + 64], length: 0 }
    }
}

impl Escapes {
    pub fn clear(&mut self) {
        self.length = 0;
    }

    pub fn push(&mut self, item: u16) {
        self.items[self.length] = item;
        self.length += 1;
    }

    pub fn as_slice(&self) -> &[u16] {
        &self.items[..self.length]
    }

    /// All places and how many are taken, for a kernel that writes whole vectors; `set_length` ends that.
    #[cfg(target_arch = "x86_64")]
    pub fn places(&mut self) -> (&mut [u16; TILE + 64], usize) {
        (&mut self.items, self.length)
    }

    #[cfg(target_arch = "x86_64")]
    pub fn set_length(&mut self, length: usize) {
        debug_assert!(length <= TILE);
        self.length = length;
    }
}

/// How wide the machine's vectors are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Plain Rust.
    Scalar,
    /// 256-bit integer vectors.
    Avx2,
    /// 512-bit vectors with byte permutes and byte dot products (VBMI, VNNI).
    Avx512,
}

impl Level {
    /// Name in `plan.level` and in `RESTRAP_LEVEL`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Scalar => "scalar",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
        }
    }

    /// Every level that this machine runs, narrowest first.
    pub fn available() -> Vec<Self> {
        let mut levels = vec![Self::Scalar];
        #[cfg(target_arch = "x86_64")]
        {
            if x86_64::has_avx2() {
                levels.push(Self::Avx2);
            }
            if x86_64::has_avx512() {
                levels.push(Self::Avx512);
            }
        }
        levels
    }

    /// The widest available level, or the one that `RESTRAP_LEVEL` names if the machine has it.
    pub fn detected() -> Self {
        static DETECTED: OnceLock<Level> = OnceLock::new();
        *DETECTED.get_or_init(|| {
            let available = Self::available();
            let forced = std::env::var("RESTRAP_LEVEL").ok();
            let named = available.iter().copied().find(|level| Some(level.name()) == forced.as_deref());
            named.or(available.last().copied()).unwrap_or(Self::Scalar)
        })
    }

    /// The kernels of this level; those of the widest narrower one where the machine lacks it.
    pub(crate) fn kernels(self) -> &'static Kernels {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 if x86_64::has_avx512() => &x86_64::AVX512,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 | Self::Avx512 if x86_64::has_avx2() => &x86_64::AVX2,
            _ => &scalar::KERNELS,
        }
    }
}

/// The kernels of one level.
pub(crate) struct Kernels {
    /// Fills the first bytes of a tile, in whole steps of 64, from the 16 counter blocks that begin at `counter` and
    /// differ in the top byte of its last word, under `key`.
    pub fill: fn(counter: [u32; 4], key: [u32; 2], bytes: &mut [u8]),
    /// Counts and dots at most `TILE` items.
    pub count_dot: fn(bytes: &[u8], table: &CountTable, planes: &[&[i8]], sums: &mut TileSums),
    /// Dots fair bits with at most `8 · TILE` items.
    pub bits_dot: fn(bytes: &[u8], planes: &[&[i8]], sums: &mut [i64]),
}

#[cfg(test)]
mod tests;
