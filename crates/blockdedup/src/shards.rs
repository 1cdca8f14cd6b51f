//! The set of n-grams seen so far, divided by their leading bits, so that several threads look up and add at a time.
//!
//! A batch of keys is looked up in all shards at once, each in a thread: a shard finds which of its keys are repeated
//! within the batch. The others it looks up, and those that were not seen it adds at once: later their cache lines
//! would have to be fetched again, perhaps by another processor. The decisions that depend on the order of the
//! documents follow. They no longer touch the table, except to change the marks of n-grams that are not kept.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use platform::prefetch::lookahead;
use platform::threads;

use crate::local::Local;
use crate::seen::{BlockNumber, Full, Mark, Seen, Sighting};
use crate::{Gram, Width};

/// The least memory of a shard: a smaller table fits into caches.
const LEAST_BUDGET: u64 = 4 << 20;
/// The number of keys for each thread from which it is worthwhile.
const LEAST_KEYS: usize = 1 << 12;
/// A shard also grows if there is no room for one in this many n-grams more.
const SPARE: usize = 64;
/// The number of keys of a batch for which buffers are kept.
const KEPT: usize = 1 << 20;
/// The number of keys that a shard looks up at a time.
const KEYS_AT_ONCE: usize = 1 << 14;

/// A set of n-grams in one or more shards.
#[derive(Debug)]
pub(crate) struct Shards {
    /// By the leading bits of the n-grams: a power of two.
    shards: Vec<Shard>,
    /// The number of low bits of an n-gram that do not tell its shard.
    shift: u32,
    threads: usize,
}

#[derive(Debug)]
struct Shard {
    seen: Seen,
    /// Which keys of the batch are of this shard.
    places: Vec<u32>,
    /// Those that came already.
    local: Local,
    /// The places of a piece whose keys did.
    repeats: Vec<u32>,
    /// Buffers of a piece.
    grams: Vec<Gram>,
    marks: Vec<Mark>,
    sightings: Vec<Sighting>,
}

/// The state of a key of a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Answer {
    /// It was not seen, neither before the batch nor in it.
    New,
    /// It was seen before the batch.
    Seen(Mark),
    /// It was not seen before the batch; its first occurrence in the batch is at this index.
    Repeats(usize),
}

/// For each key of a batch first the mark with which it is to be added, then the answer.
#[derive(Debug, Default)]
pub(crate) struct Answers(Vec<AtomicU32>);

/// Set in an answer that is an index.
const REPEATS: u32 = 1 << 31;
/// Set where the key is new; the other bits are the mark with which it counts as seen, or 0.
const NEW: u32 = 1 << 30;

impl Answers {
    /// Removes all; releases the memory for a single long document.
    pub fn clear(&mut self) {
        self.0.clear();
        self.0.shrink_to(KEPT);
    }

    /// The mark for adding the next key; 0 if the n-gram has no key.
    #[inline]
    pub fn push(&mut self, mark: Mark) {
        self.0.push(AtomicU32::new(mark.into()));
    }

    /// Takes an answer. If the key is new, it does not count as seen unless [`Answers::set_mark`] says so.
    #[inline]
    pub fn take(&mut self, at: usize) -> Answer {
        let answer = self.0[at].get_mut();
        match std::mem::replace(answer, *answer & NEW) {
            0 | NEW => Answer::New,
            index if index & REPEATS != 0 => Answer::Repeats((index & !REPEATS) as usize),
            mark => Answer::Seen(mark as Mark),
        }
    }

    /// Whether a key, whose answer was taken, is new.
    #[inline]
    pub fn is_new(&mut self, at: usize) -> bool {
        *self.0[at].get_mut() & NEW != 0
    }

    /// The mark with which a new key counts as seen; 0 if it does not.
    #[inline]
    pub fn mark(&mut self, at: usize) -> Mark {
        *self.0[at].get_mut() as Mark
    }

    /// A new key counts as seen, with this mark.
    #[inline]
    pub fn set_mark(&mut self, at: usize, mark: Mark) {
        *self.0[at].get_mut() |= u32::from(mark);
    }
}

