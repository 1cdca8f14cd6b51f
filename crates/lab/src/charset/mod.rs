//! The tables and models of charset.

mod tables;
mod train;

pub use tables::run as tables;
pub use train::{collect as collect_text, collect_legacy, run as train};
