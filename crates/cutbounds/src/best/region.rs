//! The head or tail region of a document: its lines from the edge of the document inwards.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use freqlines::{BuildIdentity, Filter};
use linenorm::normalise;
use xxhash_rust::xxh3::xxh3_64;

use super::comments::{self, Begin, Deciding, may_end_source};
use super::line::{Form, Kind, Line, Side, Traits};
use super::templates::{Clearable, Templates, Word, words};
use crate::Settings;
use crate::constants::{
    COMMON_SHORT_LINE, LINES_PER_FURTHER, MAX_UNKNOWN_LINES, NEAR_EDGE, REACH, SEPARATOR_GAP,
};

/// A run of lines without a blank line.
#[derive(Debug, Clone)]
pub struct Block {
    /// The kind of its outermost line.
    pub first: Kind,
    /// Whether one of its lines is known.
    pub known: bool,
    /// The share of its word pairs that frequent lines have.
    pub pairs: f64,
    /// The share of its long words that infrequent lines nearer to the edge have.
    pub title: f64,
    /// The number of its lines.
    pub lines: usize,
}

/// The head or tail region of a document.
#[derive(Debug, Clone)]
pub struct Region<'a> {
    /// The lines that are not blank, the outermost first.
    pub lines: Vec<Line<'a>>,
    /// Their blocks.
    pub blocks: Vec<Block>,
    /// The readings of the raw lines at the head of a document, from the first line on.
    pub readings: Vec<Reading>,
    /// The properties of its first lines, if this is the head of a document and they were examined.
    begin: Option<Begin>,
    /// The form of the document.
    pub form: Form,
    /// The least number of blank lines of a wide gap. All wide gaps are alike.
    pub wide: usize,
    /// The number of its lines before the first separator of units, if there is one.
    pub unit: Option<usize>,
    /// Whether the library's frequent lines include short ones.
    pub short: bool,
    /// The number of lines of the comments that close a source file, if this is its tail and they name the file.
    pub closing: Option<usize>,
}

/// Buffers and a cache of frequent lines, reused from region to region.
#[derive(Debug, Default)]
pub struct Scratch {
    text: String,
    words: Vec<Word>,
    /// The long words of the infrequent lines of a region. For each line, `ends` has their number up to its end.
    long: Vec<u64>,
    ends: Vec<usize>,
    /// The long words of lines nearer to the edge.
    title: Clearable,
    frequent: Frequent,
    /// The number of this region.
    region: u64,
}

/// A cache of frequent lines by their raw text. Boilerplate repeats its raw lines exactly, so most lines need not be
/// normalised and looked up again.
#[derive(Debug, Default)]
struct Frequent {
    /// The indices into `known` of raw lines, by their hashes.
    raw: HashMap<u64, usize, BuildIdentity>,
    /// The frequent lines, in the order in which they were added.
    known: Vec<Known>,
    /// The raw lines, in the same order.
    texts: Vec<u8>,
    /// The index after the line that was looked up last. The next line of a notice is likely to have it.
    next: usize,
    filter: Filter,
    /// The indices into `last` of normalised lines, by their hashes.
    places: HashMap<u64, usize, BuildIdentity>,
    /// The last region that each line occurred in.
    last: Vec<u64>,
}

#[derive(Debug)]
struct Known {
    /// The range of the raw line in the texts.
    text: Range<usize>,
    line: KnownLine,
}

/// The properties of a frequent line.
#[derive(Debug, Clone, Copy)]
struct KnownLine {
    traits: Traits,
    share: f64,
    /// Whether it is trivial, and whether it has no word.
    trivial: bool,
    wordless: bool,
    /// The index of the normalised line into [`Frequent::last`].
    place: usize,
}

/// The cache is cleared when it has more lines, or more bytes of text. Frequency records that match by hash may match
/// any line.
const MOST_KNOWN: usize = 1 << 17;
const MOST_BYTES: usize = 4 << 20;

impl Frequent {
    /// Looks up a raw line. Returns its index.
    fn find(&mut self, raw: &str) -> Option<usize> {
        let mut found = self.next;
        if !self.is_at(found, raw) {
            if !self.filter.may_contain(raw.as_bytes()) {
                return None;
            }
            found = *self.raw.get(&xxh3_64(raw.as_bytes()))?;
            if !self.is_at(found, raw) {
                return None;
            }
        }
        self.next = found + 1;
        Some(found)
    }

