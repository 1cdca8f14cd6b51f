//! Text as tokens, for comparing documents.
//!
//! | module | what |
//! |---|---|
//! | [`words`] | what is between white space, alphabetic characters only, in lower case: what `uniqwords` counts |
//! | [`hashes`] | 64-bit hashes of what is between white space, or of runs of letters and digits: what `blockdedup` compares |
//! | [`unspaced`] | what both take from scripts that are written without spaces between words |

pub mod hashes;
pub mod unspaced;
pub mod words;

pub use hashes::Tokens;

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct ReadmeExamples;
