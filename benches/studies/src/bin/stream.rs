//! Writes the random bytes of resamples to standard output without end, for batteries of tests that read there.
//!
//! ```text
//! stream                    tile after tile of resample 0
//! stream --interleave 256   word by word from 256 resamples in turn
//! stream --power 40         resample k is number k · 2^40
//! stream --half low         the low 32 bits of every word; or high
//! stream --domain swaps     the bytes of random swaps, not of a bootstrap
//! stream --scalar           512 words of the scalar stream of every resample
//! stream --bad              negative control: Pcg64 shards, 2^64 apart unless --power says otherwise
//! ```
//!
//! A reader that has enough closes the pipe; that is the end, and no error.

use std::io::{ErrorKind, Write};
use std::process::ExitCode;

use rand::Rng;
use rand_pcg::Pcg64;
use restrap_core::workbench::{TILE_BYTES, tile};
use restrap_core::{Address, Domain, Level};

/// 64-bit words that a resample gives at a time.
const WORDS: usize = TILE_BYTES / 8;

/// What is asked for.
struct Options {
    seed: u64,
    interleave: u64,
    power: Option<u32>,
    half: Option<bool>,
    domain: Domain,
    scalar: bool,
    bad: bool,
}

impl Options {
    fn parse(mut words: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut options = Self {
            seed: 0,
            interleave: 1,
            power: None,
            half: None,
            domain: Domain::Bootstrap,
            scalar: false,
            bad: false,
        };
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or(format!("{word}: a value is missing"));
            let number = |text: String| {
                text.parse::<u64>()
                    .map_err(|_| format!("{text}: not a whole number"))
            };
            match &word[..] {
                "--seed" => options.seed = number(value()?)?,
                "--interleave" => {
                    options.interleave = number(value()?)?;
                    if !(1..=1 << 16).contains(&options.interleave) {
                        return Err("--interleave: 1 to 65536 resamples".to_owned());
                    }
                }
                "--power" => options.power = Some(number(value()?)? as u32),
                "--half" => match &value()?[..] {
                    "low" => options.half = Some(false),
                    "high" => options.half = Some(true),
                    other => return Err(format!("{other}: low or high")),
                },
                "--domain" => match &value()?[..] {
                    "items" => options.domain = Domain::Bootstrap,
                    "swaps" => options.domain = Domain::Permutation,
                    other => return Err(format!("{other}: items or swaps")),
                },
                "--scalar" => options.scalar = true,
                "--bad" => options.bad = true,
                other => {
                    return Err(format!(
                        "{other}: unknown; the head of this example lists the options"
                    ));
                }
            }
        }
        let most = if options.bad { 128 } else { 48 };
        if options
            .power
            .is_some_and(|power| power >= most || (options.interleave - 1) >> (most - power) > 0)
        {
            return Err(format!("--power: resample numbers have {most} bits"));
        }
        Ok(options)
    }
}

/// The next words of one resample after the other, in turn.
struct Source {
    options: Options,
    level: Level,
    bad: Vec<Pcg64>,
    round: u64,
}

impl Source {
    fn new(options: Options) -> Self {
        let shards = if options.bad { options.interleave } else { 0 };
        let shard = |k| {
            let mut generator = Pcg64::new(
                u128::from(options.seed) << 64 | 0x9E37_79B9_7F4A_7C15,
                0xA02B_DBF7,
            );
            generator.advance(u128::from(k) << options.power.unwrap_or(64));
            generator
        };
        let bad = (0..shards).map(shard).collect();
        Self {
            options,
            level: Level::detected(),
            bad,
            round: 0,
        }
    }

    /// Fills `words` with the next of resample k of the interleaved.
    fn next(&mut self, k: u64, words: &mut [u8]) {
        let Options { seed, domain, .. } = self.options;
        let number = k << self.options.power.unwrap_or(0);
        let address = Address {
            seed,
            domain,
            comparison: 0,
            resample: number,
            tile: 0,
            attempt: 0,
        };
        if self.options.bad {
            self.bad[k as usize].fill_bytes(words);
        } else if self.options.scalar {
            // A scalar stream is short: every round takes those of other resamples.
            let resample = number + self.round * self.options.interleave;
            Address {
                resample,
                ..address
            }
            .scalar()
            .fill_bytes(words);
        } else {
            tile(
                self.level,
                Address {
                    tile: self.round as u32,
                    ..address
                },
                words,
            );
        }
    }
}

fn write_all(options: Options, out: &mut impl Write) -> std::io::Result<()> {
    let (interleave, half) = (options.interleave as usize, options.half);
    let mut source = Source::new(options);
    let mut tiles = vec![0; interleave * TILE_BYTES];
    let mut mixed = Vec::with_capacity(tiles.len());
    loop {
        for (k, words) in tiles.chunks_exact_mut(TILE_BYTES).enumerate() {
            source.next(k as u64, words);
        }
        source.round += 1;
        mixed.clear();
        for word in 0..WORDS {
            for k in 0..interleave {
                let bytes = &tiles[k * TILE_BYTES + 8 * word..][..8];
                mixed.extend_from_slice(match half {
                    None => bytes,
                    Some(false) => &bytes[..4],
                    Some(true) => &bytes[4..],
                });
            }
        }
        out.write_all(&mixed)?;
    }
}

fn main() -> ExitCode {
    let options = match Options::parse(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(error) => {
            eprintln!("stream: {error}");
            return ExitCode::from(2);
        }
    };
    match write_all(options, &mut std::io::stdout().lock()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            eprintln!("stream: {error}");
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}
