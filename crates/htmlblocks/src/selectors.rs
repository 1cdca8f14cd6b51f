//! The selectors of style sheets (Selectors Level 3), as far as static pages need them: elements, classes, ids,
//! attributes, descendants and children. A walk over a page matches them from the outside in, with one set of bits for
//! what is around an element, so that no element looks at its ancestors again.

use hashbrown::HashMap;
use html::attributes;
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// How the value of an attribute compares with that of a selector.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Comparison {
    Present,
    Equal,
    Word,
    Start,
    End,
    Part,
    Language,
}

/// A condition on an attribute.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Attribute {
    name: String,
    comparison: Comparison,
    value: String,
}

impl Attribute {
    fn is_met(&self, value: &str) -> bool {
        let expected = &*self.value;
        let is_given = !expected.is_empty();
        match self.comparison {
            Comparison::Present => true,
            Comparison::Equal => value == expected,
            Comparison::Word => value.split_ascii_whitespace().any(|word| word == expected),
            Comparison::Start => is_given && value.starts_with(expected),
            Comparison::End => is_given && value.ends_with(expected),
            Comparison::Part => is_given && value.contains(expected),
            Comparison::Language => value
                .strip_prefix(expected)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('-')),
        }
    }
}

/// The conditions on one element. Names are hashes with their sign.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
struct Compound {
    element: Option<u64>,
    names: Vec<u64>,
    attributes: Vec<Attribute>,
    /// Its number of ids, times 65536, of classes and attributes, times 256, and of elements.
    weight: u64,
}

impl Compound {
    /// Returns the names that a script changes when it shows the element.
    fn keys(&self) -> impl Iterator<Item = u64> {
        let attributes = self.attributes.iter().map(|one| hash(b'[', &one.name));
        self.names.iter().copied().chain(attributes)
    }
}

/// Hashes a name with its sign: `.` for a class, `#` for an id, `[` for an attribute, and `<` for an element.
fn hash(sign: u8, name: &str) -> u64 {
    xxh3_64_with_seed(name.as_bytes(), u64::from(sign))
}

/// A selector: compounds from the outside in, and whether each is a child of the one before.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Selector {
    compounds: Vec<(bool, Compound)>,
}

/// Classes of the shown one of several elements.
const STATES: [&str; 9] = [
    "active",
    "is-active",
    "open",
    "is-open",
    "show",
    "in",
    "visible",
    "current",
    "selected",
];

/// The greatest number of compounds of a selector.
const LONGEST: usize = 8;

impl Selector {
    /// Parses a selector. `None` means that it has something else, such as a pseudo-class.
    pub(crate) fn parse(text: &str) -> Option<Selector> {
        let mut selector = Selector::default();
        let mut rest = text.trim();
        let mut is_child = false;
        while !rest.is_empty() {
            let compound;
            (compound, rest) = compound_of(rest)?;
            selector.compounds.push((is_child, compound));
            let next = rest.trim_start();
            is_child = next.starts_with('>');
            rest = if is_child {
                next[1..].trim_start()
            } else {
                next
            };
            if is_child && rest.is_empty() {
                return None;
            }
        }
        (1..=LONGEST)
            .contains(&selector.compounds.len())
            .then_some(selector)
    }

    /// Returns its weight among selectors.
    pub(crate) fn specificity(&self) -> u64 {
        self.compounds.iter().map(|(_, one)| one.weight).sum()
    }

    /// Returns the names by which a script finds the element: its own, or else those of the next compound outside of it
    /// that has some.
    pub(crate) fn keys(&self) -> Vec<u64> {
        self.names_from(0).unwrap_or_default()
    }

    /// Returns the names of what is around the element, as keys for all that is in there.
    pub(crate) fn outer_keys(&self) -> Vec<u64> {
        let keys = self.names_from(1).unwrap_or_default();
        keys.into_iter().map(|key| !key).collect()
    }

    /// Returns the names of the first compound that has some, from one on, counted from the innermost.
    fn names_from(&self, number: usize) -> Option<Vec<u64>> {
        let compounds = self.compounds.iter().rev().skip(number);
        let mut keys = compounds.map(|(_, one)| one.keys().collect::<Vec<_>>());
        keys.find(|keys| !keys.is_empty())
    }

    /// Returns the selector without what is around the element.
    pub(crate) fn innermost(&self) -> Selector {
        let last = self.compounds.last().map(|(_, one)| (false, one.clone()));
        Selector {
            compounds: last.into_iter().collect(),
        }
    }

    /// Whether the element has nothing but the name of a state, as in `.tabs > .active`. A script gives it to one after
    /// the other.
    pub(crate) fn is_of_state(&self) -> bool {
        let (_, last) = &self.compounds[self.compounds.len() - 1];
        let is_state = |name: &u64| STATES.iter().any(|state| hash(b'.', state) == *name);
        last.element.is_none() && !last.names.is_empty() && last.names.iter().all(is_state)
    }
}

