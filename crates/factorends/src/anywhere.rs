//! Boilerplate wherever it stands: runs of lines that many documents of a site have.
//!
//! Pages of a site begin with the same styles and scripts, end with the same footer, and have the same menus in the
//! middle. No frequency records and no bounds are needed: the documents themselves tell which lines are common, and which
//! of them follow each other.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use freqlines::BuildIdentity;
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

use crate::Run;
use crate::page::Places;

type Counts = HashMap<u64, u32, BuildIdentity>;

/// How many documents have a line, and how many have a common line directly behind another one.
///
/// Lines are known by their 64-bit XXH3 hashes. That two are taken for one does no harm: runs are compared byte by byte
/// before they share a file.
#[derive(Debug, Clone, Default)]
pub struct CommonLines {
    documents: u32,
    lines: Counts,
    pairs: Counts,
    /// How many documents have a part of a run.
    parts: Counts,
    /// A line or pair is common in so many documents.
    least: u32,
}

/// Parts of parts of runs, so deep and no deeper.
const DEPTH: usize = 40;

impl CommonLines {
    /// Counts the lines of a document, each once.
    pub fn add_lines(&mut self, bytes: &[u8]) {
        self.documents += 1;
        let distinct: HashSet<u64, BuildIdentity> =
            lines(bytes).map(|line| hash(&bytes[line])).collect();
        for line in distinct {
            *self.lines.entry(line).or_default() += 1;
        }
    }

    /// Ends the counting of lines: common is what more than this share of the documents has, and at least two have.
    pub fn keep_common(&mut self, share: f64) {
        self.least = ((f64::from(self.documents) * share) as u32 + 1).max(2);
        let least = self.least;
        self.lines.retain(|_, documents| *documents >= least);
        self.lines.shrink_to_fit();
    }

