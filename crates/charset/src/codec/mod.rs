//! Bytes to text and back, in pieces.

pub(crate) mod double;
mod encode;
pub(crate) mod tables;

use encoding_rs as rs;

use crate::encoding::{Encoding, Form};
use double::{Double, Step};
pub use encode::encode;
pub(crate) use encode::vietnamese;

/// Decodes a document that comes in pieces of any size.
pub struct Decoder {
    state: State,
    /// The beginning of a character that is not complete.
    pending: Vec<u8>,
}

enum State {
    Rs(Box<rs::Decoder>),
    Single(&'static [char; 256]),
    Double(&'static Double),
    Utf32 { big: bool },
    Shifted(Box<Shifted>),
}

/// ISO-2022-KR and HZ: seven-bit forms of EUC-KR and GBK, between a shift out and a shift in.
struct Shifted {
    inner: rs::Decoder,
    hz: bool,
    shifted: bool,
    /// What of the input is to be decoded, in eight bits.
    eight: Vec<u8>,
}

impl Decoder {
    /// A decoder at the beginning of a document. A byte order mark is a character like any other.
    pub fn new(encoding: Encoding) -> Self {
        let by = |encoding: &'static rs::Encoding| {
            State::Rs(Box::new(encoding.new_decoder_without_bom_handling()))
        };
        let shifted = |encoding: &'static rs::Encoding, hz| {
            State::Shifted(Box::new(Shifted {
                inner: encoding.new_decoder_without_bom_handling(),
                hz,
                shifted: false,
                eight: Vec::new(),
            }))
        };
        let state = match encoding.form() {
            Form::Utf8 => by(rs::UTF_8),
            Form::Utf16 { big: false } => by(rs::UTF_16LE),
            Form::Utf16 { big: true } => by(rs::UTF_16BE),
            Form::Utf32 { big } => State::Utf32 { big },
            Form::Single(_) => State::Single(encoding.table().expect("it is a single-byte one")),
            Form::Multi(encoding) => by(encoding),
            Form::Johab => State::Double(&double::JOHAB),
            Form::EucTw => State::Double(&double::EUC_TW),
            Form::Iso2022Jp => by(rs::ISO_2022_JP),
            Form::Iso2022Kr => shifted(rs::EUC_KR, false),
            Form::Hz => shifted(rs::GBK, true),
        };
        Decoder {
            state,
            pending: Vec::new(),
        }
    }

    /// Appends the text of the next bytes to `text`; `last` says that none follow. What is no character becomes U+FFFD.
    /// Returns whether there was anything that is no character. A character that the end of the input cuts is one only
    /// with `last`.
    pub fn decode(&mut self, bytes: &[u8], last: bool, text: &mut String) -> bool {
        match &mut self.state {
            State::Rs(decoder) => run(decoder, bytes, last, text),
            State::Single(table) => {
                let mut malformed = false;
                text.reserve(bytes.len());
                for &byte in bytes {
                    let char = table[usize::from(byte)];
                    malformed |= char == '\u{FFFD}';
                    text.push(char);
                }
                malformed
            }
            State::Double(double) => {
                let double = *double;
                self.by_steps(bytes, last, text, |rest| double.step(rest))
            }
            State::Utf32 { big } => {
                let big = *big;
                self.by_steps(bytes, last, text, |rest| utf_32(rest, big))
            }
            State::Shifted(shifted) => {
                shifted.eight.clear();
                let mut malformed = unshift(shifted, &mut self.pending, bytes, last);
                let Shifted { inner, eight, .. } = &mut **shifted;
                malformed |= run(inner, eight, last, text);
                malformed
            }
        }
    }

    fn by_steps(
        &mut self,
        bytes: &[u8],
        last: bool,
        text: &mut String,
        step: impl Fn(&[u8]) -> Step,
    ) -> bool {
        let mut malformed = false;
        let whole;
        let mut rest = if self.pending.is_empty() {
            bytes
        } else {
            whole = [&self.pending[..], bytes].concat();
            &whole[..]
        };
        while !rest.is_empty() {
            match step(rest) {
                Step::Char(char, length) => {
                    text.push(char);
                    rest = &rest[length..];
                }
                Step::Cut if !last => break,
                Step::Cut => {
                    malformed = true;
                    text.push('\u{FFFD}');
                    rest = &[];
                }
                Step::Invalid(length) => {
                    malformed = true;
                    text.push('\u{FFFD}');
                    rest = &rest[length..];
                }
            }
        }
        self.pending = rest.to_vec();
        malformed
    }
}

/// Runs a decoder of encoding_rs.
fn run(decoder: &mut rs::Decoder, bytes: &[u8], last: bool, text: &mut String) -> bool {
    let length = decoder.max_utf8_buffer_length(bytes.len());
    text.reserve(length.expect("a piece is shorter than the address space"));
    let (_, _, malformed) = decoder.decode_to_string(bytes, text, last);
    malformed
}

