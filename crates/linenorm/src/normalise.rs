//! Normalises a line (Kaser & Lemire 2007, section 3.1).

use std::borrow::Cow;

use tokens::fold::{FIRST_OF_MARKS, composed, may_change};
use wide::u8x16;

/// Normalises one line. Each maximal run of Unicode White_Space becomes one space, leading and
/// trailing spaces are removed, and each maximal run of `*` becomes `***` and of `-` becomes `---`.
/// A letter with its marks behind it is [composed](tokens::fold::composed). Borrows from `raw` if nothing changes, otherwise from `scratch`.
///
/// ```
/// let mut scratch = String::new();
/// assert_eq!(linenorm::normalise("\t*END*  the small\u{a0}print\r", &mut scratch), "***END*** the small print");
/// ```
#[inline]
pub fn normalise<'a>(raw: &'a str, scratch: &'a mut String) -> &'a str {
    let line = trim(raw);
    let mut highest = Highest::default();
    let at = next_to_look_at(line.as_bytes(), 0, &mut highest);
    if at < line.len() {
        rewrite(line, at, scratch, &mut highest);
    }
    if highest.may_begin_mark()
        && let Cow::Owned(composed) = composed(line)
    {
        rewrite(&composed, 0, scratch, &mut highest);
        return scratch;
    }
    match at == line.len() {
        true => line,
        false => scratch,
    }
}

/// The highest bytes of a line, which show that it has no marks to compose. They are collected while the line is searched, since a
/// search for marks alone takes a tenth of the time of everything else. Characters that [`next_to_look_at`] stops at are looked at alone.
#[derive(Default)]
struct Highest(u8x16);

impl Highest {
    fn add(&mut self, byte: u8) {
        self.0 = self.0.max(u8x16::splat(byte));
    }

    /// Adds a character that the search stopped at.
    fn look_at(&mut self, one: Option<char>) {
        if one.is_some_and(may_change) {
            self.add(FIRST_OF_MARKS);
        }
    }

    fn may_begin_mark(&self) -> bool {
        let first = u8x16::splat(FIRST_OF_MARKS);
        self.0.max(first).simd_eq(self.0).to_bitmask() != 0
    }
}

/// Works like `str::trim`, with a fast path for lines that begin and end with ASCII.
#[inline]
fn trim(raw: &str) -> &str {
    let raw = raw.strip_suffix('\r').unwrap_or(raw);
    match raw.as_bytes() {
        [b'!'..=b'~', .., b'!'..=b'~'] => raw,
        _ => raw.trim(),
    }
}

/// Rewrites a trimmed line from byte `at` on, which is the first byte that may need it.
fn rewrite(line: &str, mut at: usize, out: &mut String, highest: &mut Highest) {
    out.clear();
    let mut copied = 0;
    let bytes = line.as_bytes();
    while at < bytes.len() {
        let byte = bytes[at];
        let next = match byte {
            b'*' | b'-' => {
                out.push_str(&line[copied..at]);
                out.push_str(if byte == b'*' { "***" } else { "---" });
                at + bytes[at..]
                    .iter()
                    .take_while(|&&other| other == byte)
                    .count()
            }
            // Dashes, quotation marks and dots neither are white space nor change in NFC.
            _ if matches!(bytes[at..], [0xE2, 0x80, 0x90..=0xA6, ..]) => {
                at = next_to_look_at(bytes, at + 3, highest);
                continue;
            }
            _ => {
                let rest = &line[at..];
                let after = rest.trim_start();
                if after.len() == rest.len() {
                    // This is the first byte of another character, which stays.
                    highest.look_at(rest.chars().next());
                    at = next_to_look_at(bytes, at + 1, highest);
                    continue;
                }
                out.push_str(&line[copied..at]);
                // The search skips single spaces, so one may precede other white space.
                if !out.ends_with(' ') {
                    out.push(' ');
                }
                line.len() - after.len()
            }
        };
        copied = next;
        at = next_to_look_at(bytes, next, highest);
    }
    out.push_str(&line[copied..]);
}

/// Returns the offset of the first byte from `from` on that may need rewriting, or the length. Such
/// bytes are a star, a dash, white space other than a single space, and the first byte of a
/// character that may be white space.
#[inline]
fn next_to_look_at(bytes: &[u8], from: usize, highest: &mut Highest) -> usize {
    let mut at = from;
    while let Some(chunk) = bytes.get(at..at + 17) {
        let found = mask(
            chunk.first_chunk().expect("17 bytes"),
            chunk.last_chunk().expect("17 bytes"),
            highest,
        );
        if found != 0 {
            return at + found.trailing_zeros() as usize;
        }
        at += 16;
    }
    // The remainder is shorter than a chunk. If the line is not, its last 16 bytes are examined,
    // some of them for the second time.
    if let Some((chunk, next)) = last_chunks(bytes) {
        let start = bytes.len() - 17;
        let found = mask(chunk, next, highest) >> (at - start).min(31);
        return match (found, bytes[bytes.len() - 1]) {
            (0, last) if at < bytes.len() && may_need_rewriting(last, None) => bytes.len() - 1,
            (0, _) => bytes.len(),
            _ => at + found.trailing_zeros() as usize,
        };
    }
    while at < bytes.len() && !may_need_rewriting(bytes[at], bytes.get(at + 1).copied()) {
        highest.add(bytes[at]);
        at += 1;
    }
    at
}

