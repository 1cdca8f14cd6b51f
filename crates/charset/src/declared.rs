//! What a document says of its encoding itself.

use std::ops::Range;

use html::tokens::{Kind, Scanner};
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

/// The first that is declared: in a `<meta ...>` tag, after `@`, or in a `Content-Type` header line.
///
/// Tags are looked for as the HTML standard does before it knows the encoding (13.2.3.2): comments are skipped, scripts are
/// not.
fn charset(head: &[u8]) -> Option<&str> {
    let tag = meta_attributes(head).find_map(|attributes| {
        let found = with_equals(&head[attributes.clone()])?;
        Some((attributes.start, found))
    });
    let other = keys(head).find_map(|at| {
        let rest = &head[at + KEY.len()..];
        let line = memchr::memrchr(b'\n', &head[..at]).map_or(0, |at| at + 1);
        let found = if at > 0 && head[at - 1] == b'@' {
            name(rest)
        } else if starts(&head[line..at], b"content-type:") {
            after(rest, b'=').and_then(name)
        } else {
            None
        };
        Some((at, found?))
    });
    let first = tag.into_iter().chain(other).min_by_key(|(at, _)| *at);
    first.map(|(_, name)| name)
}

const KEY: &[u8] = b"charset";

/// Where the key is.
fn keys(text: &[u8]) -> impl Iterator<Item = usize> {
    memchr::memchr2_iter(b'c', b'C', text).filter(|&at| starts(&text[at..], KEY))
}

/// The name after the first key that an equals sign and a name follow.
fn with_equals(text: &[u8]) -> Option<&str> {
    keys(text).find_map(|at| after(&text[at + KEY.len()..], b'=').and_then(name))
}

/// The attributes of `<meta ...>` tags. What is read may end inside of a tag, or an encoding that is not known may make a
/// quote of a half of a character: then the next `<` may begin a tag.
fn meta_attributes(head: &[u8]) -> impl Iterator<Item = Range<usize>> {
    let mut scanner = Scanner::new(head);
    std::iter::from_fn(move || {
        loop {
            let piece = scanner.next()?;
            let is_tag = matches!(piece.kind, Kind::Start { .. } | Kind::End);
            let mut attributes = piece.attributes;
            if is_tag && piece.cut_off {
                let next = memchr::memchr(b'<', &head[attributes.clone()]);
                if let Some(next) = next {
                    attributes.end = attributes.start + next;
                    scanner.go_to(attributes.end);
                }
            }
            if matches!(piece.kind, Kind::Start { .. })
                && head[piece.name].eq_ignore_ascii_case(b"meta")
            {
                return Some(attributes);
            }
        }
    })
}

fn starts(text: &[u8], with: &[u8]) -> bool {
    text.len() >= with.len() && text[..with.len()].eq_ignore_ascii_case(with)
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
