//! What needs no statistics: byte order marks, UTF-8, UTF-16 and UTF-32 without a mark, escapes, EBCDIC.

use std::io::{self, Read, Seek, SeekFrom};

use crate::Encoding;
use crate::codec::Decoder;
use crate::index::Index;
use crate::repair::may_be_double;
use platform::damage::is_too_damaged;
use platform::utf8::Evidence;

/// A document is read in pieces of this size.
pub(crate) const PIECE: usize = 64 * 1024;

/// A document that can be read several times.
pub trait Source: Read + Seek {}
impl<T: Read + Seek> Source for T {}

/// Calls `each` with the pieces of a document from its beginning, until one call returns false.
pub(crate) fn for_pieces(
    source: &mut dyn Source,
    buffer: &mut Vec<u8>,
    mut each: impl FnMut(&[u8]) -> bool,
) -> io::Result<()> {
    source.seek(SeekFrom::Start(0))?;
    buffer.resize(PIECE, 0);
    loop {
        let length = match source.read(buffer) {
            Ok(0) => return Ok(()),
            Ok(length) => length,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if !each(&buffer[..length]) {
            return Ok(());
        }
    }
}

/// The result of one pass over a document.
#[derive(Debug, Clone, Default)]
pub(crate) struct Look {
    /// The first bytes, where a declaration would be.
    pub head: Vec<u8>,
    /// Whether it is UTF-8, but for a character that the end cuts and a few bad bytes. If not, the look may have ended
    /// before the document.
    pub is_utf_8: bool,
    /// Whether it is valid UTF-8.
    pub is_valid: bool,
    /// Whether all of it is ASCII.
    pub is_ascii: bool,
    /// Whether it has control characters that text in an extension of ASCII does not have.
    pub controls: bool,
    /// Whether it has ESC, a shift, or a tilde and a brace.
    pub escapes: bool,
    /// Whether it may have UTF-8 that was encoded twice.
    pub may_be_double: bool,
}

/// The bytes at the ends of pieces that are read together: the maximum of three characters of double-encoded UTF-8.
const SEAM: usize = 9;
/// The length of the prefix that may hold a declaration.
const HEAD: usize = html::declared::LONGEST;

pub(crate) fn look(source: &mut dyn Source, buffer: &mut Vec<u8>) -> io::Result<Look> {
    let mut look = Look {
        is_ascii: true,
        ..Look::default()
    };
    let mut evidence = Evidence::default();
    let mut before = 0;
    let mut seam = Vec::new();
    for_pieces(source, buffer, |piece| {
        if look.head.len() < HEAD {
            let room = HEAD - look.head.len();
            look.head.extend_from_slice(&piece[..piece.len().min(room)]);
        }
        let (controls, shifts) = controls(piece);
        look.controls |= controls;
        look.escapes |= shifts
            || memchr::memmem::find(piece, b"~{").is_some()
            || (before == b'~' && piece[0] == b'{');
        before = piece[piece.len() - 1];
        let is_ascii = piece.is_ascii();
        look.is_ascii &= is_ascii;
        if !look.is_ascii && !look.may_be_double {
            seam.extend_from_slice(&piece[..piece.len().min(SEAM)]);
            look.may_be_double = may_be_double(&seam) || !is_ascii && may_be_double(piece);
            seam.clear();
            seam.extend_from_slice(&piece[piece.len().saturating_sub(SEAM)..]);
        }
        evidence.push(piece);
        !evidence.is_hopeless()
    })?;
    // The beginning of a character at the end says nothing where there is no other: it may be the last letter of café.
    look.is_utf_8 = look.is_ascii || evidence.is_utf_8();
    look.is_valid = evidence.is_valid();
    Ok(look)
}

/// How often each byte occurs in the first piece of a document.
pub(crate) fn histogram(source: &mut dyn Source, buffer: &mut Vec<u8>) -> io::Result<[u32; 256]> {
    let mut histogram = [0; 256];
    for_pieces(source, buffer, |piece| {
        piece
            .iter()
            .for_each(|&byte| histogram[usize::from(byte)] += 1);
        false
    })?;
    Ok(histogram)
}

/// Whether bytes have control characters that no text has, and whether they have ESC or a shift.
fn controls(bytes: &[u8]) -> (bool, bool) {
    let (mut controls, mut shifts) = (false, false);
    for chunk in bytes.chunks(256) {
        let (mut control, mut shift) = (0, 0);
        for &byte in chunk {
            control |= u8::from(is_control(byte));
            shift |= u8::from(byte == 0x1B) | u8::from(byte == 0x0E);
        }
        controls |= control != 0;
        shifts |= shift != 0;
    }
    (controls, shifts)
}

const MARKS: [(&str, &[u8]); 6] = [
    ("utf-8", b"\xEF\xBB\xBF"),
    ("utf-32le", b"\xFF\xFE\0\0"),
    ("utf-16le", b"\xFF\xFE"),
    ("utf-16be", b"\xFE\xFF"),
    ("utf-32be", b"\0\0\xFE\xFF"),
    ("gb18030", b"\x84\x31\x95\x33"),
];

/// The encodings whose byte order mark a document begins with, the longest mark first.
pub(crate) fn marked(head: &[u8]) -> impl Iterator<Item = Encoding> + '_ {
    MARKS
        .iter()
        .filter(|(_, mark)| head.starts_with(mark))
        .filter_map(|(name, _)| Encoding::of(name))
}

