//! Sketches in a file.
