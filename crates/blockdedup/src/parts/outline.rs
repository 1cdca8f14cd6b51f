//! A part of a corpus without its words: what is needed to decide on its blocks.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{BuildHasherDefault, Hasher};

use tokens::hashes::mixed;

use super::sorted::{self, Sorted};
use super::{Damaged, truncated, varint};
use crate::judge::Judge;
use crate::seen::Mark;
use crate::{Gram, Grams, Method, Seen};

/// A document of an outline; the buffers are used again.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Listed {
    /// Its number in the part.
    pub number: u64,
    /// Blocks of the part before it.
    pub blocks_before: u64,
    /// How many tokens each of its blocks has.
    pub blocks: Vec<usize>,
    /// Which key stands where: the number of the first, the first key, and how many numbers and keys follow each other.
    pub runs: Vec<(usize, u32, usize)>,
}

/// Makes the outline of a part.
#[derive(Debug)]
pub struct Sketch {
    /// Those that may occur more than once, truncated.
    repeated: Seen,
    keys: HashMap<Gram, u32, BuildHasherDefault<Mixed>>,
    listed: Listed,
    /// Documents and blocks since the last listed one.
    skipped: (u64, u64),
    documents: u64,
    blocks: u64,
    encoded: Vec<u8>,
    truncated: Vec<Gram>,
    marks: Vec<Mark>,
}

impl Sketch {
    /// Of no document yet. `repeated` has a mark for the n-grams of [`super::repeated`].
    pub fn new(repeated: Seen) -> Self {
        Sketch {
            repeated,
            keys: HashMap::default(),
            listed: Listed::default(),
            skipped: (0, 0),
            documents: 0,
            blocks: 0,
            encoded: Vec::new(),
            truncated: Vec::new(),
            marks: Vec::new(),
        }
    }

    /// Adds a document; with [`crate::Method::Exact`] its blocks' checksums are the keys.
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
        // onion removes what is short, whatever it says.
        let is_stub = judge.rules.method == Method::Paper
            && judge.rules.stub.is_some_and(|stub| tokens <= stub);
        if self.listed.runs.is_empty() && !is_stub {
            self.skipped.0 += 1;
            self.skipped.1 += blocks.len() as u64;
        } else {
            let lengths = blocks.iter().map(|block| block.tokens.len());
            self.listed.blocks.clear();
            self.listed.blocks.extend(lengths);
            write_listed(&mut self.encoded, &self.listed, self.skipped);
            self.skipped = (0, 0);
        }
        self.documents += 1;
        self.blocks += blocks.len() as u64;
    }

    /// Passes a document over that is not read.
    pub fn skip(&mut self) {
        self.skipped.0 += 1;
        self.documents += 1;
    }

    /// The outline. Documents before the part have so many blocks.
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

/// Hashes n-grams, which are hashes already.
#[derive(Debug, Default)]
struct Mixed(u64);

impl Hasher for Mixed {
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

/// What is needed to decide on the blocks of a part.
#[derive(Debug, PartialEq, Eq)]
pub struct Outline {
    /// Blocks of the corpus before the part.
    pub(super) blocks_before: u64,
    /// Its n-grams that may occur more than once, ascending; numbered as they come first.
    pub(super) keys: Vec<(Gram, u32)>,
    documents: Vec<u8>,
}

impl Outline {
    /// As bytes.
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

    /// From bytes.
    ///
    /// # Errors
    /// [`Damaged`].
    pub fn read(mut bytes: &[u8]) -> Result<Self, Damaged> {
        let blocks_before = varint::read(&mut bytes)?;
        let count = length(&mut bytes, 4)?;
        let numbers = take(&mut bytes, 4 * count)?.chunks_exact(4);
        let encoded = length(&mut bytes, 1)?;
        let grams = Sorted::new(take(&mut bytes, encoded)?)?;
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

    /// Reads its documents.
    pub(super) fn documents(&self) -> Documents<'_> {
        Documents {
            bytes: &self.documents,
            keys: self.keys.len(),
            before: (0, 0),
        }
    }
}

/// Reads the documents of an outline.
pub(super) struct Documents<'a> {
    bytes: &'a [u8],
    keys: usize,
    /// Documents and blocks up to here.
    before: (u64, u64),
}

