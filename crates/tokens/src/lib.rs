//! Tokenisers: for comparing documents, and for corpora.
//!
//! | module | what |
//! |---|---|
//! | [`fold`] | ignores differences in case, width, accents, digits and invisible characters |
//! | [`words`] | words between white space, reduced to lower-case alphabetic characters, for `uniqwords` |
//! | [`hashes`] | 64-bit hashes of tokens between white space, or of runs of letters and digits, for `blockdedup` |
//! | [`corpus`] | words and punctuation as written, for vertical text |
//! | [`sentences`] | sentences of running text |
//! | [`unspaced`] | the units of scripts written without spaces between words |
//! | [`window`] | 64 bytes of a text that are classified together |

pub mod corpus;
mod exceptions;
#[cfg(feature = "fold")]
pub mod fold;
#[cfg(feature = "fold")]
pub mod hashes;
pub mod sentences;
pub mod unspaced;
#[cfg(feature = "fold")]
pub mod window;
#[cfg(feature = "fold")]
pub mod words;

pub use exceptions::{Exceptions, Guess};
#[cfg(feature = "fold")]
pub use fold::Fold;
#[cfg(feature = "fold")]
pub use hashes::Tokens;

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct ReadmeExamples;
