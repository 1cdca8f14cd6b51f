//! Decisions without statistics: byte order marks, UTF-8, UTF-16 and UTF-32 without a mark,
//! escapes, EBCDIC.

use std::io::{self, Read, Seek, SeekFrom};

use crate::Encoding;
use crate::codec::Decoder;
use crate::constants::{CONTROL_WEIGHT, MIN_KNOWN_SHARE};
use crate::index::Index;
use crate::repair::may_be_double;
use platform::damage::{is_mostly_damage, is_too_damaged};
use platform::utf8::Evidence;

/// The chunk size for reading a document.
pub(crate) const READ_SIZE: usize = 64 * 1024;

/// A document that can be read several times.
pub trait Source: Read + Seek {}
impl<T: Read + Seek> Source for T {}

/// Calls `each` with the chunks of a document from its beginning, until a call returns false.
pub(crate) fn for_pieces(
    source: &mut dyn Source,
    buffer: &mut Vec<u8>,
    mut each: impl FnMut(&[u8]) -> bool,
) -> io::Result<()> {
    source.seek(SeekFrom::Start(0))?;
    buffer.resize(READ_SIZE, 0);
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
    /// The first bytes, which may contain a declaration.
    pub head: Vec<u8>,
    /// Whether the document is UTF-8, except for a character cut at the end and a few bad bytes. If
    /// not, the rest of it may not have been examined.
    pub is_utf_8: bool,
    /// Whether the document is valid UTF-8.
    pub is_valid: bool,
    /// Whether the document is all ASCII.
    pub is_ascii: bool,
    /// Whether it has control characters that do not occur in text in an extension of ASCII.
    pub controls: bool,
    /// Whether it has ESC, a shift, or a tilde followed by a brace.
    pub escapes: bool,
    /// Whether it may contain double-encoded UTF-8.
    pub may_be_double: bool,
}

impl Look {
    /// Whether more than one byte in 1000 is NUL, so that the document is not text in UTF-8. Readers of text refuse it by the
    /// same rule.
    pub fn has_nuls(&self) -> bool {
        1000 * memchr::memchr_iter(0, &self.head).count() > self.head.len()
    }
}

/// The number of bytes that are examined again across chunks: the maximum of three characters of
/// double-encoded UTF-8.
const SEAM: usize = 9;
/// The length of the prefix that may contain a declaration.
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
    // An incomplete character at the end is no evidence of UTF-8 if it is the only one. It could be
    // the last letter of café in another encoding.
    look.is_utf_8 = look.is_ascii || evidence.is_utf_8();
    evidence.finish();
    look.is_valid = evidence.is_valid();
    Ok(look)
}

/// Counts the bytes in the first chunk of a document.
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

/// Returns whether bytes have control characters that do not occur in text, and whether they have
/// ESC or a shift.
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

/// Returns the encodings whose byte order mark begins the document, the longest mark first.
pub(crate) fn marked(head: &[u8]) -> impl Iterator<Item = Encoding> + '_ {
    MARKS
        .iter()
        .filter(|(_, mark)| head.starts_with(mark))
        .filter_map(|(name, _)| Encoding::of(name))
}

/// The result of decoding a document in an encoding.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Reading {
    /// The number of characters.
    pub chars: u64,
    /// The number of characters that are not ASCII.
    pub beyond_ascii: u64,
    /// The number of characters that are ASCII or in a sample.
    pub known: u64,
    /// The number of control characters that do not occur in text.
    pub controls: u64,
    /// The number of private-use characters, which conversion tables use for unassigned codes.
    pub private: u64,
    /// The number of invalid sequences. If there are too many for text, the rest was not read.
    pub malformed: u64,
    /// Whether the document ends within a character. This does not count against an encoding.
    pub is_cut: bool,
    /// The number of runs between escapes, and of places where programs would not write such escapes.
    pub runs: u64,
    pub loose: u64,
}

impl Reading {
    /// The share of characters beyond ASCII that are in a sample.
    fn known_beyond_ascii(&self) -> f64 {
        let ascii = self.chars - self.beyond_ascii;
        (self.known - ascii) as f64 / self.beyond_ascii as f64
    }
}

