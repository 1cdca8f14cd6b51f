//! Work that is finished: the figures of the papers, the rivals of freqlines, and the bounds of some jobs. It stays
//! runnable, so that a figure can be made again; nothing else is built on it.

pub mod bounds;
pub mod floor;
pub mod frequent_lines;
pub mod reproduce;
