//! A document prepared for deduplication: its blocks with their numbers of tokens, and the n-grams that end in them.

use std::num::NonZero;
use std::ops::Range;

use std::borrow::Cow;

use tokens::fold::nfc;
use tokens::hashes::mixed;
use tokens::{Fold, unspaced};

use crate::{Gram, Method, Tokens, Unit, Width};

const BASE: u64 = 0x5851_F42D_4C95_7F2D;

/// A block of a document: its bytes and tokens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// Its byte range in the text.
    pub bytes: Range<usize>,
    /// Its range of token indices in the document.
    pub tokens: Range<usize>,
}

/// The size of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Size {
    /// The number of tokens.
    pub tokens: u64,
    /// The number of blocks.
    pub blocks: u64,
}

impl Size {
    /// The size of a text. Takes no memory, but the time of reading the text.
    pub fn of(text: &str, unit: Unit, tokens: Tokens) -> Self {
        let mut size = Size::default();
        unit.for_each(text, |bytes| {
            tokens.for_each(&text[bytes], |_| size.tokens += 1);
            size.blocks += 1;
        });
        size
    }

    /// The maximum for a text of this many bytes: a block of one letter in each line.
    pub fn most(bytes: usize) -> Self {
        let all = bytes as u64 / 2 + 1;
        Size {
            tokens: all,
            blocks: all,
        }
    }

    /// An upper bound of the memory for deciding on a document, besides its text: its n-grams and their marks, its own
    /// repetitions, its blocks and their decisions.
    pub fn memory(self) -> u64 {
        60 * self.tokens + 90 * self.blocks
    }
}

/// The n-grams of a document, in buffers reused for all documents.
#[derive(Debug, Clone)]
pub struct Grams {
    /// The length of the n-grams of this document: the usual one, twice as much where letters stand without
    /// spaces, or all tokens of a short text.
    n: usize,
    /// The usual length.
    usual: usize,
    /// The number of tokens of this document that stand for a word of the usual length.
    per_word: usize,
    /// Whether the length depends on the document.
    adapts: bool,
    /// Whether canonically equivalent texts are equal, whatever the tokens are.
    composes: bool,
    /// Which differences between characters do not count, besides those that do not for tokens.
    fold: Option<Fold>,
    width: Width,
    /// The factor of the token that leaves the rolling hash, for the usual length.
    leaving: u64,
    /// Hashes of the tokens.
    tokens: Vec<u64>,
    rolling: u64,
    /// The byte offsets of the tokens, if the text is read by [`Grams::read_whole`].
    starts: Vec<usize>,
    /// The n-gram at index `i` ends at token `n - 1 + i`.
    grams: Vec<Gram>,
    blocks: Vec<Block>,
}

/// The factor of the token that leaves the rolling hash of n tokens.
fn leaving(n: usize) -> u64 {
    (1..n).fold(1, |power: u64, _| power.wrapping_mul(BASE))
}

impl Grams {
    /// Without a document.
    pub fn new(n: NonZero<usize>, width: Width) -> Self {
        let n = n.get();
        let leaving = leaving(n);
        Grams {
            n,
            usual: n,
            per_word: 1,
            adapts: false,
            composes: false,
            fold: None,
            width,
            leaving,
            tokens: Vec::new(),
            rolling: 0,
            starts: Vec::new(),
            grams: Vec::new(),
            blocks: Vec::new(),
        }
    }

    /// As a method counts them, without a document. [`Method::Best`] counts two letters of a script without spaces for
    /// one word ([`unspaced::per_word`]), and takes a text of one block that is shorter than an n-gram for one. For [`Method::Paper`], texts
    /// in NFC and NFD differ where tokens are those between white space.
    pub fn of(n: NonZero<usize>, method: Method) -> Self {
        Grams {
            adapts: method == Method::Best,
            composes: method != Method::Paper,
            ..Grams::new(n, method.width())
        }
    }

    /// Texts are folded before they are divided into tokens.
    #[must_use]
    pub fn folded(self, fold: Option<Fold>) -> Self {
        Grams { fold, ..self }
    }

