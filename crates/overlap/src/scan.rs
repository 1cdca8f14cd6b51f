//! From a text to the passages that it shares with items.

use std::collections::HashMap;
use std::ops::Range;

use platform::simd::{self, Work};

use crate::anchors::{self, Anchors};
use crate::chance;
use crate::extend::{Buffers, Extension, Reach, extend};
use crate::grams::{self, RUN, run_hashes, short};
use crate::index::{Index, Look};
use crate::signs;
use crate::table::{Bits, Place};

/// A passage of a text that is in an item.
#[derive(Debug, Clone, PartialEq)]
pub struct Hit {
    /// The number of the item, in the order in which [`Index::new`] got them; the first of those with the same words.
    pub item: usize,
    /// The number of items with the same words, this one included.
    pub alike: usize,
    /// The bytes of the passage in the text, from its first word to its last.
    pub bytes: Range<usize>,
    /// The words of the passage in the text, counted from 0.
    pub words: Range<usize>,
    /// The words of the passage in the item, counted from 0.
    pub item_words: Range<usize>,
    /// The number of words that are equal in both.
    pub equal: usize,
    /// The number of words changed, inserted or left out.
    pub edits: usize,
    /// The share of the item's words that lie in passages of this text, all hits of the item in it together; from above 0 to 1.
    pub share: f64,
    /// The number of passages as good as this one that chance gives in a billion words of unrelated text.
    pub expect: f64,
}

/// The number of words that are looked up together: their cache lines are requested first.
const BATCH: usize = 512;

/// Words of a text that are kept until all are looked up. A longer text in which something is found is read again.
const KEPT: usize = 1 << 19;

/// Of this number of words in a row, the place of the first is kept.
const MARKED: usize = 64;

/// Looks for the items of an [`Index`] in texts.
#[derive(Debug)]
pub struct Scanner<'i> {
    index: &'i Index,
    batch: Batch,
    /// N-grams of the text that items have.
    found: Vec<Found>,
    /// Anchors of long items.
    anchors: Vec<Found>,
    document: Document,
}

/// An n-gram of the text that items have.
#[derive(Debug, Clone, Copy, Default)]
struct Found {
    /// The number of its first word in the text.
    word: usize,
    /// The number of its table, and its number there.
    table: usize,
    key: u32,
}

/// An alignment of words of the text with words of an item.
#[derive(Debug, Clone, Default)]
struct Passage {
    words: Range<usize>,
    item_words: Range<usize>,
    reach: Reach,
}

/// The last passage of a wording in the text.
#[derive(Debug, Default)]
struct Last {
    /// Its words are behind this number of words of the text, which may be in other passages.
    from: usize,
    /// The n-gram that it was found by, and its place in the item.
    found: Found,
    place: Place,
    passage: Passage,
    /// The number of its hit.
    hit: Option<usize>,
    /// How many longer ones were tried.
    tried: usize,
}

/// The words of a text.
#[derive(Debug, Default)]
struct Document {
    words: Vec<u32>,
    is_whole: bool,
    /// Where every [`MARKED`]th word begins.
    starts: Vec<usize>,
}

impl Document {
    fn begin(&mut self) {
        self.words.clear();
        self.is_whole = true;
        self.starts.clear();
    }

    fn read(&mut self, text: &str, index: &Index) {
        self.words.clear();
        index.for_each_word_to_scan(text, |hash, _| {
            self.words.push(short(hash));
        });
    }

    /// Calls `each` with the places of some words, which are in order.
    fn for_each_place(
        &self,
        text: &str,
        index: &Index,
        words: impl Iterator<Item = usize>,
        mut each: impl FnMut(Range<usize>),
    ) {
        let (mut block, mut places) = (None, Vec::with_capacity(MARKED));
        for word in words {
            let number = word / MARKED;
            if block != Some(number) {
                block = Some(number);
                places.clear();
                let start = self.starts[number];
                let end = self.starts.get(number + 1).map_or(text.len(), |&end| end);
                index.for_each_word_to_scan(&text[start..end], |_, place| {
                    places.push(start + place.start..start + place.end);
                });
            }
            each(places[word % MARKED].clone());
        }
    }
}

