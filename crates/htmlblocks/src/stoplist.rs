//! Stop words: the most frequent words of a language. Prose has many of them, boilerplate few.
//!
//! `cargo lab train-stoplists` makes the built-in lists from text in 146 languages. `stoplists.tsv` has one line per
//! language: the language, the coverage, and the words by descending frequency, separated by spaces. The coverage is
//! the fraction of running text that consists of these words.
//!
//! Some scripts have no spaces between words. The stop lists of their languages hold single characters, and their
//! density is counted in characters.

use std::sync::{Arc, LazyLock};

use hashbrown::{HashMap, HashSet};
use xxhash_rust::xxh3::xxh3_64;

/// The built-in lists.
const LISTS: &str = include_str!("stoplists.tsv");

/// A built-in list.
struct List {
    language: &'static str,
    /// The fraction of running text that consists of its words.
    coverage: &'static str,
    words: &'static str,
}

/// The built-in lists.
fn lists() -> &'static [List] {
    static LINES: LazyLock<Vec<List>> = LazyLock::new(|| {
        let list = |line: &'static str| {
            let (language, rest) = line.split_once('\t')?;
            let (coverage, words) = rest.split_once('\t')?;
            Some(List {
                language,
                coverage,
                words,
            })
        };
        split(LISTS, b'\n').filter_map(list).collect()
    });
    &LINES
}

/// The target coverage of the built-in lists. In languages with rich morphology, lists do not reach it, and stop word
/// densities are lower.
const COVERAGE: f64 = 0.70;

/// Splits like `str::split` at an ASCII byte, twice as fast for short pieces.
fn split(text: &str, at: u8) -> impl Iterator<Item = &str> {
    let mut from = 0;
    let ends = memchr::memchr_iter(at, text.as_bytes()).chain([text.len()]);
    ends.map(move |end| &text[std::mem::replace(&mut from, end + 1)..end])
}

/// The languages that have a built-in list, in order.
pub fn languages() -> impl Iterator<Item = &'static str> {
    lists().iter().map(|list| list.language)
}

/// Returns the language with a built-in list for a language tag: `cs`, or `pt` for `pt-BR`.
pub fn language(tag: &str) -> Option<&'static str> {
    let find = |tag: &str| languages().find(|language| *language == tag);
    find(tag).or_else(|| find(tag.split_once('-')?.0))
}

/// A stop list, in lower case.
#[derive(Debug, Clone, Default)]
pub struct StopList {
    /// In UTF-8. Words of a text in lower case are bytes, which need no check.
    words: HashSet<Box<[u8]>>,
    longest: usize,
    of_characters: bool,
    /// The fraction of [`COVERAGE`] that this list misses, as far as known.
    missing: f64,
}

impl StopList {
    /// Creates a list from words in any case.
    pub fn new<'w>(words: impl IntoIterator<Item = &'w str>) -> Self {
        let words: HashSet<String> = words
            .into_iter()
            .filter(|word| !word.is_empty())
            .map(str::to_lowercase)
            .collect();
        let longest = words.iter().map(|word| word.len()).max().unwrap_or(0);
        let of_characters =
            !words.is_empty() && words.iter().all(|word| is_unspaced_character(word));
        StopList {
            words: (words.into_iter().map(|word| word.into_bytes().into())).collect(),
            longest,
            of_characters,
            missing: 0.0,
        }
    }

    /// Returns the built-in list of a language.
    pub fn of_language(language: &str) -> Option<Arc<StopList>> {
        static READY: LazyLock<HashMap<&'static str, std::sync::OnceLock<Arc<StopList>>>> =
            LazyLock::new(|| {
                languages()
                    .map(|language| (language, Default::default()))
                    .collect()
            });
        let list = READY.get(language)?;
        Some(Arc::clone(list.get_or_init(|| {
            let list = lists().iter().find(|list| list.language == language);
            let coverage = list.and_then(|list| list.coverage.parse().ok());
            let missing: f64 = 1.0 - coverage.unwrap_or(COVERAGE) / COVERAGE;
            Arc::new(StopList {
                missing: missing.max(0.0),
                ..StopList::new(list.map_or("", |list| list.words).split(' '))
            })
        })))
    }

    /// Returns the coverage relative to the target of 70 %, at most 1. Thresholds for the stop word density are
    /// multiplied by it. It is less than 1 only for built-in lists of languages with rich morphology or little training
    /// text.
    pub fn completeness(&self) -> f64 {
        1.0 - self.missing
    }

    /// Returns the number of words.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Iterates over the words, in lower case and in no order.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        (self.words.iter()).filter_map(|word| std::str::from_utf8(word).ok())
    }

    /// Whether it has no words.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Whether the list has a word, in any case.
    #[inline]
    pub fn has(&self, word: &str) -> bool {
        // An ASCII word keeps its length in lower case.
        if word.len() > self.longest && word.is_ascii() {
            return false;
        }
        in_lower_case(word, |word| self.words.contains(word))
    }

    /// Returns the stop word density of a text: the fraction of its words that are in the list, or 0 if it has no
    /// words. For a list of characters, it is the fraction of the text's characters, without whitespace.
    pub fn density(&self, text: &str) -> f64 {
        let share = |found: u32, all: u32| f64::from(found) / f64::from(all.max(1));
        let (mut all, mut found) = (0, 0);
        if self.of_characters {
            for character in text.chars().filter(|character| !character.is_whitespace()) {
                all += 1;
                let in_list = is_unspaced(character)
                    && (self.words).contains(character.encode_utf8(&mut [0; 4]).as_bytes());
                found += u32::from(in_list);
            }
        } else {
            for word in words_of(text) {
                all += 1;
                found += u32::from(self.has(word));
            }
        }
        share(found, all)
    }
}

