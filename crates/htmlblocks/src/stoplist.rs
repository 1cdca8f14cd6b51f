//! Stop words: the most frequent words of a language, which text in sentences has many of and boilerplate few.
//!
//! The built-in lists are made by `cargo xtask train-stoplists` from text in 146 languages. `stoplists.tsv` has a line
//! for each: the language, and its words, the most frequent first, separated by blanks.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, LazyLock};

/// The built-in lists.
const LISTS: &str = include_str!("stoplists.tsv");

/// The languages with a built-in list, and their words.
fn lists() -> impl Iterator<Item = (&'static str, &'static str)> {
    LISTS.lines().filter_map(|line| line.split_once('\t'))
}

/// The languages that have a list, in their order.
pub fn languages() -> impl Iterator<Item = &'static str> {
    lists().map(|(language, _)| language)
}

/// The language of a tag that has a list: `cs`, or `pt` for `pt-BR`.
pub fn language(tag: &str) -> Option<&'static str> {
    let find = |tag: &str| languages().find(|language| *language == tag);
    find(tag).or_else(|| find(tag.split_once('-')?.0))
}

/// Words in lower case.
#[derive(Debug, Clone, Default)]
pub struct StopList {
    words: HashSet<Box<str>>,
    longest: usize,
}

impl StopList {
    /// A list of words in any case.
    pub fn new<'w>(words: impl IntoIterator<Item = &'w str>) -> Self {
        let words: HashSet<Box<str>> = words
            .into_iter()
            .filter(|word| !word.is_empty())
            .map(|word| word.to_lowercase().into_boxed_str())
            .collect();
        let longest = words.iter().map(|word| word.len()).max().unwrap_or(0);
        StopList { words, longest }
    }

    /// The built-in list of a language.
    pub fn of_language(language: &str) -> Option<Arc<StopList>> {
        static READY: LazyLock<HashMap<&'static str, std::sync::OnceLock<Arc<StopList>>>> =
            LazyLock::new(|| {
                languages()
                    .map(|language| (language, Default::default()))
                    .collect()
            });
        let list = READY.get(language)?;
        Some(Arc::clone(list.get_or_init(|| {
            let words = lists()
                .find(|(name, _)| *name == language)
                .map_or("", |(_, words)| words);
            Arc::new(StopList::new(words.split(' ')))
        })))
    }

    /// How many words it has.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether it has no words.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Whether a word is in it, in any case.
    #[inline]
    pub fn has(&self, word: &str) -> bool {
        let mut buffer = [0; 64];
        match buffer.get_mut(..word.len()) {
            Some(lower) if word.is_ascii() => {
                if word.len() > self.longest {
                    return false;
                }
                lower.copy_from_slice(word.as_bytes());
                lower.make_ascii_lowercase();
                std::str::from_utf8(lower).is_ok_and(|lower| self.words.contains(lower))
            }
            _ => self.words.contains(&*word.to_lowercase()),
        }
    }

    /// The share of the words of a text that are in the list, 0 where there is no word.
    pub fn density(&self, text: &str) -> f64 {
        let (mut words, mut found) = (0u32, 0u32);
        for word in words_of(text) {
            words += 1;
            found += u32::from(self.has(word));
        }
        match words {
            0 => 0.0,
            words => f64::from(found) / f64::from(words),
        }
    }
}

/// The words of a block's text, which has no other white space than single blanks and line feeds.
pub fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split([' ', '\n']).filter(|word| !word.is_empty())
}

/// Tells languages by their stop words.
#[derive(Debug)]
pub struct Detector {
    /// For each word the languages whose list has it, as a range of `owners`.
    words: HashMap<&'static str, (u32, u32)>,
    owners: Vec<u16>,
    languages: Vec<&'static str>,
}

impl Detector {
    /// The detector of all built-in lists.
    pub fn get() -> &'static Detector {
        static DETECTOR: LazyLock<Detector> = LazyLock::new(|| {
            let mut pairs: Vec<(&str, u16)> = (0u16..)
                .zip(lists())
                .flat_map(|(number, (_, words))| words.split(' ').map(move |word| (word, number)))
                .collect();
            pairs.sort_unstable();
            let mut words = HashMap::new();
            for (at, (word, _)) in (0u32..).zip(&pairs) {
                words.entry(*word).or_insert((at, at)).1 = at + 1;
            }
            let owners = pairs.iter().map(|(_, number)| *number).collect();
            Detector {
                words,
                owners,
                languages: languages().collect(),
            }
        });
        &DETECTOR
    }

    /// The language with the most stop words among `words`, or none if no language has one in ten.
    pub fn detect<'w>(&self, words: impl IntoIterator<Item = &'w str>) -> Option<&'static str> {
        let mut found = vec![0u32; self.languages.len()];
        let mut count = 0u32;
        for word in words {
            count += 1;
            let lower = word.to_lowercase();
            if let Some(&(from, to)) = self.words.get(&*lower) {
                for &owner in &self.owners[from as usize..to as usize] {
                    found[owner as usize] += 1;
                }
            }
        }
        let best = (0..found.len()).max_by_key(|&at| (found[at], std::cmp::Reverse(at)))?;
        (found[best] * 10 > count).then(|| self.languages[best])
    }
}
