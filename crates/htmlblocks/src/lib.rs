//! Segments web pages into blocks and separates main content from boilerplate.
//!
//! PRESEMT (2012), "Corpus creation", section 5; Pomikálek (2011), "Removing Boilerplate and Duplicate Content from Web
//! Corpora": jusText.
//!
//! [`Extractor`] is the whole method:
//!
//! ```
//! use htmlblocks::{Extractor, Settings};
//!
//! let html = "<nav><a href=/>Home</a> <a href=/news>News</a></nav>
//!     <p>The mill stood empty for forty years, until two sisters from the town bought it and began to grind
//!     flour for the bakers who had been looking for somebody like them.</p>
//!     <footer><a href=/imprint>Imprint</a></footer>";
//! let mut extractor = Extractor::new(Settings::default());
//! let found = extractor.extract(html);
//! assert!(found.text.starts_with("The mill stood empty"));
//! assert!(!found.text.contains("Imprint"));
//! assert_eq!(found.blocks().len(), 3);
//! ```
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
//! | [`extract`] | all of that in one call |
//! | [`view`] | an HTML page of the blocks and their classes |

pub mod best;
mod cache;
mod cascade;
pub mod classify;
#[cfg(feature = "cli")]
pub mod cli;
mod constants;
pub mod declared;
pub mod extract;
mod grid;
mod group;
pub mod hidden;
mod linked;

pub mod metadata;
pub mod outline;
mod patterns;
pub mod render;
pub mod segment;
mod selectors;
pub mod stoplist;
mod styles;
mod tables;
pub mod view;

pub use classify::{Class, Parameters, Verdict, classify};
pub use extract::{
    ExtractedBlock, Extraction, Extractor, Links, Method, NoContent, Outputs, Policy, Settings,
    StopWords,
};
pub use segment::{Block, Page, Rules};
pub use stoplist::{Detector, StopList};

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct ReadmeExamples;
