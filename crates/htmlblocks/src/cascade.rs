//! The style sheets of a page, as far as they hide text (CSS Cascading and Inheritance Level 4, section 6).

use std::borrow::Cow;

use crate::selectors::{Scope, Selector, Selectors, is_name, least_specificity, names_in};
use crate::styles::{SIDES, breaks_lines, is_zero, withholds};
use hashbrown::HashMap;
use memchr::memchr2_iter;

/// A property that hides text with one of its values, or that breaks lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Property {
    /// `display: none`.
    Display,
    /// `visibility: hidden`, which descendants inherit.
    Visibility,
    /// `opacity: 0`.
    Opacity,
    /// `font-size: 0`, which descendants inherit.
    Size,
    /// A place far from the screen, or a clip to a point.
    Place,
    /// `white-space` that keeps the line feeds of the source.
    Lines,
}

/// The number of properties.
const PROPERTIES: usize = Property::Lines as usize + 1;

/// What a rule says of a property of the elements that match a selector.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Effect {
    property: Property,
    /// Whether the value hides text, or breaks lines.
    is_set: bool,
    /// The order in which rules beat each other: importance, specificity and place.
    weight: u64,
}

/// For each property whether declarations set it to a value that hides, or breaks lines, and whether that is important.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Effects([Option<(bool, bool)>; PROPERTIES]);

impl Effects {
    /// Reads declarations. The last one of a property counts.
    pub fn of(declarations: &str) -> Effects {
        let mut effects = [None; PROPERTIES];
        let mut is_animated = false;
        for (name, value) in declarations
            .split(';')
            .filter_map(|one| one.split_once(':'))
        {
            let name = name.trim();
            let is = |other: &str| name.eq_ignore_ascii_case(other);
            let (value, important) = value.split_once('!').unwrap_or((value, ""));
            let value = value.trim();
            let is_value = |other: &str| value.eq_ignore_ascii_case(other);
            let (property, is_set) = match name.len() {
                7 if is("display") => (Property::Display, is_value("none")),
                7 if is("opacity") => (Property::Opacity, is_zero(value)),
                10 if is("visibility") => (
                    Property::Visibility,
                    is_value("hidden") || is_value("collapse"),
                ),
                9 if is("font-size") => (Property::Size, is_zero(value)),
                11 if is("white-space") => (Property::Lines, breaks_lines(value)),
                8 if is("position") && is_value("static") => (Property::Place, false),
                4 if is("clip") && is_value("auto") => (Property::Place, false),
                4 | 9 if is("clip") || is("clip-path") => {
                    (Property::Place, withholds(declarations))
                }
                3 | 4 | 5 | 11 if value.starts_with('-') && SIDES.iter().any(|side| is(side)) => {
                    (Property::Place, withholds(declarations))
                }
                _ => {
                    is_animated |= MOVING.iter().any(|begin| name.starts_with(begin));
                    continue;
                }
            };
            effects[property as usize] = Some((is_set, !important.is_empty()));
        }
        // What moves becomes visible.
        if is_animated {
            effects[Property::Opacity as usize] = Some((false, true));
        }
        Effects(effects)
    }

    /// Returns whether the value of a property hides text, or breaks lines. `None` means that it is not set.
    pub fn get(&self, property: Property) -> Option<bool> {
        self.0[property as usize].map(|(is_set, _)| is_set)
    }
}

/// What the rules of style sheets say of an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Ruled {
    winners: [u64; PROPERTIES],
    set: [bool; PROPERTIES],
}

impl Ruled {
    /// Adds what a rule says, unless a stronger rule says something else.
    fn add(&mut self, property: Property, is_set: bool, weight: u64) {
        if weight > self.winners[property as usize] {
            (self.winners[property as usize], self.set[property as usize]) = (weight, is_set);
        }
    }
    /// Returns whether the value of a property hides text, or breaks lines. `None` means that no rule decides it.
    pub fn get(&self, property: Property) -> Option<bool> {
        (self.winners[property as usize] > 0).then_some(self.set[property as usize])
    }

    /// The same, where the style of the element has a say, too: it is beaten only by `!important`.
    pub fn with(&self, property: Property, own: Option<bool>) -> Option<bool> {
        match self.winners[property as usize] >= IMPORTANT {
            true => Some(self.set[property as usize]),
            false => own.or(self.get(property)),
        }
    }
}

const IMPORTANT: u64 = 1 << 62;

/// The rules of the style sheets of a page that hide text, or show it again.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Styles {
    hiding: Index,
    /// The rules that show elements, by their innermost compounds alone. Only hidden elements are looked up in them.
    showing: Index,
    /// The greatest weight of a rule with a name that shows elements: on wide screens, in an open menu, as the selected
    /// part. Such an element is not hidden, although nothing shows it at first.
    shown: HashMap<(Property, u64), u64>,

    /// The number of rules so far.
    number: u64,
}

