//! Splits text into words, and words into n-grams of characters.

use super::chars::{Kind, Properties};
use super::compose;
use super::scripts;

/// The padding before and after a word.
const EDGE: u32 = 1;
const APOSTROPHE: u32 = '\'' as u32;

/// The maximum order of n-grams. N-grams include the edges of words.
pub(super) const GRAMS: usize = 4;
/// The order that whole words have; those of n-grams are lower.
pub(super) const WORD: usize = GRAMS + 1;
/// The maximum order of n-grams in scripts without spaces.
const DENSE_GRAMS: usize = 2;
/// The maximum length of a word, edges included. Longer runs are split, so that data without spaces
/// do not form long words.
const LONGEST: usize = 40;

/// A word: its folded characters between two edges.
pub(super) struct Word<'a> {
    chars: &'a [u32],
    is_dense: bool,
    has_script: bool,
    hash: u64,
}

impl Word<'_> {
    /// The number of letters.
    pub fn letters(&self) -> usize {
        self.chars.len() - 2
    }

    /// Whether its first letter is a Latin one.
    #[inline]
    pub fn is_latin(&self) -> bool {
        self.chars[1] < 0x250 || (0x1E00..0x1F00).contains(&self.chars[1])
    }

    /// Whether it has only ASCII letters.
    #[inline]
    pub fn is_ascii(&self) -> bool {
        self.chars.iter().fold(0, |all, char| all | char) < 0x80
    }

    /// Returns a 64-bit hash, not 0, that identifies the word.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash | 1
    }

    /// Returns the order and the hash of the whole word; `None` in scripts without spaces.
    #[inline]
    pub fn whole(&self) -> Option<(usize, u64)> {
        (!self.is_dense).then_some((self.chars.len().min(WORD), self.hash))
    }

    /// Whether it has a character of spoken Cantonese that Mandarin is not written with: pronouns, particles, common verbs.
    #[inline]
    pub fn is_cantonese(&self) -> bool {
        let is_one = |char: &u32| {
            let char = char::from_u32(*char);
            char.is_some_and(|char| {
                matches!(
                    char,
                    '乜' | '佢'
                        | '冇'
                        | '咁'
                        | '咗'
                        | '咩'
                        | '哋'
                        | '唔'
                        | '啱'
                        | '啲'
                        | '喺'
                        | '嗰'
                        | '嘅'
                        | '嘢'
                        | '嚟'
                        | '噉'
                        | '攞'
                        | '瞓'
                        | '睇'
                        | '諗'
                        | '嗌'
                        | '畀'
                )
            })
        };
        self.is_dense && self.chars.iter().any(is_one)
    }

    /// The languages of those letters whose script identifies the language.
    #[inline]
    pub fn of_scripts(&self) -> impl Iterator<Item = &'static str> {
        let chars = match self.has_script {
            true => self.chars,
            false => &[],
        };
        let chars = chars.iter().filter_map(|&char| char::from_u32(char));
        chars.filter_map(scripts::language)
    }

    /// Calls `each` with the order and the hash of the word's n-grams, and of the word itself.
    #[inline]
    pub fn grams(&self, each: impl FnMut(usize, u64)) {
        self.sampled_grams(1, &mut 0, each);
    }

    /// Like [`Self::grams`], but only for the n-grams at every `step`-th position of the words of a
    /// text. The first `skip` positions of this word are skipped, and `skip` is updated for the
    /// next word. The word itself counts at its first position.
    #[inline]
    pub fn sampled_grams(&self, step: usize, skip: &mut usize, mut each: impl FnMut(usize, u64)) {
        let (chars, most) = match self.is_dense {
            true => (&self.chars[1..self.chars.len() - 1], DENSE_GRAMS),
            false => (self.chars, GRAMS),
        };
        let has_first = *skip == 0;
        let mut at = *skip;
        while at < chars.len() {
            let mut hash = START;
            for (order, &char) in (1..).zip(chars[at..].iter().take(most)) {
                hash = mixed(hash, char);
                if order > 1 || char != EDGE {
                    each(order, hash);
                }
            }
            at += step;
        }
        *skip = at - chars.len();
        // A shorter word is already one of the n-grams.
        if has_first && !self.is_dense && chars.len() > GRAMS {
            each(WORD, self.hash);
        }
    }
}

