//! Segmentation of a page into blocks (PRESEMT 2012, section 5.2: "splitting the HTML page at specified HTML tags"; jusText's
//! `ParagraphMaker`, and the cleaner that runs before it).

use std::ops::Range;
use std::sync::OnceLock;

use crate::cache::Cache;
use crate::declared::Declared;
use crate::grid::Tables;
use crate::joints::{self, CODES, Joint};
use crate::outline::{self, Code, Container};
use html::attributes;
use html::elements::{Content, HEADINGS, KNOWN, Set};
use html::tree::{AfterHtml, Parser};
use html::{Element, Walk, walk};

/// Segmentation rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rules {
    /// Whitespace between two tags separates words. jusText drops it: `<b>one</b> <i>two</i>` becomes one word.
    pub keep_whitespace: bool,
    /// Text after `</html>` is kept, as in browsers. jusText's parser drops it.
    pub keep_trailing: bool,
    /// All elements that browsers display as blocks are block boundaries, and so are stray `</p>` and `</br>`; form controls,
    /// pictures and tags beside which words begin separate words; short inline elements that are not displayed are left out; the content of `template`, `iframe`, `noembed` and every `title` is removed, that of `noframes` is parsed as
    /// markup; the page has an outline and a title.
    pub outline: bool,
    /// The page keeps its inline elements and the whitespace of preformatted text, for [`crate::render`].
    pub markup: bool,
}

impl Rules {
    /// jusText 3.0.2 as intended, without its known defects.
    pub const PAPER: Rules = Rules {
        keep_whitespace: true,
        keep_trailing: true,
        outline: false,
        markup: false,
    };
    /// For `--method best`.
    pub const BEST: Rules = Rules {
        outline: true,
        ..Rules::PAPER
    };
    /// jusText 3.0.2 with its defects.
    pub const COMPAT: Rules = Rules {
        keep_whitespace: false,
        keep_trailing: false,
        outline: false,
        markup: false,
    };
}

impl Rules {
    /// Which rules close elements implicitly.
    fn parser(self) -> Parser {
        match (self.outline, self.keep_trailing) {
            (true, _) => Parser::Standard,
            (false, true) => Parser::Libxml2(AfterHtml::Kept),
            (false, false) => Parser::Libxml2(AfterHtml::Dropped),
        }
    }

    /// Whether the tags of an element are block boundaries.
    #[inline]
    fn is_boundary(self, element: Element) -> bool {
        BLOCKS.has(element) || self.outline && MORE_BLOCKS.has(element)
    }

    /// Whether an element is removed with its content.
    #[inline]
    fn remove(self, element: Element) -> bool {
        REMOVED.has(element) || self.outline && MORE_REMOVED.has(element)
    }

    /// Whether an element is a ruby annotation or its fallback parentheses, which would be glued into the base text. jusText keeps
    /// them.
    #[inline]
    fn is_ruby_annotation(self, name: &str) -> bool {
        self.keep_whitespace && matches!(name, "rt" | "rp")
    }

    /// Whether an element's tags are removed and its content is kept.
    #[inline]
    fn untag(self, element: Element) -> bool {
        UNTAGGED.has(element) && !(self.outline && element == Element::FORM)
    }
}

/// A block of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// Byte range of its text in the text of all blocks.
    pub text: Range<usize>,
    /// The innermost open block element where it starts, or the block element whose end tag it follows.
    pub element: Element,
    /// Length of its text in Unicode scalar values.
    pub chars: u32,
    /// Characters in links, counted by text node, before whitespace at node boundaries is collapsed.
    pub link_chars: u32,
    /// Number of start tags of inline elements in it.
    pub tags: u32,
    /// Whether it starts in a heading.
    pub heading: bool,
    /// Whether an ancestor's tag name contains `select`.
    pub select: bool,
    /// Index in the outline of the innermost container where it starts.
    pub container: u32,
    /// Number of start tags of links in it.
    pub links: u32,
    /// Level of the innermost heading where it starts, 1 to 6; 0 if none.
    pub level: u8,
}

impl Block {
    /// Fraction of its characters that are in links.
    pub fn link_density(&self) -> f64 {
        f64::from(self.link_chars) / f64::from(self.chars)
    }
}

/// The number of characters of a text. A block's counters are 32-bit and saturate, to save memory on pages of many short
/// blocks.
fn length(text: &str) -> u32 {
    text.chars().count().try_into().unwrap_or(u32::MAX)
}

/// An inline element that has a Markdown syntax.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Inline {
    /// b, strong.
    Strong,
    /// i, em, cite, var, dfn.
    Emphasis,
    /// code, kbd, samp, tt.
    Code,
    /// a, with the index of its address in [`Page::links`].
    Link(u32),
    /// br, which has no end.
    Break,
}

/// The start or end of an inline element in a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    /// Index of the block.
    pub block: u32,
    /// Byte offset in its text.
    pub at: u32,
    /// The element.
    pub inline: Inline,
    /// Whether this is its start.
    pub opens: bool,
}

impl Mark {
    /// The length of the white space behind a line break in the block's text, which stands for it.
    pub fn blank(&self, text: &str) -> usize {
        let behind = text.as_bytes().get(self.at as usize);
        usize::from(matches!(behind, Some(b' ' | b'\n')))
    }
}

