//! Which of many short texts (items) are in a corpus: benchmark questions, quotations, licences, canaries.
//!
//! ```
//! use overlap::{Index, Item, Settings};
//!
//! let question = "A keeper lights four lamps before dusk and twice as many after it; how many burn at midnight?";
//! let index = Index::new([Item::new("q1", question)], &Settings::default())?;
//! let hits = index.scan("From a quiz: a keeper lights FOUR lamps before the dusk, and twice as many after it. How many burn at midnight?");
//! assert_eq!((hits[0].item, hits[0].share, hits[0].edits), (0, 1.0, 1));
//! # Ok::<(), overlap::Error>(())
//! ```
//!
//! 1. Texts become folded words ([`words`]).
//! 2. The index has every n-gram of the items ([`Settings::n`] words), and a run of each shorter item. Its memory is that of the items.
//! 3. [`Index::scan`] looks up n-grams of a text in a filter, then in a table: those whose anchor (the least hash of their runs of four
//!    words) an item has. N-grams that more than [`MOST_SHARED`] items share are not looked up: they do not tell which item is there.
//! 4. From each n-gram found an alignment goes on to both sides and bridges edits, so long as they are at most the share
//!    [`Settings::max_edits`] of the passage.
//! 5. A passage that chance gives more often than [`Settings::expect`] is left out ([`chance`]). Where the words of a short item say too little,
//!    its signs are compared and count, too.
//!
//! Scanners share nothing but the index, so any number of threads or processes can work on parts of a corpus; [`Coverage`] adds up.

mod anchors;
pub mod chance;
mod coverage;
mod extend;
mod grams;
mod index;
pub mod rules;
mod scan;
mod signs;
mod table;
pub mod words;

#[cfg(feature = "cli")]
pub mod cli;

pub use coverage::{Coverage, Covered};
pub use index::{Error, Index, Indexed, Item, MOST_SHARED, Refused, Settings, Texts};
pub use rules::Rule;
pub use scan::{Hit, Scanner};
pub use words::Split;

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct ReadmeExamples;

#[cfg(test)]
mod tests;
