//! Find a site's template by counting n-grams, without knowing its language or its markup.
//!
//! Ikeda, Yamada & Hirokawa (2001), "Eliminating Useless Parts in Semi-structured Documents Using Alternation Counts".

pub mod anchors;
#[cfg(feature = "cli")]
pub mod cli;
pub mod clusters;
pub mod column;
pub mod confidence;
pub mod grams;
pub mod index;
pub mod kinds;
pub mod nested;
pub mod own;
pub mod records;
pub mod score;
pub mod search;
pub mod template;
pub mod text;
pub mod view;

pub use index::Index;
pub use search::{CutPoint, cut_point, find_optimal};
pub use text::Page;
