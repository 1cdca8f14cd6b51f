//! Shared files that are scripts. Each script writes its run into the page at the place of its tag.

use std::str::Utf8Error;

use memchr::{memchr_iter, memmem};

/// The script element removes itself first, so that style rules such as `:first-child` match the same elements.
const BEGIN: &str = "document.currentScript.remove();document.write(\"";
/// Removes the declaration of the encoding before the script's tag, because the run contains it.
const REMOVE_DECLARATION: &str = "document.currentScript.previousSibling.remove();";
const END: &str = "\");\n";
/// The code between two parts of a run, with a number inserted. It reads the text of the script
/// element, which has no other use.
const READ_OWN: [&str; 2] = ["\"+document.currentScript.text.split(\"<|>\")[", "]+\""];

/// Separates the document's own texts in the text of the script element.
pub(crate) const SEPARATOR: &str = "<|>";

/// Marks the place of a document's own text in a shared text. It never occurs in UTF-8.
pub const OWN: u8 = 0xFF;

/// The file name extension of scripts, without the dot.
pub const ENDING: &str = "js";

/// Returns the script that writes a shared text. It is ASCII, so it does not depend on the encoding
/// of the page.
///
/// # Errors
/// Fails if the text between [`OWN`] bytes is not UTF-8.
pub fn of(text: &[u8], declares_encoding: bool) -> Result<String, Utf8Error> {
    let mut script = String::with_capacity(2 * BEGIN.len() + text.len() + text.len() / 8);
    if declares_encoding {
        script.push_str(REMOVE_DECLARATION);
    }
    script.push_str(BEGIN);
    for (number, part) in text.split(|byte| *byte == OWN).enumerate() {
        if let Some(own) = number.checked_sub(1) {
            script.extend([READ_OWN[0], &own.to_string(), READ_OWN[1]]);
        }
        escape(std::str::from_utf8(part)?, &mut script);
    }
    script.push_str(END);
    Ok(script)
}

fn escape(text: &str, script: &mut String) {
    for character in text.chars() {
        match character {
            '"' => script.push_str("\\\""),
            '\\' => script.push_str("\\\\"),
            '\n' => script.push_str("\\n"),
            '\t' => script.push_str("\\t"),
            '\r' => script.push_str("\\r"),
            ' '..='~' => script.push(character),
            _ => {
                let mut units = [0; 2];
                for unit in character.encode_utf16(&mut units) {
                    script.push_str(&format!("\\u{unit:04x}"));
                }
            }
        }
    }
}

/// Whether the text of a script element may contain these bytes as a document's own. The tokenizer
/// must neither leave its state nor change them.
pub(crate) fn may_be_own(text: &[u8]) -> bool {
    let has = |part: &str| memmem::find(text, part.as_bytes()).is_some();
    let ends = |at: usize| {
        let tag = text[at..].get(..b"</script".len());
        tag.is_some_and(|tag| tag.eq_ignore_ascii_case(b"</script"))
    };
    !has("<!--") && !has(SEPARATOR) && !has("\0") && !memchr_iter(b'<', text).any(ends)
}

/// Returns the shared text of a script made by [`of`]; `None` for any other script.
pub fn text(script: &str) -> Option<Vec<u8>> {
    let script = script.strip_prefix(REMOVE_DECLARATION).unwrap_or(script);
    let inner = script.strip_prefix(BEGIN)?.strip_suffix(END)?;
    // A quotation mark in the text is preceded by a backslash, so it cannot be part of this
    // separator.
    let mut parts = inner.split(READ_OWN[0]);
    let mut text = unescape(parts.next()?)?;
    for (own, part) in parts.enumerate() {
        let (number, part) = part.split_once(READ_OWN[1])?;
        (number == own.to_string()).then(|| text.push(OWN))?;
        text.extend(unescape(part)?);
    }
    Some(text)
}

fn unescape(text: &str) -> Option<Vec<u8>> {
    let mut units: Vec<u16> = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        units.push(match byte {
            b'\\' => match rest.next()? {
                b'n' => u16::from(b'\n'),
                b't' => u16::from(b'\t'),
                b'r' => u16::from(b'\r'),
                b'u' => {
                    let mut unit = 0;
                    for _ in 0..4 {
                        let digit = char::from(rest.next()?).to_digit(16)?;
                        unit = unit << 4 | digit as u16;
                    }
                    unit
                }
                other @ (b'"' | b'\\') => u16::from(other),
                _ => return None,
            },
            b' ' | b'!' | b'#'..=b'~' => u16::from(byte),
            _ => return None,
        });
    }
    String::from_utf16(&units).ok().map(String::into_bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_script_is_ascii() {
        let script = of("<p class=\"a\\b\">é\r\n\t𝄞\u{2028}</p>".as_bytes(), false).unwrap();
        assert!(script.is_ascii() && script.lines().count() == 1);
        assert!(script.contains(r#"<p class=\"a\\b\">\u00e9\r\n\t\ud834\udd1e\u2028</p>"#));
        assert_eq!(text("alert(1)"), None);
        assert_eq!(text(&script.replace("\\r", "\\x")), None);
    }

    proptest! {
        #[test]
        fn every_text_comes_back(any in "\\PC*|[\\x00-\\x7f]*", declares_encoding: bool) {
            let own = [b"\\\"", &[OWN][..], any.as_bytes(), READ_OWN[0].as_bytes(), &[OWN]].concat();
            for any in [any.into_bytes(), own] {
                prop_assert_eq!(text(&of(&any, declares_encoding).unwrap()), Some(any));
            }
        }
    }
}
