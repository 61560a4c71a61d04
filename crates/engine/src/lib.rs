//! Plans, shards, threads and progress.
