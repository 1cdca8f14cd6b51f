//! Removes the blocks of a text that repeat earlier text, as onion does (PRESEMT deliverable D3.1.3, section 6; Pomikálek
//! 2011), in one pass over the documents.

mod best;
pub mod block;
pub mod cli;
pub mod filter;
pub mod grams;
mod local;
pub mod occurrences;
mod paper;
pub mod seen;
pub mod token;
pub mod vertical;

pub use block::Unit;
pub use filter::{Fate, Filter, Judged, Method, Rules};
pub use grams::{Block, Gram, Grams};
pub use occurrences::{Occurrences, Occurring};
pub use seen::{Seen, Width};
pub use token::Tokens;