/// The blocks of a page, and their text.
#[derive(Debug, Default)]
pub struct Page {
    /// The blocks, in document order.
    pub blocks: Vec<Block>,
    text: String,
    /// The containers of the blocks in document order, with [`Rules::outline`]; the first one is the root.
    pub outline: Vec<Container>,
    /// Text of the first non-empty `<title>`, with [`Rules::outline`].
    pub title: String,
    /// Number of start tags of each known element, by element number, with [`Rules::outline`].
    pub tags: Vec<u32>,
    /// Number of `meta` elements with a `property` attribute (RDFa: OpenGraph and the like), with [`Rules::outline`].
    pub properties: u32,
    /// Starts and ends of inline elements, in the order of the blocks, with [`Rules::markup`].
    pub marks: Vec<Mark>,
    /// Addresses of links, with [`Rules::markup`].
    pub links: Vec<String>,
    /// Index and unnormalised text of preformatted blocks, with [`Rules::markup`].
    raw: Vec<(u32, String)>,
    /// What the page declares about itself, with [`Rules::outline`].
    pub declared: Declared,
    /// Its tables, once they are asked for.
    pub(crate) tables: OnceLock<Tables>,
    /// Kept from page to page.
    cache: Cache<u64>,
    /// Length of the page in bytes.
    pub bytes: usize,
    /// Parser steps, linear in the length of the page.
    pub steps: u64,
}

impl Page {
    /// Segments a page.
    pub fn new(html: &str, rules: Rules) -> Self {
        let mut page = Page::default();
        page.read(html, rules);
        page
    }

    /// Segments another page, reusing memory.
    pub fn read(&mut self, html: &str, rules: Rules) {
        let segmenter = self.segmenter(html, rules);
        let (segmenter, steps) = walked(html, rules, segmenter);
        segmenter.finish(steps);
    }

    /// Segments another page, and shows it to a second walker in the same walk.
    pub(crate) fn read_with(&mut self, html: &str, rules: Rules, other: &mut impl Walk) {
        let pair = (self.segmenter(html, rules), other);
        let ((segmenter, _), steps) = walked(html, rules, pair);
        segmenter.finish(steps);
    }

    /// Forgets the page before.
    fn segmenter(&mut self, html: &str, rules: Rules) -> Segmenter<'_> {
        self.blocks.clear();
        self.text.clear();
        self.outline.clear();
        self.title.clear();
        self.tags.clear();
        self.properties = 0;
        self.declared = Declared::default();
        self.marks.clear();
        self.links.clear();
        self.raw.clear();
        self.tables.take();
        self.bytes = html.len();
        if rules.outline {
            self.tags.resize(KNOWN, 0);
            self.outline.push(Container::ROOT);
        }
        Segmenter::new(self, rules)
    }

    /// A container and its ancestors, innermost first, with their elements; at most 64.
    pub fn around(&self, container: u32) -> impl Iterator<Item = (u32, Element)> {
        let outer = |&at: &u32| (at != 0).then(|| self.outline[at as usize].parent);
        let places = std::iter::successors(Some(container), outer).take(64);
        let places = places.filter(|&at| at != 0);
        places.map(|at| (at, self.outline[at as usize].element))
    }

    /// The part of a block's container in a listing of code.
    pub fn outline_code(&self, block: &Block) -> Code {
        let container = self.outline.get(block.container as usize);
        container.map_or(Code::None, |container| container.code)
    }

    /// The marks of a block, by its index.
    pub fn marks_of(&self, block: usize) -> &[Mark] {
        let start = self
            .marks
            .partition_point(|mark| (mark.block as usize) < block);
        let end = self
            .marks
            .partition_point(|mark| mark.block as usize <= block);
        &self.marks[start..end]
    }

    /// The unnormalised text of a preformatted block, by its index, without empty lines at its ends.
    pub fn raw_text(&self, block: usize) -> &str {
        match self
            .raw
            .binary_search_by_key(&block, |(at, _)| *at as usize)
        {
            Ok(found) => &self.raw[found].1,
            Err(_) => self.text(&self.blocks[block]),
        }
    }

    /// The normalised text of a block: trimmed, each run of whitespace collapsed to one space, or to a line feed if
    /// the run has a line feed or carriage return.
    pub fn text(&self, block: &Block) -> &str {
        &self.text[block.text.clone()]
    }
}

/// Elements whose tags are block boundaries.
const BLOCKS: Set = Set::of(&[
    Element::BODY,
    Element::BLOCKQUOTE,
    Element::CAPTION,
    Element::CENTER,
    Element::COL,
    Element::COLGROUP,
    Element::DD,
    Element::DIV,
    Element::DL,
    Element::DT,
    Element::FIELDSET,
    Element::FORM,
    Element::LEGEND,
    Element::OPTGROUP,
    Element::OPTION,
    Element::P,
    Element::PRE,
    Element::TABLE,
    Element::TD,
    Element::TEXTAREA,
    Element::TFOOT,
    Element::TH,
    Element::THEAD,
    Element::TR,
    Element::UL,
    Element::LI,
    Element::H1,
    Element::H2,
    Element::H3,
    Element::H4,
    Element::H5,
    Element::H6,
]);

/// Further block boundaries with [`Rules::outline`].
const MORE_BLOCKS: Set = Set::of(&[
    Element::ADDRESS,
    Element::ARTICLE,
    Element::ASIDE,
    Element::DETAILS,
    Element::DIALOG,
    Element::DIR,
    Element::FIGCAPTION,
    Element::FIGURE,
    Element::FOOTER,
    Element::HEADER,
    Element::HGROUP,
    Element::HR,
    Element::LISTING,
    Element::MAIN,
    Element::MENU,
    Element::NAV,
    Element::NOFRAMES,
    Element::NOSCRIPT,
    Element::OL,
    Element::PLAINTEXT,
    Element::SEARCH,
    Element::SECTION,
    Element::SUMMARY,
    Element::TBODY,
    Element::XMP,
]);

