//! Detects UTF-8 even if it has a few bad bytes.
//!
//! A stray byte, a truncated character, or a line in another encoding does not mean that a document
//! is in a legacy encoding. The criterion is the share of the bytes from 0x80 that belong to valid
//! UTF-8 characters. It is nearly 1 in damaged UTF-8, and at most three in eight in legacy
//! encodings (EUC-JP).

/// Evidence for and against UTF-8 from the bytes from 0x80 of a document, which is added in chunks.
///
/// ```
/// use platform::utf8::Evidence;
/// let mut evidence = Evidence::default();
/// evidence.push("“Où?” — “L".as_bytes());
/// evidence.push(b"\xE0!");
/// evidence.push("”".as_bytes());
/// evidence.finish();
/// assert!(evidence.is_utf_8() && !evidence.is_valid());
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct Evidence {
    /// The weight of the valid characters.
    valid: u64,
    /// The number of bytes that do not belong to a character.
    bad: u64,
    /// The truncated character at the end of the last chunk.
    truncated: [u8; 4],
    truncated_length: usize,
    /// Whether an escape sequence selects a set of two-byte characters.
    has_escape: bool,
    /// Whether the last byte may begin such a sequence.
    ends_with_escape: bool,
}

/// The weight of a bad byte in valid bytes. Text in a legacy encoding rarely reaches it.
const BAD_WEIGHT: u64 = 2;

/// The number of bad bytes after which a document that is clearly not UTF-8 is not examined
/// further.
const MAX_BAD: u64 = 1024;

impl Evidence {
    /// Adds the next bytes.
    pub fn push(&mut self, mut bytes: &[u8]) {
        self.has_escape |= self.ends_with_escape && bytes.first() == Some(&ESCAPE[1]);
        self.has_escape = self.has_escape || has_escape(bytes);
        if let Some(last) = bytes.last() {
            self.ends_with_escape = *last == ESCAPE[0];
        }
        if self.is_hopeless() {
            return;
        }
        while self.truncated_length > 0 {
            let Some((&first, rest)) = bytes.split_first() else {
                return;
            };
            self.truncated[self.truncated_length] = first;
            let begun = &self.truncated[..=self.truncated_length];
            match std::str::from_utf8(begun) {
                Ok(text) => {
                    self.valid += weight(text.as_bytes());
                    self.truncated_length = 0;
                    bytes = rest;
                }
                Err(error) if error.error_len().is_none() => {
                    self.truncated_length += 1;
                    bytes = rest;
                }
                // A byte that does not continue the character may begin another one.
                Err(_) => {
                    self.bad += self.truncated_length as u64;
                    self.truncated_length = 0;
                    if self.is_hopeless() {
                        return;
                    }
                }
            }
        }
        while let Err(error) = simdutf8::compat::from_utf8(bytes) {
            let (valid, rest) = bytes.split_at(error.valid_up_to());
            self.valid += weight(valid);
            let Some(length) = error.error_len() else {
                self.truncated[..rest.len()].copy_from_slice(rest);
                self.truncated_length = rest.len();
                return;
            };
            self.bad += length as u64;
            if self.is_hopeless() {
                return;
            }
            bytes = &rest[length..];
        }
        self.valid += weight(bytes);
    }

    /// Ends the document. A truncated character at its end counts as bad.
    pub fn finish(&mut self) {
        self.bad += self.truncated_length as u64;
        self.truncated_length = 0;
    }

    /// Whether all bytes were valid. A truncated character at the end of the last chunk counts as
    /// valid until [`Evidence::finish`].
    pub fn is_valid(&self) -> bool {
        self.bad == 0
    }

    /// Whether there are non-ASCII characters, and far more of them than bad bytes.
    pub fn is_utf_8(&self) -> bool {
        self.valid > 0 && self.valid >= BAD_WEIGHT * self.bad
    }

    /// Whether all bytes are ASCII, and escape sequences select a set of two-byte characters: ISO-2022-JP and its
    /// relatives are valid UTF-8, but mean other characters.
    pub fn is_escaped(&self) -> bool {
        self.has_escape && self.valid == 0 && self.bad == 0
    }

    /// Whether the document is so clearly not UTF-8 that more bytes need not be examined.
    pub fn is_hopeless(&self) -> bool {
        self.bad >= MAX_BAD && self.valid < self.bad
    }
}

/// The beginning of the escape sequences of ISO 2022 that select a set of two-byte characters.
const ESCAPE: [u8; 2] = *b"\x1B$";

fn has_escape(bytes: &[u8]) -> bool {
    memchr::memchr_iter(ESCAPE[0], bytes).any(|at| bytes[at..].starts_with(&ESCAPE))
}

/// Whether a document is ASCII with such escape sequences: see [`Evidence::is_escaped`].
pub fn is_escaped(bytes: &[u8]) -> bool {
    has_escape(bytes) && bytes.is_ascii()
}

