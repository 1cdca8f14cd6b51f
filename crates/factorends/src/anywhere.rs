//! Finds boilerplate anywhere in documents: runs of lines, in HTML also of tags, that many
//! documents of a site share.
//!
//! Pages of a site begin with the same styles and scripts, end with the same footer, and have the
//! same menus in the middle. This needs neither frequency records nor bounds. Several passes over
//! the documents count document frequencies of lines and of pairs of consecutive lines. In this
//! module, a line means a piece ([`CutPlaces::pieces`]).

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use freqlines::BuildIdentity;
use xxhash_rust::xxh3::xxh3_64_with_seed;

use crate::Run;
use crate::page::CutPlaces;
use crate::script;

type Counts = HashMap<u64, u32, BuildIdentity>;

/// A set of hashes.
pub type Hashes = HashSet<u64, BuildIdentity>;

/// Document frequencies of lines, of pairs of consecutive common lines, and of parts of runs.
///
/// The keys are 64-bit hashes. Collisions are harmless, because runs are compared by 128-bit hashes
/// before they share a file.
#[derive(Debug, Clone, Default)]
pub struct CommonLines {
    documents: u32,
    lines: Counts,
    pairs: Counts,
    /// The document frequencies of parts of runs, by [`Cut::part`].
    parts: Counts,
    /// The minimum document frequency of a common line or pair.
    least: u32,
}

/// The approximate length in bytes of a link to a shared file.
const LINK: usize = 60;

/// The maximum length in bytes of a document's own text between tags that a run may leave out,
/// because pages should be readable without scripts.
const MOST_OWN: usize = 200;

/// The number of lines before and after a document's own text that identify its place.
const AROUND: usize = 2;

/// The maximum depth of a tree of parts.
const DEPTH: usize = 40;

/// The multiplier of the polynomial that hashes consecutive lines: 2^64 divided by the golden
/// ratio, which is odd.
const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;

impl CommonLines {
    /// First pass: counts the distinct lines of a document, by their hashes.
    pub fn add_lines(&mut self, lines: &[u64]) {
        self.documents += 1;
        let shared = lines.iter().copied().filter(|line| *line != UNSHARED);
        let distinct: Hashes = shared.collect();
        for line in distinct {
            *self.lines.entry(line).or_default() += 1;
        }
    }

    /// Ends the first pass. A line is common if more than this share of the documents, and at least
    /// two, contain it.
    pub fn keep_common(&mut self, share: f64) {
        self.least = ((f64::from(self.documents) * share) as u32 + 1).max(2);
        let least = self.least;
        self.lines.retain(|_, documents| *documents >= least);
        self.lines.shrink_to_fit();
    }

