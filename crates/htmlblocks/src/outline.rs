//! The containers of a page's blocks: what the elements around a block are, and what their authors called them.

use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, AhoCorasickBuilder, MatchKind};

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
    pub hints: u32,
    /// What it or a container around it is called.
    pub hints_above: u32,
    /// What it or a container around it is: the bits of [`KINDS`].
    pub kinds_above: u32,
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
        path: 0,
        signature: 0,
    };

    /// The container that an element in this one, at `parent` in the outline, begins.
    pub fn child(&self, parent: u32, element: Element, attributes: &str) -> Container {
        let mut hints = 0;
        let mut class = 0;
        if !attributes.is_empty() {
            attributes::for_each(attributes, |name, value| match name.len() {
                5 if name.eq_ignore_ascii_case("class") => {
                    hints |= hints_of(value);
                    class = hash(value.as_bytes());
                }
                2 if name.eq_ignore_ascii_case("id") => hints |= hints_of(value),
                4 if name.eq_ignore_ascii_case("role") => hints |= hints_of(value),
                8 if name.eq_ignore_ascii_case("itemprop") => hints |= hints_of(value),
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
        let kind = KINDS.iter().position(|kind| kind.has(element));
        Container {
            parent,
            depth: self.depth + 1,
            hints,
            hints_above: self.hints_above | hints,
            kinds_above: self.kinds_above | kind.map_or(0, |bit| 1 << bit),
            path,
            signature: mix(path, class),
        }
    }
}

/// Kinds of containers.
pub const KINDS: [Set; 14] = [
    Set::of(&[Element::ARTICLE]),
    Set::of(&[Element::MAIN]),
    Set::of(&[Element::SECTION]),
    Set::of(&[Element::ASIDE]),
    Set::of(&[Element::HEADER]),
    Set::of(&[Element::FOOTER]),
    Set::of(&[Element::NAV]),
    Set::of(&[Element::TABLE]),
    Set::of(&[Element::UL, Element::OL, Element::MENU, Element::DIR]),
    Set::of(&[Element::DL]),
    Set::of(&[Element::FORM, Element::FIELDSET]),
    Set::of(&[Element::FIGURE, Element::FIGCAPTION, Element::CAPTION]),
    Set::of(&[Element::BLOCKQUOTE, Element::PRE]),
    Set::of(&[Element::NOSCRIPT, Element::IFRAME, Element::OBJECT]),
];

/// Parts of class names and ids that say what a container is for: one bit a row.
pub const HINTS: [&[&str]; 24] = [
    &["article", "story", "entry", "post", "blog"],
    &["body", "content", "text", "main"],
    &["comment", "repl", "discuss", "disqus", "respond", "thread"],
    &["foot", "copyright", "legal", "disclaimer"],
    &["header", "banner", "logo", "masthead", "top"],
    &["nav", "menu", "crumb", "pager", "pagin", "tabs"],
    &["side", "rail", "right", "left"],
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
    &[
        "share", "sharing", "social", "tweet", "twitter", "facebook", "follow",
    ],
    &["advert", "sponsor", "promo", "ads", "ad-", "ad_"],
    &["author", "byline", "bio", "profile", "avatar"],
    &["meta", "date", "time", "publish", "info"],
    &["tag", "categor", "topic", "label"],
    &["title", "headline", "heading"],
    &[
        "caption", "image", "img", "photo", "gallery", "media", "video", "credit",
    ],
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
    &[
        "popup", "modal", "cookie", "overlay", "consent", "alert", "notice",
    ],
    &["hidden", "hide", "print", "visually", "collapse"],
    &["rating", "review", "vote", "score", "star"],
    &["list", "link", "item", "grid", "card", "tile"],
    &[
        "teaser",
        "summary",
        "excerpt",
        "abstract",
        "intro",
        "lead",
        "description",
    ],
    &["more", "next", "prev"],
    &["widget", "module", "box", "block", "panel"],
    &["quote"],
];

/// The bit of [`HINTS`] of what is not to be seen.
const HIDDEN: u32 = 1 << 17;

/// The bits of [`HINTS`] of a class, an id or a role.
fn hints_of(value: &str) -> u32 {
    static FINDER: LazyLock<(AhoCorasick, Vec<u32>)> = LazyLock::new(|| {
        let rows = || {
            HINTS
                .iter()
                .zip(0..)
                .flat_map(|(row, bit)| row.iter().map(move |part| (part, 1 << bit)))
        };
        let finder = AhoCorasickBuilder::new()
            .ascii_case_insensitive(true)
            .match_kind(MatchKind::Standard)
            .build(rows().map(|(part, _)| part))
            .expect("a few short patterns");
        (finder, rows().map(|(_, bit)| bit).collect())
    });
    let (finder, bits) = &*FINDER;
    finder
        .find_overlapping_iter(value)
        .fold(0, |hints, found| hints | bits[found.pattern().as_usize()])
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

fn hash(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811C_9DC5, |hash, &byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_what_a_container_is_for() {
        let child = Container::ROOT.child(
            0,
            Element::DIV,
            " class='Post-Comments' id=x style='DISPLAY : none'",
        );
        assert_eq!(child.hints, 1 | 1 << 2 | HIDDEN);
        let grandchild = child.child(1, Element::ASIDE, "");
        assert_eq!(
            (grandchild.hints, grandchild.hints_above, grandchild.depth),
            (0, child.hints, 2)
        );
        assert_eq!(grandchild.kinds_above, 1 << 3);
        assert_ne!(child.path, grandchild.path);
    }
}