/// Returns the weight of valid characters. It is lower for characters that two bytes of a legacy
/// encoding often form by chance. Ã© or â€œ in windows-1252 is hardly ever intended.
fn weight(valid: &[u8]) -> u64 {
    if valid.is_ascii() {
        return 0;
    }
    // The sum over a chunk fits in a byte, so the loop adds sixteen at once with SIMD.
    const CHUNK: usize = 64;
    const MAX_MARKS: u8 = 3;
    const { assert!(MAX_MARKS as usize * CHUNK <= u8::MAX as usize) };
    let of_byte = |byte: &u8| match byte {
        ..0xC2 => 0,
        0xC2 | 0xC3 => 2,
        0xC4..0xE0 => 1,
        0xE0.. => MAX_MARKS,
    };
    let of_chunk = |chunk: &[u8]| u64::from(chunk.iter().map(of_byte).sum::<u8>());
    valid.chunks(CHUNK).map(of_chunk).sum()
}

/// Whether a document is UTF-8, valid or with a few bad bytes. True for pure ASCII. False if all
/// non-ASCII bytes are bad.
pub fn is_utf_8(bytes: &[u8]) -> bool {
    let mut evidence = Evidence::default();
    evidence.push(bytes);
    evidence.finish();
    evidence.is_valid() || evidence.is_utf_8()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn ascii_says_nothing_about_utf_8() {
        let mut evidence = Evidence::default();
        evidence.push(b"plain text");
        evidence.finish();
        assert!(evidence.is_valid() && !evidence.is_utf_8());
    }

    #[test]
    fn escapes_in_ascii_are_seen_wherever_chunks_end() {
        let text = b"a \x1B$BF|K\\\x1B(B b";
        for at in 0..text.len() {
            let mut evidence = Evidence::default();
            evidence.push(&text[..at]);
            evidence.push(&text[at..]);
            assert!(evidence.is_escaped(), "{at}");
        }
        assert!(is_escaped(text) && !is_escaped(b"\x1B[1m$B"));
        assert!(!is_escaped("\x1B$B\u{E9}".as_bytes()));
    }

    #[test]
    fn a_stray_byte_is_damage_and_an_accent_is_not() {
        let book = "The “Abbé” said — in a low voice — that the café was shut. ".repeat(3);
        assert!(is_utf_8(book.as_bytes()));
        for bad in [
            &b"\xE9"[..],
            b"\x93",
            b"\xE2\x80",
            b"\xC3",
            b"\xFF\xFE",
            b"\x80",
        ] {
            for at in [0, 7, 100, book.len()] {
                let at = book.floor_char_boundary(at);
                let damaged = [&book.as_bytes()[..at], bad, &book.as_bytes()[at..]].concat();
                assert!(is_utf_8(&damaged), "{bad:?} at {at}");
            }
        }
        assert!(!is_utf_8(b"caf\xE9"));
        assert!(!is_utf_8(b"\x93Abb\xE9\x94, said he \x97 the na\xEFve one"));
        // An s of windows-1252 and a quotation mark form a UTF-8 character; no other bytes here do.
        assert!(!is_utf_8(b"das gro\xDF\x94 f\xFCr M\xE4nner, sch\xF6n"));
        assert!(is_utf_8(b"") && is_utf_8(b"plain"));
    }

    #[test]
    fn encodings_of_two_bytes_are_not_taken_for_it() {
        for (label, text) in [
            ("euc-jp", "日本語の文章を読んでから、もう一度書きました。"),
            (
                "shift_jis",
                "日本語の文章を読んでから、もう一度書きました。",
            ),
            ("gb18030", "他们昨天在图书馆里读了很多关于历史的书。"),
            ("big5", "他們昨天在圖書館裡讀了很多關於歷史的書。"),
            ("euc-kr", "우리는 어제 도서관에서 역사책을 많이 읽었습니다."),
            ("ibm866", "Вчера мы читали книги рамами и дырами"),
        ] {
            let encoding = encoding_rs::Encoding::for_label(label.as_bytes()).unwrap();
            let (bytes, ..) = encoding.encode(text);
            assert!(!is_utf_8(&bytes), "{label}");
        }
    }

    proptest! {
        #[test]
        fn pieces_do_not_matter(parts in proptest::collection::vec(prop_oneof![
            "[a-zé“日😀]{0,6}".prop_map(String::into_bytes),
            proptest::collection::vec(0x80..=0xFF_u8, 0..4),
        ], 0..12), cuts in proptest::collection::vec(0..60_usize, 0..6)) {
            let bytes = parts.concat();
            let mut whole = Evidence::default();
            whole.push(&bytes);
            whole.finish();
            let mut cuts: Vec<usize> = cuts.into_iter().map(|cut| cut.min(bytes.len())).collect();
            cuts.sort_unstable();
            let mut pieces = Evidence::default();
            let mut from = 0;
            for cut in cuts.into_iter().chain([bytes.len()]) {
                pieces.push(&bytes[from..cut]);
                from = cut;
            }
            pieces.finish();
            prop_assert_eq!((whole.valid, whole.bad), (pieces.valid, pieces.bad));
            prop_assert_eq!(whole.is_valid(), std::str::from_utf8(&bytes).is_ok());
        }
    }
}
