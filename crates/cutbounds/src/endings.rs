//! Short lines that the documents of a library begin or end with: links to the library, its name, pages before and after this one.
//! The frequencies leave short lines out, so these are counted from document to document.
//!
//! The shapes of lines count (see [`linenorm::shape`]): names, numbers and the values of fields may differ.

use linenorm::{Rules, key, normalise, raw_lines, shape};
use xxhash_rust::xxh3::xxh3_64;

use crate::best::comments::looks_like_code;
use crate::constants::{
    MAX_CLOSING_BLOCK, MAX_COUNTED, MIN_CLOSING_LINES, MIN_CLOSING_SHARE, MIN_CLOSING_WORDS,
    MIN_DOCUMENT_SHARE, MIN_OPENING_SHARE, MIN_RUN, SEEN_LINES, SHARE_OF_PAIR,
};
use crate::document_counts::DocumentCounts;

/// The lines at an end of a document, the outermost first. Blank lines are left out.
#[derive(Debug, Clone, Default)]
pub struct EdgeLines(Vec<EdgeLine>);

#[derive(Debug, Clone, Copy)]
struct EdgeLine {
    /// The number of the line, from 1.
    number: u64,
    /// Whether a blank line, or nothing, is on its outer side.
    is_apart: bool,
    /// A hash of its shape. Code and lines without a letter have none.
    shape: Option<u64>,
    is_short: bool,
    has_link: bool,
    /// Whether it is short and has a value behind a key.
    is_field: bool,
    /// Whether it names the pages before and after this one.
    is_bar: bool,
    words: usize,
}

impl EdgeLines {
    /// Reads the last lines. `inwards` are the lines of a document with their numbers, the last first.
    pub fn last<'a>(inwards: impl Iterator<Item = (u64, &'a str)>, rules: Rules) -> Self {
        let mut reader = Reader::new(inwards, rules);
        EdgeLines(reader.lines().take(MAX_CLOSING_BLOCK + 1).collect())
    }

    /// Reads the first block of a document, and one line more. A block with a long line is text, so it is read only up to that line.
    pub fn first(text: &str, rules: Rules) -> Self {
        let mut reader = Reader::new((1..).zip(raw_lines(text)), rules);
        let mut found: Vec<EdgeLine> = Vec::new();
        for line in reader.lines().take(SEEN_LINES + 1) {
            found.push(line);
            let is_behind = line.is_apart && found.len() > 1;
            if is_behind || !line.is_short && !line.is_bar {
                break;
            }
        }
        EdgeLines(found)
    }

    /// Whether the last `lines` lines stand alone, and one above them of a few words does.
    fn is_name_above(&self, lines: usize) -> bool {
        let all = self.0.get(..lines + 2).unwrap_or_default();
        let name = all.get(lines);
        all.iter().all(|line| line.is_apart)
            && name.is_some_and(|name| {
                name.is_short && name.shape.is_some() && name.words < MIN_CLOSING_WORDS
            })
    }

    /// The number of lines of the last block of text.
    fn block(&self) -> usize {
        let inside = self.0.iter().skip(1).take_while(|line| !line.is_apart);
        inside.count() + usize::from(!self.0.is_empty())
    }
}

/// Reads lines that are not blank from the outside to the inside.
struct Reader<I> {
    inwards: I,
    rules: Rules,
    line: String,
    item: String,
    masked: String,
}

impl<'a, I: Iterator<Item = (u64, &'a str)>> Reader<I> {
    fn new(inwards: I, rules: Rules) -> Self {
        Reader {
            inwards,
            rules,
            line: String::new(),
            item: String::new(),
            masked: String::new(),
        }
    }

    fn lines(&mut self) -> impl Iterator<Item = EdgeLine> {
        let mut is_apart = true;
        std::iter::from_fn(move || {
            loop {
                let (number, raw) = self.inwards.next()?;
                if !raw.trim().is_empty() {
                    let is_apart = std::mem::take(&mut is_apart);
                    return Some(self.line(number, raw, is_apart));
                }
                is_apart = true;
            }
        })
    }

    fn line(&mut self, number: u64, raw: &str, is_apart: bool) -> EdgeLine {
        let line = normalise(raw, &mut self.line);
        let item = line.trim_start_matches(['-', '*', '+', ' ']);
        let is_bar = is_bar(item);
        let is_short = self.rules.is_trivial(line);
        let is_counted = item.contains(char::is_alphabetic) && (is_bar || !is_of_code(item));
        EdgeLine {
            number,
            is_apart,
            shape: is_counted.then(|| {
                let item = without_targets(item, &mut self.item);
                xxh3_64(shape(item, &mut self.masked).as_bytes())
            }),
            is_short,
            has_link: item.contains("](") || item.contains("://"),
            is_field: is_short && key(item).is_some_and(|key| key.len() < item.len()),
            is_bar,
            words: line.split(' ').count(),
        }
    }
}

