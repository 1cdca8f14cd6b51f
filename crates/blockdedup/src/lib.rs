//! Near-duplicate removal: removes the blocks of a text that repeat earlier text, as onion does (PRESEMT deliverable
//! D3.1.3, section 6; Pomikálek 2011), in one pass over the documents.
//!
//! | module | what |
//! |---|---|
//! | [`tokens`] | tokens of a text as hashes |
//! | [`block`] | division of a text into blocks |
//! | [`vertical`] | both for vertical text, one token a line |
//! | [`grams`] | the n-grams of a document |
//! | [`seen`] | the set of n-grams seen so far: an ordered hash table |
//! | [`filter`] | the decision which blocks are kept |
//! | [`estimate`] | an estimate of the number of distinct n-grams |
//! | [`occurrences`] | the n-grams that occur more than once, in bounded memory |
//! | [`parts`] | a corpus divided among processes |
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

mod batch;
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
mod shards;
mod span;
mod verdict;
pub mod vertical;

pub use batch::Candidate;
pub use block::Unit;
pub use estimate::{Estimate, Estimated};
pub use filter::Filter;
pub use gram::{Gram, Width};
pub use grams::{Block, Grams, Size};
pub use occurrences::{GramCount, Occurrences};
pub use seen::Seen;
pub use tokens::Tokens;
pub use verdict::{Fate, Judged, Method, Origin, Rules};

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct ReadmeExamples;
