//! Requests and outcomes: the library behind the command line.
