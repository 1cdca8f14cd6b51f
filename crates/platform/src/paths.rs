//! Paths as bytes, their form in records.
//!
//! On Unix a path is any bytes without NUL. On Windows it is UTF-16, possibly with unpaired
//! surrogates. It is represented here as WTF-8, which equals UTF-8 if the path is valid Unicode.

use std::borrow::Cow;
use std::path::Path;

/// Returns the bytes of a path: unchanged on Unix, WTF-8 on Windows.
pub fn to_bytes(path: &Path) -> &[u8] {
    path.as_os_str().as_encoded_bytes()
}

/// Returns the path with these bytes, the inverse of [`to_bytes`].
#[cfg(unix)]
pub fn from_bytes(bytes: &[u8]) -> Cow<'_, Path> {
    use std::os::unix::ffi::OsStrExt;
    Cow::Borrowed(Path::new(std::ffi::OsStr::from_bytes(bytes)))
}

/// Returns the path with these bytes, the inverse of [`to_bytes`]. Invalid WTF-8 becomes U+FFFD.
#[cfg(not(unix))]
pub fn from_bytes(bytes: &[u8]) -> Cow<'_, Path> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(Path::new(text)),
        Err(_) => Cow::Owned(from_wtf8(bytes)),
    }
}

#[cfg(windows)]
fn from_wtf8(bytes: &[u8]) -> std::path::PathBuf {
    use std::os::windows::ffi::OsStringExt;
    std::ffi::OsString::from_wide(&wtf8_to_wide(bytes)).into()
}

#[cfg(not(any(unix, windows)))]
fn from_wtf8(bytes: &[u8]) -> std::path::PathBuf {
    String::from_utf8_lossy(bytes).into_owned().into()
}

/// Converts WTF-8 to UTF-16. WTF-8 is UTF-8 plus surrogates of three bytes each, ED A0..BF 80..BF.
#[cfg(any(windows, test))]
fn wtf8_to_wide(mut bytes: &[u8]) -> Vec<u16> {
    let mut wide = Vec::with_capacity(bytes.len());
    while !bytes.is_empty() {
        let valid = match std::str::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => {
                std::str::from_utf8(&bytes[..error.valid_up_to()]).expect("checked just now")
            }
        };
        wide.extend(valid.encode_utf16());
        bytes = &bytes[valid.len()..];
        match bytes {
            [] => {}
            [0xED, second @ 0xA0..=0xBF, third @ 0x80..=0xBF, rest @ ..] => {
                wide.push(0xD000 | u16::from(second & 0x3F) << 6 | u16::from(third & 0x3F));
                bytes = rest;
            }
            [_, rest @ ..] => {
                wide.push(0xFFFD);
                bytes = rest;
            }
        }
    }
    wide
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_has_the_bytes_it_was_made_from() {
        for bytes in [&b"a/b.txt"[..], "caf\u{e9}".as_bytes(), b""] {
            assert_eq!(to_bytes(&from_bytes(bytes)), bytes);
        }
        #[cfg(unix)]
        assert_eq!(to_bytes(&from_bytes(b"a\xFF")), b"a\xFF");
    }

    #[test]
    fn wtf8_has_unpaired_surrogates() {
        assert_eq!(
            wtf8_to_wide(b"a\xED\xA0\xBD\xF0\x9F\x98\x80\xFFz"),
            [0x61, 0xD83D, 0xD83D, 0xDE00, 0xFFFD, 0x7A]
        );
    }
}
