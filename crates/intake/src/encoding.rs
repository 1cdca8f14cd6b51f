//! Decoding of bytes to text.

use std::io;
use std::str::FromStr;

use encoding_rs::{CoderResult, Decoder, Encoding, UTF_8, WINDOWS_1252};

use platform::utf8;

/// The argument of `-E`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Label {
    /// A byte order mark if there is one, else UTF-8 if the bytes are valid except in a few places
    /// ([`platform::utf8::is_utf_8`]), else windows-1252.
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

/// A document's text, with its encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Decoded<'a> {
    /// The text, without byte order mark.
    pub text: &'a str,
    /// The encoding of the bytes.
    pub encoding: &'static Encoding,
    /// Whether invalid bytes were replaced by U+FFFD.
    pub malformed: bool,
}

/// Decodes a whole document. UTF-8 is borrowed; anything else is decoded into `scratch`.
pub fn decode<'a>(bytes: &'a [u8], label: Label, scratch: &'a mut String) -> Decoded<'a> {
    decode_or(bytes, label, WINDOWS_1252, scratch)
}

/// [`decode`] with another fallback than windows-1252.
pub fn decode_or<'a>(
    bytes: &'a [u8],
    label: Label,
    fallback: &'static Encoding,
    scratch: &'a mut String,
) -> Decoded<'a> {
    try_decode(bytes, label, fallback, scratch).expect("memory for the text")
}

/// [`decode_or`] for a document that may be too large.
///
/// # Errors
/// [`io::ErrorKind::OutOfMemory`].
pub fn try_decode<'a>(
    bytes: &'a [u8],
    label: Label,
    fallback: &'static Encoding,
    scratch: &'a mut String,
) -> io::Result<Decoded<'a>> {
    let Start {
        mut encoding,
        mark,
        guessed,
    } = start(bytes, label);
    let bytes = &bytes[mark..];
    if encoding == UTF_8
        && let Ok(text) = simdutf8::basic::from_utf8(bytes)
    {
        return Ok(Decoded {
            text,
            encoding,
            malformed: false,
        });
    }
    // After a byte order mark or a label invalid UTF-8 counts as malformed; without either only if little of it is
    // invalid.
    if guessed && !utf8::is_utf_8(bytes) {
        encoding = fallback;
    }
    scratch.clear();
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let malformed = append(&mut decoder, bytes, true, scratch)?;
    Ok(Decoded {
        text: scratch,
        encoding,
        malformed,
    })
}

/// What the first bytes of a document and a label say about its encoding.
pub(crate) struct Start {
    pub encoding: &'static Encoding,
    /// The length of the byte order mark.
    pub mark: usize,
    /// Whether neither names the encoding: it is UTF-8 only if the bytes are.
    pub guessed: bool,
}

/// What the first bytes, at least three if there are as many, say about the encoding.
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

/// Decodes the next bytes, the last ones or not, to the end of `text`. Returns whether invalid bytes were replaced by
/// U+FFFD.
///
/// # Errors
/// [`io::ErrorKind::OutOfMemory`].
pub(crate) fn append(
    decoder: &mut Decoder,
    bytes: &[u8],
    last: bool,
    text: &mut String,
) -> io::Result<bool> {
    let (mut rest, mut malformed) = (bytes, false);
    loop {
        // Slightly more than the bytes, which is enough for most text; otherwise the buffer grows in steps.
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
    fn what_a_named_encoding_cannot_hold_is_reported() {
        let mut scratch = String::new();
        let label = "utf-8".parse().unwrap();
        let decoded = decode(b"caf\xE9!", label, &mut scratch);
        assert_eq!((decoded.text, decoded.malformed), ("caf\u{fffd}!", true));
        assert!("utf-99".parse::<Label>().is_err());
    }
}
