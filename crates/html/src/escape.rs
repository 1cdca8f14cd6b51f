//! Text in HTML, SVG and on terminals, where it must do nothing but be shown.

/// Text for HTML and XML, in elements and in quoted attributes.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() + text.len() / 8);
    for character in text.chars() {
        match character {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            other => escaped.push(visible(other)),
        }
    }
    escaped
}

/// A character that does nothing to a page or a terminal: a control character becomes its picture, or U+FFFD, and so
/// does what XML cannot hold.
pub fn visible(character: char) -> char {
    match character {
        '\n' | '\t' => character,
        '\0'..'\x20' => {
            char::from_u32(0x2400 + u32::from(character)).unwrap_or(char::REPLACEMENT_CHARACTER)
        }
        '\x7F' => '\u{2421}',
        '\u{80}'..='\u{9F}' | '\u{FFFE}' | '\u{FFFF}' => char::REPLACEMENT_CHARACTER,
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_stays_text() {
        assert_eq!(
            escape("<script>\"a\" & b</script>\n\t\0\r\u{1b}[31m\u{9b}\u{ffff}é"),
            "&lt;script&gt;&quot;a&quot; &amp; b&lt;/script&gt;\n\t\u{2400}\u{240d}\u{241b}[31m\u{fffd}\u{fffd}é"
        );
    }
}
