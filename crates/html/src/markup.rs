//! Tells HTML from plain text.

use memchr::{memchr, memchr2_iter};

use crate::elements::{Element, HEADINGS, Set};
use crate::entities::decode;

/// Elements whose start tags are hardly ever anything else. `<source>` or `<b>` may be a placeholder in plain text.
const TELLING: Set = HEADINGS.union(Set::of(&[
    Element::HTML,
    Element::P,
    Element::BR,
    Element::HR,
    Element::DIV,
    Element::TABLE,
    Element::TR,
    Element::TD,
    Element::TH,
    Element::UL,
    Element::OL,
    Element::LI,
    Element::DT,
    Element::DD,
    Element::PRE,
]));

/// The greatest length of a character reference that counts.
const REFERENCE: usize = 32;

/// Whether a text has markup: a declaration or comment of HTML or XML, a character reference, or a tag of a known
/// element. A start tag without attributes counts only for elements that are common in text.
///
/// ```
/// assert!(html::has_markup("Rye <b>bread</b>"));
/// assert!(!html::has_markup("cp <source> <target>, if a < b & b > c"));
/// ```
pub fn has_markup(text: &str) -> bool {
    let bytes = text.as_bytes();
    memchr2_iter(b'<', b'&', bytes).any(|at| match bytes[at] {
        b'&' => is_reference(&text[at..]),
        _ => is_tag(&bytes[at + 1..]),
    })
}

fn is_reference(text: &str) -> bool {
    let Some(end) = text.bytes().take(REFERENCE).position(|byte| byte == b';') else {
        return false;
    };
    let reference = &text[..=end];
    decode(reference) != reference && !reference[1..].contains('&')
}

/// Whether a tag, comment or declaration begins after a `<`.
fn is_tag(rest: &[u8]) -> bool {
    let begins = |with: &[u8]| {
        let begin = rest.get(..with.len());
        begin.is_some_and(|begin| begin.eq_ignore_ascii_case(with))
    };
    if begins(b"!--") || begins(b"!doctype") || begins(b"?xml") {
        return true;
    }
    let (is_end, rest) = match rest.strip_prefix(b"/") {
        Some(rest) => (true, rest),
        None => (false, rest),
    };
    let length = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric());
    let (name, rest) = rest.split_at(length.count());
    let Some(element) = Element::named(name) else {
        return false;
    };
    let Some(end) = memchr(b'>', &rest[..rest.len().min(1 << 10)]) else {
        return false;
    };
    let inside = &rest[..end];
    let has_value = || inside.starts_with(b" ") && memchr(b'=', inside).is_some();
    is_end || has_value() || TELLING.has(element) && matches!(inside, b"" | b"/" | b" /")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_and_fragments_have_markup() {
        for text in [
            "<!DOCTYPE html>",
            "<!-- x -->",
            "<?xml version='1.0'?>",
            "Rye<BR>Oats",
            "Rye<br />Oats",
            "<p>Rye",
            "Rye &amp; oats",
            "Rye&#160;oats",
            "<a href=x>Rye",
            "<i>Rye</i>",
            "if a < b: <td class=x>",
        ] {
            assert!(has_markup(text), "{text}");
        }
    }

    #[test]
    fn angle_brackets_and_ampersands_of_plain_text_are_none() {
        for text in [
            "",
            "Rye & oats; barley",
            "a <b> then <name of author>",
            "cp <source> <target>",
            "<ann@mill.example>, <https://mill.example/?a=b&c=d>",
            "Vec<u8>, i<j && j>k; x",
            "<p",
            "</thing>",
            "R&D; &c.; &nosuch;",
        ] {
            assert!(!has_markup(text), "{text}");
        }
    }
}
