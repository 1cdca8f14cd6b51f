//! The head or tail region of a document: its lines from the edge of the document inwards.

use std::collections::HashMap;

use freqlines::BuildIdentity;
use linenorm::normalise;
use xxhash_rust::xxh3::xxh3_64;

use super::templates::{Hashes, Templates, Word, words};
use crate::Settings;

/// The kind of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A frequent line.
    Frequent,
    /// A frequent line that occurred nearer to the edge, too: some documents repeat a notice before every part.
    Repeated,
    /// An infrequent line that a marker matches.
    Marker,
    /// An infrequent line that looks like an instance of a template.
    Template,
    /// A line without words: a rule, a row of stars.
    Wordless,
    /// Any other line.
    Other,
}

impl Kind {
    /// Whether the line is evidence of boilerplate.
    pub fn known(self) -> bool {
        matches!(self, Kind::Frequent | Kind::Marker | Kind::Template)
    }
}

/// A line that is not blank.
#[derive(Debug, Clone)]
pub struct Line<'a> {
    /// The number of the raw line, from 1.
    pub number: u64,
    /// The raw line.
    pub raw: &'a str,
    /// The number of blank lines between it and the line before, which is nearer to the document's edge.
    pub gap: usize,
    /// Its kind.
    pub kind: Kind,
    /// Whether it is trivial.
    pub trivial: bool,
    /// The properties of its characters.
    pub traits: Traits,
    /// The count of a frequent line, relative to the most frequent line of the library; else 0.
    pub share: f64,
    /// The share of its word pairs that frequent lines hold.
    pub pairs: f64,
    /// The share of its long words that infrequent lines nearer to the edge hold: a title page repeats the title.
    pub title: f64,
    /// The width of its indentation.
    pub indent: usize,
    /// Whether a comment, `/*` to `*/`, is open at its end.
    pub open: bool,
    /// The block it belongs to, from 0. Blank lines separate blocks.
    pub block: usize,
}

/// The properties of a normalised line's characters.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Traits {
    /// The number of its words.
    pub words: usize,
    /// The number of its characters.
    pub length: usize,
    /// Whether it begins with punctuation, as comments do; quotation marks and brackets do not count.
    pub leader: bool,
    /// Whether it begins with a bracket, an underscore or a quotation mark.
    pub bracket: bool,
    /// Whether four fifths of its letters are capitals.
    pub capitals: bool,
    /// Whether it begins with a lower-case letter.
    pub lower: bool,
}

/// A run of lines without a blank one.
#[derive(Debug, Clone)]
pub struct Block {
    /// The kind of its outermost line.
    pub first: Kind,
    /// Whether a line of it is known.
    pub known: bool,
    /// The share of its word pairs that frequent lines hold.
    pub pairs: f64,
    /// The share of its long words that infrequent lines nearer to the edge hold.
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
    /// The form of the document.
    pub form: Form,
    /// This many blank lines and more are a wide gap, whatever their number.
    pub wide: usize,
}

/// The form of a document, which decides how its boilerplate is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// None of the others.
    Prose,
    /// Prose that begins with a block between two equal rules, which is the preamble.
    Fenced,
    /// A source file or a manual page: boilerplate consists of comments.
    Source,
}

/// The end of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The first lines, in their order.
    Head,
    /// The last lines, in reverse order.
    Tail,
}

/// Buffers and a cache of frequent lines, reused from region to region.
#[derive(Debug, Default)]
pub struct Scratch {
    text: String,
    words: Vec<Word>,
    /// Long words of infrequent lines of this region.
    title: Hashes,
    frequent: Frequent,
    /// The number of this region.
    region: u64,
}

/// A cache of frequent lines by their raw text. Boilerplate repeats its raw lines to the letter, so that most lines are neither
/// normalised nor looked up a second time.
#[derive(Debug, Default)]
struct Frequent {
    /// By the hashes of raw lines.
    raw: HashMap<u64, Known, BuildIdentity>,
    /// The indices into `last` of normalised lines, by their hashes.
    places: HashMap<u64, usize, BuildIdentity>,
    /// The last region that each line occurred in.
    last: Vec<u64>,
}

#[derive(Debug)]
struct Known {
    raw: Box<str>,
    line: KnownLine,
}

/// The properties of a frequent line.
#[derive(Debug, Clone, Copy)]
struct KnownLine {
    traits: Traits,
    share: f64,
    /// The index of the normalised line into [`Frequent::last`].
    place: usize,
}

/// The cache is cleared when it has more lines: frequency records that match by hash may match any line.
const MOST_KNOWN: usize = 1 << 17;

