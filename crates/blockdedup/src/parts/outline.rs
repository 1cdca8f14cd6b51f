//! The outline of a part: the data needed for deciding on its blocks, without the text.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{BuildHasherDefault, Hasher};

use tokens::hashes::mixed;

use super::sorted::{self, SortedGrams};
use super::{Damaged, truncated, varint};
use crate::judge::Judge;
use crate::seen::Mark;
use crate::{Gram, Grams, Method, Seen};

/// A document of an outline; the buffers are reused.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct OutlineDocument {
    /// Its number in the part.
    pub number: u64,
    /// The number of blocks of the part before it.
    pub blocks_before: u64,
    /// The number of tokens in each of its blocks.
    pub blocks: Vec<usize>,
    /// The number of its tokens that stand for a word.
    pub per_word: usize,
    /// The keys of its n-grams, as runs: the index of the first n-gram, its key, and the length of the run, in which
    /// both increase by 1.
    pub runs: Vec<(usize, u32, usize)>,
}

/// Builds the outline of a part.
#[derive(Debug)]
pub struct OutlineBuilder {
    /// The truncated n-grams that may occur more than once.
    repeated: Seen,
    keys: HashMap<Gram, u32, BuildHasherDefault<GramHasher>>,
    listed: OutlineDocument,
    /// The number of documents and of blocks since the last one in the outline.
    skipped: (u64, u64),
    documents: u64,
    blocks: u64,
    encoded: Vec<u8>,
    truncated: Vec<Gram>,
    marks: Vec<Mark>,
}

impl OutlineBuilder {
    /// An empty outline. `repeated` has marks for the n-grams of [`super::repeated`].
    pub fn new(repeated: Seen) -> Self {
        OutlineBuilder {
            repeated,
            keys: HashMap::default(),
            listed: OutlineDocument::default(),
            skipped: (0, 0),
            documents: 0,
            blocks: 0,
            encoded: Vec::new(),
            truncated: Vec::new(),
            marks: Vec::new(),
        }
    }

    /// Adds a document; with [`crate::Method::Exact`] the keys are the checksums of its blocks.
    pub(crate) fn add(&mut self, judge: &Judge, grams: &Grams) {
        let keys = judge.keys(grams);
        self.truncated.clear();
        self.truncated
            .extend(keys.iter().map(|&gram| truncated(gram)));
        self.marks.clear();
        self.repeated.look_up(&self.truncated, &mut self.marks);
        self.listed.runs.clear();
        for (at, &key) in keys.iter().enumerate() {
            if self.marks[at] == 0 || key == 0 {
                continue;
            }
            let next = u32::try_from(self.keys.len()).expect("a part has less than 2^32 n-grams");
            let key = match self.keys.entry(key) {
                Entry::Occupied(key) => *key.get(),
                Entry::Vacant(free) => *free.insert(next),
            };
            match self.listed.runs.last_mut() {
                Some((start, first, length))
                    if *start + *length == at && *first as usize + *length == key as usize =>
                {
                    *length += 1;
                }
                _ => self.listed.runs.push((at, key, 1)),
            }
        }
        let blocks = grams.blocks();
        let tokens = blocks.last().map_or(0, |block| block.tokens.end);
        // onion removes short documents, whatever their text.
        let is_stub = judge.rules.method == Method::Paper
            && judge.rules.stub.is_some_and(|stub| tokens <= stub);
        if self.listed.runs.is_empty() && !is_stub {
            self.skipped.0 += 1;
            self.skipped.1 += blocks.len() as u64;
        } else {
            let lengths = blocks.iter().map(|block| block.tokens.len());
            self.listed.blocks.clear();
            self.listed.blocks.extend(lengths);
            self.listed.per_word = grams.per_word();
            write_listed(&mut self.encoded, &self.listed, self.skipped);
            self.skipped = (0, 0);
        }
        self.documents += 1;
        self.blocks += blocks.len() as u64;
    }

    /// Skips a document that is too large.
    pub fn skip(&mut self) {
        self.skipped.0 += 1;
        self.documents += 1;
    }

    /// The outline, given the number of blocks in the parts before.
    pub fn finish(self, blocks_before: u64) -> Outline {
        let mut keys: Vec<(Gram, u32)> = self.keys.into_iter().collect();
        keys.sort_unstable();
        Outline {
            blocks_before,
            keys,
            documents: self.encoded,
        }
    }
}

/// A hasher for n-grams, whose low bits are not random.
#[derive(Debug, Default)]
struct GramHasher(u64);

impl Hasher for GramHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("an n-gram is a number");
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = mixed(number);
    }
}

/// The outline of a part.
#[derive(Debug, PartialEq, Eq)]
pub struct Outline {
    /// The number of blocks in the parts before.
    pub(super) blocks_before: u64,
    /// The n-grams of the part that may occur more than once, ascending, each with its key; keys are numbered by first
    /// occurrence.
    pub(super) keys: Vec<(Gram, u32)>,
    documents: Vec<u8>,
}