/// What is known of the words of a batch, and buffers.
#[derive(Debug)]
struct Batch {
    /// The number of words before it in the text.
    before: usize,
    /// The number of words before it that are kept: an n-gram without its last word.
    history: usize,
    /// The words' hashes: first of those before the batch.
    words: Vec<u64>,
    /// The [short](short) ones.
    shorts: Vec<u32>,
    /// The hashes of runs that end in the batch, and before it of as many as can be in an n-gram with these.
    runs: Vec<u32>,
    minima: Vec<u32>,
    buffer: Vec<u32>,
    /// The last words of n-grams before the anchor changes.
    changes: Box<[u32; BATCH + 1]>,
    /// The first and the last words of n-grams whose anchor an item has.
    passed: Box<[(u32, u32); BATCH + 1]>,
    /// The number of these.
    found: usize,
    /// N-grams to look up, and the number of each one's last word.
    grams: Vec<(u32, u64)>,
}

impl<'i> Scanner<'i> {
    pub(crate) fn new(index: &'i Index) -> Self {
        let history = index.settings.n - 1;
        Scanner {
            index,
            batch: Batch {
                before: 0,
                history,
                words: vec![0; history + BATCH],
                shorts: vec![0; history + BATCH],
                runs: Vec::new(),
                minima: Vec::new(),
                buffer: Vec::new(),
                changes: Box::new([0; BATCH + 1]),
                passed: Box::new([(0, 0); BATCH + 1]),
                found: 0,
                grams: Vec::new(),
            },
            found: Vec::new(),
            anchors: Vec::new(),
            document: Document::default(),
        }
    }

    /// See [`Index::scan`].
    pub fn scan(&mut self, text: &str) -> Vec<Hit> {
        self.look_up(text);
        if self.found.is_empty() && self.anchors.is_empty() {
            return Vec::new();
        }
        if !self.document.is_whole {
            self.document.read(text, self.index);
        }
        // Passages begin where their n-grams do; longer n-grams come first. Anchors are only for items that have no other, and in order.
        self.found
            .sort_unstable_by_key(|found| (found.word, usize::MAX - found.table));
        self.found.append(&mut self.anchors);
        let mut hits = self.passages();
        if hits.is_empty() {
            return hits;
        }
        self.set_bytes(text, &mut hits);
        hits.retain(|hit| self.has_signs(text, hit));
        self.set_shares(&mut hits);
        hits.sort_by_key(|hit| (hit.bytes.start, hit.item));
        hits
    }

    /// Finds the n-grams of the text that items have.
    fn look_up(&mut self, text: &str) {
        self.found.clear();
        self.anchors.clear();
        self.document.begin();
        self.batch.before = 0;
        let (mut words, mut count) = ([0; BATCH], 0);
        self.index.for_each_word_to_scan(text, |hash, place| {
            if count % MARKED == 0 {
                self.document.starts.push(place.start);
            }
            words[count % BATCH] = hash;
            count += 1;
            if count == BATCH {
                self.look_up_batch(&words);
                count = 0;
            }
        });
        self.look_up_batch(&words[..count]);
    }

    /// Looks up the n-grams that end in the next words.
    #[inline(never)]
    fn look_up_batch(&mut self, words: &[u64]) {
        simd::run(LookUp {
            index: self.index,
            batch: &mut self.batch,
            found: &mut self.found,
            anchors: &mut self.anchors,
            document: &mut self.document,
            words,
        });
    }

