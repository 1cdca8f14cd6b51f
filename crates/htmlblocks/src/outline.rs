//! The containers of a page's blocks: what the elements around a block are, and what their authors called them.

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
    /// Its place in the outline is after that of the container around it; the first one is its own parent.
    pub parent: u32,
    /// How many containers are around it.
    pub depth: u32,
    /// What it is called: the bits of [`HINTS`].
    pub hints: u64,
    /// What it or a container around it is called.
    pub hints_above: u64,
    /// What it or a container around it is: the bits of [`KINDS`].
    pub kinds_above: u32,
    /// What it is.
    pub element: Element,
    /// Which child of its kind it is of the container around it, from 1: the number of a list item.
    pub number: u32,
    /// How many list items it has.
    pub items: u32,
    /// The same for containers with the same names of elements, of this and all around it.
    pub path: u32,
    /// The same for containers with the same path and class.
    pub signature: u32,
}

impl Container {
    /// What is around a page.
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

    /// The container that an element in this one, at `parent` in the outline, begins.
    pub fn child(
        &self,
        parent: u32,
        element: Element,
        attributes: &str,
        said: &mut Declared,
        known: &mut Known,
    ) -> Container {
        let mut hints = 0;
        let mut class = 0;
        if !attributes.is_empty() {
            attributes::for_each(attributes, |name, value| match name.len() {
                5 if name.eq_ignore_ascii_case("class") => {
                    let (hints_of_class, hash) = known.hints(value);
                    hints |= hints_of_class;
                    class = hash as u32;
                }
                2 if name.eq_ignore_ascii_case("id") => hints |= known.hints(value).0,
                4 if name.eq_ignore_ascii_case("role") => hints |= known.hints(value).0,
                8 if name.eq_ignore_ascii_case("itemprop") => hints |= known.hints(value).0,
                8 if name.eq_ignore_ascii_case("itemtype") => said.item(value),
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

/// Kinds of containers, by their elements.
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

/// Parts of class names, ids and roles that say what a container is for: one bit a row.
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

/// The bit of [`HINTS`] of what is not to be seen.
const HIDDEN: u64 = 1 << 17;

/// The bits of [`HINTS`] of a class, an id or a role.
fn hints_of(value: &str) -> u64 {
    static PATTERNS: LazyLock<Patterns> = LazyLock::new(|| {
        let groups = (0..).zip(&HINTS);
        Patterns::new(groups.map(|(bit, (_, patterns))| (bit, *patterns)))
    });
    PATTERNS.bits(value, |_| true)
}

/// Hints of classes, ids and roles that were looked at before: pages repeat them.
#[derive(Debug, Clone)]
pub struct Known {
    /// A hash and the hints, where the lowest bits of the hash say.
    slots: Box<[(u64, u64)]>,
}

/// The number of slots, a power of two.
const SLOTS: usize = 1 << 10;

impl Default for Known {
    fn default() -> Self {
        let empty = (xxh3_64(b""), 0);
        Known {
            slots: vec![empty; SLOTS].into_boxed_slice(),
        }
    }
}

impl Known {
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

/// Whether bytes hold others, in any case.
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
    fn names_say_what_a_container_is_for() {
        let (mut said, mut known) = (Declared::default(), Known::default());
        let child = Container::ROOT.child(
            0,
            Element::DIV,
            " class='Post-Comments' id=x style='DISPLAY : none' itemtype=https://schema.org/Article",
            &mut said,
            &mut known,
        );
        assert_ne!(said, Declared::default());
        assert_eq!(child.hints, 1 | 1 << 2 | HIDDEN);
        let grandchild = child.child(1, Element::ASIDE, "", &mut said, &mut known);
        assert_eq!(
            (grandchild.hints, grandchild.hints_above, grandchild.depth),
            (0, child.hints, 2)
        );
        assert_eq!(grandchild.kinds_above, 1 << 3);
        assert_ne!(child.path, grandchild.path);
    }
}
