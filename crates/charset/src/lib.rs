//! Which encoding a document is in, by the trigrams of its bytes: PRESEMT deliverable D3.2 (2012), section 4, and more.
//!
//! | module | what |
//! |---|---|
//! | [`Encoding`] | the table of encodings and their names |
//! | [`codec`] | bytes to text in pieces, and characters to bytes |
//! | [`model`] | what is learned from a sample: triples of characters, from which the trigrams of every encoding follow |
//! | [`paper`] | the paper's method: scalar products of byte-trigram vectors |
//! | [`index`] | the models in the form that `--method best` uses, as it lies in memory |
//! | `rules` | what needs no statistics |
//! | `profile`, `quotes`, `scores`, `best` | what a document is, in bounded memory, and how well it fits languages and encodings |
//! | `unknown`, `prior` | languages without a model; how often encodings are met |
//! | [`Detector`] | all of it together |
//! | [`decode()`] | the text of a document, with its encoding and languages |
//! | [`Unit`], [`Part`] | documents in several encodings |
//! | [`repair()`] | double-encoded UTF-8, undone |
//! | [`language`] | which language a text is in |
//!
//! [`decode`] and [`detect`] are the method, [`language::identify`] tells the language of a text:
//!
//! ```
//! let decoded = charset::decode(b"P\xF8\xEDli\xB9 \xBElu\xBBou\xE8k\xFD k\xF9\xF2 \xFAp\xECl \xEF\xE1belsk\xE9 \xF3dy");
//! assert_eq!(decoded.text, "Příliš žluťoučký kůň úpěl ďábelské ódy");
//! assert_eq!(decoded.encoding.map(|one| one.name()), Some("iso-8859-2"));
//! assert_eq!(decoded.language, "cs");
//! assert_eq!(charset::language::identify("Večer jsme seděli u řeky.").language(), Some("cs"));
//! ```
//!
//! A [`Detector`] reads documents that do not fit in memory, and a [`language::Identifier`] keeps its caches from text to
//! text.

mod best;
#[cfg(feature = "cli")]
pub mod cli;
pub mod codec;
mod decode;
mod detect;
mod encoding;
mod fold;
pub mod index;
pub mod language;
pub mod model;
pub mod paper;
mod parts;
mod prior;
mod profile;
mod quotes;
mod repair;
mod rules;
mod scores;
mod trigrams;
mod unknown;

pub use decode::{Damage, Decoded, decode, detect};
pub use detect::{Candidate, Detection, Detector, Method, Models, Settings, Trust};
pub use encoding::Encoding;
pub use model::{Model, Sample};
pub use parts::{Part, Second, Unit};
pub use repair::{Mojibake, Repaired, repair};
pub use rules::Source;

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct ReadmeExamples;
