//! The HTML reader of this workspace, and its writer of pages.
//!
//! Reading goes from bytes to tokens to elements; nothing builds a tree in memory:
//!
//! | module | what |
//! |---|---|
//! | [`tokens`] | from bytes to tags and text, by the tokenizer rules of the HTML standard |
//! | [`elements`] | known elements, their content models and implied end tags |
//! | [`attributes`] | attribute names and values in a tag |
//! | [`entities`] | character references |
//! | [`declared`] | the encoding that a page or another file declares |
//! | [`tree`] | streaming tree construction: start and end events with implied tags, by the rules of one [`Parser`]: the HTML standard's or libxml2's |
//! | [`has_markup()`] | whether a text is HTML at all |
//! | [`visible`](mod@visible) | the visible text of a page or of any part of it |
//!
//! Writing:
//!
//! | module | what |
//! |---|---|
//! | [`escape`](mod@escape) | escaping of text for HTML, XML and terminals |
//! | [`page`] | the shell of a self-contained page, and its style sheet |
//!
//! There is one tokenizer, that of the [HTML
//! standard](https://html.spec.whatwg.org/multipage/parsing.html#tokenization). jusText is built on
//! libxml2, which differs from browsers in where elements start and end. [`Parser`] selects between
//! the two.

#[cfg(feature = "read")]
pub mod attributes;
#[cfg(feature = "read")]
pub mod declared;
#[cfg(feature = "read")]
pub mod elements;
#[cfg(feature = "read")]
pub mod entities;
pub mod escape;
#[cfg(feature = "read")]
mod markup;
pub mod page;
#[cfg(feature = "read")]
pub mod tokens;
#[cfg(feature = "read")]
pub mod tree;
#[cfg(feature = "read")]
pub mod visible;

#[cfg(feature = "read")]
pub use elements::Element;
pub use escape::{escape, visible, visible_text};
#[cfg(feature = "read")]
pub use markup::has_markup;
#[cfg(feature = "read")]
pub use tree::{Parser, Walk, walk};

/// The examples of the README are tests.
#[cfg(all(doctest, feature = "read"))]
#[doc = include_str!("../README.md")]
pub struct ReadmeExamples;
