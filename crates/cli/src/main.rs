//! The restrap command line.

fn main() {}
