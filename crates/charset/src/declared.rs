//! What a document says of its encoding itself.

use memchr::memmem;

/// The name of the encoding that a document declares near its beginning: `<?xml encoding="...">`, `<meta charset=...>`,
/// `content="text/html; charset=..."`, `@charset "..."`, or a header line `Content-Type: ...; charset=...`.
pub fn declared(head: &[u8]) -> Option<&str> {
    // A document in UTF-16 cannot declare anything that would not be known before it is read.
    let head = &head[..head.len().min(4096)];
    xml(head).or_else(|| charset(head))
}

fn xml(head: &[u8]) -> Option<&str> {
    let start = head.iter().position(|byte| !byte.is_ascii_whitespace())?;
    let declaration = head[start..].strip_prefix(b"<?xml")?;
    let end = memchr::memchr(b'>', declaration)?;
    let at = memmem::find(&declaration[..end], b"encoding")?;
    let value = after(&declaration[at + b"encoding".len()..end], b'=')?;
    name(value)
}

fn charset(head: &[u8]) -> Option<&str> {
    const KEY: &[u8] = b"charset";
    let mut from = 0;
    while let Some(at) = find_ignoring_case(&head[from..], KEY) {
        let at = from + at;
        from = at + KEY.len();
        let rest = &head[from..];
        let found = if at > 0 && head[at - 1] == b'@' {
            name(rest)
        } else if is_declaration(&head[..at]) {
            after(rest, b'=').and_then(name)
        } else {
            None
        };
        if found.is_some() {
            return found;
        }
    }
    None
}

/// Whether `charset` after this is in a `<meta ...>` tag outside of comments, or a `Content-Type` header line.
fn is_declaration(before: &[u8]) -> bool {
    let line = memchr::memrchr(b'\n', before).map_or(before, |at| &before[at + 1..]);
    let tag = memchr::memrchr(b'<', before).map_or(&[][..], |at| &before[at..]);
    let starts = |text: &[u8], with: &[u8]| {
        text.len() >= with.len() && text[..with.len()].eq_ignore_ascii_case(with)
    };
    let is_in_comment = || memmem::rfind(before, b"<!--") > memmem::rfind(before, b"-->");
    (starts(tag, b"<meta") && !tag.contains(&b'>') && !is_in_comment())
        || starts(line, b"content-type:")
}

fn find_ignoring_case(text: &[u8], key: &[u8]) -> Option<usize> {
    text.windows(key.len())
        .position(|window| window.eq_ignore_ascii_case(key))
}

/// What follows a sign, white space around it skipped.
fn after(text: &[u8], sign: u8) -> Option<&[u8]> {
    text.trim_ascii_start().strip_prefix(&[sign])
}

/// The name at the beginning, with or without quotes.
fn name(text: &[u8]) -> Option<&str> {
    let text = text.trim_ascii_start();
    let text = text
        .strip_prefix(b"\"")
        .or_else(|| text.strip_prefix(b"'"))
        .unwrap_or(text)
        .trim_ascii_start();
    let is_of_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_:.+".contains(byte);
    let end = text
        .iter()
        .position(|byte| !is_of_name(byte))
        .unwrap_or(text.len());
    let name = std::str::from_utf8(&text[..end]).ok()?;
    (!name.is_empty() && name.len() <= 40).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_found() {
        for (head, expected) in [
            (
                "<?xml version=\"1.0\" encoding='Shift_JIS'?>",
                Some("Shift_JIS"),
            ),
            ("<html><META CHARSET=utf-8>", Some("utf-8")),
            (
                "<meta http-equiv=Content-Type content=\"text/html; charset=windows-1250\">",
                Some("windows-1250"),
            ),
            (
                "From: a\nContent-Type: text/plain; charset=\"koi8-r\"\n\nx",
                Some("koi8-r"),
            ),
            ("@charset \"iso-8859-2\";", Some("iso-8859-2")),
            ("<meta charset=>", None),
            ("<!--> <meta charset=utf-8>", Some("utf-8")),
            (
                "<!-- <meta charset=koi8-r> --><meta charset=utf-8>",
                Some("utf-8"),
            ),
            ("<!-- > <meta charset=koi8-r>", None),
            ("We speak of charset=latin1 here", None),
            ("<meta name=x> charset=utf-8", None),
            ("", None),
        ] {
            assert_eq!(declared(head.as_bytes()), expected, "{head}");
        }
    }
}