    /// Requests the memory that the next n-grams found need. Each part of it says where the next part is.
    #[inline(always)]
    fn announce(&self, found: &[Found]) {
        let ahead = |distance: usize| {
            let found = found.get(distance)?;
            Some((&self.index.tables[found.table].2, found.key))
        };
        if let Some((table, key)) = ahead(24) {
            table.announce_places(key);
        }
        if let Some((table, key)) = ahead(16) {
            self.index.forms.announce(table.first_place(key).form);
        }
        if let Some((table, key)) = ahead(8) {
            self.index.forms.announce_words(table.first_place(key).form);
        }
    }

    /// Whether an n-gram was looked up as an anchor of long items.
    fn is_anchor(&self, found: &Found) -> bool {
        self.index.tables[found.table].1 == Look::Anchors
    }

    /// The passages that begin with the n-grams found. A word of the text is in at most one passage of an item, and of two that overlap
    /// the longer one is whole.
    fn passages(&self) -> Vec<Hit> {
        let mut hits: Vec<Option<Hit>> = Vec::new();
        // For each wording its last passage.
        let mut lasts: HashMap<u32, Last> = HashMap::new();
        let mut buffers = Buffers::default();
        let end = self.document.words.len();
        for (number, found) in self.found.iter().enumerate() {
            self.announce(&self.found[number..]);
            let is_anchor = self.is_anchor(found);
            let (_, _, table) = &self.index.tables[found.table];
            let mut rest = table.places(found.key);
            while let Some(&Place { form, .. }) = rest.first() {
                // An item that has the n-gram very often is passed over without a look at each place.
                let places;
                (places, rest) = rest.split_at(rest.partition_point(|place| place.form <= form));
                let places = &places[..places.len().min(MOST_PLACES)];
                let mut next = Last::default();
                let aligned = match lasts.get_mut(&form) {
                    Some(last) if is_anchor && !self.is_anchor(&last.found) => None,
                    Some(last) if found.word < last.passage.words.end => {
                        let longer = self.longer(last, found, places, &mut buffers);
                        longer.inspect(|(_, longer)| {
                            (next.from, next.tried) = (last.from, last.tried);
                            let before = last.from..longer.words.start;
                            let left = self.align(&last.found, last.place, before, &mut buffers);
                            match &left {
                                Some(left) => next.from = left.words.end,
                                // Another one might leave out words that are in no passage then.
                                None => next.tried = MOST_PLACES,
                            }
                            if let Some(hit) = last.hit {
                                hits[hit] = left.and_then(|left| self.hit(form, left));
                            }
                        })
                    }
                    last => {
                        next.from = last.map_or(0, |last| last.passage.words.end);
                        let aligned = places.iter().filter_map(|&place| {
                            let passage = self.align(found, place, next.from..end, &mut buffers)?;
                            Some((place, passage))
                        });
                        aligned.max_by_key(|(_, Passage { reach, .. })| {
                            (reach.equal, usize::MAX - reach.edits)
                        })
                    }
                };
                let Some((place, passage)) = aligned else {
                    continue;
                };
                let hit = self.hit(form, passage.clone());
                next.hit = hit.as_ref().map(|_| hits.len());
                hits.extend(hit.map(Some));
                (next.found, next.place, next.passage) = (*found, place, passage);
                lasts.insert(form, next);
            }
        }
        hits.into_iter().flatten().collect()
    }

    /// A passage that begins within the last one of the same wording, and is longer: an item may end as it begins, and the words that it begins
    /// with may stand before it, too. Only a few places are tried for each passage, so that the time is linear.
    fn longer(
        &self,
        last: &mut Last,
        found: &Found,
        places: &[Place],
        buffers: &mut Buffers,
    ) -> Option<(Place, Passage)> {
        let text = &self.document.words;
        let equal = last.passage.reach.equal;
        for &place in places {
            let item = self.index.forms.words(place.form);
            let (at, word) = (found.word, place.word as usize);
            let may_be_longer = item.len() - word > equal && last.tried < MOST_PLACES;
            // Others go on from an n-gram before them.
            let is_first = || at == last.from || word == 0 || text[at - 1] != item[word - 1];
            if !may_be_longer || !is_first() {
                continue;
            }
            last.tried += 1;
            let passage = self.align(found, place, last.from..text.len(), buffers);
            let is_longer = |passage: &Passage| {
                passage.reach.equal > equal && passage.words.end > last.passage.words.end
            };
            if let Some(passage) = passage.filter(is_longer) {
                return Some((place, passage));
            }
        }
        None
    }

