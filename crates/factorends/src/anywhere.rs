//! Boilerplate anywhere in documents: runs of lines, in HTML also of tags, that many documents of a site share.
//!
//! Pages of a site begin with the same styles and scripts, end with the same footer, and have the same menus in the
//! middle. Neither frequency records nor bounds are needed: document frequencies of lines and of pairs of consecutive lines are
//! counted in passes over the documents. What is said of lines here is said of pieces ([`CutPlaces::pieces`]).

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use freqlines::BuildIdentity;
use memchr::{memchr_iter, memmem};
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

use crate::Run;
use crate::page::CutPlaces;

type Counts = HashMap<u64, u32, BuildIdentity>;

/// Distinct hashes.
pub type Hashes = HashSet<u64, BuildIdentity>;

/// Document frequencies of lines, of pairs of consecutive common lines, and of parts of runs.
///
/// The keys are 64-bit hashes. Collisions do no harm: runs are compared by 128-bit hashes before they share a file.
#[derive(Debug, Clone, Default)]
pub struct CommonLines {
    documents: u32,
    lines: Counts,
    pairs: Counts,
    /// Of parts of runs, by [`Cut::part`].
    parts: Counts,
    /// The least document frequency of a common line or pair.
    least: u32,
}

/// About the length of a link to a shared file.
const LINK: usize = 60;

/// The greatest depth of a tree of parts.
const DEPTH: usize = 40;

/// Of the polynomial that hashes consecutive lines: 2^64 divided by the golden ratio, which is odd.
const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;