    /// Whether the line with this index is this raw line.
    #[inline]
    fn is_at(&self, index: usize, raw: &str) -> bool {
        let known = self.known.get(index);
        known.is_some_and(|known| self.texts[known.text.clone()] == *raw.as_bytes())
    }

    fn is_full(&self) -> bool {
        self.known.len() > MOST_KNOWN || self.texts.len() > MOST_BYTES
    }

    /// Adds a frequent raw line with its normalised form. Returns its index.
    fn insert(&mut self, raw: &str, line: &str, share: f64, trivial: bool) -> usize {
        let next = self.last.len();
        let place = *self.places.entry(xxh3_64(line.as_bytes())).or_insert(next);
        if place == next {
            self.last.push(0);
        }
        let spaces = memchr::memchr_iter(b' ', line.as_bytes()).count();
        let line = KnownLine {
            traits: Traits::of(line, 1 + spaces),
            share,
            trivial,
            wordless: !line.chars().any(char::is_alphanumeric),
            place,
        };
        let index = self.known.len();
        self.filter.insert(raw.as_bytes());
        self.raw.insert(xxh3_64(raw.as_bytes()), index);
        let start = self.texts.len();
        self.texts.extend_from_slice(raw.as_bytes());
        let text = start..self.texts.len();
        self.known.push(Known { text, line });
        self.next = index + 1;
        index
    }

    /// Returns the kind of the frequent line with this index, at this occurrence in the region.
    fn kind(&mut self, index: usize, region: u64) -> Kind {
        let line = &self.known[index].line;
        let seen = std::mem::replace(&mut self.last[line.place], region) == region;
        match (line.trivial, seen) {
            (true, _) if line.wordless => Kind::Wordless,
            (true, _) if line.share < COMMON_SHORT_LINE => Kind::Other,
            (_, true) => Kind::Repeated,
            (true, false) => Kind::Short,
            (false, false) => Kind::Frequent,
        }
    }
}

impl Scratch {
    fn begin(&mut self) {
        self.title.clear();
        self.region += 1;
        if self.frequent.is_full() {
            self.frequent = Frequent::default();
        }
    }
}

/// The number of lines that memory is allocated for at first. Most regions have no more.
const EXPECTED_LINES: usize = 512;

/// The library of a document, with the settings of the search for bounds.
pub struct Library<'l, F> {
    /// The settings of the search.
    pub settings: &'l Settings,
    /// The frequent lines as templates.
    pub templates: &'l Templates,
    /// Buffers.
    pub scratch: &'l mut Scratch,
    /// Whether a normalised line is frequent.
    pub is_frequent: F,
}

/// The lines of an end to read.
#[derive(Debug, Clone, Copy)]
pub struct Request<'r> {
    /// The end.
    pub side: Side,
    /// The number of its lines.
    pub extent: Extent,
    /// The form of the document, which is determined at its head.
    pub form: Form,
    /// The readings of the first lines of the document from its head.
    pub readings: &'r [Reading],
}

/// The number of lines of a region that are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// All that may be boilerplate, and some after them.
    Whole,
    /// The lines that determine the boundary. If no line is known, some properties of the lines are omitted.
    Deciding,
}

/// The kind of a raw line before its words are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reading {
    /// Only white space.
    Blank,
    /// Trivial, and not known to be frequent.
    Trivial,
    /// Trivial and frequent.
    Short,
    /// A frequent line.
    Frequent,
    /// Any other line.
    Infrequent,
}

impl Reading {
    fn of(known: &Known) -> Self {
        match known.line.trivial {
            true => Reading::Short,
            false => Reading::Frequent,
        }
    }
}

