//! Whether a file begins with a record.

/// The JSON object that a file begins with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Begin {
    /// There is none.
    None,
    /// It is a line, or the begin of one that is longer than what was read.
    Line,
    /// It has several lines.
    Lines,
}

/// Looks at the first line that is not blank: whether an object begins there, with a key.
pub fn first_object(head: &[u8]) -> Begin {
    let head = head.strip_prefix(crate::BYTE_ORDER_MARK).unwrap_or(head);
    let Some(rest) = head.trim_ascii_start().strip_prefix(b"{") else {
        return Begin::None;
    };
    let line = memchr::memchr(b'\n', rest).map_or(rest, |end| &rest[..end]);
    match (begins_field(line), begins_field(rest)) {
        (true, _) => Begin::Line,
        (false, true) if line.trim_ascii().is_empty() => Begin::Lines,
        _ => Begin::None,
    }
}

/// Whether `"key":` or the end of the object comes next.
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
