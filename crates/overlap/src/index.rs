//! The items, indexed.

use std::collections::HashMap;
use std::fmt;
use std::ops::Range;

use platform::prefetch::prefetch;

use crate::anchors::{self, Anchors};
use crate::chance;
use crate::grams::{RUN, for_each_gram, run_hash, short};
use crate::table::{Entry, Place, Table};
use crate::words::{self, Split};

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
    /// For each length of n-grams that are looked up, their table; the last one is for n.
    pub(crate) tables: Vec<(usize, Table)>,
    /// Those of the last table.
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
        chance::expected(kinds, 0..kinds.len(), kinds.len(), 0)
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
        if settings.n < 2 {
            return Err(Error::ShortGrams);
        }
        if !(0.0..1.0).contains(&settings.max_edits) {
            return Err(Error::Edits);
        }
        let mut builder = Builder::new(settings);
        for item in items {
            builder.add(item)?;
        }
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
        words::for_each(text, self.settings.split, each);
    }

    /// The byte range of a range of words in an item's text, if [`Settings::texts`] keeps them.
    pub fn bytes_of(&self, number: usize, words: &Range<usize>) -> Option<Range<usize>> {
        let text = self.text(number)?;
        let mut places = Vec::new();
        words::for_each(text, self.settings.split, |_, place| places.push(place));
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

    /// The number of times that chance gives all of an item in a billion words of unrelated text.
    pub fn expect(&self, number: usize) -> f64 {
        self.forms.expected(self.items[number].form)
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }
}

struct Builder {
    index: Index,
    /// The number of each wording, by its hash.
    known: HashMap<u64, u32>,
    /// The words' hashes, as in [`Forms::words`].
    words: Vec<u64>,
    sets: HashMap<String, usize>,
}

impl Builder {
    fn new(settings: &Settings) -> Self {
        let forms = Forms {
            starts: vec![0],
            ..Forms::default()
        };
        let index = Index {
            settings: settings.clone(),
            items: Vec::new(),
            sets: Vec::new(),
            texts: Vec::new(),
            forms,
            tables: Vec::new(),
            anchors: None,
        };
        Builder {
            index,
            known: HashMap::new(),
            words: Vec::new(),
            sets: HashMap::new(),
        }
    }

    fn add(&mut self, item: Item) -> Result<(), Error> {
        let index = &mut self.index;
        let (from, forms) = (self.words.len(), &mut index.forms);
        words::for_each(&item.text, index.settings.split, |hash, place| {
            self.words.push(hash);
            forms.kinds.push(chance::kind_of(&item.text[place]));
        });
        let words = self.words.len() - from;
        let whole = self.words[from..].iter().fold(words as u64, |sum, word| {
            tokens::hashes::mixed(sum ^ word).wrapping_add(*word)
        });
        let (next, number) = (forms.len() as u32, index.items.len() as u32);
        let form = *self.known.entry(whole).or_insert(next);
        if form == next {
            forms
                .words
                .extend(self.words[from..].iter().copied().map(short));
            let end = u32::try_from(forms.words.len()).map_err(|_| Error::TooMany)?;
            forms.starts.push(end);
            forms.items.push((number, 1));
        } else {
            forms.items[form as usize].1 += 1;
            self.words.truncate(from);
            forms.kinds.truncate(from);
        }
        let refused = if words < index.settings.min_words.max(1) {
            Some(Refused::Short)
        } else if forms.expected(form) > index.settings.expect {
            Some(Refused::Common)
        } else {
            None
        };
        let sets = &mut index.sets;
        let set = *self.sets.entry(item.set).or_insert_with_key(|set| {
            sets.push(set.clone());
            sets.len() - 1
        });
        index.items.push(Indexed {
            id: item.id,
            set,
            words,
            is_closed: item.text.trim_end().ends_with(CLOSING),
            refused,
            form,
        });
        if index.settings.texts == Texts::Keep {
            index.texts.push(item.text);
        }
        Ok(())
    }

    fn finish(mut self) -> Index {
        self.known = HashMap::new();
        let n = self.index.settings.n;
        // Shorter items are found by a run of them: of half their length or more, so that it says something.
        let mut lengths: Vec<usize> = std::iter::successors(Some(1), |length| Some(length * 2))
            .take_while(|&length| length < n)
            .collect();
        let seed = self.index.seed_words();
        lengths.push(n);
        let count = lengths.len();
        for (at, &length) in lengths.iter().enumerate() {
            let entries = match at + 1 == count {
                true => self.all_grams(length),
                false => self.rarest_grams(length, lengths[at + 1], seed == Some(length)),
            };
            if !entries.is_empty() || at + 1 == count {
                let table = Table::new(&entries, |entry| self.filtered(entry, length));
                self.index.tables.push((length, table));
            }
        }
        let wordings = (0..self.index.forms.len() as u32)
            .filter(|&form| !self.is_refused(form))
            .map(|form| self.index.forms.words(form));
        self.index.anchors = Anchors::of(n, wordings);
        let index = &mut self.index;
        index.items.shrink_to_fit();
        index.forms.words.shrink_to_fit();
        index.forms.kinds.shrink_to_fit();
        self.index
    }

