//! The table of tools.
