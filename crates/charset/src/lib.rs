//! Detects the encoding of a document by the trigrams of its bytes: PRESEMT deliverable D3.2
//! (2012), section 4, with extensions.
//!
//! | module | what |
//! |---|---|
//! | [`Encoding`] | the table of encodings and their names |
//! | [`codec`] | decodes bytes in chunks, and encodes characters |
//! | [`model`] | what is learned from a sample: character triples, which give the byte trigrams of every encoding |
//! | [`paper`] | the paper's method: scalar products of byte-trigram vectors |
//! | [`index`] | the models in the memory layout that `--method best` uses |
//! | `rules` | the decisions that need no statistics |
//! | `profile`, `quotes`, `scores`, `best` | describe a document in bounded memory, and score it in each language and encoding |
//! | `constants` | all fitted constants, with the data they were chosen with |
//! | `reading` | a document's bytes as the characters of each single-byte encoding |
//! | `unknown`, `prior` | languages without a model; prior probabilities of encodings |
//! | [`Detector`] | combines all of these |
//! | [`decode()`] | the text of a document, with its encoding and languages |
//! | [`Unit`], [`Part`] | documents in several encodings |
//! | [`repair()`] | undoes double-encoded UTF-8 |
//! | [`language`] | identifies the language of a text |
//!
//! [`decode`] and [`detect`] detect the encoding, [`language::identify`] identifies the language:
//!
//! ```
//! let decoded = charset::decode(b"P\xF8\xEDli\xB9 \xBElu\xBBou\xE8k\xFD k\xF9\xF2 \xFAp\xECl \xEF\xE1belsk\xE9 \xF3dy");
//! assert_eq!(decoded.text, "Příliš žluťoučký kůň úpěl ďábelské ódy");
//! assert_eq!(decoded.encoding.map(|one| one.name()), Some("iso-8859-2"));
//! assert_eq!(decoded.language, "cs");
//! assert_eq!(charset::language::identify("Večer jsme seděli u řeky.").language(), Some("cs"));
//! ```
//!
//! A [`Detector`] also reads documents that do not fit in memory. A [`language::Identifier`] keeps
//! its caches from one text to the next.

mod answer;
mod best;
#[cfg(feature = "cli")]
pub mod cli;
pub mod codec;
mod constants;
mod decode;
mod detect;
mod encoding;
mod fold;
mod foreign;
mod in_step;
pub mod index;
pub mod language;
pub mod model;
mod models;
pub mod paper;
mod parts;
mod prior;
mod profile;
mod quotes;
mod reading;
mod realign;
mod repair;
mod rules;
mod scores;
mod texts;
mod trigrams;
mod unknown;

pub use answer::{
    Candidate, Damage, Detection, Method, Part, Second, Settings, Start, Trust, Unit,
};
pub use decode::{Decoded, decode, detect};
pub use detect::Detector;
pub use encoding::Encoding;
pub use model::{Model, Sample};
pub use models::Models;
pub use repair::{Mojibake, Repaired, repair};
pub use rules::Source;

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct ReadmeExamples;