/// Elements removed with their content.
const REMOVED: Set = Set::of(&[
    Element::HEAD,
    Element::SCRIPT,
    Element::STYLE,
    Element::SELECT,
    Element::TEXTAREA,
    Element::BUTTON,
    Element::INPUT,
    Element::APPLET,
    Element::BASE,
]);

/// Further removed elements with [`Rules::outline`].
const MORE_REMOVED: Set = Set::of(&[
    Element::IFRAME,
    Element::NOEMBED,
    Element::TEMPLATE,
    Element::TITLE,
]);

/// Pictures between two words separate them.
const PICTURES: Set = Set::of(&[Element::IMG, Element::SVG, Element::VIDEO]);

/// Form controls: removed, but visible, so they separate words.
const CONTROLS: Set = Set::of(&[
    Element::BUTTON,
    Element::INPUT,
    Element::SELECT,
    Element::TEXTAREA,
]);

/// Elements whose tags are removed and whose content is kept.
const UNTAGGED: Set = Set::of(&[
    Element::FORM,
    Element::IFRAME,
    Element::OBJECT,
    Element::EMBED,
    Element::PARAM,
    Element::LAYER,
]);

/// What a run of whitespace collapses to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Whitespace {
    None,
    Space,
    LineFeed,
}

/// State to restore at the end of an element.
#[derive(Debug, Clone, Copy)]
struct OpenElement {
    removed: bool,
    heading: bool,
    select: bool,
    /// An inline element that is a line of code.
    line: bool,
    /// An inline element that is one of [`Segmenter::inlines`].
    inline: bool,
    /// An inline element that is one of [`Segmenter::unseen`].
    unseen: bool,
    /// Innermost block element and container outside of it.
    outer: Element,
    outer_container: u32,
}

struct Segmenter<'p> {
    page: &'p mut Page,
    rules: Rules,
    /// Number of open elements that are removed, are headings, have `select` in their names.
    removed: usize,
    headings: usize,
    selects: usize,
    /// Level of the last heading start tag.
    level: u8,
    element: Element,
    container: u32,
    in_title: bool,
    /// Inside a JSON-LD script.
    in_data: bool,
    link: bool,
    line_break: bool,
    block: Block,
    /// Pending whitespace since the last character of the block.
    blank: Whitespace,
    node: Node,
    /// With [`Rules::markup`]: the open inline elements, one of each kind, each with whether its start is marked; the unnormalised text of the
    /// block, if it starts in lines of code; whether the line number in an inline element may follow; where in the text the line began
    /// that is an element.
    inlines: Vec<(Inline, bool)>,
    raw: String,
    is_number: bool,
    /// Right behind a link that is the number of a line: a space there is no indentation.
    is_behind_number: bool,
    line: usize,
    formula: Formula,
    /// Number of formulas so far, and of those dropped.
    formulas: usize,
    /// The tags since the last text of the block, without those in inline elements of code, and the number of these that are open.
    joint: Joint,
    codes: usize,
    /// Where in the text the last inline element of style began, and a hash of the address of the last link.
    styled: usize,
    address: u64,
    /// The open inline elements that are not displayed, or may be permalinks.
    unseen: Vec<Unseen>,
}

/// What there was of the block before an inline element that is not displayed, or may be a permalink.
#[derive(Debug, Clone, Copy)]
struct Unseen {
    /// Where the block starts.
    block: usize,
    text: usize,
    raw: usize,
    marks: usize,
    /// The number of open inline elements, and of those whose starts were marked, which are the outer ones.
    inlines: usize,
    marked: usize,
    link_chars: u32,
    blank: Whitespace,
    /// The number of formulas so far. MathML is not displayed where a picture is shown in its place (Wikipedia).
    formulas: usize,
    /// Whether it is a link with a fragment, whose text is dropped if it is one of [`PERMALINKS`].
    is_permalink: bool,
}

/// The text without the characters that a reader does not see: soft hyphens, zero-width spaces, word joiners, byte order marks, and the
/// symbols of icon fonts, which have code points for private use. A letter of a font for private use, inside a word, stays. `None` if the
/// text has none of these. Joiners between letters (U+200C, U+200D) change how the letters look, so they stay.
pub(crate) fn without_unseen(text: &str) -> Option<String> {
    let is_unseen =
        |character| matches!(character, '\u{AD}' | '\u{200B}' | '\u{2060}' | '\u{FEFF}');
    let is_private =
        |character| matches!(character, '\u{E000}'..='\u{F8FF}' | '\u{F0000}'..='\u{10FFFD}');
    if text.is_ascii() || !text.contains(|character| is_unseen(character) || is_private(character))
    {
        return None;
    }
    let mut seen = String::with_capacity(text.len());
    let mut characters = text
        .chars()
        .filter(|&character| !is_unseen(character))
        .peekable();
    let mut last = ' ';
    while let Some(character) = characters.next() {
        let next = characters.peek().copied().unwrap_or(' ');
        if !is_private(character) || last.is_alphabetic() && next.is_alphabetic() {
            seen.push(character);
        }
        last = character;
    }
    Some(seen)
}

/// The text of links beside headings, to these headings.
const PERMALINKS: [&str; 3] = ["\u{B6}", "#", "\u{A7}"];

/// Text of so many bytes in an inline element that is not displayed is left out. It is the text of a control, a message or an old price; longer
/// ones are text that a click shows.
const UNSEEN: usize = 120;