impl<F: FnMut(&str) -> bool> Library<'_, F> {
    /// Reads a raw line that is not blank. Returns its index if it is frequent.
    fn read(&mut self, raw: &str) -> (Reading, Option<usize>) {
        let Scratch { text, frequent, .. } = &mut *self.scratch;
        if let Some(found) = frequent.find(raw) {
            return (Reading::of(&frequent.known[found]), Some(found));
        }
        let line = normalise(raw, text);
        let short = self.templates.has_short();
        let trivial = match short {
            true => self.settings.rules.is_trivial(line),
            false => !self.settings.rules.keep(line),
        };
        if trivial && !(short && (self.is_frequent)(line)) {
            return (Reading::Trivial, None);
        }
        if !trivial && !(self.is_frequent)(line) {
            return (Reading::Infrequent, None);
        }
        let share = self.templates.share(line);
        let index = frequent.insert(raw, line, share, trivial);
        (Reading::of(&frequent.known[index]), Some(index))
    }

    /// Like [`Library::read`], for a line that may be blank, and that may have been read `earlier`. `text` is the line without
    /// indentation.
    fn read_again(
        &mut self,
        raw: &str,
        text: &str,
        earlier: Option<Reading>,
    ) -> (Reading, Option<usize>) {
        match earlier {
            Some(Reading::Frequent | Reading::Short) => self.read(raw),
            Some(reading) => (reading, None),
            None if text.is_empty() || is_separator(text) => (Reading::Blank, None),
            None => self.read(raw),
        }
    }

    /// Returns the properties of a line. `known` is its index among the frequent ones.
    fn properties(&mut self, raw: &str, known: Option<usize>, side: Side) -> (Traits, f64, Kind) {
        match known {
            Some(index) => self.known(index),
            None if self.settings.is_marker(raw, side) => (Traits::default(), 0.0, Kind::Marker),
            None => (Traits::default(), 0.0, Kind::Other),
        }
    }

    /// Returns the properties of the frequent line with this index, at its next occurrence in the region.
    fn known(&mut self, index: usize) -> (Traits, f64, Kind) {
        let Scratch {
            frequent, region, ..
        } = &mut *self.scratch;
        let kind = frequent.kind(index, *region);
        let KnownLine { traits, share, .. } = frequent.known[index].line;
        (traits, share, kind)
    }

    /// Whether a line is known whose words have not been compared yet.
    fn knows(&mut self, line: &Line) -> bool {
        let all = &mut self.scratch.words;
        all.clear();
        words(line.raw, all);
        line.kind.known() || self.templates.compare(all).template
    }
}

/// Whether a line that is not blank is an ASCII separator of files, groups, records or units.
fn is_separator(text: &str) -> bool {
    let is_one = |byte: u8| (0x1C..=0x1F).contains(&byte);
    text.as_bytes().first().is_some_and(|&first| is_one(first))
        && text.trim_end().bytes().all(is_one)
}

/// The conditions under which reading stops, because further lines do not change the boundary.
enum Stop {
    /// At the end of the region.
    Never,
    /// After the comments at the head of a source file. They are examined at this number of lines, or at the end of the
    /// reach.
    AfterComments(usize),
    /// At the last code of a source file, if neither it nor a later line is known. The epilogue consists only of
    /// comments and lines without words.
    AtCode,
}

/// A head is examined for the first time at this number of lines.
const FIRST_LOOK: usize = 16;

impl Stop {
    fn of(request: &Request) -> Self {
        match (request.extent, request.side, request.form) {
            (Extent::Whole, _, _) => Stop::Never,
            (Extent::Deciding, Side::Head, _) => Stop::AfterComments(FIRST_LOOK),
            (Extent::Deciding, Side::Tail, Form::Source) => Stop::AtCode,
            (Extent::Deciding, Side::Tail, _) => Stop::Never,
        }
    }

    /// Returns the number of `lines` that determine the boundary, if they do. The last line read is `raw`, with
    /// `before` lines before it. `lines` are those in `reach`. Sets `begin` when it examines the first lines.
    fn deciding(
        &mut self,
        lines: &[Line],
        before: usize,
        reach: usize,
        raw: &str,
        begin: &mut Option<Begin>,
        library: &mut Library<impl FnMut(&str) -> bool>,
    ) -> Option<usize> {
        match *self {
            Stop::AfterComments(look) if before + 1 == look || before + 1 == reach => {
                let deciding = comments::deciding(lines, begin);
                *self = match deciding {
                    Deciding::All => Stop::Never,
                    _ => Stop::AfterComments(2 * look.max(before + 1)),
                };
                match deciding {
                    Deciding::First(lines) => Some(lines),
                    Deciding::More | Deciding::All => None,
                }
            }
            // Trivial lines do not count, since a request may end a notice in a manual page. Known lines near the edge
            // raise a doubt.
            Stop::AtCode
                if before + 1 >= NEAR_EDGE
                    && !may_end_source(raw)
                    && lines.get(before).is_none_or(|line| !line.trivial) =>
            {
                *self = Stop::Never;
                // A visible notice may end a manual page.
                let mut known = lines.iter().take(before + 1);
                (!known.any(|line| library.knows(line))).then_some(lines.len())
            }
            _ => None,
        }
    }
}

