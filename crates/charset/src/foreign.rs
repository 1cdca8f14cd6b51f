//! Bytes that are foreign in a document whatever its encoding is: marks in UTF-8, words of noise, stray bytes.
//!
//! Every encoding reads such bytes as something, and one of them reads them best by chance. If few other bytes tell the encoding,
//! that decides. Damage has a price in [`crate::best`] only where bytes are not characters.

use std::ops::Range;

/// Marks in UTF-8 begin with these bytes: quotation marks, dashes, the ellipsis. In the legacy encodings they are hardly ever neighbours.
const MARK: &[u8] = b"\xE2\x80";
/// The number of marks that a letter counts for.
const MARKS_PER_LETTER: usize = 4;
/// The most places of a stray byte.
const MOST_STRAY: usize = 8;
/// In a document with more values of bytes that may be stray ones, they are letters.
const MOST_VALUES: usize = 3;
/// In a text with more words that may be noise it does not decide, and each takes as long as a short document.
const MOST_WORDS: usize = 256;
/// The least length of a run of one byte that may be foreign.
const LEAST_RUN: usize = 4;
/// The least length of a run of bytes from 0x80 in a word that may be noise although it has no odd pair.
const LEAST_HIGH_RUN: usize = 8;
/// The fewest bytes from 0x80 of a word that may be noise.
const LEAST_NOISE: usize = 2;

/// Returns the places of marks in UTF-8.
fn marks(bytes: &[u8]) -> impl Iterator<Item = Range<usize>> + '_ {
    let all = memchr::memmem::find_iter(bytes, MARK);
    all.filter_map(|at| Some(at..at + mark(&bytes[at..])?))
}

/// Returns the length of the mark in UTF-8 that bytes begin with.
pub(crate) fn mark(bytes: &[u8]) -> Option<usize> {
    let last = bytes.strip_prefix(MARK)?.first()?;
    (0x90..0xC0).contains(last).then_some(MARK.len() + 1)
}

/// Whether there are marks in UTF-8.
pub(crate) fn has_marks(bytes: &[u8]) -> bool {
    marks(bytes).next().is_some()
}

/// Leaves out the marks in UTF-8.
pub(crate) fn without_marks(bytes: &[u8]) -> Vec<u8> {
    without(bytes, marks(bytes)).0
}

/// Whether the only characters of UTF-8 are marks, and the document has enough other bytes from 0x80: the marks were pasted into it.
pub(crate) fn has_only_marks(bytes: &[u8]) -> bool {
    let (rest, marks) = without(bytes, marks(bytes));
    let mut chunks = rest.utf8_chunks();
    // Read as UTF-8, a letter is lost; read in the other encoding, a mark can be repaired.
    let others = high(&rest) + (MARKS_PER_LETTER - 1) * small_letters(&rest);
    marks > 0 && others as u64 >= marks && chunks.all(|chunk| chunk.valid().is_ascii())
}

/// The number of bytes next to a small letter of ASCII that are small letters in most encodings of Latin script, and do not begin a
/// mark.
fn small_letters(bytes: &[u8]) -> usize {
    let is_next = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_lowercase);
    let all = bytes.iter().enumerate();
    let letters = all.filter(|&(at, &byte)| {
        byte >= 0xE0 && byte != MARK[0] && (is_next(at.wrapping_sub(1)) || is_next(at + 1))
    });
    letters.count()
}

/// Whether bytes are UTF-8, but for characters that are written as two surrogates of three bytes each (CESU-8).
pub(crate) fn is_cesu_8(bytes: &[u8]) -> bool {
    let is_pair = |at: &usize| {
        let pair = bytes.get(*at..at + 6);
        pair.is_some_and(|pair| matches!(pair, [0xED, 0xA0..0xB0, _, 0xED, 0xB0..0xC0, _]))
    };
    let pairs = memchr::memchr_iter(0xED, bytes).filter(is_pair);
    let (rest, pairs) = without(bytes, pairs.map(|at| at..at + 6));
    pairs > 0 && str::from_utf8(&rest).is_ok()
}

