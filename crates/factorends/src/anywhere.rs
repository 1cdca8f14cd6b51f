//! Boilerplate anywhere in documents: runs of lines, in HTML also of tags, that many documents of a site share.
//!
//! Pages of a site begin with the same styles and scripts, end with the same footer, and have the same menus in the
//! middle. Neither frequency records nor bounds are needed: document frequencies of lines and of pairs of consecutive lines are
//! counted in passes over the documents. What is said of lines here is said of pieces ([`CutPlaces::pieces`]).

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use freqlines::BuildIdentity;
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

use crate::Run;
use crate::page::CutPlaces;

type Counts = HashMap<u64, u32, BuildIdentity>;

/// Document frequencies of lines, of pairs of consecutive common lines, and of parts of runs.
///
/// The keys are 64-bit XXH3 hashes. Collisions do no harm: runs are compared by 128-bit hashes before they share a file.
#[derive(Debug, Clone, Default)]
pub struct CommonLines {
    documents: u32,
    lines: Counts,
    pairs: Counts,
    /// Of parts of runs, by the hashes of their bytes.
    parts: Counts,
    /// The least document frequency of a common line or pair.
    least: u32,
}

/// About the length of a link to a shared file.
const LINK: usize = 60;

/// The greatest depth of a tree of parts.
const DEPTH: usize = 40;

impl CommonLines {
    /// First pass: counts the distinct lines of a document.
    pub fn add_lines(&mut self, bytes: &[u8], lines: &[Range<usize>]) {
        self.documents += 1;
        let hashes = lines.iter().map(|line| hash(&bytes[line.clone()]));
        let distinct: HashSet<u64, BuildIdentity> = hashes.collect();
        for line in distinct {
            *self.lines.entry(line).or_default() += 1;
        }
    }

    /// Ends the first pass. A line is common if more than this share of the documents has it, and at least two.
    pub fn keep_common(&mut self, share: f64) {
        self.least = ((f64::from(self.documents) * share) as u32 + 1).max(2);
        let least = self.least;
        self.lines.retain(|_, documents| *documents >= least);
        self.lines.shrink_to_fit();
    }

    /// Second pass: counts the distinct pairs of consecutive common lines of a document.
    pub fn add_pairs(&mut self, bytes: &[u8], lines: &[Range<usize>]) {
        let mut distinct: HashSet<u64, BuildIdentity> = HashSet::default();
        let mut previous = None;
        for line in lines {
            let line = hash(&bytes[line.clone()]);
            let common = self.lines.contains_key(&line).then_some(line);
            if let (Some(previous), Some(line)) = (previous, common) {
                distinct.insert(pair(previous, line));
            }
            previous = common;
        }
        for pair in distinct {
            *self.pairs.entry(pair).or_default() += 1;
        }
    }

    /// Third pass: counts the distinct parts of the runs of a document.
    pub fn add_parts(&mut self, bytes: &[u8], runs: &[Run], min_bytes: usize, places: &CutPlaces) {
        let splitter = Splitter::new(bytes, min_bytes, places);
        let mut distinct: HashSet<u64, BuildIdentity> = HashSet::default();
        for run in runs {
            splitter.walk(run, |part| {
                distinct.insert(xxh3_64(&bytes[part.range.clone()]));
            });
        }
        for part in distinct {
            *self.parts.entry(part).or_default() += 1;
        }
    }

    /// Moves the counts of parts here from a copy that counted them.
    pub fn take_parts(&mut self, parts: CommonLines) {
        self.parts = parts.parts;
    }

    /// Splits runs into parts that more documents share.
    ///
    /// A menu marks the current page, so that its two runs end and begin at another line on each page. Runs are split as in a
    /// treap: before the line with the smallest hash, which is the same on other pages, and recursively. Two runs then share most
    /// of their common text in a few parts. A part is kept whole where that saves as much as its halves do: what a document saves is the
    /// length of a part, less a link and its share of the shared file.
    pub fn split(
        &self,
        bytes: &[u8],
        runs: &[Run],
        min_bytes: usize,
        places: &CutPlaces,
    ) -> Vec<Run> {
        let splitter = Splitter::new(bytes, min_bytes, places);
        let mut parts = Vec::new();
        for run in runs {
            self.split_run(&splitter, bytes, run, 0, &mut parts);
        }
        parts
    }

