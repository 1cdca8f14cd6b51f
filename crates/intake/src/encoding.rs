//! Decodes bytes to text.

use std::fmt;
use std::io::{self, Cursor, Read, SeekFrom};
use std::str::FromStr;
use std::sync::OnceLock;

use encoding_rs::{
    CoderResult, Decoder, Encoding, ISO_2022_JP, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252,
};
use html::declared;
use platform::damage::is_mostly_damage;
use platform::utf8;

use crate::stream::ReadSeek;

/// The argument of `-E`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Label {
    /// Detects the encoding. A byte order mark decides if there is one. Otherwise the text is UTF-8
    /// if the bytes are valid except in a few places ([`platform::utf8::is_utf_8`]) and have no escape
    /// sequences of ISO-2022-JP or its relatives. Otherwise the [`Detect`] of the process decides. Without a detector, the declaration by the server or the
    /// document decides, else it is windows-1252.
    #[default]
    Auto,
    /// The encoding with a WHATWG label. A byte order mark overrides it, as in browsers.
    Named(&'static Encoding),
}

impl FromStr for Label {
    type Err = String;

    fn from_str(label: &str) -> Result<Self, String> {
        if label == "auto" {
            return Ok(Label::Auto);
        }
        let unknown = || format!("'{label}' is no WHATWG encoding label");
        Encoding::for_label(label.as_bytes())
            .map(Label::Named)
            .ok_or_else(unknown)
    }
}

/// The result of a detector for a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Found {
    /// The name of the encoding; `None` if the document is not text.
    pub encoding: Option<&'static str>,
    /// Whether no known encoding fits the bytes, so that `encoding` is a guess.
    pub is_guess: bool,
    /// A second encoding that some lines seem to be in.
    pub second: Option<Second>,
}

/// A second encoding that some lines of a document seem to be in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Second {
    /// The name of the encoding.
    pub encoding: &'static str,
    /// The first of the lines, counted from 1.
    pub line: usize,
}

impl fmt::Display for Second {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Second { encoding, line } = self;
        write!(
            f,
            "line {line} seems to be in {encoding}; charset --to-utf8 --unit line decodes each line by its own encoding"
        )
    }
}

/// Detects the encoding of a document that is not valid UTF-8, from all of its bytes and the
/// server's declaration. Returns the errors of reading it.
pub type Detect = fn(&mut dyn ReadSeek, Option<&'static Encoding>) -> io::Result<Found>;

static DETECT: OnceLock<Detect> = OnceLock::new();

/// Sets the detector in [`Sources::default`](crate::Sources), once for the process.
pub fn set_detector(detect: Detect) {
    DETECT.get_or_init(|| detect);
}

/// Returns the detector of the process.
pub(crate) fn detector() -> Option<Detect> {
    DETECT.get().copied()
}

/// Decodes text in any encoding.
pub type Decode = fn(&[u8]) -> String;

static DECODE: OnceLock<Decode> = OnceLock::new();

/// Sets the decoder for the names in an archive, once for the process.
pub fn set_decoder(decode: Decode) {
    DECODE.get_or_init(|| decode);
}

/// Returns the decoder of the process.
#[cfg(feature = "formats")]
pub(crate) fn decoder() -> Option<Decode> {
    DECODE.get().copied()
}

/// Evidence for the encoding of a document besides its bytes.
#[derive(Debug, Clone, Copy, Default)]
pub struct Hints {
    /// The server's declaration.
    pub said: Option<&'static Encoding>,
    /// Detects the encoding with models.
    pub detect: Option<Detect>,
}

/// The reason why the encoding of a document is uncertain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Doubt {
    /// No declaration by the document or a server, or the document is not text in the declared
    /// encoding.
    Undeclared,
    /// The document is not text in any encoding with a model.
    NoEncoding,
    /// The document seems to be in this encoding, which [`encoding_rs`] does not support.
    NotRead(&'static str),
    /// No known encoding fits the document, so it was read in this one.
    Guessed(&'static str),
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        const READ: &str = "it was read as windows-1252";
        match self {
            Doubt::Undeclared => write!(
                f,
                "it is not UTF-8 and declares no usable encoding, so {READ}; name its encoding with -E, or decode it with charset --to-utf8"
            ),
            Doubt::NoEncoding => write!(
                f,
                "it is not text in any known encoding, so {READ}; name its encoding with -E"
            ),
            Doubt::NotRead(name) => write!(
                f,
                "it seems to be in {name}, but {READ}; decode it with charset --to-utf8"
            ),
            Doubt::Guessed(name) => write!(
                f,
                "no known encoding fits it, and {name} is only the nearest; look at its text, or name its encoding with -E"
            ),
        }
    }
}

/// A document's text with its encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Decoded<'a> {
    /// The text, without byte order mark.
    pub text: &'a str,
    /// The encoding of the bytes.
    pub encoding: &'static Encoding,
    /// Whether invalid bytes were replaced by U+FFFD.
    pub malformed: bool,
    /// The reason why the encoding may be wrong.
    pub doubt: Option<Doubt>,
    /// A second encoding that some lines seem to be in.
    pub second: Option<Second>,
}

