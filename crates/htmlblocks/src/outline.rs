//! The containers of a page's blocks: a tree of elements with the meaning of their tags, classes and ids.

use crate::cache::Cache;
use std::sync::LazyLock;

use crate::declared::Declared;
use crate::patterns::Patterns;
use crate::styles::{conceals, declares, hides_by_class, is_beside_text};
use html::Element;
use html::attributes;
use html::elements::Set;

/// An element that holds blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Container {
    /// The index of its parent in the outline, which is less than its own. The root is its own parent.
    pub parent: u32,
    /// The number of its ancestors.
    pub depth: u32,
    /// The bits of [`HINTS`] of its own class, id, role and itemprop.
    pub hints: u64,
    /// The bits of [`HINTS`] of it and its ancestors.
    pub hints_above: u64,
    /// The bits of [`KINDS`] of it and its ancestors.
    pub kinds_above: u32,
    /// Its element.
    pub element: Element,
    /// A number that depends on the element. List items have their number in the list. Lists have the number of the
    /// next item (from `start`, and from `value` of the item before). Table cells have their [`Container::spans`].
    pub number: u32,
    /// A hash of the tags on the path from the root.
    pub path: u32,
    /// A hash of its path and class. Containers with the same signature look alike.
    pub signature: u32,
    /// Its role in a code listing.
    pub code: Code,
    /// Whether it or an ancestor is not displayed, according to its attributes.
    pub hidden: Hidden,
    /// Whether its attributes or those of an ancestor mark ingredients, instructions or lyrics.
    pub is_recipe: bool,
    /// Whether its attributes or those of an ancestor mark notes or references.
    pub is_notes: bool,
    /// Whether its attributes or those of an ancestor mark readers' comments, in any language.
    pub is_comments: bool,
    /// Whether its role is presentation, as for a table that only places its cells.
    pub is_presentation: bool,
    /// Whether it has a button or an input element outside of inner containers.
    pub has_control: bool,
    /// Whether it is one of several lines.
    pub line: Line,
    /// Whether it declares itself a banner.
    pub banner: Banner,
    /// Whether it declares itself a footer or a navigation.
    pub landmark: Landmark,
}

/// An element beside the text of a page, by its name, role or id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Landmark {
    /// None of these.
    No,
    /// The footer of a page, or of what is around it.
    Footer,
    /// Navigation.
    Navigation,
}

impl Landmark {
    fn of(element: Element) -> Landmark {
        match element {
            Element::FOOTER => Landmark::Footer,
            Element::NAV => Landmark::Navigation,
            _ => Landmark::No,
        }
    }

    fn of_id(id: &str) -> Landmark {
        match id {
            "footer" => Landmark::Footer,
            "nav" | "navigation" => Landmark::Navigation,
            _ => Landmark::No,
        }
    }
}

/// The lines of text that are elements, by their class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Line {
    /// No line.
    No,
    /// A program, each line of which is an element (Doxygen).
    Program,
    /// A line: of a program, or of verse (Docutils).
    Yes,
}

impl Line {
    /// Returns the role of a `div` with this class.
    fn of(class: &str) -> Line {
        match class.trim() {
            "fragment" => Line::Program,
            "line" => Line::Yes,
            _ => Line::No,
        }
    }
}

/// How an element declares that it is a banner over the page, such as a request for consent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Banner {
    /// Not at all.
    No,
    /// It has a fixed position, or a class of pop-ups and forms, or is for browsers without scripts. Its words decide.
    Weak,
    /// It is a dialog.
    Dialog,
    /// Its class names its purpose.
    Named,
}

/// The numbers of columns and rows that a table cell spans, at least 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spans {
    /// Columns, at most 1000.
    pub columns: u16,
    /// Rows.
    pub rows: u16,
}

impl Spans {
    /// Unpacks the number of a container.
    fn of(number: u32) -> Spans {
        Spans {
            columns: (number as u16).clamp(1, 1000),
            rows: ((number >> 16) as u16).max(1),
        }
    }