impl Styles {
    /// Reads a style sheet. A conditional one, such as for narrow screens, hides nothing, but shows elements.
    pub fn read(&mut self, sheet: &str, is_conditional: bool) {
        let sheet = &*without_comments(sheet);
        let bytes = sheet.as_bytes();
        let (mut depth, mut start) = (0usize, 0);
        let mut selectors = None;
        // A group of rules for all screens is no condition.
        let mut is_for_screens = false;
        for at in memchr2_iter(b'{', b'}', bytes) {
            let text = &sheet[start..at];
            start = at + 1;
            if bytes[at] == b'{' {
                depth += 1;
                let prelude = text.rsplit(';').next().unwrap_or_default().trim();
                if depth == 1 {
                    is_for_screens = prelude.strip_prefix("@media").is_some_and(is_for_screen);
                }
                selectors = Some(prelude);
                continue;
            }
            depth = depth.saturating_sub(1);
            if let Some(selectors) = selectors.take() {
                let is_outer = depth == 0 || depth == 1 && is_for_screens;
                self.rule(selectors, text, is_outer && !is_conditional);
            }
        }
    }

    /// Reads a rule. One that does not always apply, such as for paper, hides nothing.
    fn rule(&mut self, selectors: &str, declarations: &str, is_always: bool) {
        let Effects(effects) = Effects::of(declarations);
        let applies = |set: bool| is_always || !set;
        let count = effects.iter().flatten();
        if count.filter(|(set, _)| applies(*set)).count() == 0 {
            return;
        }
        self.number += 1;
        let hides = |one: Property| matches!(effects[one as usize], Some((true, _)));
        let may_fade = hides(Property::Visibility) || hides(Property::Opacity);
        let is_fading = may_fade && is_of_fading(selectors);
        for selector in selectors.split(',').map(str::trim) {
            // What the keyboard reaches is not seen before, and the attribute is read itself.
            if selector.contains(':') && (is_of_part(selector) || selector.contains(":focus"))
                || selector.ends_with("[hidden]")
            {
                continue;
            }
            let parsed = Selector::parse(selector);
            let specificity = match &parsed {
                Some(parsed) => parsed.specificity(),
                None => least_specificity(selector),
            };
            for (at, effect) in effects.iter().enumerate() {
                let Some((is_set, is_important)) = *effect else {
                    continue;
                };
                let fades =
                    is_fading && matches!(ALL[at], Property::Visibility | Property::Opacity);
                let hides_nothing = || fades || parsed.is_none() || is_of_script(selector);
                if !applies(is_set) || is_set && hides_nothing() {
                    continue;
                }
                let weight = if is_important { IMPORTANT } else { 0 };
                let weight = weight | specificity.min(1 << 24) << 32 | self.number;
                let effect = Effect {
                    property: ALL[at],
                    is_set,
                    weight,
                };
                self.add(selector, parsed.as_ref(), effect);
            }
        }
    }

    /// Adds the effect of a rule on the elements that match a selector.
    fn add(&mut self, text: &str, selector: Option<&Selector>, effect: Effect) {
        if effect.is_set {
            if let Some(selector) = selector {
                self.hiding.add(selector, effect);
            }
            return;
        }
        if effect.property != Property::Lines {
            let keys = match selector {
                None => names_in(text).collect(),
                Some(selector) if selector.is_of_state() => selector.outer_keys(),
                Some(selector) => selector.keys(),
            };
            for key in keys {
                let most = self.shown.entry((effect.property, key)).or_default();
                *most = effect.weight.max(*most);
            }
        }
        if let Some(selector) = selector {
            self.showing.add(&selector.innermost(), effect);
        }
    }

    /// Returns what the rules say of an element, and the scope of its children. What shows an element is only looked up
    /// if a rule hides it, or if it is in an element whose value it inherits.
    pub(crate) fn apply(
        &mut self,
        name: &str,
        attributes: &str,
        scope: Scope,
        inherits: bool,
    ) -> (Ruled, Scope) {
        let mut ruled = Ruled::default();
        if self.hiding.effects.is_empty() && !inherits || scope.is_shadow {
            return (ruled, scope);
        }
        let mut by = [0; PROPERTIES];
        let scope = self
            .hiding
            .apply(name, attributes, scope, &mut ruled, &mut by);
        if ruled == Ruled::default() && !inherits {
            return (ruled, scope);
        }
        for (at, node) in by.into_iter().enumerate().filter(|(at, _)| ruled.set[*at]) {
            let weight = &mut ruled.winners[at];
            let shows = |key: &u64| self.shown.get(&(ALL[at], *key)) > Some(weight);
            if self.hiding.effects[node].1.iter().any(shows) {
                *weight = 0;
            }
        }
        (self.showing).apply(name, attributes, Scope::default(), &mut ruled, &mut by);
        (ruled, scope)
    }
}