impl<'a> Region<'a> {
    /// Reads the numbered raw lines `raw_lines`, the outermost first.
    pub fn read(
        request: Request,
        raw_lines: impl Iterator<Item = (u64, &'a str)>,
        library: &mut Library<impl FnMut(&str) -> bool>,
    ) -> Self {
        library.scratch.begin();
        let side = request.side;
        let wanted = match side {
            Side::Head => library.settings.head,
            Side::Tail => library.settings.tail,
        };
        // The lines after a boundary count, too.
        let wanted = wanted.saturating_add(wanted / LINES_PER_FURTHER);
        // Trivial lines are not counted, but limited.
        let most = wanted.saturating_mul(MAX_UNKNOWN_LINES);
        // Lines beyond the reach of the known ones are included as long as another known line may follow.
        let mut lines: Vec<Line> = Vec::with_capacity(EXPECTED_LINES);
        let mut readings = Vec::with_capacity(match side {
            Side::Head => EXPECTED_LINES,
            Side::Tail => 0,
        });
        let (mut kept, mut gap, mut reach) = (0, 0, REACH);
        let (mut unit, mut begin) = (None, None);
        let mut stop = Stop::of(&request);
        for (number, raw) in raw_lines {
            let last_known = reach - REACH;
            let before = lines.len();
            if kept == wanted
                || before == most
                || (last_known > 0 && before == last_known + MAX_UNKNOWN_LINES)
            {
                break;
            }
            let text = trim_start(raw);
            let earlier = (number as usize).checked_sub(1);
            let earlier = earlier.and_then(|at| request.readings.get(at).copied());
            let (reading, known) = library.read_again(raw, text, earlier);
            if side == Side::Head {
                readings.push(reading);
            }
            if reading == Reading::Blank {
                let separates = is_separator(text);
                gap += if separates { SEPARATOR_GAP } else { 1 };
                if separates && before > 0 {
                    unit.get_or_insert(before);
                }
                continue;
            }
            let trivial = matches!(reading, Reading::Trivial | Reading::Short);
            kept += usize::from(!trivial);
            let (traits, share, kind) = library.properties(raw, known, side);
            if kind.known() {
                reach = before + 1 + REACH;
            }
            lines.push(Line {
                kind,
                trivial,
                traits,
                share,
                indent: raw.len() - text.len(),
                ..Line::bare(number, raw, gap)
            });
            gap = 0;
            let in_reach = &lines[..lines.len().min(reach)];
            if let Some(deciding) = stop.deciding(in_reach, before, reach, raw, &mut begin, library)
            {
                lines.truncate(deciding);
                break;
            }
        }
        lines.truncate(reach);
        forget_frames(&mut lines);
        let mut region = Region {
            lines,
            blocks: Vec::new(),
            readings,
            begin,
            form: request.form,
            wide: usize::MAX,
            unit,
            short: library.templates.has_short(),
            closing: None,
        };
        region.compare_words(library);
        region
    }

    /// Returns the number of its lines of prose that may be a notice: those before the first example of code in
    /// reStructuredText or Markdown, and before the title. A notice has no such example, but the examples of a manual are
    /// alike. The same holds for directives at the end of a text.
    pub fn may_be_notice(&self, side: Side) -> usize {
        let lines = &self.lines;
        if self.form != Form::Prose {
            return lines.len();
        }
        let before_title = match side {
            Side::Head => self.lines_before_title(),
            Side::Tail => None,
        };
        if before_title == Some(0) {
            return 0;
        }
        let is_fence = |text: &str| text.starts_with("```") || text.starts_with("~~~");
        let first = (0..lines.len()).find_map(|at| {
            let (line, text) = (&lines[at], lines[at].text().trim_end());
            if is_fence(text) {
                return Some(at);
            }
            let is_inside = |one: &&Line| one.indent > line.indent;
            let is_code = text.ends_with("::")
                || directive(text).is_some_and(|name| name.starts_with("code"));
            match side {
                Side::Head if is_code => lines.get(at + 1).filter(is_inside).map(|_| at),
                Side::Tail if is_code || directive(text).is_some() => {
                    let inside = lines[..at].iter().rev().take_while(is_inside).count();
                    (inside > 0 || !is_code).then_some(at - inside)
                }
                _ => None,
            }
        });
        let least = [first, before_title].into_iter().flatten().min();
        least.unwrap_or(lines.len())
    }

    /// Returns the number of lines before the title, a heading of Markdown or reStructuredText that other documents do not
    /// have. If it is not the first line, it stands alone.
    fn lines_before_title(&self) -> Option<usize> {
        let is_apart = |at: usize| self.lines.get(at).is_none_or(|line| line.gap > 0);
        let is_first = |at: usize| at <= self.targets();
        (0..self.lines.len())
            .find(|&at| self.is_title(at) && (is_first(at) || is_apart(at) && is_apart(at + 1)))
    }

    /// Returns the number of its first lines that are targets of reStructuredText. They may precede the title.
    fn targets(&self) -> usize {
        let is_target = |line: &&Line| line.raw.starts_with(".. _");
        self.lines.iter().take_while(is_target).count()
    }

    /// Whether its first line is a title that other documents do not have.
    pub fn begins_with_title(&self) -> bool {
        self.is_title(0)
    }

    fn is_title(&self, at: usize) -> bool {
        let Some([title, below]) = self.lines.get(at..at + 2) else {
            return false;
        };
        let is_markdown =
            title.raw.trim_start_matches('#').starts_with(' ') && title.raw.starts_with('#');
        let is_rule = |line: &Line| {
            let text = line.raw.trim_end();
            let sign = text.bytes().next().filter(|sign| b"=-~*#".contains(sign));
            sign.is_some_and(|sign| text.bytes().all(|byte| byte == sign))
        };
        let is_long_as = |rule: &Line, title: &Line| {
            rule.raw.trim_end().len() + 1 >= title.raw.trim_end().chars().count()
        };
        let is_underlined =
            at <= self.targets() && is_rule(below) && below.gap == 0 && is_long_as(below, title);
        // A line between two equal rules.
        let is_framed = || {
            let third = self.lines.get(2).filter(|third| third.gap == 0);
            third.is_some_and(|third| third.raw == title.raw)
                && at == 0
                && is_rule(title)
                && is_long_as(title, below)
                && !below.is_frequent()
        };
        is_framed() || !title.speaks() && is_markdown || !title.is_frequent() && is_underlined
    }

    /// Whether one of its lines is known.
    pub fn is_known(&self) -> bool {
        self.lines.iter().any(|line| line.kind.known())
    }

    /// Whether its outermost line begins like markup: an HTML page, XML or PHP.
    pub fn is_markup(&self) -> bool {
        let first = self.lines.first();
        first.is_some_and(|line| line.text().starts_with('<'))
    }

    /// Compares the words of its lines with those of frequent lines.
    fn compare_words<F>(&mut self, library: &mut Library<F>) {
        let Scratch {
            words: of_line,
            long,
            ends,
            ..
        } = &mut *library.scratch;
        long.clear();
        ends.clear();
        for line in &mut self.lines {
            if matches!(line.kind, Kind::Frequent | Kind::Repeated | Kind::Short) {
                // A fast path: most lines of boilerplate are frequent.
                line.pairs = 1.0;
            } else {
                // Normalisation does not change words.
                of_line.clear();
                words(line.raw, of_line);
                line.traits.words = of_line.len();
                let found = library.templates.compare(of_line);
                line.pairs = found.pairs;
                if line.kind == Kind::Other {
                    line.kind = match (of_line.is_empty(), found.template) {
                        (true, _) => Kind::Wordless,
                        (false, true) => Kind::Template,
                        (false, false) => Kind::Other,
                    };
                }
                long.extend(
                    of_line
                        .iter()
                        .filter(|word| word.long)
                        .map(|word| word.folded),
                );
            }
            ends.push(long.len());
        }
    }

    /// Computes the blocks, and the properties of its lines that the models for prose and epilogues need. It uses the
    /// words from [`Region::read`].
    pub fn describe(&mut self, side: Side, scratch: &mut Scratch) {
        let Scratch {
            text,
            long: all,
            ends,
            title,
            ..
        } = scratch;
        let mut open = false;
        let mut from = 0;
        let mut sums = Sums::default();
        for (at, &end) in (0..self.lines.len()).zip(ends.iter()) {
            let line = &mut self.lines[at];
            if !matches!(line.kind, Kind::Frequent | Kind::Repeated | Kind::Short) {
                line.traits = Traits::of(normalise(line.raw, text), line.traits.words);
            }
            if side == Side::Head {
                open = open_after(line.raw, open);
                line.open = open;
            }
            let long = &all[from..end];
            from = end;
            if line.kind == Kind::Other {
                let known = long.iter().filter(|&&word| title.contains(word)).count();
                line.title = known as f64 / long.len().max(1) as f64;
            }
            long.iter().for_each(|&word| title.insert(word));
            if at == 0 || line.gap > 0 {
                std::mem::take(&mut sums).finish(self.blocks.last_mut());
                self.blocks.push(Block {
                    first: line.kind,
                    known: false,
                    pairs: 0.0,
                    title: 0.0,
                    lines: 0,
                });
            }
            line.block = self.blocks.len() - 1;
            let block = &mut self.blocks[line.block];
            sums.add(line);
            block.known |= line.kind.known();
            block.lines += 1;
        }
        sums.finish(self.blocks.last_mut());
    }

    /// Returns the properties of its first lines, for the head of a document.
    pub fn begin(&self) -> Begin {
        self.begin.unwrap_or_else(|| Begin::of(&self.lines))
    }

    /// Returns the greatest number of blank lines between two of its lines. Gaps with a common line beyond them are not
    /// counted, since they are inside boilerplate.
    pub fn widest_gap(&self) -> usize {
        let frequent = |line: &&Line| line.kind == Kind::Frequent;
        let shares = self.lines.iter().filter(frequent).map(|line| line.share);
        let common = shares.fold(0.0, f64::max) / 2.0;
        let may_be_body = |line: &&Line| !frequent(line) || line.share < common;
        let gaps = self.lines.iter().skip(1).filter(may_be_body);
        gaps.map(|line| line.gap).max().unwrap_or(0)
    }
}

/// Short lines that a text repeats frame its parts, and are no evidence of boilerplate.
fn forget_frames(lines: &mut [Line]) {
    let repeated = lines
        .iter()
        .filter(|line| line.trivial && line.kind == Kind::Repeated);
    let repeated: HashSet<&str> = repeated.map(|line| line.raw).collect();
    if repeated.is_empty() {
        return;
    }
    for line in lines.iter_mut().filter(|line| line.trivial) {
        if repeated.contains(line.raw) {
            (line.kind, line.share) = (Kind::Other, 0.0);
        }
    }
}

/// Sums over the lines of a block.
#[derive(Debug, Default)]
struct Sums {
    known_pairs: f64,
    pairs: f64,
    title_words: f64,
    words: f64,
}

impl Sums {
    fn add(&mut self, line: &Line) {
        let words = line.traits.words as f64;
        self.known_pairs += line.pairs * (words + 1.0);
        self.pairs += words + 1.0;
        self.title_words += line.title * words;
        self.words += words;
    }

