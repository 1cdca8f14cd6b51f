//! Attribute names and values in a tag (13.2.5.32 to 13.2.5.39 of the HTML standard).

use crate::elements::Element;
use crate::tokens::is_space;

/// Calls `found` with the name and the value of each attribute. Names are in any case and values
/// keep their character references, as in the source. `attributes` is the field of
/// [`Token::Start`](crate::tokens::Token::Start).
///
/// # Examples
/// ```
/// let mut all = Vec::new();
/// html::attributes::for_each(" class='a b' hidden", |name, value| all.push((name, value)));
/// assert_eq!(all, [("class", "a b"), ("hidden", "")]);
/// ```
pub fn for_each<'a>(attributes: &'a str, mut found: impl FnMut(&'a str, &'a str)) {
    let bytes = attributes.as_bytes();
    let is_space_at = |at: usize| bytes.get(at).is_some_and(|&byte| is_space(byte));
    let mut at = 0;
    loop {
        while is_space_at(at) || bytes.get(at) == Some(&b'/') {
            at += 1;
        }
        if at == bytes.len() {
            return;
        }
        let start = at;
        at += 1;
        while let Some(&byte) = bytes.get(at)
            && !is_space(byte)
            && !matches!(byte, b'/' | b'=')
        {
            at += 1;
        }
        // Both ends are next to ASCII bytes or at the ends of the text, so slicing cannot fail.
        let name = attributes.get(start..at).unwrap_or_default();
        while is_space_at(at) {
            at += 1;
        }
        if bytes.get(at) != Some(&b'=') {
            found(name, "");
            continue;
        }
        at += 1;
        while is_space_at(at) {
            at += 1;
        }
        let start = match bytes.get(at) {
            Some(b'"' | b'\'') => at + 1,
            _ => at,
        };
        let end = match start > at {
            true => memchr::memchr(bytes[at], &bytes[start..]),
            false => bytes[at..].iter().position(|&byte| is_space(byte)),
        };
        let end = end.map_or(bytes.len(), |end| start + end);
        found(name, attributes.get(start..end).unwrap_or_default());
        at = (end + 1).min(bytes.len());
    }
}

/// Returns the value of the first attribute called `name`, ignoring case. It is "" for an attribute
/// without a value.
pub fn value<'a>(attributes: &'a str, name: &str) -> Option<&'a str> {
    let mut first = None;
    for_each(attributes, |other, value| {
        if first.is_none() && other.eq_ignore_ascii_case(name) {
            first = Some(value);
        }
    });
    first
}

/// Whether an element with these attributes is a declarative shadow root. The content of such a
/// template is shown, that of other templates is not (4.12.3 of the HTML standard).
///
/// # Examples
/// ```
/// use html::attributes::is_shadow_root;
/// use html::elements::Element;
///
/// assert!(is_shadow_root(Element::TEMPLATE, " shadowrootmode='open'"));
/// assert!(!is_shadow_root(Element::TEMPLATE, " id='B:0'"));
/// ```
pub fn is_shadow_root(element: Element, attributes: &str) -> bool {
    let is_mode = |mode: &str| {
        let mut modes = ["open", "closed"].iter();
        modes.any(|one| mode.eq_ignore_ascii_case(one))
    };
    element == Element::TEMPLATE && value(attributes, "shadowrootmode").is_some_and(is_mode)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn attributes_have_names_and_values() {
        let mut all = Vec::new();
        for_each(" a = 'x y' b c=\"d>\"e=f/ é= g='", |name, value| {
            all.push((name, value))
        });
        assert_eq!(
            all,
            [
                ("a", "x y"),
                ("b", ""),
                ("c", "d>"),
                ("e", "f/"),
                ("é", "g='"),
            ]
        );
        assert_eq!(value(" HREF=a href=b", "href"), Some("a"));
        assert_eq!(value(" data-href=a", "href"), None);
    }

    proptest! {
        #[test]
        fn any_text_has_attributes(text in "[ab='\"/ é]{0,20}") {
            let mut length = 0;
            for_each(&text, |name, value| length += name.len() + value.len());
            prop_assert!(length <= text.len());
        }
    }
}