/// Calls `with` with the bytes of a word in lower case. Short ASCII words, which are most words, need no allocation.
#[inline]
fn in_lower_case<R>(word: &str, with: impl FnOnce(&[u8]) -> R) -> R {
    let mut buffer = [0; 64];
    if let Some(lower) = buffer.get_mut(..word.len())
        && word.is_ascii()
    {
        lower.copy_from_slice(word.as_bytes());
        lower.make_ascii_lowercase();
        return with(lower);
    }
    with(word.to_lowercase().as_bytes())
}

/// Returns the length of a text in characters. Han characters and kana count as three, since one carries about as much
/// as three letters.
pub fn width(text: &str) -> usize {
    text.chars().map(width_of).sum()
}

fn width_of(character: char) -> usize {
    match character {
        '\u{3040}'..='\u{30FF}'
        | '\u{3400}'..='\u{9FFF}'
        | '\u{F900}'..='\u{FAFF}'
        | '\u{20000}'..='\u{3FFFF}' => 3,
        _ => 1,
    }
}

/// Whether a character belongs to a script without spaces between words: Thai, Lao, Tibetan, Myanmar, Khmer, kana, Han.
pub fn is_unspaced(character: char) -> bool {
    matches!(character, '\u{E00}'..='\u{109F}' | '\u{1780}'..='\u{17FF}' | '\u{3040}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}'
        | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}')
}

fn is_unspaced_character(word: &str) -> bool {
    let mut characters = word.chars();
    characters.next().is_some_and(is_unspaced) && characters.next().is_none()
}

/// Iterates over the words of a block's normalised text, whose only whitespace is single spaces and line feeds.
pub fn words_of(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    // The loop is over bytes, since `str::split` decodes characters and `memchr2` is slower for short words.
    let words = std::iter::from_fn(move || {
        let all = rest?;
        let end = all.bytes().position(|byte| matches!(byte, b' ' | b'\n'));
        let (word, more) = match end {
            Some(end) => (&all[..end], Some(&all[end + 1..])),
            None => (all, None),
        };
        rest = more;
        Some(word)
    });
    words.filter(|word| !word.is_empty())
}

/// Identifies languages by stop words.
///
/// The lists have 105,000 words, and a process may see only one page. So their hash table is precomputed and stored in
/// a file. A word is identified by 46 bits of its hash, in a bucket of about six entries.
#[derive(Debug)]
pub struct Detector {
    languages: Vec<&'static str>,
}

/// The hash table. It begins with the start of each bucket and the end of the last, as 32-bit little-endian numbers.
/// The entries follow, bucket by bucket: 32 bits of the hash of a word, and the number of a language whose list has it,
/// in a byte.
static TABLE: &[u8] = include_bytes!("stoplists.bin");

/// The sizes in bytes of an entry, and of the table of buckets.
const ENTRY: usize = 5;
const BUCKETS_SIZE: usize = 4 * ((1 << BUCKET_BITS) + 1);

