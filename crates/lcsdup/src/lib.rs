//! Partial duplicates among books: DUPNIQ (Yalniz, Can and Manmatha, CIKM 2011).
//!
//! A book is the sequence of the words that occur in it exactly once (extracted by the crate `uniqwords`). Two books
//! are partial duplicates if the longest common subsequence of their sequences is long relative to their lengths
//! ([`score::its`], [`score::cs`], the paper's scores), or to the number of words that they share ([`score::excess`]).
//! [`Finder`] takes texts and finds what the tool finds; [`fn@join`] finds all such pairs of a collection, exactly; [`search::search`] also finds those that share a passage.
//!
//! ```
//! use lcsdup::{Builder, Criterion, Score, Task, join};
//!
//! let mut builder = Builder::new();
//! for book in ["call me ishmael some years ago", "some years ago in ohio", "chapter one"] {
//!     builder.push(book.split(' '), &[]).unwrap();
//! }
//! let collection = builder.finish();
//! let criterion = Criterion { score: Score::Its, threshold: 0.5, min_lcs: 0 };
//! let mut pairs = Vec::new();
//! join(&collection, &Task::new(criterion), |pair| {
//!     pairs.push((pair.a, pair.b, pair.lcs));
//!     Ok::<(), ()>(())
//! })
//! .unwrap();
//! assert_eq!(pairs, [(0, 1, 3)]);
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
