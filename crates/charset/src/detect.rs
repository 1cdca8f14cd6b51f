//! Detects the encoding of a document.
//!
//! | module | what |
//! |---|---|
//! | `first` | what is asked first: declarations, and rules that need no models |
//! | `candidates` | what each candidate scores by its trigrams |
//! | `damage` | candidates for a document without what may be damage |
//! | `letters` | candidates for letters and signs of other scripts in the encodings of Chinese, Japanese and Korean |
//! | `paper` | the paper's method |
//! | `unknown` | whether the bytes are in an encoding without a table |

mod candidates;
mod damage;
mod first;
mod letters;
mod paper;
mod unknown;

use std::borrow::Cow;
use std::io::{self, Cursor};

use candidates::margin;
use damage::may_begin_within;

use crate::Encoding;
use crate::answer::{Candidate, Detection, Method, Part, Settings, Start, Unit};
use crate::constants::DOUBTFUL_MARGIN;
use crate::foreign;
use crate::index::STEP;
use crate::models::Models;
use crate::parts::{self, Lines};
use crate::profile::Profile;
use crate::rules::{self, Source, for_pieces};
use crate::texts::texts;

/// The greatest length in bytes of a document that is read again to look for foreign bytes.
const MAX_DOUBTFUL: u64 = 1 << 16;
/// It has no more bytes from 0x80: more tell the encoding. With 512, five runs of 20 random bytes exclude EUC-JP from a page of 8 KB.
const MAX_DOUBTFUL_HIGH: u64 = 2048;

/// Detects the encodings of documents one by one.
pub struct Detector<'a> {
    models: &'a Models,
    settings: &'a Settings,
    buffer: Vec<u8>,
    profile: Profile,
}

impl<'a> Detector<'a> {
    /// Creates a detector.
    pub fn new(models: &'a Models, settings: &'a Settings) -> Self {
        Detector {
            models,
            settings,
            buffer: Vec::new(),
            profile: Profile::new(),
        }
    }

    fn admits(&self, encoding: Encoding) -> bool {
        let list = &self.settings.encodings;
        list.is_empty() || list.contains(&encoding)
    }

    fn admits_language(&self, language: &str) -> bool {
        let list = &self.settings.languages;
        list.is_empty() || list.iter().any(|one| one == language)
    }

    /// Whether a requested language uses the characters of `encoding` in an encoding that has a
    /// model.
    fn has_form(&self, encoding: Encoding) -> bool {
        let is_in = |(language, encodings): &(&str, &[Encoding])| {
            self.admits_language(language) && encodings.contains(&encoding.with_model())
        };
        self.settings.languages.is_empty() || self.models.languages().iter().any(is_in)
    }

    /// Detects the encoding of a document. Reads it from its beginning, several times if necessary.
    /// `said` is an external declaration, for instance by a server; it takes precedence over the
    /// document's own.
    ///
    /// # Errors
    /// Returns the errors of reading the document.
    pub fn detect(&mut self, source: &mut dyn Source, said: Option<&str>) -> io::Result<Detection> {
        let mut buffer = std::mem::take(&mut self.buffer);
        let found = match self.settings.method {
            Method::Best => self.with_second(source, said, &mut buffer),
            Method::Paper => self.paper(source, &mut buffer),
        };
        self.buffer = buffer;
        found
    }

    /// Finds the encodings of a document's parts. `whole` is the detection result for the document.
    pub(crate) fn divide(
        &mut self,
        bytes: &[u8],
        unit: Unit,
        whole: &Detection,
    ) -> io::Result<Vec<Part>> {
        parts::divide(bytes, unit, whole, &mut |lines| self.of_lines(lines))
    }

    /// Detects the encoding of some lines of a document with [`Method::Best`].
    fn of_lines(&mut self, lines: &[u8]) -> io::Result<Lines> {
        let mut buffer = std::mem::take(&mut self.buffer);
        let found = self.best(&mut Cursor::new(lines), None, &mut buffer);
        self.buffer = buffer;
        let found = found?;
        let texts = match found.by_rule {
            true => Vec::new(),
            false => texts(&self.profile.used()),
        };
        Ok(Lines { found, texts })
    }

    /// Returns how probable lines of the last document are in its encoding.
    fn usual_lines(&self, found: &Detection, first: &Candidate) -> parts::Usual {
        let index = self.models.characters();
        let languages = index.languages();
        let is_language = |code: &str| languages.iter().position(|one| one.code == code);
        let language = first.language.as_deref().and_then(is_language);
        let letters = |char: char| {
            let costs = index.letters(index.id(char));
            let least = || costs.iter().copied().min().unwrap_or_default();
            f32::from(language.map_or_else(least, |language| costs[language])) * STEP
        };
        parts::Usual::new(first.encoding, letters, found.is_damaged)
    }