const START: u64 = 0x9E37_79B9_7F4A_7C15;

#[inline]
const fn mixed(hash: u64, char: u32) -> u64 {
    let product = (hash ^ char as u64).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    product.rotate_left(32)
}

/// Whether a word has few letters, each three times as a mean: laughs, runs of one letter, nucleotides.
fn is_filler(chars: &[u32]) -> bool {
    if chars.len() < 6 {
        return false;
    }
    let letters = chars.iter().fold(0_u64, |all, char| all | 1 << (char % 64));
    chars.len() >= 3 * letters.count_ones() as usize
}

/// The hash of an edge and the characters after it.
fn hash(chars: &[u32]) -> u64 {
    chars.iter().fold(START, |hash, &char| mixed(hash, char))
}

/// A tokeniser, with a reused buffer.
#[derive(Debug, Clone)]
pub(super) struct Words {
    /// An edge and the folded characters of a word. Indices are taken modulo the buffer's length,
    /// which exceeds that of every word.
    buffer: [u32; BUFFER],
    is_dense: bool,
}

const BUFFER: usize = 64;
const _: () = assert!(BUFFER.is_power_of_two() && LONGEST + 2 < BUFFER);

/// The characters since the start of a word. They are not fields of [`Words`] because each hash
/// depends on the previous one, and is faster in a register.
#[derive(Clone, Copy)]
struct Run {
    /// The number of characters, including the edge before them.
    length: usize,
    hash: u64,
    has_script: bool,
}

impl Run {
    const EMPTY: Self = Run {
        length: 1,
        hash: mixed(START, EDGE),
        has_script: false,
    };

    #[inline]
    fn push(&mut self, buffer: &mut [u32; BUFFER], char: u32) {
        buffer[self.length % BUFFER] = char;
        self.length += 1;
        self.hash = mixed(self.hash, char);
    }
}

impl Default for Words {
    fn default() -> Self {
        Words {
            buffer: [EDGE; BUFFER],
            is_dense: false,
        }
    }
}

impl Words {
    /// Calls `each` with the words of a text. Skips names with dots, such as files, hosts and
    /// identifiers of programs, which are not in a language.
    pub fn of(&mut self, text: &str, mut each: impl FnMut(&Word)) {
        let mut run = Run::EMPTY;
        // Whether there is a dot between letters since the last space.
        let mut is_name = false;
        let mut chars = text.chars();
        while let Some(char) = chars.next() {
            let properties = Properties::of(char);
            // This branch takes nearly all characters.
            if properties.is_single_letter() && !self.is_dense && run.length < LONGEST {
                run.has_script |= properties.has_script();
                run.push(&mut self.buffer, properties.folded());
                continue;
            }
            match properties.kind() {
                Kind::Break => {
                    is_name |= char == '.' && self.is_dotted(run, chars.as_str());
                    if is_name {
                        run = Run::EMPTY;
                        is_name = !char.is_whitespace();
                    }
                    self.end(&mut run, &mut each);
                }
                Kind::Apostrophe
                    if run.length == 1 || self.is_dense || self.ends_with_apostrophe(run) =>
                {
                    self.end(&mut run, &mut each);
                }
                Kind::Apostrophe => run.push(&mut self.buffer, APOSTROPHE),
                _ if properties.composes() && self.compose(&mut run, properties.folded()) => {}
                kind => {
                    let is_dense = kind == Kind::Dense;
                    if is_dense != self.is_dense || run.length >= LONGEST {
                        self.end(&mut run, &mut each);
                        self.is_dense = is_dense;
                    }
                    run.has_script |= properties.has_script();
                    run.push(&mut self.buffer, properties.folded());
                }
            }
        }
        if !is_name {
            self.end(&mut run, &mut each);
        }
    }

