//! Machine-level services for algorithms on large tables and long streams.
//!
//! | module | what |
//! |---|---|
//! | [`table`] | zero-initialised tables in huge pages |
//! | [`prefetch`] | software prefetch, in batches and in a ring buffer |
//! | [`simd`] | functions compiled for the processor's instruction sets |
//! | [`oblivious`] | sums over oblivious decision trees, eight rows at a time |
//! | [`lines`] | splits bytes into raw lines |
//! | [`math`] | elementary functions with the same bits on every system |
//! | [`random`] | deterministic pseudo-random numbers |
//! | [`threads`] | a thread pool that returns results in input order |
//! | [`spill`] | byte streams that spill to one temporary file |
//! | [`files`] | files that appear completely or not at all |
//! | [`folder`] | folders that remain valid when their paths change |
//! | [`paths`] | paths as bytes |
//! | `inherited` | the standard streams with which the process was started |
//! | [`utf8`] | detects UTF-8 with a few bad bytes |
//! | [`damage`] | limits on invalid sequences in a text |
//! | [`varint`] | variable-length numbers |
//! | [`system`] | memory and time of the process, its standard streams |
//!
//! The modules for files, temporary files, the process and the thread pool need the feature
//! `system`. Libraries that only compute work without it and without its dependencies.
//!
//! Only this crate depends on the operating system for which it is compiled.

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
#[cfg(feature = "utf8")]
pub mod utf8;
pub mod varint;

/// The examples of the README are tests.
#[cfg(all(doctest, feature = "system"))]
#[doc = include_str!("../README.md")]
pub struct ReadmeExamples;