/// The number of bits of the hash that select the bucket.
const BUCKET_BITS: u32 = 14;

/// The number of words that suffice to identify the language of a page.
const ENOUGH: usize = 1000;

/// The least number of letters, counted by [`width`], whose stop words identify a language. With fewer, charset's
/// identifier has no more than its best guess either. The letter a is a stop word in half of the languages.
const FEWEST: usize = 30;

/// The declared language is accepted if its list has at least this fraction of the words that the best list has.
const NEARLY: f64 = 0.5;

#[inline]
fn hash_of(word: &[u8]) -> (usize, u32) {
    let hash = xxh3_64(word);
    ((hash >> (64 - BUCKET_BITS)) as usize, hash as u32)
}

/// Returns the hash table of lists in the format of `stoplists.tsv`: the content of `stoplists.bin`.
pub fn table(lists: &str) -> Vec<u8> {
    let mut buckets = vec![Vec::new(); 1 << BUCKET_BITS];
    for (number, line) in (0u8..).zip(lists.lines()) {
        let words = line.rsplit('\t').next().unwrap_or_default();
        for word in split(words, b' ') {
            let (bucket, hash) = hash_of(word.as_bytes());
            buckets[bucket].push((hash, number));
        }
    }
    let (mut table, mut start) = (Vec::new(), 0u32);
    table.extend(start.to_le_bytes());
    for bucket in &buckets {
        start += bucket.len() as u32;
        table.extend(start.to_le_bytes());
    }
    for (hash, number) in buckets.into_iter().flatten() {
        table.extend(hash.to_le_bytes());
        table.push(number);
    }
    table
}