    /// A passage as a hit, if chance does not give it too often.
    fn hit(&self, form: u32, passage: Passage) -> Option<Hit> {
        let Passage {
            words,
            item_words,
            reach,
        } = passage;
        let expect = self.expected(form, &item_words, reach);
        let (item, alike) = self.index.forms.items(form);
        (expect <= self.index.settings.expect).then_some(Hit {
            item,
            alike,
            bytes: 0..0,
            words,
            item_words,
            equal: reach.equal,
            edits: reach.edits,
            share: 0.0,
            expect,
        })
    }

    /// The passage around an n-gram that is in an item, within these words of the text.
    fn align(
        &self,
        found: &Found,
        place: Place,
        within: Range<usize>,
        buffers: &mut Buffers,
    ) -> Option<Passage> {
        let settings = &self.index.settings;
        let n = self.index.tables[found.table].0;
        let item = self.index.forms.words(place.form);
        let (from, text) = (within.start, &self.document.words[..within.end]);
        let (at, word) = (found.word, place.word as usize);
        if item.len() < settings.n {
            // A short item is there whole.
            let start = at.checked_sub(word).filter(|&start| start >= from)?;
            let is_there = text.get(start..start + item.len()) == Some(item);
            let reach = Reach {
                document: item.len(),
                item: item.len(),
                equal: item.len(),
                edits: 0,
            };
            return is_there.then_some(Passage {
                words: start..start + item.len(),
                item_words: 0..item.len(),
                reach,
            });
        }
        if text.get(at..at + n) != Some(&item[word..word + n]) {
            return None;
        }
        let is_long = self.index.is_long(item.len());
        if n < settings.n {
            // Of a long item the words around are enough.
            let near = match is_long {
                true => word.saturating_sub(NEAR)..item.len().min(word + n + NEAR),
                false => 0..item.len(),
            };
            let (near, word) = (&item[near.clone()], word - near.start);
            if !may_be_whole(&text[from..], at - from, near, word, settings.max_edits) {
                return None;
            }
        }
        let (after, item_after) = (&text[at + n..], &item[word + n..]);
        let right = extend(
            |at| after[at],
            after.len(),
            |at| item_after[at],
            item_after.len(),
            settings.max_edits,
            buffers,
        );
        let (before, item_before) = (&text[from..at], &item[..word]);
        let left = extend(
            |back| before[before.len() - 1 - back],
            before.len(),
            |back| item_before[word - 1 - back],
            word,
            settings.max_edits,
            buffers,
        );
        let middle = Reach {
            document: n,
            item: n,
            equal: n,
            edits: 0,
        };
        let (left, right) = longest(left, middle, right, settings.max_edits);
        let reach = left.and(middle).and(right);
        let passage = at - left.document..at + n + right.document;
        // A seed is short, so the item must be there as a whole except for edits. A short question with another number is another
        // question.
        if n < settings.n && !is_whole(item.len(), reach, settings.max_edits) {
            return None;
        }
        if n < settings.n && !is_long {
            let kinds = self.index.forms.kinds(place.form);
            let mut numbers = item
                .iter()
                .zip(kinds)
                .filter(|(_, kind)| chance::is_number(**kind));
            let found = &text[passage.clone()];
            if !numbers.all(|(number, _)| found.contains(number)) {
                return None;
            }
        }
        Some(Passage {
            words: passage,
            item_words: word - left.item..word + n + right.item,
            reach,
        })
    }