    /// Counts the pairs of common lines of a document, each once, when all lines are counted.
    pub fn add_pairs(&mut self, bytes: &[u8]) {
        let mut distinct: HashSet<u64, BuildIdentity> = HashSet::default();
        let mut previous = None;
        for line in lines(bytes) {
            let line = hash(&bytes[line]);
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

    /// Counts the parts of the runs of a document, each once, when all pairs are counted.
    pub fn add_parts(&mut self, bytes: &[u8], runs: &[Run], min_bytes: usize, places: &Places) {
        let splits = Splits::new(bytes, min_bytes, places);
        let mut distinct: HashSet<u64, BuildIdentity> = HashSet::default();
        for run in runs {
            splits.walk(run, |part| {
                distinct.insert(xxh3_64(&bytes[part.range.clone()]));
                true
            });
        }
        for part in distinct {
            *self.parts.entry(part).or_default() += 1;
        }
    }

    /// Takes the counts of parts that were made beside.
    pub fn take_parts(&mut self, parts: CommonLines) {
        self.parts = parts.parts;
    }

    /// Splits runs into parts that more documents have.
    ///
    /// A menu marks the page that it is on, so that every page has a menu of its own, of two runs that end and begin
    /// elsewhere on each page. A run is split before the line of the smallest hash, which is the same line on the next
    /// page, and so are its parts, as in a treap: what two runs have in common are few of these parts. The outermost are
    /// taken that half as many documents have as have their halves.
    pub fn split(&self, bytes: &[u8], runs: &[Run], min_bytes: usize, places: &Places) -> Vec<Run> {
        let uses = |part: &Run| {
            let hash = xxh3_64(&bytes[part.range.clone()]);
            self.parts.get(&hash).copied().unwrap_or(0)
        };
        let splits = Splits::new(bytes, min_bytes, places);
        let mut parts = Vec::new();
        for run in runs {
            splits.walk(run, |part| {
                let halves = splits.halves(part);
                let most = halves.iter().flatten().map(uses).max().unwrap_or(0);
                let goes_on = 2 * uses(part) < most;
                if !goes_on {
                    parts.push(part.clone());
                }
                goes_on
            });
        }
        parts.sort_by_key(|part| part.first);
        parts
    }

    /// The runs of common lines of a document that hold at least `min_bytes` bytes, in order. Where two common lines
    /// follow each other in few documents, a run ends: the next part of the page begins. `begin` is the first byte that may
    /// belong to a run; `places` says where runs may begin and end.
    pub fn runs(&self, bytes: &[u8], begin: usize, min_bytes: usize, places: &Places) -> Vec<Run> {
        let lines: Vec<Range<usize>> = lines(bytes).collect();
        let mut runs = Vec::new();
        let mut stretch = 0..0;
        let mut previous = None;
        let mut end = |stretch: Range<usize>| {
            runs.extend(places.trim(stretch).into_iter().filter_map(|part| {
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
                Some(_) if goes_on => stretch.end = at + 1,
                Some(_) => end(std::mem::replace(&mut stretch, at..at + 1)),
                None => end(std::mem::replace(&mut stretch, at + 1..at + 1)),
            }
            previous = common;
        }
        end(stretch);
        runs
    }
}

/// Where runs of a document are split.
struct Splits<'a> {
    lines: Vec<Range<usize>>,
    /// Of each line and the one before it.
    hashes: Vec<u64>,
    min_bytes: usize,
    places: &'a Places,
}

impl<'a> Splits<'a> {
    fn new(bytes: &[u8], min_bytes: usize, places: &'a Places) -> Self {
        let lines: Vec<Range<usize>> = lines(bytes).collect();
        let mut previous = 0;
        let hashes = lines.iter().map(|line| {
            let line = hash(&bytes[line.clone()]);
            pair(std::mem::replace(&mut previous, line), line)
        });
        Splits {
            hashes: hashes.collect(),
            lines,
            min_bytes,
            places,
        }
    }

    /// Visits a run and its parts, those of a part where `visit` says so.
    fn walk(&self, run: &Run, mut visit: impl FnMut(&Run) -> bool) {
        let mut open = vec![(run.clone(), 0)];
        while let Some((part, depth)) = open.pop() {
            if visit(&part)
                && depth < DEPTH
                && let Some(halves) = self.halves(&part)
            {
                open.extend(halves.map(|half| (half, depth + 1)));
            }
        }
    }

    /// The halves of a run; none where one of them would be too short.
    fn halves(&self, run: &Run) -> Option<[Run; 2]> {
        // The number of a line is the index of the next.
        let (first, last) = (run.first as usize, run.last as usize);
        let begins = |at: usize| self.lines[at].start;
        let from = (first..last).find(|&at| begins(at) >= run.range.start + self.min_bytes)?;
        let until = (from..last)
            .rev()
            .find(|&at| begins(at) + self.min_bytes <= run.range.end)?;
        let middle = first.midpoint(last);
        let at = (from..=until)
            .filter(|&at| self.places.may_cut(at))
            // Of equal lines that in the middle, so that many of them are no deep tree.
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

/// The lines of a document, with their line ends.
pub(crate) fn lines(bytes: &[u8]) -> impl Iterator<Item = Range<usize>> {
    let ends = memchr::memchr_iter(b'\n', bytes).map(|at| at + 1);
    let last = (!bytes.is_empty() && !bytes.ends_with(b"\n")).then_some(bytes.len());
    let mut from = 0;
    ends.chain(last)
        .map(move |end| std::mem::replace(&mut from, end)..end)
}

/// Of a line without its end, so that the last line of a file is like any other.
fn hash(line: &[u8]) -> u64 {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    xxh3_64(line.strip_suffix(b"\r").unwrap_or(line))
}

fn pair(first: u64, second: u64) -> u64 {
    xxh3_64_with_seed(&second.to_le_bytes(), first)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runs_of(documents: &[&str], share: f64, min_bytes: usize) -> Vec<Vec<(u64, u64)>> {
        let mut common = CommonLines::default();
        documents
            .iter()
            .for_each(|text| common.add_lines(text.as_bytes()));
        common.keep_common(share);
        documents
            .iter()
            .for_each(|text| common.add_pairs(text.as_bytes()));
        let of = |text: &&str| -> Vec<(u64, u64)> {
            let places = Places::anywhere(text.lines().count());
            let runs = common.runs(text.as_bytes(), 0, min_bytes, &places);
            runs.iter().map(|run| (run.first, run.last)).collect()
        };
        documents.iter().map(of).collect()
    }

    #[test]
    fn runs_stand_anywhere_and_end_where_pages_go_different_ways() {
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
            .for_each(|page| common.add_lines(page.as_bytes()));
        common.keep_common(0.5);
        pages
            .iter()
            .for_each(|page| common.add_pairs(page.as_bytes()));
        let places = Places::anywhere(200);
        let runs_of =
            |common: &CommonLines, page: &str| common.runs(page.as_bytes(), 0, 50, &places);
        for page in &pages {
            let runs = runs_of(&common, page);
            common.add_parts(page.as_bytes(), &runs, 50, &places);
        }
        let mut texts: HashMap<String, usize> = HashMap::new();
        for page in &pages {
            let runs = runs_of(&common, page);
            assert_eq!(runs.len(), 2);
            let parts = common.split(page.as_bytes(), &runs, 50, &places);
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
    fn lines_have_their_ends() {
        let of = |text: &[u8]| -> Vec<(usize, usize)> {
            lines(text).map(|line| (line.start, line.end)).collect()
        };
        assert_eq!(of(b"a\nb"), [(0, 2), (2, 3)]);
        assert_eq!(of(b"a\n"), [(0, 2)]);
        assert_eq!(of(b""), []);
        assert_eq!(hash(b"a\r\n"), hash(b"a"));
    }
}
