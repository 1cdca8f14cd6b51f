//! Makes the index of items, in several threads.

use std::collections::HashMap;
use std::ops::Range;

use platform::threads::{piece, share};

use crate::anchors::{Anchors, minima};
use crate::chance::{self, Kind, Kinds};
use crate::grams::{self, RUN, for_each_gram, run_hash, run_hashes, short};
use crate::signs::Signs;
use crate::table::{Entry, Filter, PARTS, Place, Table, part};
use crate::words::{self, Divided};

use super::{
    CLOSING, Error, Forms, Index, Indexed, Item, Look, MOST_SHARED, Refused, Settings, Texts,
};

/// The number of items that a thread reads at a time.
const READ: usize = 512;

/// A wording with this share of its words, and this number, in n-grams that many others have can only be found by these. Fewer words are a
/// phrase.
const MOSTLY: f64 = 0.8;
const LONG: usize = 50;

/// Bits of the filter of words for each word of items, and the number of these from which on it is large enough: most words are repeated.
const WORD_BITS: usize = 16;
const MOST_WORDS: usize = 1 << 19;

/// One in this many of such n-grams is looked up, because each leads to all the wordings.
const SAMPLE: u64 = 8;

/// The fewest bits of an anchor by which a long item is found. Chance gives runs of four words with fewer too often to look around each.
const SEED_BITS: f64 = 26.0;

/// The most anchors by which a long item is found, and the most wordings that may have one of them.
const MOST_SEEDS: usize = 64;
const MOST_WORDINGS: usize = 8;

/// Items whose words are read.
#[derive(Default)]
struct Reading {
    items: Vec<Item>,
    /// The words' hashes, one item after the other.
    words: Vec<u64>,
    kinds: Vec<Kind>,
    done: Vec<Read>,
}

/// What is read of an item.
struct Read {
    /// The end of its words.
    end: usize,
    /// A hash of all of them, and of its signs.
    whole: u64,
    /// How often chance gives it.
    expected: f64,
    signs: Option<Signs>,
}

impl Reading {
    fn read(&mut self, settings: &Settings) {
        let (mut of_words, mut places) = (Kinds::default(), Vec::new());
        for item in &self.items {
            let from = self.words.len();
            of_words.begin();
            places.clear();
            words::for_each(
                &item.text,
                settings.split,
                Divided::Joined,
                |hash, place| {
                    self.words.push(hash);
                    self.kinds
                        .push(of_words.next(&item.text[place.clone()], hash));
                    places.push(place);
                },
            );
            let (words, kinds) = (&self.words[from..], &self.kinds[from..]);
            let mut whole = words.iter().fold(words.len() as u64, |sum, word| {
                tokens::hashes::mixed(sum ^ word).wrapping_add(*word)
            });
            let mut expected = chance::expected(kinds, 0..kinds.len(), kinds.len(), 0);
            let signs = signs(&item.text, &places, kinds, expected, settings);
            if let Some(signs) = &signs {
                whole ^= signs.hash();
                expected = chance::with_bits(expected, signs.bits);
            }
            self.done.push(Read {
                end: self.words.len(),
                whole,
                expected,
                signs,
            });
        }
    }
}

/// The signs of an item that are compared. A published rule, by which nothing is too common, compares words only.
fn signs(
    text: &str,
    places: &[Range<usize>],
    kinds: &[Kind],
    expected: f64,
    settings: &Settings,
) -> Option<Signs> {
    if settings.expect == f64::INFINITY || kinds.len() > 2 * settings.n {
        return None;
    }
    let is_needed = expected > settings.expect && kinds.len() < settings.n;
    let mut signs = Signs::of(text, places, kinds, is_needed);
    if !is_needed {
        signs.bits = 0.0;
    }
    signs.are_compared().then_some(signs)
}

pub(crate) struct Builder {
    index: Index,
    /// The number of each wording, by its hash.
    known: HashMap<u64, u32>,
    /// The words' hashes, as in [`Forms::words`].
    words: Vec<u64>,
    sets: HashMap<String, usize>,
    threads: usize,
}

