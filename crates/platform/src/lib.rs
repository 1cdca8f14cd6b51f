//! The machine-level services that algorithms on large tables and long streams need.
//!
//! | module | what |
//! |---|---|
//! | [`table`] | zero-initialised tables in huge pages |
//! | [`prefetch`] | software prefetch, in batches and in a ring buffer |
//! | [`simd`] | functions compiled for the instruction sets that the processor has |
//! | [`oblivious`] | sums over oblivious decision trees, eight rows at a time |
//! | [`lines`] | the raw lines of bytes |
//! | [`math`] | elementary functions with the same bits on every system |
//! | [`random`] | deterministic pseudo-random numbers |
//! | [`threads`] | a thread pool whose results come in input order |
//! | [`spill`] | byte streams that spill to one temporary file |
//! | [`files`] | files that appear complete or not at all |
//! | [`folder`] | folders that stay the same when their paths change |
//! | [`paths`] | paths as bytes |
//! | `inherited` | which standard streams the process was started with |
//! | [`utf8`] | UTF-8 in spite of a few bad bytes |
//! | [`damage`] | how much of a text may be invalid |
//! | [`varint`] | numbers in as few bytes as they need |
//! | [`system`] | memory and time of the process, its standard streams |
//!
//! Modules of files, temporary files and the process, and the thread pool, need the feature `system`. Libraries that only compute do
//! without it, and without the packages that it needs.
//!
//! This is the only crate that asks which operating system it is compiled for.

pub mod damage;
#[cfg(feature = "system")]
pub mod files;
#[cfg(feature = "system")]
pub mod folder;
#[cfg(feature = "system")]
mod inherited;
pub mod lines;
pub mod math;
pub mod oblivious;
pub mod paths;
pub mod prefetch;
pub mod random;
pub mod simd;
#[cfg(feature = "system")]
pub mod spill;
#[cfg(feature = "system")]
pub mod system;
pub mod table;
pub mod threads;
pub mod utf8;
pub mod varint;

/// The examples of the README are tests.
#[cfg(all(doctest, feature = "system"))]
#[doc = include_str!("../README.md")]
pub struct ReadmeExamples;