    fn expected(&self, form: u32, words: &Range<usize>, reach: Reach) -> f64 {
        let forms = &self.index.forms;
        let expected = chance::expected(forms.kinds(form), words.clone(), reach.equal, reach.edits);
        let expected = chance::with_bits(expected, forms.bits_of_signs(form));
        let common = forms.common.get(&form).map_or(&[][..], Vec::as_slice);
        let around = |range: &Range<u32>| {
            range.start as usize <= words.start && words.end <= range.end as usize
        };
        common
            .iter()
            .filter(|(range, _)| around(range))
            .map(|&(_, count)| count)
            .fold(expected, f64::max)
    }

    /// Whether a passage with the words of a short item has its signs, too, and is not a piece of another number or formula.
    fn has_signs(&self, text: &str, hit: &Hit) -> bool {
        let form = self.index.item(hit.item).form;
        let forms = &self.index.forms;
        let kinds = forms.kinds(form);
        if hit.edits > 0 || self.index.settings.expect == f64::INFINITY {
            return true;
        }
        let ends = [kinds[hit.item_words.start], kinds[hit.item_words.end - 1]];
        let is_short = kinds.len() < self.index.settings.n;
        if is_short && signs::goes_on(text, &hit.bytes, ends) {
            return false;
        }
        forms.signs(form).is_none_or(|signs| {
            let mut places = Vec::new();
            let passage = &text[hit.bytes.clone()];
            let each = |_, place| places.push(place);
            self.index.for_each_word_to_scan(passage, each);
            signs.are_in(passage, &places, hit.item_words.start)
        })
    }

    /// Sets the bytes of passages from their words.
    fn set_bytes(&self, text: &str, hits: &mut [Hit]) {
        // The first and the last word of each hit.
        let mut ends: Vec<(usize, usize)> = Vec::with_capacity(2 * hits.len());
        for (number, hit) in hits.iter().enumerate() {
            ends.extend([
                (hit.words.start, 2 * number),
                (hit.words.end - 1, 2 * number + 1),
            ]);
        }
        ends.sort_unstable();
        let mut numbers = ends.iter().map(|&(_, number)| number);
        let words = ends.iter().map(|&(word, _)| word);
        self.document
            .for_each_place(text, self.index, words, |place| {
                let number = numbers.next().expect("as many as places");
                let bytes = &mut hits[number / 2].bytes;
                match number % 2 {
                    0 => bytes.start = place.start,
                    _ => bytes.end = place.end,
                }
            });
    }

    /// Sets the share of the item that all its hits in the text cover.
    fn set_shares(&self, hits: &mut [Hit]) {
        hits.sort_by_key(|hit| (hit.item, hit.item_words.start));
        for hits in hits.chunk_by_mut(|one, other| one.item == other.item) {
            let (mut covered, mut end) = (0, 0);
            for hit in &*hits {
                covered += hit
                    .item_words
                    .end
                    .saturating_sub(end.max(hit.item_words.start));
                end = end.max(hit.item_words.end);
            }
            let share = covered as f64 / self.index.item(hits[0].item).words as f64;
            for hit in hits {
                hit.share = share;
            }
        }
    }
}

/// The work of [`Scanner::look_up_batch`].
struct LookUp<'a> {
    index: &'a Index,
    batch: &'a mut Batch,
    found: &'a mut Vec<Found>,
    anchors: &'a mut Vec<Found>,
    document: &'a mut Document,
    words: &'a [u64],
}