    /// Adds the parts of a run in order, and returns what they save.
    fn split_run(
        &self,
        splitter: &Splitter,
        bytes: &[u8],
        run: &Run,
        depth: usize,
        parts: &mut Vec<Run>,
    ) -> usize {
        let hash = xxh3_64(&bytes[run.range.clone()]);
        let uses = self.parts.get(&hash).copied().unwrap_or(1) as usize;
        let length = run.range.len();
        let whole = length.saturating_sub(LINK + length.div_ceil(uses));
        let from = parts.len();
        let halves = splitter.halves(run).filter(|_| depth < DEPTH);
        let split = halves.iter().flatten();
        let split: usize = split
            .map(|half| self.split_run(splitter, bytes, half, depth + 1, parts))
            .sum();
        if split <= whole {
            parts.truncate(from);
            parts.push(run.clone());
        }
        split.max(whole)
    }

    /// The runs of common lines of a document with at least `min_bytes` bytes, in order. A run also ends between two common lines
    /// whose pair is not common. `begin` is the first byte that may belong to a run.
    pub fn runs(
        &self,
        bytes: &[u8],
        begin: usize,
        min_bytes: usize,
        places: &CutPlaces,
    ) -> Vec<Run> {
        let lines = &places.pieces;
        let mut runs = Vec::new();
        let mut current = 0..0;
        let mut previous = None;
        let mut end = |range: Range<usize>| {
            runs.extend(places.runs_within(range).into_iter().filter_map(|part| {
                let first = part.start;
                let last = part.end.checked_sub(1).filter(|last| *last >= first)?;
                let start = match first {
                    0 => begin,
                    first => lines[first].start,
                };
                let range = start..lines[last].end;
                (range.len() >= min_bytes).then_some(Run {
                    first: first as u64 + 1,
                    last: last as u64 + 1,
                    range,
                })
            }));
        };
        for (at, line) in lines.iter().enumerate() {
            let line = hash(&bytes[line.clone()]);
            let common = self.lines.contains_key(&line).then_some(line);
            let goes_on = previous.zip(common).is_some_and(|(previous, line)| {
                self.pairs.get(&pair(previous, line)).copied().unwrap_or(0) >= self.least
            });
            match common {
                Some(_) if goes_on => current.end = at + 1,
                Some(_) => end(std::mem::replace(&mut current, at..at + 1)),
                None => end(std::mem::replace(&mut current, at + 1..at + 1)),
            }
            previous = common;
        }
        end(current);
        runs
    }
}

/// Splits the runs of a document.
struct Splitter<'a> {
    /// The hash of each line and the one before it.
    hashes: Vec<u64>,
    min_bytes: usize,
    places: &'a CutPlaces,
}

impl<'a> Splitter<'a> {
    fn new(bytes: &[u8], min_bytes: usize, places: &'a CutPlaces) -> Self {
        let mut previous = 0;
        let hashes = places.pieces.iter().map(|line| {
            let line = hash(&bytes[line.clone()]);
            pair(std::mem::replace(&mut previous, line), line)
        });
        Splitter {
            hashes: hashes.collect(),
            min_bytes,
            places,
        }
    }

    /// Visits a run and its parts.
    fn walk(&self, run: &Run, mut visit: impl FnMut(&Run)) {
        let mut stack = vec![(run.clone(), 0)];
        while let Some((part, depth)) = stack.pop() {
            visit(&part);
            let halves = self.halves(&part).filter(|_| depth < DEPTH);
            stack.extend(halves.into_iter().flatten().map(|half| (half, depth + 1)));
        }
    }

    /// The halves of a run; `None` where one of them would be too short.
    fn halves(&self, run: &Run) -> Option<[Run; 2]> {
        // The number of a line is the index of the next.
        let (first, last) = (run.first as usize, run.last as usize);
        let begins = |at: usize| self.places.pieces[at].start;
        let from = (first..last).find(|&at| begins(at) >= run.range.start + self.min_bytes)?;
        let until = (from..last)
            .rev()
            .find(|&at| begins(at) + self.min_bytes <= run.range.end)?;
        let middle = first.midpoint(last);
        let at = (from..=until)
            .filter(|&at| self.places.may_begin(at))
            // Of equal lines the one nearest to the middle, which bounds the depth of the tree.
            .min_by_key(|&at| (self.hashes[at], at.abs_diff(middle)))?;
        Some([
            Run {
                first: run.first,
                last: at as u64,
                range: run.range.start..begins(at),
            },
            Run {
                first: at as u64 + 1,
                last: run.last,
                range: begins(at)..run.range.end,
            },
        ])
    }
}

