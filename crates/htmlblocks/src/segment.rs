//! A page cut into blocks (PRESEMT 2012, section 5.2: "splitting the HTML page at specified HTML tags"; jusText's
//! `ParagraphMaker`, and the cleaner that it runs before).

use std::ops::Range;

use crate::declared::Declared;
use crate::outline::{Container, Known};
use html::attributes;
use html::elements::{Content, HEADINGS, KNOWN, Set};
use html::tree::{AfterHtml, Parser};
use html::{Element, Walk, walk};

/// How to cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rules {
    /// White space between two tags separates words. jusText drops it, so that `<b>one</b> <i>two</i>` is one word.
    pub keep_blanks: bool,
    /// What follows `</html>` is text, as browsers have it. jusText's parser drops it.
    pub keep_trailing: bool,
    /// All elements that browsers show as blocks cut, `</p>` and `</br>` that end nothing cut and break, too, and form controls
    /// separate words; what is in `template`, `iframe`, `noembed` and any `title` is left out, and what is in `noframes` is
    /// read; the page has an outline and a title.
    pub outline: bool,
    /// The page keeps what its inline elements are and how preformatted text stands: what [`crate::render`] needs.
    pub markup: bool,
}

impl Rules {
    /// What jusText 3.0.2 is meant to do.
    pub const PAPER: Rules = Rules {
        keep_blanks: true,
        keep_trailing: true,
        outline: false,
        markup: false,
    };
    /// What `--method best` sees.
    pub const BEST: Rules = Rules {
        outline: true,
        ..Rules::PAPER
    };
    /// What jusText 3.0.2 does.
    pub const COMPAT: Rules = Rules {
        keep_blanks: false,
        keep_trailing: false,
        outline: false,
        markup: false,
    };
}

impl Rules {
    /// Whose rules say where elements end.
    fn parser(self) -> Parser {
        match (self.outline, self.keep_trailing) {
            (true, _) => Parser::Standard,
            (false, true) => Parser::Libxml2(AfterHtml::Kept),
            (false, false) => Parser::Libxml2(AfterHtml::Dropped),
        }
    }

    /// Whether the tags of an element end a block and begin another one.
    #[inline]
    fn cut(self, element: Element) -> bool {
        BLOCKS.has(element) || self.outline && MORE_BLOCKS.has(element)
    }

    /// Whether an element is removed with all that is in it.
    #[inline]
    fn remove(self, element: Element) -> bool {
        REMOVED.has(element) || self.outline && MORE_REMOVED.has(element)
    }

    /// Whether an element holds the reading of a word, or the brackets around it, which would stand in the middle of the text. jusText
    /// takes it for text.
    #[inline]
    fn is_reading(self, name: &str) -> bool {
        self.keep_blanks && matches!(name, "rt" | "rp")
    }

    /// Whether an element's tags are removed.
    #[inline]
    fn untag(self, element: Element) -> bool {
        UNTAGGED.has(element) && !(self.outline && element == Element::FORM)
    }
}

/// A block of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// Where its text is in the text of all blocks.
    pub text: Range<usize>,
    /// The innermost block element that it began in, or after which it did.
    pub element: Element,
    /// Length of its text in characters.
    pub chars: u32,
    /// Characters in links, counted text node by text node, before white space at their borders was joined.
    pub link_chars: u32,
    /// Start tags in it of elements that are no block elements.
    pub tags: u32,
    /// Whether it is in a heading.
    pub heading: bool,
    /// Whether an element's name around it holds `select`.
    pub select: bool,
    /// The place in the outline of the innermost container that it began in.
    pub container: u32,
    /// Start tags in it of links.
    pub links: u32,
    /// The level of the innermost heading that it began in, 1 to 6; 0 if there is none.
    pub level: u8,
}

impl Block {
    /// Share of its characters that are in links.
    pub fn link_density(&self) -> f64 {
        f64::from(self.link_chars) / f64::from(self.chars)
    }
}

/// The number of characters of a text. What is counted of a block stops at 2^32 - 1, so that pages of many short blocks take
/// less memory.
fn length(text: &str) -> u32 {
    text.chars().count().try_into().unwrap_or(u32::MAX)
}

/// An inline element that Markdown has a sign for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Inline {
    /// b, strong.
    Strong,
    /// i, em, cite, var, dfn.
    Emphasis,
    /// code, kbd, samp, tt.
    Code,
    /// a, with its place among the links of the page.
    Link(u32),
}

/// Where an inline element begins or ends in a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    /// The block.
    pub block: u32,
    /// The byte of its text.
    pub at: u32,
    /// What begins or ends.
    pub inline: Inline,
    /// Whether it begins.
    pub opens: bool,
}