/// What a document is in an encoding.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Reading {
    /// Characters.
    pub chars: u64,
    /// Characters that are not ASCII.
    pub beyond_ascii: u64,
    /// Characters that some sample has, or that are ASCII.
    pub known: u64,
    /// Control characters that text does not have.
    pub controls: u64,
    /// Characters for private use, which tables of conversion have where an encoding has none.
    pub private: u64,
    /// Invalid sequences. If there are too many for a text, the rest was not read.
    pub malformed: u64,
    /// Whether its escapes are not those that programs write.
    pub loose: bool,
}

impl Reading {
    /// The share of the characters beyond ASCII that some sample has.
    fn known_beyond_ascii(&self) -> f64 {
        let ascii = self.chars - self.beyond_ascii;
        (self.known - ascii) as f64 / self.beyond_ascii as f64
    }
}

/// The minimum share of known characters in a text.
const KNOWN: f64 = 0.7;

/// Decodes all of a document. What the end cuts is not malformed.
pub(crate) fn read_in(
    encoding: Encoding,
    index: &Index,
    source: &mut dyn Source,
    buffer: &mut Vec<u8>,
) -> io::Result<Reading> {
    let mut decoder = Decoder::new(encoding);
    let mut reading = Reading::default();
    let mut text = String::new();
    for_pieces(source, buffer, |piece| {
        text.clear();
        reading.malformed += decoder.decode(piece, false, &mut text);
        for char in text.chars() {
            reading.chars += 1;
            reading.beyond_ascii += u64::from(!char.is_ascii());
            let is_space = matches!(char, '\t'..='\r' | '\u{FEFF}' | '\u{1A}');
            reading.controls += u64::from(char.is_control() && !is_space);
            reading.known += u64::from(char.is_ascii() || index.is_known(char));
            reading.private += u64::from(matches!(char, '\u{E000}'..='\u{F8FF}'));
        }
        !is_too_damaged(reading.malformed, reading.beyond_ascii)
    })?;
    reading.loose = decoder.is_loose();
    Ok(reading)
}

/// UTF-16 or UTF-32 without a byte order mark, of those that `admit` admits.
pub(crate) fn wide(
    index: &Index,
    source: &mut dyn Source,
    buffer: &mut Vec<u8>,
    admit: impl Fn(Encoding) -> bool,
) -> io::Result<Option<Encoding>> {
    let mut best: Option<(f64, Encoding)> = None;
    for name in ["utf-32le", "utf-32be", "utf-16le", "utf-16be"] {
        let encoding = Encoding::of(name).expect("it is in the table");
        if !admit(encoding) {
            continue;
        }
        let reading = read_in(encoding, index, source, buffer)?;
        if reading.malformed > 0 || reading.chars == 0 {
            continue;
        }
        let share = |part: u64| part as f64 / reading.chars as f64;
        let score = share(reading.known) - 10.0 * share(reading.controls);
        if score > KNOWN && best.is_none_or(|(least, _)| score > least) {
            best = Some((score, encoding));
        }
    }
    Ok(best.map(|(_, encoding)| encoding))
}

