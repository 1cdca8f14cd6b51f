//! Removes the blocks of a text that repeat earlier text, as onion does (PRESEMT deliverable D3.1.3, section 6; Pomikálek
//! 2011), in one pass over the documents.
//!
//! | module | what |
//! |---|---|
//! | [`tokens`] | a text's tokens, as hashes |
//! | [`block`] | where its blocks are |
//! | [`vertical`] | both, for text with a token a line |
//! | [`grams`] | the n-grams of a document |
//! | [`seen`] | those that were seen: an ordered hash table |
//! | [`filter`] | which blocks are kept |
//! | [`estimate`] | how many different n-grams there are, about |
//! | [`occurrences`] | which n-grams occur more than once, in bounded memory |
//! | [`parts`] | a corpus that is divided among processes |
//!
//! ```
//! use blockdedup::{Fate, Filter, Grams, Method, Rules, Seen, Tokens, Unit};
//!
//! let rules = Rules { method: Method::Best, threshold: 0.5, stub: Some(20), keep_within: false };
//! let mut filter = Filter::new(rules, Seen::new(rules.method.width(), 1 << 20, false), false);
//! let mut grams = Grams::new(7.try_into()?, rules.method.width());
//! let mut judged = Vec::new();
//! let line = "Rain fell on the roof of the mill all night long.";
//! for (text, expected) in [(line.to_owned(), [Fate::Kept]), (line.to_uppercase(), [Fate::Duplicate])] {
//!     grams.clear();
//!     grams.read(&text, Unit::Block, Tokens::WordFold);
//!     filter.judge(&grams, &mut judged).expect("room for ten n-grams");
//!     assert!(judged.iter().map(|judged| judged.fate).eq(expected));
//! }
//! # Ok::<(), std::num::TryFromIntError>(())
//! ```

mod best;
pub mod block;
#[cfg(feature = "cli")]
pub mod cli;
pub mod estimate;
pub mod filter;
mod gram;
pub mod grams;
mod judge;
mod local;
pub mod occurrences;
mod paper;
pub mod parts;
pub mod seen;
mod span;
mod verdict;
pub mod vertical;

pub use block::Unit;
pub use estimate::{Estimate, Estimated};
pub use filter::Filter;
pub use gram::{Gram, Width};
pub use grams::{Block, Grams, Size};
pub use occurrences::{Occurrences, Occurring};
pub use seen::Seen;
pub use tokens::Tokens;
pub use verdict::{Fate, Judged, Method, Origin, Rules};

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct ReadmeExamples;