    /// Replaces the last letter of a run by its composition with a mark, if there is one.
    fn compose(&mut self, run: &mut Run, mark: u32) -> bool {
        let last = run.length - 1;
        let Some(letter) = compose::composed(self.buffer[last % BUFFER], mark) else {
            return false;
        };
        self.buffer[last % BUFFER] = letter;
        run.hash = hash(&self.buffer[..=last]);
        true
    }

    /// Whether the dot between a run and `next` is part of a name, such as `words.rs` and
    /// `example.org`.
    fn is_dotted(&self, run: Run, next: &str) -> bool {
        let last = self.buffer[(run.length - 1) % BUFFER];
        let is_letter = |char: u8| char.is_ascii_alphabetic();
        run.length > 1
            && u8::try_from(last).is_ok_and(is_letter)
            && next.bytes().next().is_some_and(is_letter)
    }

    #[inline]
    fn ends_with_apostrophe(&self, run: Run) -> bool {
        self.buffer[(run.length - 1) % BUFFER] == APOSTROPHE
    }

    /// Ends the current word, if there is one, and starts a new one.
    #[inline]
    fn end(&mut self, run: &mut Run, each: &mut impl FnMut(&Word)) {
        let mut word = std::mem::replace(run, Run::EMPTY);
        if word.length == 1 {
            return;
        }
        // No word begins with an apostrophe or has two in a row, so at most one is removed.
        if self.ends_with_apostrophe(word) {
            word.length -= 1;
            word.hash = hash(&self.buffer[..word.length]);
        }
        if !self.is_dense && is_filler(&self.buffer[1..word.length]) {
            return;
        }
        word.push(&mut self.buffer, EDGE);
        each(&Word {
            chars: &self.buffer[..word.length],
            is_dense: self.is_dense,
            has_script: word.has_script,
            hash: word.hash,
        });
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
        assert_eq!(words("abcdefghijklmn".repeat(7).as_str()).len(), 3);
        assert!(words(" 12 --- ' ").is_empty());
    }

    #[test]
    fn runs_of_few_letters_are_no_words() {
        assert_eq!(
            words("www gatttacagattaca banana aaaaaa hahaha Mississippi тттттт もももももも"),
            ["www", "banana", "mississippi", "もももももも"]
        );
    }

    #[test]
    fn names_with_dots_are_no_words() {
        assert_eq!(
            words("see words.rs, www.example.org/a-page (it's here) or fs::File."),
            ["see", "it's", "here", "or", "fs", "file"]
        );
        // The end of a sentence, an abbreviation, a number. Other scripts have no such names.
        assert_eq!(
            words("The end. A new one, vol.3 and 2.x... then"),
            ["the", "end", "a", "new", "one", "vol", "and", "x", "then"]
        );
        assert_eq!(words("конец.Начало"), ["конец", "начало"]);
        assert_eq!(words("last.name"), [""; 0]);
    }

    #[test]
    fn a_word_has_its_grams_once_each() {
        let mut seen = Vec::new();
        Words::default().of("abc", |word| {
            word.grams(|order, hash| seen.push((order, hash)))
        });
        // In _abc_: 3 letters, 4 pairs, 3 triples, 2 n-grams of four, and the word.
        let of = |order| seen.iter().filter(|(one, _)| *one == order).count();
        assert_eq!([1, 2, 3, 4, WORD].map(of), [3, 4, 3, 2, 1]);
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), 13);
    }

    #[test]
    fn samples_of_all_offsets_are_all_grams() {
        let text = "a word, another-one; 日本語の文章 l'été's ᎣᏏᏲ 한국어";
        let all = |step: usize, offset: usize| {
            let mut seen = Vec::new();
            let mut skip = offset;
            Words::default().of(text, |word| {
                word.sampled_grams(step, &mut skip, |order, hash| seen.push((order, hash)));
            });
            seen
        };
        let mut sampled: Vec<_> = (0..4).flat_map(|offset| all(4, offset)).collect();
        let mut every = all(1, 0);
        sampled.sort_unstable();
        every.sort_unstable();
        assert_eq!(sampled, every);
    }
}
