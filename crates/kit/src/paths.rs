//! Paths as bytes, and as one line of a message.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// The path with these bytes.
pub fn from_bytes(bytes: &[u8]) -> &Path {
    Path::new(OsStr::from_bytes(bytes))
}

/// The bytes of a path.
pub fn to_bytes(path: &Path) -> &[u8] {
    path.as_os_str().as_bytes()
}

/// The path for a message: control characters escaped, so that a message stays one line.
pub fn display(bytes: &[u8]) -> String {
    let mut shown = String::new();
    for character in String::from_utf8_lossy(bytes).chars() {
        if character.is_control() {
            shown.extend(character.escape_default())
        } else {
            shown.push(character)
        }
    }
    shown
}
