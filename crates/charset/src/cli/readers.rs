//! Serves the detector to the tools that read documents as text.

use std::cell::RefCell;
use std::io;
use std::sync::LazyLock;

use encoding_rs::Encoding;
use intake::ReadSeek;
use intake::encoding::Found;

use crate::answer::{Candidate, Second, Settings};
use crate::constants::UNSUPPORTED_MARGIN;
use crate::detect::Detector;
use crate::models::built_in_models;

/// Registers the detector and the decoder, with the built-in models, for all document readers in this process.
pub fn serve_readers() {
    intake::encoding::set_detector(detect);
    intake::encoding::set_decoder(|bytes| crate::decode(bytes).text);
}

impl Second {
    /// Converts to the type of the document readers, which warn of it.
    pub fn for_readers(self) -> intake::encoding::Second {
        intake::encoding::Second {
            encoding: self.encoding.name(),
            line: self.line,
        }
    }
}

/// Returns the encoding of a document, and a second encoding if some lines are in one.
fn detect(bytes: &mut dyn ReadSeek, said: Option<&'static Encoding>) -> io::Result<Found> {
    static SETTINGS: LazyLock<Settings> = LazyLock::new(Settings::default);
    thread_local! {
        static DETECTOR: RefCell<Detector<'static>> =
            RefCell::new(Detector::new(built_in_models(), &SETTINGS));
    }
    let said = said.map(Encoding::name);
    DETECTOR.with_borrow_mut(|detector| {
        let found = detector.detect(&mut { bytes }, said)?;
        let mut likely = found
            .candidates
            .iter()
            .take_while(|one| one.behind < UNSUPPORTED_MARGIN);
        let is_read = |one: &&Candidate| {
            Encoding::for_label_no_replacement(one.encoding.name().as_bytes()).is_some()
        };
        let first = found.candidates.first();
        let answer = likely.find(is_read).or(first);
        // The second encoding was found relative to the first answer.
        let second = found.second.filter(|_| answer == first);
        Ok(Found {
            encoding: answer.map(|one| one.encoding.name()),
            is_guess: found.is_guess(),
            second: second.map(Second::for_readers),
        })
    })
}