    /// Changes one span in the number of a container, as an attribute says. A cell that spans 0 rows spans all that
    /// follow.
    fn with(number: u32, is_rows: bool, value: &str) -> u32 {
        let digits = value.trim();
        let digits = digits.split(|character: char| !character.is_ascii_digit());
        let span: Option<u32> = digits.take(1).next().and_then(|digits| digits.parse().ok());
        let most = u32::from(u16::MAX);
        match (is_rows, span) {
            (_, None) => number,
            (true, Some(0)) => number | most << 16,
            (true, Some(span)) => number & most | span.min(most) << 16,
            (false, Some(span)) => number & !most | span.min(most),
        }
    }
}

/// Whether a container is displayed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Hidden {
    /// It is displayed, or a click may show it: it has an id, or is a tab.
    #[default]
    No,
    /// It is not displayed, but has a class, so a script may find and show it.
    WithClass,
    /// It is not displayed.
    Yes,
}

/// The role of a container in a code listing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Code {
    /// Not in a listing.
    #[default]
    None,
    /// A table row that began with a cell of line numbers, by its class, and the other cells of that row. These are
    /// lines of code if the numbers are there.
    Numbered,
    /// A cell of line numbers.
    Gutter,
    /// A `div` that has line numbers according to its class. The class of gutters is not used, since columns of text
    /// have it, too.
    Numbers,
    /// Lines of code: preformatted elements, and elements that style sheets make preformatted.
    Lines,
}

impl Code {
    /// Whether the white space of its text may be significant.
    pub fn keeps_lines(self) -> bool {
        matches!(self, Code::Lines | Code::Numbered)
    }
}

/// Preformatted elements.
pub const PREFORMATTED: Set = Set::of(&[
    Element::PRE,
    Element::LISTING,
    Element::XMP,
    Element::TEXTAREA,
]);

impl Container {
    /// Whether it has a class.
    pub fn has_class(&self) -> bool {
        self.signature != mix(self.path, 0)
    }

    /// The root.
    pub const ROOT: Container = Container {
        parent: 0,
        depth: 0,
        hints: 0,
        hints_above: 0,
        kinds_above: 0,
        element: Element::HTML,
        number: 1,
        path: 0,
        signature: 0,
        code: Code::None,
        hidden: Hidden::No,
        is_recipe: false,
        is_notes: false,
        is_comments: false,
        is_presentation: false,
        has_control: false,
        line: Line::No,
        banner: Banner::No,
        landmark: Landmark::No,
    };

    /// Returns the spans of a table cell.
    pub fn spans(&self) -> Spans {
        Spans::of(self.number)
    }

