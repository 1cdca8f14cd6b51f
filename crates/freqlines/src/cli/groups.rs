//! Counts by group. A key is the group, a separator and the text, so that any counter of texts can
//! count by group.

/// UTF-8 text never contains this byte, so its first occurrence ends the group.
const SEPARATOR: u8 = 0xFF;

/// Returns the prefix of the keys of a group's lines.
pub(super) fn prefix(group: Option<&str>) -> Vec<u8> {
    let mut prefix = group.unwrap_or_default().as_bytes().to_vec();
    prefix.push(SEPARATOR);
    prefix
}

/// Splits a key into the group, empty for lines without a group, and the text.
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
