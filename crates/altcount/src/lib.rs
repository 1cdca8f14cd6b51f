//! Find a site's template by counting n-grams, without knowing its language or its markup.
//!
//! Ikeda, Yamada & Hirokawa (2001), "Eliminating Useless Parts in Semi-structured Documents Using Alternation Counts".
//!
//! An [`Index`] holds the n-grams of all pages. The paper's method looks for the [`CutPoint`] with the fewest alternations
//! ([`find_optimal`]), whose frequent n-grams are the template ([`Column::useless`]). The default method,
//! [`template::divide`], compares how many pages have the n-grams of several lengths. A [`learned`] template divides further
//! pages.
//!
//! ```
//! use altcount::learned::Divided;
//! use altcount::template::{Constants, LENGTHS, divide};
//! use altcount::{Index, Page};
//!
//! let page = |number: u32| {
//!     let own: String = (0..60).map(|word| format!("w{}{} ", number * 7919 + word, word * word)).collect();
//!     format!("<nav>Home, catalogue, how to order, and where we are</nav><p>{own}</p><hr>Printed on paper in the old mill")
//! };
//! let pages: Vec<String> = (0..30).map(page).collect();
//! let units = |page: usize| Page::Characters(&pages[page]).units().map(|(_, unit)| unit);
//! let index = Index::build_short(pages.len(), &LENGTHS, units)?;
//! let template = divide(&index, |page| units(page).collect::<Vec<_>>(), Constants::default());
//! let divided = Divided::of(&template.divisions[0], units(0).count());
//! let before = &divided.useless[0];
//! assert!(before.start == 0 && pages[0][..before.end].contains("where we are"));
//! # Ok::<(), altcount::Error>(())
//! ```

mod anchors;
#[cfg(feature = "cli")]
pub mod cli;
mod clusters;
mod column;
pub mod confidence;
mod containers;
mod contents;
mod elements;
mod frames;
mod grams;
mod index;
mod kinds;
pub mod learned;
mod menus;
mod nested;
mod own;
mod records;
pub mod score;
mod search;
pub mod template;
mod text;
mod unique;
#[cfg(feature = "cli")]
mod view;

pub use clusters::clusters;
pub use column::{Column, runs};
pub use index::{Error, Index, Pages};
pub use kinds::{Kind, kinds};
pub use records::{Record, records};
pub use search::{CutPoint, cut_point, find_optimal};
pub use text::{Page, Unit, Units};