/// The formula that is read. Pages have most formulas several times: as MathML, as TeX in its annotation, as positioned letters.
#[derive(Debug, Clone, Copy, Default)]
struct Formula {
    /// Where the block and the formula start in the text, and the formula in the unnormalised text.
    block: usize,
    start: usize,
    raw: usize,
    /// The block's characters in links before it.
    link_chars: u32,
    /// Inside MathML.
    is_open: bool,
    /// Inside an annotation in TeX, before its text.
    in_tex: bool,
    /// Right after MathML, where KaTeX has the letters for display.
    is_before_letters: bool,
}

/// The text between two tags. Comments and removed elements do not split it.
#[derive(Debug, Clone, Copy)]
struct Node {
    /// The block's pending whitespace at its start.
    before: Whitespace,
    /// Pending whitespace since its last character.
    blank: Whitespace,
    has_text: bool,
    /// If in a link, its length in characters with whitespace collapsed.
    chars: u32,
}

impl Node {
    const EMPTY: Node = Node {
        before: Whitespace::None,
        blank: Whitespace::None,
        has_text: false,
        chars: 0,
    };
}

impl<'p> Segmenter<'p> {
    fn new(page: &'p mut Page, rules: Rules) -> Self {
        Segmenter {
            page,
            rules,
            removed: 0,
            headings: 0,
            selects: 0,
            level: 0,
            element: Element::BODY,
            container: 0,
            in_title: false,
            in_data: false,
            link: false,
            line_break: false,
            block: Block {
                text: 0..0,
                element: Element::BODY,
                chars: 0,
                link_chars: 0,
                tags: 0,
                heading: false,
                select: false,
                container: 0,
                links: 0,
                level: 0,
            },
            blank: Whitespace::None,
            node: Node::EMPTY,
            inlines: Vec::new(),
            raw: String::new(),
            is_number: false,
            is_behind_number: false,
            line: 0,
            formula: Formula::default(),
            formulas: 0,
            joint: Joint::default(),
            codes: 0,
            styled: 0,
            address: 0,
            unseen: Vec::new(),
        }
    }

    /// Ends the last block of a page of so many steps.
    fn finish(mut self, steps: u64) {
        self.end_node();
        self.end_block();
        self.page.steps = steps;
    }

    /// Whether an element is another form of the formula that is read: annotations, which browsers do not show, except TeX, which is
    /// kept in place of MathML; letters for display.
    fn is_formula_again(&mut self, element: Element, attributes: &str) -> bool {
        match element {
            Element::MATH => {
                self.end_node();
                self.formula = Formula {
                    block: self.block.text.start,
                    start: self.page.text.len(),
                    raw: self.raw.len(),
                    link_chars: self.block.link_chars,
                    is_open: true,
                    in_tex: false,
                    is_before_letters: false,
                };
                self.formulas += 1;
                false
            }
            Element::SPAN => self.formula.is_before_letters && attributes.contains("katex-html"),
            Element::ANNOTATION => {
                let encoding = attributes::value(attributes, "encoding").unwrap_or_default();
                self.formula.in_tex = encoding.to_ascii_lowercase().contains("tex");
                !self.formula.in_tex
            }
            _ => element == Element::ANNOTATION_XML,
        }
    }

    /// Drops the MathML before its TeX, unless it has blocks or marks.
    fn drop_mathml(&mut self) {
        let Formula {
            block, start, raw, ..
        } = self.formula;
        if !self.formula.is_open || block != self.block.text.start {
            return;
        }
        self.end_node();
        let mathml = &self.page.text[start..];
        let blank = mathml.len() - mathml.trim_start().len();
        let end = start + blank;
        let is_marked = self.page.marks.last().is_some_and(|mark| {
            mark.block as usize == self.page.blocks.len() && mark.at as usize > end - block
        });
        if blank < mathml.len() && !is_marked {
            self.page.text.truncate(end);
            self.raw.truncate(raw);
            // Elements in the formula begin where there is no text any more.
            self.formulas += 1;
            self.block.link_chars = self.formula.link_chars;
            self.blank = Whitespace::None;
            self.node = Node::EMPTY;
        }
    }

    /// The start of an inline element that is not displayed, or may be a permalink.
    fn start_unseen(&mut self, is_permalink: bool) {
        let marked = self.inlines.iter().filter(|(_, marked)| *marked);
        self.unseen.push(Unseen {
            block: self.block.text.start,
            text: self.page.text.len(),
            raw: self.raw.len(),
            marks: self.page.marks.len(),
            inlines: self.inlines.len(),
            marked: marked.count(),
            link_chars: self.block.link_chars,
            blank: self.blank,
            formulas: self.formulas,
            is_permalink,
        });
    }

    /// Drops the text of an inline element that is not displayed, or of a permalink, if it is short and has neither blocks nor the end of an outer
    /// element.
    fn end_unseen(&mut self) {
        let Some(unseen) = self.unseen.pop() else {
            return;
        };
        let is_inside = unseen.block == self.block.text.start
            && unseen.inlines == self.inlines.len()
            && unseen.formulas == self.formulas
            && self.page.text.len() >= unseen.text;
        if !is_inside {
            return;
        }
        let text = self.page.text[unseen.text..].trim();
        let is_dropped = match unseen.is_permalink {
            true => PERMALINKS.contains(&text) || text.is_empty(),
            false => text.len() <= UNSEEN,
        };
        if !is_dropped {
            return;
        }
        self.page.text.truncate(unseen.text);
        self.raw.truncate(unseen.raw);
        self.page.marks.truncate(unseen.marks);
        for (_, marked) in &mut self.inlines[unseen.marked..] {
            *marked = false;
        }
        self.block.link_chars = unseen.link_chars;
        self.blank = self.blank.max(unseen.blank);
        self.node = Node {
            before: self.blank,
            ..Node::EMPTY
        };
    }

