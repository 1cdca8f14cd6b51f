//! The shingles of a text: hashes of some words in sequence.

use std::num::NonZero;

use tokens::{Fold, Tokens};
use xxhash_rust::xxh3::xxh3_64;

/// Takes the shingles of texts, and reuses its buffers.
#[derive(Debug)]
pub(crate) struct Shingler {
    fold: Fold,
    shingle: usize,
    words: Vec<u64>,
}

/// The most words of a short document, in which signs count: "C++" is not "C#", and "-5" is not "5". In a longer one a sign
/// says little, and copies often differ in them.
const SHORT: usize = 16;

/// Multiplies the hash of a shingle when the next word comes.
pub(crate) const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;

impl Shingler {
    pub(crate) fn new(shingle: NonZero<usize>, fold: Fold) -> Self {
        Shingler {
            fold,
            shingle: shingle.get(),
            words: Vec::new(),
        }
    }

    /// Calls `each` with the hash of every shingle of a text.
    ///
    /// Words are runs of letters and digits; in scripts without spaces each character with its marks. In a short text signs count,
    /// too. A text without words is one shingle: what remains of it without white space.
    pub(crate) fn each(&mut self, text: &str, mut each: impl FnMut(u64)) {
        let text = self.fold.apply(text);
        self.words.clear();
        Tokens::Word.for_each(&text, |word| self.words.push(word));
        if self.words.is_empty() {
            let bare: String = text.split_whitespace().collect();
            return each(xxh3_64(bare.as_bytes()));
        }
        if self.words.len() <= SHORT {
            add_signs(&text, &mut self.words);
        }
        // A polynomial in the hashes of the words, so that the next one takes two multiplications.
        let length = self.shingle.min(self.words.len());
        let oldest = (1..length).fold(1u64, |power, _| power.wrapping_mul(FACTOR));
        let mut hash = 0u64;
        for (index, &word) in self.words.iter().enumerate() {
            if index >= length {
                let gone = self.words[index - length];
                hash = hash.wrapping_sub(gone.wrapping_mul(oldest));
            }
            hash = hash.wrapping_mul(FACTOR).wrapping_add(word);
            if index + 1 >= length {
                each(tokens::hashes::mixed(hash));
            }
        }
    }
}

/// Changes the hashes of the words of a text by the signs behind each; those in front of the first word change that one. There are as many
/// shingles as without signs, so that texts with equal signs are as similar as before.
fn add_signs(text: &str, words: &mut [u64]) {
    let mut signs = signs(text).peekable();
    if signs.peek().is_none() {
        return;
    }
    let (last, mut next) = (words.len() - 1, 0_usize);
    let add = |word: &mut u64, sign| *word = tokens::hashes::mixed(*word ^ sign);
    Tokens::Word.for_each_at(text, |_, at| {
        while let Some((_, sign)) = signs.next_if(|(place, _)| *place < at) {
            add(&mut words[next.saturating_sub(1)], sign);
        }
        next += 1;
    });
    signs.for_each(|(_, sign)| add(&mut words[last], sign));
}

/// Returns the places and the hashes of signs that change what is said. Punctuation, quotation marks, bullets and markup do not.
fn signs(text: &str) -> impl Iterator<Item = (usize, u64)> {
    text.char_indices().filter_map(|(at, one)| {
        let before = || text[..at].chars().next_back();
        let after = || text[at + one.len_utf8()..].chars().next();
        let is_word = |other: Option<char>| other.is_some_and(char::is_alphanumeric);
        let is_digit = |other: Option<char>| other.is_some_and(char::is_numeric);
        let ends = |with: fn(char) -> bool| text[..at].trim_end().ends_with(with);
        let begins =
            |with: fn(char) -> bool| text[at + one.len_utf8()..].trim_start().starts_with(with);
        let is_free = |other: Option<char>| other.is_none_or(char::is_whitespace);
        let counts = match one {
            // "C#" and "C++", but not "#rain", and no line of signs.
            '#' => is_word(before()),
            '+' => is_word(before()) || before() == Some('+') || is_digit(after()),
            '-' | '\u{2212}' => {
                is_digit(after()) && !is_word(before())
                    || ends(char::is_numeric) && begins(char::is_numeric)
            }
            '<' | '>' | '=' => {
                let is_alone = is_free(before()) && is_free(after());
                is_digit(after())
                    || is_alone && ends(char::is_alphanumeric) && begins(char::is_alphanumeric)
            }
            '$' | '%' | '^' => ends(char::is_numeric) || begins(char::is_numeric),
            _ => is_symbol(one),
        };
        let one = if one == '\u{2212}' { '-' } else { one };
        counts.then(|| (at, xxh3_64(one.encode_utf8(&mut [0; 4]).as_bytes())))
    })
}

/// Currencies, operators and pictures.
fn is_symbol(one: char) -> bool {
    matches!(one, '\u{A2}'..='\u{A5}' | '\u{AC}' | '\u{B0}' | '\u{B1}' | '\u{D7}' | '\u{F7}' | '\u{2030}' | '\u{20A0}'..='\u{20CF}'
        | '\u{2190}'..='\u{22FF}' | '\u{2600}'..='\u{2793}' | '\u{27C0}'..='\u{27EF}' | '\u{2A00}'..='\u{2AFF}'
        | '\u{1F000}'..='\u{1FAFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shingles(text: &str) -> Vec<u64> {
        let mut shingler = Shingler::new(NonZero::new(5).unwrap(), Fold::default());
        let mut all = Vec::new();
        shingler.each(text, |shingle| all.push(shingle));
        all
    }

    #[test]
    fn signs_count_in_short_texts() {
        for (one, other) in [
            ("C++", "C#"),
            ("C++", "C"),
            ("-5", "5"),
            ("It was -5 degrees at night", "It was 5 degrees at night"),
            ("$5", "\u{20AC}5"),
            ("5 \u{20AC}", "5 $"),
            ("5 %", "5"),
            ("a < b", "a > b"),
            ("2 + 2", "2 - 2"),
            ("x \u{2264} y", "x \u{2265} y"),
            ("Great \u{1F44D}", "Great \u{1F44E}"),
            ("\u{1F600}", "\u{1F600}\u{1F600}"),
            (
                "It rained \u{2602} on the mill",
                "It rained \u{2603} on the mill",
            ),
            ("He writes C++ all day", "He writes C# all day"),
        ] {
            assert_ne!(shingles(one), shingles(other), "{one} {other}");
        }
        for (one, other) in [
            ("The ferry runs again.", "The ferry runs again!"),
            (
                "\u{201C}The ferry\u{201D} \u{2014} runs",
                "\"The ferry\" - runs",
            ),
            ("* The **ferry** runs", "\u{2022} The ferry runs"),
            ("#ferry runs (again)", "Ferry runs: again..."),
            ("<b>The ferry</b> runs", "<b> the ferry </b> runs"),
            ("It was \u{2212}5 degrees", "it was -5 degrees"),
            ("the well-known ferry", "The well known ferry"),
            ("*** Ferry ***", "--- Ferry ==="),
            ("12 -", "12"),
            ("Ferry >", "Ferry"),
            ("\u{A9} Ferry\u{2122}", "Ferry"),
        ] {
            assert_eq!(shingles(one), shingles(other), "{one} {other}");
        }
    }

    #[test]
    fn signs_do_not_count_in_longer_texts() {
        let text: String = (0..=SHORT).map(|word| format!("w{word} ")).collect();
        assert_eq!(
            shingles(&format!("{text} C++ $5")),
            shingles(&format!("{text} C 5"))
        );
    }
}
