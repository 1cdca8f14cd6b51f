//! N-grams of the pages of a site: an index of all of them, and the paper's method.

pub(crate) mod column;
pub(crate) mod frequencies;
pub(crate) mod index;
pub(crate) mod nested;
pub(crate) mod search;
pub(crate) mod sets;
#[cfg(any(test, target_arch = "wasm32"))]
mod suffixes;

pub use frequencies::{Frequencies, Frequency, Times};
pub use index::{Error, Index, Pages};