/// Parses the compound at the start of a selector. Returns it and the rest.
fn compound_of(text: &str) -> Option<(Compound, &str)> {
    let mut compound = Compound::default();
    let mut rest = text;
    if let Some(behind) = rest.strip_prefix('*') {
        rest = behind;
    } else if rest.starts_with(is_name) {
        let (name, behind) = name_of(rest)?;
        compound.element = Some(hash(b'<', &name.to_ascii_lowercase()));
        compound.weight = 1;
        rest = behind;
    }
    loop {
        match rest.as_bytes().first() {
            Some(&sign @ (b'.' | b'#')) => {
                let (name, behind) = name_of(&rest[1..])?;
                compound.names.push(hash(sign, &name));
                compound.weight += if sign == b'#' { 1 << 16 } else { 1 << 8 };
                rest = behind;
            }
            Some(b'[') => {
                let end = rest.find(']')?;
                compound.attributes.push(attribute_of(&rest[1..end])?);
                compound.weight += 1 << 8;
                rest = &rest[end + 1..];
            }
            None | Some(b'>') => break,
            Some(space) if space.is_ascii_whitespace() => break,
            Some(_) => return None,
        }
    }
    (rest.len() < text.len()).then_some((compound, rest))
}

/// Parses what is between the brackets of a condition on an attribute.
fn attribute_of(text: &str) -> Option<Attribute> {
    let (name, rest) = name_of(text.trim())?;
    let name = name.to_ascii_lowercase();
    let rest = rest.trim();
    let (comparison, value) = match rest.split_once('=') {
        None if rest.is_empty() => (Comparison::Present, ""),
        None => return None,
        Some((sign, value)) => {
            let comparison = match sign.trim() {
                "" => Comparison::Equal,
                "~" => Comparison::Word,
                "^" => Comparison::Start,
                "$" => Comparison::End,
                "*" => Comparison::Part,
                "|" => Comparison::Language,
                _ => return None,
            };
            (comparison, value.trim())
        }
    };
    let bare = ['"', '\''].into_iter().find_map(|mark| {
        let value = value.strip_prefix(mark)?;
        value.strip_suffix(mark)
    });
    let is_whole = |value: &&str| !value.contains(['"', '\'', '\\']) && !value.contains(' ');
    let value = bare.or(Some(value).filter(is_whole))?.to_owned();
    Some(Attribute {
        name,
        comparison,
        value,
    })
}

/// Reads a name, with escapes such as that in `md\:block`.
fn name_of(text: &str) -> Option<(String, &str)> {
    let mut name = String::new();
    let mut letters = text.char_indices();
    let mut end = text.len();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' => match letters.next() {
                Some((_, escaped)) if !escaped.is_ascii_hexdigit() => name.push(escaped),
                _ => return None,
            },
            letter if is_name(letter) => name.push(letter),
            _ => {
                end = at;
                break;
            }
        }
    }
    (!name.is_empty()).then_some((name, &text[end..]))
}

pub(crate) fn is_name(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '-' | '_')
}

/// Returns the weight of a selector that [`Selector::parse`] does not read, at least.
pub(crate) fn least_specificity(selector: &str) -> u64 {
    let number = |signs: &[char]| selector.matches(signs).count() as u64;
    number(&['#']) << 16 | number(&['.', '[', ':']).min(255) << 8
}

/// Iterates over the classes and ids anywhere in a selector, also one that [`Selector::parse`] does not read.
pub(crate) fn names_in(selector: &str) -> impl Iterator<Item = u64> {
    let starts = selector.match_indices(['.', '#']);
    starts.filter_map(|(at, sign)| {
        let (name, _) = name_of(&selector[at + 1..])?;
        Some(hash(sign.as_bytes()[0], &name))
    })
}

/// What is around an element: the compounds with all of their outer ones that an ancestor matches, or the parent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Scope {
    ancestors: u128,
    parent: u128,
    /// Whether it is in a shadow root, which has style sheets of its own.
    pub(crate) is_shadow: bool,
}

/// A compound that follows another.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Node {
    compound: Compound,
    /// The bit of the compound before it, and whether that is one of the parent.
    outer: Option<(u32, bool)>,
    /// Its bit, if others follow.
    bit: Option<u32>,
}

/// The selectors of a page, as a tree of their compounds.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Selectors {
    nodes: Vec<Node>,
    known: HashMap<(Option<(u32, bool)>, Compound), usize>,
    /// The nodes that have a name, an attribute or an element as their rarest one.
    by_key: HashMap<u64, Vec<u32>>,
    bits: u32,
    /// The hashes in all compounds: most elements have none of them.
    known_keys: Filter,
    /// The lengths of the names of attributes in conditions, one bit each.
    lengths: u64,
    /// The hashes of an element, reused.
    keys: Vec<u64>,
}