    /// The start tag of an inline element, between two texts.
    fn start_joint(&mut self, element: Element, attributes: &str) {
        self.joint.start(element);
        if joints::STYLES.has(element) {
            self.styled = self.page.text.len();
        } else if element == Element::A {
            let address = attributes::value(attributes, "href").unwrap_or_default();
            let address = xxhash_rust::xxh3::xxh3_64(address.as_bytes());
            if std::mem::replace(&mut self.address, address) != address {
                self.joint.start_other_link();
            }
        }
    }

    /// Whether the tags since the last text separate it from the next one.
    fn is_jointed(&self, words: &str) -> bool {
        let text = &self.page.text[self.block.text.start..];
        !self.formula.is_open
            && self.joint.separates(text, words)
            && (self.page.outline.get(self.container as usize))
                .is_some_and(|container| container.code == Code::None)
    }

    /// Whether a button is the text of a heading, as in lists of questions whose answers it shows, not a control beside it.
    fn is_label(&self, element: Element) -> bool {
        element == Element::BUTTON
            && self.rules.outline
            && (self.headings > 0 || matches!(self.element, Element::DT | Element::SUMMARY))
            && self.page.text.len() == self.block.text.start
    }

    fn mark(&mut self, inline: Inline, opens: bool) {
        self.page.marks.push(Mark {
            block: self.page.blocks.len() as u32,
            at: (self.page.text.len() - self.block.text.start) as u32,
            inline,
            opens,
        });
    }

    /// Marks a line break, if there is text before it and none was marked there.
    fn mark_break(&mut self) {
        let (block, at) = (
            self.page.blocks.len(),
            self.page.text.len() - self.block.text.start,
        );
        let here = self
            .page
            .marks
            .iter()
            .rev()
            .take_while(|mark| (mark.block as usize, mark.at as usize) == (block, at));
        if at > 0 && here.into_iter().all(|mark| mark.inline != Inline::Break) {
            self.mark(Inline::Break, true);
        }
    }

    /// Marks the start of an inline element, or that it goes on if one of its kind ends right before it: `**one****two**` is no Markdown.
    fn mark_start(&mut self, inline: Inline) {
        let at = (self.page.text.len() - self.block.text.start) as u32;
        // What is before an element that may be dropped stays as it is.
        let kept = self.unseen.last().map_or(0, |unseen| unseen.marks);
        let goes_on = self.page.marks[kept..].last().is_some_and(|last| {
            last.block as usize == self.page.blocks.len()
                && (last.at, last.inline, last.opens) == (at, inline, false)
        });
        match goes_on {
            true => drop(self.page.marks.pop()),
            false => self.mark(inline, true),
        }
    }

    /// Closes the marks of the block and stores its unnormalised text, before the block ends.
    fn end_markup(&mut self) {
        self.end_marks(0);
        if !self.raw.is_empty() {
            let raw = std::mem::take(&mut self.raw);
            if self.page.text.len() > self.block.text.start {
                // Starts with the first non-empty line.
                let text = raw.trim_end();
                let blank = text.len() - text.trim_start().len();
                let start = text[..blank].rfind('\n').map_or(0, |at| at + 1);
                self.page
                    .raw
                    .push((self.page.blocks.len() as u32, text[start..].to_owned()));
            }
        }
    }

    /// Whether the innermost container has lines of code.
    fn is_in_lines(&self) -> bool {
        let container = self.page.outline.get(self.container as usize);
        container.is_some_and(|container| container.code.keeps_lines())
    }

    /// The start of an element in lines of code: a line break, a line by itself, or the number of a line.
    fn start_in_lines(&mut self, element: Element, attributes: &str, mark: &mut OpenElement) {
        if element == Element::BR {
            self.raw.push('\n');
        } else if element == Element::SPAN {
            let style = attributes::value(attributes, "style").unwrap_or_default();
            let class = attributes::value(attributes, "class").unwrap_or_default();
            mark.line = outline::declares(style, "display", "block");
            if mark.line {
                self.break_line(false);
                self.line = self.raw.len();
            }
            self.is_number = outline::is_numbers(class);
        }
    }

    /// The start of a link, which may be the number of a line: in code, or where a `div` begins.
    fn start_number(&mut self, attributes: &str) {
        let begins = self.page.text.len() == self.block.text.start;
        let Some(container) = self.page.outline.get(self.container as usize) else {
            return;
        };
        if container.code.keeps_lines()
            || begins && container.element == Element::DIV && container.code == Code::None
        {
            let class = attributes::value(attributes, "class").unwrap_or_default();
            self.is_number = !class.is_empty() && outline::is_numbers(class);
        }
    }

    /// The text of code, without line numbers. A `div` that begins with the number of a line is one (gitweb).
    fn push_code(&mut self, text: &str) {
        let is_behind_number = std::mem::take(&mut self.is_behind_number);
        let is_number = |byte: u8| byte.is_ascii_digit() || byte.is_ascii_whitespace();
        if self.is_number && text.bytes().all(is_number) {
            if !text.trim().is_empty() {
                let container = &mut self.page.outline[self.container as usize];
                if container.code == Code::None {
                    container.code = Code::Lines;
                }
            }
        } else if self.is_in_lines() {
            let code = text.strip_prefix(' ').filter(|_| is_behind_number);
            // A line without text is one, too.
            let code = code.filter(|code| !code.is_empty()).unwrap_or(text);
            self.raw.push_str(code);
        }
    }

    /// Ends the line of code, if it has text or is an empty one.
    fn break_line(&mut self, is_empty: bool) {
        self.push_whitespace(Whitespace::LineFeed);
        if is_empty || !self.raw.is_empty() && !self.raw.ends_with('\n') {
            self.raw.push('\n');
        }
    }