impl Shards {
    /// An empty set that takes at most `budget` bytes, for this many threads.
    pub fn new(width: Width, budget: u64, threads: usize) -> Self {
        let worthwhile = (budget / LEAST_BUDGET).min(1 << 8) as usize;
        // Several times as many as threads, so that those which end early take from the others.
        let wanted = match threads {
            1 => 1,
            _ => (4 * threads).next_power_of_two(),
        };
        let bits = wanted.min(worthwhile.max(1)).ilog2();
        let budget = budget >> bits;
        let shards = (0..1 << bits).map(|_| Shard::of(Seen::shard(width, budget, bits)));
        Shards {
            shards: shards.collect(),
            shift: u64::BITS - bits,
            threads,
        }
    }

    /// The same set, undivided.
    pub fn one(seen: Seen) -> Self {
        Shards {
            shards: vec![Shard::of(seen)],
            shift: u64::BITS,
            threads: 1,
        }
    }

    /// Whether threads are worthwhile for a batch of this many keys.
    pub fn shares(&self, keys: usize) -> bool {
        self.shards.len() > 1 && (LEAST_KEYS * self.threads..NEW as usize).contains(&keys)
    }

    /// Whether block numbers are stored.
    pub fn has_block_numbers(&self) -> bool {
        self.shards[0].seen.has_block_numbers()
    }

    /// The block where an n-gram was first seen, if block numbers are stored.
    pub fn block_number(&self, gram: Gram) -> Option<BlockNumber> {
        self.shards[self.number(gram)].seen.block_number(gram)
    }

    #[inline]
    fn number(&self, gram: Gram) -> usize {
        number(gram, self.shift)
    }

    /// Appends the mark of each n-gram to `marks`; 0 if it was not seen.
    pub fn look_up(&self, grams: &[Gram], marks: &mut Vec<Mark>) {
        match &self.shards[..] {
            [one] => one.seen.look_up(grams, marks),
            shards => Seen::look_up_in(grams, |gram| &shards[self.number(gram)].seen, marks),
        }
    }

    /// Looks up a batch of keys, for which there must be room, and adds those that were not seen with the marks in
    /// `answers`; a key of 0 equals no other.
    pub fn look_up_or_add(&mut self, keys: &[Gram], answers: &Answers) {
        for shard in &mut self.shards {
            shard.places.clear();
            shard.places.shrink_to(KEPT);
        }
        for (at, &key) in (0..).zip(keys) {
            if key != 0 {
                self.shards[number(key, self.shift)].places.push(at);
            }
        }
        threads::share(self.threads, &mut self.shards, |shard| {
            shard.look_up_or_add(keys, &answers.0);
        });
    }

    /// Changes the marks of n-grams that are present; with 0 they were not seen.
    pub fn change(&mut self, changes: &[(Gram, Mark)]) {
        for (_, [now, next, later]) in lookahead(changes) {
            let seen = |gram| &self.shards[self.number(gram)].seen;
            later.iter().for_each(|&(gram, _)| seen(gram).fetch(gram));
            next.iter()
                .for_each(|&(gram, _)| seen(gram).fetch_more(gram));
            for &(gram, mark) in now {
                let number = self.number(gram);
                self.shards[number].seen.change(gram, mark);
            }
        }
    }

    /// Adds n-grams that were seen, for which there must be room. Those seen before keep their marks.
    pub fn add(&mut self, sightings: &[Sighting]) {
        self.each(sightings, Seen::add);
    }

    /// As [`Shards::add`], but only for n-grams that are present in the set.
    pub fn add_expected(&mut self, sightings: &[Sighting]) {
        self.each(sightings, Seen::add_expected);
    }

    fn each(&mut self, sightings: &[Sighting], add: impl Fn(&mut Seen, &[Sighting])) {
        if let [one] = &mut self.shards[..] {
            return add(&mut one.seen, sightings);
        }
        for sighting in sightings {
            let number = self.number(sighting.gram);
            self.shards[number].sightings.push(*sighting);
        }
        for shard in &mut self.shards {
            add(&mut shard.seen, &shard.sightings);
            shard.sightings.clear();
        }
    }

