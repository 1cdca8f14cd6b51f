//! The command line of neardup.
