//! Text as words, and words as n-grams of characters.

/// What stands before and behind a word.
const EDGE: u32 = 1;

/// N-grams of up to so many characters are counted, with the edges of their words.
pub(super) const GRAMS: usize = 4;
/// The number under which whole words are counted; orders are 1 to this.
pub(super) const WORD: usize = GRAMS + 1;
/// Scripts without spaces: single characters and pairs.
const DENSE_GRAMS: usize = 2;
/// A word goes no further than this; what follows is another one. Data without spaces are no long word.
const LONGEST: usize = 40;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Break,
    Letter,
    /// A character of a script that is counted in single characters.
    Dense,
    Apostrophe,
}

fn kind(char: char) -> Kind {
    match char {
        'a'..='z' | 'A'..='Z' => Kind::Letter,
        '\'' | '`' | '‘' | '’' | 'ʼ' | 'ʻ' => Kind::Apostrophe,
        '\0'..='\x7F' => Kind::Break,
        '\u{3041}'..='\u{30FF}'
        | '\u{3400}'..='\u{4DBF}'
        | '\u{4E00}'..='\u{9FFF}'
        | '\u{F900}'..='\u{FAFF}'
        | '\u{20000}'..='\u{3FFFF}' => Kind::Dense,
        _ if char.is_alphabetic() || is_mark(char) => Kind::Letter,
        _ => Kind::Break,
    }
}

/// Marks and joiners inside of words that are not Alphabetic: accents, viramas, nuktas, tones.
fn is_mark(char: char) -> bool {
    matches!(char,
        '\u{300}'..='\u{36F}' | '\u{5B0}'..='\u{5C7}' | '\u{64B}'..='\u{670}' | '\u{6D6}'..='\u{6ED}'
        | '\u{7A6}'..='\u{7B0}' | '\u{93C}'..='\u{94F}' | '\u{9BC}'..='\u{9CD}' | '\u{A3C}'..='\u{A4D}'
        | '\u{ABC}'..='\u{ACD}' | '\u{B3C}'..='\u{B4D}' | '\u{BCD}' | '\u{C4D}' | '\u{CBC}'..='\u{CCD}'
        | '\u{D4D}' | '\u{DCA}' | '\u{E31}'..='\u{E4E}' | '\u{EB1}'..='\u{ECD}' | '\u{F18}'..='\u{FBC}'
        | '\u{102B}'..='\u{103E}' | '\u{1056}'..='\u{109D}' | '\u{17B4}'..='\u{17D3}'
        | '\u{200C}' | '\u{200D}')
}

fn folded(char: char) -> u32 {
    match char {
        'ș' | 'Ș' | 'Ş' => 'ş'.into(),
        'ț' | 'Ț' | 'Ţ' => 'ţ'.into(),
        'İ' => 'i'.into(),
        '\0'..='\x7F' => char.to_ascii_lowercase().into(),
        _ => char.to_lowercase().next().unwrap_or(char).into(),
    }
}

/// A word: its folded characters between two edges.
pub(super) struct Word<'a> {
    chars: &'a [u32],
    is_dense: bool,
}