/// What each of many selectors says, and the names that a script changes to show its elements.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Index {
    selectors: Selectors,
    effects: Vec<(Ruled, Vec<u64>)>,
}

impl Index {
    fn add(&mut self, selector: &Selector, effect: Effect) {
        let Some(node) = self.selectors.add(selector) else {
            return;
        };
        if self.effects.len() <= node {
            self.effects.resize_with(node + 1, Default::default);
        }
        let (effects, keys) = &mut self.effects[node];
        effects.add(effect.property, effect.is_set, effect.weight);
        *keys = selector.keys();
        keys.extend(selector.outer_keys());
    }

    /// Adds what the selectors say of an element, and the selector of each property. Returns the scope of its children.
    fn apply(
        &mut self,
        name: &str,
        attributes: &str,
        scope: Scope,
        ruled: &mut Ruled,
        by: &mut [usize; PROPERTIES],
    ) -> Scope {
        self.selectors.matches(name, attributes, scope, |node| {
            let Some((effects, _)) = self.effects.get(node) else {
                return;
            };
            for (at, &weight) in effects.winners.iter().enumerate() {
                if weight > ruled.winners[at] {
                    (ruled.winners[at], ruled.set[at], by[at]) = (weight, effects.set[at], node);
                }
            }
        })
    }
}

const ALL: [Property; PROPERTIES] = [
    Property::Display,
    Property::Visibility,
    Property::Opacity,
    Property::Size,
    Property::Place,
    Property::Lines,
];

/// The beginnings of properties that fade an element in.
const MOVING: [&str; 4] = ["transition", "animation", "transform", "will-change"];

/// Whether the condition of a group of rules is no more than a screen.
pub(crate) fn is_for_screen(condition: &str) -> bool {
    matches!(
        condition.trim(),
        "" | "screen" | "all" | "only screen" | "screen, print"
    )
}

/// Whether a selector is of something that an element has: `::before`.
fn is_of_part(selector: &str) -> bool {
    let parts = [":before", ":after", ":first-line", ":first-letter"];
    selector.contains("::") || parts.iter().any(|part| selector.ends_with(part))
}

/// Whether a name in a selector speaks of scripts that run, or of a page that is loading. The rule ends when they have run.
fn is_of_script(selector: &str) -> bool {
    let words = selector.split(|letter: char| !letter.is_ascii_alphanumeric());
    words.into_iter().any(|word| {
        matches!(
            word,
            "js" | "nojs" | "javascript" | "loading" | "cloak" | "preload"
        )
    })
}

/// Whether selectors are of elements that a script fades in, by their names, or have custom elements such as `fancy-menu`
/// among them: a script shows the page when it has defined these.
fn is_of_fading(selectors: &str) -> bool {
    let is_custom = |selector: &str| {
        let end = selector.find(|letter: char| !is_name(letter));
        selector[..end.unwrap_or(selector.len())].contains('-')
    };
    let selectors = selectors.to_ascii_lowercase();
    FADING.iter().any(|word| selectors.contains(word))
        || selectors.split(',').map(str::trim).any(is_custom)
}

/// Parts of the names of elements that fade in.
const FADING: [&str; 10] = [
    "fade", "anim", "reveal", "wow", "aos", "scroll", "lazy", "appear", "slide", "load",
];