/// Decodes a whole document without a detector. UTF-8 is borrowed; other encodings are decoded into
/// `scratch`.
pub fn decode<'a>(bytes: &'a [u8], label: Label, scratch: &'a mut String) -> Decoded<'a> {
    try_decode(bytes, label, Hints::default(), scratch).expect("memory for the text")
}

/// Works like [`decode`], with hints, for a document that may be too large.
///
/// # Errors
/// Fails with [`io::ErrorKind::OutOfMemory`].
pub fn try_decode<'a>(
    bytes: &'a [u8],
    label: Label,
    hints: Hints,
    scratch: &'a mut String,
) -> io::Result<Decoded<'a>> {
    let Start {
        mut encoding,
        mark,
        mut guessed,
    } = start(bytes, label);
    let bytes = &bytes[mark..];
    if guessed && let Some(wide) = hints.wide(bytes) {
        (encoding, guessed) = (wide, false);
    }
    let is_escaped = guessed && utf8::is_escaped(bytes);
    if encoding == UTF_8
        && !is_escaped
        && let Ok(text) = simdutf8::basic::from_utf8(bytes)
    {
        return Ok(Decoded {
            text,
            encoding,
            malformed: false,
            doubt: None,
            second: None,
        });
    }
    // After a byte order mark or a label, any invalid UTF-8 is malformed. Without them, the bytes
    // are UTF-8 only if little is invalid.
    let (mut doubt, mut second) = (None, None);
    if guessed {
        let source = &mut Cursor::new(bytes);
        match !is_escaped && utf8::is_utf_8(bytes) {
            true => second = hints.second(source)?,
            false => (encoding, doubt, second) = hints.legacy(source)?,
        }
    }
    scratch.clear();
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let malformed = append(&mut decoder, bytes, true, scratch)?;
    Ok(Decoded {
        text: scratch,
        encoding,
        malformed,
        doubt,
        second,
    })
}

impl Hints {
    /// Returns UTF-16 if the server declared it and there are NUL bytes: Latin letters in UTF-16 are valid UTF-8.
    fn wide(&self, bytes: &[u8]) -> Option<&'static Encoding> {
        self.said.filter(|said| {
            [UTF_16LE, UTF_16BE].contains(said) && memchr::memchr(0, bytes).is_some()
        })
    }

    /// Returns the encoding of a document that is not UTF-8, the reason why it is uncertain, and
    /// the second encoding.
    ///
    /// # Errors
    /// Returns the errors of reading the document.
    pub(crate) fn legacy(
        &self,
        bytes: &mut dyn ReadSeek,
    ) -> io::Result<(&'static Encoding, Option<Doubt>, Option<Second>)> {
        let mut doubt = Doubt::Undeclared;
        if let Some(detect) = self.detect {
            let found = detect(bytes, self.said)?;
            doubt = match found.encoding {
                None => Doubt::NoEncoding,
                Some(name) => match Encoding::for_label_no_replacement(name.as_bytes()) {
                    Some(encoding) => {
                        let doubt = found.is_guess.then_some(Doubt::Guessed(name));
                        return Ok((encoding, doubt, found.second));
                    }
                    None => Doubt::NotRead(name),
                },
            };
        }
        bytes.seek(SeekFrom::Start(0))?;
        let mut head = Vec::new();
        bytes.take(HEAD).read_to_end(&mut head)?;
        let declared = self.said.or_else(|| declared(&head));
        Ok(match declared.filter(|encoding| fits(encoding, &head)) {
            Some(encoding) => (encoding, None, None),
            None => (WINDOWS_1252, Some(doubt), None),
        })
    }

    /// Returns the second encoding of a document in damaged UTF-8.
    ///
    /// # Errors
    /// Returns the errors of reading the document.
    pub(crate) fn second(&self, bytes: &mut dyn ReadSeek) -> io::Result<Option<Second>> {
        match self.detect {
            Some(detect) => Ok(detect(bytes, self.said)?.second),
            None => Ok(None),
        }
    }
}

/// The number of bytes used to check a declaration.
const HEAD: u64 = 64 << 10;