/// The greatest number of names, classes and attributes of an element that are looked up.
const KEYS: usize = 128;

/// The greatest number of nodes that have one rarest name. More would make the time for an element grow.
const MOST: usize = 64;

/// Returns the bit of a length in [`Selectors::lengths`].
fn bit_of(length: usize) -> u64 {
    1 << (length as u64 % u64::from(u64::BITS))
}

/// Tells which hashes cannot be in a set (a Bloom filter with one bit a hash).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Filter([u64; 16]);

impl Filter {
    fn add(&mut self, hash: u64) {
        self.0[hash as usize % 16] |= 1 << (hash >> 58);
    }
    fn may_have(&self, hash: u64) -> bool {
        self.0[hash as usize % 16] >> (hash >> 58) & 1 == 1
    }
}

impl Selectors {
    /// Adds a selector. Returns the number of its last compound, or `None` if there are too many: outer compounds may
    /// take 128 bits.
    pub(crate) fn add(&mut self, selector: &Selector) -> Option<usize> {
        let mut outer = None;
        let last = selector.compounds.len() - 1;
        for (at, (is_child, compound)) in selector.compounds.iter().enumerate() {
            let outer_of = outer.map(|bit| (bit, *is_child));
            let node = self.node(outer_of, compound)?;
            if at == last {
                return Some(node);
            }
            if self.nodes[node].bit.is_none() {
                if self.bits >= u128::BITS {
                    return None;
                }
                self.nodes[node].bit = Some(self.bits);
                self.bits += 1;
            }
            outer = self.nodes[node].bit;
        }
        None
    }

    fn node(&mut self, outer: Option<(u32, bool)>, compound: &Compound) -> Option<usize> {
        let key = (outer, compound.clone());
        if let Some(&node) = self.known.get(&key) {
            return Some(node);
        }
        let number = |key: &u64| self.by_key.get(key).map_or(0, Vec::len);
        // The rarest name decides whether an element may match.
        let rarest = compound.keys().min_by_key(number);
        let rarest = rarest.or(compound.element).unwrap_or(hash(b'*', ""));
        let nodes = self.by_key.entry(rarest).or_default();
        if nodes.len() >= MOST {
            return None;
        }
        nodes.push(self.nodes.len() as u32);
        let others = compound.keys().chain(compound.element);
        others
            .chain([rarest])
            .for_each(|key| self.known_keys.add(key));
        for attribute in &compound.attributes {
            self.lengths |= bit_of(attribute.name.len());
        }
        self.known.insert(key, self.nodes.len());
        self.nodes.push(Node {
            compound: compound.clone(),
            outer,
            bit: None,
        });
        Some(self.nodes.len() - 1)
    }

    /// Calls `found` with the last compound of each selector that an element matches, and with others that it matches.
    /// Returns the scope of its children.
    pub(crate) fn matches(
        &mut self,
        name: &str,
        attributes: &str,
        scope: Scope,
        mut found: impl FnMut(usize),
    ) -> Scope {
        let mut keys = std::mem::take(&mut self.keys);
        keys.clear();
        let mut add = |sign, name: &str| {
            let key = hash(sign, name);
            if self.known_keys.may_have(key) {
                keys.push(key);
            }
        };
        add(b'*', "");
        add(b'<', name);
        attributes::for_each(attributes, |name, value| {
            if name.eq_ignore_ascii_case("class") {
                let classes = value.split_ascii_whitespace();
                classes.take(KEYS).for_each(|class| add(b'.', class));
            } else if name.eq_ignore_ascii_case("id") {
                add(b'#', value.trim());
            }
            if self.lengths & bit_of(name.len()) > 0 {
                add(b'[', &name.to_ascii_lowercase());
            }
        });
        keys.truncate(KEYS);
        let mut children = Scope {
            ancestors: scope.ancestors,
            parent: 0,
            is_shadow: false,
        };
        for (at, key) in keys.iter().enumerate() {
            // A name may be there twice.
            let Some(nodes) = self.by_key.get(key).filter(|_| !keys[..at].contains(key)) else {
                continue;
            };
            for &number in nodes {
                let node = &self.nodes[number as usize];
                let is_inside = node.outer.is_none_or(|(bit, is_child)| {
                    let around = match is_child {
                        true => scope.parent,
                        false => scope.ancestors,
                    };
                    around >> bit & 1 == 1
                });
                if is_inside && node.compound.is_met(&keys, attributes) {
                    let bit = node.bit.map_or(0, |bit| 1 << bit);
                    children.parent |= bit;
                    children.ancestors |= bit;
                    found(number as usize);
                }
            }
        }
        self.keys = keys;
        children
    }
}

