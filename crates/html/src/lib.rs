//! The one reader of HTML, and the one writer of pages.

pub mod escape;

pub use escape::{escape, visible};
