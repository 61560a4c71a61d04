//! Score files: formats to columns, pairing by id, errors with their place.
