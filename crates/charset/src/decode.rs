//! Decodes a document in one call: returns its encoding, text and languages.

use std::borrow::Cow;
use std::io::{self, Cursor};

use crate::Encoding;
use crate::answer::{Damage, Detection, Part, Second, Settings, Start, Unit};
use crate::detect::Detector;
use crate::in_step::InStep;
use crate::language::sample::pieces;
use crate::language::{Share, UNDETERMINED, with_built_in};
use crate::models::built_in_models;
use crate::parts::text_of;
use crate::repair::{Mojibake, Repairer, repair};
use crate::rules::{Source, for_pieces};

/// A decoded document.
#[derive(Debug, Clone, PartialEq)]
pub struct Decoded {
    /// The text, without a byte order mark. Each invalid sequence of bytes is U+FFFD. Empty if
    /// `encoding` is `None`.
    pub text: String,
    /// The encoding; `None` if the document is not text, or not in any of the admitted encodings.
    pub encoding: Option<Encoding>,
    /// The code of the main language; `"und"` if it is not known.
    pub language: &'static str,
    /// The languages of its blocks and their shares of the letters, the largest first.
    pub languages: Vec<Share<'static>>,
    /// The invalid sequences, if there are any.
    pub damaged: Option<Damage>,
    /// The double-encoded UTF-8, if there is any. With [`Settings::repair`] it is undone in `text`.
    pub mojibake: Option<Mojibake>,
    /// The parts of the document that were decoded separately, as set by [`Settings::unit`].
    /// Otherwise one part. Empty if `encoding` is `None`.
    pub parts: Vec<Part>,
    /// A second encoding that some lines seem to be in, but that was not used to decode them.
    pub second: Option<Second>,
}

/// Detects the encoding of a document, and lists alternatives.
///
/// ```
/// let found = charset::detect(b"P\xF8\xEDli\xB9 \xBElu\xBBou\xE8k\xFD k\xF9\xF2 \xFAp\xECl \xEF\xE1belsk\xE9 \xF3dy");
/// assert_eq!(found.candidates[0].encoding.name(), "iso-8859-2");
/// ```
pub fn detect(bytes: &[u8]) -> Detection {
    Settings::default().detect(bytes)
}

/// Decodes a document in any encoding, and identifies its languages.
///
/// ```
/// let decoded = charset::decode(b"Der B\xE4cker \xF6ffnet fr\xFCh, und die s\xFC\xDFen Br\xF6tchen sind schon weg.");
/// assert!(decoded.text.contains("süßen Brötchen"));
/// assert_eq!(decoded.encoding.map(|one| one.name()), Some("windows-1252"));
/// assert_eq!(decoded.language, "de");
/// assert_eq!(decoded.damaged, None);
/// ```
pub fn decode(bytes: &[u8]) -> Decoded {
    Settings::default().decode(bytes)
}

impl Settings {
    /// Works like [`detect`], with these settings and the built-in models.
    pub fn detect(&self, bytes: &[u8]) -> Detection {
        let mut detector = Detector::new(built_in_models(), self);
        let found = detector.detect(&mut Cursor::new(bytes), None);
        found.expect("memory can be read")
    }

    /// Works like [`decode`], with these settings and the built-in models.
    ///
    /// ```
    /// let settings = charset::Settings {
    ///     encodings: vec!["koi8-r".parse().unwrap(), "ibm866".parse().unwrap()],
    ///     ..charset::Settings::default()
    /// };
    /// let decoded = settings.decode(b"\xF7\xC5\xDE\xC5\xD2\xCF\xCD \xCD\xD9 \xDB\xCC\xC9 \xC4\xCF\xCD\xCF\xCA");
    /// assert_eq!(decoded.text, "Вечером мы шли домой");
    /// ```
    pub fn decode(&self, bytes: &[u8]) -> Decoded {
        let mut detector = Detector::new(built_in_models(), self);
        let found = detector.detect(&mut Cursor::new(bytes), None);
        let found = found.expect("memory can be read");
        let Some(first) = found.candidates.first() else {
            return Decoded {
                text: String::new(),
                encoding: None,
                language: UNDETERMINED,
                languages: Vec::new(),
                damaged: None,
                mojibake: None,
                parts: Vec::new(),
                second: None,
            };
        };
        let parts = (detector.divide(bytes, self.unit, &found)).expect("memory can be read");
        // Parts in several encodings are decoded to UTF-8 first.
        let several = (parts.len() > 1).then(|| text_of(bytes, &parts));
        let (bytes, encoding) = match &several {
            Some((text, _)) => (text.as_bytes(), Encoding::UTF_8),
            None => (
                bytes,
                parts.first().map_or(first.encoding, |part| part.encoding),
            ),
        };
        let mut source = Cursor::new(bytes);
        let start = match &several {
            Some(_) => Start::Character,
            None => first.start,
        };
        let pieces = pieces(&mut source, encoding, start);
        let mut pieces = pieces.expect("memory can be read");
        if self.repair {
            repair_all(&mut pieces);
        }
        let languages = with_built_in(|identifier| identifier.languages(&pieces));
        let mut text = String::new();
        let how = How {
            encoding,
            start,
            repair: self.repair,
            has_utf_8: has_utf_8(found.second),
        };
        let faults = each_part(&mut source, how, &mut String::new(), |part| {
            text.push_str(part);
        })
        .expect("memory can be read");
        Decoded {
            text,
            encoding: Some(match &parts[..] {
                [part] => part.encoding,
                _ => first.encoding,
            }),
            language: languages.language(),
            languages: languages.shares,
            damaged: several.map_or(faults.damaged, |(_, damaged)| damaged),
            mojibake: faults.mojibake,
            parts,
            second: found.second.filter(|_| self.unit == Unit::Document),
        }
    }
}

