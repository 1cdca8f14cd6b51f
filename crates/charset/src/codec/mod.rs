//! Decodes bytes and encodes characters, in chunks.

pub(crate) mod double;
mod encode;
pub(crate) mod tables;

use encoding_rs as rs;

use crate::encoding::{Encoding, Form};
use double::{Double, Step};
pub use encode::encode;
pub(crate) use encode::vietnamese;

/// Decodes a document that comes in chunks of any size.
pub struct Decoder {
    state: State,
    /// An incomplete character at the end of the last chunk.
    pending: Vec<u8>,
}

enum State {
    Rs(Box<rs::Decoder>),
    Single(&'static [char; 256]),
    Double(&'static Double),
    Utf32 { big: bool },
    Shifted(Box<Shifted>),
}

/// ISO-2022-JP, ISO-2022-KR and HZ: seven-bit forms of EUC-JP, EUC-KR and GBK, marked by escapes.
struct Shifted {
    inner: rs::Decoder,
    form: Seven,
    mode: Mode,
    /// Whether the designator of ISO-2022-KR, or the end of a run of pairs in HZ, has been read.
    announced: bool,
    /// The number of runs of pairs that end with an escape.
    runs: u64,
    /// The number of places that can be decoded, but that no program would have written.
    loose: u64,
    /// The eight-bit form of the input, to be decoded.
    eight: Vec<u8>,
}

impl Shifted {
    fn new(form: Seven) -> Self {
        let inner = match form {
            Seven::Jp => rs::EUC_JP,
            Seven::Kr => rs::EUC_KR,
            Seven::Hz => rs::GBK,
        };
        Shifted {
            inner: inner.new_decoder_without_bom_handling(),
            form,
            mode: Mode::Ascii,
            announced: form == Seven::Jp,
            runs: 0,
            loose: 0,
            eight: Vec::new(),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Seven {
    Jp,
    Kr,
    Hz,
}

/// The meaning of seven-bit bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Ascii,
    /// Pairs of bytes.
    Double,
    /// JIS X 0212, which follows 0x8F in EUC-JP.
    Supplement,
    /// Half-width katakana, which follow 0x8E in EUC-JP.
    Katakana,
}

impl Decoder {
    /// Creates a decoder. It keeps a byte order mark as a character.
    pub fn new(encoding: Encoding) -> Self {
        let by = |encoding: &'static rs::Encoding| {
            State::Rs(Box::new(encoding.new_decoder_without_bom_handling()))
        };
        let shifted = |form| State::Shifted(Box::new(Shifted::new(form)));
        let state = match encoding.form() {
            Form::Utf8 => by(rs::UTF_8),
            Form::Utf16 { big: false } => by(rs::UTF_16LE),
            Form::Utf16 { big: true } => by(rs::UTF_16BE),
            Form::Utf32 { big } => State::Utf32 { big },
            Form::Single(_) => State::Single(encoding.table().expect("it is a single-byte one")),
            Form::Multi(encoding) => by(encoding),
            Form::Johab => State::Double(&double::JOHAB),
            Form::EucTw => State::Double(&double::EUC_TW),
            Form::Iso2022Jp => shifted(Seven::Jp),
            Form::Iso2022Kr => shifted(Seven::Kr),
            Form::Hz => shifted(Seven::Hz),
        };
        Decoder {
            state,
            pending: Vec::new(),
        }
    }

    /// Resets the decoder for a new document.
    pub(crate) fn restart(&mut self) {
        self.pending.clear();
        match &mut self.state {
            State::Rs(decoder) => **decoder = decoder.encoding().new_decoder_without_bom_handling(),
            State::Single(_) | State::Double(_) | State::Utf32 { .. } => {}
            State::Shifted(shifted) => **shifted = Shifted::new(shifted.form),
        }
    }

    /// Appends the text of the next bytes to `text`; `last` marks the end of the input. Each
    /// invalid sequence becomes U+FFFD, and decoding resumes where the WHATWG Encoding Standard
    /// says. An incomplete character at the end of `bytes` is invalid only with `last`.
    ///
    /// Returns the number of invalid sequences.
    pub fn decode(&mut self, bytes: &[u8], last: bool, text: &mut String) -> u64 {
        self.decode_some(bytes, last, u64::MAX, text)
    }

    /// Like [`Decoder::decode`], but may stop after more than `most` invalid sequences.
    pub(crate) fn decode_some(
        &mut self,
        bytes: &[u8],
        last: bool,
        most: u64,
        text: &mut String,
    ) -> u64 {
        match &mut self.state {
            State::Rs(decoder) => run(decoder, bytes, last, most, text),
            State::Single(table) => {
                let mut malformed = 0;
                text.reserve(bytes.len());
                for &byte in bytes {
                    let char = table[usize::from(byte)];
                    malformed += u64::from(char == '\u{FFFD}');
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
                malformed += run(inner, eight, last, u64::MAX, text);
                malformed
            }
        }
    }

    /// Returns the number of runs of pairs that end with an escape, and of places that violate RFC 1557 or RFC 1843 but can be
    /// decoded. Examples are a shift to Korean before its designator, a run of pairs in HZ that ends with its line, and a document
    /// that ends in its only run.
    pub(crate) fn runs(&self) -> (u64, u64) {
        match &self.state {
            State::Shifted(shifted) => {
                let is_open = shifted.mode != Mode::Ascii && !shifted.announced;
                (shifted.runs, shifted.loose + u64::from(is_open))
            }
            _ => (0, 0),
        }
    }

    fn by_steps(
        &mut self,
        bytes: &[u8],
        last: bool,
        text: &mut String,
        step: impl Fn(&[u8]) -> Step,
    ) -> u64 {
        let mut malformed = 0;
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
                    malformed += 1;
                    text.push('\u{FFFD}');
                    rest = &[];
                }
                Step::Invalid(length) => {
                    malformed += 1;
                    text.push('\u{FFFD}');
                    rest = &rest[length..];
                }
            }
        }
        self.pending = rest.to_vec();
        malformed
    }
}

/// Runs a decoder of encoding_rs until more than `most` sequences are invalid. Returns their number.
fn run(decoder: &mut rs::Decoder, bytes: &[u8], last: bool, most: u64, text: &mut String) -> u64 {
    let (mut rest, mut malformed) = (bytes, 0);
    loop {
        let length = decoder.max_utf8_buffer_length_without_replacement(rest.len());
        text.reserve(length.expect("a piece is shorter than the address space"));
        let (result, read) = decoder.decode_to_string_without_replacement(rest, text, last);
        rest = &rest[read..];
        match result {
            rs::DecoderResult::InputEmpty => return malformed,
            rs::DecoderResult::OutputFull => {}
            rs::DecoderResult::Malformed(..) => {
                malformed += 1;
                text.push(char::REPLACEMENT_CHARACTER);
                if malformed > most {
                    return malformed;
                }
            }
        }
    }
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

const JP_ESCAPES: [(&[u8], Mode); 7] = [
    (b"\x1B(B", Mode::Ascii),
    (b"\x1B(J", Mode::Ascii),
    (b"\x1B$@", Mode::Double),
    (b"\x1B$B", Mode::Double),
    (b"\x1B$(B", Mode::Double),
    (b"\x1B$(D", Mode::Supplement),
    (b"\x1B(I", Mode::Katakana),
];
const KR_ESCAPES: [(&[u8], Mode); 3] = [
    (b"\x1B$)C", Mode::Ascii),
    (b"\x0E", Mode::Double),
    (b"\x0F", Mode::Ascii),
];
const HZ_ESCAPES: [(&[u8], Mode); 2] = [(b"~{", Mode::Double), (b"~}", Mode::Ascii)];

/// A byte that is invalid in every eight-bit encoding used here, so that it becomes U+FFFD.
const INVALID: u8 = 0xFF;

/// Removes the escapes from `bytes` and sets the high bit of the bytes between them. Returns the
/// number of invalid sequences that leave no byte in the output.
fn unshift(state: &mut Shifted, pending: &mut Vec<u8>, bytes: &[u8], last: bool) -> u64 {
    let escapes: &[(&[u8], Mode)] = match state.form {
        Seven::Jp => &JP_ESCAPES,
        Seven::Kr => &KR_ESCAPES,
        Seven::Hz => &HZ_ESCAPES,
    };
    let whole = [&pending[..], bytes].concat();
    pending.clear();
    let mut malformed = 0;
    let mut rest = &whole[..];
    while let Some(&byte) = rest.first() {
        if let Some((escape, mode)) = escapes.iter().find(|(escape, _)| rest.starts_with(escape)) {
            state.announced |= match state.form {
                Seven::Hz => state.mode == Mode::Double && *mode == Mode::Ascii,
                _ => byte == 0x1B,
            };
            state.loose += u64::from(state.form == Seven::Kr && !state.announced);
            state.runs += u64::from(state.mode == Mode::Double && *mode == Mode::Ascii);
            state.mode = *mode;
            rest = &rest[escape.len()..];
            continue;
        }
        // A tilde within a run of pairs is part of a pair.
        let tilde = state.form == Seven::Hz && byte == b'~' && state.mode == Mode::Ascii;
        let may_go_on = escapes.iter().any(|(escape, _)| escape.starts_with(rest))
            || (tilde && rest.len() == 1);
        if may_go_on && !last {
            pending.extend_from_slice(rest);
            break;
        }
        let mut length = 1;
        match byte {
            b'~' if tilde => {
                length = 2;
                match rest.get(1) {
                    Some(b'~') => state.eight.push(b'~'),
                    Some(b'\n') => {}
                    _ => {
                        malformed += 1;
                        state.eight.push(b'~');
                        length = 1;
                    }
                }
            }
            0x1B => {
                malformed += 1;
                state.eight.push(byte);
            }
            b'\n' => {
                state.loose += u64::from(state.form == Seven::Hz && state.mode == Mode::Double);
                if state.form != Seven::Kr {
                    state.mode = Mode::Ascii;
                }
                state.eight.push(byte);
            }
            0x21..=0x7E if state.mode != Mode::Ascii => match (state.mode, rest.get(1)) {
                (Mode::Katakana, _) => state.eight.extend([0x8E, byte | 0x80]),
                (_, None) if !last => {
                    pending.push(byte);
                    break;
                }
                // No lead is a brace: a byte of the run was lost, so that its end seems to be parts of two pairs.
                (_, Some(b'~')) if state.form == Seven::Hz && rest.get(2) == Some(&b'}') => {
                    state.eight.push(INVALID);
                }
                (_, Some(b'~')) if state.form == Seven::Hz && rest.len() == 2 && !last => {
                    pending.extend_from_slice(rest);
                    break;
                }
                (mode, Some(trail @ 0x21..=0x7E)) => {
                    if mode == Mode::Supplement {
                        state.eight.push(0x8F);
                    }
                    state.eight.extend([byte | 0x80, trail | 0x80]);
                    length = 2;
                }
                _ => {
                    state.eight.push(INVALID);
                }
            },
            0x80.. => state.eight.push(INVALID),
            _ => state.eight.push(byte),
        }
        rest = &rest[length.min(rest.len())..];
    }
    malformed
}

/// Encodes a text for which the encoding has all characters.
#[cfg(test)]
pub(crate) fn encoded(text: &str, encoding: &str) -> Vec<u8> {
    let encoding = Encoding::of(encoding).expect("it is in the table");
    let mut bytes = Vec::new();
    let has = |char| encode(encoding, char, &mut bytes);
    assert!(text.chars().all(has), "{encoding}");
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn decode(name: &str, pieces: &[&[u8]]) -> (String, u64) {
        let mut decoder = Decoder::new(Encoding::of(name).unwrap());
        let mut text = String::new();
        let mut malformed = 0;
        for piece in pieces {
            malformed += decoder.decode(piece, false, &mut text);
        }
        malformed += decoder.decode(b"", true, &mut text);
        (text, malformed)
    }

    #[test]
    fn seven_bit_forms_are_decoded() {
        assert_eq!(
            decode("hz", &[b"a ~{VPND~} ~~ b"]),
            ("a 中文 ~ b".into(), 0)
        );
        assert_eq!(
            decode("iso-2022-kr", &[b"\x1B$", b")C\nx \x0EGQ19\x0F y"]),
            ("\nx 한국 y".into(), 0)
        );
        assert_eq!(
            decode("iso-2022-jp", &[b"\x1B$BF|K\\\x1B(B\x1B(I6\x1B(B."]),
            ("日本ｶ.".into(), 0)
        );
    }

    #[test]
    fn a_run_in_hz_ends_at_its_end_after_a_lost_byte() {
        assert_eq!(
            decode("hz", &[b"~{VND~} a ~{VPN", b"D~", b"} b"]),
            ("治\u{FFFD} a 中文 b".into(), 1)
        );
    }

    /// Each line of ISO-2022-JP begins in ASCII; in ISO-2022-KR a shift stays in force.
    #[test]
    fn modes_end_with_lines_where_they_do() {
        assert_eq!(decode("iso-2022-jp", &[b"\x1B$BF|\nF|"]).0, "日\nF|");
        assert_eq!(
            decode("iso-2022-kr", &[b"\x1B$)C\n\x0EGQ\nGQ\x0F GQ"]).0,
            "\n한\n한 GQ"
        );
    }

    #[test]
    fn a_unit_of_utf_32_may_be_cut_by_pieces() {
        assert_eq!(decode("utf-32be", &[b"\0\0", b"\0a"]), ("a".into(), 0));
        assert_eq!(decode("utf-32le", &[b"a\0\0\0b\0"]).1, 1);
    }

    proptest! {
        /// The output does not depend on the sizes of the chunks.
        #[test]
        fn pieces_do_not_matter(bytes in proptest::collection::vec(any::<u8>(), 0..40), at in 0..40_usize) {
            let at = at.min(bytes.len());
            for encoding in Encoding::all() {
                let whole = decode(encoding.name(), &[&bytes]);
                prop_assert_eq!(decode(encoding.name(), &[&bytes[..at], &bytes[at..]]), whole);
            }
        }

        /// An encoded text decodes to itself.
        #[test]
        fn what_is_encoded_is_decoded_again(text in "[a-zéžшλשก日語가\u{20AC}]{0,12}") {
            for encoding in Encoding::all().filter(|one| one.has_model()) {
                let mut bytes = Vec::new();
                if text.chars().all(|char| encode(encoding, char, &mut bytes)) {
                    prop_assert_eq!(decode(encoding.name(), &[&bytes]), (text.clone(), 0), "{}", encoding);
                }
            }
        }
    }
}
