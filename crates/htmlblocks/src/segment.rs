//! Splits a page into blocks (PRESEMT 2012, section 5.2: "splitting the HTML page at specified HTML tags"). It follows
//! jusText's `ParagraphMaker` and the cleaner that runs before it.

use std::ops::Range;
use std::sync::OnceLock;

use crate::cache::Cache;
use crate::declared::Declared;
use crate::grid::Tables;
use crate::joints::{self, CODES, Joint};
use crate::language;
use crate::outline::{self, Code, Container};
use crate::scripts;
use html::attributes;
use html::elements::{Content, HEADINGS, KNOWN, Set};
use html::tree::{AfterHtml, Parser};
use html::{Element, Walk, walk};

/// Segmentation rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rules {
    /// Whether whitespace between two tags separates words. jusText drops it: `<b>one</b> <i>two</i>` becomes one word.
    pub keep_whitespace: bool,
    /// Whether text after `</html>` is kept, as in browsers. jusText's parser drops it.
    pub keep_trailing: bool,
    /// Whether the page has an outline and a title, and is read as browsers do:
    ///
    /// - All elements that browsers display as blocks are block boundaries; so are stray `</p>` and `</br>`.
    /// - Form controls, images and tags next to which words begin separate words.
    /// - Short inline elements that are not displayed are left out.
    /// - The content of `template`, `iframe`, `noembed` and every `title` is removed. The content of `noframes` is
    ///   parsed as markup.
    pub outline: bool,
    /// Whether the page keeps its inline elements and the whitespace of preformatted text, for [`crate::render`].
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
    /// Returns the rules by which elements are closed implicitly.
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

    /// Whether an element is a ruby annotation or its fallback parentheses, which would be glued to the base text.
    /// jusText keeps them.
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
    /// The byte range of its text in the text of all blocks.
    pub text: Range<usize>,
    /// The innermost open block element at its start, or the block element whose end tag it follows.
    pub element: Element,
    /// The length of its text in Unicode scalar values.
    pub chars: u32,
    /// The number of characters in links, summed over text nodes before whitespace at their boundaries is collapsed.
    pub link_chars: u32,
    /// The number of start tags of inline elements in it.
    pub tags: u32,
    /// Whether it starts in a heading.
    pub heading: bool,
    /// Whether an ancestor's tag name contains `select`.
    pub select: bool,
    /// The index in the outline of the innermost container at its start.
    pub container: u32,
    /// The number of start tags of links in it.
    pub links: u32,
    /// The level of the innermost heading at its start, 1 to 6, or 0 if there is none.
    pub level: u8,
}

impl Block {
    /// Returns the fraction of its characters that are in links.
    pub fn link_density(&self) -> f64 {
        f64::from(self.link_chars) / f64::from(self.chars)
    }
}

/// Returns the number of characters of a text. The counters of a block have 32 bits and saturate, which saves memory on
/// pages of many short blocks.
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
    /// The index of the block.
    pub block: u32,
    /// The byte offset in its text.
    pub at: u32,
    /// The element.
    pub inline: Inline,
    /// Whether this is its start.
    pub opens: bool,
}

impl Mark {
    /// Returns the length of the white space after a line break in the block's text, which represents the break.
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
    /// The containers of the blocks, in document order, with [`Rules::outline`]. The first one is the root.
    pub outline: Vec<Container>,
    /// The text of the first non-empty `<title>`, with [`Rules::outline`].
    pub title: String,
    /// The number of start tags of each known element, by element number, with [`Rules::outline`].
    pub tags: Vec<u32>,
    /// The number of `meta` elements with a `property` attribute (RDFa, such as OpenGraph), with [`Rules::outline`].
    pub properties: u32,
    /// The starts and ends of inline elements, in the order of the blocks, with [`Rules::markup`].
    pub marks: Vec<Mark>,
    /// The addresses of links, with [`Rules::markup`].
    pub links: Vec<String>,
    /// The index and the unnormalised text of preformatted blocks, with [`Rules::markup`].
    raw: Vec<(u32, String)>,
    /// The languages of code, by the containers that declare them, with [`Rules::markup`].
    languages: Vec<(u32, String)>,
    /// The declarations of the page about itself, with [`Rules::outline`].
    pub declared: Declared,
    /// Its tables, computed on demand.
    pub(crate) tables: OnceLock<Tables>,
    /// Reused from page to page.
    cache: Cache<u64>,
    unseen: Cache<Option<outline::Unseen>>,
    /// The length of the page in bytes.
    pub bytes: usize,
    /// The number of parser steps, which is linear in the length of the page.
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

