//! Passim's way to propose pairs (Smith, Cordell and Mullen 2015), at the defaults of its first version: five word
//! 5-grams in one order in both documents, with gaps of at most 100 words. At most 100 documents have each 5-gram.
//!
//! Passim then aligns characters, which can only drop pairs; this is left out.

use xxhash_rust::xxh3::xxh3_64;

/// The maximum number of documents that have an n-gram.
const MAX_DOCUMENTS: usize = 100;

/// The minimum number of n-grams in a chain.
const MIN_MATCHES: usize = 5;

/// The maximum distance in words of two n-grams in a chain.
const MAX_GAP: u32 = 100;

/// An n-gram that occurs once in a document.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Gram {
    hash: u64,
    document: u32,
    position: u32,
}

/// The pairs of texts that share a chain of word n-grams, as indices.
pub fn pairs(texts: &[&str], n: usize) -> Vec<(usize, usize)> {
    let mut index: Vec<Gram> = Vec::new();
    for (document, text) in texts.iter().enumerate() {
        index.extend(grams(text, n, document as u32));
    }
    index.sort_unstable();
    // For each document its positions, each with the documents that have the n-gram there.
    let mut forward: Vec<Vec<(u32, &[Gram])>> = vec![Vec::new(); texts.len()];
    for list in index.chunk_by(|one, other| one.hash == other.hash) {
        if (2..=MAX_DOCUMENTS).contains(&list.len()) {
            for gram in list {
                forward[gram.document as usize].push((gram.position, list));
            }
        }
    }
    let mut pairs = Vec::new();
    let mut shared: Vec<Vec<(u32, u32)>> = vec![Vec::new(); texts.len()];
    for (a, lists) in forward.iter_mut().enumerate() {
        lists.sort_unstable_by_key(|&(position, _)| position);
        for &(position, list) in lists.iter() {
            for other in list.iter().filter(|other| other.document as usize > a) {
                shared[other.document as usize].push((position, other.position));
            }
        }
        for (b, matches) in shared.iter_mut().enumerate() {
            if has_chain(matches) {
                pairs.push((a, b));
            }
            matches.clear();
        }
    }
    pairs
}

/// The n-grams that occur once in a text: words are runs of letters and digits, in lower case.
fn grams(text: &str, n: usize, document: u32) -> Vec<Gram> {
    let words: Vec<String> = text
        .split(|character: char| !character.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    let mut grams: Vec<Gram> = (0..)
        .zip(words.windows(n))
        .map(|(position, gram)| Gram {
            hash: xxh3_64(gram.join(" ").as_bytes()),
            document,
            position,
        })
        .collect();
    grams.sort_unstable();
    let runs = grams.chunk_by(|one, other| one.hash == other.hash);
    runs.filter(|run| run.len() == 1)
        .map(|run| run[0])
        .collect()
}

/// Whether a part of the longest increasing subsequence without long gaps has enough of the matches, which are sorted.
fn has_chain(matches: &[(u32, u32)]) -> bool {
    if matches.len() < MIN_MATCHES {
        return false;
    }
    let there: Vec<u32> = matches.iter().map(|&(_, y)| y).collect();
    let chain = lcsdup::lis::indices(&there);
    chain
        .chunk_by(|&one, &next| {
            let ((x, y), (next_x, next_y)) = (matches[one], matches[next]);
            (next_x - x).max(next_y - y) <= MAX_GAP
        })
        .any(|part| part.len() >= MIN_MATCHES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shared_sentence_is_a_pair() {
        let sentence = "the harbour lights went out one after another before the storm";
        let one = format!("It was late and {sentence}");
        let two = format!(
            "{}, said the old man; nobody saw it",
            sentence.to_uppercase()
        );
        let three = "nobody saw the harbour lights that night but the old man said nothing";
        assert_eq!(pairs(&[&one, three, &two], 5), [(0, 2)]);
        // Seven words have three 5-grams.
        assert_eq!(
            pairs(&[&one, "the harbour lights went out one after"], 5),
            []
        );
        assert_eq!(
            pairs(&[&one, "the harbour lights went out one after"], 3),
            [(0, 1)]
        );
    }

    #[test]
    fn matches_far_apart_are_no_chain() {
        let chain = |step: u32| has_chain(&[0, 1, 2, 3, 4].map(|n| (n * step, 7 + n * step)));
        assert!(chain(100) && !chain(101));
        let crossing = [0, 1, 2, 3, 4].map(|n: u32| (n, 9 - n));
        assert!(!has_chain(&crossing));
    }
}
