//! From text to words: split at white space, keep the alphabetic characters, lower-case.
//!
//! Section 4.1 of the paper removes punctuation and digits, which scanning gets wrong most often. Here a character
//! stays if it has the Unicode property Alphabetic, and case goes by Unicode's full mapping.

/// A normalised word.
#[derive(Clone, Copy, Debug)]
pub struct Token<'a> {
    /// The first 16 bytes of the word as a little-endian number, zeros behind a shorter one. No word has a
    /// zero byte, so two words of up to 16 bytes are equal if and only if their heads are.
    pub head: u128,
    /// The word: alphabetic characters only, in lower case, at least one.
    pub bytes: &'a [u8],
}

impl Token<'_> {
    fn new(bytes: &[u8]) -> Token<'_> {
        let mut head = [0; 16];
        let short = bytes.len().min(16);
        head[..short].copy_from_slice(&bytes[..short]);
        Token {
            head: u128::from_le_bytes(head),
            bytes,
        }
    }
}

/// Bytes that are looked at together: the bits of a mask.
const WINDOW: usize = 64;

/// For each number of bytes up to 16 a mask of that many low bytes.
const LOW_BYTES: [u128; 17] = {
    let mut masks = [u128::MAX; 17];
    let mut bytes = 0;
    while bytes < 16 {
        masks[bytes] = (1 << (8 * bytes)) - 1;
        bytes += 1;
    }
    masks
};