impl Compound {
    /// Whether an element with these hashes and attributes meets all conditions.
    fn is_met(&self, keys: &[u64], attributes: &str) -> bool {
        let mut names = self.names.iter().chain(&self.element);
        let is_met = |one: &Attribute| {
            let value = attributes::value(attributes, &one.name);
            value.is_some_and(|value| one.is_met(&html::entities::decode_value(value)))
        };
        names.all(|name| keys.contains(name)) && self.attributes.iter().all(is_met)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Whether an element matches a selector, the last of elements each of which is in the one before.
    fn is_matched(selector: &str, elements: &[(&str, &str)]) -> bool {
        let mut selectors = Selectors::default();
        let selector = Selector::parse(selector).unwrap();
        let last = selectors.add(&selector).unwrap();
        let (mut scope, mut is_matched) = (Scope::default(), false);
        for (name, attributes) in elements {
            is_matched = false;
            scope = selectors.matches(name, attributes, scope, |node| is_matched |= node == last);
        }
        is_matched
    }

    #[test]
    fn an_element_matches_by_its_name_classes_id_and_attributes() {
        let element = (
            "p",
            " class='a b' ID=x data-state=\"closed\" lang=en-GB title='one two'",
        );
        for selector in [
            "*",
            "p",
            "P",
            ".a",
            ".b.a",
            "p.a",
            "#x",
            "p#x.b",
            "[data-state]",
            "[data-state=closed]",
            "p[DATA-STATE=\"closed\"]",
            "[ data-state = 'closed' ]",
            "[title~=two]",
            "[title^=one]",
            "[title$=two]",
            "[title*='e t']",
            "[lang|=en]",
            "*.a",
        ] {
            assert!(is_matched(selector, &[element]), "{selector}");
        }
        for selector in [
            "div",
            ".c",
            ".a.c",
            "div.a",
            "#a",
            ".x",
            "[data-x]",
            "[data-state=open]",
            "[title~=tw]",
            "[lang|=e]",
            "[title^='']",
        ] {
            assert!(!is_matched(selector, &[element]), "{selector}");
        }
        assert!(is_matched(r".md\:a", &[("p", " class='md:a'")]));
    }

    #[test]
    fn an_element_matches_by_what_is_around_it() {
        let path = [
            ("div", " class=a"),
            ("ul", " class=b"),
            ("li", ""),
            ("a", " class=c"),
        ];
        for selector in [
            ".a .c",
            ".a a",
            ".a .b .c",
            ".b > li > .c",
            ".a>.b a",
            "div li>a",
        ] {
            assert!(is_matched(selector, &path), "{selector}");
        }
        for selector in [
            ".a > .c", ".b .a", ".b > .c", ".c .c", ".c > a", "ul div a", "a .a",
        ] {
            assert!(!is_matched(selector, &path), "{selector}");
        }
        // The inner one of two ancestors alone has the right parent.
        let twice = [
            ("div", " class=a"),
            ("p", ""),
            ("div", " class=a"),
            ("b", " class=c"),
        ];
        assert!(is_matched("p > .a > .c", &twice) && !is_matched("p > .c", &twice));
    }

    #[test]
    fn other_selectors_are_not_read() {
        for selector in [
            "",
            ".",
            ">",
            ".a >",
            "> .a",
            ".a + .b",
            ".a ~ .b",
            ".a:hover",
            "p::before",
            ":not(.a)",
            r".\31 a",
            "[a",
            "[=b]",
            "[a!=b]",
            "a|b",
            ".a , .b",
            "50%",
            "@media",
            "<!-- .a",
            "/* .a",
        ] {
            assert_eq!(Selector::parse(selector), None, "{selector}");
        }
    }

    #[test]
    fn the_number_of_selectors_is_bounded() {
        let mut selectors = Selectors::default();
        let mut add = |text: &str| selectors.add(&Selector::parse(text).unwrap()).is_some();
        let number = |sum: usize, is_there: bool| sum + usize::from(is_there);
        let outer = (0..500)
            .map(|at| add(&format!(".outer{at} .inner")))
            .fold(0, number);
        assert_eq!(outer, 64);
        // Each of these has a name of its own.
        let own = (0..500)
            .map(|at| add(&format!(".same.own{at}")))
            .fold(0, number);
        assert_eq!(own, 500);
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_not(text in "[a.#>\\[\\]='\" *é\\\\:-]{0,16}") {
            if let Some(selector) = Selector::parse(&text) {
                prop_assert!(!selector.compounds.is_empty());
                Selectors::default().add(&selector);
            }
            names_in(&text).count();
        }
    }
}
