//! The kind of each unit of a page: text, link text, markup, or script and style.
//!
//! Counts alone do not distinguish the text of a page from a list of links that only this page has.
//! With many pages the difference does not matter; with few it is the only clue. Pages without
//! markup are all text.

use std::ops::Range;

/// A kind of unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Text, or anything in a document without tags.
    Text,
    /// Text of a link.
    Link,
    /// A tag, a comment or a declaration.
    Tag,
    /// Text between the tags of a script or a style sheet, or the title of a page, which is shown elsewhere.
    Program,
}

/// Iterates over runs with the range of each.
pub(crate) fn placed(runs: &[(Kind, u32)]) -> impl Iterator<Item = (Kind, Range<usize>)> {
    runs.iter().scan(0, |at, &(kind, count)| {
        let from = std::mem::replace(at, *at + count as usize);
        Some((kind, from..*at))
    })
}

/// Returns the kinds of the units of a page, run-length encoded.
pub fn kinds(units: &[u32]) -> Vec<(Kind, u32)> {
    let mut runs: Vec<(Kind, u32)> = Vec::new();
    let mut push = |kind: Kind, count: usize| match runs.last_mut() {
        _ if count == 0 => {}
        Some((last, all)) if *last == kind => *all += count as u32,
        _ => runs.push((kind, count as u32)),
    };
    // In XML, a tag that ends with a slash also closes its element.
    let is_xml = is_xml(units);
    let (mut at, mut from, mut outside) = (0, 0, Kind::Text);
    let mut is_titled = is_xml;
    // Scripts and styles that end themselves, as in XHTML, have no end tag behind them.
    let mut unended = [false; 2];
    while let Some(start) = find(units, "<", at) {
        let name = &units[start + 1..];
        let is_letter = |unit: &u32| char::from_u32(*unit).is_some_and(|c| c.is_ascii_alphabetic());
        let opens = match name.first() {
            Some(&first) if first == u32::from('/') || first == u32::from('!') => true,
            Some(first) => is_letter(first) || *first == u32::from('?'),
            None => false,
        };
        if !opens {
            at = start + 1;
            continue;
        }
        push(outside, start - from);
        let end = match begins(name, "!--") {
            true => find(units, "-->", start + 4).map(|end| end + 3),
            false => find(units, ">", start).map(|end| end + 1),
        };
        let end = end.unwrap_or(units.len());
        push(Kind::Tag, end - start);
        (at, from) = (end, end);
        if is_xml && ends(&units[..end], "/>") {
            continue;
        }
        if is_element(name, "a") {
            outside = match has_attribute(&units[start..end], "href") {
                true => Kind::Link,
                // An anchor that links lead to; it ends an open link.
                false => Kind::Text,
            };
        } else if is_element(name, "/a") {
            outside = Kind::Text;
        }
        let mut program = |close: usize| {
            push(Kind::Program, close - end);
            (at, from) = (close, close);
        };
        for (which, close) in ["</script", "</style"].into_iter().enumerate() {
            if !is_element(name, &close[2..]) {
                continue;
            }
            let found = (!unended[which]).then(|| find(units, close, end)).flatten();
            unended[which] = found.is_none();
            if found.is_some() || !ends(&units[..end], "/>") {
                program(found.unwrap_or(units.len()));
            }
        }
        // Pictures have titles, too.
        if !is_titled && is_element(name, "title") {
            is_titled = true;
            find(units, "</title", end).into_iter().for_each(program);
        }
    }
    push(outside, units.len() - from);
    runs
}

/// Whether the units begin with `text`, which is in lower case, ignoring ASCII case.
pub(crate) fn begins(units: &[u32], text: &str) -> bool {
    text.len() <= units.len()
        && (text.bytes().zip(units))
            .all(|(a, &b)| u32::from(a) == b || b < 0x80 && a == (b as u8).to_ascii_lowercase())
}

fn ends(units: &[u32], text: &str) -> bool {
    units.len() >= text.len() && begins(&units[units.len() - text.len()..], text)
}

/// Whether a unit is a letter or a digit.
pub(crate) fn is_letter(unit: &u32) -> bool {
    char::from_u32(*unit).is_some_and(char::is_alphanumeric)
}

/// Whether a page begins with an XML declaration.
fn is_xml(units: &[u32]) -> bool {
    let of_space = |unit: &u32| [0xFEFF, 0x09, 0x0A, 0x0D, 0x20].contains(unit);
    let start = units.iter().position(|unit| !of_space(unit));
    let declaration = start.filter(|&start| begins(&units[start..], "<?xml"));
    // `<?xml-stylesheet` is not a declaration.
    declaration.is_some_and(|start| units.get(start + 5).is_some_and(of_space))
}