/// The blocks of a page, and their text.
#[derive(Debug, Default)]
pub struct Page {
    /// The blocks, in their order.
    pub blocks: Vec<Block>,
    text: String,
    /// The containers of the blocks, with [`Rules::outline`]; the first one is around all.
    pub outline: Vec<Container>,
    /// What is in the first `<title>` with text, with [`Rules::outline`].
    pub title: String,
    /// How often each known element begins, with [`Rules::outline`].
    pub tags: Vec<u32>,
    /// `meta` elements with a property, by which a page describes itself to other sites, with [`Rules::outline`].
    pub properties: u32,
    /// Where inline elements begin and end, the addresses of links, and preformatted blocks with their text as it stands, all with
    /// [`Rules::markup`] and in the order of the blocks.
    pub marks: Vec<Mark>,
    /// See `marks`.
    pub links: Vec<String>,
    raw: Vec<(u32, String)>,
    /// What the page says about itself, with [`Rules::outline`].
    pub declared: Declared,
    /// What classes hint at, whatever the page.
    known: Known,
    /// How long the page is.
    pub bytes: usize,
    /// How many steps it took; grows linearly with the page.
    pub steps: u64,
}

impl Page {
    /// Cuts a page into blocks.
    pub fn new(html: &str, rules: Rules) -> Self {
        let mut page = Page::default();
        page.read(html, rules);
        page
    }

    /// Cuts another page into blocks, in the same memory.
    pub fn read(&mut self, html: &str, rules: Rules) {
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
        self.bytes = html.len();
        if rules.outline {
            self.tags.resize(KNOWN, 0);
            self.outline.push(Container::ROOT);
        }
        let mut segmenter = Segmenter::new(self, rules);
        let steps = walk(html, rules.parser(), &mut segmenter);
        segmenter.end_node();
        segmenter.cut();
        self.steps = steps;
    }

    /// The containers around a place in the outline, itself first, and their elements; the innermost 64.
    pub fn around(&self, container: u32) -> impl Iterator<Item = (u32, Element)> {
        let outer = |&at: &u32| (at != 0).then(|| self.outline[at as usize].parent);
        let places = std::iter::successors(Some(container), outer).take(64);
        let places = places.filter(|&at| at != 0);
        places.map(|at| (at, self.outline[at as usize].element))
    }

    /// The marks of the block at a place.
    pub fn marks_of(&self, block: usize) -> &[Mark] {
        let start = self
            .marks
            .partition_point(|mark| (mark.block as usize) < block);
        let end = self
            .marks
            .partition_point(|mark| mark.block as usize <= block);
        &self.marks[start..end]
    }

    /// The text of the preformatted block at a place as it stands, but for empty lines at its ends.
    pub fn raw_text(&self, block: usize) -> &str {
        match self
            .raw
            .binary_search_by_key(&block, |(at, _)| *at as usize)
        {
            Ok(found) => &self.raw[found].1,
            Err(_) => self.text(&self.blocks[block]),
        }
    }

    /// The text of a block: without white space at its ends, each run of white space in it one blank, or a line feed if
    /// the run has a line feed or carriage return.
    pub fn text(&self, block: &Block) -> &str {
        &self.text[block.text.clone()]
    }
}

/// Elements whose tags end a block and begin another one.
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

/// Elements whose tags end a block, too, where there is an outline.
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

/// Elements that are removed with all that is in them.
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

/// Elements that are removed, too, where there is an outline.
const MORE_REMOVED: Set = Set::of(&[
    Element::IFRAME,
    Element::NOEMBED,
    Element::TEMPLATE,
    Element::TITLE,
]);

/// Elements that are removed though they show, beside words.
const CONTROLS: Set = Set::of(&[
    Element::BUTTON,
    Element::INPUT,
    Element::SELECT,
    Element::TEXTAREA,
]);

/// Elements whose tags are removed.
const UNTAGGED: Set = Set::of(&[
    Element::FORM,
    Element::IFRAME,
    Element::OBJECT,
    Element::EMBED,
    Element::PARAM,
    Element::LAYER,
]);

/// A run of white space.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Blank {
    None,
    Space,
    LineFeed,
}

/// What to know of an element when it ends.
#[derive(Debug, Clone, Copy)]
struct OpenMark {
    removed: bool,
    heading: bool,
    select: bool,
    /// The innermost block element around it, and the innermost container.
    outer: Element,
    outer_container: u32,
}

struct Segmenter<'p> {
    page: &'p mut Page,
    rules: Rules,
    /// How many open elements are removed, are headings, and have select in their names.
    removed: usize,
    headings: usize,
    selects: usize,
    /// The level of the last heading that began.
    level: u8,
    element: Element,
    container: u32,
    in_title: bool,
    /// In a script of JSON-LD.
    in_data: bool,
    link: bool,
    line_break: bool,
    block: Block,
    /// White space since the last character of the block.
    blank: Blank,
    node: Node,
    /// With [`Rules::markup`]: the open inline elements, each with whether its beginning is marked; how many preformatted elements
    /// are open; what stands in the block, if it began in one.
    inlines: Vec<(Inline, bool)>,
    preformatted: usize,
    raw: String,
}

