//! Find a site's template by counting n-grams, without knowing its language or its markup.
//!
//! Ikeda, Yamada & Hirokawa (2001), "Eliminating Useless Parts in Semi-structured Documents Using Alternation Counts".
//!
//! [`Site`] takes the pages of a site and divides each into template and main text. Its default method,
//! [`body::divide`], compares the page frequencies of n-grams of several lengths. The paper's method looks for the
//! [`CutPoint`] with the fewest alternations ([`find_optimal`]); the n-grams that are frequent there are the template
//! ([`Column::useless`]). An [`Index`] holds the n-grams. A [`learned`] template divides further pages.
//!
//! ```
//! use altcount::Site;
//!
//! let page = |number: u32| {
//!     let own: String = (0..60).map(|word| format!("w{}{} ", number * 7919 + word, word * word)).collect();
//!     format!("<nav>Home, catalogue, how to order, and where we are</nav><p>{own}</p><hr>Printed on paper in the old mill")
//! };
//! let pages: Vec<String> = (0..30).map(page).collect();
//! let divided = Site::new(pages.iter().map(String::as_str)).divide()?;
//! let main = divided[0].useful_text(&pages[0]);
//! assert!(main.contains("w24") && !main.contains("where we are"));
//! # Ok::<(), altcount::Error>(())
//! ```

pub mod body;
#[cfg(feature = "cli")]
pub mod cli;
mod clusters;
pub mod confidence;
pub mod constants;
mod edges;
pub mod learned;
mod markup;
pub mod ngrams;
mod plain;
mod records;
pub mod score;
pub mod site;
mod text;
mod twins;
#[cfg(feature = "cli")]
mod view;

pub use clusters::clusters;
pub use markup::kinds::{Kind, kinds};
pub use ngrams::column::{Column, runs};
pub use ngrams::search::{CutPoint, cut_point, find_optimal};
pub use ngrams::{Error, Index, Pages};
pub use plain::Tags;
pub use records::{Missing, Record, find_records, records};
pub use site::{Settings, Site};
pub use text::{Page, Unit, Units};

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct ReadmeExamples;