    /// Segments another page. A second walker takes part in the same walk.
    pub(crate) fn read_with(&mut self, html: &str, rules: Rules, other: &mut impl Walk) {
        let pair = (self.segmenter(html, rules), other);
        let ((segmenter, _), steps) = walked(html, rules, pair);
        segmenter.finish(steps);
    }

    /// Clears the page and prepares a segmenter.
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
        self.languages.clear();
        self.tables.take();
        self.bytes = html.len();
        if rules.outline {
            self.tags.resize(KNOWN, 0);
            self.outline.push(Container::ROOT);
        }
        Segmenter::new(self, rules)
    }

    /// Iterates over a container and its ancestors with their elements, innermost first, at most 64.
    pub fn around(&self, container: u32) -> impl Iterator<Item = (u32, Element)> {
        let outer = |&at: &u32| (at != 0).then(|| self.outline[at as usize].parent);
        let places = std::iter::successors(Some(container), outer).take(64);
        let places = places.filter(|&at| at != 0);
        places.map(|at| (at, self.outline[at as usize].element))
    }

    /// Returns the role of a block's container in a code listing.
    pub fn outline_code(&self, block: &Block) -> Code {
        let container = self.outline.get(block.container as usize);
        container.map_or(Code::None, |container| container.code)
    }

    /// Returns the marks of a block, by its index.
    pub fn marks_of(&self, block: usize) -> &[Mark] {
        let start = self
            .marks
            .partition_point(|mark| (mark.block as usize) < block);
        let end = self
            .marks
            .partition_point(|mark| mark.block as usize <= block);
        &self.marks[start..end]
    }

    /// Returns the unnormalised text of a preformatted block, by its index, without empty lines at its ends.
    pub fn raw_text(&self, block: usize) -> &str {
        match self
            .raw
            .binary_search_by_key(&block, |(at, _)| *at as usize)
        {
            Ok(found) => &self.raw[found].1,
            Err(_) => self.text(&self.blocks[block]),
        }
    }

    /// Returns the language that a container declares for its code, if there is one.
    pub fn language_of(&self, container: u32) -> Option<&str> {
        let found = self
            .languages
            .binary_search_by_key(&container, |(at, _)| *at);
        found.ok().map(|at| &*self.languages[at].1)
    }

    /// Returns the normalised text of a block. It is trimmed, and each run of whitespace is one space, or one line feed
    /// if the run has a line feed or carriage return.
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

/// Images separate the words around them.
const PICTURES: Set = Set::of(&[Element::IMG, Element::SVG, Element::VIDEO]);

/// Form controls: they are removed, but visible, so they separate words.
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

/// The character that a run of whitespace collapses to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Whitespace {
    None,
    Space,
    LineFeed,
}

/// The state to restore at the end of an element.
#[derive(Debug, Clone, Copy)]
struct OpenElement {
    removed: bool,
    heading: bool,
    select: bool,
    /// Whether it is an inline element that is a line of code.
    line: bool,
    /// Whether it is in [`Segmenter::inlines`].
    inline: bool,
    /// Whether it is in [`Segmenter::unseen`].
    unseen: bool,
    /// Whether it is in [`Segmenter::scripts`].
    script: bool,
    /// The innermost block element and container outside of it.
    outer: Element,
    outer_container: u32,
}