/// Decodes a document. A character cut at the end is not malformed.
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
    (reading.runs, reading.loose) = decoder.runs();
    reading.is_cut = decoder.decode(&[], true, &mut text) > 0;
    Ok(reading)
}

/// Detects UTF-16 or UTF-32 without a byte order mark, among the encodings that `admit` accepts.
/// Returns also whether the document ends within a character.
pub(crate) fn wide(
    index: &Index,
    source: &mut dyn Source,
    buffer: &mut Vec<u8>,
    admit: impl Fn(Encoding) -> bool,
) -> io::Result<Option<(Encoding, bool)>> {
    let mut best: Option<(f64, (Encoding, bool))> = None;
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
        let score = share(reading.known) - CONTROL_WEIGHT * share(reading.controls);
        if score > MIN_KNOWN_SHARE && best.is_none_or(|(least, _)| score > least) {
            best = Some((score, (encoding, reading.is_cut)));
        }
    }
    Ok(best.map(|(_, found)| found))
}

/// Detects the encoding of a document with escapes, which has seven bits except for a few damaged
/// bytes. Returns also whether it is damaged. Logs and programs also contain shifts, and tildes with
/// braces. So the escapes must follow the encoding's standard, but for damaged ones. HZ has
/// no designator, so its characters must also be ones that texts use.
pub(crate) fn escaped(
    index: &Index,
    source: &mut dyn Source,
    buffer: &mut Vec<u8>,
    is_ascii: bool,
    admit: impl Fn(Encoding) -> bool,
) -> io::Result<Option<(Encoding, bool)>> {
    for name in ["iso-2022-jp", "iso-2022-kr", "hz-gb-2312"] {
        let encoding = Encoding::of(name).expect("it is in the table");
        if !admit(encoding) {
            continue;
        }
        let reading = read_in(encoding, index, source, buffer)?;
        let Reading {
            beyond_ascii,
            malformed,
            runs,
            loose,
            ..
        } = reading;
        let is_intact = loose == 0 && (malformed == 0 || !is_ascii);
        let known = reading.known_beyond_ascii();
        let has_text = beyond_ascii > 0
            && match (name, is_intact) {
                ("hz-gb-2312", true) => reading.private == 0 && known > MIN_KNOWN_SHARE,
                ("hz-gb-2312", false) => malformed + loose <= runs && known > MIN_KNOWN_SHARE,
                (_, is_intact) => is_intact || runs > 0,
            };
        let is_text = !is_mostly_damage(malformed + loose, beyond_ascii);
        if has_text && is_text {
            return Ok(Some((encoding, malformed + loose > 0 || reading.is_cut)));
        }
    }
    Ok(None)
}

/// Whether bytes with this histogram are not text: binary data contain many control characters,
/// text hardly any.
pub(crate) fn is_binary(histogram: &[u32; 256]) -> bool {
    let total: u32 = histogram.iter().sum();
    let controls = (0..=u8::MAX)
        .zip(histogram)
        .filter(|(byte, _)| is_control(*byte));
    let controls: u32 = controls.map(|(_, count)| count).sum();
    controls > total / 20
}

/// Whether a byte is a control character in all extensions of ASCII that does not occur in text.
/// White space, ESC, and 0x1A, which ends DOS files, do occur.
#[inline]
fn is_control(byte: u8) -> bool {
    // Compares bytes instead of shifting a bit set, so that loops compile to SIMD instructions.
    let is_space = (byte == b'\t') | (byte == b'\n') | (byte == 0x0C) | (byte == b'\r');
    (byte < 0x20) & !is_space & (byte != 0x1A) & (byte != 0x1B)
}

/// The EBCDIC code pages. If two decode a document to the same text, the first is returned.
const PAGES: [&str; 6] = ["ibm037", "ibm500", "ibm273", "ibm1026", "ibm424", "ibm1047"];

/// Scores how well a code page decodes bytes to text. The pages differ in accented letters and
/// brackets. Letters stand within words, brackets around them.
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

/// Detects the EBCDIC code page of a document with the spaces of EBCDIC and not those of ASCII.
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