/// How to decode a document.
#[derive(Debug, Clone, Copy)]
pub(crate) struct How {
    pub encoding: Encoding,
    pub start: Start,
    /// Whether double-encoded UTF-8 is undone.
    pub repair: bool,
    /// Whether the document is in another encoding and has lines of UTF-8, which then look double-encoded.
    pub has_utf_8: bool,
}

/// Whether the second encoding of a document is UTF-8.
pub(crate) fn has_utf_8(second: Option<Second>) -> bool {
    second.is_some_and(|second| second.encoding == Encoding::UTF_8)
}

impl How {
    /// Decodes without repair.
    #[cfg(feature = "cli")]
    pub fn plain(encoding: Encoding) -> Self {
        How {
            encoding,
            start: Start::Character,
            repair: false,
            has_utf_8: false,
        }
    }
}

/// The faults of a document.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Faults {
    pub damaged: Option<Damage>,
    pub mojibake: Option<Mojibake>,
}

/// Undoes double-encoded UTF-8 in each chunk of a document.
pub(crate) fn repair_all(pieces: &mut [String]) {
    for piece in pieces {
        if let Cow::Owned(repaired) = repair(piece).text {
            *piece = repaired;
        }
    }
}

/// Decodes a document in chunks, without the byte order mark. `text` is a buffer.
///
/// # Errors
/// Returns the errors of reading the document.
pub(crate) fn each_part(
    source: &mut dyn Source,
    how: How,
    text: &mut String,
    mut each: impl FnMut(&str),
) -> io::Result<Faults> {
    let mut decoder = InStep::new(how.encoding, how.start);
    let mut repairer = Repairer::default();
    let mut at_start = true;
    let mut line = 1;
    let mut damage: Option<Damage> = None;
    let mut part = |bytes: &[u8], last: bool| {
        text.clear();
        let sequences = decoder.decode(bytes, last, text);
        if let Some(damage) = &mut damage {
            damage.sequences += sequences;
        } else if sequences > 0 {
            let before = text.split(char::REPLACEMENT_CHARACTER).next();
            let line = line + before.unwrap_or_default().matches('\n').count();
            damage = Some(Damage { sequences, line });
        }
        line += text.matches('\n').count();
        let mut shown = &text[..];
        if at_start && !shown.is_empty() {
            shown = shown.strip_prefix('\u{FEFF}').unwrap_or(shown);
            at_start = false;
        }
        if how.repair {
            repairer.push(shown, last, &mut each);
        } else {
            repairer.push(shown, last, &mut |_| {});
            each(shown);
        }
    };
    let mut buffer = Vec::new();
    for_pieces(source, &mut buffer, |piece| {
        part(piece, false);
        true
    })?;
    part(b"", true);
    Ok(Faults {
        damaged: damage,
        mojibake: repairer.found().filter(|_| how.repair || !how.has_utf_8),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damage_is_counted_and_its_line_is_given() {
        let text = "川の水は冷たく、誰も何も言わなかった。\n";
        let mut bytes = crate::codec::encoded(text, "shift_jis").repeat(3);
        let line = bytes.len() / 3;
        bytes.insert(2 * line, 0xFF);
        bytes.insert(line, 0xFF);
        let decoded = decode(&bytes);
        assert_eq!(decoded.encoding.map(|one| one.name()), Some("shift_jis"));
        let expected = format!("{text}\u{FFFD}{text}\u{FFFD}{text}");
        assert_eq!((decoded.text, decoded.language), (expected, "ja"));
        let damage = Damage {
            sequences: 2,
            line: 2,
        };
        assert_eq!(decoded.damaged, Some(damage));
    }

    #[test]
    fn nothing_and_data_have_answers() {
        let nothing = decode(b"");
        assert_eq!(nothing.encoding, Some(Encoding::UTF_8));
        assert_eq!(
            (nothing.language, nothing.languages.len()),
            (UNDETERMINED, 0)
        );
        let data: Vec<u8> = (0..8192_u32).map(|at| ((at * at) >> 5) as u8).collect();
        assert_eq!(
            (decode(&data).encoding, decode(&data).text),
            (None, String::new())
        );
    }
}
