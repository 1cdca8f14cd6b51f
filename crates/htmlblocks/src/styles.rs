//! What the styles of a page do not display: those in its attributes, and the rules of its own style sheets.

use hashbrown::HashSet;
use html::Element;
use memchr::memchr2_iter;
use memchr::memmem::Finder;
use std::sync::LazyLock;

/// Returns the value of a property that declarations set, without `!important`. The last declaration counts.
pub fn value<'s>(declarations: &'s str, property: &str) -> Option<&'s str> {
    let mut all = declarations
        .rsplit(';')
        .filter_map(|one| one.split_once(':'));
    let (_, value) = all.find(|(name, _)| name.trim().eq_ignore_ascii_case(property))?;
    value.split('!').next().map(str::trim)
}

/// Whether a value of `white-space` makes line feeds of the source break lines. In code these are kept in any case.
pub fn breaks_lines(value: &str) -> bool {
    ["pre-line", "pre-wrap", "break-spaces"]
        .iter()
        .any(|one| value.eq_ignore_ascii_case(one))
}

/// Whether the value of a `style` attribute sets a property to a value, which may be `!important`. The last declaration of
/// the property counts.
pub fn declares(style: &str, property: &str, expected: &str) -> bool {
    value(style, property).is_some_and(|value| value.eq_ignore_ascii_case(expected))
}

/// Classes that hide an element until a script removes them: Bootstrap, Bulma, Foundation, Tailwind, UIkit.
const HIDING: [&str; 7] = [
    "hidden",
    "is-hidden",
    "ishidden",
    "d-none",
    "hide",
    "u-hidden",
    "uk-hidden",
];

/// Whether the value of a class attribute hides an element. On wide screens, style sheets show what also has a class such as
/// "d-md-inline", "md:inline" or "visible-lg".
pub fn hides_by_class(classes: &str) -> bool {
    let is_wide = |class: &str| {
        let begins = ["d-", "visible-", "show-"]
            .iter()
            .any(|begin| class.starts_with(begin));
        class.contains(':') || begins && class != "d-none" || class == "not-sr-only"
    };
    let hides = |class: &str| HIDING.iter().any(|one| class.eq_ignore_ascii_case(one));
    let mut all = classes.split_ascii_whitespace();
    all.clone().any(hides) && !all.any(is_wide)
}

/// The beginnings of classes of advertisements and of buttons to share a page.
const BESIDE_TEXT: [&str; 22] = [
    "advert",
    "adsbygoogle",
    "ad-container",
    "ad-slot",
    "ad-wrap",
    "ad-unit",
    "ad-block",
    "ad-banner",
    "google-ad",
    "dfp-ad",
    "ads-container",
    "sharedaddy",
    "addtoany",
    "a2a_kit",
    "addthis",
    "share-buttons",
    "share-bar",
    "share-links",
    "share-tools",
    "social-shar",
    "sharethis",
    "post-share",
];

/// Whether the value of a class attribute marks an advertisement, or buttons to share a page.
pub fn is_beside_text(classes: &str) -> bool {
    let begins = |class: &str, begin: &&str| {
        let start = class.get(..begin.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(begin))
    };
    classes.split_ascii_whitespace().any(|class| {
        // Most classes begin with another letter.
        matches!(class.as_bytes()[0] | 0x20, b'a' | b'd' | b'g' | b's' | b'p')
            && (class == "share" || BESIDE_TEXT.iter().any(|begin| begins(class, begin)))
    })
}

/// Whether a `style` attribute leaves an element out of the page, although it is displayed: it has a place far from the
/// screen or no height, or is clipped to a point.
pub fn conceals(style: &str) -> bool {
    let is_zero = |property| matches!(value(style, property), Some("0" | "0px"));
    let is_flat =
        || declares(style, "overflow", "hidden") && (is_zero("height") || is_zero("max-height"));
    withholds(style) || style.contains("height") && is_flat()
}

/// Whether declarations withhold an element from those who see the page. A panel without height is none of these in a
/// style sheet, since a click gives it one.
fn withholds(declarations: &str) -> bool {
    let far = |property| {
        let number = value(declarations, property)?.strip_prefix('-')?;
        let digits = number.bytes().take_while(u8::is_ascii_digit).count();
        Some(digits > 3 || number.starts_with("999"))
    };
    let is_far = || {
        ["left", "top", "right", "text-indent"]
            .into_iter()
            .any(|side| far(side) == Some(true))
    };
    let is_clipped = || {
        let clip = value(declarations, "clip").is_some_and(|clip| {
            clip.strip_prefix("rect(")
                .is_some_and(|sides| sides.trim_start().starts_with(['0', '1']))
        });
        let path = value(declarations, "clip-path");
        clip || path.is_some_and(|path| path.starts_with("inset(50%"))
    };
    declarations.contains('-') && is_far() || declarations.contains("clip") && is_clipped()
}