/// The hash of a line without its end, so that the last line of a file is like any other.
fn hash(line: &[u8]) -> u64 {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    xxh3_64(line.strip_suffix(b"\r").unwrap_or(line))
}

/// The hash of two consecutive lines.
fn pair(first: u64, second: u64) -> u64 {
    xxh3_64_with_seed(&second.to_le_bytes(), first)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(text: &str) -> CutPlaces {
        CutPlaces::of_lines(text.as_bytes())
    }

    fn runs_of(documents: &[&str], share: f64, min_bytes: usize) -> Vec<Vec<(u64, u64)>> {
        let mut common = CommonLines::default();
        documents
            .iter()
            .for_each(|text| common.add_lines(text.as_bytes(), &places(text).pieces));
        common.keep_common(share);
        documents
            .iter()
            .for_each(|text| common.add_pairs(text.as_bytes(), &places(text).pieces));
        let of = |text: &&str| -> Vec<(u64, u64)> {
            let runs = common.runs(text.as_bytes(), 0, min_bytes, &places(text));
            runs.iter().map(|run| (run.first, run.last)).collect()
        };
        documents.iter().map(of).collect()
    }

    #[test]
    fn runs_end_where_pages_differ() {
        let pages = [
            "style\nmenu\none\nfooter\nend",
            "style\nmenu\ntwo\nfooter\nend\n",
            "footer\nstyle\nmenu\nthree\nend\n",
        ];
        let runs = runs_of(&pages, 0.5, 1);
        assert_eq!(runs[0], [(1, 2), (4, 5)]);
        assert_eq!(runs[1], runs[0]);
        assert_eq!(
            runs[2],
            [(1, 1), (2, 3), (5, 5)],
            "footer, style is no pair"
        );
        assert_eq!(runs_of(&pages, 0.5, 11)[0], [(1, 2)]);
        assert_eq!(
            runs_of(&pages[..1], 0.0, 1),
            [vec![]],
            "of one document none"
        );
    }

    #[test]
    fn a_menu_that_marks_its_page_is_shared_in_parts() {
        let page = |number: usize| -> String {
            (0..200)
                .map(|item| match item == number {
                    true => format!("<li class=here>item {item}\n"),
                    false => format!("<li>item {item}\n"),
                })
                .collect()
        };
        let pages: Vec<String> = (20..60).map(page).collect();
        let mut common = CommonLines::default();
        pages
            .iter()
            .for_each(|page| common.add_lines(page.as_bytes(), &places(page).pieces));
        common.keep_common(0.5);
        pages
            .iter()
            .for_each(|page| common.add_pairs(page.as_bytes(), &places(page).pieces));
        let runs_of =
            |common: &CommonLines, page: &str| common.runs(page.as_bytes(), 0, 50, &places(page));
        for page in &pages {
            let runs = runs_of(&common, page);
            common.add_parts(page.as_bytes(), &runs, 50, &places(page));
        }
        let mut texts: HashMap<String, usize> = HashMap::new();
        for page in &pages {
            let runs = runs_of(&common, page);
            assert_eq!(runs.len(), 2);
            let parts = common.split(page.as_bytes(), &runs, 50, &places(page));
            assert!(parts.is_sorted_by(|a, b| a.range.end <= b.range.start));
            for part in parts {
                *texts.entry(page[part.range].to_owned()).or_default() += 1;
            }
        }
        let all: usize = texts.iter().map(|(text, count)| text.len() * count).sum();
        let shared = texts.iter().filter(|(_, count)| **count >= 10);
        let shared: usize = shared.map(|(text, count)| text.len() * count).sum();
        assert!(10 * shared > 8 * all, "{shared} of {all}");
    }

    #[test]
    fn the_last_line_is_like_any_other() {
        assert_eq!(hash(b"a\r\n"), hash(b"a"));
    }
}