impl Word<'_> {
    /// How many letters it has.
    pub fn letters(&self) -> usize {
        self.chars.len() - 2
    }

    /// A number of the word, which is not 0: no other word has it, but for one in 2^64.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.chars
            .iter()
            .fold(START, |hash, &char| mixed(hash, char))
            | 1
    }

    /// The order and the hash of the word itself; none of what stands for words in scripts without spaces.
    #[inline]
    pub fn whole(&self) -> Option<(usize, u64)> {
        let hash = || {
            self.chars
                .iter()
                .fold(START, |hash, &char| mixed(hash, char))
        };
        (!self.is_dense).then(|| (self.chars.len().min(WORD), hash()))
    }

    /// Calls `each` with the order and the hash of the word's n-grams, and of the word.
    #[inline]
    pub fn grams(&self, mut each: impl FnMut(usize, u64)) {
        let chars = self.chars;
        if self.is_dense {
            let inner = &chars[1..chars.len() - 1];
            for at in 0..inner.len() {
                let mut hash = START;
                for (order, &char) in (1..).zip(inner[at..].iter().take(DENSE_GRAMS)) {
                    hash = mixed(hash, char);
                    each(order, hash);
                }
            }
            return;
        }
        for at in 0..chars.len() {
            let mut hash = START;
            for (order, &char) in (1..).zip(chars[at..].iter().take(GRAMS)) {
                hash = mixed(hash, char);
                if order > 1 || char != EDGE {
                    each(order, hash);
                }
            }
        }
        // A shorter word is an n-gram already.
        if chars.len() > GRAMS {
            let word = chars.iter().fold(START, |hash, &char| mixed(hash, char));
            each(WORD, word);
        }
    }
}

const START: u64 = 0x9E37_79B9_7F4A_7C15;

#[inline]
fn mixed(hash: u64, char: u32) -> u64 {
    let product = (hash ^ u64::from(char)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    product.rotate_left(32)
}

/// Cuts text into words, in a buffer that is used again.
#[derive(Debug, Clone, Default)]
pub(super) struct Words {
    buffer: Vec<u32>,
    is_dense: bool,
}

impl Words {
    /// Calls `each` with the words of a text.
    pub fn of(&mut self, text: &str, mut each: impl FnMut(&Word)) {
        self.buffer.clear();
        self.buffer.push(EDGE);
        for char in text.chars() {
            match kind(char) {
                Kind::Break => self.end(&mut each),
                Kind::Apostrophe if self.buffer.len() == 1 || self.is_dense => self.end(&mut each),
                Kind::Apostrophe if self.buffer.ends_with(&['\''.into()]) => self.end(&mut each),
                Kind::Apostrophe => self.buffer.push('\''.into()),
                kind => {
                    let is_dense = kind == Kind::Dense;
                    if is_dense != self.is_dense || self.buffer.len() >= LONGEST {
                        self.end(&mut each);
                        self.is_dense = is_dense;
                    }
                    self.buffer.push(folded(char));
                }
            }
        }
        self.end(&mut each);
    }

    fn end(&mut self, each: &mut impl FnMut(&Word)) {
        while self.buffer.ends_with(&['\''.into()]) {
            self.buffer.pop();
        }
        if self.buffer.len() > 1 {
            self.buffer.push(EDGE);
            each(&Word {
                chars: &self.buffer,
                is_dense: self.is_dense,
            });
        }
        self.buffer.truncate(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        let mut all = Vec::new();
        Words::default().of(text, |word| {
            let inner = &word.chars[1..=word.letters()];
            let chars = inner.iter().map(|&char| char::from_u32(char).unwrap());
            all.push(chars.collect());
        });
        all
    }

    #[test]
    fn words_are_runs_of_letters_in_lower_case() {
        assert_eq!(
            words("L’été 2004: 'Și'  ''x'' naïve-İs"),
            ["l'été", "şi", "x", "naïve", "is"]
        );
        assert_eq!(words("한국어 日本語のABC"), ["한국어", "日本語の", "abc"]);
        assert_eq!(words("हिन्दी"), ["हिन्दी"]);
        assert_eq!(words("x".repeat(100).as_str()).len(), 3);
        assert!(words(" 12 --- ' ").is_empty());
    }

    #[test]
    fn a_word_has_its_grams_once_each() {
        let mut seen = Vec::new();
        Words::default().of("abc", |word| {
            word.grams(|order, hash| seen.push((order, hash)))
        });
        // Of _abc_: 3 letters, 4 pairs, 3 triples, 2 of four, and the word.
        let of = |order| seen.iter().filter(|(one, _)| *one == order).count();
        assert_eq!([1, 2, 3, 4, WORD].map(of), [3, 4, 3, 2, 1]);
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), 13);
    }
}