/// Whether a tag, given without its `<`, is one of an element.
fn is_element(tag: &[u32], element: &str) -> bool {
    begins(tag, element)
        && !tag
            .get(element.len())
            .and_then(|&unit| char::from_u32(unit))
            .is_some_and(|c| c.is_alphanumeric() || c == '-')
}

/// Whether a start tag has an attribute.
fn has_attribute(tag: &[u32], name: &str) -> bool {
    let is_space = |unit: &u32| char::from_u32(*unit).is_some_and(char::is_whitespace);
    let mut names = (tag.iter().enumerate()).filter(|(_, unit)| is_space(unit));
    names.any(|(space, _)| begins(&tag[space + 1..], name))
}

/// Returns the first 16 letters of the element name at the beginning of units, in lower case, as
/// one number; 0 if there is no name.
pub(crate) fn element_of(tag: &[u32]) -> u128 {
    let bytes = tag.iter().map_while(|&unit| u8::try_from(unit).ok());
    let mut name = bytes
        .take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'-')
        .take(16)
        .peekable();
    match name.peek() {
        Some(first) if first.is_ascii_alphabetic() => name.fold(0, |number, byte| {
            number << 8 | u128::from(byte.to_ascii_lowercase())
        }),
        _ => 0,
    }
}

/// The number of an element name in lower case: see [`element_of`].
pub(crate) const fn name(name: &str) -> u128 {
    let (mut number, mut at) = (0, 0);
    while at < name.len() {
        number = number << 8 | name.as_bytes()[at] as u128;
        at += 1;
    }
    number
}

/// Returns where the units have a text next, from a position on.
pub(crate) fn find(units: &[u32], text: &str, from: usize) -> Option<usize> {
    let first = u32::from(text.as_bytes()[0]);
    let mut at = from;
    loop {
        at += units.get(at..)?.iter().position(|&unit| unit == first)?;
        if begins(&units[at..], text) {
            return Some(at);
        }
        at += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_have_kinds() {
        let page = "a < b<A HREF='x'>l<b>m</b></a><!-- <a> --><abbr>t</abbr><script>i<j</script>e";
        let units: Vec<u32> = page.chars().map(u32::from).collect();
        let found: Vec<(Kind, &str)> = placed(&kinds(&units))
            .map(|(kind, range)| (kind, &page[range]))
            .collect();
        assert_eq!(
            found,
            [
                (Kind::Text, "a < b"),
                (Kind::Tag, "<A HREF='x'>"),
                (Kind::Link, "l"),
                (Kind::Tag, "<b>"),
                (Kind::Link, "m"),
                (Kind::Tag, "</b></a><!-- <a> --><abbr>"),
                (Kind::Text, "t"),
                (Kind::Tag, "</abbr><script>"),
                (Kind::Program, "i<j"),
                (Kind::Tag, "</script>"),
                (Kind::Text, "e"),
            ]
        );
        assert_eq!(placed(&kinds(&units)).last().unwrap().1.end, page.len());
        assert_eq!(kinds(&[]), []);
        let kinds_of = |page: &str| {
            let units: Vec<u32> = page.chars().map(u32::from).collect();
            kinds(&units)
                .into_iter()
                .map(|(kind, _)| kind)
                .collect::<Vec<_>>()
        };
        use Kind::{Program, Tag, Text};
        let first = "<title>a</title><svg><title>b</title>";
        assert_eq!(kinds_of(first), [Tag, Program, Tag, Text, Tag]);
        assert_eq!(kinds_of("<title>a<p>b"), [Tag, Text, Tag, Text]);
        assert_eq!(
            kinds_of("<?xml version='1.0'?><title>a</title>"),
            [Tag, Text, Tag]
        );
        let is_link = |tag: &str| {
            let units: Vec<u32> = format!("{tag}text").chars().map(u32::from).collect();
            kinds(&units)[1].0 == Kind::Link
        };
        assert!(is_link("<a class=menu href=x>"));
        // An anchor that links lead to, and one within an open link.
        assert!(!is_link("<a name='href'>") && !is_link("<a href=x><a id=y>"));
        let is_text = |page: &str| {
            let units: Vec<u32> = page.chars().map(u32::from).collect();
            kinds(&units).contains(&(Kind::Text, 4))
        };
        let page = "<script src='a'/><style/><a id='b'/>text";
        let ended = format!("{page}</script></style>");
        assert!(is_text(&format!("<?xml version='1.0'?>{ended}")));
        for start in ["", "<?xml-stylesheet href='a'?>"] {
            assert!(!is_text(&format!("{start}{ended}")));
            // Without an end tag, the tag must be one of XHTML.
            assert!(is_text(&format!("{start}{page}")));
        }
        assert!(!is_text("<script>text"));
    }
}
