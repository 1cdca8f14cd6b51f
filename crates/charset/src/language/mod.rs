//! Identifies the language of a decoded text, by naive Bayes over n-grams of characters and over
//! words.
//!
//! | module | what |
//! |---|---|
//! | `words` | splits text into words, and words into n-grams |
//! | `scores` | the scores of a text in each language, which can be added |
//! | [`Identifier`] | adds up the scores |
//! | `found` | chooses a language from the scores |
//! | `documents` | the languages of a document and of its blocks |
//! | [`Model`] | how much more frequent each n-gram is in a language than in others |
//! | `prior` | prior probabilities of languages |
//! | [`scripts`] | scripts that only one language uses |
//! | [`names`] | names and codes of languages that users type |
//! | `chars` | the properties of a character that matter for words |
//! | `compose` | letters whose marks are separate characters |
//! | [`filter`] | keeps the blocks of a text that are in some languages |
//! | [`sample`] | chunks of a document that represent it |
//!
//! ```
//! use charset::language::{Identifier, built_in};
//! let found = Identifier::new(built_in()).identify("Wieczorem siedzieliśmy nad rzeką i słuchaliśmy ptaków.");
//! assert_eq!(found.language(), Some("pl"));
//! ```

mod build;
mod chars;
mod compose;
mod different;
mod documents;
pub mod filter;
mod fit;
mod found;
mod grams;
mod identifier;
mod model;
pub mod names;
mod page;
mod persian;
mod prior;
mod recent;
pub mod sample;
mod scores;
pub mod scripts;
mod words;

use std::cell::RefCell;
use std::sync::OnceLock;

pub(crate) use chars::full_width;
pub use documents::{Languages, Share, of_block};
pub use found::Found;
pub use identifier::{Features, Identifier};
pub use model::Model;
pub use scores::Scores;

/// The code of an undetermined language.
pub const UNDETERMINED: &str = "und";

static BUILT_IN: &[u8] = include_bytes!("../../models/text.bin");

/// Returns the built-in model.
pub fn built_in() -> &'static Model {
    static MODEL: OnceLock<Model> = OnceLock::new();
    MODEL.get_or_init(|| Model::open(BUILT_IN).expect("the recipe wrote it"))
}

thread_local! {
    /// To make one takes as long as to detect the encoding of a sentence.
    static IDENTIFIER: RefCell<Identifier<'static>> = RefCell::new(Identifier::new(built_in()));
}

/// Calls `work` with an identifier of the built-in model that is reused: one for each thread.
///
/// # Panics
/// If `work` calls this function.
pub fn with_built_in<R>(work: impl FnOnce(&mut Identifier<'static>) -> R) -> R {
    IDENTIFIER.with_borrow_mut(work)
}

/// Identifies the language of a text with the built-in model.
///
/// ```
/// let found = charset::language::identify("Por la noche nos sentamos junto al río y no dijimos nada.");
/// assert_eq!(found.language(), Some("es"));
/// ```
pub fn identify(text: &str) -> Found<'static> {
    with_built_in(|identifier| identifier.identify(text))
}

#[cfg(test)]
mod tests;
