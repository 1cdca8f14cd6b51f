//! Clusters pages by template, from a sample of their n-grams.
//!
//! One folder may hold pages of several sites. If they were counted together, text that pages of two sites happen to
//! share would distort the number of pages of both templates, and both would get the same threshold. So pages are
//! divided into clusters before anything is counted. A sample of their n-grams is enough for that.

use std::collections::HashMap;

use crate::constants::{
    CLUSTER_FREQUENCY, CLUSTER_PAGES, CLUSTER_SAMPLING, CLUSTER_SHARED, LENGTHS, LEVEL,
    ODD_PAGE_LACKS, ODD_PAGES,
};
use crate::ngrams::sets::{Hashed, Power, sampled};

/// Divides pages by template. Returns lists of page numbers in ascending order; most often there is one list.
pub fn clusters(count: usize, units: impl Fn(usize) -> Vec<u32>) -> Vec<Vec<usize>> {
    Samples::of(count, units).clusters()
}

/// The sampled n-grams of a page that are on several pages, each with its page frequency.
type Sample = Vec<(u64, u32)>;

/// The samples of all pages.
pub(crate) struct Samples {
    count: usize,
    /// Empty if there are few pages.
    of_pages: Vec<Sample>,
}

impl Samples {
    /// Samples `count` pages; `units` returns the units of a page.
    pub(crate) fn of(count: usize, units: impl Fn(usize) -> Vec<u32>) -> Self {
        let of_pages = match count < 2 * CLUSTER_PAGES {
            true => Vec::new(),
            false => samples(count, units),
        };
        Samples { count, of_pages }
    }

    /// Returns the lists of [`clusters`].
    pub(crate) fn clusters(&self) -> Vec<Vec<usize>> {
        if self.of_pages.is_empty() {
            return vec![(0..self.count).collect()];
        }
        let leaders = leaders(&self.of_pages);
        let mut clusters = vec![Vec::new(); self.count];
        for (page, leader) in leaders.into_iter().enumerate() {
            clusters[leader].push(page);
        }
        clusters.retain(|pages| !pages.is_empty());
        with_the_rest(clusters)
    }

    /// Returns which pages of a cluster are odd: they lack much that nearly all others have, such as a menu. If odd
    /// pages were counted, the menu would be less common than the rest of the template.
    pub(crate) fn odd(&self, cluster: &[usize]) -> Vec<bool> {
        let most = cluster.len().div_ceil(ODD_PAGES);
        if cluster.len() < 2 * CLUSTER_PAGES {
            return vec![false; cluster.len()];
        }
        let samples = || cluster.iter().map(|&page| &self.of_pages[page]);
        let mut pages = HashMap::<u64, usize>::new();
        for (hash, _) in samples().flatten() {
            *pages.entry(*hash).or_default() += 1;
        }
        let is_common = |pages: usize| pages + most >= cluster.len();
        let common = pages.values().filter(|pages| is_common(**pages)).count();
        let lacks = |sample: &Sample| {
            let has = sample.iter().filter(|(hash, _)| is_common(pages[hash]));
            common - has.count()
        };
        let odd: Vec<bool> = samples()
            .map(|sample| lacks(sample) as f64 > ODD_PAGE_LACKS * common as f64)
            .collect();
        match odd.iter().filter(|odd| **odd).count() <= most {
            true => odd,
            false => vec![false; odd.len()],
        }
    }
}

/// Samples all pages.
fn samples(count: usize, units: impl Fn(usize) -> Vec<u32>) -> Vec<Sample> {
    let power = Power::new(LENGTHS[LEVEL]);
    let mut pages = HashMap::<u64, u32>::new();
    let samples: Vec<Vec<u64>> = (0..count)
        .map(|page| {
            let units = units(page);
            let sample = sampled(&Hashed::new(&units), &power, CLUSTER_SAMPLING);
            for &hash in &sample {
                *pages.entry(hash).or_default() += 1;
            }
            sample
        })
        .collect();
    let with_pages = |sample: Vec<u64>| -> Sample {
        let grams = sample.into_iter().map(|hash| (hash, pages[&hash]));
        grams
            .filter(|(_, pages)| *pages >= CLUSTER_FREQUENCY)
            .collect()
    };
    samples.into_iter().map(with_pages).collect()
}