/// Returns the last 17 bytes as two chunks, one byte apart.
#[inline]
fn last_chunks(bytes: &[u8]) -> Option<(&[u8; 16], &[u8; 16])> {
    let last = bytes.last_chunk::<17>()?;
    Some((last.first_chunk()?, last.last_chunk()?))
}

/// Whether a byte may need rewriting. The non-ASCII characters with White_Space begin with 0xC2 (U+0085, U+00A0), 0xE1
/// (U+1680), 0xE2 (U+2000 to U+205F) or 0xE3 (U+3000).
fn may_need_rewriting(byte: u8, next: Option<u8>) -> bool {
    matches!(byte, b'*' | b'-' | 0x09..=0x0D | 0xC2 | 0xE1..=0xE3)
        || (byte == b' ' && next == Some(b' '))
}

/// Like [`may_need_rewriting`], for 16 bytes at once. `next` is the 16 bytes starting one byte later.
#[inline]
fn mask(chunk: &[u8; 16], next: &[u8; 16], highest: &mut Highest) -> u32 {
    let bytes = u8x16::new(*chunk);
    let equals = |byte: u8| bytes.simd_eq(u8x16::splat(byte));
    let within = |first: u8, last: u8| {
        let above = bytes - u8x16::splat(first);
        above.min(u8x16::splat(last - first)).simd_eq(above)
    };
    let spaces = equals(b' ') & u8x16::new(*next).simd_eq(u8x16::splat(b' '));
    let longer = within(0xE1, 0xE3);
    highest.0 = highest.0.max(bytes & !longer);
    (equals(b'*') | equals(b'-') | equals(0xC2) | within(0x09, 0x0D) | longer | spaces).to_bitmask()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Computes the result directly from the definition, without the fast paths.
    fn plain(raw: &str) -> String {
        let words: Vec<&str> = raw
            .split(char::is_whitespace)
            .filter(|word| !word.is_empty())
            .collect();
        let mut out = String::new();
        let mut last = None;
        for character in words.join(" ").chars() {
            match character {
                '*' | '-' if last == Some(character) => {}
                '*' => out.push_str("***"),
                '-' => out.push_str("---"),
                _ => out.push(character),
            }
            last = Some(character);
        }
        out
    }

    fn normalised(raw: &str) -> String {
        normalise(raw, &mut String::new()).to_owned()
    }

    #[test]
    fn runs_become_one() {
        assert_eq!(normalised("  a \t b  "), "a b");
        assert_eq!(
            normalised("***START** x-ray ----"),
            "***START*** x---ray ---"
        );
        assert_eq!(normalised("a\u{2003}\u{85} b\u{3000}"), "a b");
        assert_eq!(normalised("*-*"), "***---***");
        assert_eq!(
            normalised("\u{2018}quoted\u{2019} caf\u{c2}\u{e9}"),
            "\u{2018}quoted\u{2019} caf\u{c2}\u{e9}"
        );
        assert_eq!(
            normalised("\u{feff}a\u{200b}b\u{1c}c"),
            "\u{feff}a\u{200b}b\u{1c}c",
            "none of these is White_Space"
        );
        assert_eq!(normalised(" \r"), "");
    }

    #[test]
    fn letters_are_composed_with_their_marks() {
        assert_eq!(normalised("Le  cafe\u{301}-bar"), "Le caf\u{e9}---bar");
        assert_eq!(normalised("\u{1112}\u{1161}\u{11ab}"), "\u{d55c}");
        // Letters that NFC takes apart stay.
        assert_eq!(normalised("\u{958} e\u{301}"), "\u{958} \u{e9}");
        assert_eq!(normalised("\u{915}\u{93c}"), "\u{915}\u{93c}");
    }

    #[test]
    fn marks_are_composed_wherever_they_stand() {
        for letters in [
            "e\u{301}",
            "\u{201c}e\u{327}\u{301}",
            "\u{1112}\u{1161}",
            "\u{304b}\u{3099}",
            "\u{1025}\u{102e}",
            "\u{e9}",
        ] {
            for (before, after) in (0..40).flat_map(|before| [(before, 0), (before, 30)]) {
                let raw = format!("{}{letters}{}.", "a".repeat(before), "b ".repeat(after));
                assert_eq!(normalised(&raw), plain(&composed(&raw)), "{raw}");
            }
        }
    }

    #[test]
    fn unchanged_lines_are_borrowed() {
        let mut scratch = String::new();
        let raw = "  A plain line of text, long enough for two steps.\r";
        assert_eq!(normalise(raw, &mut scratch), raw.trim());
        assert_eq!(scratch, "");
    }

    proptest! {
        #[test]
        fn equals_the_definition(raw in "[a-z *\\-\t\r\u{a0}\u{85}\u{2003}\u{2019}\u{3000}\u{e9}\u{1680}\u{c2}.]{0,60}") {
            prop_assert_eq!(normalised(&raw), plain(&raw));
        }

        #[test]
        fn equals_the_definition_on_anything(raw in any::<String>()) {
            prop_assert_eq!(normalised(&raw), plain(&composed(&raw)));
        }

        #[test]
        fn normalising_twice_changes_nothing_more(raw in "[a-z *\\-\t]{0,60}") {
            let once = normalised(&raw);
            prop_assert_eq!(normalised(&once), once);
        }
    }
}