/// Leaves out words that are noise; `None` if no word is noise, or if many may be.
pub(crate) fn without_words(bytes: &[u8], mut is_noise: impl FnMut(&[u8]) -> bool) -> Option<Rest> {
    let is_any_odd = bytes.windows(2).any(|pair| is_odd(pair[0], pair[1]));
    let may_be = |word: &Range<usize>| match &bytes[word.clone()] {
        word if is_any_odd => high(word) >= LEAST_NOISE,
        word => has_high_run(word),
    };
    let mut all: Vec<Range<usize>> = words(bytes).filter(may_be).take(MOST_WORDS + 1).collect();
    if all.len() > MOST_WORDS {
        return None;
    }
    all.retain(|word| is_noise(&bytes[word.clone()]));
    let (rest, places) = without(bytes, all.into_iter());
    (places > 0).then(|| Rest {
        foreign: high(bytes) - high(&rest),
        bytes: rest,
        places,
    })
}

/// Whether a word has a long run of bytes from 0x80.
fn has_high_run(word: &[u8]) -> bool {
    let mut runs = word.chunk_by(|one, other| one.is_ascii() == other.is_ascii());
    runs.any(|run| run.len() >= LEAST_HIGH_RUN && !run[0].is_ascii())
}

/// A document without bytes that may be foreign.
pub(crate) struct Rest {
    pub bytes: Vec<u8>,
    /// The number of places where some were left out.
    pub places: u64,
    /// The number of foreign bytes; a run of one byte counts once.
    pub foreign: usize,
}

/// Returns the document without each value of a byte that may be a stray one: 0xFF and those from 0x80 to 0x9F are not letters in
/// most encodings.
pub(crate) fn without_stray(bytes: &[u8]) -> Vec<Rest> {
    let mut counts = [0_usize; 256];
    for run in bytes.chunk_by(PartialEq::eq) {
        counts[usize::from(run[0])] += 1;
    }
    let count = |byte: u8| counts[usize::from(byte)];
    let may_be_stray = (0x80..=0x9F).chain([0xFF]);
    let all: Vec<u8> = may_be_stray.filter(|byte| count(*byte) > 0).collect();
    if all.len() > MOST_VALUES {
        return Vec::new();
    }
    let rest = |stray| Rest {
        bytes: (bytes.iter().copied().filter(|byte| *byte != stray)).collect(),
        places: 1,
        foreign: count(stray),
    };
    let few = all.into_iter().filter(|stray| count(*stray) <= MOST_STRAY);
    few.map(rest).collect()
}

/// Returns the document without its long runs of one byte from 0x80, if there are any.
pub(crate) fn without_runs(bytes: &[u8]) -> Option<Rest> {
    let mut rest = Vec::new();
    let mut places = 0;
    for run in bytes.chunk_by(PartialEq::eq) {
        match run.len() >= LEAST_RUN && !run[0].is_ascii() {
            true => places += 1,
            false => rest.extend_from_slice(run),
        }
    }
    (places > 0).then_some(Rest {
        bytes: rest,
        places,
        foreign: places as usize,
    })
}

/// The number of bytes from 0x80.
pub(crate) fn high(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| !byte.is_ascii()).count()
}

/// The words of a document: what is between white space, control characters and the brackets of tags.
fn words(bytes: &[u8]) -> impl Iterator<Item = Range<usize>> + '_ {
    let is_between = |byte: &u8| *byte <= b' ' || matches!(byte, b'<' | b'>');
    let mut end = 0;
    bytes.split(is_between).map(move |word| {
        let start = end;
        end += word.len() + 1;
        start..start + word.len()
    })
}

