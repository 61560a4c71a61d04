//! Every kernel on every level of the machine, on one tile: 4,096 items or bytes. Before anything is timed, its output has
//! the digest that all levels share.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use restrap_benches::{check, digest};
use restrap_core::workbench::{TILE_BYTES, Workbench};
use restrap_core::{Address, Domain, Level};

fn main() {
    divan::main();
}

const ITEMS: u64 = TILE_BYTES as u64;
/// λ of the counts: 1 − 1/400.
const MEAN: u64 = (1 << 32) - (1 << 32) / 400;

fn levels() -> Vec<&'static str> {
    Level::available().into_iter().map(Level::name).collect()
}

fn address(resample: u64) -> Address {
    Address {
        seed: 1,
        domain: Domain::Bootstrap,
        comparison: 2,
        resample,
        tile: 3,
        attempt: 0,
    }
}

/// Kernels of the named level over a tile of values of up to 2^30: four digit planes, as in fixed point.
fn kernels(level: &str) -> Workbench {
    let level = Level::available()
        .into_iter()
        .find(|known| known.name() == level)
        .expect("a level");
    let column: Vec<i64> = (0..ITEMS.cast_signed())
        .map(|i| (i * 1_000_003 * i) % (1 << 31) - (1 << 30))
        .collect();
    let mut bench = Workbench::new(level, MEAN, &[&column]);
    assert_eq!(bench.planes(), 4);
    bench.seed(address(0));
    bench
}

fn of_bytes(bytes: &[u8]) -> u64 {
    digest(bytes.iter().map(|&byte| u64::from(byte)))
}

#[divan::bench(args = levels())]
fn seed_and_fill(bencher: Bencher, level: &str) {
    let mut kernels = kernels(level);
    let mut bytes = [0; TILE_BYTES];
    kernels.fill(&mut bytes);
    check("fill", of_bytes(&bytes), 0x0582_af70_4d35_7fc8);
    let mut resample = 0;
    bencher.counter(ItemsCount::new(ITEMS)).bench_local(|| {
        resample += 1;
        kernels.seed(address(resample));
        kernels.fill(&mut bytes);
        black_box(bytes[0])
    });
}

#[divan::bench(args = levels())]
fn fill(bencher: Bencher, level: &str) {
    let mut kernels = kernels(level);
    let mut bytes = [0; TILE_BYTES];
    bencher.counter(ItemsCount::new(ITEMS)).bench_local(|| {
        kernels.fill(&mut bytes);
        black_box(bytes[0])
    });
}

#[divan::bench(args = levels())]
fn counts(bencher: Bencher, level: &str) {
    let mut kernels = kernels(level);
    let mut counts = [0; TILE_BYTES];
    kernels.counts(&mut counts);
    check("counts", of_bytes(&counts), 0x35bc_540d_23ad_6a40);
    bencher.counter(ItemsCount::new(ITEMS)).bench_local(|| {
        kernels.counts(&mut counts);
        black_box(counts[0])
    });
}

#[divan::bench(args = levels())]
fn dot_counts_of_four_planes(bencher: Bencher, level: &str) {
    let mut kernels = kernels(level);
    let mut counts = [0; TILE_BYTES];
    kernels.counts(&mut counts);
    let mut sums = [0; 4];
    let total = kernels.dot_counts(&counts, &mut sums);
    check(
        "dot_counts",
        digest(sums.map(i64::cast_unsigned).into_iter().chain([total])),
        0xbd05_443f_6748_d205,
    );
    bencher
        .counter(ItemsCount::new(ITEMS))
        .bench_local(|| kernels.dot_counts(black_box(&counts), &mut sums));
}

/// Eight resamples of 4,096 bits share a tile.
#[divan::bench(args = levels())]
fn dot_bits_of_four_planes_and_eight_resamples(bencher: Bencher, level: &str) {
    let mut kernels = kernels(level);
    let mut bits = [0; TILE_BYTES];
    kernels.fill(&mut bits);
    let mut sums = [0; 32];
    kernels.dot_bits(&bits, TILE_BYTES / 8, &mut sums);
    check(
        "dot_bits",
        digest(sums.map(i64::cast_unsigned)),
        0x4ad8_3024_3e54_0c20,
    );
    bencher.counter(ItemsCount::new(8 * ITEMS)).bench_local(|| {
        kernels.dot_bits(black_box(&bits), TILE_BYTES / 8, &mut sums);
        black_box(sums[0])
    });
}