impl Work for LookUp<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let LookUp {
            index,
            batch,
            found,
            anchors,
            document,
            words,
        } = self;
        let count = words.len();
        batch.begin(words, index.anchors.as_ref());
        document.keep(&batch.shorts[batch.history..][..count]);
        for (number, (n, look, table)) in index.tables.iter().enumerate() {
            if table.is_empty() {
                continue;
            }
            match (look, &index.anchors) {
                (Look::Anchored, Some(all)) => {
                    batch.anchored(*n, count, all.filter.bits(), table.filter.bits());
                }
                (Look::Anchors, Some(all)) => {
                    batch.anchors(count, all.window, table.filter.bits());
                }
                (Look::Runs, _) => batch.runs(*n, count, table.filter.bits()),
                _ => batch.all(*n, count, table.filter.bits()),
            }
            for (_, hash) in &batch.grams {
                table.announce(*hash);
            }
            for (_, hash) in &batch.grams {
                table.announce_keys(*hash);
            }
            let found = match look {
                Look::Anchors => &mut *anchors,
                _ => &mut *found,
            };
            for &(last, hash) in &batch.grams {
                if let Some(key) = table.find(hash) {
                    table.announce_starts(key);
                    found.push(Found {
                        word: batch.before + last as usize + 1 - n,
                        table: number,
                        key,
                    });
                }
            }
        }
        batch.end(count);
    }
}

impl Document {
    /// Keeps the next words, if they are not too many.
    fn keep(&mut self, words: &[u32]) {
        self.words.extend_from_slice(words);
        if self.words.len() > KEPT {
            self.words.clear();
            self.is_whole = false;
        }
    }
}

impl Batch {
    /// Begins a batch of these words.
    #[inline(always)]
    fn begin(&mut self, words: &[u64], anchors: Option<&Anchors>) {
        let end = self.history + words.len();
        self.words[self.history..end].copy_from_slice(words);
        let words = &self.words[..end];
        for (to, &word) in self.shorts[..end].iter_mut().zip(words) {
            *to = short(word);
        }
        run_hashes(&self.shorts[..end], &mut self.runs);
        if let Some(anchors) = anchors {
            self.minima.clone_from(&self.runs);
            anchors::minima(&mut self.minima, &mut self.buffer, anchors.window);
        }
    }

    /// Keeps what the next batch needs of this one.
    #[inline(always)]
    fn end(&mut self, count: usize) {
        self.before += count;
        self.words.copy_within(count..count + self.history, 0);
    }

    /// The number of the first word that ends an n-gram. The first ones of a text lack words.
    fn first(&self, n: usize, count: usize) -> usize {
        (n - 1).saturating_sub(self.before).min(count)
    }

    /// The hash of the n-gram that ends with a word.
    #[inline(always)]
    fn gram(&self, n: usize, last: u32) -> u64 {
        let end = self.history + last as usize + 1;
        grams::hash(&self.words[end - n..end])
    }

    /// Takes the n-grams that pass the filter.
    #[inline(always)]
    fn all(&mut self, n: usize, count: usize, filter: Bits) {
        self.grams.clear();
        for last in self.first(n, count) as u32..count as u32 {
            let hash = self.gram(n, last);
            if filter.may_have(short(hash)) {
                self.grams.push((last, hash));
            }
        }
    }

    /// Takes the n-grams whose last runs pass the filter.
    #[inline(always)]
    fn runs(&mut self, n: usize, count: usize, filter: Bits) {
        let (first, mut passed) = (self.first(n, count), 0);
        let (runs, changes) = (&self.runs[self.runs.len() - count..], &mut *self.changes);
        // Without a branch, which could not be predicted.
        for (at, &run) in (first as u32..).zip(&runs[first..]) {
            changes[passed] = at;
            passed += usize::from(filter.may_have(run));
        }
        self.grams.clear();
        for at in 0..passed {
            let last = self.changes[at];
            self.grams.push((last, self.gram(n, last)));
        }
    }