    /// Whether there is room for this many n-grams, of whatever shards, without growing.
    pub fn have_room(&self, count: usize) -> bool {
        self.shards.iter().all(|shard| shard.seen.has_room(count))
    }

    /// Makes room for these n-grams.
    ///
    /// # Errors
    /// [`Full`].
    pub fn reserve(&mut self, grams: &[Gram]) -> Result<(), Full> {
        if self.have_room(grams.len()) {
            return Ok(());
        }
        if let [one] = &mut self.shards[..] {
            return one.seen.reserve(grams.len());
        }
        let shards = self.shards.iter_mut();
        let mut shards: Vec<_> = shards.map(|shard| (&mut shard.seen, 0, Ok(()))).collect();
        for &gram in grams {
            shards[number(gram, self.shift)].1 += 1;
        }
        // A large table takes long to grow, so that all shards do so at once, not one after the other.
        threads::share(self.threads, &mut shards, |(seen, count, room)| {
            let spare = seen.len() / SPARE;
            let wanted = seen.reserve(*count + spare);
            *room = wanted.or_else(|_| seen.reserve(*count));
        });
        shards.into_iter().try_for_each(|(_, _, room)| room)
    }

    /// Makes room for this many n-grams that are evenly distributed, as hashes are.
    ///
    /// # Errors
    /// [`Full`].
    pub fn reserve_evenly(&mut self, count: usize) -> Result<(), Full> {
        let each = match self.shards.len() {
            1 => count,
            // More than six standard deviations above the mean.
            shards => count / shards + 6 * count.isqrt(),
        };
        (self.shards.iter_mut()).try_for_each(|shard| shard.seen.reserve(each))
    }

    /// Removes and returns all n-grams with their marks, in ascending order, and frees the memory.
    pub fn drain(&mut self) -> impl Iterator<Item = (Gram, Mark)> {
        let shards = self.shards.iter_mut();
        shards.flat_map(|shard| shard.seen.drain())
    }
}

/// The number of an n-gram's shard.
#[inline]
fn number(gram: Gram, shift: u32) -> usize {
    gram.unbounded_shr(shift) as usize
}

impl Shard {
    fn of(seen: Seen) -> Self {
        Shard {
            seen,
            places: Vec::new(),
            local: Local::default(),
            repeats: Vec::new(),
            grams: Vec::new(),
            marks: Vec::new(),
            sightings: Vec::new(),
        }
    }