impl Documents<'_> {
    /// The next one; `None` at the end.
    pub fn next_into(&mut self, listed: &mut Listed) -> Option<Result<(), Damaged>> {
        (!self.bytes.is_empty()).then(|| self.read(listed))
    }

    fn read(&mut self, listed: &mut Listed) -> Result<(), Damaged> {
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
        listed.runs.clear();
        let places = tokens.max(listed.blocks.len() as u64) as usize;
        let (mut at, mut key) = (0usize, 0i64);
        for _ in 0..length(bytes, 3)? {
            at += number(bytes)? as usize;
            key = key.wrapping_add(varint::unzigzag(varint::read(bytes)?));
            let length = number(bytes)? as usize + 1;
            let keys = key.checked_add(length as i64);
            if at + length > places || key < 0 || keys.is_none_or(|keys| keys > self.keys as i64) {
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

/// Appends a document that comes after so many others, and so many blocks, that are not listed.
fn write_listed(out: &mut Vec<u8>, listed: &Listed, skipped: (u64, u64)) {
    varint::write(out, skipped.0);
    varint::write(out, skipped.1);
    varint::write(out, listed.blocks.len() as u64);
    for &length in &listed.blocks {
        varint::write(out, length as u64);
    }
    varint::write(out, listed.runs.len() as u64);
    // A copied passage has the keys of its source in their order.
    let (mut at, mut key) = (0, 0i64);
    for &(start, first, length) in &listed.runs {
        varint::write(out, (start - at) as u64);
        varint::write(out, varint::zigzag(i64::from(first) - key));
        varint::write(out, length as u64 - 1);
        at = start + length;
        key = i64::from(first) + length as i64;
    }
}

/// A number of things that take so many bytes each at least.
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

/// Appends n-grams in ascending order, each with a mark.
pub(super) fn write_marked(marked: &[(Gram, Mark)], unused: u32, out: &mut Vec<u8>) {
    varint::write(out, marked.len() as u64);
    out.extend(marked.iter().flat_map(|(_, mark)| mark.to_le_bytes()));
    let grams: Vec<Gram> = marked.iter().map(|&(gram, _)| gram).collect();
    sorted::write(&grams, unused, out);
}

/// What [`write_marked`] has written: the n-grams, and two bytes for each.
pub(super) fn marked(mut bytes: &[u8]) -> Result<(Sorted<'_>, &[u8]), Damaged> {
    let count = length(&mut bytes, 2)?;
    let marks = take(&mut bytes, 2 * count)?;
    let grams = Sorted::new(bytes)?;
    match grams.len() == count {
        true => Ok((grams, marks)),
        false => Err(Damaged("n-grams without marks")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parts::{Asked, Counts, Replay};
    use crate::seen::Expected;
    use crate::{Rules, Tokens, Unit, Width};
    use proptest::prelude::*;

    const RULES: Rules = Rules {
        method: Method::Best,
        threshold: 0.5,
        stub: Some(20),
        keep_within: false,
    };

    /// The outline of texts by all their n-grams.
    fn outline(texts: &[String]) -> (Outline, Vec<Vec<Gram>>) {
        let judge = Judge::new(RULES);
        let read = |text: &String| {
            let mut grams = Grams::new(2.try_into().unwrap(), Width::Marked);
            grams.read(text, Unit::Block, Tokens::Space);
            grams
        };
        let all: Vec<Grams> = texts.iter().map(read).collect();
        let mut expected = Expected::new(Width::Marked, 1 << 20, false);
        for gram in all.iter().flat_map(Grams::all) {
            expected.add(*gram, 1);
        }
        let mut sketch = Sketch::new(expected.finish(1 << 20, false).unwrap());
        all.iter().for_each(|grams| sketch.add(&judge, grams));
        let all = all.iter().map(|grams| grams.all().to_vec()).collect();
        (sketch.finish(7), all)
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
            let (mut documents, mut listed) = (outline.documents(), Listed::default());
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
            let asked = Asked { rules: RULES, n: 2.try_into().unwrap(), spans: false, counts: Counts::Kept };
            let _ = replay.change_before(&good);
            let _ = replay.decide(asked);
            let _ = marked(&good);
        }
    }
}
