//! Near-duplicate removal: removes the blocks of a text that repeat earlier text, as onion does (PRESEMT deliverable
//! D3.1.3, section 6; Pomikálek 2011), in one pass over the documents.
//!
//! [`Dedup`] is the one call. Its parts:
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
//! | `parts` | a corpus divided among processes, for the command line |
//!
//! ```
//! use blockdedup::{Blocks, Dedup};
//!
//! let mut dedup = Dedup::blocks(Blocks::default());
//! let line = "Rain fell on the roof of the mill all night long.";
//! assert!(dedup.push(line)?.is_whole());
//! let again = format!("{}\n\nIn the morning the miller looked out and saw that the wheel was gone, and the bridge with it, and his boat.", line.to_uppercase());
//! let kept = dedup.push(&again)?;
//! assert!(kept.text.starts_with("In the morning"));
//! assert_eq!(kept.pieces.len(), 2);
//! # Ok::<(), blockdedup::seen::Full>(())
//! ```

mod batch;
mod best;
pub mod block;
#[cfg(feature = "cli")]
pub mod cli;
mod dedup;
pub mod estimate;
pub mod filter;
mod gram;
pub mod grams;
mod judge;
mod local;
pub mod occurrences;
mod paper;
#[cfg(feature = "cli")]
pub mod parts;
pub mod seen;
mod shards;
mod span;
mod verdict;
pub mod vertical;

pub use batch::Candidate;
pub use block::Unit;
pub use dedup::{Blocks, Dedup, Kept, Piece, Spans, Within};
pub use estimate::{Estimate, Estimated};
pub use filter::Filter;
pub use gram::{Gram, Method, Width};
pub use grams::{Block, Grams, Size};
pub use occurrences::{GramCount, Occurrences};
pub use seen::{Seen, Stored};
pub use tokens::Tokens;
pub use verdict::{Fate, Judged, Origin, Rules, Source};

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct ReadmeExamples;
