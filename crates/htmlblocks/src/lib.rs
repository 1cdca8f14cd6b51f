//! Segments web pages into blocks and separates main content from boilerplate.
//!
//! PRESEMT (2012), "Corpus creation", section 5; Pomikálek (2011), "Removing Boilerplate and Duplicate Content from Web
//! Corpora": jusText.
//!
//! Data flows through the modules in this order:
//!
//! | module | what |
//! |---|---|
//! | [`segment`] | segmentation into blocks |
//! | [`outline`] | the containers of the blocks: their ancestor elements |
//! | [`hidden`] | text that a page has in data only |
//! | [`stoplist`] | stop words |
//! | [`mod@classify`] | jusText's classes |
//! | [`best`] | the probability that a block is main content, by gradient-boosted trees |
//! | [`metadata`] | title, author, date and so on |
//! | [`render`] | the kept blocks as text or Markdown |
//! | [`view`] | an HTML page of the blocks and their classes |

pub mod best;
pub mod classify;
#[cfg(feature = "cli")]
pub mod cli;
pub mod declared;
mod group;
pub mod hidden;
mod joints;
mod linked;
mod markdown;
pub mod metadata;
pub mod outline;
mod patterns;
pub mod render;
pub mod segment;
pub mod stoplist;
pub mod view;

pub use classify::{Class, Parameters, Verdict, classify};
pub use segment::{Block, Page, Rules};
pub use stoplist::{Detector, StopList};