/// Calls `emit` with each word of the text, in order.
///
/// Most words of most texts are ASCII and shorter than 64 bytes. They are found with bit masks, one bit a byte, over
/// a window of 64 bytes that begins at a word; all others take the way by characters.
pub fn for_each(text: &str, mut emit: impl FnMut(Token<'_>)) {
    let bytes = text.as_bytes();
    let mut scratch = Scratch::default();
    let mut at = 0;
    while at < bytes.len() {
        let window = Window::new(&bytes[at..]);
        let mut starts = !window.space & (window.space << 1 | 1);
        // Where the next window begins, unless a word reaches over the end of this one.
        let mut next = at + WINDOW;
        while starts != 0 {
            let start = starts.trailing_zeros();
            starts &= starts - 1;
            let length = (window.space >> start).trailing_zeros();
            // Without white space behind it the word goes on: a new window begins with it. A word that fills a window, and one that is not
            // ASCII (and may hold other white space), is read by characters.
            let word = (u64::MAX >> (WINDOW as u32 - length.clamp(1, 64))) << start;
            if length == 64 && start > 0 {
                next = at + start as usize;
                break;
            }
            if length == 64 || window.wide & word != 0 {
                let start = at + start as usize;
                next = start + scratch.word(&text[start..], &mut emit);
                break;
            }
            let alphabetic = window.alphabetic & word;
            if alphabetic == 0 {
                continue;
            }
            let first = alphabetic.trailing_zeros() as usize;
            let end = WINDOW - alphabetic.leading_zeros() as usize;
            if alphabetic.count_ones() as usize == end - first && end - first <= 16 {
                let head = window.lower[first..first + 16].try_into().expect("16");
                emit(Token {
                    head: u128::from_le_bytes(head) & LOW_BYTES[end - first],
                    bytes: &window.lower[first..end],
                });
            } else {
                let mut word = [0; WINDOW];
                let mut length = 0;
                for place in first..end {
                    word[length] = window.lower[place];
                    length += (alphabetic >> place & 1) as usize;
                }
                emit(Token::new(&word[..length]));
            }
        }
        at = next;
    }
}

/// The bytes of a window and what they are.
struct Window {
    /// The bytes with the bit set that makes a letter lower case, and room to read 16 bytes from any.
    lower: [u8; WINDOW + 16],
    /// ASCII letters.
    alphabetic: u64,
    /// ASCII white space.
    space: u64,
    /// Bytes of characters that are not ASCII.
    wide: u64,
}

impl Window {
    /// The first 64 bytes; spaces behind fewer.
    fn new(bytes: &[u8]) -> Window {
        let mut window = Window {
            lower: [0; WINDOW + 16],
            alphabetic: 0,
            space: 0,
            wide: 0,
        };
        if let Some(bytes) = bytes.first_chunk::<WINDOW>() {
            window.classify(bytes);
        } else {
            let mut padded = [b' '; WINDOW];
            padded[..bytes.len()].copy_from_slice(bytes);
            window.classify(&padded);
        }
        window
    }

    /// Eight bytes at a time in a 64-bit word: comparisons of 7-bit numbers by carries into the eighth bit.
    fn classify(&mut self, bytes: &[u8; WINDOW]) {
        const EACH: u64 = 0x0101_0101_0101_0101;
        const HIGH: u64 = 0x80 * EACH;
        // The high bit of each byte that is not under `least`.
        let from = |ascii: u64, least: u8| ascii + u64::from(0x80 - least) * EACH;
        // The high bits, in the order of the bytes, as one byte.
        let gather = |high: u64| ((high & HIGH) >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        let words = bytes.as_chunks::<8>().0;
        for (index, (word, lower)) in words
            .iter()
            .zip(self.lower.as_chunks_mut::<8>().0)
            .enumerate()
        {
            let word = u64::from_le_bytes(*word);
            let ascii = word & !HIGH;
            let low = ascii | (0x20 * EACH);
            let alphabetic = from(low, b'a') & !from(low, b'z' + 1) & !word;
            let control = from(ascii, b'\t') & !from(ascii, b'\r' + 1);
            let blank = !from(ascii ^ (0x20 * EACH), 1);
            let space = (control | blank) & !word;
            let shift = 8 * index;
            self.alphabetic |= gather(alphabetic) << shift;
            self.space |= gather(space) << shift;
            self.wide |= gather(word) << shift;
            *lower = low.to_le_bytes();
        }
    }
}

/// Buffers of the way by characters.
#[derive(Default)]
struct Scratch {
    kept: String,
    lower: String,
}

impl Scratch {
    /// Emits the word that the text begins with, if it has an alphabetic character, and returns how many bytes it and
    /// the white space character behind it have.
    fn word(&mut self, text: &str, emit: &mut impl FnMut(Token<'_>)) -> usize {
        self.kept.clear();
        let mut end = text.len();
        for (place, character) in text.char_indices() {
            if character.is_alphabetic() {
                self.kept.push(character);
            } else if character.is_whitespace() {
                end = place + character.len_utf8();
                break;
            }
        }
        if self.kept.contains('Σ') {
            // The one letter whose lower case depends on its place: ς at the end of a word.
            self.lower = self.kept.to_lowercase();
        } else {
            self.lower.clear();
            self.lower
                .extend(self.kept.chars().flat_map(char::to_lowercase));
        }
        if !self.lower.is_empty() {
            emit(Token::new(self.lower.as_bytes()));
        }
        end
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn words(text: &str) -> Vec<String> {
        let mut all = Vec::new();
        for_each(text, |token| {
            let word = std::str::from_utf8(token.bytes).unwrap().to_owned();
            assert_eq!(token.head, Token::new(token.bytes).head);
            all.push(word);
        });
        all
    }

    /// The definition, word for word.
    fn defined(text: &str) -> Vec<String> {
        text.split(char::is_whitespace)
            .map(|token| token.chars().filter(|c| c.is_alphabetic()).collect())
            .map(|word: String| word.to_lowercase())
            .filter(|word| !word.is_empty())
            .collect()
    }

    #[test]
    fn examples() {
        assert_eq!(
            words("Don't split well-known words; 42 _is_ no word.\r\nNor is --.\u{a0}ÎLE\u{2003}x"),
            [
                "dont",
                "split",
                "wellknown",
                "words",
                "is",
                "no",
                "word",
                "nor",
                "is",
                "île",
                "x"
            ]
        );
        assert_eq!(words("ΟΔΥΣΣΕΥΣ, ΣΑΣ."), ["οδυσσευς", "σας"]);
        assert!(words("").is_empty());
        assert!(words(" \n\u{85} 1-2").is_empty());
    }

    #[test]
    fn words_across_windows() {
        for gap in 0..140 {
            for length in [1, 15, 16, 17, 62, 63, 64, 65, 130] {
                let text = format!("{}{} Ende", " x-".repeat(gap), "Ab".repeat(length));
                assert_eq!(words(&text), defined(&text), "{gap} {length}");
            }
        }
    }

    proptest! {
        #[test]
        fn agrees_with_the_definition(text in "(?s)([a-zA-Z]{0,20}|.|[ \n\t'-]|\u{a0}|Σ|É){0,80}") {
            prop_assert_eq!(words(&text), defined(&text));
        }

        #[test]
        fn every_ascii_byte(text in "[\u{0}-\u{7f}]{0,200}") {
            prop_assert_eq!(words(&text), defined(&text));
        }
    }
}
