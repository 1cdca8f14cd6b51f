//! Parses tags in XML metadata files and in vertical text: names, attributes and character references.
//!
//! This module does not parse web pages; it finds the tags of files that programs write.

use std::borrow::Cow;

/// A tag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Tag<'a> {
    /// The name without its prefix, and without the slash of an end tag.
    pub name: &'a str,
    /// Whether it is an end tag.
    pub is_end: bool,
    /// Whether it is an element without content: `<doc/>`.
    pub is_empty: bool,
    attributes: &'a str,
}

impl<'a> Tag<'a> {
    /// Parses the text between `<` and `>`; returns `None` if it is not a tag.
    pub fn of(inner: &'a str) -> Option<Self> {
        let (is_end, inner) = match inner.strip_prefix('/') {
            Some(inner) => (true, inner),
            None => (false, inner),
        };
        // The slash at the end of `<doc url=http://a/>` belongs to the value.
        let is_complete =
            |rest: &str| !rest.contains('=') || rest.ends_with(['"', '\'', ' ', '\t']);
        let before = inner.strip_suffix('/').filter(|rest| is_complete(rest));
        let (is_empty, inner) = (before.is_some(), before.unwrap_or(inner));
        let is_of_name = |byte: u8| byte.is_ascii_alphanumeric() || b"_-:.".contains(&byte);
        let length = inner.bytes().take_while(|&byte| is_of_name(byte)).count();
        let (name, attributes) = inner.split_at(length);
        if !name.starts_with(|first: char| first.is_ascii_alphabetic())
            || !(attributes.is_empty() || attributes.starts_with(|c: char| c.is_ascii_whitespace()))
        {
            return None;
        }
        Some(Tag {
            name: name.rsplit(':').next().unwrap_or(name),
            is_end,
            is_empty,
            attributes,
        })
    }

    /// Returns the value of an attribute.
    #[cfg(feature = "formats")]
    pub fn attribute(&self, name: &str) -> Option<String> {
        let mut all = self.attributes();
        all.find(|(key, _)| *key == name)
            .map(|(_, value)| value.into_owned())
    }

    /// Returns the attributes in their order.
    pub fn attributes(&self) -> impl Iterator<Item = (&'a str, Cow<'a, str>)> + use<'a> {
        let mut rest = self.attributes;
        std::iter::from_fn(move || {
            let (key, value) = rest.split_once('=')?;
            let value = value.trim_ascii_start();
            let (value, after) = match value.chars().next()? {
                quote @ ('"' | '\'') => value[1..].split_once(quote)?,
                // XML requires quotes; vertical text is also written without.
                _ => value
                    .split_once(|one: char| one.is_ascii_whitespace())
                    .unwrap_or((value, "")),
            };
            rest = after;
            Some((key.trim_ascii(), unescaped(value)))
        })
    }
}

/// Returns the tags of a text, except those in comments.
#[cfg(feature = "formats")]
pub(super) fn tags(text: &str) -> impl Iterator<Item = Tag<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        loop {
            let (_, after) = rest.split_once('<')?;
            if let Some(comment) = after.strip_prefix("!--") {
                rest = comment.split_once("-->")?.1;
                continue;
            }
            let (inner, after) = after.split_once('>')?;
            rest = after;
            if let Some(tag) = Tag::of(inner) {
                return Some(tag);
            }
        }
    })
}

/// Decodes the character references in a text: `&amp;`, `&eacute;`, `&#233;`. An ampersand without one stays, and so does a name
/// without a semicolon: the text may not be escaped at all.
pub(super) fn unescaped(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut parts = text.split('&');
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let is_of_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'#';
        let length = part.bytes().take_while(|&byte| is_of_name(byte)).count();
        match part[length..].strip_prefix(';') {
            Some(rest) if length > 0 => {
                let reference = format!("&{};", &part[..length]);
                let decoded = html::entities::decode(&reference);
                // The library also decodes the beginning of a longer name.
                match decoded.len() > 1 && decoded.ends_with(';') {
                    true => plain.push_str(&reference),
                    false => plain.push_str(&decoded),
                }
                plain.push_str(rest);
            }
            _ => {
                plain.push('&');
                plain.push_str(part);
            }
        }
    }
    Cow::Owned(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_has_a_name_and_attributes() {
        let tag = Tag::of("dc:title id = \"a &amp; b\" n='1\"' /").unwrap();
        assert_eq!((tag.name, tag.is_end), ("title", false));
        let all: Vec<_> = tag.attributes().collect();
        assert_eq!(all, [("id", "a & b".into()), ("n", "1\"".into())]);
        assert!(Tag::of("/p").unwrap().is_end);
        let bare = Tag::of("doc id=a n='1' t=b-2").unwrap();
        let all: Vec<_> = bare.attributes().collect();
        assert_eq!(
            all,
            [("id", "a".into()), ("n", "1".into()), ("t", "b-2".into())]
        );
        for text in ["3", "", "/", "a&b", "-- x", "a$"] {
            assert_eq!(Tag::of(text), None, "{text}");
        }
        assert_eq!(Tag::of("g/").unwrap().name, "g");
        for (escaped, plain) in [
            ("a &lt;b&gt; &amp;amp; &x; &", "a <b> &amp; &x; &"),
            ("&#233;t&#xE9; &quot;&apos;&eacute;&Eacute;", "été \"'éÉ"),
            ("&#59;&semi;&#x1F600;", ";;\u{1F600}"),
            (
                "&notit; &copy &copy2; AT&T; R&D &#; &#x; &;",
                "&notit; &copy &copy2; AT&T; R&D &#; &#x; &;",
            ),
        ] {
            assert_eq!(unescaped(escaped), plain);
        }
    }

    #[test]
    fn a_slash_ends_an_element_or_belongs_to_a_value() {
        for (text, is_empty, value) in [
            ("doc/", true, None),
            ("doc /", true, None),
            ("doc id=\"a\"/", true, Some("a")),
            ("doc id='a/' /", true, Some("a/")),
            ("doc id=a /", true, Some("a")),
            ("doc id=http://a/", false, Some("http://a/")),
            ("doc id=\"a\"", false, Some("a")),
        ] {
            let tag = Tag::of(text).unwrap();
            let found = tag.attributes().next().map(|(_, value)| value.into_owned());
            assert_eq!(
                (tag.is_empty, found.as_deref()),
                (is_empty, value),
                "{text}"
            );
        }
    }
}
