//! Pages with the same content under several addresses.
//!
//! A crawl may have a page with http and with https, with www and without, or with a query. Text that is only on these
//! copies is not template, so they count as one page. Their links, their markup and a few words of their text may
//! differ, such as the time of the visit.

use std::collections::HashMap;

use platform::random::mix;

use crate::constants::{
    TWIN_CONTENTS, TWIN_LENGTH, TWIN_NGRAMS, TWIN_RARE_PAGES, TWIN_RARE_SHARE, TWIN_SAMPLING,
    TWIN_SHARED,
};
use crate::markup::kinds::{Kind, is_letter, kinds, placed};
use crate::ngrams::sets::{Hashed, Power, sampled};

/// Returns for each page the first page with the same content.
pub(crate) fn originals(count: usize, units: impl Fn(usize) -> Vec<u32>) -> Vec<usize> {
    let mut first = HashMap::new();
    let mut samples = Vec::new();
    let equal: Vec<usize> = (0..count)
        .map(|page| {
            let content = content(&units(page));
            let hash = content
                .iter()
                .fold(0, |hash, &unit| mix(hash ^ u64::from(unit)));
            let key = match content.is_empty() {
                // Pages without text are never the same: the page number is their key.
                true => (page as u64, 0),
                false => (hash, content.len()),
            };
            *first.entry(key).or_insert_with(|| {
                let hashed = Hashed::new(&content);
                samples.push((
                    page,
                    sampled(&hashed, &Power::new(TWIN_LENGTH), TWIN_SAMPLING),
                ));
                page
            })
        })
        .collect();
    let near = nearly_equal(samples);
    equal.into_iter().map(|page| near[&page]).collect()
}

/// Returns the letters and digits of a page outside links, tags, scripts and style sheets.
fn content(units: &[u32]) -> Vec<u32> {
    let runs = kinds(units);
    let texts = placed(&runs).filter(|(kind, _)| *kind == Kind::Text);
    let letters = texts.flat_map(|(_, range)| units[range].iter().copied().filter(is_letter));
    letters.collect()
}

/// Returns for each page that was sampled the first page whose rare n-grams are nearly the same.
fn nearly_equal(mut samples: Vec<(usize, Vec<u64>)>) -> HashMap<usize, usize> {
    let mut pages = HashMap::<u64, usize>::new();
    for hash in samples.iter().flat_map(|(_, sample)| sample) {
        *pages.entry(*hash).or_default() += 1;
    }
    let rare = match samples.len() {
        ..TWIN_CONTENTS => 0,
        count => (count / TWIN_RARE_SHARE).clamp(2, TWIN_RARE_PAGES),
    };
    for (_, sample) in &mut samples {
        sample.retain(|hash| pages[hash] <= rare);
    }
    drop(pages);
    // Inverted index: the first pages that have an n-gram.
    let mut with = HashMap::<u64, Vec<usize>>::new();
    let mut originals = HashMap::new();
    for (index, (page, sample)) in samples.iter().enumerate() {
        let mut common = HashMap::<usize, usize>::new();
        for other in sample.iter().filter_map(|hash| with.get(hash)).flatten() {
            *common.entry(*other).or_default() += 1;
        }
        let is_same = |&(other, common): &(usize, usize)| {
            let most = sample.len().max(samples[other].1.len());
            most >= TWIN_NGRAMS && common as f64 >= TWIN_SHARED * most as f64
        };
        let same = common.into_iter().filter(is_same);
        let original = same.map(|(other, _)| other).min();
        originals.insert(*page, original.map_or(*page, |other| samples[other].0));
        if original.is_none() {
            for &hash in sample {
                with.entry(hash).or_default().push(index);
            }
        }
    }
    originals
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A page with 60 words of its own, and with a link and a counter that vary between its copies.
    fn page(number: usize, address: &str, visit: usize) -> String {
        let words = (0..60).map(|word| format!("{} ", (number * 1000 + word) * 7919 % 1_000_003));
        let body: String = words.collect();
        format!(
            "<p>The village paper and its readers, every week</p><a href='{address}'>{address}</a><p>{body}</p>\
             <i>seen {visit} times</i>"
        )
    }

    fn found(pages: &[String]) -> Vec<usize> {
        originals(pages.len(), |page| {
            pages[page].chars().map(u32::from).collect()
        })
    }

    #[test]
    fn links_and_counters_do_not_make_another_content() {
        let addresses = ["http://a.example/", "https://www.a.example/?from=b"];
        let pages: Vec<String> = (0..12)
            .map(|at| page(at / 2, addresses[at % 2], at * 37))
            .collect();
        assert_eq!(found(&pages), [0, 0, 2, 2, 4, 4, 6, 6, 8, 8, 10, 10]);
        // The first two pages alone: only equal ones are the same.
        assert_eq!(found(&pages[..2]), [0, 1]);
        assert_eq!(found(&addresses.map(|address| page(0, address, 1))), [0, 0]);
    }

    #[test]
    fn pages_with_little_of_their_own_are_not_the_same() {
        // Nearly all words are template.
        let template = (0..300).map(|word| format!("{word} ")).collect::<String>();
        let pages: Vec<String> = (0..30)
            .map(|at| format!("{template}<b>lamp number {}</b>", at * 7919))
            .collect();
        assert_eq!(found(&pages), (0..30).collect::<Vec<_>>());
        assert_eq!(found(&["<img>", "<hr>"].map(str::to_owned)), [0, 1]);
    }
}