/// What comes between two tags. Comments and removed elements do not end it.
#[derive(Debug, Clone, Copy)]
struct Node {
    /// The block's white space when it began.
    before: Blank,
    /// White space since its last character.
    blank: Blank,
    has_text: bool,
    /// Its length in characters, each run of white space as one, where it is in a link.
    chars: u32,
}

impl Node {
    const EMPTY: Node = Node {
        before: Blank::None,
        blank: Blank::None,
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
            blank: Blank::None,
            node: Node::EMPTY,
            inlines: Vec::new(),
            preformatted: 0,
            raw: String::new(),
        }
    }

    fn mark(&mut self, inline: Inline, opens: bool) {
        self.page.marks.push(Mark {
            block: self.page.blocks.len() as u32,
            at: (self.page.text.len() - self.block.text.start) as u32,
            inline,
            opens,
        });
    }

    /// Keeps what the block has besides text, before it ends.
    fn end_markup(&mut self) {
        for at in (0..self.inlines.len()).rev() {
            let (inline, marked) = self.inlines[at];
            if marked {
                self.mark(inline, false);
                self.inlines[at].1 = false;
            }
        }
        if !self.raw.is_empty() {
            let raw = std::mem::take(&mut self.raw);
            if self.page.text.len() > self.block.text.start {
                // From the first line with text on.
                let text = raw.trim_end();
                let blank = text.len() - text.trim_start().len();
                let start = text[..blank].rfind('\n').map_or(0, |at| at + 1);
                self.page
                    .raw
                    .push((self.page.blocks.len() as u32, text[start..].to_owned()));
            }
        }
    }

    /// An inline element begins, if it is one that has a sign.
    fn begin_inline(&mut self, element: Element, attributes: &str) {
        let inline = match inline(element) {
            Some(Inline::Link(_)) => {
                let mut address = "";
                attributes::for_each(attributes, |name, value| {
                    if name.eq_ignore_ascii_case("href") {
                        address = value.trim();
                    }
                });
                if address.is_empty() {
                    return;
                }
                self.page
                    .links
                    .push(html::entities::decode_value(address).into_owned());
                Inline::Link(self.page.links.len() as u32 - 1)
            }
            Some(inline) => inline,
            None => return,
        };
        self.inlines.push((inline, false));
    }

    /// The innermost inline element of this kind ends.
    fn end_inline(&mut self, element: Element) {
        let Some(kind) = inline(element) else { return };
        let is_one = |(open, _): &(Inline, bool)| {
            std::mem::discriminant(open) == std::mem::discriminant(&kind)
        };
        if let Some(at) = self.inlines.iter().rposition(is_one) {
            let (inline, marked) = self.inlines.remove(at);
            if marked {
                self.mark(inline, false);
            }
        }
    }

    /// Ends the block, and begins another one.
    fn cut(&mut self) {
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
        self.blank = Blank::None;
        self.node = Node::EMPTY;
    }

    /// A tag ends a text node.
    fn end_node(&mut self) {
        let node = self.node;
        if node.has_text {
            self.line_break = false;
            self.block.link_chars = self.block.link_chars.saturating_add(node.chars);
        } else if !self.rules.keep_blanks {
            self.blank = node.before;
        }
        self.node = Node {
            before: self.blank,
            ..Node::EMPTY
        };
    }

    fn push_blank(&mut self, blank: Blank) {
        if self.node.blank == Blank::None && self.link {
            self.node.chars = self.node.chars.saturating_add(1);
        }
        self.node.blank = self.node.blank.max(blank);
        self.blank = self.blank.max(blank);
    }

    fn push_words(&mut self, words: &str) {
        let text = &mut self.page.text;
        if text.len() > self.block.text.start {
            match self.blank {
                Blank::None => {}
                Blank::Space => text.push(' '),
                Blank::LineFeed => text.push('\n'),
            }
        }
        if self.rules.markup {
            for at in 0..self.inlines.len() {
                if !std::mem::replace(&mut self.inlines[at].1, true) {
                    self.mark(self.inlines[at].0, true);
                }
            }
        }
        self.page.text.push_str(words);
        self.blank = Blank::None;
        self.node.blank = Blank::None;
        self.node.has_text = true;
        if self.link {
            self.node.chars = self.node.chars.saturating_add(length(words));
        }
    }
}

