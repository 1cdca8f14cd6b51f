//! The containers of a page's blocks: a tree of elements with what their tags, classes and ids mean.

use std::sync::LazyLock;

use xxhash_rust::xxh3::xxh3_64;

use crate::declared::Declared;
use crate::patterns::Patterns;
use html::Element;
use html::attributes;
use html::elements::Set;

/// An element that holds blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Container {
    /// Index of its parent in the outline, less than its own; the root is its own parent.
    pub parent: u32,
    /// Number of its ancestors.
    pub depth: u32,
    /// Bits of [`HINTS`] of its own class, id, role and itemprop.
    pub hints: u64,
    /// The same of it and its ancestors.
    pub hints_above: u64,
    /// Bits of [`KINDS`] of the elements of it and its ancestors.
    pub kinds_above: u32,
    /// Its element.
    pub element: Element,
    /// Of a list item, its number among the items of its list, from 1.
    pub number: u32,
    /// Number of list items among its children.
    pub items: u32,
    /// Hash of the tags on the path from the root.
    pub path: u32,
    /// Hash of its path and class: containers with the same one look alike.
    pub signature: u32,
}

impl Container {
    /// The root.
    pub const ROOT: Container = Container {
        parent: 0,
        depth: 0,
        hints: 0,
        hints_above: 0,
        kinds_above: 0,
        element: Element::HTML,
        number: 0,
        items: 0,
        path: 0,
        signature: 0,
    };

    /// A child of this container, whose index is `parent`, for the start tag of an element.
    pub fn child(
        &self,
        parent: u32,
        element: Element,
        attributes: &str,
        declared: &mut Declared,
        cache: &mut HintCache,
    ) -> Container {
        let mut hints = 0;
        let mut class = 0;
        if !attributes.is_empty() {
            attributes::for_each(attributes, |name, value| match name.len() {
                5 if name.eq_ignore_ascii_case("class") => {
                    let (hints_of_class, hash) = cache.hints(value);
                    hints |= hints_of_class;
                    class = hash as u32;
                }
                2 if name.eq_ignore_ascii_case("id") => hints |= cache.hints(value).0,
                4 if name.eq_ignore_ascii_case("role") => hints |= cache.hints(value).0,
                8 if name.eq_ignore_ascii_case("itemprop") => hints |= cache.hints(value).0,
                8 if name.eq_ignore_ascii_case("itemtype") => declared.item(value),
                5 if name.eq_ignore_ascii_case("style") => {
                    let mut style = value.bytes().filter(|byte| !byte.is_ascii_whitespace());
                    if contains(&mut style, b"display:none") {
                        hints |= HIDDEN;
                    }
                }
                6 if name.eq_ignore_ascii_case("hidden") => hints |= HIDDEN,
                _ => {}
            });
        }
        let path = mix(self.path, element.0 + 1);
        let kind = KINDS.iter().position(|(_, elements)| elements.has(element));
        Container {
            parent,
            depth: self.depth + 1,
            hints,
            hints_above: self.hints_above | hints,
            kinds_above: self.kinds_above | kind.map_or(0, |bit| 1 << bit),
            element,
            number: 0,
            items: 0,
            path,
            signature: mix(path, class),
        }
    }
}

/// Kinds of containers by element, one bit each.
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

/// Substrings of classes, ids, roles and itemprops that hint at the purpose of a container, one bit a row.
pub const HINTS: [(&str, &[&str]); 40] = [
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
];

/// The bit of [`HINTS`] of hidden elements.
const HIDDEN: u64 = 1 << 17;

/// The bits of [`HINTS`] of the value of an attribute.
fn hints_of(value: &str) -> u64 {
    static PATTERNS: LazyLock<Patterns> = LazyLock::new(|| {
        let groups = (0..).zip(&HINTS);
        Patterns::new(groups.map(|(bit, (_, patterns))| (bit, *patterns)))
    });
    PATTERNS.bits(value, |_| true)
}

/// A cache of the hints of class, id, role and itemprop values, which pages repeat.
#[derive(Debug, Clone)]
pub struct HintCache {
    /// A hash and its hints, direct-mapped by the lowest bits of the hash.
    slots: Box<[(u64, u64)]>,
}

/// The number of slots, a power of two.
const SLOTS: usize = 1 << 10;

impl Default for HintCache {
    fn default() -> Self {
        let empty = (xxh3_64(b""), 0);
        HintCache {
            slots: vec![empty; SLOTS].into_boxed_slice(),
        }
    }
}

impl HintCache {
    /// The hints of a value, and its hash.
    fn hints(&mut self, value: &str) -> (u64, u64) {
        let hash = xxh3_64(value.as_bytes());
        let slot = &mut self.slots[hash as usize % SLOTS];
        if slot.0 != hash {
            *slot = (hash, hints_of(value));
        }
        (slot.1, hash)
    }
}

/// Whether bytes contain `wanted`, in any case.
fn contains(bytes: &mut impl Iterator<Item = u8>, wanted: &[u8]) -> bool {
    let mut matched = 0;
    bytes.any(|byte| {
        let byte = byte.to_ascii_lowercase();
        matched = match byte == wanted[matched] {
            true => matched + 1,
            false => usize::from(byte == wanted[0]),
        };
        matched == wanted.len() && {
            matched = 0;
            true
        }
    })
}

fn mix(a: u32, b: u32) -> u32 {
    platform::random::mix(u64::from(a) << 32 | u64::from(b)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_hint_at_the_purpose_of_a_container() {
        let (mut declared, mut cache) = (Declared::default(), HintCache::default());
        let child = Container::ROOT.child(
            0,
            Element::DIV,
            " class='Post-Comments' id=x style='DISPLAY : none' itemtype=https://schema.org/Article",
            &mut declared,
            &mut cache,
        );
        assert_ne!(declared, Declared::default());
        assert_eq!(child.hints, 1 | 1 << 2 | HIDDEN);
        let grandchild = child.child(1, Element::ASIDE, "", &mut declared, &mut cache);
        assert_eq!(
            (grandchild.hints, grandchild.hints_above, grandchild.depth),
            (0, child.hints, 2)
        );
        assert_eq!(grandchild.kinds_above, 1 << 3);
        assert_ne!(child.path, grandchild.path);
    }
}
