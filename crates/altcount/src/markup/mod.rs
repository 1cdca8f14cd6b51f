//! Markup as far as it is read: kinds of units, tags and the elements that they make, and menus.

pub(crate) mod elements;
pub(crate) mod kinds;
pub(crate) mod menus;
pub(crate) mod start_tags;