impl Frequent {
    /// Looks a raw line up.
    fn get(&self, hash: u64, raw: &str) -> Option<KnownLine> {
        let known = self.raw.get(&hash).filter(|known| *known.raw == *raw)?;
        Some(known.line)
    }

    /// Adds a raw line that is frequent, with its normalised form.
    fn insert(&mut self, hash: u64, raw: &str, line: &str, share: f64) -> KnownLine {
        let next = self.last.len();
        let place = *self.places.entry(xxh3_64(line.as_bytes())).or_insert(next);
        if place == next {
            self.last.push(0);
        }
        let spaces = memchr::memchr_iter(b' ', line.as_bytes()).count();
        let line = KnownLine {
            traits: Traits::of(line, 1 + spaces),
            share,
            place,
        };
        let raw = raw.into();
        self.raw.insert(hash, Known { raw, line });
        line
    }

    /// The kind of a frequent line at this occurrence in the region.
    fn kind(&mut self, place: usize, region: u64) -> Kind {
        match std::mem::replace(&mut self.last[place], region) == region {
            true => Kind::Repeated,
            false => Kind::Frequent,
        }
    }
}

impl Scratch {
    fn begin(&mut self) {
        self.title.clear();
        self.region += 1;
        if self.frequent.raw.len() > MOST_KNOWN {
            self.frequent = Frequent::default();
        }
    }
}

/// A region ends this many lines after the last known one: what follows cannot be boilerplate.
const REACH: usize = 24;

/// Reading ends after this many lines without a known one: known lines beyond belong to something else. Preambles may hold a hundred
/// lines of free prose.
const BETWEEN: usize = 120;

/// One line in this many is read beyond the end of the region.
const BEYOND: usize = 5;

