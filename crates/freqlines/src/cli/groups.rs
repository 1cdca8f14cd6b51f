//! Counts by group: a key is the group, a separator and the text, so that every counter of texts counts by group.

/// No text in UTF-8 has this byte, so that the first one ends the group, whatever the line is.
const SEPARATOR: u8 = 0xFF;

/// What the keys of the lines of a group begin with.
pub(super) fn prefix(group: Option<&str>) -> Vec<u8> {
    let mut prefix = group.unwrap_or_default().as_bytes().to_vec();
    prefix.push(SEPARATOR);
    prefix
}

/// The group of a key, empty for lines of no group, and the text.
pub(super) fn split(key: &[u8]) -> (&[u8], &[u8]) {
    match memchr::memchr(SEPARATOR, key) {
        Some(at) => (&key[..at], &key[at + 1..]),
        None => (&[], key),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_splits_into_group_and_text() {
        for group in ["", "mill.example", "caf\u{e9}"] {
            for text in [&b"a line"[..], b"", b"\xFF\xFE a damaged line"] {
                let key = [&prefix(Some(group))[..], text].concat();
                assert_eq!(split(&key), (group.as_bytes(), text));
            }
        }
        assert_eq!(prefix(None), prefix(Some("")));
    }
}