    /// Creates a child of this container for the start tag of an element; `parent` is the index of this container.
    pub(crate) fn child(
        &self,
        parent: u32,
        element: Element,
        attributes: &str,
        declared: &mut Declared,
        cache: &mut Cache<u64>,
    ) -> Container {
        let mut hints = 0;
        let mut class = 0;
        let (mut role, mut line) = (None, Line::No);
        let mut landmark = Landmark::of(element);
        // An item without a number gets the next number of its list.
        let mut number = u32::from(element != Element::LI);
        let (mut is_shown_later, mut is_presentation, mut is_invisible) = (false, false, false);
        // Whether a rule of a style sheet hides it, of the page or of a framework, or a browser with scripts.
        let mut is_ruled = element == Element::NOSCRIPT;
        let (mut is_numbered, mut is_preformatted) = (false, PREFORMATTED.has(element));
        let mut is_fixed = element == Element::NOSCRIPT;
        if !attributes.is_empty() {
            attributes::for_each(attributes, |name, value| match name.len() {
                5 if name.eq_ignore_ascii_case("class") => {
                    let (hints_of_class, hash) = cache.get(value, hints_of);
                    hints |= hints_of_class;
                    class = hash as u32;
                    if element == Element::DIV {
                        line = Line::of(value);
                    }
                    let may_be_spoken = hints_of_class & (HIDDEN | SKIP) != 0;
                    is_invisible |= may_be_spoken && is_spoken(value);
                    is_ruled |= declared.styles.hides('.', value);
                    is_ruled |= hints_of_class & HIDING != 0;
                }
                2 if name.eq_ignore_ascii_case("id") => {
                    hints |= cache.get(value, hints_of).0;
                    is_ruled |= declared.styles.hides('#', value);
                    if landmark == Landmark::No {
                        landmark = Landmark::of_id(value);
                    }
                    // Style sheets of wikis show these on paper only, and links to parts of the page.
                    let is_of_wiki = matches!(value, "siteSub" | "jump-to-nav");
                    is_invisible |= is_of_wiki;
                    is_shown_later |= !is_of_wiki;
                }
                4 if name.eq_ignore_ascii_case("role") => {
                    hints |= cache.get(value, hints_of).0;
                    role = element_of_role(value);
                    is_presentation = matches!(value.trim(), "presentation" | "none");
                    is_shown_later |= value.trim() == "tabpanel";
                }
                8 if name.eq_ignore_ascii_case("itemprop") => hints |= cache.get(value, hints_of).0,
                8 if name.eq_ignore_ascii_case("itemtype") => declared.item(value),
                5 if name.eq_ignore_ascii_case("style") => {
                    let value = &*html::entities::decode_value(value);
                    if declares(value, "display", "none") {
                        hints |= HIDDEN | UNDISPLAYED;
                    }
                    is_invisible |= declares(value, "visibility", "hidden")
                        || declares(value, "visibility", "collapse");
                    is_invisible |= conceals(value);
                    is_preformatted |= declares(value, "white-space", "pre");
                    is_fixed |= value.contains("fixed") && declares(value, "position", "fixed");
                }
                5 if (element == Element::OL && name.eq_ignore_ascii_case("start"))
                    || (element == Element::LI && name.eq_ignore_ascii_case("value")) =>
                {
                    number = value.trim().parse().unwrap_or(number);
                }
                7 if matches!(element, Element::TD | Element::TH)
                    && (name.eq_ignore_ascii_case("rowspan")
                        || name.eq_ignore_ascii_case("colspan")) =>
                {
                    number = Spans::with(number, name.starts_with(['r', 'R']), value);
                }
                16 if name.eq_ignore_ascii_case("data-line-number") => is_numbered = true,
                6 if name.eq_ignore_ascii_case("hidden")
                    && !value.eq_ignore_ascii_case("until-found") =>
                {
                    hints |= HIDDEN | UNDISPLAYED;
                }
                11 if name.eq_ignore_ascii_case("aria-hidden") && value.trim() == "true" => {
                    hints |= UNREAD;
                }
                15 if name.eq_ignore_ascii_case("aria-labelledby") => is_shown_later = true,
                _ => {}
            });
        }
        let code = match self.code {
            Code::Gutter => Code::Gutter,
            _ if hints & LINES != 0 => Code::Lines,
            _ if (hints & NUMBERS != 0 || is_numbered)
                && matches!(element, Element::TD | Element::TH) =>
            {
                Code::Gutter
            }
            _ if is_preformatted => Code::Lines,
            _ if line == Line::Yes && self.line == Line::Program => Code::Lines,
            Code::None if hints & NUMBERS != 0 && element == Element::DIV => Code::Numbers,
            code => code,
        };
        let is_recipe = self.is_recipe || hints & RECIPE != 0;
        let is_notes = self.is_notes || hints & NOTES != 0;
        let is_comments = self.is_comments || hints & (COMMENTS | FOREIGN_COMMENTS) != 0;
        let banner = if hints & BANNER != 0 {
            Banner::Named
        } else if element == Element::DIALOG || role == Some(Element::DIALOG) {
            Banner::Dialog
        } else if is_fixed || hints & (FORM | POPUP) != 0 {
            Banner::Weak
        } else {
            Banner::No
        };
        hints &= !(LINES | NUMBERS | RECIPE | NOTES | HIDING | FOREIGN_COMMENTS | BANNER);
        is_invisible |= hints & UNDISPLAYED != 0;
        let is_unread = hints & UNREAD != 0;
        let hidden = match (is_invisible || is_unread) && !is_shown_later {
            true if class != 0 || is_unread => Hidden::WithClass,
            true => Hidden::Yes,
            false if is_ruled => Hidden::WithClass,
            false => Hidden::No,
        };
        let path = mix(self.path, element.0 + 1);
        let kind = |element| KINDS.iter().position(|(_, elements)| elements.has(element));
        let bit = |element| kind(element).map_or(0, |bit| 1 << bit);
        Container {
            parent,
            depth: self.depth + 1,
            hints,
            hints_above: self.hints_above | hints,
            kinds_above: self.kinds_above | bit(element) | role.map_or(0, bit),
            element,
            number,
            path,
            signature: mix(path, class),
            code,
            hidden: self.hidden.max(hidden),
            is_recipe,
            is_notes,
            is_comments,
            is_presentation,
            has_control: false,
            line,
            banner,
            landmark: role.map_or(landmark, Landmark::of),
        }
    }
}