/// Returns a line without digits and the targets of its links in Markdown.
fn without_targets<'a>(line: &'a str, scratch: &'a mut String) -> &'a str {
    if !line.contains(char::is_numeric) && !line.contains("](") {
        return line;
    }
    scratch.clear();
    let mut parts = line.split("](");
    scratch.push_str(parts.next().unwrap_or_default());
    for part in parts {
        scratch.push_str("](");
        scratch.push_str(&part[part.find(')').unwrap_or(0)..]);
    }
    scratch.retain(|one| !one.is_numeric());
    scratch
}

/// Whether a line is code, or closes a block of it. A link looks like code.
fn is_of_code(text: &str) -> bool {
    let may_begin = |one: char| one.is_alphanumeric() || !one.is_ascii() || "[(_".contains(one);
    let begins = text.starts_with(may_begin);
    // A version or a time is not code.
    let is_code = || looks_like_code(text) && looks_like_code(&text.replace(char::is_numeric, ""));
    !begins || !text.contains("](") && is_code()
}

/// Words on links to the pages before and after this one, and to the one above them.
const NEIGHBOURS: [&str; 51] = [
    "anterior",
    "contents",
    "forrige",
    "följande",
    "föregående",
    "index",
    "indietro",
    "inhalt",
    "następny",
    "neste",
    "next",
    "následující",
    "nästa",
    "næste",
    "poprzedni",
    "precedente",
    "prev",
    "previous",
    "précédent",
    "próximo",
    "předchozí",
    "siguiente",
    "sommaire",
    "sonraki",
    "successivo",
    "suivant",
    "up",
    "volgende",
    "vorherige",
    "vorige",
    "weiter",
    "zurück",
    "índice",
    "önceki",
    "вперёд",
    "назад",
    "предыдущая",
    "следующая",
    "التالي",
    "السابق",
    "अगला",
    "पिछला",
    "上一页",
    "下一页",
    "前へ",
    "次へ",
    "目录",
    "目次",
    "다음",
    "목차",
    "이전",
];

/// Whether a line names the pages before and after this one: at least two of its parts are such words, or begin with one as a key.
fn is_bar(line: &str) -> bool {
    // Most lines have no sign between parts, nor the first byte of one, and need not be decoded.
    if !line.bytes().any(|byte| b"|,;\xc2\xe3\xef".contains(&byte)) {
        return false;
    }
    let name = |part: &str| {
        let name = part.split([':', '：']).next().unwrap_or_default();
        let name = name.trim_matches(|one: char| !one.is_alphanumeric());
        !name.as_bytes().contains(&b' ') && NEIGHBOURS.contains(&name.to_lowercase().as_str())
    };
    let parts = line.split(['|', ',', ';', '·', '，', '、']);
    let mut names = parts.clone().filter(|part| name(part));
    names.nth(1).is_some() && parts.count() <= MAX_CLOSING_BLOCK
}

/// The counts of the outermost lines of the documents so far at one end, by their shapes.
#[derive(Debug, Default)]
pub struct Endings(DocumentCounts);

impl Endings {
    /// Counts the outermost lines of the next document.
    pub fn learn(&mut self, last: &EdgeLines) {
        let shapes = last.0.iter().filter_map(|line| line.shape);
        self.0.learn(shapes.collect(), MAX_COUNTED);
    }

    /// Whether at least half of the documents have the outermost line of a document at this end. The frequencies have the long lines.
    pub fn is_alike(&self, edge: &EdgeLines) -> bool {
        let outermost = edge.0.first().filter(|line| line.is_short || line.is_bar);
        let shape = outermost.and_then(|line| line.shape);
        shape.is_some_and(|shape| self.0.is_of_share(shape, SHARE_OF_PAIR))
    }

    /// Returns the last line of the first block of a document, if nearly all documents begin with it, and do not go on alike: at least three
    /// short lines, or links to other pages. Fields may be data of the text.
    pub fn find_opening(&self, first: &EdgeLines) -> Option<u64> {
        let (block, rest) = first.0.split_at(first.block());
        let is_shared = |line: &EdgeLine| {
            let shape = line.shape;
            shape.is_some_and(|shape| self.0.is_of_share(shape, MIN_OPENING_SHARE))
        };
        let is_link = |line: &EdgeLine| {
            line.is_bar || line.is_short && !line.is_field && block.len() >= MIN_RUN
        };
        let is_opening = block.iter().all(|line| is_shared(line) && is_link(line));
        let goes_on = rest.first().is_none_or(is_shared);
        block
            .last()
            .filter(|_| is_opening && !goes_on)
            .map(|line| line.number)
    }