struct Segmenter<'p> {
    page: &'p mut Page,
    rules: Rules,
    /// The number of open elements that are removed, that are headings, and that have `select` in their names.
    removed: usize,
    headings: usize,
    selects: usize,
    /// The level of the last heading start tag.
    level: u8,
    element: Element,
    container: u32,
    in_title: bool,
    /// Whether the text is in a JSON-LD script.
    in_data: bool,
    link: bool,
    line_break: bool,
    block: Block,
    /// The pending whitespace since the last character of the block.
    blank: Whitespace,
    node: Node,
    /// With [`Rules::markup`], the open inline elements, one of each kind, and whether the start of each is marked.
    inlines: Vec<(Inline, bool)>,
    /// With [`Rules::markup`], the unnormalised text of the block, if it starts in lines of code.
    raw: String,
    /// Whether the next text may be the line number in an inline element.
    is_number: bool,
    /// Whether the position is right after a link that is a line number: a space there is not indentation.
    is_behind_number: bool,
    /// The start in the text of a line that is an element.
    line: usize,
    formula: Formula,
    /// The number of formulas so far, plus those dropped.
    formulas: usize,
    /// The tags since the last text of the block, except those in inline code, and the number of open inline code
    /// elements.
    joint: Joint,
    codes: usize,
    /// The start in the text of the last inline style element, and a hash of the address of the last link.
    styled: usize,
    address: u64,
    /// The open inline elements that are not displayed, or may be permalinks.
    unseen: Vec<Unseen>,
    /// The last dropped text with its place and kind.
    withheld: (usize, Option<outline::Unseen>, String),
    /// The open `sup` and `sub` elements, and the last number that became an exponent.
    scripts: Vec<Script>,
    exponent: Option<Exponent>,
    /// The start in the text of the last link.
    linked: usize,
    /// The end of the text at the start of a block that is only in elements that screen readers skip.
    unspoken: usize,
}

/// The state of the block before an inline element whose text may be dropped or rewritten.
#[derive(Debug, Clone, Copy)]
struct Before {
    /// The start of the block.
    block: usize,
    text: usize,
    raw: usize,
    marks: usize,
    /// The number of open inline elements, and of those with a marked start, which are the outer ones.
    inlines: usize,
    marked: usize,
    /// The number of formulas so far. MathML may be undisplayed because an image replaces it (Wikipedia).
    formulas: usize,
}

/// An inline element that is not displayed, or may be a permalink.
#[derive(Debug, Clone, Copy)]
struct Unseen {
    before: Before,
    link_chars: u32,
    blank: Whitespace,
    /// `None` for a link to a fragment. Its text is dropped if it is one of [`PERMALINKS`].
    kind: Option<outline::Unseen>,
}

/// A `sup` or `sub` element.
#[derive(Debug, Clone, Copy)]
struct Script {
    before: Before,
    links: u32,
    /// Whether it directly follows a text, and neither its class nor a link says that it is the mark of a note.
    is_joined: bool,
}

/// A number in `sup` that became the exponent of another one. It may turn out to be the numerator of a mixed number.
#[derive(Debug, Clone)]
struct Exponent {
    /// Its range in the text, and its text before.
    text: Range<usize>,
    digits: String,
}

/// Parts of the classes of marks of notes.
const NOTES: [&str; 4] = ["note", "ref", "cite", "fn"];

/// Returns the text without characters that a reader does not see, or `None` if it has none of these. They are soft
/// hyphens, zero-width spaces, word joiners, byte order marks, and private-use code points, which are the symbols of
/// icon fonts.
///
/// A private-use character inside a word stays, since it may be a letter of a font. Joiners between letters (U+200C,
/// U+200D) stay, too, since they change how the letters look.
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

/// The text of permalinks next to headings, and of links from a footnote back to its place.
const PERMALINKS: [&str; 5] = ["\u{B6}", "#", "\u{A7}", "\u{21A9}", "\u{21A9}\u{FE0E}"];

/// The text of an undisplayed inline element is left out if it has at most this many bytes. It is the text of a
/// control, a message or an old price. Longer text may be shown by a click.
const UNSEEN: usize = 120;
/// The same for text for screen readers, which is never shown.
const SPOKEN: usize = 400;

/// The formula that is being read. Pages have most formulas several times: as MathML, as TeX in its annotation, and as
/// positioned letters.
#[derive(Debug, Clone, Copy, Default)]
struct Formula {
    /// The starts of the block and of the formula in the text, and of the formula in the unnormalised text.
    block: usize,
    start: usize,
    raw: usize,
    /// The block's characters in links before it.
    link_chars: u32,
    /// Whether the position is inside MathML.
    is_open: bool,
    /// Whether the position is inside a TeX annotation, before its text.
    in_tex: bool,
    /// Whether the position is right after MathML, where KaTeX has the positioned letters.
    is_before_letters: bool,
}