    /// Second pass: counts the distinct pairs of consecutive common lines of a document. Also
    /// counts the common lines around the document's own text, if they occur once.
    pub fn add_pairs(&mut self, lines: &[u64]) {
        let mut distinct = Hashes::default();
        let mut around: HashMap<u64, bool, BuildIdentity> = HashMap::default();
        // The index after the last common line.
        let mut end = 0;
        for (at, line) in lines.iter().enumerate() {
            if !self.lines.contains_key(line) {
                continue;
            }
            if end == at && at > 0 {
                distinct.insert(pair(lines[at - 1], *line));
            } else if end > 0 {
                let once = around.entry(pair_around(lines, &(end..at)));
                once.and_modify(|once| *once = false).or_insert(true);
            }
            end = at + 1;
        }
        let once = around.into_iter().filter(|(_, once)| *once);
        for pair in distinct.into_iter().chain(once.map(|(pair, _)| pair)) {
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
    /// A menu marks the current page, so each page has two runs that end and begin at different
    /// lines. Runs are split as in a treap: before the line with the smallest hash, which is the
    /// same on other pages, and recursively. So two runs share most of their common text in a few
    /// parts. A part stays whole if that saves as much as its halves do. The bytes that a part
    /// saves in a document are its length, less a link and a share of the shared file.
    pub fn split(&self, cut: &Cut, runs: &[Run]) -> Vec<Run> {
        let mut parts = Vec::new();
        for run in runs {
            self.split_run(cut, run, 0, &mut parts);
        }
        parts
    }

    /// Adds the parts of a run in order, and returns the number of bytes that they save.
    fn split_run(&self, cut: &Cut, run: &Run, depth: usize, parts: &mut Vec<Run>) -> usize {
        let uses = self.parts.get(&cut.part(run)).copied().unwrap_or(1) as usize;
        let length = run.shared_bytes();
        let link = LINK + run.own.len() * script::SEPARATOR.len();
        let whole = length.saturating_sub(link + length.div_ceil(uses));
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

    /// Returns an upper bound of the bytes that the halves of a run save: either all documents have
    /// both halves, or all have one half and the other saves nothing.
    fn most_of_halves(&self, cut: &Cut, run: &Run) -> usize {
        let length = run.shared_bytes();
        let documents = self.documents.max(1) as usize;
        let least = cut.min_bytes - cut.min_bytes.div_ceil(documents);
        length.saturating_sub(length / documents + LINK + LINK.min(least))
    }

    /// Returns the runs of common lines of a document, in order. A run also ends between two common
    /// lines whose pair is not common. `begin` is the first byte that may belong to a run.
    pub fn runs(&self, cut: &Cut, begin: usize) -> Vec<Run> {
        let lines = &cut.places.pieces;
        let mut runs = Vec::new();
        for (range, own) in self.around_own(cut) {
            for part in cut.places.runs_within(range) {
                let Some((part, own)) = cut.without_own_ends(part, &own) else {
                    continue;
                };
                let start = match part.start {
                    0 => begin,
                    first => lines[first].start,
                };
                let run = Run {
                    first: part.start as u64 + 1,
                    last: part.end as u64,
                    range: start..lines[part.end - 1].end,
                    own: own.iter().map(|own| cut.bytes_of(own)).collect(),
                };
                if run.shared_bytes() >= cut.min_bytes {
                    runs.push(run);
                }
            }
        }
        runs
    }

    /// Returns the longest ranges of common lines whose pairs are common.
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

    /// Joins stretches of common lines across the document's own text between them, which becomes
    /// the text of the script element. Between tags this text must be short, and most documents
    /// must have the lines around it once. In an element without markup, where the next run could
    /// not begin, it may have any length. There it also includes short common stretches between two
    /// such texts, because pages differ in their number.
    fn around_own(&self, cut: &Cut) -> Vec<(Range<usize>, Vec<Range<usize>>)> {
        let mut joined: Vec<(Range<usize>, Vec<Range<usize>>)> = Vec::new();
        for stretch in self.stretches(cut) {
            let Some((run, own)) = joined.last_mut() else {
                joined.push((stretch, Vec::new()));
                continue;
            };
            let gap = run.end..stretch.start;
            let around = pair_around(&cut.hashes, &gap);
            let most_have = self.pairs.get(&around).copied().unwrap_or(0) >= self.least;
            let is_raw = |from: usize| (from..gap.end + 1).all(|at| cut.places.is_raw(at));
            let before = own.last_mut().filter(|own| {
                let between = cut.bytes_of(&(own.end..gap.start)).len();
                !most_have
                    && between < cut.min_bytes
                    && is_raw(own.end.max(own.start + 1) - 1)
                    && cut.may_be_own(&(own.end..gap.end))
            });
            if let Some(before) = before {
                before.end = gap.end;
            } else if (is_raw(gap.start) || most_have && cut.bytes_of(&gap).len() <= MOST_OWN)
                && cut.may_be_own(&gap)
            {
                own.push(gap);
            } else {
                joined.push((stretch, Vec::new()));
                continue;
            }
            run.end = stretch.end;
        }
        joined
    }
}

/// A document cut into lines, with their hashes.
pub struct Cut<'a> {
    bytes: &'a [u8],
    /// The lines of the document.
    pub places: CutPlaces,
    min_bytes: usize,
    /// The hash of each line.
    hashes: Vec<u64>,
    /// The numbers that decide where runs are split: before the line with the smallest number. It
    /// is the hash of the line and the previous one, or the maximum if no run may begin there.
    order: Vec<u64>,
    /// For each line, the value of the polynomial whose coefficients are the hashes of the lines up
    /// to it.
    sums: Vec<u64>,
}

impl<'a> Cut<'a> {
    /// Hashes the lines of a document. No run or part may have fewer than `min_bytes` bytes.
    pub fn new(bytes: &'a [u8], places: CutPlaces, hashes: Vec<u64>, min_bytes: usize) -> Self {
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

    /// Whether runs may leave these lines out.
    fn may_be_own(&self, lines: &Range<usize>) -> bool {
        self.places.may_be_own(lines.clone())
            && script::may_be_own(&self.bytes[self.bytes_of(lines)])
    }

    /// Returns the lines of a run and its own lines, reduced so that it neither begins nor ends
    /// with own lines.
    fn without_own_ends(
        &self,
        run: Range<usize>,
        own: &[Range<usize>],
    ) -> Option<(Range<usize>, Vec<Range<usize>>)> {
        let Range { mut start, mut end } = run;
        let cuts = |own: &&Range<usize>, at: usize| own.start <= at && at < own.end;
        while let Some(own) = own.iter().find(|own| cuts(own, start)) {
            start = (own.end..end).find(|&at| self.places.may_begin(at))?;
        }
        if let Some(own) = own.iter().find(|own| cuts(own, end - 1)) {
            end = own.start;
        }
        let inside = own.iter().filter(|own| start < own.start && own.end < end);
        (start < end).then(|| (start..end, inside.cloned().collect()))
    }

    /// Returns the bytes of a range of lines, which must not be at the end.
    fn bytes_of(&self, lines: &Range<usize>) -> Range<usize> {
        self.places.pieces[lines.start].start..self.places.pieces[lines.end].start
    }

    /// Returns the distinct parts of runs.
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

    /// Returns the hash of the shared text of a part of a run.
    fn part(&self, run: &Run) -> u64 {
        let last = run.last as usize;
        let mut from = run.first as usize - 1;
        // The hashes of lines do not include line ends.
        let mut part = run.shared_bytes() as u64;
        for own in &run.own {
            part = pair(part, self.sum(from..self.index(own.start)));
            from = self.index(own.end);
        }
        pair(part, self.sum(from..last))
    }

    /// Returns the polynomial of a range of lines.
    fn sum(&self, lines: Range<usize>) -> u64 {
        let before =
            self.sums[lines.start].wrapping_mul(MULTIPLIER.wrapping_pow(lines.len() as u32));
        self.sums[lines.end].wrapping_sub(before)
    }

    /// Returns the halves of a run; `None` if one of them would share too few bytes. Own text
    /// between the halves belongs to neither.
    fn halves(&self, run: &Run) -> Option<[Run; 2]> {
        // The number of a line is the index of the next line.
        let (first, last) = (run.first as usize, run.last as usize);
        let begins = |at: usize| self.places.pieces[at].start;
        let shared_before = |at: usize| {
            let before = run.own.iter().filter(|own| own.start < begins(at));
            let own: usize = before.map(|own| own.end.min(begins(at)) - own.start).sum();
            begins(at) - run.range.start - own
        };
        let most = run.shared_bytes().checked_sub(self.min_bytes)?;
        let from = (first..last).find(|&at| shared_before(at) >= self.min_bytes)?;
        let until = (from..last).rev().find(|&at| shared_before(at) <= most)?;
        let middle = first.midpoint(last);
        let least = *self.order[from..=until].iter().min()?;
        // If lines have equal numbers, choose the one nearest to the middle, to bound the depth
        // of the tree.
        let at = (from..=until)
            .filter(|&at| self.order[at] == least && self.places.may_begin(at))
            .min_by_key(|&at| at.abs_diff(middle))?;
        let after = run.own.partition_point(|own| own.end <= begins(at));
        let between = run.own[..after].last().filter(|own| own.end == begins(at));
        let end = between.map_or(begins(at), |own| own.start);
        Some([
            Run {
                first: run.first,
                last: self.index(end) as u64,
                range: run.range.start..end,
                own: run.own[..after - usize::from(between.is_some())].to_vec(),
            },
            Run {
                first: at as u64 + 1,
                last: run.last,
                range: begins(at)..run.range.end,
                own: run.own[after..].to_vec(),
            },
        ])
    }

    /// Prevents splits within own text, and sets the number of the line behind it to that of other
    /// pages.
    pub fn leave_out_own(&mut self, runs: &[Run]) {
        for own in runs.iter().flat_map(|run| &run.own) {
            let lines = self.index(own.start)..self.index(own.end);
            self.order[lines.clone()].fill(u64::MAX);
            if self.places.may_begin(lines.end) {
                self.order[lines.end] = pair_around(&self.hashes, &lines);
            }
        }
    }

    /// Returns the first line that begins at or after a byte.
    fn index(&self, at: usize) -> usize {
        self.places.pieces.partition_point(|line| line.start < at)
    }

    /// Returns the chosen parts of runs, the longest ones that are chosen.
    pub fn chosen(&self, runs: &[Run], is_chosen: impl Fn(&Run) -> bool) -> Vec<Run> {
        let mut chosen = Vec::new();
        let mut stack: Vec<(Run, usize)> = runs.iter().rev().map(|run| (run.clone(), 0)).collect();
        while let Some((part, depth)) = stack.pop() {
            if is_chosen(&part) {
                chosen.push(part);
            } else if depth < DEPTH {
                let halves = self.halves(&part);
                let halves = halves.into_iter().flatten().rev();
                stack.extend(halves.map(|half| (half, depth + 1)));
            }
        }
        chosen
    }
}

/// The hash of a line that no run may contain, and that documents do not share.
const UNSHARED: u64 = 0;

/// Returns the hashes of lines without their ends, so that the last line of a file is like any
/// other. Runs leave out lines that are not `shared`.
#[cfg(feature = "cli")]
pub fn hashes(bytes: &[u8], lines: &[Range<usize>], shared: impl Fn(&[u8]) -> bool) -> Vec<u64> {
    let hash = |line: &Range<usize>| {
        let line = &bytes[line.clone()];
        match shared(line) {
            true => hash(line),
            false => UNSHARED,
        }
    };
    lines.iter().map(hash).collect()
}

#[cfg(feature = "cli")]
fn hash(line: &[u8]) -> u64 {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    xxhash_rust::xxh3::xxh3_64(line.strip_suffix(b"\r").unwrap_or(line))
}

/// Returns the hash of two consecutive lines.
fn pair(first: u64, second: u64) -> u64 {
    xxh3_64_with_seed(&second.to_le_bytes(), first)
}

/// Returns the hash of the lines before and after other lines.
fn pair_around(lines: &[u64], own: &Range<usize>) -> u64 {
    let before = &lines[own.start.saturating_sub(AROUND)..own.start];
    let after = &lines[own.end..lines.len().min(own.end + AROUND)];
    !before
        .iter()
        .chain(after)
        .fold(0, |sum, line| pair(sum, *line))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(text: &str) -> CutPlaces {
        CutPlaces::of_lines(text.as_bytes())
    }

    fn lines(text: &str) -> Vec<u64> {
        hashes(text.as_bytes(), &places(text).pieces, |_| true)
    }

    fn cut(text: &str, min_bytes: usize) -> Cut<'_> {
        Cut::new(text.as_bytes(), places(text), lines(text), min_bytes)
    }

    fn runs_of(documents: &[&str], share: f64, min_bytes: usize) -> Vec<Vec<(u64, u64)>> {
        let mut common = CommonLines::default();
        documents
            .iter()
            .for_each(|text| common.add_lines(&lines(text)));
        common.keep_common(share);
        documents
            .iter()
            .for_each(|text| common.add_pairs(&lines(text)));
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

    /// Returns the common lines of pages after all three passes; parts have at least `least` bytes.
    fn counted(pages: &[String], least: usize) -> CommonLines {
        let mut common = CommonLines::default();
        pages.iter().for_each(|page| common.add_lines(&lines(page)));
        common.keep_common(0.5);
        pages.iter().for_each(|page| common.add_pairs(&lines(page)));
        for page in pages {
            let cut = cut(page, least);
            common.add_parts(cut.parts(&common.runs(&cut, 0)));
        }
        common
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
        let common = counted(&pages, 50);
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
    fn runs_are_split_where_the_parts_save_more_than_their_links_take() {
        let page = |number: usize| -> String {
            let item = |item| match item == number {
                true => format!("<li class=here>{item}\n"),
                false => format!("<li>item {item}\n"),
            };
            (0..12).map(item).collect()
        };
        let pages: Vec<String> = (0..48).map(|number| page(number % 12)).collect();
        let common = counted(&pages, 10);
        let ranges = |runs: Vec<Run>| -> Vec<Range<usize>> {
            runs.into_iter().map(|run| run.range).collect()
        };
        let cut = cut(&pages[3], 10);
        let runs = common.runs(&cut, 0);
        // With four documents, each saves 90 - 60 - 23 bytes for the last 90 bytes. With eight
        // documents, each saves 79 - 60 - 10 for 79 of them.
        assert_eq!(ranges(common.split(&cut, &runs)), [0..33, 50..61, 61..140]);
        assert_eq!(ranges(runs), [0..33, 50..140]);
    }

    /// Returns the shared text of the second page's runs.
    fn shared(pages: &[String]) -> Vec<Vec<&str>> {
        let cut = |page: &str| {
            let places = CutPlaces::of_html(page.as_bytes());
            let hashes = hashes(page.as_bytes(), &places.pieces, |line| line.is_ascii());
            (places, hashes)
        };
        let mut common = CommonLines::default();
        pages.iter().for_each(|page| common.add_lines(&cut(page).1));
        common.keep_common(0.5);
        pages.iter().for_each(|page| common.add_pairs(&cut(page).1));
        let (places, hashes) = cut(&pages[1]);
        let runs = common.runs(&Cut::new(pages[1].as_bytes(), places, hashes, 8), 0);
        let parts = |run: &Run| run.shared().map(|part| &pages[1][part]).collect();
        runs.iter().map(parts).collect()
    }

    #[test]
    fn runs_leave_out_what_is_a_documents_own_in_its_scripts() {
        let page = |own: &str, other: &str| {
            let other = other.repeat(MOST_OWN);
            format!(
                "<p>\n<script>\nf(\n{own});\ng()\n</script>\n<i>{other}</i>\n<style>\n{other}\np {{}}\n</style>\n"
            )
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
        // Own text with several lines, some of them in common; one page has no such text.
        let owns =
            [1, 3, 0, 2].map(|count| "g()\n0\n".repeat(count).replace('0', &"own".repeat(count)));
        let pages = owns.map(|own| page(&own, &own.len().to_string()));
        assert_eq!(shared(&pages)[0], ["<p>\n<script>\nf(\ng()\n", script[1]]);
        // Own text must not end the element of the script, nor let it continue behind its end.
        for end in ["<!--", "</Script"] {
            let pages = ["1", "2", "3"].map(|own| page(&format!("'{end}{own}'\n"), ""));
            assert!(shared(&pages).iter().all(|run| run.len() == 1));
        }
    }

    #[test]
    fn runs_leave_out_what_is_a_documents_own_between_tags() {
        let page = |title: &str, text: &str| {
            format!("<title>\n{title}\n</title>\n<link>\n<ul>\n{text}</ul>\n<hr>\n")
        };
        let pages =
            ["one", "two", "three"].map(|own| page(own, &format!("<li>\n{own}\n").repeat(3)));
        let head = ["<title>\n", "</title>\n<link>\n<ul>\n<li>\n"];
        assert_eq!(
            shared(&pages),
            [&head[..], &["</ul>\n<hr>\n"]],
            "a list has many such places"
        );
        let long = |own: &str| own.repeat(MOST_OWN + 1);
        let pages = ["1", "2", "3"].map(|own| page(own, &long(own)));
        assert_eq!(shared(&pages).len(), 2, "too long");
        let pages = ["<base href=a>", "b", "c"].map(|own| page(own, own));
        assert_eq!(
            shared(&pages),
            [[head[0], "</title>\n<link>\n<ul>\n", "</ul>\n<hr>\n"]]
        );
        let pages = ["1", "2", "3"].map(|own| page(own, "é\n"));
        assert_eq!(
            shared(&pages)[0].len(),
            3,
            "what a script cannot write is own, too"
        );
    }

    #[test]
    fn own_text_is_of_any_length_where_no_run_could_begin() {
        let page = |own: &str| {
            let own = own.repeat(2 * MOST_OWN);
            format!("<p>\n<iframe/>\n<i>\n{own}\n</i>\n<!-- end -->\n{own}\n<hr>\n")
        };
        let pages = ["1", "2", "3"].map(page);
        let parts = ["<p>\n<iframe/>\n<i>\n", "</i>\n<!-- end -->\n", "<hr>\n"];
        assert_eq!(shared(&pages), [parts]);
    }

    #[test]
    fn what_is_own_between_halves_is_of_neither() {
        let page = |own: usize| format!("aaaa\nbbbb\n<b>{own}\ncccc\ndddd\n");
        let page = page(1);
        let places = CutPlaces::of_html(page.as_bytes());
        let hashes = hashes(page.as_bytes(), &places.pieces, |_| true);
        let mut cut = Cut::new(page.as_bytes(), places, hashes, 10);
        let run = Run {
            first: 1,
            last: 5,
            range: 0..page.len(),
            own: std::iter::once(10..15).collect(),
        };
        cut.leave_out_own(std::slice::from_ref(&run));
        let halves = cut.halves(&run).unwrap();
        let bytes = halves.each_ref().map(|half| &page[half.range.clone()]);
        assert_eq!(bytes, ["aaaa\nbbbb\n", "cccc\ndddd\n"]);
        assert_eq!(
            halves.map(|half| (half.first, half.last, half.own.len())),
            [(1, 2, 0), (4, 5, 0)]
        );
        let is_half = |run: &Run| run.lines() == 2;
        assert_eq!(cut.chosen(&[run], is_half).len(), 2);
    }

    #[test]
    fn the_last_line_is_like_any_other() {
        assert_eq!(hash(b"a\r\n"), hash(b"a"));
    }
}