    fn look_up_or_add(&mut self, keys: &[Gram], answers: &[AtomicU32]) {
        self.local.clear(self.places.len());
        for places in self.places.chunks_mut(KEYS_AT_ONCE) {
            self.grams.clear();
            self.marks.clear();
            self.repeats.clear();
            let mut firsts = 0;
            for at in 0..places.len() {
                let place = places[at];
                let gram = keys[place as usize];
                let answer = &answers[place as usize];
                match self.local.add(gram, place) {
                    Some(first) => {
                        answer.store(REPEATS | first, Relaxed);
                        self.repeats.push(place);
                    }
                    None => {
                        places[firsts] = place;
                        firsts += 1;
                        self.grams.push(gram);
                        self.marks.push(answer.load(Relaxed) as Mark);
                    }
                }
            }
            self.seen.look_up_or_add(&self.grams, &mut self.marks);
            for (&place, &mark) in places.iter().zip(&self.marks) {
                let answer = if mark == 0 { NEW } else { mark.into() };
                answers[place as usize].store(answer, Relaxed);
            }
            for &place in &self.repeats {
                let answer = &answers[place as usize];
                let first = answer.load(Relaxed) & !REPEATS;
                let seen = answers[first as usize].load(Relaxed);
                if seen & NEW == 0 {
                    answer.store(seen, Relaxed);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    const BUDGET: u64 = 8 * LEAST_BUDGET;

    fn keys(most: usize) -> impl Strategy<Value = Vec<Gram>> {
        let key = prop_oneof![any::<u64>(), (0u64..200).prop_map(tokens::hashes::mixed)];
        prop::collection::vec(key.prop_map(|hash| Width::Marked.key(hash)), 0..most)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(ProptestConfig::default().cases / 4))]

        /// For any number of shards, a batch is answered as a map would answer it, and its keys are in the table
        /// afterwards.
        #[test]
        fn batches_are_answered_as_by_a_map(batches in prop::collection::vec(keys(400), 1..4), threads in 1usize..9) {
            let mut shards = Shards::new(Width::Marked, BUDGET, threads);
            let mut map = BTreeMap::new();
            let mut answers = Answers::default();
            for (number, batch) in (0..).zip(&batches) {
                let before = map.clone();
                let mut first = BTreeMap::new();
                let mark = 2 * number + 1;
                answers.clear();
                batch.iter().for_each(|_| answers.push(mark));
                shards.reserve(batch).unwrap();
                shards.look_up_or_add(batch, &answers);
                for (at, key) in batch.iter().enumerate() {
                    let expected = match (before.get(key), first.get(key)) {
                        (Some(&mark), _) => Answer::Seen(mark),
                        (None, Some(&first)) => Answer::Repeats(first),
                        (None, None) => Answer::New,
                    };
                    first.entry(key).or_insert(at);
                    prop_assert_eq!(answers.take(at), expected);
                    prop_assert_eq!(answers.is_new(at), expected == Answer::New);
                    // Every third new key does not count as seen.
                    match at % 3 {
                        _ if expected != Answer::New => {}
                        0 => shards.change(&[(*key, 0)]),
                        _ => { map.insert(*key, mark); }
                    }
                }
                let all: Vec<Gram> = batches.concat();
                let mut marks = Vec::new();
                shards.look_up(&all, &mut marks);
                let expected: Vec<Mark> = all.iter().map(|key| map.get(key).copied().unwrap_or(0)).collect();
                prop_assert_eq!(marks, expected);
            }
            prop_assert!(shards.drain().filter(|&(_, mark)| mark != 0).eq(map));
        }

        #[test]
        fn single_documents_are_added_to_their_shards(batches in prop::collection::vec(keys(40), 1..9), threads in 1usize..9) {
            let mut shards = Shards::new(Width::Marked, BUDGET, threads);
            let mut map = BTreeMap::new();
            for (number, batch) in (0..).zip(&batches) {
                let mark = 2 * number + 1;
                let sighting = |&gram| Sighting { gram, mark, block_number: 0 };
                shards.reserve(batch).unwrap();
                shards.add(&batch.iter().map(sighting).collect::<Vec<_>>());
                batch.iter().for_each(|&key| { map.entry(key).or_insert(mark); });
            }
            prop_assert!(shards.drain().eq(map));
        }
    }

    #[test]
    fn little_memory_is_not_divided() {
        for (budget, threads, expected) in [
            (LEAST_BUDGET, 8, 1),
            (3 * LEAST_BUDGET, 8, 2),
            (BUDGET, 1, 1),
            (BUDGET, 2, 8),
            (BUDGET, 100, 8),
        ] {
            let shards = Shards::new(Width::Full, budget, threads);
            assert_eq!(shards.shards.len(), expected, "{budget} {threads}");
        }
    }

    #[test]
    fn a_full_shard_is_an_error() {
        let mut shards = Shards::new(Width::Full, 2 * LEAST_BUDGET, 2);
        let keys: Vec<Gram> = (0..2 << 20)
            .map(|n| Width::Full.key(tokens::hashes::mixed(n)))
            .collect();
        assert_eq!(shards.reserve(&keys), Err(Full));
        assert_eq!(shards.reserve_evenly(keys.len()), Err(Full));
        assert_eq!(shards.reserve(&keys[..1 << 19]), Ok(()));
    }
}