impl<'a> Region<'a> {
    /// Reads the raw lines `lines`, the outermost first, with their numbers.
    pub fn read(
        side: Side,
        raw_lines: impl Iterator<Item = (u64, &'a str)>,
        settings: &Settings,
        templates: &Templates,
        scratch: &mut Scratch,
        mut is_frequent: impl FnMut(&str) -> bool,
    ) -> Self {
        scratch.begin();
        let wanted = match side {
            Side::Head => settings.head,
            Side::Tail => settings.tail,
        };
        // The lines after a boundary count, too.
        let wanted = wanted.saturating_add(wanted / BEYOND);
        // Trivial lines are not counted, but bounded.
        let most = wanted.saturating_mul(BETWEEN);
        let mut lines = Vec::new();
        let (mut kept, mut gap, mut reach) = (0, 0, REACH);
        for (number, raw) in raw_lines {
            let last_known = reach - REACH;
            if kept == wanted
                || lines.len() == most
                || (last_known > 0 && lines.len() == last_known + BETWEEN)
            {
                break;
            }
            if is_blank(raw) {
                gap += 1;
                continue;
            }
            let Scratch {
                text,
                frequent,
                region,
                ..
            } = &mut *scratch;
            let hash = xxh3_64(raw.as_bytes());
            let mut known = frequent.get(hash, raw);
            let mut trivial = false;
            if known.is_none() {
                let line = normalise(raw, text);
                trivial = !settings.rules.keep(line);
                if !trivial && is_frequent(line) {
                    known = Some(frequent.insert(hash, raw, line, templates.share(line)));
                }
            }
            kept += usize::from(!trivial);
            let (traits, share, kind) = match known {
                Some(line) => (line.traits, line.share, frequent.kind(line.place, *region)),
                None => {
                    let marker = settings.markers.as_ref().is_some_and(|markers| match side {
                        Side::Head => markers.is_head(raw),
                        Side::Tail => markers.is_tail(raw),
                    });
                    let kind = if marker { Kind::Marker } else { Kind::Other };
                    (Traits::default(), 0.0, kind)
                }
            };
            if kind.known() {
                reach = lines.len() + 1 + REACH;
            }
            lines.push(Line {
                number,
                raw,
                gap,
                kind,
                trivial,
                traits,
                share,
                pairs: 0.0,
                title: 0.0,
                indent: raw.len() - raw.trim_start().len(),
                open: false,
                block: 0,
            });
            gap = 0;
        }
        lines.truncate(reach);
        let mut region = Region {
            lines,
            blocks: Vec::new(),
            form: Form::Prose,
            wide: usize::MAX,
        };
        region.compare_words(side, templates, scratch);
        region
    }

    /// Computes the properties that depend on words, and the blocks.
    fn compare_words(&mut self, side: Side, templates: &Templates, scratch: &mut Scratch) {
        let Scratch {
            text,
            words: of_line,
            title,
            ..
        } = scratch;
        let mut open = false;
        let mut template = false;
        // Sums over the lines of a block: known pairs, all pairs, title words, all words.
        let mut sums = [0.0; 4];
        for at in 0..self.lines.len() {
            let line = &mut self.lines[at];
            of_line.clear();
            if matches!(line.kind, Kind::Frequent | Kind::Repeated) {
                // A fast path: most lines of boilerplate are frequent.
                line.pairs = 1.0;
            } else {
                let text = normalise(line.raw, text);
                words(text, of_line);
                line.traits = Traits::of(text, of_line.len());
                let found = templates.compare(of_line);
                line.pairs = found.pairs;
                template = found.template;
            }
            if line.kind == Kind::Other {
                line.kind = match (of_line.is_empty(), template) {
                    (true, _) => Kind::Wordless,
                    (false, true) => Kind::Template,
                    (false, false) => Kind::Other,
                };
            }
            if side == Side::Head {
                open = open_after(line.raw, open);
                line.open = open;
            }
            let long = of_line.iter().filter(|word| word.long);
            if line.kind == Kind::Other {
                let known = long
                    .clone()
                    .filter(|word| title.contains(&word.folded))
                    .count();
                line.title = known as f64 / long.clone().count().max(1) as f64;
            }
            title.extend(long.map(|word| word.folded));
            if at == 0 || line.gap > 0 {
                sums = [0.0; 4];
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
            let count = line.traits.words as f64;
            sums[0] += line.pairs * (count + 1.0);
            sums[1] += count + 1.0;
            sums[2] += line.title * count;
            sums[3] += count;
            block.known |= line.kind.known();
            block.pairs = sums[0] / sums[1];
            block.title = sums[2] / sums[3].max(1.0);
            block.lines += 1;
        }
    }

    /// The most blank lines between two of its lines.
    pub fn widest_gap(&self) -> usize {
        let gaps = self.lines.iter().skip(1).map(|line| line.gap);
        gaps.max().unwrap_or(0)
    }
}

impl Traits {
    /// Of a normalised line with so many words.
    fn of(text: &str, words: usize) -> Self {
        let first = text.chars().next().unwrap_or(' ');
        let opening = matches!(first, '"' | '\'' | '“' | '‘' | '(' | '[' | '_' | '<');
        let (mut length, mut letters, mut capitals) = (text.len(), 0, 0);
        if text.is_ascii() {
            // Sums over at most 255 bytes do not overflow a byte, so that the compiler vectorises them.
            for bytes in text.as_bytes().chunks(255) {
                let sum =
                    |is: fn(&u8) -> bool| bytes.iter().map(|byte| u8::from(is(byte))).sum::<u8>();
                letters += usize::from(sum(u8::is_ascii_alphabetic));
                capitals += usize::from(sum(u8::is_ascii_uppercase));
            }
        } else {
            length = 0;
            for character in text.chars() {
                length += 1;
                letters += usize::from(character.is_alphabetic());
                capitals += usize::from(character.is_uppercase());
            }
        }
        Traits {
            words,
            length,
            leader: !first.is_alphanumeric() && !opening,
            bracket: matches!(first, '[' | '_' | '"' | '“'),
            capitals: letters > 0 && 5 * capitals > 4 * letters,
            lower: first.is_lowercase(),
        }
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

fn is_blank(raw: &str) -> bool {
    raw.trim_start().is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Region<'_> {
        let mut templates = Templates::default();
        templates.learn("A frequent line that is long enough for the rules", 20);
        let settings = Settings {
            head: 5,
            ..Settings::default()
        };
        Region::read(
            Side::Head,
            (1..).zip(text.lines()),
            &settings,
            &templates,
            &mut Scratch::default(),
            |line| line.starts_with("A frequent line"),
        )
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
    }

    #[test]
    fn the_region_ends_after_so_many_lines_and_far_from_what_is_known() {
        let long = "An infrequent line that is long enough to be counted.\n";
        assert_eq!(read(&long.repeat(9)).lines.len(), 6);
        assert_eq!(read(&"short\n".repeat(200)).lines.len(), REACH);
        let known = "A frequent line that is long enough\n";
        let far = known.to_owned() + &"short\n".repeat(BETWEEN) + known;
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
        Region::read(
            Side::Head,
            (1..).zip(lines).inspect(|_| taken += 1),
            &settings,
            &Templates::default(),
            &mut Scratch::default(),
            |_| false,
        );
        assert_eq!(taken, 6 * BETWEEN + 1);
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