impl CommonLines {
    /// First pass: counts the distinct lines of a document.
    pub fn add_lines(&mut self, bytes: &[u8], lines: &[Range<usize>]) {
        self.documents += 1;
        let distinct: Hashes = lines
            .iter()
            .map(|line| hash(&bytes[line.clone()]))
            .collect();
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
        let mut distinct = Hashes::default();
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

    /// Third pass: counts the distinct parts of the runs of a document ([`Cut::parts`]).
    pub fn add_parts(&mut self, parts: Hashes) {
        for part in parts {
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
    pub fn split(&self, cut: &Cut, runs: &[Run]) -> Vec<Run> {
        let mut parts = Vec::new();
        for run in runs {
            self.split_run(cut, run, 0, &mut parts);
        }
        parts
    }

    /// Adds the parts of a run in order, and returns what they save.
    fn split_run(&self, cut: &Cut, run: &Run, depth: usize, parts: &mut Vec<Run>) -> usize {
        let uses = self.parts.get(&cut.part(run)).copied().unwrap_or(1) as usize;
        let length = run.shared_bytes();
        let whole = length.saturating_sub(LINK + length.div_ceil(uses));
        let from = parts.len();
        let may_split = depth < DEPTH && whole < self.most_of_halves(cut, run);
        let halves = may_split.then(|| cut.halves(run)).flatten();
        let split: usize = halves
            .iter()
            .flatten()
            .map(|half| self.split_run(cut, half, depth + 1, parts))
            .sum();
        if split <= whole {
            parts.truncate(from);
            parts.push(run.clone());
        }
        split.max(whole)
    }

    /// What the parts of a run cannot save more than: all documents have each of two parts, or of one and the other saves nothing.
    fn most_of_halves(&self, cut: &Cut, run: &Run) -> usize {
        let length = run.shared_bytes();
        if run.own.is_some() {
            // One half may have next to nothing in common.
            return length;
        }
        let documents = self.documents.max(1) as usize;
        let least = cut.min_bytes - cut.min_bytes.div_ceil(documents);
        length.saturating_sub(length / documents + LINK + LINK.min(least))
    }

    /// The runs of common lines of a document, in order. A run also ends between two common lines whose pair is not common.
    /// `begin` is the first byte that may belong to a run.
    pub fn runs(&self, cut: &Cut, begin: usize) -> Vec<Run> {
        let lines = &cut.places.pieces;
        let mut runs = Vec::new();
        for (range, own) in cut.around_own(self.stretches(cut)) {
            for part in cut.places.runs_within(range) {
                let start = match part.start {
                    0 => begin,
                    first => lines[first].start,
                };
                let is_inside = |own: &&Range<usize>| part.start < own.start && own.end < part.end;
                let run = Run {
                    first: part.start as u64 + 1,
                    last: part.end as u64,
                    range: start..lines[part.end - 1].end,
                    own: own.as_ref().filter(is_inside).map(|own| cut.bytes_of(own)),
                };
                if run.shared_bytes() >= cut.min_bytes {
                    runs.push(run);
                }
            }
        }
        runs
    }

    /// The longest ranges of common lines whose pairs are common.
    fn stretches(&self, cut: &Cut) -> Vec<Range<usize>> {
        let mut stretches: Vec<Range<usize>> = Vec::new();
        let mut previous = None;
        for (at, line) in cut.hashes.iter().enumerate() {
            let common = self.lines.contains_key(line).then_some(*line);
            let goes_on = previous.zip(common).is_some_and(|(previous, line)| {
                self.pairs.get(&pair(previous, line)).copied().unwrap_or(0) >= self.least
            });
            match stretches.last_mut() {
                Some(stretch) if goes_on => stretch.end = at + 1,
                _ if common.is_some() => stretches.push(at..at + 1),
                _ => {}
            }
            previous = common;
        }
        stretches
    }
}

/// A document that is cut into lines, with their hashes.
pub struct Cut<'a> {
    bytes: &'a [u8],
    /// Its lines.
    pub places: CutPlaces,
    min_bytes: usize,
    /// The hash of each line.
    hashes: Vec<u64>,
    /// Runs are split before the line with the smallest of these: the hash of it and the one before it, or the greatest
    /// number where no run may begin.
    order: Vec<u64>,
    /// The values of the polynomial whose coefficients are the hashes of the lines up to each.
    sums: Vec<u64>,
}

impl<'a> Cut<'a> {
    /// Hashes the lines of a document, in which no run or part is to have fewer than `min_bytes` bytes.
    pub fn new(bytes: &'a [u8], places: CutPlaces, min_bytes: usize) -> Self {
        let lines = places.pieces.iter();
        let hashes: Vec<u64> = lines.map(|line| hash(&bytes[line.clone()])).collect();
        let mut previous = 0;
        let order = hashes.iter().enumerate().map(|(at, &line)| {
            let before = std::mem::replace(&mut previous, line);
            match places.may_begin(at) {
                true => pair(before, line),
                false => u64::MAX,
            }
        });
        let order = order.collect();
        let mut sums = vec![0u64];
        let mut sum = 0u64;
        sums.extend(hashes.iter().map(|line| {
            sum = sum.wrapping_mul(MULTIPLIER).wrapping_add(*line);
            sum
        }));
        Cut {
            bytes,
            places,
            min_bytes,
            hashes,
            order,
            sums,
        }
    }

    /// The bytes of a range of lines, which is not at the end.
    fn bytes_of(&self, lines: &Range<usize>) -> Range<usize> {
        self.places.pieces[lines.start].start..self.places.pieces[lines.end].start
    }

    /// Joins stretches of common lines in one script or style, with what is between them: no run may begin within it, but one that has
    /// its tag can leave out what is the document's own, from the first line that is not common to the last, as the text of the
    /// script that writes the run. That is done once in a run.
    fn around_own(
        &self,
        stretches: Vec<Range<usize>>,
    ) -> Vec<(Range<usize>, Option<Range<usize>>)> {
        let mut joined: Vec<(Range<usize>, Option<Range<usize>>)> = Vec::new();
        // The last tag of a script or style.
        let mut tag = 0;
        let mut seen = 0;
        for stretch in stretches {
            let code = |at: &usize| self.places.is_code(*at);
            tag = (seen..stretch.start + 1)
                .rfind(|at| !code(at))
                .unwrap_or(tag);
            seen = stretch.start + 1;
            let last = joined.last_mut().filter(|(run, _)| {
                code(&stretch.start) && run.contains(&tag) && !self.places.has_base
            });
            let Some((run, own)) = last else {
                joined.push((stretch, None));
                continue;
            };
            let here = own.clone().filter(|own| own.start > tag);
            let new = here.as_ref().map_or(run.end, |own| own.end)..stretch.start;
            if !may_be_own(&self.bytes[self.bytes_of(&new)]) {
                joined.push((stretch, None));
                continue;
            }
            let from = here.as_ref().map_or(run.end, |own| own.start);
            let text = Some(from..stretch.start);
            if own.is_some() && here.is_none() {
                run.end = tag;
                joined.push((tag..stretch.end, text));
            } else {
                (run.end, *own) = (stretch.end, text);
            }
        }
        joined
    }

    /// The distinct parts of runs.
    pub fn parts(&self, runs: &[Run]) -> Hashes {
        let mut distinct = Hashes::default();
        let mut stack: Vec<(Run, usize)> = runs.iter().map(|run| (run.clone(), 0)).collect();
        while let Some((part, depth)) = stack.pop() {
            distinct.insert(self.part(&part));
            let halves = (depth < DEPTH).then(|| self.halves(&part)).flatten();
            stack.extend(halves.into_iter().flatten().map(|half| (half, depth + 1)));
        }
        distinct
    }

    /// The hash of what a part of a run shares.
    fn part(&self, run: &Run) -> u64 {
        let lines = run.first as usize - 1..run.last as usize;
        let sums = match &run.own {
            None => [self.sum(lines), 0],
            Some(own) => {
                let begins = |at: usize| self.places.pieces.partition_point(|line| line.start < at);
                let (from, to) = (begins(own.start), begins(own.end));
                [self.sum(lines.start..from), self.sum(to..lines.end)]
            }
        };
        // Line ends are in no hash of a line.
        pair(pair(sums[0], sums[1]), run.shared_bytes() as u64)
    }

    /// The polynomial of a range of lines.
    fn sum(&self, lines: Range<usize>) -> u64 {
        let before =
            self.sums[lines.start].wrapping_mul(MULTIPLIER.wrapping_pow(lines.len() as u32));
        self.sums[lines.end].wrapping_sub(before)
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
        let least = *self.order[from..=until].iter().min()?;
        // Of equal lines the one nearest to the middle, which bounds the depth of the tree.
        let at = (from..=until)
            .filter(|&at| self.order[at] == least && self.places.may_begin(at))
            .min_by_key(|&at| at.abs_diff(middle))?;
        let own = |half: &Range<usize>| run.own.clone().filter(|own| half.contains(&own.start));
        let (before, after) = (run.range.start..begins(at), begins(at)..run.range.end);
        Some([
            Run {
                first: run.first,
                last: at as u64,
                own: own(&before),
                range: before,
            },
            Run {
                first: at as u64 + 1,
                last: run.last,
                own: own(&after),
                range: after,
            },
        ])
    }
}

/// Whether a part of a script or style is the same as the text of a script's element: the tokenizer does not leave its state.
fn may_be_own(text: &[u8]) -> bool {
    memmem::find(text, b"<!--").is_none()
        && memchr_iter(b'<', text).all(|at| {
            let tag = text[at..].get(..b"</script".len());
            tag.is_none_or(|tag| !tag.eq_ignore_ascii_case(b"</script"))
        })
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

    fn cut(text: &str, min_bytes: usize) -> Cut<'_> {
        Cut::new(text.as_bytes(), places(text), min_bytes)
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
            let runs = common.runs(&cut(text, min_bytes), 0);
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
        for page in &pages {
            let cut = cut(page, 50);
            common.add_parts(cut.parts(&common.runs(&cut, 0)));
        }
        let mut texts: HashMap<String, usize> = HashMap::new();
        for page in &pages {
            let cut = cut(page, 50);
            let runs = common.runs(&cut, 0);
            assert_eq!(runs.len(), 2);
            let parts = common.split(&cut, &runs);
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
    fn runs_leave_out_what_is_a_documents_own_in_its_scripts() {
        let page = |own: &str, other: &str| {
            format!(
                "<p>\n<script>\nf(\n{own});\ng()\n</script>\n<i>{other}</i>\n<style>\n{other}\np {{}}\n</style>\n"
            )
        };
        fn cut(page: &str) -> Cut<'_> {
            Cut::new(page.as_bytes(), CutPlaces::of_html(page.as_bytes()), 4)
        }
        let shared = |pages: &[String]| -> Vec<Vec<String>> {
            let mut common = CommonLines::default();
            let pieces = |page: &str| CutPlaces::of_html(page.as_bytes()).pieces;
            let each = || pages.iter().map(|page| (page.as_bytes(), pieces(page)));
            each().for_each(|(page, pieces)| common.add_lines(page, &pieces));
            common.keep_common(0.5);
            each().for_each(|(page, pieces)| common.add_pairs(page, &pieces));
            let runs = common.runs(&cut(&pages[1]), 0);
            let parts = |run: &Run| run.shared().map(|part| pages[1][part].to_owned()).collect();
            runs.iter().map(parts).collect()
        };
        let pages = ["1", "2", "3"].map(|own| page(&format!("{own}\n"), own));
        let script = ["<p>\n<script>\nf(\n", ");\ng()\n</script>\n"];
        let style = ["</i>\n<style>\n", "p {}\n</style>\n"];
        assert_eq!(shared(&pages), [script, style]);
        let pages = ["1", "2", "3"].map(|own| page(&format!("{own}\n"), ""));
        assert_eq!(
            shared(&pages),
            [[script[0], &pages[1][pages[1].find(");").unwrap()..]]]
        );
        // Several lines, and what is common between them.
        let pages = ["1", "2", "3"].map(|own| page(&format!("{own}\ng()\n\n{own}\n"), own));
        assert_eq!(shared(&pages)[0], script);
        // Not where another script's text would end, or go on behind its end.
        for end in ["<!--", "</Script"] {
            let pages = ["1", "2", "3"].map(|own| page(&format!("'{end}{own}'\n"), ""));
            assert!(shared(&pages).iter().all(|run| run.len() == 1));
        }
    }

    #[test]
    fn the_last_line_is_like_any_other() {
        assert_eq!(hash(b"a\r\n"), hash(b"a"));
    }
}