    /// The start of an inline element. One inside another of its kind changes nothing (`<b><strong>`), and many are not
    /// marked again in each block.
    fn start_inline(&mut self, element: Element, attributes: &str) -> bool {
        let Some(kind) = inline(element) else {
            return false;
        };
        if self.place_of(kind).is_some() {
            return false;
        }
        let inline = match kind {
            Inline::Link(_) => {
                let mut address = "";
                attributes::for_each(attributes, |name, value| {
                    if name.eq_ignore_ascii_case("href") {
                        address = value.trim();
                    }
                });
                let address = html::entities::decode_value(address);
                if address.is_empty() || !is_followed(&address) {
                    return false;
                }
                self.page.links.push(address.into_owned());
                Inline::Link(self.page.links.len() as u32 - 1)
            }
            inline => inline,
        };
        self.inlines.push((inline, false));
        true
    }

    /// The end of an inline element. Those that began inside it and go on begin again: Markdown has no overlapping markup.
    fn end_inline(&mut self, element: Element) {
        if let Some(at) = inline(element).and_then(|kind| self.place_of(kind)) {
            self.end_marks(at);
            self.inlines.remove(at);
        }
    }

    /// Which of the open inline elements is of this kind.
    fn place_of(&self, kind: Inline) -> Option<usize> {
        let kind = std::mem::discriminant(&kind);
        let mut kinds = self.inlines.iter();
        kinds.position(|(inline, _)| std::mem::discriminant(inline) == kind)
    }

    /// Closes the marks of all open inline elements but the outermost ones, until there is text again.
    fn end_marks(&mut self, but: usize) {
        for at in (but..self.inlines.len()).rev() {
            let (inline, marked) = self.inlines[at];
            if marked {
                self.mark(inline, false);
                self.inlines[at].1 = false;
            }
        }
    }

    /// Ends the block and starts another one.
    fn end_block(&mut self) {
        if self.rules.markup {
            self.end_markup();
        }
        let end = self.page.text.len();
        if end > self.block.text.start {
            self.block.text.end = end;
            self.block.chars = length(&self.page.text[self.block.text.clone()]);
            self.page.blocks.push(self.block.clone());
        }
        self.block = Block {
            text: end..end,
            element: self.element,
            chars: 0,
            link_chars: 0,
            tags: 0,
            heading: self.headings > 0,
            select: self.selects > 0,
            container: self.container,
            links: 0,
            level: if self.headings > 0 { self.level } else { 0 },
        };
        self.blank = Whitespace::None;
        self.node = Node::EMPTY;
        self.joint = Joint::default();
    }

    /// Ends the text node at a tag.
    fn end_node(&mut self) {
        let node = self.node;
        if node.has_text {
            self.line_break = false;
            self.block.link_chars = self.block.link_chars.saturating_add(node.chars);
        } else if !self.rules.keep_whitespace {
            self.blank = node.before;
        }
        self.node = Node {
            before: self.blank,
            ..Node::EMPTY
        };
    }

    fn push_whitespace(&mut self, blank: Whitespace) {
        if self.node.blank == Whitespace::None && self.link {
            self.node.chars = self.node.chars.saturating_add(1);
        }
        self.node.blank = self.node.blank.max(blank);
        self.blank = self.blank.max(blank);
    }

    fn push_words(&mut self, words: &str) {
        if self.page.text.len() > self.block.text.start {
            match self.blank {
                Whitespace::None if !self.is_jointed(words) => {}
                Whitespace::None | Whitespace::Space => self.page.text.push(' '),
                Whitespace::LineFeed => self.page.text.push('\n'),
            }
        }
        self.joint = Joint::default();
        if self.rules.markup {
            for at in 0..self.inlines.len() {
                if !std::mem::replace(&mut self.inlines[at].1, true) {
                    self.mark_start(self.inlines[at].0);
                }
            }
        }
        self.page.text.push_str(words);
        self.formula.is_before_letters = false;
        self.blank = Whitespace::None;
        self.node.blank = Whitespace::None;
        self.node.has_text = true;
        if self.link {
            self.node.chars = self.node.chars.saturating_add(length(words));
        }
    }
}

/// A walker after its walk over a page, and the number of steps.
fn walked<W: Walk>(html: &str, rules: Rules, mut walker: W) -> (W, u64) {
    let steps = walk(html, rules.parser(), &mut walker);
    (walker, steps)
}