    /// Returns the first line of the ending of a document, if enough documents end
    /// like it: with at least two lines, or with one of a few words that stands alone. A small block of links and short lines goes whole.
    pub fn find(&self, last: &EdgeLines) -> Option<u64> {
        let block = last.block();
        let is_of_share = |line: &EdgeLine, least: f64| {
            let shape = line.shape;
            shape.is_some_and(|shape| self.0.is_of_share(shape, least))
        };
        let is_common = |line: &&EdgeLine| is_of_share(line, MIN_DOCUMENT_SHARE);
        let is_known = |line: &&EdgeLine| line.shape.is_some_and(|shape| self.0.is_known(shape));
        // The rows of a table have few shapes, too, and a longer block.
        if block > MAX_CLOSING_BLOCK && last.0.iter().all(|line| is_known(&line)) {
            return None;
        }
        let run = last.0.iter().take(MAX_CLOSING_BLOCK).take_while(is_known);
        let run = &last.0[..run.count()];
        let is_ending = |lines: &[EdgeLine]| {
            let common = lines.iter().filter(is_common);
            common.clone().count() >= MIN_CLOSING_LINES && common.clone().any(|line| line.is_short)
        };
        let whole = last.0.get(..block).filter(|whole| {
            let common = whole.iter().filter(is_common).count();
            let is_text = |line: &EdgeLine| !line.is_short && !line.has_link && !is_common(&line);
            whole.len() <= MAX_CLOSING_BLOCK
                && 2 * common > whole.len()
                && !whole.iter().any(is_text)
                && is_ending(whole)
        });
        let run = Some(run).filter(|run| is_ending(run));
        let alone = || {
            let is_alone = |line: &&EdgeLine| block == 1 && (line.is_short || line.is_bar);
            let line = last.0.first().filter(is_alone)?;
            (line.words >= MIN_CLOSING_WORDS && is_of_share(line, MIN_CLOSING_SHARE)).then_some(1)
        };
        // If all stand alone, so does the name of an author above them.
        let run = run.map(|run| run.len() + usize::from(last.is_name_above(run.len())));
        let lines = whole.map(<[EdgeLine]>::len).max(run);
        let lines = lines.or_else(alone)?;
        Some(last.0[lines - 1].number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn last(text: &str) -> EdgeLines {
        let lines: Vec<(u64, &str)> = (1..).zip(text.lines()).collect();
        EdgeLines::last(lines.into_iter().rev(), Rules::default())
    }

    /// Returns the first line of the ending of a text after `before` documents that end with the last of `endings` in turn.
    fn found(endings: &[&str], before: usize) -> Option<u64> {
        let mut counts = Endings::default();
        let mut found = None;
        for at in 0..=before {
            let text = format!("The ferryman has tarred boat {}.\n", name(at));
            let last = last(&format!("{text}{}", endings[at % endings.len()]));
            counts.learn(&last);
            found = counts.find(&last);
        }
        found
    }

    /// Returns a number in letters.
    fn name(number: usize) -> String {
        let digits = number.to_string();
        digits
            .bytes()
            .map(|one| char::from(one - b'0' + b'a'))
            .collect()
    }

    #[test]
    fn documents_that_end_alike_have_an_ending() {
        let links = "\n\tThe Quay Library\n\tThe Ferry Page\n";
        assert_eq!(found(&[links], 9), None, "in ten documents");
        assert_eq!(found(&[links], 10), Some(3));
        // A line of the text, or blank lines, may be between.
        assert_eq!(found(&[links.trim_start()], 10), Some(2));
        assert_eq!(
            found(&["\nThe Quay Library\n\nThe Ferry Page\n"], 10),
            Some(3)
        );
        let of = |name: &str| format!("\n{name} North\n\nThe Quay Library\n\nThe Ferry Page\n");
        let names: Vec<String> = ["Ada", "Bob", "Cy", "Dora", "Eve", "Flo"].map(of).into();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        assert_eq!(found(&names, 12), Some(3));
        // A small block goes whole, whoever else is in it.
        let of = |name: &str| format!("\nOf {name}\n\tThe Quay Library\n\tThe Ferry Page\n");
        let names: Vec<String> = ["tin", "tar", "wood", "oak", "hemp", "yew"].map(of).into();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        assert_eq!(found(&names, 12), Some(3));
        // The values of fields and the targets of links differ.
        let pages: Vec<String> = (0..20)
            .map(|at| format!("\n- [Quay](quay.md)\n- Before: [tar {at}]({at}.md)\n"))
            .collect();
        let pages: Vec<&str> = pages.iter().map(String::as_str).collect();
        assert_eq!(found(&pages, 15), Some(3));
        let pages: Vec<String> = (0..20)
            .map(|at| {
                format!(
                    "\nEnd of the day\n\n[<< Day {at}]({}.md) | [All](a.md)\n",
                    name(at)
                )
            })
            .collect();
        let pages: Vec<&str> = pages.iter().map(String::as_str).collect();
        assert_eq!(found(&pages, 15), Some(3));
        assert_eq!(found(&["\nBack to the list of texts\n"], 10), Some(3));
        // A version and a time are not code.
        let printed = "\nTarred with tar 2.1\nPrinted at 12:30\n";
        assert_eq!(found(&[printed], 10), Some(3));
    }

    /// Returns the last line of the opening of the last of `count` texts, which begin with these lines.
    fn opening(count: usize, head: impl Fn(usize) -> String) -> Option<u64> {
        let mut counts = Endings::default();
        let mut found = None;
        for at in 0..count {
            let text = format!("{}\nThe boat of {}\n\nIt sails.\n", head(at), name(at));
            let first = EdgeLines::first(&text, Rules::default());
            counts.learn(&first);
            found = counts.find_opening(&first);
        }
        found
    }

    #[test]
    fn documents_that_begin_alike_have_an_opening() {
        let menu = |_| "Boats\nTar\nOars\nSails\n".to_owned();
        assert_eq!(opening(11, menu), Some(4));
        assert_eq!(opening(10, menu), None);
        let long = |_| (0..9).map(|at| format!("{} of oak\n", name(at))).collect();
        assert_eq!(opening(20, long), Some(9));
        let bar = |at| {
            format!(
                "Next: {0} of tin, Previous: {0} of oak, Up: Boats\n",
                name(at)
            )
        };
        assert_eq!(opening(20, bar), Some(1));
        let bar = |at| format!("Weiter: {} | Zur\u{fc}ck: tar | Boote\n", name(at));
        assert_eq!(opening(20, bar), Some(1));
        // Too few lines, and fields.
        assert_eq!(opening(11, |_| "ACT I\nSCENE I\n".to_owned()), None);
        assert_eq!(
            opening(11, |_| "Tar: good\nOars: bad\nSails: bad\n".to_owned()),
            None
        );
        assert_eq!(
            opening(11, |_| "Next, the boat came, and he was gone.\n".to_owned()),
            None
        );
        // The block below a title is not read, nor what is below a long line.
        let below = |at| match at % 3 {
            0 => menu(at),
            _ => format!("Of {} oars\n\n{}", name(at), menu(at)),
        };
        assert_eq!(opening(31, below), None);
        let text = "The ferryman has tarred the boats of the quay\nBoats\nTar\n";
        assert_eq!(EdgeLines::first(text, Rules::default()).0.len(), 1);
        // A minority, and copies of one text.
        for other in [
            |at: usize| match at % 3 {
                0 => "Boats\nTar\nOars\n".to_owned(),
                _ => format!("{} sails\n", name(at)),
            },
            |at| format!("Boats\nTar\nOars\n\nOf oak\nand {}\n", name(at)),
        ] {
            let mut counts = Endings::default();
            let first = |at| EdgeLines::first(&other(at), Rules::default());
            (0..30).for_each(|at| counts.learn(&first(at)));
            assert_eq!(counts.find_opening(&first(0)), None);
        }
    }

    #[test]
    fn text_and_code_are_no_endings() {
        let links = "\nThe Quay Library\nThe Ferry Page\n";
        let other: Vec<String> = (0..24).map(|at| format!("{} sails.\n", name(at))).collect();
        let rare: Vec<&str> = other.iter().map(String::as_str).chain([links]).collect();
        assert_eq!(found(&rare, 299), None, "one document in 25");
        assert_eq!(found(&rare[12..], 311), Some(3), "one in 13");
        assert_eq!(found(&["\nTHE END\n"], 20), None, "two words");
        assert_eq!(found(&["\n    return tar;\n    end;\n"], 20), None);
        let rows = "Tar,tin\nOak,tar\nHemp,oak\n".repeat(2);
        assert_eq!(found(&[&format!("\n{rows}")], 20), None, "a table");
        assert_eq!(found(&["\n</boat>\n</boats>\n"], 20), None);
        assert_eq!(
            found(&["He tars the boats again.\n"], 20),
            None,
            "not alone"
        );
    }
}
