//! What the first bytes say: the media type of a page without Content-Type (the relevant types of the MIME Sniffing
//! standard, section 7.1), and formats that are archives.

use crate::encoding::Label;
use crate::refused;

/// Whether the first bytes are those of a zip archive.
pub fn is_zip(head: &[u8]) -> bool {
    [&b"PK\x03\x04"[..], b"PK\x05\x06", b"PK\x07\x08PK\x03\x04"]
        .iter()
        .any(|magic| head.starts_with(magic))
}

/// Whether the first bytes are those of a Parquet file.
pub fn is_parquet(head: &[u8]) -> bool {
    head.starts_with(b"PAR1")
}

/// The number of bytes that are examined.
const RESOURCE_HEADER: usize = 1445;

/// Tags that may begin an HTML document. The next byte must end the tag's name.
const TAGS: [&[u8]; 18] = [
    b"<!doctype html",
    b"<html",
    b"<head",
    b"<script",
    b"<iframe",
    b"<h1",
    b"<div",
    b"<font",
    b"<table",
    b"<a",
    b"<style",
    b"<title",
    b"<b",
    b"<body",
    b"<br",
    b"<p",
    b"<!--",
    b"<meta",
];

/// Returns the apparent media type of these bytes; `None` for binary data.
pub(crate) fn media_type(body: &[u8]) -> Option<&'static str> {
    let head = &body[..body.len().min(RESOURCE_HEADER)];
    let begin = (head.strip_prefix(record::BYTE_ORDER_MARK).unwrap_or(head)).trim_ascii_start();
    if TAGS.iter().any(|tag| begins_tag(begin, tag)) {
        return Some("text/html");
    }
    if begin.starts_with(b"<?xml") {
        let is_page = memchr::memmem::find(head, b"http://www.w3.org/1999/xhtml").is_some();
        return Some(if is_page {
            "application/xhtml+xml"
        } else {
            "text/xml"
        });
    }
    let has_mark = head.starts_with(b"\xFE\xFF") || head.starts_with(b"\xFF\xFE");
    let is_binary = head
        .iter()
        .any(|byte| matches!(byte, 0..=8 | 0x0B | 0x0E..=0x1A | 0x1C..=0x1F));
    match (is_binary && !has_mark) || refused::refused(head, Label::Auto, true).is_some() {
        true => None,
        false => Some("text/plain"),
    }
}

fn begins_tag(bytes: &[u8], tag: &[u8]) -> bool {
    let Some((begin, rest)) = bytes.split_at_checked(tag.len()) else {
        return false;
    };
    let ends = tag == b"<!--"
        || rest
            .first()
            .is_some_and(|byte| b" \t\r\n\x0C/>".contains(byte));
    begin.eq_ignore_ascii_case(tag) && ends
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_bytes_tell_the_media_type() {
        for (body, expected) in [
            (&b"  <!DOCTYPE HTML>\n<p>x"[..], Some("text/html")),
            (b"\xEF\xBB\xBF<HTML lang=en>", Some("text/html")),
            (b"<p>A paragraph", Some("text/html")),
            (b"<!-- a comment", Some("text/html")),
            (b"<pre is no p", Some("text/plain")),
            (
                b"<?xml version=\"1.0\"?><html xmlns=\"http://www.w3.org/1999/xhtml\">",
                Some("application/xhtml+xml"),
            ),
            (b"<?xml version=\"1.0\"?><rss>", Some("text/xml")),
            (b"A text.", Some("text/plain")),
            (b"", Some("text/plain")),
            (b"\xFF\xFEa\0", Some("text/plain")),
            (b"a\0b", None),
            (b"%PDF-1.4\n", None),
            (b"\x89PNG\r\n\x1A\n", None),
        ] {
            assert_eq!(
                media_type(body),
                expected,
                "{:?}",
                String::from_utf8_lossy(body)
            );
        }
    }
}