impl Outline {
    /// Serialises the outline.
    pub fn write(&self, unused: u32, out: &mut Vec<u8>) {
        varint::write(out, self.blocks_before);
        varint::write(out, self.keys.len() as u64);
        out.extend(self.keys.iter().flat_map(|(_, key)| key.to_le_bytes()));
        let grams: Vec<Gram> = self.keys.iter().map(|&(gram, _)| gram).collect();
        let mut encoded = Vec::new();
        sorted::write(&grams, unused, &mut encoded);
        varint::write(out, encoded.len() as u64);
        out.extend_from_slice(&encoded);
        out.extend_from_slice(&self.documents);
    }

    /// Deserialises an outline.
    ///
    /// # Errors
    /// [`Damaged`].
    pub fn read(mut bytes: &[u8]) -> Result<Self, Damaged> {
        let blocks_before = varint::read(&mut bytes)?;
        let count = length(&mut bytes, 4)?;
        let numbers = take(&mut bytes, 4 * count)?.chunks_exact(4);
        let encoded = length(&mut bytes, 1)?;
        let grams = SortedGrams::new(take(&mut bytes, encoded)?)?;
        if grams.len() != count {
            return Err(Damaged("n-grams without numbers"));
        }
        let numbers = numbers.map(|four| u32::from_le_bytes(four.try_into().expect("four bytes")));
        let keys: Vec<(Gram, u32)> = grams.zip(numbers).collect();
        if keys.iter().any(|&(_, key)| key as usize >= count) {
            return Err(Damaged("a number that no n-gram has"));
        }
        Ok(Outline {
            blocks_before,
            keys,
            documents: bytes.to_vec(),
        })
    }

    /// Iterates over its documents.
    pub(super) fn documents(&self) -> Documents<'_> {
        Documents {
            bytes: &self.documents,
            keys: self.keys.len(),
            before: (0, 0),
        }
    }
}

/// An iterator over the documents of an outline.
pub(super) struct Documents<'a> {
    bytes: &'a [u8],
    keys: usize,
    /// The number of documents and of blocks so far.
    before: (u64, u64),
}

impl Documents<'_> {
    /// Reads the next document into `listed`; `None` at the end.
    pub fn next_into(&mut self, listed: &mut OutlineDocument) -> Option<Result<(), Damaged>> {
        (!self.bytes.is_empty()).then(|| self.read(listed))
    }

    fn read(&mut self, listed: &mut OutlineDocument) -> Result<(), Damaged> {
        let bytes = &mut self.bytes;
        let number = |bytes: &mut &[u8]| {
            let number = varint::read(bytes)?;
            // A document has up to a gigabyte; sums have 64 bits.
            let small = number < 1 << 30;
            small.then_some(number).ok_or(Damaged("too large a number"))
        };
        listed.number = self.before.0 + number(bytes)?;
        listed.blocks_before = self.before.1 + number(bytes)?;
        listed.blocks.clear();
        let mut tokens = 0;
        for _ in 0..length(bytes, 1)? {
            let length = number(bytes)?;
            tokens += length;
            listed.blocks.push(length as usize);
        }
        listed.per_word = number(bytes)? as usize;
        if !(1..=2).contains(&listed.per_word) {
            return Err(Damaged("tokens that no word has"));
        }
        listed.runs.clear();
        let block_numbers = tokens.max(listed.blocks.len() as u64) as usize;
        let (mut at, mut key) = (0usize, 0i64);
        for _ in 0..length(bytes, 3)? {
            at += number(bytes)? as usize;
            key = key.wrapping_add(varint::unzigzag(varint::read(bytes)?));
            let length = number(bytes)? as usize + 1;
            let keys = key.checked_add(length as i64);
            if at + length > block_numbers
                || key < 0
                || keys.is_none_or(|keys| keys > self.keys as i64)
            {
                return Err(Damaged("an n-gram where none can be"));
            }
            listed.runs.push((at, key as u32, length));
            at += length;
            key += length as i64;
        }
        self.before = (
            listed.number + 1,
            listed.blocks_before + listed.blocks.len() as u64,
        );
        Ok(())
    }
}

/// Appends a document that follows this number of documents and blocks that are not in the outline.
fn write_listed(out: &mut Vec<u8>, listed: &OutlineDocument, skipped: (u64, u64)) {
    varint::write(out, skipped.0);
    varint::write(out, skipped.1);
    varint::write(out, listed.blocks.len() as u64);
    for &length in &listed.blocks {
        varint::write(out, length as u64);
    }
    varint::write(out, listed.per_word as u64);
    varint::write(out, listed.runs.len() as u64);
    // A copied passage has consecutive keys.
    let (mut at, mut key) = (0, 0i64);
    for &(start, first, length) in &listed.runs {
        varint::write(out, (start - at) as u64);
        varint::write(out, varint::zigzag(i64::from(first) - key));
        varint::write(out, length as u64 - 1);
        at = start + length;
        key = i64::from(first) + length as i64;
    }
}

/// The number of items of at least `each` bytes.
fn length(bytes: &mut &[u8], each: usize) -> Result<usize, Damaged> {
    let length = varint::read(bytes)?;
    match length <= (bytes.len() / each) as u64 {
        true => Ok(length as usize),
        false => Err(Damaged("cut short")),
    }
}

