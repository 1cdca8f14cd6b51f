//! The manual pages and guides as they are in this program.

#[cfg(feature = "manual")]
include!("../man/pages.rs");

/// The pages in the format of man(1), by their file names.
#[cfg(not(feature = "manual"))]
pub const PAGES: &[(&str, &str)] = &[];

/// The guides, by their names.
#[cfg(not(feature = "manual"))]
pub const TOPICS: &[(&str, &str)] = &[];
