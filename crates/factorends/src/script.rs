//! Shared files that are scripts: each writes its run into the page at the place of its tag.

/// The script element removes itself first, so that style rules such as `:first-child` match the same elements.
const BEGIN: &str = "document.currentScript.remove();document.write(\"";
/// Removes the declaration of the encoding that stands before the script's tag; the run has it.
const REMOVE_DECLARATION: &str = "document.currentScript.previousSibling.remove();";
const END: &str = "\");\n";

/// The file name extension of scripts, without the dot.
pub const ENDING: &str = "js";

/// The script that writes a text. It is ASCII, so that the encoding of the page does not matter.
pub fn of(text: &str, declares_encoding: bool) -> String {
    let mut script = String::with_capacity(2 * BEGIN.len() + text.len() + text.len() / 8);
    if declares_encoding {
        script.push_str(REMOVE_DECLARATION);
    }
    script.push_str(BEGIN);
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
    script.push_str(END);
    script
}

/// The text that a script of [`of`] writes; `None` for any other script.
pub fn text(script: &str) -> Option<String> {
    let script = script.strip_prefix(REMOVE_DECLARATION).unwrap_or(script);
    let inner = script.strip_prefix(BEGIN)?.strip_suffix(END)?;
    let mut units: Vec<u16> = Vec::with_capacity(inner.len());
    let mut rest = inner.bytes();
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
            b' '..=b'~' => u16::from(byte),
            _ => return None,
        });
    }
    String::from_utf16(&units).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_script_is_ascii() {
        let script = of("<p class=\"a\\b\">é\r\n\t𝄞\u{2028}</p>", false);
        assert!(script.is_ascii() && script.lines().count() == 1);
        assert!(script.contains(r#"<p class=\"a\\b\">\u00e9\r\n\t\ud834\udd1e\u2028</p>"#));
        assert_eq!(text("alert(1)"), None);
        assert_eq!(text(&script.replace("\\r", "\\x")), None);
    }

    proptest! {
        #[test]
        fn every_text_comes_back(any in "\\PC*|[\\x00-\\x7f]*", declares_encoding: bool) {
            prop_assert_eq!(text(&of(&any, declares_encoding)), Some(any));
        }
    }
}
