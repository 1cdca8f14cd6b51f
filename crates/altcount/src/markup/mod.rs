//! The markup that the methods use: kinds of units, tags and elements, and menus.

pub(crate) mod elements;
pub(crate) mod kinds;
pub(crate) mod menus;
pub(crate) mod start_tags;