/// Returns the element that an ARIA role stands for, if it is one in [`KINDS`].
fn element_of_role(role: &str) -> Option<Element> {
    Some(match role.trim() {
        "article" => Element::ARTICLE,
        "main" => Element::MAIN,
        "complementary" => Element::ASIDE,
        "banner" => Element::HEADER,
        "contentinfo" => Element::FOOTER,
        "navigation" => Element::NAV,
        "form" | "search" => Element::FORM,
        "dialog" | "alertdialog" => Element::DIALOG,
        _ => return None,
    })
}

/// Parts of the classes of text for screen readers, in lower case.
const SPOKEN: [&str; 13] = [
    "sr-only",
    "sr_only",
    "sronly",
    "screen-reader",
    "screenreader",
    "visually-hidden",
    "visuallyhidden",
    "hidden-visually",
    "a11y-hidden",
    "element-invisible",
    "assistive-text",
    "show-for-sr",
    "offscreen",
];

/// Whether the value of a class attribute marks text for screen readers.
pub(crate) fn is_spoken(value: &str) -> bool {
    static PATTERNS: LazyLock<Patterns> =
        LazyLock::new(|| Patterns::new([(0, &SPOKEN[..]), (1, &["not-sr-only"])].into_iter()));
    PATTERNS.bits(value, |_| true) == 1
}

/// Whether the class of an inline element in a listing is one of line numbers.
pub fn is_numbers(class: &str) -> bool {
    let is_short = |class: &str| matches!(class, "ln" | "lnt");
    hints_of(class) & NUMBERS != 0 || class.split_ascii_whitespace().any(is_short)
}

/// The kinds of containers by element, one bit each.
pub const KINDS: [(&str, Set); 16] = [
    ("Article", Set::of(&[Element::ARTICLE])),
    ("Main", Set::of(&[Element::MAIN])),
    ("Section", Set::of(&[Element::SECTION])),
    ("Aside", Set::of(&[Element::ASIDE])),
    ("Header", Set::of(&[Element::HEADER])),
    ("Footer", Set::of(&[Element::FOOTER])),
    ("Nav", Set::of(&[Element::NAV])),
    ("Table", Set::of(&[Element::TABLE])),
    (
        "List",
        Set::of(&[Element::UL, Element::OL, Element::MENU, Element::DIR]),
    ),
    ("Definitions", Set::of(&[Element::DL])),
    ("Form", Set::of(&[Element::FORM, Element::FIELDSET])),
    (
        "Figure",
        Set::of(&[Element::FIGURE, Element::FIGCAPTION, Element::CAPTION]),
    ),
    ("Quote", Set::of(&[Element::BLOCKQUOTE, Element::PRE])),
    (
        "Noscript",
        Set::of(&[Element::NOSCRIPT, Element::IFRAME, Element::OBJECT]),
    ),
    ("Details", Set::of(&[Element::DETAILS])),
    ("Dialog", Set::of(&[Element::DIALOG])),
];

/// The bits of [`KINDS`] for a header and for navigation.
pub(crate) const MENUS: u32 = 1 << 4 | 1 << 6;

/// The bits of [`KINDS`] for an article, for `main`, and for what may have a footer of its own.
pub(crate) const ARTICLE: u32 = 1;
pub(crate) const MAIN: u32 = 1 << 1;
pub(crate) const SECTIONS: u32 = ARTICLE | MAIN | 1 << 2 | 1 << 3 | 1 << 12;

/// The bit of [`KINDS`] for a figure.
pub(crate) const FIGURE: u32 = 1 << 11;

/// The bits of [`KINDS`] for a footer and for a quotation.
pub(crate) const QUOTED_FOOTER: u32 = 1 << 5 | 1 << 12;

