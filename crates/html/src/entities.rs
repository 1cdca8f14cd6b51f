//! Character references: `&amp;`, `&#38;`, `&#x26;` (13.2.5.72 to 13.2.5.80 of the HTML standard).

use std::borrow::Cow;

/// Text with the characters that its references stand for. References that are not known stay as they are.
///
/// # Examples
/// ```
/// assert_eq!(html::entities::decode("&lt;&eacute;&#x21;&unknown;"), "<é!&unknown;");
/// ```
pub fn decode(text: &str) -> Cow<'_, str> {
    htmlize::unescape(text)
}