    /// Takes the n-grams whose anchor an item has, and that pass the filter.
    #[inline(always)]
    fn anchored(&mut self, n: usize, count: usize, anchors: Bits, filter: Bits) {
        let first = self.first(n, count);
        let minima = &self.minima[..count];
        let (changes, passed) = (&mut *self.changes, &mut *self.passed);
        let mut changed = 0;
        for at in first..count {
            changes[changed] = at as u32;
            changed += usize::from(at + 1 == count || minima[at] != minima[at + 1]);
        }
        for &last in &changes[..changed] {
            anchors.announce(minima[last as usize]);
        }
        let (mut from, mut found) = (first as u32, 0);
        for &last in &changes[..changed] {
            passed[found] = (from, last);
            found += usize::from(anchors.may_have(minima[last as usize]));
            from = last + 1;
        }
        self.found = found;
        self.grams.clear();
        for at in 0..found {
            let (from, last) = self.passed[at];
            for last in from..=last {
                let hash = self.gram(n, last);
                filter.announce(short(hash));
                self.grams.push((last, hash));
            }
        }
        self.grams.retain(|(_, hash)| filter.may_have(short(*hash)));
    }
}

impl Batch {
    /// Takes the anchors that pass the filter, behind [`Batch::anchored`].
    #[inline(always)]
    fn anchors(&mut self, count: usize, window: usize, filter: Bits) {
        let runs = &self.runs[self.runs.len() - count..];
        let minima = &self.minima[..count];
        self.grams.clear();
        for &(_, last) in &self.passed[..self.found] {
            let least = minima[last as usize];
            if !filter.may_have(least) {
                continue;
            }
            // One that ends before the batch was looked up with the last one.
            let first = (last + 1).saturating_sub(window as u32);
            let run = (first..=last).rev().find(|&at| runs[at as usize] == least);
            if let Some(at) = run {
                let end = self.history + at as usize + 1;
                let hash = grams::hash(&self.words[end - RUN..end]);
                self.grams.push((at, hash));
            }
        }
    }
}

/// False if more than this share of a short item's words is not around the place in a text where one of them is. Nearly all seeds that are
/// in a text by chance end here.
fn may_be_whole(text: &[u32], at: usize, item: &[u32], word: usize, max_edits: f64) -> bool {
    let most = (max_edits * item.len() as f64) as usize;
    let start = at.saturating_sub(word + most);
    let end = (at + item.len() - word + most).min(text.len());
    let there = &text[start..end];
    let lacking = |has: &dyn Fn(u32) -> bool| {
        let lacking = item.iter().filter(|&&word| !has(word));
        lacking.take(most + 1).count()
    };
    // A bit for each word says it of most items.
    let bit = |word: u32| 1u64 << (word & 63);
    let bits = there.iter().fold(0, |bits, &word| bits | bit(word));
    lacking(&|word| bits & bit(word) != 0) <= most && lacking(&|word| there.contains(&word)) <= most
}

/// Whether at most this share of an item's words is edited or lacking.
fn is_whole(words: usize, reach: Reach, max_edits: f64) -> bool {
    let lacking = words - reach.equal;
    lacking.max(reach.edits) as f64 <= max_edits * words as f64
}

/// The words of a long item on either side of a seed that are looked for before the rest.
const NEAR: usize = 16;

/// An n-gram that is in an item more often than this is tried in this number of places.
const MOST_PLACES: usize = 8;

/// The alignments to both sides that cover most of the item within the share of edits.
fn longest(left: Extension, middle: Reach, right: Extension, max_edits: f64) -> (Reach, Reach) {
    let sides = |side: Extension| side.furthest.into_iter().chain([side.best]);
    let pairs = sides(left).flat_map(|left| sides(right).map(move |right| (left, right)));
    pairs
        .filter(|(left, right)| left.and(middle).and(*right).is_within(max_edits))
        .max_by_key(|(left, right)| (left.item + right.item, left.equal + right.equal))
        .unwrap_or((left.best, right.best))
}

impl Index {
    /// All passages of the text that are in items, in the order of the text. A caller with many texts keeps a [`Scanner`].
    pub fn scan(&self, text: &str) -> Vec<Hit> {
        self.scanner().scan(text)
    }

    /// A scanner of this index, which reuses its buffers.
    pub fn scanner(&self) -> Scanner<'_> {
        Scanner::new(self)
    }
}
