//! The manual pages and guides that this program contains.

#[cfg(feature = "manual")]
include!("../man/pages.rs");

/// The pages in the format of man(1), by file name.
#[cfg(not(feature = "manual"))]
pub const PAGES: &[(&str, &str)] = &[];

/// The guides, by name.
#[cfg(not(feature = "manual"))]
pub const TOPICS: &[(&str, &str)] = &[];
