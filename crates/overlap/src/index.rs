//! The items, indexed.

mod build;

use std::collections::HashMap;
use std::fmt;
use std::ops::Range;

use platform::prefetch::prefetch;

use crate::anchors::{self, Anchors};
use crate::chance;
use crate::grams::RUN;
use crate::signs::Signs;
use crate::table::{Filter, Table};
use crate::words::{self, Divided, Split};
use build::Builder;

/// Settings that decide which passages count as hits.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// The number of words in a row that begin a hit, from 2. Items with fewer words are matched whole.
    pub n: usize,
    /// The fewest words of an item, from 1. Items with fewer are refused.
    pub min_words: usize,
    /// The share of words in a hit that may be changed, inserted or left out, from 0 to below 1.
    pub max_edits: f64,
    /// The number of hits as good as this one that chance may give in a billion words of unrelated text. Hits that are expected more often
    /// are left out.
    pub expect: f64,
    /// Where words end.
    pub split: Split,
    /// Whether the index keeps the items' texts.
    pub texts: Texts,
}

/// Whether the index keeps the items' texts, for [`Index::text`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Texts {
    /// It does.
    Keep,
    /// Only what it needs to find them.
    Drop,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            n: 8,
            min_words: 2,
            max_edits: 0.25,
            expect: 1.0,
            split: Split::Punctuation,
            texts: Texts::Drop,
        }
    }
}

/// A text to look for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Item {
    /// Its name.
    pub id: String,
    /// The set that it belongs to, such as a benchmark; may be empty.
    pub set: String,
    /// The text.
    pub text: String,
}

impl Item {
    /// An item of no set.
    pub fn new(id: impl Into<String>, text: impl Into<String>) -> Self {
        Item {
            id: id.into(),
            set: String::new(),
            text: text.into(),
        }
    }
}

/// An item of an index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Indexed {
    /// Its name.
    pub id: String,
    /// The number of its set in [`Index::sets`].
    pub set: usize,
    /// The number of its words.
    pub words: usize,
    /// Whether its text ends with a mark that closes a sentence.
    pub is_closed: bool,
    /// Why it cannot be found.
    pub refused: Option<Refused>,
    /// The number of its wording; items with the same words have the same one.
    pub(crate) form: u32,
}

/// Marks that close a sentence.
pub(crate) const CLOSING: [char; 12] = [
    '.', '?', '!', '\u{2026}', '\u{3002}', '\u{ff0e}', '\u{ff1f}', '\u{ff01}', '\u{61f}',
    '\u{6d4}', '\u{964}', '\u{37e}',
];

/// Why an item cannot be found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refused {
    /// It has fewer words than [`Settings::min_words`].
    Short,
    /// All of it is expected by chance more often than [`Settings::expect`].
    Common,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Refused::Short => "too short to tell",
            Refused::Common => "its wording is too common to tell",
        })
    }
}

/// Settings or items that no index can be made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Error {
    /// [`Settings::n`] is less than 2.
    ShortGrams,
    /// [`Settings::max_edits`] is not from 0 to below 1.
    Edits,
    /// More than 2^32 words of items.
    TooMany,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Error::ShortGrams => "n must be 2 or more",
            Error::Edits => "the share of edits must be from 0 to below 1",
            Error::TooMany => "the items have more than 4294967295 words",
        })
    }
}

impl std::error::Error for Error {}

/// A run of words that more wordings than this share does not begin a hit: it does not tell which item is there.
pub const MOST_SHARED: usize = 100;

/// Runs of fewer words say too little to look for the rest of an item around them.
const LEAST_SEED: usize = 4;

/// The items, indexed. See the [crate's page](crate) for an example.
#[derive(Debug)]
pub struct Index {
    pub(crate) settings: Settings,
    items: Vec<Indexed>,
    sets: Vec<String>,
    texts: Vec<String>,
    pub(crate) forms: Forms,
    /// The words of all items.
    pub(crate) vocabulary: Filter,
    /// For each length of n-grams that are looked up, which ones are, and their table. Behind that for n is one of [anchors](Look::Anchors).
    pub(crate) tables: Vec<(usize, Look, Table)>,
    /// Those of the n-grams.
    pub(crate) anchors: Option<Anchors>,
}

