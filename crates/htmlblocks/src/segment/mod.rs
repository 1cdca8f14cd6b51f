//! Splits a page into blocks (PRESEMT 2012, section 5.2: "splitting the HTML page at specified HTML tags"). It follows
//! jusText's `ParagraphMaker` and the cleaner that runs before it.
//!
//! One walk over the elements of a page does everything. Data flows through the modules in this order:
//!
//! | module | what |
//! |---|---|
//! | `rules` | which elements are boundaries of blocks, and which are removed |
//! | `walk` | tags and text as they come |
//! | `formulas` | formulas, which pages have several times |
//! | `pictures` | pictures of emoji and formulas |
//! | `quotations` | the quotation marks of browsers |
//! | `unseen` | inline text that is not displayed |
//! | `scripts` | exponents and fractions |
//! | `before` | the state to which these three go back |
//! | `characters` | white space, and characters that a reader does not see |
//! | `joints` | whether words between which there are only tags are apart |
//! | `words` | words become the text of a block, and a block ends |
//! | `code`, `code_language` | lines of code, with their white space and their language |
//! | `marks` | the inline elements that Markdown has |
//! | `page` | the blocks |

mod before;
mod characters;
mod code;
mod code_language;
mod formulas;
mod joints;
mod marks;
mod page;
mod pictures;
mod quotations;
mod rules;
mod scripts;
mod unseen;
mod walk;
mod words;

use crate::declared::Declared;
use crate::outline::Container;
use crate::selectors::Scope;
use html::elements::KNOWN;
use html::{Element, Walk};

use characters::Whitespace;
use formulas::Formula;
use joints::Joint;
use quotations::Quotation;
use scripts::{Exponent, Script};
use unseen::{UnseenElement, Withheld};
use walk::OpenElement;
use words::Node;

pub(crate) use characters::{is_wide, without_unseen};
pub use page::{Block, Inline, Mark, Page};
pub use rules::Rules;

impl Page {
    /// Segments a page.
    pub fn new(html: &str, rules: Rules) -> Self {
        let mut page = Page::default();
        page.read(html, rules);
        page
    }

    /// Segments another page, reusing memory.
    pub fn read(&mut self, html: &str, rules: Rules) {
        let mut segmenter = self.segmenter(html, rules);
        let steps = html::walk(html, rules.parser(), &mut segmenter);
        segmenter.finish(steps);
    }

    /// Segments another page. A second walker takes part in the same walk.
    pub(crate) fn read_with(&mut self, html: &str, rules: Rules, other: &mut impl Walk) {
        let mut pair = (self.segmenter(html, rules), other);
        let steps = html::walk(html, rules.parser(), &mut pair);
        pair.0.finish(steps);
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
    /// Whether the text is a style sheet, and that has a condition.
    in_styles: Option<bool>,
    /// What is around the next element, for selectors.
    scope: Scope,
    /// The numbers of containers and of bytes of text before the last button that is not text.
    button: (usize, usize),
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
    /// The open `q` elements.
    quotations: Vec<Quotation>,
    /// The open inline elements that are not displayed, or may be permalinks.
    unseen: Vec<UnseenElement>,
    /// The last dropped text with its place and kind.
    withheld: Withheld,
    /// The end of the text at the start of a block that is only in elements that screen readers skip.
    unspoken: Option<usize>,
    /// The open `sup` and `sub` elements, and the last number that became an exponent.
    scripts: Vec<Script>,
    exponent: Option<Exponent>,
    /// The start in the text of the last link.
    linked: usize,
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
            in_styles: None,
            scope: Scope::default(),
            button: (0, 0),
            link: false,
            line_break: false,
            block: Block::EMPTY,
            blank: Whitespace::None,
            node: Node::default(),
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
            quotations: Vec::new(),
            unseen: Vec::new(),
            withheld: Withheld::default(),
            unspoken: None,
            scripts: Vec::new(),
            exponent: None,
            linked: 0,
        }
    }

    /// Ends the last block of a page; `steps` is the number of parser steps.
    fn finish(mut self, steps: u64) {
        self.end_node();
        self.end_block();
        self.page.steps = steps;
    }

    /// Whether the block has no text yet.
    fn is_empty(&self) -> bool {
        self.page.text.len() == self.block.text.start
    }
}
