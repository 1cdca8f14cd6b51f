//! Elements whose start tags a page has once.
//!
//! Start tags are often the same on all pages of a site, so they identify elements across pages. Some have a name or a
//! number of the page in one of their attributes. These elements are identified by each of their other attributes, or
//! by the element name alone.

use std::collections::HashMap;
use std::ops::Range;

use platform::random::mix;

use crate::constants::{ATTRIBUTES_READ, LARGE_ELEMENT};
use crate::markup::elements::tags;
use crate::markup::kinds::name;

/// An element whose start tag, or a part of it, is unique in the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Element {
    /// A hash of the start tag, or of the part of it that identifies the element.
    pub(crate) tag: u64,
    /// The name: see [`crate::markup::kinds::element_of`].
    name: u128,
    start: Start,
    /// The range between the tags.
    content: Range<u32>,
}

/// The position of a start tag, and the part of it that identifies the element.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Start {
    at: u32,
    /// Where the name ends.
    name_end: u32,
    end: u32,
    attributes: Attributes,
}

/// The attributes that identify an element. Whole tags come first.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Attributes {
    All,
    /// This one, with the space before it.
    One(Range<u32>),
    None,
}

impl Element {
    /// Creates a stand-in for pages without an element: a range of the page.
    pub(crate) fn stretch(range: &Range<usize>) -> Self {
        Element {
            tag: hash_of(&[]),
            name: 0,
            start: Start {
                at: 0,
                name_end: 0,
                end: 0,
                attributes: Attributes::All,
            },
            content: range.start as u32..range.end as u32,
        }
    }

    /// Whether it is such a range.
    pub(crate) fn is_stretch(&self) -> bool {
        self.start.end == 0
    }

    /// Returns the range between the tags.
    pub(crate) fn content(&self) -> Range<usize> {
        self.content.start as usize..self.content.end as usize
    }

    /// Returns the identifying parts of the start tag, as ranges of the page.
    pub(crate) fn left(&self) -> Vec<Range<usize>> {
        self.start.left().into_iter().flatten().collect()
    }

    /// A sort key: first by how much of the start tag identifies the element, then innermost first.
    pub(crate) fn rank(&self) -> (u8, usize) {
        let known = match self.start.attributes {
            Attributes::All => 0,
            Attributes::One(_) => 1,
            Attributes::None => 2,
        };
        (known, self.content.len())
    }
}

impl Start {
    fn new(units: &[u32], range: &Range<usize>) -> Self {
        let is_space = |&unit: &u32| unit == u32::from(' ');
        let name = units[range.clone()].iter().position(is_space);
        Start {
            at: range.start as u32,
            name_end: name.map_or(range.end - 1, |length| range.start + length) as u32,
            end: range.end as u32,
            attributes: Attributes::All,
        }
    }

    fn left(&self) -> [Option<Range<usize>>; 3] {
        let part = |start: u32, end: u32| Some(start as usize..end as usize);
        let attribute = match &self.attributes {
            Attributes::All => return [part(self.at, self.end), None, None],
            Attributes::One(attribute) => part(attribute.start, attribute.end),
            Attributes::None => None,
        };
        let (name, close) = (part(self.at, self.name_end), part(self.end - 1, self.end));
        [name, attribute, close]
    }

    fn hash(&self, units: &[u32]) -> u64 {
        let left = self.left().into_iter().flatten();
        left.fold(0, |hash, part| extended(hash, &units[part]))
    }

    /// Iterates over the tag with none of its attributes, and with each of them alone.
    fn parts(&self, units: &[u32]) -> impl Iterator<Item = Start> {
        let (mut at, end) = (self.name_end as usize, self.end as usize - 1);
        let attributes = std::iter::from_fn(move || {
            let from = (at < end).then_some(at)?;
            at = attribute_end(&units[..end], from);
            Some(Attributes::One(from as u32..at as u32))
        });
        let attributes = std::iter::once(Attributes::None).chain(attributes.take(ATTRIBUTES_READ));
        attributes.map(|attributes| Start {
            attributes,
            ..self.clone()
        })
    }
}

/// Returns the end of the attribute that begins with a space.
fn attribute_end(units: &[u32], space: usize) -> usize {
    let mut quote = None;
    for (at, &unit) in units.iter().enumerate().skip(space + 1) {
        match quote {
            Some(mark) if mark == unit => quote = None,
            None if unit == u32::from(' ') => return at,
            None if [u32::from('"'), u32::from('\'')].contains(&unit) => quote = Some(unit),
            _ => {}
        }
    }
    units.len()
}

