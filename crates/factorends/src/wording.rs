//! Lets near-duplicate texts share a file. The file is a template with slots, and each document's
//! own words for the slots follow the link. (Dawideit & Nadaf propose this improvement in their
//! conclusion.)

use std::cmp::Reverse;
use std::collections::HashMap;
use std::ops::Range;

use xxhash_rust::xxh3::xxh3_64;

use crate::{Kind, Text, Variants};

/// A range of the shared text and its replacement; either may be empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slot {
    /// The range in the shared text, in bytes.
    pub shared: Range<usize>,
    /// The range in the text, in bytes.
    pub own: Range<usize>,
}

/// The bytes of each text.
pub type Texts = HashMap<Text, Vec<u8>>;

/// The maximum length of an edit script (insertions and deletions of words). Texts with a longer
/// one are unrelated. This limits the time of a comparison.
const MOST_EDITS: usize = 150;
/// The maximum share of a text that may follow the link.
const MOST_BYTES: f64 = 0.25;
/// Slots are merged if fewer equal bytes separate them than a divider has.
const DIVIDER: usize = BETWEEN.len();

/// Precedes the words of the first slot.
pub const BEFORE: &str = " (here: ";
/// Separates the words of two slots.
pub const BETWEEN: &str = " | ";
/// Follows the words of the last slot.
pub const AFTER: &str = ")";

/// Returns the number of bytes that follow the link.
pub fn bytes(slots: &[Slot]) -> usize {
    let words: usize = slots.iter().map(|slot| slot.own.len()).sum();
    match slots.len() {
        0 => 0,
        count => BEFORE.len() + words + (count - 1) * BETWEEN.len() + AFTER.len(),
    }
}

/// Returns the differences of a text from the shared one; `None` if the texts are unrelated. In
/// HTML, slots do not overlap tags.
pub fn slots(kind: Kind, shared: &[u8], own: &[u8]) -> Option<Vec<Slot>> {
    let [shared_words, own_words] = [shared, own].map(words);
    let same = same_words(shared, &shared_words, own, &own_words)?;
    let mut slots: Vec<Slot> = Vec::new();
    let (mut in_shared, mut in_own) = (0, 0);
    let ends = std::iter::once((shared_words.len(), own_words.len()));
    for (first, second) in same.into_iter().chain(ends) {
        let place = |words: &[Range<usize>], text: &[u8], at: usize| {
            words.get(at).map_or(text.len(), |word| word.start)
        };
        let slot = Slot {
            shared: place(&shared_words, shared, in_shared)..place(&shared_words, shared, first),
            own: place(&own_words, own, in_own)..place(&own_words, own, second),
        };
        (in_shared, in_own) = (first + 1, second + 1);
        if slot.shared.is_empty() && slot.own.is_empty() {
            continue;
        }
        match slots.last_mut() {
            Some(last) if slot.own.start - last.own.end < DIVIDER => {
                last.shared.end = slot.shared.end;
                last.own.end = slot.own.end;
            }
            _ => slots.push(slot),
        }
    }
    for slot in &mut slots {
        // The edit script may pair white space with an earlier occurrence than the last.
        let last = |range: &Range<usize>, text: &[u8]| text[range.clone()].last().copied();
        while let Some(byte) = last(&slot.own, own)
            && byte.is_ascii_whitespace()
            && last(&slot.shared, shared) == Some(byte)
        {
            slot.shared.end -= 1;
            slot.own.end -= 1;
        }
    }
    let is_text =
        |slot: &Slot| !overlaps_tag(shared, &slot.shared) && !overlaps_tag(own, &slot.own);
    let fits = bytes(&slots) as f64 <= MOST_BYTES * own.len() as f64
        && (kind != Kind::Html || slots.iter().all(is_text));
    fits.then_some(slots)
}

fn overlaps_tag(html: &[u8], range: &Range<usize>) -> bool {
    let is_angle = |byte: &&u8| b"<>".contains(byte);
    html[range.clone()].iter().any(|byte| is_angle(&byte))
        || html[..range.start].iter().rev().find(is_angle) == Some(&b'<')
}

