//! Character references: `&amp;`, `&#38;`, `&#x26;` (13.2.5.72 to 13.2.5.80 of the HTML standard).

use std::borrow::Cow;

/// Decodes character references. Unknown references are kept.
///
/// # Examples
/// ```
/// assert_eq!(html::entities::decode("&lt;&eacute;&#x21;&unknown;"), "<é!&unknown;");
/// ```
pub fn decode(text: &str) -> Cow<'_, str> {
    htmlize::unescape(text)
}

/// Decodes an attribute value. A reference without a semicolon is kept before a letter, a digit or
/// `=`, so that URLs keep their parameters.
///
/// # Examples
/// ```
/// assert_eq!(html::entities::decode_value("/a?b=1&copy=2&amp;c=3"), "/a?b=1&copy=2&c=3");
/// ```
pub fn decode_value(value: &str) -> Cow<'_, str> {
    htmlize::unescape_attribute(value)
}