/// Returns the leader of each page: the earlier page with the greatest overlap, or the page itself.
fn leaders(samples: &[Sample]) -> Vec<usize> {
    let weight = |sample: &Sample| {
        sample
            .iter()
            .map(|(_, pages)| u64::from(*pages))
            .sum::<u64>()
    };
    // Inverted index: the leaders that have an n-gram.
    let mut with = HashMap::<u64, Vec<u32>>::new();
    let mut common = vec![0u64; samples.len()];
    let mut found = Vec::with_capacity(samples.len());
    let mut seen = Vec::new();
    for (page, sample) in samples.iter().enumerate() {
        for (hash, pages) in sample {
            for &leader in with.get(hash).into_iter().flatten() {
                if common[leader as usize] == 0 {
                    seen.push(leader as usize);
                }
                common[leader as usize] += u64::from(*pages);
            }
        }
        let own = weight(sample);
        let best = seen
            .iter()
            .map(|&leader| {
                let least = own.min(weight(&samples[leader]));
                (common[leader] as f64 / least as f64, leader)
            })
            .filter(|(alike, _)| *alike >= CLUSTER_SHARED)
            .max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
        found.push(best.map_or(page, |(_, leader)| leader));
        if best.is_none() {
            for (hash, _) in sample {
                with.entry(*hash).or_default().push(page as u32);
            }
        }
        for leader in seen.drain(..) {
            common[leader] = 0;
        }
    }
    found
}

/// Adds the pages of clusters that are too small to the largest cluster.
fn with_the_rest(clusters: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
    let (mut large, small): (Vec<_>, Vec<_>) = clusters
        .into_iter()
        .partition(|pages| pages.len() >= CLUSTER_PAGES);
    if large.is_empty() {
        large.push(Vec::new());
    }
    let most = large.iter().map(Vec::len).max();
    let largest = large.iter_mut().find(|pages| Some(pages.len()) == most);
    if let Some(pages) = largest {
        pages.extend(small.into_iter().flatten());
        pages.sort_unstable();
    }
    large
}

#[cfg(test)]
mod tests {
    use platform::random::mix;

    use super::*;

    fn page(site: &str, number: usize) -> Vec<u32> {
        let menu = |item| format!("<li>{site}, {item}: {site}</li>");
        let body = (0..40).map(|word| format!("{} ", mix((number * 64 + word) as u64)));
        let page = (0..40).map(menu).collect::<String>() + &body.collect::<String>();
        page.chars().map(u32::from).collect()
    }

    #[test]
    fn two_sites_are_told_apart_and_odd_pages_go_with_the_larger() {
        let pages: Vec<Vec<u32>> = (0..30)
            .map(|number| match number % 3 {
                0 => page("bread and cakes from the bakery", number),
                _ => page("what one may borrow at the library", number),
            })
            .chain([page("nobody else", 99)])
            .collect();
        let found = clusters(pages.len(), |number| pages[number].clone());
        assert_eq!(found.len(), 2);
        assert_eq!(found[0], (0..30).step_by(3).collect::<Vec<_>>());
        assert_eq!(found[1].len(), 21);
        assert_eq!(found[1].last(), Some(&30));
    }

    #[test]
    fn pages_that_lack_what_nearly_all_have_are_odd() {
        let odd = |odd: &[usize]| {
            let units = |number| {
                let mut page = page("the paper of the valley", number);
                // The first of forty items, and the text.
                let menu = if odd.contains(&number) {
                    100..1500
                } else {
                    0..0
                };
                page.drain(menu);
                page
            };
            let pages: Vec<usize> = (0..25).collect();
            let found = Samples::of(25, units).odd(&pages);
            pages
                .into_iter()
                .filter(|page| found[*page])
                .collect::<Vec<_>>()
        };
        assert!(odd(&[]).is_empty());
        assert_eq!(odd(&[7]), [7]);
        assert_eq!(odd(&[7, 20]), [7, 20]);
        // Three of 25 are a template of their own.
        assert!(odd(&[3, 7, 20]).is_empty());
    }

    #[test]
    fn few_pages_and_unlike_pages_are_together() {
        let page = |number| page(&format!("site {number}"), number);
        for count in [0, 1, 9, 30] {
            assert_eq!(clusters(count, page), [(0..count).collect::<Vec<_>>()]);
        }
    }
}