fn take<'a>(bytes: &mut &'a [u8], length: usize) -> Result<&'a [u8], Damaged> {
    let (taken, rest) = bytes.split_at_checked(length).ok_or(Damaged("cut short"))?;
    *bytes = rest;
    Ok(taken)
}

/// Appends ascending n-grams with their marks.
pub(super) fn write_marked(marked: &[(Gram, Mark)], unused: u32, out: &mut Vec<u8>) {
    varint::write(out, marked.len() as u64);
    out.extend(marked.iter().flat_map(|(_, mark)| mark.to_le_bytes()));
    let grams: Vec<Gram> = marked.iter().map(|&(gram, _)| gram).collect();
    sorted::write(&grams, unused, out);
}

/// Deserialises the output of [`write_marked`]: the n-grams, and two bytes for each.
pub(super) fn marked(mut bytes: &[u8]) -> Result<(SortedGrams<'_>, &[u8]), Damaged> {
    let count = length(&mut bytes, 2)?;
    let marks = take(&mut bytes, 2 * count)?;
    let grams = SortedGrams::new(bytes)?;
    match grams.len() == count {
        true => Ok((grams, marks)),
        false => Err(Damaged("n-grams without marks")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parts::{CountsAsSeen, Replay, ReplayOptions};
    use crate::seen::{SeenBuilder, Stored};
    use crate::{Rules, Source, Tokens, Unit, Width};
    use proptest::prelude::*;

    const RULES: Rules = Rules {
        method: Method::Best,
        threshold: 0.5,
        stub: Some(20),
        keep_within: false,
        source: Source::Any,
    };

    /// The outline of texts with all their n-grams.
    fn outline(texts: &[String]) -> (Outline, Vec<Vec<Gram>>) {
        let judge = Judge::new(RULES);
        let read = |text: &String| {
            let mut grams = Grams::new(2.try_into().unwrap(), Width::Marked);
            grams.read(text, Unit::Block, Tokens::Space);
            grams
        };
        let all: Vec<Grams> = texts.iter().map(read).collect();
        let mut expected = SeenBuilder::new(Width::Marked, 1 << 20, Stored::Marks);
        for gram in all.iter().flat_map(Grams::all) {
            expected.add(*gram, 1);
        }
        let mut sketch = OutlineBuilder::new(expected.finish().unwrap());
        all.iter().for_each(|grams| sketch.add(&judge, grams));
        let all = all.iter().map(|grams| grams.all().to_vec()).collect();
        (sketch.finish(7), all)
    }

    #[test]
    fn text_is_compared_with_that_of_its_document_where_it_counts() {
        let block = "one two three four five six seven";
        let (outline, _) = outline(&[format!("{block}\n\n{block}")]);
        let removes = |keep_within, counts| {
            let mut replay = Replay::new(&outline);
            let options = ReplayOptions {
                rules: Rules {
                    keep_within,
                    ..RULES
                },
                n: 2.try_into().unwrap(),
                spans: false,
                counts,
            };
            replay.decide(options).unwrap();
            !replay.into_verdicts().is_empty()
        };
        assert!(removes(false, CountsAsSeen::Kept));
        assert!(!removes(true, CountsAsSeen::Kept));
        assert!(!removes(false, CountsAsSeen::Nothing));
    }

    proptest! {
        #[test]
        fn an_outline_says_where_n_grams_stand(
            texts in prop::collection::vec("([abc] ){0,6}(\n\n([abc] ){0,6}){0,2}", 0..6),
        ) {
            let (outline, all) = outline(&texts);
            let mut bytes = Vec::new();
            outline.write(16, &mut bytes);
            let again = Outline::read(&bytes);
            prop_assert_eq!(again.as_ref(), Ok(&outline));
            let mut found = vec![Vec::new(); all.len()];
            let (mut documents, mut listed) = (outline.documents(), OutlineDocument::default());
            while let Some(read) = documents.next_into(&mut listed) {
                read.unwrap();
                for &(at, first, length) in &listed.runs {
                    let grams = &mut found[listed.number as usize];
                    prop_assert_eq!(grams.len(), at);
                    for key in first..first + length as u32 {
                        grams.push(outline.keys.iter().find(|one| one.1 == key).unwrap().0);
                    }
                }
            }
            prop_assert_eq!(found, all);
        }

        /// Small numbers, so that no document is too large for memory.
        #[test]
        fn damaged_outlines_are_decided_on(
            mut bytes in prop::collection::vec(0u8..0x80, 0..40), texts in prop::collection::vec("([abc] ){0,9}", 0..3), cut: usize,
        ) {
            let mut good = Vec::new();
            outline(&texts).0.write(16, &mut good);
            good.truncate(cut % (good.len() + 1));
            good.append(&mut bytes);
            let Ok(outline) = Outline::read(&good) else { return Ok(()) };
            let mut replay = Replay::new(&outline);
            let asked = ReplayOptions { rules: RULES, n: 2.try_into().unwrap(), spans: false, counts: CountsAsSeen::Kept };
            let _ = replay.change_before(&good);
            let _ = replay.decide(asked);
            let _ = marked(&good);
        }
    }
}