/// Substrings of classes, ids, roles and itemprops that hint at the purpose of a container, one bit for each row.
pub const HINTS: [(&str, &[&str]); 42] = [
    ("Article", &["article", "story", "entry", "post", "blog"]),
    ("Content", &["body", "content", "text", "main"]),
    (
        "Comment",
        &["comment", "repl", "discuss", "disqus", "respond", "thread"],
    ),
    ("Footer", &["foot", "copyright", "legal", "disclaimer"]),
    ("Header", &["header", "banner", "logo", "masthead", "top"]),
    (
        "Navigation",
        &["nav", "menu", "crumb", "pager", "pagin", "tabs"],
    ),
    ("Side", &["side", "rail", "right", "left"]),
    (
        "Related",
        &[
            "relat",
            "recommend",
            "popular",
            "trend",
            "latest",
            "recent",
            "also",
            "similar",
        ],
    ),
    (
        "Share",
        &[
            "share", "sharing", "social", "tweet", "twitter", "facebook", "follow",
        ],
    ),
    (
        "Advertisement",
        &["advert", "sponsor", "promo", "ads", "ad-", "ad_"],
    ),
    ("Author", &["author", "byline", "bio", "profile", "avatar"]),
    ("Meta", &["meta", "date", "time", "publish", "info"]),
    ("Tag", &["tag", "categor", "topic", "label"]),
    ("Title", &["title", "headline", "heading"]),
    (
        "Media",
        &[
            "caption", "image", "img", "photo", "gallery", "media", "video", "credit",
        ],
    ),
    (
        "Form",
        &[
            "form",
            "search",
            "login",
            "signin",
            "subscri",
            "newsletter",
            "signup",
            "register",
            "cart",
        ],
    ),
    (
        "Popup",
        &[
            "popup", "modal", "cookie", "overlay", "consent", "alert", "notice",
        ],
    ),
    (
        "Hidden",
        &["hidden", "hide", "print", "visually", "collapse"],
    ),
    ("Rating", &["rating", "review", "vote", "score", "star"]),
    ("List", &["list", "link", "item", "grid", "card", "tile"]),
    (
        "Teaser",
        &[
            "teaser",
            "summary",
            "excerpt",
            "abstract",
            "intro",
            "lead",
            "description",
        ],
    ),
    ("More", &["more", "next", "prev"]),
    ("Widget", &["widget", "module", "box", "block", "panel"]),
    ("Quote", &["quote"]),
    ("Product", &["product", "sku", "variant", "swatch"]),
    (
        "Price",
        &["price", "buy", "basket", "checkout", "stock", "shipping"],
    ),
    ("Specification", &["spec", "detail", "feature", "attribut"]),
    (
        "Documentation",
        &["doc", "markdown", "mdx", "prose", "wiki", "api"],
    ),
    (
        "Contents",
        &["toc", "contents", "outline", "onthispage", "on-this-page"],
    ),
    ("Hero", &["hero", "jumbotron", "cover", "splash"]),
    ("Section", &["section", "row", "col", "container"]),
    ("Questions", &["faq", "accordion", "question", "answer"]),
    (
        "Testimonial",
        &["testimonial", "customer", "client", "partner"],
    ),
    (
        "Message",
        &["message", "posts", "signature", "user", "member"],
    ),
    ("Code", &["code", "highlight", "snippet"]),
    ("Carousel", &["carousel", "slider", "swiper", "slick"]),
    (
        "Dropdown",
        &[
            "dropdown",
            "mega",
            "submenu",
            "flyout",
            "drawer",
            "offcanvas",
        ],
    ),
    ("Skip", &["sr-only", "screen-reader", "skip", "a11y"]),
    (
        "Result",
        &[
            "result",
            "listing",
            "catalog",
            "collection",
            "feed",
            "archive",
        ],
    ),
    ("Action", &["cta", "button", "btn", "action", "toolbar"]),
    // Set by the attributes `style` and `hidden`, and by `aria-hidden`.
    ("Undisplayed", &[]),
    ("Unread", &[]),
];