/// The wordings of items.
#[derive(Debug, Default)]
pub(crate) struct Forms {
    /// The words' hashes, one wording after the other.
    words: Vec<u32>,
    /// The kind of each word, by which [`chance`] knows how much it says.
    kinds: Vec<chance::Kind>,
    /// Where each wording begins; one more at the end.
    starts: Vec<u32>,
    /// The first item of each, and the number of items.
    items: Vec<(u32, u32)>,
    /// The signs of short wordings with any that are compared.
    signs: HashMap<u32, Signs>,
    /// Passages of wordings that are common text, with the number of occurrences.
    pub(crate) common: HashMap<u32, Vec<(Range<u32>, f64)>>,
}

impl Forms {
    fn range(&self, form: u32) -> Range<usize> {
        self.starts[form as usize] as usize..self.starts[form as usize + 1] as usize
    }

    pub fn words(&self, form: u32) -> &[u32] {
        &self.words[self.range(form)]
    }

    pub fn kinds(&self, form: u32) -> &[chance::Kind] {
        &self.kinds[self.range(form)]
    }

    /// Requests the first part of the memory that [`Forms::words`] reads.
    pub fn announce(&self, form: u32) {
        prefetch(&self.starts, form as usize);
    }

    /// Requests the second part.
    pub fn announce_words(&self, form: u32) {
        prefetch(&self.words, self.starts[form as usize] as usize);
    }

    /// The number of times that chance gives all of a wording in a billion words of unrelated text.
    fn expected(&self, form: u32) -> f64 {
        let kinds = self.kinds(form);
        let expected = chance::expected(kinds, 0..kinds.len(), kinds.len(), 0);
        chance::with_bits(expected, self.bits_of_signs(form))
    }

    /// The signs of a wording, if any are compared.
    pub fn signs(&self, form: u32) -> Option<&Signs> {
        self.signs.get(&form)
    }

    /// The number of bits that the signs of a wording add, if its words say too little without them.
    pub fn bits_of_signs(&self, form: u32) -> f64 {
        self.signs(form).map_or(0.0, |signs| signs.bits)
    }

    /// The first item with this wording, and the number of them.
    pub fn items(&self, form: u32) -> (usize, usize) {
        let (first, count) = self.items[form as usize];
        (first as usize, count as usize)
    }

    fn len(&self) -> usize {
        self.items.len()
    }
}

/// Which n-grams of a text are looked up in the table of their length.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Look {
    /// All. The table's filter has their [short] hashes.
    All,
    /// Those whose last run the table's filter has.
    Runs,
    /// Those whose anchor an item has. The table's filter has their short hashes.
    Anchored,
    /// Runs that are such anchors. The table's filter has their hashes.
    Anchors,
}

impl Look {
    pub fn of(length: usize, settings: &Settings) -> Look {
        if length == settings.n && length >= anchors::LEAST {
            Look::Anchored
        } else if length >= RUN {
            Look::Runs
        } else {
            Look::All
        }
    }
}

impl Index {
    /// Indexes the items.
    ///
    /// # Errors
    /// Settings out of range; too many words.
    pub fn new(items: impl IntoIterator<Item = Item>, settings: &Settings) -> Result<Self, Error> {
        Self::with_threads(items, settings, 1)
    }

    /// Does the same with this number of threads. The index is the same for any number.
    ///
    /// # Errors
    /// The same.
    pub fn with_threads(
        items: impl IntoIterator<Item = Item>,
        settings: &Settings,
        threads: usize,
    ) -> Result<Self, Error> {
        if settings.n < 2 {
            return Err(Error::ShortGrams);
        }
        if !(0.0..1.0).contains(&settings.max_edits) {
            return Err(Error::Edits);
        }
        let mut builder = Builder::new(settings, threads.max(1));
        builder.add(items.into_iter())?;
        Ok(builder.finish())
    }

