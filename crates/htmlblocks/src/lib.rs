//! Cut web pages into blocks and tell main content from boilerplate.
//!
//! PRESEMT (2012), "Corpus creation", section 5; Pomikálek (2011), "Removing Boilerplate and Duplicate Content from Web
//! Corpora": jusText.
//!
//! Data flows through the modules in this order:
//!
//! | module | what |
//! |---|---|
//! | [`segment`] | the page as blocks |
//! | [`outline`] | the elements around the blocks |
//! | [`stoplist`] | words that sentences have many of |
//! | [`mod@classify`] | jusText's classes |
//! | [`best`] | how likely each block is main content, by fitted trees |
//! | [`metadata`] | title, author, date and so on |
//! | [`render`] | the kept blocks as text or Markdown |
//! | [`view`] | a page to look at |

pub mod best;
pub mod classify;
#[cfg(feature = "cli")]
pub mod cli;
pub mod declared;
mod group;
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
