//! Which encoding a document is in, by the trigrams of its bytes.
//!
//! PRESEMT deliverable D3.2 (2012), section 4, and the tool chared that it describes.
#![allow(missing_docs)]
mod best;
pub mod cli;
pub mod codec;
mod declared;
mod detect;
mod encoding;
mod fold;
pub mod index;
pub mod model;
pub mod paper;
mod profile;
mod rules;
mod trigrams;

pub use detect::{Candidate, Detection, Detector, Method, Models, Settings, Trust};
pub use encoding::Encoding;
pub use model::{Model, Sample};
pub use rules::Source;