    /// Takes the wording of `text` as common: it occurs `count` times in text at large. A hit that lies in it is expected so often.
    pub fn add_common(&mut self, text: &str, count: f64) {
        let hits = self.scan(text);
        for hit in hits {
            self.add_common_words(hit.item, hit.item_words, count);
        }
    }

    /// Takes words of an item as common: they occur `count` times in text at large. A hit that lies in them is expected so often.
    pub fn add_common_words(&mut self, item: usize, words: Range<usize>, count: f64) {
        let form = self.items[item].form;
        let words = words.start as u32..words.end as u32;
        self.forms
            .common
            .entry(form)
            .or_default()
            .push((words, count));
    }

    /// The items, in the order in which they came.
    pub fn items(&self) -> &[Indexed] {
        &self.items
    }

    /// One of the items.
    pub fn item(&self, number: usize) -> &Indexed {
        &self.items[number]
    }

    /// The first of the items that have the same words as this one: hits name that one.
    pub fn first_alike(&self, number: usize) -> usize {
        self.forms.items(self.items[number].form).0
    }

    /// The names of the sets.
    pub fn sets(&self) -> &[String] {
        &self.sets
    }

    /// The text of an item, if [`Settings::texts`] keeps them.
    pub fn text(&self, number: usize) -> Option<&str> {
        self.texts.get(number).map(String::as_str)
    }

    /// Calls `each` with the hash and the byte range of every word of a text, as they are counted in items. Words that differ only
    /// in what is folded have one hash.
    pub fn for_each_word(&self, text: &str, each: impl FnMut(u64, Range<usize>)) {
        words::for_each(text, self.settings.split, Divided::Joined, each);
    }

    /// Calls `each` with the hash and the byte range of every word of a text to scan.
    #[inline(always)]
    pub(crate) fn for_each_word_to_scan(&self, text: &str, each: impl FnMut(u64, Range<usize>)) {
        let divided = Divided::Known(self.vocabulary.bits());
        words::for_each(text, self.settings.split, divided, each);
    }

    /// The byte range of a range of words in an item's text, if [`Settings::texts`] keeps them.
    pub fn bytes_of(&self, number: usize, words: &Range<usize>) -> Option<Range<usize>> {
        let text = self.text(number)?;
        let mut places = Vec::new();
        let split = self.settings.split;
        words::for_each(text, split, Divided::Joined, |_, place| places.push(place));
        let places = places.get(words.clone())?;
        Some(places.first()?.start..places.last()?.end)
    }

    /// The number of words of the runs that find short items with edits, if edits are allowed: the largest power of two in half an n-gram.
    fn seed_words(&self) -> Option<usize> {
        let half = self.settings.n / 2;
        (self.settings.max_edits > 0.0 && half >= LEAST_SEED).then(|| 1 << half.ilog2())
    }

    /// Whether an item of so many words can lack an n-gram after one edit, so that it has seeds: one in each half.
    pub(crate) fn has_seeds(&self, words: usize) -> bool {
        (self.settings.n..=2 * self.settings.n).contains(&words) && self.seed_words().is_some()
    }

    /// Whether an item with this number of words is also found by anchors. In a shorter item, the words that may be edited can be the only ones
    /// that tell two titles or numbers apart.
    pub(crate) fn is_long(&self, words: usize) -> bool {
        words > 4 * self.settings.n
    }

    /// Whether edits are allowed, so that long items are also found by anchors.
    fn has_long_seeds(&self) -> bool {
        self.settings.max_edits > 0.0
    }

    /// The number of times that chance gives all of an item in a billion words of unrelated text.
    pub fn expect(&self, number: usize) -> f64 {
        self.forms.expected(self.items[number].form)
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }
}
