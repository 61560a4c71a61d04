//! What simulations have in common.

use restrap_facade::Error;

/// One outcome per data set, in no order.
///
/// One worker per core, each with a pool of one thread: in a shared pool a comparison that waits for its own halves would take up whole
/// data sets, one inside the other, until the stack ends.
///
/// # Errors
/// That of a data set.
pub fn in_threads<T: Send>(
    sets: u64,
    of: &(impl Fn(u64) -> Result<T, Error> + Sync),
) -> Result<Vec<T>, Error> {
    let threads = std::thread::available_parallelism().map_or(1, |threads| threads.get() as u64);
    let share = |first: u64| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
        let Ok(pool) = pool else {
            return Err(Error::Interrupted);
        };
        pool.install(|| {
            (first..sets)
                .step_by(threads as usize)
                .map(of)
                .collect::<Result<Vec<_>, _>>()
        })
    };
    std::thread::scope(|scope| {
        let share = &share;
        let all: Vec<_> = (0..threads)
            .map(|first| scope.spawn(move || share(first)))
            .collect();
        let all = all
            .into_iter()
            .map(|one| one.join().unwrap_or(Err(Error::Interrupted)));
        Ok(all
            .collect::<Result<Vec<Vec<T>>, _>>()?
            .into_iter()
            .flatten()
            .collect())
    })
}