/// Whether two bytes are hardly ever neighbours in a single-byte encoding. Most noise has such a pair.
fn is_odd(one: u8, other: u8) -> bool {
    let is_sign = |byte: u8| b"#$%*+=@\\^_`{|}~\x7F".contains(&byte) || byte.is_ascii_digit();
    match (one.is_ascii(), other.is_ascii()) {
        (false, true) => is_sign(other) || b"[/>".contains(&other),
        (true, false) => is_sign(one) || b"])<".contains(&one),
        _ => false,
    }
}

/// Leaves out some bytes. Returns the others, and the number of places where some were left out. Ranges with one byte between them are
/// at one place.
fn without(bytes: &[u8], ranges: impl Iterator<Item = Range<usize>>) -> (Vec<u8>, u64) {
    let (mut rest, mut end, mut places) = (Vec::new(), 0, 0);
    for range in ranges {
        rest.extend_from_slice(&bytes[end..range.start]);
        places += u64::from(places == 0 || range.start > end + 1);
        end = range.end;
    }
    rest.extend_from_slice(&bytes[end..]);
    (rest, places)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_noise_and_stray_bytes_are_left_out() {
        let text = "d\u{E9}j\u{E0} \u{2019}vu\u{2026}".as_bytes();
        assert_eq!(without_marks(text), "d\u{E9}j\u{E0} vu".as_bytes());
        assert!(has_marks(text) && !has_only_marks(text));
        assert!(has_only_marks(b"caf\xE9 \xE2\x80\x94 d\xE9j\xE0"));
        // A letter next to small letters counts for four marks.
        let quoted = |text: &[u8], times: usize| [text, &b" \xE2\x80\x94 a".repeat(times)].concat();
        assert!(has_only_marks(&quoted(b"caf\xE9", 4)));
        assert!(!has_only_marks(&quoted(b"caf\xE9", 5)));
        assert!(!has_only_marks(&quoted(b"1 \xA3", 2)));

        assert!(is_cesu_8(b"caf\xC3\xA9 \xED\xA0\xBD\xED\xB8\x80"));
        assert!(
            !is_cesu_8(b"caf\xC3\xA9 \xED\x95\x9C")
                && !is_cesu_8(b"caf\xE9 \xED\xA0\xBD\xED\xB8\x80")
        );

        let noise = b"caf\xE9, <b>\xB3%x\xC4</b> d\xE9j\xE0 \x84@\xF6";
        let is_noise = |word: &[u8]| !word.contains(&b'j');
        let rest = without_words(noise, is_noise).unwrap();
        assert_eq!(rest.bytes, b"caf\xE9, <b></b> d\xE9j\xE0 ");
        assert_eq!((rest.places, rest.foreign), (2, 4));
        let text = b"\xE7\xE0, (\xE9t\xE9) 'l\xE0-bas' 100 %";
        assert!(without_words(text, is_noise).is_none());

        let stray = without_stray(b"caf\xE9\x81 d\xFF\xFF\xE9j\xE0\x81");
        let [of_81, of_ff] = &stray[..] else {
            panic!("two values")
        };
        assert_eq!(of_81.bytes, b"caf\xE9 d\xFF\xFF\xE9j\xE0");
        assert_eq!(of_ff.bytes, b"caf\xE9\x81 d\xE9j\xE0\x81");
        assert_eq!((of_81.foreign, of_ff.foreign), (2, 1));
        assert!(without_stray(b"\x81\x82\x83\x84").is_empty());
        assert!(without_stray(&b"\xFFa".repeat(9)).is_empty());
        let rest = without_runs(b"caf\xE9 \xB5\xB5\xB5\xB5\xB5d\xE9j\xE0").unwrap();
        assert_eq!(
            (&rest.bytes[..], rest.places, rest.foreign),
            (&b"caf\xE9 d\xE9j\xE0"[..], 1, 1)
        );
        assert!(without_runs(b"\x85\x85 ---- \xE0\xE0\xE0").is_none());
    }
}