/// Returns a style sheet without its comments.
fn without_comments(sheet: &str) -> Cow<'_, str> {
    if !sheet.contains("/*") {
        return Cow::Borrowed(sheet);
    }
    let mut rest = String::new();
    let mut at = 0;
    while let Some(start) = sheet[at..].find("/*") {
        rest.push_str(&sheet[at..at + start]);
        let inside = at + start + 2;
        match sheet[inside..].find("*/") {
            Some(end) => at = inside + end + 2,
            None => return Cow::Owned(rest),
        }
    }
    rest.push_str(&sheet[at..]);
    Cow::Owned(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hides(sheet: &str, path: &[(&str, &str)], property: Property) -> bool {
        let mut styles = Styles::default();
        styles.read(sheet, false);
        let (mut scope, mut ruled) = (Scope::default(), Ruled::default());
        for (name, attributes) in path {
            (ruled, scope) = styles.apply(name, attributes, scope, false);
        }
        ruled.get(property) == Some(true)
    }

    #[test]
    fn comments_and_other_sheets_say_nothing() {
        let path = [("div", " class=a"), ("p", " class='b c'")];
        for sheet in [
            "/* x */ p{color:red} /* .b{display:none} */",
            "/* .x{color:red} .b{display:none} .y{} */",
            ".b{color:red;/* display:none */}",
            ".b{/* a */ color: red /* ; display: none",
            "p[hidden]{display:none}",
        ] {
            assert!(!hides(sheet, &path, Property::Display), "{sheet}");
        }
        let after = "p{color:red} /* one */ .b /* two */ {display:/* three */none}";
        assert!(hides(after, &path, Property::Display));
        let mut styles = Styles::default();
        styles.read(".b{display:none}", true);
        let scope = Scope::default();
        assert_eq!(
            styles
                .apply("p", " class=b", scope, false)
                .0
                .get(Property::Display),
            None
        );
        // A shadow root has style sheets of its own.
        styles.read("p{display:none}", false);
        let is_hidden = |(ruled, _): (Ruled, Scope)| ruled.get(Property::Display) == Some(true);
        let mut shadow = scope;
        shadow.is_shadow = true;
        assert!(is_hidden(styles.apply("p", "", scope, false)));
        assert!(!is_hidden(styles.apply("p", "", shadow, false)));
    }

    #[test]
    fn elements_with_the_name_of_a_state_are_shown_one_after_the_other() {
        let path = [("div", " class=tabs"), ("div", " class=pane")];
        let rule = ".tabs > .pane{display:none}";
        assert!(hides(rule, &path, Property::Display));
        for shown in [
            ".tabs>.active{display:block}",
            ".tabs .pane.current{display:block}",
            "#all:checked ~ .tabs .pane{display:block}",
        ] {
            let sheet = format!("{shown}{rule}{shown}");
            assert!(!hides(&sheet, &path, Property::Display), "{shown}");
        }
        for other in [
            ".tabs > .title{display:block}",
            ".tabs .pane:focus{display:block}",
        ] {
            let sheet = format!("{rule}{other}");
            assert!(hides(&sheet, &path, Property::Display), "{other}");
        }
    }

    #[test]
    fn what_scripts_fade_in_is_not_hidden() {
        let path = [("p", " class='b reveal-up'"), ("a", " slot=x")];
        for sheet in [
            ".reveal-up{opacity:0}",
            ".b.reveal-up{visibility:hidden}",
            "[slot],fancy-menu{visibility:hidden}",
            ".b{opacity:0;transition:opacity 1s}",
        ] {
            for property in [Property::Opacity, Property::Visibility] {
                assert!(!hides(sheet, &path[..1], property), "{sheet}");
                assert!(!hides(sheet, &path, property), "{sheet}");
            }
        }
        assert!(hides(
            ".b{visibility:hidden}",
            &path[..1],
            Property::Visibility
        ));
    }

    #[test]
    fn rules_hide_what_they_match() {
        let path = [("div", " class=a"), ("p", " class='b c' data-state=off")];
        for sheet in [
            ".b{display:none}",
            ".a .b{display:none}",
            ".a>.b{display:none}",
            ".a p{display:none}",
            ".b.c{display:none}",
            "p.b{display:none}",
            "[data-state=off]{display:none}",
            "p[data-state]{display:none}",
            "@media screen{.b{display:none}}",
            "/* .x{} */ .b{display : none !important}",
            ".b{display:block}.b{display:none}",
            ".b{display:block}.b.c{display:none}",
            ".b{display:none}.b::after{display:block}",
            ".b{display:none!important}.a .b{display:block}",
            "@import url(x.css);.b{display:none}",
        ] {
            assert!(hides(sheet, &path, Property::Display), "{sheet}");
        }
        for sheet in [
            ".a > .c .b{display:none}",
            ".b .a{display:none}",
            "@media print{.b{display:none}}",
            "@media (max-width:9em){.b{display:none}}",
            "/* .x{} .b{display:none} */",
            ".b{display:none}.b{display:block}",
            ".b{display:none}.a .b{display:block}",
            ".b{display:none}.open .b{display:block}",
            ".b{display:none}input:checked ~ .b{display:block}",
            ".b.c{display:none}p{display:block!important}",
            ".js .b{display:none}",
            ".no-js .b{display:none}",
            ".b:hover{display:none}",
            ".b{display:none}@media (min-width:9em){.b{display:flex}}",
            ".a p{display:none}.a.open p{display:block}",
            ".tab{display:none}.tab.active{display:block}",
        ] {
            assert!(!hides(sheet, &path, Property::Display), "{sheet}");
        }
        assert!(
            hides(".b{opacity:0}", &path, Property::Opacity)
                && hides(".b{font-size:0px}", &path, Property::Size)
        );
        for sheet in [
            ".b{opacity:0;transition:opacity .5s}",
            ".b{opacity:0}.b.in{opacity:1}",
            ".b{opacity:0}.b{animation:in 1s}",
            ".b{opacity:.5}",
            ".b{opacity:0}.b{transform:none}",
        ] {
            assert!(!hides(sheet, &path, Property::Opacity), "{sheet}");
        }
    }
}