fn utf_32(bytes: &[u8], big: bool) -> Step {
    let Some(unit) = bytes.first_chunk() else {
        return Step::Cut;
    };
    let code = if big {
        u32::from_be_bytes(*unit)
    } else {
        u32::from_le_bytes(*unit)
    };
    match char::from_u32(code) {
        Some(char) => Step::Char(char, 4),
        None => Step::Invalid(4),
    }
}

const ISO_2022_KR_HEADER: &[u8] = b"\x1B$)C";
const SHIFT_OUT: u8 = 0x0E;
const SHIFT_IN: u8 = 0x0F;

/// Takes the shifts out of `bytes` and sets the high bit of what is between them. Returns whether anything is malformed.
fn unshift(state: &mut Shifted, pending: &mut Vec<u8>, bytes: &[u8], last: bool) -> bool {
    let whole = [&pending[..], bytes].concat();
    pending.clear();
    let mut malformed = false;
    let mut at = 0;
    while at < whole.len() {
        let rest = &whole[at..];
        let byte = rest[0];
        let mut length = 1;
        match byte {
            b'~' if state.hz && rest.len() == 1 && !last => {
                pending.push(b'~');
            }
            b'~' if state.hz && (!state.shifted || rest.get(1) == Some(&b'}')) => {
                length = 2;
                match rest.get(1) {
                    Some(b'{') => state.shifted = true,
                    Some(b'}') => state.shifted = false,
                    Some(b'~') => state.eight.push(b'~'),
                    Some(b'\n') => {}
                    _ => {
                        malformed = true;
                        state.eight.push(b'~');
                        length = 1;
                    }
                }
            }
            0x1B if !state.hz => {
                if rest.starts_with(ISO_2022_KR_HEADER) {
                    length = ISO_2022_KR_HEADER.len();
                } else if !last && ISO_2022_KR_HEADER.starts_with(rest) {
                    pending.extend_from_slice(rest);
                    length = rest.len();
                } else {
                    malformed = true;
                    state.eight.push(byte);
                }
            }
            SHIFT_OUT if !state.hz => state.shifted = true,
            SHIFT_IN if !state.hz => state.shifted = false,
            b'\n' => {
                state.shifted = false;
                state.eight.push(byte);
            }
            0x21..=0x7E if state.shifted => state.eight.push(byte | 0x80),
            0x80.. => {
                malformed = true;
                state.eight.push(b'?');
            }
            _ => state.eight.push(byte),
        }
        at += length;
    }
    malformed
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn decode(name: &str, pieces: &[&[u8]]) -> (String, bool) {
        let mut decoder = Decoder::new(Encoding::of(name).unwrap());
        let mut text = String::new();
        let mut malformed = false;
        for piece in pieces {
            malformed |= decoder.decode(piece, false, &mut text);
        }
        malformed |= decoder.decode(b"", true, &mut text);
        (text, malformed)
    }

    #[test]
    fn seven_bit_forms_are_decoded() {
        assert_eq!(
            decode("hz", &[b"a ~{VPND~} ~~ b"]),
            ("a 中文 ~ b".into(), false)
        );
        assert_eq!(
            decode("iso-2022-kr", &[b"\x1B$", b")C\nx \x0EGQ19\x0F y"]),
            ("\nx 한국 y".into(), false)
        );
        assert_eq!(
            decode("iso-2022-jp", &[b"\x1B$BF|K\\\x1B(B."]),
            ("日本.".into(), false)
        );
    }

    #[test]
    fn a_unit_of_utf_32_may_be_cut_by_pieces() {
        assert_eq!(decode("utf-32be", &[b"\0\0", b"\0a"]), ("a".into(), false));
        assert!(decode("utf-32le", &[b"a\0\0\0b\0"]).1);
    }

    proptest! {
        /// Where a document is cut into pieces changes nothing.
        #[test]
        fn pieces_do_not_matter(bytes in proptest::collection::vec(any::<u8>(), 0..40), at in 0..40_usize) {
            let at = at.min(bytes.len());
            for encoding in Encoding::all() {
                let whole = decode(encoding.name(), &[&bytes]);
                prop_assert_eq!(decode(encoding.name(), &[&bytes[..at], &bytes[at..]]), whole);
            }
        }

        /// What can be encoded is decoded to the same text.
        #[test]
        fn what_is_encoded_is_decoded_again(text in "[a-zéžшλשก日語가\u{20AC}]{0,12}") {
            for encoding in Encoding::all().filter(|one| one.has_model()) {
                let mut bytes = Vec::new();
                if text.chars().all(|char| encode(encoding, char, &mut bytes)) {
                    prop_assert_eq!(decode(encoding.name(), &[&bytes]), (text.clone(), false), "{}", encoding);
                }
            }
        }
    }
}