/// The bit of [`HINTS`] for hidden elements.
const HIDDEN: u64 = 1 << 17;
/// The bit of [`HINTS`] for text for screen readers.
const SKIP: u64 = 1 << 37;
/// The bits for elements that are not displayed, and for those that screen readers skip.
const UNDISPLAYED: u64 = 1 << 40;
const UNREAD: u64 = 1 << 41;

/// Further bits, not in [`HINTS`], for the classes that programs give to lines of code and to line numbers.
const LINES: u64 = 1 << 62;
const NUMBERS: u64 = 1 << 63;

/// The bit for the classes and properties of ingredients and instructions, in English and twelve other languages, and for those
/// of lyrics.
const RECIPE: u64 = 1 << 61;
const RECIPE_CLASSES: &[&str] = &[
    "ingredien",
    "instruction",
    "ingrédient",
    "zutat",
    "zubereitung",
    "składnik",
    "skladnik",
    "ainesosa",
    "malzeme",
    "hozzávaló",
    "hozzavalo",
    "ингредиент",
    "lyric",
    "songtext",
];

/// The bit for the classes that hide an element, and for those of advertisements and of buttons to share a page.
const HIDING: u64 = 1 << 57;

/// The bit for the classes of lists of notes and references.
const NOTES: u64 = 1 << 58;
const NOTES_CLASSES: &[&str] = &["references", "reflist", "footnote", "endnote", "fussnote"];

/// The bit of [`HINTS`] for comments, and the bit for their classes in languages other than English and French. The
/// models do not use the second one.
pub(crate) const COMMENTS: u64 = 1 << 2;
const FOREIGN_COMMENTS: u64 = 1 << 60;
const FOREIGN_COMMENT_CLASSES: &[&str] = &[
    "komment",
    "koment",
    "comentari",
    "commenti",
    "reactie",
    "leserbrief",
    "leserpost",
    "opinie",
    "yorum",
    "hozzaszolas",
    "коммент",
];

/// The bits of [`HINTS`] for menus: Header, Navigation, Dropdown, Skip.
pub(crate) const MENU_HINTS: u64 = 1 << 4 | 1 << 5 | 1 << 36 | SKIP;

/// The bits of [`HINTS`] for forms and pop-ups.
const FORM: u64 = 1 << 15;
const POPUP: u64 = 1 << 16;

/// The bit for the classes of banners: requests for consent, forms to subscribe, and notices about the browser.
const BANNER: u64 = 1 << 59;
const BANNER_CLASSES: &[&str] = &[
    "gdpr",
    "ccpa",
    "onetrust",
    "didomi",
    "usercentrics",
    "borlabs",
    "tarteaucitron",
    "cmplz",
    "iubenda-cs",
    "osano-cm",
    "qc-cmp",
    "cc-window",
    "cc-banner",
    "app-banner",
    "smartbanner",
    "smart-banner",
    "browser-upgrade",
    "browserupgrade",
    "browsehappy",
    "outdated-browser",
    "age-gate",
    "agegate",
    "exit-intent",
];

/// The same among the classes that have one of the words for forms and pop-ups.
const BANNER_FORMS: &[&str] = &[
    "cookie-banner",
    "cookiebanner",
    "cookie_banner",
    "cookie-bar",
    "cookiebar",
    "cookie_bar",
    "cookie-consent",
    "cookieconsent",
    "cookie_consent",
    "cookie-notice",
    "cookienotice",
    "cookie_notice",
    "cookie-law",
    "cookielaw",
    "cookie-popup",
    "cookie-modal",
    "cookie-message",
    "cookie-overlay",
    "cookie-layer",
    "cookie-disclaimer",
    "cookie-warning",
    "cookie-dialog",
    "cookiebot",
    "consent-banner",
    "consentbanner",
    "consent-modal",
    "consent-popup",
    "newsletter-modal",
    "newsletter-popup",
    "newsletter-overlay",
    "newsletter-signup",
    "newsletter-form",
    "newsletter-box",
    "newsletter-widget",
    "signup-modal",
    "subscribe-modal",
    "subscribe-popup",
];

