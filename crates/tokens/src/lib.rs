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

pub mod corpus;
mod exceptions;
pub mod fold;
pub mod hashes;
pub mod sentences;
pub mod unspaced;
pub mod words;

pub use exceptions::Exceptions;
pub use fold::Fold;
pub use hashes::Tokens;

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct ReadmeExamples;
