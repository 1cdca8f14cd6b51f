//! What elements, and the words in classes, ids and roles, say about the purpose of a container.

use std::sync::LazyLock;

use crate::patterns::Patterns;
use crate::styles::{hides_by_class, is_beside_text};
use html::Element;
use html::elements::Set;

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

/// The bits of [`KINDS`] for what is beside the text: aside, header, footer, navigation, forms, `noscript` and dialogs.
pub(crate) const BESIDE: u32 = 1 << 3 | MENUS | 1 << 5 | 1 << 10 | 1 << 13 | 1 << 15;

/// The bit of [`KINDS`] for what only browsers without scripts show.
pub(crate) const WITHOUT_SCRIPTS: u32 = 1 << 13;

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
pub(super) const HIDDEN: u64 = 1 << 17;
/// The bit of [`HINTS`] for text for screen readers.
pub(super) const SKIP: u64 = 1 << 37;
/// The bits for elements that are not displayed, and for those that screen readers skip.
pub(super) const UNDISPLAYED: u64 = 1 << 40;
pub(super) const UNREAD: u64 = 1 << 41;

/// Further bits, not in [`HINTS`], for the classes that programs give to lines of code and to line numbers.
pub(super) const LINES: u64 = 1 << 62;
pub(super) const NUMBERS: u64 = 1 << 63;

/// The bit for the classes and properties of ingredients and instructions, in English and twelve other languages, and for those
/// of lyrics.
pub(super) const RECIPE: u64 = 1 << 61;
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
pub(super) const HIDING: u64 = 1 << 57;

/// The bit for the classes of lists of notes and references.
pub(super) const NOTES: u64 = 1 << 58;
const NOTES_CLASSES: &[&str] = &["references", "reflist", "footnote", "endnote", "fussnote"];

/// The bit of [`HINTS`] for comments, and the bit for their classes in languages other than English and French. The
/// models do not use the second one.
pub(crate) const COMMENTS: u64 = 1 << 2;
/// The bit of [`HINTS`] for an author.
pub(crate) const AUTHOR: u64 = 1 << 10;
pub(super) const FOREIGN_COMMENTS: u64 = 1 << 60;
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

/// The bits of [`HINTS`] for what is beside the text: Comment, Footer, Navigation, Related, Share, Advertisement, Author, Popup,
/// and what is not displayed.
pub(crate) const BESIDE_HINTS: u64 =
    COMMENTS | 1 << 3 | 1 << 5 | 1 << 7 | 1 << 8 | 1 << 9 | AUTHOR | POPUP | UNDISPLAYED | UNREAD;

/// The bits of [`HINTS`] for menus: Header, Navigation, Dropdown, Skip.
pub(crate) const MENU_HINTS: u64 = 1 << 4 | 1 << 5 | 1 << 36 | SKIP;

/// The bits of [`HINTS`] for forms and pop-ups.
pub(super) const FORM: u64 = 1 << 15;
pub(super) const POPUP: u64 = 1 << 16;

/// The bit for the classes of banners: requests for consent, forms to subscribe, and notices about the browser.
pub(super) const BANNER: u64 = 1 << 59;
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

/// The bits that a container has as fields, and not among its hints.
pub(super) const MEANING: u64 =
    LINES | NUMBERS | RECIPE | NOTES | HIDING | FOREIGN_COMMENTS | BANNER;

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
pub(super) fn hints_of(value: &str) -> u64 {
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

/// Whether the class of an inline element in a listing is one of line numbers.
pub fn is_numbers(class: &str) -> bool {
    let is_short = |class: &str| matches!(class, "ln" | "lnt");
    hints_of(class) & NUMBERS != 0 || class.split_ascii_whitespace().any(is_short)
}