impl Detector {
    /// Returns the detector for all built-in lists.
    pub fn get() -> &'static Detector {
        static DETECTOR: LazyLock<Detector> = LazyLock::new(|| Detector {
            languages: languages().collect(),
        });
        &DETECTOR
    }

    /// Returns the indices of the languages whose lists have a word.
    fn owners(&self, word: &[u8]) -> impl Iterator<Item = usize> {
        let (bucket, hash) = hash_of(word);
        let start = |bucket: usize| {
            let at = TABLE[4 * bucket..].first_chunk();
            BUCKETS_SIZE
                + ENTRY * u32::from_le_bytes(*at.expect("the table has all buckets")) as usize
        };
        let bucket = TABLE[start(bucket)..start(bucket + 1)]
            .as_chunks::<ENTRY>()
            .0;
        let same = bucket
            .iter()
            .filter(move |word| word[..4] == hash.to_le_bytes());
        same.map(|word| word[4].into())
    }

    /// Returns the language with the most stop words among the first thousand words of `texts`. The declared language
    /// `named` wins if it has nearly as many, since pages have names and short blocks, and related languages share
    /// words. `named` is also returned if no language has 10 % stop words, or there are fewer than `FEWEST` letters.
    pub fn detect<'t>(
        &self,
        texts: impl IntoIterator<Item = &'t str>,
        named: Option<&'static str>,
    ) -> Option<&'static str> {
        let mut found = vec![0u32; self.languages.len()];
        let mut all = 0u32;
        let mut letters = 0;
        let mut count = |word: &[u8]| {
            all += 1;
            self.owners(word).for_each(|owner| found[owner] += 1);
        };
        for word in texts.into_iter().flat_map(words_of).take(ENOUGH) {
            if letters < FEWEST {
                letters += word
                    .chars()
                    .filter(|letter| letter.is_alphabetic())
                    .map(width_of)
                    .sum::<usize>();
            }
            if !word.is_ascii() && word.contains(is_unspaced) {
                let mut buffer = [0; 4];
                word.chars()
                    .for_each(|character| count(character.encode_utf8(&mut buffer).as_bytes()));
            } else {
                in_lower_case(word, &mut count);
            }
        }
        let best = (0..found.len()).max_by_key(|&at| (found[at], std::cmp::Reverse(at)))?;
        let is_near = |language: &&str| {
            let number = self.languages.iter().position(|one| one == language);
            number.is_some_and(|number| f64::from(found[number]) >= NEARLY * f64::from(found[best]))
        };
        if found[best] * 10 <= all || letters < FEWEST {
            return named;
        }
        named.filter(is_near).or(Some(self.languages[best]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_that_of_the_lists() {
        let table = table(LISTS);
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/stoplists.bin");
            std::fs::write(path, &table).unwrap();
        }
        assert!(table == TABLE, "UPDATE_EXPECT=1 makes it anew");
        for (number, list) in lists().iter().enumerate() {
            for word in list.words.split(' ').step_by(97) {
                assert!(
                    Detector::get()
                        .owners(word.as_bytes())
                        .any(|owner| owner == number),
                    "{word}"
                );
            }
        }
    }

    #[test]
    fn a_few_letters_tell_no_language() {
        let detect = |text: &'static str, named| Detector::get().detect([text], named);
        assert_eq!(detect("a", None), None);
        assert_eq!(detect("a", Some("en")), Some("en"));
        assert_eq!(
            detect("The tide was out when they went to the boat", None),
            Some("en")
        );
        assert_eq!(detect("", None), None);
    }

    #[test]
    fn density_is_the_fraction_of_stop_words() {
        let list = StopList::new(["The", "of", "stra\u{df}e"]);
        assert_eq!(list.density("The end\nOF the, STRA\u{df}E"), 0.6);
        assert_eq!(list.density(""), 0.0);
        assert!(!list.has("the,") && list.has("tHE") && !list.has(""));
    }

    #[test]
    fn density_counts_characters_with_a_list_of_characters() {
        let list = StopList::new(["\u{7684}", "\u{662f}"]);
        assert_eq!(list.density("\u{6211}\u{7684} \u{4e66}\u{662f} a"), 0.4);
    }

    #[test]
    fn many_languages_have_lists() {
        assert!(
            (60..=256).contains(&languages().count()),
            "their numbers are bytes"
        );
        for name in languages() {
            let list = StopList::of_language(name).unwrap();
            assert!(list.len() >= 9, "{name}");
        }
        assert_eq!(language("pt-BR"), Some("pt"));
        assert_eq!(language("zh-Hant"), Some("zh-Hant"));
        assert_eq!(language("tlh"), None);
        assert!(StopList::of_language("en").unwrap().has("The"));
    }

    #[test]
    fn short_lists_are_known_to_be_short() {
        let of = |language| StopList::of_language(language).unwrap().completeness();
        assert_eq!(of("en"), 1.0);
        assert!((0.4..0.6).contains(&of("ko")) && (0.6..0.7).contains(&of("tr")));
        assert!(languages().all(|language| (0.3..=1.0).contains(&of(language))));
        assert_eq!(StopList::new(["a"]).completeness(), 1.0);
    }

    #[test]
    fn the_manual_names_the_languages() {
        let manual = include_str!("methods.md");
        let named = manual
            .split_once("Languages: ")
            .unwrap()
            .1
            .lines()
            .next()
            .unwrap();
        assert_eq!(named, languages().collect::<Vec<_>>().join(", ") + ".");
    }

    #[test]
    fn languages_are_identified_by_stop_words() {
        let detect = |text| Detector::get().detect([text], None);
        assert_eq!(
            detect("It was one of those days on which nothing would go as it should have."),
            Some("en")
        );
        assert_eq!(
            detect("Es war einer von den Tagen, an denen nichts so gehen will, wie es soll."),
            Some("de")
        );
        assert_eq!(
            detect("Era uno de esos d\u{ed}as en los que no sale nada como uno quiere."),
            Some("es")
        );
        assert_eq!(
            detect(
                "\u{6211}\u{4eec}\u{4eca}\u{5929}\u{4e0d}\u{662f}\u{5728}\u{8fd9}\u{91cc}\u{7684}\u{4eba}"
            ),
            Some("zh")
        );
        assert_eq!(detect("Lorem 404 xyzzy plugh http://example.org"), None);
        assert_eq!(detect(""), None);
    }

    #[test]
    fn a_declared_language_must_fit() {
        let detect = |text, named| Detector::get().detect([text], Some(named));
        let english = "It was one of those days on which nothing would go as it should have.";
        assert_eq!(detect(english, "ga"), Some("en"));
        assert_eq!(detect(english, "en"), Some("en"));
        // Danish and Norwegian share many words.
        let danish = "Om morgenen ser vi ud af vinduet, og det er en god dag for os alle.";
        assert_eq!(detect(danish, "da"), Some("da"));
        assert_eq!(detect(danish, "nb"), Some("nb"));
        assert_eq!(detect("Lorem 404 xyzzy plugh", "ga"), Some("ga"));
        assert_eq!(detect("", "ga"), Some("ga"));
    }
}