impl Walk for Segmenter<'_> {
    type Mark = OpenMark;

    fn content(&self, element: Element) -> Content {
        match element {
            Element::NOFRAMES if self.rules.outline => Content::Markup,
            _ => element.content(),
        }
    }

    /// `</p>` and `</br>`, as the standard has them; to libxml2 they are nothing.
    fn is_begun_by_end_tag(&self, element: Element) -> bool {
        self.rules.outline && matches!(element, Element::P | Element::BR)
    }

    #[inline]
    fn start(&mut self, element: Element, name: &str, attributes: &str) -> OpenMark {
        let mut mark = OpenMark {
            removed: false,
            heading: false,
            select: false,
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
                Element::SCRIPT => self.in_data = attributes.contains("ld+json"),
                _ => {}
            }
        }
        if self.removed > 0 || self.rules.remove(element) || self.rules.is_reading(name) {
            if self.removed == 0 && self.rules.outline && CONTROLS.has(element) {
                self.push_blank(Blank::Space);
            }
            mark.removed = true;
            self.removed += 1;
            self.in_title = element == Element::TITLE && self.page.title.is_empty();
            return mark;
        }
        let cuts = self.rules.cut(element);
        if self.rules.outline && (cuts || self.rules.untag(element)) {
            let container = self.page.outline[self.container as usize];
            let Page {
                declared, known, ..
            } = &mut *self.page;
            let mut child = container.child(self.container, element, attributes, declared, known);
            if element == Element::LI {
                let list = &mut self.page.outline[self.container as usize];
                list.items += 1;
                child.number = list.items;
            }
            self.container = self.page.outline.len() as u32;
            self.page.outline.push(child);
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
        if self.rules.markup {
            if element == Element::BR && self.preformatted > 0 {
                self.raw.push('\n');
            }
            self.begin_inline(element, attributes);
        }
        if cuts {
            self.element = element;
            self.cut();
            self.preformatted += usize::from(PREFORMATTED.has(element));
        } else if element == Element::BR && self.line_break {
            self.block.tags = self.block.tags.saturating_sub(1);
            self.cut();
        } else {
            self.block.tags = self.block.tags.saturating_add(1);
            self.line_break = element == Element::BR;
            if self.line_break {
                self.blank = self.blank.max(Blank::Space);
                self.node.before = self.blank;
            } else if element == Element::A {
                self.link = true;
                self.block.links = self.block.links.saturating_add(1);
            }
        }
        mark
    }

    fn detach(&mut self, element: Element) {
        if element == Element::A {
            self.end_node();
            self.link = false;
        }
    }

    #[inline]
    fn end(&mut self, element: Element, mark: OpenMark) {
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
        self.headings -= usize::from(mark.heading);
        self.selects -= usize::from(mark.select);
        self.element = mark.outer;
        if self.rules.markup {
            self.end_inline(element);
        }
        if self.rules.cut(element) {
            self.cut();
            self.preformatted -= usize::from(PREFORMATTED.has(element));
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
        if self.preformatted > 0 && self.rules.markup {
            self.raw.push_str(text);
        }
        let bytes = text.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            let (blank, length) = blank_at(text, at);
            if blank != Blank::None {
                self.push_blank(blank);
                at += length;
                continue;
            }
            let start = at;
            while at < bytes.len() {
                at += match CLASSES[bytes[at] as usize] {
                    WORD => 1,
                    // Single blanks between words stay as they are.
                    SPACE
                        if bytes[at] == b' '
                            && bytes
                                .get(at + 1)
                                .is_some_and(|&next| CLASSES[next as usize] == WORD) =>
                    {
                        2
                    }
                    LEAD if blank_at(text, at).0 == Blank::None => 1,
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
/// The first byte of a character that may be white space.
const LEAD: u8 = 3;

/// What each byte of text is. White space is what Python's `str.isspace` says: Unicode's White_Space, and U+001C to
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

/// The white space character at a byte of text, and its length.
#[inline]
fn blank_at(text: &str, at: usize) -> (Blank, usize) {
    match CLASSES[text.as_bytes()[at] as usize] {
        WORD => (Blank::None, 1),
        SPACE => (Blank::Space, 1),
        LINE => (Blank::LineFeed, 1),
        _ => match text[at..].chars().next() {
            Some(character) if character.is_whitespace() => (Blank::Space, character.len_utf8()),
            _ => (Blank::None, 1),
        },
    }
}

/// The sign that an element has in Markdown.
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

const PREFORMATTED: Set = Set::of(&[Element::PRE, Element::LISTING, Element::XMP]);

/// The level of a heading with this name.
fn level_of(name: &str) -> u8 {
    let digit = name.bytes().find(u8::is_ascii_digit);
    digit.map_or(6, |digit| (digit - b'0').clamp(1, 6))
}

/// Whether an element's name is that of a heading: an h and a digit, as a word of it.
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
