//! What is asked first: declarations, and rules that need no models.

use std::io;

use html::declared::{declared, usual_name};
use platform::damage::is_mostly_damage;

use super::Detector;
use crate::Encoding;
use crate::answer::{Candidate, Detection, Trust};
use crate::codec::Decoder;
use crate::foreign;
use crate::rules::{self, Source};

impl Detector<'_> {
    /// Returns the name of the encoding that is declared, and that encoding if the document may be in it.
    pub(super) fn declaration(
        &self,
        look: &rules::Look,
        said: Option<&str>,
    ) -> (Option<String>, Option<Encoding>) {
        let name = match self.settings.declared {
            Trust::Ignore => None,
            Trust::Hint | Trust::Trust => said.or_else(|| declared(&look.head)).map(str::to_owned),
        };
        let hint = name.as_deref().and_then(|name| {
            let encoding = Encoding::of(&usual_name(name)).or_else(|| Encoding::of(name))?;
            // The declaration was read as ASCII, so the document is not in UTF-16 or EBCDIC.
            let may_be = said.is_some() || reads_as(encoding, name);
            (may_be && self.admits(encoding)).then(|| encoding.preferred())
        });
        (name, hint)
    }

    /// Returns the answer of a rule, or none at all for data that are no text.
    pub(super) fn first(
        &self,
        look: &rules::Look,
        hint: Option<Encoding>,
        source: &mut dyn Source,
        buffer: &mut Vec<u8>,
    ) -> io::Result<Option<Detection>> {
        let mut by_rule = self.rule(look, hint, source, buffer)?;
        let mut is_binary = false;
        if by_rule.is_none() {
            let histogram = rules::histogram(source, buffer)?;
            let admit = |encoding| self.admits(encoding) && self.has_form(encoding);
            let index = self.models.characters();
            let ebcdic = rules::ebcdic(&histogram, index, source, buffer, admit)?;
            by_rule = ebcdic.map(|encoding| (encoding, false));
            is_binary = rules::is_binary(&histogram) || look.is_utf_8 && look.has_nuls();
        }
        let Some((encoding, is_damaged)) = by_rule else {
            let nothing = Detection {
                by_rule: true,
                ..Detection::default()
            };
            return Ok(is_binary.then_some(nothing));
        };
        let language = match &self.settings.languages[..] {
            [one] => Some(one.clone()),
            _ => None,
        };
        let candidate = Candidate {
            language,
            ..Candidate::given(encoding)
        };
        Ok(Some(Detection {
            candidates: vec![candidate],
            by_rule: true,
            is_damaged,
            may_be_double: encoding == Encoding::UTF_8 && look.may_be_double,
            ..Detection::default()
        }))
    }

    /// Returns the number of invalid sequences of a document in an encoding, and whether it ends
    /// within a character; `None` if there are too many invalid sequences for text.
    fn damage(
        &self,
        encoding: Encoding,
        source: &mut dyn Source,
        buffer: &mut Vec<u8>,
    ) -> io::Result<Option<(u64, bool)>> {
        let index = self.models.characters();
        let reading = rules::read_in(encoding, index, source, buffer)?;
        let is_text = !is_mostly_damage(reading.malformed, reading.beyond_ascii);
        Ok(is_text.then_some((reading.malformed, reading.is_cut)))
    }

    /// Returns the encoding that a rule decides for, and whether the document is damaged.
    fn rule(
        &self,
        look: &rules::Look,
        hint: Option<Encoding>,
        source: &mut dyn Source,
        buffer: &mut Vec<u8>,
    ) -> io::Result<Option<(Encoding, bool)>> {
        let index = self.models.characters();
        let admit = |encoding| self.admits(encoding);
        let admit_form = |encoding| self.admits(encoding) && self.has_form(encoding);
        let marked: Vec<Encoding> = rules::marked(&look.head)
            .filter(|&one| admit(one))
            .collect();
        for &encoding in &marked {
            if let Some((0, is_cut)) = self.damage(encoding, source, buffer)? {
                return Ok(Some((encoding, is_cut)));
            }
        }
        // A byte order mark decides even if some bytes are damaged.
        if let [first, ..] = marked[..] {
            return Ok(Some((first, true)));
        }
        if let (Some(encoding), Trust::Trust) = (hint, self.settings.declared)
            && let Some((damage, is_cut)) = self.damage(encoding, source, buffer)?
            && (damage == 0 || !look.is_utf_8)
        {
            return Ok(Some((encoding, damage > 0 || is_cut)));
        }
        if look.controls
            && let Some(found) = rules::wide(index, source, buffer, admit)?
        {
            return Ok(Some(found));
        }
        if look.escapes
            && let Some(found) = rules::escaped(index, source, buffer, look.is_ascii, admit_form)?
        {
            return Ok(Some(found));
        }
        let is_legacy = !look.is_valid && foreign::has_only_marks(&look.head);
        let is_utf_8 = look.is_utf_8 && !is_legacy || foreign::is_cesu_8(&look.head);
        if is_utf_8 && !look.has_nuls() && admit(Encoding::UTF_8) {
            return Ok(Some((Encoding::UTF_8, !look.is_valid)));
        }
        Ok(None)
    }
}

/// Whether ASCII text decodes to itself in an encoding.
fn reads_as(encoding: Encoding, text: &str) -> bool {
    let mut read = String::new();
    Decoder::new(encoding).decode(text.as_bytes(), true, &mut read);
    read == text
}