    fn with_second(
        &mut self,
        source: &mut dyn Source,
        said: Option<&str>,
        buffer: &mut Vec<u8>,
    ) -> io::Result<Detection> {
        let mut found = self.best(source, said, buffer)?;
        let length = self.profile.length();
        if !found.by_rule || found.is_damaged {
            let usual = (found.candidates.first()).map(|first| self.usual_lines(&found, first));
            if let Some(usual) = usual {
                let of_lines = &mut |lines: &[u8]| self.of_lines(lines);
                found.second = parts::second(source, buffer, &usual, &mut found, of_lines)?;
            }
        }
        if !found.by_rule && length <= MAX_DOUBTFUL && is_of_lines(&found) {
            let all = read(source, buffer)?;
            parts::by_lines(&all, &mut found, &mut |lines| self.of_lines(lines))?;
        }
        Ok(found)
    }

    fn best(
        &mut self,
        source: &mut dyn Source,
        said: Option<&str>,
        buffer: &mut Vec<u8>,
    ) -> io::Result<Detection> {
        let look = rules::look(source, buffer)?;
        let (declared, hint) = self.declaration(&look, said);
        let found = match self.first(&look, hint, source, buffer)? {
            Some(found) => found,
            None => self.by_bytes(&look, hint, source, buffer)?,
        };
        Ok(Detection { declared, ..found })
    }

    /// Detects the encoding of a document by its trigrams, as it is and without what may be damage.
    fn by_bytes(
        &mut self,
        look: &rules::Look,
        hint: Option<Encoding>,
        source: &mut dyn Source,
        buffer: &mut Vec<u8>,
    ) -> io::Result<Detection> {
        let profile = &mut self.profile;
        profile.clear();
        let mut has_marks = false;
        for_pieces(source, buffer, |piece| {
            has_marks = has_marks || foreign::has_marks(piece);
            profile.push(piece);
            true
        })?;
        profile.finish();
        let length = self.profile.length();
        let is_whole = length == look.head.len() as u64;
        let unmarked = match has_marks {
            true => unmarked(source, buffer)?,
            false => None,
        };
        let head = match unmarked {
            Some(_) => Cow::from(foreign::without_marks(&look.head)),
            None => Cow::from(&look.head),
        };
        let profile = unmarked.as_ref().unwrap_or(&self.profile);
        let scored = self.by_models(profile, hint);
        let (mut candidates, score) = self.with_letters(scored, profile, hint, source, buffer)?;
        if is_whole
            && may_begin_within(&head)
            && let Some(better) = self.within(&head, hint, score)
        {
            candidates = better;
        }
        let mut is_rest = false;
        let is_doubtful = length <= MAX_DOUBTFUL
            && self.profile.high() <= MAX_DOUBTFUL_HIGH
            && (margin(&candidates) < DOUBTFUL_MARGIN || self.may_be_noise(&candidates));
        let all = match (is_whole, is_doubtful) {
            (true, _) => Some(Cow::from(&*head)),
            (false, true) => Some(Cow::from(foreign::without_marks(&read(source, buffer)?))),
            (false, false) => None,
        };
        if let Some(all) = all
            && let Some(better) = self.without_foreign(&all, hint, score, &candidates)
        {
            (candidates, is_rest) = (better, true);
        }
        let first = candidates.first();
        let is_within = first.is_some_and(|one| one.start == Start::WithinCharacter);
        let mut is_damaged =
            is_within || first.is_some_and(|one| self.profile.is_damaged(one.encoding));
        let is_in_pairs = first.is_some_and(|one| one.encoding.is_in_pairs());
        if (is_damaged || is_in_pairs)
            && !is_within
            && !is_rest
            && is_whole
            && let Some(better) = self.aligned(&head, hint, score)
            // Where the encoding is the same, the margin of the document as it is counts.
            && first.is_some_and(|first| first.encoding != better[0].encoding)
        {
            (candidates, is_damaged) = (better, true);
        }
        let first = candidates.first();
        Ok(Detection {
            over_unknown: first.and_then(|first| self.over_unknown(first, hint)),
            candidates,
            is_damaged,
            ..Detection::default()
        })
    }
}

/// Whether the lines of a document may be in several encodings, so that most lines may be in another one than most of its bytes.
fn is_of_lines(found: &Detection) -> bool {
    match found.second {
        Some(second) => second.encoding != Encoding::UTF_8,
        None => found.over_unknown.is_some_and(|odds| odds < 0.0),
    }
}

/// Reads a document.
fn read(source: &mut dyn Source, buffer: &mut Vec<u8>) -> io::Result<Vec<u8>> {
    let mut all = Vec::new();
    for_pieces(source, buffer, |piece| {
        all.extend_from_slice(piece);
        true
    })?;
    Ok(all)
}

/// Returns the profile of a document without its marks in UTF-8; `None` if the rest is ASCII.
fn unmarked(source: &mut dyn Source, buffer: &mut Vec<u8>) -> io::Result<Option<Profile>> {
    let mut profile = Profile::new();
    for_pieces(source, buffer, |piece| {
        profile.push(&foreign::without_marks(piece));
        true
    })?;
    profile.finish();
    Ok((profile.high() > 0).then_some(profile))
}

#[cfg(test)]
mod tests;
