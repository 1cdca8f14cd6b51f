//! HTML as a walk over a tree that is never built: elements begin and end, and between them there is text.
//!
//! | module | what |
//! |---|---|
//! | [`elements`] | the elements that mean something, and what each does to others |
//! | [`tokens`] | a page's bytes as tags and text, as the HTML standard's tokenizer finds them |
//! | [`tree`] | tags that are implied, and tags that close nothing, as libxml2 has them |
//!
//! jusText walks over what libxml2 makes of a page, which is not what the standard makes of it: libxml2 has no foster
//! parents, no adoption agency and no insertion modes. A walk with its tables is close to jusText's, needs no tree, and
//! looks at each byte about once. Parsers of the standard (html5ever) give another tree, and take several times as long.

pub mod elements;
pub mod tokens;
pub mod tree;

pub use elements::Element;
pub use tree::{Walk, walk};