    /// Computes the shares of a block that has ended.
    fn finish(self, block: Option<&mut Block>) {
        if let Some(block) = block {
            block.pairs = self.known_pairs / self.pairs;
            block.title = self.title_words / self.words.max(1.0);
        }
    }
}

/// Like [`str::trim_start`], with a fast path for blank lines and lines that begin with ASCII.
#[inline]
fn trim_start(raw: &str) -> &str {
    match raw.as_bytes() {
        [b'!'..=b'~', ..] => raw,
        [] | [b'\r'] => "",
        _ => raw.trim_start(),
    }
}

/// Whether a block comment is open after this line.
fn open_after(raw: &str, mut open: bool) -> bool {
    let bytes = raw.as_bytes();
    let mut from = 0;
    for star in memchr::memchr_iter(b'*', bytes) {
        if open && bytes.get(star + 1) == Some(&b'/') && star >= from {
            open = false;
            from = star + 2;
        } else if !open && star > from && bytes[star - 1] == b'/' {
            open = true;
            from = star + 1;
        }
    }
    open
}

/// Returns the name of the directive of reStructuredText on this line, which stands for content. That of metadata does not.
fn directive(text: &str) -> Option<&str> {
    let (name, _) = text.strip_prefix(".. ")?.trim_start().split_once("::")?;
    (name != "meta" && !name.contains(' ')).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: Request = Request {
        side: Side::Head,
        extent: Extent::Whole,
        form: Form::Prose,
        readings: &[],
    };

    fn read(text: &str) -> Region<'_> {
        let mut templates = Templates::default();
        templates.learn("A frequent line that is long enough for the rules", 20);
        let settings = Settings {
            head: 5,
            ..Settings::default()
        };
        let mut library = Library {
            settings: &settings,
            templates: &templates,
            scratch: &mut Scratch::default(),
            is_frequent: |line: &str| line.starts_with("A frequent line"),
        };
        let mut region = Region::read(HEAD, (1..).zip(text.lines()), &mut library);
        region.describe(Side::Head, library.scratch);
        region
    }

