//! Detects records by the first bytes of a file.

/// The position of the JSON object that a file begins with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Begin {
    /// The file does not begin with an object.
    None,
    /// The object is on one line, or the line is longer than the bytes examined.
    Line,
    /// The object extends over several lines.
    Lines,
}

/// Examines whether an object with a key begins on the first line that is not blank.
pub fn first_object(head: &[u8]) -> Begin {
    let head = head.strip_prefix(crate::BYTE_ORDER_MARK).unwrap_or(head);
    let Some(rest) = head.trim_ascii_start().strip_prefix(b"{") else {
        return Begin::None;
    };
    let line = memchr::memchr(b'\n', rest).map_or(rest, |end| &rest[..end]);
    // Braces on separate lines are a comment in Pascal.
    let is_empty = rest.trim_ascii_start().starts_with(b"}");
    match (begins_field(line), begins_field(rest)) {
        (true, _) => Begin::Line,
        (false, true) if line.trim_ascii().is_empty() && !is_empty && !precedes_text(rest) => {
            Begin::Lines
        }
        _ => Begin::None,
    }
}

/// Whether text follows the object, which ends with the first brace at the beginning of a line. If
/// so, the object is the front matter of a document.
fn precedes_text(object: &[u8]) -> bool {
    let end = memchr::memmem::find(object, b"\n}");
    let after = end.map_or(&b""[..], |end| object[end + 2..].trim_ascii_start());
    // Other objects, a list, or the rest of one may follow.
    after
        .first()
        .is_some_and(|first| !b"{}[],\"".contains(first))
}

/// Whether `"key":` or the end of the object is next.
pub fn begins_field(json: &[u8]) -> bool {
    let Some(key) = json.trim_ascii_start().strip_prefix(b"\"") else {
        return json.trim_ascii_start().starts_with(b"}");
    };
    let mut at = 0;
    loop {
        match key.get(at) {
            Some(b'"') => break,
            Some(b'\\') => at += 2,
            Some(b'\n') | None => return false,
            Some(_) => at += 1,
        }
    }
    key[at + 1..].trim_ascii_start().starts_with(b":")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_object_begins_with_a_key_or_ends_at_once() {
        for (head, begin) in [
            ("{\"text\": 1}\n", Begin::Line),
            (
                "\u{feff}\n { \"te\\\"xt\" : \"a line that is not yet",
                Begin::Line,
            ),
            ("{}\n", Begin::Line),
            ("{\n  \"text\": 1\n}\n", Begin::Lines),
            ("{\n  \"text\": 1\n}\n\n{\n  \"text\": 2\n}\n", Begin::Lines),
            ("{\n  \"title\": 1\n}\n\n# Boats\n", Begin::None),
            ("{\n}\n", Begin::None),
            ("{ x }\n", Begin::None),
            ("{\"text\"}\n", Begin::None),
            ("{\"te\nxt\": 1}\n", Begin::None),
            ("{\"te", Begin::None),
            ("x {\"text\": 1}\n", Begin::None),
            ("", Begin::None),
        ] {
            assert_eq!(first_object(head.as_bytes()), begin, "{head:?}");
        }
    }
}
