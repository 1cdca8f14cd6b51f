//! The one reader of HTML in this workspace, and the one writer of pages.
//!
//! Reading goes from bytes to tokens to elements; nothing builds a tree in memory:
//!
//! | module | what |
//! |---|---|
//! | [`tokens`] | a page's bytes as tags and text, as the tokenizer of the HTML standard finds them |
//! | [`elements`] | the elements that mean something to a parser, and what each does to others |
//! | [`attributes`] | names and values in a tag |
//! | [`entities`] | character references |
//! | [`tree`] | a walk over the elements, with tags that are implied and tags that close nothing, by the rules of one [`Parser`]: the HTML standard's, or libxml2's |
//! | [`visible`](mod@visible) | the text of a page, or of any part of it, without markup |
//!
//! Writing:
//!
//! | module | what |
//! |---|---|
//! | [`escape`](mod@escape) | text that does nothing but be shown |
//! | [`page`] | the shell of a page that needs no other file, and its style sheet |
//!
//! There is one tokenizer, that of the [HTML standard](https://html.spec.whatwg.org/multipage/parsing.html#tokenization). Where
//! elements begin and end differs between browsers and libxml2, on which jusText is built: [`Parser`] is the one switch.

#[cfg(feature = "read")]
pub mod attributes;
#[cfg(feature = "read")]
pub mod elements;
#[cfg(feature = "read")]
pub mod entities;
pub mod escape;
pub mod page;
#[cfg(feature = "read")]
pub mod tokens;
#[cfg(feature = "read")]
pub mod tree;
#[cfg(feature = "read")]
pub mod visible;

#[cfg(feature = "read")]
pub use elements::Element;
pub use escape::{escape, visible};
#[cfg(feature = "read")]
pub use tree::{Parser, Walk, walk};

/// The examples of the README are tests.
#[cfg(all(doctest, feature = "read"))]
#[doc = include_str!("../README.md")]
pub struct ReadmeExamples;
