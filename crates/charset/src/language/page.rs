//! Recognises pages, whose tags are not text of a language.

/// Whether a document begins as HTML or XML does.
pub(super) fn is_page(text: &str) -> bool {
    let head = text.trim_start_matches(['\u{FEFF}', ' ', '\t', '\r', '\n']);
    let head = head.as_bytes();
    let head = &head[..head.len().min(1024)];
    let has = |tag: &[u8]| {
        head.windows(tag.len())
            .any(|window| window.eq_ignore_ascii_case(tag))
    };
    head.starts_with(b"<")
        && [
            &b"<html"[..],
            b"<!doctype",
            b"<?xml",
            b"<head",
            b"<body",
            b"<meta",
            b"<title",
            b"<div",
            b"<p>",
        ]
        .into_iter()
        .any(has)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_begins_with_a_tag_that_only_pages_have() {
        assert!(is_page("\u{FEFF} <!DOCTYPE html><p>a"));
        assert!(is_page("<?xml version='1.0'?><TEI>"));
        assert!(!is_page("1 <b>bold</b>"));
        assert!(!is_page("<name> says: what"));
    }
}
