//! Partial duplicates among books: DUPNIQ (Yalniz, Can and Manmatha, CIKM 2011).
//!
//! A book is the sequence of the words that occur in it exactly once (extracted by the crate `uniqwords`). Two books
//! are partial duplicates if the longest common subsequence of their sequences is long relative to their lengths
//! ([`score::its`], [`score::cs`], the paper's scores), or to the number of words that they share ([`score::excess`]).
//! [`Finder`] takes texts and finds what the tool finds. [`fn@join`] finds all such pairs of a collection, exactly.
//! [`search::search`] also finds those that share a passage.
//!
//! ```
//! use lcsdup::{Find, Finder, Settings};
//!
//! let word = |n: u32| n.to_string().bytes().map(|digit| char::from(digit + b'a' - b'0')).collect::<String>();
//! let text = |from: u32| (from..from + 400).map(|n| word(n) + " ").collect::<String>();
//! let mut finder = Finder::new(Settings { find: Find::Books, ..Settings::default() });
//! for text in [text(0), text(1), text(5000)] {
//!     finder.push(&text)?;
//! }
//! let found = finder.finish();
//! assert_eq!((found.pairs()[0].a, found.pairs()[0].b), (0, 1));
//! # Ok::<(), lcsdup::Refused>(())
//! ```

pub mod align;
mod choose;
#[cfg(feature = "cli")]
pub mod cli;
mod clusters;
mod collection;
mod finder;
mod join;
pub mod lis;
mod positions;
mod rounds;
pub mod score;
pub mod search;

pub use choose::{choose, choose_in_rounds};
pub use clusters::Clusters;
pub use collection::{Builder, Collection, Refused};
pub use finder::{Compared, Find, Finder, Found, Settings, UniqueWords};
pub use join::{Pair, Shard, Simd, Task, join};
pub use score::{Criterion, Score};

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct ReadmeExamples;