/// The classes and ids that style sheets of a page do not display.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Styles {
    undisplayed: HashSet<String>,
    /// Those that are displayed to nobody who sees the page: far from the screen, or clipped to a point.
    withheld: HashSet<String>,
    /// Those that another rule displays: on wide screens, in an open menu, as the selected part.
    displayed: HashSet<String>,
    /// The classes whose lines line feeds of the source break.
    broken: HashSet<String>,
}

impl Styles {
    /// Reads a style sheet.
    pub fn read(&mut self, sheet: &str) {
        let bytes = sheet.as_bytes();
        let (mut depth, mut start) = (0usize, 0);
        let mut selectors = None;
        // A group of rules for all screens is no condition.
        let mut is_for_screens = false;
        static FAR: LazyLock<Finder> = LazyLock::new(|| Finder::new("-999"));
        static CLIP: LazyLock<Finder> = LazyLock::new(|| Finder::new("clip"));
        let may_withhold = |text: &str| {
            [&FAR, &CLIP]
                .iter()
                .any(|one| one.find(text.as_bytes()).is_some())
        };
        let withholds_any = may_withhold(sheet);
        for at in memchr2_iter(b'{', b'}', bytes) {
            let text = &sheet[start..at];
            start = at + 1;
            if bytes[at] == b'{' {
                depth += 1;
                if depth == 1 {
                    is_for_screens = matches!(text.trim(), "@media screen" | "@media all");
                }
                selectors = Some(text);
                continue;
            }
            depth = depth.saturating_sub(1);
            let Some(selectors) = selectors.take() else {
                continue;
            };
            let is_outer = depth == 0 || depth == 1 && is_for_screens;
            static DISPLAY: LazyLock<Finder> = LazyLock::new(|| Finder::new("display"));
            static WHITE_SPACE: LazyLock<Finder> = LazyLock::new(|| Finder::new("white-space"));
            if is_outer
                && WHITE_SPACE.find(text.as_bytes()).is_some()
                && value(text, "white-space").is_some_and(breaks_lines)
            {
                let simple = selectors
                    .split(',')
                    .map(str::trim)
                    .filter(|one| one.starts_with('.') && is_simple(one));
                self.broken.extend(simple.map(|one| one[1..].to_owned()));
            }
            if DISPLAY.find(text.as_bytes()).is_some()
                && let Some(value) = value(text, "display")
            {
                self.rule(selectors, value, is_outer);
            } else if withholds_any && is_outer && may_withhold(text) && withholds(text) {
                let simple = selectors_of(selectors).filter(|one| is_simple(one));
                self.withheld.extend(simple.map(str::to_owned));
            }
        }
    }

    /// Reads a rule that sets `display`. In other rules, such as those for paper, it hides nothing.
    fn rule(&mut self, selectors: &str, value: &str, is_outer: bool) {
        let is_none = value.eq_ignore_ascii_case("none");
        if is_none && !is_outer {
            return;
        }
        for selector in selectors_of(selectors) {
            if is_none {
                if is_simple(selector) {
                    self.undisplayed.insert(selector.to_owned());
                }
                continue;
            }
            let mut at = selector.len();
            while let Some(sign) = selector[..at].rfind(['.', '#']) {
                let name = &selector[sign..at];
                let end = name[1..].find(|letter| !is_name(letter));
                self.displayed
                    .insert(name[..end.map_or(name.len(), |end| end + 1)].to_owned());
                at = sign;
            }
        }
    }

    /// Whether an element with one of these classes, or with this id, is not displayed.
    pub fn hides(&self, element: Element, sign: char, names: &str) -> bool {
        has_name(&self.undisplayed, element, sign, names, &self.displayed)
            || self.withholds(element, sign, names)
    }

    /// Whether an element with one of these classes, or with this id, is displayed to nobody who sees the page.
    pub fn withholds(&self, element: Element, sign: char, names: &str) -> bool {
        has_name(&self.withheld, element, sign, names, &self.displayed)
    }

    /// Whether line feeds of the source break the lines of an element with one of these classes.
    pub fn breaks_lines(&self, classes: &str) -> bool {
        let mut classes = classes.split_ascii_whitespace();
        !self.broken.is_empty() && classes.any(|class| self.broken.contains(class))
    }
}

/// Whether a set of selectors has one of these classes, or this id, and the other set does not.
fn has_name(
    set: &HashSet<String>,
    element: Element,
    sign: char,
    names: &str,
    others: &HashSet<String>,
) -> bool {
    let element = element.name().unwrap_or_default();
    !set.is_empty()
        && names.split_ascii_whitespace().any(|name| {
            let of_element = format!("{element}{sign}{name}");
            let of_any = &of_element[element.len()..];
            let mut both = [of_any, &of_element].into_iter();
            both.any(|one| set.contains(one)) && !others.contains(of_any)
        })
}