impl Builder {
    pub fn new(settings: &Settings, threads: usize) -> Self {
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
            vocabulary: Filter::new(0, std::iter::empty(), 1),
            tables: Vec::new(),
            anchors: None,
        };
        Builder {
            index,
            known: HashMap::new(),
            words: Vec::new(),
            sets: HashMap::new(),
            threads,
        }
    }

    /// # Errors
    /// Too many words.
    pub fn add(&mut self, mut items: impl Iterator<Item = Item>) -> Result<(), Error> {
        loop {
            let mut readings: Vec<Reading> = std::iter::repeat_with(|| Reading {
                items: items.by_ref().take(READ).collect(),
                ..Reading::default()
            })
            .take_while(|reading| !reading.items.is_empty())
            .take(4 * self.threads)
            .collect();
            if readings.is_empty() {
                return Ok(());
            }
            let settings = &self.index.settings;
            share(self.threads, &mut readings, |reading| {
                reading.read(settings)
            });
            for reading in readings {
                let mut from = 0;
                for (item, read) in reading.items.into_iter().zip(reading.done) {
                    let end = read.end;
                    let words = (&reading.words[from..end], &reading.kinds[from..end]);
                    self.add_read(item, words, read)?;
                    from = end;
                }
            }
        }
    }

    fn add_read(
        &mut self,
        item: Item,
        (words, kinds): (&[u64], &[Kind]),
        read: Read,
    ) -> Result<(), Error> {
        let index = &mut self.index;
        let forms = &mut index.forms;
        let (next, number) = (forms.len() as u32, index.items.len() as u32);
        let form = *self.known.entry(read.whole).or_insert(next);
        let mut expected = read.expected;
        if form == next {
            self.words.extend(words);
            forms.kinds.extend(kinds);
            forms.words.extend(words.iter().copied().map(short));
            let end = u32::try_from(forms.words.len()).map_err(|_| Error::TooMany)?;
            forms.starts.push(end);
            forms.items.push((number, 1));
            forms.signs.extend(read.signs.map(|signs| (form, signs)));
        } else {
            forms.items[form as usize].1 += 1;
            expected = forms.expected(form);
        }
        let refused = if words.len() < index.settings.min_words.max(1) {
            Some(Refused::Short)
        } else if expected > index.settings.expect {
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
            words: words.len(),
            is_closed: item.text.trim_end().ends_with(CLOSING),
            refused,
            form,
        });
        if index.settings.texts == Texts::Keep {
            index.texts.push(item.text);
        }
        Ok(())
    }

    pub fn finish(mut self) -> Index {
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
                false => vec![self.rarest_grams(length, lengths[at + 1], seed == Some(length))],
            };
            if entries.iter().any(|part| !part.is_empty()) || at + 1 == count {
                self.add_table(length, Look::of(length, &self.index.settings), &entries);
            }
        }
        let wordings: Vec<&[u32]> = (0..self.index.forms.len() as u32)
            .filter(|&form| !self.is_refused(form))
            .map(|form| self.index.forms.words(form))
            .collect();
        self.index.anchors = Anchors::of(n, self.threads, &wordings);
        let seeds = self.anchors_of_long();
        if !seeds.is_empty() {
            self.add_table(RUN, Look::Anchors, &[seeds]);
        }
        let index = &mut self.index;
        let words = index.forms.words.iter().copied();
        index.vocabulary = Filter::new(words.len().min(MOST_WORDS), words, WORD_BITS);
        index.items.shrink_to_fit();
        index.forms.words.shrink_to_fit();
        index.forms.kinds.shrink_to_fit();
        self.index
    }

    fn add_table(&mut self, length: usize, look: Look, entries: &[Vec<Entry>]) {
        let filtered = |entry: &Entry| match look {
            Look::Runs | Look::Anchors => {
                let Place { form, word } = entry.place;
                let words = &self.index.forms.words(form)[..word as usize + length];
                run_hash(*words.last_chunk().expect("a run"))
            }
            Look::All | Look::Anchored => short(entry.hash),
        };
        let table = Table::new(entries, self.threads, filtered);
        self.index.tables.push((length, look, table));
    }

    /// Anchors of items with too many words for seeds of their own: where each of their n-grams is edited, some of these are mostly left. A frequent
    /// phrase is not one of them.
    fn anchors_of_long(&self) -> Vec<Entry> {
        let (index, forms) = (&self.index, &self.index.forms);
        let Some(anchors) = index.anchors.as_ref().filter(|_| index.has_long_seeds()) else {
            return Vec::new();
        };
        let (mut entries, mut places) = (Vec::new(), Vec::new());
        let (mut runs, mut least, mut buffer) = (Vec::new(), Vec::new(), Vec::new());
        for form in (0..forms.len() as u32).filter(|form| !self.is_refused(*form)) {
            if !index.is_long(forms.range(form).len()) {
                continue;
            }
            run_hashes(forms.words(form), &mut runs);
            least.clone_from(&runs);
            minima(&mut least, &mut buffer, anchors.window);
            places.clear();
            for (at, least) in least.iter().enumerate() {
                let run = (at..at + anchors.window).find(|&run| runs[run] == *least);
                places.extend(run.filter(|run| places.last() != Some(run)));
            }
            let kinds = forms.kinds(form);
            places.retain(|&word| chance::bits(&kinds[word..word + RUN]) >= SEED_BITS);
            let words = &self.words[forms.range(form)];
            for &word in places
                .iter()
                .step_by(places.len().div_ceil(MOST_SEEDS).max(1))
            {
                let place = Place {
                    form,
                    word: word as u32,
                };
                let hash = grams::hash(&words[word..word + RUN]);
                entries.push(Entry { hash, place });
            }
        }
        entries.sort_unstable_by_key(Entry::order);
        let few: Vec<bool> = runs_of(&entries)
            .flat_map(|run| std::iter::repeat_n(run.len() <= MOST_WORDINGS, run.len()))
            .collect();
        let mut few = few.into_iter();
        entries.retain(|_| few.next() == Some(true));
        entries
    }

    fn is_refused(&self, form: u32) -> bool {
        self.index.items[self.index.forms.items(form).0]
            .refused
            .is_some()
    }

    /// The n-grams of all items with n words or more, but those that too many share: sorted, and divided by [`part`].
    fn all_grams(&self, n: usize) -> Vec<Vec<Entry>> {
        let all: Vec<u32> = (0..self.index.forms.len() as u32)
            .filter(|form| !self.is_refused(*form))
            .collect();
        let forms = all.chunks(piece(all.len(), self.threads));
        let mut pieces: Vec<(&[u32], Vec<Vec<Entry>>)> =
            forms.map(|forms| (forms, Vec::new())).collect();
        share(self.threads, &mut pieces, |(forms, parts)| {
            *parts = self.grams_of(forms, n);
        });
        let mut parts: Vec<Vec<Entry>> = vec![Vec::new(); PARTS];
        let mut divided: Vec<Vec<Vec<Entry>>> = vec![Vec::new(); PARTS];
        for (_, piece) in pieces {
            for (of_all, part) in divided.iter_mut().zip(piece) {
                of_all.push(part);
            }
        }
        let mut sorting: Vec<_> = divided.into_iter().zip(&mut parts).collect();
        share(self.threads, &mut sorting, |(pieces, part)| {
            **part = std::mem::take(pieces).concat();
            part.sort_unstable_by_key(Entry::order);
        });
        self.without_shared(&mut parts, n);
        parts
    }

    /// The n-grams of some wordings, divided by [`part`].
    fn grams_of(&self, forms: &[u32], n: usize) -> Vec<Vec<Entry>> {
        let ranges = forms.iter().map(|form| self.index.forms.range(*form).len());
        let expected = ranges
            .map(|words| (words + 1).saturating_sub(n))
            .sum::<usize>();
        let room = expected / PARTS;
        let mut parts: Vec<Vec<Entry>> =
            std::iter::repeat_with(|| Vec::with_capacity(room + room / 8))
                .take(PARTS)
                .collect();
        for &form in forms {
            for_each_gram(
                &self.words[self.index.forms.range(form)],
                n,
                |hash, word| {
                    let word = word as u32;
                    let place = Place { form, word };
                    parts[part(hash)].push(Entry { hash, place });
                },
            );
        }
        parts
    }

    /// Leaves out n-grams that more than [`MOST_SHARED`] wordings have, except the least shared one of a wording that has no other. Of a long
    /// wording that is mostly made of them more stay: the same ones as of other wordings that have them.
    fn without_shared(&self, parts: &mut [Vec<Entry>], n: usize) {
        let all_runs = || parts.iter().flat_map(|part| runs_of(part));
        if all_runs().all(|run| run.len() <= MOST_SHARED) {
            return;
        }
        // For each wording the number of its shared n-grams, and the least shared one.
        let mut shared = vec![(0, (usize::MAX, 0)); self.index.forms.len()];
        for run in all_runs().filter(|run| run.len() > MOST_SHARED) {
            for entry in run {
                let (number, least) = &mut shared[entry.place.form as usize];
                *number += 1;
                *least = (*least).min((run.len(), entry.hash));
            }
        }
        let stays = |entry: &Entry| {
            let form = entry.place.form;
            let (number, (_, least)) = shared[form as usize];
            let words = self.index.forms.range(form).len();
            let within = number + n - 1;
            let is_most = within >= LONG && within as f64 >= MOSTLY * words as f64;
            let has_others = within < words;
            (is_most || !has_others) && entry.hash == least
                || is_most && entry.hash.is_multiple_of(SAMPLE)
        };
        for part in parts {
            let mut keep = Vec::with_capacity(part.len());
            for run in runs_of(part) {
                let few = run.len() <= MOST_SHARED;
                keep.extend(run.iter().map(|entry| few || stays(entry)));
            }
            let mut keep = keep.into_iter();
            part.retain(|_| keep.next() == Some(true));
        }
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
        entries.sort_unstable_by_key(Entry::order);
        entries
    }
}

/// The entries of each n-gram.
fn runs_of(part: &[Entry]) -> impl Iterator<Item = &[Entry]> {
    part.chunk_by(|one, other| one.hash == other.hash)
}