    /// What the filter of a table has of an n-gram: see [`Look`].
    fn filtered(&self, entry: &Entry, length: usize) -> u32 {
        match Look::of(length, &self.index.settings) {
            Look::Runs => {
                let Place { form, word } = entry.place;
                let words = &self.index.forms.words(form)[..word as usize + length];
                run_hash(*words.last_chunk().expect("a run"))
            }
            Look::All | Look::Anchored => short(entry.hash),
        }
    }

    fn is_refused(&self, form: u32) -> bool {
        self.index.items[self.index.forms.items(form).0]
            .refused
            .is_some()
    }

    /// The n-grams of all items with n words or more, but those that too many share.
    fn all_grams(&self, n: usize) -> Vec<Entry> {
        let forms = &self.index.forms;
        let mut entries = Vec::new();
        for form in 0..forms.len() as u32 {
            if !self.is_refused(form) {
                for_each_gram(&self.words[forms.range(form)], n, |hash, word| {
                    entries.push(Entry {
                        hash,
                        place: Place {
                            form,
                            word: word as u32,
                        },
                    });
                });
            }
        }
        entries.sort_unstable();
        self.without_shared(&mut entries);
        entries
    }

    /// Leaves out n-grams that more than [`MOST_SHARED`] wordings have, except the least shared one of a wording that has no other.
    fn without_shared(&self, entries: &mut Vec<Entry>) {
        let runs = || entries.chunk_by(|one, other| one.hash == other.hash);
        if runs().all(|run| run.len() <= MOST_SHARED) {
            return;
        }
        let mut least = vec![(usize::MAX, 0u64); self.index.forms.len()];
        for run in runs() {
            for entry in run {
                let form = &mut least[entry.place.form as usize];
                *form = (*form).min((run.len(), entry.hash));
            }
        }
        let mut keep = Vec::with_capacity(entries.len());
        for run in runs() {
            let few = run.len() <= MOST_SHARED;
            keep.extend(run.iter().map(|entry| {
                few || {
                    let (shared, hash) = least[entry.place.form as usize];
                    shared > MOST_SHARED && hash == entry.hash
                }
            }));
        }
        let mut keep = keep.into_iter();
        entries.retain(|_| keep.next() == Some(true));
    }

    /// The rarest run of this length of each item with fewer than `below` words, and with `seeds` of each half of an item that
    /// [needs seeds](Index::has_seeds). The rarest is the one that the fewest items have, and of these the one with the most bits.
    fn rarest_grams(&self, length: usize, below: usize, seeds: bool) -> Vec<Entry> {
        let forms = &self.index.forms;
        let mut parts: Vec<(u32, Range<usize>)> = Vec::new();
        for form in (0..forms.len() as u32).filter(|form| !self.is_refused(*form)) {
            let words = forms.range(form).len();
            if (length..below).contains(&words) {
                parts.push((form, 0..words));
            } else if seeds && self.index.has_seeds(words) {
                parts.extend([(form, 0..words / 2), (form, words / 2..words)]);
            }
        }
        let words = |form: u32, part: &Range<usize>| &self.words[forms.range(form)][part.clone()];
        let mut counts: HashMap<u64, u32> = HashMap::new();
        for (form, part) in &parts {
            for_each_gram(words(*form, part), length, |hash, _| {
                *counts.entry(hash).or_default() += 1
            });
        }
        let mut entries = Vec::with_capacity(parts.len());
        for (form, part) in &parts {
            let kinds = &forms.kinds(*form)[part.clone()];
            let mut best: Option<(u32, f64, usize, u64)> = None;
            for_each_gram(words(*form, part), length, |hash, word| {
                let (count, bits) = (counts[&hash], chance::bits(&kinds[word..word + length]));
                if best
                    .is_none_or(|(least, most, ..)| count < least || count == least && bits > most)
                {
                    best = Some((count, bits, word, hash));
                }
            });
            // The half of a template does not tell which item is there.
            let is_seed = part.len() < forms.range(*form).len();
            let best = best.filter(|(count, ..)| !is_seed || *count as usize <= MOST_SHARED);
            entries.extend(best.map(|(_, _, word, hash)| Entry {
                hash,
                place: Place {
                    form: *form,
                    word: (part.start + word) as u32,
                },
            }));
        }
        entries.sort_unstable();
        entries
    }
}