    #[test]
    fn lines_have_kinds_and_blocks() {
        let region = read(
            "  The Tale of Ada\n\nA frequent line that is long enough for the rules\n* * *\n\n\nTHE TALE OF ADA\n",
        );
        let kinds: Vec<Kind> = region.lines.iter().map(|line| line.kind).collect();
        assert_eq!(
            kinds,
            [Kind::Other, Kind::Frequent, Kind::Wordless, Kind::Other]
        );
        let blocks: Vec<usize> = region.lines.iter().map(|line| line.block).collect();
        assert_eq!(blocks, [0, 1, 1, 2]);
        assert_eq!(region.lines[3].gap, 2);
        assert_eq!((region.lines[0].indent, region.lines[0].title), (2, 0.0));
        assert_eq!(region.lines[3].title, 1.0, "case does not matter");
        assert!(region.lines[3].traits.capitals && !region.lines[0].traits.capitals);
        assert!(region.blocks[1].known && !region.blocks[2].known);
        assert_eq!(region.blocks[1].lines, 2);
        let of_blocks =
            |value: fn(&Block) -> f64| region.blocks.iter().map(value).collect::<Vec<f64>>();
        // The frequent line has all pairs, including that with its end. A line without words has none.
        assert_eq!(of_blocks(|block| block.pairs), [0.0, 11.0 / 12.0, 0.0]);
        assert_eq!(of_blocks(|block| block.title), [0.0, 0.0, 1.0]);
    }