/// Returns the encoding that a document declares, if it extends ASCII and is not UTF-8, or is ISO-2022-JP.
fn declared(head: &[u8]) -> Option<&'static Encoding> {
    let name = declared::declared(head)?;
    let name = declared::usual_name(name);
    let named = Encoding::for_label_no_replacement(name.as_bytes())?;
    let is_escaped = named == ISO_2022_JP;
    (named != UTF_8 && (named.is_ascii_compatible() || is_escaped)).then_some(named)
}

/// Whether the beginning of a document is text in an encoding, except for a few invalid sequences.
fn fits(encoding: &'static Encoding, head: &[u8]) -> bool {
    let (text, _) = encoding.decode_without_bom_handling(head);
    let beyond_ascii = text.chars().filter(|char| !char.is_ascii());
    let (mut bad, mut all) = (0, 0);
    for char in beyond_ascii {
        all += 1;
        bad += u64::from(char == char::REPLACEMENT_CHARACTER);
    }
    !is_mostly_damage(bad, all)
}

/// The evidence for the encoding from the first bytes of a document and a label.
pub(crate) struct Start {
    pub encoding: &'static Encoding,
    /// The length of the byte order mark.
    pub mark: usize,
    /// Whether neither names the encoding, so that it is UTF-8 only if the bytes are valid.
    pub guessed: bool,
}

/// Examines the first bytes of a document, at least three if it has as many.
pub(crate) fn start(bytes: &[u8], label: Label) -> Start {
    let (encoding, mark, guessed) = match (Encoding::for_bom(bytes), label) {
        (Some((encoding, length)), _) => (encoding, length, false),
        (None, Label::Named(encoding)) => (encoding, 0, false),
        (None, Label::Auto) => (UTF_8, 0, true),
    };
    Start {
        encoding,
        mark,
        guessed,
    }
}