/// Prefixes of the classes of lines: GitHub, highlightjs-line-numbers, Rouge, Gitiles, Gerrit, Crayon.
const LINE_CLASSES: &[&str] = &[
    "blob-code",
    "hljs-ln-code",
    "rouge-code",
    "filecontents-linecontents",
    "blob-line",
    "crayon-line",
    "code-line",
];

/// Words in the classes of line numbers. A letter may follow only in one of the longer forms, such as `linenos` or
/// `linenumber`.
const NUMBER_CLASSES: &[&str] = &[
    "lineno",
    "linenum",
    "line-num",
    "line_num",
    "linenr",
    "blob-num",
    "hljs-ln-n",
    "crayon-num",
    "gutter",
];

/// Returns the bits `LINES` and `NUMBERS` of a class that may have them.
fn code_bits(class: &str) -> u64 {
    let bits = |class: &str| {
        let class = class.to_ascii_lowercase();
        let begins = |word: &&str| {
            let found = class.find(*word);
            found.is_some_and(|at| at == 0 || !class.as_bytes()[at - 1].is_ascii_alphanumeric())
        };
        let is_lines = LINE_CLASSES.iter().any(|word| class.starts_with(word));
        let is_numbers = !is_lines && NUMBER_CLASSES.iter().any(begins);
        (u64::from(is_lines) * LINES) | (u64::from(is_numbers) * NUMBERS)
    };
    let classes = class.split_ascii_whitespace();
    classes.map(bits).fold(0, |all, bits| all | bits)
}

/// Returns the bits of [`HINTS`], `LINES`, `NUMBERS`, `RECIPE`, `NOTES`, `HIDING`, `FOREIGN_COMMENTS` and `BANNER` of the value of an
/// attribute.
fn hints_of(value: &str) -> u64 {
    static PATTERNS: LazyLock<Patterns> = LazyLock::new(|| {
        let hints = (0..)
            .zip(&HINTS)
            .map(|(bit, (_, patterns))| (bit, *patterns));
        let code = [LINE_CLASSES, NUMBER_CLASSES].map(|classes| (LINES.trailing_zeros(), classes));
        let others = [
            (RECIPE.trailing_zeros(), RECIPE_CLASSES),
            (NOTES.trailing_zeros(), NOTES_CLASSES),
            (FOREIGN_COMMENTS.trailing_zeros(), FOREIGN_COMMENT_CLASSES),
            (BANNER.trailing_zeros(), BANNER_CLASSES),
        ];
        Patterns::new(hints.chain(code).chain(others))
    });
    static FORMS: LazyLock<Patterns> =
        LazyLock::new(|| Patterns::new([(BANNER.trailing_zeros(), BANNER_FORMS)].into_iter()));
    let mut bits = PATTERNS.bits(value, |_| true);
    if bits & (FORM | POPUP) != 0 {
        bits |= FORMS.bits(value, |_| true);
    }
    if hides_by_class(value) || is_beside_text(value) {
        bits |= HIDING;
    }
    match bits {
        bits if bits & LINES == 0 => bits,
        bits => (bits & !LINES) | code_bits(value),
    }
}

fn mix(a: u32, b: u32) -> u32 {
    platform::random::mix(u64::from(a) << 32 | u64::from(b)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_hint_at_the_purpose_of_a_container() {
        let (mut declared, mut cache) = (Declared::default(), Cache::default());
        let child = Container::ROOT.child(
            0,
            Element::DIV,
            " class='Post-Comments' id=x style='DISPLAY : none' itemtype=https://schema.org/Article",
            &mut declared,
            &mut cache,
        );
        assert_ne!(declared, Declared::default());
        assert_eq!(child.hints, 1 | 1 << 2 | HIDDEN | UNDISPLAYED);
        let grandchild = child.child(1, Element::ASIDE, "", &mut declared, &mut cache);
        assert_eq!(
            (grandchild.hints, grandchild.hints_above, grandchild.depth),
            (0, child.hints, 2)
        );
        assert_eq!(grandchild.kinds_above, 1 << 3);
        assert_ne!(child.path, grandchild.path);
        let attributes = " role=main aria-hidden=true";
        let main = child.child(1, Element::DIV, attributes, &mut declared, &mut cache);
        assert_eq!((main.kinds_above, main.hints & UNREAD), (1 << 1, UNREAD));
    }
}
