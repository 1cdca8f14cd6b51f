//! Escaping of text for HTML, SVG and terminals.

/// Escapes text for HTML and XML, in elements and in quoted attributes.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() + text.len() / 8);
    for character in visible_text(text) {
        match character {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            other => escaped.push(other),
        }
    }
    escaped
}

/// Iterates over the characters of a text, each made [`visible`]. CR LF becomes LF. A CR at the end of the text is
/// dropped, since an LF may follow.
pub fn visible_text(text: &str) -> impl Iterator<Item = char> {
    let mut characters = text.chars().peekable();
    std::iter::from_fn(move || {
        let mut character = characters.next()?;
        if character == '\r' && characters.peek().is_none_or(|next| *next == '\n') {
            character = characters.next()?;
        }
        Some(visible(character))
    })
}

/// Makes a character harmless to a page or a terminal. Control characters become their control pictures or U+FFFD.
/// Characters that XML forbids and bidirectional controls become U+FFFD.
pub fn visible(character: char) -> char {
    match character {
        '\n' | '\t' => character,
        '\0'..'\x20' => {
            char::from_u32(0x2400 + u32::from(character)).unwrap_or(char::REPLACEMENT_CHARACTER)
        }
        '\x7F' => '\u{2421}',
        '\u{80}'..='\u{9F}' | '\u{FFFE}' | '\u{FFFF}' => char::REPLACEMENT_CHARACTER,
        // Embeddings, overrides and isolates change the direction of the text after them, so they could disguise a
        // name. Direction marks have no such effect. They stay, since they are part of Arabic and Hebrew text.
        '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => char::REPLACEMENT_CHARACTER,
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_ends_of_two_characters_are_one() {
        assert_eq!(escape("a\r\n\r\nb\rc\r"), "a\n\nb\u{240d}c");
    }

    #[test]
    fn text_stays_text() {
        assert_eq!(
            escape("<script>\"a\" & b</script>\n\t\0\r\u{1b}[31m\u{9b}\u{ffff}é"),
            "&lt;script&gt;&quot;a&quot; &amp; b&lt;/script&gt;\n\t\u{2400}\u{240d}\u{241b}[31m\u{fffd}\u{fffd}é"
        );
        assert_eq!(
            escape("a\u{202e}txt.exe\u{202c}\u{2066}b\u{200f}"),
            "a\u{fffd}txt.exe\u{fffd}\u{fffd}b\u{200f}"
        );
    }
}