/// Decodes the next bytes and appends them to `text`; `last` marks the last bytes. Returns whether
/// invalid bytes were replaced by U+FFFD.
///
/// # Errors
/// Fails with [`io::ErrorKind::OutOfMemory`].
pub(crate) fn append(
    decoder: &mut Decoder,
    bytes: &[u8],
    last: bool,
    text: &mut String,
) -> io::Result<bool> {
    let (mut rest, mut malformed) = (bytes, false);
    loop {
        // Reserve slightly more than the bytes, which is enough for most text. Otherwise the buffer
        // grows in steps.
        let room = rest.len() + rest.len() / 8 + 64;
        text.try_reserve(room)
            .map_err(|_| io::ErrorKind::OutOfMemory)?;
        let (result, read, replaced) = decoder.decode_to_string(rest, text, last);
        malformed |= replaced;
        rest = &rest[read..];
        if result == CoderResult::InputEmpty {
            return Ok(malformed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn auto(bytes: &[u8]) -> (String, &'static str) {
        let mut scratch = String::new();
        let decoded = decode(bytes, Label::Auto, &mut scratch);
        (decoded.text.to_owned(), decoded.encoding.name())
    }

    #[test]
    fn utf_16_is_read_where_a_server_declares_it() {
        let said = |said, bytes: &[u8]| {
            let hints = Hints {
                said: Some(said),
                detect: None,
            };
            let mut scratch = String::new();
            let decoded = try_decode(bytes, Label::Auto, hints, &mut scratch).unwrap();
            decoded.text.to_owned()
        };
        assert_eq!(said(UTF_16LE, b"a\0b\0"), "ab");
        assert_eq!(said(UTF_16BE, b"\0a\0b"), "ab");
        // The server is wrong.
        assert_eq!(said(UTF_16LE, b"caf\xC3\xA9"), "caf\u{e9}");
        assert_eq!(said(WINDOWS_1252, b"a\0"), "a\0");
    }

    #[test]
    fn a_byte_order_mark_decides_first() {
        assert_eq!(auto(b"\xEF\xBB\xBFa"), ("a".into(), "UTF-8"));
        assert_eq!(auto(b"\xFF\xFEa\0"), ("a".into(), "UTF-16LE"));
        assert_eq!(auto(b"\xFE\xFF\0a"), ("a".into(), "UTF-16BE"));
    }

    #[test]
    fn utf_8_if_all_of_it_is_valid_else_windows_1252() {
        assert_eq!(auto("caf\u{e9}".as_bytes()), ("caf\u{e9}".into(), "UTF-8"));
        assert_eq!(
            auto(b"caf\xE9 \x93x\x94 \x81"),
            ("caf\u{e9} \u{201c}x\u{201d} \u{81}".into(), "windows-1252")
        );
        assert_eq!(auto(b""), (String::new(), "UTF-8"));
        assert_eq!(
            auto(b"\xE2\x80\x9Ccaf\xE9\xE2\x80\x9D"),
            ("\u{201c}caf\u{fffd}\u{201d}".into(), "UTF-8")
        );
    }

    #[test]
    fn a_declaration_counts_where_the_bytes_can_be_text_in_it() {
        let doubt = |bytes: &[u8]| {
            let mut scratch = String::new();
            decode(bytes, Label::Auto, &mut scratch).doubt
        };
        let page = b"<meta charset=gb2312><p>\xC4\xE3\xBA\xC3";
        assert_eq!(
            auto(page),
            ("<meta charset=gb2312><p>\u{4F60}\u{597D}".into(), "GBK")
        );
        assert_eq!(doubt(page), None);
        let coded = b"# -*- coding: latin-2 -*-\n\xBE";
        assert_eq!(
            auto(coded),
            ("# -*- coding: latin-2 -*-\n\u{17E}".into(), "ISO-8859-2")
        );
        // Seven bits, so valid UTF-8 as well.
        let page = b"<meta charset=iso-2022-jp><p>\x1B$BF|K\\\x1B(B";
        assert_eq!(
            auto(page),
            (
                "<meta charset=iso-2022-jp><p>\u{65E5}\u{672C}".into(),
                "ISO-2022-JP"
            )
        );
        // UTF-8 is detected whatever the document declares.
        let page = "<meta charset=gb2312>\u{4F60}";
        assert_eq!(auto(page.as_bytes()), (page.into(), "UTF-8"));
        for page in [
            &b"<meta charset=utf-8>caf\xE9"[..],
            b"<meta charset=utf-16>caf\xE9",
            b"<meta charset=no-such>caf\xE9",
            b"<meta charset=euc-jp>caf\xE9 na\xEFve d\xE9j\xE0",
            b"caf\xE9",
        ] {
            assert_eq!(auto(page).1, "windows-1252", "{}", page.escape_ascii());
            assert_eq!(doubt(page), Some(Doubt::Undeclared));
        }
    }

    #[test]
    fn a_detector_decides_before_declarations() {
        const SECOND: Second = Second {
            encoding: "utf-8",
            line: 3,
        };
        fn detect(bytes: &mut dyn ReadSeek, said: Option<&'static Encoding>) -> io::Result<Found> {
            let mut first = [0];
            bytes.read_exact(&mut first)?;
            let encoding = match &first {
                b"k" => Some("koi8-r"),
                b"d" => Some("ibm850"),
                _ => said.map(Encoding::name),
            };
            let second = Some(SECOND);
            Ok(Found {
                encoding,
                is_guess: false,
                second,
            })
        }
        let found = |bytes: &[u8], said| {
            let hints = Hints {
                said,
                detect: Some(detect),
            };
            let mut scratch = String::new();
            let decoded = try_decode(bytes, Label::Auto, hints, &mut scratch).unwrap();
            if let Some(second) = decoded.second {
                assert_eq!(second, SECOND);
            }
            let has_second = decoded.second.is_some();
            (decoded.encoding.name(), decoded.doubt, has_second)
        };
        let said = Some(encoding_rs::WINDOWS_1250);
        assert_eq!(found(b"k \xE1", said), ("KOI8-R", None, true));
        assert_eq!(found(b"x \xE1", said), ("windows-1250", None, true));
        assert_eq!(
            found(b"x \xE1", None),
            ("windows-1252", Some(Doubt::NoEncoding), false)
        );
        let not_read = Some(Doubt::NotRead("ibm850"));
        assert_eq!(found(b"d \xE1", None), ("windows-1252", not_read, false));
        assert_eq!(found(b"d \xE1", said), ("windows-1250", None, false));
        assert_eq!(found("k \u{E1}".as_bytes(), said), ("UTF-8", None, false));
        assert_eq!(found(b"k \x1B$BF|K\\\x1B(B", said), ("KOI8-R", None, true));
        assert_eq!(found("k \x1B$B \u{E1}".as_bytes(), said).0, "UTF-8");
        // Colours of a terminal.
        assert_eq!(found(b"k \x1B[31m", said), ("UTF-8", None, false));
        let damaged = b"k \xE2\x80\x94 \xE1";
        assert_eq!(found(damaged, None), ("UTF-8", None, true));
    }

    #[test]
    fn what_a_named_encoding_cannot_hold_is_reported() {
        let mut scratch = String::new();
        let label = "utf-8".parse().unwrap();
        let decoded = decode(b"caf\xE9!", label, &mut scratch);
        assert_eq!((decoded.text, decoded.malformed), ("caf\u{fffd}!", true));
        assert!("utf-99".parse::<Label>().is_err());
    }
}
