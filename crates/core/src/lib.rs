//! Exact integer columns, distinct rows, addressed random streams and resampling draws.