impl Walk for Segmenter<'_> {
    type Mark = OpenElement;

    fn content(&self, element: Element) -> Content {
        match element {
            Element::NOFRAMES if self.rules.outline => Content::Markup,
            _ => element.content(),
        }
    }

    /// Stray `</p>` and `</br>` create elements in the HTML standard; libxml2 ignores them.
    fn is_begun_by_end_tag(&self, element: Element) -> bool {
        self.rules.outline && matches!(element, Element::P | Element::BR)
    }

    #[inline]
    fn start(&mut self, element: Element, name: &str, attributes: &str) -> OpenElement {
        let mut mark = OpenElement {
            removed: false,
            heading: false,
            select: false,
            line: false,
            inline: false,
            unseen: false,
            outer: self.element,
            outer_container: self.container,
        };
        if let Some(count) = self.page.tags.get_mut(element.0 as usize) {
            *count += 1;
            match element {
                Element::META => {
                    self.page.properties += u32::from(attributes.contains("property="));
                    self.page.declared.meta(attributes);
                }
                Element::LINK => self.page.declared.link(attributes),
                Element::IFRAME if self.removed == 0 => {
                    if let Some(document) = attributes::value(attributes, "srcdoc") {
                        let document = html::entities::decode_value(document);
                        self.page.declared.hidden.frames.push(document.into_owned());
                    }
                }
                Element::SCRIPT => self.in_data = attributes.contains("ld+json"),
                _ => {}
            }
        }
        if self.removed > 0
            || self.rules.remove(element)
                && !attributes::is_shadow_root(element, attributes)
                && !self.is_label(element)
            || self.rules.is_ruby_annotation(name)
            || self.rules.outline && self.is_formula_again(element, attributes)
        {
            if self.removed == 0 && self.rules.outline && CONTROLS.has(element) {
                self.push_whitespace(Whitespace::Space);
            }
            mark.removed = true;
            self.removed += 1;
            self.in_title = element == Element::TITLE && self.page.title.is_empty();
            return mark;
        }
        let is_boundary = self.rules.is_boundary(element);
        if self.rules.outline && (is_boundary || self.rules.untag(element)) {
            let container = self.page.outline[self.container as usize];
            let Page {
                declared, cache, ..
            } = &mut *self.page;
            let mut child = container.child(self.container, element, attributes, declared, cache);
            if element == Element::LI {
                let list = &mut self.page.outline[self.container as usize];
                if child.number == 0 {
                    child.number = list.number;
                }
                list.number = child.number.saturating_add(1);
            }
            self.container = self.page.outline.len() as u32;
            self.page.outline.push(child);
            // Cells after a cell of line numbers are lines.
            let parent = &mut self.page.outline[child.parent as usize];
            if child.code == Code::Gutter
                && parent.element == Element::TR
                && parent.code == Code::None
            {
                parent.code = Code::Numbered;
            }
        }
        if self.rules.untag(element) {
            return mark;
        }
        self.end_node();
        mark.heading = is_heading(element, name);
        self.headings += usize::from(mark.heading);
        if mark.heading {
            self.level = level_of(name);
        }
        mark.select = name.contains("select");
        self.selects += usize::from(mark.select);
        if self.rules.outline && !is_boundary {
            let is_no_text = outline::is_no_text(attributes);
            let is_permalink = !is_no_text && element == Element::A && attributes.contains('#');
            mark.unseen = is_no_text || is_permalink;
            if mark.unseen {
                self.start_unseen(is_permalink);
            }
        }
        if self.rules.markup {
            if element == Element::A {
                self.start_number(attributes);
            }
            if self.is_in_lines() {
                self.start_in_lines(element, attributes, &mut mark);
            }
            mark.inline = self.start_inline(element, attributes);
        }
        if is_boundary {
            self.element = element;
            self.end_block();
        } else if element == Element::BR && self.line_break {
            self.block.tags = self.block.tags.saturating_sub(1);
            self.end_block();
        } else {
            self.block.tags = self.block.tags.saturating_add(1);
            if self.rules.outline {
                if self.codes == 0 {
                    self.start_joint(element, attributes);
                }
                self.codes += usize::from(CODES.has(element));
                if PICTURES.has(element) {
                    self.push_whitespace(Whitespace::Space);
                }
            }
            self.line_break = element == Element::BR;
            if self.line_break {
                self.blank = self.blank.max(Whitespace::Space);
                self.node.before = self.blank;
                if self.rules.markup {
                    self.mark_break();
                }
            } else if element == Element::A {
                self.link = true;
                self.block.links = self.block.links.saturating_add(1);
            }
        }
        mark
    }

    fn detach(&mut self, element: Element, mark: &mut OpenElement) {
        if element == Element::A {
            self.end_node();
            self.link = false;
        }
        if std::mem::take(&mut mark.inline) {
            self.end_inline(element);
        }
    }

    #[inline]
    fn end(&mut self, element: Element, mark: OpenElement) {
        if mark.removed {
            self.removed -= 1;
            self.in_title = false;
            self.in_data = false;
            return;
        }
        self.container = mark.outer_container;
        if self.rules.untag(element) {
            return;
        }
        self.end_node();
        match element {
            Element::ANNOTATION => {
                self.formula.in_tex = false;
                self.blank = Whitespace::None;
                self.node = Node::EMPTY;
            }
            Element::MATH => {
                self.formula.is_open = false;
                self.formula.is_before_letters = true;
            }
            _ => {}
        }
        self.headings -= usize::from(mark.heading);
        self.selects -= usize::from(mark.select);
        self.element = mark.outer;
        if self.rules.markup {
            self.is_behind_number = self.is_number && element == Element::A;
            self.is_number = false;
            if mark.line {
                let is_empty = self.raw.len() == self.line;
                self.break_line(is_empty);
            }
        }
        if mark.inline {
            self.end_inline(element);
        }
        if self.rules.is_boundary(element) {
            self.end_block();
        } else if self.rules.outline {
            self.codes -= usize::from(CODES.has(element));
            if self.codes == 0 {
                let styled = self.page.text.get(self.styled.max(self.block.text.start)..);
                let is_phrase = styled.is_some_and(|text| text.contains([' ', '\n']));
                self.joint.end(element, is_phrase);
            }
        }
        if mark.unseen {
            self.end_unseen();
        }
        if element == Element::A {
            self.link = false;
        }
    }

    #[inline]
    fn text(&mut self, text: &str) {
        if self.removed > 0 {
            if self.in_title && self.rules.outline {
                self.page.title.push_str(text);
            } else if self.in_data {
                self.page.declared.json(text);
            }
            return;
        }
        let seen = self.rules.outline.then(|| without_unseen(text)).flatten();
        let mut text = seen.as_deref().unwrap_or(text);
        if self.formula.in_tex && !text.trim().is_empty() {
            self.formula.in_tex = false;
            self.drop_mathml();
            text = text.trim_start();
        }
        if self.rules.markup && (self.is_number || self.is_in_lines()) {
            self.push_code(text);
        }
        let bytes = text.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            let (blank, length) = whitespace_at(text, at);
            if blank != Whitespace::None {
                self.push_whitespace(blank);
                at += length;
                continue;
            }
            let start = at;
            while at < bytes.len() {
                at += match CLASSES[bytes[at] as usize] {
                    WORD => 1,
                    // A single space between words needs no collapsing.
                    SPACE
                        if bytes[at] == b' '
                            && bytes
                                .get(at + 1)
                                .is_some_and(|&next| CLASSES[next as usize] == WORD) =>
                    {
                        2
                    }
                    LEAD if whitespace_at(text, at).0 == Whitespace::None => 1,
                    _ => break,
                };
            }
            self.push_words(&text[start..at]);
        }
    }
}