/// Returns the selectors of a rule, without a comment before them.
fn selectors_of(selectors: &str) -> impl Iterator<Item = &str> {
    let behind = selectors.rfind("*/").map_or(0, |at| at + 2);
    selectors[behind..].split(',').map(str::trim)
}

/// Whether a selector is a class or an id, perhaps of one kind of element: `p.note`.
fn is_simple(selector: &str) -> bool {
    let Some(at) = selector.find(['.', '#']) else {
        return false;
    };
    let (element, name) = (&selector[..at], &selector[at + 1..]);
    let is_element = element.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_element && !name.is_empty() && name.chars().all(is_name)
}

fn is_name(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '-' | '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_declaration_counts() {
        assert!(declares(
            "color:red; Display : NONE !important",
            "display",
            "none"
        ));
        for shown in [
            "display:none;display:block",
            "--display:none",
            "background:url(display:none)",
            "display:none1",
        ] {
            assert!(!declares(shown, "display", "none"), "{shown}");
        }
    }

    #[test]
    fn the_style_of_an_element_beats_the_rules_for_its_class() {
        use crate::outline::Hidden;
        use crate::segment::{Page, Rules};
        let hidden = |style: &str| {
            let html =
                format!("<style>.part{{display:none}}</style><p class=part style='{style}'>One");
            let page = Page::new(&html, Rules::BEST);
            page.outline[page.blocks[0].container as usize].hidden
        };
        assert_eq!(hidden("display: block"), Hidden::No);
        for style in ["", "color: red", "display: none"] {
            assert_eq!(hidden(style), Hidden::WithClass, "{style}");
        }
    }

    #[test]
    fn places_far_away_conceal() {
        for hidden in [
            "position:absolute; left:-9999px",
            "top: -10000px",
            "left:-999em",
            "clip: rect(0 0 0 0)",
            "clip:rect(1px, 1px, 1px, 1px)",
            "height:0;overflow:hidden",
            "text-indent:-9999px",
        ] {
            assert!(conceals(hidden), "{hidden}");
        }
        for shown in [
            "left:-20px",
            "margin-left:-9999px",
            "left:9999px",
            "clip:auto",
            "clip:rect(20px,0,0,0)",
            "height:0",
            "opacity:0",
            "text-indent:-2em",
        ] {
            assert!(!conceals(shown), "{shown}");
        }
    }

    #[test]
    fn classes_of_frameworks_hide() {
        for hidden in ["note d-none", "isHidden", "hide", "hidden"] {
            assert!(hides_by_class(hidden), "{hidden}");
        }
        for shown in [
            "d-none d-md-block",
            "hidden md:block",
            "hide show-for-large",
            "hidden visible-lg",
            "hidden-xs",
            "hides",
        ] {
            assert!(!hides_by_class(shown), "{shown}");
        }
    }

    #[test]
    fn advertisements_and_buttons_are_beside_the_text() {
        for class in [
            "x ad-container",
            "Advertisement",
            "share",
            "social-share-top",
        ] {
            assert!(is_beside_text(class), "{class}");
        }
        for class in ["head-container", "shared", "reading", "ad"] {
            assert!(!is_beside_text(class), "{class}");
        }
    }

    #[test]
    fn style_sheets_hide_classes_and_ids() {
        let mut styles = Styles::default();
        styles.read(
            "/* a */ .gone, #menu { color: red; display: none } @media print { .paper { display:none } } .open .part { display:block }\
             .part{display:none} .wide{display:none} @media (min-width:600px){.wide{display:flex}} p.note{display:none} .a.b{display:none}",
        );
        assert!(styles.hides(Element::P, '.', "x gone") && styles.hides(Element::P, '#', "menu"));
        assert!(styles.hides(Element::P, '.', "note") && !styles.hides(Element::DIV, '.', "note"));
        for shown in ["menu", "paper", "part", "wide", "a b", "x"] {
            assert!(!styles.hides(Element::P, '.', shown), "{shown}");
        }
        styles.read("@media screen { .off { display: none } } @media screen and (max-width: 9em) { .small { display: none } }");
        assert!(styles.hides(Element::P, '.', "off") && !styles.hides(Element::P, '.', "small"));
        styles.read(".far { position: absolute; left: -9999px } p.cut{clip:rect(0 0 0 0)} .flat{max-height:0;overflow:hidden}");
        assert!(styles.withholds(Element::P, '.', "far") && styles.hides(Element::P, '.', "cut"));
        assert!(!styles.hides(Element::P, '.', "flat"));
        styles.read("}}{.x{display:none");
        styles.read(".gone:target{display:block}");
        assert!(!styles.hides(Element::P, '.', "gone"));
    }
}