/// The encoding of a seven-bit document with escapes. Logs and programs have shifts, and tildes with braces, too: they count
/// where all is as the encoding's standard has it, and of HZ, which has no designator, where the characters are such as
/// texts have.
pub(crate) fn escaped(
    index: &Index,
    source: &mut dyn Source,
    buffer: &mut Vec<u8>,
    admit: impl Fn(Encoding) -> bool,
) -> io::Result<Option<Encoding>> {
    for name in ["iso-2022-jp", "iso-2022-kr", "hz-gb-2312"] {
        let encoding = Encoding::of(name).expect("it is in the table");
        if !admit(encoding) {
            continue;
        }
        let reading = read_in(encoding, index, source, buffer)?;
        let has_text = reading.beyond_ascii > 0
            && (name != "hz-gb-2312"
                || reading.private == 0 && reading.known_beyond_ascii() > KNOWN);
        if has_text && reading.malformed == 0 && !reading.loose {
            return Ok(Some(encoding));
        }
    }
    Ok(None)
}

/// Whether bytes with this histogram are no text: data of a program have many control characters, text hardly any.
pub(crate) fn is_binary(histogram: &[u32; 256]) -> bool {
    let total: u32 = histogram.iter().sum();
    let controls = (0..=u8::MAX)
        .zip(histogram)
        .filter(|(byte, _)| is_control(*byte));
    let controls: u32 = controls.map(|(_, count)| count).sum();
    controls > total / 20
}

/// Whether a byte is a control character in all extensions of ASCII, and one that text does not have: white space, ESC, and
/// 0x1A, with which DOS ends its files, are no trouble.
#[inline]
fn is_control(byte: u8) -> bool {
    // Comparisons of bytes, not a shift of a bit set, so that a loop of them becomes SIMD instructions.
    let is_space = (byte == b'\t') | (byte == b'\n') | (byte == 0x0C) | (byte == b'\r');
    (byte < 0x20) & !is_space & (byte != 0x1A) & (byte != 0x1B)
}

/// The code pages of EBCDIC. If two read a document as the same text, the first is the answer.
const PAGES: [&str; 6] = ["ibm037", "ibm500", "ibm273", "ibm1026", "ibm424", "ibm1047"];

/// How well a code page makes text of bytes. The pages differ in accented letters and in brackets: letters stand within words,
/// brackets around them.
fn written(piece: &[u8], table: &[char; 256]) -> i64 {
    let char = |at: usize| piece.get(at).map_or(' ', |&byte| table[usize::from(byte)]);
    let value = |at: usize| {
        let (before, after) = (char(at.wrapping_sub(1)), char(at + 1));
        let letters = [before, after].map(|one| u8::from(one.is_alphabetic()));
        match char(at) {
            ' ' => 1,
            'a'..='z' | 'A'..='Z' => 2,
            one if one.is_uppercase() && before.is_lowercase() => -2,
            one if one.is_alphabetic() => [-1, 1, 2][usize::from(letters[0] + letters[1])],
            '(' | '[' | '{' if letters[0] == 0 => 1,
            ')' | ']' | '}' if letters[1] == 0 => 1,
            '.' | ',' | '\n' | '\r' | '\u{85}' | '0'..='9' => 1,
            one if one.is_control() || one == char::REPLACEMENT_CHARACTER => -6,
            _ => -1,
        }
    };
    (0..piece.len()).map(value).sum()
}

/// The EBCDIC code page of a document that has the spaces of EBCDIC and not those of ASCII.
pub(crate) fn ebcdic(
    histogram: &[u32; 256],
    index: &Index,
    source: &mut dyn Source,
    buffer: &mut Vec<u8>,
    admit: impl Fn(Encoding) -> bool,
) -> io::Result<Option<Encoding>> {
    let total: u32 = histogram.iter().sum();
    let (space, ascii_space) = (histogram[0x40], histogram[0x20]);
    if space < total.div_ceil(20) || ascii_space > total / 500 {
        return Ok(None);
    }
    let mut best: Option<(i64, Encoding)> = None;
    for_pieces(source, buffer, |piece| {
        for name in PAGES {
            let encoding = Encoding::of(name).expect("it is in the table");
            let table = encoding.table().expect("it is a single-byte one");
            let score = written(piece, table);
            let is_text = score > i64::from(total) * 5 / 4 && admit(encoding);
            if is_text && best.is_none_or(|(least, _)| score > least) {
                best = Some((score, encoding));
            }
        }
        false
    })?;
    match best {
        Some((_, encoding)) => {
            let reading = read_in(encoding, index, source, buffer)?;
            Ok((reading.malformed == 0).then_some(encoding))
        }
        None => Ok(None),
    }
}