    /// A text as its tokens are hashed. The other kinds of tokens compose letters themselves.
    fn fold<'t>(&self, text: &'t str, tokens: Tokens) -> Cow<'t, str> {
        match self.fold {
            Some(fold) => fold.apply(text),
            None if self.composes && tokens == Tokens::Space => nfc(text),
            None => Cow::Borrowed(text),
        }
    }

    /// Clears the buffers for the next document.
    pub fn clear(&mut self) {
        self.n = self.usual;
        self.per_word = 1;
        self.tokens.clear();
        self.starts.clear();
        self.grams.clear();
        self.blocks.clear();
        self.rolling = 0;
    }

    /// Adds a token.
    #[inline]
    pub fn token(&mut self, hash: u64) {
        self.tokens.push(hash);
        self.roll(self.tokens.len() - 1, self.usual, self.leaving);
    }

    /// Adds the n-gram that ends at a token, if there are enough tokens before it. `leaving` is the factor for this length.
    #[inline]
    fn roll(&mut self, at: usize, n: usize, leaving: u64) {
        if let Some(first) = at.checked_sub(n) {
            let leaving = self.tokens[first].wrapping_mul(leaving);
            self.rolling = self.rolling.wrapping_sub(leaving);
        }
        self.rolling = self
            .rolling
            .wrapping_mul(BASE)
            .wrapping_add(self.tokens[at]);
        if at + 1 >= n {
            self.grams.push(self.width.key(mixed(self.rolling)));
        }
    }

    /// Ends a block, which consists of the tokens since the previous one.
    pub fn end_block(&mut self, bytes: Range<usize>) {
        let start = self.blocks.last().map_or(0, |block| block.tokens.end);
        self.blocks.push(Block {
            bytes,
            tokens: start..self.tokens.len(),
        });
    }

    /// Reads a whole text, after [`Grams::clear`].
    pub fn read(&mut self, text: &str, unit: Unit, tokens: Tokens) {
        unit.for_each(text, |bytes| {
            tokens.for_each(&self.fold(&text[bytes.clone()], tokens), |hash| {
                self.token(hash)
            });
            self.end_block(bytes);
        });
        if let ([block], true) = (&self.blocks[..], self.adapts)
            && block.tokens.is_empty()
        {
            // Without letters and digits, all of the text is one token.
            let bytes = block.bytes.clone();
            self.blocks.clear();
            let all = self.fold(text[bytes.clone()].trim(), Tokens::Space);
            self.token(Tokens::hash(all.as_bytes()));
            self.end_block(bytes);
        }
        if self.adapts && tokens != Tokens::Space {
            self.lengthen(unspaced::per_word(text, self.tokens.len()));
        }
        if self.is_short() {
            self.n = self.tokens.len();
            self.grams.push(self.width.key(mixed(self.rolling)));
        }
    }

    /// Replaces the n-grams by those of as many words as usual, of `per_word` tokens each.
    fn lengthen(&mut self, per_word: usize) {
        if per_word == 1 {
            return;
        }
        self.per_word = per_word;
        self.n = self.usual * per_word;
        self.grams.clear();
        self.rolling = 0;
        let leaving = leaving(self.n);
        for at in 0..self.tokens.len() {
            self.roll(at, self.n, leaving);
        }
    }

    /// Whether all of a document is one block, and shorter than an n-gram.
    fn is_short(&self) -> bool {
        let [block] = &self.blocks[..] else {
            return false;
        };
        self.adapts && (1..self.n).contains(&block.tokens.len())
    }

    /// Reads a text as one block, white space around it included, and where its tokens are, after [`Grams::clear`].
    pub(crate) fn read_whole(&mut self, text: &str, tokens: Tokens) {
        if text.trim_end().is_empty() {
            return;
        }
        let mut from = 0;
        match self.fold {
            None => tokens.for_each_at(text, |hash, start| {
                self.starts.push(start);
                self.token(hash);
            }),
            Some(fold) => text.split_inclusive(char::is_whitespace).for_each(|word| {
                self.read_word(word, from, tokens, fold);
                from += word.len();
            }),
        }
        self.end_block(0..text.len());
    }

    /// Reads a part of a text between white space, which begins at the byte `from`. Its tokens are where they are in the text that is not
    /// folded; if it has more or fewer of them then, all are where the part begins.
    fn read_word(&mut self, word: &str, from: usize, tokens: Tokens, fold: Fold) {
        let first = self.starts.len();
        tokens.for_each_at(word, |_, start| self.starts.push(from + start));
        let before = self.tokens.len();
        tokens.for_each(&fold.apply(word), |hash| self.token(hash));
        let read = self.tokens.len() - before;
        if self.starts.len() - first != read {
            self.starts.truncate(first);
            self.starts.extend(std::iter::repeat_n(from, read));
        }
    }

    /// The hash of a line of vertical text, if it is a token.
    pub(crate) fn of_line(&self, line: &[u8], tokens: Tokens) -> Option<u64> {
        match self.fold {
            None => tokens.of_line(line),
            Some(fold) => tokens.of_line(fold.apply(&String::from_utf8_lossy(line)).as_bytes()),
        }
    }

    /// Finds the blocks of a text, after [`Grams::clear`], without reading tokens.
    pub fn read_blocks(&mut self, text: &str, unit: Unit) {
        unit.for_each(text, |bytes| self.end_block(bytes));
    }

    #[cfg(any(test, feature = "cli"))]
    /// A document with these numbers of tokens in its blocks; `per_word` tokens stand for a word. Its n-grams are 0
    /// until set through [`Grams::all_mut`].
    pub(crate) fn restore(&mut self, blocks: &[usize], per_word: usize) {
        self.clear();
        self.n = self.usual * per_word;
        let mut end = 0;
        for &tokens in blocks {
            self.blocks.push(Block {
                bytes: 0..0,
                tokens: end..end + tokens,
            });
            end += tokens;
        }
        if self.is_short() {
            self.n = end;
        }
        self.grams.resize((end + 1).saturating_sub(self.n), 0);
    }
    #[cfg(any(test, feature = "cli"))]
    pub(crate) fn all_mut(&mut self) -> &mut [Gram] {
        &mut self.grams
    }

    /// The blocks, in order.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// The byte offset of a token, in a text read by [`Grams::read_whole`].
    pub(crate) fn start_of(&self, token: usize) -> usize {
        self.starts[token]
    }

    /// The number of tokens of the document that stand for a word.
    pub(crate) fn per_word(&self) -> usize {
        self.per_word
    }

    /// The length of the document's n-grams in tokens.
    pub fn n(&self) -> usize {
        self.n
    }

    /// All n-grams, by their last token.
    pub fn all(&self) -> &[Gram] {
        &self.grams
    }

    /// The range of [`Grams::all`] that ends at these tokens.
    pub fn ending_in(&self, tokens: &Range<usize>) -> Range<usize> {
        let before = self.n - 1;
        tokens.start.saturating_sub(before)..tokens.end.saturating_sub(before)
    }

    /// The last token of the n-gram with this index.
    pub fn end_of(&self, gram: usize) -> usize {
        gram + self.n - 1
    }

    /// The checksum of each block; 0 if it has none.
    pub fn checksums(&self) -> impl Iterator<Item = Gram> {
        let sum = |block| self.checksum(block).unwrap_or_default();
        self.blocks.iter().map(sum)
    }

    /// The checksum of a block's tokens. A block without tokens has none.
    ///
    /// The hash is mixed after each token: plain polynomials modulo 2^64 of at least about a thousand tokens collide if
    /// two tokens alternate as in the Thue-Morse sequence, whatever the base.
    pub fn checksum(&self, block: &Block) -> Option<Gram> {
        let tokens = &self.tokens[block.tokens.clone()];
        let add = |hash: u64, token: &u64| mixed(hash ^ token);
        let hash = tokens.iter().fold(tokens.len() as u64, add);
        (!tokens.is_empty()).then(|| self.width.key(hash))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashMap;

    proptest! {
        /// Hashes are equal if and only if n-grams are; each n-gram ends in the block of its last token.
        #[test]
        fn hashes_stand_for_their_tokens(
            blocks in prop::collection::vec("([abcd] ){0,12}", 0..8), n in 1usize..6,
        ) {
            let text = blocks.join("\n\n");
            let words: Vec<&str> = text.split_whitespace().collect();
            let mut grams = Grams::new(n.try_into().unwrap(), Width::Full);
            for _ in 0..2 {
                grams.clear();
                grams.read(&text, Unit::Block, Tokens::Word);
            }
            let mut meanings = HashMap::new();
            prop_assert_eq!(grams.all().len(), (words.len() + 1).saturating_sub(n));
            for (number, gram) in grams.all().iter().enumerate() {
                let meaning = &words[number..number + n];
                prop_assert_eq!(*meanings.entry(gram).or_insert(meaning), meaning);
                prop_assert_eq!(grams.end_of(number), number + n - 1);
            }
            let distinct: std::collections::HashSet<_> = words.windows(n).collect();
            prop_assert_eq!(meanings.len(), distinct.len());
            let mut next = 0;
            for block in grams.blocks() {
                let ending = grams.ending_in(&block.tokens);
                prop_assert_eq!(ending.start, next);
                prop_assert!(ending.clone().all(|gram| block.tokens.contains(&grams.end_of(gram))));
                prop_assert_eq!(&text[block.bytes.clone()].split_whitespace().count(), &block.tokens.len());
                next = ending.end;
            }
            prop_assert_eq!(next, grams.all().len());
        }
    }

    #[test]
    fn sizes_are_those_of_what_is_read() {
        let text = "a b\n\nc d e\n\n--\n";
        let mut grams = Grams::new(NonZero::new(2).unwrap(), Width::Full);
        grams.read(text, Unit::Block, Tokens::Word);
        let size = Size::of(text, Unit::Block, Tokens::Word);
        assert_eq!(size.tokens as usize, grams.tokens.len());
        assert_eq!(size.blocks as usize, grams.blocks().len());
        let lines = "a\n".repeat(1000);
        let (size, most) = (
            Size::of(&lines, Unit::Line, Tokens::Space),
            Size::most(lines.len()),
        );
        assert!(size.tokens <= most.tokens && size.blocks <= most.blocks);
        assert!(most.memory() < size.memory() + size.memory() / 100);
    }

    #[test]
    fn restored_blocks_have_the_numbers_of_tokens_that_they_had() {
        let mut grams = Grams::new(NonZero::new(3).unwrap(), Width::Full);
        grams.restore(&[4, 0, 2], 1);
        let tokens: Vec<_> = grams
            .blocks()
            .iter()
            .map(|block| block.tokens.clone())
            .collect();
        assert_eq!(tokens, [0..4, 4..4, 4..6]);
        assert_eq!(grams.all().len(), 4);
    }

    #[test]
    fn n_counts_words_also_in_scripts_without_spaces() {
        let n = |text: &str, method| {
            let mut grams = Grams::of(NonZero::new(2).unwrap(), method);
            grams.read(text, Unit::Block, Tokens::Word);
            assert_eq!(
                grams.all().len() + grams.n(),
                grams.tokens.len() + 1,
                "{text}"
            );
            let all = grams.all().to_vec();
            grams.clear();
            grams.read(text, Unit::Block, Tokens::Word);
            assert_eq!(grams.all(), all);
            grams.n()
        };
        let thai = "ภาษาไทยเป็นภาษา";
        assert_eq!(n(thai, Method::Best), 4);
        assert_eq!(n("きのうよんだもの", Method::Best), 4);
        assert_eq!(n("我们昨天读了书", Method::Best), 2);
        assert_eq!(n("two words of ไท", Method::Best), 2);
        // A short text is one n-gram; onion's are of tokens.
        assert_eq!(n("ไทย", Method::Best), 3);
        assert_eq!(n(thai, Method::Paper), 2);
        let mut grams = Grams::of(NonZero::new(2).unwrap(), Method::Best);
        let mut n_grams = |text: &str| {
            grams.clear();
            grams.read(text, Unit::Block, Tokens::Word);
            grams.all().to_vec()
        };
        let (one, two) = (n_grams("ภาษาไทย\n\nเป็นภาษา"), n_grams("ไทยเป็นภาษา"));
        assert!(one.iter().any(|gram| two.contains(gram)));
    }

    #[test]
    fn a_checksum_is_of_all_tokens_in_their_order() {
        let mut grams = Grams::new(NonZero::new(7).unwrap(), Width::Full);
        grams.read(
            "a b\n\nb a\n\na b \n\n--\n\na\nb",
            Unit::Block,
            Tokens::Word,
        );
        let sums: Vec<_> = grams
            .blocks()
            .iter()
            .map(|block| grams.checksum(block))
            .collect();
        assert_eq!(sums[0], sums[2]);
        assert_eq!(sums[0], sums[4]);
        assert_ne!(sums[0], sums[1]);
        assert_eq!(sums[3], None);
    }

    #[test]
    fn checksums_tell_long_blocks_of_two_tokens_apart() {
        let turns: Vec<u32> = (0..1 << 12).map(|at: u32| at.count_ones() % 2).collect();
        let block = |tokens: [&str; 2]| -> String {
            let words: Vec<&str> = turns.iter().map(|&turn| tokens[turn as usize]).collect();
            words.join(" ")
        };
        let text = [block(["a", "b"]), block(["b", "a"])].join("\n\n");
        let mut grams = Grams::new(NonZero::new(7).unwrap(), Width::Full);
        grams.read(&text, Unit::Block, Tokens::Space);
        let [one, other] = grams.blocks() else {
            panic!("two blocks")
        };
        assert_ne!(grams.checksum(one), grams.checksum(other));
    }

    #[test]
    fn a_text_shorter_than_an_n_gram_is_one() {
        let n = NonZero::new(4).unwrap();
        let read = |text: &str, method| {
            let mut grams = Grams::of(n, method);
            grams.read(text, Unit::Block, Tokens::Word);
            let ending: usize = (grams.blocks().iter())
                .map(|block| grams.ending_in(&block.tokens).len())
                .sum();
            assert_eq!(ending, grams.all().len());
            let mut restored = Grams::of(n, method);
            let lengths = grams.blocks().iter().map(|block| block.tokens.len());
            restored.restore(&lengths.collect::<Vec<_>>(), grams.per_word());
            assert_eq!((restored.all().len(), restored.n()), (ending, grams.n()));
            grams.all().to_vec()
        };
        let short = read("a b", Method::Best);
        assert_eq!(short.len(), 1);
        assert_eq!(read("a, b!", Method::Best), short);
        assert_ne!(read("b a", Method::Best), short);
        assert_ne!(read("a", Method::Best), short);
        assert!(read("a b", Method::Paper).is_empty());
        assert!(read("a\n\nb", Method::Best).is_empty());
        assert!(read("", Method::Best).is_empty());
        assert_eq!(read("a b c d", Method::Best).len(), 1);
    }
}