/// A hash of a start tag.
pub(crate) fn hash_of(tag: &[u32]) -> u64 {
    extended(0, tag)
}

fn extended(hash: u64, tag: &[u32]) -> u64 {
    tag.iter()
        .fold(hash, |hash, &unit| mix(hash ^ u64::from(unit)))
}

/// Elements of a paragraph. A page may have one alone, but its title and its fields are next to it.
const PARAGRAPHS: [u128; 3] = [name("p"), name("pre"), name("dt")];

/// Returns the elements of a page whose start tags it has once, and the large ones with a unique part of the start tag.
pub(crate) fn elements(units: &[u32]) -> Vec<Element> {
    let mut open = HashMap::<u128, Vec<Element>>::new();
    let mut seen = HashMap::<u64, u32>::new();
    let mut elements = Vec::new();
    let mut opened = Vec::new();
    for tag in tags(units) {
        if tag.closes {
            if let Some(mut element) = open.get_mut(&tag.name).and_then(Vec::pop) {
                element.content.end = tag.range.start as u32;
                elements.push(element);
            }
            continue;
        }
        let start = Start::new(units, &tag.range);
        opened.push((tag.name, start.clone()));
        let element = Element {
            tag: start.hash(units),
            name: tag.name,
            content: start.end..start.end,
            start,
        };
        *seen.entry(element.tag).or_default() += 1;
        if !tag.is_empty && !PARAGRAPHS.contains(&tag.name) {
            open.entry(tag.name).or_default().push(element);
        }
    }
    let partly = partly_known(units, &elements, &opened);
    elements.retain(|element| seen[&element.tag] == 1);
    elements.extend(partly);
    elements
}

/// Returns the large ones of these elements once for each part of the start tag that no other of these start tags has.
fn partly_known(units: &[u32], elements: &[Element], opened: &[(u128, Start)]) -> Vec<Element> {
    let least = (units.len() as f64 * LARGE_ELEMENT) as usize;
    let large = elements
        .iter()
        .filter(|element| element.content.len() >= least);
    let parts = large.flat_map(|element| {
        let parts = element.start.parts(units).map(|start| Element {
            tag: start.hash(units),
            start,
            ..element.clone()
        });
        parts.filter(|part| part.tag != element.tag)
    });
    let mut parts: Vec<Element> = parts.collect();
    let mut seen: HashMap<u64, u32> = parts.iter().map(|part| (part.tag, 0)).collect();
    let mut names: Vec<u128> = parts.iter().map(|part| part.name).collect();
    names.dedup();
    for (_, start) in opened.iter().filter(|(name, _)| names.contains(name)) {
        for part in start.parts(units) {
            if let Some(count) = seen.get_mut(&part.hash(units)) {
                *count += 1;
            }
        }
    }
    parts.retain(|part| seen[&part.tag] == 1);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the identifying parts of the start tags of a page with the contents of their elements, the best
    /// identified and innermost first.
    fn left(page: &str) -> Vec<(String, String)> {
        let units: Vec<u32> = page.chars().map(u32::from).collect();
        let mut elements = elements(&units);
        elements.sort_by_key(Element::rank);
        let texts = elements.into_iter().map(|element| {
            let left: String = element.left().into_iter().map(|part| &page[part]).collect();
            assert_eq!(
                element.tag,
                hash_of(&left.chars().map(u32::from).collect::<Vec<_>>())
            );
            (left, page[element.content()].to_owned())
        });
        texts.collect()
    }

    #[test]
    fn elements_are_known_by_what_no_other_start_tag_has() {
        let page = "<main role='main' title='of a page'>Its text</main>";
        let of_main = [
            "<main role='main' title='of a page'>",
            "<main>",
            "<main role='main'>",
            "<main title='of a page'>",
        ];
        let known: Vec<String> = left(page).into_iter().map(|(left, _)| left).collect();
        assert_eq!(known, [of_main[0], of_main[2], of_main[3], of_main[1]]);
        // Parts that another tag has, too, as a whole or in part.
        let twice = format!("{page}<main role='main'>Another</main>");
        let known: Vec<String> = left(&twice).into_iter().map(|(left, _)| left).collect();
        assert_eq!(known, ["<main role='main'>", of_main[0], of_main[3]]);
        // Small elements are identified by the whole start tag only.
        let small = format!("<b id='one'>x</b>{}", "text ".repeat(20));
        assert_eq!(left(&small), [("<b id='one'>".to_owned(), "x".to_owned())]);
    }
}