/// Assigns each text to the group of a text that differs in a few words, if that saves bytes. Texts
/// are processed in descending order of their number of runs. So the first text of a group is the
/// one that [`choose`](crate::choose) shares.
pub fn group(texts: &Texts, variants: &mut Variants) {
    let mut order: Vec<Text> = texts.keys().copied().collect();
    order.sort_unstable_by_key(|text| (text.0, Reverse(variants[text].uses), text.1));
    // An inverted index of the first texts of groups: n-gram hash to texts.
    let mut with = HashMap::<(Kind, u64), Vec<Text>>::new();
    for text in order {
        let own = &texts[&text];
        let sketch = sketch(own);
        let mut common = HashMap::<Text, usize>::new();
        for hash in &sketch {
            for &other in with.get(&(text.0, *hash)).into_iter().flatten() {
                *common.entry(other).or_default() += 1;
            }
        }
        let mut candidates: Vec<(Reverse<usize>, Text)> = common
            .into_iter()
            .map(|(other, count)| (Reverse(count), other))
            .collect();
        candidates.sort_unstable();
        let variant = variants.get_mut(&text).expect("each text was counted");
        let cost = |other: &Text| {
            let slots = slots(text.0, &texts[other], own)?;
            Some(variant.uses as i64 * bytes(&slots) as i64)
        };
        let best = candidates
            .iter()
            .take(CANDIDATES)
            .filter_map(|(_, other)| Some((cost(other)?, *other)))
            .min();
        match best {
            // With many runs, a separate shared file is smaller.
            Some((cost, shared)) if cost < variant.bytes as i64 => {
                variant.group = shared.1;
                variant.saved -= cost;
            }
            _ => {
                variant.group = text.1;
                for hash in sketch {
                    with.entry((text.0, hash)).or_default().push(text);
                }
            }
        }
    }
}

/// The maximum number of texts that a text is compared with: those that share the most n-grams with
/// it.
const CANDIDATES: usize = 4;
/// The number of words in an n-gram.
const SEQUENCE: usize = 5;
/// The inverse of the sampling rate of n-grams.
const RATE: u64 = 4;

/// Returns a sample of the hashes of a text's word n-grams: those that are 0 mod [`RATE`].
fn sketch(text: &[u8]) -> Vec<u64> {
    let hashes: Vec<u64> = words(text)
        .into_iter()
        .map(|word| &text[word])
        .filter(|word| !word[0].is_ascii_whitespace())
        .map(xxh3_64)
        .collect();
    let of = |sequence: &[u64]| {
        sequence.iter().fold(0u64, |hash, word| {
            (hash.rotate_left(7) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C55)
        })
    };
    let mut sketch: Vec<u64> = hashes.windows(SEQUENCE).map(of).collect();
    sketch.retain(|hash| (hash >> 32) % RATE == 0);
    sketch.sort_unstable();
    sketch.dedup();
    sketch
}

/// Splits a text into words, runs of white space, and single other ASCII characters. Does not split
/// character references, nor two-byte characters (Shift_JIS, GBK, Big5), whose second byte may be
/// ASCII.
fn words(text: &[u8]) -> Vec<Range<usize>> {
    let class = |byte: u8| match byte {
        byte if byte.is_ascii_alphanumeric() || byte >= 0x80 || b"&#;".contains(&byte) => 0,
        byte if byte.is_ascii_whitespace() => 1,
        _ => 2,
    };
    let mut at = 0;
    let same = |a: &u8, b: &u8| {
        class(*a) == class(*b) && class(*a) < 2 || *a >= 0x80 && (0x40..0x7F).contains(b)
    };
    text.chunk_by(same)
        .map(|word| {
            at += word.len();
            at - word.len()..at
        })
        .collect()
}