    #[test]
    fn the_region_ends_after_so_many_lines_and_far_from_what_is_known() {
        let long = "An infrequent line that is long enough to be counted.\n";
        assert_eq!(read(&long.repeat(9)).lines.len(), 6);
        assert_eq!(read(&"short\n".repeat(200)).lines.len(), REACH);
        let known = "A frequent line that is long enough\n";
        let far = known.to_owned() + &"short\n".repeat(MAX_UNKNOWN_LINES) + known;
        assert_eq!(read(&far).lines.len(), 1 + REACH);
        let text = "short\n".repeat(100) + "A frequent line that is long enough\n";
        assert_eq!(
            read(&(text + &"short\n".repeat(99))).lines.len(),
            101 + REACH
        );
    }

    #[test]
    fn trivial_lines_are_not_read_without_end() {
        let settings = Settings {
            head: 5,
            ..Settings::default()
        };
        let mut taken = 0;
        let lines = std::iter::repeat_n("ab", 10_000);
        let mut library = Library {
            settings: &settings,
            templates: &Templates::default(),
            scratch: &mut Scratch::default(),
            is_frequent: |_: &str| false,
        };
        let lines = (1..).zip(lines).inspect(|_| taken += 1);
        Region::read(HEAD, lines, &mut library);
        assert_eq!(taken, 6 * MAX_UNKNOWN_LINES + 1);
    }

    #[test]
    fn block_comments_are_open_up_to_their_end() {
        let region = read("/* One\n   two\n   three */\nint four;\n");
        let open: Vec<bool> = region.lines.iter().map(|line| line.open).collect();
        assert_eq!(open, [true, true, false, false]);
        assert!(open_after("a */ b /* c", true) && !open_after("/* a */", false));
        assert!(open_after("/*/", false), "the star is not used twice");
    }
}
