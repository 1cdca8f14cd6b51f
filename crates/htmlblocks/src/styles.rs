//! What the attributes of elements say about their display: declarations, and the classes of frameworks.

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

/// Whether the value of a size or of the opacity is zero.
pub fn is_zero(value: &str) -> bool {
    let unit = value.trim_start_matches(['0', '.']);
    unit.len() < value.len() && ["", "px", "em", "rem", "pt", "%"].contains(&unit)
}

/// Properties whose negative value moves an element off the screen.
pub const SIDES: [&str; 4] = ["left", "top", "right", "text-indent"];

/// Whether declarations withhold an element from those who see the page. A panel without height is none of these in a
/// style sheet, since a click gives it one.
pub fn withholds(declarations: &str) -> bool {
    let far = |property| {
        let number = value(declarations, property)?.strip_prefix('-')?;
        let digits = number.bytes().take_while(u8::is_ascii_digit).count();
        Some(digits > 3 || number.starts_with("999"))
    };
    let is_far = || SIDES.into_iter().any(|side| far(side) == Some(true));
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
            page.outline[page.blocks[0].container as usize].hidden()
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
}