const WORD: u8 = 0;
const SPACE: u8 = 1;
const LINE: u8 = 2;
/// The first byte of a multi-byte character that may be whitespace.
const LEAD: u8 = 3;

/// Class of each byte of text. Whitespace is as in Python's `str.isspace`: Unicode White_Space and U+001C to U+001F.
static CLASSES: [u8; 256] = {
    let mut classes = [WORD; 256];
    let mut byte = 0x09;
    while byte <= 0x20 {
        classes[byte] = match byte {
            0x0A | 0x0D => LINE,
            0x09..=0x0D | 0x1C..=0x20 => SPACE,
            _ => WORD,
        };
        byte += 1;
    }
    classes[0xC2] = LEAD;
    classes[0xE1] = LEAD;
    classes[0xE2] = LEAD;
    classes[0xE3] = LEAD;
    classes
};

/// The whitespace at a byte offset, and its length in bytes.
#[inline]
fn whitespace_at(text: &str, at: usize) -> (Whitespace, usize) {
    match CLASSES[text.as_bytes()[at] as usize] {
        WORD => (Whitespace::None, 1),
        SPACE => (Whitespace::Space, 1),
        LINE => (Whitespace::LineFeed, 1),
        _ => match text[at..].chars().next() {
            Some(character) if character.is_whitespace() => {
                (Whitespace::Space, character.len_utf8())
            }
            _ => (Whitespace::None, 1),
        },
    }
}

/// Schemes of addresses that lead to a document or to a person. Links of all others (`javascript:`, `data:`, `vbscript:`) are text only.
const SCHEMES: [&str; 7] = ["http", "https", "ftp", "ftps", "mailto", "tel", "news"];

/// Whether the address of a link, with character references decoded, is relative or has one of [`SCHEMES`]. The scheme is read as browsers
/// do (WHATWG URL, section 4.4): without tabs, line feeds and leading control characters.
fn is_followed(address: &str) -> bool {
    let is_removed = |character: &char| matches!(character, '\t' | '\n' | '\r');
    let characters = address
        .trim_start_matches(|character| character <= ' ')
        .chars();
    let characters = characters.filter(|character| !is_removed(character));
    let mut scheme = String::new();
    for character in characters {
        match character {
            ':' => return SCHEMES.contains(&&*scheme.to_ascii_lowercase()),
            '/' | '?' | '#' => return true,
            // Also what no browser takes for a scheme: what a program cleans before it reads it may become one.
            _ => scheme.push(character),
        }
    }
    true
}

/// The inline element, if it has a Markdown syntax.
fn inline(element: Element) -> Option<Inline> {
    match element {
        Element::B | Element::STRONG => Some(Inline::Strong),
        Element::I | Element::EM | Element::CITE | Element::VAR | Element::DFN => {
            Some(Inline::Emphasis)
        }
        Element::CODE | Element::KBD | Element::SAMP | Element::TT => Some(Inline::Code),
        Element::A => Some(Inline::Link(0)),
        _ => None,
    }
}

/// Level of a heading element with this tag name.
fn level_of(name: &str) -> u8 {
    let digit = name.bytes().find(u8::is_ascii_digit);
    digit.map_or(6, |digit| (digit - b'0').clamp(1, 6))
}

/// Whether a tag name is that of a heading: `h` and a digit, as a word of the name (jusText's regular expression `\bh\d\b`).
fn is_heading(element: Element, name: &str) -> bool {
    if element.name().is_some() {
        return HEADINGS.has(element);
    }
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    name.split(|character| !is_word(character)).any(|word| {
        let mut characters = word.chars();
        characters.next() == Some('h')
            && characters.next().is_some_and(char::is_numeric)
            && characters.next().is_none()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_links_to_documents_and_persons_keep_their_address() {
        let addresses = |href: &str| {
            let rules = Rules {
                markup: true,
                ..Rules::BEST
            };
            Page::new(&format!("<p>See <a href=\"{href}\">this</a>."), rules).links
        };
        for href in [
            "javascript:f()",
            "JavaScript:f()",
            "&#106;avascript:f()",
            "java&Tab;script:f()",
            "&#1; javascript&colon;f()",
            "java\nscript:f()",
            "vbscript:f",
            "data:text/html,x",
            "&#0;javascript:f()",
            "&nbsp;javascript:f()",
            ":x",
            "",
        ] {
            assert_eq!(addresses(href), [] as [String; 0], "{href}");
        }
        for href in [
            "https://tides.example/",
            "HTTP://tides.example",
            "mailto:ann@tides.example",
            "../a:b",
            "?javascript:x",
            "#data:x",
            "page.html",
            "//tides.example/a:b",
        ] {
            assert_eq!(addresses(href), [href], "{href}");
        }
    }
}