/// Returns a longest common subsequence of the words, as pairs of their indices (Myers 1986, "An
/// O(ND) Difference Algorithm"). Returns `None` if the shortest edit script is longer than
/// [`MOST_EDITS`].
fn same_words(
    first: &[u8],
    first_words: &[Range<usize>],
    second: &[u8],
    second_words: &[Range<usize>],
) -> Option<Vec<(usize, usize)>> {
    let (n, m) = (first_words.len() as isize, second_words.len() as isize);
    let is_same = |x: isize, y: isize| {
        first[first_words[x as usize].clone()] == second[second_words[y as usize].clone()]
    };
    // The furthest x on each diagonal after this number of edits; diagonal 0 is in the middle.
    let middle = MOST_EDITS as isize + 1;
    let mut furthest = vec![0isize; 2 * middle as usize + 1];
    let mut history: Vec<Vec<isize>> = Vec::new();
    let edits = (0..=MOST_EDITS as isize).find(|&edits| {
        history.push(furthest.clone());
        (-edits..=edits).step_by(2).any(|diagonal| {
            let at = (middle + diagonal) as usize;
            let down =
                diagonal == -edits || diagonal != edits && furthest[at - 1] < furthest[at + 1];
            let mut x = if down {
                furthest[at + 1]
            } else {
                furthest[at - 1] + 1
            };
            while x < n && x - diagonal < m && is_same(x, x - diagonal) {
                x += 1;
            }
            furthest[at] = x;
            x >= n && x - diagonal >= m
        })
    })?;
    // Backtrack.
    let (mut x, mut y) = (n, m);
    let mut same = Vec::new();
    for edits in (0..=edits).rev() {
        let furthest = &history[edits as usize];
        let diagonal = x - y;
        let at = (middle + diagonal) as usize;
        let down = diagonal == -edits || diagonal != edits && furthest[at - 1] < furthest[at + 1];
        let (before, from) = match down {
            true => (diagonal + 1, furthest[at + 1]),
            false => (diagonal - 1, furthest[at - 1]),
        };
        let (to_x, to_y) = match edits {
            0 => (0, 0),
            _ => (from, from - before),
        };
        while x > to_x && y > to_y && is_same(x - 1, y - 1) {
            (x, y) = (x - 1, y - 1);
            same.push((x as usize, y as usize));
        }
        (x, y) = (to_x, to_y);
    }
    same.reverse();
    Some(same)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Variant, choose};
    use proptest::prelude::*;

    fn restored(shared: &[u8], own: &[u8], slots: &[Slot]) -> Vec<u8> {
        let mut text = Vec::new();
        let mut at = 0;
        for slot in slots {
            text.extend_from_slice(&shared[at..slot.shared.start]);
            text.extend_from_slice(&own[slot.own.clone()]);
            at = slot.shared.end;
        }
        text.extend_from_slice(&shared[at..]);
        text
    }

    const NOTICE: &str = "The committee asks all readers of this website to send a note of thanks before the end of \
                          the year, and to keep a copy of it where their heirs will find it in 2019.";

    #[test]
    fn own_words_are_in_slots() {
        let own = NOTICE
            .replace("website", "web site")
            .replace("2019", "2021");
        let slots = slots(Kind::Text, NOTICE.as_bytes(), own.as_bytes()).unwrap();
        let words: Vec<(&str, &str)> = slots
            .iter()
            .map(|slot| (&NOTICE[slot.shared.clone()], &own[slot.own.clone()]))
            .collect();
        assert_eq!(words, [("website", "web site"), ("2019", "2021")]);
        assert_eq!(bytes(&slots), " (here: web site | 2021)".len());
    }

    #[test]
    fn another_text_has_no_slots() {
        let other = "What stands here was written by nobody on the committee, and says something else altogether.";
        assert_eq!(slots(Kind::Text, NOTICE.as_bytes(), other.as_bytes()), None);
        let tag = NOTICE.replace("website", "<b>site</b>");
        assert_eq!(slots(Kind::Html, NOTICE.as_bytes(), tag.as_bytes()), None);
        assert!(slots(Kind::Text, NOTICE.as_bytes(), tag.as_bytes()).is_some());
    }

    #[test]
    fn the_text_of_the_most_runs_is_shared() {
        let years = ["2019", "2020", "2021", "2022"].map(|year| NOTICE.replace("2019", year));
        let mut texts = Texts::new();
        let mut variants = Variants::new();
        for (number, text) in (1..).zip(&years) {
            texts.insert((Kind::Text, number), text.clone().into_bytes());
            let variant = Variant {
                group: number,
                uses: number as u64,
                bytes: text.len() as u64,
                saved: number as i64 * (text.len() as i64 - 40),
            };
            variants.insert((Kind::Text, number), variant);
        }
        group(&texts, &mut variants);
        assert!(variants.values().all(|variant| variant.group == 4));
        let chosen = choose(&variants);
        assert_eq!(chosen[&(Kind::Text, 1)], (Kind::Text, 4));
    }

    proptest! {
        #[test]
        fn slots_make_one_text_of_the_other(
            words in prop::collection::vec("[ab]{1,3}|[ ,.é]", 30..60), edits in prop::collection::vec((any::<prop::sample::Index>(), "[abc ]{0,4}"), 0..6),
        ) {
            let shared = words.concat();
            let mut own = words;
            for (at, word) in edits {
                *at.get_mut(&mut own) = word;
            }
            let own = own.concat();
            if let Some(slots) = slots(Kind::Text, shared.as_bytes(), own.as_bytes()) {
                prop_assert_eq!(restored(shared.as_bytes(), own.as_bytes(), &slots), own.as_bytes());
                prop_assert!(slots.is_sorted_by(|a, b| a.shared.end <= b.shared.start && a.own.end <= b.own.start));
            }
        }

        #[test]
        fn the_same_words_are_a_longest_common_subsequence(first in "[abc]{0,30}", second in "[abc]{0,30}") {
            let [first, second] = [first.as_bytes(), second.as_bytes()];
            let words = |text: &[u8]| (0..text.len()).map(|at| at..at + 1).collect::<Vec<_>>();
            // Computes the length by the recurrence, for each prefix of the first text with the
            // whole second text.
            let mut longest = vec![0; second.len() + 1];
            for one in first {
                let above = longest.clone();
                for (at, other) in second.iter().enumerate() {
                    longest[at + 1] = match one == other {
                        true => above[at] + 1,
                        false => above[at + 1].max(longest[at]),
                    };
                }
            }
            let longest = longest[second.len()];
            let edits = first.len() + second.len() - 2 * longest;
            match same_words(first, &words(first), second, &words(second)) {
                None => prop_assert!(edits > MOST_EDITS),
                Some(same) => {
                    prop_assert_eq!(same.len(), longest);
                    prop_assert!(same.is_sorted_by(|a, b| a.0 < b.0 && a.1 < b.1));
                    prop_assert!(same.iter().all(|&(x, y)| first[x] == second[y]));
                }
            }
        }
    }
}