/// The text between two tags. Comments and removed elements do not split it.
#[derive(Debug, Clone, Copy)]
struct Node {
    /// The pending whitespace of the block at its start.
    before: Whitespace,
    /// The pending whitespace since its last character.
    blank: Whitespace,
    has_text: bool,
    /// Its length in characters with whitespace collapsed, if it is in a link.
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
            withheld: (0, None, String::new()),
            scripts: Vec::new(),
            exponent: None,
            linked: 0,
            unspoken: usize::MAX,
        }
    }

    /// Ends the last block of a page; `steps` is the number of parser steps.
    fn finish(mut self, steps: u64) {
        self.end_node();
        self.end_block();
        self.page.steps = steps;
    }

    /// Whether an element repeats the current formula and is skipped: annotations, which browsers do not show, and the
    /// positioned letters. TeX annotations are kept; they replace the MathML.
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
            self.exponent = None;
            self.raw.truncate(raw);
            // Elements that are open in the formula began in text that no longer exists.
            self.formulas += 1;
            self.block.link_chars = self.formula.link_chars;
            self.blank = Whitespace::None;
            self.node = Node::EMPTY;
        }
    }

    /// Returns the state of the block.
    fn state(&self) -> Before {
        let marked = self.inlines.iter().filter(|(_, marked)| *marked);
        Before {
            block: self.block.text.start,
            text: self.page.text.len(),
            raw: self.raw.len(),
            marks: self.page.marks.len(),
            inlines: self.inlines.len(),
            marked: marked.count(),
            formulas: self.formulas,
        }
    }

    /// Whether an element that ends here has neither a block, a formula nor the end of an outer element in it.
    fn is_simple(&self, before: Before) -> bool {
        before.block == self.block.text.start
            && before.inlines == self.inlines.len()
            && before.formulas == self.formulas
    }

    /// Drops the marks since a state.
    fn unmark(&mut self, before: Before) {
        self.page.marks.truncate(before.marks);
        for (_, marked) in &mut self.inlines[before.marked..] {
            *marked = false;
        }
    }

    /// Handles the start of an inline element that is not displayed, or may be a permalink.
    fn start_unseen(&mut self, kind: Option<outline::Unseen>) {
        self.unseen.push(Unseen {
            before: self.state(),
            link_chars: self.block.link_chars,
            blank: self.blank,
            kind,
        });
    }

    /// Drops the text of an inline element that is not displayed, or of a permalink, if it is short. It stays if the
    /// element has blocks or the end of an outer element in it.
    fn end_unseen(&mut self) {
        let Some(unseen) = self.unseen.pop() else {
            return;
        };
        let before = unseen.before;
        if !self.is_simple(before) || self.page.text.len() < before.text {
            return;
        }
        let text = self.page.text[before.text..].trim();
        let length = text.len();
        let is_dropped = match unseen.kind {
            None => PERMALINKS.contains(&text) || text.is_empty(),
            Some(outline::Unseen::Undisplayed) => length <= UNSEEN,
            Some(outline::Unseen::Spoken) => length <= SPOKEN,
            Some(outline::Unseen::Unspoken) => length <= UNSEEN && !self.is_only_unspoken(before),
        };
        if !is_dropped {
            return;
        }
        // Only the texts of a pair are needed again.
        let text = match unseen.kind {
            Some(outline::Unseen::Spoken | outline::Unseen::Unspoken) => {
                self.page.text[before.text..].trim().to_owned()
            }
            Some(outline::Unseen::Undisplayed) | None => String::new(),
        };
        self.page.text.truncate(before.text);
        self.exponent = None;
        self.raw.truncate(before.raw);
        self.unmark(before);
        self.block.link_chars = unseen.link_chars;
        self.blank = self.blank.max(unseen.blank);
        self.node = Node {
            before: self.blank,
            ..Node::EMPTY
        };
        self.pair(unseen, text);
    }

    /// Keeps the displayed text of a pair: one text is displayed, and the other is for screen readers.
    fn pair(&mut self, unseen: Unseen, text: String) {
        let is_word = text.contains(char::is_alphanumeric);
        let (at, kind, other) = std::mem::take(&mut self.withheld);
        let is_pair = at == unseen.before.text && !other.is_empty() && is_word;
        match (unseen.kind, kind) {
            (Some(outline::Unseen::Spoken), Some(outline::Unseen::Unspoken)) if is_pair => {
                self.push_words(&other);
            }
            (Some(outline::Unseen::Unspoken), Some(outline::Unseen::Spoken)) if is_pair => {
                self.push_words(&text);
            }
            (Some(outline::Unseen::Undisplayed) | None, _) => {}
            (kind, _) if is_word => self.withheld = (unseen.before.text, kind, text),
            _ => {}
        }
    }

    /// Gives a block the text for screen readers back that was dropped, if it has no other.
    fn give_back(&mut self) {
        let (at, kind, text) = std::mem::take(&mut self.withheld);
        let is_empty = at == self.block.text.start && self.page.text.len() == at;
        if is_empty && kind == Some(outline::Unseen::Spoken) {
            self.push_words(&text);
        }
    }

    /// Whether the block has no other text before an element that screen readers skip. A heading whose letters are
    /// animated consists of such elements.
    fn is_only_unspoken(&mut self, before: Before) -> bool {
        let is_only = before.text == before.block || self.unspoken == before.text;
        if is_only {
            self.unspoken = self.page.text.len();
        }
        is_only
    }

    /// Handles the start of raised or lowered text.
    fn start_script(&mut self, attributes: &str) {
        let class = attributes::value(attributes, "class").unwrap_or_default();
        let before = self.state();
        self.scripts.push(Script {
            before,
            links: self.block.links,
            is_joined: before.text > before.block
                && self.blank == Whitespace::None
                && (!self.link || self.linked < before.text)
                && !NOTES.iter().any(|part| class.contains(part)),
        });
    }

    /// Handles the end of raised or lowered text. It is rewritten where it would change a number: see [`scripts`].
    fn end_script(&mut self, element: Element) {
        let Some(script) = self.scripts.pop() else {
            return;
        };
        let start = script.before;
        let is_whole = script.is_joined
            && self.is_simple(start)
            && script.links == self.block.links
            && self.page.text.len() > start.text;
        if !is_whole {
            return;
        }
        let Some(text) = self.page.text.get(start.text..).map(str::to_owned) else {
            return;
        };
        let before = &self.page.text[start.block..start.text];
        let of_mixed_number = |exponent: &Exponent| {
            let sign = self.page.text.get(exponent.text.end..start.text);
            matches!(sign, Some("/" | "\u{2044}" | "\u{2215}")) && scripts::is_digits(&text)
        };
        let written = if element == Element::SUP {
            scripts::raised(before, &text)
        } else if let Some(exponent) = self.exponent.take_if(|exponent| of_mixed_number(exponent)) {
            // 1<sup>1</sup>/<sub>2</sub>
            self.write_over(exponent.text, &format!(" {}", exponent.digits));
            None
        } else {
            scripts::lowered(before, &text)
        };
        let Some(written) = written else { return };
        self.unmark(start);
        self.page.text.truncate(start.text);
        self.page.text.push_str(&written);
        if self.raw.get(start.raw..) == Some(&text) {
            self.raw.truncate(start.raw);
            self.raw.push_str(&written);
        }
        let is_of_number =
            self.page.text[..start.text].ends_with(|last: char| last.is_ascii_digit());
        if element == Element::SUP && is_of_number && scripts::is_digits(&text) {
            self.exponent = Some(Exponent {
                text: start.text..self.page.text.len(),
                digits: text,
            });
        }
    }

    /// Replaces a range of the block's text that has marks at its ends only.
    fn write_over(&mut self, range: Range<usize>, text: &str) {
        let end = (range.end - self.block.text.start) as u32;
        let block = self.page.blocks.len() as u32;
        let behind = self.page.marks.iter_mut().rev();
        for mark in behind.take_while(|mark| mark.block == block && mark.at >= end) {
            mark.at = mark.at + text.len() as u32 - range.len() as u32;
        }
        self.page.text.replace_range(range, text);
    }

    /// Handles the start tag of an inline element between two texts.
    fn start_joint(&mut self, element: Element, attributes: &str, address: &str) {
        self.joint.start(element);
        let may_join = self.joint.has_end() && self.blank == Whitespace::None;
        if element == Element::SPAN && may_join && attributes.contains("value") {
            self.joint.start_value();
        }
        if joints::STYLES.has(element) {
            self.styled = self.page.text.len();
        } else if element == Element::A {
            let address = xxhash_rust::xxh3::xxh3_64(address.as_bytes());
            if std::mem::replace(&mut self.address, address) != address {
                self.joint.start_other_link();
            }
        }
    }

    /// Whether the tags since the last text separate it from the next words.
    fn is_jointed(&self, words: &str) -> bool {
        let text = &self.page.text[self.block.text.start..];
        !self.formula.is_open
            && self.joint.separates(text, words)
            && (self.page.outline.get(self.container as usize))
                .is_some_and(|container| container.code == Code::None)
    }

    /// Whether a button is the text of a heading, not a control next to it. Lists of questions have such buttons to
    /// show the answers.
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

    /// Marks a line break, if there is text before it and no break is marked there.
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

    /// Marks the start of an inline element. If one of its kind ends right before it, that one continues:
    /// `**one****two**` is not valid Markdown.
    fn mark_start(&mut self, inline: Inline) {
        let at = (self.page.text.len() - self.block.text.start) as u32;
        // Marks before an element that may be dropped must stay.
        let kept = self.unseen.last().map_or(0, |unseen| unseen.before.marks);
        let kept = kept.max(self.scripts.last().map_or(0, |script| script.before.marks));
        let last = self.page.marks.get(kept..).and_then(<[Mark]>::last);
        let goes_on = last.is_some_and(|last| {
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
        let text = &self.page.text[self.block.text.start..];
        // An empty line of code has no more than its number.
        let is_number = scripts::is_digits(text)
            && (self.page.outline.get(self.block.container as usize))
                .is_some_and(|container| container.code == Code::Lines);
        if self.raw.is_empty() && is_number {
            self.page
                .raw
                .push((self.page.blocks.len() as u32, String::new()));
        } else if !self.raw.is_empty() {
            let raw = std::mem::take(&mut self.raw);
            if self.page.text.len() > self.block.text.start {
                // The text starts with the first non-empty line.
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

    /// Handles the start of an element in lines of code: a line break, a line, or a line number.
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

    /// Handles the start of a link that may be a line number: in code, or at the start of a `div`.
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

    /// Adds text of code, without line numbers. A `div` that begins with a line number is a line (gitweb).
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
            // A line without text is a line, too.
            let code = code.filter(|code| !code.is_empty()).unwrap_or(text);
            match code.contains('\r') {
                // As in the standard, each kind of line end is a line feed.
                true => self.raw += &code.replace("\r\n", "\n").replace('\r', "\n"),
                false => self.raw.push_str(code),
            }
        }
    }

    /// Ends the line of code, if it has text or `is_empty` is set.
    fn break_line(&mut self, is_empty: bool) {
        self.push_whitespace(Whitespace::LineFeed);
        if is_empty || !self.raw.is_empty() && !self.raw.ends_with('\n') {
            self.raw.push('\n');
        }
    }

    /// Handles the start of an inline element. One inside another of its kind has no effect (`<b><strong>`). If many
    /// are open, they are not marked again in each block.
    fn start_inline(&mut self, element: Element, address: &str) -> bool {
        let Some(kind) = inline(element) else {
            return false;
        };
        if self.place_of(kind).is_some() {
            return false;
        }
        let inline = match kind {
            Inline::Link(_) => {
                let address = html::entities::decode_value(address.trim());
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

    /// Handles the end of an inline element. Elements that began inside it and continue begin again, since Markdown has
    /// no overlapping markup.
    fn end_inline(&mut self, element: Element) {
        if let Some(at) = inline(element).and_then(|kind| self.place_of(kind)) {
            self.end_marks(at);
            self.inlines.remove(at);
        }
    }

    /// Returns the position of this kind among the open inline elements.
    fn place_of(&self, kind: Inline) -> Option<usize> {
        let kind = std::mem::discriminant(&kind);
        let mut kinds = self.inlines.iter();
        kinds.position(|(inline, _)| std::mem::discriminant(inline) == kind)
    }

    /// Closes the marks of all open inline elements except the `but` outermost ones. They open again at the next text.
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
        self.give_back();
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
        self.exponent = None;
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

/// Walks over a page; returns the walker and the number of steps.
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
            script: false,
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
            || self.rules.outline && name == "desc"
            || self.rules.outline && self.is_formula_again(element, attributes)
        {
            if self.removed == 0 && self.rules.outline && CONTROLS.has(element) {
                self.push_whitespace(Whitespace::Space);
                self.page.outline[self.container as usize].has_control |=
                    matches!(element, Element::BUTTON | Element::INPUT);
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
            // Cells after a cell of line numbers are lines of code.
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
        mark.select = name.len() >= 6 && name.contains("select");
        self.selects += usize::from(mark.select);
        let mut address = "";
        if self.rules.outline && !is_boundary {
            let kind;
            (kind, address) = outline::unseen(attributes, &mut self.page.unseen);
            let may_be_permalink = element == Element::A && attributes.contains('#');
            mark.unseen = kind.is_some() || may_be_permalink;
            if mark.unseen {
                self.start_unseen(kind);
            }
            mark.script = matches!(element, Element::SUP | Element::SUB);
            if mark.script {
                self.start_script(attributes);
            }
        }
        if self.rules.markup {
            if element == Element::A {
                self.start_number(attributes);
            }
            let last = self.page.languages.last();
            if last.is_none_or(|(at, _)| *at < self.container)
                && let Some(language) = language::of(element, attributes)
            {
                self.page.languages.push((self.container, language));
            }
            if self.is_in_lines() {
                self.start_in_lines(element, attributes, &mut mark);
            }
            mark.inline = self.start_inline(element, address);
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
                    self.start_joint(element, attributes, address);
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
                self.linked = self.page.text.len();
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
        if mark.script {
            self.end_script(element);
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

/// The class of each byte of text. Whitespace is that of Python's `str.isspace`: Unicode White_Space and U+001C to
/// U+001F.
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

/// Returns the whitespace at a byte offset, and its length in bytes.
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

/// The schemes of addresses of documents or persons. Links with other schemes (`javascript:`, `data:`, `vbscript:`)
/// become plain text.
const SCHEMES: [&str; 7] = ["http", "https", "ftp", "ftps", "mailto", "tel", "news"];

/// Whether the address of a link, with character references decoded, is relative or has one of [`SCHEMES`]. The scheme
/// is read like in browsers (WHATWG URL, section 4.4): without tabs, line feeds and leading control characters.
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
            // Characters that are invalid in a scheme count, too: another program may remove them before it reads the
            // scheme.
            _ => scheme.push(character),
        }
    }
    true
}

/// Returns the inline element, if it has a Markdown syntax.
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

/// Returns the level of a heading element with this tag name.
fn level_of(name: &str) -> u8 {
    let digit = name.bytes().find(u8::is_ascii_digit);
    digit.map_or(6, |digit| (digit - b'0').clamp(1, 6))
}

/// Whether a tag name is that of a heading: it has `h` and a digit as a word (jusText's regular expression `\bh\d\b`).
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

    fn texts(html: &str) -> Vec<String> {
        let page = Page::new(html, Rules::BEST);
        page.blocks
            .iter()
            .map(|block| page.text(block).to_owned())
            .collect()
    }

    #[test]
    fn text_that_only_some_readers_get_is_dropped() {
        for hidden in [
            "<span class=sr-only>opens in a new window</span>",
            "<span class='u-VisuallyHidden'>opens in a new window</span>",
            "<span class='link d-none'>opens in a new window</span>",
            "<span style='position: absolute; left: -9999px'>opens in a new window</span>",
            "<span style='Visibility : hidden'>opens in a new window</span>",
            "<span aria-hidden=true>opens in a new window</span>",
        ] {
            let [outer, inner] = [
                format!("<p>The log {hidden} of the boat"),
                format!("<h2>The log{hidden}</h2>"),
            ];
            assert_eq!(texts(&outer), ["The log of the boat"], "{hidden}");
            assert_eq!(texts(&inner), ["The log"], "{hidden}");
        }
        for shown in [
            "<span class='d-none d-md-inline'>of 1903</span>",
            "<span class='sr-only not-sr-only'>of 1903</span>",
            "<span aria-hidden=false>of 1903</span>",
        ] {
            assert_eq!(
                texts(&format!("<p>The log {shown}")),
                ["The log of 1903"],
                "{shown}"
            );
        }
    }

    #[test]
    fn of_two_forms_of_a_text_the_displayed_one_stays() {
        let [shown, spoken] = [
            "<span aria-hidden=true>3/4</span>",
            "<span class=sr-only>three quarters</span>",
        ];
        assert_eq!(
            texts(&format!("<p>Full by {shown}{spoken} now")),
            ["Full by 3/4 now"]
        );
        assert_eq!(
            texts(&format!("<p>Full by {spoken}{shown} now")),
            ["Full by 3/4 now"]
        );
        // The letters of an animated heading, and a block that is only for screen readers.
        let letters = "<span aria-hidden=true>H</span><span aria-hidden=true>i</span>";
        assert_eq!(texts(&format!("<h1>{letters}</h1>")), ["Hi"]);
        assert_eq!(
            texts(&format!("<p>One<p>{spoken}<p>Two")),
            ["One", "three quarters", "Two"]
        );
    }

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
